//! What is wrong with a file of a database.

use std::fmt;

/// Why the content of a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It ends too early.
    Short,
    /// Its checksum is not that of its content.
    Checksum,
    /// It was written by a format that this program does not know.
    Version,
    /// Its parts contradict each other.
    Content(&'static str),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Short => "it ends too early",
            Damage::Checksum => "its checksum is not that of its content",
            Damage::Version => "it has a format that this program does not know",
            Damage::Content(why) => why,
        })
    }
}
