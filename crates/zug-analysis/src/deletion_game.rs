//! Recognizes deletion games: things are deleted for good, and whether a move is legal depends on
//! which of a few things are left.
//!
//! A position is the set of things that are left of those that some move asks for. Node Kayles
//! ([`super::node_kayles`]) is the case in which a move needs each of some things; here it may need
//! one of several, some number of them, or that others are gone, as in games on graphs in which a
//! vertex must have a neighbour, or an even number of them. Moves are grounded as there. The
//! conditions:
//!
//! - play ends by being stuck alone, which loses (normal play), and the turn passes with every
//!   move, as for Node Kayles;
//! - whether a move with its arguments is legal, and what it changes of the things that are asked
//!   for, depends on at most [`MOST_READS`] things;
//! - every change of a thing that is asked for, wherever the move is legal, is from one value to
//!   the other and never back, by all moves of both players: so what has changed stays changed;
//! - each move changes, wherever it is legal, a thing that it asks for: so play ends;
//! - a move meets no fault where it is legal.
//!
//! All this is seen in truth tables, over all assignments of the things that are read, also those
//! that play never leads to.
//!
//! Names: Fraenkel and Scheinerman, "A deletion game on hypergraphs" (1991); Nowakowski and
//! Ottaway, "Vertex deletion games with parity rules" (2005).

use super::logic::Formula;
use super::node_kayles::ground::GuardedMove;
use super::node_kayles::{Thing, both_players};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_lang::semantics::Position;

/// The most things on which a move, or one of its changes, may depend.
pub const MOST_READS: usize = 12;
/// The most moves with arguments, those of both players counted.
const MOVES: usize = 1 << 12;
/// The most things that are asked for.
const NODES: usize = 1 << 12;
/// The most steps of all truth tables together.
const STEPS: usize = 40_000_000;

/// A truth that depends on which of some nodes are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LocalTable {
    /// The nodes, by their numbers.
    pub reads: Vec<usize>,
    /// For each assignment whether it holds; bit `i` tells whether `reads[i]` is left.
    pub holds: Vec<bool>,
}

impl LocalTable {
    /// Whether it holds where these nodes are left.
    pub fn holds_where(&self, left: impl Fn(usize) -> bool) -> bool {
        let bit = |(at, node): (usize, &usize)| usize::from(left(*node)) << at;
        self.holds[self.reads.iter().enumerate().map(bit).sum::<usize>()]
    }
}

/// A move of one player with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalDeletion {
    /// Who makes it: 0 or 1.
    pub mover: u32,
    /// The move and its arguments.
    pub choice: Choice,
    /// Where it is legal.
    pub legal: LocalTable,
    /// The nodes that it deletes, each where this holds before the move.
    pub deletes: Vec<(usize, LocalTable)>,
}

/// The facts about a deletion game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeletionFacts {
    /// The nodes: a thing with the value that it has as long as it is not deleted.
    pub nodes: Vec<(Thing, bool)>,
    /// All moves that may be legal somewhere.
    pub moves: Vec<LocalDeletion>,
}

impl DeletionFacts {
    /// Whether a node is left in a position.
    pub fn is_left(&self, position: &Position, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|(thing, value)| thing.holds(position, *value))
    }

    /// Whether a move is legal in a position in which its mover is to move.
    pub fn is_legal(&self, position: &Position, each: &LocalDeletion) -> bool {
        each.legal.holds_where(|node| self.is_left(position, node))
    }
}

/// The facts, if the program has this form.
pub fn deletion_game(program: &Program) -> Option<DeletionFacts> {
    let (first, second) = both_players(program)?;
    let things = first.things();
    let mut tables = ThingTables { lost: BTreeMap::new(), steps: 0 };
    let mut moves: Vec<GuardedMove> = Vec::new();
    for player in [&first, &second] {
        player.guarded_moves(&mut |each| {
            if tables.is_possible(&each.guard)? {
                // Most programs are refused by one move, before all others are grounded.
                if moves.is_empty() {
                    tables.directions(&each, &asked(std::slice::from_ref(&each)))?;
                }
                moves.push(each);
            }
            (moves.len() <= MOVES).then_some(())
        })?;
    }
    let asked = asked(&moves);
    for each in &moves {
        tables.learn(each, &asked)?;
    }
    let asked: Vec<u32> = asked.into_iter().collect();
    if asked.len() > NODES {
        return None;
    }
    let node = |thing: &u32| (things[*thing as usize], tables.left(*thing));
    let nodes = asked.iter().map(node).collect();
    let moves: Option<Vec<LocalDeletion>> =
        moves.into_iter().map(|each| tables.local(each, &asked)).collect();
    Some(DeletionFacts { nodes, moves: moves? })
}

/// The things that guards read, and those on which their changes depend.
fn asked(moves: &[GuardedMove]) -> BTreeSet<u32> {
    let mut asked = BTreeSet::new();
    moves.iter().for_each(|each| each.guard.add_atoms(&mut asked));
    loop {
        let before = asked.len();
        for (thing, after) in moves.iter().flat_map(|each| &each.changes) {
            if asked.contains(thing) {
                after.add_atoms(&mut asked);
            }
        }
        if asked.len() == before {
            return asked;
        }
    }
}

