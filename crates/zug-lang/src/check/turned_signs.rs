//! `left =- 1`: the two characters of `-=` stand the other way round, so a negative number is
//! stored.

use super::input::CheckInput;
use super::parts::parts;
use crate::source::Span;
use crate::syntax::ast::{AssignOp, StatementKind};

impl CheckInput<'_> {
    /// The place of the signs before a negative value that is stored, where they touch each other,
    /// and the help that writes them in their order.
    pub(super) fn turned_sign(&self, value: Span) -> Option<(Span, String)> {
        let rest = self.written(value).strip_prefix('-')?;
        let number = rest.trim_start();
        let before = self.game.text.get(..value.start as usize)?.strip_suffix('=')?;
        let item = self.item_at(value)?;
        let target = parts(&item.kind).statements.into_iter().find_map(|each| match &each.kind {
            StatementKind::Assign { op: AssignOp::Set, value: stored, .. } if stored.span == value => {
                Some(self.game.text.get(each.span.start as usize..before.len())?.trim())
            }
            _ => None,
        })?;
        let end = value.end - number.len() as u32;
        let sign = Span { start: before.len() as u32, end, ..value };
        Some((sign, format!("write `{target} -= {number}`: `=-` stores a negative number, `-=` takes away")))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(store: &str) -> Vec<String> {
        let state = "state { n: 0..9 = 9, left[Player]: 1..4 = 4, low: -9..9 }";
        helps_beside(state, &format!("move m when n > 2 {{ {store} }}"))
    }

    #[test]
    fn signs_in_the_wrong_order_are_told() {
        let said = |text: &str| [format!("write `{text}`: `=-` stores a negative number, `-=` takes away")];
        assert_eq!(helps("n =- 1"), said("n -= 1"));
        assert_eq!(helps("n =-2"), said("n -= 2"));
        assert_eq!(helps("left[me] =- 1"), said("left[me] -= 1"));
    }

    #[test]
    fn a_negative_number_that_is_meant_stays() {
        assert_eq!(helps("low =-1"), [""; 0]);
        assert_eq!(helps("n = -1"), ["widen its bounds, or store something else"]);
    }
}
