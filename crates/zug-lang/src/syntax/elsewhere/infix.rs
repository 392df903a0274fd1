//! Operators of other languages between two operands.

use super::Mistake;
use super::arrows;
use super::context::defines;
use super::is;
use super::members;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if at == place.range.start || !place.ends_operand(at - 1) {
        return None;
    }
    let word = place.kind(at) == Some(Kind::Word);
    let starts = place.first(at) && place.in_body(at) && stores(place, at);
    if word && !starts {
        return between(place, at)
            .or_else(|| members::contains(place, at))
            .or_else(|| members::negated(place, at))
            .or_else(|| is::search(place, at))
            .or_else(|| plain(place, at));
    }
    signs(place, at)
}

/// Whether an assignment begins with this token.
fn stores(place: &Place, at: usize) -> bool {
    matches!(place.word(place.operand_end(at)), "=" | "+=" | "-=" | ":=" | "==")
}

/// A word that one operator stands for, with the number of its words.
fn operator(place: &Place, at: usize) -> Option<(&'static str, usize)> {
    let (next, third) = (place.word(at + 1), place.word(at + 2));
    Some(match place.word(at) {
        "not_in" | "notin" | "notIn" | "NOTIN" | "nin" => ("not in", 1),
        "inside" | "within" | "belongs" if next == "of" || next == "to" => ("in", 2),
        // `expect A wins within 5`.
        "within" if at > place.range.start && place.word(at - 1) == "wins" => return None,
        "element" | "member" if next == "of" => ("in", 2),
        "inside" | "isin" | "is_in" | "isIn" | "elem" | "member_of" | "IN" | "In" => ("in", 1),
        "subset" | "subseteq" if next == "of" => ("<=", 2),
        "subset" | "subseteq" | "subset_of" | "subsetof" | "issubset" | "is_subset" | "within"
        | "contained_in" => ("<=", 1),
        "superset" if next == "of" => (">=", 2),
        "superset" | "superseteq" | "covers" => (">=", 1),
        "equals" | "equal" if next == "to" => ("=", 2),
        "equals" | "eq" | "equal" | "EQ" => ("=", 1),
        "neq" | "ne" | "differs" | "NE" => ("!=", 1),
        "lt" | "below" | "smaller" | "less" if next == "than" => ("<", 2),
        "gt" | "above" | "bigger" | "greater" | "larger" | "more" if next == "than" => (">", 2),
        "lt" | "LT" => ("<", 1),
        "gt" | "GT" => (">", 1),
        "le" | "lte" | "leq" => ("<=", 1),
        "ge" | "gte" | "geq" => (">=", 1),
        "mod" | "modulo" | "rem" | "MOD" => ("%", 1),
        "div" | "DIV" | "over" => ("/", 1),
        "times" | "mul" if next != "{" => ("*", 1),
        "plus" => ("+", 1),
        "union" | "cup" | "joined" | "UNION" => ("+", 1),
        "intersect" | "intersection" | "cap" | "inter" | "intersects" | "INTERSECT" => ("&", 1),
        "minus" | "without" | "except" | "setminus" | "diff" | "difference" | "less" | "excluding"
        | "but" => ("-", 1),
        "AND" | "And" | "und" => ("and", 1),
        "OR" | "Or" | "oder" => ("or", 1),
        "iff" | "xnor" => ("=", 1),
        "xor" | "XOR" => ("!=", 1),
        "IMPLIES" | "implied" | "imply" => ("implies", 1),
        "to" | "through" | "upto" | "until" if place.is_number(at + 1) && place.is_number(at - 1) => {
            ("..", 1)
        }
        "as" if next == "well" && third == "as" => ("and", 3),
        _ => return None,
    })
}

/// `c not_in S`, `A subset B`, `n mod 2`
fn plain(place: &Place, at: usize) -> Option<Mistake> {
    let (operator, words) = operator(place, at)?;
    let first = at + words;
    if first >= place.range.end {
        return None;
    }
    if operator == "%"
        && let Some(found) = super::bits::remainder_of_sum(place, at, first)
    {
        return Some(found);
    }
    let covers = at..first;
    let said = place.text(covers.clone());
    let left = place.text(place.operand_start(at - 1)..at);
    let right = place.text(first..place.operand_end(first));
    if let Some(last) = before_end(place, at, first) {
        let message = format!("`{said}` is written `..`, which names the last member");
        let help = format!("write `{left}..{last}`");
        return Some(place.certain(at..first + 1, message, format!("..{last}")).help(help));
    }
    let logical = matches!(operator, "=" | "!=") && matches!(place.word(at), "xor" | "XOR" | "iff" | "xnor");
    if logical {
        let (from, to) = (place.clause_start(at), place.clause_end(first));
        let text = format!("({}) {operator} ({})", place.text(from..at), place.text(first..to));
        let message = format!("`{said}` is written `{operator}`");
        return Some(
            place
                .certain(from..to, message, text)
                .at(place.span_of(&covers))
                .label(format!("write `{operator}`")),
        );
    }
    let help = format!("write `{left} {operator} {right}`");
    Some(place.certain(covers, format!("`{said}` is written `{operator}`"), operator).help(help))
}

