//! Recognizes operations on sets that are emitted together, and what each then leaves unread.

use super::bounds::RegisterBounds;
use zug_machine::ir::{Op, Reg, TableRef};

/// The most bits of a mask that are visited without a loop.
pub(super) const FEW_BITS: u32 = 3;

/// The count of [`Op::Subsets`], where the rows are few and depend on the index of a table alone.
pub(super) struct SubsetCount {
    /// The index.
    pub index: Reg,
    /// The set that the rows must be subsets of.
    pub within: Reg,
    /// Column `n` has the `n`th row for each index, and all ones, which are no subset of `within`,
    /// where there are fewer rows. The last index stands for all indices behind the table.
    pub columns: Vec<Vec<u64>>,
}

/// Recognizes the result of a [`Op::Subsets`] that [`SubsetCount`] describes.
pub(super) fn counted(bounds: &RegisterBounds<'_>, found: Reg) -> Option<SubsetCount> {
    let Op::Subsets(table, of, within) = bounds.made(found)? else { return None };
    let (by, index, mask) = match bounds.made(of)? {
        Op::Table(by, index) => (by, index, u64::MAX),
        Op::And(a, b) => match (bounds.made(a)?, bounds.made(b)?) {
            (Op::Const(mask), Op::Table(by, index)) | (Op::Table(by, index), Op::Const(mask)) => {
                (by, index, mask)
            }
            _ => return None,
        },
        _ => return None,
    };
    let (rows, by) = (&bounds.table(table)?.rows, bounds.table(by)?);
    let stays = [index, within].into_iter().all(|reg| bounds.is_set_once(reg));
    let move_mask: Vec<u64> = (0..=by.rows.len() as u64).map(|index| by.row(index) & mask).collect();
    let most = move_mask.iter().map(|choice| choice.count_ones()).max().unwrap_or(0);
    // All ones must be no subset of `within`.
    if !stays || most > FEW_BITS || bounds.of(within).most == u64::MAX {
        return None;
    }
    let row = |bit: usize| rows.get(bit).copied();
    let nth = |choice: &u64, number: usize| {
        (0..64).filter(|bit| choice >> bit & 1 == 1).filter_map(row).nth(number).unwrap_or(u64::MAX)
    };
    let column = |number: usize| move_mask.iter().map(|choice| nth(choice, number)).collect();
    Some(SubsetCount { index, within, columns: (0..most as usize).map(column).collect() })
}

/// The operands of [`Op::Slide`].
#[derive(Clone, Copy)]
pub(super) struct Slid {
    pub table: TableRef,
    pub step: Reg,
    pub ends: Reg,
    pub through: Reg,
}

/// Recognizes `Slide(..) & Back(.., through)`; see `Emitter::slide_through`.
pub(super) fn slid(bounds: &RegisterBounds<'_>, a: Reg, b: Reg) -> Option<Slid> {
    let both = |a, b| match (bounds.made(a)?, bounds.made(b)?) {
        (Op::Slide(table, step, ends, through), back) if back == Op::Back(table, step, through) => {
            Some(Slid { table, step, ends, through })
        }
        _ => None,
    };
    let slid = both(a, b).or_else(|| both(b, a))?;
    let stays = [slid.step, slid.ends, slid.through].into_iter().all(|reg| bounds.is_set_once(reg));
    stays.then_some(slid)
}
