//! Chooses the solver by what is proved about the game.

use super::impartial_game::ImpartialGame;
use super::{MemoSize, Method, Options, Prepared, Reason, SolveError, SolverKind, Unfit};
use zug_analysis::Ends;
use zug_solve::{Statistics, Techniques};

/// The solver taken, and why it is sound.
pub struct SolverChoice {
    /// Never [`SolverKind::Auto`].
    pub solver: SolverKind,
    /// Whether play must end.
    pub must_end: bool,
    /// Why it is sound.
    pub reason: Reason,
    /// Whether df-pn has its turn where alpha-beta takes long.
    pub dovetail: bool,
    /// Whether backward induction has its turn where alpha-beta comes back to the same positions
    /// again and again.
    pub induction: bool,
    /// Whether a search forward has turns beside the retrograde analysis.
    pub forward: bool,
    /// Whether a sample may find that another solver is better.
    pub sample: bool,
}

impl SolverChoice {
    /// The same where df-pn was done first, after so much was looked at.
    pub fn by_proofs(&self, prepared: &Prepared<'_>, before: Statistics) -> SolverChoice {
        let draws = zug_analysis::can_be_drawn(prepared.program);
        let method = Method::Dfpn { draws, before: Some(before.positions) };
        let reason = Reason { method, ..self.reason.clone() };
        SolverChoice { solver: SolverKind::Dfpn, reason, ..*self }
    }

    /// The same where backward induction was done first, after so much was looked at if alpha-beta
    /// had begun, without `sums` in the keys or with them.
    pub fn by_induction(&self, before: Option<Statistics>, sums: bool) -> SolverChoice {
        let method = Method::Induction { before: before.map(|before| before.positions), sums };
        let reason = Reason { method, ..self.reason.clone() };
        SolverChoice { solver: SolverKind::Induction, reason, ..*self }
    }

    /// The same where a search forward found a win in so many positions.
    pub fn by_forward(&self, positions: u64) -> SolverChoice {
        let reason = Reason { method: Method::Forward { positions }, ..self.reason.clone() };
        SolverChoice { reason, ..*self }
    }
}

/// What is known before a solver is chosen.
struct ChoiceInput<'a> {
    prepared: &'a Prepared<'a>,
    memo: MemoSize,
    /// Whether play must end.
    must_end: bool,
    /// Whether plies are counted too.
    distance: bool,
}

/// A way to find the value of a position.
#[derive(Debug)]
pub struct Solver {
    /// How it is asked for.
    pub kind: SolverKind,
    /// What `--solver` calls it.
    pub name: &'static str,
    /// How it would find the value, or why it does not fit.
    applies: fn(&ChoiceInput<'_>) -> Result<Method, Unfit>,
    /// Whether it can also tell the number of plies to the end.
    pub tells_distances: bool,
}

/// All solvers; by itself the first is taken that fits. One that is not listed here cannot be asked
/// for.
pub static SOLVERS: [Solver; 7] = [
    Solver { kind: SolverKind::Sums, name: "sums", applies: by_sums, tells_distances: false },
    Solver { kind: SolverKind::MustPlay, name: "must-play", applies: by_must_play, tells_distances: false },
    Solver { kind: SolverKind::AlphaBeta, name: "alphabeta", applies: by_alphabeta, tells_distances: true },
    Solver {
        kind: SolverKind::Retrograde,
        name: "retrograde",
        applies: by_retrograde,
        tells_distances: true,
    },
    Solver { kind: SolverKind::Dfpn, name: "dfpn", applies: by_dfpn, tells_distances: true },
    Solver {
        kind: SolverKind::Induction,
        name: "induction",
        applies: by_backward_induction,
        tells_distances: false,
    },
    Solver { kind: SolverKind::Minimax, name: "minimax", applies: by_minimax, tells_distances: true },
];

impl SolverKind {
    /// What `--solver` calls it.
    pub fn name(self) -> &'static str {
        self.listed().map_or("auto", |solver| solver.name)
    }

    /// Whether it can also tell the number of plies to the end.
    pub fn tells_distances(self) -> bool {
        self.listed().is_none_or(|solver| solver.tells_distances)
    }

