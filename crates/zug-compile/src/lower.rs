//! The state of lowering: the program, the layout, the position in registers, the locals.

use super::Additive;
use super::build::{RoutineBuilder, Tables};
use super::value::Val;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::semantics::World;
use zug_lang::source::Span;
use zug_machine::ir::{IrNode, Op, Reg, TableRef};
use zug_machine::layout::PositionLayout;
use zug_machine::moves::MoveKind;
use zug_machine::optimization::{Optimization, Optimizations};

/// A result, or a diagnostic about size.
pub(super) type Made<T> = Result<T, Diagnostic>;

/// The deepest nesting of expressions and statements.
const MOST_NESTED: usize = 150;

/// The registers that statements change.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// The words of the position.
    pub words: Vec<Reg>,
    /// 0: the turn passes; 1: the mover moves again; `n + 2`: request `n` is made.
    pub again: Reg,
    /// The arguments of the request.
    pub arguments: Vec<Reg>,
    /// The first player's reward so far.
    pub reward: Reg,
}

/// Emits one arm of an `if`.
type StatementArm<'a, 'p> = &'a mut dyn FnMut(&mut RoutineCompiler<'p>, &mut RoutineScope<'p>) -> Made<()>;

impl Flow {
    /// All registers: the words, `again`, the arguments, the reward.
    pub fn registers(&mut self) -> Vec<&mut Reg> {
        let all = self.words.iter_mut().chain([&mut self.again]).chain(&mut self.arguments);
        all.chain([&mut self.reward]).collect()
    }
}

/// The locals of a frame, and the mover.
#[derive(Clone, Debug)]
pub(super) struct RoutineScope<'p> {
    /// The types of the locals.
    pub frame: &'p Frame,
    /// The values of the locals; none before they are bound.
    pub locals: Vec<Option<Val>>,
    /// The mover, 0 or 1.
    pub me: Reg,
}

impl<'p> RoutineScope<'p> {
    /// A scope without bound locals.
    pub fn new(frame: &'p Frame, me: Reg) -> RoutineScope<'p> {
        RoutineScope { frame, locals: vec![None; frame.locals.len()], me }
    }

    /// Binds a local.
    pub fn bind(&mut self, local: LocalId, val: Val) {
        if let Some(place) = self.locals.get_mut(local.index()) {
            *place = Some(val);
        }
    }

    /// The type of a local.
    pub fn type_of(&self, local: LocalId) -> Option<Type> {
        self.frame.locals.get(local.index()).map(|l| l.ty)
    }
}

/// Lowers one routine after the other, with shared tables.
pub(super) struct RoutineCompiler<'p> {
    /// The program.
    pub program: &'p Program,
    /// The layout of positions.
    pub layout: &'p PositionLayout,
    /// The fields that are left out of the key.
    pub additive: &'p Additive,
    /// The constant tables.
    pub tables: Tables,
    /// The routine that is built.
    pub b: RoutineBuilder,
    /// The registers at the present point.
    pub flow: Flow,
    /// The number of faults so far; the next one gets the next number.
    pub faults: u32,
    /// The optimizations in use.
    pub optimizations: Optimizations,
    /// The packing of moves.
    pub kinds: Vec<MoveKind>,
    nested: usize,
}

