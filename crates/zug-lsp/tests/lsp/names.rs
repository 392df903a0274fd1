//! Names: declarations, uses, renaming, outline, folds, selections, colours.

use crate::client::{Client, GAME, URI, applied, offset, position};
use serde_json::{Value, json};

fn find(part: &str, nth: usize) -> usize {
    GAME.match_indices(part).nth(nth).expect("the part occurs").0
}

#[test]
fn a_use_leads_to_its_declaration_and_back() {
    let mut client = Client::open(GAME);
    let found = client.at("textDocument/definition", GAME, find("fits(n) {", 0) + 2);
    assert_eq!(offset(GAME, &found["range"]["start"]), find("fits", 0));
    let parameter = client.at("textDocument/definition", GAME, find("n <= sticks", 0));
    assert_eq!(offset(GAME, &parameter["range"]["start"]), find("n: 1..3", 0));
    assert_eq!(client.at("textDocument/definition", GAME, find("stuck", 0)), Value::Null);

    let mut references = |declared: bool| {
        let mut params = Client::place(GAME, find("sticks: 0", 0));
        params["context"] = json!({ "includeDeclaration": declared });
        client.ask("textDocument/references", params).expect("an answer").as_array().expect("a list").len()
    };
    assert_eq!((references(true), references(false)), (3, 2));
    let lights = client.at("textDocument/documentHighlight", GAME, find("sticks: 0", 0));
    let kinds: Vec<u64> =
        lights.as_array().expect("a list").iter().map(|it| it["kind"].as_u64().expect("a kind")).collect();
    assert_eq!(kinds, [2, 2, 3], "the last one assigns");
}

#[test]
fn renaming_reaches_every_use_and_moves_in_expectations() {
    let mut client = Client::open(GAME);
    let mut rename = |at: usize, new: &str| {
        let mut params = Client::place(GAME, at);
        params["newName"] = json!(new);
        client.ask("textDocument/rename", params)
    };
    let renamed = applied(GAME, &rename(find("take(n", 0), "grab").expect("renamed"));
    assert!(renamed.contains("move grab(n in"), "{renamed}");
    let renamed = applied(GAME, &rename(find("n <= sticks", 0), "howmany").expect("renamed"));
    assert!(renamed.contains("def fits(howmany: 1..3) = howmany <= sticks") && renamed.contains("take(n in"));
    for (part, nth, new, why) in [
        ("sticks: 0", 0, "most", "another param"),
        ("sticks: 0", 0, "fits", "another def"),
        ("sticks: 0", 0, "n", "another parameter"),
        ("sticks: 0", 0, "end", "reserved"),
        ("sticks: 0", 0, "two words", "one word"),
        ("sticks: 0", 0, "2x", "begins with a letter"),
        ("sticks: 0", 0, "count", "built-in"),
        ("sticks: 0", 0, "", "one word"),
        ("stuck", 0, "x", "no name"),
    ] {
        let refused = rename(find(part, nth), new).expect_err(new);
        assert!(refused.message.contains(why), "{new}: {}", refused.message);
    }
    let prepared = client.at("textDocument/prepareRename", GAME, find("sticks -=", 0));
    assert_eq!(prepared["placeholder"], "sticks");
    let board = GAME.replace("param most", "board Cell = grid(2, 2)\ndef corner = a1\nparam most");
    client.changed(2, &board);
    let cell =
        client.ask("textDocument/prepareRename", Client::place(&board, board.find("a1").expect("there")));
    assert!(cell.expect_err("refused").message.contains("`Cell`"));
}

#[test]
fn moves_that_name_themselves_are_renamed_in_expectations() {
    let text = "game \"G\" players A, B state { n: 0..9 = 4 } move one { n -= 1 } move two when n > 1 { n -= 2 }\n\
                end when n = 0 => me loses expect after \"one, two\": best = \"one\" expect after \"two\": A wins";
    let mut client = Client::open(text);
    assert!(client.diagnosed(1).is_empty());
    let mut params = Client::place(text, text.find("one").expect("there"));
    params["newName"] = json!("single");
    let renamed = applied(text, &client.ask("textDocument/rename", params).expect("renamed"));
    assert!(renamed.contains("after \"single, two\": best = \"single\""), "{renamed}");
}

/// The text after a name is renamed, or why it is refused; before and after all facts hold.
fn renamed(text: &str, name: &str, new: &str) -> Result<String, String> {
    let mut client = Client::open(text);
    all_hold(&mut client, text);
    let mut params = Client::place(text, text.find(name).expect("there"));
    params["newName"] = json!(new);
    let edit = client.ask("textDocument/rename", params).map_err(|refused| refused.message)?;
    let renamed = applied(text, &edit);
    client.changed(2, &renamed);
    all_hold(&mut client, &renamed);
    Ok(renamed)
}

