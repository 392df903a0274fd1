//! Fields as other languages write them.

use super::first_values;
use crate::diagnostic::Diagnostic;
use crate::syntax::elsewhere::place::Place;
use crate::syntax::elsewhere::{Mistake, bounds, lists};
use crate::syntax::items::is_reserved;
use crate::syntax::scan::Kind;

/// Searches the token `at` of `state { .. }`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    if at == start + 1 {
        return head(place, at);
    }
    let open = (start..place.range.end).find(|each| place.word(*each) == "{")?;
    if let Some(found) = placed(place, at).or_else(|| first_values::breaks_off(place, at)) {
        return Some(found);
    }
    let begins = at > open
        && (place.before(at) == "{" && at == open + 1 || place.before(at) == "," || place.first(at))
        && depth(place, open, at) == 1;
    begins.then(|| field(place, at)).flatten()
}

/// `set of Cell (place "Disc1" {A1 B1})`: what stands where at first.
fn placed(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at + 1), "place" | "start" | "init" | "initially" | "at");
    let close = place.partner(at).filter(|_| place.word(at) == "(" && known && place.ends_operand(at - 1))?;
    let open = (at + 2..close).find(|each| place.word(*each) == "{").unwrap_or(at + 1);
    let cell = |each: usize| place.is_name(each).then(|| place.word(each).to_lowercase());
    let last = place.partner(open).unwrap_or(close);
    let cells: Vec<String> = (open + 1..last).filter_map(cell).collect();
    let set = format!("{{{}}}", cells.join(", "));
    let colon = (place.range.start..at).rev().find(|each| place.word(*each) == ":")?;
    let text = match (place.before(colon), place.before(colon - 1)) {
        ("]", "Player") => format!("= [{set}, {{}}]"),
        ("]", _) => return None,
        _ => format!("= {set}"),
    };
    let each = if text.contains('[') { ", with one set for each player" } else { "" };
    let message = "the first value of a field stands behind `=`";
    Some(place.likely(at..close + 1, message, &text).help(format!("write `{text}`{each}")))
}

/// The number of brackets that are open at `at`.
fn depth(place: &Place, open: usize, at: usize) -> usize {
    (open..at)
        .filter(|each| {
            matches!(place.word(*each), "{" | "[" | "(")
                && place.partner(*each).is_none_or(|close| close >= at)
        })
        .count()
}

/// `state: {`, `state = {`, `state Game {`
fn head(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let extra = matches!(word, ":" | "=" | "is" | ":=" | "(") || place.is_name(at);
    if extra && place.word(at + 1) == "{" {
        return Some(
            place
                .certain(at..at + 1, "braces stand directly behind `state`", "")
                .help(format!("write `state {}`", shown_braces(place, at + 1))),
        );
    }
    // `state marks: set of Cell` without braces.
    let fields = place.is_name(at) && matches!(place.word(at + 1), ":" | "[");
    fields.then(|| {
        let whole = at..place.range.end;
        let inside = place.text(whole.clone());
        // The closing brace may stand there alone.
        let opens = inside.matches('{').count() < inside.matches('}').count();
        let inside = inside.strip_suffix('}').filter(|_| opens).unwrap_or(inside).trim_end();
        let text = format!("{{ {inside} }}");
        place
            .certain(whole, "the fields of the position stand in braces", text)
            .at(place.span(at))
            .label("write `{` before it")
            .help(format!("write `state {{ {} }}`", inside.lines().next().unwrap_or("..").trim()))
    })
}

/// Braces with what is in them, if that is short and stands on one line.
fn shown_braces(place: &Place, open: usize) -> String {
    let text = place.partner(open).map_or("", |close| place.text(open..close + 1));
    if text.is_empty() || text.len() > 60 || text.contains('\n') { "{ .. }".into() } else { text.into() }
}

/// The index behind the field that begins at `at`.
fn field_end(place: &Place, at: usize) -> usize {
    let mut end = place.past(at);
    while end < place.range.end && !matches!(place.word(end), "," | "}") && !place.first(end) {
        end = place.past(end);
    }
    end
}

