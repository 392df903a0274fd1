//! Operands as other languages write them.

use super::fixes::with_our_signs;
use super::place::Place;
use super::{Mistake, bits, branch_kinds, choices, missing_else, slices, turned_choices, unnamed_loops};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_reserved;
use crate::syntax::scan::Kind;
use crate::syntax::tex;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    text_as_name(place, at)
        .or_else(|| quoted(place, at))
        .or_else(|| choices::of_values(place, at))
        .or_else(|| turned_choices::search(place, at))
        .or_else(|| choice_without_else(place, at))
        .or_else(|| other_of(place, at))
        .or_else(|| extreme_between(place, at))
        .or_else(|| doubled(place, at))
        .or_else(|| open_range(place, at))
        .or_else(|| bits::complement(place, at))
        .or_else(|| sign(place, at))
        .or_else(|| slices::search(place, at))
        .or_else(|| range_call(place, at))
        .or_else(|| lambda(place, at))
        .or_else(|| unnamed_loops::in_binder(place, at))
        .or_else(|| digit_groups(place, at))
        .or_else(|| pair_in_set(place, at))
}

/// `{ (c, east(c)) for c in Cell }`: a member of a family is a set.
fn pair_in_set(place: &Place, at: usize) -> Option<Mistake> {
    let inside = place.word(at) == "(" && matches!(place.before(at), "{" | ",");
    let close = place.partner(at).filter(|_| inside && place.rule == Some(Rule::family_item))?;
    let several = place.find(at + 1..close, &[","]).is_some();
    (several && matches!(place.word(close + 1), "for" | "," | "}")).then(|| {
        let text = format!("{{{}}}", place.text(at + 1..close));
        let message = "a member of a family is a set, which stands in braces";
        place.certain(at..close + 1, message, text)
    })
}

/// Whether a text may stand at this place.
fn text_belongs(place: &Place, at: usize) -> bool {
    let before = place.before(at);
    match place.rule {
        Some(Rule::game_item | Rule::start_item) => true,
        Some(Rule::show_item) => !matches!(before, "{" | ","),
        Some(Rule::expect_item) => {
            matches!(before, "=" | "after") || place.kind(at.wrapping_sub(1)) == Some(Kind::Text)
        }
        Some(Rule::move_item) => before == "as",
        Some(_) => false,
        None => true,
    }
}

/// The name in a text of one word, `"a1"`.
fn inner_name(text: &str) -> Option<&str> {
    let inside = text.trim_matches(['"', '\'', '‘', '’', '`', '“', '”']);
    let word = !inside.is_empty() && inside.chars().all(|c| c.is_alphanumeric() || c == '_');
    word.then_some(inside)
}

/// `last != "a1"`, `mood = 'calm'`: a text where a name belongs.
fn text_as_name(place: &Place, at: usize) -> Option<Mistake> {
    let text = place.word(at);
    let literal = place.kind(at) == Some(Kind::Text) || single_quoted(text);
    if !literal
        || text_belongs(place, at)
        || place.rule == Some(Rule::move_item) && at == place.range.start + 1
    {
        return None;
    }
    let inside = inner_name(text)?;
    let message = "this is a text; what has a name is written without quotes";
    let inside = if is_reserved(inside) { return None } else { inside };
    Some(place.certain(at..at + 1, message, inside))
}

/// Whether a token is `'x'`.
fn single_quoted(text: &str) -> bool {
    text.chars().count() > 2
        && text.starts_with(['\'', '‘', '’', '`'])
        && text.ends_with(['\'', '‘', '’', '`'])
}

/// `'Three in a row'`: single quotes round a text.
fn quoted(place: &Place, at: usize) -> Option<Mistake> {
    let text = place.word(at);
    (single_quoted(text) && text_belongs(place, at)).then(|| {
        let inside = text.trim_matches(['\'', '‘', '’', '`']);
        place.certain(at..at + 1, "a text stands in double quotes", format!("\"{inside}\""))
    })
}

