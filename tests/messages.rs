//! What the command line does with mistakes: forms, limits, mends, and games to begin with.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use zug::definition;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::source::Sources;
use zug_view::report::diagnostics::{DiagnosticFormat, Theme, render};

fn zug(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("zug runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn folder_with(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.game"), text).expect("written");
    folder
}

fn reports(text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    sources.add("a.game", text);
    let found = definition::compile(&mut sources, &[]).err().unwrap_or_default();
    (sources, found)
}

/// The codes of the reports, each with the characters that it points at.
fn told(text: &str) -> Vec<(&'static str, String)> {
    let (sources, reports) = reports(text);
    reports.iter().map(|report| (report.code, sources.slice(report.span()).to_string())).collect()
}

const MANY: &str = "\
game \"Many mistakes\"
players A, B
board Cell = grid(3, 3)
range Take = 3..1
enum Colour { red, green, red }
let most == 4
let half = 2.5
state { stones[Player]: set of Cell, left: 0..9 = 12, near: bool }
move put(c in Cell - stones[A] - stones[B]) when c in stnes[me] { stones[me] += c }
move pass_on when left && 3 = 3 { left -= 1; }
move again_on when step(a1) = a2 { most = 3 }
end when left = 0 => me wim
stuck => pass
endless => me wins
expect value = A wins
";

#[test]
fn fourteen_mistakes_of_fourteen_kinds_give_fourteen_reports_each_on_its_token() {
    let expected = [
        ("Z0302", "3..1"),
        ("Z0102", "red"),
        ("Z0006", "=="),
        ("Z0015", "2.5"),
        ("Z0205", "12"),
        ("Z0103", "near"),
        ("Z0101", "stnes"),
        ("Z0201", "left"),
        ("Z0009", "&&"),
        ("Z0008", ";"),
        ("Z0210", "step(a1)"),
        ("Z0402", "most"),
        ("Z0036", "me wim"),
        ("Z0216", "me"),
    ];
    assert_eq!(told(MANY), expected.map(|(code, token)| (code, token.to_string())));
}

const MATCHES: &str = "\
game \"Matches\"
players You, Friend
state { heap: 0..21 = 21 }
move take(k in 1..3) when k <= heep { heep -= k }
stuck => me losses
expect with heep = 3: You wins
";

#[test]
fn an_unknown_name_is_told_once_beside_what_cannot_be_read() {
    let (sources, reports) = reports(MATCHES);
    let codes: Vec<&str> = reports.iter().map(|report| report.code).collect();
    assert_eq!(codes, ["Z0101", "Z0001"]);
    let labels: Vec<(usize, &str)> = reports[0]
        .labels
        .iter()
        .map(|label| (sources.line_column(label.span).line, label.text.as_str()))
        .collect();
    assert_eq!(labels, [(4, "unknown"), (3, "`heap` is declared here"), (4, "and here"), (6, "and here")]);
}

#[test]
fn names_of_what_cannot_be_read_are_passed_over_and_others_are_not() {
    let text = "game \"T\"\nplayers A, B\nenum Piece { man king }\nstate { at: Piece = man, n: 0..3 }\n\
                move go when at = king and n < mots { at = man }\nstuck => me loses\n";
    let expected = [("Z0005", String::new()), ("Z0101", "mots".to_string())];
    let found = told(text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1], expected[1]);
}

#[test]
fn a_lost_board_is_told_once() {
    let text = "game \"T\"\nplayers A, B\nboard Cell = (3, 3)\nstate { at: Cell = a1 }\n\
                move go when north(at) in near(at) and step(at, south) != c3 { at = north(at) }\nstuck => me loses\n";
    let found = told(text);
    assert_eq!(found.len(), 1, "{found:?}");
}

/// The line of carets under a line of the picture, as (column, width) in drawn columns.
fn underlined(text: &str, line: &str) -> (usize, usize) {
    let (sources, reports) = reports(text);
    let theme = Theme::Ascii;
    let picture = render(&sources, &reports[..1], DiagnosticFormat::Human { theme, width: 100 });
    let lines: Vec<&str> = picture.lines().collect();
    let at = lines.iter().position(|drawn| drawn.contains(line)).unwrap_or_else(|| panic!("{picture}"));
    let offset = lines[at].find(line).expect("the line");
    let marks = &lines[at + 1];
    let from = marks.find('^').unwrap_or_else(|| marks.find('|').expect("a mark"));
    let to = marks.rfind(['^', '|']).expect("a mark");
    (from - offset, to + 1 - from)
}

