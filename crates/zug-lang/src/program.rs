//! A checked definition: names are resolved, expressions are typed, only core forms remain, and all
//! sizes are finite.
//!
//! `check` makes it. `semantics` runs it as the reference, the crate `zug-analysis` proves facts
//! about it, and `zug-compile` lowers it to a machine. All ids index the vectors of [`Program`].
//!
//! `check` rewrites these forms away: `no B: P` to `not some`, `implies` to `not .. or ..`, chains
//! to conjunctions, `opponent` to [`ExprKind::Other`] of [`ExprKind::Me`], `near(S)` and
//! `shift(S, d)` to quantifiers over a table, functions of the board to constant tables,
//! `{ x in S where P }` to a comprehension, families to domains, a `tree` to a game with one token
//! that moves down the tree, and coercions to explicit expressions.

use crate::source::Span;
use std::fmt;

mod visit;

pub use crate::syntax::ast::LIMIT;
pub use visit::statements;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// The id as an index.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// An index of [`Program::domains`].
    DomainId
    /// An index of [`Program::fields`].
    FieldId
    /// An index of [`Program::tables`].
    TableId
    /// An index of [`Program::defs`].
    DefId
    /// An index of [`Program::moves`].
    MoveId
    /// An index of [`Program::requests`].
    FollowupRequestId
    /// An index of the [`Frame`] of the body that uses it.
    LocalId
}

/// The domain `Player`, always the first; its elements are the players in order.
pub const PLAYER: DomainId = DomainId(0);

/// A checked definition.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The title of the `game` item.
    pub title: String,
    /// All domains, [`PLAYER`] first.
    pub domains: Vec<Domain>,
    /// Constant tables: `let`s and `param`s with indexes or lists, and functions of boards.
    pub tables: Vec<Table>,
    /// The params with their values for this run, both as text.
    pub params: Vec<(String, String)>,
    /// The `def`s.
    pub defs: Vec<Def>,
    /// The fields of the position, in text order.
    pub fields: Vec<Field>,
    /// The player who moves first: 0 or 1.
    pub first_turn: u32,
    /// `move`s and `followup`s in text order.
    pub moves: Vec<Move>,
    /// The requests of `again with`; equal requests are one.
    pub requests: Vec<FollowupRequest>,
    /// The `end` rules in text order.
    pub ends: Vec<End>,
    /// The `stuck` rule.
    pub stuck: Option<Ruled>,
    /// The `endless` rule; without one, endless play is a draw.
    pub endless: Option<Ruled>,
    /// The `progress` rule.
    pub progress: Option<Progress>,
    /// Whether outcomes are points; otherwise they are wins, losses and draws.
    pub points: bool,
    /// The `show` items.
    pub shows: Vec<Show>,
    /// The facts of `expect` items, in text order.
    pub expects: Vec<Expect>,
    /// The lints that `allow` items switch off.
    pub allowed: Vec<String>,
    /// Whether the game was made from a `tree` item.
    pub tree: bool,
}

/// A finite, ordered set of elements. Elements are numbered from 0.
#[derive(Clone, Debug)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// The span of its declaration (for `Player`, of the `players` item; for `Direction`, of the
    /// first board or graph).
    pub span: Span,
    /// Its kind.
    pub kind: DomainKind,
    /// The names of the elements, in order.
    pub members: Vec<String>,
}

/// The kind of a domain.
#[derive(Clone, Debug)]
pub enum DomainKind {
    /// The two players.
    Players,
    /// The directions of all boards and graphs of the definition.
    Directions,
    /// `enum`
    Enum,
    /// `range`; its elements count as the integers from `low` on.
    Range {
        /// The number of element 0.
        low: i64,
    },
    /// `board`; the elements of rings and paths count as the integers from 1 on.
    Board(BoardGeometry),
    /// `graph`.
    Graph {
        /// For each element, the elements to which an edge leads, ascending.
        near: Vec<Vec<u32>>,
        /// The coordinates (x, y) of each element if all names are squares.
        squares: Option<Vec<(i64, i64)>>,
    },
    /// `family`: each element is a set over the base domain.
    Family {
        /// The domain of the sets' members.
        base: DomainId,
        /// The set of each element: ascending, different, not empty.
        members: Vec<Set>,
    },
    /// The nodes or the branch labels of a `tree` item.
    Tree,
}

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardGeometry {
    /// Width and height, of squares.
    Grid(i64, i64),
    /// Width and height, of squares; opposite edges are joined.
    Torus(i64, i64),
    /// Width and height, of hexagons in a rhombus.
    Hex(i64, i64),
    /// The number of rows.
    Triangle(i64),
    /// The number of points.
    Ring(i64),
    /// The number of points.
    Path(i64),
}

