//! Facts of `expect`, and pictures, as other languages write them.

use super::place::Place;
use super::{Mistake, fact_words, pictures, plies};
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Searches the token `at` of an `expect` or a `show`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    match place.rule {
        Some(Rule::expect_item) => {
            let begins = starts_fact(place, at);
            (begins.then(|| conditions_behind(place, at)).flatten())
                .or_else(|| fact_words::search(place, at))
                .or_else(|| conditions(place, at))
                .or_else(|| begins.then(|| fact(place, at)).flatten())
        }
        Some(Rule::show_item) => pictures::search(place, at),
        _ => None,
    }
}

/// Whether a fact may begin here: behind `expect`, `slow`, the colon of conditions, or a comma.
fn starts_fact(place: &Place, at: usize) -> bool {
    let with = place.word(place.range.start + 1) == "with" || place.word(place.range.start + 2) == "with";
    let colon = place.find(place.range.start..at, &[":"]);
    let enclosed = (place.range.start..at).any(|each| {
        matches!(place.word(each), "[" | "(" | "{") && place.partner(each).is_none_or(|close| close >= at)
    });
    let number = place.is_number(at) && place.before(at) == ",";
    match place.before(at) {
        _ if enclosed || number => false,
        "expect" | "slow" | ":" => place.word(at) != "with" && place.word(at) != "after",
        "," | ";" => !with || colon.is_some(),
        _ => false,
    }
}

/// The index behind the fact that begins at `at`.
fn fact_end(place: &Place, at: usize) -> usize {
    let end = place.find(at..place.range.end, &[",", ";"]).unwrap_or(place.range.end);
    // A `;` is a blank to the parser, and stands between no tokens.
    let parted = |each: &usize| {
        let (before, here) = (&place.view.tokens[each - 1], &place.view.tokens[*each]);
        place.view.text[before.end..here.start].contains([';', '\n'])
    };
    (at + 1..end).find(parted).unwrap_or(end)
}

/// A fact as it is written elsewhere.
fn fact(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    match word.to_lowercase().as_str() {
        "best" | "bestmove" | "best_move" | "move" => best(place, at),
        "positions" | "position" | "states" | "nodes" | "count" | "reachable" | "positioncount" | "size" => {
            number(place, at, "positions", "the number of positions")
        }
        "nimber" | "grundy" | "grundy_number" | "grundy_value" | "sg" | "nim_value" | "nimvalue" => {
            number(place, at, "nimber", "the nimber")
        }
        "perft" | "moves" | "leaves" => perft(place, at),
        "value" | "result" | "outcome" | "winner" | "score" | "values" | "eval" | "game" => value(place, at),
        "answer" | "ans" | "first" | "solution" | "best_player" | "winning"
            if matches!(place.word(at + 1), "=" | "==" | ":" | "is") =>
        {
            let from = said_from(place, at);
            let name = place.word(from).trim_matches(['"', '\'']);
            let (first, second) = place.players();
            if name == first || name == second {
                let text = format!("value = {name} wins");
                return Some(place.certain(
                    at..fact_end(place, at),
                    format!("`{word}` is no kind of fact"),
                    text,
                ));
            }
            unknown_fact(place, at, fact_end(place, at))
        }
        "number" | "count_of" | "total" | "num" | "the" | "how" => words_before(place, at),
        _ => fact_words::claimed_true(place, at, fact_end(place, at))
            .or_else(|| set_before(place, at))
            .or_else(|| bare_outcome(place, at, at)),
    }
}

/// `value = A wins with n = 4`, `B wins after "1"`: what a fact depends on, behind it.
fn conditions_behind(place: &Place, at: usize) -> Option<Mistake> {
    let (start, end) = (place.range.start, place.range.end);
    let from = place.find(at + 1..end, &["with", "after"])?;
    let said = place.find(at..from, &["=", "==", "wins", "loses", "draw", "to"]).is_some();
    // Behind a colon stands a fact, so the conditions are before one.
    if !said || from + 1 >= end || place.find(start..end, &[":"]).is_some() {
        return None;
    }
    let text = format!("{}: {}", place.text(from..end), place.text(at..from));
    let message = "what a fact depends on stands before it";
    let found = place.likely(at..end, message, &text).at(place.span_of(&(from..end)));
    Some(found.label("belongs before the fact").help(format!("write `expect {text}`")))
}

