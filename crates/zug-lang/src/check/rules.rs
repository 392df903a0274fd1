//! The checked rules about the end of play, about pictures and about facts.

use crate::program::{End, Expect, Progress, Ruled, Show};
use crate::source::Span;

/// The rules beside the moves.
#[derive(Default)]
pub(super) struct RuleTables {
    pub(super) ends: Vec<End>,
    pub(super) stuck: Option<Ruled>,
    pub(super) endless: Option<Ruled>,
    pub(super) progress: Option<Progress>,
    /// The first place that gives points.
    pub(super) first_points: Option<Span>,
    /// The first place that gives a win or a loss.
    pub(super) first_win: Option<Span>,
    pub(super) shows: Vec<Show>,
    pub(super) expects: Vec<Expect>,
    /// Whether the game is a `tree`.
    pub(super) is_tree: bool,
}
