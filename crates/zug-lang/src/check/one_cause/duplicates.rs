//! Two declarations of one name: one of them is given another name, with the uses that can mean no
//! other one, and what followed from the mistake is not told.

use super::{Cause, Look, without_fixes};
use crate::check::codes;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Item, ItemKind, StatementKind};

/// The longest declaration that is shown whole.
const LONGEST: usize = 80;

/// What a name is declared as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A `def` with so many parameters.
    Def(usize),
    /// A field with so many indexes.
    Field(usize),
    /// A `let` or a `param` with so many indexes.
    Constant(usize),
    Domain,
    Move,
}

/// A declaration: the place of its name, and the whole of it.
#[derive(Clone, Copy)]
struct Declaration {
    name: Span,
    whole: Span,
    sort: Sort,
}

/// The searches for all names that are declared twice.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let twice = |report: &&Diagnostic| {
        let plain = report.help.as_deref().is_some_and(|help| help.starts_with("give one of them"));
        report.code == codes::DUPLICATE && plain && report.labels.len() == 2
    };
    let found = look.errors.iter().filter(twice).filter_map(|report| {
        let second = declaration(look, report.span())?;
        let first = declaration(look, report.labels[1].span)?;
        let (this, other) = (renamed(look, report, second, first), renamed(look, report, first, second));
        let same = said_again(look, report, first, second).into_iter();
        // The one that is used less is easier to rename.
        let (this, other) = if other.1.len() < this.1.len() { (other, this) } else { (this, other) };
        let whole = [&this, &other].map(|(report, tried)| Cause {
            report: report.clone(),
            tried: Some(tried.clone()),
            whole: true,
        });
        let rest = [this, other].map(|(report, tried)| Cause { report, tried: Some(tried), whole: false });
        Some(same.chain(whole).chain(rest))
    });
    found.flatten().chain(elements(look)).collect()
}

/// A declaration that stands twice in the same words: the second one can go.
fn said_again(look: &Look, report: &Diagnostic, first: Declaration, second: Declaration) -> Option<Cause> {
    let words =
        |of: Declaration| look.text(of.whole).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let again = first.sort == second.sort && words(first) == words(second);
    again.then(|| {
        let gone = Fix { span: second.whole, text: String::new(), applicability: Applicability::Likely };
        let help = "delete it: the same words stand above";
        let report = Diagnostic { fixes: vec![gone], ..without_fixes(report) }.help(help);
        Cause { report, tried: None, whole: false }
    })
}

/// Names that are also those of an element: what is declared beside it is given another one, with
/// all its uses or with those that no element has.
fn elements(look: &Look) -> Vec<Cause> {
    let both = |report: &&Diagnostic| {
        report.code == codes::SHADOWED && report.help.as_deref() == Some("give one of them another name")
    };
    let found = look.errors.iter().filter(both).filter_map(|report| {
        let one = declaration(look, report.span())?;
        let sorts = [(Sort::Move, true), (Sort::Constant(0), true), (Sort::Move, false)];
        Some(sorts.map(|(sort, whole)| {
            let other = Declaration { sort, ..one };
            let (report, tried) = renamed(look, report, one, other);
            let help = report.help.unwrap_or_default().replace("the second one needs", "it needs");
            Cause { report: Diagnostic { help: Some(help), ..report }, tried: Some(tried), whole }
        }))
    });
    found.flatten().collect()
}

/// The declaration whose name stands at a place.
fn declaration(look: &Look, name: Span) -> Option<Declaration> {
    look.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::State { fields, .. } => fields
            .iter()
            .find(|field| field.name.span == name)
            .map(|field| Declaration { name, whole: field.span, sort: Sort::Field(field.indexes.len()) }),
        _ => sort(item, name).map(|sort| Declaration { name, whole: item.span, sort }),
    })
}

/// What an item declares, if its name stands at this place.
fn sort(item: &Item, at: Span) -> Option<Sort> {
    let (name, sort) = match &item.kind {
        ItemKind::Def { name, parameters, .. } => (name, Sort::Def(parameters.len())),
        ItemKind::Let { name, indexes, .. } => (name, Sort::Constant(indexes.len())),
        ItemKind::Param(declared) => (&declared.name, Sort::Constant(declared.indexes.len())),
        ItemKind::Move(each) => (&each.name, Sort::Move),
        ItemKind::Enum { name, .. }
        | ItemKind::Range { name, .. }
        | ItemKind::Board { name, .. }
        | ItemKind::Graph { name, .. }
        | ItemKind::Family { name, .. } => (name, Sort::Domain),
        _ => return None,
    };
    (name.span == at).then_some(sort)
}

