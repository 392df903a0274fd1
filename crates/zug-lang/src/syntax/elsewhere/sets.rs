//! Sets, lists and pairs as other languages write them.

use super::place::Place;
use super::{Mistake, bare_comprehensions, lists, member_signs, pairs, stepped};
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    binder_sign(place, at)
        .or_else(|| member_signs::search(place, at))
        .or_else(|| selection(place, at))
        .or_else(|| stepped::counted_set(place, at))
        .or_else(|| bare_comprehensions::search(place, at))
        .or_else(|| bar_for(place, at))
        .or_else(|| no_domain(place, at))
        .or_else(|| comprehension(place, at))
        .or_else(|| binder_filter(place, at))
        .or_else(|| lists::for_set(place, at))
        .or_else(|| tuple(place, at))
        .or_else(|| cardinality(place, at))
}

/// `select x from S where P`
fn selection(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "select" | "SELECT") && place.is_name(at + 1);
    let from = known && matches!(place.word(at + 2), "from" | "FROM" | "in");
    let condition = place.find(at + 3..place.range.end, &["where", "WHERE"]).filter(|_| from)?;
    let end = match place.rule {
        Some(Rule::let_item | Rule::def_item) => place.range.end,
        _ => place.clause_end(condition + 1),
    };
    let (name, set) = (place.word(at + 1), place.text(at + 3..condition));
    let text = format!("{{ {name} in {set} where {} }}", place.text(condition + 1..end));
    let message = "the members of a set for which something holds stand in braces";
    Some(place.certain(at..end, message, text).at(place.span(at)))
}

/// `{ {a, b} | a in S, b in near(a) }`: what stands for each of some members.
fn bar_for(place: &Place, at: usize) -> Option<Mistake> {
    let body = place.body.is_some_and(|(open, _)| open == at) || place.in_body(at) && place.begins_block(at);
    let close = place.partner(at).filter(|close| place.word(at) == "{" && *close > at && !body)?;
    let bar = place.find(at + 1..close, &["|", ":"]).filter(|bar| *bar > at + 1)?;
    let binds = |from: usize| place.is_name(from) && matches!(place.word(from + 1), "in" | "∈");
    if !binds(bar + 1) || place.find(at + 1..bar, &["in", "for", ",", "some", "every", "no"]).is_some() {
        return None;
    }
    let (mut parts, mut from) = (Vec::new(), bar + 1);
    while from < close {
        let comma = place.find(from..close, &[","]).unwrap_or(close);
        parts.push(from..comma);
        from = comma + 1;
    }
    // A source names a new member; what asks more than that is a condition.
    let is_source = |(number, part): &(usize, &std::ops::Range<usize>)| {
        let named =
            parts[..*number].iter().any(|earlier| place.word(earlier.start) == place.word(part.start));
        binds(part.start) && !named && place.find((*part).clone(), &["or", "and"]).is_none()
    };
    let sources = parts.iter().enumerate().take_while(is_source).count();
    let joined = |parts: &[std::ops::Range<usize>], sign: &str| {
        parts.iter().map(|part| place.text(part.clone())).collect::<Vec<_>>().join(sign).replace('∈', "in")
    };
    let mut text = format!("{} for {}", place.text(at + 1..bar), joined(&parts[..sources], ", "));
    if sources < parts.len() {
        text.push_str(&format!(" where {}", joined(&parts[sources..], " and ")));
    }
    // `{ x for x in S where P }` is `{ x in S where P }`.
    if bar == at + 2 && place.word(at + 1) == place.word(bar + 1) && sources == 1 && parts.len() > 1 {
        text = text.split_once(" for ").map_or(String::new(), |(_, behind)| behind.to_string());
    }
    let declared = place.word(place.range.start) == "let" && at == place.range.start + 3;
    if declared && place.word(at + 1) == "(" && place.partner(at + 1).is_some_and(|end| end + 1 == bar) {
        let pair = place.text(at + 2..bar - 1);
        let (name, board) = (place.word(at - 2), place.board());
        let members = text.replacen(&format!("({pair})"), &format!("{{{pair}}}"), 1);
        let text = format!("family {name} of {board} = {{ {members} }}");
        let message = "pairs of elements are the members of a family, which is a domain";
        let mistake = place.likely(place.range.start..close + 1, message, text);
        return Some(mistake.at(place.span_of(&(at..close + 1))));
    }
    let message = "between a member of a set and where it comes from stands `for`";
    let mistake = place.certain(at..close + 1, message, format!("{{ {text} }}"));
    Some(mistake.at(place.span(bar)).label("write `for`"))
}

