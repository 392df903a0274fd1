//! The server as an editor sees it: messages in, messages out, over a connection in memory.

mod bytes;
mod client;
mod damage;
mod library;
mod names;
mod protocol;
mod solver;
mod writing;
