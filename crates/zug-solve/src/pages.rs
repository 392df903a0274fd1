//! Memory for large tables: zeros that the system hands out page by page as they are touched, in huge pages where it has them.
//!
//! A table that does not fit into the processor's caches is read at random, and with small pages the processor first has to look up
//! where the page lies, which it cannot remember for so many. Only what is touched takes memory, so the whole of what a table
//! may grow to is asked for at once, and it grows in place.

use memmap2::{MmapMut, MmapOptions};
use std::sync::atomic::AtomicU64;
use zerocopy::FromBytes;

/// The size of a huge page. What lies before it is left in small ones, so that a small table takes little.
const HUGE: usize = 2 << 20;

/// So much memory, all zeros at first.
#[derive(Debug)]
pub struct Pages {
    map: MmapMut,
}

impl Pages {
    /// So many words; nothing where the system refuses.
    pub fn new(words: usize) -> Option<Pages> {
        let bytes = words.checked_mul(size_of::<u64>()).filter(|bytes| *bytes > 0)?;
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok()?;
        prefer_huge(&map);
        Some(Pages { map })
    }

    /// The words.
    pub fn words(&mut self) -> &[AtomicU64] {
        // A map begins at a page and has a whole number of words.
        <[AtomicU64]>::mut_from_bytes(&mut self.map).map_or(&[], |words| &*words)
    }
}

/// Asks for huge pages. A system that has none keeps to small ones, which is slower and nothing else.
#[cfg(target_os = "linux")]
fn prefer_huge(map: &MmapMut) {
    if map.len() > HUGE {
        let _ = map.advise_range(memmap2::Advice::HugePage, HUGE, map.len() - HUGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge(_: &MmapMut) {}

#[cfg(test)]
mod tests {
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
