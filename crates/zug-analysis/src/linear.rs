//! Accounts for the change of integer fields: on every path through a move, the change of the sum
//! of all entries of each field, as a linear form over named quantities: `n`, the old `heap[h]`,
//! `sum(x in won: in_pit[x])`, a partial sum of a table.
//!
//! Quantities of one name are equal. What the analysis does not understand gets a name of its own,
//! or no account at all.

mod naming;

use super::effects::{Delta, either};
use super::linear_form::Linear;
use super::loop_totals::{LoopPass, LoopTotals};
use std::cell::Cell;
use std::collections::BTreeMap;
use zug_lang::program::*;

/// The most paths that are followed.
const PATHS: usize = 64;
/// The most expressions that are looked at for one move; the rest get names of their own.
const WORK: u32 = 50_000;
/// The greatest nesting of expressions and `def`s that is looked at.
const DEPTH: u32 = 60;

/// The account of one path through a move.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// For each field the change of the sum of its entries; none where it is not known.
    changes: Vec<Option<Linear>>,
    /// Forms whose value is known not to be negative.
    known: Vec<Linear>,
    /// For each field, its value at the beginning of the move, if it has one entry.
    starts: Vec<Linear>,
}

impl Ledger {
    /// The change of the sum of a field's entries.
    pub fn change_of(&self, field: FieldId) -> Option<Linear> {
        self.changes.get(field.index())?.clone()
    }

    /// Bounds of that change; none where it is not known.
    fn bounds(&self, field: FieldId) -> Option<Delta> {
        let least = |form: Linear| {
            let least = i64::try_from(form.least()).unwrap_or(i64::MIN);
            if self.is_known(&form) { least.max(0) } else { least }
        };
        let change = self.change_of(field)?;
        Some((least(change.clone()), least(change.times(-1)).saturating_neg()))
    }

    /// The value of a field with one entry at the beginning of the move.
    pub fn at_start(&self, field: FieldId) -> Linear {
        self.starts.get(field.index()).cloned().unwrap_or_default()
    }

    /// Whether a form is known not to be negative: by its bounds, or because a known form is no
    /// greater.
    pub fn is_known(&self, linear: &Linear) -> bool {
        linear.follows_from(&self.known)
    }
}

/// The accounts of all paths through all moves; none where there are too many.
pub(super) fn ledgers(program: &Program) -> Option<Vec<Ledger>> {
    let each: Option<Vec<_>> = program.moves.iter().map(|each| ledgers_of(program, each)).collect();
    Some(each?.concat())
}

/// The accounts of all paths through a move; none where there are too many.
fn ledgers_of(program: &Program, each: &Move) -> Option<Vec<Ledger>> {
    let clerk = Clerk { program, fresh: Cell::new(0), work: Cell::new(0) };
    let paths = clerk.follow(vec![clerk.start(each)], &each.body)?;
    let starts: Vec<Linear> = (0..program.fields.len() as u32)
        .map(|field| clerk.entry(&clerk.begin(), FieldId(field), &[], 0))
        .collect();
    let ledger =
        |path: LinearPath| Ledger { changes: path.changes, known: path.known, starts: starts.clone() };
    Some(paths.into_iter().map(ledger).collect())
}

/// For each field bounds of the change of the sum of its entries by a move, where the accounts of
/// all paths tell some.
pub(super) fn sum_changes(program: &Program, each: &Move) -> Vec<Option<Delta>> {
    let ledgers = ledgers_of(program, each).unwrap_or_default();
    let fields = (0..program.fields.len() as u32).map(FieldId);
    let hull = |field| {
        let bounds: Option<Vec<Delta>> = ledgers.iter().map(|ledger| ledger.bounds(field)).collect();
        bounds?.into_iter().reduce(either)
    };
    fields.map(hull).collect()
}

/// The meaning of a local.
#[derive(Clone, Debug)]
enum LocalMeaning {
    /// An integer.
    Number(Linear),
    /// The name of another value.
    Named(String),
}

/// A path so far.
#[derive(Clone, Debug)]
struct LinearPath {
    /// The number of bound locals of quantifiers, which gives the next its name.
    bound: u32,
    locals: BTreeMap<LocalId, LocalMeaning>,
    /// For each field a number that changes with every write; it is part of the names of entries.
    versions: Vec<u32>,
    changes: Vec<Option<Linear>>,
    known: Vec<Linear>,
}

/// Makes the accounts of one move.
struct Clerk<'p> {
    program: &'p Program,
    fresh: Cell<u32>,
    work: Cell<u32>,
}

impl<'p> Clerk<'p> {
    /// A new name.
    fn fresh(&self) -> String {
        self.fresh.set(self.fresh.get() + 1);
        format!("?{}", self.fresh.get())
    }

