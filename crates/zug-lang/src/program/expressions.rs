//! Expressions and statements.

use super::{DefId, DomainId, FieldId, FollowupRequestId, LocalId, MoveId, TableId, Type, Value};
use crate::source::Span;

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

impl Expr {
    /// Whether a set is seen to have one member at most.
    pub fn has_one_at_most(&self) -> bool {
        match &self.kind {
            ExprKind::Singleton(..) => true,
            ExprKind::SetOf(members, _) => members.len() < 2,
            ExprKind::Const(Value::Set(members)) => members.len() < 2,
            _ => false,
        }
    }

    /// The local that this is.
    pub fn as_local(&self) -> Option<LocalId> {
        match self.kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        }
    }

    /// Whether this is the constant `true`, as the guard of a quantifier without `where` is.
    pub fn is_constantly_true(&self) -> bool {
        matches!(self.kind, ExprKind::Const(Value::Bool(true)))
    }
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
/// "Strict" means: `none` if an operand is `none`. A new form is strict unless its doc says what it
/// is at `none`: a test of something that is not there is false, a set that is not there has no
/// members, and arithmetic with a number that is not there is not there.
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
    /// `{a, b}` of elements or integers, in families of sets. With `true` members that are `none`
    /// are left out; else, in a `family` and in `Edge(a, b)`, the set is `none` if a member is.
    SetOf(Vec<Expr>, bool),
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
