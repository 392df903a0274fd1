//! The header of a certificate: parsing and printing.

use crate::refusal::Refusal;
use std::fmt;
use std::io::{BufRead, Read};
use zug_game::Player;

/// The largest absolute value of a number in a header.
const GREATEST: i64 = 1 << 53;
/// The longest line in bytes, without its line feed.
const MOST_LINE: usize = 65_536;
/// The longest header in bytes.
const MOST_HEADER: usize = 16 << 20;
/// The first line.
const FORM: &str = "zug certificate 1";

/// A claim about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The player who has a strategy.
    pub prover: Player,
    /// The payoff for the first player: at least this if he is the prover, at most this otherwise.
    pub threshold: i64,
    /// The bound on the plies to the end of play, if the claim has one.
    pub within: Option<u64>,
    /// The move after which the claim begins, if it is not about the position itself.
    pub after: Option<String>,
}

impl Claim {
    /// Whether a payoff for the first player meets the claim.
    pub fn is_met(&self, payoff: i64) -> bool {
        match self.prover {
            Player::First => payoff >= self.threshold,
            Player::Second => payoff <= self.threshold,
        }
    }

    fn read(text: &str) -> Result<Claim, Refusal> {
        let unknown = || Refusal::UnknownLine(format!("claim {text}"));
        let first = text.strip_prefix("first >= ").map(|rest| (Player::First, rest));
        let second = || text.strip_prefix("second <= ").map(|rest| (Player::Second, rest));
        let (prover, rest) = first.or_else(second).ok_or_else(unknown)?;
        let (threshold, mut rest) = word(rest);
        let threshold = number(threshold)?;
        let mut within = None;
        if let Some(more) = rest.strip_prefix(" within ") {
            let (plies, more) = word(more);
            within = Some(u64::try_from(number(plies)?).map_err(|_| Refusal::WrongNumber(plies.into()))?);
            rest = more;
        }
        let after = rest.strip_prefix(" after ").filter(|text| !text.is_empty()).map(String::from);
        if after.is_none() && !rest.is_empty() {
            return Err(unknown());
        }
        Ok(Claim { prover, threshold, within, after })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = if self.prover == Player::First { "first >=" } else { "second <=" };
        write!(f, "{start} {}", self.threshold)?;
        if let Some(plies) = self.within {
            write!(f, " within {plies}")?;
        }
        self.after.as_ref().map_or(Ok(()), |text| write!(f, " after {text}"))
    }
}

/// The argument that excludes endless play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminationArgument {
    /// `order`: no play by the choices comes back to a position.
    Order,
    /// `ranks`: every position has a rank. It never rises, and it falls wherever endless play would
    /// not meet the claim.
    Ranks,
}

/// The header of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The SHA-256 of the definition's text in hexadecimal digits.
    pub text: String,
    /// The SHA-256 of the checked definition as the writer prints it; not verified.
    pub program: String,
    /// The settings, as behind `--set`.
    pub settings: Vec<String>,
    /// The moves played from the start before the claims begin.
    pub plays: Vec<String>,
    /// The claims, at least one.
    pub claims: Vec<Claim>,
    /// The argument that excludes endless play.
    pub kind: TerminationArgument,
}

/// The kinds of lines, in the order in which they must come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HeaderLine {
    Form,
    Text,
    Program,
    Set,
    Play,
    Claim,
    Kind,
    Data,
}

const ROWS: [(HeaderLine, &str); 6] = [
    (HeaderLine::Form, "zug certificate"),
    (HeaderLine::Text, "text"),
    (HeaderLine::Program, "program"),
    (HeaderLine::Claim, "claim"),
    (HeaderLine::Kind, "order or ranks"),
    (HeaderLine::Data, "data"),
];

impl Header {
    /// Parses a header; also returns its bytes, which the hashes cover.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn read(input: &mut impl BufRead) -> Result<(Header, Vec<u8>), Refusal> {
        let mut bytes = Vec::new();
        let mut header = Header {
            text: String::new(),
            program: String::new(),
            settings: Vec::new(),
            plays: Vec::new(),
            claims: Vec::new(),
            kind: TerminationArgument::Order,
        };
        let mut seen: Vec<HeaderLine> = Vec::new();
        while seen.last() != Some(&HeaderLine::Data) {
            let most = (MOST_LINE + 1).min(MOST_HEADER - bytes.len());
            let begin = bytes.len();
            input.by_ref().take(most as u64).read_until(b'\n', &mut bytes)?;
            let line = bytes[begin..].strip_suffix(b"\n").ok_or(Refusal::HeaderCut)?;
            let line = std::str::from_utf8(line).map_err(|_| Refusal::NotUtf8)?;
            let row = header.line(line)?;
            if seen.last().is_some_and(|last| *last > row) {
                return Err(Refusal::OutOfPlace(line.into()));
            }
            seen.push(row);
        }
        for (row, name) in ROWS {
            match seen.iter().filter(|each| **each == row).count() {
                0 => return Err(Refusal::Missing(name)),
                1 => {}
                _ if row == HeaderLine::Claim => {}
                _ => return Err(Refusal::Twice(name)),
            }
        }
        Ok((header, bytes))
    }

    fn line(&mut self, line: &str) -> Result<HeaderLine, Refusal> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(match name {
            "zug" if line == FORM => HeaderLine::Form,
            "zug" => return Err(Refusal::OtherForm(line.into())),
            "text" => {
                self.text = digits(rest, line)?;
                HeaderLine::Text
            }
            "program" => {
                self.program = digits(rest, line)?;
                HeaderLine::Program
            }
            "set" if !rest.is_empty() => {
                self.settings.push(rest.into());
                HeaderLine::Set
            }
            "play" if !rest.is_empty() => {
                self.plays.push(rest.into());
                HeaderLine::Play
            }
            "claim" => {
                self.claims.push(Claim::read(rest)?);
                HeaderLine::Claim
            }
            _ => match line {
                "order" => self.set_kind(TerminationArgument::Order),
                "ranks" => self.set_kind(TerminationArgument::Ranks),
                "data" => HeaderLine::Data,
                _ => return Err(Refusal::UnknownLine(line.into())),
            },
        })
    }

    fn set_kind(&mut self, kind: TerminationArgument) -> HeaderLine {
        self.kind = kind;
        HeaderLine::Kind
    }
}

impl fmt::Display for Header {
    /// Prints the header byte for byte as in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORM}\ntext {}\nprogram {}", self.text, self.program)?;
        self.settings.iter().try_for_each(|each| writeln!(f, "set {each}"))?;
        self.plays.iter().try_for_each(|each| writeln!(f, "play {each}"))?;
        self.claims.iter().try_for_each(|each| writeln!(f, "claim {each}"))?;
        writeln!(f, "{}\ndata", if self.kind == TerminationArgument::Order { "order" } else { "ranks" })
    }
}

/// The text before the next blank, and the rest with the blank.
fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

/// Checks 64 hexadecimal digits in lower case.
fn digits(text: &str, line: &str) -> Result<String, Refusal> {
    let fits = text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if fits { Ok(text.into()) } else { Err(Refusal::UnknownLine(line.into())) }
}

/// Parses a decimal number without leading zeros, of at most [`GREATEST`] in absolute value.
fn number(text: &str) -> Result<i64, Refusal> {
    let plain = text
        .parse::<i64>()
        .ok()
        .filter(|n| n.to_string() == text && n.unsigned_abs() <= GREATEST.unsigned_abs());
    plain.ok_or_else(|| Refusal::WrongNumber(text.into()))
}
