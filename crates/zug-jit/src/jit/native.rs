//! Holds compiled code and calls it: the only file with `unsafe`.
//!
//! The reason why a call is sound stands beside it. All of them rest on what the emitter emits: a
//! routine reads the position that it is given and rows of [`ConstantData`], writes only where its
//! parameters point, calls nothing, and returns; a search ([`search`]) calls itself, [`look`] and
//! [`deeper`].
#![allow(unsafe_code)]

use super::constant_data::ConstantData;
use super::emit::{self, CallForm, Emitter, Malformed, NO_VALUE, RoutineSource};
use super::induction::{InductionCalls, InductionWriter};
use super::move_mask::MoveMask;
use super::running::Running;
use super::running_induction::RunningInduction;
use super::search::{self, Calls};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Signature, UserFuncName};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{CodegenError, Context};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, ModuleError, default_libcall_names};
use std::fmt;
use std::mem::transmute;
use zug_game::{Expansion, Step, Value};
use zug_machine::Machine;
use zug_machine::ir::{ConstantTable, Routine};
use zug_machine::moves::PackedMove;
use zug_machine::optimization::Optimizations;
use zug_machine::ranked_key::RankedKey;

/// Two numbers, returned in two registers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RegisterPair(pub u64, pub u64);

type AsksWord = unsafe extern "sysv64" fn(u64, *mut PackedMove, u64) -> RegisterPair;
type AsksWords = unsafe extern "sysv64" fn(*const u64, *mut PackedMove, u64) -> RegisterPair;
type StepsFn = unsafe extern "sysv64" fn(u64, u64) -> RegisterPair;
type Gives = unsafe extern "sysv64" fn(*const u64, u64, *mut u64) -> u64;

/// Why a machine cannot be compiled.
#[derive(Debug)]
pub enum CompileRefusal {
    /// The compiler does not support this processor.
    Processor(String),
    /// The machine is malformed; see [`zug_machine::Machine::validate`].
    Malformed(String),
    /// The compiler failed: a routine is too large, or no memory may be made executable.
    Compiler(String),
}

impl fmt::Display for CompileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileRefusal::Processor(why) => write!(f, "the compiler does not know this processor: {why}"),
            CompileRefusal::Malformed(why) => write!(f, "the machine is not well formed: {why}"),
            CompileRefusal::Compiler(why) => write!(f, "the compiler gave up: {why}"),
        }
    }
}

impl From<Malformed> for CompileRefusal {
    fn from(Malformed(what): Malformed) -> CompileRefusal {
        CompileRefusal::Malformed(what.to_string())
    }
}

impl From<ModuleError> for CompileRefusal {
    fn from(error: ModuleError) -> CompileRefusal {
        CompileRefusal::Compiler(error.to_string())
    }
}

impl From<CodegenError> for CompileRefusal {
    fn from(error: CodegenError) -> CompileRefusal {
        CompileRefusal::Compiler(error.to_string())
    }
}

/// A compiled routine over positions of `N` words. Use it only while its [`CompiledCode`] lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callable<const N: usize> {
    address: *const u8,
    form: CallForm,
    /// The number of its outputs.
    outputs: usize,
    /// The least room for moves that its caller must provide, in moves.
    room: usize,
}

// SAFETY: the address is that of code that is never written again.
unsafe impl<const N: usize> Send for Callable<N> {}
// SAFETY: as above.
unsafe impl<const N: usize> Sync for Callable<N> {}

/// The room for moves, at first, of a routine that tests for room.
const FIRST_ROOM: usize = 64;