/// A field as it is written elsewhere.
fn field(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let end = field_end(place, at);
    let next = place.word(at + 1);
    if matches!(
        word,
        "var"
            | "let"
            | "field"
            | "private"
            | "public"
            | "mut"
            | "val"
            | "const"
            | "static"
            | "int_"
            | "-"
            | "*"
            | "."
            | "def"
            | "param"
    ) && place.is_name(at + 1)
        && matches!(place.word(place.operand_end(at + 1)), ":" | "=")
    {
        if place.word(place.operand_end(at + 1)) == ":" {
            let help = format!("write `{}`", place.text(at + 1..end));
            return Some(
                place.certain(at..at + 1, format!("no `{word}` stands before a field"), "").help(help),
            );
        }
        let (name, value) =
            (place.text(at + 1..place.operand_end(at + 1)), place.text(place.operand_end(at + 1) + 1..end));
        return Some(untyped(place, at..end, name, value));
    }
    if matches!(word, "." | "-" | "*" | "•") {
        return (place.is_name(at + 1)).then(|| {
            let help = format!("write `{}: TYPE`", place.word(at + 1));
            place.reported(
                at..end,
                at..at + 2,
                format!("no `{word}` stands before a field"),
                help,
                &format!("{}: 0..99", place.word(at + 1)),
            )
        });
    }
    if place.kind(at) == Some(Kind::Word) && !place.is_name(at) && matches!(next, "=" | ":=") {
        return reserved(place, at, end);
    }
    if !place.is_name(at) {
        return None;
    }
    if let Some(found) = first_values::in_words(place, at..end) {
        return Some(found);
    }
    if word == "turn"
        || matches!(word, "first" | "to_move" | "start" | "current" | "starts" | "begins" | "first_player")
            && matches!(next, "=" | ":")
    {
        return turn(place, at, end);
    }
    match next {
        "=" | ":=" | "==" => {
            let value = place.text(at + 2..end);
            Some(untyped(place, at..end, word, value))
        }
        ":" if place.word(at + 2) == "=" => Some(untyped(place, at..end, word, place.text(at + 3..end))),
        "[" if place.word(place.past(at + 1)) == ":" && place.word(place.past(at + 1) + 1) == "=" => {
            let colon = place.past(at + 1);
            Some(untyped(place, at..end, place.text(at..colon), place.text(colon + 2..end)))
        }
        "in" | "is" | "∈" | "as" | "::" | "of" if !(matches!(word, "set" | "list")) => {
            let type_end = place.past(at + 2);
            if let Some(found) = first_values::stepped(place, at, type_end) {
                return Some(found);
            }
            if let Some(bounds) = first_values::bounds(place.text(at + 2..type_end)) {
                let behind = place.text(place.past(at + 2)..end);
                let message = "the type of a field stands behind `:`, and bounds have two dots";
                let help = format!("write `{}`", format!("{word}: {bounds} {behind}").trim_end());
                return Some(
                    place.certain(at + 1..place.past(at + 2), message, format!(": {bounds}")).help(help),
                );
            }
            let help = format!("write `{word}: {}`", place.text(at + 2..end));
            Some(place.certain(at + 1..at + 2, "the type of a field stands behind `:`", ":").help(help))
        }
        "(" => {
            let close = place.partner(at + 1)?;
            let text = format!("[{}]", place.text(at + 2..close));
            let help = format!("write `{word}{text}{}`", place.text(close + 1..end));
            (place.word(close + 1) == ":").then(|| {
                place
                    .certain(at + 1..close + 1, "the index of a field stands in square brackets", text)
                    .help(help)
            })
        }
        "[" if place.word(place.past(at + 1)) == "[" => several_indexes(place, at, end),
        ":" if let Some(found) = index_behind_type(place, at, end) => Some(found),
        "[" if matches!(place.word(place.past(at + 1)), "=" | ":=") => {
            let sign = place.past(at + 1);
            Some(untyped(place, at..end, place.text(at..sign), place.text(sign + 1..end)))
        }
        "[" if place.is_name(place.past(at + 1)) && !place.first(place.past(at + 1)) => {
            let ty = place.past(at + 1);
            let gap = place.span(ty - 1).after();
            let message = format!("`:` is missing before the type of `{word}`");
            let report = crate::diagnostic::Diagnostic::error(
                crate::syntax::codes::ELSEWHERE,
                message,
                gap,
                "write `:` here",
            );
            let help = format!("write `{}: {}`", place.text(at..ty), place.text(ty..end));
            Some(Mistake { report: report.help(help).fix(gap, ":"), covers: at..ty })
        }
        _ => type_first(place, at, end),
    }
}

