//! What is known of a listing and of the tier at work, in lists or as marks.

use crate::error::Result;
use crate::expansion::TierSuccessors;
use crate::keys::KeySet;
use crate::keys::marked::{MarkedKeys, NumberMarks};
use crate::numbering::CodeNumbering;
use crate::pending::Pending;
use crate::saved_listing::{SavedKeys, SavedListing, SavedTier};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zug_solve::PositionCode;

/// A tier with more numbers for each of its positions is solved with keys of another kind.
pub(crate) const LOOSE: u64 = 8;

/// A listing at work.
pub(crate) struct Listing<C> {
    pub(crate) saved: SavedListing,
    pub(crate) pending: Pending<C>,
    /// Tiers that were listed since the last time everything was saved.
    pub(crate) unsaved: Vec<u64>,
    /// Files that the next save makes superfluous.
    pub(crate) superfluous: Vec<PathBuf>,
    /// The number of the next file of a tier that is listed in part.
    pub(crate) next_part: u64,
    /// Moves of a position, on the average over the last batch.
    pub(crate) width: u64,
}

/// A tier that is being listed.
pub(crate) struct TierListing<C> {
    pub(crate) tier: u64,
    /// Sets of positions whose moves are played.
    pub(crate) known: Vec<KeySet<C>>,
    /// Positions whose moves are being played, from the rank `at` on.
    pub(crate) frontier: KeySet<C>,
    pub(crate) at: u64,
    /// Both as marks, in the place of these sets.
    pub(crate) marked: Option<MarkedListing>,
    /// Whether a code was met that the numbering of the tier does not allow.
    pub(crate) refused: bool,
    pub(crate) has_inner: bool,
    pub(crate) ended: u64,
    pub(crate) leads_to: BTreeSet<u64>,
}

impl<C: PositionCode> TierListing<C> {
    /// Nothing of it is played.
    pub(crate) fn begun(tier: u64, frontier: KeySet<C>) -> TierListing<C> {
        TierListing {
            tier,
            known: Vec::new(),
            frontier,
            at: 0,
            marked: None,
            refused: false,
            has_inner: false,
            ended: 0,
            leads_to: BTreeSet::new(),
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let marked = self.marked.as_ref().map_or(0, MarkedListing::bytes);
        self.frontier.bytes() + self.known.iter().map(KeySet::bytes).sum::<u64>() + marked
    }

    pub(crate) fn read(
        saved: SavedTier,
        folder: &Path,
        numbering: Option<&Arc<CodeNumbering>>,
    ) -> Result<TierListing<C>> {
        let known = saved.known.iter().map(|keys| keys.read(folder, numbering)).collect::<Result<_>>()?;
        let frontier = saved.frontier.read(folder, numbering)?;
        let SavedTier { tier, at, has_inner, ended, leads_to, .. } = saved;
        Ok(TierListing { known, at, has_inner, ended, leads_to, ..TierListing::begun(tier, frontier) })
    }

    /// Writes what is known to files that `name` names.
    pub(crate) fn write(&self, folder: &Path, mut name: impl FnMut() -> String) -> Result<SavedTier> {
        let mut write = |keys: &KeySet<C>| SavedKeys::write(folder, name(), keys);
        let (known, frontier) = match &self.marked {
            Some(marked) => {
                let frontier = marked.reached.without(&marked.played);
                let save = |marks: &NumberMarks, name| {
                    SavedKeys::write_marks(folder, name, &marked.numbering, marks)
                };
                (vec![save(&marked.played, name())?], save(&frontier, name())?)
            }
            None => (self.known.iter().map(&mut write).collect::<Result<_>>()?, write(&self.frontier)?),
        };
        Ok(SavedTier {
            tier: self.tier,
            known,
            frontier,
            at: self.at,
            has_inner: self.has_inner,
            ended: self.ended,
            leads_to: self.leads_to.clone(),
        })
    }
}

/// Marks of a tier that is being listed.
#[derive(Debug)]
pub(crate) struct MarkedListing {
    pub(crate) numbering: Arc<CodeNumbering>,
    pub(crate) reached: NumberMarks,
    pub(crate) played: NumberMarks,
}

impl MarkedListing {
    pub(crate) fn new(numbering: Arc<CodeNumbering>, reached: NumberMarks) -> MarkedListing {
        let played = NumberMarks::none(numbering.len());
        MarkedListing { numbering, reached, played }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.numbering.bytes() + self.reached.bytes() + self.played.bytes()
    }

    /// The keys of all that is reached.
    pub(crate) fn keys<C: PositionCode>(self) -> Result<KeySet<C>> {
        drop(self.played);
        let numbers = self.numbering.len();
        let keys = KeySet::Marked(Arc::new(MarkedKeys::new(self.numbering, self.reached)));
        let is_loose = numbers / LOOSE > keys.len();
        Ok(if is_loose { keys.as_stored()?.unwrap_or(keys) } else { keys })
    }
}

/// Notes where the moves of some positions of a tier lead.
pub(crate) fn take_successors<C: PositionCode>(
    work: &mut TierListing<C>,
    pending: &mut Pending<C>,
    made: TierSuccessors<C>,
) {
    work.ended += made.ended;
    for tier in made.tiers {
        if tier == work.tier {
            work.has_inner = true;
        } else {
            work.leads_to.insert(tier);
        }
    }
    made.found.into_iter().for_each(|(tier, codes)| pending.add(tier, &codes));
}
