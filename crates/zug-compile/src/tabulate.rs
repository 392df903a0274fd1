//! Makes tables of expressions with few inputs.
//!
//! An expression that reads no field and asks no `can` is a function of its locals and of `me`. If
//! these have few values together, `semantics` evaluates it for all of them at compile time, and
//! one look-up remains at run time: `step(step(c, ahead[me]), d)` becomes a table over `c`, `me`
//! and `d`.

use super::emitter::RoutineEmitter;
use super::expression_utils::{Input, inputs, weight};
use super::input::CompileInput;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{MemberRange, Val};
use zug_analysis::steps;
use zug_game::Player;
use zug_lang::program::*;
use zug_lang::semantics::eval::{Faults, Here, Scene};
use zug_machine::ir::{Op, Reg};
use zug_machine::optimization::Optimization;

/// The most rows of a table.
const MOST_ROWS: usize = 1 << 12;

/// The most values that are computed for a profile.
const MOST_VALUES: usize = 1 << 15;

/// The most steps, by estimate, that filling a table may take.
const MOST_STEPS: u64 = 50_000_000;

/// The rows of a table over some inputs.
struct TableRows {
    inputs: Vec<Input>,
    /// The number of values of each input, `none` included.
    counts: Vec<usize>,
    /// The number of the first value of each input.
    lows: Vec<i64>,
}

impl TableRows {
    fn count(&self) -> usize {
        self.counts.iter().product()
    }
}

/// The value of an expression for every member of a local's range and every value of its other
/// inputs.
pub(super) struct Profile {
    /// The number of the row at run time.
    pub index: Reg,
    /// For each row the value for every member.
    pub rows: Vec<Vec<Value>>,
}

impl<'p> CompileInput<'p> {
    /// An error for sets that are too wide for registers.
    fn range_of(&self, expr: &Expr) -> Made<()> {
        match expr.ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } => self.range(expr.ty.kind, expr.span).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Whether it takes too long to evaluate an expression so many times.
    fn takes_long(&self, times: usize, expr: &Expr) -> bool {
        let times = times.max(1) as u64;
        steps(self.program, expr, MOST_STEPS / times) > MOST_STEPS / times
    }

    /// The rows of a table over these inputs, if they are not too many.
    fn rows(&self, scope: &RoutineScope<'p>, inputs: Vec<Input>) -> Option<TableRows> {
        let mut rows = TableRows { inputs, counts: Vec::new(), lows: Vec::new() };
        let mut all = 1usize;
        for input in &rows.inputs {
            let (low, count) = self.values_of(scope, *input)?;
            all = all.checked_mul(count).filter(|all| *all <= MOST_ROWS)?;
            rows.counts.push(count);
            rows.lows.push(low);
        }
        Some(rows)
    }

    /// The first value of an input as a number, and the number of its values.
    fn values_of(&self, scope: &RoutineScope<'p>, input: Input) -> Option<(i64, usize)> {
        let Input::Local(local) = input else { return Some((0, 2)) };
        let ty = scope.type_of(local)?;
        match (scope.locals.get(local.index())?.as_ref()?, ty.kind) {
            (Val::Element(_, domain, or_none), _) => Some((0, self.size(*domain) + usize::from(*or_none))),
            (Val::Bool(_), _) => Some((0, 2)),
            (Val::Int(_, None), Kind::Int { low, high }) => {
                Some((low, usize::try_from(i128::from(high) - i128::from(low) + 1).ok()?))
            }
            _ => None,
        }
    }

    /// The locals and the mover of a row.
    fn row_locals(&self, scope: &RoutineScope<'p>, rows: &TableRows, mut row: usize) -> (Vec<Value>, Player) {
        let mut locals = vec![Value::None; scope.frame.locals.len()];
        let mut me = Player::First;
        for ((input, count), low) in rows.inputs.iter().zip(&rows.counts).zip(&rows.lows).rev() {
            let at = row % count;
            row /= count;
            match input {
                Input::Mover if at == 1 => me = Player::Second,
                Input::Mover => {}
                Input::Local(local) => locals[local.index()] = self.input_value(scope, *local, at, *low),
            }
        }
        (locals, me)
    }

