//! Lists of values where a type or a single value belongs: `piles: [3, 4, 5]`,
//! `let coins = 4, 2, 7`.

use super::Mistake;
use super::place::Place;
use crate::source::Span;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// The integers that a text lists, between commas or semicolons.
fn integers(text: &str) -> Option<Vec<i64>> {
    text.split([',', ';']).map(|value| value.trim().parse().ok()).collect()
}

/// The integers as a list is written.
fn written(values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("[{}]", values.join(", "))
}

/// The bounds of an integer that begins with the least of these values or the greatest, or with one
/// between them: from 0, or the least if it is below, to the greatest, or 1. Where all begin with 0
/// they count something: to 9.
pub(super) fn bounds_of(values: &[i64]) -> Option<String> {
    let most = if values.iter().all(|value| *value == 0) { 9 } else { 1 };
    Some(format!("{}..{}", values.iter().min()?.min(&0), values.iter().max()?.max(&most)))
}

/// The bounds of the integers of a list that is written with its brackets.
pub(super) fn bounds_of_list(text: &str) -> Option<String> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    bounds_of(&integers(inside)?)
}

/// A domain with so many members as there are values: the players where one indexes the name, else
/// the first range of the text that has so many, else a new range, with the item that declares it.
fn index_of(place: &Place, name: &str, members: usize) -> (String, Option<String>) {
    if members == 2 && place.indexed_by_player(name) {
        return ("Player".to_owned(), None);
    }
    if let Some(range) = range_of(place, members) {
        return (range.to_owned(), None);
    }
    let new = place.unused(&["Index", "Number", "Slot", "Indexes"]);
    (new.to_owned(), Some(format!("range {new} = 1..{members}")))
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

/// Replaces `covers` by `text`, and puts the item before the one that holds it.
pub(super) fn with_item(
    place: &Place,
    covers: Range<usize>,
    message: &str,
    text: &str,
    item: Option<String>,
) -> Mistake {
    let mistake = place.likely(covers, message, text);
    let Some(item) = item else { return mistake };
    let help = format!("write `{text}`, and `{item}` as an item");
    let mut mistake = mistake.help(help);
    mistake.report = mistake.report.likely(before_item(place), format!("{item}\n"));
    mistake
}

/// The place before an item, for one that is put there.
fn before_item(place: &Place) -> Span {
    let first = place.span(place.range.start);
    Span { end: first.start, ..first }
}

/// `piles: [3, 4, 5]`: the first values stand behind `=`, one for each member of an index. The
/// brackets stand at `at` and `close`.
pub(super) fn as_type(place: &Place, at: usize, close: usize) -> Option<Mistake> {
    let values = integers(place.text(at + 1..close)).filter(|values| values.len() > 1)?;
    let (list, ty) = (written(&values), bounds_of(&values)?);
    let whole = at..close + 1;
    let name_at = at.checked_sub(2).filter(|_| place.word(at - 1) == ":")?;
    let bounds = match values[..] {
        [low, high] if low < high && place.rule != Some(Rule::def_item) => Some(format!("{low}..{high}")),
        _ => None,
    };
    let message = "the type of a field stands behind `:`, its first values behind `=`";
    match place.rule {
        Some(Rule::param_item) => {
            let text = format!("list of {ty} = {list}");
            Some(match bounds {
                Some(bounds) => two_readings(place, whole, &bounds, &text),
                None => place.likely(whole, "the values of a param stand behind `=`", text),
            })
        }
        Some(Rule::state_item) if place.word(name_at) == "]" => {
            let name = place.partner(name_at)?.checked_sub(1)?;
            let text = format!("{ty} = {list}");
            let help = format!("write `{}: {text}`", place.text(name..name_at + 1));
            Some(place.likely(whole, message, text).help(help))
        }
        Some(Rule::state_item) if place.is_name(name_at) => {
            let name = place.word(name_at);
            let (index, item) = index_of(place, name, values.len());
            let text = format!("{name}[{index}]: {ty} = {list}");
            match bounds.filter(|_| !place.is_indexed(name)) {
                Some(bounds) => {
                    let item = item.map_or(String::new(), |item| format!(" with `{item}`"));
                    let mistake = two_readings(place, whole, &bounds, &text);
                    let help = mistake.report.help.clone().unwrap_or_default();
                    Some(mistake.help(help + &item))
                }
                None => {
                    Some(with_item(place, name_at..close + 1, message, &text, item).at(place.span_of(&whole)))
                }
            }
        }
        _ => None,
    }
}

/// Two values in rising order may be bounds, or the first values of two entries.
fn two_readings(place: &Place, whole: Range<usize>, bounds: &str, values: &str) -> Mistake {
    let help = format!("write `{bounds}` for the bounds of one integer, or `{values}` for two values");
    place.likely(whole, "the bounds of integers are written with two dots", bounds).help(help)
}

/// `king[Player]: Cell = b1, b3`, `men: set of Cell = {a1}, {c3}`: the first comma of the first
/// values of a field stands at `at`. What stands behind it has no type, so it is no field.
pub(super) fn values_without_brackets(place: &Place, at: usize) -> Option<Mistake> {
    let field = place.rule == Some(Rule::state_item) && place.word(at) == ",";
    let first = place.operand_start(at.checked_sub(1).filter(|_| field)?);
    let is_value = |each: usize| {
        let sort = place.is_name(each) && !place.first(each) || place.word(each) == "{";
        let end = place.operand_end(each);
        sort && (matches!(place.word(end), "," | "}") || place.first(end))
    };
    if place.before(first) != "=" || !is_value(first) {
        return None;
    }
    let mut end = at;
    let mut count = 1;
    while place.word(end) == "," && is_value(end + 1) {
        end = place.operand_end(end + 1);
        count += 1;
    }
    let start = (place.range.start..first).rev().find(|each| {
        place.is_name(*each) && (matches!(place.before(*each), "{" | ",") || place.first(*each))
    })?;
    let list = format!("[{}]", place.text(first..end));
    let message = "the first values of a table stand in square brackets";
    if place.word(start + 1) == "[" && count > 1 {
        let help = format!("write `{} {list}`", place.text(start..first));
        let fits = count == 2 && place.word(start + 2) == "Player" && place.word(start + 3) == "]";
        let found = match fits {
            true => place.certain(first..end, message, &list),
            false => place.likely(first..end, message, &list),
        };
        return Some(found.help(help));
    }
    let text = format!("{}[Player]{} {list}", place.word(start), place.text(start + 1..first));
    (count == 2 && place.word(start + 1) == ":")
        .then(|| place.likely(start..end, message, text).at(place.span_of(&(first..end))))
}

/// `let coins = 4, 2, 7`: the first comma of values without brackets stands at `at`.
pub(super) fn without_brackets(place: &Place, at: usize) -> Option<Mistake> {
    let rule =
        place.rule.filter(|rule| matches!(rule, Rule::let_item | Rule::param_item | Rule::state_item))?;
    let first = at.checked_sub(1).filter(|first| place.word(at) == "," && place.is_number(*first))?;
    let first = if place.before(first) == "-" { first - 1 } else { first };
    if place.before(first) != "=" {
        return None;
    }
    let minus = |at: usize| at + usize::from(place.word(at) == "-");
    let mut end = at;
    while place.word(end) == "," && place.is_number(minus(end + 1)) {
        end = minus(end + 1) + 1;
    }
    let values = integers(place.text(first..end)).filter(|values| values.len() > 1)?;
    let list = written(&values);
    let message = "the values of a list stand in square brackets";
    let start = (place.range.start..first).rev().find(|each| {
        let begins = matches!(place.before(*each), "let" | "param" | "{" | ",");
        place.is_name(*each) && (begins || place.first(*each))
    })?;
    let name = place.word(start);
    let (indexed, table) = (place.word(start + 1) == "[", place.is_indexed(name));
    if indexed || place.find(start..first, &["list"]).is_some() {
        let help = format!("write `{} {list}`", place.text(start..first));
        return Some(place.certain(first..end, message, &list).help(help));
    }
    if rule == Rule::param_item {
        let text = format!("{name}: list of {} = {list}", bounds_of(&values)?);
        return Some(place.likely(start..end, message, text).at(place.span_of(&(first..end))));
    }
    let (index, item) = index_of(place, name, values.len());
    let ty = if rule == Rule::state_item { format!(": {}", bounds_of(&values)?) } else { String::new() };
    let text = format!("{name}[{index}]{ty} = {list}");
    if rule == Rule::let_item && !table {
        let set = list.replace('[', "{").replace(']', "}");
        let item = item.map_or(String::new(), |item| format!(" with `{item}`"));
        let help = format!("write `let {name} = {set}` for a set, or `let {text}`{item} for a table");
        return Some(place.likely(first..end, "several values stand in brackets", set).help(help));
    }
    let mut found = with_item(place, start..end, message, &text, item).at(place.span_of(&(first..end)));
    let keyword = if rule == Rule::let_item { "write `let " } else { "write `" };
    found.report.help = found.report.help.map(|help| help.replacen("write `", keyword, 1));
    Some(found)
}

impl Place<'_, '_> {
    /// Whether an index stands behind a name where it is used, outside of this item.
    fn is_indexed(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        (0..self.view.tokens.len())
            .any(|at| !self.range.contains(&at) && word(at) == name && word(at + 1) == "[")
    }
}

/// `let far[c in Cell] = ..` for `far[c: Cell]`, `move put[c in Cell]` for `put(c in Cell)`.
pub(super) fn bound_index(place: &Place, at: usize) -> Option<Mistake> {
    let head = place.word(place.range.start);
    let named = at == place.range.start + 2 || head == "state" && place.is_name(at - 1);
    let sign = place.word(at + 2);
    let bound = named && place.is_name(at + 1) && (sign == "in" || head == "def" && sign == ":");
    let close = place.partner(at).filter(|_| bound && place.word(at) == "[")?;
    let name = place.word(at - 1);
    let inside = place.text(at + 1..close);
    let (message, text) = match head {
        "move" | "followup" => ("what a move chooses stands in round brackets", format!("({inside})")),
        "def" => {
            let message = "the parameters of a `def` stand in round brackets, each with its type";
            (message, format!("({})", inside.replace(" in ", ": ")))
        }
        "let" | "param" | "state" => {
            let domain = place.text(at + 3..close);
            let message = "the index of a table has its domain behind a colon";
            (message, format!("[{}: {domain}]", place.word(at + 1)))
        }
        _ => return None,
    };
    let (head, ty) = match head {
        "state" => (String::new(), place.text(close + 1..place.type_end(close + 2))),
        "def" => {
            let value = place.text(close + 1..place.range.end);
            let short = value.starts_with('=') && !value.contains('\n');
            ("def ".to_owned(), if short { value } else { "= .." })
        }
        _ => (format!("{head} "), ""),
    };
    let ty = if ty.starts_with('=') { format!(" {ty}") } else { ty.to_owned() };
    let help = format!("write `{head}{name}{text}{ty}`");
    Some(place.certain(at..close + 1, message, text).help(help))
}

/// `x in [a, b]`, `S = [a, b]`: lists where a set is meant.
pub(super) fn for_set(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "[" || at == place.range.start {
        return None;
    }
    let close = place.partner(at)?;
    let before = place.before(at);
    let index = place.ends_operand(at - 1);
    let value = matches!(
        place.rule,
        Some(Rule::let_item | Rule::param_item | Rule::expect_item | Rule::tree_item | Rule::state_item)
    );
    let operator = matches!(before, "in" | "!=" | "<=" | "-" | "&" | "+" | "+=" | "-=" | "and" | "or")
        || before == "=" && !value
        || before == "(" && place.in_body(at);
    if index || !operator {
        return None;
    }
    let inside = place.text(at + 1..close);
    let numbers: Vec<i64> = inside.split(',').filter_map(|each| each.trim().parse().ok()).collect();
    let interval = before == "in" && numbers.len() == 2 && inside.split(',').count() == 2;
    let name = place.word(at.wrapping_sub(2));
    if let ("=", true, Some(index)) = (before, place.in_body(at), place.field_index(name)) {
        return Some(entries_at_once(place, at - 2..close + 1, index));
    }
    let message = "square brackets hold an index, or the values of a table; a set stands in braces";
    if interval {
        let text = format!("{{{inside}}}");
        let help = format!(
            "write `{text}` for these two, `{0}..{1}` for all integers from {0} to {1}",
            numbers[0], numbers[1]
        );
        return Some(place.likely(at..close + 1, message, text).help(help));
    }
    if inside.is_empty() {
        return Some(place.certain(at..close + 1, message, "{}").help("the set without members is `{}`"));
    }
    if !inside.contains(',') {
        let help = format!(
            "write `{{{inside}}}` for the set of it alone, or the name of a field before the brackets"
        );
        let mut mistake = place.reported(at..close + 1, at..close + 1, message, help, "");
        mistake.report.fixes.clear();
        return Some(mistake);
    }
    Some(place.certain(at..close + 1, message, format!("{{{inside}}}")))
}

/// `left = [1, 2, 3]` in a body, where `left` has the index that is given.
fn entries_at_once(place: &Place, whole: Range<usize>, index: &str) -> Mistake {
    let name = place.word(whole.start);
    let domain = index.rsplit(':').next().unwrap_or(index).trim();
    let letter = domain.chars().next().filter(|letter| letter.is_alphabetic()).unwrap_or('i');
    let letter = letter.to_lowercase();
    let help = format!(
        "write `{name}[..] = ..` for each entry, or `for {letter} in {domain} {{ {name}[{letter}] = .. }}`"
    );
    place.reported(whole.clone(), whole, "a body stores to one entry of a table at a time", help, "")
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Applicability;
    use crate::source::FileId;
    use crate::syntax::parse;

    /// What is told of lines with a list, whether a fix of it is certain, and how many reports
    /// there are.
    fn advice(items: &str) -> (String, bool) {
        let text = format!("game \"G\"\nplayers Ann, Bob\n{items}\nmove m {{ n += 1 }}\nstuck => draw\n");
        let (_, reports) = parse(FileId::DEFINITION, &text);
        let is_certain = |fix: &crate::diagnostic::Fix| fix.applicability == Applicability::Certain;
        let certain = reports.iter().flat_map(|report| &report.fixes).any(is_certain);
        assert_eq!(reports.len(), 1, "{text}\n{reports:#?}");
        (reports[0].help.clone().unwrap_or_default(), certain)
    }

    #[test]
    fn first_values_are_one_for_each_member_of_a_range() {
        let field = "state { piles: [3, 4, 5], n: 0..9 }";
        let helps_with = |range: &str| advice(&format!("{range}\n{field}"));
        let own = "write `piles[Heap]: 0..5 = [3, 4, 5]`".to_owned();
        assert_eq!(helps_with("range Few = 1..2\nrange Heap = 0..2"), (own.clone(), false));
        let new = |name: &str| {
            format!("write `piles[{name}]: 0..5 = [3, 4, 5]`, and `range {name} = 1..3` as an item")
        };
        assert_eq!(helps_with("range Few = 1..2"), (new("Index"), false));
        assert_eq!(helps_with("range Index = 1..2"), (new("Number"), false));
        let heap = "range Heap = 1..3\nstate { ";
        assert_eq!(advice(&format!("{heap}piles[Heap]: [3, 4, 5], n: 0..9 }}")), (own.clone(), false));
        assert_eq!(advice(&format!("{heap}piles: [3; 4; 5], n: 0..9 }}")), (own, false));
    }

    #[test]
    fn two_values_in_rising_order_may_be_bounds() {
        let field = |values: &str| advice(&format!("state {{ k: [{values}], n: 0..9 }}"));
        let two = "write `0..7` for the bounds of one integer, or `k[Index]: 0..7 = [0, 7]` for two values with `range Index = 1..2`";
        assert_eq!(field("0, 7"), (two.to_owned(), false));
        let values = "write `k[Index]: 0..7 = [7, 3]`, and `range Index = 1..2` as an item";
        assert_eq!(field("7, 3"), (values.to_owned(), false));
        let indexed = advice("state { k: [3, 7], n: 0..9 }\ndef more = k[me] > 1");
        assert_eq!(indexed, ("write `k[Player]: 0..7 = [3, 7]`".to_owned(), false));
    }

    #[test]
    fn bounds_hold_all_the_values() {
        let of = |values: &str| advice(&format!("range H = 1..3\nstate {{ piles: [{values}], n: 0..9 }}")).0;
        assert_eq!(of("-1, -2, -1"), "write `piles[H]: -2..1 = [-1, -2, -1]`");
        assert_eq!(of("0, 0, 0"), "write `piles[H]: 0..9 = [0, 0, 0]`");
    }

    #[test]
    fn only_fields_have_an_index_for_their_values() {
        let state = "range H = 1..3\nstate { n: 0..9 }";
        let param = advice(&format!("{state}\nparam piles: [3, 4, 5]"));
        assert_eq!(param, ("write `list of 0..5 = [3, 4, 5]`".to_owned(), false));
        let (def, certain) = advice(&format!("{state}\ndef f(k: [3, 4, 5]) = k"));
        assert!(!def.contains("[H]") && !certain, "{def}");
    }

    #[test]
    fn values_without_brackets_are_a_list_or_a_set() {
        let head = "range H = 1..3\nstate { n: 0..9 }\n";
        let beside = |lines: &str| advice(&format!("{head}{lines}"));
        let used = "let coins = 4, 2, 7\ndef most = coins[1]";
        assert_eq!(beside(used).0, "write `let coins[H] = [4, 2, 7]`");
        assert_eq!(beside("let coins[H] = 4, -2, 7"), ("write `coins[H] = [4, -2, 7]`".to_owned(), true));
        assert_eq!(
            beside("let takes = 1, 3, 4"),
            (
                "write `let takes = {1, 3, 4}` for a set, or `let takes[H] = [1, 3, 4]` for a table"
                    .to_owned(),
                false
            )
        );
        assert_eq!(beside("param heaps: 0..9 = 3, 4").0, "write `heaps: list of 0..4 = [3, 4]`");
        let field = advice("range H = 1..3\nstate { pile[H]: 0..9 = 4, 2, 7, n: 0..9 }");
        assert_eq!(field, ("write `pile[H]: 0..9 = [4, 2, 7]`".to_owned(), true));
    }

    #[test]
    fn elements_and_sets_without_brackets_are_first_values() {
        let board = |field: &str| advice(&format!("board Cell = grid(3, 3)\nstate {{ {field} }}"));
        let kings = board("king[Player]: Cell = b1, b3, n: 0..9");
        assert_eq!(kings, ("write `king[Player]: Cell = [b1, b3]`".to_owned(), true));
        let men = board("n: 0..9, men[Player]: set of Cell = {c1}, {a3, b3}");
        assert_eq!(men, ("write `men[Player]: set of Cell = [{c1}, {a3, b3}]`".to_owned(), true));
        let plain = board("n: 0..9, men: set of Cell = {c1}, {a3}");
        assert_eq!(plain, ("write `men[Player]: set of Cell = [{c1}, {a3}]`".to_owned(), false));
    }

    #[test]
    fn a_body_stores_to_one_entry_at_a_time() {
        let text = "game \"G\"\nplayers A, B\nrange Heap = 1..3\nstate { left[Heap]: 0..3 }\nmove m { left = [1, 2, 3] }\nstuck => draw\n";
        let (_, reports) = parse(FileId::DEFINITION, text);
        let helps: Vec<&str> = reports.iter().filter_map(|report| report.help.as_deref()).collect();
        assert_eq!(helps, ["write `left[..] = ..` for each entry, or `for h in Heap { left[h] = .. }`"]);
    }
}
