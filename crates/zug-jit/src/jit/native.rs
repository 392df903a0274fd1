//! Holds compiled routines and calls them: the one place with `unsafe`.
//!
//! What makes a call safe is said at each; it rests on what the emitter writes: a routine reads the position it is given
//! and rows of [`ConstantData`], writes where it is told to, calls nothing, and comes back; a search ([`search`]) calls itself, [`look`] and [`deeper`].
#![allow(unsafe_code)]

use super::constant_data::ConstantData;
use super::emit::{self, CallForm, Emitter, Malformed, RoutineSource};
use super::move_mask::MoveMask;
use super::search::{self, Calls};
use super::search_driver::{Running, SearchDriver};
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
use zug_game::{Expansion, Step};
use zug_machine::Machine;
use zug_machine::ir::{Routine, Table};
use zug_machine::moves::Move;
use zug_machine::optimization::Optimizations;

/// Two registers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair(pub u64, pub u64);

type AsksWord = unsafe extern "sysv64" fn(u64, *mut Move, u64) -> Pair;
type AsksWords = unsafe extern "sysv64" fn(*const u64, *mut Move, u64) -> Pair;
type Steps = unsafe extern "sysv64" fn(u64, u64) -> Pair;
type Gives = unsafe extern "sysv64" fn(*const u64, u64, *mut u64) -> u64;

/// Why a machine cannot be compiled here.
#[derive(Debug)]
pub enum Refusal {
    /// The compiler does not know this processor.
    Processor(String),
    /// The machine breaks a promise; see [`zug_machine::Machine::validate`].
    Malformed(String),
    /// The compiler gave up: a routine is too large for it, or no memory may be executed.
    Compiler(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Processor(why) => write!(f, "the compiler does not know this processor: {why}"),
            Refusal::Malformed(why) => write!(f, "the machine is not well formed: {why}"),
            Refusal::Compiler(why) => write!(f, "the compiler gave up: {why}"),
        }
    }
}

impl From<Malformed> for Refusal {
    fn from(Malformed(what): Malformed) -> Refusal {
        Refusal::Malformed(what.to_string())
    }
}

impl From<ModuleError> for Refusal {
    fn from(error: ModuleError) -> Refusal {
        Refusal::Compiler(error.to_string())
    }
}

impl From<CodegenError> for Refusal {
    fn from(error: CodegenError) -> Refusal {
        Refusal::Compiler(error.to_string())
    }
}

/// A routine that can be called, of positions with `N` words. Used only beside the [`CompiledCode`] it came with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callable<const N: usize> {
    address: *const u8,
    form: CallForm,
    /// How many words it gives.
    outputs: usize,
    /// So much room for moves there must be before it is called.
    room: usize,
}

// SAFETY: an address of code that is never written again.
unsafe impl<const N: usize> Send for Callable<N> {}
// SAFETY: as above.
unsafe impl<const N: usize> Sync for Callable<N> {}

/// Room for moves where a routine looks for it itself.
const FIRST_ROOM: usize = 64;

impl<const N: usize> Callable<N> {
    /// Gives an ending, or appends the moves; nothing where a promise is broken.
    #[inline(always)]
    pub fn ask(&self, position: &[u64; N], moves: &mut Vec<Move>) -> Option<Expansion> {
        if self.form != CallForm::Asks {
            return None;
        }
        let before = moves.len();
        let mut room = self.room;
        loop {
            moves.reserve(room);
            let free = moves.spare_capacity_mut();
            let (begin, fits) = (free.as_mut_ptr().cast::<Move>(), free.len() as u64);
            // SAFETY: the address is that of a routine of form `Asks` over `N` words, compiled with the type it is
            // called by. It writes at most `fits` moves: it looks for room at each, or emits at most `self.room`.
            let Pair(kind, number) = unsafe {
                match position.first() {
                    Some(word) if N == 1 => {
                        transmute::<*const u8, AsksWord>(self.address)(*word, begin, fits)
                    }
                    _ => transmute::<*const u8, AsksWords>(self.address)(position.as_ptr(), begin, fits),
                }
            };
            match kind {
                emit::kind::MOVES => {
                    // SAFETY: so many moves were written, one after the other.
                    unsafe { moves.set_len(before + number as usize) };
                    return Some(Expansion::Moves);
                }
                emit::kind::OVER => return Some(Expansion::Terminal(number as i64)),
                emit::kind::FULL => room = fits.max(1) as usize * 2,
                _ => return None,
            }
        }
    }

