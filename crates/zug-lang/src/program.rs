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

use std::fmt;

mod domains;
mod expressions;
mod items;
mod sets;
mod values;
mod visit;

pub use crate::syntax::ast::LIMIT;
pub use domains::{Board, BoardGeometry, Domain, DomainKind};
pub use expressions::{Arith, Expr, ExprKind, Order, Place, Quantifier, Stmt, StmtKind, Store};
pub use items::{
    Def, End, Expect, Fact, Field, FollowupRequest, Frame, Local, Move, Outcome, OutcomeKind, Piece,
    Progress, Ruled, Show,
};
pub use sets::{Set, SetMembers};
pub use values::{Kind, Table, TableIndex, Type, Value};
pub use visit::{Dependency, statements};

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

/// A legal choice: a move with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// A pass, because the `stuck` rule says `pass`.
    Pass,
    /// A move with the values of its parameters.
    Play(MoveId, Vec<Value>),
}

impl Program {
    /// The `progress` rule, if moves are checked against it in play: it is not proved.
    pub fn checked_progress(&self) -> Option<&Progress> {
        self.progress.as_ref().filter(|rule| !rule.is_proven)
    }

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
