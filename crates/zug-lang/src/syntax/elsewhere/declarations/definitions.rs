//! Names of values and expressions, `let` and `def`, as other languages write them.

use super::shapes::another;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;

/// `let size: [Heap] = ..`, `let size -> Heap = ..`, `let size(Heap) = [..]`, `let n: 3`
pub(super) fn table(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    if let Some(found) = another(place, at, "let").or_else(|| arrow_function(place, at)) {
        return Some(found);
    }
    if let Some(found) = without_type(place, at) {
        return Some(found);
    }
    if at != start + 2 {
        return None;
    }
    let (name, end) = (place.word(start + 1), place.range.end);
    let equal = place.find(at..end, &["=", ":="]);
    match (place.word(at), equal) {
        (":" | "->", Some(equal)) if place.word(at + 1) == "[" => {
            let text = place.text(at + 1..equal);
            let help = format!("write `let {name}{text} = {}`", place.text(equal + 1..end));
            let message = "the index of a table stands directly behind its name";
            Some(place.certain(at..equal, message, format!("{text} ")).help(help).label("not written so"))
        }
        ("->", Some(_)) => {
            let help = format!("write `let {name}: {}`", place.text(at + 1..end));
            Some(place.certain(at..at + 1, "a type stands behind `:`", ":").help(help))
        }
        ("(", Some(equal)) => {
            let close = place.partner(at)?;
            if place.word(equal + 1) == "[" {
                let text = format!("[{}]", place.text(at + 1..close));
                return Some(
                    place
                        .certain(at..close + 1, "the index of a table stands in square brackets", &text)
                        .help(format!("write `let {name}{text} = ..`")),
                );
            }
            let typed =
                place.find(at..close, &[":"]).is_some() || (at..close).any(|each| place.word(each) == ":");
            let help = format!(
                "write `def {name}({}) = {}`",
                if typed {
                    place.text(at + 1..close).to_string()
                } else {
                    format!("{}: TYPE", place.text(at + 1..close))
                },
                place.text(equal + 1..end)
            );
            let report = place.certain(start..start + 1, "what has parameters is a `def`", "def").help(help);
            Some(report)
        }
        (":" | "be" | "is" | "<-", None) | ("be" | "is" | "<-", _) => Some(
            place
                .certain(at..at + 1, "a value stands behind `=`", "=")
                .help(format!("write `let {name} = {}`", place.text(at + 1..end))),
        ),
        _ if equal.is_none() && (place.is_number(at) || place.is_name(at)) && !place.first(at) => {
            let gap = place.span(at - 1).after();
            let report = Diagnostic::error(
                codes::ELSEWHERE,
                format!("`=` is missing behind `{name}`"),
                place.span(at),
                "write `=` before it",
            );
            Some(Mistake {
                report: report.help(format!("write `let {name} = {}`", place.text(at..end))).fix(gap, " ="),
                covers: at - 1..at,
            })
        }
        _ => None,
    }
}

/// `let w[H]: = [1, 2]`, `let w[H]: =`, `let w:`: no type stands behind the colon.
fn without_type(place: &Place, at: usize) -> Option<Mistake> {
    let (start, end) = (place.range.start, place.range.end);
    let indexed = at > start + 2 && place.partner(at - 1) == Some(start + 2) && place.before(at) == "]";
    let sign = if place.word(at + 1) == "=" { at + 2 } else { at + 1 };
    let ends = place.word(at) == ":" && (at == start + 2 || indexed);
    if !ends || sign == at + 1 && sign != end {
        return None;
    }
    let head = place.text(start..at);
    let message = "no type stands behind this colon";
    if sign < end {
        let help = format!("write `{head} = {}`", place.text(sign..end));
        return Some(place.certain(at..at + 1, message, "").help(help));
    }
    let value = match indexed && start + 5 == at && place.is_name(start + 3) {
        true => {
            let one = place.unused(&["k", "x", "y", "z", "each"]);
            let domain = place.word(start + 3);
            format!("let {}[{one}: {domain}] = 1", place.word(start + 1))
        }
        false => format!("{head} = 3"),
    };
    let help = format!("write `{value}`, with the value that it has");
    Some(place.reported(start..end, at..end, message, help, &value).label("a value is missing"))
}

/// `let free = () => E`
fn arrow_function(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let opens = place.before(at) == "=" && at == start + 3;
    let sign = if place.word(at) == "(" { place.past(at) } else { at + 1 };
    if !opens || !matches!(place.word(sign), "=>" | "->") {
        return None;
    }
    let (name, parameters) = (place.word(start + 1), place.text(at..sign));
    let head = match parameters {
        "()" => name.to_string(),
        other if other.starts_with('(') => format!("{name}{other}"),
        other => format!("{name}({other})"),
    };
    let text = format!("def {head} = ");
    let body = place.text(sign + 1..place.range.end);
    Some(
        place
            .certain(start..sign + 1, "a name for an expression over the position is a `def`", &text)
            .at(place.span_of(&(at..sign + 1)))
            .label("no function here")
            .help(format!("write `{text}{body}`")),
    )
}

