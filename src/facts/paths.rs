//! Follows the body of a move along every path, without a position, and bounds what each does.
//!
//! The mover is taken as known, once this player and once the other; so is a parameter that picks one of a few
//! entries of a set field. A loop is followed once, from a state in which all that it writes is forgotten, and
//! counted as often as it can go round.

use super::change::{Change, Component, either, plus};
use super::logic::possible;
use super::symbols::{Symbols, put};
use super::terms::{Entries, Entry, SetTerm, State, Term, may_meet};
use super::walk::statements;
use crate::program::*;

/// More paths than this are not followed.
const PATHS: usize = 256;
/// A parameter with more choices than this is not taken as known.
const FEW: usize = 6;

/// A path so far.
#[derive(Clone)]
struct Path<'p> {
    state: State<'p>,
    changes: Vec<Change>,
}

/// Too many paths to follow.
pub(super) struct TooMany;

type Paths<'p> = Result<Vec<Path<'p>>, TooMany>;

/// Follows one move.
pub(super) struct Follower<'p> {
    symbols: Symbols<'p>,
    components: &'p [Component],
    followed: &'p Move,
}

/// What each path through a move does to each component.
pub(super) fn changes<'p>(
    program: &'p Program,
    followed: &'p Move,
    components: &'p [Component],
) -> Result<Vec<Vec<Change>>, TooMany> {
    let mut all = Vec::new();
    for me in 0..2 {
        let follower = Follower { symbols: Symbols::new(program), components, followed };
        for path in follower.move_by(me)? {
            if !all.contains(&path.changes) {
                all.push(path.changes);
            }
        }
    }
    Ok(all)
}

