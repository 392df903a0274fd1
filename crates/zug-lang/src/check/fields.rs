//! Checks declarations of fields, and entries of fields and tables in expressions.

use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::domain_tables::DomainTables;
use super::global_names::Meaning;
use super::kinds::int;
use super::reports::Reports;
use super::scope::Scope;
use super::words::counted;
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
        let (indexes, ty) = (indexes?, ty?);
        self.check_entries(&indexes, declared.span)?;
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
            let bound = kinds.first().and_then(|kind| self.domains.bound_index(s, *kind));
            let bound = bound.filter(|_| !self.has_named_index(kinds, span) && !self.stands_for_a_set(span));
            if let (Some(index), [_], []) = (bound, kinds, indexes) {
                return self.refuse_without_index((name, declared), kinds[0], &index, span);
            }
            let local = kinds.first().and_then(|kind| self.domains.value_in_scope(s, *kind, &[]));
            return self.refuse_index_count((name, declared), kinds, indexes.len(), local, span);
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

    /// Whether a first value is written at a place, for which the index of its field has a name.
    fn has_named_index(&self, kinds: &[Kind], span: Span) -> bool {
        match kinds {
            [Kind::Element(domain)] => {
                self.with_named_index(span, self.domains.domain_name(*domain)).is_some()
            }
            _ => false,
        }
    }

    /// Whether a set belongs at a place, behind `in`: then the values of the table are meant.
    fn stands_for_a_set(&self, span: Span) -> bool {
        self.input
            .game
            .text
            .get(..span.start as usize)
            .is_some_and(|before| before.trim_end().ends_with(" in"))
    }

    /// Refuses a table without its index where a name in scope may be meant.
    fn refuse_without_index<T>(
        &mut self,
        (name, declared): (&str, Span),
        kind: Kind,
        index: &str,
        span: Span,
    ) -> Option<T> {
        let other = match kind {
            Kind::Element(domain) => self.domains.domain_name(domain).to_owned(),
            Kind::Int { low, high } => format!("number from {low} to {high}"),
            _ => "index".to_owned(),
        };
        let message = format!("`{name}` is a table: it needs 1 index");
        let report = Diagnostic::error(codes::INDEX_COUNT, message, span, "not as declared");
        let text = format!("{name}[{index}]");
        let help = format!("write `{text}`, or another {other} in the brackets");
        self.reports.refuse(report.because(declared, "declared here").help(help).likely(span, text))
    }

    fn refuse_index_count<T>(
        &mut self,
        (name, declared): (&str, Span),
        kinds: &[Kind],
        given: usize,
        local: Option<String>,
        span: Span,
    ) -> Option<T> {
        let words: Vec<String> = kinds
            .iter()
            .map(|kind| match kind {
                Kind::Element(domain) => self.domains.domain_name(*domain).to_owned(),
                _ => "number".to_owned(),
            })
            .collect();
        let has = if kinds.is_empty() { "none".to_owned() } else { counted(kinds.len(), "index", "indexes") };
        let message = match kinds.len() {
            0 => format!("`{name}` has no indexes, it is one value"),
            _ if given == 0 => format!("`{name}` is a table: it needs {has}"),
            _ if given == 1 => format!("`{name}` has {has}, here is 1"),
            _ => format!("`{name}` has {has}, here are {given}"),
        };
        let both = self.of_both_players(name, kinds, span).filter(|_| given == 0);
        let together = self.all_entries(name, given, span);
        let help = match kinds.len() {
            _ if both.is_some() => both.unwrap_or_default(),
            _ if together.is_some() => {
                format!("write `{}`: the entries together", together.unwrap_or_default())
            }
            0 => format!("write `{name}` alone"),
            1 if given == 0
                && let Some(counted) = self.counted_entries(name, span) =>
            {
                format!("write `count({counted})`: for how many it holds")
            }
            1 if given == 0
                && let Some(named) = self.with_named_index(span, &words[0]) =>
            {
                format!("write `{named}`: it stands for each {} in turn", words[0])
            }
            1 if given == 0 && words[0] == "Player" && self.input.is_compared(span) => {
                let rest = self.input.game.text.get(span.end as usize..).unwrap_or("").trim_start();
                let (sign, value) = rest.split_at(if rest.starts_with('!') { 2 } else { 1 });
                let goes_on = |c: char| c.is_alphanumeric() || c == '_';
                let value = value.trim_start().split(|c| !goes_on(c)).next().unwrap_or("..");
                let value = if value.is_empty() { ".." } else { value };
                format!(
                    "write `{name}[me]`, `{name}[opponent]`, or `every p in Player: {name}[p] {sign} {value}` for both"
                )
            }
            1 if given == 0 && words[0] == "Player" => {
                format!("write `{name}[me]`, `{name}[opponent]`, or another Player in the brackets")
            }
            1 if given == 0 && words[0] == "number" => format!(
                "write `{name}[i]` for one entry, `{{ {name}[i] for i in 1..len({name}) }}` for the set of its values, `sum(i in 1..len({name}): {name}[i])` for their sum"
            ),
            1 if given == 0
                && let Some(local) = local =>
            {
                format!("write `{name}[{local}]`, or another {} in the brackets", words[0])
            }
            1 => format!("write `{name}[..]` with a {} in the brackets", words[0]),
            n if given + 1 == n && words[n - 1] != "number" => {
                let text = self.input.game.text.get(span.start as usize..span.end as usize).unwrap_or("");
                let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
                let inside = inside.map(|(inside, _)| inside).filter(|inside| !inside.contains('['));
                let (inside, kind) = (inside.unwrap_or(".."), &words[n - 1]);
                format!(
                    "write `{name}[{inside}, ..]` with a {kind} as the last index; for all of them, `for x in {kind} {{ {name}[{inside}, x] = .. }}` in a body"
                )
            }
            _ => format!("write `{name}[{}]` with a value of each kind", words.join(", ")),
        };
        let diagnostic = Diagnostic::error(codes::INDEX_COUNT, message, span, "not as declared");
        self.reports.refuse(diagnostic.because(declared, "declared here").help(help))
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
