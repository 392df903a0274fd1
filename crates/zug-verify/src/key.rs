//! Encodes positions as bytes, one to one: the certificate's notion of "the same position" rests on
//! this.

use zug_lang::program::Value;
use zug_lang::semantics::Position;

/// Most keys have at most so many bytes.
const USUAL: usize = 64;

/// The key of a position. Within one definition every field has the same number of entries in all
/// positions, so lengths are not encoded.
pub fn key(position: &Position) -> Vec<u8> {
    let mut key = Vec::with_capacity(USUAL);
    write(position, &mut key);
    key
}

fn write(position: &Position, out: &mut Vec<u8>) {
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
        Value::Set(set) => match set.words() {
            Some([low, 0]) => {
                out.push(4);
                number(low, out);
            }
            Some(words) => {
                out.push(5);
                words.iter().for_each(|word| out.extend(word.to_le_bytes()));
            }
            None => {
                out.push(6);
                number(set.len() as u64, out);
                set.iter().for_each(|member| number(zigzag(member), out));
            }
        },
        // No field holds a set of sets.
        Value::Sets(sets) => {
            out.push(7);
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
