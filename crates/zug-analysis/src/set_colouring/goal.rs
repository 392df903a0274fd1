//! Monotone conditions on the elements that one player has taken.

/// A monotone condition on the free elements that a player has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Always or never.
    Is(bool),
    /// He has taken at least so many of these.
    AtLeast(usize, Vec<usize>),
    /// All of these.
    All(Vec<Goal>),
    /// One of these.
    Some(Vec<Goal>),
    /// A chain of his elements leads from one side to the other.
    Joined(JoinedElements),
    /// It does not hold of the elements that he has not taken.
    Denied(Box<Goal>),
}

/// Elements with arrows between them, and two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinedElements {
    /// For each free element those that an arrow leads to.
    pub after: Vec<Vec<usize>>,
    /// Where a chain begins.
    pub from: Vec<usize>,
    /// Where it ends.
    pub to: Vec<usize>,
}

/// What a literal says of a player's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementLiteral {
    Is(bool),
    /// He has taken the element, or has not.
    Taken(usize, bool),
}

pub(super) fn denied(goal: Goal) -> Goal {
    match goal {
        Goal::Is(value) => Goal::Is(!value),
        goal => Goal::Denied(Box::new(goal)),
    }
}

pub(super) fn conjunction(goals: Vec<Goal>) -> Goal {
    let mut all: Vec<Goal> = goals.into_iter().filter(|goal| *goal != Goal::Is(true)).collect();
    match all.len() {
        _ if all.contains(&Goal::Is(false)) => Goal::Is(false),
        0 => Goal::Is(true),
        1 => all.swap_remove(0),
        _ => Goal::All(all),
    }
}

pub(super) fn disjunction(goals: Vec<Goal>) -> Goal {
    let mut any: Vec<Goal> = goals.into_iter().filter(|goal| *goal != Goal::Is(false)).collect();
    match any.len() {
        _ if any.contains(&Goal::Is(true)) => Goal::Is(true),
        0 => Goal::Is(false),
        1 => any.swap_remove(0),
        _ => Goal::Some(any),
    }
}
