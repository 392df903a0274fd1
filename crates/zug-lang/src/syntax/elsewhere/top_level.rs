//! Lines of other languages where an item is expected: who begins, repetition, arrays.

use super::place::Place;
use super::words::is_word_for_repetition;
use super::{
    Mistake, declarations, each_player, edges, fact_words, goals, lists, pairs, returns, turns, typed,
};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;
use std::collections::BTreeSet;
use std::ops::Range;

/// Searches the first token of an item that begins with no keyword.
pub(super) fn unknown(place: &Place, at: usize) -> Option<Mistake> {
    import(place, at)
        .or_else(|| each_player::search(place, at))
        .or_else(|| goals::owned_move(place, at))
        .or_else(|| returns::as_item(place, at))
        .or_else(|| fact_words::item(place, at))
        .or_else(|| pairs::item(place, at))
        .or_else(|| declarations::untyped::search(place, at))
        .or_else(|| typed::item(place, at))
        .or_else(|| turns::outside(place, at))
        .or_else(|| first_player(place, at))
        .or_else(|| without_end(place, at))
        .or_else(|| array(place, at))
}

/// Searches the token `at` of an item with its keyword.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if at == 0 && place.rule.is_none() {
        return import(place, at); // The first token of a text is searched for little.
    }
    if place.rule == Some(Rule::start_item) && at == place.range.start + 1 {
        return start_of(place, at);
    }
    typed::search(place, at)
        .or_else(|| pairs::search(place, at))
        .or_else(|| text_param(place, at))
        .or_else(|| numbered_enum(place, at))
        .or_else(|| edges::search(place, at))
        .or_else(|| cut_board(place, at))
        .or_else(|| index(place, at))
        .or_else(|| named_entries(place, at))
        .or_else(|| lists::without_brackets(place, at))
        .or_else(|| lists::values_without_brackets(place, at))
        .or_else(|| measure(place, at))
}

/// `progress decreasing left`, `progress = left`: the measure stands behind the word alone, and
/// grows, so one that falls is turned.
fn measure(place: &Place, at: usize) -> Option<Mistake> {
    let falls =
        matches!(place.word(at), "decreasing" | "decreases" | "descending" | "falling" | "falls" | "down");
    let word = falls || matches!(place.word(at), "by" | "measure");
    let behind = place.rule == Some(Rule::progress_item) && at == place.range.start + 1;
    let sign = matches!(place.word(at), "=" | ":" | ":=" | "=>");
    // `progress down - 1` is a measure of that name.
    let begins = sign || place.word(at + 1) == "count" || place.is_name(at + 1);
    let more = begins && at + 1 < place.range.end;
    if !(word || sign) || !behind || !more {
        return None;
    }
    let mut measures = Vec::new();
    let mut from = at + 1;
    while from < place.range.end {
        let end = place.find(from..place.range.end, &[","]).unwrap_or(place.range.end);
        let measure = if falls {
            format!("-{}", place.operand_text(from..end))
        } else {
            place.text(from..end).to_owned()
        };
        measures.push(measure);
        from = end + 1;
    }
    let text = measures.join(", ");
    let message = "`progress` stands before what every move makes greater";
    let help = format!("write `progress {text}`");
    let found = match falls {
        true => place.likely(at..place.range.end, message, text).at(place.span(at)),
        false => place.certain(at..at + 1, message, ""),
    };
    Some(found.help(help))
}

/// `from math import gcd`, `import random`: nothing is read from elsewhere.
fn import(place: &Place, at: usize) -> Option<Mistake> {
    let line = at..place.line_end(at);
    let from = place.word(at) == "from" && line.clone().any(|each| place.word(each) == "import");
    let known =
        from || matches!(place.word(at), "import" | "using" | "require" | "include") && line.len() < 6;
    known.then(|| {
        let message = format!("`{}` does not begin an item: a definition is one file", place.word(at));
        let help = format!("delete `{}`", place.text(line.clone()));
        place
            .likely(line, message, "")
            .code(codes::UNKNOWN_ITEM)
            .help(help)
            .label("a line of another language")
    })
}

