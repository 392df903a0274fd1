//! Recognizes monotone set colouring games: the players take elements in turns until none is left,
//! and each wins by what he has taken himself, which more of his own never undoes. Hex, Y,
//! Bridg-It, and every game of a maker and a breaker are of this form.
//!
//! Every move is grounded, as for Node Kayles ([`super::node_kayles`]), and so is every `end` rule,
//! for each player to move. A position is then told by the elements that each player has taken. The
//! conditions:
//!
//! - outcomes are no points, every `end` rule says who wins, and there is no `progress` rule, which
//!   could be broken;
//! - the turn passes with every move: no `again` whose condition can hold, no followup, no
//!   `provided`, no pass;
//! - a move with its arguments is legal exactly where each of some things has a certain value, and
//!   meets no fault there;
//! - moves come in pairs, one of each player, that need the same: the pair is an element. So both
//!   players have moves until all elements are taken, and nobody is stuck before;
//! - a move changes something that it needs, and nothing that a move of another element needs: an
//!   element is taken once, by one player, and free until then;
//! - what a player wins by is changed by his own moves alone, each of which changes it for its
//!   element alone and always to the same;
//! - and it is monotone: a conjunction, disjunction, count "at least", or `reach` of things that
//!   his moves bring about, or the denial of one of things that his moves take away;
//! - where all elements are taken and nobody won, the outcome is a constant, or else nothing is
//!   claimed there: a player wins by default once the other's condition cannot hold any more, and
//!   where the default is a draw this is so only if one player can win at all.
//!
//! **Why that is what a search by carriers needs.** By the first five conditions a play is a
//! sequence in which the players take elements alternately until one has won or none is left, and
//! by the next two a player's condition depends on the set of his elements alone, and holds of
//! every larger set. The rest of the proof is that of the search (`zug_solve::set_colouring`): it
//! claims a win only where the other player's condition would not hold had he taken all the rest,
//! so that no order of `end` rules and no earlier win matters. That the conditions of both shut
//! each other out (in Hex a theorem of topology) is therefore seen in each claimed win, and not
//! supposed; where it is not so, nothing is claimed.
//!
//! Name: van Rijswijck, "Set colouring games" (2006).

mod goal;
mod joining;
mod reading;

use super::logic::Formula;
use super::node_kayles::ground::{GoalAtoms, Ground, OpenMove};
use super::node_kayles::{GroundMove, Thing};
pub use goal::{Goal, JoinedElements};
use reading::GoalReader;
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_lang::semantics::Position;

/// The most moves of a player.
const MOVES: usize = 1 << 10;

/// Who wins where all elements are taken and nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclaimed {
    /// This player, 0 or 1, always.
    Wins(u32),
    /// Nobody.
    Draw,
    /// That depends, or is a fault.
    Open,
}

/// An element: the move of each player that takes it.
pub type Element = [GroundMove; 2];

/// What the `end` rules say while one player is to move: for each player the condition on which he
/// wins.
#[derive(Debug)]
struct Winners {
    wins: [Formula; 2],
    atoms: GoalAtoms,
}

/// The facts about a monotone set colouring game.
#[derive(Debug)]
pub struct SetColouringFacts {
    things: Vec<Thing>,
    /// All elements.
    pub elements: Vec<Element>,
    /// Things that moves of several elements change, or to what depends on the position.
    unsure: BTreeSet<usize>,
    /// By who is to move.
    winners: [Winners; 2],
    /// Who wins where all elements are taken and nobody has won.
    pub unclaimed: Unclaimed,
}

/// The conditions at a position, over the elements that are free there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    /// The free elements, by their numbers among all; goals name them by their places in this list.
    pub free: Vec<usize>,
    /// For each player what an `end` rule has him win by when he has moved.
    pub after_own: [Goal; 2],
    /// For each player what holds wherever an `end` rule has him win.
    pub ever: [Goal; 2],
}

impl Goals {
    /// Those of a position that is over: nothing is free, and nobody is to win any more.
    pub fn nothing() -> Goals {
        let never = [Goal::Is(false), Goal::Is(false)];
        Goals { free: Vec::new(), after_own: never.clone(), ever: never }
    }
}

/// The facts, if the program has this form where it begins.
pub fn set_colouring(program: &Program) -> Option<SetColouringFacts> {
    let plain = !program.points && program.requests.is_empty() && program.checked_progress().is_none();
    let moves_alone = program.moves.iter().all(|each| !each.followup && each.provided.is_none());
    let won = |end: &End| matches!(end.outcome.kind, OutcomeKind::Wins(_));
    if !plain || !moves_alone || program.ends.is_empty() || !program.ends.iter().all(won) {
        return None;
    }
    let unclaimed = unclaimed(program)?;
    let grounds = [Ground::new(program, 0)?, Ground::new(program, 1)?];
    let things = grounds[0].things();
    let moves = [grounds[0].moves(MOVES)?, grounds[1].moves(MOVES)?];
    let unsure = unsure(&moves);
    let elements = pairs(moves)?;
    if !is_taken_once(&elements, &unsure) {
        return None;
    }
    let winners = [winners(program, 0)?, winners(program, 1)?];
    let fact = SetColouringFacts { things, elements, unsure, winners, unclaimed };
    fact.goals(program, &zug_lang::semantics::Semantics::new(program).start())?;
    Some(fact)
}

