//! Checks whole definitions: every game of the project, and for every construct an accepted and a
//! refused text.

use super::check;
use crate::diagnostic::{Diagnostic, Severity, all_short};
use crate::program::Program;
use crate::source::Sources;
use crate::syntax;

/// The program of a text, its diagnostics and the sources.
pub(crate) fn checked(text: &str) -> (Option<Program>, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("t.game", text);
    let (game, mut diagnostics) = syntax::parse(file, text);
    let checked = check(&game, &[]);
    diagnostics.extend(checked.diagnostics);
    (checked.program, diagnostics, sources)
}

/// What is told of a text: the help of each report, or its message where it has none.
pub(crate) fn helps_about(text: &str) -> Vec<String> {
    let (_, reports, _) = checked(text);
    reports.into_iter().map(|report| report.help.unwrap_or(report.message)).collect()
}

/// The helps about a definition with these declarations beside a board `C`, that ends with `lines`.
pub(crate) fn helps_beside(declarations: &str, lines: &str) -> Vec<String> {
    let head = "game \"G\" players Ann, Bob board C = grid(3, 3)";
    helps_about(&format!("{head} {declarations}\n{lines}\nstuck => draw"))
}

/// The helps about a definition with a range and a family beside the board, that ends with `lines`.
pub(crate) fn helps_beside_lines(lines: &str) -> Vec<String> {
    helps_beside("range H = 1..6 family L of C = lines(C, 3)", lines)
}

/// The helps about a move with this guard.
pub(crate) fn helps_about_guard(condition: &str) -> Vec<String> {
    helps_beside_lines(&format!(
        "state {{ s[Player]: set of C, at[Player]: C = a1, n: 0..9, lit: bool }}\n\
         def open(c: C, p: Player) = c in s[p]\nlet corner = {{a1, c3}}\n\
         move m(c in C, d in {{north, east}}) when {condition} {{ s[me] += c n = 1 }}"
    ))
}

/// The messages of the errors in such a definition.
pub(crate) fn errors_beside(declarations: &str, lines: &str) -> Vec<String> {
    let head = "game \"G\" players Ann, Bob board C = grid(3, 3)";
    let (_, reports, _) = checked(&format!("{head} {declarations}\n{lines}\nstuck => draw"));
    let errors = reports.into_iter().filter(|report| report.severity == Severity::Error);
    errors.map(|report| report.message).collect()
}

/// The program of a text that must be accepted.
pub(crate) fn accepted(text: &str) -> Program {
    let (program, diagnostics, sources) = checked(text);
    let said = all_short(&sources, &diagnostics);
    assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{said}\n{text}");
    program.unwrap_or_else(|| panic!("neither a program nor a reason\n{text}"))
}

#[test]
fn every_game_checks() {
    all_check("games");
}

#[test]
fn every_definition_of_the_tests_checks() {
    all_check("tests/definitions");
}

/// The definitions of a folder of the project, each with its name.
pub(super) fn definitions(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the games").flatten().map(|e| e.path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|e| e == "game"));
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("readable");
    files.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

fn all_check(folder: &str) {
    let mut failed = String::new();
    for (name, text) in definitions(folder) {
        let (program, diagnostics, sources) = checked(&text);
        let said = all_short(&sources, &diagnostics);
        if program.is_none() || !said.is_empty() {
            failed += &format!("{name}:\n{said}\n");
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// The examples of the language reference whose code fence is of this kind.
fn examples(kind: &str) -> Vec<String> {
    examples_in(include_str!("../../../../docs/language.md"), kind)
}

/// The examples of a page whose code fence is of this kind.
pub(super) fn examples_in(text: &str, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            if info.split_whitespace().next() == Some(kind) {
                found.push(body.join("\n"));
            }
        }
    }
    found
}

#[test]
fn every_example_of_the_reference_checks() {
    let mut failed = String::new();
    for text in examples("game") {
        let (program, diagnostics, sources) = checked(&text);
        if program.is_none() || !diagnostics.is_empty() {
            failed += &format!("{text}\n-> {}\n\n", all_short(&sources, &diagnostics));
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_refused_example_of_the_reference_is_refused() {
    let mut failed = String::new();
    // Mistakes in examples with an `expect` show only when they are played.
    for text in examples("game-error").into_iter().filter(|text| !text.contains("expect ")) {
        let (_, diagnostics, _) = checked(&text);
        if diagnostics.is_empty() {
            failed += &format!("{text}\n-> accepted\n\n");
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn what_is_nested_to_the_limit_is_checked_and_walked_to_its_bottom() {
    let text = |levels: usize| {
        let chain: String = (0..levels).map(|at| format!("def d{at} = not d{}\n", at + 1)).collect();
        format!(
            "game \"G\" players X, O state {{ n: 0..3 }} move go when d0 {{ n = 1 }}\n{chain}def d{levels} = n = 1\nstuck => me loses"
        )
    };
    let is_accepted = |levels: usize| checked(&text(levels)).0.is_some();
    let (mut low, mut high) = (100, super::limits::DEPTH);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if is_accepted(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    let program = accepted(&text(low));
    let reads = |e: &crate::program::Expr| matches!(e.kind, crate::program::ExprKind::Field(..));
    assert!(program.has(&program.moves[0].when, reads));
    let (_, reported, _) = checked(&text(high));
    assert!(reported.iter().all(|one| one.code == "Z0701") && !reported.is_empty(), "{reported:#?}");
}

#[test]
fn the_sets_of_a_comprehension_are_as_many_as_its_bindings() {
    for members in [
        "{ x in { {c, east(c)} for c in C } where a1 in x }",
        "{ x in { {c} for c in C } where a1 in x }",
        "{ x + a1 for x in { {c, east(c)} for c in C } }",
    ] {
        let text = format!(
            "game \"G\" players Ann, Bob board C = grid(3, 3) family K of C = {members}
            state {{ m: set of C }} move u(k in K) when k & m = {{}} {{ m += k }} stuck => me loses"
        );
        let (program, reports, _) = checked(&text);
        assert!(program.is_some(), "{members}: {reports:?}");
    }
}

#[test]
fn an_element_that_differs_in_case_is_what_was_meant() {
    let helps = helps_beside_lines("state { bob: set of C } move m(c in C) when me = bob { bob += c }");
    assert!(helps[0].contains("write `me = Bob` if that is meant"), "{helps:?}");
}

/// An editor sends a text after every key: each beginning of a definition is read and checked.
#[test]
fn every_beginning_of_a_definition_is_read() {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    for name in ["nim", "hexapawn", "tic_tac_toe", "kalah", "geography"] {
        let text = std::fs::read_to_string(format!("{folder}/{name}.game")).expect("a game");
        let from = text.find("game \"").expect("the first item");
        for end in (from..text.len()).filter(|end| text.is_char_boundary(*end)) {
            checked(&text[from..end]);
        }
    }
}

#[test]
fn no_domain_is_called_as_the_type_of_truth_values() {
    let enums = "enum bool { p, q }\nstate { n: 0..3 }\nmove m when n < 3 { n += 1 }";
    assert_eq!(helps_beside("", enums), ["choose another name, `Bool` say"]);
    let field = "state { bool: 0..3 }\nmove m when bool < 3 { bool += 1 }";
    assert_eq!(helps_beside("", field), [""; 0]);
}
