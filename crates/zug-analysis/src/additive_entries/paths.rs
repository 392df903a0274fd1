//! Abstract interpretation of moves: every path through a body, with known elements as far as there
//! are few of them.

use super::super::linear_form::Linear;
use super::abstract_value::Abstract;
use super::evaluator::{EntryView, Evaluator};
use std::collections::BTreeSet;
use zug_lang::program::*;

/// The most paths that are followed at once.
const PATHS: usize = 4096;
/// The most bindings of a loop that are followed one by one.
const BINDINGS: usize = 64;
/// The greatest number of elements or integers that are told apart.
const ELEMENTS: usize = 64;

/// A path so far.
#[derive(Clone)]
pub(super) struct EntryPath {
    pub locals: Vec<Abstract>,
    /// The present values of the entries of integer fields.
    pub entries: Vec<Vec<Linear>>,
    /// For each field the change of the sum of its entries; none where it is not known.
    pub changes: Vec<Option<Linear>>,
    /// Forms whose value is not negative.
    pub known: Vec<Linear>,
}

impl EntryPath {
    fn view(&self) -> EntryView<'_> {
        EntryView { entries: &self.entries, locals: &self.locals }
    }

    fn with(&self, local: LocalId, value: Abstract) -> EntryPath {
        let mut path = self.clone();
        path.set(local, value);
        path
    }

    fn set(&mut self, local: LocalId, value: Abstract) {
        self.locals.resize(self.locals.len().max(local.index() + 1), Abstract::unknown());
        self.locals[local.index()] = value;
    }
}

/// Follows the paths through one move.
struct PathWalk<'e, 'p> {
    evaluator: &'e Evaluator<'p>,
    frame: &'p Frame,
    /// The locals in indexes of fields with candidates.
    indexing: BTreeSet<LocalId>,
}

/// The locals in indexes of fields with candidates.
fn indexing(evaluator: &Evaluator<'_>, body: &[Stmt]) -> BTreeSet<LocalId> {
    let fields: BTreeSet<FieldId> = evaluator.candidates.values().map(|(id, _)| *id).collect();
    let mut indexes: Vec<&Expr> = Vec::new();
    for stmt in statements(body) {
        if let StmtKind::Assign(Place::Field(id, all), ..) = &stmt.kind {
            indexes.extend(all.iter().filter(|_| fields.contains(id)));
        }
        for expr in stmt.expressions().flat_map(Expr::walk) {
            if let ExprKind::Field(id, all) = &expr.kind {
                indexes.extend(all.iter().filter(|_| fields.contains(id)));
            }
        }
    }
    let local = |expr: &Expr| if let ExprKind::Local(local) = expr.kind { Some(local) } else { None };
    indexes.into_iter().flat_map(Expr::walk).filter_map(local).collect()
}

/// The paths through a move, to the position after it; none where there are too many.
pub(super) fn paths<'p>(evaluator: &Evaluator<'p>, of: &'p Move) -> Option<Vec<EntryPath>> {
    let walk = PathWalk { evaluator, frame: &of.frame, indexing: indexing(evaluator, &of.body) };
    let open = walk.start(of)?;
    let ends = walk.follow(open, &of.body)?;
    for path in &ends {
        let condition = of.provided.as_ref().map(|condition| evaluator.evaluate(path.view(), condition));
        condition.iter().for_each(|condition| evaluator.require_independent(condition));
    }
    (!evaluator.is_exhausted()).then_some(ends)
}

