//! Records the events of a walk, and lists those that never happened.

use super::Finding;
use zug_analysis::lints::{
    Lint, NEVER_ACTS, NEVER_CHANGES, NEVER_ENDS, NEVER_FIRES, NEVER_LEGAL, NEVER_MOVES, SPENT_REQUEST,
    is_never, is_stored, shape,
};
use zug_game::Player;
use zug_lang::program::{
    Choice, Expr, ExprKind, FieldId, Move, MoveId, PLAYER, Place, Program, Quantifier, Stmt, StmtKind, Store,
    Value, statements,
};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Span;
use zug_lang::wording::grouped;

/// The events so far.
pub(super) struct SeenEvents {
    /// For each move, whether it was ever legal.
    legal: Vec<bool>,
    /// For each field, whether its value ever differed from the initial one.
    changed: Vec<bool>,
    /// For each `end` rule, whether it ever gave the outcome.
    fired: Vec<bool>,
    /// For each player, whether he was ever to move.
    moved: [bool; 2],
    /// For each move, whether it ever changed more than whose turn it is. A move without statements
    /// is meant so.
    acted: Vec<bool>,
    /// For each request of `again with`, whether a move was ever asked for by it. A request that no
    /// legal move meets is dropped.
    followed: Vec<bool>,
    /// Whether some position was over.
    over: bool,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeverKind {
    /// A move is legal.
    Legal,
    /// An `end` rule gives the outcome.
    Fires,
    /// A field changes.
    Changes,
    /// A player is to move.
    Moves,
    /// A move changes more than whose turn it is.
    Acts,
    /// A move is played for a request.
    Follows,
    /// A position is over.
    Ends,
}

/// An event that was not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// Its kind.
    pub kind: NeverKind,
    /// The name of the move, field or player; empty for a rule.
    pub name: String,
    /// The span of its declaration.
    pub span: Span,
}

impl SeenEvents {
    pub fn new(program: &Program) -> SeenEvents {
        SeenEvents {
            legal: vec![false; program.moves.len()],
            changed: vec![false; program.fields.len()],
            fired: vec![false; program.ends.len()],
            moved: [false; 2],
            acted: program.moves.iter().map(|each| each.body.is_empty()).collect(),
            followed: vec![false; program.requests.len()],
            over: false,
        }
    }

    /// Records that this player has these legal moves.
    pub fn moves(&mut self, mover: Player, legal: &[Choice]) {
        self.moved[mover.index()] = true;
        for choice in legal {
            if let Choice::Play(id, _) = choice
                && let Some(seen) = self.legal.get_mut(id.index())
            {
                *seen = true;
            }
        }
    }

    /// Whether a move has not changed anything yet.
    pub fn wants_effect(&self, id: MoveId) -> bool {
        self.acted.get(id.index()) == Some(&false)
    }

    /// Records whether a move changed something.
    pub fn effect(&mut self, id: MoveId, acted: bool) {
        self.acted[id.index()] |= acted;
    }

    /// Records that a position is over.
    pub fn over(&mut self) {
        self.over = true;
    }

    /// Whether some field has not changed yet, or some request was not followed.
    pub fn wants_positions(&self) -> bool {
        self.changed.contains(&false) || self.followed.contains(&false)
    }

    /// Records the fields and the request of a position.
    pub fn position(&mut self, start: &Position, here: &Position) {
        if let Some(asked) = &here.asked
            && let Some(seen) = self.followed.get_mut(asked.request.index())
        {
            *seen = true;
        }
        for (field, changed) in self.changed.iter_mut().enumerate() {
            *changed = *changed || start.fields.get(field) != here.fields.get(field);
        }
    }

    /// Whether some `end` rule has not fired yet.
    pub fn wants_ends(&self) -> bool {
        self.fired.contains(&false)
    }

    /// Records a position at which play is over.
    pub fn ended(&mut self, semantics: &Semantics<'_>, position: &Position) {
        if let Some(seen) = semantics.ended_by(position).and_then(|rule| self.fired.get_mut(rule)) {
            *seen = true;
        }
    }

