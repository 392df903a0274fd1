//! Writes core expressions as an author would, with indexes worked out: `marks[X]`, `n <= left`.

use super::{Explainer, Locals, NamedValue};
use crate::program::{Arith, DomainId, Expr, ExprKind, Kind, LocalId, Order, Quantifier, Type, Value};

/// Values and texts of more characters than this are cut.
const LONGEST: usize = 72;

impl<'a> Explainer<'a> {
    /// A value as the definition writes it; the set of all elements by the name of its domain.
    pub(super) fn value(&self, value: &Value, ty: Type) -> String {
        if let (Value::Set(set), Kind::Set(domain)) = (value, ty.kind)
            && set.len() == self.program.domain(domain).len()
        {
            return self.program.domain(domain).name.clone();
        }
        cut(&self.program.show_value(value, ty).to_string())
    }

    /// The value of an expression, as text.
    pub(super) fn value_of(&self, at: &mut Locals<'a>, expr: &Expr) -> String {
        let value = self.scene.eval(&mut at.values, expr);
        self.value(&value, expr.ty)
    }

    /// An expression with its value.
    pub(super) fn named(&self, at: &mut Locals<'a>, expr: &Expr) -> NamedValue {
        NamedValue { name: self.text(at, expr), value: self.value_of(at, expr) }
    }

    /// An expression as an author would write it.
    pub(super) fn text(&self, at: &mut Locals<'a>, expr: &Expr) -> String {
        cut(&self.whole(at, expr))
    }

