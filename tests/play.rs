//! `zug play`: through a pseudo-terminal as a person sees it, and through a pipe.
#![cfg(unix)]

use rexpect::session::{PtySession, spawn_command};
use std::io::Write;
use std::process::{Command, Stdio};

fn zug(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.arg("play").args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Long enough for a busy machine; nothing waits so long unless it fails.
const PATIENCE: u64 = 60_000;

fn terminal(arguments: &[&str]) -> PtySession {
    let mut command = zug(arguments);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    spawn_command(command, Some(PATIENCE)).expect("a pseudo-terminal")
}

fn piped(arguments: &[&str], typed: &str) -> (String, Option<i32>) {
    let mut child = zug(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("zug starts");
    let wrote = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    wrote.expect("it reads, or has ended for another reason");
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn on_a_terminal_moves_are_typed_completed_undone_and_explained() {
    let mut game = terminal(&["games/nim.game", "--set", "heaps=[1,2]"]);
    game.exp_string("First to move").expect("the position");
    game.exp_string("First> ").expect("a prompt");
    game.send_line("2:2").expect("typed");
    game.exp_string("was First wins, now Second wins").expect("an evaluation");
    game.exp_string("the best was 2:1").expect("what would have been better");
    game.exp_string("Second plays 1:1").expect("the refutation");
    game.send_line("why").expect("typed");
    game.exp_string("2:2, 1:1, and play is over: Second wins").expect("the line that refutes it");
    game.send_line("undo").expect("typed");
    game.exp_string("left[2] = 2").expect("the position before");
    game.send_line("hint").expect("typed");
    game.exp_string("First wins in 3 plies").expect("what the best move is worth");
    game.send("hel\t\r").expect("typed");
    game.flush().expect("sent");
    game.exp_string("takes your last move back").expect("the help, completed with the tabulator");
    game.send_line("quit").expect("typed");
    game.exp_eof().expect("it ends");
}

#[test]
fn from_a_pipe_it_plays_to_the_end_and_ends() {
    let (told, code) = piped(&["games/nim.game", "--set", "heaps=[1,2]"], "2:1\n1\n");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("play is over: First wins"), "{told}");
}

#[test]
fn a_number_chooses_from_the_list_and_notation_goes_before_it() {
    let (told, _) = piped(&["games/tic_tac_toe.game"], "5\nquit\n");
    assert!(told.contains("b2: draw"), "{told}");
    let sticks = ["games/subtraction.game", "--set", "pile=7", "--set", "takes={2,3}"];
    let (told, _) = piped(&sticks, "2\nquit\n");
    assert!(told.contains("left = 5"), "`2` is a move there: {told}");
    let (told, _) = piped(&sticks, "1\nwhy not 1\nquit\n");
    assert_eq!(told.matches("`1`").count(), 2, "`1` is no move there, and no place in the list: {told}");
    assert!(!told.contains("left = 5"), "{told}");
}

#[test]
fn the_list_of_moves_has_numbers_that_can_be_typed_or_none() {
    let (told, _) = piped(&["games/tic_tac_toe.game"], "moves\nquit\n");
    assert!(told.contains("\n    1. a1\n"), "{told}");
    let sticks = ["games/subtraction.game", "--set", "pile=7", "--set", "takes={2,3}"];
    let (told, _) = piped(&sticks, "moves\nquit\n");
    assert!(told.contains("moves\n  2\n  3\n"), "{told}");
}

#[test]
fn a_move_may_be_written_with_its_name_where_that_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sticks.game").display().to_string();
    let text = "game \"Sticks\" players A, B state { left: 0..5 = 5 }
        move take(n in 1..2) when left >= n { left -= n } stuck => me loses
        expect best = \"take 2\" expect after \"take 2\": value = A wins expect after \"take 2 1\": value = A wins";
    std::fs::write(&file, text).expect("it is written");
    let (told, code) = piped(&[&file, "--as", "both"], "take 2\nquit\n");
    assert_eq!(code, Some(0));
    assert!(told.contains("left = 3"), "{told}");
    let tested = Command::new(env!("CARGO_BIN_EXE_zug")).args(["test", &file]).output().expect("it runs");
    assert_eq!(tested.status.code(), Some(0), "{}", String::from_utf8_lossy(&tested.stdout));
}

#[test]
fn one_hint_the_value_and_a_move_that_is_not_legal_are_told_in_any_letters() {
    let nim = ["games/nim.game", "--set", "heaps=[1,2]"];
    let (told, code) = piped(&nim, "VALUE\nhint 1\nHint\nhint one\nquit\n");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("value: First wins in 3 plies; 1 of 3 moves keeps that"), "{told}");
    let hints: Vec<&str> = told.split("First> ").collect();
    assert_eq!(hints[2], "hint 1\n* 2:1  First wins in 3 plies\n", "{told}");
    assert!(
        hints[3].starts_with("Hint\n* 2:1  First wins in 3 plies\n  1:1  Second wins in 2 plies\n"),
        "{told}"
    );
    assert!(hints[4].contains("`hint 1`"), "{told}");
    let (told, _) = piped(&["games/hexapawn.game"], "A1-A2\nWhy Not B3-B2\nquit\n");
    assert!(told.contains("a1-a2: Black wins") && told.contains("White> Why Not B3-B2"), "{told}");
}

