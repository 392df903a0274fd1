//! Answers one connection: the page, a call, the definitions of the folder.

use super::args::Serve;
use super::folder::Folder;
use super::http::{self, HttpRefusal, HttpRequest};
use std::net::{SocketAddr, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use zug_playground::{Host, Playground, is_long};

/// The longest body of a request, in bytes: a text of the largest size, written as JSON, is not
/// expected in a window.
const BODY: usize = 4 << 20;
/// How long a reader may be silent while he asks.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is seen whether the reader is still there.
const PACE: Duration = Duration::from_millis(200);
/// So many searches run at a time.
const SEARCHES: usize = 2;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

/// What all connections share.
#[derive(Debug)]
pub struct ServerState {
    page: String,
    folder: Folder,
    address: SocketAddr,
    memory: u64,
    time: Duration,
    searches: Mutex<usize>,
    ended: Condvar,
}

impl ServerState {
    /// Before the first connection.
    pub fn new(page: String, folder: Folder, address: SocketAddr, arguments: &Serve) -> ServerState {
        let (memory, time) = (arguments.memory.as_u64(), arguments.timeout);
        let (searches, ended) = (Mutex::new(0), Condvar::new());
        ServerState { page, folder, address, memory, time, searches, ended }
    }

    /// Whether a host or an origin is this server, by a name that nobody else can point here.
    fn is_ours(&self, host: &str) -> bool {
        let port = self.address.port();
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned(), "[::1]".to_owned()];
        let mut names = names.into_iter().map(|name| format!("{name}:{port}"));
        // Who serves on all addresses is called by any of them, but always by numbers.
        let numbers = self.address.ip().is_unspecified()
            && host.parse::<SocketAddr>().is_ok_and(|asked| asked.port() == port);
        numbers || host == self.address.to_string() || names.any(|name| name == host)
    }

    /// Waits until a search may run; `false` where nobody waits for it any more.
    fn begin(&self, stop: &AtomicBool) -> bool {
        let mut running = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        while *running >= SEARCHES {
            if stop.load(Ordering::SeqCst) {
                return false;
            }
            running = self.ended.wait_timeout(running, PACE).unwrap_or_else(PoisonError::into_inner).0;
        }
        *running += 1;
        true
    }

    fn end(&self) {
        *self.searches.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.ended.notify_one();
    }
}

/// Answers a connection and closes it.
pub fn answer(shared: &ServerState, stream: TcpStream) {
    let _ = stream.set_read_timeout(Some(PATIENCE));
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let answered = match http::read(&stream, BODY) {
        Err(None) => return,
        Err(Some(refusal)) => Err(refusal),
        Ok(request) => route(shared, &stream, &request),
    };
    match answered {
        Ok((kind, body)) => http::send(&stream, 200, kind, body.as_bytes()),
        Err((status, why)) => http::send(&stream, status, TEXT, why.as_bytes()),
    }
}

fn route(
    shared: &ServerState,
    stream: &TcpStream,
    request: &HttpRequest,
) -> Result<(&'static str, String), HttpRefusal> {
    // A page of elsewhere may have a name that leads here; it has another host or another origin.
    if !request.header("host").is_some_and(|host| shared.is_ours(host)) {
        return Err((403, "this is served to its own page alone"));
    }
    let origin = request.header("origin");
    if origin.is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(|host| shared.is_ours(host))) {
        return Err((403, "this is served to its own page alone"));
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => Ok(("text/html", shared.page.clone())),
        ("GET", "/files") => {
            Ok((JSON, serde_json::to_string(&shared.folder.definitions()).unwrap_or_default()))
        }
        ("GET", "/file") => {
            let text = request.asked("path").and_then(|path| shared.folder.read(&path));
            text.map(|text| (TEXT, text)).ok_or((404, "there is no such definition in the folder"))
        }
        ("POST", "/call") => call(shared, stream, &request.body).map(|answer| (JSON, answer)),
        (_, "/" | "/files" | "/file" | "/call") => Err((405, "this is asked for in another way")),
        _ => Err((404, "there is nothing here")),
    }
}

fn call(shared: &ServerState, stream: &TcpStream, body: &[u8]) -> Result<String, HttpRefusal> {
    let text = std::str::from_utf8(body).map_err(|_| (400, "this is no text"))?;
    if !is_long(text) {
        return called(shared, text, Arc::default());
    }
    let (stop, done) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
    std::thread::scope(|threads| {
        // Without another thread the search ends with its time.
        let watching = std::thread::Builder::new().spawn_scoped(threads, || watch(stream, &stop, &done));
        let answer = match shared.begin(&stop) {
            true => {
                let answer = called(shared, text, Arc::clone(&stop));
                shared.end();
                answer
            }
            false => Err((400, "nobody waits for this")),
        };
        done.store(true, Ordering::SeqCst);
        drop(watching);
        answer
    })
}

fn called(shared: &ServerState, text: &str, stop: Arc<AtomicBool>) -> Result<String, HttpRefusal> {
    let host = Host { memory: shared.memory, time: shared.time, stop, keeps: false };
    catch_unwind(AssertUnwindSafe(|| Playground::new(host).call(text)))
        .map_err(|_| (500, "a bug in zug: please report it"))
}

/// Sets `stop` when the reader is gone, and ends when the answer is there.
fn watch(stream: &TcpStream, stop: &AtomicBool, done: &AtomicBool) {
    let _ = stream.set_read_timeout(Some(PACE));
    let mut byte = [0_u8];
    while !done.load(Ordering::SeqCst) {
        match stream.peek(&mut byte) {
            // Nothing more is expected; who sends it all the same is still there.
            Ok(1..) => std::thread::sleep(PACE),
            Err(why)
                if matches!(why.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Ok(0) | Err(_) => {
                stop.store(true, Ordering::SeqCst);
                return;
            }
        }
    }
}