    fn begin(&self) -> LinearPath {
        let fields = self.program.fields.len();
        LinearPath {
            bound: 0,
            locals: BTreeMap::new(),
            versions: vec![0; fields],
            changes: vec![Some(Linear::default()); fields],
            known: Vec::new(),
        }
    }

    /// The beginning of a move: its parameters are in their sets, and its condition holds.
    fn start(&self, of: &'p Move) -> LinearPath {
        let mut path = self.begin();
        for (local, set) in &of.parameters {
            let ty = of.frame.locals.get(local.index()).map(|local| local.ty.kind);
            if let Some(Kind::Int { low, high }) = ty {
                let number = Linear::named(format!("l{}", local.0), (low, high));
                if let ExprKind::RangeSet(from, to) = &set.kind {
                    let (from, to) = (self.linear(&path, from, 0), self.linear(&path, to, 0));
                    path.known.extend([number.clone().minus(&from), to.minus(&number)]);
                }
                path.locals.insert(*local, LocalMeaning::Number(number));
            }
        }
        self.assume(&mut path, &of.when, true, 0);
        path
    }

    /// Notes which forms are not negative if a condition holds (or does not).
    fn assume(&self, path: &mut LinearPath, condition: &'p Expr, holds: bool, depth: u32) {
        if depth > DEPTH {
            return;
        }
        match (&condition.kind, holds) {
            (ExprKind::Not(inner), _) => self.assume(path, inner, !holds, depth + 1),
            (ExprKind::And(all), true) | (ExprKind::Or(all), false) => {
                all.iter().for_each(|each| self.assume(path, each, holds, depth + 1));
            }
            // A comparison with `none` is false, so a false one says nothing where a side may be
            // `none`.
            (ExprKind::Compare(order, a, b), _) if holds || !(a.ty.or_none || b.ty.or_none) => {
                let (a, b) = (self.linear(path, a, depth + 1), self.linear(path, b, depth + 1));
                let strict = Linear::number(i64::from((*order == Order::Less) == holds));
                let known = if holds { b.minus(&a) } else { a.minus(&b) };
                path.known.push(known.minus(&strict));
            }
            _ => {}
        }
    }

    fn follow(&self, mut paths: Vec<LinearPath>, body: &'p [Stmt]) -> Option<Vec<LinearPath>> {
        for stmt in body {
            let mut next = Vec::new();
            for path in paths {
                next.extend(self.one(path, stmt)?);
            }
            if next.len() > PATHS {
                return None;
            }
            paths = next;
        }
        Some(paths)
    }

    fn one(&self, mut path: LinearPath, stmt: &'p Stmt) -> Option<Vec<LinearPath>> {
        match &stmt.kind {
            StmtKind::Assign(Place::Field(field, indexes), store, value) => {
                self.store(&mut path, *field, indexes, *store, value);
            }
            StmtKind::Assign(Place::Local(local), Store::Set, value) | StmtKind::Bind(local, value) => {
                let value = self.local(&path, value);
                path.locals.insert(*local, value);
            }
            StmtKind::Assign(Place::Local(local), ..) => self.forget_local(&mut path, *local),
            StmtKind::If(condition, yes, no) => {
                let mut other = path.clone();
                self.assume(&mut path, condition, true, 0);
                self.assume(&mut other, condition, false, 0);
                let mut all = self.follow(vec![path], yes)?;
                all.extend(self.follow(vec![other], no)?);
                return Some(all);
            }
            StmtKind::For(binders, guard, body) => {
                if !self.cleared(&mut path, binders, guard, body) {
                    self.round(&mut path, None, body)?;
                }
            }
            StmtKind::Repeat(times, body) => {
                let times = self.passes(&path, times);
                self.round(&mut path, times, body)?;
            }
            StmtKind::Again(_) | StmtKind::AgainWith(..) => {}
        }
        Some(vec![path])
    }

    /// The number of passes of a loop, where it is known not to be negative: if it is, there is no
    /// pass.
    fn passes(&self, path: &LinearPath, times: &'p Expr) -> Option<Linear> {
        let Type { kind: Kind::Int { low, .. }, or_none: false } = times.ty else { return None };
        let times = self.linear(path, times, 0);
        (low >= 0 || times.follows_from(&path.known)).then_some(times)
    }

    fn forget_local(&self, path: &mut LinearPath, local: LocalId) {
        path.locals.insert(local, LocalMeaning::Named(self.fresh()));
    }

    /// The present value of an entry of a field.
    fn entry(&self, path: &LinearPath, id: FieldId, indexes: &'p [Expr], depth: u32) -> Linear {
        let names: Vec<String> = indexes.iter().map(|index| self.name(path, index, depth + 1)).collect();
        let version = path.versions.get(id.index()).copied().unwrap_or(0);
        let range = match self.program.fields.get(id.index()).map(|field| field.ty.kind) {
            Some(Kind::Int { low, high }) => (low, high),
            _ => (-LIMIT, LIMIT),
        };
        Linear::named(format!("f{}@{version}[{}]", id.0, names.join(",")), range)
    }

