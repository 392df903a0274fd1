//! Computes params and `let`s.

use super::bounds::{Interval, interval};
use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::Meaning;
use super::initial::{Layout, narrowest};
use super::kinds::int;
use super::reports::Reports;
use crate::diagnostic::Diagnostic;
use crate::program::{Kind, Table, TableIndex, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Initial, TypeKind};

const PARAM: &str = "a param";

impl<'a> Checker<'a> {
    /// Computes a param, with its value for this run.
    pub(super) fn param(&mut self, declared: &'a ast::Declared) -> Option<Meaning> {
        match &declared.ty.kind {
            TypeKind::ListOf(item) => self.list(declared, item),
            TypeKind::OneOf(choices) => {
                let choices = self.choices(choices)?;
                let bounds = choices.iter().map(|n| interval(*n, *n)).reduce(Interval::hull)?;
                let ty = Type { or_none: declared.ty.or_none, ..int(bounds).always() };
                self.param_of(declared, ty, &choices)
            }
            _ => {
                let ty = self.declared_type(&declared.ty)?;
                self.param_of(declared, ty, &[])
            }
        }
    }

    fn choices(&mut self, choices: &[ast::Expr]) -> Option<Vec<i64>> {
        let found: Vec<Option<i64>> = choices.iter().map(|e| self.constant_int(e, PARAM)).collect();
        found.into_iter().collect()
    }

    fn param_of(&mut self, declared: &'a ast::Declared, ty: Type, choices: &[i64]) -> Option<Meaning> {
        let domains = self.index_domains(&declared.indexes)?;
        if domains.iter().any(|domain| self.domains.lost.contains(domain)) {
            return None;
        }
        let values = self.table_values(declared, &domains, ty, PARAM)?;
        for value in &values {
            self.reports.check_choice(declared, value, choices)?;
        }
        let name = declared.name.text.clone();
        let exact = narrowest(ty.kind, &values);
        self.defs.params.push((name.clone(), values.clone(), exact, !domains.is_empty()));
        if domains.is_empty() {
            return Some(Meaning::Constant(values.into_iter().next()?, exact));
        }
        let indexes = domains.into_iter().map(TableIndex::Domain).collect();
        Some(Meaning::Table(self.domains.add_table(Table { name, indexes, ty: exact, entries: values })))
    }

