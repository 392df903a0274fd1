//! `zug check --deep` as a person meets it: the command that shows a fault again, exit codes, and
//! every form of messages.

#[path = "common/sticks.rs"]
mod sticks;

use std::process::Command;
use sticks::{TAKE, sticks};

/// `zug` with a file `x.game` of this text: exit code, standard output, standard error.
fn zug(text: &str, arguments: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.game"), text).expect("the file is written");
    let output = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .output()
        .expect("zug runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_that_is_shown_meets_the_same_fault_again() {
    let faults = [
        sticks("move take(n in 1..2) { left -= n }\nstuck => me loses"),
        sticks(TAKE),
        sticks(&format!("{TAKE}stuck => pass\nallow pass_loop")),
        sticks(&format!("{TAKE}end for p in Player when left <= 1 => p wins\nstuck => draw")),
        sticks("move take(n in 1..2) when n <= left as \"it's {left / 2}\" { left -= n }\nstuck => draw"),
        sticks("move take(n in 1..2) as \"-{n}\" { left -= n }\nstuck => me loses"),
    ];
    for text in faults {
        let (code, told, _) = zug(&text, &["check", "--deep", "x.game", "--set", "left=4"]);
        assert_eq!(code, 1, "{told}");
        let fault = told.split("x Z08").nth(1).map(|rest| format!("Z08{}", &rest[..2])).expect("a fault");
        let command =
            told.lines().find_map(|line| line.split("to see it again: ").nth(1)).expect("a command");
        let words = shell_words(command);
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        assert!(words.contains(&"left=4"), "{command}");
        let (code, _, again) = zug(&text, &words);
        assert_eq!(code, 1, "{command}\n{again}");
        assert!(again.contains(&fault), "{command}\n{again}");
    }
}

/// The words of a command in which only single quotes are special.
fn shell_words(command: &str) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-c", &format!("for word in {command}; do printf '%s\\n' \"$word\"; done")])
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("text").lines().map(String::from).collect()
}

#[test]
fn exit_codes_tell_errors_denied_warnings_and_limits_apart() {
    let good = sticks(&format!("{TAKE}stuck => me loses"));
    let warned = "game \"Twos\"\nplayers A, B\nstate { left: 0..4 = 4 }\nmove pair when left >= 2 { left -= 2 }\n\
        end when left = 1 => draw\nstuck => me loses\n";
    let code = |text: &str, more: &[&str]| zug(text, &[&["check", "x.game", "--deep"], more].concat()).0;
    assert_eq!(code(&good, &["--deny", "warnings"]), 0);
    assert_eq!(code(&good, &["--positions", "2"]), 0);
    assert_eq!(code(&good, &["--timeout", "0s"]), 3);
    assert_eq!(code(warned, &[]), 0);
    assert_eq!(code(warned, &["--deny", "warnings"]), 1);
    assert_eq!(code(warned, &["--deny", "warnings", "--allow", "never_fires"]), 0);
    assert_eq!(code(&sticks(TAKE), &[]), 1);
    assert_eq!(zug(&good, &["check", "x.game", "--positions", "2"]).0, 2);
}

#[test]
fn every_form_of_messages_holds_findings_and_summary() {
    let text = sticks(&format!("{TAKE}allow no_ending\n"));
    let run = |form: &str| zug(&text, &["check", "x.game", "--deep", "--message-format", form]);
    let (_, short, summary) = run("short");
    assert_eq!(short.lines().count(), 1, "{short}");
    assert!(short.starts_with("x.game:4:1: error[Z0805]: "), "{short}");
    assert!(summary.starts_with("x.game: 10 positions, "), "{summary}");
    let (_, json, nothing) = run("json");
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), nothing.as_str()), (2, ""));
    assert_eq!(lines[0]["code"], "Z0805");
    assert_eq!(lines[1]["summary"], "deep");
    assert_eq!((&lines[1]["positions"], &lines[1]["complete"]), (&10.into(), &false.into()));
    let (_, sarif, _) = run("sarif");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "Z0805");
    let (_, narrated, _) = run("narrated");
    assert!(narrated.contains("after the moves: 1, 2, 2") && narrated.contains("10 positions"), "{narrated}");
}

