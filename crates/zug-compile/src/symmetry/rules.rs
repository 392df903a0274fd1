//! Turns statements, outcomes and rules into vertices.

use super::commute::commutes;
use super::expressions::signed;
use super::graph::Vertex;
use super::model::{BodyScope, Model, label};
use zug_lang::program::*;

impl<'p> Model<'p> {
    fn body(&mut self, scope: &mut BodyScope<'p>, body: &'p [Stmt]) -> Vertex {
        let statements: Vec<Vertex> = body.iter().map(|stmt| self.stmt(scope, stmt)).collect();
        self.node("body", &statements)
    }

    fn stmt(&mut self, scope: &mut BodyScope<'p>, stmt: &'p Stmt) -> Vertex {
        match &stmt.kind {
            StmtKind::Assign(place, store, value) => self.assign(scope, place, *store, value),
            StmtKind::Bind(local, value) => {
                let operands = [self.local(scope, *local), self.expr(scope, value)];
                self.node("bind", &operands)
            }
            StmtKind::If(condition, then, otherwise) => {
                let operands =
                    [self.expr(scope, condition), self.body(scope, then), self.body(scope, otherwise)];
                self.node("if statement", &operands)
            }
            StmtKind::For(binders, guard, body) => {
                if !commutes(self.program, binders, guard, body) {
                    binders.iter().for_each(|(_, set)| self.keep_order_of(set.ty.kind));
                }
                let vertex = self.unordered("for", &[]);
                self.binders(vertex, scope, binders, |number| label::LIST + number);
                let (guard, body) = (self.expr(scope, guard), self.body(scope, body));
                self.graph.arc(vertex, label::GUARD, guard);
                self.graph.arc(vertex, label::BODY, body);
                vertex
            }
            StmtKind::Repeat(times, body) => {
                let operands = [self.expr(scope, times), self.body(scope, body)];
                self.node("repeat", &operands)
            }
            StmtKind::Again(condition) => {
                let operands = [self.expr(scope, condition)];
                self.node("again", &operands)
            }
            StmtKind::AgainWith(request, arguments, condition) => {
                let operands: Vec<Vertex> = arguments
                    .iter()
                    .map(|all| {
                        let all: Vec<Vertex> = all.iter().map(|each| self.expr(scope, each)).collect();
                        self.node("arguments", &all)
                    })
                    .collect();
                let vertex = self.node("again with", &operands);
                let condition = self.expr(scope, condition);
                self.graph.arc(vertex, label::GUARD, condition);
                self.graph.arc(vertex, label::NAMED, self.requests[request.index()]);
                vertex
            }
        }
    }

    fn assign(
        &mut self,
        scope: &mut BodyScope<'p>,
        place: &'p Place,
        store: Store,
        value: &'p Expr,
    ) -> Vertex {
        let value = self.expr(scope, value);
        let name = match store {
            Store::Set => "set",
            Store::Add => "add",
            Store::Sub => "subtract",
        };
        let vertex = self.node(name, &[value]);
        match place {
            Place::Local(local) => {
                let local = self.local(scope, *local);
                self.graph.arc(vertex, label::NAMED, local);
            }
            Place::Field(id, indexes) => {
                self.graph.arc(vertex, label::NAMED, self.fields[id.index()]);
                for (number, index) in (0..).zip(indexes) {
                    let index = self.expr(scope, index);
                    self.graph.arc(vertex, label::LIST + number, index);
                }
            }
        }
        vertex
    }

    /// Adds the description of a move to its vertex.
    pub fn describe_move(&mut self, vertex: Vertex, each: &'p Move) {
        let mut scope = BodyScope::new(&each.frame);
        self.binders(vertex, &mut scope, &each.parameters, |number| label::LIST + number);
        let (when, body) = (self.expr(&mut scope, &each.when), self.body(&mut scope, &each.body));
        self.graph.arc(vertex, label::GUARD, when);
        self.graph.arc(vertex, label::BODY, body);
        if let Some(provided) = &each.provided {
            let provided = self.expr(&mut scope, provided);
            self.graph.arc(vertex, label::OUTCOME, provided);
        }
    }

