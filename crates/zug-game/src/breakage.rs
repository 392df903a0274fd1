//! Breaks a shortcut on purpose, so that tests can verify that the checks of answers detect it.
//!
//! The environment variable `ZUG_BREAK` names the shortcut; it is read once. Release builds have no
//! such switch: there [`is_broken`] is the constant `false`.
//!
//! A second switch, `ZUG_EARLY`, has solvers decide after few positions what they decide after many
//! ([`threshold`]), so that small games reach what only large ones reach.

/// A shortcut that can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// Positions that are not symmetric get one canonical form.
    Canonical,
    /// A position counts as lost although it is not known to be.
    StaticVerdict,
    /// Two keys get one number.
    CompactKey,
    /// A transposition table contains a value that nobody proved.
    TranspositionTable,
    /// The reward of a move is forgotten.
    Additive,
    /// A move leads to a wrong position.
    Successor,
    /// The moves come in another order.
    Order,
    /// A terminal position pays the other player.
    Payoff,
    /// A terminal position pays more than any outcome.
    Range,
    /// One of the best moves is left out.
    Best,
    /// The line of play is cut short.
    Line,
    /// A strong solution has a wrong value.
    Value,
    /// A set that is `none` keeps what `+=` adds to it.
    NoneSet,
    /// A symmetry exchanges requests whose arguments have different codes.
    RequestCodes,
    /// A proof forgets the members of a set of integers that are no number of an element.
    IntegerMembers,
    /// A condition that may be a fault is evaluated in any order.
    FaultOrder,
    /// The passes of a loop are undercounted, so that a `var` has bounds that play breaks.
    VarBounds,
    /// A measure is taken to increase with every move.
    Ends,
    /// The passes of every loop are taken to commute.
    Commute,
    /// No outcome is taken for a draw.
    Draws,
    /// A field of points may leave its bounds and is left out of the key all the same.
    Room,
    /// An entry that something depends on is left out of the key.
    Dependence,
    /// Two moves of which one takes the other away count as parts of a sum.
    Conflict,
    /// A `progress` rule counts as proved although a move breaks it.
    Progress,
    /// Entries are taken to hold a value more often where they hold it less often.
    Holding,
    /// A step from one element is taken for a step from what an entry holds.
    Ordinals,
    /// A choice that leads on from an element may be only one other.
    Directions,
    /// One placement more is taken to be left of a turn.
    Placements,
    /// A position that is no part of a sample is taken for a draw.
    MemoSample,
    /// The value of a plain subtree has the other sign.
    PlainSubtree,
    /// A position whose players are exchanged has the proof numbers of the other.
    ProofExchange,
    /// A move to a position with the players exchanged keeps the sign of its value.
    FormExchange,
    /// Play that goes round counts as drawn whatever it is worth.
    ForcedDraw,
    /// Of interchangeable elements each part is sorted apart from the others.
    Interchangeable,
    /// A sum is left out of the keys although some line of play takes it out of its bounds.
    Reach,
    /// Of all refutations the first alone makes a carrier.
    Carrier,
    /// The conditions of both players are supposed to shut each other out.
    Settled,
    /// Nimbers are joined by the bitwise or.
    NimberSum,
    /// In a table by sets of elements nobody moves again.
    SubsetTurn,
    /// In the graph of moves every other position is worth nothing.
    MoveGraph,
    /// An entry of a database forgets what the move before it gains and takes.
    DatabaseEntry,
}

impl Shortcut {
    /// The shortcuts of a search, which the checks of an answer see broken.
    pub const OF_SEARCHES: [Shortcut; 12] = [
        Shortcut::Canonical,
        Shortcut::StaticVerdict,
        Shortcut::CompactKey,
        Shortcut::TranspositionTable,
        Shortcut::Additive,
        Shortcut::Successor,
        Shortcut::Order,
        Shortcut::Payoff,
        Shortcut::Range,
        Shortcut::Best,
        Shortcut::Line,
        Shortcut::Value,
    ];

    /// What is proved, compiled or checked before a search.
    pub const OF_PROOFS: [Shortcut; 11] = [
        Shortcut::NoneSet,
        Shortcut::RequestCodes,
        Shortcut::IntegerMembers,
        Shortcut::FaultOrder,
        Shortcut::VarBounds,
        Shortcut::Ends,
        Shortcut::Commute,
        Shortcut::Draws,
        Shortcut::Room,
        Shortcut::Dependence,
        Shortcut::Conflict,
    ];