impl Domain {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no elements, which only a family allows.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The number of element 0, if the elements count as integers.
    pub fn low(&self) -> Option<i64> {
        match &self.kind {
            DomainKind::Range { low } => Some(*low),
            DomainKind::Board(BoardGeometry::Ring(_) | BoardGeometry::Path(_)) => Some(1),
            _ => None,
        }
    }
}

/// A set of elements (by number) or of integers; a sorted vector without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set(Vec<i64>);

impl Set {
    /// Whether a member is in the set.
    pub fn contains(&self, member: i64) -> bool {
        self.0.binary_search(&member).is_ok()
    }

    /// Inserts a member.
    pub fn insert(&mut self, member: i64) {
        if let Err(at) = self.0.binary_search(&member) {
            self.0.insert(at, member);
        }
    }

    /// Removes a member.
    pub fn remove(&mut self, member: i64) {
        if let Ok(at) = self.0.binary_search(&member) {
            self.0.remove(at);
        }
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = i64> + ExactSizeIterator + '_ {
        self.0.iter().copied()
    }

    /// The members, ascending, as a slice.
    pub fn as_slice(&self) -> &[i64] {
        &self.0
    }

    /// The union.
    pub fn union(&self, other: &Set) -> Set {
        self.iter().chain(other.iter()).collect()
    }

    /// The intersection.
    pub fn intersection(&self, other: &Set) -> Set {
        Set(self.iter().filter(|m| other.contains(*m)).collect())
    }

    /// The members of `self` that are not in `other`.
    pub fn difference(&self, other: &Set) -> Set {
        Set(self.iter().filter(|m| !other.contains(*m)).collect())
    }

    /// Whether every member is in `other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        self.iter().all(|m| other.contains(m))
    }
}

impl FromIterator<i64> for Set {
    fn from_iter<I: IntoIterator<Item = i64>>(members: I) -> Set {
        let mut all: Vec<i64> = members.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        Set(all)
    }
}

/// A value of the language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `none`
    #[default]
    None,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An element of the domain that the type says, by its number.
    Element(u32),
    /// A set of elements or of integers; the type says which.
    Set(Set),
    /// A set of sets, for the definition of a family; ascending, without duplicates.
    Sets(Vec<Set>),
}

/// The type of an expression, field or table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// The type before `or none`.
    pub kind: Kind,
    /// Whether a value may be `none`; never true for `bool`.
    pub or_none: bool,
}

/// A type without `or none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `true`, `false`
    Bool,
    /// An integer within these bounds, both included. They are sound: no evaluation gives a value
    /// outside.
    Int {
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
    /// An element.
    Element(DomainId),
    /// A set of elements.
    Set(DomainId),
    /// A set of integers within these bounds.
    IntSet {
        /// Lower bound of the members.
        low: i64,
        /// Upper bound of the members; below `low` if the set is always empty.
        high: i64,
    },
    /// A set of sets of elements, for the definition of families; constants only.
    Sets(DomainId),
    /// Only `none` itself.
    Nothing,
}

impl Kind {
    /// The type of this kind without `none`.
    pub fn always(self) -> Type {
        Type { kind: self, or_none: false }
    }

    /// The type of this kind with `none`.
    pub fn or_none(self) -> Type {
        Type { kind: self, or_none: true }
    }
}

/// A constant table, in row-major order: the last index varies fastest.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name, for people: `notes`, `step(Cell)`.
    pub name: String,
    /// The indexes.
    pub indexes: Vec<TableIndex>,
    /// The type of an entry.
    pub ty: Type,
    /// All entries.
    pub entries: Vec<Value>,
}

/// The range of an index. At an index that is `none` or outside, the table gives [`Type::missing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableIndex {
    /// The elements of a domain.
    Domain(DomainId),
    /// The integers from `low` to `high`.
    Ints {
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
}

impl Type {
    /// The value of a field, table or function of this type at `none`: the empty set, false, or
    /// `none`.
    pub fn missing(self) -> Value {
        match self.kind {
            Kind::Bool => Value::Bool(false),
            Kind::Set(_) | Kind::IntSet { .. } => Value::Set(Set::default()),
            Kind::Sets(_) => Value::Sets(Vec::new()),
            _ => Value::None,
        }
    }
}

/// The locals (parameters, binders, `let`s, `var`s) of one body. No number is used for two of them.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The name and the type of each.
    pub locals: Vec<Local>,
}

