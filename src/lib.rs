//! Zug: the rules of a two-player game as text, the exact value of every position as the answer.
//!
//! Data walks one way: `syntax` reads a text, `check` gives it meaning, `ground` turns it into bits, `machine`
//! plays it, `solve` finds its value, `report` tells it in the words of the file. `semantics` runs a checked
//! definition slowly and obviously: it is what everything else is measured against.

pub mod analyze;
pub mod answer;
pub mod boards;
pub mod check;
pub mod deep;
pub mod definition;
pub mod diagnostic;
pub mod draw;
pub mod expectation;
pub mod explain;
pub mod facts;
pub mod game;
pub mod ground;
pub mod lesson;
pub mod lints;
pub mod machine;
pub mod mend;
pub mod play;
pub mod program;
pub mod report;
pub mod semantics;
pub mod solve;
pub mod source;
pub mod symmetry;
pub mod syntax;
pub mod tree;
