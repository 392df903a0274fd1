//! Collects the declared names and reports names that are declared twice.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::{Global, Origin, Status};
use super::input::CheckInput;
use super::move_tables::MoveEntry;
use super::names::built_in_message;
use super::reports::Reports;
use crate::boards::DIRECTIONS;
use crate::built_ins::{Kind, board, built_in};
use crate::diagnostic::{Diagnostic, near_names};
use crate::program::{BoardGeometry, Domain, DomainId, DomainKind, MoveId, PLAYER};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name};
use std::collections::HashMap;

impl<'a> Checker<'a> {
    /// Collects all names and checks the items that may stand once.
    pub(super) fn collect(&mut self) {
        self.collect_players();
        self.collect_directions();
        let game = self.input.game;
        for item in &game.items {
            self.collect_item(item);
        }
        self.reports.check_once_only();
    }

    fn collect_players(&mut self) {
        let game = self.input.game;
        let found = game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Players(names) => Some((names, item.span)),
            _ => None,
        });
        let (names, span) = match found {
            Some((names, span)) => (names.as_slice(), span),
            None => (&[][..], Span { end: game.span.start, ..game.span }),
        };
        let guessed = self.input.players_by_use(names);
        self.reports.check_player_count(found.is_some(), names, span, &guessed);
        let mut members: Vec<String> = names.iter().map(|name| name.text.clone()).take(2).collect();
        members.extend(guessed.into_iter().take(2 - members.len()));
        for stand_in in ["First", "Second"].iter().skip(members.len()) {
            members.push((*stand_in).to_owned());
        }
        self.reports.check_members_differ(names);
        self.domains.add_domain("Player", span, DomainKind::Players, members);
        self.add_global("Player", span, Origin::Ready(PLAYER));
    }

    fn collect_directions(&mut self) {
        let game = self.input.game;
        let mut boards = game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Board { constructor, .. } => Some((constructor.text.as_str(), item.span)),
            ItemKind::Graph { .. } => Some(("graph", item.span)),
            _ => None,
        });
        let Some((first, span)) = boards.next() else { return };
        let kinds: Vec<&str> = std::iter::once(first).chain(boards.map(|(kind, _)| kind)).collect();
        let occurs = |d: &&str| kinds.iter().any(|kind| directions_of(kind).contains(d));
        let members: Vec<String> = DIRECTIONS.iter().filter(|d| occurs(d)).map(|d| (*d).to_owned()).collect();
        let id = self.domains.add_domain("Direction", span, DomainKind::Directions, members);
        self.domains.directions = Some(id);
        self.add_global("Direction", span, Origin::Ready(id));
    }

    fn add_global(&mut self, name: &str, span: Span, origin: Origin<'a>) -> bool {
        if let Some(&known) = self.names.by_name.get(name) {
            let first = self.names.globals[known].span;
            self.reports.report(
                Diagnostic::error(
                    codes::DUPLICATE,
                    format!("`{name}` is declared twice"),
                    span,
                    "again here",
                )
                .because(first, "declared here first")
                .help("give one of them another name, or delete one of them"),
            );
            return false;
        }
        self.names.by_name.insert(name.to_owned(), self.names.globals.len());
        self.names.globals.push(Global { name: name.to_owned(), span, origin, status: Status::Todo });
        true
    }

    fn declare(&mut self, name: &Name, origin: Origin<'a>) {
        if built_in(&name.text).is_some() {
            self.reports.report(built_in_taken(name));
        }
        self.add_global(&name.text, name.span, origin);
    }

    /// Declares a domain. Its id is assigned now, so domains are numbered in text order.
    fn declare_domain(&mut self, name: &Name, item: &'a ast::Item) {
        let id = self.domains.add_domain(&name.text, name.span, DomainKind::Enum, Vec::new());
        if matches!(item.kind, ItemKind::Board { .. } | ItemKind::Graph { .. }) {
            self.domains.boards.push(id);
        }
        if name.text == BOOL {
            self.reports.report(bool_taken(name));
        }
        self.declare(name, Origin::Domain(id, item));
    }

    fn collect_item(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Enum { name, .. }
            | ItemKind::Range { name, .. }
            | ItemKind::Board { name, .. }
            | ItemKind::Graph { name, .. }
            | ItemKind::Family { name, .. } => self.declare_domain(name, item),
            ItemKind::Param(declared) => self.declare(&declared.name, Origin::Param(declared)),
            ItemKind::Let { name, indexes, ty, value } => {
                self.declare(name, Origin::Let { indexes, ty: ty.as_ref(), value })
            }
            ItemKind::Def { name, parameters, body } => self.declare(name, Origin::Def { parameters, body }),
            ItemKind::State { fields, .. } => {
                for field in fields {
                    self.declare(&field.name, Origin::Field(field));
                }
            }
            ItemKind::Move(ast) => self.collect_move(ast, item.span),
            ItemKind::Error => self.reports.poisoned = true,
            _ => {}
        }
    }

    fn collect_move(&mut self, ast: &'a ast::Move, span: Span) {
        let id = MoveId(self.moves.entries.len() as u32);
        self.moves.entries.push(MoveEntry { ast, span, signature: None, busy: false });
        self.moves.all.push(None);
        if let Some(known) = self.moves.by_name.get(&ast.name.text) {
            let first = self.moves.entries[known.index()].ast.name.span;
            let message = format!("two moves are called `{}`", ast.name.text);
            self.reports.report(
                Diagnostic::error(codes::DUPLICATE, message, ast.name.span, "again here")
                    .because(first, "declared here first")
                    .help("give one of them another name; with `as` they may still read alike"),
            );
        } else {
            self.moves.by_name.insert(ast.name.text.clone(), id);
        }
    }

    /// The help "did you mean" for a name near one of the candidates.
    pub(super) fn near<'s>(word: &str, candidates: impl IntoIterator<Item = &'s str>) -> Option<String> {
        let near = near_names(word, candidates);
        (!near.is_empty()).then(|| format!("did you mean {}?", super::words::one_of(&near)))
    }
}

