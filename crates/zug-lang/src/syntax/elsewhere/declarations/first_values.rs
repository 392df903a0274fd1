//! Fields told by their first value alone, `fox starts at a1`, and fields whose type breaks off.

use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;
use crate::syntax::elsewhere::stepped;
use std::ops::Range;

/// The type that a value shows by its form: of a cell its board, of a player `Player`, of a set in
/// braces the set of what is in it.
pub(super) fn type_of(place: &Place, value: &str) -> Option<String> {
    let value = value.trim();
    let (first, second) = place.players();
    if let Some(inside) = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let types: Vec<Option<String>> = inside.split(',').map(|each| type_of(place, each)).collect();
        let one = types.first()?.clone()?;
        return types.iter().all(|each| each.as_ref() == Some(&one)).then(|| format!("set of {one}"));
    }
    if value == first || value == second {
        return Some("Player".to_string());
    }
    let letters = value.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let cell =
        letters.len() < value.len() && !letters.is_empty() && letters.chars().all(|c| c.is_ascii_digit());
    let board = place.declared("board").or_else(|| place.declared("graph")).filter(|_| cell);
    board.map(str::to_string).or_else(|| enum_of(place, value).map(str::to_string))
}

/// Whether what stands behind the `=` of a field is a type: `set of C`, `0..9`, `C or none`.
pub(super) fn is_type(place: &Place, value: &str) -> bool {
    let mut words = value.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let bounds = value.split('=').next().is_some_and(|ty| ty.contains("..") && !ty.contains(['{', '[', '(']));
    first == "set" && second == Some("of")
        || matches!(first, "bool" | "Player")
        || bounds
        || second == Some("or") && place.is_domain(first)
}

/// The enum that lists a member.
fn enum_of<'t>(place: &Place<'_, 't>, member: &str) -> Option<&'t str> {
    let view = place.view;
    let keyword = (0..view.tokens.len()).filter(|at| view.word(*at) == "enum" && view.tokens[*at].first);
    keyword
        .filter(|at| view.word(at + 2) == "{")
        .find(|at| {
            let close = (at + 3..view.tokens.len()).find(|each| view.word(*each) == "}").unwrap_or(at + 3);
            (at + 3..close).any(|each| view.word(each) == member)
        })
        .map(|at| view.word(at + 1))
}

/// `fox starts at a1`, `coins begin with 12`: the field in `range`, whose name is its first token.
pub(super) fn in_words(place: &Place, range: Range<usize>) -> Option<Mistake> {
    let name = place.word(range.start);
    let known = |at: &usize| {
        matches!(
            place.word(*at),
            "starts"
                | "start"
                | "begins"
                | "begin"
                | "is"
                | "are"
                | "at"
                | "on"
                | "with"
                | "from"
                | "as"
                | "initially"
                | "stands"
                | "placed"
                | "init"
                | "has"
                | "equals"
                | "in"
                | "first"
        )
    };
    let words = (range.start + 1..range.end).take_while(known).count();
    let value = range.start + 1 + words;
    let verb = place.word(range.start + 1);
    let alone = words > 0 && value < range.end && place.operand_end(value) == range.end;
    // `n in 1..3`, `c is set of Cell` have a type.
    if !alone || words == 1 && matches!(verb, "in" | "is" | "as") {
        return None;
    }
    let first = place.text(value..range.end);
    let ty = match first.parse::<i64>() {
        Ok(number) => format!("{}..{}", number.min(0), number.max(9)),
        Err(_) if matches!(first, "true" | "false") => "bool".to_string(),
        Err(_) => type_of(place, first)?,
    };
    let text = format!("{name}: {ty} = {first}");
    let message = format!("the field `{name}` has no type, and its first value stands behind `=`");
    Some(place.likely(range, message, text).label("no field is written so"))
}

