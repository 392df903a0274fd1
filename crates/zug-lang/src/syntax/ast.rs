//! The shape of a definition, as it was written.
//!
//! Made by `syntax::parse`, read by `check`. Every node knows its place; names are not resolved, numbers not
//! evaluated. What could not be read is an `Error` node, about which a diagnostic was already given: later
//! stages pass over it in silence.

#![allow(missing_docs, reason = "fields of variants are said in the variant's line")]

use crate::source::Span;

/// No integer of a definition, none that it computes and no outcome lies further from 0 than this: 2^53.
///
/// What the compiler and the solvers add of their own (the length of a range, a bound less the first number of a
/// domain, the points of an outcome less those told already, a sign turned, a window one wider) stays far inside
/// of 64 bits with it.
pub const LIMIT: i64 = 9_007_199_254_740_992;

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The characters.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A string literal; `text` has its escapes `\"` and `\\` resolved. In notations `{{` and `}}` still stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What the literal says.
    pub text: String,
    /// The place, quotes included.
    pub span: Span,
}

/// A whole definition.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The items in text order.
    pub items: Vec<Item>,
    /// All comments in text order, `//` included, for the formatter.
    pub comments: Vec<Text>,
    /// The whole text.
    pub span: Span,
    /// Names that stand in declarations that could not be read: nothing more is to be said about them.
    pub broken: Vec<Name>,
}

/// One item with its place (from its keyword to its last token).
#[derive(Clone, Debug)]
pub struct Item {
    /// What it declares.
    pub kind: ItemKind,
    /// The place.
    pub span: Span,
}

/// What an item declares.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `game "Title"`
    Game(Text),
    /// `players A, B`; the number of names is checked later.
    Players(Vec<Name>),
    /// `param n: 1..20 = 8`
    Param(Declared),
    /// `enum Piece { man, king }`
    Enum { name: Name, members: Vec<Name> },
    /// `range Take = 1..3`
    Range { name: Name, low: Expr, high: Expr },
    /// `board Cell = grid(3, 3)`
    Board { name: Name, constructor: Name, arguments: Vec<Expr> },
    /// `graph Point { a1-d1-g1, a1->z }`
    Graph { name: Name, chains: Vec<Chain> },
    /// `family Line of Cell = lines(Cell, 3)`
    Family { name: Name, of: Name, members: Expr },
    /// `let home[Player] = [..]`, `let far[c: Cell] = c.x`
    Let { name: Name, indexes: Vec<Index>, value: Initial },
    /// `def sides(t: Triangle) = ..`
    Def { name: Name, parameters: Vec<(Name, Type)>, body: Expr },
    /// `state { .. }`
    State { fields: Vec<Declared>, turn: Option<(Span, Expr)> },
    /// `move` and `followup`
    Move(Move),
    /// `end for .. when .. => ..`
    End { binders: Option<Binders>, when: Expr, outcome: Outcome },
    /// `stuck => ..`
    Stuck(Outcome),
    /// `endless => ..`
    Endless(Outcome),
    /// `progress E, E`
    Progress(Vec<Expr>),
    /// `tree [..]`
    Tree(Tree),
    /// `show Cell { .. }`
    Show { domain: Name, entries: Vec<ShowEntry> },
    /// `start "..X" ".O."`, top row first.
    Start(Vec<Text>),
    /// `expect ..`
    Expect(Expect),
    /// `allow unused, wide_end`
    Allow(Vec<Name>),
    /// Not readable; already reported.
    Error,
}

/// `a-b->c`: points of a graph, each joined to the next.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The points.
    pub points: Vec<Name>,
    /// Of each edge between two of them, whether it is an arrow, `->`, that leads one way only.
    pub arrows: Vec<bool>,
}

/// A param or a field: name, indexes, type, initial value.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Name,
    /// `[Player]`, `[h: Heap]`
    pub indexes: Vec<Index>,
    /// Its type.
    pub ty: Type,
    /// After `=`.
    pub initial: Option<Initial>,
    /// From the name to the last token.
    pub span: Span,
}

