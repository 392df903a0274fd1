//! A quick test for positions in which two legal moves have the same text.
//!
//! If no notation reads the position, the text of a move is the same everywhere: it is written once
//! and then known by a number. Otherwise every position is suspected, and `semantics` decides.

use std::collections::HashMap;
use zug_lang::program::*;
use zug_lang::semantics::{Position, Semantics, notation::one_blank};

/// The texts of the moves met so far.
pub(super) struct Alike {
    /// Whether no text depends on the position.
    fixed: bool,
    numbers: HashMap<Choice, u32>,
    texts: HashMap<String, u32>,
    here: Vec<u32>,
}

impl Alike {
    pub fn new(program: &Program) -> Alike {
        let fixed = !program.moves.iter().any(|each| each.has_notation && each.notation.iter().any(looks));
        Alike { fixed, numbers: HashMap::new(), texts: HashMap::new(), here: Vec::new() }
    }

    /// Whether two of these moves may have the same text.
    pub fn suspects(&mut self, semantics: &Semantics<'_>, position: &Position, legal: &[Choice]) -> bool {
        if !self.fixed {
            return true;
        }
        self.here.clear();
        for choice in legal {
            let number = self.number(semantics, position, choice);
            self.here.push(number);
        }
        self.here.sort_unstable();
        self.here.windows(2).any(|pair| pair[0] == pair[1])
    }

    fn number(&mut self, semantics: &Semantics<'_>, position: &Position, choice: &Choice) -> u32 {
        if let Some(number) = self.numbers.get(choice) {
            return *number;
        }
        let next = self.texts.len() as u32;
        let text = one_blank(&semantics.text(position, choice));
        let number = *self.texts.entry(text).or_insert(next);
        self.numbers.insert(choice.clone(), number);
        number
    }
}

/// Whether a piece of a notation may read the position.
fn looks(piece: &Piece) -> bool {
    match piece {
        Piece::Literal(_) => false,
        Piece::Value(expr) => depends(expr),
    }
}

fn depends(expr: &Expr) -> bool {
    use ExprKind::{Call, Can, Field, Me, Stuck};
    expr.walk().any(|expr| matches!(expr.kind, Me | Field(..) | Call(..) | Can(..) | Stuck(_)))
}
