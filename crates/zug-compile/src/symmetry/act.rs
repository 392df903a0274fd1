//! The action of a permutation of points on the bits of a position.

use super::points::{Permutation, Point, Symmetry};
use std::collections::BTreeMap;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;
use zug_machine::Machine;
use zug_machine::canon::{Action, Atom, Requests};
use zug_machine::layout::{BitField, FieldLayout, ValueEncoding};

/// A permutation, applied to the declarations of a program.
pub(super) struct SymmetryRenaming<'s> {
    symmetry: &'s Symmetry,
    permutation: &'s Permutation,
    numbers: &'s BTreeMap<Point, usize>,
    program: &'s Program,
}

impl<'s> SymmetryRenaming<'s> {
    pub fn new(
        symmetry: &'s Symmetry,
        permutation: &'s Permutation,
        numbers: &'s BTreeMap<Point, usize>,
        program: &'s Program,
    ) -> SymmetryRenaming<'s> {
        SymmetryRenaming { symmetry, permutation, numbers, program }
    }

    fn of(&self, point: Point) -> Option<Point> {
        let at = *self.numbers.get(&point)?;
        self.symmetry.points.get(self.permutation[at] as usize).copied()
    }

    fn element(&self, domain: DomainId, element: usize) -> Option<usize> {
        match self.of(Point::Element(domain, element as u32))? {
            Point::Element(_, to) => Some(to as usize),
            _ => None,
        }
    }

    fn field(&self, id: FieldId) -> Option<FieldId> {
        match self.of(Point::Field(id))? {
            Point::Field(to) => Some(to),
            _ => None,
        }
    }

    /// The image of an entry of a field: the field and the entry.
    pub fn entry(&self, id: FieldId, entry: usize) -> Option<(FieldId, usize)> {
        let to = self.field(id)?;
        let (from, into) = (&self.program.fields[id.index()], &self.program.fields[to.index()]);
        let indexes = indexes(self.program, from, entry);
        let mut at = 0;
        for ((domain, index), target) in from.indexes.iter().zip(indexes).zip(&into.indexes) {
            at = at * self.program.domain(*target).len() + self.element(*domain, index)?;
        }
        Some((to, at))
    }

    /// The images of an element's codes; the inner none where no element moves. Codes behind the
    /// last element, `none` among them, stay.
    fn elements(&self, domain: DomainId, count: usize, width: u8) -> Option<Option<Vec<u64>>> {
        let all: Option<Vec<u64>> =
            (0..count).map(|element| self.element(domain, element).map(|to| to as u64)).collect();
        let mut all = all?;
        all.extend(count as u64..1 << width.min(32));
        let stays = (0..).zip(&all).all(|(from, to)| from == *to);
        Some((!stays).then_some(all))
    }

    /// The action on the positions of a machine; none if the permutation has no action on them.
    pub fn action(&self, machine: &Machine) -> Option<Action> {
        let mut action = Action::default();
        for (id, field) in (0..).map(FieldId).zip(&machine.layout.fields) {
            for entry in (0..field.entries()).filter(|entry| !field.additive.contains(entry)) {
                let (to, into) = self.entry(id, entry)?;
                let target = machine.layout.fields.get(to.index())?;
                self.entry_atoms(id, (field, entry), (target, into), &mut action.atoms)?;
            }
        }
        let turn = machine.layout.turn;
        let players = self.elements(PLAYER, 2, 1)?;
        action.atoms.push(Atom { from: turn, to: turn, map: players });
        action.requests = self.requests(machine)?;
        Some(action)
    }

    fn entry_atoms(
        &self,
        id: FieldId,
        (field, entry): (&FieldLayout, usize),
        (target, into): (&FieldLayout, usize),
        atoms: &mut Vec<Atom>,
    ) -> Option<()> {
        if target.additive.contains(&into)
            || (field.code != target.code && !is_broken(Shortcut::RequestCodes))
        {
            return None;
        }
        let slot =
            |layout: &FieldLayout, part: usize, entry: usize| layout.parts.get(part)?.get(entry).copied();
        match (field.code, self.program.fields[id.index()].ty.kind) {
            (ValueEncoding::Set { width, or_none, .. }, Kind::Set(domain)) => {
                for member in 0..width {
                    let to = self.element(domain, member)?;
                    let from = bit(slot(field, member / 64, entry)?, member % 64);
                    atoms.push(Atom { from, to: bit(slot(target, to / 64, into)?, to % 64), map: None });
                }
                if or_none {
                    let part = field.parts.len().checked_sub(1)?;
                    let (from, to) = (slot(field, part, entry)?, slot(target, part, into)?);
                    atoms.push(Atom { from, to, map: None });
                }
            }
            (ValueEncoding::Element { count, .. }, Kind::Element(domain)) => {
                let (from, to) = (slot(field, 0, entry)?, slot(target, 0, into)?);
                atoms.push(Atom { from, to, map: self.elements(domain, count, from.width)? });
            }
            _ => {
                for part in 0..field.parts.len() {
                    let (from, to) = (slot(field, part, entry)?, slot(target, part, into)?);
                    atoms.push(Atom { from, to, map: None });
                }
            }
        }
        Some(())
    }

    fn requests(&self, machine: &Machine) -> Option<Requests> {
        let mut requests = Vec::new();
        for (id, request) in (0..).map(FollowupRequestId).zip(&self.program.requests) {
            let Point::FollowupRequest(to) = self.of(Point::FollowupRequest(id))? else { return None };
            let mut arguments = Vec::new();
            let mut slots = machine.layout.arguments.iter();
            let codes = machine.layout.shapes.get(id.index())?;
            // Bits are copied, so both requests must encode their arguments alike: the bounds of
            // what is given decide that, and they are no part of the rules.
            if machine.layout.shapes.get(to.index())? != codes && !is_broken(Shortcut::RequestCodes) {
                return None;
            }
            for ((asked, _), codes) in request.moves.iter().zip(codes) {
                for (code, (_, set)) in codes.iter().zip(&self.program.moves[asked.index()].parameters) {
                    let slot = slots.next()?;
                    let map = match (*code, set.ty.kind) {
                        (ValueEncoding::Element { count, .. }, Kind::Set(domain)) => {
                            self.elements(domain, count, slot.width)?
                        }
                        (ValueEncoding::Int { .. } | ValueEncoding::Bool, Kind::IntSet { .. }) => None,
                        _ => return None,
                    };
                    arguments.push(map);
                }
            }
            requests.push((u64::from(to.0) + 1, arguments));
        }
        Some(requests)
    }

    /// Whether the additive points transform as the value does: they stay, or change sign where the
    /// players are swapped.
    pub fn keeps_points(&self, machine: &Machine) -> bool {
        let sign = if self.symmetry.exchanges(self.permutation) { -1 } else { 1 };
        let worth = |id: FieldId, entry: usize| {
            let (_, all) = machine.additive.iter().find(|(field, _)| *field == id)?;
            all.get(entry).copied().flatten()
        };
        machine.additive.iter().all(|(id, all)| {
            let additive = all.iter().enumerate().filter_map(|(entry, points)| Some((entry, (*points)?)));
            additive.into_iter().all(|(entry, points)| {
                let to = self.entry(*id, entry).and_then(|(id, entry)| worth(id, entry));
                to == points.checked_mul(sign)
            })
        })
    }
}

/// One bit of a bit field.
fn bit(slot: BitField, number: usize) -> BitField {
    BitField { shift: slot.shift + number as u8, width: 1, ..slot }
}

/// The indexes of an entry of a field, from its number.
pub(super) fn indexes(program: &Program, field: &Field, mut entry: usize) -> Vec<usize> {
    let mut all = Vec::new();
    for domain in field.indexes.iter().rev() {
        let count = program.domain(*domain).len().max(1);
        all.push(entry % count);
        entry /= count;
    }
    all.reverse();
    all
}
