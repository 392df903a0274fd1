//! Names for sets that definitions of games elsewhere have without declaring them: `empty`, `all`,
//! `Adjacent`.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::global_names::{GlobalNames, Origin};
use super::input::CheckInput;
use crate::built_ins::{Kind as Is, built_in};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Kind, PLAYER};
use crate::source::Span;
use crate::syntax::ast::{Initial, Name};
use crate::syntax::elsewhere::is_word_for_empty;

impl Checker<'_> {
    /// The report about an unknown name that is such a word, with the set that it means here.
    pub(super) fn usual_set(
        &self,
        report: &Diagnostic,
        name: &Name,
        hint: Option<DomainId>,
    ) -> Option<Diagnostic> {
        let of_elements = hint.is_some() && !self.input.is_asked_for_members(name);
        let word = name.text.to_lowercase().replace('_', "");
        if let Some(set) = self
            .domains
            .direction_word_set(&word)
            .filter(|_| hint.is_none() || hint == self.domains.directions)
        {
            let help =
                format!("write `{set}`: `compass` are all directions, `orthogonal` and `diagonal` four each");
            return Some(report.clone().help(help).likely(name.span, set));
        }
        if matches!(word.as_str(), "all" | "everything" | "full")
            && let Some(domain) = hint.filter(|domain| *domain != PLAYER)
        {
            let text = self.domains.domain_name(domain);
            let help = format!("write `{text}`: the name of a domain stands for the set of all its elements");
            return Some(report.clone().help(help).likely(name.span, text));
        }
        if of_elements && !self.input.is_collection(name) || !is_word_for_empty(&word) {
            return None;
        }
        let text = self.free_cells()?;
        let known = self.names.def_of_difference(self.input, &text);
        if let Some((known, place, Some(less))) = known {
            let help = format!(
                "declare it: write `def {} = {text}` as an item; `{known}` takes only `{less}` away",
                name.text
            );
            return Some(report.clone().because(place, "declared here").help(help));
        }
        if let Some((known, place, None)) = known {
            let help = format!("write `{known}`: so these cells are called here");
            return Some(report.clone().because(place, "declared here").help(help).likely(name.span, known));
        }
        let help = format!("declare it: write `def {} = {text}` as an item", name.text);
        Some(report.clone().help(help))
    }

    /// The report about a direction that the board has not, where a move is called so.
    pub(super) fn foreign_direction(&self, name: &Name) -> Option<Diagnostic> {
        let is_direction = built_in(&name.text).is_some_and(|it| matches!(it.kind, Is::Direction));
        let called =
            self.input.game.text.get(name.span.end as usize..).is_some_and(|rest| rest.starts_with('('));
        let domain =
            (0..self.domains.all.len() as u32).map(DomainId).find(|id| self.domains.has_geometry(*id))?;
        let names = self.domains.board(domain)?.geometry.directions();
        let first = names.first().filter(|_| is_direction && called)?;
        let message = format!("`{}` has no direction `{}`", self.domains.domain_name(domain), name.text);
        let report =
            Diagnostic::error(super::codes::WRONG_SORT, message, name.span, "no direction of this board");
        let help = format!("write `{first}(..)` for one: its directions are {}", super::words::all_of(names));
        Some(report.help(help))
    }

    /// The cells on which nothing stands, as a text: a board without the sets and the elements that
    /// fields hold of it.
    pub(super) fn free_cells(&self) -> Option<String> {
        let players = &self.domains.all[PLAYER.index()].members;
        let [first, second] = players.as_slice() else { return None };
        let fields = self.input.game.items.iter().filter_map(|item| match &item.kind {
            crate::syntax::ast::ItemKind::State { fields, .. } => Some(fields),
            _ => None,
        });
        let declared: Vec<_> = fields.flatten().collect();
        let whole = |name: &str, domain: DomainId| {
            let field = declared.iter().find(|field| field.name.text == name);
            let first = field.and_then(|field| match &field.initial {
                Some(Initial::One(value)) => Some(self.input.written(value.span)),
                _ => None,
            });
            first == Some(self.domains.domain_name(domain))
        };
        let board = self.state.fields.iter().find_map(|field| match field.ty.kind {
            Kind::Set(domain) | Kind::Element(domain) if self.domains.has_geometry(domain) => Some(domain),
            _ => None,
        })?;
        let mut text = self.domains.domain_name(board).to_owned();
        let mut taken = 0;
        for field in &self.state.fields {
            let fits = matches!(field.ty.kind, Kind::Set(of) | Kind::Element(of) if of == board);
            if !fits || whole(&field.name, board) {
                continue;
            }
            match field.indexes.as_slice() {
                [] => text.push_str(&format!(" - {}", field.name)),
                [index] if *index == PLAYER => {
                    text.push_str(&format!(" - {0}[{first}] - {0}[{second}]", field.name));
                }
                _ => continue,
            }
            taken += 1;
        }
        (taken > 0).then_some(text)
    }

    /// Whether an expression speaks of the position by its words: of a field, a `def`, or the
    /// player to move.
    pub(super) fn speaks_of_position(&self, e: &crate::syntax::ast::Expr) -> bool {
        let speaks = |word: &str| {
            matches!(word, "me" | "opponent")
                || self.names.global(word).is_some_and(|at| {
                    matches!(self.names.globals[at].origin, Origin::Field(_) | Origin::Def { .. })
                })
        };
        super::words::words_in(self.input.written(e.span)).any(speaks)
    }
}