impl<'p> RoutineCompiler<'p> {
    /// A lowering without routines.
    pub fn new(
        program: &'p Program,
        layout: &'p PositionLayout,
        additive: &'p Additive,
        optimizations: Optimizations,
    ) -> RoutineCompiler<'p> {
        let flow = Flow { words: Vec::new(), again: Reg(0), arguments: Vec::new(), reward: Reg(0) };
        RoutineCompiler {
            program,
            layout,
            additive,
            tables: Tables::default(),
            b: RoutineBuilder::new(1, optimizations),
            flow,
            faults: 0,
            optimizations,
            kinds: Vec::new(),
            nested: 0,
        }
    }

    /// Begins a routine whose inputs are the words of a position and, with `with_move`, a packed
    /// move.
    pub fn begin(&mut self, with_move: bool) {
        let words = self.layout.words;
        self.b = RoutineBuilder::new(words + usize::from(with_move), self.optimizations);
        let zero = self.b.constant(0);
        self.flow = Flow {
            words: (0..words as u16).map(Reg).collect(),
            again: zero,
            arguments: vec![zero; self.layout.arguments.len()],
            reward: zero,
        };
    }

    /// Whether an optimization is in use.
    pub fn does(&self, optimization: Optimization) -> bool {
        self.optimizations.has(optimization)
    }

    /// The declarations, for the evaluation of constants.
    pub fn world(&self) -> World<'p> {
        World::of(self.program)
    }

    /// A register with this number.
    pub fn number(&mut self, value: u64) -> Reg {
        self.b.constant(value)
    }

    /// A register with this integer, in two's complement.
    pub fn integer(&mut self, value: i64) -> Reg {
        self.b.constant(value as u64)
    }

    /// A register with the result of an operation.
    pub fn op(&mut self, op: Op) -> Reg {
        self.b.op_with(op, &self.tables.list)
    }

    /// `a & b`
    pub fn and(&mut self, a: Reg, b: Reg) -> Reg {
        self.op(Op::And(a, b))
    }

    /// `a | b`
    pub fn or(&mut self, a: Reg, b: Reg) -> Reg {
        self.op(Op::Or(a, b))
    }

    /// `1 - a`, for a truth value.
    pub fn not(&mut self, a: Reg) -> Reg {
        let one = self.number(1);
        self.op(Op::Xor(a, one))
    }

    /// `a == 0`
    pub fn is_zero(&mut self, a: Reg) -> Reg {
        let zero = self.number(0);
        self.op(Op::Eq(a, zero))
    }

    /// `a == number`
    pub fn equals(&mut self, a: Reg, number: u64) -> Reg {
        let number = self.number(number);
        self.op(Op::Eq(a, number))
    }

    /// `c ? a : b`
    pub fn select(&mut self, c: Reg, a: Reg, b: Reg) -> Reg {
        self.op(Op::Select(c, a, b))
    }

    /// `a + number`
    pub fn plus(&mut self, a: Reg, number: i64) -> Reg {
        let number = self.integer(number);
        self.op(Op::Add(a, number))
    }

    /// The disjunction of two optional flags.
    pub fn either(&mut self, a: Option<Reg>, b: Option<Reg>) -> Option<Reg> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.or(a, b)),
            (one, other) => one.or(other),
        }
    }

    /// `a & !flag`, for truth values.
    pub fn unless(&mut self, a: Reg, flag: Option<Reg>) -> Reg {
        match flag {
            Some(flag) => self.op(Op::AndNot(a, flag)),
            None => a,
        }
    }

    /// The table with these rows; a look-up outside gives the default.
    pub fn table(&mut self, name: &str, rows: Vec<u64>, default: u64) -> TableRef {
        self.tables.add(name, rows, default)
    }

    /// Adds a fault where the register is not 0.
    pub fn check(&mut self, wrong: Reg) {
        if self.b.value(wrong) != Some(0) && !self.b.is_checked(wrong) {
            self.faults += 1;
            self.b.push(IrNode::Check(wrong, self.faults));
        }
    }

    /// Adds an unconditional fault.
    pub fn fault(&mut self) {
        let one = self.number(1);
        self.check(one);
    }

    /// The number of elements of a domain.
    pub fn size(&self, domain: DomainId) -> usize {
        self.program.domain(domain).len()
    }

    /// Runs `inside` one level deeper. An error if the nesting is too deep or the routine too
    /// large.
    pub fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        if self.b.overflow {
            return Err(too_large(span));
        }
        if self.nested >= MOST_NESTED {
            return Err(too_deep(span));
        }
        self.nested += 1;
        let made = inside(self);
        self.nested -= 1;
        made
    }

    /// Emits an `if`; registers that the arms leave different are joined.
    pub fn branch(
        &mut self,
        scope: &mut RoutineScope<'p>,
        condition: Reg,
        arms: [StatementArm<'_, 'p>; 2],
    ) -> Made<()> {
        let [then, otherwise] = arms;
        match self.b.value(condition) {
            Some(0) => return otherwise(self, scope),
            Some(_) => return then(self, scope),
            None => {}
        }
        let before = (self.flow.clone(), scope.locals.clone());
        self.b.open_arm();
        then(self, scope)?;
        let mut first = (
            std::mem::replace(&mut self.flow, before.0.clone()),
            std::mem::replace(&mut scope.locals, before.1.clone()),
        );
        let then_block = self.b.close_block();
        self.b.open_arm();
        otherwise(self, scope)?;
        let else_block = self.b.close_block();
        self.join(scope, condition, &before.1, &mut first, (then_block, else_block));
        Ok(())
    }

    /// Ends an `if`: each register that differs after its arms is replaced by one that both arms
    /// set.
    fn join(
        &mut self,
        scope: &mut RoutineScope<'p>,
        condition: Reg,
        bound: &[Option<Val>],
        first: &mut (Flow, Vec<Option<Val>>),
        (mut then_block, mut else_block): (Vec<IrNode>, Vec<IrNode>),
    ) {
        for (local, before) in scope.locals.iter_mut().zip(bound) {
            if before.is_none() {
                *local = None;
            }
        }
        let locals = first.1.iter_mut().zip(bound).filter(|(_, b)| b.is_some()).flat_map(|(l, _)| l);
        let ours: Vec<Reg> =
            first.0.registers().into_iter().chain(locals.flat_map(Val::registers)).map(|reg| *reg).collect();
        let theirs = self
            .flow
            .registers()
            .into_iter()
            .chain(scope.locals.iter_mut().flatten().flat_map(Val::registers));
        for (a, b) in ours.into_iter().zip(theirs) {
            if a != *b {
                let joined = self.b.joined();
                then_block.push(IrNode::Let(joined, Op::Copy(a)));
                else_block.push(IrNode::Let(joined, Op::Copy(*b)));
                *b = joined;
            }
        }
        self.b.push_if(condition, then_block, else_block);
    }

    /// Emits `inside` under a condition. It must not change registers that are used later.
    pub fn when(&mut self, condition: Reg, inside: impl FnOnce(&mut Self) -> Made<()>) -> Made<()> {
        match self.b.value(condition) {
            Some(0) => return Ok(()),
            Some(_) => return inside(self),
            None => {}
        }
        let flow = self.flow.clone();
        self.b.open_arm();
        inside(self)?;
        let then = self.b.close_block();
        self.flow = flow;
        if !then.is_empty() {
            self.b.push_if(condition, then, Vec::new());
        }
        Ok(())
    }
}

/// The error for what is nested too deeply.
fn too_deep(span: Span) -> Diagnostic {
    refused(span, format!("calls, conditions and loops are nested more than {MOST_NESTED} deep here"))
}

/// The error for a routine that is too large.
pub(super) fn too_large(span: Span) -> Diagnostic {
    refused(span, "it takes more than 60,000 registers".to_owned())
}

fn refused(span: Span, label: String) -> Diagnostic {
    Diagnostic::error("Z0714", "this is too large to be compiled", span, label)
        .help("use `def`s less deep inside each other, or fewer nested loops")
}
