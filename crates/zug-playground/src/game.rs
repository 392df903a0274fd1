//! A game that is asked about: its program, and what was found of it where the host keeps that.

use crate::Host;
use crate::request::{Budget, GameSource};
use std::sync::Arc;
use zug::answer::{EngineKind, Knowledge, Prepared, Session, SessionLimits, SolveError};
use zug::definition::{self, Definition};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Program;
use zug_lang::semantics::Position;
use zug_lang::source::Sources;

/// A checked definition under its settings.
pub struct OpenGame {
    /// What it was made from.
    pub source: GameSource,
    definition: Definition,
    kept: Option<OpenSession>,
}

/// A session that lasts from request to request.
struct OpenSession {
    budget: Budget,
    session: Box<dyn Session>,
}

impl OpenGame {
    /// Checks a definition.
    ///
    /// # Errors
    /// The first error, in words.
    pub fn new(source: GameSource) -> Result<OpenGame, String> {
        let mut sources = Sources::default();
        sources.add("game".to_owned(), source.text.clone());
        let definition = definition::compile(&mut sources, &source.settings).map_err(|all| first(&all))?;
        Ok(OpenGame { source, definition, kept: None })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.definition.program
    }

    /// The game ready to be solved.
    ///
    /// # Errors
    /// What makes it too large for the machine.
    pub fn prepared(&self, engine: EngineKind) -> Result<Prepared<'_>, String> {
        Prepared::new(self.program(), engine).map_err(|all| first(&all))
    }

    /// What is known of a position, found within a budget.
    ///
    /// # Errors
    /// What makes the game too large for the machine, or why there is no answer.
    pub fn ask(
        &mut self,
        position: &Position,
        budget: &Budget,
        host: &Host,
    ) -> Result<Knowledge, SolveRefusal> {
        if host.keeps {
            return self.kept(budget, host)?.session.ask(position).map_err(SolveRefusal::Solving);
        }
        let prepared = self.prepared(EngineKind::Auto).map_err(SolveRefusal::TooLarge)?.with_symmetry();
        let limits = session_limits(budget, host);
        prepared.session(&limits, |session| session.ask(position)).map_err(SolveRefusal::Solving)
    }

    /// The session for a budget; another budget makes another session.
    fn kept(&mut self, budget: &Budget, host: &Host) -> Result<&mut OpenSession, SolveRefusal> {
        let kept = match self.kept.take().filter(|kept| kept.budget == *budget) {
            Some(kept) => kept,
            None => {
                let program: &'static Program = Box::leak(Box::new(self.program().clone()));
                let prepared = Prepared::new(program, EngineKind::Auto).map_err(|all| first(&all));
                let prepared = prepared.map_err(SolveRefusal::TooLarge)?.with_symmetry();
                let prepared: &'static Prepared<'static> = Box::leak(Box::new(prepared));
                let limits = Box::leak(Box::new(session_limits(budget, host)));
                OpenSession { budget: *budget, session: prepared.lasting_session(limits) }
            }
        };
        Ok(self.kept.insert(kept))
    }
}

/// Why nothing is known of a position.
pub enum SolveRefusal {
    /// The game is too large for the machine.
    TooLarge(String),
    /// The solver said so.
    Solving(SolveError),
}

fn session_limits(budget: &Budget, host: &Host) -> SessionLimits {
    let stop = Some(Arc::clone(&host.stop));
    SessionLimits { memory: budget.memory(host), process: None, time: Some(budget.time(host)), stop }
}

/// The first error in words.
fn first(diagnostics: &[Diagnostic]) -> String {
    use zug_lang::diagnostic::Severity;
    let error = diagnostics.iter().find(|it| it.severity == Severity::Error).or_else(|| diagnostics.first());
    error.map_or_else(|| "the definition has errors".to_owned(), |it| it.message.clone())
}
