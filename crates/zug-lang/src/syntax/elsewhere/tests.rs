//! A shape from elsewhere is one that no sentence of the language has: nothing is found in what
//! parses.

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
fn what_is_left_out_is_put_beside_what_is_there() {
    assert_eq!(helps("place(c in C) { at = c }"), ["write `move place(c in C) { at = c }`"]);
}

#[test]
fn a_colon_that_stands_before_a_fact_is_not_asked_for() {
    let fact = |fact: &str| helps(&format!("move m(c in C) {{ s += c }}\nstuck => draw\nexpect {fact}"));
    assert!(fact("with n = 3 Ann wins").iter().any(|help| help.contains("with n = 3: Ann wins")));
    for text in ["with n { 8: Ann wins", "with n = { 1 - : Bob wins in 2 }"] {
        assert!(fact(text).iter().all(|help| !help.contains("::")), "{text}: {:?}", fact(text));
    }
}

#[test]
fn plies_stand_behind_a_win_as_a_number_alone() {
    let cases = [
        ("A wins within 5 moves", "write `A wins within 5`: the number of moves of both players together"),
        (
            "value = A wins within 5 moves",
            "write `A wins within 5`: the number of moves of both players together",
        ),
        (
            "A wins in 5 within 3",
            "write `A wins in 5` or `A wins within 3`: `in` says how many moves, `within` how many at most",
        ),
    ];
    for (fact, help) in cases {
        assert_eq!(helps(&format!("expect {fact}")), [help], "{fact}");
    }
    assert_eq!(helps("expect A in 5"), ["write `A wins`"]);
}

#[test]
fn moves_that_are_played_first_stand_before_a_fact() {
    let cases = [
        ("after \"1\", \"2\": draw", "write `after \"1, 2\"`"),
        ("value after \"1\" = draw", "write `expect after \"1\": value = draw`"),
        ("value = A wins with n = 4", "write `expect with n = 4: value = A wins`"),
        ("B wins with n = 4, k = 3", "write `expect with n = 4, k = 3: B wins`"),
        ("positions = 8 with n = 4", "write `expect with n = 4: positions = 8`"),
        ("value = B wins after \"1\"", "write `expect after \"1\": value = B wins`"),
        ("value = Bob wins after \"1\"", "write `expect after \"1\": value = Bob wins`"),
        ("Bob wins after \"1\"", "write `expect after \"1\": Bob wins`"),
        ("positions = 5 after \"1\"", "write `expect after \"1\": positions = 5`"),
        ("after \"1\" Ann wins", "write `expect after \"1\": Ann wins`"),
    ];
    for (fact, help) in cases {
        assert_eq!(helps(&format!("expect {fact}")), [help], "{fact}");
    }
}

#[test]
fn every_condition_of_a_choice_stands_behind_the_brackets() {
    let cases = [
        ("move go(c in C where c != a, d in C) { at = c }", "write `go(c in C, d in C) when c != a`"),
        (
            "move go(c in C where P, d in near(c) where Q, k in 1..2) { at = c }",
            "write `go(c in C, d in near(c), k in 1..2) when P and Q`",
        ),
        (
            "move go(c in C where P or Q, d in C where R) { at = c }",
            "write `go(c in C, d in C) when (P or Q) and R`",
        ),
        (
            "move go(c in C where some x in s, y in s: x != y) { at = c }",
            "write `go(c in C) when some x in s, y in s: x != y`",
        ),
        ("move go(c in C where n > 1, at in s) { at = c }", "write `go(c in C) when n > 1 and at in s`"),
        ("move go(c in C where P or Q) { at = c }", "write `go(c in C) when P or Q`"),
    ];
    for (line, help) in cases {
        assert_eq!(helps(line), [help], "{line}");
    }
}

