//! Applies settings from outside: of params, graphs, fields, `turn` and `start`. Of several
//! settings the last wins.

use super::checker::Checker;
use super::codes;
use super::global_names::GlobalNames;
use super::global_names::Origin;
use super::initial::Layout;
use super::input::CheckInput;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Kind, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Chain, Initial, ItemKind, Name, Setting, SettingValue};

impl<'a> Checker<'a> {
    /// Reports settings of unknown names and of the wrong form.
    pub(super) fn check_settings(&mut self) {
        for setting in self.input.settings {
            self.check_setting(setting);
        }
    }

    /// Checks that a setting names something that can be set, and has the right form.
    pub(super) fn check_setting(&mut self, setting: &Setting) {
        let name = setting.name.text.as_str();
        if self.names.is_whole_only(name) && !setting.indexes.is_empty() {
            let message = format!("`{name}` is set as a whole");
            let diagnostic = Diagnostic::error(codes::BAD_SETTING, message, setting.span, "no index here");
            return self.reports.report(diagnostic.help(format!("write `{name}=..` with all of it")));
        }
        let form = match (name, self.names.global(name).map(|at| self.names.globals[at].origin)) {
            ("turn", None) => matches!(setting.value, SettingValue::Value(Initial::One(_))),
            ("start", None) => matches!(setting.value, SettingValue::Start(_)),
            (_, Some(Origin::Domain(_, item))) if matches!(item.kind, ItemKind::Graph { .. }) => {
                graph_chains(&setting.value).is_some()
            }
            (_, Some(Origin::Param(_) | Origin::Field(_))) => matches!(setting.value, SettingValue::Value(_)),
            (_, Some(origin)) => return self.refuse_unsettable(setting, Some(origin)),
            (_, None) => return self.refuse_unsettable(setting, None),
        };
        if !form {
            let message = format!("`{name}` cannot be set to this");
            let diagnostic =
                Diagnostic::error(codes::BAD_SETTING, message, setting.span, "not of the form it has");
            self.reports.report(diagnostic.help("write the value as the definition would"));
        }
    }

    fn refuse_unsettable(&mut self, setting: &Setting, origin: Option<Origin<'a>>) {
        let name = &setting.name;
        if origin.is_none() && self.is_excused(name) {
            return;
        }
        let message = match origin {
            Some(origin) => format!("`{}` is {}, which cannot be set", name.text, origin.words()),
            None => format!("there is nothing called `{}` to set", name.text),
        };
        let candidates = self.settable();
        let near = Self::near(&name.text, candidates.iter().map(String::as_str));
        let help = near.unwrap_or_else(|| {
            let known = match candidates.len() {
                0..=12 => format!("what can be set: {}", super::words::all_of(&candidates)),
                _ => "params, graphs, fields, `turn` and `start` can be set".to_owned(),
            };
            match missing_param(setting).filter(|_| origin.is_none()) {
                Some(param) => format!("leave this fact out, or declare it: `{param}`; {known}"),
                None => known,
            }
        });
        let known = origin.is_some();
        let diagnostic =
            Diagnostic::error(codes::UNKNOWN_SETTING, message, name.span, "not settable").help(help);
        if known {
            self.reports.report(diagnostic);
        } else {
            let _: Option<()> = self.refuse_name(None, name, &candidates, diagnostic);
        }
    }

    fn settable(&self) -> Vec<String> {
        let named = self.names.globals.iter().filter(|global| match global.origin {
            Origin::Param(_) | Origin::Field(_) => true,
            Origin::Domain(_, item) => matches!(item.kind, ItemKind::Graph { .. }),
            _ => false,
        });
        let mut names: Vec<String> = named.map(|global| global.name.clone()).collect();
        names.push("turn".to_owned());
        if self.input.game.items.iter().any(|item| matches!(item.kind, ItemKind::Show { .. })) {
            names.push("start".to_owned());
        }
        names
    }

    /// Applies the settings of single entries that follow the last setting of the whole.
    pub(super) fn set_entries(
        &mut self,
        name: &str,
        domains: &[DomainId],
        ty: Type,
        values: &mut [Value],
    ) -> Option<()> {
        let named: Vec<&'a Setting> = self.input.settings.iter().filter(|s| s.name.text == name).collect();
        let from = named.iter().rposition(|s| s.indexes.is_empty()).map_or(0, |at| at + 1);
        for setting in &named[from..] {
            let at = self.set_index(setting, domains)?;
            let SettingValue::Value(initial) = &setting.value else { return None };
            let layout = Layout { written: &[], domains: &[] };
            let leaves = self.leaves(layout, Some(ty.kind), "a setting", initial)?;
            let (value, span) = self.fill(&[], &leaves)?.into_iter().next()?;
            let entry = self.domains.entry_name(name, domains, at);
            self.check_value(&value, ty, span, &entry)?;
            *values.get_mut(at)? = value;
        }
        Some(())
    }

