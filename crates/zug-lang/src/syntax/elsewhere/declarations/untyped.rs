//! Functions whose parameters have no type, or no name for the function's own form:
//! `f(x) := x * x`, `def f(t): return ..`, `f = lambda x: ..`, `f = x => ..`.

use super::first_values;
use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::choices::{as_value, trimmed};
use crate::syntax::elsewhere::place::Place;
use crate::syntax::elsewhere::typed::is_foreign_type;
use std::ops::Range;

/// A function as it is written elsewhere.
struct Function {
    name: usize,
    /// The tokens of each parameter.
    parameters: Vec<Range<usize>>,
    body: Range<usize>,
    /// The index behind it all.
    end: usize,
}

/// Searches the token `at`: the first one where an item is expected, or the keyword of a `def` or
/// `let`.
pub(in crate::syntax::elsewhere) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let word =
        matches!(place.word(at), "def" | "let" | "function" | "fn" | "func" | "fun" | "const" | "macro");
    // `int f(Player p) { return E; }`
    let typed = place.rule.is_none() && (is_foreign_type(place.word(at)) || place.is_domain(place.word(at)));
    let name = if word || typed { at + 1 } else { at };
    let function = called(place, name, typed).or_else(|| nameless(place, name))?;
    let shown = function.parameters.iter().enumerate().map(|(position, range)| {
        let own = place.find(range.clone(), &[":"]).filter(|colon| !is_no_type(place.word(colon + 1)));
        match own {
            Some(_) => place.text(range.clone()).to_string(),
            None if is_comma_for_colon(place, range) => {
                format!("{}: {}", place.word(range.start), place.text(range.start + 2..range.end))
            }
            None if range.len() == 1 && place.is_domain(place.word(range.start)) => {
                let domain = place.word(range.start);
                format!("{}: {domain}", unbound(place, &function.body).unwrap_or(&letter(domain)))
            }
            None if range.len() == 2 && place.is_domain(place.word(range.start)) => {
                format!("{}: {}", place.word(range.end - 1), place.word(range.start))
            }
            None => format!("{}: {}", parameter_name(place, range), guessed(place, &function, position)),
        }
    });
    let parameters: Vec<String> = shown.collect();
    let body =
        as_value(place, function.body.clone()).unwrap_or(place.text(function.body.clone()).to_string());
    let parameters = parameters.join(", ");
    let brackets = if parameters.is_empty() { String::new() } else { format!("({parameters})") };
    let text = format!("def {}{brackets} = {body}", place.word(function.name));
    let typed = |range: &Range<usize>| {
        is_comma_for_colon(place, range)
            || place.find(range.clone(), &[":"]).is_some_and(|colon| !is_no_type(place.word(colon + 1)))
    };
    if let Some(range) = function.parameters.iter().find(|range| is_comma_for_colon(place, range))
        && place.word(at) == "def"
        && function.parameters.iter().all(typed)
    {
        let message = "`,` stands where `:` belongs: a parameter is written `NAME: TYPE`";
        let found = place.likely(at..function.end, message, text).at(place.span_of(range));
        return Some(found.label("no `:` behind the name"));
    }
    let message = "a function is a `def`: its parameters have types, and its value stands behind `=`";
    let untyped = function.parameters.first().map_or(place.span(name), |first| place.span(first.start));
    let found = place.likely(at..function.end, message, text).at(place.span(name).to(untyped));
    Some(found.code(if word { codes::ELSEWHERE } else { codes::UNKNOWN_ITEM }).label("not written so"))
}

/// Whether a parameter has a comma for its colon: `lit, bool`.
fn is_comma_for_colon(place: &Place, range: &Range<usize>) -> bool {
    range.len() >= 3 && place.word(range.start + 1) == ","
}