    /// Adds the rules that are no moves.
    pub fn describe_rules(&mut self) {
        let rules = self.node("rules", &[]);
        let mut number = 0;
        for (at, end) in self.program.ends.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &self.program.ends[before].outcome);
            // Rules with the same outcome in a row are interchangeable: they get the same label.
            number += u32::from(!before.is_some_and(|before| same(before, &end.outcome)));
            let vertex = self.end(end);
            self.graph.arc(rules, number, vertex);
        }
        let ruled = [("stuck", &self.program.stuck), ("endless", &self.program.endless)];
        for (name, rule) in ruled.into_iter().filter_map(|(name, rule)| Some((name, rule.as_ref()?))) {
            let mut scope = BodyScope::new(&rule.frame);
            let outcome = self.outcome(&mut scope, &rule.outcome);
            self.node(name, &[outcome]);
        }
        if let Some(progress) = self.program.checked_progress() {
            let mut scope = BodyScope::new(&progress.frame);
            let measures: Vec<Vertex> =
                progress.measures.iter().map(|each| self.expr(&mut scope, each)).collect();
            self.node("progress", &measures);
        }
    }

    /// An `end` rule. Its bindings have no order: all that hold are looked at, and two with
    /// different payoffs are a fault, whichever comes first.
    fn end(&mut self, end: &'p End) -> Vertex {
        let mut scope = BodyScope::new(&end.frame);
        let vertex = self.unordered("end", &[]);
        self.binders(vertex, &mut scope, &end.binders, |number| label::LIST + number);
        let when = self.expr(&mut scope, &end.when);
        let outcome = self.outcome(&mut scope, &end.outcome);
        self.graph.arc(vertex, label::GUARD, when);
        self.graph.arc(vertex, label::OUTCOME, outcome);
        vertex
    }

    fn outcome(&mut self, scope: &mut BodyScope<'p>, outcome: &'p Outcome) -> Vertex {
        match &outcome.kind {
            OutcomeKind::Wins(player) => {
                let operands = [self.expr(scope, player)];
                self.node("wins", &operands)
            }
            OutcomeKind::Draw => self.node("draw", &[]),
            OutcomeKind::Pass => self.node("pass", &[]),
            // A condition that a param decides plays no part.
            OutcomeKind::If(Expr { kind: ExprKind::Const(Value::Bool(holds)), .. }, then, otherwise) => {
                self.outcome(scope, if *holds { then } else { otherwise })
            }
            OutcomeKind::If(condition, then, otherwise) => {
                let condition = self.expr(scope, condition);
                let operands = [condition, self.outcome(scope, then), self.outcome(scope, otherwise)];
                self.node("if outcome", &operands)
            }
            OutcomeKind::Points(points, player) => self.points(scope, points, player),
        }
    }

    /// Points: `a - b` points to a player are `a` points to him and `b` to the other.
    fn points(&mut self, scope: &mut BodyScope<'p>, points: &'p Expr, player: &'p Expr) -> Vertex {
        let mut terms = Vec::new();
        signed(points, false, &mut terms);
        let vertex = self.unordered("points", &[]);
        for (term, negative) in terms {
            let to = match (&player.kind, negative) {
                (_, false) => self.expr(scope, player),
                (ExprKind::Const(Value::Element(p)), true) => {
                    self.value(&Value::Element(1 - (*p).min(1)), player.ty)
                }
                (_, true) => {
                    let player = self.expr(scope, player);
                    self.node("other", &[player])
                }
            };
            let operands = [self.expr(scope, term), to];
            let part = self.node("points of", &operands);
            self.graph.arc(vertex, 0, part);
        }
        vertex
    }
}

/// Whether two outcomes are the same in every position; only simple ones are compared.
fn same(a: &Outcome, b: &Outcome) -> bool {
    match (&a.kind, &b.kind) {
        (OutcomeKind::Draw, OutcomeKind::Draw) => true,
        (OutcomeKind::Wins(a), OutcomeKind::Wins(b)) => match (&a.kind, &b.kind) {
            (ExprKind::Me, ExprKind::Me) => true,
            (ExprKind::Const(a), ExprKind::Const(b)) => a == b,
            (ExprKind::Other(a), ExprKind::Other(b)) => {
                matches!((&a.kind, &b.kind), (ExprKind::Me, ExprKind::Me))
            }
            _ => false,
        },
        _ => false,
    }
}