fn all_hold(client: &mut Client, text: &str) {
    let check = json!({ "command": "zug.check", "arguments": [{ "uri": URI }] });
    let facts = client.ask("workspace/executeCommand", check).expect("an answer");
    assert_eq!(facts["holds"], true, "{text}: {facts}");
}

#[test]
fn renaming_keeps_the_moves_that_expectations_speak_of() {
    let sizes = |notation: &str, facts: &str| {
        format!(
            "game \"G\" players A, B enum Size {{ small, big }} state {{ used: set of Size }}\n\
             move put(s in Size - used) {notation} {{ used += s }} stuck => me loses\n{facts}"
        )
    };
    let tail = |text: &str| text.lines().last().expect("a line").to_owned();
    for (notation, facts, name, new, wanted) in [
        // The word is of the notation, of the name, or of both.
        (
            "as \"small {s}\"",
            "expect after \"small big\": B wins in 1",
            "small",
            "tiny",
            "expect after \"small big\": B wins in 1",
        ),
        (
            "as \"small {s}\"",
            "expect best = \"small small, small big\"",
            "small",
            "tiny",
            "expect best = \"small tiny, small big\"",
        ),
        // The name is a part of a word, beside a quotation mark.
        (
            "as \"\\\"{s}1\"",
            "expect after \"\\\"small1, \\\"big1\": B wins in 0",
            "small",
            "tiny",
            "expect after \"\\\"tiny1, \\\"big1\": B wins in 0",
        ),
        // No notation: the way of writing is kept.
        (
            "",
            "expect after \" small  big\": B wins in 0",
            "small",
            "tiny",
            "expect after \" tiny  big\": B wins in 0",
        ),
        ("", "expect best = \"small, big\"", "big", "large", "expect best = \"small, large\""),
    ] {
        let text = sizes(notation, facts);
        let renamed = renamed(&text, name, new).expect("renamed");
        assert_eq!(tail(&renamed), wanted);
    }
    let players = "game \"G\" players A, B state { left: 0..3 = 1 }\n\
                   move take(p in Player) when left > 0 as \"{p}: A\" { left -= 1 } stuck => me loses\n\
                   expect after \"A: A\": B loses\nexpect best = \"A: A, B: A\"";
    let after = renamed(players, "A, B", "C").expect("renamed");
    assert!(after.ends_with("expect after \"C: A\": B loses\nexpect best = \"C: A, B: A\""), "{after}");
    // Under the settings of the expectation alone the move is legal.
    let with = "game \"G\" players A, B param n: 0..3 = 0 enum Size { small, big } state { used: set of Size }\n\
                move put(s in Size - used) when n = 1 { used += s } stuck => me loses\n\
                expect with n = 1 after \"small, big\": A loses";
    assert!(renamed(with, "small", "tiny").expect("renamed").ends_with("after \"tiny, big\": A loses"));
}

#[test]
fn renaming_is_refused_where_moves_cannot_be_kept() {
    let text = "game \"G\" players A, B enum Size { small, big } state { used: set of Size }\n\
                move put(s in Size - used) { used += s } stuck => me loses\n";
    for (tail, name, new, why) in [
        ("expect after \"small, small\": A wins", "small", "tiny", "cannot be played now"),
        ("expect after \"small\": A wins def d = nothing", "small", "tiny", "cannot be played now"),
    ] {
        let text = format!("{text}{tail}");
        let mut client = Client::open(&text);
        let mut params = Client::place(&text, text.find(name).expect("there"));
        params["newName"] = json!(new);
        let refused = client.ask("textDocument/rename", params).expect_err("refused");
        assert!(refused.message.contains(why), "{}", refused.message);
    }
}

#[test]
fn places_on_a_long_line_are_right() {
    let many: String = (0..2_000).map(|at| format!(" def d{at} = left + {at}")).collect();
    let text = format!(
        "game \"𝄞小\" players A, B state {{ left: 0..3 = 3 }}{many} move take when left > 0 {{ left -= 1 }} stuck => me loses"
    );
    let mut client = Client::open(&text);
    let outline = client.about("textDocument/documentSymbol");
    let last = outline.as_array().expect("a list").iter().find(|it| it["name"] == "d1999").expect("there");
    assert_eq!(last["selectionRange"]["start"], position(&text, text.find("d1999").expect("there")));
    let data = client.about("textDocument/semanticTokens/full")["data"].as_array().expect("numbers").clone();
    let end: u64 = data.chunks(5).map(|it| it[1].as_u64().expect("a number")).sum();
    assert_eq!(json!(end), position(&text, text.rfind("loses").expect("there"))["character"]);
}

