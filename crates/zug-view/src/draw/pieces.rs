//! Finds what stands on each element of a board at a position, and which lines are drawn.
//!
//! By the `show` item of the board where there is one; otherwise pieces get letters from the file:
//! an entry that belongs to a player his first letter, any other its own. A field indexed by
//! something else than the players (the boards of Notakto) has a board for each index.

use super::colours::Ink;
use super::derived;
use super::overlays::{corners, counts, hide_passages, nested, stacked};
use super::owners::{face, ink_of, player};
use super::panel::{DrawnLine, DrawnPiece, Face, Panel, Stand, Taken, elements};
use super::plan::{BoardPlan, CellForm};
use super::unnamed::Unnamed;
use super::{trees, unnamed};
use std::collections::BTreeSet;
use zug_lang::program::{
    DomainId, DomainKind, Expr, ExprKind, FieldId, Kind, PLAYER, Program, Set, Show, TableIndex, Value,
};
use zug_lang::semantics::eval::{Faults, Here, Scene};
use zug_lang::semantics::{Position, World};
use zug_lang::text::position::fields_of;

/// The boards of a plan, and the fields that they show.
pub fn panels(program: &Program, position: &Position, plan: &BoardPlan) -> (Vec<Panel>, BTreeSet<FieldId>) {
    let mut seen = BTreeSet::new();
    let lines = lines(program, position, plan, &mut seen);
    let closed = if lines.is_empty() { Vec::new() } else { closed(program, plan, &lines) };
    let make = |index, stands| Panel {
        shown: None,
        index,
        stands,
        lines: lines.clone(),
        closed: closed.clone(),
        trail: Vec::new(),
        walls: derived::walls(program, position, plan.domain),
        corners: Vec::new(),
        taken: Taken::default(),
    };
    if plan.form == CellForm::Node {
        return tree(program, position, plan, make(None, vec![Stand::Empty; plan.at.len()]));
    }
    if let Some(purses) = &plan.purses {
        let (taken, fields) = purses.taken(program, position, plan.domain);
        let panel = Panel { taken, ..make(None, vec![Stand::Empty; plan.at.len()]) };
        return (vec![panel], fields.into_iter().collect());
    }
    if let Some(show) = program.shows.iter().find(|show| show.domain == plan.domain) {
        seen.extend(fields_of(program, position, show));
        let mut panel = make(None, shown(program, position, show));
        panel.corners = corners(program, position, plan.domain, &panel.stands, &mut seen);
        nested(program, position, plan.domain, &mut panel.stands, &mut seen);
        stacked(program, position, (plan.domain, Some(show)), &mut panel, &mut seen);
        hide_passages(program, &mut seen);
        panel.shown = Some(&seen | &read_by(program, show));
        return (vec![panel], seen);
    }
    let (boards, shown) = unnamed::boards(program, position, plan);
    seen.extend(shown);
    let made = |board: Unnamed| Panel { corners: board.corners, ..make(board.index, board.stands) };
    let mut all: Vec<Panel> = boards.into_iter().map(made).collect();
    if let [panel] = &mut all[..] {
        nested(program, position, plan.domain, &mut panel.stands, &mut seen);
        stacked(program, position, (plan.domain, None), panel, &mut seen);
    }
    hide_passages(program, &mut seen);
    (all, seen)
}

/// A tree: what its leaves pay, the token where play stands, and the way that it came.
fn tree(
    program: &Program,
    position: &Position,
    plan: &BoardPlan,
    mut panel: Panel,
) -> (Vec<Panel>, BTreeSet<FieldId>) {
    let paid = trees::payoffs(program, plan.domain);
    for (node, value) in paid.into_iter().flat_map(|table| table.entries.iter().enumerate()) {
        if let Value::Int(value) = value {
            panel.stands[node] = Stand::Written(value.to_string());
        }
    }
    let Some(Value::Element(here)) = position.fields.first().and_then(|field| field.first()) else {
        return (vec![panel], BTreeSet::new());
    };
    let mut at = *here as usize;
    panel.stands[at] = match &panel.stands[at] {
        Stand::Written(text) => {
            Stand::Piece(DrawnPiece { text: text.clone(), ink: Ink::Neutral, face: Face::Letter })
        }
        _ => Stand::Piece(DrawnPiece { text: String::new(), ink: Ink::Of(position.turn), face: Face::Plain }),
    };
    while let Some(edge) = plan.near.iter().find(|edge| edge.1 == at) {
        panel.trail.push(*edge);
        at = edge.0;
    }
    (vec![panel], BTreeSet::from([FieldId(0)]))
}

/// The fields that a `show` item reads, and its `def`s.
fn read_by(program: &Program, show: &Show) -> BTreeSet<FieldId> {
    let mut fields = BTreeSet::new();
    for (condition, _) in &show.entries {
        program.has(condition, |expr| {
            fields.extend(if let ExprKind::Field(field, _) = expr.kind { Some(field) } else { None });
            false
        });
    }
    fields
}