/// `men: set of Cell[Player]`: the index stands behind the name.
fn index_behind_type(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let limit = place.find(at + 2..end, &["="]).unwrap_or(end);
    let of_set = (place.word(at + 2), place.word(at + 3), place.is_name(at + 4)) == ("set", "of", true);
    let open = Some(at + 5).filter(|open| of_set && place.word(*open) == "[")?;
    let close = place.partner(open).filter(|close| (open + 2..limit).contains(close))?;
    let text = format!("{}{}: {}", place.word(at), place.text(open..close + 1), place.text(at + 2..open));
    let message = "the index of a field stands behind its name";
    Some(place.certain(at..close + 1, message, text).at(place.span_of(&(open..close + 1))))
}

/// `men[Player][Kind]: ..`: all indexes stand in one pair of brackets.
fn several_indexes(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let mut inside = Vec::new();
    let mut open = at + 1;
    while place.word(open) == "[" {
        let close = place.partner(open).filter(|close| *close > open + 1)?;
        inside.push(place.text(open + 1..close));
        open = close + 1;
    }
    let sizes: Option<Vec<u64>> = inside.iter().map(|size| size.parse().ok()).collect();
    let board = sizes.and_then(|sizes| place.of_size(sizes.iter().product()));
    let index = format!("[{}]", board.map_or(inside.join(", "), str::to_owned));
    let help = format!("write `{}{index}{}`", place.word(at), place.text(open..end));
    let message = "all indexes stand in one pair of brackets";
    (place.word(open) == ":").then(|| place.certain(at + 1..open, message, index).help(help))
}

/// Fields without types, `a = 3, b = true`, with the types that their values show; `None` if one is
/// no such field.
pub(super) fn typed_fields(place: &Place, range: std::ops::Range<usize>) -> Option<String> {
    let mut fields = Vec::new();
    let mut from = range.start;
    while from < range.end {
        let next = |at: &usize| place.word(*at) == "," || place.first(*at);
        let end = (from + 1..range.end).find(next).unwrap_or(range.end);
        let value = place.text(from + 2..end);
        let plain = place.is_name(from) && matches!(place.word(from + 1), "=" | ":=");
        let found = plain.then(|| untyped(place, from..end, place.word(from), value))?;
        fields.push(
            found
                .report
                .fixes
                .first()
                .map(|fix| fix.text.trim().to_string())
                .filter(|text| !text.is_empty())?,
        );
        from = if place.word(end) == "," { end + 1 } else { end };
    }
    (!fields.is_empty()).then(|| fields.join(", "))
}

/// `board = [0] * 4`: a field without a type whose name is a word of the language. Where an index
/// is asked of one unknown name below, that is the name.
fn reserved(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let view = place.view;
    let word = |at: usize| view.word(at);
    let declared =
        |name: &str| (0..view.tokens.len()).any(|at| word(at) == name && matches!(word(at + 1), ":" | "in"));
    let indexed = |at: &usize| {
        let name = word(*at);
        let plain = view.tokens[*at].kind == Kind::Word && !is_reserved(name) && !declared(name);
        plain
            && word(at + 1) == "["
            && !place.is_domain(name)
            && !place.declared_def(name)
            && !place.is_field(name)
    };
    let unknown = (place.range.end..view.tokens.len()).find(indexed).map(word);
    let name = unknown.map_or(format!("{}_", place.word(at)), str::to_string);
    let found = untyped(place, at..end, &name, place.text(at + 2..end));
    let help = found.report.help.clone().unwrap_or_default();
    let message =
        format!("`{}` is a reserved word and cannot be a name, and the field has no type", place.word(at));
    Some(Mistake { report: Diagnostic { message, ..found.report }, ..found }.help(help))
}

/// The one value of all entries in `[0] * 4`.
fn repeated(value: &str) -> Option<&str> {
    let (list, _) = value.rsplit_once('*')?;
    let one = list.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    (!one.is_empty() && !one.contains([',', '[', ' '])).then_some(one)
}

