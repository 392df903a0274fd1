//! Finds in the rules how a board looks that nobody described: parts that are set apart, points
//! joined by lines, walls, holes, sizes.
//!
//! Each function reads the domains, fields and constant tables of a program, and says `None` or
//! nothing where the rules do not show it.

use super::panel::Sized;
use zug_game::Player;
use zug_lang::program::{
    Board, BoardGeometry, DomainId, DomainKind, Field, FieldId, Kind, PLAYER, Program, Set, Table,
    TableIndex, Value,
};
use zug_lang::semantics::Position;

/// Names of boards whose elements are points of lines and no cells.
const POINTS: [&str; 5] = ["point", "points", "crossing", "intersection", "node"];

/// Whether nothing is ever drawn on a board: it only serves the rules.
pub fn is_auxiliary(program: &Program, id: DomainId) -> bool {
    let on = |field: &Field| {
        let held = matches!(field.ty.kind, Kind::Set(d) | Kind::Element(d) if d == id || family_over(program, d, id));
        held || field.indexes.contains(&id)
    };
    !program.shows.iter().any(|show| show.domain == id) && !program.fields.iter().any(on)
}

/// Whether a board only has names for places on another one: each field that holds its elements is
/// a mark of which places are used, and no `show` item draws it.
pub fn is_index_of_another(program: &Program, id: DomainId) -> bool {
    let shown = |d: DomainId| program.shows.iter().any(|show| show.domain == d);
    let passages =
        program.fields.iter().enumerate().any(|(at, _)| passages(program, FieldId(at as u32)).is_some());
    !shown(id) && passages && matches!(program.domain(id).kind, DomainKind::Board(_))
}

fn family_over(program: &Program, family: DomainId, base: DomainId) -> bool {
    matches!(&program.domain(family).kind, DomainKind::Family { base: of, .. } if *of == base)
}

/// Whether a field without index begins as the whole of its domain: what is not in it is gone.
pub fn begins_whole(program: &Program, field: &Field) -> bool {
    let Kind::Set(domain) = field.ty.kind else { return false };
    let whole = |value: &Value| matches!(value, Value::Set(set) if set.len() == program.domain(domain).len());
    field.indexes.is_empty() && program.domain(domain).len() > 1 && field.initial.iter().all(whole)
}

/// The board between whose cells the members of a field are ways: it begins as all pairs of
/// neighbours, and pieces stand on the cells.
pub fn passages(program: &Program, id: FieldId) -> Option<DomainId> {
    let field = program.fields.get(id.index())?;
    let Kind::Set(family) = field.ty.kind else { return None };
    let DomainKind::Family { base, members } = &program.domain(family).kind else { return None };
    let squares = matches!(&program.domain(*base).kind, DomainKind::Board(board) if matches!(board.geometry, BoardGeometry::Grid(..)));
    let stands = |field: &Field| matches!(field.ty.kind, Kind::Set(d) | Kind::Element(d) if d == *base);
    let pieces = program.fields.iter().any(stands);
    let pairs = members.iter().all(|member| member.len() == 2);
    (begins_whole(program, field) && squares && pieces && pairs).then_some(*base)
}

/// Whether the members of a family of pairs are ways between the cells of a board.
pub fn is_passages(program: &Program, family: DomainId) -> bool {
    let ids = (0..program.fields.len()).map(|id| FieldId(id as u32));
    ids.filter(|id| program.fields[id.index()].ty.kind == Kind::Set(family))
        .any(|id| passages(program, id).is_some())
}

/// The pairs of cells between which a wall stands.
pub fn walls(program: &Program, position: &Position, board: DomainId) -> Vec<(usize, usize)> {
    let mut walls = Vec::new();
    for id in (0..program.fields.len()).map(|id| FieldId(id as u32)) {
        if passages(program, id) != Some(board) {
            continue;
        }
        let Kind::Set(family) = program.fields[id.index()].ty.kind else { continue };
        let DomainKind::Family { members, .. } = &program.domain(family).kind else { continue };
        let Some(Value::Set(open)) = position.fields.get(id.index()).and_then(|field| field.first()) else {
            continue;
        };
        let closed = members.iter().enumerate().filter(|(member, _)| !open.contains(*member as i64));
        walls.extend(closed.filter_map(|(_, pair)| {
            let mut ends = pair.iter().map(|end| end as usize);
            Some((ends.next()?, ends.next()?))
        }));
    }
    walls
}

