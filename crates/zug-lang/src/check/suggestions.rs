//! Help for types that do not fit, guessed from the declarations of the definition.

use super::checker::Checker;
use crate::program::{DomainId, Kind, Type};

impl Checker<'_> {
    /// The help for an operator whose operands have no common type.
    pub(super) fn sides_help(&self, sign: &str, left: Type, right: Type) -> String {
        if let Some(help) =
            self.meant_entry(left.kind, right.kind).or_else(|| self.meant_entry(right.kind, left.kind))
        {
            return help;
        }
        let whole = |kind: Kind| matches!(kind, Kind::Set(_) | Kind::IntSet { .. });
        let number = |kind: Kind| matches!(kind, Kind::Int { .. });
        match (left.kind, right.kind) {
            (Kind::Bool, _) | (_, Kind::Bool) if sign != "in" => {
                "conditions go together by `and`, `or` and `not`; a comparison beside another stands in parentheses".to_owned()
            }
            (_, other) if sign == "in" && !whole(other) => {
                format!("behind `in` stands a set; {} is compared with `=`", self.kind_words(other))
            }
            (a, b) if whole(a) && number(b) || number(a) && whole(b) => {
                "the number of the members of a set is `count(..)`".to_owned()
            }
            (a, b) => match (self.domain_of(a), self.domain_of(b)) {
                (Some(a), Some(b)) if a != b => {
                    let (a, b) = (self.element_words(a), self.element_words(b));
                    format!("{a} is never {b}: both sides must speak of one domain")
                }
                _ => "both sides must be integers, or elements or sets of one domain".to_owned(),
            },
        }
    }

    /// The help for `A` beside a set of cells, if there is a field like `stones[A]`.
    fn meant_entry(&self, index: Kind, wanted: Kind) -> Option<String> {
        let (Kind::Element(index), Some(of)) = (index, self.domain_of(wanted)) else { return None };
        let fits = |kind: Kind| kind == Kind::Set(of) || kind == Kind::Element(of);
        let field = self
            .fields
            .iter()
            .find(|field| field.indexes == [index] && index != of && fits(field.ty.kind))?;
        let each = self.domain_name(index);
        let held = self.kind_words(field.ty.kind);
        Some(format!("is `{}[..]` meant? It is {held} for every {each}", field.name))
    }

    /// The domain of an element or a set.
    fn domain_of(&self, kind: Kind) -> Option<DomainId> {
        match kind {
            Kind::Element(domain) | Kind::Set(domain) => Some(domain),
            _ => None,
        }
    }

    /// The help for a value of one kind where another is expected.
    pub(super) fn mismatch_help(&self, found: Kind, wanted: Kind) -> String {
        match (found, wanted) {
            (Kind::Set(d), Kind::Element(w)) if d == w => {
                "a set has many members: choose one with a parameter or a quantifier".to_owned()
            }
            (Kind::Set(_) | Kind::IntSet { .. }, Kind::Bool) => {
                "compare the set: `.. != {}` holds if it has members".to_owned()
            }
            (Kind::Set(_), Kind::Int { .. }) => "write `count(..)` for the number of its members".to_owned(),
            (Kind::Int { .. }, Kind::Bool) => {
                "a number is no condition: compare it, `.. > 0` or `.. = 1` for one".to_owned()
            }
            (Kind::Element(d), Kind::Bool) => format!(
                "{} is no condition: compare it, `.. = ..`, or ask whether it is in a set, `.. in ..`",
                self.element_words(d)
            ),
            (_, Kind::Bool) => "write a condition: compare it with something".to_owned(),
            (Kind::Bool, Kind::Int { .. }) => {
                "a condition is no number: `if .. then 1 else 0` makes one".to_owned()
            }
            (Kind::Bool, Kind::Set(_)) => {
                "a condition is no set: `{ x in S where .. }` is the set of those that it holds for"
                    .to_owned()
            }
            (Kind::Int { .. }, Kind::Element(d)) if self.low(d).is_none() => {
                format!("write the name of {}", self.element_words(d))
            }
            _ => match self.meant_entry(found, wanted) {
                Some(help) => help,
                None => format!("write {} here", self.kind_words(wanted)),
            },
        }
    }
}
