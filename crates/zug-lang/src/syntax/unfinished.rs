//! What probably goes on where a text breaks off, in the names of the author.

use super::items::rule_of;
use super::own_names::{OwnNames, players};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::source::Span;

/// The names of the moves and followups.
pub(super) fn moves<'t>(view: &TokenView<'t>) -> Vec<&'t str> {
    let declares = |at: &usize| {
        view.tokens[*at].first
            && matches!(view.word(*at), "move" | "followup")
            && view.tokens.get(at + 1).is_some_and(|name| name.kind == Kind::Word && !name.first)
    };
    (0..view.tokens.len()).filter(declares).map(|at| view.word(at + 1)).collect()
}

/// The first move that an `again with` asks for and that nothing declares.
pub(super) fn asked_for<'t>(view: &TokenView<'t>) -> Option<&'t str> {
    let declared = moves(view);
    let with = |again: usize| view.word(again) == "again" && view.word(again + 1) == "with";
    let asks = |at: &usize| {
        let begins = |each: &usize| view.tokens[*each].first || view.word(*each) == "again";
        matches!(view.word(at - 1), "with" | "or")
            && (0..*at).rev().find(begins).is_some_and(with)
            && view.tokens[*at].kind == Kind::Word
            && !declared.contains(&view.word(*at))
    };
    (1..view.tokens.len()).find(asks).map(|at| view.word(at))
}

/// The move that `again with` at `at` probably asks for: the one in which it stands, with the place
/// that the move leads to.
pub(super) fn again_with(view: &TokenView, at: usize) -> String {
    let begins = |each: &usize| view.tokens[*each].first && matches!(view.word(*each), "move" | "followup");
    let Some(start) = (0..at).rev().find(begins) else { return "NAME".to_string() };
    let name = view.word(start + 1);
    if view.word(start + 2) != "(" {
        return name.to_string();
    }
    let given = (start..at).rev().find(|each| view.word(*each) == "let").map(|each| view.word(each + 1));
    format!("{name}({})", given.unwrap_or(view.word(start + 3)))
}

/// What stands in a bracket in which nothing stands yet, with what is before it: the index of a
/// table, the place of a move.
pub(super) fn inside(view: &TokenView, open: usize) -> Option<String> {
    let before = open.checked_sub(1).filter(|at| view.tokens[*at].kind == Kind::Word)?;
    let name = view.word(before);
    let item = (0..open).rev().find(|at| view.tokens[*at].first && rule_of(view.word(*at)).is_some())?;
    match (view.word(open), view.word(before.checked_sub(1)?)) {
        ("(", "with" | "or") => {
            let again = (item..before).rev().find(|at| view.word(*at) == "again")?;
            (asked(view, again) == name).then(|| format!("again with {}", again_with(view, again)))
        }
        ("[", _) if view.word(item) == "state" => Some(format!("{name}[{}]", declared_index(view, name))),
        ("[", _) => OwnNames::of(view).index_of(name),
        _ => None,
    }
}

/// The name behind `again with` at `at`.
fn asked<'t>(view: &TokenView<'t>, at: usize) -> &'t str {
    view.word(at + 2)
}

/// By what a field is indexed, going by how it is used.
fn declared_index<'t>(view: &TokenView<'t>, name: &str) -> &'t str {
    let players = players(view);
    let by_player = |at: usize| {
        let index = view.word(at + 2);
        view.word(at) == name
            && view.word(at + 1) == "["
            && (matches!(index, "me" | "opponent") || players.contains(&index))
    };
    match (0..view.tokens.len()).any(by_player) {
        true => "Player",
        false => OwnNames::of(view).domain,
    }
}

/// What is missing between the last token of a line and the bracket that closes it: the second size
/// of a board, the text of `else`.
pub(super) fn before_closer(view: &TokenView, item: usize, open: usize, last: usize) -> Option<String> {
    match view.word(last) {
        "," => {
            let kind = open.checked_sub(1).and_then(|at| crate::built_ins::board(view.word(at)))?;
            let first = last - 1;
            let one = first == open + 1 && kind.takes == [2];
            one.then(|| format!(" {}", view.word(first)))
        }
        "else" if view.word(item) == "show" => Some(": \".\"".to_owned()),
        _ => None,
    }
}

