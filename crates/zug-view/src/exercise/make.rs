//! Makes one exercise of a play, with its solution.

use super::sample::{self, SampledPlay};
use super::trees::{in_whole, is_leaf, leaf_values, leaves_alone, lettered, letters};
use super::{CutBranch, Difficulty, ExerciseKind, SolvedExercise, WorksheetOrder, WorksheetSolution};
use crate::tree::{Fate, SearchTree, TreeMethod, bound};
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
pub enum MadeExercise {
    /// An exercise.
    Exercise(Box<SolvedExercise>),
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
    play: &SampledPlay,
    order: &WorksheetOrder,
    random: &mut SplitMix64,
) -> Result<MadeExercise, SolveError> {
    if order.kind == ExerciseKind::BestMove {
        return best_move(prepared, play, &order.limits, random);
    }
    let Some((at, whole)) = sample::small_tree(prepared, play, &order.limits, random)? else {
        return Ok(MadeExercise::Nothing);
    };
    if leaf_values(&whole) < 2 {
        return Ok(MadeExercise::Nothing);
    }
    let search = match order.kind {
        ExerciseKind::Values | ExerciseKind::BestMove => Some(whole.clone()),
        ExerciseKind::Cuts | ExerciseKind::Window => {
            again(prepared, play, at, &whole, TreeMethod::AlphaBeta, TableSize::Off, order)?
        }
        ExerciseKind::Memo => again(prepared, play, at, &whole, TreeMethod::Minimax, TableSize::Auto, order)?,
    };
    let Some(search) = search else { return Ok(MadeExercise::Nothing) };
    let search = lettered(&whole, search);
    let Some(solution) = solution(order.kind, &whole, &search, random) else {
        return Ok(MadeExercise::Nothing);
    };
    Ok(MadeExercise::Exercise(Box::new(SolvedExercise {
        after: play.after(at),
        position: play.positions[at].clone(),
        tree: Some(leaves_alone(&whole)),
        places: if order.kind == ExerciseKind::Memo { places(&whole) } else { Vec::new() },
        difficulty: Difficulty::of(order.kind, whole.nodes.len() as u64),
        solution,
        shown: Some(search),
    })))
}

/// Another search of the same position, as deep.
fn again(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    at: usize,
    whole: &SearchTree,
    method: TreeMethod,
    memo: TableSize,
    order: &WorksheetOrder,
) -> Result<Option<SearchTree>, SolveError> {
    let request = sample::request(method, memo, &order.limits);
    sample::search(prepared, play, at, &request, whole.horizon)
}

/// The positions of all nodes below which something is looked at.
fn places(whole: &SearchTree) -> Vec<(String, zug_lang::semantics::Position)> {
    let inner = (0..whole.nodes.len()).filter(|&at| !is_leaf(whole, at));
    inner.filter_map(|at| Some((letters(at), whole.nodes[at].position.clone()?))).collect()
}

fn solution(
    kind: ExerciseKind,
    whole: &SearchTree,
    search: &SearchTree,
    random: &mut SplitMix64,
) -> Option<WorksheetSolution> {
    match kind {
        ExerciseKind::Values | ExerciseKind::BestMove => values(whole),
        ExerciseKind::Cuts => {
            Some(cuts(whole, search)).filter(|cuts| !cuts.is_empty()).map(WorksheetSolution::Cuts)
        }
        ExerciseKind::Window => window(search, random),
        ExerciseKind::Memo => memo(whole, search),
    }
}

/// At least two values are asked for.
fn values(whole: &SearchTree) -> Option<WorksheetSolution> {
    let inner = (0..whole.nodes.len()).filter(|&at| !is_leaf(whole, at));
    let values: Vec<(String, i64)> =
        inner.filter_map(|at| Some((letters(at), whole.nodes[at].value?))).collect();
    (values.len() > 1).then_some(WorksheetSolution::Values(values))
}

