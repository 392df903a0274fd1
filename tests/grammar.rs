//! Holds the reference complete: every rule of the grammar, every word, every operator and every
//! built-in name stands in it.
//!
//! `ZUG_RENEW=1 cargo test --test grammar` writes the grammar at the end of `docs/language.md`
//! anew.

#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const HEADING: &str = "\n## The grammar\n";
const FENCE: &str = "```ebnf\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn reference_path() -> PathBuf {
    root().join("docs/language.md")
}

/// The reference: what explains, and the grammar at its end.
fn reference() -> (String, String) {
    let text = std::fs::read_to_string(reference_path()).expect("the reference").replace("\r\n", "\n");
    let (prose, grammar) = text.split_once(HEADING).expect("the section of the grammar");
    (prose.to_string(), grammar.to_string())
}

/// A rule as `grammar/game.pest` has it.
struct Rule {
    name: String,
    /// It leaves no trace in what was read: a part of other rules.
    silent: bool,
    /// What stands in its braces, on one line.
    body: String,
    /// The heading of the part of the file that it stands in.
    part: String,
}

/// All rules, in the order of the file.
fn rules() -> Vec<Rule> {
    let text = std::fs::read_to_string(root().join("grammar/game.pest")).expect("the grammar");
    let mut found: Vec<Rule> = Vec::new();
    let mut part = String::new();
    for line in text.lines() {
        let code = line.split("//").next().filter(|_| !line.contains('"')).unwrap_or(line);
        if let Some(title) = line.strip_prefix("// ---") {
            part = title.trim_start_matches('-').trim().to_string();
        } else if let Some((name, body)) = rule_head(code) {
            let silent = body.starts_with('_');
            let body = body.trim_start_matches(['_', '@', '$']).to_string();
            found.push(Rule { name, silent, body, part: part.clone() });
        } else if let (Some(rule), true) = (found.last_mut(), line.starts_with([' ', '}'])) {
            rule.body.push_str(line);
        }
    }
    for rule in &mut found {
        let inside = rule.body.trim().trim_start_matches('{').trim_end_matches('}');
        rule.body = inside.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    assert!(found.len() > 150, "{} rules", found.len());
    found
}

/// `name = ..` at the beginning of a line.
fn rule_head(line: &str) -> Option<(String, String)> {
    let (name, body) = line.split_once('=')?;
    let name = name.trim_end();
    let word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    word.then(|| (name.to_string(), body.trim().to_string()))
}

impl Rule {
    /// A word, a mark or an operator: what it stands for is told by its first alternative, the
    /// others are slips.
    fn is_token(&self) -> bool {
        self.name.starts_with("kw_") || self.name.starts_with("word_") || self.part == "Punctuation"
    }

    /// Used only to read on in a definition that is wrong.
    fn is_recovery(&self) -> bool {
        self.part.starts_with("Parts")
    }

    /// Whether the reference has to name it.
    fn is_told(&self) -> bool {
        !self.silent && !self.is_token() && !self.is_recovery()
    }

    /// The words and marks in quotes in its first alternative.
    fn first_text(&self) -> Option<&str> {
        self.body.split('"').nth(1)
    }
}

/// The tokens by the names of their rules, as the summary writes them: `kw_and` is `"and"`.
fn tokens(rules: &[Rule]) -> BTreeMap<String, String> {
    let mut written = BTreeMap::new();
    for rule in rules.iter().filter(|rule| rule.is_token()) {
        let text = match rule.first_text() {
            Some(text) => format!("\"{text}\""),
            None => in_brief(&rule.body, &written),
        };
        written.insert(rule.name.clone(), text);
    }
    written
}

/// The rules of the grammar in the form in which the reference shows them.
fn summary(rules: &[Rule]) -> String {
    let tokens = tokens(rules);
    let mut out = String::new();
    for rule in rules.iter().filter(|rule| is_shown(rule)) {
        let body = in_brief(&rule.body, &tokens);
        let keyword = rule.name.strip_suffix("_item").map(|word| match word {
            "move" => "(\"move\" | \"followup\") ".to_string(),
            word => format!("\"{word}\" "),
        });
        let rule = format!("{} = {}{body}", rule.name, keyword.unwrap_or_default());
        wrap(&mut out, &rule);
    }
    out
}

fn is_shown(rule: &Rule) -> bool {
    let words =
        ["w", "name", "node_name", "number", "ordinal", "string", "reserved", "WHITESPACE", "COMMENT"];
    !rule.is_token() && !rule.is_recovery() && !words.contains(&rule.name.as_str())
}

/// A body without what looks ahead, with tokens written out.
fn in_brief(body: &str, tokens: &BTreeMap<String, String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    for term in terms(body) {
        let bare = term.trim_start_matches('(').trim_end_matches(['?', '*', '+', ')']);
        let looks_ahead = bare.starts_with(['!', '&']) || ["EOI", "SOI", "w", "~"].contains(&bare);
        match tokens.get(bare) {
            _ if bare.is_empty() => kept.push(term),
            Some(text) => kept.push(term.replace(bare, text)),
            None if !looks_ahead => kept.push(term),
            None => {
                let brackets: String = term.chars().filter(|c| ['(', ')'].contains(c)).collect();
                if !term.starts_with(['!', '&']) && !brackets.is_empty() {
                    kept.push(brackets);
                }
            }
        }
    }
    kept.join(" ").replace("( ", "(").replace(" )", ")")
}

/// The terms of a body: words with the marks that stand at them; what is looked ahead for is one
/// term.
fn terms(body: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '!' | '&' if rest[1..].starts_with('(') => bracket_end(rest),
            _ if rest.starts_with("(&(") => {
                found.push("(".to_string());
                rest = &rest[1..];
                continue;
            }
            _ => rest.find(' ').unwrap_or(rest.len()),
        };
        found.push(rest[..end].to_string());
        rest = rest[end..].trim_start();
    }
    found
}

