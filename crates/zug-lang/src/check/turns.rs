//! Who begins: `turn = A` of `state`.

use super::checker::Checker;
use super::codes;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{Kind, PLAYER, Value};
use crate::syntax::ast::{self, Initial, TypeKind};

impl Checker<'_> {
    /// Checks who begins.
    pub(super) fn check_turn(&mut self) {
        let game = self.input.game;
        let mut written: Vec<&ast::Expr> = Vec::new();
        for item in &game.items {
            if let ast::ItemKind::Param(param) = &item.kind {
                self.check_no_turn_field(param);
            }
            if let ast::ItemKind::State { turn, fields } = &item.kind {
                fields.iter().for_each(|field| self.check_no_turn_field(field));
                let Some((place, turn)) = turn else { continue };
                if !written.is_empty() {
                    let message = "`turn` is given twice";
                    let diagnostic = Diagnostic::error(codes::ONCE_ONLY, message, *place, "again here");
                    self.reports.report(
                        diagnostic.because(written[0].span, "the first one").help("keep one of them"),
                    );
                }
                written.push(turn);
            }
        }
        let set = self.input.setting_value("turn");
        let Some(turn) = set.or(written.first().copied()) else { return };
        let mut s = Scope::new(Context::Constant("the player who begins"));
        let kind = Kind::Element(PLAYER);
        let Some(turn) = self.typed(&mut s, turn, kind, None) else { return };
        match self.fold(&s, &turn, &mut Vec::new()) {
            Some(Value::Element(player)) => self.state.first_turn = player,
            Some(_) => {
                self.refuse_none::<()>(turn.span, "the player who begins");
            }
            None => {}
        }
    }

    /// Refuses `turn: Player = A`, a field to which nothing can be stored, and any other field or
    /// param of this name, which `--set turn=B` could not tell from who begins.
    fn check_no_turn_field(&mut self, declared: &ast::Declared) {
        let of_player = matches!(&declared.ty.kind, TypeKind::Named(name) if name.text == "Player");
        // `turn: Bob` is told with its type.
        let says_who = matches!(&declared.ty.kind, TypeKind::Named(name) if self.names.global(&name.text).is_none() && !of_player);
        if declared.name.text != "turn" || says_who {
            return;
        }
        if !declared.indexes.is_empty() || !of_player {
            let message = "`turn` is the name of the player to move first, and of nothing else";
            let report = Diagnostic::error(codes::BUILT_IN_NAME, message, declared.name.span, "not a name");
            return self.reports.report(report.help("choose another name, `turns` for one"));
        }
        let message = "whose turn it is, is no field: it passes by itself";
        let report = Diagnostic::error(codes::BUILT_IN_NAME, message, declared.span, "no type here");
        self.reports.report(match &declared.initial {
            Some(Initial::One(first)) => {
                let text = format!("turn = {}", self.input.written(first.span));
                report
                    .help(format!("write `{text}`: it says who begins; the player to move is `me`"))
                    .likely(declared.span, text)
            }
            _ => {
                let first = self.domains.all[PLAYER.index()].members.first().cloned().unwrap_or_default();
                report.help(format!(
                    "delete it: the player to move is `me`; who begins is said by `turn = {first}`"
                ))
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    fn helps(turn: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\" players Ann, Bob state {{ n: 0..9 {turn} }}\nmove m {{ n += 1 }}\nstuck => draw"
        ))
    }

    #[test]
    fn nothing_else_is_called_turn() {
        let other = ["choose another name, `turns` for one"];
        assert_eq!(helps("turn: 0..9"), other);
        assert_eq!(helps("turn[Player]: 0..9"), other);
        assert_eq!(helps("\n}\nparam turn: 0..9 = 3\nstate { k: 0..3"), other);
    }

    #[test]
    fn who_begins_is_said_without_a_type() {
        let why = "it says who begins; the player to move is `me`";
        assert_eq!(helps("turn: Player = Bob"), [format!("write `turn = Bob`: {why}")]);
        assert_eq!(
            helps("turn: Player or none"),
            ["delete it: the player to move is `me`; who begins is said by `turn = Ann`"]
        );
        assert_eq!(helps("turn: Bob"), ["write `turn = Bob`: it says who begins"]);
        let message = crate::check::tests::errors_beside("state { n: 0..9 turn: Bob }", "move m { n += 1 }");
        assert_eq!(message, ["who begins is said with `=`, not `:`"]);
        assert_eq!(helps("k[Bob]: 0..3"), ["write `Player`: `Bob` is one of the two"]);
        assert_eq!(helps("turn = Bob"), [""; 0]);
    }
}
