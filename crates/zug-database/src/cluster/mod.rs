//! Several processes build one database: within a tier each owns the positions that a hash of their
//! codes gives it.
//!
//! ```text
//!   connect     connect.rs    who speaks to whom, and that all build the same; stream.rs notices who is lost
//!   exchange    rounds.rs     what each has for each, round by round; failure.rs carries why one of them ends
//!   write       wire.rs       numbers and codes as bytes; owners.rs says whose a code is
//!   list        listing.rs    forwards: codes go to their owners
//!   gather      gather.rs     codes and values of a tier go to worker 0; scatter.rs the other way
//!   ask         questions.rs  what positions are worth that others own; expansion in batches
//!   solve       waiting.rs    each position after all that it leads to; undoing.rs by distance
//!   build       build.rs      worker 0 alone has the folder; it writes what one process would
//! ```
//!
//! All workers do the same steps in the same order, and each step is made of rounds: in a round
//! each sends bytes to each. Worker 0 writes the files that a single process writes, with the same
//! functions, so that either goes on with what the other left, and the bytes are the same.
//!
//! Method: the owner of a position does all work on it, as in Stern and Dill, "Parallelizing the
//! Murphi Verifier" (1997); rounds as in Valiant, "A Bridging Model for Parallel Computation"
//! (1990), which timely dataflow (Murray et al., "Naiad", 2013) carries.

mod build;
mod connect;
mod failure;
mod gather;
mod listing;
mod owners;
mod questions;
mod rounds;
mod scatter;
mod solving;
mod stream;
#[cfg(test)]
mod tests;
mod undoing;
mod waiting;
mod wire;

pub use crate::cluster_member::ClusterMember;
pub use build::build_with_workers;

/// Whether several processes can build one database.
pub const IS_AVAILABLE: bool = true;
