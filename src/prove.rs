//! `zug prove`: writes down why a value is true. The certificate is checked before it is written.

use crate::args::{Bounds, Source};
use crate::failure::{Failure, LIMIT};
use crate::watchdog::Watchdog;
use crate::{args, limits, load, output, solve};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use zug::answer::{Limits, Prepared, SolveError};
use zug::certificate::{Certificate, Shown, Subject, check};
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_lang::source::{FileId, Sources};
use zug_lang::wording::{self, grouped};
use zug_verify::{Refusal, Verified};
use zug_view::report;
use zug_view::report::json as form;

const EXAMPLES: &str = "\
Examples:
  zug prove games/tic_tac_toe.game --out tic_tac_toe.proof
  zug prove games/hex.game --set n=3 --moves b2 --claim best --out hex.proof

Exit codes: 0 written; 1 the definition has errors; 2 arguments, settings, moves or a claim that cannot be made; 3 a limit.";

/// `zug prove`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Prove {
    /// The definition.
    #[command(flatten)]
    pub source: Source,
    /// The file that the certificate is written to
    #[arg(long, value_name = "CERTIFICATE")]
    pub out: PathBuf,
    /// Moves played first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// What is shown
    #[arg(long, value_enum, default_value_t = ClaimKind::Value)]
    pub claim: ClaimKind,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub bounds: Bounds,
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

/// Runs the command.
pub fn run(arguments: &Prove) -> Result<(), Failure> {
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let prepared = solve::prepare(&definition.program, args::Engine::Auto, &sources)?.with_symmetry();
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::play(&mut sources, &semantics, arguments.moves.as_deref().unwrap_or(""))?;
    if semantics.texts(&played.position).is_err() {
        return Err(super::moves::fault(&sources, &semantics, &played));
    }
    let begun = Instant::now();
    let limits = limits::of(&arguments.bounds, started, &limits::interruption(), output::progress())?;
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
        let mut object = form::head("prove", &arguments.source.file.display().to_string(), settings);
        object.insert("after".into(), json!(played.texts));
        object.insert("value".into(), json!(wording::value(&definition.program, certificate.value)));
        object.insert("claims".into(), json!(claims(&verified)));
        object.insert("certificate".into(), json!(arguments.out.display().to_string()));
        object.insert("bytes".into(), json!(bytes));
        object.insert("positions".into(), json!(positions));
        object.insert("milliseconds".into(), json!(time * 1000.0));
        output::print(&format!("{}\n", serde_json::Value::Object(object)));
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
    /// No certificate was made.
    Stopped(SolveError),
    /// A limit was reached while it was checked.
    NotChecked,
}

/// A certificate, made and checked.
pub fn made_and_checked(
    prepared: &Prepared<'_>,
    subject: Subject<'_>,
    shown: Shown,
    limits: &Limits,
) -> Result<(Certificate, Verified), NotProved> {
    let certificate = prepared.certify(subject, shown, limits).map_err(NotProved::Stopped)?;
    match check(subject.text, &certificate.bytes, limits) {
        Ok(verified) => Ok((certificate, verified)),
        Err(Refusal::Stopped) => Err(NotProved::NotChecked),
        // Either the search or the check is wrong.
        Err(refusal) => panic!("a certificate was made that is refused: {refusal}"),
    }
}

/// The same for the command line.
pub fn certified(
    prepared: &Prepared<'_>,
    sources: &Sources,
    settings: &[String],
    played: &super::moves::Played,
    shown: Shown,
    limits: &Limits,
) -> Result<(Certificate, Verified), Failure> {
    let begun = Instant::now();
    let text = &sources.file(FileId::DEFINITION).text;
    let program = report::program::program(prepared.program);
    let subject =
        Subject { text, program: &program, settings, plays: &played.texts, position: &played.position };
    let made = made_and_checked(prepared, subject, shown, limits);
    output::end_progress();
    made.map_err(|why| match why {
        NotProved::Stopped(stop) => solve::refusal(sources, prepared, played, stop, begun.elapsed()),
        NotProved::NotChecked => Failure::Message { code: LIMIT, text: NOT_CHECKED.into() },
    })
}

/// What is said where a limit ends a check.
pub const NOT_CHECKED: &str = "a limit was reached before the certificate was checked; nothing is shown";

/// The claims of a certificate in the words of the definition.
pub fn claims(verified: &Verified) -> Vec<String> {
    verified.header.claims.iter().map(|claim| in_words(&verified.program, claim)).collect()
}

/// A claim in the words of the definition.
pub fn in_words(program: &Program, claim: &zug_verify::Claim) -> String {
    let prover = program.players()[claim.prover.index()];
    let (value, sign) = (claim.threshold, if claim.prover.index() == 0 { 1 } else { -1 });
    let mut text = match (program.points, sign * value) {
        (false, 1..) => format!("{prover} wins"),
        (false, 0) => format!("{prover} wins or draws"),
        (false, _) => format!("{prover} wins, draws or loses"),
        (true, 0) => format!("{prover} gets a draw or better"),
        (true, _) => format!("{prover} gets `{}` or better", wording::value(program, value)),
    };
    if let Some(count) = claim.within {
        text += &format!(", within {}", wording::plies(count));
    }
    match &claim.after {
        Some(after) => format!("after {after}: {text}"),
        None => text,
    }
}
