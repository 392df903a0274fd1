//! Facts about the solvers: toy games given as nodes and edges, and known games written by hand.

mod toys;
