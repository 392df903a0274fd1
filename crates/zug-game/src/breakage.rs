//! Breaks a shortcut on purpose, so that tests can see that the checks of answers find it.
//!
//! `ZUG_BREAK` names one; it is read once. There is no such door in release builds: there [`is_broken`] is the constant `false`.

/// What can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// Positions that are not symmetric get one canonical form.
    Canonical,
    /// A position is said to be lost although it is not known to be.
    StaticVerdict,
    /// Two keys get one number.
    CompactKey,
    /// A transposition table tells of a value that nobody proved.
    TranspositionTable,
    /// What a move gains is forgotten.
    Additive,
    /// A move leads to a position that it does not lead to.
    Successor,
    /// Moves are told in another order.
    Order,
    /// An ended position pays the other player.
    Payoff,
    /// An ended position pays more than any outcome.
    Range,
    /// A move that keeps the value is left out.
    Best,
    /// The told line is cut short.
    Line,
    /// The value is told wrong when everything is found.
    Value,
}

impl Shortcut {
    /// All of them.
    pub const ALL: [Shortcut; 12] = [
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

    /// What `ZUG_BREAK` calls it.
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
        }
    }
}

/// Whether this one is broken.
#[cfg(debug_assertions)]
#[inline]
pub fn is_broken(shortcut: Shortcut) -> bool {
    use std::sync::OnceLock;
    static BROKEN: OnceLock<Option<Shortcut>> = OnceLock::new();
    let read = || {
        let name = std::env::var("ZUG_BREAK").ok()?;
        Shortcut::ALL.into_iter().find(|shortcut| shortcut.name() == name)
    };
    *BROKEN.get_or_init(read) == Some(shortcut)
}

/// Nothing is, in a release build.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn is_broken(_shortcut: Shortcut) -> bool {
    false
}
