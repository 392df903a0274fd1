//! Computes the values written for a whole table: of a param, a `let`, or a field at the start.
//!
//! A single value is the value of every entry. A list gives the entries in the order of the domain,
//! nested for several indexes. [`Checker::leaves`] checks the expressions of a written value,
//! [`Checker::fill`] computes the entries.

use super::checker::Checker;
use super::codes;
use super::coerce::number;
use super::domain_tables::DomainTables;
use super::kinds::int;
use super::reports::Reports;
use super::scope::{Context, Scope, Sort};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, FieldId, Kind, LocalId, Set, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Initial};

/// The indexes of a table.
#[derive(Clone, Copy)]
pub(super) struct Layout<'t> {
    /// The indexes in the syntax tree.
    pub(super) written: &'t [ast::Index],
    /// Their domains.
    pub(super) domains: &'t [DomainId],
}

/// An expression of a written value: the value of all entries whose first indexes are `prefix`.
pub(super) struct Leaf {
    pub(super) prefix: Vec<usize>,
    pub(super) scope: Scope,
    pub(super) expr: Expr,
}

impl Checker<'_> {
    /// Checks the expressions of a written value. The indexes of the table are the first locals of
    /// each.
    pub(super) fn leaves(
        &mut self,
        layout: Layout<'_>,
        kind: Option<Kind>,
        what: &'static str,
        initial: &Initial,
    ) -> Option<Vec<Leaf>> {
        let mut leaves = Vec::new();
        let mut prefix = Vec::new();
        let whole = self.take_apart(layout, kind, what, initial, &mut prefix, &mut leaves);
        whole.map(|()| leaves)
    }

    fn take_apart(
        &mut self,
        layout: Layout<'_>,
        kind: Option<Kind>,
        what: &'static str,
        initial: &Initial,
        prefix: &mut Vec<usize>,
        leaves: &mut Vec<Leaf>,
    ) -> Option<()> {
        let (items, span) = match initial {
            Initial::One(e) => {
                let next = layout.domains.get(prefix.len()..).unwrap_or_default();
                if let Some(refused) = self.refuse_braced_list(next, kind, e) {
                    return refused;
                }
                let leaf = self.leaf(layout, kind, what, e, prefix)?;
                leaves.push(leaf);
                return Some(());
            }
            Initial::List(items, span) => (items, *span),
        };
        let Some(domain) = layout.domains.get(prefix.len()) else {
            return match prefix.len() {
                0 => self.refuse_list(span, items.len()),
                _ => self.reports.refuse_nested(span),
            };
        };
        if let Some(refused) =
            self.reports.refuse_lists_for_sets(layout.domains.len() - prefix.len(), kind, items, span)
        {
            return refused;
        }
        let wanted = self.domains.all[domain.index()].len();
        if self.domains.lost.contains(domain) {
            return None;
        }
        if items.len() != wanted {
            return self.refuse_length(*domain, items, span);
        }
        let mut complete = true;
        for (at, item) in items.iter().enumerate() {
            prefix.push(at);
            complete &= self.take_apart(layout, kind, what, item, prefix, leaves).is_some();
            prefix.pop();
        }
        complete.then_some(())
    }

    fn refuse_length<T>(&mut self, domain: DomainId, items: &[Initial], span: Span) -> Option<T> {
        let given = items.len();
        let name = self.domains.domain_name(domain).to_owned();
        let has = self.domains.members_words(domain);
        let message = format!("`{name}` has {has}, but the list has {given}");
        let declared = self.domains.all[domain.index()].span;
        let diagnostic = Diagnostic::error(
            codes::WRONG_LENGTH,
            message,
            span,
            super::words::counted(given, "value", "values"),
        );
        let diagnostic = diagnostic.because(declared, has);
        let help = self.lengthened(domain, items);
        self.reports.refuse(diagnostic.help(help))
    }

    fn leaf(
        &mut self,
        layout: Layout<'_>,
        kind: Option<Kind>,
        what: &'static str,
        e: &ast::Expr,
        prefix: &[usize],
    ) -> Option<Leaf> {
        let mut scope = Scope::new(Context::Constant(what));
        for (index, domain) in layout.written.iter().zip(layout.domains) {
            let ty = Kind::Element(*domain).always();
            match &index.name {
                Some(name) => {
                    self.bind(&mut scope, name, Sort::Binder, Some(ty));
                }
                None => {
                    scope.local("", ty);
                }
            }
        }
        let expr = match kind {
            Some(kind) => self.typed(&mut scope, e, kind, None),
            None => self.expr(&mut scope, e, None),
        }?;
        Some(Leaf { prefix: prefix.to_vec(), scope, expr })
    }

    /// The values of all entries in order, each with the span of its expression.
    pub(super) fn fill(&mut self, domains: &[DomainId], leaves: &[Leaf]) -> Option<Vec<(Value, Span)>> {
        let sizes: Vec<usize> = domains.iter().map(|domain| self.domains.all[domain.index()].len()).collect();
        let mut entries = Vec::new();
        for leaf in leaves {
            let rest = sizes[leaf.prefix.len()..].iter().product::<usize>();
            let cost = self.cost(&leaf.expr).saturating_mul(rest as u64);
            self.reports.check_cost(cost, leaf.expr.span)?;
            // The expression has one value for all its entries.
            if !uses_locals(&leaf.expr, domains.len()) {
                let value = self.fold(&leaf.scope, &leaf.expr, &mut Vec::new())?;
                entries.extend(std::iter::repeat_n((value, leaf.expr.span), rest));
                continue;
            }
            for at in 0..rest {
                let mut preset = indexes(&sizes, &leaf.prefix, at);
                entries.push((self.fold(&leaf.scope, &leaf.expr, &mut preset)?, leaf.expr.span));
            }
        }
        Some(entries)
    }

    /// Checks a value against its declared type; `entry` names the entry in the message.
    pub(super) fn check_value(&mut self, value: &Value, ty: Type, span: Span, entry: &str) -> Option<()> {
        match (value, ty.kind) {
            (Value::None, _) if !ty.or_none => self.refuse_none(span, &format!("`{entry}`")),
            (Value::Int(n), Kind::Int { low, high }) if !(low..=high).contains(n) => {
                self.refuse_outside(&format!("`{entry}` is {n}"), (low, high), span, *n)
            }
            (Value::Set(set), Kind::IntSet { low, high }) => {
                match set.iter().find(|n| !(low..=high).contains(n)) {
                    Some(n) => self.refuse_outside(&format!("`{entry}` holds {n}"), (low, high), span, n),
                    None => Some(()),
                }
            }
            _ => Some(()),
        }
    }

    fn refuse_outside<T>(&mut self, found: &str, (low, high): (i64, i64), span: Span, n: i64) -> Option<T> {
        let message = format!("{found}, but it is declared {low}..{high}");
        let diagnostic = Diagnostic::error(codes::OUTSIDE, message, span, format!("this is {n}"));
        let (nearest, wider) =
            if n > high { (high, format!("{low}..{n}")) } else { (low, format!("{n}..{high}")) };
        let help = self.set_outside(span, n);
        // No number stands for the entries of another table.
        let of_table = self.input.written(span).contains('[');
        let help = help.unwrap_or_else(|| match of_table {
            false => format!("write `{nearest}`, or widen the bounds to `{wider}`"),
            true => format!("widen the bounds to `{wider}`, or more where other settings need it"),
        });
        self.reports.refuse(diagnostic.help(help))
    }

    /// Computes a declared table; settings of the whole table and of single entries replace what is
    /// written.
    pub(super) fn table_values(
        &mut self,
        declared: &ast::Declared,
        domains: &[DomainId],
        ty: Type,
        what: &'static str,
    ) -> Option<Vec<Value>> {
        let name = declared.name.text.as_str();
        let set = self.input.setting_initial(name);
        let layout = Layout { written: &declared.indexes, domains };
        let count = self.check_entries(domains, declared.span)?;
        let mut values = match set.or(declared.initial.as_ref()) {
            Some(initial) => self.written_values(layout, ty, what, initial, name)?,
            None => vec![self.default_value(ty, declared)?; count],
        };
        self.set_entries(name, domains, ty, &mut values)?;
        Some(values)
    }

    fn written_values(
        &mut self,
        layout: Layout<'_>,
        ty: Type,
        what: &'static str,
        initial: &Initial,
        name: &str,
    ) -> Option<Vec<Value>> {
        let leaves = self.leaves(layout, Some(ty.kind), what, initial)?;
        let filled = self.fill(layout.domains, &leaves)?;
        for (at, (value, span)) in filled.iter().enumerate() {
            let entry = self.domains.entry_name(name, layout.domains, at);
            self.check_value(value, ty, *span, &entry)?;
        }
        Some(filled.into_iter().map(|(value, _)| value).collect())
    }

    /// The value of a field or param for which none is written.
    fn default_value(&mut self, ty: Type, declared: &ast::Declared) -> Option<Value> {
        Some(match ty.kind {
            _ if ty.or_none => Value::None,
            Kind::Bool => Value::Bool(false),
            Kind::Int { low, .. } => Value::Int(low),
            Kind::Set(_) | Kind::IntSet { .. } => Value::Set(Set::default()),
            Kind::Element(domain) => {
                let words = self.domains.element_words(domain);
                let name = &declared.name.text;
                let message = format!("`{name}` needs a value to begin with");
                let diagnostic =
                    Diagnostic::error(codes::NO_INITIAL, message, declared.span, "no `= ..` here");
                let written = self.input.short_text(declared.span);
                let first = self.first_elements(declared, domain);
                let when = if declared.indexes.is_empty() { "to begin with" } else { "for each entry" };
                let help = format!("write `{written} = {first}` with {words} {when}, or `{written} or none`");
                return self.reports.refuse(diagnostic.help(help));
            }
            _ => return None,
        })
    }

    /// Computes the initial values of a field.
    pub(super) fn initial_of_field(&mut self, id: FieldId) -> Option<()> {
        let field = &self.state.fields[id.index()];
        let (domains, ty) = (field.indexes.clone(), field.ty);
        let declared = self.state.declared[id.index()];
        if let Some(found) = self.reports.values_joined_by_and(declared) {
            return found;
        }
        if self.input.setting_initial(&declared.name.text).is_none()
            && self.refuse_no_first_value(declared).is_some()
        {
            return None;
        }
        let before = self.reports.list.len();
        let values = self.table_values(declared, &domains, ty, "an initial value");
        if values.is_none() {
            self.reports.name_passed_bound(before, declared);
        }
        let values = values?;
        self.state.fields[id.index()].initial = values;
        Some(())
    }
}