/// `turn = Blue`, `first player: Blue`, `Blue begins`
fn first_player(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.line_end(at);
    let (first, second) = place.players();
    let player = |each: usize| [first, second].contains(&place.word(each));
    let word = place.word(at).to_lowercase();
    let turn = word == "turn"
        || ["first", "start", "begin", "to_move", "tomove", "mover"]
            .iter()
            .any(|part| word.starts_with(part));
    let named = turn && player(end - 1) && end > at + 1 && end <= at + 5;
    let verb = matches!(place.word(at + 1), "begins" | "starts" | "moves" | "goes" | "first" | "plays");
    let said = player(at) && verb && end <= at + 3;
    (named || said).then(|| begun_by(place, at..end, place.word(if named { end - 1 } else { at })))
}

/// `start Blue`: no picture.
fn start_of(place: &Place, at: usize) -> Option<Mistake> {
    let (first, second) = place.players();
    let end = place.line_end(at);
    let alone = end == at + 1 && place.is_name(at);
    alone.then(|| {
        let line = place.range.start..end;
        if [first, second].contains(&place.word(at)) {
            return begun_by(place, line, place.word(at));
        }
        let message = "`start` draws the first position";
        let help = format!("write `start \"..\"` with the rows of the board; who moves first is a field, `turn = {second}` in `state {{ .. }}`");
        place.reported(line, at..at + 1, message, help, "")
    })
}

/// The report about a line that says who begins.
fn begun_by(place: &Place, line: Range<usize>, player: &str) -> Mistake {
    let fields = (0..place.view.tokens.len()).any(|each| place.view.word(each) == "state");
    let help = match (player == place.players().0, fields) {
        (true, _) => "delete it: the first named of the `players` moves first".to_string(),
        (_, true) => format!("write `turn = {player}` among the fields of `state {{ .. }}`"),
        (_, false) => format!("write `state {{ turn = {player} }}`"),
    };
    let message = "who moves first is a part of the first position";
    place.reported(line.clone(), line, message, help, "").code(codes::UNKNOWN_ITEM)
}

/// `repetition => draw`, `threefold => draw`
fn without_end(place: &Place, at: usize) -> Option<Mistake> {
    let repeats = is_word_for_repetition(place.word(at));
    let arrow = place
        .find(at + 1..place.range.end, &["=>", "->", ":"])
        .filter(|arrow| repeats && *arrow <= at + 3)?;
    let rest = place.text(arrow + 1..place.line_end(arrow));
    let message = "what play without end is worth is said by `endless`";
    let help = format!("write `endless => {rest}`");
    Some(place.likely(at..arrow + 1, message, "endless =>").code(codes::UNKNOWN_ITEM).help(help))
}

/// `heap[5]`, `heap[5]: 0..9 = 3`, without a keyword.
fn array(place: &Place, at: usize) -> Option<Mistake> {
    if !place.is_name(at) || place.word(at + 1) != "[" || !place.beside(at) {
        return None;
    }
    let close = place.partner(at + 1)?;
    let bounds = bounds(place, at + 2..close)?;
    let end = place.line_end(at);
    let name = place.word(at);
    let ty = match place.word(close + 1) {
        ":" => place.text(close + 2..end),
        _ => "0..9",
    };
    let message = format!("`{name}` begins no item: what changes during play stands in `state`");
    let help = format!("write `range Index = {bounds}` and `state {{ {name}[Index]: {ty} }}`");
    Some(place.reported(at..end, at..close + 1, message, help, "").code(codes::UNKNOWN_ITEM))
}

/// The bounds of an index that is a number of entries or a range.
fn bounds(place: &Place, inside: Range<usize>) -> Option<String> {
    let text = place.text(inside.clone());
    let number = inside.len() == 1 && place.is_number(inside.start);
    let range = place.find(inside, &[".."]).is_some();
    match (number, range) {
        (true, _) => Some(format!("1..{text}")),
        (_, true) => Some(text.to_string()),
        _ => None,
    }
}

