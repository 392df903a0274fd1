//! The moves of a game with the positions they led to; can be written down as text and read again.
//!
//! ```text
//! game "Tic-tac-toe"
//! set m=4
//! moves a1, b2, c3
//! ```

use std::fmt;
use zug_lang::program::Choice;
use zug_lang::semantics::{Position, RuntimeError, Semantics};

/// A game so far.
#[derive(Clone, Debug)]
pub struct Record {
    positions: Vec<Position>,
    choices: Vec<Choice>,
    texts: Vec<String>,
}

/// Why a text is no game that can be taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// It is of another game, or of this one set otherwise: what it says, and what is played here.
    Other(String, String),
    /// A line that is none of `game`, `set`, `moves`.
    Line(usize, String),
    /// A move that is not legal, and the number of the move.
    Move(usize, String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Other(theirs, ours) => write!(f, "it is a game of {theirs}, and this is {ours}"),
            LoadError::Line(number, text) => write!(f, "line {number} is not understood: `{text}`"),
            LoadError::Move(number, text) => write!(f, "move {number}, `{text}`, is not legal there"),
        }
    }
}

impl Record {
    /// A game that begins.
    pub fn new(semantics: &Semantics<'_>) -> Record {
        Record { positions: vec![semantics.start()], choices: Vec::new(), texts: Vec::new() }
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.positions[self.choices.len()]
    }

    /// The position after so many moves.
    pub fn position_after(&self, moves: usize) -> &Position {
        &self.positions[moves.min(self.choices.len())]
    }

    /// The moves.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The moves in the notation of the definition.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// How often the position that stands now stood before.
    pub fn repeated(&self) -> usize {
        self.positions[..self.choices.len()].iter().filter(|before| *before == self.position()).count()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// A broken promise of the definition.
    pub fn play(&mut self, semantics: &Semantics<'_>, choice: &Choice) -> Result<(), RuntimeError> {
        let next = semantics.play(self.position(), choice)?;
        self.texts.push(semantics.text(self.position(), choice));
        self.choices.push(choice.clone());
        self.positions.push(next);
        Ok(())
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.choices.pop().is_some();
        if undone {
            self.positions.pop();
            self.texts.pop();
        }
        undone
    }

    /// The game as text.
    pub fn save(&self, semantics: &Semantics<'_>, settings: &[String]) -> String {
        let title = semantics.program().title.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = format!("game \"{title}\"\n");
        for setting in settings {
            // A setting stands on one line: a line end in it is a blank like another.
            out += &format!("set {}\n", setting.trim().replace(['\r', '\n'], " "));
        }
        out + &format!("moves {}\n", self.texts.join(", "))
    }

    /// A game from its text.
    ///
    /// # Errors
    /// A text of another game, or with a move that is not legal.
    pub fn load(semantics: &Semantics<'_>, settings: &[String], text: &str) -> Result<Record, LoadError> {
        let mut found = String::new();
        let mut moves = String::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            match line.split_once(' ').unwrap_or((line, "")) {
                ("game" | "set", _) => found += &format!("{line}\n"),
                ("moves", rest) => moves = rest.to_string(),
                ("", _) | ("//", _) => {}
                _ => return Err(LoadError::Line(number + 1, line.to_string())),
            }
        }
        let empty = Record::new(semantics);
        let head = |text: &str| {
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("moves")).collect();
            lines.join(" ")
        };
        let (theirs, ours) = (head(&found), head(&empty.save(semantics, settings)));
        if theirs != ours {
            let without = |text: String| text.strip_prefix("game ").unwrap_or(&text).to_string();
            return Err(LoadError::Other(without(theirs), without(ours)));
        }
        empty.replay(semantics, &moves)
    }

    fn replay(mut self, semantics: &Semantics<'_>, moves: &str) -> Result<Record, LoadError> {
        let start = self.position().clone();
        let line = semantics
            .read_moves(&start, moves)
            .map_err(|error| LoadError::Move(error.played.moves.len() + 1, error.text.clone()))?;
        for (number, choice) in line.moves.iter().enumerate() {
            let played = self.play(semantics, choice);
            played.map_err(|_| LoadError::Move(number + 1, moves.to_string()))?;
        }
        Ok(self)
    }
}
