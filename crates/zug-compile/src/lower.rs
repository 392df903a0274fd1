//! What is at hand while a routine is written: the program, the layout, the position as registers, the locals.

use super::Additive;
use super::build::{Builder, Tables};
use super::value::Val;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::semantics::World;
use zug_lang::source::Span;
use zug_machine::ir::{Node, Op, Reg, TableRef};
use zug_machine::layout::Layout;
use zug_machine::moves::MoveKind;
use zug_machine::optimization::{Optimization, Optimizations};

/// Either something, or what is in its way.
pub(super) type Made<T> = Result<T, Diagnostic>;

/// How deep expressions and statements may be nested.
const MOST_NESTED: usize = 150;

/// What changes from statement to statement, as registers.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// The words of the position.
    pub words: Vec<Reg>,
    /// 0: the turn passes; 1: the mover moves again; 2 and more: shape number plus 2 is asked for.
    pub again: Reg,
    /// The arguments of what is asked for.
    pub arguments: Vec<Reg>,
    /// What the first player gained so far.
    pub reward: Reg,
}

/// What makes one arm of an `if`.
type Arm<'a, 'p> = &'a mut dyn FnMut(&mut Lower<'p>, &mut Scope<'p>) -> Made<()>;

impl Flow {
    /// All its registers.
    pub fn registers(&mut self) -> Vec<&mut Reg> {
        let all = self.words.iter_mut().chain([&mut self.again]).chain(&mut self.arguments);
        all.chain([&mut self.reward]).collect()
    }
}

/// The locals of one frame, and who is `me`.
#[derive(Clone, Debug)]
pub(super) struct Scope<'p> {
    /// Their types.
    pub frame: &'p Frame,
    /// What they hold; nothing before they are bound.
    pub locals: Vec<Option<Val>>,
    /// 0 or 1.
    pub me: Reg,
}

impl<'p> Scope<'p> {
    /// Nothing bound yet.
    pub fn new(frame: &'p Frame, me: Reg) -> Scope<'p> {
        Scope { frame, locals: vec![None; frame.locals.len()], me }
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

/// Writes one routine after the other, with common tables.
pub(super) struct Lower<'p> {
    /// What is lowered.
    pub program: &'p Program,
    /// Where things lie.
    pub layout: &'p Layout,
    /// Fields that are left out of the key.
    pub additive: &'p Additive,
    /// All constant tables.
    pub tables: Tables,
    /// The routine at hand.
    pub b: Builder,
    /// The position at this point.
    pub flow: Flow,
    /// Faults so far: each has a number.
    pub faults: u32,
    /// What is done so that the machine runs faster.
    pub optimizations: Optimizations,
    /// How moves are packed.
    pub kinds: Vec<MoveKind>,
    nested: usize,
}

impl<'p> Lower<'p> {
    /// Nothing written yet.
    pub fn new(
        program: &'p Program,
        layout: &'p Layout,
        additive: &'p Additive,
        optimizations: Optimizations,
    ) -> Lower<'p> {
        let flow = Flow { words: Vec::new(), again: Reg(0), arguments: Vec::new(), reward: Reg(0) };
        Lower {
            program,
            layout,
            additive,
            tables: Tables::default(),
            b: Builder::new(1, optimizations),
            flow,
            faults: 0,
            optimizations,
            kinds: Vec::new(),
            nested: 0,
        }
    }

    /// Begins a routine that gets the words of a position and perhaps a packed move.
    pub fn begin(&mut self, with_move: bool) {
        let words = self.layout.words;
        self.b = Builder::new(words + usize::from(with_move), self.optimizations);
        let zero = self.b.constant(0);
        self.flow = Flow {
            words: (0..words as u16).map(Reg).collect(),
            again: zero,
            arguments: vec![zero; self.layout.arguments.len()],
            reward: zero,
        };
    }

    /// Whether this is done so that the machine runs faster.
    pub fn does(&self, optimization: Optimization) -> bool {
        self.optimizations.has(optimization)
    }

    /// What expressions can name.
    pub fn world(&self) -> World<'p> {
        World::of(self.program)
    }

    /// A register that holds this number.
    pub fn number(&mut self, value: u64) -> Reg {
        self.b.constant(value)
    }

    /// A register that holds this integer.
    pub fn integer(&mut self, value: i64) -> Reg {
        self.b.constant(value as u64)
    }

    /// The result of an operation.
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

    /// `not a`, for truth values.
    pub fn not(&mut self, a: Reg) -> Reg {
        let one = self.number(1);
        self.op(Op::Xor(a, one))
    }

    /// Whether a register holds 0.
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

    /// Either of two flags, where both may be missing.
    pub fn either(&mut self, a: Option<Reg>, b: Option<Reg>) -> Option<Reg> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.or(a, b)),
            (one, other) => one.or(other),
        }
    }

    /// `a` and not the flag.
    pub fn unless(&mut self, a: Reg, flag: Option<Reg>) -> Reg {
        match flag {
            Some(flag) => self.op(Op::AndNot(a, flag)),
            None => a,
        }
    }

    /// A table with these rows; outside it gives the default.
    pub fn table(&mut self, name: &str, rows: Vec<u64>, default: u64) -> TableRef {
        self.tables.add(name, rows, default)
    }

    /// Ends the routine with a fault where the register is not 0.
    pub fn check(&mut self, wrong: Reg) {
        if self.b.value(wrong) != Some(0) && !self.b.is_checked(wrong) {
            self.faults += 1;
            self.b.push(Node::Check(wrong, self.faults));
        }
    }

    /// Ends the routine with a fault.
    pub fn fault(&mut self) {
        let one = self.number(1);
        self.check(one);
    }

    /// How many elements a domain has.
    pub fn size(&self, domain: DomainId) -> usize {
        self.program.domain(domain).len()
    }

    /// Runs something one level deeper; refuses what is nested too deep or has become too large.
    pub fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        if self.nested >= MOST_NESTED || self.b.overflow {
            return Err(too_large(span));
        }
        self.nested += 1;
        let made = inside(self);
        self.nested -= 1;
        made
    }

    /// Both arms of an `if`, the registers that they leave different joined.
    pub fn branch(&mut self, scope: &mut Scope<'p>, condition: Reg, arms: [Arm<'_, 'p>; 2]) -> Made<()> {
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

    /// Ends an `if`: what differs after its arms gets a register that both set.
    fn join(
        &mut self,
        scope: &mut Scope<'p>,
        condition: Reg,
        bound: &[Option<Val>],
        first: &mut (Flow, Vec<Option<Val>>),
        (mut then_block, mut else_block): (Vec<Node>, Vec<Node>),
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
                then_block.push(Node::Let(joined, Op::Copy(a)));
                else_block.push(Node::Let(joined, Op::Copy(*b)));
                *b = joined;
            }
        }
        self.b.push_if(condition, then_block, else_block);
    }

    /// What to do where the condition holds; nothing may be changed there that is seen later.
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

/// Too large or nested too deep to be compiled.
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(
        "Z0714",
        "this is too large to be compiled",
        span,
        "it takes more than 60,000 registers",
    )
    .help("use `def`s less deep inside each other, or fewer nested loops")
}
