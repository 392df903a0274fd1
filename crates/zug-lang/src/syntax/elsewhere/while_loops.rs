//! `while`, `until` and `do`: here a loop says beforehand how often it runs.

use super::Mistake;
use super::loops::{block_end, header};
use super::place::Place;
use crate::syntax::codes;
use std::ops::Range;

/// `while C { }`, `until C { }`, `do { } while C`
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let from = at;
    // `repeat while C { }`
    let counts = place.word(at) == "repeat" && matches!(place.word(at + 1), "while" | "until");
    let at = if counts { at + 1 } else { at };
    let word = place.word(at);
    match word {
        "while" | "until" => {
            let (mark, head) = header(place, at)?;
            let condition = going_on(place, word, head.clone());
            let message = format!("there is no `{word}`: a loop says beforehand how often it runs");
            if place.word(mark.end) == "{" {
                let body = mark.end..place.past(mark.end);
                if let Some(found) = counted_down(place, from..mark.end, &head, &body, &message) {
                    return Some(found.code(codes::UNKNOWN_STATEMENT));
                }
                if let Some(text) = counted(place, word, &head, &body) {
                    let found = place.likely(from..mark.end, message, &text).at(place.span(at));
                    let found = found.label("not written so here").help(format!("write `{text} {{ .. }}`"));
                    return Some(found.code(codes::UNKNOWN_STATEMENT));
                }
                let shown = format!(
                    "write `repeat N while {condition} {{ .. }}` with the greatest number of times as N"
                );
                let covers = from..mark.end;
                let instead = format!("if {condition}");
                return Some(
                    place
                        .reported(covers, at..at + 1, message, shown, &instead)
                        .code(codes::UNKNOWN_STATEMENT),
                );
            }
            let stop = block_end(place, at, mark.end)?;
            let block = place.text(mark.end..stop);
            let short = block.split_whitespace().collect::<Vec<_>>().join(" ");
            let shown = format!(
                "write `repeat N while {condition} {{ {short} }}` with the greatest number of times as N"
            );
            let (head, end) = (place.span(from).to(place.span(mark.end - 1)), place.span(stop - 1).after());
            let mut mistake = place.reported(from..stop, at..at + 1, message, shown, "");
            mistake.report.fixes.clear();
            mistake.report = mistake.report.recovery(head, format!("if {condition} {{")).recovery(end, " }");
            Some(mistake.code(codes::UNKNOWN_STATEMENT))
        }
        "do" if place.word(at + 1) == "{" => {
            let close = place.partner(at + 1)?;
            let ends = matches!(place.word(close + 1), "while" | "until");
            let end = if ends { place.statement_end(close + 1) } else { close + 1 };
            let condition =
                if ends { going_on(place, place.word(close + 1), close + 2..end) } else { "..".to_string() };
            let message = "there is no `do`: a loop says beforehand how often it runs";
            let shown =
                format!("write `repeat N while {condition} {{ .. }}` with the greatest number of times as N");
            Some(place.reported(at..end, at..at + 1, message, shown, "").code(codes::UNKNOWN_STATEMENT))
        }
        _ => None,
    }
}

/// The condition under which a loop goes on, without brackets round it.
fn going_on(place: &Place, word: &str, head: Range<usize>) -> String {
    let bracketed = place.word(head.start) == "(" && place.partner(head.start) == Some(head.end - 1);
    let head = if bracketed { head.start + 1..head.end - 1 } else { head };
    match word {
        "until" => place.negated(head),
        _ => place.text(head).to_string(),
    }
}

/// `let n = E while n > 0 { .. n -= 1 }`: the loop counts by itself.
fn counted_down(
    place: &Place,
    covers: Range<usize>,
    head: &Range<usize>,
    body: &Range<usize>,
    message: &str,
) -> Option<Mistake> {
    let bracketed = place.word(head.start) == "(" && place.partner(head.start) == Some(head.end - 1);
    let head = if bracketed { head.start + 1..head.end - 1 } else { head.clone() };
    let counter = place.word(head.start);
    let asks =
        head.len() == 1 || matches!(place.text(head.start + 1..head.end), "> 0" | "!= 0" | ">= 1" | ">0");
    let uses: Vec<usize> = body.clone().filter(|each| place.word(*each) == counter).collect();
    let open = place.body.map_or(place.range.start, |(open, _)| open);
    let constant =
        (open..head.start).any(|each| place.word(each) == "let" && place.word(each + 1) == counter);
    let [used] = uses.as_slice() else { return None };
    let end = match (place.word(used + 1), place.word(used + 2)) {
        ("-=", "1") => used + 3,
        ("--", _) => used + 2,
        _ => return None,
    };
    if !asks || !constant || !place.is_name(head.start) {
        return None;
    }
    let block =
        place.text(body.start + 1..*used).trim_end().to_string() + " " + place.text(end..body.end - 1);
    let shown = block.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = format!("repeat {counter}");
    let mut found = place.likely(covers.clone(), message, &text).at(place.span(covers.start));
    found.report = found.report.likely(place.span_of(&(*used..end)), "");
    let found =
        found.label("not written so here").help(format!("write `{text} {{ {shown} }}`: it counts by itself"));
    Some(Mistake { covers: covers.start..body.end, ..found })
}

