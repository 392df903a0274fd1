//! Binds local names, and refuses those that would hide something.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::input::CheckInput;
use super::scope::{Scope, Sort};
use crate::built_ins::built_in;
use crate::diagnostic::Diagnostic;
use crate::program::{Kind, Type};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name};
use crate::syntax::print;

impl Checker<'_> {
    /// Binds a local name and reports one that it would hide. Parameters and binders may hide
    /// elements.
    pub(super) fn bind(
        &mut self,
        s: &mut Scope,
        name: &Name,
        sort: Sort,
        ty: Option<Type>,
    ) -> Option<crate::program::LocalId> {
        if let Some(hidden) = self.hidden_by(s, name, sort) {
            self.refuse_hiding(name, sort, ty, hidden);
        }
        if let Some(ty) = ty {
            self.notes.locals.insert(name.span, ty);
        }
        s.bind(&name.text, name.span, sort, ty)
    }

    fn hidden_by(&mut self, s: &Scope, name: &Name, sort: Sort) -> Option<(String, Option<Span>)> {
        if let Some(binding) = s.find(&name.text) {
            return Some((format!("another `{}`", name.text), Some(binding.span)));
        }
        if let Some(at) = self.names.global(&name.text) {
            let global = &self.names.globals[at];
            return Some((format!("{} of that name", global.origin.words()), Some(global.span)));
        }
        if built_in(&name.text).is_some() {
            return Some(("a built-in".to_owned(), None));
        }
        if matches!(sort, Sort::Parameter | Sort::Binder) {
            return None;
        }
        if self.reports.muted == 0 && self.may_be_element(&name.text) {
            self.names.bound_early.push((name.clone(), sort));
        }
        self.domains.element_hidden(&name.text)
    }

    /// Reports the names that were bound before it was known that elements have them.
    pub(super) fn check_bound_early(&mut self) {
        for (name, sort) in std::mem::take(&mut self.names.bound_early) {
            if let Some(hidden) = self.domains.element_hidden(&name.text) {
                self.refuse_hiding(&name, sort, None, hidden);
            }
        }
    }

    fn refuse_hiding(
        &mut self,
        name: &Name,
        sort: Sort,
        ty: Option<Type>,
        (what, place): (String, Option<Span>),
    ) {
        let message = format!("`{}` would hide {what}", name.text);
        let mut diagnostic = Diagnostic::error(codes::SHADOWED, message, name.span, "already has a meaning");
        if let Some(place) = place {
            diagnostic = diagnostic.because(place, "declared here");
        }
        let letter = matches!(sort, Sort::Parameter | Sort::Binder).then(|| match ty.map(|ty| ty.kind) {
            Some(Kind::Element(domain)) => self.free_name(name.span, self.domains.domain_name(domain)),
            _ => self.free_name(name.span, "number"),
        });
        let example = letter.map_or(String::new(), |letter| format!(", `{letter}` for one"));
        let both = place.and_then(|first| self.input.in_both_sets(first, name));
        self.reports.report(match both {
            Some((whole, text)) => {
                let help =
                    format!("write `{text}` for one that is in both, else choose another name{example}");
                diagnostic.help(help).likely(whole, text)
            }
            None => diagnostic.help(format!("choose another name{example}")),
        });
    }
}

impl CheckInput<'_> {
    /// `c in S & T` for the parameters `c in S, c in T` of a move, of which the first is named at
    /// `first`, and their place.
    fn in_both_sets(&self, first: Span, second: &Name) -> Option<(Span, String)> {
        let ItemKind::Move(each) = &self.item_at(second.span)?.kind else { return None };
        let named = |span: Span| each.parameters.iter().position(|parameter| parameter.name.span == span);
        let (at, behind) = (named(first)?, named(second.span)?);
        if at + 1 != behind {
            return None;
        }
        let (one, other) = (&each.parameters[at], &each.parameters[behind]);
        let text =
            format!("{} in {} & {}", second.text, print::operand(&one.set), print::operand(&other.set));
        Some((one.name.span.to(other.set.span), text))
    }
}

impl DomainTables {
    /// The element of this name in words, and the place of its domain.
    fn element_hidden(&self, name: &str) -> Option<(String, Option<Span>)> {
        let holder = (0..self.all.len()).find(|id| self.elements[*id].contains_key(name))?;
        let domain = &self.all[holder];
        Some((format!("an element of `{}`", domain.name), Some(domain.span)))
    }
}
