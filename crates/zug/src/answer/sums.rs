//! Answers from the parts of a position: for games that are proved to be sums.

use super::by_name::{NamedMoves, contradiction, stopped, with_value};
use super::choose::SolverChoice;
use super::sum_game::{SumGame, SumParts};
use super::{Answer, LimitReached, Options, Prepared, SolveError, Statistics};
use zug_game::Player;
use zug_game::breakage::threshold;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::{LimitKind, Limits, NodeKaylesSolver, SumSample, on_deep_stack};

/// How a game is solved by parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOf {
    /// What is left falls apart, and parts are solved apart.
    Parts {
        /// What falls apart.
        parts: SumParts,
        /// Whether each has a nimber.
        nimbers: bool,
    },
    /// So many components that no move joins; each has a nimber, and one alone is no sum.
    Components(usize),
}

/// What was found by parts.
pub(super) enum SumAnswer {
    /// The answer.
    Found(Box<Answer>),
    /// The answer of a search that had turns with it.
    Searched(Box<Answer>),
    /// It took too long.
    NotDone {
        /// Positions that were looked at.
        positions: u64,
    },
    /// Parts do not help: positions do not fall apart.
    StaysWhole {
        /// Positions that were looked at.
        positions: u64,
    },
}

impl Prepared<'_> {
    /// The game as a sum of parts; none if it is not proved to be one.
    pub(super) fn sum_game(&self) -> Option<&SumGame> {
        self.sum_game.get_or_init(|| SumGame::new(self.program)).as_ref()
    }

    /// How the game is solved by parts; none if it is not proved to be a sum, and has no nimbers.
    pub fn sum_of(&self) -> Option<SumOf> {
        if let Some(game) = self.sum_game() {
            return Some(SumOf::Parts { parts: game.parts(), nimbers: game.is_impartial() });
        }
        self.impartial_game().map(|game| SumOf::Components(game.count()))
    }

    /// How many moves, or things that moves ask for, are left in a position; none if the game is
    /// not proved to be a sum of parts.
    pub(super) fn sum_moves(&self, position: &Position) -> Option<usize> {
        self.sum_game().map(|game| game.left(position).len())
    }

    /// The nimber of a position; none where the game is not proved to be one in which both players
    /// have the same moves and who cannot move loses.
    ///
    /// # Errors
    /// A limit.
    pub fn nimber(&self, position: &Position, limits: &zug_solve::Limits) -> Result<Option<u32>, SolveError> {
        let Some(game) = self.sum_game() else { return self.nimber_of_components(position, limits) };
        let left = game.left(position);
        on_deep_stack(|| {
            let mut solver = game.solver(limits).ok_or_else(too_many)?;
            solver.nimber(&left).map_err(stopped)
        })
    }

    /// The answer by the parts of a position.
    pub(super) fn sum_answer(
        &self,
        position: &Position,
        options: &Options,
        plan: &SolverChoice,
    ) -> Result<SumAnswer, SolveError> {
        let Some(game) = self.sum_game() else { return self.answer_of_components(position, options, plan) };
        on_deep_stack(|| {
            let mut solver = game.solver(&options.limits).ok_or_else(too_many)?;
            let mut searched = 0;
            if plan.sample
                && let SumSample::StaysWhole { positions } =
                    solver.sample(&game.left(position), position.turn).map_err(stopped)?
            {
                if game.parts() == SumParts::Moves {
                    return Ok(SumAnswer::StaysWhole { positions });
                }
                let turns = self.turns_with_sums(&mut solver, game, position, options, positions)?;
                if let Some(found) = turns.found {
                    return Ok(SumAnswer::Searched(Box::new(found)));
                }
                searched = turns.positions;
            }
            let mut summing =
                Summing { prepared: self, game, semantics: Semantics::new(self.program), solver };
            let mut answer = summing.answer(position.clone(), options, plan)?;
            answer.statistics.positions += searched;
            Ok(SumAnswer::Found(Box::new(answer)))
        })
    }
}

