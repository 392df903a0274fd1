//! The command line as a person meets it: what goes to which output, and with which exit code.

#[path = "common/command.rs"]
mod command;

use command::{code, err, out, zug, zug_in};
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Output, Stdio};

const LOOP: &str = "game \"Round and round\"\nplayers A, B\nboard Cell = ring(5)\nstate { at: Cell = 1 }\n\
    move go(d in {forward, backward}) { at = step(at, d) }\nend when at = 4 and me = A => B wins\n";

#[test]
fn the_sample_of_poj_1085_gives_the_judges_lines() {
    let lines = "2 4, 4 5, 5 9, 3 6, 2 5, 3 5\n2 4, 4 5, 5 9, 3 6, 2 5, 3 5, 7 8\n\
        1 2, 2 3, 1 3, 2 4, 2 5, 4 5\n1 2, 2 5, 3 6, 5 8, 4 7, 6 10, 2 4, 4 5, 4 8, 7 8\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let arguments = ["solve", "games/poj1085.game", "--batch", "-", "--format", "Game {n}: {value}."];
    let output = zug_in(root, &arguments, lines);
    assert_eq!(out(&output), "Game 1: B wins.\nGame 2: A wins.\nGame 3: A wins.\nGame 4: B wins.\n");
    assert_eq!(code(&output), 0);
}

#[test]
fn cqoi_2013_gives_the_judges_lines() {
    let lines =
        "n=2 white=a1 black=b2;\nn=3 white=b1 black=c3;\nn=5 white=b1 black=c3;\nn=8 white=a1 black=b1;\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let arguments = ["solve", "games/cqoi2013.game", "--batch", "-", "--format", "{winner} {plies}"];
    let output = zug_in(root, &arguments, lines);
    assert_eq!(out(&output), "BLACK 2\nBLACK 8\nBLACK 12\nWHITE 1\n", "{}", err(&output));
}

#[test]
fn beside_a_format_statistics_go_to_the_standard_error_output() {
    let output = zug(&["solve", "games/tic_tac_toe.game", "--format", "{value}", "--stats"]);
    assert_eq!((out(&output).as_str(), code(&output)), ("draw\n", 0));
    assert!(err(&output).starts_with("  positions   "), "{}", err(&output));
}