/// The branches that a search with alpha-beta did not look at, with their letters in the whole tree
/// of the same position.
pub fn cuts(whole: &SearchTree, search: &SearchTree) -> Vec<CutBranch> {
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
fn window(search: &SearchTree, random: &mut SplitMix64) -> Option<WorksheetSolution> {
    let bounded = |at: &usize| {
        let node = &search.nodes[*at];
        node.fate == Fate::Searched && node.window != Window::OPEN
    };
    let nodes: Vec<usize> = (0..search.nodes.len()).filter(bounded).collect();
    let &at = nodes.get(random.below(nodes.len()))?;
    let node = &search.nodes[at];
    Some(WorksheetSolution::Window {
        node: node.label.clone()?,
        alpha: node.window.alpha,
        beta: node.window.beta,
        because: setters(search, at),
    })
}

/// Which values on the way to a node made its window, from the root down.
fn setters(search: &SearchTree, node: usize) -> Vec<String> {
    let mut way: Vec<usize> = std::iter::successors(Some(node), |&at| search.nodes[at].parent).collect();
    way.reverse();
    way.windows(2).flat_map(|pair| set_at(search, pair[0], pair[1])).collect()
}

fn set_at(search: &SearchTree, above: usize, below: usize) -> Vec<String> {
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

fn memo(whole: &SearchTree, search: &SearchTree) -> Option<WorksheetSolution> {
    let places = in_whole(whole, search);
    let answered = search.nodes.iter().enumerate().filter_map(|(here, node)| match node.fate {
        Fate::Remembered { at: Some(at), .. } => Some((letters(places[here]), letters(places[at]))),
        _ => None,
    });
    let answered: Vec<(String, String)> = answered.collect();
    (!answered.is_empty()).then_some(WorksheetSolution::Memo(answered))
}

/// A position near the end of a play in which some moves are better than others.
fn best_move(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    limits: &Limits,
    random: &mut SplitMix64,
) -> Result<MadeExercise, SolveError> {
    let mut made = MadeExercise::Nothing;
    for at in sample::asked_about(prepared, play, NEAR, random) {
        made = best_move_at(prepared, play, at, limits)?;
        if !matches!(made, MadeExercise::TooLarge) {
            break;
        }
    }
    Ok(made)
}

fn best_move_at(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    at: usize,
    limits: &Limits,
) -> Result<MadeExercise, SolveError> {
    let position = &play.positions[at];
    let semantics = Semantics::new(prepared.program);
    if !matches!(semantics.outcome(position), Ok(None)) {
        return Ok(MadeExercise::Nothing);
    }
    let limits = Limits { positions: Some(SOLVED), ..limits.clone() };
    let options = Options { distance: !prepared.program.points, all_moves: true, ..Options::within(&limits) };
    let answer = match prepared.solve(position, &options) {
        Ok(answer) => answer,
        Err(wrong @ SolveError::Unfit(Unfit::EndlessVaries)) => return Err(wrong),
        Err(SolveError::Limit { .. } | SolveError::Unfit(_)) => return Ok(MadeExercise::TooLarge),
        Err(failed) => return Err(failed.behind(&play.choices[..at])),
    };
    if answer.best.len() == answer.moves.len() || answer.best.is_empty() {
        return Ok(MadeExercise::Nothing);
    }
    let moves = answer.moves.iter().map(|(choice, value, _)| (semantics.text(position, choice), *value));
    let best = answer.best.iter().map(|choice| semantics.text(position, choice));
    let plies = answer.distance.unwrap_or(answer.line.len() as u64);
    Ok(MadeExercise::Exercise(Box::new(SolvedExercise {
        after: play.after(at),
        position: position.clone(),
        tree: None,
        places: Vec::new(),
        difficulty: Difficulty::of(ExerciseKind::BestMove, plies),
        solution: WorksheetSolution::BestMove {
            value: answer.value,
            text: wording::value(prepared.program, answer.value),
            best: best.collect(),
            moves: moves.collect(),
        },
        shown: None,
    })))
}
