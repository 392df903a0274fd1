//! Methods in expressions: `marks[me].size()`, `S.contains(x)`, `c.north()`.

use super::place::Place;
use super::{Mistake, goals};
use crate::built_ins::{Kind, built_in};
use std::ops::Range;

/// Searches the token `at`, the dot of a method.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "." {
        return None;
    }
    of_player(place, at).or_else(|| method(place, at)).or_else(|| double_colon(place, at))
}

/// `marks.me`
fn of_player(place: &Place, at: usize) -> Option<Mistake> {
    let who = place.word(at + 1);
    if !matches!(who, "me" | "opponent") || at == 0 {
        return None;
    }
    let start = place.operand_start(at - 1);
    let text = format!("{}[{who}]", place.text(start..at));
    Some(place.certain(start..at + 2, "the index of a field stands in square brackets", text))
}

/// `Mood::calm` arrives as two colons; the dot of `Mood.calm` is right.
fn double_colon(_: &Place, _: usize) -> Option<Mistake> {
    None
}

/// The form of a method here: `{0}` is what it is called on, `{1}` its argument.
fn form(name: &str, arguments: usize) -> Option<&'static str> {
    let lower = name.to_lowercase().replace('_', "");
    Some(match (lower.as_str(), arguments) {
        ("size" | "length" | "count" | "len" | "card" | "cardinality" | "number" | "getsize" | "num", 0) => {
            "count({0})"
        }
        (
            "contains" | "has" | "includes" | "contain" | "member" | "ismember" | "in" | "holds" | "include",
            1,
        ) => "{1} in {0}",
        ("isempty" | "empty" | "none", 0) => "{0} = {}",
        ("notempty" | "isnotempty" | "any" | "nonempty" | "exists", 0) => "{0} != {}",
        ("union" | "add" | "plus" | "with" | "append" | "insert" | "push" | "concat", 1) => "({0} + {1})",
        ("intersect" | "intersection" | "inter" | "intersects", 1) => "{0} & {1}",
        (
            "difference" | "minus" | "without" | "except" | "remove" | "diff" | "setminus" | "delete"
            | "subtract",
            1,
        ) => "({0} - {1})",
        ("subset" | "issubset" | "subsetof" | "issubsetof" | "within" | "subseteq", 1) => "{0} <= {1}",
        ("superset" | "issuperset" | "supersetof" | "containsall" | "issupersetof", 1) => "{1} <= {0}",
        ("disjoint" | "isdisjoint", 1) => "{0} & {1} = {}",
        ("equals" | "eq" | "is", 1) => "{0} = {1}",
        (
            "neighbors" | "neighbours" | "near" | "adjacent" | "adj" | "neighbor" | "neighbour" | "around",
            0,
        ) => "near({0})",
        ("isadjacent" | "adjacent" | "isneighbor" | "isneighbour" | "adjacentto" | "neighbors", 1) => {
            "{1} in near({0})"
        }
        ("step" | "neighbor" | "neighbour" | "move" | "go" | "next", 1) => "step({0}, {1})",
        ("distance" | "dist" | "distanceto", 1) => "distance({0}, {1})",
        ("other" | "opponent" | "opposite" | "enemy" | "next", 0) => "other({0})",
        ("up", 0) => "north({0})",
        ("down", 0) => "south({0})",
        ("left", 0) => "west({0})",
        ("right", 0) => "east({0})",
        ("x" | "col" | "column" | "file" | "getx" | "getcol", 0) => "{0}.x",
        ("y" | "row" | "rank" | "gety" | "getrow", 0) => "{0}.y",
        ("max" | "maximum", 1) => "max({0}, {1})",
        ("min" | "minimum", 1) => "min({0}, {1})",
        ("abs", 0) => "abs({0})",
        ("get" | "at", 1) => "{0}[{1}]",
        (
            "items" | "keys" | "values" | "elements" | "members" | "iter" | "toset" | "tolist" | "all"
            | "range" | "cells" | "toarray",
            0,
        ) => "{0}",
        _ => return None,
    })
}

