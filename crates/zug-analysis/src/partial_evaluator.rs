//! Three-valued evaluation: whether a condition surely holds, surely does not, or may, where some
//! locals and at most one entry of the position are known.

use super::closed::ClosedEvaluator;
use super::steps::steps;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use zug_lang::program::*;

/// The greatest nesting of expressions that is looked at.
const NEST: u32 = 64;
/// The most passes over the elements of a domain inside one another.
const LOOPS: u32 = 2;

/// The locals that are known.
pub(super) type KnownLocals = [Option<Value>];

/// Evaluates expressions of which parts are not known. Sound, not complete: what is not understood
/// may hold and may not.
pub(super) struct PartialEvaluator<'e, 'p> {
    program: &'p Program,
    closed: &'e ClosedEvaluator<'p>,
    nested: Cell<u32>,
    loops: Cell<u32>,
    /// How many more steps it takes; then nothing is known any more.
    work: Cell<u64>,
    /// The steps of expressions that are evaluated whole, by their place in memory.
    costs: RefCell<HashMap<*const Expr, u64>>,
}

impl<'e, 'p> PartialEvaluator<'e, 'p> {
    /// An evaluator that takes no more than so many steps.
    pub fn new(program: &'p Program, closed: &'e ClosedEvaluator<'p>, work: u64) -> PartialEvaluator<'e, 'p> {
        let (nested, loops, work) = (Cell::new(0), Cell::new(0), Cell::new(work));
        PartialEvaluator { program, closed, nested, loops, work, costs: RefCell::default() }
    }

    /// How many more steps it would take.
    pub fn work_left(&self) -> u64 {
        self.work.get()
    }

    /// Whether a condition holds, if that is certain.
    pub fn truth(&self, condition: &'p Expr, locals: &KnownLocals) -> Option<bool> {
        self.deeper(|| match &condition.kind {
            ExprKind::Not(inner) => self.truth(inner, locals).map(|holds| !holds),
            ExprKind::And(all) => all_of(all.iter().map(|each| self.truth(each, locals))),
            ExprKind::Or(any) => any_of(any.iter().map(|each| self.truth(each, locals))),
            ExprKind::If(c, a, b) => match self.truth(c, locals) {
                Some(true) => self.truth(a, locals),
                Some(false) => self.truth(b, locals),
                None => agreed(self.truth(a, locals), self.truth(b, locals)),
            },
            ExprKind::In(element, set) => match self.value(element, locals)? {
                Value::Element(element) => self.contains(element, set, locals),
                Value::None => Some(false),
                _ => self.decided(condition, locals),
            },
            ExprKind::Call(def, arguments) => {
                let (body, inner) = self.called(*def, arguments, locals)?;
                self.truth(body, &inner)
            }
            _ => self.decided(condition, locals),
        })
    }

    /// Whether an element is in a set, if that is certain. That it is in one is not, if an operand
    /// that is `none` can make the set `none`.
    pub fn contains(&self, element: u32, set: &'p Expr, locals: &KnownLocals) -> Option<bool> {
        self.found(element, set, locals).filter(|found| !(*found && set.ty.or_none))
    }

    fn found(&self, element: u32, set: &'p Expr, locals: &KnownLocals) -> Option<bool> {
        let part = |part: &'p Expr| self.contains(element, part, locals);
        self.deeper(|| match &set.kind {
            ExprKind::Const(Value::Set(set)) => Some(set.contains(i64::from(element))),
            ExprKind::Union(a, b) => any_of([a, b].into_iter().map(|each| part(each))),
            ExprKind::Intersect(a, b) => all_of([a, b].into_iter().map(|each| part(each))),
            ExprKind::Minus(a, b) => match part(a) {
                Some(false) => Some(false),
                in_a => all_of([in_a, part(b).map(|in_b| !in_b)].into_iter()),
            },
            ExprKind::SetOf(members, _) => {
                any_of(members.iter().map(|each| self.equals(element, each, locals)))
            }
            ExprKind::Singleton(member, _) => self.equals(element, member, locals),
            ExprKind::If(c, a, b) => match self.truth(c, locals) {
                Some(true) => part(a),
                Some(false) => part(b),
                None => agreed(part(a), part(b)),
            },
            ExprKind::Call(def, arguments) => {
                let (body, inner) = self.called(*def, arguments, locals)?;
                self.contains(element, body, &inner)
            }
            ExprKind::Run(table, from, direction, within) => match part(within) {
                Some(false) => Some(false),
                _ => self.is_along(element, *table, (from, direction), locals),
            },
            ExprKind::Reach(_, _, within) if part(within) == Some(false) => Some(false),
            ExprKind::Quantified {
                quantifier: quantifier @ (Quantifier::Collect | Quantifier::Union),
                binders,
                guard,
                body,
            } => match self.value(set, locals) {
                Some(Value::Set(set)) => Some(set.contains(i64::from(element))),
                _ => {
                    let collects = *quantifier == Quantifier::Collect;
                    self.never_collects(element, collects, (binders, guard, body), locals).then_some(false)
                }
            },
            _ => match self.value(set, locals)? {
                Value::Set(set) => Some(set.contains(i64::from(element))),
                Value::None => Some(false),
                _ => None,
            },
        })
    }

