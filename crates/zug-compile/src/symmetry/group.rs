//! Lists a group as far as it can be listed: interchangeable elements once, the rest up to a cap.
//!
//! Where two elements can be exchanged and nothing else moves, all that belongs to them is sorted instead of tried in both
//! orders. Such exchanges generate a normal subgroup; of the rest one member of each coset is listed, the one that
//! keeps interchangeable elements in their order. What is beyond the cap is left out: the list is then that of a subgroup.

use super::act::{Renaming, indexes};
use super::find::{Permutation, Point, Symmetry};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;
use zug_machine::Machine;
use zug_machine::layout::Slot;

/// No more permutations are listed than this.
const MOST: usize = 1024;

/// A group, listed.
pub(super) struct Listing {
    pub numbers: BTreeMap<Point, usize>,
    /// One of each coset, the identity first.
    pub representatives: Vec<Permutation>,
    /// Interchangeable elements: for each the places of all that belongs to it, one like the other.
    pub classes: Vec<Vec<Vec<Slot>>>,
}

impl Listing {
    pub fn new(symmetry: &Symmetry, program: &Program, machine: &Machine) -> Listing {
        let numbers: BTreeMap<Point, usize> = symmetry.points.iter().copied().zip(0..).collect();
        let generators: Vec<Permutation> = symmetry
            .generators
            .iter()
            .filter(|each| {
                let renaming = Renaming::new(symmetry, each, &numbers, program);
                renaming.keeps_points(machine) && renaming.action(machine).is_some()
            })
            .cloned()
            .collect();
        let mut sorted = interchangeable(symmetry, &generators);
        let columns = |class: &Vec<u32>| columns(symmetry, class, program, machine);
        if !sorted.iter().all(|class| columns(class).is_some()) {
            sorted.retain(|class| columns(class).is_some());
            if !is_invariant(&sorted, &generators) {
                sorted.clear();
            }
        }
        let classes = sorted.iter().filter_map(columns).collect();
        let representatives = list(symmetry.points.len(), &generators, &sorted);
        Listing { numbers, representatives, classes }
    }
}

/// The classes of elements of which any two can be exchanged while all else stays; players are never among them.
pub(super) fn interchangeable(symmetry: &Symmetry, generators: &[Permutation]) -> Vec<Vec<u32>> {
    let mut pairs: BTreeSet<(u32, u32)> =
        generators.iter().filter_map(|each| exchange(symmetry, each)).collect();
    let mut waiting: Vec<(u32, u32)> = pairs.iter().copied().collect();
    while let Some((a, b)) = waiting.pop() {
        for generator in generators {
            let (a, b) = (generator[a as usize], generator[b as usize]);
            let pair = (a.min(b), a.max(b));
            if pairs.insert(pair) {
                waiting.push(pair);
            }
        }
    }
    joined(&pairs)
}

/// The two elements that a permutation exchanges, if it does nothing else.
fn exchange(symmetry: &Symmetry, permutation: &Permutation) -> Option<(u32, u32)> {
    let moved: Vec<u32> = (0..).zip(permutation).filter(|(from, to)| from != *to).map(|(at, _)| at).collect();
    let [a, b] = moved[..] else { return None };
    let plain = |at: u32| matches!(symmetry.points[at as usize], Point::Element(id, _) if id != PLAYER);
    (plain(a) && plain(b)).then_some((a, b))
}

/// The classes that pairs make.
fn joined(pairs: &BTreeSet<(u32, u32)>) -> Vec<Vec<u32>> {
    let mut classes: Vec<BTreeSet<u32>> = Vec::new();
    for (a, b) in pairs {
        let (mut touched, rest): (Vec<_>, Vec<_>) =
            classes.into_iter().partition(|class| class.contains(a) || class.contains(b));
        let mut class: BTreeSet<u32> = touched.drain(..).flatten().collect();
        class.extend([*a, *b]);
        classes = rest;
        classes.push(class);
    }
    let mut classes: Vec<Vec<u32>> = classes.into_iter().map(|class| class.into_iter().collect()).collect();
    classes.sort_unstable();
    classes
}

/// Whether every generator takes every class to a class.
fn is_invariant(classes: &[Vec<u32>], generators: &[Permutation]) -> bool {
    generators.iter().all(|generator| classes.iter().all(|class| classes.contains(&image(class, generator))))
}

fn image(class: &[u32], permutation: &Permutation) -> Vec<u32> {
    let mut image: Vec<u32> = class.iter().map(|each| permutation[*each as usize]).collect();
    image.sort_unstable();
    image
}

