//! Facts about the solvers: toy games given as nodes and edges, play of great length, limits and faults.

mod limits;
mod strong;
mod subset_dp;
mod toys;
