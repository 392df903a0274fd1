//! Breaks a shortcut on purpose, so that tests can verify that the checks of answers detect it.
//!
//! The environment variable `ZUG_BREAK` names the shortcut; it is read once. Release builds have no
//! such switch: there [`is_broken`] is the constant `false`.

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

    /// All shortcuts.
    pub fn all() -> impl Iterator<Item = Shortcut> {
        Shortcut::OF_SEARCHES.into_iter().chain(Shortcut::OF_PROOFS)
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