/// `{ x : P }`: a set without the one that its members come from.
fn no_domain(place: &Place, at: usize) -> Option<Mistake> {
    let body = place.body.is_some_and(|(open, _)| open == at);
    let close = place.partner(at).filter(|close| place.word(at) == "{" && *close > at && !body)?;
    let bare = place.is_name(at + 1) && matches!(place.word(at + 2), ":" | "|" | "where" | "if" | "such");
    if !bare
        || place.in_body(at) && place.begins_block(at)
        || matches!(place.rule, Some(Rule::tree_item | Rule::state_item | Rule::show_item | Rule::graph_item))
    {
        return None;
    }
    let behind = if place.word(at + 2) == "such" { at + 4 } else { at + 3 };
    let (name, condition) = (place.word(at + 1), place.text(behind..close));
    let message = "a set says from which set its members come";
    let help = format!(
        "write `{{ {name} in S where {condition} }}` with that set as S, `1..9` or `{}` for one",
        place.board()
    );
    Some(place.reported(at..close + 1, at..close + 1, message, help, "{}"))
}

/// `{ x in S : P }`, `{ x in S | P }`, `{ x in S if P }`, `{ x for x in S if P }`, `[ .. ]`
fn comprehension(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.word(at);
    let fields = place.rule == Some(Rule::state_item) && at == place.range.start + 1;
    if !matches!(open, "{" | "[")
        || fields
        || place.body.is_some_and(|(body, _)| body == at)
        || place.in_body(at) && place.begins_block(at)
    {
        return None;
    }
    if let Some(found) = super::lists::bound_index(place, at) {
        return Some(found);
    }
    let close = place.partner(at)?;
    let inside = at + 1..close;
    let generator = place.find(inside.clone(), &["for"]);
    let starts = place.is_name(at + 1) && matches!(place.word(at + 2), "in" | "∈");
    if generator.is_none() && !starts {
        return None;
    }
    let from = generator.unwrap_or(at + 1);
    let parted = place.find_outside(from..close, &[":", "|", "if", "when", "such", "with", "where"]);
    let parted = parted.filter(|parted| place.word(*parted) != "where" && !is_choice(place, *parted, close));
    if parted.is_none() && open == "{" {
        return None;
    }
    // `{ x for x in S if P }` is `{ x in S where P }`.
    let plain = generator.filter(|each| {
        *each == at + 2
            && place.word(at + 1) == place.word(each + 1)
            && place.find(each + 1..close, &[","]).is_none()
            && parted.is_some()
    });
    let from = plain.map_or(at + 1, |each| each + 1);
    let head = place.text(from..parted.unwrap_or(close)).replace('∈', "in");
    let guard = parted.map_or(String::new(), |parted| {
        let behind = if place.word(parted) == "such" { parted + 2 } else { parted + 1 };
        format!(" where {}", place.text(behind..close))
    });
    let text = format!("{{ {head}{guard} }}");
    let message = match parted {
        Some(parted) => format!("the condition of a set stands behind `where`, not `{}`", place.word(parted)),
        None => "a set stands in braces".to_string(),
    };
    let label = parted.map_or(place.span(at), |parted| place.span(parted));
    let word = if parted.is_some() { "write `where`" } else { "write `{`" };
    Some(place.certain(at..close + 1, message, text).at(label).label(word))
}

impl Place<'_, '_> {
    /// Whether a brace in a body opens a block: it follows a complete operand or `else`.
    pub fn begins_block(&self, at: usize) -> bool {
        self.word(at) == "{" && at > 0 && (self.ends_operand(at - 1) || self.before(at) == "else")
    }
}

/// Whether the `if` at `at` is that of `a if P else b`, and says nothing of all members.
fn is_choice(place: &Place, at: usize, end: usize) -> bool {
    place.word(at) == "if" && place.find(at..end, &["else"]).is_some()
}

