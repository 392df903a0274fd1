//! Builds the coloured digraph of a program.
//!
//! Vertices are elements, domains, types, tables with a vertex for each entry, fields, moves,
//! `def`s, locals, and every expression, statement and rule. The label of an arc says which operand
//! it leads to; interchangeable operands have the same label. An integer is part of a colour, so it
//! never moves; an element is the target of an arc, so it moves with its domain. The elements of
//! domains whose order matters ([`Model::keep_order`]) are coloured by number, so they do not move
//! either.

use super::graph::{ColouredDigraph, Vertex};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use zug_lang::program::*;

/// The most vertices, and the most arcs.
const MOST: usize = 60_000;

/// Labels of arcs that do not lead to operands.
pub(super) mod label {
    /// To the domain, table, field, move or `def` that is named.
    pub const NAMED: u32 = 1000;
    /// To a type.
    pub const TYPE: u32 = 1001;
    /// To the contents of an entry or a constant.
    pub const HOLDS: u32 = 1002;
    /// To the elements of a family's member.
    pub const MEMBER: u32 = 1003;
    /// To the binders of a quantifier.
    pub const BINDER: u32 = 1004;
    /// To a condition.
    pub const GUARD: u32 = 1005;
    /// To a body.
    pub const BODY: u32 = 1006;
    /// To an outcome.
    pub const OUTCOME: u32 = 1007;
    /// To the first of a list of binders, indexes or parameters; the next label is that of the
    /// second.
    pub const LIST: u32 = 2000;
}

/// The content of a constant table, by which tables are distinguished.
pub(super) type TableContent = (Vec<TableIndex>, Type, Vec<Value>);

/// The graph of a program, while it is built.
pub(super) struct Model<'p> {
    pub program: &'p Program,
    pub graph: ColouredDigraph,
    /// The vertex of each domain, and those of its elements.
    pub domains: BTreeMap<DomainId, (Vertex, Vec<Vertex>)>,
    pub fields: Vec<Vertex>,
    pub moves: Vec<Vertex>,
    pub requests: Vec<Vertex>,
    defs: BTreeMap<DefId, Vertex>,
    types: HashMap<Type, Vertex>,
    tables: HashMap<TableContent, Vertex>,
    integers: BTreeMap<i64, Vertex>,
    members: BTreeSet<DomainId>,
    ordered: BTreeSet<DomainId>,
    /// The steps of the evaluator of constants that are left.
    pub steps: u64,
}

/// The vertices of the locals of a body.
pub(super) struct BodyScope<'p> {
    pub frame: &'p Frame,
    vertices: BTreeMap<LocalId, Vertex>,
}

impl<'p> BodyScope<'p> {
    pub fn new(frame: &'p Frame) -> BodyScope<'p> {
        BodyScope { frame, vertices: BTreeMap::new() }
    }
}

/// The graph of a program; none if it is too large.
pub(super) fn model(program: &Program) -> Option<Model<'_>> {
    let mut model = Model {
        program,
        graph: ColouredDigraph::default(),
        domains: BTreeMap::new(),
        fields: Vec::new(),
        moves: Vec::new(),
        requests: Vec::new(),
        defs: BTreeMap::new(),
        types: HashMap::new(),
        tables: HashMap::new(),
        integers: BTreeMap::new(),
        members: BTreeSet::new(),
        ordered: BTreeSet::new(),
        steps: 400_000,
    };
    model.domain(PLAYER);
    model.names();
    for (id, each) in program.moves.iter().enumerate() {
        model.describe_move(model.moves[id], each);
    }
    model.describe_rules();
    model.colour_ordered();
    (!model.is_full()).then_some(model)
}

impl<'p> Model<'p> {
    /// Whether the graph exceeds its greatest size.
    pub fn is_full(&self) -> bool {
        self.graph.len() > MOST || self.graph.arcs.len() > MOST
    }

