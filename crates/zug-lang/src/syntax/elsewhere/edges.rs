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
    equals(place, at)
        .or_else(|| adjacency(place, at))
        .or_else(|| pairs(place, at))
        .or_else(|| signs(place, at))
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

/// `graph G { (a, b), (b, c) }`: pairs of points.
fn pairs(place: &Place, at: usize) -> Option<Mistake> {
    let close = place.partner(at).filter(|close| place.word(at) == "{" && *close > at)?;
    let (mut edges, mut each) = (Vec::new(), at + 1);
    while each < close {
        let point = |at: usize| place.is_name(at) || place.is_number(at);
        let whole = matches!(place.word(each), "(" | "{" | "[")
            && place.partner(each) == Some(each + 4)
            && place.word(each + 2) == ","
            && point(each + 1)
            && point(each + 3);
        edges.push(whole.then(|| format!("{}-{}", place.word(each + 1), place.word(each + 3)))?);
        each += if place.word(each + 5) == "," { 6 } else { 5 };
    }
    let message = "a graph is written by its edges: `a-b` one to and fro, `a->b` one that leads only there";
    (place.before(at - 1) == "graph" && !edges.is_empty())
        .then(|| place.likely(at..close + 1, message, format!("{{ {} }}", edges.join(", "))))
}

/// `graph G { a: b, c; b: c }`: the neighbours of each.
fn adjacency(place: &Place, at: usize) -> Option<Mistake> {
    let close = place.partner(at).filter(|close| place.word(at) == "{" && *close > at)?;
    let (mut owner, mut edges): (&str, Vec<(&str, &str)>) = ("", Vec::new());
    let mut each = at + 1;
    while each < close {
        let word = place.word(each);
        if place.is_name(each) && place.word(each + 1) == ":" {
            owner = word;
            each += 1;
        } else if place.is_name(each) && !owner.is_empty() {
            if !edges.contains(&(word, owner)) && !edges.contains(&(owner, word)) {
                edges.push((owner, word));
            }
        } else if !matches!(word, "," | ";" | "[" | "]" | "{" | "}" | "(" | ")") {
            return None;
        }
        each += 1;
    }
    let shown: Vec<String> = edges.iter().map(|(from, to)| format!("{from}-{to}")).collect();
    let message = "a graph is written by its edges: `a-b` one to and fro, `a->b` one that leads only there";
    (place.before(at - 1) == "graph" && !shown.is_empty())
        .then(|| place.likely(at..close + 1, message, format!("{{ {} }}", shown.join(", "))))
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
        assert_eq!(helps("graph G = { p-q }"), ["write `graph G { p-q }`"]);
        assert_eq!(helps("graph G { p-q, q->r }"), [""; 0]);
        assert_eq!(helps("graph G { oslo: bergen, molde\n  bergen: oslo, bodo }"), all);
    }
}
