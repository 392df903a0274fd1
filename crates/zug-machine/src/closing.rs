//! Counts what a move lets the opponent complete, where points are gained by completing things.
//!
//! Made by `ground` from [`zug_analysis::Closing`]. Only the order of moves depends on it.

use super::layout::Slot;
use super::moves::{Move, Parameter};

/// Bits of a word of the position.
pub type Part = (usize, u64);

/// What is completed, as bits of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// For each kind of move, where its element lies in the move, and where the field lies that takes it.
    pub kinds: Vec<(Parameter, Slot)>,
    /// For each thing, the bits that are set when it is complete.
    pub needs: Vec<Vec<Part>>,
    /// For each kind of move and each element, the things that need it.
    pub touched: Vec<Vec<Vec<u16>>>,
}

impl Closing {
    /// How many bits a thing lacks.
    #[inline]
    fn lacks(&self, words: &[u64], thing: usize) -> u32 {
        let parts = self.needs.get(thing).into_iter().flatten();
        parts.map(|(word, mask)| (mask & !words.get(*word).copied().unwrap_or(0)).count_ones()).sum()
    }

    /// Less by one for each thing that the next move can complete.
    #[inline]
    pub fn promise(&self, words: &[u64], kind: Option<usize>, play: Move) -> i64 {
        let Some((kind, (parameter, _))) = kind.and_then(|kind| Some((kind, self.kinds.get(kind)?))) else {
            return 0;
        };
        let element = play.0 >> (parameter.shift & 63) & super::eval::ones(u64::from(parameter.width));
        let things = self.touched.get(kind).and_then(|touched| touched.get(element as usize));
        let given = things.into_iter().flatten().filter(|thing| self.lacks(words, usize::from(**thing)) == 2);
        -(given.count() as i64)
    }
}
