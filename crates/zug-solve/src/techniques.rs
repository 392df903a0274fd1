//! Names what a search with a memo does beyond the textbook, so that each can be switched off and measured.
//!
//! None of them changes a value: with all, with none, or with any one missing, the search gives what plain
//! minimax gives. They change how many positions it takes.

/// One technique of the search with a memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// The hash move: searches first the move that was best or cut off when the position was searched before.
    HashMove,
    /// Enhanced transposition cutoffs (Plaat et al., 1996): asks the memo about where every move leads before any is searched.
    TranspositionCutoffs,
    /// Terminal-child lookahead: sees which moves end the game before any of them is searched.
    TerminalLookahead,
    /// Capture ordering, by immediate reward: moves that gain more come first.
    CaptureOrdering,
    /// Mobility ordering: moves that leave the opponent fewer replies come first.
    MobilityOrdering,
    /// Static move ordering: moves that make more threats or lie in more lines come first, those that let the opponent gain at once last.
    StaticOrdering,
    /// Reads wins at once and forced replies off the `end` rule.
    Threats,
    /// Scout (null-window) search: asks with a narrow window whether a move is better before it asks how much better.
    Scout,
}

impl Technique {
    /// All of them.
    pub const ALL: [Technique; 8] = [
        Technique::HashMove,
        Technique::TranspositionCutoffs,
        Technique::TerminalLookahead,
        Technique::CaptureOrdering,
        Technique::MobilityOrdering,
        Technique::StaticOrdering,
        Technique::Threats,
        Technique::Scout,
    ];

    /// As it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Technique::HashMove => "hash-move",
            Technique::TranspositionCutoffs => "transposition-cutoffs",
            Technique::TerminalLookahead => "terminal-lookahead",
            Technique::CaptureOrdering => "capture-ordering",
            Technique::MobilityOrdering => "mobility-ordering",
            Technique::StaticOrdering => "static-ordering",
            Technique::Threats => "threats",
            Technique::Scout => "scout",
        }
    }

    /// As it was called before it had the field's name; still taken, and told nowhere.
    pub fn old_name(self) -> Option<&'static str> {
        match self {
            Technique::HashMove => Some("favourite"),
            Technique::TranspositionCutoffs => Some("memo-cuts"),
            Technique::TerminalLookahead => Some("ends"),
            Technique::CaptureOrdering => Some("gains"),
            Technique::MobilityOrdering => Some("replies"),
            Technique::StaticOrdering => Some("promise"),
            Technique::Threats | Technique::Scout => None,
        }
    }

    /// What it does, for the help of the command line.
    pub fn words(self) -> &'static str {
        match self {
            Technique::HashMove => "the move that was best before is searched first",
            Technique::TranspositionCutoffs => "the memo is asked about all moves before one is searched",
            Technique::TerminalLookahead => "moves that end the game are seen before one is searched",
            Technique::CaptureOrdering => "moves that gain more come first",
            Technique::MobilityOrdering => "moves that leave fewer replies come first",
            Technique::StaticOrdering => {
                "moves that make threats come first, those that give points away last"
            }
            Technique::Threats => "wins at once and forced replies are read off the end rule",
            Technique::Scout => "a narrow window asks first whether a move is better",
        }
    }

    /// The technique of this name.
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|each| each.name() == name || each.old_name() == Some(name))
    }
}

/// Which techniques a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// All.
    pub const ALL: Techniques = Techniques(u32::MAX);
    /// None: alpha-beta with a memo, moves in the order of the definition.
    pub const NONE: Techniques = Techniques(0);

    /// All of these but one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }

    /// All of these and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u32)
    }

    /// Whether this one is used.
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 == 1
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_a_name_of_its_own() {
        for technique in Technique::ALL {
            assert_eq!(Technique::named(technique.name()), Some(technique));
            let old = technique.old_name().map(Technique::named);
            assert!(
                old.is_none_or(|named| named == Some(technique)),
                "the old name of {technique:?} is still taken"
            );
        }
        assert_eq!(Technique::named("luck"), None);
    }

    #[test]
    fn a_technique_is_left_out_alone() {
        for technique in Technique::ALL {
            let rest = Techniques::ALL.without(technique);
            let used = Technique::ALL.into_iter().filter(|each| rest.has(*each)).count();
            assert_eq!((used, rest.has(technique)), (Technique::ALL.len() - 1, false));
            assert!(Techniques::NONE.with(technique).has(technique));
        }
    }
}
