//! The language server of Zug: what an editor asks about a definition, over the Language Server
//! Protocol.
//!
//! [`serve`] answers on a connection until the client says `exit`; [`serve_bytes`] frames the
//! messages too. A text is synchronized whole and looked into anew after each change
//! ([`analysis`]): that takes milliseconds. What may take longer, solving and counting, is done by
//! [`jobs`] on threads of their own and ends when the text changes. Each feature is a file of
//! [`features`] that reads an analysis and makes an answer.
//! [`OpenDocument`] gives those answers without a connection.

mod analysis;
mod client;
mod commands;
mod dispatch;
mod documents;
mod failure;
mod features;
mod jobs;
mod positions;
mod server;
mod text;
mod transport;

pub use server::{Settings, serve};
pub use text::{Allowed, OpenDocument};
pub use transport::serve_bytes;
