//! Brings a tier from the files of worker 0 to its owners.

use super::owners::owner;
use super::rounds::Rounds;
use super::wire;
use crate::column::Column;
use crate::error::Result;
use crate::keys::{KeySet, SortedCodes};
use crate::tier_file::Tier;
use std::collections::VecDeque;
use std::iter::{Peekable, Zip};
use std::ops::RangeFrom;
use zug_solve::PositionCode;

/// Codes that worker 0 sends in a round.
const CHUNK: usize = 1 << 16;

/// What a worker owns of a tier.
pub(crate) struct Owned<C> {
    pub(crate) keys: KeySet<C>,
    pub(crate) values: Column,
    pub(crate) distances: Option<Column>,
}

/// Which columns come with the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) values: bool,
    pub(crate) distances: bool,
}

/// Codes of a tier, each with its rank.
type Ranked<'a, C> = Peekable<Zip<SortedCodes<'a, C>, RangeFrom<u64>>>;

/// Codes of this worker in ascending order, as worker 0 sends them.
struct Arriving<'a, C: PositionCode> {
    rounds: &'a mut Rounds,
    /// At worker 0: the tier, and the codes that were not sent yet, each with its rank.
    source: Option<(&'a Tier<C>, Ranked<'a, C>)>,
    columns: Columns,
    waiting: VecDeque<C>,
    more: bool,
    values: Column,
    distances: Column,
}

/// Sends the codes of a tier to their owners, with its columns if these are asked for; gives what
/// this worker owns. Worker 0 has the tier.
pub(crate) fn scatter<C: PositionCode>(
    rounds: &mut Rounds,
    bits: u32,
    tier: Option<&Tier<C>>,
    columns: Columns,
) -> Result<Owned<C>> {
    let mut arriving = Arriving {
        rounds,
        source: tier.map(|tier| (tier, tier.keys.from(0).zip(0..).peekable())),
        columns,
        waiting: VecDeque::new(),
        more: true,
        values: Column::default(),
        distances: Column::default(),
    };
    let keys = KeySet::of(bits, arriving.by_ref())?;
    let Arriving { values, distances, .. } = arriving;
    Ok(Owned { keys, values, distances: columns.distances.then_some(distances) })
}

impl<C: PositionCode> Arriving<'_, C> {
    fn pop(&mut self) -> Result<Option<C>> {
        while self.waiting.is_empty() && self.more {
            let (out, more) = self.outgoing();
            let received = self.rounds.exchange(out, more)?;
            self.more = received.any_more();
            self.take(&received.bytes[0])?;
        }
        Ok(self.waiting.pop_front())
    }

    /// What worker 0 sends next, and whether it has more.
    fn outgoing(&mut self) -> (Vec<Vec<u8>>, bool) {
        let workers = self.rounds.workers();
        let mut out = vec![Vec::new(); workers];
        let Some((tier, codes)) = &mut self.source else { return (out, false) };
        let mut owned: Vec<(Vec<C>, Vec<u8>)> = vec![(Vec::new(), Vec::new()); workers];
        for (code, rank) in codes.by_ref().take(CHUNK) {
            let (codes, numbers) = &mut owned[owner(code, workers)];
            codes.push(code);
            if self.columns.values {
                wire::write(numbers, tier.values.get(rank));
            }
            if let Some(distances) = tier.distances.as_ref().filter(|_| self.columns.distances) {
                wire::write(numbers, distances.get(rank));
            }
        }
        for (bytes, (codes, numbers)) in out.iter_mut().zip(owned) {
            wire::write_codes(bytes, &codes);
            bytes.extend(numbers);
        }
        let more = codes.peek().is_some();
        (out, more)
    }

    fn take(&mut self, bytes: &[u8]) -> Result<()> {
        let mut rest = bytes;
        let codes = wire::read_codes::<C>(&mut rest)?;
        for _ in &codes {
            if self.columns.values {
                self.values.push(wire::read(&mut rest)?);
            }
            if self.columns.distances {
                self.distances.push(wire::read(&mut rest)?);
            }
        }
        self.waiting.extend(codes);
        Ok(())
    }
}

impl<C: PositionCode> Iterator for Arriving<'_, C> {
    type Item = Result<C>;

    fn next(&mut self) -> Option<Result<C>> {
        self.pop().transpose()
    }
}
