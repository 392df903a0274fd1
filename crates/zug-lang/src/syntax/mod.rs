//! The parser: text to syntax tree.
//!
//! It reads the text of one file, or of one setting, and returns an [`ast::Game`] whose nodes have
//! spans. Text that the grammar (`game.pest`) does not accept becomes an `Error` node with a
//! diagnostic; one run reports every mistake.
//!
//! The text is scanned into tokens, brackets are matched, the tokens are cut at item keywords, and
//! each piece is parsed with the rule of its keyword.

pub mod ast;
mod bare_conditions;
mod bare_state;
mod brackets;
mod cascade_suppression;
pub mod codes;
mod doubled_words;
pub(crate) mod elsewhere;
mod expected;
mod expected_forms;
mod first_fixes;
pub mod format;
mod forms;
mod grammar;
mod half_typed;
mod item_walk;
pub(crate) mod items;
mod kept_blanks;
mod lost_keywords;
mod lost_words;
mod lower;
mod mending;
mod merge_marks;
mod mistake_patterns;
mod nesting;
pub(crate) mod one_edit;
pub mod other_text;
mod own_names;
mod parse_error;
mod player_lines;
pub mod print;
mod recover;
mod recover_statement;
mod reserved_names;
mod resynchronize;
mod scan;
mod semicolons;
mod sentences;
mod shifted_tree;
mod shifts;
mod steering;
mod swallowed_closers;
mod tex;
mod token_mistakes;
pub mod tokens;
mod unclosed;
mod unfinished;
pub(crate) mod whole_item;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Span};
use ast::{Game, Text};
use lower::Lower;
use parse_error::TokenView;

/// Parses a definition. Where a diagnostic is an error, the tree is that of the text after likely
/// mends, with `Error` nodes where none is known. Diagnostics are sorted by span.
pub fn parse(file: FileId, text: &str) -> (Game, Vec<Diagnostic>) {
    let Some((one_side, mut reports)) = merge_marks::without(file, text) else { return whole(file, text) };
    let (mut game, of_side) = whole(file, &one_side);
    game.mistakes.extend(reports.iter().map(Diagnostic::span));
    game.text = text.into();
    reports.extend(of_side);
    reports.sort_by_key(Diagnostic::span);
    (game, reports)
}

/// Parses a definition without marks of a merge.
fn whole(file: FileId, text: &str) -> (Game, Vec<Diagnostic>) {
    let mut reading = read(file, text);
    let broken = reading.diagnostics.iter().any(|report| report.severity == Severity::Error);
    if let Some(report) =
        (broken || reading.game.items.is_empty()).then(|| other_text::report(file, text)).flatten()
    {
        return (no_definition(file, text), vec![report]);
    }
    if broken {
        reading = mending::fixed(file, text, first_of_all(file, text, reading));
        lost_words::doubt(file, text, &mut reading.diagnostics);
        cascade_suppression::closed_with_the_rest(text, &mut reading.diagnostics);
        forms::complete(file, text, &mut reading.diagnostics);
    }
    (reading.game, reading.diagnostics)
}

/// The reading with those reports alone that must be mended before the rest is read, if there are
/// any.
fn first_of_all(file: FileId, text: &str, reading: Reading) -> Reading {
    let scan = scan::scan(file, 0, text);
    let early = first_fixes::find(&TokenView { file, base: 0, text, tokens: &scan.tokens });
    if early.is_empty() {
        return reading;
    }
    let game = Game { breaks_off: false, ..reading.game };
    Reading { game, diagnostics: early, early: true }
}

/// The most items with mistakes that are looked through for their causes. Each of them is compared
/// with the whole text: a text with very many mistakes is told them without that.
const MOST_EXPLAINED: usize = 200;

/// The tree of a text that is no definition: one item that could not be parsed.
fn no_definition(file: FileId, text: &str) -> Game {
    let span = Span::new(file, 0, text.len());
    let items = vec![ast::Item { kind: ast::ItemKind::Error, span }];
    Game { items, span, text: text.into(), ..Game::default() }
}

/// A tree with the diagnostics about it.
struct Reading {
    game: Game,
    diagnostics: Vec<Diagnostic>,
    /// Whether these are only the reports that are mended before the rest is read.
    early: bool,
}

