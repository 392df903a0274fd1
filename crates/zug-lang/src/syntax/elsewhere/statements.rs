//! Statements as other languages write them: assignments, calls, declarations, words that end a
//! body.

use super::place::Place;
use super::{Mistake, actions, again_conditions, asked_moves, turns, unfinished_statements};
use crate::syntax::codes;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if !place.in_body(at) {
        return None;
    }
    again_conditions::search(place, at)
        .or_else(|| asked_moves::search(place, at))
        .or_else(|| turned_sign(place, at))
        .or_else(|| turns::and_for_or(place, at))
        .or_else(|| typed_var(place, at))
        .or_else(|| dashes(place, at))
        .or_else(|| operator_assignment(place, at))
        .or_else(|| step_by_one(place, at))
        .or_else(|| other_arrow(place, at))
        .or_else(|| typed_let(place, at))
        .or_else(|| missing_equal(place, at))
        .or_else(|| field_of(place, at))
        .or_else(|| second_index(place, at))
        .or_else(|| turns::asked_followup(place, at))
        .or_else(|| {
            let begins = place.begins_statement(at);
            let found = || {
                actions::search(place, at)
                    .or_else(|| turns::ends_body(place, at))
                    .or_else(|| declaration(place, at))
                    .or_else(|| turns::again(place, at))
                    .or_else(|| turns::passed_turn(place, at))
                    .or_else(|| several_targets(place, at))
                    .or_else(|| missing_sign(place, at))
                    .or_else(|| unfinished_statements::lone_expression(place, at))
            };
            begins.then(found).flatten()
        })
        .or_else(|| ending_comma(place, at))
}

/// `x += c -- put it`
fn dashes(place: &Place, at: usize) -> Option<Mistake> {
    let comment = place.word(at) == "--" && place.is_name(at + 1) && place.ends_operand(at.wrapping_sub(1));
    let prose = comment && (place.is_name(at + 2) && !place.first(at + 2) || place.begins_statement(at + 2));
    prose.then(|| {
        let end = place.statement_end(at);
        let report = place.certain(at..at + 1, "`--` does not begin a comment", "//");
        let report = report.code(codes::FOREIGN_COMMENT);
        Mistake {
            covers: at..end,
            ..report.help("a comment begins with `//` and goes on to the end of the line")
        }
    })
}

/// `x |= E`, `x *= E`: the whole target is written again.
fn operator_assignment(place: &Place, at: usize) -> Option<Mistake> {
    let sign = place.word(at);
    let joined = place.beside(at) && matches!(place.word(at + 1), "=" | "==");
    let doubled = matches!(sign, "&&" | "||");
    if !(joined && (doubled || matches!(sign, "|" | "*" | "/" | "%" | "&" | "^" | "\\" | "." | "∪" | "∩")))
    {
        return None;
    }
    let start = place.operand_start(at.checked_sub(1)?);
    let (value, end) = (at + 2, place.statement_end(start));
    if value >= end || !place.begins_statement(start) {
        return None;
    }
    let (target, right) = (place.text(start..at), place.text(value..end));
    let text = match sign {
        "&" if matches!(place.word(value), "~" | "!" | "¬") => {
            format!("{target} -= {}", place.text(value + 1..end))
        }
        "|" | "∪" => format!("{target} += {right}"),
        "\\" => format!("{target} -= {right}"),
        "||" => format!("{target} = {target} or {}", place.operand_text(value..end)),
        "&&" => format!("{target} = {target} and {}", place.operand_text(value..end)),
        "&" | "∩" => format!("{target} = {target} & {}", place.operand_text(value..end)),
        "^" | "." => return None,
        _ => format!("{target} = {target} {sign} {}", place.operand_text(value..end)),
    };
    let message = format!("`{sign}=` is no assignment of this language: there are `=`, `+=` and `-=`");
    Some(
        place
            .certain(start..end, message, text)
            .code(codes::FOREIGN_ASSIGNMENT)
            .at(place.span_of(&(at..at + 2))),
    )
}