impl<'a> Reports<'a> {
    fn check_player_count(&mut self, found: bool, names: &[Name], span: Span, guessed: &[String]) {
        if !found {
            if self.input.has_error_items() {
                self.poisoned = true;
                return;
            }
            let message = "the definition names no players";
            let text = match guessed {
                [one, two, ..] => format!("players {one}, {two}"),
                [one] => format!("players {one}, {}", if one == "B" { "A" } else { "B" }),
                [] => "players A, B".to_owned(),
            };
            self.report(
                Diagnostic::error(codes::MISSING_ITEM, message, span, "no `players` in the whole text")
                    .help(format!("write `{text}`: the first one moves first")),
            );
        } else if names.len() != 2 {
            let message = format!("a game has two players, here are {}", names.len());
            let help = match names {
                [first, second, ..] => format!("write `players {}, {}`", first.text, second.text),
                [one] if !guessed.is_empty() => format!("write `players {}, {}`", one.text, guessed[0]),
                [one] => format!("write `players {}, B` with a name for the second player", one.text),
                [] => "write `players A, B`".to_owned(),
            };
            self.report(Diagnostic::error(codes::PLAYER_COUNT, message, span, "not two names").help(help));
        }
    }

    /// Reports the names that occur twice in a list.
    pub(super) fn check_members_differ(&mut self, names: &[Name]) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for name in names {
            if built_in(&name.text).is_some() {
                self.report(built_in_taken(name));
            }
            if let Some(first) = seen.insert(&name.text, name.span) {
                let message = format!("`{}` is named twice", name.text);
                self.report(
                    Diagnostic::error(codes::DUPLICATE, message, name.span, "again here")
                        .because(first, "named here first")
                        .help("leave one of them out, or give it another name"),
                );
            }
        }
    }

    fn check_once_only(&mut self) {
        let game = self.input.game;
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for item in &game.items {
            let Some(word) = once_only(&item.kind) else { continue };
            match seen.iter().find(|(known, _)| *known == word) {
                None => seen.push((word, item.span)),
                Some((_, first)) => {
                    let message = format!("`{word}` stands twice");
                    let diagnostic = Diagnostic::error(codes::ONCE_ONLY, message, item.span, "again here");
                    let help = format!("keep one `{word}`");
                    self.report(diagnostic.because(*first, "the first one").help(help));
                }
            }
        }
        if !seen.iter().any(|(word, _)| *word == "game") && !self.input.has_error_items() {
            let span = Span { end: game.span.start, ..game.span };
            let message = "the definition has no title";
            self.report(
                Diagnostic::error(codes::MISSING_ITEM, message, span, "no `game` in the whole text")
                    .help("begin with `game \"Title\"`"),
            );
        }
    }
}

impl<'a> CheckInput<'a> {
    /// Whether the parser could not read some item: then an item that seems to be missing may be
    /// that one.
    pub(super) fn has_error_items(&self) -> bool {
        self.game.breaks_off || self.game.items.iter().any(|item| matches!(item.kind, ItemKind::Error))
    }
}

impl DomainTables {
    /// Adds a domain with these members; the members of most declared domains are filled in later.
    pub(super) fn add_domain(
        &mut self,
        name: &str,
        span: Span,
        kind: DomainKind,
        members: Vec<String>,
    ) -> DomainId {
        let id = DomainId(self.all.len() as u32);
        self.all.push(Domain { name: name.to_owned(), span, kind: DomainKind::Enum, members: Vec::new() });
        self.elements.push(HashMap::new());
        self.fill_domain(id, kind, members);
        id
    }

    /// Sets the kind and the members of a domain.
    pub(super) fn fill_domain(&mut self, id: DomainId, kind: DomainKind, members: Vec<String>) {
        let by_name = members.iter().enumerate().map(|(i, name)| (name.clone(), i as u32)).collect();
        self.elements[id.index()] = by_name;
        self.all[id.index()].kind = kind;
        self.all[id.index()].members = members;
    }
}

fn once_only(kind: &ItemKind) -> Option<&'static str> {
    match kind {
        ItemKind::Game(_) => Some("game"),
        ItemKind::Players(_) => Some("players"),
        ItemKind::Stuck(_) => Some("stuck"),
        ItemKind::Endless(_) => Some("endless"),
        ItemKind::Progress(_) => Some("progress"),
        ItemKind::Tree(_) => Some("tree"),
        ItemKind::Start(_) => Some("start"),
        _ => None,
    }
}

/// The directions of a kind of board, or of graphs; none for an unknown constructor.
pub(super) fn directions_of(constructor: &str) -> &'static [&'static str] {
    match board(constructor).map(|board| board.kind) {
        Some(Kind::Board(shape)) => shape(1, 1).directions(),
        _ if constructor == "graph" => BoardGeometry::Path(1).directions(),
        _ => &[],
    }
}

/// The word for the type of true and false.
const BOOL: &str = "bool";

fn bool_taken(name: &Name) -> Diagnostic {
    let message = "`bool` is the type of true and false, and no name of a domain";
    Diagnostic::error(codes::BUILT_IN_NAME, message, name.span, "taken")
        .help("choose another name, `Bool` say")
}

fn built_in_taken(name: &Name) -> Diagnostic {
    let message = built_in_message(&name.text);
    Diagnostic::error(codes::BUILT_IN_NAME, message, name.span, "taken")
        .help(format!("choose another name, `{}_` say; only moves may be called so", name.text))
}
