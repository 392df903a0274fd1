//! Why a database cannot be built or used.

use crate::damage::Damage;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use zug_game::Fault;
use zug_solve::LimitKind;

/// Why a database cannot be built or used.
#[derive(Debug)]
pub enum DatabaseError {
    /// A limit was reached. What is on disk by then is complete, and a second run goes on from
    /// there.
    Limit(LimitKind),
    /// The definition broke a promise at a position.
    Fault {
        /// Which, as the game told it.
        fault: Fault,
        /// The code of the position.
        code: u128,
        /// The index of the move that could not be played; none where the position itself is wrong.
        play: Option<usize>,
    },
    /// What the game says of a position is not what the definition makes of it: a bug.
    Contradiction {
        /// The code of the position.
        code: u128,
    },
    /// The game is not one for a database.
    Unfit(&'static str),
    /// A number does not fit.
    Overflow(&'static str),
    /// The system refused to read or write a file.
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The content of a file is not what was written.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The folder holds something else than a database of this definition with these settings.
    Other {
        /// The folder.
        path: PathBuf,
        /// What is different, as a clause.
        why: String,
    },
    /// One of the processes that build a database together says why it ends.
    Worker {
        /// Its index.
        worker: usize,
        /// What it says.
        text: String,
        /// Whether the same command may go on later.
        is_limit: bool,
    },
    /// One of the processes that build a database together is gone.
    Lost {
        /// Its index.
        worker: usize,
    },
}

/// What comes out, or why nothing does.
pub type Result<T> = std::result::Result<T, DatabaseError>;

impl DatabaseError {
    /// Whether nothing is wrong and the same command may go on later, with more of what ran out.
    pub fn is_limit(&self) -> bool {
        match self {
            DatabaseError::Limit(_) | DatabaseError::Lost { .. } | DatabaseError::Overflow(_) => true,
            DatabaseError::Worker { is_limit, .. } => *is_limit,
            _ => self.is_full(),
        }
    }

    /// Whether the system had no room on the disk.
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let DatabaseError::Io { error, .. } = self else { return false };
        matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
    }

    /// What the system says of a file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> DatabaseError + '_ {
        |error| DatabaseError::Io { path: path.to_path_buf(), error }
    }

    /// What is wrong with a file.
    pub(crate) fn damaged(path: &Path) -> impl FnOnce(Damage) -> DatabaseError + '_ {
        |damage| DatabaseError::Damaged { path: path.to_path_buf(), damage }
    }
}

impl From<LimitKind> for DatabaseError {
    fn from(which: LimitKind) -> DatabaseError {
        DatabaseError::Limit(which)
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Limit(LimitKind::Memory) => write!(f, "the memory that is allowed is not enough"),
            DatabaseError::Limit(LimitKind::Time) => write!(f, "the time that is allowed is over"),
            DatabaseError::Limit(_) => write!(f, "interrupted"),
            DatabaseError::Fault { .. } => write!(f, "the definition breaks a promise at a position"),
            DatabaseError::Contradiction { .. } => {
                write!(f, "a position is not what the rules by name make of it")
            }
            DatabaseError::Unfit(why) => write!(f, "{why}"),
            DatabaseError::Overflow(what) => write!(f, "{what} is too large"),
            DatabaseError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            DatabaseError::Damaged { path, damage } => write!(f, "{} is damaged: {damage}", path.display()),
            DatabaseError::Other { path, why } => write!(f, "{}: {why}", path.display()),
            DatabaseError::Worker { worker, text, .. } => write!(f, "worker {worker}: {text}"),
            DatabaseError::Lost { worker } => write!(f, "worker {worker} is lost"),
        }
    }
}

impl std::error::Error for DatabaseError {}