impl<'p> Follower<'p> {
    fn move_by(&self, me: u32) -> Paths<'p> {
        let mut paths = vec![Path { state: self.start(me), changes: vec![(0, 0); self.components.len()] }];
        for (local, set) in &self.followed.parameters {
            paths = paths.into_iter().flat_map(|path| self.choose(path, *local, set)).collect();
        }
        for path in &mut paths {
            self.symbols.assume(&mut path.state, &self.followed.when, true);
        }
        paths.retain(|path| self.is_possible(&path.state));
        let mut paths = self.all(paths, &self.followed.body)?;
        paths.iter_mut().for_each(|path| self.settle(path));
        Ok(paths)
    }

    fn start(&self, me: u32) -> State<'p> {
        let program = self.symbols.program;
        let locals = self.followed.frame.locals.iter().map(|local| {
            let key = self.symbols.fresh(&local.name);
            self.symbols.unknown_of(local.ty, key.into())
        });
        State {
            me,
            locals: locals.collect(),
            sets: vec![Entries::default(); program.fields.len()],
            versions: vec![0; program.fields.len()],
            facts: Vec::new(),
            inside: Vec::new(),
            filled: Vec::new(),
            bounds: Default::default(),
            depth: 0,
        }
    }

    fn is_possible(&self, state: &State<'p>) -> bool {
        let mut all = state.facts.clone();
        all.extend(self.symbols.laws());
        possible(&all)
    }

    // --- parameters and loop variables ----------------------------------------------------------------------

    /// A parameter takes its value: each in turn, where there are few and entries of sets are picked by them.
    fn choose(&self, path: Path<'p>, local: LocalId, set: &'p Expr) -> Vec<Path<'p>> {
        let of = self.symbols.term(&path.state, set);
        let Some(values) = self.few(set.ty.kind) else {
            return vec![self.pick(path, local, set, &of, None)];
        };
        values.into_iter().map(|value| self.pick(path.clone(), local, set, &of, Some(value))).collect()
    }

    /// The members of a small domain that picks entries of a set field.
    fn few(&self, kind: Kind) -> Option<Vec<Value>> {
        let Kind::Set(domain) = kind else { return None };
        let program = self.symbols.program;
        let picks = |field: &Field| matches!(field.ty.kind, Kind::Set(_)) && field.indexes.contains(&domain);
        let len = program.domains.get(domain.index())?.len();
        let few = len <= FEW && program.fields.iter().any(picks);
        few.then(|| (0..len as u32).map(Value::Element).collect())
    }

    fn pick(
        &self,
        mut path: Path<'p>,
        local: LocalId,
        set: &'p Expr,
        of: &Term<'p>,
        value: Option<Value>,
    ) -> Path<'p> {
        let term = match value {
            Some(value) => Term { range: self.numbers(set.ty.kind, &value), ..Term::known(value) },
            None => {
                let range = self.bounds(&path.state, set);
                Term { range, ..Term::unknown(self.symbols.fresh("of")) }
            }
        };
        let state = &mut path.state;
        if let Some(of) = &of.set {
            state.facts.push(self.symbols.member(&term, of));
        }
        put(&mut state.locals, local, term);
        path
    }

    /// The integer that an element of a small domain is.
    fn numbers(&self, kind: Kind, value: &Value) -> Change {
        let low = match kind {
            Kind::Set(domain) => self.symbols.program.domains.get(domain.index()).and_then(Domain::low),
            _ => None,
        };
        match (low, value) {
            (Some(low), Value::Element(e)) => {
                (low.saturating_add(i64::from(*e)), low.saturating_add(i64::from(*e)))
            }
            _ => super::terms::ANY,
        }
    }

    /// Bounds of the integers that the members of a set are.
    fn bounds(&self, state: &State<'p>, set: &'p Expr) -> Change {
        let typed = match set.ty.kind {
            Kind::IntSet { low, high } => (low, high),
            Kind::Set(domain) => match self.symbols.program.domains.get(domain.index()) {
                Some(d) => d.low().map_or(super::terms::ANY, |low| {
                    (low, low.saturating_add(d.len() as i64).saturating_sub(1))
                }),
                None => super::terms::ANY,
            },
            _ => super::terms::ANY,
        };
        let written = match &set.kind {
            ExprKind::RangeSet(a, b) => {
                let (a, b) = (self.symbols.term(state, a), self.symbols.term(state, b));
                (self.symbols.range(state, &a).0, self.symbols.range(state, &b).1)
            }
            ExprKind::Const(Value::Set(known)) => {
                let shift = if let Kind::Set(_) = set.ty.kind { typed.0 } else { 0 };
                let ends = known.iter().next().zip(known.iter().next_back());
                ends.filter(|_| typed != super::terms::ANY).map_or(super::terms::ANY, |(low, high)| {
                    (low.saturating_add(shift), high.saturating_add(shift))
                })
            }
            _ => super::terms::ANY,
        };
        (typed.0.max(written.0), typed.1.min(written.1))
    }

    // --- statements -----------------------------------------------------------------------------------------

    fn all(&self, mut paths: Vec<Path<'p>>, body: &'p [Stmt]) -> Paths<'p> {
        for stmt in body {
            let mut next = Vec::new();
            for path in paths {
                next.extend(self.one(path, stmt)?);
            }
            if next.len() > PATHS {
                return Err(TooMany);
            }
            paths = next;
        }
        Ok(paths)
    }

    fn one(&self, mut path: Path<'p>, stmt: &'p Stmt) -> Paths<'p> {
        match &stmt.kind {
            StmtKind::Assign(Place::Field(field, indexes), store, value) => {
                self.assign(&mut path, *field, indexes, *store, value);
            }
            StmtKind::Assign(Place::Local(local), store, value) => {
                self.assign_local(&mut path, *local, *store, value);
            }
            StmtKind::Bind(local, value) => {
                let term = self.symbols.term(&path.state, value);
                put(&mut path.state.locals, *local, term);
            }
            StmtKind::If(condition, yes, no) => return self.branch(path, condition, yes, no),
            StmtKind::For(binders, guard, body) => {
                let times = self.times(binders);
                return self.round(path, (binders, Some(guard), body), (0, times));
            }
            StmtKind::Repeat(times, body) => {
                let times = self.symbols.term(&path.state, times);
                let (least, most) = self.symbols.range(&path.state, &times);
                let least = if times.exists == super::logic::Formula::TRUE { least.max(0) } else { 0 };
                return self.round(path, (&[], None, body), (least, most.max(0)));
            }
            StmtKind::Again(_) | StmtKind::AgainWith(..) => {}
        }
        Ok(vec![path])
    }

    fn branch(&self, path: Path<'p>, condition: &'p Expr, yes: &'p [Stmt], no: &'p [Stmt]) -> Paths<'p> {
        let mut all = Vec::new();
        for (holds, arm) in [(true, yes), (false, no)] {
            let mut path = path.clone();
            self.symbols.assume(&mut path.state, condition, holds);
            if self.is_possible(&path.state) {
                all.extend(self.all(vec![path], arm)?);
            }
        }
        Ok(all)
    }

    // --- storing --------------------------------------------------------------------------------------------

    fn assign(&self, path: &mut Path<'p>, id: FieldId, indexes: &'p [Expr], store: Store, value: &'p Expr) {
        let Some(field) = self.symbols.program.fields.get(id.index()) else { return };
        let (key, known) = self.symbols.index(&path.state, indexes);
        match field.ty.kind {
            Kind::Set(_) => self.assign_set(path, id, (key, known), store, value),
            _ => self.assign_single(path, (id, field), &key, store, value),
        }
    }

    /// A set is stored. The value is not `none`, or the game would end in an error here.
    fn assign_set(
        &self,
        path: &mut Path<'p>,
        id: FieldId,
        (key, known): (String, Vec<Option<u32>>),
        store: Store,
        value: &'p Expr,
    ) {
        let old = self.symbols.entry_at(&path.state, id, &key, &known);
        let value = self.symbols.term(&path.state, value);
        let optional = self.symbols.program.fields.get(id.index()).is_some_and(|f| f.ty.or_none);
        if !optional {
            path.state.facts.push(value.exists.clone());
        }
        let value = value.set.unwrap_or_else(|| SetTerm::opaque(self.symbols.fresh("value")));
        let now = match store {
            Store::Set => value,
            Store::Add => self.symbols.joined("+", old.clone(), value),
            Store::Sub => self.symbols.joined("-", old.clone(), value),
        };
        let Some(entries) = path.state.sets.get_mut(id.index()) else { return };
        for (other, entry) in &mut entries.written {
            if *other != key && may_meet(&entry.index, &known) {
                entries.spoiled = true;
                entry.now = SetTerm::opaque(self.symbols.fresh("met"));
            }
        }
        let entry = Entry { index: known, before: old, now: now.clone() };
        entries.written.entry(key).or_insert(entry).now = now;
    }

    fn assign_single(
        &self,
        path: &mut Path<'p>,
        (id, field): (FieldId, &Field),
        key: &str,
        store: Store,
        value: &'p Expr,
    ) {
        let old_key = self.symbols.version(&path.state, id, key);
        let old = self.symbols.unknown_of(field.ty, old_key.clone());
        let new = self.symbols.term(&path.state, value);
        for (component, change) in self.components.iter().zip(&mut path.changes) {
            let by = match component {
                Component::Sum(of) if *of == id => self.sum_change(&path.state, &old, &new, store, value),
                Component::Given(of) if *of == id && store == Store::Set => {
                    self.turned(&path.state, &old.exists, &new.exists)
                }
                Component::True(of) if *of == id => self.turned(&path.state, &old.truth, &new.truth),
                _ => (0, 0),
            };
            *change = plus(*change, by);
        }
        if let Some(version) = path.state.versions.get_mut(id.index()) {
            *version += 1;
        }
    }

    /// How an integer changes.
    fn sum_change(
        &self,
        state: &State<'p>,
        old: &Term<'p>,
        new: &Term<'p>,
        store: Store,
        value: &'p Expr,
    ) -> Change {
        let by = self.symbols.range(state, new);
        let before = self.symbols.range(state, old);
        match store {
            Store::Add => by,
            Store::Sub => (by.1.saturating_neg(), by.0.saturating_neg()),
            Store::Set => {
                let change = (by.0.saturating_sub(before.1), by.1.saturating_sub(before.0));
                match self.step_from(state, old, value) {
                    Some(step) => (step.0.max(change.0), step.1.min(change.1)),
                    None => change,
                }
            }
        }
    }

    /// The step of `old + step` and `old - step`.
    fn step_from(&self, state: &State<'p>, old: &Term<'p>, value: &'p Expr) -> Option<Change> {
        let ExprKind::Arith(op, a, b) = &value.kind else { return None };
        let (one, two) = (self.symbols.term(state, a), self.symbols.term(state, b));
        let (first, second) = (self.symbols.range(state, &one), self.symbols.range(state, &two));
        match op {
            Arith::Add if one.key == old.key => Some(second),
            Arith::Add if two.key == old.key => Some(first),
            Arith::Sub if one.key == old.key => Some((second.1.saturating_neg(), second.0.saturating_neg())),
            _ => None,
        }
    }

    /// How the count of what holds changes when one thing holds no more, or holds now.
    fn turned(&self, state: &State<'p>, old: &super::logic::Formula, new: &super::logic::Formula) -> Change {
        let can = |one: super::logic::Formula| {
            let mut all = state.facts.clone();
            all.extend(self.symbols.laws());
            all.push(one);
            possible(&all)
        };
        let low = |f: &super::logic::Formula| i64::from(!can(f.clone().not()));
        let high = |f: &super::logic::Formula| i64::from(can(f.clone()));
        (low(new) - high(old), high(new) - low(old))
    }

    fn assign_local(&self, path: &mut Path<'p>, local: LocalId, store: Store, value: &'p Expr) {
        let term = self.symbols.term(&path.state, value);
        let term = match (store, path.state.locals.get(local.index()).and_then(|t| t.set.clone()), &term.set)
        {
            (Store::Set, ..) => term,
            (_, Some(old), Some(set)) => {
                let sign = if store == Store::Add { "+" } else { "-" };
                let set = self.symbols.joined(sign, old, set.clone());
                Term { set: Some(set.clone()), ..Term::unknown(set.key.clone()) }
            }
            _ => self.forgotten(local),
        };
        put(&mut path.state.locals, local, term);
    }

    /// A local about which only its type is known.
    fn forgotten(&self, local: LocalId) -> Term<'p> {
        let key = self.symbols.fresh("var");
        match self.followed.frame.locals.get(local.index()) {
            Some(declared) => self.symbols.unknown_of(declared.ty, key.into()),
            None => Term::unknown(key),
        }
    }

    // --- loops ----------------------------------------------------------------------------------------------

    /// How often a loop can go round at most.
    fn times(&self, binders: &[(LocalId, Expr)]) -> i64 {
        let size = |kind: Kind| match kind {
            Kind::Set(domain) => {
                self.symbols.program.domains.get(domain.index()).map_or(0, Domain::len) as i64
            }
            Kind::IntSet { low, high } => high.saturating_sub(low).saturating_add(1).max(0),
            _ => i64::MAX,
        };
        binders.iter().fold(1, |times, (_, set)| times.saturating_mul(size(set.ty.kind)))
    }

    /// A loop goes round, so many times at least and at most.
    fn round(
        &self,
        mut path: Path<'p>,
        (binders, guard, body): (&'p [(LocalId, Expr)], Option<&'p Expr>, &'p [Stmt]),
        (least, most): Change,
    ) -> Paths<'p> {
        self.settle(&mut path);
        let mut inner = Path { state: path.state.clone(), changes: vec![(0, 0); self.components.len()] };
        for (local, set) in binders {
            // The set was taken before its loop began to go round.
            let of = self.symbols.term(&inner.state, set);
            inner = self.pick(inner, *local, set, &of, None);
            let taken = inner.state.locals.get(local.index()).cloned();
            self.forget(&mut inner.state, body);
            if let Some(taken) = taken {
                put(&mut inner.state.locals, *local, taken);
            }
        }
        self.forget(&mut inner.state, body);
        if let Some(guard) = guard {
            self.symbols.assume(&mut inner.state, guard, true);
        }
        let mut rounds = self.all(vec![inner], body)?;
        rounds.iter_mut().for_each(|round| self.settle(round));
        let least = if guard.is_some() { 0 } else { least };
        for (at, change) in path.changes.iter_mut().enumerate() {
            let of = rounds.iter().filter_map(|round| round.changes.get(at).copied());
            let Some((low, high)) = of.reduce(either) else { continue };
            let low = low.saturating_mul(least).min(low.saturating_mul(most));
            let high = high.saturating_mul(least).max(high.saturating_mul(most));
            *change = plus(*change, (low, high));
        }
        self.forget(&mut path.state, body);
        Ok(vec![path])
    }

    /// Adds what happened to the sets since the stretch began, and begins another.
    fn settle(&self, path: &mut Path<'p>) {
        for (component, change) in self.components.iter().zip(&mut path.changes) {
            *change = plus(*change, self.symbols.set_change(&path.state, component));
        }
        for entries in &mut path.state.sets {
            entries.written.values_mut().for_each(|entry| entry.before = entry.now.clone());
        }
    }

    /// Forgets whatever a body writes to.
    fn forget(&self, state: &mut State<'p>, body: &'p [Stmt]) {
        statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(field, _), ..) => {
                if let Some(entries) = state.sets.get_mut(field.index()) {
                    *entries = Entries { epoch: self.symbols.next(), ..Entries::default() };
                }
                if let Some(version) = state.versions.get_mut(field.index()) {
                    *version = self.symbols.next();
                }
            }
            StmtKind::Assign(Place::Local(local), ..) | StmtKind::Bind(local, _) => {
                put(&mut state.locals, *local, self.forgotten(*local));
            }
            StmtKind::For(binders, ..) => {
                for (local, _) in binders {
                    put(&mut state.locals, *local, self.forgotten(*local));
                }
            }
            _ => {}
        });
    }
}
