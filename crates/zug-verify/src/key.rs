//! Writes a position as bytes: two positions have the same bytes exactly when they are the same.

use zug_lang::program::Value;
use zug_lang::semantics::Position;

/// Sets with members from 0 to one less than this are written as bits.
const BITS: i64 = 64;

/// The bytes of a position of one definition. Fields have as many entries everywhere, so lengths are not written.
pub fn key(position: &Position, out: &mut Vec<u8>) {
    out.clear();
    out.push(position.turn.index() as u8);
    match &position.asked {
        None => number(0, out),
        Some(asked) => {
            number(u64::from(asked.request.0) + 1, out);
            number(asked.arguments.len() as u64, out);
            for arguments in &asked.arguments {
                number(arguments.len() as u64, out);
                arguments.iter().for_each(|argument| value(argument, out));
            }
        }
    }
    position.fields.iter().flatten().for_each(|entry| value(entry, out));
}

/// A value: its kind in the low three bits of a number, and the rest of it above them or behind.
fn value(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::None => out.push(0),
        Value::Bool(truth) => out.push(1 | u8::from(*truth) << 3),
        Value::Element(element) => number(u64::from(*element) << 3 | 2, out),
        Value::Int(integer) => {
            out.push(3);
            number(zigzag(*integer), out);
        }
        Value::Set(set) if set.iter().all(|member| (0..BITS).contains(&member)) => {
            out.push(4);
            number(set.iter().fold(0, |bits, member| bits | 1 << member), out);
        }
        Value::Set(set) => {
            out.push(5);
            number(set.len() as u64, out);
            set.iter().for_each(|member| number(zigzag(member), out));
        }
        // No field holds a set of sets.
        Value::Sets(sets) => {
            out.push(6);
            number(sets.len() as u64, out);
            sets.iter().for_each(|set| self::value(&Value::Set(set.clone()), out));
        }
    }
}

/// Small numbers of either sign as small numbers.
fn zigzag(integer: i64) -> u64 {
    (integer << 1 ^ integer >> 63) as u64
}

/// A number in as few bytes as it needs, seven bits each.
fn number(mut number: u64, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}
