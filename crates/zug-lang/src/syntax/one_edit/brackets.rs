//! Brackets of an item: whether they nest, and where one is missing.

use super::{Edit, Piece};
use crate::built_ins::built_in;
use crate::diagnostic::Diagnostic;
use crate::syntax::scan::{self, Scan};
use crate::syntax::{codes, items};
use std::collections::BTreeSet;
use std::ops::Range;

/// So many tokens before a closing bracket the opening one is looked for.
const NEAR: usize = 8;

/// So many tokens before the closing brace of a set the name of its members is looked for.
const FAR: usize = 40;

/// What stands before the opening brace of a set.
const BEFORE_SETS: [&str; 15] =
    ["=", "!=", "<=", ">=", "+=", "-=", "+", "-", "&", ",", "[", "(", "in", "and", "or"];

/// A bracket: its kind, and whether it opens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bracket {
    kind: u8,
    opens: bool,
}

/// The brackets of a text whose offsets begin at `base`.
pub(super) fn brackets(base: usize, text: &str, scan: &Scan) -> Vec<(usize, Bracket)> {
    let bracket = |token: &scan::Token| {
        let (kind, opens) = match token.text(text) {
            "(" => (0, true),
            ")" => (0, false),
            "[" => (1, true),
            "]" => (1, false),
            "{" => (2, true),
            "}" => (2, false),
            _ => return None,
        };
        Some((base + token.start, Bracket { kind, opens }))
    };
    scan.tokens.iter().filter_map(bracket).collect()
}

/// Whether every bracket is closed by one of its kind, the last one first. The grammar has brackets
/// in pairs alone, so no item can be read where they are not.
pub(super) fn nests(brackets: impl Iterator<Item = Bracket>) -> bool {
    let mut open = Vec::new();
    for bracket in brackets {
        if bracket.opens {
            open.push(bracket.kind);
        } else if open.pop() != Some(bracket.kind) {
            return false;
        }
    }
    open.is_empty()
}

impl Piece<'_> {
    /// Whether the brackets nest with an edit: this is quick to tell, and reading is not.
    pub(super) fn nests_with(&self, edit: &Edit) -> bool {
        let put_in = brackets(edit.at.start, &edit.text, &scan::scan(self.file, 0, &edit.text));
        let before = self.brackets.iter().take_while(|(at, _)| *at < edit.at.start);
        let behind = self.brackets.iter().skip_while(|(at, _)| *at < edit.at.end);
        nests(before.chain(&put_in).chain(behind).map(|(_, bracket)| *bracket))
    }

    /// The place where a bracket is closed that never is.
    pub(super) fn closer(&self, report: &Diagnostic) -> Option<Edit> {
        if report.code != codes::UNCLOSED {
            return None;
        }
        let open = self.place(report);
        let closer = match &self.text[self.range(open)?] {
            "(" => ")",
            "[" => "]",
            _ => "}",
        };
        let guess = report.fixes.first().map(|fix| fix.span.start as usize);
        let behind = || (open..self.scan.tokens.len()).filter_map(|at| Some(self.range(at)?.end));
        let of_lines =
            behind().filter(|at| self.text[*at..].trim_start_matches([' ', '\t']).starts_with('\n'));
        let mut tried = BTreeSet::new();
        let mut edits = guess
            .into_iter()
            .chain(of_lines)
            .chain(behind())
            .filter(|at| tried.insert(*at))
            .map(|at| Edit { at: at..at, text: closer.to_string() });
        edits.find(|edit| self.makes_whole(edit))
    }

    /// The bracket that a closing one lacks, within a word that is two words: `menWhite]`.
    pub(super) fn opener(&self, report: &Diagnostic) -> Option<Edit> {
        let is_closer = report.code == codes::STRAY_CLOSER;
        let here = self.place(report);
        let closer = if is_closer { report.span().start as usize } else { self.unopened()? };
        let opener = match self.text.get(closer..=closer)? {
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => return None,
        };
        if let Some(edit) = self.set_opener(closer, here).filter(|_| opener == "{") {
            return Some(edit);
        }
        let known = |word: &str| items::is_reserved(word) || built_in(word).is_some();
        let is_word = |word: &str| is_word_of(self.text, word) || known(word);
        let splits = |word: Range<usize>| {
            let places = (word.start + 1..word.end).filter(|at| self.text.is_char_boundary(*at));
            let declared = matches!(self.word_before(word.start), "move" | "followup" | "def");
            let known = move |at: &usize| {
                (declared || is_word(&self.text[word.start..*at])) && is_word(&self.text[*at..word.end])
            };
            places.filter(known).map(|at| Edit { at: at..at, text: opener.to_owned() })
        };
        let first = usize::from(is_closer);
        let before = (first..=NEAR).filter_map(|back| self.range(here.checked_sub(back)?));
        before.flat_map(splits).find(|edit| self.makes_whole(edit))
    }

    /// The opener of a set, before the brace at `closer` or near the token `here`.
    fn set_opener(&self, closer: usize, here: usize) -> Option<Edit> {
        // The brace that lacks its opener may close the block around it instead.
        let met = || self.range(here).filter(|place| &self.text[place.clone()] == "}");
        let empty = self.empty_set(closer).or_else(|| self.empty_set(met()?.start));
        empty.into_iter().chain(self.begun_sets(closer)).find(|edit| self.makes_whole(edit))
    }

    /// `s = } and lit`: the opener of a set without members.
    fn empty_set(&self, closer: usize) -> Option<Edit> {
        let before = self.text[self.bounds.start..closer].trim_end();
        let wanted = ["=", "in", "+", "-", "&", ",", "[", "("].iter().any(|sign| before.ends_with(sign));
        wanted.then(|| Edit { at: closer..closer, text: "{".to_owned() })
    }

    /// `c in Cell where c.y > 2 }`: the opener of a set before the name of its members.
    fn begun_sets(&self, closer: usize) -> impl Iterator<Item = Edit> {
        let last = self.scan.tokens.partition_point(|token| self.bounds.start + token.start < closer);
        let word = |at: usize| self.range(at).map_or("", |range| &self.text[range]);
        let begins = move |at: &usize| word(at + 1) == "in" && BEFORE_SETS.contains(&word(at - 1));
        let names = (1..last).rev().take(FAR).filter(begins);
        names.filter_map(|at| self.range(at)).map(|at| Edit { at: at.start..at.start, text: "{ ".to_owned() })
    }

    /// The word before an offset.
    fn word_before(&self, at: usize) -> &str {
        let before = self.text[self.bounds.start..at].trim_end();
        before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
    }

    /// The offset of the first closing bracket that closes none of its kind.
    fn unopened(&self) -> Option<usize> {
        let mut open = Vec::new();
        let unopened = self.brackets.iter().find(|(_, bracket)| match bracket.opens {
            true => {
                open.push(bracket.kind);
                false
            }
            false => open.pop() != Some(bracket.kind),
        });
        unopened.map(|(at, _)| *at)
    }
}

