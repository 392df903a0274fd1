//! Help for types that do not fit, guessed from the declarations of the definition.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::kinds::domain_of;
use super::written::Written;
use crate::program::{DomainId, DomainKind, Field, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{Binder, ExprKind, ItemKind};

impl Checker<'_> {
    /// The help for `A` beside a set of cells, if there is a field like `stones[A]`.
    pub(super) fn meant_entry(&self, index: Kind, wanted: Kind, text: &str) -> Option<String> {
        let (Kind::Element(index), Some(of)) = (index, domain_of(wanted)) else { return None };
        // Where one element belongs no set does.
        let one = matches!(wanted, Kind::Element(_));
        let fits = |kind: Kind| kind == Kind::Element(of) || kind == Kind::Set(of) && !one;
        let field = self
            .state
            .fields
            .iter()
            .find(|field| field.indexes == [index] && index != of && fits(field.ty.kind))?;
        if let Some(player) = self.chosen_from(text).filter(|_| index == PLAYER) {
            let entry = format!("{}[{player}]", field.name);
            return Some(format!("`{text} in {player}` chooses the player: write `{text} in {entry}`"));
        }
        let each = self.domains.domain_name(index);
        let held = self.domains.kind_words(field.ty.kind);
        Some(format!("write `{}[{text}]` if that is meant: it is {held} for every {each}", field.name))
    }

    /// The player from whom alone a move chooses a name: `move take(c in me)`.
    fn chosen_from(&self, name: &str) -> Option<String> {
        let moves = self.input.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Move(each) => Some(each),
            _ => None,
        });
        let players = &self.domains.all[PLAYER.index()].members;
        let mut chosen = moves.flat_map(|each| &each.parameters).filter(|one| one.name.text == name);
        chosen.find_map(|one| match &one.set.kind {
            ExprKind::Me => Some("me".to_owned()),
            ExprKind::Opponent => Some("opponent".to_owned()),
            ExprKind::Name(player) if players.contains(&player.text) => Some(player.text.clone()),
            _ => None,
        })
    }

    /// The parameter of the move at a place that is chosen from this set, of elements of `domain`.
    fn chosen_of(&self, at: Span, domain: DomainId, set: &str) -> Option<String> {
        let ItemKind::Move(played) = &self.input.item_at(at)?.kind else { return None };
        let is_chosen = |each: &&Binder| {
            let ty = self.notes.locals.get(&each.name.span);
            each.set.span.end <= at.start
                && ty.is_some_and(|ty| ty.kind == Kind::Element(domain))
                && self.input.short_text(each.set.span).starts_with(set)
        };
        played.parameters.iter().find(is_chosen).map(|each| each.name.text.clone())
    }

    /// `c in men[me]` for `men[c] = me`, where each player has a set of these elements.
    fn asked_whose(&self, of: DomainId, at: Span, element: &str) -> Option<String> {
        let (before, behind) =
            (self.input.game.text.get(..at.start as usize)?, self.input.game.text.get(at.end as usize..)?);
        let name = before.strip_suffix('[')?;
        let is_whose = |field: &&Field| {
            field.indexes == [PLAYER] && field.ty.kind == Kind::Set(of) && name.ends_with(&field.name)
        };
        let field = self.state.fields.iter().find(is_whose)?;
        let behind = behind.strip_prefix(']')?.trim_start();
        let (sign, behind) = match behind.strip_prefix("!=") {
            Some(rest) => ("not in", rest),
            None => ("in", behind.strip_prefix('=')?),
        };
        let player = behind.split_whitespace().next()?.trim_end_matches([')', ',', ']']);
        let named = self.domains.all[PLAYER.index()].members.iter().any(|each| each == player);
        let is_player = named || matches!(player, "me" | "opponent") || self.is_local_player(player);
        is_player.then(|| format!("{element} {sign} {}[{player}]", field.name))
    }

    /// Whether a name is bound to a player somewhere.
    fn is_local_player(&self, name: &str) -> bool {
        let of_player =
            |(at, ty): (&Span, &Type)| ty.kind == Kind::Element(PLAYER) && self.input.written(*at) == name;
        self.notes.locals.iter().any(of_player)
    }

    /// The help for a value of one kind where another is expected.
    pub(super) fn mismatch_help(&self, found: Kind, wanted: Kind, at: Span) -> String {
        let written = self.input.written_value(at, found);
        let text = written.text.clone();
        let member = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim);
        let member = member.filter(|member| is_one_member(member));
        match (found, wanted) {
            (_, Kind::Element(w)) if self.domains.spelt_otherwise(w, &text).is_some() => {
                format!("did you mean `{}`?", self.domains.spelt_otherwise(w, &text).unwrap_or_default())
            }
            (Kind::Set(d), Kind::Element(w)) if d == w && member.is_some() => {
                format!("write `{}`: one element stands without braces", member.unwrap_or_default())
            }
            (Kind::Int { .. }, Kind::Element(crate::program::PLAYER))
                if self.domains.player_by_number(&text).is_some() =>
            {
                let players = &self.domains.all[0].members;
                format!(
                    "write `{}`: the players have names, {}",
                    self.input.in_index(at, self.domains.player_by_number(&text).unwrap_or_default()),
                    super::words::all_of(players)
                )
            }
            (Kind::Set(d), Kind::Element(w)) if d == w && self.chosen_of(at, w, &text).is_some() => {
                let name = self.chosen_of(at, w, &text).unwrap_or_default();
                format!("write `{name}`: it is the one that the move chooses")
            }
            (Kind::Element(d), Kind::Element(crate::program::PLAYER))
                if self.asked_whose(d, at, &text).is_some() =>
            {
                format!(
                    "write `{}`: whose it is, is asked of each player's set",
                    self.asked_whose(d, at, &text).unwrap_or_default()
                )
            }
            (Kind::Set(d), Kind::Element(w)) if d == w => format!(
                "a set has many members: choose one with a parameter, `({0} in {text})`, or a quantifier, `some {0} in {text}: ..`",
                self.free_name(at, self.domains.domain_name(w))
            ),
            (Kind::Set(_) | Kind::IntSet { .. }, Kind::Bool) => {
                format!("compare the set: write `{text} != {{}}` to ask whether it has members")
            }
            (Kind::Set(_), Kind::Int { .. }) if let Some((one, other)) = entries_apart(&text) => format!(
                "write `count({one}) - count({other})` for how many more the one has; `count({text})` counts those that the other lacks"
            ),
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
                let name = text.split('[').next().unwrap_or_default();
                let may_be_none =
                    self.state.fields.iter().any(|field| field.name == name && field.ty.or_none);
                let asked = self.made_of(&written, wanted).filter(|_| !may_be_none);
                let asked = asked.unwrap_or_else(|| format!("{text} != none"));
                format!(
                    "{} is no condition: ask something of it, `{asked}` for one",
                    self.domains.element_words(d)
                )
            }
            (Kind::Bool, Kind::Int { .. }) => {
                format!("a condition is no number: write `(if {text} then 1 else 0)`")
            }
            (Kind::Int { .. }, Kind::Element(d)) if self.domains.low(d).is_none() => {
                self.domains.element_help(d)
            }
            (Kind::Element(_), Kind::Int { .. })
                if text.len() < 20 && self.domains.has_coordinates(found) =>
            {
                format!("a cell is no number: `{text}.x` is its column, `{text}.y` its row")
            }
            _ => self.meant_entry(found, wanted, &text).unwrap_or_else(|| self.converted(&written, wanted)),
        }
    }

    /// The help for a value that nothing else is known of: what is made of it, or another value of
    /// the wanted kind.
    fn converted(&self, found: &Written, wanted: Kind) -> String {
        if let Some(made) = self.made_of(found, wanted) {
            return format!("write `{made}` if that is meant");
        }
        match wanted {
            Kind::Element(crate::program::PLAYER) => {
                let members = &self.domains.all[0].members;
                format!("write `me`, `opponent`, {}", super::words::one_of(members))
            }
            Kind::Element(domain) => self.domains.element_help(domain),
            _ => {
                let words = self.domains.kind_words(wanted);
                self.of_kind(wanted).map_or(format!("write {words} here"), |one| {
                    let words = if wanted == Kind::Bool { "a condition" } else { &words };
                    format!("{words} belongs here: write `{one}` for one")
                })
            }
        }
    }
}

