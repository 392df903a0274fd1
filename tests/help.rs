//! What the program says of itself: help, manual pages, completions.

#[path = "common/command.rs"]
mod command;

use command::{code, err, out, zug};

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let output = zug(&["completions", shell]);
        assert_eq!(code(&output), 0);
        assert!(out(&output).contains("perft"));
    }
}

#[test]
fn a_file_without_a_command_is_told_with_the_commands_for_it() {
    let output = zug(&["games/nim.game"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("`zug solve games/nim.game`"), "{}", err(&output));
    let other = zug(&["slove"]);
    assert!(err(&other).contains("solve") && !err(&other).contains("zug check"), "{}", err(&other));
}

#[test]
fn the_help_is_not_broken_by_names_in_braces_and_lists_the_exit_codes() {
    let help = out(&zug(&["solve", "--help"]));
    assert!(help.contains("best_count"), "{help}");
    assert!(!help.lines().any(|line| line.trim().starts_with('{')), "{help}");
    let help = out(&zug(&["--help"]));
    for line in ["  0    answered", "  3    a limit was reached, Ctrl-C, or refused as too large"] {
        assert!(help.lines().any(|each| each == line), "{help}");
    }
    assert!(help.contains("/issues"), "{help}");
}

/// The commands that `zug --help` lists.
fn commands() -> Vec<String> {
    let help = out(&zug(&["--help"]));
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A line that goes on from the one before is further in.
    let heads = listed.filter(|line| !line.starts_with("   "));
    heads.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

#[test]
fn every_command_has_a_row_of_the_readme_help_and_a_manual_page() {
    let readme = include_str!("../README.md");
    let commands = commands();
    assert!(commands.len() > 20 && commands.iter().any(|each| each == "solve"), "{commands:?}");
    for command in commands {
        assert!(readme.contains(&format!("| `zug {command}")), "README.md has no row for `zug {command}`");
        let help = zug(&[&command, "--help"]);
        assert!(code(&help) == 0 && out(&help).contains("Usage: zug"), "{command}: {}", out(&help));
        let page = zug(&["man", &command]);
        assert!(code(&page) == 0 && out(&page).contains(".TH"), "{command}: {}", err(&page));
        let unknown = zug(&[&command, "--no-such-option"]);
        assert_eq!(code(&unknown), 2, "{command}: {}", err(&unknown));
    }
}

#[test]
fn there_are_manual_pages() {
    let page = out(&zug(&["man"]));
    assert!(page.contains(".TH zug 1") && page.contains("zug\\-solve"), "{page}");
    let page = out(&zug(&["man", "solve"]));
    assert!(page.contains("\\-\\-within"), "{page}");
    assert_eq!(code(&zug(&["man", "slove"])), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_answer() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).stdout(full).output();
        let output = output.expect("zug runs");
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(err(&output).contains("cannot write"), "{}", err(&output));
    }
}
