//! Evaluates expressions, on a position or, if they are constant, without one.
//!
//! Every evaluation gives a [`Value`]; an expression without a result is `none`. A fault can arise
//! all the same: `can` and `stuck` run the body of a move that has a `provided`, and that body may
//! store what it must not; and a range `a..b` may have too many members. Such a fault is kept in
//! [`Faults`], and the caller asks for it afterwards.

use super::arith;
use super::fault::RuntimeError;
use super::legal;
use super::quantify;
use super::setops::{Combine, member};
use crate::program::*;
use std::borrow::Cow;
use std::cell::RefCell;
use zug_game::Player;

/// The parts of a program that expressions name. They are references, so that expressions can be
/// evaluated while a program is still being checked.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The domains.
    pub domains: &'a [Domain],
    /// The constant tables.
    pub tables: &'a [Table],
    /// The `def`s.
    pub defs: &'a [Def],
    /// The fields of the position.
    pub fields: &'a [Field],
    /// The `move`s and `followup`s.
    pub moves: &'a [Move],
}

impl<'a> World<'a> {
    /// The world of a constant expression: without fields and moves.
    pub fn of_constants(domains: &'a [Domain], tables: &'a [Table], defs: &'a [Def]) -> World<'a> {
        World { domains, tables, defs, fields: &[], moves: &[] }
    }

    /// The world of a program.
    pub fn of(program: &'a Program) -> World<'a> {
        World {
            domains: &program.domains,
            tables: &program.tables,
            defs: &program.defs,
            fields: &program.fields,
            moves: &program.moves,
        }
    }

    /// The number of elements of a domain.
    pub(super) fn len(&self, domain: DomainId) -> usize {
        self.domains.get(domain.index()).map_or(0, Domain::len)
    }
}

/// The value of a constant expression, which reads no field and no player to move.
///
/// `locals` holds the values of the first locals (the indexes of a table that is being filled); it
/// is extended to the length of the frame. A part that reads the position is `none`.
pub fn constant(world: &World, frame: &Frame, expr: &Expr, locals: &mut Vec<Value>) -> Value {
    if locals.len() < frame.locals.len() {
        locals.resize(frame.locals.len(), Value::None);
    }
    Scene { world: *world, here: None }.eval(locals, expr)
}

/// The first fault of an evaluation.
#[derive(Debug, Default)]
pub struct Faults(RefCell<Option<RuntimeError>>);

impl Faults {
    /// Records a fault, unless there is one already.
    pub(super) fn keep(&self, error: RuntimeError) {
        self.0.borrow_mut().get_or_insert(error);
    }

    /// Whether there is no fault.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_none()
    }

    /// Takes the fault out, or returns `value` if there is none.
    pub(super) fn check<T>(&self, value: T) -> Result<T, RuntimeError> {
        self.0.borrow_mut().take().map_or(Ok(value), Err)
    }
}

/// The position that an expression reads.
#[derive(Clone, Copy, Debug)]
pub struct Here<'a> {
    /// The entries of every field.
    pub fields: &'a [Vec<Value>],
    /// The player to move; inside a move, the mover.
    pub me: Player,
    /// Collects the first fault.
    pub faults: &'a Faults,
}

/// Everything that an expression reads, except its locals.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The program.
    pub world: World<'a>,
    /// The position; `None` for constants.
    pub here: Option<Here<'a>>,
}

/// A player as an element of the domain `Player`.
pub(super) fn player(player: Player) -> Value {
    Value::Element(player.index() as u32)
}

/// Whether a value is `true`; a truth value is never `none`.
pub(super) fn truth(value: &Value) -> bool {
    matches!(value, Value::Bool(true))
}

