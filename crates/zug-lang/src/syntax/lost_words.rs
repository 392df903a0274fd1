//! Fixes that drop something that the author meant are only likely.
//!
//! A fix that replaces `A wins if n > 3` by `A wins` reads on, but the game is another one: nobody
//! may apply it unasked. Words of other languages go (`const`, `elif`); numbers, names that the
//! definition declares, and outcomes stay.

use super::items::is_reserved;
use super::scan::{Kind, Token, scan};
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::FileId;
use std::collections::BTreeSet;

/// Keywords before a name that they declare.
const DECLARING: [&str; 11] =
    ["board", "graph", "enum", "family", "range", "param", "let", "def", "move", "followup", "var"];
/// Words that no fix may drop unasked.
const OUTCOMES: [&str; 7] = ["draw", "wins", "loses", "me", "opponent", "when", "if"];
/// A fix that drops as many words of any kind guesses what a sentence meant.
const SENTENCE: usize = 4;

/// Makes the certain fixes that drop words only likely.
pub(super) fn doubt(file: FileId, text: &str, reports: &mut [Diagnostic]) {
    let certain = |fix: &Fix| fix.applicability == Applicability::Certain && fix.span.file == file;
    if !reports.iter().flat_map(|report| &report.fixes).any(certain) {
        return;
    }
    let tokens = scan(file, 0, text).tokens;
    let declared = declared(text, &tokens);
    let loses = |fix: &Fix| {
        let covered = (fix.span.start as usize, fix.span.end as usize);
        let before = || tokens.iter().filter(|token| covered.0 <= token.start && token.end <= covered.1);
        let words: Vec<&Token> = before().filter(|token| is_word(token)).collect();
        let after = scan(file, 0, &fix.text).tokens;
        let kept: BTreeSet<&str> = after.iter().map(|token| token.text(&fix.text)).collect();
        let lost: BTreeSet<&str> =
            words.iter().map(|token| token.text(text)).filter(|word| !kept.contains(word)).collect();
        let meant = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || OUTCOMES.contains(word)
                || declared.contains(*word)
        };
        let sentence = lost.iter().filter(|word| !is_reserved(word)).count() >= SENTENCE;
        sentence || lost.iter().any(meant)
    };
    for report in reports {
        let doubted = report.fixes.iter().any(|fix| certain(fix) && loses(fix));
        // One half of a mend without the other is none.
        for fix in report.fixes.iter_mut().filter(|fix| doubted && certain(fix)) {
            fix.applicability = Applicability::Likely;
        }
    }
}

fn is_word(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number)
}

/// The names that a text declares, as far as its words show.
fn declared<'t>(text: &'t str, tokens: &[Token]) -> BTreeSet<&'t str> {
    let word = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text(text));
    let declares = |at: usize| {
        at > 0 && DECLARING.contains(&word(at - 1))
            || matches!(word(at + 1), ":" | "in")
            || is_player(&word, at)
    };
    let names = (0..tokens.len()).filter(|at| tokens[*at].kind == Kind::Word && !is_reserved(word(*at)));
    names.filter(|at| declares(*at)).map(word).collect()
}

/// Whether one of the two names behind `players` stands there.
fn is_player<'t>(word: &impl Fn(usize) -> &'t str, at: usize) -> bool {
    at > 0 && word(at - 1) == "players" || at > 2 && word(at - 3) == "players" && word(at - 1) == ","
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Applicability::{self, Certain, Likely};
    use crate::source::FileId;
    use crate::syntax::parse;

    /// The applicability of the first fix of a definition with these last lines.
    fn first(rest: &str) -> Option<Applicability> {
        let text = format!("game \"T\"\nplayers White, Black\nstate {{ n: 0..9 = 9 }}\n{rest}\n");
        let (_, reports) = parse(FileId::DEFINITION, &text);
        reports.iter().flat_map(|report| &report.fixes).map(|fix| fix.applicability).next()
    }

    #[test]
    fn a_fix_that_drops_what_was_meant_is_only_likely() {
        let take = "move take when n > 0 { n -= 1 }";
        for rest in [
            "end when n = 0 => White wins if n > 3",
            "end when n = 0 => White wins by n",
            "end when n = 0 => White wins, draw otherwise",
        ] {
            assert_eq!(first(&format!("{take}\n{rest}")), Some(Likely), "{rest}");
        }
        // Who has more of something the file does not name is told in words alone.
        let more = "end when n = 0 => the player with more cards wins";
        assert_eq!(first(&format!("{take}\n{more}")), None);
        let guard = |guard: &str| first(&format!("move take when {guard} {{ n -= 1 }}"));
        assert_eq!(guard("n ^ 2 > 5"), Some(Likely));
        // So are numbers that jump by no rule.
        assert_eq!(guard("n in {1, 2, 4, .., 8}"), None);
    }

    #[test]
    fn words_of_other_languages_go() {
        for moved in [
            "move take when n == 3 && n > 2 { n -= 1 }",
            "move take when n > 0 { if n > 3 { n -= 1 } elif n > 2 { n -= 2 } }",
            "const k = 3\nmove take when n > 0 { n -= 1 }",
        ] {
            assert_eq!(first(&format!("{moved}\nend when n = 0 => White wins")), Some(Certain), "{moved}");
        }
    }
}
