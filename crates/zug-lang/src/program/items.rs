//! Definitions, fields, moves, endings, pictures and facts.

use super::{DomainId, Expr, LocalId, MoveId, Stmt, Type, Value};
use crate::source::Span;

/// The locals (parameters, binders, `let`s, `var`s) of one body. No number is used for two of them.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The name and the type of each.
    pub locals: Vec<Local>,
}

impl Frame {
    /// The name of a local, for messages.
    pub fn name(&self, local: LocalId) -> &str {
        self.locals.get(local.index()).map_or("..", |local| &local.name)
    }
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
    /// The initial values of the entries, in the order of [`super::Table`].
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
    /// A value, written as [`super::Program::show_value`] writes it.
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
    /// Whether it is proved that every move changes them as it must, so that play need not check
    /// it. The checker leaves this to the analysis.
    pub is_proven: bool,
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
    /// The value for the first player, which can be forced within so many plies.
    Within(i64, u32),
    /// The number of reachable positions.
    Positions(u64),
    /// The numbers of move sequences of length 1, 2, ..
    Perft(Vec<u64>),
    /// The nimber of the position, of a game in which both players have the same moves and who
    /// cannot move loses.
    Nimber(u64),
    /// The moves that keep the value, all of them.
    Best(String, Span),
}
