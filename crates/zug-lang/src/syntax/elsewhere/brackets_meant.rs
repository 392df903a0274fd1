//! Brackets of another kind than those that are meant: `(c in S where C)` for a set,
//! `{ (a1, b1), (a2, b2) }` for a family, `some (l in Line): C`, `tree [root [a 3] [b 5]]`.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    bound(place, at).or_else(|| chosen(place, at)).or_else(|| members(place, at)).or_else(|| tree(place, at))
}

/// `tree [root [a 3] [b 5]]`, `tree (root (a 3) (b 5))`: a node with its name in its brackets.
fn tree(place: &Place, at: usize) -> Option<Mistake> {
    let root = place.rule == Some(Rule::tree_item) && at == place.range.start + 1;
    let (name, text) = node(place, at).filter(|_| root)?;
    let message = "a tree with names is written in braces, each name before its `:`";
    // A leaf alone is no tree.
    let branches = text.starts_with('{') && (!name.is_empty() || text.contains(": "));
    let sure = || place.likely(at..place.past(at), message, &text).help(format!("write `tree {text}`"));
    (branches && place.past(at) == place.range.end).then(sure)
}

/// The name of the node whose bracket opens at `open`, and what it is.
fn node<'t>(place: &Place<'_, 't>, open: usize) -> Option<(&'t str, String)> {
    let opens = |at: usize| matches!(place.word(at), "[" | "(");
    let close = place.partner(open).filter(|_| opens(open))?;
    let named = place.is_name(open + 1);
    let name = if named { place.word(open + 1) } else { "" };
    let mut from = open + 1 + usize::from(named);
    let minus = usize::from(place.word(from) == "-");
    if named && from + minus + 1 == close && place.is_number(from + minus) {
        return Some((name, place.text(from..close).to_owned()));
    }
    let mut branches = Vec::new();
    while from < close {
        let (name, value) = node(place, from).filter(|(name, _)| !name.is_empty())?;
        branches.push(format!("{name}: {value}"));
        from = place.past(from);
        from += usize::from(place.word(from) == ",");
    }
    (!branches.is_empty()).then(|| (name, format!("{{ {} }}", branches.join(", "))))
}

/// `some (l in Line): C`
fn bound(place: &Place, at: usize) -> Option<Mistake> {
    let quantifier = matches!(place.word(at), "some" | "every" | "no");
    let open = at + 1;
    let close = place.partner(open).filter(|_| quantifier && place.word(open) == "(")?;
    let binds = place.is_name(open + 1) && matches!(place.word(open + 2), "in" | "∈");
    let sign = place.word(close + 1);
    let parted = place.find(open + 1..close, &[":", "where"]).is_some();
    (binds && sign == ":" && !parted).then(|| {
        let inside = place.text(open + 1..close);
        let clause = place.text(close + 2..place.clause_end(close + 2));
        let text = format!("{} {inside}", place.word(at));
        let message = format!("no brackets stand behind `{}`", place.word(at));
        let help = format!("write `{text}: {}`", if clause.is_empty() { ".." } else { clause });
        place
            .certain(at..close + 1, message, text)
            .at(place.span(open))
            .label("delete the brackets")
            .help(help)
    })
}

/// `= (c in Cell where c.y = 1)`: a set stands in braces.
fn chosen(place: &Place, at: usize) -> Option<Mistake> {
    let opens = place.word(at) == "(" && at > place.range.start && !place.ends_operand(at - 1);
    let head = place.rule == Some(Rule::move_item) && at == place.range.start + 2;
    let close = place.partner(at).filter(|_| opens && !head)?;
    let binds = place.is_name(at + 1) && matches!(place.word(at + 2), "in" | "∈");
    let chooses = binds && place.find(at + 3..close, &["where"]).is_some();
    chooses.then(|| {
        let inside = place.text(at + 1..close);
        let text = format!("{{ {inside} }}");
        place.certain(at..close + 1, "a set stands in braces", text).label("write braces")
    })
}

/// `family Line of Cell = { (a1, b1, c1), (a2, b2, c2) }`
fn members(place: &Place, at: usize) -> Option<Mistake> {
    let family = place.rule == Some(Rule::family_item) && matches!(place.word(at), "{" | "[");
    let close = place.partner(at).filter(|close| family && place.before(at) == "=" && *close > at + 1)?;
    let (mut from, mut sets) = (at + 1, Vec::new());
    while from < close {
        let end = place.partner(from).filter(|_| matches!(place.word(from), "(" | "["))?;
        let listed = (from + 1..end)
            .all(|each| place.is_name(each) || place.is_number(each) || place.word(each) == ",");
        sets.push(listed.then(|| format!("{{{}}}", place.text(from + 1..end)))?);
        from = end + 1;
        if place.word(from) == "," {
            from += 1;
        }
    }
    let message = "the members of a family are sets, and a set stands in braces";
    let text = format!("{{ {} }}", sets.join(", "));
    Some(place.certain(at..close + 1, message, text).at(place.span(at + 1)).label("write braces"))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(line: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nfamily L of C = lines(C, 3)\n{line}\n\
             state {{ s: set of C }}\nmove m(c in C) {{ s += c }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn the_names_of_a_tree_stand_before_their_branches() {
        let tree =
            |tree: &str| helps_about(&format!("game \"G\"\nplayers Ann, Bob\ntree {tree}\nexpect draw\n"));
        assert_eq!(tree("[root [a 3] [b 5]]"), ["write `tree { a: 3, b: 5 }`"]);
        assert_eq!(tree("(root (a (c -3) (d 2)), (b 5))"), ["write `tree { a: { c: -3, d: 2 }, b: 5 }`"]);
        assert_eq!(tree("[[a 3], [b 5]]"), ["write `tree { a: 3, b: 5 }`"]);
        assert_eq!(tree("[3, [4, 5]]"), [""; 0]);
    }

    #[test]
    fn brackets_are_of_the_kind_that_is_meant() {
        assert_eq!(helps("def full = some (l in L): l <= s"), ["write `some l in L: l <= s`"]);
        assert_eq!(helps("let low = (c in C where c.y = 1)"), ["write `{ c in C where c.y = 1 }`"]);
        let family = ["write `{ {a1, b1}, {a2, b2} }`"];
        assert_eq!(helps("family F of C = { (a1, b1), (a2, b2) }"), family);
        assert_eq!(helps("def few = count(c in C where c.y = 1) = 1"), [""; 0]);
    }
}
