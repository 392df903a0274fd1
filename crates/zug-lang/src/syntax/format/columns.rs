//! Lines up columns: names, types and `=` of declarations on neighbouring lines, the clauses of
//! moves on one line, comments at line ends.

use super::lines::Line;
use super::marks::{Block, Marks};
use super::row::Row;
use std::collections::BTreeMap;
use std::ops::Range;

/// A place in a line that can line up with the same place of a neighbouring line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The name behind the keyword of a declaration.
    Name,
    /// The token behind the name of a domain.
    After,
    /// The type of a param or a field.
    Type,
    /// The `when` of a move.
    When,
    /// The `as` of a move.
    As,
    /// The `=` of a family, a `let`, a `def`.
    Equal,
    /// The `=` of a param or a field.
    Value,
    /// The `for` of a family.
    For,
    /// The body of a move.
    Body,
    /// The arrow of `stuck` and `endless`.
    Arrow,
}

/// All anchors, in the order in which they occur in a line.
const ALL: [Anchor; 10] = [
    Anchor::Name,
    Anchor::After,
    Anchor::Type,
    Anchor::When,
    Anchor::As,
    Anchor::Equal,
    Anchor::Value,
    Anchor::For,
    Anchor::Body,
    Anchor::Arrow,
];

/// The greatest difference, in columns, of lines whose trailing comments line up.
const COMMENTS: usize = 30;

/// Each piece that is an anchor, with the first piece of its item, field or statement.
pub(super) type Anchors = BTreeMap<usize, (usize, Anchor)>;

/// The anchors of all items, fields and statements.
pub(super) fn anchors(row: &Row, marks: &Marks) -> Anchors {
    let mut anchors = Anchors::new();
    for item in &marks.items {
        anchors.extend(
            item_anchors(row, marks, item).into_iter().map(|(at, anchor)| (at, (item.start, anchor))),
        );
        let units: Vec<usize> = marks.units.range(item.clone()).copied().collect();
        for (place, &unit) in units.iter().enumerate() {
            let range = unit..units.get(place + 1).copied().unwrap_or(item.end);
            let found = if row.is(item.start, "state") { declared(row, range) } else { statement(row, unit) };
            anchors.extend(found.into_iter().map(|(at, anchor)| (at, (unit, anchor))));
        }
    }
    anchors
}

fn item_anchors(row: &Row, marks: &Marks, item: &Range<usize>) -> Vec<(usize, Anchor)> {
    let name = (item.start + 1, Anchor::Name);
    let after = (item.start + 2, Anchor::After);
    match row.pieces.get(item.start).map_or("", |piece| piece.text.as_str()) {
        "param" => [vec![name], declared(row, item.clone())].concat(),
        "graph" => vec![name],
        "enum" | "range" | "board" => vec![name, after],
        "let" => [vec![name], equal(row, item)].concat(),
        "def" => equal(row, item),
        "family" => [vec![name, after], equal(row, item), members(row, item)].concat(),
        "stuck" | "endless" => vec![(item.start + 1, Anchor::Arrow)],
        "move" | "followup" => clauses(row, marks, item),
        _ => Vec::new(),
    }
}

/// The type and the value of a param or a field.
fn declared(row: &Row, range: Range<usize>) -> Vec<(usize, Anchor)> {
    let outside = row.outside(range);
    let colon = outside.iter().position(|&at| row.is(at, ":"));
    let ty = colon.and_then(|colon| outside.get(colon + 1)).map(|&at| (at, Anchor::Type));
    let value = outside.iter().find(|&&at| row.is(at, "=")).map(|&at| (at, Anchor::Value));
    ty.into_iter().chain(value).collect()
}

/// The first `=` of an item outside of brackets.
fn equal(row: &Row, item: &Range<usize>) -> Vec<(usize, Anchor)> {
    let equal = row.outside(item.clone()).into_iter().find(|&at| row.is(at, "="));
    equal.map(|at| (at, Anchor::Equal)).into_iter().collect()
}

/// The `for` of every comprehension that is a part of a family's members.
fn members(row: &Row, item: &Range<usize>) -> Vec<(usize, Anchor)> {
    let outside = row.outside(item.clone());
    let inside = |at: usize| row.outside(at + 1..row.closer(at)).into_iter().find(|&at| row.is(at, "for"));
    let sets = outside.into_iter().filter(|&at| row.is(at, "{"));
    sets.filter_map(inside).map(|at| (at, Anchor::For)).collect()
}

/// The clauses and the body of a move.
fn clauses(row: &Row, marks: &Marks, item: &Range<usize>) -> Vec<(usize, Anchor)> {
    let clause = |at: usize| match at {
        _ if row.is(at, "when") => Some((at, Anchor::When)),
        _ if row.is(at, "as") => Some((at, Anchor::As)),
        _ if marks.blocks.get(&at) == Some(&Block::Body) => Some((at, Anchor::Body)),
        _ => None,
    };
    row.outside(item.clone()).into_iter().filter_map(clause).collect()
}