/// The last member of `1 until 4`, which leaves its end out.
fn before_end(place: &Place, at: usize, end: usize) -> Option<i64> {
    let number = place.word(end).parse::<i64>().ok()?;
    (place.word(at) == "until").then_some(number - 1)
}

/// `x between 0 and 5`
fn between(place: &Place, at: usize) -> Option<Mistake> {
    let sign = if place.word(at) == "is" { at + 1 } else { at };
    if place.word(sign) != "between" {
        return None;
    }
    let middle = place.find(sign..place.range.end, &["and", ","])?;
    let from = place.value_start(at)?;
    let to = place.operand_end(middle + 1);
    let text = format!(
        "{} <= {} <= {}",
        place.text(sign + 1..middle),
        place.text(from..at),
        place.text(middle + 1..to)
    );
    Some(
        place
            .certain(from..to, "`between` is written with two comparisons in one chain", text)
            .at(place.span(sign))
            .label("write `.. <= .. <= ..`"),
    )
}

/// `n is at least 1`, `n at most 3`, `n is greater than 2`
pub(super) fn compared(place: &Place, at: usize) -> Option<Mistake> {
    let from = if matches!(place.word(at), "is" | "are") { at + 1 } else { at };
    let negated = place.word(from) == "not";
    let from = if negated { from + 1 } else { from };
    let (sign, words) = match (place.word(from), place.word(from + 1)) {
        ("at", "least") => (">=", 2),
        ("at", "most") => ("<=", 2),
        ("greater" | "more" | "bigger" | "larger" | "higher" | "above", "than") => (">", 2),
        ("less" | "smaller" | "fewer" | "lower" | "below", "than") => ("<", 2),
        ("different" | "distinct", "from") => ("!=", 2),
        ("equal" | "same", "to" | "as") => ("=", 2),
        _ => return None,
    };
    let or_equal = place.word(from + 2) == "or" && place.word(from + 3) == "equal";
    let (sign, words) = match (or_equal, sign) {
        (true, ">") => (">=", if place.word(from + 4) == "to" { 5 } else { 4 }),
        (true, "<") => ("<=", if place.word(from + 4) == "to" { 5 } else { 4 }),
        _ => (sign, words),
    };
    let covers = at..from + words;
    if negated || covers.end >= place.range.end {
        return None;
    }
    let (left, right) =
        (place.text(place.operand_start(at - 1)..at), place.text(covers.end..place.operand_end(covers.end)));
    let message = format!("`{}` is written `{sign}`", place.text(covers.clone()));
    Some(place.certain(covers, message, sign).help(format!("write `{left} {sign} {right}`")))
}

