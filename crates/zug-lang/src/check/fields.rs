//! Checks declarations of fields, and entries of fields and tables in expressions.

use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::domain_tables::DomainTables;
use super::global_names::Meaning;
use super::kinds::int;
use super::reports::Reports;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Field, FieldId, Kind, TableId, TableIndex};
use crate::source::Span;
use crate::syntax::{ast, elsewhere};

impl<'a> Checker<'a> {
    /// Declares a field; its initial values are computed later, when all names are known.
    pub(super) fn field(&mut self, declared: &'a ast::Declared) -> Option<Meaning> {
        let indexes = self.index_domains(&declared.indexes);
        let ty = match &declared.ty.kind {
            ast::TypeKind::ListOf(item) => self.refuse_list_field(declared, item),
            _ => self.declared_type(&declared.ty),
        };
        let (indexes, mut ty) = (indexes?, ty?);
        self.check_entries(&indexes, declared.span)?;
        // The missing `or none` is told with the first value: what stores `none` is in order then.
        ty.or_none |= self.begins_with_none(declared);
        let id = FieldId(self.state.fields.len() as u32);
        self.state.fields.push(Field {
            name: declared.name.text.clone(),
            indexes,
            ty,
            initial: Vec::new(),
            span: declared.name.span,
        });
        self.state.declared.push(declared);
        Some(Meaning::Field(id))
    }

    /// The domains of indexes.
    pub(super) fn index_domains(&mut self, indexes: &[ast::Index]) -> Option<Vec<DomainId>> {
        let found: Vec<Option<DomainId>> =
            indexes.iter().map(|index| self.named_domain(&index.domain)).collect();
        found.into_iter().collect()
    }

    /// The number of entries of a table over these domains; refused above the limit.
    pub(super) fn check_entries(&mut self, indexes: &[DomainId], span: Span) -> Option<usize> {
        let count =
            indexes.iter().try_fold(1usize, |n, id| n.checked_mul(self.domains.all[id.index()].len()));
        self.reports.check_table_size(count, span)
    }
}