impl<const N: usize> Callable<N> {
    /// Returns the terminal payoff, or appends the legal moves; none for a fault.
    #[inline(always)]
    pub fn ask(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Option<Expansion> {
        if self.form != CallForm::Asks {
            return None;
        }
        let before = moves.len();
        let mut room = self.room;
        loop {
            moves.reserve(room);
            let free = moves.spare_capacity_mut();
            let (begin, fits) = (free.as_mut_ptr().cast::<PackedMove>(), free.len() as u64);
            // SAFETY: `address` is a routine of form `Asks` over `N` words, compiled with the type
            // used here. It writes at most `fits` moves: either it tests for room before each, or
            // it emits at most `self.room` moves, for which `reserve` made room.
            let RegisterPair(kind, number) = unsafe {
                match position.first() {
                    Some(word) if N == 1 => {
                        transmute::<*const u8, AsksWord>(self.address)(*word, begin, fits)
                    }
                    _ => transmute::<*const u8, AsksWords>(self.address)(position.as_ptr(), begin, fits),
                }
            };
            match kind {
                emit::kind::MOVES => {
                    // SAFETY: the routine initialized the first `number` moves of the spare
                    // capacity.
                    unsafe { moves.set_len(before + number as usize) };
                    return Some(Expansion::Moves);
                }
                emit::kind::OVER => return Some(Expansion::Terminal(number as i64)),
                emit::kind::FULL => room = fits.max(1) as usize * 2,
                _ => return None,
            }
        }
    }

    /// Plays a move: the new words and the reward; none for a fault, or for the reward that stands
    /// for one.
    #[inline(always)]
    pub fn step(&self, position: &[u64; N], play: PackedMove) -> Option<Step<[u64; N]>> {
        match (self.form, position.first()) {
            (CallForm::Steps, Some(word)) if N == 1 => {
                // SAFETY: `address` is a routine of form `Steps`, compiled with this type.
                let steps = unsafe { transmute::<*const u8, StepsFn>(self.address) };
                // SAFETY: the routine takes and returns numbers only.
                let RegisterPair(word, reward) = unsafe { steps(*word, play.0) };
                (reward != emit::NO_REWARD).then_some(Step { position: [word; N], reward: reward as i64 })
            }
            (CallForm::Gives, _) if self.outputs == N + 1 => {
                let mut results = [0; MOST_RESULTS];
                self.give(position, play, &mut results).then(|| {
                    let mut next = [0; N];
                    next.copy_from_slice(&results[..N]);
                    Step { position: next, reward: results[N] as i64 }
                })
            }
            _ => None,
        }
    }

    /// Plays a move and writes its outputs to `results`; false for a fault.
    #[inline]
    pub fn give(&self, position: &[u64; N], play: PackedMove, results: &mut [u64; MOST_RESULTS]) -> bool {
        if self.form != CallForm::Gives || self.outputs > MOST_RESULTS {
            return false;
        }
        // SAFETY: `address` is a routine of form `Gives` over `N` words, compiled with this type.
        let gives = unsafe { transmute::<*const u8, Gives>(self.address) };
        // SAFETY: the routine reads `N` words and writes `outputs` words, which fit into `results`.
        unsafe { gives(position.as_ptr(), play.0, results.as_mut_ptr()) == 0 }
    }
}

/// The entry of a compiled search over positions of `N` words. Use it only while its
/// [`CompiledCode`] lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<const N: usize> {
    address: *const u8,
}

// SAFETY: the address is that of code that is never written again.
unsafe impl<const N: usize> Send for Start<N> {}
// SAFETY: as above.
unsafe impl<const N: usize> Sync for Start<N> {}

type Searches = unsafe extern "sysv64" fn(*const u64, *mut ()) -> i64;

impl<const N: usize> Start<N> {
    /// The value of the search; it has no meaning if the search was halted.
    pub fn call(&self, position: &[u64; N], running: &mut Running<'_>) -> i64 {
        // SAFETY: `address` is `search::SearchWriter::start` over `N` words, compiled with this
        // type.
        let start = unsafe { transmute::<*const u8, Searches>(self.address) };
        // SAFETY: the search reads `N` words. Of `running` it accesses only the context at its
        // beginning, at offsets that are asserted where `SearchContext` is defined, and it passes
        // the pointer only to `look` and `deeper`. Nobody else uses it before the search returns.
        // The search descends the stack one frame at a time, calls `deeper` in each frame deeper
        // than all before, and returns at the floor, below which there is room for one frame and
        // the functions called there.
        unsafe { start(position.as_ptr(), (&raw mut *running).cast()) }
    }
}