    /// What single solvers, tables and facts do, which random definitions see broken.
    pub const OF_SOLVERS: [Shortcut; 18] = [
        Shortcut::Progress,
        Shortcut::Holding,
        Shortcut::Ordinals,
        Shortcut::Directions,
        Shortcut::Placements,
        Shortcut::MemoSample,
        Shortcut::PlainSubtree,
        Shortcut::ProofExchange,
        Shortcut::FormExchange,
        Shortcut::ForcedDraw,
        Shortcut::Interchangeable,
        Shortcut::Reach,
        Shortcut::Carrier,
        Shortcut::Settled,
        Shortcut::NimberSum,
        Shortcut::SubsetTurn,
        Shortcut::MoveGraph,
        Shortcut::DatabaseEntry,
    ];

    /// All shortcuts.
    pub fn all() -> impl Iterator<Item = Shortcut> {
        Shortcut::OF_SEARCHES.into_iter().chain(Shortcut::OF_PROOFS).chain(Shortcut::OF_SOLVERS)
    }

    /// The name in `ZUG_BREAK`.
    pub const fn name(self) -> &'static str {
        match self {
            Shortcut::Canonical => "canonical",
            Shortcut::StaticVerdict => "static-verdict",
            Shortcut::CompactKey => "compact-key",
            Shortcut::TranspositionTable => "table",
            Shortcut::Additive => "additive",
            Shortcut::Successor => "successor",
            Shortcut::Order => "order",
            Shortcut::Payoff => "payoff",
            Shortcut::Range => "range",
            Shortcut::Best => "best",
            Shortcut::Line => "line",
            Shortcut::Value => "value",
            Shortcut::NoneSet => "none-set",
            Shortcut::RequestCodes => "request-codes",
            Shortcut::IntegerMembers => "integer-members",
            Shortcut::FaultOrder => "fault-order",
            Shortcut::VarBounds => "var-bounds",
            Shortcut::Ends => "ends",
            Shortcut::Commute => "commute",
            Shortcut::Draws => "draws",
            Shortcut::Room => "room",
            Shortcut::Dependence => "dependence",
            Shortcut::Conflict => "conflict",
            Shortcut::Progress => "progress",
            Shortcut::Holding => "holding",
            Shortcut::Ordinals => "ordinals",
            Shortcut::Directions => "directions",
            Shortcut::Placements => "placements",
            Shortcut::MemoSample => "memo-sample",
            Shortcut::PlainSubtree => "plain-subtree",
            Shortcut::ProofExchange => "proof-exchange",
            Shortcut::FormExchange => "form-exchange",
            Shortcut::ForcedDraw => "forced-draw",
            Shortcut::Interchangeable => "interchangeable",
            Shortcut::Reach => "reach",
            Shortcut::Carrier => "carrier",
            Shortcut::Settled => "settled",
            Shortcut::NimberSum => "nimber-sum",
            Shortcut::SubsetTurn => "subset-turn",
            Shortcut::MoveGraph => "move-graph",
            Shortcut::DatabaseEntry => "database-entry",
        }
    }
}

/// Whether this shortcut is broken.
#[cfg(debug_assertions)]
#[inline]
pub fn is_broken(shortcut: Shortcut) -> bool {
    use std::sync::OnceLock;
    static BROKEN: OnceLock<Option<Shortcut>> = OnceLock::new();
    let read = || {
        let name = std::env::var("ZUG_BREAK").ok()?;
        Shortcut::all().find(|shortcut| shortcut.name() == name)
    };
    *BROKEN.get_or_init(read) == Some(shortcut)
}

/// Never, in a release build.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn is_broken(_shortcut: Shortcut) -> bool {
    false
}

/// A number of positions or moves after which something is decided: `usual`, but `early` where
/// tests ask for it.
#[cfg(debug_assertions)]
#[inline]
pub fn threshold(usual: u64, early: u64) -> u64 {
    use std::sync::OnceLock;
    static EARLY: OnceLock<bool> = OnceLock::new();
    if *EARLY.get_or_init(|| std::env::var_os("ZUG_EARLY").is_some()) { early } else { usual }
}

/// `usual`, in a release build.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn threshold(usual: u64, _early: u64) -> u64 {
    usual
}
