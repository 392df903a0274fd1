//! Sorted runs: codes in increasing order in a file, and the merge of several of them (external
//! sorting).
//!
//! A run is the distances of its codes as LEB128 numbers, then the checksum of all that.

use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::files::CHECKSUM;
use crate::keys::marked::MarkedCodes;
use crate::keys::{read_number, write_number};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use zug_solve::PositionCode;

/// Bytes of a buffer of a run that is read or written.
const BUFFER: usize = 1 << 16;

/// Writes codes in increasing order.
pub(crate) fn write_run<C: PositionCode>(
    path: &Path,
    codes: impl IntoIterator<Item = Result<C>>,
) -> Result<()> {
    let mut file = File::create(path).map_err(DatabaseError::io(path))?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = Vec::with_capacity(BUFFER + 32);
    let mut last = 0;
    for code in codes {
        let code = code?.number();
        write_number(&mut buffer, code - last);
        last = code;
        if buffer.len() >= BUFFER {
            hasher.update(&buffer);
            file.write_all(&buffer).map_err(DatabaseError::io(path))?;
            buffer.clear();
        }
    }
    hasher.update(&buffer);
    file.write_all(&buffer).map_err(DatabaseError::io(path))?;
    file.write_all(hasher.finalize().as_bytes()).map_err(DatabaseError::io(path))
}

/// Bytes of the longest number.
const LONGEST: usize = 19;

/// Codes of one run in increasing order.
pub(crate) struct SortedRun<C> {
    path: PathBuf,
    file: File,
    hasher: blake3::Hasher,
    /// Bytes that were read and hashed; those from `at` on are still to be decoded.
    buffer: Vec<u8>,
    at: usize,
    /// Bytes of numbers in the file behind the buffer.
    left: u64,
    last: u128,
    code: std::marker::PhantomData<fn() -> C>,
}

impl<C: PositionCode> SortedRun<C> {
    pub(crate) fn open(path: &Path) -> Result<SortedRun<C>> {
        let file = File::open(path).map_err(DatabaseError::io(path))?;
        let length = file.metadata().map_err(DatabaseError::io(path))?.len();
        let left =
            length.checked_sub(CHECKSUM as u64).ok_or_else(|| DatabaseError::damaged(path)(Damage::Short))?;
        Ok(SortedRun {
            path: path.to_path_buf(),
            file,
            hasher: blake3::Hasher::new(),
            buffer: Vec::new(),
            at: 0,
            left,
            last: 0,
            code: std::marker::PhantomData,
        })
    }

    #[inline]
    fn read(&mut self) -> std::result::Result<Option<C>, Damage> {
        if self.buffer.len() - self.at < LONGEST && self.left > 0 {
            self.refill()?;
        }
        let mut bytes = &self.buffer[self.at..];
        if bytes.is_empty() {
            return self.end().map(|()| None);
        }
        let before = bytes.len();
        let distance = read_number(&mut bytes).ok_or(Damage::Short)?;
        self.at += before - bytes.len();
        self.last = self.last.checked_add(distance).ok_or(Damage::Content("a code is too large"))?;
        Ok(Some(C::cut(self.last)))
    }

    fn refill(&mut self) -> std::result::Result<(), Damage> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let rest = self.buffer.len();
        let more = self.left.min(BUFFER as u64);
        self.buffer.resize(rest + more as usize, 0);
        self.file.read_exact(&mut self.buffer[rest..]).map_err(|_| Damage::Short)?;
        self.hasher.update(&self.buffer[rest..]);
        self.left -= more;
        Ok(())
    }

    fn end(&mut self) -> std::result::Result<(), Damage> {
        let mut checksum = [0; CHECKSUM];
        self.file.read_exact(&mut checksum).map_err(|_| Damage::Short)?;
        if self.hasher.finalize().as_bytes() == &checksum { Ok(()) } else { Err(Damage::Checksum) }
    }
}

/// Different codes of several sorted sources, in increasing order.
pub(crate) struct Merge<'a, C> {
    sources: Vec<CodeSource<'a, C>>,
    heap: BinaryHeap<Reverse<(C, usize)>>,
    last: Option<C>,
}

enum CodeSource<'a, C> {
    Run(Box<SortedRun<C>>),
    Memory(std::slice::Iter<'a, C>),
    Marked(Box<MarkedCodes<'a>>),
}

impl<C: PositionCode> CodeSource<'_, C> {
    fn next(&mut self) -> Result<Option<C>> {
        match self {
            CodeSource::Memory(codes) => Ok(codes.next().copied()),
            CodeSource::Marked(codes) => Ok(codes.next().map(C::cut)),
            CodeSource::Run(run) => run.read().map_err(|damage| DatabaseError::damaged(&run.path)(damage)),
        }
    }
}

impl<'a, C: PositionCode> Merge<'a, C> {
    /// Of runs on disk, a sorted list in memory, and marks.
    pub(crate) fn of(
        runs: &[PathBuf],
        codes: &'a [C],
        marked: Option<MarkedCodes<'a>>,
    ) -> Result<Merge<'a, C>> {
        let mut sources = vec![CodeSource::Memory(codes.iter())];
        sources.extend(marked.map(|codes| CodeSource::Marked(Box::new(codes))));
        for path in runs {
            sources.push(CodeSource::Run(Box::new(SortedRun::open(path)?)));
        }
        let mut merge = Merge { sources, heap: BinaryHeap::new(), last: None };
        for at in 0..merge.sources.len() {
            merge.refill(at)?;
        }
        Ok(merge)
    }

    fn refill(&mut self, at: usize) -> Result<()> {
        if let Some(code) = self.sources[at].next()? {
            self.heap.push(Reverse((code, at)));
        }
        Ok(())
    }

    fn pop(&mut self) -> Result<Option<C>> {
        while let Some(Reverse((code, at))) = self.heap.pop() {
            self.refill(at)?;
            if self.last != Some(code) {
                self.last = Some(code);
                return Ok(Some(code));
            }
        }
        Ok(None)
    }
}

impl<C: PositionCode> Iterator for Merge<'_, C> {
    type Item = Result<C>;

    fn next(&mut self) -> Option<Result<C>> {
        self.pop().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_game::SplitMix64;

    #[test]
    fn runs_and_memory_merge_into_one_increasing_list() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = SplitMix64(11);
        let lists: Vec<Vec<u128>> = (0..5)
            .map(|many| {
                let mut list: Vec<u128> =
                    (0..many * 500).map(|_| u128::from(random.word() % 3000) << 90).collect();
                list.sort_unstable();
                list.dedup();
                list
            })
            .collect();
        let paths: Vec<PathBuf> = (0..4).map(|n| folder.path().join(format!("{n}.run"))).collect();
        paths
            .iter()
            .zip(&lists)
            .for_each(|(path, list)| write_run(path, list.iter().map(|&code| Ok(code))).unwrap());
        let merged: Vec<u128> = Merge::of(&paths, &lists[4], None).unwrap().map(Result::unwrap).collect();
        let mut expected = lists.concat();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(merged, expected);
    }

    #[test]
    fn a_damaged_run_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        write_run(&path, (0..1000_u64).map(|n| Ok(n * n))).unwrap();
        let good = std::fs::read(&path).unwrap();
        for at in (0..good.len()).step_by(53) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            std::fs::write(&path, bad).unwrap();
            let read: Result<Vec<u64>> =
                Merge::of(std::slice::from_ref(&path), &[], None).and_then(Iterator::collect);
            assert!(matches!(read, Err(DatabaseError::Damaged { .. })), "byte {at}");
        }
    }
}