/// Truth tables over things, and what is learnt from them.
struct ThingTables {
    /// For each thing that moves change the value that it loses.
    lost: BTreeMap<u32, bool>,
    steps: usize,
}

impl ThingTables {
    /// The value of a thing as long as it is not deleted; either, where nothing changes it.
    fn left(&self, thing: u32) -> bool {
        self.lost.get(&thing).copied().unwrap_or(true)
    }

    /// Goes through the assignments of some things; none where there are too many.
    fn each(
        &mut self,
        of: &[&Formula],
        thing: Option<u32>,
        mut see: impl FnMut(&dyn Fn(u32) -> bool),
    ) -> Option<()> {
        let mut atoms: BTreeSet<u32> = thing.into_iter().collect();
        of.iter().for_each(|formula| formula.add_atoms(&mut atoms));
        let atoms: Vec<u32> = atoms.into_iter().collect();
        if atoms.len() > MOST_READS {
            return None;
        }
        let size: usize = of.iter().map(|formula| formula.size()).sum();
        self.steps = self.steps.saturating_add((size + 1) << atoms.len());
        if self.steps > STEPS {
            return None;
        }
        for assignment in 0..1_usize << atoms.len() {
            see(&|atom| atoms.binary_search(&atom).is_ok_and(|at| assignment >> at & 1 == 1));
        }
        Some(())
    }

    fn is_possible(&mut self, guard: &Formula) -> Option<bool> {
        let mut possible = false;
        self.each(&[guard], None, |value| possible |= guard.holds(&value))?;
        Some(possible)
    }

    /// Notes in which direction a move changes what is asked for; none where it changes a thing in
    /// both, may meet a fault, or changes nothing for sure that it asks for.
    fn learn(&mut self, each: &GuardedMove, asked: &BTreeSet<u32>) -> Option<()> {
        for fault in each.faults.iter().filter(|fault| **fault != Formula::FALSE) {
            let mut met = false;
            self.each(&[&each.guard, fault], None, |value| {
                met |= each.guard.holds(&value) && fault.holds(&value);
            })?;
            (!met).then_some(())?;
        }
        self.directions(each, asked)?.then_some(())
    }

    /// Notes in which direction a move changes some things; none where it changes one in both.
    /// Whether it changes one wherever it is legal.
    fn directions(&mut self, each: &GuardedMove, asked: &BTreeSet<u32>) -> Option<bool> {
        let mut ends = false;
        for (thing, after) in each.changes.iter().filter(|(thing, _)| asked.contains(thing)) {
            let (mut changes, mut always) = ([false; 2], true);
            self.each(&[&each.guard, after], Some(*thing), |value| {
                if each.guard.holds(&value) {
                    let (before, after) = (value(*thing), after.holds(&value));
                    changes[usize::from(before)] |= before != after;
                    always &= before != after;
                }
            })?;
            match changes {
                [true, true] => return None,
                [false, false] => {}
                [_, lost] => {
                    if *self.lost.entry(*thing).or_insert(lost) != lost {
                        return None;
                    }
                    ends |= always;
                }
            }
        }
        Some(ends)
    }

    /// A move as tables over nodes, which are named by their places among the things asked for.
    fn local(&mut self, each: GuardedMove, asked: &[u32]) -> Option<LocalDeletion> {
        let legal = self.table(&each.guard, asked)?;
        let mut deletes = Vec::new();
        for (thing, after) in each.changes {
            let Ok(node) = asked.binary_search(&thing) else { continue };
            if let Some(left) = self.lost.get(&thing).copied() {
                // What is deleted stays so: only a thing that is left is looked at.
                let after = after.given(thing, left);
                let gone = if left { after.not() } else { after };
                let when = self.table(&gone, asked)?;
                if when.holds.contains(&true) {
                    deletes.push((node, when));
                }
            }
        }
        Some(LocalDeletion { mover: each.mover, choice: each.choice, legal, deletes })
    }

    /// A formula as a table over the nodes on which it depends.
    fn table(&mut self, formula: &Formula, asked: &[u32]) -> Option<LocalTable> {
        let mut atoms = BTreeSet::new();
        formula.add_atoms(&mut atoms);
        let mut holds = Vec::new();
        let left: BTreeMap<u32, bool> = atoms.iter().map(|atom| (*atom, self.left(*atom))).collect();
        self.each(&[formula], None, |value| {
            let of = |atom: u32| value(atom) == left.get(&atom).copied().unwrap_or(true);
            holds.push(formula.holds(&of));
        })?;
        let reads: Option<Vec<usize>> = atoms.iter().map(|atom| asked.binary_search(atom).ok()).collect();
        Some(without_idle(LocalTable { reads: reads?, holds }))
    }
}

/// The table without the nodes on which it does not depend.
fn without_idle(mut table: LocalTable) -> LocalTable {
    for at in (0..table.reads.len()).rev() {
        let bit = 1_usize << at;
        let without = |assignment: &usize| assignment & bit == 0;
        let idle = (0..table.holds.len())
            .filter(without)
            .all(|assignment| table.holds[assignment] == table.holds[assignment | bit]);
        if idle {
            table.reads.remove(at);
            table.holds = (0..table.holds.len()).filter(without).map(|each| table.holds[each]).collect();
        }
    }
    table
}
