//! Codes that wait for their tier: in memory, sorted now and then, and in sorted runs on disk where
//! memory ends.

use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::expansion::MarkedTier;
use crate::files;
use crate::keys::marked::{MarkedCodes, NumberMarks};
use crate::numbering::CodeNumbering;
use crate::runs::{Merge, write_run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zug_solve::PositionCode;

/// Codes that a bucket takes unsorted at least.
const FEW: usize = 1 << 12;

/// Codes for one tier.
#[derive(Debug, Default)]
pub(crate) struct TierCodes<C> {
    codes: Vec<C>,
    /// So many from the beginning are sorted and different.
    clean: usize,
    /// More of them, as marks.
    marked: Option<(Arc<CodeNumbering>, NumberMarks)>,
    /// Files with more of them.
    runs: Vec<PathBuf>,
}

impl<C: PositionCode> TierCodes<C> {
    /// Of a list in any order.
    fn of(codes: Vec<C>) -> TierCodes<C> {
        TierCodes { codes, clean: 0, marked: None, runs: Vec::new() }
    }

    /// Bytes of memory.
    fn bytes(&self) -> u64 {
        let marks = self.marked.as_ref().map_or(0, |(numbering, marks)| numbering.bytes() + marks.bytes());
        (self.codes.capacity() * size_of::<C>()) as u64 + marks
    }

    /// Bytes of all codes that are no marks, those on disk at least, as if they were in memory.
    pub(crate) fn bytes_of_all(&self) -> Result<u64> {
        let mut bytes = self.bytes();
        for path in &self.runs {
            bytes +=
                std::fs::metadata(path).map_err(DatabaseError::io(path))?.len() * size_of::<C>() as u64 / 2;
        }
        Ok(bytes)
    }

    /// Whether codes are marked here.
    pub(crate) fn is_marked(&self) -> bool {
        self.marked.is_some()
    }

    /// Marks the codes in memory that a numbering allows; the others stay in the list.
    pub(crate) fn mark(&mut self, numbering: Arc<CodeNumbering>) {
        let marks = NumberMarks::none(numbering.len());
        self.codes.retain(|&code| numbering.number(code).map(|number| marks.mark(number)).is_none());
        self.codes.shrink_to_fit();
        self.clean = 0;
        self.marked = Some((numbering, marks));
    }

    /// The marks of all codes, those in lists and on disk among them; none where there are no marks
    /// or a code is not allowed: then all codes stay as they are.
    pub(crate) fn into_marks(&mut self) -> Result<Option<(Arc<CodeNumbering>, NumberMarks)>> {
        self.clean();
        let Some((numbering, marks)) = &self.marked else { return Ok(None) };
        for code in Merge::of(&self.runs, &self.codes, None)? {
            match numbering.number(code?) {
                Some(number) => marks.mark(number),
                None => return Ok(None),
            }
        }
        Ok(self.marked.take())
    }

    /// Adds codes in any order.
    fn take(&mut self, more: &[C]) {
        let needed = self.codes.len() + more.len();
        if needed > self.codes.capacity() {
            self.codes.reserve_exact(needed + self.codes.len() / 2 - self.codes.len());
        }
        self.codes.extend_from_slice(more);
        if self.codes.len() > 2 * self.clean + FEW {
            self.clean();
        }
    }

    fn clean(&mut self) {
        if self.clean < self.codes.len() {
            self.codes.sort_unstable();
            self.codes.dedup();
            self.clean = self.codes.len();
        }
    }

    /// All different codes, in increasing order.
    pub(crate) fn merge(&mut self) -> Result<Merge<'_, C>> {
        self.clean();
        let marked = self.marked.as_ref().map(|(numbering, marks)| MarkedCodes::all(numbering, marks));
        Merge::of(&self.runs, &self.codes, marked)
    }

    /// The files with its codes.
    pub(crate) fn runs(&self) -> &[PathBuf] {
        &self.runs
    }

    fn spill(&mut self, path: PathBuf) -> Result<()> {
        self.clean();
        let marked = self.marked.as_ref().map(|(numbering, marks)| MarkedCodes::all(numbering, marks));
        write_run(&path, Merge::of(&[], &self.codes, marked)?)?;
        self.runs.push(path);
        (self.codes, self.marked) = (Vec::new(), None);
        self.clean = 0;
        Ok(())
    }
}

