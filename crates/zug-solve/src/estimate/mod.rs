//! Tree-size estimation by sampling (Knuth 1975, Chen 1992): the number of positions, before a long
//! run, from a sample of a given size.
//!
//! Positions are listed breadth first. If the listing ends, their number is exact. Otherwise there
//! are two estimates. The growth from layer to layer falls steadily in most games; a straight line
//! through its logarithms extrapolates the sizes of the layers ([`extrapolated`]). Random lines of
//! play from the last complete layer give the second estimate, which is rather too high; random
//! lines from the start estimate the number of sequences of moves.
//!
//! Method of the random lines: Knuth, "Estimating the efficiency of backtrack programs" (1975): the
//! product of the numbers of choices along a random line has the number of lines as its mean. Here
//! a position must count once, not once for every path to it, so each factor is divided by the
//! number of positions from which the next one is reached. That number comes from replaying the
//! moves of the line in other orders; it may be too low and the estimate too high. A position that
//! is reached after different numbers of plies counts once for each of them, which raises the
//! estimate too.

mod listing;

use self::listing::BreadthFirst;
use crate::answer::Statistics;
use crate::clock::Instant;
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use std::time::Duration;
use zug_game::{Expansion, Game, Player, SplitMix64};

/// The size of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleSize {
    /// The listing ends with the first layer that makes it larger than this, or at which four
    /// million moves have been played.
    pub positions: usize,
    /// Random lines, from the start and from the last layer each.
    pub lines: usize,
    /// The plies after which a line is given up.
    pub plies: usize,
}

impl Default for SampleSize {
    fn default() -> SampleSize {
        SampleSize { positions: 400_000, lines: 300, plies: 400 }
    }
}

/// The estimate. All but the time is the same on every run.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeEstimate {
    /// The numbers of new positions after 0, 1, .. plies, as far as they were listed.
    pub layers: Vec<u64>,
    /// Whether the layers have all reachable positions.
    pub complete: bool,
    /// The decimal logarithm of the number of positions; exact where the listing is complete.
    pub positions: f64,
    /// The decimal logarithm of the number of positions by random lines alone, which is more likely
    /// too high than too low.
    pub at_most: f64,
    /// The decimal logarithm of the number of sequences of moves to the end of play; none if a line
    /// was given up.
    pub lines: Option<f64>,
    /// The mean number of legal moves of a listed position that is not over.
    pub moves: f64,
    /// The mean length of a random line, in plies.
    pub plies: f64,
    /// The decimal logarithm of the size of the largest layer, listed or extrapolated.
    pub widest: f64,
    /// How many positions are one by the symmetries of the rules, as a decimal logarithm: of all or
    /// of a layer.
    pub alike: f64,
    /// The duration of the listing.
    pub time: Duration,
}

/// Estimates the number of positions reachable from `position`.
///
/// # Errors
/// A limit, or a fault with the moves that lead to it.
pub fn estimate<G: Game>(
    game: &G,
    position: &G::Position,
    sample: SampleSize,
    limits: &Limits,
) -> Result<SizeEstimate, Stop<G::Move>> {
    let mut listing = BreadthFirst::new(game, position, limits);
    let into_stop = |halt: Halt, line| halt.into_stop(line, (None, None), Statistics::default());
    let begun = Instant::now();
    let complete = listing.list(sample.positions).map_err(|halt| into_stop(halt, listing.line_to_fault()))?;
    let time = begun.elapsed();
    let mut estimator = TreeSizeEstimator::new(game, sample);
    let played = estimator.play(&mut listing);
    played.map_err(|halt| into_stop(halt, std::mem::take(&mut estimator.line)))?;
    let listed = listing.positions.len() as f64;
    let below = if complete { f64::NEG_INFINITY } else { estimator.positions() };
    let at_most = add(listed.log10(), below);
    let layers = listing.layers();
    let drawn = if complete { Vec::new() } else { extrapolated(&layers, estimator.longest) };
    let positions = drawn.iter().copied().fold(listed.log10(), add).min(at_most);
    let widest = drawn.iter().copied().fold(listing.widest(), f64::max).min(positions);
    let alike = listing.alike(complete).map_err(|halt| into_stop(halt, Vec::new()))?;
    Ok(SizeEstimate {
        complete,
        positions,
        at_most,
        lines: estimator.sequences(),
        moves: listing.edges as f64 / (listing.expanded - listing.ended).max(1) as f64,
        plies: estimator.length(),
        widest,
        alike,
        layers,
        time,
    })
}

/// The sizes of the layers after the given ones, as decimal logarithms. Least squares fit a line to
/// the logarithms of the growth in the later half; it is continued until a layer is empty or play
/// is longer than `longest`. Rising growth counts as constant.
fn extrapolated(layers: &[u64], longest: usize) -> Vec<f64> {
    let logs: Vec<f64> = layers.iter().map(|&size| (size as f64).log10()).collect();
    let growth: Vec<f64> = logs.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let Some(last) = logs.last() else { return Vec::new() };
    let (at_end, slope) = line_through(&growth[growth.len() / 2..]);
    let mut size = *last;
    let mut drawn = Vec::new();
    for ply in 1..=(longest + 1).saturating_sub(layers.len()) {
        size += at_end + slope.min(0.0) * ply as f64;
        if size < 0.0 {
            break;
        }
        drawn.push(size);
    }
    drawn
}

