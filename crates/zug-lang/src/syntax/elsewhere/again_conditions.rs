//! `again if C`: the condition of `again` stands behind `when`.

use super::Mistake;
use super::place::Place;

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
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
        assert_eq!(body("if n > 3 { again }"), [""; 0]);
    }
}
