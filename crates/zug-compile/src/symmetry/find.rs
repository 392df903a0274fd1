//! Finds the symmetries of a program, and tells those that its definition can be read by.

use super::act::Renaming;
use super::graph::Vertex;
use super::group::Listing;
use super::model::{Model, model};
use super::search::{Found, automorphisms};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_machine::Machine;
use zug_machine::canon::Canon;

/// What may be spent on the search, in arcs and vertices looked at.
const STEPS: u64 = 20_000_000;

/// A thing that a symmetry moves as far as positions are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// A field of the position.
    Field(FieldId),
    /// What an `again with` can ask for.
    FollowupRequest(FollowupRequestId),
    /// An element of a domain.
    Element(DomainId, u32),
}

/// A permutation of the points, as numbers of points.
pub(super) type Permutation = Vec<u32>;

/// The symmetries of a definition's rules. They are not those of the start: every position has them.
#[derive(Clone, Debug, Default)]
pub struct Symmetry {
    /// All that can be moved.
    pub(super) points: Vec<Point>,
    /// Each verified, none of them the identity.
    pub(super) generators: Vec<Permutation>,
    /// How many symmetries there are, the identity among them; none if the number does not fit.
    pub order: Option<u128>,
    /// False if the search was given up: there may be more.
    pub complete: bool,
}

/// Finds the symmetries of a program.
///
/// Never fails: what is too large, or takes too long, has fewer symmetries than it could have, and
/// [`Symmetry::complete`] says so.
pub fn find(program: &Program) -> Symmetry {
    let Some(model) = model(program) else { return Symmetry { order: Some(1), ..Symmetry::default() } };
    let (points, counting) = points(&model);
    let Found { generators, order, complete } = automorphisms(&model.graph, &counting, STEPS);
    let number: BTreeMap<Vertex, u32> = counting.iter().copied().zip(0..).collect();
    let restricted = |image: &Vec<Vertex>| -> Option<Permutation> {
        counting.iter().map(|vertex| number.get(&image[*vertex as usize]).copied()).collect()
    };
    let generators: Vec<Permutation> = generators.iter().filter_map(restricted).collect();
    Symmetry { points, generators, order, complete }
}

/// What a position is made of: the elements it can hold or is indexed by, its fields, what can be asked for.
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
    /// The number of a point.
    pub(super) fn number(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|each| *each == point)
    }

    /// Whether a permutation exchanges the players.
    pub(super) fn exchanges(&self, permutation: &Permutation) -> bool {
        self.number(Point::Element(PLAYER, 0)).is_some_and(|at| permutation[at] as usize != at)
    }

    /// Whether some symmetry exchanges the players.
    pub fn exchanges_players(&self) -> bool {
        self.generators.iter().any(|each| self.exchanges(each))
    }

    /// The form that a memo files the positions of a machine under. The machine must be that of the program.
    pub fn canon(&self, program: &Program, machine: &Machine) -> Canon {
        let listing = Listing::new(self, program, machine);
        let actions = listing.representatives.iter().map(|permutation| {
            let renaming = Renaming::new(self, permutation, &listing.numbers, program);
            renaming.action(machine).map(|action| (action, self.exchanges(permutation)))
        });
        Canon::new(listing.classes.iter().cloned(), actions, machine)
    }
}
