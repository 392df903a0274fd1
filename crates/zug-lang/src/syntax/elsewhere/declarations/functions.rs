//! A `def` as a function of other languages: statements in braces, with a `return`.

use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::choices;
use crate::syntax::elsewhere::place::Place;
use std::ops::Range;

/// Searches the token `at`, the brace or the colon behind the parameters of a `def`, or behind its
/// `=`.
pub(super) fn body(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let head = match place.before(at) {
        "=" => at - 1,
        _ => at,
    };
    let named = head == start + 2 || place.before(head) == ")" && place.partner(head - 1) == Some(start + 2);
    if place.word(at) == "return" && head < at && named {
        let value = place.text(at + 1..place.range.end);
        let message = "the value of a `def` stands behind `=`, without `return`";
        let help = format!("write `def {} = {value}`", place.text(start + 1..head));
        return Some(place.certain(at..at + 1, message, "").help(help));
    }
    // `def f(c: C): bool {`, `def f(c: C) -> bool:`
    let typed = matches!(place.word(at), ":" | "->")
        && (place.word(at + 2) == "{" || place.word(at + 2) == ":" && place.first(at + 3));
    let open = if typed { at + 2 } else { at };
    let inside = match place.word(open) {
        "{" => open + 1..place.partner(open)?,
        ":" if place.first(open + 1) => open + 1..place.range.end,
        _ => return None,
    };
    let returns = (inside.clone()).any(|each| place.word(each) == "return");
    if !named || !returns || inside.is_empty() {
        return None;
    }
    let end = (inside.end + 1).min(place.range.end);
    let message = "a `def` is one expression, without braces and `return`";
    let Some(value) = expression(place, inside.clone()) else {
        return braced(place, at, open, end);
    };
    let value = choices::one_line(&value);
    let sign = if head < at { "" } else { "= " };
    Some(
        place
            .certain(at..end, message, format!("{sign}{value}"))
            .at(place.span(at))
            .label("not written so here")
            .help(format!("write `def {} = {value}`", place.text(start + 1..head))),
    )
}

/// The report about statements that make no expression by themselves.
fn braced(place: &Place, at: usize, open: usize, end: usize) -> Option<Mistake> {
    let loops = (open..end).any(|each| matches!(place.word(each), "for" | "while"));
    if place.word(open) != "{" || !loops {
        return None;
    }
    let truth = (open..end).any(|each| matches!(place.word(each), "true" | "false"));
    let message = "a `def` is one expression, without loops and `return`";
    let head = place.text(place.range.start..at).trim_end_matches('=').trim_end();
    let help = format!(
        "write `{head} = ..`, where `every x in S: ..`, `some x in S: ..` and `count(x in S where ..)` ask the members of a set"
    );
    let sign = if place.before(at) == "=" { "" } else { "= " };
    let instead = format!("{sign}{}", if truth { "true" } else { "0" });
    Some(place.reported(at..end, open..open + 1, message, help, &instead))
}

/// The one expression that these statements compute: `let x = E`, `if C { return a }`, `return b`.
fn expression(place: &Place, range: Range<usize>) -> Option<String> {
    let range = choices::trimmed(place, range);
    match place.word(range.start) {
        "return" => {
            let value = range.start + 1..range.end;
            let one = !value.is_empty() && !value.clone().any(|each| is_statement(place, each));
            let text = place.text(value.clone()).trim_end_matches(';').to_string();
            one.then(|| choices::as_value(place, value).unwrap_or(text))
        }
        "let" | "const" | "var" | "val" | "auto" => {
            let sign = range.start + 2;
            let end = (sign..range.end).find(|each| *each > sign && is_statement(place, *each))?;
            let value = choices::trimmed(place, sign + 1..end);
            let simple = place.word(sign) == "=" && place.is_name(sign - 1) && !value.is_empty();
            let behind = expression(place, end..range.end).filter(|_| simple)?;
            let asks = place.find(value.clone(), &["in"]).is_some();
            let value = if asks { format!("({})", place.text(value)) } else { place.text(value).to_string() };
            Some(format!("let {} = {value} in {behind}", place.word(sign - 1)))
        }
        "if" => {
            let open = (range.start + 1..range.end)
                .find(|each| place.word(*each) == "{" && place.ends_operand(each - 1))?;
            let close = place.partner(open).filter(|close| *close < range.end)?;
            let (condition, yes) = (choices::bare(place, range.start + 1..open), open + 1..close);
            let no = match (place.word(close + 1), place.word(close + 2)) {
                ("else", "{") => {
                    let last = place.partner(close + 2)?;
                    (last + 1 == range.end).then_some(close + 3..last)?
                }
                ("else", "if") => close + 2..range.end,
                ("else", _) => return None,
                _ => close + 1..range.end,
            };
            Some(format!(
                "if {} then {} else {}",
                place.text(condition),
                expression(place, yes)?,
                expression(place, no)?
            ))
        }
        _ => None,
    }
}

