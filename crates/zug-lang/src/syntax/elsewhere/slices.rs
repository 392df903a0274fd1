//! Slices of a list or a table, as in Python: `sum(coins[i:j])`.

use super::Mistake;
use super::bounds::less_one;
use super::clause_extents::compares;
use super::context::{side_end, side_start};
use super::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// `coins[me, i:j]`
struct Slice<'t> {
    /// The name with the indexes before the slice: `coins[me, `.
    before: String,
    /// The indexes behind it, with the closing bracket.
    behind: &'t str,
    /// What the index runs through: `k in i..j - 1`.
    binder: String,
    /// The name of the index.
    index: &'t str,
    /// How many entries there are, if that is known.
    length: Option<String>,
    /// All its tokens.
    whole: Range<usize>,
}

impl Slice<'_> {
    /// One entry.
    fn entry(&self) -> String {
        format!("{}{}{}", self.before, self.index, self.behind)
    }
}

/// Searches the token `at`, the bracket of an index.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let index = place.word(at) == "[" && place.beside(at.wrapping_sub(1)) && place.is_name(at - 1);
    let slice = slice(place, at).filter(|_| index && !declares(place, at))?;
    let (from, end) = (slice.whole.start, slice.whole.end);
    let enclosed = place.before(from) == "(" && place.word(end) == ")";
    let called = if enclosed && from >= 2 { place.word(from - 2) } else { "" };
    let (entry, binder) = (slice.entry(), &slice.binder);
    let message = "there are no slices: a binder runs through the indexes";
    match (called, &slice.length) {
        ("sum" | "min" | "max" | "union", _) => {
            let text = format!("{binder}: {entry}");
            let help = format!("write `{called}({text})`");
            return Some(place.likely(from..end, message, text).help(help));
        }
        ("count" | "len", Some(length)) => {
            let whole = from - 2..end + 1;
            let joined = |word: &str| matches!(word, "*" | "/" | "%" | "-");
            let tight = joined(place.before(whole.start)) || matches!(place.word(whole.end), "*" | "/" | "%");
            let text = if tight { format!("({length})") } else { length.clone() };
            return Some(place.likely(whole, message, text));
        }
        _ => {}
    }
    if place.begins_statement(from) && matches!(place.word(end), "=" | "+=" | "-=") {
        let stop = place.statement_end(from);
        let text = format!("for {binder} {{ {entry} {} }}", place.text(end..stop));
        return Some(place.likely(from..stop, message, text).at(place.span_of(&(at..end))));
    }
    if let Some(found) = compared(place, &slice) {
        return Some(found);
    }
    let message = "a slice has no value here: a binder runs through the indexes";
    let sum = format!("sum({binder}: {entry})");
    let help = format!("write `{sum}` for the sum of these entries, and so with `min` and `max`");
    // Read on with a value in which all names are known: which one is meant is open.
    Some(place.reported(from..end, at..end, message, help, &sum))
}

/// `left[1:q] = 0`, `3 in left[1:q]`: what holds of all entries, or of one.
fn compared(place: &Place, slice: &Slice) -> Option<Mistake> {
    let (from, end) = (slice.whole.start, slice.whole.end);
    let (entry, binder) = (slice.entry(), &slice.binder);
    let message = "a slice is compared with nothing: a binder runs through the indexes";
    if place.before(from) == "in" && from >= 2 {
        let first = side_start(place, from - 2);
        let text = format!("(some {binder}: {entry} = {})", place.text(first..from - 1));
        let help = format!("write `{}`", text.trim_matches(['(', ')']));
        return Some(place.likely(first..end, message, &text).help(help));
    }
    if !compares(place.word(end)) {
        return None;
    }
    let stop = side_end(place, end + 1);
    let all = format!("every {binder}: {entry} {}", place.text(end..stop));
    let called = place.before(from) == "(" && place.word(stop) == ")" && from >= 2;
    match place.word(from.wrapping_sub(2)) {
        "all" if called => {
            Some(place.likely(from - 2..stop + 1, message, format!("({all})")).help(format!("write `{all}`")))
        }
        "any" if called => {
            let one = all.replacen("every", "some", 1);
            Some(place.likely(from - 2..stop + 1, message, format!("({one})")).help(format!("write `{one}`")))
        }
        _ => {
            let help = format!("write `{all}` if that holds of all of them, with `some` for one of them");
            Some(place.reported(from..stop, from..end, message, help, &format!("({all})")))
        }
    }
}