    /// The events that were not seen. Conditions that are constantly false are left out: one that a
    /// param switches off is intended, and the lints report the others.
    pub fn never(&self, program: &Program) -> Vec<Never> {
        let off = |when| is_never(program, when);
        let mut never = Vec::new();
        let mut add = |kind: NeverKind, name: &str, span| {
            if !kind.lint().is_off(program) {
                never.push(Never { kind, name: name.to_string(), span });
            }
        };
        for each in unseen(&program.moves, &self.legal).filter(|each| !off(&each.when)) {
            add(NeverKind::Legal, &each.name, each.span);
        }
        let idle = program.moves.iter().zip(self.legal.iter().zip(&self.acted));
        for (each, _) in idle.filter(|(_, (legal, acted))| **legal && !**acted) {
            add(NeverKind::Acts, &each.name, each.span);
        }
        for each in unseen(&program.ends, &self.fired).filter(|each| !off(&each.when)) {
            add(NeverKind::Fires, "", each.span);
        }
        // What no move stores to needs no play: it is told by itself.
        let ids = (0u32..).map(FieldId).zip(&program.fields).collect::<Vec<_>>();
        for (_, each) in unseen(&ids, &self.changed).filter(|(id, _)| is_stored(program, *id)) {
            add(NeverKind::Changes, &each.name, each.span);
        }
        for (stmt, asked) in self.unfollowed(program) {
            add(NeverKind::Follows, &asked.name, stmt.span);
        }
        for name in unseen(&program.players(), &self.moved) {
            add(NeverKind::Moves, name, program.domain(PLAYER).span);
        }
        if let Some(rule) = program.stuck.as_ref().filter(|_| !self.over) {
            add(NeverKind::Ends, "", rule.span);
        }
        never
    }
}

impl SeenEvents {
    /// The requests that no move ever followed, each with a move that it asks for, where that move
    /// and the one that asks are legal somewhere. With a param a larger board may be meant, where a
    /// chain of captures goes on; and what goes on from where a move has put something may follow
    /// from another position.
    fn unfollowed<'p>(&self, program: &'p Program) -> Vec<(&'p Stmt, &'p Move)> {
        let is_legal = |id: &MoveId| self.legal.get(id.index()) == Some(&true);
        let mut found = Vec::new();
        if !program.params.is_empty() {
            return found;
        }
        for (asking, _) in program.moves.iter().zip(&self.legal).filter(|(_, legal)| **legal) {
            for stmt in statements(&asking.body) {
                let StmtKind::AgainWith(id, given, condition) = &stmt.kind else { continue };
                if given.iter().filter_map(|given| given.first()).any(|first| is_put(asking, first)) {
                    continue;
                }
                let Some(request) = program.requests.get(id.index()) else { continue };
                let asked = request.moves.iter().map(|(id, _)| id).find(|id| is_legal(id));
                let is_off = is_never(program, condition);
                if let (Some(false), Some(asked), false) = (self.followed.get(id.index()), asked, is_off) {
                    found.extend(program.moves.get(asked.index()).map(|asked| (stmt, asked)));
                }
            }
        }
        found
    }
}

/// Whether a move puts something where a request goes on from: `men[me] += to`, `at = to`, or
/// `man[to] = me`.
fn is_put(asking: &Move, given: &Expr) -> bool {
    let is_it = |e: &Expr| shape(e) == shape(given);
    statements(&asking.body).any(|stmt| {
        let StmtKind::Assign(Place::Field(_, at), store, value) = &stmt.kind else { return false };
        match store {
            Store::Add => is_alone(value, &is_it),
            Store::Sub => false,
            Store::Set => {
                is_it(value) || is_added(value, &is_it) || at.iter().any(is_it) && !is_nothing(value)
            }
        }
    })
}

/// Whether a set is one element, and which.
fn is_alone(set: &Expr, is_it: &impl Fn(&Expr) -> bool) -> bool {
    matches!(&set.kind, ExprKind::Singleton(of, _) if is_it(of))
}

