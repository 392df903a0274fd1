//! `zug why`: reasons say of every move, rule and end what the rules by name say, and name the part
//! that decides.

mod common;

use std::path::Path;
use std::process::{Command, Output};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::why::{MoveAnswer, Rule, of_end, of_move, of_rule, rules};

/// So many positions of a game are looked at.
const POSITIONS: usize = 5;
/// So many moves are asked about in a position.
const ASKED: usize = 6;

/// A line of play that no table knows: the moves are taken by a fixed rule.
fn line(semantics: &Semantics<'_>) -> Vec<Position> {
    let mut here = semantics.start();
    let mut line = vec![here.clone()];
    for ply in 0..60_usize {
        let legal = semantics.legal(&here).expect("a position without a fault");
        let Some(choice) = legal.get((ply * 7 + 3) % legal.len().max(1)) else { break };
        here = semantics.play(&here, choice).expect("a legal move");
        line.push(here.clone());
    }
    line
}

#[test]
fn reasons_agree_with_the_rules_on_every_game_of_the_library() {
    let (mut refused, mut legal_ones) = (0, 0);
    for path in common::library() {
        let definition = common::load(&path, &[]);
        let semantics = Semantics::new(&definition.program);
        let line = line(&semantics);
        let step = line.len().div_ceil(POSITIONS).max(1);
        let mut texts: Vec<String> = Vec::new();
        for position in line.iter().step_by(step).chain(line.last()) {
            let name = path.display();
            let over = semantics.outcome(position).expect("no fault");
            let end = of_end(&semantics, position).expect("no fault");
            assert_eq!(end.holds, over.is_some(), "{name}: {}", end.answer);
            for (rule, _) in rules(&definition.program) {
                let answer = of_rule(&semantics, position, rule).expect("no fault");
                let decides = match rule {
                    Rule::End(index) => semantics.ended_by(position) == Some(index),
                    Rule::Stuck => semantics.ended_by(position).is_none() && is_stuck(&semantics, position),
                };
                assert_eq!(answer.holds, decides, "{name}: {rule:?}: {}", answer.answer);
            }
            let legal: Vec<String> =
                semantics.texts(position).expect("no fault").into_iter().map(|(_, text)| text).collect();
            texts.extend(legal.iter().take(ASKED / 2).cloned());
            for text in texts.iter().rev().take(ASKED) {
                // A pass is no move of the definition.
                let Ok(MoveAnswer::Read(answer)) = of_move(&semantics, position, text) else {
                    assert!(!legal.contains(text) || text == "pass", "{name}: `{text}` is not read");
                    continue;
                };
                assert_eq!(answer.holds, legal.contains(text), "{name}: `{text}`: {}", answer.answer);
                legal_ones += usize::from(answer.holds);
                if !answer.holds {
                    refused += 1;
                    assert!(!answer.reasons.is_empty(), "{name}: `{text}`: {} has no reason", answer.answer);
                }
            }
        }
    }
    assert!(
        refused > 300 && legal_ones > 300,
        "{refused} refused, {legal_ones} legal: too few to mean anything"
    );
}

/// Whether the player to move has no legal move.
fn is_stuck(semantics: &Semantics<'_>, position: &Position) -> bool {
    let legal = semantics.legal(position).expect("no fault");
    legal.is_empty() || legal == [zug_lang::program::Choice::Pass]
}

fn zug(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("zug runs")
}

fn library(arguments: &[&str]) -> (i32, String) {
    let output = zug(Path::new(env!("CARGO_MANIFEST_DIR")), arguments);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().expect("an exit code"), String::from_utf8(text).expect("text"))
}

/// Asks about a game of the library, and holds the code and parts of the answer.
fn asked(arguments: &[&str], code: i32, parts: &[&str]) {
    let (found, text) = library(arguments);
    assert_eq!(found, code, "{arguments:?}\n{text}");
    for part in parts {
        assert!(text.contains(part), "{arguments:?}: {part}\n{text}");
    }
}

