//! Decides whether play must end, and proves it.
//!
//! The proof is a measure that every ply increases: weighted sums of components of the position
//! with small weights, compared lexicographically. All components are bounded, so play ends. Two
//! plies may leave the measure unchanged: a pass, which changes nothing (two in a row are an
//! error), and a followup that cannot come again with followups alone in between.
//!
//! Where nobody passes, whose turn it is may be a component too: if one player's moves increase a
//! sum and the other's leave it and hand over the turn, play ends. Conditions, each of which a test
//! violates alone: no `stuck` rule says `pass`; a move that leaves the sum has no `again`; only one
//! player has such moves.
//!
//! Where the effects of single statements tell too little of the sum of an integer field, the
//! accounts of whole moves do ([`super::accounts`]).
//!
//! Elements that count as integers have numbers, whose change is known where a store says how far
//! it leads from what was there (`at = at + k`).
//!
//! Pieces that go one way have ranks ([`super::ranks`]): numbers of the elements that every step
//! increases. What a choice leads on from is known by its set and its guard (`directed`).
//!
//! Method: lexicographic ranking functions, found greedily (Alias, Darte, Feautrier, Gonnord 2010),
//! over the components that `effects` bounds along each path. Instead of linear programs, all small
//! weights are tried.

use super::accounts::narrow;
use super::declared_measure;
use super::effects::{Component, components, holding, ordinals};
use super::entry_relations::Invariant;
use super::invariants::invariants;
use super::measures::{Measure, PathEffects, Weights, measured, rendered, rows, sum};
use super::path_enumeration::Effort;
use super::ranks::ranks;
use zug_lang::program::*;

/// Whether play must end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ends {
    /// It must.
    Proven {
        /// The sums, in lexicographic order; empty for a tree.
        measure: Vec<Measure>,
        /// The proof, as a sentence without its full stop.
        words: String,
    },
    /// The definition's `progress` rule says so, and the rule is checked during play.
    Declared {
        /// The same, as a sentence without its full stop.
        words: String,
    },
    /// No proof was found.
    Unproven {
        /// The reason, as a sentence without its full stop.
        why: String,
    },
}

/// Whether play must end, with the proof found.
pub fn ends(program: &Program) -> Ends {
    if program.tree {
        let words = "play walks down a tree".into();
        return Ends::Proven { measure: Vec::new(), words };
    }
    let declared = || {
        // Of its rows nothing is kept: any followup may leave it.
        let followups = program.moves.iter().any(|each| each.followup);
        Some(Proof { measure: declared_measure::proven(program)?, left_by_followups: followups })
    };
    match prove(program).or_else(|why| declared().ok_or(why)) {
        Ok(proof) => {
            let words = sentence(program, &proof);
            Ends::Proven { measure: proof.measure, words }
        }
        Err(_) if program.progress.is_some() => Ends::Declared {
            words: "every move increases what `progress` says; this is checked in play".into(),
        },
        Err(why) => Ends::Unproven { why },
    }
}

/// A measure that every move increases.
struct Proof {
    measure: Vec<Measure>,
    /// Whether some followup may leave it as it is.
    left_by_followups: bool,
}

/// The measure, or the reason why there is none. The invariants, the turn, the counts of single
/// values, the ranks and the numbers, which cost more, are used only if a first search fails.
fn prove(program: &Program) -> Result<Proof, String> {
    let components = components(program);
    let quick = rows(program, &components, Effort::Quick);
    if let Ok(found) = quick.clone().and_then(|rows| measure_of(program, &components, rows)) {
        return Ok(found);
    }
    let known = invariants(program);
    search_with_turn(program, &components, Effort::Invariants(&known))
        .or_else(|why| search(program, &with_values(program, &components).ok_or(why)?, Effort::Quick))
        .or_else(|why| {
            let all = with_ranks(program, &components, &known).ok_or_else(|| why.clone())?;
            search_with_turn(program, &all, Effort::Directions(&known)).map_err(|_| why)
        })
        .or_else(|why| accounted(program, &components, quick?).map_err(|_| why))
        .or_else(|why| {
            let all = with_ordinals(program, &components).ok_or_else(|| why.clone())?;
            search_with_turn(program, &all, Effort::Invariants(&known)).map_err(|_| why)
        })
}

/// The measure, where the changes of sums are those that the accounts of moves tell.
fn accounted(
    program: &Program,
    components: &[Component],
    mut rows: Vec<PathEffects>,
) -> Result<Proof, String> {
    narrow(program, components, &mut rows);
    measure_of(program, components, rows)
}

