//! Draws what fields hold on a board without a `show` item.

use super::colours::{self, Ink};
use super::derived;
use super::owners::player;
use super::panel::{DrawnPiece, Face, Stand, elements};
use super::plan::{BoardPlan, CellForm};
use std::collections::BTreeSet;
use zug_lang::program::{DomainId, DomainKind, Field, FieldId, Kind, PLAYER, Program, Set, Value};
use zug_lang::semantics::Position;

/// A board as the fields tell it.
pub struct Unnamed {
    /// Which element of which domain this board belongs to, where there are several.
    pub index: Option<(DomainId, usize)>,
    /// What stands on each element.
    pub stands: Vec<Stand>,
    /// What is written on elements on which a piece stands.
    pub corners: Vec<(usize, String)>,
}

/// The boards that fields make of one, and those fields of which all is seen.
pub fn boards(program: &Program, position: &Position, plan: &BoardPlan) -> (Vec<Unnamed>, BTreeSet<FieldId>) {
    let board = BoardFields { program, position, domain: plan.domain };
    let indexes: Vec<Option<(DomainId, usize)>> = match board.split() {
        Some(domain) => (0..program.domain(domain).len()).map(|at| Some((domain, at))).collect(),
        None => vec![None],
    };
    let (mut all, mut seen, mut hidden) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for index in indexes {
        let mut cells = Cells::of(program.domain(plan.domain).len());
        board.write(&mut cells, plan.form);
        board.gone(&mut cells);
        board.place(&mut cells, index);
        seen.extend(cells.seen);
        hidden.extend(cells.hidden);
        all.push(Unnamed { index, stands: cells.stands, corners: cells.corners });
    }
    (all, &seen - &hidden)
}

/// The elements of a board while fields are put onto them.
struct Cells {
    stands: Vec<Stand>,
    /// The field that tells what stands on each element.
    fields: Vec<Option<FieldId>>,
    corners: Vec<(usize, String)>,
    seen: BTreeSet<FieldId>,
    /// Fields with a piece that another one covers.
    hidden: BTreeSet<FieldId>,
}

impl Cells {
    fn of(count: usize) -> Self {
        Cells {
            stands: vec![Stand::Empty; count],
            fields: vec![None; count],
            corners: Vec::new(),
            seen: BTreeSet::new(),
            hidden: BTreeSet::new(),
        }
    }

    fn write(&mut self, cell: usize, field: FieldId, stand: Stand) {
        if stand != Stand::Empty {
            self.hidden.extend(self.fields[cell].replace(field));
            self.stands[cell] = stand;
        }
    }

    fn place(&mut self, cell: usize, field: FieldId, piece: DrawnPiece) {
        let under = self.fields[cell].replace(field);
        match &self.stands[cell] {
            Stand::Written(text) if text == "0" => {}
            Stand::Written(text) if text.parse::<i64>().is_ok() => self.corners.push((cell, text.clone())),
            _ => self.hidden.extend(under),
        }
        self.stands[cell] = Stand::Piece(piece);
    }
}

struct BoardFields<'a> {
    program: &'a Program,
    position: &'a Position,
    domain: DomainId,
}