#[test]
fn carets_stand_under_wide_and_combining_characters() {
    let head = "game \"T\"\nplayers A, B\nmove m { }\nstuck => me loses\n";
    // Each wide character takes two columns, a combining one none.
    let cases = [("let 数字 == 3", 9, 2), ("let n\u{e9}\u{e9} == 3", 8, 2), ("let ab == 3", 7, 2)];
    for (line, column, width) in cases {
        assert_eq!(underlined(&format!("{head}{line}\n"), line), (column, width), "{line}");
        assert_eq!(
            underlined(&format!("{head}{line}\n").replace('\n', "\r\n"), line),
            (column, width),
            "{line}"
        );
    }
    let combining = "game \"e\u{301}\u{301}x\" ;";
    assert_eq!(underlined(&head.replace("game \"T\"", combining), combining), (10, 1));
}

#[test]
fn tabs_keep_the_carets_under_their_token() {
    let text = "game \"T\"\nplayers A, B\nmove m {\n\tlet ab == 3\n}\nstuck => me loses\n";
    assert_eq!(underlined(text, "let ab == 3"), (7, 2));
    assert_eq!(underlined(&text.replace('\n', "\r\n"), "let ab == 3"), (7, 2));
}

#[test]
fn sarif_is_one_document_over_all_files() {
    let folder = folder_with(MANY);
    std::fs::write(folder.path().join("b.game"), MATCHES).expect("written");
    let output = zug(folder.path(), &["check", ".", "--message-format", "sarif"]);
    assert_eq!(output.status.code(), Some(1));
    let value: Value = serde_json::from_str(&out(&output)).expect("one document");
    assert_eq!(value["version"], "2.1.0");
    assert_eq!(value["runs"][0]["results"].as_array().expect("results").len(), 16);
}

#[test]
fn every_command_that_reads_a_definition_tells_mistakes_in_every_form() {
    let folder = folder_with(MATCHES);
    for command in [
        &["solve", "a.game"][..],
        &["check", "a.game"],
        &["info", "a.game"],
        &["test", "a.game"],
        &["perft", "a.game", "1"],
        &["moves", "a.game"],
        &["show", "a.game"],
    ] {
        for form in ["human", "short", "json", "sarif", "narrated"] {
            let output = zug(folder.path(), &[command, &["--message-format", form]].concat());
            let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{command:?} {form} {said}");
            assert!(said.contains("there is nothing called `heep`"), "{command:?} {form} {said}");
        }
    }
}

#[test]
fn a_limit_cuts_the_reports_and_counts_the_others() {
    let folder = folder_with(MANY);
    let cut = out(&zug(folder.path(), &["check", "a.game", "--max-errors", "4"]));
    assert_eq!(cut.matches("Z0").count(), 4, "{cut}");
    assert!(cut.ends_with("10 more mistakes; `--max-errors 0` tells all\n"), "{cut}");
    let many: String = (0..30).map(|n| format!("def d{n} = u{n}x\n")).collect();
    let text = format!("game \"T\"\nplayers A, B\nmove m {{ }}\nstuck => me loses\n{many}");
    let folder = folder_with(&text);
    let count = |more: &[&str]| {
        out(&zug(folder.path(), &[&["check", "a.game"], more].concat())).matches("Z0101").count()
    };
    assert_eq!(count(&[]), 20);
    assert_eq!(count(&["--max-errors", "0"]), 30);
    assert_eq!(count(&["--message-format", "json"]), 30);
}

