//! Help for an operator whose sides have no common type: a text with both of them, in which one is
//! made to go with the other.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::kinds::domain_of;
use super::written::{DOTS, Written};
use crate::program::{DomainId, Kind, PLAYER, Type};
use crate::source::Span;

impl Checker<'_> {
    /// The help for an operator whose operands have no common type.
    pub(super) fn sides_help(&self, sign: &str, left: (Span, Type), right: (Span, Type)) -> String {
        let types = (left.1, right.1);
        let left = self.input.written_value(left.0, left.1.kind);
        let right = self.input.written_value(right.0, right.1.kind);
        if let Some(help) = self.never_none_beside(&left, &right, types) {
            return help;
        }
        if sign == "in"
            && let Some(help) = self.help_for_member(&left, &right)
        {
            return help;
        }
        self.meant_entry(left.kind, right.kind, &left.text)
            .or_else(|| self.meant_entry(right.kind, left.kind, &right.text))
            .or_else(|| self.help_for_truth(sign, &left, &right))
            .or_else(|| help_for_player(sign, &left, &right))
            .or_else(|| help_for_count(sign, &left, &right).filter(|_| !matches!(sign, "in" | "&")))
            .or_else(|| self.domains.help_for_cell(sign, &left, &right))
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
    fn help_for_member(&self, left: &Written, right: &Written) -> Option<String> {
        let (a, b) = (&left.text, &right.text);
        Some(match (left.kind, right.kind) {
            (Kind::Element(member), Kind::Set(family)) if self.domains.base(family) == Some(member) => {
                let each = self.free_name(left.at, self.domains.domain_name(family));
                let words = self.domains.element_words(family);
                format!("write `some {each} in {b}: {a} in {each}`: {words} is a set of such elements")
            }
            (Kind::Element(member), Kind::Set(of)) if self.domains.base(member) == Some(of) => {
                let words = self.domains.element_words(member);
                let between = self.input.game.text.get(left.at.end as usize..right.at.start as usize);
                if between.is_some_and(|text| text.contains("not")) {
                    return Some(format!(
                        "write `{a} & {b} = {{}}`: {words} is a set, and none of its members may be in the other"
                    ));
                }
                format!("write `{a} <= {b}`: {words} is a set, and all its members must be in the other")
            }
            (Kind::Set(family), Kind::Set(of)) if self.domains.base(family) == Some(of) => {
                let each = self.free_name(left.at, self.domains.domain_name(family));
                format!("write `some {each} in {a}: {each} <= {b}` to ask whether all of one lies within")
            }
            (one, other) if !is_whole(other) => {
                let words = self.domains.kind_words(other);
                let compared = match one == other || is_number(one) && is_number(other) {
                    true => Some(format!("{a} = {b}")),
                    false => self.side_matched("=", left, right),
                };
                let member = match one {
                    Kind::Element(domain) => Kind::Set(domain),
                    _ => Kind::IntSet { low: 0, high: 1 },
                };
                let of_entry = self.made_of(right, member).filter(|_| matches!(other, Kind::Element(_)));
                let set = of_entry.filter(|set| !set.starts_with('{')).map(|set| format!("{a} in {set}"));
                let apart = matches!(one, Kind::Element(of) if self.domains.low(of).is_none() && !self.domains.has_geometry(of))
                    && is_number(other);
                let held = self.of_kind(member).filter(|set| apart && *set != *a && set.contains('['));
                match (set.or_else(|| held.map(|held| format!("{a} in {held}"))), compared) {
                    (Some(text), _) => format!("behind `in` stands a set: write `{text}`"),
                    (None, Some(text)) => {
                        format!("behind `in` stands a set; {words} is compared with `=`: write `{text}`")
                    }
                    (None, None) => format!(
                        "behind `in` stands a set, and {words} is none: write `{a} in {}`",
                        self.of_kind(member)?
                    ),
                }
            }
            _ => return None,
        })
    }

    /// Help for `men[p] >= Line`: whether one member of a family is among the elements.
    fn help_for_family(&self, sign: &str, left: &Written, right: &Written) -> Option<String> {
        let (set, family) = match sign {
            "<" | "<=" => (right, left),
            ">" | ">=" => (left, right),
            _ => return None,
        };
        let (Kind::Set(base), Kind::Set(domain)) = (set.kind, family.kind) else { return None };
        let is_family =
            self.domains.base(domain) == Some(base) && family.text == self.domains.domain_name(domain);
        is_family.then(|| {
            let each = self.free_name(family.at, &family.text);
            format!("write `some {each} in {}: {each} <= {}`", family.text, set.text)
        })
    }

    /// Help for elements or sets of two domains, and where nothing else is known.
    fn help_for_domains(&self, sign: &str, left: &Written, right: &Written) -> String {
        if let Some(help) = self.help_for_family(sign, left, right) {
            return help;
        }
        let made = self.side_made(sign, left, right).map(|made| format!("write `{made}` if that is meant"));
        let (Some(a), Some(b)) = (domain_of(left.kind), domain_of(right.kind)) else {
            return made.unwrap_or_else(|| BOTH.to_owned());
        };
        if a == b {
            return made.unwrap_or_else(|| BOTH.to_owned());
        }
        let words = (self.domains.element_words(a), self.domains.element_words(b));
        let declared = [(&left.text, b), (&right.text, a)].into_iter().find_map(|(text, wanted)| {
            let field = self.state.fields.iter().find(|field| field.name == *text)?;
            matches!(field.ty.kind, Kind::Set(_)).then(|| (text, self.domains.domain_name(wanted)))
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
        let matched = self.side_matched(sign, left, right);
        let first = || match left.kind {
            Kind::Element(domain) if self.domains.base(domain).is_none() => {
                self.domains.all[domain.index()].members.first().cloned()
            }
            _ => None,
        };
        let other = || self.of_kind(left.kind).filter(|one| one != a).or_else(first);
        matched.or_else(|| other().map(|one| format!("{a} {sign} {one}")))
    }

    /// Both sides of an operator, one of them as a value of the other's kind.
    fn side_matched(&self, sign: &str, left: &Written, right: &Written) -> Option<String> {
        // A number is made of a condition, and no condition of a number beside one.
        let turned = left.kind == Kind::Bool && is_number(right.kind);
        let made = |of: &Written, other: &Written| {
            let text = same_coordinate(self.made_of(of, other.kind)?, other);
            Some(side(&Written { text, at: of.at, kind: other.kind }))
        };
        let right_made = made(right, left).filter(|_| !turned);
        let right_made = right_made.map(|made| format!("{} {sign} {made}", side(left)));
        right_made.or_else(|| Some(format!("{} {sign} {}", made(left, right)?, side(right))))
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
}

impl DomainTables {
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
            (cell, other) if self.has_coordinates(cell) && is_number(other) && is_row(b) => {
                format!("a cell is no number: write `{a}.y {sign} {b}`, its row")
            }
            (cell, other) if self.has_coordinates(cell) && is_number(other) => format!(
                "a cell is no number: write `{a}.x {sign} {b}` for its column, `{a}.y {sign} {b}` for its row"
            ),
            _ => return None,
        })
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

/// The coordinate of a cell beside the row of another: its row too.
fn same_coordinate(text: String, other: &Written) -> String {
    match text.strip_suffix(".x") {
        Some(cell) if is_row(&other.text) => format!("{cell}.y"),
        _ => text,
    }
}

/// Whether a text speaks of the row of a cell, and of no column.
fn is_row(text: &str) -> bool {
    text.contains(".y") && !text.contains(".x")
}

/// A side of an operator as it was written: in brackets where it is a condition of several words.
fn side(written: &Written) -> String {
    match written.kind {
        Kind::Bool if written.text.contains(' ') && !written.text.starts_with('(') => {
            format!("({})", written.text)
        }
        _ => written.text.clone(),
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

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about_guard as guard;

    #[test]
    fn behind_in_stands_a_set_of_what_stands_before_it() {
        let cases = [
            ("c in n", "behind `in` stands a set; an integer is compared with `=`: write `c = C(n, 1)`"),
            ("c in at[me]", ""),
            ("c in me", "behind `in` stands a set: write `c in s[me]`"),
            ("c in d", "behind `in` stands a set, and a Direction is none: write `c in s[me]`"),
            (
                "c in lit",
                "behind `in` stands a set; true or false is compared with `=`: write `(c in s[me]) = lit`",
            ),
            ("n in C", "write `C(n, 1) in C` if that is meant"),
            ("(some l in L: c in l)", ""),
            ("c in L", "write `some l in L: c in l`: a L is a set of such elements"),
            ("L <= s[me]", "write `some l in L: l <= s[me]`"),
            ("s[me] >= L", "write `some l in L: l <= s[me]`"),
            ("(let e = c + d in e in s[me])", "write `step(c, d)`: the cell one step in that direction"),
            ("(let e = C[c.x, c.y + 1] in e in s[me])", "write `C(c.x, c.y + 1)`"),
            ("(n > 3) < 4", "write `(if n > 3 then 1 else 0) < 4` if that is meant"),
        ];
        for (condition, help) in cases {
            let helps = guard(condition);
            assert_eq!(helps, if help.is_empty() { Vec::new() } else { vec![help] }, "{condition}");
        }
    }

    #[test]
    fn a_constant_table_tells_a_number_of_a_piece_and_a_set_the_set() {
        let items = "enum Tool { axe, pick } let power[Tool] = [1, 2]\n\
            state { tools[Player]: set of Tool, bag[Player]: 0..9, n: 0..9 }";
        let rules = |guard: &str| {
            crate::check::tests::helps_beside(
                items,
                &format!("move m(k in Tool) when {guard} {{ tools[me] += k bag[me] += 1 n = 1 }}"),
            )
        };
        assert_eq!(rules("n < k + 1"), ["write `power[k] + 1` if that is meant"]);
        assert_eq!(rules("pick in bag[me]"), ["behind `in` stands a set: write `pick in tools[me]`"]);
    }
}
