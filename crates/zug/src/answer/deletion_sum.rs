//! Deletion games as games of the solver of sums.

use std::collections::{BTreeMap, HashMap, HashSet};
use zug_analysis::DeletionFacts;
use zug_analysis::deletion_game::{LocalDeletion, LocalTable};
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::Position;
use zug_solve::{Deletion, DeletionGame, Limits, MOST_NODES, NodeKaylesSolver, TruthTable};

/// The most symmetries that are listed: each is tried at every large part.
const SYMMETRIES: usize = 16;

/// A deletion game with its moves by their names.
#[derive(Debug)]
pub(super) struct DeletionSum {
    fact: DeletionFacts,
    game: DeletionGame,
}

impl DeletionSum {
    /// The game of a definition; none if it is not proved to be one.
    pub fn of(program: &Program) -> Option<DeletionSum> {
        zug_analysis::deletion_game(program).and_then(DeletionSum::new)
    }

    /// Moves of both players that are legal alike and delete the same are one move. None where the
    /// game is too large, or a move deletes nothing for sure by what it is legal by.
    fn new(fact: DeletionFacts) -> Option<DeletionSum> {
        if fact.nodes.len() > MOST_NODES {
            return None;
        }
        let mut movers = HashMap::new();
        let mut moves: Vec<Deletion> = Vec::new();
        for each in &fact.moves {
            let number = *movers.entry((&each.legal, &each.deletes[..])).or_insert(moves.len());
            if number == moves.len() {
                moves.push(deletion(each)?);
            }
            moves[number].movers[each.mover as usize] = true;
        }
        let game = DeletionGame::new(fact.nodes.len(), moves)?;
        let symmetries = symmetries(&game);
        let game = game.with_symmetries(&symmetries);
        Some(DeletionSum { fact, game })
    }

    pub fn is_impartial(&self) -> bool {
        self.game.is_impartial()
    }

    pub fn left(&self, position: &Position) -> Vec<usize> {
        (0..self.fact.nodes.len()).filter(|node| self.fact.is_left(position, *node)).collect()
    }

    /// Whether these are the moves of a position by what was proved.
    pub fn has_moves(&self, position: &Position, choices: &[Choice]) -> bool {
        let mover = position.turn.index() as u32;
        let own = self.fact.moves.iter().filter(|each| each.mover == mover);
        let legal: HashSet<&Choice> =
            own.filter(|each| self.fact.is_legal(position, each)).map(|each| &each.choice).collect();
        legal.len() == choices.len() && choices.iter().all(|choice| legal.contains(choice))
    }

    pub fn solver(&self, limits: &Limits) -> Option<NodeKaylesSolver> {
        NodeKaylesSolver::of_deletions(&self.game, limits)
    }
}

/// A move that nobody may make yet.
fn deletion(each: &LocalDeletion) -> Option<Deletion> {
    let table = |table: &LocalTable| {
        let holds = |assignment: usize| table.holds.get(assignment) == Some(&true);
        TruthTable::new(table.reads.clone(), holds)
    };
    // Broken on purpose, a move deletes nothing of what it does not ask for.
    let is_kept = |node: usize| !is_broken(Shortcut::Conflict) || each.legal.reads.contains(&node);
    let kept = each.deletes.iter().filter(|(node, _)| is_kept(*node));
    let deletes: Option<Vec<_>> = kept.map(|(node, when)| Some((*node, table(when)?))).collect();
    Some(Deletion { movers: [false; 2], legal: table(&each.legal)?, deletes: deletes? })
}

/// Permutations of the nodes that may keep the moves: automorphisms of the digraph of nodes, moves,
/// what each reads and what it deletes.
fn symmetries(game: &DeletionGame) -> Vec<Vec<usize>> {
    let (mut colours, mut arcs) = (vec![0; game.nodes()], Vec::new());
    let mut kinds: BTreeMap<([bool; 2], usize, usize), u32> = BTreeMap::new();
    for each in game.moves() {
        let ways = (0..1_usize << each.legal.reads().len()).filter(|assignment| {
            let left = |node: usize| each.legal.reads().iter().position(|read| *read == node);
            each.legal.holds_where(|node| left(node).is_some_and(|at| assignment >> at & 1 == 1))
        });
        let kind = (each.movers, each.deletes.len(), ways.count());
        let new = 2 + kinds.len() as u32;
        let at = colours.len() as u32;
        colours.extend([*kinds.entry(kind).or_insert(new), 1]);
        arcs.push((at, at + 1));
        arcs.extend(each.legal.reads().iter().map(|node| (at, *node as u32)));
        arcs.extend(each.deletes.iter().map(|(node, _)| (at + 1, *node as u32)));
    }
    let mut found = zug_compile::symmetry::automorphisms(&colours, &arcs, SYMMETRIES);
    found.iter_mut().for_each(|image| image.truncate(game.nodes()));
    found
}