impl<'p> PathWalk<'_, 'p> {
    /// The choices of a move, with elements told apart.
    fn start(&self, of: &'p Move) -> Option<Vec<EntryPath>> {
        let start = EntryPath {
            locals: vec![Abstract::unknown(); of.frame.locals.len()],
            entries: self.evaluator.entries(),
            changes: vec![Some(Linear::default()); self.evaluator.program.fields.len()],
            known: Vec::new(),
        };
        let mut open = Vec::new();
        for mut path in self.bind(vec![start], &of.parameters)? {
            of.notation.iter().for_each(|piece| {
                if let Piece::Value(value) = piece {
                    self.independent(&path, value);
                }
            });
            if self.independent(&path, &of.when).as_truth() != Some(false) {
                self.assume(&mut path, &of.when, true);
                open.push(path);
            }
        }
        Some(open)
    }

    /// Binds locals to every member that their sets may have; none where there are too many.
    fn bind(&self, mut paths: Vec<EntryPath>, binders: &'p [(LocalId, Expr)]) -> Option<Vec<EntryPath>> {
        for (local, set) in binders {
            let mut next = Vec::new();
            for path in paths {
                let members = self.evaluator.members(path.view(), set);
                self.evaluator.refuse(members.dependencies);
                next.extend(members.values.into_iter().map(|value| path.with(*local, value)));
                if next.len() > PATHS || self.evaluator.is_exhausted() {
                    return None;
                }
            }
            paths = next;
        }
        Some(paths)
    }

    /// The value of an expression that must not depend on a candidate.
    fn independent(&self, path: &EntryPath, expr: &'p Expr) -> Abstract {
        let value = self.evaluator.evaluate(path.view(), expr);
        self.evaluator.require_independent(&value);
        value
    }

    /// Follows paths through statements; none where there are too many.
    fn follow(&self, mut paths: Vec<EntryPath>, body: &'p [Stmt]) -> Option<Vec<EntryPath>> {
        for stmt in body {
            let mut next = Vec::new();
            for path in paths {
                next.extend(self.one(path, stmt)?);
                if next.len() > PATHS || self.evaluator.is_exhausted() {
                    return None;
                }
            }
            paths = next;
        }
        Some(paths)
    }

    fn one(&self, mut path: EntryPath, stmt: &'p Stmt) -> Option<Vec<EntryPath>> {
        match &stmt.kind {
            StmtKind::Assign(Place::Field(field, indexes), store, value) => {
                self.store(&mut path, (*field, indexes), *store, value);
            }
            StmtKind::Bind(local, value) | StmtKind::Assign(Place::Local(local), Store::Set, value) => {
                let new = self.independent(&path, value);
                if new == Abstract::unknown() {
                    return Some(self.split(&path, *local, value.ty));
                }
                path.set(*local, new);
            }
            StmtKind::Assign(Place::Local(local), _, value) => {
                self.independent(&path, value);
                path.set(*local, Abstract::unknown());
            }
            StmtKind::If(condition, yes, no) => {
                let holds = self.independent(&path, condition).as_truth();
                let mut all = Vec::new();
                for (arm, body) in [(true, yes), (false, no)] {
                    if holds != Some(!arm) {
                        let mut path = path.clone();
                        self.assume(&mut path, condition, arm);
                        all.extend(self.follow(vec![path], body)?);
                    }
                }
                return Some(all);
            }
            StmtKind::For(binders, guard, body) => return self.each(path, binders, guard, body),
            StmtKind::Repeat(times, body) => {
                let number = self.independent(&path, times);
                let counts = matches!(times.ty, Type { kind: Kind::Int { low: 0.., .. }, or_none: false });
                let number = self.evaluator.form(&number, times.ty).filter(|_| counts);
                return self.round(path, number, (&[], None), body);
            }
            StmtKind::Again(condition) => drop(self.independent(&path, condition)),
            StmtKind::AgainWith(_, fixed, condition) => {
                fixed
                    .iter()
                    .flatten()
                    .chain([condition])
                    .for_each(|value| drop(self.independent(&path, value)));
            }
        }
        Some(vec![path])
    }

    /// Notes which forms are not negative if a condition holds (or does not).
    fn assume(&self, path: &mut EntryPath, condition: &'p Expr, holds: bool) {
        match (&condition.kind, holds) {
            (ExprKind::Not(inner), _) => self.assume(path, inner, !holds),
            (ExprKind::And(all), true) | (ExprKind::Or(all), false) => {
                all.iter().for_each(|each| self.assume(path, each, holds));
            }
            (ExprKind::Equal(a, b), true) => {
                if let Some(difference) = self.difference(path, a, b) {
                    path.known.extend([difference.clone().times(-1), difference]);
                }
            }
            (ExprKind::Compare(order, a, b), _) => {
                if let Some(difference) = self.difference(path, a, b) {
                    let strict = Linear::number(i64::from((*order == Order::Less) == holds));
                    path.known.push(difference.times(if holds { 1 } else { -1 }).minus(&strict));
                }
            }
            _ => {}
        }
    }

    /// `b - a`, where both are linear forms, and so never `none`.
    fn difference(&self, path: &EntryPath, a: &'p Expr, b: &'p Expr) -> Option<Linear> {
        let form = |e: &'p Expr| self.evaluator.evaluate(path.view(), e).as_linear();
        Some(form(b)?.minus(&form(a)?))
    }

    fn store(
        &self,
        path: &mut EntryPath,
        (id, indexes): (FieldId, &'p [Expr]),
        store: Store,
        value: &'p Expr,
    ) {
        let (evaluator, ty) = (self.evaluator, self.evaluator.program.fields[id.index()].ty);
        let new = self.independent(path, value);
        let target = evaluator.target(path.view(), id, indexes);
        evaluator.refuse(target.dependencies.iter().copied());
        let form = evaluator.form(&new, value.ty).unwrap_or_else(|| evaluator.unknown_number(value.ty));
        let change = if store == Store::Sub { form.times(-1) } else { form };
        if store == Store::Set || !change.follows_from(&path.known) {
            evaluator.refuse(target.entries.iter().map(|entry| (id, *entry)));
        }
        let entries = &mut path.entries[id.index()];
        let moved = match (store, target.only().and_then(|entry| entries.get(entry))) {
            (Store::Set, old) => old.map(|old| change.clone().minus(old)),
            _ => Some(change.clone()),
        };
        for entry in &target.entries {
            let Some(old) = entries.get_mut(*entry) else { continue };
            *old = match (store, target.only()) {
                _ if evaluator.is_candidate((id, *entry)) => old.clone().plus(&evaluator.unknown_number(ty)),
                (Store::Set, Some(_)) => change.clone(),
                (_, Some(_)) => old.clone().plus(&change),
                _ => evaluator.unknown_number(ty),
            };
        }
        let sum = &mut path.changes[id.index()];
        *sum = sum.take().zip(moved).map(|(sum, moved)| sum.plus(&moved));
    }

    /// The path with a local of which only the type is known, once for each element or number where
    /// they index a candidate's field and are few.
    fn split(&self, path: &EntryPath, local: LocalId, ty: Type) -> Vec<EntryPath> {
        match ty.kind {
            Kind::Element(domain) if self.is_index(domain) => {
                let len = self.evaluator.program.domains.get(domain.index()).map_or(0, Domain::len);
                let all = (0..len as u32).map(Value::Element).chain(ty.or_none.then_some(Value::None));
                all.map(|value| path.with(local, Abstract::Value(value))).collect()
            }
            Kind::Int { low, high } if !ty.or_none && self.is_few(local, low, high) => {
                (low..=high).map(|value| path.with(local, Abstract::Value(Value::Int(value)))).collect()
            }
            Kind::Int { .. } if !ty.or_none => {
                vec![path.with(local, Abstract::Number(self.evaluator.unknown_number(ty)))]
            }
            _ => vec![path.with(local, Abstract::unknown())],
        }
    }

    fn is_few(&self, local: LocalId, low: i64, high: i64) -> bool {
        self.indexing.contains(&local) && high.abs_diff(low) < ELEMENTS as u64
    }

    fn is_index(&self, domain: DomainId) -> bool {
        let program = self.evaluator.program;
        let few = program.domains.get(domain.index()).is_some_and(|domain| domain.len() <= ELEMENTS);
        let mut fields =
            self.evaluator.candidates.values().filter_map(|(id, _)| program.fields.get(id.index()));
        few && fields.any(|field| field.indexes.contains(&domain))
    }

    /// A `for`: binding after binding where they are known and the body is plain, else as a loop.
    fn each(
        &self,
        path: EntryPath,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p [Stmt],
    ) -> Option<Vec<EntryPath>> {
        let plain = matches!(guard.kind, ExprKind::Const(Value::Bool(true)))
            && body.iter().all(|stmt| matches!(stmt.kind, StmtKind::Assign(..) | StmtKind::Bind(..)));
        if let ([(local, set)], true) = (binders, plain) {
            let members = self.evaluator.members(path.view(), set);
            self.evaluator.refuse(members.dependencies);
            if members.certain && members.values.len() <= BINDINGS {
                let mut paths = vec![path];
                for value in members.values {
                    paths.iter_mut().for_each(|path| path.set(*local, value.clone()));
                    paths = self.follow(paths, body)?;
                }
                return Some(paths);
            }
        }
        self.round(path, None, (binders, Some(guard)), body)
    }

    /// A loop: one pass from any values of what passes change. A change of a sum that is the same
    /// constant on every path through a pass is multiplied by the number of passes; other changes
    /// become unknown.
    fn round(
        &self,
        path: EntryPath,
        times: Option<Linear>,
        (binders, guard): (&'p [(LocalId, Expr)], Option<&'p Expr>),
        body: &'p [Stmt],
    ) -> Option<Vec<EntryPath>> {
        let heads = self.forget(path, body)?;
        let mut inner = self.bind(heads.clone(), binders)?;
        for path in &mut inner {
            path.changes.fill(Some(Linear::default()));
            if let Some(guard) = guard {
                self.independent(path, guard);
                self.assume(path, guard, true);
            }
        }
        let passes = self.follow(inner, body)?;
        let step = |field: usize| {
            let each = |pass: &EntryPath| pass.changes[field].as_ref().and_then(Linear::constant);
            passes.iter().map(each).reduce(|a, b| if a == b { a } else { None }).unwrap_or(Some(0))
        };
        let steps: Vec<Option<i64>> = (0..self.evaluator.program.fields.len()).map(step).collect();
        let after = |mut path: EntryPath| {
            for (change, step) in path.changes.iter_mut().zip(&steps) {
                *change = match (change.take(), step, &times) {
                    (change, Some(0), _) => change,
                    (Some(change), Some(step), Some(times)) => Some(change.plus(&times.clone().times(*step))),
                    _ => None,
                };
            }
            path
        };
        Some(heads.into_iter().map(after).collect())
    }

    /// Forgets the values of everything that a body writes to; locals are split. None where that
    /// makes too many paths.
    fn forget(&self, mut path: EntryPath, body: &'p [Stmt]) -> Option<Vec<EntryPath>> {
        let (mut fields, mut locals, mut inner) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for stmt in statements(body) {
            match &stmt.kind {
                StmtKind::Assign(Place::Field(id, _), ..) => drop(fields.insert(*id)),
                StmtKind::Assign(Place::Local(local), ..) => drop(locals.insert(*local)),
                StmtKind::Bind(local, _) => drop(inner.insert(*local)),
                _ => {}
            }
        }
        for id in fields {
            let ty = self.evaluator.program.fields[id.index()].ty;
            for (entry, value) in path.entries[id.index()].iter_mut().enumerate() {
                let unknown = self.evaluator.unknown_number(ty);
                let candidate = self.evaluator.is_candidate((id, entry));
                *value = if candidate { value.clone().plus(&unknown) } else { unknown };
            }
        }
        inner.iter().for_each(|local| path.set(*local, Abstract::unknown()));
        let mut paths = vec![path];
        for local in locals.difference(&inner) {
            let ty = self.frame.locals.get(local.index())?.ty;
            paths = paths.iter().flat_map(|path| self.split(path, *local, ty)).collect();
            if paths.len() > PATHS {
                return None;
            }
        }
        Some(paths)
    }
}
