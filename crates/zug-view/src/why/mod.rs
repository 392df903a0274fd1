//! Answers to "why": questions read, values with the lines that show them, and all of it as text.

mod question;
mod text;
mod values;

pub use question::{FORMS, WhyQuestion, read};
pub use text::{explanation, move_lines, open_line};
pub use values::{NamedMoveValue, ValueReason, because, reason_with_every_move, value_reason, why_best};
