//! Items whose beginning is not that of an item here: `title ".."`, `Piece = { rook, bishop }`,
//! `board = grid(3, 3)`, `start [..]`, `stuck draw`.

use super::Mistake;
use super::place::Place;
use crate::built_ins::board;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::one_edit::UNREAD;
use crate::syntax::scan::Kind;
use crate::syntax::unfinished;
use std::ops::Range;

/// Searches the token `at`. It may be the first of the text.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    title(place, at)
        .or_else(|| nothing_behind(place, at))
        .or_else(|| bare_followup(place, at))
        .or_else(|| enum_of(place, at))
        .or_else(|| nameless(place, at))
        .or_else(|| start_rows(place, at))
        .or_else(|| start_sign(place, at))
        .or_else(|| missing_arrow(place, at))
        .or_else(|| unbound_player(place, at))
}

/// `title "Noughts"` as the first line: the name of the game.
fn title(place: &Place, at: usize) -> Option<Mistake> {
    let begins = at == 0 && place.rule.is_none() && place.kind(at) == Some(Kind::Word);
    let named = begins && place.kind(at + 1) == Some(Kind::Text) && !place.first(at + 1);
    let tokens = 0..place.view.tokens.len();
    let other = tokens.into_iter().any(|each| place.view.word(each) == "game" && place.first(each));
    (named && !other && place.line_end(at) == at + 2).then(|| {
        let message = format!("`{}` does not begin an item", place.word(at));
        let help = format!("write `game {}`", place.word(at + 1));
        place.certain(at..at + 1, message, "game").code(codes::UNKNOWN_ITEM).help(help)
    })
}

/// `Piece = { rook, bishop }`, `type Piece = rook | bishop`: elements with a name together.
fn enum_of(place: &Place, at: usize) -> Option<Mistake> {
    let begins = place.rule.is_none() && at == place.range.start;
    let word = begins && is_word_for_enum(place.word(at)) && place.is_name(at + 1);
    let name = if word { at + 1 } else { at };
    if !begins || !place.is_name(name) || place.word(name + 1) != "=" {
        return None;
    }
    let end = place.line_end(name);
    let (elements, braced) = elements(place, name + 2..end)?;
    // A capital letter alone is the set of the nodes of a graph.
    let used = word || braced && place.word(name).len() > 1 && is_type(place, place.word(name));
    used.then(|| {
        let text = format!("enum {} {{ {} }}", place.word(name), elements.join(", "));
        let message = format!("`{}` does not begin an item: an `enum` names its elements", place.word(at));
        place.likely(at..end, message, text).code(codes::UNKNOWN_ITEM).at(place.span(at))
    })
}

/// Whether a word begins a list of elements in other languages.
fn is_word_for_enum(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "type" | "domain" | "kind" | "sort" | "datatype" | "enumeration")
}

/// The names of `{ a, b }` or of `a | b`, and whether they stand in braces.
fn elements<'t>(place: &Place<'_, 't>, range: Range<usize>) -> Option<(Vec<&'t str>, bool)> {
    let braced = place.word(range.start) == "{";
    let inside = match braced {
        true => range.start + 1..place.partner(range.start).filter(|close| close + 1 == range.end)?,
        false => range,
    };
    let alternate = |each: usize| match (each - inside.start) % 2 {
        0 => place.is_name(each),
        _ => place.word(each) == if braced { "," } else { "|" },
    };
    let whole = inside.len() % 2 == 1 && inside.clone().all(alternate);
    let names = inside.clone().step_by(2).map(|each| place.word(each));
    (whole && inside.len() > 1).then(|| (names.collect(), braced))
}

/// Whether a name is used as a type: `k: Piece`, `set of Piece`.
fn is_type(place: &Place, name: &str) -> bool {
    let view = place.view;
    (1..view.tokens.len()).any(|at| view.word(at) == name && matches!(view.word(at - 1), ":" | "of"))
}

/// `board = grid(3, 3)`, `enum { a, b }`: the name is missing that is used below.
fn nameless(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let made = match place.rule {
        Some(Rule::board_item) => board(place.word(at + 1)).is_some(),
        Some(Rule::range_item) => place.find(at..place.range.end, &[".."]).is_some(),
        Some(Rule::enum_item | Rule::graph_item) => place.word(at) == "{",
        _ => false,
    };
    if !made || at != start + 1 || !matches!(place.word(at), "=" | "{") {
        return None;
    }
    let keyword = place.word(start);
    let other = match place.rule {
        Some(Rule::enum_item) => Some(place.unused(&["Kind", "Sort", "Kind_"])),
        Some(Rule::graph_item) => Some(place.unused(&["Point", "Place", "Point_"])),
        _ => None,
    };
    let name = undeclared_domain(place).or(other)?;
    let gap = place.span(start).after();
    let message = format!("this `{keyword}` has no name");
    let rest = place.text(at..place.range.end);
    let rest = if rest.contains(['\n', '\r']) { "{ .. }" } else { rest };
    let help = format!("write `{keyword} {name} {rest}`");
    let report = Diagnostic::error(codes::ELSEWHERE, message, gap, "write a name here").help(help);
    Some(Mistake { report: report.likely(gap, format!(" {name}")), covers: start..at + 1 })
}