/// Compiled code calls this when it is time to check the clock.
unsafe extern "sysv64" fn look(running: *mut (), tally: u64) -> u64 {
    // SAFETY: compiled code passes the pointer that `Start::call` gave it and holds no reference
    // meanwhile. The borrows inside `Running` outlive the call. `Running::look` does not unwind.
    unsafe { (*running.cast::<Running<'_>>()).look(tally) }
}

/// Compiled code calls this when the stack pointer is lower than ever before.
unsafe extern "sysv64" fn deeper(running: *mut (), pointer: u64) -> u64 {
    // SAFETY: as in `look`; `Running::deeper` does not unwind either.
    unsafe { (*running.cast::<Running<'_>>()).deeper(pointer) }
}

/// The entry of a compiled induction over positions of `N` words. Use it only while its
/// [`CompiledCode`] lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct InductionStart<const N: usize> {
    address: *const u8,
}

// SAFETY: the address is that of code that is never written again.
unsafe impl<const N: usize> Send for InductionStart<N> {}
// SAFETY: as above.
unsafe impl<const N: usize> Sync for InductionStart<N> {}

type Induces = unsafe extern "sysv64" fn(*const u64, u64, *mut ()) -> i64;

impl<const N: usize> InductionStart<N> {
    /// The value of a position of this rank; none if it cannot be told.
    pub fn call(&self, position: &[u64; N], rank: u64, running: &mut RunningInduction<'_>) -> Option<Value> {
        if !running.begin(rank) {
            return None;
        }
        // SAFETY: `address` is `InductionWriter::start` over `N` words, compiled with this type.
        let start = unsafe { transmute::<*const u8, Induces>(self.address) };
        // SAFETY: the induction reads `N` words. Of `running` it accesses only the context at its
        // beginning, at offsets that are asserted where `InductionContext` is defined, and it
        // passes the pointer only to `look_at_induction` and `deeper_induction`. Nobody else uses
        // it before the induction returns. It writes values only at ranks below the number of
        // values, which is tested here and where a move leads to another, and the list of values
        // is borrowed as long as `running` lives. It descends the stack one frame at a time, calls
        // `deeper_induction` in each position deeper than all before, and returns at the floor,
        // below which there is room for the frames of a position and of a move and the functions
        // called there.
        let value = unsafe { start(position.as_ptr(), rank, (&raw mut *running).cast()) };
        (value != NO_VALUE).then_some(value)
    }
}

/// Compiled code calls this when it is time to check the clock.
unsafe extern "sysv64" fn look_at_induction(running: *mut (), _: u64) -> u64 {
    // SAFETY: compiled code passes the pointer that `InductionStart::call` gave it and holds no
    // reference meanwhile. The borrows inside `RunningInduction` outlive the call.
    // `RunningInduction::look` does not unwind.
    unsafe { (*running.cast::<RunningInduction<'_>>()).look() }
}

/// Compiled code calls this when the stack pointer is lower than ever before.
unsafe extern "sysv64" fn deeper_induction(running: *mut (), pointer: u64) -> u64 {
    // SAFETY: as in `look_at_induction`; `RunningInduction::deeper` does not unwind either.
    unsafe { (*running.cast::<RunningInduction<'_>>()).deeper(pointer) }
}

/// The signature with this many parameters and returns, all 64-bit integers.
fn numbers(parameters: usize, returns: usize) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.resize(parameters, AbiParam::new(I64));
    signature.returns.resize(returns, AbiParam::new(I64));
    signature
}

/// The most outputs of a routine: eight words and a reward.
pub(super) const MOST_RESULTS: usize = 9;

/// Compiled code and the rows that it reads. The code holds addresses of both, so they are kept
/// together.
pub(super) struct CompiledCode {
    module: Option<JITModule>,
    _rows: ConstantData,
}

// SAFETY: code and rows are not written after `Compiler::finish`; the module is touched again only
// when it is dropped.
unsafe impl Send for CompiledCode {}
// SAFETY: as above; shared use only reads.
unsafe impl Sync for CompiledCode {}

impl fmt::Debug for CompiledCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

impl Drop for CompiledCode {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the owner of a `Callable` or `Start` owns this too and drops both together,
            // and no code is running then.
            unsafe { module.free_memory() }
        }
    }
}

/// Compiles routines over positions of `N` words, one after the other.
pub(super) struct Compiler<'m, const N: usize> {
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
    tables: &'m [ConstantTable],
    rows: ConstantData,
    optimizations: Optimizations,
}

/// A compiled routine that is not yet callable.
pub(super) struct Compiled {
    id: FuncId,
    form: CallForm,
    outputs: usize,
    room: usize,
}

/// The processor of this computer, with all its features.
fn processor() -> Result<OwnedTargetIsa, CompileRefusal> {
    let mut flags = settings::builder();
    let verify = if cfg!(debug_assertions) { "true" } else { "false" };
    let wanted = [
        ("is_pic", "false"),
        ("opt_level", "speed"),
        ("enable_verifier", verify),
        // A large frame must not jump over the guard page of the stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ];
    for (name, value) in wanted {
        flags.set(name, value).map_err(|error| CompileRefusal::Compiler(error.to_string()))?;
    }
    let builder = cranelift_native::builder().map_err(|why| CompileRefusal::Processor(why.to_string()))?;
    Ok(builder.finish(settings::Flags::new(flags))?)
}

/// Checks whether machines can be compiled for this processor.
///
/// # Errors
/// The compiler does not support it.
pub fn available() -> Result<(), CompileRefusal> {
    processor().map(drop)
}

impl<'m, const N: usize> Compiler<'m, N> {
    /// A compiler for the routines of this machine, which read its tables.
    pub fn new(of: &'m Machine) -> Result<Compiler<'m, N>, CompileRefusal> {
        let builder = JITBuilder::with_isa(processor()?, default_libcall_names());
        let module = JITModule::new(builder);
        let context = module.make_context();
        let (tables, optimizations) = (&of.tables[..], of.optimizations);
        let (builder, rows) = (FunctionBuilderContext::new(), ConstantData::new(tables));
        Ok(Compiler { module, context, builder, tables, rows, optimizations })
    }

    fn signature(form: CallForm) -> Result<Signature, Malformed> {
        match form {
            CallForm::Asks => Ok(numbers(3, 2)),
            CallForm::Steps => Ok(numbers(2, 2)),
            CallForm::Gives => Ok(numbers(3, 1)),
            CallForm::Within => Err(Malformed("a routine within another alone")),
        }
    }

    /// Compiles the search of a machine whose legal moves are one mask.
    pub fn search(
        mut self,
        machine: &Machine,
        move_mask: &MoveMask<'_>,
        prunes: bool,
    ) -> Result<(CompiledCode, Start<N>), CompileRefusal> {
        let signature = numbers(search::parameters(N, prunes), 2);
        let below = self.module.declare_anonymous_function(&signature)?;
        let first = numbers(2, 1);
        let start = self.module.declare_anonymous_function(&first)?;
        for (id, signature) in [(below, signature), (start, first)] {
            self.module.clear_context(&mut self.context);
            self.context.func.signature = signature;
            self.context.func.name = UserFuncName::user(0, id.as_u32());
            let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
            let calls = Calls {
                below: self.module.declare_func_in_func(below, builder.func),
                counted: builder.import_signature(numbers(2, 1)),
                look: look as *const () as u64,
                deeper: deeper as *const () as u64,
            };
            let rows = &mut self.rows;
            let writer = search::SearchWriter { b: &mut builder, machine, move_mask, rows, calls, prunes };
            if id == below {
                writer.below()?
            } else {
                writer.start()?
            }
            builder.finalize(self.module.target_config());
            self.module.define_function(id, &mut self.context)?;
        }
        self.module.finalize_definitions()?;
        let start = Start { address: self.module.get_finalized_function(start) };
        Ok((CompiledCode { module: Some(self.module), _rows: self.rows }, start))
    }

    /// Compiles the induction of a machine with these ranks of keys.
    pub fn induction(
        mut self,
        machine: &Machine,
        ranks: &RankedKey,
    ) -> Result<(CompiledCode, InductionStart<N>), CompileRefusal> {
        let (position, first) = (numbers(N + 2, 1), numbers(3, 1));
        let [value, after] = [(); 2].map(|()| self.module.declare_anonymous_function(&position));
        let (value, after) = (value?, after?);
        let start = self.module.declare_anonymous_function(&first)?;
        for (id, signature) in [(value, position.clone()), (after, position), (start, first)] {
            self.module.clear_context(&mut self.context);
            self.context.func.signature = signature;
            self.context.func.name = UserFuncName::user(0, id.as_u32());
            let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
            let calls = InductionCalls {
                value: self.module.declare_func_in_func(value, builder.func),
                after: self.module.declare_func_in_func(after, builder.func),
                asked: builder.import_signature(numbers(2, 1)),
                look: look_at_induction as *const () as u64,
                deeper: deeper_induction as *const () as u64,
            };
            let writer = InductionWriter { b: &mut builder, machine, ranks, rows: &mut self.rows, calls };
            match id {
                _ if id == value => writer.value()?,
                _ if id == after => writer.after()?,
                _ => writer.start()?,
            }
            builder.finalize(self.module.target_config());
            self.module.define_function(id, &mut self.context)?;
        }
        self.module.finalize_definitions()?;
        let start = InductionStart { address: self.module.get_finalized_function(start) };
        Ok((CompiledCode { module: Some(self.module), _rows: self.rows }, start))
    }

    /// Compiles a well-formed routine.
    pub fn routine(&mut self, routine: &Routine) -> Result<Compiled, CompileRefusal> {
        let outputs = routine.outputs.len();
        let form = match (outputs, N) {
            (0, _) => CallForm::Asks,
            (2, 1) => CallForm::Steps,
            _ => CallForm::Gives,
        };
        let signature = Self::signature(form)?;
        let id = self.module.declare_anonymous_function(&signature)?;
        self.module.clear_context(&mut self.context);
        self.context.func.signature = signature;
        self.context.func.name = UserFuncName::user(0, id.as_u32());
        let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
        let (tables, optimizations) = (self.tables, self.optimizations);
        let source = RoutineSource { routine, tables, rows: &mut self.rows, optimizations };
        Emitter::write(&mut builder, source, (form, N))?;
        builder.finalize(self.module.target_config());
        self.module.define_function(id, &mut self.context)?;
        let room = emit::untested_moves(routine).map_or(FIRST_ROOM, |most| most as usize);
        Ok(Compiled { id, form, outputs, room })
    }

    /// Makes the compiled routines callable.
    pub fn finish(
        mut self,
        compiled: &[Compiled],
    ) -> Result<(CompiledCode, Vec<Callable<N>>), CompileRefusal> {
        self.module.finalize_definitions()?;
        let callable = |each: &Compiled| {
            let Compiled { id, form, outputs, room } = *each;
            Callable { address: self.module.get_finalized_function(id), form, outputs, room }
        };
        let callables = compiled.iter().map(callable).collect();
        Ok((CompiledCode { module: Some(self.module), _rows: self.rows }, callables))
    }
}
