//! The reasons why certificates are refused.

use std::fmt;

/// The reason why a certificate is refused. Texts from the certificate are quoted in full here and
/// shortened when shown.
#[derive(Debug)]
pub enum Refusal {
    /// The file cannot be read; its content is unknown.
    Unreadable(std::io::Error),
    /// The header is too long or has no end, or a line of it is too long.
    HeaderCut,
    /// The header is not UTF-8.
    NotUtf8,
    /// The first line names another form.
    OtherForm(String),
    /// A line of the header is unknown or malformed.
    UnknownLine(String),
    /// A line of the header is out of order.
    OutOfPlace(String),
    /// A line of the header is missing.
    Missing(&'static str),
    /// A line of the header that may come once comes twice.
    Twice(&'static str),
    /// A number of the header is malformed or too large.
    WrongNumber(String),
    /// A claim has `within` in a certificate of kind `order`.
    WithinUnderOrder,
    /// The certificate is about another text.
    OtherText,
    /// The definition has errors under these settings; the first of them.
    Definition(String),
    /// A move of the header is not legal.
    NotLegal(String),
    /// The file ends before the data do.
    DataCut,
    /// A block is not exactly one zlib stream, or unpacks to nothing or to too much.
    DamagedBlock,
    /// A running hash differs from that of the data.
    WrongHash,
    /// Bytes follow the end of the data.
    Trailing,
    /// The walk is done before all numbers are used.
    LeftOver,
    /// The numbers are used before the walk is done.
    TooFew,
    /// A number is too long or not in its shortest form.
    WrongForm,
    /// A choice names no legal move.
    NoSuchMove {
        /// The choice, counted from 0.
        choice: u64,
        /// The number of legal moves.
        moves: usize,
    },
    /// The payoff at an end of play does not meet the claim.
    WrongEnd {
        /// The payoff for the first player.
        payoff: i64,
    },
    /// A position comes again in a certificate of kind `order`.
    Repeats,
    /// A rank does not fall where it must.
    RankDoesNotFall {
        /// The rank before the move.
        from: u64,
        /// The rank after it.
        to: u64,
    },
    /// The rank of the first position is greater than `within` allows.
    TooFar {
        /// Its rank.
        rank: u64,
    },
    /// The definition has a fault on the way; its message.
    Fault(String),
    /// The watch stopped the walk; the certificate may be sound.
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

/// The first 80 characters of a text.
fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