/// `S.size()`
fn method(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at + 2) != "(" || at == 0 {
        return None;
    }
    let start = place.operand_start(at - 1);
    let close = place.partner(at + 2)?;
    let (name, of) = (place.word(at + 1), place.text(start..at));
    if let Some(found) = with_lambda(place, start, at, close) {
        return Some(found);
    }
    let arguments = place.text(at + 3..close);
    let number = if arguments.is_empty() {
        0
    } else {
        1 + (at + 3..close).filter(|each| place.word(*each) == ",").count()
    };
    let message = format!("there are no methods: `.{name}(..)`");
    let of_list = place.declares_list(of);
    let direction = built_in(name).is_some_and(|it| matches!(it.kind, Kind::Direction));
    if let Some(text) = form(name, number).and_then(|form| of_cell(place, start..at, form)) {
        let at_method = place.span_of(&(at..close + 1));
        let found = place.likely(start..close + 1, message, text).at(at_method);
        return Some(found.label("no method"));
    }
    let text = match form(name, number) {
        Some("count({0})") if of_list => format!("len({of})"),
        Some(form) => form.replace("{0}", of).replace("{1}", arguments),
        None if direction && number == 0 => format!("{name}({of})"),
        None if !place.declared_def(name) && built_in(name).is_none() => {
            let help =
                format!("only a name can be called: declare `def {name}(..) = ..` and write `{name}({of})`");
            let at_method = at..close + 1;
            return Some(place.reported(at_method.clone(), at_method, message, help, "").label("no method"));
        }
        None if number == 0 => format!("{name}({of})"),
        None => format!("{name}({of}, {arguments})"),
    };
    let sure = form(name, number).is_some() || direction;
    if let Some((start, text)) = negated(place, start, &text) {
        let at_method = place.span_of(&(at..close + 1));
        return Some(place.certain(start..close + 1, message, text).at(at_method).label("no method"));
    }
    let at_method = place.span_of(&(at..close + 1));
    // `not S.isEmpty()`: a comparison behind `not` needs no brackets, beside another sign it does.
    Some(match sure {
        true => place.certain(start..close + 1, message, text).at(at_method).label("no method"),
        false => place.likely(start..close + 1, message, text).at(at_method).label("no method"),
    })
}

/// `to.isEmpty()` of a cell that a move chooses: whether it is one of the free cells.
fn of_cell(place: &Place, of: Range<usize>, form: &str) -> Option<String> {
    let sign = match form {
        "{0} = {}" => "in",
        "{0} != {}" => "not in",
        _ => return None,
    };
    let name = place.text(of.clone());
    let bound = |at: usize| {
        place.word(at) == name && place.word(at + 1) == "in" && place.is_domain(place.word(at + 2))
    };
    let chosen = of.len() == 1 && !place.is_field(name) && (place.range.start..of.start).any(bound);
    let free = chosen.then(|| goals::free_cells(place)).flatten()?;
    Some(format!("{name} {sign} {free}"))
}

/// `!S.contains(x)`, `not S.isEmpty()`: the comparison turned round, from the sign on.
fn negated(place: &Place, start: usize, text: &str) -> Option<(usize, String)> {
    let not = matches!(place.before(start), "!" | "not" | "¬");
    let turned = [(" in ", " not in "), (" = ", " != ")];
    let (sign, ours) = turned.iter().find(|(sign, _)| text.matches(sign).count() == 1)?;
    not.then(|| (start - 1, text.replace(sign, ours)))
}

/// `S.every(d => P)`
fn with_lambda(place: &Place, start: usize, at: usize, close: usize) -> Option<Mistake> {
    let mut name_at = at + 3;
    let mut arrow = name_at + 1;
    if matches!(place.word(name_at), "lambda" | "(" | "|") {
        name_at += 1;
        arrow = name_at + if place.word(at + 3) == "lambda" { 1 } else { 2 };
        if place.word(at + 3) == "lambda" && place.word(arrow) != ":" {
            return None;
        }
    }
    let is_arrow = matches!(place.word(arrow), "=>" | "->" | "→" | "⇒" | ":");
    if !is_arrow || !place.is_name(name_at) {
        return None;
    }
    let (of, name, body) = (place.text(start..at), place.word(name_at), place.text(arrow + 1..close));
    let method = place.word(at + 1).to_lowercase();
    let text = match method.as_str() {
        "every" | "all" | "forall" => format!("(every {name} in {of}: {body})"),
        "some" | "any" | "exists" | "anymatch" | "find" => format!("(some {name} in {of}: {body})"),
        "none" => format!("(no {name} in {of}: {body})"),
        "filter" | "where" | "select" => format!("{{ {name} in {of} where {body} }}"),
        "map" | "collect" => format!("{{ {body} for {name} in {of} }}"),
        "count" => format!("count({name} in {of}: {body})"),
        "sum" | "reduce" => format!("sum({name} in {of}: {body})"),
        "max" => format!("max({name} in {of}: {body})"),
        "min" => format!("min({name} in {of}: {body})"),
        _ => return None,
    };
    let message =
        format!("there are no methods and no functions without a name: `.{}(..)`", place.word(at + 1));
    Some(
        place.certain(start..close + 1, message, text).at(place.span_of(&(at..close + 1))).label("no method"),
    )
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn a_cell_is_empty_where_it_is_one_of_the_free_cells() {
        let guard = |condition: &str| helps(&format!("move m(c in C) when {condition} {{ s += c }}"));
        assert_eq!(guard("c.isEmpty()"), ["write `c in C - men[Ann] - men[Bob]`"]);
        assert_eq!(guard("c.notEmpty()"), ["write `c not in C - men[Ann] - men[Bob]`"]);
        assert_eq!(guard("s.isEmpty()"), ["write `s = {}`"]);
    }
}
