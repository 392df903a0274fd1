//! Makes one exercise of a play, with its solution.

use super::sample::{self, Play};
use super::trees::{in_whole, is_leaf, leaf_values, leaves_alone, lettered, letters};
use super::{CutBranch, Difficulty, Exercise, Kind, Order, Solution};
use crate::tree::{Fate, Method, Tree, bound};
use zug::answer::{Limits, Options, Prepared, SolveError, Unfit};
use zug_game::{Player, SplitMix64};
use zug_lang::semantics::Semantics;
use zug_lang::wording;
use zug_solve::{TableSize, Window};

/// The solver may look at so many positions for a best move.
const SOLVED: u64 = 50_000;
/// Best moves are asked for so near to the end of a play.
const NEAR: usize = 12;

/// What a play gives.
pub enum Made {
    /// An exercise.
    Exercise(Box<Exercise>),
    /// Nothing that asks for anything.
    Nothing,
    /// A position that cannot be solved quickly.
    TooLarge,
}

/// An exercise of a play.
///
/// # Errors
/// A broken promise of the definition, or a limit of a small search.
pub fn exercise(
    prepared: &Prepared<'_>,
    play: &Play,
    order: &Order,
    random: &mut SplitMix64,
) -> Result<Made, SolveError> {
    if order.kind == Kind::BestMove {
        return best_move(prepared, play, &order.limits, random);
    }
    let Some((at, whole)) = sample::small_tree(prepared, play, &order.limits, random)? else {
        return Ok(Made::Nothing);
    };
    if leaf_values(&whole) < 2 {
        return Ok(Made::Nothing);
    }
    let search = match order.kind {
        Kind::Values | Kind::BestMove => Some(whole.clone()),
        Kind::Cuts | Kind::Window => {
            again(prepared, play, at, &whole, Method::AlphaBeta, TableSize::Off, order)?
        }
        Kind::Memo => again(prepared, play, at, &whole, Method::Minimax, TableSize::Auto, order)?,
    };
    let Some(search) = search else { return Ok(Made::Nothing) };
    let search = lettered(&whole, search);
    let Some(solution) = solution(order.kind, &whole, &search, random) else { return Ok(Made::Nothing) };
    Ok(Made::Exercise(Box::new(Exercise {
        after: play.after(at),
        position: play.positions[at].clone(),
        tree: Some(leaves_alone(&whole)),
        places: if order.kind == Kind::Memo { places(&whole) } else { Vec::new() },
        difficulty: Difficulty::of(order.kind, whole.nodes.len() as u64),
        solution,
        shown: Some(search),
    })))
}

/// Another search of the same position, as deep.
fn again(
    prepared: &Prepared<'_>,
    play: &Play,
    at: usize,
    whole: &Tree,
    method: Method,
    memo: TableSize,
    order: &Order,
) -> Result<Option<Tree>, SolveError> {
    let request = sample::request(method, memo, &order.limits);
    sample::search(prepared, play, at, &request, whole.horizon)
}

/// The positions of all nodes below which something is looked at.
fn places(whole: &Tree) -> Vec<(String, zug_lang::semantics::Position)> {
    let inner = (0..whole.nodes.len()).filter(|&at| !is_leaf(whole, at));
    inner.filter_map(|at| Some((letters(at), whole.nodes[at].position.clone()?))).collect()
}

fn solution(kind: Kind, whole: &Tree, search: &Tree, random: &mut SplitMix64) -> Option<Solution> {
    match kind {
        Kind::Values | Kind::BestMove => values(whole),
        Kind::Cuts => Some(cuts(whole, search)).filter(|cuts| !cuts.is_empty()).map(Solution::Cuts),
        Kind::Window => window(search, random),
        Kind::Memo => memo(whole, search),
    }
}

/// At least two values are asked for.
fn values(whole: &Tree) -> Option<Solution> {
    let inner = (0..whole.nodes.len()).filter(|&at| !is_leaf(whole, at));
    let values: Vec<(String, i64)> =
        inner.filter_map(|at| Some((letters(at), whole.nodes[at].value?))).collect();
    (values.len() > 1).then_some(Solution::Values(values))
}

/// The branches that a search with alpha-beta did not look at, with their letters in the whole tree
/// of the same position.
pub fn cuts(whole: &Tree, search: &Tree) -> Vec<CutBranch> {
    let places = in_whole(whole, search);
    let mut found = Vec::new();
    for (at, node) in search.nodes.iter().enumerate() {
        let Some(cut) = &node.cut else { continue };
        for &child in whole.nodes[places[at]].children.iter().skip(node.after.len()) {
            let played = whole.nodes[child].played.clone();
            found.push(CutBranch { node: letters(child), played, reason: search.reason(cut) });
        }
    }
    found
}