/// `men: set of`, with the next field on the next line: the type breaks off.
pub(super) fn breaks_off(place: &Place, at: usize) -> Option<Mistake> {
    let of = place.word(at) == "of" && matches!(place.before(at), "set" | "list");
    let next = at + 1;
    let ends = matches!(place.word(next), "," | "}")
        || place.first(next) && place.is_name(next) && matches!(place.word(next + 1), ":" | "[");
    (of && ends).then(|| {
        let gap = place.span(at).after();
        let domain = place.board();
        let message = format!("the type breaks off behind `{} of`", place.before(at));
        let report = Diagnostic::error(codes::ELSEWHERE, message, gap, "of which domain?");
        let help = format!("write `{} of {domain}`, or another domain", place.before(at));
        Mistake { report: report.help(help).likely(gap, format!(" {domain}")), covers: at..at + 1 }
    })
}

/// What is listed before the dots of `{0, ..., 12}`, and what stands behind them.
fn dotted(value: &str) -> Option<(&str, &str)> {
    let inside = value.trim().strip_prefix('{')?.split('}').next()?;
    let dots = ["...", "…", "..", "⋯"].into_iter().find(|dots| inside.contains(dots))?;
    let (listed, high) = inside.split_once(dots)?;
    let high = high.trim().trim_start_matches(',').trim();
    let plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_+* ".contains(c));
    let listed = listed.trim().trim_end_matches(',');
    (plain(listed.split(',').next()?.trim()) && plain(high)).then_some((listed, high))
}

/// The bounds of `{0, ..., 12}`.
pub(super) fn bounds(value: &str) -> Option<String> {
    let (listed, high) = dotted(value)?;
    Some(format!("{}..{high}", listed.split(',').next()?.trim()))
}

/// `n ∈ {0, 2, ..., 12}`: a type of numbers has no steps. The name stands at `at`.
pub(super) fn stepped(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let value = place.text(at + 2..end);
    let (listed, _) = dotted(value)?;
    stepped::jumps(listed.split(','))?;
    let bounds = bounds(value)?;
    let message = "the type of a number is a range, which has every integer between its bounds";
    let help = format!("write `{}: {bounds}`, and change it by steps in the moves", place.word(at));
    Some(place.reported(at + 1..end, at + 1..end, message, help, &format!(": {bounds}")))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(fields: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nenum Size {{ small, large }}\nstate {{\n  {fields}\n  left: 0..9 = 9\n}}\n\
             move m {{ left -= 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn a_first_value_shows_the_type() {
        assert_eq!(helps("fox starts at a1"), ["write `fox: C = a1`"]);
        assert_eq!(helps("fox = a1"), ["write `fox: C = a1`"]);
        assert_eq!(helps("cup = small"), ["write `cup: Size = small`"]);
        assert_eq!(helps("boss = Bob"), ["write `boss: Player = Bob`"]);
        assert_eq!(helps("men = {a1, b2}"), ["write `men: set of C = {a1, b2}`"]);
        assert_eq!(helps("coins begin with 12"), ["write `coins: 0..12 = 12`"]);
    }

    #[test]
    fn a_type_that_breaks_off_is_told_there() {
        assert_eq!(helps("men[Player]: set of"), ["write `set of C`, or another domain"]);
    }

    #[test]
    fn bounds_are_written_with_two_dots() {
        assert_eq!(helps("n ∈ {0, ..., 12} = 12"), ["write `n: 0..12 = 12`"]);
        assert_eq!(helps("n ∈ {0, 1, ..., 12} = 12"), ["write `n: 0..12 = 12`"]);
    }

    #[test]
    fn a_type_has_no_steps() {
        let advice_on = "write `n: 0..12`, and change it by steps in the moves";
        assert_eq!(helps("n ∈ {0, 2, ..., 12} = 12"), [advice_on]);
        assert_eq!(helps("n ∈ {0, 1, 3, ..., 12} = 12"), [advice_on]);
    }
}
