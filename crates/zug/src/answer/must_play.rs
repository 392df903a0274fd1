//! Answers by must-play regions: for games that are proved to be monotone set colouring games.

use super::by_name::{NamedMoves, contradiction, stopped, with_value};
use super::choose::SolverChoice;
use super::{Answer, MemoSize, Options, Prepared, SolveError, Statistics, Unfit};
use std::collections::HashMap;
use zug_analysis::SetColouringFacts;
use zug_analysis::set_colouring::{Goal, Goals, JoinedElements, Unclaimed};
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Fault, Position, Semantics};
use zug_solve::{
    ColouringError, Condition, Elements, Joining, MOST_ELEMENTS, SetColouringSolver, on_deep_stack,
};

/// What was found by must-play regions.
pub(super) enum MustPlayAnswer {
    /// The answer.
    Found(Box<Answer>),
    /// It is not decided by conditions that shut out each other.
    Undecided {
        /// Positions that were looked at.
        positions: u64,
    },
}

/// Why there is no answer.
enum Unsolved {
    Undecided(u64),
    Error(SolveError),
}

impl From<SolveError> for Unsolved {
    fn from(error: SolveError) -> Unsolved {
        Unsolved::Error(error)
    }
}

impl Prepared<'_> {
    /// The game as a set colouring game; none if it is not proved to be one.
    pub(super) fn set_colouring(&self) -> Option<&SetColouringFacts> {
        let fits = |fact: &SetColouringFacts| fact.elements.len() <= MOST_ELEMENTS;
        self.set_colouring.get_or_init(|| zug_analysis::set_colouring(self.program).filter(fits)).as_ref()
    }

    /// How many elements the players take; none if the game is not proved to be a monotone set
    /// colouring game.
    pub fn colouring_elements(&self) -> Option<usize> {
        self.set_colouring().map(|fact| fact.elements.len())
    }

    /// The answer by must-play regions.
    pub(super) fn must_play_answer(
        &self,
        position: &Position,
        options: &Options,
        plan: &SolverChoice,
    ) -> Result<MustPlayAnswer, SolveError> {
        let fact = self.set_colouring().ok_or(SolveError::Unfit(Unfit::NoSetColouring))?;
        let is_over = matches!(Semantics::new(self.program).expand(position), Ok(Expansion::Over(_)));
        let goals = if is_over { Some(Goals::nothing()) } else { fact.goals(self.program, position) };
        let Some(goals) = goals else { return Ok(MustPlayAnswer::Undecided { positions: 0 }) };
        let answer = on_deep_stack(|| {
            let colouring = Colouring::new(self, fact, goals, options);
            let start = PositionAfter { position: position.clone(), taken: [0; 2] };
            colouring.ok_or(Unsolved::Undecided(0))?.answer(start, options, plan)
        });
        match answer {
            Ok(answer) => Ok(MustPlayAnswer::Found(Box::new(answer))),
            Err(Unsolved::Undecided(positions)) => Ok(MustPlayAnswer::Undecided { positions }),
            Err(Unsolved::Error(error)) => Err(error),
        }
    }
}

/// The conditions for the search, and what it is worth to each player to win by them; none where
/// these do not tell the outcome.
fn conditions(goals: &Goals, unclaimed: Unclaimed) -> Option<(zug_solve::SetColouring, [i64; 2])> {
    let read = |goal: &Goal| condition(goal, goals.free.len());
    let mut wins = goals.after_own.each_ref().map(read);
    let may_win = goals.ever.each_ref().map(read);
    // A condition that holds from the beginning is looked at when somebody has moved, and there may
    // be no move.
    if may_win.iter().any(|each| each.holds(0)) {
        return None;
    }
    let never = |player: usize| goals.ever[player] == Goal::Some(vec![Goal::Is(false), Goal::Is(false)]);
    let mut values = [1, -1];
    let denying = match unclaimed {
        Unclaimed::Wins(player) => Some(player as usize),
        Unclaimed::Draw => (0..2).find(|player| never(*player)),
        Unclaimed::Open => None,
    };
    if let Some(player) = denying {
        let all = (1 << goals.free.len()) - 1;
        let denied = Condition::Denied(all, Box::new(may_win[1 - player].clone()));
        wins[player] = Condition::Some(vec![wins[player].clone(), denied]);
        if unclaimed == Unclaimed::Draw {
            values[player] = 0;
        }
    }
    Some((zug_solve::SetColouring { elements: goals.free.len(), wins, may_win }, values))
}

fn elements(list: &[usize]) -> Elements {
    list.iter().fold(0, |all, element| all | 1 << element)
}

fn condition(goal: &Goal, free: usize) -> Condition {
    let inner = |all: &[Goal]| all.iter().map(|each| condition(each, free)).collect();
    match goal {
        Goal::Is(holds) => Condition::Is(*holds),
        Goal::AtLeast(number, of) => {
            Condition::AtLeast(u32::try_from(*number).unwrap_or(u32::MAX), elements(of))
        }
        Goal::All(all) => Condition::All(inner(all)),
        Goal::Some(any) => Condition::Some(inner(any)),
        Goal::Joined(joined) => Condition::Joined(Box::new(joining(joined))),
        Goal::Denied(goal) => Condition::Denied((1 << free) - 1, Box::new(condition(goal, free))),
    }
}

fn joining(JoinedElements { after, from, to }: &JoinedElements) -> Joining {
    let after: Vec<Elements> = after.iter().map(|each| elements(each)).collect();
    let leads = |to: usize| (0..after.len()).filter(|from| after[*from] >> to & 1 == 1).collect::<Vec<_>>();
    let before = (0..after.len()).map(|to| elements(&leads(to))).collect();
    Joining { before, from: elements(from), to: elements(to), after }
}

