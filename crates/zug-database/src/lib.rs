//! Databases on disk: what every reachable position of a game is worth, tier by tier.
//!
//! ```text
//!   list     listing.rs   forwards, tier by tier: every position once; codes wait in pending.rs and runs.rs
//!             marking.rs   the same with a bit for each number that numbering/ gives to the codes of a tier
//!   solve    solving.rs   backwards: a tier from those that its moves lead to; where moves stay in it
//!                          depth_first.rs if play must end, retrograde.rs in little memory, cycles.rs whatever the rules are
//!   store    tier_file.rs one file a tier; manifest.rs says what the folder holds
//!   probe    database.rs  opens a folder and answers
//!   search   resident.rs   tiers in memory, for the threads of a search that asks them at many positions
//!   read     entries.rs   shows every entry to a visitor
//!   several  cluster/      several processes build one database, with the feature `cluster`
//!   check    checking.rs  sees that each value is the best of its moves', and that distances fall
//! ```
//!
//! A position is known by its code ([`PositionIndexing`]), a code by its rank in the tier: the keys
//! of a tier are kept as a minimal automaton that ranks them, or as a compressed list where that is
//! smaller ([`keys`]). Files are complete under their name or not there, so a run that was killed
//! goes on with the first tier that is missing, and ends in the same bytes.
//!
//! Method: backward induction over tiers as in the databases of Awari (Romein and Bal, "Solving
//! Awari with Parallel Retrograde Analysis", 2003) and of Nine Men's Morris (Gasser, "Solving Nine
//! Men's Morris", 1996).
//!
//! [`PositionIndexing`]: zug_solve::PositionIndexing

mod build;
mod checking;
mod checkpoint;
#[cfg_attr(not(feature = "cluster"), path = "without_cluster.rs")]
pub mod cluster;
mod cluster_member;
mod column;
mod context;
mod cycles;
mod damage;
mod database;
mod depth_first;
mod entries;
mod entry;
mod error;
mod expansion;
mod files;
mod keys;
mod listing;
mod manifest;
mod marking;
mod numbering;
mod pending;
mod resident;
mod retrograde;
mod runs;
mod saved_listing;
mod single_pass;
mod solved;
mod solving;
mod tier_file;
mod tier_listing;

pub use build::{BuildOptions, BuildProgress, Built, Phase, TierMethods, build};
pub use checking::{CheckOptions, CheckReport, Inconsistency, check};
pub use damage::Damage;
pub use database::Database;
pub use entries::visit_entries;
pub use entry::Entry;
pub use error::{DatabaseError, Result};
pub use manifest::{Content, DatabaseSubject, Manifest, TierSummary, tier_headers};
pub use numbering::shape::{CodeBit, CodeShape};
pub use resident::ResidentTiers;
pub use tier_file::{ColumnHeader, KeysHeader, KindCount, TierHeader};