/// The buckets of all tiers that are not listed.
#[derive(Debug)]
pub(crate) struct Pending<C> {
    folder: PathBuf,
    buckets: BTreeMap<u64, TierCodes<C>>,
    /// Bytes of codes in memory.
    bytes: u64,
    /// The number of the next file.
    next: u64,
}

impl<C: PositionCode> Pending<C> {
    /// Nothing, with a folder for runs.
    pub(crate) fn new(folder: &Path) -> Pending<C> {
        Pending { folder: folder.to_path_buf(), buckets: BTreeMap::new(), bytes: 0, next: 0 }
    }

    /// The runs that a run before noted, each with its tier; other files of the folder are removed.
    pub(crate) fn resumed(folder: &Path, runs: &[(u64, String)]) -> Result<Pending<C>> {
        let mut pending = Pending::new(folder);
        for (tier, name) in runs {
            let number = name.strip_suffix(".run").and_then(|number| number.parse::<u64>().ok());
            // So no list names a file outside its folder.
            let number = number.filter(|number| *name == format!("{number}.run"));
            let damage = Damage::Content("it names a file that is not its own");
            let number =
                number.ok_or_else(|| DatabaseError::damaged(&folder.join(crate::files::LISTING))(damage))?;
            pending.next = pending.next.max(number.saturating_add(1));
            pending
                .buckets
                .entry(*tier)
                .or_insert_with(|| TierCodes::of(Vec::new()))
                .runs
                .push(folder.join(name));
        }
        for entry in std::fs::read_dir(folder).map_err(DatabaseError::io(folder))? {
            let path = entry.map_err(DatabaseError::io(folder))?.path();
            let known =
                |(_, name): &(u64, String)| path.file_name().is_some_and(|other| other == name.as_str());
            if path.extension().is_some_and(|extension| extension == "run") && !runs.iter().any(known) {
                files::remove(&path)?;
            }
        }
        Ok(pending)
    }

    /// Adds codes for a tier.
    pub(crate) fn add(&mut self, tier: u64, codes: &[C]) {
        let bucket = self.buckets.entry(tier).or_insert_with(|| TierCodes::of(Vec::new()));
        self.bytes -= bucket.bytes();
        bucket.take(codes);
        self.bytes += bucket.bytes();
    }

    /// The lowest tier with its codes.
    pub(crate) fn pop(&mut self) -> Option<(u64, TierCodes<C>)> {
        let (tier, bucket) = self.buckets.pop_first()?;
        self.bytes -= bucket.bytes();
        Some((tier, bucket))
    }

    /// The codes for a tier.
    pub(crate) fn remove(&mut self, tier: u64) -> TierCodes<C> {
        let bucket = self.buckets.remove(&tier).unwrap_or_else(|| TierCodes::of(Vec::new()));
        self.bytes -= bucket.bytes();
        bucket
    }

    /// Whether codes wait for a tier.
    pub(crate) fn has(&self, tier: u64) -> bool {
        self.buckets.contains_key(&tier)
    }

    /// The tiers without marks, each with the bytes of its codes in memory.
    pub(crate) fn unmarked(&self) -> Vec<(u64, u64)> {
        let unmarked = self.buckets.iter().filter(|(_, bucket)| !bucket.is_marked());
        unmarked.map(|(&tier, bucket)| (tier, (bucket.codes.len() * size_of::<C>()) as u64)).collect()
    }

