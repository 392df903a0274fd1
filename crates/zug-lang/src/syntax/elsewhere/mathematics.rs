//! Sums, extremes, floors and divisibility as mathematics writes them: `Σ_{i ∈ I} w[i]`,
//! `max{a, b}`, `⌊n/2⌋`, `k | n`, `a ⊕ b`.

use super::Mistake;
use super::fixes::with_our_signs;
use super::place::Place;
use crate::built_ins::{self, built_in};
use std::ops::Range;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    floor(place, at)
        .or_else(|| big_sign(place, at))
        .or_else(|| arguments(place, at))
        .or_else(|| divides(place, at))
        .or_else(|| exclusive(place, at))
}

/// `⌊n/2⌋`, `⌈n/2⌉`
fn floor(place: &Place, at: usize) -> Option<Mistake> {
    let (close, message) = match place.word(at) {
        "⌊" => ("⌋", "`/` rounds down: there are no signs for it"),
        "⌈" => ("⌉", "`/` rounds down; what is rounded up has the divisor less 1 added"),
        _ => return None,
    };
    let end = (at + 1..place.line_end(at)).find(|each| place.word(*each) == close)?;
    let inside = at + 1..end;
    let divided = place.find(inside.clone(), &["/", "÷"]);
    let text = match (close, divided) {
        ("⌉", Some(sign)) => {
            let by = place.operand_text(sign + 1..end);
            format!("({} + {by} - 1) / {by}", place.text(at + 1..sign))
        }
        _ => place.text(inside.clone()).to_string(),
    };
    let joins = |word: &str| matches!(word, "+" | "-" | "*" | "/" | "%");
    let joined = joins(place.before(at)) || joins(place.word(end + 1));
    let text = if joined && inside.len() > 1 { format!("({text})") } else { text };
    Some(place.certain(at..end + 1, message, with_our_signs(text)))
}

/// The function that a large sign of mathematics stands for.
fn of_sign(word: &str) -> Option<&'static str> {
    Some(match word.trim_end_matches('_') {
        "Σ" | "∑" | "sum" | "Sum" | "SUM" => "sum",
        "⋃" => "union",
        "max" | "Max" => "max",
        "min" | "Min" => "min",
        "count" => "count",
        _ => return None,
    })
}

/// `Σ(i in I: w[i])`, `sum_{i in I} w[i]`, `∑_{i=1}^{3} w[i]`
fn big_sign(place: &Place, at: usize) -> Option<Mistake> {
    let function = of_sign(place.word(at))?;
    let foreign = place.word(at) != function;
    let open = at + 1 + usize::from(place.word(at + 1) == "_");
    if place.word(at + 1) == "of" || foreign && place.is_name(at + 1) {
        return without_brackets(place, at, function);
    }
    let close = place.partner(open).filter(|close| *close > open)?;
    let message = format!("`{}` is written `{function}(..)`", place.text(at..at + 1));
    if place.word(open) == "(" {
        let help = format!("write `{function}{}`", place.text(open..close + 1));
        return foreign.then(|| place.certain(at..open, message, function).help(help));
    }
    let lower = open + 1..close;
    let sign = place.find(lower.clone(), &["in", "∈", "="]).filter(|sign| *sign == open + 2)?;
    let raised = place.word(close + 1) == "^" || place.word(sign) == "=";
    if place.word(open) != "{" || !(foreign || raised) {
        return None;
    }
    let (name, from) = (place.word(open + 1), place.text(sign + 1..close));
    let (set, behind) = match place.word(close + 1) {
        "^" => {
            let end = place.operand_end(close + 2);
            let upto = place.text(close + 2..end).trim_matches(['{', '}']);
            (format!("{from}..{upto}"), end)
        }
        _ => (from.to_string(), close + 1),
    };
    let mut end = place.operand_end(behind);
    while matches!(place.word(end), "*" | "/" | "%" | "·" | "×") {
        end = place.operand_end(end + 1);
    }
    let what = place.text(behind..end);
    let text = with_our_signs(format!("{function}({name} in {set}: {what})"));
    (!what.is_empty()).then(|| place.certain(at..end, message, text).at(place.span_of(&(at..behind))))
}

/// `sum of w[i] for i in I`, `Σ w[i]`, where `w` has an entry for each member of a domain.
fn without_brackets(place: &Place, at: usize, function: &str) -> Option<Mistake> {
    let from = at + 1 + usize::from(place.word(at + 1) == "of");
    let end = place.operand_end(from);
    let what = place.text(from..end);
    let message = format!("what `{function}` is of stands in round brackets, with the set before it");
    let binds = matches!(place.word(end), "for" | "over") && place.word(end + 2) == "in";
    if binds {
        let stop = place.operand_end(end + 3);
        let (name, set) = (place.word(end + 1), place.text(end + 3..stop));
        return Some(place.likely(at..stop, message, format!("{function}({name} in {set}: {what})")));
    }
    let domain = place.field_index(place.word(from)).filter(|domain| place.is_domain(domain))?;
    let index = place.partner(from + 1).filter(|close| place.word(from + 1) == "[" && *close + 1 == end)?;
    let name = Some(place.text(from + 2..index)).filter(|_| index == from + 3 && place.is_name(from + 2))?;
    Some(place.likely(at..end, message, format!("{function}({name} in {domain}: {what})")))
}

