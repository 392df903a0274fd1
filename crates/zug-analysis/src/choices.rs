//! How many choices the moves of a definition have at most: the members of the sets of their
//! parameters, multiplied; and how many steps their guards take. So much work a single position may
//! be, whatever is legal in it.

use crate::steps::steps;
use zug_lang::program::{Kind, Move, Program};

/// An upper bound of the choices of all moves in one position; `u64::MAX` where a set has no bound.
pub fn most_choices(program: &Program) -> u64 {
    program.moves.iter().map(|each| of_move(program, each)).fold(0, u64::saturating_add)
}

/// A rough upper bound of the steps to list the moves of one position and to ask whether play is
/// over there; not counted much beyond `most`.
pub fn most_steps(program: &Program, most: u64) -> u64 {
    let asked = |each: &Move| {
        let conditions = [&each.when].into_iter().chain(&each.provided);
        conditions.map(|condition| steps(program, condition, most)).fold(1, u64::saturating_add)
    };
    let moves = program.moves.iter().map(|each| of_move(program, each).saturating_mul(asked(each)));
    let ends = program.ends.iter().map(|end| steps(program, &end.when, most));
    moves.chain(ends).fold(0, u64::saturating_add)
}

fn of_move(program: &Program, each: &Move) -> u64 {
    let size = |kind: Kind| match kind {
        Kind::Set(domain) => program.domain(domain).len() as u64,
        Kind::IntSet { low, high } if low > high => 0,
        Kind::IntSet { low, high } => high.abs_diff(low).saturating_add(1),
        _ => u64::MAX,
    };
    each.parameters.iter().map(|(_, set)| size(set.ty.kind)).fold(1, u64::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::{most_choices, most_steps};
    use zug_lang::source::FileId;

    #[test]
    fn choices_are_multiplied_within_a_move_and_added_between_moves() {
        let moves = "move put(c in Cell - s, n in 1..4) { s += c k = n } move pass { k = 0 }";
        let text = format!(
            "game \"G\" players A, B board Cell = grid(3, 3) state {{ s: set of Cell, k: 0..4 }} {moves} stuck => draw"
        );
        let (game, _) = zug_lang::syntax::parse(FileId::DEFINITION, &text);
        let program = zug_lang::check::check(&game, &[]).program.expect("it is in order");
        assert_eq!(most_choices(&program), 37);
        // Each guard is one step, and there is no end.
        assert_eq!(most_steps(&program, 1_000), 37 * 2);
    }
}
