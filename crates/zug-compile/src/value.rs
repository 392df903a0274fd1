//! Values of the language as registers.
//!
//! | type | registers |
//! | --- | --- |
//! | `bool` | 0 or 1 |
//! | integer | the number; where it may be `none`, a flag beside it |
//! | element | its index; `none` is the size of the domain |
//! | set | a bit a member in as many words as it takes; where it may be `none`, a flag, and then no bit is set |

use zug_lang::program::DomainId;
use zug_machine::ir::Reg;
use zug_machine::layout::words_for;

/// A value while a routine is written.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// 0 or 1.
    Bool(Reg),
    /// A number and, where it may be `none`, whether it is.
    Int(Reg, Option<Reg>),
    /// An index; the size of the domain where it is `none`, which it is never if the flag is false.
    Element(Reg, DomainId, bool),
    /// A set.
    Set(Bits),
    /// `none` itself.
    Nothing,
}

/// A set while a routine is written.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// Members `low ..`, 64 a word.
    pub words: Vec<Reg>,
    /// Whether it is `none`; then no bit is set.
    pub none: Option<Reg>,
    /// What bits stand for.
    pub range: Range,
}

/// Which members a set may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// The member of bit 0; 0 for elements.
    pub low: i64,
    /// How many there are.
    pub width: usize,
    /// The domain, if they are elements.
    pub domain: Option<DomainId>,
}

impl Range {
    /// Words it takes.
    pub fn words(self) -> usize {
        words_for(self.width)
    }

    /// All members of one word.
    pub fn full(self, word: usize) -> u64 {
        zug_machine::eval::ones(self.width.saturating_sub(word * 64).min(64) as u64)
    }
}

impl Val {
    /// All its registers, to be replaced where paths meet.
    pub fn registers(&mut self) -> Vec<&mut Reg> {
        match self {
            Val::Bool(r) | Val::Element(r, ..) => vec![r],
            Val::Int(r, none) => std::iter::once(r).chain(none).collect(),
            Val::Set(bits) => bits.words.iter_mut().chain(&mut bits.none).collect(),
            Val::Nothing => Vec::new(),
        }
    }
}
