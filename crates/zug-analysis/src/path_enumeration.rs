//! Path enumeration: follows the body of a move along every path, without a position, and bounds
//! the change of components on each.
//!
//! The mover is known, once the first player and once the second; so is a parameter that selects
//! one of a few entries of a set field. A loop is followed once, from a state in which everything
//! that it writes is unknown, and its changes are multiplied by the number of passes.

use super::effects::{Component, Delta};
use super::entry_relations::{FieldEntry, Invariant};
use super::piece_steps::Steps;
use super::satisfiability::possible;
use super::symbolic_evaluator::{SymbolicEvaluator, put};
use super::symbolic_state::{Entries, Singles, SymbolicState};
use std::cell::{Cell, RefCell};
use zug_lang::program::*;

/// The most paths that are followed.
const PATHS: usize = 256;
/// The most steps of evaluation that are taken to relate the choices of a move.
const WORK: u64 = 1_000_000;
/// The most values of a parameter that are followed one by one.
pub(super) const FEW: usize = 6;

/// How much is known of the position and of choices while paths are followed.
#[derive(Clone, Copy)]
pub(super) enum Effort<'a> {
    /// Nothing.
    Quick,
    /// These invariants hold.
    Invariants(&'a [Invariant]),
    /// These invariants hold, and choices are related to what they lead on from.
    Directions(&'a [Invariant]),
}

impl<'a> Effort<'a> {
    fn invariants(self) -> Option<&'a [Invariant]> {
        match self {
            Effort::Quick => None,
            Effort::Invariants(known) | Effort::Directions(known) => Some(known),
        }
    }
}

/// A path so far.
#[derive(Clone)]
pub(super) struct Path<'p> {
    pub state: SymbolicState<'p>,
    pub changes: Vec<Delta>,
}

/// The error that there are too many paths.
pub(super) struct TooMany;

pub(super) type Paths<'p> = Result<Vec<Path<'p>>, TooMany>;

/// Follows one move.
pub(super) struct PathEnumerator<'p> {
    pub evaluator: SymbolicEvaluator<'p>,
    pub components: &'p [Component],
    pub followed: &'p Move,
    /// The steps of pieces that are collected.
    pub steps: RefCell<Vec<Steps>>,
    /// How many more steps of evaluation may be taken to relate choices.
    pub work: Cell<u64>,
}

/// The changes of all components on each path through a move, without duplicates.
pub(super) fn changes(
    program: &Program,
    followed: &Move,
    components: &[Component],
    effort: Effort<'_>,
) -> Result<Vec<Vec<Delta>>, TooMany> {
    let mut all = Vec::new();
    for me in 0..2 {
        let follower = PathEnumerator::new(program, followed, components, effort);
        for path in follower.move_by(me)? {
            if !all.contains(&path.changes) {
                all.push(path.changes);
            }
        }
    }
    Ok(all)
}

/// Calls `show` with the end of every path through a move.
pub(super) fn each_path(
    program: &Program,
    followed: &Move,
    effort: Effort<'_>,
    show: &mut dyn for<'p> FnMut(&SymbolicEvaluator<'p>, &SymbolicState<'p>),
) -> Result<(), TooMany> {
    for me in 0..2 {
        let follower = PathEnumerator::new(program, followed, &[], effort);
        for path in follower.move_by(me)? {
            show(&follower.evaluator, &path.state);
        }
    }
    Ok(())
}

/// The steps of pieces on all paths through all moves, for these entries.
pub(super) fn steps(
    program: &Program,
    entries: Vec<FieldEntry>,
    effort: Effort<'_>,
) -> Result<Vec<Steps>, TooMany> {
    let mut all = entries.into_iter().map(Steps::none).collect();
    for (followed, me) in program.moves.iter().flat_map(|each| [(each, 0), (each, 1)]) {
        let follower = PathEnumerator::new(program, followed, &[], effort);
        follower.steps.replace(all);
        follower.move_by(me)?;
        all = follower.steps.into_inner();
    }
    Ok(all)
}

