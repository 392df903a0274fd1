//! A name that nothing declares, and that a line in a comment declares.

use super::{Look, Rivals, without_fixes};
use crate::source::Span;
use crate::syntax::tokens::{TokenClass, tokens};

/// The words behind which a declaration has its name.
const WORDS: [&str; 11] =
    ["let", "var", "def", "param", "enum", "range", "board", "graph", "family", "move", "followup"];

/// The searches for all unknown names.
pub(super) fn search(look: &Look) -> Vec<Rivals> {
    let comments = comments(look);
    let found = look.unknown().filter_map(|(name, report)| {
        let error = look.number(report)?;
        let (_, text, marks) = comments.iter().rev().find(|(declared, ..)| *declared == name)?;
        let help = format!("write `{text}`: `{name}` is declared in this comment");
        let report = without_fixes(report).because(*marks, "a comment, which declares nothing").help(help);
        Some(Rivals { error, edits: vec![report.likely(*marks, "").into()] })
    });
    found.collect()
}

/// The comments that would be declarations: the name, the text, and the place of the marks before
/// it.
fn comments<'a>(look: &Look<'a>) -> Vec<(&'a str, &'a str, Span)> {
    let text: &'a str = &look.game.text;
    let all = tokens(text).into_iter().filter(|token| token.class == TokenClass::Comment);
    let declaration = |token: crate::syntax::tokens::Token| {
        let written = text.get(token.start..token.end)?;
        let inside = written.trim_start_matches('/').trim_start();
        let marks = Span::new(look.game.span.file, token.start, token.start + written.len() - inside.len());
        Some((declared(inside)?, inside.trim_end(), marks))
    };
    all.filter_map(declaration).collect()
}

/// The name that a line declares: that of an item, of a statement, of a field.
fn declared(line: &str) -> Option<&str> {
    let name_of = |rest: &'_ str| -> usize {
        rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
    };
    let (first, rest) = line.split_at(name_of(line));
    if WORDS.contains(&first) {
        let rest = rest.trim_start();
        let name = &rest[..name_of(rest)];
        return (!name.is_empty()).then_some(name);
    }
    let behind = match rest.strip_prefix('[') {
        Some(indexes) => indexes.split_once(']')?.1,
        None => rest,
    };
    (!first.is_empty() && behind.trim_start().starts_with(':')).then_some(first)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(declared: &str, body: &str) -> Vec<String> {
        helps_beside(
            &format!("state {{ men[Player]: set of C,\n{declared}\nat: C = a1 }}"),
            &format!("move go(c in near(at)) {{\n{body}\nat = c\n}}"),
        )
    }

    #[test]
    fn a_declaration_in_a_comment_is_given_back() {
        let said = |text: &str, name: &str| [format!("write `{text}`: `{name}` is declared in this comment")];
        let beyond = "let beyond = step(c, north)";
        assert_eq!(helps("", &format!("// {beyond}\nmen[me] += beyond")), said(beyond, "beyond"));
        let field = "met[Player]: 0..9,";
        assert_eq!(helps(&format!("// {field}"), "if met[me] = 0 { met[me] = 1 }"), said(field, "met"));
        let def = "def free = C - men[Ann]";
        let text = format!("state {{ men[Player]: set of C }}\n// {def}");
        assert_eq!(helps_beside(&text, "move go(c in free) { men[me] += c }"), said(def, "free"));
    }

    #[test]
    fn a_comment_that_mends_nothing_is_none() {
        let found = helps("", "// let beyond = step(q, north)\nmen[me] += beyond");
        assert!(found.iter().all(|help| !help.contains("comment")), "{found:?}");
        let prose = helps("", "// beyond the edge: nothing\nmen[me] += beyond");
        assert!(prose.iter().all(|help| !help.contains("comment")), "{prose:?}");
    }
}
