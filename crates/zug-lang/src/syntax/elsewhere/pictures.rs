//! Entries of `show` as other languages write them.

use super::Mistake;
use super::place::Place;
use super::top_level;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::scan::Kind;

/// `marks[X] = "X"`, `marks[X] => "X"`, `default: "."`, `marks[X]: X`
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let text_follows = place.kind(at + 1) == Some(Kind::Text);
    if word == "else" && text_follows {
        let gap = place.span(at).after();
        let report =
            Diagnostic::error(codes::ELSEWHERE, "`:` is missing behind `else`", gap, "write `:` here")
                .help(format!("write `else: {}`", place.word(at + 1)));
        return Some(Mistake { report: report.fix(gap, ":"), covers: at..at + 2 });
    }
    if let Some(found) = piece_of_player(place, at) {
        return Some(found);
    }
    if matches!(word, "=" | "=>" | "->" | "as" | ":=" | "==" | "is") && text_follows {
        let entry = place.text(place.operand_start(at - 1)..at);
        return Some(
            place
                .certain(at..at + 1, "the sign of a set stands behind `:`", ":")
                .help(format!("write `{entry}: {}`", place.word(at + 1))),
        );
    }
    if matches!(word, "default" | "otherwise" | "empty" | "_" | "rest" | "other")
        && matches!(place.before(at), "," | "{")
        && !place.declared_def(word)
        && !place.is_set(word)
        && (text_follows || matches!(place.word(at + 1), ":" | "=" | "=>" | "->"))
    {
        let sign = if text_follows { at + 1 } else { at + 2 };
        return Some(
            place
                .certain(at..sign, format!("what is left is drawn by `else`, not `{word}`"), "else:")
                .help(format!("write `else: {}`", place.word(sign))),
        );
    }
    let nameless = place.word(place.range.start) == "show" && at == place.range.start + 1 && word == "{";
    if let Some(board) = place.declared("board").or_else(|| place.declared("graph")).filter(|_| nameless) {
        let gap = place.span(at - 1).after();
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            "`show` says which board it draws",
            gap,
            "write its name here",
        )
        .help(format!("write `show {board} {{ .. }}`"));
        let text = format!(" {board}");
        let report = match place.has_single_board() {
            true => report.fix(gap, text),
            false => report.likely(gap, text),
        };
        return Some(Mistake { report, covers: at - 1..at });
    }
    if let Some(found) = sign_first(place, at).or_else(|| choice(place, at)) {
        return Some(found);
    }
    let bare = place.before(at) == ":"
        && !matches!(word, "," | "}" | ":" | "=" | "{")
        && place.kind(at) != Some(Kind::Text)
        && at > place.range.start;
    if bare {
        let ends = |each: &usize| matches!(place.word(*each), "," | "}") || place.first(*each);
        let end = (at + 1..place.range.end).find(ends).unwrap_or(at + 1);
        if (at..end).any(|each| place.kind(each) == Some(Kind::Text)) {
            return None;
        }
        let inside = place.text(at..end).trim_matches(['\'', '‘', '’', '`']);
        return Some(place.certain(at..end, "the sign of a set is a text", format!("\"{inside}\"")));
    }
    None
}

/// `"#": men`: the set stands first.
fn sign_first(place: &Place, at: usize) -> Option<Mistake> {
    let begins = place.kind(at) == Some(Kind::Text) && matches!(place.before(at), "{" | ",");
    let colon = at + 1;
    if !begins || !matches!(place.word(colon), ":" | "=" | "=>" | "->") {
        return None;
    }
    let end = place.find(colon + 1..place.range.end, &[",", "}"]).filter(|end| *end > colon + 1)?;
    let parted = (colon..end).any(|each| place.first(each));
    if place.kind(colon + 1) == Some(Kind::Text) || parted {
        return None;
    }
    let set = match place.text(colon + 1..end) {
        "default" | "otherwise" | "_" => "else",
        set => set,
    };
    let text = format!("{set}: {}", place.word(at));
    Some(place.certain(at..end, "an entry says first what is drawn, and then by which sign", text))
}

/// `if owner = A then "a" else "b"`: each case is an entry.
fn choice(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "if" || !matches!(place.before(at), "{" | ",") {
        return None;
    }
    let (mut entries, mut from) = (Vec::new(), at);
    loop {
        let is_case = place.word(from) == "if";
        let then = if is_case { place.find(from..place.range.end, &["then"])? } else { from - 1 };
        let sign = then + 1;
        let set = if is_case { place.text(from + 1..then) } else { "else" };
        if place.kind(sign) != Some(Kind::Text) {
            return None;
        }
        entries.push(format!("{set}: {}", place.word(sign)));
        if !is_case || place.word(sign + 1) != "else" {
            let text = entries.join(", ");
            let message = "an entry is a set or a condition, `:` and a sign; the first that holds is drawn";
            return Some(place.certain(at..sign + 1, message, text));
        }
        from = sign + 2;
    }
}
/// `rook of Black: "R"`: what stands on a cell, and whose it is, are two fields.
fn piece_of_player(place: &Place, at: usize) -> Option<Mistake> {
    let (first, second) = place.players();
    let (piece, player) = (place.before(at), place.word(at + 1));
    let said = place.word(at) == "of" && [first, second].contains(&player) && place.word(at + 2) == ":";
    if !said || !matches!(place.before(at - 1), "{" | ",") {
        return None;
    }
    let (domain, _) = top_level::domain_of(place, piece).filter(|(domain, _)| *domain != "Player")?;
    let (kind, owner) = (place.field_of_type(domain)?, place.field_of_type("Player")?);
    let text = format!("{kind} = {piece} and {owner} = {player}");
    let message = format!("what is drawn is asked of the fields, `{kind}` and `{owner}`");
    let help = format!("write `{text}: {}`", place.word(at + 3));
    Some(place.likely(at - 1..at + 2, message, text).help(help))
}

impl<'t> Place<'_, 't> {
    /// The first field whose values are of this domain.
    fn field_of_type(&self, domain: &str) -> Option<&'t str> {
        let word = |at: usize| self.view.word(at);
        let typed = |at: &usize| word(*at) == ":" && word(at + 1) == domain;
        let colon = (2..self.view.tokens.len()).find(typed)?;
        match word(colon - 1) {
            "]" => (0..colon).rev().find(|at| word(*at) == "[").map(|open| word(open - 1)),
            name => Some(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn entries_have_their_signs_and_fields() {
        let helps = |entries: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nenum Kind {{ man, king }}\n\
                 state {{ kind[C]: Kind or none, owner[C]: Player or none }}\nmove m(c in C) {{ owner[c] = me }}\n\
                 show C {{ {entries} }}\nstuck => draw\n"
            ))
        };
        let entry = ["write `kind = man and owner = Ann: \"m\"`"];
        assert_eq!(helps("man of Ann: \"m\", else: \".\""), entry);
        assert_eq!(helps("owner = Ann: \"a\", else \".\""), ["write `else: \".\"`"]);
    }
}