impl<'a> Scene<'a> {
    /// The value of a condition.
    pub fn holds(&self, locals: &mut Vec<Value>, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Const(value) => truth(value),
            ExprKind::Not(a) => !self.holds(locals, a),
            ExprKind::And(all) => all.iter().all(|a| self.holds(locals, a)),
            ExprKind::Or(any) => any.iter().any(|a| self.holds(locals, a)),
            ExprKind::Equal(a, b) => self.equal(locals, a, b),
            ExprKind::Compare(order, a, b) => self.compare(locals, *order, a, b),
            ExprKind::In(a, set) => self.is_in(locals, a, set),
            ExprKind::Subset(a, b, proper) => self.is_subset(locals, a, b, *proper),
            _ => truth(&self.look(locals, condition)),
        }
    }

    /// The value of an expression, borrowed if it is written down somewhere.
    pub(super) fn look<'v>(&'v self, locals: &mut Vec<Value>, expr: &'v Expr) -> Cow<'v, Value> {
        match &expr.kind {
            ExprKind::Const(value) => Cow::Borrowed(value),
            ExprKind::Field(field, indexes) => self.field(locals, *field, indexes, expr.ty),
            ExprKind::Table(table, indexes) => self.table(locals, *table, indexes, expr.ty),
            _ => Cow::Owned(self.eval(locals, expr)),
        }
    }

    /// The value of an expression.
    pub fn eval(&self, locals: &mut Vec<Value>, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Field(..) | ExprKind::Table(..) => {
                self.look(locals, expr).into_owned()
            }
            ExprKind::Local(local) => locals.get(local.index()).cloned().unwrap_or_default(),
            ExprKind::Me => self.here.map_or(Value::None, |here| player(here.me)),
            ExprKind::Other(p) => other(&self.eval(locals, p)),
            ExprKind::Call(def, arguments) => self.call(locals, *def, arguments, expr.ty),
            ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Equal(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Subset(..) => Value::Bool(self.holds(locals, expr)),
            ExprKind::Arith(op, a, b) => self.integers(locals, a, b, |a, b| arith::apply(*op, a, b)),
            ExprKind::Negate(a) => self.integer(locals, a, i64::checked_neg),
            ExprKind::Abs(a) => self.integer(locals, a, i64::checked_abs),
            ExprKind::Extreme(greatest, all) => self.extreme(locals, *greatest, all),
            ExprKind::Union(a, b) => self.combine(locals, a, b, Combine::Union),
            ExprKind::Intersect(a, b) => self.combine(locals, a, b, Combine::Intersect),
            ExprKind::Minus(a, b) => self.combine(locals, a, b, Combine::Minus),
            ExprKind::SetOf(members, rest) => self.set_of(locals, members, *rest, expr.ty.kind),
            ExprKind::Singleton(a, empty) => self.singleton(locals, a, *empty, expr.ty.kind),
            ExprKind::RangeSet(a, b) => self.range(locals, a, b),
            ExprKind::Count(set) => self.count(locals, set),
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                quantify::quantified(self, locals, *quantifier, (binders, guard, body), expr.ty)
            }
            ExprKind::If(c, a, b) => {
                let arm = if self.holds(locals, c) { a } else { b };
                self.eval(locals, arm)
            }
            ExprKind::Run(steps, c, d, set) => self
                .run(locals, *steps, (c, d, set))
                .map_or(Value::Set(Set::default()), |run| Value::Set(run.cells)),
            ExprKind::Stop(steps, c, d, set) => self
                .run(locals, *steps, (c, d, set))
                .and_then(|run| run.stop)
                .map_or(Value::None, Value::Element),
            ExprKind::Reach(near, from, within) => self.reach(locals, *near, from, within),
            ExprKind::ReachLinks(family, from, links) => self.reach_links(locals, *family, from, links),
            ExprKind::Can(asked, arguments) => self.can(locals, *asked, arguments),
            ExprKind::Stuck(who) => self.stuck(locals, who),
            ExprKind::ToInt(a) => self.int_of(locals, a),
            ExprKind::ToElement(a) => self.element_of(locals, a, expr.ty.kind),
            ExprKind::Ordinal(a) => match self.eval(locals, a) {
                Value::Element(e) => Value::Int(i64::from(e)),
                _ => Value::None,
            },
            ExprKind::ToInts(a) => self.ints_of(locals, a),
            ExprKind::ToElements(a) => self.elements_of(locals, a, expr.ty.kind),
            ExprKind::MemberSet(a) => self.member_set(locals, a, expr.ty),
            ExprKind::SetMember(a) => self.set_member(locals, a, expr.ty.kind),
        }
    }

    /// The value of a set-valued expression, borrowed if it is written down somewhere; `None` for
    /// `none`.
    pub(super) fn set<'v>(&'v self, locals: &mut Vec<Value>, expr: &'v Expr) -> Option<Cow<'v, Set>> {
        if let ExprKind::MemberSet(a) = &expr.kind {
            return Some(self.member_of(locals, a).map_or_else(Cow::default, Cow::Borrowed));
        }
        match self.look(locals, expr) {
            Cow::Borrowed(Value::Set(set)) => Some(Cow::Borrowed(set)),
            Cow::Owned(Value::Set(set)) => Some(Cow::Owned(set)),
            _ => None,
        }
    }

    /// The value of an integer, or the number of an element in its domain; `None` for `none`.
    pub(super) fn number(&self, locals: &mut Vec<Value>, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Local(local) => member(locals.get(local.index())?),
            _ => member(&self.look(locals, expr)),
        }
    }

    /// The offset of an entry in row-major order; `None` if an index is `none` or outside. All
    /// indexes are evaluated.
    pub(super) fn entry(
        &self,
        locals: &mut Vec<Value>,
        indexes: &[Expr],
        runs: impl Iterator<Item = TableIndex>,
    ) -> Option<usize> {
        let mut at = Some(0usize);
        for (index, run) in indexes.iter().zip(runs) {
            let number = self.number(locals, index);
            at = at.and_then(|at| self.offset(at, number?, run));
        }
        at
    }

    /// The offset `at` of the indexes before, with one more index; `None` if that is outside.
    fn offset(&self, at: usize, index: i64, run: TableIndex) -> Option<usize> {
        let (low, len) = match run {
            TableIndex::Domain(domain) => (0, self.world.len(domain)),
            TableIndex::Ints { low, high } => (low, usize::try_from(high.checked_sub(low)?).ok()? + 1),
        };
        let offset = usize::try_from(index.checked_sub(low)?).ok().filter(|offset| *offset < len)?;
        at.checked_mul(len)?.checked_add(offset)
    }

    fn field(&self, locals: &mut Vec<Value>, id: FieldId, indexes: &[Expr], ty: Type) -> Cow<'a, Value> {
        let (Some(here), Some(field)) = (self.here, self.world.fields.get(id.index())) else {
            return Cow::Owned(Value::None);
        };
        self.entry(locals, indexes, field.indexes.iter().map(|d| TableIndex::Domain(*d)))
            .and_then(|at| here.fields.get(id.index())?.get(at))
            .map_or_else(|| Cow::Owned(ty.missing()), Cow::Borrowed)
    }

    fn table(&self, locals: &mut Vec<Value>, id: TableId, indexes: &[Expr], ty: Type) -> Cow<'a, Value> {
        let Some(table) = self.world.tables.get(id.index()) else { return Cow::Owned(Value::None) };
        self.entry(locals, indexes, table.indexes.iter().copied())
            .and_then(|at| table.entries.get(at))
            .map_or_else(|| Cow::Owned(ty.missing()), Cow::Borrowed)
    }

    fn call(&self, locals: &mut Vec<Value>, id: DefId, arguments: &[Expr], ty: Type) -> Value {
        let Some(def) = self.world.defs.get(id.index()) else { return Value::None };
        let mut own = Vec::with_capacity(def.frame.locals.len());
        own.extend(arguments.iter().map(|argument| self.eval(locals, argument)));
        let mut parameters = own.iter().zip(&def.frame.locals);
        if parameters.any(|(value, parameter)| *value == Value::None && !parameter.ty.or_none) {
            return ty.missing();
        }
        own.resize(def.frame.locals.len().max(own.len()), Value::None);
        self.eval(&mut own, &def.body)
    }

    /// Whether two values of one kind are equal.
    fn equal(&self, locals: &mut Vec<Value>, a: &Expr, b: &Expr) -> bool {
        match a.ty.kind {
            Kind::Element(_) | Kind::Int { .. } => self.number(locals, a) == self.number(locals, b),
            _ => self.look(locals, a) == self.look(locals, b),
        }
    }

    fn compare(&self, locals: &mut Vec<Value>, order: Order, a: &Expr, b: &Expr) -> bool {
        match (self.number(locals, a), self.number(locals, b), order) {
            (Some(a), Some(b), Order::Less) => a < b,
            (Some(a), Some(b), Order::LessEqual) => a <= b,
            _ => false,
        }
    }

    fn integer(&self, locals: &mut Vec<Value>, a: &Expr, f: impl Fn(i64) -> Option<i64>) -> Value {
        match self.eval(locals, a) {
            Value::Int(a) => f(a).map_or(Value::None, Value::Int),
            _ => Value::None,
        }
    }

    fn integers(
        &self,
        locals: &mut Vec<Value>,
        a: &Expr,
        b: &Expr,
        f: impl Fn(i64, i64) -> Option<i64>,
    ) -> Value {
        match (self.number(locals, a), self.number(locals, b)) {
            (Some(a), Some(b)) => f(a, b).map_or(Value::None, Value::Int),
            _ => Value::None,
        }
    }

    fn extreme(&self, locals: &mut Vec<Value>, greatest: bool, all: &[Expr]) -> Value {
        let values = all.iter().filter_map(|a| match self.eval(locals, a) {
            Value::Int(n) => Some(n),
            _ => None,
        });
        let extreme = if greatest { values.max() } else { values.min() };
        extreme.map_or(Value::None, Value::Int)
    }

    fn can(&self, locals: &mut Vec<Value>, asked: MoveId, arguments: &[Expr]) -> Value {
        let fixed: Vec<Value> = arguments.iter().map(|a| self.eval(locals, a)).collect();
        Value::Bool(self.here.is_some_and(|here| legal::is_possible(self.world, here, asked, &fixed)))
    }

    fn stuck(&self, locals: &mut Vec<Value>, who: &Expr) -> Value {
        let (Some(here), Value::Element(who)) = (self.here, self.eval(locals, who)) else {
            return Value::Bool(false);
        };
        let me = if who == 0 { Player::First } else { Player::Second };
        Value::Bool(!legal::any_move(self.world, Here { me, ..here }))
    }
}

/// The other player; `none` of `none`.
fn other(value: &Value) -> Value {
    match value {
        Value::Element(p) => Value::Element(1u32.saturating_sub(*p)),
        _ => Value::None,
    }
}
