//! `if`s and loops as other languages write them.

use super::bounds::less_one;
use super::place::Place;
use super::{Mistake, choices, indentation, unfinished_statements, unnamed_loops, while_loops};
use std::ops::Range;

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if !place.in_body(at) {
        return None;
    }
    else_if(place, at).or_else(|| guard_by_return(place, at)).or_else(|| {
        let begins = place.begins_statement(at) || place.word(at - 1) == "else";
        let found = || {
            choices::of_statements(place, at)
                .or_else(|| indentation::search(place, at))
                .or_else(|| unnamed_loops::search(place, at))
                .or_else(|| word_for_if(place, at))
                .or_else(|| no_braces(place, at))
                .or_else(|| while_loops::search(place, at))
                .or_else(|| c_loop(place, at))
                .or_else(|| counted_loop(place, at))
                .or_else(|| each(place, at))
                .or_else(|| nameless(place, at))
                .or_else(|| repeated(place, at))
                .or_else(|| switch(place, at))
        };
        begins.then(found).flatten()
    })
}

/// `elif C { }`
fn else_if(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let known =
        matches!(word, "elif" | "elseif" | "elsif" | "elseIf" | "ElseIf" | "else_if" | "elsf" | "elf");
    (known && place.before(at) == "}").then(|| {
        let brace = place.find(at..place.range.end, &["{"]).unwrap_or(at + 1);
        let help = format!("write `else if {} {{ .. }}`", place.text(at + 1..brace));
        place.certain(at..at + 1, format!("`{word}` is written `else if`"), "else if").help(help)
    })
}

/// `unless C { }`, `when C { }`
fn word_for_if(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let not = word == "unless";
    if !not && !matches!(word, "when" | "If" | "IF" | "iff" | "where" | "given") {
        return None;
    }
    let brace = place.find(at..place.range.end, &["{"]).filter(|brace| *brace > at + 1)?;
    let condition = place.text(at + 1..brace);
    let text = if not { format!("if not ({condition})") } else { format!("if {condition}") };
    let message = format!("in a body a condition begins with `if`, not `{word}`");
    Some(
        place
            .certain(at..brace, message, &text)
            .at(place.span(at))
            .label("write `if`")
            .help(format!("write `{text} {{ .. }}`")),
    )
}

/// `if (C) return`: a guard.
fn guard_by_return(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "if" || !place.begins_statement(at) {
        return None;
    }
    let close = if place.word(at + 1) == "(" { place.partner(at + 1)? } else { return None };
    let from = if place.word(close + 1) == "{" { close + 2 } else { close + 1 };
    if !matches!(place.word(from), "return" | "break" | "continue" | "fail" | "reject") {
        return None;
    }
    let end = if from == close + 2 { place.past(close + 1) } else { from + 1 };
    let condition = place.text(at + 2..close);
    let message = "a body cannot be left before its end: what a move requires stands before it";
    let help = format!(
        "write `when not ({condition})` before the body of the move, and leave out `{}`",
        place.text(at..end)
    );
    Some(place.reported(at..end, at..end, message, help, ""))
}

/// The token at which the block of an `if`, an `else` or a `for` without braces begins, the tokens
/// of a mark or word before it, and the condition.
pub(super) fn header(place: &Place, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let limit = place.body.map_or(place.range.end, |(_, close)| close);
    if place.word(at) == "else" {
        let behind = at + 1;
        return Some(match place.word(behind) {
            ":" => (behind..behind + 1, behind..behind),
            _ => (behind..behind, behind..behind),
        });
    }
    let (mut end, mut quantifiers) = (at + 1, 0);
    while end < limit {
        match place.word(end) {
            _ if choices::quantifies(place, end) => quantifiers += 1,
            ":" if quantifiers > 0 => quantifiers -= 1,
            "then" | ":" => return Some((end..end + 1, at + 1..end)),
            "do" => return Some((end..end + 1, at + 1..end)),
            "{" if place.ends_operand(end - 1) => return Some((end..end, at + 1..end)),
            "}" => return None,
            _ => {}
        }
        let open = place.word(at + 1) == "(" && end == at + 1;
        let next = place.past(end);
        // `if (C) S`: a statement begins behind the brackets.
        let stores = |from: usize| {
            matches!(place.word(place.operand_end(from)), "=" | "+=" | "-=" | "++" | "--" | "==" | ":=")
        };
        let block = || {
            (next..place.line_end(next)).any(|each| place.word(each) == "{" && place.ends_operand(each - 1))
        };
        let beside = place.word(at) == "if" && place.word(place.operand_end(next)) != "==" && !block();
        if (open || place.first(next) || beside)
            && place.ends_operand(next - 1)
            && next < limit
            && (place.is_name(next) && stores(next) || beside && place.word(next) == "again")
        {
            return Some((next..next, at + 1..next));
        }
        end = next;
    }
    None
}

