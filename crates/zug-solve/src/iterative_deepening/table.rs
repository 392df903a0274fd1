//! A transposition table of claims: within how many plies each was proved, and within how many not.

use super::claim::BoundClaim;
use rustc_hash::FxHashMap;
use zug_game::{CanonicalForm, Player};

/// What is known of a claim about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofDepths {
    /// It is proved within so many plies, and within more.
    pub proved: u32,
    /// It is not proved within so many plies, and not within fewer; 0 if none were tried.
    pub open: u32,
    /// The number of the move that proved or refuted it last.
    pub mv: u32,
}

impl ProofDepths {
    const NOTHING: ProofDepths = ProofDepths { proved: u32::MAX, open: 0, mv: 0 };

    /// The answer for so many plies, if it is known.
    pub fn answer(self, plies: u32) -> Option<bool> {
        match self {
            ProofDepths { proved, .. } if proved <= plies => Some(true),
            ProofDepths { open, .. } if plies <= open => Some(false),
            _ => None,
        }
    }
}

/// The table. It forgets everything when it has used up its bytes: no answer depends on what it
/// holds.
pub(super) struct ClaimTable<K> {
    known: FxHashMap<(K, BoundClaim), ProofDepths>,
    most: usize,
}

impl<K: Eq + std::hash::Hash + Clone> ClaimTable<K> {
    /// Bytes of an entry, its byte of control among them.
    const ENTRY: u64 = size_of::<((K, BoundClaim), ProofDepths)>() as u64 + 1;

    /// A table of at most so many bytes.
    pub fn within(bytes: u64) -> ClaimTable<K> {
        // A map of n entries holds at most 16/7 n of them, and both halves while it grows.
        let most = usize::try_from(bytes / (Self::ENTRY * 4)).unwrap_or(usize::MAX);
        ClaimTable { known: FxHashMap::default(), most }
    }

    /// The memory of the table, in bytes; what it forgot leaves its room behind.
    pub fn bytes(&self) -> u64 {
        // A map is filled to 7/8 of its entries at most.
        (self.known.capacity() as u64).saturating_mul(Self::ENTRY * 8) / 7
    }

    pub fn get(&self, form: &CanonicalForm<K>, claim: BoundClaim) -> ProofDepths {
        let at = (form.key.clone(), seen_from(form, claim));
        self.known.get(&at).copied().unwrap_or(ProofDepths::NOTHING)
    }

    pub fn set(&mut self, form: CanonicalForm<K>, claim: BoundClaim, plies: u32, proved: bool, mv: u32) {
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let claim = seen_from(&form, claim);
        let known = self.known.entry((form.key, claim)).or_insert(ProofDepths::NOTHING);
        known.mv = mv;
        if proved {
            known.proved = known.proved.min(plies);
        } else {
            known.open = known.open.max(plies);
        }
    }
}

/// The claim in the terms of the canonical form: with the players exchanged it is the other's.
fn seen_from<K>(form: &CanonicalForm<K>, claim: BoundClaim) -> BoundClaim {
    if form.colour_swapped { BoundClaim { by: claim.by.other(), bound: -claim.bound } } else { claim }
}

impl std::hash::Hash for BoundClaim {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64((self.bound << 1) as u64 | u64::from(self.by == Player::Second));
    }
}