    /// Marks the codes of a tier.
    pub(crate) fn mark(&mut self, tier: u64, numbering: Arc<CodeNumbering>) {
        let Some(bucket) = self.buckets.get_mut(&tier) else { return };
        self.bytes -= bucket.bytes();
        bucket.mark(numbering);
        self.bytes += bucket.bytes();
    }

    /// The tiers with marks.
    pub(crate) fn targets<'a>(&'a self) -> Vec<MarkedTier<'a>> {
        let marked = |bucket: &'a TierCodes<C>| bucket.marked.as_ref();
        let all = self.buckets.iter().filter_map(|(&tier, bucket)| Some((tier, marked(bucket)?)));
        all.map(|(tier, (numbering, marks))| MarkedTier { tier, numbering, marks }).collect()
    }

    /// The tiers with codes, the lowest first.
    #[cfg(feature = "cluster")]
    pub(crate) fn tiers(&self) -> Vec<u64> {
        self.buckets.keys().copied().collect()
    }

    /// The codes for a tier, which stay here.
    #[cfg(feature = "cluster")]
    pub(crate) fn bucket(&mut self, tier: u64) -> Option<&mut TierCodes<C>> {
        self.buckets.get_mut(&tier)
    }

    /// The number of the next file.
    #[cfg(feature = "cluster")]
    pub(crate) fn next_run(&self) -> u64 {
        self.next
    }

    /// Bytes of codes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the largest buckets to disk until they take no more than so many bytes.
    pub(crate) fn shrink(&mut self, most: u64) -> Result<()> {
        while self.bytes > most {
            let largest = self.buckets.iter().max_by_key(|(_, bucket)| bucket.bytes());
            let Some(tier) = largest.map(|(&tier, _)| tier) else { return Ok(()) };
            self.spill(tier)?;
        }
        Ok(())
    }

    fn spill(&mut self, tier: u64) -> Result<()> {
        let path = self.folder.join(format!("{}.run", self.next));
        if let Some(bucket) = self.buckets.get_mut(&tier) {
            self.next += 1;
            self.bytes -= bucket.bytes();
            bucket.spill(path)?;
        }
        Ok(())
    }

    /// Writes everything to disk and waits until the disk has it; returns the runs, each with its
    /// tier.
    pub(crate) fn save(&mut self) -> Result<Vec<(u64, String)>> {
        let full = |(&tier, bucket): (&u64, &TierCodes<C>)| {
            (!bucket.codes.is_empty() || bucket.is_marked()).then_some(tier)
        };
        for tier in self.buckets.iter().filter_map(full).collect::<Vec<u64>>() {
            self.spill(tier)?;
        }
        let mut runs = Vec::new();
        for (&tier, bucket) in &self.buckets {
            for path in &bucket.runs {
                files::sync(path)?;
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                runs.push((tier, name));
            }
        }
        Ok(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_sorted_whether_they_were_written_to_disk_or_not() {
        for most in [0, 100, u64::MAX] {
            let folder = tempfile::tempdir().unwrap();
            let mut pending = Pending::<u64>::new(folder.path());
            for n in 0..20_000_u64 {
                pending.add(n % 3, &[n * 7919 % 10_007]);
                if n % 500 == 0 {
                    pending.shrink(most).unwrap();
                }
            }
            let saved = pending.save().unwrap();
            let mut again = Pending::<u64>::resumed(folder.path(), &saved).unwrap();
            for tier in 0..3 {
                let (number, mut bucket) = pending.pop().unwrap();
                let mut expected: Vec<u64> =
                    (0..20_000).filter(|n| n % 3 == tier).map(|n| n * 7919 % 10_007).collect();
                expected.sort_unstable();
                expected.dedup();
                let codes = |bucket: &mut TierCodes<u64>| -> Vec<u64> {
                    bucket.merge().unwrap().map(Result::unwrap).collect()
                };
                assert_eq!((number, codes(&mut bucket)), (tier, expected.clone()));
                assert_eq!(codes(&mut again.pop().unwrap().1), expected);
            }
            assert!(pending.pop().is_none());
        }
    }
}