/// Whether a statement of a function begins with this token.
fn is_statement(place: &Place, at: usize) -> bool {
    let word =
        matches!(place.word(at), "return" | "let" | "const" | "var" | "val" | "auto" | "for" | "while");
    let sign = place.word(if place.is_name(at) { place.operand_end(at) } else { at });
    let stores = place.is_name(at) && (matches!(sign, "+=" | "-=") || place.first(at) && sign == "=");
    word || stores || place.word(at) == "if" && (place.first(at) || place.before(at) == "}")
}

/// The report about a `def` that stores, with the statements that call it: they follow from it.
pub(super) fn with_calls(place: &Place, name: &str, mut mistake: Mistake) -> Mistake {
    let view = place.view;
    let calls = |at: &usize| {
        let begins = matches!(view.word(at - 1), "{" | "}" | ")" | "]") || view.tokens[*at].first;
        view.word(*at) == name && view.word(at + 1) == "(" && begins
    };
    for at in (1..view.tokens.len()).filter(calls) {
        let end = (at + 1..view.tokens.len()).find(|each| view.word(*each) == ")").unwrap_or(at);
        mistake.report = mistake.report.recovery(view.span(at).to(view.span(end)), "");
    }
    mistake
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a `def`.
    fn helps(def: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9 }\n";
        helps_about(&format!("{head}{def}\nmove m(c in C) {{ s += c }}\nstuck => draw\n"))
    }

    #[test]
    fn a_function_is_one_expression() {
        let cases = [
            ("def f(c: C) { return c in s }", "write `def f(c: C) = c in s`"),
            (
                "def f(c: C) {\n  let x = c in s;\n  return x\n}",
                "write `def f(c: C) = let x = (c in s) in x`",
            ),
            (
                "def f(c: C) {\n  if (c in s) { return 1 }\n  return 0\n}",
                "write `def f(c: C) = if c in s then 1 else 0`",
            ),
            (
                "def f = {\n  if n > 3 { return 1 } else { return 2 }\n}",
                "write `def f = if n > 3 then 1 else 2`",
            ),
            ("def f(c: C):\n  return c in s", "write `def f(c: C) = c in s`"),
            ("def f(c: C): bool {\n  return c in s\n}", "write `def f(c: C) = c in s`"),
            ("def f(c: C) -> bool:\n  return c in s", "write `def f(c: C) = c in s`"),
            ("def f[c: C] = c in s", "write `def f(c: C) = c in s`"),
            ("def f[c in C] = c in s", "write `def f(c: C) = c in s`"),
            ("def f { return if n > 3 { 1 } else { 2 }; }", "write `def f = if n > 3 then 1 else 2`"),
            ("def f(c: C) = return c in s", "write `def f(c: C) = c in s`"),
            (
                "def f(c: C) {\n  return c in s // taken\n    or n = 3\n}",
                "write `def f(c: C) = c in s or n = 3`",
            ),
        ];
        for (def, help) in cases {
            assert_eq!(helps(def), [help], "{def}");
        }
    }

    #[test]
    fn a_def_that_stores_is_told_once() {
        let text = "def take(k: 1..3) { n -= k }\nmove t(k in 1..3) when k <= n { take(k) }";
        assert_eq!(helps(text), ["write `{ n -= k }` as the body of each move that does so"]);
    }
}