/// `max{a, b}`, `count{c in S where P}`, `near[c]`: the arguments of a function stand in round
/// brackets.
fn arguments(place: &Place, at: usize) -> Option<Mistake> {
    let open = at + 1;
    let close = place.partner(open).filter(|close| *close > open)?;
    let name = place.word(at);
    let function = built_in(name).is_some_and(|it| matches!(it.kind, built_ins::Kind::Function(_)));
    let body = place.body.is_some_and(|(body, _)| body == open) || place.is_field(name);
    let declared = matches!(place.before(at), "move" | "followup" | "let" | "var" | "def" | "param");
    if !function || body || declared || !matches!(place.word(open), "{" | "[") || place.first(open) {
        return None;
    }
    let inside = open + 1..close;
    let binds = place.find(inside.clone(), &["in", "for", "where"]).is_some();
    let several = place.find(inside.clone(), &[","]).is_some();
    let takes_set = matches!(name, "count" | "near") && place.word(open) == "{" && several && !binds;
    let text = match takes_set {
        true => format!("{name}({})", place.text(open..close + 1)),
        false => format!("{name}({})", place.text(inside)),
    };
    let message = format!("what `{name}` is given stands in round brackets");
    Some(place.certain(at..close + 1, message, text).at(place.span(open)).label("round brackets here"))
}

/// `k | n`, `k ∣ n`, `k divides n`, `n is divisible by k`
fn divides(place: &Place, at: usize) -> Option<Mistake> {
    let last = at.checked_sub(1).filter(|last| place.ends_operand(*last))?;
    let from = place.operand_start(last);
    let is = usize::from(place.word(at) == "is");
    let says = |words: &[&str]| (0..words.len()).all(|each| place.word(at + is + each) == words[each]);
    if place.word(at) == "≡" {
        return congruent(place, from, at);
    }
    let (sign, turned) = match place.word(at) {
        "∣" | "divides" => (at + 1, true),
        "|" if conditions_alone(place, from, at) && !place.is_set(place.word(from)) => (at + 1, true),
        _ if says(&["divisible", "by"]) => (at + is + 2, false),
        _ if says(&["a", "multiple", "of"]) => (at + is + 3, false),
        _ if says(&["multiple", "of"]) => (at + is + 2, false),
        _ => return None,
    };
    let end = place.operand_end(sign);
    let (left, right) = (place.operand_text(from..at), place.operand_text(sign..end));
    let (number, by) = if turned { (right, left) } else { (left, right) };
    let message = format!("whether `{by}` divides `{number}` is asked of the remainder");
    let found = place.likely(from..end, message, format!("{number} % {by} = 0"));
    (end > sign).then(|| found.at(place.span_of(&(at..sign))))
}

/// `n ≡ 0 (mod 3)`
fn congruent(place: &Place, from: usize, at: usize) -> Option<Mistake> {
    let open = place.operand_end(at + 1);
    let open = if place.word(open) == "(" {
        open
    } else {
        (at + 2..place.range.end).find(|each| place.word(*each) == "(")?
    };
    let close = place.partner(open).filter(|_| place.word(open + 1) == "mod")?;
    let by = place.text(open + 2..close);
    let text = format!("{} % {by} = {}", place.operand_text(from..at), place.text(at + 1..open));
    let message = "numbers with the same remainder are compared by their remainders";
    Some(place.likely(from..close + 1, message, text).at(place.span(at)))
}

/// Whether the bar at `at` joins two operands that are a condition by themselves, and neither is
/// one.
fn conditions_alone(place: &Place, from: usize, at: usize) -> bool {
    let end = place.operand_end(at + 1);
    let begins = ["where", "when", "and", "or", "if", ":", "that", "not", "("].contains(&place.before(from));
    let stops = ["and", "or", "{", "}", ")", "=>", "as", "then", ""].contains(&place.word(end));
    let enclosed = place.before(from) != "(" || place.word(end) == ")";
    let word = |each: usize| place.view.word(each);
    let truth = |name: &str| {
        let typed = |each: usize| word(each) == name && word(each + 1) == ":" && word(each + 2) == "bool";
        place.field_index(name).is_some_and(|index| !index.is_empty())
            || (0..place.view.tokens.len()).any(typed)
    };
    let numbers = [from, at + 1].into_iter().all(|each| {
        place.is_number(each)
            || place.is_name(each) && !truth(place.word(each)) && !place.declared_def(place.word(each))
    });
    let simple = place.operand_end(from) == at && from + 1 == at && end == at + 2;
    begins && stops && enclosed && numbers && simple
}