const TIC: &str = "games/tic_tac_toe.game";

#[test]
fn a_taken_cell_is_told_by_the_part_that_refuses_it_however_it_is_asked() {
    let parts = ["`b2` is not legal", "b2 is in `marks[X]` (`X` stands there)", "`marks[X]` = {b2}"];
    for question in [&["move", "b2"][..], &["b2"], &["B2"], &["why is b2 not legal here?"], &["why not b2"]] {
        asked(&[&["why", TIC, "--moves", "b2"], question].concat(), 0, &parts);
    }
}

#[test]
fn an_end_is_told_by_its_witness_and_a_rule_that_does_not_hold_by_what_is_nearest() {
    asked(
        &["why", TIC, "--moves", "a1,b1,a2,b2,a3", "end"],
        0,
        &["play is over: X wins", "`p` = X", "{a1, a2, a3}"],
    );
    asked(&["why", TIC, "--moves", "a1,b1,a2,b2", "rule", "1"], 0, &["the rule does not hold", "a3"]);
    asked(&["why", TIC, "--moves", "a1,b1,a2,b2", "over"], 0, &["play goes on", "O", "5 legal moves"]);
    asked(&["why", TIC, "stuck"], 0, &["`stuck` does not count: X has 9 legal moves"]);
}

#[test]
fn a_guard_is_told_with_the_values_of_its_names() {
    asked(&["why", "games/hexapawn.game", "a1-a3"], 2, &["`a1-a3`", "move MOVE"]);
    asked(
        &["why", "games/hexapawn.game", "--moves", "a1-a2", "move", "a2-a3"],
        0,
        &["`a2-a3` is not legal: Black is to move"],
    );
    asked(
        &["why", "games/hexapawn.game", "--moves", "a1-a2, b3-b2", "b1-b2"],
        0,
        &[
            "`b1-b2` is not legal",
            "b2 is in `pawns[Black]` (`b` stands there)",
            "`step(c, ahead[White])` = b2",
        ],
    );
    asked(&["why", "games/nim.game", "2:9"], 0, &["`2:9` is not legal", "9 is not in"]);
}

#[test]
fn a_value_is_told_with_a_line_for_every_move() {
    asked(
        &["why", "games/hexapawn.game", "value"],
        0,
        &["Black wins", "every move of White loses", "a1-a2", "b1-b2"],
    );
    asked(&["why", TIC, "--moves", "b2", "best", "a2"], 0, &["`a2` is not best for O: X wins", "draw"]);
    asked(&["why", TIC, "--moves", "b2", "best", "z9"], 2, &["no legal move here"]);
    // Friend minimizes: what is worse for him is the greater number.
    let wallets = ["why", "games/wallets.game", "--moves", "choose right"];
    asked(
        &[&wallets[..], &["value"]].concat(),
        0,
        &["1 to You: `hand_over 1` is worth that, the other move is worse for Friend"],
    );
    asked(
        &[&wallets[..], &["best", "hand_over 1"]].concat(),
        0,
        &["1 of 2 moves is worth that, the other is worse for Friend"],
    );
    let over = ["why", TIC, "--moves", "a1,b1,a2,b2,a3", "value"];
    asked(&over, 0, &["play is over: X wins"]);
    assert!(!library(&over).1.contains("0 plies"), "{}", library(&over).1);
}

#[test]
fn what_cannot_be_asked_lists_what_can() {
    asked(&["why", TIC, "what", "now"], 2, &["move MOVE", "rule NUMBER", "value"]);
    asked(&["why", TIC, "rule", "9"], 2, &["there is one `end` rule: `rule 1`"]);
    asked(&["why", TIC, "line", "1"], 2, &["no rule about the end of play stands on line 1"]);
    asked(&["why", TIC, "move", "z9"], 2, &["no move of this definition reads `z9`"]);
}