#[test]
fn fix_applies_the_certain_mends_and_nothing_else() {
    let broken = "game \"T\";\r\nplayers A, B\r\nstate { left: 0..3 == 3 }\r\nmove take when left > 0 && true { left -= 1 }\r\nstuck -> me loses\r\n";
    let fixed = "game \"T\"\r\nplayers A, B\r\nstate { left: 0..3 = 3 }\r\nmove take when left > 0 and true { left -= 1 }\r\nstuck => me loses\r\n";
    let folder = folder_with(broken);
    let path = folder.path().join("a.game");
    let output = zug(folder.path(), &["check", "a.game", "--fix"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(std::fs::read_to_string(&path).expect("readable"), fixed);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("a.game:5:7: mended: `->` became `=>`"), "{said}");
}

#[test]
fn fix_leaves_a_file_alone_that_it_cannot_mend_for_certain() {
    let text = MATCHES.replace("losses", "loses");
    let folder = folder_with(&text);
    let path = folder.path().join("a.game");
    let before = std::fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
    let output = zug(folder.path(), &["check", "a.game", "--fix"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&path).expect("readable"), text);
    assert_eq!(std::fs::metadata(&path).and_then(|data| data.modified()).expect("a time"), before);
}

#[test]
fn standard_input_is_not_mended() {
    let folder = folder_with("");
    assert_eq!(zug(folder.path(), &["check", "-", "--fix"]).status.code(), Some(2));
}

#[test]
fn every_template_is_in_order_and_its_facts_hold() {
    for template in ["placement", "movement", "take-away", "points", "tree"] {
        let folder = tempfile::tempdir().expect("a folder");
        let made = zug(folder.path(), &["new", "my_game", "--template", template]);
        assert_eq!(made.status.code(), Some(0), "{template}");
        let text = std::fs::read_to_string(folder.path().join("my_game.game")).expect("readable");
        assert!(text.contains("game \"My game\""), "{text}");
        assert_eq!(
            out(&zug(folder.path(), &["check", "my_game.game"])),
            "definition is in order\n",
            "{template}"
        );
        let tested = zug(folder.path(), &["test", "my_game.game"]);
        assert_eq!(tested.status.code(), Some(0), "{template}: {}", out(&tested));
        assert!(out(&tested).contains("  ok  "), "{template}");
    }
}

#[test]
fn new_overwrites_nothing() {
    let folder = folder_with("mine");
    assert_eq!(zug(folder.path(), &["new", "a"]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.path().join("a.game")).expect("readable"), "mine");
}

#[test]
fn small_slips_are_answered_with_what_was_meant() {
    let head = "game \"T\"\nplayers A, B\n";
    for (line, slip, help) in [
        ("state { n: 0..3 }\nmove put when n < 3 { n =+ 1 }", "=+", "write `n += 1`"),
        ("state { n: 0..3 }\nmove put(k in 1..2) whn n < k { n += 1 }", "whn", "did you mean `when`?"),
        (
            "board Cell = path(4)\nstate { a: Cell = 1 }\nmove go(c in neighbors(a)) { a = c }",
            "neighbors",
            "write `near(a)`",
        ),
        ("board Cell = grid(3 x 4)\nmove go { }", "3 x 4", "write `board Cell = grid(3, 4)`"),
        (
            "param m: 1..9 = 3\nboard Cell = torus(m x m)\nmove go { }",
            "m x m",
            "write `board Cell = torus(m, m)`",
        ),
    ] {
        let (sources, reports) = reports(&format!("{head}{line}\nstuck => me loses\n"));
        let [report] = reports.as_slice() else { panic!("{line}: {reports:?}") };
        assert_eq!(sources.slice(report.span()), slip, "{line}");
        let text = render(&sources, &reports, DiagnosticFormat::Narrated);
        assert!(text.contains(help), "{text}");
    }
}

/// The code and the help of the only report about these lines.
fn helped(lines: &str) -> (&'static str, String) {
    let (sources, reports) = reports(&format!("game \"T\"\nplayers A, B\n{lines}\nstuck => me loses\n"));
    let [report] = reports.as_slice() else {
        panic!("{lines}: {}", render(&sources, &reports, DiagnosticFormat::Narrated))
    };
    (report.code, report.help.clone().unwrap_or_default())
}

#[test]
fn bits_have_no_operators() {
    let heap = "range Card = 1..4\nstate { h: 0..20 = 7, hand: set of Card = Card }\n";
    for (when, help) in [
        ("h & 1 = 1", "write `h % 2` for the lowest bit"),
        ("(h & 4) != 0", "write `h / 4 % 2` for the bit of weight 4"),
        ("(h & k) = k", "write `h % 2 = 1` to ask for the lowest bit"),
        ("c & d = c", "write `c % 2 = 1`"),
    ] {
        let game =
            format!("{heap}move b(k in 1..20, c in hand, d in hand) when {when} {{ h -= k hand -= c }}");
        let (code, told) = helped(&game);
        assert_eq!(code, "Z0202", "{when}");
        assert!(told.contains(help), "{when}: {told}");
    }
    for when in ["hand & c = {c}", "c & hand != {}", "{h} & {k} != {}", "3 & hand = {3}"] {
        let game = format!(
            "game \"T\"\nplayers A, B\n{heap}move b(k in 1..20, c in hand) when {when} and k <= h {{ h -= k }}\nstuck => me loses\n"
        );
        let (sources, reports) = reports(&game);
        assert!(reports.is_empty(), "{}", render(&sources, &reports, DiagnosticFormat::Narrated));
    }
}

#[test]
fn a_bar_between_integers_is_not_mended_by_itself() {
    let text = "game \"T\"\nplayers A, B\nstate { h: 0..20 = 7 }\nmove b(k in 1..20) when (k | h) = h { h -= k }\nstuck => me loses\n";
    let folder = folder_with(text);
    zug(folder.path(), &["check", "a.game", "--fix"]);
    assert_eq!(std::fs::read_to_string(folder.path().join("a.game")).expect("read"), text);
}

#[test]
fn what_is_stored_otherwise_is_written_out() {
    let at = "range Square = 0..4\nboard Cell = grid(2, 2)\nstate { at[Player]: Square = 0, c: Cell = a1 }\n";
    for (body, help) in [
        ("at[me] += k", "write `at[me] = at[me] + k`"),
        ("at[me] -= k + 1", "write `at[me] = at[me] - (k + 1)`"),
        ("c += b1", "write `c = b1`"),
    ] {
        let lines = format!("{at}move go(k in 1..2) when at[me] + k < 3 and c = a1 {{ {body} }}");
        assert_eq!(helped(&lines), ("Z0405", help.to_owned()), "{body}");
    }
}

#[test]
fn lists_and_sets_are_run_through_as_they_are_written_here() {
    let head = "param a: list of 0..9 = [3, 1, 2]\nstate { hand[Player]: set of Spot = Spot, h: 0..9 = 9 }\nrange Spot = 1..3\n";
    for (when, code, help) in [
        ("max(hand[me]) = k", "Z0210", "write `max(x in hand[me]: x)`"),
        ("max(a) = k", "Z0210", "write `max(i in 1..len(a): a[i])`"),
        ("sum(a) = k", "Z0210", "write `sum(i in 1..len(a): a[i])`"),
        ("k in a", "Z0209", "`{ a[i] for i in 1..len(a) }`"),
        ("some x in a: x = k", "Z0209", "`{ a[i] for i in 1..len(a) }`"),
        ("gcd(h, k) = 1", "Z0101", "write `max(d in 1..max(h, k) where h % d = 0 and k % d = 0: d)`"),
    ] {
        let (found, told) =
            helped(&format!("{head}move go(k in 1..3) when {when} {{ h -= k hand[me] -= k }}"));
        assert_eq!(found, code, "{when}");
        assert!(told.contains(help), "{when}: {told}");
    }
    let (code, told) =
        helped("def fac(k: 0..9) = if k = 0 then 1 else k * fac(k - 1)\nmove go when fac(1) = 1 { }");
    assert!(code == "Z0106" && told.contains("there is no recursion"), "{told}");
}

#[test]
fn settings_without_their_brackets_are_told_with_them() {
    let text = "game \"T\"\nplayers A, B\nenum Colour { R, G, B2 }\ngraph Node { 1-2 }\nparam a: list of 0..9 = [3]\n\
        param s: list of Colour = [R]\nstate { h: 0..9 = 9, at: Node = 1 }\n\
        move go(k in 1..len(a)) when k <= h and s[1] = R and at = Node.1 { h -= k }\nstuck => me loses\n";
    let folder = folder_with(text);
    for (set, help) in [
        ("a=1,2,3", "write `a=[1, 2, 3]`"),
        ("Node=1-2,2-3", "write `Node={1-2, 2-3}`"),
        ("Node={1 2, 2 3}", "write `Node={1-2, 2-3}`"),
        ("s=RBGR", "write `[R, B2, G, R]`"),
    ] {
        let output = zug(folder.path(), &["solve", "a.game", "--message-format", "short", "--set", set]);
        assert!(out(&output).contains(help), "{set}: {}", out(&output));
    }
}

#[test]
fn a_measure_that_falls_and_a_field_that_begins_low_are_told() {
    let falls = "game \"T\"\nplayers A, B\nstate { h: 0..9 = 9 }\nmove go when h > 0 { h -= 1 }\nstuck => me loses\nprogress h\n";
    let low = "game \"T\"\nplayers A, B\nstate { lead: -2..9 }\nmove go { lead -= 1 }\nstuck => me loses\n";
    for (text, help) in [(falls, "it fell"), (low, "`lead` begins with its least value, -2")] {
        let folder = folder_with(text);
        let output = zug(folder.path(), &["solve", "a.game", "--message-format", "short"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned() + &out(&output);
        assert!(told.contains(help), "{told}");
    }
}

#[test]
fn info_tells_the_sizes_of_a_family_whose_members_differ() {
    let text = "game \"T\"\nplayers A, B\nboard Cell = grid(3, 2)\n\
        family Tromino of Cell = { {a, b, c} for a in Cell, b in near(a), c in near(a) }\nstate { full: set of Cell }\n\
        move lay(t in Tromino) when t & full = {} { full += t }\nstuck => me loses\n";
    let output = zug(folder_with(text).path(), &["info", "a.game"]);
    assert!(out(&output).contains("17 elements: 7 with 2 members, 10 with 3 members"), "{}", out(&output));
}

/// Components of more bits than are looked at are not solved apart, and `zug info` does not say so.
#[test]
fn info_calls_a_sum_only_what_is_solved_as_one() {
    let text = |width: u32| {
        format!(
            "game \"T\"\nplayers A, B\nboard Cell = grid({width}, 13)\nstate {{ one: set of Cell = Cell, two: set of Cell = Cell }}\n\
             move a(c in one) when count(one) > 3 {{ one -= c }}\nmove b(c in two) when count(two) > 3 {{ two -= c }}\n\
             stuck => me loses\n"
        )
    };
    let told = |width: u32| out(&zug(folder_with(&text(width)).path(), &["info", "a.game"]));
    assert!(told(2).contains("2 components that no move joins are solved apart"), "{}", told(2));
    assert!(!told(13).contains("solved apart"), "{}", told(13));
}

#[test]
fn a_nimber_is_refused_with_the_condition_that_fails() {
    let game = |rest: &str| {
        format!(
            "game \"T\"\nplayers A, B\nstate {{ h: 0..5 = 5 }}\nmove take(k in 1..2) when k <= h {{ h -= k }}\n{rest}\n"
        )
    };
    for (rest, why) in [
        ("end when h = 0 => me loses\nstuck => draw", "an `end` rule"),
        ("stuck => me wins", "no rule `stuck => me loses`"),
        (
            "stuck => me loses\nmove odd when me = A and h > 0 { h -= 1 }",
            "the move `odd` speaks of who makes it;",
        ),
        (
            "stuck => me loses\nmove on when h > 0 { h -= 1 again when h = 3 }",
            "the move `on` has an `again`, by which its player may move once more;",
        ),
        (
            "stuck => me loses\nmove on when h > 0 { h -= 1 again with take(1) when h = 3 }",
            "a move lets its player go on, by `again with`;",
        ),
        (
            "stuck => me loses\nmove lift when h > 0 and can(take(1)) { h -= 1 }",
            "the move `lift` asks which moves are legal;",
        ),
        (
            "stuck => me loses\nmove late when h > 0 { h -= 1 } provided h < 4",
            "the move `late` is tried before it is legal, by `provided`;",
        ),
        ("stuck => me loses\nprogress max(0, 5 - h)", "`progress`"),
    ] {
        let folder = folder_with(&game(rest));
        let output = zug(folder.path(), &["solve", "a.game", "--nimber"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned() + &out(&output);
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn what_is_stored_together_is_found_before_it_is_stored() {
    let (_, told) = helped("state { x: 0..9 = 5, y: 0..9 = 3 }\nmove euclid when y > 0 { x, y = y, x % y }");
    assert!(told.contains("`let new1 = y`, `let new2 = x % y`, `x = new1`, `y = new2`"), "{told}");
    let (_, told) = helped("state { x: 0..9 = 5, y: 0..9 = 3 }\nmove both when y > 0 { x, y = 1, 2 }");
    assert!(told.contains("`x = 1` and `y = 2`"), "{told}");
}

#[test]
fn the_name_of_a_built_in_is_told_once() {
    let text = "game \"T\"\nplayers A, B\nboard Cell = grid(3, 3)\nlet west = { c in Cell where c.x = 1 }\n\
        state { taken: set of Cell }\nmove put(c in west - taken) { taken += c }\nstuck => me loses\n";
    assert_eq!(told(text), [("Z0103", "west".to_string())]);
}
