//! Runs the body of a move on a copy of the fields.
//!
//! Statements run in order and see the fields as changed so far; `me` stays the mover. A store can
//! be a fault, and so can an expression (see [`super::eval`]).

use super::eval::{Faults, Here, Scene, World, truth};
use super::fault::{Fault, RuntimeError, Stored};
use super::position::Asked;
use super::quantify::{bind, each_member};
use crate::program::*;
use crate::source::Span;
use std::ops::ControlFlow;
use zug_game::Player;

/// The state of a body that is run: the fields and locals so far, and the last `again`.
pub(crate) struct Played<'a> {
    world: World<'a>,
    faults: &'a Faults,
    me: Player,
    frame: &'a Frame,
    /// The fields as changed so far.
    pub fields: Vec<Vec<Value>>,
    /// Parameters, `let`s, `var`s and loop variables.
    pub locals: Vec<Value>,
    /// The places at which a piece was taken up and put nowhere, because where it should go is
    /// `none`; `None` if nobody asks.
    lost: Option<Vec<Span>>,
    /// The last `again` that was reached: `None` if none was, `Some(None)` for one without a
    /// request.
    pub again: Option<Option<Asked>>,
}

type Done = Result<(), RuntimeError>;

/// Runs the body of a move with these arguments.
pub(crate) fn run<'a>(
    world: World<'a>,
    here: Here<'a>,
    played: &'a Move,
    arguments: &[Value],
) -> Result<Played<'a>, RuntimeError> {
    let mut state = begin(world, here, played, arguments);
    state.all(&played.body)?;
    Ok(state)
}

/// The fields as they are when the body of a move has run, or where a fault stops it.
pub(crate) fn as_far_as_played(
    world: World<'_>,
    here: Here<'_>,
    played: &Move,
    arguments: &[Value],
) -> Vec<Vec<Value>> {
    let mut state = begin(world, here, played, arguments);
    let _ = state.all(&played.body);
    state.fields
}

/// The places in the body of a move, played with these arguments, at which a piece is taken up and
/// put nowhere: in `men - c + step(c, d)` the step is `none`.
pub(crate) fn lost_pieces(world: World<'_>, here: Here<'_>, played: &Move, arguments: &[Value]) -> Vec<Span> {
    let mut state = begin(world, here, played, arguments);
    state.lost = Some(Vec::new());
    let done = state.all(&played.body);
    if done.is_ok() { state.lost.unwrap_or_default() } else { Vec::new() }
}

/// The elements that an expression of the form `S - c + to` puts in, where they may be `none`.
pub(crate) fn put_in(value: &Expr) -> Vec<&Expr> {
    let (mut put, mut takes, mut open) = (Vec::new(), false, vec![value]);
    while let Some(part) = open.pop() {
        match &part.kind {
            ExprKind::Union(a, b) => open.extend([&**a, &**b]),
            ExprKind::Minus(a, _) => {
                takes = true;
                open.push(a);
            }
            ExprKind::Singleton(to, true) if to.ty.or_none => put.push(&**to),
            _ => {}
        }
    }
    if takes { put } else { Vec::new() }
}

/// The state before the first statement.
fn begin<'a>(world: World<'a>, here: Here<'a>, played: &'a Move, arguments: &[Value]) -> Played<'a> {
    let mut locals = Vec::with_capacity(played.frame.locals.len());
    locals.resize(played.frame.locals.len(), Value::None);
    for ((local, _), value) in played.parameters.iter().zip(arguments) {
        bind(&mut locals, *local, value.clone());
    }
    Played {
        world,
        faults: here.faults,
        me: here.me,
        frame: &played.frame,
        fields: here.fields.to_vec(),
        locals,
        lost: None,
        again: None,
    }
}

