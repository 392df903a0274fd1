//! The state of a check.

use super::budget::CheckBudget;
use super::codes;
use super::definitions::Definitions;
use super::domain_tables::DomainTables;
use super::global_names::GlobalNames;
use super::input::CheckInput;
use super::limits;
use super::move_tables::MoveTables;
use super::notes::Notes;
use super::reports::Reports;
use super::rules::EndingRules;
use super::scope::Scope;
use super::state_fields::StateFields;
use super::var_bounds::Vars;
use crate::diagnostic::Diagnostic;
use crate::program::{
    FollowupRequest, FollowupRequestId, Outcome, Program, Ruled, Table, TableId, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::one_edit::{NAMELESS, UNREAD};
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
    pub(super) rules: EndingRules,
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
            rules: EndingRules::default(),
            vars: Vars::new(),
            notes: Notes::default(),
            links_known: HashMap::new(),
        }
    }

    /// Runs `walk` one level deeper; refuses more than `limits::DEPTH` levels.
    pub(super) fn deeper<T>(&mut self, span: Span, walk: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.budget.depth >= limits::DEPTH {
            let message = format!("nested more than {} levels deep", limits::DEPTH);
            let diagnostic = Diagnostic::error(codes::TOO_DEEP, message, span, "here it gets too deep");
            return self.reports.refuse(diagnostic.help(
                "a `def` counts with those that it uses: write what repeats with `sum`, `some`, `every` or `repeat`, or as a table, `let NAME[I] = [..]`",
            ));
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

impl<'a> Reports<'a> {
    /// Records a diagnostic, unless diagnostics are muted, or it is a repetition, or a consequence
    /// of a board that is lost.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code == codes::NO_GEOMETRY && self.input.is_board_lost() {
            self.poisoned = true;
            return;
        }
        if self.speaks_of_stand_in(&diagnostic) {
            self.poisoned = true;
            return;
        }
        if self.muted == 0 && !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Reports a diagnostic and returns `None`, which poisons the construct.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Records that the program is incomplete if an item has no result.
    pub(super) fn whole_item<T>(&mut self, item: Option<T>) -> Option<T> {
        self.lost |= item.is_none();
        item
    }

    /// Reports an error if the program is incomplete and nothing says why: that is a bug of the
    /// checker.
    pub(super) fn check_reasons(&mut self) {
        // What the parser reports may leave something out of the program, as words do that stand in
        // a copy of the text for what is missing.
        let stands_in = [NAMELESS, UNREAD].iter().any(|word| self.input.game.text.contains(word));
        let unread = !self.input.game.mistakes.is_empty() || self.input.has_error_items() || stands_in;
        if (self.lost || self.poisoned) && !unread && self.list.is_empty() {
            let message = "this definition was refused without a reason: a fault of zug's own";
            let label = "somewhere in here";
            let diagnostic = Diagnostic::error(codes::OUR_FAULT, message, self.input.game.span, label);
            self.report(diagnostic.help("please report it with the text of the definition"));
        }
    }
}

impl DomainTables {
    /// Adds a table, and records the size of its largest set.
    pub(super) fn add_table(&mut self, table: Table) -> TableId {
        let width = |value: &Value| match value {
            Value::Set(set) => set.len() as u64,
            _ => 1,
        };
        self.widest.push(table.entries.iter().map(width).max().unwrap_or(0));
        self.tables.push(table);
        TableId((self.tables.len() - 1) as u32)
    }
}

impl<'a> MoveTables<'a> {
    /// The id of a followup request; equal requests share one id.
    pub(super) fn request(&mut self, request: FollowupRequest) -> FollowupRequestId {
        let at = self.requests.iter().position(|known| *known == request).unwrap_or_else(|| {
            self.requests.push(request);
            self.requests.len() - 1
        });
        FollowupRequestId(at as u32)
    }
}

impl<'a> CheckInput<'a> {
    fn title(&self) -> String {
        let title = self.game.items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::Game(title) => Some(title.text.clone()),
            _ => None,
        });
        title.unwrap_or_default()
    }

    fn allowed(&self) -> Vec<String> {
        let names = self.game.items.iter().filter_map(|item| match &item.kind {
            ast::ItemKind::Allow(names) => Some(names),
            _ => None,
        });
        names.flatten().map(|name| name.text.clone()).collect()
    }
}

fn param_text(program: &Program, param: &(String, Vec<Value>, Type, bool)) -> (String, String) {
    let (name, values, ty, list) = param;
    let words: Vec<String> = values.iter().map(|v| program.show_value(v, *ty).to_string()).collect();
    let joined = words.join(", ");
    (name.clone(), if *list { format!("[{joined}]") } else { joined })
}