impl Reports<'_> {
    fn refuse_nested<T>(&mut self, span: Span) -> Option<T> {
        let message = "this list is nested too deep";
        let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, message, span, "one value is needed here");
        self.refuse(diagnostic.help("write one value, or give the name one index more: `name[Player]`"))
    }
}

impl DomainTables {
    /// The name of an entry, `stones[X]`.
    pub(super) fn entry_name(&self, name: &str, domains: &[DomainId], at: usize) -> String {
        if domains.is_empty() {
            return name.to_owned();
        }
        let sizes: Vec<usize> = domains.iter().map(|domain| self.all[domain.index()].len()).collect();
        let names: Vec<&str> = indexes(&sizes, &[], at)
            .iter()
            .zip(domains)
            .filter_map(|(index, domain)| match index {
                Value::Element(e) => self.all[domain.index()].members.get(*e as usize).map(String::as_str),
                _ => None,
            })
            .collect();
        format!("{name}[{}]", names.join(", "))
    }
}

impl Reports<'_> {
    /// Refuses `at[Player]: Cell = a1 and d3`.
    fn values_joined_by_and(&mut self, declared: &ast::Declared) -> Option<Option<()>> {
        let Some(ast::Initial::One(one)) = &declared.initial else { return None };
        let ast::ExprKind::Binary(ast::BinaryOp::And, a, b, _) = &one.kind else { return None };
        let name = |e: &ast::Expr| {
            matches!(e.kind, ast::ExprKind::Name(_) | ast::ExprKind::Int(_) | ast::ExprKind::Set(_))
        };
        if declared.indexes.is_empty() || !name(a) || !name(b) {
            return None;
        }
        let text = format!("[{}, {}]", self.input.on_one_line(a.span), self.input.on_one_line(b.span));
        let message = format!("`{}` needs one value for each entry, in square brackets", declared.name.text);
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, one.span, "joined by `and`");
        Some(self.refuse(diagnostic.help(format!("write `{text}`")).likely(one.span, text)))
    }
}

