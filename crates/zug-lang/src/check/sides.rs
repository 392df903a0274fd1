//! Help for an operator whose sides have no common type: a text with both of them, in which one is
//! made to go with the other.

use super::checker::Checker;
use super::written::{DOTS, Written};
use crate::program::{DomainId, Kind, PLAYER, Type};
use crate::source::Span;

impl Checker<'_> {
    /// The help for an operator whose operands have no common type.
    pub(super) fn sides_help(&self, sign: &str, left: (Span, Type), right: (Span, Type)) -> String {
        let left = self.written_value(left.0, left.1.kind);
        let right = self.written_value(right.0, right.1.kind);
        self.meant_entry(left.kind, right.kind, &left.text)
            .or_else(|| self.meant_entry(right.kind, left.kind, &right.text))
            .or_else(|| self.help_for_truth(sign, &left, &right))
            .or_else(|| self.help_for_member(sign, &left, &right))
            .or_else(|| help_for_player(sign, &left, &right))
            .or_else(|| help_for_count(sign, &left, &right))
            .or_else(|| self.help_for_cell(sign, &left, &right))
            .or_else(|| help_for_set(sign, &left, &right))
            .unwrap_or_else(|| self.help_for_domains(sign, &left, &right))
    }

    /// Help where a side is a condition.
    fn help_for_truth(&self, sign: &str, left: &Written, right: &Written) -> Option<String> {
        let (a, b) = (&left.text, &right.text);
        Some(match (left.kind, right.kind) {
            (Kind::Bool, Kind::Bool) if sign == "&" => {
                format!("`&` is for sets: write `{a} and {b}`")
            }
            (Kind::Bool, other) if is_number(other) && matches!(sign, "+" | "-") => {
                format!("a condition is no number: write `(if {a} then 1 else 0) {sign} {b}`")
            }
            (other, Kind::Bool) if is_number(other) && matches!(sign, "+" | "-") => {
                format!("a condition is no number: write `{a} {sign} (if {b} then 1 else 0)`")
            }
            (Kind::Bool, other)
                if is_number(other) && matches!(sign, "=" | "!=") && matches!(&**b, "0" | "1") =>
            {
                let not = if (b == "1") == (sign == "=") { "" } else { "not " };
                format!("write `{not}{a}`: it is true or false, and no number")
            }
            (Kind::Bool, Kind::Bool) if sign != "in" => {
                format!("conditions go together by `and`, `or` and `not`: write `{a} and {b}`")
            }
            (Kind::Bool, _) | (_, Kind::Bool)
                if sign != "in" && self.side_made(sign, left, right).is_none() =>
            {
                "conditions go together by `and`, `or` and `not`; a comparison beside another stands in parentheses".to_owned()
            }
            _ => return None,
        })
    }

    /// Help for `in`.
    fn help_for_member(&self, sign: &str, left: &Written, right: &Written) -> Option<String> {
        let (a, b) = (&left.text, &right.text);
        Some(match (left.kind, right.kind) {
            _ if sign != "in" => return None,
            (Kind::Element(member), Kind::Set(of)) if self.base(member) == Some(of) => {
                let words = self.element_words(member);
                format!("write `{a} <= {b}`: {words} is a set, and all its members must be in the other")
            }
            (Kind::Set(family), Kind::Set(of)) if self.base(family) == Some(of) => {
                let each = self.free_name(left.at, self.domain_name(family));
                format!("write `some {each} in {a}: {each} <= {b}` to ask whether all of one lies within")
            }
            (_, other) if !is_whole(other) => {
                let words = self.kind_words(other);
                format!("behind `in` stands a set; {words} is compared with `=`: write `{a} = {b}`")
            }
            _ => return None,
        })
    }

    /// Help for a cell with a direction or a number.
    fn help_for_cell(&self, sign: &str, left: &Written, right: &Written) -> Option<String> {
        let (a, b) = (&left.text, &right.text);
        Some(match (left.kind, right.kind) {
            (Kind::Element(cell), Kind::Element(way))
                if self.directions == Some(way) && self.has_geometry(cell) && matches!(sign, "+" | "-") =>
            {
                let way = if sign == "+" { b.clone() } else { format!("opposite({b})") };
                format!("write `step({a}, {way})`: the cell one step in that direction")
            }
            (Kind::Element(domain), other)
                if is_number(other)
                    && let Some(direction) = self.beside(domain, sign) =>
            {
                let step = match b.as_str() {
                    "1" => format!("{direction}({a})"),
                    steps => format!("step({a}, {direction}, {steps})"),
                };
                format!("a cell is no number: write `{step}` for the cell there, or another direction")
            }
            (cell, other) if self.has_coordinates(cell) && is_number(other) => format!(
                "a cell is no number: write `{a}.x {sign} {b}` for its column, `{a}.y {sign} {b}` for its row"
            ),
            _ => return None,
        })
    }

    /// Help for elements or sets of two domains, and where nothing else is known.
    fn help_for_domains(&self, sign: &str, left: &Written, right: &Written) -> String {
        let made = self.side_made(sign, left, right).map(|made| format!("write `{made}` if that is meant"));
        let (Some(a), Some(b)) = (self.domain_of(left.kind), self.domain_of(right.kind)) else {
            return made.unwrap_or_else(|| BOTH.to_owned());
        };
        if a == b {
            return made.unwrap_or_else(|| BOTH.to_owned());
        }
        let words = (self.element_words(a), self.element_words(b));
        let declared = [(&left.text, b), (&right.text, a)].into_iter().find_map(|(text, wanted)| {
            let field = self.fields.iter().find(|field| field.name == *text)?;
            matches!(field.ty.kind, Kind::Set(_)).then(|| (text, self.domain_name(wanted)))
        });
        let declared = declared.map_or(String::new(), |(name, domain)| {
            format!("; if it holds such elements, declare it `{name}: set of {domain}`")
        });
        let made = made.unwrap_or_else(|| "both sides must speak of one domain".to_owned());
        format!("{} is never {}: {made}{declared}", words.0, words.1)
    }

    /// Both sides of an operator, one of them made of what stands there so that it goes with the
    /// other.
    fn side_made(&self, sign: &str, left: &Written, right: &Written) -> Option<String> {
        let (a, b) = (&left.text, &right.text);
        if a == DOTS || b == DOTS {
            return None;
        }
        if sign == "in" {
            return self.member_made(left, right);
        }
        let is_empty = |kind: Kind| matches!(kind, Kind::IntSet { low, high } if low > high);
        match (left.kind, right.kind) {
            (Kind::Element(_), other) if is_empty(other) => return Some(format!("{a} {sign} none")),
            (other, Kind::Element(_)) if is_empty(other) => return Some(format!("none {sign} {b}")),
            (_, Kind::Nothing) if sign.starts_with(['<', '>']) => return Some(format!("{a} = none")),
            (Kind::Nothing, _) if sign.starts_with(['<', '>']) => return Some(format!("{b} = none")),
            _ => {}
        }
        let right_made = self.made_of(right, left.kind).map(|made| format!("{a} {sign} {made}"));
        let left_made = || self.made_of(left, right.kind).map(|made| format!("{made} {sign} {b}"));
        let first = || match left.kind {
            Kind::Element(domain) if self.base(domain).is_none() => {
                self.domains[domain.index()].members.first().cloned()
            }
            _ => None,
        };
        let other = || self.of_kind(left.kind).filter(|one| one != a).or_else(first);
        right_made.or_else(left_made).or_else(|| other().map(|one| format!("{a} {sign} {one}")))
    }

    /// `a in S` with an `a` that may be in the set, or a set that may hold it.
    fn member_made(&self, left: &Written, set: &Written) -> Option<String> {
        let member = match set.kind {
            Kind::Set(domain) => Kind::Element(domain),
            _ => Kind::Int { low: 0, high: 0 },
        };
        if let Some(one) = self.made_of(left, member) {
            return Some(format!("{one} in {}", set.text));
        }
        match left.kind {
            Kind::Set(_) => Some(format!("{} <= {}", left.text, self.of_kind(left.kind)?)),
            _ => Some(format!("{} in {}", self.of_kind(member)?, set.text)),
        }
    }

    /// The direction of a board in which `c + 1` or `c - 1` would go.
    fn beside(&self, domain: DomainId, sign: &str) -> Option<&'static str> {
        let board = self.board(domain)?;
        let directions = board.geometry.directions();
        let has = |name: &str| directions.iter().find(|each| **each == name).copied();
        match sign {
            "+" => has("east").or(directions.first().copied()),
            "-" => has("west").or_else(|| directions.first().map(|name| crate::boards::opposite(name))),
            _ => None,
        }
    }
}