impl Checker<'_> {
    /// Checks `f[i, j]`.
    pub(super) fn at(
        &mut self,
        s: &mut Scope,
        of: &ast::Expr,
        indexes: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let ast::ExprKind::Name(name) = &of.kind else {
            return self.refuse_row_of_indexes(of, indexes, span);
        };
        if let Some(binding) = s.find(&name.text) {
            let ty = binding.local.map(|local| s.ty(local));
            return self.refuse_indexed_local(name, ty, indexes, span);
        }
        let Some(at) = self.names.global(&name.text) else {
            let unknown = crate::built_ins::built_in(&name.text).is_none();
            let form = elsewhere::function(&name.text, indexes.len()).filter(|_| unknown);
            if let Some(text) = form.map(|form| self.form_by_kind(s, form, indexes)) {
                let message = format!("there is nothing called `{}`", name.text);
                let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown");
                let diagnostic = diagnostic.help(format!("write `{text}`")).likely(span, text);
                return self.refuse_name(Some(s), name, &[], diagnostic);
            }
            self.name(s, name, None)?;
            return self.refuse_not_indexed(&format!("`{}`", name.text), span);
        };
        let Some(meaning) = self.resolve(at, name.span) else {
            self.check_apart(s, indexes);
            return None;
        };
        match meaning {
            Meaning::Field(id) => self.field_entry(s, id, indexes, span),
            Meaning::Table(id) => self.table_entry(s, id, indexes, span),
            Meaning::Def(_) => {
                let message = format!("`{}` is a `def`: its arguments stand in round brackets", name.text);
                let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "square brackets here");
                let written: Vec<String> = indexes.iter().map(crate::syntax::print::whole).collect();
                let text = format!("{}({})", name.text, written.join(", "));
                self.reports.refuse(diagnostic.help(format!("write `{text}`")).fix(span, text))
            }
            Meaning::Domain(id) if self.domains.coordinates(id).is_some() && indexes.len() == 2 => {
                let message = format!("elements of `{}` are made with round brackets", name.text);
                let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "square brackets here");
                let written: Vec<String> = indexes.iter().map(crate::syntax::print::whole).collect();
                let text = format!("{}({})", name.text, written.join(", "));
                self.reports.refuse(diagnostic.help(format!("write `{text}`")).fix(span, text))
            }
            Meaning::Domain(id) => self.refuse_indexed_domain(id, name, indexes, span),
            _ => self.refuse_not_indexed(&format!("`{}`", name.text), span),
        }
    }

    /// Refuses `Spot[1]`: an element is named, and one of a domain of numbers is its number.
    fn refuse_indexed_domain<T>(
        &mut self,
        id: DomainId,
        name: &ast::Name,
        indexes: &[ast::Expr],
        span: Span,
    ) -> Option<T> {
        let [index] = indexes else { return self.refuse_not_indexed(&format!("`{}`", name.text), span) };
        let count = self.domains.all[id.index()].members.len();
        let text = match index.kind {
            _ if self.domains.low(id).is_some() => Some(crate::syntax::print::whole(index)),
            ast::ExprKind::Int(number) => {
                let at = usize::try_from(number.max(1) - 1).ok().filter(|at| *at < count);
                at.map(|at| self.domains.written_element(id, at))
            }
            _ => None,
        };
        let Some(text) = text else { return self.refuse_not_indexed(&format!("`{}`", name.text), span) };
        let elements = match self.domains.base(id) {
            _ if self.domains.low(id).is_some() => "are numbers",
            Some(_) => "are sets",
            None => "have names",
        };
        let message = format!("`{}` has no indexes: its elements {elements}", name.text);
        let report = Diagnostic::error(codes::NOT_INDEXED, message, span, "`[..]` has no meaning here");
        self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text))
    }

    /// Refuses `f[i][j]`: several indexes go into one pair of brackets.
    fn refuse_row_of_indexes<T>(&mut self, of: &ast::Expr, indexes: &[ast::Expr], span: Span) -> Option<T> {
        let ast::ExprKind::At(inner, first) = &of.kind else { return self.refuse_not_indexed("this", span) };
        if let Some(text) = self.coordinates_meant(inner, first, of, indexes) {
            let message = "this has no indexes of its own";
            let diagnostic =
                Diagnostic::error(codes::NOT_INDEXED, message, span, "`[..]` has no meaning here");
            return self.reports.refuse(diagnostic.help(format!("write `{text}`")).likely(span, text));
        }
        if let (true, [index]) = (self.is_entry_with_set(inner, first), indexes) {
            let text =
                format!("{} in {}", crate::syntax::print::operand(index), crate::syntax::print::whole(of));
            let message = "a set has no indexes: whether it holds something is asked by `in`";
            let diagnostic =
                Diagnostic::error(codes::NOT_INDEXED, message, span, "`[..]` has no meaning here");
            return self.reports.refuse(diagnostic.help(format!("write `{text}`")).likely(span, text));
        }
        let all: Vec<String> = first.iter().chain(indexes).map(crate::syntax::print::whole).collect();
        let text = format!("{}[{}]", crate::syntax::print::operand(inner), all.join(", "));
        let message = "several indexes stand in one pair of brackets";
        let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "two pairs here");
        self.reports.refuse(
            diagnostic.help(format!("write `{text}`, if there are so many indexes")).likely(span, text),
        )
    }

    /// Whether these indexes are all that a field of sets has.
    fn is_entry_with_set(&self, inner: &ast::Expr, indexes: &[ast::Expr]) -> bool {
        let ast::ExprKind::Name(name) = &inner.kind else { return false };
        self.state.fields.iter().any(|field| {
            let is_set = matches!(field.ty.kind, Kind::Set(_) | Kind::IntSet { .. });
            field.name == name.text && field.indexes.len() == indexes.len() && is_set
        })
    }

    /// `at[A][0]` as `at[A].x`, `Cell[2][3]` as `Cell(2, 3)`.
    fn coordinates_meant(
        &self,
        inner: &ast::Expr,
        first: &[ast::Expr],
        of: &ast::Expr,
        indexes: &[ast::Expr],
    ) -> Option<String> {
        let (ast::ExprKind::Name(name), [index]) = (&inner.kind, indexes) else { return None };
        let origin = self.names.globals[self.names.global(&name.text)?].origin;
        if let super::global_names::Origin::Domain(..) = origin {
            let all: Vec<String> = first.iter().chain(indexes).map(crate::syntax::print::whole).collect();
            return Some(format!("{}({})", name.text, all.join(", ")));
        }
        let of_cell = self.state.fields.iter().any(|field| {
            field.name == name.text
                && field.indexes.len() == first.len()
                && matches!(field.ty.kind, Kind::Element(domain) if self.domains.coordinates(domain).is_some())
        });
        let axis = match index.kind {
            ast::ExprKind::Int(0) => "x",
            ast::ExprKind::Int(1) => "y",
            _ => return None,
        };
        of_cell.then(|| format!("{}.{axis}", crate::syntax::print::operand(of)))
    }

    /// Refuses indexes behind a local; the elements of a member of a family have numbers.
    fn refuse_indexed_local<T>(
        &mut self,
        name: &ast::Name,
        ty: Option<crate::program::Type>,
        indexes: &[ast::Expr],
        span: Span,
    ) -> Option<T> {
        let member =
            matches!(ty.map(|ty| ty.kind), Some(Kind::Element(of)) if self.domains.base(of).is_some());
        let [ast::Expr { kind: ast::ExprKind::Int(number @ 0..), .. }] = indexes else {
            return self.refuse_not_indexed(&format!("`{}`", name.text), span);
        };
        if !member {
            return self.refuse_not_indexed(&format!("`{}`", name.text), span);
        }
        let message = format!("`{}` has no indexes", name.text);
        let report = Diagnostic::error(codes::NOT_INDEXED, message, span, "`[..]` has no meaning here");
        if *number == 0 {
            let first = format!("{}.1", name.text);
            return self.reports.refuse(report.help(format!(
                "write `{first}` for the first, and so on: the elements of a member are counted from 1"
            )));
        }
        // Who counts one from 0 counts all so.
        let from_zero = self.input.game.text.contains(&format!("{}[0]", name.text));
        let text = format!("{}.{}", name.text, number + i64::from(from_zero));
        self.reports.refuse(
            report.help(format!("write `{text}`: the elements of a member are numbered")).likely(span, text),
        )
    }

    /// The name that stands before indexes, if nothing else does.
    fn name_before_indexes(&self, span: Span) -> Option<String> {
        let (name, _) = self.input.written(span).split_once('[')?;
        let is_name = name.trim_end().chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then(|| name.trim_end().to_owned())
    }

    fn refuse_not_indexed<T>(&mut self, what: &str, span: Span) -> Option<T> {
        let message = format!("{what} has no indexes");
        let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "`[..]` has no meaning here");
        if let Some(help) = self.array_type(span) {
            return self.reports.refuse(diagnostic.help(help));
        }
        if let Some(name) = self.name_before_indexes(span) {
            let help = format!("write `{name}` alone: it is one value");
            return self.reports.refuse(diagnostic.help(help).likely(span, name));
        }
        self.reports.refuse(diagnostic.help("fields, params and `let`s declared with `[..]` have indexes; several go into one pair of brackets"))
    }

    /// Checks an entry of a field.
    pub(super) fn field_entry(
        &mut self,
        s: &mut Scope,
        id: FieldId,
        indexes: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let field = &self.state.fields[id.index()];
        let (name, declared) = (field.name.clone(), field.span);
        let kinds: Vec<Kind> = field.indexes.iter().map(|domain| Kind::Element(*domain)).collect();
        let mut ty = field.ty;
        self.reads_position(s, &format!("`{name}`"), span)?;
        let indexes = self.indexes(s, &name, declared, &kinds, indexes, span)?;
        ty.or_none |= has_no_missing(ty.kind) && indexes.iter().any(|index| index.ty.or_none);
        Some(expr(ExprKind::Field(id, indexes), ty, span))
    }

    /// Checks an entry of a constant table.
    pub(super) fn table_entry(
        &mut self,
        s: &mut Scope,
        id: TableId,
        indexes: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let name = self.domains.tables[id.index()].name.clone();
        let declared = self.names.global(&name).map_or(span, |at| self.names.globals[at].span);
        let kinds: Vec<Kind> = self.domains.tables[id.index()].indexes.iter().map(index_kind).collect();
        let indexes = self.indexes(s, &name, declared, &kinds, indexes, span)?;
        Some(self.domains.entry(id, indexes, span))
    }

    fn indexes(
        &mut self,
        s: &mut Scope,
        name: &str,
        declared: Span,
        kinds: &[Kind],
        indexes: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let implied = implied(s, kinds, indexes.len());
        if indexes.len() + usize::from(implied.is_some()) != kinds.len() {
            if s.cell.is_some() && indexes.is_empty() && kinds == [Kind::Element(crate::program::PLAYER)] {
                return self.refuse_shown_table(name, declared, span);
            }
            if kinds.is_empty() && self.refuse_field_without_index(s, name, declared, indexes)
                || self.refuse_indexed_set(s, name, indexes, span)
            {
                return None;
            }
            return self.refuse_index_count(s, (name, declared), kinds, indexes.len(), span);
        }
        let before = self.reports.list.len();
        let mut written = indexes.iter();
        let mut found = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            match (&implied, written.as_slice()) {
                (Some((place, cell)), _) if *place == at => found.push(Some(cell.clone())),
                _ => {
                    let text = format!("`{name}` is declared here");
                    let index = written.next()?;
                    found.push(self.typed(s, index, *kind, Some((declared, &text))));
                }
            }
        }
        if implied.is_none() && found.iter().any(Option::is_none) {
            self.tell_turned_indexes(s, before, name, kinds, indexes, span);
        }
        found.into_iter().collect()
    }

    /// Computes the initial values of all fields, and the player who begins.
    pub(super) fn check_fields(&mut self) {
        for at in 0..self.state.fields.len() {
            let initial = self.initial_of_field(FieldId(at as u32));
            self.reports.whole_item(initial);
        }
        self.check_turn();
    }
}

