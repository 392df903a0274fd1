//! Item keywords that a text declares as names: `state { board[Cell]: Player or none }`.
//!
//! Such a word would begin an item wherever it stands. So its declaration and all its uses are told
//! in one report, and the rest of the text is read with another name in their place.

use super::codes;
use super::items::{rule_of, uses};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;

/// The most uses that a report marks.
const MOST_MARKED: usize = 4;

/// The most tokens that an index has.
const LONGEST_INDEX: usize = 32;

/// A report for each keyword that is declared as a name.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let mut declared: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for at in 0..view.tokens.len() {
        super::item_walk::pass(view, at, &mut open);
        let is_keyword = view.tokens[at].kind == Kind::Word && rule_of(view.word(at)).is_some();
        let known = declared.iter().any(|each| view.word(*each) == view.word(at));
        let declares = || {
            is_field(view, at, &open)
                || is_element(view, at, &open)
                || names_item(view, at)
                || is_bound(view, at)
        };
        if is_keyword && !known && declares() {
            declared.push(at);
        }
    }
    declared.into_iter().map(|at| report(view, at)).collect()
}

/// Whether a field is declared here: in the braces of `state`, with its type or its index behind.
fn is_field(view: &TokenView, at: usize, open: &[usize]) -> bool {
    let in_state = matches!(open, [brace] if *brace > 0 && view.word(*brace - 1) == "state");
    let begins = view.tokens[at].first || matches!(before(view, at), "{" | ",");
    let has_type = || match view.word(at + 1) {
        ":" => true,
        "[" => closing(view, at + 1).is_some_and(|close| view.word(close + 1) == ":"),
        _ => false,
    };
    in_state && begins && has_type()
}

/// Whether an element of an enum is declared here.
fn is_element(view: &TokenView, at: usize, open: &[usize]) -> bool {
    let in_enum = matches!(open, [brace] if *brace > 1 && view.word(*brace - 2) == "enum");
    in_enum && matches!(before(view, at), "{" | ",") && matches!(view.word(at + 1), "," | "}")
}

/// Whether the name of an item stands here, with a sign behind it that follows only a name.
fn names_item(view: &TokenView, at: usize) -> bool {
    let item = at.checked_sub(1).filter(|item| view.tokens[*item].first).map_or("", |item| view.word(item));
    let signs: &[&str] = match item {
        "param" => &[":", "["],
        "let" => &["=", ":", "["],
        "def" => &["=", "("],
        "move" | "followup" => &["(", "{", "when", "as"],
        "board" | "range" => &["="],
        "family" => &["of", "="],
        "enum" => &["{"],
        _ => &[],
    };
    !view.tokens[at].first && signs.contains(&view.word(at + 1))
}

/// Whether a parameter or the variable of a binder stands here: `(end in Cell)`, `for end in S`.
fn is_bound(view: &TokenView, at: usize) -> bool {
    let binds = matches!(before(view, at), "(" | "," | "for" | "some" | "every" | "no");
    binds && !view.tokens[at].first && matches!(view.word(at + 1), "in" | ":")
}

/// The report about a keyword that is declared at a token.
fn report(view: &TokenView, at: usize) -> Diagnostic {
    let word = view.word(at);
    let name = free_name(view, word);
    let uses = uses(view, at);
    let message = format!("`{word}` is a reserved word and cannot be a name");
    let wherever = if uses.is_empty() { "" } else { ", here and wherever it is used" };
    let report = Diagnostic::error(codes::RESERVED, message, view.span(at), "a reserved word")
        .help(format!("choose another name, `{name}` for one{wherever}"))
        .likely(view.span(at), name.clone());
    let marked = uses.iter().take(MOST_MARKED);
    let report = marked.fold(report, |report, each| report.because(view.span(*each), "and here"));
    uses.iter().fold(report, |report, each| report.likely(view.span(*each), name.clone()))
}

/// The word with a low line behind it, or with a number too where that is a name of the text.
fn free_name(view: &TokenView, word: &str) -> String {
    let taken = |name: &String| (0..view.tokens.len()).any(|at| view.word(at) == name);
    let names = (2..).map(|number| format!("{word}_{number}"));
    std::iter::once(format!("{word}_")).chain(names).find(|name| !taken(name)).unwrap_or_default()
}

fn before<'t>(view: &TokenView<'t>, at: usize) -> &'t str {
    at.checked_sub(1).map_or("", |before| view.word(before))
}

/// The bracket that closes the one at a token, which is that of an index.
fn closing(view: &TokenView, at: usize) -> Option<usize> {
    let mut open = Vec::new();
    (at..view.tokens.len()).take(LONGEST_INDEX).find(|each| {
        super::item_walk::pass(view, *each, &mut open);
        open.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Diagnostic;
    use crate::source::FileId;
    use crate::syntax::parse;

    fn reports(state: &str, rest: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{\n  {state}\n  last: Cell or none\n}}\n{rest}\nstuck => draw\n"
        );
        let helped = |report: Diagnostic| report.help.unwrap_or(report.message);
        parse(FileId::DEFINITION, &text).1.into_iter().map(helped).collect()
    }

    #[test]
    fn a_keyword_as_a_field_is_told_once_with_all_its_uses() {
        for word in
            ["board", "move", "end", "start", "range", "state", "players", "game", "graph", "show", "tree"]
        {
            let move_ = format!(
                "move put(c in Cell) when {word}[c] = none {{ {word}[c] = me  last = c }}\nend when every c in Cell: {word}[c] != none => draw"
            );
            let help = format!("choose another name, `{word}_` for one, here and wherever it is used");
            assert_eq!(reports(&format!("{word}[Cell]: Player or none"), &move_), [help], "{word}");
        }
    }

    #[test]
    fn a_keyword_as_a_parameter_or_as_the_name_of_an_item_is_told() {
        let help =
            |word: &str| [format!("choose another name, `{word}_` for one, here and wherever it is used")];
        assert_eq!(reports("n: 0..3", "move go(end in Cell) when end != last { last = end }"), help("end"));
        assert_eq!(reports("n: 0..3", "def state = n + 1\nmove go when state < 3 { n += 1 }"), help("state"));
        assert_eq!(
            reports("n: 0..3", "param range: 1..3 = 2\nmove go when n < range { n += 1 }"),
            help("range")
        );
        let alone = ["choose another name, `move_` for one".to_string()];
        assert_eq!(reports("n: 0..3", "move move(c in Cell) when c != last { last = c }"), alone);
    }

    #[test]
    fn keywords_as_elements_of_an_enum_are_told_all_at_once() {
        let rules = "enum Phase { start, end }\nmove go when phase = start { phase = end }";
        let help =
            |word: &str| format!("choose another name, `{word}_` for one, here and wherever it is used");
        assert_eq!(reports("phase: Phase = start", rules), [help("start"), help("end")]);
    }

    #[test]
    fn the_items_of_the_text_keep_their_keywords() {
        let start = "move put(c in Cell) when board[c] = none { board[c] = me }\nstart \"...\" \"...\" \"...\"\nend when last != none => draw";
        let help = "choose another name, `board_` for one, here and wherever it is used";
        assert_eq!(reports("board[Cell]: Player or none", start), [help]);
    }
}
