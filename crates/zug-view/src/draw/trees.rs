//! Lays a game given as a `tree` out: the root on top, leaves side by side in the order of the
//! text.

use zug_lang::program::{DomainId, DomainKind, Kind, Program, Table, TableIndex, Value};

/// From a leaf to the next one, and from a level to the next one.
const WIDE: f64 = 46.0;
const HIGH: f64 = 66.0;
/// A tree with more leaves or more nodes than this is not drawn.
const MOST_LEAVES: usize = 40;
const MOST_NODES: usize = 400;

/// Where the nodes of a tree stand.
pub struct TreeLayout {
    /// The middle of each node.
    pub at: Vec<(f64, f64)>,
    /// Each node but the root, with the node above it before it.
    pub edges: Vec<(usize, usize)>,
    /// What stands beside: names of branches, whose turn it is on each level.
    pub beside: Vec<((f64, f64), String)>,
}

/// The layout of the nodes of a `tree` item; `None` if they are none, or too many to be seen.
pub fn lay_out(program: &Program, id: DomainId) -> Option<TreeLayout> {
    let domain = program.domain(id);
    let held = program.fields.iter().any(|field| field.ty.kind == Kind::Element(id));
    if !program.tree || !matches!(domain.kind, DomainKind::Tree) || !held || domain.len() > MOST_NODES {
        return None;
    }
    let edges = edges(program, id)?;
    let above = above(&edges, domain.len());
    let depths = depths(&above);
    let leaves = (0..domain.len()).filter(|node| !edges.iter().any(|(from, _)| from == node));
    let leaves: Vec<usize> = leaves.take(MOST_LEAVES + 1).collect();
    if leaves.len() > MOST_LEAVES {
        return None;
    }
    let at: Vec<(f64, f64)> = columns(&edges, &leaves, domain.len())
        .into_iter()
        .zip(&depths)
        .map(|(x, d)| (x, *d as f64 * HIGH))
        .collect();
    let mut beside: Vec<((f64, f64), String)> =
        edges.iter().map(|(from, to)| branch(&at, &domain.members, *from, *to)).collect();
    let last = depths.iter().copied().max().unwrap_or(0);
    let first = program.first_turn as usize;
    beside.extend(
        (0..last).map(|d| ((-58.0, d as f64 * HIGH), program.players()[(first + d) & 1].to_string())),
    );
    Some(TreeLayout { at, edges, beside })
}

/// What each leaf pays.
pub fn payoffs(program: &Program, id: DomainId) -> Option<&Table> {
    program
        .tables
        .iter()
        .find(|table| table.indexes == [TableIndex::Domain(id)] && matches!(table.ty.kind, Kind::Int { .. }))
}

fn edges(program: &Program, id: DomainId) -> Option<Vec<(usize, usize)>> {
    let child = program.tables.iter().find(|table| {
        table.indexes.first() == Some(&TableIndex::Domain(id)) && table.ty.kind == Kind::Element(id)
    })?;
    let width = child.entries.len() / program.domain(id).len().max(1);
    let edge = |(entry, value): (usize, &Value)| match value {
        Value::Element(to) => Some((entry / width.max(1), *to as usize)),
        _ => None,
    };
    Some(child.entries.iter().enumerate().filter_map(edge).collect())
}

/// The node above each node.
fn above(edges: &[(usize, usize)], count: usize) -> Vec<Option<usize>> {
    let mut above = vec![None; count];
    edges.iter().for_each(|(from, to)| above[*to] = Some(*from));
    above
}

/// How far down each node is; a node comes after the one above it.
fn depths(above: &[Option<usize>]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(above.len());
    for up in above {
        depths.push(up.and_then(|up| depths.get(up)).map_or(0, |depth| depth + 1));
    }
    depths
}

/// Leaves side by side, each other node over the middle of those below it.
fn columns(edges: &[(usize, usize)], leaves: &[usize], count: usize) -> Vec<f64> {
    let mut columns = vec![0.0; count];
    for (number, leaf) in leaves.iter().enumerate() {
        columns[*leaf] = number as f64 * WIDE;
    }
    for node in (0..count).rev() {
        let below: Vec<f64> =
            edges.iter().filter(|edge| edge.0 == node).map(|edge| columns[edge.1]).collect();
        if let (Some(first), Some(last)) = (below.first(), below.last()) {
            columns[node] = (first + last) / 2.0;
        }
    }
    columns
}

/// The name of a branch, beside its middle, away from its siblings.
fn branch(at: &[(f64, f64)], names: &[String], from: usize, to: usize) -> ((f64, f64), String) {
    let name = names[to].strip_prefix(&format!("{}-", names[from])).unwrap_or(&names[to]);
    let (a, b) = (at[from], at[to]);
    let wide = super::canvas::width(name, 13.0) / 2.0 + 6.0;
    let side = if b.0 < a.0 { -wide } else { wide };
    (((a.0 + b.0) / 2.0 + side, (a.1 + b.1) / 2.0 - 8.0), name.to_string())
}