/// `if C: S`, `if C then S`, `if (C) S`, `else: S`, `for x in S: T`: the braces are missing.
fn no_braces(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    if !matches!(word, "if" | "else" | "for" | "repeat") || place.word(at + 1) == "if" {
        return None;
    }
    let (mark, head) = header(place, at)?;
    // `.. else if C then A else B`: a choice goes on.
    if place.word(at - 1) == "else" && place.before(at - 1) != "}" && place.text(mark.clone()) == "then" {
        return None;
    }
    let limit = place.body.map_or(place.range.end, |(_, close)| close);
    if place.word(mark.end) == "{" {
        // `if C then { .. }`
        return (!mark.is_empty()).then(|| {
            let sign = place.text(mark.clone());
            let help = format!("write `{} {{ .. }}`", place.text(at..mark.start));
            place.certain(mark.clone(), format!("no `{sign}` stands before the braces"), "").help(help)
        });
    }
    let from = mark.end;
    if from >= limit || matches!(place.word(from), "}" | "if" if word == "else") {
        return None;
    }
    let end = block_end(place, at, from)?;
    // `if C: .. } else {`: the other brace is there.
    if word == "if" && !mark.is_empty() && place.word(end) == "}" && place.word(end + 1) == "else" {
        let message = format!("what `{word}` governs stands in braces");
        let help = format!("write `{} {{`", place.text(at..mark.start));
        return Some(place.certain(mark, message, " {").help(help));
    }
    // `then .. end`: the `end` goes too.
    let closed =
        end < limit && matches!(place.word(end), "fi" | "endif" | "od" | "done" | "end_if" | "endfor");
    let alone = unfinished_statements::field_alone(place, from..end);
    let block = alone.as_deref().unwrap_or(place.text(from..end));
    let counted =
        (word == "for" && place.is_name(at + 1)).then(|| counted_head(place, at, mark.start)).flatten();
    // `for i in range(n): S`, where S does not name `i`.
    let times = counted.as_deref().and_then(|_| times(place, &head, from..end));
    let counted = counted.or_else(|| unnamed_loops::head(place, at, mark.start, from..end));
    let text = match (head.is_empty(), times, counted) {
        (true, ..) => format!("else {{ {block} }}"),
        (false, Some(times), _) => format!("repeat {times} {{ {block} }}"),
        (false, None, Some(counted)) => format!("{counted} {{ {block} }}"),
        (false, None, None) => format!("{word} {} {{ {block} }}", place.text(head.clone())),
    };
    let stop = if closed { end + 1 } else { end };
    let message = format!("what `{word}` governs stands in braces");
    let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let label = if mark.is_empty() { place.span(from) } else { place.span_of(&mark) };
    let sure = if alone.is_some() { Place::likely } else { Place::certain };
    Some(
        sure(place, at..stop, message, text)
            .at(label)
            .label("write `{` here, and `}` behind the last statement")
            .help(format!("write `{shown}`")),
    )
}

/// How often `for i in range(n)` runs, if its name is not used in these statements.
fn times<'t>(place: &Place<'_, 't>, head: &Range<usize>, block: Range<usize>) -> Option<&'t str> {
    let open = head.start + 3;
    let close = place.partner(open).filter(|_| place.word(open - 1) == "range" && place.word(open) == "(")?;
    let used = block.into_iter().any(|each| place.word(each) == place.word(head.start));
    let one = place.find(open + 1..close, &[","]).is_none() && close + 1 == head.end;
    (one && !used).then(|| place.text(open + 1..close))
}

/// The index behind the statements that a header without braces governs; they begin at `from`.
pub(super) fn block_end(place: &Place, at: usize, from: usize) -> Option<usize> {
    let limit = place.body.map_or(place.range.end, |(_, close)| close);
    let end = indentation::block_end(place, at, from, limit);
    (end > from).then_some(end)
}