/// Parses a text as it stands.
fn read(file: FileId, text: &str) -> Reading {
    #[cfg(test)]
    reading_tests::READ.set(reading_tests::READ.get() + 1);
    let scan = scan::scan(file, 0, text);
    let ends = scan.ends();
    let view = TokenView { file, base: 0, text, tokens: &scan.tokens };
    let mut reader = resynchronize::ItemReader::new(view, &scan, &ends);
    let items = reader.items();
    let comments = scan
        .comments
        .iter()
        .map(|&(start, end)| Text { text: text[start..end].to_string(), span: Span::new(file, start, end) });
    let unclosed_text = scan.diagnostics.iter().any(|report| {
        report.code == codes::UNCLOSED_TEXT && report.span().end as usize >= text.trim_end().len()
    });
    let (broken, breaks_off) = (reader.broken, reader.breaks_off || unclosed_text);
    let span = Span::new(file, 0, text.len());
    let comments = comments.collect();
    let game = Game { items, comments, span, broken, text: text.into(), breaks_off, ..Game::default() };
    let mut diagnostics = reader.diagnostics;
    let (covered, brackets) = (reader.covered, reader.brackets);
    let of_tokens = scan.diagnostics.into_iter().filter(|report| {
        let at = report.span();
        !covered.iter().any(|whole| whole.start <= at.start && at.end <= whole.end)
    });
    diagnostics.extend(of_tokens.map(|mut report| {
        elsewhere::in_context(&view, &brackets, &mut report);
        report
    }));
    diagnostics.sort_by_key(|report| report.span());
    nesting::one_report_each(&view, &brackets, &mut diagnostics);
    Reading { game, diagnostics, early: false }
}

/// Parses one setting, `NAME=VALUE`.
///
/// # Errors
/// The diagnostics of the text, at least one.
pub fn parse_setting(file: FileId, text: &str) -> Result<ast::Setting, Vec<Diagnostic>> {
    if let Some(setting) = bare_picture(file, text) {
        return Ok(setting);
    }
    let scan = scan::scan(file, 0, text);
    let ends = scan.ends();
    let view = TokenView { file, base: 0, text, tokens: &scan.tokens };
    let mut diagnostics = scan.diagnostics;
    let (pair, base) = match view.read(grammar::Rule::whole_setting, &(0..scan.tokens.len())) {
        Ok(read) => read,
        Err(problem) if diagnostics.is_empty() => return Err(vec![without_value(*problem, text)]),
        Err(_) => return Err(diagnostics),
    };
    let mut lower = Lower::new(file, base, &ends);
    let setting = pair.into_inner().find(|part| part.as_rule() == grammar::Rule::setting);
    let setting = setting.map(|part| lower.setting(part));
    diagnostics.append(&mut lower.diagnostics);
    match setting {
        Some(setting) if diagnostics.is_empty() => Ok(setting),
        _ => Err(diagnostics),
    }
}

/// The report about a setting that cannot be read, with what to write where the value is missing.
fn without_value(problem: Diagnostic, text: &str) -> Diagnostic {
    let name = text.trim().trim_end_matches('=').trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match is_name && problem.help.is_none() {
        true => problem.help(format!("write the value behind it: `{name}=VALUE`")),
        false => match bracketed(text) {
            Some(meant) => problem.help(format!("write `{meant}`")),
            None => problem,
        },
    }
}

/// A list without its brackets, `a=1,2,3`, or edges without hyphens or braces, `Node={1 2, 2 3}`,
/// as they are written.
fn bracketed(text: &str) -> Option<String> {
    let (name, value) = text.split_once('=')?;
    let value = value.trim();
    let inner = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let parts: Vec<Vec<&str>> = inner
        .unwrap_or(value)
        .split(',')
        .map(|part| {
            part.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty()).collect()
        })
        .collect();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let plain = parts.len() > 1 && parts.iter().flatten().all(is_word);
    let edges = parts.iter().all(|part| part.len() == 2);
    match (plain, edges, inner) {
        (true, true, _) => {
            let edges: Vec<String> = parts.iter().map(|part| part.join("-")).collect();
            Some(format!("{}={{{}}}", name.trim(), edges.join(", ")))
        }
        (true, false, None) => {
            let items: Vec<&str> = value.split(',').map(str::trim).collect();
            Some(format!("{}=[{}]", name.trim(), items.join(", ")))
        }
        _ => None,
    }
}

/// Parses `start=..X/.O./...`, whose picture stands without quotes.
fn bare_picture(file: FileId, text: &str) -> Option<ast::Setting> {
    let (name, picture) = text.split_once('=')?;
    if name.trim() != "start" || picture.trim_start().starts_with(['"', '“', '„']) {
        return None;
    }
    let name_at = name.len() - name.trim_start().len();
    // A blank may be the sign of a cell, and does not go; behind `start =` it only parts the two.
    let shown = if name.ends_with(' ') { picture.trim_start() } else { picture };
    let at = name.len() + 1 + picture.len() - shown.len();
    let picture = shown.trim_end_matches(['\n', '\r']);
    let whole = Text { text: picture.to_string(), span: Span::new(file, at, at + picture.len()) };
    let span = Span::new(file, name_at, at + picture.len());
    Some(ast::Setting {
        name: ast::Name { text: "start".into(), span: Span::new(file, name_at, name_at + "start".len()) },
        indexes: Vec::new(),
        value: ast::SettingValue::Start(lower::picture_rows(&whole, 0)),
        span,
    })
}

#[cfg(test)]
mod advice_tests;
#[cfg(test)]
mod closing_tests;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod mutation_tests;
#[cfg(test)]
mod reading_tests;
#[cfg(test)]
mod refusal_tests;
#[cfg(test)]
mod tests;