#[test]
fn an_unreadable_file_is_usage() {
    let output = zug(&["solve", "games/there_is_no_such.game"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("there_is_no_such.game"), "{}", err(&output));
    assert_eq!(out(&output), "");
}

#[test]
fn a_wrong_setting_is_usage_and_shown_where_it_was_typed() {
    let output = zug(&["solve", "games/nim.game", "--set", "heeps=[1]"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("heeps"), "{}", err(&output));
}

#[test]
fn an_illegal_move_is_usage_and_names_legal_ones_that_are_near() {
    let output = zug(&["moves", "games/tic_tac_toe.game", "--moves", "a1, a4"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("a4") && err(&output).contains("a3"), "{}", err(&output));
}

#[test]
fn a_definition_with_mistakes_ends_with_1_and_check_says_them_on_standard_output() {
    let text = "game \"x\"\nplayers A, B\nstate { n: 0..3 }\nmove go { m += 1 }\nstuck => me loses\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checked = zug_in(root, &["check", "-"], text);
    assert_eq!((code(&checked), err(&checked).as_str()), (1, ""));
    assert!(out(&checked).contains("`m`"), "{}", out(&checked));
    let solved = zug_in(root, &["solve", "-"], text);
    assert_eq!((code(&solved), out(&solved).as_str()), (1, ""));
    assert!(err(&solved).contains("`m`"));
    let short = zug_in(root, &["check", "-", "--message-format", "short"], text);
    assert!(out(&short).starts_with("<stdin>:4:11: error[Z"), "{}", out(&short));
}

#[test]
fn alpha_beta_on_a_game_that_may_not_end_is_refused_with_what_to_use_instead() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = zug_in(root, &["solve", "-", "--solver", "alphabeta"], LOOP);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("retrograde"), "{}", err(&output));
    assert_eq!(code(&zug_in(root, &["solve", "-"], LOOP)), 0);
}

#[test]
fn a_fault_met_while_solving_ends_with_1_and_shows_the_moves_that_lead_there() {
    let text = "game \"x\"\nplayers A, B\nstate { n: 0..2 }\nmove add(k in 1..2) as \"+{k}\" { n += k }\n\
        progress n\nend when n = 9 => draw\nstuck => draw\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = zug_in(root, &["solve", "-"], text);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(err(&output).contains("+1") || err(&output).contains("+2"), "{}", err(&output));
}

#[test]
fn a_limit_ends_with_3_and_says_so() {
    let output = zug(&[
        "solve",
        "games/connect_four.game",
        "--set",
        "columns=7",
        "--set",
        "rows=6",
        "--timeout",
        "1s",
    ]);
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(err(&output).contains("positions"), "{}", err(&output));
    assert_eq!(out(&output), "");
}

#[test]
fn too_little_memory_ends_with_3_and_says_so() {
    let output = zug(&["solve", "games/cqoi2013.game", "--set", "n=12", "--memory", "64KiB"]);
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(err(&output).contains("memory"), "{}", err(&output));
}

#[test]
fn json_is_the_same_on_every_run_apart_from_run() {
    let arguments = ["solve", "games/tic_tac_toe.game", "--json", "--all-moves", "--distance"];
    let (first, second) = (zug(&arguments), zug(&arguments));
    assert_eq!(out(&first), out(&second));
    let answer: serde_json::Value = serde_json::from_str(&out(&first)).expect("JSON");
    assert_eq!(answer["value"]["text"], "draw");
    assert_eq!(answer["moves"].as_array().expect("moves").len(), 9);
    assert!(answer.get("run").is_none());
}

#[test]
fn a_wrong_placeholder_is_refused_before_anything_is_solved() {
    let output = zug(&["solve", "games/tic_tac_toe.game", "--format", "{who}"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("{winner}"), "{}", err(&output));
}

#[test]
fn bytes_that_are_no_text_are_a_mistake_with_a_place() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bytes.game"), b"game \"x\"\nplayers \xff\xfe").expect("a file");
    let output = zug_in(folder.path(), &["check", "bytes.game"], "");
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("UTF-8"), "{}", out(&output));
}

/// Messages as the Language Server Protocol frames them.
fn framed(messages: &[&str]) -> String {
    messages.iter().map(|text| format!("Content-Length: {}\r\n\r\n{text}", text.len())).collect()
}

#[test]
fn the_language_server_speaks_on_standard_input_and_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let leave = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let output = zug_in(folder, &["lsp", "--stdio"], &framed(&[hello, leave, exit]));
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).starts_with("Content-Length: "), "{}", out(&output));
    assert!(out(&output).contains("hoverProvider") && out(&output).contains(r#""id":2,"result":null"#));
    assert!(err(&output).is_empty(), "{}", err(&output));
    for input in [framed(&[hello, exit]), framed(&[hello]), "nonsense".to_string(), String::new()] {
        assert_eq!(code(&zug_in(folder, &["lsp"], &input)), 1, "{input}");
    }
}

#[test]
fn a_failed_expectation_ends_with_1_and_says_what_was_found() {
    let text =
        "game \"x\"\nplayers A, B\ntree [[2, 4], [1, 3]]\nexpect value = 3 to A\nexpect value = 2 to A\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.game"), text).expect("a file");
    let output = zug_in(folder.path(), &["test", "t.game"], "");
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("3 to A") && out(&output).contains("found 2 to A"), "{}", out(&output));
}

/// The cells of a row, in which no move is written with a blank.
const ROW: &str = "game \"Row\"\nplayers A, B\nboard Cell = grid(2, 1)\nstate { men: set of Cell }\n\
    move put(c in Cell - men) as \"{c}\" { men += c }\nend when men = Cell => draw\n";

