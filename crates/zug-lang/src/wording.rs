//! Says values in the words of a definition: `B wins`, `draw`, `2 to You`.

use crate::program::Program;

/// A value from the first player's side, as the definition tells outcomes.
pub fn value(program: &Program, value: i64) -> String {
    match (winner(program, value), program.points) {
        (None, _) => "draw".to_string(),
        (Some(name), true) => format!("{} to {name}", value.unsigned_abs()),
        (Some(name), false) => format!("{name} wins"),
    }
}

/// The player whom a value favours; nobody in a draw.
pub fn winner(program: &Program, value: i64) -> Option<&str> {
    let [first, second] = program.players();
    match value {
        0 => None,
        1.. => Some(first),
        _ => Some(second),
    }
}

/// `1 ply`, `2 plies`.
pub fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_string() } else { format!("{count} plies") }
}

/// A whole number with its thousands set apart, as people read it.
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
