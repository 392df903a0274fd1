//! Depth-limited search with playouts, where a game is too large to be solved: a heuristic value, never an answer.
//!
//! Iterative deepening of plain alpha-beta, one ply more each time until so many positions were looked at. What lies behind the last ply
//! counts as even. Moves that look alike are told apart by games played at random, always the same ones. No clock is looked at: the
//! same position has the same guesses on every machine.

use zug_game::{Expansion, Fault, Game, Player, SplitMix64, Value};

/// Games played at random for each move that looks as good as the best.
const PLAYOUTS: usize = 48;
/// A random game that goes on so long counts as even.
const LONGEST: usize = 400;

/// A legal move and what it seems worth.
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicValue<M> {
    /// The move.
    pub mv: M,
    /// What is forced within the plies looked at, from the first player's side; what lies behind them counts as even.
    pub value: Value,
    /// The mean of random games, from the first player's side; only for moves that look best.
    pub mean: f64,
}

/// All moves of a position, and how far was looked.
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicValues<M> {
    /// In the order of the definition.
    pub moves: Vec<HeuristicValue<M>>,
    /// Plies.
    pub depth: u32,
}

/// Looks ahead until about `budget` positions were seen.
///
/// # Errors
/// A broken promise of the definition.
pub fn depth_limited_search<G: Game>(
    game: &G,
    position: &G::Position,
    budget: u64,
) -> Result<HeuristicValues<G::Move>, Fault> {
    let mut legal = Vec::new();
    if let Expansion::Terminal(_) = game.expand(position, &mut legal)? {
        return Ok(HeuristicValues { moves: Vec::new(), depth: 0 });
    }
    let mut look = Look { game, left: budget, deeper: false };
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
    compare_by_chance(game, position, &mut found.moves)?;
    Ok(found)
}

struct Look<'a, G> {
    game: &'a G,
    left: u64,
    /// Whether some line went on behind the last ply.
    deeper: bool,
}

impl<G: Game> Look<'_, G> {
    /// The value of every move, each with an open window; nothing if the positions ran out.
    fn all(
        &mut self,
        position: &G::Position,
        legal: &[G::Move],
        depth: u32,
    ) -> Result<Option<Vec<Value>>, Fault> {
        let mut values = Vec::new();
        for play in legal {
            let step = self.game.play(position, play)?;
            let value = self.value(&step.position, depth - 1, (Value::MIN + 1, Value::MAX - 1))?;
            let Some(value) = value else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(values))
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
            let step = self.game.play(position, play)?;
            let Some(value) = self.value(&step.position, depth - 1, (alpha, beta))? else { return Ok(None) };
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
}

/// Plays games at random after the moves that look best.
fn compare_by_chance<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &mut [HeuristicValue<G::Move>],
) -> Result<(), Fault> {
    let first = game.mover(position) == Player::First;
    let values = || moves.iter().map(|each| each.value);
    let best = if first { values().max() } else { values().min() };
    let mut random = SplitMix64(0x5eed);
    for each in moves.iter_mut().filter(|each| Some(each.value) == best) {
        let step = game.play(position, &each.mv)?;
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            sum += playout(game, step.position.clone(), &mut random)?.unwrap_or(0) as f64;
        }
        each.mean = sum / PLAYOUTS as f64;
    }
    Ok(())
}

/// What a game played at random from here ends with; nothing if it goes on for long.
pub fn playout<G: Game>(
    game: &G,
    mut position: G::Position,
    random: &mut SplitMix64,
) -> Result<Option<Value>, Fault> {
    let mut legal = Vec::new();
    for _ in 0..LONGEST {
        legal.clear();
        if let Expansion::Terminal(payoff) = game.expand(&position, &mut legal)? {
            return Ok(Some(payoff.saturating_add(game.offset(&position))));
        }
        position = game.play(&position, &legal[random.below(legal.len())])?.position;
    }
    Ok(None)
}
