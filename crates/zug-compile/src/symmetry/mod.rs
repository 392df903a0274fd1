//! Finds the symmetries of the rules, and brings symmetric positions to one canonical form.
//!
//! A checked [`Program`] becomes a coloured digraph ([`model`]): its vertices are elements,
//! constant tables, fields, moves, rules and their expressions. An automorphism of it renames the
//! definition into itself, so it maps legal moves to legal moves, successors to successors and
//! endings to endings; where it swaps the players, values change sign. The rows of the machine are
//! not used, because they list interchangeable things in some order.
//!
//! ```text
//! line(a1, b1, c1), line(a1, a2, a3), ..
//!     ->   (a1 a3) (b1 b3) (c1 c3), (a2 b1) (a3 c1) (b3 c2)
//!     ->   8 symmetries
//! ```
//!
//! [`search`] finds generators by colour refinement, individualization and backtracking (McKay,
//! "Practical Graph Isomorphism", 1981, without its pruning by canonical labels), and verifies each
//! on the whole graph. [`act`] turns a generator into its action on the bits of a position,
//! [`group`] lists the group, and [`zug_machine::canon`] computes the canonical form under which a
//! table stores a position. What cannot be analysed stays fixed: fewer symmetries are found then,
//! never wrong ones.

mod act;
mod automorphisms;
mod commute;
mod constant;
mod expressions;
mod find;
mod graph;
mod group;
mod model;
mod partition;
mod points;
mod refine;
mod render;
mod rules;
mod search;

pub use automorphisms::automorphisms;
pub use find::find;
pub use points::Symmetry;
