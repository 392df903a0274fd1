//! Recognizes Node Kayles: each move needs things as they were at the start and changes some of
//! them for good, so a move only takes moves away, and who can make none loses.
//!
//! A position of such a game is the set of moves that are still there. Moves that take away none of
//! each other, directly or by others between them, are parts of a sum that can be solved apart.
//! Every move is grounded: each binding of its parameters is evaluated with the fields unknown
//! ([`ground`]). Things are the members of set fields, the values of elements and small integers,
//! of which exactly one holds, and the truth fields. The conditions:
//!
//! - play ends by being stuck alone, which loses (normal play); there are no `end` rules, points,
//!   `endless` or `progress` rules;
//! - the turn passes with every move: no `again` whose condition can hold, no followup, no
//!   `provided`, no pass;
//! - a move with its arguments is legal exactly where each of some things has a certain value: a
//!   conjunction of literals;
//! - the body changes the things that moves need to certain values, whatever the position, and
//!   meets no fault where the move is legal;
//! - no two moves change a thing to different values, and no move needs a thing that some move
//!   changes to have the value that it is changed to: what is not legal never becomes legal;
//! - each move changes something that it needs: it is made once, and play ends.
//!
//! Name: Schaefer, "On the complexity of some two-person perfect-information games" (1978); each
//! move is a node, and with moves of one player alone the game is Bigraph Node Kayles.

pub(crate) mod ground;

use super::logic::Formula;
use ground::{Ground, NO_VALUE, OpenMove};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_lang::semantics::Position;

/// The most moves with arguments, those of both players counted.
const MOVES: usize = 1 << 13;

/// What moves need and change: a member of a set field, one of the values of an element or a small
/// integer, or a truth field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thing {
    /// The field.
    pub field: FieldId,
    /// Which of its entries.
    pub entry: usize,
    /// The member or value, the least integer for `none`; none for a truth field.
    pub member: Option<i64>,
}

impl Thing {
    /// Whether it has a value in a position.
    pub fn holds(&self, position: &Position, value: bool) -> bool {
        let Thing { field, entry, member } = self;
        let found = position.fields.get(field.index()).and_then(|entries| entries.get(*entry));
        match (found, member) {
            (Some(Value::Set(set)), Some(member)) => set.contains(*member) == value,
            (Some(Value::Bool(found)), None) => *found == value,
            (Some(Value::Element(found)), Some(member)) => (i64::from(*found) == *member) == value,
            (Some(Value::Int(found)), Some(member)) => (found == member) == value,
            (Some(Value::None), Some(member)) => (*member == NO_VALUE) == value,
            _ => false,
        }
    }
}

/// A move of one player with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundMove {
    /// Who makes it: 0 or 1.
    pub mover: u32,
    /// The move and its arguments.
    pub choice: Choice,
    /// The things that it needs, by their numbers, with their values: it is legal exactly where
    /// they have them.
    pub needs: Vec<(usize, bool)>,
    /// The things that it changes, by their numbers, with their values after it.
    pub changes: Vec<(usize, bool)>,
}

/// The facts about a game of Node Kayles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeKayles {
    /// Everything that moves need or change.
    pub things: Vec<Thing>,
    /// All moves that may be legal somewhere.
    pub moves: Vec<GroundMove>,
}

impl NodeKayles {
    /// Whether a thing has its value in a position.
    pub fn holds(&self, position: &Position, (thing, value): (usize, bool)) -> bool {
        self.things.get(thing).is_some_and(|thing| thing.holds(position, value))
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        let of = |mover: u32| {
            let own = self.moves.iter().filter(move |each| each.mover == mover);
            own.map(|each| (&each.needs, &each.changes)).collect::<BTreeSet<_>>()
        };
        of(0) == of(1)
    }

    /// Whether a move is legal in a position in which its mover is to move.
    pub fn is_legal(&self, position: &Position, each: &GroundMove) -> bool {
        each.needs.iter().all(|need| self.holds(position, *need))
    }
}

/// The facts, if the program has this form.
pub fn node_kayles(program: &Program) -> Option<NodeKayles> {
    let (first, second) = both_players(program)?;
    let things = first.things();
    let moves = resolved(first.moves(MOVES)?.into_iter().chain(second.moves(MOVES)?).collect())?;
    let game = NodeKayles { things, moves };
    (game.moves.len() <= MOVES && is_monotone(&game)).then_some(game)
}

