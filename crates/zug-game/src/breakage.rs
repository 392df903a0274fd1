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
}

impl Shortcut {
    /// All shortcuts.
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
        Shortcut::ALL.into_iter().find(|shortcut| shortcut.name() == name)
    };
    *BROKEN.get_or_init(read) == Some(shortcut)
}

/// Never, in a release build.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn is_broken(_shortcut: Shortcut) -> bool {
    false
}
