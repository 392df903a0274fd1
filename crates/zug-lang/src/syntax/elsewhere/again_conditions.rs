//! `again if C`: the condition of `again` stands behind `when`; `again 2`: it is one further turn.

use super::Mistake;
use super::place::Place;

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.before(at) == "again" && !place.first(at) && (place.is_number(at) || place.word(at) == "twice") {
        let end = at + 1 + usize::from(matches!(place.word(at + 1), "times" | "turns" | "moves"));
        let found = place.likely(at..end, "`again` gives one further turn", "");
        return Some(found.help("write `again`: how often it was given is counted by a field"));
    }
    let asked = place.word(at) == "if" && place.before(at) == "again" && !place.first(at);
    let end = place.line_end(at).min(place.body?.1);
    // `again` and, behind it, a statement of its own.
    let is_statement = place.find(at..place.body?.1, &["{"]).is_some_and(|open| open <= end);
    (asked && end > at + 1 && !is_statement).then(|| {
        let help = format!("write `again when {}`", place.text(at + 1..end));
        place.certain(at..at + 1, "the condition of `again` stands behind `when`", "when").help(help)
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_condition_of_again_is_written_behind_when() {
        let body = |body: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nstate {{ n: 0..9 = 9 }}\nmove m when n > 0 {{ n -= 1 {body} }}\nstuck => me loses\n"
            ))
        };
        assert_eq!(body("again if n > 3"), ["write `again when n > 3`"]);
        assert_eq!(body("again when n > 3"), [""; 0]);
        let once = ["write `again`: how often it was given is counted by a field"];
        assert_eq!(body("again 2"), once);
        assert_eq!(body("again 3 times"), once);
        assert_eq!(body("if n > 3 { again }"), [""; 0]);
    }
}
