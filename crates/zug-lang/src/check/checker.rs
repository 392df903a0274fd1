//! Holds everything that is known of a definition while it is checked.

use super::codes;
use super::limits;
use super::resolve::Global;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{
    Def, Domain, DomainId, End, Expect, Field, FollowupRequest, FollowupRequestId, Move, MoveId, Outcome,
    Program, Progress, Ruled, Show, Table, TableId, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::HashMap;

/// A name of a move with what its callers need to know.
#[derive(Clone, Debug)]
pub(super) struct MoveEntry<'a> {
    /// As written.
    pub(super) ast: &'a ast::Move,
    /// The item.
    pub(super) span: Span,
    /// Types of the parameters, once they are asked for; `None` inside for poisoned ones.
    pub(super) signature: Option<Vec<Option<Type>>>,
    /// True while they are worked out.
    pub(super) busy: bool,
}

/// What a body reads, for those who use a `def`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reads {
    /// Where the position is read.
    pub(super) position: Option<Span>,
    /// Where `me` or `opponent` is read.
    pub(super) me: Option<Span>,
}

/// Names a constant table of a board, so that it is made once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TableKey {
    /// `step(c, d, k)` with a constant k.
    Step(DomainId, i64),
    /// `step(c, d, k)` with k between these.
    Steps(DomainId, i64, i64),
    /// Neighbours on a graph by direction.
    NearBy(DomainId),
    /// Neighbours along these directions; without any, the board's own.
    Near(DomainId, Option<Vec<i64>>),
    /// Distances along these directions.
    Distance(DomainId, Option<Vec<i64>>),
    /// `.x` (0) and `.y` (1).
    Coordinate(DomainId, usize),
    /// `Cell(x, y)`
    At(DomainId),
    /// `.1`, `.2`, of a family.
    Part(DomainId, u32),
    /// `opposite(d)`
    Opposite,
}

/// The state of a check.
pub(super) struct Checker<'a> {
    pub(super) game: &'a ast::Game,
    pub(super) settings: Vec<&'a ast::Setting>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// True if something was passed over because syntax had already reported it.
    pub(super) poisoned: bool,
    /// True if an item was left out because it has a mistake.
    pub(super) lost: bool,
    /// Names that were reported as unknown.
    pub(super) unknown: Vec<super::unknown::Unknown>,
    /// While above 0, diagnostics are dropped: what is checked will be checked again.
    pub(super) muted: usize,
    /// Which moves each `def` asks about, once that was needed.
    pub(super) def_asks: std::cell::RefCell<HashMap<crate::program::DefId, Vec<(usize, Span)>>>,
    /// What is known of the `var`s of the body that is being checked.
    pub(super) vars: super::vars::Vars,
    /// How many parts of expressions were doubled by chains of comparisons.
    pub(super) doubled: usize,
    /// How deep the walk is at the moment.
    pub(super) depth: usize,

    pub(super) globals: Vec<Global<'a>>,
    pub(super) by_name: HashMap<String, usize>,
    /// Globals being resolved, outermost first, with the place that asked for each.
    pub(super) trail: Vec<(usize, Span)>,

    pub(super) domains: Vec<Domain>,
    /// For each domain, its elements by name.
    pub(super) elements: Vec<HashMap<String, u32>>,
    pub(super) directions: Option<DomainId>,
    pub(super) tables: Vec<Table>,
    pub(super) table_cache: HashMap<TableKey, TableId>,
    /// The most elements that a member of a family has.
    pub(super) family_widths: HashMap<DomainId, u64>,
    /// The most members that a set in a table has.
    pub(super) widest: Vec<u64>,
    pub(super) params: Vec<(String, Vec<Value>, Type, bool)>,
    pub(super) defs: Vec<Def>,
    pub(super) def_reads: Vec<Reads>,
    /// Steps that each `def` takes at most.
    pub(super) def_costs: Vec<u64>,
    /// How many expressions each `def` is, with those that it uses put in their places.
    pub(super) def_sizes: Vec<u64>,
    pub(super) fields: Vec<Field>,
    /// For each field, how it was declared.
    pub(super) declared: Vec<&'a ast::Declared>,
    pub(super) first_turn: u32,

    pub(super) move_entries: Vec<MoveEntry<'a>>,
    pub(super) moves_by_name: HashMap<String, MoveId>,
    pub(super) moves: Vec<Option<Move>>,
    pub(super) requests: Vec<FollowupRequest>,
    pub(super) ends: Vec<End>,
    pub(super) stuck: Option<Ruled>,
    pub(super) endless: Option<Ruled>,
    pub(super) progress: Option<Progress>,
    /// Where points were first given, and where a win.
    pub(super) first_points: Option<Span>,
    pub(super) first_win: Option<Span>,
    pub(super) shows: Vec<Show>,
    pub(super) expects: Vec<Expect>,
    pub(super) is_tree: bool,
}

