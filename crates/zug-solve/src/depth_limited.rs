//! Depth-limited search with playouts for games that are too large to solve: a heuristic value,
//! never an answer.
//!
//! Plain alpha-beta with iterative deepening, until the budget of positions is used up. A position
//! at the depth limit has its points so far as value. Random playouts with a fixed seed separate
//! the moves that look equal. No clock is read, so the results are the same on every machine.

use crate::limits::Stop;
use zug_game::{Expansion, Fault, Game, Player, SplitMix64, Value};

/// Playouts for each of the moves with the best value.
const PLAYOUTS: usize = 48;
/// Plies after which a playout stops and counts as 0.
const LONGEST: usize = 400;

/// A legal move with its heuristic value.
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicValue<M> {
    /// The move.
    pub mv: M,
    /// The value of the depth-limited search, points so far included, from the first player's side.
    pub value: Value,
    /// The mean result of the playouts, from the first player's side; 0 for moves whose value is
    /// not the best.
    pub mean: f64,
}

/// The heuristic values of all moves, and the depth reached.
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicValues<M> {
    /// All legal moves, in the order of the definition; empty if play is over.
    pub moves: Vec<HeuristicValue<M>>,
    /// Plies searched, the move included; 0 if the budget did not suffice for one.
    pub depth: u32,
}

/// Searches deeper and deeper until about `budget` positions were entered, or no line goes on
/// behind the last ply.
///
/// # Errors
/// A fault of the definition, with the moves that lead to it.
pub fn depth_limited_search<G: Game>(
    game: &G,
    position: &G::Position,
    budget: u64,
) -> Result<HeuristicValues<G::Move>, Stop<G::Move>> {
    let mut look = Lookahead { game, left: budget, deeper: false, path: Vec::new() };
    search(&mut look, position).map_err(|fault| {
        look.path.reverse();
        Stop::Fault { fault, line: look.path }
    })
}

fn search<G: Game>(
    look: &mut Lookahead<'_, G>,
    position: &G::Position,
) -> Result<HeuristicValues<G::Move>, Fault> {
    let mut legal = Vec::new();
    if let Expansion::Terminal(_) = look.game.expand(position, &mut legal)? {
        return Ok(HeuristicValues { moves: Vec::new(), depth: 0 });
    }
    let mut found = HeuristicValues { moves: Vec::new(), depth: 0 };
    for depth in 1..=200 {
        look.deeper = false;
        let Some(values) = look.all(position, &legal, depth)? else { break };
        let heuristic = |(mv, value): (&G::Move, Value)| HeuristicValue { mv: mv.clone(), value, mean: 0.0 };
        found = HeuristicValues { moves: legal.iter().zip(values).map(heuristic).collect(), depth };
        if !look.deeper {
            break;
        }
    }
    if found.moves.is_empty() {
        found.moves = legal.into_iter().map(|mv| HeuristicValue { mv, value: 0, mean: 0.0 }).collect();
    }
    look.compare_by_chance(position, &mut found.moves)?;
    Ok(found)
}

struct Lookahead<'a, G: Game> {
    game: &'a G,
    left: u64,
    /// Whether some line was cut off by the depth limit.
    deeper: bool,
    /// After a fault: the moves that lead to it, the last one first.
    path: Vec<G::Move>,
}

impl<G: Game> Lookahead<'_, G> {
    /// The value of every move, each with an open window; none if the budget ran out.
    fn all(
        &mut self,
        position: &G::Position,
        legal: &[G::Move],
        depth: u32,
    ) -> Result<Option<Vec<Value>>, Fault> {
        let mut values = Vec::new();
        for play in legal {
            let value = self.behind(position, play, depth - 1, (Value::MIN + 1, Value::MAX - 1))?;
            let Some(value) = value else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(values))
    }

    /// The value of the position behind a move.
    fn behind(
        &mut self,
        position: &G::Position,
        play: &G::Move,
        depth: u32,
        window: (Value, Value),
    ) -> Result<Option<Value>, Fault> {
        let step = self.game.play(position, play);
        let value = step.and_then(|step| self.value(&step.position, depth, window));
        value.inspect_err(|_| self.path.push(play.clone()))
    }

    fn value(
        &mut self,
        position: &G::Position,
        depth: u32,
        (mut alpha, mut beta): (Value, Value),
    ) -> Result<Option<Value>, Fault> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Ok(None);
        }
        let mut legal = Vec::new();
        let offset = self.game.offset(position);
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut legal)? {
            return Ok(Some(payoff.saturating_add(offset)));
        }
        if depth == 0 {
            self.deeper = true;
            return Ok(Some(offset));
        }
        let first = self.game.mover(position) == Player::First;
        let mut best = None;
        for play in &legal {
            let Some(value) = self.behind(position, play, depth - 1, (alpha, beta))? else {
                return Ok(None);
            };
            best = Some(best.map_or(value, |best| if first { value.max(best) } else { value.min(best) }));
            if first {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Sets the mean of playouts for the moves with the best value.
    fn compare_by_chance(
        &mut self,
        position: &G::Position,
        moves: &mut [HeuristicValue<G::Move>],
    ) -> Result<(), Fault> {
        let first = self.game.mover(position) == Player::First;
        let values = || moves.iter().map(|each| each.value);
        let best = if first { values().max() } else { values().min() };
        let mut random = SplitMix64(0x5eed);
        for each in moves.iter_mut().filter(|each| Some(each.value) == best) {
            each.mean = self
                .mean(position, &each.mv, &mut random)
                .inspect_err(|_| self.path.push(each.mv.clone()))?;
        }
        Ok(())
    }

    /// The mean of playouts behind a move.
    fn mean(
        &mut self,
        position: &G::Position,
        play: &G::Move,
        random: &mut SplitMix64,
    ) -> Result<f64, Fault> {
        let step = self.game.play(position, play)?;
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            let mut line = Vec::new();
            let end = played_out(self.game, step.position.clone(), random, &mut line);
            sum += end.inspect_err(|_| self.path.extend(line.into_iter().rev()))?.unwrap_or(0) as f64;
        }
        Ok(sum / PLAYOUTS as f64)
    }
}

/// The result of one game played at random from here, points so far included; none if it is not
/// over after 400 plies.
///
/// # Errors
/// A fault of the definition, with the moves that lead to it.
pub fn playout<G: Game>(
    game: &G,
    position: G::Position,
    random: &mut SplitMix64,
) -> Result<Option<Value>, Stop<G::Move>> {
    let mut line = Vec::new();
    played_out(game, position, random, &mut line).map_err(|fault| Stop::Fault { fault, line })
}

/// The same; `line` gets the moves, the last of which may be the one that faults.
fn played_out<G: Game>(
    game: &G,
    mut position: G::Position,
    random: &mut SplitMix64,
    line: &mut Vec<G::Move>,
) -> Result<Option<Value>, Fault> {
    let mut legal = Vec::new();
    for _ in 0..LONGEST {
        legal.clear();
        if let Expansion::Terminal(payoff) = game.expand(&position, &mut legal)? {
            return Ok(Some(payoff.saturating_add(game.offset(&position))));
        }
        let play = legal.swap_remove(random.below(legal.len()));
        let step = game.play(&position, &play);
        line.push(play);
        position = step?.position;
    }
    Ok(None)
}
