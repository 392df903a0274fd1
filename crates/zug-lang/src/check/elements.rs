//! Checks accesses behind a dot, and elements written out: `c.x`, `e.1`, `Cell.a1`, `Cell(x, y)`,
//! `Edge(a, b)`.

use super::bounds::interval;
use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::domain_tables::DomainTables;
use super::domain_tables::TableKey;
use super::kinds::int;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{
    DomainId, DomainKind, Expr, ExprKind, Kind, Set, Table, TableId, TableIndex, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    /// Checks `c.x`, `c.y` and `Cell.a1`.
    pub(super) fn member(
        &mut self,
        s: &mut Scope,
        of: &ast::Expr,
        name: &Name,
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        if let Some(domain) = self.as_domain(s, of) {
            return self.qualified(domain?, &name.text, name.span, span);
        }
        let which = match name.text.as_str() {
            "x" => 0,
            "y" => 1,
            _ => return self.refuse_member(s, of, name, span),
        };
        let board = self.geometric(hint, of.span);
        let cell = self.expr(s, of, board)?;
        let (cell, domain) = self.cell(cell, hint)?;
        let table = self.coordinate_table(domain, which, span)?;
        Some(self.domains.entry(table, vec![cell], span))
    }

    /// The domain that an expression names: `None` if it names no domain, `Some(None)` if the
    /// domain is poisoned.
    fn as_domain(&mut self, s: &Scope, of: &ast::Expr) -> Option<Option<DomainId>> {
        let ast::ExprKind::Name(name) = &of.kind else { return None };
        if s.find(&name.text).is_some() {
            return None;
        }
        let at = self.names.global(&name.text)?;
        let domain = matches!(
            self.names.globals[at].origin,
            super::global_names::Origin::Ready(_) | super::global_names::Origin::Domain(..)
        );
        domain.then(|| self.named_domain(name))
    }

    fn qualified(&mut self, domain: DomainId, element: &str, place: Span, span: Span) -> Option<Expr> {
        let declared = self.domains.all[domain.index()].span;
        if self.domains.base(domain).is_some() {
            let name = self.domains.domain_name(domain);
            let message = format!("members of `{name}` have no names: each is written as its set");
            let help = format!("write the elements of one, `{name}({element})` for that of one element");
            let report = Diagnostic::error(codes::UNKNOWN_NAME, message, place, "no name of a member");
            return self.reports.refuse(report.because(declared, "declared here").help(help));
        }
        if let Some(found) = self.domains.element_in(domain, element) {
            return Some(Self::element(domain, found, span));
        }
        let message = format!("`{}` has no element `{element}`", self.domains.domain_name(domain));
        let members = &self.domains.all[domain.index()].members;
        let help = Self::near(element, members.iter().map(String::as_str));
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, place, "unknown");
        let diagnostic = diagnostic.because(declared, "declared here");
        self.reports.refuse(diagnostic.help(help.unwrap_or_else(|| "write one of its elements".to_owned())))
    }

    /// Checks `e.1` and `Dot.5`.
    pub(super) fn part(
        &mut self,
        s: &mut Scope,
        of: &ast::Expr,
        number: u32,
        place: Span,
        span: Span,
    ) -> Option<Expr> {
        if let Some(domain) = self.as_domain(s, of) {
            return self.qualified(domain?, &number.to_string(), place, span);
        }
        let member = self.expr(s, of, None)?;
        let (words, base) = (self.domains.type_words(member.ty), self.domains.family_of(member.ty));
        let Some((family, base)) = base else {
            let message =
                format!("`.{number}` asks for an element of a family's member, but this is {words}");
            let diagnostic =
                Diagnostic::error(codes::NO_SUCH_ELEMENT, message, member.span, format!("this is {words}"));
            return self.reports.refuse(diagnostic.help("members of a family have `.1`, `.2`, .."));
        };
        if number == 0 {
            return self.refuse_element_zero(of, family, place);
        }
        let table = self.part_table(family, base, number, place)?;
        Some(self.domains.entry(table, vec![member], span))
    }

    /// Refuses `e.0`: the elements of a member are counted from 1.
    fn refuse_element_zero<T>(&mut self, of: &ast::Expr, family: DomainId, place: Span) -> Option<T> {
        let (name, declared) =
            (self.domains.domain_name(family).to_owned(), self.domains.all[family.index()].span);
        let message = format!("no member of `{name}` has an element number 0: they are counted from 1");
        let report = Diagnostic::error(codes::NO_SUCH_ELEMENT, message, place, "there is none");
        let of = crate::syntax::print::operand(of);
        let (first, second) = (format!("{of}.1"), format!("{of}.2"));
        let help = match self.input.game.text.contains(&first) {
            true => {
                format!("write `{first}`, and `{second}` where `{first}` stands: they are counted from 1")
            }
            false => format!("write `{first}`: they are counted from 1"),
        };
        self.reports.refuse(report.because(declared, "declared here").help(help))
    }

    fn part_table(&mut self, family: DomainId, base: DomainId, number: u32, place: Span) -> Option<TableId> {
        let key = TableKey::Part(family, number);
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let DomainKind::Family { members, .. } = &self.domains.all[family.index()].kind else { return None };
        let nth =
            |set: &Set| set.iter().nth((number as usize).wrapping_sub(1)).map(|e| Value::Element(e as u32));
        let entries: Vec<Value> = members.iter().map(|set| nth(set).unwrap_or_default()).collect();
        let largest = members.iter().map(Set::len).max().unwrap_or(0);
        if number as usize > largest && largest > 0 {
            let name = self.domains.domain_name(family).to_owned();
            let message = format!("no member of `{name}` has an element number {number}");
            let declared = self.domains.all[family.index()].span;
            let diagnostic = Diagnostic::error(codes::NO_SUCH_ELEMENT, message, place, "there is none");
            let diagnostic = diagnostic.because(declared, "declared here");
            return self.reports.refuse(diagnostic.help(format!("they are counted from 1 to {largest}")));
        }
        let ty = Type { kind: Kind::Element(base), or_none: entries.contains(&Value::None) };
        let name = format!("{}.{number}", self.domains.domain_name(family));
        Some(self.domains.cached(key, name, vec![TableIndex::Domain(family)], ty, entries))
    }

    /// Refuses `Cell(x)`: a cell has a column and a row.
    fn refuse_coordinates<T>(&mut self, name: &str, arguments: &[ast::Expr], span: Span) -> Option<T> {
        let report = super::defs::argument_count(name, None, &[2], arguments.len(), span);
        let given = arguments.iter().map(crate::syntax::print::whole).chain(["1".to_owned(), "1".to_owned()]);
        let text = format!("{name}({})", given.take(2).collect::<Vec<_>>().join(", "));
        let help = format!("write `{text}` for one: the column and the row, counted from 1");
        self.reports.refuse(report.help(help))
    }

    /// Checks `Cell(x, y)` and `Edge(a, b)`.
    pub(super) fn construct(
        &mut self,
        s: &mut Scope,
        domain: DomainId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if let Some(base) = self.domains.base(domain) {
            return self.construct_member(s, domain, base, arguments, span);
        }
        if self.domains.coordinates(domain).is_some() {
            let name = self.domains.domain_name(domain).to_owned();
            if arguments.len() != 2 {
                return self.refuse_coordinates(&name, arguments, span);
            }
            let (x, y) = (self.int_expr(s, &arguments[0]), self.int_expr(s, &arguments[1]));
            let table = self.at_table(domain, span)?;
            return Some(self.domains.entry(table, vec![x?, y?], span));
        }
        if self.domains.low(domain).is_some() && arguments.len() == 1 {
            return self.typed(s, &arguments[0], Kind::Element(domain), None);
        }
        let name = self.domains.domain_name(domain).to_owned();
        let message = format!("elements of `{name}` are not made by `{name}(..)`");
        let declared = self.domains.all[domain.index()].span;
        let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "`(..)` has no meaning here");
        let diagnostic = diagnostic.because(declared, "declared here");
        self.reports.refuse(
            diagnostic.help(format!("write the name of an element, `{name}.NAME` where it is not clear")),
        )
    }

    fn construct_member(
        &mut self,
        s: &mut Scope,
        family: DomainId,
        base: DomainId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if let [one] = arguments {
            let found = self.expr(s, one, Some(base))?;
            let set = self.fit(found, Kind::Set(base), None)?;
            return self.fit(Expr { span, ..set }, Kind::Element(family), None);
        }
        let found: Vec<Option<Expr>> =
            arguments.iter().map(|e| self.typed(s, e, Kind::Element(base), None)).collect();
        let items = found.into_iter().collect::<Option<Vec<Expr>>>()?;
        let or_none = items.iter().any(|item| item.ty.or_none);
        let set = expr(ExprKind::SetOf(items, false), Type { kind: Kind::Set(base), or_none }, span);
        self.fit(set, Kind::Element(family), None)
    }

    fn coordinate_table(&mut self, domain: DomainId, which: usize, span: Span) -> Option<TableId> {
        let key = TableKey::Coordinate(domain, which);
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let axis = ["x", "y"][which];
        let Some(all) = self.domains.coordinates(domain) else {
            let message = format!("elements of `{}` have no `.{axis}`", self.domains.domain_name(domain));
            let declared = self.domains.all[domain.index()].span;
            let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, span, "no coordinates");
            let diagnostic = diagnostic.because(declared, "declared here");
            return self.reports.refuse(diagnostic.help(
                "grids, hexes, triangles, and graphs whose points are all named like squares have them",
            ));
        };
        let values: Vec<i64> = all.iter().map(|(x, y)| [*x, *y][which]).collect();
        let bounds = interval(*values.iter().min()?, *values.iter().max()?);
        let entries = values.into_iter().map(Value::Int).collect();
        let name = format!("{}.{axis}", self.domains.domain_name(domain));
        Some(self.domains.cached(key, name, vec![TableIndex::Domain(domain)], int(bounds).always(), entries))
    }

    fn at_table(&mut self, domain: DomainId, span: Span) -> Option<TableId> {
        let key = TableKey::At(domain);
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let all = self.domains.coordinates(domain)?;
        let width = all.iter().map(|(x, _)| *x).max()?;
        let height = all.iter().map(|(_, y)| *y).max()?;
        let count = usize::try_from(width * height).ok();
        let mut entries = vec![Value::None; self.reports.check_table_size(count, span)?];
        for (cell, (x, y)) in all.iter().enumerate() {
            entries[((x - 1) * height + y - 1) as usize] = Value::Element(cell as u32);
        }
        let ty = Type { kind: Kind::Element(domain), or_none: entries.contains(&Value::None) };
        let range = |high| TableIndex::Ints { low: 1, high };
        let name = format!("{}(x, y)", self.domains.domain_name(domain));
        Some(self.domains.cached(key, name, vec![range(width), range(height)], ty, entries))
    }
}