/// `for (i = 0; i < 3; i++) { }`
fn c_loop(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "for" || place.word(at + 1) != "(" {
        return None;
    }
    let close = place.partner(at + 1)?;
    let inside = at + 2..close;
    let binder = place.find(inside.clone(), &["in", "of", ":"]);
    if let Some(sign) = binder.filter(|sign| *sign > at + 2) {
        let (name, set) = (place.word(sign - 1), place.text(sign + 1..close));
        let text = format!("for {name} in {set}");
        return Some(
            place
                .certain(at..close + 1, "the binder of a `for` stands without brackets", &text)
                .help(format!("write `{text} {{ .. }}`")),
        );
    }
    let name_at = inside.clone().find(|at| place.is_name(*at) && matches!(place.word(at + 1), "=" | ":="))?;
    let name = place.word(name_at);
    let from = place.word(name_at + 2);
    let less = inside.clone().find(|at| matches!(place.word(*at), "<" | "<=" | "!=" | ">" | ">="))?;
    let upto = place.text(less + 1..place.operand_end(less + 1));
    let text = match place.word(less) {
        "<" | "!=" => match upto.parse::<i64>() {
            Ok(number) => format!("for {name} in {from}..{}", number - 1),
            Err(_) => format!("for {name} in {from}..{upto} - 1"),
        },
        ">" => format!("for {name} in {upto} + 1..{from}"),
        ">=" => format!("for {name} in {upto}..{from}"),
        _ => format!("for {name} in {from}..{upto}"),
    };
    Some(
        place
            .likely(at..close + 1, "a `for` runs through a set", &text)
            .help(format!("write `{text} {{ .. }}`")),
    )
}

/// `for i = 1 to 3 { }`, `for i from 1 to 3`, `for i in 1 to 3`, `for i in range(3)`
fn counted_loop(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "for" || !place.is_name(at + 1) {
        return None;
    }
    let brace = place.find(at..place.range.end, &["{", ":", "do"]).filter(|end| *end > at + 3)?;
    let text = counted_head(place, at, brace)?;
    let covers = at..brace;
    Some(place.certain(covers, "a `for` runs through a set", &text).help(format!("write `{text} {{ .. }}`")))
}

/// The head of a `for` that counts, up to the token `brace`, as it is written here.
fn counted_head(place: &Place, at: usize, brace: usize) -> Option<String> {
    let name = place.word(at + 1);
    let start = at + 3;
    Some(if place.word(start) == "range" && place.word(start + 1) == "(" {
        let close = place.partner(start + 1)?;
        let comma = place.find(start + 2..close, &[","]);
        match comma {
            None => format!("for {name} in 0..{}", less_one(place.text(start + 2..close))),
            Some(comma) => format!(
                "for {name} in {}..{}",
                place.text(start + 2..comma),
                less_one(place.text(comma + 1..close))
            ),
        }
    } else {
        // Between two numbers; `to` may be a name.
        let parts =
            |to: &usize| place.ends_operand(to - 1) && !matches!(place.word(to + 1), "in" | "not" | "=");
        let to = place.find(start..brace, &["to", "until", "upto", "downto"]).filter(parts);
        match (place.word(at + 2), to) {
            ("=" | ":=" | "from" | "in" | "<", Some(to)) => {
                format!("for {name} in {}..{}", place.text(start..to), place.text(to + 1..brace))
            }
            ("=" | ":=" | "from" | "of" | "∈", None) => {
                format!("for {name} in {}", place.text(start..brace))
            }
            _ => return None,
        }
    })
}

/// `foreach d in S { }`, `for each d in S { }`, `for all d in S { }`
fn each(place: &Place, at: usize) -> Option<Mistake> {
    let (word, next) = (place.word(at), place.word(at + 1));
    let covers = match (word, next) {
        ("foreach" | "forEach" | "for_each" | "forall" | "each" | "every", _) => at..at + 1,
        ("for", "each" | "all" | "every" | "any" | "some") => at..at + 2,
        _ => return None,
    };
    let mut name = covers.end;
    if place.word(name) == "(" {
        name += 1;
    }
    if !place.is_name(name) {
        return None;
    }
    if let Some(close) = place.partner(covers.end).filter(|_| name > covers.end) {
        return each_bracketed(place, at, covers, close);
    }
    let set_at = name + 2;
    let brace = place.find(set_at..place.range.end, &["{", ":", "do"]).unwrap_or(set_at + 1);
    let set = place.text(set_at..brace);
    let set = if name > covers.end { set.trim_end_matches(')') } else { set };
    let text = format!("for {} in {set}", place.word(name));
    let said = place.text(covers.clone());
    let whole = match place.word(brace) {
        "{" => at..brace,
        _ => covers.clone(),
    };
    let new = if place.word(brace) == "{" { text.clone() } else { "for".to_string() };
    Some(
        place
            .certain(whole, format!("`{said}` is written `for`"), new)
            .at(place.span_of(&covers))
            .help(format!("write `{text} {{ .. }}`")),
    )
}