/// Signs: `=<`, `=>` for `>=`, `**`, `^`, `~=`, `=/=`, `===`, `|`, `?`.
fn signs(place: &Place, at: usize) -> Option<Mistake> {
    let (sign, next) = (place.word(at), place.word(at + 1));
    let beside = place.beside(at);
    let left = || place.text(place.operand_start(at - 1)..at).to_string();
    let replaced = |length: usize, new: &str| {
        let covers = at..at + length;
        let said = place.text(covers.clone());
        let right = place.text(covers.end..place.operand_end(covers.end));
        let help = format!("write `{} {new} {right}`", left());
        Some(place.certain(covers, format!("`{said}` is written `{new}`"), new).help(help))
    };
    match sign {
        "=" if beside && next == "<" => replaced(2, "<="),
        "=" if beside && next == ">" => replaced(2, ">="),
        "=" if beside && next == "/" && place.beside(at + 1) && place.word(at + 2) == "=" => {
            replaced(3, "!=")
        }
        "==" if beside && next == "=" => replaced(2, "="),
        "!=" if beside && matches!(next, "=" | "==") => replaced(2, "!="),
        "/" | "~" | "^" if beside && next == "=" && !place.begins_statement(place.operand_start(at - 1)) => {
            replaced(2, "!=")
        }
        "=>" if !matches!(place.rule, Some(Rule::end_item | Rule::stuck_item | Rule::endless_item))
            && compares(place, at) =>
        {
            if arrows::joins_conditions(place, at) {
                Some(arrows::implication(place, at))
            } else {
                replaced(1, ">=")
            }
        }
        "->" if matches!(place.rule, Some(Rule::move_item | Rule::def_item))
            && !place.in_body(at)
            && place.ends_operand(at - 1)
            && !(beside && place.beside(at - 1))
            && arrows::joins_conditions(place, at) =>
        {
            Some(arrows::implication(place, at))
        }
        "**" | "^" => power(place, at, at + 1),
        "*" if beside && next == "*" => power(place, at, at + 2),
        "|" if !beside || next != "|" => bar(place, at),
        "?" => ternary(place, at),
        "&" if matches!(next, "~" | "!" | "¬") => Some(super::bits::without(place, at)),
        "->" if !matches!(place.rule, Some(Rule::expect_item | Rule::graph_item))
            && beside
            && place.beside(at - 1)
            && place.is_name(at + 1) =>
        {
            let owner = left();
            let name = place.word(at + 1);
            Some(
                place.certain(at..at + 1, "`->` is written `.`", ".").help(format!("write `{owner}.{name}`")),
            )
        }
        ":" if matches!(place.rule, Some(Rule::move_item)) && slice(place, at) => {
            let covers = at..at + 1;
            let help = format!("write `{}..{}`", left(), place.text(at + 1..place.operand_end(at + 1)));
            Some(place.certain(covers, "a range is written with two dots", "..").help(help))
        }
        ":" if beside && next == ":" => {
            let covers = at..at + 2;
            let (owner, name) = (place.text(place.operand_start(at - 1)..at), place.word(at + 2));
            Some(
                place
                    .certain(covers, "`::` is written `.`", ".")
                    .help(format!("write `{owner}.{name}`, or `{name}` alone")),
            )
        }
        "." | ".."
            if beside
                && (sign == "." && next == ".."
                    || sign == ".." && matches!(next, "." | "<" | "=" | "..")) =>
        {
            let length = 2;
            let covers = at..at + length;
            let right = place.text(covers.end..place.operand_end(covers.end));
            let open = place.text(covers.clone()).ends_with('<');
            if open {
                let end = place.operand_end(covers.end);
                let text = right
                    .parse::<i64>()
                    .map_or(format!("..{right} - 1"), |number| format!("..{}", number - 1));
                return Some(place.certain(at..end, "a range ends with its last member", text));
            }
            Some(
                place
                    .certain(covers, "a range is written with two dots", "..")
                    .help(format!("write `{}..{right}`", left())),
            )
        }
        "," => comma(place, at),
        "not" if next == "in" => None,
        _ => None,
    }
}

/// Whether the colon at `at` parts the ends of a range: `k in 1:3`.
fn slice(place: &Place, at: usize) -> bool {
    let start = place.operand_start(at - 1);
    place.before(start) == "in"
        && (place.is_number(start) && (place.is_number(at + 1) || place.is_name(at + 1)))
        && !place.in_body(at)
}

/// Whether `=>` at `at` compares two numbers, and is no arrow.
fn compares(place: &Place, at: usize) -> bool {
    let operand = place.is_number(at + 1) || place.is_name(at + 1);
    operand && place.word(at + 1) != "draw" && !matches!(place.word(at + 2), "wins" | "loses")
}

/// `x ** 2`, `x ^ 2`
fn power(place: &Place, at: usize, behind: usize) -> Option<Mistake> {
    let (from, to) = (place.operand_start(at - 1), place.operand_end(behind));
    let (base, exponent) = (place.text(from..at), place.text(behind..to));
    if place.is_set(place.word(from)) {
        let text = format!("{base} - {exponent} + ({exponent} - {base})");
        let message = "sets have no `^`: what is in one of them alone is two differences";
        return Some(place.likely(from..to, message, text));
    }
    let message = "there is no power: a product is written out";
    match exponent.parse::<usize>() {
        Ok(times @ 2..=4) => {
            let text = vec![base; times].join(" * ");
            Some(place.certain(from..to, message, text))
        }
        _ => {
            Some(place.reported(from..to, at..behind, message, super::bits::power_help(base, exponent), base))
        }
    }
}

/// `A | B`
fn bar(place: &Place, at: usize) -> Option<Mistake> {
    let (from, to) = (place.clause_start(at), place.clause_end(at + 1));
    let comparison = |range: std::ops::Range<usize>| {
        range
            .into_iter()
            .any(|at| matches!(place.word(at), "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" | "=="))
    };
    let inner_close = place.find(at + 1..to, &[")"]).unwrap_or(to);
    let meant = if comparison(from..at) && comparison(at + 1..inner_close) { "or" } else { "+" };
    let message = match meant {
        "or" => "`|` is written `or`",
        _ => "`|` is written `+`: the union of two sets",
    };
    let (left, right) =
        (place.text(place.operand_start(at - 1)..at), place.text(at + 1..place.operand_end(at + 1)));
    let help = format!("write `{left} {meant} {right}`");
    Some(match meant {
        "or" => place.certain(at..at + 1, message, meant).help(help),
        // Of two integers it would be their sum: nothing for `--fix`.
        _ => place
            .likely(at..at + 1, message, meant)
            .help(format!("{help}; bits of integers have no operators")),
    })
}

