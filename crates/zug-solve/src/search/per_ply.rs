//! What a search saw of each ply, and when it decides anew by it.

/// Plies that are counted apart; later ones are counted with the last.
const PLIES: usize = 128;

/// Look-ups in the time of one position of a search.
pub(super) const POSITION: u64 = 64;

/// Counts of each ply. By them it is decided after so many positions, and again whenever there are
/// twice as many. All is counted, nothing is timed, so every run with one thread decides alike.
#[derive(Clone, Debug)]
pub(super) struct PerPly<T> {
    plies: [T; PLIES],
    next: u64,
}

impl<T: Copy + Default> PerPly<T> {
    /// Nothing seen yet; `first` is the number of positions at the first decision.
    pub fn new(first: u64) -> PerPly<T> {
        PerPly { plies: [T::default(); PLIES], next: first }
    }

    /// What was seen of all plies that are counted apart.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.plies[..PLIES - 1].iter()
    }

    #[inline(always)]
    pub fn at(&self, ply: u64) -> &T {
        &self.plies[(ply as usize).min(PLIES - 1)]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, ply: u64) -> &mut T {
        &mut self.plies[(ply as usize).min(PLIES - 1)]
    }

    /// Decides about all plies, if it is time to, after so many positions.
    #[inline(always)]
    pub fn entered(&mut self, positions: u64, decide: impl FnOnce(&mut [T])) {
        if positions >= self.next {
            self.decide(positions, decide);
        }
    }

    #[cold]
    fn decide(&mut self, positions: u64, decide: impl FnOnce(&mut [T])) {
        self.next = positions.saturating_mul(2);
        decide(&mut self.plies);
    }
}