/// `z = 3`: a field without a type.
fn untyped(place: &Place, covers: std::ops::Range<usize>, name: &str, value: &str) -> Mistake {
    if let Some((first, ty)) = value.split_once(':').filter(|_| !value.contains(['{', '\n'])) {
        let text = format!("{name}: {} = {}", ty.trim(), first.trim());
        let message = format!("the type of `{name}` stands before its value");
        return place.certain(covers, message, text);
    }
    if first_values::is_type(place, value) {
        let message = format!("the type of `{name}` stands behind `:`, not `=`");
        return place.likely(covers, message, format!("{name}: {value}"));
    }
    let number = value.trim().parse::<i64>();
    let message = format!("the field `{name}` has no type");
    let bare = name.split('[').next().unwrap_or(name);
    let domain = place.domain_stored_to(bare).unwrap_or_else(|| place.first_domain());
    if let Some(one) = repeated(value) {
        let index = if name.ends_with(']') { name.to_string() } else { format!("{name}[{}]", place.board()) };
        let ty = match one.parse::<i64>() {
            Ok(number) => format!("0..{}", number.max(9)),
            Err(_) if matches!(one, "true" | "false" | "True" | "False") => "bool".to_string(),
            Err(_) => format!("{} or none", place.board()),
        };
        let first = super::super::value_word(one).unwrap_or(one);
        let text = format!("{index}: {ty} = {first}");
        let help = format!("write `{text}`: a field has an index, and one value stands for all its entries");
        return place.likely(covers, message, text).help(help).label("`: TYPE` is missing");
    }
    let (text, help) = match (number, value) {
        (Ok(number), _) => {
            let text = format!("{name}: {}..{} = {number}", number.min(0), number.max(9));
            (text.clone(), format!("write `{text}` with the bounds that it stays within"))
        }
        (_, "true" | "false") => {
            (format!("{name}: bool = {value}"), format!("write `{name}: bool = {value}`"))
        }
        (_, "{}" | "{ }" | "[]") => {
            let text = format!("{name}: set of {domain}");
            (text.clone(), format!("write `{text}`: it begins empty"))
        }
        (_, "none" | "null" | "None") => {
            let text = format!("{name}: {domain} or none");
            (text.clone(), format!("write `{text}`"))
        }
        _ if let Some(ty) = lists::bounds_of_list(value).filter(|_| name.ends_with(']')) => {
            let text = format!("{name}: {ty} = {value}");
            (text.clone(), format!("write `{text}`"))
        }
        _ if let Some(ty) = first_values::type_of(place, value).filter(|_| !name.ends_with(']')) => {
            let text = format!("{name}: {ty} = {value}");
            (text.clone(), format!("write `{text}`"))
        }
        _ => {
            let help = format!(
                "write `{name}: TYPE = {value}`; a type is `bool`, a range as `0..9`, a domain, or `set of` one"
            );
            return place.reported(covers.clone(), covers, message, help, "");
        }
    };
    place.likely(covers, message, text).help(help).label("`: TYPE` is missing")
}

/// `turn: O`, `turn: Player = O`, `first = O`
fn turn(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let player = place.word(end - 1);
    let text = format!("turn = {player}");
    let twice = (at + 1..end).any(|each| place.word(each) == "turn");
    let is_assignment = place.word(at) == "turn" && place.word(at + 1) == "=";
    if twice || is_assignment || player.is_empty() || end < at + 3 {
        return None;
    }
    let known = place.players().0 == player || place.players().1 == player;
    known.then(|| place.certain(at..end, "who begins is said by `turn = ..`", text))
}

