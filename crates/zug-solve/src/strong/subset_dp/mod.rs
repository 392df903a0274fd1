//! A dynamic program over subsets: every position of a game in which the players take elements
//! until none is left, and what completes boxes gains points.
//!
//! ```text
//!   values.rs   what the mover gains from every set of taken elements on, the full set first, in a table by that set
//!   reach.rs    which of them are reached with which player to move
//!   boxes.rs   what both ask: which boxes an element completes
//! ```
//!
//! What a move gains depends on the elements taken alone, and with the players exchanged values
//! change sign: so one number tells both positions that a set belongs to. No position is looked up:
//! its place is the set. Rows of 64 sets are solved at once.
//!
//! Method: backward induction over all sets of edges, as for Dots and Boxes by Barker and Korf
//! ("Solving Dots-And-Boxes", 2012).

mod boxes;
mod reach;
mod values;

use super::census::{Census, Count, mixed};
use super::compressed_keys::PositionCode;
use super::table::PositionIndexing;
use crate::answer::{LineEnd, Statistics};
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use boxes::{Boxes, LANES, LOW};
use reach::Reached;
use values::PointValues;
use zug_game::{Expansion, Game, Player, Value};

/// Fewer elements do not make a row; sets of more would not fit into any memory.
const ELEMENTS: std::ops::RangeInclusive<usize> = LOW as usize..=30;
/// Boxes that can be counted in a byte with its sign.
const MOST_BOXES: usize = i8::MAX as usize;
/// Sets at which the game itself is asked whether it is what was said.
const SAMPLES: u32 = 256;

/// A game of this kind from a position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetGame {
    /// For each element that is not taken, which bit of a code is set when it is.
    pub bits: Vec<u32>,
    /// For each box that can be completed, the elements it lacks, as bits.
    pub boxes: Vec<u32>,
    /// Whether who completes something moves again; otherwise the players take turns.
    pub again: bool,
    /// The bit of a code that is set where the second player moves.
    pub turn: u32,
}

impl SubsetGame {
    /// Bytes it takes to solve it; none where it cannot be solved in this way.
    fn bytes(&self) -> Option<u64> {
        let fits = ELEMENTS.contains(&self.bits.len()) && self.boxes.len() <= MOST_BOXES;
        fits.then(|| (1 << self.bits.len()) + (1 << (self.bits.len() - 2)))
    }
}

/// Solves every position that can be reached, by the sets of elements taken.
///
/// # Errors
/// [`Stop::Unfit`] where there are too few elements, too many for the memory, or where the game is
/// found to be another than was said: then another way is to be taken.
pub fn solve_subset_dp<G: Game, S: PositionIndexing<G>>(
    game: &G,
    position: &G::Position,
    indexing: &S,
    subset_game: &SubsetGame,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Stop<G::Move>> {
    let into_stop = |halt: Halt, bytes: u64| {
        halt.into_stop(Vec::new(), (None, None), Statistics { bytes, ..Statistics::default() })
    };
    let bytes = subset_game
        .bytes()
        .filter(|bytes| *bytes <= limits.memory)
        .ok_or_else(|| into_stop(Halt::Repeats, 0))?;
    let solved =
        SubsetSolution::of((game, position, indexing), subset_game, threads, &mut Watch::new(limits));
    solved.and_then(|solved| solved.census(position)).map_err(|halt| into_stop(halt, bytes))
}

/// Everything that is known.
struct SubsetSolution<'a, G: Game, S: PositionIndexing<G>> {
    game: &'a G,
    indexing: &'a S,
    subset_game: &'a SubsetGame,
    /// The code of the position asked about, as if the first player moved.
    base: u128,
    boxes: Boxes,
    values: PointValues,
    reached: Reached,
}

impl<'a, G: Game, S: PositionIndexing<G>> SubsetSolution<'a, G, S> {
    fn of(
        (game, position, indexing): (&'a G, &G::Position, &'a S),
        subset_game: &'a SubsetGame,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Halt> {
        let boxes = Boxes::of(subset_game);
        let values = PointValues::of(&boxes, threads, watch)?;
        let reached = Reached::of(&boxes, game.mover(position), watch)?;
        let base = indexing.rank(position).number() & !(1 << subset_game.turn);
        let solved = SubsetSolution { game, indexing, subset_game, base, boxes, values, reached };
        solved.hold()?;
        Ok(solved)
    }

    /// The code of a position.
    fn code(&self, taken: u32, mover: Player) -> S::Code {
        let bits = boxes::ones(taken).map(|element| 1 << self.subset_game.bits[element as usize]);
        let turn = u128::from(mover == Player::Second) << self.subset_game.turn;
        S::Code::cut(bits.fold(self.base | turn, |code: u128, bit: u128| code | bit))
    }

    /// The elements taken in a position, and who moves; none where it is not one of these.
    fn taken(&self, position: &G::Position) -> Option<(u32, Player)> {
        let code = self.indexing.rank(position);
        let set = |(at, bit): (usize, &u32)| ((code.number() >> bit & 1) as u32) << at;
        let taken = self.subset_game.bits.iter().enumerate().map(set).fold(0, |all, bit| all | bit);
        let mover = self.game.mover(position);
        (self.code(taken, mover) == code).then_some((taken, mover))
    }

    /// From the first player's side.
    fn value(&self, (taken, mover): (u32, Player)) -> Value {
        let value = Value::from(self.values.get(taken));
        if mover == Player::First { value } else { -value }
    }

    fn is_reached(&self, taken: u32, mover: Player) -> bool {
        self.reached.rows[(taken >> LOW) as usize][mover.index()] >> (taken % LANES as u32) & 1 == 1
    }

