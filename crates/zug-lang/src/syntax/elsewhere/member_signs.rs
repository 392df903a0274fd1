//! `{ c = dots[Red] where c.x = 1 }`: the sign behind the name of what a set is made of.

use super::Mistake;
use super::place::Place;

/// Searches the token `at`: the sign behind the first name in the braces of a set.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let (name, open) = (at.checked_sub(1)?, at.checked_sub(2)?);
    let sign = matches!(place.word(at), "=" | "from" | "of") && place.is_name(name);
    let close = place.partner(open).filter(|close| sign && place.word(open) == "{" && *close > at)?;
    let body = place.body.is_some_and(|(body, _)| body == open);
    let block = place.in_body(open) && place.begins_block(open);
    // What stands behind `where` speaks of the name.
    let condition = place.find(at + 1..close, &["where"])?;
    let speaks = (condition + 1..close).any(|each| place.word(each) == place.word(name));
    if body || block || !speaks || condition == at + 1 {
        return None;
    }
    let member = place.word(name);
    let text = format!("{{ {member} in {} }}", place.text(at + 1..close));
    let message = format!("`{member}` is each member of a set: `{member} in ..`");
    Some(place.certain(at..at + 1, message, " in ").label("write `in`").help(format!("write `{text}`")))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn a_member_stands_in_its_set() {
        let helps = |line: &str| helps_beside_fields(&format!("move m(c in C) {{ s += c }}\n{line}"));
        assert_eq!(helps("let low = { c = C where c.y = 1 }"), ["write `{ c in C where c.y = 1 }`"]);
        assert_eq!(
            helps("let ends[Player] = [ { c = C where c.y = 1 }, { c in C where c.y = 3 } ]"),
            ["write `{ c in C where c.y = 1 }`"]
        );
        assert_eq!(
            helps("def own = { c of men[Ann] where c in s }"),
            ["write `{ c in men[Ann] where c in s }`"]
        );
        // Statements in braces are no set.
        let body = helps_beside_fields("move m(c in C) { n = 3 where n > 2 }");
        assert!(!body.concat().contains("n in"), "{body:?}");
    }
}