/// One index of a table: a domain, perhaps with a name for it.
#[derive(Clone, Debug)]
pub struct Index {
    /// `h` in `[h: Heap]`
    pub name: Option<Name>,
    /// `Heap`
    pub domain: Name,
}

/// A value for a table or a single thing: an expression or a list, lists nested for more indexes.
#[derive(Clone, Debug)]
pub enum Initial {
    /// One value; for a table, that of every entry.
    One(Expr),
    /// `[ .., .. ]` with its place.
    List(Vec<Initial>, Span),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// Without `or none`.
    pub kind: TypeKind,
    /// `or none`
    pub or_none: bool,
    /// The place.
    pub span: Span,
}

/// A type without `or none`.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `bool`
    Bool,
    /// `0..9`; the ends are sums.
    Range(Box<Expr>, Box<Expr>),
    /// `{4, 6, 8}`, params only.
    OneOf(Vec<Expr>),
    /// A domain, or nothing of that name.
    Named(Name),
    /// `set of D`; `set of 1..5` is read too.
    SetOf(Box<Type>),
    /// `list of T`, params only.
    ListOf(Box<Type>),
    /// Not readable; already reported.
    Error,
}

/// `move` or `followup`.
#[derive(Clone, Debug)]
pub struct Move {
    /// `followup`
    pub followup: bool,
    /// Its name, among the names of moves.
    pub name: Name,
    /// `c in empty, d in compass`
    pub parameters: Vec<Binder>,
    /// `when ..`
    pub when: Option<Expr>,
    /// `as ".."`
    pub notation: Option<Notation>,
    /// `{ .. }`
    pub body: Vec<Statement>,
    /// `provided ..`
    pub provided: Option<Expr>,
}

/// `as "{c.x}-{d}"`
#[derive(Clone, Debug)]
pub struct Notation {
    /// Literal text and expressions in order; `{{` and `}}` are resolved.
    pub pieces: Vec<Piece>,
    /// The string literal.
    pub span: Span,
}

/// A part of a notation.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text as it stands.
    Literal(String),
    /// `{E}`
    Value(Expr),
}

/// `x in S`
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name bound.
    pub name: Name,
    /// What it runs through.
    pub set: Expr,
}

/// `x in S, y in T where P`
#[derive(Clone, Debug)]
pub struct Binders {
    /// Left to right; a later set may speak of an earlier name.
    pub binders: Vec<Binder>,
    /// `where P`
    pub guard: Option<Box<Expr>>,
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The place.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `me`
    Me,
    /// `opponent`
    Opponent,
    /// `empty`, `north`, `a1`
    Name(Name),
    /// `count(S)`, `flips(c)`, `step(c, d, 2)`; calls are made on names alone. `can(jump(to))` is a call in a call.
    Call(Name, Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `{ E for B }`; `{ x in S where P }` has no element of its own.
    Comprehension(Option<Box<Expr>>, Binders),
    /// `some B: P`, `count(B)`, `sum(B: E)` ..
    Quantified(Quantifier, Binders, Option<Box<Expr>>),
    /// `if C then A else B`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `not E`, `-E`
    Unary(UnaryOp, Box<Expr>),
    /// `A op B` with the place of the operator, except comparisons.
    Binary(BinaryOp, Box<Expr>, Box<Expr>, Span),
    /// `A < B < C`: operands and, between them, the operators; at least one. Directions are checked later.
    Compare(Box<Expr>, Vec<(CompareOp, Span, Expr)>),
    /// `.x`
    Member(Box<Expr>, Name),
    /// `.1`
    Element(Box<Expr>, u32, Span),
    /// `f[i, j]`
    At(Box<Expr>, Vec<Expr>),
    /// Not readable; already reported.
    Error,
}

/// What a quantifier makes of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `some B: P`
    Some,
    /// `every B: P`
    Every,
    /// `no B: P`
    No,
    /// `count(B)`
    Count,
    /// `sum(B: E)`
    Sum,
    /// `union(B: S)`
    Union,
    /// `min(B: E)`
    Min,
    /// `max(B: E)`
    Max,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Minus,
}

