//! Properties of the solvers: toy games given as graphs, deep play, limits and faults.

mod answers;
mod breakage;
mod deletion_game;
mod depth_limited;
mod dfpn;
mod edges;
mod estimate;
mod forms;
mod impartial;
mod induction;
mod limits;
mod node_kayles;
mod plain_subtrees;
mod set_colouring;
mod solved_table;
mod stacks;
mod strong;
mod subset_dp;
mod toys;
mod verdicts;
mod within;
