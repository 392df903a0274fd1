//! `zug new`: writes a small complete game with explaining comments.

use crate::failure::Failure;
use crate::output;
use clap::{Args, ValueEnum};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// `zug new`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug new bridges --template placement")]
pub struct New {
    /// The name of the game; the file is called NAME.game
    pub name: PathBuf,
    /// What kind of game it is
    #[arg(long, value_enum, default_value_t = Template::Placement)]
    pub template: Template,
}

/// `--template`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// Stones are put on a board
    Placement,
    /// Men walk over a board
    Movement,
    /// Sticks are taken from a heap
    TakeAway,
    /// Who gets more points
    Points,
    /// Choices written down as a tree
    Tree,
}

/// Runs the command.
pub fn run(arguments: &New) -> Result<(), Failure> {
    let path = file(&arguments.name);
    let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if title.is_empty() || title.starts_with('-') {
        return Err(Failure::usage("the name of a game begins with a letter"));
    }
    let shown = path.display();
    let opened = std::fs::File::options().write(true).create_new(true).open(&path);
    let mut out = opened.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::usage(format!("{shown} is there already; choose another name")),
        _ => Failure::usage(format!("cannot write {shown}: {error}")),
    })?;
    let text = text(arguments.template).replace("TITLE", &words(&title));
    out.write_all(text.as_bytes())
        .map_err(|error| Failure::usage(format!("cannot write {shown}: {error}")))?;
    output::print(&format!(
        "{shown} is written; next: zug check {shown}, zug test {shown}, zug solve {shown}\n"
    ));
    Ok(())
}

/// The file name: `NAME.game`, or `NAME` if it ends in `.game`.
fn file(name: &std::path::Path) -> PathBuf {
    if name.extension().is_some_and(|extension| extension == "game") {
        return name.to_path_buf();
    }
    let mut path = name.as_os_str().to_owned();
    path.push(".game");
    PathBuf::from(path)
}

/// The title for a file name, as the text between quotes.
fn words(stem: &str) -> String {
    let plain = stem.replace(['_', '-'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    let mut letters = plain.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text of a template; `TITLE` in it is replaced by the title.
fn text(template: Template) -> &'static str {
    match template {
        Template::Placement => include_str!("templates/placement.game"),
        Template::Movement => include_str!("templates/movement.game"),
        Template::TakeAway => include_str!("templates/take_away.game"),
        Template::Points => include_str!("templates/points.game"),
        Template::Tree => include_str!("templates/tree.game"),
    }
}