/// `count(x in S if P)`, `count(x in S | P)`, `sum(x in S, E)`
fn binder_filter(place: &Place, at: usize) -> Option<Mistake> {
    let aggregate = matches!(place.word(at), "count" | "sum" | "union" | "min" | "max");
    if !aggregate
        || place.word(at + 1) != "("
        || !place.is_name(at + 2)
        || !matches!(place.word(at + 3), "in" | "∈")
    {
        return None;
    }
    let close = place.partner(at + 1)?;
    let parted = place.find_outside(at + 4..close, &["if", "|", "such", "when", "with", "=>"])?;
    if is_choice(place, parted, close) {
        return None;
    }
    let behind = if place.word(parted) == "such" { parted + 2 } else { parted + 1 };
    let rest = place.text(behind..close);
    let has_colon = place.find(parted..close, &[":"]).is_some();
    let condition = matches!(place.word(at), "count") || has_colon;
    let sign = if condition { "where" } else { ":" };
    let text = if condition { format!("where {rest}") } else { format!(": {rest}") };
    let message = format!("`{}` does not part a set from what is said of its members", place.word(parted));
    let shown = format!("{} {sign} {rest})", place.text(at..parted));
    let help = format!("write `{}`", shown.split_whitespace().collect::<Vec<_>>().join(" "));
    Some(
        place
            .certain(parted..close, message, text)
            .at(place.span(parted))
            .label(format!("write `{sign}`"))
            .help(help),
    )
}

/// `sum(i = 1..3: a[i])`, `count(i: S: ..)`
fn binder_sign(place: &Place, at: usize) -> Option<Mistake> {
    let aggregate = matches!(
        place.before(at.wrapping_sub(2)),
        "count" | "sum" | "union" | "min" | "max" | "some" | "every" | "no"
    );
    let quantified =
        matches!(place.before(at.wrapping_sub(1)), "some" | "every" | "no") && place.is_name(at - 1);
    // `some pawn of White` is no set to run through.
    let (first, second) = place.players();
    let whose = place.word(at) == "of" && [first, second, "me", "opponent"].contains(&place.word(at + 1));
    let sign = matches!(place.word(at), "=" | "<-" | "from" | "of" | "∈") && at > 2 && !whose;
    let bound = sign && (quantified || aggregate && place.word(at - 2) == "(" && place.is_name(at - 1));
    bound.then(|| {
        let name = place.before(at);
        let open = at - 2;
        let close = place.partner(open).filter(|close| place.word(open) == "(" && *close > at);
        let shown = match close {
            Some(close) => {
                format!("{}({name} in {}", place.before(open), place.text(at + 1..close + 1))
            }
            None => format!("{name} in {} ..", place.text(at + 1..place.operand_end(at + 1))),
        };
        place
            .certain(at..at + 1, format!("`{name}` runs through a set: `{name} in ..`"), " in ")
            .help(format!("write `{shown}`"))
            .label("write `in`")
    })
}

/// `(c.x, c.y) = (1, 2)`: a cell is compared as a whole.
fn coordinates(place: &Place, at: usize, comma: usize, close: usize) -> Option<Mistake> {
    let (left, right) = (place.text(at + 1..comma), place.text(comma + 1..close));
    let cell = left.strip_suffix(".x").filter(|cell| right.strip_suffix(".y") == Some(cell))?;
    let sign = Some(place.word(close + 1)).filter(|sign| matches!(*sign, "=" | "==" | "!="))?;
    let end = place.partner(close + 2).filter(|_| place.word(close + 2) == "(")? + 1;
    let sign = if sign == "!=" { "!=" } else { "=" };
    let text = format!("{cell} {sign} {}{}", place.board(), place.text(close + 2..end));
    Some(place.likely(at..end, "a cell is compared as a whole: there are no pairs", text))
}

/// `c + (1, 0)`: the next cell in a direction.
fn offset(place: &Place, at: usize, comma: usize, close: usize) -> Option<Mistake> {
    let direction = match (
        place.text(at + 1..comma).replace(' ', "").as_str(),
        place.text(comma + 1..close).replace(' ', "").as_str(),
    ) {
        ("1", "0") => "east",
        ("-1", "0") => "west",
        ("0", "1") => "north",
        ("0", "-1") => "south",
        _ => return None,
    };
    let last = at.checked_sub(2).filter(|last| place.before(at) == "+" && place.ends_operand(*last))?;
    let from = place.operand_start(last);
    let text = format!("{direction}({})", place.text(from..last + 1));
    Some(place.likely(from..close + 1, "the next cell in a direction has a name: there are no pairs", text))
}