/// `int z = 3`, `set of Cell z`, `Cell z`, `bool used[Cell]`, `set<Cell> held`
fn type_first(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let word = place.word(at);
    let of = place.operand_end(at + 1);
    if word == "set" && place.is_name(at + 1) && place.word(of) == "of" && of < end {
        let text = format!("{}: set {}", place.text(at + 1..of), place.text(of..end));
        return Some(place.likely(at..end, "the name of a field stands before its type", text));
    }
    let lower = word.to_lowercase();
    let of = word == "set" && place.word(at + 1) == "of";
    // `set<Cell> held`
    let pointed = place.word(at + 1) == "<" && place.word(at + 3) == ">" && lower.ends_with("set");
    let name_at = if of {
        at + 3
    } else if pointed {
        at + 4
    } else {
        at + 1
    };
    let open = name_at + 1;
    let behind = place.partner(open).filter(|_| place.word(open) == "[").map_or(open, |close| close + 1);
    if place.is_domain(place.word(name_at)) && !place.is_domain(word) && place.is_name(at) && behind == open {
        let text = format!("{word}: {}", place.text(name_at..end));
        return Some(place.likely(at..end, "the type of a field stands behind a colon", text));
    }
    let simple = place.is_name(name_at)
        && !place.first(name_at)
        && (behind == end || place.word(behind) == "=")
        && behind <= end;
    if !simple {
        return None;
    }
    let ty = match lower.as_str() {
        "int" | "integer" | "nat" | "number" | "uint" | "byte" | "long" | "short" | "counter" => {
            "0..99".to_string()
        }
        "bool" | "boolean" | "flag" => "bool".to_string(),
        _ if pointed => format!("set of {}", place.word(at + 2)),
        _ => place.text(at..name_at).to_string(),
    };
    let (name, whole) = (place.word(name_at), place.text(name_at..behind));
    // `int n[3]`: the number of entries is no domain.
    let index = place.text(name_at + 2..behind.saturating_sub(1).max(name_at + 2));
    let first = match place.text(behind..end) {
        list if behind > open => list.replacen("= {", "= [", 1).replace('}', "]"),
        value => value.to_string(),
    };
    let first = if first.is_empty() { first } else { format!(" {first}") };
    let numbered = index.parse::<i64>().ok();
    let shown = if numbered.is_some() { format!("{name}[Index]") } else { whole.to_string() };
    let bounds = bounds::written(place.view.text, name);
    let field = format!("{shown}: {ty}{first}");
    let help = match (ty.as_str(), numbered) {
        (_, Some(last)) => {
            format!("write `{}`, with `range Index = 1..{last}` as an item", field.replace("0..99", &bounds))
        }
        ("0..99", _) => {
            format!("write `{}`, with the bounds that it stays within", field.replace("0..99", &bounds))
        }
        _ => format!("write `{field}`"),
    };
    let message = "the name of a field stands before its type";
    if numbered.is_some() {
        let instead = field.replace("[Index]", "[Player]");
        return Some(place.reported(at..end, at..end, message, help, &instead).label("the name comes first"));
    }
    Some(place.likely(at..end, message, field).help(help).label("the name comes first"))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition with these fields.
    fn helps(fields: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(2, 2)\nstate {{ {fields}, left: 0..9 = 9 }}\n\
             move m(c in C) when height[c] < 2 {{ left -= 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn the_name_of_a_field_stands_before_its_type() {
        assert_eq!(helps("bool used[C]"), ["write `used[C]: bool`"]);
        assert_eq!(helps("C at[Player]"), ["write `at[Player]: C`"]);
        assert_eq!(helps("set<C> held"), ["write `held: set of C`"]);
        assert_eq!(helps("boolean used[C] = false"), ["write `used[C]: bool = false`"]);
        let bounds = "with the bounds that it stays within";
        assert_eq!(helps("int n[Player] = {1, 2}"), [format!("write `n[Player]: 0..9 = [1, 2]`, {bounds}")]);
        let index = "write `n[Index]: 0..9`, with `range Index = 1..3` as an item";
        assert_eq!(helps("int n[3]"), [index]);
    }

    #[test]
    fn a_type_behind_an_equal_sign_is_a_type() {
        for ty in ["set of C", "set of C = {}", "C or none", "0..9", "1..3 = 2", "Player", "bool"] {
            assert_eq!(helps(&format!("men[Player] = {ty}")), [format!("write `men[Player]: {ty}`")]);
        }
        assert_eq!(helps("set men[Player] of C = {}"), ["write `men[Player]: set of C = {}`"]);
        assert_eq!(helps("set men of C"), ["write `men: set of C`"]);
    }

    #[test]
    fn a_field_without_a_type_holds_what_is_stored_to_it() {
        let helps = |field: &str, body: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nenum Hue {{ red, blue }}\nrange Rank = 1..3\nstate {{ {field}, hand[Player]: set of Rank }}\nmove m(r in hand[me], h in Hue) {{ {body} }}\nstuck => draw\n"
            ))
        };
        assert_eq!(helps("last = none", "last = r"), ["write `last: Rank or none`"]);
        assert_eq!(helps("last[Player] = none", "last[me] = h"), ["write `last[Player]: Hue or none`"]);
        assert_eq!(helps("seen = {}", "seen += {h}"), ["write `seen: set of Hue`: it begins empty"]);
        assert_eq!(helps("last = none", "hand[me] -= r"), ["write `last: Rank or none`"]);
    }

    #[test]
    fn one_value_stands_for_all_entries() {
        let one = "a field has an index, and one value stands for all its entries";
        assert_eq!(helps("used = [False] * 4"), [format!("write `used[C]: bool = false`: {one}")]);
        assert_eq!(helps("board = [0] * 4"), [format!("write `height[C]: 0..9 = 0`: {one}")]);
    }
}
