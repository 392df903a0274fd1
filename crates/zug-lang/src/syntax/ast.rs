//! The syntax tree of a definition.
//!
//! `syntax::parse` builds it and `check` reads it. Every node has its span in the text; names are
//! not resolved and expressions are not evaluated. An `Error` node stands for text that could not
//! be parsed. The parser has reported that text already, so later stages skip the node without a
//! diagnostic.

#![allow(missing_docs, reason = "fields of variants are said in the variant's line")]

mod expressions;

use crate::source::Span;
pub use expressions::*;

/// The largest absolute value of an integer in a definition: 2^53.
///
/// The bound holds for every integer written, every integer computed on the way to another, and
/// every outcome. It keeps the arithmetic that the compiler and the solvers add (the length of a
/// range, an offset within a domain, the difference of two payoffs, a negation, a window widened by
/// one) far inside 64 bits.
pub const LIMIT: i64 = 9_007_199_254_740_992;

/// A name, unresolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The characters.
    pub text: String,
    /// Its span.
    pub span: Span,
}

/// A string literal. In `text` the escapes `\"` and `\\` are resolved; in a notation `{{` and `}}`
/// remain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The characters of the literal.
    pub text: String,
    /// Its span, quotes included.
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
    /// Names in declarations that could not be parsed. No use of such a name is reported as
    /// unknown.
    pub broken: Vec<Name>,
    /// The text itself, for the words of reports.
    pub text: std::sync::Arc<str>,
    /// Whether the text ends in the middle of an item: what it seems to lack may follow.
    pub breaks_off: bool,
    /// The places that the parser mended in order to read on. Such a text has no meaning, and a
    /// later report about just such a place is no mistake of its own.
    pub fixed: Vec<Span>,
    /// Those of them where the parser only guessed: what is told of their lines may follow from it.
    pub guessed: Vec<Span>,
    /// Where the parser reports something.
    pub mistakes: Vec<Span>,
    /// Declarations whose name is missing or cannot be one. Some unknown name may be meant.
    pub nameless: Vec<Span>,
}

impl Game {
    /// The text at a place, for the words of reports; `..` where the text has no such place.
    pub fn text_at(&self, place: Span) -> &str {
        self.text.get(place.start as usize..place.end as usize).unwrap_or("..")
    }
}

/// An item; its span runs from its keyword to its last token.
#[derive(Clone, Debug)]
pub struct Item {
    /// The declaration.
    pub kind: ItemKind,
    /// Its span.
    pub span: Span,
}

/// The declaration that an item makes.
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
    /// `board Cell = grid(3, 3)`, `board Dark = { c in grid(8, 8) where (c.x + c.y) % 2 = 0 }`:
    /// with a cut, the name of a cell and the condition on it.
    Board { name: Name, constructor: Name, arguments: Vec<Expr>, cut: Option<(Name, Expr)> },
    /// `graph Point { a1-d1-g1, a1->z }`
    Graph { name: Name, chains: Vec<Chain> },
    /// `family Line of Cell = lines(Cell, 3)`
    Family { name: Name, of: Name, members: Expr },
    /// `let home[Player] = [..]`, `let far[c: Cell] = c.x`, `let steps[Card]: set of Spot = [..]`
    Let { name: Name, indexes: Vec<Index>, ty: Option<Type>, value: Initial },
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
    /// Text that could not be parsed; already reported.
    Error,
}

/// `a-b->c`: points of a graph, each joined to the next.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The points.
    pub points: Vec<Name>,
    /// For each edge, whether it is written `->` and leads one way only; one entry fewer than
    /// `points`.
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

/// One index of a table: a domain, optionally with a name for the index.
#[derive(Clone, Debug)]
pub struct Index {
    /// `h` in `[h: Heap]`
    pub name: Option<Name>,
    /// `Heap`
    pub domain: Name,
}

/// The initial value of a table or of a single variable: an expression or a list, nested once for
/// each further index.
#[derive(Clone, Debug)]
pub enum Initial {
    /// One value; in a table every entry gets it.
    One(Expr),
    /// `[ .., .. ]` with its span.
    List(Vec<Initial>, Span),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// The type before `or none`.
    pub kind: TypeKind,
    /// `or none`
    pub or_none: bool,
    /// Its span.
    pub span: Span,
}