/// `number of positions = 8`: words before the name of a fact.
fn words_before(place: &Place, at: usize) -> Option<Mistake> {
    let end = fact_end(place, at);
    let name = place.find(at + 1..end, &["positions", "perft", "nimber", "value", "best"])?;
    let words = (at..name).all(|each| place.kind(each) == Some(crate::syntax::scan::Kind::Word));
    words.then(|| {
        let message = "a fact begins with its name";
        let help = format!("write `{}`", place.text(name..end));
        place.certain(at..name, message, "").help(help)
    })
}

/// The index of what is said behind `best`, `best =`, `best move:` ..
fn said_from(place: &Place, at: usize) -> usize {
    let mut from = at + 1;
    while matches!(place.word(from), "move" | "=" | "==" | ":" | ":=" | "is" | "are" | "of")
        || place.word(from) == "number"
    {
        from += 1;
    }
    from
}

/// `best = b2`, `best b2`, `best move = "b2"`
fn best(place: &Place, at: usize) -> Option<Mistake> {
    let from = said_from(place, at);
    let end = fact_end(place, from);
    if from >= end {
        return (from >= place.range.end)
            .then(|| no_value(place, at, "best = \"b2\"", "the move as it is printed", "= \"\""));
    }
    let message = "the best move is a text, as it is printed";
    if let Some(found) = several_best(place, at, from) {
        return Some(found);
    }
    if place.kind(from) != Some(Kind::Text)
        && let Some(quoted) = (from + 1..end).find(|each| place.kind(*each) == Some(Kind::Text))
    {
        let text = format!("best = {}", place.text(quoted..quoted + 1));
        return Some(place.likely(at..end, message, text));
    }
    let inside = place.text(from..end).trim_matches(['"', '\'', '‘', '’', '`']);
    let text = format!("best = \"{inside}\"");
    if place.text(at..end) == text {
        return None;
    }
    let sure = place.kind(from) == Some(Kind::Text) || from + 1 == end;
    let verb = matches!(place.word(from), "contains" | "includes" | "has" | "in" | "among" | "starts");
    let mistake = match verb && !sure {
        true => place.likely(at..end, message, format!("best = \"{}\"", place.text(from + 1..end))),
        false => place.certain(at..end, message, text),
    };
    let label = place.span_of(&(if sure { from } else { at }..end));
    Some(mistake.at(label).label("write the move in quotes"))
}

/// `best = "1", "2"`: all best moves stand in one text.
fn several_best(place: &Place, at: usize, from: usize) -> Option<Mistake> {
    let text_at = |each: usize| place.kind(each) == Some(Kind::Text);
    let mut end = from + 1;
    while place.word(end) == "," && text_at(end + 1) {
        end += 2;
    }
    let texts = (from..end).step_by(2).map(|each| place.word(each).trim_matches('"'));
    let text = format!("best = \"{}\"", texts.collect::<Vec<_>>().join(", "));
    let message = "several best moves are one text, with commas between them";
    let found = || place.certain(at..end, message, text).at(place.span_of(&(from..end)));
    (text_at(from) && end > from + 1).then(found)
}

/// A fact that breaks off.
fn no_value(place: &Place, at: usize, form: &str, what: &str, rest: &str) -> Mistake {
    let gap = place.span(place.range.end - 1).after();
    let report = Diagnostic::error(
        codes::ELSEWHERE,
        format!("`{}` says nothing yet", place.text(at..place.range.end)),
        gap,
        format!("{what} is missing here"),
    );
    Mistake {
        report: report.help(format!("write `{form}`")).recovery(gap, format!(" {rest}")),
        covers: at..place.range.end,
    }
}