impl<'p> PathEnumerator<'p> {
    fn new(
        program: &'p Program,
        followed: &'p Move,
        components: &'p [Component],
        effort: Effort<'_>,
    ) -> PathEnumerator<'p> {
        let evaluator = SymbolicEvaluator::new(program);
        let (steps, work) = (RefCell::default(), Cell::new(WORK));
        let mut follower = PathEnumerator { evaluator, components, followed, steps, work };
        let known = effort.invariants();
        let start = follower.start(0);
        follower.evaluator.thorough = known.is_some();
        follower.evaluator.directed = matches!(effort, Effort::Directions(_));
        let held = |each: &Invariant| (each.domain, follower.evaluator.held(&start, each));
        follower.evaluator.held = known.unwrap_or(&[]).iter().map(held).collect();
        follower
    }

    pub(super) fn move_by(&self, me: u32) -> Paths<'p> {
        let mut paths = vec![Path { state: self.start(me), changes: vec![(0, 0); self.components.len()] }];
        for (local, set) in &self.followed.parameters {
            paths = paths.into_iter().flat_map(|path| self.choose(path, *local, set)).collect();
            if paths.len() > PATHS {
                return Err(TooMany);
            }
        }
        for path in &mut paths {
            if self.evaluator.directed {
                self.direct(path);
            }
            self.evaluator.assume(&mut path.state, &self.followed.when, true);
            self.not_over(&mut path.state);
        }
        paths.retain(|path| self.is_possible(&path.state));
        let mut paths = self.all(paths, &self.followed.body)?;
        for path in &mut paths {
            self.settle(path);
            self.pass_turn(path, me);
        }
        Ok(paths)
    }

    /// Adds the change of [`Component::Turn`]: without an `again` in the body the turn passes; with
    /// one it may, for what `again with` asks for may not be there.
    fn pass_turn(&self, path: &mut Path<'p>, me: u32) {
        let by = if me == 0 { 1 } else { -1 };
        let keeps = statements(&self.followed.body)
            .any(|stmt| matches!(stmt.kind, StmtKind::Again(_) | StmtKind::AgainWith(..)));
        for (component, change) in self.components.iter().zip(&mut path.changes) {
            if *component == Component::Turn {
                *change = if keeps { (by.min(0), by.max(0)) } else { (by, by) };
            }
        }
    }

    pub(super) fn start(&self, me: u32) -> SymbolicState<'p> {
        let program = self.evaluator.program;
        let locals = self.followed.frame.locals.iter().map(|local| {
            let key = self.evaluator.fresh(&local.name);
            self.evaluator.unknown_of(local.ty, key.into())
        });
        SymbolicState {
            me,
            locals: locals.collect(),
            sets: vec![Entries::default(); program.fields.len()],
            versions: vec![0; program.fields.len()],
            facts: Vec::new(),
            inside: Vec::new(),
            filled: Vec::new(),
            picked: Vec::new(),
            singles: vec![Singles::default(); program.fields.len()],
            bounds: Default::default(),
            depth: 0,
        }
    }

    /// Notes that no `end` rule without binders holds where a move is made.
    fn not_over(&self, state: &mut SymbolicState<'p>) {
        for rule in self.evaluator.program.ends.iter().filter(|rule| rule.binders.is_empty()) {
            let locals = std::mem::take(&mut state.locals);
            self.evaluator.assume(state, &rule.when, false);
            state.locals = locals;
        }
    }

    pub(super) fn is_possible(&self, state: &SymbolicState<'p>) -> bool {
        let mut all = state.facts.clone();
        all.extend(self.evaluator.laws());
        possible(&all)
    }

    pub(super) fn all(&self, mut paths: Vec<Path<'p>>, body: &'p [Stmt]) -> Paths<'p> {
        for stmt in body {
            let mut next = Vec::new();
            for path in paths {
                next.extend(self.one(path, stmt)?);
            }
            if next.len() > PATHS {
                return Err(TooMany);
            }
            paths = next;
        }
        Ok(paths)
    }

    pub(super) fn one(&self, mut path: Path<'p>, stmt: &'p Stmt) -> Paths<'p> {
        match &stmt.kind {
            StmtKind::Assign(Place::Field(field, indexes), store, value) => {
                self.assign(&mut path, *field, indexes, *store, value);
            }
            StmtKind::Assign(Place::Local(local), store, value) => {
                self.assign_local(&mut path, *local, *store, value);
            }
            StmtKind::Bind(local, value) => {
                let term = self.evaluator.term(&path.state, value);
                put(&mut path.state.locals, *local, term);
            }
            StmtKind::If(condition, yes, no) => return self.branch(path, condition, yes, no),
            StmtKind::For(binders, guard, body) => {
                let times = self.times(binders);
                let least = self.least_times(binders, guard);
                return self.round(path, (binders, Some(guard), body), (least, times));
            }
            StmtKind::Repeat(times, body) => {
                let times = self.evaluator.term(&path.state, times);
                let (least, most) = self.evaluator.range(&path.state, &times);
                let least = if times.exists == super::logic::Formula::TRUE { least.max(0) } else { 0 };
                return self.round(path, (&[], None, body), (least, most.max(0)));
            }
            StmtKind::Again(_) | StmtKind::AgainWith(..) => {}
        }
        Ok(vec![path])
    }

    pub(super) fn branch(
        &self,
        path: Path<'p>,
        condition: &'p Expr,
        yes: &'p [Stmt],
        no: &'p [Stmt],
    ) -> Paths<'p> {
        let mut all = Vec::new();
        for (holds, arm) in [(true, yes), (false, no)] {
            let mut path = path.clone();
            self.evaluator.assume(&mut path.state, condition, holds);
            if self.is_possible(&path.state) {
                all.extend(self.all(vec![path], arm)?);
            }
        }
        Ok(all)
    }
}
