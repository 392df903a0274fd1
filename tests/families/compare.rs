//! Compares all that is made of one definition.

use super::graph::Graph;
use super::recognised::{self, Known};
use super::solvers::{self, Told};
use super::table::Table;
use super::{census, database, facts, session};
use std::panic::{AssertUnwindSafe, catch_unwind};
use zug::answer::{EngineKind, Prepared, can_compile};
use zug_game::SplitMix64;
use zug_lang::program::Program;
use zug_lang::source::FileId;
use zug_machine::optimization::{Optimization, Optimizations};

/// What a definition was good for.
#[derive(Clone, Debug, PartialEq)]
pub enum Compared {
    /// It has mistakes, the first in words.
    Refused(String),
    /// There are too many positions.
    Unfit,
    /// All agree.
    Done,
    /// All agree where play breaks a promise: on that, or on a value that does not depend on it.
    Faults,
}

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// More positions are not compared.
    pub most: usize,
    /// So many settings of the solvers, drawn; all where the positions are few.
    pub settings: usize,
    /// Once in so many definitions machines are compiled.
    pub jit: usize,
}

/// Compares a definition; tells what does not agree.
pub fn compare(
    text: &str,
    aims: &[String],
    effort: Effort,
    random: &mut SplitMix64,
    table: &mut Table,
) -> Result<Compared, String> {
    let done = catch_unwind(AssertUnwindSafe(|| all(text, aims, effort, random, table)));
    done.unwrap_or_else(|panic| {
        let words = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("a panic: {}", words.unwrap_or("without words")))
    })
}

fn program(text: &str) -> Result<Program, String> {
    let (game, mistakes) = zug_lang::syntax::parse(FileId::DEFINITION, text);
    let checked = zug_lang::check::check(&game, &[]);
    let mistake = mistakes
        .iter()
        .chain(&checked.diagnostics)
        .find(|one| one.severity == zug_lang::diagnostic::Severity::Error);
    match (mistake, checked.program) {
        (None, Some(program)) => Ok(program),
        (mistake, _) => Err(mistake.map_or_else(String::new, |one| format!("{} {}", one.code, one.message))),
    }
}

fn all(
    text: &str,
    aims: &[String],
    effort: Effort,
    random: &mut SplitMix64,
    table: &mut Table,
) -> Result<Compared, String> {
    let program = match program(text) {
        Ok(program) => program,
        Err(mistake) => return Ok(Compared::Refused(mistake)),
    };
    let Some(graph) = Graph::new(&program, effort.most) else { return Ok(Compared::Unfit) };
    let plain = match Prepared::new(&program, EngineKind::Interpret) {
        Ok(prepared) => prepared,
        Err(mistakes) => return Ok(Compared::Refused(mistakes[0].message.clone())),
    };
    let task = Comparison { graph: &graph, effort };
    let mut told = task.solvers(&plain, random).map_err(|what| format!("interpreted, {what}"))?;
    let threads = if random.below(8) == 0 { 2 } else { 1 };
    let strong = census::hold(&plain, &graph, threads)?;
    let stored = if random.below(3) == 0 { database::hold(&plain, &graph, random)? } else { Vec::new() };
    let symmetry = zug_compile::symmetry::find(&program);
    let prepared = plain.with_symmetry();
    let shown = facts::hold(&prepared, &graph)?;
    told.extend(task.solvers(&prepared, random).map_err(|what| format!("with symmetries, {what}"))?);
    if random.below(4) == 0 {
        session::hold(&prepared, &graph, random)?;
    }
    let (other, compiled) = task.other(&prepared, random, table)?;
    told.extend(other);
    table.add(&recognised::told(&told), &[]);
    table.add(&recognised::faulty_trials(&program, &graph), &[]);
    let Some(strong) = strong else { return Ok(Compared::Faults) };
    let known = Known { prepared: &prepared, symmetry: &symmetry, graph: &graph, shown, strong: &strong };
    let mut found = recognised::found(&known);
    found.extend(compiled);
    found.extend(stored);
    table.add(&found, aims);
    Ok(Compared::Done)
}

/// Whether a definition has few positions.
pub fn is_small(text: &str, most: usize) -> bool {
    program(text).is_ok_and(|program| Graph::new(&program, most).is_some())
}

struct Comparison<'g> {
    graph: &'g Graph,
    effort: Effort,
}

impl Comparison<'_> {
    /// Some settings at the start and after some moves.
    fn solvers(&self, prepared: &Prepared<'_>, random: &mut SplitMix64) -> Result<Vec<Told>, String> {
        let mut told = Vec::new();
        let mut settings = solvers::settings(prepared);
        let most = self.effort.settings * 40 / (40 + self.graph.nodes.len()).max(1) + 2;
        for slot in 0..most.min(settings.len()) {
            let other = slot + random.below(settings.len() - slot);
            settings.swap(slot, other);
            let at = if random.below(2) == 0 { 0 } else { random.below(self.graph.positions) };
            told.push(solvers::compare(prepared, self.graph, at, settings[slot], random)?);
        }
        Ok(told)
    }

    /// The same with another machine: compiled, or with an optimization left out.
    fn other(
        &self,
        plain: &Prepared<'_>,
        random: &mut SplitMix64,
        table: &mut Table,
    ) -> Result<(Vec<Told>, Vec<&'static str>), String> {
        let jit = self.effort.jit > 0 && random.below(self.effort.jit) == 0 && can_compile().is_ok();
        if !jit && random.below(3) > 0 {
            return Ok(Default::default());
        }
        let engine = match () {
            () if jit => EngineKind::Jit,
            () if random.below(8) == 0 => EngineKind::Semantics,
            () => EngineKind::Interpret,
        };
        let left_out = Optimization::ALL[random.below(Optimization::ALL.len())];
        let kept = match random.below(if jit { 3 } else { 8 }) {
            0 => Optimizations::NONE,
            1 if jit => Optimizations::ALL,
            _ => Optimizations::ALL.without(left_out),
        };
        let Ok(other) = Prepared::with_optimizations(plain.program, engine, kept) else {
            return Ok(Default::default());
        };
        let machine = |prepared: &Prepared<'_>| {
            let mut machine = prepared.machine().expect("a machine").clone();
            (machine.optimizations, machine.symmetry) = (Optimizations::ALL, Default::default());
            machine
        };
        if engine != EngineKind::Semantics
            && kept != Optimizations::ALL
            && kept != Optimizations::NONE
            && machine(plain) != machine(&other)
        {
            table.note(format!("optimization: {}", left_out.name()));
        }
        let other = if random.below(2) == 0 { other.with_symmetry() } else { other };
        let who = |what| format!("{engine:?} with {kept:?}, {what}");
        facts::hold(&other, self.graph).map_err(who)?;
        let told = self.solvers(&other, random).map_err(who)?;
        Ok((told, recognised::compiled(&other, engine)))
    }
}