/// `x in (a1, b1)`, `c = (1, 2)`, `marks += (a1, b1)`
fn tuple(place: &Place, at: usize) -> Option<Mistake> {
    let opens = place.word(at) == "(" && at > place.range.start && !place.ends_operand(at - 1);
    let named =
        place.kind(at.wrapping_sub(1)) == Some(Kind::Word) && place.beside(at - 1) && place.is_name(at - 1);
    let in_header = place.rule == Some(Rule::move_item) && at == place.range.start + 2;
    if !opens || named || in_header {
        return None;
    }
    let close = place.partner(at)?;
    let comma = place.find(at + 1..close, &[","])?;
    if (at + 1..close).any(|each| matches!(place.word(each), "in" | "for" | ":" | "where" | "to" | "wins")) {
        return None;
    }
    let inside = place.text(at + 1..close);
    let before = place.before(at);
    let pair = place.find(comma + 1..close, &[","]).is_none();
    if place.rule == Some(Rule::tree_item) {
        let message = "the branches of a tree stand in square brackets";
        let branches = |open: &usize| {
            place.partner(*open).is_some_and(|close| place.find(open + 1..close, &[","]).is_some())
        };
        let all = (at..close).filter(|each| place.word(*each) == "(").all(|open| branches(&open));
        let text = match all {
            true => place.text(at..close + 1).replace('(', "[").replace(')', "]"),
            false => format!("[{inside}]"),
        };
        return Some(place.certain(at..close + 1, message, text));
    }
    if let Some(found) = coordinates(place, at, comma, close).or_else(|| offset(place, at, comma, close)) {
        return Some(found);
    }
    let numbers = (at + 1..close)
        .all(|each| place.is_number(each) || place.word(each) == "," || place.word(each) == "-");
    if pair && numbers && matches!(before, "=" | "!=" | "==" | "(" | "," | "+=" | "-=" | "[" | "when") {
        let board = place.board();
        let message =
            format!("a pair of numbers is no cell: a cell is named, `a1`, or made, `{board}(1, 2)`");
        let inside = pairs::from_one(place, at).unwrap_or(inside.to_string());
        let help = format!("write `{board}({inside})`; columns and rows count from 1");
        return Some(place.likely(at..close + 1, message, format!("{board}({inside})")).help(help));
    }
    if before == "=" && (place.rule == Some(Rule::let_item) || gives_entries(place, at)) {
        let message = "the values of a table stand in square brackets";
        return Some(place.certain(at..close + 1, message, format!("[{inside}]")));
    }
    let coordinate = |each: usize| place.word(each) == "." && matches!(place.word(each + 1), "x" | "y");
    if pair && (at..close).any(coordinate) && matches!(before, "=" | "!=" | "in" | "+=" | "-=" | "(") {
        let board = place.board();
        let text = format!("{board}({inside})");
        let message = "a pair of numbers is no cell: a cell is made by the name of its board";
        return Some(place.likely(at..close + 1, message, text));
    }
    if let Some(sum) = of_players(place, at, close).filter(|_| matches!(before, "-" | "+" | "&" | "=" | "in"))
    {
        let message = "round brackets hold one expression; sets are put together by `+`";
        return Some(place.likely(at..close + 1, message, sum));
    }
    if pair
        && place.word(close + 1) == "in"
        && place.word(close + 2) == "near"
        && place.word(close + 3) != "("
    {
        let comma = place.find(at + 1..close, &[","])?;
        let (one, other) = (place.text(at + 1..comma), place.text(comma + 1..close));
        let message = "`near` is asked of one cell, and holds its neighbours";
        return Some(place.likely(at..close + 3, message, format!("{other} in near({one})")));
    }
    if matches!(
        before,
        "in" | "=" | "!=" | "+=" | "-=" | "+" | "-" | "&" | "<=" | "and" | "or" | "when" | ":"
    ) {
        let message = "round brackets hold one expression; a set stands in braces";
        return Some(place.certain(at..close + 1, message, format!("{{{inside}}}")));
    }
    None
}

/// Whether the brackets at `at` stand for the values of a field with an index.
fn gives_entries(place: &Place, at: usize) -> bool {
    let line = (place.range.start..at).rev().find(|each| place.first(*each)).unwrap_or(at);
    let colon = (line..at).find(|each| place.word(*each) == ":");
    place.rule == Some(Rule::state_item) && colon.is_some_and(|colon| place.before(colon) == "]")
}