/// The index behind the type that begins at `at` and that no parameter can be: a domain, `bool`, a
/// range of numbers, a set.
fn type_behind_comma(place: &Place, at: usize, limit: usize) -> Option<usize> {
    let end = match place.word(at) {
        "bool" => at + 1,
        "set" if place.word(at + 1) == "of" && place.is_domain(place.word(at + 2)) => at + 3,
        word if place.is_domain(word) => at + 1,
        _ if place.is_number(at) && place.word(at + 1) == ".." => place.operand_end(at + 2),
        _ => return None,
    };
    (end == limit || end < limit && place.word(end) == ",").then_some(end)
}

/// A short name that a body uses and does not bind: that of the parameter.
fn unbound<'t>(place: &Place<'_, 't>, body: &Range<usize>) -> Option<&'t str> {
    let short = |word: &str| word.len() <= 2 && word.chars().all(|c| c.is_ascii_lowercase());
    let is_bound = |name: &str| body.clone().any(|at| place.word(at) == name && place.word(at + 1) == "in");
    let is_used = |at: &usize| {
        let word = place.word(*at);
        place.is_name(*at)
            && short(word)
            && place.before(*at) != "."
            && place.word(at + 1) != "("
            && !is_bound(word)
            && !place.is_field(word)
            && !place.declared_def(word)
    };
    body.clone().find(is_used).map(|at| place.word(at))
}

/// The first letter of a domain.
fn letter(domain: &str) -> String {
    domain.chars().take(1).flat_map(char::to_lowercase).collect()
}

/// Whether a word is a type elsewhere, and none here.
fn is_no_type(word: &str) -> bool {
    is_foreign_type(word) && word != "bool"
}

/// `f(x) := E`, `f(x): return E`, `f(x) { return E }`, with a parameter that has no type.
fn called(place: &Place, name: usize, typed: bool) -> Option<Function> {
    let open = name + 1;
    let close = place.partner(open).filter(|_| place.word(open) == "(" && place.is_name(name))?;
    let parameters = match parameters(place, open + 1..close) {
        None if typed && close == open + 1 => Vec::new(),
        found => found?,
    };
    let untyped = |range: &Range<usize>| {
        range.len() == 1
            || place.word(range.start + 1) == ","
            || place.find(range.clone(), &[":"]).is_none_or(|colon| is_no_type(place.word(colon + 1)))
    };
    let (body, end) = value(place, close + 1)?;
    (typed || parameters.iter().any(untyped)).then_some(Function { name, parameters, body, end })
}

/// `f = lambda x: E`, `f = (x) => E`, `f = x -> E`
fn nameless(place: &Place, name: usize) -> Option<Function> {
    let sign = place.is_name(name) && matches!(place.word(name + 1), "=" | ":=");
    let from = name + 2;
    let lambda = matches!(place.word(from), "lambda" | "λ" | "fun" | "fn" | "\\" | "function");
    let from = if lambda { from + 1 } else { from };
    let end = place.line_end(name);
    let mark = place.find(from..end, if lambda { &[":", ".", "->", "=>"] } else { &["=>", "->"] })?;
    let enclosed = place.word(from) == "(" && place.partner(from) == Some(mark - 1);
    let inside = if enclosed { from + 1..mark - 1 } else { from..mark };
    let parameters = parameters(place, inside).filter(|_| sign)?;
    let (body, end) = value(place, mark)?;
    Some(Function { name, parameters, body, end })
}

/// The parameters between two brackets; at least one.
fn parameters(place: &Place, range: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let mut from = range.start;
    while from < range.end {
        let end = place.find(from..range.end, &[","]).unwrap_or(range.end);
        let alone = end == from + 1 && place.is_name(from) && !place.is_domain(place.word(from));
        let behind = type_behind_comma(place, end + 1, range.end).filter(|_| alone && end < range.end);
        let (typed, end) = (behind.is_some(), behind.unwrap_or(end));
        let named = typed
            || place.is_name(from) && (end == from + 1 || place.word(from + 1) == ":")
            || (is_foreign_type(place.word(from)) || place.is_domain(place.word(from)))
                && place.is_name(from + 1)
                && end == from + 2;
        parts.push(Some(from..end).filter(|_| named)?);
        from = end + 1;
    }
    (!parts.is_empty()).then_some(parts)
}

