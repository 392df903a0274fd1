//! `zug serve`: the playground with this program behind it.
//!
//! One page, one call, and the definitions of one folder, on the loopback address unless told
//! otherwise. A page of another origin gets nothing, nothing outside of the folder is read, and
//! nothing is written. Who closes his window ends the search that he asked for.

mod args;
mod connection;
mod folder;
mod http;

pub use args::Serve;

use crate::failure::Failure;
use crate::output;
use connection::ServerState;
use folder::Folder;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The page, where the program was built with it.
#[cfg(feature = "page")]
const PAGE: Option<&str> = Some(include_str!("../web/dist/served.html"));
#[cfg(not(feature = "page"))]
const PAGE: Option<&str> = None;

/// So many connections are answered at a time; more are closed.
const CONNECTIONS: usize = 64;
/// The stack of a thread that answers, in bytes. Searches start deeper ones themselves.
const STACK: usize = 16 << 20;

/// Runs the command until somebody ends it.
pub fn run(arguments: &Serve) -> Result<(), Failure> {
    let page = page(arguments)?;
    let folder = Folder::new(&arguments.folder)
        .map_err(|why| Failure::usage(format!("{}: {why}", arguments.folder.display())))?;
    let asked = SocketAddr::new(arguments.address, arguments.port);
    let taken =
        |why| Failure::usage(format!("cannot serve on {asked}: {why}; `--port 0` takes any that is free"));
    let listener = TcpListener::bind(asked).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    output::print(&format!("http://{address}/\n"));
    let shared = Arc::new(ServerState::new(page, folder, address, arguments));
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming().flatten() {
        if open.fetch_add(1, Ordering::SeqCst) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let (shared, counted) = (Arc::clone(&shared), Arc::clone(&open));
        let answer = move || {
            connection::answer(&shared, stream);
            counted.fetch_sub(1, Ordering::SeqCst);
        };
        if std::thread::Builder::new().stack_size(STACK).spawn(answer).is_err() {
            open.fetch_sub(1, Ordering::SeqCst);
        }
    }
    Ok(())
}

/// The page that is named, or the one in the program.
fn page(arguments: &Serve) -> Result<String, Failure> {
    match (&arguments.page, PAGE) {
        (Some(file), _) => std::fs::read_to_string(file)
            .map_err(|why| Failure::usage(format!("cannot read {}: {why}", file.display()))),
        (None, Some(page)) => Ok(page.to_owned()),
        (None, None) => Err(Failure::usage(
            "this zug was built without the page: `web/build` makes it, and `--page web/dist/served.html` names it",
        )),
    }
}