/// What both sides of an operator must be.
const BOTH: &str = "both sides must be integers, or elements or sets of one domain";

fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Int { .. })
}

fn is_whole(kind: Kind) -> bool {
    matches!(kind, Kind::Set(_) | Kind::IntSet { .. })
}

/// Help for `1 - me`.
fn help_for_player(sign: &str, left: &Written, right: &Written) -> Option<String> {
    let subtracts = sign == "-" && is_number(left.kind) && right.kind == Kind::Element(PLAYER);
    subtracts.then(|| match right.text.as_str() {
        "me" => "write `opponent`: a player is no number".to_owned(),
        "opponent" => "write `me`: a player is no number".to_owned(),
        other => format!("write `other({other})` for the other player: a player is no number"),
    })
}

/// Help for a set and a number.
fn help_for_count(sign: &str, left: &Written, right: &Written) -> Option<String> {
    let (a, b) = (&left.text, &right.text);
    match (left.kind, right.kind) {
        (set, other) if is_whole(set) && is_number(other) && b == "0" && matches!(sign, "=" | "!=") => {
            Some(format!(
                "write `{a} {sign} {{}}`: the empty set is no number; how many members there are is `count({a})`"
            ))
        }
        (set, other) if is_whole(set) && is_number(other) => {
            Some(format!("write `count({a}) {sign} {b}`: the number of the members"))
        }
        (other, set) if is_number(other) && is_whole(set) => {
            Some(format!("write `{a} {sign} count({b})`: the number of the members"))
        }
        _ => None,
    }
}

/// Help for a set that is compared with an element of its domain.
fn help_for_set(sign: &str, left: &Written, right: &Written) -> Option<String> {
    let (Kind::Set(a), Kind::Element(b)) = (left.kind, right.kind) else { return None };
    let compares = a == b && matches!(sign, "=" | "!=" | "<" | "<=");
    compares.then(|| format!("write `{} in {}` to ask whether it is a member", right.text, left.text))
}
