//! Says why a certificate is refused.

use std::fmt;

/// Why a certificate is refused. What stands in a certificate is quoted, at most the beginning of it.
#[derive(Debug)]
pub enum Refusal {
    /// The file cannot be read; this says nothing about what it holds.
    Unreadable(std::io::Error),
    /// The header is too long, or has no end.
    HeaderCut,
    /// The header is not UTF-8.
    NotUtf8,
    /// It is in a form that this program does not know.
    OtherForm(String),
    /// A line of the header that means nothing, or that is not written as it has to be.
    UnknownLine(String),
    /// A line of the header stands where it may not.
    OutOfPlace(String),
    /// A line of the header is missing.
    Missing(&'static str),
    /// A line of the header comes twice.
    Twice(&'static str),
    /// A number of the header is not written as it has to be, or is too large.
    WrongNumber(String),
    /// `within N` stands under `order`.
    WithinUnderOrder,
    /// It is about another text.
    OtherText,
    /// The definition has mistakes, or does not take the settings: the first of them.
    Definition(String),
    /// A move of the header is not legal where it is played.
    NotLegal(String),
    /// The file ends before the data do.
    DataCut,
    /// A block is no zlib stream, holds too much or nothing.
    DamagedBlock,
    /// A running hash is not that of the data.
    WrongHash,
    /// Something follows the data.
    Trailing,
    /// The walk is done, and numbers are left.
    LeftOver,
    /// The numbers are used up, and the walk is not done.
    TooFew,
    /// A number is too long, or not in its shortest form.
    WrongForm,
    /// There is no such move.
    NoSuchMove {
        /// What was chosen.
        choice: u64,
        /// How many moves there are.
        moves: usize,
    },
    /// An end does not meet the claim.
    WrongEnd {
        /// What it is worth.
        payoff: i64,
    },
    /// A position comes again under `order`.
    Repeats,
    /// A rank does not fall where it must.
    RankDoesNotFall {
        /// From this.
        from: u64,
        /// To this.
        to: u64,
    },
    /// The rank of the first position is more than `within` says.
    TooFar {
        /// The rank.
        rank: u64,
    },
    /// The definition broke a promise while it was played: which, in words.
    Fault(String),
    /// Whoever watched did not want to go on; this says nothing about the certificate.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            Refusal::HeaderCut => write!(f, "the header is cut short, or a line of it is too long"),
            Refusal::NotUtf8 => write!(f, "the header is not UTF-8"),
            Refusal::OtherForm(line) => write!(f, "this is no certificate of form 1: `{}`", short(line)),
            Refusal::UnknownLine(line) => write!(f, "unknown line in the header: `{}`", short(line)),
            Refusal::OutOfPlace(line) => write!(f, "a line of the header is out of place: `{}`", short(line)),
            Refusal::Missing(line) => write!(f, "the header has no line `{line}`"),
            Refusal::Twice(line) => write!(f, "the header has a second line `{line}`"),
            Refusal::WrongNumber(text) => write!(f, "`{}` is no number of a header", short(text)),
            Refusal::WithinUnderOrder => write!(f, "a claim with `within` stands under `ranks` alone"),
            Refusal::OtherText => write!(f, "it is about another text of the definition"),
            Refusal::Definition(why) => write!(f, "the definition, under the settings of the header: {why}"),
            Refusal::NotLegal(text) => write!(f, "the move `{}` is not legal", short(text)),
            Refusal::DataCut => write!(f, "the data are cut short"),
            Refusal::DamagedBlock => write!(f, "a block is damaged"),
            Refusal::WrongHash => write!(f, "a running hash is wrong"),
            Refusal::Trailing => write!(f, "something follows the data"),
            Refusal::LeftOver => write!(f, "data are left over when the walk is done"),
            Refusal::TooFew => write!(f, "the data end before the walk does"),
            Refusal::WrongForm => write!(f, "a number is too long or not in its shortest form"),
            Refusal::NoSuchMove { choice, moves } => {
                write!(f, "move {choice}, counted from 0, is chosen where there are {moves}")
            }
            Refusal::WrongEnd { payoff } => {
                write!(f, "an end is worth {payoff}, which does not meet the claim")
            }
            Refusal::Repeats => write!(f, "a position comes again, though play is said to end"),
            Refusal::RankDoesNotFall { from, to } => {
                write!(f, "a rank does not fall where it must: from {from} to {to}")
            }
            Refusal::TooFar { rank } => {
                write!(f, "the rank of the first position is {rank}, more than `within` says")
            }
            Refusal::Fault(why) => write!(f, "the definition broke a promise: {why}"),
            Refusal::Stopped => write!(f, "it was not checked to the end"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Refusal {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => Refusal::DataCut,
            _ => Refusal::Unreadable(error),
        }
    }
}

/// The beginning of a text.
fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
