//! Values in the words of a definition: `B wins`, `draw`, `2 to You`.

use crate::program::Program;

/// The outcome of a value for the first player, in the words of the definition.
pub fn value(program: &Program, value: i64) -> String {
    match (winner(program, value), program.points) {
        (None, _) => "draw".to_string(),
        (Some(name), true) => format!("{} to {name}", value.unsigned_abs()),
        (Some(name), false) => format!("{name} wins"),
    }
}

/// The player whom a value for the first player favours; `None` for 0.
pub fn winner(program: &Program, value: i64) -> Option<&str> {
    let [first, second] = program.players();
    match value {
        0 => None,
        1.. => Some(first),
        _ => Some(second),
    }
}

/// A number of plies: `1 ply`, `2 plies`.
pub fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_string() } else { format!("{count} plies") }
}

/// A number with a comma before every group of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(super::grouped(816597118), "816,597,118");
        assert_eq!(super::grouped(7), "7");
    }
}