/// The line of least squares through the numbers at 0, 1, ..: its value at the last of them, and
/// its slope.
fn line_through(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    if numbers.len() < 2 {
        return (numbers.first().copied().unwrap_or(0.0), 0.0);
    }
    let (mean_x, mean_y) = ((count - 1.0) / 2.0, numbers.iter().sum::<f64>() / count);
    let pairs = || numbers.iter().enumerate().map(|(x, y)| (x as f64 - mean_x, y - mean_y));
    let slope = pairs().map(|(x, y)| x * y).sum::<f64>() / pairs().map(|(x, _)| x * x).sum::<f64>();
    (mean_y + slope * mean_x, slope)
}

/// `log10(10^a + 10^b)`, without overflow.
fn add(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY {
        high
    } else {
        high + (10_f64.powf(low - high)).ln_1p() / std::f64::consts::LN_10
    }
}

/// The random lines of play.
struct TreeSizeEstimator<'a, G: Game> {
    game: &'a G,
    sample: SampleSize,
    random: SplitMix64,
    /// For each ply below the last layer, the decimal logarithm of the sum of the weights.
    below: Vec<f64>,
    /// The decimal logarithm of the sum, over lines from the start, of the product of the choices.
    sequences: f64,
    /// Lines that were not over after [`SampleSize::plies`].
    given_up: u64,
    /// Plies of all lines from the start.
    plies: u64,
    /// Lines from the start.
    lines: u64,
    /// The length of the longest line.
    longest: usize,
    /// Lines from the last layer.
    sampled: u64,
    /// Roughly the number of moves played in other orders.
    work: u64,
    /// The moves from the start that are played; after a fault, those that lead to it.
    line: Vec<G::Move>,
}

impl<'a, G: Game> TreeSizeEstimator<'a, G> {
    fn new(game: &'a G, sample: SampleSize) -> Self {
        let (below, random) = (Vec::new(), SplitMix64(1975));
        TreeSizeEstimator {
            game,
            sample,
            random,
            below,
            sequences: f64::NEG_INFINITY,
            given_up: 0,
            plies: 0,
            lines: 0,
            longest: 0,
            sampled: 0,
            work: 0,
            line: Vec::new(),
        }
    }

    fn play(&mut self, listing: &mut BreadthFirst<'_, G>) -> Result<(), Halt> {
        for _ in 0..self.sample.lines {
            self.from_start(&listing.positions[0], &mut listing.watch)?;
            listing.watch.look(&Statistics::default())?;
        }
        let layer = listing.begins.last().copied().unwrap_or(0)..listing.positions.len();
        if layer.is_empty() || listing.expanded == listing.positions.len() as u64 {
            return Ok(());
        }
        for _ in 0..self.sample.lines {
            let n = layer.start + self.random.below(layer.len());
            self.from_layer(listing, n, (layer.len() as f64).log10())?;
            listing.watch.look(&Statistics::default())?;
            if self.work > MOST_WORK {
                break;
            }
        }
        Ok(())
    }

    /// Plays a line from the start, for the number of sequences.
    fn from_start(&mut self, start: &G::Position, watch: &mut Watch) -> Result<(), Halt> {
        let (mut position, mut weight) = (start.clone(), 0.0);
        let mut moves = Vec::new();
        self.line.clear();
        self.lines += 1;
        for ply in 0..self.sample.plies {
            self.longest = self.longest.max(ply);
            moves.clear();
            if let Expansion::Terminal(_) = self.game.expand(&position, &mut moves)? {
                self.sequences = add(self.sequences, weight);
                return Ok(());
            }
            watch.after(moves.len())?;
            weight += (moves.len().max(1) as f64).log10();
            let play = moves.get(self.random.below(moves.len().max(1))).ok_or(Halt::NoMoves)?;
            self.line.push(play.clone());
            position = self.game.play(&position, play)?.position;
            self.plies += 1;
        }
        self.given_up += 1;
        Ok(())
    }

    /// Plays a line from a position of the last layer, for the number of positions. A line that
    /// the work ends is left out, unless it is the first.
    fn from_layer(&mut self, listing: &mut BreadthFirst<'_, G>, n: usize, weight: f64) -> Result<(), Halt> {
        let mut line = PlayLine::new(self.game, &listing.positions[0], listing.path(n)?)?;
        let followed = self.follow(&mut line, listing, weight);
        let weights = followed.inspect_err(|_| self.line = line.moves)?;
        if self.work > MOST_WORK && self.sampled > 0 {
            return Ok(());
        }
        self.sampled += 1;
        self.below.resize(self.below.len().max(weights.len()), f64::NEG_INFINITY);
        for (below, weight) in self.below.iter_mut().zip(weights) {
            *below = add(*below, weight);
        }
        Ok(())
    }

