//! Several indexes where a field has one: `stones[Ann, Bob]`, the stones of both.

use super::checker::Checker;
use crate::program::Kind;
use crate::source::Span;

impl Checker<'_> {
    /// The union or the sum of the entries that stand in one pair of brackets, if all are indexes
    /// of one kind.
    pub(super) fn all_entries(&self, name: &str, given: usize, span: Span) -> Option<String> {
        let (_, inside) = self.input.written(span).split_once('[')?;
        let inside = inside.strip_suffix(']')?;
        let indexes: Vec<&str> = inside.split(',').map(str::trim).collect();
        let plain =
            |index: &&str| !index.is_empty() && index.chars().all(|c| c.is_alphanumeric() || c == '_');
        let field = self.state.fields.iter().find(|field| field.name == name)?;
        let adds = matches!(field.ty.kind, Kind::Set(_) | Kind::IntSet { .. } | Kind::Int { .. });
        let [Kind::Element(domain)] =
            field.indexes.iter().map(|of| Kind::Element(*of)).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let of_domain = |index: &&str| {
            matches!(*index, "me" | "opponent") && domain == crate::program::PLAYER
                || self.domains.element_in(domain, index).is_some()
        };
        if !adds
            || given < 2
            || indexes.len() != given
            || !indexes.iter().all(|each| plain(each) && of_domain(each))
        {
            return None;
        }
        let entries: Vec<String> = indexes.iter().map(|index| format!("{name}[{index}]")).collect();
        let sum = entries.join(" + ");
        let before = self.input.game.text.get(..span.start as usize).unwrap_or("").trim_end();
        let tight = before.ends_with(['-', '&', '*', '/', '%']);
        Some(if tight { format!("({sum})") } else { sum })
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        let state = "state { men[Player]: set of C, age[C]: 0..9 }";
        helps_beside(state, &format!("move m(c in C) {{ men[me] += c }}\n{lines}"))
    }

    #[test]
    fn several_indexes_are_the_entries_together() {
        assert_eq!(
            helps("def empty = C - men[Ann, Bob]"),
            ["write `(men[Ann] + men[Bob])`: the entries together"]
        );
        assert_eq!(
            helps("end when men[me, opponent] = C => draw"),
            ["write `men[me] + men[opponent]`: the entries together"]
        );
        assert_eq!(helps("end when age[a1] + age[b2] = 5 => draw"), [""; 0]);
        assert_eq!(
            helps("end when men[Ann, 3] = C => draw"),
            ["write `men[..]` with a Player in the brackets"]
        );
    }
}
