//! What English leaves out of a condition: `c in a and in b`, `not A nor B`, `l in Line: ..`
//! without a quantifier.

use super::Mistake;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    nor(place, at)
        .or_else(|| same_operand(place, at))
        .or_else(|| no_quantifier(place, at))
        .or_else(|| behind_body(place, at))
        .or_else(|| rule_by_if(place, at))
}

/// The index behind the part of an `and` that begins at `at`, before the block that it governs.
fn end_of_clause(place: &Place, at: usize) -> usize {
    let end = place.clause_end(at);
    let block = (at + 1..end).find(|each| place.word(*each) == "{" && place.ends_operand(each - 1));
    block.unwrap_or(end)
}

/// `not A nor B`
fn nor(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "nor" || !place.ends_operand(at - 1) {
        return None;
    }
    let start = place.clause_start(at);
    let neither = (place.range.start..at).any(|each| place.word(each) == "neither");
    let end = end_of_clause(place, at + 1);
    if neither || end <= at + 1 {
        return None;
    }
    let message = "`nor` is written `and not`";
    let text = format!("and {}", place.negated(at + 1..end));
    Some(match place.before(start) == "not" || place.word(start) == "not" {
        true => place.certain(at..end, message, text).at(place.span(at)),
        false => place.likely(at..end, message, text).at(place.span(at)),
    })
}

/// `c in a and in b`, `n > 1 and < 4`: both sides of `and` are whole comparisons.
fn same_operand(place: &Place, at: usize) -> Option<Mistake> {
    let negated = place.word(at) == "not" && place.word(at + 1) == "in";
    let compares = matches!(place.word(at), "in" | "<" | ">" | "<=" | ">=" | "=" | "!=") || negated;
    let joined = matches!(place.before(at), "and" | "or" | "&&" | "||");
    if !compares || !joined {
        return None;
    }
    let start = place.clause_start(at - 1);
    let operand = start..place.operand_end(start);
    let left = place.text(operand.clone());
    let compared = matches!(place.word(operand.end), "in" | "<" | ">" | "<=" | ">=" | "=" | "!=" | "not");
    let end = end_of_clause(place, at);
    if !compared || operand.end >= at || left.is_empty() || end <= at {
        return None;
    }
    let gap = place.span(at - 1).after();
    let word = place.before(at);
    let message = format!("both sides of `{word}` are whole conditions");
    let report = Diagnostic::error(codes::ELSEWHERE, message, place.span(at), "of what?");
    let help = format!("write `{} {word} {left} {}`", place.text(start..at - 1), place.text(at..end));
    Some(Mistake { report: report.help(help).likely(gap, format!(" {left}")), covers: at - 1..at + 1 })
}

/// `end when l in Line: l <= stones[me] => ..`: a quantifier says of how many it is asked.
fn no_quantifier(place: &Place, at: usize) -> Option<Mistake> {
    let begins = matches!(place.before(at), "when" | "and" | "or") && place.is_name(at);
    if !begins || !matches!(place.word(at + 1), "in" | "∈") {
        return None;
    }
    let limit = place.find(at..place.range.end, &["=>", "{", "as", "when", "some", "every", "no"]);
    let limit = limit.unwrap_or(place.range.end);
    let colon = place.find(at + 2..limit, &[":"]).filter(|colon| *colon > at + 2)?;
    let text = format!("some {}", place.text(at..limit));
    let gap = place.span(at - 1).after();
    let name = place.word(at);
    let message = format!("a quantifier says of how many `{name}` it is asked: `some`, `every` or `no`");
    let report = Diagnostic::error(codes::ELSEWHERE, message, place.span(at), "write `some` before it");
    Some(Mistake {
        report: report.help(format!("write `{text}`")).likely(gap, " some"),
        covers: at - 1..colon + 1,
    })
}

