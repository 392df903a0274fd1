//! Comments and blocks of other languages: what must be mended before anything else is read.
//!
//! A comment that is read as code, or a block whose `end` is read as an item, spoils all that
//! stands around it. So these are looked for first, in a text that has errors, and the text is read
//! again with their mends. What is left is told then.

use super::brackets::brackets;
use super::codes;
use super::elsewhere;
use super::items::{is_reserved, rule_of};
use super::parse_error::TokenView;
use super::scan::Kind;
use super::{
    bare_conditions, bare_state, doubled_words, player_lines, reserved_names, sentences, swallowed_closers,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::ops::Range;

/// The mistakes of this kind, in text order; each has a mend.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let mut found = comments(view);
    if found.is_empty() {
        found = blocks(view);
        found.extend(bare_bodies(view));
        found.extend(swallowed_closers::find(view));
        found.extend(doubled_words::find(view));
        found.extend(bare_conditions::find(view));
        found.extend(bare_state::find(view));
        found.extend(sentences::find(view));
        found.extend(player_lines::find(view));
        found.extend(reserved_names::find(view));
        found.extend(full_stops(view));
        found.extend(players_as_set(view));
        found.extend(elsewhere::relations::full_board(view, &brackets(view)));
        found.sort_by_key(Diagnostic::span);
    }
    found
}

/// `for q in players`: the set of both players has a name.
fn players_as_set(view: &TokenView) -> Vec<Diagnostic> {
    let is_set = |at: &usize| {
        view.word(*at) == "players" && !view.tokens[*at].first && *at > 2 && view.word(*at - 1) == "in"
    };
    let report = |at: usize| {
        let binder = format!("{} in Player", view.word(at - 2));
        Diagnostic::error(
            codes::ELSEWHERE,
            "the set of both players is `Player`",
            view.span(at),
            "write `Player`",
        )
        .help(format!("write `{binder}`"))
        .fix(view.span(at), "Player")
    };
    (0..view.tokens.len()).filter(is_set).map(report).collect()
}

/// `stuck => me loses.`: a full stop behind an item.
fn full_stops(view: &TokenView) -> Vec<Diagnostic> {
    let ends = |at: &usize| {
        let last = view.tokens.get(at + 1).is_none_or(|next| next.first);
        let behind = at.checked_sub(1).map_or("", |before| view.word(before));
        view.word(*at) == "." && last && matches!(behind, "wins" | "loses" | "draw" | "pass" | "}")
    };
    let report = |at: usize| {
        Diagnostic::error(codes::ELSEWHERE, "no full stop ends an item", view.span(at), "delete this")
            .help("delete `.`: an item ends where the next one begins")
            .fix(view.span(at), "")
    };
    (0..view.tokens.len()).filter(ends).map(report).collect()
}

/// Moves whose statements stand on lines of their own, without braces.
fn bare_bodies(view: &TokenView) -> Vec<Diagnostic> {
    let begins = |at: &usize| view.tokens[*at].first && rule_of(view.word(*at)).is_some();
    let starts: Vec<usize> = (0..view.tokens.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([view.tokens.len()]);
    let moves = starts.iter().copied().zip(ends);
    let moves = moves.filter(|(from, _)| matches!(view.word(*from), "move" | "followup"));
    let brackets = brackets(view);
    let found = |(from, to): (usize, usize)| {
        bare_body(view, from..to).or_else(|| elsewhere::indented_body(view, &brackets, from..to))
    };
    moves.filter_map(found).collect()
}

/// The report about one such move.
fn bare_body(view: &TokenView, range: Range<usize>) -> Option<Diagnostic> {
    let set =
        |at: usize| matches!(view.word(at), "=" | "!=" | "in" | "-" | "+" | "&" | "(" | "," | "<=" | "==");
    let closes = range.clone().filter(|at| view.word(*at) == "}").count()
        > range.clone().filter(|at| view.word(*at) == "{").count();
    let braces = closes || range.clone().any(|at| view.word(at) == "{" && !set(at - 1));
    let stores = |at: &usize| {
        let line = (at + 1..range.end).take_while(|each| !view.tokens[*each].first);
        let mut words = line.map(|each| view.word(each));
        let name = view.tokens[*at].kind == Kind::Word && !is_reserved(view.word(*at));
        let begins = name || matches!(view.word(*at), "let" | "var");
        let bracket = matches!(view.word(at + 1), "=" | "+=" | "-=" | "[");
        view.tokens[*at].first
            && begins
            && (bracket || !name)
            && words.any(|word| matches!(word, "=" | "+=" | "-="))
    };
    let first = (range.start + 1..range.end).find(stores).filter(|_| !braces)?;
    let colon = matches!(view.word(first - 1), ":" | "then" | "do" | "begin" | "=>" | "->" | "and" | "or");
    let last = range.end - 1;
    let inside = view.text.get(view.tokens[first].start..view.tokens[last].end)?;
    (!colon).then(|| {
        let shown = if inside.contains(['\n', '\r']) { ".." } else { inside };
        Diagnostic::error(
            codes::ELSEWHERE,
            "the body of a move stands in braces",
            view.span(first),
            "write `{` here",
        )
        .because(view.span(last).after(), "and `}` here")
        .help(format!("write `{{ {shown} }}`"))
        .fix(Span { end: view.span(first).start, ..view.span(first) }, "{ ")
        .fix(view.span(last).after(), " }")
    })
}

/// What begins a comment of a whole line elsewhere.
const LINE_MARKS: [&str; 7] = ["--", ";;", ";", "%", "'", "REM", "rem"];

/// What encloses a comment elsewhere.
const ENCLOSING: [(&str, &str); 3] = [("(*", "*)"), ("{-", "-}"), ("<!--", "-->")];

/// The comments of other languages, but for those that the scanner knows.
fn comments(view: &TokenView) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut from = 0;
    for line in view.text.split_inclusive(['\n', '\r']) {
        let start = from;
        from += line.len();
        let line = line.trim_end();
        let code = line.trim_start();
        let at = start + line.len() - code.len();
        found.extend(whole_line(view, code, at).or_else(|| behind_code(view, line, start)));
    }
    found
}

