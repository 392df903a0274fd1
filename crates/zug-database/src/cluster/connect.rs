//! Connects the workers, each with each, and sees that all of them build the same database.
//!
//! A worker calls those with lower indices, one after the other, and is called by the others; so
//! worker 0 waits for nobody before it answers, and nobody waits in a circle. Both ends of a
//! connection send a greeting: which worker it is, of how many, and hashes of what it builds.

use super::ClusterMember;
use super::stream::{Lost, WatchedStream};
use crate::build::BuildOptions;
use crate::error::{DatabaseError, Result};
use crate::manifest::Content;
use socket2::{SockRef, TcpKeepalive};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zug_solve::Limits;

/// The first bytes of a greeting, with the version of what workers say to each other.
const MAGIC: &[u8; 8] = b"ZUGWORK2";
/// How long a worker waits for another one.
const PATIENCE: Duration = Duration::from_secs(300);
/// From one attempt to the next.
const PAUSE: Duration = Duration::from_millis(20);
/// How long an attempt may take.
const ATTEMPT: Duration = Duration::from_secs(2);
/// A machine that says nothing for so long is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(20);

/// What workers must agree on: what is said where they do not.
const PARTS: [&str; 6] = [
    "the program has another version",
    "the definition is another one",
    "the settings or the first moves are others",
    "values are stored with distances here and without there, or the other way round",
    "positions are laid out otherwise",
    "it knows otherwise whether play must end",
];

/// What a worker says first.
#[derive(Debug, PartialEq, Eq)]
struct Greeting {
    index: u32,
    workers: u32,
    token: u64,
    hashes: [u64; PARTS.len()],
}

/// Bytes of a greeting.
const GREETING: usize = 8 + 4 + 4 + 8 + 8 * PARTS.len();

impl Greeting {
    fn of(member: &ClusterMember, options: &BuildOptions) -> Greeting {
        let subject = &options.subject;
        let texts = [
            concat!(env!("CARGO_PKG_VERSION"), " 1").to_string(),
            subject.definition.clone(),
            format!("{:?} {:?}", subject.settings, subject.moves),
            format!("{} {}", subject.content == Content::Distances, subject.points),
            format!("{} {} {:?}", subject.layout, subject.bits, subject.sums),
            options.must_end.to_string(),
        ];
        let hash = |text: String| {
            let mut first = [0; 8];
            first.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..8]);
            u64::from_le_bytes(first)
        };
        Greeting {
            index: member.index as u32,
            workers: member.addresses.len() as u32,
            token: member.token,
            hashes: texts.map(hash),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.index.to_le_bytes());
        bytes.extend(self.workers.to_le_bytes());
        bytes.extend(self.token.to_le_bytes());
        self.hashes.iter().for_each(|hash| bytes.extend(hash.to_le_bytes()));
        bytes
    }

    fn from_bytes(bytes: &[u8; GREETING]) -> Option<Greeting> {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        let both = word(8);
        let greeting = Greeting {
            index: both as u32,
            workers: (both >> 32) as u32,
            token: word(16),
            hashes: std::array::from_fn(|part| word(24 + 8 * part)),
        };
        (&bytes[..8] == MAGIC).then_some(greeting)
    }

    /// Sees that another worker builds the same.
    fn expect(&self, other: &Greeting) -> Result<()> {
        let differs =
            |text: String| Err(DatabaseError::Worker { worker: other.index as usize, text, is_limit: false });
        if other.workers != self.workers {
            return differs(format!("it is one of {}, and this is one of {}", other.workers, self.workers));
        }
        match self.hashes.iter().zip(&other.hashes).position(|(own, other)| own != other) {
            Some(part) => differs(format!("it builds another database: {}", PARTS[part])),
            None => Ok(()),
        }
    }
}

