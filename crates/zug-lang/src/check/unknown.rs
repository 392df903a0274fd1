//! Reports unknown names: each once, however often it is used.
//!
//! An unknown name may be declared in an item that the parser could not read. The parser lists the
//! names in such items (`ast::Game::broken`). Uses of these names, and of elements that a refused
//! domain may have had, are not reported, because the mistake that lost them is. Every other
//! unknown name gets one report: the primary label is at its first use, secondary ones are at the
//! further uses and at the declaration of a similar name.

use super::checker::Checker;
use super::global_names::GlobalNames;
use super::global_names::{Origin, Status};
use super::input::CheckInput;
use super::move_tables::MoveTables;
use super::reports::{Reports, Unknown};
use super::scope::Scope;
use crate::built_ins::{Kind, board, built_in, kinds_of_boards};
use crate::diagnostic::{Diagnostic, Label, near_names};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name};
use crate::syntax::one_edit::{NAMELESS, UNREAD};

/// The number of further uses that get a label; a note counts the rest.
const SHOWN: usize = 6;

impl Checker<'_> {
    /// Whether an unknown name is not reported, because it may be declared in text that could not
    /// be read; poisons the program then.
    pub(super) fn is_excused(&mut self, used: &Name) -> bool {
        let name = used.text.as_str();
        let broken = |wanted: &str| {
            let declares = |each: &Name| each.text == wanted || runs_into(&each.text, wanted);
            self.input
                .game
                .broken
                .iter()
                .any(|each| declares(each) && self.moves.may_reach(each.span, used.span))
        };
        let board = self.input.is_board_lost() || kinds_of_boards().any(|board| broken(board.name));
        let of_a_board =
            is_cell_name(name) || built_in(name).is_some_and(|it| matches!(it.kind, Kind::Direction));
        let excused = matches!(name, NAMELESS | UNREAD)
            || self.reports.excused.iter().any(|each| each == name)
            || broken(name)
            || board && of_a_board
            || self.names.in_failed_domain(name)
            || super::after_recovery::ran_into_another(self.input.game, used);
        self.reports.poisoned |= excused;
        excused
    }

    /// Whether nothing of this name is declared, nor built in.
    pub(super) fn is_unknown(&self, s: &Scope, name: &Name) -> bool {
        let text = name.text.as_str();
        s.find(text).is_none()
            && self.names.global(text).is_none()
            && !self.moves.by_name.contains_key(text)
            && built_in(text).is_none()
            && !self.domains.elements.iter().any(|elements| elements.contains_key(text))
            && !self.may_be_element(text)
    }

    /// Records the report about an unknown name, or adds the use to the report that exists.
    pub(super) fn refuse_name<T>(
        &mut self,
        s: Option<&Scope>,
        name: &Name,
        candidates: &[String],
        diagnostic: Diagnostic,
    ) -> Option<T> {
        if self.reports.muted > 0 || self.reports.adds_use(name) {
            return None;
        }
        let near = near_names(&name.text, candidates.iter().map(String::as_str));
        let declared = near.iter().filter_map(|near| Some((*near, self.declaration(s, near)?)));
        let labelled = declared.fold(diagnostic, |report, (near, place)| {
            report.because(place, format!("`{near}` is declared here"))
        });
        self.reports.unknown.push(Unknown {
            text: name.text.clone(),
            report: self.reports.list.len(),
            places: vec![name.span],
        });
        self.reports.list.push(labelled);
        None
    }

    /// Whether an unknown name is likely a misspelt one that the definition declares, and no word
    /// from elsewhere. Short words are near to too many others.
    pub(super) fn is_misspelt(&self, s: Option<&Scope>, name: &str, candidates: &[String]) -> bool {
        let near = near_names(name, candidates.iter().map(String::as_str));
        name.chars().count() >= 4 && near.iter().any(|near| self.declaration(s, near).is_some())
    }

    /// Whether some visible name is near to an unknown one.
    pub(super) fn is_near_a_name(&self, s: &Scope, name: &Name) -> bool {
        let candidates = self.visible_names(s, None);
        !near_names(&name.text, candidates.iter().map(String::as_str)).is_empty()
    }

    /// The span of the declaration of a name.
    fn declaration(&self, s: Option<&Scope>, name: &str) -> Option<Span> {
        let local = s.and_then(|s| s.find(name)).map(|binding| binding.span);
        let global = || self.names.global(name).map(|at| self.names.globals[at].span);
        let of_move = || self.moves.by_name.get(name).map(|id| self.moves.entries[id.index()].ast.name.span);
        local.or_else(global).or_else(of_move).or_else(|| self.input.element_declaration(name))
    }
}

impl MoveTables<'_> {
    /// Whether a name that may be declared at `lost` is visible at `used`: names of the body of a
    /// move are visible there only.
    fn may_reach(&self, lost: Span, used: Span) -> bool {
        let holds =
            |item: &Span, at: Span| item.file == at.file && item.start <= at.start && at.end <= item.end;
        let mut moves = self.entries.iter().map(|entry| entry.span);
        moves.find(|item| holds(item, lost)).is_none_or(|item| holds(&item, used))
    }
}

