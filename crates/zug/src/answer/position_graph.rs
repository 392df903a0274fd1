//! The positions that can be reached from one, breadth first up to a number, each with its moves,
//! where they lead, and what is known of its value: what somebody needs who plays on without a
//! solver.
//!
//! Where all positions are listed, retrograde analysis values each. Otherwise a session is asked
//! about one after the other, as long as there is time; what it does not prove stays unknown.

use super::engine::{Engine, Task, with_engine};
use super::results::solve_error;
use super::session::SessionState;
use super::{Knowledge, LimitReached, Limits, Prepared, ProvedBounds, SessionLimits, SolveError};
use rustc_hash::FxHashMap;
use zug_game::{Expansion, Player};
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_solve::SolvedTable;
use zug_solve::clock::Instant;

/// Where a move leads that leaves the listed positions.
const BEYOND: u32 = u32::MAX;
/// Positions from one look at the limits to the next.
const PAUSE: usize = 1 << 8;
/// A session may take this part of all time for one question.
const PART: u32 = 4;

/// A proved value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphValue {
    /// From the first player's side, points so far included.
    pub value: i64,
    /// Plies to the end under best play, where known; none in draws and where outcomes are points.
    pub plies: Option<u64>,
}

/// A legal move of a listed position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphMove {
    /// The move.
    pub choice: Choice,
    /// The number of the position after it, if that is listed.
    pub to: Option<usize>,
    /// What the position after it is worth, where that is proved; its plies count from there.
    pub value: Option<GraphValue>,
}

/// A listed position. They are numbered from 0 in the order of a breadth-first search.
#[derive(Clone, Debug)]
pub struct GraphPosition {
    /// The position.
    pub position: Position,
    /// What the rules give, if play is over.
    pub over: Option<i64>,
    /// What it is worth, where that is proved.
    pub value: Option<GraphValue>,
    /// Every legal move, in the order of the definition; none where play is over.
    pub moves: Vec<GraphMove>,
    /// The number of the move of perfect play, where that is proved: where positions repeat,
    /// another one that keeps the value may go round for ever.
    pub next: Option<usize>,
}

/// How far the list goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphExtent {
    /// Listed positions, at least 1.
    pub positions: usize,
    /// Those of them whose value is proved.
    pub proved: usize,
    /// Whether all positions that can be reached are listed.
    pub whole: bool,
    /// All positions within so many plies are listed.
    pub plies: u32,
}

impl Prepared<'_> {
    /// Hands the positions that can be reached from one to `each`, in order, at most so many. The
    /// time of the limits is for values where not all positions are listed.
    ///
    /// # Errors
    /// A broken promise of the definition, or an interruption.
    pub fn position_graph(
        &self,
        position: &Position,
        most: usize,
        limits: &SessionLimits,
        each: &mut (dyn FnMut(GraphPosition) + Send),
    ) -> Result<GraphExtent, SolveError> {
        with_engine(
            self,
            GraphTask { prepared: self, position, most: most.clamp(1, BEYOND as usize), limits, each },
        )
    }
}

struct GraphTask<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    most: usize,
    limits: &'a SessionLimits,
    each: &'a mut (dyn FnMut(GraphPosition) + Send),
}

impl Task for GraphTask<'_> {
    type Output = Result<GraphExtent, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let listed = Listed::of(engine, engine.enter(self.position), self.most, &self.bounds())?;
        let table = match listed.cut {
            None => self.table(engine, &listed)?,
            Some(_) => None,
        };
        let known = if table.is_none() { self.asked(engine, &listed)? } else { Answers::default() };
        let (bounds, points) = (self.bounds(), self.prepared.program.points);
        let mut proved = 0;
        for n in 0..listed.positions.len() {
            bounds.look().map_err(interrupted)?;
            let position = match &table {
                Some(table) => listed.from_table(engine, table, n, points)?,
                None => listed.from_answers(engine, &known, n)?,
            };
            proved += usize::from(position.value.is_some());
            (self.each)(position);
        }
        let plies = listed.cut.unwrap_or_else(|| listed.depths.last().copied().unwrap_or(0));
        Ok(GraphExtent { positions: listed.positions.len(), proved, whole: listed.cut.is_none(), plies })
    }
}

fn interrupted(which: zug_solve::LimitKind) -> SolveError {
    SolveError::Limit { which: LimitReached::Given(which), proved: ProvedBounds::NONE, positions: 0 }
}

fn overflow() -> SolveError {
    let which = LimitReached::Number { what: "the points at the end" };
    SolveError::Limit { which, proved: ProvedBounds::NONE, positions: 0 }
}

