//! Shows every position of a database to a visitor, as the definition knows it.

use super::{CodedPositions, CodedTask, DatabaseError, Entry, OpenDatabase, Source, WithCodes};
use crate::answer::{Engine, Prepared, with_engine};
use std::path::Path;
use zug_database::visit_entries;
use zug_lang::program::FieldId;
use zug_lang::semantics::Position;
use zug_machine::layout::BitField;
use zug_solve::{Limits, PositionCode, PositionIndexing};

/// What is done with every position of a database and its entry.
pub type Visitor<'a> = dyn FnMut(&Position, Entry) -> Result<(), DatabaseError> + Send + 'a;

impl Prepared<'_> {
    /// Shows every position of a database with its entry, by ascending tier and code. What a
    /// database does not store of a position ([`Prepared::stored_fields`]) has the value of the
    /// first position there.
    ///
    /// # Errors
    /// A limit, a damaged file, the database of something else, or what the visitor says.
    pub fn visit_database(
        &self,
        source: Source<'_>,
        folder: &Path,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<(), DatabaseError> {
        let index = self.index()?;
        OpenDatabase::open(self, source, folder)?;
        let (start, task) = (&self.start(), ExportTask { folder, limits, visit });
        with_engine(self, WithCodes { index: &index, start, task })
    }

    /// The entries of fields that a database stores, in the order of the definition: those that
    /// tell positions apart.
    pub fn stored_fields(&self) -> Vec<(FieldId, usize)> {
        let Some(machine) = self.machine() else { return Vec::new() };
        let mut stored = Vec::new();
        for (id, field) in machine.layout.fields.iter().enumerate() {
            for entry in 0..field.entries() {
                let slots = field.parts.iter().filter_map(|part| part.get(entry));
                let key_of = |slot: &BitField| machine.key.get(usize::from(slot.word)).copied().unwrap_or(0);
                if slots.into_iter().any(|slot| key_of(slot) & slot.placed() != 0) {
                    stored.push((FieldId(id as u32), entry));
                }
            }
        }
        stored
    }
}

/// Shows every entry to the visitor.
struct ExportTask<'a, 'v> {
    folder: &'a Path,
    limits: &'a Limits,
    visit: &'a mut Visitor<'v>,
}

impl CodedTask for ExportTask<'_, '_> {
    type Output = Result<(), DatabaseError>;

    fn run<E: Engine, C: PositionCode>(
        self,
        engine: &E,
        indexing: &CodedPositions<'_, E, C>,
        _: &E::Position,
    ) -> Self::Output {
        let ExportTask { folder, limits, visit } = self;
        visit_entries(folder, limits, &mut |_, code: C, entry| {
            visit(&engine.leave(&indexing.unrank(code)), entry)
        })
    }
}