    /// Plays: the new words and the gain; nothing where a promise is broken, or the gain is none of any game.
    #[inline(always)]
    pub fn step(&self, position: &[u64; N], play: Move) -> Option<Step<[u64; N]>> {
        match (self.form, position.first()) {
            (CallForm::Steps, Some(word)) if N == 1 => {
                // SAFETY: the address is that of a routine of form `Steps`, compiled with this type.
                let steps = unsafe { transmute::<*const u8, Steps>(self.address) };
                // SAFETY: it takes and gives numbers only.
                let Pair(word, reward) = unsafe { steps(*word, play.0) };
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

    /// Whether the results were written, and no promise was broken.
    #[inline]
    pub fn give(&self, position: &[u64; N], play: Move, results: &mut [u64; MOST_RESULTS]) -> bool {
        if self.form != CallForm::Gives || self.outputs > MOST_RESULTS {
            return false;
        }
        // SAFETY: the address is that of a routine of form `Gives` over `N` words, compiled with this type.
        let gives = unsafe { transmute::<*const u8, Gives>(self.address) };
        // SAFETY: it reads `N` words and writes `outputs`, for which there is room.
        unsafe { gives(position.as_ptr(), play.0, results.as_mut_ptr()) == 0 }
    }
}

/// The first function of a compiled search, of positions with `N` words. Used only beside the [`CompiledCode`] it came with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<const N: usize> {
    address: *const u8,
}

// SAFETY: an address of code that is never written again.
unsafe impl<const N: usize> Send for Start<N> {}
// SAFETY: as above.
unsafe impl<const N: usize> Sync for Start<N> {}

type Searches = unsafe extern "sysv64" fn(*const u64, *mut ()) -> i64;

impl<const N: usize> Start<N> {
    /// The value, which means nothing where the search has halted.
    pub fn call(&self, position: &[u64; N], running: &mut Running<'_>) -> i64 {
        // SAFETY: the address is that of `search::SearchWriter::start` over `N` words, compiled with this type.
        let start = unsafe { transmute::<*const u8, Searches>(self.address) };
        // SAFETY: it reads `N` words; of what runs it touches the context, with which it begins, at the offsets that are compared
        // where `Context` is defined, and hands the address to `look` and `deeper` alone. Nobody else uses it before it returns.
        // It goes down the stack one frame at a time, asks `deeper` in each frame that is deeper than all before, and turns back at the floor,
        // below which there is room for one frame and for whoever is called there.
        unsafe { start(position.as_ptr(), (&raw mut *running).cast()) }
    }
}

/// Called by compiled code: it is time to look at the clock.
unsafe extern "sysv64" fn look(running: *mut (), tally: u64) -> u64 {
    // SAFETY: compiled code hands on the address that `Start::call` gave it, and uses nothing behind it meanwhile. What borrows it there lives
    // longer than the call. `Running::look` does not unwind.
    unsafe { (*running.cast::<Running<'_>>()).look(tally) }
}

/// Called by compiled code: the stack is used further down than before.
unsafe extern "sysv64" fn deeper(running: *mut (), pointer: u64) -> u64 {
    // SAFETY: as in `look`.
    unsafe { (*running.cast::<Running<'_>>()).deeper(pointer) }
}

/// So many numbers in, so many out.
fn numbers(parameters: usize, returns: usize) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.resize(parameters, AbiParam::new(I64));
    signature.returns.resize(returns, AbiParam::new(I64));
    signature
}

/// The most results of a routine: eight words and a gain.
pub(super) const MOST_RESULTS: usize = 9;

/// Compiled code and the rows it reads. Routines hold addresses into both, so they are kept beside it.
pub(super) struct CompiledCode {
    module: Option<JITModule>,
    _rows: ConstantData,
}

// SAFETY: code and rows are never written after `Compiler::finish`; the module is only touched when it is dropped.
unsafe impl Send for CompiledCode {}
// SAFETY: as above: shared use only reads.
unsafe impl Sync for CompiledCode {}

impl fmt::Debug for CompiledCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

impl Drop for CompiledCode {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever holds a `Callable` holds this beside it and drops both together, and none is running.
            unsafe { module.free_memory() }
        }
    }
}

/// Compiles routines over positions of `N` words, one after the other.
pub(super) struct Compiler<'m, const N: usize> {
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
    tables: &'m [Table],
    rows: ConstantData,
    optimizations: Optimizations,
}

/// A routine that is compiled but cannot be called yet.
pub(super) struct Compiled {
    id: FuncId,
    form: CallForm,
    outputs: usize,
    room: usize,
}

/// The processor at hand, with all it can do.
fn processor() -> Result<OwnedTargetIsa, Refusal> {
    let mut flags = settings::builder();
    let verify = if cfg!(debug_assertions) { "true" } else { "false" };
    let wanted = [
        ("is_pic", "false"),
        ("opt_level", "speed"),
        ("enable_verifier", verify),
        // A large frame may not step over the page that guards the stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ];
    for (name, value) in wanted {
        flags.set(name, value).map_err(|error| Refusal::Compiler(error.to_string()))?;
    }
    let builder = cranelift_native::builder().map_err(|why| Refusal::Processor(why.to_string()))?;
    Ok(builder.finish(settings::Flags::new(flags))?)
}

/// Whether games can be compiled for the processor at hand.
pub fn available() -> Result<(), Refusal> {
    processor().map(drop)
}

impl<'m, const N: usize> Compiler<'m, N> {
    /// For routines of this machine, which read its tables.
    pub fn new(of: &'m Machine) -> Result<Compiler<'m, N>, Refusal> {
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

    /// Compiles the plain search of a machine whose moves are one mask.
    pub fn search(
        mut self,
        machine: &Machine,
        move_mask: &MoveMask<'_>,
        prunes: bool,
    ) -> Result<SearchDriver<N>, Refusal> {
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
        Ok(SearchDriver { start, _code: CompiledCode { module: Some(self.module), _rows: self.rows } })
    }

    /// Compiles a well-formed routine.
    pub fn routine(&mut self, routine: &Routine) -> Result<Compiled, Refusal> {
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

    /// Makes what was compiled callable.
    pub fn finish(mut self, compiled: &[Compiled]) -> Result<(CompiledCode, Vec<Callable<N>>), Refusal> {
        self.module.finalize_definitions()?;
        let callable = |each: &Compiled| {
            let Compiled { id, form, outputs, room } = *each;
            Callable { address: self.module.get_finalized_function(id), form, outputs, room }
        };
        let callables = compiled.iter().map(callable).collect();
        Ok((CompiledCode { module: Some(self.module), _rows: self.rows }, callables))
    }
}
