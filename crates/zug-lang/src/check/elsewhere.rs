//! What names of other languages mean here: `null`, `self`, `len(S)`, `c.north`, `int`. The words
//! are those of `syntax::elsewhere`.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::GlobalNames;
use super::input::CheckInput;
use super::scope::Scope;
use super::state_fields::StateFields;
use crate::built_ins::{Kind as Is, built_in};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, PLAYER};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{elsewhere, print};

impl Checker<'_> {
    /// The report about an unknown name with what is written here for it, if it is a word of
    /// another language.
    pub(super) fn value_from_elsewhere(
        &self,
        diagnostic: &Diagnostic,
        name: &Name,
        hint: Option<DomainId>,
    ) -> Option<Diagnostic> {
        if hint == Some(PLAYER)
            && let Some(player) = self.domains.player_by_number(&name.text)
        {
            let report = diagnostic
                .clone()
                .because(self.domains.all[PLAYER.index()].span, "declared here")
                .help(format!("write `{}`: the players have names", self.input.in_index(name.span, player)));
            return Some(report.likely(name.span, player));
        }
        if hint.is_some() && hint != self.domains.directions && is_word_for_none(&name.text) {
            // The author may mean an element that he has not declared.
            return Some(diagnostic.clone().help("write `none`").likely(name.span, "none"));
        }
        if let Some(domain) = hint.filter(|id| name.text == "last" && self.domains.low(*id).is_some())
            && let Some(last) = self.domains.all[domain.index()].members.last()
        {
            return Some(diagnostic.clone().help(format!("write `{last}`")).likely(name.span, last));
        }
        if let Some(help) = self.input.rule_of_repetition(name) {
            return Some(diagnostic.clone().help(help));
        }
        let direction = hint.is_some() && hint == self.domains.directions;
        let meant = match name.text.as_str() {
            "all" | "any" | "every" | "directions" | "everywhere" | "dirs" | "All" if direction => "compass",
            "orth" | "straight" | "ortho" | "rook" | "orthogonally" | "Orthogonal" if direction => {
                "orthogonal"
            }
            "diag" | "diagonals" | "bishop" | "diagonally" | "Diagonal" if direction => "diagonal",
            word if direction && self.domains.direction_meant(word).is_some() => {
                self.domains.direction_meant(word)?
            }
            // An `end` rule is looked at when the other player is to move.
            "mover" if self.input.is_in_end(name.span) => "opponent",
            other => elsewhere::value_word(other)?,
        };
        let player = matches!(meant, "me" | "opponent");
        if player && hint.is_some_and(|hint| hint != PLAYER) {
            return None;
        }
        let help = match meant {
            "me" if self.input.is_in_end(name.span) => format!(
                "write `{}`: the player to move; the one who has just moved is `opponent`",
                self.input.in_index(name.span, "me")
            ),
            "me" => format!("write `{}`: the player to move", self.input.in_index(name.span, "me")),
            "opponent" if self.input.is_in_end(name.span) => format!(
                "write `{}`: the player who has just moved; the one to move is `me`",
                self.input.in_index(name.span, "opponent")
            ),
            "opponent" => {
                format!(
                    "write `{}`: the player who is not to move",
                    self.input.in_index(name.span, "opponent")
                )
            }
            other => format!("write `{other}`"),
        };
        let diagnostic = diagnostic.clone().help(help);
        Some(if player { diagnostic.likely(name.span, meant) } else { diagnostic.fix(name.span, meant) })
    }

    /// The call of an unknown function in the form in which it is written here.
    pub(super) fn call_from_elsewhere(&self, form: &str, arguments: &[ast::Expr]) -> String {
        let form = match form {
            "count({0})" if self.names.is_list(&arguments[0]) => "len({0})",
            form => form,
        };
        let joins = matches!(form, "{0} and {1}" | "{0} or {1}");
        let mut text =
            form.replace("BOARD", &self.domains.board_name()).replace("DOMAIN", &self.domains.board_name());
        for (at, argument) in arguments.iter().enumerate() {
            let weak = matches!(
                argument.kind,
                ast::ExprKind::Compare(..) | ast::ExprKind::Call(..) | ast::ExprKind::Name(_)
            );
            let written = if joins && weak { print::whole(argument) } else { print::operand(argument) };
            text = text.replace(&format!("{{{at}}}"), &written);
        }
        text
    }

    /// Refuses `of.name`, where `name` is neither `x` nor `y`.
    pub(super) fn refuse_member(
        &mut self,
        s: &mut Scope,
        of: &ast::Expr,
        name: &Name,
        span: Span,
    ) -> Option<Expr> {
        let of_text = print::operand(of);
        let message = format!("there is no `.{}`", name.text);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown");
        let text = name.text.as_str();
        let direction = built_in(text).is_some_and(|it| matches!(it.kind, Is::Direction));
        let field = self.names.global(text).is_some_and(|at| {
            matches!(self.names.globals[at].origin, super::global_names::Origin::Field(declared) if declared.indexes.len() == 1)
        });
        let def = self.names.global(text).is_some_and(|at| {
            matches!(self.names.globals[at].origin, super::global_names::Origin::Def { parameters, .. } if parameters.len() == 1)
        });
        let of_player = matches!(of.kind, ast::ExprKind::Me | ast::ExprKind::Opponent)
            || matches!(&of.kind, ast::ExprKind::Name(name) if self.domains.elements[PLAYER.index()].contains_key(&name.text));
        let direction = direction && !of_player;
        let common = self.state.fields.iter().find(|field| field.name == text && field.indexes.is_empty());
        if let (true, Some(common)) = (of_player, common) {
            let help = format!(
                "write `{text}`, which both players share; where each has his own, declare `{text}[Player]: ..` and write `{text}[{of_text}]`"
            );
            let diagnostic = diagnostic.because(common.span, "a field without index").help(help);
            return self.reports.refuse(diagnostic.likely(span, text.to_owned()));
        }
        let meant = if field {
            Some(format!("{text}[{of_text}]"))
        } else if self.state.is_table(of)
            && (s.find(text).is_some()
                || self.domains.all.iter().any(|domain| domain.members.contains(&name.text)))
        {
            Some(format!("{of_text}[{text}]"))
        } else if direction || def || built_in(text).is_some_and(|it| it.takes.contains(&1)) {
            Some(format!("{text}({of_text})"))
        } else {
            elsewhere::member(text).map(|form| self.form_by_kind(s, form, std::slice::from_ref(of)))
        };
        if !matches!(&of.kind, ast::ExprKind::Name(_)) {
            self.expr(s, of, None);
        }
        let help = match &meant {
            Some(meant) => format!("write `{meant}`"),
            None => format!(
                "write `{of_text}` alone; behind a cell stand `.x` and `.y`, behind a member of a family `.1`, `.2`, behind a domain the name of an element"
            ),
        };
        let diagnostic = diagnostic.help(help);
        self.reports.refuse(match meant {
            Some(meant) => diagnostic.likely(span, meant),
            None => diagnostic,
        })
    }

    /// What is written here for a type of another language.
    pub(super) fn type_from_elsewhere(&self, name: &str, at: Span) -> Option<String> {
        let singular = name.strip_suffix('s').unwrap_or(name);
        let same = self.domains.all.iter().find(|domain| {
            domain.name.eq_ignore_ascii_case(name) || domain.name.eq_ignore_ascii_case(singular)
        });
        if let Some(domain) = same {
            let several = singular != name && !domain.name.eq_ignore_ascii_case(name);
            let set = if several && self.input.is_whole_type(at) { "set of " } else { "" };
            return Some(format!("write `{set}{}`", domain.name));
        }
        Some(match elsewhere::type_word(name)? {
            "0..9" => self.input.integer_type_help(at)?,
            "enum" => "there are no texts to store: name the values, `enum NAME { a, b }`, and write `NAME`"
                .to_owned(),
            form => format!("write `{}`", form.replace("BOARD", &self.domains.board_name())),
        })
    }
}

