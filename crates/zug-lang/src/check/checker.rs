//! The state of a check.

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
use crate::syntax::one_edit::{NAMELESS, UNREAD};
use std::cell::Cell;
use std::collections::HashMap;

/// A declared move with what uses of it need to know.
#[derive(Clone, Debug)]
pub(super) struct MoveEntry<'a> {
    /// The move in the syntax tree.
    pub(super) ast: &'a ast::Move,
    /// The span of the item.
    pub(super) span: Span,
    /// The types of the parameters, computed at the first use; `None` inside for a poisoned
    /// parameter.
    pub(super) signature: Option<Vec<Option<Type>>>,
    /// Whether the signature is being computed, to detect a circle.
    pub(super) busy: bool,
}

/// Whether a `def` reads the position or the player to move; calls inherit it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reads {
    /// A place that reads the position, if there is one.
    pub(super) position: Option<Span>,
    /// A place that reads `me` or `opponent`, if there is one.
    pub(super) me: Option<Span>,
}

/// The key of a constant table derived from a domain, so that each table is made once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TableKey {
    /// `step(c, d, k)` with a constant k.
    Step(DomainId, i64),
    /// `step(c, d, k)` for every k of an interval.
    Steps(DomainId, i64, i64),
    /// The neighbours on a graph, by direction.
    NearBy(DomainId),
    /// The neighbours in these directions; with `None`, in the default directions of the board.
    Near(DomainId, Option<Vec<i64>>),
    /// The distances by steps in these directions; with `None`, in the default directions.
    Distance(DomainId, Option<Vec<i64>>),
    /// The elements with which these members of a family join each element.
    LinkNear(DomainId, Vec<i64>),
    /// The distances along these members of a family.
    LinkDistance(DomainId, Vec<i64>),
    /// The coordinates: `.x` (0) or `.y` (1).
    Coordinate(DomainId, usize),
    /// `Cell(x, y)`
    At(DomainId),
    /// The n-th elements of a family's members: `.1`, `.2`.
    Part(DomainId, u32),
    /// `opposite(d)`
    Opposite,
}

/// The state of a check: the input, the results so far, the diagnostics.
pub(super) struct Checker<'a> {
    pub(super) game: &'a ast::Game,
    pub(super) settings: Vec<&'a ast::Setting>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether something was skipped because an error about it is reported already.
    pub(super) poisoned: bool,
    /// Whether something stands in for an expression that was refused.
    pub(super) stood_in: bool,
    /// The places of expressions for which something stands in.
    pub(super) stand_ins: std::collections::HashSet<Span>,
    /// The domains that were refused, of which the kind is known and the members are not.
    pub(super) lost_domains: std::collections::HashSet<DomainId>,
    /// Whether an item was left out because of a mistake in it.
    pub(super) lost: bool,
    /// The names reported as unknown.
    pub(super) unknown: Vec<super::unknown::Unknown>,
    /// Unknown names that a report about their declaration explains.
    pub(super) excused: Vec<String>,
    /// Declarations without a name, each with the unknown name that it probably declares.
    pub(super) named: Vec<(Span, String)>,
    /// While it is above 0, diagnostics are dropped, because the same text will be checked again.
    pub(super) muted: usize,
    /// The moves that each `def` asks about by `can` or `stuck`; filled on demand.
    pub(super) def_asks: std::cell::RefCell<HashMap<crate::program::DefId, Vec<(usize, Span)>>>,
    /// The bounds of the `var`s in the body that is being checked.
    pub(super) vars: super::vars::Vars,
    /// What the index of names is made from.
    pub(super) notes: super::index::Notes,
    /// The number of expressions that were copied.
    pub(super) copied: Cell<usize>,
    /// Where they got too many.
    pub(super) copied_beyond: Cell<Option<Span>>,
    /// Whether what stands at a place was found to be a set of links.
    pub(super) links_known: HashMap<Span, bool>,
    /// An upper estimate of the steps in which constants were worked out.
    pub(super) steps: u64,
    /// The board that is being cut: it has the cells of the whole board for a while.
    pub(super) cutting: Option<DomainId>,
    /// The current depth of recursion.
    pub(super) depth: usize,

    pub(super) globals: Vec<Global<'a>>,
    pub(super) by_name: HashMap<String, usize>,
    /// The globals that are being resolved, outermost first, each with the place of its use.
    pub(super) trail: Vec<(usize, Span)>,

    pub(super) domains: Vec<Domain>,
    /// For each domain, its elements by name.
    pub(super) elements: Vec<HashMap<String, u32>>,
    pub(super) directions: Option<DomainId>,
    pub(super) tables: Vec<Table>,
    pub(super) table_cache: HashMap<TableKey, TableId>,
    /// For each family, the largest number of elements of a member.
    pub(super) family_widths: HashMap<DomainId, u64>,
    /// For each table, the largest number of members of a set in it.
    pub(super) widest: Vec<u64>,
    /// The params: name, values, type, and whether it is a list or a table.
    pub(super) params: Vec<(String, Vec<Value>, Type, bool)>,
    pub(super) defs: Vec<Def>,
    pub(super) def_reads: Vec<Reads>,
    /// For each `def`, an upper bound of the steps of one evaluation.
    pub(super) def_costs: Vec<u64>,
    /// For each `def`, the number of expressions after its calls are expanded.
    pub(super) def_sizes: Vec<u64>,
    pub(super) fields: Vec<Field>,
    /// For each field, its declaration.
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
    /// The first place that gives points, and the first that gives a win or a loss.
    pub(super) first_points: Option<Span>,
    pub(super) first_win: Option<Span>,
    pub(super) shows: Vec<Show>,
    pub(super) expects: Vec<Expect>,
    pub(super) is_tree: bool,
}

