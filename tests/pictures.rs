//! The pictures of the documents: each is what the command beside it draws.
//! `ZUG_RENEW=1 cargo test --test pictures` draws them again.

#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use std::path::Path;
use std::process::Command;

/// The commands, as the documents show them: each writes one picture.
fn commands() -> Vec<(String, Vec<String>)> {
    let text =
        ["README.md", "docs/how-it-works.md"].map(|file| std::fs::read_to_string(file).expect(file)).concat();
    let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
    let drawn = lines.filter_map(|line| line.strip_prefix("zug ")?.split_once(" > docs/pictures/"));
    drawn.map(|(command, picture)| (picture.to_string(), words(command))).collect()
}

/// The words of a command; what stands in single quotes is one.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let split = parts.map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    split.collect::<Vec<Vec<String>>>().concat()
}

#[test]
fn every_picture_is_what_the_command_beside_it_draws() {
    let commands = commands();
    for (picture, arguments) in &commands {
        let drawn =
            Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).output().expect("zug runs").stdout;
        let path = Path::new("docs/pictures").join(picture);
        assert!(!drawn.is_empty(), "{picture}: zug {arguments:?}");
        renewal::hold(&path, &String::from_utf8(drawn).expect("a picture is text"));
    }
    let shown = std::fs::read_dir("docs/pictures").expect("the folder of pictures is there").count();
    let mut named: Vec<_> = commands.into_iter().map(|(picture, _)| picture).collect();
    named.sort();
    named.dedup();
    assert_eq!(named.len(), shown, "a picture for every command, a command for every picture");
}