/// The parts of a board that a table sets apart, each a rectangle of two by two cells or more:
/// small boards in a large one.
pub fn parts(program: &Program, id: DomainId, shape: &Board) -> Vec<Vec<usize>> {
    let found = program.tables.iter().filter_map(|table| blocks(program, table, id, shape));
    found.max_by_key(Vec::len).unwrap_or_default()
}

fn blocks(program: &Program, table: &Table, id: DomainId, shape: &Board) -> Option<Vec<Vec<usize>>> {
    let [TableIndex::Domain(of)] = table.indexes[..] else { return None };
    if of == id || of == PLAYER || table.ty.kind != Kind::Set(id) || table.entries.len() < 2 {
        return None;
    }
    let sets: Vec<&Set> = table
        .entries
        .iter()
        .map(|entry| if let Value::Set(set) = entry { Some(set) } else { None })
        .collect::<Option<_>>()?;
    let covered: usize = sets.iter().map(|set| set.len()).sum();
    if covered != program.domain(id).len() {
        return None;
    }
    let rectangle = |set: &&Set| {
        let at: Vec<(i64, i64)> = set.iter().filter_map(|cell| shape.coordinates(cell)).collect();
        let span = |of: fn(&(i64, i64)) -> i64| {
            let (low, high) = (at.iter().map(of).min()?, at.iter().map(of).max()?);
            Some(high - low + 1)
        };
        let (wide, high) = (span(|at| at.0).unwrap_or(0), span(|at| at.1).unwrap_or(0));
        wide >= 2 && high >= 2 && (wide * high) as usize == set.len()
    };
    let apart = || {
        sets.iter()
            .all(|a| sets.iter().all(|b| std::ptr::eq(*a, *b) || a.iter().all(|cell| !b.contains(cell))))
    };
    let whole = sets.iter().all(rectangle) && apart();
    whole.then(|| sets.iter().map(|set| set.iter().map(|cell| cell as usize).collect()).collect())
}

/// Which layer each cell is on, where a table with three indexes names every cell of a board once:
/// a cube, layer by layer.
pub fn layers(program: &Program, id: DomainId) -> Option<Vec<usize>> {
    let table =
        program.tables.iter().find(|table| table.indexes.len() == 3 && table.ty.kind == Kind::Element(id))?;
    let count = program.domain(id).len();
    let deep = match table.indexes[2] {
        TableIndex::Domain(domain) => program.domain(domain).len(),
        TableIndex::Ints { low, high } => (high - low + 1).max(0) as usize,
    };
    let mut layers = vec![None; count];
    for (entry, value) in table.entries.iter().enumerate() {
        let Value::Element(cell) = value else { return None };
        if layers[*cell as usize].replace(entry % deep.max(1)).is_some() {
            return None;
        }
    }
    (deep > 1 && table.entries.len() == count).then(|| layers.into_iter().flatten().collect())
}

/// The lines that join the points of a square board, where its elements are points: as a table of
/// next points or of directions says, otherwise to the four points beside.
pub fn point_lines(program: &Program, id: DomainId, shape: &Board) -> Option<Vec<(usize, usize)>> {
    let domain = program.domain(id);
    if !POINTS.iter().any(|name| domain.name.eq_ignore_ascii_case(name)) {
        return None;
    }
    let from_table = program.tables.iter().find_map(|table| next_points(program, table, id, shape));
    let edges = from_table.unwrap_or_else(|| shape.neighbours(&["north", "east", "south", "west"]));
    let pairs = edges.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| (from, *to as usize)));
    Some(pairs.filter(|(from, to)| from < to).collect())
}

/// The next points of each point after a table of the definition, if all of them lie beside it.
fn next_points(program: &Program, table: &Table, id: DomainId, shape: &Board) -> Option<Vec<Vec<u32>>> {
    // Functions of boards are tables too; their names have brackets.
    if table.indexes != [TableIndex::Domain(id)] || table.name.contains('(') {
        return None;
    }
    let of = |(from, entry): (usize, &Value)| -> Option<Vec<u32>> {
        let Value::Set(set) = entry else { return None };
        match table.ty.kind {
            Kind::Set(to) if to == id => Some(set.iter().map(|to| to as u32).collect()),
            Kind::Set(to) if matches!(program.domain(to).kind, DomainKind::Directions) => {
                let step = |d: i64| shape.step(from as i64, &program.domain(to).members[d as usize]);
                Some(set.iter().filter_map(step).map(|to| to as u32).collect())
            }
            _ => None,
        }
    };
    let next: Vec<Vec<u32>> = table.entries.iter().enumerate().map(of).collect::<Option<_>>()?;
    let beside = |from: usize, to: u32| {
        let (a, b) = (shape.coordinates(from as i64), shape.coordinates(i64::from(to)));
        a.zip(b).is_some_and(|(a, b)| a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1)
    };
    let both = |from: usize, to: u32| next[to as usize].contains(&(from as u32));
    let fits =
        next.iter().enumerate().all(|(from, to)| to.iter().all(|to| beside(from, *to) && both(from, *to)));
    (fits && next.iter().all(|to| to.len() >= 2)).then_some(next)
}

