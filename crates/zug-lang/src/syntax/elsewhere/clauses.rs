//! The clauses of moves and rules in another order or number than here, and names of two words.

use super::Mistake;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    second_when(place, at)
        .or_else(|| notation_behind(place, at))
        .or_else(|| provided_before(place, at))
        .or_else(|| bare_notation(place, at))
        .or_else(|| colon_body(place, at))
        .or_else(|| call_of_if(place, at))
        .or_else(|| numbered_player(place, at))
        .or_else(|| name_in_pieces(place, at))
}

/// `when A when B`
fn second_when(place: &Place, at: usize) -> Option<Mistake> {
    let rule = matches!(place.rule, Some(Rule::move_item | Rule::end_item));
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let first = place.find(place.range.start..at, &["when"])?;
    let arrow = place.find(first..at, &["=>", "->"]).is_some();
    let follows = place.word(at) == "when" && at < limit && !arrow && place.ends_operand(at - 1);
    (rule && follows).then(|| {
        let more = place.text(at + 1..place.clause_end(at + 1));
        let message = "all conditions stand behind one `when`, joined by `and`";
        place.certain(at..at + 1, message, "and").help(format!("write `and {more}`"))
    })
}

/// `move m(c in S) provided C { .. }`. Whoever knows the word may mean what it asks, or `when`.
fn provided_before(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = place.body.filter(|_| place.rule == Some(Rule::move_item))?;
    let apart = place.find(place.range.start..open, &["provided"]) == Some(at) && at + 1 < open;
    let later = place.find(close..place.range.end, &["provided"]).is_some();
    (apart && !later).then(|| {
        let end = place.find(at..open, &["as"]).unwrap_or(open);
        let condition = place.text(at + 1..end);
        let message = "`provided` stands behind the body, and is asked of the position that the move makes";
        let here = place.span_of(&(at..end));
        let report = Diagnostic::error(codes::CLAUSE_ORDER, message, place.span(at), "out of order")
            .help(format!(
                "write `provided {condition}` behind the `}}`, or `when {condition}` here if it must hold before the move"
            ))
            .likely(here, "")
            .likely(place.span(close).after(), format!("\nprovided {condition}"));
        Mistake { report, covers: at..close + 1 }
    })
}

/// `move m(c in S) { .. } as "{c}"`
fn notation_behind(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = place.body.filter(|_| place.rule == Some(Rule::move_item))?;
    let behind = at == close + 1 && place.word(at) == "as" && place.kind(at + 1) == Some(Kind::Text);
    let earlier = place.find(place.range.start..open, &["as"]).is_some();
    (behind && !earlier).then(|| {
        let notation = place.text(at..at + 2);
        let body = place.text(open..close + 1);
        let shown = if body.contains('\n') { "{" } else { body };
        let message = "how a move is written stands before its body";
        let here = place.span_of(&(at..at + 2));
        let report = Diagnostic::error(codes::CLAUSE_ORDER, message, here, "out of order")
            .help(format!("write `{notation} {shown}`"))
            .fix(place.span(open - 1).after(), format!(" {notation}"))
            .fix(here, "");
        Mistake { report, covers: open..at + 2 }
    })
}

/// `as c`, `as place c`: a notation is a text, in which the parameters stand in braces.
fn bare_notation(place: &Place, at: usize) -> Option<Mistake> {
    let (open, _) = place.body.filter(|(open, _)| *open > at + 1)?;
    if let Some(found) = glued_notation(place, at, open) {
        return Some(found);
    }
    let before_body = place.rule == Some(Rule::move_item) && place.word(at) == "as" && place.is_name(at + 1);
    let words = (at + 1..open).all(|each| place.kind(each) == Some(Kind::Word) && !place.first(each));
    if !before_body || !words {
        return None;
    }
    let is_parameter = |word: &str| {
        (place.range.start..at).any(|each| place.word(each) == word && place.word(each + 1) == "in")
    };
    let shown = (at + 1..open).map(|each| match place.word(each) {
        word if is_parameter(word) => format!("{{{word}}}"),
        word => word.to_string(),
    });
    let text = format!("\"{}\"", shown.collect::<Vec<_>>().join(" "));
    let message = "how a move is written is a text, in which the parameters stand in braces";
    Some(place.likely(at + 1..open, message, &text).help(format!("write `as {text}`")))
}

