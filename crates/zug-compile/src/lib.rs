//! Compiles a checked [`Program`] to a [`Machine`], the bitmask machine that plays it.
//!
//! A machine has no names (but titles and kinds of moves) and no expressions, only bits, masks,
//! tables and moves. Errors: a position has too many bits (`Z0711`), a move has too many choices
//! (`Z0712`), the machine is too large (`Z0714`), a set is too wide (`Z0715`). The same program
//! gives the same machine, byte for byte.
//!
//! ```text
//! move place(c in Cell - stones[X] - stones[O])
//!     ->   t = words[0] & 0x3ffff ...; for bits c of free: emit c << 1 | 1
//! ```

mod access;
mod arith;
mod bit_parallel;
mod bit_parallel_sets;
mod body;
mod build;
mod checks;
mod convert;
mod dead;
mod emitter;
mod expr;
mod expression_utils;
mod fold;
mod gathered;
mod hints;
mod input;
mod layout;
mod legal;
mod loop_limits;
mod loops;
mod lower;
mod present;
mod progress;
mod quantified;
mod rays;
mod routines;
mod sets;
mod store;
pub mod symmetry;
mod tabulate;
#[cfg(test)]
mod tests;
mod truth;
mod value;
mod written_set;

pub use zug_analysis::Additive;

use input::CompileInput;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_machine::Machine;
use zug_machine::layout::bits_for;
use zug_machine::moves::{MoveKind, Parameter};
use zug_machine::optimization::Optimizations;

/// Compiles a program. `additive` names the entries of points to leave out of the key.
///
/// # Errors
/// All diagnostics about size.
pub fn ground(program: &Program, additive: Option<&Additive>) -> Result<Machine, Vec<Diagnostic>> {
    ground_with(program, additive, Optimizations::ALL)
}

/// [`ground`] with a choice of optimizations, for comparisons.
pub fn ground_with(
    program: &Program,
    additive: Option<&Additive>,
    optimizations: Optimizations,
) -> Result<Machine, Vec<Diagnostic>> {
    let nothing = Additive { fields: Vec::new() };
    let additive = additive.unwrap_or(&nothing);
    let layout = layout::layout(program, additive)?;
    let kinds = kinds(program)?;
    let input = CompileInput { program, layout: &layout, additive, kinds: &kinds, optimizations };
    let mut machine = routines(input).map_err(|diagnostic| vec![diagnostic])?;
    machine.kinds = kinds;
    let initial: Vec<Vec<Value>> = program.fields.iter().map(|field| field.initial.clone()).collect();
    machine.start = layout
        .encode(&initial, program.first_turn, None)
        .ok_or_else(|| vec![unexpected(anywhere(program))])?;
    machine.key = key(&layout);
    machine.optimizations = optimizations;
    machine.title = program.title.clone();
    machine.additive = additive.fields.clone();
    machine.positional = hints::positional(program, &layout, &machine.kinds);
    machine.box_completion = hints::box_completion(program, &layout, &machine.kinds);
    machine.layout = layout;
    Ok(machine)
}

/// All routines, and the tables they share.
fn routines(input: CompileInput<'_>) -> Result<Machine, Diagnostic> {
    let mut lower = lower::RoutineCompiler::new(input);
    let mut machine = Machine { expand: lower.expand()?, ..Machine::default() };
    for id in 0..input.program.moves.len() {
        machine.plays.push(lower.play(MoveId(id as u32))?);
    }
    machine.pass = lower.pass_turn()?;
    machine.endless = lower.endless()?;
    machine.passes = input.program.stuck.as_ref().is_some_and(|rule| can_pass(&rule.outcome));
    machine.tables = std::mem::take(&mut lower.emit.shared.tables.list);
    Ok(machine)
}

fn can_pass(outcome: &Outcome) -> bool {
    match &outcome.kind {
        OutcomeKind::Pass => true,
        OutcomeKind::If(_, then, otherwise) => can_pass(then) || can_pass(otherwise),
        _ => false,
    }
}

/// The mask of all bits in use, except those of additive entries.
fn key(layout: &zug_machine::layout::PositionLayout) -> Vec<u64> {
    let mut key = vec![0; layout.words];
    let fields = layout.fields.iter().flat_map(|field| field.key_bit_fields());
    for slot in fields.chain([layout.turn, layout.request]).chain(layout.arguments.iter().copied()) {
        key[usize::from(slot.word)] |= slot.placed();
    }
    key
}

/// The packing of all moves.
fn kinds(program: &Program) -> Result<Vec<MoveKind>, Vec<Diagnostic>> {
    let code_width = bits_for(program.moves.len() as u128 + 1) as u8;
    let kind = |(id, of): (usize, &Move)| kind(program, of, (id as u64 + 1, code_width));
    let (mut kinds, mut diagnostics) = (Vec::new(), Vec::new());
    for made in program.moves.iter().enumerate().map(kind) {
        match made {
            Ok(kind) => kinds.push(kind),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if diagnostics.is_empty() { Ok(kinds) } else { Err(diagnostics) }
}

/// The packing of the moves of one kind: a code in the lowest bits, then the parameters.
fn kind(program: &Program, of: &Move, (code, code_width): (u64, u8)) -> Result<MoveKind, Diagnostic> {
    let mut shift = u32::from(code_width);
    let mut parameters = Vec::new();
    for (_, set) in &of.parameters {
        let (low, count, element) = match set.ty.kind {
            Kind::Set(domain) => (0, program.domain(domain).len() as u128, true),
            Kind::IntSet { low, high } => {
                (low, (i128::from(high) - i128::from(low) + 1).max(0) as u128, false)
            }
            _ => return Err(unexpected(set.span)),
        };
        let width = bits_for(count) as u32;
        let too_wide = shift + width > 64 || count > u128::from(u64::MAX);
        parameters.push(Parameter {
            low,
            count: count as u64,
            element,
            shift: shift as u8,
            width: width as u8,
        });
        shift += width;
        if too_wide {
            let message =
                format!("the choices of `{}` would take {shift} bits, and there is room for 64", of.name);
            return Err(Diagnostic::error(
                "Z0712",
                message,
                of.span,
                "too many parameters, or too wide ones",
            )
            .help("split the move into several, asked for one after the other by `again with`"));
        }
    }
    Ok(MoveKind { name: of.name.clone(), code, code_width, parameters })
}

/// The error for a form that no checked program has.
fn unexpected(span: Span) -> Diagnostic {
    Diagnostic::error("Z0798", "this cannot be compiled", span, "sets of sets exist only in families")
}

/// The error for a set with too many possible members.
fn too_wide(span: Span, most: usize) -> Diagnostic {
    let message = format!("this set could have members from more than {most} integers");
    Diagnostic::error("Z0715", message, span, "the bounds of its members are too far apart")
        .help("narrow the bounds of the integers it is made of")
}

/// A span for errors about the whole program.
fn anywhere(program: &Program) -> Span {
    program.moves.first().map_or_else(Span::default, |of| of.span)
}