/// The first name that is used as a domain and that nothing declares.
fn undeclared_domain<'a, 't: 'a>(place: &Place<'_, 't>) -> Option<&'a str> {
    let view = place.view;
    let named = |at: &usize| {
        let word = view.word(*at);
        matches!(view.word(at - 1), "of" | "in" | "[" | "show" | ":" | "each")
            && view.tokens[*at].kind == Kind::Word
            && word.starts_with(char::is_uppercase)
            && !place.is_domain(word)
            && ![place.players().0, place.players().1].contains(&word)
    };
    (1..view.tokens.len()).find(named).map(|at| view.word(at))
}

/// `board Cell =` with another item on the next line
fn nothing_behind(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.range.end;
    let kind = match place.rule {
        Some(Rule::board_item) => "grid(3, 3)",
        Some(Rule::range_item) => "1..9",
        _ => return None,
    };
    let breaks_off = at == place.range.start && place.word(end - 1) == "=" && at + 3 == end;
    breaks_off.then(|| {
        let gap = place.span(end - 1).after();
        let report = Diagnostic::error(codes::ELSEWHERE, "nothing stands behind `=` yet", gap, "what is it?");
        let report = report.help(format!("write `{} {kind}`, for one", place.text(at..end)));
        // The members of a range are not known: what speaks of them is not told.
        let read_on = if kind == "1..9" { format!(" {UNREAD}..{UNREAD}") } else { format!(" {kind}") };
        Mistake { report: report.recovery(gap, read_on), covers: at..end }
    })
}

/// `followup`, `followup { }`: its name is that of a move that `again with` asks for.
fn bare_followup(place: &Place, at: usize) -> Option<Mistake> {
    let begins = place.word(at) == "followup" && at == place.range.start;
    let alone = at + 1 == place.range.end;
    if !begins || !alone && !matches!(place.word(at + 1), "{" | "when" | "(") {
        return None;
    }
    let name = unfinished::asked_for(place.view)?;
    let gap = place.span(at).after();
    let (text, shown) = match alone {
        true => (format!(" {name} {{ }}"), format!("followup {name} {{ }}")),
        false => (format!(" {name}"), format!("followup {name} {{ .. }}")),
    };
    let report = Diagnostic::error(codes::ELSEWHERE, "this `followup` has no name", gap, "write a name here")
        .help(format!("write `{shown}`: `again with` asks for `{name}`"));
    Some(Mistake { report: report.likely(gap, text), covers: at..at + 1 })
}

/// `start ["R.B", "..."]`: the rows stand one behind the other.
fn start_rows(place: &Place, at: usize) -> Option<Mistake> {
    let from = place.range.start + 1;
    if place.rule != Some(Rule::start_item) || at != from || !matches!(place.word(at), "[" | "(" | "{") {
        return None;
    }
    let close = place.partner(at).filter(|close| close + 1 == place.range.end)?;
    let alternate = |each: usize| match (each - at) % 2 {
        1 => place.kind(each) == Some(Kind::Text),
        _ => place.word(each) == ",",
    };
    let rows: Vec<&str> = (at + 1..close).step_by(2).map(|each| place.word(each)).collect();
    ((at + 1..close).all(alternate) && !rows.is_empty()).then(|| {
        let rows = rows.join(" ");
        let message = "the rows of a picture stand one behind the other, without brackets and commas";
        place
            .certain(at..close + 1, message, &rows)
            .at(place.span(at))
            .label("not written so")
            .help(format!("write `start {rows}`"))
    })
}

/// `start = "R.B" ".."`: no sign stands behind `start`.
fn start_sign(place: &Place, at: usize) -> Option<Mistake> {
    let from = place.range.start + 1;
    let sign = place.rule == Some(Rule::start_item)
        && at == from
        && matches!(place.word(at), "=" | ":" | ":=")
        && place.kind(at + 1) == Some(Kind::Text);
    sign.then(|| {
        let rows = place.text(at + 1..place.range.end);
        let shown = if rows.contains('\n') { ".." } else { rows };
        let message = format!("no `{}` stands between `start` and its rows", place.word(at));
        place.certain(at..at + 1, message, "").help(format!("write `start {shown}`"))
    })
}

/// `end for p when C`: from whom the player is chosen.
fn unbound_player(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let bare = place.rule == Some(Rule::end_item)
        && at == start + 2
        && place.before(at) == "for"
        && place.is_name(at)
        && place.word(at + 1) == "when";
    bare.then(|| {
        let gap = place.span(at).after();
        let name = place.word(at);
        let message = format!("`for {name}` does not say from which set");
        let report = Diagnostic::error(codes::UNEXPECTED, message, place.span(at), "from which set?")
            .help(format!("write `end for {name} in Player when ..`"))
            .likely(gap, " in Player");
        Mistake { report, covers: at..at + 1 }
    })
}

