//! Players on lines of their own, with words that say who begins: `X moves first`.

use super::codes;
use super::items::{is_reserved, rule_of};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// The most tokens behind `players` that are looked at.
const MOST: usize = 16;

/// The report about `players` whose two names stand on two lines, without a comma or one of them
/// with such words.
pub(super) fn find(view: &TokenView) -> Option<Diagnostic> {
    let is_item = |at: &usize| view.tokens[*at].first && view.word(*at) == "players";
    let item = (0..view.tokens.len()).find(is_item)?;
    let begins = |at: &usize| view.tokens[*at].first && rule_of(view.word(*at)).is_some();
    let end = (item + 1..view.tokens.len()).find(begins).unwrap_or(view.tokens.len());
    if end - item > MOST {
        return None;
    }
    let starts: Vec<usize> = (item + 1..end).filter(|at| *at == item + 1 || view.tokens[*at].first).collect();
    let [one, two] = starts.as_slice() else { return None };
    let lines = [*one..*two, *two..end];
    let [first, second] = lines.each_ref().map(|line| order(view, line));
    let names = match (first?, second?) {
        (Order::Plain, Order::Plain) if (item..end).any(|at| view.word(at) == ",") => return None,
        (Order::Second, _) | (_, Order::First) => [*two, *one],
        _ => [*one, *two],
    };
    let text = format!("players {}, {}", view.word(names[0]), view.word(names[1]));
    let message = "the two players stand behind `players`, with a comma between them";
    let whole = view.span_of(&(item..end));
    let report = Diagnostic::error(codes::ELSEWHERE, message, whole, "not written so here");
    Some(report.help(format!("write `{text}`: the first one moves first")).likely(whole, text))
}

/// What a line says of its player.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Plain,
    First,
    Second,
}

/// What a line with one name says of that player.
fn order(view: &TokenView, line: &Range<usize>) -> Option<Order> {
    let name = view.tokens[line.start].kind == Kind::Word && !is_reserved(view.word(line.start));
    let mut words = (line.start + 1..line.end).map(|at| view.word(at)).filter(|word| *word != ",");
    let verb = words.next();
    let said = match (verb, words.next(), words.next()) {
        (None, ..) => Order::Plain,
        (Some("begins" | "starts"), None, _) => Order::First,
        (Some("moves" | "plays" | "goes" | "is"), Some("first"), None) => Order::First,
        (Some("moves" | "plays" | "goes" | "is"), Some("second" | "last"), None) => Order::Second,
        _ => return None,
    };
    name.then_some(said)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn players_on_lines_of_their_own_are_one_mistake() {
        let helps = |players: &str| {
            helps_about(&format!(
                "game \"G\"\n{players}\nstate {{ n: 0..9 }}\nmove m {{ n += 1 }}\nstuck => draw\n"
            ))
        };
        let written = ["write `players X, O`: the first one moves first"];
        assert_eq!(helps("players\n  X moves first\n  O"), written);
        assert_eq!(helps("players O\n  X begins"), written);
        assert_eq!(helps("players\n  X\n  O"), written);
        assert_eq!(helps("players X, O"), [""; 0]);
        assert_eq!(helps("players\n  X,\n  O"), [""; 0]);
    }
}
