//! Tells what an expression depends on, and makes tables of what depends on little.
//!
//! An expression that reads no field and asks no `can` is a function of its locals and of `me` alone. If these
//! have few values together, the slow evaluator computes it for all of them, and what is left at run time is
//! one look-up (`step(step(c, ahead[me]), d)` becomes a table over `c`, `me` and `d`).

use super::lower::{Lower, Made, Scope};
use super::value::Val;
use crate::game::Player;
use crate::machine::ir::{Op, Reg};
use crate::program::*;
use crate::semantics::eval::{Faults, Here, Scene};
use std::collections::BTreeSet;

/// A table is not made with more rows than this.
const MOST_ROWS: usize = 1 << 12;

/// Something that a value can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// A local of the frame.
    Local(LocalId),
    /// The mover.
    Me,
}

/// What an expression depends on; nothing if it looks at the position.
pub(super) fn sources(program: &Program, expr: &Expr) -> Option<BTreeSet<Source>> {
    let mut found = BTreeSet::new();
    collect(program, expr, &mut found, 0).then_some(found)
}

/// Whether a local is mentioned.
pub(super) fn mentions(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(l) if l == local) || children(expr).into_iter().any(|e| mentions(e, local))
}

fn collect(program: &Program, expr: &Expr, found: &mut BTreeSet<Source>, depth: usize) -> bool {
    match &expr.kind {
        ExprKind::Field(..) | ExprKind::Can(..) | ExprKind::Stuck(_) => return false,
        _ if depth > 200 => return false,
        ExprKind::Me => {
            found.insert(Source::Me);
        }
        ExprKind::Local(local) => {
            found.insert(Source::Local(*local));
        }
        ExprKind::Call(def, _) => {
            let mut inside = BTreeSet::new();
            if !collect(program, &program.defs[def.index()].body, &mut inside, depth + 1) {
                return false;
            }
            found.extend(inside.contains(&Source::Me).then_some(Source::Me));
        }
        _ => {}
    }
    if !children(expr).into_iter().all(|child| collect(program, child, found, depth + 1)) {
        return false;
    }
    if let ExprKind::Quantified { binders, .. } = &expr.kind {
        binders.iter().for_each(|(local, _)| {
            found.remove(&Source::Local(*local));
        });
    }
    true
}

/// The expressions directly inside.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => Vec::new(),
        ExprKind::Field(_, all) | ExprKind::Table(_, all) | ExprKind::Call(_, all) | ExprKind::Can(_, all) => {
            all.iter().collect()
        }
        ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Extreme(_, all) | ExprKind::SetOf(all) => {
            all.iter().collect()
        }
        ExprKind::Other(a) | ExprKind::Not(a) | ExprKind::Negate(a) | ExprKind::Abs(a) => vec![a],
        ExprKind::Singleton(a, _) | ExprKind::Count(a) | ExprKind::Stuck(a) | ExprKind::ToInt(a) => vec![a],
        ExprKind::ToElement(a) | ExprKind::Ordinal(a) | ExprKind::ToInts(a) => vec![a],
        ExprKind::ToElements(a) | ExprKind::MemberSet(a) | ExprKind::SetMember(a) => vec![a],
        ExprKind::Equal(a, b) | ExprKind::Compare(_, a, b) | ExprKind::In(a, b) => vec![a, b],
        ExprKind::Subset(a, b, _) | ExprKind::Arith(_, a, b) | ExprKind::Union(a, b) => vec![a, b],
        ExprKind::Intersect(a, b) | ExprKind::Minus(a, b) | ExprKind::RangeSet(a, b) => vec![a, b],
        ExprKind::Reach(_, a, b) | ExprKind::ReachLinks(_, a, b) => vec![a, b],
        ExprKind::If(a, b, c) | ExprKind::Run(_, a, b, c) | ExprKind::Stop(_, a, b, c) => vec![a, b, c],
        ExprKind::Quantified { binders, guard, body, .. } => {
            let sets = binders.iter().map(|(_, set)| set);
            sets.chain([guard.as_ref(), body.as_ref()]).collect()
        }
    }
}

/// Whether it is worth a jump not to compute something.
pub(super) fn is_heavy(program: &Program, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Quantified { .. } | ExprKind::Reach(..) | ExprKind::ReachLinks(..) => true,
        ExprKind::Can(..) | ExprKind::Stuck(_) | ExprKind::Run(..) | ExprKind::Stop(..) => true,
        ExprKind::Call(def, arguments) => {
            is_heavy(program, &program.defs[def.index()].body) || arguments.iter().any(|a| is_heavy(program, a))
        }
        _ => children(expr).into_iter().any(|child| is_heavy(program, child)),
    }
}