#[test]
fn every_answer_is_one_object_of_json() {
    for question in [&["b2"][..], &["end"], &["rule", "1"], &["value"], &["best"]] {
        let (code, text) = library(&[&["why", TIC, "--json", "--moves", "b2,a2"], question].concat());
        assert_eq!(code, 0, "{text}");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(json["command"], "why");
        assert_eq!(json["after"], serde_json::json!(["b2", "a2"]));
    }
    let (_, text) = library(&["why", TIC, "--json", "--moves", "b2", "b2"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["holds"], false);
    assert_eq!(json["question"], "move b2");
    assert_eq!(json["reasons"][0]["line"], 26);
    assert_eq!(json["reasons"][0]["source"], "marks[X]");
    assert_eq!(json["reasons"][0]["values"][0], serde_json::json!({"name": "marks[X]", "value": "{b2}"}));
}

/// A definition in a folder of its own.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.game"), text).expect("written");
    folder
}

fn printed(output: &Output) -> String {
    String::from_utf8([output.stdout.clone(), output.stderr.clone()].concat()).expect("text")
}

const STICKS: &str = "game \"Sticks\"\nplayers A, B\nstate { left: 0..5 = 5, tired: bool }\n\
    move take(n in 1..3) when n <= left and not tired provided left != 1 { left -= n }\n\
    followup rest { }\nmove stop when tired { tired = false }\nstuck => me loses\nallow unused\n";

#[test]
fn a_coordinate_is_told_as_it_is_written() {
    let text = "game \"Column\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate { at: Cell = a1 }\n\
        move go(c in Cell) when c.x = at.x and c.y > at.y as \"{c}\" { at = c }\nstuck => me loses\n";
    let folder = folder(text);
    let told = printed(&zug(folder.path(), &["why", "a.game", "b2"]));
    assert!(told.contains("`b2.x = a1.x` does not hold: `b2.x` is 2, `a1.x` is 1"), "{told}");
    assert!(!told.contains("Cell.x"), "{told}");
}

#[test]
fn conjunctions_name_the_first_false_part_and_what_is_provided_is_asked_after_the_move() {
    let text = STICKS.replace(" provided left != 1 { left -= n }", " { left -= n } provided left != 1");
    let folder = folder(&text);
    let run = |arguments: &[&str]| printed(&zug(folder.path(), &[&["why", "a.game"], arguments].concat()));
    let short = run(&["--moves", "take 3", "take 3"]);
    assert!(short.contains("`n <= left` does not hold: `n` is 3, `left` is 2"), "{short}");
    let provided = run(&["--moves", "take 3", "take 1"]);
    assert!(provided.contains("what `take` provides does not hold"), "{provided}");
    assert!(provided.contains("`left != 1` does not hold: `left` is 1"), "{provided}");
    let tired = run(&["stop"]);
    assert!(tired.contains("`tired` is false"), "{tired}");
    let rest = run(&["rest"]);
    assert!(rest.contains("legal only right after a move that asks for it"), "{rest}");
}

#[test]
fn an_illegal_move_is_refused_with_its_reason_in_every_command() {
    asked(&["moves", TIC, "--moves", "b2,b2"], 2, &["b2 is in `marks[X]` (`X` stands there)", "26 |"]);
    asked(&["moves", TIC, "--moves", "B2"], 2, &["did you mean `b2`?"]);
    let (_, text) = library(&["moves", TIC, "--moves", "B2"]);
    assert!(!text.contains("did you mean `a2`"), "{text}");
}

#[test]
fn a_wrong_line_of_a_batch_has_its_place_and_the_others_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("lines.txt"), "b2\nb2, b2\nm=4 n=four; a1\na1\n").expect("written");
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join(TIC).display().to_string();
    let output = zug(folder.path(), &["solve", &game, "--batch", "lines.txt", "--format", "{value}"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "draw\ndraw\n");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in ["lines.txt:2:5", "lines.txt:3:7", "Z0611", "Z0101"] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains("Z0106"), "{told}");
}

