//! Name lookup: locals first, then globals, then elements of domains.

use super::checker::Checker;
use super::codes;
use super::coerce::{constant, expr};
use super::domain_tables::DomainTables;
use super::global_names::Meaning;
use super::global_names::{GlobalNames, Origin};
use super::move_tables::MoveTables;
use super::parts::parts;
use super::scope::{Context, Scope};
use super::words::{all_of, one_of};
use crate::built_ins::{BUILT_INS, BuiltIn, Kind as Is, built_in};
use crate::diagnostic::{Diagnostic, near_names};
use crate::program::{DomainId, Expr, ExprKind, Kind, PLAYER, Set, Value};
use crate::source::Span;
use crate::syntax::ast::{
    Expr as AstExpr, ExprKind as AstKind, Initial, ItemKind, Name, Statement, StatementKind,
};

/// The message about a declaration with the name of a built-in.
pub(super) fn built_in_message(name: &str) -> String {
    format!("`{name}` is the name of a built-in")
}

impl Checker<'_> {
    /// Checks a name that stands alone; elements are looked up in the domain `hint` first, then in
    /// its bases.
    pub(super) fn name(&mut self, s: &mut Scope, name: &Name, hint: Option<DomainId>) -> Option<Expr> {
        if let Some(binding) = s.find(&name.text) {
            let local = binding.local?;
            let kind = binding.known.clone().map_or(ExprKind::Local(local), ExprKind::Const);
            return Some(expr(kind, s.ty(local), name.span));
        }
        if let Some(at) = self.names.global(&name.text) {
            return self.global_value(s, at, name);
        }
        if let Some(&BuiltIn { name: which, kind: Is::DirectionSet(fixed), .. }) = built_in(&name.text) {
            return self.direction_set(which, fixed, None, name.span);
        }
        self.element_named(s, name, hint)
    }

    fn global_value(&mut self, s: &mut Scope, at: usize, name: &Name) -> Option<Expr> {
        match self.resolve(at, name.span)? {
            Meaning::Domain(id) => Some(self.domains.whole(id, name.span)),
            Meaning::Constant(value, ty) => Some(constant(value, ty, name.span)),
            Meaning::Table(id) => self.table_entry(s, id, &[], name.span),
            Meaning::Field(id) => self.field_entry(s, id, &[], name.span),
            Meaning::Def(id) => self.call_def(s, id, &[], name.span),
        }
    }

    /// An element as an expression.
    pub(super) fn element(domain: DomainId, element: u32, span: Span) -> Expr {
        constant(Value::Element(element), Kind::Element(domain).always(), span)
    }

    fn element_named(&mut self, s: &Scope, name: &Name, hint: Option<DomainId>) -> Option<Expr> {
        let expected = hint.map(|domain| self.domains.of_names(domain));
        if let Some(domain) = expected
            && let Some(element) = self.domains.element_in(domain, &name.text)
        {
            return Some(Self::element(domain, element, name.span));
        }
        self.resolve_domains_with(name)?;
        let holders: Vec<(DomainId, u32)> = (0..self.domains.all.len() as u32)
            .map(DomainId)
            .filter(|id| self.domains.base(*id).is_none())
            .filter_map(|id| Some((id, self.domains.element_in(id, &name.text)?)))
            .collect();
        match holders[..] {
            [(domain, element)] => Some(Self::element(domain, element, name.span)),
            [] => self.refuse_unknown(s, name, hint),
            _ => self.refuse_ambiguous(name, &holders),
        }
    }

    fn refuse_ambiguous<T>(&mut self, name: &Name, holders: &[(DomainId, u32)]) -> Option<T> {
        let ways: Vec<String> = holders
            .iter()
            .map(|(id, _)| format!("{}.{}", self.domains.domain_name(*id), name.text))
            .collect();
        let message = format!("`{}` is an element of several domains", name.text);
        let mut diagnostic = Diagnostic::error(codes::AMBIGUOUS, message, name.span, "which one?");
        for (id, _) in holders {
            let domain = &self.domains.all[id.index()];
            diagnostic = diagnostic.because(domain.span, format!("`{}` has it", domain.name));
        }
        self.reports.refuse(diagnostic.help(format!("write {}", one_of(&ways))))
    }

    pub(super) fn refuse_unknown<T>(&mut self, s: &Scope, name: &Name, hint: Option<DomainId>) -> Option<T> {
        let text = &name.text;
        if self.is_excused(name) {
            return None;
        }
        if let Some(id) = self.moves.by_name.get(text) {
            return self.refuse_move_as_value(s, name, *id, hint);
        }
        if let Some(it) = built_in(text) {
            return self.refuse_bare_built_in(name, it);
        }
        if self.reports.muted > 0 || self.reports.adds_use(name) {
            return None;
        }
        if let Some(report) = self.input.out_of_reach(name).or_else(|| self.input.named_below(name)) {
            return self.refuse_name(None, name, &[], report);
        }
        let mut candidates = self.visible_names(s, hint);
        // A word with a capital is no function: `Lines` is a family that nothing declares.
        if text.starts_with(char::is_uppercase) {
            candidates.retain(|each| !built_in(each).is_some_and(|it| matches!(it.kind, Is::Function(_))));
        }
        if self.input.is_stored_to(name) {
            candidates.retain(|each| self.names.may_be_stored_to(s, each));
        }
        self.input.without_other_members(name, &mut candidates);
        let message = format!("there is nothing called `{text}`");
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown");
        if let Some(report) = self.rest_of_a_picture(s, &report, name, &candidates) {
            return self.refuse_name(None, name, &[], report);
        }
        if hint == Some(crate::program::PLAYER) && self.input.players_unknown() {
            self.reports.poisoned = true;
            return None;
        }
        if let Some(report) = self.word_meant(s, &report, name, hint, &candidates) {
            return self.refuse_name(Some(s), name, &[], report);
        }
        let report = self.declaration_meant(s, report, name, hint, &candidates);
        self.refuse_name(Some(s), name, &candidates, report)
    }

    /// The report about a word for all that is left, in a `show`.
    fn rest_of_a_picture(
        &self,
        s: &Scope,
        report: &Diagnostic,
        name: &Name,
        candidates: &[String],
    ) -> Option<Diagnostic> {
        let words = ["default", "otherwise", "rest", "others", "nothing", "empty"];
        let said = s.cell.is_some() && words.contains(&name.text.as_str());
        if s.cell.is_some() && self.input.is_misspelt_else(name, candidates) {
            return Some(report.clone().help("did you mean `else`?").likely(name.span, "else"));
        }
        let help = "write `else`: it stands for all that is left";
        (said && !self.is_misspelt(Some(s), &name.text, candidates))
            .then(|| report.clone().help(help).fix(name.span, "else"))
    }

    /// The report about an unknown name that means something which has another name here.
    fn word_meant(
        &mut self,
        s: &Scope,
        report: &Diagnostic,
        name: &Name,
        hint: Option<DomainId>,
        candidates: &[String],
    ) -> Option<Diagnostic> {
        let misspelt = self.is_misspelt(Some(s), &name.text, candidates);
        let by_turn = self.means_by_turn(name, hint, candidates);
        if let Some(report) = self.unbound(s, report, name, hint) {
            return Some(report);
        }
        // No word for a value or a direction is stored to.
        if self.input.is_stored_to(name) {
            return None;
        }
        if !misspelt && let Some(report) = self.usual_set(report, name, hint) {
            return Some(report);
        }
        if (!misspelt || by_turn)
            && let Some(found) = self.value_from_elsewhere(report, name, hint)
        {
            let never = match found.help.as_deref() {
                Some("write `none`") => self.opposite_side(s, name),
                _ => None,
            };
            let never = never.and_then(|(text, ty)| self.never_none(&text, ty));
            return Some(never.map_or(found, |help| report.clone().help(help)));
        }
        if let Some(help) =
            self.domains.cell_beyond(&name.text, hint).filter(|_| !self.names.resembles(s, &name.text))
        {
            return Some(report.clone().help(help));
        }
        (hint.is_none() && !misspelt).then(|| self.domains.direction_report(report, name)).flatten()
    }

    /// The report about an unknown name with the name that is meant, or with its declaration.
    fn declaration_meant(
        &mut self,
        s: &Scope,
        report: Diagnostic,
        name: &Name,
        hint: Option<DomainId>,
        candidates: &[String],
    ) -> Diagnostic {
        let text = &name.text;
        let near = || Self::near(text, candidates.iter().map(String::as_str)).is_some();
        let resembles = if self.input.is_stored_to(name) { near() } else { self.names.resembles(s, text) };
        match (Self::near(text, candidates.iter().map(String::as_str)), hint) {
            _ if !resembles && let Some(field) = self.field_by_use(text) => report.help(format!(
                "declare it: `state {{ {field} }}`, with the bounds or elements that it may have"
            )),
            (Some(help), _) => report.help(help),
            (None, _) if self.moves.chosen_from_itself(name) => report.help(format!(
                "`{text}` is what is chosen here: write a set that does not speak of it, `near(..)` of a field or of a parameter before it for one"
            )),
            (None, _) if self.moves.parameter_of(text).is_some() => {
                let (of, place) = self.moves.parameter_of(text).unwrap_or_default();
                let help = self.bound_by_ending(name).unwrap_or_else(|| format!(
                    "`{text}` is known in `{of}` only: store in a field what is needed elsewhere, `state {{ last: .. or none }}` and `last = {text}`"
                ));
                report.because(place, format!("a parameter of `{of}`")).help(help)
            }
            (None, Some(domain)) if !self.input.is_asked_for_members(name) && self.input.taken_from(name).is_none() => {
                self.element_report(s, report, domain)
            }
            (None, _) if name.span.file != crate::source::FileId::DEFINITION => {
                report.help("write a value as the definition would: a number, `true`, the name of an element")
            }
            (None, _) if let Some(help) = self.set_declared(s, name) => report.help(help),
            (None, _) => report.help(self.value_declared(s, name, hint)),
        }
    }

    /// The field of both players that a name is, which the text asks of a player.
    fn field_of_players(&self, text: &str) -> Option<String> {
        let players = self.domains.all.get(PLAYER.index()).map_or(&[][..], |domain| &domain.members);
        let is_player = |e: &AstExpr| match &e.kind {
            AstKind::Me | AstKind::Opponent => true,
            AstKind::Name(name) => players.contains(&name.text),
            _ => false,
        };
        let asked = |e: &AstExpr| match &e.kind {
            AstKind::At(of, indexes) => {
                matches!(&of.kind, AstKind::Name(name) if name.text == text) && indexes.iter().all(is_player)
            }
            _ => false,
        };
        let stored = |each: &Statement| match &each.kind {
            StatementKind::Assign { target, indexes, .. } => {
                target.text == text && !indexes.is_empty() && indexes.iter().all(is_player)
            }
            _ => false,
        };
        let used = self
            .input
            .game
            .items
            .iter()
            .map(|item| parts(&item.kind))
            .any(|parts| parts.exprs.into_iter().any(asked) || parts.statements.into_iter().any(stored));
        used.then(|| format!("{text}[Player]: 0..9"))
    }

    /// The declarations of a name that stands for a value.
    fn value_declared(&self, s: &Scope, name: &Name, hint: Option<DomainId>) -> String {
        let text = &name.text;
        if let Some(field) = self.field_of_players(text) {
            return format!("declare it: `state {{ {field} }}`, with the bounds that it keeps");
        }
        let chosen = hint.and_then(|domain| s.chosen_element(domain));
        let chosen = chosen.filter(|(chosen, _)| !self.input.is_other_side(name.span, chosen));
        let chosen = chosen.map_or(String::new(), |(name, _)| {
            format!("write `{name}`, which is chosen here, if it is meant; or ")
        });
        format!(
            "{chosen}declare it: `let {text} = 3`, `def {text} = {}`, or a field, `state {{ {text}: 0..9 }}`",
            self.of_kind(Kind::Bool).unwrap_or_else(|| "me".to_owned())
        )
    }

    /// The help for a parameter of a move that an ending speaks of: the rule binds the name itself.
    fn bound_by_ending(&self, name: &Name) -> Option<String> {
        let ItemKind::End { binders: None, when, .. } = &self.input.item_at(name.span)?.kind else {
            return None;
        };
        let indexed =
            when.span.holds(name.span) && self.input.written(when.span).contains(&format!("[{}]", name.text));
        let set = self.moves.entries.iter().find_map(|entry| {
            let found = entry.ast.parameters.iter().find(|binder| binder.name.text == name.text)?;
            match &found.set.kind {
                crate::syntax::ast::ExprKind::Name(set) => Some(set.text.clone()),
                _ => self.domains.geometric(None).map(|board| self.domains.domain_name(board).to_owned()),
            }
        })?;
        indexed.then(|| {
            format!(
                "write `end for {} in {set} when {}`: the rule chooses it itself, for it knows no parameter of a move",
                name.text,
                self.input.short_text(when.span)
            )
        })
    }

    /// All names that can be meant here, for suggestions.
    pub(super) fn visible_names(&self, s: &Scope, hint: Option<DomainId>) -> Vec<String> {
        let mut names: Vec<String> = s.bindings.iter().map(|b| b.name.clone()).collect();
        names.extend(self.names.globals.iter().map(|global| global.name.clone()));
        let free = |each: &&BuiltIn| matches!(each.kind, Is::Function(_) | Is::DirectionSet(_));
        names.extend(["me", "opponent", "none", "true", "false"].map(str::to_owned));
        names.extend(BUILT_INS.iter().filter(free).map(|each| each.name.to_owned()));
        let few = |id: &usize| {
            self.domains.all[*id].len() <= 1000 && self.domains.base(DomainId(*id as u32)).is_none()
        };
        match hint {
            Some(domain) => names.extend(self.domains.all[domain.index()].members.iter().take(1000).cloned()),
            None => {
                let domains = (0..self.domains.all.len()).filter(few);
                names.extend(domains.flat_map(|id| self.domains.all[id].members.iter().cloned()));
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// Records that the position is read; refuses it where a constant is required.
    pub(super) fn reads_position(&mut self, s: &mut Scope, what: &str, span: Span) -> Option<()> {
        s.reads_position.get_or_insert(span);
        let Context::Constant(place) = s.context else { return Some(()) };
        let item = self
            .input
            .game
            .items
            .iter()
            .find(|item| item.span.start <= span.start && span.end <= item.span.end);
        let within =
            |at: Span| item.is_some_and(|item| item.span.start <= at.start && at.end <= item.span.end);
        let known = |report: &Diagnostic| report.code == codes::NOT_CONSTANT && within(report.span());
        if self.reports.muted == 0 && self.reports.list.iter().any(known) {
            self.reports.poisoned = true;
            return None;
        }
        let are = if place.starts_with("the bounds") { "are" } else { "is" };
        let message = format!("{place} {are} constant, but {what} belongs to the position");
        let diagnostic = Diagnostic::error(codes::NOT_CONSTANT, message, span, "changes during play");
        if let Some((help, range, text)) = self.constant_bounds(span) {
            return self.reports.refuse(diagnostic.help(help).likely(range, text));
        }
        if what == "`me`"
            && let Some(named) = self.with_named_index(span, "Player")
        {
            return self
                .reports
                .refuse(diagnostic.help(format!("write `{named}`: it stands for each Player in turn")));
        }
        let def = item.and_then(|item| match &item.kind {
            ItemKind::Let { indexes, ty: None, value: Initial::One(value), name } if indexes.is_empty() => {
                Some(format!("write `def {} = {}`", name.text, crate::syntax::print::whole(value)))
            }
            _ => None,
        });
        self.reports.refuse(diagnostic.help(match def {
            Some(def) => format!("{def}: a `def` may speak of the position"),
            None => self.whole_domain(span).unwrap_or_else(|| {
                "use what does not change during play; a `def` may speak of the position".to_owned()
            }),
        }))
    }

    /// Help for a field in a family: its members are made of all elements of the domain.
    fn whole_domain(&self, span: Span) -> Option<String> {
        let item = self.input.item_at(span).filter(|item| matches!(item.kind, ItemKind::Family { .. }))?;
        let text = self.input.written(span).split('[').next()?.trim();
        let field = self.state.fields.iter().find(|field| field.name == text)?;
        let Kind::Set(domain) = field.ty.kind else { return None };
        let ItemKind::Family { name, .. } = &item.kind else { return None };
        let one = self.free_name(span, &name.text);
        let all = self.domains.domain_name(domain);
        Some(format!(
            "write `{all}`, whose elements `{text}` holds, and ask in the condition of the move: `{one} in {} .. when {one} <= {}`",
            name.text,
            self.input.written(span)
        ))
    }

    /// Records that `me` or `opponent` is read; refuses it in constants and in `endless`.
    pub(super) fn reads_me(&mut self, s: &mut Scope, word: &str, span: Span) -> Option<()> {
        self.reads_position(s, &format!("`{word}`"), span)?;
        s.reads_me.get_or_insert(span);
        if s.context != Context::Endless {
            return Some(());
        }
        let message = format!("`{word}` has no meaning in an `endless` rule");
        let diagnostic =
            Diagnostic::error(codes::NO_ENDLESS_PLAYER, message, span, "nobody ends endless play");
        let behind = self.input.game.text.get(span.end as usize..).unwrap_or("").trim_start();
        let verb = ["wins", "loses"].into_iter().find(|verb| behind.starts_with(verb));
        let player =
            &self.domains.all[crate::program::PLAYER.index()].members[usize::from(word == "opponent")];
        let help = verb.map_or("name the player".to_owned(), |verb| {
            format!("write `endless => draw`, or name the player, `{player} {verb}` for one")
        });
        self.reports.refuse(diagnostic.help(help))
    }
}

impl DomainTables {
    /// The set of all elements of a domain.
    pub(super) fn whole(&self, id: DomainId, span: Span) -> Expr {
        let all: Set = (0..self.all[id.index()].len() as i64).collect();
        constant(Value::Set(all), Kind::Set(id).always(), span)
    }

    /// The element of a domain with this name.
    pub(super) fn element_in(&self, domain: DomainId, name: &str) -> Option<u32> {
        self.elements[domain.index()].get(name).copied()
    }

    pub(super) fn some_elements(&self, domain: DomainId) -> String {
        let members = &self.all[domain.index()].members;
        let name = self.domain_name(domain);
        match members.len() {
            0 => format!("`{name}` has no elements"),
            1..=8 => format!("the elements of `{name}` are {}", all_of(members)),
            // The points of a graph have names of their own, which no two of them tell.
            9..=16 if self.board(domain).is_none() && self.low(domain).is_none() => {
                format!("the elements of `{name}` are {}", all_of(members))
            }
            n => format!("the elements of `{name}` are `{}` to `{}`", members[0], members[n - 1]),
        }
    }
}

impl GlobalNames<'_> {
    /// Whether a statement may store to a name: to a field, or to what is named in the move.
    fn may_be_stored_to(&self, s: &Scope, name: &str) -> bool {
        let is_field = |at: usize| matches!(self.globals[at].origin, Origin::Field(_));
        s.bindings.iter().any(|each| each.name == name) || self.global(name).is_some_and(is_field)
    }

    /// Whether a name is spelt nearly as one that is declared.
    fn resembles(&self, s: &Scope, text: &str) -> bool {
        let declared =
            s.bindings.iter().map(|b| &b.name).chain(self.globals.iter().map(|global| &global.name));
        !near_names(text, declared.map(String::as_str)).is_empty()
    }
}

impl MoveTables<'_> {
    /// The move that has a parameter of this name, and its place.
    fn parameter_of(&self, name: &str) -> Option<(String, Span)> {
        self.entries.iter().find_map(|entry| {
            let found = entry.ast.parameters.iter().find(|binder| binder.name.text == name)?;
            Some((entry.ast.name.text.clone(), found.name.span))
        })
    }
}
