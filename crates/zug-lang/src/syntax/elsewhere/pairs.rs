//! Graphs and tables as mathematics and Python write them: `V = {u, v}` with `E = {(u, v)}`, and
//! `gain = {c: E for c in Cell}`.

use super::Mistake;
use super::place::Place;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at`, with which a value begins, behind `NAME =`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let declares = matches!(place.rule, Some(Rule::let_item) | None);
    if !declares || at < place.range.start + 2 || !matches!(place.before(at), "=" | ":=" | ":") {
        return None;
    }
    graph(place, at).or_else(|| comprehended(place, at))
}

/// `V = {u, v, w}` and `E = {(u, v), (v, w)}`: the tokens of an item that begins with no keyword.
pub(super) fn item(place: &Place, at: usize) -> Option<Mistake> {
    let (all, line) = (place.whole(), at..place.line_end(at));
    let values = (2..all.range.end).filter(|each| {
        let opens = matches!(all.word(*each), "{" | "[" | "(");
        opens && matches!(all.before(*each), "=" | ":=" | ":") && all.first(*each - 2)
    });
    let own = |found: &Mistake| found.report.fixes.iter().any(|fix| fix.span.start == place.span(at).start);
    let found = values.filter_map(|each| graph(&all, each)).find(own)?;
    Some(Mistake { covers: line, ..found })
}

/// The numbers of a pair in round brackets, where it stands for a cell: `at = (0, 2)`.
fn numbers(place: &Place, open: usize) -> Option<[i64; 2]> {
    let word = |at: usize| place.view.word(at);
    let sign = open.checked_sub(1).map(word)?;
    let pair = word(open) == "(" && word(open + 2) == "," && word(open + 4) == ")";
    let of_cell = matches!(sign, "=" | "!=" | "==" | "(" | "," | "+=" | "-=" | "[" | "when" | "{" | "in");
    let number = |at: usize| word(at).parse().ok();
    (pair && of_cell).then_some([number(open + 1)?, number(open + 3)?])
}

/// The most tokens before and behind a pair among which others are looked for.
const OTHERS: usize = 2_000;

/// The pair of numbers at `open` counted from 1, where the pairs of the text count from 0: who
/// counts one so counts all so.
pub(super) fn from_one(place: &Place, open: usize) -> Option<String> {
    let [column, row] = numbers(place, open)?;
    let others = open.saturating_sub(OTHERS)..(open + OTHERS).min(place.view.tokens.len());
    let from_zero = others.filter_map(|each| numbers(place, each)).any(|pair| pair.contains(&0));
    from_zero.then(|| format!("{}, {}", column.saturating_add(1), row.saturating_add(1)))
}

/// The edges of a list of pairs, and its last bracket.
fn edges<'t>(place: &Place<'_, 't>, at: usize) -> Option<(Vec<(&'t str, &'t str)>, usize)> {
    let opens = matches!(place.word(at), "{" | "[" | "(");
    let close = place.partner(at).filter(|close| opens && *close > at + 1)?;
    let mut found = Vec::new();
    let mut from = at + 1;
    while from < close {
        let end = place.find(from..close, &[","]).unwrap_or(close);
        let enclosed = matches!(place.word(from), "(" | "{" | "[" | "<") && end == from + 5;
        let (one, sign, other) = match enclosed {
            true => (from + 1, place.word(from + 2), from + 3),
            false => (from, place.word(from + 1), from + 2),
        };
        let joined =
            if enclosed { matches!(sign, "," | "-") } else { matches!(sign, "-" | "--" | "—" | "–") };
        let pair = joined && (enclosed || end == from + 3);
        let node = |each: usize| place.is_name(each) || place.is_number(each);
        found.push(Some((place.word(one), place.word(other))).filter(|_| pair && node(one) && node(other))?);
        from = end + 1;
    }
    (!found.is_empty()).then_some((found, close))
}

/// Where the nodes of these edges are listed, `V = {u, v, w}`: the first token, the name, and the
/// last one.
fn nodes<'t>(place: &Place<'_, 't>, edges: &[(&str, &str)]) -> Option<(Range<usize>, &'t str, Vec<&'t str>)> {
    let view = place.view;
    let word = |at: usize| view.word(at);
    (0..view.tokens.len()).find_map(|at| {
        let opens = matches!(word(at + 1), "=" | ":=" | ":") && matches!(word(at + 2), "{" | "[" | "(");
        let close = opens
            .then(|| (at + 3..view.tokens.len()).find(|each| matches!(word(*each), "}" | "]" | ")")))??;
        let listed: Vec<&str> = (at + 3..close).map(word).filter(|word| *word != ",").collect();
        let all = edges.iter().all(|(one, other)| listed.contains(one) && listed.contains(other));
        let plain = listed.len() * 2 == close - at - 2;
        let declared = at > 0 && matches!(word(at - 1), "let" | "set" | "enum" | "const");
        let start = if declared { at - 1 } else { at };
        (all && plain && view.tokens[start].first).then(|| (start..close + 1, word(at), listed))
    })
}

/// `E = {(u, v), (v, w)}`: a graph is given by its edges.
fn graph(place: &Place, at: usize) -> Option<Mistake> {
    let (edges, close) = edges(place, at)?;
    let view = place.view;
    let name = at - 2;
    let declared = name > 0 && matches!(view.word(name - 1), "let" | "set" | "const") && !place.first(name);
    let start = if declared { name - 1 } else { name };
    let listed = nodes(place, &edges);
    // `{(a1, b1), (b1, c1)}` are pairs of cells.
    let cell = |name: &str| name.len() < 4 && name.ends_with(|c: char| c.is_ascii_digit());
    let cells =
        place.declared("board").is_some() && edges.iter().any(|(one, other)| cell(one) && cell(other));
    if cells && listed.is_none() {
        return None;
    }
    if !place.first(start) || !place.is_name(name) {
        return None;
    }
    let joined = edges.iter().map(|(one, other)| format!("{one}-{other}"));
    let alone = |node: &&&str| !edges.iter().any(|(one, other)| [one, other].contains(node));
    let lonely =
        listed.iter().flat_map(|(_, _, nodes)| nodes.iter().filter(alone)).map(|node| node.to_string());
    let all: Vec<String> = joined.chain(lonely).collect();
    let called = listed.as_ref().map_or("Node", |(_, name, _)| name);
    let text = format!("graph {called} {{ {} }}", all.join(", "));
    let message = "a graph is given by its edges: its nodes are those that they join";
    let mut found = place.likely(start..close + 1, message, &text);
    if let Some((range, _, _)) = &listed {
        found.report = found.report.likely(view.span(range.start).to(view.span(range.end - 1)), "");
        if range.start < start {
            found.report.labels[0].span = view.span(range.start);
        }
    }
    Some(found.code(codes::ELSEWHERE).label("write a `graph`").help(format!("write `{text}`")))
}

/// `let gain = {c: E for c in Cell}`, `let gain = [E for c in Cell]`: a table names its index.
fn comprehended(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let close = place.partner(at).filter(|_| place.rule == Some(Rule::let_item))?;
    let each = place.find(at + 1..close, &["for"]).filter(|each| place.word(each + 2) == "in")?;
    let keyed =
        place.word(at + 2) == ":" && place.word(at) == "{" && place.word(at + 1) == place.word(each + 1);
    let from = if keyed { at + 3 } else { at + 1 };
    let asks = place.find(each + 3..close, &["if", "where", "for", ","]).is_some();
    if asks || from >= each || !(keyed || place.word(at) == "[") || place.before(at) == ":" {
        return None;
    }
    let (name, index, value) = (place.word(start + 1), place.word(each + 1), place.text(from..each));
    let set = place.text(each + 3..close);
    let counted =
        place.word(each + 3) == "range" && place.word(each + 4) == "(" && place.word(each + 6) == ")";
    let range = match counted {
        true => format!("0..{}", super::bounds::less_one(place.word(each + 5))),
        false => set.to_string(),
    };
    let message = "the entries of a table are given by one expression, with a name for its index";
    let table = |domain: &str| format!("let {name}[{index}: {domain}] = {value}");
    if place.is_domain(set) {
        let text = table(set);
        return Some(place.likely(start..close + 1, message, text).at(place.span_of(&(at..close + 1))));
    }
    let text = format!("range Index = {range}\n{}", table("Index"));
    let help = format!("write `{}`, with `range Index = {range}` before it", table("Index"));
    let integers = range.contains("..");
    integers
        .then(|| place.likely(start..close + 1, message, text).at(place.span_of(&(at..close + 1))).help(help))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition with these lines.
    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = path(4)\n{lines}\nstate {{ n: 0..9 = 9 }}\n\
             move m when n > 0 {{ n -= 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn a_graph_is_given_by_its_edges() {
        let graph = ["write `graph V { u-v, v-w, x }`"];
        for lines in [
            "V = {u, v, w, x}\nE = {(u,v), (v,w)}",
            "V = {u, v, w, x}\nE = {{u, v}, {v, w}}",
            "V = [u, v, w, x]\nE = [[u, v], [v, w]]",
            "let V = {u, v, w, x}\nlet E = {(u, v), (v, w)}",
            "V = {u, v, w, x}\nE = {u-v, v-w}",
        ] {
            assert_eq!(helps(lines), graph, "{lines}");
        }
        assert_eq!(helps("E = {(u, v), (v, w)}"), ["write `graph Node { u-v, v-w }`"]);
        assert_ne!(helps("let E = {(a1, b1), (b1, c1)}"), ["write `graph Node { a1-b1, b1-c1 }`"]);
    }

    #[test]
    fn a_table_names_its_index() {
        let table = ["write `let gain[c: C] = 2 * 2`"];
        for line in [
            "let gain = {c: 2 * 2 for c in C}",
            "let gain = [2 * 2 for c in C]",
            "let gain[C] = [2 * 2 for c in C]",
        ] {
            assert_eq!(helps(line), table, "{line}");
        }
        let range = ["write `let sq[x: Index] = x * x`, with `range Index = 0..4` before it"];
        assert_eq!(helps("let sq = [x * x for x in range(5)]"), range);
        assert_eq!(helps("let all = { {c} for c in C }"), [""; 0]);
    }

    #[test]
    fn who_counts_one_pair_from_zero_counts_all_so() {
        let advice_on = |cell: &str| format!("write `C({cell})`; columns and rows count from 1");
        let cells = |guard: &str| helps(&format!("move k when {guard} {{ n += 1 }}"));
        assert_eq!(cells("at = (0, 1) or at = (1, 2)"), [advice_on("1, 2"), advice_on("2, 3")]);
        assert_eq!(cells("at = (1, 1) or at = (1, 2)"), [advice_on("1, 1"), advice_on("1, 2")]);
        assert_eq!(cells("at = (0, 9223372036854775807)"), [advice_on("1, 9223372036854775807")]);
    }
}