impl CheckInput<'_> {
    /// The text of a span of the definition, as it was written.
    pub(super) fn written(&self, span: Span) -> &str {
        match span.file == self.game.span.file {
            true => self.game.text.get(span.start as usize..span.end as usize).unwrap_or(""),
            false => "",
        }
    }

    /// Whether a sign of equality stands behind a name.
    pub(super) fn is_compared(&self, name: Span) -> bool {
        let behind = self.game.text.get(name.end as usize..).unwrap_or("").trim_start();
        name.file == self.game.span.file
            && (behind.starts_with('=') && !behind.starts_with("=>") || behind.starts_with("!="))
    }

    /// `end when repeated => draw`: what play without end is worth is a rule of its own.
    fn rule_of_repetition(&self, name: &Name) -> Option<String> {
        let item = self.item_at(name.span).filter(|_| elsewhere::is_word_for_repetition(&name.text))?;
        let ast::ItemKind::End { when, outcome, .. } = &item.kind else { return None };
        let outcome = self.written(outcome.span);
        let alone = when.span == name.span && !outcome.is_empty();
        alone.then(|| {
            format!(
                "write `endless => {outcome}` instead: what play without end is worth is a rule of its own"
            )
        })
    }

    /// Whether a place is in an `end` rule.
    fn is_in_end(&self, at: Span) -> bool {
        self.item_at(at).is_some_and(|item| matches!(item.kind, ast::ItemKind::End { .. }))
    }

    /// A name in the place of the one at `at`, with the table that it is an index of: `at[me]`.
    pub(super) fn in_index(&self, at: Span, name: &str) -> String {
        let before = self.game.text.get(..at.start as usize).unwrap_or("");
        let behind = self.game.text.get(at.end as usize..).unwrap_or("");
        let table = before.strip_suffix('[').filter(|_| behind.starts_with(']'));
        let apart = |c: char| !c.is_alphanumeric() && c != '_';
        let table = table.map(|text| text.rsplit(apart).next().unwrap_or("")).unwrap_or("");
        if table.is_empty() { name.to_owned() } else { format!("{table}[{name}]") }
    }

    /// Whether a name stands as the type of a field or parameter, and not as that of an index or of
    /// members.
    fn is_whole_type(&self, at: Span) -> bool {
        let before = self.game.text.get(..at.start as usize).unwrap_or("").trim_end();
        let indexed = before.rfind('[') > before.rfind([']', '\n', '{']);
        before.ends_with(':') && !indexed
    }
}

