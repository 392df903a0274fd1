//! Maps and arrays of other languages as types: `dict[Cell, Player]`, `map<Cell, Player>`,
//! `array[Cell] of Player`, `Player[4]`. Here a field has an index.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// A map as it was written: what it has a value for, and of which type.
struct Map {
    key: Range<usize>,
    value: Range<usize>,
    /// The index behind it.
    end: usize,
}

/// Searches the token `at`, with which a type begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let name_at = at.checked_sub(2).filter(|name| place.is_name(*name))?;
    let map = by_word(place, at).or_else(|| array_of(place, at)).or_else(|| sized(place, at))?;
    let (name, key) = (place.word(name_at), place.text(map.key.clone()));
    let begins_empty = place.word(map.end) == "="
        && matches!(place.word(map.end + 1), "{" | "[")
        && place.partner(map.end + 1) == Some(map.end + 2);
    let map = if begins_empty { Map { end: map.end + 3, ..map } } else { map };
    let number = super::type_word(place.text(map.value.clone())) == Some("0..9");
    let alone = !number
        && map.value.len() == 1
        && place.is_name(map.value.start)
        && place.word(map.value.start) != "bool";
    let empty = if alone && place.word(map.end) != "=" { " or none" } else { "" };
    let value = if number { "0..9" } else { place.text(map.value.clone()) };
    let value = format!("{value}{empty}");
    let message = "a field with a value for each element has its index in square brackets";
    let said = place.span_of(&(at..map.end));
    let first = match place.word(map.end) {
        "=" => format!(" = {}", place.text(map.end + 1..place.type_end(map.end + 1))),
        _ => String::new(),
    };
    let domain = if map.key.len() == 1 && place.is_name(map.key.start) {
        Some(key)
    } else {
        numbered(place, &map.key)
    };
    if let Some(domain) = domain {
        let text = format!("{name}[{domain}]: {value}");
        let sure = empty.is_empty() && domain == key && !number && !begins_empty;
        let mistake = match sure {
            true => place.certain(name_at..map.end, message, &text),
            false => place.likely(name_at..map.end, message, &text),
        };
        return Some(mistake.at(said).label("not written so here").help(format!("write `{text}{first}`")));
    }
    let bounds = bounds(place, &map.key)?;
    let help = format!("write `range Index = {bounds}` as an item, and `{name}[Index]: {value}{first}`");
    let instead = format!("{name}[Player]: {value}");
    Some(place.reported(name_at..map.end, at..map.end, message, help, &instead))
}

/// `dict[K, V]`, `map<K, V>`, `Map(K, V)`
fn by_word(place: &Place, at: usize) -> Option<Map> {
    let word = place.word(at).to_lowercase();
    let known =
        matches!(word.as_str(), "dict" | "map" | "hashmap" | "dictionary" | "mapping" | "table" | "treemap");
    let open = at + 1;
    let close = match place.word(open) {
        "[" | "(" | "{" => place.partner(open)?,
        "<" => (open..place.range.end).find(|each| place.word(*each) == ">")?,
        _ => return None,
    };
    let comma = place.find(open + 1..close, &[",", ":", "->", "=>"])?;
    let map = Map { key: open + 1..comma, value: comma + 1..close, end: close + 1 };
    (known && !map.key.is_empty() && !map.value.is_empty()).then_some(map)
}

/// `array[K] of V`, `map[K] of V`, `Array of K of V`
fn array_of(place: &Place, at: usize) -> Option<Map> {
    let word = place.word(at).to_lowercase();
    let known = matches!(word.as_str(), "array" | "map" | "table" | "dict" | "list" | "vector" | "arr");
    let open = at + 1;
    let close = place.partner(open).filter(|_| known && place.word(open) == "[")?;
    let value = close + 2..place.type_end(close + 2);
    let map = Map { key: open + 1..close, end: value.end, value };
    (place.word(close + 1) == "of" && !map.key.is_empty() && !map.value.is_empty()).then_some(map)
}

/// `Player[4]`, `0..9[4]`
fn sized(place: &Place, at: usize) -> Option<Map> {
    let end = place.type_end(at);
    let close = end.checked_sub(1).filter(|close| place.word(*close) == "]")?;
    let open = place.partner(close)?;
    let typed = open > at && !matches!(place.word(at), "[" | "list" | "array") && place.beside(open - 1);
    let typed = typed && !place.word(at).to_lowercase().ends_with("set");
    let plain =
        (at..open).all(|each| place.is_name(each) || place.is_number(each) || place.word(each) == "..");
    let domain = place.is_name(open + 1) && place.word(open + 1).starts_with(char::is_uppercase);
    let number = open + 2 == close && (place.is_number(open + 1) || domain);
    (typed && plain && number).then_some(Map { key: open + 1..close, value: at..open, end })
}

/// The bounds of an index that is a number of entries, or a range.
fn bounds(place: &Place, key: &Range<usize>) -> Option<String> {
    let text = place.text(key.clone());
    let number = key.len() == 1 && place.is_number(key.start);
    match (number, place.find(key.clone(), &[".."]).is_some()) {
        (true, _) => Some(format!("1..{text}")),
        (_, true) => Some(text.to_string()),
        _ => None,
    }
}

/// The range that has these bounds, if one is declared.
fn numbered<'t>(place: &Place<'_, 't>, key: &Range<usize>) -> Option<&'t str> {
    let bounds = bounds(place, key)?;
    let view = place.view;
    let ranges = (1..view.tokens.len()).filter(|at| view.word(at - 1) == "range" && view.word(at + 1) == "=");
    let same = |at: &usize| {
        let (low, sign, high) = (view.word(at + 2), view.word(at + 3), view.word(at + 4));
        sign == ".." && bounds == format!("{low}..{high}")
    };
    let mut found = ranges.filter(same);
    found.next().map(|at| view.word(at))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a field.
    fn helps(field: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nrange Heap = 1..4\n";
        helps_about(&format!(
            "{head}state {{ s: set of C, {field} }}\nmove m(c in C) {{ s += c }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn maps_and_arrays_are_fields_with_an_index() {
        let owner = ["write `owner[C]: Player or none`"];
        for field in ["dict[C, Player]", "map<C, Player>", "array[C] of Player", "Map[C, Player or none]"] {
            assert_eq!(helps(&format!("owner: {field}")), owner, "{field}");
        }
        assert_eq!(helps("cost: dict[C, 0..9] = 3"), ["write `cost[C]: 0..9 = 3`"]);
        assert_eq!(helps("cost: dict[C, int]"), ["write `cost[C]: 0..9`"]);
        assert_eq!(helps("owner: dict[C, Player] = {}"), owner);
        assert_eq!(helps("heap: array[1..4] of 0..9"), ["write `heap[Heap]: 0..9`"]);
        assert_eq!(helps("at: C[Player]"), ["write `at[Player]: C or none`"]);
        let item = ["write `range Index = 1..5` as an item, and `heap[Index]: C or none`"];
        assert_eq!(helps("heap: C[5]"), item);
    }
}
