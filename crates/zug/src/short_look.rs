//! A short look at how a definition plays, for commands that only check it: how many positions it
//! takes, and which facts it judges. It is bounded by counts, so that every run does the same; the
//! clock ends it on a machine that is very slow alone.

use crate::answer::{EngineKind, Limits, Prepared};
use crate::definition::Definition;
use crate::expectation::{Verdict, judge};
use zug_analysis::choices::{most_choices, most_steps};
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::{Fact, Program};
use zug_solve::clock::Instant;

/// So many positions are looked at where nothing more is asked.
pub const FIRST_POSITIONS: u64 = 1_000;

/// Bytes for the tables of one look, or of one fact.
pub const MEMORY: u64 = 64 << 20;

/// The most moves that are tried in all positions of a look, and in one position.
const CHOICES: u64 = 500_000;
const CHOICES_OF_ONE: u64 = 20_000;
/// The same of the steps of guards and `end` rules, by a rough upper bound.
const STEPS: u64 = 400_000_000;
const STEPS_OF_ONE: u64 = 40_000_000;
/// No fact is judged of a definition with more choices: solvers list what they count.
const CHOICES_OF_FACTS: u64 = 4_096;

/// So many facts are judged at most.
const FACTS: usize = 6;
/// So many positions are looked at for one of them.
const POSITIONS: u64 = 2_000;
/// A fact that claims a greater number of positions or of sequences of moves is not looked at.
const COUNT: u64 = 2_000;
/// Seconds after which no more facts are judged.
const SECONDS: u64 = 1;

/// A fact by its number, and what is so of it.
pub type FactVerdict = (usize, Verdict);

/// How many of `most` positions a look takes: fewer where each may have many moves, and none where
/// one has too many.
pub fn positions_for(program: &Program, most: u64) -> Option<u64> {
    let choices = most_choices(program).max(1);
    let steps = most_steps(program, STEPS_OF_ONE).max(1);
    let is_short = choices <= CHOICES_OF_ONE && steps <= STEPS_OF_ONE;
    is_short.then_some(most.min(CHOICES / choices).min(STEPS / steps))
}

/// The facts of a definition that a short search judges: the first ones that are not slow and count
/// little.
pub fn judged_facts(definition: &Definition) -> Vec<FactVerdict> {
    let limits = limits();
    let small = not_slow(definition).filter(|at| !counts_many(&definition.program.expects[*at].fact));
    small.take(FACTS).filter_map(|at| Some((at, verdict(definition, at, &limits)?))).collect()
}

/// The facts that are not slow whose settings are no settings of the definition, each with the
/// first reason.
pub fn refused_settings(definition: &Definition) -> Vec<(usize, Diagnostic)> {
    let refused = |at: usize| {
        let with = &definition.program.expects[at].with;
        let mistakes = if with.is_empty() { None } else { definition.with(with).err() };
        let first = mistakes?.into_iter().find(|each| each.severity == Severity::Error)?;
        Some((at, first))
    };
    not_slow(definition).filter_map(refused).collect()
}

/// Whether these facts hold in another definition, as far as a short search tells; those first that
/// did not hold before.
pub(crate) fn hold(definition: &Definition, facts: &[FactVerdict]) -> bool {
    let limits = limits();
    let (held, failed): (Vec<_>, Vec<_>) = facts.iter().partition(|(_, before)| *before == Verdict::Holds);
    let mut all = failed.into_iter().chain(held);
    all.all(|(at, _)| verdict(definition, *at, &limits) == Some(Verdict::Holds))
}

/// The numbers of the facts that are not slow.
pub(crate) fn not_slow(definition: &Definition) -> impl Iterator<Item = usize> + '_ {
    let expects = definition.program.expects.iter().enumerate();
    expects.filter(|(_, expect)| !expect.slow).map(|(at, _)| at)
}

/// What is so of a fact; `None` if that takes too long to tell, or the definition has mistakes
/// under its settings. Without a bound on positions none is judged.
pub(crate) fn verdict(definition: &Definition, at: usize, limits: &Limits) -> Option<Verdict> {
    let with = &definition.program.expects.get(at)?.with;
    let varied = if with.is_empty() { definition.clone() } else { definition.with(with).ok()? };
    if most_choices(&varied.program) > CHOICES_OF_FACTS {
        return None;
    }
    let positions = positions_for(&varied.program, limits.positions?)?;
    let limits = &Limits { positions: Some(positions), ..limits.clone() };
    let prepared = Prepared::new(&varied.program, EngineKind::Interpret).ok()?;
    judge(&prepared, varied.program.expects.get(at)?, limits).ok()
}

fn counts_many(fact: &Fact) -> bool {
    match fact {
        Fact::Positions(count) => *count > COUNT,
        Fact::Perft(counts) => counts.iter().any(|count| *count > COUNT),
        _ => false,
    }
}

fn limits() -> Limits {
    let deadline = Instant::now().checked_add(std::time::Duration::from_secs(SECONDS));
    Limits { memory: MEMORY, positions: Some(POSITIONS), deadline, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::{judged_facts, positions_for};
    use crate::Definition;
    use crate::expectation::Verdict;

    fn definition(choices: u32, facts: &str) -> Definition {
        let text = format!(
            "game \"G\" players A, B state {{ n: 0..9 = 9 }}\n\
             move take(a in 1..{choices}) when a <= n {{ n -= a }} stuck => me loses\n{facts}"
        );
        Definition::of(&text).expect("it is in order")
    }

    #[test]
    fn a_position_with_many_choices_leaves_room_for_few() {
        let positions = |choices: u32| positions_for(&definition(choices, "").program, 1_000);
        assert_eq!(positions(3), Some(1_000));
        assert_eq!(positions(1_000), Some(500));
        assert_eq!(positions(20_000), Some(25));
        assert_eq!(positions(20_001), None);
    }

    #[test]
    fn a_guard_of_many_steps_leaves_room_for_few() {
        let cells = |side: u32| {
            let text = format!(
                "game \"G\" players A, B board Cell = grid({side}, {side}) state {{ men: set of Cell }}\n\
                 move put(c in Cell - men) when every a in Cell, b in Cell: a.x * b.y != 1000 + c.x {{ men += c }}\n\
                 stuck => me loses"
            );
            positions_for(&Definition::of(&text).expect("it is in order").program, 1_000)
        };
        assert_eq!(cells(3), Some(1_000));
        assert!(cells(8).is_some_and(|positions| positions < 1_000), "{:?}", cells(8));
        assert_eq!(cells(20), None);
    }

    #[test]
    fn small_facts_are_judged() {
        let facts = "expect value = A wins expect slow value = B wins expect perft = [2001] \
                     expect positions = 2001 expect with n = 4: B wins expect with n = 3: B wins";
        let judged: Vec<(usize, bool)> = judged_facts(&definition(3, facts))
            .into_iter()
            .map(|(at, it)| (at, it == Verdict::Holds))
            .collect();
        assert_eq!(judged, [(0, true), (4, true), (5, false)]);
        let many = "expect value = A wins ".repeat(9);
        assert_eq!(judged_facts(&definition(3, &many)).len(), 6);
        assert!(judged_facts(&definition(4_097, "expect value = A wins")).is_empty());
    }
}
