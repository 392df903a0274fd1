//! Rules that are told in a sentence, as in the instructions of a game: `A player who cannot move
//! loses`.

use super::codes;
use super::items::{is_reserved, rule_of};
use super::own_names::OwnNames;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::ops::Range;

/// So many plain words one behind the other stand in no rule.
const WORDS: usize = 3;

/// The sentences that stand where items begin, with what lets the parser read what is around them.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let (mut depth, mut at) = (0usize, 0);
    while at < view.tokens.len() {
        let end =
            (at + 1..view.tokens.len()).find(|each| view.tokens[*each].first).unwrap_or(view.tokens.len());
        if depth == 0 && rule_of(view.word(at)).is_none() && is_sentence(view, at..end) {
            found.push(report(view, at..end));
        }
        for each in at..end {
            match view.word(each) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        at = end;
    }
    found
}

/// Whether a line is a sentence about the end of the game.
fn is_sentence(view: &TokenView, line: Range<usize>) -> bool {
    let is_plain = |at: usize| view.tokens[at].kind == Kind::Word && !is_reserved(view.word(at));
    let (mut row, mut longest) = (0, 0);
    for at in line.clone() {
        row = if is_plain(at) { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    let has = |words: &[&str]| line.clone().any(|at| words.contains(&view.word(at)));
    let blocked = has(&["cannot", "can"]) && has(&["move", "go", "play"]);
    let ends = has(&["win", "wins", "lose", "loses", "draw", "drawn", "tie", "tied", "won", "lost"]);
    let rule = has(&["=>", "then", "{", ":", "=", ":-", "=="]);
    ends && !rule && (longest >= WORDS || blocked) && line.len() >= 4
}

fn report(view: &TokenView, line: Range<usize>) -> Diagnostic {
    let has = |words: &[&str]| line.clone().any(|at| words.contains(&view.word(at)));
    let at = Span { end: view.span(line.end - 1).end, ..view.span(line.start) };
    let report = Diagnostic::error(codes::ELSEWHERE, "a rule is no sentence", at, "told in words");
    if has(&["cannot", "can", "unable", "stuck", "blocked"]) && has(&["move", "moves", "go", "play", "stuck"])
    {
        let outcome = if has(&["draw", "drawn", "tie", "tied"]) { "draw" } else { "me loses" };
        let text = format!("stuck => {outcome}");
        return report.help(format!("write `{text}`: `me` is the player who has no move")).likely(at, text);
    }
    let own = OwnNames::of(view);
    if let Some(set) = own.set_of_each().filter(|_| has(&["row", "line"])) {
        let length = line.clone().find_map(|at| number(view.word(at))).unwrap_or(3);
        return report
            .help(format!(
                "write `end for p in Player when (some l in Line: l <= {set}[p]) => p wins`, with `family Line of {} = lines({}, {length})`",
                own.domain, own.domain
            ))
            .recovery(at, "");
    }
    let outcome = match has(&["draw", "drawn", "tie", "tied"]) {
        true => "draw".to_owned(),
        false => format!("{} wins", own.player),
    };
    report
        .help(format!(
            "write the condition and the outcome, `end when {} => {outcome}` for one",
            own.condition()
        ))
        .recovery(at, "")
}

/// A small number, or the word for it.
fn number(word: &str) -> Option<usize> {
    let words = ["two", "three", "four", "five", "six"];
    word.parse().ok().or_else(|| words.iter().position(|each| *each == word).map(|at| at + 2))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nstate { hand[Player]: 0..9, n: 0..9 }\nmove m when n < 9 { n += 1 }\n";
        helps_about(&format!("{head}{lines}\n"))
    }

    #[test]
    fn who_cannot_move_is_told_by_a_rule() {
        let stuck = ["write `stuck => me loses`: `me` is the player who has no move"];
        assert_eq!(helps("player who cannot move loses"), stuck);
        assert_eq!(helps("if Ann cannot move, Bob wins"), stuck);
        assert_eq!(helps("A player who can't move loses"), stuck);
    }

    #[test]
    fn a_row_is_a_member_of_a_family() {
        let text = "game \"G\"\nplayers Ann, Bob\nboard C = grid(4, 4)\nstate { men[Player]: set of C }\nmove m(c in C) { men[me] += c }\nAnn wins when she has a line of four\nstuck => draw\n";
        assert_eq!(
            helps_about(text),
            [
                "write `end for p in Player when (some l in Line: l <= men[p]) => p wins`, with `family Line of C = lines(C, 4)`"
            ]
        );
    }

    #[test]
    fn an_ending_has_a_condition_and_an_outcome() {
        assert_eq!(
            helps("when hands are empty the player with the higher score wins\nstuck => draw"),
            ["write the condition and the outcome, `end when hand[me] > 0 => Ann wins` for one"]
        );
        assert_eq!(helps("stuck => me loses\nend when n = 9 => draw"), [""; 0]);
    }
}
