//! Why a move is legal or not, and why play is over or goes on: the part of the definition that
//! decides, with the values of its names.
//!
//! The rules are those of [`semantics`](crate::semantics), evaluated once more part by part. Of a
//! conjunction that does not hold the first false part decides, of a disjunction all of them; of
//! `some` and `every` the witness or the counterexample.

mod conditions;
mod endings;
mod members;
mod moves;
mod names;
mod readings;
mod relations;

pub use endings::{Rule, of_end, of_rule, rules};
pub use moves::{MoveAnswer, of_move};
pub use readings::spelled;

use crate::program::{Frame, LocalId, Program, Value};
use crate::semantics::eval::{Faults, Here, Scene, World};
use crate::semantics::{Position, Semantics};
use crate::source::Span;

/// The value of a name, or of another part of the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// The name as the definition writes it, indexes worked out: `marks[X]`.
    pub name: String,
    /// Its value as the definition writes it.
    pub value: String,
}

/// A part of the definition that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The part.
    pub span: Span,
    /// What it comes to here, in one sentence without a full stop.
    pub text: String,
    /// The values of its names, those of the binders around it first.
    pub values: Vec<NamedValue>,
}

/// The answer to a question about the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The answer in one sentence without a full stop.
    pub answer: String,
    /// Whether what was asked about is so: the move is legal, play is over, the rule holds.
    pub holds: bool,
    /// The parts that decide, in the order of evaluation.
    pub reasons: Vec<Reason>,
}

/// The largest number of reasons of one answer.
const MOST: usize = 8;

/// The locals of a body with their values.
struct Locals<'a> {
    frame: &'a Frame,
    values: Vec<Value>,
    /// Binders without a value, inside an expression that is only written.
    open: Vec<LocalId>,
}

impl<'a> Locals<'a> {
    fn new(frame: &'a Frame) -> Locals<'a> {
        Locals { frame, values: vec![Value::None; frame.locals.len()], open: Vec::new() }
    }

    fn bind(&mut self, local: LocalId, value: Value) {
        if self.values.len() <= local.index() {
            self.values.resize(local.index() + 1, Value::None);
        }
        self.values[local.index()] = value;
    }
}

/// Collects the parts that decide, at one position.
struct Explainer<'a> {
    program: &'a Program,
    scene: Scene<'a>,
    /// The position as it is drawn; `None` inside a move.
    drawn: Option<&'a Position>,
    /// The binders around the part that is looked at.
    under: Vec<NamedValue>,
    reasons: Vec<Reason>,
}

impl<'a> Explainer<'a> {
    fn new(semantics: &Semantics<'a>, position: &'a Position, faults: &'a Faults) -> Explainer<'a> {
        let here = Here { fields: &position.fields, me: position.turn, faults };
        Explainer::inside(semantics.program(), here, Some(position))
    }

    /// The explainer for fields that are no position of play.
    fn inside(program: &'a Program, here: Here<'a>, drawn: Option<&'a Position>) -> Explainer<'a> {
        let scene = Scene { world: World::of(program), here: Some(here) };
        Explainer { program, scene, drawn, under: Vec::new(), reasons: Vec::new() }
    }

    /// Adds a reason, unless there are very many.
    fn add(&mut self, span: Span, text: String, values: Vec<NamedValue>) {
        if self.reasons.len() >= MOST {
            return;
        }
        let known = |named: &NamedValue| values.iter().any(|value| value.name == named.name);
        let under: Vec<NamedValue> = self.under.iter().filter(|named| !known(named)).cloned().collect();
        let text = if self.under.is_empty() { text } else { format!("with {}: {text}", list(&self.under)) };
        let reason = Reason { span, text, values: under.into_iter().chain(values).collect() };
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

/// Names with their values in one line.
fn list(values: &[NamedValue]) -> String {
    let all: Vec<String> = values.iter().map(|named| format!("`{}` = {}", named.name, named.value)).collect();
    all.join(", ")
}