/// `positions = 5,478`, `positions 5478`, `grundy = 3`
fn number(place: &Place, at: usize, name: &str, what: &str) -> Option<Mistake> {
    if let Some(found) = fact_words::bounded(place, at, name) {
        return Some(found);
    }
    let from = said_from(place, at);
    if from >= place.range.end {
        let form = if name == "positions" { "positions = 5478".to_string() } else { format!("{name} = 3") };
        return Some(no_value(place, at, &form, what, "= 1"));
    }
    let mut end = from;
    let mut digits = String::new();
    // Groups of three digits behind commas, points or blanks belong to one number.
    while place.is_number(end) && (end == from || place.word(end).len() == 3) {
        digits.push_str(&place.word(end).replace('_', ""));
        let group = matches!(place.word(end + 1), "," | "." | "'")
            && place.is_number(end + 2)
            && place.word(end + 2).len() == 3;
        end += if group { 2 } else { 1 };
        if !group {
            break;
        }
    }
    if digits.is_empty() {
        return None;
    }
    let text = format!("{name} = {digits}");
    if place.text(at..end) == text {
        return None;
    }
    let message = if place.text(from..end).contains([',', '.', '_', '\'']) {
        "a number is written without signs between its digits".to_string()
    } else {
        format!("{what} is said with `{name} = ..`")
    };
    Some(place.certain(at..end, message, text).at(place.span_of(&(at..end))))
}

/// `perft = 9, 72`, `perft = 9`, `perft(2) = 72`, `perft 2 = 72`
fn perft(place: &Place, at: usize) -> Option<Mistake> {
    let message = "the numbers of `perft` stand in square brackets, those after one ply first";
    let depth = match (place.word(at + 1), place.is_number(at + 1)) {
        ("(" | "[", _) if place.word(at + 3) != "," => Some((at + 2, place.past(at + 1))),
        (_, true) => Some((at + 1, at + 2)),
        _ => None,
    };
    if let Some((number, behind)) = depth {
        let plies: usize = place.word(number).parse().ok().filter(|plies| (1..=9).contains(plies))?;
        let from = said_from(place, behind - 1);
        let last = place.text(from..fact_end(place, from));
        let list = (1..plies).map(|_| "..").chain([last]).collect::<Vec<_>>().join(", ");
        let end = fact_end(place, from);
        let help = format!("write `perft = [{list}]`: the numbers after 1, 2, .. plies");
        return Some(match plies {
            1 => place.certain(at..end, message, format!("perft = [{last}]")),
            _ => place.reported(at..end, at..end, message, help, "perft = [1]"),
        });
    }
    let from = said_from(place, at);
    if from >= place.range.end {
        return Some(no_value(place, at, "perft = [9, 72]", "the numbers of moves", "= [1]"));
    }
    let (inner, end) = match place.word(from) {
        "[" if place.word(from - 1) == "=" => return None,
        "(" | "{" | "[" => {
            let close = place.partner(from)?;
            (from + 1..close, close + 1)
        }
        _ => {
            let mut end = from + 1;
            while place.word(end) == "," && place.is_number(end + 1) {
                end += 2;
            }
            (from..end, end)
        }
    };
    let text = format!("perft = [{}]", place.text(inner));
    Some(
        place
            .certain(at..end, message, text)
            .at(place.span_of(&(from..end)))
            .label("write `[` and `]` round the numbers"),
    )
}

/// `value = win`, `value: draw`, `winner = X`, `result = draw`
fn value(place: &Place, at: usize) -> Option<Mistake> {
    let from = said_from(place, at);
    let end = fact_end(place, from);
    let word = place.word(at);
    if from >= place.range.end {
        let (first, _) = place.players();
        return Some(no_value(place, at, &format!("value = {first} wins"), "an outcome", "= draw"));
    }
    let (first, second) = place.players();
    let said = place.text(from..end);
    if place.text(at..from) == "value ="
        && let Some(found) = plies::search(place, from, end)
    {
        return Some(found);
    }
    let inner = super::outcome_forms::outcome(place, from, end);
    let wrong_head = word != "value" || place.text(at..from) != "value =";
    if let Some(inner) = inner {
        let replacement = inner.report.fixes.first().map_or(String::new(), |fix| fix.text.clone());
        // Before play begins nobody is "me".
        let points = said.parse::<i64>().ok().filter(|points| *points != 0 && place.gives_points());
        let text = match said {
            _ if points.is_some_and(|points| points >= 0) => format!("{said} to {first}"),
            _ if points.is_some() => format!("{} to {second}", said.trim_start_matches('-')),
            "win" | "wins" | "1" | "+1" | "true" | "won" => format!("{first} wins"),
            "loss" | "lose" | "loses" | "-1" | "lost" => format!("{second} wins"),
            _ if word == "winner" && (said == first || said == second) => format!("{said} wins"),
            _ => replacement
                .replace("me loses", &format!("{second} wins"))
                .replace("me wins", &format!("{first} wins"))
                .replace("opponent wins", &format!("{second} wins")),
        };
        let rest = place.text(inner.covers.end..end);
        let text = format!("value = {text} {rest}");
        let expect = if at == place.range.start + 1 { "expect " } else { "" };
        let help = format!(
            "write `{expect}{}`; an outcome is `{first} wins`, `{second} wins`, `draw`, or points, `3 to {first}`",
            text.trim()
        );
        let message = format!("`{said}` is no outcome");
        let covers = at..end;
        return Some(
            place.likely(covers, message, text.trim().to_string()).at(place.span_of(&(from..end))).help(help),
        );
    }
    if wrong_head {
        let message =
            format!("what the game is worth is said with `value = ..`, not `{}`", place.text(at..from));
        return Some(place.certain(at..from, message, "value =").help(format!("write `value = {said}`")));
    }
    plies::search(place, from, end)
}