#[test]
fn best_moves_are_separated_as_moves_are_that_follow_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let judged = |text: String| {
        std::fs::write(folder.path().join("t.game"), text).expect("a file");
        let output = zug_in(folder.path(), &["test", "t.game"], "");
        (code(&output), out(&output))
    };
    for best in ["a1 b1", "b1  a1", "a1, b1", "a1,b1"] {
        let (code, told) = judged(format!("{ROW}expect best = \"{best}\"\n"));
        assert_eq!(code, 0, "{best}: {told}");
    }
    let (code, told) = judged(format!("{ROW}expect best = \"a1\"\n"));
    assert!(code == 1 && told.contains("found a1, b1"), "{told}");
    // Here a move is written with a blank, so a blank does not end one.
    let spaced = ROW.replace("as \"{c}\"", "as \"put {c}\"");
    assert_eq!(judged(format!("{spaced}expect best = \"put a1, put b1\"\n")).0, 0);
    assert_eq!(judged(format!("{spaced}expect best = \"put a1 put b1\"\n")).0, 1);
}

#[test]
fn a_fact_that_is_not_decided_within_the_time_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.game"), format!("{ROW}expect draw\n")).expect("a file");
    let output = zug_in(folder.path(), &["test", "t.game", "--timeout", "0s"], "");
    assert_eq!(code(&output), 3);
    let told = out(&output);
    assert!(told.contains("not known: the time limit was reached") && !told.contains("found"), "{told}");
}

#[test]
fn one_line_and_one_ply_are_told_in_the_singular() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.game"), ROW.replace("grid(2, 1)", "grid(1, 1)")).expect("a file");
    let told = out(&zug_in(folder.path(), &["estimate", "t.game"], ""));
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("the last after 1 ply") && !told.contains("1 plies"), "{told}");
    assert!(told.contains("about 1 line to the end"), "{told}");
}

#[test]
fn a_board_in_plain_letters_tells_what_its_cells_are_worth() {
    let text = "game \"Worths\"\nplayers A, B\nboard Cell = hex(2, 2)\nlet gain[Cell] = [3, -2, 0, 5]\n\
        state { men: set of Cell, points[Player]: -9..9 = 0 }\n\
        move put(c in Cell - men) as \"{c}\" { men += c  points[me] += gain[c] }\n\
        stuck => points[A] - points[B] to A\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.game"), text).expect("a file");
    let last = "gain: a1 3, b1 -2, b2 5\nA to move\n";
    for format in [&["show", "t.game"][..], &["show", "t.game", "--format", "boxes"]] {
        let output = zug_in(folder.path(), format, "");
        assert!(out(&output).ends_with(last), "{}{}", out(&output), err(&output));
    }
}

#[test]
fn every_stage_can_be_shown_and_is_the_same_on_every_run() {
    for stage in ["syntax", "program", "machine"] {
        let arguments = ["check", "games/poj1085.game", "--emit", stage];
        let (first, second) = (zug(&arguments), zug(&arguments));
        assert_eq!(code(&first), 0, "{}", err(&first));
        assert!(!out(&first).is_empty());
        assert_eq!(out(&first), out(&second));
    }
}

#[test]
fn info_as_json_has_the_documented_keys() {
    let output = zug(&["info", "games/dots_and_boxes.game", "--json"]);
    let info: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    let form = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md"))
        .expect("the form");
    for key in info.as_object().expect("an object").keys() {
        assert!(form.contains(&format!("`{key}`")), "{key} is not documented");
    }
    assert_eq!(info["additive"], serde_json::json!(["boxes"]));
    assert_eq!(info["ends"]["proved"], true);
    assert_eq!(info["symmetry"]["order"], "16");
    assert_eq!(info["symmetry"]["exchanges_players"], true);
}

#[test]
fn info_tells_interchangeable_elements_and_generators_by_name() {
    let told = out(&zug(&["info", "games/poj1085.game"]));
    assert!(told.contains("symmetry   96"), "{told}");
    assert!(told.contains("interchangeable: 1-2, 1-3"), "{told}");
    assert!(told.contains("(1-2 1-3)"), "{told}");
}

