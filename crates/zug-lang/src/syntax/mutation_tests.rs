//! Damages sound definitions one token at a time and examines the diagnostics.

use super::examples::DEFINITIONS;
use super::scan::{Kind, Token, scan};
use super::*;
use std::fmt::Write;

/// The counts for one kind of damage.
#[derive(Default)]
struct Tally {
    mutants: usize,
    valid: usize,
    one: usize,
    on_line: usize,
}

impl Tally {
    fn record(&mut self, text: &str, damaged: usize, log: &mut String) {
        let (_, reports) = parse(FileId::DEFINITION, text);
        self.mutants += 1;
        if reports.is_empty() {
            self.valid += 1;
            return;
        }
        let line = |at: usize| text[..at].matches('\n').count();
        let distance = line(reports[0].span().start as usize).wrapping_sub(line(damaged.min(text.len())));
        let near = distance <= 1;
        self.one += usize::from(reports.len() == 1);
        self.on_line += usize::from(near);
        if reports.len() != 1 || !near {
            let rendered: Vec<_> = reports
                .iter()
                .map(|r| format!("{}:{} {}", line(r.span().start as usize) + 1, r.code, r.message))
                .collect();
            let from = text[..damaged.min(text.len())].rfind('\n').map_or(0, |at| at + 1);
            let _ =
                writeln!(log, "line {} {:?}: {rendered:?}", line(damaged) + 1, text[from..].lines().next());
        }
    }

    fn percent(&self, of: usize) -> f64 {
        100.0 * of as f64 / (self.mutants - self.valid).max(1) as f64
    }
}

/// Damages every token of every definition with `damage`, which returns the new text and the offset
/// of the damage.
fn tally(kind: &str, damage: impl Fn(&str, &[Token], usize) -> Option<(String, usize)>) -> Tally {
    let (mut tally, mut log) = (Tally::default(), String::new());
    for (_, text) in DEFINITIONS {
        let tokens = scan(FileId::DEFINITION, 0, text).tokens;
        for at in 0..tokens.len() {
            if let Some((text, place)) = damage(text, &tokens, at) {
                tally.record(&text, place, &mut log);
            }
        }
    }
    let (one, line) = (tally.percent(tally.one), tally.percent(tally.on_line));
    println!(
        "{log}{kind}: {} mutants, {} valid, {one:.1} % one report, {line:.1} % on the line",
        tally.mutants, tally.valid
    );
    tally
}

fn floors(tally: &Tally, one: f64, line: f64) {
    assert!(tally.percent(tally.one) >= one, "{}", tally.percent(tally.one));
    assert!(tally.percent(tally.on_line) >= line, "{}", tally.percent(tally.on_line));
}

#[test]
fn a_token_too_few_gives_one_report() {
    let tally = tally("delete", |text, tokens, at| {
        let token = tokens[at];
        Some((format!("{}{}", &text[..token.start], &text[token.end..]), token.start))
    });
    floors(&tally, 90.0, 95.0);
}

#[test]
fn a_token_twice_gives_one_report() {
    let tally = tally("double", |text, tokens, at| {
        let token = tokens[at];
        Some((format!("{} {}", &text[..token.end], &text[token.start..]), token.start))
    });
    floors(&tally, 90.0, 95.0);
}

#[test]
fn swapped_tokens_give_one_report() {
    let tally = tally("swap", |text, tokens, at| {
        let (a, b) = (tokens[at], *tokens.get(at + 1)?);
        let (before, between, behind) = (&text[..a.start], &text[a.end..b.start], &text[b.end..]);
        Some((format!("{before}{}{between} {}{behind}", b.text(text), a.text(text)), a.start))
    });
    floors(&tally, 80.0, 90.0);
}

#[test]
fn a_strange_character_gives_one_report() {
    let tally = tally("strange", |text, tokens, at| {
        let token = tokens[at];
        Some((format!("{}@{}", &text[..token.start], &text[token.end..]), token.start))
    });
    floors(&tally, 90.0, 95.0);
}

#[test]
fn a_misspelt_word_gives_one_report() {
    let tally = tally("misspell", |text, tokens, at| {
        let token = tokens[at];
        let word = token.text(text);
        let long = token.kind == Kind::Word && word.len() > 2 && word.is_ascii();
        long.then(|| (format!("{}{}{}", &text[..token.start], &word[1..], &text[token.end..]), token.start))
    });
    floors(&tally, 90.0, 95.0);
}