impl Reports<'_> {
    /// Refuses a table that is too large; `count` is `None` if it overflows.
    pub(super) fn check_table_size(&mut self, count: Option<usize>, span: Span) -> Option<usize> {
        let most = super::limits::ENTRIES;
        match count {
            Some(count) if count <= most => Some(count),
            _ => {
                let count = count.map_or_else(|| "too many".to_owned(), |count| count.to_string());
                let message = format!("this table would have {count} entries, at most {most} are possible");
                let diagnostic = Diagnostic::error(codes::TABLE_TOO_LARGE, message, span, "too large");
                self.refuse(diagnostic.help("use smaller domains"))
            }
        }
    }
}

impl DomainTables {
    /// The entry of a table at indexes of the right kinds. An index that may lie outside makes the
    /// entry `or none`.
    pub(super) fn entry(&self, id: TableId, indexes: Vec<Expr>, span: Span) -> Expr {
        let table = &self.tables[id.index()];
        let misses = indexes.iter().zip(&table.indexes).any(|(index, range)| {
            let outside = match (range, index.ty.kind) {
                (TableIndex::Ints { low, high }, Kind::Int { low: l, high: h }) => l < *low || h > *high,
                _ => false,
            };
            index.ty.or_none || outside
        });
        let mut ty = table.ty;
        ty.or_none |= misses && has_no_missing(ty.kind);
        super::expr::settled(expr(ExprKind::Table(id, indexes), ty, span))
    }
}

/// Whether an entry at `none` is `none`; a set is empty there, a `bool` false.
pub(super) fn has_no_missing(kind: Kind) -> bool {
    matches!(kind, Kind::Int { .. } | Kind::Element(_))
}

fn index_kind(index: &TableIndex) -> Kind {
    match index {
        TableIndex::Domain(domain) => Kind::Element(*domain),
        TableIndex::Ints { low, high } => int(super::bounds::interval(*low, *high)),
    }
}

/// In `show`, the cell to draw stands for an index that is left out: the last one of its
/// domain.
fn implied(s: &Scope, kinds: &[Kind], given: usize) -> Option<(usize, Expr)> {
    let (domain, local) = s.cell?;
    if given + 1 != kinds.len() {
        return None;
    }
    let at = kinds.iter().rposition(|kind| *kind == Kind::Element(domain))?;
    let span = Span::default();
    Some((at, expr(ExprKind::Local(local), Kind::Element(domain).always(), span)))
}
