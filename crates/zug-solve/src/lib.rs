//! The exact value of a position, its best moves and a line of best play.
//!
//! Reads anything that implements [`zug_game::Game`] and imports nothing else of ours; makes a [`Solution`];
//! refuses with a [`Stop`] that tells what was proved until then.
//!
//! | method | play | what it is |
//! |---|---|---|
//! | [`solve_minimax`] | any | the definition of the right answer, slow and obvious |
//! | [`solve_every_line`] | must end | the same, every line of play again, nothing remembered |
//! | [`solve_alphabeta`] | must end | the textbook search, with a sound memo or with none |
//! | [`solve_dfpn`] | must end | proof numbers, for games that are won, lost or drawn |
//! | [`solve_retrograde`] | any | every reachable position, from the ends backwards |
//! | [`solve_strong`] | must end | every reachable position, tier by tier, in a compact table |
//! | [`survey`] | any | the same counts, by retrograde analysis |
//!
//! [`perft`] and [`reachable`] only count. Every value is told from the side of the first player: he maximizes,
//! the other minimizes, and the value of a move is its gain plus the value of the position it leads to, whoever
//! moves next. So nothing here ever changes a sign.

mod alphabeta;
mod answer;
mod count;
mod dfpn;
mod estimate;
mod limits;
mod memo;
mod minimax;
mod pages;
mod plain;
mod retrograde;

mod scale;
mod search;
mod shallow;
mod stack;
mod strong;
mod sweeps;
#[cfg(test)]
mod tests;

mod techniques;
mod tracer;

pub use alphabeta::{Kept, Memo, Options, solve_alphabeta, solve_kept, trace_alphabeta, walk_alphabeta};
pub use answer::{LineEnd, MoveValue, Question, Solution, Statistics};
pub use count::{perft, reachable};
pub use dfpn::{ProofOptions, Proved, solve_dfpn, solve_proved};
pub use estimate::{Estimate, Pilot, estimate};
pub use limits::{LimitKind, Limits, Progress, Stop};

pub use minimax::{Play, solve_every_line, solve_minimax, trace_minimax};
pub use retrograde::{Chart, Charted, solve_retrograde};
pub use search::{Parallel, Threads};
pub use shallow::{Guess, Guesses, Random, look_ahead, random_end};
pub use stack::on_deep_stack;
pub use strong::{
    Census, Code, Count, Filling, Longest, Scheme, Worth, solve_compact, solve_filling, solve_strong, survey,
};
pub use techniques::{Technique, Techniques};
pub use tracer::{NoTrace, Tracer, Window};
