//! Recognizes Node Kayles: each move needs things as they were at the start and changes some of them
//! for good, so a move only takes moves away, and who can make none loses.
//!
//! A position of such a game is the set of moves that are still there. Moves that take away none of
//! each other, directly or by others between them, are parts of a sum that can be solved apart.
//! Every move is grounded: each binding of its parameters is evaluated with the fields unknown
//! ([`ground`]). Things are the members of set fields and the truth fields. The conditions:
//!
//! - play ends by being stuck alone, which loses (normal play); there are no `end` rules, points,
//!   `endless` or `progress` rules;
//! - the turn passes with every move: no `again`, no followup, no `provided`, no pass;
//! - a move with its arguments is legal exactly where each of some things has a certain value: a
//!   conjunction of literals;
//! - the body changes certain things to certain values, whatever the position, and changes and reads
//!   nothing else, so that it meets no fault;
//! - no two moves change a thing to different values, and no move needs a thing that some move
//!   changes to have the value that it is changed to: what is not legal never becomes legal;
//! - each move changes something that it needs: it is made once, and play ends.
//!
//! Name: Schaefer, "On the complexity of some two-person perfect-information games" (1978); each
//! move is a node, and with moves of one player alone the game is Bigraph Node Kayles.

mod ground;

use super::logic::Formula;
use ground::Ground;
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_lang::semantics::Position;

/// The most moves with arguments, those of both players counted.
const MOVES: usize = 1 << 13;

/// What moves need and change: a member of a set field, or a truth field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thing {
    /// The field.
    pub field: FieldId,
    /// Which of its entries.
    pub entry: usize,
    /// The member; none for a truth field.
    pub member: Option<i64>,
}

/// A move of one player with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundMove {
    /// Who makes it: 0 or 1.
    pub mover: u32,
    /// The move and its arguments.
    pub choice: Choice,
    /// The things that it needs, by their numbers, with their values: it is legal exactly where they
    /// have them.
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
        let Some(Thing { field, entry, member }) = self.things.get(thing) else { return false };
        let found = position.fields.get(field.index()).and_then(|entries| entries.get(*entry));
        match (found, member) {
            (Some(Value::Set(set)), Some(member)) => set.contains(*member) == value,
            (Some(Value::Bool(found)), None) => *found == value,
            _ => false,
        }
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
    let plain = program.ends.is_empty() && !program.points && program.requests.is_empty();
    let unruled = program.endless.is_none() && program.progress.is_none();
    let moves_alone = program.moves.iter().all(|each| !each.followup && each.provided.is_none());
    if !plain || !unruled || !moves_alone {
        return None;
    }
    let [first, second] = [0, 1].map(|me| Ground::new(program, me));
    if first.winner_when_stuck()? != 1 || second.winner_when_stuck()? != 0 {
        return None;
    }
    let mut game = NodeKayles { things: Vec::new(), moves: Vec::new() };
    for ground in [first, second] {
        game.moves.extend(ground.moves(MOVES)?);
        game.things = ground.things();
    }
    (game.moves.len() <= MOVES && is_monotone(&game)).then_some(game)
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
type Literals = BTreeMap<u32, bool>;

/// What a guard says.
enum Guard {
    /// It never holds.
    Never,
    /// It holds exactly where these do.
    Where(Literals),
}

/// The guard as a conjunction of literals; none if it is no such thing.
fn literals(formula: &Formula) -> Option<Guard> {
    let (mut found, mut never) = (Literals::new(), false);
    gather(formula, true, &mut found, &mut never)?;
    Some(if never { Guard::Never } else { Guard::Where(found) })
}

fn gather(formula: &Formula, holds: bool, found: &mut Literals, never: &mut bool) -> Option<()> {
    match (formula, holds) {
        (Formula::Is(value), _) => *never |= *value != holds,
        (Formula::Atom(atom), _) => *never |= *found.entry(*atom).or_insert(holds) != holds,
        (Formula::Not(inner), _) => gather(inner, !holds, found, never)?,
        (Formula::And(all), true) | (Formula::Or(all), false) => {
            for each in all {
                gather(each, holds, found, never)?;
            }
        }
        _ => return None,
    }
    Some(())
}
