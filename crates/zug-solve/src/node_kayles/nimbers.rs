//! Nimbers of components, where both players have the same moves.
//!
//! A sum is lost for who moves exactly where the nimbers of its parts add up to 0 without carrying
//! (Sprague, Grundy). The question that is asked of a component is whether its nimber is a given
//! number: then no option of it has that number, and one has each smaller one. Of a sum all parts
//! but the largest are known by their nimbers first.
//!
//! Method: Lemoine and Viennot, "Nimbers are inevitable" (2012).

use super::NodeKaylesProgress;
use super::component_numbers::{ComponentId, Numbered};
use super::decomposition::Decomposition;
use super::nodes::{NodeSet, size};
use crate::limits::Halt;

/// What is known of each component, by its number.
pub(super) struct Nimbers<D, const N: usize> {
    game: D,
    known: Vec<NimberFacts>,
}

/// What is known of the nimber of a component.
#[derive(Clone, Copy, Default)]
struct NimberFacts {
    /// It is at least this.
    least: u32,
    /// Whether it is that.
    is_least: bool,
}

/// A sum: the nimber of all parts that are known, and the others.
struct OpenSum<const N: usize> {
    nimber: u32,
    open: Vec<(ComponentId, NodeSet<N>)>,
}

impl<D: Decomposition<N>, const N: usize> Nimbers<D, N> {
    pub fn new(game: D) -> Nimbers<D, N> {
        Nimbers { game, known: Vec::new() }
    }

    /// The nimber of a position.
    pub fn of_sum(&mut self, work: &mut NodeKaylesProgress, nodes: &NodeSet<N>) -> Result<u32, Halt> {
        let sum = self.sum(work, nodes);
        let mut nimber = sum.nimber;
        for (id, part) in &sum.open {
            nimber ^= self.nimber(work, *id, part)?;
        }
        Ok(nimber)
    }

    /// Whether a position has this nimber.
    pub fn is_sum(
        &mut self,
        work: &mut NodeKaylesProgress,
        nodes: &NodeSet<N>,
        nimber: u32,
    ) -> Result<bool, Halt> {
        let sum = self.sum(work, nodes);
        self.is_nimber_of(work, sum, nimber)
    }

    fn is_nimber_of(
        &mut self,
        work: &mut NodeKaylesProgress,
        sum: OpenSum<N>,
        nimber: u32,
    ) -> Result<bool, Halt> {
        let mut rest = nimber ^ sum.nimber;
        let Some(((largest, part), others)) = sum.open.split_first() else { return Ok(rest == 0) };
        for (id, part) in others.iter().rev() {
            rest ^= self.nimber(work, *id, part)?;
        }
        self.is_nimber(work, (*largest, part), rest)
    }

    fn nimber(
        &mut self,
        work: &mut NodeKaylesProgress,
        id: ComponentId,
        part: &NodeSet<N>,
    ) -> Result<u32, Halt> {
        let mut nimber = 0;
        while !self.is_nimber(work, (id, part), nimber)? {
            nimber += 1;
        }
        Ok(nimber)
    }

    /// Whether a component has this nimber: one after the other all smaller ones are tried before
    /// it.
    fn is_nimber(
        &mut self,
        work: &mut NodeKaylesProgress,
        (id, part): (ComponentId, &NodeSet<N>),
        nimber: u32,
    ) -> Result<bool, Halt> {
        // A nimber is at most the number of moves that can be made, and each takes a node away.
        if nimber as usize > size(part) {
            return Ok(false);
        }
        loop {
            let NimberFacts { least, is_least } = self.known[id as usize];
            if is_least || least > nimber {
                return Ok(is_least && least == nimber);
            }
            work.enter()?;
            let is_option = self.has_option(work, part, least)?;
            let facts = &mut self.known[id as usize];
            // What lies below asks of smaller components alone.
            *facts = NimberFacts { least: least + u32::from(is_option), is_least: !is_option };
        }
    }

    /// Whether a move leads to a sum with this nimber: those of which all is known first, then
    /// those with the smallest parts.
    fn has_option(
        &mut self,
        work: &mut NodeKaylesProgress,
        part: &NodeSet<N>,
        nimber: u32,
    ) -> Result<bool, Halt> {
        let mut open = Vec::new();
        for play in self.game.moves(part, 0) {
            work.look()?;
            let sum = self.sum(work, &self.game.after(part, play));
            match sum.open.first() {
                None if sum.nimber == nimber => return Ok(true),
                None => {}
                Some((_, largest)) => open.push((size(largest), sum)),
            }
        }
        open.sort_by_key(|(largest, _)| *largest);
        let alike = |sum: &OpenSum<N>| (sum.nimber, sum.open.iter().map(|(id, _)| *id).collect::<Vec<_>>());
        let mut seen = Vec::new();
        for (_, sum) in open {
            let name = alike(&sum);
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            if self.is_nimber_of(work, sum, nimber)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A position as a sum, the largest part first. Two parts that are alike are worth nothing
    /// together.
    fn sum(&mut self, work: &mut NodeKaylesProgress, nodes: &NodeSet<N>) -> OpenSum<N> {
        let mut sum = OpenSum { nimber: 0, open: Vec::new() };
        let mut largest = 0;
        for part in self.game.components(nodes) {
            largest = largest.max(size(&part));
            let Numbered { id, is_new, bytes } = self.game.number(&part);
            work.keep(bytes);
            if is_new {
                self.known.push(NimberFacts::default());
            }
            let NimberFacts { least, is_least } = self.known[id as usize];
            if is_least {
                sum.nimber ^= least;
            } else if let Some(alike) = sum.open.iter().position(|(other, _)| *other == id) {
                sum.open.remove(alike);
            } else {
                sum.open.push((id, part));
            }
        }
        work.decomposed(size(nodes), largest);
        sum.open.sort_by_key(|(id, part)| (std::cmp::Reverse(size(part)), *id));
        sum
    }
}