/// Whether the bracket belongs to a declaration, whose index has a colon of its own.
fn declares(place: &Place, at: usize) -> bool {
    match place.rule {
        Some(Rule::state_item) => true,
        Some(Rule::let_item | Rule::def_item | Rule::param_item) => {
            place.find(place.range.start..at, &["="]).is_none()
        }
        _ => false,
    }
}

/// The slice whose bracket opens at `open`; none if its index is no slice.
fn slice<'t>(place: &Place<'_, 't>, open: usize) -> Option<Slice<'t>> {
    let close = place.partner(open).filter(|close| *close > open + 1)?;
    let sign = place.find_outside(open + 1..close, &[":", ".."])?;
    // A range in an index is read as one, and told by its type.
    let bare = sign == open + 1 || sign + 1 == close || place.word(sign) == ":";
    if !bare || place.find_outside(sign + 1..close, &[":", ".."]).is_some() {
        return None;
    }
    let commas: Vec<usize> = (open + 1..close).filter(|each| is_comma(place, open, *each)).collect();
    let first = commas.iter().rev().find(|comma| **comma < sign).map_or(open + 1, |comma| comma + 1);
    let last = commas.iter().find(|comma| **comma > sign).copied().unwrap_or(close);
    let start = place.operand_start(open);
    let start = if place.is_name(open - 1) { open - 1 } else { start };
    let index = place.unused(&["i", "j", "k", "x", "index"]);
    let half_open = place.word(sign) == ":";
    let upper = |end: Range<usize>| match half_open {
        true => less_one(place.text(end)),
        false => place.text(end).to_owned(),
    };
    let (low, high) = (first..sign, sign + 1..last);
    let domain = domain(place, place.word(start), commas.iter().filter(|comma| **comma < sign).count());
    let below = if half_open { "<" } else { "<=" };
    let negative = |range: &Range<usize>| place.word(range.start) == "-";
    if negative(&low) || negative(&high) {
        let list = place.declares_list(place.word(start)).then(|| place.word(start))?;
        let binder = from_behind(place, list, index, &low, &high)?;
        return Some(Slice {
            before: format!("{list}["),
            behind: "]",
            binder,
            index,
            length: None,
            whole: start..close + 1,
        });
    }
    let binder = match (low.is_empty(), high.is_empty()) {
        (false, false) => format!("{index} in {}..{}", place.text(low.clone()), upper(high.clone())),
        (true, false) => format!("{index} in {domain} where {index} {below} {}", place.text(high.clone())),
        (false, true) => format!("{index} in {domain} where {index} >= {}", place.text(low.clone())),
        (true, true) => format!("{index} in {domain}"),
    };
    let both = !low.is_empty() && !high.is_empty() && half_open;
    let length = both.then(|| format!("{} - {}", place.text(high), place.operand_text(low)));
    let opened = if first == open + 1 { "[".to_owned() } else { format!("{} ", place.text(open..first)) };
    Some(Slice {
        before: format!("{}{opened}", place.word(start)),
        behind: place.text(last..close + 1),
        binder,
        index,
        length,
        whole: start..close + 1,
    })
}

/// What the index of a list runs through where an end counts from behind: `coins[-2:]` are the last
/// two, `coins[1:-1]` all but the last.
fn from_behind(
    place: &Place,
    list: &str,
    index: &str,
    low: &Range<usize>,
    high: &Range<usize>,
) -> Option<String> {
    let counted = |range: &Range<usize>| match place.word(range.start) {
        "-" => place.text(range.start + 1..range.end).parse::<i64>().ok().filter(|number| *number > 0),
        _ => Some(0),
    };
    let end = |less: i64| match less {
        0 => format!("len({list})"),
        less => format!("len({list}) - {less}"),
    };
    let first = match counted(low)? {
        0 if low.is_empty() => "1".to_owned(),
        0 => place.text(low.clone()).to_owned(),
        behind => end(behind - 1),
    };
    let last = match counted(high)? {
        0 if high.is_empty() => end(0),
        0 => less_one(place.text(high.clone())),
        behind => end(behind),
    };
    Some(format!("{index} in {first}..{last}"))
}

/// Whether a comma parts the indexes in the bracket that opens at `open`.
fn is_comma(place: &Place, open: usize, at: usize) -> bool {
    place.word(at) == "," && place.find(open + 1..at + 1, &[","]).is_some() && {
        let mut each = open + 1;
        while each < at {
            each = place.past(each);
        }
        each == at
    }
}