/// `stuck draw`: the arrow is missing.
fn missing_arrow(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let rule = matches!(place.rule, Some(Rule::stuck_item | Rule::endless_item));
    let outcome = start + 1..place.range.end;
    if !rule || at != start || !is_outcome(place, outcome.clone()) {
        return None;
    }
    let help = format!("write `{} => {}`", place.word(start), place.text(outcome.clone()));
    let message = "`=>` is missing before the outcome";
    let report = Diagnostic::error(codes::ELSEWHERE, message, place.span(start + 1), "write `=>` before it");
    Some(Mistake {
        report: report.help(help).fix(place.span(start).after(), " =>"),
        covers: start..outcome.end,
    })
}

/// Whether some tokens are a whole outcome.
fn is_outcome(place: &Place, range: Range<usize>) -> bool {
    let last = place.word(range.end.saturating_sub(1));
    if place.find(range.clone(), &["=>", "->", ":", "="]).is_some() {
        return false;
    }
    match range.len() {
        0 => false,
        1 => matches!(last, "draw" | "pass"),
        2 => matches!(last, "wins" | "loses"),
        _ => place.word(range.end - 2) == "to" && !place.first(range.start),
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    const HEAD: &str = "game \"G\"\nplayers Ann, Bob\n";

    #[test]
    fn items_begin_with_their_keyword_and_name() {
        let rest = "state { at: Kind or none, n: 0..9 }\nmove m { n += 1 }\nstuck => draw\n";
        let about = |line: &str| helps_about(&format!("{HEAD}{line}\n{rest}"));
        assert_eq!(about("Kind = { man, king }"), ["write `enum Kind { man, king }`"]);
        assert_eq!(about("type Kind = man | king"), ["write `enum Kind { man, king }`"]);
        let titled = format!("title \"G\"\nplayers Ann, Bob\nenum Kind {{ man }}\n{rest}");
        assert_eq!(helps_about(&titled), ["write `game \"G\"`"]);
        let beside = helps_about(&format!("import \"common\"\n{HEAD}enum Kind {{ man }}\n{rest}"));
        assert!(beside.iter().all(|help| !help.contains("`game")), "{beside:?}");
        let nameless =
            "board = grid(2, 2)\nstate { s: set of Cell }\nmove m(c in Cell) { s += c }\nstuck => draw\n";
        assert_eq!(helps_about(&format!("{HEAD}{nameless}")), ["write `board Cell = grid(2, 2)`"]);
        assert_eq!(about("enum { man, king }"), ["write `enum Kind { man, king }`"]);
        assert_eq!(about("enum Kind { man }\nenum { red, blue }"), ["write `enum Sort { red, blue }`"]);
        assert_eq!(about("graph {\n  a-b,\n  b-c\n}"), ["write `graph Kind { .. }`"]);
        assert_eq!(about("enum Kind { man }\ngraph { a-b }"), ["write `graph Point { a-b }`"]);
        assert_eq!(about("enum Kind { man }\nrange Rank = 1, 2, 3"), ["write `range Rank = 1..3`"]);
        assert_eq!(about("enum Kind { man }\nrange Rank 3"), ["write `range Rank = 1..3`"]);
        assert_eq!(about("enum Kind { man }\nprogress = n + 1"), ["write `progress n + 1`"]);
    }

    #[test]
    fn a_followup_without_its_name_has_the_one_that_is_asked_for() {
        let about = |followup: &str| {
            helps_about(&format!(
                "{HEAD}state {{ n: 0..9 }}\nmove m {{ n += 1 again with m or halt }}\n{followup}\nend when n = 9 => draw\nstuck => draw\n"
            ))
        };
        assert_eq!(about("followup"), ["write `followup halt { }`: `again with` asks for `halt`"]);
        let named = ["write `followup halt { .. }`: `again with` asks for `halt`"];
        assert_eq!(about("followup when n > 3 { n = 0 }"), named);
        assert_eq!(about("followup halt { }"), [""; 0]);
    }

    #[test]
    fn pictures_and_outcomes_have_their_signs_alone() {
        let about = |line: &str, stuck: &str| {
            helps_about(&format!(
                "{HEAD}board Cell = grid(2, 2)\nstate {{ s: set of Cell }}\n{line}\n\
                 show Cell {{ s: \"x\", else: \".\" }}\nmove m(c in Cell - s) {{ s += c }}\n{stuck}\n"
            ))
        };
        let written = ["write `start \"x.\" \"..\"`"];
        assert_eq!(about("start [\"x.\", \"..\"]", "stuck => draw"), written);
        assert_eq!(about("start = \"x.\" \"..\"", "stuck => draw"), written);
        let bare = about("end for p when s = {} => p wins", "stuck => draw");
        assert_eq!(bare, ["write `end for p in Player when ..`"]);
        assert_eq!(about("", "stuck draw"), ["write `stuck => draw`"]);
        assert_eq!(about("", "endless me loses\nstuck => draw"), ["write `endless => me loses`"]);
    }
}