#[test]
fn the_outline_is_nested() {
    let mut client = Client::open(GAME);
    let outline = client.about("textDocument/documentSymbol");
    let all = outline.as_array().expect("a list");
    let named = |name: &str| all.iter().find(|it| it["name"] == name).expect("an entry");
    let inside = |name: &str| -> Vec<&str> {
        named(name)["children"]
            .as_array()
            .expect("children")
            .iter()
            .map(|it| it["name"].as_str().expect("a name"))
            .collect()
    };
    assert_eq!(inside("players"), ["First", "Second"]);
    assert_eq!(inside("state"), ["sticks"]);
    assert_eq!(inside("take"), ["n"]);
    assert_eq!(named("most")["detail"], "1..3");
    assert_eq!(named("expect value = First wins")["kind"], 17);
    for it in all {
        let inner = offset(GAME, &it["selectionRange"]["start"])..=offset(GAME, &it["selectionRange"]["end"]);
        let outer = offset(GAME, &it["range"]["start"])..=offset(GAME, &it["range"]["end"]);
        assert!(outer.contains(inner.start()) && outer.contains(inner.end()), "{it}");
    }
}

#[test]
fn blocks_comments_and_expectations_fold() {
    let text = "// a\n// b\ngame \"G\"\nplayers A, B\nstate {\n  n: 0..3\n  k: 0..3\n}\nmove m when n < 3 {\n  n += 1\n}\n\
                stuck => me loses\nexpect B wins\nexpect positions = 4\n";
    let mut client = Client::open(text);
    let folds = client.about("textDocument/foldingRange");
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["startLine"].as_u64().expect("a line"), it["endLine"].as_u64().expect("a line")))
        .collect();
    assert_eq!(lines, [(0, 1), (4, 6), (8, 9), (12, 13)]);
    assert_eq!(folds[0]["kind"], "comment");
}

#[test]
fn selections_grow_up_to_the_text() {
    let mut client = Client::open(GAME);
    let params =
        json!({ "textDocument": { "uri": URI }, "positions": [position(GAME, find("n <= sticks", 0))] });
    let mut selection = client.ask("textDocument/selectionRange", params).expect("an answer")[0].clone();
    let mut seen = Vec::new();
    while !selection.is_null() {
        let range = &selection["range"];
        seen.push(GAME[offset(GAME, &range["start"])..offset(GAME, &range["end"])].to_owned());
        selection = selection["parent"].clone();
    }
    assert_eq!(&seen[..3], ["n", "n <= sticks", "def fits(n: 1..3) = n <= sticks"]);
    assert_eq!(seen.last().map(String::as_str), Some(GAME));
    assert!(seen.windows(2).all(|pair| pair[1].contains(&pair[0])));
}

#[test]
fn every_word_has_its_colour() {
    let mut client = Client::with(json!({}), Value::Null);
    client.opened(URI, 1, GAME);
    let legend = [
        "keyword",
        "type",
        "class",
        "enumMember",
        "parameter",
        "variable",
        "property",
        "function",
        "method",
        "string",
        "number",
        "comment",
        "operator",
        "macro",
    ];
    let data = client.about("textDocument/semanticTokens/full")["data"].as_array().expect("numbers").clone();
    let (mut line, mut character, mut found) = (0, 0, Vec::new());
    for part in data.chunks(5) {
        let n: Vec<u64> = part.iter().map(|it| it.as_u64().expect("a number")).collect();
        character = if n[0] == 0 { character + n[1] } else { n[1] };
        line += n[0];
        let start = offset(GAME, &json!({ "line": line, "character": character }));
        found.push((GAME[start..start + n[2] as usize].to_owned(), legend[n[3] as usize], n[4]));
    }
    let has = |word: &str, kind: &str, modifiers: u64| {
        assert!(
            found.iter().any(|it| (it.0.as_str(), it.1, it.2) == (word, kind, modifiers)),
            "{word} {kind}: {found:?}"
        );
    };
    has("// Sticks.", "comment", 0);
    has("game", "keyword", 0);
    has("\"Sticks\"", "string", 0);
    has("First", "enumMember", 3);
    has("most", "variable", 2);
    has("sticks", "property", 1);
    has("sticks", "property", 8);
    has("fits", "function", 0);
    has("take", "method", 1);
    has("n", "parameter", 0);
    has("wins", "keyword", 0);
    has("9", "number", 0);
}