impl DomainTables {
    /// Whether elements of a kind have coordinates.
    pub(super) fn has_coordinates(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Element(domain) if self.coordinates(domain).is_some())
    }

    /// How an element of a domain is written in an expression: a member of a family as its set.
    pub(super) fn written_element(&self, domain: DomainId, at: usize) -> String {
        let domain = &self.all[domain.index()];
        match &domain.kind {
            DomainKind::Family { base, members } => {
                let elements =
                    members[at].iter().map(|element| self.written_element(*base, element as usize));
                format!("{{{}}}", elements.collect::<Vec<String>>().join(", "))
            }
            _ => domain.members[at].clone(),
        }
    }

    /// The help where an element of a domain belongs.
    fn element_help(&self, domain: DomainId) -> String {
        let name = self.domain_name(domain);
        let members: Vec<String> =
            (0..self.all[domain.index()].members.len()).map(|at| self.written_element(domain, at)).collect();
        let made = match self.coordinates(domain).is_some() {
            true => format!(", or `{name}(1, 2)` for the one in column 1 and row 2"),
            false => String::new(),
        };
        let written = if self.base(domain).is_some() { "write the set of" } else { "write the name of" };
        match members.as_slice() {
            [] => format!("{written} {}", self.element_words(domain)),
            all if all.len() <= 6 => format!("write one of {}{made}", super::words::one_of(all)),
            [first, .., last] => {
                format!("{written} {}, `{first}` to `{last}`{made}", self.element_words(domain))
            }
            [one] => format!("write `{one}`"),
        }
    }

    /// The element of a domain that is called so but for capitals.
    fn spelt_otherwise(&self, domain: DomainId, text: &str) -> Option<&str> {
        let members = &self.all[domain.index()].members;
        let same = |member: &&String| member.eq_ignore_ascii_case(text) && *member != text;
        members.iter().find(same).map(String::as_str)
    }
}