/// `x++`, `x--`, `++x`
fn step_by_one(place: &Place, at: usize) -> Option<Mistake> {
    let sign = place.word(at);
    if !matches!(sign, "++" | "--") {
        return None;
    }
    let (covers, target) = if place.begins_statement(at) && place.is_name(at + 1) {
        let end = place.operand_end(at + 1);
        (at..end, place.text(at + 1..end))
    } else {
        let mut start = place.operand_start(at.checked_sub(1)?);
        let target = place.text(start..at);
        // `n = n++`
        let sign = start.checked_sub(1).filter(|sign| place.word(*sign) == "=");
        let stored = sign.and_then(|sign| Some(place.operand_start(sign.checked_sub(1)?)..sign));
        if let Some(stored) = stored.filter(|stored| place.text(stored.clone()) == target) {
            start = stored.start;
        }
        if !place.begins_statement(start) {
            return None;
        }
        (start..at + 1, target)
    };
    let text = format!("{target} {}= 1", &sign[..1]);
    let message = format!("`{sign}` is no assignment of this language: there are `=`, `+=` and `-=`");
    Some(place.certain(covers, message, text).code(codes::FOREIGN_ASSIGNMENT).at(place.span(at)))
}

/// `x <- E`, `x ← E`, `x -> E`, `x' = E`
fn other_arrow(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.operand_start(at.checked_sub(1)?);
    if !place.begins_statement(start) {
        return None;
    }
    match place.word(at) {
        "->" | "→" | "=>" | "⇒" => {
            let (name, end) = (place.word(start), place.statement_end(at));
            // `c -> at[me]` stores to the field behind the arrow.
            let turned = !place.is_field(name) && place.is_field(place.word(at + 1));
            let sides = if turned { (at + 1..end, start..at) } else { (start..at, at + 1..end) };
            let stores =
                place.is_field(place.word(sides.0.start)) && !place.is_set(place.word(sides.0.start));
            let text = format!("{} = {}", place.text(sides.0.clone()), place.text(sides.1));
            let whole = place.operand_end(sides.0.start) == sides.0.end && at + 1 < end;
            (stores && whole).then(|| {
                let mistake = place.likely(start..end, "an assignment is written with `=`", text);
                mistake.code(codes::FOREIGN_ASSIGNMENT).at(place.span(at))
            })
        }
        "<" if place.beside(at) && place.word(at + 1) == "-" => Some(
            place
                .certain(at..at + 2, "an assignment is written with `=`", "=")
                .code(codes::FOREIGN_ASSIGNMENT),
        ),
        "←" => Some(
            place
                .certain(at..at + 1, "an assignment is written with `=`", "=")
                .code(codes::FOREIGN_ASSIGNMENT),
        ),
        "'" | "′" if matches!(place.word(at + 1), "=" | "+=" | "-=") => {
            let target = place.text(start..at);
            let message = "an assignment names the field itself, without a sign for the next value";
            Some(
                place
                    .certain(at..at + 1, message, "")
                    .help(format!("write `{target} {}`", place.text(at + 1..place.statement_end(start)))),
            )
        }
        _ => None,
    }
}

/// `let k: 0..9 = 3`
fn typed_let(place: &Place, at: usize) -> Option<Mistake> {
    let bound = matches!(place.before(at.wrapping_sub(1)), "let" | "var");
    if !(bound && place.word(at) == ":") {
        return None;
    }
    let end = place.statement_end(at);
    let equal = place.find(at..end, &["=", ":="])?;
    let name = place.before(at);
    let message = format!("`{name}` is given no type: it has that of its value");
    let help = format!("write `{} {name} = {}`", place.word(at - 2), place.text(equal + 1..end));
    Some(place.certain(at..equal, message, " ").help(help).label("delete this"))
}

