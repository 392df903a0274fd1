//! `zug prove`: writes a certificate of a value, after it is checked.

use crate::args::{EngineArg, LimitArgs, MovesFirst, SourceArgs};
use crate::failure::{Failure, LIMIT};
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prepare, search_refusal};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Instant;
use zug::answer::{Limits, Prepared, SolveError};
use zug::certificate::{Certificate, Shown, Subject, check};
use zug_lang::semantics::Semantics;
use zug_lang::source::{FileId, Sources};
use zug_lang::wording::{self, grouped};
use zug_verify::{Refusal, VerifiedCertificate};
use zug_view::json::{self, AnswerHead, Command};
use zug_view::report;
use zug_view::wording::{NOT_CHECKED, claim};

const EXAMPLES: &str = "\
Examples:
  zug prove games/tic_tac_toe.game --out tic_tac_toe.proof
  zug prove games/hex.game --set columns=3 --set rows=3 --moves b2 --claim best --out hex.proof

Exit codes: 0 written; 1 the definition has errors; 2 arguments, settings, moves or a claim that cannot be made; 3 a limit.";

/// `zug prove`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ProveArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// The file that the certificate is written to
    #[arg(long, value_name = "CERTIFICATE")]
    pub out: PathBuf,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// What is shown
    #[arg(long, value_enum, default_value_t = ClaimKind::Value)]
    pub claim: ClaimKind,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// `--claim`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClaimKind {
    /// The value of the position
    Value,
    /// The value, and of every legal move whether it keeps the value
    Best,
    /// That the winner wins within the number of plies that `zug solve --distance` tells
    Distance,
}

pub fn run(arguments: &ProveArgs) -> Result<(), Failure> {
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let prepared = prepare::prepare(&definition.program, EngineArg::Auto, arguments.bounds.memory, &sources)?
        .with_symmetry();
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::reach(&mut sources, &semantics, arguments.first.text())?;
    let begun = Instant::now();
    let limits =
        limits::of(&arguments.bounds, EngineArg::Auto, started, &limits::interruption(), output::progress())?;
    let shown = match arguments.claim {
        ClaimKind::Value => Shown::Value,
        ClaimKind::Best => Shown::Best,
        ClaimKind::Distance => Shown::Distance,
    };
    let settings = &arguments.source.settings;
    let (certificate, verified) = certified(&prepared, &sources, settings, &played, shown, &limits)?;
    std::fs::write(&arguments.out, &certificate.bytes)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", arguments.out.display())))?;
    let time = begun.elapsed().as_secs_f64();
    let (bytes, positions) = (certificate.bytes.len() as u64, verified.progress.positions);
    if arguments.json {
        output::print(&json::line(&json::Prove {
            head: AnswerHead::new(Command::Prove, &arguments.source.file.display().to_string(), settings),
            after: played.texts,
            value: wording::value(&definition.program, certificate.value),
            claims: claims(&verified),
            certificate: arguments.out.display().to_string(),
            bytes,
            positions,
            milliseconds: time * 1000.0,
        }));
        return Ok(());
    }
    let mut text =
        format!("{}\n\nproved, and checked\n", wording::value(&definition.program, certificate.value));
    text.extend(claims(&verified).iter().map(|claim| format!("  {claim}\n")));
    text += &format!("  {} bytes, {} positions, {time:.3} s\n", grouped(bytes), grouped(positions));
    output::print(&text);
    Ok(())
}

/// Why a value is not proved.
pub enum NotProved {
    /// The solver did not answer, so there is no certificate.
    Stopped(SolveError),
    /// A limit was reached while the certificate was checked.
    NotChecked,
}

/// Makes a certificate and checks it.
pub fn made_and_checked(
    prepared: &Prepared<'_>,
    subject: Subject<'_>,
    shown: Shown,
    limits: &Limits,
) -> Result<(Certificate, VerifiedCertificate), NotProved> {
    let certificate = prepared.certify(subject, shown, limits).map_err(NotProved::Stopped)?;
    match check(subject.text, &certificate.bytes[..], limits) {
        Ok(verified) => Ok((certificate, verified)),
        Err(Refusal::Stopped) => Err(NotProved::NotChecked),
        // The search or the verifier has a bug.
        Err(refusal) => panic!("a certificate was made that is refused: {refusal}"),
    }
}

/// Makes and checks a certificate for the command line.
pub fn certified(
    prepared: &Prepared<'_>,
    sources: &Sources,
    settings: &[String],
    played: &super::moves::PlayedMoves,
    shown: Shown,
    limits: &Limits,
) -> Result<(Certificate, VerifiedCertificate), Failure> {
    let begun = Instant::now();
    let text = &sources.file(FileId::DEFINITION).text;
    let program = report::program::program(prepared.program);
    let subject =
        Subject { text, program: &program, settings, plays: &played.texts, position: &played.position };
    let made = made_and_checked(prepared, subject, shown, limits);
    output::end_progress();
    made.map_err(|why| match why {
        NotProved::Stopped(stop) => search_refusal::failure(sources, prepared, played, stop, begun.elapsed()),
        NotProved::NotChecked => Failure::Message { code: LIMIT, text: NOT_CHECKED.into() },
    })
}

/// The claims of a certificate in the words of the definition.
pub fn claims(verified: &VerifiedCertificate) -> Vec<String> {
    verified.header.claims.iter().map(|each| claim(&verified.program, each)).collect()
}
