//! Looks for the one token whose edit makes an item whole: one slip is told once.
//!
//! An item that cannot be parsed may get several reports, each about the place where some reader
//! stumbled. Where two neighbours that change places make it whole, that is the mistake. Where one
//! token more or less does, the first report is kept, and the rest of the text is read as if that
//! token stood there or did not.

mod brackets;
mod offered;

use self::brackets::{Bracket, brackets};
use super::grammar::{GameParser, Rule};
use super::items::rule_of;
use super::kept_blanks::joins_words;
use super::scan::{self, Scan};
use super::{MOST_EXPLAINED, Reading, codes, lost_keywords};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::fix;
use crate::source::{FileId, Span};
use pest::Parser;
use std::ops::Range;

/// The name that is put in where a declaration has none.
pub(crate) const NAMELESS: &str = "nameless_";

/// The name that is put in where a name is missing in another place.
pub(crate) const UNREAD: &str = "unread_";

/// The most tokens of an item that is searched, and the most reports about it.
pub(super) const MOST_TOKENS: usize = 400;
const MOST_REPORTS: usize = 6;

/// What may be missing: at most one of these is put in.
const MISSING: [&str; 24] = [
    NAMELESS, ",", "=", ":", "in", "=>", "when", "(", ")", "{", "}", "[", "]", "then", "else", "of", "list",
    "set", "for", "where", "as", "..", "-", "\"?\"",
];

/// An edit of one token or of two neighbours, at offsets of the file.
pub(super) struct Edit {
    pub(super) at: Range<usize>,
    pub(super) text: String,
}

/// One item of a text, with its tokens.
struct Piece<'t> {
    file: FileId,
    text: &'t str,
    bounds: Range<usize>,
    scan: Scan,
    /// Its brackets, each with its offset.
    brackets: Vec<(usize, Bracket)>,
}

/// Replaces the reports about every item that one edit makes whole by one report.
pub(super) fn explain(file: FileId, text: &str, reading: &mut Reading) {
    if reading.game.breaks_off || reading.diagnostics.len() > MOST_EXPLAINED {
        return;
    }
    if lost_keywords::across_items(file, text, reading) {
        return;
    }
    let starts: Vec<usize> = reading.game.items.iter().map(|item| item.span.start as usize).collect();
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        if *start < end && text.is_char_boundary(*start) && text.is_char_boundary(end) {
            explain_item(file, text, *start..end, &mut reading.diagnostics);
        }
    }
}

fn explain_item(file: FileId, text: &str, bounds: Range<usize>, diagnostics: &mut Vec<Diagnostic>) {
    let inside = |report: &Diagnostic| bounds.contains(&(report.span().start as usize));
    if !diagnostics.iter().any(|report| inside(report) && report.severity == Severity::Error) {
        return;
    }
    let piece = Piece::new(file, text, bounds.clone());
    let of_parser = |report: &&Diagnostic| inside(report) && piece.is_of_parser(report);
    let reports: Vec<Diagnostic> = diagnostics.iter().filter(of_parser).cloned().collect();
    let small = piece.scan.tokens.len() <= MOST_TOKENS && (1..=MOST_REPORTS).contains(&reports.len());
    if !small || piece.is_whole(&piece.text[bounds.clone()]) {
        return;
    }
    let explained = piece.twice(&reports).or_else(|| match piece.is_fixed(&reports) {
        true => None,
        false => piece.explained(&reports),
    });
    if let Some(report) = explained {
        diagnostics.retain(|each| !reports.contains(each));
        diagnostics.push(report);
        diagnostics.sort_by_key(Diagnostic::span);
    }
}