/// What `zug play` prints of typed lines.
fn played(arguments: &[&str], typed: &str) -> (i32, String) {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .arg("play")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("zug runs");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code().expect("an exit code"), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn in_play_an_illegal_move_and_why_not_tell_the_same_reason() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(["play", TIC, "--as", "both"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("zug runs");
    let typed = child.stdin.take().expect("a pipe").write_all(b"B2\nb2\nwhy not b2\nquit\n");
    typed.expect("written");
    let text = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    assert_eq!(text.matches("b2 is in `marks[X]` (`X` stands there)").count(), 2, "{text}");
    let (_, told) = played(&["games/hexapawn.game", "--as", "both"], "b1-b2\na3xB2\nb2-b1\nA3XB2\n");
    for line in told.lines().filter(|line| line.starts_with("  ")) {
        assert!(!told.contains(&format!(": {}\n", line.trim())), "a reason is told twice: {told}");
    }
}

#[test]
fn a_likely_mend_is_offered_with_the_effect_that_was_tried() {
    let text = "game \"Sticks\"\nplayers A, B\nstate { left: 0..5 = 5 }\n\
        move take(n in 1..2) when n <= lefft { left -= n }\nstuck => me loses\n\
        expect value = A wins\nexpect positions = 10\n";
    let right = printed(&zug(folder(text).path(), &["check", "a.game"]));
    assert!(right.contains("tried: with `left` the definition is in order, and all 2 facts hold"), "{right}");
    let wrong = text.replace("positions = 10", "positions = 11");
    let wrong = printed(&zug(folder(&wrong).path(), &["check", "a.game"]));
    assert!(wrong.contains("but 1 of its 2 facts does not hold"), "{wrong}");
}

#[test]
fn a_fault_names_the_move_and_the_command_leads_to_where_it_was_made() {
    let text = "game \"Sticks\"\nplayers A, B\nstate { left: 0..5 = 5, used: 0..9 }\n\
        move take(n in 1..2) { used += n left -= n }\nstuck => me loses\nallow unused\n";
    let folder = folder(text);
    let told = printed(&zug(folder.path(), &["solve", "a.game", "--set", "left=3"]));
    for part in [
        "the position before `",
        "at fault",
        "as far as it comes:",
        "to stand before it: zug show a.game --set left=3",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let command = told.split("to stand before it: zug ").nth(1).and_then(|rest| rest.lines().next());
    let words: Vec<&str> = command.expect("a command").split_whitespace().collect();
    let moves = command.expect("a command").split('\'').nth(1).map_or(words[words.len() - 1], |moves| moves);
    let shown = zug(folder.path(), &["show", "a.game", "--set", "left=3", "--moves", moves]);
    assert_eq!(shown.status.code(), Some(0), "{}", printed(&shown));
}

/// More positions than are listed before a search forward; A wins at once from 2.
const COUNTERS: &str = include_str!("common/counters.game");

#[test]
fn a_win_that_is_found_forward_is_told_with_the_moves_that_are_not_known() {
    let folder = folder(COUNTERS);
    let ask = |question: &[&str], code: i32| {
        let output = zug(folder.path(), &[&["why", "a.game"], question].concat());
        let told =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{told}");
        told
    };
    let told = ask(&["value"], 0);
    let answer = "A wins in 1 ply: `down` forces it, whatever the answer; nothing is known of the 3 others";
    for part in [answer, "down: A wins", "not known: up, left, right\n"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let told = ask(&["best", "down"], 0);
    assert!(told.contains("`down` is best for A: A wins; nothing is known of the 3 others"), "{told}");
    let told = ask(&["best", "up"], 0);
    assert!(told.contains("`up` is not best for A: draw after it, but A wins after `down`"), "{told}");
    let told = ask(&["--memory", "96MiB", "best", "up"], 3);
    assert!(told.contains("nothing is known of `up` within the limits: A wins in 1 ply"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&ask(&["--json", "value"], 0)).expect("JSON");
    assert_eq!(json["value"]["winner"], "A");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["not_known"], serde_json::json!(["up", "left", "right"]));
}
