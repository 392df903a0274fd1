//! `zug verify`: checks a certificate by playing its moves; nothing in it is trusted.

use crate::args::{EngineArg, LimitArgs, Messages};
use crate::failure::{Failure, LIMIT, MISTAKE, USAGE};
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prove};
use clap::Args;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Instant;
use zug::certificate::check;
use zug_lang::program::Program;
use zug_lang::wording::{self, grouped};
use zug_verify::{Claim, Refusal, VerifiedCertificate};
use zug_view::json::{AnswerHead, Command, Refused, Verified as VerifiedAnswer, Verify as Answer, line};
use zug_view::wording::NOT_CHECKED;

const EXAMPLES: &str = "\
Example:
  zug verify games/tic_tac_toe.game tic_tac_toe.proof

Exit codes: 0 all that is claimed is so; 1 the certificate is refused; 2 a file that cannot be read; 3 a limit.";

/// `zug verify`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    /// The definition; settings are those of the certificate
    pub file: PathBuf,
    /// The certificate
    pub certificate: PathBuf,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

pub fn run(arguments: &VerifyArgs) -> Result<(), Failure> {
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (_, text) = load::read(&arguments.file)?;
    let name = arguments.certificate.display();
    let certificate = File::open(&arguments.certificate)
        .map_err(|error| Failure::usage(format!("cannot read {name}: {error}")))?;
    let begun = Instant::now();
    let limits = limits::of(
        &arguments.bounds,
        EngineArg::Semantics,
        started,
        &limits::interruption(),
        output::progress(),
    )?;
    let verified = check(&text, BufReader::new(certificate), &limits);
    let time = begun.elapsed().as_secs_f64();
    match verified {
        Ok(verified) => {
            output::print(&answer(arguments, &verified, time));
            Ok(())
        }
        Err(Refusal::Stopped) => Err(Failure::Message { code: LIMIT, text: NOT_CHECKED.into() }),
        Err(Refusal::Unreadable(error)) => {
            Err(Failure::Message { code: USAGE, text: format!("cannot read {name}: {error}") })
        }
        Err(refusal) if arguments.json => {
            let head = head(arguments, &[]);
            let refused = Refused { head, verified: false, why: refusal.to_string() };
            output::print(&line(&Answer::Refused(refused)));
            Err(Failure::Said(MISTAKE))
        }
        Err(refusal) => {
            Err(Failure::Message { code: MISTAKE, text: format!("{name} is refused: {refusal}") })
        }
    }
}

fn head(arguments: &VerifyArgs, settings: &[String]) -> AnswerHead {
    AnswerHead::new(Command::Verify, &arguments.file.display().to_string(), settings)
}

fn answer(arguments: &VerifyArgs, verified: &VerifiedCertificate, time: f64) -> String {
    let VerifiedCertificate { header, program, progress } = verified;
    let claims = prove::claims(verified);
    let value = value(program, &header.claims);
    if arguments.json {
        return line(&Answer::Verified(VerifiedAnswer {
            head: head(arguments, &header.settings),
            verified: true,
            after: header.plays.clone(),
            value,
            claims,
            positions: progress.positions,
            ends: progress.ends,
            milliseconds: time * 1000.0,
        }));
    }
    let mut text = match &value {
        Some(value) => format!("verified: {value}\n\n"),
        None => "verified\n\n".to_string(),
    };
    let about = [("set", &header.settings), ("after", &header.plays)];
    for (name, lines) in about.iter().filter(|(_, lines)| !lines.is_empty()) {
        text += &format!("  {name:12}{}\n", lines.join(", "));
    }
    text.extend(claims.iter().map(|claim| format!("  {:12}{claim}\n", "claim")));
    text += &format!("  {:12}{}\n", "positions", grouped(progress.positions));
    text += &format!("  {:12}{}\n", "ends", grouped(progress.ends));
    text += &format!("  {:12}{time:.3} s\n", "time");
    text
}

/// The value, if the claims about the position itself determine it.
fn value(program: &Program, claims: &[Claim]) -> Option<String> {
    let plain = |side: usize| {
        let fits = move |claim: &&Claim| claim.prover.index() == side && claim.after.is_none();
        claims.iter().filter(fits).map(|claim| claim.threshold)
    };
    let free = |bound: i64| (!program.points).then_some(bound);
    let low = plain(0).chain(free(-1)).max()?;
    let high = plain(1).chain(free(1)).min()?;
    (low == high).then(|| wording::value(program, low))
}
