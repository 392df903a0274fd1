//! Several cells that a board would have if it were larger: its sizes are told, once for all.

use super::{Cause, Look};
use crate::boards::square;
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{Expr, ItemKind};

/// The most places of cells that are marked.
const MARKS: usize = 6;

/// The board whose sizes are written out, if there is but one.
fn only_board<'a>(look: &Look<'a>) -> Option<(&'a str, &'a str, &'a Expr, &'a Expr)> {
    let mut boards = look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Board { name, constructor, arguments, .. } => Some((name, constructor, arguments)),
        _ => None,
    });
    let (Some((name, constructor, arguments)), None) = (boards.next(), boards.next()) else { return None };
    let [width, height] = arguments.as_slice() else { return None };
    Some((name.text.as_str(), constructor.text.as_str(), width, height))
}

/// The search for the sizes of the board.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    larger(look).into_iter().collect()
}

fn larger(look: &Look) -> Option<Cause> {
    let (name, constructor, first, last) = only_board(look)?;
    let (width, height) = (first.written_integer()?, last.written_integer()?);
    // A board that is larger by more than two rows or columns is another one.
    let beyond = |(x, y): &(i64, i64)| (*x > width || *y > height) && *x <= width + 2 && *y <= height + 2;
    let cells = look.unknown().filter_map(|(cell, report)| Some((square(cell).filter(beyond)?, report)));
    let cells: Vec<((i64, i64), &Diagnostic)> = cells.collect();
    if cells.len() < 2 {
        return None;
    }
    let columns = cells.iter().map(|((x, _), _)| *x).max()?.max(width);
    let rows = cells.iter().map(|((_, y), _)| *y).max()?.max(height);
    let at = first.span.to(last.span);
    let sizes = format!("{columns}, {rows}");
    let message = format!("`{name}` is too small for the cells that are named");
    let report = Diagnostic::error(codes::UNKNOWN_NAME, message, at, "too small");
    let uses = cells.iter().flat_map(|(_, report)| report.labels.iter().filter(|label| label.primary));
    let report =
        uses.take(MARKS).fold(report, |report, label| report.because(label.span, "not on the board"));
    Some(report.help(format!("write `{constructor}({sizes})`")).likely(at, sizes).into())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    fn helps(board: &str, cells: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\" players Ann, Bob board C = {board}\nstate {{ s: set of C = {{{cells}}} }}\n\
             move m(c in C - s) {{ s += c }}\nstuck => me loses"
        ))
    }

    #[test]
    fn several_cells_beyond_a_board_make_it_larger() {
        assert_eq!(helps("grid(3, 2)", "a3, b3, c3"), ["write `grid(3, 3)`"]);
        assert_eq!(helps("grid(3, 2)", "a1, d1, e2"), ["write `grid(5, 2)`"]);
        assert_eq!(helps("hex(2, 2)", "a3, c1"), ["write `hex(3, 3)`"]);
        assert_eq!(helps("grid(3, 3)", "a3, b3, c3"), [""; 0]);
    }

    #[test]
    fn one_cell_or_one_far_away_leaves_the_board() {
        let one = helps("grid(3, 2)", "a1, b3");
        assert!(one.len() == 1 && !one[0].contains("grid"), "{one:?}");
        let far = helps("grid(3, 2)", "a17, b18");
        assert!(!far.concat().contains("grid(3, 18)"), "{far:?}");
    }
}
