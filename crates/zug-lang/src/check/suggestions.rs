//! Help for types that do not fit, guessed from the declarations of the definition.

use super::checker::Checker;
use crate::program::{DomainId, Kind, Type};
use crate::source::Span;

impl Checker<'_> {
    /// The help for an operator whose operands have no common type.
    pub(super) fn sides_help(
        &self,
        sign: &str,
        (left_at, left): (Span, Type),
        (right_at, right): (Span, Type),
    ) -> String {
        let texts = (self.short_text(left_at), self.short_text(right_at));
        if let Some(help) = self
            .meant_entry(left.kind, right.kind, &texts.0)
            .or_else(|| self.meant_entry(right.kind, left.kind, &texts.1))
        {
            return help;
        }
        let whole = |kind: Kind| matches!(kind, Kind::Set(_) | Kind::IntSet { .. });
        let number = |kind: Kind| matches!(kind, Kind::Int { .. });
        match (left.kind, right.kind) {
            (Kind::Bool, Kind::Bool) if sign == "&" => {
                format!("`&` is for sets: write `{} and {}`", texts.0, texts.1)
            }
            (Kind::Bool, other) if number(other) && matches!(sign, "+" | "-") => {
                format!("a condition is no number: write `(if {} then 1 else 0) {sign} {}`", texts.0, texts.1)
            }
            (other, Kind::Bool) if number(other) && matches!(sign, "+" | "-") => {
                format!("a condition is no number: write `{} {sign} (if {} then 1 else 0)`", texts.0, texts.1)
            }
            (Kind::Bool, other) if number(other) && matches!(sign, "=" | "!=") && matches!(&*texts.1, "0" | "1") => {
                let not = if (texts.1 == "1") == (sign == "=") { "" } else { "not " };
                format!("write `{not}{}`: it is true or false, and no number", texts.0)
            }
            (Kind::Bool, Kind::Bool) if sign != "in" => {
                format!("conditions go together by `and`, `or` and `not`: write `{} and {}`", texts.0, texts.1)
            }
            (Kind::Bool, _) | (_, Kind::Bool) if sign != "in" && self.side_made(sign, (texts.0.as_str(), left.kind), (texts.1.as_str(), right.kind)).is_none() => {
                "conditions go together by `and`, `or` and `not`; a comparison beside another stands in parentheses".to_owned()
            }
            (Kind::Element(member), Kind::Set(of)) if sign == "in" && self.base(member) == Some(of) => {
                let words = self.element_words(member);
                format!("write `{} <= {}`: {words} is a set, and all its members must be in the other", texts.0, texts.1)
            }
            (Kind::Set(family), Kind::Set(of)) if sign == "in" && self.base(family) == Some(of) => {
                let name = self.domain_name(family);
                let each = self.free_name(left_at, name);
                format!("write `some {each} in {}: {each} <= {}` to ask whether all of one lies within", texts.0, texts.1)
            }
            (a, Kind::Element(crate::program::PLAYER)) if number(a) && sign == "-" => match texts.1.as_str() {
                "me" => "write `opponent`: a player is no number".to_owned(),
                "opponent" => "write `me`: a player is no number".to_owned(),
                other => format!("write `other({other})` for the other player: a player is no number"),
            },
            (_, other) if sign == "in" && !whole(other) => {
                format!("behind `in` stands a set; {} is compared with `=`: write `{} = {}`", self.kind_words(other), texts.0, texts.1)
            }
            (a, b) if whole(a) && number(b) && texts.1 == "0" && matches!(sign, "=" | "!=") => {
                format!("write `{} {sign} {{}}`: the empty set is no number; how many members there are is `count({})`", texts.0, texts.0)
            }
            (a, b) if whole(a) && number(b) => {
                format!("write `count({}) {sign} {}`: the number of the members", texts.0, texts.1)
            }
            (a, b) if number(a) && whole(b) => {
                format!("write `{} {sign} count({})`: the number of the members", texts.0, texts.1)
            }
            (Kind::Element(cell), Kind::Element(way))
                if self.directions == Some(way) && self.has_geometry(cell) && matches!(sign, "+" | "-") =>
            {
                let way = if sign == "+" { texts.1.clone() } else { format!("opposite({})", texts.1) };
                format!("write `step({}, {way})`: the cell one step in that direction", texts.0)
            }
            (Kind::Element(domain), b) if number(b) && self.beside(domain, sign).is_some() => {
                let direction = self.beside(domain, sign).unwrap_or_default();
                let step = match texts.1.as_str() {
                    "1" => format!("{direction}({})", texts.0),
                    steps => format!("step({}, {direction}, {steps})", texts.0),
                };
                format!("a cell is no number: write `{step}` for the cell there, or another direction")
            }
            (a, b) if self.has_coordinates(a) && number(b) => {
                format!("a cell is no number: write `{}.x {sign} {}` for its column, `{}.y {sign} {}` for its row", texts.0, texts.1, texts.0, texts.1)
            }
            (Kind::Set(a), Kind::Element(b)) if a == b && matches!(sign, "=" | "!=" | "<" | "<=") => {
                format!("write `{} in {}` to ask whether it is a member", texts.1, texts.0)
            }
            (left_kind, right_kind) => match (self.domain_of(left_kind), self.domain_of(right_kind)) {
                (Some(a), Some(b)) if a != b => {
                    let (left, right) = (self.element_words(a), self.element_words(b));
                    let declared = [(&texts.0, b), (&texts.1, a)].into_iter().find_map(|(text, wanted)| {
                        let field = self.fields.iter().find(|field| field.name == *text)?;
                        matches!(field.ty.kind, Kind::Set(_)).then(|| (text, self.domain_name(wanted)))
                    });
                    let declared = declared.map_or(String::new(), |(name, domain)| {
                        format!("; if it holds such elements, declare it `{name}: set of {domain}`")
                    });
                    let made = self.side_made(sign, (texts.0.as_str(), left_kind), (texts.1.as_str(), right_kind));
                    let made = made.map_or("both sides must speak of one domain".to_owned(), |made| {
                        format!("write `{made}` if that is meant")
                    });
                    format!("{left} is never {right}: {made}{declared}")
                }
                _ => match self.side_made(sign, (texts.0.as_str(), left.kind), (texts.1.as_str(), right.kind)) {
                    Some(made) => format!("write `{made}` if that is meant"),
                    None => "both sides must be integers, or elements or sets of one domain".to_owned(),
                },
            },
        }
    }

    /// Both sides of an operator, one of them made of what stands there so that it goes with the
    /// other.
    fn side_made(&self, sign: &str, left: (&str, Kind), right: (&str, Kind)) -> Option<String> {
        if left.0 == ".." || right.0 == ".." {
            return None;
        }
        if sign == "in" {
            return self.member_made(left, right);
        }
        let empty = |kind: Kind| matches!(kind, Kind::IntSet { low, high } if low > high);
        match (left.1, right.1) {
            (Kind::Element(_), other) if empty(other) => return Some(format!("{} {sign} none", left.0)),
            (other, Kind::Element(_)) if empty(other) => return Some(format!("none {sign} {}", right.0)),
            (_, Kind::Nothing) if sign.starts_with(['<', '>']) => return Some(format!("{} = none", left.0)),
            (Kind::Nothing, _) if sign.starts_with(['<', '>']) => return Some(format!("{} = none", right.0)),
            _ => {}
        }
        let right_made =
            self.made_of(right.0, right.1, left.1).map(|made| format!("{} {sign} {made}", left.0));
        let left_made =
            || self.made_of(left.0, left.1, right.1).map(|made| format!("{made} {sign} {}", right.0));
        let first = || match left.1 {
            Kind::Element(domain) if self.base(domain).is_none() => {
                self.domains[domain.index()].members.first().cloned()
            }
            _ => None,
        };
        let other = || self.of_kind(left.1).filter(|one| one != left.0).or_else(first);
        right_made.or_else(left_made).or_else(|| other().map(|one| format!("{} {sign} {one}", left.0)))
    }

    /// `a in S` with an `a` that may be in the set, or a set that may hold it.
    fn member_made(&self, left: (&str, Kind), right: (&str, Kind)) -> Option<String> {
        let set = match right.1 {
            Kind::Element(_) | Kind::Set(_) | Kind::IntSet { .. } => right.1,
            _ => {
                let of = match left.1 {
                    Kind::Element(domain) => self.of_kind(Kind::Set(domain))?,
                    Kind::Int { .. } => "1..3".to_owned(),
                    _ => return None,
                };
                return Some(format!("{} in {of}", left.0));
            }
        };
        let member = match set {
            Kind::Set(domain) | Kind::Element(domain) => Kind::Element(self.base_of_member(set, domain)),
            _ => Kind::Int { low: 0, high: 0 },
        };
        let one = self.made_of(left.0, left.1, member).or_else(|| match left.1 {
            Kind::Set(_) => None,
            _ => self.of_kind(member),
        });
        match (one, left.1) {
            (Some(one), _) => Some(format!("{one} in {}", right.0)),
            (None, Kind::Set(domain)) => Some(format!("{} <= {}", left.0, self.of_kind(Kind::Set(domain))?)),
            _ => None,
        }
    }

    /// The domain of what may stand before `in`: a member of a family is a set of its base.
    fn base_of_member(&self, set: Kind, domain: DomainId) -> DomainId {
        match set {
            Kind::Element(family) => self.base(family).unwrap_or(domain),
            _ => domain,
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

    /// The help for `A` beside a set of cells, if there is a field like `stones[A]`.
    pub(super) fn meant_entry(&self, index: Kind, wanted: Kind, text: &str) -> Option<String> {
        let (Kind::Element(index), Some(of)) = (index, self.domain_of(wanted)) else { return None };
        let fits = |kind: Kind| kind == Kind::Set(of) || kind == Kind::Element(of);
        let field = self
            .fields
            .iter()
            .find(|field| field.indexes == [index] && index != of && fits(field.ty.kind))?;
        let each = self.domain_name(index);
        let held = self.kind_words(field.ty.kind);
        Some(format!("write `{}[{text}]` if that is meant: it is {held} for every {each}", field.name))
    }

    /// The domain of an element or a set.
    fn domain_of(&self, kind: Kind) -> Option<DomainId> {
        match kind {
            Kind::Element(domain) | Kind::Set(domain) => Some(domain),
            _ => None,
        }
    }

    /// A short text of the definition, or dots.
    pub(super) fn short_text(&self, at: Span) -> String {
        let text = self.written(at);
        match text.is_empty() || text.len() > 40 || text.contains(['\n', '\r']) {
            true => "..".to_owned(),
            false => text.to_owned(),
        }
    }

    /// Whether elements of a kind have coordinates.
    fn has_coordinates(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Element(domain) if self.coordinates(domain).is_some())
    }

    /// The help where an element of a domain belongs.
    fn element_help(&self, domain: DomainId) -> String {
        let name = self.domain_name(domain);
        let members = &self.domains[domain.index()].members;
        let made = match self.coordinates(domain).is_some() {
            true => format!(", or `{name}(1, 2)` for the one in column 1 and row 2"),
            false => String::new(),
        };
        match members.as_slice() {
            [] => format!("write the name of {}", self.element_words(domain)),
            all if all.len() <= 6 => format!("write one of {}{made}", super::words::one_of(all)),
            [first, .., last] => {
                format!("write the name of {}, `{first}` to `{last}`{made}", self.element_words(domain))
            }
            [one] => format!("write `{one}`"),
        }
    }

    /// The element of a domain that is called so but for capitals.
    fn spelt_otherwise(&self, domain: DomainId, text: &str) -> Option<&str> {
        let members = &self.domains[domain.index()].members;
        let same = |member: &&String| member.eq_ignore_ascii_case(text) && *member != text;
        members.iter().find(same).map(String::as_str)
    }

    /// The help for a value of one kind where another is expected.
    pub(super) fn mismatch_help(&self, found: Kind, wanted: Kind, at: Span) -> String {
        let text = self.short_text(at);
        let member = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim);
        let member = member.filter(|member| !member.is_empty() && !member.contains([',', ' ']));
        match (found, wanted) {
            (_, Kind::Element(w)) if self.spelt_otherwise(w, &text).is_some() => {
                format!("did you mean `{}`?", self.spelt_otherwise(w, &text).unwrap_or_default())
            }
            (Kind::Set(d), Kind::Element(w)) if d == w && member.is_some() => {
                format!("write `{}`: one element stands without braces", member.unwrap_or_default())
            }
            (Kind::Int { .. }, Kind::Element(crate::program::PLAYER))
                if self.player_by_number(&text).is_some() =>
            {
                let players = &self.domains[0].members;
                format!(
                    "write `{}`: the players have names, {}",
                    self.in_index(at, self.player_by_number(&text).unwrap_or_default()),
                    super::words::all_of(players)
                )
            }
            (Kind::Set(d), Kind::Element(w)) if d == w => format!(
                "a set has many members: choose one with a parameter, `({0} in {text})`, or a quantifier, `some {0} in {text}: ..`",
                self.free_name(at, self.domain_name(w))
            ),
            (Kind::Set(_) | Kind::IntSet { .. }, Kind::Bool) => {
                format!("compare the set: write `{text} != {{}}` to ask whether it has members")
            }
            (Kind::Set(_) | Kind::IntSet { .. }, Kind::Int { .. }) => {
                format!("write `count({text})` for the number of its members")
            }
            (Kind::Int { .. }, Kind::Bool) if matches!(text.as_str(), "0" | "1") => {
                let word = if text == "1" { "true" } else { "false" };
                format!("write `{word}`: a truth value is `true` or `false`")
            }
            (Kind::Int { .. }, Kind::Bool) => {
                format!("a number is no condition: compare it, `{text} > 0` or `{text} = 1` for one")
            }
            (Kind::Element(d), Kind::Bool) => {
                let asked = self.made_of(&text, found, wanted).unwrap_or_else(|| format!("{text} != none"));
                format!("{} is no condition: ask something of it, `{asked}` for one", self.element_words(d))
            }
            (Kind::Bool, Kind::Int { .. }) => {
                format!("a condition is no number: write `(if {text} then 1 else 0)`")
            }
            (Kind::Int { .. }, Kind::Element(d)) if self.low(d).is_none() => self.element_help(d),
            (Kind::Element(_), Kind::Int { .. }) if text.len() < 20 && self.has_coordinates(found) => {
                format!("a cell is no number: `{text}.x` is its column, `{text}.y` its row")
            }
            _ => {
                self.meant_entry(found, wanted, &text).unwrap_or_else(|| self.converted(found, wanted, &text))
            }
        }
    }

    /// The help for a value that nothing else is known of: what is made of it, or another value of
    /// the wanted kind.
    fn converted(&self, found: Kind, wanted: Kind, text: &str) -> String {
        if let Some(made) = self.made_of(text, found, wanted) {
            return format!("write `{made}` if that is meant");
        }
        match wanted {
            Kind::Element(crate::program::PLAYER) => {
                let members = &self.domains[0].members;
                format!("write `me`, `opponent`, {}", super::words::one_of(members))
            }
            Kind::Element(domain) => self.element_help(domain),
            _ => {
                let words = self.kind_words(wanted);
                self.of_kind(wanted).map_or(format!("write {words} here"), |one| {
                    let words = if wanted == Kind::Bool { "a condition" } else { &words };
                    format!("{words} belongs here: write `{one}` for one")
                })
            }
        }
    }
}