/// `C ? a : b`
fn ternary(place: &Place, at: usize) -> Option<Mistake> {
    let colon = place.find(at..place.range.end, &[":"])?;
    let mut from = at;
    // The condition goes back to the sign before it; comparisons belong to it.
    while let Some(before) = from.checked_sub(1).filter(|before| place.range.contains(before)) {
        let assigned = matches!(place.word(before), "=" | "+=" | "-=" | ":=")
            && (place.begins_statement(place.operand_start(before.wrapping_sub(1)))
                || matches!(place.before(before.wrapping_sub(1)), "let" | "var"));
        let stops = matches!(
            place.word(before),
            "(" | "[" | "{" | "," | "=>" | "when" | "then" | "else" | "if" | ":" | "return"
        );
        let declared = place.word(before) == "=" && defines(place, before)
            || place.binds_at(before)
            || place.closes_let(before);
        if assigned || stops || declared || before == place.range.start {
            break;
        }
        from = place.partner(before).filter(|open| *open < before).unwrap_or(before);
    }
    let mut to = colon + 1;
    while to < place.range.end {
        let ends = matches!(place.word(to), ")" | "]" | "}" | "," | ";")
            || place.body.is_some_and(|(open, _)| open == to)
            || place.first(to)
            || to > colon + 1 && place.begins_statement(to);
        if ends {
            break;
        }
        to = place.past(to);
    }
    if to == colon + 1 || from >= at {
        return None;
    }
    let text = format!(
        "if {} then {} else {}",
        place.text(from..at),
        place.text(at + 1..colon),
        place.text(colon + 1..to)
    );
    let message = "a choice is written `if .. then .. else ..`";
    // Behind `x =` an `=` in the choice may store or compare.
    let stores = (at..to).any(|each| place.word(each) == "=") && place.in_body(at);
    let mistake = match stores {
        true => place.likely(from..to, message, text),
        false => place.certain(from..to, message, text),
    };
    Some(mistake.at(place.span(at)).label("write `if .. then .. else ..`"))
}

/// `when P, Q`
fn comma(place: &Place, at: usize) -> Option<Mistake> {
    let condition = matches!(place.rule, Some(Rule::move_item | Rule::end_item));
    let when = place.find(place.range.start..at, &["when"])?;
    let body = place.body.map_or(place.range.end, |(open, _)| open);
    let outside = (when..at).all(|each| {
        !matches!(place.word(each), "(" | "[" | "{") || place.partner(each).is_some_and(|close| close < at)
    });
    let arrow = place.find(when..at, &["=>"]).is_some();
    if let Some(found) = listed(place, when, at).filter(|_| condition && outside && at < body && !arrow) {
        return Some(found);
    }
    (condition && outside && at < body && !arrow && !place.binds(when..at)).then(|| {
        let help = format!(
            "write `{} and {}`",
            place.text(when + 1..at),
            place.text(at + 1..place.clause_end(at + 1))
        );
        let gap = place.span(at);
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            "two conditions are joined by `and`, not by a comma",
            gap,
            "write `and`",
        );
        Mistake { report: report.help(help).fix(gap, " and"), covers: at..at + 1 }
    })
}

/// `x in a1, b1`: the members of a set that is written out without braces.
fn listed(place: &Place, when: usize, at: usize) -> Option<Mistake> {
    let sign = (when..at).rev().find(|each| place.word(*each) == "in").filter(|sign| sign + 2 == at)?;
    let mut end = at;
    while place.word(end) == "," && place.ends_operand(end + 1) && !place.first(end + 1) {
        end += 2;
    }
    let whole = matches!(place.word(end), "=>" | "{" | "and" | "or" | "as") && end > at;
    let text = format!("{{{}}}", place.text(sign + 1..end));
    whole.then(|| place.likely(sign + 1..end, "the members of a set stand in braces", text))
}

/// `a->b` for `a.b`, before its arrow is taken for that of a rule.
pub(super) fn early(place: &Place, at: usize) -> Option<Mistake> {
    let named = at > place.range.start && place.word(at) == "->" && place.ends_operand(at - 1);
    let later = (at + 1..place.range.end).any(|each| matches!(place.word(each), "=>" | "->" | "⇒"));
    let ends = matches!(place.rule, Some(Rule::end_item)) && !later;
    let graph = matches!(
        place.rule,
        Some(Rule::graph_item | Rule::expect_item | Rule::state_item | Rule::param_item)
    );
    let stores = || place.in_body(at) && place.begins_statement(place.operand_start(at - 1));
    (named && !ends && !graph && !stores()).then(|| signs(place, at)).flatten()
}