/// Whether `X - c + d` adds an element.
fn is_added(mut set: &Expr, is_it: &impl Fn(&Expr) -> bool) -> bool {
    while let ExprKind::Union(rest, last) | ExprKind::Minus(rest, last) = &set.kind {
        if matches!(set.kind, ExprKind::Union(..)) && is_alone(last, is_it) {
            return true;
        }
        set = rest;
    }
    false
}

fn is_nothing(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Const(Value::Set(set)) => set.is_empty(),
        ExprKind::Const(value) => matches!(value, Value::None | Value::Bool(false) | Value::Int(0)),
        _ => false,
    }
}

/// The entries that were not seen.
fn unseen<'a, T>(all: &'a [T], seen: &'a [bool]) -> impl Iterator<Item = &'a T> {
    all.iter().zip(seen).filter(|(_, seen)| !**seen).map(|(each, _)| each)
}

impl NeverKind {
    fn lint(self) -> Lint {
        match self {
            NeverKind::Legal => NEVER_LEGAL,
            NeverKind::Fires => NEVER_FIRES,
            NeverKind::Changes => NEVER_CHANGES,
            NeverKind::Moves => NEVER_MOVES,
            NeverKind::Acts => NEVER_ACTS,
            NeverKind::Follows => SPENT_REQUEST,
            NeverKind::Ends => NEVER_ENDS,
        }
    }

    /// The help of the warning.
    fn help(self) -> &'static str {
        match self {
            NeverKind::Legal => "look at its `when`, and at what asks for it; or leave it out",
            NeverKind::Fires => "look at its condition, and at the rules before it; or leave it out",
            NeverKind::Changes => "store to it in a move, or make it a `let` or a `param`",
            NeverKind::Moves => "look at what says `again`, and at the `end` rules",
            NeverKind::Acts => "look at what its body stores; a move that passes has an empty body, `{ }`",
            NeverKind::Follows => {
                "look at its condition, and at what stands in brackets: the values of the first parameters of the move, which has to be legal with them after this one"
            }
            NeverKind::Ends => {
                "look at the guards of the moves: one of them is always legal, and play goes on for ever"
            }
        }
    }
}

impl Never {
    /// The warning, in a game whose number of positions is `positions`; all were explored.
    pub(super) fn finding(&self, positions: u64) -> Finding {
        let name = &self.name;
        let message = match self.kind {
            NeverKind::Legal => format!("the move `{name}` is never legal"),
            NeverKind::Fires => "this `end` rule never decides".to_string(),
            NeverKind::Changes => format!("the field `{name}` never changes"),
            NeverKind::Moves => format!("`{name}` is never to move"),
            NeverKind::Acts => format!("the move `{name}` never changes more than whose turn it is"),
            NeverKind::Follows => format!("this request is never followed: `{name}` is not legal then"),
            NeverKind::Ends => "this never decides, and no position is over".to_string(),
        };
        let label = match positions {
            1 => "not in the only position of the game".to_string(),
            _ => format!("in none of the {} positions of the game", grouped(positions)),
        };
        let diagnostic = self.kind.lint().warn(message, self.span, &label).help(self.kind.help());
        Finding { diagnostic, witness: None }
    }
}

/// The program with `some` for the first `every` of an `end` rule that never decides, and the index
/// of the rule.
pub(super) fn some_for_every(program: &Program, never: &Never) -> Option<(usize, Program)> {
    let is_rule = never.kind == NeverKind::Fires;
    let index = program.ends.iter().position(|rule| is_rule && rule.span == never.span)?;
    let mut varied = program.clone();
    weakened(&mut varied.ends[index].when).then_some((index, varied))
}

/// Replaces the first `every` of a condition by `some`; returns whether there is one.
fn weakened(expr: &mut Expr) -> bool {
    match &mut expr.kind {
        ExprKind::And(all) | ExprKind::Or(all) => all.iter_mut().any(weakened),
        ExprKind::Quantified { quantifier: quantifier @ Quantifier::Every, .. } => {
            *quantifier = Quantifier::Some;
            true
        }
        ExprKind::Quantified { quantifier: Quantifier::Some, body, .. } => weakened(body),
        _ => false,
    }
}
