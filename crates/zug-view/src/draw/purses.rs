//! Tables of sets as purses: each entry of `param notes[Wallet]: set of Note` is a purse with its
//! notes.
//!
//! They are drawn where a game has no board. A field that holds an element of the index (`offered`)
//! says which purse is open, one that holds a member (`paid`) which note was taken.

use super::canvas::At;
use super::colours::Ink;
use super::derived;
use super::owners::player;
use super::panel::{PicturePlace, Taken, elements};
use zug_lang::program::{
    DomainId, DomainKind, FieldId, Kind, Move, PLAYER, Program, Table, TableIndex, Value,
};
use zug_lang::semantics::Position;

/// From a note to the next one.
const APART: f64 = 36.0;
/// More notes than this are told in words.
const MOST: usize = 12;

/// Purses and what is in them.
#[derive(Clone, Debug)]
pub struct Purses {
    /// The domain of the notes.
    pub inner: DomainId,
    /// The notes of each purse.
    pub notes: Vec<Vec<usize>>,
}

impl Purses {
    /// The purses of a domain, if there are any.
    pub fn of(program: &Program, id: DomainId) -> Option<Purses> {
        let boards = |kind: &DomainKind| matches!(kind, DomainKind::Board(_) | DomainKind::Graph { .. });
        if program.domains.iter().any(|domain| boards(&domain.kind)) || !is_chosen(program, id) {
            return None;
        }
        let (table, inner) = program.tables.iter().find_map(|table| inner(program, table, id))?;
        let notes: Vec<Vec<usize>> = table.entries.iter().map(|entry| elements(entry).collect()).collect();
        notes.iter().all(|notes| notes.len() <= MOST).then_some(Purses { inner, notes })
    }

    /// How wide a purse is.
    pub fn wide(&self, purse: usize) -> f64 {
        (self.notes[purse].len() as f64 * APART + 18.0).max(84.0)
    }

    /// The middles of the purses.
    pub fn middles(&self) -> Vec<At> {
        let mut left = 0.0;
        let each = (0..self.notes.len()).map(|purse| {
            let wide = self.wide(purse);
            left += wide + 22.0;
            (left - 22.0 - wide / 2.0, 0.0)
        });
        each.collect()
    }

    /// The middle of a note.
    pub fn note(&self, at: &[At], purse: usize, note: usize) -> At {
        let count = self.notes[purse].len() as f64;
        (at[purse].0 + (note as f64 - (count - 1.0) / 2.0) * APART, at[purse].1 + 6.0)
    }

    /// The only purse that a note can be taken out of, and where in it the note lies.
    pub fn find(&self, taken: &Taken, note: usize) -> Option<(usize, usize)> {
        let open = taken.purse.as_ref().map(|(purse, _)| *purse);
        let mut found =
            (0..self.notes.len()).filter(|purse| open.is_none_or(|open| open == *purse)).filter_map(
                |purse| self.notes[purse].iter().position(|other| *other == note).map(|at| (purse, at)),
            );
        found.next().filter(|_| found.next().is_none())
    }

    /// What was taken, and the fields that say it.
    pub fn taken(&self, program: &Program, position: &Position, id: DomainId) -> (Taken, Vec<FieldId>) {
        let mut taken = Taken::default();
        let mut fields = Vec::new();
        for (number, field) in program.fields.iter().enumerate() {
            if field.ty.kind == Kind::Set(self.inner) {
                self.sets(program, position, number, &mut taken);
            }
            let Some([value]) = position.fields.get(number).map(Vec::as_slice) else { continue };
            let place = match field.ty.kind {
                Kind::Element(domain) if domain == id && self.is_opened(program, id) => &mut taken.purse,
                Kind::Element(domain) if domain == self.inner => &mut taken.note,
                _ => continue,
            };
            if let Value::Element(at) = value {
                *place = Some((*at as usize, field.name.clone()));
            }
            fields.push(FieldId(number as u32));
        }
        (taken, fields)
    }
}

impl Purses {
    /// Whether some move takes a note without saying out of which purse: then one is open.
    fn is_opened(&self, program: &Program, id: DomainId) -> bool {
        let asks = |played: &Move, domain: DomainId| {
            let locals =
                played.parameters.iter().filter_map(|(local, _)| played.frame.locals.get(local.index()));
            locals.into_iter().any(|local| local.ty.kind == Kind::Element(domain))
        };
        program.moves.iter().any(|played| asks(played, self.inner) && !asks(played, id))
    }

    /// Where a move is made that names a note, or a purse alone.
    pub fn place(&self, named: &[(DomainId, Value)], id: DomainId, taken: &Taken) -> Option<PicturePlace> {
        let of = |domain: DomainId| {
            named.iter().find_map(|(of, value)| match value {
                Value::Element(at) if *of == domain => Some(*at as usize),
                _ => None,
            })
        };
        let (purse, note) = (of(id), of(self.inner));
        let inside = |purse: usize, note| self.notes.get(purse)?.iter().position(|other| *other == note);
        match (purse, note) {
            (Some(purse), Some(note)) => Some(PicturePlace::Note(purse, inside(purse, note)?)),
            (Some(purse), None) => Some(PicturePlace::Cell(purse)),
            (None, note) => self.find(taken, note?).map(|(purse, note)| PicturePlace::Note(purse, note)),
        }
    }

    /// The notes that a field of sets has or has no longer.
    fn sets(&self, program: &Program, position: &Position, number: usize, taken: &mut Taken) {
        let field = &program.fields[number];
        for (entry, value) in position.fields.get(number).into_iter().flatten().enumerate() {
            let Value::Set(set) = value else { continue };
            if derived::begins_whole(program, field) {
                let all = 0..program.domain(self.inner).len();
                taken.gone.extend(all.filter(|note| !set.contains(*note as i64)));
            } else {
                let ink = if field.indexes == [PLAYER] { Ink::Of(player(entry & 1)) } else { Ink::Neutral };
                taken.held.extend(set.iter().map(|note| (note as usize, ink)));
            }
        }
    }
}

/// Whether a move or a field speaks of single elements of a domain.
fn is_chosen(program: &Program, id: DomainId) -> bool {
    let of = |kind: Kind| kind == Kind::Element(id);
    program.fields.iter().any(|field| of(field.ty.kind))
        || program.moves.iter().any(|played| played.frame.locals.iter().any(|local| of(local.ty.kind)))
}

/// A table of sets that a `param` gives, indexed by a domain alone.
fn inner<'p>(program: &'p Program, table: &'p Table, id: DomainId) -> Option<(&'p Table, DomainId)> {
    let given = program.params.iter().any(|(name, _)| *name == table.name);
    let Kind::Set(inner) = table.ty.kind else { return None };
    let plain = matches!(program.domain(inner).kind, DomainKind::Range { .. } | DomainKind::Enum);
    (given && plain && table.indexes == [TableIndex::Domain(id)]).then_some((table, inner))
}