/// `as "put " + c`: the value stands in braces in the text.
fn glued_notation(place: &Place, at: usize, open: usize) -> Option<Mistake> {
    let glued = place.word(at) == "as" && place.find(at..open, &["+"]).is_some();
    let known = |each: usize| {
        matches!(place.kind(each), Some(Kind::Text | Kind::Word))
            || matches!(place.word(each), "+" | "." | "[" | "]")
    };
    if !glued || !(at + 1..open).all(known) {
        return None;
    }
    let mut text = String::new();
    let mut from = at + 1;
    while from < open {
        let end = place.find(from..open, &["+"]).unwrap_or(open);
        match place.kind(from) {
            Some(Kind::Text) => text.push_str(place.text(from..end).trim_matches('"')),
            _ => text.push_str(&format!("{{{}}}", place.text(from..end))),
        }
        from = end + 1;
    }
    let message = "how a move is written is one text, in which values stand in braces";
    Some(place.likely(at + 1..open, message, format!("\"{text}\"")).help(format!("write `as \"{text}\"`")))
}

/// `move m(c in S): s += c`: the body stands in braces.
fn colon_body(place: &Place, at: usize) -> Option<Mistake> {
    let sign =
        matches!(place.word(at), ":" | "do" | "=>" | "->" | "then") && place.ends_operand(at.wrapping_sub(1));
    let moves =
        place.rule == Some(Rule::move_item) && place.find(place.range.start..at, &["{", ":"]).is_none();
    let end = place.range.end;
    let target = at + 1;
    let stores = place.is_name(target) && matches!(place.word(place.operand_end(target)), "=" | "+=" | "-=");
    let braces = (target..end).any(|each| place.word(each) == "{" && place.word(each - 1) != "=");
    if !sign || !moves || !stores || braces || place.first(target) || place.binds(place.range.start..at) {
        return None;
    }
    let body = place.text(target..end);
    let shown = body.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = "the body of a move stands in braces";
    let mistake = place.certain(at..end, message, format!(" {{ {body} }}")).at(place.span(at));
    Some(mistake.label("write `{` here, and `}` at the end").help(format!("write `{{ {shown} }}`")))
}

/// `IF(C, a, b)`, `if(C, a, b)`
fn call_of_if(place: &Place, at: usize) -> Option<Mistake> {
    let named = matches!(place.word(at), "IF" | "If" | "if" | "iif" | "IIF" | "ite" | "cond");
    let open = at + 1;
    let close = place.partner(open).filter(|_| named && place.word(open) == "(")?;
    let first = place.find(open + 1..close, &[",", ";"])?;
    let second = place.find(first + 1..close, &[",", ";"])?;
    let whole = place.find(second + 1..close, &[",", ";"]).is_none() && second + 1 < close;
    whole.then(|| {
        let (condition, yes, no) =
            (place.text(open + 1..first), place.text(first + 1..second), place.text(second + 1..close));
        let text = format!("if {condition} then {yes} else {no}");
        place
            .certain(at..close + 1, "a choice is written `if .. then .. else ..`", text)
            .at(place.span(at))
            .label("no function")
    })
}

/// `player 1 wins`
fn numbered_player(place: &Place, at: usize) -> Option<Mistake> {
    let named = matches!(place.word(at), "player" | "Player") && !place.beside(at);
    let players = place.players();
    let meant = match place.word(at + 1) {
        "1" => players.0,
        "2" => players.1,
        _ => return None,
    };
    // Names that are not written as they should be are told first.
    let declared = (0..place.view.tokens.len()).any(|token| place.view.word(token) == meant);
    (named && declared && place.rule != Some(Rule::players_item)).then(|| {
        let said = place.text(at..at + 2);
        let outcome = place.word(at + 2);
        let shown = match outcome {
            "wins" | "loses" => format!("{meant} {outcome}"),
            _ => meant.to_string(),
        };
        place
            .certain(at..at + 2, format!("`{said}` is called `{meant}`"), meant)
            .help(format!("write `{shown}`"))
    })
}

