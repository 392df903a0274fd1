//! Asks the solver about a text: the value of the game, whether facts hold.

use super::findings::{FactFound, Overview};
use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zug::answer::clock::Instant;
use zug::answer::{Answer, EngineKind, Limits, Options, Prepared, SolveError};
use zug::definition::Definition;
use zug::expectation::{self, Verdict};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expect, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Span;
use zug_lang::syntax::ast::ItemKind;
use zug_lang::{replay, wording};
use zug_view::json::{AnswerHead, Command};
use zug_view::report::answer::{AnswerView, human};
use zug_view::report::json;
use zug_view::wording as english;

/// What may be used.
#[derive(Clone, Copy, Debug)]
pub struct SolvingLimits<'s> {
    /// From now on.
    pub time: Duration,
    /// In bytes.
    pub memory: u64,
    /// Set from outside to end at once.
    pub stop: &'s Arc<AtomicBool>,
}

impl SolvingLimits<'_> {
    fn limits(&self) -> Limits {
        Limits {
            memory: self.memory,
            deadline: Instant::now().checked_add(self.time),
            stop: Some(Arc::clone(self.stop)),
            ..Limits::default()
        }
    }
}

/// The reason why a text with errors is not played.
fn mistaken() -> RequestFailure {
    RequestFailure::failed("the definition has errors")
}

fn first(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map_or_else(|| "the definition has errors".to_owned(), |it| it.message.clone())
}

/// The program of a text.
pub fn program(analysis: &TextAnalysis) -> Result<&Program, RequestFailure> {
    analysis.program.as_ref().ok_or_else(mistaken)
}

/// What is told beside the title: the value, and the number of positions where they can be counted
/// in the time that is left.
pub fn overview(analysis: &TextAnalysis, solving: &SolvingLimits<'_>) -> Option<Overview> {
    let (program, limits) = (analysis.program.as_ref()?, solving.limits());
    let prepared = match Prepared::new(program, EngineKind::Auto) {
        Ok(prepared) => prepared.with_symmetry(),
        Err(why) => return Some(Overview { label: "not solved".into(), tooltip: first(&why) }),
    };
    let start = prepared.start();
    let options = Options { distance: true, ..Options::within(&limits) };
    let answer = match prepared.solve(&start, &options) {
        Ok(answer) => answer,
        Err(SolveError::Limit { .. }) if limits.look().is_err() => {
            let label = format!("not solved within {} s", solving.time.as_secs_f64());
            let tooltip = "`zug solve` takes as long as it needs".to_owned();
            return Some(Overview { label, tooltip });
        }
        Err(why) => {
            return Some(Overview { label: "not solved".into(), tooltip: refused(program, &start, &why) });
        }
    };
    let mut label = wording::value(program, answer.value);
    if let Some(plies) = answer.distance {
        label += &format!(" in {}", wording::plies(plies));
    }
    if let Ok(positions) = prepared.reachable(&start, &limits) {
        label += &format!(", {} positions", wording::grouped(positions));
    }
    let tooltip = human(&view(&answer, program, &start, &[]));
    Some(Overview { label, tooltip: format!("```text\n{tooltip}```") })
}

fn view(
    answer: &Answer,
    program: &Program,
    position: &Position,
    played: &[zug_lang::program::Choice],
) -> AnswerView {
    AnswerView::new(answer, program, &Semantics::new(program), position, played)
}

/// The answer for a position, for people and as JSON.
pub fn solve(
    analysis: &TextAnalysis,
    moves: &str,
    solving: &SolvingLimits<'_>,
) -> Result<(String, Value), RequestFailure> {
    let program = program(analysis)?;
    let limits = solving.limits();
    let played = super::moves::play(program, moves)?;
    let prepared = Prepared::new(program, EngineKind::Auto)
        .map_err(|all| RequestFailure::failed(first(&all)))?
        .with_symmetry();
    let options = Options { distance: true, ..Options::within(&limits) };
    let answer = prepared
        .solve(&played.position, &options)
        .map_err(|why| RequestFailure::failed(refused(program, &played.position, &why)))?;
    let view = view(&answer, program, &played.position, &played.choices);
    let answer = json::answer(AnswerHead::new(Command::Solve, "", &[]), &view, None);
    Ok((human(&view), serde_json::to_value(answer).unwrap_or_default()))
}

/// Why there is no answer.
fn refused(program: &Program, position: &Position, why: &SolveError) -> String {
    match why {
        SolveError::Fault { line } => replay::fault(&Semantics::new(program), position, &[], line).message,
        other => english::unjudged(program, other),
    }
}

