//! Finds comparisons with a set that may be meant of its size or of its members.
//!
//! An element beside a set is the set of it alone, so `hand[me] > 2` on a range asks whether the
//! hand has 2 and something else, and `c != men[me]` whether the men are not c alone.

use super::COMPARED_SETS;
use std::collections::HashMap;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{DomainKind, Expr, ExprKind, Kind, PLAYER, Program, Value};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{self, CompareOp};

use super::units::Unit;

/// Warns of such comparisons.
pub(super) fn compared_sets(
    game: &ast::Game,
    units: &[Unit],
    program: &Program,
    found: &mut Vec<Diagnostic>,
) {
    let written = WrittenComparisons { game, program, signs: signs(units) };
    for expr in program.expressions() {
        let (one, two) = match &expr.kind {
            ExprKind::Equal(one, two) => (&**one, &**two),
            ExprKind::Subset(one, two, strict) => {
                if are_entries_of_players(program, one, two) {
                    found.extend(written.inclusion(one, two, *strict));
                }
                (&**one, &**two)
            }
            _ => continue,
        };
        found.extend(written.with_one(one, two));
        found.extend(written.with_one(two, one));
    }
}

/// The signs of the comparisons that the text has, by the places of their operands.
fn signs(units: &[Unit]) -> HashMap<(Span, Span), CompareOp> {
    let mut signs = HashMap::new();
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ast::ExprKind::Compare(first, rest) = &expr.kind else { continue };
        let mut left = first.span;
        for (sign, _, right) in rest {
            signs.insert((left, right.span), *sign);
            left = right.span;
        }
    }
    signs
}

/// Whether two sets are entries of one field for different players.
fn are_entries_of_players(program: &Program, one: &Expr, two: &Expr) -> bool {
    let (ExprKind::Field(first, by), ExprKind::Field(second, to)) = (&one.kind, &two.kind) else {
        return false;
    };
    let Some(field) = program.fields.get(first.index()) else { return false };
    first == second && field.indexes == [PLAYER] && by.len() == 1 && to.len() == 1
}

/// Whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|each| each == word)
}

/// Whether a definition declares a field, a param, a `let` or a `def` of this name.
fn is_declared(game: &ast::Game, name: &str) -> bool {
    game.items.iter().any(|item| match &item.kind {
        ast::ItemKind::State { fields, .. } => fields.iter().any(|field| field.name.text == name),
        ast::ItemKind::Param(param) => param.name.text == name,
        ast::ItemKind::Let { name: of, .. } | ast::ItemKind::Def { name: of, .. } => of.text == name,
        ast::ItemKind::Enum { members, .. } => members.iter().any(|member| member.text == name),
        _ => false,
    })
}

/// An element in the place of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum One {
    Number,
    Element,
}

struct WrittenComparisons<'a> {
    game: &'a ast::Game,
    program: &'a Program,
    signs: HashMap<(Span, Span), CompareOp>,
}

