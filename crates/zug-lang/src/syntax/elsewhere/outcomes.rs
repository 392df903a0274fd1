//! Endings as other languages write them.

use super::outcome_forms::outcome;
use super::place::Place;
use super::{Mistake, endings};
use crate::diagnostic::{Diagnostic, near_names};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;

/// Searches the token `at` of an `end`, `stuck` or `endless`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let ends = matches!(place.rule, Some(Rule::end_item | Rule::stuck_item | Rule::endless_item));
    if !ends {
        return None;
    }
    endings::search(place, at)
        .or_else(|| turned(place, at))
        .or_else(|| head(place, at))
        .or_else(|| arrow(place, at))
        .or_else(|| {
            let later = place.find(at..place.range.end, &["=>", "⇒"]).is_some();
            let begins = matches!(place.before(at), "=>" | "⇒" | "→")
                || place.before(at) == "->" && !later
                || place.before(at) == "then" && place.find(place.range.start..at, &["=>", "->"]).is_some()
                || place.before(at) == "else" && place.find(place.range.start..at, &["=>", "->"]).is_some();
            begins.then(|| choice(place, at).or_else(|| outcome(place, at, place.range.end))).flatten()
        })
}

/// `end => draw when C`
fn turned(place: &Place, at: usize) -> Option<Mistake> {
    let first = at == place.range.start + 1 && matches!(place.word(at), "=>" | "->");
    let when = place.find(at..place.range.end, &["when", "if"])?;
    (first && place.rule == Some(Rule::end_item) && when > at + 1).then(|| {
        let (outcome, condition) = (place.text(at + 1..when), place.text(when + 1..place.range.end));
        let text = format!("when {condition} => {outcome}");
        place
            .certain(at..place.range.end, "in an `end` rule the condition stands first", &text)
            .at(place.span_of(&(at..when)))
            .label("belongs behind the condition")
            .help(format!("write `end {text}`"))
    })
}

/// `end if C then OUTCOME`
fn as_statement(place: &Place, range: std::ops::Range<usize>, condition: &str) -> Mistake {
    let outcome = place.text(range.end + 1..place.range.end);
    let outcome = outcome.lines().next().unwrap_or("").trim_end();
    let message = "a rule of ending is written `end when .. => ..`";
    let mut mistake = place
        .certain(range.start..range.start + 1, message, "when")
        .help(format!("write `end when {condition} => {outcome}`"));
    mistake.report = mistake.report.fix(place.span(range.end), "=>");
    Mistake { covers: range.start..range.end + 1, ..mistake }
}

/// What stands behind the arrow of a rule; `..` where nothing does, or much.
fn outcome_behind<'t>(place: &Place<'_, 't>, arrow: Option<usize>) -> &'t str {
    let text = arrow.map_or("", |arrow| place.text(arrow + 1..place.range.end));
    if text.is_empty() || text.len() > 60 || text.contains(['\n', '\r']) { ".." } else { text }
}

/// `end When C`, `end whens C`: a word like `when` with a condition behind it.
fn is_when_misspelt(place: &Place, at: usize) -> bool {
    let word = place.word(at).to_lowercase();
    let near = word == "when" || near_names(&word, ["when"]) == ["when"];
    let next = place.word(at + 1);
    let operand = place.is_name(at + 1) || matches!(next, "not" | "some" | "every" | "no" | "me" | "count");
    near && place.is_name(at) && operand
}

