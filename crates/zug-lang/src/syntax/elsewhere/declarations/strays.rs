//! Lines that are no items: sentences, brackets round an item, a colon behind a keyword.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Sentences: comments without `//`.
pub(super) fn prose(place: &Place, at: usize) -> Option<Mistake> {
    let plain = |line: std::ops::Range<usize>| {
        let words = line.clone().filter(|each| place.kind(*each) == Some(Kind::Word)).count();
        let signs = line
            .clone()
            .filter(|each| {
                matches!(
                    place.word(*each),
                    "=" | "{" | "}" | "[" | "]" | "=>" | "+=" | "-=" | ":" | "==" | "(" | ".."
                )
            })
            .count();
        words >= 4 && signs == 0
    };
    let first = at..place.line_end(at);
    let upper = place.word(at).starts_with(char::is_uppercase) || place.range.start == at;
    if !upper
        || !plain(first.clone())
        || first.clone().skip(1).any(|each| matches!(place.word(each), "wins" | "loses" | "when" | "draw"))
    {
        return None;
    }
    let gap = Span { end: place.span(at).start, ..place.span(at) };
    let line = place.span_of(&first);
    let shown = place.text(first.clone());
    let report = Diagnostic::error(
        codes::UNKNOWN_ITEM,
        "this line is no item of a definition",
        line,
        "put `//` before it",
    );
    let short = if shown.len() > 60 { "//  .." } else { shown };
    let mut report =
        report.help(format!("write `// {short}`: a comment begins with `//`")).likely(gap, "// ");
    let mut from = first.end;
    while from < place.range.end {
        let line = from..place.line_end(from);
        report = report.likely(Span { end: place.span(from).start, ..place.span(from) }, "// ");
        from = line.end;
    }
    Some(Mistake { report, covers: place.range.clone() })
}

/// `(game "X")`, `(no moves) => draw`
pub(super) fn bracketed(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) == "[" {
        return command(place, at);
    }
    if place.word(at) != "(" {
        return None;
    }
    let close = place.partner(at);
    let keyword = place.view.word(at + 1);
    if crate::syntax::items::rule_of(keyword).is_some() {
        // The keyword begins an item of its own; its last bracket closes this one.
        let tokens = &place.view.tokens;
        let line = (at + 1..tokens.len()).find(|each| tokens[*each].first).unwrap_or(tokens.len());
        let last = line - 1;
        let shown = place.view.text.get(tokens[at + 1].start..tokens[last].start).unwrap_or("");
        let mut mistake =
            place.certain(at..at + 1, "no brackets stand around an item", "").code(codes::UNKNOWN_ITEM);
        if place.view.word(last) == ")" {
            mistake.report = mistake.report.fix(place.view.span(last), "");
        }
        return Some(mistake.help(format!("write `{}`", shown.trim())));
    }
    if place.word(at + 1) == "no" && matches!(place.word(at + 2), "moves" | "move") {
        let sign = close? + 1;
        let text = "stuck =>";
        let stop = if matches!(place.word(sign), "=>" | "->" | ":") { sign + 1 } else { sign };
        let message = "what happens when the player to move has no move is said by `stuck`";
        let rest = place.text(stop..place.range.end);
        return Some(
            place
                .certain(at..stop, message, text)
                .code(codes::UNKNOWN_ITEM)
                .at(place.span_of(&(at..sign)))
                .help(format!("write `stuck => {rest}`")),
        );
    }
    None
}

/// `[take] n > 0 -> (n' = n - 1) & (k' = 2);`: a command is a move.
fn command(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.line_end(at);
    let arrow = place.find(at + 3..end, &["->"]).filter(|arrow| *arrow > at + 3 && place.is_name(at + 1))?;
    // The scanner may take what stands between two primes for a text.
    let stored = place.text(arrow + 1..end).trim_end_matches([';', ' ']).split('&').map(|update| {
        let (target, value) = update.trim().strip_prefix('(')?.strip_suffix(')')?.split_once('=')?;
        let target = target.trim_end_matches(['\'', '′', ' ']);
        Some(format!("{target} = {}", value.trim()))
    });
    let statements: Vec<String> = stored.collect::<Option<_>>()?;
    let guard = place.text(at + 3..arrow).replace(" & ", " and ").replace(" | ", " or ");
    let text = format!("move {} when {guard} {{ {} }}", place.word(at + 1), statements.join(" "));
    let message = "a command is a `move`: its guard stands behind `when`, what it stores in braces";
    Some(place.likely(at..end, message, text).code(codes::UNKNOWN_ITEM))
}

/// `board: Pool = ..`, `move: ..`: a colon behind the keyword.
pub(super) fn key_colon(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let colon = at == start + 1 && place.word(at) == ":" && place.is_keyword(start) && place.is_name(at + 1);
    let own = matches!(
        place.rule,
        Some(Rule::param_item | Rule::game_item | Rule::players_item | Rule::stuck_item | Rule::endless_item)
    );
    if !colon || own || place.rule == Some(Rule::state_item) && place.word(at + 1) == "{" {
        return None;
    }
    let word = place.word(start);
    let rest = place.text(at + 1..place.line_end(at + 1));
    if place.rule == Some(Rule::state_item) {
        let typed = super::state::typed_fields(place, at + 1..place.range.end);
        let inside = typed.as_deref().unwrap_or(place.text(at + 1..place.range.end));
        let shown = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!(" {{ {inside} }}");
        let message = match typed {
            Some(_) => "the fields of the position stand in braces, with their types",
            None => "the fields of the position stand in braces",
        };
        let sure = if typed.is_some() { Place::likely } else { Place::certain };
        return Some(
            sure(place, at..place.range.end, message, text)
                .at(place.span(at))
                .label("write `{` here, and `}` at the end")
                .help(format!("write `state {{ {shown} }}`")),
        );
    }
    Some(
        place
            .certain(at..at + 1, format!("no colon stands behind `{word}`"), "")
            .help(format!("write `{word} {rest}`")),
    )
}