#[test]
fn beside_a_first_position_that_is_over_nothing_is_told_of_what_never_happens() {
    let over = sticks(&format!("{TAKE}end when left > 0 => draw\nstuck => me loses"));
    let (_, told, _) = zug(&over, &["check", "--deep", "x.game"]);
    assert!(told.contains("Z0937"), "{told}");
    for code in ["Z0920", "Z0921", "Z0922", "Z0923", "Z0951"] {
        assert!(!told.contains(code), "{told}");
    }
    let (_, allowed, _) = zug(&over, &["check", "--deep", "x.game", "--allow", "over_at_start"]);
    assert!(allowed.contains("Z0920"), "{allowed}");
}

#[test]
fn a_first_position_that_takes_long_to_look_at_is_told_by_play() {
    let text = "game \"Far\"\nplayers A, B\nboard Cell = grid(9, 9)\nstate { on: set of Cell, off: set of Cell }\n\
        move put(c in Cell, d in Cell) when every e in reach(c, Cell - off): e in on and d in reach(e, on) { on += c off += d }\n\
        stuck => me loses\n";
    let (_, plain, _) = zug(text, &["check", "x.game"]);
    assert!(!plain.contains("Z0937"), "{plain}");
    let (_, deep, _) = zug(text, &["check", "--deep", "x.game"]);
    assert_eq!(deep.matches("Z0937").count(), 1, "{deep}");
    assert!(!deep.contains("Z0920"), "{deep}");
}

#[test]
fn a_pass_that_no_pass_follows_is_not_told_where_all_positions_were_seen() {
    let text = sticks(
        "move take when left > 1 { left -= 2 again when left = 1 }\nend when left < 2 => me loses\nstuck => pass",
    );
    let (_, plain, _) = zug(&text, &["check", "x.game"]);
    assert!(plain.contains("Z0906"), "{plain}");
    let (_, deep, _) = zug(&text, &["check", "--deep", "x.game"]);
    assert!(!deep.contains("Z0906"), "{deep}");
    let (_, cut, _) = zug(&text, &["check", "--deep", "--positions", "1", "x.game"]);
    assert!(cut.contains("Z0906"), "{cut}");
}

#[test]
fn a_warning_that_only_a_setting_causes_names_it() {
    let text = "game \"Set\"\nplayers A, B\nparam first: 0..5 = 5\nlet spare = 1\nstate { left: 0..5 = first }\n\
        move take when left > 0 { left -= 1 }\nstuck => me loses\n";
    let (_, told, _) = zug(text, &["check", "x.game", "--set", "first=0"]);
    assert!(told.contains("Z0937") && told.contains("Z0901"), "{told}");
    assert_eq!(told.matches("only with `--set first=0`").count(), 1, "{told}");
    let (_, told, _) = zug(text, &["check", "x.game", "--set", "first=4"]);
    assert!(told.contains("Z0901") && !told.contains("only with"), "{told}");
}

#[test]
fn that_play_may_never_end_is_not_told_where_all_play_was_seen_to_end() {
    // A stone that goes on by one or two ends at the border; no measure is declared.
    let walk = |guard: &str| {
        format!(
            "game \"Walk\"\nplayers A, B\nboard Cell = path(5)\nlet next[Cell] = [3, 4, 5, 2, none]\n\
             state {{ at: Cell = 1 }}\nmove go when next[at] != none {guard} {{ at = next[at] }}\n\
             stuck => 1 to me\n"
        )
    };
    let (_, plain, _) = zug(&walk(""), &["check", "x.game"]);
    assert!(plain.contains("Z0907"), "{plain}");
    let (code, ends, _) = zug(&walk(""), &["check", "--deep", "--deny", "warnings", "x.game"]);
    assert!(!ends.contains("Z0907"), "{ends}");
    assert_eq!(code, 0, "{ends}");
    let (code, round, _) = zug(
        &walk("").replace("[3, 4, 5, 2, none]", "[3, 4, 5, 3, 1]"),
        &["check", "--deep", "--deny", "warnings", "x.game"],
    );
    assert!(round.contains("Z0907"), "{round}");
    assert_eq!(code, 1, "{round}");
    let (code, cut, _) =
        zug(&walk(""), &["check", "--deep", "--positions", "2", "--deny", "warnings", "x.game"]);
    assert!(cut.contains("Z0907"), "{cut}");
    assert_eq!(code, 1, "{cut}");
}

