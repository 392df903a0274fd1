//! What fields hold.

use super::values::{holds_one, members_of};
use super::{Formula, Ground, GroundValue, Members, View};
use zug_lang::program::*;

impl<'p> Ground<'p> {
    /// The entry that indexes mean: none of them where one is `none`.
    pub(super) fn entry(&self, view: &View, id: FieldId, indexes: &'p [Expr]) -> Option<Option<usize>> {
        let field = self.program.fields.get(id.index())?;
        let mut entry = 0;
        for (index, domain) in indexes.iter().zip(&field.indexes) {
            let len = self.program.domains.get(domain.index())?.len();
            match self.evaluate(view, index)? {
                GroundValue::Value(Value::Element(element)) => entry = entry * len + element as usize,
                GroundValue::Value(Value::None) => return Some(None),
                _ => return None,
            }
        }
        Some(Some(entry))
    }

    /// The numbers of the things of an entry, each with its member.
    pub(super) fn things_of(
        &self,
        id: FieldId,
        entry: usize,
    ) -> Option<impl Iterator<Item = (u32, Option<i64>)>> {
        let first = (*self.first.get(id.index())?)?;
        let field = self.program.fields.get(id.index())?;
        let len = members_of(self.program, field)?.len() as u32;
        let from = first + entry as u32 * len;
        Some((from..from + len).map(|thing| (thing, self.things[thing as usize].member)))
    }

    /// The present value of a thing.
    pub(super) fn present(&self, view: &View, thing: u32) -> Formula {
        view.changed.get(&thing).cloned().unwrap_or(Formula::Atom(thing))
    }

    pub(super) fn field(&self, view: &View, id: FieldId, indexes: &'p [Expr]) -> Option<GroundValue> {
        let field = self.program.fields.get(id.index())?;
        let Some(entry) = self.entry(view, id, indexes)? else {
            return Some(GroundValue::Value(field.ty.missing()));
        };
        let mut things = self.things_of(id, entry)?;
        if field.ty.kind == Kind::Bool {
            return Some(GroundValue::Truth(self.present(view, things.next()?.0)));
        }
        let member = |(thing, member): (u32, Option<i64>)| Some((member?, self.present(view, thing)));
        let members: Members = things.map(member).collect::<Option<_>>()?;
        self.work(members.len())?;
        Some(if holds_one(field.ty) { GroundValue::One(members) } else { GroundValue::Set(members) })
    }
}