    fn store(&self, path: &mut LinearPath, id: FieldId, indexes: &'p [Expr], store: Store, value: &'p Expr) {
        let Some(field) = self.program.fields.get(id.index()) else { return };
        if let Kind::Int { .. } = field.ty.kind {
            let new = self.linear(path, value, 0);
            let change = match store {
                Store::Add => new,
                Store::Sub => new.times(-1),
                Store::Set => new.minus(&self.entry(path, id, indexes, 0)),
            };
            let known = !field.ty.or_none;
            let sum = &mut path.changes[id.index()];
            *sum = sum.take().filter(|_| known).map(|sum| sum.plus(&change));
        }
        path.versions[id.index()] = self.version();
    }

    fn version(&self) -> u32 {
        self.fresh.set(self.fresh.get() + 1);
        self.fresh.get()
    }

    /// Recognizes `for x in S { F[x] = 0 }`: the field loses `sum(x in S: F[x])`.
    fn cleared(
        &self,
        path: &mut LinearPath,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p [Stmt],
    ) -> bool {
        let (
            [(local, set)],
            [Stmt { kind: StmtKind::Assign(Place::Field(id, indexes), Store::Set, value), .. }],
        ) = (binders, body)
        else {
            return false;
        };
        let own = matches!(indexes.as_slice(), [Expr { kind: ExprKind::Local(index), .. }] if index == local);
        let zero = matches!(value.kind, ExprKind::Const(Value::Int(0)));
        let always = matches!(guard.kind, ExprKind::Const(Value::Bool(true)));
        let plain = self.program.fields.get(id.index()).is_some_and(|field| {
            matches!(field.ty, Type { kind: Kind::Int { .. }, or_none: false })
                && matches!(set.ty.kind, Kind::Set(domain) if field.indexes == [domain])
        });
        if !(own && zero && always && plain) {
            return false;
        }
        let over = self.name(path, set, 0);
        let inner = self.bound(path, *local);
        let range = match self.program.fields.get(id.index()).map(|field| field.ty.kind) {
            Some(Kind::Int { low: 0.., .. }) => (0, i64::MAX),
            _ => (i64::MIN, i64::MAX),
        };
        let lost = Linear::named(sum_name(&over, &self.entry(&inner, *id, indexes, 0).name()), range);
        let sum = &mut path.changes[id.index()];
        *sum = sum.take().map(|sum| sum.minus(&lost));
        path.versions[id.index()] = self.version();
        true
    }

    /// A loop: a change by the same constant in every pass is multiplied by the number of passes;
    /// other changes get names, as [`LoopTotals`] says.
    fn round(&self, path: &mut LinearPath, times: Option<Linear>, body: &'p [Stmt]) -> Option<()> {
        let mut inner = path.clone();
        self.forget(&mut inner, body);
        inner.changes.iter_mut().for_each(|change| *change = Some(Linear::default()));
        let passes = self.follow(vec![inner], body)?;
        let pass = |path: &LinearPath| LoopPass { changes: path.changes.clone(), known: path.known.clone() };
        let mut totals = LoopTotals::of(passes.iter().map(pass).collect(), times);
        for (at, change) in path.changes.iter_mut().enumerate() {
            *change = change.take().and_then(|change| Some(change.plus(&totals.total(at, || self.fresh())?)));
        }
        self.forget(path, body);
        Some(())
    }