impl DomainTables {
    /// The name of the first board or graph.
    pub(super) fn board_name(&self) -> String {
        let board = (0..self.all.len() as u32).map(DomainId).find(|id| self.has_geometry(*id));
        board.map_or_else(|| "Cell".to_owned(), |id| self.domain_name(id).to_owned())
    }
}

impl GlobalNames<'_> {
    /// Whether a name is that of a param that is a list.
    pub(super) fn is_list(&self, e: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &e.kind else { return false };
        self.global(&name.text).is_some_and(|at| {
            matches!(self.globals[at].origin, super::global_names::Origin::Param(declared) if matches!(declared.ty.kind, ast::TypeKind::ListOf(_)))
        })
    }
}

impl StateFields<'_> {
    /// Whether an expression is the name of a field with one index.
    fn is_table(&self, of: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &of.kind else { return false };
        self.fields.iter().any(|field| field.name == name.text && field.indexes.len() == 1)
    }
}

/// Whether a word says that nothing or nobody is there, where one element is asked for.
fn is_word_for_none(word: &str) -> bool {
    matches!(word, "empty" | "nobody" | "noone" | "blank" | "vacant" | "free")
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{checked, helps_beside};
    use crate::diagnostic::Applicability;

    #[test]
    fn a_word_for_nothing_is_likely_none() {
        let reports = |word: &str| {
            let text = format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ on[C]: Player or none }}\nmove m(c in C) when on[c] = {word} {{ on[c] = me }}\nstuck => draw\n"
            );
            checked(&text).1
        };
        for word in ["empty", "nobody", "noone", "blank", "vacant", "free"] {
            let found = reports(word);
            assert_eq!(found[0].help.as_deref(), Some("write `none`"), "{word}");
            assert!(found[0].fixes.iter().all(|fix| fix.applicability == Applicability::Likely), "{word}");
        }
        for word in ["open", "available"] {
            let found = reports(word);
            assert_ne!(found[0].help.as_deref(), Some("write `none`"), "{word}");
        }
    }

    #[test]
    fn what_play_without_end_is_worth_is_a_rule() {
        let help = |when: &str| {
            let text = format!(
                "game \"G\"\nplayers Ann, Bob\nstate {{ n: 0..9 }}\nmove m {{ n = 0 }}\nend when {when} => Ann wins\n"
            );
            checked(&text).1[0].help.clone().unwrap_or_default()
        };
        for word in ["repeated", "repetition", "threefold"] {
            assert!(help(word).starts_with("write `endless => Ann wins` instead"), "{}", help(word));
        }
        assert!(!help("repeated and n = 3").contains("endless"));
    }

    #[test]
    fn the_plural_of_a_domain_is_a_set_of_it() {
        let helps =
            |ty: &str| helps_beside(&format!("state {{ held: {ty} }}"), "move m(x in C) { held += x }");
        assert_eq!(helps("Cs"), ["write `set of C`"]);
        assert_eq!(helps("set of Cs"), ["write `C`"]);
        assert_eq!(helps("set of C"), [""; 0]);
    }
}
