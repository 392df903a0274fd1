//! Decides whether play must end, and proves it.
//!
//! The proof is a measure that every ply increases: weighted sums of components of the position
//! with small weights, compared lexicographically. All components are bounded, so play ends. Two
//! plies may leave the measure unchanged: a pass, which changes nothing (two in a row are an
//! error), and a followup that no followup can ask for, which comes right after a `move`.
//!
//! Where nobody passes, whose turn it is may be a component too: if one player's moves increase a sum
//! and the other's leave it and hand over the turn, play ends. Conditions, each of which a test
//! violates alone: no `stuck` rule says `pass`; a move that leaves the sum has no `again`; only one
//! player has such moves.
//!
//! Method: lexicographic ranking functions, found greedily (Alias, Darte, Feautrier, Gonnord 2010),
//! over the components that `effects` bounds along each path. Instead of linear programs, all small
//! weights are tried.

use super::additive::leaves;
use super::declared_measure;
use super::effects::{Component, Delta, components, holding};
use super::invariants::{Invariant, invariants};
use super::path_enumeration::changes;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;
use zug_lang::semantics::increasing;

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

/// A weighted sum that no move lowers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The components in words, with their weights.
    pub terms: Vec<(i64, String)>,
    /// The components, with their weights.
    pub parts: Vec<(i64, Component)>,
}

impl Measure {
    /// The sum in words, with how moves change it: `the sum of `left`, which no move raises`.
    pub fn words(&self) -> String {
        if let Some(player) = self.receiver() {
            return format!("whose turn it is, which passes to {player} with every move");
        }
        let falls = self.terms.iter().all(|(weight, _)| *weight < 0);
        let terms =
            self.terms.iter().map(|(weight, words)| (if falls { -weight } else { *weight }, words.clone()));
        let never = if falls { "raises" } else { "lowers" };
        format!("{}, which no move {never}", rendered(terms.collect()))
    }

    /// The player who receives the turn, if that is all that is measured.
    fn receiver(&self) -> Option<&str> {
        let ([(_, Component::Turn)], [(_, player)]) = (&*self.parts, &*self.terms) else { return None };
        Some(player)
    }
}

/// A path through a move, and its effect on each component.
pub(super) struct PathEffects {
    /// The index of the move.
    of: usize,
    /// False for a followup that may leave the measure unchanged.
    pub(super) must: bool,
    pub(super) changes: Vec<Delta>,
}

/// Whether play must end, with the proof found.
pub fn ends(program: &Program) -> Ends {
    if program.tree {
        let words = "play walks down a tree".into();
        return Ends::Proven { measure: Vec::new(), words };
    }
    match prove(program).or_else(|why| declared_measure::proven(program).ok_or(why)) {
        Ok(measure) => {
            let words = sentence(&measure);
            Ends::Proven { measure, words }
        }
        Err(_) if program.progress.is_some() => Ends::Declared {
            words: "every move increases what `progress` says; this is checked in play".into(),
        },
        Err(why) => Ends::Unproven { why },
    }
}

/// The measure, or the reason why there is none. The invariants, the counts of single values and the
/// turn, which cost more, are used only if a first search fails.
fn prove(program: &Program) -> Result<Vec<Measure>, String> {
    let components = components(program);
    let known = || invariants(program);
    let with_turn = |why| with_turn(program, components.clone()).ok_or(why);
    search(program, &components, None)
        .or_else(|_| search(program, &components, Some(&known())))
        .or_else(|why| search(program, &with_values(program, components.clone()).ok_or(why)?, None))
        .or_else(|why| search(program, &with_turn(why.clone())?, Some(&known())).map_err(|_| why))
}

/// The components, and the turn; none where somebody may pass, which hands over the turn and changes nothing else.
fn with_turn(program: &Program, mut components: Vec<Component>) -> Option<Vec<Component>> {
    let passes = |ruled: &Ruled| leaves(&ruled.outcome).any(|leaf| matches!(leaf, OutcomeKind::Pass));
    if program.stuck.as_ref().is_some_and(passes) {
        return None;
    }
    components.push(Component::Turn);
    Some(components)
}

/// The components, and the counts of the values of fields of elements; none where there are none.
fn with_values(program: &Program, mut components: Vec<Component>) -> Option<Vec<Component>> {
    let values = holding(program);
    let some = !values.is_empty();
    components.extend(values);
    some.then_some(components)
}