/// The report that gives one of two another name, and the edit that does so.
fn renamed(look: &Look, report: &Diagnostic, one: Declaration, other: Declaration) -> (Diagnostic, Vec<Fix>) {
    let name = look.text(one.name);
    let new = new_name(look, &name, one.sort);
    let fix = |span: Span| Fix { span, text: new.clone(), applicability: Applicability::Likely };
    let uses = uses(look, &name, one.sort, other.sort);
    let fixes: Vec<Fix> = std::iter::once(one.name).chain(uses).map(fix).collect();
    let head = look.text(Span { end: one.name.start, ..one.whole });
    let behind = look.text(Span { start: one.name.end, ..one.whole });
    let gap = if head.is_empty() { "" } else { " " };
    let joined = if behind.starts_with(['(', '[', ':']) { "" } else { " " };
    let all = format!("{head}{gap}{new}{joined}{behind}");
    let shown = match all.char_indices().nth(LONGEST) {
        None => all,
        Some(_) => format!("{head}{gap}{new}"),
    };
    let which = if one.name == report.span() { "the second one" } else { "the first one" };
    let further = if one.sort == Sort::Move { "; with `as` they may still read alike" } else { "" };
    let also = if fixes.len() > 1 { ", also where it is used" } else { "" };
    let help = format!("write `{shown}`: {which} needs another name, `{new}` for one{also}{further}");
    (Diagnostic { fixes: fixes.clone(), ..without_fixes(report) }.help(help), fixes)
}

/// Another name for a declaration, which the text does not use.
fn new_name(look: &Look, name: &str, sort: Sort) -> String {
    let mut letters = name.chars();
    let capital: String =
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let first = match sort {
        Sort::Def(0) | Sort::Field(_) => format!("{name}_now"),
        Sort::Def(_) => format!("{name}_of"),
        Sort::Constant(_) => format!("{name}_value"),
        Sort::Domain if capital != name => capital,
        Sort::Domain | Sort::Move => format!("{name}_2"),
    };
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    let used = |new: &String| look.game.text.split(|c| !goes_on(c)).any(|word| word == new);
    let mut all = std::iter::once(first).chain((2..).map(|n| format!("{name}_{n}")));
    all.find(|new| !used(new)).unwrap_or_default()
}

/// The uses of a name that can mean a declaration of one sort, and none of another.
fn uses(look: &Look, name: &str, one: Sort, other: Sort) -> Vec<Span> {
    let fits = |uses: &[Sort]| uses.contains(&one) && !uses.contains(&other);
    let is = |e: &Expr| matches!(&e.kind, ExprKind::Name(used) if used.text == name);
    let exprs = look.exprs();
    let indexed: Vec<Span> = exprs.iter().filter_map(|e| table(e)).map(|of| of.span).collect();
    let in_exprs = exprs.iter().filter_map(|e| match &e.kind {
        ExprKind::Call(called, all) if called.text == name => {
            fits(&[Sort::Def(all.len())]).then_some(called.span)
        }
        ExprKind::At(of, all) if is(of) => {
            fits(&[Sort::Field(all.len()), Sort::Constant(all.len())]).then_some(of.span)
        }
        _ if is(e) && !indexed.contains(&e.span) => {
            fits(&[Sort::Def(0), Sort::Field(0), Sort::Constant(0), Sort::Domain]).then_some(e.span)
        }
        _ => None,
    });
    let statements = look.statements();
    let targets = statements.iter().filter_map(|each| match &each.kind {
        StatementKind::Assign { target, indexes, .. } if target.text == name => {
            fits(&[Sort::Field(indexes.len())]).then_some(target.span)
        }
        _ => None,
    });
    in_exprs.chain(targets).collect()
}

/// The table of which an expression is an entry.
fn table(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::At(of, _) => Some(of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        let fields = "enum Kind { man, king } state { s[Player]: set of C, n: 0..9 }";
        helps_beside(fields, &format!("move m(c in C) {{ s[me] += c\n n = count(s[Ann]) }}\n{lines}"))
    }

    #[test]
    fn one_of_two_is_given_another_name_and_nothing_else_is_told() {
        let one = |name: &str, which: &str| format!("{which} needs another name, `{name}` for one");
        let second = |name: &str| one(name, "the second one");
        let cases = [
            ("def n = 3", format!("write `def n_now = 3`: {}", second("n_now"))),
            (
                "def s(p: Player) = n\ndef t = s(Ann)\nend when t = 2 => draw",
                format!("write `def s_of(p: Player) = n`: {}, also where it is used", second("s_of")),
            ),
            ("enum s { one, two }", format!("write `enum S {{ one, two }}`: {}", second("S"))),
            ("range Kind = 1..3", format!("write `range Kind_2 = 1..3`: {}", second("Kind_2"))),
            (
                "let n[Kind] = [ 1, 2 ]",
                format!("write `let n_value[Kind] = [ 1, 2 ]`: {}", second("n_value")),
            ),
            (
                "move m when n > 8 { n = 0 }",
                format!(
                    "write `move m_2 when n > 8 {{ n = 0 }}`: {}; with `as` they may still read alike",
                    second("m_2")
                ),
            ),
        ];
        for (lines, help) in cases {
            assert_eq!(helps(lines), [help], "{lines}");
        }
        assert_eq!(
            helps("def king = s[me]\nend when king = C => draw"),
            [
                "write `def king_now = s[me]`: it needs another name, `king_now` for one, also where it is used"
            ]
        );
        let first = "def s = 3 state { s[Player]: set of C }\nmove m(c in C) { s[me] += c }";
        let first = helps_beside("", first);
        assert_eq!(first, [format!("write `def s_now = 3`: {}", one("s_now", "the first one"))]);
    }

    #[test]
    fn what_stands_twice_in_the_same_words_can_go() {
        let help = ["delete it: the same words stand above"];
        assert_eq!(helps("def few = n < 3\ndef  few = n < 3\nend when few => draw"), help);
        assert_eq!(helps("param k: 1..9 = 3\nparam k: 1..9 = 3\nend when n > k => draw"), help);
    }
}
