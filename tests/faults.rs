//! Every command that meets a fault tells the moves that lead to it and the position.

use std::process::Command;

const TAKE: &str = "move take(n in 1..2) when n <= left { left -= n }\n";

fn sticks(rest: &str) -> String {
    format!("game \"Sticks\"\nplayers A, B\nstate {{ left: 0..5 = 5 }}\n{rest}\n")
}

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
fn a_fault_has_its_moves_and_its_position_in_every_command_that_meets_it() {
    let text = sticks("move take(n in 1..2) { left -= n }\nstuck => me loses\nexpect value = A wins");
    let runs: [&[&str]; 13] = [
        &["analyze", "x.game"],
        &["analyze", "x.game", "--moves", "2"],
        &["analyze", "x.game", "--memory", "1kB"],
        &["estimate", "x.game"],
        &["estimate", "x.game", "--positions", "1"],
        &["play", "x.game", "--as", "none"],
        &["play", "x.game", "--as", "none", "--memory", "1kB"],
        &["solve", "x.game"],
        &["solve", "x.game", "--solver", "minimax", "--engine", "semantics"],
        &["solve", "x.game", "--solver", "retrograde"],
        &["perft", "x.game", "9"],
        &["test", "x.game"],
        &["show", "x.game", "--moves", "2, 2, 2"],
    ];
    for arguments in runs {
        let (code, out, err) = zug(&text, arguments);
        let told = out + &err;
        assert_eq!(code, 1, "{arguments:?}\n{told}");
        for part in ["Z0801", "after the moves: ", "the position before `", "left = "] {
            assert!(told.contains(part), "{arguments:?}: {part}\n{told}");
        }
    }
}

#[test]
fn a_fault_that_is_met_later_has_all_its_moves() {
    // A fault comes only after A's third move, so who looks further must go back to tell the way.
    let text = sticks("move take { left -= 1 }\nmove put when left < 5 { left += 1 }\nstuck => me loses");
    let runs: [&[&str]; 5] = [
        &["analyze", "x.game", "--moves", "take, take"],
        &["analyze", "x.game", "--memory", "1kB", "--moves", "take, take"],
        &["estimate", "x.game", "--positions", "1", "--moves", "take, take"],
        &["play", "x.game", "--as", "none", "--moves", "take, take"],
        &["play", "x.game", "--as", "none", "--memory", "1kB", "--moves", "take, take"],
    ];
    for arguments in runs {
        let (code, out, err) = zug(&text, arguments);
        let told = out + &err;
        assert_eq!(code, 1, "{arguments:?}\n{told}");
        let moves = told.split("after the moves: ").nth(1).and_then(|rest| rest.lines().next());
        let moves = moves.unwrap_or_else(|| panic!("{arguments:?}\n{told}"));
        assert!(told.contains("Z0801") && moves.starts_with("take, take, "), "{arguments:?}\n{told}");
        // Each `take` leaves one stick less, the last one less than none.
        let left = moves.split(", ").fold(5, |left, each| if each == "take" { left - 1 } else { left + 1 });
        assert_eq!(left, -1, "{arguments:?}: {moves}");
    }
}

/// A move with a `provided` is tried by `can` where nobody asked for it, and by `stuck(..)` where
/// play is over: what it adds is bounded by no bound of play.
#[test]
fn points_that_are_only_tried_are_not_left_out_of_keys() {
    let asked = "game \"Asked\" players A, B state { left: 0..2 = 2, pts: 0..4 }
        move b when left > 1 { left -= 1 }
        move a when left > 0 { left -= 1  pts += 1  again with f }
        followup f { pts += 1 } provided left < 3
        stuck => if can(f) then pts to A else pts to A";
    let over = "game \"Over\" players A, B state { left: 0..3 = 3, pts: 0..3 }
        move b when left > 1 { left -= 1 }
        move a when left > 0 { left -= 1  pts += 1 }
        move d when left < 1 { left = 1 pts += 1 } provided left < 3
        end when left < 1 and stuck(A) => pts to A
        end when left < 1 => pts to A";
    for text in [asked, over] {
        let runs: [&[&str]; 6] = [
            &["--solver", "minimax", "--engine", "semantics"],
            &[],
            &["--solver", "retrograde"],
            &["--solver", "induction"],
            &["--strong"],
            &["--strong", "--threads", "2"],
        ];
        for options in runs {
            let (code, out, err) = zug(text, &[&["solve", "x.game"], options].concat());
            assert_eq!(code, 1, "{options:?}\n{text}\n{out}{err}");
            assert!(err.contains("Z0801"), "{options:?}\n{out}{err}");
        }
    }
}

#[test]
fn a_position_where_nobody_can_move_is_told_by_every_command_that_looks_at_it() {
    let text = sticks(TAKE);
    let runs: [&[&str]; 3] = [
        &["solve", "x.game", "--moves", "1, 2, 2"],
        &["moves", "x.game", "--moves", "1, 2, 2"],
        &["perft", "x.game", "9"],
    ];
    for arguments in runs {
        let (code, out, err) = zug(&text, arguments);
        let told = out + &err;
        assert_eq!(code, 1, "{arguments:?}\n{told}");
        assert!(told.contains("Z0805") && told.contains("after the moves: 1, "), "{arguments:?}\n{told}");
    }
}

#[test]
fn a_fact_after_moves_tells_the_moves_from_the_start() {
    let text = sticks(
        "move take(n in 1..2) { left -= n }\nstuck => me loses\nexpect after \"2, 2\": value = A wins",
    );
    let (code, told, _) = zug(&text, &["test", "x.game"]);
    assert_eq!(code, 1);
    assert!(told.contains("Z0801") && told.contains("after the moves: 2, 2, 2"), "{told}");
    let (_, json, _) = zug(&text, &["test", "x.game", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["facts"][0]["code"], "Z0801");
    assert_eq!(json["facts"][0]["notes"][0], "after the moves: 2, 2, 2");
}

#[test]
fn a_fact_about_positions_tells_the_moves_to_a_fault() {
    let text = sticks("move take(n in 1..2) { left -= n }\nstuck => me loses\nexpect positions = 9");
    let (code, told, err) = zug(&text, &["test", "x.game"]);
    let told = told + &err;
    assert_eq!(code, 1, "{told}");
    assert!(
        told.contains("Z0801") && told.contains("after the moves: ") && !told.contains("Z0899"),
        "{told}"
    );
}
