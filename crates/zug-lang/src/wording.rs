//! Values in the words of a definition: `B wins`, `draw`, `2 to You`.

use crate::program::{Program, Value};
use crate::semantics::{Asked, Position};

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

/// Whose turn it is, and what `again with` asks him for: `Blue to move: jump(c3) or stop`.
pub fn turn(program: &Program, position: &Position) -> String {
    let asked = position.asked.as_ref().map(|asked| format!(": {}", request(program, asked)));
    format!("{} to move{}", program.players()[position.turn.index()], asked.unwrap_or_default())
}

/// The moves that are asked for, each with its fixed arguments: `jump(c3) or stop`. One with an
/// argument that is `none` asks for nothing.
pub fn request(program: &Program, asked: &Asked) -> String {
    let Some(request) = program.requests.get(asked.request.index()) else { return String::new() };
    let asks = request.moves.iter().zip(&asked.arguments).filter(|(_, fixed)| !fixed.contains(&Value::None));
    let each = asks.map(|((id, _), fixed)| {
        let sought = &program.moves[id.index()];
        let types = sought.parameters.iter().map(|(_, set)| set.ty.kind.member());
        let text = |(value, ty)| program.show_value(value, ty).to_string();
        let texts: Vec<String> = fixed.iter().zip(types).map(text).collect();
        if texts.is_empty() { sought.name.clone() } else { format!("{}({})", sought.name, texts.join(", ")) }
    });
    each.collect::<Vec<String>>().join(" or ")
}

/// A number of plies: `1 ply`, `2 plies`.
pub fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_string() } else { format!("{count} plies") }
}

/// So many of a thing, with its plural: `1 position`, `2,000 positions`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
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

/// So many moves are written out; of more, [`ENDS`] at the beginning and as many at the end.
const WRITTEN: usize = 60;
const ENDS: usize = 20;

/// Moves in one line. Of very many the first and the last are written, and how many stand between.
pub fn moves(texts: &[String]) -> String {
    if texts.len() <= WRITTEN {
        return texts.join(", ");
    }
    let (first, last) = (&texts[..ENDS], &texts[texts.len() - ENDS..]);
    let between = grouped((texts.len() - 2 * ENDS) as u64);
    format!("{}, .. ({between} moves left out) .., {}", first.join(", "), last.join(", "))
}

#[cfg(test)]
mod tests {
    #[test]
    fn of_very_many_moves_the_first_and_the_last_are_written() {
        let texts = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(super::moves(&texts(3)), "1, 2, 3");
        assert!(!super::moves(&texts(60)).contains("left out"));
        let many = super::moves(&texts(9000));
        assert!(many.starts_with("1, 2, 3, ") && many.ends_with(", 8999, 9000"), "{many}");
        assert!(many.contains(", 20, .. (8,960 moves left out) .., 8981, "), "{many}");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(super::grouped(816597118), "816,597,118");
        assert_eq!(super::grouped(7), "7");
    }
}