/// One local.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, for messages.
    pub name: String,
    /// Its type. For a `var` it holds for its whole life; stores are checked against it.
    pub ty: Type,
}

/// A `def`. It is evaluated at each use, on the fields at that time and with `me`.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// The number of parameters; they are the first locals of the frame.
    pub parameters: usize,
    /// Its locals.
    pub frame: Frame,
    /// The expression. If an argument is `none` and its parameter's type is not `or none`, the
    /// value is [`Type::missing`] instead.
    pub body: Expr,
    /// The span of its declaration.
    pub span: Span,
}

/// A field of the position: one entry for every combination of its indexes.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The domains of its indexes; empty for a single variable.
    pub indexes: Vec<DomainId>,
    /// The type of an entry.
    pub ty: Type,
    /// The initial values of the entries, in the order of [`Table`].
    pub initial: Vec<Value>,
    /// The span of its declaration.
    pub span: Span,
}

/// A `move` or `followup`.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// Whether it is a `followup`, legal only if it is asked for.
    pub followup: bool,
    /// The locals of parameters, `when`, body, `provided` and notation.
    pub frame: Frame,
    /// The parameters from left to right, each with the set of its values: elements or integers,
    /// never `none`.
    pub parameters: Vec<(LocalId, Expr)>,
    /// The guard; true without a `when`.
    pub when: Expr,
    /// The statements.
    pub body: Vec<Stmt>,
    /// The condition on the position after the body, with the mover as `me`.
    pub provided: Option<Expr>,
    /// The text of the move: expressions over the parameters and the position before the move.
    /// Without an `as` it is the name and the parameters.
    pub notation: Vec<Piece>,
    /// Whether the definition says `as`.
    pub has_notation: bool,
    /// The span of its declaration.
    pub span: Span,
}

/// A part of a notation.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Literal text.
    Literal(String),
    /// A value, written as [`Program::show_value`] writes it.
    Value(Expr),
}

/// A followup request: the moves that an `again with` asks for, in text order, each with the number
/// of its first parameters that are fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowupRequest {
    /// The moves, all different, and the number of fixed parameters.
    pub moves: Vec<(MoveId, usize)>,
}

/// A `stuck` or `endless` rule.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// Its locals.
    pub frame: Frame,
    /// Its outcome.
    pub outcome: Outcome,
    /// The span of the item.
    pub span: Span,
}

/// An `end` rule.
#[derive(Clone, Debug)]
pub struct End {
    /// Its locals.
    pub frame: Frame,
    /// `for ..`: the locals and their sets, from left to right.
    pub binders: Vec<(LocalId, Expr)>,
    /// The conjunction of `where` and `when`.
    pub when: Expr,
    /// Its outcome.
    pub outcome: Outcome,
    /// The span of the item.
    pub span: Span,
}

/// The `progress` rule: integers compared lexicographically.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Its locals.
    pub frame: Frame,
    /// The integers.
    pub measures: Vec<Expr>,
    /// The span of the item.
    pub span: Span,
}

/// An outcome with its span.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The outcome.
    pub kind: OutcomeKind,
    /// Its span in the text.
    pub span: Span,
}

/// An outcome; `me` is the player to move.
#[derive(Clone, Debug)]
pub enum OutcomeKind {
    /// This player wins.
    Wins(Expr),
    /// Nobody wins.
    Draw,
    /// This many points to this player.
    Points(Expr, Expr),
    /// The turn passes; in `stuck` only.
    Pass,
    /// The first outcome if the condition holds, else the second.
    If(Expr, Box<Outcome>, Box<Outcome>),
}

/// A typed expression. Evaluation always gives a value; an expression without a result is `none`.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The expression.
    pub kind: ExprKind,
    /// Its type, with sound bounds.
    pub ty: Type,
    /// Its span in the text.
    pub span: Span,
}

/// Infix operators on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, rounded down; by zero `none`.
    Div,
    /// `a % b` with the sign of the divisor; by zero `none`.
    Rem,
}

/// Comparisons of integers; false if a side is `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
}

/// The combination of the values of a quantifier's body. Members are taken in domain order, those
/// of the last binder fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Whether the body holds for at least one binding.
    Some,
    /// Whether the body holds for all bindings.
    Every,
    /// The number of bindings for which the body holds.
    Count,
    /// The sum of the integers that are not `none`.
    Sum,
    /// The least integer; `none` if there is none.
    Min,
    /// The greatest integer; `none` if there is none.
    Max,
    /// The union of the sets that are not `none`.
    Union,
    /// The set of the values that are not `none`: elements, integers or (in families) sets.
    Collect,
}