impl BoardFields<'_> {
    /// Fields that hold elements of this board, with at most one index.
    fn holding(&self) -> impl Iterator<Item = (FieldId, &Field)> {
        let holds = |field: &Field| {
            let kind = field.ty.kind;
            field.indexes.len() <= 1 && matches!(kind, Kind::Set(d) | Kind::Element(d) if d == self.domain)
        };
        let ids = self.program.fields.iter().enumerate();
        ids.map(|(id, field)| (FieldId(id as u32), field)).filter(move |(_, field)| holds(field))
    }

    /// The domain that has a board for each of its elements: a range that indexes a field of sets.
    fn split(&self) -> Option<DomainId> {
        self.holding().find_map(|(_, field)| {
            let index = *field.indexes.first()?;
            matches!(self.program.domain(index).kind, DomainKind::Range { .. }).then_some(index)
        })
    }

    fn values(&self, id: FieldId) -> &[Value] {
        self.position.fields.get(id.index()).map_or(&[][..], Vec::as_slice)
    }

    /// Writes what fields indexed by the elements hold.
    fn write(&self, cells: &mut Cells, form: CellForm) {
        for (id, field) in self.program.fields.iter().enumerate() {
            if field.indexes == [self.domain] && form != CellForm::Dot {
                let id = FieldId(id as u32);
                for (cell, value) in self.values(id).iter().enumerate() {
                    cells.write(cell, id, written(self.program, field, value));
                }
                cells.seen.insert(id);
            }
        }
    }

    /// The set that is left of a field, if the field began with all elements.
    fn left(&self, id: FieldId, field: &Field) -> Option<&Set> {
        match self.values(id) {
            [Value::Set(left)] if derived::begins_whole(self.program, field) => Some(left),
            _ => None,
        }
    }

    /// Takes away the elements that are gone.
    fn gone(&self, cells: &mut Cells) {
        for (id, field) in self.holding() {
            let Some(left) = self.left(id, field) else { continue };
            let gone = cells.stands.iter_mut().enumerate().filter(|(cell, _)| !left.contains(*cell as i64));
            gone.for_each(|(_, stand)| *stand = Stand::Gone);
            cells.seen.insert(id);
        }
    }

    /// Places the members of sets, then single elements, which stand before them.
    fn place(&self, cells: &mut Cells, at: Option<(DomainId, usize)>) {
        for kind in [Kind::Set(self.domain), Kind::Element(self.domain)] {
            let fields =
                self.holding().filter(|(id, field)| field.ty.kind == kind && self.left(*id, field).is_none());
            for (id, field) in fields {
                for (entry, value) in self.values(id).iter().enumerate() {
                    let index = field.indexes.first().copied();
                    let elsewhere = at.is_some_and(|(domain, of)| index == Some(domain) && of != entry);
                    if !elsewhere {
                        let piece = self.lettered(field, entry, at.is_some());
                        elements(value).for_each(|cell| cells.place(cell, id, piece.clone()));
                    }
                }
                cells.seen.insert(id);
            }
        }
    }

    /// The piece of an entry.
    fn lettered(&self, field: &Field, entry: usize, split: bool) -> DrawnPiece {
        let first = |name: &str| name.chars().take(1).flat_map(char::to_uppercase).collect::<String>();
        match field.indexes.first() {
            Some(&PLAYER) => {
                let plain = colours::differ_in_lightness(self.program) && self.holding().count() == 1;
                let face = if plain { Face::Plain } else { Face::Letter };
                let text = first(self.program.players()[entry & 1]);
                DrawnPiece { text, ink: Ink::Of(player(entry & 1)), face }
            }
            Some(domain) if !split => {
                letter(first(&self.program.domain(*domain).members[entry]), Ink::Neutral)
            }
            _ => letter(first(&field.name), Ink::Neutral),
        }
    }
}

/// A piece that its letter tells.
fn letter(text: String, ink: Ink) -> DrawnPiece {
    DrawnPiece { text, ink, face: Face::Letter }
}

/// What a field indexed by the cells holds at one.
fn written(program: &Program, field: &Field, value: &Value) -> Stand {
    match (value, field.ty.kind) {
        (Value::None, _) | (Value::Bool(false), _) => Stand::Empty,
        (Value::Element(member), Kind::Element(domain)) => match &program.domain(domain).kind {
            DomainKind::Players => {
                let text = program.players()[*member as usize & 1].chars().take(1).collect();
                Stand::Piece(letter(text, Ink::Of(player(*member as usize))))
            }
            DomainKind::Family { base, members } => Stand::Written(
                members[*member as usize]
                    .iter()
                    .flat_map(|at| program.domain(*base).members[at as usize].chars().take(1))
                    .collect(),
            ),
            _ => Stand::Written(program.domain(domain).members[*member as usize].clone()),
        },
        _ => Stand::Written(program.show_value(value, field.ty).to_string()),
    }
}
