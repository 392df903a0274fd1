//! What several commands take: the definition with its settings, moves, limits, the engine, how
//! mistakes are told. What one command takes stands beside it.

mod bounds;
mod engine;
mod memo;
mod messages;
mod source;
mod stored;
mod threads;

pub use bounds::LimitArgs;
pub use engine::EngineArg;
pub use memo::{MemoArgument, memo};
pub use messages::{MessageFormat, Messages};
pub use source::{MovesFirst, SET_HELP, SourceArgs};
pub use stored::DatabaseArgs;
pub use threads::threads;