/// A core expression.
///
/// "Strict" means: `none` if an operand is `none`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value of the expression's type.
    Const(Value),
    /// A parameter, binder, `let` or `var`.
    Local(LocalId),
    /// The player to move; within a move, the mover, up to its end.
    Me,
    /// The other player. Strict.
    Other(Box<Expr>),
    /// An entry of a field; [`Type::missing`] at an index that is `none`.
    Field(FieldId, Vec<Expr>),
    /// An entry of a constant table; [`Type::missing`] at an index that is `none` or outside.
    Table(TableId, Vec<Expr>),
    /// A call of a `def`.
    Call(DefId, Vec<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// The conjunction; true if empty.
    And(Vec<Expr>),
    /// The disjunction; false if empty.
    Or(Vec<Expr>),
    /// Whether two values of one kind are equal; `none` equals itself only.
    Equal(Box<Expr>, Box<Expr>),
    /// A comparison of two integers.
    Compare(Order, Box<Expr>, Box<Expr>),
    /// Whether an element or integer is in a set; false if either is `none`.
    In(Box<Expr>, Box<Expr>),
    /// `a <= b` of sets, or with `true` `a < b`; false if either is `none`.
    Subset(Box<Expr>, Box<Expr>, bool),
    /// Arithmetic. Strict.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// `-a`. Strict.
    Negate(Box<Expr>),
    /// `abs(a)`. Strict.
    Abs(Box<Expr>),
    /// `min(a, b, ..)`, or with `true` `max(a, b, ..)`, of the operands that are not `none`.
    Extreme(bool, Vec<Expr>),
    /// `a + b` of sets. Strict.
    Union(Box<Expr>, Box<Expr>),
    /// `a & b` of sets. Strict.
    Intersect(Box<Expr>, Box<Expr>),
    /// `a - b` of sets. Strict.
    Minus(Box<Expr>, Box<Expr>),
    /// `{a, b}` of elements or integers, in families of sets. Strict.
    SetOf(Vec<Expr>),
    /// The set of this element alone. At `none` it is `none`, or with `true` (beside `+ - &`) the
    /// empty set.
    Singleton(Box<Expr>, bool),
    /// `a..b`; empty if b < a. Strict. The checker refuses one that could have more than
    /// `semantics::MAX_RANGE` members.
    RangeSet(Box<Expr>, Box<Expr>),
    /// `count(S)`. Strict.
    Count(Box<Expr>),
    /// A quantifier: the binders from left to right, then the guard, then the body. A set that is
    /// `none` has no members.
    Quantified {
        /// The combination of the values.
        quantifier: Quantifier,
        /// The locals and their sets.
        binders: Vec<(LocalId, Expr)>,
        /// The condition after `where`; true without one.
        guard: Box<Expr>,
        /// The value for each binding.
        body: Box<Expr>,
    },
    /// `if C then A else B`; both arms are of the expression's kind.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `run(c, d, S)`: cell, direction, set. The cells of the set that follow the cell in the
    /// direction without a gap; empty if an operand is `none`. The table is that of `step`: it maps
    /// cell and direction to a cell or `none`.
    Run(TableId, Box<Expr>, Box<Expr>, Box<Expr>),
    /// `stop(c, d, S)`: the first cell behind that run, or `none`.
    Stop(TableId, Box<Expr>, Box<Expr>, Box<Expr>),
    /// `reach(from, within)`: every cell of `within` connected to `from & within` by steps inside
    /// `within`. The table maps a cell to the set of its neighbours.
    Reach(TableId, Box<Expr>, Box<Expr>),
    /// `reach(from, links)`: every element connected to `from`, where each link, a member of this
    /// family, connects all its elements.
    ReachLinks(DomainId, Box<Expr>, Box<Expr>),
    /// Whether the mover has a legal choice of this move with these values of its first parameters,
    /// whether or not the move is asked for.
    Can(MoveId, Vec<Expr>),
    /// Whether this player would have no legal `move` if it were his turn and nothing were asked
    /// for.
    Stuck(Box<Expr>),
    /// The number of an element of a range, ring or path. Strict.
    ToInt(Box<Expr>),
    /// The element of the expression's domain with this number; `none` if there is none. Strict.
    ToElement(Box<Expr>),
    /// The number of an element in its domain, from 0, for comparisons of order. Strict.
    Ordinal(Box<Expr>),
    /// The set of the numbers of a set of elements of a range, ring or path. Strict.
    ToInts(Box<Expr>),
    /// The set of the elements with these numbers; numbers without an element are left out. Strict.
    ToElements(Box<Expr>),
    /// The set of a member of a family; [`Type::missing`] at `none`.
    MemberSet(Box<Expr>),
    /// The member of the expression's family whose set this is, or `none`.
    SetMember(Box<Expr>),
}

