//! Finds the symmetries of a program, and the canonical form of its positions.

use super::super::expression_utils::any_may_fault;
use super::act::SymmetryRenaming;
use super::graph::Vertex;
use super::group::GroupListing;
use super::model::{Model, model};
use super::points::{Permutation, Point, Symmetry};
use super::search::{FoundSymmetry, automorphisms};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_machine::Machine;
use zug_machine::canon::Canon;

/// The budget of the search, in arcs and vertices.
const STEPS: u64 = 20_000_000;

/// Finds the symmetries of a program.
///
/// It never fails: if a program is too large or the search too long, fewer symmetries are found,
/// and [`Symmetry::complete`] is false.
///
/// Where an expression may be a fault, there are none: whether the fault is met depends on which
/// operand, binding or rule is looked at first, and the graph has no order of those.
pub fn find(program: &Program) -> Symmetry {
    let model = if any_may_fault(program) { None } else { model(program) };
    let Some(model) = model else { return Symmetry { order: Some(1), ..Symmetry::default() } };
    let (points, counting) = points(&model);
    let FoundSymmetry { generators, order, complete } = automorphisms(&model.graph, &counting, STEPS);
    let number: BTreeMap<Vertex, u32> = counting.iter().copied().zip(0..).collect();
    let restricted = |image: &Vec<Vertex>| -> Option<Permutation> {
        counting.iter().map(|vertex| number.get(&image[*vertex as usize]).copied()).collect()
    };
    let generators: Vec<Permutation> = generators.iter().filter_map(restricted).collect();
    Symmetry { points, generators, order, complete }
}

/// The points, with their vertices: the elements that positions contain or are indexed by, the
/// fields, the requests.
fn points(model: &Model) -> (Vec<Point>, Vec<Vertex>) {
    let program = model.program;
    let mut domains: BTreeSet<DomainId> = [PLAYER].into();
    for field in &program.fields {
        domains.extend(&field.indexes);
        domains.extend(of_kind(field.ty.kind));
    }
    for (id, _) in program.requests.iter().flat_map(|request| &request.moves) {
        domains
            .extend(program.moves[id.index()].parameters.iter().filter_map(|(_, set)| of_kind(set.ty.kind)));
    }
    let elements = domains.iter().filter_map(|id| Some((id, &model.domains.get(id)?.1)));
    let elements = elements.flat_map(|(id, elements)| {
        (0..).zip(elements).map(|(number, vertex)| (Point::Element(*id, number), *vertex))
    });
    let fields = (0..).zip(&model.fields).map(|(id, vertex)| (Point::Field(FieldId(id)), *vertex));
    let requests = (0..)
        .zip(&model.requests)
        .map(|(id, vertex)| (Point::FollowupRequest(FollowupRequestId(id)), *vertex));
    elements.chain(fields).chain(requests).unzip()
}

fn of_kind(kind: Kind) -> Option<DomainId> {
    match kind {
        Kind::Element(domain) | Kind::Set(domain) => Some(domain),
        _ => None,
    }
}

impl Symmetry {
    /// The index of a point.
    pub(super) fn number(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|each| *each == point)
    }

    /// Whether a permutation swaps the players.
    pub(super) fn exchanges(&self, permutation: &Permutation) -> bool {
        let ends = self.number(Point::Element(PLAYER, 0)).zip(self.number(Point::Element(PLAYER, 1)));
        ends.is_some_and(|(first, second)| permutation[first] as usize == second)
    }

    /// Whether a symmetry swaps the players.
    pub fn exchanges_players(&self) -> bool {
        self.generators.iter().any(|each| self.exchanges(each))
    }

    /// The canonical form of the positions of a machine, which must be that of the program.
    pub fn canon(&self, program: &Program, machine: &Machine) -> Canon {
        let listing = GroupListing::new(self, program, machine);
        let actions = listing.representatives.iter().map(|permutation| {
            let renaming = SymmetryRenaming::new(self, permutation, &listing.numbers, program);
            renaming.action(machine).map(|action| (action, self.exchanges(permutation)))
        });
        Canon::new(listing.classes.iter().cloned(), actions, machine)
    }
}
