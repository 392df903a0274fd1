//! Starts the processes of `zug build -n` and waits for them.

use super::place::STARTED;
use super::require_engine;
use crate::build::args::BuildArgs;
use crate::failure::{BUG, Failure, LIMIT, MISTAKE, USAGE};
use crate::{limits, load, output, prepare};
use clap::ValueEnum;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zug::database::DatabaseError;

/// From one look at the processes to the next.
const PAUSE: Duration = Duration::from_millis(10);
/// When one of them has ended without having done its part, the others end by themselves within
/// this time.
const GRACE: Duration = Duration::from_secs(8);

/// Processes that were started; those that run are ended with it.
struct Started {
    children: Vec<Child>,
    /// A process ends when this is closed.
    inputs: Vec<Option<ChildStdin>>,
    ended: Vec<Option<ExitStatus>>,
}

/// Builds with several processes of this machine. Worker 0 prints the answer.
///
/// # Errors
/// The program was made without several processes, the definition has errors, a process cannot be
/// started, or one of them failed.
pub fn start(arguments: &BuildArgs, file: &Path, folder: &Path, begun: Instant) -> Result<(), Failure> {
    require_engine()?;
    if file.as_os_str() == "-" {
        return Err(Failure::usage("several processes read the definition, so it must be a file"));
    }
    let (sources, definition) = load::load(file, &arguments.settings)?;
    prepare::prepare(&definition.program, crate::args::EngineArg::Auto, None, &sources)?;
    let interruption = limits::interruption();
    let many = arguments.processes.unwrap_or(1);
    let mut started = Started { children: Vec::new(), inputs: Vec::new(), ended: vec![None; many] };
    let answer = started.connect(arguments, file, folder, begun)?;
    let first = started.wait(&interruption);
    let answer = answer.join().unwrap_or_default();
    output::print(&answer);
    started.judge(first, folder)
}

fn failed(error: std::io::Error) -> Failure {
    Failure::usage(format!("cannot start a process: {error}"))
}

impl Started {
    /// Starts all processes and tells each where the others are; gives what worker 0 prints.
    fn connect(
        &mut self,
        arguments: &BuildArgs,
        file: &Path,
        folder: &Path,
        begun: Instant,
    ) -> Result<JoinHandle<String>, Failure> {
        let many = self.ended.len();
        let mut outputs: Vec<BufReader<ChildStdout>> = Vec::new();
        for worker in 0..many {
            let child = words(arguments, file, folder, begun, worker, many);
            outputs.extend(self.spawn(child).map_err(failed)?.map(BufReader::new));
        }
        // A number that no other process of the machine knows.
        let mut line = RandomState::new().hash_one(std::process::id()).to_string();
        for (worker, output) in outputs.iter_mut().enumerate() {
            let mut address = String::new();
            if output.read_line(&mut address).map_err(failed)? == 0 {
                return Err(self.ended_early(worker));
            }
            line = format!("{line} {}", address.trim());
        }
        line.push('\n');
        for input in self.inputs.iter_mut().flatten() {
            // Who is gone is found later.
            let _ = input.write_all(line.as_bytes());
        }
        let mut first = outputs.swap_remove(0);
        let answer = std::thread::Builder::new().name("answer".into()).spawn(move || {
            let mut text = String::new();
            let _ = first.read_to_string(&mut text);
            text
        });
        answer.map_err(failed)
    }