    fn listed(self) -> Option<&'static Solver> {
        SOLVERS.iter().find(|solver| solver.kind == self)
    }
}

impl Prepared<'_> {
    /// The solvers that fit the game, with so much to remember, where plies are not asked for.
    pub fn fitting(&self, memo: MemoSize) -> impl Iterator<Item = &'static Solver> {
        let facts = self.facts(memo, false);
        SOLVERS.iter().filter(move |solver| (solver.applies)(&facts).is_ok())
    }

    fn facts(&self, memo: MemoSize, distance: bool) -> ChoiceInput<'_> {
        let must_end = !matches!(self.ends, Ends::Unproven { .. });
        ChoiceInput { prepared: self, memo, must_end, distance: distance && !self.program.points }
    }
}

/// The solver for these options.
///
/// # Errors
/// One that does not fit, as alpha-beta for a game that is not proved to end.
pub fn plan(prepared: &Prepared<'_>, options: &Options) -> Result<SolverChoice, SolveError> {
    // Who says how alpha-beta is to search asks for it.
    let plain = options.memo == MemoSize::Auto && options.techniques == Techniques::ALL;
    let sums = plain && options.threads.count <= 1;
    choice(prepared, options, &|solver| match solver {
        SolverKind::Sums => sums,
        SolverKind::MustPlay => plain && !prepared.reads_threats(),
        SolverKind::Auto
        | SolverKind::AlphaBeta
        | SolverKind::Retrograde
        | SolverKind::Dfpn
        | SolverKind::Induction
        | SolverKind::Minimax => true,
    })
}

/// The solver for these options among those that search whole positions, whatever is known of parts
/// and sets.
///
/// # Errors
/// Those of [`plan`].
pub fn plan_of_search(prepared: &Prepared<'_>, options: &Options) -> Result<SolverChoice, SolveError> {
    choice(prepared, options, &|solver| !matches!(solver, SolverKind::Sums | SolverKind::MustPlay))
}

/// The solver for these options where a sample of so many positions found that they do not fall
/// apart.
///
/// # Errors
/// Those of [`plan`].
pub fn plan_of_wholes(
    prepared: &Prepared<'_>,
    options: &Options,
    positions: u64,
) -> Result<SolverChoice, SolveError> {
    let mut plan = choice(prepared, options, &|solver| solver != SolverKind::Sums)?;
    plan.reason.whole_after = Some(positions);
    Ok(plan)
}

/// The solver for these options where the components took more than so many positions.
///
/// # Errors
/// Those of [`plan`].
pub fn plan_after_components(
    prepared: &Prepared<'_>,
    options: &Options,
    positions: u64,
) -> Result<SolverChoice, SolveError> {
    let mut plan = plan_of_search(prepared, options)?;
    plan.reason.apart_first = Some(positions);
    Ok(plan)
}

/// The solver for these options where must-play regions did not decide who wins, after so many
/// positions.
///
/// # Errors
/// Those of [`plan`], and where must-play regions were asked for.
pub fn plan_of_undecided(
    prepared: &Prepared<'_>,
    options: &Options,
    positions: u64,
) -> Result<SolverChoice, SolveError> {
    if options.solver == SolverKind::MustPlay {
        return Err(SolveError::Unfit(Unfit::Undecided { positions }));
    }
    let mut plan = plan_of_search(prepared, options)?;
    plan.reason.undecided_after = Some(positions);
    Ok(plan)
}

