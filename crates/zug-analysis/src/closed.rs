//! Evaluates expressions that read no position, once the locals that they use are known.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use zug_game::Player;
use zug_lang::program::*;
use zug_lang::semantics::eval::{Faults, Here, Scene, World};

/// Evaluates closed expressions of a program for one mover.
pub(super) struct ClosedEvaluator<'p> {
    program: &'p Program,
    me: u32,
    /// The free locals of expressions, by their place in memory; none where one reads the position.
    free_locals: RefCell<HashMap<*const Expr, Option<FreeLocals>>>,
}

/// The locals that an expression uses and does not bind.
#[derive(Clone)]
struct FreeLocals {
    used: Rc<[LocalId]>,
    /// More than the number of any local in the expression.
    frame: usize,
}

impl<'p> ClosedEvaluator<'p> {
    pub fn new(program: &'p Program, me: u32) -> ClosedEvaluator<'p> {
        ClosedEvaluator { program, me, free_locals: RefCell::default() }
    }

    /// The value of an expression; none if it reads the position or a local that is not known.
    pub fn value(&self, expr: &'p Expr, known: impl Fn(LocalId) -> Option<Value>) -> Option<Value> {
        if let ExprKind::Const(value) = &expr.kind {
            return Some(value.clone());
        }
        let cached = self.free_locals.borrow().get(&std::ptr::from_ref(expr)).cloned();
        let free = cached.unwrap_or_else(|| {
            let free = free_locals(self.program, expr);
            self.free_locals.borrow_mut().insert(std::ptr::from_ref(expr), free.clone());
            free
        })?;
        let mut locals = vec![Value::None; free.frame];
        for local in free.used.iter() {
            locals[local.index()] = known(*local)?;
        }
        let me = if self.me == 0 { Player::First } else { Player::Second };
        let faults = Faults::default();
        let here = Some(Here { fields: &[], me, faults: &faults });
        Some(Scene { world: World::of(self.program), here }.eval(&mut locals, expr))
    }
}

/// The free locals of an expression; none if it reads the position.
fn free_locals(program: &Program, expr: &Expr) -> Option<FreeLocals> {
    let reads = |e: &Expr| e.kind.dependency().is_position();
    if program.has(expr, reads) {
        return None;
    }
    let (mut bound, mut used) = (BTreeSet::new(), BTreeSet::new());
    for each in expr.walk() {
        match &each.kind {
            ExprKind::Local(local) => drop(used.insert(*local)),
            ExprKind::Quantified { binders, .. } => bound.extend(binders.iter().map(|(local, _)| *local)),
            _ => {}
        }
    }
    let frame = used.union(&bound).map(|local| local.index() + 1).max().unwrap_or(0);
    Some(FreeLocals { used: used.difference(&bound).copied().collect(), frame })
}
