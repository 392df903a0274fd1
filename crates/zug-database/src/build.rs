//! Builds a database: lists all tiers, then solves them from the last to the first.

use crate::column::Column;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::keys::KeySet;
use crate::manifest::{DatabaseSubject, Manifest, TierSummary};
use crate::numbering::known::TierNumberings;
use crate::numbering::shape::CodeShape;
use crate::tier_file::{KeysHeader, Tier, TierHeader};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zug_game::Game;
use zug_solve::{Limits, PositionIndexing};

/// How often progress is told.
const PACE: Duration = Duration::from_millis(200);
/// Saving takes no more than one part in so many of the time, unless that would be too seldom.
const SHARE: u32 = 20;
/// What is done is saved after so many times the pause that was asked for, however long that takes.
const SELDOM: u32 = 10;

/// How a database is built.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// What it is about.
    pub subject: DatabaseSubject,
    /// Whether it is known that play must end. If it is not so, that is found, and costs time
    /// alone.
    pub must_end: bool,
    /// How many threads work.
    pub threads: usize,
    /// Memory, time, and the flag that ends the work.
    pub limits: Limits,
    /// What is done is saved so often, or up to ten times as seldom where saving takes long; a run
    /// that is killed loses no more, unless a tier is solved with all its moves in memory: that
    /// begins again.
    pub save_every: Duration,
    /// What the bits of a code stand for.
    pub shape: CodeShape,
}

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Positions are listed, the lowest tier first.
    Listing,
    /// Positions are solved, the highest tier first.
    Solving,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// What is done now.
    pub phase: Phase,
    /// The tier at work.
    pub tier: u64,
    /// Positions of all tiers that are done in this phase, those of the tier at work included.
    pub done: u64,
    /// Positions of all tiers; known when all are listed.
    pub all: Option<u64>,
    /// Tiers that are finished in this phase.
    pub tiers_done: u64,
    /// All tiers; known when all are listed.
    pub tiers: Option<u64>,
}

impl BuildProgress {
    const BEGUN: BuildProgress =
        BuildProgress { phase: Phase::Listing, tier: 0, done: 0, all: None, tiers_done: 0, tiers: None };
}

/// How many tiers were solved in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierMethods {
    /// No move stays in the tier: each position from what its moves lead to.
    pub single_pass: u64,
    /// Play must end: depth first.
    pub depth_first: u64,
    /// Retrograde analysis without stored moves.
    pub retrograde: u64,
    /// Retrograde analysis with all moves in memory, one strongly connected component after the
    /// other.
    pub components: u64,
}

/// A database that was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// What the folder holds.
    pub manifest: Manifest,
    /// What the first position is worth.
    pub start: Entry,
    /// Tiers that an earlier run had solved already.
    pub found: u64,
    /// Files of an earlier run that were damaged and were made again.
    pub damaged: Vec<PathBuf>,
    /// How the other tiers were solved.
    pub methods: TierMethods,
}

/// A build at work.
pub(crate) struct BuildRun<'a, G: Game, I: PositionIndexing<G>> {
    pub(crate) game: &'a G,
    pub(crate) indexing: &'a I,
    /// From which positions are listed.
    pub(crate) start: &'a G::Position,
    pub(crate) numberings: TierNumberings,
    pub(crate) options: &'a BuildOptions,
    pub(crate) folder: &'a Path,
    pub(crate) damaged: Vec<PathBuf>,
    pub(crate) methods: TierMethods,
    progress: &'a dyn Fn(&BuildProgress),
    pub(crate) now: BuildProgress,
    next_report: Instant,
    /// When what is done was saved, and how long that took.
    last_save: (Instant, Duration),
}

/// Builds the database of all positions that can be reached from one, in a folder; goes on with
/// what an earlier run left there.
///
/// # Errors
/// A limit, a fault, a folder with something else in it, or what the system says of a file.
pub fn build<G: Game + Sync, I: PositionIndexing<G>>(
    game: &G,
    indexing: &I,
    start: &G::Position,
    folder: &Path,
    options: &BuildOptions,
    progress: &dyn Fn(&BuildProgress),
) -> Result<Built> {
    let (lock, manifest) = open(folder, &options.subject)?;
    let mut run = BuildRun::new(game, indexing, start, options, folder, progress);
    let sound = if manifest.complete { run.complete(manifest)? } else { None };
    let (manifest, found) = match sound {
        Some(done) => done,
        None => run.all(start)?,
    };
    let built = run.built(manifest, start, found)?;
    lock.end()?;
    Ok(built)
}

/// The folder of a database, for this run alone, and what it holds.
pub(crate) fn open(folder: &Path, subject: &DatabaseSubject) -> Result<(Lock, Manifest)> {
    std::fs::create_dir_all(folder).map_err(DatabaseError::io(folder))?;
    refuse_other(folder, subject)?;
    let lock = Lock::of(folder)?;
    begin(folder, subject).map(|manifest| (lock, manifest))
}

/// The name of the file that one build alone can lock.
const LOCK: &str = "lock";

