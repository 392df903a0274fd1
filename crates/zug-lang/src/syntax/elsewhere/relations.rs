//! Where something stands, in words: `c is adjacent to at[me]`, `c is occupied`,
//! `the board is full`.

use super::Mistake;
use super::is_word_for_empty;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::brackets::{Brackets, Head};
use crate::syntax::codes;
use crate::syntax::parse_error::TokenView;

/// Words that say of two cells that they are neighbours.
const NEIGHBOURS: [&[&str]; 26] = [
    &["adjacent", "to"],
    &["adjacent", "with"],
    &["next", "to"],
    &["near", "to"],
    &["close", "to"],
    &["connected", "to"],
    &["linked", "to"],
    &["neighbour", "of"],
    &["neighbor", "of"],
    &["a", "neighbour", "of"],
    &["a", "neighbor", "of"],
    &["neighbouring", "to"],
    &["neighbouring"],
    &["neighboring"],
    &["neighbours"],
    &["neighbors"],
    &["adjacent"],
    &["adj"],
    &["beside"],
    &["touches"],
    &["touching"],
    &["borders"],
    &["bordering"],
    &["adjoins"],
    &["adjoining"],
    &["near"],
];

/// Words that say of something that it is in a set.
const MEMBERS: [&[&str]; 7] = [
    &["inside"],
    &["in", "the", "set"],
    &["among"],
    &["one", "of"],
    &["part", "of"],
    &["a", "member", "of"],
    &["contained", "in"],
];

/// Searches the token `at`, behind an operand.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let last = at.checked_sub(1).filter(|last| place.ends_operand(*last))?;
    let is = usize::from(matches!(place.word(at), "is" | "are" | "stands" | "lies"));
    let not = usize::from(place.word(at + is) == "not");
    let from = at + is + not;
    related(place, last, at, from).or_else(|| occupied(place, last, at, from))
}

/// `c [is] [not] adjacent to d`, with the operand that ends with `last` and the relation at `from`.
fn related(place: &Place, last: usize, at: usize, from: usize) -> Option<Mistake> {
    let says = |words: &&&[&str]| (0..words.len()).all(|each| place.word(from + each) == words[each]);
    let near = NEIGHBOURS.iter().find(says);
    let members = || MEMBERS.iter().find(says).filter(|_| from > at);
    let words = near.or_else(members)?;
    let other = from + words.len();
    let end = place.operand_end(other);
    let own = matches!(place.word(from), "near" | "adjacent" | "adj") && words.len() == 1 && from == at;
    let named = place.declared_def(place.word(from)) || place.is_field(place.word(from));
    if named
        || own && place.word(from + 1) == "("
        || !(place.is_name(other) || place.kind(other).is_some())
        || end <= other
    {
        return None;
    }
    let sign = if place.word(from.wrapping_sub(1)) == "not" { "not in" } else { "in" };
    let (left, right) = (place.text(place.operand_start(last)..at), place.text(other..end));
    let right = match near {
        Some(_) => format!("near({right})"),
        None => right.to_string(),
    };
    let message = match near {
        Some(_) => "the neighbours of a cell are a set, `near(..)`",
        None => "that something is a member is written `in`",
    };
    let found = place.certain(at..end, message, format!("{sign} {right}")).at(place.span_of(&(at..other)));
    Some(found.help(format!("write `{left} {sign} {right}`")))
}

/// What a word says of a cell or of the board: whether stones stand there.
fn state_of(word: &str) -> Option<bool> {
    Some(match word {
        "occupied" | "taken" | "filled" | "full" | "used" | "covered" => true,
        word if is_word_for_empty(word) => false,
        _ => return None,
    })
}

