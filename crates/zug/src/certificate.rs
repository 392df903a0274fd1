//! Writes certificates: proofs of values that others can check, see `docs/certificates.md`.
//!
//! If play must end, the strategies come from alpha-beta and its table. If positions can repeat,
//! and for claims about plies, they come from the solved table of retrograde analysis.

use crate::answer::{
    Engine, Limits, Options, Prepared, SolveError, Task, Unfit, plan, solve_error, with_engine,
};
use std::io::BufRead;
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::{
    AlphaBetaOptions, AlphaBetaState, SolveQuestion, SolvedTable, Statistics, StrategyGoal, TableSize,
    ranked_strategies, resume_alphabeta, walk_strategies,
};
use zug_verify::{
    CertificateWriter, Claim, Header, Refusal, TerminationArgument, VerifiedCertificate, hexadecimal, sha256,
    text_hash, verify,
};

/// The longest setting or move that a header can hold, in bytes; the rest of its line fits into the
/// limit of the reader.
const MOST_LINE: usize = 65_000;

/// The statement that a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The value.
    Value,
    /// The value, and for every move whether it keeps the value.
    Best,
    /// A win within a number of plies.
    Distance,
}

/// The position that a certificate is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The text of the definition.
    pub text: &'a str,
    /// The checked definition, printed.
    pub program: &'a str,
    /// The settings as they were typed.
    pub settings: &'a [String],
    /// The moves played first, in the notation of the definition.
    pub plays: &'a [String],
    /// The position after these moves.
    pub position: &'a Position,
}

/// A certificate.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The header, with the claims.
    pub header: Header,
    /// The value for the first player.
    pub value: i64,
    /// The statistics of the walk through the strategies.
    pub statistics: Statistics,
}

impl Prepared<'_> {
    /// Makes a certificate, which still has to be checked: [`check`].
    ///
    /// # Errors
    /// A statement that no certificate can prove, a limit, or a fault of the definition.
    pub fn certify(
        &self,
        subject: Subject<'_>,
        shown: Shown,
        limits: &Limits,
    ) -> Result<Certificate, SolveError> {
        with_engine(self, Certify { prepared: self, subject, shown, limits })
    }
}

/// Checks a certificate as any reader does, block by block, within limits of time and memory.
///
/// # Errors
/// The reason of the refusal; [`Refusal::Stopped`] at a limit.
pub fn check(
    text: &str,
    certificate: impl BufRead + Send,
    limits: &Limits,
) -> Result<VerifiedCertificate, Refusal> {
    zug_solve::on_deep_stack(|| {
        verify(text, certificate, &mut |progress| {
            let taken = limits.process.and_then(|process| Some((process.now)()? > process.most));
            limits.look().is_ok() && progress.bytes <= limits.memory && taken != Some(true)
        })
    })
}

struct Certify<'a> {
    prepared: &'a Prepared<'a>,
    subject: Subject<'a>,
    shown: Shown,
    limits: &'a Limits,
}

/// The solution of the position, from which the claims are made.
struct KnownSolution {
    value: i64,
    distance: Option<u64>,
    /// The moves that keep the value.
    best: Vec<Choice>,
}

fn unfit<T>(unfit: Unfit) -> Result<T, SolveError> {
    Err(SolveError::Unfit(unfit))
}

impl Task for Certify<'_> {
    type Output = Result<Certificate, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let must_end = plan(self.prepared, &Options::within(self.limits))?.must_end;
        match must_end && self.shown != Shown::Distance {
            true => self.in_order(engine),
            false => self.with_ranks(engine),
        }
    }
}

