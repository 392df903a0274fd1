//! Abstract interpretation of expressions.

use super::super::closed::ClosedEvaluator;
use super::super::linear_form::Linear;
use super::abstract_value::{Abstract, NamedCandidates, quantity};
use crate::components::NumberedEntry;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// The most expressions that are evaluated.
const WORK: u32 = 100_000;

/// Evaluates the expressions of a program for one mover, and notes on which candidates something
/// depends that must not.
pub(super) struct Evaluator<'p> {
    pub program: &'p Program,
    pub candidates: NamedCandidates,
    /// Whether a move has a `provided`.
    provided: bool,
    quantities: Cell<u32>,
    work: Cell<u32>,
    refused: RefCell<BTreeSet<NumberedEntry>>,
    closed: ClosedEvaluator<'p>,
}

/// What an expression reads: the present values of the entries of integer fields, and the locals.
#[derive(Clone, Copy)]
pub(super) struct EntryView<'a> {
    pub entries: &'a [Vec<Linear>],
    pub locals: &'a [Abstract],
}

/// The entries that an access may mean.
pub(super) struct AccessTarget {
    pub entries: Vec<usize>,
    /// Whether an index may be `none`.
    pub may_be_missing: bool,
    /// What the indexes depend on.
    pub dependencies: BTreeSet<NumberedEntry>,
}

impl AccessTarget {
    /// The entry, if there is no other possibility.
    pub fn only(&self) -> Option<usize> {
        match self.entries.as_slice() {
            [entry] if !self.may_be_missing => Some(*entry),
            _ => None,
        }
    }
}

impl<'p> Evaluator<'p> {
    pub fn new(program: &'p Program, me: u32, candidates: &BTreeSet<NumberedEntry>) -> Evaluator<'p> {
        Evaluator {
            program,
            candidates: candidates.iter().map(|entry| (quantity(*entry), *entry)).collect(),
            provided: program.moves.iter().any(|each| each.provided.is_some()),
            quantities: Cell::new(0),
            work: Cell::new(0),
            refused: RefCell::default(),
            closed: ClosedEvaluator::new(program, me),
        }
    }

    /// Whether the limit of work is reached; then nothing is proved.
    pub fn is_exhausted(&self) -> bool {
        self.work.get() > WORK
    }

    /// The candidates that something depends on that must not.
    pub fn refused(&self) -> BTreeSet<NumberedEntry> {
        self.refused.borrow().clone()
    }

    /// Notes that these entries, where they are candidates, must not be any longer.
    pub fn refuse(&self, entries: impl IntoIterator<Item = NumberedEntry>) {
        if is_broken(Shortcut::Dependence) {
            return;
        }
        self.refused.borrow_mut().extend(entries.into_iter().filter(|entry| self.is_candidate(*entry)));
    }

    /// Notes that a value must not depend on a candidate.
    pub fn require_independent(&self, value: &Abstract) {
        self.refuse(self.dependencies(value));
    }

    pub fn dependencies(&self, value: &Abstract) -> BTreeSet<NumberedEntry> {
        value.dependencies(&self.candidates)
    }

    pub fn is_candidate(&self, entry: NumberedEntry) -> bool {
        self.candidates.contains_key(&quantity(entry))
    }

    /// A quantity of which only the type is known.
    pub fn unknown_number(&self, ty: Type) -> Linear {
        self.quantities.set(self.quantities.get() + 1);
        let bounds = match ty.kind {
            Kind::Int { low, high } => (low, high),
            _ => (-LIMIT, LIMIT),
        };
        Linear::named(format!("?{}", self.quantities.get()), bounds)
    }

    /// Every entry of an integer field that is never `none` as a quantity; other fields have no
    /// entries here.
    pub fn entries(&self) -> Vec<Vec<Linear>> {
        let entries = |(id, field): (FieldId, &Field)| match field.ty {
            Type { kind: Kind::Int { low, high }, or_none: false } => (0..field.initial.len())
                .map(|entry| Linear::named(quantity((id, entry)), (low, high)))
                .collect(),
            _ => Vec::new(),
        };
        (0u32..).map(FieldId).zip(&self.program.fields).map(entries).collect()
    }

    /// What is known of the value of an expression.
    pub fn evaluate(&self, view: EntryView<'_>, expr: &'p Expr) -> Abstract {
        self.work.set(self.work.get() + 1);
        if self.is_exhausted() {
            return Abstract::unknown();
        }
        if let Some(value) = self.constant(view, expr) {
            return Abstract::Value(value);
        }
        match &expr.kind {
            ExprKind::Local(local) => view.locals.get(local.index()).cloned().unwrap_or(Abstract::unknown()),
            ExprKind::Field(id, indexes) => self.field(view, *id, indexes),
            ExprKind::Call(def, arguments) => self.call(view, *def, arguments),
            ExprKind::Not(a) => match self.evaluate(view, a).as_truth() {
                Some(value) => Abstract::truth(!value),
                None => self.combined(view, expr),
            },
            ExprKind::And(all) => self.junction(view, all, false),
            ExprKind::Or(all) => self.junction(view, all, true),
            ExprKind::If(condition, a, b) => self.choice(view, condition, [a, b]),
            ExprKind::Negate(_) | ExprKind::Arith(..) => {
                self.arithmetic(view, expr).map_or_else(|| self.combined(view, expr), Abstract::number)
            }
            ExprKind::Equal(a, b) | ExprKind::Compare(_, a, b) => {
                let (one, other) = (self.evaluate(view, a), self.evaluate(view, b));
                let difference = other.as_linear().zip(one.as_linear()).map(|(b, a)| b.minus(&a));
                match (difference.and_then(|form| form.constant()), &expr.kind) {
                    (Some(number), ExprKind::Equal(..)) => Abstract::truth(number == 0),
                    (Some(number), ExprKind::Compare(Order::Less, ..)) => Abstract::truth(number > 0),
                    (Some(number), _) => Abstract::truth(number >= 0),
                    (None, _) => self.depending_on([&one, &other]),
                }
            }
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                self.quantified(view, *quantifier, binders, (guard, body))
            }
            ExprKind::Can(..) | ExprKind::Stuck(_) if self.provided => {
                // Whether a `provided` is a fault may depend on what else is evaluated.
                self.work.set(WORK);
                Abstract::unknown()
            }
            _ => self.combined(view, expr),
        }
    }

