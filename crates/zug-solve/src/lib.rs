//! The exact value of a position, its best moves and a line of best play.
//!
//! The crate reads anything that implements [`zug_game::Game`] and depends on no other crate of
//! ours. A solver returns a [`Solution`], or a [`Stop`] that says why there is none and which
//! bounds were proved by then.
//!
//! | method | play | what it is |
//! |---|---|---|
//! | [`solve_minimax`] | any | the definition of the right answer, slow and obvious |
//! | [`solve_every_line`] | must end | minimax without a table: every line of play again |
//! | [`solve_alphabeta`] | must end | alpha-beta, with a transposition table or without one |
//! | [`solve_induction`] | must end | backward induction: every position that can be reached once, with its exact value |
//! | [`ImpartialSolver`] | must end | nimbers, component by component, for impartial games |
//! | [`solve_dfpn`] | must end | proof-number search, for games that are won, lost or drawn |
//! | [`solve_retrograde`] | any | retrograde analysis of every reachable position |
//! | [`solve_strong`] | must end | every reachable position, tier by tier, in a compact table |
//! | [`solve_within`] | any | what can be forced within some plies, by iterative deepening |
//! | [`retrograde_census`] | any | the same census, by retrograde analysis |
//!
//! [`perft`] and [`reachable`] only count. Every value is from the first player's side: he
//! maximizes, the other minimizes, and the value of a move is its reward plus the value of the
//! position after it, whoever moves there. So backing up a value never negates it (minimax, not
//! negamax).

mod alphabeta;
mod answer;
pub mod clock;
mod count;
mod dfpn;
mod estimate;
mod exact_values;
mod impartial;
mod induction;
mod iterative_deepening;
mod limits;
mod memo;
mod minimax;
mod mixed_hash;
mod node_kayles;
mod pages;
mod position_value;
mod retrograde;
mod table_size;
mod tableless;

mod depth_limited;
mod search;
mod set_colouring;
mod stack;
mod strategy;
mod strong;
#[cfg(test)]
mod tests;
mod utility;
mod value_iteration;
mod watch;

mod techniques;
mod threads;
mod tracer;

pub use alphabeta::{
    AlphaBetaOptions, AlphaBetaState, resume_alphabeta, solve_alphabeta, trace_alphabeta, walk_alphabeta,
};
pub use answer::{LineEnd, MoveValue, PlyCost, Solution, SolveQuestion, Statistics, UnfinishedSearch};
pub use count::{DEEPEST_COUNT, perft, reachable};
pub use dfpn::{DfpnOptions, DfpnState, resume_dfpn, solve_dfpn};
pub use estimate::{SampleSize, SizeEstimate, estimate};
pub use impartial::{GameComponents, ImpartialSolver};
pub use induction::{
    BoundedIntegers, InductionState, resume_induction, solve_induction, solve_induction_bounded,
};
pub use iterative_deepening::{Forced, solve_within};
pub use limits::{ENDLESS_VARIES, LimitKind, Limits, ProgressCallback, Stop};
pub use zug_game::ProcessMemory;

pub use depth_limited::{HeuristicValue, HeuristicValues, depth_limited_search, playout};
pub use minimax::{
    MinimaxState, Termination, resume_minimax, solve_every_line, solve_minimax, trace_minimax,
};
pub use node_kayles::{
    ConflictGraph, Deletion, DeletionGame, MOST_NODES, MOST_READS, NodeKaylesSolver, SumSample, TruthTable,
};
pub use retrograde::{SolvedEntry, SolvedTable, solve_retrograde};
pub use search::{Parallel, Threads};
pub use set_colouring::{
    ColouringError, Condition, Elements, Joining, MOST_ELEMENTS, SetColouring, SetColouringSolver,
};
pub use stack::on_deep_stack;
pub use strategy::{Emit, StrategyGoal, ranked_strategies, walk_strategies};
pub use strong::{
    Census, CompressedKeys, Count, PositionCode, PositionIndexing, SlowestWin, SubsetGame, ValueDomain,
    each_in_threads, retrograde_census, solve_compact, solve_strong, solve_subset_dp,
};
pub use table_size::TableSize;
pub use techniques::{Technique, Techniques};
pub use tracer::{NoTrace, Tracer, Window};
