//! Depth-first proof-number search (df-pn): yes-or-no questions, the cheapest line first.
//!
//! Method: Nagai's df-pn (2002) on the proof numbers of Allis, van der Meulen and van den Herik
//! (1994), with the 1+epsilon threshold of Pawlewicz and Lew (2007), which keeps a search from
//! switching between moves of nearly equal numbers. A question is always about the first player:
//! "does he win?" or "does he win or draw?". Where he moves, one move must answer yes (an OR node);
//! where the second player moves, all must (an AND node); who moved before plays no part, so extra
//! turns need no special case. A game with draws takes two questions, any other game one.
//!
//! Play must end: without cycles an answer holds wherever the position occurs. A position that is
//! reached on several paths counts several times in a sum, so of a sum only a part counts
//! ([`proof_numbers`]). Numbers that are too large or too small make no answer wrong, because only
//! the number 0 answers, and it stems from terminal positions.
//!
//! Best moves, the line and the values of moves are further questions; alpha-beta on the utility of
//! plies finds the distance.

mod proof_numbers;
mod prove;
mod table;

use crate::alphabeta::{HaltedAt, distance_of, follow, legal, score, with_line_to_halt};
use crate::answer::{LineEnd, MoveValue, Solution, SolveQuestion, Statistics};
use crate::limits::{Halt, LimitKind, Limits, Stop};
use crate::memo;
use crate::search::{AlphaBetaSearch, Parallel};
use crate::table_size::{TableSize, wanted};
use crate::techniques::{Technique, Techniques};
use crate::tracer::{NoTrace, Window};
use crate::utility::Plies;
use prove::Prover;
use table::{ProofGoal, ProofTable};
use zug_game::{Game, Player, Value};

/// How df-pn searches.
#[derive(Clone, Copy, Debug)]
pub struct DfpnOptions {
    /// The size of the table. [`TableSize::Off`] is refused; the smallest table takes a few
    /// thousand bytes.
    pub memo: TableSize,
    /// Whether the game can be drawn. Without draws one question suffices.
    pub draws: bool,
    /// The proof-number search uses only [`Technique::Threats`] of these; the search for the
    /// distance uses all.
    pub techniques: Techniques,
}

impl Default for DfpnOptions {
    fn default() -> DfpnOptions {
        DfpnOptions { memo: TableSize::Auto, draws: true, techniques: Techniques::ALL }
    }
}

/// Solves a position of a game in which play must end, whose outcomes are 1, 0 and -1, and in which
/// no move has a reward.
///
/// # Errors
/// [`Stop::Unfit`] where there are other outcomes or rewards, or the table is [`TableSize::Off`];
/// limits and faults as in every solver.
pub fn solve_dfpn<G: Parallel>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    options: DfpnOptions,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    resume_dfpn(game, position, question, limits, options, &mut DfpnState::default())
}

/// The resumable state of df-pn: the table that one search leaves to the next one of the same game.
pub struct DfpnState<K>(Option<ProofTable<K>>);

impl<K> Default for DfpnState<K> {
    fn default() -> DfpnState<K> {
        DfpnState(None)
    }
}

/// [`solve_dfpn`] with the state of an earlier search. A search that reaches a limit leaves what it
/// found in the state as well.
///
/// # Errors
/// Those of [`solve_dfpn`].
pub fn resume_dfpn<G: Parallel>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    options: DfpnOptions,
    kept: &mut DfpnState<G::Key>,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    let bytes = room::<G>(options.memo, limits)?;
    if game.offset(position) != 0 {
        return Err(Halt::Points.into_stop(Vec::new(), (None, None), Statistics::default()));
    }
    let threats = options.techniques.has(Technique::Threats);
    let table = kept.0.take().unwrap_or_else(|| ProofTable::new(bytes, options.draws));
    let prover = Prover::new(game, limits, table, threats, options.draws);
    let mut asking = Asking {
        game,
        limits,
        options,
        question,
        prover,
        plies: Statistics::default(),
        proved: (None, None),
    };
    let found = asking.with_line_to_halt(position);
    kept.0 = Some(asking.prover.table);
    found
}

