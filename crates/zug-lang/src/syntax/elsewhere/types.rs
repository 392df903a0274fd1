//! Types as other languages write them.

use super::place::Place;
use super::{Mistake, collections, lists};
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at` of a type: behind the colon of a field, a param or a parameter.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let has_types = matches!(place.rule, Some(Rule::state_item | Rule::param_item | Rule::def_item));
    if !has_types {
        return None;
    }
    let first = place.before(at) == ":" && !(place.rule == Some(Rule::def_item) && equal_before(place, at));
    if first {
        collections::search(place, at).or_else(|| whole(place, at)).or_else(|| map(place, at))
    } else {
        optional(place, at)
    }
}

fn equal_before(place: &Place, at: usize) -> bool {
    place.find(place.range.start..at, &["="]).is_some()
}

/// The domain that a word names, in upper case as it is declared: `cell`, `cells` for `Cell`.
pub(super) fn domain(place: &Place, written: &str) -> String {
    let words = place.view.tokens.iter().map(|token| token.text(place.view.text));
    let singular = written.strip_suffix('s').unwrap_or(written);
    let mut found = words.filter(|word| word.starts_with(char::is_uppercase));
    let same = |word: &&str| word.eq_ignore_ascii_case(written) || word.eq_ignore_ascii_case(singular);
    found.find(same).unwrap_or(written).to_string()
}

/// A type that does not parse.
fn whole(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.type_end(at);
    let all = at..end;
    let (word, next) = (place.word(at), place.word(at + 1));
    let lower = word.to_lowercase();
    let collection = matches!(
        lower.as_str(),
        "set"
            | "sets"
            | "list"
            | "array"
            | "vector"
            | "hashset"
            | "bitset"
            | "collection"
            | "bag"
            | "seq"
            | "subset"
            | "subsets"
            | "setof"
            | "group"
            | "vec"
            | "dict"
    );
    if matches!(lower.as_str(), "set" | "list" | "bool")
        && word != lower
        && let Some(found) = in_small_letters(place, at, &lower)
    {
        return Some(found);
    }
    let message = |said: &str| format!("`{said}` is no type");
    let ordered = matches!(
        lower.as_str(),
        "list" | "array" | "vector" | "seq" | "vec" | "stack" | "queue" | "deque" | "sequence"
    );
    let of = if matches!(next, "<" | "[" | "(") { at + 2..end - 1 } else { at + 2..end };
    if ordered
        && matches!(next, "of" | "<" | "[" | "(")
        && of.start < of.end
        && place.rule == Some(Rule::state_item)
    {
        return Some(in_order(place, all, of));
    }
    let set_of = |inner: Range<usize>| -> Option<Mistake> {
        let name = domain(place, place.text(inner.clone()).trim());
        let said = place.text(all.clone());
        (!name.is_empty()).then(|| place.certain(all.clone(), message(said), format!("set of {name}")))
    };
    if word == "[" {
        let close = place.partner(at)?;
        let inside = place.text(at + 1..close);
        if inside.contains("..") {
            let value = if matches!(place.word(close + 1), "init" | "initial" | "default") {
                close + 2
            } else {
                close + 1
            };
            let text = if value > close + 1 { format!("{inside} =") } else { inside.to_string() };
            let help = format!("write `{text} {}`", place.text(value..end.max(value)));
            return Some(
                place
                    .certain(
                        at..value,
                        "the bounds of integers stand without brackets, the first value behind `=`",
                        text,
                    )
                    .help(help),
            );
        }
        if let Some(mistake) = lists::as_type(place, at, close) {
            return Some(mistake);
        }
        if let Some((low, high)) =
            inside.split_once([',', ';']).filter(|(_, high)| !high.contains([',', ';']))
        {
            let text = format!("{}..{}", low.trim(), high.trim());
            return Some(place.likely(
                at..close + 1,
                "the bounds of integers are written with two dots",
                text,
            ));
        }
        return if close == at + 2 { set_of(at + 1..close) } else { None };
    }
    if word == "set" && next == "of" {
        return plural(place, at + 2, end);
    }
    if collection && next == "of" && !(word == "list" && place.rule == Some(Rule::param_item)) {
        return set_of(at + 2..end);
    }
    if collection && matches!(next, "<" | "[" | "(") {
        return set_of(at + 2..end - 1);
    }
    if collection && at + 2 == end && place.is_name(at + 1) {
        return set_of(at + 1..end);
    }
    // `Cell set`, `Cell[]`, `Cell*`, `cells`
    let last = place.word(end - 1);
    if at + 2 == end && matches!(last, "set" | "list" | "array" | "*" | "+") {
        return set_of(at..at + 1);
    }
    if next == "[" && at + 3 == end {
        return set_of(at..at + 1);
    }
    // `1 <= n <= 20`
    if place.is_number(at)
        && matches!(next, "<=" | "<" | "≤")
        && matches!(place.word(at + 3), "<=" | "<" | "≤")
    {
        let text = format!("{}..{}", word, place.text(at + 4..end));
        return Some(place.certain(all, "the bounds of integers are written with two dots", text));
    }
    // `0..9 init 0`
    if let Some(sign) = (at + 1..end)
        .find(|each| matches!(place.word(*each), "init" | "initially" | "default" | "starts" | "starting"))
    {
        let help = format!("write `{} = {}`", place.text(at..sign), place.text(sign + 1..end));
        return Some(place.certain(sign..sign + 1, "the first value stands behind `=`", "=").help(help));
    }
    // `0 to 9`, `0-9`, `0...9`, `0:9`, `0,9`
    if let Some(sign) = (at + 1..end)
        .find(|each| matches!(place.word(*each), "to" | "-" | "–" | "until" | "through" | "upto" | "—" | "~"))
    {
        let behind = sign + 1;
        let simple = sign == place.operand_end(at) && place.operand_end(behind) == end;
        if simple && behind < end {
            let text = format!("{}..{}", place.text(at..sign), place.text(behind..end));
            return Some(place.certain(all, "the bounds of integers are written with two dots", text));
        }
    }
    // `int(0..9)`, `int 0..9`, `int[0..9]`, `int in 0..9`, `integer between 0 and 9`
    if matches!(
        lower.as_str(),
        "int" | "integer" | "nat" | "number" | "range" | "uint" | "num" | "counter" | "byte"
    ) && at + 1 < end
    {
        let numbers: Vec<String> = (at + 1..end)
            .filter(|each| place.is_number(*each))
            .map(|each| place.word(each).to_string())
            .collect();
        if let [low, high] = numbers.as_slice() {
            let text = format!("{low}..{high}");
            return Some(place.certain(all, "integers are declared by their bounds", text));
        }
        let help = "write the least and the greatest value, `0..9` for one".to_string();
        return Some(place.reported(
            all.clone(),
            all,
            "integers are declared by their bounds",
            help,
            "0..99",
        ));
    }
    or_none(place, at, end)
}

/// `Set of Cell`, `List of 0..9`, `Bool`: the words of the language have small letters.
fn in_small_letters(place: &Place, at: usize, lower: &str) -> Option<Mistake> {
    let end = place.type_end(at);
    let lists = lower != "list" || place.rule == Some(Rule::param_item);
    let whole = match lower {
        "bool" => end == at + 1,
        _ => place.word(at + 1) == "of" && at + 2 < end,
    };
    if !whole || !lists || place.is_domain(place.word(at)) {
        return None;
    }
    let text = format!("{lower}{}", place.text(at..end).strip_prefix(place.word(at))?);
    let message = format!("`{}` is written `{lower}`, in small letters", place.word(at));
    Some(place.certain(at..at + 1, message, lower).help(format!("write `{text}`")))
}

/// `set of cells`, `set of (Cell)`
fn plural(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let bracketed = matches!(place.word(at), "(" | "{" | "[" | "<");
    if !bracketed {
        return None;
    }
    let name = domain(place, place.text(at + 1..end - 1).trim());
    Some(place.certain(at..end, "the members of a set are named by a domain alone", name))
}

/// `Cell or null`, `Cell | none`, `Ann | Bob`, `place | slide`
fn or_none(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let signs: Vec<usize> =
        (at + 1..end).filter(|each| matches!(place.word(*each), "or" | "|" | "/")).collect();
    let (sign, last) = (*signs.first()?, *signs.last()?);
    // Between the signs stand single words.
    let single = signs.iter().enumerate().all(|(nth, sign)| sign - at == 2 * nth + 1) && last + 2 == end;
    let word = place.word(last + 1);
    let empty = is_no_value(word);
    let types = if empty { &signs[..signs.len() - 1] } else { &signs[..] };
    if single && !types.is_empty() {
        let choices: Vec<usize> = (at..end - if empty { 2 } else { 0 }).step_by(2).collect();
        return one_of_names(place, at..end, &choices, if empty { " or none" } else { "" });
    }
    if last + 2 != end || sign != last {
        return None;
    }
    let ty = place.text(at..sign);
    if empty {
        let text = "or none".to_string();
        return Some(
            place.certain(sign..end, without_value(word), text).help(format!("write `{ty} or none`")),
        );
    }
    Some(two_types(place, sign..end, ty))
}

/// What is told of a word for no value in a type.
fn without_value(word: &str) -> String {
    match word {
        "none" => "a type that may be `none` ends with `or none`".to_owned(),
        _ => format!("no value at all is written `none`, not `{word}`"),
    }
}

/// A type of two domains.
fn two_types(place: &Place, rest: Range<usize>, ty: &str) -> Mistake {
    let help = format!(
        "only `none` may stand behind `or`: write `{ty} or none`; for values of two kinds, declare two fields or an `enum`"
    );
    place.reported(rest.clone(), rest, "a value has one type", help, "or none")
}

/// Whether a word stands for no value at all.
fn is_no_value(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "null"
            | "nil"
            | "nothing"
            | "empty"
            | "none"
            | "undefined"
            | "0"
            | "nobody"
            | "noone"
            | "unset"
            | "null_"
            | "void"
            | "off"
            | "no"
    )
}

/// `Ann | Bob`, `1 | 2 | 3`, `place | slide`: one of several values is an element of a domain.
fn one_of_names(place: &Place, all: Range<usize>, choices: &[usize], or_none: &str) -> Option<Mistake> {
    let names: Vec<&str> = choices.iter().map(|at| place.word(*at)).collect();
    let message = "a type is the domain of the values";
    let numbers: Option<Vec<i64>> = names.iter().map(|name| name.parse().ok()).collect();
    if let Some(numbers) = numbers {
        let text = format!("{}..{}{or_none}", numbers.iter().min()?, numbers.iter().max()?);
        return Some(place.likely(all, message, text));
    }
    if let Some(domain) = super::top_level::domain_of(place, names[0])
        .filter(|(_, members)| names.iter().all(|name| members.contains(name)))
    {
        return Some(place.likely(all, message, format!("{}{or_none}", domain.0)));
    }
    let is_value = |at: &usize| place.is_name(*at) && !place.is_domain(place.word(*at));
    if !choices.iter().all(is_value) || names.iter().all(|name| super::type_word(name).is_some()) {
        return Some(two_types(place, all.start + 1..all.end, names[0]));
    }
    let field = (place.range.start..all.start).rev().find(|each| {
        place.is_name(*each)
            && (matches!(place.before(*each), "{" | "," | "(" | "param") || place.first(*each))
    })?;
    let name = place.word(field);
    let capital: String =
        name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
    let domain = place.unused(&[&capital, &format!("{capital}_")]).to_owned();
    let item = format!("enum {domain} {{ {} }}", names.join(", "));
    let text = format!("{domain}{or_none}");
    Some(lists::with_item(place, all, message, &text, Some(item)))
}

/// `Cell?`, `Option<Cell>`
fn optional(place: &Place, at: usize) -> Option<Mistake> {
    let marked = place.word(at) == "?" && at > 0 && place.is_name(at - 1) && place.before(at - 1) == ":";
    marked.then(|| {
        let ty = place.before(at);
        place
            .certain(at..at + 1, "what may have no value is written `or none`", " or none")
            .help(format!("write `{ty} or none`"))
    })
}

/// `z: Player -> set of Cell`, `z: map Player to Cell`
fn map(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.type_end(at);
    let sign = (at..end).find(|each| matches!(place.word(*each), "->" | "=>" | "→" | "to"))?;
    let from = if matches!(
        place.word(at).to_lowercase().as_str(),
        "map" | "dict" | "function" | "table" | "mapping" | "array"
    ) {
        at + 1
    } else {
        at
    };
    let name_at = at.checked_sub(2)?;
    let (name, key, value) = (place.word(name_at), place.text(from..sign), place.text(sign + 1..end));
    if !place.is_name(name_at) || key.is_empty() || value.is_empty() || place.word(name_at) == "]" {
        return None;
    }
    let text = format!("{name}[{key}]: {value}");
    let message = "a field with a value for each element has its index in square brackets";
    Some(place.certain(name_at..end, message, text).at(place.span_of(&(at..end))))
}

/// `pile: stack of Card`: an order is told by an index.
fn in_order(place: &Place, all: Range<usize>, of: Range<usize>) -> Mistake {
    let index = all.start.saturating_sub(2);
    let name = if place.word(index) == "]" { "row" } else { place.word(index) };
    let item = domain(place, place.text(of).trim());
    let or_none = if item.contains("..") { "" } else { " or none" };
    let said = place.text(all.clone());
    let help = format!(
        "write `range Index = 1..9` as an item, `{name}[Index]: {item}{or_none}` and `{name}_length: 0..9`, or `{name}: set of {item}` if the order does not matter"
    );
    place.reported(
        all.clone(),
        all,
        format!("`{said}` is no type: a position has no lists"),
        help,
        &format!("set of {item}"),
    )
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn field(ty: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nenum Ink {{ red, blue }}\nstate {{ n: 0..9, phase: {ty} }}\nmove m {{ n += 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn words_of_types_have_small_letters() {
        assert_eq!(field("Set of C"), ["write `set of C`"]);
        assert_eq!(field("SET of C = {a1}"), ["write `set of C`"]);
        let list = "game \"G\"\nplayers Ann, Bob\nparam row: List of 0..9 = [1, 2]\nstate { n: 0..9 }\nmove m when n < row[1] { n += 1 }\nstuck => draw\n";
        assert_eq!(helps_about(list), ["write `list of 0..9`"]);
    }

    #[test]
    fn one_of_several_values_is_an_element_of_a_domain() {
        let cases = [
            ("Ann | Bob", "write `Player`"),
            ("Ann | Bob | none", "write `Player or none`"),
            ("Bob or Ann or null", "write `Player or none`"),
            ("red | blue = red", "write `Ink`"),
            ("0 | 1 | 2", "write `0..2`"),
            ("C | nobody", "write `C or none`"),
            ("early | late", "write `Phase`, and `enum Phase { early, late }` as an item"),
            ("place | slide", "write `Phase`, and `enum Phase { place, slide }` as an item"),
        ];
        for (ty, help) in cases {
            assert_eq!(field(ty), [help], "{ty}");
        }
        assert!(field("C | Ink")[0].contains("declare two fields"));
        assert_eq!(field("C or none"), [""; 0]);
    }
}