/// `move m { .. } when C`: the condition stands before the body.
fn behind_body(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = place.body?;
    let known = place.word(at) == "when" && place.rule == Some(Rule::move_item);
    let own = place.find(place.range.start..open, &["when"]).is_some();
    if !known || at != close + 1 || own || place.find(at..place.range.end, &["provided", "{"]).is_some() {
        return None;
    }
    let condition = place.text(at + 1..place.range.end);
    let open = place.find(place.range.start..open, &["as"]).unwrap_or(open);
    let head = place.text(place.range.start..open);
    let message = "the condition of a move stands before its body";
    let mut mistake = place.likely(at..place.range.end, message, "").at(place.span(at));
    mistake.report = mistake.report.likely(place.span(open - 1).after(), format!(" when {condition}"));
    let help = format!("write `{head} when {condition} {{ .. }}`");
    Some(mistake.label("belongs before the body").help(help))
}

/// `end for p in Player if C => ..`
fn rule_by_if(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let bound = place.rule == Some(Rule::end_item) && place.word(start + 1) == "for" && at > start + 4;
    let arrow = place.find(at..place.range.end, &["=>"])?;
    let earlier = place.find(start..at, &["when", "=>", "if"]).is_some();
    let choice = place.find(at..arrow, &["then", "when"]).is_some();
    if !bound || earlier || choice || place.word(at) != "if" || !place.ends_operand(at - 1) {
        return None;
    }
    let message = "the condition of an `end` rule stands behind `when`, not `if`";
    let help = format!("write `{} when {}`", place.text(start..at), place.text(at + 1..place.range.end));
    Some(place.certain(at..at + 1, message, "when").help(help))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    const HEAD: &str =
        "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, t: set of C, n: 0..9 }\n";

    /// What is told of a move with this guard.
    fn guard(guard: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}move m(c in C) {guard} {{ s += c }}\nstuck => draw\n"))
    }

    /// What is told of a rule.
    fn rule(rule: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}move m(c in C) {{ s += c }}\n{rule}\nstuck => draw\n"))
    }

    #[test]
    fn what_english_leaves_out_is_written() {
        assert_eq!(guard("when c in s and in t"), ["write `c in s and c in t`"]);
        assert_eq!(guard("when n > 1 and < 4"), ["write `n > 1 and n < 4`"]);
        assert_eq!(guard("when c in s and not in t"), ["write `c in s and c not in t`"]);
        assert_eq!(guard("when not (c in s) nor n = 3"), ["write `and n != 3`"]);
        assert_eq!(guard("when not (c in s)\n  nor n = 3"), ["write `and n != 3`"]);
        assert_eq!(rule("end when c in s: c in t => draw"), ["write `some c in s: c in t`"]);
        assert_eq!(
            rule("end for p in Player if n = 3 => p wins"),
            ["write `end for p in Player when n = 3 => p wins`"]
        );
        let behind = format!("{HEAD}move m(c in C) {{ s += c }} when n < 3\nstuck => draw\n");
        assert_eq!(helps_about(&behind), ["write `move m(c in C) when n < 3 { .. }`"]);
    }

    #[test]
    fn the_block_of_a_condition_is_no_part_of_it() {
        let body =
            |text: &str| helps_about(&format!("{HEAD}move m(c in C) {{\n  {text}\n}}\nstuck => draw\n"));
        assert_eq!(body("if not (c in s) nor n = 3 { s += c }"), ["write `and n != 3`"]);
        assert_eq!(body("if c in s and in t { s += c }"), ["write `c in s and c in t`"]);
        assert_eq!(body("s += c unless n > 2"), ["write `if n <= 2 { s += c }`"]);
    }

    #[test]
    fn whole_conditions_are_left_alone() {
        assert_eq!(guard("when c in s and c in t and not (n > 1 or n < 4)"), [""; 0]);
        assert_eq!(rule("end for p in Player where n = 2 when some c in s: c in t => p wins"), [""; 0]);
    }
}