/// What `zug check` says of a text, one line a report.
fn checked(text: &str, arguments: &[&str]) -> (i32, Vec<String>) {
    let (code, reported, _) =
        zug(text, &[&["check", "x.game", "--message-format", "short"], arguments].concat());
    let reports = reported.lines().filter(|line| line.contains("[Z")).map(String::from);
    (code, reports.collect())
}

#[test]
fn the_first_positions_are_played_without_deep() {
    let fault = sticks("move take(n in 1..2) when n <= left + 1 { left -= n }\nstuck => me loses");
    let (code, reports) = checked(&fault, &[]);
    assert_eq!((code, reports.len()), (1, 1), "{reports:?}");
    assert!(reports[0].contains("error[Z0801]"), "{reports:?}");
    // A stage is shown without play.
    assert_eq!(zug(&fault, &["check", "x.game", "--emit", "program"]).0, 0);
}

#[test]
fn what_never_happens_is_told_beside_facts_alone_and_where_nothing_else_is_found() {
    let game = |more: &str| {
        format!(
            "game \"G\"\nplayers A, B\nboard Cell = grid(3, 1)\nstate {{ at: Cell = a1, seen: set of Cell }}\n\
             move go(c in near(at) - seen) {{ at = c }}\nstuck => me loses\n{more}"
        )
    };
    let codes = |text: String| {
        let (_, reports) = checked(&text, &[]);
        reports.iter().map(|each| each.split(['[', ']']).nth(1).unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes(game("expect perft = [1]")), ["Z0922", "Z0951"]);
    assert_eq!(codes(game("")), [""; 0]);
    assert_eq!(codes(game("let more = 2\nexpect perft = [1]")), ["Z0901"]);
}

#[test]
fn a_fact_that_does_not_hold_is_told_with_the_command_that_shows_play() {
    let with = |facts: &str| sticks(&format!("{TAKE}stuck => me loses\n{facts}"));
    let (code, reports) = checked(&with("expect with left = 3: value = A wins, perft = [2, 4]"), &[]);
    assert_eq!((code, reports.len()), (0, 1), "{reports:?}");
    assert!(reports[0].contains("warning[Z0952]"), "{reports:?}");
    assert!(reports[0].contains("`zug solve x.game --set 'left = 3'`"), "{reports:?}");
    let wrong = with("expect with left = 3: value = A wins");
    assert_eq!(checked(&wrong, &["--deny", "warnings"]).0, 1);
    assert_eq!(checked(&wrong, &["--allow", "false_fact"]), (0, Vec::new()));
    assert_eq!(checked(&format!("{wrong}\nallow false_fact"), &[]), (0, Vec::new()));
    let (_, reports) = checked(&wrong, &["--deep"]);
    assert!(reports.iter().any(|each| each.contains("[Z0952]")), "{reports:?}");
    // Facts speak of the settings of the text.
    assert_eq!(checked(&wrong, &["--set", "left=4"]), (0, Vec::new()));
    assert_eq!(checked(&with("expect slow with left = 3: value = A wins"), &[]), (0, Vec::new()));
    assert_eq!(checked(&with("expect with left = 3: value = B wins, perft = [2, 3]"), &[]), (0, Vec::new()));
}

#[test]
fn the_slip_behind_facts_that_do_not_hold_is_found_by_trying() {
    let rules =
        |sign: &str| format!("move take(n in 1..2) when n {sign} left {{ left -= n }}\nstuck => me loses");
    let facts = "expect with left = 3: value = B wins, perft = [2, 3]";
    let (_, reported, _) = zug(&sticks(&format!("{}\n{facts}", rules("<"))), &["check", "x.game"]);
    assert!(reported.contains("tried: with `<=` here all facts hold"), "{reported}");
    assert_eq!(reported.matches("tried: ").count(), 1, "{reported}");
    // One fact of two values is mended by many edits.
    let one = "expect with left = 3: value = A wins";
    let (_, reported, _) = zug(&sticks(&format!("{}\n{one}", rules("<="))), &["check", "x.game"]);
    assert!(reported.contains("a fact does not hold"), "{reported}");
    assert!(reported.matches("tried: ").count() <= 3, "{reported}");
    // What was not judged is not said to hold.
    let slow = format!("{}\n{facts}\nexpect slow positions = 6", rules("<"));
    let (_, reported, _) = zug(&sticks(&slow), &["check", "x.game"]);
    assert!(reported.contains("tried: with `<=` here the 2 of 3 facts hold that were judged"), "{reported}");
}

#[test]
fn the_slip_behind_what_play_shows_is_found_by_trying() {
    let text = |asked: &str, facts: &str| {
        format!(
            "game \"Walk\"\nplayers A, B\nboard Cell = path(3)\n\
             state {{ at: Cell = 1, been: set of Cell = {{1}} }}\n\
             move go(c in near(at)) when c {asked} been {{ at = c been += c }}\nstuck => me loses\n{facts}"
        )
    };
    assert_eq!(checked(&text("not in", "expect value = B wins in 2\n"), &[]), (0, Vec::new()));
    let (_, reported, _) = zug(&text("in", "expect value = B wins in 2\n"), &["check", "x.game"]);
    assert!(reported.contains("tried: with `not in` here"), "{reported}");
    // Without a fact nothing says which edit is meant.
    let (_, reported, _) = zug(&text("in", ""), &["check", "x.game"]);
    assert!(reported.contains("Z0937") && !reported.contains("tried: "), "{reported}");
}

#[test]
fn the_slip_behind_a_fault_is_found_by_trying() {
    let heaps = |asked: &str| {
        format!(
            "game \"Heaps\"\nplayers A, B\nstate {{ left: 0..2 = 2, right: 0..3 = 3 }}\n\
             move from_left(n in 1..2) when n <= left {{ left -= n }}\n\
             move from_right(n in 1..2) when n <= {asked} {{ right -= n }}\n\
             stuck => me loses\nexpect value = A wins\nexpect with right = 2: B wins\n"
        )
    };
    let (_, reported, _) = zug(&heaps("left"), &["check", "x.game"]);
    assert!(reported.contains("`right` would become -1"), "{reported}");
    assert!(reported.contains("tried: with `right` here it is not so, and all facts hold"), "{reported}");
    assert_eq!(checked(&heaps("right"), &[]), (0, Vec::new()));
}

#[test]
fn a_store_that_is_missing_is_shown_behind_any_letter() {
    let text = "game \"Jugs\"\nplayers A, B\nrange Jug = 1..2\nstate { full[Jug]: 0..2, n: 0..4 = 4 }\nlet é = 1\n\
                move pour(b in Jug) when full[b] < 2 and n > 0 { n -= é }\n\
                stuck => me loses\nexpect perft = [2, 4, 6], positions = 9\n";
    let (_, reported, _) = zug(text, &["check", "x.game"]);
    assert!(reported.contains("tried: with `full[b] += 1` behind this"), "{reported}");
}

#[test]
fn facts_whose_moves_cannot_be_played_or_that_have_no_moves_are_said_so() {
    let with = |fact: &str| sticks(&format!("{TAKE}stuck => me loses\nexpect {fact}"));
    let report = |fact: &str| checked(&with(fact), &[]).1.concat();
    let unplayed = report("after \"9\": A wins");
    assert!(unplayed.contains("the moves of a fact cannot be played"), "{unplayed}");
    assert!(!unplayed.contains("--moves"), "{unplayed}");
    let over = report("after \"2 2 1\": best = \"1\"");
    assert!(over.contains("no move is found"), "{over}");
}

#[test]
fn the_slip_behind_a_fact_is_told_beside_errors_that_have_a_fix() {
    let text = |sign: &str, ended: &str| {
        format!(
            "game \"Sticks\"\nplayers A, B\nstate {{ left: 0..5 = 5 }}\n\
             move take(n in 1..2) when n {sign} left {{\n  left -= n{ended}\n}}\n\
             stuck => me loses\nexpect with left = 3: value = B wins, perft = [2, 3]\n"
        )
    };
    let (code, reports) = checked(&text("<", ";"), &[]);
    assert_eq!((code, reports.len()), (1, 2), "{reports:?}");
    let (_, reported, _) = zug(&text("<", ";"), &["check", "x.game"]);
    assert!(reported.contains("with the rest mended, a fact does not hold"), "{reported}");
    assert!(reported.contains("tried: with `<=` here all facts hold"), "{reported}");
    // Nothing is said of a line in which something was mended.
    assert_eq!(checked(&text("<", ";").replace(" {\n  left", " { left"), &[]).1.len(), 1);
    assert_eq!(checked(&text("<=", ";"), &[]).1.len(), 1);
}

#[test]
fn settings_of_a_fact_that_nothing_can_have_are_told() {
    let text = |with: &str| sticks(&format!("{TAKE}stuck => me loses\nexpect with {with}: A wins"));
    // Nothing is tried: no edit of the rules mends a fact.
    let (_, reported, _) = zug(&text("left = true"), &["check", "x.game"]);
    assert!(!reported.contains("tried: "), "{reported}");
    for with in ["left = true", "left = {1, 2}", "left = none", "left = zz"] {
        let (code, reports) = checked(&text(with), &[]);
        assert_eq!((code, reports.len()), (0, 1), "{with}: {reports:?}");
        assert!(reports[0].contains("Z0952]: this fact has settings that nothing can have"), "{reports:?}");
    }
}

#[test]
fn what_shows_under_the_settings_of_a_fact_alone_is_told_of_the_fact() {
    let text = "game \"G\"\nplayers A, B\nparam k: 1..5 = 1\nstate { n: 0..3 = 0 }\n\
                move put when n < k { n += 1 }\nstuck => me loses\nexpect with k = 5: A wins\n";
    let (code, reports) = checked(text, &[]);
    assert_eq!((code, reports.len()), (0, 1), "{reports:?}");
    assert!(reports[0].contains("7:20: warning[Z0952]: under the settings of this fact"), "{reports:?}");
}

#[test]
fn what_never_happens_is_left_to_deep_where_facts_or_lists_set_something_else() {
    let text = |fact: &str| {
        format!(
            "game \"Heaps\"\nplayers A, B\nparam heaps: list of 0..9 = [1, 2]\nrange Heap = 1..len(heaps)\n\
             state {{ left[h: Heap]: 0..9 = heaps[h], barred: bool }}\n\
             move take(h in Heap, n in 1..3) when n <= left[h] {{ left[h] -= n }}\n\
             move bar(h in Heap) when left[h] > 4 and not barred {{ left[h] -= 1 barred = true }}\n\
             stuck => me loses\nexpect {fact}\n"
        )
    };
    assert_eq!(checked(&text("with heaps = [5]: value = A wins"), &[]), (0, Vec::new()));
    assert_eq!(checked(&text("value = A wins"), &[]), (0, Vec::new()));
    assert!(!checked(&text("value = A wins"), &["--deep"]).1.is_empty());
}
