//! A checked definition: every name resolved, every expression typed, only core forms, all sizes finite.
//!
//! Made by `check`; read by `semantics` (which runs it, slowly and obviously), by `facts` (which proves things
//! about it) and by `ground` (which turns it into bits). All ids index the vectors of [`Program`] directly.
//!
//! What `check` rewrites away: `no B: P` is `not some`, `implies` is `not .. or ..`, chains are conjunctions,
//! `opponent` is [`ExprKind::Other`] of [`ExprKind::Me`], `near(S)` and `shift(S, d)` are quantifiers over a
//! table, functions of the board are constant tables, `{ x in S where P }` is a comprehension, families are
//! domains, a `tree` is a game with one token that walks down it, coercions are explicit.

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
            /// The number as an index.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// Into [`Program::domains`].
    DomainId
    /// Into [`Program::fields`].
    FieldId
    /// Into [`Program::tables`].
    TableId
    /// Into [`Program::defs`].
    DefId
    /// Into [`Program::moves`].
    MoveId
    /// Into [`Program::requests`].
    FollowupRequestId
    /// Into the [`Frame`] of the expression or statement that uses it.
    LocalId
}

/// The domain `Player` is always the first, its members the players in order.
pub const PLAYER: DomainId = DomainId(0);

/// A checked definition.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Of the `game` item.
    pub title: String,
    /// [`PLAYER`] first.
    pub domains: Vec<Domain>,
    /// Constant tables: `let`s, `param`s with indexes, functions of boards.
    pub tables: Vec<Table>,
    /// Params as set for this run, for `info` and reports: name and value as text.
    pub params: Vec<(String, String)>,
    /// `def`s.
    pub defs: Vec<Def>,
    /// The fields of the position, in text order.
    pub fields: Vec<Field>,
    /// Who moves first: 0 or 1.
    pub first_turn: u32,
    /// `move`s and `followup`s in text order.
    pub moves: Vec<Move>,
    /// What an `again with` can ask for, each combination once.
    pub requests: Vec<FollowupRequest>,
    /// `end` rules in text order.
    pub ends: Vec<End>,
    /// The `stuck` rule.
    pub stuck: Option<Ruled>,
    /// The `endless` rule; without one, a draw.
    pub endless: Option<Ruled>,
    /// The `progress` rule.
    pub progress: Option<Progress>,
    /// True if outcomes are points, false if they are won, lost and drawn.
    pub points: bool,
    /// How boards are drawn.
    pub shows: Vec<Show>,
    /// Checked facts, in text order.
    pub expects: Vec<Expect>,
    /// Lints switched off in the file.
    pub allowed: Vec<String>,
    /// True if the position was made from a `tree` item.
    pub tree: bool,
}

/// A finite, ordered set of elements. An element is its index, from 0.
#[derive(Clone, Debug)]
pub struct Domain {
    /// As written; families and boards alike.
    pub name: String,
    /// Where it is declared (for `Player`, the `players` item; for `Direction`, the first board or graph).
    pub span: Span,
    /// What it is.
    pub kind: DomainKind,
    /// Names of the elements, for output and for looking up.
    pub members: Vec<String>,
}

/// What a domain is.
#[derive(Clone, Debug)]
pub enum DomainKind {
    /// The two players.
    Players,
    /// All directions of all boards and graphs in the definition.
    Directions,
    /// `enum`
    Enum,
    /// `range`; elements are integers from `low` on.
    Range {
        /// The number of element 0.
        low: i64,
    },
    /// `board`; rings and paths are integers from 1 on.
    Board(BoardGeometry),
    /// `graph`: points and edges; `squares` holds (x, y) of each if all names are squares.
    Graph {
        /// The elements to which an edge leads from each, in domain order.
        near: Vec<Vec<u32>>,
        /// Coordinates, if every name is a square.
        squares: Option<Vec<(i64, i64)>>,
    },
    /// `family`: each member a set over the base domain.
    Family {
        /// What the members are sets of.
        base: DomainId,
        /// Sorted, without empty ones.
        members: Vec<Set>,
    },
    /// Nodes and branches of a `tree` item.
    Tree,
}

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardGeometry {
    /// Width, height.
    Grid(i64, i64),
    /// Width, height.
    Torus(i64, i64),
    /// Width, height; a rhombus.
    Hex(i64, i64),
    /// Rows.
    Triangle(i64),
    /// Points.
    Ring(i64),
    /// Points.
    Path(i64),
}

impl Domain {
    /// How many elements.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// True for a family without members; nothing else may be empty.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The number of element 0, if the elements are integers too.
    pub fn low(&self) -> Option<i64> {
        match &self.kind {
            DomainKind::Range { low } => Some(*low),
            DomainKind::Board(BoardGeometry::Ring(_) | BoardGeometry::Path(_)) => Some(1),
            _ => None,
        }
    }
}