/// The measure by invariants, with whose turn it is as the last component.
fn search_with_turn(
    program: &Program,
    components: &[Component],
    effort: Effort<'_>,
) -> Result<Proof, String> {
    let all = [components, &[Component::Turn]].concat();
    let paths = rows(program, &all, effort)?;
    // Without the turn, paths of both players are alike.
    let mut left: Vec<PathEffects> = Vec::new();
    for path in paths.iter().map(|path| path.of_first(components.len())) {
        if !left.contains(&path) {
            left.push(path);
        }
    }
    let mut measure = greedy(program, components, &mut left);
    if !left.iter().any(|path| path.must) {
        return Ok(Proof { measure, left_by_followups: !left.is_empty() });
    }
    let is_left = |path: &&PathEffects| left.contains(&path.of_first(components.len()));
    let paths: Vec<&PathEffects> = paths.iter().filter(is_left).collect();
    let Some(weights) = turn(program, components.len(), &paths) else {
        return Err(reason(program, components, &left));
    };
    measure.push(measured(program, &all, &weights));
    Ok(Proof { measure, left_by_followups: false })
}

/// The turn as a measure, if every path that is left hands it over to one player; none where
/// somebody may pass, which hands over the turn and changes nothing else.
fn turn(program: &Program, at: usize, paths: &[&PathEffects]) -> Option<Weights> {
    if may_pass(program) {
        return None;
    }
    let mut either = [1, -1].map(|weight| vec![(at, weight)]).into_iter();
    either.find(|weights| paths.iter().all(|path| sum(weights, &path.changes) > 0))
}

/// Whether the `stuck` rule says `pass` anywhere.
fn may_pass(program: &Program) -> bool {
    let passes = |ruled: &Ruled| ruled.outcome.walk().any(|part| matches!(part.kind, OutcomeKind::Pass));
    program.stuck.as_ref().is_some_and(passes)
}

/// The components, and the counts of the values of fields of elements; none where there are none.
pub(super) fn with_values(program: &Program, components: &[Component]) -> Option<Vec<Component>> {
    let values = holding(program);
    (!values.is_empty()).then(|| [components, &values].concat())
}

/// The components, and the numbers of elements that count as integers; none where there are none.
fn with_ordinals(program: &Program, components: &[Component]) -> Option<Vec<Component>> {
    let ordinals = ordinals(program);
    (!ordinals.is_empty()).then(|| [components, &ordinals].concat())
}

/// The components, and the ranks of pieces that go one way; none where there are none.
fn with_ranks(program: &Program, components: &[Component], known: &[Invariant]) -> Option<Vec<Component>> {
    let ranks = ranks(program, known);
    (!ranks.is_empty()).then(|| [components, &ranks].concat())
}

fn search(program: &Program, components: &[Component], effort: Effort<'_>) -> Result<Proof, String> {
    measure_of(program, components, rows(program, components, effort)?)
}

/// The measure that every path increases.
fn measure_of(
    program: &Program,
    components: &[Component],
    mut rows: Vec<PathEffects>,
) -> Result<Proof, String> {
    let measure = greedy(program, components, &mut rows);
    if rows.iter().any(|row| row.must) {
        return Err(reason(program, components, &rows));
    }
    Ok(Proof { measure, left_by_followups: !rows.is_empty() })
}

/// Sums that no path lowers, each increased by some path; paths that increase one are taken away.
pub(super) fn greedy(
    program: &Program,
    components: &[Component],
    rows: &mut Vec<PathEffects>,
) -> Vec<Measure> {
    let mut measure = Vec::new();
    while rows.iter().any(|row| row.must)
        && let Some(weights) = best(rows, components.len())
    {
        // A path that surely increases this sum needs no further one.
        rows.retain(|row| sum(&weights, &row.changes) <= 0);
        measure.push(measured(program, components, &weights));
    }
    measure
}

/// Two components and more are weighed against each other where squares of their number, for each
/// path, are no more than this.
const PAIRS: usize = 1 << 20;

/// The weighted sum that no path lowers and that the most paths with `must` increase; of equal ones
/// one with the fewest components.
fn best(rows: &[PathEffects], components: usize) -> Option<Weights> {
    let all = rows.iter().filter(|row| row.must).count();
    let mut best: Option<(usize, Weights)> = None;
    for size in 1..=3.min(components) {
        if size > 1 && components * components * rows.len() > PAIRS {
            break;
        }
        for weights in combinations(components, size) {
            if rows.iter().any(|row| sum(&weights, &row.changes) < 0) {
                continue;
            }
            let up = rows.iter().filter(|row| row.must && sum(&weights, &row.changes) > 0).count();
            if up > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((up, weights));
            }
        }
        if best.as_ref().is_some_and(|(up, _)| *up == all) {
            break;
        }
    }
    best.map(|(_, weights)| weights)
}