/// The positions of the first turn of a search beside sums, and the moves of the first turn of
/// these.
const FIRST_TURN: u64 = 1 << 20;
/// Each turn is so many times as long as the one before.
const LONGER: u64 = 4;

/// What turns of a search beside sums came to.
struct SearchTurns {
    /// The answer of the search; none where sums know first who wins, or go on alone.
    found: Option<Answer>,
    /// Positions that the search looked at before.
    positions: u64,
}

impl Prepared<'_> {
    /// Turns of the search that would be taken without sums, and of sums. Where the search has no
    /// room, sums go on alone.
    fn turns_with_sums(
        &self,
        solver: &mut NodeKaylesSolver,
        game: &SumGame,
        position: &Position,
        options: &Options,
        sampled: u64,
    ) -> Result<SearchTurns, SolveError> {
        let (left, given) = (game.left(position), options.limits.positions.unwrap_or(u64::MAX));
        let (mut turn, mut positions) = (threshold(FIRST_TURN, 64), 0);
        loop {
            let most = turn.min(given.saturating_sub(positions));
            let memory = options.limits.memory.saturating_sub(solver.statistics().bytes);
            let limits = Limits { positions: Some(most), memory, ..options.limits.clone() };
            match self.answer_of_whole(position, &Options { limits, ..options.clone() }, sampled) {
                Err(SolveError::Limit {
                    which: LimitReached::Given(LimitKind::Positions),
                    positions: looked,
                    ..
                }) if positions + looked < given => positions += looked,
                Err(SolveError::Limit {
                    which: LimitReached::Given(LimitKind::Memory) | LimitReached::Depth { .. },
                    positions: looked,
                    ..
                }) => return Ok(SearchTurns { found: None, positions: positions + looked }),
                Ok(mut found) => {
                    found.statistics.positions += positions + solver.statistics().positions;
                    return Ok(SearchTurns { found: Some(found), positions });
                }
                Err(error) => return Err(error),
            }
            if solver.turn(&left, position.turn, turn).map_err(stopped)?.is_some() {
                return Ok(SearchTurns { found: None, positions });
            }
            turn = turn.saturating_mul(LONGER);
        }
    }
}

/// Answers questions about a position.
struct Summing<'a> {
    prepared: &'a Prepared<'a>,
    game: &'a SumGame,
    semantics: Semantics<'a>,
    solver: NodeKaylesSolver,
}

impl<'a> NamedMoves<'a> for Summing<'a> {
    type Position = Position;
    type Error = SolveError;
    type Refuted = ();

    fn prepared(&self) -> &'a Prepared<'a> {
        self.prepared
    }

    fn named(position: &Position) -> &Position {
        position
    }

    fn proved(error: SolveError, value: i64) -> SolveError {
        with_value(error, value)
    }

    fn value(&mut self, position: &Position) -> Result<i64, SolveError> {
        let left = self.game.left(position);
        let wins = self.solver.mover_wins(&left, position.turn).map_err(stopped)?;
        Ok(if wins == (position.turn == Player::First) { 1 } else { -1 })
    }

    fn choices(&self, position: &Position) -> Result<Vec<Choice>, SolveError> {
        let choices = match self.semantics.expand(position) {
            Ok(Expansion::Moves(choices)) => choices,
            Ok(Expansion::Over(_)) => Vec::new(),
            Err(_) => return Err(contradiction("a position that was proved to be sound is a fault")),
        };
        if self.game.has_moves(position, &choices) {
            Ok(choices)
        } else {
            Err(contradiction("the moves of a position are not those that were proved"))
        }
    }

    fn after(&self, position: &Position, choice: &Choice) -> Result<Position, SolveError> {
        let fault = |_| contradiction("a move that was proved to be sound is a fault");
        self.semantics.play(position, choice).map_err(fault)
    }

    fn is_lost(&self, position: &Position, value: i64) -> bool {
        (value > 0) != (position.turn == Player::First)
    }

    fn value_after(&mut self, _: &Position, (): &mut (), next: &Position) -> Result<i64, SolveError> {
        self.value(next)
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

fn too_many() -> SolveError {
    SolveError::Unfit(super::Unfit::NoSum)
}
