//! Every game of the library: no diagnostics, every name leads somewhere, and can be renamed.

use crate::client::{Client, URI, applied, library, offset};
use serde_json::{Value, json};

/// The uses of names in a text, by their colours: what is a name of the definition.
fn names(client: &mut Client, text: &str) -> Vec<(usize, usize)> {
    let data = client.about("textDocument/semanticTokens/full")["data"].as_array().expect("numbers").clone();
    let (mut line, mut character, mut found) = (0, 0, Vec::new());
    for part in data.chunks(5) {
        let n: Vec<u64> = part.iter().map(|it| it.as_u64().expect("a number")).collect();
        character = if n[0] == 0 { character + n[1] } else { n[1] };
        line += n[0];
        // Kinds 1 to 8 are names; the bit 4 is for built-ins, and `x` and `y` are no names.
        if (1..=8).contains(&n[3]) && n[4] & 4 == 0 {
            let start = offset(text, &json!({ "line": line, "character": character }));
            let end = offset(text, &json!({ "line": line, "character": character + n[2] }));
            if !matches!(&text[start..end], "x" | "y") {
                found.push((start, end));
            }
        }
    }
    found
}

#[test]
fn every_game_is_without_mistakes_and_every_name_leads_somewhere() {
    let mut client = Client::with(json!({}), Value::Null);
    let mut seen = 0;
    for (version, (path, text)) in (1..).zip(library()) {
        client.opened(URI, version, &text);
        let mistakes = client.diagnosed(i64::from(version));
        assert!(mistakes.is_empty(), "{path}: {mistakes:?}");
        for (start, end) in names(&mut client, &text) {
            let found = client.at("textDocument/definition", &text, start);
            assert!(found.is_object(), "{path}: `{}` at {start} leads nowhere", &text[start..end]);
            let declared = offset(&text, &found["range"]["start"])..offset(&text, &found["range"]["end"]);
            let named = text[declared] == text[start..end];
            // Only elements of boards and the like have no declaration of their own.
            let renamed = client.ask("textDocument/prepareRename", Client::place(&text, start));
            assert!(named || renamed.is_err(), "{path}: `{}`", &text[start..end]);
            seen += 1;
        }
        client.diagnostics.clear();
    }
    assert!(seen > 5000, "{seen}");
}

#[test]
fn renamed_games_are_without_mistakes() {
    let mut client = Client::with(json!({}), Value::Null);
    let (mut version, mut renamed) = (0, 0);
    for (path, text) in library() {
        version += 1;
        client.opened(URI, version, &text);
        let outline = client.about("textDocument/documentSymbol");
        for symbol in outline.as_array().expect("a list") {
            let inner = symbol["children"].as_array().and_then(|all| all.first()).unwrap_or(symbol);
            let at = offset(&text, &inner["selectionRange"]["start"]);
            let mut params = Client::place(&text, at);
            params["newName"] = json!("renamed_name");
            let Ok(edit) = client.ask("textDocument/rename", params) else { continue };
            let after = applied(&text, &edit);
            let (_, diagnostics) = zug_lang::syntax::parse(zug_lang::source::FileId::DEFINITION, &after);
            assert!(diagnostics.is_empty(), "{path}: {after}");
            renamed += 1;
            if renamed % 7 == 0 {
                // The whole way: the editor sends the text back.
                client.opened(URI, version + 1_000, &after);
                let mistakes = client.diagnosed(i64::from(version) + 1_000);
                assert!(mistakes.is_empty(), "{path}: {mistakes:?}\n{after}");
                client.opened(URI, version, &text);
                client.diagnostics.clear();
            }
        }
    }
    assert!(renamed > 500, "{renamed}");
}