/// How many operations an expression takes at least, quantifiers counted high.
fn weight(program: &Program, expr: &Expr) -> usize {
    let own = match expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => 0,
        _ if is_heavy(program, expr) => 10,
        _ => 1,
    };
    own + children(expr).into_iter().map(|child| weight(program, child)).sum::<usize>()
}

/// The rows of a table over some sources.
struct Rows {
    /// How many values each source has, `none` included.
    counts: Vec<usize>,
    /// The number of the first value of each.
    lows: Vec<i64>,
}

impl<'p> Lower<'p> {
    /// The value as a constant or a look-up, where it depends on nothing or on little.
    pub fn tabulated(&mut self, scope: &mut Scope<'p>, expr: &'p Expr) -> Made<Option<Val>> {
        if matches!(expr.kind, ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me) {
            return Ok(None);
        }
        let Some(sources) = sources(self.program, expr) else { return Ok(None) };
        let sources: Vec<Source> = sources.into_iter().collect();
        if matches!(expr.ty.kind, Kind::Sets(_)) || (!sources.is_empty() && weight(self.program, expr) < 2) {
            return Ok(None);
        }
        let Some(rows) = self.rows(scope, &sources) else { return Ok(None) };
        let values = self.all_values(scope, expr, &sources, &rows);
        let Some(index) = self.row_index(scope, &sources, &rows) else { return Ok(None) };
        if self.range_of(expr).is_err() {
            return Ok(None);
        }
        self.look_up("of", expr.ty, &values, index, expr.span).map(Some)
    }

    /// Refuses what has no registers.
    fn range_of(&self, expr: &Expr) -> Made<()> {
        match expr.ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } => self.range(expr.ty.kind, expr.span).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// How many rows a table over these sources takes, if not too many.
    fn rows(&self, scope: &Scope<'p>, sources: &[Source]) -> Option<Rows> {
        let mut rows = Rows { counts: Vec::new(), lows: Vec::new() };
        for source in sources {
            let (low, count) = self.values_of(scope, *source)?;
            rows.counts.push(count);
            rows.lows.push(low);
        }
        let all = rows.counts.iter().try_fold(1usize, |all, count| all.checked_mul(*count))?;
        (all <= MOST_ROWS).then_some(rows)
    }

    /// The first value of a source as a number, and how many it has.
    fn values_of(&self, scope: &Scope<'p>, source: Source) -> Option<(i64, usize)> {
        let Source::Local(local) = source else { return Some((0, 2)) };
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

    /// The value of every row.
    fn all_values(&self, scope: &Scope<'p>, expr: &Expr, sources: &[Source], rows: &Rows) -> Vec<Value> {
        let count: usize = rows.counts.iter().product();
        (0..count).map(|row| self.one_value(scope, expr, sources, rows, row)).collect()
    }

    fn one_value(
        &self,
        scope: &Scope<'p>,
        expr: &Expr,
        sources: &[Source],
        rows: &Rows,
        mut row: usize,
    ) -> Value {
        let mut locals = vec![Value::None; scope.frame.locals.len()];
        let mut me = Player::First;
        for ((source, count), low) in sources.iter().zip(&rows.counts).zip(&rows.lows).rev() {
            let at = row % count;
            row /= count;
            match source {
                Source::Me if at == 1 => me = Player::Second,
                Source::Me => {}
                Source::Local(local) => locals[local.index()] = self.source_value(scope, *local, at, *low),
            }
        }
        let faults = Faults::default();
        let here = Here { fields: &[], me, faults: &faults };
        Scene { world: self.world(), here: Some(here) }.eval(&mut locals, expr)
    }

    /// The value of a local with this number.
    fn source_value(&self, scope: &Scope<'p>, local: LocalId, at: usize, low: i64) -> Value {
        match scope.locals.get(local.index()).and_then(Option::as_ref) {
            Some(Val::Element(_, domain, _)) if at >= self.size(*domain) => Value::None,
            Some(Val::Element(..)) => Value::Element(at as u32),
            Some(Val::Bool(_)) => Value::Bool(at == 1),
            _ => Value::Int(low.wrapping_add(at as i64)),
        }
    }

    /// The number of the row at run time.
    fn row_index(&mut self, scope: &Scope<'p>, sources: &[Source], rows: &Rows) -> Option<Reg> {
        let mut index = self.number(0);
        for ((source, count), low) in sources.iter().zip(&rows.counts).zip(&rows.lows) {
            let reg = match source {
                Source::Me => scope.me,
                Source::Local(local) => match scope.locals.get(local.index())?.as_ref()? {
                    Val::Element(reg, ..) | Val::Bool(reg) => *reg,
                    Val::Int(reg, None) => self.plus(*reg, low.wrapping_neg()),
                    _ => return None,
                },
            };
            index = self.op(Op::Index(index, *count as u64, reg));
        }
        Some(index)
    }
}