/// `if C then A` without `else`, in a condition.
fn choice_without_else(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "if" || place.begins_statement(at) || place.before(at) == "else" {
        return None;
    }
    if place.find(place.range.start..at, &["=>"]).is_some()
        || matches!(place.rule, Some(Rule::stuck_item | Rule::endless_item))
    {
        return missing_else::search(place, at);
    }
    let then = place.find(at..place.range.end, &["then"])?;
    let mut to = then + 1;
    while to < place.range.end {
        let body = place.body.is_some_and(|(open, _)| open == to);
        if body
            || matches!(place.word(to), ")" | "]" | "}" | "," | "else" | "as" | "=>")
            || place.in_body(to) && place.begins_statement(to)
        {
            break;
        }
        to = place.past(to);
    }
    if place.word(to) == "else" || to == then + 1 {
        return None;
    }
    let (condition, value) = (place.text(at + 1..then), place.text(then + 1..to));
    let message = "an `if` in an expression needs its `else`";
    if let Some(target) = stored_to(place, at) {
        let text = format!("if {condition} then {value} else {target}");
        return Some(place.likely(at..to, message, &text).at(place.span(at)).label("no `else`"));
    }
    if let Some(nothing) = added_nothing(place, at) {
        let text = format!("if {condition} then {value} else {nothing}");
        return Some(place.likely(at..to, message, &text).at(place.span(at)).label("no `else`"));
    }
    if let Some(nothing) = branch_kinds::nothing(place, then + 1..to) {
        let text = format!("if {condition} then {value} else {nothing}");
        return Some(place.likely(at..to, message, &text).at(place.span(at)).label("no `else`"));
    }
    let text = format!("({condition} implies {value})");
    Some(place.likely(at..to, message, &text).at(place.span(at)).label("no `else`").help(format!("write `{condition} implies {value}` for a condition, `if {condition} then {value} else ..` for a value")))
}

/// What a statement stores to whose value begins at `at`: it stays as it is where the condition
/// does not hold.
fn stored_to<'t>(place: &Place<'_, 't>, at: usize) -> Option<&'t str> {
    let sign = at.checked_sub(1).filter(|sign| place.in_body(at) && place.word(*sign) == "=")?;
    let start = place.operand_start(sign.checked_sub(1)?);
    (place.is_name(start) && place.begins_statement(start)).then(|| place.text(start..sign))
}

/// What `n += if C then 1` adds where its condition does not hold.
fn added_nothing(place: &Place, at: usize) -> Option<&'static str> {
    let mut sign = at.checked_sub(1)?;
    while place.word(sign) == "(" {
        sign = sign.checked_sub(1)?;
    }
    let other = sign.checked_sub(1).map(|last| place.operand_start(last))?;
    let adds = matches!(place.word(sign), "+=" | "-=" | "+" | "-") && place.is_name(other);
    adds.then(|| if place.is_set(place.word(other)) { "{}" } else { "0" })
}

/// `n min 3`: the least of two.
fn extreme_between(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let next = place.is_name(at + 1) || place.is_number(at + 1);
    if !matches!(word, "min" | "max") || !next || !place.ends_operand(at.wrapping_sub(1)) {
        return None;
    }
    let (start, end) = (place.operand_start(at - 1), place.operand_end(at + 1));
    let text = format!("{word}({}, {})", place.text(start..at), place.text(at + 1..end));
    Some(place.likely(start..end, format!("`{word}` stands before what it compares, in brackets"), text))
}

/// `opponent(p)`: the player who is not p.
fn other_of(place: &Place, at: usize) -> Option<Mistake> {
    let open = at + 1;
    let close = place.partner(open).filter(|_| place.word(open) == "(" && place.beside(at))?;
    if place.word(at) != "opponent" {
        return None;
    }
    let inside = place.text(open + 1..close);
    let (text, message) = match inside {
        "" | "me" => ("opponent".to_string(), "`opponent` alone is the player who is not to move"),
        "opponent" => ("me".to_string(), "the player to move is `me`"),
        _ => (format!("other({inside})"), "`opponent` takes no player: it is the one who is not to move"),
    };
    Some(place.certain(at..close + 1, message, text))
}

/// `and and`, `= =`
fn doubled(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let known =
        matches!(word, "and" | "or" | "in" | "=" | "when" | "where" | ":" | "," | "=>" | "+=" | "of" | "as");
    (known && place.word(at + 1) == word && (word != ":" || !place.beside(at)))
        .then(|| place.certain(at + 1..at + 2, format!("`{word}` stands twice"), "").label("once too often"))
}

/// `0..` without an end
fn open_range(place: &Place, at: usize) -> Option<Mistake> {
    let behind = place.word(at + 1);
    let ends = matches!(behind, "" | ")" | "]" | "}" | "," | "=" | "{" | ":") || place.first(at + 1);
    let open = place.word(at) == ".." && ends && place.ends_operand(at.wrapping_sub(1));
    let unlimited = place.word(at) == ".."
        && matches!(behind, "inf" | "infinity" | "∞" | "*" | "n_max" | "max" | "Infinity" | "oo")
        && !place.beside(at + 1);
    if !open && !unlimited {
        return None;
    }
    let low = place.text(place.operand_start(at - 1)..at);
    let covers = if open { at..at + 1 } else { at..at + 2 };
    let message = "a range needs its upper end: everything here is finite";
    let first: i64 = place.word(at + 2).parse().ok().filter(|_| behind == "=").unwrap_or(0);
    let shown = match place.rule == Some(Rule::param_item) && behind == "=" {
        true => {
            let (head, value) = (place.text(place.range.start..at), place.text(at + 1..place.range.end));
            format!("{head}..{} {value}", first.max(9))
        }
        false => format!("{low}..9"),
    };
    let help = format!("write the greatest number that can occur, `{shown}` for one");
    if place.rule == Some(Rule::range_item) {
        // Tables have one value for each member: any end that is put in would be wrong.
        let mut mistake = place.reported(covers.clone(), covers, message, help, "").label("no upper end");
        mistake.report.fixes.clear();
        return Some(mistake);
    }
    Some(place.reported(covers.clone(), covers, message, help, "..99").label("no upper end"))
}

