//! The walk over the syntax tree: what is visible where, and what was found.

use super::{Definition, Index, NameKind, Target, Use, built_in_target};
use crate::built_ins::built_in;
use crate::check::checker::Checker;
use crate::program::{DomainId, DomainKind, Kind, Type};
use crate::source::Span;
use crate::syntax::ast::Name;
use std::collections::HashMap;

/// A walk over a definition.
pub(super) struct Walk<'c, 'a> {
    pub(super) checker: &'c Checker<'a>,
    pub(super) index: Index,
    /// The definitions of the names that are visible everywhere.
    globals: HashMap<String, usize>,
    /// The definitions of moves, which have names of their own.
    moves: HashMap<String, usize>,
    /// The members of enums, the players and the points of graphs, by name.
    members: HashMap<String, Vec<usize>>,
    /// The locals that are visible here, innermost last.
    locals: Vec<(String, usize)>,
    /// The definitions by the spans of their names.
    pub(super) by_span: HashMap<Span, usize>,
    /// Where the smallest part with names of its own ends.
    pub(super) end: u32,
    /// The definition of the item that is being walked.
    pub(super) owner: Option<usize>,
}

impl<'c, 'a> Walk<'c, 'a> {
    pub(super) fn new(checker: &'c Checker<'a>) -> Walk<'c, 'a> {
        Walk {
            checker,
            index: Index::default(),
            globals: HashMap::new(),
            moves: HashMap::new(),
            members: HashMap::new(),
            locals: Vec::new(),
            by_span: HashMap::new(),
            end: 0,
            owner: None,
        }
    }

    /// Walks the whole definition.
    pub(super) fn whole(mut self) -> Index {
        let items = &self.checker.input.game.items;
        for item in items {
            self.declare_item(item);
        }
        for name in &self.checker.input.game.broken {
            if !self.globals.contains_key(&name.text) {
                let at = self.define(name, NameKind::Broken, name.span);
                self.globals.insert(name.text.clone(), at);
            }
        }
        for (at, item) in items.iter().enumerate() {
            self.end = items.get(at + 1).map_or(self.checker.input.game.span.end, |next| next.span.start);
            self.item(item);
        }
        let mut index = self.index;
        index.uses.sort_by_key(|it| it.span);
        // What is checked in rounds, or stands for several things, is found more than once.
        index.uses.dedup_by_key(|it| it.span);
        index.nodes.sort();
        index.nodes.dedup();
        index
    }

    /// Notes the span of a node.
    pub(super) fn node(&mut self, span: Span) {
        self.index.nodes.push(span);
    }

    /// Adds a definition; the name is a use of itself.
    pub(super) fn define(&mut self, name: &Name, kind: NameKind, whole: Span) -> usize {
        let at = self.index.definitions.len();
        self.index.definitions.push(Definition {
            name: name.text.clone(),
            kind,
            span: name.span,
            whole,
            sight: None,
            owner: None,
            ty: None,
            value: None,
            takes: Vec::new(),
        });
        self.by_span.insert(name.span, at);
        self.used(name.span, Target::Definition(at), false);
        at
    }

    /// Adds a definition that is visible everywhere; of two with one name the first counts.
    pub(super) fn define_global(&mut self, name: &Name, kind: NameKind, whole: Span) -> usize {
        let at = self.define(name, kind, whole);
        self.globals.entry(name.text.clone()).or_insert(at);
        at
    }

    /// Adds a move.
    pub(super) fn define_move(&mut self, name: &Name, kind: NameKind, whole: Span) -> usize {
        let at = self.define(name, kind, whole);
        self.moves.entry(name.text.clone()).or_insert(at);
        at
    }

    /// Adds an element with a declaration of its own; a further one of the same name and owner is a
    /// use.
    pub(super) fn define_member(&mut self, name: &Name, kind: NameKind, owner: Option<usize>) {
        let known = self.members.get(&name.text).into_iter().flatten().copied();
        if let Some(at) = known.into_iter().find(|at| self.index.definitions[*at].owner == owner) {
            self.used(name.span, Target::Definition(at), false);
            return;
        }
        let at = self.define(name, kind, name.span);
        self.index.definitions[at].owner = owner;
        self.members.entry(name.text.clone()).or_default().push(at);
    }

