//! A position as planes of numbers, one or several for each field: what learning programs look at.
//!
//! Planes have the shape of the board: rows and columns of the first grid, torus or hex board that
//! a field is about and that is not cut, else the cells of the first other board or graph, else
//! they are single numbers. Row 0 is in the south, column 0 in the west, cells as the board lists
//! them. What is not about that board fills whole planes with one number.

use std::fmt::Write;
use zug_game::Player;
use zug_lang::program::{DomainId, DomainKind, Field, Kind, Program, Value};
use zug_lang::semantics::Position;

/// The most numbers of one position.
const MOST: usize = 1 << 20;

/// Which planes there are, and from where each is filled.
pub struct Plan<'p> {
    program: &'p Program,
    /// The shape of a plane.
    pub shape: Vec<usize>,
    fields: Vec<FieldPlan>,
}

/// The planes of one field.
struct FieldPlan {
    /// Which index is the cell, if one is.
    spatial: Option<usize>,
    /// How many planes an entry has; where an index is the cell, all its entries share them.
    depth: Depth,
    /// How many entries there are, those of the cells counted as one.
    groups: usize,
}

/// What the planes of an entry show.
#[derive(Clone, Copy)]
enum Depth {
    /// A truth value, a number, or a set of cells, or a cell: one plane.
    One,
    /// A number or `none`: a plane for the number, one that says `none`.
    OrNone,
    /// One plane for each of so many elements or numbers, the first of that number.
    Each { low: i64, count: usize },
}

impl Depth {
    fn planes(self) -> usize {
        match self {
            Depth::One => 1,
            Depth::OrNone => 2,
            Depth::Each { count, .. } => count,
        }
    }
}

impl<'p> Plan<'p> {
    /// The planes of a game.
    ///
    /// # Errors
    /// There are too many numbers, in words.
    pub fn of(program: &'p Program) -> Result<Plan<'p>, String> {
        let board = main_board(program);
        let shape = board.map_or_else(Vec::new, |board| shape(program, board));
        let fields: Vec<FieldPlan> = program.fields.iter().map(|field| plan(program, board, field)).collect();
        let plan = Plan { program, shape, fields };
        if plan.len() > MOST {
            return Err(format!(
                "a position has {} numbers in its planes, and {MOST} is the most",
                plan.len()
            ));
        }
        Ok(plan)
    }

    /// The number of planes.
    pub fn count(&self) -> usize {
        let fields: usize = self.fields.iter().map(|field| field.groups * field.depth.planes()).sum();
        fields + self.program.requests.len() + 1
    }

    /// The numbers of a plane.
    fn cells(&self) -> usize {
        self.shape.iter().product()
    }

    /// The numbers of a position.
    pub fn len(&self) -> usize {
        self.count().saturating_mul(self.cells())
    }

    /// What each plane shows.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::with_capacity(self.count());
        for (field, plan) in self.program.fields.iter().zip(&self.fields) {
            for group in 0..plan.groups {
                let base = format!("{}{}", field.name, self.indexes(field, plan, group));
                match plan.depth {
                    Depth::One => names.push(base),
                    Depth::OrNone => names.extend([base.clone(), format!("{base} = none")]),
                    Depth::Each { low, count } => names.extend((0..count).map(|member| {
                        let member = self.member(field.ty.kind, low, member);
                        let sign = if matches!(field.ty.kind, Kind::Element(_)) { "=" } else { "has" };
                        format!("{base} {sign} {member}")
                    })),
                }
            }
        }
        for request in &self.program.requests {
            let moves: Vec<&str> =
                request.moves.iter().map(|(id, _)| &self.program.moves[id.index()].name[..]).collect();
            names.push(format!("asked for {}", moves.join(" or ")));
        }
        names.push(format!("turn = {}", self.program.players()[1]));
        names
    }

    /// The indexes of a group as the definition writes them, the cell left out.
    fn indexes(&self, field: &Field, plan: &FieldPlan, group: usize) -> String {
        let mut left = group;
        let mut texts = Vec::new();
        for (number, domain) in field.indexes.iter().enumerate().rev() {
            let domain = self.program.domain(*domain);
            if plan.spatial == Some(number) {
                texts.push(domain.name.clone());
            } else {
                texts.push(domain.members.get(left % domain.len().max(1)).cloned().unwrap_or_default());
                left /= domain.len().max(1);
            }
        }
        texts.reverse();
        let mut text = String::new();
        if !texts.is_empty() {
            let _ = write!(text, "[{}]", texts.join(", "));
        }
        text
    }

    fn member(&self, kind: Kind, low: i64, member: usize) -> String {
        match kind {
            Kind::Element(domain) | Kind::Set(domain) => {
                self.program.domain(domain).members.get(member).cloned().unwrap_or_default()
            }
            _ => (low + member as i64).to_string(),
        }
    }