    /// Starts a process with these arguments; gives its output.
    fn spawn(&mut self, arguments: Vec<OsString>) -> std::io::Result<Option<ChildStdout>> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        self.inputs.push(child.stdin.take());
        let output = child.stdout.take();
        self.children.push(child);
        Ok(output)
    }

    /// A process ended before it said where it is called. Where it has said why, as at a limit that
    /// the definition alone is over, its code is that of the whole.
    fn ended_early(&mut self, worker: usize) -> Failure {
        match self.children[worker].wait().map(|status| status.code()) {
            Ok(Some(code @ 1..)) => Failure::Said(u8::try_from(code).unwrap_or(LIMIT)),
            _ => failed(std::io::Error::other("it ended before it said where it is called")),
        }
    }

    /// Waits until all have ended; gives the first one that ended without having done its part.
    fn wait(&mut self, interruption: &AtomicBool) -> Option<usize> {
        let (mut first, mut interrupted): (Option<(usize, Instant)>, Option<Instant>) = (None, None);
        while self.ended.iter().any(Option::is_none) {
            for (worker, child) in self.children.iter_mut().enumerate() {
                if self.ended[worker].is_none() {
                    self.ended[worker] = child.try_wait().ok().flatten();
                    let is_bad = self.ended[worker].is_some_and(|status| !status.success());
                    if is_bad && first.is_none() {
                        first = Some((worker, Instant::now()));
                    }
                }
            }
            if interruption.load(Ordering::Relaxed) && interrupted.is_none() {
                interrupted = Some(Instant::now());
                self.interrupt();
            }
            let over = |begun: Option<Instant>| begun.is_some_and(|begun| begun.elapsed() > GRACE);
            if over(interrupted) {
                self.end(0);
            } else if over(first.map(|(_, ended)| ended)) {
                // Where the definition or the command is wrong, worker 0 says so, and looks for the
                // moves that lead to a fault before.
                let codes = self.ended.iter().flatten().filter_map(ExitStatus::code);
                let is_wrong = codes.into_iter().any(|code| [MISTAKE, USAGE].map(i32::from).contains(&code));
                self.end(usize::from(is_wrong));
            }
            std::thread::sleep(PAUSE);
        }
        first.map(|(worker, _)| worker)
    }

    /// Interrupts those that have not ended: they end by themselves, and worker 0 says so.
    fn interrupt(&mut self) {
        self.inputs.iter_mut().for_each(|input| drop(input.take()));
    }

    /// Ends those from this one on that have not ended.
    fn end(&mut self, from: usize) {
        self.inputs.iter_mut().skip(from).for_each(|input| drop(input.take()));
        for (child, ended) in self.children.iter_mut().zip(&self.ended).skip(from) {
            if ended.is_none() {
                let _ = child.kill();
            }
        }
    }

    /// What came out of it.
    fn judge(&self, first: Option<usize>, folder: &Path) -> Result<(), Failure> {
        let code = |worker: usize| self.ended[worker].and_then(|status| status.code());
        let bug = (0..self.ended.len()).any(|worker| code(worker) == Some(i32::from(BUG)));
        match (code(0), first) {
            // What worker 0 has done is done, whatever became of the others then.
            (Some(0), _) => Ok(()),
            _ if bug => Err(Failure::Said(BUG)),
            // It has said why.
            (Some(code), _) => Err(Failure::Said(u8::try_from(code).unwrap_or(LIMIT))),
            (None, first) => {
                let error = DatabaseError::Lost { worker: first.unwrap_or(0) };
                let folder = folder.display();
                let text =
                    format!("{error}; what is in {folder} stays, and the same command goes on with it");
                Err(Failure::Message { code: LIMIT, text })
            }
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.end(0);
        self.children.iter_mut().for_each(|child| drop(child.wait()));
    }
}

/// The arguments of a worker.
fn words(
    arguments: &BuildArgs,
    file: &Path,
    folder: &Path,
    begun: Instant,
    worker: usize,
    many: usize,
) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["build".into(), file.into(), "--db".into(), folder.into()];
    let mut option = |name: &str, value: &str| words.extend([format!("--{name}={value}").into()]);
    arguments.settings.iter().for_each(|setting| option("set", setting));
    arguments.moves.iter().for_each(|moves| option("moves", moves));
    option("threads", &arguments.threads.to_string());
    option("workers", STARTED);
    option("worker", &worker.to_string());
    let memory = limits::memory(arguments.bounds.memory) / many as u64;
    option("memory", &memory.to_string());
    if let Some(time) = arguments.bounds.timeout {
        let left = time.saturating_sub(begun.elapsed());
        option("timeout", &humantime::format_duration(left).to_string());
    }
    if let Some(format) = arguments.messages.message_format.to_possible_value() {
        option("message-format", format.get_name());
    }
    arguments.messages.max_errors.iter().for_each(|errors| option("max-errors", &errors.to_string()));
    for (name, is_set) in [("values", arguments.values), ("stats", arguments.stats), ("json", arguments.json)]
    {
        if is_set && (worker == 0 || name == "values") {
            words.push(format!("--{name}").into());
        }
    }
    words
}