/// A type without `or none`.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `bool`
    Bool,
    /// `0..9`; both ends are sums.
    Range(Box<Expr>, Box<Expr>),
    /// `{4, 6, 8}`, params only.
    OneOf(Vec<Expr>),
    /// The name of a domain; whether it exists is checked later.
    Named(Name),
    /// `set of D`; the parser also accepts `set of 1..5`.
    SetOf(Box<Type>),
    /// `list of T`, params only.
    ListOf(Box<Type>),
    /// Text that could not be parsed; already reported.
    Error,
}

/// `move` or `followup`.
#[derive(Clone, Debug)]
pub struct Move {
    /// `followup`
    pub followup: bool,
    /// Its name; moves have a namespace of their own.
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

/// A statement with its span.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The statement.
    pub kind: StatementKind,
    /// Its span.
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
    /// `if C { } else if D { } else { }`: the arms with a condition, then the last `else`.
    If(Vec<(Expr, Vec<Statement>)>, Option<Vec<Statement>>),
    /// `for B { }`
    For(Binders, Vec<Statement>),
    /// `repeat N while C { }`
    Repeat(Expr, Option<Expr>, Vec<Statement>),
    /// `again`, `again when C`, `again with NAME(E) or NAME when C`
    Again { with: Vec<(Name, Vec<Expr>)>, when: Option<Expr> },
    /// Text that could not be parsed; already reported.
    Error,
}

/// The operator of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// An outcome with its span.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The outcome.
    pub kind: OutcomeKind,
    /// Its span.
    pub span: Span,
}

/// An outcome as written.
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
    /// `pass`, allowed in `stuck` only.
    Pass,
    /// `if C then .. else ..`
    If(Expr, Box<Outcome>, Box<Outcome>),
    /// Text that could not be parsed; already reported.
    Error,
}

/// A node of an explicit tree.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A constant integer.
    Leaf(Expr),
    /// Branches, each optionally named: `[..]` or `{ a: .., b: .. }`, with the span.
    Node(Vec<(Option<Name>, Tree)>, Span),
}

/// `stones[X]: "X"`, `piece = rook: "R"`, `else: "."`
#[derive(Clone, Debug)]
pub struct ShowEntry {
    /// A set of elements, or a condition that is evaluated for each element of the domain; `None`
    /// is `else`.
    pub what: Option<Expr>,
    /// The text that is drawn.
    pub text: Text,
}

/// `expect slow with n = 5 after "..": FACT, FACT`
#[derive(Clone, Debug)]
pub struct Expect {
    /// Whether the facts are checked on request only.
    pub slow: bool,
    /// `with NAME = VALUE, ..`
    pub with: Vec<Setting>,
    /// `after "MOVES"`
    pub after: Option<Text>,
    /// The facts with their spans; at least one.
    pub facts: Vec<(Fact, Span)>,
    /// From the keyword to the first fact.
    pub head: Span,
}

/// One fact of an expectation.
#[derive(Clone, Debug)]
pub enum Fact {
    /// `value = OUTCOME`, `OUTCOME in N`
    Value(Outcome, Option<Expr>),
    /// `OUTCOME within N`
    Within(Outcome, Expr),
    /// `positions = N`
    Positions(Expr),
    /// `perft = [N, ..]`
    Perft(Vec<Expr>),
    /// `nimber = N`
    Nimber(Expr),
    /// `best = ".."`
    Best(Text),
    /// Text that could not be parsed; already reported.
    Error,
}

/// `NAME = VALUE` in an expectation, or `--set NAME=VALUE`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// A param, a graph, a field, `turn` or `start`.
    pub name: Name,
    /// `stones[X]`
    pub indexes: Vec<Expr>,
    /// The value that it gets.
    pub value: SettingValue,
    /// Its span.
    pub span: Span,
}

/// The right side of a setting.
#[derive(Clone, Debug)]
pub enum SettingValue {
    /// A value, or a list of values.
    Value(Initial),
    /// `{ a-b, b->c }`. A graph without edges parses as a set; the checker converts it where a
    /// graph is set.
    Graph(Vec<Chain>, Span),
    /// `start="..X/.O./..."`: rows separated by `/`, or one literal a row.
    Start(Vec<Text>),
}