/// What the index of this number of a table runs through; the numbers of a list.
fn domain(place: &Place, name: &str, number: usize) -> String {
    if place.declares_list(name) {
        return format!("1..len({name})");
    }
    let indexes = place.field_index(name).filter(|indexes| !indexes.is_empty());
    let index = indexes.and_then(|indexes| indexes.split(',').nth(number)).map(str::trim);
    let domain = index.map(|index| index.rsplit(':').next().unwrap_or(index).trim());
    domain.map_or_else(|| place.first_domain().to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nrange Pile = 1..5\nparam coins: list of 0..9 = [3, 4, 5]\n\
             state {{ from: Pile = 1, n: 0..99, left[Pile]: 0..9, of[Player, Pile]: 0..9 }}\n{lines}\nstuck => draw\n"
        ))
    }

    fn body(statement: &str) -> Vec<String> {
        helps(&format!("move m(q in 1..2) {{\n  {statement}\n}}"))
    }

    #[test]
    fn what_is_taken_of_a_slice_runs_through_its_indexes() {
        let cases = [
            ("sum(left[from:from + q])", "sum(i in from..from + q - 1: left[i])"),
            ("sum(left[1:4])", "sum(i in 1..3: left[i])"),
            ("max(coins[q:from])", "max(i in q..from - 1: coins[i])"),
            ("min(of[me, q:from])", "min(i in q..from - 1: of[me, i])"),
            ("sum(left[:q])", "sum(i in Pile where i < q: left[i])"),
            ("sum(left[..q])", "sum(i in Pile where i <= q: left[i])"),
            ("sum(left[from:])", "sum(i in Pile where i >= from: left[i])"),
            ("sum(left[from..])", "sum(i in Pile where i >= from: left[i])"),
            ("sum(coins[:])", "sum(i in 1..len(coins): coins[i])"),
            ("sum(of[me, :q])", "sum(i in Pile where i < q: of[me, i])"),
            ("len(coins[q:from])", "from - q"),
        ];
        for (slice, written) in cases {
            assert_eq!(body(&format!("n += {slice}")), [format!("write `{written}`")], "{slice}");
        }
        assert_eq!(body("left[1:q] = 0"), ["write `for i in 1..q - 1 { left[i] = 0 }`"]);
        assert_eq!(
            helps("def few(p: Player) = sum(left[1:3]) < 4\nmove m when few(me) { n += 1 }"),
            ["write `sum(i in 1..2: left[i])`"]
        );
    }

    #[test]
    fn a_slice_alone_has_no_value() {
        let others = "for the sum of these entries, and so with `min` and `max`";
        assert_eq!(body("n = left[1:q]"), [format!("write `sum(i in 1..q - 1: left[i])` {others}")]);
    }

    #[test]
    fn an_end_may_count_from_behind() {
        let cases = [
            ("sum(coins[1:-1])", "sum(i in 1..len(coins) - 1: coins[i])"),
            ("sum(coins[-2:])", "sum(i in len(coins) - 1..len(coins): coins[i])"),
            ("sum(coins[:-1])", "sum(i in 1..len(coins) - 1: coins[i])"),
        ];
        for (slice, written) in cases {
            assert_eq!(body(&format!("n += {slice}")), [format!("write `{written}`")], "{slice}");
        }
        assert_eq!(body("n = 2 * len(left[1:n + 1])"), ["write `(n + 1 - 1)`"]);
    }

    #[test]
    fn what_is_compared_with_a_slice_is_compared_with_its_entries() {
        let guard = |condition: &str| helps(&format!("move m(q in 1..2) when {condition} {{ n += 1 }}"));
        let each = "every i in 1..q - 1: left[i] = 0";
        assert_eq!(guard("all(left[1:q] = 0)"), [format!("write `{each}`")]);
        assert_eq!(
            guard("left[1:q] = 0"),
            [format!("write `{each}` if that holds of all of them, with `some` for one of them")]
        );
        assert_eq!(guard("3 in coins[1:q]"), ["write `some i in 1..q - 1: coins[i] = 3`"]);
    }

    #[test]
    fn an_index_that_is_none_is_left_alone() {
        assert_eq!(
            helps("let far[p: Pile] = p + 1\nmove m { n += far[1] + left[min(p in Pile: p)] }"),
            [""; 0]
        );
        let other = helps("let far[p: Pile] = p + 1 +\nmove m { n += far[1] }");
        assert!(other.iter().all(|help| !help.contains("sum(")), "{other:?}");
    }

    #[test]
    fn a_sign_is_not_taken_out_between_two_names() {
        for statement in ["n += left[from:from:q]", "n += (from:q)", "n = from.:q"] {
            let found = body(statement);
            let joined = found.iter().any(|help| help.contains("fromfrom") || help.contains("fromq"));
            assert!(!joined && !found.is_empty(), "{found:?}");
        }
    }
}
