//! Symmetries in the words of the definition.

use super::group::interchangeable;
use super::points::{Permutation, Point, Symmetry};
use zug_lang::program::{FieldId, Program};

impl Symmetry {
    /// The generators as products of cycles with the names of the definition: `(a1 c1) (a2 c2)`.
    pub fn generators(&self, program: &Program) -> Vec<String> {
        self.generators.iter().map(|each| self.cycles(program, each)).collect()
    }

    /// The classes of interchangeable elements, with the names of the definition.
    pub fn interchangeable(&self, program: &Program) -> Vec<Vec<String>> {
        let classes = interchangeable(self, &self.generators);
        classes.iter().map(|class| class.iter().map(|at| self.name(program, *at)).collect()).collect()
    }

    fn cycles(&self, program: &Program, permutation: &Permutation) -> String {
        let mut seen = vec![false; permutation.len()];
        let mut cycles = Vec::new();
        for begin in 0..permutation.len() {
            let mut names = Vec::new();
            let mut at = begin;
            while !seen[at] {
                seen[at] = true;
                names.push(self.name(program, at as u32));
                at = permutation[at] as usize;
            }
            if names.len() > 1 {
                cycles.push(format!("({})", names.join(" ")));
            }
        }
        cycles.join(" ")
    }

    fn name(&self, program: &Program, at: u32) -> String {
        match self.points[at as usize] {
            Point::Element(domain, element) => program.domain(domain).members[element as usize].clone(),
            Point::Field(FieldId(id)) => program.fields[id as usize].name.clone(),
            Point::FollowupRequest(id) => format!("request {}", id.0 + 1),
        }
    }
}
