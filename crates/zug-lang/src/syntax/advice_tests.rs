//! Damages games of the library one token at a time: every report says what to write.

use super::forms::{is_open, says_what_to_write};
use super::scan::{Token, scan};
use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// The texts of some games that use most constructs.
fn games() -> Vec<String> {
    let names =
        ["tapatan", "isolation", "nim", "draughts", "kalah", "quoridor", "hex", "geography", "santorini"];
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    names
        .iter()
        .map(|name| std::fs::read_to_string(format!("{folder}/{name}.game")).expect("a game"))
        .collect()
}

/// A text with the token `at` damaged.
type Damage = fn(&str, &[Token], usize) -> Option<String>;

const DAMAGES: [(&str, Damage); 4] = [
    ("deleted", |text, tokens, at| Some(format!("{}{}", &text[..tokens[at].start], &text[tokens[at].end..]))),
    ("doubled", |text, tokens, at| {
        Some(format!("{} {}", &text[..tokens[at].end], &text[tokens[at].start..]))
    }),
    ("swapped", |text, tokens, at| {
        let (a, b) = (tokens[at], *tokens.get(at + 1)?);
        let (before, between, behind) = (&text[..a.start], &text[a.end..b.start], &text[b.end..]);
        Some(format!("{before}{}{between} {}{behind}", b.text(text), a.text(text)))
    }),
    ("replaced", |text, tokens, at| {
        let other = tokens[(at * 7919 + 17) % tokens.len()].text(text);
        Some(format!("{}{other}{}", &text[..tokens[at].start], &text[tokens[at].end..]))
    }),
];

/// Every so many tokens one is damaged.
const EVERY: usize = 23;

/// The tokens from one that is damaged to the next: `ZUG_EVERY=5` damages more.
fn every() -> usize {
    std::env::var("ZUG_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(EVERY)
}

#[test]
fn every_report_about_a_damaged_token_says_what_to_write() {
    let (mut all, mut silent) = (0, BTreeMap::<String, usize>::new());
    let mut shown = BTreeSet::new();
    for (kind, damage) in DAMAGES {
        let (mut of_kind, mut says) = (0, 0);
        for text in games() {
            let tokens = scan(FileId::DEFINITION, 0, &text).tokens;
            for at in (0..tokens.len()).step_by(every()) {
                let Some(damaged) = damage(&text, &tokens, at) else { continue };
                for report in parse(FileId::DEFINITION, &damaged).1 {
                    of_kind += 1;
                    shown.extend(report.help.as_deref().map(forms_in).unwrap_or_default());
                    if says_what_to_write(&report) {
                        says += 1;
                    } else {
                        *silent.entry(format!("{}: {:?}", report.message, report.help)).or_default() += 1;
                    }
                }
            }
        }
        all += of_kind;
        println!("{kind}: {says} of {of_kind} say what to write");
    }
    for (report, times) in &silent {
        println!("{times} {report}");
    }
    let mute: usize = silent.values().sum();
    assert!(all > 500 && mute == 0, "{mute} of {all} say nothing to write");
    assert!(["move ((", "n -=", "w[me", "if n > 0 n = 1"].iter().all(|broken| !parses(broken)));
    let unread: Vec<&String> = shown.iter().filter(|form| !parses(form)).collect();
    println!("{} of {} forms do not parse", unread.len(), shown.len());
    assert!(
        shown.len() > 30 && unread.is_empty(),
        "of {} forms these do not parse: {unread:#?}",
        shown.len()
    );
}

/// The codes of a help that show how something is written, in names of the text.
fn forms_in(help: &str) -> Vec<String> {
    let codes = help.split("is written `").skip(1).filter_map(|behind| behind.split('`').next());
    codes.filter(|code| !is_open(code)).map(str::to_owned).collect()
}

/// Places in which what is shown may stand; `@` is the form.
const CONTEXTS: [&str; 7] = [
    "@",
    "move zz { @ }",
    "move zz when @ { n = 1 }",
    "state { @ }",
    "show Cell { @, else: \".\" }",
    "stuck => @",
    "board @",
];

/// Whether a form is read without complaint in some place, with a statement or a value for dots.
fn parses(form: &str) -> bool {
    let whole = form.replace("{ .. }", "{ n = 1 }").replace("(..)", "(n)").replace(" ..", " n");
    CONTEXTS.iter().any(|context| parse(FileId::DEFINITION, &context.replace('@', &whole)).1.is_empty())
}