/// Who wins where all elements are taken; none where the turn passes then.
fn unclaimed(program: &Program) -> Option<Unclaimed> {
    let Some(rule) = &program.stuck else { return Some(Unclaimed::Open) };
    let outcome = |me: u32| Ground::new(program, me)?.unclaimed(rule);
    match (outcome(0), outcome(1)) {
        _ if passes(&rule.outcome) => None,
        (Some(Some(winner)), Some(Some(other))) if winner == other => Some(Unclaimed::Wins(winner)),
        (Some(None), Some(None)) => Some(Unclaimed::Draw),
        _ => Some(Unclaimed::Open),
    }
}

fn passes(outcome: &Outcome) -> bool {
    match &outcome.kind {
        OutcomeKind::Pass => true,
        OutcomeKind::If(_, yes, no) => passes(yes) || passes(no),
        _ => false,
    }
}

fn winners(program: &Program, me: u32) -> Option<Winners> {
    let ground = Ground::of_goals(program, me)?;
    let wins = ground.winners()?;
    Some(Winners { wins, atoms: ground.into_atoms() })
}

/// The things that moves with different needs change, or to what depends on the position.
fn unsure(moves: &[Vec<OpenMove>; 2]) -> BTreeSet<usize> {
    let mut changed_by: BTreeMap<usize, &[(usize, bool)]> = BTreeMap::new();
    let mut unsure = BTreeSet::new();
    for OpenMove { each, open } in moves.iter().flatten() {
        unsure.extend(open);
        for (thing, _) in &each.changes {
            if *changed_by.entry(*thing).or_insert(&each.needs) != each.needs.as_slice() {
                unsure.insert(*thing);
            }
        }
    }
    unsure
}

/// The moves of both players in pairs that need the same; none where one has no partner or two.
fn pairs([first, second]: [Vec<OpenMove>; 2]) -> Option<Vec<Element>> {
    let mut partners: BTreeMap<Vec<(usize, bool)>, GroundMove> = BTreeMap::new();
    for OpenMove { each, .. } in second {
        if partners.insert(each.needs.clone(), each).is_some() {
            return None;
        }
    }
    let mut pairs = Vec::new();
    for OpenMove { each, .. } in first {
        let partner = partners.remove(&each.needs)?;
        pairs.push([each, partner]);
    }
    partners.is_empty().then_some(pairs)
}

/// Whether every move takes its own element, and touches nothing that another element needs.
fn is_taken_once(elements: &[Element], unsure: &BTreeSet<usize>) -> bool {
    let needed: BTreeSet<usize> =
        elements.iter().flat_map(|[each, _]| &each.needs).map(|(thing, _)| *thing).collect();
    let mut needing: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, [each, _]) in elements.iter().enumerate() {
        each.needs.iter().for_each(|(thing, _)| needing.entry(*thing).or_default().push(number));
    }
    let touches_own = |number: usize, thing: &usize| needing.get(thing).is_none_or(|of| of == &[number]);
    let takes =
        |each: &GroundMove| each.needs.iter().any(|(thing, value)| each.changes.contains(&(*thing, !*value)));
    unsure.is_disjoint(&needed)
        && elements.iter().enumerate().all(|(number, pair)| {
            pair.iter()
                .all(|each| takes(each) && each.changes.iter().all(|(thing, _)| touches_own(number, thing)))
        })
}

impl SetColouringFacts {
    /// Whether a thing has its value in a position.
    fn holds(&self, position: &Position, need: (usize, bool)) -> bool {
        self.things.get(need.0).is_some_and(|thing| thing.holds(position, need.1))
    }

    /// Whether an element is free in a position.
    pub fn is_free(&self, position: &Position, element: &Element) -> bool {
        element[0].needs.iter().all(|need| self.holds(position, *need))
    }

    /// The conditions at a position that is not over; none where what is won by there is not
    /// monotone in a player's own elements.
    pub fn goals(&self, program: &Program, position: &Position) -> Option<Goals> {
        let is_free = |number: &usize| self.is_free(position, &self.elements[*number]);
        let free: Vec<usize> = (0..self.elements.len()).filter(is_free).collect();
        let mut reader = GoalReader::new(self, program, position, &free);
        let mut read = |player: usize, me: usize| {
            let Winners { wins, atoms } = &self.winners[me];
            reader.read(&wins[player], atoms, player)
        };
        let after_own = [read(0, 1)?, read(1, 0)?];
        let ever = [
            Goal::Some(vec![after_own[0].clone(), read(0, 0)?]),
            Goal::Some(vec![after_own[1].clone(), read(1, 1)?]),
        ];
        Some(Goals { free, after_own, ever })
    }
}