/// `end if C`, `end C =>`, `stuck when C =>`
fn head(place: &Place, at: usize) -> Option<Mistake> {
    if at != place.range.start + 1 {
        return None;
    }
    let word = place.word(at);
    let arrow = place.find_outside(at + 1..place.range.end, &["=>", "->", "⇒", "→", "then", ":"]);
    if place.rule == Some(Rule::end_item) {
        let condition = place.text(at..arrow.unwrap_or(at));
        if matches!(word, "if" | "where" | "on" | "game" | "whenever" | "once" | "unless" | "iff" | "with")
            && !place.is_stored(at)
        {
            let mut from = at + 1;
            if matches!(place.word(from), "when" | "if") {
                from += 1;
            }
            let rest = place.text(from..arrow.unwrap_or(from));
            if let Some(then) = arrow.filter(|then| place.word(*then) == "then" && word == "if") {
                return Some(as_statement(place, at..then, rest));
            }
            let text = if word == "unless" { format!("when not ({rest})") } else { "when".to_string() };
            let covers = if word == "unless" { at..arrow.unwrap_or(from) } else { at..from };
            let report = place.certain(
                covers,
                format!("the condition of an `end` rule stands behind `when`, not `{word}`"),
                text,
            );
            return Some(
                report
                    .at(place.span(at))
                    .label("write `when`")
                    .help(format!("write `end when {rest} => {}`", outcome_behind(place, arrow))),
            );
        }
        if word == "{" {
            let close = place.partner(at).unwrap_or(place.range.end);
            let inside = place.text(at + 1..close);
            return Some(
                place
                    .certain(at..(close + 1).min(place.range.end), "an `end` rule has no braces", inside)
                    .at(place.span(at))
                    .label("no braces here")
                    .help(format!("write `end {inside}`; several endings are several rules")),
            );
        }
        let begins =
            place.is_name(at) || matches!(word, "(" | "not" | "some" | "every" | "no" | "me" | "count");
        if is_when_misspelt(place, at) && arrow.is_some() {
            let message = format!("expected `when`, found `{word}`");
            return Some(place.certain(at..at + 1, message, "when").help("did you mean `when`?"));
        }
        if begins && arrow.is_some() {
            let help = format!("write `end when {condition} => ..`");
            let gap = place.span(at - 1).after();
            let report = Diagnostic::error(
                codes::ELSEWHERE,
                "`when` is missing before the condition",
                place.span(at),
                "write `when` before it",
            );
            return Some(Mistake { report: report.help(help).fix(gap, " when"), covers: at - 1..at });
        }
        return None;
    }
    let name = place.word(place.range.start);
    if matches!(word, "when" | "if" | "for") {
        let arrow = arrow?;
        let (condition, outcome) = (place.text(at + 1..arrow), place.text(arrow + 1..place.range.end));
        let message = format!("`{name}` has no condition: it holds whenever the player to move has no move");
        let message = if name == "endless" {
            "`endless` has no condition: it is what play without end is worth".to_string()
        } else {
            message
        };
        if word != "for"
            && let Some((other, rest)) = place.same_rule_behind(name)
        {
            let text = format!("=> if {condition} then {outcome} else {rest}");
            let found = place.likely(at..place.range.end, message, &text).label("no condition here");
            let report = found.report.likely(other, "").help(format!("write `{name} {text}`"));
            return Some(Mistake { report, ..found });
        }
        let help =
            format!("write `{name} => {outcome}`, or `{name} => if {condition} then {outcome} else ..`");
        return Some(place.likely(at..arrow, message, "").help(help).label("no condition here"));
    }
    None
}

impl Place<'_, '_> {
    /// The next item with this keyword and no condition, `stuck => OUTCOME`: where it stands, and
    /// its outcome.
    fn same_rule_behind(&self, keyword: &str) -> Option<(crate::source::Span, String)> {
        let view = self.view;
        let start = self.range.end;
        let last = || {
            let next = |at: &usize| {
                view.tokens[*at].first && crate::syntax::items::rule_of(view.word(*at)).is_some()
            };
            (start + 1..view.tokens.len()).find(next).unwrap_or(view.tokens.len())
        };
        let plain = view.word(start) == keyword && view.word(start + 1) == "=>";
        let end = plain.then(last).filter(|end| *end > start + 2)?;
        let text = view.text.get(view.tokens[start + 2].start..view.tokens[end - 1].end)?;
        (!text.contains("=>")).then(|| (view.span_of(&(start..end)), text.to_string()))
    }

    /// Whether a token is assigned to or called.
    fn is_stored(&self, at: usize) -> bool {
        matches!(self.word(at + 1), "=" | "(" | "[" | ".") && self.word(at) != "if"
    }
}

/// `end when C: draw`, `end when C then draw`, `end when C draw`, `stuck: draw`, `stuck draw`
fn arrow(place: &Place, at: usize) -> Option<Mistake> {
    let end_rule = place.rule == Some(Rule::end_item);
    if place.find(place.range.start..place.range.end, &["=>", "->", "⇒", "→"]).is_some() {
        return None;
    }
    let name = place.word(place.range.start);
    let sign = place.word(at);
    let first = at == place.range.start + 1;
    let when = place.find(place.range.start..at, &["when", "if"]);
    let behind_condition = end_rule && when.is_some_and(|when| at > when + 1);
    let wrong = matches!(sign, ":" | "then" | "=" | "," | ";" | "is" | "-" | ">" | "do" | "==>" | ":=")
        || sign == "==" && !end_rule;
    let outcome_follows = |at: usize| {
        matches!(place.word(at), "draw" | "pass" | "tie" | "win" | "lose" | "loss")
            || place.word(at) == "if" && chooses_outcomes(place, at)
            || matches!(place.word(place.operand_end(at)), "wins" | "loses" | "win" | "lose" | "won" | "lost")
    };
    let here = if end_rule {
        behind_condition
            && (sign != "=" || outcome_follows(at + 1))
            && (sign != "," || outcome_follows(at + 1))
    } else {
        first
    };
    if wrong && here && !(sign == ":" && inside_quantifier(place, when.unwrap_or(0), at)) {
        let stop = if sign == "-" && place.word(at + 1) == ">" || sign == "=" && place.word(at + 1) == ">" {
            at + 2
        } else {
            at + 1
        };
        let rest = place.text(stop..place.range.end);
        let head = if end_rule {
            let when = when.unwrap_or(at);
            format!("{} when {} =>", place.text(place.range.start..when), place.text(when + 1..at))
        } else {
            format!("{name} =>")
        };
        let said = place.text(at..stop);
        return Some(
            place
                .certain(at..stop, format!("before an outcome stands `=>`, not `{said}`"), "=>")
                .help(format!("write `{head} {rest}`")),
        );
    }
    let missing = sign != "."
        && outcome_follows(at)
        && (if end_rule { behind_condition && place.ends_operand(at - 1) } else { first });
    missing.then(|| {
        let gap = place.span(at - 1).after();
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            "`=>` is missing before the outcome",
            place.span(at),
            "write `=>` before it",
        );
        let help =
            format!("write `{} => {}`", place.text(place.range.start..at), place.text(at..place.range.end));
        Mistake { report: report.help(help).fix(gap, " =>"), covers: at - 1..at }
    })
}