fn search(
    program: &Program,
    components: &[Component],
    known: Option<&[Invariant]>,
) -> Result<Vec<Measure>, String> {
    let mut rows = rows(program, components, known)?;
    let measure = greedy(program, components, &mut rows);
    if rows.iter().any(|row| row.must) { Err(reason(program, components, &rows)) } else { Ok(measure) }
}

/// Sums that no path lowers, each increased by some path; paths that increase one are taken away.
fn greedy(program: &Program, components: &[Component], rows: &mut Vec<PathEffects>) -> Vec<Measure> {
    let mut measure = Vec::new();
    while rows.iter().any(|row| row.must)
        && let Some(weights) = best(rows, components)
    {
        // A path that surely increases this sum needs no further one.
        rows.retain(|row| sum(&weights, &row.changes) <= 0);
        measure.push(measured(program, components, &weights));
    }
    measure
}

/// A weighted sum of components, with its words.
pub(super) fn measured(program: &Program, components: &[Component], weights: &Weights) -> Measure {
    let terms = weights.iter().map(|(at, weight)| (*weight, words(program, *weight, &components[*at])));
    let parts = weights.iter().map(|(at, weight)| (*weight, components[*at].clone()));
    Measure { terms: terms.collect(), parts: parts.collect() }
}

/// Weighted sums that no move lowers, compared from left to right, also where play need not end: then
/// some moves leave all of them as they are. Empty if none was found.
pub fn never_lowered(program: &Program) -> Vec<Measure> {
    let known = invariants(program);
    let sums = |components: &[Component]| {
        let rows = rows(program, components, Some(&known));
        rows.map(|mut rows| greedy(program, components, &mut rows)).unwrap_or_default()
    };
    let components = components(program);
    let found = sums(&components);
    match with_values(program, components) {
        Some(components) if found.is_empty() => sums(&components),
        _ => found,
    }
}

/// The effects of all paths through all moves.
pub(super) fn rows(
    program: &Program,
    components: &[Component],
    known: Option<&[Invariant]>,
) -> Result<Vec<PathEffects>, String> {
    let must = increasing(program);
    let mut rows = Vec::new();
    for (of, each) in program.moves.iter().enumerate() {
        let Ok(paths) = changes(program, each, components, known) else {
            return Err(format!("`{}` branches too often to be followed", each.name));
        };
        let must = must.get(of) != Some(&false);
        rows.extend(paths.into_iter().map(|changes| PathEffects { of, must, changes }));
    }
    Ok(rows)
}

/// Indices of components with weights.
pub(super) type Weights = Vec<(usize, i64)>;

/// The least change of a weighted sum on a path.
pub(super) fn sum(weights: &Weights, changes: &[Delta]) -> i128 {
    let part = |(at, weight): &(usize, i64)| {
        let (low, high) = changes[*at];
        let rises = (*weight > 0) != is_broken(Shortcut::Ends);
        i128::from(*weight) * i128::from(if rises { low } else { high })
    };
    weights.iter().map(part).sum()
}

/// Two components and more are weighed against each other where squares of their number, for each path, are no more than this.
const PAIRS: usize = 1 << 20;

