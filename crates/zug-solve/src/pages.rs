//! Memory for large tables: zeros that the system hands out page by page as they are touched, in
//! huge pages where it has them.
//!
//! A table that does not fit into the processor's caches is read at random, and with small pages
//! the processor first has to look up where the page lies, which it cannot remember for so many.
//! Only what is touched takes memory, so the whole of what a table may grow to is asked for at
//! once, and it grows in place. In WebAssembly all that is asked for is written with zeros at once
//! and is never given back to the system, so a table is small there.

use std::sync::atomic::AtomicU64;
use system::Memory;
use zerocopy::{FromBytes, IntoBytes};

/// So much memory, all zeros at first.
#[derive(Debug)]
pub struct Pages {
    memory: Memory,
}

impl Pages {
    /// So many words; nothing where the system refuses.
    pub fn new(words: usize) -> Option<Pages> {
        let bytes = words.checked_mul(size_of::<u64>()).filter(|bytes| *bytes > 0)?;
        system::zeros(bytes).map(|memory| Pages { memory })
    }

    /// The words.
    pub fn words(&mut self) -> &[AtomicU64] {
        // The memory begins at a word and has a whole number of words.
        <[AtomicU64]>::mut_from_bytes(self.memory.as_mut_bytes()).map_or(&[], |words| &*words)
    }
}

#[cfg(not(target_family = "wasm"))]
mod system {
    use memmap2::{MmapMut, MmapOptions};

    /// The size of a huge page. What lies before it is left in small ones, so that a small table
    /// takes little.
    pub const HUGE: usize = 2 << 20;

    pub type Memory = MmapMut;

    /// So many bytes from the system.
    pub fn zeros(bytes: usize) -> Option<Memory> {
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok()?;
        prefer_huge(&map);
        Some(map)
    }

    /// Asks for huge pages. A system that has none keeps to small ones, which is slower and nothing
    /// else.
    #[cfg(target_os = "linux")]
    fn prefer_huge(map: &MmapMut) {
        if map.len() > HUGE {
            let _ = map.advise_range(memmap2::Advice::HugePage, HUGE, map.len() - HUGE);
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn prefer_huge(_: &MmapMut) {}
}

#[cfg(target_family = "wasm")]
mod system {
    /// The largest table, in bytes.
    const MOST: usize = 64 << 20;

    pub type Memory = Vec<u64>;

    /// So many bytes, if they are not too many.
    pub fn zeros(bytes: usize) -> Option<Memory> {
        let mut words = Vec::new();
        if bytes > MOST {
            return None;
        }
        words.try_reserve_exact(bytes / size_of::<u64>()).ok()?;
        words.resize(bytes / size_of::<u64>(), 0);
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::system::HUGE;
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_are_zero_and_keep_what_is_written() {
        let mut pages = Pages::new((3 * HUGE) / 8 + 5).unwrap();
        let words = pages.words();
        assert_eq!(words.len(), (3 * HUGE) / 8 + 5);
        assert!(words.iter().step_by(511).all(|word| word.load(Relaxed) == 0));
        words[words.len() - 1].store(7, Relaxed);
        assert_eq!(pages.words().last().unwrap().load(Relaxed), 7);
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        assert!(Pages::new(usize::MAX / 8).is_none());
        assert!(Pages::new(0).is_none());
    }
}
