//! Checks certificates of the values of games: plays the game by its definition and believes nothing.
//!
//! Reads the text of a definition and a certificate (the form is in `docs/certificates.md`); makes [`Verified`], or says
//! why not: [`Refusal`]. It plays by [`zug_lang::semantics`] and knows nothing of how a value is found. [`Writer`] writes the
//! same form, for whoever has choices to write.
//!
//! | file | what |
//! |---|---|
//! | `header` | the lines of text |
//! | `stream` | blocks, hashes, numbers |
//! | `key` | positions as bytes |
//! | `walk` | the walk: all that a claim rests on |

mod header;
mod key;
mod refusal;
mod stream;
mod walk;

pub use header::{Claim, Header, Kind};
pub use refusal::Refusal;
pub use stream::{Writer, hexadecimal, sha256};
pub use walk::{Progress, Watch};

use std::io::BufRead;
use stream::NumberReader;
use walk::{Walk, fault};
use zug_lang::check::check;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::FileId;
use zug_lang::syntax;

/// What a certificate shows.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What is claimed, and of what.
    pub header: Header,
    /// The definition under the settings of the header.
    pub program: Program,
    /// What was walked through.
    pub progress: Progress,
}

/// SHA-256 of a definition's text, with every CR LF made one LF, in hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    hexadecimal(&sha256(&[text.replace("\r\n", "\n").as_bytes()]))
}

/// Checks a certificate of a definition. `watch` is asked now and then whether to go on.
///
/// # Errors
/// Why the certificate is refused.
pub fn verify(
    definition: &str,
    mut certificate: impl BufRead,
    watch: &mut Watch<'_>,
) -> Result<Verified, Refusal> {
    let (header, bytes) = Header::read(&mut certificate)?;
    if text_hash(definition) != header.text {
        return Err(Refusal::OtherText);
    }
    if header.kind == Kind::Order && header.claims.iter().any(|claim| claim.within.is_some()) {
        return Err(Refusal::WithinUnderOrder);
    }
    let program = program(definition, &header.settings)?;
    let semantics = Semantics::new(&program);
    let mut position = semantics.start();
    for text in &header.plays {
        position = played(&semantics, &position, text)?;
    }
    let mut watch = |progress: &Progress| watch(progress);
    let mut walk = Walk::new(&semantics, header.kind, NumberReader::new(&bytes, certificate), &mut watch);
    for claim in &header.claims {
        let start = match &claim.after {
            None => position.clone(),
            Some(text) => played(&semantics, &position, text)?,
        };
        walk.claim(claim, start)?;
    }
    let progress = walk.finish()?;
    Ok(Verified { header, program, progress })
}

/// The checked definition under these settings.
fn program(definition: &str, settings: &[String]) -> Result<Program, Refusal> {
    let (game, mut diagnostics) = syntax::parse(FileId::DEFINITION, definition);
    let mut read = Vec::new();
    for setting in settings {
        match syntax::parse_setting(FileId(1), setting) {
            Ok(setting) => read.push(setting),
            Err(mistakes) => diagnostics.extend(mistakes),
        }
    }
    let checked = check(&game, &read);
    diagnostics.extend(checked.diagnostics);
    let is_error = |each: &Diagnostic| each.severity == Severity::Error;
    match (diagnostics.into_iter().find(is_error), checked.program) {
        (None, Some(program)) => Ok(program),
        (mistake, _) => Err(Refusal::Definition(mistake.map_or_else(String::new, |each| each.message))),
    }
}

/// The position after the move that reads so.
fn played(semantics: &Semantics<'_>, position: &Position, text: &str) -> Result<Position, Refusal> {
    let legal = semantics.texts(position).map_err(|e| fault(semantics, &e))?;
    let choice = legal.into_iter().find(|(_, each)| each == text);
    let (choice, _) = choice.ok_or_else(|| Refusal::NotLegal(text.into()))?;
    semantics.play(position, &choice).map_err(|e| fault(semantics, &e))
}