/// Whether the `if` at `at` chooses between outcomes.
fn chooses_outcomes(place: &Place, at: usize) -> bool {
    let end = place.range.end;
    let branches = place.find(at..end, &["then"]).and_then(|then| place.find(then..end, &["else"]));
    branches.is_some_and(|other| {
        (at..other).any(|each| matches!(place.word(each), "wins" | "loses" | "draw" | "to"))
    })
}

/// Whether the colon at `at` belongs to a quantifier that begins behind `from`.
fn inside_quantifier(place: &Place, from: usize, at: usize) -> bool {
    let open = (from..at).filter(|each| matches!(place.word(*each), "some" | "every" | "no")).count();
    let colons = (from..at).filter(|each| place.word(*each) == ":").count();
    open > colons
}

/// `X wins if C else Y wins`, `if C X wins else Y wins`
fn choice(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.range.end;
    if place.word(at) == "if" {
        if place.find(at..end, &["then", "?"]).is_some() {
            return None;
        }
        let otherwise = place.find(at..end, &["else"])?;
        let sign = (at + 2..otherwise)
            .rev()
            .find(|each| matches!(place.word(*each), "wins" | "loses" | "draw" | "to" | "win" | "lose"))?;
        let from = match place.word(sign) {
            "draw" => sign,
            _ => place.operand_start(sign - 1),
        };
        if from <= at + 1 {
            return None;
        }
        let text = format!("if {} then {}", place.text(at + 1..from), place.text(from..end));
        let gap = place.span(from - 1).after();
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            "`then` is missing behind the condition",
            gap,
            "write `then` here",
        );
        return Some(Mistake {
            report: report.help(format!("write `{text}`")).fix(gap, " then"),
            covers: at..end,
        });
    }
    let condition = place.find(at..end, &["if", "when"]).filter(|condition| *condition > at);
    let Some(condition) = condition else { return super::missing_else::no_condition(place, at) };
    let otherwise = place.find(condition..end, &["else", "otherwise"])?;
    if place.find(condition..otherwise, &["then"]).is_some() {
        return None;
    }
    let text = format!(
        "if {} then {} else {}",
        place.text(condition + 1..otherwise),
        said(place, at..condition),
        said(place, otherwise + 1..end)
    );
    Some(
        place
            .certain(at..end, "in a choice the condition comes first", text)
            .at(place.span(condition))
            .label("the condition comes first"),
    )
}

/// An outcome of a choice; `A wins` for a player alone.
fn said(place: &Place, range: std::ops::Range<usize>) -> String {
    let text = place.text(range.clone());
    let of_winner = place.word(range.start) == "winner" && range.len() == 3;
    let player = if of_winner { range.end - 1..range.end } else { range };
    let is_player = place.is_name(player.start) || matches!(place.word(player.start), "me" | "opponent");
    match player.len() == 1 && is_player && !matches!(place.word(player.start), "draw" | "pass") {
        true => format!("{} wins", place.text(player)),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn the_condition_of_a_choice_comes_first() {
        let helps = |outcome: &str| {
            helps_beside_fields(&format!("move m(c in C) {{ s += c }}\nend when n = 1 => {outcome}"))
        };
        let both = ["write `if n > 3 then Ann wins else Bob wins`"];
        assert_eq!(helps("Ann if n > 3 else Bob"), both);
        assert_eq!(helps("Ann wins if n > 3 else Bob wins"), both);
        assert_eq!(helps("draw if n > 3 else me"), ["write `if n > 3 then draw else me wins`"]);
    }

    #[test]
    fn a_word_like_when_is_when() {
        let helps = |line: &str| helps_beside_fields(&format!("move m(c in C) {{ s += c }}\n{line}"));
        for word in ["When", "whens", "wehn", "WHEN"] {
            assert_eq!(helps(&format!("end {word} n = 1 => draw")), ["did you mean `when`?"], "{word}");
        }
        assert_eq!(helps("end n = 1 => draw"), ["write `end when n = 1 => ..`"]);
    }
}