/// `def f(x) = ..`, `def f(Player p) = ..`, `def f(x: T) { return E }`, `def f(x: T): E`
pub(super) fn definition(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let open = start + 2;
    let end = place.range.end;
    let name = place.view.word(start + 1);
    if name == "move" || name == "followup" {
        let help = format!("write `{name} {} ..`", place.view.word(start + 2));
        return (at == start).then(|| {
            place.certain(at..at + 1, format!("a `{name}` is not defined by `def`"), "").help(help)
        });
    }
    let close = if place.word(open) == "(" { place.partner(open)? } else { open - 1 };
    // Parameters.
    if open < at && at < close && (place.before(at) == "(" || place.before(at) == ",") && place.is_name(at) {
        let stop = place.find(at..close, &[","]).unwrap_or(close);
        if place.is_name(at + 1) && at + 2 == stop {
            let upper = |at: usize| place.word(at).starts_with(char::is_uppercase);
            let text = match upper(at + 1) && !upper(at) {
                true => format!("{}: {}", place.word(at), place.word(at + 1)),
                false => format!("{}: {}", place.word(at + 1), place.word(at)),
            };
            return Some(place.certain(at..stop, "a parameter is written `NAME: TYPE`", text));
        }
        if place.word(at + 1) == "in" || place.word(at + 1) == "of" {
            let help = format!("write `{}: {}`", place.word(at), place.text(at + 2..stop));
            return Some(
                place.certain(at + 1..at + 2, "the type of a parameter stands behind `:`", ":").help(help),
            );
        }
        if at + 1 == stop {
            let name = place.word(at);
            let help = format!(
                "write `{name}: Player`, `{name}: {}`, `{name}: 0..9` or another type",
                place.board()
            );
            let text = format!("{name}: Any_");
            return Some(
                place
                    .reported(at..stop, at..stop, format!("the parameter `{name}` has no type"), help, &text)
                    .label("`: TYPE` is missing behind this"),
            );
        }
        return None;
    }
    if place.word(at) == "{" && place.before(at) == "=" && place.word(at + 1) == "return" {
        let inner = place.partner(at)?;
        let body = place.text(at + 2..inner);
        return Some(
            place
                .certain(at..inner + 1, "a `def` is one expression, without braces and `return`", body)
                .at(place.span_of(&(at..at + 2)))
                .help(format!("write `def {} {body}`", place.text(start + 1..at))),
        );
    }
    if at != close + 1 {
        return None;
    }
    match place.word(at) {
        "{" => {
            let inner = place.partner(at)?;
            let from = if place.word(at + 1) == "return" { at + 2 } else { at + 1 };
            let body = place.text(from..inner);
            if place.find(at + 1..inner, &["+=", "-="]).is_some() {
                let message = "a `def` is an expression and stores nothing";
                let help = format!("write `{{ {body} }}` as the body of each move that does so");
                let mistake = place.reported(at..inner + 1, at..at + 1, message, help, "= 0");
                return Some(super::functions::with_calls(place, name, mistake));
            }
            (place.find(at + 1..inner, &["=", "let", "var"]).is_none() || place.word(at + 1) == "return")
                .then(|| {
                    place
                        .certain(
                            at..inner + 1,
                            "the value of a `def` stands behind `=`, without braces",
                            format!("= {body}"),
                        )
                        .at(place.span(at))
                        .label("write `=`")
                        .help(format!("write `def {} = {body}`", place.text(start + 1..at)))
                })
        }
        ":" if place.beside(at) && place.word(at + 1) == "-" => {
            let rest = place.text(at + 2..place.range.end);
            let help = format!("write `def {} = {rest}`", place.text(start + 1..at));
            Some(place.certain(at..at + 2, "the value of a `def` stands behind `=`", "=").help(help))
        }
        ":" | "->" | ":-" | "=>" | ":=" | "is" | "==" | "<=>" | "return" | "<-" => {
            let equal = place.find(at..end, &["="]);
            // `def f(x: T): bool = E`, `def f(x: T) -> bool = E`
            if let Some(equal) =
                equal.filter(|_| matches!(place.word(at), ":" | "->")).filter(|equal| *equal <= at + 6)
            {
                return Some(
                    place.certain(at..equal, "a `def` is given no type: it has that of its value", "").help(
                        format!("write `def {} = {}`", place.text(start + 1..at), place.text(equal + 1..end)),
                    ),
                );
            }
            let mut from = at + 1;
            if place.word(from) == "return" {
                from += 1;
            }
            Some(place.certain(at..from, "the value of a `def` stands behind `=`", "=").help(format!(
                "write `def {} = {}`",
                place.text(start + 1..at),
                place.text(from..end)
            )))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_colon_has_a_type_behind_it() {
        let helps = |lines: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nrange H = 1..3\n{lines}\nmove m {{ n += 1 }}\nstuck => draw\n"
            ))
        };
        let cases = [
            ("let w[H]: = [1, 2, 3]\nstate { n: 0..9 }", "write `let w[H] = [1, 2, 3]`"),
            ("let w[H]: =\nstate { n: 0..9 }", "write `let w[k: H] = 1`, with the value that it has"),
            ("let w[H]:\nstate { n: 0..9 }", "write `let w[k: H] = 1`, with the value that it has"),
            ("let w: =\nstate { n: 0..9 }", "write `let w = 3`, with the value that it has"),
            ("state { n: 0..9, w[H]: = [1, 2, 3] }", "write `w[H]: 0..3 = [1, 2, 3]`"),
            ("state { n: 0..9, w: = 4 }", "write `w: 0..9 = 4` with the bounds that it stays within"),
        ];
        for (lines, help) in cases {
            assert_eq!(helps(lines), [help], "{lines}");
        }
    }
}