/// `foreach (d in S) { T }`, `foreach (d in S) T`
fn each_bracketed(place: &Place, at: usize, covers: Range<usize>, close: usize) -> Option<Mistake> {
    let name =
        (covers.end + 1..close).find(|each| matches!(place.word(each + 1), "in" | "of" | ":" | "∈"))?;
    let text = format!("for {} in {}", place.word(name), place.text(name + 2..close));
    let message =
        format!("`{}` is written `for`, and its binder stands without brackets", place.text(covers.clone()));
    if place.word(close + 1) == "{" {
        let found = place.certain(at..close + 1, message, &text).at(place.span_of(&covers));
        return Some(found.help(format!("write `{text} {{ .. }}`")));
    }
    let end = block_end(place, at, close + 1)?;
    let text = format!("{text} {{ {} }}", place.text(close + 1..end));
    Some(place.certain(at..end, message, text).at(place.span_of(&covers)))
}

/// `for hand {`: how often, or through which set.
fn nameless(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.operand_end(at + 1);
    let times = end + usize::from(matches!(place.word(end), "times" | "time"));
    if place.word(at) != "for" || place.word(times) != "{" || !place.ends_operand(end - 1) {
        return None;
    }
    let given = (place.range.start..at).rev().find(|each| {
        matches!(place.word(*each), "let" | "var") && place.word(each + 1) == place.word(at + 1)
    });
    let first = place.word(given.map_or(at + 1, |given| given + 3));
    let (set, times) = (place.text(at + 1..end), at..times);
    if place.is_domain(first) || place.is_set(first) {
        let name = place.unused(&["x", "y", "z", "each"]);
        let text = format!("for {name} in {set}");
        let help = format!("write `{text} {{ .. }}`");
        return Some(place.likely(times, "a `for` names what runs through the set", text).help(help));
    }
    let text = format!("repeat {set}");
    let help = format!("write `{text} {{ .. }}`");
    Some(place.likely(times, "a loop that only counts is `repeat`", text).help(help))
}

/// `repeat 3 times { }`, `loop 3 { }`, `times 3 { }`
fn repeated(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    if word == "repeat" {
        let times =
            place.find(at..place.range.end, &["times", "time", "{"]).filter(|end| place.word(*end) != "{")?;
        let help = format!("write `repeat {} {{ .. }}`", place.text(at + 1..times));
        return Some(
            place.certain(times..times + 1, "behind `repeat` stands the number alone", "").help(help),
        );
    }
    if !matches!(word, "loop" | "times" | "repeatedly") {
        return None;
    }
    let brace = place.find(at..place.range.end, &["{"])?;
    let number = if brace == at + 1 { "N" } else { place.text(at + 1..brace) };
    let help = format!("write `repeat {number} {{ .. }}`");
    let new = if brace == at + 1 { "repeat 1" } else { "repeat" };
    let message = format!("`{word}` does not begin a statement: a loop is `repeat` or `for`");
    match brace == at + 1 {
        true => Some(place.reported(at..at + 1, at..at + 1, message, help, new)),
        false => Some(place.certain(at..at + 1, message, new).help(help)),
    }
}

/// `switch mood { case calm: .. }`
fn switch(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    if !matches!(word, "switch" | "match" | "case" | "select") {
        return None;
    }
    let brace = place.find(at..place.range.end, &["{"]).filter(|brace| *brace > at + 1)?;
    let close = place.partner(brace)?;
    let of = place.text(at + 1..brace);
    let of = of.strip_prefix('(').and_then(|of| of.strip_suffix(')')).unwrap_or(of);
    let case = (brace..close).find(|at| place.word(*at) == "case").map_or("..", |at| place.word(at + 1));
    let message = format!("there is no `{word}`: cases are told apart by `if`");
    let help = format!("write `if {of} = {case} {{ .. }} else if {of} = .. {{ .. }}`");
    Some(place.reported(at..close + 1, at..at + 1, message, help, ""))
}