/// `state { heap[5]: 0..9 }`, `param a[1..n]: 0..9`: an index is a domain.
fn index(place: &Place, at: usize) -> Option<Mistake> {
    let declares = matches!(place.rule, Some(Rule::state_item | Rule::param_item | Rule::let_item));
    let close = place.partner(at).filter(|_| declares && place.word(at) == "[" && place.is_name(at - 1))?;
    let declared =
        place.word(close + 1) == ":" || place.word(close + 1) == "=" && at == place.range.start + 2;
    let alone = place.rule == Some(Rule::state_item) && matches!(place.word(close + 1), "," | "}");
    let bounds = bounds(place, at + 1..close).filter(|_| declared || alone)?;
    let name = place.word(at - 1);
    let rest = if alone { ": 0..9".to_string() } else { format!("{} ..", place.word(close + 1)) };
    let shown = match place.word(close + 1) {
        ":" => place.text(close + 1..type_end(place, close + 1)).to_string(),
        _ => rest,
    };
    let message = "an index is a domain: its members have a name together";
    if place.indexed_by_player(name) || place.word(at + 1) == "2" && close == at + 2 && for_each_player(name)
    {
        let text = format!("{name}[Player]");
        let help = format!("write `{text}{shown}`: the players are a domain");
        return Some(place.likely(at + 1..close, message, "Player").help(help));
    }
    if let Some(found) = domain_of_size(place, at, close, &shown) {
        return Some(found);
    }
    let help = format!("write `range Index = {bounds}` as an item, and `{name}[Index]{shown}`");
    let instead = if alone { "Player]: 0..9" } else { "Player]" };
    Some(place.reported(at + 1..close + 1, at + 1..close, message, help, instead))
}

/// `seeds[6]: int = 2` beside `board Pit = ring(6)`: the domain that has so many members.
fn domain_of_size(place: &Place, at: usize, close: usize, shown: &str) -> Option<Mistake> {
    let size: u64 = place.word(at + 1).parse().ok().filter(|_| close == at + 2)?;
    let domain = place.of_size(size)?;
    let name = place.word(at - 1);
    let message = "an index is a domain: its members have a name together";
    let ty = close + 2;
    if place.word(close + 1) == ":" && typed::is_foreign_type(place.word(ty)) {
        let (low, high) = super::bounds::guessed(place.view.text, name).unwrap_or((0, 9));
        // What lies in all places together can lie in one.
        let first: i64 = place.word(ty + 2).parse().ok().filter(|_| place.word(ty + 1) == "=").unwrap_or(0);
        let high = high.max(first.saturating_mul(size as i64));
        let text = format!("{name}[{domain}]: {low}..{high}");
        let rest = place.text(ty + 1..type_end(place, close + 1));
        let help = format!("write `{text}{}{rest}`", if rest.is_empty() { "" } else { " " });
        return Some(place.likely(at - 1..ty + 1, message, text).help(help));
    }
    let help = format!("write `{name}[{domain}]{shown}`");
    Some(place.likely(at + 1..close, message, domain).help(help))
}

/// Whether a field is called as what each player has.
fn for_each_player(name: &str) -> bool {
    matches!(
        name.to_lowercase().as_str(),
        "score"
            | "scores"
            | "point"
            | "points"
            | "hand"
            | "hands"
            | "pos"
            | "position"
            | "positions"
            | "purse"
            | "purses"
            | "coins"
            | "money"
            | "total"
            | "totals"
            | "captured"
            | "store"
            | "stores"
            | "lives"
    )
}

impl Place<'_, '_> {
    /// Whether a name stands somewhere with a player as its index.
    pub fn indexed_by_player(&self, name: &str) -> bool {
        let (first, second) = self.players();
        let word = |at: usize| self.view.word(at);
        (0..self.view.tokens.len()).any(|at| {
            word(at) == name
                && word(at + 1) == "["
                && (matches!(word(at + 2), "me" | "opponent") || [first, second].contains(&word(at + 2)))
                && word(at + 3) == "]"
        })
    }
}

/// The index behind the type and the value that stand behind the colon at `at`.
fn type_end(place: &Place, at: usize) -> usize {
    let ends = |each: &usize| matches!(place.word(*each), "," | "}") || place.first(*each);
    let mut end = at + 1;
    while end < place.range.end && !ends(&end) {
        end = place.past(end);
    }
    end
}

