//! Memory for large tables: zeros that the system hands out page by page as they are touched, in
//! huge pages where it has them.
//!
//! A table that does not fit into the processor's caches is read at random, and with small pages
//! the processor first has to look up where the page lies, which it cannot remember for so many.
//! Only what is touched takes memory, so the whole of what a table may grow to is asked for at
//! once, and it grows in place. In WebAssembly all that is asked for is written with zeros at once
//! and is never given back to the system, so a table is small there.

use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use system::Memory;
use zerocopy::{FromBytes, Immutable, IntoBytes};

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

/// A list of numbers of one size, all 0 at first, that is read at random: in huge pages where it is
/// large and the system has them.
#[derive(Debug)]
pub struct NumberArray<T>(PageStore<T>);

#[derive(Debug)]
enum PageStore<T> {
    Pages(Memory, PhantomData<T>),
    List(Vec<T>),
}

/// A list of fewer bytes lies in few pages: the first two MiB are small ones anyway.
const LARGE: usize = 4 << 20;

impl<T: FromBytes + IntoBytes + Immutable + Copy + Default> NumberArray<T> {
    /// So many numbers.
    pub fn new(count: usize) -> NumberArray<T> {
        let bytes = count.saturating_mul(size_of::<T>());
        let pages = Some(bytes).filter(|bytes| *bytes >= LARGE).and_then(system::zeros);
        // Memory that begins elsewhere than such a number may is no list of them.
        let fits =
            |memory: &Memory| <[T]>::ref_from_bytes(memory.as_bytes()).is_ok_and(|list| list.len() == count);
        let pages = pages.filter(fits);
        NumberArray(match pages {
            Some(memory) => PageStore::Pages(memory, PhantomData),
            None => PageStore::List(vec![T::default(); count]),
        })
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[T] {
        match &self.0 {
            PageStore::Pages(memory, _) => <[T]>::ref_from_bytes(memory.as_bytes()).unwrap_or(&[]),
            PageStore::List(list) => list,
        }
    }

    /// All of them, to write to.
    #[inline(always)]
    pub fn all_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            PageStore::Pages(memory, _) => <[T]>::mut_from_bytes(memory.as_mut_bytes()).unwrap_or(&mut []),
            PageStore::List(list) => list,
        }
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

    /// The first, some and the last of so many numbers keep what is written to them.
    fn keeps<T>(count: usize, number: impl Fn(usize) -> T)
    where
        T: FromBytes + IntoBytes + Immutable + Copy + Default + PartialEq + std::fmt::Debug,
    {
        let mut numbers = NumberArray::<T>::new(count);
        assert!(numbers.all().len() == count && numbers.all().iter().all(|number| *number == T::default()));
        let places = || (0..count).step_by(997).chain(count.checked_sub(1));
        places().for_each(|at| numbers.all_mut()[at] = number(at));
        assert!(places().all(|at| numbers.all()[at] == number(at)), "{count}");
    }

    #[test]
    fn numbers_are_zero_at_first_and_keep_what_is_written() {
        for count in [0, 1, 1 << 10, LARGE / 4 - 1, LARGE / 4, LARGE + 1] {
            keeps(count, |at| at as u32 + 1);
            keeps(count, |at| (at as u64) << 40 | 1);
            keeps(count, |at| (at as u128) << 100 | 1);
        }
    }

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
