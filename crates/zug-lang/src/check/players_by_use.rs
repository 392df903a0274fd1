//! The names of players that a definition uses and does not declare: `me = Fox`, `Fox wins`,
//! `men[Fox]`.

use super::input::CheckInput;
use super::parts::parts;
use crate::built_ins::built_in;
use crate::syntax::ast::{Expr, ExprKind, ItemKind, Name, OutcomeKind};

impl CheckInput<'_> {
    /// The names that stand where players stand and that nothing declares, in the order of the
    /// text; none if two players are declared.
    pub(super) fn players_by_use(&self, declared: &[Name]) -> Vec<String> {
        if declared.len() >= 2 {
            return Vec::new();
        }
        let mut found: Vec<&Name> = Vec::new();
        for item in &self.game.items {
            let parts = parts(&item.kind);
            for outcome in &parts.outcomes {
                if let OutcomeKind::Wins(player)
                | OutcomeKind::Loses(player)
                | OutcomeKind::Points(_, player) = &outcome.kind
                {
                    found.extend(named(player));
                }
            }
            for e in &parts.exprs {
                match &e.kind {
                    ExprKind::Compare(first, rest) => {
                        let all =
                            || std::iter::once(first.as_ref()).chain(rest.iter().map(|(_, _, each)| each));
                        if all().any(|each| matches!(each.kind, ExprKind::Me | ExprKind::Opponent)) {
                            found.extend(all().filter_map(named));
                        }
                    }
                    ExprKind::At(of, indexes) => {
                        let places = named(of).map(|of| self.player_indexes(&of.text)).unwrap_or_default();
                        found.extend(places.into_iter().filter_map(|at| named(indexes.get(at)?)));
                    }
                    _ => {}
                }
            }
            if let ItemKind::State { turn: Some((_, player)), .. } = &item.kind {
                found.extend(named(player));
            }
        }
        let mut names: Vec<String> = Vec::new();
        found.sort_by_key(|name| name.span.start);
        for name in found {
            let text = &name.text;
            let known = declared.iter().any(|each| each.text == *text) || names.contains(text);
            let capital = text.starts_with(|c: char| c.is_uppercase());
            if !known && capital && built_in(text).is_none() && !self.is_declared_in_text(text) {
                names.push(text.clone());
            }
        }
        names
    }

    /// The places of the indexes of a field by players.
    fn player_indexes(&self, field: &str) -> Vec<usize> {
        let fields = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::State { fields, .. } => Some(fields),
            _ => None,
        });
        let found = fields.flatten().find(|each| each.name.text == field);
        let indexes = found.map(|found| found.indexes.iter().enumerate()).into_iter().flatten();
        indexes.filter(|(_, index)| index.domain.text == "Player").map(|(at, _)| at).collect()
    }

    /// Whether an item declares a name.
    fn is_declared_in_text(&self, text: &str) -> bool {
        let is = |name: &Name| name.text == text;
        self.game.items.iter().any(|item| match &item.kind {
            ItemKind::Param(declared) => is(&declared.name),
            ItemKind::Enum { name, members } => is(name) || members.iter().any(is),
            ItemKind::Graph { name, chains } => {
                is(name) || chains.iter().any(|chain| chain.points.iter().any(is))
            }
            ItemKind::Range { name, .. }
            | ItemKind::Board { name, .. }
            | ItemKind::Family { name, .. }
            | ItemKind::Let { name, .. }
            | ItemKind::Def { name, .. } => is(name),
            ItemKind::State { fields, .. } => fields.iter().any(|field| is(&field.name)),
            _ => false,
        })
    }
}

fn named(e: &Expr) -> Option<&Name> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    fn helps(players: &str, lines: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\" {players}\nboard Cell = grid(2, 2)\nstate {{ men[Player]: set of Cell }}\n\
             move put(c in Cell - men[me]) {{ men[me] += c }}\n{lines}"
        ))
    }

    #[test]
    fn the_players_are_those_who_are_spoken_of() {
        assert_eq!(
            helps("", "end when a1 in men[Fox] => Hound wins\nstuck => draw"),
            ["write `players Fox, Hound`: the first one moves first"]
        );
        assert_eq!(
            helps("", "move rest when me = Hound { men[me] += a1 }\nstuck => me loses"),
            ["write `players Hound, B`: the first one moves first"]
        );
        assert_eq!(helps("", "stuck => me loses"), ["write `players A, B`: the first one moves first"]);
        assert_eq!(helps("players Fox", "stuck => Hound wins"), ["write `players Fox, Hound`"]);
        assert_eq!(helps("players Fox, Hound", "stuck => Hound wins"), [""; 0]);
    }
}