/// A folder in which no other build works; the system takes the lock back from a process that was
/// killed.
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    fn of(folder: &Path) -> Result<Lock> {
        let path = folder.join(LOCK);
        let file = File::create(&path).map_err(DatabaseError::io(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(TryLockError::WouldBlock) => {
                let why = "another run is building this database".into();
                Err(DatabaseError::Other { path: folder.to_path_buf(), why })
            }
            Err(TryLockError::Error(error)) => Err(DatabaseError::io(&path)(error)),
        }
    }

    /// Removes the file when the work is done.
    pub(crate) fn end(self) -> Result<()> {
        files::remove(&self.path)
    }
}

/// Sees that the folder holds the database of this subject or nothing; changes nothing.
fn refuse_other(folder: &Path, subject: &DatabaseSubject) -> Result<()> {
    if folder.join(files::MANIFEST).exists() {
        return subject.expect(&Manifest::read(folder)?.subject, folder);
    }
    let mut entries = std::fs::read_dir(folder).map_err(DatabaseError::io(folder))?;
    let foreign = entries.any(|entry| {
        entry.is_ok_and(|entry| {
            let path = entry.path();
            !path.ends_with(LOCK) && path.extension().is_none_or(|extension| extension != "unfinished")
        })
    });
    if foreign {
        let why = "the folder is not empty and holds no database; name a new folder".into();
        return Err(DatabaseError::Other { path: folder.to_path_buf(), why });
    }
    Ok(())
}

/// The manifest of the folder, which is written if there is none; nobody else works there now.
fn begin(folder: &Path, subject: &DatabaseSubject) -> Result<Manifest> {
    refuse_other(folder, subject)?;
    files::remove_all(folder, &["unfinished"])?;
    if folder.join(files::MANIFEST).exists() {
        return Manifest::read(folder);
    }
    let manifest = Manifest::begun(subject);
    manifest.write(folder)?;
    Ok(manifest)
}

