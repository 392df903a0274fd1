//! Values of the language in registers.
//!
//! | type | registers |
//! | --- | --- |
//! | `bool` | 0 or 1 |
//! | integer | the number; where it may be `none`, also a flag |
//! | element | its index; the size of the domain for `none` |
//! | set | a bit for each possible member; where it may be `none`, also a flag |
//!
//! Where the flag of a set is 1, no bit of the set is 1: operations on the bits need not test the
//! flag.

use zug_lang::program::DomainId;
use zug_machine::ir::Reg;
use zug_machine::layout::words_for;

/// A value while a routine is built.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// 0 or 1.
    Bool(Reg),
    /// An integer and, where it may be `none`, the flag for that.
    Int(Reg, Option<Reg>),
    /// The index of an element of the domain, or the size of the domain for `none`; false if it is
    /// never `none`.
    Element(Reg, DomainId, bool),
    /// A set.
    Set(SetBits),
    /// The constant `none`.
    Nothing,
}

/// A set while a routine is built.
#[derive(Clone, Debug)]
pub(super) struct SetBits {
    /// The bits, 64 a word; bit 0 of the first word is the member `low`.
    pub words: Vec<Reg>,
    /// The flag for `none`; where it is set, no bit is.
    pub none: Option<Reg>,
    /// The possible members.
    pub range: MemberRange,
}

/// The possible members of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemberRange {
    /// The member of bit 0; 0 for elements.
    pub low: i64,
    /// The number of possible members.
    pub width: usize,
    /// The domain, if they are elements.
    pub domain: Option<DomainId>,
}

impl MemberRange {
    /// The number of words.
    pub fn words(self) -> usize {
        words_for(self.width)
    }

    /// The mask of all possible members in a word.
    pub fn full(self, word: usize) -> u64 {
        zug_machine::eval::ones(self.width.saturating_sub(word * 64).min(64) as u64)
    }
}

impl Val {
    /// All its registers, to be replaced where control flow joins.
    pub fn registers(&mut self) -> Vec<&mut Reg> {
        match self {
            Val::Bool(r) | Val::Element(r, ..) => vec![r],
            Val::Int(r, none) => std::iter::once(r).chain(none).collect(),
            Val::Set(bits) => bits.words.iter_mut().chain(&mut bits.none).collect(),
            Val::Nothing => Vec::new(),
        }
    }
}
