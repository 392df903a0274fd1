//! Chooses the solver by what is proved about the game.

use super::{MemoSize, Options, Prepared, SolveError, SolverKind};
use zug_analysis::Ends;
use zug_lang::wording;
use zug_solve::Statistics;

/// The solver taken, and the sentence that says why it is sound.
pub struct SolverChoice {
    /// Never [`SolverKind::Auto`].
    pub solver: SolverKind,
    /// Whether play must end.
    pub must_end: bool,
    /// The sentence.
    pub why: String,
    /// Whether df-pn has its turn where alpha-beta takes long.
    pub dovetail: bool,
}

impl SolverChoice {
    /// The same where df-pn was done first, after so much was looked at.
    pub fn by_proofs(&self, prepared: &Prepared<'_>, before: Statistics) -> SolverChoice {
        let (_, reason) = reason(&prepared.ends);
        let why = proofs(zug_analysis::can_be_drawn(prepared.program), &reason);
        let before = wording::grouped(before.positions);
        let why = format!(
            "{why}; alpha-beta and it had turns, and {before} positions were looked at before its last"
        );
        SolverChoice { solver: SolverKind::Dfpn, why, ..*self }
    }
}

/// What is known before a solver is chosen.
struct Facts<'a> {
    prepared: &'a Prepared<'a>,
    memo: MemoSize,
    /// Whether play must end.
    must_end: bool,
    /// Why it must, or why that is not proved.
    reason: String,
}

/// A way to find the value of a position.
#[derive(Debug)]
pub struct Solver {
    /// How it is asked for.
    pub kind: SolverKind,
    /// What `--solver` calls it.
    pub name: &'static str,
    /// Why what it finds is sound, or why it does not fit.
    applies: fn(&Facts<'_>) -> Result<String, String>,
}

/// All solvers; by itself the first is taken that fits. One that is not listed here cannot be asked for.
pub static SOLVERS: [Solver; 4] = [
    Solver { kind: SolverKind::AlphaBeta, name: "alphabeta", applies: by_alphabeta },
    Solver { kind: SolverKind::Retrograde, name: "retrograde", applies: by_retrograde },
    Solver { kind: SolverKind::Dfpn, name: "dfpn", applies: by_dfpn },
    Solver { kind: SolverKind::Minimax, name: "minimax", applies: by_minimax },
];

impl SolverKind {
    /// What `--solver` calls it.
    pub fn name(self) -> &'static str {
        SOLVERS.iter().find(|solver| solver.kind == self).map_or("auto", |solver| solver.name)
    }
}

impl Prepared<'_> {
    /// The solvers that fit the game, with so much to remember.
    pub fn fitting(&self, memo: MemoSize) -> impl Iterator<Item = &'static Solver> {
        let facts = self.facts(memo);
        SOLVERS.iter().filter(move |solver| (solver.applies)(&facts).is_ok())
    }

    fn facts(&self, memo: MemoSize) -> Facts<'_> {
        let (must_end, reason) = reason(&self.ends);
        Facts { prepared: self, memo, must_end, reason }
    }
}

/// The solver for these options.
///
/// # Errors
/// One that does not fit, as alpha-beta for a game that is not proved to end.
pub fn plan(prepared: &Prepared<'_>, options: &Options) -> Result<SolverChoice, SolveError> {
    let facts = prepared.facts(options.memo);
    let asked = |solver: &&Solver| [solver.kind, SolverKind::Auto].contains(&options.solver);
    let tried_one = |each: &Solver| (each.applies)(&facts).map(|why| (each.kind, why));
    let mut tried = SOLVERS.iter().filter(asked).map(tried_one);
    let first = tried.next().unwrap_or_else(|| Err("no solver is called so".to_string()));
    let found = first.or_else(|why| tried.find_map(Result::ok).ok_or(why));
    let (solver, why) = found.map_err(|why| SolveError::Unfit { why })?;
    let shares = solver == SolverKind::AlphaBeta && options.memo != MemoSize::Off;
    if options.threads.count > 1
        && !shares
        && (options.solver != SolverKind::Auto || solver == SolverKind::AlphaBeta)
    {
        let why = "several threads share the memo of alpha-beta; leave out --threads".to_string();
        return Err(SolveError::Unfit { why });
    }
    let why = if options.threads.count > 1 && !shares { format!("{why}; it uses one thread") } else { why };
    let dovetail = options.solver == SolverKind::Auto
        && shares
        && options.threads.count <= 1
        && !prepared.program.points
        && !prepared.reads_threats();
    Ok(SolverChoice { solver, must_end: facts.must_end, why, dovetail })
}

fn by_alphabeta(facts: &Facts<'_>) -> Result<String, String> {
    let reason = &facts.reason;
    match (facts.must_end, facts.memo) {
        (false, _) => Err(format!(
            "alpha-beta needs play that must end, and that is not proved: {reason}; use --solver retrograde, or \
             say with `progress` which integers every move increases"
        )),
        (_, MemoSize::Off) => {
            Ok(format!("alpha-beta without a memo saw to the end of play; play must end: {reason}"))
        }
        _ => Ok(format!("alpha-beta with a memo; play must end: {reason}")),
    }
}

fn by_retrograde(facts: &Facts<'_>) -> Result<String, String> {
    Ok(format!("retrograde analysis of every reachable position; {}", facts.reason))
}

fn by_minimax(facts: &Facts<'_>) -> Result<String, String> {
    let reason = &facts.reason;
    Ok(match (facts.must_end, facts.memo) {
        (true, MemoSize::Off) => {
            format!("minimax over every line of play, nothing remembered; play must end: {reason}")
        }
        (true, _) => format!("minimax over every line of play; play must end: {reason}"),
        (false, _) => format!("sweeps over all positions until nothing changes; {reason}"),
    })
}

fn by_dfpn(facts: &Facts<'_>) -> Result<String, String> {
    let (program, reason) = (facts.prepared.program, &facts.reason);
    if !facts.must_end {
        return Err(format!(
            "df-pn needs play that must end, and that is not proved: {reason}; use --solver retrograde, or say \
             with `progress` which integers every move increases"
        ));
    }
    if program.points {
        let why = "df-pn asks who wins, and the outcome of this game is points; use --solver alphabeta";
        return Err(why.to_string());
    }
    if facts.memo == MemoSize::Off {
        return Err("df-pn cannot search without a memo; use --solver alphabeta --memo off".to_string());
    }
    Ok(proofs(zug_analysis::can_be_drawn(program), reason))
}

fn proofs(draws: bool, reason: &str) -> String {
    let asked = if draws {
        "whether the first player wins, then whether he loses"
    } else {
        "whether the first player wins, for no outcome is a draw"
    };
    format!("df-pn, by proof numbers, asked {asked}; play must end: {reason}")
}

fn reason(ends: &Ends) -> (bool, String) {
    match ends {
        Ends::Proven { words, .. } => (true, words.clone()),
        Ends::Declared { words } => (true, words.clone()),
        Ends::Unproven { why } => (false, why.clone()),
    }
}