    /// A vertex with arcs to its operands, each with its own label.
    pub fn node(&mut self, name: &'static str, operands: &[Vertex]) -> Vertex {
        let vertex = self.graph.vertex((name, operands.len() as i64, 0));
        for (label, operand) in (0..).zip(operands) {
            self.graph.arc(vertex, label, *operand);
        }
        vertex
    }

    /// A vertex with arcs to interchangeable operands, all with label 0.
    pub fn unordered(&mut self, name: &'static str, operands: &[Vertex]) -> Vertex {
        let vertex = self.graph.vertex((name, operands.len() as i64, 1));
        operands.iter().for_each(|operand| self.graph.arc(vertex, 0, *operand));
        vertex
    }

    /// Fixes the elements of a domain, because its order matters.
    pub fn keep_order(&mut self, domain: DomainId) {
        self.domain(domain);
        self.ordered.insert(domain);
    }

    /// Fixes the elements of the domain of a type, if it has one.
    pub fn keep_order_of(&mut self, kind: Kind) {
        if let Kind::Element(domain) | Kind::Set(domain) | Kind::Sets(domain) = kind {
            self.keep_order(domain);
        }
    }

    /// The vertex of a domain.
    pub fn domain(&mut self, id: DomainId) -> Vertex {
        if let Some((vertex, _)) = self.domains.get(&id) {
            return *vertex;
        }
        let count = self.program.domain(id).len();
        let name = if id == PLAYER { "players" } else { "domain" };
        let vertex = self.graph.vertex((name, count as i64, 0));
        let mut elements = Vec::new();
        for _ in 0..count.min(MOST) {
            let element = self.graph.vertex(("element", 0, 0));
            self.graph.arc(element, label::NAMED, vertex);
            elements.push(element);
        }
        self.domains.insert(id, (vertex, elements));
        vertex
    }

    /// The vertex of an element.
    pub fn element(&mut self, domain: DomainId, index: usize) -> Vertex {
        let vertex = self.domain(domain);
        self.domains[&domain].1.get(index).copied().unwrap_or(vertex)
    }

    /// Adds arcs from the members of a family to their elements, because they matter.
    pub fn uses_members(&mut self, family: DomainId) {
        let DomainKind::Family { base, members } = &self.program.domain(family).kind else {
            return self.keep_order(family);
        };
        if !self.members.insert(family) {
            return;
        }
        for (at, set) in members.iter().enumerate() {
            let member = self.element(family, at);
            for element in set.iter() {
                let element = self.element(*base, element as usize);
                self.graph.arc(member, label::MEMBER, element);
            }
        }
    }

    fn integer(&mut self, number: i64) -> Vertex {
        if let Some(vertex) = self.integers.get(&number) {
            return *vertex;
        }
        let vertex = self.graph.vertex(("integer", number, 0));
        self.integers.insert(number, vertex);
        vertex
    }

    /// The vertex of a type.
    pub fn of_type(&mut self, ty: Type) -> Vertex {
        if let Some(vertex) = self.types.get(&ty) {
            return *vertex;
        }
        let none = i64::from(ty.or_none);
        let vertex = match ty.kind {
            Kind::Bool => self.graph.vertex(("bool", none, 0)),
            Kind::Nothing => self.graph.vertex(("nothing", none, 0)),
            Kind::Int { low, high } | Kind::IntSet { low, high } => {
                let set = matches!(ty.kind, Kind::IntSet { .. });
                let name = if set { "integers" } else { "an integer" };
                let vertex = self.graph.vertex((name, low, high));
                // The bounds fill the colour, so one of two loops says whether the type includes
                // `none`.
                self.graph.arc(vertex, label::TYPE + ty.or_none as u32, vertex);
                vertex
            }
            Kind::Element(domain) => self.over("an element", none, domain),
            Kind::Set(domain) => self.over("a set", none, domain),
            Kind::Sets(domain) => self.over("sets", none, domain),
        };
        self.types.insert(ty, vertex);
        vertex
    }