/// `param word: string = "abba"`: a list of letters.
fn text_param(place: &Place, at: usize) -> Option<Mistake> {
    let named =
        matches!(place.word(at).to_lowercase().as_str(), "string" | "str" | "text" | "chars" | "word");
    let typed = named && place.before(at) == ":" && place.rule == Some(Rule::param_item);
    let value = at + 2;
    let text = place.word(value).trim_matches('"');
    let is_text = place.word(at + 1) == "=" && place.kind(value) == Some(Kind::Text);
    let sort =
        |sort: fn(&char) -> bool| !text.is_empty() && text.len() <= 16 && text.chars().all(|c| sort(&c));
    let (digits, letters) = (sort(char::is_ascii_digit), sort(char::is_ascii_alphabetic));
    if !typed || !is_text || !(digits || letters) {
        return None;
    }
    let members: Vec<String> = text.chars().map(String::from).collect();
    let head = place.text(place.range.start..at);
    let list = members.join(", ");
    let help = match digits {
        true => format!("write `{head} list of 0..9 = [{list}]`"),
        false => {
            let distinct: BTreeSet<&String> = members.iter().collect();
            let distinct: Vec<&str> = distinct.into_iter().map(String::as_str).collect();
            format!(
                "write `enum Letter {{ {} }}` and `{head} list of Letter = [{list}]`",
                distinct.join(", ")
            )
        }
    };
    let message = "there are no texts to store: a word is a list of its letters";
    Some(place.reported(at..value + 1, at..value + 1, message, help, "list of 0..9 = [1]"))
}

/// `enum Card { 1, 2, 3 }`: numbers are a range.
fn numbered_enum(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.range.start + 2;
    let close = place.partner(open).filter(|_| at == open && place.rule == Some(Rule::enum_item))?;
    let members = (open + 1..close).filter(|each| place.word(*each) != ",");
    let numbers: Option<Vec<i64>> = members.map(|each| place.word(each).parse().ok()).collect();
    let numbers = numbers?;
    let in_order = numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let (low, high) = (numbers.first()?, numbers.last()?);
    in_order.then(|| {
        let text = format!("range {} = {low}..{high}", place.word(open - 1));
        let message = "numbers as a domain are a `range`";
        place.likely(place.range.start..close + 1, message, text).at(place.span_of(&(open..close + 1)))
    })
}

/// `board C = grid(3, 3) - {b2}`
fn cut_board(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start + 3;
    let behind = place.rule == Some(Rule::board_item) && at > start && place.operand_end(start) == at;
    let sign =
        matches!(place.word(at), "-" | "\\" | "∖" | "without" | "minus" | "except" | "but" | "excluding");
    let end = place.line_end(at);
    if !behind || !sign || at + 1 >= end {
        return None;
    }
    let without = place.text(at + 1..end);
    let one = without.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(without).trim();
    let condition = match one.chars().all(char::is_alphanumeric) {
        true => format!("c != {one}"),
        false if without.starts_with('{') => format!("c not in {without}"),
        false => format!("c not in {{{without}}}"),
    };
    let text = format!("{{ c in {} where {condition} }}", place.text(start..at));
    let message = "a board without some of its cells is written with `where`";
    Some(place.likely(start..end, message, text).at(place.span_of(&(at..end))).label("not written so here"))
}