    /// Makes a local name visible up to the end of the smallest part.
    pub(super) fn bind(&mut self, name: &Name, kind: NameKind) {
        let at = self.define(name, kind, name.span);
        let sight = Span { file: name.span.file, start: name.span.end, end: self.end.max(name.span.end) };
        let ty = self.checker.notes.locals.get(&name.span).map(|ty| self.checker.domains.type_text(*ty));
        let definition = &mut self.index.definitions[at];
        (definition.sight, definition.ty, definition.owner) = (Some(sight), ty, self.owner);
        self.locals.push((name.text.clone(), at));
    }

    /// Walks a part of the text with names of its own, which ends at `end`.
    pub(super) fn within(&mut self, end: u32, walk: impl FnOnce(&mut Self)) {
        let (mark, outer) = (self.locals.len(), self.end);
        self.end = end;
        walk(self);
        self.end = outer;
        self.locals.truncate(mark);
    }

    /// Notes a use.
    pub(super) fn used(&mut self, span: Span, target: Target, writes: bool) {
        self.index.uses.push(Use { span, target, writes });
    }

    /// The local with this name.
    pub(super) fn local(&self, name: &str) -> Option<usize> {
        self.locals.iter().rev().find(|(known, _)| known == name).map(|(_, at)| *at)
    }

    /// The name that is visible everywhere.
    pub(super) fn global(&self, name: &str) -> Option<usize> {
        self.globals.get(name).copied()
    }

    /// Resolves a name that stands for a value, a function or a domain.
    pub(super) fn name(&mut self, name: &Name, writes: bool) {
        let declared = self.local(&name.text).or_else(|| self.global(&name.text));
        let target = declared.map(Target::Definition).or_else(|| self.built_in_or_element(name));
        if let Some(target) = target {
            self.used(name.span, target, writes);
        }
    }

    fn built_in_or_element(&self, name: &Name) -> Option<Target> {
        if let Some(it) = built_in(&name.text) {
            return Some(built_in_target(it));
        }
        let noted = self.checker.notes.names.get(&name.span);
        if let Some(Type { kind: Kind::Element(domain), .. }) = noted {
            return self.element(*domain, &name.text);
        }
        self.members
            .get(&name.text)
            .and_then(|all| all.first().copied())
            .map(Target::Definition)
            .or_else(|| self.cell(&name.text))
    }

    /// The element of a domain with this name.
    pub(super) fn element(&self, domain: DomainId, name: &str) -> Option<Target> {
        let of = self.checker.domains.all.get(domain.index())?;
        if let DomainKind::Family { base, .. } = of.kind {
            return self.element(base, name);
        }
        let owner = self.global(&of.name);
        let own = |at: &&usize| self.index.definitions[**at].owner == owner;
        let declared = self.members.get(name).and_then(|all| all.iter().find(own));
        declared.map(|at| Target::Definition(*at)).or(owner.map(Target::Element))
    }

    /// An element of this name that has no declaration of its own.
    fn cell(&self, name: &str) -> Option<Target> {
        let holder = self.checker.domains.elements.iter().position(|elements| elements.contains_key(name))?;
        self.element(DomainId(holder as u32), name)
    }

    /// Resolves the name of a domain.
    pub(super) fn domain(&mut self, name: &Name) {
        let target = match self.global(&name.text) {
            Some(at) => Some(Target::Definition(at)),
            None => built_in(&name.text).map(built_in_target),
        };
        if let Some(target) = target {
            self.used(name.span, target, false);
        }
    }

    /// Resolves the name of a move.
    pub(super) fn move_name(&mut self, name: &Name) {
        if let Some(at) = self.moves.get(&name.text) {
            self.used(name.span, Target::Definition(*at), false);
        }
    }

    /// Whether a move has this name.
    pub(super) fn is_move(&self, name: &str) -> bool {
        self.moves.contains_key(name)
    }
}