/// The `=` of a `let` in a body.
fn statement(row: &Row, unit: usize) -> Vec<(usize, Anchor)> {
    let found = row.is(unit, "let") && row.is(unit + 2, "=");
    if found { vec![(unit + 2, Anchor::Equal)] } else { Vec::new() }
}

/// Pads parts and comments until they line up.
pub(super) fn align(lines: &mut [Line]) {
    for anchor in ALL {
        let place = |line: &Line| {
            let cell =
                line.cells.iter().position(|(found, _)| *found == Some(anchor)).filter(|&cell| cell > 0)?;
            Some((line.up_to(cell), class(line, anchor)))
        };
        let places: Vec<Option<(usize, String)>> = lines.iter().map(place).collect();
        for run in runs(lines, &places, anchor) {
            let widest = run.clone().filter_map(|at| places[at].as_ref()).map(|(width, _)| *width).max();
            for at in run {
                if let (Some((width, _)), Some(widest)) = (&places[at], widest) {
                    pad(&mut lines[at], anchor, widest - width);
                }
            }
        }
    }
    comments(lines);
}

/// A name of the class of a line; lines line up at `anchor` only within one class.
fn class(line: &Line, anchor: Anchor) -> String {
    let likeness = match anchor {
        Anchor::Name if line.head != "let" => "a declaration".to_string(),
        Anchor::Arrow => "an ending".to_string(),
        Anchor::For => return "members".to_string(),
        Anchor::When | Anchor::As | Anchor::Body => {
            let anchors: Vec<Option<Anchor>> = line.cells.iter().map(|(anchor, _)| *anchor).collect();
            format!("{} {anchors:?}", line.head)
        }
        Anchor::Name | Anchor::After | Anchor::Type | Anchor::Equal | Anchor::Value => line.head.clone(),
    };
    format!("{likeness} {}", line.indent)
}

/// The greatest difference, in columns, of lines that still line up at `anchor`.
fn tolerance(anchor: Anchor, line: &Line) -> usize {
    match anchor {
        Anchor::Value => 4,
        Anchor::Equal => 5,
        Anchor::After | Anchor::For => 6,
        Anchor::Type if line.head != "param" => 6,
        Anchor::Type | Anchor::When | Anchor::As | Anchor::Body => 12,
        Anchor::Name | Anchor::Arrow => usize::MAX,
    }
}

/// Groups neighbouring lines of one class, without an empty line between them, whose widths differ
/// by no more than the tolerance.
fn runs(lines: &[Line], places: &[Option<(usize, String)>], anchor: Anchor) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let (mut least, mut most) = (0, 0);
    for (at, place) in places.iter().enumerate() {
        let Some((width, class)) = place else { continue };
        let alike = at > 0 && places[at - 1].as_ref().is_some_and(|(_, before)| before == class);
        let near = least.max(*width).max(most) - least.min(*width) <= tolerance(anchor, &lines[at]);
        match runs.last_mut() {
            Some(run) if alike && near && !lines[at].gap => {
                run.end = at + 1;
                (least, most) = (least.min(*width), most.max(*width));
            }
            _ => {
                runs.push(at..at + 1);
                (least, most) = (*width, *width);
            }
        }
    }
    runs
}

/// Moves an anchor to the right by padding the part before it.
fn pad(line: &mut Line, anchor: Anchor, columns: usize) {
    let cell = line.cells.iter().position(|(found, _)| *found == Some(anchor));
    if let Some((_, before)) = cell.and_then(|cell| cell.checked_sub(1)).and_then(|it| line.cells.get_mut(it))
    {
        before.push_str(&" ".repeat(columns));
    }
}

/// Lines up the trailing comments: two columns behind the longest line of each group. An empty
/// line, another indentation or too different widths end a group.
fn comments(lines: &mut [Line]) {
    let mut run: Vec<usize> = Vec::new();
    for at in 0..lines.len() {
        if lines[at].gap {
            below(lines, &std::mem::take(&mut run));
        }
        if lines[at].comment.is_some() {
            let widths = || run.iter().chain([&at]).map(|&line| lines[line].width());
            let spread = widths().max().unwrap_or(0) - widths().min().unwrap_or(0);
            let moved = run.first().is_some_and(|&first| lines[first].indent != lines[at].indent);
            if spread > COMMENTS || moved {
                below(lines, &std::mem::take(&mut run));
            }
            run.push(at);
        }
    }
    below(lines, &run);
}

/// Lines up the comments of one group.
fn below(lines: &mut [Line], run: &[usize]) {
    let widest = run.iter().map(|&at| lines[at].width()).max().unwrap_or(0);
    for &at in run {
        let blanks = widest - lines[at].width() + 2;
        if let Some(comment) = &mut lines[at].comment {
            comment.insert_str(0, &" ".repeat(blanks));
        }
    }
}