impl<'t> Piece<'t> {
    fn new(file: FileId, text: &'t str, bounds: Range<usize>) -> Piece<'t> {
        let scan = scan::scan(file, bounds.start, &text[bounds.clone()]);
        let brackets = brackets(bounds.start, &text[bounds.clone()], &scan);
        Piece { file, text, bounds, scan, brackets }
    }

    /// Whether the parser reported this, and not the scanner.
    fn is_of_parser(&self, report: &Diagnostic) -> bool {
        let scanned = |each: &Diagnostic| each.code == report.code && each.span() == report.span();
        report.severity == Severity::Error && !self.scan.diagnostics.iter().any(scanned)
    }

    /// Whether a text is one item that can be parsed.
    fn is_whole(&self, text: &str) -> bool {
        let keyword = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let rule = rule_of(&text[..keyword]);
        rule.is_some_and(|rule: Rule| GameParser::parse(rule, text[keyword..].trim()).is_ok())
    }

    /// Whether the item is whole once all that is known to be meant is written. Where a bracket
    /// is closed is tried out first.
    fn is_fixed(&self, reports: &[Diagnostic]) -> bool {
        let opens_set = |report: &Diagnostic| {
            report.code == codes::UNCLOSED
                && self.text.get(report.span().start as usize..report.span().end as usize) != Some("{")
        };
        if reports.iter().any(|report| report.code == codes::NAME_START || opens_set(report)) {
            return false;
        }
        // A name that is mended here is mended wherever it is used, and an item may be put before.
        let inside = |fix: &&Fix| {
            let before = fix.span.is_empty() && fix.span.start as usize == self.bounds.start;
            !before
                && self.bounds.start <= fix.span.start as usize
                && fix.span.end as usize <= self.bounds.end
        };
        let of_reports = reports.iter().flat_map(|report| &report.fixes).filter(inside);
        let mut fixes: Vec<Fix> = of_reports.cloned().collect();
        // A sign inside of a shape that is replaced as a whole is told with it.
        let within =
            |sign: &Fix, fix: &Fix| fix.span.start <= sign.span.start && sign.span.end <= fix.span.end;
        let of_signs = self.scan.diagnostics.iter().flat_map(|report| &report.fixes);
        let of_signs: Vec<Fix> =
            of_signs.filter(|sign| !fixes.iter().any(|fix| within(sign, fix))).cloned().collect();
        fixes.extend(of_signs);
        if fixes.is_empty() {
            return false;
        }
        let fixed = fix::apply_all(self.file, self.text, fixes).text;
        let end = (self.bounds.end + fixed.len()).saturating_sub(self.text.len());
        fixed.get(self.bounds.start..end).is_some_and(|item| self.is_whole(item))
    }

    /// One report in the place of all.
    fn explained(&self, reports: &[Diagnostic]) -> Option<Diagnostic> {
        let places: Vec<usize> = reports.iter().take(3).map(|report| self.place(report)).collect();
        let swaps = || {
            let near = places.iter().flat_map(|at| [at.wrapping_sub(1), *at, at.wrapping_sub(2), at + 1]);
            let edit = near.filter_map(|at| self.swap(at)).find(|edit| self.makes_whole(edit))?;
            Some(swapped(self.file, self.text, &edit))
        };
        let first = reports.first()?;
        let kept = || {
            let mut more = places.iter().flat_map(|at| self.more_or_less(*at));
            let bracket = || self.closer(first).or_else(|| self.opener(first));
            let edit = bracket().or_else(|| more.find(|edit| self.makes_whole(edit)))?;
            Some(self.kept(first, &edit))
        };
        // One report speaks for one token that is missing, two for two in the wrong order.
        if reports.len() == 1 { kept().or_else(swaps) } else { swaps().or_else(kept) }
    }

    /// The token at which a report stands, or the one behind the gap at which it stands.
    fn place(&self, report: &Diagnostic) -> usize {
        let at = (report.span().start as usize).saturating_sub(self.bounds.start);
        self.scan.tokens.partition_point(|token| token.end <= at)
    }

    fn range(&self, at: usize) -> Option<Range<usize>> {
        let token = self.scan.tokens.get(at)?;
        Some(self.bounds.start + token.start..self.bounds.start + token.end)
    }

    /// The tokens `at` and `at + 1`, neither of them the keyword, in the other order.
    fn swap(&self, at: usize) -> Option<Edit> {
        let (first, second) = (self.range(at).filter(|_| at > 0)?, self.range(at.checked_add(1)?)?);
        Some(swap(self.text, first, second))
    }

    /// One token more before `at` or beside it, or one less.
    fn more_or_less(&self, at: usize) -> impl Iterator<Item = Edit> {
        let last = self.scan.tokens.len();
        let beside = [Some(at), at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let beside = beside.filter(move |at| (1..=last).contains(at));
        let more = beside.clone().flat_map(move |at| {
            let place = match self.range(at) {
                Some(range) => range.start,
                None => self.range(last - 1).map_or(self.bounds.end, |range| range.end),
            };
            MISSING.iter().map(move |word| Edit { at: place..place, text: format!(" {word} ") })
        });
        let less = beside.filter_map(move |at| self.range(at));
        let before = (2..=6).filter_map(move |back| at.checked_sub(back)).filter(|at| *at > 0);
        let marks = before.filter_map(move |at| self.range(at)).flat_map(|place| {
            ["=", ":", ",", "of"].map(|mark| Edit { at: place.start..place.start, text: format!(" {mark} ") })
        });
        let split = self.range(at).and_then(|range| self.split(range)).into_iter();
        let stray = self.range(at).filter(|place| self.is_stray(place)).into_iter();
        let without = |at: Range<usize>| {
            let gap = if joins_words(self.text, &at) { " " } else { "" };
            Edit { at, text: gap.to_owned() }
        };
        let low = self.least(at).into_iter();
        let other = self.other_sign(at).chain(self.without_group(at));
        low.chain(split)
            .chain(stray.map(without))
            .chain(more)
            .chain(other)
            .chain(less.map(without))
            .chain(marks)
    }

    /// The least number of a range that begins with `..`: things count from 1, amounts from 0.
    fn least(&self, at: usize) -> Option<Edit> {
        let place = self.range(at).filter(|place| &self.text[place.clone()] == "..")?;
        let before = self.text[self.bounds.start..place.start].trim_end();
        let counts = before.starts_with("range") || before.ends_with(" in");
        let least = if counts { "1" } else { "0" };
        Some(Edit { at: place.start..place.start, text: least.to_owned() })
    }

    /// Whether a word means nothing: it stands once in the text, and is none of the language.
    fn is_stray(&self, at: &Range<usize>) -> bool {
        let word = &self.text[at.clone()];
        let plain = word.chars().all(|c| c.is_alphabetic() || c == '_');
        let known = super::items::is_reserved(word) || crate::built_ins::built_in(word).is_some();
        plain
            && !known
            && self
                .text
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|each| *each == word)
                .count()
                == 1
    }

    /// A number that ran into the word behind it.
    fn split(&self, at: Range<usize>) -> Option<Edit> {
        let word = &self.text[at.clone()];
        let digits = word.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
        let text = format!("{} : {}", &word[..digits], &word[digits..]);
        let behind = self.text[at.end..].trim_start();
        let colon = self.text.len() - behind.len();
        behind.starts_with(':').then(|| Edit { at: at.start..colon + 1, text })
    }

    /// The report about two equal neighbours, where the item is whole with one of them.
    fn twice(&self, reports: &[Diagnostic]) -> Option<Diagnostic> {
        let first = reports.first().filter(|first| !first.message.ends_with("stands twice"))?;
        let edit = reports.iter().take(3).find_map(|report| self.doubled(self.place(report)))?;
        Some(match first.code {
            codes::UNCLOSED | codes::STRAY_CLOSER => self.kept(first, &edit),
            _ => self.doubled_report(&edit),
        })
    }

    /// The second of two equal neighbours at a report, taken away.
    fn doubled(&self, at: usize) -> Option<Edit> {
        let near = [Some(at), at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let equal = near.filter_map(|at| {
            let (one, two) = (self.range(at.checked_sub(1)?)?, self.range(at)?);
            // `**` and `<<` are signs of other languages, and no slip.
            let sign = one.end == two.start && matches!(&self.text[one.clone()], "*" | "<" | ">");
            let beside = self.text[one.end..two.start].trim().is_empty() && !sign;
            let sizes = at.checked_sub(3).is_some_and(|board| self.takes_two(board));
            (beside && !sizes && self.text[one] == self.text[two.clone()]).then_some(two)
        });
        equal.map(|at| Edit { at, text: String::new() }).find(|edit| self.makes_whole(edit))
    }

    /// Whether a token is a kind of board that takes two sizes, with its bracket behind it.
    fn takes_two(&self, board: usize) -> bool {
        let word = |at: usize| self.range(at).map_or("", |range| &self.text[range]);
        word(board + 1) == "(" && crate::built_ins::board(word(board)).is_some_and(|it| it.takes == [2])
    }

    /// The report about two equal neighbours.
    fn doubled_report(&self, edit: &Edit) -> Diagnostic {
        let word = &self.text[edit.at.clone()];
        let at = Span::new(self.file, edit.at.start, edit.at.end);
        Diagnostic::error(codes::UNEXPECTED, format!("`{word}` stands twice"), at, "once too often")
            .help(format!("write `{}`", with_edit(self.text, edit)))
            .likely(at, "")
    }

    fn makes_whole(&self, edit: &Edit) -> bool {
        if !self.nests_with(edit) {
            return false;
        }
        let (before, behind) =
            (&self.text[self.bounds.start..edit.at.start], &self.text[edit.at.end..self.bounds.end]);
        self.is_whole(&format!("{before}{}{behind}", edit.text))
    }

    /// Whether a name at this place would be declared there.
    fn declares(&self, at: usize) -> bool {
        let here = self.scan.tokens.partition_point(|token| self.bounds.start + token.end <= at);
        let word = |at: usize| {
            self.scan.tokens.get(at).map_or("", |token| token.text(&self.text[self.bounds.clone()]))
        };
        let (before, keyword) = (here.checked_sub(1).map_or("", word), word(0));
        match before {
            "param" | "enum" | "range" | "board" | "graph" | "family" | "let" | "def" | "move"
            | "followup" | "var" => true,
            _ if matches!(keyword, "players" | "enum") => true,
            _ if word(here) == "in" => true,
            _ => matches!(keyword, "state" | "def" | "let" | "param") && matches!(word(here), ":" | "["),
        }
    }

    /// A report as the only one about an item: the rest is read with the edit.
    fn kept(&self, report: &Diagnostic, edit: &Edit) -> Diagnostic {
        let at = Span::new(self.file, edit.at.start, edit.at.end);
        let mut kept = report.clone();
        kept.fixes.clear();
        if kept.code == codes::UNCLOSED && !edit.text.is_empty() {
            // The place is tried out: the mend is offered, and read on with.
            let opener = report.span();
            let same = self.text.get(opener.start as usize..opener.end as usize).unwrap_or("");
            return kept.recovery(opener, same).likely(at, edit.text.clone());
        }
        if let Some(offered) = self.offered(&kept, edit) {
            return offered;
        }
        let word = edit.text.trim();
        if word.starts_with(|c: char| c.is_ascii_digit()) && edit.at.is_empty() {
            let line = with_edit(self.text, edit);
            kept.help = Some(format!("write `{line}`: a range says its least number too"));
            return kept.recovery(at, word).likely(at, word);
        }
        let plain = !word.is_empty() && ![NAMELESS, "-", "\"?\"", ",", "list", "set"].contains(&word);
        if kept.help.is_none() && plain {
            kept = kept.help(format!("write `{}`", with_edit(self.text, edit)));
        }
        let taken = &self.text[edit.at.clone()];
        if kept.help.is_none() && word.is_empty() && !taken.is_empty() && !super::items::is_reserved(taken) {
            kept = kept.help(format!("delete `{taken}`: write `{}`", with_edit(self.text, edit)));
        }
        if kept.help.is_none() && word == NAMELESS {
            let dots = Edit { at: edit.at.clone(), text: " .. ".into() };
            kept = kept.help(format!("something is missing at the dots: `{}`", with_edit(self.text, &dots)));
        }
        let text = match word == NAMELESS && !self.declares(edit.at.start) {
            true => format!(" {UNREAD} "),
            false => edit.text.clone(),
        };
        kept.recovery(at, text)
    }
}

/// How the message about two neighbours ends.
const WRONG_ORDER: &str = "stand the wrong way round";

/// Whether a report is about two neighbours in the wrong order.
pub(super) fn is_swap(report: &Diagnostic) -> bool {
    report.message.ends_with(WRONG_ORDER)
}

/// Two neighbours in the other order.
pub(super) fn swap(text: &str, first: Range<usize>, second: Range<usize>) -> Edit {
    let between = &text[first.end..second.start];
    let gap = if between.is_empty() { " " } else { between };
    let swapped = format!("{}{gap}{}", &text[second.clone()], &text[first.clone()]);
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let before = word(text[..first.start].chars().next_back()) && word(swapped.chars().next());
    let behind = word(text[second.end..].chars().next()) && word(swapped.chars().next_back());
    let blank = |wanted: bool| if wanted { " " } else { "" };
    let text = format!("{}{swapped}{}", blank(before), blank(behind));
    Edit { at: first.start..second.end, text }
}

/// The report about two neighbours that stand the wrong way round.
pub(super) fn swapped(file: FileId, text: &str, edit: &Edit) -> Diagnostic {
    let at = Span::new(file, edit.at.start, edit.at.end);
    let (first, second) = words(&edit.text);
    let message = format!("`{second}` and `{first}` {WRONG_ORDER}");
    let report = Diagnostic::error(codes::UNEXPECTED, message, at, format!("write `{first}` first"));
    report.help(format!("write `{}`", with_edit(text, edit))).likely(at, edit.text.clone())
}

/// The first and the last word of a text.
fn words(text: &str) -> (String, String) {
    let scan = scan::scan(FileId::DEFINITION, 0, text);
    let word = |at: Option<&scan::Token>| at.map_or(String::new(), |token| token.text(text).to_string());
    (word(scan.tokens.first()), word(scan.tokens.last()))
}

/// The line of an edit as it is then.
pub(super) fn with_edit(text: &str, edit: &Edit) -> String {
    let from = text[..edit.at.start].rfind('\n').map_or(0, |end| end + 1);
    let to = text[edit.at.end..].find('\n').map_or(text.len(), |end| edit.at.end + end);
    let line = format!("{}{}{}", &text[from..edit.at.start], edit.text, &text[edit.at.end..to]);
    let line = line.split("//").next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    tidy(&line)
}

/// A line without the blanks that no one writes.
fn tidy(line: &str) -> String {
    [(" ,", ","), (" )", ")"), ("( ", "("), (" ]", "]"), ("[ ", "["), (" :", ":")]
        .iter()
        .fold(line.to_string(), |line, (from, to)| line.replace(from, to))
}