/// Whether a text has a word.
fn is_word_of(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|each| each == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn brackets_nest_or_do_not() {
        let all = |text: &str| {
            let scan = scan::scan(FileId::DEFINITION, 0, text);
            nests(brackets(0, text, &scan).into_iter().map(|(_, bracket)| bracket))
        };
        assert!(all("a { b[c (d)] } \"{\" // ("));
        assert!(!all("a { b[c (d)] "));
        assert!(!all("a { [ } ]"));
        assert!(!all("a }"));
    }

    #[test]
    fn a_bracket_within_a_word_is_put_in() {
        let state = "state { men[Player]: set of C }\nmove m(c in C - men[me]) { men[me] += c }";
        let helps = |line: &str| helps_of(&format!("{state}\n{line}"));
        assert_eq!(helps("def all = men[Ann] + menBob]"), ["write `def all = men[Ann] + men[Bob]`"]);
        assert_eq!(helps("def few = countmen[me]) < 3"), ["write `def few = count(men[me]) < 3`"]);
        assert!(!helps("def few = men[me]] = {}").concat().contains("m["));
    }

    #[test]
    fn a_set_gets_its_opening_brace() {
        let helps = |line: &str| {
            helps_of(&format!("state {{ s: set of C, lit: bool }}\nmove m(c in C) {{ s += c }}\n{line}"))
        };
        assert_eq!(
            helps("def bare = near(a1) & s = } and lit"),
            ["write `def bare = near(a1) & s = {} and lit`"]
        );
        assert_eq!(helps("move k(c in C) { s = } }"), ["write `move k(c in C) { s = {} }`"]);
        assert_eq!(
            helps("move k(c in C) { s -= d in C where d.x >= c.x } }"),
            ["write `move k(c in C) { s -= { d in C where d.x >= c.x } }`"]
        );
        assert_eq!(
            helps("def top = s = {} and c in C where c.y = 3 } <= s"),
            ["write `def top = s = {} and { c in C where c.y = 3 } <= s`"]
        );
        let low = "{ c in C where c.y < 2 }";
        assert_eq!(
            helps(&format!("let home[Player] = [ {low}, c in C where c.y > 2 }} ]")),
            [format!("write `let home[Player] = [{low}, {{ c in C where c.y > 2 }}]`")]
        );
        assert_eq!(helps("def low = c in C where c.y > 2 }"), ["write `def low = { c in C where c.y > 2 }`"]);
    }

    /// The helps of the parser.
    fn helps_of(lines: &str) -> Vec<String> {
        let text = format!("game \"G\" players Ann, Bob board C = grid(3, 3)\n{lines}\nstuck => draw");
        let (_, reports) = crate::syntax::parse(FileId::DEFINITION, &text);
        reports.into_iter().filter_map(|report| report.help).collect()
    }

    #[test]
    fn the_least_number_of_a_range_is_put_in() {
        let helps = |line: &str| helps_of(&format!("{line}\nmove m {{ n = 1 }}"));
        let said = |line: &str| [format!("write `{line}`: a range says its least number too")];
        assert_eq!(helps("range Heap = ..4"), said("range Heap = 1..4"));
        assert_eq!(helps("state { n: ..9 }"), said("state { n: 0..9 }"));
        assert_eq!(helps("param n: ..9 = 3"), said("param n: 0..9 = 3"));
        assert_eq!(helps("def few = some k in ..3: k = n"), said("def few = some k in 1..3: k = n"));
    }
}