/// A statement with its span.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The statement.
    pub kind: StmtKind,
    /// Its span in the text.
    pub span: Span,
}

/// The operator of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// `=`
    Set,
    /// `+=`: adds an integer, or inserts every member of a set.
    Add,
    /// `-=`: subtracts an integer, or removes every member of a set.
    Sub,
}

/// The target of an assignment. The right side is evaluated before the indexes.
#[derive(Clone, Debug)]
pub enum Place {
    /// An entry of a field. An index that is `none` is a fault.
    Field(FieldId, Vec<Expr>),
    /// A `var`.
    Local(LocalId),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// An assignment. A value outside the bounds, or `none` where the type forbids it, is a fault.
    Assign(Place, Store, Expr),
    /// `let` and `var`: stores the first value of the local.
    Bind(LocalId, Expr),
    /// The first block if the condition holds, else the second.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop over every binding for which the guard holds. A set is evaluated once, before the
    /// first iteration of its binder; the guard is evaluated for each binding in its turn.
    For(Vec<(LocalId, Expr)>, Expr, Vec<Stmt>),
    /// The block this many times; the number is evaluated once. `none` and negative numbers count
    /// as 0.
    Repeat(Expr, Vec<Stmt>),
    /// `again`: the mover moves again if the condition holds.
    Again(Expr),
    /// `again with`: the mover moves again if the condition holds, by one of the moves of the
    /// request, their first parameters fixed to these values.
    AgainWith(FollowupRequestId, Vec<Vec<Expr>>, Expr),
}

/// A `show` item: the drawing of the cells of a domain.
#[derive(Clone, Debug)]
pub struct Show {
    /// The board or graph.
    pub domain: DomainId,
    /// The locals; local 0 is the cell.
    pub frame: Frame,
    /// The conditions on local 0 (true for `else`) and their texts; the first condition that holds
    /// decides.
    pub entries: Vec<(Expr, String)>,
}

/// A fact of an `expect` item.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Whether it is checked on request only.
    pub slow: bool,
    /// The settings under which it holds; the definition is checked again with them.
    pub with: Vec<crate::syntax::ast::Setting>,
    /// The moves played first, as text.
    pub after: Option<(String, Span)>,
    /// The fact.
    pub fact: Fact,
    /// The span before the first fact of the item: the keyword and the settings.
    pub head: Span,
    /// The span of the fact.
    pub span: Span,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The value for the first player, and the number of plies if the fact says it.
    Value(i64, Option<u64>),
    /// The number of reachable positions.
    Positions(u64),
    /// The numbers of move sequences of length 1, 2, ..
    Perft(Vec<u64>),
    /// The moves that keep the value, all of them.
    Best(String, Span),
}

/// A legal choice: a move with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// A pass, because the `stuck` rule says `pass`.
    Pass,
    /// A move with the values of its parameters.
    Play(MoveId, Vec<Value>),
}

impl Program {
    /// The domain with this id.
    pub fn domain(&self, id: DomainId) -> &Domain {
        &self.domains[id.index()]
    }

    /// The names of the players in order.
    pub fn players(&self) -> [&str; 2] {
        let members = &self.domains[PLAYER.index()].members;
        [&members[0], &members[1]]
    }

    /// A value as the definition writes it; `ty` is its type.
    pub fn show_value<'a>(&'a self, value: &'a Value, ty: Type) -> impl fmt::Display + 'a {
        Shown { program: self, value, ty }
    }
}

struct Shown<'a> {
    program: &'a Program,
    value: &'a Value,
    ty: Type,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |f: &mut fmt::Formatter<'_>, domain: DomainId, index: i64| {
            f.write_str(&self.program.domain(domain).members[index as usize])
        };
        match (self.value, self.ty.kind) {
            (Value::None, _) => f.write_str("none"),
            (Value::Bool(b), _) => write!(f, "{b}"),
            (Value::Int(n), _) => write!(f, "{n}"),
            (Value::Element(e), Kind::Element(domain)) => name(f, domain, i64::from(*e)),
            (Value::Set(set), kind) => {
                f.write_str("{")?;
                for (i, member) in set.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    match kind {
                        Kind::Set(domain) => name(f, domain, member)?,
                        _ => write!(f, "{member}")?,
                    }
                }
                f.write_str("}")
            }
            (value, _) => write!(f, "{value:?}"),
        }
    }
}