/// `n = 4: draw` without `with`.
fn set_before(place: &Place, at: usize) -> Option<Mistake> {
    let begins = at == place.range.start + 1 && matches!(place.word(at + 1), "=" | "[");
    let colon = place.find(at..place.range.end, &[":"])?;
    (begins && place.is_name(at)).then(|| {
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            "`with` is missing before what is set",
            place.span(at),
            "write `with` before it",
        );
        let gap = place.span(at - 1).after();
        let help = format!("write `expect with {} ..`", place.text(at..colon + 1));
        Mistake { report: report.help(help).fix(gap, " with"), covers: at..colon + 1 }
    })
}

/// `X win`, `tie`, `X wins in 5 moves`: an outcome alone.
fn bare_outcome(place: &Place, from: usize, at: usize) -> Option<Mistake> {
    let end = fact_end(place, from);
    if let Some(found) = plies::search(place, from, end) {
        return Some(found);
    }
    if (from..end).any(|at| matches!(place.word(at), "=" | ":")) {
        return unknown_fact(place, at, end);
    }
    if place.find(from..end, &["within"]).is_some_and(|at| at > from && place.word(at - 1) == "wins") {
        return None;
    }
    let (first, second) = place.players();
    let found = super::outcome_forms::outcome(place, from, end)?;
    let text = found
        .report
        .fixes
        .first()?
        .text
        .replace("me loses", &format!("{second} wins"))
        .replace("me wins", &format!("{first} wins"))
        .replace("opponent wins", &format!("{second} wins"));
    let covers = found.covers.clone();
    Some(place.likely(covers, found.report.message.clone(), text))
}

/// `bets = "b2"`: a fact of no kind.
fn unknown_fact(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let word = place.word(at);
    let near = crate::diagnostic::near_names(
        word,
        ["value", "positions", "perft", "nimber", "best", "slow", "with", "after"],
    );
    let kinds =
        "a fact is `value = A wins`, `positions = 5478`, `perft = [9, 72]`, `nimber = 3` or `best = \"b2\"`";
    let set = place.find(at + 1..place.range.end, &[":"]).is_some() && place.word(at + 1) != ":";
    let named = place.is_name(at) && matches!(place.word(at + 1), "=" | "==" | ":" | ":=") && !set;
    if !named {
        return None;
    }
    match near.as_slice() {
        [meant] => Some(
            place
                .certain(at..at + 1, format!("`{word}` is no kind of fact"), *meant)
                .help(format!("did you mean `{meant}`? {kinds}")),
        ),
        _ => Some(place.reported(at..end, at..at + 1, format!("`{word}` is no kind of fact"), kinds, "draw")),
    }
}

