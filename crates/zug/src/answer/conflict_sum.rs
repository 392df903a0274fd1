//! Games of Node Kayles as games of the solver of sums.

use std::collections::{BTreeMap, HashMap};
use zug_analysis::NodeKayles;
use zug_analysis::node_kayles::GroundMove;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_solve::{ConflictGraph, Limits, MOST_NODES, NodeKaylesSolver};

/// Literals by their numbers, with values.
type LiteralValues<'a> = &'a [(usize, bool)];

/// The most symmetries that are listed: each is tried at every large part.
const SYMMETRIES: usize = 16;

/// A game of Node Kayles with its conflict graph.
#[derive(Debug)]
pub(super) struct ConflictSum {
    fact: NodeKayles,
    graph: ConflictGraph,
    /// For each node the number of one of its moves in the fact.
    moves: Vec<usize>,
    /// The node of each move of each player.
    nodes: HashMap<(u32, Choice), usize>,
}

impl ConflictSum {
    /// Moves that need and change the same are one node. None where there are more than
    /// [`MOST_NODES`].
    pub fn new(fact: NodeKayles) -> Option<ConflictSum> {
        let mut alike: HashMap<(LiteralValues<'_>, LiteralValues<'_>), usize> = HashMap::new();
        let (mut movers, mut moves, mut nodes) = (Vec::new(), Vec::new(), HashMap::new());
        for (number, each) in fact.moves.iter().enumerate() {
            let node = *alike.entry((&each.needs, &each.changes)).or_insert_with(|| {
                movers.push([false; 2]);
                moves.push(number);
                moves.len() - 1
            });
            movers[node][each.mover as usize] = true;
            nodes.insert((each.mover, each.choice.clone()), node);
        }
        let needing = needing(&fact, &moves);
        let takes = |number: &usize| {
            if is_broken(Shortcut::Conflict) {
                return Vec::new();
            }
            let spoiled = fact.moves[*number].changes.iter().map(|(thing, value)| (*thing, !*value));
            spoiled.filter_map(|need| needing.get(&need)).flatten().copied().collect()
        };
        let rows: Vec<([bool; 2], Vec<usize>)> = movers.into_iter().zip(moves.iter().map(takes)).collect();
        if rows.len() > MOST_NODES {
            return None;
        }
        let graph = ConflictGraph::new(&rows);
        let symmetries = symmetries(&graph);
        Some(ConflictSum { graph: graph.with_symmetries(&symmetries), moves, nodes, fact })
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.graph.is_impartial()
    }

    /// A solver that knows nothing yet; none where there are too many nodes.
    pub fn solver(&self, limits: &Limits) -> Option<NodeKaylesSolver> {
        NodeKaylesSolver::new(&self.graph, limits)
    }

    fn each(&self, node: usize) -> Option<&GroundMove> {
        self.fact.moves.get(*self.moves.get(node)?)
    }

    /// The moves that are left in a position, whoever may make them.
    pub fn left(&self, position: &Position) -> Vec<usize> {
        let is_left = |node: &usize| self.each(*node).is_some_and(|each| self.fact.is_legal(position, each));
        (0..self.moves.len()).filter(is_left).collect()
    }

    /// Whether these are the moves of a position by what was proved.
    pub fn has_moves(&self, position: &Position, choices: &[Choice]) -> bool {
        let mover = position.turn.index() as u32;
        let left = self.left(position);
        let mut legal = 0;
        for node in &left {
            legal += self.nodes.iter().filter(|((who, _), at)| *who == mover && *at == node).count();
        }
        let is_left = |choice: &Choice| {
            self.nodes.get(&(mover, choice.clone())).is_some_and(|node| left.binary_search(node).is_ok())
        };
        choices.iter().all(is_left) && legal == choices.len()
    }
}

/// Some automorphisms of the conflict graph.
fn symmetries(graph: &ConflictGraph) -> Vec<Vec<usize>> {
    let colour = |node: usize| graph.movers(node).iter().fold(0, |colour, may| 2 * colour + u32::from(*may));
    let colours: Vec<u32> = (0..graph.len()).map(colour).collect();
    let row = |node: usize| graph.takes(node).iter().map(move |taken| (node as u32, *taken as u32));
    let arcs: Vec<(u32, u32)> = (0..graph.len()).flat_map(row).collect();
    zug_compile::symmetry::automorphisms(&colours, &arcs, SYMMETRIES)
}

/// The nodes that need a thing to have a value.
fn needing(fact: &NodeKayles, moves: &[usize]) -> BTreeMap<(usize, bool), Vec<usize>> {
    let mut needing: BTreeMap<(usize, bool), Vec<usize>> = BTreeMap::new();
    for (node, number) in moves.iter().enumerate() {
        for need in &fact.moves[*number].needs {
            needing.entry(*need).or_default().push(node);
        }
    }
    needing
}
