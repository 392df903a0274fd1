//! Resolves declared names on demand, and reports circular definitions.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::{GlobalNames, Meaning, Origin, Status};
use crate::built_ins::built_in;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, PLAYER};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl<'a> Checker<'a> {
    /// Resolves every global, so that unused ones are checked too.
    pub(super) fn resolve_everything(&mut self) {
        for at in 0..self.names.globals.len() {
            for needed in self.names.needed_first(self.input, at) {
                self.resolve(needed, self.names.globals[needed].span);
            }
            let span = self.names.globals[at].span;
            let meaning = self.resolve(at, span);
            self.reports.whole_item(meaning);
        }
        self.check_bound_early();
        self.check_hidden_elements();
    }

    /// Reports globals that have the name of an element: neither may hide the other.
    fn check_hidden_elements(&mut self) {
        let of_players = self.refuse_fields_of_players();
        for at in 0..self.names.globals.len() {
            if of_players && self.domains.all[PLAYER.index()].members.contains(&self.names.globals[at].name) {
                continue;
            }
            let (name, span) = (self.names.globals[at].name.clone(), self.names.globals[at].span);
            // The name of a built-in is refused as that.
            if built_in(&name).is_some() {
                continue;
            }
            let holder =
                (0..self.domains.all.len()).find(|id| self.domains.elements[*id].contains_key(&name));
            let Some(domain) = holder.map(|id| &self.domains.all[id]) else { continue };
            let message = format!("`{name}` is also an element of `{}`", domain.name);
            let diagnostic = Diagnostic::error(codes::SHADOWED, message, span, "one name for two things");
            let diagnostic = diagnostic.because(domain.span, "its elements are declared here");
            self.reports.report(diagnostic.help("give one of them another name"));
        }
    }

    /// The meaning of the global `at`; `asked` is the place of its use. Diagnostics are not muted
    /// here, because a global is resolved only once.
    pub(super) fn resolve(&mut self, at: usize, asked: Span) -> Option<Meaning> {
        match &self.names.globals[at].status {
            Status::Done(meaning) => return Some(meaning.clone()),
            Status::Failed => return None,
            Status::Doing => {
                // In its own cut the name of a board is that of the whole board.
                return match self.names.globals[at].origin {
                    Origin::Domain(id, _) if self.domains.cutting == Some(id) => Some(Meaning::Domain(id)),
                    _ => self.refuse_circle(at, asked),
                };
            }
            Status::Todo => {}
        }
        self.names.globals[at].status = Status::Doing;
        self.names.trail.push((at, asked));
        let muted = std::mem::take(&mut self.reports.muted);
        // The cells of a board that is being cut are not yet those that it will have.
        let cutting = self.domains.cutting.take();
        let hidden = cutting.map(|id| self.domains.hide(id));
        let meaning = self.deeper(asked, |checker| checker.work_out(at));
        if let (Some(id), Some(hidden)) = (cutting, hidden) {
            self.domains.show(id, hidden);
        }
        self.domains.cutting = cutting;
        self.reports.muted = muted;
        self.names.trail.pop();
        self.names.globals[at].status = meaning.clone().map_or(Status::Failed, Status::Done);
        meaning
    }

    fn work_out(&mut self, at: usize) -> Option<Meaning> {
        let name = self.names.globals[at].name.clone();
        match self.names.globals[at].origin {
            Origin::Ready(id) => Some(Meaning::Domain(id)),
            Origin::Domain(id, item) => self.domain(id, item),
            Origin::Param(declared) => self.param(declared),
            Origin::Let { indexes: [], value: ast::Initial::One(value), .. }
                if self.declares_new_names(&name, value) =>
            {
                self.reports.refuse_new_names(&name, value)
            }
            Origin::Let { indexes, ty, value } => self.constant(&name, indexes, ty, value),
            Origin::Def { parameters, body } => {
                self.def(&name, self.names.globals[at].span, parameters, body)
            }
            Origin::Field(declared) => self.field(declared),
        }
    }

    /// Reports a circular definition, with a label at each use that continues the circle.
    fn refuse_circle<T>(&mut self, at: usize, asked: Span) -> Option<T> {
        let from = self.names.trail.iter().position(|(known, _)| *known == at).unwrap_or(0);
        let names: Vec<String> = self.names.trail[from..]
            .iter()
            .map(|(known, _)| self.names.globals[*known].name.clone())
            .collect();
        let first = &self.names.globals[at];
        let message = match names.len() {
            1 => format!("`{}` is defined by itself", first.name),
            _ => format!(
                "`{}` is defined by itself, through {}",
                first.name,
                super::words::all_of(&names[1..])
            ),
        };
        let last = names.last().unwrap_or(&first.name);
        let label = format!("`{last}` needs `{}`", first.name);
        let mut diagnostic = Diagnostic::error(codes::CIRCULAR, message, asked, label);
        for (link, (known, place)) in self.names.trail[from..].iter().enumerate().skip(1) {
            let text = format!("`{}` needs `{}`", names[link - 1], self.names.globals[*known].name);
            diagnostic = diagnostic.because(*place, text);
        }
        let first_span = first.span;
        let diagnostic = diagnostic.because(first_span, "declared here");
        let calls_itself = matches!(first.origin, Origin::Def { parameters, .. } if !parameters.is_empty());
        self.reports.refuse(diagnostic.help(match calls_itself {
            true => "there is no recursion: write it over a set, `max(d in 1..9 where ..: d)` or `sum(..)` for one, or step by step with `var` and `repeat` in the move",
            false => "define one of them without the others",
        }))
    }

    /// The domain with this name, or a report.
    pub(super) fn named_domain(&mut self, name: &Name) -> Option<DomainId> {
        let Some(at) = self.names.global(&name.text) else {
            let _: Option<()> = self.refuse_unknown_domain(name);
            return self.domain_meant(name);
        };
        let origin = self.names.globals[at].origin;
        match origin {
            Origin::Ready(id) => Some(id),
            Origin::Domain(id, _) => {
                let resolved = self.resolve(at, name.span).is_some();
                (resolved || self.domains.lost.contains(&id)).then_some(id)
            }
            _ if self.reports.excused.contains(&name.text) => {
                self.reports.poisoned = true;
                None
            }
            _ => {
                let message = format!("`{}` is {}, not a domain", name.text, origin.words());
                if self
                    .reports
                    .list
                    .iter()
                    .any(|known| known.code == codes::WRONG_SORT && known.message == message)
                {
                    self.reports.poisoned = true;
                    return None;
                }
                let declared = self.names.globals[at].span;
                let diagnostic =
                    Diagnostic::error(codes::WRONG_SORT, message, name.span, "a domain is needed here");
                let diagnostic = diagnostic.because(declared, "declared here");
                let domains = self.domains.domain_names();
                let help = match origin {
                    Origin::Let { .. } => format!(
                        "a domain of integers is a range: write `range {} = 1..9` in place of the `let`, or take one of {}",
                        name.text,
                        super::words::one_of(&domains)
                    ),
                    _ => format!("the domains are {}", super::words::all_of(&domains)),
                };
                self.reports.refuse(diagnostic.help(help))
            }
        }
    }

    fn refuse_unknown_domain<T>(&mut self, name: &Name) -> Option<T> {
        // What is told already, or is not told, needs no help: to make one reads every item.
        if self.is_excused(name) || self.reports.muted > 0 || self.reports.adds_use(name) {
            return None;
        }
        let domains = self.domains.domain_names();
        let help = self
            .player_as_domain(name)
            .or_else(|| self.type_from_elsewhere(&name.text, name.span))
            .or_else(|| Self::near(&name.text, domains.iter().map(String::as_str)))
            .or_else(|| self.undeclared_domain(&name.text))
            .unwrap_or_default();
        let message = match help.starts_with("write `turn = ") {
            true => "who begins is said with `=`, not `:`".to_owned(),
            false => format!("there is no domain `{}`", name.text),
        };
        let text = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`')).map(str::to_owned);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown").help(help);
        let diagnostic =
            match text.filter(|text| !text.contains('`') && self.names.global(last_word(text)).is_some()) {
                _ if is_bool(name) => diagnostic.help("write `bool`").fix(name.span, "bool"),
                Some(text) => diagnostic.likely(name.span, text),
                None => diagnostic,
            };
        self.refuse_name(None, name, &domains, diagnostic)
    }

    /// The domain that the report about an unknown one offers in its place: what stands behind is
    /// checked with it.
    fn domain_meant(&mut self, name: &Name) -> Option<DomainId> {
        let known = self.reports.unknown.iter().find(|unknown| unknown.text == name.text)?;
        let help = self.reports.list.get(known.report)?.help.as_deref()?;
        let meant = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
        let meant = meant.or_else(|| help.strip_prefix("did you mean `")?.strip_suffix("`?"))?;
        let meant = Name { text: meant.to_owned(), span: name.span };
        self.names.global(&meant.text)?;
        self.named_domain(&meant)
    }

    /// The help for a player where a domain belongs: `turn: Bob`, `hand[Bob]: 0..9`.
    fn player_as_domain(&self, name: &Name) -> Option<String> {
        let player = self.domains.all[PLAYER.index()].members.contains(&name.text);
        let before = self.input.game.text.get(..name.span.start as usize).unwrap_or("").trim_end();
        let begins = before.strip_suffix(':').is_some_and(|text| text.trim_end().ends_with("turn"));
        player.then(|| match begins {
            true => format!("write `turn = {}`: it says who begins", name.text),
            false => format!("write `Player`: `{}` is one of the two", name.text),
        })
    }
}

impl<'a> GlobalNames<'a> {
    /// The index of the global with this name.
    pub(super) fn global(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

impl DomainTables {
    /// The names of all domains.
    pub(super) fn domain_names(&self) -> Vec<String> {
        self.all.iter().map(|domain| domain.name.clone()).collect()
    }
}

/// Whether a name is `bool` in other letters.
fn is_bool(name: &Name) -> bool {
    name.text.eq_ignore_ascii_case("bool")
}

/// The last word of a text.
fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn bool_has_small_letters() {
        let helps =
            |ty: &str| helps_beside(&format!("state {{ lit: {ty} }}"), "move m when not lit { lit = true }");
        assert_eq!(helps("Bool"), ["write `bool`"]);
        assert_eq!(helps("BOOL = false"), ["write `bool`"]);
        assert_eq!(helps("bool"), [""; 0]);
    }
}