/// A set of elements (by index) or of plain integers: sorted, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set(Vec<i64>);

impl Set {
    /// Whether it holds this.
    pub fn contains(&self, member: i64) -> bool {
        self.0.binary_search(&member).is_ok()
    }

    /// Puts a member in.
    pub fn insert(&mut self, member: i64) {
        if let Err(at) = self.0.binary_search(&member) {
            self.0.insert(at, member);
        }
    }

    /// Takes a member out.
    pub fn remove(&mut self, member: i64) {
        if let Ok(at) = self.0.binary_search(&member) {
            self.0.remove(at);
        }
    }

    /// How many members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = i64> + ExactSizeIterator + '_ {
        self.0.iter().copied()
    }

    /// The members in order.
    pub fn as_slice(&self) -> &[i64] {
        &self.0
    }

    /// `self + other`
    pub fn union(&self, other: &Set) -> Set {
        self.iter().chain(other.iter()).collect()
    }

    /// `self & other`
    pub fn intersection(&self, other: &Set) -> Set {
        Set(self.iter().filter(|m| other.contains(*m)).collect())
    }

    /// `self - other`
    pub fn difference(&self, other: &Set) -> Set {
        Set(self.iter().filter(|m| !other.contains(*m)).collect())
    }

    /// `self <= other`
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
    /// An element of the domain that the type names.
    Element(u32),
    /// A set of elements or of integers, as the type says.
    Set(Set),
    /// A set of sets, in the definition of a family only; sorted, each once.
    Sets(Vec<Set>),
}

/// The type of an expression, field or table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// Without `or none`.
    pub kind: Kind,
    /// Whether it can be `none`. Never true for `bool`.
    pub or_none: bool,
}

/// A type without `or none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `true`, `false`
    Bool,
    /// An integer within these bounds, both included. Sound: no evaluation leaves them.
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
    /// A set of sets of elements: constants only.
    Sets(DomainId),
    /// Only `none` itself.
    Nothing,
}

impl Kind {
    /// The type of this kind that is never `none`.
    pub fn always(self) -> Type {
        Type { kind: self, or_none: false }
    }

    /// The type of this kind that may be `none`.
    pub fn or_none(self) -> Type {
        Type { kind: self, or_none: true }
    }
}

/// A constant table. Entry of indexes `i0, i1, ..` is at `((i0 * n1) + i1) * ..`, the last index running fastest.
#[derive(Clone, Debug)]
pub struct Table {
    /// For `--emit`: `notes`, `step(Cell)`.
    pub name: String,
    /// The indexes.
    pub indexes: Vec<TableIndex>,
    /// Type of an entry.
    pub ty: Type,
    /// All entries.
    pub entries: Vec<Value>,
}

/// What an index of a table runs through. An index that is `none` or outside gives [`Type::missing`].
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
    /// What a field, table or function of this type gives at `none`: the empty set, false, or `none`.
    pub fn missing(self) -> Value {
        match self.kind {
            Kind::Bool => Value::Bool(false),
            Kind::Set(_) | Kind::IntSet { .. } => Value::Set(Set::default()),
            Kind::Sets(_) => Value::Sets(Vec::new()),
            _ => Value::None,
        }
    }
}

/// The locals (parameters, binders, `let`s, `var`s) of one body; numbers are unique in it and never reused.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Name and type of each.
    pub locals: Vec<Local>,
}

/// One local.
#[derive(Clone, Debug)]
pub struct Local {
    /// As written, for messages.
    pub name: String,
    /// Its type; for a `var`, what it may hold over its whole life (checked when it is stored to).
    pub ty: Type,
}

/// A `def`. Evaluated where it is used: it sees the fields as they are then, and `me`.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// Its parameters are the first `parameters` locals of the frame.
    pub parameters: usize,
    /// Its locals.
    pub frame: Frame,
    /// What it stands for. A parameter that is `none` (where its type is not `or none`) makes it [`Type::missing`].
    pub body: Expr,
    /// Where it is declared.
    pub span: Span,
}

/// A field of the position: one entry for every combination of its indexes.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its indexes; none for a single thing.
    pub indexes: Vec<DomainId>,
    /// Type of an entry.
    pub ty: Type,
    /// Entries at the start, laid out as in [`Table`].
    pub initial: Vec<Value>,
    /// Where it is declared.
    pub span: Span,
}

/// A `move` or `followup`.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// Legal only when asked for.
    pub followup: bool,
    /// Locals of parameters, `when`, body, `provided`, notation.
    pub frame: Frame,
    /// Left to right: the local and the set it is chosen from. A local is an element or an integer, never `none`.
    pub parameters: Vec<(LocalId, Expr)>,
    /// True where there is no `when`.
    pub when: Expr,
    /// The body.
    pub body: Vec<Stmt>,
    /// Seen on the position after the body, `me` still the mover.
    pub provided: Option<Expr>,
    /// How it reads: over parameters and the position before it.
    pub notation: Vec<Piece>,
    /// Whether an `as` was written.
    pub has_notation: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A part of a notation.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text.
    Literal(String),
    /// A value, written as `report` writes values.
    Value(Expr),
}