    fn over(&mut self, name: &'static str, none: i64, domain: DomainId) -> Vertex {
        let domain = self.domain(domain);
        let vertex = self.graph.vertex((name, none, 0));
        self.graph.arc(vertex, label::NAMED, domain);
        vertex
    }

    /// The vertex of a local of a body.
    pub fn local(&mut self, scope: &mut BodyScope<'p>, id: LocalId) -> Vertex {
        if let Some(vertex) = scope.vertices.get(&id) {
            return *vertex;
        }
        let vertex = self.graph.vertex(("local", 0, 0));
        if let Some(local) = scope.frame.locals.get(id.index()) {
            let ty = self.of_type(local.ty);
            self.graph.arc(vertex, label::TYPE, ty);
        }
        scope.vertices.insert(id, vertex);
        vertex
    }

    /// Adds arcs to the contents of a value; its colour must express the rest ([`plain`]).
    fn holds(&mut self, vertex: Vertex, value: &Value, ty: Type) {
        match (value, ty.kind) {
            (Value::Element(element), Kind::Element(domain)) => {
                let element = self.element(domain, *element as usize);
                self.graph.arc(vertex, label::HOLDS, element);
            }
            (Value::Set(set), Kind::Set(domain)) => {
                for member in set.iter() {
                    let element = self.element(domain, member as usize);
                    self.graph.arc(vertex, label::HOLDS, element);
                }
            }
            (Value::Set(set), _) => {
                for member in set.iter() {
                    let number = self.integer(member);
                    self.graph.arc(vertex, label::HOLDS, number);
                }
            }
            (Value::Sets(_), kind) => {
                self.keep_order_of(kind);
                // A colour of its own: such a value equals no other.
                let unlike = self.graph.len() as i64;
                let name = self.graph.vertex(("sets of sets", unlike, 0));
                self.graph.arc(vertex, label::HOLDS, name);
            }
            _ => {}
        }
    }

    /// The vertex of a constant.
    pub fn value(&mut self, value: &Value, ty: Type) -> Vertex {
        let (tag, number) = plain(value);
        let vertex = self.graph.vertex(("constant", tag, number));
        self.holds(vertex, value, ty);
        vertex
    }

    /// The vertex of a table of the program.
    pub fn table(&mut self, id: TableId) -> Vertex {
        let table = &self.program.tables[id.index()];
        self.content((table.indexes.clone(), table.ty, table.entries.clone()))
    }

    /// The vertex of a constant table; tables with equal content have one.
    pub fn content(&mut self, content: TableContent) -> Vertex {
        if let Some(vertex) = self.tables.get(&content) {
            return *vertex;
        }
        let (indexes, ty, entries) = &content;
        let vertex = self.graph.vertex(("table", indexes.len() as i64, i64::from(ty.or_none)));
        let ty_vertex = self.of_kind(*ty);
        self.graph.arc(vertex, label::TYPE, ty_vertex);
        let missing = ty.missing();
        for (at, value) in entries.iter().enumerate() {
            if *value != missing && !self.is_full() {
                self.entry(vertex, (indexes, at), value, *ty);
            }
        }
        self.tables.insert(content, vertex);
        vertex
    }

    /// The vertex of the type of a table's entries, without bounds of integers, which say nothing
    /// about constants.
    fn of_kind(&mut self, ty: Type) -> Vertex {
        match ty.kind {
            Kind::Int { .. } => self.of_type(Kind::Int { low: 0, high: 0 }.always()),
            Kind::IntSet { .. } => self.of_type(Kind::IntSet { low: 0, high: 0 }.always()),
            kind => self.of_type(kind.always()),
        }
    }

    fn entry(&mut self, table: Vertex, (indexes, at): (&[TableIndex], usize), value: &Value, ty: Type) {
        let (tag, number) = plain(value);
        let entry = self.graph.vertex(("entry", tag, number));
        self.graph.arc(entry, label::NAMED, table);
        for (label, (index, at)) in (0..).zip(split(self.program, indexes, at)) {
            let index = match index {
                TableIndex::Domain(domain) => self.element(domain, at),
                TableIndex::Ints { low, .. } => self.integer(low.wrapping_add(at as i64)),
            };
            self.graph.arc(entry, label, index);
        }
        self.holds(entry, value, ty);
    }