    /// The value of an expression that reads no position, if its locals are known.
    fn constant(&self, view: EntryView<'_>, expr: &'p Expr) -> Option<Value> {
        self.closed.value(expr, |local| match view.locals.get(local.index()) {
            Some(Abstract::Value(value)) => Some(value.clone()),
            _ => None,
        })
    }

    /// A value of which no more is known than what it depends on.
    pub fn depending_on<'a>(&self, values: impl IntoIterator<Item = &'a Abstract>) -> Abstract {
        Abstract::Any(values.into_iter().flat_map(|value| self.dependencies(value)).collect())
    }

    /// The same, of all operands of an expression.
    fn combined(&self, view: EntryView<'_>, expr: &'p Expr) -> Abstract {
        let operands: Vec<Abstract> = expr.children().map(|child| self.evaluate(view, child)).collect();
        self.depending_on(&operands)
    }

    /// A conjunction, or with `decisive` a disjunction.
    fn junction(&self, view: EntryView<'_>, all: &'p [Expr], decisive: bool) -> Abstract {
        let all: Vec<Abstract> = all.iter().map(|each| self.evaluate(view, each)).collect();
        let has = |value: bool| all.iter().any(|each| each.as_truth() == Some(value));
        let is_known = all.iter().all(|each| each.as_truth().is_some());
        if has(decisive) || is_known {
            Abstract::truth(has(decisive) == decisive)
        } else {
            self.depending_on(&all)
        }
    }

    fn choice(&self, view: EntryView<'_>, condition: &'p Expr, arms: [&'p Expr; 2]) -> Abstract {
        let condition = self.evaluate(view, condition);
        if let Some(holds) = condition.as_truth() {
            return self.evaluate(view, arms[usize::from(!holds)]);
        }
        let [a, b] = arms.map(|arm| self.evaluate(view, arm));
        if a == b && matches!(a, Abstract::Value(_)) { a } else { self.depending_on([&condition, &a, &b]) }
    }

    /// A sum, a difference or a product with a constant as a linear form; none where an operand may
    /// be `none`.
    fn arithmetic(&self, view: EntryView<'_>, expr: &'p Expr) -> Option<Linear> {
        let form = |e: &Expr| self.form(&self.evaluate(view, e), e.ty);
        match &expr.kind {
            ExprKind::Negate(a) => Some(form(a)?.times(-1)),
            ExprKind::Arith(Arith::Add, a, b) => Some(form(a)?.plus(&form(b)?)),
            ExprKind::Arith(Arith::Sub, a, b) => Some(form(a)?.minus(&form(b)?)),
            ExprKind::Arith(Arith::Mul, a, b) => {
                let (a, b) = (form(a)?, form(b)?);
                match (a.constant(), b.constant()) {
                    (Some(number), _) => Some(b.times(number)),
                    (_, Some(number)) => Some(a.times(number)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An integer that is not `none` as a linear form, a new quantity where nothing is known of it;
    /// none where it may depend on a candidate in another way.
    pub fn form(&self, value: &Abstract, ty: Type) -> Option<Linear> {
        let unknown = || match value {
            Abstract::Any(all) if all.is_empty() && !ty.or_none => Some(self.unknown_number(ty)),
            _ => None,
        };
        value.as_linear().or_else(unknown)
    }

    fn call(&self, view: EntryView<'_>, def: DefId, arguments: &'p [Expr]) -> Abstract {
        let Some(def) = self.program.defs.get(def.index()) else { return Abstract::unknown() };
        let mut locals: Vec<Abstract> = arguments.iter().map(|each| self.evaluate(view, each)).collect();
        let known = |local: &Abstract| matches!(local, Abstract::Value(value) if *value != Value::None);
        // The value is missing where an argument is `none` and the parameter not.
        let may_be_missing =
            arguments.iter().zip(&def.frame.locals).zip(&locals).any(|((argument, parameter), local)| {
                argument.ty.or_none && !parameter.ty.or_none && !known(local)
            });
        let given = self.depending_on(&locals);
        locals.resize(locals.len().max(def.frame.locals.len()), Abstract::unknown());
        let value = self.evaluate(EntryView { locals: &locals, ..view }, &def.body);
        if may_be_missing { self.depending_on([&given, &value]) } else { value }
    }

    fn field(&self, view: EntryView<'_>, id: FieldId, indexes: &'p [Expr]) -> Abstract {
        let target = self.target(view, id, indexes);
        let known = view.entries.get(id.index()).zip(target.only());
        if let Some(form) = known.and_then(|(entries, entry)| entries.get(entry)) {
            return Abstract::number(form.clone());
        }
        let read = target.entries.iter().map(|entry| (id, *entry)).filter(|entry| self.is_candidate(*entry));
        Abstract::Any(read.chain(target.dependencies).collect())
    }

    /// The entries that an access may mean.
    pub fn target(&self, view: EntryView<'_>, id: FieldId, indexes: &'p [Expr]) -> AccessTarget {
        let mut target =
            AccessTarget { entries: vec![0], may_be_missing: false, dependencies: BTreeSet::new() };
        let Some(field) = self.program.fields.get(id.index()) else { return target };
        for (index, domain) in indexes.iter().zip(&field.indexes) {
            let len = self.program.domains.get(domain.index()).map_or(0, Domain::len);
            let value = self.evaluate(view, index);
            let elements: Vec<usize> = match &value {
                Abstract::Value(Value::Element(element)) => vec![*element as usize],
                _ => (0..len).collect(),
            };
            target.may_be_missing |= !matches!(value, Abstract::Value(_)) && index.ty.or_none;
            target.may_be_missing |= value == Abstract::Value(Value::None);
            target.dependencies.extend(self.dependencies(&value));
            let before = std::mem::take(&mut target.entries);
            target.entries =
                before.iter().flat_map(|at| elements.iter().map(move |element| at * len + element)).collect();
        }
        target
    }
}
