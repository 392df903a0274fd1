//! Texts that the parser refuses: the code and the place of every report.

use super::examples::DEFINITIONS;
use super::*;
use proptest::prelude::*;
use std::time::Instant;

/// The code of every report about a text, with the characters at its span.
fn rendered(text: &str) -> Vec<(&'static str, String)> {
    let (_, reports) = parse(FileId::DEFINITION, text);
    let at = |report: &Diagnostic| text[report.span().start as usize..report.span().end as usize].to_string();
    reports.iter().map(|report| (report.code, at(report))).collect()
}

#[test]
fn every_slip_has_its_own_report_on_its_token() {
    let cases = [
        ("players A B", codes::MISSING_COMMA, ""),
        ("players A, B,\nlet x = 3", codes::TRAILING_COMMA, ","),
        ("players A, B;", codes::SEMICOLON, ";"),
        ("plyers A, B", codes::UNKNOWN_ITEM, "plyers"),
        ("Players A, B", codes::UNKNOWN_ITEM, "Players"),
        ("enum end { a }", codes::RESERVED, "end"),
        ("let in = 3", codes::RESERVED, "in"),
        ("state { in: C }", codes::RESERVED, "in"),
        ("move m { end = 3 }", codes::RESERVED, "end"),
        ("state { when: bool }", codes::RESERVED, "when"),
        ("enum P { a, b", codes::UNCLOSED, "{"),
        ("enum P { a, b } }", codes::STRAY_CLOSER, "}"),
        ("let x = f(a]", codes::STRAY_CLOSER, "]"),
        ("let x == 3", codes::DOUBLE_EQUAL, "=="),
        ("let x := 3", codes::COLON_EQUAL, ":="),
        ("def x = a && b", codes::SYMBOL_FOR_WORD, "&&"),
        ("def x = !a", codes::SYMBOL_FOR_WORD, "!"),
        ("def x = a ≤ b", codes::LOOK_ALIKE, "≤"),
        ("game “T”", codes::LOOK_ALIKE, "“T”"),
        ("def x = a – b", codes::LOOK_ALIKE, "–"),
        ("def x = a # b", codes::FOREIGN_COMMENT, "#"),
        ("def x = a /* b\n */ + c", codes::FOREIGN_COMMENT, "/*"),
        ("def x = a ? b", codes::UNKNOWN_CHARACTER, "?"),
        ("move m { x = 1 end = 3 }", codes::RESERVED, "end"),
        ("game \"T", codes::UNCLOSED_TEXT, "\"T"),
        ("game \"a\\n\"", codes::ESCAPE, "\"a\\n\""),
        ("let x = 9007199254740993", codes::NUMBER_TOO_LARGE, "9007199254740993"),
        ("let x = e.99999999999", codes::NUMBER_TOO_LARGE, ".99999999999"),
        ("let x = 2.5", codes::FRACTION, "2.5"),
        ("def x = a = not b", codes::TIGHT_NOT, "not"),
        ("def x = 1..2..3", codes::SECOND_RANGE, ".."),
        ("param n: f(x) = 3", codes::NOT_A_TYPE, "f(x)"),
        ("move m as \"a}\" { }", codes::NOTATION_BRACE, "}"),
        ("move m as \"{a\" { }", codes::NOTATION_BRACE, "{"),
        ("move m as \"{a b}\" { }", codes::UNEXPECTED, "b"),
        ("state { turn = A turn = B }", codes::SECOND_TURN, "turn = B"),
        ("stuck -> draw", codes::THIN_ARROW, "->"),
        ("graph G { a-b } stuck -> draw", codes::THIN_ARROW, "->"),
        ("graph G { start->a, a->b, b->c }", codes::RESERVED, "start"),
        ("graph G { a->end, a->b, b->c }", codes::RESERVED, "end"),
        ("graph G { a→b }", codes::LOOK_ALIKE, "→"),
        ("graph G { a->, b }", codes::UNEXPECTED, ","),
        ("graph G { a<-b }", codes::UNEXPECTED, "<"),
        ("move m { x -> 1 }", codes::UNEXPECTED, "->"),
        ("stuck => (draw", codes::UNCLOSED, "("),
        ("stuck => (A wins) wins", codes::UNEXPECTED, "wins"),
        ("expect draw,", codes::UNEXPECTED, ""),
        ("expect draw positions = 5", codes::MISSING_COMMA, ""),
        ("let _x = 3", codes::NAME_START, "_x"),
        ("let x = 3a", codes::NAME_START, "3a"),
        ("move m { x *= 2 }", codes::FOREIGN_ASSIGNMENT, "*="),
        ("move m { x++ }", codes::FOREIGN_ASSIGNMENT, "++"),
        ("move m as \"x\" when a { }", codes::CLAUSE_ORDER, "when"),
        ("var x = 3", codes::OUTSIDE_MOVE, "var"),
        ("move m { lett x = 3 }", codes::UNKNOWN_STATEMENT, "lett"),
        ("end when a => A win", codes::ELSEWHERE, "A win"),
        ("def x = {a, }", codes::TRAILING_COMMA, ","),
        ("range R = 1", codes::ELSEWHERE, "1"),
        ("board B grid(3)", codes::ELSEWHERE, "grid"),
        ("graph G { a-, b }", codes::UNEXPECTED, ","),
        ("family F = {}", codes::ELSEWHERE, ""),
        ("expect after \"a\" draw", codes::ELSEWHERE, ""),
        ("expect value = 3", codes::ELSEWHERE, "3"),
        ("tree 3", codes::UNEXPECTED, "3"),
        ("show C { a \"x\" }", codes::UNEXPECTED, "\"x\""),
        ("move m { again with }", codes::UNEXPECTED, ""),
        ("move m { repeat { } }", codes::UNEXPECTED, ""),
        ("def x = some x in S P", codes::ELSEWHERE, ""),
        ("def x = if a then b", codes::ELSEWHERE, "if"),
        ("def x = a +", codes::UNEXPECTED, ""),
        ("progress", codes::UNEXPECTED, ""),
        ("allow 3", codes::NAME_START, "3"),
        ("start X", codes::ELSEWHERE, "X"),
        ("endless draw", codes::ELSEWHERE, "draw"),
    ];
    let wrong = cases.iter().filter(|(text, code, at)| rendered(text) != [(*code, at.to_string())]);
    let wrong: Vec<_> = wrong.map(|(text, ..)| (text, rendered(text))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn independent_mistakes_give_as_many_reports() {
    let text = "game \"T\nplyers A, B\nboard Cell = grid(3, 3\nfamily F of Cell = lines(Cell,, 3)\n\
        state {\n  a set of Cell\n  b: 0..9 = = 2\n}\ndef f = a b\nmove go(c in S) when and x as \"{c +}\" {\n  x = \n  \
        y += 1 +\n  if a { z == 3 }\n  let t = (a) + f(b c) + g(1 2)\n}\nend when a = => draw\nstuck => A wn\n\
        expect value = = draw\n";
    let lines: Vec<usize> = {
        let (_, reports) = parse(FileId::DEFINITION, text);
        reports.iter().map(|report| text[..report.span().start as usize].matches('\n').count() + 1).collect()
    };
    assert_eq!(lines, [1, 2, 3, 4, 6, 7, 9, 10, 10, 11, 12, 13, 14, 14, 16, 17, 18]);
}

#[test]
fn indentation_tells_which_brace_is_open() {
    let text = "move m {\n  x = 1\n  if a {\n    y = 2\n}\n\nlet b = 3\n";
    let (_, reports) = parse(FileId::DEFINITION, text);
    let places: Vec<usize> = reports[0].labels.iter().map(|label| label.span.start as usize).collect();
    let at = |part: &str| text.find(part).unwrap();
    assert_eq!((reports.len(), places), (1, vec![at("{\n    y"), at("}"), at("{\n  x")]));
}

#[test]
fn what_is_sound_beside_a_mistake_is_kept() {
    let text = "def f(c: Cell) = a b\nmove go(c in S) { x = 1 y = = 2 let z = 3 }\nstate { a: bool b: 3 4 }\nlet q = )";
    let (game, _) = parse(FileId::DEFINITION, text);
    let printed = print::print(&game);
    for part in ["def f(c: Cell)", "move go(c in S)", "x = 1", "let z = 3", "a: bool"] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
}

#[test]
fn fixes_repair_the_text() {
    for (text, repaired) in [
        ("let x == a && b", "let x = a and b"),
        ("plyers A, B", "players A, B"),
        ("game “T”;", "game \"T\""),
        ("stuck -> A win", "stuck => A wins"),
        ("def x = a ≤ b × c", "def x = a <= b * c"),
    ] {
        let (_, reports) = parse(FileId::DEFINITION, text);
        let fixes: Vec<_> = reports.into_iter().flat_map(|report| report.fixes).collect();
        let fixed = crate::fix::apply_all(FileId::DEFINITION, text, fixes.clone());
        assert_eq!((fixed.text.as_str(), fixed.applied.len()), (repaired, fixes.len()), "none is left out");
    }
}

#[test]
fn nesting_without_end_is_refused_and_not_died_of() {
    let many = |part: &str, times: usize| part.repeat(times);
    for times in [1_000, 20_000] {
        for text in [
            format!("def x = {}a", many("(", times)),
            format!("def x = {}a{}", many("(", times), many(")", times)),
            format!("def x = {}a{}", many("f(", times), many(")", times)),
            format!("def x = {}{}", many("{", times), many("}", times)),
            format!("def x = {}a", many("not ", times)),
            format!("def x = {}a", many("- ", times)),
            format!("def x = {}a", many("some x in S: ", times)),
            format!("def x = {}a{}", many("if a then ", times), many(" else b", times)),
            format!("def x = {}a", many("if a then b else ", times)),
            format!("def x = a{}", many(" + a", times)),
            format!("def x = a{}", many(" implies a", times)),
            format!("def x = a{}", many(".x", times)),
            format!("stuck => {}draw", many("if a then draw else ", times)),
            format!("move m {{ {}{} }}", many("if a { ", times), many("} ", times)),
            format!("move m {{ if a {{ }} {} }}", many("else if b { } ", times)),
            format!("tree {}1{}", many("[", times), many("]", times)),
            format!("param x: {}C", many("set of ", times)),
            format!("let x = {}1{}", many("[", times), many("]", times)),
            format!("move m as \"{{{}a{}}}\" {{ }}", many("(", times), many(")", times)),
            format!("move m {}", many("{", times)),
        ] {
            let (_, reports) = parse(FileId::DEFINITION, &text);
            assert!(!reports.is_empty(), "{}", &text[..40]);
            let _ = parse_setting(FileId::DEFINITION, &text.replacen("def ", "", 1));
        }
    }
}

#[test]
fn what_people_write_is_not_too_deep() {
    let nested = format!("def x = {}a{}", "(".repeat(150), ")".repeat(150));
    let chain = format!("def x = a{}", " and a".repeat(150));
    let set = format!("let x = {{ a{} }}", ", a".repeat(20_000));
    for text in [nested, chain, set] {
        assert_eq!(rendered(&text), []);
    }
}

#[test]
fn a_long_text_takes_time_that_grows_with_its_length() {
    let (_, text) = DEFINITIONS[9];
    let start = Instant::now();
    let (_, reports) = parse(FileId::DEFINITION, &text.repeat(200));
    assert!(reports.is_empty());
    let (_, reports) = parse(FileId::DEFINITION, &text.replace("in_pit[p]", "in_pit[p").repeat(50));
    assert!(!reports.is_empty());
    assert!(start.elapsed().as_secs() < 30);
}

/// A text made of tokens of the language in any order.
fn any_tokens() -> impl Strategy<Value = String> {
    let words: Vec<&str> =
        DEFINITIONS.iter().flat_map(|(_, text)| text.split_inclusive([' ', '\n'])).collect();
    let odd = [
        "{", "}", "(", ")", "[", "]", "\"", "//", "“", "\u{feff}", "\r", "=>", "..", "&&", "é", "½", "\0",
        "\u{301}", "{{", "\\",
    ];
    let words: Vec<String> = words.into_iter().chain(odd).map(String::from).collect();
    prop::collection::vec(prop::sample::select(words), 0..60).prop_map(|words| words.concat())
}

/// Parses, prints and renders a text: none of it may panic, and a text without reports must print
/// to the same tree.
fn survives(text: &str) {
    let (game, reports) = parse(FileId::DEFINITION, text);
    let printed = print::print(&game);
    let mut sources = crate::source::Sources::default();
    sources.add("a", text);
    for report in &reports {
        crate::diagnostic::short(&sources, report);
    }
    if reports.is_empty() {
        let (again, reports) = parse(FileId::DEFINITION, &printed);
        assert!(reports.is_empty(), "{text}\n{printed}\n{reports:?}");
        assert_eq!(print::print(&again), printed);
    } else {
        assert!(reports.iter().all(|report| text.is_char_boundary(report.span().start as usize)));
    }
    let _ = parse_setting(FileId::DEFINITION, text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        survives(&text);
    }

    #[test]
    fn any_row_of_tokens_is_read_or_refused(text in any_tokens()) {
        survives(&text);
    }

    #[test]
    fn a_damaged_definition_is_read_or_refused(
        which in 0..DEFINITIONS.len(), from in 0usize..4000, length in 0usize..40, put in any_tokens(),
    ) {
        let text = DEFINITIONS[which].1;
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let (start, end) = (boundary(from), boundary(from + length));
        survives(&format!("{}{put}{}", &text[..start], &text[end..]));
    }
}

#[test]
fn a_keyword_that_strayed_is_told_once() {
    assert_eq!(
        rendered("stuck => draw\nwith expect n = 3: draw"),
        [(codes::STRAY_KEYWORD, "with expect".into())]
    );
    assert_eq!(
        rendered("expect positions = expect\n3 perft = [1]"),
        [(codes::STRAY_KEYWORD, "expect\n3".into())]
    );
    let both = "stuck => draw draw\nexpect with n = 3 draw";
    assert_eq!(rendered(both).len(), 2, "two items with a mistake each are told both");
}

#[test]
fn what_the_parser_stumbles_at_right_behind_a_mistake_is_not_told() {
    assert_eq!(rendered("end when a = b b => A winz").len(), 1);
    // One edit explains both: `b` behind the arrow.
    assert_eq!(rendered("end when a = b b =>\n wins").len(), 1);
}

#[test]
fn not_in_goes_on_with_the_line_before() {
    assert_eq!(rendered("def a = b\n  not in c"), []);
    assert_eq!(rendered("def a = b\n  nott in c").len(), 1);
}

#[test]
fn who_comes_from_another_language_is_told_how_it_is_written() {
    let cases = [
        ("param m = 3", "write `param m: 1..9 = 3`"),
        ("move m(h: Heap) { }", "write `h in Heap`"),
        ("move m(Fox, c in S) { }", "who is to move is `me`"),
        ("move m(c in S) if x > 0 { }", "write `when x > 0`"),
        ("move m { for i = 1 to n { } }", "write `for i in 1..n { .. }`"),
        ("move m { discs[me].add(c) }", "write `discs[me] += c`"),
        ("end when a => win(Red)", "write `Red wins`"),
        ("if stuck then draw", "stuck => OUTCOME"),
        ("tree { left: (2, 4), right: 1 }", "write `[2, 4]`"),
        ("state { marks: Cell[] }", "`set of Cell`"),
        ("end when s contains c => draw", "write `c in s`"),
        ("expect value = 0", "`3 to A`"),
    ];
    for (text, wanted) in cases {
        let (_, reports) = parse(FileId::DEFINITION, text);
        let helps: Vec<&str> = reports.iter().filter_map(|report| report.help.as_deref()).collect();
        assert!(reports.len() == 1 && helps.iter().any(|help| help.contains(wanted)), "{text}: {reports:#?}");
    }
}