    /// The value of a local with this number.
    fn input_value(&self, scope: &RoutineScope<'p>, local: LocalId, at: usize, low: i64) -> Value {
        match scope.locals.get(local.index()).and_then(Option::as_ref) {
            Some(Val::Element(_, domain, _)) if at >= self.size(*domain) => Value::None,
            Some(Val::Element(..)) => Value::Element(at as u32),
            Some(Val::Bool(_)) => Value::Bool(at == 1),
            _ => Value::Int(low.wrapping_add(at as i64)),
        }
    }

    /// The value of an expression by `semantics`.
    fn evaluated(&self, locals: &mut Vec<Value>, me: Player, expr: &Expr) -> Value {
        let faults = Faults::default();
        let here = Here { fields: &[], me, faults: &faults };
        Scene { world: self.world(), here: Some(here) }.eval(locals, expr)
    }
}

impl RoutineEmitter {
    /// The number of the row at run time.
    fn row_index(&mut self, scope: &RoutineScope<'_>, rows: &TableRows) -> Option<Reg> {
        let mut index = self.number(0);
        for (reg, count) in self.row_dims(scope, rows)? {
            index = self.op(Op::Index(index, count, reg));
        }
        Some(index)
    }

    /// For each input the number of its present value, and how many values it has.
    fn row_dims(&mut self, scope: &RoutineScope<'_>, rows: &TableRows) -> Option<Vec<(Reg, u64)>> {
        let mut dims = Vec::new();
        for ((input, count), low) in rows.inputs.iter().zip(&rows.counts).zip(&rows.lows) {
            let reg = match input {
                Input::Mover => scope.me,
                Input::Local(local) => match scope.locals.get(local.index())?.as_ref()? {
                    Val::Element(reg, ..) | Val::Bool(reg) => *reg,
                    Val::Int(reg, None) => self.plus(*reg, low.wrapping_neg()),
                    _ => return None,
                },
            };
            dims.push((reg, *count as u64));
        }
        Some(dims)
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The value as a constant or a look-up, where the expression has no inputs or few values of
    /// them.
    pub fn tabulated(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Option<Val>> {
        if matches!(expr.kind, ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me) {
            return Ok(None);
        }
        let Some(inputs) = inputs(self.input.program, expr) else { return Ok(None) };
        let inputs: Vec<Input> = inputs.into_iter().collect();
        if !self.input.does(if inputs.is_empty() { Optimization::Fold } else { Optimization::Tables }) {
            return Ok(None);
        }
        let trivial = !inputs.is_empty() && weight(self.input.program, expr) < 2;
        if trivial || matches!(expr.ty.kind, Kind::Sets(_)) || self.input.range_of(expr).is_err() {
            return Ok(None);
        }
        let Some(rows) = self.input.rows(scope, inputs) else { return Ok(None) };
        if self.input.takes_long(rows.count(), expr) {
            return Ok(None);
        }
        let Some(dims) = self.emit.row_dims(scope, &rows) else { return Ok(None) };
        let values: Vec<Value> = (0..rows.count())
            .map(|row| {
                let (mut locals, me) = self.input.row_locals(scope, &rows, row);
                self.input.evaluated(&mut locals, me, expr)
            })
            .collect();
        self.look_up_at("of", expr.ty, &values, &dims, expr.span).map(Some)
    }

    /// The profile of an expression over a local's range, if its other inputs have few values.
    pub fn profile(
        &mut self,
        scope: &RoutineScope<'p>,
        (local, range): (LocalId, MemberRange),
        expr: &'p Expr,
    ) -> Option<Profile> {
        let mut inputs = inputs(self.input.program, expr)?;
        inputs.remove(&Input::Local(local));
        let rows = self.input.rows(scope, inputs.into_iter().collect())?;
        if rows.count().checked_mul(range.width)? > MOST_VALUES
            || self.input.takes_long(rows.count() * range.width, expr)
        {
            return None;
        }
        let index = self.emit.row_index(scope, &rows)?;
        let values = (0..rows.count()).map(|row| {
            let (locals, me) = self.input.row_locals(scope, &rows, row);
            let value = |member: usize| {
                let mut locals = locals.clone();
                locals[local.index()] = match range.domain {
                    Some(_) => Value::Element(member as u32),
                    None => Value::Int(range.low.wrapping_add(member as i64)),
                };
                self.input.evaluated(&mut locals, me, expr)
            };
            (0..range.width).map(value).collect()
        });
        Some(Profile { rows: values.collect(), index })
    }
}