impl CheckInput<'_> {
    /// Whether a name stands behind `in`, where a set is asked for.
    fn is_collection(&self, name: &Name) -> bool {
        let before = self.game.text.get(..name.span.start as usize).unwrap_or("").trim_end();
        self.stands_behind_in(name.span) || before.ends_with(['+', '-', '&'])
    }
}

impl GlobalNames<'_> {
    /// The `def` that takes some of the sets away which a difference takes away, and no other, its
    /// place, and what it takes away if that is not all; one that takes all away if there is one.
    fn def_of_difference(
        &self,
        input: CheckInput<'_>,
        difference: &str,
    ) -> Option<(String, Span, Option<String>)> {
        let (whole, taken) = difference.split_once(" - ")?;
        let taken: Vec<&str> = taken.split(" - ").collect();
        let mut alike = self.globals.iter().filter_map(|global| {
            let Origin::Def { parameters: [], body } = global.origin else { return None };
            let (of, less) = input.written(body.span).split_once(" - ")?;
            let parts: Vec<&str> = less.split(" - ").map(str::trim).collect();
            let alike = of.trim() == whole && parts.iter().all(|each| taken.contains(each));
            let all = taken.iter().all(|each| parts.contains(each));
            alike.then(|| (global.name.clone(), global.span, (!all).then(|| parts.join(" - "))))
        });
        let first = alike.next()?;
        let all = alike.find(|(.., less)| less.is_none()).filter(|_| first.2.is_some());
        Some(all.unwrap_or(first))
    }
}

impl DomainTables {
    /// The directions that a word stands for.
    fn direction_word_set(&self, word: &str) -> Option<&'static str> {
        self.direction("north")?;
        Some(match word {
            "adjacent" | "directions" | "alldirections" | "dirs" | "eight" | "queen" | "king" => "compass",
            "orthogonals" | "orthogonally" | "straight" | "rook" => "orthogonal",
            "diagonals" | "diagonally" | "bishop" => "diagonal",
            "horizontal" | "horizontals" | "rows" | "horizontally" => "{east, west}",
            "vertical" | "verticals" | "columns" | "vertically" => "{north, south}",
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { men[Player]: set of C, at: C = a1, left: set of C = C }", lines)
    }

    #[test]
    fn the_empty_cells_are_declared() {
        let text = "declare it: write `def empty = C - men[Ann] - men[Bob] - at` as an item";
        assert_eq!(helps("move m(c in empty) { men[me] += c }"), [text]);
        assert_eq!(helps("move m(c in C) when north(c) in empty { men[me] += c }"), [text]);
        assert_eq!(helps("def empty = C - men[Ann]\nmove m(c in empty) { men[me] += c }"), [""; 0]);
    }

    #[test]
    fn a_def_is_meant_that_takes_all_of_it_away() {
        let all = "def free = C - men[Ann] - men[Bob] - at";
        let text = "move m(c in empty) { men[me] += c }";
        assert_eq!(helps(&format!("{all}\n{text}")), ["write `free`: so these cells are called here"]);
        let some = "declare it: write `def empty = C - men[Ann] - men[Bob] - at` as an item; `alone` takes only `men[Ann]` away";
        assert_eq!(helps(&format!("def alone = C - men[Ann]\n{text}")), [some]);
        let both = format!("def alone = C - men[Ann]\n{all}\n{text}");
        assert_eq!(helps(&both), ["write `free`: so these cells are called here"]);
    }

    #[test]
    fn words_for_sets_of_directions_are_told() {
        let four = "`compass` are all directions, `orthogonal` and `diagonal` four each";
        let moves = |set: &str| helps(&format!("move m(d in {set}) {{ men[me] += step(at, d) }}"));
        assert_eq!(moves("Adjacent"), [format!("write `compass`: {four}")]);
        assert_eq!(moves("horizontal"), [format!("write `{{east, west}}`: {four}")]);
    }
}
