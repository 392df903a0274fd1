//! Which things an element completes, for 64 positions at once.
//!
//! Elements have numbers; a position is the set of those that are taken, as a number with a bit for each. The lowest [`LOW`]
//! bits tell the positions of a row apart, the others are the number of the row.
//!
//! ```text
//!   taken   1 0 1 1 0 1 | 0 0 1 0 1 1       12 elements
//!           row 45        lane 11
//! ```

use super::Filling;

/// Elements that tell the positions of a row apart.
pub(super) const LOW: u32 = 6;
/// Positions of a row.
pub(super) const LANES: usize = 1 << LOW;

/// Something for each position of a row.
pub(super) type Row = [i8; LANES];

/// What a thing lacks beside one element.
struct Rest {
    /// Of the elements that number rows.
    row: u32,
    /// The lanes that have what it needs of the other elements.
    lanes: u64,
}

/// For each element the things that need it.
pub(super) struct Things {
    rests: Vec<Vec<Rest>>,
    /// Whether who completes something moves again.
    pub(super) again: bool,
    /// How many elements there are.
    pub(super) elements: u32,
}

impl Things {
    pub(super) fn of(filling: &Filling) -> Things {
        let elements = filling.bits.len() as u32;
        let rest = |element: u32| {
            let needing = filling.things.iter().filter(move |needs| *needs >> element & 1 == 1);
            needing.map(|needs| Rest::of(needs & !(1 << element))).collect()
        };
        Things { rests: (0..elements).map(rest).collect(), again: filling.again, elements }
    }

    /// The lanes of a row in which each thing is completed by an element, thing by thing; those with no such lane are left out.
    fn completed(&self, element: u32, row: u32) -> impl Iterator<Item = u64> + '_ {
        let all = self.rests[element as usize].iter();
        all.filter(move |rest| rest.row & !row == 0).map(|rest| rest.lanes)
    }

    /// How many things an element completes; none where it completes nothing in the whole row.
    #[inline]
    pub(super) fn gains(&self, element: u32, row: u32) -> Option<Row> {
        let mut gains = None;
        for lanes in self.completed(element, row) {
            let gains = gains.get_or_insert([0_i8; LANES]);
            for (lane, gain) in gains.iter_mut().enumerate() {
                *gain += (lanes >> lane & 1) as i8;
            }
        }
        gains
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

impl Rest {
    fn of(needs: u32) -> Rest {
        let low = needs & (LANES as u32 - 1);
        let lanes = (0..LANES as u32).filter(|lane| low & !lane == 0).fold(0, |all, lane| all | 1 << lane);
        Rest { row: needs >> LOW, lanes }
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