/// A followup request, what an `again with` can ask for: moves in text order, each with how many of its first parameters are fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowupRequest {
    /// No move stands here twice.
    pub moves: Vec<(MoveId, usize)>,
}

/// A rule with its own locals.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// Its locals.
    pub frame: Frame,
    /// What it gives.
    pub outcome: Outcome,
    /// The place.
    pub span: Span,
}

/// An `end` rule.
#[derive(Clone, Debug)]
pub struct End {
    /// Its locals.
    pub frame: Frame,
    /// `for ..`: locals and sets, left to right.
    pub binders: Vec<(LocalId, Expr)>,
    /// `where` and `when` together.
    pub when: Expr,
    /// What it gives.
    pub outcome: Outcome,
    /// The place.
    pub span: Span,
}

/// The `progress` rule: integers compared left to right.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Its locals.
    pub frame: Frame,
    /// The integers.
    pub measures: Vec<Expr>,
    /// The place.
    pub span: Span,
}

/// An outcome with its place.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it gives.
    pub kind: OutcomeKind,
    /// The place.
    pub span: Span,
}

/// What an outcome gives. `me` is the player to move.
#[derive(Clone, Debug)]
pub enum OutcomeKind {
    /// This player wins.
    Wins(Expr),
    /// Nobody wins.
    Draw,
    /// So many points to this player.
    Points(Expr, Expr),
    /// The turn passes; in `stuck` alone.
    Pass,
    /// The first if the condition holds, else the second.
    If(Expr, Box<Outcome>, Box<Outcome>),
}

/// A typed expression. No expression fails: what has no result is `none`.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type; bounds are sound.
    pub ty: Type,
    /// Where it was written.
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

/// Comparisons of integers; false where a side is `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
}

/// What a quantifier makes of the values of its body, members in domain order, the last binder running fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Whether the body (a bool) holds for one.
    Some,
    /// Whether it holds for all.
    Every,
    /// For how many it holds.
    Count,
    /// The sum of integers; `none`s are left out.
    Sum,
    /// The least integer; `none` where there is none.
    Min,
    /// The greatest integer; `none` where there is none.
    Max,
    /// The union of sets; `none`s are left out.
    Union,
    /// The set of elements, integers or (in families) sets that the body gives; `none`s are left out.
    Collect,
}