    /// Computes a list param, `param heaps: list of 0..63 = [3, 4, 5]`.
    fn list(&mut self, declared: &'a ast::Declared, item: &ast::Type) -> Option<Meaning> {
        if declared.ty.or_none {
            return self.reports.refuse_type(
                &declared.ty,
                "a list `or none`",
                "leave `or none` out: a list may be empty, `[]`",
            );
        }
        let ty = self.declared_type(item);
        let name = declared.name.text.as_str();
        if let Some(index) = declared.indexes.first() {
            let message = "a list has no further indexes";
            let diagnostic = Diagnostic::error(codes::TYPE_HERE, message, index.domain.span, "not here");
            return self.reports.refuse(diagnostic.help("leave the index out, or the `list of`"));
        }
        let written = self.input.setting_initial(name).or(declared.initial.as_ref());
        let Some(Initial::List(items, _)) = written else { return self.refuse_no_list(declared, written) };
        let ty = ty?;
        let mut values = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let layout = Layout { written: &[], domains: &[] };
            let leaves = self.leaves(layout, Some(ty.kind), PARAM, item)?;
            let (value, span) = self.fill(&[], &leaves)?.into_iter().next()?;
            self.check_value(&value, ty, span, &format!("{name}[{}]", at + 1))?;
            values.push(value);
        }
        let exact = narrowest(ty.kind, &values);
        self.defs.params.push((name.to_owned(), values.clone(), exact, true));
        let indexes = vec![TableIndex::Ints { low: 1, high: values.len() as i64 }];
        let table = Table { name: name.to_owned(), indexes, ty: exact, entries: values };
        Some(Meaning::Table(self.domains.add_table(table)))
    }

    fn refuse_no_list<T>(&mut self, declared: &ast::Declared, written: Option<&Initial>) -> Option<T> {
        let span = match written {
            Some(Initial::One(e)) => e.span,
            _ => declared.span,
        };
        let message = format!("`{}` is a list", declared.name.text);
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, span, "no list here");
        let diagnostic = diagnostic.because(declared.ty.span, "declared here");
        let members = match written {
            Some(Initial::One(e)) => self.input.short_text(e.span),
            _ => String::new(),
        };
        let members = members.trim_matches(['{', '}', '(', ')']).trim();
        let whole = self.input.written(declared.span).lines().next().unwrap_or("").to_owned();
        let letters = written.and_then(|written| self.domains.spelt_out(&declared.ty, written));
        self.reports.refuse(diagnostic.help(match (members, written, letters) {
            (_, _, Some(letters)) => format!("write `{letters}`"),
            ("" | "..", None, _) => format!("write `param {whole} = [3, 4, 5]` with its members"),
            ("" | "..", ..) => "write `[3, 4, 5]`".to_owned(),
            (members, ..) => format!("write `[{members}]`"),
        }))
    }

    /// Computes a `let`: a constant, or a table with an entry for each index. Names of elements in
    /// it are looked up in the domain of its type, if it has one.
    pub(super) fn constant(
        &mut self,
        name: &str,
        indexes: &[ast::Index],
        ty: Option<&ast::Type>,
        value: &Initial,
    ) -> Option<Meaning> {
        let ty = match ty {
            Some(ty) => Some(self.parameter_type(ty)?),
            None => None,
        };
        let domains = self.index_domains(indexes)?;
        let place = match value {
            Initial::One(e) => e.span,
            Initial::List(_, span) => *span,
        };
        self.check_entries(&domains, place)?;
        let layout = Layout { written: indexes, domains: &domains };
        let mut leaves = self.leaves(layout, ty.map(|ty| ty.kind), "a `let`", value)?;
        let kind = match ty {
            Some(ty) => ty.kind,
            None => self
                .common_kind(&leaves.iter().map(|leaf| (leaf.expr.ty, leaf.expr.span)).collect::<Vec<_>>())?,
        };
        for leaf in leaves.iter_mut().filter(|_| ty.is_none()) {
            leaf.expr = self.fit(leaf.expr.clone(), kind, None)?;
        }
        if domains.iter().any(|domain| self.domains.lost.contains(domain)) {
            return None;
        }
        let filled = self.fill(&domains, &leaves)?;
        if let Some(ty) = ty {
            for (at, (value, span)) in filled.iter().enumerate() {
                let entry = self.domains.entry_name(name, &domains, at);
                self.check_value(value, ty, *span, &entry)?;
            }
        }
        let values: Vec<Value> = filled.into_iter().map(|(value, _)| value).collect();
        let exact = narrowest(kind, &values);
        if domains.is_empty() {
            return Some(Meaning::Constant(values.into_iter().next()?, exact));
        }
        if let Kind::Sets(of) = kind {
            return self.refuse_set_of_sets(place, Some(of));
        }
        let indexes = domains.into_iter().map(TableIndex::Domain).collect();
        let table = Table { name: name.to_owned(), indexes, ty: exact, entries: values };
        Some(Meaning::Table(self.domains.add_table(table)))
    }

    fn common_kind(&mut self, types: &[(Type, Span)]) -> Option<Kind> {
        let (first, rest) = types.split_first()?;
        let mut kind = first.0.kind;
        for (ty, span) in rest {
            match self.domains.common(kind, ty.kind) {
                Some(common) => kind = common,
                None => {
                    let (a, b) = (self.domains.type_words(first.0), self.domains.type_words(*ty));
                    let message = format!("this list holds {a} and {b}");
                    let diagnostic =
                        Diagnostic::error(codes::NO_COMMON_TYPE, message, *span, format!("this is {b}"));
                    let diagnostic = diagnostic.because(first.1, format!("this is {a}"));
                    return self.reports.refuse(diagnostic.help("give all entries values of one type"));
                }
            }
        }
        Some(kind)
    }
}

impl<'a> Reports<'a> {
    fn check_choice(&mut self, declared: &ast::Declared, value: &Value, choices: &[i64]) -> Option<()> {
        let Value::Int(n) = value else { return Some(()) };
        if choices.is_empty() || choices.contains(n) {
            return Some(());
        }
        let name = &declared.name.text;
        let words: Vec<String> = choices.iter().map(i64::to_string).collect();
        let message = format!("`{name}` is {n}, but it may only be {}", super::words::one_of(&words));
        let span = self.input.setting_span(name).unwrap_or(declared.span);
        let diagnostic = Diagnostic::error(codes::OUTSIDE, message, span, format!("this is {n}"));
        let diagnostic = diagnostic.because(declared.ty.span, "declared here");
        self.refuse(diagnostic.help("choose one of these values"))
    }
}

impl DomainTables {
    /// A list of elements whose first letters stand together as one word: `RBBR`.
    fn spelt_out(&self, ty: &ast::Type, written: &Initial) -> Option<String> {
        let ast::TypeKind::ListOf(of) = &ty.kind else { return None };
        let (ast::TypeKind::Named(domain), Initial::One(word)) = (&of.kind, written) else { return None };
        let ast::ExprKind::Name(word) = &word.kind else { return None };
        let members = &self.all.iter().find(|known| known.name == domain.text)?.members;
        let meant = |letter: char| {
            let mut all = members.iter().filter(|name| name.starts_with(letter));
            all.next().filter(|_| all.next().is_none()).cloned()
        };
        let names = word.text.chars().map(meant).collect::<Option<Vec<String>>>()?;
        Some(format!("[{}]", names.join(", ")))
    }
}
