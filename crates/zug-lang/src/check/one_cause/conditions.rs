//! Conditions that English says shorter: of each player, of every entry of a table, of one value or
//! another.

use super::{Cause, Look, without_fixes};
use crate::check::codes;
use crate::check::parts::parts;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    Binders, CompareOp, Declared, Expr, ExprKind, Item, ItemKind, Name, StatementKind, TypeKind,
};

/// The searches for all conditions.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let mut found = of_each_player(look);
    found.extend(without_player(look));
    let all = look.exprs();
    found.extend(all.iter().filter_map(|e| counted(look, e)));
    found.extend(all.iter().flat_map(|e| of_table(look, e)));
    found.extend(all.iter().filter_map(|e| or_none(look, e)));
    found
}

/// `end when full(p) => p wins`
fn of_each_player(look: &Look) -> Vec<Cause> {
    let ends = look.game.items.iter().filter(|item| matches!(item.kind, ItemKind::End { binders: None, .. }));
    let found = ends.filter_map(|item| {
        let (name, report) = look.unknown().find(|(_, report)| item.span.holds(report.span()))?;
        let keyword = Span { end: item.span.start + "end".len() as u32, ..item.span };
        let rest = look.text(Span { start: keyword.end, ..item.span });
        let written = report.help.as_deref().is_some_and(|help| help.starts_with("write `"));
        let plain = !written && name.chars().all(|c| c.is_ascii_lowercase()) && is_asked_of(item, name);
        plain.then(|| {
            let help =
                format!("write `end for {name} in Player {rest}`: the rule then speaks of each player");
            without_fixes(report).help(help).likely(keyword.after(), format!(" for {name} in Player")).into()
        })
    });
    found.collect()
}

/// Whether a name stands as an index or as an argument: so it may be a player of which something is
/// asked.
fn is_asked_of(item: &Item, name: &str) -> bool {
    let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Name(own) if own.text == name);
    parts(&item.kind).exprs.iter().any(|e| match &e.kind {
        ExprKind::At(_, inside) | ExprKind::Call(_, inside) => inside.iter().any(is_it),
        _ => false,
    })
}

/// `end for p in Player when full => p wins`, where `def full(p: Player)`
fn without_player(look: &Look) -> Vec<Cause> {
    let takes_player = |name: &str| {
        look.game.items.iter().any(|item| match &item.kind {
            ItemKind::Def { name: own, parameters, .. } => {
                own.text == name
                    && matches!(parameters.as_slice(), [(_, ty)]
                        if matches!(&ty.kind, TypeKind::Named(of) if of.text == "Player"))
            }
            _ => false,
        })
    };
    let bound = |binders: &'_ Binders| {
        let of_players = |set: &Expr| matches!(&set.kind, ExprKind::Name(name) if name.text == "Player");
        let found = binders.binders.iter().find(|binder| of_players(&binder.set));
        found.map(|binder| binder.name.text.clone())
    };
    let found = look.game.items.iter().filter_map(|item| {
        let ItemKind::End { binders: Some(binders), .. } = &item.kind else { return None };
        let inside = |report: &&Diagnostic| item.span.holds(report.span());
        let counted = look.errors.iter().filter(inside).find(|each| each.code == codes::ARGUMENT_COUNT)?;
        let name = look.text(counted.span());
        let text = format!("{name}({})", bound(binders).filter(|_| takes_player(&name))?);
        Some(without_fixes(counted).help(format!("write `{text}`")).likely(counted.span(), text).into())
    });
    found.collect()
}

/// The table by one domain that a name is.
fn table<'a>(look: &Look<'a>, e: &Expr) -> Option<&'a Declared> {
    let ExprKind::Name(Name { text, .. }) = &e.kind else { return None };
    look.field(text).filter(|field| field.indexes.len() == 1)
}

/// The comparison of two sides, if an expression is one.
fn compared(e: &Expr) -> Option<(&Expr, CompareOp, &Expr)> {
    let ExprKind::Compare(left, rest) = &e.kind else { return None };
    let [(op, _, right)] = rest.as_slice() else { return None };
    Some((left, *op, right))
}

/// A comparison with a whole table on one side.
struct OfTable<'a> {
    field: &'a Declared,
    at: Span,
    on_left: bool,
    op: CompareOp,
    other: String,
}