/// `a ^ b = 0`, `a ⊕ b ⊕ c = 0`: what differs in the bits of integers.
fn exclusive(place: &Place, at: usize) -> Option<Mistake> {
    let sign = |at: usize| matches!(place.word(at), "^" | "⊕" | "xor" | "XOR");
    let last = at.checked_sub(1).filter(|last| sign(at) && place.ends_operand(*last))?;
    if matches!(place.word(at + 1), "=" | "==") && place.beside(at) {
        return None; // `^=`
    }
    let from = place.operand_start(last);
    let mut parts: Vec<Range<usize>> = Vec::new();
    parts.push(from..at);
    let mut end = at;
    while sign(end) {
        let next = end + 1;
        end = place.operand_end(next);
        parts.push(next..end);
    }
    // A number as base or exponent is a power, and truth values stand in brackets or compare.
    let compared = matches!(place.word(end), "=" | "==" | "!=" | ">");
    let plain = |part: &Range<usize>| {
        !part.is_empty() && !place.is_number(part.start) && place.word(part.start) != "("
    };
    let same = parts.iter().all(|part| place.text(part.clone()) == place.text(parts[0].clone()));
    if !parts.iter().all(plain) || same || !compared || place.word(end + 1) != "0" {
        return None;
    }
    let equal = matches!(place.word(end), "=" | "==");
    let texts: Vec<&str> = parts.iter().map(|part| place.text(part.clone())).collect();
    let text = match texts.as_slice() {
        [a, b] => format!("{a} {} {b}", if equal { "=" } else { "!=" }),
        all => {
            let bits: Vec<String> = all.iter().map(|part| format!("{part} / bit")).collect();
            let (quantifier, rest) = if equal { ("every", 0) } else { ("some", 1) };
            format!("({quantifier} bit in {{1, 2, 4, 8, 16, 32}}: ({}) % 2 = {rest})", bits.join(" + "))
        }
    };
    let message = "integers have no bits: there is no `xor`, but it is 0 where each bit is even in number";
    let found = place.likely(from..end + 2, message, text);
    Some(found.at(place.span(at)).label("no operator of integers"))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a move with this guard.
    fn guard(guard: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nrange I = 1..3\nboard C = grid(3, 3)\n\
             state {{ held: set of C, w[I]: 0..9, n: 0..9, k: 0..9, p: bool, q: bool }}\n\
             move m(c in C) when {guard} {{ held += c }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn large_signs_are_functions() {
        let sum = ["write `sum(i in I: w[i])`"];
        for said in ["Σ(i in I: w[i])", "sum_{i in I} w[i]", "Σ_{i ∈ I} w[i]", "∑_{i in I} w[i]"] {
            assert_eq!(guard(&format!("{said} = 2")), sum, "{said}");
        }
        assert_eq!(guard("∑_{i=1}^{3} w[i] = 2"), ["write `sum(i in 1..3: w[i])`"]);
        assert_eq!(guard("Σ w[i] = 2"), sum);
        assert_eq!(guard("sum of w[i] for i in I = 2"), sum);
        assert_eq!(guard("n ≡ 0 (mod 3)"), ["write `n % 3 = 0`"]);
        assert_eq!(guard("max_{i in I} w[i] * 2 < 9"), ["write `max(i in I: w[i] * 2)`"]);
        assert_eq!(guard("sum(i in I: w[i]) = 2"), [""; 0]);
    }

    #[test]
    fn arguments_stand_in_round_brackets() {
        assert_eq!(guard("max{w[1], w[2]} = 0"), ["write `max(w[1], w[2])`"]);
        assert_eq!(guard("count{d in C where d in held} > 2"), ["write `count(d in C where d in held)`"]);
        assert_eq!(guard("count{a1, b1} > 2"), ["write `count({a1, b1})`"]);
        let count = "game \"G\"\nplayers A, B\nmove count { }\nmove near { }\nstuck => draw\n";
        assert_eq!(helps_about(count), [""; 0]);
    }

    #[test]
    fn divisors_leave_no_remainder() {
        for said in ["k | n", "k ∣ n", "k divides n", "n is divisible by k", "n is a multiple of k"] {
            assert_eq!(guard(&format!("{said} and n > 0")), ["write `n % k = 0`"], "{said}");
        }
        let held = "write `{ d in 1..9 where d | n }`";
        let found = guard("n in { d in 1..9 such that d | n }");
        assert_eq!(found, [held, "write `n % d = 0`"]);
        assert_ne!(guard("p | q"), ["write `q % p = 0`"]);
    }

    #[test]
    fn integers_have_no_bits() {
        assert_eq!(guard("w[1] ^ w[2] = 0"), ["write `w[1] = w[2]`"]);
        assert_eq!(guard("n ⊕ k != 0"), ["write `n != k`"]);
        let three =
            "write `(every bit in {1, 2, 4, 8, 16, 32}: (w[1] / bit + w[2] / bit + w[3] / bit) % 2 = 0)`";
        assert_eq!(guard("w[1] ^ w[2] ^ w[3] == 0"), [three]);
        assert_eq!(guard("n ^ 2 > 5"), ["write `n * n`"]);
    }

    #[test]
    fn divisions_round_down() {
        assert_eq!(guard("⌊n/2⌋ = 1"), ["write `n/2`"]);
        assert_eq!(guard("k * ⌊n/2⌋ = 1"), ["write `(n/2)`"]);
        assert_eq!(guard("⌈n/2⌉ = 1"), ["write `(n + 2 - 1) / 2`"]);
    }
}