/// `in-vault: 0..9`, `stones left: 0..9`, `let max size = 5`: a declared name in pieces.
fn name_in_pieces(place: &Place, at: usize) -> Option<Mistake> {
    let hyphened = at + 2 < place.range.end
        && place.word(at + 1) == "-"
        && place.beside(at)
        && place.beside(at + 1)
        && place.kind(at) == Some(Kind::Word)
        && place.kind(at + 2) == Some(Kind::Word);
    let blank = place.is_name(at) && place.is_name(at + 1) && !place.first(at + 1);
    let numbered = place.rule == Some(Rule::players_item)
        && place.is_name(at)
        && place.kind(at + 1) == Some(Kind::Number)
        && !place.beside(at);
    let pieces = if hyphened { 3 } else { 2 };
    let is_type = || blank && (names_a_type(place.word(at)) || place.is_domain(place.word(at)));
    // Two tokens that changed places look alike; a name in two words is used in two words.
    let constant = matches!(
        place.rule,
        Some(Rule::param_item | Rule::let_item | Rule::def_item | Rule::board_item | Rule::range_item)
    );
    if blank && constant && place.repeated(at, 2).is_empty() {
        return None;
    }
    if !(hyphened || blank || numbered) || !declares(place, at, at + pieces) || is_type() {
        return None;
    }
    let sign = if numbered { "" } else { "_" };
    let name = format!("{}{sign}{}", place.word(at), place.word(at + pieces - 1));
    let message = "a name is one word: it has no blanks and no signs but `_`";
    let mut mistake = place.certain(at..at + pieces, message, &name);
    for other in place.repeated(at, pieces) {
        mistake.report = mistake.report.fix(other, &name);
    }
    Some(mistake)
}

/// Whether a word before a name is its type, as in `int total`.
fn names_a_type(word: &str) -> bool {
    let general = matches!(word, "set" | "list" | "array" | "const" | "var" | "let" | "mut");
    general
        || super::typed::is_foreign_type(word)
        || matches!(super::type_word(word), Some("0..9" | "bool" | "enum"))
}

/// Whether a name is declared by the tokens from `at` up to `behind`.
fn declares(place: &Place, at: usize, behind: usize) -> bool {
    let next = place.word(behind);
    let before = place.before(at);
    match place.rule {
        Some(Rule::state_item) => {
            let begins = matches!(before, "{" | ",") || place.first(at) && place.ends_operand(at - 1);
            begins && matches!(next, ":" | "[")
        }
        Some(Rule::players_item) => {
            let begins = at == place.range.start + 1 || before == ",";
            let words = place.range.clone().filter(|each| place.kind(*each) == Some(Kind::Word)).count();
            let number = place.kind(behind - 1) == Some(Kind::Number);
            // `players A B` lacks its comma.
            let both = place.find(place.range.clone(), &[","]).is_some() && (number || words == 5);
            begins && both && (next == "," || behind == place.range.end)
        }
        Some(Rule::param_item) => at == place.range.start + 1 && matches!(next, ":" | "["),
        Some(Rule::let_item | Rule::def_item | Rule::board_item | Rule::range_item) => {
            at == place.range.start + 1 && matches!(next, "=" | "[" | "(") && !place.beside(behind - 1)
                || at == place.range.start + 1 && matches!(next, "=" | "[")
        }
        Some(Rule::move_item) => at == place.range.start + 1 && matches!(next, "(" | "when" | "{"),
        _ => false,
    }
}

impl Place<'_, '_> {
    /// The opposite of a condition, with the sign turned round where it is one comparison.
    pub(super) fn negated(&self, range: std::ops::Range<usize>) -> String {
        let signs =
            [("=", "!="), ("!=", "="), ("<", ">="), (">=", "<"), (">", "<="), ("<=", ">"), ("in", "not in")];
        let turned =
            |at: usize| signs.iter().find(|(sign, _)| *sign == self.word(at)).map(|(_, turned)| *turned);
        let mixed = ["and", "or", "implies", "not", "some", "every", "no", "if", "let", "&&", "||", ":"];
        let mut found = range.clone().filter(|at| turned(*at).is_some());
        let (first, second) = (found.next(), found.next());
        let plain = !range.clone().any(|at| mixed.contains(&self.word(at)));
        match first.filter(|_| second.is_none() && plain) {
            Some(at) => format!(
                "{} {} {}",
                self.text(range.start..at),
                turned(at).unwrap_or_default(),
                self.text(at + 1..range.end)
            ),
            None => match super::bare_calls::called(self, range.clone()) {
                Some(call) => format!("not {call}"),
                None => format!("not ({})", self.text(range)),
            },
        }
    }

