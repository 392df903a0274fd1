//! Several workers, as threads of this process, write what one process writes, for random games.

use super::{ClusterMember, build_with_workers};
use crate::build::{BuildOptions, Built, build};
use crate::error::{DatabaseError, Result};
use crate::manifest::{Content, DatabaseSubject};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};
use zug_game::{Expansion, Fault, Game, Player, SplitMix64, Step, Value};
use zug_solve::{Limits, PositionIndexing};

/// Positions of a tier.
const WIDTH: u64 = 64;

/// A game with random moves, which lead to the same tier or a later one.
#[derive(Clone, Copy, Debug)]
struct RandomGame {
    seed: u64,
    tiers: u64,
    /// Of a hundred moves, how many stay in the tier.
    inner: usize,
    /// Whether a move inside a tier leads to a higher code.
    must_end: bool,
    points: bool,
}

impl RandomGame {
    fn random(&self, position: u64, salt: u64) -> SplitMix64 {
        let mut random = SplitMix64(self.seed ^ position.wrapping_mul(0x9e37_79b9) ^ salt << 40);
        random.word();
        random
    }
}

impl Game for RandomGame {
    type Position = u64;
    type Move = u64;
    type Key = u64;

    fn start(&self) -> u64 {
        0
    }

    fn mover(&self, position: &u64) -> Player {
        if self.random(*position, 1).below(2) == 0 { Player::First } else { Player::Second }
    }

    fn expand(&self, position: &u64, moves: &mut Vec<u64>) -> std::result::Result<Expansion, Fault> {
        let mut random = self.random(*position, 2);
        let many = if *position < 4 { 6 } else { random.below(5) as u64 };
        let is_last = position / WIDTH + 1 == self.tiers && position % WIDTH > WIDTH - 3;
        if many == 0 || is_last {
            let most = if self.points { 11 } else { 3 };
            return Ok(Expansion::Terminal(random.below(most) as Value - most as Value / 2));
        }
        moves.extend(0..many);
        Ok(Expansion::Moves)
    }

    fn play(&self, position: &u64, play: &u64) -> std::result::Result<Step<u64>, Fault> {
        let mut random = self.random(*position, 3 + play);
        let (tier, at) = (position / WIDTH, position % WIDTH);
        let is_last = tier + 1 == self.tiers;
        let room = (WIDTH - 1 - at) as usize;
        let stays = random.below(100) < self.inner || is_last;
        let next = if stays && (!self.must_end || room > 0) {
            let up = if self.must_end {
                at + 1 + random.below(room) as u64
            } else {
                random.below(WIDTH as usize) as u64
            };
            tier * WIDTH + up
        } else {
            let tier = (tier + 1 + random.below(2) as u64).min(self.tiers - 1);
            tier * WIDTH + random.below(WIDTH as usize) as u64
        };
        let reward = if self.points { random.below(5) as Value - 2 } else { 0 };
        Ok(Step { position: next, reward })
    }

    fn key(&self, position: &u64) -> u64 {
        *position
    }

    fn full_key(&self, position: &u64) -> u64 {
        *position
    }

    fn endless(&self, _: &u64) -> std::result::Result<Value, Fault> {
        Ok(0)
    }
}

struct Codes;

impl PositionIndexing<RandomGame> for Codes {
    type Code = u64;

    fn rank(&self, position: &u64) -> u64 {
        *position
    }

    fn unrank(&self, code: u64) -> u64 {
        code
    }

    fn tier(&self, position: &u64) -> u64 {
        position / WIDTH
    }
}

fn options(game: RandomGame, content: Content, threads: usize) -> BuildOptions {
    let subject = DatabaseSubject {
        definition: format!("{game:?}"),
        settings: Vec::new(),
        moves: Vec::new(),
        content,
        points: game.points,
        layout: String::new(),
        bits: 20,
        sums: Vec::new(),
    };
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(100)), ..Limits::default() };
    BuildOptions {
        subject,
        must_end: game.must_end,
        threads,
        limits,
        save_every: Duration::ZERO,
        shape: crate::CodeShape::default(),
    }
}

/// The content of all files of a folder.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = |path: std::path::PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap())
    };
    entries.map(file).collect()
}

