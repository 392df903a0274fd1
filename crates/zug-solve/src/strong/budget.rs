//! A budget of memory: tables ask it before they grow. Any number of threads may ask.

use crate::limits::{Halt, LimitKind};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes that may be used, and those that are.
#[derive(Debug)]
pub(super) struct MemoryBudget {
    most: u64,
    used: AtomicU64,
    /// The most that were used at any time.
    peak: AtomicU64,
}

impl MemoryBudget {
    /// So many bytes, none of them used.
    pub(super) fn new(most: u64) -> MemoryBudget {
        MemoryBudget { most, used: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Takes so many bytes, if they are left.
    pub(super) fn take(&self, bytes: u64) -> Result<(), Halt> {
        let more = |used: u64| used.checked_add(bytes).filter(|used| *used <= self.most);
        let before =
            self.used.fetch_update(Relaxed, Relaxed, more).map_err(|_| Halt::Limit(LimitKind::Memory))?;
        self.peak.fetch_max(before + bytes, Relaxed);
        Ok(())
    }

    /// Gives bytes back that were taken.
    pub(super) fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// Bytes that are left.
    pub(super) fn left(&self) -> u64 {
        self.most.saturating_sub(self.used.load(Relaxed))
    }

    /// The most bytes that were used at any time.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    /// Takes what a list of items of this size takes after it has grown; its old memory is to be
    /// given back once it has moved.
    pub(super) fn take_items(&self, items: usize, size: usize) -> Result<(), Halt> {
        self.take((items as u64).saturating_mul(size as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let budget = MemoryBudget::new(10);
        assert_eq!(budget.take(7), Ok(()));
        assert_eq!(budget.take(4), Err(Halt::Limit(LimitKind::Memory)));
        assert_eq!(budget.take(u64::MAX), Err(Halt::Limit(LimitKind::Memory)));
        assert_eq!(budget.left(), 3);
        budget.give(5);
        assert_eq!(budget.take(8), Ok(()));
        assert_eq!((budget.left(), budget.peak()), (0, 10));
    }
}