/// The tokens of the one expression behind the sign at `at`, without `return` and braces.
fn value(place: &Place, at: usize) -> Option<(Range<usize>, usize)> {
    // `-> bool =`, `: int {`: the type of the value.
    let typed = matches!(place.word(at), ":" | "->") && matches!(place.word(at + 2), "=" | "{" | ":" | "=>");
    let at = if typed && place.is_name(at + 1) { at + 2 } else { at };
    let sign = matches!(place.word(at), "=" | ":=" | ":" | "=>" | "->" | "==" | "." | "{");
    let end = if place.rule.is_some() { place.range.end } else { line_of(place, at) };
    let (from, end, behind) = match (place.word(at), place.word(at + 1)) {
        ("{", _) => (at + 1, place.partner(at)?, 1),
        (_, "{") if place.word(at + 2) == "return" => (at + 2, place.partner(at + 1)?, 1),
        _ => (at + 1, end, 0),
    };
    let from = if place.word(from) == "return" { from + 1 } else { from };
    let range = trimmed(place, from..end.min(place.range.end));
    let statement = place.find(range.clone(), &["return", "for", "while", "+=", "-=", ";"]).is_some();
    (sign && !range.is_empty() && !statement).then_some((range, end + behind))
}

/// The index behind the line of `at`, or behind the next one where nothing stands behind `at` on
/// its own.
fn line_of(place: &Place, at: usize) -> usize {
    let end = place.line_end(at);
    if end == at + 1 { place.line_end(end) } else { end }
}

fn parameter_name<'t>(place: &Place<'_, 't>, range: &Range<usize>) -> &'t str {
    place.word(if place.is_name(range.start + 1) && range.len() == 2 { range.end - 1 } else { range.start })
}

/// The type that a parameter probably has, by what the function is given, or by its body.
fn guessed(place: &Place, function: &Function, position: usize) -> String {
    let view = place.view;
    let own = function.name;
    let calls = (0..view.tokens.len())
        .filter(|at| *at != own && view.word(*at) == place.word(own) && view.word(at + 1) == "(");
    for call in calls {
        let close = (call + 2..view.tokens.len()).find(|at| view.word(*at) == ")").unwrap_or(call);
        let commas = (call + 2..close).filter(|at| view.word(*at) == ",");
        let first = match position {
            0 => Some(call + 2),
            _ => commas.clone().nth(position - 1).map(|comma| comma + 1),
        };
        if let Some(found) = first.and_then(|first| type_of_name(place, view.word(first))) {
            return found;
        }
    }
    let name = parameter_name(place, &function.parameters[position]);
    let body = function.body.clone();
    let member =
        body.clone().find(|at| place.word(*at) == name && matches!(place.word(at + 1), "in" | "not"));
    let set = member.map(|at| if place.word(at + 1) == "in" { at + 2 } else { at + 3 });
    let of_set = set.and_then(|set| place.members_of(place.word(set)).map(str::to_string));
    let index = body.clone().find(|at| {
        place.word(*at) == name && place.before(*at) == "[" && place.word(at + 1) == "]" && *at > 2
    });
    let of_index =
        index.and_then(|at| place.field_index(place.word(at - 2))).filter(|of| place.is_domain(of));
    if let Some(domain) = of_index {
        return domain.to_string();
    }
    let computed = body.clone().any(|at| {
        let sign = |word: &str| matches!(word, "*" | "/" | "%" | "+" | "-" | "<" | ">" | "<=" | ">=");
        place.word(at) == name && (sign(place.word(at + 1)) || sign(place.before(at)))
    });
    match of_set {
        Some(found) => found,
        None if computed || place.declared("board").or(place.declared("graph")).is_none() => {
            "0..9".to_string()
        }
        None => place.board().to_string(),
    }
}

