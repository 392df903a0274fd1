//! What a letter of a `start` picture stores.
//!
//! A letter makes its entry of `show` true of its cell: it puts the cell into set fields
//! (`stones[X]: "X"`, or both fields of `men[White] & kings: "K"`), makes it the element that a
//! field holds (`king: "K"`), or gives a field over the cells the value that the entry compares it
//! with (`piece = rook: "R"`). Ranges, rings, paths and integers are coerced as in any expression.
//! Other conditions store nothing.

use super::checker::Checker;
use super::codes;
use super::coerce::{constant, expr, truth};
use super::definitions::Definitions;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, FieldId, Kind, LocalId, Set, Type, Value};
use crate::source::Span;

/// The cell that is drawn.
const CELL: LocalId = LocalId(0);

/// A store that a letter causes: the entry of a field, with the cell in place of local 0, and the
/// value.
#[derive(Clone, Debug)]
pub(super) struct Store {
    field: FieldId,
    indexes: Vec<Expr>,
    stored: Stored,
}

/// The value that is stored.
#[derive(Clone, Debug)]
enum Stored {
    /// The cell itself: it is inserted into a set, or becomes the value.
    Cell,
    /// The value with which these two are equal; the first is the field with its coercions.
    Equal(Expr, Expr),
}

impl Checker<'_> {
    /// Empties the sets into which a store puts cells, whatever the cell.
    pub(super) fn clear(&mut self, store: &Store) {
        let field = &self.state.fields[store.field.index()];
        let puts = matches!((&store.stored, field.ty.kind), (Stored::Cell, Kind::Set(_)));
        if !puts || !store.indexes.iter().all(|index| is_cell(index) || self.defs.is_constant(index)) {
            return;
        }
        let over_cells = store.indexes.iter().any(is_cell);
        let cells =
            if over_cells { self.domains.all[self.rules.shows[0].domain.index()].len() as u32 } else { 1 };
        for cell in 0..cells {
            if let Some(at) = self.entry_stored(store, cell)
                && let Some(entry) = self.state.fields[store.field.index()].initial.get_mut(at)
            {
                *entry = Value::Set(Set::default());
            }
        }
    }

    /// Stores what a letter says of a cell; `place` is its row.
    pub(super) fn store(&mut self, store: &Store, cell: u32, letter: &str, place: Span) -> Option<()> {
        let at = self.entry_stored(store, cell)?;
        let field = &self.state.fields[store.field.index()];
        let (name, domains, ty) = (field.name.clone(), field.indexes.clone(), field.ty);
        let value = match &store.stored {
            Stored::Cell => match self.cell_as(cell, ty.kind) {
                Some(value) => value,
                None => return self.refuse_cell(cell, &name, letter, place),
            },
            Stored::Equal(side, other) => self.value_equal(ty, side, other)?,
        };
        let entry = self.domains.entry_name(&name, &domains, at);
        self.check_value(&value, ty, place, &entry)?;
        let stored = self.state.fields[store.field.index()].initial.get_mut(at)?;
        match (stored, value) {
            (Value::Set(set), Value::Element(element)) => set.insert(i64::from(element)),
            (stored, value) => *stored = value,
        }
        Some(())
    }

    /// The number of the entry that a store changes, for a cell.
    fn entry_stored(&mut self, store: &Store, cell: u32) -> Option<usize> {
        let domains = self.state.fields[store.field.index()].indexes.clone();
        let mut at = 0;
        for (index, domain) in store.indexes.iter().zip(domains) {
            let value = match is_cell(index) {
                true => Value::Element(cell),
                false if self.defs.is_constant(index) => self.worked_out(index)?,
                false => return self.reports.refuse_moving_entry(index.span),
            };
            let Value::Element(element) = value else { return self.refuse_none(index.span, "an index") };
            at = at * self.domains.all[domain.index()].len() + element as usize;
        }
        Some(at)
    }

    /// A cell as the value of a field, or as the member of one that is a set.
    fn cell_as(&self, cell: u32, kind: Kind) -> Option<Value> {
        let cells = self.rules.shows[0].domain;
        if kind == Kind::Element(cells) || kind == Kind::Set(cells) {
            return Some(Value::Element(cell));
        }
        let number = self.domains.low(cells)? + i64::from(cell);
        match kind {
            Kind::Int { .. } => Some(Value::Int(number)),
            Kind::Element(domain) | Kind::Set(domain) => {
                let (low, high) = self.domains.numbers(domain)?;
                (low..=high).contains(&number).then_some(Value::Element((number - low) as u32))
            }
            _ => None,
        }
    }

    fn refuse_cell<T>(&mut self, cell: u32, name: &str, letter: &str, place: Span) -> Option<T> {
        let cells = &self.domains.all[self.rules.shows[0].domain.index()].members;
        let cell = cells.get(cell as usize).map_or("?", String::as_str);
        let message = format!("`{letter}` stands on {cell}, which `{name}` cannot hold");
        let report = Diagnostic::error(codes::PICTURE_LETTER, message, place, "out of its bounds");
        self.reports.refuse(report.help(format!("draw another letter there, or widen the type of `{name}`")))
    }

    /// The value of a field with which two sides are equal; the field stands in the first.
    fn value_equal(&mut self, ty: Type, side: &Expr, other: &Expr) -> Option<Value> {
        if !self.defs.is_constant(other) {
            return self.reports.refuse_moving_entry(other.span);
        }
        let Some(converted) = self.convert(other.clone(), ty.kind) else {
            return self.reports.refuse_unequal(other.span);
        };
        let value = self.worked_out(&converted)?;
        let sides = [with_value(side, &constant(value.clone(), ty, side.span)), other.clone()].map(Box::new);
        let [side, same] = sides;
        let equal = expr(ExprKind::Equal(side, same), Kind::Bool.always(), other.span);
        match self.worked_out(&equal)? {
            Value::Bool(true) => Some(value),
            _ => self.reports.refuse_unequal(other.span),
        }
    }

    fn worked_out(&mut self, e: &Expr) -> Option<Value> {
        let mut scope = Scope::new(Context::Constant("a picture"));
        scope.frame = self.rules.shows[0].frame.clone();
        self.fold(&scope, e, &mut Vec::new())
    }
}