/// A node that is entered with a bound.
fn window(search: &Tree, random: &mut SplitMix64) -> Option<Solution> {
    let bounded = |at: &usize| {
        let node = &search.nodes[*at];
        node.fate == Fate::Searched && node.window != Window::OPEN
    };
    let nodes: Vec<usize> = (0..search.nodes.len()).filter(bounded).collect();
    let &at = nodes.get(random.below(nodes.len()))?;
    let node = &search.nodes[at];
    Some(Solution::Window {
        node: node.label.clone()?,
        alpha: node.window.alpha,
        beta: node.window.beta,
        because: setters(search, at),
    })
}

/// Which values on the way to a node made its window, from the root down.
fn setters(search: &Tree, node: usize) -> Vec<String> {
    let mut way: Vec<usize> = std::iter::successors(Some(node), |&at| search.nodes[at].parent).collect();
    way.reverse();
    way.windows(2).flat_map(|pair| set_at(search, pair[0], pair[1])).collect()
}

fn set_at(search: &Tree, above: usize, below: usize) -> Vec<String> {
    let (node, label) = (&search.nodes[above], search.nodes[above].label.clone().unwrap_or_default());
    let tried = search.nodes[below].via;
    let mut before = node.window;
    let mut out = Vec::new();
    for (number, after) in node.after.iter().take(tried).enumerate() {
        let side = if node.mover == Player::First { "alpha" } else { "beta" };
        if *after != before {
            let value = if node.mover == Player::First { after.alpha } else { after.beta };
            let child = search.nodes[node.children[number]].label.clone().unwrap_or_default();
            out.push(format!(
                "{child} came back to {label} with {}: {side} = {}",
                bound(value),
                bound(value)
            ));
        }
        before = *after;
    }
    out
}

fn memo(whole: &Tree, search: &Tree) -> Option<Solution> {
    let places = in_whole(whole, search);
    let answered = search.nodes.iter().enumerate().filter_map(|(here, node)| match node.fate {
        Fate::Remembered { at: Some(at), .. } => Some((letters(places[here]), letters(places[at]))),
        _ => None,
    });
    let answered: Vec<(String, String)> = answered.collect();
    (!answered.is_empty()).then_some(Solution::Memo(answered))
}

/// A position near the end of a play in which some moves are better than others.
fn best_move(
    prepared: &Prepared<'_>,
    play: &Play,
    limits: &Limits,
    random: &mut SplitMix64,
) -> Result<Made, SolveError> {
    let mut made = Made::Nothing;
    for at in sample::asked_about(prepared, play, NEAR, random) {
        made = best_move_at(prepared, play, at, limits)?;
        if !matches!(made, Made::TooLarge) {
            break;
        }
    }
    Ok(made)
}

fn best_move_at(
    prepared: &Prepared<'_>,
    play: &Play,
    at: usize,
    limits: &Limits,
) -> Result<Made, SolveError> {
    let position = &play.positions[at];
    let semantics = Semantics::new(prepared.program);
    if !matches!(semantics.outcome(position), Ok(None)) {
        return Ok(Made::Nothing);
    }
    let limits = Limits { positions: Some(SOLVED), ..limits.clone() };
    let options = Options { distance: !prepared.program.points, all_moves: true, ..Options::within(&limits) };
    let answer = match prepared.solve(position, &options) {
        Ok(answer) => answer,
        Err(wrong @ SolveError::Unfit(Unfit::EndlessVaries)) => return Err(wrong),
        Err(SolveError::Limit { .. } | SolveError::Unfit(_)) => return Ok(Made::TooLarge),
        Err(failed) => return Err(failed.behind(&play.choices[..at])),
    };
    if answer.best.len() == answer.moves.len() || answer.best.is_empty() {
        return Ok(Made::Nothing);
    }
    let moves = answer.moves.iter().map(|(choice, value, _)| (semantics.text(position, choice), *value));
    let best = answer.best.iter().map(|choice| semantics.text(position, choice));
    let plies = answer.distance.unwrap_or(answer.line.len() as u64);
    Ok(Made::Exercise(Box::new(Exercise {
        after: play.after(at),
        position: position.clone(),
        tree: None,
        places: Vec::new(),
        difficulty: Difficulty::of(Kind::BestMove, plies),
        solution: Solution::BestMove {
            value: answer.value,
            text: wording::value(prepared.program, answer.value),
            best: best.collect(),
            moves: moves.collect(),
        },
        shown: None,
    })))
}