/// `(stones[Ann], stones[Bob])`: the union of entries of one field that is a set.
fn of_players(place: &Place, at: usize, close: usize) -> Option<String> {
    let (field, true) = place.set_field()? else { return None };
    let mut entries = Vec::new();
    let mut from = at + 1;
    while from < close {
        let end = place.find(from..close, &[","]).unwrap_or(close);
        let entry = place.word(from) == field && place.operand_end(from) == end;
        entries.push(entry.then(|| place.text(from..end))?);
        from = end + 1;
    }
    (entries.len() > 1).then(|| format!("({})", entries.join(" + ")))
}

/// `#S`, `|S|`
fn cardinality(place: &Place, at: usize) -> Option<Mistake> {
    let free = at > place.range.start && !place.ends_operand(at - 1);
    match place.word(at) {
        "#" if free => {
            let end = place.operand_end(at + 1);
            let text = format!("count({})", place.text(at + 1..end));
            Some(place.certain(at..end, "the number of the members of a set is `count(..)`", text))
        }
        "|" if free => {
            let close =
                (at + 1..place.range.end).find(|each| place.word(*each) == "|" || place.first(*each))?;
            (place.word(close) == "|" && close > at + 1).then(|| {
                let inside = place.text(at + 1..close);
                // Between bars stands a set, or a number whose sign does not matter.
                let number = (at + 1..close).all(|each| {
                    place.is_number(each)
                        || matches!(place.word(each), "-" | "." | "x" | "y")
                        || place.kind(each) == Some(Kind::Word) && place.word(each + 1) == "."
                });
                let function = if number { "abs" } else { "count" };
                place.certain(
                    at..close + 1,
                    format!("bars mean nothing here: write `{function}(..)`"),
                    format!("{function}({inside})"),
                )
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_tree_in_round_brackets_is_one_mistake() {
        let found = helps_about("game \"G\"\nplayers A, B\ntree ((3, 8), (5, (1, 9)), (2, 7))\n");
        assert_eq!(found, ["write `[[3, 8], [5, [1, 9]], [2, 7]]`"]);
    }

    #[test]
    fn a_condition_of_members_is_shown_whole() {
        let head = "game \"G\"\nplayers A, B\nboard C = grid(3, 3)\nstate { s: set of C }\nstuck => draw\n";
        let found = helps_about(&format!("{head}def few = count(c in near(a1) if c in s) < 2\n"));
        assert_eq!(found, ["write `count(c in near(a1) where c in s)`"]);
    }

    #[test]
    fn a_bar_is_for() {
        let head = "game \"G\"\nplayers A, B\ngraph N { p-q-r }\nstate { s: set of N }\nstuck => draw\n";
        let helps = |line: &str| helps_about(&format!("{head}{line}\n"));
        assert_eq!(
            helps("family Edge of N = { {a, b} | a in N, b in near(a) }"),
            ["write `{ {a, b} for a in N, b in near(a) }`"]
        );
        assert_eq!(
            helps("family Edge of N = { {a, b} | a in N, b in near(a), a != p }"),
            ["write `{ {a, b} for a in N, b in near(a) where a != p }`"]
        );
        assert_eq!(helps("def ends = { x | x in N, x != q }"), ["write `{ x in N where x != q }`"]);
        let asked = "def ends = { x | x in N, x in s or x = p }";
        assert_eq!(helps(asked), ["write `{ x in N where x in s or x = p }`"]);
    }

    #[test]
    fn a_list_of_two_is_a_set_before_it_is_a_range() {
        let head = "game \"G\"\nplayers A, B\nboard C = grid(3, 3)\nstate { s: set of C }\nstuck => draw\n";
        let found = helps_about(&format!("{head}move m(c in C) when c.x in [1, 3] {{ s += c }}\n"));
        assert_eq!(found, ["write `{1, 3}` for these two, `1..3` for all integers from 1 to 3"]);
    }

    #[test]
    fn neighbours_are_asked_of_one_cell() {
        let head = "game \"G\"\nplayers A, B\nboard C = grid(3, 3)\nstate { s: set of C }\nstuck => draw\n";
        let found = helps_about(&format!("{head}move m(c in C, d in C) when (c, d) in near {{ s += c }}\n"));
        assert_eq!(found, ["write `d in near(c)`"]);
    }
}
