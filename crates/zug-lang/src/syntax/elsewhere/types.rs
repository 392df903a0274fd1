//! Types as other languages write them.

use super::place::Place;
use super::{Mistake, collections};
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

/// The index behind the type that begins at `at`.
pub(super) fn type_end(place: &Place, at: usize) -> usize {
    let mut end = at;
    while end < place.range.end {
        let ends =
            matches!(place.word(end), "," | "=" | ":=" | "==" | "}" | ")" | "default" | ":") && end > at;
        let next_field = end > at && place.first(end) && !matches!(place.word(end), "or" | "of");
        if ends || next_field {
            break;
        }
        end = place.past(end);
    }
    end
}

/// The domain that a word names, in upper case as it is declared: `cell`, `cells` for `Cell`.
fn domain(place: &Place, written: &str) -> String {
    let words = place.view.tokens.iter().map(|token| token.text(place.view.text));
    let singular = written.strip_suffix('s').unwrap_or(written);
    let mut found = words.filter(|word| word.starts_with(char::is_uppercase));
    let same = |word: &&str| word.eq_ignore_ascii_case(written) || word.eq_ignore_ascii_case(singular);
    found.find(same).unwrap_or(written).to_string()
}

/// A type that does not parse.
fn whole(place: &Place, at: usize) -> Option<Mistake> {
    let end = type_end(place, at);
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
        if let Some(mistake) = listed(place, at, close) {
            return Some(mistake);
        }
        if let Some((low, high)) =
            inside.split_once([',', ';']).filter(|(_, high)| !high.contains([',', ';']))
        {
            let text = format!("{}..{}", low.trim(), high.trim());
            return Some(place.certain(
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

/// `set of cells`, `set of (Cell)`
fn plural(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let bracketed = matches!(place.word(at), "(" | "{" | "[" | "<");
    if !bracketed {
        return None;
    }
    let name = domain(place, place.text(at + 1..end - 1).trim());
    Some(place.certain(at..end, "the members of a set are named by a domain alone", name))
}

/// `Cell or null`, `Cell | none`
fn or_none(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let sign = (at + 1..end).find(|each| matches!(place.word(*each), "or" | "|" | "/"))?;
    let word = place.word(sign + 1);
    let empty = matches!(
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
    );
    if sign + 2 != end {
        return None;
    }
    let ty = place.text(at..sign);
    if empty {
        let text = "or none".to_string();
        return Some(
            place
                .certain(sign..end, format!("no value at all is written `none`, not `{word}`"), text)
                .help(format!("write `{ty} or none`")),
        );
    }
    let message = "a value has one type";
    let help = format!(
        "only `none` may stand behind `or`: write `{ty} or none`; for values of two kinds, declare two fields or an `enum`"
    );
    Some(place.reported(sign..end, sign..end, message, help, "or none"))
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
    let end = type_end(place, at);
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

/// `piles: [3, 4, 5]`: the first values stand behind `=`, one for each member of an index.
fn listed(place: &Place, at: usize, close: usize) -> Option<Mistake> {
    let values: Option<Vec<i64>> =
        place.text(at + 1..close).split(',').map(|value| value.trim().parse().ok()).collect();
    let values = values.filter(|values| values.len() > 2)?;
    if place.rule == Some(Rule::param_item) {
        let text = format!("list of {} = {}", bounds_of(&values)?, place.text(at..close + 1));
        return Some(place.likely(at..close + 1, "the values of a param stand behind `=`", text));
    }
    let name = at.checked_sub(2).filter(|name| place.word(at - 1) == ":" && place.is_name(*name))?;
    if place.rule != Some(Rule::state_item) {
        return None;
    }
    let range = range_of(place, values.len());
    let index = range.unwrap_or_else(|| place.unused(&["Index", "Number", "Slot", "Indexes"]));
    let ty = bounds_of(&values)?;
    let text = format!("{}[{index}]: {ty} = {}", place.word(name), place.text(at..close + 1));
    let message = "the type of a field stands behind `:`, its first values behind `=`";
    Some(match range {
        Some(_) => place.likely(name..close + 1, message, &text),
        None => {
            let help = format!("write `{text}`, and `range {index} = 1..{}` as an item", values.len());
            place.reported(
                name..close + 1,
                at..close + 1,
                message,
                help,
                &format!("{}: {ty}", place.word(name)),
            )
        }
    })
}

/// The bounds of integers that begin with these values: they go down to 0 at least.
fn bounds_of(values: &[i64]) -> Option<String> {
    Some(format!("{}..{}", values.iter().min()?.min(&0), values.iter().max()?.max(&1)))
}

/// The first range of the text with so many members.
fn range_of<'t>(place: &Place<'_, 't>, members: usize) -> Option<&'t str> {
    let view = place.view;
    let number = |at: usize| view.word(at).parse::<usize>().ok();
    let counts = |at: &usize| {
        let is_range = view.tokens[*at].first && view.word(*at) == "range" && view.word(at + 4) == "..";
        let bounds = number(at + 3).zip(number(at + 5)).filter(|_| is_range);
        bounds.is_some_and(|(low, high)| high.checked_sub(low).map(|more| more + 1) == Some(members))
    };
    (0..view.tokens.len()).find(counts).map(|at| view.word(at + 1))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Applicability;
    use crate::source::FileId;
    use crate::syntax::parse;

    /// What is told of a list in the place of a type, and whether a fix of it is certain.
    fn advice(items: &str) -> (String, bool) {
        let text = format!("game \"G\"\nplayers Ann, Bob\n{items}\nmove m {{ n += 1 }}\nstuck => draw\n");
        let (_, reports) = parse(FileId::DEFINITION, &text);
        let is_certain = |fix: &crate::diagnostic::Fix| fix.applicability == Applicability::Certain;
        let certain = reports.iter().flat_map(|report| &report.fixes).any(is_certain);
        (reports[0].help.clone().unwrap_or_default(), certain)
    }

    #[test]
    fn first_values_are_one_for_each_member_of_a_range() {
        let field = "state { piles: [3, 4, 5], n: 0..9 }";
        let helps_with = |range: &str| advice(&format!("{range}\n{field}"));
        let own = "write `piles[Heap]: 0..5 = [3, 4, 5]`".to_owned();
        assert_eq!(helps_with("range Few = 1..2\nrange Heap = 0..2"), (own, false));
        let new = |name: &str| {
            format!("write `piles[{name}]: 0..5 = [3, 4, 5]`, and `range {name} = 1..3` as an item")
        };
        assert_eq!(helps_with("range Few = 1..2"), (new("Index"), false));
        assert_eq!(helps_with("range Index = 1..2"), (new("Number"), false));
    }

    #[test]
    fn bounds_hold_all_the_values() {
        let of = |values: &str| advice(&format!("range H = 1..3\nstate {{ piles: [{values}], n: 0..9 }}")).0;
        assert_eq!(of("-1, -2, -1"), "write `piles[H]: -2..1 = [-1, -2, -1]`");
        assert_eq!(of("0, 0, 0"), "write `piles[H]: 0..1 = [0, 0, 0]`");
    }

    #[test]
    fn only_fields_have_an_index_for_their_values() {
        let state = "range H = 1..3\nstate { n: 0..9 }";
        let param = advice(&format!("{state}\nparam piles: [3, 4, 5]"));
        assert_eq!(param, ("write `list of 0..5 = [3, 4, 5]`".to_owned(), false));
        let (def, certain) = advice(&format!("{state}\ndef f(k: [3, 4, 5]) = k"));
        assert!(!def.contains("[H]") && !certain, "{def}");
    }
}
