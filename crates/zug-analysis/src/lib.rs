//! Facts about a checked [`Program`](zug_lang::program::Program), each with a proof that can be
//! explained in words.
//!
//! The facts are sound, not complete: what is claimed holds; what is not claimed may hold too.

mod accounts;
pub mod additive;
mod additive_entries;
mod assume;
pub mod box_completion;
mod candidates;
pub mod choices;
mod closed;
mod completions;
pub mod components;
mod declared_measure;
pub mod deletion_game;
mod directed;
mod effects;
pub mod ends;
mod entry_relations;
mod invariants;
mod linear;
mod linear_form;
mod linear_terms;
pub mod lints;
mod logic;
mod loop_totals;
mod loops;
mod measures;
mod monotone_order;
pub mod node_kayles;
mod paid_once;
mod parameters;
mod partial_evaluator;
mod path_enumeration;
mod piece_steps;
pub mod positional_game;
pub mod range;
mod ranks;
mod room;
mod satisfiability;
pub mod set_colouring;
mod set_terms;
pub mod steps;
mod store_effects;
mod summed_stores;
mod symbolic_evaluator;
mod symbolic_state;
#[cfg(test)]
mod tests;
mod tiers;
mod value_terms;

pub use additive::{Additive, Worth, additive, additive_but_for_room};
pub use box_completion::{BoxCompletion, box_completion};
pub use components::{impartial_components, without_nimbers};
pub use declared_measure::is_progress_proven;
pub use deletion_game::{DeletionFacts, deletion_game};
pub use effects::Component;
pub use ends::{Ends, ends};
pub use measures::Measure;
pub use node_kayles::{NodeKayles, node_kayles};
pub use positional_game::{PositionalGame, positional_game};
pub use range::{can_be_drawn, range};
pub use set_colouring::{SetColouringFacts, set_colouring};
pub use steps::steps;
pub use tiers::never_lowered;
