//! Which boxes an element completes, for 64 positions at once.
//!
//! Elements have numbers; a position is the set of those that are taken, as a number with a bit for
//! each. The lowest [`LOW`] bits tell the positions of a row apart, the others are the number of
//! the row.
//!
//! ```text
//!   taken   1 0 1 1 0 1 | 0 0 1 0 1 1       12 elements
//!           row 45        lane 11
//! ```

use super::SubsetGame;

/// Elements that tell the positions of a row apart.
pub(super) const LOW: u32 = 6;
/// Positions of a row.
pub(super) const LANES: usize = 1 << LOW;

/// Something for each position of a row.
pub(super) type LaneRow = [i8; LANES];

/// What a box lacks beside one element.
struct Lacking {
    /// Of the elements that number rows.
    row: u32,
    /// The lanes that have what it needs of the other elements.
    lanes: u64,
}

/// For each element the boxes that need it.
pub(super) struct Boxes {
    rests: Vec<Vec<Lacking>>,
    /// Whether who completes something moves again.
    pub(super) again: bool,
    /// How many elements there are.
    pub(super) elements: u32,
}

impl Boxes {
    pub(super) fn of(subset_game: &SubsetGame) -> Boxes {
        let elements = subset_game.bits.len() as u32;
        let rest = |element: u32| {
            let needing = subset_game.boxes.iter().filter(move |needs| *needs >> element & 1 == 1);
            needing.map(|needs| Lacking::of(needs & !(1 << element))).collect()
        };
        Boxes { rests: (0..elements).map(rest).collect(), again: subset_game.again, elements }
    }

    /// The lanes of a row in which each box is completed by an element, box by box; those with no
    /// such lane are left out.
    fn completed(&self, element: u32, row: u32) -> impl Iterator<Item = u64> + '_ {
        let all = self.rests[element as usize].iter();
        all.filter(move |rest| rest.row & !row == 0).map(|rest| rest.lanes)
    }

    /// How many boxes an element completes; none where it completes nothing in the whole row.
    #[inline]
    pub(super) fn rewards(&self, element: u32, row: u32) -> Option<LaneRow> {
        let mut rewards = None;
        for lanes in self.completed(element, row) {
            let rewards = rewards.get_or_insert([0_i8; LANES]);
            for (lane, reward) in rewards.iter_mut().enumerate() {
                *reward += (lanes >> lane & 1) as i8;
            }
        }
        rewards
    }

    /// The lanes after which the mover stays the same.
    #[inline]
    pub(super) fn keeps(&self, element: u32, row: u32) -> u64 {
        if self.again { self.completed(element, row).fold(0, |all, lanes| all | lanes) } else { 0 }
    }

    /// The elements that number rows and are not taken there.
    pub(super) fn open(&self, row: u32) -> impl Iterator<Item = u32> + use<> {
        ones(!row & ((1 << (self.elements - LOW)) - 1)).map(|bit| bit + LOW)
    }
}

impl Lacking {
    fn of(needs: u32) -> Lacking {
        let low = needs & (LANES as u32 - 1);
        let lanes = (0..LANES as u32).filter(|lane| low & !lane == 0).fold(0, |all, lane| all | 1 << lane);
        Lacking { row: needs >> LOW, lanes }
    }
}

/// The places of the ones of a number, the lowest first.
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        place
    })
}
