//! The hash by which the tables of the solvers find a key.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The hash of a key, different for each `salt`, on every run the same. FxHash leaves the low bits
/// weak, and they choose the place: so its bits are mixed once more.
#[inline(always)]
pub(crate) fn mixed_hash<K: Hash>(key: &K, salt: u64) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let hash = hasher.finish() ^ salt;
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}