/// One permutation of each coset, up to the cap; what a generator would make too much is left out with it.
fn list(points: usize, generators: &[Permutation], classes: &[Vec<u32>]) -> Vec<Permutation> {
    let identity: Permutation = (0..points as u32).collect();
    let mut used: Vec<Permutation> = Vec::new();
    let mut listed = vec![identity];
    for generator in generators.iter().rev() {
        let generator = ordered(generator.clone(), classes);
        if listed.contains(&generator) {
            continue;
        }
        used.push(generator);
        match closure(points, &used, classes) {
            Some(more) => listed = more,
            None => drop(used.pop()),
        }
    }
    listed
}

fn closure(points: usize, generators: &[Permutation], classes: &[Vec<u32>]) -> Option<Vec<Permutation>> {
    let identity: Permutation = (0..points as u32).collect();
    let mut seen: BTreeSet<Permutation> = [identity.clone()].into();
    let mut listed = vec![identity];
    let mut at = 0;
    while let Some(each) = listed.get(at).cloned() {
        at += 1;
        for generator in generators {
            let product: Permutation = each.iter().map(|point| generator[*point as usize]).collect();
            let product = ordered(product, classes);
            if seen.insert(product.clone()) {
                listed.push(product);
            }
        }
        if listed.len() > MOST {
            return None;
        }
    }
    Some(listed)
}

/// The member of a coset that takes every class to its image in order.
fn ordered(mut permutation: Permutation, classes: &[Vec<u32>]) -> Permutation {
    for class in classes {
        for (from, to) in class.iter().zip(image(class, &permutation)) {
            permutation[*from as usize] = to;
        }
    }
    permutation
}

/// For each element of a class the places of all that belongs to it; nothing if a position holds such elements as
/// values, or has entries that belong to two of them.
fn columns(
    symmetry: &Symmetry,
    class: &[u32],
    program: &Program,
    machine: &Machine,
) -> Option<Vec<Vec<Slot>>> {
    let elements: Vec<(DomainId, usize)> = class
        .iter()
        .map(|at| match symmetry.points[*at as usize] {
            Point::Element(domain, element) => Some((domain, element as usize)),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let domain = elements.first()?.0;
    if elements.iter().any(|(other, _)| *other != domain) || is_held(domain, program) {
        return None;
    }
    let all: Vec<Vec<Slot>> =
        elements.iter().map(|(_, element)| column(domain, *element, program, machine)).collect();
    let width: usize = all.first()?.iter().map(|slot| usize::from(slot.width)).sum();
    let alike =
        |column: &Vec<Slot>| column.iter().map(|slot| slot.width).eq(all[0].iter().map(|slot| slot.width));
    (width > 0 && width <= 64 && all.len() <= 64 && all.iter().all(alike)).then_some(all)
}

/// Whether a field or a request can hold an element of a domain, or a field speaks of two.
fn is_held(domain: DomainId, program: &Program) -> bool {
    let field = |field: &Field| {
        let indexes = field.indexes.iter().filter(|index| **index == domain).count();
        let set = field.ty.kind == Kind::Set(domain);
        field.ty.kind == Kind::Element(domain) || indexes + usize::from(set) > 1
    };
    let asked = program.requests.iter().flat_map(|request| &request.moves).any(|(id, _)| {
        program.moves[id.index()].parameters.iter().any(|(_, set)| set.ty.kind == Kind::Set(domain))
    });
    asked || program.fields.iter().any(field)
}

/// The places of all that belongs to an element, the same in order for each of its domain.
fn column(domain: DomainId, element: usize, program: &Program, machine: &Machine) -> Vec<Slot> {
    let mut column = Vec::new();
    for (field, layout) in program.fields.iter().zip(&machine.layout.fields).filter(|(_, l)| !l.additive) {
        for entry in 0..layout.entries() {
            let indexed = indexes(program, field, entry);
            let mine = field.indexes.iter().zip(&indexed).any(|(id, at)| *id == domain && *at == element);
            if mine {
                column.extend(layout.parts.iter().filter_map(|part| part.get(entry).copied()));
            } else if field.ty.kind == Kind::Set(domain) {
                let slot = layout.parts.get(element / 64).and_then(|part| part.get(entry));
                column.extend(slot.map(|slot| Slot {
                    shift: slot.shift + (element % 64) as u8,
                    width: 1,
                    ..*slot
                }));
            }
        }
    }
    column
}