/// `x = + 2`
fn turned_sign(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.operand_start(at.checked_sub(1)?);
    let turned = place.word(at) == "=" && place.word(at + 1) == "+" && place.begins_statement(start);
    turned.then(|| {
        let text = format!("{} += {}", place.text(start..at), place.text(at + 2..place.statement_end(start)));
        place
            .certain(at..at + 2, "what is added is written with `+=`, in one piece", "+=")
            .code(codes::FOREIGN_ASSIGNMENT)
            .help(format!("write `{text}`"))
    })
}

/// `var int hand = 3`
fn typed_var(place: &Place, at: usize) -> Option<Mistake> {
    let typed = matches!(place.before(at), "let" | "var")
        && place.is_name(at)
        && place.is_name(at + 1)
        && place.word(at + 2) == "=";
    typed.then(|| {
        let (word, name) = (place.before(at), place.word(at + 1));
        let value = place.text(at + 3..place.statement_end(at));
        let mistake = match place.word(at) {
            "mut" | "mutable" => place.certain(
                at - 1..at + 1,
                format!("a name that is stored to is declared by `var`, without `{}`", place.word(at)),
                "var",
            ),
            _ => {
                let message = format!("`{name}` is given no type: it has that of its value");
                place.certain(at..at + 1, message, "")
            }
        };
        let word = if mistake.covers.start < at { "var" } else { word };
        Mistake { covers: at..at + 3, ..mistake.help(format!("write `{word} {name} = {value}`")) }
    })
}

/// `let k 3`
fn missing_equal(place: &Place, at: usize) -> Option<Mistake> {
    let bound = matches!(place.before(at.wrapping_sub(1)), "let" | "var") && place.is_name(at - 1);
    let value = place.is_number(at) || place.is_name(at) && !place.first(at);
    (bound && value).then(|| {
        let (word, name) = (place.before(at - 1), place.before(at));
        let message = format!("`=` is missing behind `{name}`");
        let text = format!("= {}", place.word(at));
        let help = format!("write `{word} {name} = {}`", place.text(at..place.statement_end(at)));
        place.certain(at..at + 1, message, text).help(help)
    })
}

/// `this.marks += c`, `me.marks += c`, `c.owner = me`
fn field_of(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "." || at < place.range.start + 2 {
        return None;
    }
    let start = place.operand_start(at - 1);
    let field = place.word(at + 1);
    let end = place.operand_end(start);
    let stores = matches!(place.word(end), "=" | "+=" | "-=" | "==" | ":=");
    if !stores || !place.begins_statement(start) || place.word(at + 2) == "(" {
        return None;
    }
    let of = place.text(start..at);
    if at + 2 == end
        && let Some(found) = coordinate(place, start..end)
    {
        return Some(found);
    }
    if matches!(of, "this" | "self" | "state" | "game" | "position" | "board") {
        let text = place.text(at + 1..end);
        return Some(place.certain(start..end, format!("fields are named alone, without `{of}.`"), text));
    }
    if place.is_field(of) && (matches!(field, "me" | "opponent") || !place.is_field(field)) && at + 2 == end {
        let message = format!("an index of `{of}` stands in square brackets");
        return Some(place.likely(start..end, message, format!("{of}[{field}]")));
    }
    let text = format!("{field}[{of}]{}", place.text(at + 2..end));
    Some(place.likely(
        start..end,
        format!("`{of}` has no field of its own: a field has an entry for each"),
        text,
    ))
}

/// `robot.x += 1`: a cell is replaced as a whole. The target stands in `target`.
fn coordinate(place: &Place, target: Range<usize>) -> Option<Mistake> {
    let cell = place.text(target.start..target.end - 2);
    let is_x = place.word(target.end - 1) == "x";
    if !place.is_field(place.word(target.start)) || !is_x && place.word(target.end - 1) != "y" {
        return None;
    }
    let (sign, end) = (place.word(target.end), place.statement_end(target.start));
    let value = place.text(target.end + 1..end);
    let direction = match (sign, is_x) {
        ("+=", true) => "east",
        ("-=", true) => "west",
        ("+=", false) => "north",
        _ => "south",
    };
    let text = match sign {
        "+=" | "-=" if value == "1" => format!("{cell} = {direction}({cell})"),
        "+=" | "-=" => format!("{cell} = step({cell}, {direction}, {value})"),
        _ if is_x => format!("{cell} = {}({value}, {cell}.y)", place.board()),
        _ => format!("{cell} = {}({cell}.x, {value})", place.board()),
    };
    let message = "a coordinate is not stored: a cell is replaced as a whole";
    Some(place.likely(target.start..end, message, text).at(place.span_of(&target)))
}