    fn set_index(&mut self, setting: &Setting, domains: &[DomainId]) -> Option<usize> {
        if setting.indexes.len() != domains.len() {
            let message = format!("`{}` needs {} indexes", setting.name.text, domains.len());
            let diagnostic = Diagnostic::error(codes::INDEX_COUNT, message, setting.span, "not as declared");
            return self.reports.refuse(diagnostic.help("write one for each index it is declared with"));
        }
        let mut at = 0;
        for (e, domain) in setting.indexes.iter().zip(domains) {
            let mut s = Scope::new(Context::Constant("a setting"));
            let index = self.typed(&mut s, e, Kind::Element(*domain), None)?;
            match self.fold(&s, &index, &mut Vec::new())? {
                Value::Element(element) => {
                    at = at * self.domains.all[domain.index()].len() + element as usize
                }
                _ => return self.refuse_none(e.span, "an index"),
            }
        }
        Some(at)
    }
}

impl<'a> GlobalNames<'a> {
    /// Whether a setting replaces all of what it names, and no entry: a list, a graph, who begins,
    /// the picture.
    fn is_whole_only(&self, name: &str) -> bool {
        match self.global(name).map(|at| self.globals[at].origin) {
            None => matches!(name, "turn" | "start"),
            Some(Origin::Domain(_, item)) => matches!(item.kind, ItemKind::Graph { .. }),
            Some(Origin::Param(declared)) => matches!(declared.ty.kind, ast::TypeKind::ListOf(_)),
            Some(_) => false,
        }
    }
}

impl<'a> CheckInput<'a> {
    /// The span of the last setting of this name.
    pub(super) fn setting_span(&self, name: &str) -> Option<Span> {
        self.settings.iter().rev().find(|setting| setting.name.text == name).map(|setting| setting.span)
    }

    /// The last value set for the whole of `name`.
    pub(super) fn setting_initial(&self, name: &str) -> Option<&'a Initial> {
        let whole = self.settings.iter().rev().find(|s| s.name.text == name && s.indexes.is_empty())?;
        match &whole.value {
            SettingValue::Value(initial) => Some(initial),
            _ => None,
        }
    }

    /// The single value set for `name`; `None` for a list.
    pub(super) fn setting_value(&self, name: &str) -> Option<&'a ast::Expr> {
        match self.setting_initial(name)? {
            Initial::One(e) => Some(e),
            Initial::List(..) => None,
        }
    }

    /// The last picture set for `start`.
    pub(super) fn setting_start(&self) -> Option<&'a [ast::Text]> {
        self.settings.iter().rev().find_map(|setting| match &setting.value {
            SettingValue::Start(rows) if setting.name.text == "start" => Some(rows.as_slice()),
            _ => None,
        })
    }

    /// The chains set for a graph.
    pub(super) fn graph_setting(&self, name: &str) -> Option<Vec<Chain>> {
        self.settings.iter().rev().find(|s| s.name.text == name).and_then(|s| graph_chains(&s.value))
    }
}

/// Leaves out what only follows from an unknown name in a setting: to see whether it is an element,
/// domains are looked at that may need the very param that is set.
pub(super) fn without_consequences(diagnostics: &mut Vec<Diagnostic>) {
    let unknown = |each: &&Diagnostic| each.code == codes::UNKNOWN_NAME;
    let unknown: Vec<Span> = diagnostics.iter().filter(unknown).map(Diagnostic::span).collect();
    diagnostics.retain(|each| {
        each.code != codes::CIRCULAR || !each.labels.iter().any(|label| unknown.contains(&label.span))
    });
}

/// The declaration of a param that an `expect` sets and that is not there.
fn missing_param(setting: &Setting) -> Option<String> {
    let SettingValue::Value(Initial::One(value)) = &setting.value else { return None };
    let name = &setting.name;
    if name.span.file != crate::source::FileId::DEFINITION || !setting.indexes.is_empty() {
        return None;
    }
    match (&value.kind, value.written_integer()) {
        (ast::ExprKind::Bool(_), _) => Some(format!("param {}: bool = false", name.text)),
        (_, Some(n)) => Some(format!("param {}: {}..{} = {n}", name.text, n.min(0), n.max(9))),
        _ => None,
    }
}

/// The chains that a setting gives to a graph. A graph of points without edges was parsed as a set.
fn graph_chains(value: &SettingValue) -> Option<Vec<Chain>> {
    let alone = |name: Name| Some(Chain { points: vec![name], arrows: Vec::new() });
    let point = |e: &ast::Expr| match &e.kind {
        ast::ExprKind::Name(name) => alone(name.clone()),
        ast::ExprKind::Int(n) => alone(Name { text: n.to_string(), span: e.span }),
        _ => None,
    };
    match value {
        SettingValue::Graph(chains, _) => Some(chains.clone()),
        SettingValue::Value(Initial::One(ast::Expr { kind: ast::ExprKind::Set(points), .. })) => {
            points.iter().map(point).collect()
        }
        _ => None,
    }
}