/// The weighted sum that no path lowers and that the most paths with `must` increase; of equal ones
/// one with the fewest components. The turn stands alone.
fn best(rows: &[PathEffects], among: &[Component]) -> Option<Weights> {
    let components = among.len();
    let mixed =
        |weights: &Weights| weights.len() > 1 && weights.iter().any(|(at, _)| among[*at] == Component::Turn);
    let all = rows.iter().filter(|row| row.must).count();
    let mut best: Option<(usize, Weights)> = None;
    for size in 1..=3.min(components) {
        if size > 1 && components * components * rows.len() > PAIRS {
            break;
        }
        for weights in combinations(components, size) {
            if mixed(&weights) || rows.iter().any(|row| sum(&weights, &row.changes) < 0) {
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

fn words(program: &Program, weight: i64, component: &Component) -> String {
    let name = |field: &FieldId| program.fields.get(field.index()).map_or("", |f| f.name.as_str());
    let single = |field: &FieldId| program.fields.get(field.index()).is_some_and(|f| f.indexes.is_empty());
    match component {
        Component::Members(field) => format!("the number of members of `{}`", name(field)),
        Component::Covered(fields, _) => {
            let names: Vec<String> = fields.iter().map(|f| format!("`{}`", name(f))).collect();
            format!("the number of elements in any entry of {}", names.join(", "))
        }
        Component::Places(field, index) => {
            let entry = entry_name(program, *field, index);
            format!("the places of `{entry}` in the order of their board")
        }
        Component::Sum(field) if single(field) => format!("`{}`", name(field)),
        Component::Sum(field) => format!("the sum of `{}`", name(field)),
        Component::Given(field) => format!("the number of values in `{}` that are not `none`", name(field)),
        Component::True(field) => format!("the number of values in `{}` that are true", name(field)),
        // The player who receives it.
        Component::Turn => {
            let players = program.domains.get(PLAYER.index());
            let player = players.and_then(|players| players.members.get(usize::from(weight > 0)));
            player.cloned().unwrap_or_default()
        }
        Component::Holding(field, value) => {
            format!(
                "the number of values in `{}` that are `{}`",
                name(field),
                member(program, *field, *value)
            )
        }
    }
}

/// The name of an element that a field may hold.
fn member(program: &Program, field: FieldId, value: u32) -> &str {
    let kind = program.fields.get(field.index()).map(|field| field.ty.kind);
    let Some(Kind::Element(domain)) = kind else { return "" };
    let domain = program.domains.get(domain.index());
    domain.and_then(|domain| domain.members.get(value as usize)).map_or("", String::as_str)
}

/// The name of an entry, like `pawns[White]`.
fn entry_name(program: &Program, field: FieldId, index: &[u32]) -> String {
    let Some(field) = program.fields.get(field.index()) else { return String::new() };
    let names = index.iter().zip(&field.indexes).map(|(element, domain)| {
        let domain = program.domains.get(domain.index());
        domain.and_then(|d| d.members.get(*element as usize)).map_or("", String::as_str)
    });
    let names: Vec<&str> = names.collect();
    if names.is_empty() { field.name.clone() } else { format!("{}[{}]", field.name, names.join(", ")) }
}

/// A weighted sum in words.
fn rendered(terms: Vec<(i64, String)>) -> String {
    let mut text = String::new();
    for (weight, words) in &terms {
        let sign = match (text.is_empty(), *weight < 0) {
            (true, false) => "",
            (true, true) => "- ",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += sign;
        if weight.abs() > 1 {
            text += &format!("{} * ", weight.abs());
        }
        text += words;
    }
    text
}

fn sentence(measure: &[Measure]) -> String {
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
    let parts: Vec<String> = measure.iter().map(one).collect();
    if parts.is_empty() {
        "no move is ever legal".into()
    } else {
        format!("every move {}", parts.join(", or leaves it and "))
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
            format!("`{name}` may leave every count as it was, so positions may repeat")
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
            Ends::Unproven { why: "`take` may leave every count as it was, so positions may repeat".into() }
        );
    }

    #[test]
    fn what_never_falls_is_found_where_play_need_not_end() {
        let mut program = heap();
        let kind = Kind::IntSet { low: 0, high: 3 }.always();
        let any = e(ExprKind::RangeSet(Box::new(num(0)), Box::new(num(3))), kind);
        let less = assign(0, vec![], Store::Sub, local(0, int(0, 3)));
        program.moves[0] = a_move("take", vec![("n", int(0, 3), any)], yes(), vec![less]);
        assert!(matches!(ends(&program), Ends::Unproven { .. }));
        assert_eq!(never_lowered(&program), [], "no path surely lowers the heap");
        // A second move that takes at least one: now some path surely does.
        let kind = Kind::IntSet { low: 1, high: 3 }.always();
        let some = e(ExprKind::RangeSet(Box::new(num(1)), Box::new(num(3))), kind);
        let less = assign(0, vec![], Store::Sub, local(0, int(1, 3)));
        program.moves.push(a_move("grab", vec![("n", int(1, 3), some)], yes(), vec![less]));
        let sums = never_lowered(&program);
        assert_eq!(sums.len(), 1);
        assert_eq!(sums[0].terms, [(-1, "`left`".to_string())]);
        // A third move that may put something back: nothing is left that never falls.
        let more = assign(0, vec![], Store::Add, local(0, int(1, 3)));
        let kind = Kind::IntSet { low: 1, high: 3 }.always();
        let some = e(ExprKind::RangeSet(Box::new(num(1)), Box::new(num(3))), kind);
        program.moves.push(a_move("put", vec![("n", int(1, 3), some)], yes(), vec![more]));
        assert_eq!(never_lowered(&program), []);
    }

    #[test]
    fn a_stone_on_any_cell_proves_nothing() {
        let mut program = tic_tac_toe();
        program.moves[0].parameters[0].1 = set(1, &[0, 1, 2, 3]);
        assert!(matches!(ends(&program), Ends::Unproven { .. }));
    }
}