/// `-- text`, `; text`, `% text`, `(* text *)` on a line of its own.
fn whole_line(view: &TokenView, code: &str, at: usize) -> Option<Diagnostic> {
    let enclosed = ENCLOSING.iter().find_map(|(open, close)| {
        let inner = code.strip_prefix(open)?.strip_suffix(close)?;
        Some(comment(view, open, inner, at..at + code.len(), at..at + code.len()))
    });
    enclosed.or_else(|| {
        let mark = LINE_MARKS.iter().find(|mark| code.starts_with(**mark))?;
        let inner = &code[mark.len()..];
        let quoted = *mark == "'" && inner.contains('\'');
        // `--n` takes one away.
        let prose = is_prose(inner) || *mark == "--" && inner.starts_with(' ') && !inner.trim().is_empty();
        let apart = !mark.starts_with(char::is_alphabetic) || inner.starts_with(' ');
        (prose && apart && !quoted)
            .then(|| comment(view, mark, inner, at..at + code.len(), at..at + mark.len()))
    })
}

/// `move .. { .. } -- text`
fn behind_code(view: &TokenView, line: &str, start: usize) -> Option<Diagnostic> {
    let at = line.find(" -- ").map(|at| at + 1)?;
    let before = &line[..at];
    let inner = &line[at + 2..];
    let in_text = before.matches('"').count() % 2 == 1 || before.contains("//");
    // `a -- b, b -- c` are edges.
    let edges = inner.contains("--") || before.trim_start().starts_with("graph");
    let whole = start + at..start + line.len();
    (!in_text && !edges && is_prose(inner))
        .then(|| comment(view, "--", inner, whole, start + at..start + at + 2))
}

/// Whether a text reads as prose: two words side by side, and nothing of an expression.
fn is_prose(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &&str| {
        word.trim_end_matches([',', '.', ':', '!', '?', ')']).chars().all(char::is_alphanumeric)
    };
    words.len() >= 2 && words[..2].iter().all(plain) && !text.contains(['=', '{', '<', '>'])
}

/// The report about one comment: `whole` is replaced by one of ours where it is enclosed, else its
/// mark.
fn comment(
    view: &TokenView,
    mark: &str,
    inner: &str,
    whole: Range<usize>,
    replaced: Range<usize>,
) -> Diagnostic {
    let inner = inner.trim();
    let at = |range: &Range<usize>| Span::new(view.file, view.base + range.start, view.base + range.end);
    let text = if whole == replaced { format!("// {inner}") } else { "//".to_string() };
    let opener = at(&(whole.start..whole.start + mark.len()));
    let message = format!("`{mark}` does not begin a comment");
    Diagnostic::error(codes::FOREIGN_COMMENT, message, opener, "begins here")
        .help(format!("write `// {inner}`: a comment goes on to the end of the line"))
        .fix(at(&replaced), text)
}

/// An open block: its first token, and the `else`s in it.
struct Block {
    open: usize,
    parts: Vec<usize>,
}

/// `begin .. end`, `if C then .. else .. end`, `for x in S do .. end` in moves.
fn blocks(view: &TokenView) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut open: Vec<Block> = Vec::new();
    let stores = lines_that_store(view);
    for at in 0..view.tokens.len() {
        match view.word(at) {
            "move" | "followup" if view.tokens[at].first => open.clear(),
            "begin" | "do" => open.push(Block { open: at, parts: Vec::new() }),
            // What follows it stores.
            "then" if stores.get(at + 1).is_some_and(|stores| *stores) => {
                open.push(Block { open: at, parts: Vec::new() })
            }
            "else" | "elseif" | "elsif" => {
                if let Some(block) = open.last_mut() {
                    block.parts.push(at);
                }
            }
            "end" if is_bare(view, at) => {
                found.extend(open.pop().map(|block| in_braces(view, &block, at)));
            }
            _ => {}
        }
    }
    found
}