/// `coins[me][b] -= n`: all indexes stand in one pair of brackets.
fn second_index(place: &Place, at: usize) -> Option<Mistake> {
    let doubled = place.word(at) == "[" && place.before(at) == "]" && place.beside(at - 1);
    let start = if doubled { place.operand_start(at - 1) } else { return None };
    let end = place.operand_end(start);
    let stores = matches!(place.word(end), "=" | "+=" | "-=") && place.begins_statement(start);
    let one = start + 1 == place.partner(at - 1)?;
    (stores && one).then(|| {
        let text = place.text(start..end).replace("][", ", ");
        let message = "all indexes stand in one pair of brackets";
        place.certain(start..end, message, text).at(place.span_of(&(at - 1..at + 1)))
    })
}

/// `int k = 3`, `set moves = 3`
fn declaration(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let known = matches!(
        word.to_lowercase().as_str(),
        "int"
            | "integer"
            | "auto"
            | "const"
            | "local"
            | "my"
            | "bool"
            | "boolean"
            | "val"
            | "final"
            | "static"
            | "nat"
            | "set"
            | "dim"
            | "define"
            | "def"
            | "declare"
            | "string"
            | "float"
            | "double"
            | "long"
            | "unsigned"
            | "mut"
            | "number"
            | "cell"
            | "variable"
            | "assign"
    );
    if !known || !place.is_name(at + 1) || !matches!(place.word(at + 2), "=" | ":=" | "==") {
        return None;
    }
    let name = place.word(at + 1);
    let value = place.text(at + 3..place.statement_end(at));
    if place.is_field(name) {
        let message = format!("`{word}` does not begin a statement: what is assigned to stands first");
        return Some(place.certain(at..at + 1, message, "").help(format!("write `{name} = {value}`")));
    }
    let body = place.body.map_or(place.range.clone(), |(open, close)| open..close);
    let changed = (at + 3..body.end).any(|each| {
        place.word(each) == name && matches!(place.word(each + 1), "=" | "+=" | "-=" | "++" | "--")
    });
    let meant = if changed { "var" } else { "let" };
    let message = format!(
        "`{word}` does not begin a statement: a name for a value is given by `let`, or by `var` if it changes"
    );
    Some(
        place
            .certain(at..at + 1, message, meant)
            .help(format!("write `{meant} {name} = {value}`"))
            .code(codes::UNKNOWN_STATEMENT),
    )
}

