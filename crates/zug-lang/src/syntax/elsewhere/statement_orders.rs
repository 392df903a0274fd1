//! Statements whose words stand in the order of other languages: `n -= 1 if C`,
//! `men[me]: c -> to`, `delete at[c]`, `otherwise { .. }`, `1 -= n`.

use super::Mistake;
use super::place::Place;
use crate::syntax::items;

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if !place.in_body(at) {
        return None;
    }
    condition_behind(place, at)
        .or_else(|| moved(place, at))
        .or_else(|| deleted(place, at))
        .or_else(|| otherwise(place, at))
        .or_else(|| number_first(place, at))
}

/// `1 -= left[h]`: what changes stands on the left.
fn number_first(place: &Place, at: usize) -> Option<Mistake> {
    let sign = at + 1;
    let begins = place.first(at) || matches!(place.before(at), "{" | "}") || place.ends_operand(at - 1);
    let target = sign + 1;
    let end = place.operand_end(target);
    let stores = place.is_number(at) && matches!(place.word(sign), "+=" | "-=") && begins;
    let name = place.word(target);
    let var = || (place.range.start..at).any(|each| place.before(each) == "var" && place.word(each) == name);
    let whole = place.is_name(target) && (place.is_field(name) && !place.is_set(name) || var());
    let next = ["}", "again", "if", "for", "let", "var", "repeat"].contains(&place.word(end));
    let alone = place.first(end) || next || place.is_name(end) || place.is_number(end);
    (stores && whole && alone).then(|| {
        let text = format!("{} {} {}", place.text(target..end), place.word(sign), place.word(at));
        place.likely(at..end, "what changes stands on the left", text)
    })
}

/// `left[h] -= n if n > 0`
fn condition_behind(place: &Place, at: usize) -> Option<Mistake> {
    let asked = matches!(place.word(at), "if" | "when") && place.before(at) != "again";
    if !asked || place.first(at) || !place.ends_operand(at - 1) {
        return None;
    }
    let begins = |each: &usize| place.begins_statement(*each);
    let start = (place.range.start..at).rev().find(begins).filter(|start| place.is_name(*start))?;
    let stores = matches!(place.word(place.operand_end(start)), "=" | "+=" | "-=");
    let line = (start + 1..=at).all(|each| !place.first(each));
    let end = (at + 1..place.range.end).find(|each| place.first(*each) || place.word(*each) == "}");
    let end = end.unwrap_or(place.range.end);
    let choice = (at..end).any(|each| matches!(place.word(each), "{" | "then" | "else" | "=>"));
    // A condition that goes on in the next line is not moved by half.
    let other =
        (at + 2..end).any(|each| place.begins_statement(each) || matches!(place.word(each), "+=" | "-="));
    let goes_on = items::is_operator(place.word(end)) || place.word(end) == "implies";
    (stores && line && !choice && !other && !goes_on && at + 1 < end && place.ends_operand(end - 1)).then(
        || {
            let text = format!("if {} {{ {} }}", place.text(at + 1..end), place.text(start..at));
            let message = "the condition of a statement stands before it, and the statement in braces";
            place.certain(start..end, message, text).at(place.span_of(&(at..end))).label("belongs before it")
        },
    )
}

/// `men[me]: c -> to`: one goes out of a set and the other comes in.
fn moved(place: &Place, at: usize) -> Option<Mistake> {
    if !place.begins_statement(at) || !place.is_name(at) || !place.is_set(place.word(at)) {
        return None;
    }
    let colon = place.operand_end(at);
    let arrow = place.operand_end(colon + 1);
    let sign = place.word(colon) == ":" && matches!(place.word(arrow), "->" | "→" | "=>");
    let end = place.statement_end(arrow);
    let alone = place.operand_end(arrow + 1) == end && place.ends_operand(end - 1);
    (sign && arrow > colon + 1 && alone).then(|| {
        let target = place.text(at..colon);
        let (from, to) = (place.text(colon + 1..arrow), place.text(arrow + 1..end));
        let text = format!("{target} = {target} - {from} + {to}");
        let message = "an assignment is written with `=`: one goes out, the other comes in";
        place.likely(at..end, message, text).at(place.span_of(&(colon..arrow + 1)))
    })
}

