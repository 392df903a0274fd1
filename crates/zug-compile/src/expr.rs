//! Lowers expressions.
//!
//! `semantics` folds constants at compile time; an expression that depends on a few locals alone
//! becomes a table.

use super::expression_utils::may_fault;
use super::input::CompileInput;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::Val;
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg};

/// Lowers the value of an arm.
type ValueArm<'a, 'p> = &'a mut dyn FnMut(&mut RoutineCompiler<'p>) -> Made<Val>;

impl<'p> CompileInput<'p> {
    fn local(&mut self, scope: &mut RoutineScope<'p>, local: LocalId, expr: &'p Expr) -> Made<Val> {
        let bound = scope.locals.get(local.index()).cloned().flatten();
        bound.ok_or_else(|| super::unexpected(expr.span))
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The value of an expression.
    pub fn expr(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Val> {
        self.deeper(expr.span, |lower| match lower.tabulated(scope, expr)? {
            Some(val) => Ok(val),
            None => lower.computed(scope, expr),
        })
    }

    /// The value of an expression that is not tabulated.
    fn computed(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Val> {
        match &expr.kind {
            ExprKind::Const(value) => self.constant(value, expr.ty, expr.span),
            ExprKind::Local(local) => self.input.local(scope, *local, expr),
            ExprKind::Me => Ok(Val::Element(scope.me, PLAYER, false)),
            ExprKind::Other(a) => self.other(scope, a),
            ExprKind::Field(field, indexes) => self.field(scope, *field, indexes, expr.ty),
            ExprKind::Table(table, indexes) => self.constant_table(scope, *table, indexes, expr),
            ExprKind::Call(def, arguments) => self.call(scope, *def, arguments, expr),
            ExprKind::If(c, a, b) => self.either_arm(scope, (c, a, b), expr.ty),
            ExprKind::Not(_) | ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Equal(..) => {
                self.truth(scope, expr)
            }
            ExprKind::Compare(..) | ExprKind::In(..) | ExprKind::Subset(..) => self.truth(scope, expr),
            ExprKind::Can(..) | ExprKind::Stuck(_) => self.truth(scope, expr),
            ExprKind::Quantified { quantifier: Quantifier::Some | Quantifier::Every, .. } => {
                self.truth(scope, expr)
            }
            ExprKind::Arith(..) | ExprKind::Negate(_) | ExprKind::Abs(_) | ExprKind::Extreme(..) => {
                self.arithmetic(scope, expr)
            }
            ExprKind::Count(_) | ExprKind::ToInt(_) | ExprKind::Ordinal(_) => self.arithmetic(scope, expr),
            ExprKind::Stop(..) | ExprKind::ToElement(_) | ExprKind::SetMember(_) => self.element(scope, expr),
            ExprKind::Quantified { .. } => self.quantified(scope, expr),
            ExprKind::Union(..)
            | ExprKind::Intersect(..)
            | ExprKind::Minus(..)
            | ExprKind::SetOf(..)
            | ExprKind::Singleton(..)
            | ExprKind::RangeSet(..)
            | ExprKind::Run(..)
            | ExprKind::Reach(..)
            | ExprKind::ReachLinks(..)
            | ExprKind::ToInts(_)
            | ExprKind::ToElements(_)
            | ExprKind::MemberSet(_) => Ok(Val::Set(self.set(scope, expr)?)),
        }
    }

    fn other(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr) -> Made<Val> {
        let (player, or_none) = self.index_of(scope, a)?;
        let other = if or_none {
            let table = self.emit.table("other", vec![1, 0], 2);
            self.emit.op(Op::Table(table, player))
        } else {
            self.emit.not(player)
        };
        Ok(Val::Element(other, PLAYER, or_none))
    }

    /// The index of an element, and whether it may be `none`.
    pub fn index_of(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<(Reg, bool)> {
        match self.expr(scope, expr)? {
            Val::Element(reg, _, or_none) => Ok((reg, or_none)),
            Val::Nothing => Ok((self.emit.number(u64::MAX >> 1), true)),
            _ => Err(super::unexpected(expr.span)),
        }
    }

    fn call(
        &mut self,
        scope: &mut RoutineScope<'p>,
        id: DefId,
        arguments: &'p [Expr],
        expr: &'p Expr,
    ) -> Made<Val> {
        let def = &self.input.program.defs[id.index()];
        let mut own = RoutineScope::new(&def.frame, scope.me);
        let mut missing = None;
        for (i, argument) in arguments.iter().enumerate() {
            let val = self.expr(scope, argument)?;
            let ty = def.frame.locals.get(i).map_or(argument.ty, |local| local.ty);
            if !ty.or_none {
                let none = self.none_flag(&val);
                missing = self.emit.either(missing, none);
            }
            let val = self.fit(val, ty, argument.span)?;
            own.bind(LocalId(i as u32), val);
        }
        match missing {
            Some(missing) if may_fault(self.input.program, &def.body) => {
                let absent = &mut |lower: &mut Self| lower.constant(&expr.ty.missing(), expr.ty, expr.span);
                let looked_into = &mut |lower: &mut Self| {
                    let val = lower.expr(&mut own, &def.body)?;
                    lower.fit(val, expr.ty, expr.span)
                };
                self.guarded_arms(missing, [absent, looked_into])
            }
            _ => {
                let val = self.expr(&mut own, &def.body)?;
                self.unless_missing(val, missing, expr)
            }
        }
    }

    /// The value, or the missing value of the type where the flag is set.
    pub fn unless_missing(&mut self, val: Val, missing: Option<Reg>, expr: &'p Expr) -> Made<Val> {
        let Some(missing) = missing else { return self.fit(val, expr.ty, expr.span) };
        let absent = self.constant(&expr.ty.missing(), expr.ty, expr.span)?;
        self.choose(missing, absent, val, expr.ty, expr.span)
    }

    fn either_arm(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (c, a, b): (&'p Expr, &'p Expr, &'p Expr),
        ty: Type,
    ) -> Made<Val> {
        let condition = self.holds(scope, c)?;
        match self.emit.b.value(condition) {
            Some(known) => {
                let arm = if known != 0 { a } else { b };
                let val = self.expr(scope, arm)?;
                self.fit(val, ty, arm.span)
            }
            None if super::expression_utils::is_heavy(self.input.program, a)
                || super::expression_utils::is_heavy(self.input.program, b) =>
            {
                let mut inner = scope.clone();
                let then = &mut |lower: &mut Self| {
                    let val = lower.expr(scope, a)?;
                    lower.fit(val, ty, a.span)
                };
                let otherwise = &mut |lower: &mut Self| {
                    let val = lower.expr(&mut inner, b)?;
                    lower.fit(val, ty, b.span)
                };
                self.guarded_arms(condition, [then, otherwise])
            }
            None => {
                let then = self.expr(scope, a)?;
                let otherwise = self.expr(scope, b)?;
                self.choose(condition, then, otherwise, ty, a.span)
            }
        }
    }

    /// An `if` with heavy arms: only the arm that is chosen is computed. Both give values of one
    /// type.
    fn guarded_arms(&mut self, condition: Reg, arms: [ValueArm<'_, 'p>; 2]) -> Made<Val> {
        let mut made: Vec<Val> = Vec::new();
        let mut blocks = Vec::new();
        for arm in arms {
            self.emit.b.open_arm();
            made.push(arm(self)?);
            blocks.push(self.emit.b.close_block());
        }
        let mut theirs = made.pop().unwrap_or(Val::Nothing);
        let mut ours = made.pop().unwrap_or(Val::Nothing);
        for (mine, other) in ours.registers().into_iter().zip(theirs.registers()) {
            let joined = self.emit.b.joined();
            blocks[0].push(zug_machine::ir::IrNode::Let(joined, Op::Copy(*mine)));
            blocks[1].push(zug_machine::ir::IrNode::Let(joined, Op::Copy(*other)));
            *mine = joined;
        }
        let otherwise = blocks.pop().unwrap_or_default();
        let then = blocks.pop().unwrap_or_default();
        self.emit.b.push_if(condition, then, otherwise);
        Ok(ours)
    }
}
