//! Tells of names that nothing has: once each, however often they are used, and never of those that stand in what
//! could not be read.
//!
//! A name that nothing in the definition has may be declared in an item that syntax could not read. Syntax lists the
//! names in such items (`ast::Game::broken`); about these, and about elements that a lost domain may have had, nothing is
//! said, for the mistake was already told. Every other unknown name gets one report: the first place in the text is the primary
//! label, the further ones are secondary, and so is the declaration that is nearly called so.

use super::checker::Checker;
use super::resolve::{Origin, Status};
use super::scope::Scope;
use crate::built_ins::{Kind, board, built_in, kinds_of_boards};
use crate::diagnostic::{Diagnostic, Label, near_names};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name};

/// How many further uses of an unknown name get a label; more are counted in a note.
const SHOWN: usize = 6;

/// A name that was reported as unknown.
#[derive(Clone, Debug)]
pub(super) struct Unknown {
    text: String,
    /// The report, in the order in which they were made.
    report: usize,
    /// Every place that uses it.
    places: Vec<Span>,
}

impl Checker<'_> {
    /// Whether an unknown name is passed over: it may be declared in what could not be read.
    pub(super) fn is_excused(&mut self, used: &Name) -> bool {
        let name = used.text.as_str();
        let broken = |wanted: &str| {
            self.game.broken.iter().any(|each| each.text == wanted && self.may_reach(each.span, used.span))
        };
        let board = self.is_board_lost() || kinds_of_boards().any(|board| broken(board.name));
        let of_a_board =
            is_cell_name(name) || built_in(name).is_some_and(|it| matches!(it.kind, Kind::Direction));
        let excused = broken(name) || board && of_a_board || self.in_failed_domain(name);
        self.poisoned |= excused;
        excused
    }

    /// Whether a name that may be declared at `lost` may be meant at `used`: what the body of a move declares stays in it.
    fn may_reach(&self, lost: Span, used: Span) -> bool {
        let holds =
            |item: &Span, at: Span| item.file == at.file && item.start <= at.start && at.end <= item.end;
        let mut moves = self.move_entries.iter().map(|entry| entry.span);
        moves.find(|item| holds(item, lost)).is_none_or(|item| holds(&item, used))
    }

    /// Whether the only board could not be read or made: then nothing is to be said about geometry.
    pub(super) fn is_board_lost(&self) -> bool {
        let mut boards = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Board { constructor, .. } => Some(constructor.text.as_str()),
            _ => None,
        });
        boards.all(|constructor| board(constructor).is_none())
            && (self.has_error_items()
                || self.game.items.iter().any(|item| matches!(item.kind, ItemKind::Board { .. })))
    }

    /// Whether a domain that could not be made may have had an element of this name.
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

    /// Keeps the report about an unknown name, or adds the place to the one that there is.
    pub(super) fn refuse_name<T>(
        &mut self,
        s: Option<&Scope>,
        name: &Name,
        candidates: &[String],
        diagnostic: Diagnostic,
    ) -> Option<T> {
        if self.muted > 0 {
            return None;
        }
        let same = |known: &&mut Unknown| known.text == name.text && known.places[0].file == name.span.file;
        if let Some(known) = self.unknown.iter_mut().find(same) {
            known.places.push(name.span);
            return None;
        }
        let near = near_names(&name.text, candidates.iter().map(String::as_str));
        let declared = near.iter().filter_map(|near| Some((*near, self.declaration(s, near)?)));
        let labelled = declared.fold(diagnostic, |report, (near, place)| {
            report.because(place, format!("`{near}` is declared here"))
        });
        self.unknown.push(Unknown {
            text: name.text.clone(),
            report: self.diagnostics.len(),
            places: vec![name.span],
        });
        self.diagnostics.push(labelled);
        None
    }

    /// Where something of this name is declared.
    fn declaration(&self, s: Option<&Scope>, name: &str) -> Option<Span> {
        let local = s.and_then(|s| s.find(name)).map(|binding| binding.span);
        let global = || self.global(name).map(|at| self.globals[at].span);
        let of_move = || self.moves_by_name.get(name).map(|id| self.move_entries[id.index()].ast.name.span);
        local.or_else(global).or_else(of_move).or_else(|| self.element_declaration(name))
    }

    fn element_declaration(&self, name: &str) -> Option<Span> {
        let of_this_name = |names: &[Name]| names.iter().find(|each| each.text == name).map(|each| each.span);
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Players(names) => of_this_name(names),
            ItemKind::Enum { members, .. } => of_this_name(members),
            ItemKind::Graph { chains, .. } => chains.iter().find_map(|chain| of_this_name(&chain.points)),
            _ => None,
        })
    }

    /// Gives every report about an unknown name all the places of the name, the first in the text as the primary one.
    pub(super) fn gather_unknown(&mut self) {
        for mut unknown in std::mem::take(&mut self.unknown) {
            unknown.places.sort();
            unknown.places.dedup();
            let report = &mut self.diagnostics[unknown.report];
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

/// `a1`, `f12`: what boards call their cells.
fn is_cell_name(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    !digits.is_empty() && digits.len() < name.len() && digits.chars().all(|c| c.is_ascii_digit())
}
