//! The edges of a graph as other languages write them: `a -- b`, `a: b, c`.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at` of a graph.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.rule != Some(Rule::graph_item) {
        return None;
    }
    equals(place, at).or_else(|| pairs(place, at)).or_else(|| signs(place, at))
}

/// The number of tokens of the sign of an edge at `at` that is not of this language.
fn sign(place: &Place, at: usize) -> Option<usize> {
    let signs = match (place.word(at), place.word(at + 1), place.word(at + 2)) {
        ("-", "-", "-") | ("<", "-", ">") => 3,
        ("--", "-", _) | ("<", "->", _) | ("-", "-", _) => 2,
        ("--" | "<->" | "—" | "–" | "~", ..) => 1,
        _ => return None,
    };
    (place.ends_operand(at.wrapping_sub(1)) && at + signs < place.range.end).then_some(signs)
}

/// `a -- b`, `a <-> b`, `a — b`: all edges so written are one mistake.
fn signs(place: &Place, at: usize) -> Option<Mistake> {
    let first = sign(place, at)?;
    let (mut found, mut next) = (Vec::new(), at);
    while next < place.range.end {
        let length = sign(place, next).unwrap_or(0);
        if length > 0 {
            found.push(next..next + length);
        }
        next += length.max(1);
    }
    // Where one edge is written with one sign, two beside each other are a slip.
    let single = |each: &usize| {
        place.word(*each) == "-" && !found.iter().any(|signs: &Range<usize>| signs.contains(each))
    };
    if found.len() == 1 && place.range.clone().any(|each| single(&each)) {
        return None;
    }
    let chain = place.find(at..place.range.end, &[",", "}", ";"]).unwrap_or(place.range.end);
    let mut shown = String::new();
    let mut from = at - 1;
    for signs in found.iter().filter(|signs| signs.end < chain) {
        shown.push_str(place.text(from..signs.start).trim_end());
        shown.push('-');
        from = signs.end;
    }
    shown.push_str(place.text(from..chain));
    let message = "an edge is written with one `-`, an arrow with `->`";
    let mut mistake = place.certain(at..at + first, message, "-").help(format!("write `{shown}`"));
    for signs in &found[1..] {
        mistake.report = mistake.report.fix(place.span_of(signs), "-");
    }
    mistake.covers = at..found.last()?.end;
    Some(mistake)
}

/// `graph G = { a-b }`
fn equals(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "=" | ":" | ":=") && at == place.range.start + 2;
    (known && place.word(at + 1) == "{").then(|| {
        let help = format!("write `graph {} {}`", place.before(at), place.text(at + 1..place.past(at + 1)));
        let message = format!("no `{}` stands before the edges of a graph", place.word(at));
        place.certain(at..at + 1, message, "").help(help)
    })
}

/// `graph G { (a, b), (b, c) }`, `{ a: b, c; b: c }`, `{ a b }`: pairs of points, the neighbours of
/// each, two points side by side. Edges that are written right stay beside them.
fn pairs(place: &Place, at: usize) -> Option<Mistake> {
    let close = place.partner(at).filter(|close| place.word(at) == "{" && *close > at)?;
    let point = |at: usize| place.is_name(at) || place.is_number(at);
    let (mut owner, mut edges, mut each): (Option<&str>, Vec<String>, usize) = (None, Vec::new(), at + 1);
    let mut wrong: Option<usize> = None;
    while each < close {
        let (word, next) = (place.word(each), place.word(each + 1));
        if place.first(each) && !matches!(place.before(each), "," | ":" | "[" | "{" | "(") {
            owner = None;
        }
        let chain = (each..close).step_by(2).take_while(|at| point(*at));
        let chain = chain.take_while(|at| *at == each || matches!(place.word(at - 1), "-" | "->")).last();
        let pair = place.partner(each) == Some(each + 4) && place.word(each + 2) == ",";
        let (edge, behind) = match owner {
            _ if matches!(word, "," | ";" | ")" | "]" | "}") => (None, each + 1),
            _ if point(each) && next == ":" => {
                (owner, wrong) = (Some(word), wrong.or(Some(each)));
                (None, each + 2)
            }
            _ if chain.is_some_and(|last| last > each) => {
                owner = None;
                let last = chain? + 1;
                (Some(place.text(each..last).to_owned()), last)
            }
            Some(owner) if point(each) => (Some(format!("{owner}-{word}")), each + 1),
            Some(_) if matches!(word, "(" | "[" | "{") => (None, each + 1),
            None if pair && point(each + 1) && point(each + 3) => {
                wrong = wrong.or(Some(each));
                (Some(format!("{next}-{}", place.word(each + 3))), each + 5)
            }
            None if point(each) && point(each + 1) && !place.first(each + 1) => {
                let alone = place.first(each + 2) || matches!(place.word(each + 2), "," | ";" | "}");
                wrong = wrong.or(alone.then_some(each));
                (Some(format!("{word}-{next}")), if alone { each + 2 } else { return None })
            }
            None if point(each) => (Some(word.to_owned()), each + 1),
            _ => return None,
        };
        if let Some(edge) = edge {
            let turned = edge.split_once('-').map(|(a, b)| format!("{b}-{a}"));
            if !edges.iter().any(|each| *each == edge || Some(each) == turned.as_ref()) {
                edges.push(edge);
            }
        }
        each = behind;
    }
    let message = "a graph is written by its edges: `a-b` one to and fro, `a->b` one that leads only there";
    let wrong = wrong.filter(|_| place.before(at - 1) == "graph" && !edges.is_empty())?;
    let text = format!("{{ {} }}", edges.join(", "));
    Some(place.likely(at..close + 1, message, text).at(place.span(wrong)))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(line: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\n{line}\nstate {{ n: 0..9 }}\nmove m {{ n += 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn edges_have_one_sign() {
        assert_eq!(helps("graph G { p -- q }"), ["write `p-q`"]);
        assert_eq!(helps("graph G { p-q, q--r }"), ["write `q-r`"]);
        assert_eq!(helps("graph G { a--b--c, c-d }"), ["write `a-b-c`"]);
        assert_eq!(helps("graph G { a--b--c,\n  c--d }"), ["write `a-b-c`"]);
    }

    #[test]
    fn neighbours_are_edges() {
        let all = ["write `{ oslo-bergen, oslo-molde, bergen-bodo }`"];
        assert_eq!(helps("graph G { oslo: bergen, molde; bergen: bodo }"), all);
        assert_eq!(helps("graph G {\n  oslo: [bergen, molde],\n  bergen: [oslo, bodo]\n}"), all);
        assert_eq!(helps("graph G { (p, q), (q, r) }"), ["write `{ p-q, q-r }`"]);
        let mixed = ["write `{ p-q, q-r, r-s }`"];
        for edges in ["p q\n  q r", "(p, q)\n  (q, r)", "p: q\n  q: r", "(p, q),\n  q: r"] {
            assert_eq!(helps(&format!("graph G {{\n  {edges},\n  r-s\n}}")), mixed, "{edges}");
        }
        assert_eq!(helps("graph G { p-q, r s }"), ["write `{ p-q, r-s }`"]);
        assert_eq!(helps("graph G = { p-q }"), ["write `graph G { p-q }`"]);
        assert_eq!(helps("graph G { p-q, q->r }"), [""; 0]);
        assert_eq!(helps("graph G { oslo: bergen, molde\n  bergen: oslo, bodo }"), all);
    }
}
