//! The words of the language: item keywords, reserved words, and the words that can stand between
//! operands.

use super::grammar::Rule;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::near_names;

/// Every item keyword with the grammar rule for the text behind it.
pub(super) const ITEMS: [(&str, Rule); 22] = [
    ("game", Rule::game_item),
    ("players", Rule::players_item),
    ("param", Rule::param_item),
    ("enum", Rule::enum_item),
    ("range", Rule::range_item),
    ("board", Rule::board_item),
    ("graph", Rule::graph_item),
    ("family", Rule::family_item),
    ("let", Rule::let_item),
    ("def", Rule::def_item),
    ("state", Rule::state_item),
    ("move", Rule::move_item),
    ("followup", Rule::move_item),
    ("end", Rule::end_item),
    ("stuck", Rule::stuck_item),
    ("endless", Rule::endless_item),
    ("progress", Rule::progress_item),
    ("tree", Rule::tree_item),
    ("show", Rule::show_item),
    ("start", Rule::start_item),
    ("expect", Rule::expect_item),
    ("allow", Rule::allow_item),
];

/// Reserved words that are not item keywords, except `opponent`.
const OTHERS: [&str; 24] = [
    "and", "or", "not", "implies", "in", "if", "then", "else", "where", "when", "for", "var", "repeat",
    "again", "with", "as", "some", "every", "no", "none", "true", "false", "provided", "me",
];

/// Words of other languages with which a line says what a move requires.
pub(super) const REQUIRES: [&str; 7] =
    ["require", "requires", "assert", "check", "ensure", "precondition", "guard"];

/// Words with a meaning at certain places only; there they may begin a line without beginning an
/// item.
pub(crate) const AT_PLACE: [&str; 15] = [
    "to",
    "wins",
    "loses",
    "draw",
    "pass",
    "of",
    "value",
    "after",
    "best",
    "nimber",
    "perft",
    "positions",
    "slow",
    "within",
    "while",
];

/// The grammar rule for the text behind an item keyword; `None` for other words.
pub(super) fn rule_of(word: &str) -> Option<Rule> {
    ITEMS.iter().find(|(keyword, _)| *keyword == word).map(|(_, rule)| *rule)
}

/// The item keyword that a word probably misspells: equal but for case, or the nearest one.
pub(super) fn near_item(word: &str) -> Option<(&'static str, Rule)> {
    let lower = word.to_lowercase();
    if lower == "static" {
        return None; // It is no slip for `state`.
    }
    if let Some(item) = ITEMS.iter().find(|(keyword, _)| *keyword == lower) {
        return Some(*item);
    }
    let near = near_names(&lower, ITEMS.iter().map(|(keyword, _)| *keyword));
    ITEMS.iter().find(|(keyword, _)| near.first() == Some(keyword)).copied()
}

/// Whether a word is reserved, so that nothing can be named by it.
pub(super) fn is_reserved(word: &str) -> bool {
    word == "opponent" || OTHERS.contains(&word) || (word != "stuck" && rule_of(word).is_some())
}

/// Whether a word can begin an operand, and not only stand between or behind operands.
pub(super) fn begins_operand(word: &str) -> bool {
    let between = ["and", "or", "implies", "in", "then", "else", "where", "when", "with", "as", "provided"];
    !between.contains(&word) && !AT_PLACE.contains(&word)
}

/// Whether a word is an operator that an operand follows.
pub(super) fn is_operator(word: &str) -> bool {
    let signs = ["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&"];
    signs.contains(&word) || ["and", "or", "not", "in"].contains(&word)
}

/// Whether an operand can end with this token, so that only an operator or a new construct can
/// follow.
pub(super) fn ends_operand(view: &TokenView, at: usize) -> bool {
    let word = view.word(at);
    match view.tokens.get(at).map(|token| token.kind) {
        Some(Kind::Word) => {
            !is_reserved(word) || ["true", "false", "none", "me", "opponent", "again"].contains(&word)
        }
        Some(Kind::Number | Kind::Text | Kind::Unknown) => true,
        _ => matches!(word, ")" | "]" | "}"),
    }
}

/// Whether the `let` at a token begins an expression, `let x = V in E`, and neither an item nor a
/// statement: something lacks an operand before it. At the beginning of a line an `in` must also
/// follow before the next item, since the part before may be broken.
pub(super) fn is_let_expression(view: &TokenView, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).filter(|_| view.word(at) == "let") else { return false };
    let opens = !ends_operand(view, before) && !matches!(view.word(before), "{" | "}");
    let ends =
        |at: usize| view.word(at) != "let" && rule_of(view.word(at)).is_some() && view.tokens[at].first;
    let within_line = !view.tokens[at].first;
    opens && (within_line || (view.word(at + 2) == "=" && bound_by_in(view, at, ends)))
}

/// Whether an `in` outside of brackets follows a `let` before a token that ends the item.
fn bound_by_in(view: &TokenView, at: usize, ends: impl Fn(usize) -> bool) -> bool {
    let mut depth = 0i32;
    (at + 1..view.tokens.len()).take_while(|at| !ends(*at)).any(|at| {
        match view.word(at) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        depth <= 0 && view.word(at) == "in"
    })
}

/// The item keywords that a half-typed word may become.
pub(super) fn items_from(word: &str) -> Vec<&'static str> {
    let long = word.chars().count() >= 2;
    ITEMS.iter().map(|(keyword, _)| *keyword).filter(|keyword| long && keyword.starts_with(word)).collect()
}

/// The uses of a reserved word as the name that is declared at a token, without that token.
pub(super) fn uses(view: &TokenView, at: usize) -> Vec<usize> {
    let word = view.word(at);
    let is_word =
        |each: &usize| *each != at && view.word(*each) == word && view.tokens[*each].kind == Kind::Word;
    (0..view.tokens.len()).filter(is_word).filter(|each| is_use(view, *each)).collect()
}

/// Whether a reserved word is used as a name, and begins nothing.
fn is_use(view: &TokenView, at: usize) -> bool {
    let operators = [
        "=", "!=", "+=", "-=", "<", "<=", ">", ">=", "+", "-", "*", "/", "&", "..", "in", "and", "or", "not",
    ];
    let behind = view.word(at + 1);
    let stored_or_compared =
        operators.contains(&behind) || matches!(behind, "[" | "." | "=>" | ")" | "]" | ",");
    let before = at.checked_sub(1).map_or("", |before| view.word(before));
    let operand = operators.contains(&before)
        || matches!(
            before,
            "(" | "["
                | ","
                | ":"
                | "with"
                | "when"
                | "if"
                | "where"
                | "while"
                | "for"
                | "some"
                | "every"
                | "let"
        );
    stored_or_compared || operand && !view.tokens[at].first
}
