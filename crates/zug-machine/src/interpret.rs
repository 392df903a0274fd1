//! The interpreter: runs a machine in safe Rust, as a [`Game`].
//!
//! There are 65,536 registers, so a 16-bit number is always in range. They belong to the thread and
//! are used again for every position, so playing allocates no registers.

use super::Machine;
use super::bytecode::{Bytecode, BytecodeMachine, assemble};
use super::compact_key::CompactKey;
use super::eval;
use super::instruction::Opcode;
use super::ir::Strip;
use super::moves::{PASS, PackedMove};
use super::ranked_key::RankedKey;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{CanonicalForm, Expansion, Fault, Game, Player, StaticVerdict, Step, Value};

/// The number of registers.
const REGISTERS: usize = 1 << 16;

/// The number of the fault of two passes in a row, and of a malformed `endless` routine. No `Check`
/// has this number: those of a machine count from 1.
pub const OUR_FAULT: Fault = Fault(0);

/// The registers of a thread, and the identity of the interpreter whose constants they hold.
struct Registers {
    owner: u64,
    words: Box<[u64; REGISTERS]>,
}

thread_local! {
    static REGISTERS_OF_THREAD: RefCell<Registers> =
        RefCell::new(Registers { owner: 0, words: zeroed() });
}

/// Registers with 0, made on the heap.
fn zeroed() -> Box<[u64; REGISTERS]> {
    let words: Box<[u64]> = vec![0; REGISTERS].into_boxed_slice();
    match words.try_into() {
        Ok(words) => words,
        Err(_) => Box::new([0; REGISTERS]),
    }
}

/// A machine ready to run, with positions of `N` words.
#[derive(Debug)]
pub struct Interpreter<'m, const N: usize> {
    machine: &'m Machine,
    bytecode: BytecodeMachine,
    identity: u64,
    start: [u64; N],
    key: [u64; N],
    compact_key: CompactKey,
    ranked_key: Option<RankedKey>,
    turn: (usize, u32),
    /// Whether an integer operation that wraps panics: in debug builds, except for random routines.
    exact: bool,
}

/// The end of a routine.
enum RoutineEnd {
    /// It reached its end.
    Done,
    /// It returned a payoff.
    Returned(i64),
    /// It met the fault with this number.
    Faulted(u32),
}

impl<'m, const N: usize> Interpreter<'m, N> {
    /// Prepares a machine; none if its positions do not have `N` words, or it needs too many
    /// registers.
    pub fn new(machine: &'m Machine) -> Option<Interpreter<'m, N>> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let turn = machine.layout.turn;
        Some(Interpreter {
            machine,
            bytecode: assemble(machine)?,
            identity: NEXT.fetch_add(1, Ordering::Relaxed),
            start: machine.start.as_slice().try_into().ok()?,
            key: machine.key.as_slice().try_into().ok()?,
            compact_key: CompactKey::of(machine),
            ranked_key: RankedKey::of(machine),
            turn: (usize::from(turn.word).min(N - 1), u32::from(turn.shift)),
            exact: cfg!(debug_assertions),
        })
    }

    /// The interpreter for random routines, in which integers may wrap: for tests of the compiler.
    pub fn wrapping(self) -> Interpreter<'m, N> {
        Interpreter { exact: false, ..self }
    }

    /// The machine.
    pub fn machine(&self) -> &'m Machine {
        self.machine
    }

    /// The key with this number ([`Game::number`]).
    pub fn key_of_number(&self, number: u64) -> [u64; N] {
        self.compact_key.decoded(number, N).try_into().unwrap_or([0; N])
    }

    /// Runs a routine on a position, and calls `then` with its end and the registers.
    fn run<T>(
        &self,
        bytecode: &Bytecode,
        position: &[u64; N],
        play: PackedMove,
        moves: &mut Vec<PackedMove>,
        then: impl FnOnce(RoutineEnd, &[u64; REGISTERS]) -> T,
    ) -> T {
        REGISTERS_OF_THREAD.with(|registers| {
            let mut registers = registers.borrow_mut();
            if registers.owner != self.identity {
                registers.owner = self.identity;
                for (at, value) in &self.bytecode.constants {
                    registers.words[usize::from(*at)] = *value;
                }
            }
            let words = &mut *registers.words;
            words[..N].copy_from_slice(position);
            words[N] = play.0;
            let outcome = execute(bytecode, &self.bytecode.rows, words, moves, self.exact);
            then(outcome, words)
        })
    }

    /// Plays a move by a routine that outputs the new words and the reward.
    fn step(
        &self,
        bytecode: &Bytecode,
        position: &[u64; N],
        play: PackedMove,
    ) -> Result<Step<[u64; N]>, Fault> {
        self.run(bytecode, position, play, &mut Vec::new(), |outcome, words| match outcome {
            RoutineEnd::Faulted(number) => Err(Fault(number)),
            _ => {
                let mut position = [0; N];
                for (word, from) in position.iter_mut().zip(&bytecode.outputs) {
                    *word = words[usize::from(*from)];
                }
                let reward = bytecode.outputs.get(N).map_or(0, |reward| words[usize::from(*reward)] as i64);
                Ok(Step { position, reward })
            }
        })
    }

    /// Plays a pass. A pass after which the other player must pass too is a fault.
    fn pass(&self, position: &[u64; N]) -> Result<Step<[u64; N]>, Fault>
    where
        [u64; N]: Default,
    {
        let step = self.step(&self.bytecode.pass, position, PASS)?;
        let mut moves = Vec::new();
        match self.expand(&step.position, &mut moves)? {
            Expansion::Moves if moves == [PASS] => Err(OUR_FAULT),
            _ => Ok(step),
        }
    }
}

