//! Encodes positions as bytes, one to one: the certificate's notion of "the same position" rests on
//! this.

use zug_lang::program::Value;
use zug_lang::semantics::Position;

/// A set of members from 0 to one less than this is encoded as a mask.
const BITS: i64 = 64;

/// Writes the key of a position to `out`. Within one definition every field has the same number of
/// entries in all positions, so lengths are not encoded.
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

/// Encodes a value: the low three bits of the first byte are its kind, the rest follows above them
/// or behind.
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

/// Zigzag encoding: integers near 0, of either sign, become small numbers.
fn zigzag(integer: i64) -> u64 {
    (integer << 1 ^ integer >> 63) as u64
}

/// LEB128: seven bits a byte, the lowest first.
fn number(mut number: u64, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}