/// What a session answered.
#[derive(Default)]
struct Answers {
    /// By the number of the position.
    values: FxHashMap<u32, GraphValue>,
    /// By the number of the position: the moves with what they lead to, and the best of them.
    moves: FxHashMap<u32, (Vec<GraphValue>, Option<usize>)>,
}

impl GraphTask<'_> {
    /// What ends the listing.
    fn bounds(&self) -> Limits {
        let SessionLimits { memory, process, stop, .. } = self.limits;
        Limits { memory: *memory, process: *process, stop: stop.clone(), ..Limits::default() }
    }

    /// The value of every position; none where limits do not allow that, or play without end is
    /// worth different things.
    fn table<'e, E: Engine>(
        &self,
        engine: &'e E,
        listed: &Listed<E>,
    ) -> Result<Option<SolvedTable<'e, E>>, SolveError> {
        match SolvedTable::of(engine, &listed.positions[0], &self.bounds(), true) {
            Ok(table) => Ok(Some(table)),
            Err(stop) => match solve_error(engine, self.prepared.program, stop) {
                fault @ (SolveError::Fault { .. } | SolveError::Contradiction { .. }) => Err(fault),
                _ => Ok(None),
            },
        }
    }

    /// Asks about the positions in their order, until the time is over.
    fn asked<E: Engine>(&self, engine: &E, listed: &Listed<E>) -> Result<Answers, SolveError> {
        let limits = SessionLimits { time: self.limits.time.map(|time| time / PART), ..self.limits.clone() };
        let deadline = self.limits.time.and_then(|time| Instant::now().checked_add(time));
        let mut session = SessionState::new(engine, self.prepared, &limits);
        let (mut known, points) = (Answers::default(), self.prepared.program.points);
        for (n, here) in (0..).zip(&listed.positions) {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            self.bounds().look().map_err(interrupted)?;
            let position = engine.leave(here);
            match session.prove(&position).map_err(|error| error.behind(&listed.line(engine, n)))? {
                Some(proved) => listed.keep(n, &proved, (position.turn, points), &mut known),
                None => listed.keep_end(engine, n, points, &mut known),
            }
        }
        Ok(known)
    }
}

/// The positions met so far, and where their moves lead.
struct Listed<E: Engine> {
    positions: Vec<E::Position>,
    numbers: FxHashMap<E::Key, u32>,
    /// The position before each, and the number of the move to it.
    entered: Vec<(u32, u32)>,
    depths: Vec<u32>,
    /// The targets of all moves, and where those of each position begin.
    targets: Vec<u32>,
    starts: Vec<usize>,
    /// All positions within so many plies are listed, and further ones are not.
    cut: Option<u32>,
}

impl<E: Engine> Listed<E> {
    fn of(engine: &E, start: E::Position, most: usize, limits: &Limits) -> Result<Listed<E>, SolveError> {
        let numbers = FxHashMap::from_iter([(engine.full_key(&start), 0)]);
        let mut all = Listed {
            positions: vec![start],
            numbers,
            entered: vec![(0, 0)],
            depths: vec![0],
            targets: Vec::new(),
            starts: vec![0],
            cut: None,
        };
        let mut n = 0;
        while n < all.positions.len() {
            if n % PAUSE == 0 {
                limits.look().map_err(interrupted)?;
            }
            all.follow(engine, n, most)?;
            n += 1;
        }
        Ok(all)
    }

    /// Notes where the moves of a position lead.
    fn follow(&mut self, engine: &E, n: usize, most: usize) -> Result<(), SolveError> {
        let here = self.positions[n].clone();
        let moves = self.legal(engine, n)?.1;
        for (number, each) in moves.iter().enumerate() {
            let after = engine.play(&here, each).map_err(|_| self.fault(engine, n, Some(each)))?.position;
            let target = self.meet(engine, after, (n as u32, number as u32), most);
            self.targets.push(target);
        }
        self.starts.push(self.targets.len());
        Ok(())
    }

    fn meet(&mut self, engine: &E, position: E::Position, from: (u32, u32), most: usize) -> u32 {
        let key = engine.full_key(&position);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let depth = self.depths[from.0 as usize];
        if self.positions.len() >= most {
            self.cut.get_or_insert(depth);
            return BEYOND;
        }
        let number = self.positions.len() as u32;
        self.numbers.insert(key, number);
        self.positions.push(position);
        self.entered.push(from);
        self.depths.push(depth + 1);
        number
    }

