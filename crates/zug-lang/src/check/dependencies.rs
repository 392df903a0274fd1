//! Which declarations the text of another one names, directly or through others.

use super::global_names::{GlobalNames, Origin, Status};
use super::input::CheckInput;
use super::parts::all_within;
use crate::syntax::ast::{Expr, ExprKind, Index, Initial, ItemKind, SettingValue, Type, TypeKind};

impl GlobalNames<'_> {
    /// Whether a declaration names one that is being resolved, directly or through others: to
    /// resolve it would be a circle. Boards that are asked for without being named do not count.
    pub(super) fn leads_back(&self, input: CheckInput<'_>, at: usize) -> bool {
        let mut seen = vec![false; self.globals.len()];
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if matches!(self.globals[at].status, Status::Doing) {
                return true;
            }
            let named = named_by(input, self.globals[at].origin);
            open.extend(named.into_iter().filter_map(|name| self.global(name)));
        }
        false
    }
}

/// How far a search has come with a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchMark {
    Unseen,
    Open,
    Closed,
}

impl GlobalNames<'_> {
    /// What a declaration names and is not resolved yet, directly or through others, each behind
    /// all that it names itself. So the levels of the recursion do not hang on the order of the
    /// items. What stands on a circle, or seems to, is left out: that is told as it is met.
    pub(super) fn needed_first(&self, input: CheckInput<'_>, at: usize) -> Vec<usize> {
        let mut marks = vec![SearchMark::Unseen; self.globals.len()];
        let mut ordered = Vec::new();
        let mut path = Vec::new();
        let mut circular = vec![false; self.globals.len()];
        // On the way down a declaration stands before what it names, on the way up behind it.
        let mut open = vec![(at, SearchMark::Open)];
        while let Some((at, mark)) = open.pop() {
            let before = std::mem::replace(&mut marks[at], mark);
            match (mark, before) {
                (SearchMark::Closed, _) => {
                    path.pop();
                    ordered.extend((!circular[at]).then_some(at));
                }
                (_, SearchMark::Unseen) if matches!(self.globals[at].status, Status::Todo) => {
                    path.push(at);
                    open.push((at, SearchMark::Closed));
                    let named = named_by(input, self.globals[at].origin);
                    let next = named.into_iter().filter_map(|name| self.global(name));
                    open.extend(next.map(|to| (to, SearchMark::Open)));
                }
                (_, SearchMark::Open) => {
                    let begins = path.iter().rposition(|on| *on == at).unwrap_or(path.len());
                    path[begins..].iter().for_each(|on| circular[*on] = true);
                }
                _ => marks[at] = SearchMark::Closed,
            }
        }
        ordered
    }
}

/// The names that a declaration holds, with what settings put into it; those that it binds itself
/// are no globals.
fn named_by<'a>(input: CheckInput<'a>, origin: Origin<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    match origin {
        Origin::Ready(_) => {}
        Origin::Domain(_, item) => match &item.kind {
            ItemKind::Range { low, high, .. } => {
                [low, high].into_iter().for_each(|e| named_in(e, &mut found))
            }
            ItemKind::Board { arguments, cut, .. } => {
                let condition = cut.iter().map(|(_, condition)| condition);
                arguments.iter().chain(condition).for_each(|e| named_in(e, &mut found));
            }
            ItemKind::Family { of, members, .. } => {
                found.push(&of.text);
                named_in(members, &mut found);
            }
            _ => {}
        },
        Origin::Param(declared) => {
            let name = &declared.name.text;
            let whole = input.setting_initial(name).or(declared.initial.as_ref());
            named_in_table(&declared.indexes, Some(&declared.ty), whole, &mut found);
            let entries = input.settings.iter().filter(|setting| setting.name.text == *name);
            for setting in entries.filter(|setting| !setting.indexes.is_empty()) {
                setting.indexes.iter().for_each(|index| named_in(index, &mut found));
                if let SettingValue::Value(value) = &setting.value {
                    named_in_table(&[], None, Some(value), &mut found);
                }
            }
        }
        Origin::Let { indexes, ty, value } => named_in_table(indexes, ty, Some(value), &mut found),
        Origin::Def { parameters, body } => {
            parameters.iter().for_each(|(_, ty)| named_in_type(ty, &mut found));
            named_in(body, &mut found);
        }
        Origin::Field(declared) => named_in_table(&declared.indexes, Some(&declared.ty), None, &mut found),
    }
    found
}

fn named_in_table<'a>(
    indexes: &'a [Index],
    ty: Option<&'a Type>,
    value: Option<&'a Initial>,
    found: &mut Vec<&'a str>,
) {
    found.extend(indexes.iter().map(|index| index.domain.text.as_str()));
    ty.into_iter().for_each(|ty| named_in_type(ty, found));
    let mut open: Vec<&Initial> = value.into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Initial::One(e) => named_in(e, found),
            Initial::List(all, _) => open.extend(all),
        }
    }
}

fn named_in_type<'a>(ty: &'a Type, found: &mut Vec<&'a str>) {
    match &ty.kind {
        TypeKind::Bool | TypeKind::Error => {}
        TypeKind::Range(low, high) => [low, high].into_iter().for_each(|e| named_in(e, found)),
        TypeKind::OneOf(all) => all.iter().for_each(|e| named_in(e, found)),
        TypeKind::Named(name) => found.push(&name.text),
        TypeKind::SetOf(of) | TypeKind::ListOf(of) => named_in_type(of, found),
    }
}

fn named_in<'a>(e: &'a Expr, found: &mut Vec<&'a str>) {
    found.extend(all_within(e).into_iter().filter_map(name_of));
}

/// The name that an expression is, or calls.
pub(super) fn name_of(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Name(name) | ExprKind::Call(name, _) => Some(&name.text),
        _ => None,
    }
}
