//! Moves as numbers: every move that the definition could have, parameters in all their values, is
//! numbered once.
//!
//! Number 0 is the pass if the `stuck` rule may pass; the kinds of moves follow in the order of the
//! text, and in each the last parameter varies fastest. A move has one number in all positions.

use zug_lang::program::{Choice, MoveId, Value};
use zug_machine::Machine;
use zug_machine::moves::{MoveKind, Parameter};

/// How many numbers there are.
pub fn count(machine: &Machine) -> u128 {
    u128::from(machine.passes) + machine.ground_moves()
}

/// The number of a choice.
pub fn number(machine: &Machine, choice: &Choice) -> Option<u128> {
    let Choice::Play(id, values) = choice else { return machine.passes.then_some(0) };
    let kind = machine.kinds.get(id.index())?;
    let mut within = 0_u128;
    for (parameter, value) in kind.parameters.iter().zip(values) {
        let code = match value {
            Value::Element(index) => u64::from(*index),
            Value::Int(n) => u64::try_from(n.checked_sub(parameter.low)?).ok()?,
            _ => return None,
        };
        within = within.checked_mul(u128::from(parameter.count))?.checked_add(u128::from(code))?;
    }
    let before = machine.kinds[..id.index()].iter().map(MoveKind::count).fold(0, u128::saturating_add);
    before.checked_add(within)?.checked_add(u128::from(machine.passes))
}

/// The choice with this number, legal or not.
pub fn choice(machine: &Machine, number: u128) -> Option<Choice> {
    if machine.passes && number == 0 {
        return Some(Choice::Pass);
    }
    let mut left = number - u128::from(machine.passes);
    for (index, kind) in machine.kinds.iter().enumerate() {
        if left < kind.count() {
            let mut values = Vec::with_capacity(kind.parameters.len());
            for parameter in kind.parameters.iter().rev() {
                values.push(value(parameter, (left % u128::from(parameter.count)) as u64));
                left /= u128::from(parameter.count);
            }
            values.reverse();
            return Some(Choice::Play(MoveId(index as u32), values));
        }
        left -= kind.count();
    }
    None
}

fn value(parameter: &Parameter, code: u64) -> Value {
    if parameter.element {
        Value::Element(code as u32)
    } else {
        Value::Int(parameter.low.wrapping_add(code as i64))
    }
}