/// The bytes for the table.
fn room<G: Parallel>(memo: TableSize, limits: &Limits) -> Result<u64, Stop<G::Move>> {
    let bytes = match memo {
        TableSize::Off => return Err(Stop::Unfit { why: "df-pn cannot search without a memo" }),
        TableSize::Auto => limits.memory / 2,
        TableSize::Bytes(bytes) => bytes.min(limits.memory),
    };
    if ProofTable::<G::Key>::LEAST > limits.memory {
        let none = Statistics::default();
        return Err(Halt::Limit(LimitKind::Memory).into_stop(Vec::new(), (None, None), none));
    }
    Ok(bytes)
}

/// Asks all questions about one position.
struct Asking<'a, G: Game> {
    game: &'a G,
    limits: &'a Limits,
    options: DfpnOptions,
    question: SolveQuestion,
    prover: Prover<'a, G>,
    /// The work of counting plies.
    plies: Statistics,
    /// Bounds of the last value asked for, as far as they are proved.
    proved: (Option<Value>, Option<Value>),
}

impl<G: Parallel> Asking<'_, G> {
    /// Answers everything that is asked; a halt carries the moves that lead to it.
    fn with_line_to_halt(&mut self, position: &G::Position) -> Result<Solution<G::Move>, Stop<G::Move>> {
        let found = self.value(position);
        let statistics = self.prover.statistics_now();
        let into_stop = |(halt, line): HaltedAt<G::Move>, proved| halt.into_stop(line, proved, statistics);
        let value = found.map_err(|open| into_stop(open, self.proved))?;
        self.prover.statistics = Statistics { bytes: statistics.bytes, ..Statistics::default() };
        self.prover.watch.go_on();
        let rest = self.rest(position, value);
        let afterwards = self.prover.statistics_now().plus(self.plies);
        match rest {
            Ok(rest) => Ok(Solution { statistics, afterwards, ..rest }),
            Err((halt, line)) => {
                Err(halt.into_stop(line, (Some(value), Some(value)), statistics.plus(afterwards)))
            }
        }
    }

    /// Whether the value of a position is at least `value`.
    fn at_least(&mut self, position: &G::Position, value: Value) -> Result<bool, HaltedAt<G::Move>> {
        let goal = match value {
            ..=-1 => return Ok(true),
            0 if self.options.draws => ProofGoal::Draw,
            0 | 1 => ProofGoal::Win,
            _ => return Ok(false),
        };
        let answer = self.prover.reaches(position, goal);
        answer.map_err(|halt| (halt, std::mem::take(&mut self.prover.path).into_iter().rev().collect()))
    }

    /// The value of a position: 1, 0 or -1.
    fn value(&mut self, position: &G::Position) -> Result<Value, HaltedAt<G::Move>> {
        self.proved = (None, None);
        if self.at_least(position, 1)? {
            return Ok(1);
        }
        self.proved.1 = Some(if self.options.draws { 0 } else { -1 });
        if !self.options.draws {
            return Ok(-1);
        }
        Ok(if self.at_least(position, 0)? { 0 } else { -1 })
    }

    /// Whether this player's move to `child` keeps the value.
    fn keeps(&mut self, child: &G::Position, mover: Player, value: Value) -> Result<bool, HaltedAt<G::Move>> {
        match mover {
            Player::First => self.at_least(child, value),
            Player::Second => self.at_least(child, value + 1).map(|more| !more),
        }
    }

    /// Answers all questions but the value, without statistics.
    fn rest(&mut self, position: &G::Position, value: Value) -> Result<Solution<G::Move>, HaltedAt<G::Move>> {
        let mut nobody = NoTrace;
        let asked = self.question.distance;
        let limits = &self.limits.afterwards();
        let wanted = wanted(TableSize::Auto, self.limits, None, crate::Threads::ONE).filter(|_| asked);
        let mut memo = wanted.map(|wanted| memo::TranspositionTable::new(self.game, position, wanted));
        let memo = memo.as_mut().map(memo::TranspositionTable::open);
        let mut plies = AlphaBetaSearch::<G, Plies, NoTrace>::new(self.game, memo, limits, &mut nobody)
            .using(self.options.techniques);
        let rest = self.all_questions(position, value, &mut plies);
        self.plies = plies.statistics_now();
        rest
    }

    fn all_questions(
        &mut self,
        position: &G::Position,
        value: Value,
        plies: &mut AlphaBetaSearch<'_, G, Plies, NoTrace>,
    ) -> Result<Solution<G::Move>, HaltedAt<G::Move>> {
        let asked = self.question.distance;
        let far = if asked { with_line_to_halt(plies, |plies| score(plies, position, value))? } else { 0 };
        let moves = if self.question.all_moves { self.all(position, plies)? } else { Vec::new() };
        let best = if self.question.best { self.keeping(position, value, true)? } else { Vec::new() };
        let best = best.into_iter().map(|(mv, _)| mv).collect();
        let line = match (self.question.line, far) {
            (false, _) => Vec::new(),
            (true, 0) => self.line(position, value)?,
            (true, far) => follow(plies, position, (far, Window::OPEN))?,
        };
        let line_end = if self.question.line { LineEnd::Terminal } else { LineEnd::NotAsked };
        let (distance, none) = (distance_of(far), Statistics::default());
        Ok(Solution { value, distance, best, line, line_end, moves, statistics: none, afterwards: none })
    }

    /// The value of every move, with its distance if asked for.
    fn all(
        &mut self,
        position: &G::Position,
        plies: &mut AlphaBetaSearch<'_, G, Plies, NoTrace>,
    ) -> Result<Vec<MoveValue<G::Move>>, HaltedAt<G::Move>> {
        let mut all = Vec::new();
        for (mv, child) in self.moves(position)? {
            let below = |(halt, line)| (halt, [vec![mv.clone()], line].concat());
            let value = self.value(&child).map_err(below)?;
            let far = match self.question.distance {
                true => with_line_to_halt(plies, |plies| score(plies, &child, value)).map_err(below)?,
                false => 0,
            };
            let distance = distance_of(far).map(|plies| plies + 1);
            all.push(MoveValue { mv, value, distance });
        }
        Ok(all)
    }

    /// The moves that keep the value with the positions after them, in the order of the definition:
    /// all, or the first one alone.
    #[allow(clippy::type_complexity)]
    fn keeping(
        &mut self,
        position: &G::Position,
        value: Value,
        all: bool,
    ) -> Result<Vec<(G::Move, G::Position)>, HaltedAt<G::Move>> {
        let mover = self.game.mover(position);
        let mut best = Vec::new();
        for (mv, child) in self.moves(position)? {
            let kept = self.keeps(&child, mover, value);
            if kept.map_err(|(halt, line)| (halt, [vec![mv.clone()], line].concat()))? {
                best.push((mv, child));
                if !all {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// A line of best play: at each position the first move that keeps the value.
    fn line(&mut self, position: &G::Position, value: Value) -> Result<Vec<G::Move>, HaltedAt<G::Move>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some((mv, next)) = self
            .keeping(&position, value, false)
            .map_err(|(halt, below)| (halt, [line.clone(), below].concat()))?
            .pop()
        {
            line.push(mv);
            position = next;
        }
        Ok(line)
    }

    /// Every legal move with the position after it.
    #[allow(clippy::type_complexity)]
    fn moves(&self, position: &G::Position) -> Result<Vec<(G::Move, G::Position)>, HaltedAt<G::Move>> {
        let here = |halt| (halt, Vec::new());
        let play = |mv: G::Move| match self.game.play(position, &mv) {
            Ok(step) if step.reward == 0 => Ok((mv, step.position)),
            Ok(_) => Err((Halt::Points, Vec::new())),
            Err(fault) => Err((fault.into(), vec![mv])),
        };
        legal(self.game, position).map_err(here)?.into_iter().map(play).collect()
    }
}
