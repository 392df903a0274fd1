//! Which of several processes this one is.

use super::{ClusterBuild, require_engine};
use crate::build::args::{BuildArgs, MOST_PROCESSES};
use crate::failure::{Failure, LIMIT};
use std::io::{BufRead, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zug::answer::Prepared;
use zug::database::{BuildProgress, Built, ClusterMember, DatabaseError, SAVE_EVERY, SharedBuild};

/// The name of a file of addresses that stands for standard input: this process was started by
/// another one, which tells them when all have said where they are called.
pub const STARTED: &str = "-";

/// This process as one of several.
pub struct ClusterPlace {
    member: ClusterMember,
    /// Whether another process started it, which prints what is to be printed.
    is_started: bool,
}

impl ClusterPlace {
    /// None where the arguments ask for one process.
    ///
    /// # Errors
    /// A program without the engine that connects processes, a file of addresses that cannot be
    /// read, an index that is not one of its lines, or an address that is not of this machine.
    pub fn of(
        arguments: &BuildArgs,
        interruption: &Arc<AtomicBool>,
    ) -> Result<Option<ClusterPlace>, Failure> {
        let (Some(file), Some(index)) = (&arguments.workers, arguments.worker) else { return Ok(None) };
        require_engine()?;
        if file.as_os_str() == STARTED {
            return started(index, Arc::clone(interruption))
                .map(Some)
                .map_err(|error| Failure::usage(format!("worker {index}: {error}")));
        }
        let addresses = addresses(file)?;
        let Some(own) = addresses.get(index) else {
            let many = addresses.len();
            return Err(Failure::usage(format!("--worker {index}: {} has {many} lines", file.display())));
        };
        let listener = TcpListener::bind(own.as_str())
            .map_err(|error| Failure::usage(format!("--worker {index}: cannot listen at {own}: {error}")))?;
        let member = ClusterMember { index, addresses, listener, token: 0 };
        Ok(Some(ClusterPlace { member, is_started: false }))
    }

    /// Does the part of this process; what is built comes back at worker 0 alone.
    pub fn build(
        &self,
        prepared: &Prepared<'_>,
        task: ClusterBuild<'_>,
        progress: &(dyn Fn(&BuildProgress) + Sync),
    ) -> Result<Option<Built>, DatabaseError> {
        let ClusterBuild { source, moves, folder, content, threads, limits } = task;
        let (save_every, member) = (SAVE_EVERY, &self.member);
        let build = SharedBuild { source, moves, folder, content, threads, limits, save_every, member };
        prepared.build_database_together(build, progress)
    }

    /// Whether worker 0 tells the same person what is to be told.
    pub fn is_silent(&self) -> bool {
        self.is_started && self.member.index > 0
    }
}

/// The addresses of a file, a `HOST:PORT` in each line; empty lines and what follows a `#` do not
/// count.
fn addresses(file: &Path) -> Result<Vec<String>, Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", file.display())))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(line).trim());
    let addresses: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_string).collect();
    let is_address = |line: &&String| {
        line.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
    };
    if let Some(wrong) = addresses.iter().find(|line| !is_address(line)) {
        return Err(Failure::usage(format!("{}: `{wrong}` is no HOST:PORT", file.display())));
    }
    if addresses.len() < 2 || addresses.len() > MOST_PROCESSES {
        let most = MOST_PROCESSES;
        return Err(Failure::usage(format!("{}: write from 2 to {most} lines of HOST:PORT", file.display())));
    }
    Ok(addresses)
}

/// How long a process that is to end may take to save what it has done.
const LAST_SAVE: Duration = Duration::from_secs(5);

/// Says where this process is called, and hears where the others are. When the process that started
/// it is interrupted or gone, it is interrupted too, and ends.
fn started(index: usize, interruption: Arc<AtomicBool>) -> std::io::Result<ClusterPlace> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", listener.local_addr()?)?;
    out.flush()?;
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line)? == 0 {
        std::process::exit(i32::from(LIMIT));
    }
    let mut words = line.split_whitespace().map(str::to_string);
    let token = words.next().and_then(|word| word.parse().ok());
    let token = token.ok_or_else(|| std::io::Error::other("no addresses came over standard input"))?;
    let addresses: Vec<String> = words.collect();
    std::thread::Builder::new().name("parent".into()).spawn(move || {
        let _ = std::io::stdin().lock().read(&mut [0]);
        interruption.store(true, Ordering::SeqCst);
        std::thread::sleep(LAST_SAVE);
        std::process::exit(i32::from(LIMIT));
    })?;
    let member = ClusterMember { index, addresses, listener, token };
    Ok(ClusterPlace { member, is_started: true })
}