/// Of each token, whether something is stored from it on to the end of its line.
fn lines_that_store(view: &TokenView) -> Vec<bool> {
    let mut found = vec![false; view.tokens.len()];
    let mut behind = false;
    for at in (0..view.tokens.len()).rev() {
        behind |= matches!(view.word(at), "=" | "+=" | "-=" | ":=" | "again");
        found[at] = behind;
        behind &= !view.tokens[at].first;
    }
    found
}

/// Whether `end` closes something: no rule of ending begins with it.
fn is_bare(view: &TokenView, at: usize) -> bool {
    let next = view.tokens.get(at + 1);
    let closes = matches!(view.word(at + 1), "end" | "else" | "}" | "move" | "provided");
    let goes_on = view.word(at + 1) == "when";
    at > 0 && (closes || next.is_none_or(|token| token.first && token.kind != Kind::Mark && !goes_on))
}

/// The report about one block, which is mended with its `else`s.
fn in_braces(view: &TokenView, block: &Block, end: usize) -> Diagnostic {
    let word = view.word(block.open);
    let message = format!("what belongs together stands in braces, not between `{word}` and `end`");
    let help = match one_line(view, block, end) {
        Some(text) => format!("write `{text}`"),
        None => format!("write `{{` for `{word}` and `}}` for its `end`"),
    };
    let mut report = Diagnostic::error(codes::ELSEWHERE, message, view.span(block.open), "write `{`")
        .because(view.span(end), "write `}`")
        .help(help)
        .fix(view.span(block.open), "{");
    for part in &block.parts {
        let text = if view.word(*part) == "else" { "} else {" } else { "} else if" };
        // `else if` opens its branch by its own `then`.
        let text = if view.word(part + 1) == "if" { "} else" } else { text };
        report = report.fix(view.span(*part), text);
    }
    let whole = one_line(view, block, end).is_some();
    let first = (0..block.open).rev().find(|at| view.tokens[*at].first).unwrap_or(0);
    for sign in (first..end).filter(|at| whole && view.word(*at) == "==") {
        report = report.fix(view.span(sign), "=");
    }
    report.fix(view.span(end), "}")
}

/// The statement of a block that stands on one line, as it is written here.
fn one_line(view: &TokenView, block: &Block, end: usize) -> Option<String> {
    let from = (0..=block.open).rev().find(|at| view.tokens[*at].first || view.word(*at) == "if")?;
    let alone = block.parts.is_empty() && !(from + 1..=end).any(|at| view.tokens[at].first);
    let text = |from: usize, to: usize| view.text.get(view.tokens[from].start..view.tokens[to].end);
    let inside = text(block.open + 1, end.checked_sub(1).filter(|last| *last > block.open)?)?;
    let head = text(from, block.open.checked_sub(1).filter(|last| *last >= from)?)?;
    alone.then(|| format!("{head} {{ {inside} }}").replace("==", "=").replace(":=", "="))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about as helps;

    const HEAD: &str = "game \"G\"\nplayers A, B\nstate { n: 0..9 = 9 }\n";

    #[test]
    fn comments_of_other_languages_are_told_alone() {
        let rest = "move take(k in 1..3) when k <= n { n -= k }  -- takes up to three\nstuck => me loses\n";
        for (mark, close) in [("--", ""), (";", ""), ("%", ""), ("REM", ""), ("(*", " *)"), ("<!--", " -->")]
        {
            let reports = helps(&format!("{mark} A game of sticks{close}\n{HEAD}{rest}"));
            assert_eq!(reports.len(), 2, "{mark}: {reports:#?}");
            assert!(reports[0].contains("write `// A game of sticks`"), "{mark}: {reports:#?}");
            assert!(reports[1].contains("write `// takes up to three`"), "{mark}: {reports:#?}");
        }
    }

    #[test]
    fn a_minus_before_a_minus_is_no_comment() {
        let text = format!("{HEAD}move take(k in 1..3) when k -- n > 0 {{ n -= k }}\nstuck => me loses\n");
        assert!(helps(&text).is_empty());
    }

    #[test]
    fn a_body_without_braces_is_one_mistake() {
        let text = "move take(k in 1..3)\n  when k <= n\n  n -= k\nstuck => draw.\n";
        let found = helps(&format!("{HEAD}{text}"));
        assert_eq!(found, ["write `{ n -= k }`", "delete `.`: an item ends where the next one begins"]);
    }

    #[test]
    fn blocks_with_end_are_one_mistake_each() {
        let one =
            "move take(k in 1..3) when k <= n begin\n  n -= k\nend\nend when n = 0 => draw\nstuck => draw\n";
        assert_eq!(helps(&format!("{HEAD}{one}")), ["write `{` for `begin` and `}` for its `end`"]);
        let two =
            "move take(k in 1..3) when k <= n {\n  if n = 4 then n = 0 else n -= k end\n}\nstuck => draw\n";
        assert_eq!(helps(&format!("{HEAD}{two}")), ["write `{` for `then` and `}` for its `end`"]);
        let line =
            "move take(k in 1..3) when k <= n {\n  n -= k\n  if n = 4 then n = 0 end\n}\nstuck => draw\n";
        assert_eq!(helps(&format!("{HEAD}{line}")), ["write `if n = 4 { n = 0 }`"]);
    }
}