/// `x, y = 1, 2`
fn several_targets(place: &Place, at: usize) -> Option<Mistake> {
    let mut targets = Vec::new();
    let mut from = at;
    loop {
        let end = place.operand_end(from);
        targets.push(from..end);
        match place.word(end) {
            "," => from = end + 1,
            "=" if targets.len() > 1 => break,
            sign @ ("+=" | "-=") if targets.len() > 1 => {
                let value = place.text(end + 1..place.statement_end(at));
                let each =
                    targets.iter().map(|target| format!("{} {sign} {value}", place.text(target.clone())));
                let text = each.collect::<Vec<_>>().join(" ");
                let message = "one assignment stores one value";
                let end = place.statement_end(at);
                return Some(place.certain(at..end, message, text).label("write one assignment for each"));
            }
            _ => return None,
        }
    }
    let end = place.statement_end(at);
    let mut values = Vec::new();
    let mut from = targets.last()?.end + 1;
    while from < end {
        let comma = place.find(from..end, &[","]).unwrap_or(end);
        values.push(from..comma);
        from = comma + 1;
    }
    if values.len() != targets.len() {
        return None;
    }
    let each = targets.iter().zip(&values);
    let text: Vec<String> =
        each.map(|(t, v)| format!("{} = {}", place.text(t.clone()), place.text(v.clone()))).collect();
    let message = "one assignment stores one value";
    // One after the other, a value that names an earlier target would see the new value.
    let reads_new = |(at, value): (usize, &Range<usize>)| {
        let reads =
            |target: &Range<usize>| value.clone().any(|token| place.word(token) == place.word(target.start));
        targets[..at].iter().any(reads)
    };
    if values.iter().enumerate().any(reads_new) {
        let (first, then): (Vec<String>, Vec<String>) = targets
            .iter()
            .zip(&values)
            .enumerate()
            .map(|(at, (target, value))| {
                let name = format!("new{}", at + 1);
                let value = place.text(value.clone());
                (format!("let {name} = {value}"), format!("{} = {name}", place.text(target.clone())))
            })
            .unzip();
        let lines: Vec<String> = first.into_iter().chain(then).collect();
        let shown: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
        return Some(
            place
                .likely(at..end, message, lines.join("\n  "))
                .help(format!("write {}: all values are found before one is stored", shown.join(", ")))
                .label("these are to be stored together"),
        );
    }
    let report = place.likely(at..end, message, text.join("\n  "));
    Some(
        report
            .help(format!(
                "write {}; the second sees what the first has stored",
                text.iter().map(|t| format!("`{t}`")).collect::<Vec<_>>().join(" and ")
            ))
            .label("write one assignment for each"),
    )
}

/// `at[me] c`: the sign of the assignment is missing.
fn missing_sign(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.operand_end(at);
    let stop = place.statement_end(at);
    let begins = place.is_name(end)
        || place.is_number(end)
        || matches!(place.word(end), "me" | "opponent" | "none" | "true" | "false");
    let field = place.is_name(at)
        && place.is_field(place.word(at))
        && place.operand_end(end) == stop
        && end < stop
        && place.word(end - 1) != ")"
        && !place.first(end);
    (begins && field).then(|| {
        let (target, value) = (place.text(at..end), place.text(end..stop));
        let gap = place.span(end - 1).after();
        let report = crate::diagnostic::Diagnostic::error(
            codes::ELSEWHERE,
            format!("`=` is missing behind `{target}`"),
            gap,
            "write `=` here",
        );
        let help = format!("write `{target} = {value}`; `+=` adds or puts in, `-=` takes out");
        Mistake { report: report.help(help).likely(gap, " ="), covers: at..stop }
    })
}

/// Whether the statement that holds a comma has its sign before it.
fn stored_before(place: &Place, comma: usize) -> bool {
    let start = (place.range.start..comma).rev().find(|each| place.begins_statement(*each));
    start.is_some_and(|start| place.find(start..comma, &["=", "+=", "-="]).is_some())
}

/// `x = 3,`
fn ending_comma(place: &Place, at: usize) -> Option<Mistake> {
    let stores = |each: usize| matches!(place.word(place.operand_end(each)), "=" | "+=" | "-=");
    let joined = place.is_name(at + 1) && stores(at + 1) && stored_before(place, at);
    let ends = place.first(at + 1) || place.word(at + 1) == "}" || joined;
    let open = place.body.map_or(0, |(open, _)| open);
    let inside = |at: usize| {
        (open + 1..at)
            .any(|o| matches!(place.word(o), "(" | "[") && place.partner(o).is_none_or(|close| close > at))
    };
    let text_before = place.kind(at.wrapping_sub(1)) == Some(Kind::Text);
    (place.word(at) == "," && ends && !inside(at) && !text_before).then(|| {
        place
            .certain(at..at + 1, "no comma stands behind a statement", "")
            .help("delete it: a statement ends where the next one begins")
    })
}