/// Answers questions about a position and those after it.
struct Colouring<'a> {
    prepared: &'a Prepared<'a>,
    semantics: Semantics<'a>,
    solver: SetColouringSolver,
    /// What it is worth for the first player that each player wins.
    values: [i64; 2],
    /// The element that each move of each player takes.
    takes: HashMap<(usize, Choice), usize>,
    free: usize,
}

/// A position that came from the one that was asked about.
#[derive(Clone)]
struct PositionAfter {
    position: Position,
    taken: [Elements; 2],
}

impl<'a> Colouring<'a> {
    fn new(
        prepared: &'a Prepared<'a>,
        fact: &SetColouringFacts,
        goals: Goals,
        options: &Options,
    ) -> Option<Colouring<'a>> {
        let (game, values) = conditions(&goals, fact.unclaimed)?;
        let mut takes = HashMap::new();
        for (place, number) in goals.free.iter().enumerate() {
            for (player, each) in fact.elements[*number].iter().enumerate() {
                takes.insert((player, each.choice.clone()), place);
            }
        }
        let memo = match options.memo {
            MemoSize::Bytes(bytes) => bytes,
            MemoSize::Auto | MemoSize::Off => options.limits.memory / 2,
        };
        let solver = SetColouringSolver::new(game, memo, &options.limits)?;
        let semantics = Semantics::new(prepared.program);
        Some(Colouring { prepared, semantics, solver, values, takes, free: goals.free.len() })
    }

    /// The value for the first player, and a carrier if who moves wins.
    fn value_and_win(&mut self, at: &PositionAfter) -> Result<(i64, Option<Elements>), Unsolved> {
        if let Expansion::Over(outcome) = self.expand(&at.position)? {
            return Ok((outcome, None));
        }
        let mover = at.position.turn;
        let win = self.solver.win(at.taken, mover).map_err(trouble)?;
        let winner = if win.is_some() { mover } else { mover.other() };
        Ok((self.values[winner.index()], win))
    }

    /// That nobody can move and no rule says what that means is not excluded by a proof; the search
    /// does not decide it either.
    fn expand(&self, position: &Position) -> Result<Expansion, Unsolved> {
        self.semantics.expand(position).map_err(|error| match error.fault {
            Fault::NoMove => Unsolved::Undecided(self.solver.statistics().positions),
            _ => contradiction("a position that was proved to be sound is a fault").into(),
        })
    }
}

/// The elements of every refutation so far: a move that takes none of them is refuted too.
struct OpenElements(Elements);

impl Default for OpenElements {
    fn default() -> OpenElements {
        OpenElements(!0)
    }
}

impl<'a> NamedMoves<'a> for Colouring<'a> {
    type Position = PositionAfter;
    type Error = Unsolved;
    type Refuted = OpenElements;

    fn prepared(&self) -> &'a Prepared<'a> {
        self.prepared
    }

    fn named(at: &PositionAfter) -> &Position {
        &at.position
    }

    fn proved(error: Unsolved, value: i64) -> Unsolved {
        match error {
            Unsolved::Error(error) => Unsolved::Error(with_value(error, value)),
            undecided @ Unsolved::Undecided(_) => undecided,
        }
    }

    fn value(&mut self, at: &PositionAfter) -> Result<i64, Unsolved> {
        Ok(self.value_and_win(at)?.0)
    }

    fn is_lost(&self, at: &PositionAfter, value: i64) -> bool {
        value != self.values[at.position.turn.index()]
    }

    fn value_after(
        &mut self,
        at: &PositionAfter,
        open: &mut OpenElements,
        next: &PositionAfter,
    ) -> Result<i64, Unsolved> {
        let mover = at.position.turn;
        if open.0 & next.taken[mover.index()] & !at.taken[mover.index()] == 0 {
            return Ok(self.values[mover.other().index()]);
        }
        let (value, win) = self.value_and_win(next)?;
        open.0 &= win.unwrap_or(!0);
        Ok(value)
    }

    /// Compared with the free elements.
    fn choices(&self, at: &PositionAfter) -> Result<Vec<Choice>, Unsolved> {
        let Expansion::Moves(choices) = self.expand(&at.position)? else { return Ok(Vec::new()) };
        let mover = at.position.turn.index();
        let taken = at.taken[0] | at.taken[1];
        let is_free = |choice: &Choice| {
            self.takes.get(&(mover, choice.clone())).is_some_and(|element| taken >> element & 1 == 0)
        };
        if choices.len() + taken.count_ones() as usize == self.free && choices.iter().all(is_free) {
            return Ok(choices);
        }
        Err(contradiction("the moves of a position are not those that were proved").into())
    }

    fn after(&self, at: &PositionAfter, choice: &Choice) -> Result<PositionAfter, SolveError> {
        let fault = |_| contradiction("a move that was proved to be sound is a fault");
        let position = self.semantics.play(&at.position, choice).map_err(fault)?;
        let mover = at.position.turn;
        if position.turn == mover {
            return Err(contradiction("a move that was proved to pass the turn does not"));
        }
        let element = self.takes.get(&(mover.index(), choice.clone()));
        let element = element.ok_or_else(|| contradiction("a move takes no element"))?;
        let mut taken = at.taken;
        taken[mover.index()] |= 1 << element;
        Ok(PositionAfter { position, taken })
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

/// Why there is no answer.
fn trouble(error: ColouringError) -> Unsolved {
    match error {
        ColouringError::Undecided { positions } => Unsolved::Undecided(positions),
        ColouringError::Stopped(stop) => Unsolved::Error(stopped(stop)),
    }
}