/// Whether the text between the braces of a set is that of one member: no comma, range or `for`
/// stands outside of brackets in it.
fn is_one_member(text: &str) -> bool {
    let mut depth = 0i32;
    let outside = |c: char| {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        depth == 0
    };
    let rest: String = text
        .chars()
        .filter({
            let mut outside = outside;
            move |c| outside(*c)
        })
        .collect();
    let is_list = rest.contains([',', '|', '+', '&', '{']) || rest.contains("..");
    let is_filter = rest.split_whitespace().any(|word| matches!(word, "for" | "in" | "where" | "if" | "let"));
    !text.is_empty() && !is_list && !is_filter
}

/// The sides of `discs[Ann] - discs[Bob]`: two entries of one table.
fn entries_apart(text: &str) -> Option<(&str, &str)> {
    let (one, other) = text.split_once(" - ")?;
    let table = |side: &str| {
        let (name, index) = side.split_once('[')?;
        let is_plain = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_plain(name) && index.strip_suffix(']').is_some_and(is_plain)).then(|| name.to_owned())
    };
    (table(one).is_some() && table(one) == table(other) && one != other).then_some((one, other))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(play: &str) -> Vec<String> {
        helps_beside("state { men[Player]: set of C = [{a1}, {c3}], at: C = a1 }", play)
    }

    #[test]
    fn the_one_that_is_chosen_is_offered_for_the_set_it_is_chosen_from() {
        let body = |body: &str| helps(&format!("move m(d in near(at) - men[me]) {{ {body} men[me] += at }}"));
        assert_eq!(body("at = near(at)"), ["write `d`: it is the one that the move chooses"]);
        let other = "a set has many members: let the player choose one, `move m(d in near(at) - men[me], c in near(b2))` and `at = c`; if it has just one, write `for c in near(b2) { at = c }`";
        assert_eq!(body("at = near(b2)"), [other]);
    }

    #[test]
    fn whose_a_cell_is_is_asked_of_the_players_sets() {
        let guard = |guard: &str| helps(&format!("move m(c in C) when {guard} {{ men[me] += c }}"));
        let write = |text: &str| [format!("write `{text}`: whose it is, is asked of each player's set")];
        assert_eq!(guard("men[c] = me"), write("c in men[me]"));
        assert_eq!(guard("men[c] != opponent"), write("c not in men[opponent]"));
        assert_eq!(guard("some p in Player: men[at] = p"), write("at in men[p]"));
    }

    #[test]
    fn what_is_wanted_of_two_sets_or_of_one_is_written_whole() {
        let fields = "state { men[Player]: set of C, at: C = a1 }";
        let helps = |lines: &str| helps_beside(fields, lines);
        assert_eq!(
            helps(
                "move m(c in C) { men[me] += c at = c }\nend when men[Ann] = C => men[Ann] - men[Bob] to Ann"
            ),
            [
                "write `count(men[Ann]) - count(men[Bob])` for how many more the one has; `count(men[Ann] - men[Bob])` counts those that the other lacks"
            ]
        );
        assert_eq!(
            helps("move m { at = near(at) - men[me] men[me] += at }"),
            [
                "a set has many members: let the player choose one, `move m(c in near(at) - men[me])` and `at = c`; if it has just one, write `for c in near(at) - men[me] { at = c }`"
            ]
        );
        assert!(
            helps("range Heap = 1..3 let worth[Heap] = [1, 2, 3, 4] move m { at = a1 }")
                .concat()
                .starts_with("write `range Heap = 1..4` if all 4 are meant; else write one value")
        );
    }
}
