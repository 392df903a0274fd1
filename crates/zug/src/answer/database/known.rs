//! The positions of a database as leaves of a search of a position before them.
//!
//! Every entry is the value of its position in the whole game, so each one may be taken by itself;
//! [`Runner`] says why a search that stops there finds the same values. That holds for every solver
//! that plays positions one by one, also where play goes round: a set of positions that go round
//! lies on one side, for no move leads from a stored position to one that is not. Distances are not
//! asked: a leaf counts as an end at once.
//!
//! [`Runner`]: zug_jit::runner::Runner

use super::{DatabaseError, OpenDatabase, StateIndex};
use crate::answer::LeafUse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zug_database::ResidentTiers;
use zug_game::Value;
use zug_jit::runner::Leaves;

/// Of the memory for a search, one part in so many is for leaves at most.
const PART: u64 = 2;

/// The positions of a database, for one search.
#[derive(Debug)]
pub(crate) struct KnownPositions<'a> {
    index: &'a StateIndex,
    tiers: Tiers,
    all: u64,
    asked: AtomicU64,
    found: AtomicU64,
}

/// By the bits of a code.
#[derive(Debug)]
enum Tiers {
    Short(ResidentTiers<u64>),
    Long(ResidentTiers<u128>),
}

impl<'a> KnownPositions<'a> {
    /// Those of a database for which a part of so much memory has room.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn of(database: &'a OpenDatabase, memory: u64) -> Result<KnownPositions<'a>, DatabaseError> {
        let (folder, manifest, room) = (&database.folder, &database.manifest, memory / PART);
        let tiers = if database.index.coding.bits() <= u64::BITS {
            Tiers::Short(ResidentTiers::of(folder, manifest, room)?)
        } else {
            Tiers::Long(ResidentTiers::of(folder, manifest, room)?)
        };
        let [asked, found] = [(); 2].map(|()| AtomicU64::new(0));
        Ok(KnownPositions { index: &database.index, tiers, all: manifest.positions(), asked, found })
    }

    /// How much memory they take.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.tiers {
            Tiers::Short(tiers) => tiers.bytes(),
            Tiers::Long(tiers) => tiers.bytes(),
        }
    }

    /// What was taken from them.
    pub(crate) fn used(&self) -> LeafUse {
        let positions = match &self.tiers {
            Tiers::Short(tiers) => tiers.positions(),
            Tiers::Long(tiers) => tiers.positions(),
        };
        LeafUse { asked: self.asked.load(Relaxed), found: self.found.load(Relaxed), positions, all: self.all }
    }

    /// The first file that could not be read.
    pub(crate) fn failure(&self) -> Option<DatabaseError> {
        match &self.tiers {
            Tiers::Short(tiers) => tiers.failure(),
            Tiers::Long(tiers) => tiers.failure(),
        }
    }
}

impl Leaves for KnownPositions<'_> {
    fn value(&self, position: &[u64]) -> Option<Value> {
        let tier = self.index.tiers.tier(position);
        let code = || self.index.coding.code(position);
        self.asked.fetch_add(1, Relaxed);
        let entry = match &self.tiers {
            Tiers::Short(tiers) if tiers.has_tier(tier) => tiers.find(tier, code() as u64),
            Tiers::Long(tiers) if tiers.has_tier(tier) => tiers.find(tier, code()),
            _ => None,
        }?;
        self.found.fetch_add(1, Relaxed);
        Some(entry.value)
    }
}