impl Certify<'_> {
    fn in_order<E: Engine>(&self, engine: &E) -> Result<Certificate, SolveError> {
        let stopped = |stop| solve_error(engine, self.prepared.program, stop);
        let options = AlphaBetaOptions {
            memo: TableSize::Auto,
            range: Some(self.prepared.range),
            ..AlphaBetaOptions::default()
        };
        let mut state = AlphaBetaState::default();
        let question = SolveQuestion { best: self.shown == Shown::Best, ..SolveQuestion::VALUE };
        let position = engine.enter(self.subject.position);
        let solution = resume_alphabeta(engine, &position, question, self.limits, options, &mut state);
        let solution = solution.map_err(stopped)?;
        let best = solution.best.iter().map(|play| engine.choice(play)).collect();
        let known = KnownSolution { value: solution.value, distance: None, best };
        let (header, goals) = self.claims(engine, &known, TerminationArgument::Order)?;
        let mut writer = CertificateWriter::new(&header.to_string());
        let emit = &mut |number| writer.push(number);
        let statistics =
            walk_strategies(engine, &goals, self.limits, options, &mut state, emit).map_err(stopped)?;
        Ok(Certificate { bytes: writer.finish(), header, value: known.value, statistics })
    }

    fn with_ranks<E: Engine>(&self, engine: &E) -> Result<Certificate, SolveError> {
        let stopped = |stop| solve_error(engine, self.prepared.program, stop);
        let position = engine.enter(self.subject.position);
        let table = SolvedTable::of(engine, &position, self.limits, true).map_err(stopped)?;
        let (Some(entry), Some(moves)) = (table.look_up(&position), table.moves(&position)) else {
            return unfit(Unfit::ValueTooLarge);
        };
        let best = moves.iter().filter(|each| each.value == entry.value).map(|each| engine.choice(&each.mv));
        let known = KnownSolution { value: entry.value, distance: entry.distance, best: best.collect() };
        let (header, goals) = self.claims(engine, &known, TerminationArgument::Ranks)?;
        let mut writer = CertificateWriter::new(&header.to_string());
        let emit = &mut |number| writer.push(number);
        let statistics = ranked_strategies(&table, &goals, self.limits, emit).map_err(stopped)?;
        Ok(Certificate { bytes: writer.finish(), header, value: known.value, statistics })
    }

    /// The header, and a strategy goal for each of its claims.
    #[allow(clippy::type_complexity)]
    fn claims<E: Engine>(
        &self,
        engine: &E,
        known: &KnownSolution,
        kind: TerminationArgument,
    ) -> Result<(Header, Vec<StrategyGoal<E::Position>>), SolveError> {
        let mut claims = Vec::new();
        let here = self.subject.position;
        let goal = |claim: Claim, position: &Position| {
            let Claim { prover: player, threshold, within, .. } = claim;
            let goal = StrategyGoal { position: engine.enter(position), player, threshold, within };
            (claim, goal)
        };
        let claim = |prover, threshold| Claim { prover, threshold, within: None, after: None };
        if self.shown == Shown::Distance {
            let (winner, plies) = self.winner(known)?;
            claims.push(goal(Claim { within: Some(plies), ..claim(winner, known.value) }, here));
        } else {
            for prover in [Player::First, Player::Second] {
                if self.says_something(prover, known.value) {
                    claims.push(goal(claim(prover, known.value), here));
                }
            }
        }
        if self.shown == Shown::Best {
            let semantics = Semantics::new(self.prepared.program);
            let fault = |line| move |_| SolveError::Fault { line };
            let over = matches!(semantics.expand(here), Ok(Expansion::Over(_)));
            let texts = if over { Vec::new() } else { semantics.texts(here).map_err(fault(Vec::new()))? };
            for (choice, text) in texts {
                let after = semantics.play(here, &choice).map_err(fault(vec![choice.clone()]))?;
                let (prover, threshold) = match (known.best.contains(&choice), here.turn) {
                    (true, mover) => (mover, known.value),
                    (false, Player::First) => (Player::Second, known.value - 1),
                    (false, Player::Second) => (Player::First, known.value + 1),
                };
                if self.says_something(prover, threshold) {
                    claims.push(goal(Claim { after: Some(text), ..claim(prover, threshold) }, &after));
                }
            }
        }
        let (claims, goals): (Vec<Claim>, Vec<StrategyGoal<E::Position>>) = claims.into_iter().unzip();
        let lines = self.subject.settings.iter().chain(self.subject.plays);
        let mut lines = lines.chain(claims.iter().filter_map(|claim| claim.after.as_ref()));
        if lines.any(|line| line.len() > MOST_LINE || line.contains('\n') || line.is_empty()) {
            return unfit(Unfit::LineOfCertificate);
        }
        let header = Header {
            text: text_hash(self.subject.text),
            program: hexadecimal(&sha256(&[self.subject.program.as_bytes()])),
            settings: self.subject.settings.to_vec(),
            plays: self.subject.plays.to_vec(),
            claims,
            kind,
        };
        Ok((header, goals))
    }

    /// Whether a claim says more than every outcome of the game meets. Without points, -1 is the
    /// least payoff and 1 the greatest.
    fn says_something(&self, prover: Player, threshold: i64) -> bool {
        let free = if prover == Player::First { -1 } else { 1 };
        self.prepared.program.points || threshold != free
    }

    /// The winner, and the number of plies to the win.
    fn winner(&self, known: &KnownSolution) -> Result<(Player, u64), SolveError> {
        if self.prepared.program.points {
            return unfit(Unfit::DistanceOfPoints);
        }
        let winner = if known.value > 0 { Player::First } else { Player::Second };
        match known.distance {
            Some(plies) if known.value != 0 => Ok((winner, plies)),
            _ if known.value == 0 => unfit(Unfit::DistanceOfDraw),
            _ => unfit(Unfit::DistanceOfEndlessPlay),
        }
    }
}