/// The connections with all other workers, by their indices.
///
/// # Errors
/// A worker that does not come or builds something else, or a limit.
pub(crate) fn connect(
    member: &ClusterMember,
    options: &BuildOptions,
    lost: &Arc<Lost>,
) -> Result<Vec<Option<WatchedStream>>> {
    let greeting = Greeting::of(member, options);
    let until = Instant::now() + PATIENCE;
    let mut streams: Vec<Option<WatchedStream>> = member.addresses.iter().map(|_| None).collect();
    for lower in 0..member.index {
        let socket =
            call(member, lower, &greeting, &|| look(member, lower, &options.limits, until, &streams))?;
        streams[lower] = Some(WatchedStream::new(socket, lower, lost));
    }
    let failed = |error| failed(member.index, &error);
    member.listener.set_nonblocking(true).map_err(failed)?;
    while let Some(missing) = (member.index + 1..streams.len()).find(|at| streams[*at].is_none()) {
        look(member, missing, &options.limits, until, &streams)?;
        match member.listener.accept() {
            Ok((socket, _)) => {
                let Some((socket, index)) = answer(socket, &greeting, &options.limits)? else { continue };
                if index <= member.index || index >= streams.len() || streams[index].is_some() {
                    let text = "two processes were started as this worker".to_string();
                    return Err(DatabaseError::Worker { worker: index, text, is_limit: false });
                }
                streams[index] = Some(WatchedStream::new(socket, index, lost));
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(streams)
}

fn failed(worker: usize, error: &std::io::Error) -> DatabaseError {
    DatabaseError::Worker { worker, text: error.to_string(), is_limit: false }
}

/// Looks at the limits, and at the workers that came before, while one is waited for.
fn look(
    member: &ClusterMember,
    missing: usize,
    limits: &Limits,
    until: Instant,
    streams: &[Option<WatchedStream>],
) -> Result<()> {
    limits.look()?;
    if let Some(lost) = streams.iter().flatten().find(|stream| is_gone(&stream.socket)) {
        return Err(DatabaseError::Lost { worker: lost.worker });
    }
    if Instant::now() < until {
        return Ok(());
    }
    let text = format!("no connection with {} in five minutes", member.addresses[missing]);
    Err(DatabaseError::Worker { worker: missing, text, is_limit: true })
}

/// Whether the other end of a connection is closed. What was sent is not taken.
fn is_gone(socket: &TcpStream) -> bool {
    let seen = socket.set_nonblocking(true).and_then(|()| socket.peek(&mut [0]));
    let is_open = match seen {
        Ok(bytes) => bytes > 0,
        Err(error) => is_early(error.kind()),
    };
    socket.set_nonblocking(false).is_err() || !is_open
}

/// Calls a worker until it answers; `come` looks at the limits.
fn call(
    member: &ClusterMember,
    worker: usize,
    greeting: &Greeting,
    come: &dyn Fn() -> Result<()>,
) -> Result<TcpStream> {
    loop {
        come()?;
        let Some(mut socket) = attempt(&member.addresses[worker]) else {
            std::thread::sleep(PAUSE);
            continue;
        };
        prepare(&socket).map_err(|error| failed(worker, &error))?;
        let heard = match socket.write_all(&greeting.to_bytes()) {
            Ok(()) => greeting_from(&mut socket, come)?,
            Err(_) => Heard::Nothing,
        };
        let other = match heard {
            Heard::Greeting(other) if other.token == greeting.token && other.index as usize == worker => {
                other
            }
            // It ended, or it is not yet what it will be.
            Heard::Nothing => {
                std::thread::sleep(PAUSE);
                continue;
            }
            Heard::Greeting(_) | Heard::Other => {
                let text =
                    format!("at {} is something else, or zug of another version", member.addresses[worker]);
                return Err(DatabaseError::Worker { worker, text, is_limit: false });
            }
        };
        greeting.expect(&other)?;
        return Ok(socket);
    }
}

/// A connection with an address, if somebody listens there.
fn attempt(address: &str) -> Option<TcpStream> {
    let mut found = address.to_socket_addrs().ok()?;
    found.find_map(|address| TcpStream::connect_timeout(&address, ATTEMPT).ok())
}

/// Answers a caller; none if it is no worker of this build.
fn answer(mut socket: TcpStream, greeting: &Greeting, limits: &Limits) -> Result<Option<(TcpStream, usize)>> {
    if socket.set_nonblocking(false).and_then(|()| prepare(&socket)).is_err() {
        return Ok(None);
    }
    let until = Instant::now() + ATTEMPT;
    let come = || {
        limits.look()?;
        if Instant::now() < until { Ok(()) } else { Err(DatabaseError::Unfit("no greeting")) }
    };
    let other = match greeting_from(&mut socket, &come) {
        Ok(Heard::Greeting(other)) if other.token == greeting.token => other,
        Ok(_) | Err(DatabaseError::Unfit(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    if socket.write_all(&greeting.to_bytes()).is_err() {
        return Ok(None);
    }
    greeting.expect(&other)?;
    Ok(Some((socket, other.index as usize)))
}

/// What the other end of a connection says first.
enum Heard {
    Greeting(Greeting),
    /// It is no worker, or one of another version.
    Other,
    /// It is gone.
    Nothing,
}

/// The greeting of the other end.
fn greeting_from(socket: &mut TcpStream, come: &dyn Fn() -> Result<()>) -> Result<Heard> {
    let mut bytes = [0; GREETING];
    let mut filled = 0;
    if socket.set_read_timeout(Some(5 * PAUSE)).is_err() {
        return Ok(Heard::Nothing);
    }
    while filled < GREETING {
        come()?;
        match socket.read(&mut bytes[filled..]) {
            Ok(0) => return Ok(Heard::Nothing),
            Ok(more) => filled += more,
            Err(error) if is_early(error.kind()) => {}
            Err(_) => return Ok(Heard::Nothing),
        }
    }
    Ok(match socket.set_read_timeout(None) {
        Ok(()) => Greeting::from_bytes(&bytes).map_or(Heard::Other, Heard::Greeting),
        Err(_) => Heard::Nothing,
    })
}

fn is_early(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Sends small messages at once, and notices when the other machine is gone.
fn prepare(socket: &TcpStream) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    let alive = TcpKeepalive::new().with_time(SILENCE).with_interval(SILENCE / 4);
    SockRef::from(socket).set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    SockRef::from(socket).set_tcp_user_timeout(Some(3 * SILENCE))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting(index: u32) -> Greeting {
        Greeting { index, workers: 3, token: 9, hashes: [1, 2, 3, 4, 5, u64::MAX] }
    }

    #[test]
    fn a_greeting_comes_back_and_a_difference_has_a_name() {
        let own = greeting(0);
        let mut bytes = [0; GREETING];
        bytes.copy_from_slice(&own.to_bytes());
        assert_eq!(Greeting::from_bytes(&bytes).as_ref(), Some(&own));
        assert!(own.expect(&greeting(1)).is_ok());
        let mut other = greeting(2);
        other.hashes[1] = 7;
        let text = own.expect(&other).unwrap_err().to_string();
        assert_eq!(text, "worker 2: it builds another database: the definition is another one");
        other.workers = 4;
        assert!(own.expect(&other).unwrap_err().to_string().contains("one of 4"));
        bytes[0] = 0;
        assert_eq!(Greeting::from_bytes(&bytes), None);
    }
}
