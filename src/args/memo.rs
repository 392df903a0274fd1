//! How much a search may remember.

use bytesize::ByteSize;

/// `--memo`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoArgument {
    /// Grows with the game, up to half of the memory.
    Auto,
    /// None.
    Off,
    /// At most so many bytes.
    Bytes(u64),
}

/// Reads `--memo`.
pub fn memo(text: &str) -> Result<MemoArgument, String> {
    match text {
        "auto" => Ok(MemoArgument::Auto),
        "off" => Ok(MemoArgument::Off),
        size => size
            .parse::<ByteSize>()
            .map(|size| MemoArgument::Bytes(size.as_u64()))
            .map_err(|_| "write `auto`, `off`, or a size like 64MiB".to_string()),
    }
}