    /// All planes of a position, one after the other, each in the order of the cells.
    pub fn of_position(&self, position: &Position) -> Vec<f32> {
        let mut planes = vec![0.0; self.len()];
        let cells = self.cells();
        let mut first = 0;
        for ((field, plan), entries) in self.program.fields.iter().zip(&self.fields).zip(&position.fields) {
            for (number, entry) in entries.iter().enumerate() {
                let (group, cell) = self.place(field, plan, number);
                let from = (first + group * plan.depth.planes()) * cells;
                self.fill(&mut planes[from..], plan.depth, entry, cell);
            }
            first += plan.groups * plan.depth.planes();
        }
        let asked = position.asked.as_ref().map(|asked| asked.request.index());
        for request in 0..self.program.requests.len() {
            let full = if asked == Some(request) { 1.0 } else { 0.0 };
            planes[(first + request) * cells..(first + request + 1) * cells].fill(full);
        }
        first += self.program.requests.len();
        planes[first * cells..].fill(if position.turn == Player::Second { 1.0 } else { 0.0 });
        planes
    }

    /// The group of an entry, and its cell if it has one.
    fn place(&self, field: &Field, plan: &FieldPlan, number: usize) -> (usize, Option<usize>) {
        let Some(spatial) = plan.spatial else { return (number, None) };
        let sizes = field.indexes.iter().map(|domain| self.program.domain(*domain).len().max(1));
        let behind: usize = sizes.clone().skip(spatial + 1).product();
        let size = sizes.clone().nth(spatial).unwrap_or(1);
        let (before, cell, after) = (number / behind / size, number / behind % size, number % behind);
        (before * behind + after, Some(cell))
    }

    /// Writes an entry to its planes, which begin the slice.
    fn fill(&self, planes: &mut [f32], depth: Depth, entry: &Value, cell: Option<usize>) {
        let cells = self.cells();
        let mut put = |plane: usize, number: f32| match cell {
            Some(cell) => planes[plane * cells + cell] = number,
            None => planes[plane * cells..(plane + 1) * cells].fill(number),
        };
        match (depth, entry) {
            (Depth::One | Depth::OrNone, Value::Bool(truth)) => put(0, if *truth { 1.0 } else { 0.0 }),
            (Depth::One | Depth::OrNone, Value::Int(number)) => put(0, *number as f32),
            (Depth::OrNone, Value::None) => put(1, 1.0),
            (Depth::One, Value::Element(index)) => planes[*index as usize] = 1.0,
            (Depth::One, Value::Set(set)) => set.iter().for_each(|member| planes[member as usize] = 1.0),
            (Depth::Each { .. }, Value::Element(index)) => put(*index as usize, 1.0),
            (Depth::Each { low, .. }, Value::Set(set)) => {
                set.iter().for_each(|member| put((member - low) as usize, 1.0));
            }
            _ => {}
        }
    }
}

/// The board that most is about: the first rectangular one that a field names, else the first
/// other.
fn main_board(program: &Program) -> Option<DomainId> {
    let named = |field: &Field| {
        let own = match field.ty.kind {
            Kind::Element(domain) | Kind::Set(domain) => Some(domain),
            _ => None,
        };
        field.indexes.iter().copied().chain(own).collect::<Vec<_>>()
    };
    let all: Vec<DomainId> = program.fields.iter().flat_map(named).collect();
    let kind = |id: &&DomainId| &program.domain(**id).kind;
    let rectangle =
        |id: &&DomainId| matches!(kind(id), DomainKind::Board(board) if board.rectangle().is_some());
    let any = |id: &&DomainId| matches!(kind(id), DomainKind::Board(_) | DomainKind::Graph { .. });
    all.iter().find(rectangle).or_else(|| all.iter().find(any)).copied()
}

fn shape(program: &Program, board: DomainId) -> Vec<usize> {
    let domain = program.domain(board);
    let rectangle = match &domain.kind {
        DomainKind::Board(board) => board.rectangle(),
        _ => None,
    };
    match rectangle {
        Some((width, height)) => vec![height as usize, width as usize],
        None => vec![domain.len()],
    }
}

fn plan(program: &Program, board: Option<DomainId>, field: &Field) -> FieldPlan {
    let spatial = field.indexes.iter().rposition(|domain| Some(*domain) == board);
    let groups = field.indexes.iter().enumerate().filter(|(number, _)| Some(*number) != spatial);
    let groups = groups.map(|(_, domain)| program.domain(*domain).len()).product();
    let depth = match field.ty.kind {
        Kind::Element(domain) | Kind::Set(domain) if spatial.is_none() && Some(domain) == board => Depth::One,
        Kind::Element(domain) | Kind::Set(domain) => {
            Depth::Each { low: 0, count: program.domain(domain).len() }
        }
        Kind::IntSet { low, high } => {
            Depth::Each { low, count: usize::try_from(high - low + 1).unwrap_or(0) }
        }
        _ if field.ty.or_none => Depth::OrNone,
        _ => Depth::One,
    };
    FieldPlan { spatial, depth, groups }
}
