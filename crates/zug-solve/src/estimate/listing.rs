//! The breadth-first listing of positions that a sample begins with.

use crate::answer::Statistics;
use crate::limits::{Halt, Limits};
use crate::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Expansion, Game};

/// The moves after which no further layer is listed.
const MOST_MOVES: u64 = 4_000_000;
/// The most positions of a layer whose canonical forms are counted; of all positions four times as
/// many, for symmetric ones lie in several layers.
const FORMS: usize = 50_000;

/// The breadth-first listing of positions, each with the position and move that led to it first.
pub(super) struct BreadthFirst<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) positions: Vec<G::Position>,
    pub(super) parents: Vec<(u32, u32)>,
    pub(super) known: FxHashMap<G::Key, u32>,
    /// The index of the first position of each layer.
    pub(super) begins: Vec<usize>,
    pub(super) edges: u64,
    pub(super) expanded: u64,
    pub(super) ended: u64,
    /// The number of the position that is expanded, and the move that is played there.
    pub(super) at: (usize, Option<G::Move>),
    pub(super) watch: Watch,
}

impl<'a, G: Game> BreadthFirst<'a, G> {
    pub(super) fn new(game: &'a G, start: &G::Position, limits: &Limits) -> Self {
        BreadthFirst {
            game,
            positions: vec![start.clone()],
            parents: vec![(0, 0)],
            known: [(game.key(start), 0)].into_iter().collect(),
            begins: vec![0],
            edges: 0,
            expanded: 0,
            ended: 0,
            at: (0, None),
            watch: Watch::new(limits),
        }
    }

    /// Lists whole layers until there are more than `most` positions; true if no more are
    /// reachable.
    pub(super) fn list(&mut self, most: usize) -> Result<bool, Halt> {
        let mut moves = Vec::new();
        loop {
            let layer = self.begins[self.begins.len() - 1]..self.positions.len();
            if layer.is_empty() {
                self.begins.pop();
                return Ok(true);
            }
            if self.positions.len() > most || self.edges > MOST_MOVES {
                return Ok(false);
            }
            self.begins.push(layer.end);
            for n in layer {
                self.expand(n, &mut moves)?;
            }
        }
    }

    pub(super) fn expand(&mut self, n: usize, moves: &mut Vec<G::Move>) -> Result<(), Halt> {
        moves.clear();
        self.at = (n, None);
        self.expanded += 1;
        if self.expanded.is_multiple_of(1 << 10) {
            self.watch.look(&Statistics { positions: self.expanded, ..Statistics::default() })?;
        }
        let position = self.positions[n].clone();
        if let Expansion::Terminal(_) = self.game.expand(&position, moves)? {
            self.ended += 1;
            return Ok(());
        }
        self.watch.after(moves.len())?;
        for (number, play) in moves.iter().enumerate() {
            self.edges += 1;
            let next = self.game.play(&position, play);
            let next = next.inspect_err(|_| self.at.1 = Some(play.clone()))?.position;
            let new = self.positions.len() as u32;
            self.ask()?;
            if *self.known.entry(self.game.key(&next)).or_insert(new) == new {
                u32::try_from(self.positions.len()).map_err(|_| Halt::TooMany)?;
                self.positions.push(next);
                self.parents.push((n as u32, number as u32));
            }
        }
        Ok(())
    }

    /// Whether there is room for one position more. While a table grows, the old one stands beside
    /// one twice as large.
    pub(super) fn ask(&self) -> Result<(), Halt> {
        if self.known.len() < self.known.capacity() && self.positions.len() < self.positions.capacity() {
            return Ok(());
        }
        let table = self.known.capacity() * (size_of::<(G::Key, u32)>() + 1) * 8 / 7;
        let lists = self.positions.capacity() * (size_of::<G::Position>() + size_of::<(u32, u32)>());
        self.watch.memory(3 * (table + lists) as u64)
    }

    pub(super) fn layers(&self) -> Vec<u64> {
        let ends = self.begins.iter().skip(1).copied().chain([self.positions.len()]);
        self.begins.iter().zip(ends).map(|(begin, end)| (end - begin) as u64).filter(|&n| n > 0).collect()
    }

    pub(super) fn widest(&self) -> f64 {
        self.layers().into_iter().max().map_or(0.0, |most| (most as f64).log10())
    }

    /// How many positions are one by the symmetries of the rules, as a decimal logarithm: of all
    /// where all are listed and there are not too many, else of the largest layer that is not too
    /// large.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn alike(&mut self, complete: bool) -> Result<f64, Halt> {
        let ends = self.begins.iter().skip(1).copied().chain([self.positions.len()]);
        let layers = self.begins.iter().copied().zip(ends);
        let all = (complete && self.positions.len() <= 4 * FORMS).then_some((0, self.positions.len()));
        let fitting = layers.filter(|(begin, end)| (1..=FORMS).contains(&(end - begin)));
        let (begin, end) = all.or(fitting.max_by_key(|(begin, end)| end - begin)).unwrap_or((0, 0));
        let mut forms: FxHashSet<G::Key> = FxHashSet::default();
        for at in begin..end {
            self.watch.after(0)?;
            forms.insert(self.game.canonical(&self.positions[at]).key);
        }
        Ok(((end - begin).max(1) as f64 / forms.len().max(1) as f64).log10())
    }

    /// After a fault: the moves that lead to it.
    pub(super) fn line_to_fault(&self) -> Vec<G::Move> {
        let (n, last) = &self.at;
        let mut line = self.path(*n).unwrap_or_default();
        line.extend(last.clone());
        line
    }

    /// The moves from the start to a position.
    pub(super) fn path(&self, mut n: usize) -> Result<Vec<G::Move>, Halt> {
        let mut path = Vec::new();
        while n != 0 {
            let (parent, number) = self.parents[n];
            let mut moves = Vec::new();
            self.game.expand(&self.positions[parent as usize], &mut moves)?;
            path.extend(moves.into_iter().nth(number as usize));
            n = parent as usize;
        }
        path.reverse();
        Ok(path)
    }
}