impl Definitions {
    /// The stores that make the condition of an entry true of the cell, as far as a picture can.
    pub(super) fn stores(&self, condition: &Expr) -> Vec<Store> {
        let mut found = Vec::new();
        self.made_true(condition, &mut found);
        found
    }

    fn made_true(&self, condition: &Expr, found: &mut Vec<Store>) {
        match &condition.kind {
            ExprKind::And(all) => all.iter().for_each(|part| self.made_true(part, found)),
            // The cell has no name: such a test is the entry as a whole.
            ExprKind::In(cell, set) if is_cell(cell) => taken_in(set, found),
            ExprKind::Field(..) => self.made_equal(condition, &truth(true, condition.span), found),
            ExprKind::Equal(a, b) => {
                let (side, other) = if self.is_over_cells(a) { (a, b) } else { (b, a) };
                self.made_equal(side, other, found);
            }
            _ => {}
        }
    }

    fn made_equal(&self, side: &Expr, other: &Expr, found: &mut Vec<Store>) {
        if let ExprKind::Field(field, indexes) = &uncoerced(side).kind
            && self.is_over_cells(side)
        {
            let stored = Stored::Equal(side.clone(), other.clone());
            found.push(Store { field: *field, indexes: indexes.clone(), stored });
        }
    }

    /// Whether a value is an entry of a field that is not the same for every cell.
    fn is_over_cells(&self, e: &Expr) -> bool {
        let ExprKind::Field(_, indexes) = &uncoerced(e).kind else { return false };
        indexes.iter().any(|index| !self.is_constant(index))
    }
}

impl Reports<'_> {
    fn refuse_unequal<T>(&mut self, span: Span) -> Option<T> {
        let message = "no value of the field is equal to this, so that its letter can never be drawn";
        let report = Diagnostic::error(codes::PICTURE_LETTER, message, span, "not a value of the field");
        self.refuse(report.help("compare with a value that the field can hold, or widen its type"))
    }

    fn refuse_moving_entry<T>(&mut self, span: Span) -> Option<T> {
        let message = "a picture cannot say what depends on the position";
        let diagnostic = Diagnostic::error(codes::PICTURE_LETTER, message, span, "changes during play");
        self.refuse(
            diagnostic.help("write one entry for each player: `men[White]: \"w\", men[Black]: \"b\"`"),
        )
    }
}

fn is_cell(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Local(CELL))
}

/// The stores that make the cell a member of a set.
fn taken_in(set: &Expr, found: &mut Vec<Store>) {
    match &set.kind {
        ExprKind::Intersect(a, b) => {
            taken_in(a, found);
            taken_in(b, found);
        }
        ExprKind::Minus(a, _)
        | ExprKind::Singleton(a, _)
        | ExprKind::ToInt(a)
        | ExprKind::ToElement(a)
        | ExprKind::ToInts(a)
        | ExprKind::ToElements(a) => taken_in(a, found),
        ExprKind::Field(field, indexes) => {
            found.push(Store { field: *field, indexes: indexes.clone(), stored: Stored::Cell });
        }
        _ => {}
    }
}

/// An expression without the coercions around it.
fn uncoerced(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::ToInt(a)
        | ExprKind::ToElement(a)
        | ExprKind::ToInts(a)
        | ExprKind::ToElements(a)
        | ExprKind::MemberSet(a)
        | ExprKind::SetMember(a) => uncoerced(a),
        _ => set_of_member(e).map_or(e, |(_, _, set)| uncoerced(set)),
    }
}

/// The set of a member that may be none, `if m = none then none else` the set of m: m, the `none`
/// and the set of m.
fn set_of_member(e: &Expr) -> Option<(&Expr, &Expr, &Expr)> {
    let ExprKind::If(missing, none, set) = &e.kind else { return None };
    let ExprKind::Equal(member, _) = &missing.kind else { return None };
    matches!(set.kind, ExprKind::MemberSet(_)).then_some((member, none, set))
}

/// A value within the coercions that stand around a field.
fn with_value(side: &Expr, value: &Expr) -> Expr {
    let inner = |a: &Expr| Box::new(with_value(a, value));
    let kind = match &side.kind {
        ExprKind::ToInt(a) => ExprKind::ToInt(inner(a)),
        ExprKind::ToElement(a) => ExprKind::ToElement(inner(a)),
        ExprKind::ToInts(a) => ExprKind::ToInts(inner(a)),
        ExprKind::ToElements(a) => ExprKind::ToElements(inner(a)),
        ExprKind::MemberSet(a) => ExprKind::MemberSet(inner(a)),
        ExprKind::SetMember(a) => ExprKind::SetMember(inner(a)),
        _ => match set_of_member(side) {
            Some((member, none, set)) => {
                let missing =
                    ExprKind::Equal(inner(member), Box::new(constant(Value::None, value.ty, side.span)));
                let missing = Box::new(expr(missing, Kind::Bool.always(), side.span));
                ExprKind::If(missing, Box::new(none.clone()), inner(set))
            }
            None => return value.clone(),
        },
    };
    expr(kind, side.ty, side.span)
}
