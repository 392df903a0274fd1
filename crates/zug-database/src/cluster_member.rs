//! Which of several processes this one is.

use std::net::TcpListener;

/// One of the processes that build a database together.
#[derive(Debug)]
pub struct ClusterMember {
    /// Which one: the index of its address. Worker 0 has the folder.
    pub index: usize,
    /// The addresses of all, as `host:port`.
    pub addresses: Vec<String>,
    /// Where this one is called; it is bound to its address.
    pub listener: TcpListener,
    /// A number that all know, and no other process; 0 where there is none.
    pub token: u64,
}