impl WrittenComparisons<'_> {
    fn text(&self, span: Span) -> &str {
        self.game.text_at(span)
    }

    /// The operands as the text has them, with the sign between them.
    fn order<'e>(&self, one: &'e Expr, two: &'e Expr) -> Option<(&'e Expr, CompareOp, &'e Expr)> {
        let sign = |a: &Expr, b: &Expr| self.signs.get(&(a.span, b.span)).copied();
        let straight = sign(one, two).map(|op| (one, op, two));
        straight.or_else(|| sign(two, one).map(|op| (two, op, one)))
    }

    /// Warns of `one`, an element, that is compared with `set`.
    fn with_one(&self, one: &Expr, set: &Expr) -> Option<Diagnostic> {
        let kind = self.one(one)?;
        let (left, sign, right) = self.order(one, set)?;
        let fits = match (kind, sign) {
            (_, CompareOp::In | CompareOp::NotIn) => false,
            _ if is_written_out(set) => true,
            (One::Number, _) => true,
            (One::Element, CompareOp::Equal) => self.is_asked_of_choice(one, set),
            // Whether one piece alone is left is often asked: `men[p] = king[p]`.
            (One::Element, CompareOp::LessEqual | CompareOp::GreaterEqual) => false,
            (One::Element, _) => true,
        };
        if !fits || !self.may_have_several(set, 0) {
            return None;
        }
        let (element, whole) = (self.text(one.span), self.text(set.span));
        let is_left = left.span == one.span;
        let compare = |element: &str, whole: &str| match is_left {
            true => format!("{element} {} {whole}", sign.sign()),
            false => format!("{whole} {} {element}", sign.sign()),
        };
        let kept = compare(&format!("{{{element}}}"), whole);
        let word = if sign == CompareOp::NotEqual { "not in" } else { "in" };
        let member = format!("`{element} {word} {whole}`");
        let is_sized =
            kind == One::Number && !matches!(set.kind, ExprKind::RangeSet(..) | ExprKind::Const(_));
        let size = compare(element, &format!("count({whole})"));
        let help = match is_sized {
            true if element.starts_with("count(") => {
                format!("write `{size}` to compare its size; `{kept}` if this is meant")
            }
            true => format!(
                "write `{size}` to compare its size, {}{member} to ask for a member; `{kept}` if this is meant",
                self.sum_compared(set, &compare, element)
            ),
            false => format!("write {member}; `{kept}` if this is meant"),
        };
        let what = if kind == One::Number { "number" } else { "element" };
        let message = format!("this compares a set with the set of one {what} alone, `{{{element}}}`");
        Some(COMPARED_SETS.warn(message, left.span.to(right.span), "compared member by member").help(help))
    }

    /// Whether an element that follows from what is chosen is compared with a set of a player from
    /// which it is not chosen: `step(c, d) = men[opponent]`, where `in` is meant. Whether a field
    /// or what is chosen from the set itself is all of it is asked of the last piece.
    fn is_asked_of_choice(&self, one: &Expr, set: &Expr) -> bool {
        let ExprKind::Singleton(element, _) = &one.kind else { return false };
        let of_players = match &set.kind {
            ExprKind::Field(field, _) => {
                self.program.fields.get(field.index()).is_some_and(|field| field.indexes == [PLAYER])
            }
            _ => false,
        };
        let chosen = element.walk().any(|part| matches!(part.kind, ExprKind::Local(_)));
        let reads = element.walk().any(|part| matches!(part.kind, ExprKind::Field(..)));
        let from_itself = format!("{} in {}", self.text(one.span), self.text(set.span));
        let in_item = self.game.items.iter().find(|item| item.span.holds(one.span));
        let is_member = in_item.is_some_and(|item| self.text(item.span).contains(&from_itself));
        of_players && chosen && !reads && !is_member
    }

    /// The comparison of the sum of a set of numbers, as a part of the help.
    fn sum_compared(&self, set: &Expr, compare: &dyn Fn(&str, &str) -> String, element: &str) -> String {
        let is_numbers = match set.ty.kind {
            Kind::IntSet { .. } => true,
            Kind::Set(domain) => matches!(self.program.domain(domain).kind, DomainKind::Range { .. }),
            _ => false,
        };
        let whole = self.text(set.span);
        // A binder hides no name of the definition.
        let is_free = |name: &&str| !has_word(whole, name) && !is_declared(self.game, name);
        let name = ["n", "x", "i", "k"].into_iter().find(is_free).unwrap_or("member");
        match is_numbers {
            true => format!(
                "`{}` for the sum of its members, ",
                compare(element, &format!("sum({name} in {whole}: {name})"))
            ),
            false => String::new(),
        }
    }

    /// Whether an expression that gives a set was written as an element or number.
    fn one(&self, set: &Expr) -> Option<One> {
        let text = self.text(set.span);
        if text.starts_with('{') {
            return None;
        }
        match &set.kind {
            ExprKind::Singleton(of, _) if of.span == set.span => Some(match (&of.kind, of.ty.kind) {
                (ExprKind::ToElement(_), _) | (_, Kind::Int { .. }) => One::Number,
                _ if text.parse::<i64>().is_ok() => One::Number,
                _ => One::Element,
            }),
            ExprKind::Const(Value::Set(_)) if text.parse::<i64>().is_ok() => Some(One::Number),
            ExprKind::Const(Value::Set(_)) => {
                let named =
                    self.program.domains.iter().any(|domain| domain.members.iter().any(|m| m == text));
                named.then_some(One::Element)
            }
            _ => None,
        }
    }

    /// Whether a set may have several members, in some position.
    fn may_have_several(&self, set: &Expr, depth: usize) -> bool {
        /// The most nested calls of `def`s that are followed.
        const DEEP: usize = 64;
        match &set.kind {
            ExprKind::Field(..) | ExprKind::RangeSet(..) | ExprKind::Reach(..) | ExprKind::Run(..) => true,
            ExprKind::Const(_) | ExprKind::SetOf(..) => is_written_out(set),
            ExprKind::Table(table, _) => self.program.tables.get(table.index()).is_some_and(|table| {
                table.entries.iter().any(|entry| matches!(entry, Value::Set(set) if set.len() > 1))
            }),
            ExprKind::Union(one, two) | ExprKind::Minus(one, two) => {
                self.may_have_several(one, depth)
                    || matches!(set.kind, ExprKind::Union(..)) && self.may_have_several(two, depth)
            }
            ExprKind::ToInts(of) | ExprKind::ToElements(of) => self.may_have_several(of, depth),
            ExprKind::Call(def, _) if depth < DEEP => self
                .program
                .defs
                .get(def.index())
                .is_some_and(|def| self.may_have_several(&def.body, depth + 1)),
            _ => false,
        }
    }

    /// Warns of `men[A] > men[B]`, which is about inclusion.
    fn inclusion(&self, one: &Expr, two: &Expr, strict: bool) -> Option<Diagnostic> {
        let (left, sign, right) = self.order(one, two)?;
        let (a, b, sign) = (self.text(left.span), self.text(right.span), sign.sign());
        let (more, less) = if sign.starts_with('>') { (a, b) } else { (b, a) };
        let others = if strict { " and others" } else { "" };
        let message =
            format!("this holds where `{more}` has all members of `{less}`{others}, whatever their numbers");
        let kept = match strict {
            true => format!("{less} <= {more} and {less} != {more}"),
            false => format!("every x in {less}: x in {more}"),
        };
        Some(COMPARED_SETS.warn(message, left.span.to(right.span), "compared member by member").help(
            format!("write `count({a}) {sign} count({b})` to compare their sizes, `{kept}` if this is meant"),
        ))
    }
}

/// Whether a set of several members is written out, of which an element alone is never all.
fn is_written_out(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Const(Value::Set(members)) => members.len() > 1,
        ExprKind::SetOf(members, _) => members.len() > 1,
        _ => false,
    }
}