/// What each of several workers says.
fn together(game: RandomGame, folder: &Path, options: &[BuildOptions]) -> Vec<Result<Option<Built>>> {
    let listeners: Vec<TcpListener> =
        options.iter().map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    std::thread::scope(|scope| {
        let start = |((index, listener), options): ((usize, TcpListener), &'_ BuildOptions)| {
            let member = ClusterMember { index, addresses: addresses.clone(), listener, token: 5 };
            let options = options.clone();
            scope.spawn(move || build_with_workers(&game, &Codes, &0, folder, &options, &member, &|_| ()))
        };
        let threads: Vec<_> = listeners.into_iter().enumerate().zip(options).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Compares the database of several workers with that of one process; whether they can build it.
fn hold(game: RandomGame, content: Content, workers: usize) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let [one, several] = ["one", "several"].map(|name| folder.path().join(name));
    let built = build(&game, &Codes, &0, &one, &options(game, content, 1), &|_| ()).unwrap();
    let all = vec![options(game, content, 1 + workers % 2); workers];
    let mut done = together(game, &several, &all).into_iter();
    match done.next() {
        Some(Ok(Some(other))) => {
            assert_eq!((other.start, &other.manifest), (built.start, &built.manifest), "{game:?}");
            assert!(done.all(|other| matches!(other, Ok(None))));
            assert!(bytes(&one) == bytes(&several), "{game:?} {content:?} {workers} workers");
            true
        }
        Some(Err(DatabaseError::Unfit(why))) => {
            assert!(why.contains("without `-n`"), "{game:?}: {why}");
            assert!(done.all(|other| other.is_err()));
            false
        }
        other => panic!("{game:?}: {other:?}"),
    }
}

#[test]
fn several_workers_write_the_bytes_of_one_process() {
    let mut held = 0;
    for seed in 0..30 {
        let (points, must_end) = (seed % 3 == 0, seed % 2 == 0 || seed % 3 == 0);
        let inner = [0, 30, 70, 95][seed as usize % 4];
        let game = RandomGame { seed: seed * 77 + 5, tiers: 1 + seed % 6, inner, must_end, points };
        let content = if seed % 5 == 1 { Content::Values } else { Content::Distances };
        assert!(hold(game, content, 2 + seed as usize % 3), "{game:?}");
        held += 1;
    }
    assert_eq!(held, 30);
}

#[test]
fn points_with_play_that_comes_back_are_refused_by_all() {
    let mut refused = 0;
    for seed in 0..6 {
        let game = RandomGame { seed, tiers: 3, inner: 60, must_end: false, points: true };
        refused += usize::from(!hold_or_fault(game));
    }
    assert!(refused > 0);
}

/// As [`hold`], where one process builds the database at all.
fn hold_or_fault(game: RandomGame) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let one = options(game, Content::Distances, 1);
    let built = build(&game, &Codes, &0, folder.path(), &one, &|_| ()).is_ok();
    if built {
        return hold(game, Content::Distances, 2);
    }
    let done = together(game, &folder.path().join("several"), &vec![one; 2]);
    assert!(done.iter().all(Result::is_err), "{done:?}");
    false
}

#[test]
fn a_worker_that_builds_something_else_is_refused_by_all() {
    let folder = tempfile::tempdir().unwrap();
    let game = RandomGame { seed: 1, tiers: 3, inner: 0, must_end: true, points: false };
    let mut other = options(game, Content::Distances, 1);
    other.subject.settings.push("n=3".into());
    let done = together(game, folder.path(), &[options(game, Content::Distances, 1), other]);
    for one in done {
        let said = one.unwrap_err().to_string();
        assert!(said.contains("builds another database: the settings"), "{said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn one_worker_that_is_over_its_time_ends_all_for_that_reason() {
    let folder = tempfile::tempdir().unwrap();
    let game = RandomGame { seed: 4, tiers: 5000, inner: 20, must_end: true, points: false };
    let mut short = options(game, Content::Distances, 1);
    short.limits.deadline = Some(Instant::now() + Duration::from_millis(300));
    let done = together(game, folder.path(), &[options(game, Content::Distances, 1), short]);
    let is_time =
        |one: &Result<Option<Built>>| matches!(one, Err(DatabaseError::Limit(zug_solve::LimitKind::Time)));
    assert!(done.iter().all(is_time), "{done:?}");
}