impl Played<'_> {
    /// Whether the `provided` of the move holds on the fields now.
    pub fn provided(&mut self, provided: Option<&Expr>) -> Result<bool, RuntimeError> {
        provided.map_or(Ok(true), |condition| Ok(truth(&self.eval(condition)?)))
    }

    fn eval(&mut self, expr: &Expr) -> Result<Value, RuntimeError> {
        let here = Here { fields: &self.fields, me: self.me, faults: self.faults };
        let value = Scene { world: self.world, here: Some(here) }.eval(&mut self.locals, expr);
        self.faults.check(value)
    }

    fn all(&mut self, body: &[Stmt]) -> Done {
        body.iter().try_for_each(|stmt| self.one(stmt))
    }

    fn one(&mut self, stmt: &Stmt) -> Done {
        match &stmt.kind {
            StmtKind::Assign(place, store, value) => self.assign(place, *store, value, stmt.span),
            StmtKind::Bind(local, value) => {
                let value = self.eval(value)?;
                self.store_local(*local, value, stmt.span)
            }
            StmtKind::If(condition, yes, no) => {
                let arm = if truth(&self.eval(condition)?) { yes } else { no };
                self.all(arm)
            }
            StmtKind::For(binders, guard, body) => self.each(binders, guard, body),
            StmtKind::Repeat(times, body) => self.repeat(times, body),
            StmtKind::Again(condition) => {
                if truth(&self.eval(condition)?) {
                    self.again = Some(None);
                }
                Ok(())
            }
            StmtKind::AgainWith(request, arguments, condition) => self.ask(*request, arguments, condition),
        }
    }

    fn each(&mut self, binders: &[(LocalId, Expr)], guard: &Expr, body: &[Stmt]) -> Done {
        let Some(((local, set), rest)) = binders.split_first() else {
            return if truth(&self.eval(guard)?) { self.all(body) } else { Ok(()) };
        };
        let members = self.eval(set)?;
        let done = each_member(set.ty.kind, &members, |value| {
            bind(&mut self.locals, *local, value);
            self.each(rest, guard, body).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        done.break_value().map_or(Ok(()), Err)
    }

    fn repeat(&mut self, times: &Expr, body: &[Stmt]) -> Done {
        let times = match self.eval(times)? {
            Value::Int(times) => times,
            _ => 0,
        };
        match body {
            // A condition that does not hold changes nothing, so it does not hold later either.
            [Stmt { kind: StmtKind::If(condition, pass, otherwise), .. }] if otherwise.is_empty() => {
                for _ in 0..times {
                    if !truth(&self.eval(condition)?) {
                        break;
                    }
                    self.all(pass)?;
                }
                Ok(())
            }
            _ => (0..times).try_for_each(|_| self.all(body)),
        }
    }

    fn ask(&mut self, request: FollowupRequestId, arguments: &[Vec<Expr>], condition: &Expr) -> Done {
        if !truth(&self.eval(condition)?) {
            return Ok(());
        }
        let of_one = |one: &Vec<Expr>| -> Result<Vec<Value>, RuntimeError> {
            let mut values =
                one.iter().map(|a| self.eval(a)).collect::<Result<Vec<Value>, RuntimeError>>()?;
            // Such a move asks for nothing, whatever the other values are.
            if values.contains(&Value::None) {
                values.fill(Value::None);
            }
            Ok(values)
        };
        let arguments = arguments.iter().map(of_one).collect::<Result<_, RuntimeError>>()?;
        self.again = Some(Some(Asked { request, arguments }));
        Ok(())
    }

    /// Notes the elements of an assigned set that are `none`.
    fn note_lost(&mut self, value: &Expr) -> Done {
        for to in put_in(value) {
            if self.eval(to)? == Value::None
                && let Some(lost) = &mut self.lost
            {
                lost.push(to.span);
            }
        }
        Ok(())
    }

    fn assign(&mut self, place: &Place, store: Store, value: &Expr, span: Span) -> Done {
        if self.lost.is_some() {
            self.note_lost(value)?;
        }
        // `S += none` is an error, also where S is `none`.
        let is_set = matches!(value.ty.kind, Kind::Set(_) | Kind::IntSet { .. });
        let value = self.eval(value)?;
        let no_set = is_set && store != Store::Set && value == Value::None;
        match place {
            Place::Local(local) => {
                let old = self.locals.get(local.index()).cloned().unwrap_or_default();
                if no_set {
                    return Err(RuntimeError::new(Fault::ChangedByNone(self.local(*local)), span));
                }
                let value = self.changed(store, old, value, || self.local(*local), span)?;
                self.store_local(*local, value, span)
            }
            Place::Field(field, indexes) => self.assign_field(*field, indexes, store, value, span),
        }
    }

    fn assign_field(
        &mut self,
        id: FieldId,
        indexes: &[Expr],
        store: Store,
        value: Value,
        span: Span,
    ) -> Done {
        let fields = self.world.fields;
        let Some(field) = fields.get(id.index()) else { return Ok(()) };
        let mut entry = Vec::with_capacity(indexes.len());
        let mut at = 0usize;
        for (which, (index, domain)) in indexes.iter().zip(&field.indexes).enumerate() {
            let index = self.eval(index)?;
            match index {
                Value::Element(e) => at = at * self.world.len(*domain) + e as usize,
                _ => return Err(RuntimeError::new(Fault::NoIndex(id, which), span)),
            }
            entry.push(index);
        }
        let place = || Stored::Field(id, entry.clone());
        let Some(old) = self.fields.get(id.index()).and_then(|f| f.get(at)).cloned() else { return Ok(()) };
        let is_set = matches!(field.ty.kind, Kind::Set(_) | Kind::IntSet { .. });
        if is_set && store != Store::Set && value == Value::None {
            return Err(RuntimeError::new(Fault::ChangedByNone(place()), span));
        }
        let new = self.changed(store, old, value, place, span)?;
        allowed(field.ty, &new, place, span)?;
        self.fields[id.index()][at] = new;
        Ok(())
    }

    fn store_local(&mut self, local: LocalId, value: Value, span: Span) -> Done {
        if let Some(declared) = self.frame.locals.get(local.index()) {
            allowed(declared.ty, &value, || self.local(local), span)?;
        }
        bind(&mut self.locals, local, value);
        Ok(())
    }

    fn local(&self, local: LocalId) -> Stored {
        Stored::Local(self.frame.locals.get(local.index()).map_or_else(String::new, |l| l.name.clone()))
    }

    /// The new value of a place.
    fn changed(
        &self,
        store: Store,
        old: Value,
        value: Value,
        place: impl Fn() -> Stored,
        span: Span,
    ) -> Result<Value, RuntimeError> {
        match (store, old, value) {
            (Store::Set, _, value) => Ok(value),
            (Store::Add, Value::Set(old), Value::Set(more)) => Ok(Value::Set(old.union(&more))),
            (Store::Sub, Value::Set(old), Value::Set(less)) => Ok(Value::Set(old.difference(&less))),
            (_, Value::Set(_), _) => Err(RuntimeError::new(Fault::ChangedByNone(place()), span)),
            (_, Value::Int(old), Value::Int(by)) => {
                // No overflow: both lie within `LIMIT`. The caller checks the bounds of the place
                // next.
                Ok(Value::Int(if store == Store::Add { old + by } else { old - by }))
            }
            _ => Ok(Value::None),
        }
    }
}

/// Checks that a place of this type may hold a value.
fn allowed(ty: Type, value: &Value, place: impl Fn() -> Stored, span: Span) -> Done {
    let outside = |value: i64, low, high| {
        let fault = Fault::OutOfBounds { place: place(), value: i128::from(value), low, high };
        Err(RuntimeError::new(fault, span))
    };
    match (value, ty.kind) {
        (Value::None, kind) if !ty.or_none && kind != Kind::Nothing => {
            Err(RuntimeError::new(Fault::StoredNone(place()), span))
        }
        (Value::Int(n), Kind::Int { low, high }) if !(low..=high).contains(n) => outside(*n, low, high),
        (Value::Set(set), Kind::IntSet { low, high }) => {
            match set.iter().find(|member| !(low..=high).contains(member)) {
                Some(member) => outside(member, low, high),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}
