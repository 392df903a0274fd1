//! Sets that are asked as functions, `empty(c)` and `not gone(p)`: a member is asked for with `in`.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::scope::Scope;
use super::state_fields::StateFields;
use crate::diagnostic::Diagnostic;
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::ast::Expr;
use crate::syntax::print;

impl Checker<'_> {
    /// Refuses the call of a set without parameters with one element, or with a condition that
    /// names no member; `kind` is that of the set.
    pub(super) fn refuse_asked_set<T>(
        &mut self,
        s: &Scope,
        name: &str,
        kind: Kind,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Option<T>> {
        let ([member], Kind::Set(domain), 0) = (arguments, kind, self.reports.muted) else { return None };
        let of_set = self.tried(s, member).is_some_and(|ty| ty.kind == Kind::Element(domain));
        if !of_set {
            return None;
        }
        let text = format!("{} in {name}", print::operand(member));
        let message = format!("`{name}` is a set, and no function");
        let report = Diagnostic::error(codes::NOT_INDEXED, message, span, "asks for a member");
        Some(self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text)))
    }
}

impl DomainTables {
    /// Whose an argument is, in words: `it takes a Card and a Player`.
    pub(super) fn takes_words(&self, wanted: &[crate::program::Type]) -> String {
        let all: Vec<String> = wanted.iter().map(|ty| self.type_words(*ty)).collect();
        match all.split_last() {
            Some((last, [])) => format!("it takes {last}"),
            Some((last, before)) => format!("it takes {} and {last}", before.join(", ")),
            None => "it takes nothing".to_owned(),
        }
    }
}

impl StateFields<'_> {
    /// The first field without indexes that always has a value of this kind.
    pub(super) fn field_of_kind(&self, kind: Kind) -> Option<String> {
        let fits = |field: &&crate::program::Field| field.indexes.is_empty() && field.ty == kind.always();
        self.fields.iter().find(fits).map(|field| field.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(condition: &str) -> Vec<String> {
        let fields = "state { men: set of C, at: C = a1, s[Player]: set of C, n: 0..9 }";
        let defs = "def free = C - men\ndef own(p: Player) = s[p]\ndef by(c: C) = near(c)\ndef far(c: C, p: Player) = c not in s[p]";
        helps_beside(
            fields,
            &format!("{defs}\nmove m(c in C) when {condition} {{ men += c at = c s[me] += c n = 1 }}"),
        )
    }

    #[test]
    fn a_member_is_asked_for_with_in() {
        assert_eq!(helps("free(c)"), ["write `c in free`"]);
        assert_eq!(helps("not men(at)"), ["write `at in men`"]);
        assert_eq!(helps("c in free"), [""; 0]);
    }

    #[test]
    fn what_a_function_takes_is_written_with_it() {
        assert_eq!(helps("c in own"), ["write `own(me)` for one: it takes a Player"]);
        assert_eq!(helps("c in own()"), ["write `own(me)` for one: it takes a Player"]);
        assert_eq!(helps("far"), ["write `far(c, me)` for one: it takes a C and a Player"]);
        let rule = "def by(c: C) = near(c)\nmove m(c in C) { at = c }\nend when by = {} => draw";
        assert_eq!(helps_beside("state { at: C = a1 }", rule), ["write `by(at)` for one: it takes a C"]);
    }
}
