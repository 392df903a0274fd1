//! The questions of a position to the sessions and the solvers, each asked once.

use super::{Known, Moves, Position, line_end};
use crate::limits;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug::answer::{Answer, Knowledge, Limits, Options, Prepared, RatedMove, Session, SolveError};
use zug_lang::semantics;
use zug_view::report::answer::AnswerView;

/// What a question has: everything prepared for the game.
pub(super) struct Asked<'a, 'p> {
    prepared: &'a Prepared<'p>,
    position: &'a semantics::Position,
    stop: &'a Arc<AtomicBool>,
}

impl Asked<'_, '_> {
    /// An answer by a search of its own, with half of the memory that is the default, without a
    /// bound on the time.
    pub(super) fn solve(&self, with: impl FnOnce(&mut Options)) -> Result<Answer, SolveError> {
        let memory = limits::default_memory() / 2;
        let limits = Limits { memory, stop: Some(Arc::clone(self.stop)), ..Limits::default() };
        let mut options = Options::within(&limits);
        with(&mut options);
        self.prepared.solve(self.position, &options)
    }
}

impl Position {
    /// Asks the session of the game, which keeps what it finds.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&Asked<'_, '_>, &mut dyn Session) -> Result<T, SolveError> + Send + 'static,
    ) -> PyResult<T> {
        let (begun, node) = (Instant::now(), Arc::clone(&self.node));
        let found =
            self.loaded.sessions.ask(py, &self.loaded.definition, move |prepared, session, stop| {
                question(&Asked { prepared, position: &node.position, stop }, session)
            })?;
        found.map_err(|error| self.refused(py, error, begun.elapsed()))
    }

    pub(super) fn known(&self, py: Python<'_>) -> PyResult<&Known> {
        if let Some(known) = self.node.known.get() {
            return Ok(known);
        }
        if let Moves::Over(value) = self.expanded(py)? {
            return Ok(self.node.known.get_or_init(|| Known { value: *value, best: Vec::new() }));
        }
        let (known, rated, distance) = self.ask(py, |asked, session| {
            let knowledge = session.ask(asked.position)?;
            let best = knowledge.best().into_iter().map(|rated| rated.0.clone()).collect();
            if let Knowledge::Exact { value, plies, moves, .. } = knowledge {
                return Ok((Known { value, best }, Some(moves), plies));
            }
            let answer = asked.solve(|options| options.forward = true)?;
            Ok((Known { value: answer.value, best: answer.best }, None, None))
        })?;
        if let Some(rated) = rated {
            self.node.rated.get_or_init(|| rated);
        }
        if distance.is_some() && !self.loaded.program().points {
            self.node.distance.get_or_init(|| distance);
        }
        Ok(self.node.known.get_or_init(|| known))
    }

    pub(super) fn rated(&self, py: Python<'_>) -> PyResult<&[RatedMove]> {
        self.known(py)?;
        if let Some(rated) = self.node.rated.get() {
            return Ok(rated);
        }
        if self.legal(py)?.is_empty() {
            return Ok(&[]);
        }
        let rated = self.ask(py, |asked, _| Ok(asked.solve(|options| options.all_moves = true)?.moves))?;
        Ok(self.node.rated.get_or_init(|| rated))
    }

    pub(super) fn best_line(&self, py: Python<'_>) -> PyResult<&(Vec<String>, &'static str)> {
        if let Some(line) = self.node.line.get() {
            return Ok(line);
        }
        let answer = match self.expanded(py)? {
            Moves::Over(_) => None,
            Moves::Legal(_) => Some(self.ask(py, |asked, _| asked.solve(|options| options.forward = true))?),
        };
        let Some(answer) = answer else { return Ok(self.node.line.get_or_init(|| (Vec::new(), "terminal"))) };
        let semantics = self.loaded.semantics();
        let view = AnswerView::new(&answer, self.loaded.program(), &semantics, &self.node.position, &[]);
        Ok(self.node.line.get_or_init(|| (view.line, line_end(view.line_end))))
    }
}