impl<'a> Checker<'a> {
    /// A check of which nothing is done yet.
    pub(super) fn new(game: &'a ast::Game, settings: &'a [ast::Setting]) -> Checker<'a> {
        Checker {
            game,
            settings: settings.iter().collect(),
            diagnostics: Vec::new(),
            poisoned: false,
            stood_in: false,
            stand_ins: std::collections::HashSet::new(),
            lost_domains: std::collections::HashSet::new(),
            lost: false,
            unknown: Vec::new(),
            excused: Vec::new(),
            named: Vec::new(),
            muted: 0,
            vars: super::vars::Vars::new(),
            def_asks: std::cell::RefCell::default(),
            notes: super::index::Notes::default(),
            copied: Cell::new(0),
            copied_beyond: Cell::new(None),
            links_known: HashMap::new(),
            steps: 0,
            cutting: None,
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

    /// Records a diagnostic, unless diagnostics are muted, or it is a repetition, or a consequence
    /// of a board that is lost.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code == codes::NO_GEOMETRY && self.is_board_lost() {
            self.poisoned = true;
            return;
        }
        if self.speaks_of_stand_in(&diagnostic) {
            self.poisoned = true;
            return;
        }
        if self.muted == 0 && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
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

    /// Runs `walk` one level deeper; refuses more than `limits::DEPTH` levels.
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

    /// The id of a followup request; equal requests share one id.
    pub(super) fn request(&mut self, request: FollowupRequest) -> FollowupRequestId {
        let at = self.requests.iter().position(|known| *known == request).unwrap_or_else(|| {
            self.requests.push(request);
            self.requests.len() - 1
        });
        FollowupRequestId(at as u32)
    }

    /// A rule without binders.
    pub(super) fn ruled(scope: Scope, outcome: Outcome, span: Span) -> Ruled {
        Ruled { frame: scope.frame, outcome, span }
    }

    /// Reports an error if the program is incomplete and nothing says why: that is a bug of the
    /// checker.
    pub(super) fn check_reasons(&mut self) {
        // What the parser reports may leave something out of the program, as words do that stand in
        // a copy of the text for what is missing.
        let stands_in = [NAMELESS, UNREAD].iter().any(|word| self.game.text.contains(word));
        let unread = !self.game.mistakes.is_empty() || self.has_error_items() || stands_in;
        if (self.lost || self.poisoned) && !unread && self.diagnostics.is_empty() {
            let message = "this definition was refused without a reason: a fault of zug's own";
            let label = "somewhere in here";
            let diagnostic = Diagnostic::error(codes::OUR_FAULT, message, self.game.span, label);
            self.report(diagnostic.help("please report it with the text of the definition"));
        }
    }

    /// The program; called after everything was checked without an error.
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
