//! Fields whose index or type stands where it stands elsewhere: `points: 0..20 for Player`,
//! `piece: Square -> Piece`, `lit` without a type.

use super::Mistake;
use super::place::Place;
use super::types;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;

/// Searches the token `at` of `state`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.rule != Some(Rule::state_item) {
        return None;
    }
    index_behind(place, at).or_else(|| function(place, at)).or_else(|| truth(place, at))
}

/// The first token of the field in which `at` stands: a name behind `{`, `,` or at the beginning of
/// a line.
fn field_start(place: &Place, at: usize) -> Option<usize> {
    let begins = |each: &usize| {
        place.is_name(*each) && (matches!(place.before(*each), "{" | ",") || place.first(*each))
    };
    (place.range.start + 2..=at).rev().find(begins)
}

/// `points: 0..20 for Player`, `points per Player: 0..20`
fn index_behind(place: &Place, at: usize) -> Option<Mistake> {
    if !matches!(place.word(at), "for" | "per" | "by" | "each" | "every") {
        return None;
    }
    let each = at + 1 + usize::from(matches!(place.word(at + 1), "each" | "every" | "all"));
    let said = place.word(each);
    let players = matches!(said, "player" | "players" | "Players");
    let domain = if players { "Player".to_owned() } else { types::domain(place, said) };
    let ends = matches!(place.word(each + 1), "," | "}" | "=") || place.first(each + 1);
    let start = field_start(place, at - 1)?;
    let name = place.word(start);
    let message = "the index of a field stands in square brackets behind its name";
    let (here, typed) = (place.span_of(&(at..each + 1)), place.word(start + 1) == ":");
    if start + 1 == at && place.word(each + 1) == ":" && place.is_domain(&domain) {
        let ty = place.text(each + 1..place.type_end(each + 2));
        let found = place.certain(at..each + 1, message, format!("[{domain}]")).at(here);
        return Some(found.help(format!("write `{name}[{domain}]{ty}`")));
    }
    (typed && place.is_domain(&domain) && ends && start + 2 < at).then(|| {
        let text = format!("{name}[{domain}]: {}", place.text(start + 2..at));
        place.certain(start..each + 1, message, text).at(here)
    })
}

/// `piece: Square -> Piece or none`
fn function(place: &Place, at: usize) -> Option<Mistake> {
    if !matches!(place.word(at), "->" | "→" | "=>") {
        return None;
    }
    let start = field_start(place, at - 1).filter(|start| place.word(start + 1) == ":")?;
    let domain = place.word(start + 2);
    let plain = start + 3 == at && place.is_domain(domain) && place.is_name(at + 1);
    plain.then(|| {
        let end = place.find(at..place.range.end, &[",", "}"]).unwrap_or(place.range.end);
        let end = (at + 1..end).find(|each| place.first(*each)).unwrap_or(end);
        let text = format!("{}[{domain}]: {}", place.word(start), place.text(at + 1..end));
        let message = "the index of a field stands in square brackets behind its name";
        place.certain(start..end, message, text).at(place.span_of(&(start + 2..at + 1)))
    })
}

/// `state { .., lit }`, where `not lit` shows that it is true or false.
fn truth(place: &Place, at: usize) -> Option<Mistake> {
    let begins = at > place.range.start + 1
        && place.is_name(at)
        && (matches!(place.before(at), "{" | ",") || place.first(at));
    let ends = matches!(place.word(at + 1), "," | "}") || place.first(at + 1);
    let name = place.word(at);
    (begins && ends && is_asked(place, name)).then(|| {
        let gap = place.span(at).after();
        let message = format!("the field `{name}` has no type");
        let report = Diagnostic::error(codes::ELSEWHERE, message, place.span(at), "true or false?")
            .help(format!("write `{name}: bool`"))
            .likely(gap, ": bool");
        Mistake { report, covers: at..at + 1 }
    })
}

/// Whether a name is used as true or false.
fn is_asked(place: &Place, name: &str) -> bool {
    let view = place.view;
    let word = |at: usize| view.word(at);
    (1..view.tokens.len()).any(|at| {
        let stored = matches!(word(at + 1), "=" | "!=") && matches!(word(at + 2), "true" | "false");
        let negated = word(at - 1) == "not"
            && matches!(word(at + 1), "and" | "or" | ")" | "{" | "=>" | "as" | "," | "implies");
        word(at) == name && (stored || negated)
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn the_index_and_the_type_of_a_field_have_their_place() {
        let about = |field: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(2, 2)\nstate {{ n: 0..9, {field} }}\n\
                 move m when not lit {{ n += 1 }}\nstuck => draw\n"
            ))
        };
        assert_eq!(about("points: 0..20 for Player"), ["write `points[Player]: 0..20`"]);
        assert_eq!(about("points: 0..20 for each player"), ["write `points[Player]: 0..20`"]);
        assert_eq!(about("points per Player: 0..20 = 3"), ["write `points[Player]: 0..20`"]);
        assert_eq!(about("height for each c: 0..2"), ["write `height[C]: 0..2`"]);
        assert_eq!(about("height[c in C]: 0..2 = 1"), ["write `height[c: C]: 0..2`"]);
        assert_eq!(about("height by C: 0..2"), ["write `height[C]: 0..2`"]);
        assert_eq!(about("owner: C -> Player or none"), ["write `owner[C]: Player or none`"]);
        assert_eq!(about("lit"), ["write `lit: bool`"]);
        assert_eq!(about("lit: bool"), [""; 0]);
    }
}