    /// The other places of the text where these tokens stand one behind the other.
    fn repeated(&self, first: usize, length: usize) -> Vec<crate::source::Span> {
        let words: Vec<&str> = (first..first + length).map(|at| self.view.word(at)).collect();
        let last = self.view.tokens.len().saturating_sub(length - 1);
        let blank = |at: usize| self.view.tokens[at].end < self.view.tokens[at + 1].start;
        let blanks: Vec<bool> = (first..first + length - 1).map(blank).collect();
        let same = |at: &usize| {
            *at != first
                && (0..length).all(|offset| self.view.word(at + offset) == words[offset])
                && (0..length - 1).all(|offset| blank(at + offset) == blanks[offset])
        };
        (0..last).filter(same).map(|at| self.view.span_of(&(at..at + length))).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition in which these lines stand behind the first.
    fn helps(lines: &str) -> Vec<String> {
        let text = format!("game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\n{lines}\n");
        helps_about(&text)
    }

    #[test]
    fn clauses_have_one_place() {
        let twice = "state { s: set of C }\nmove m(c in C)\n  when c not in s\n  when c != a1\n{ s += c }";
        assert_eq!(helps(twice), ["write `and c != a1`"]);
        let behind = "state { s: set of C }\nmove m(c in C) when c not in s { s += c } as \"{c}\"";
        assert_eq!(helps(behind), ["write `as \"{c}\" { s += c }`"]);
        let before = "state { s: set of C }\nmove m(c in C)\n  provided count(s) < 3\n{ s += c }";
        let there = "write `provided count(s) < 3` behind the `}`, or `when count(s) < 3` here if it must hold before the move";
        assert_eq!(helps(before), [there]);
    }

    #[test]
    fn a_move_by_if_and_a_colon_has_its_guard_and_its_body() {
        let head = "state { n: 0..9 }\nmove m";
        let written = ["write `when n > 1 { n -= 2 }`"];
        assert_eq!(helps(&format!("{head} if n > 1: n -= 2")), written);
        assert_eq!(helps(&format!("{head} if n > 1 then n -= 2")), written);
        assert_eq!(
            helps(&format!("param k: 1..3 = 2\nboard R = ring(2 k)\n{head} {{ n += 1 }}")),
            ["write `2 * k`"]
        );
        assert_eq!(helps(&format!("{head}(x in 1..2 n) {{ n += 1 }}")), ["write `2 * n`"]);
    }

    #[test]
    fn a_command_is_a_move() {
        let head = "state { n: 0..9 = 9, k: 0..9 }\n";
        let tail = "\nend when n = 0 => draw";
        let one = helps(&format!("{head}[take] n > 0 -> (n' = n - 1);{tail}"));
        assert!(
            one.len() == 1 && one[0].starts_with("write `move take when n > 0 { n = n - 1 }`"),
            "{one:?}"
        );
        let two =
            helps(&format!("{head}[a] n > 0 & k < 2 -> (n'=n-1) & (k' = 2)\n[b] k > 0 -> (k' = 0){tail}"));
        let written = ["move a when n > 0 and k < 2 { n = n-1 k = 2 }", "move b when k > 0 { k = 0 }"];
        assert_eq!(two, written.map(|text| format!("write `{text}`")));
    }

    #[test]
    fn a_notation_without_quotes_is_taken_whole() {
        let head = "state { s: set of C }\nmove m(a in C, b in C) as";
        assert_eq!(helps(&format!("{head} {{a}}-{{b}} {{ s += a }}")), ["write `as \"{a}-{b}\"`"]);
        assert_eq!(helps(&format!("{head} {{a}} {{ s += a s -= b }}")), ["write `as \"{a}\"`"]);
    }

    #[test]
    fn choices_are_no_functions() {
        let found =
            helps("state { n: 0..3 }\nmove m { n += 1 }\nstuck => IF(n > 2, Ann wins, player 2 wins)");
        assert_eq!(found, ["write `if n > 2 then Ann wins else player 2 wins`", "write `Bob wins`"]);
    }

    #[test]
    fn names_are_one_word_each() {
        let hyphen = "state { in-hand: 0..3 = 3 }\nmove m when in-hand > 0 { in-hand -= 1 }";
        assert_eq!(helps(hyphen), ["write `in_hand`"]);
        let blank =
            "state { stones left: 0..3 = 3 }\nmove take one when stones left > 0 { stones left -= 1 }";
        assert_eq!(helps(blank), ["write `stones_left`", "write `take_one`"]);
        let helps = helps_about(
            "game \"G\"\nplayers Player 1, Player 2\nstate { n: 0..3 }\nmove m { n += 1 }\nstuck => Player 2 wins\n",
        );
        assert_eq!(helps, ["write `Player1`", "write `Player2`"]);
    }
}