impl<'a> OfTable<'a> {
    fn new(look: &Look<'a>, e: &Expr) -> Option<OfTable<'a>> {
        let (left, op, right) = compared(e)?;
        let (field, of, other) = match table(look, left) {
            Some(field) => (field, left, right),
            None => (table(look, right)?, right, left),
        };
        Some(OfTable { field, at: of.span, on_left: of.span == left.span, op, other: look.text(other.span) })
    }

    /// The condition of one entry.
    fn entry(&self, index: &str) -> String {
        let entry = format!("{}[{index}]", self.field.name.text);
        let holds_sets = matches!(self.field.ty.kind, TypeKind::SetOf(_));
        let sign = match self.op {
            CompareOp::In if !holds_sets => "=",
            CompareOp::NotIn if !holds_sets => "!=",
            op => op.sign(),
        };
        match self.on_left || matches!(sign, "=" | "!=") {
            true => format!("{entry} {sign} {}", self.other),
            false => format!("{} {sign} {entry}", self.other),
        }
    }

    /// A letter for the members of the table's domain, and that domain.
    fn binder(&self, look: &Look) -> (String, &'a str) {
        let domain = self.field.indexes.first().map_or("", |index| &index.domain.text);
        let letter: String = domain.chars().take(1).flat_map(char::to_lowercase).collect();
        let taken = look.fields().any(|each| each.name.text == letter);
        (if taken { "each".to_owned() } else { letter }, domain)
    }
}

/// `count(owner = p)`
fn counted(look: &Look, e: &Expr) -> Option<Cause> {
    let ExprKind::Call(count, arguments) = &e.kind else { return None };
    let ([one], "count") = (arguments.as_slice(), count.text.as_str()) else { return None };
    let asked = OfTable::new(look, one)?;
    let (letter, domain) = asked.binder(look);
    let text = format!("{letter} in {domain}: {}", asked.entry(&letter));
    let message = "what is counted has a name, and the condition asks of each";
    let report = Diagnostic::error(codes::MISMATCH, message, one.span, "of which members?");
    Some(report.help(format!("write `count({text})`")).likely(one.span, text).into())
}

/// `left = 0`, `p not in owner`: the entry that a name of the item says, else every entry or some
/// entry.
fn of_table(look: &Look, e: &Expr) -> Vec<Cause> {
    let Some(asked) = OfTable::new(look, e) else { return Vec::new() };
    let mut found: Vec<Cause> = match asked.op {
        CompareOp::In | CompareOp::NotIn => Vec::new(),
        _ => {
            let own = same_entry(look, &asked).into_iter();
            let bound = names_at(look, e.span).into_iter().map(str::to_owned);
            own.chain(bound).map(|name| of_name(&asked, &name)).collect()
        }
    };
    let (letter, domain) = asked.binder(look);
    let written = |quantifier: &str| {
        let text = format!("{quantifier} {letter} in {domain}: {}", asked.entry(&letter));
        let behind = look.game.text.get(e.span.end as usize..).unwrap_or("").trim_start();
        let joined = ["and", "or", "implies"].iter().any(|word| behind.starts_with(word));
        if joined { format!("({text})") } else { text }
    };
    let message = "a table is asked entry by entry";
    let report = Diagnostic::error(codes::INDEX_COUNT, message, e.span, "of which entry?");
    let (some, every) = (written("some"), written("every"));
    let fix = |text: &str| report.clone().help(format!("write `{text}`")).likely(e.span, text);
    found.push(match asked.op {
        CompareOp::In => fix(&some).into(),
        CompareOp::NotEqual => {
            let tried = Some(fix(&some).fixes);
            Cause { report: report.help(format!("write `{some}`, or `{every}`")), tried, whole: false }
        }
        _ => fix(&every).into(),
    });
    found
}

/// The entry that a name says.
fn of_name(asked: &OfTable, name: &str) -> Cause {
    let table = &asked.field.name.text;
    let entry = format!("{table}[{name}]");
    let message = format!("`{table}` is a table: `{entry}` is one entry of it");
    let report = Diagnostic::error(codes::INDEX_COUNT, message, asked.at, "of which entry?");
    let report = report.because(asked.field.name.span, "declared here");
    report.help(format!("write `{entry}`")).likely(asked.at, entry).into()
}

/// The index of the entry that a move speaks of in its other places: in the body it stores
/// `hand[me]`. Where it speaks of none or of several, a player's entry is that of the player to
/// move.
fn same_entry(look: &Look, asked: &OfTable) -> Option<String> {
    let item = look.item_at(asked.at).filter(|item| matches!(item.kind, ItemKind::Move(_)))?;
    let table = &asked.field.name.text;
    let all = parts(&item.kind);
    let read = all.exprs.iter().filter_map(|e| match &e.kind {
        ExprKind::At(of, indexes) if matches!(&of.kind, ExprKind::Name(name) if name.text == *table) => {
            Some(indexes.as_slice())
        }
        _ => None,
    });
    let stored = all.statements.iter().filter_map(|each| match &each.kind {
        StatementKind::Assign { target, indexes, .. } if target.text == *table => Some(indexes.as_slice()),
        _ => None,
    });
    let of_one = |indexes: &[Expr]| match indexes {
        [index] => Some(look.text(index.span)),
        _ => None,
    };
    let mut indexes: Vec<String> = read.chain(stored).filter_map(of_one).collect();
    indexes.sort();
    indexes.dedup();
    let of_player = asked.field.indexes.first().is_some_and(|index| index.domain.text == "Player");
    match indexes.as_slice() {
        [only] => Some(only.clone()),
        _ => of_player.then(|| "me".to_owned()),
    }
}

/// The names that the parameters and binders of an item bind around a place in it.
fn names_at<'a>(look: &Look<'a>, at: Span) -> Vec<&'a str> {
    let item = look.game.items.iter().find(|item| item.span.holds(at));
    let bound = item.map(|item| parts(&item.kind).bound).unwrap_or_default();
    bound.into_iter().map(|name| name.text.as_str()).collect()
}

/// `owner[t] = opponent or none`
fn or_none(look: &Look, e: &Expr) -> Option<Cause> {
    let (left, op, right) = compared(e)?;
    let word = match op {
        CompareOp::Equal => "or",
        CompareOp::NotEqual => "and",
        _ => return None,
    };
    let text = &look.game.text;
    let behind = text.get(right.span.end as usize..)?;
    let rest = behind.trim_start().strip_prefix("or")?.trim_start();
    let ends = rest.strip_prefix("none")?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_');
    if rest.len() == behind.trim_start().len() - "or".len() || !ends {
        return None;
    }
    let end = text.len() - rest.len() + "none".len();
    let whole = Span { end: end as u32, ..e.span };
    let (of, sign) = (look.text(left.span), op.sign());
    let fixed = format!("({} {word} {of} {sign} none)", look.text(e.span));
    let message = format!("both sides of `{word}` are whole conditions");
    let report = Diagnostic::error(codes::MISMATCH, message, whole, "what is `none`?");
    Some(report.help(format!("write `{fixed}`")).likely(whole, fixed).into())
}
