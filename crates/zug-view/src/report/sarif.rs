//! Tells diagnostics as SARIF 2.1.0, the form that code hosts and editors read.
//!
//! Reads diagnostics and the texts they speak of; makes one document of one run. Lines and columns
//! count from one, columns in characters (`unicodeCodePoints`). Fixes are `fixes`, secondary labels
//! `relatedLocations`, help and notes stand behind the message. A setting of the command line is no
//! file: its name stands as the uri, escaped.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use zug_lang::diagnostic::{Diagnostic, Fix, Severity};
use zug_lang::source::{Sources, Span};

/// Where the form is defined.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The results about some texts, sorted by place.
pub fn results(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span());
    sorted.into_iter().map(|diagnostic| result(sources, diagnostic)).collect()
}

/// A whole document.
pub fn document(results: &[Value]) -> String {
    let codes: BTreeSet<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let tool = json!({ "driver": {
        "name": "zug",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    } });
    let run = json!({ "tool": tool, "columnKind": "unicodeCodePoints", "results": results });
    format!("{:#}\n", json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }))
}

fn result(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut result = json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": { "text": words(diagnostic) },
        "locations": [location(sources, diagnostic.span(), &diagnostic.labels[0].text)],
    });
    let related: Vec<Value> =
        diagnostic.labels[1..].iter().map(|label| location(sources, label.span, &label.text)).collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if !diagnostic.fixes.is_empty() {
        result["fixes"] = json!([fix(sources, diagnostic)]);
    }
    result
}

/// The message, what to do about it, and the facts.
fn words(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.iter().map(|help| format!("help: {help}"));
    let notes = diagnostic.notes.iter().map(|note| format!("note: {note}"));
    let lines: Vec<String> = std::iter::once(diagnostic.message.clone()).chain(help).chain(notes).collect();
    lines.join("\n")
}

fn location(sources: &Sources, span: Span, text: &str) -> Value {
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&sources.file(span.file).name) },
        "region": region(sources, span),
    } });
    if !text.is_empty() {
        location["message"] = json!({ "text": text });
    }
    location
}

fn region(sources: &Sources, span: Span) -> Value {
    let (start, end) = (sources.line_column(span), sources.line_column(span.after()));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn fix(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    let mut changes: Vec<(String, Vec<Value>)> = Vec::new();
    for fix in &diagnostic.fixes {
        let uri = uri(&sources.file(fix.span.file).name);
        match changes.iter_mut().find(|(known, _)| *known == uri) {
            Some((_, replacements)) => replacements.push(replacement(sources, fix)),
            None => changes.push((uri, vec![replacement(sources, fix)])),
        }
    }
    let changes: Vec<Value> = changes
        .into_iter()
        .map(
            |(uri, replacements)| json!({ "artifactLocation": { "uri": uri }, "replacements": replacements }),
        )
        .collect();
    json!({ "artifactChanges": changes })
}

fn replacement(sources: &Sources, fix: &Fix) -> Value {
    json!({ "deletedRegion": region(sources, fix.span), "insertedContent": { "text": fix.text } })
}

/// A path as a relative uri: what may not stand in one is escaped.
fn uri(name: &str) -> String {
    let escaped = name.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_tells_place_labels_and_fixes() {
        let mut sources = Sources::default();
        let file = sources.add("my é.game", "game \"T\"\r\n\tlet é == 3\r\n");
        let wrong = Span::new(file, 18, 20);
        let report = Diagnostic::error("Z0011", "`==` is written `=`", wrong, "write `=`")
            .because(Span::new(file, 11, 14), "here")
            .help("replace it")
            .fix(wrong, "=");
        let text = document(&results(&sources, &[report]));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["version"], "2.1.0");
        let run = &value["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"], json!([{ "id": "Z0011" }]));
        let result = &run["results"][0];
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20%C3%A9.game");
        let region = json!({ "startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 10 });
        assert_eq!(place["region"], region);
        assert_eq!(result["message"]["text"], "`==` is written `=`\nhelp: replace it");
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "here");
        let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(change["deletedRegion"], region);
        assert_eq!(change["insertedContent"]["text"], "=");
    }

    #[test]
    fn a_run_without_mistakes_is_a_document_too() {
        let value: Value = serde_json::from_str(&document(&[])).unwrap();
        assert_eq!(value["runs"][0]["results"], json!([]));
    }
}
