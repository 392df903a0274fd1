//! Evaluates the rules about the end of play: `end`, `stuck`, `endless`, `progress`.

use super::eval::{Here, Scene, World};
use super::fault::{Fault, RuntimeError};
use super::quantify::each_binding;
use crate::program::*;
use crate::source::Span;
use std::ops::ControlFlow;

type Locals = Vec<Value>;

/// The rules of a program at one position.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub program: &'a Program,
    pub here: Here<'a>,
}

impl Rules<'_> {
    fn scene(&self) -> Scene<'_> {
        Scene { world: World::of(self.program), here: Some(self.here) }
    }

    /// The payoff of the first `end` rule that holds, if one does.
    pub fn ended(&self) -> Result<Option<i64>, RuntimeError> {
        for rule in &self.program.ends {
            if let Some(payoff) = self.end(rule)? {
                return Ok(Some(payoff));
            }
        }
        Ok(None)
    }

    /// The payoff of an `end` rule, if it holds. Two bindings with different payoffs are a fault.
    pub fn end(&self, rule: &End) -> Result<Option<i64>, RuntimeError> {
        let scene = self.scene();
        let mut found: Result<Option<i64>, RuntimeError> = Ok(None);
        let mut look = |locals: &mut Locals| -> Result<(), RuntimeError> {
            if !scene.holds(locals, &rule.when) {
                return Ok(());
            }
            let payoff = self.outcome(locals, &rule.outcome)?.unwrap_or(0);
            match found {
                Ok(Some(other)) if other != payoff => {
                    return Err(RuntimeError::new(Fault::Disagree(other, payoff), rule.outcome.span));
                }
                _ => found = Ok(Some(payoff)),
            }
            Ok(())
        };
        let mut failed = None;
        let mut locals = vec![Value::None; rule.frame.locals.len()];
        let _ = each_binding(&scene, &mut locals, &rule.binders, &mut |locals| match look(locals) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        });
        self.here.faults.check(())?;
        failed.map_or(found, Err)
    }

    /// The payoff of a rule for the first player; `None` for `pass`.
    pub fn ruled(&self, rule: &Ruled) -> Result<Option<i64>, RuntimeError> {
        let mut locals = vec![Value::None; rule.frame.locals.len()];
        let payoff = self.outcome(&mut locals, &rule.outcome);
        self.here.faults.check(())?;
        payoff
    }

    fn outcome(&self, locals: &mut Locals, outcome: &Outcome) -> Result<Option<i64>, RuntimeError> {
        let scene = self.scene();
        match &outcome.kind {
            OutcomeKind::Pass => Ok(None),
            OutcomeKind::Draw => Ok(Some(0)),
            OutcomeKind::Wins(player) => self.side(locals, player).map(Some),
            OutcomeKind::Points(points, player) => match scene.eval(locals, points) {
                Value::Int(points) => Ok(Some(self.side(locals, player)? * points)),
                _ => Err(RuntimeError::new(Fault::NoPoints, outcome.span)),
            },
            OutcomeKind::If(condition, yes, no) => {
                let arm = if scene.holds(locals, condition) { yes } else { no };
                self.outcome(locals, arm)
            }
        }
    }

    /// 1 for the first player, -1 for the second.
    fn side(&self, locals: &mut Locals, player: &Expr) -> Result<i64, RuntimeError> {
        match self.scene().eval(locals, player) {
            Value::Element(0) => Ok(1),
            Value::Element(_) => Ok(-1),
            _ => Err(RuntimeError::new(Fault::NoPlayer, player.span)),
        }
    }

    /// The measure of the `progress` rule.
    pub fn progress(&self, rule: &Progress) -> Result<Vec<Value>, RuntimeError> {
        let mut locals = vec![Value::None; rule.frame.locals.len()];
        let scene = self.scene();
        let measures = rule.measures.iter().map(|m| scene.eval(&mut locals, m)).collect();
        self.here.faults.check(measures)
    }
}

/// Whether a measure changed as it must; it may not contain `none`. Tuples are compared
/// lexicographically.
pub(super) fn progressed(before: &[Value], after: &[Value], strictly: bool) -> bool {
    let numbers = before.iter().chain(after).all(|value| matches!(value, Value::Int(_)));
    numbers && if strictly { before < after } else { before <= after }
}

/// For each move, whether it must increase the measure of `progress`: every `move` must, and every
/// followup that can come again with followups alone in between. So a cycle of play always contains
/// an increase: one without a `move` consists of followups, each of which asks for the next.
pub fn increasing(program: &Program) -> Vec<bool> {
    let asked: Vec<Vec<usize>> = program.moves.iter().map(|each| followups_after(program, each)).collect();
    let each = program.moves.iter().enumerate();
    each.map(|(at, each)| !each.followup || comes_again(at, &asked)).collect()
}

/// The followups for which a followup asks.
fn followups_after(program: &Program, each: &Move) -> Vec<usize> {
    let mut requests = Vec::new();
    if each.followup {
        asked_in(&each.body, &mut requests);
    }
    let requests =
        requests.iter().filter_map(|request: &FollowupRequestId| program.requests.get(request.index()));
    let asked = requests.flat_map(|request| request.moves.iter().map(|(id, _)| id.index()));
    asked.filter(|at| program.moves.get(*at).is_some_and(|each| each.followup)).collect()
}

/// Whether a walk along these lists leads from an index back to it.
fn comes_again(start: usize, next: &[Vec<usize>]) -> bool {
    let mut seen = vec![false; next.len()];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for &to in &next[at] {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    seen[start]
}

/// Collects the requests that statements can make.
fn asked_in(body: &[Stmt], asked: &mut Vec<FollowupRequestId>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::AgainWith(request, ..) => asked.push(*request),
            StmtKind::If(_, yes, no) => {
                asked_in(yes, asked);
                asked_in(no, asked);
            }
            StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) => asked_in(body, asked),
            _ => {}
        }
    }
}

/// A span for a fault that belongs to no rule: the first move.
pub(super) fn anywhere(program: &Program) -> Span {
    program.moves.first().map(|each| each.span).unwrap_or_default()
}
