//! The state of a check.

use super::budget::CheckBudget;
use super::definitions::Definitions;
use super::domain_tables::DomainTables;
use super::global_names::GlobalNames;
use super::input::CheckInput;
use super::limits;
use super::move_tables::MoveTables;
use super::notes::Notes;
use super::reports::Reports;
use super::rules::RuleTables;
use super::scope::Scope;
use super::state_fields::StateFields;
use super::var_bounds::Vars;
use crate::program::{Outcome, Program, Ruled, Type, Value};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::HashMap;

/// The state of a check: the text, the results so far by what writes them, the reports.
pub(super) struct Checker<'a> {
    pub(super) input: CheckInput<'a>,
    pub(super) reports: Reports<'a>,
    pub(super) budget: CheckBudget,
    pub(super) names: GlobalNames<'a>,
    pub(super) domains: DomainTables,
    pub(super) defs: Definitions,
    pub(super) state: StateFields<'a>,
    pub(super) moves: MoveTables<'a>,
    pub(super) rules: RuleTables,
    /// The bounds of the `var`s in the body that is being checked.
    pub(super) vars: Vars,
    /// What the index of names is made from.
    pub(super) notes: Notes,
    /// Whether what stands at a place was found to be a set of links.
    pub(super) links_known: HashMap<Span, bool>,
}

impl<'a> Checker<'a> {
    /// A check of which nothing is done yet.
    pub(super) fn new(game: &'a ast::Game, settings: &'a [ast::Setting]) -> Checker<'a> {
        let input = CheckInput { game, settings };
        Checker {
            input,
            reports: Reports::new(input),
            budget: CheckBudget::default(),
            names: GlobalNames::default(),
            domains: DomainTables::default(),
            defs: Definitions::default(),
            state: StateFields::default(),
            moves: MoveTables::default(),
            rules: RuleTables::default(),
            vars: Vars::new(),
            notes: Notes::default(),
            links_known: HashMap::new(),
        }
    }

    /// Runs `walk` one level deeper; refuses more than `limits::DEPTH` levels.
    pub(super) fn deeper<T>(&mut self, span: Span, walk: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.budget.depth >= limits::DEPTH {
            return self.reports.refuse_depth(span);
        }
        self.budget.depth += 1;
        let result = walk(self);
        self.budget.depth -= 1;
        result
    }

    /// A rule without binders.
    pub(super) fn ruled(scope: Scope, outcome: Outcome, span: Span) -> Ruled {
        Ruled { frame: scope.frame, outcome, span }
    }

    /// The program; called after everything was checked without an error.
    pub(super) fn into_program(self) -> Program {
        let title = self.input.title();
        let allowed = self.input.allowed();
        let mut program = Program {
            title,
            domains: self.domains.all,
            tables: self.domains.tables,
            defs: self.defs.all,
            fields: self.state.fields,
            first_turn: self.state.first_turn,
            moves: self.moves.all.into_iter().flatten().collect(),
            requests: self.moves.requests,
            ends: self.rules.ends,
            stuck: self.rules.stuck,
            endless: self.rules.endless,
            progress: self.rules.progress,
            points: self.rules.first_points.is_some(),
            shows: self.rules.shows,
            expects: self.rules.expects,
            allowed,
            tree: self.rules.is_tree,
            params: Vec::new(),
        };
        program.params = self.defs.params.iter().map(|param| param_text(&program, param)).collect();
        program
    }
}

fn param_text(program: &Program, param: &(String, Vec<Value>, Type, bool)) -> (String, String) {
    let (name, values, ty, list) = param;
    let words: Vec<String> = values.iter().map(|v| program.show_value(v, *ty).to_string()).collect();
    let joined = words.join(", ");
    (name.clone(), if *list { format!("[{joined}]") } else { joined })
}
