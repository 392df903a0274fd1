//! Answers from the parts of a position: for games that are proved to be Node Kayles.

use super::by_name::{NamedMoves, contradiction, stopped, with_value};
use super::choose::SolverChoice;
use super::{Answer, Options, Prepared, SolveError, Statistics};
use std::collections::{BTreeMap, HashMap};
use zug_analysis::NodeKayles;
use zug_analysis::node_kayles::GroundMove;
use zug_game::Player;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::{ConflictGraph, MOST_NODES, NodeKaylesSolver, SumSample, on_deep_stack};

/// Literals by their numbers, with values.
type LiteralValues<'a> = &'a [(usize, bool)];

/// The most symmetries that are listed: each is tried at every large part.
const SYMMETRIES: usize = 16;

/// How a game is solved by parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOf {
    /// Moves only take moves away; parts that take none away from each other are solved apart.
    Parts {
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

/// A game of Node Kayles with its conflict graph.
#[derive(Debug)]
pub(super) struct SumGame {
    fact: NodeKayles,
    graph: ConflictGraph,
    /// For each node the number of one of its moves in the fact.
    moves: Vec<usize>,
    /// The node of each move of each player.
    nodes: HashMap<(u32, Choice), usize>,
}

impl SumGame {
    /// Moves that need and change the same are one node.
    pub fn new(fact: NodeKayles) -> SumGame {
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
        let graph = ConflictGraph::new(&rows);
        let symmetries = symmetries(&graph);
        SumGame { graph: graph.with_symmetries(&symmetries), moves, nodes, fact }
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.graph.is_impartial()
    }

    fn each(&self, node: usize) -> Option<&GroundMove> {
        self.fact.moves.get(*self.moves.get(node)?)
    }

    /// The moves that are left in a position, whoever may make them.
    fn left(&self, position: &Position) -> Vec<usize> {
        let is_left = |node: &usize| self.each(*node).is_some_and(|each| self.fact.is_legal(position, each));
        (0..self.moves.len()).filter(is_left).collect()
    }

    /// Whether these are the moves of a position by what was proved.
    fn has_moves(&self, position: &Position, choices: &[Choice]) -> bool {
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

impl Prepared<'_> {
    /// The game as a sum of parts; none if it is not proved to be one.
    pub(super) fn sum_game(&self) -> Option<&SumGame> {
        let found = || zug_analysis::node_kayles(self.program).map(SumGame::new);
        let fits = |game: &SumGame| game.graph.len() <= MOST_NODES;
        self.sum_game.get_or_init(|| found().filter(fits)).as_ref()
    }

    /// How the game is solved by parts; none if it is not proved to be a sum, and has no nimbers.
    pub fn sum_of(&self) -> Option<SumOf> {
        if let Some(game) = self.sum_game() {
            return Some(SumOf::Parts { nimbers: game.is_impartial() });
        }
        self.impartial_game().map(|game| SumOf::Components(game.count()))
    }

    /// How many moves of both players are left in a position; none if the game is not proved to be
    /// a sum of parts.
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
            let mut solver = NodeKaylesSolver::new(&game.graph, limits).ok_or_else(too_many)?;
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
            let mut solver = NodeKaylesSolver::new(&game.graph, &options.limits).ok_or_else(too_many)?;
            if plan.sample
                && let SumSample::StaysWhole { positions } =
                    solver.sample(&game.left(position), position.turn).map_err(stopped)?
            {
                return Ok(SumAnswer::StaysWhole { positions });
            }
            let mut summing =
                Summing { prepared: self, game, semantics: Semantics::new(self.program), solver };
            summing.answer(position.clone(), options, plan).map(|answer| SumAnswer::Found(Box::new(answer)))
        })
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
