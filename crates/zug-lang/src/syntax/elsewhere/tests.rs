//! A shape from elsewhere is one that no sentence of the language has: nothing is found in what parses.

use super::super::brackets::brackets;
use super::super::examples::DEFINITIONS;
use super::super::scan::scan;
use super::*;
use crate::source::FileId;

/// What is found in the items of a text that has no mistake.
fn found_in(text: &str) -> Vec<String> {
    let scan = scan(FileId::DEFINITION, 0, text);
    let view = TokenView { file: FileId::DEFINITION, base: 0, text, tokens: &scan.tokens };
    let brackets = brackets(&view);
    let ends = brackets.cuts.iter().skip(1).map(|cut| cut.0).chain([view.tokens.len()]);
    let items = brackets.cuts.iter().zip(ends).map(|((from, head), to)| (*head, *from..to));
    let found = items.flat_map(|(head, range)| candidates(&view, &brackets, head, &range, true));
    let in_words = |each: Mistake| {
        let covered = &text[view.tokens[each.covers.start].start..view.tokens[each.covers.end - 1].end];
        format!("{} in `{covered}`", each.report.message)
    };
    found.map(in_words).collect()
}

#[test]
fn nothing_is_found_in_the_library() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut read = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the games").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "game") {
            let text = std::fs::read_to_string(entry.path()).expect("it can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            wrong.extend(found_in(&text).into_iter().map(|found| format!("{name}: {found}")));
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
    assert!(wrong.is_empty(), "{} in all:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn nothing_is_found_in_the_examples() {
    let wrong: Vec<String> = DEFINITIONS.iter().flat_map(|(_, text)| found_in(text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