/// Every choice of `size` components with weights 1 and -1; from two components on also 2 and -2.
fn combinations(components: usize, size: usize) -> Vec<Weights> {
    /// With more components than this no three are combined.
    const MANY: usize = 14;
    if size > 2 && components > MANY {
        return Vec::new();
    }
    let mut all: Vec<Weights> = vec![Vec::new()];
    for _ in 0..size {
        all = all
            .into_iter()
            .flat_map(|weights| {
                let next = weights.last().map_or(0, |(at, _)| at + 1);
                let scales: &[i64] = if size == 1 { &[1, -1] } else { &[1, -1, 2, -2] };
                (next..components).flat_map(move |at| {
                    let weights = weights.clone();
                    scales.iter().map(move |scale| {
                        let mut longer = weights.clone();
                        longer.push((at, *scale));
                        longer
                    })
                })
            })
            .collect();
    }
    all
}

// --- The proof in words ---

/// The moves that need not increase the measure: a pass, which is a move too, and followups that
/// may leave it.
fn others(program: &Program, proof: &Proof) -> &'static str {
    match (may_pass(program), proof.left_by_followups) {
        (true, true) => " but a pass or a followup",
        (true, false) => " but a pass",
        (false, true) => " but a followup",
        (false, false) => "",
    }
}

fn sentence(program: &Program, proof: &Proof) -> String {
    let one = |measure: &Measure| {
        if let Some(player) = measure.receiver() {
            return format!("gives the turn to {player}");
        }
        let lowers = measure.terms.iter().all(|(weight, _)| *weight < 0);
        let turned = measure.terms.iter().map(|(weight, words)| (-weight, words.clone()));
        if lowers {
            format!("lowers {}", rendered(turned.collect()))
        } else {
            format!("increases {}", rendered(measure.terms.clone()))
        }
    };
    let parts: Vec<String> = proof.measure.iter().map(one).collect();
    let others = others(program, proof);
    if parts.is_empty() {
        format!("no move{others} is ever legal")
    } else {
        format!("every move{others} {}", parts.join(", or leaves it and "))
    }
}

/// Why there is no measure: names the first move whose effect stands in the way.
fn reason(program: &Program, components: &[Component], rows: &[PathEffects]) -> String {
    let stuck = rows.iter().filter(|row| row.must);
    let moves_nothing =
        |row: &&PathEffects| (0..components.len()).all(|at| row.changes[at].0 <= 0 && row.changes[at].1 >= 0);
    let row = stuck.clone().find(moves_nothing).or_else(|| stuck.clone().next());
    let name = row.and_then(|row| program.moves.get(row.of)).map_or("", |each| each.name.as_str());
    match row {
        Some(row) if moves_nothing(&row) => {
            format!("it is not seen that `{name}` changes a count for good, so positions may repeat")
        }
        _ => format!("no count was found that `{name}` increases and no other move lowers again"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_lang::semantics::samples::*;

    fn why(program: &Program) -> String {
        match ends(program) {
            Ends::Proven { words, .. } => words,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn putting_a_stone_on_an_empty_cell_fills_the_board() {
        assert_eq!(why(&tic_tac_toe()), "every move increases the number of members of `stones`");
    }

    #[test]
    fn taking_at_least_one_empties_the_heap() {
        assert_eq!(why(&heap()), "every move lowers `left`");
    }

    #[test]
    fn taking_none_proves_nothing() {
        let mut program = heap();
        let kind = Kind::IntSet { low: 0, high: 3 }.always();
        let any = e(ExprKind::RangeSet(Box::new(num(0)), Box::new(num(3))), kind);
        let less = assign(0, vec![], Store::Sub, local(0, int(0, 3)));
        program.moves[0] = a_move("take", vec![("n", int(0, 3), any)], yes(), vec![less]);
        assert_eq!(
            ends(&program),
            Ends::Unproven {
                why: "it is not seen that `take` changes a count for good, so positions may repeat".into()
            }
        );
    }

    #[test]
    fn a_stone_on_any_cell_proves_nothing() {
        let mut program = tic_tac_toe();
        program.moves[0].parameters[0].1 = set(1, &[0, 1, 2, 3]);
        assert!(matches!(ends(&program), Ends::Unproven { .. }));
    }
}
