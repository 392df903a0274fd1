//! Of which domain an element is that moves use, as far as the tree tells before anything is typed.

use super::checker::Checker;
use super::global_names::Origin;
use super::parts::parts;
use crate::built_ins::{Kind as Is, built_in};
use crate::syntax::ast::{Expr, ExprKind, Initial, Item, ItemKind, Name, StatementKind, TypeKind};

/// How many names are looked up within each other.
const NAMES_IN_NAMES: usize = 8;

impl Checker<'_> {
    /// The domain of the elements that an expression goes through.
    pub(super) fn domain_by_use(&self, item: &Item, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Me | ExprKind::Opponent => Some("Player".to_owned()),
            ExprKind::Name(name) => match binding(item, name) {
                Some(NameSource::In(set)) => self.domain_of_set(set, NAMES_IN_NAMES),
                Some(NameSource::To(value)) => self.domain_of_value(item, value, NAMES_IN_NAMES),
                None => self.domain_of_element(&name.text),
            },
            _ => None,
        }
    }

    /// The domain that has an element of this name.
    fn domain_of_element(&self, name: &str) -> Option<String> {
        let domains = &self.domains.all;
        let holds = |id: &usize| self.domains.elements[*id].contains_key(name);
        (0..domains.len()).find(holds).map(|id| domains[id].name.clone())
    }

    /// The domain of a value that is an element: of a step, of a name.
    fn domain_of_value(&self, item: &Item, value: &Expr, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        match &value.kind {
            ExprKind::Call(name, _)
                if built_in(&name.text).is_some_and(|it| matches!(it.kind, Is::Direction)) =>
            {
                Some(self.domains.board_name())
            }
            ExprKind::If(_, yes, _) => self.domain_of_value(item, yes, depth),
            ExprKind::Name(name) => match binding(item, name) {
                Some(NameSource::In(set)) => self.domain_of_set(set, depth),
                Some(NameSource::To(value)) => self.domain_of_value(item, value, depth),
                None => self.domain_of_element(&name.text),
            },
            _ => None,
        }
    }

    /// The domain whose elements a set holds, as far as its form and its names tell; `depth` names
    /// are looked up within each other.
    fn domain_of_set(&self, set: &Expr, depth: usize) -> Option<String> {
        match &set.kind {
            ExprKind::Name(name) => self.domain_of_name(&name.text, depth),
            ExprKind::At(of, _) | ExprKind::Binary(_, of, _, _) => self.domain_of_set(of, depth),
            ExprKind::Call(name, _) if matches!(name.text.as_str(), "near" | "run" | "reach" | "shift") => {
                Some(self.domains.board_name())
            }
            ExprKind::Call(name, _) => self.domain_of_name(&name.text, depth),
            ExprKind::Comprehension(None, binders) => {
                self.domain_of_set(&binders.binders.first()?.set, depth)
            }
            ExprKind::Set(all) => match &all.first()?.kind {
                ExprKind::Name(name) => self.domain_of_element(&name.text),
                _ => None,
            },
            ExprKind::If(_, yes, _) => self.domain_of_set(yes, depth),
            _ => None,
        }
    }

    /// The domain whose elements the set of a name holds: of a domain, of a `def`, of a field.
    fn domain_of_name(&self, name: &str, depth: usize) -> Option<String> {
        let global = &self.names.globals[self.names.global(name)?];
        match global.origin {
            Origin::Domain(..) | Origin::Ready(_) => Some(global.name.clone()),
            Origin::Def { body, .. } => self.domain_of_set(body, depth.checked_sub(1)?),
            Origin::Field(declared) | Origin::Param(declared) => match &declared.ty.kind {
                TypeKind::SetOf(of) => match &of.kind {
                    TypeKind::Named(of) => Some(of.text.clone()),
                    _ => None,
                },
                _ => None,
            },
            Origin::Let { .. } => self.domain_of_constant(name, depth.checked_sub(1)?),
        }
    }

    /// The same of a `let`.
    fn domain_of_constant(&self, name: &str, depth: usize) -> Option<String> {
        let value = self.input.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Let { name: given, value: Initial::One(value), .. } if given.text == name => {
                Some(value)
            }
            _ => None,
        })?;
        self.domain_of_set(value, depth)
    }
}

/// What a name is bound to.
enum NameSource<'a> {
    /// A member of a set.
    In(&'a Expr),
    /// A value.
    To(&'a Expr),
}

/// What binds a name in an item: a parameter, or the loop or `let` before it.
fn binding<'a>(item: &'a Item, name: &Name) -> Option<NameSource<'a>> {
    let text = &name.text;
    let statements = parts(&item.kind).statements;
    let before = statements.into_iter().filter(|each| each.span.start <= name.span.start);
    let within = before.rev().find_map(|each| match &each.kind {
        StatementKind::Let(given, value) | StatementKind::Var(given, value) if given.text == *text => {
            Some(NameSource::To(value))
        }
        StatementKind::For(binders, _) if each.span.holds(name.span) => binders
            .binders
            .iter()
            .find(|binder| binder.name.text == *text)
            .map(|binder| NameSource::In(&binder.set)),
        _ => None,
    });
    let parameters = match &item.kind {
        ItemKind::Move(each) => each.parameters.as_slice(),
        _ => &[],
    };
    let parameter = || parameters.iter().find(|binder| binder.name.text == *text);
    within.or_else(|| parameter().map(|binder| NameSource::In(&binder.set)))
}