/// Which facts are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFacts {
    /// Those of one `expect`, by its number.
    One(usize),
    /// All that are not slow.
    AllQuick,
}

/// Judges facts, each under its own settings, in the order of the text.
pub fn facts(
    analysis: &TextAnalysis,
    asked: AskedFacts,
    solving: &SolvingLimits<'_>,
) -> Result<Vec<(Span, FactFound)>, RequestFailure> {
    let program = program(analysis)?.clone();
    let heads: Vec<Span> = analysis
        .game
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Expect(expect) => Some(expect.head),
            _ => None,
        })
        .collect();
    let wanted = |expect: &Expect| match asked {
        AskedFacts::One(number) => heads.get(number) == Some(&expect.head),
        AskedFacts::AllQuick => !expect.slow,
    };
    if let AskedFacts::One(number) = asked
        && number >= heads.len()
    {
        return Err(RequestFailure::parameters(format!("there is no expectation number {number}")));
    }
    let limits = solving.limits();
    let definition =
        Definition { ast: analysis.game.clone(), settings: Vec::new(), program, warnings: Vec::new() };
    let mut found = Vec::new();
    for (at, expect) in definition.program.expects.iter().enumerate().filter(|(_, expect)| wanted(expect)) {
        found.push((expect.span, fact(&definition, at, &limits)));
    }
    Ok(found)
}

fn fact(definition: &Definition, at: usize, limits: &Limits) -> FactFound {
    let expect = &definition.program.expects[at];
    if expect.with.is_empty() {
        return judged(&definition.program, at, limits);
    }
    match definition.with(&expect.with) {
        Ok(variant) => judged(&variant.program, at, limits),
        Err(diagnostics) => FactFound::Fails {
            expected: "a definition in order under these settings".into(),
            found: first(&diagnostics),
        },
    }
}

fn judged(program: &Program, at: usize, limits: &Limits) -> FactFound {
    if let Err(kind) = limits.look() {
        return FactFound::Unknown(english::limit_kind(kind).into());
    }
    let prepared = match Prepared::new(program, EngineKind::Auto) {
        Ok(prepared) => prepared,
        Err(diagnostics) => return FactFound::Unknown(first(&diagnostics)),
    };
    let Some(expect) = program.expects.get(at) else { return FactFound::Unknown(english::UNHIDDEN.into()) };
    match expectation::judge(&prepared, expect, limits) {
        Ok(Verdict::Holds) => FactFound::Holds,
        Ok(Verdict::Fails(mismatch)) => {
            let (expected, found) = english::mismatch(program, &mismatch);
            FactFound::Fails { expected, found }
        }
        Ok(Verdict::Broken(why)) => {
            FactFound::Fails { expected: "play without a broken promise".into(), found: why.message }
        }
        Err(why) => FactFound::Unknown(english::unjudged(program, &why)),
    }
}

/// How many facts hold.
pub struct FactSummary {
    /// Facts that do not hold.
    pub fails: usize,
    /// Facts that could not be judged.
    pub unknown: usize,
    /// All that for people.
    pub words: String,
}

/// Counts what became of facts.
pub fn summary(facts: &[(Span, FactFound)]) -> FactSummary {
    let count = |wanted: fn(&FactFound) -> bool| facts.iter().filter(|(_, it)| wanted(it)).count();
    let holds = count(|it| *it == FactFound::Holds);
    let fails = count(|it| matches!(it, FactFound::Fails { .. }));
    let unknown = count(|it| matches!(it, FactFound::Unknown(_)));
    let mut words = format!("{holds} of {} facts hold", facts.len());
    if fails > 0 {
        words += &format!(", {fails} fail");
    }
    if unknown > 0 {
        words += &format!(", {unknown} not judged");
    }
    FactSummary { fails, unknown, words }
}

/// A fact with what became of it.
pub fn fact_json(analysis: &TextAnalysis, span: Span, fact: &FactFound) -> Value {
    let (result, expected, found) = match fact {
        FactFound::Holds => ("holds", None, None),
        FactFound::Fails { expected, found } => ("fails", Some(expected), Some(found)),
        FactFound::Unknown(why) => ("unknown", None, Some(why)),
    };
    json!({
        "fact": analysis.slice(span),
        "range": analysis.range(span),
        "result": result,
        "expected": expected,
        "found": found,
    })
}