/// `c is occupied`, `c is empty`, where `c` is a cell that was chosen.
fn occupied(place: &Place, last: usize, at: usize, from: usize) -> Option<Mistake> {
    let stands = state_of(place.word(from)).filter(|_| from > at && place.word(at) == "is")?;
    let name = place.word(last);
    let bound =
        (place.range.start..last).any(|each| place.word(each) == name && place.word(each + 1) == "in");
    let declared = place.declared_def(place.word(from));
    if !bound || place.operand_start(last) != last {
        return None;
    }
    let negated = place.word(from - 1) == "not";
    let (set, stands) = match declared {
        true => (place.word(from).to_string(), true),
        false => (stones(place)?, stands),
    };
    let sign = if stands == negated { "not in" } else { "in" };
    let text = format!("{sign} {set}");
    let message = "where stones stand is a set: whether a cell is one of it is asked by `in`";
    let found = place.likely(at..from + 1, message, &text);
    Some(found.help(format!("write `{name} {text}`")))
}

/// The set of all cells with something on them: a `def` of it, or the fields that are sets of
/// cells.
fn stones(place: &Place) -> Option<String> {
    let view = place.view;
    let word = |at: usize| view.word(at);
    let (first, second) = place.players();
    let board = place.board();
    let mut parts: Vec<String> = Vec::new();
    for at in 1..view.tokens.len() {
        let of_board =
            word(at) == ":" && word(at + 1) == "set" && word(at + 2) == "of" && word(at + 3) == board;
        match of_board {
            true if word(at - 1) == "]" && word(at - 2) == "Player" && at > 3 => {
                parts.extend([first, second].map(|player| format!("{}[{player}]", word(at - 4))));
            }
            true if word(at - 1) != "]" => parts.push(word(at - 1).to_string()),
            _ => {}
        }
    }
    let text = parts.join(" + ");
    let same = |at: &usize| {
        let plain = word(*at) == "def" && word(at + 2) == "=";
        let body = (at + 3..view.tokens.len()).take_while(|each| !view.tokens[*each].first);
        plain && body.map(word).collect::<String>() == text.replace(' ', "")
    };
    let def = (0..view.tokens.len()).find(same).map(|at| word(at + 1).to_string());
    def.or(Some(text).filter(|text| !text.is_empty()))
}

/// `end when the board is full`, `no empty cells`, `all cells are taken`: `board` begins an item
/// elsewhere, so that this is told before items are cut.
pub(in crate::syntax) fn full_board(view: &TokenView, brackets: &Brackets) -> Vec<Diagnostic> {
    let place = Place::new(view, brackets, Head::Unknown, 0..view.tokens.len(), false);
    let board = place.board();
    let mut found = Vec::new();
    for at in 1..view.tokens.len() {
        let begins =
            matches!(view.word(at - 1), "when" | "and" | "or" | "if" | "not" | "(") && !view.tokens[at].first;
        if let Some((end, full)) = begins.then(|| speaks_of_board(&place, board, at)).flatten() {
            found.extend(as_sets(&place, at, end, full));
        }
    }
    found
}

/// The index behind `the board is full`, and whether all cells are taken; the board has this name.
fn speaks_of_board(place: &Place, board: &str, at: usize) -> Option<(usize, bool)> {
    let cell = |word: &str| {
        let plural = word.strip_suffix('s').unwrap_or(word);
        matches!(
            plural,
            "cell" | "square" | "field" | "space" | "spot" | "place" | "point" | "node" | "position"
        ) || plural.eq_ignore_ascii_case(board)
    };
    let word = |at: usize| place.word(at);
    let left = |end: usize| {
        if matches!(word(end), "left" | "remaining" | "remain" | "anymore") { end + 1 } else { end }
    };
    match word(at) {
        "no" if state_of(word(at + 1)) == Some(false) && cell(word(at + 2)) => Some((left(at + 3), true)),
        "no" if cell(word(at + 1)) && matches!(word(at + 2), "is" | "are") => {
            state_of(word(at + 3)).map(|taken| (at + 4, !taken))
        }
        "no" if cell(word(at + 1)) && left(at + 2) > at + 2 => Some((at + 3, true)),
        "every" | "all" | "each" if cell(word(at + 1)) || word(at + 1) == "the" && cell(word(at + 2)) => {
            let verb = if word(at + 1) == "the" { at + 3 } else { at + 2 };
            let state = verb + usize::from(matches!(word(verb), "is" | "are"));
            state_of(word(state)).map(|taken| (state + 1, taken))
        }
        _ => {
            let noun = at + usize::from(word(at) == "the");
            let known = matches!(word(noun), "board" | "grid") || word(noun) == board;
            let mut state = noun + 1;
            while matches!(word(state), "is" | "." | "has" | "all" | "completely" | "totally") {
                state += 1;
            }
            let taken =
                state_of(word(state)).filter(|_| known && (word(noun) != board || state > noun + 1))?;
            Some((state + 1, taken))
        }
    }
}