impl CheckInput<'_> {
    /// Whether the names of the players could not be read, or are too few.
    pub(super) fn players_unknown(&self) -> bool {
        let mut players = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Players(names) => Some(names),
            _ => None,
        });
        players.next().is_none_or(|names| names.len() < 2 || names[0].text == "First_")
    }

    /// Whether the definition may have a board that could not be read or made. Then errors about
    /// geometry are consequences.
    pub(super) fn is_board_lost(&self) -> bool {
        let mut boards = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Board { constructor, .. } => Some(constructor.text.as_str()),
            _ => None,
        });
        boards.all(|constructor| board(constructor).is_none())
            && (self.has_error_items()
                || self.game.items.iter().any(|item| matches!(item.kind, ItemKind::Board { .. })))
    }

    /// The place where a player, a member of an enum or a point of a graph is declared.
    pub(super) fn element_declaration(&self, name: &str) -> Option<Span> {
        let of_this_name = |names: &[Name]| names.iter().find(|each| each.text == name).map(|each| each.span);
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Players(names) => of_this_name(names),
            ItemKind::Enum { members, .. } => of_this_name(members),
            ItemKind::Graph { chains, .. } => chains.iter().find_map(|chain| of_this_name(&chain.points)),
            _ => None,
        })
    }
}

impl GlobalNames<'_> {
    /// Whether a refused domain may have had an element of this name.
    fn in_failed_domain(&self, name: &str) -> bool {
        self.globals.iter().any(|global| match (global.origin, &global.status) {
            (Origin::Domain(_, item), Status::Failed) => match &item.kind {
                ItemKind::Board { .. } => is_cell_name(name),
                ItemKind::Enum { members, .. } => members.iter().any(|member| member.text == name),
                ItemKind::Graph { .. } => true,
                _ => false,
            },
            _ => false,
        })
    }
}

impl Reports<'_> {
    /// Adds this use of a name to the report about it, if it is reported as unknown already.
    pub(super) fn adds_use(&mut self, name: &Name) -> bool {
        let same = |known: &&mut Unknown| known.text == name.text && known.places[0].file == name.span.file;
        match self.unknown.iter_mut().find(same) {
            Some(known) => {
                known.places.push(name.span);
                true
            }
            None => false,
        }
    }

    /// Takes back the reports about names that are probably those of declarations without one: one
    /// name for each. A name near a declared one is a slip of its own.
    fn name_the_nameless(&mut self) {
        let game = self.input.game;
        for place in &game.nameless {
            let before = game.text.get(..place.start as usize).unwrap_or("").trim_end();
            let keyword = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            let reserved = game.text.get(place.start as usize..place.end as usize).unwrap_or("").trim();
            let wanted = match keyword {
                "enum" | "range" | "board" | "graph" | "family" => "there is no domain",
                "def" => "there is no",
                "move" | "followup" => "there is no move",
                _ => "there is nothing called",
            };
            let fits = |unknown: &Unknown| {
                let in_definition = unknown.places[0].file == place.file;
                let resembles = reserved.chars().all(|c| !c.is_alphabetic())
                    || !near_names(&unknown.text, [reserved]).is_empty();
                in_definition && resembles
            };
            let rank = |unknown: &&Unknown| {
                let report = self.list.get(unknown.report)?;
                let near = report.help.as_deref().is_some_and(|help| help.starts_with("did you mean"));
                let sort = report.message.starts_with(wanted);
                Some((!near, sort, unknown.places.len()))
            };
            let fitting = self.unknown.iter().filter(|unknown| fits(unknown));
            let found = fitting.max_by_key(|unknown| rank(unknown));
            let found = found.map(|unknown| (unknown.text.clone(), unknown.report));
            let Some((name, report)) = found else { continue };
            self.take_back(&name, report);
            self.named.push((*place, name));
            self.poisoned = true;
        }
    }

    /// Takes back the report about an unknown name.
    pub(super) fn take_back(&mut self, name: &str, report: usize) {
        self.unknown.retain(|unknown| unknown.text != name);
        self.list.remove(report);
        for unknown in self.unknown.iter_mut().filter(|unknown| unknown.report > report) {
            unknown.report -= 1;
        }
    }

    /// The unknown names whose report is of a sort, each with its report, and without those that
    /// are misspelt.
    pub(super) fn unknown_of_sort(&self, sort: &str) -> Vec<(String, usize)> {
        let is_of_sort = |unknown: &&Unknown| {
            self.list.get(unknown.report).is_some_and(|report| {
                let misspelt = report.help.as_deref().is_some_and(|help| help.starts_with("did you mean"));
                report.message.starts_with(sort) && !misspelt
            })
        };
        self.unknown.iter().filter(is_of_sort).map(|each| (each.text.clone(), each.report)).collect()
    }

    /// Adds all uses to the reports about unknown names; the first in the text becomes the primary
    /// label.
    pub(super) fn gather_unknown(&mut self) {
        self.name_the_nameless();
        self.name_the_repeated();
        for mut unknown in std::mem::take(&mut self.unknown) {
            unknown.places.sort();
            unknown.places.dedup();
            let report = &mut self.list[unknown.report];
            let Some((first, further)) = unknown.places.split_first() else { continue };
            report.labels[0].span = *first;
            let further_labels = further.iter().take(SHOWN).map(|place| Label {
                span: *place,
                text: "and here".into(),
                primary: false,
            });
            report.labels.extend(further_labels);
            if further.len() > SHOWN {
                let more = further.len() - SHOWN;
                report.notes.push(format!("`{}` is used in {more} more places", unknown.text));
            }
        }
    }
}

/// Whether a name that could not be read holds another at its beginning or its end: what stood
/// between it and its neighbour is missing.
fn runs_into(broken: &str, name: &str) -> bool {
    name.len() >= 2 && broken.len() > name.len() && (broken.starts_with(name) || broken.ends_with(name))
}

/// Whether a name has the form of a cell of a board: `a1`, `f12`, `ab3`.
pub(super) fn is_cell_name(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let is_column = (1..=2).contains(&(name.len() - digits.len()));
    is_column && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}
