//! Move ordering in box-completion games: counts the boxes that a move lets the opponent complete.
//!
//! `zug_compile` makes the masks from a `zug_analysis::BoxCompletion`. Only the order of moves
//! depends on them.

use super::layout::BitField;
use super::moves::{PackedMove, Parameter};

/// A word of a position, and a mask of its bits.
pub type MaskedWord = (usize, u64);

/// The boxes of a game, as bits of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxCompletionMasks {
    /// For each kind of move, the parameter with its element, and the bit field of the field that
    /// receives it.
    pub kinds: Vec<(Parameter, BitField)>,
    /// For each box, the bits that are 1 when it is complete.
    pub needs: Vec<Vec<MaskedWord>>,
    /// For each kind of move and each element, the boxes that need it.
    pub boxes_by_element: Vec<Vec<Vec<u16>>>,
}

impl BoxCompletionMasks {
    /// The number of elements that a box lacks.
    #[inline]
    fn lacks(&self, words: &[u64], missing_box: usize) -> u32 {
        let parts = self.needs.get(missing_box).into_iter().flatten();
        parts.map(|(word, mask)| (mask & !words.get(*word).copied().unwrap_or(0)).count_ones()).sum()
    }

    /// The negated number of boxes that the next move can complete: those that lack two elements
    /// now, the move's element among them. 0 for a pass.
    #[inline]
    pub fn order_score(&self, words: &[u64], kind: Option<usize>, play: PackedMove) -> i64 {
        let Some((kind, (parameter, _))) = kind.and_then(|kind| Some((kind, self.kinds.get(kind)?))) else {
            return 0;
        };
        let element = play.0 >> (parameter.shift & 63) & super::eval::ones(u64::from(parameter.width));
        let boxes = self
            .boxes_by_element
            .get(kind)
            .and_then(|boxes_by_element| boxes_by_element.get(element as usize));
        let given = boxes
            .into_iter()
            .flatten()
            .filter(|missing_box| self.lacks(words, usize::from(**missing_box)) == 2);
        -(given.count() as i64)
    }
}
