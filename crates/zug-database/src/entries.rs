//! Reads every entry of a database, tier by tier.

use crate::database::Database;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::tier_file::Tier;
use std::path::Path;
use zug_solve::{LimitKind, Limits, PositionCode};

/// Entries between two looks at the clock.
const PAUSE: u64 = 1 << 10;

/// Shows every entry to a visitor: the tier, the code of the position, and what is stored of it.
/// Tiers come in ascending order, codes within a tier too. One tier at a time is read into memory.
///
/// # Errors
/// No complete database, a damaged tier, a limit, or what the visitor says.
pub fn visit_entries<C: PositionCode>(
    folder: &Path,
    limits: &Limits,
    visit: &mut dyn FnMut(u64, C, Entry) -> Result<()>,
) -> Result<()> {
    let database = Database::<C>::open(folder)?;
    for summary in &database.manifest().tiers {
        let tier = Tier::<C>::read(&folder.join(&summary.file))?;
        if tier.bytes() > limits.memory {
            return Err(DatabaseError::Limit(LimitKind::Memory));
        }
        for (code, rank) in tier.keys.from(0).zip(0..tier.header.positions) {
            if rank.is_multiple_of(PAUSE) {
                limits.look()?;
            }
            visit(summary.tier, code, tier.at(rank))?;
        }
    }
    Ok(())
}