/// Signs of mathematics that the scanner knows no word for.
fn sign(place: &Place, at: usize) -> Option<Mistake> {
    let (new, what) = match place.word(at) {
        "∈" => ("in", "membership"),
        "∉" => ("not in", "that something is no member"),
        "⊆" | "⊂" => ("<=", "that a set lies within another"),
        "⊇" | "⊃" => (">=", "that a set holds another"),
        "∪" => ("+", "the union of two sets"),
        "∖" | "\\" => ("-", "a set without another"),
        "∧" => ("and", "that both hold"),
        "∨" => ("or", "that one holds"),
        "¬" | "~" => ("not", "that something does not hold"),
        "∅" | "ø" | "Ø" => ("{}", "the empty set"),
        "←" => ("=", "an assignment"),
        "′" => ("", "the next value"),
        _ => spelled(place, at)?,
    };
    let said = place.text(at..at + 1);
    let mistake =
        place.certain(at..at + 1, format!("{what} is written `{new}`, not `{said}`"), format!(" {new} "));
    let plain = |text: &String| !text.contains(['\\', '\n']) && text.len() < 80;
    Some(match super::context::shown(place, at, new).filter(plain) {
        Some(text) => mistake.help(format!("write `{}`", with_our_signs(text))),
        None => mistake,
    })
}

/// A sign that is fine by itself, spelled as in TeX: `\leq`.
fn spelled(place: &Place, at: usize) -> Option<(&'static str, &'static str)> {
    let written = place.text(at..at + 1);
    Some(match tex::sign(written)? {
        "∩" => ("&", "what two sets have in common"),
        "≤" => ("<=", "at most"),
        "≥" => (">=", "at least"),
        "≠" => ("!=", "that two differ"),
        "×" => ("*", "a product"),
        "÷" => ("/", "a quotient"),
        "%" => ("%", "a remainder"),
        "⇒" => ("=>", "the arrow"),
        "…" => ("..", "a range"),
        _ => return None,
    })
}

/// `range(3)`, `range(1, 3)` in an expression
fn range_call(place: &Place, at: usize) -> Option<Mistake> {
    // Where something has this name, it is told as a reserved word, here too.
    let is_name = place.declares_rule("range");
    if place.word(at) != "range" || place.word(at + 1) != "(" || at == place.range.start || is_name {
        return None;
    }
    let close = place.partner(at + 1)?;
    let comma = place.find(at + 2..close, &[","]);
    let (low, high) = match comma {
        Some(comma) => (place.text(at + 2..comma), place.text(comma + 1..close)),
        None => ("0", place.text(at + 2..close)),
    };
    let whole = place.rule == Some(Rule::range_item);
    let last = high
        .trim()
        .parse::<i64>()
        .map_or(format!("{high} - 1"), |number| (number - i64::from(!whole)).to_string());
    let text = format!("{low}..{last}");
    let help = format!("write `{text}`: a range names its first and its last member");
    Some(place.likely(at..close + 1, "a set of integers is written with two dots", text).help(help))
}

/// `lambda x: ..`, `x => ..`
fn lambda(place: &Place, at: usize) -> Option<Mistake> {
    (place.word(at) == "lambda").then(|| {
        let name = place.word(at + 1);
        let message = "there are no functions without a name";
        let help = format!("what holds for each member of a set is written `every {name} in S: ..`, a set `{{ {name} in S where .. }}`");
        let end = place.clause_end(at);
        place.reported(at..end.max(at + 1), at..at + 1, message, help, "true")
    })
}

/// `5_478`, `5'478`
fn digit_groups(place: &Place, at: usize) -> Option<Mistake> {
    let text = place.word(at);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let grouped = place.is_number(at)
        && text.contains('_')
        && !digits.is_empty()
        && text.chars().all(|c| c.is_ascii_digit() || c == '_');
    grouped.then(|| {
        place
            .certain(at..at + 1, "a number is written without signs between its digits", digits)
            .code(codes::NAME_START)
    })
}