#[test]
fn what_other_languages_write_in_their_order_is_put_into_ours() {
    let cases = [
        ("state { men[Player][Kind]: set of C, n: 0..9 }", "write `men[Player, Kind]: set of C`"),
        ("move go { n -= 1 }\nloses when no legal moves => me", "write `stuck => me loses`"),
        ("move go { n -= 1 }\nwins when n = 3 => me", "write `end when n = 3 => me wins`"),
        ("show C { if at = A then \"a\" else \"b\" }", "write `at = A: \"a\", else: \"b\"`"),
        (
            "show C { if at = A then \"a\" else if at = B then \"b\" else \".\" }",
            "write `at = A: \"a\", at = B: \"b\", else: \".\"`",
        ),
        (
            "move go { n -= 1 if n = 0 { end } }",
            "delete it, and write the rule as an item, `end when n = 0 => ..`, with who wins behind the arrow",
        ),
        ("show C { \"#\": s, else: \".\" }", "write `s: \"#\"`"),
        ("expect best = \"1\", \"2\"", "write `best = \"1, 2\"`"),
        ("move go { n -= 1 followup more }", "write `again with more`"),
        ("move go { n -= 1 }\nprogress decreasing n", "write `progress -n`"),
        ("def full(p: Player) = n = 3\nend when full me => draw", "write `full(me)`"),
        ("end when some x in s. x = at => draw", "write `some x in s: x = at`"),
        (
            "stuck => n to Ann\nexpect value = 3",
            "write `expect value = 3 to Ann`; an outcome is `Ann wins`, `Bob wins`, `draw`, or points, `3 to Ann`",
        ),
        (
            "stuck => n to Ann\nexpect value = -2",
            "write `expect value = 2 to Bob`; an outcome is `Ann wins`, `Bob wins`, `draw`, or points, `3 to Ann`",
        ),
        ("move go { men[c] = [] }", "the set without members is `{}`"),
        (
            "param heaps = [3, 4, 5]",
            "write `param heaps: list of 0..5 = [3, 4, 5]` with the values that may be set, or `let heaps = [3, 4, 5]` for a constant",
        ),
    ];
    for (line, help) in cases {
        assert_eq!(helps(line), [help], "{line}");
    }
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

/// The helps about a definition that ends with `lines`.
fn helps(lines: &str) -> Vec<String> {
    let head =
        "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9, at: C = a1 }\n";
    crate::syntax::tests::helps_about(&format!("{head}{lines}\n"))
}

#[test]
fn habits_are_answered_in_the_names_of_the_author() {
    let guard = |condition: &str| format!("move m(c in C) when {condition} {{ s += c }}");
    let body = |statement: &str| format!("move m(c in C) {{ {statement} }}");
    let cases = [
        (guard("c \\in s"), "write `c in s`"),
        (guard("n < 3 /\\ n > 1"), "write `n < 3 and n > 1`"),
        (guard("every d in s, d != c"), "write `every d in s: d != c`"),
        (guard("some d in s where d = c"), "write `some d in s: d = c`"),
        (guard("!s.contains(c)"), "write `c not in s`"),
        (body("let mut d = n n = d"), "write `var d = n`"),
        (body("n' = n + 1"), "write `n = n + 1`"),
        ("move m(k in 1 until 4) { n = k }".to_string(), "write `k in 1..3`"),
        ("move m(c in C) unless c in s { s += c }".to_string(), "write `when c not in s`"),
        ("let t = [c for c in C if c.x == 1]".to_string(), "write `{ c in C where c.x = 1 }`"),
        ("end if n = 3 then Ann wins".to_string(), "write `end when n = 3 => Ann wins`"),
        ("expect number of positions = 8".to_string(), "write `positions = 8`"),
        ("def f(c: C) :- c in s".to_string(), "write `def f(c: C) = c in s`"),
        ("def f(k: 1..3) { n -= k }".to_string(), "write `{ n -= k }` as the body of each move that does so"),
    ];
    for (lines, help) in cases {
        assert_eq!(helps(&lines), [help], "{lines}");
    }
}

#[test]
fn a_reserved_name_is_told_once_however_often_it_is_used() {
    let text = "state { end: 0..9, start: 0..9 }\nmove m when start < end { start = start + 1 }";
    let found = helps(text);
    assert!(
        found.len() == 2 && found.iter().all(|help| help.starts_with("choose another name")),
        "{found:?}"
    );
}

#[test]
fn nothing_is_found_in_the_examples() {
    let wrong: Vec<String> = DEFINITIONS.iter().flat_map(|(_, text)| found_in(text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn all_indexes_stand_in_one_pair_of_brackets() {
    let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { coins[Player, C]: 0..9 }\n";
    let found = crate::syntax::tests::helps_about(&format!(
        "{head}move m(c in C, n in 1..2) {{ coins[me][c] -= n }}\nstuck => draw\n"
    ));
    assert_eq!(found, ["write `coins[me, c]`"]);
}

/// A definition with sets, cells and numbers.
const FIELDS: &str = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nrange Card = 1..9\n\
    state { men[Player]: set of C = [{a1}, {c3}], at: C = a1, n: 0..9, points[Player]: 0..9, lit[C]: bool }\n";

/// The helps about some lines, and the texts of their certain fixes.
fn helps_and_fixes(lines: &str) -> (Vec<String>, Vec<String>) {
    let text = format!("{FIELDS}{lines}\n");
    let (_, reports) = crate::syntax::parse(FileId::DEFINITION, &text);
    let certain = |fix: &&Fix| fix.applicability == crate::diagnostic::Applicability::Certain;
    let fixes = reports.iter().flat_map(|report| report.fixes.iter().filter(certain));
    let fixes = fixes.map(|fix| fix.text.clone()).collect();
    (reports.iter().map(|report| report.help.clone().unwrap_or_default()).collect(), fixes)
}

#[test]
fn what_is_only_likely_is_not_written_by_a_fix() {
    let cases = [
        ("move m { n += 1 }\nexpect best includes \"zz\"", "write `best = \"zz\"`"),
        ("move m { n += 1 }\nexpect best contains b2", "write `best = \"b2\"`"),
        ("move m when men[me] has no moves { n += 1 }", "write `stuck(me)`"),
        ("move m { n += 1 }\nend when Ann has no moves => draw", "write `stuck(Ann)`"),
        ("move m { n += 1 }\nend when Ann is on row 3 => draw", "write `some c in men[Ann]: c.y = 3`"),
        (
            "move m { n += 1 }\nstuck => points[me] - points[opponent]",
            "write `points[me] - points[opponent] to me`",
        ),
        ("move m { n += 1 }\nend when at in a1, b1 => draw", "write `{a1, b1}`"),
    ];
    for (lines, help) in cases {
        assert_eq!(helps_and_fixes(lines), (vec![help.to_owned()], vec![]), "{lines}");
    }
}

#[test]
fn what_is_certain_is_written_whole() {
    let cases = [
        ("let v[c in Card] = c * c\nmove m { n += 1 }", "write `let v[c: Card]`", "[c: Card]"),
        ("move a[c in C] { at = c }", "write `move a(c in C)`", "(c in C)"),
        (
            "move m(c in near(at) | lit[c]) { at = c }",
            "write `m(c in near(at)) when lit[c]`",
            ") when lit[c]",
        ),
    ];
    for (lines, help, fix) in cases {
        assert_eq!(helps_and_fixes(lines), (vec![help.to_owned()], vec![fix.to_owned()]), "{lines}");
    }
    let union = helps_and_fixes("move m(c in near(at) | men[me]) { at = c }");
    assert!(union.0.len() == 1 && !union.0[0].contains("when"), "{union:?}");
    let outcome = helps_and_fixes("move m { n += 1 }\nend when n = 3: Ann.wins");
    assert!(!outcome.1.iter().any(|fix| fix == " =>"), "{outcome:?}");
}

#[test]
fn what_to_write_is_whole() {
    let cases = [
        ("range T = {1, 3, 4}", "write `let T = {1, 3, 4}`"),
        ("range T = {1, 2, 3}", "write `range T = 1..3`"),
        (
            "move m(c in C) when s & near(c) = {}\nstuck => draw",
            "a body in braces says what the move changes: write `{ s += c }` for one, or `{ }` for nothing",
        ),
        ("move m(c in C), n < 3 { s += c }", "write `when n < 3`"),
        ("expect Ann wins = true", "write `expect Ann wins`"),
        ("expect draw: true", "write `expect draw`"),
        ("end if some c in C: c in s => Ann wins", "write `end when some c in C: c in s => Ann wins`"),
        ("end for p in Player if n = 3 => p wins", "write `end for p in Player when n = 3 => p wins`"),
        (
            "param k = 12",
            "write `param k: 1..12 = 12` with the values that may be set, or `let k = 12` for a constant",
        ),
        ("move m(c in C) { n = n > 3 ? 1 : 2 s += c }", "write `if n > 3 then 1 else 2`"),
    ];
    for (line, help) in cases {
        assert_eq!(helps(line), [help], "{line}");
    }
}
