//! Zug: the rules of a two-player game as text, the exact value of every position as the answer.
//!
//! A text becomes a [`Definition`], which holds a checked program; [`Prepared`] compiles it once
//! and answers any number of questions. An [`Answer`] is exact in all its parts, and data: who puts
//! it in words is `zug-view`.
//!
//! ```
//! use zug::{Definition, EngineKind, Limits, Options, Prepared, Semantics};
//!
//! let definition = Definition::of(
//!     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
//!      move take(n in 1..2) when n <= sticks { sticks -= n }
//!      stuck => me loses",
//! )
//! .expect("no mistakes");
//! let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
//! let start = prepared.start();
//! let answer = prepared.solve(&start, &Options::within(&Limits::default())).expect("solved");
//! assert_eq!(answer.value, 1, "the first player wins");
//! let text = |choice| Semantics::new(&definition.program).text(&start, choice);
//! assert_eq!(answer.best.iter().map(text).collect::<Vec<_>>(), ["2"], "two sticks");
//! ```
//!
//! Where many positions of a game are asked about, a [`Session`] keeps what it finds:
//!
//! ```
//! # use zug::{Definition, EngineKind, Prepared, Semantics, SessionLimits};
//! # let definition = Definition::of(
//! #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
//! #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
//! # ).expect("no mistakes");
//! # let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
//! let semantics = Semantics::new(&definition.program);
//! let limits = SessionLimits { memory: 1 << 20, time: None, stop: None, process: None };
//! let values = prepared.session(&limits, |session| {
//!     let mut position = semantics.start();
//!     let mut values = Vec::new();
//!     loop {
//!         let knowledge = session.ask(&position)?;
//!         values.push(knowledge.value());
//!         let Some(choice) = knowledge.chosen(position.turn.index() == 0) else { return Ok(values) };
//!         position = semantics.play(&position, choice).expect("a legal move");
//!     }
//! });
//! let values: Result<_, zug::SolveError> = values;
//! assert_eq!(values.expect("solved"), [Some(1); 4], "perfect play keeps the value");
//! ```
//!
//! [`definition`] checks a text. [`answer`] chooses the engine and the solver by proved facts and
//! answers questions. [`certificate`] writes a proof of a value for others to check. [`deep`]
//! searches all positions for mistakes of the definition. [`expectation`] judges the facts of
//! `expect` items. `database` keeps every position on disk.

pub mod answer;
pub mod certificate;
pub mod deep;
pub mod definition;
pub mod expectation;
mod first_positions;
#[doc(hidden)]
pub mod fixed_copy;
#[doc(hidden)]
pub mod rule_repairs;
#[doc(hidden)]
pub mod short_look;
#[doc(hidden)]
pub mod tried;

#[doc(inline)]
pub use answer::{
    Answer, EngineKind, Knowledge, Limits, MemoSize, Options, PositionTable, Prepared, Reason, Session,
    SessionLimits, SolveError, SolverKind, StrongSolution, WithinAnswer,
};
#[doc(inline)]
pub use definition::Definition;
pub use zug_lang::diagnostic::Diagnostic;
pub use zug_lang::program::{Choice, Program};
pub use zug_lang::semantics::{Position, Semantics};

#[cfg(feature = "database")]
pub use answer::database;
