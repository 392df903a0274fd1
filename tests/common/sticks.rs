//! A game of sticks, with the rules that a test gives it.

/// The definition.
pub fn sticks(rest: &str) -> String {
    format!("game \"Sticks\"\nplayers A, B\nstate {{ left: 0..5 = 5 }}\n{rest}\n")
}

/// The move that breaks nothing.
pub const TAKE: &str = "move take(n in 1..2) when n <= left { left -= n }\n";