#[test]
fn symmetries_can_be_switched_off_and_leave_the_answer_as_it_is() {
    let solve = |symmetry: &str| {
        let output = zug(&["solve", "games/poj1085.game", "--symmetry", symmetry, "--json"]);
        serde_json::from_str::<serde_json::Value>(&out(&output)).expect("JSON")
    };
    let (with, without) = (solve("auto"), solve("off"));
    for key in ["value", "best", "line"] {
        assert_eq!(with[key], without[key], "{key}");
        assert!(!with[key].is_null(), "{key}");
    }
}

#[test]
fn a_denied_warning_ends_with_1_unless_it_is_allowed() {
    let text = "game \"x\"\nplayers A, B\nstate { n: 0..3 = 3, spare: bool }\n\
        move go when n > 0 { n -= 1 spare = true }\nstuck => me loses\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(code(&zug_in(root, &["check", "-"], text)), 0);
    assert_eq!(code(&zug_in(root, &["check", "-", "--deny", "warnings"], text)), 1);
    let allowed = zug_in(root, &["check", "-", "--deny", "warnings", "--allow", "unused"], text);
    assert_eq!(code(&allowed), 0, "{}", out(&allowed));
}

#[test]
fn threads_are_refused_where_nothing_is_shared_and_told_where_one_is_used() {
    for more in [["--memo", "off"], ["--solver", "minimax"], ["--solver", "dfpn"]] {
        let output = zug(&[&["solve", "games/tic_tac_toe.game", "--threads", "2"], &more[..]].concat());
        assert_eq!(code(&output), 2, "{more:?}");
        assert!(err(&output).contains("leave out --threads"), "{}", err(&output));
    }
    let output = zug(&["solve", "games/cqoi2013.game", "--threads", "2"]);
    let told = out(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(code(&output), 0);
    assert!(told.contains("it uses one thread"), "{told}");
}

#[test]
fn an_answer_is_the_same_on_any_number_of_threads() {
    let solved = |threads: &str| {
        let output =
            zug(&["solve", "games/connect_four.game", "--threads", threads, "--distance", "--all-moves"]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    assert_eq!(solved("all"), solved("1"));
    assert_eq!(solved("3"), solved("1"));
}

#[test]
fn what_depends_on_memory_and_threads_is_told_with_stats_alone() {
    let strong = |more: &[&str]| {
        let output = zug(&[&["solve", "games/tic_tac_toe.game", "--strong"], more].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let table = |text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).expect("JSON");
        json["table"]["bytes"].clone()
    };
    let alike = strong(&["--json"]);
    // The development build alone takes 23 MiB, of which a limit allows 12 beside it.
    for more in [&["--threads", "2"][..], &["--memory", "16MiB"], &["--memory", "100MiB", "--threads", "3"]] {
        assert_eq!(strong(&[&["--json"], more].concat()), alike, "{more:?}");
    }
    assert_eq!(table(&alike), serde_json::Value::Null);
    assert!(table(&strong(&["--json", "--stats"])).is_u64());
    assert!(!strong(&[]).contains("bytes a position") && strong(&["--stats"]).contains("bytes a position"));
}

#[test]
fn a_depth_that_is_too_great_for_perft_is_usage_and_a_limit_speaks_of_no_value() {
    let perft = |more: &[&str]| zug(&[&["perft", "games/tic_tac_toe.game"], more].concat());
    for depth in ["1048577", "4294967296", "99999999999999999999"] {
        let output = perft(&[depth]);
        assert_eq!((code(&output), out(&output)), (2, String::new()), "{depth}");
    }
    assert!(err(&perft(&["1048577"])).contains("1048577 is not in 0..=1048576"));
    let deepest = out(&perft(&["1048576"]));
    assert!(deepest.starts_with("1 9\n2 72\n") && deepest.ends_with("\n1048576 0\n"));
    let output = zug(&["perft", "games/chess.game", "30", "--timeout", "300ms"]);
    assert_eq!(code(&output), 3);
    let told = err(&output);
    assert!(told.contains("time limit") && !told.contains("value"), "{told}");
}

#[test]
fn best_moves_can_be_counted() {
    let output = zug(&["solve", "games/tic_tac_toe.game", "--format", "{best_count} {value}"]);
    assert_eq!(out(&output), "9 draw\n");
}

#[test]
fn a_search_to_a_number_of_plies_tells_what_it_is_asked() {
    let board = ["--set", "n=8", "--set", "king=[c6,a8]"];
    let output = zug(&[&["solve", "games/king_and_rook.game"], &board[..], &["--within", "5"]].concat());
    assert!(out(&output).contains("White wins in 3 plies"), "{}", out(&output));
    let output = zug(&[&["solve", "games/king_and_rook.game"], &board[..], &["--within", "2"]].concat());
    assert!(out(&output).contains("not decided within 2 plies"), "{}", out(&output));
    assert_eq!(code(&output), 0);
    for other in [&["--strong"][..], &["--solver", "minimax"], &["--all-moves"], &["--batch", "-"]] {
        let output = zug(&[&["solve", "games/nim.game", "--within", "2"], other].concat());
        assert_eq!(code(&output), 2, "{other:?}");
    }
    assert_eq!(code(&zug(&["solve", "games/nim.game", "--within", "0"])), 2);
}

/// Not even where it would change nothing: who asks what a technique brings is not to read a figure
/// that has nothing to do with it.
#[test]
fn counting_all_positions_refuses_what_speaks_of_a_search() {
    for other in [&["--without", "scout"][..], &["--solver", "minimax"], &["--all-moves"]] {
        let output = zug(&[&["solve", "games/nim.game", "--strong"], other].concat());
        assert_eq!(code(&output), 2, "{other:?}");
    }
}

#[test]
fn check_refuses_what_no_other_command_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game \"Wide\"\nplayers A, B\nboard Cell = grid(20, 20)\nstate { men[Player]: set of Cell }\n\
        move put(c in Cell - men[A] - men[B]) { men[me] += c }\nstuck => draw\n";
    std::fs::write(folder.path().join("wide.game"), text).expect("written");
    let (check, solve) = (
        zug_in(folder.path(), &["check", "wide.game"], ""),
        zug_in(folder.path(), &["solve", "wide.game"], ""),
    );
    assert_eq!((code(&check), code(&solve)), (3, 3), "{}{}", out(&check), err(&solve));
    assert!(out(&check).contains("bits") && !out(&check).contains("in order"), "{}", out(&check));
}

/// Endless play is worth different things on one cycle.
const VARIES: &str = "game \"Varies\"\nplayers A, B\nstate { x: 0..2, y: bool }\n\
    move a { x = (x + 1) % 3 y = not y }\nmove b { x = 0 }\nendless => if y then A wins else B wins\n";

#[test]
fn a_mistake_that_solving_finds_is_no_limit_to_any_command() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("varies.game"), VARIES).expect("it is written");
    for arguments in [
        &["solve", "varies.game"][..],
        &["solve", "varies.game", "--strong"],
        &["why", "varies.game", "value"],
        &["analyze", "varies.game"],
        &["play", "varies.game", "--as", "none"],
        &["show", "varies.game", "--values"],
        &["exercise", "varies.game", "--kind", "best-move"],
        &["build", "varies.game", "--db", "db"],
    ] {
        let output = zug_in(folder.path(), arguments, "");
        assert_eq!(code(&output), 1, "{arguments:?}: {}{}", out(&output), err(&output));
        assert!(
            err(&output).contains("`endless` is worth different things"),
            "{arguments:?}: {}",
            err(&output)
        );
    }
}

/// What `zug` says when it is interrupted while it works; an interruption before that ends it
/// without a word, and is tried again later.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Output {
    for seconds in [1, 4, 16, 64] {
        let child = Command::new(env!("CARGO_BIN_EXE_zug"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("zug runs");
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("there is a kill").success());
        let output = child.wait_with_output().expect("zug ends");
        if output.status.code().is_some() {
            return output;
        }
    }
    panic!("it never begins to work");
}

#[cfg(unix)]
#[test]
fn an_interruption_is_not_called_a_game_too_large() {
    let output =
        interrupted(&["why", "games/connect_four.game", "value", "--set", "columns=7", "--set", "rows=6"]);
    assert_eq!(code(&output), 3);
    let told = err(&output);
    assert!(told.contains("interrupted after") && !told.contains("too large"), "{told}");
}