impl<'a, G: Game + Sync, I: PositionIndexing<G>> BuildRun<'a, G, I> {
    pub(crate) fn new(
        game: &'a G,
        indexing: &'a I,
        start: &'a G::Position,
        options: &'a BuildOptions,
        folder: &'a Path,
        progress: &'a dyn Fn(&BuildProgress),
    ) -> BuildRun<'a, G, I> {
        BuildRun {
            game,
            indexing,
            start,
            numberings: TierNumberings::default(),
            options,
            folder,
            damaged: Vec::new(),
            methods: TierMethods::default(),
            progress,
            now: BuildProgress::BEGUN,
            next_report: Instant::now() + PACE,
            last_save: (Instant::now(), Duration::ZERO),
        }
    }

    /// Whether so much time has passed that what is done is to be saved.
    pub(crate) fn is_time_to_save(&self) -> bool {
        let (last, took) = self.last_save;
        let pause = self.options.save_every;
        last.elapsed() >= pause.max((took * SHARE).min(pause * SELDOM))
    }

    /// What is done is saved; that began at this moment.
    pub(crate) fn note_save(&mut self, begun: Instant) {
        self.last_save = (Instant::now(), begun.elapsed());
    }

    /// The database that is built, with what its first position is worth.
    pub(crate) fn built(self, manifest: Manifest, start: &G::Position, found: u64) -> Result<Built> {
        let tier = Tier::<I::Code>::read(&self.tier_path(self.indexing.tier(start)))?;
        let start = tier.find(self.indexing.rank(start));
        let start = start.ok_or(DatabaseError::Unfit("the first position is missing"))?;
        Ok(Built { manifest, start, found, damaged: self.damaged, methods: self.methods })
    }

    /// Lists and solves what is missing; returns how many tiers were solved already. What was
    /// listed is listed again where a file of it is damaged.
    fn all(&mut self, start: &G::Position) -> Result<(Manifest, u64)> {
        match self.once(start) {
            Err(error) if is_of_listing(&error) => self.list_again(error)?,
            result => return result,
        }
        self.once(start)
    }

    /// Forgets what was listed, because of a file of it.
    pub(crate) fn list_again(&mut self, error: DatabaseError) -> Result<()> {
        if let DatabaseError::Damaged { path, .. } | DatabaseError::Io { path, .. } = error {
            self.damaged.push(path);
        }
        self.now = BuildProgress::BEGUN;
        files::remove(&self.folder.join(files::LISTING))
    }

    fn once(&mut self, start: &G::Position) -> Result<(Manifest, u64)> {
        let tiers = self.list(start)?;
        let (summaries, found) = self.solve(&tiers)?;
        self.finish(summaries).map(|manifest| (manifest, found))
    }

    /// Writes the manifest of all tiers, when they are on disk.
    pub(crate) fn finish(&self, summaries: Vec<TierSummary>) -> Result<Manifest> {
        let mut manifest = Manifest::begun(&self.options.subject);
        manifest.tiers = summaries;
        manifest.complete = true;
        for tier in &manifest.tiers {
            files::sync(&self.folder.join(&tier.file))?;
        }
        manifest.write(self.folder)?;
        self.clean_up()?;
        Ok(manifest)
    }

    /// A database that is complete, with the number of its tiers; none if tiers are damaged, which
    /// are to be made again.
    pub(crate) fn complete(&mut self, manifest: Manifest) -> Result<Option<(Manifest, u64)>> {
        let mut sound = true;
        for summary in &manifest.tiers {
            self.look()?;
            let found = self.stored(summary.tier, Some(summary.positions))?;
            sound &= found.as_ref() == Some(summary);
            if found.is_some_and(|found| found != *summary) {
                let path = self.tier_path(summary.tier);
                files::remove(&path)?;
                self.damaged.push(path);
            }
        }
        if sound {
            self.clean_up()?;
            let found = manifest.tiers.len() as u64;
            return Ok(Some((manifest, found)));
        }
        Manifest::begun(&self.options.subject).write(self.folder)?;
        Ok(None)
    }

    /// The summary of a tier that was solved before; none if its file is not there or not what it
    /// must be: then it is removed and noted.
    pub(crate) fn stored(&mut self, number: u64, positions: Option<u64>) -> Result<Option<TierSummary>> {
        let path = self.tier_path(number);
        let tier = match Tier::<I::Code>::read(&path) {
            Err(DatabaseError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(DatabaseError::Damaged { .. }) => None,
            Ok(tier) => Some(tier).filter(|tier| self.is_tier(tier, number, positions)),
            Err(error) => return Err(error),
        };
        let Some(tier) = tier else {
            files::remove(&path)?;
            self.damaged.push(path);
            return Ok(None);
        };
        file_of(&path).map(|file| Some(summary(&tier, file)))
    }

    /// Whether a tier is solved, with this number, so many positions, and the columns that are
    /// asked for.
    fn is_tier(&self, tier: &Tier<I::Code>, number: u64, positions: Option<u64>) -> bool {
        let header = &tier.header;
        header.tier == number
            && positions.is_none_or(|positions| header.positions == positions)
            && header.values.is_some()
            && header.distances.is_some() == self.has_distances()
    }

    /// Removes what only an unfinished database needs.
    fn clean_up(&self) -> Result<()> {
        files::remove(&self.folder.join(files::LISTING))?;
        files::remove_workers(self.folder)?;
        files::remove_all(self.folder, &["keys", "run", "checkpoint", "unfinished"])
    }

    /// The file of the keys of a tier that is not solved.
    pub(crate) fn keys_path(&self, tier: u64) -> PathBuf {
        self.folder.join(format!("{tier}.keys"))
    }

    /// The file of a tier that is solved.
    pub(crate) fn tier_path(&self, tier: u64) -> PathBuf {
        self.folder.join(files::tier_name(tier))
    }

    /// Tells how far the work is, now and then, and looks at the clock and at the flag.
    pub(crate) fn look(&mut self) -> Result<()> {
        self.options.limits.look()?;
        if Instant::now() >= self.next_report {
            self.next_report = Instant::now() + PACE;
            self.options.limits.look_at_process()?;
            (self.progress)(&self.now);
        }
        Ok(())
    }

    /// Sees that so many bytes are within the limit.
    pub(crate) fn ask(&self, bytes: u64) -> Result<()> {
        let within = bytes <= self.options.limits.memory;
        if within { Ok(()) } else { Err(DatabaseError::Limit(zug_solve::LimitKind::Memory)) }
    }

    /// A tier with keys alone.
    pub(crate) fn listed(&self, tier: u64, keys: KeySet<I::Code>) -> Tier<I::Code> {
        let header = TierHeader {
            tier,
            positions: keys.len(),
            ended: 0,
            inner_moves: false,
            leads_to: Vec::new(),
            keys: KeysHeader { kind: String::new(), raw: 0, bytes: 0 },
            values: None,
            distances: None,
            counts: Vec::new(),
        };
        Tier { header, keys, values: Column::default(), distances: None }
    }
}

/// Whether an error is that a file of the keys or codes that were listed is damaged or missing.
pub(crate) fn is_of_listing(error: &DatabaseError) -> bool {
    let path = match error {
        DatabaseError::Damaged { path, .. } => path,
        DatabaseError::Io { path, error } if error.kind() == ErrorKind::NotFound => path,
        _ => return false,
    };
    path.extension().is_some_and(|extension| extension == "keys" || extension == "run")
        || path.ends_with(files::LISTING)
}

/// What is told of a finished tier.
pub(crate) fn summary<C>(tier: &Tier<C>, (blake3, bytes): (String, u64)) -> TierSummary {
    let header = &tier.header;
    TierSummary {
        tier: header.tier,
        file: files::tier_name(header.tier),
        positions: header.positions,
        bytes,
        blake3,
    }
}

/// The checksum and the length of a file that is there.
pub(crate) fn file_of(path: &Path) -> Result<(String, u64)> {
    let content = files::read_whole(path)?;
    let bytes = (content.len() + files::CHECKSUM) as u64;
    Ok((blake3::hash(&content).to_hex().to_string(), bytes))
}
