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
    let mut found = Edges { place, close, owner: None, edges: Vec::new(), wrong: None };
    let mut each = at + 1;
    while each < close {
        each = found.take(each)?;
    }
    let Edges { edges, wrong, .. } = found;
    let message = "a graph is written by its edges: `a-b` one to and fro, `a->b` one that leads only there";
    let wrong = wrong.filter(|_| place.before(at - 1) == "graph" && !edges.is_empty())?;
    let text = format!("{{ {} }}", edges.join(", "));
    Some(place.likely(at..close + 1, message, text).at(place.span(wrong)))
}

/// The edges of a graph, read from left to right.
struct Edges<'p, 'v, 't> {
    place: &'p Place<'v, 't>,
    close: usize,
    /// The point before a colon, whose neighbours follow.
    owner: Option<&'t str>,
    edges: Vec<String>,
    /// The first token that is written otherwise.
    wrong: Option<usize>,
}

impl Edges<'_, '_, '_> {
    fn is_point(&self, at: usize) -> bool {
        self.place.is_name(at) || self.place.is_number(at)
    }

    /// Takes what begins at a token; returns the index behind it, or none where it is no edge.
    fn take(&mut self, at: usize) -> Option<usize> {
        let place = self.place;
        if place.first(at) && !matches!(place.before(at), "," | ":" | "[" | "{" | "(") {
            self.owner = None;
        }
        match place.word(at) {
            "," | ";" | ")" | "]" | "}" => Some(at + 1),
            "(" | "[" | "{" if self.owner.is_some() => Some(at + 1),
            "(" | "[" | "{" => self.bracketed(at),
            _ if self.is_point(at) => self.point(at),
            _ => None,
        }
    }

    /// `(a, b)`
    fn bracketed(&mut self, at: usize) -> Option<usize> {
        let place = self.place;
        let pair = place.partner(at) == Some(at + 4) && place.word(at + 2) == ",";
        (pair && self.is_point(at + 1) && self.is_point(at + 3)).then(|| {
            self.wrong = self.wrong.or(Some(at));
            self.add(format!("{}-{}", place.word(at + 1), place.word(at + 3)));
            at + 5
        })
    }

    /// `a:`, `a-b-c`, a neighbour of the owner, `a b`, `a`
    fn point(&mut self, at: usize) -> Option<usize> {
        let place = self.place;
        let word = place.word(at);
        if place.word(at + 1) == ":" {
            (self.owner, self.wrong) = (Some(word), self.wrong.or(Some(at)));
            return Some(at + 2);
        }
        let points = (at..self.close).step_by(2).take_while(|each| self.is_point(*each));
        let chain = points.take_while(|each| *each == at || matches!(place.word(each - 1), "-" | "->"));
        let last = chain.last().unwrap_or(at);
        if last > at {
            self.owner = None;
            self.add(place.text(at..last + 1).to_owned());
            return Some(last + 1);
        }
        if let Some(owner) = self.owner {
            self.add(format!("{owner}-{word}"));
            return Some(at + 1);
        }
        if self.is_point(at + 1) && !place.first(at + 1) {
            let alone = place.first(at + 2) || matches!(place.word(at + 2), "," | ";" | "}");
            self.wrong = self.wrong.or(Some(at));
            self.add(format!("{word}-{}", place.word(at + 1)));
            return alone.then_some(at + 2);
        }
        self.add(word.to_owned());
        Some(at + 1)
    }

    /// Adds an edge that is not there, nor from the other side.
    fn add(&mut self, edge: String) {
        let turned = edge.split_once('-').map(|(a, b)| format!("{b}-{a}"));
        if !self.edges.iter().any(|each| *each == edge || Some(each) == turned.as_ref()) {
            self.edges.push(edge);
        }
    }
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
