//! Checks certificates of the values of games by playing the game; nothing else is trusted.
//!
//! [`verify`] reads the text of a definition and a certificate (the form is in
//! `docs/certificates.md`) and returns [`VerifiedCertificate`] or a [`Refusal`]. It plays by
//! [`zug_lang::semantics`] and does not know how values are found. [`CertificateWriter`] writes
//! certificates in the same form.
//!
//! | file | content |
//! |---|---|
//! | `header` | the lines of text |
//! | `stream` | blocks, hashes, numbers |
//! | `key` | positions as bytes |
//! | `ahead` | positions and moves, played by two threads |
//! | `walk` | the walk through the positions, on which every claim rests |

mod ahead;
mod header;
mod key;
mod refusal;
mod stream;
mod walk;

pub use header::{Claim, Header, TerminationArgument};
pub use refusal::Refusal;
pub use stream::{CertificateWriter, hexadecimal, sha256};
pub use walk::{WalkCallback, WalkProgress};

use ahead::with_second_thread;
use std::io::BufRead;
use stream::NumberReader;
use walk::{CertificateWalk, fault};
use zug_lang::check::check;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::FileId;
use zug_lang::syntax;

/// A certificate that was verified.
#[derive(Clone, Debug)]
pub struct VerifiedCertificate {
    /// The claims and their subject.
    pub header: Header,
    /// The definition under the settings of the header.
    pub program: Program,
    /// The counts of the walk.
    pub progress: WalkProgress,
}

/// The SHA-256 of a definition's text, with every CR LF replaced by LF, in hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    hexadecimal(&sha256(&[text.replace("\r\n", "\n").as_bytes()]))
}

/// Verifies a certificate of a definition. `watch` is called every 1,024 positions; if it returns
/// `false`, the walk stops.
///
/// # Errors
/// The reason of the refusal. [`Refusal::Unreadable`] and [`Refusal::Stopped`] say nothing about
/// the certificate.
pub fn verify(
    definition: &str,
    mut certificate: impl BufRead,
    watch: &mut WalkCallback<'_>,
) -> Result<VerifiedCertificate, Refusal> {
    let (header, bytes) = Header::read(&mut certificate)?;
    if text_hash(definition) != header.text {
        return Err(Refusal::OtherText);
    }
    if header.kind == TerminationArgument::Order && header.claims.iter().any(|claim| claim.within.is_some()) {
        return Err(Refusal::WithinUnderOrder);
    }
    let program = program(definition, &header.settings)?;
    let semantics = Semantics::new(&program);
    let mut position = semantics.start();
    for text in &header.plays {
        position = played(&semantics, &position, text)?;
    }
    let mut watch = |progress: &WalkProgress| watch(progress);
    let numbers = NumberReader::new(&bytes, certificate);
    let progress = with_second_thread(&semantics, |ahead| {
        let mut walk = CertificateWalk::new((&semantics, ahead), header.kind, numbers, &mut watch);
        for claim in &header.claims {
            let start = match &claim.after {
                None => position.clone(),
                Some(text) => played(&semantics, &position, text)?,
            };
            walk.claim(claim, start)?;
        }
        walk.finish()
    })?;
    Ok(VerifiedCertificate { header, program, progress })
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

/// The position after the legal move with exactly this text.
fn played(semantics: &Semantics<'_>, position: &Position, text: &str) -> Result<Position, Refusal> {
    let legal = semantics.texts(position).map_err(|e| fault(semantics, &e))?;
    let choice = legal.into_iter().find(|(_, each)| each == text);
    let (choice, _) = choice.ok_or_else(|| Refusal::NotLegal(text.into()))?;
    semantics.play(position, &choice).map_err(|e| fault(semantics, &e))
}