    /// What the rules give, or the legal moves.
    fn legal(&self, engine: &E, n: usize) -> Result<(Option<i64>, Vec<E::Move>), SolveError> {
        let mut moves = Vec::new();
        let here = &self.positions[n];
        match engine.expand(here, &mut moves).map_err(|_| self.fault(engine, n, None))? {
            Expansion::Terminal(payoff) => {
                let total = payoff.checked_add(engine.offset(here)).ok_or_else(overflow)?;
                Ok((Some(total), Vec::new()))
            }
            Expansion::Moves => Ok((None, moves)),
        }
    }

    /// The moves from the first position to this one.
    fn line(&self, engine: &E, n: u32) -> Vec<Choice> {
        let mut line = Vec::new();
        let mut here = n;
        while here != 0 {
            let (before, number) = self.entered[here as usize];
            let mut moves = Vec::new();
            // It was expanded when it was listed.
            let _ = engine.expand(&self.positions[before as usize], &mut moves);
            line.extend(moves.get(number as usize).map(|each| engine.choice(each)));
            here = before;
        }
        line.reverse();
        line
    }

    fn fault(&self, engine: &E, n: usize, last: Option<&E::Move>) -> SolveError {
        let mut line = self.line(engine, n as u32);
        line.extend(last.map(|each| engine.choice(each)));
        SolveError::Fault { line }
    }

    fn targets(&self, n: usize) -> &[u32] {
        &self.targets[self.starts[n]..self.starts[n + 1]]
    }

    /// A position with these values of it and of its moves.
    fn described(
        &self,
        engine: &E,
        n: usize,
        value: Option<GraphValue>,
        next: Option<usize>,
        after: impl Fn(usize, u32) -> Option<GraphValue>,
    ) -> Result<GraphPosition, SolveError> {
        let (over, legal) = self.legal(engine, n)?;
        let moves = legal.iter().zip(self.targets(n)).enumerate().map(|(number, (each, to))| GraphMove {
            choice: engine.choice(each),
            to: (*to != BEYOND).then_some(*to as usize),
            value: after(number, *to),
        });
        let moves = moves.collect();
        Ok(GraphPosition { position: engine.leave(&self.positions[n]), over, value, moves, next })
    }

    fn from_table(
        &self,
        engine: &E,
        table: &SolvedTable<'_, E>,
        n: usize,
        points: bool,
    ) -> Result<GraphPosition, SolveError> {
        let here = &self.positions[n];
        let entry = |position| {
            let found = table.look_up(position)?;
            Some(GraphValue { value: found.value, plies: found.distance.filter(|_| !points) })
        };
        let best = table.best_move(here, !points);
        let legal = self.legal(engine, n)?.1;
        let next = best.and_then(|best| legal.iter().position(|each| *each == best));
        self.described(engine, n, entry(here), next, |_, to| entry(self.positions.get(to as usize)?))
    }

    fn from_answers(&self, engine: &E, known: &Answers, n: usize) -> Result<GraphPosition, SolveError> {
        let number = n as u32;
        let (after, next) =
            known.moves.get(&number).map_or((None, None), |(after, next)| (Some(after), *next));
        let value = known.values.get(&number).copied();
        self.described(engine, n, value, next, |at, to| {
            after.and_then(|after| after.get(at)).or_else(|| known.values.get(&to)).copied()
        })
    }

    /// Keeps what was proved of a position and of those after it.
    fn keep(&self, n: u32, answer: &Knowledge, (turn, points): (Player, bool), known: &mut Answers) {
        let Knowledge::Exact { value, plies, moves, .. } = answer else { return };
        let rated = |value: i64, plies: Option<u64>| {
            let plies = plies.filter(|_| value != 0 && !points);
            GraphValue { value, plies }
        };
        known.values.insert(n, rated(*value, *plies));
        let after: Vec<GraphValue> = moves
            .iter()
            .map(|(_, value, plies)| rated(*value, plies.map(|plies| plies.saturating_sub(1))))
            .collect();
        for (to, value) in self.targets(n as usize).iter().zip(&after).filter(|(to, _)| **to != BEYOND) {
            known.values.entry(*to).or_insert(*value);
        }
        let chosen = answer.chosen(turn == Player::First);
        let next = chosen.and_then(|chosen| moves.iter().position(|each| each.0 == *chosen));
        known.moves.insert(n, (after, next));
    }

    /// Where play is over, the rules say what the position is worth.
    fn keep_end(&self, engine: &E, n: u32, points: bool, known: &mut Answers) {
        if let Ok((Some(value), _)) = self.legal(engine, n as usize) {
            known.values.insert(n, GraphValue { value, plies: (value != 0 && !points).then_some(0) });
        }
    }
}