/// Whether an expression uses one of the first `count` locals, the indexes of its table.
fn uses_locals(e: &Expr, count: usize) -> bool {
    e.walk().any(|e| matches!(e.kind, crate::program::ExprKind::Local(LocalId(n)) if (n as usize) < count))
}

/// The indexes of entry number `at` among the entries that begin with `prefix`.
fn indexes(sizes: &[usize], prefix: &[usize], mut at: usize) -> Vec<Value> {
    let mut rest = Vec::new();
    for size in sizes[prefix.len()..].iter().rev() {
        rest.push(at % size);
        at /= size;
    }
    prefix.iter().copied().chain(rest.into_iter().rev()).map(|e| Value::Element(e as u32)).collect()
}

/// The narrowest type that contains all these values, which are of one kind.
pub(super) fn narrowest(kind: Kind, values: &[Value]) -> Type {
    let or_none = values.contains(&Value::None) && kind != Kind::Bool;
    let ints = || values.iter().filter_map(|v| if let Value::Int(n) = v { Some(*n) } else { None });
    let members = || values.iter().filter_map(|v| if let Value::Set(set) = v { Some(set) } else { None });
    let kind = match kind {
        Kind::Int { .. } => match (ints().min(), ints().max()) {
            (Some(low), Some(high)) => int(super::bounds::interval(low, high)),
            _ => number(0, Span::default()).ty.kind,
        },
        Kind::IntSet { low: least, high: greatest } => {
            let low = members().filter_map(|set| set.iter().next()).min();
            let high = members().filter_map(|set| set.iter().next_back()).max();
            // A set of integers without members stays one: its value decides nothing.
            let (low, high) = low.zip(high).unwrap_or((least, greatest.min(least)));
            Kind::IntSet { low, high }
        }
        other => other,
    };
    Type { kind, or_none }
}