/// Where the bracket ends that the text begins with.
fn bracket_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && c == ')' {
            return at + 1;
        }
    }
    text.len()
}

fn wrap(out: &mut String, rule: &str) {
    const WIDTH: usize = 110;
    let mut line = String::new();
    for word in rule.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(out, "{}", line.trim_end());
            line = "   ".to_string();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

#[test]
fn the_grammar_in_the_reference_is_the_one_that_is_used() {
    let (prose, grammar) = reference();
    let (table, _) = grammar.split_once(FENCE).expect("the grammar");
    let real = summary(&rules());
    renewal::hold(&reference_path(), &format!("{prose}{HEADING}{table}{FENCE}{real}```\n"));
}

#[test]
fn every_rule_has_its_section() {
    let (_, grammar) = reference();
    let table = grammar.split(FENCE).next().unwrap_or_default();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| [")).collect();
    let mut named: Vec<&str> = rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    named.sort_unstable();
    let rules = rules();
    let mut told: Vec<&str> =
        rules.iter().filter(|rule| rule.is_told()).map(|rule| rule.name.as_str()).collect();
    told.sort_unstable();
    assert_eq!(named, told);
}

/// What stands between backticks in the reference, outside of its grammar, and the words of its
/// accepted examples.
fn explained() -> (Vec<String>, BTreeSet<String>) {
    let (prose, _) = reference();
    let mut spans = Vec::new();
    let mut used = BTreeSet::new();
    let mut in_example = false;
    for event in Parser::new_ext(&prose, Options::ENABLE_TABLES) {
        match event {
            Event::Code(text) => spans.push(text.into_string()),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => in_example = &*info == "game",
            Event::End(TagEnd::CodeBlock) => in_example = false,
            Event::Text(text) if in_example => used.extend(words(&text)),
            _ => {}
        }
    }
    (spans, used)
}

/// The names in a text; comments are left out.
fn words(text: &str) -> Vec<String> {
    let code = text.lines().filter_map(|line| line.split("//").next());
    let split = code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    split.filter(|word| !word.is_empty()).map(String::from).collect()
}

/// The words that a rule has in quotes.
fn quoted(rule: &Rule) -> Vec<String> {
    let texts = rule.body.split('"').skip(1).step_by(2);
    texts.filter(|text| text.starts_with(|c: char| c.is_ascii_lowercase())).map(String::from).collect()
}

#[test]
fn every_word_of_the_grammar_is_explained_and_used_in_an_example() {
    let (spans, used) = explained();
    let told: BTreeSet<String> = spans.iter().flat_map(|span| words(span)).collect();
    let rules = rules();
    let all: BTreeSet<String> = rules.iter().flat_map(quoted).collect();
    assert!(all.len() > 60, "{all:?}");
    let missing: Vec<_> = all.iter().filter(|word| !told.contains(*word)).collect();
    assert!(missing.is_empty(), "not explained: {missing:?}");
    let unused: Vec<_> = all.iter().filter(|word| !used.contains(*word)).collect();
    assert!(unused.is_empty(), "in no example: {unused:?}");
}

#[test]
fn every_mark_of_the_grammar_is_explained() {
    let (spans, _) = explained();
    let rules = rules();
    let marks: Vec<&str> = rules.iter().filter(|rule| rule.is_token()).filter_map(Rule::first_text).collect();
    let missing: Vec<_> =
        marks.iter().filter(|mark| !spans.iter().any(|span| span.contains(**mark))).collect();
    assert!(missing.is_empty(), "not explained: {missing:?}");
}

#[test]
fn every_built_in_name_is_explained_and_used_in_an_example() {
    let (spans, used) = explained();
    let told: BTreeSet<String> = spans.iter().flat_map(|span| words(span)).collect();
    let all: Vec<&str> = zug_lang::built_ins::BUILT_INS.iter().map(|each| each.name).collect();
    let missing: Vec<_> = all.iter().filter(|name| !told.contains(**name)).collect();
    assert!(missing.is_empty(), "not explained: {missing:?}");
    let unused: Vec<_> = all.iter().filter(|name| !used.contains(**name)).collect();
    assert!(unused.is_empty(), "in no example: {unused:?}");
}

#[test]
fn the_grammar_has_the_quantifiers_of_the_table() {
    let rules = rules();
    let aggregate = rules.iter().find(|rule| rule.name == "aggregate").expect("the rule");
    let table = zug_lang::built_ins::BUILT_INS.iter();
    let names: Vec<&str> = table.filter(|each| each.quantifier().is_some()).map(|each| each.name).collect();
    assert_eq!(quoted(aggregate), names);
}

#[test]
fn every_warning_is_explained() {
    let (spans, _) = explained();
    let missing: Vec<_> = zug_analysis::lints::LINTS
        .iter()
        .filter(|lint| !spans.iter().any(|span| span == lint.name))
        .collect();
    assert!(missing.is_empty(), "not explained: {missing:?}");
}