/// `let price[Colour] = {red: 1, green: 2}`: the values alone, in the order of the domain.
fn named_entries(place: &Place, at: usize) -> Option<Mistake> {
    let declares = matches!(place.rule, Some(Rule::let_item | Rule::param_item | Rule::state_item));
    let opens = matches!(place.word(at), "{" | "[") && place.before(at) == "=" && declares;
    let close = place.partner(at).filter(|_| opens && matches!(place.word(at + 2), ":" | "->" | "=>"))?;
    let mut entries: Vec<(&str, &str)> = Vec::new();
    let mut from = at + 1;
    while from < close {
        let end = place.find(from..close, &[","]).unwrap_or(close);
        let named = matches!(place.word(from + 1), ":" | "->" | "=>") && from + 2 < end;
        entries.push(named.then(|| (place.word(from), place.text(from + 2..end)))?);
        from = end + 1;
    }
    let domain = domain_of(place, entries.first()?.0);
    if let Some((_, members)) = &domain {
        let position = |name: &str| members.iter().position(|member| *member == name).unwrap_or(usize::MAX);
        entries.sort_by_key(|(name, _)| position(name));
    }
    let values: Vec<&str> = entries.iter().map(|(_, value)| *value).collect();
    let text = format!("[{}]", values.join(", "));
    let message = "the entries of a table stand in a list, in the order of its domain";
    let (name, indexed) = (place.word(place.range.start + 1), place.word(place.range.start + 2) == "[");
    let head = place.text(place.range.start..at);
    let help = match domain {
        Some((domain, _)) if !indexed && place.rule == Some(Rule::let_item) => {
            format!("write `let {name}[{domain}] = {text}`")
        }
        None if !indexed && place.rule == Some(Rule::let_item) => {
            let members: Vec<&str> = entries.iter().map(|(name, _)| *name).collect();
            format!("write `enum Key {{ {} }}` and `let {name}[Key] = {text}`", members.join(", "))
        }
        _ if place.rule == Some(Rule::state_item) => format!("write `{text}`"),
        _ => format!("write `{head} {text}`"),
    };
    Some(place.likely(at..close + 1, message, text).help(help))
}

/// The enum that has such a member, or `Player`, with its members.
pub(super) fn domain_of<'t>(place: &Place<'_, 't>, member: &str) -> Option<(&'t str, Vec<&'t str>)> {
    let (first, second) = place.players();
    if [first, second].contains(&member) {
        return Some(("Player", vec![first, second]));
    }
    let view = place.view;
    let enums =
        (0..view.tokens.len()).filter(|each| view.word(*each) == "enum" && view.word(each + 2) == "{");
    let members = |start: usize| {
        let inside = (start + 3..view.tokens.len()).take_while(|each| view.word(*each) != "}");
        inside.map(|each| view.word(each)).filter(|word| *word != ",").collect::<Vec<_>>()
    };
    enums.map(|start| (view.word(start + 1), members(start))).find(|(_, members)| members.contains(&member))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition with this line.
    fn helps(line: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nenum Coin {{ tin, gold }}\n{line}\n\
             state {{ held: set of C }}\nmove m(c in C) {{ held += c }}\nstuck => draw\n"
        );
        helps_about(&text)
    }

    #[test]
    fn who_begins_is_a_field() {
        let field = ["write `turn = Bob` among the fields of `state { .. }`"];
        for line in ["turn: Bob", "first player = Bob", "to_move = Bob", "Bob moves first", "start Bob"] {
            assert_eq!(helps(line), field, "{line}");
        }
        assert_eq!(helps("Ann begins"), ["delete it: the first named of the `players` moves first"]);
        assert_eq!(helps("threefold repetition => draw"), ["write `endless => draw`"]);
    }

    #[test]
    fn indexes_are_domains() {
        assert_eq!(helps("heap[3]: 0..7"), ["write `range Index = 1..3` and `state { heap[Index]: 0..7 }`"]);
        assert_eq!(
            helps("param cost[0..4]: 0..9 = 1"),
            ["write `range Index = 0..4` as an item, and `cost[Index]: 0..9 = 1`"]
        );
        assert_eq!(helps("let worth[Coin] = { gold: 5, tin: 1 }"), ["write `let worth[Coin] = [1, 5]`"]);
        assert_eq!(helps("let worth = { tin: 1, gold: 5 }"), ["write `let worth[Coin] = [1, 5]`"]);
        assert_eq!(
            helps("let worth = { oak: 1, elm: 5 }"),
            ["write `enum Key { oak, elm }` and `let worth[Key] = [1, 5]`"]
        );
        assert_eq!(
            helps("param word: string = \"noon\""),
            ["write `enum Letter { n, o }` and `param word: list of Letter = [n, o, o, n]`"]
        );
    }

    #[test]
    fn domains_are_written_out() {
        assert_eq!(helps("enum Card { 2, 3, 4 }"), ["write `range Card = 2..4`"]);
        assert_eq!(
            helps("board D = hex(4, 4) without {a1, d4}"),
            ["write `{ c in hex(4, 4) where c not in {a1, d4} }`"]
        );
    }
}
