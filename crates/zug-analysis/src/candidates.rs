//! The elements that a term may be, for each value of one unknown element.

use std::rc::Rc;
use zug_lang::program::Set;

/// For each element of a domain, the elements that a term may be, and whether it may be `none`.
/// Where it can be nothing at all, the element itself cannot be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// Where the candidates of each element end.
    ends: Vec<u32>,
    values: Vec<u32>,
    /// The elements for which the term may be `none`.
    absent: Vec<bool>,
}

impl Candidates {
    /// Each element has itself alone.
    pub fn identity(len: u32) -> Candidates {
        Candidates {
            ends: (1..=len).collect(),
            values: (0..len).collect(),
            absent: vec![false; len as usize],
        }
    }

    /// These candidates, row by row, none of them `none`.
    pub fn of_rows(rows: impl IntoIterator<Item = Vec<u32>>) -> Candidates {
        Candidates::of_rows_or_none(rows.into_iter().map(|row| (row, false)))
    }

    /// These candidates, row by row, each with whether it may be `none`.
    pub fn of_rows_or_none(rows: impl IntoIterator<Item = (Vec<u32>, bool)>) -> Candidates {
        let mut all = Candidates { ends: Vec::new(), values: Vec::new(), absent: Vec::new() };
        for (row, may_be_none) in rows {
            all.values.extend(row);
            all.ends.push(all.values.len() as u32);
            all.absent.push(may_be_none);
        }
        all
    }

    /// Whether the term may be `none` for one element.
    pub fn may_be_none(&self, at: usize) -> bool {
        self.absent[at]
    }

    /// Whether the term may be `none` for some element.
    pub fn may_be_none_somewhere(&self) -> bool {
        self.absent.contains(&true)
    }

    /// The number of elements that have candidates.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The candidates of one element.
    pub fn row(&self, at: usize) -> &[u32] {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.values[begin as usize..self.ends[at] as usize]
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|at| self.row(at))
    }

    /// The candidates of all elements, with repetitions.
    pub fn values(&self) -> &[u32] {
        &self.values
    }
}

/// A relation of a term to one unknown element.
#[derive(Clone, Debug)]
pub(super) struct ElementRelation {
    /// The key of the unknown element.
    pub of: Rc<str>,
    /// What the term may be for each element of the domain.
    pub to: Rc<Candidates>,
}

impl ElementRelation {
    /// Whether the value is in a set wherever it is not `none`.
    pub fn always_in(&self, set: &Set) -> bool {
        self.to.values().iter().all(|e| set.contains(i64::from(*e)))
    }

    /// Whether the value is never in a set.
    pub fn never_in(&self, set: &Set) -> bool {
        self.to.values().iter().all(|e| !set.contains(i64::from(*e)))
    }

    /// Whether two terms that depend on the same element surely differ, or one is `none`.
    pub fn differs(&self, other: &ElementRelation) -> bool {
        self.of == other.of
            && self.to.rows().zip(other.to.rows()).all(|(a, b)| a.iter().all(|e| !b.contains(e)))
    }
}