    /// Plays at some positions and compares.
    fn hold(&self) -> Result<(), Halt> {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (random >> 33) as u32
        };
        let all = u32::MAX >> (32 - self.subset_game.bits.len());
        let full = |sample: u32| if sample == 0 { all } else { 0 };
        for sample in 0..SAMPLES {
            let (one, two) = (next(), next());
            let taken = [one, one & two, one | two][sample as usize % 3] & all | full(sample);
            for mover in [Player::First, Player::Second] {
                if self.is_reached(taken, mover) && !self.holds_at(taken, mover) {
                    return Err(Halt::Repeats);
                }
            }
        }
        Ok(())
    }

    /// Whether the game has there the moves that are said here.
    fn holds_at(&self, taken: u32, mover: Player) -> bool {
        let position = self.indexing.unrank(self.code(taken, mover));
        let mut moves = Vec::new();
        let all = u32::MAX >> (32 - self.subset_game.bits.len());
        let expand = match self.game.expand(&position, &mut moves) {
            Ok(expand) => expand,
            Err(_) => return false,
        };
        if taken == all {
            return expand == Expansion::Terminal(0);
        }
        let mut seen = taken;
        let holds = moves.iter().all(|play| {
            let Ok(step) = self.game.play(&position, play) else { return false };
            let Some((next, after)) = self.taken(&step.position) else { return false };
            let element = (next & !taken).trailing_zeros();
            seen |= next;
            next == taken | 1_u32.checked_shl(element).unwrap_or(0)
                && self.said(taken, mover, element) == (step.reward, after)
        });
        holds && expand == Expansion::Moves && seen == all
    }

    /// What a move is said to gain, and who is said to move after it.
    fn said(&self, taken: u32, mover: Player, element: u32) -> (Value, Player) {
        let rewards = self.boxes.rewards(element, taken >> LOW);
        let reward = rewards.map_or(0, |rewards| Value::from(rewards[taken as usize % LANES]));
        let after = if self.boxes.again && reward > 0 { mover } else { mover.other() };
        (if mover == Player::First { reward } else { -reward }, after)
    }

    /// Everything that is told.
    fn census(&self, position: &G::Position) -> Result<Census<G::Move>, Halt> {
        let at = self.taken(position).ok_or(Halt::Repeats)?;
        let value = self.value(at).checked_add(self.game.offset(position)).ok_or(Halt::Overflow)?;
        let (counts, digest) = self.counts();
        let positions = counts.iter().map(|count| count.positions).sum();
        let full = u32::MAX >> (32 - self.subset_game.bits.len());
        let both = [Player::First, Player::Second];
        let terminal = both.iter().filter(|mover| self.is_reached(full, **mover)).count() as u64;
        let bytes = self.values.bytes() + self.reached.bytes();
        Ok(Census {
            positions,
            terminal,
            whole: false,
            counts,
            value,
            plies: None,
            line: self.line(position)?,
            line_end: LineEnd::Terminal,
            longest: [None, None],
            tiers: Some(self.subset_game.bits.len() as u64 + 1),
            table: bytes,
            digest,
            statistics: Statistics { positions, terminal, bytes, ..Statistics::default() },
        })
    }

    /// Positions by value and mover, sorted, and the checksum of all.
    fn counts(&self) -> (Vec<Count>, u64) {
        // By who can be the mover and by the value, which may be negative.
        let mut found = [[0_u64; 256]; 4];
        let mut digest = 0_u64;
        let lanes: [u128; LANES] =
            std::array::from_fn(|lane| self.code(lane as u32, Player::First).number() & !self.base);
        for (row, [first, second]) in self.reached.rows.iter().enumerate() {
            let codes = [Player::First, Player::Second].map(|mover| self.code((row as u32) << LOW, mover));
            for (lane, &value) in self.values.row(row as u32).iter().enumerate() {
                let by = [first >> lane & 1, second >> lane & 1];
                found[(by[0] | by[1] << 1) as usize][usize::from(value as u8)] += 1;
                let mixed = |mover: usize, value: i8| {
                    let code = S::Code::cut(codes[mover].number() | lanes[lane]);
                    mixed(code, Value::from(value)) & 0_u64.wrapping_sub(by[mover])
                };
                digest = digest.wrapping_add(mixed(0, value)).wrapping_add(mixed(1, -value));
            }
        }
        let mut counts = Vec::new();
        for value in -i8::MAX..=i8::MAX {
            let at = |by: usize, value: i8| found[by][usize::from(value as u8)];
            let movers = [(Player::First, at(1, value)), (Player::Second, at(2, -value))];
            let both = [at(3, value), at(3, -value)];
            for ((mover, alone), both) in movers.into_iter().zip(both) {
                let (value, positions) = (Value::from(value), alone + both);
                if positions > 0 {
                    counts.push(Count { value, plies: None, mover, positions });
                }
            }
        }
        (counts, digest)
    }

    /// Best play to the end: the first move that keeps the value.
    fn line(&self, position: &G::Position) -> Result<Vec<G::Move>, Halt> {
        let (mut line, mut moves) = (Vec::new(), Vec::new());
        let mut position = position.clone();
        loop {
            moves.clear();
            if let Expansion::Terminal(_) = self.game.expand(&position, &mut moves)? {
                return Ok(line);
            }
            let value = self.value(self.taken(&position).ok_or(Halt::Repeats)?);
            let mut best = None;
            for play in &moves {
                let step = self.game.play(&position, play)?;
                let behind = self.value(self.taken(&step.position).ok_or(Halt::Repeats)?);
                if behind + step.reward == value {
                    best = Some((play.clone(), step.position));
                    break;
                }
            }
            let (play, next) = best.ok_or(Halt::Repeats)?;
            line.push(play);
            position = next;
        }
    }
}