/// A core expression.
///
/// "Strict" below means: `none` where an operand is `none`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value of the expression's type.
    Const(Value),
    /// A parameter, binder, `let` or `var`.
    Local(LocalId),
    /// The player to move; inside a move, the mover, to its end.
    Me,
    /// The other player. Strict.
    Other(Box<Expr>),
    /// An entry of a field; [`Type::missing`] at `none`.
    Field(FieldId, Vec<Expr>),
    /// An entry of a constant table; [`Type::missing`] at `none` or outside.
    Table(TableId, Vec<Expr>),
    /// A `def`.
    Call(DefId, Vec<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// All hold; empty is true.
    And(Vec<Expr>),
    /// One holds; empty is false.
    Or(Vec<Expr>),
    /// Both the same value, of one type; `none` is a value like another.
    Equal(Box<Expr>, Box<Expr>),
    /// Integers compared.
    Compare(Order, Box<Expr>, Box<Expr>),
    /// The element or integer is in the set; false where a side is `none`.
    In(Box<Expr>, Box<Expr>),
    /// `a <= b` for sets (with `true`: `a < b`); false where a side is `none`.
    Subset(Box<Expr>, Box<Expr>, bool),
    /// Arithmetic. Strict.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// `-a`. Strict.
    Negate(Box<Expr>),
    /// `abs(a)`. Strict.
    Abs(Box<Expr>),
    /// `min(a, b, ..)` (false) or `max` (true); `none`s are left out.
    Extreme(bool, Vec<Expr>),
    /// `a + b` of sets. Strict.
    Union(Box<Expr>, Box<Expr>),
    /// `a & b`. Strict.
    Intersect(Box<Expr>, Box<Expr>),
    /// `a - b`. Strict.
    Minus(Box<Expr>, Box<Expr>),
    /// `{a, b}`, elements or integers (in families, sets). Strict.
    SetOf(Vec<Expr>),
    /// The set of just this element. With `true` (beside `+ - &`) `none` gives the empty set, else `none`.
    Singleton(Box<Expr>, bool),
    /// `a..b`; empty if b < a. Strict.
    RangeSet(Box<Expr>, Box<Expr>),
    /// `count(S)`. Strict.
    Count(Box<Expr>),
    /// A quantifier: binders left to right, then the guard, then the body. A set that is `none` has no members.
    Quantified {
        /// What it makes of the values.
        quantifier: Quantifier,
        /// Locals and what they run through.
        binders: Vec<(LocalId, Expr)>,
        /// `where`; true where there is none.
        guard: Box<Expr>,
        /// The value of each.
        body: Box<Expr>,
    },
    /// `if C then A else B`; both arms of the expression's kind.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The unbroken cells of a set (third) behind a cell (first) in a direction (second); empty where one is `none`.
    /// The table is that of `step` for the board: element and direction to element or `none`.
    Run(TableId, Box<Expr>, Box<Expr>, Box<Expr>),
    /// The first cell after that run, or `none`.
    Stop(TableId, Box<Expr>, Box<Expr>, Box<Expr>),
    /// Every cell of `within` connected to `from & within` by steps inside it. The table maps an element to the set
    /// of its neighbours.
    Reach(TableId, Box<Expr>, Box<Expr>),
    /// Everything connected to `from` where each link, a member of this family out of the set, joins its elements.
    ReachLinks(DomainId, Box<Expr>, Box<Expr>),
    /// Whether the mover has a choice of this move with its first parameters fixed to these, asked for or not.
    Can(MoveId, Vec<Expr>),
    /// Whether this player, were he to move with nothing asked for, would have no `move` at all.
    Stuck(Box<Expr>),
    /// The number of an element of a range, ring or path. Strict.
    ToInt(Box<Expr>),
    /// The element of this number in the expression's domain; `none` if there is none. Strict.
    ToElement(Box<Expr>),
    /// The index of an element in its domain, from 0, to compare by order. Strict.
    Ordinal(Box<Expr>),
    /// The integers of a set of elements of a range, ring or path. Strict.
    ToInts(Box<Expr>),
    /// The elements of these numbers in the expression's domain; numbers that name none are left out. Strict.
    ToElements(Box<Expr>),
    /// The set of elements that a member of a family is. [`Type::missing`] at `none`.
    MemberSet(Box<Expr>),
    /// The member of the expression's family equal to this set, or `none`.
    SetMember(Box<Expr>),
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The place.
    pub span: Span,
}

/// How a statement stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// `=`
    Set,
    /// `+=`: integers are added; a set takes in every member of the value.
    Add,
    /// `-=`: integers are subtracted; a set loses every member of the value.
    Sub,
}

/// Where a statement stores. The right side is evaluated first, then the indexes.
#[derive(Clone, Debug)]
pub enum Place {
    /// An entry of a field. An index that is `none` is an error when played.
    Field(FieldId, Vec<Expr>),
    /// A `var`.
    Local(LocalId),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Storing a value that is `none` where it may not be, or outside the bounds, is an error when played.
    Assign(Place, Store, Expr),
    /// `let` and `var`: the local takes this value.
    Bind(LocalId, Expr),
    /// The first arm if the condition holds, else the second.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// For every binding for which the guard holds. The sets are taken once, before the first pass of their loop;
    /// the guard is seen when its binding comes.
    For(Vec<(LocalId, Expr)>, Expr, Vec<Stmt>),
    /// So many times, taken once; `none` and negative numbers are no time.
    Repeat(Expr, Vec<Stmt>),
    /// The mover moves again, if the condition holds.
    Again(Expr),
    /// The same, asking for one of these moves with these first arguments, in the order of the shape.
    AgainWith(FollowupRequestId, Vec<Vec<Expr>>, Expr),
}

/// How the cells of a domain are drawn.
#[derive(Clone, Debug)]
pub struct Show {
    /// The board.
    pub domain: DomainId,
    /// Locals; local 0 is the cell.
    pub frame: Frame,
    /// Tried in order: a condition on local 0 (always true for `else`) and the text.
    pub entries: Vec<(Expr, String)>,
}

/// A fact that the file claims.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Only on request.
    pub slow: bool,
    /// Settings under which it holds, as written; the definition is checked again with them.
    pub with: Vec<crate::syntax::ast::Setting>,
    /// Moves played first.
    pub after: Option<(String, Span)>,
    /// What must hold.
    pub fact: Fact,
    /// What stands before the first fact of its `expect`: the keyword and the settings.
    pub head: Span,
    /// The place of the fact itself.
    pub span: Span,
}

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The value from the first player's side, and the number of plies.
    Value(i64, Option<u64>),
    /// Reachable positions.
    Positions(u64),
    /// Move sequences of length 1, 2, ..
    Perft(Vec<u64>),
    /// Exactly the moves that keep the value.
    Best(String, Span),
}

/// A legal move, chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// The turn passes because the `stuck` rule says so.
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

    /// A value as the definition would write it.
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
