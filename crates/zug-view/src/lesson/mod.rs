//! Guided lessons on real games: what minimax, alpha-beta and a memo do, and where they go wrong.
//!
//! A lesson is made when it is asked for: every number and every tree in it comes from a search
//! that is run then.

pub mod careless;
mod lessons;
mod page;
mod questions;

use crate::tree::SearchTree;
pub use page::{html, text};

/// A part of a lesson.
#[derive(Clone, Debug)]
pub enum LessonPart {
    /// A paragraph.
    Words(String),
    /// Something to be read as it stands: a definition, a list of steps.
    Listing(String),
    /// A command to try.
    Try(String),
    /// A table, its heading first.
    Table(Vec<Vec<String>>),
    /// A recorded search, drawn so deep.
    Tree(Box<SearchTree>, Option<u32>),
    /// A tree without the values that are asked for, each node with a letter.
    Puzzle(Box<SearchTree>),
    /// What is asked before it is shown.
    Question(LessonQuestion),
}

/// Something to predict. What comes next in the lesson shows it.
#[derive(Clone, Debug)]
pub struct LessonQuestion {
    /// What is asked.
    pub asked: String,
    /// The answers to choose from.
    pub choices: Vec<String>,
    /// Which of them are right.
    pub right: Vec<usize>,
    /// Why.
    pub reason: String,
}

/// A lesson that can be asked for.
pub struct Lesson {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    make: fn() -> Result<Vec<LessonPart>, String>,
}

impl Lesson {
    /// Runs the searches and writes the lesson.
    ///
    /// # Errors
    /// What went wrong with a game, in words; does not happen with the games of the library.
    pub fn parts(&self) -> Result<Vec<LessonPart>, String> {
        (self.make)()
    }
}

/// All lessons, in the order in which they are best read.
pub const LESSONS: [Lesson; 7] = [
    Lesson { name: "minimax", title: "Minimax: what a position is worth", make: lessons::minimax },
    Lesson { name: "alpha-beta", title: "Alpha-beta: what need not be looked at", make: lessons::alpha_beta },
    Lesson { name: "order", title: "Move order: why the best move should come first", make: lessons::order },
    Lesson { name: "memo", title: "A memo: positions that are reached twice", make: lessons::memo },
    Lesson { name: "careless", title: "A careless memo: how alpha-beta goes wrong", make: lessons::careless },
    Lesson {
        name: "extra-turns",
        title: "Extra turns: when the levels do not alternate",
        make: lessons::extra_turns,
    },
    Lesson { name: "cycles", title: "Cycles: why a search in depth is not enough", make: lessons::cycles },
];