/// Infix operators that do not chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `implies`
    Implies,
    /// `or`
    Or,
    /// `and`
    And,
    /// `..`
    Range,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `&`
    Intersect,
}

/// Comparisons; they chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The place.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `x = E`, `x[i] += E`
    Assign { target: Name, indexes: Vec<Expr>, op: AssignOp, value: Expr },
    /// `let x = E`
    Let(Name, Expr),
    /// `var x = E`
    Var(Name, Expr),
    /// `if C { } else if D { } else { }`; arms with conditions, then the rest.
    If(Vec<(Expr, Vec<Statement>)>, Option<Vec<Statement>>),
    /// `for B { }`
    For(Binders, Vec<Statement>),
    /// `repeat N { }`
    Repeat(Expr, Vec<Statement>),
    /// `again`, `again when C`, `again with NAME(E) or NAME when C`
    Again { with: Vec<(Name, Vec<Expr>)>, when: Option<Expr> },
    /// Not readable; already reported.
    Error,
}

/// How a statement stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// An outcome with its place.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it gives.
    pub kind: OutcomeKind,
    /// The place.
    pub span: Span,
}

/// What an outcome gives.
#[derive(Clone, Debug)]
pub enum OutcomeKind {
    /// `p wins`
    Wins(Expr),
    /// `p loses`
    Loses(Expr),
    /// `draw`
    Draw,
    /// `E to p`
    Points(Expr, Expr),
    /// `pass`, in `stuck` alone.
    Pass,
    /// `if C then .. else ..`
    If(Expr, Box<Outcome>, Box<Outcome>),
    /// Not readable; already reported.
    Error,
}

/// A node of an explicit tree.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A constant integer.
    Leaf(Expr),
    /// Branches, each perhaps with a name; `[..]` or `{ a: .., b: .. }`, and the place.
    Node(Vec<(Option<Name>, Tree)>, Span),
}

/// `stones[X]: "X"`, `piece = rook: "R"`, `else: "."`
#[derive(Clone, Debug)]
pub struct ShowEntry {
    /// A set, a condition on the cell (the domain's members are tried one by one), or `else`.
    pub what: Option<Expr>,
    /// What is drawn.
    pub text: Text,
}

/// `expect slow with n = 5 after "..": FACT, FACT`
#[derive(Clone, Debug)]
pub struct Expect {
    /// Checked only on request.
    pub slow: bool,
    /// `with NAME = VALUE, ..`
    pub with: Vec<Setting>,
    /// `after "MOVES"`
    pub after: Option<Text>,
    /// What must hold, each with its place; one at least.
    pub facts: Vec<(Fact, Span)>,
    /// From the keyword to the first fact.
    pub head: Span,
}

/// What must hold.
#[derive(Clone, Debug)]
pub enum Fact {
    /// `value = OUTCOME`, `OUTCOME in N`
    Value(Outcome, Option<Expr>),
    /// `positions = N`
    Positions(Expr),
    /// `perft = [N, ..]`
    Perft(Vec<Expr>),
    /// `best = ".."`
    Best(Text),
    /// Not readable; already reported.
    Error,
}

/// `NAME = VALUE` in an expectation, or `--set NAME=VALUE`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// A param, a graph, a field, `turn` or `start`.
    pub name: Name,
    /// `stones[X]`
    pub indexes: Vec<Expr>,
    /// What it becomes.
    pub value: SettingValue,
    /// The place.
    pub span: Span,
}

/// What a setting gives.
#[derive(Clone, Debug)]
pub enum SettingValue {
    /// A value, or a list of values.
    Value(Initial),
    /// `{ a-b, b->c }`; a graph without edges reads as a set, and is turned into one where a graph is set.
    Graph(Vec<Chain>, Span),
    /// `start="..X/.O./..."`, rows separated by `/` (or several literals in a file).
    Start(Vec<Text>),
}