impl<const N: usize> Game for Interpreter<'_, N>
where
    [u64; N]: Default,
{
    type Position = [u64; N];
    type Move = PackedMove;
    type Key = [u64; N];

    fn start(&self) -> [u64; N] {
        self.start
    }

    fn offset(&self, position: &[u64; N]) -> Value {
        self.machine.offset(position)
    }

    fn mover(&self, position: &[u64; N]) -> Player {
        if position[self.turn.0] >> self.turn.1 & 1 == 0 { Player::First } else { Player::Second }
    }

    fn expand(&self, position: &[u64; N], moves: &mut Vec<PackedMove>) -> Result<Expansion, Fault> {
        self.run(&self.bytecode.expand, position, PASS, moves, |outcome, _| match outcome {
            RoutineEnd::Done => Ok(Expansion::Moves),
            RoutineEnd::Returned(payoff) => Ok(Expansion::Terminal(payoff)),
            RoutineEnd::Faulted(number) => Err(Fault(number)),
        })
    }

    fn play(&self, position: &[u64; N], play: &PackedMove) -> Result<Step<[u64; N]>, Fault> {
        match self.machine.kind_of(*play).and_then(|kind| self.bytecode.plays.get(kind)) {
            Some(bytecode) => self.step(bytecode, position, *play),
            None => self.pass(position),
        }
    }

    fn key(&self, position: &[u64; N]) -> [u64; N] {
        let mut key = *position;
        key.iter_mut().zip(&self.key).for_each(|(word, mask)| *word &= mask);
        key
    }

    fn number_bits(&self, from: &[u64; N]) -> Option<u32> {
        self.compact_key.bits(from)
    }

    #[inline(always)]
    fn number(&self, key: &[u64; N]) -> u64 {
        self.compact_key.number(key)
    }

    fn key_ranks(&self) -> Option<u64> {
        self.ranked_key.as_ref().map(RankedKey::size)
    }

    #[inline(always)]
    fn key_rank(&self, key: &[u64; N]) -> u64 {
        self.ranked_key.as_ref().map_or(0, |ranks| ranks.rank(key))
    }

    #[inline(always)]
    fn wide_number(&self, key: &[u64; N]) -> Option<u128> {
        match key[..] {
            [word] => Some(word.into()),
            [high, low] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    fn canonical_cost(&self) -> u64 {
        if self.machine.symmetry.is_trivial() { 0 } else { self.machine.symmetry.cost() }
    }

    fn has_forms_by_turn(&self) -> bool {
        self.machine.symmetry.is_by_turn()
    }

    #[inline(always)]
    fn canonical(&self, position: &[u64; N]) -> CanonicalForm<[u64; N]> {
        let key = self.key(position);
        if is_broken(Shortcut::Canonical) {
            let mut key = key;
            key[0] &= !3;
            return CanonicalForm { key, colour_swapped: false };
        }
        if self.machine.symmetry.is_trivial() {
            return CanonicalForm { key, colour_swapped: false };
        }
        let (key, colour_swapped) = self.machine.symmetry.form(key);
        CanonicalForm { key, colour_swapped }
    }

    fn full_key(&self, position: &[u64; N]) -> [u64; N] {
        *position
    }

    fn has_static_verdict(&self) -> bool {
        self.machine.positional.is_some()
    }

    fn static_verdict(&self, position: &[u64; N], moves: &[PackedMove]) -> StaticVerdict {
        match self.machine.static_verdict(position, moves) {
            StaticVerdict::Open { .. } if is_broken(Shortcut::StaticVerdict) => {
                StaticVerdict::Loses { payoff: if self.mover(position) == Player::First { -1 } else { 1 } }
            }
            verdict => verdict,
        }
    }

    fn order_score(&self, position: &[u64; N], play: &PackedMove) -> Value {
        self.machine.order_score(position, *play)
    }

    #[inline(always)]
    fn move_code(&self, play: &PackedMove) -> u64 {
        play.0
    }

    fn endless(&self, position: &[u64; N]) -> Result<Value, Fault> {
        self.run(&self.bytecode.endless, position, PASS, &mut Vec::new(), |outcome, _| match outcome {
            RoutineEnd::Returned(payoff) => Ok(payoff),
            RoutineEnd::Faulted(number) => Err(Fault(number)),
            RoutineEnd::Done => Err(OUR_FAULT),
        })
    }
}

/// The shift of an entry of a strip, whose base and stride have 8 bits each.
#[inline]
fn shift(strip: u64, entry: u64) -> u64 {
    entry.saturating_mul(strip >> 8 & 0xff).saturating_add(strip & 0xff)
}

/// The row of a table; an index behind its rows gives the default, which is stored there.
#[inline]
fn row(data: &[u64], table: u64, index: u64) -> u64 {
    let (from, count) = (table & 0xffff_ffff, table >> 32);
    data.get((from + index.min(count)) as usize).copied().unwrap_or(0)
}

/// All rows of a table.
#[inline]
fn rows(data: &[u64], table: u64) -> &[u64] {
    let (from, count) = ((table & 0xffff_ffff) as usize, (table >> 32) as usize);
    data.get(from..from + count).unwrap_or(&[])
}

/// Panics where an integer operation wraps, which is a bug of the compiler.
fn no_wrap(code: Opcode, a: u64, b: u64, imm: u64) {
    let (x, y) = (a as i64, b as i64);
    let fits = match code {
        Opcode::Add => x.checked_add(y).is_some(),
        Opcode::Sub => x.checked_sub(y).is_some(),
        Opcode::Mul => x.checked_mul(y).is_some(),
        Opcode::Index => x.checked_mul(imm as i64).and_then(|row| row.checked_add(y)).is_some(),
        _ => true,
    };
    assert!(fits, "{code:?} of {x} and {y} wraps: a fault of the compiler");
}

/// Runs the instructions of a routine.
fn execute(
    bytecode: &Bytecode,
    data: &[u64],
    r: &mut [u64; REGISTERS],
    moves: &mut Vec<PackedMove>,
    exact: bool,
) -> RoutineEnd {
    let before = moves.len();
    let code = bytecode.code.as_slice();
    let mut at = 0usize;
    while let Some(i) = code.get(at) {
        at += 1;
        let (a, b) = (r[usize::from(i.a)], r[usize::from(i.b)]);
        let d = usize::from(i.d);
        if cfg!(debug_assertions) && exact {
            no_wrap(i.code, a, b, i.imm);
        }
        match i.code {
            Opcode::Copy => r[d] = a,
            Opcode::And => r[d] = a & b,
            Opcode::Or => r[d] = a | b,
            Opcode::Xor => r[d] = a ^ b,
            Opcode::AndNot => r[d] = a & !b,
            Opcode::Add => r[d] = a.wrapping_add(b),
            Opcode::Sub => r[d] = a.wrapping_sub(b),
            Opcode::Mul => r[d] = a.wrapping_mul(b),
            Opcode::Div => r[d] = eval::divide(a, b),
            Opcode::Rem => r[d] = eval::remainder(a, b),
            Opcode::Shl => r[d] = eval::shl(a, b),
            Opcode::Shr => r[d] = eval::shr(a, b),
            Opcode::Field => r[d] = (a >> (i.small & 63)) & i.imm,
            Opcode::Put => r[d] = eval::put(a, b, i.small, i.imm),
            Opcode::FieldAt => r[d] = eval::shr(a, b) & i.imm,
            Opcode::PutAt => r[d] = eval::put_at(a, b, r[usize::from(i.imm as u16)], i.small),
            Opcode::Entry => r[d] = eval::shr(a, shift(i.imm, b)) & eval::ones(i.small.into()),
            Opcode::PutEntry => {
                let at = shift(i.imm, r[usize::from((i.imm >> 16) as u16)]);
                r[d] = eval::put_at(a, b, at, i.small);
            }
            Opcode::Index => r[d] = a.wrapping_mul(i.imm).wrapping_add(b),
            Opcode::Popcount => r[d] = u64::from(a.count_ones()),
            Opcode::Ctz => r[d] = u64::from(a.trailing_zeros()),
            Opcode::Lowest => r[d] = a & a.wrapping_neg(),
            Opcode::Highest => r[d] = eval::highest(a),
            Opcode::Ones => r[d] = eval::ones(a),
            Opcode::Eq => r[d] = u64::from(a == b),
            Opcode::Less => r[d] = u64::from((a as i64) < b as i64),
            Opcode::LessEq => r[d] = u64::from(a as i64 <= b as i64),
            Opcode::Below => r[d] = u64::from(a < b),
            Opcode::Bit => r[d] = eval::shr(a, b) & 1,
            Opcode::Select => r[d] = if a != 0 { b } else { r[usize::from(i.imm as u16)] },
            Opcode::Table => r[d] = row(data, i.imm, a),
            Opcode::Union => r[d] = eval::union(rows(data, i.imm), a),
            Opcode::Subsets => r[d] = eval::subsets(rows(data, i.imm), a, b),
            Opcode::AnySubset => r[d] = eval::any_subset(rows(data, i.imm), a),
            Opcode::AnyShape => r[d] = super::shapes::any_shape(rows(data, i.imm), a),
            Opcode::Find => r[d] = eval::find(rows(data, i.imm), a),
            Opcode::Run => r[d] = eval::run(a, b, r[usize::from(i.imm as u16)]),
            Opcode::Stop => r[d] = eval::stop(a, b, r[usize::from(i.imm as u16)]),
            Opcode::Slide => {
                let table = i.imm & 0xffff_ffff | (i.imm >> 48) << 34;
                r[d] = eval::slide(rows(data, table), a, b, r[usize::from((i.imm >> 32) as u16)]);
            }
            Opcode::Back => r[d] = eval::back(rows(data, i.imm), a, b),
            Opcode::Weigh => {
                let strip = Strip { base: i.b as u8, stride: (i.b >> 8) as u8, width: i.small };
                let wraps = || eval::weigh_wraps(rows(data, i.imm), a, strip);
                assert!(!cfg!(debug_assertions) || !exact || !wraps(), "a weighed sum wraps");
                r[d] = eval::weigh(rows(data, i.imm), a, strip);
            }
            Opcode::Flood => r[d] = eval::flood(rows(data, i.imm), a, b),
            Opcode::Unless if a == 0 => at = i.imm as usize,
            Opcode::If if a != 0 => at = i.imm as usize,
            Opcode::Unless | Opcode::If => {}
            Opcode::Jump => at = i.imm as usize,
            Opcode::Bits if a == 0 => at = i.imm as usize,
            Opcode::Bits => {
                r[d] = u64::from(a.trailing_zeros());
                r[usize::from(i.b)] = a & (a - 1);
            }
            Opcode::NextBit if b == 0 => {}
            Opcode::NextBit => {
                r[d] = u64::from(b.trailing_zeros());
                r[usize::from(i.b)] = b & (b - 1);
                at = i.imm as usize;
            }
            Opcode::Passes => {
                r[d] = 0;
                if a as i64 <= 0 {
                    at = i.imm as usize;
                }
            }
            Opcode::NextPass => {
                let next = r[d].wrapping_add(1);
                r[d] = next;
                if (next as i64) < a as i64 {
                    at = i.imm as usize;
                }
            }
            Opcode::Check if a != 0 => return RoutineEnd::Faulted(i.imm as u32),
            Opcode::Check => {}
            Opcode::Return => return RoutineEnd::Returned(a as i64),
            Opcode::Emit => moves.push(PackedMove(a)),
            Opcode::EmitBits => {
                let mut left = a;
                while left != 0 {
                    moves.push(PackedMove(u64::from(left.trailing_zeros()) << (i.small & 63) | b));
                    left &= left - 1;
                }
            }
            Opcode::Emitted => r[d] = (moves.len() - before) as u64,
            Opcode::End => return RoutineEnd::Done,
        }
    }
    RoutineEnd::Done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_definitions_do_not_wrap() {
        let wraps = |code, x: i64, y: i64, imm: i64| {
            std::panic::catch_unwind(|| no_wrap(code, x as u64, y as u64, imm as u64)).is_err()
        };
        for (code, x, y, imm) in [
            (Opcode::Add, i64::MAX, 1, 0),
            (Opcode::Sub, i64::MIN, 1, 0),
            (Opcode::Mul, 1 << 32, 1 << 31, 0),
            (Opcode::Index, 1 << 62, 0, 2),
        ] {
            assert!(wraps(code, x, y, imm), "{code:?}");
            assert!(!wraps(code, x / 4, y, imm), "{code:?}");
        }
        let strip = Strip { base: 0, stride: 8, width: 8 };
        assert!(eval::weigh_wraps(&[i64::MAX as u64], 2, strip));
        assert!(!eval::weigh_wraps(&[-3i64 as u64, 4], 0x0203, strip));
    }
}
