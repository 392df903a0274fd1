//! What several benchmarks need: definitions of the library, what a process took, the middle of
//! several runs.
#![allow(dead_code, reason = "every benchmark uses a part of it")]

use std::path::Path;
use zug::definition::{self, Definition};
use zug_game::Game;
use zug_lang::source::Sources;

/// A run shorter than this is repeated until all together take so many seconds of processor time.
pub const SECONDS: f64 = 0.1;

/// A definition of the library.
pub fn load(game: &str, settings: &[&str]) -> Definition {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{game}.game"));
    let text = std::fs::read_to_string(&path).expect("the definition can be read");
    let mut sources = Sources::default();
    sources.add(path.display().to_string(), text);
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_string()).collect();
    definition::compile(&mut sources, &settings).expect("the definition has no mistakes")
}

/// Where these lines of play lead, each move as its number among the legal ones.
pub fn positions<G: Game>(game: &G, lines: &[Vec<usize>]) -> Vec<G::Position> {
    let next = |position: G::Position, number: &usize| {
        let mut moves = Vec::new();
        game.expand(&position, &mut moves).expect("it can be looked at");
        game.play(&position, &moves[*number]).expect("it can be played").position
    };
    lines.iter().map(|line| line.iter().fold(game.start(), next)).collect()
}

/// The middle of an odd number of runs.
pub fn median(mut runs: Vec<f64>) -> f64 {
    runs.sort_by(f64::total_cmp);
    runs.get(runs.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Runs something as often as it takes to measure it: what it gave, and its seconds of processor
/// time once.
pub fn timed<T>(clock: impl Fn() -> f64, mut run: impl FnMut() -> T) -> (T, f64) {
    let before = clock();
    for runs in 1.. {
        let given = run();
        let time = clock() - before;
        if time >= SECONDS {
            return (given, time / f64::from(runs));
        }
    }
    unreachable!("time goes on")
}

/// Seconds of processor time of this process, with all of its threads; where the system does not
/// tell, of the clock on the wall.
pub fn cpu_seconds() -> f64 {
    usage::of_self().map_or_else(wall_seconds, |usage| usage.seconds)
}

/// Seconds of processor time of the children of this process that have ended.
pub fn cpu_seconds_of_children() -> f64 {
    usage::of_children().map_or_else(wall_seconds, |usage| usage.seconds)
}

fn wall_seconds() -> f64 {
    static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// What a process took.
pub struct Usage {
    /// Of processor time.
    pub seconds: f64,
    /// Of memory, at most.
    pub mebibytes: f64,
}

/// The system's account of processes.
pub mod usage {
    use super::Usage;

    #[cfg(unix)]
    fn told(who: nix::sys::resource::UsageWho) -> Option<Usage> {
        let usage = nix::sys::resource::getrusage(who).ok()?;
        let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        Some(Usage {
            seconds: seconds(usage.user_time()) + seconds(usage.system_time()),
            mebibytes: usage.max_rss() as f64 / 1024.0,
        })
    }

    /// Of this process.
    pub fn of_self() -> Option<Usage> {
        #[cfg(unix)]
        return told(nix::sys::resource::UsageWho::RUSAGE_SELF);
        #[cfg(not(unix))]
        None
    }

    /// Of its children that have ended: the seconds of all, the most memory of one.
    pub fn of_children() -> Option<Usage> {
        #[cfg(unix)]
        return told(nix::sys::resource::UsageWho::RUSAGE_CHILDREN);
        #[cfg(not(unix))]
        None
    }
}