    /// The value of an expression that reads nothing unknown.
    fn value(&self, expr: &'p Expr, locals: &KnownLocals) -> Option<Value> {
        let most = self.work.get();
        let mut costs = self.costs.borrow_mut();
        let cost = *costs.entry(std::ptr::from_ref(expr)).or_insert_with(|| steps(self.program, expr, most));
        self.spend(cost)?;
        self.closed.value(expr, |local| locals.get(local.index()).cloned().flatten())
    }

    fn decided(&self, condition: &'p Expr, locals: &KnownLocals) -> Option<bool> {
        match self.value(condition, locals)? {
            Value::Bool(holds) => Some(holds),
            _ => None,
        }
    }

    fn equals(&self, element: u32, other: &'p Expr, locals: &KnownLocals) -> Option<bool> {
        Some(self.value(other, locals)? == Value::Element(element))
    }

    /// The body of a `def` and its locals; none if an argument is not known where that matters.
    fn called(
        &self,
        def: DefId,
        arguments: &'p [Expr],
        locals: &KnownLocals,
    ) -> Option<(&'p Expr, Vec<Option<Value>>)> {
        let def = self.program.defs.get(def.index())?;
        let mut inner: Vec<Option<Value>> = vec![None; def.frame.locals.len()];
        for ((argument, parameter), given) in arguments.iter().zip(&def.frame.locals).zip(&mut inner) {
            *given = self.value(argument, locals);
            // A `def` is not evaluated where an argument is `none` that must not be.
            if argument.ty.or_none
                && !parameter.ty.or_none
                && given.as_ref().is_none_or(|it| *it == Value::None)
            {
                return None;
            }
        }
        Some((&def.body, inner))
    }

    /// Whether a cell lies behind another one in a direction, however far: where it does not, no
    /// run holds it.
    fn is_along(
        &self,
        cell: u32,
        table: TableId,
        (from, direction): (&'p Expr, &'p Expr),
        locals: &KnownLocals,
    ) -> Option<bool> {
        let (Value::Element(from), Value::Element(direction)) =
            (self.value(from, locals)?, self.value(direction, locals)?)
        else {
            return None;
        };
        let table = self.program.tables.get(table.index())?;
        let [TableIndex::Domain(_), TableIndex::Domain(directions)] = table.indexes[..] else { return None };
        let directions = self.program.domains.get(directions.index())?.len();
        let mut at = from;
        for _ in 0..table.entries.len() / directions.max(1) {
            match table.entries.get(at as usize * directions + direction as usize)? {
                Value::Element(next) if *next == cell => return None,
                Value::Element(next) => at = *next,
                _ => return Some(false),
            }
        }
        Some(false)
    }

    /// Whether a comprehension surely lacks an element: no binding gives it.
    fn never_collects(
        &self,
        element: u32,
        collects: bool,
        (binders, guard, body): (&'p [(LocalId, Expr)], &'p Expr, &'p Expr),
        locals: &KnownLocals,
    ) -> bool {
        let Some(((local, set), rest)) = binders.split_first() else {
            let given = match collects {
                true => self.equals(element, body, locals),
                false => self.contains(element, body, locals),
            };
            return given == Some(false) || self.truth(guard, locals) == Some(false);
        };
        let (Kind::Set(domain), true) = (set.ty.kind, self.loops.get() < LOOPS) else { return false };
        self.loops.set(self.loops.get() + 1);
        let mut inner = locals.to_vec();
        inner.resize(inner.len().max(local.index() + 1), None);
        let mut members = 0..self.program.domains[domain.index()].len() as u32;
        let never = members.all(|member| {
            if self.contains(member, set, locals) == Some(false) {
                return true;
            }
            inner[local.index()] = Some(Value::Element(member));
            self.never_collects(element, collects, (rest, guard, body), &inner)
        });
        self.loops.set(self.loops.get() - 1);
        never
    }

    /// Takes steps from those that are left; none if they are too many, and then nothing is left.
    fn spend(&self, steps: u64) -> Option<()> {
        let left = self.work.get().checked_sub(steps);
        self.work.set(left.unwrap_or(0));
        left.map(|_| ())
    }

    fn deeper(&self, look: impl FnOnce() -> Option<bool>) -> Option<bool> {
        self.spend(1)?;
        if self.nested.get() >= NEST {
            return None;
        }
        self.nested.set(self.nested.get() + 1);
        let found = look();
        self.nested.set(self.nested.get() - 1);
        found
    }
}

fn all_of(mut all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut certain = true;
    loop {
        match all.next() {
            Some(Some(false)) => return Some(false),
            Some(Some(true)) => {}
            Some(None) => certain = false,
            None => return certain.then_some(true),
        }
    }
}

fn any_of(any: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all_of(any.map(|each| each.map(|holds| !holds))).map(|none| !none)
}

fn agreed(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    if a == b { a } else { None }
}
