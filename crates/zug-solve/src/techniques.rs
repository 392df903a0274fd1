//! The techniques that a search with a table adds to plain alpha-beta; each can be switched off and
//! measured.
//!
//! No technique changes a value: with all of them, with none, or without any one, a search returns
//! the value that minimax returns. They change the number of positions it takes.

/// The techniques, each in one place: its case, its name on the command line, the name that earlier
/// versions used, and what the help of the command line says.
macro_rules! techniques {
    ($($(#[$doc:meta])* $case:ident, $name:literal, $old:expr, $words:literal;)*) => {
        /// A technique of the search with a table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Technique {
            $($(#[$doc])* $case,)*
        }

        impl Technique {
            /// All techniques.
            pub const ALL: [Technique; [$($name),*].len()] = [$(Technique::$case),*];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Technique::$case => $name,)*
                }
            }

            /// The name that earlier versions used; it is accepted, but no output contains it.
            pub fn old_name(self) -> Option<&'static str> {
                match self {
                    $(Technique::$case => $old,)*
                }
            }

            /// A description for the help of the command line.
            pub fn words(self) -> &'static str {
                match self {
                    $(Technique::$case => $words,)*
                }
            }
        }
    };
}

techniques! {
    /// The hash move: the move that was best, or caused a cutoff, when the position was searched
    /// before comes first.
    HashMove, "hash-move", Some("favourite"),
        "the move that was best before is searched first";
    /// Enhanced transposition cutoffs (Plaat et al., 1996): the table is probed for all children
    /// before one is searched.
    TranspositionCutoffs, "transposition-cutoffs", Some("memo-cuts"),
        "the memo is asked about all moves before one is searched";
    /// Terminal-child lookahead: terminal children are found before one child is searched, at plies
    /// where counts say that it pays.
    TerminalLookahead, "terminal-lookahead", Some("ends"),
        "moves that end the game are seen before one is searched, at plies where that pays";
    /// Capture ordering: moves with the greater immediate reward come first.
    CaptureOrdering, "capture-ordering", Some("gains"),
        "moves that gain more come first";
    /// Mobility ordering: moves that leave the opponent fewer replies come first.
    MobilityOrdering, "mobility-ordering", Some("replies"),
        "moves that leave fewer replies come first";
    /// Static move ordering: moves that make more threats or lie in more lines come first; those
    /// that let the opponent score at once come last.
    StaticOrdering, "static-ordering", Some("promise"),
        "moves that make threats come first, those that give points away last";
    /// History ordering: of moves that are alike in all of these, those come first that cut off
    /// other positions more often.
    HistoryOrdering, "history-ordering", None,
        "moves that cut off other positions more often come first";
    /// Static verdicts: immediate wins and forced replies are read off the `end` rule.
    Threats, "threats", None,
        "wins at once and forced replies are read off the end rule";
    /// Scout (null-window) search: a null window asks whether a move is better before a full one
    /// asks how much better.
    Scout, "scout", None,
        "a narrow window asks first whether a move is better";
    /// Plain subtrees: where counting shows that it is cheaper, a small subtree is searched without
    /// the table, in the order of the definition.
    PlainSubtrees, "plain-subtrees", None,
        "small subtrees are searched without memo and order where that is cheaper";
}

impl Technique {
    /// The technique with this name, present or old.
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|each| each.name() == name || each.old_name() == Some(name))
    }
}

/// A set of techniques: bit `i` stands for the technique with discriminant `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques(u32::MAX);
    /// No technique: alpha-beta with a table, moves in the order of the definition.
    pub const NONE: Techniques = Techniques(0);

    /// The set without this technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }

    /// The set with this technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u32)
    }

    /// Whether the set has this technique.
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