/// The report about words that say that all cells are taken, or none.
fn as_sets(place: &Place, at: usize, end: usize, full: bool) -> Option<Diagnostic> {
    let set = stones(place)?;
    let text = match full {
        true => format!("{set} = {}", place.board()),
        false => format!("{set} = {{}}"),
    };
    let negated = place.before(at) == "not" || place.word(end).starts_with(['(', '[']);
    let message = "whether the board is full is asked of the set of cells with something on them";
    let whole = place.span_of(&(at..end));
    let report = Diagnostic::error(codes::ELSEWHERE, message, whole, format!("write `{text}`"));
    (!negated).then(|| report.help(format!("write `{text}`")).likely(whole, text))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    const HEAD: &str = "game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\n\
                        state { at[Player]: Cell = [a1, c3], s[Player]: set of Cell, n: 0..9 }\n";

    /// What is told of a move with this guard.
    fn guard(guard: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}move m(c in Cell) when {guard} {{ s[me] += c }}\nstuck => draw\n"))
    }

    /// What is told of an ending with this condition.
    fn ending(condition: &str) -> Vec<String> {
        helps_about(&format!(
            "{HEAD}move m(c in Cell) {{ s[me] += c }}\nend when {condition} => draw\nstuck => draw\n"
        ))
    }

    #[test]
    fn neighbours_are_a_set() {
        for said in [
            "c adjacent to at[me]",
            "c is adjacent to at[me]",
            "c is next to at[me]",
            "c neighbours at[me]",
            "c is a neighbour of at[me]",
            "c touches at[me]",
            "c is near at[me]",
        ] {
            assert_eq!(guard(said), ["write `c in near(at[me])`"], "{said}");
        }
        for said in ["c not adjacent to at[me]", "c is not next to at[me]"] {
            assert_eq!(guard(said), ["write `c not in near(at[me])`"], "{said}");
        }
        assert_eq!(guard("c is inside s[me] and n < 3"), ["write `c in s[me]`"]);
        assert_eq!(guard("c in near(at[me]) and n < 3"), [""; 0]);
    }

    #[test]
    fn stones_are_a_set() {
        assert_eq!(guard("c is occupied"), ["write `c in s[A] + s[B]`"]);
        assert_eq!(guard("c is empty"), ["write `c not in s[A] + s[B]`"]);
        assert_eq!(guard("c is not taken"), ["write `c not in s[A] + s[B]`"]);
        assert_eq!(guard("s[me] is empty"), ["write `s[me] = {}`"]);
    }

    #[test]
    fn a_full_board_is_a_set() {
        for said in [
            "board is full",
            "the board is full",
            "board.full",
            "Cell is full",
            "no empty cells",
            "no empty cells left",
            "all cells are taken",
            "every cell is occupied",
            "no cell is empty",
        ] {
            assert_eq!(ending(said), ["write `s[A] + s[B] = Cell`"], "{said}");
        }
        assert_eq!(ending("n = 3 and the board is empty"), ["write `s[A] + s[B] = {}`"]);
        assert_eq!(ending("no c in Cell: c in s[A]"), [""; 0]);
    }
}
