//! Evaluates expressions that read no position, once the locals that they use are known.

use super::effects::lens;
use super::entry_relations::FieldEntry;
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
    /// The one entry of the position that may be read.
    entry: Option<FieldEntry>,
    /// All entries, of which only that one is ever read.
    fields: RefCell<Vec<Vec<Value>>>,
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
        ClosedEvaluator {
            program,
            me,
            free_locals: RefCell::default(),
            entry: None,
            fields: RefCell::default(),
        }
    }

    /// An evaluator that may read one entry of the position, once [`Self::put`] says what it holds.
    pub fn reading(program: &'p Program, me: u32, entry: FieldEntry) -> ClosedEvaluator<'p> {
        let fields = program.fields.iter().map(|field| vec![Value::None; field.initial.len()]).collect();
        ClosedEvaluator {
            entry: Some(entry),
            fields: RefCell::new(fields),
            ..ClosedEvaluator::new(program, me)
        }
    }

    /// Says what the entry that may be read holds.
    pub fn put(&self, value: Value) {
        let Some(FieldEntry { field, index }) = &self.entry else { return };
        let lens = lens(self.program, &self.program.fields[field.index()]);
        let at = lens.iter().zip(index).fold(0, |at, (len, element)| at * len + *element as usize);
        self.fields.borrow_mut()[field.index()][at] = value;
    }

    /// The value of an expression; none if it reads the position or a local that is not known, or
    /// is a fault.
    pub fn value(&self, expr: &'p Expr, known: impl Fn(LocalId) -> Option<Value>) -> Option<Value> {
        if let ExprKind::Const(value) = &expr.kind {
            return Some(value.clone());
        }
        let cached = self.free_locals.borrow().get(&std::ptr::from_ref(expr)).cloned();
        let free = cached.unwrap_or_else(|| {
            let free = self.free_locals_of(expr);
            self.free_locals.borrow_mut().insert(std::ptr::from_ref(expr), free.clone());
            free
        })?;
        let mut locals = vec![Value::None; free.frame];
        for local in free.used.iter() {
            locals[local.index()] = known(*local)?;
        }
        let me = if self.me == 0 { Player::First } else { Player::Second };
        let faults = Faults::default();
        let fields = self.fields.borrow();
        let here = Some(Here { fields: &fields, me, faults: &faults });
        let value = Scene { world: World::of(self.program), here }.eval(&mut locals, expr);
        faults.is_empty().then_some(value)
    }

    /// The free locals of an expression; none if it reads of the position what may not be read.
    fn free_locals_of(&self, expr: &Expr) -> Option<FreeLocals> {
        let reads = |e: &Expr| e.kind.dependency().is_position() && !self.is_the_entry(e);
        if self.program.has(expr, reads) { None } else { Some(free_locals(expr)) }
    }

    /// Whether an expression is the entry that may be read, by constant indexes or the mover.
    fn is_the_entry(&self, expr: &Expr) -> bool {
        let (Some(entry), ExprKind::Field(field, indexes)) = (&self.entry, &expr.kind) else { return false };
        let is_at = |(at, element): (&Expr, &u32)| match &at.kind {
            ExprKind::Const(Value::Element(e)) => e == element,
            ExprKind::Me => self.me == *element,
            _ => false,
        };
        entry.field == *field && indexes.iter().zip(&entry.index).all(is_at)
    }
}

/// The locals that an expression uses and does not bind.
fn free_locals(expr: &Expr) -> FreeLocals {
    let (mut bound, mut used) = (BTreeSet::new(), BTreeSet::new());
    for each in expr.walk() {
        match &each.kind {
            ExprKind::Local(local) => drop(used.insert(*local)),
            ExprKind::Quantified { binders, .. } => bound.extend(binders.iter().map(|(local, _)| *local)),
            _ => {}
        }
    }
    let frame = used.union(&bound).map(|local| local.index() + 1).max().unwrap_or(0);
    FreeLocals { used: used.difference(&bound).copied().collect(), frame }
}