/// Whether an entry is the same at every position.
fn is_constant(condition: &Expr) -> bool {
    !condition.walk().any(|expr| matches!(expr.kind, ExprKind::Field(..) | ExprKind::Call(..)))
}

fn shown(program: &Program, position: &Position, show: &Show) -> Vec<Stand> {
    (0..program.domain(show.domain).len()).map(|cell| show_one(program, position, show, cell)).collect()
}

/// The first entry of a `show` item that holds, as it is drawn.
fn show_one(program: &Program, position: &Position, show: &Show, cell: usize) -> Stand {
    let faults = Faults::default();
    let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
    let scene = Scene { world: World::of(program), here: Some(here) };
    let mut locals = vec![Value::None; show.frame.locals.len().max(1)];
    locals[0] = Value::Element(cell as u32);
    let Some((condition, text)) = show.entries.iter().find(|(c, _)| scene.holds(&mut locals, c)) else {
        return Stand::Empty;
    };
    let blank = text.trim().is_empty();
    let ink = ink_of(program, condition, text);
    let drawn_piece = DrawnPiece { text: text.clone(), ink, face: face(program, show, ink, text) };
    match text.trim() {
        "" if blank => Stand::Void,
        "+" | "-" if !is_constant(condition) => Stand::Written(text.trim().to_string()),
        "." | "+" | "-" | "·" => Stand::Empty,
        digit @ ("1" | "2" | "3" | "4") if ink == Ink::Neutral && counts(program, condition, show.domain) => {
            Stand::Levels(digit.parse().unwrap_or(0))
        }
        _ if is_constant(condition) => Stand::Ground(drawn_piece),
        _ => Stand::Piece(drawn_piece),
    }
}

fn lines(
    program: &Program,
    position: &Position,
    plan: &BoardPlan,
    seen: &mut BTreeSet<FieldId>,
) -> Vec<DrawnLine> {
    let mut all = Vec::new();
    for family in &plan.pairs {
        let DomainKind::Family { members, .. } = &program.domain(*family).kind else { continue };
        let inks = inks(program, position, *family, members.len(), seen);
        for (member, (set, ink)) in members.iter().zip(inks).enumerate() {
            if let [from, to] = set.iter().collect::<Vec<i64>>()[..] {
                let ends = (from as usize, to as usize);
                all.push(DrawnLine { family: *family, member, ends, ink });
            }
        }
    }
    all
}

/// Who drew each line of a family.
fn inks(
    program: &Program,
    position: &Position,
    family: DomainId,
    count: usize,
    seen: &mut BTreeSet<FieldId>,
) -> Vec<Option<Ink>> {
    let mut inks = vec![None; count];
    for (id, field) in program.fields.iter().enumerate() {
        if !matches!(field.ty.kind, Kind::Set(d) | Kind::Element(d) if d == family) {
            continue;
        }
        for (entry, value) in position.fields.get(id).into_iter().flatten().enumerate() {
            let by = (field.indexes == [PLAYER]).then(|| Ink::Of(player(entry & 1)));
            for line in elements(value) {
                let ink = by.or_else(|| given(program, family, line)).unwrap_or(Ink::Neutral);
                inks[line] = Some(ink);
            }
        }
        seen.insert(FieldId(id as u32));
    }
    inks
}

/// The player to whom a constant table gives a line: the sticks of Hackenbush.
fn given(program: &Program, family: DomainId, line: usize) -> Option<Ink> {
    let table = program
        .tables
        .iter()
        .find(|table| table.indexes == [TableIndex::Domain(PLAYER)] && table.ty.kind == Kind::Set(family))?;
    let has = |p: usize| matches!(table.entries.get(p), Some(Value::Set(set)) if set.contains(line as i64));
    (has(0) != has(1)).then_some(Ink::Of(player(usize::from(has(1)))))
}

/// The boxes and triangles all of whose lines are drawn, where lines are nobody's.
fn closed(program: &Program, plan: &BoardPlan, lines: &[DrawnLine]) -> Vec<Vec<usize>> {
    let inside =
        |set: &Set, line: &DrawnLine| set.contains(line.ends.0 as i64) && set.contains(line.ends.1 as i64);
    let done = |set: &Set| {
        let sides = lines.iter().filter(|line| inside(set, line));
        let drawn = lines.iter().filter(|line| inside(set, line) && line.ink == Some(Ink::Neutral)).count();
        set.len() >= 3 && drawn >= set.len() && drawn == sides.count()
    };
    let mut all = Vec::new();
    for domain in &program.domains {
        if let DomainKind::Family { base, members } = &domain.kind
            && *base == plan.domain
        {
            let of = |set: &Set| set.iter().map(|at| at as usize).collect();
            all.extend(members.iter().filter(|set| done(set)).map(of));
        }
    }
    all
}