/// What evaluates the moves of each player, where play ends by being stuck alone, which loses, and
/// nothing but the moves themselves has a say in what is legal.
pub(crate) fn both_players(program: &Program) -> Option<(Ground<'_>, Ground<'_>)> {
    let plain = program.ends.is_empty() && !program.points && program.requests.is_empty();
    let unruled = program.endless.is_none() && program.checked_progress().is_none();
    let moves_alone = program.moves.iter().all(|each| !each.followup && each.provided.is_none());
    if !plain || !unruled || !moves_alone {
        return None;
    }
    let (first, second) = (Ground::new(program, 0)?, Ground::new(program, 1)?);
    let loses = first.winner_when_stuck()? == 1 && second.winner_when_stuck()? == 0;
    loses.then_some((first, second))
}

/// The moves with what they change of the things that moves need; none if one of these changes
/// depends on the position.
fn resolved(moves: Vec<OpenMove>) -> Option<Vec<GroundMove>> {
    let needs = moves.iter().flat_map(|each| &each.each.needs);
    let needed: BTreeSet<usize> = needs.map(|(thing, _)| *thing).collect();
    let resolve = |OpenMove { mut each, open }: OpenMove| {
        each.changes.retain(|(thing, _)| needed.contains(thing));
        (!open.iter().any(|thing| needed.contains(thing))).then_some(each)
    };
    moves.into_iter().map(resolve).collect()
}

/// Whether moves only take moves away, and each at least itself.
fn is_monotone(game: &NodeKayles) -> bool {
    let mut changed: BTreeMap<usize, bool> = BTreeMap::new();
    for (thing, value) in game.moves.iter().flat_map(|each| &each.changes) {
        if *changed.entry(*thing).or_insert(*value) != *value {
            return false;
        }
    }
    let spoils =
        |each: &GroundMove| each.needs.iter().all(|(thing, value)| changed.get(thing) != Some(value));
    let ends =
        |each: &GroundMove| each.needs.iter().any(|(thing, value)| each.changes.contains(&(*thing, !*value)));
    game.moves.iter().all(|each| spoils(each) && ends(each))
}

/// A conjunction of literals.
type Conjunction = BTreeMap<u32, bool>;

/// What a guard says.
enum Guard {
    /// It never holds.
    Never,
    /// It holds exactly where these do.
    Where(Conjunction),
}

/// The guard as a conjunction of literals; none if it is no such thing. Of an atom and its
/// alternatives exactly one holds.
fn literals(formula: &Formula, alternatives: &impl Fn(u32) -> Vec<u32>) -> Option<Guard> {
    let mut reading = GuardReading { alternatives, found: Conjunction::new(), never: false };
    reading.gather(formula, true)?;
    Some(if reading.never { Guard::Never } else { Guard::Where(reading.found) })
}

/// A guard while it is read.
struct GuardReading<'a, F> {
    alternatives: &'a F,
    found: Conjunction,
    never: bool,
}

impl<F: Fn(u32) -> Vec<u32>> GuardReading<'_, F> {
    fn gather(&mut self, formula: &Formula, holds: bool) -> Option<()> {
        match (formula, holds) {
            (Formula::Is(value), _) => self.never |= *value != holds,
            (Formula::Atom(atom), _) => self.literal(*atom, holds),
            (Formula::Not(inner), _) => self.gather(inner, !holds)?,
            (Formula::And(all), true) | (Formula::Or(all), false) => {
                for each in all.iter() {
                    self.gather(each, holds)?;
                }
            }
            (Formula::Or(any), true) | (Formula::And(any), false) => self.one_of(any, holds)?,
        }
        Some(())
    }

    fn literal(&mut self, atom: u32, holds: bool) {
        self.never |= *self.found.entry(atom).or_insert(holds) != holds;
    }

    /// Some values of one entry: it has none of the others.
    fn one_of(&mut self, any: &[Formula], holds: bool) -> Option<()> {
        let atom = |each: &Formula| match (each, holds) {
            (Formula::Atom(atom), true) => Some(*atom),
            (Formula::Not(inner), false) => match **inner {
                Formula::Atom(atom) => Some(atom),
                _ => None,
            },
            _ => None,
        };
        let atoms: Vec<u32> = any.iter().map(atom).collect::<Option<_>>()?;
        let (first, rest) = atoms.split_first()?;
        let others = (self.alternatives)(*first);
        if !rest.iter().all(|atom| others.contains(atom)) {
            return None;
        }
        others.into_iter().filter(|other| !rest.contains(other)).for_each(|other| self.literal(other, false));
        Some(())
    }
}
