//! How hard an exercise is, by a number that is stated with it.

use super::ExerciseKind;
use std::fmt;

/// How hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// At once.
    Easy,
    /// With a pencil.
    Medium,
    /// With patience.
    Hard,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        })
    }
}

/// The difficulty of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Positions in the tree, or for best moves the plies of best play to its end.
    pub measure: u64,
    /// What that comes to.
    pub level: Level,
}

impl Difficulty {
    /// By the measure of a kind.
    pub fn of(kind: ExerciseKind, measure: u64) -> Difficulty {
        let (easy, medium) = bounds(kind);
        let level = match measure {
            measure if measure <= easy => Level::Easy,
            measure if measure <= medium => Level::Medium,
            _ => Level::Hard,
        };
        Difficulty { measure, level }
    }
}

/// Up to where an exercise is easy, and up to where it is no more than medium.
fn bounds(kind: ExerciseKind) -> (u64, u64) {
    if kind == ExerciseKind::BestMove { (2, 5) } else { (10, 20) }
}

/// What the measure counts.
pub fn unit(kind: ExerciseKind) -> &'static str {
    if kind == ExerciseKind::BestMove { "plies of best play" } else { "positions in the tree" }
}

/// The rule by which levels are told.
pub fn rule(kind: ExerciseKind) -> String {
    let (easy, medium) = bounds(kind);
    format!("easy: up to {easy} {}; medium: up to {medium}; hard: more", unit(kind))
}