    fn whole(&self, at: &mut Locals<'a>, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Const(value) => self.value(value, expr.ty),
            ExprKind::Local(local) => {
                at.frame.locals.get(local.index()).map_or_else(String::new, |local| local.name.clone())
            }
            ExprKind::Me => "me".into(),
            ExprKind::Other(a) if matches!(a.kind, ExprKind::Me) => "opponent".into(),
            ExprKind::Other(a) => self.called(at, "other", [&**a]),
            ExprKind::Field(field, indexes) => {
                let name = self.program.fields.get(field.index()).map_or("", |field| &field.name);
                self.entry(at, name, indexes)
            }
            ExprKind::Table(table, indexes) => {
                let name = self.program.tables.get(table.index()).map_or("", |table| &table.name);
                match (name.split_once('('), name.rsplit_once('.'), &indexes[..]) {
                    (Some((function, _)), ..) => self.called(at, function, indexes),
                    // A coordinate is read off its element.
                    (None, Some((_, coordinate)), [element]) => {
                        format!("{}.{coordinate}", self.index(at, element))
                    }
                    _ => self.entry(at, name, indexes),
                }
            }
            ExprKind::Call(def, arguments) => {
                let name = self.program.defs.get(def.index()).map_or("", |def| &def.name);
                if arguments.is_empty() { name.into() } else { self.called(at, name, arguments) }
            }
            ExprKind::Not(a) => self.negated(at, a),
            ExprKind::And(all) => self.joined(at, all, " and "),
            ExprKind::Or(any) => self.joined(at, any, " or "),
            ExprKind::Equal(a, b) => self.infix(at, a, "=", b),
            ExprKind::Compare(Order::Less, a, b) | ExprKind::Subset(a, b, true) => self.infix(at, a, "<", b),
            ExprKind::Compare(Order::LessEqual, a, b) | ExprKind::Subset(a, b, false) => {
                self.infix(at, a, "<=", b)
            }
            ExprKind::In(a, b) => self.infix(at, a, "in", b),
            ExprKind::Arith(op, a, b) => self.infix(at, a, sign(*op), b),
            ExprKind::Union(a, b) => self.infix(at, a, "+", b),
            ExprKind::Minus(a, b) => self.infix(at, a, "-", b),
            ExprKind::Intersect(a, b) => self.infix(at, a, "&", b),
            ExprKind::RangeSet(a, b) => format!("{}..{}", self.whole(at, a), self.whole(at, b)),
            ExprKind::Negate(a) => format!("-{}", self.operand(at, a)),
            ExprKind::Abs(a) => self.called(at, "abs", [&**a]),
            ExprKind::Count(a) => self.called(at, "count", [&**a]),
            ExprKind::Stuck(a) => self.called(at, "stuck", [&**a]),
            ExprKind::Extreme(greatest, all) => self.called(at, if *greatest { "max" } else { "min" }, all),
            ExprKind::SetOf(all, _) => format!("{{{}}}", self.all(at, all)),
            ExprKind::Singleton(a, true) => self.whole(at, a),
            ExprKind::Singleton(a, false) => format!("{{{}}}", self.whole(at, a)),
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                self.quantified(at, *quantifier, binders, (guard, body))
            }
            ExprKind::If(c, a, b) => {
                let (c, a, b) = (self.whole(at, c), self.whole(at, a), self.whole(at, b));
                format!("if {c} then {a} else {b}")
            }
            ExprKind::Run(_, a, b, c) => self.called(at, "run", [&**a, b, c]),
            ExprKind::Stop(_, a, b, c) => self.called(at, "stop", [&**a, b, c]),
            ExprKind::Reach(_, a, b) | ExprKind::ReachLinks(_, a, b) => self.called(at, "reach", [&**a, b]),
            ExprKind::Can(id, arguments) => {
                let name = self.program.moves.get(id.index()).map_or("", |each| &each.name);
                let name = format!("can {name}");
                if arguments.is_empty() { name } else { self.called(at, &name, arguments) }
            }
            // These are added by the checker and have no sign of their own in the text.
            ExprKind::ToInt(a)
            | ExprKind::ToElement(a)
            | ExprKind::Ordinal(a)
            | ExprKind::ToInts(a)
            | ExprKind::ToElements(a)
            | ExprKind::MemberSet(a)
            | ExprKind::SetMember(a) => self.whole(at, a),
        }
    }

    fn negated(&self, at: &mut Locals<'a>, a: &Expr) -> String {
        match &a.kind {
            ExprKind::Equal(a, b) => self.infix(at, a, "!=", b),
            ExprKind::In(a, b) => self.infix(at, a, "not in", b),
            _ => format!("not {}", self.operand(at, a)),
        }
    }

    fn infix(&self, at: &mut Locals<'a>, a: &Expr, sign: &str, b: &Expr) -> String {
        format!("{} {sign} {}", self.left(at, a, sign), self.operand(at, b))
    }

    /// A left operand: `a - b - c` needs no brackets.
    fn left(&self, at: &mut Locals<'a>, a: &Expr, sign: &str) -> String {
        let sum = matches!(
            a.kind,
            ExprKind::Union(..) | ExprKind::Minus(..) | ExprKind::Arith(Arith::Add | Arith::Sub, ..)
        );
        let looser = ["+", "-", "=", "!=", "<", "<=", "in", "not in"].contains(&sign);
        if sum && looser { self.whole(at, a) } else { self.operand(at, a) }
    }

    /// An operand, in brackets where it is made of several.
    fn operand(&self, at: &mut Locals<'a>, expr: &Expr) -> String {
        let text = self.whole(at, expr);
        let compound = matches!(
            expr.kind,
            ExprKind::And(_)
                | ExprKind::Or(_)
                | ExprKind::Equal(..)
                | ExprKind::Compare(..)
                | ExprKind::In(..)
                | ExprKind::Subset(..)
                | ExprKind::Arith(..)
                | ExprKind::Union(..)
                | ExprKind::Minus(..)
                | ExprKind::Intersect(..)
                | ExprKind::Quantified { .. }
                | ExprKind::If(..)
        );
        if compound && !text.starts_with('{') { format!("({text})") } else { text }
    }

    fn joined(&self, at: &mut Locals<'a>, all: &[Expr], sign: &str) -> String {
        let parts: Vec<String> = all.iter().map(|each| self.operand(at, each)).collect();
        parts.join(sign)
    }

    fn all<'e>(&self, at: &mut Locals<'a>, all: impl IntoIterator<Item = &'e Expr>) -> String {
        let parts: Vec<String> = all.into_iter().map(|each| self.whole(at, each)).collect();
        parts.join(", ")
    }

    fn called<'e>(
        &self,
        at: &mut Locals<'a>,
        name: &str,
        arguments: impl IntoIterator<Item = &'e Expr>,
    ) -> String {
        format!("{name}({})", self.all(at, arguments))
    }

    /// An entry with its indexes worked out, as far as their names have values.
    fn entry(&self, at: &mut Locals<'a>, name: &str, indexes: &[Expr]) -> String {
        if indexes.is_empty() {
            return name.into();
        }
        let indexes: Vec<String> = indexes.iter().map(|each| self.index(at, each)).collect();
        format!("{name}[{}]", indexes.join(", "))
    }

    /// An index worked out, if its names have values.
    fn index(&self, at: &mut Locals<'a>, index: &Expr) -> String {
        let reads = |open: &LocalId| {
            index.walk().any(|part| matches!(&part.kind, ExprKind::Local(local) if local == open))
        };
        if at.open.iter().any(reads) { self.whole(at, index) } else { self.value_of(at, index) }
    }

    fn quantified(
        &self,
        at: &mut Locals<'a>,
        quantifier: Quantifier,
        binders: &[(LocalId, Expr)],
        (guard, body): (&Expr, &Expr),
    ) -> String {
        let before = at.open.len();
        let mut over: Vec<String> = Vec::new();
        for (local, set) in binders {
            let set = self.whole(at, set);
            at.open.push(*local);
            let name = at.frame.locals.get(local.index()).map_or("", |local| &local.name);
            over.push(format!("{name} in {set}"));
        }
        let always = matches!(guard.kind, ExprKind::Const(Value::Bool(true)));
        let guard = if always { String::new() } else { format!(" where {}", self.whole(at, guard)) };
        let body = self.whole(at, body);
        at.open.truncate(before);
        let over = over.join(", ");
        match quantifier {
            Quantifier::Some => format!("some {over}{guard}: {body}"),
            Quantifier::Every => format!("every {over}{guard}: {body}"),
            Quantifier::Collect => format!("{{{body} for {over}{guard}}}"),
            Quantifier::Count => format!("count({over}{guard}: {body})"),
            Quantifier::Sum => format!("sum({over}{guard}: {body})"),
            Quantifier::Min => format!("min({over}{guard}: {body})"),
            Quantifier::Max => format!("max({over}{guard}: {body})"),
            Quantifier::Union => format!("union({over}{guard}: {body})"),
        }
    }

    /// The name of an element of a domain.
    pub(super) fn element(&self, domain: DomainId, element: u32) -> String {
        self.value(&Value::Element(element), Kind::Element(domain).always())
    }
}

fn sign(op: Arith) -> &'static str {
    match op {
        Arith::Add => "+",
        Arith::Sub => "-",
        Arith::Mul => "*",
        Arith::Div => "/",
        Arith::Rem => "%",
    }
}

/// A text, cut at the end if it is long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.into(),
        Some((end, _)) => format!("{} ..", text[..end].trim_end()),
    }
}