/// What may still be taken from a whole domain behind a minus, with what is taken already:
/// `Cell - men[Ann] - men[Bob]`.
pub(super) fn taken_away(view: &TokenView, minus: usize) -> Option<String> {
    let word = |at: usize| view.word(at);
    let ours = |at: &usize| {
        view.tokens[*at].kind == Kind::Word && !super::items::is_reserved(word(*at))
            || matches!(word(*at), "-" | "[" | "]" | "me" | "opponent")
    };
    let from = (0..minus).rev().take_while(ours).last().filter(|_| word(minus) == "-")?;
    let domain = word(from);
    let begun = view.text.get(view.tokens[from].start..view.tokens[minus - 1].end)?;
    let taken: Vec<&str> = begun.split('-').map(str::trim).collect();
    let names = OwnNames::of(view);
    let mine = |entry: &str| {
        entry.split_once('[').is_some_and(|(name, _)| {
            ["me", "opponent"].iter().any(|who| taken.contains(&format!("{name}[{who}]").as_str()))
        })
    };
    let left: Vec<String> = names
        .over(domain, &players(view))
        .into_iter()
        .filter(|entry| !taken.contains(&entry.as_str()) && !mine(entry))
        .collect();
    (!left.is_empty()).then(|| format!("{begun} - {}", left.join(" - ")))
}

/// The outcome of an `end` rule whose line ends before its arrow.
pub(super) fn outcome(view: &TokenView, item: usize, end: usize) -> String {
    let words = |at: usize| view.word(at);
    if words(item) != "end" || (item..end).any(|at| matches!(words(at), "=>" | "->")) {
        return String::new();
    }
    let bound = words(item + 1) == "for" && words(item + 3) == "in" && words(item + 4) == "Player";
    format!(" => {} wins", if bound { words(item + 2) } else { "me" })
}

/// Where a block ends whose brace is never closed, going by the indentation of its lines, with what
/// is put in there and the help that says so.
pub(super) fn block_end(view: &TokenView, open: usize) -> (Span, String, String) {
    let line_start = (0..=open).rev().find(|at| view.tokens[*at].first).unwrap_or(open);
    let base = indent(view, line_start);
    let next = (open + 1..view.tokens.len())
        .find(|at| view.tokens[*at].first && indent(view, *at).len() <= base.len())
        .unwrap_or(view.tokens.len());
    let last = next - 1;
    let from = (0..=last).rev().find(|at| view.tokens[*at].first).unwrap_or(last);
    let line = view.text.get(view.tokens[from].start..view.tokens[last].end).unwrap_or("..");
    let at = view.span(last).after();
    match from == line_start {
        true => (at, " }".to_owned(), format!("add `}}` where it ends: write `{line} }}`")),
        false => {
            let help = format!("add `}}` where it ends, on a line of its own behind `{line}`");
            (at, format!("\n{base}}}"), help)
        }
    }
}

/// The blanks before the first token of a line.
fn indent<'t>(view: &TokenView<'t>, at: usize) -> &'t str {
    let before = &view.text[..view.tokens[at].start];
    &before[before.rfind(['\n', '\r']).map_or(0, |end| end + 1)..]
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    fn last(lines: &str) -> String {
        helps(lines).pop().unwrap_or_default()
    }

    #[test]
    fn brackets_without_anything_in_them_are_filled() {
        assert_eq!(last("move m(c in C) { men[ }"), "add `]` where it ends: write `men[me]`");
        let again = "move m(c in C) {\n  s += c\n  again with m(\n}";
        assert!(last(again).starts_with("add `)` where it ends: write `again with m(c)`"), "{}", last(again));
    }

    #[test]
    fn what_a_line_lacks_at_its_end_is_written() {
        let end = "move m(c in C) { s += c }\nend for p in Player when count(men[p]";
        assert_eq!(
            last(end),
            "add `)` where it ends: write `end for p in Player when count(men[p]) => p wins`"
        );
        let show = "move m(c in C) { s += c }\nshow C { s: \"x\", else";
        assert_eq!(last(show), "add `}` where it ends: write `show C { s: \"x\", else: \".\" }`");
    }

    #[test]
    fn what_is_not_yet_taken_away_is_offered() {
        let begun = "move m(c in C) { s += c }\ndef free = C - s -";
        assert!(last(begun).starts_with("write `C - s - at - men[Ann] - men[Bob]`"), "{}", last(begun));
        let mine = "move m(c in C) { s += c }\ndef free = C - s - at - men[Ann] -\nend when n = 1 => draw";
        assert_eq!(last(mine), "write `C - s - at - men[Ann] - men[Bob]`, or delete `-`");
        let all = "move m(c in C) { s += c }\ndef free = C - s - at - men[me] -\nend when n = 1 => draw";
        assert!(last(all).contains("what belongs behind"), "{}", last(all));
    }

    #[test]
    fn a_block_ends_where_its_lines_say() {
        let body = "move m(c in C) {\n  if n > 0 {\n    n -= 1\n  s += c\n}";
        assert!(
            last(body).starts_with("add `}` where it ends, on a line of its own behind `n -= 1`"),
            "{}",
            last(body)
        );
    }
}
