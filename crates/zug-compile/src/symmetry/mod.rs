//! Finds the symmetries of the rules by itself, and brings symmetric positions to one form.
//!
//! Reads a checked [`Program`] ([`model`]): elements, constant tables, fields, moves, rules and their expressions are the
//! vertices of a coloured digraph. Every automorphism of it renames the definition into itself, so it takes
//! legal moves to legal moves, successors to successors and endings to endings; where it exchanges the players, values
//! change sign. Nothing is looked for in the rows of the machine, where roles that can be exchanged stand in some order.
//!
//! ```text
//! line(a1, b1, c1), line(a1, a2, a3), ..   ->   (a1 a3) (b1 b3) (c1 c3), (a2 b1) (a3 c1) (b3 c2)   ->   8
//! ```
//!
//! [`search`] finds generators by colour refinement, individualising and backtracking (McKay, "Practical Graph
//! Isomorphism", 1981, without its pruning by canonical labels), and verifies each on the whole graph. [`act`] turns a generator into
//! what it does to the bits of a position, [`group`] lists what can be listed, [`canon`] is the form that a memo
//! files positions under. What cannot be analysed keeps its place: fewer symmetries are found then, never wrong ones.

mod act;
mod commute;
mod constant;
mod expressions;
mod find;
mod graph;
mod group;
mod model;
mod refine;
mod render;
mod search;

pub use find::{Symmetry, find};