impl DomainTables {
    fn family_of(&self, ty: Type) -> Option<(DomainId, DomainId)> {
        match ty.kind {
            Kind::Element(family) => Some((family, self.base(family)?)),
            _ => None,
        }
    }

    /// Adds a table under a key, for later uses.
    pub(super) fn cached(
        &mut self,
        key: TableKey,
        name: String,
        indexes: Vec<TableIndex>,
        ty: Type,
        entries: Vec<Value>,
    ) -> TableId {
        let id = self.add_table(Table { name, indexes, ty, entries });
        self.table_cache.insert(key, id);
        id
    }

    /// The coordinates of all elements, if the domain has coordinates.
    pub(super) fn coordinates(&self, domain: DomainId) -> Option<Vec<(i64, i64)>> {
        match &self.all[domain.index()].kind {
            DomainKind::Board(shape) => {
                (0..self.all[domain.index()].len() as i64).map(|cell| shape.coordinates(cell)).collect()
            }
            DomainKind::Graph { squares, .. } => squares.clone(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn elements_of_a_member_are_counted_from_one() {
        let helps = |notation: &str| {
            let family =
                "family Edge of C = { {a, b} for a in C, b in near(a) } state { drawn: set of Edge }";
            helps_beside(family, &format!("move m(e in Edge) as \"{notation}\" {{ drawn += e }}"))
        };
        assert_eq!(helps("{e.0}"), ["write `e.1`: they are counted from 1"]);
        let both = "write `e.1`, and `e.2` where `e.1` stands: they are counted from 1";
        assert_eq!(helps("{e.0} {e.1}"), [both]);
        assert_eq!(helps("{e[1]}"), ["write `e.1`: the elements of a member are numbered"]);
        assert_eq!(helps("{e[0]} {e[1]}")[1..], ["write `e.2`: the elements of a member are numbered"]);
        assert_eq!(helps("{e.1} {e.2}"), [""; 0]);
    }

    #[test]
    fn a_cell_has_a_column_and_a_row() {
        let helps =
            |value: &str| helps_beside("state { s: set of C }", &format!("move m {{ s += {value} }}"));
        let both = "for one: the column and the row, counted from 1";
        assert_eq!(helps("C(2)"), [format!("write `C(2, 1)` {both}")]);
        assert_eq!(helps("C(2, 3, 1)"), [format!("write `C(2, 3)` {both}")]);
    }
}