    /// Goes on with a line at random until a listed position or the end: the weight of each ply.
    /// Once there was too much work, one way to each position is counted, so that the first line
    /// is rather too heavy than too light.
    fn follow(
        &mut self,
        line: &mut PlayLine<'a, G>,
        listing: &mut BreadthFirst<'_, G>,
        mut weight: f64,
    ) -> Result<Vec<f64>, Halt> {
        let mut weights = Vec::new();
        for _ in 0..self.sample.plies.min(MOST_PLIES) {
            let mut moves = Vec::new();
            if let Expansion::Terminal(_) = self.game.expand(line.last(), &mut moves)? {
                break;
            }
            weight += (moves.len().max(1) as f64).log10();
            let play = moves.swap_remove(self.random.below(moves.len().max(1)));
            line.push(play)?;
            if listing.known.contains_key(&self.game.key(line.last())) {
                break;
            }
            let length = line.moves.len() as u64;
            self.work =
                self.work.saturating_add((ORDERS as u64).saturating_mul(length.saturating_mul(length)));
            if self.work <= MOST_WORK {
                weight -= (line.ways(&mut listing.watch)? as f64).log10();
            }
            weights.push(weight);
        }
        Ok(weights)
    }

    fn positions(&self) -> f64 {
        self.below.iter().copied().fold(f64::NEG_INFINITY, add) - (self.sampled.max(1) as f64).log10()
    }

    fn sequences(&self) -> Option<f64> {
        (self.given_up == 0 && self.lines > 0).then(|| self.sequences - (self.lines as f64).log10())
    }

    fn length(&self) -> f64 {
        self.plies as f64 / self.lines.max(1) as f64
    }
}

/// The greatest length of a line whose moves are replayed in other orders: each ply takes time
/// quadratic in the length.
const MOST_PLIES: usize = 120;
/// The work after which no line is replayed in other orders, and no further one is played.
const MOST_WORK: u64 = 1 << 28;

/// The most orders of the moves replayed at each ply.
const ORDERS: usize = 48;

/// A line of play from the start.
struct PlayLine<'a, G: Game> {
    game: &'a G,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> PlayLine<'a, G> {
    fn new(game: &'a G, start: &G::Position, moves: Vec<G::Move>) -> Result<Self, Halt> {
        let mut line = PlayLine { game, positions: vec![start.clone()], moves: Vec::new() };
        for play in moves {
            line.push(play)?;
        }
        Ok(line)
    }

    fn last(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    fn push(&mut self, play: G::Move) -> Result<(), Halt> {
        let next = self.game.play(self.last(), &play);
        self.moves.push(play);
        self.positions.push(next?.position);
        Ok(())
    }

    /// The number of positions from which the last one is reached, as far as other orders of the
    /// same moves show it: for each earlier move of the last mover, two orders that end with it.
    ///
    /// # Errors
    /// A limit.
    fn ways(&self, watch: &mut Watch) -> Result<usize, Halt> {
        let Some(last) = self.moves.len().checked_sub(1) else { return Ok(1) };
        let end = self.game.key(self.last());
        let movers: Vec<Player> = self.positions[..=last].iter().map(|p| self.game.mover(p)).collect();
        let mut before = FxHashSet::default();
        before.insert(self.game.key(&self.positions[last]));
        let his = (0..last).rev().filter(|&n| movers[n] == movers[last]).take(ORDERS);
        for n in his {
            // Either order may play the whole line again.
            watch.after(2 * self.moves.len())?;
            let mut tries = [false, true].into_iter();
            before.extend(tries.find_map(|backwards| self.with_last(n, &movers, backwards, &end)));
        }
        Ok(before.len())
    }

    /// The position before the last one in an order where move `n` comes last. At each ply the
    /// first other move (the last with `backwards`) that its player can make is played; equal moves
    /// keep their order. None if the order is impossible or ends in another position.
    fn with_last(&self, n: usize, movers: &[Player], backwards: bool, end: &G::Key) -> Option<G::Key> {
        let same = if backwards { 0 } else { n };
        let mut left: Vec<usize> = (same..self.moves.len()).filter(|&m| m != n).collect();
        let mut position = self.positions[same].clone();
        let mut legal = Vec::new();
        while !left.is_empty() {
            self.legal(&position, &mut legal)?;
            let mover = self.game.mover(&position);
            let first = |m: usize| !left.iter().chain([&n]).any(|&e| e < m && self.moves[e] == self.moves[m]);
            let can = |m: &usize| movers[*m] == mover && legal.contains(&self.moves[*m]) && first(*m);
            let next = if backwards { left.iter().rposition(can) } else { left.iter().position(can) };
            position = self.game.play(&position, &self.moves[left.remove(next?)]).ok()?.position;
        }
        self.legal(&position, &mut legal)?;
        let play = &self.moves[n];
        let last = self.game.play(&position, play).ok().filter(|_| legal.contains(play))?;
        (self.game.key(&last.position) == *end).then(|| self.game.key(&position))
    }

    /// The legal moves of a position; none if play is over or it faults.
    fn legal(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> Option<()> {
        moves.clear();
        matches!(self.game.expand(position, moves), Ok(Expansion::Moves)).then_some(())
    }
}
