//! Lenses: run an expectation, solve or show the game.

use super::findings::{FactFound, FactResults};
use crate::analysis::TextAnalysis;
use gen_lsp_types::{CodeLens, Command, Uri};
use serde_json::{Value, json};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{Expect, ItemKind};

/// All lenses of a version of a text. `client` are the commands that the client does itself.
pub fn all(
    analysis: &TextAnalysis,
    uri: &Uri,
    version: i32,
    facts: Option<&FactResults>,
    client: &[String],
) -> Option<Vec<CodeLens>> {
    let mut lenses = Vec::new();
    let quick = |item: &ItemKind| matches!(item, ItemKind::Expect(expect) if !expect.slow);
    let count = analysis.game.items.iter().filter(|item| quick(&item.kind)).count();
    let mut number = 0;
    for item in &analysis.game.items {
        match &item.kind {
            ItemKind::Game(_) => {
                let mut add = |title: &str, command: &str| {
                    lenses.push(lens(analysis, item.span, title, command, json!({ "uri": uri })));
                };
                add("solve", "zug.solve");
                add("show", "zug.show");
                for (title, command) in [("play", "zug.play"), ("preview", "zug.preview")] {
                    if client.iter().any(|known| known == command) {
                        add(title, command);
                    }
                }
                if count > 0 {
                    let all = if count == 1 { "check the expectation" } else { "check all expectations" };
                    add(all, "zug.check");
                }
            }
            ItemKind::Expect(expect) => {
                // The number is that of this version.
                let argument = json!({ "uri": uri, "version": version, "expect": number });
                lenses.push(lens(analysis, item.span, &title(expect, facts), "zug.check", argument));
                number += 1;
            }
            _ => {}
        }
    }
    Some(lenses)
}

fn lens(analysis: &TextAnalysis, span: Span, title: &str, command: &str, argument: Value) -> CodeLens {
    let command = Command {
        title: title.to_owned(),
        tooltip: None,
        command: command.to_owned(),
        arguments: Some(vec![argument]),
    };
    CodeLens { range: analysis.range(span), command: Some(command), data: None }
}

/// `run`, or what became of it.
fn title(expect: &Expect, facts: Option<&FactResults>) -> String {
    let found: Vec<&FactFound> =
        expect.facts.iter().filter_map(|(_, span)| facts.and_then(|facts| facts.at(*span))).collect();
    if found.is_empty() {
        return if expect.slow { "run (slow)" } else { "run" }.to_owned();
    }
    let wrong: Vec<String> =
        found.iter().filter(|it| ***it != FactFound::Holds).map(|it| it.words()).collect();
    if wrong.is_empty() { "holds".to_owned() } else { wrong.join("; ") }
}