impl<'a> Checker<'a> {
    /// A check that has not begun.
    pub(super) fn new(game: &'a ast::Game, settings: &'a [ast::Setting]) -> Checker<'a> {
        Checker {
            game,
            settings: settings.iter().collect(),
            diagnostics: Vec::new(),
            poisoned: false,
            lost: false,
            unknown: Vec::new(),
            muted: 0,
            vars: super::vars::Vars::new(),
            def_asks: std::cell::RefCell::default(),
            doubled: 0,
            depth: 0,
            globals: Vec::new(),
            by_name: HashMap::new(),
            trail: Vec::new(),
            domains: Vec::new(),
            elements: Vec::new(),
            directions: None,
            tables: Vec::new(),
            table_cache: HashMap::new(),
            family_widths: HashMap::new(),
            widest: Vec::new(),
            params: Vec::new(),
            defs: Vec::new(),
            def_reads: Vec::new(),
            def_costs: Vec::new(),
            def_sizes: Vec::new(),
            fields: Vec::new(),
            declared: Vec::new(),
            first_turn: 0,
            move_entries: Vec::new(),
            moves_by_name: HashMap::new(),
            moves: Vec::new(),
            requests: Vec::new(),
            ends: Vec::new(),
            stuck: None,
            endless: None,
            progress: None,
            first_points: None,
            first_win: None,
            shows: Vec::new(),
            expects: Vec::new(),
            is_tree: false,
        }
    }

    /// Keeps a diagnostic, unless what is being checked will be checked again.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code == codes::NO_GEOMETRY && self.is_board_lost() {
            self.poisoned = true;
            return;
        }
        if self.muted == 0 && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Keeps a diagnostic; the thing is poisoned from here on.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Keeps in mind that an item without a result leaves the program incomplete.
    pub(super) fn whole_item<T>(&mut self, item: Option<T>) -> Option<T> {
        self.lost |= item.is_none();
        item
    }

    /// Goes one level deeper for the length of `walk`, unless that is too deep.
    pub(super) fn deeper<T>(&mut self, span: Span, walk: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= limits::DEPTH {
            let message = format!("nested more than {} levels deep", limits::DEPTH);
            let diagnostic = Diagnostic::error(codes::TOO_DEEP, message, span, "here it gets too deep");
            return self.refuse(diagnostic.help(
                "a `def` counts with those that it uses: write what repeats with `sum`, `some`, `every` or `repeat`, or as a table, `let NAME[I] = [..]`",
            ));
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        result
    }

    /// Keeps a table.
    pub(super) fn add_table(&mut self, table: Table) -> TableId {
        let width = |value: &Value| match value {
            Value::Set(set) => set.len() as u64,
            _ => 1,
        };
        self.widest.push(table.entries.iter().map(width).max().unwrap_or(0));
        self.tables.push(table);
        TableId((self.tables.len() - 1) as u32)
    }

    /// The shape of these moves, kept once.
    pub(super) fn request(&mut self, request: FollowupRequest) -> FollowupRequestId {
        let at = self.requests.iter().position(|known| *known == request).unwrap_or_else(|| {
            self.requests.push(request);
            self.requests.len() - 1
        });
        FollowupRequestId(at as u32)
    }

    /// A `rule` without binders.
    pub(super) fn ruled(scope: Scope, outcome: Outcome, span: Span) -> Ruled {
        Ruled { frame: scope.frame, outcome, span }
    }

    /// An incomplete program has a reason; if none was told, the fault is ours.
    pub(super) fn check_reasons(&mut self) {
        if self.lost && !self.poisoned && self.diagnostics.is_empty() {
            let message = "this definition was refused without a reason: a fault of zug's own";
            let label = "somewhere in here";
            let diagnostic = Diagnostic::error(codes::OUR_FAULT, message, self.game.span, label);
            self.report(diagnostic.help("please report it with the text of the definition"));
        }
    }

    /// The program, once everything was checked without an error.
    pub(super) fn into_program(self) -> Program {
        let title = self.title();
        let allowed = self.allowed();
        let mut program = Program {
            title,
            domains: self.domains,
            tables: self.tables,
            defs: self.defs,
            fields: self.fields,
            first_turn: self.first_turn,
            moves: self.moves.into_iter().flatten().collect(),
            requests: self.requests,
            ends: self.ends,
            stuck: self.stuck,
            endless: self.endless,
            progress: self.progress,
            points: self.first_points.is_some(),
            shows: self.shows,
            expects: self.expects,
            allowed,
            tree: self.is_tree,
            params: Vec::new(),
        };
        program.params = self.params.iter().map(|param| param_text(&program, param)).collect();
        program
    }

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