#[test]
fn what_cannot_be_told_says_why_and_nothing_is_told_twice() {
    let nim = ["games/nim.game", "--set", "heaps=[1,2]"];
    let (told, code) = piped(&nim, "hint 0\nload\nsave\nquit\n");
    assert_eq!(code, Some(0), "{told}");
    for part in ["hint 0\nwrite `hint`", "load\nwrite `load FILE`", "save\nwrite `save FILE`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let (told, _) = piped(&nim, "2:1\n1\nhint\nvalue\nquit\n");
    assert!(told.contains("over> hint\nplay is over: there is no move to choose\n"), "{told}");
    assert!(told.contains("value: First wins\n") && !told.contains("0 plies"), "{told}");
    let (told, _) = piped(&["games/hexapawn.game", "--hints"], "value\nmoves\nhint\nquit\n");
    assert_eq!(told.matches("value: Black wins").count(), 2, "of `--hints`, and of `value`: {told}");
    assert_eq!(told.matches("  a1-a2  Black wins").count(), 2, "of `--hints`, and of `hint`: {told}");
}

#[test]
fn a_byte_that_is_no_letter_ends_nothing() {
    let mut child = zug(&["games/nim.game", "--set", "heaps=[1,2]"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("zug starts");
    child.stdin.take().expect("a pipe").write_all(b"2\xff:1\n2:1\n1\nquit\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("play is over: First wins"), "{told}");
    let mut game = terminal(&["games/nim.game", "--set", "heaps=[1,2]"]);
    game.exp_string("First> ").expect("a prompt");
    let mut keys = game.process().get_file_handle().expect("the terminal");
    keys.write_all(b"\xff\xfe\r").expect("typed");
    game.exp_string("no UTF-8").expect("what is wrong with it");
    game.send_line("2:1").expect("typed");
    game.exp_string("a best move").expect("it goes on");
    game.send_line("quit").expect("typed");
    game.exp_eof().expect("it ends");
}

#[test]
fn a_line_of_best_play_ends_where_play_repeats() {
    let (told, _) = piped(&["games/pong_hau_ki.game", "--as", "both"], "1\nwhy\nquit\n");
    let line = told.lines().find(|line| line.ends_with("and play repeats")).expect(&told);
    assert!(line.matches(", ").count() < 50, "{line}");
}

#[test]
fn a_page_is_written_once_and_the_same_each_time() {
    let page = ["games/hexapawn.game", "--as", "Black", "--hints", "--format", "html"];
    let (told, code) = piped(&page, "");
    assert_eq!(code, Some(0));
    assert!(told.starts_with("<!doctype html>") && told.ends_with("</html>\n"));
    assert!(!told.contains("{{") && !told.contains("src=") && told.matches("http").count() < 8);
    assert_eq!(told, piped(&page, "").0);
    let none =
        zug(&["games/hexapawn.game", "--format", "html", "--positions", "0"]).output().expect("zug starts");
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn both_sides_of_the_program_play_what_the_value_says() {
    let (told, code) = piped(&["games/hexapawn.game", "--as", "none"], "");
    assert_eq!(code, Some(0));
    assert!(told.trim_end().ends_with("play is over: Black wins"), "{told}");
    // White's first move leaves five plies, and so on: distances count from after the move, as
    // those of a person's moves do.
    for (player, plies) in [("White", 5), ("Black", 4), ("White", 3)] {
        let says = format!("(Black wins in {plies} plies)\n");
        let lines = told.lines().filter(|line| line.starts_with(&format!("{player} plays")));
        assert!(lines.clone().any(|line| says.starts_with(&line[line.find('(').unwrap_or(0)..])), "{told}");
    }
    assert!(!told.contains("in 0 plies") && told.contains("(Black wins)\n"), "{told}");
}

#[test]
fn play_that_repeats_is_ended() {
    let (told, code) = piped(&["games/pong_hau_ki.game", "--as", "none"], "");
    assert_eq!(code, Some(0));
    assert!(told.contains("play repeats"), "{told}");
}

#[test]
fn a_saved_game_is_taken_up_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt").display().to_string();
    let save = format!("b2\nsave {file}\n");
    let (told, _) = piped(&["games/tic_tac_toe.game", "--as", "both"], &save);
    assert!(told.contains("written to"), "{told}");
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(text, "game \"Tic-tac-toe\"\nmoves b2\n");
    let (told, code) = piped(&["games/tic_tac_toe.game", "--as", "both", "--load", &file], "quit\n");
    assert_eq!(code, Some(0));
    assert!(told.contains("2 . X .") && told.contains("O to move"), "{told}");
}

#[test]
fn a_game_with_blanks_and_line_ends_in_its_settings_is_taken_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt").display().to_string();
    for setting in ["heaps=[1, 2] ", " heaps=[1,\n2]", "heaps=[1,\r\n  2]\n"] {
        let game = ["games/nim.game", "--as", "both", "--set", setting];
        let (told, _) = piped(&game, &format!("1:1\nsave {file}\n"));
        assert!(told.contains("written to"), "{told}");
        let (told, code) = piped(&[&game[..], &["--load", &file]].concat(), "quit\n");
        assert_eq!(code, Some(0), "{setting:?}: {told}");
        assert!(told.contains("left[1] = 0") && told.contains("Second to move"), "{told}");
    }
}

/// A lane that wins in 39 plies, beside a long game that is drawn, which looks no worse to who
/// cannot see so far.
const LANE: &str = "game \"Lane\"\nplayers A, B\nboard Cell = grid(6, 6)\n\
    state { stones[Player]: set of Cell, lane: 0..40, n: 0..40 }\n\
    move begin when n = 0 { n = 1 }\n\
    move go when n = 1 and lane = 0 { lane = 1 }\n\
    move on when lane > 0 and lane < 39 { lane += 1 }\n\
    move off when lane > 0 and lane < 39 and me = B { lane = 40 }\n\
    move put(c in Cell - stones[A] - stones[B]) when n > 0 and n < 30 and lane = 0 { stones[me] += c n += 1 }\n\
    end when lane = 40 => A wins\nend when lane = 39 => B wins\n\
    stuck => if sum(c in stones[A]: c.x * c.y) % 2 = 0 then draw else A wins\n";

#[test]
fn a_line_of_best_play_holds_no_guesses() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lane.game").display().to_string();
    std::fs::write(&path, LANE).expect("written");
    let (told, code) = piped(&[&path, "--as", "both", "--timeout", "1s"], "why begin\nquit\n");
    assert_eq!(code, Some(0));
    let line = told.lines().find(|line| line.trim_start().starts_with("begin, ")).expect(&told);
    assert!(told.contains("begin: B wins"), "{told}");
    // On a busy machine nothing may be proved behind the first move; then no line goes on.
    assert!(line.trim() == "begin, .." || line.contains("begin, go, on, "), "{line}");
}

#[test]
fn a_title_with_quotes_is_saved_so_that_its_end_can_be_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rules =
        "players A, B\nstate { n: 0..3 = 3 }\nmove t(k in 1..2) when k <= n { n -= k }\nstuck => me loses\n";
    let game = |title: &str| format!("game \"{title}\"\n{rules}");
    std::fs::write(path("one.game"), game("x \\\"y\\\" \\\\")).expect("written");
    let (told, _) = piped(&[&path("one.game"), "--as", "both"], &format!("1\nsave {}\n", path("saved")));
    let text = std::fs::read_to_string(path("saved")).expect(&told);
    assert!(text.starts_with("game \"x \\\"y\\\" \\\\\"\n"), "{text}");
    let (told, code) = piped(&[&path("one.game"), "--as", "both", "--load", &path("saved")], "quit\n");
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn a_game_of_something_else_is_not_taken_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt").display().to_string();
    std::fs::write(&file, "game \"Nim\"\nmoves 1 1\n").expect("written");
    let (_, code) = piped(&["games/tic_tac_toe.game", "--load", &file], "");
    assert_eq!(code, Some(2));
}

#[test]
fn a_game_too_large_is_guessed_and_never_called_exact() {
    let large = ["games/connect_four.game", "--set", "columns=7", "--set", "rows=6", "--timeout", "200ms"];
    let (told, code) = piped(&large, "4\nquit\n");
    assert_eq!(code, Some(0));
    assert!(told.contains("moves are guessed") && told.contains("not exact"), "{told}");
    assert!(!told.contains(" wins in "), "{told}");
    // The time was short, so it is not the game that is told to be too large.
    assert!(told.contains("`--timeout`") && told.contains("within the time and memory"), "{told}");
    assert!(!told.contains("too large"), "{told}");
}

#[test]
fn whoever_is_no_player_is_refused_with_those_there_are() {
    let output = zug(&["games/tic_tac_toe.game", "--as", "Z"]).output().expect("zug starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the players are X and O"));
}

/// More positions than are listed before a search forward; who moves wins at once from 2.
const COUNTERS: &str = include_str!("common/counters.game");

#[test]
fn a_win_that_is_found_forward_is_told_and_of_the_other_moves_that_they_are_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("counters.game").display().to_string();
    std::fs::write(&path, COUNTERS).expect("written");
    let (told, code) = piped(&[&path, "--timeout", "1h", "--memory", "32MiB"], "value\nhint\nleft\nquit\n");
    assert_eq!(code, Some(0), "{told}");
    for part in [
        "value: A wins in 1 ply; of 4 moves 1 is known to keep that\n",
        "hint\n* down   A wins in 1 ply\n  up     not known\n  left   not known\n  right  not known\n",
        "left: was A wins in 1 ply by down, now not known\n",
        "B plays down (B wins)\n",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("guessed"), "{told}");
    let (told, _) = piped(&[&path, "--timeout", "1h", "--memory", "32MiB"], "down\nwhy\nquit\n");
    assert!(told.contains("down: A wins: a best move; nothing is known of the 3 others\n"), "{told}");
    assert!(told.contains("  down, and play is over: A wins\n"), "{told}");
}
