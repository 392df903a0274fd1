//! The questions of the lessons: what is right is read off the searches that the lessons show.

use super::{LessonPart, LessonQuestion};
use crate::exercise::{cuts, leaves_alone};
use crate::tree::SearchTree;
use zug_game::Player;

/// A question with numbers to choose from, each once, in order.
pub fn number(
    asked: impl Into<String>,
    numbers: &[i64],
    right: i64,
    reason: impl Into<String>,
) -> LessonPart {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let place = numbers.iter().position(|&number| number == right);
    LessonPart::Question(LessonQuestion {
        asked: asked.into(),
        choices: numbers.iter().map(|number| number.to_string().replace('-', "\u{2212}")).collect(),
        right: place.into_iter().collect(),
        reason: reason.into(),
    })
}

/// A question with texts to choose from.
pub fn choice(
    asked: impl Into<String>,
    choices: Vec<String>,
    right: &[&str],
    reason: impl Into<String>,
) -> LessonPart {
    let right = (0..choices.len()).filter(|&at| right.contains(&choices[at].as_str())).collect();
    LessonPart::Question(LessonQuestion { asked: asked.into(), choices, right, reason: reason.into() })
}

/// What the root of a tree is worth, with the tree and the values of its leaves.
pub fn value_of_root(whole: &SearchTree) -> Vec<LessonPart> {
    let leaves = whole.nodes.iter().filter(|node| node.over).filter_map(|node| node.value);
    let below: Vec<String> = whole.nodes[0]
        .children
        .iter()
        .filter_map(|&at| whole.nodes[at].value.map(|value| value.to_string()))
        .collect();
    let most = if whole.nodes[0].mover == Player::First { "greatest" } else { "least" };
    let reason = format!(
        "The branches are worth {}, and {} takes the {most} of them: {}.",
        below.join(" and "),
        SearchTree::level(whole.nodes[0].mover),
        whole.value
    );
    let asked = "The values of the leaves are given. What is the first position (A) worth?";
    vec![
        LessonPart::Puzzle(Box::new(leaves_alone(whole))),
        number(asked, &leaves.collect::<Vec<i64>>(), whole.value, reason),
    ]
}

/// Which leaf alpha-beta does not look at.
pub fn cut_leaf(whole: &SearchTree, search: &SearchTree) -> Vec<LessonPart> {
    let puzzle = leaves_alone(whole);
    let leaves = puzzle.nodes.iter().filter(|node| node.over);
    let choices: Vec<String> =
        leaves.map(|node| format!("{} ({})", node.label.clone().unwrap_or_default(), node.played)).collect();
    let cut = cuts(whole, search);
    let right: Vec<String> = cut.iter().map(|cut| format!("{} ({})", cut.node, cut.played)).collect();
    let right: Vec<&str> = right.iter().map(String::as_str).collect();
    let reasons: Vec<String> = cut.iter().map(|cut| format!("{}: {}.", cut.node, cut.reason)).collect();
    let asked = "Alpha-beta looks at the moves from left to right. Which leaf does it not look at?";
    vec![LessonPart::Puzzle(Box::new(puzzle)), choice(asked, choices, &right, reasons.join(" "))]
}

/// Which first move is best, by a search that looked at all of them to the end.
pub fn best_move(whole: &SearchTree) -> LessonPart {
    let children = || whole.nodes[0].children.iter().map(|&at| &whole.nodes[at]);
    let best: Vec<&str> =
        children().filter(|node| node.value == Some(whole.value)).map(|node| node.played.as_str()).collect();
    let all: Vec<String> =
        children().filter_map(|node| Some(format!("{} = {}", node.played, node.value?))).collect();
    choice(
        format!("Which move is best for {}?", whole.name(whole.nodes[0].mover)),
        children().map(|node| node.played.clone()).collect(),
        &best,
        format!("The moves are worth: {}.", all.join(", ")),
    )
}