/// The loop that runs as often as its counter says: `while n > 0 { n -= 1 .. }`,
/// `while i < n { i += 1 .. }`.
fn counted(place: &Place, word: &str, head: &Range<usize>, body: &Range<usize>) -> Option<String> {
    let bracketed = place.word(head.start) == "(" && place.partner(head.start) == Some(head.end - 1);
    let head = if bracketed { head.start + 1..head.end - 1 } else { head.clone() };
    let sign = place.operand_end(head.start);
    let counter = place.text(head.start..sign);
    let bound = sign + 1..head.end;
    let one = place.operand_end(bound.start) >= bound.end;
    if word != "while" || !place.is_name(head.start) || sign < head.end && !one {
        return None;
    }
    let stores = |signs: &[&str]| {
        body.clone().any(|at| {
            let end = place.operand_end(at);
            place.text(at..end) == counter && signs.contains(&place.word(end)) && place.begins_statement(at)
        })
    };
    if sign >= head.end {
        let counts = stores(&["-=", "--"]) && !stores(&["=", "+=", ":=", "++"]);
        return counts.then(|| format!("repeat {counter} while {counter} > 0"));
    }
    match (place.word(sign), place.text(bound.clone())) {
        (">" | "!=", "0") | (">=", "1") if !stores(&["=", "+=", "-=", ":=", "++", "--"]) => {
            Some(format!("repeat {counter}"))
        }
        (">" | "!=", "0") | (">=", "1") if stores(&["-=", "--"]) && !stores(&["=", "+=", ":=", "++"]) => {
            Some(format!("repeat {counter} while {}", place.text(head)))
        }
        ("<" | "!=" | "<=", limit) if stores(&["+=", "++"]) && !stores(&["=", "-=", ":=", "--"]) => {
            let limit = if place.word(sign) == "<=" { format!("{limit} + 1") } else { limit.to_string() };
            Some(format!("repeat {limit} while {}", place.text(head)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(body: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s: set of C, n: 0..9, m: 0..9 }}\n\
             move m(c in C) {{\n  {body}\n}}\nstuck => draw\n"
        ))
    }

    #[test]
    fn a_counter_says_how_often_a_loop_runs() {
        let cases = [
            ("let k = n while k > 0 { m += 1 }", "write `repeat k { .. }`"),
            ("while n > 0 { n -= 1 m += 1 }", "write `repeat n while n > 0 { .. }`"),
            ("while (n != 0) { m += 1 n -= 2 }", "write `repeat n while n != 0 { .. }`"),
            ("var i = 0 while i < m { i += 1 }", "write `repeat m while i < m { .. }`"),
            ("let k = n while (k > 0) { m += 1 k -= 1 }", "write `repeat k { m += 1 }`: it counts by itself"),
            (
                "while c in s { n += 1 }",
                "write `repeat N while c in s { .. }` with the greatest number of times as N",
            ),
            (
                "while n > 0 { n = m }",
                "write `repeat N while n > 0 { .. }` with the greatest number of times as N",
            ),
        ];
        for (body, help) in cases {
            assert_eq!(helps(body), [help], "{body}");
        }
        assert_eq!(helps("repeat n while m < 9 { m += 1 }"), [""; 0]);
        assert_eq!(helps("for n { m += 1 }"), ["write `repeat n { .. }`"]);
        assert_eq!(helps("let k = n - 1\n  for k times { m += 1 }"), ["write `repeat k { .. }`"]);
        assert_eq!(helps("for 3 { m += 1 }"), ["write `repeat 3 { .. }`"]);
        assert_eq!(helps("for s { m += 1 }"), ["write `for x in s { .. }`"]);
    }
}