    /// The vertex of a `def`.
    pub fn def(&mut self, id: DefId) -> Vertex {
        if let Some(vertex) = self.defs.get(&id) {
            return *vertex;
        }
        let def = &self.program.defs[id.index()];
        let vertex = self.graph.vertex(("def", def.parameters as i64, 0));
        self.defs.insert(id, vertex);
        let mut scope = BodyScope::new(&def.frame);
        for parameter in 0..def.parameters as u32 {
            let local = self.local(&mut scope, LocalId(parameter));
            self.graph.arc(vertex, parameter, local);
        }
        let ty = self.of_kind(def.body.ty);
        self.graph.arc(vertex, label::TYPE, ty);
        let body = self.expr(&mut scope, &def.body);
        self.graph.arc(vertex, label::BODY, body);
        vertex
    }

    /// Makes vertices for fields, moves and requests, so that expressions can name them.
    fn names(&mut self) {
        for field in &self.program.fields {
            let vertex = self.graph.vertex(("field", field.indexes.len() as i64, 0));
            let ty = self.of_type(field.ty);
            self.graph.arc(vertex, label::TYPE, ty);
            for (label, index) in (0..).zip(&field.indexes) {
                let domain = self.domain(*index);
                self.graph.arc(vertex, label, domain);
            }
            self.fields.push(vertex);
        }
        for each in &self.program.moves {
            let vertex = self.graph.vertex(("move", each.parameters.len() as i64, i64::from(each.followup)));
            self.moves.push(vertex);
        }
        for request in &self.program.requests {
            let vertex = self.graph.vertex(("shape", request.moves.len() as i64, 0));
            for (label, (id, fixed)) in (0..).zip(&request.moves) {
                let part = self.graph.vertex(("asked", *fixed as i64, 0));
                self.graph.arc(part, label::NAMED, self.moves[id.index()]);
                self.graph.arc(vertex, label, part);
            }
            self.requests.push(vertex);
        }
    }

    fn colour_ordered(&mut self) {
        for id in self.ordered.clone() {
            let (vertex, elements) = self.domains[&id].clone();
            let low = self.program.domain(id).low().unwrap_or(0);
            // Whose turn it is, is no field: the players are exchanged with each other alone.
            let colour = if id == PLAYER { "ordered players" } else { "ordered" };
            self.graph.recolour(vertex, (colour, elements.len() as i64, low));
            for (number, element) in (0..).zip(elements) {
                self.graph.recolour(element, ("element", number, 1));
            }
        }
    }
}

/// The part of a value that is expressed by a colour: its kind, and its number or size.
fn plain(value: &Value) -> (i64, i64) {
    match value {
        Value::None => (0, 0),
        Value::Bool(b) => (1, i64::from(*b)),
        Value::Int(n) => (2, *n),
        Value::Element(_) => (3, 0),
        Value::Set(set) => (4, set.len() as i64),
        Value::Sets(sets) => (5, sets.len() as i64),
    }
}

/// The indexes of an entry of a table, from its number.
fn split(program: &Program, indexes: &[TableIndex], mut at: usize) -> Vec<(TableIndex, usize)> {
    let mut all = Vec::new();
    for index in indexes.iter().rev() {
        let count = count(program, *index).max(1);
        all.push((*index, at % count));
        at /= count;
    }
    all.reverse();
    all
}

/// The number of values of an index.
pub(super) fn count(program: &Program, index: TableIndex) -> usize {
    match index {
        TableIndex::Domain(domain) => program.domain(domain).len(),
        TableIndex::Ints { low, high } => {
            usize::try_from(i128::from(high) - i128::from(low) + 1).unwrap_or(0)
        }
    }
}
