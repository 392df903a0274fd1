//! The one place where reasons, limits and verdicts are put into English: what `zug` knows as data,
//! as people read it.
//!
//! ```text
//!   why a value is known, why a solver was chosen      reasons.rs
//!   why a solver or a certificate does not fit         unfit.rs
//!   which limit ended a search, and what was proved    limits.rs
//!   what was checked, what a certificate claims        checks.rs
//!   what a file claims beside what is so               facts.rs
//!   numbers and times known by their logarithms        estimates.rs
//! ```
//!
//! Values, plies and numbers are worded by [`zug_lang::wording`], and proofs that play must end
//! where they are found ([`zug_analysis::Ends`]): both speak in the names of the definition.

mod checks;
mod estimates;
mod facts;
mod limits;
mod reasons;
mod unfit;

pub use checks::{NOT_CHECKED, checked, claim};
pub use estimates::{about, duration, estimate_reason, estimated_solver, out_of_reach, size};
pub use facts::{UNHIDDEN, mismatch, unjudged};
pub use limits::{ended, limit, limit_kind, proved, refused, stopped};
pub use reasons::{leaves_of, reason, strong_reason};
pub use unfit::unfit;
