//! Params and settings of facts as other languages write them.

use super::place::Place;
use super::{Mistake, type_word};
use crate::syntax::grammar::Rule;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    typed_param(place, at).or_else(|| setting(place, at))
}

/// `param int bonus = 2`
fn typed_param(place: &Place, at: usize) -> Option<Mistake> {
    let first = place.rule == Some(Rule::param_item) && at == place.range.start + 1;
    let named = place.is_name(at) && place.is_name(at + 1) && place.word(at + 2) == "=";
    let kind = if place.word(at) == "bool" { "bool" } else { type_word(place.word(at))? };
    if !first || !named || !matches!(kind, "0..9" | "bool") {
        return None;
    }
    let (name, value) = (place.word(at + 1), place.text(at + 3..place.range.end));
    let kind = match value.parse::<u64>() {
        Ok(most) if kind == "0..9" && most > 9 => format!("0..{most}"),
        _ => kind.to_string(),
    };
    let message = "the type of a param stands behind its name and a colon";
    Some(
        place
            .likely(at..at + 3, message, format!("{name}: {kind} ="))
            .help(format!("write `param {name}: {kind} = {value}`")),
    )
}

/// `expect with turn Green: ..`: `=` is missing.
fn setting(place: &Place, at: usize) -> Option<Mistake> {
    let begins = matches!(place.before(at), "with" | ",") && place.is_name(at);
    let value = place.is_name(at + 1) || place.is_number(at + 1);
    let ends = matches!(place.word(at + 2), ":" | ",");
    let settings = place.rule == Some(Rule::expect_item) && place.word(place.range.start + 1) == "with";
    let colon = place.find(place.range.clone(), &[":"]).filter(|colon| settings && at < *colon).is_some();
    (begins && value && ends && colon && !place.first(at + 1)).then(|| {
        let text = format!("{} = {}", place.word(at), place.word(at + 1));
        place.certain(at..at + 2, "`=` is missing before the value of a setting", text)
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { n: 0..9, at: C = a1 }\n";
        helps_about(&format!("{head}{lines}\n"))
    }

    #[test]
    fn types_stand_behind_the_name() {
        assert_eq!(helps("param int bonus = 2"), ["write `param bonus: 0..9 = 2`"]);
        assert_eq!(helps("param int bonus = 12"), ["write `param bonus: 0..12 = 12`"]);
        assert_eq!(helps("param bool misere = true"), ["write `param misere: bool = true`"]);
    }

    #[test]
    fn settings_have_their_sign() {
        assert_eq!(helps("expect with turn Bob: perft = [1]"), ["write `turn = Bob`"]);
        assert_eq!(helps("expect with turn = Bob, n 3: perft = [1]"), ["write `n = 3`"]);
    }
}