/// The type of a name: of a field, of what a move has chosen, of a number or a player.
fn type_of_name(place: &Place, name: &str) -> Option<String> {
    let view = place.view;
    let word = |at: usize| view.word(at);
    if matches!(name, "me" | "opponent") {
        return Some("Player".to_string());
    }
    if matches!(name, "count" | "sum") || name.parse::<i64>().is_ok() {
        return Some("0..9".to_string());
    }
    let domain = |at: usize| {
        let range = (word(at + 1) == "..").then(|| format!("{}..{}", word(at), word(at + 2)));
        let known = Some(word(at)).filter(|name| place.is_domain(name)).map(str::to_string);
        let near = (word(at) == "near").then(|| place.board().to_string());
        range.or(known).or(near).or_else(|| place.members_of(word(at)).map(str::to_string))
    };
    let bound = (0..view.tokens.len()).filter(|at| word(*at) == name && word(at + 1) == "in");
    let fields = (0..view.tokens.len()).filter(|at| word(*at) == name && word(at + 1) == ":");
    bound.chain(fields).find_map(|at| domain(at + 2)).or_else(|| first_values::type_of(place, name))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition with this line.
    fn helps(line: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s: set of C, n: 0..7 }}\n{line}\n\
             move m(c in C) when f(c) = 2 or g(n) = 4 or h(me) {{ s += c }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn parameters_have_the_types_of_what_they_are_given() {
        let cases = [
            ("g(x) := x * x + 1", "def g(x: 0..7) = x * x + 1"),
            ("g(x) = x * x + 1", "def g(x: 0..7) = x * x + 1"),
            ("def g(x) = x + 1", "def g(x: 0..7) = x + 1"),
            ("def f(t): return count(near(t))", "def f(t: C) = count(near(t))"),
            ("def f(t):\n  return count(near(t))", "def f(t: C) = count(near(t))"),
            ("f = lambda t: count(near(t))", "def f(t: C) = count(near(t))"),
            ("let f = t => count(near(t))", "def f(t: C) = count(near(t))"),
            ("h(p) := p = Ann", "def h(p: Player) = p = Ann"),
            ("def k(t) = t in s", "def k(t: C) = t in s"),
            ("function g(int x) { return x + 1; }", "def g(x: 0..7) = x + 1"),
            ("def g(x: int) -> int = x + 1", "def g(x: 0..7) = x + 1"),
            ("int g(int x) { return x + 1; }", "def g(x: 0..7) = x + 1"),
            ("bool h(Player p) { return p == Ann; }", "def h(p: Player) = p = Ann"),
            ("bool full() { return n == 7; }", "def full = n = 7"),
        ];
        for (line, meant) in cases {
            assert_eq!(helps(line), [format!("write `{meant}`")], "{line}");
        }
    }

    #[test]
    fn a_comma_for_the_colon_of_a_type_is_one_mistake() {
        let cases = [
            ("def f(t: C, lit, bool) = lit or t in s", "def f(t: C, lit: bool) = lit or t in s"),
            ("def g(x, 0..7) = x + 1", "def g(x: 0..7) = x + 1"),
            ("def f(t, C, u, set of C) = t in u", "def f(t: C, u: set of C) = t in u"),
            ("def h(p, Player) = { {c, c} for c in C }", "def h(p: Player) = { {c, c} for c in C }"),
        ];
        for (line, meant) in cases {
            assert_eq!(helps(line), [format!("write `{meant}`")], "{line}");
        }
    }

    #[test]
    fn what_has_types_is_left_alone() {
        assert_eq!(helps("def f(t: C) = count(near(t))"), [""; 0]);
        assert_eq!(helps("let a[c: C] = 3"), [""; 0]);
    }
}