/// `with n = 4 draw`, `with n: 4: draw`, `with n = 4, draw`, `after a1: draw`, `if n = 4`
fn conditions(place: &Place, at: usize) -> Option<Mistake> {
    let begins = matches!(place.before(at), "expect" | "slow");
    let word = place.word(at);
    if begins && matches!(word, "if" | "when" | "where" | "for" | "given" | "set") {
        let help = format!("write `expect with {}`", place.text(at + 1..place.range.end));
        return Some(
            place
                .certain(
                    at..at + 1,
                    format!("what is set for a fact stands behind `with`, not `{word}`"),
                    "with",
                )
                .help(help),
        );
    }
    if let Some(found) = after_moves(place, at) {
        return Some(found);
    }
    if word == "after" && place.kind(at + 1) != Some(Kind::Text) && at + 1 < place.range.end {
        let colon = place.find(at..place.range.end, &[":"])?;
        let moves = place.text(at + 1..colon).trim_matches(['"', '\'', '[', ']']);
        return Some(place.certain(
            at + 1..colon,
            "the moves behind `after` are a text",
            format!("\"{moves}\""),
        ));
    }
    let head = |word: &str| [1, 2].into_iter().any(|nth| place.word(place.range.start + nth) == word);
    if !head("with") && !head("after") {
        return None;
    }
    let sets = matches!(place.before(at), "with" | ",") && place.is_name(at);
    let colon_before = place.find(place.range.start..at, &[":"]).is_some();
    if sets
        && !colon_before
        && matches!(place.word(at + 1), ":" | ":=" | "==" | "is" | "to")
        && place.find(at + 2..place.range.end, &[":"]).is_some()
    {
        let help = format!("write `{} = {}`", word, place.word(at + 2));
        return Some(place.certain(at + 1..at + 2, "what is set is written with `=`", " =").help(help));
    }
    // Within a bracket that is not closed a colon is not found, and stands there.
    let is_behind_colon = matches!(place.before(at), ":" | "::");
    if colon_before || is_behind_colon || place.find(at..place.range.end, &[":"]).is_some() {
        return None;
    }
    // No colon at all: it belongs before the first fact.
    let is_fact = |at: usize| {
        matches!(place.word(at), "value" | "positions" | "perft" | "nimber" | "best" | "draw" | "tie")
            || matches!(place.word(place.operand_end(at)), "wins" | "loses" | "to" | "win")
                && place.is_name(at)
    };
    let shortest = place.range.start + if head("with") { 4 } else { 3 };
    let is_fact = is_fact(at) && !(place.range.start + 3..at).any(is_fact);
    let comma = place.before(at) == ",";
    (is_fact && at >= shortest).then(|| {
        let covers = at - 1..at;
        let gap = if comma { place.span(at - 1) } else { place.span(at - 1).after() };
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            "between what is set and the fact stands `:`",
            gap,
            "write `:` here",
        );
        let head = place.text(place.range.start..if comma { at - 1 } else { at });
        let help = format!("write `{head}: {}`", place.text(at..place.range.end));
        Mistake { report: report.help(help).fix(gap, ":"), covers }
    })
}

/// `after "1", "2": draw`, `value after "1" = draw`: the moves that are played first are one text
/// before the fact.
fn after_moves(place: &Place, at: usize) -> Option<Mistake> {
    let (start, end) = (place.range.start, place.range.end);
    let is_text = |at: usize| place.kind(at) == Some(Kind::Text);
    if place.word(at) == "after" && is_text(at + 1) && place.word(at + 2) == "," && is_text(at + 3) {
        let rest = (at + 2..end).step_by(2).find(|each| place.word(*each) != "," || !is_text(each + 1))?;
        let moves: Vec<&str> =
            (at + 1..rest).step_by(2).map(|each| place.word(each).trim_matches('"')).collect();
        let text = format!("\"{}\"", moves.join(", "));
        let found = place.certain(at + 1..rest, "the moves behind `after` are one text", &text);
        return Some(found.help(format!("write `after {text}`")));
    }
    let after = place.find(at + 1..end, &["after"]).filter(|after| at == start + 1 && is_text(after + 1))?;
    if place.find(start..end, &[":", "with"]).is_some() || place.word(at) == "slow" {
        return None;
    }
    let (fact, rest) = (place.text(at..after), place.text(after + 2..end));
    let fact = format!("{fact} {rest}");
    let text = format!("after {}: {}", place.word(after + 1), fact.trim());
    let message = "the moves that are played first stand before the fact";
    let found = place.likely(at..end, message, &text).at(place.span_of(&(after..after + 2)));
    Some(found.label("belongs before the fact").help(format!("write `expect {text}`")))
}