/// `delete piece[s]`, `reset stones[me]`
fn deleted(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let verb = matches!(word, "delete" | "unset" | "erase" | "reset" | "empty");
    let target = at + 1;
    if !verb || !place.first(at) && !matches!(place.before(at), "{" | "}") || !place.is_name(target) {
        return None;
    }
    let end = place.operand_end(target);
    let value = place.nothing_of(place.word(target))?;
    let alone = place.word(end) == "}" || place.first(end);
    (alone && !place.first(target)).then(|| {
        let text = format!("{} = {value}", place.text(target..end));
        let message = format!("`{word}` does not begin a statement: what is taken away is stored");
        place.likely(at..end, message, text).at(place.span(at))
    })
}

/// `} otherwise {`
fn otherwise(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "otherwise" | "elsewise" | "default")
        && place.before(at) == "}"
        && place.word(at + 1) == "{";
    known.then(|| {
        let message = format!("`{}` is written `else`", place.word(at));
        place.certain(at..at + 1, message, "else").help("write `else {`")
    })
}

impl Place<'_, '_> {
    /// What a field of this name holds where it holds nothing.
    pub(super) fn nothing_of(&self, name: &str) -> Option<&'static str> {
        let ty = self.type_of(name)?;
        let word = |at: usize| self.view.word(at);
        let none = ty.len() >= 2 && word(ty.end - 2) == "or" && word(ty.end - 1) == "none";
        match word(ty.start) {
            _ if none => Some("none"),
            "set" => Some("{}"),
            "bool" => Some("false"),
            "0" if word(ty.start + 1) == ".." => Some("0"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn body(text: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\n\
             state {{ s: set of C, n: 0..9, lit: bool, at[C]: Player or none, men[Player]: set of C }}\n\
             move m(c in C) {{\n  {text}\n}}\nstuck => draw\n"
        ))
    }

    #[test]
    fn statements_are_put_in_order() {
        assert_eq!(body("n -= 1 if n > 0\n  s += c"), ["write `if n > 0 { n -= 1 }`"]);
        assert_eq!(body("n -= 1 when n > 0\n  s += c"), ["write `if n > 0 { n -= 1 }`"]);
        assert_eq!(body("men[me]: c -> a1\n  n = 2"), ["write `men[me] = men[me] - c + a1`"]);
        assert_ne!(body("n -= 1 if n > 0\n    and lit"), ["write `if n > 0 { n -= 1 }`"]);
        let two = body("s += c if n > 0 n = 3");
        assert!(two.iter().all(|help| !help.contains("n = 3 {")), "{two:?}");
        assert_eq!(body("s = s ^ men[me]"), ["write `s - men[me] + (men[me] - s)`"]);
        assert_eq!(
            helps_about(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nfamily Two of C = { (c, east(c)) for c in C }\nstate { s: set of C[Player] }\nmove m(t in Two) when t & s[me] = {} { s[me] = s[me] + t }\nstuck => draw\n"
            ),
            ["write `{c, east(c)}`", "write `s[Player]: set of C`"]
        );
        assert_eq!(body("delete at[c]\n  n = 2"), ["write `at[c] = none`"]);
        assert_eq!(body("reset men[me]"), ["write `men[me] = {}`"]);
        assert_eq!(body("if n = 1 { n = 2 }\n  otherwise { n = 3 }"), ["write `else {`"]);
    }

    #[test]
    fn what_changes_stands_on_the_left() {
        assert_eq!(body("1 -= n"), ["write `n -= 1`"]);
        assert_eq!(body("s += c 2 += n"), ["write `n += 2`"]);
        assert_eq!(body("s += c\n  2 += n\n  lit = true"), ["write `n += 2`"]);
        assert_eq!(body("var k = n\n  1 -= k\n  n = k"), ["write `k -= 1`"]);
        // Nothing is added to a number by this name.
        assert!(!body("1 += k").concat().contains("k += 1"));
        assert!(!body("1 -= s").concat().contains("s -= 1"));
    }
}