/// The pieces of each cell, largest first, of a field indexed by players and sizes that holds
/// cells; with the number of sizes.
pub fn sized(
    program: &Program,
    position: &Position,
    id: DomainId,
) -> Option<(FieldId, usize, Vec<Vec<Sized>>)> {
    let fits = |field: &Field| {
        let [first, size] = field.indexes[..] else { return None };
        let range = matches!(program.domain(size).kind, DomainKind::Range { low: 1 });
        let sizes = program.domain(size).len();
        (first == PLAYER && range && (2..=6).contains(&sizes) && field.ty.kind == Kind::Set(id))
            .then_some(sizes)
    };
    let (number, sizes) =
        program.fields.iter().enumerate().find_map(|(at, field)| Some((at, fits(field)?)))?;
    let mut cells = vec![Vec::new(); program.domain(id).len()];
    for (entry, value) in position.fields.get(number)?.iter().enumerate() {
        let owner = if entry / sizes == 0 { Player::First } else { Player::Second };
        super::panel::elements(value)
            .for_each(|cell| cells[cell].push(Sized { size: entry % sizes + 1, owner }));
    }
    cells.iter_mut().for_each(|cell| cell.sort_by(|a, b| b.cmp(a)));
    Some((FieldId(number as u32), sizes, cells))
}

/// The store of each player: a table gives him one cell of a ring that no table of his pits has.
pub fn stores(program: &Program, id: DomainId) -> Option<[usize; 2]> {
    let tables = || program.tables.iter().filter(|table| table.indexes == [TableIndex::Domain(PLAYER)]);
    let pits = tables().filter(|table| table.ty.kind == Kind::Set(id)).flat_map(|table| &table.entries);
    let pits: Vec<&Set> =
        pits.filter_map(|entry| if let Value::Set(set) = entry { Some(set) } else { None }).collect();
    let place = |value: &Value| match value {
        Value::Element(cell) => Some(*cell as usize),
        Value::Int(number) => usize::try_from(number - 1).ok(),
        _ => None,
    };
    let free =
        |cell: usize| cell < program.domain(id).len() && pits.iter().all(|set| !set.contains(cell as i64));
    tables().find_map(|table| {
        let [a, b] = &table.entries[..] else { return None };
        let (a, b) = (place(a)?, place(b)?);
        (a != b && !pits.is_empty() && free(a) && free(b)).then_some([a, b])
    })
}

/// Whether something lies above nothing in such a field, which no stack shows.
pub fn has_gaps(program: &Program, position: &Position, stacks: FieldId) -> bool {
    let levels = program.domain(program.fields[stacks.index()].indexes[1]).len().max(1);
    let values = position.fields.get(stacks.index()).map_or(&[][..], Vec::as_slice);
    values
        .chunks(levels)
        .any(|cell| cell.windows(2).any(|two| two[0] == Value::None && two[1] != Value::None))
}

/// The pieces that lie on each other, the lowest first, where a field counts them up from 1 on each
/// cell and says whose they are.
pub fn stacks(program: &Program, position: &Position, id: DomainId) -> Option<(FieldId, Vec<Vec<Player>>)> {
    let fits = |field: &Field| {
        let [board, level] = field.indexes[..] else { return false };
        let up = matches!(program.domain(level).kind, DomainKind::Range { low: 1 });
        board == id && up && field.ty.kind == Kind::Element(PLAYER)
    };
    let number = program.fields.iter().position(fits)?;
    let levels = program.domain(program.fields[number].indexes[1]).len().max(1);
    let whose = |value: &Value| match value {
        Value::Element(0) => Some(Player::First),
        Value::Element(_) => Some(Player::Second),
        _ => None,
    };
    let cells = position.fields.get(number)?.chunks(levels);
    Some((FieldId(number as u32), cells.map(|cell| cell.iter().filter_map(whose).collect()).collect()))
}