    /// Forgets the values of everything that a body writes to.
    fn forget(&self, path: &mut LinearPath, body: &'p [Stmt]) {
        statements(body).for_each(|stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(field, _), ..) => path.versions[field.index()] = self.version(),
            StmtKind::Assign(Place::Local(local), ..) | StmtKind::Bind(local, _) => {
                self.forget_local(path, *local);
            }
            StmtKind::For(binders, ..) => {
                binders.iter().for_each(|(local, _)| self.forget_local(path, *local));
            }
            _ => {}
        });
    }

    /// The path with one more local bound by a quantifier or a loop.
    fn bound(&self, path: &LinearPath, local: LocalId) -> LinearPath {
        let mut inner = path.clone();
        inner.locals.insert(local, LocalMeaning::Named(format!("${}", path.bound)));
        inner.bound += 1;
        inner
    }

    fn local(&self, path: &LinearPath, value: &'p Expr) -> LocalMeaning {
        match value.ty.kind {
            Kind::Int { .. } => LocalMeaning::Number(self.linear(path, value, 0)),
            _ => LocalMeaning::Named(self.name(path, value, 0)),
        }
    }

    /// Whether the limits of work and depth are reached.
    fn tired(&self, depth: u32) -> bool {
        self.work.set(self.work.get() + 1);
        self.work.get() > WORK || depth > DEPTH
    }

    /// An integer expression as a linear form.
    fn linear(&self, path: &LinearPath, expr: &'p Expr, depth: u32) -> Linear {
        let range = match expr.ty.kind {
            Kind::Int { low, high } => (low, high),
            _ => (-LIMIT, LIMIT),
        };
        if self.tired(depth) {
            return Linear::named(self.fresh(), range);
        }
        let deeper = |e: &'p Expr| self.linear(path, e, depth + 1);
        match &expr.kind {
            ExprKind::Const(Value::Int(n)) => Linear::number(*n),
            // `a - a` is `none`, not 0, where `a` is `none`.
            ExprKind::Negate(_) | ExprKind::Arith(..) if expr.ty.or_none => {
                Linear::named(self.name_here(path, expr, depth), range)
            }
            ExprKind::Negate(a) => deeper(a).times(-1),
            ExprKind::Arith(Arith::Add, a, b) => deeper(a).plus(&deeper(b)),
            ExprKind::Arith(Arith::Sub, a, b) => deeper(a).minus(&deeper(b)),
            ExprKind::Arith(Arith::Mul, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Const(Value::Int(n)), _) => deeper(b).times(*n),
                (_, ExprKind::Const(Value::Int(n))) => deeper(a).times(*n),
                _ => Linear::named(self.name_here(path, expr, depth), range),
            },
            ExprKind::Local(local) => match path.locals.get(local) {
                Some(LocalMeaning::Number(number)) => number.clone(),
                _ => Linear::named(self.name_here(path, expr, depth), range),
            },
            ExprKind::Field(id, indexes) => self.entry(path, *id, indexes, depth),
            ExprKind::Call(id, arguments) => match self.inside(path, *id, arguments) {
                Some((inner, body)) => self.linear(&inner, body, depth + 1),
                None => Linear::named(self.fresh(), range),
            },
            ExprKind::Table(table, indexes) if self.is_list(*table) && indexes.len() == 1 => {
                let at = deeper(&indexes[0]);
                Linear::part(*table, &at, &at)
            }
            ExprKind::Quantified { quantifier: Quantifier::Sum, .. } => match self.part(path, expr, depth) {
                Some(part) => part,
                None => Linear::named(self.name_here(path, expr, depth), range),
            },
            _ => Linear::named(self.name_here(path, expr, depth), range),
        }
    }

    /// Whether a table is a list of non-negative numbers, indexed by one integer.
    fn is_list(&self, table: TableId) -> bool {
        is_never_negative(self.program, table)
    }

    /// Recognizes `sum(i in a..b: list[i])`.
    fn part(&self, path: &LinearPath, expr: &'p Expr, depth: u32) -> Option<Linear> {
        let ExprKind::Quantified { binders, guard, body, .. } = &expr.kind else { return None };
        let [(local, Expr { kind: ExprKind::RangeSet(from, to), .. })] = binders.as_slice() else {
            return None;
        };
        let ExprKind::Table(table, indexes) = &body.kind else { return None };
        let [Expr { kind: ExprKind::Local(index), .. }] = indexes.as_slice() else { return None };
        let always = matches!(guard.kind, ExprKind::Const(Value::Bool(true)));
        (always && index == local && self.is_list(*table)).then(|| {
            let (from, to) = (self.linear(path, from, depth + 1), self.linear(path, to, depth + 1));
            Linear::part(*table, &from, &to)
        })
    }

    /// The body of a `def` with its locals; none where an argument may be `none` and the parameter
    /// not.
    fn inside(&self, path: &LinearPath, def: DefId, arguments: &'p [Expr]) -> Option<(LinearPath, &'p Expr)> {
        let def = self.program.defs.get(def.index())?;
        let mut locals = BTreeMap::new();
        for ((argument, declared), at) in arguments.iter().zip(&def.frame.locals).zip(0..) {
            if argument.ty.or_none && !declared.ty.or_none {
                return None;
            }
            locals.insert(LocalId(at), self.local(path, argument));
        }
        Some((LinearPath { locals, ..path.clone() }, &def.body))
    }
}

/// The name of a sum over the members of a set.
fn sum_name(over: &str, body: &str) -> String {
    format!("sum({over}): {body}")
}

/// Whether a table is a list of non-negative numbers, indexed by one integer.
pub(super) fn is_never_negative(program: &Program, table: TableId) -> bool {
    program.tables.get(table.index()).is_some_and(|table| {
        matches!(table.indexes.as_slice(), [TableIndex::Ints { .. }])
            && matches!(table.ty, Type { kind: Kind::Int { low: 0.., .. }, or_none: false })
    })
}