/// The solver; by itself one is taken only if it is allowed.
fn choice(
    prepared: &Prepared<'_>,
    options: &Options,
    allowed: &dyn Fn(SolverKind) -> bool,
) -> Result<SolverChoice, SolveError> {
    let facts = prepared.facts(options.memo, options.distance);
    let several = options.threads.count > 1;
    let asked = |solver: &&Solver| match options.solver {
        SolverKind::Auto => allowed(solver.kind),
        asked => solver.kind == asked,
    };
    let tried_one = |each: &Solver| (each.applies)(&facts).map(|method| (each.kind, method));
    let mut tried = SOLVERS.iter().filter(asked).map(tried_one);
    let first = tried.next().unwrap_or(Err(Unfit::NotListed));
    let found = first.or_else(|unfit| tried.find_map(Result::ok).ok_or(unfit));
    let (solver, method) = found.map_err(SolveError::Unfit)?;
    let shares = solver == SolverKind::AlphaBeta && options.memo != MemoSize::Off;
    if several && !shares && (options.solver != SolverKind::Auto || solver == SolverKind::AlphaBeta) {
        return Err(SolveError::Unfit(Unfit::ThreadsWithoutMemo));
    }
    let searches = options.solver == SolverKind::Auto && shares && !several;
    // Where moves are worth points the same position is asked about with many windows; where
    // numbers tell positions apart there are soon no new ones.
    let induction = searches && (prepared.program.points || !facts.distance && prepared.has_numbers_alone());
    let dovetail = searches && !induction && !prepared.program.points && !prepared.reads_threats();
    let chosen = options.solver == SolverKind::Auto && solver == SolverKind::Retrograde;
    let forward = chosen && options.forward && !prepared.program.points;
    let ends = prepared.ends.clone();
    let reason = Reason {
        method,
        ends,
        one_thread: several && !shares,
        certificate: None,
        whole_after: None,
        apart_first: None,
        undecided_after: None,
        leaves: None,
    };
    let sample = options.solver == SolverKind::Auto && solver == SolverKind::Sums;
    Ok(SolverChoice { solver, must_end: facts.must_end, reason, dovetail, induction, forward, sample })
}

fn by_sums(facts: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    if facts.distance {
        return Err(Unfit::DistanceOfSum);
    }
    if facts.memo == MemoSize::Off {
        return Err(Unfit::SumWithoutMemo);
    }
    if let Some(game) = facts.prepared.sum_game() {
        return Ok(Method::Sums { parts: game.parts(), nimbers: game.is_impartial() });
    }
    let components = facts.prepared.impartial_game().map_or(0, ImpartialGame::count);
    if components > 1 { Ok(Method::Components { components }) } else { Err(Unfit::NoSum) }
}

fn by_must_play(facts: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    if facts.distance {
        return Err(Unfit::DistanceOfMustPlay);
    }
    if facts.memo == MemoSize::Off {
        return Err(Unfit::MustPlayWithoutMemo);
    }
    let fits = facts.must_end && facts.prepared.set_colouring().is_some();
    if fits { Ok(Method::MustPlay) } else { Err(Unfit::NoSetColouring) }
}

fn by_alphabeta(facts: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    needs_end(facts, SolverKind::AlphaBeta)?;
    Ok(Method::AlphaBeta { memo: facts.memo != MemoSize::Off })
}

fn by_retrograde(_: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    Ok(Method::Retrograde)
}

fn by_minimax(facts: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    let memo = facts.memo != MemoSize::Off;
    Ok(if facts.must_end { Method::EveryLine { memo } } else { Method::ValueIteration })
}

fn by_dfpn(facts: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    let program = facts.prepared.program;
    needs_end(facts, SolverKind::Dfpn)?;
    if program.points {
        return Err(Unfit::PointsForDfpn);
    }
    if facts.memo == MemoSize::Off {
        return Err(Unfit::DfpnWithoutMemo);
    }
    Ok(Method::Dfpn { draws: zug_analysis::can_be_drawn(program), before: None })
}

fn by_backward_induction(facts: &ChoiceInput<'_>) -> Result<Method, Unfit> {
    needs_end(facts, SolverKind::Induction)?;
    if facts.distance {
        return Err(Unfit::DistanceOfInduction);
    }
    if facts.memo == MemoSize::Off {
        return Err(Unfit::InductionWithoutMemo);
    }
    Ok(Method::Induction { before: None, sums: false })
}

fn needs_end(facts: &ChoiceInput<'_>, solver: SolverKind) -> Result<(), Unfit> {
    match &facts.prepared.ends {
        Ends::Unproven { why } => Err(Unfit::MayNotEnd { solver, why: why.clone() }),
        Ends::Proven { .. } | Ends::Declared { .. } => Ok(()),
    }
}
