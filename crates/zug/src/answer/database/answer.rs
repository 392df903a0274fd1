//! Answers from a database.

use super::{Content, DatabaseError, Entry, Manifest, Source, StateIndex, Subject};
use crate::answer::{Answer, Checked, Knowledge, Method, Options, Prepared, Reason, SolverKind};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use zug_analysis::Ends;
use zug_database::Database;
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::{LineEnd, PositionCode, Statistics};

/// A database that is open, for the definition that it was built from.
#[derive(Debug)]
pub struct OpenDatabase {
    pub(super) index: StateIndex,
    stored: Mutex<DatabaseOfWidth>,
    pub(super) manifest: Manifest,
    pub(super) folder: PathBuf,
    /// Answers that it gave or served.
    answers: AtomicU64,
}

/// By the bits of a code.
#[derive(Debug)]
enum DatabaseOfWidth {
    Short(Database<u64>),
    Long(Database<u128>),
}

/// The database in a folder, if it is about this; of one that is not complete the tiers that are
/// finished, if they will do.
fn opened<C: PositionCode>(
    folder: &Path,
    subject: &Subject,
    part: bool,
) -> Result<(Database<C>, Manifest), DatabaseError> {
    let database = if part { Database::open_finished(folder)? } else { Database::open(folder)? };
    database.expect(subject)?;
    let manifest = database.manifest().clone();
    Ok((database, manifest))
}

/// A legal move with what is stored of the position after it, from the position before: a ply
/// farther from the end.
#[derive(Clone, Debug)]
pub struct ValuedMove {
    /// The move.
    pub choice: Choice,
    /// Points so far included.
    pub entry: Entry,
}

/// What a database says of a position.
#[derive(Clone, Debug)]
pub struct DatabaseAnswer {
    /// The value, points so far included, and the distance.
    pub entry: Entry,
    /// Every legal move, in the order of the definition; none where play is over.
    pub moves: Vec<ValuedMove>,
    /// Best play: the winner hurries and the loser delays, where distances are stored. None where
    /// what is stored does not tell a move of it: one that only keeps the value may go round for
    /// ever and lose it.
    pub line: Vec<Choice>,
    /// How the line ends; not asked where it is not known.
    pub line_end: LineEnd,
}

impl DatabaseAnswer {
    /// The moves that keep the value, in the order of the definition.
    pub fn best(&self) -> impl Iterator<Item = &Choice> {
        self.moves.iter().filter(|each| each.entry.value == self.entry.value).map(|each| &each.choice)
    }
}

impl OpenDatabase {
    /// Opens the database of a definition in a folder.
    ///
    /// # Errors
    /// The folder holds something else, or the game is not one for a database.
    pub fn open(
        prepared: &Prepared<'_>,
        source: Source<'_>,
        folder: &Path,
    ) -> Result<OpenDatabase, DatabaseError> {
        OpenDatabase::of(prepared, source, folder, false)
    }

    /// The same, and of a database that is not complete the tiers that are finished.
    ///
    /// # Errors
    /// As above, or no tier is finished.
    pub fn open_finished(
        prepared: &Prepared<'_>,
        source: Source<'_>,
        folder: &Path,
    ) -> Result<OpenDatabase, DatabaseError> {
        OpenDatabase::of(prepared, source, folder, true)
    }

    fn of(
        prepared: &Prepared<'_>,
        source: Source<'_>,
        folder: &Path,
        part: bool,
    ) -> Result<OpenDatabase, DatabaseError> {
        let index = prepared.index()?;
        let subject = prepared.subject(source, Content::Values, &index);
        let (stored, manifest) = if index.coding.bits() <= u64::BITS {
            let (database, manifest) = opened(folder, &subject, part)?;
            (DatabaseOfWidth::Short(database), manifest)
        } else {
            let (database, manifest) = opened(folder, &subject, part)?;
            (DatabaseOfWidth::Long(database), manifest)
        };
        let folder = folder.to_path_buf();
        Ok(OpenDatabase { index, stored: Mutex::new(stored), manifest, folder, answers: AtomicU64::new(0) })
    }

    /// Notes that it gave an answer or served a search.
    pub(crate) fn note_answer(&self) {
        self.answers.fetch_add(1, Relaxed);
    }

    /// Whether it holds all positions that can be reached from the first one of the game.
    pub fn is_whole(&self) -> bool {
        self.manifest.complete && self.manifest.subject.moves.is_empty()
    }

    /// What the folder holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The value of a position, points so far included, and the distance; none if it is not among
    /// those that are stored.
    ///
    /// # Errors
    /// A file that cannot be read or is damaged.
    pub fn entry(
        &self,
        prepared: &Prepared<'_>,
        position: &Position,
    ) -> Result<Option<Entry>, DatabaseError> {
        let place = prepared.machine().and_then(|machine| self.index.place(machine, position));
        let Some((tier, code, offset)) = place else { return Ok(None) };
        let found = match &mut *self.stored.lock().unwrap_or_else(PoisonError::into_inner) {
            DatabaseOfWidth::Short(database) => database.probe(tier, code as u64)?,
            DatabaseOfWidth::Long(database) => database.probe(tier, code)?,
        };
        let total = |entry: Entry| {
            let value = entry.value.checked_add(offset).ok_or(DatabaseError::Overflow("a value"))?;
            Ok(Entry { value, ..entry })
        };
        found.map(total).transpose()
    }

    /// Everything that the database says of a position; none if it is not among those that are
    /// stored.
    ///
    /// # Errors
    /// A file that cannot be read or is damaged, or a fault of the definition that the builder did
    /// not meet.
    pub fn answer(
        &self,
        prepared: &Prepared<'_>,
        position: &Position,
    ) -> Result<Option<DatabaseAnswer>, DatabaseError> {
        let Some(entry) = self.entry(prepared, position)? else { return Ok(None) };
        let moves = self.moves(prepared, position)?;
        let (line, line_end) = self.line(prepared, position)?;
        Ok(Some(DatabaseAnswer { entry, moves, line, line_end }))
    }

    /// Every legal move with its entry.
    fn moves(&self, prepared: &Prepared<'_>, position: &Position) -> Result<Vec<ValuedMove>, DatabaseError> {
        let semantics = Semantics::new(prepared.program);
        let broken = |_| DatabaseError::Unfit("a position breaks a promise of the definition");
        let Expansion::Moves(choices) = semantics.expand(position).map_err(broken)? else {
            return Ok(Vec::new());
        };
        let missing = DatabaseError::Unfit("a move leads to a position that is not stored");
        let mut moves = Vec::new();
        for choice in choices {
            let after = semantics.play(position, &choice).map_err(broken)?;
            let Some(behind) = self.entry(prepared, &after)? else { return Err(missing) };
            let entry = Entry { distance: behind.distance.map(|plies| plies + 1), ..behind };
            moves.push(ValuedMove { choice, entry });
        }
        Ok(moves)
    }

    /// The move of best play, if what is stored tells one. A move that keeps the value is one where
    /// play must end, where the distance of a win falls with it, and where going round for ever is
    /// worth the value to the mover.
    fn next<'m>(
        &self,
        prepared: &Prepared<'_>,
        position: &Position,
        moves: &'m [ValuedMove],
    ) -> Option<&'m ValuedMove> {
        let best = chosen(moves, position.turn)?;
        let sign = if position.turn == Player::First { 1 } else { -1 };
        let hurries = best.entry.distance.is_some() && best.entry.value * sign > 0;
        let keeps = || {
            let endless = Semantics::new(prepared.program).endless(position);
            endless.is_ok_and(|endless| endless * sign >= best.entry.value * sign)
        };
        (!matches!(prepared.ends, Ends::Unproven { .. }) || hurries || keeps()).then_some(best)
    }

    /// Best play from a position, and whether it ends; nothing where a move of it is not known.
    pub(crate) fn line(
        &self,
        prepared: &Prepared<'_>,
        position: &Position,
    ) -> Result<(Vec<Choice>, LineEnd), DatabaseError> {
        let semantics = Semantics::new(prepared.program);
        let (mut line, mut seen, mut at) = (Vec::new(), FxHashMap::default(), position.clone());
        loop {
            if let Some(first) = seen.insert(at.clone(), line.len()) {
                return Ok((line, LineEnd::Repeats(first)));
            }
            let moves = self.moves(prepared, &at)?;
            if moves.is_empty() {
                return Ok((line, LineEnd::Terminal));
            }
            let Some(best) = self.next(prepared, &at, &moves) else {
                return Ok((Vec::new(), LineEnd::NotAsked));
            };
            let after = semantics.play(&at, &best.choice);
            let after =
                after.map_err(|_| DatabaseError::Unfit("a move breaks a promise of the definition"))?;
            line.push(best.choice.clone());
            at = after;
        }
    }
}

impl Prepared<'_> {
    /// The same, and what is asked of a position that a database holds is answered from it; a
    /// search of another position takes the values of those that it holds. Of a database that is
    /// not complete the tiers that are finished serve.
    ///
    /// # Errors
    /// As those of [`OpenDatabase::open_finished`].
    pub fn with_database(mut self, source: Source<'_>, folder: &Path) -> Result<Self, DatabaseError> {
        self.database = Some(OpenDatabase::open_finished(&self, source, folder)?);
        Ok(self)
    }

    /// How many answers the database gave, or served the search of.
    pub fn database_answers(&self) -> u64 {
        self.database.as_ref().map_or(0, |database| database.answers.load(Relaxed))
    }

    /// The answer from the database; none if there is none, if it does not hold the position, or if
    /// distances are asked for and not stored.
    pub(crate) fn stored_answer(
        &self,
        position: &Position,
        options: &Options,
    ) -> Result<Option<Answer>, DatabaseError> {
        let Some(database) = &self.database else { return Ok(None) };
        let wants_distance = options.distance && !self.program.points;
        if wants_distance && database.manifest.subject.content == Content::Values {
            return Ok(None);
        }
        let Some(found) = database.answer(self, position)? else { return Ok(None) };
        database.note_answer();
        let distance = |entry: Entry| entry.distance.filter(|_| wants_distance && entry.value != 0);
        let row = |each: &ValuedMove| (each.choice.clone(), each.entry.value, distance(each.entry));
        let moves = if options.all_moves { found.moves.iter().map(row).collect() } else { Vec::new() };
        let best = if options.value_only { Vec::new() } else { found.best().cloned().collect() };
        let (positions, whole) = (database.manifest.positions(), database.is_whole());
        let sums = zug_analysis::additive(self.program).is_some();
        let method = Method::Database { positions, whole, sums };
        Ok(Some(Answer {
            value: found.entry.value,
            distance: distance(found.entry),
            best,
            nimber: None,
            best_within: None,
            line: if options.value_only { Vec::new() } else { found.line },
            line_end: if options.value_only { LineEnd::NotAsked } else { found.line_end },
            moves,
            solver: SolverKind::Retrograde,
            reason: Reason {
                method,
                ends: self.ends.clone(),
                one_thread: false,
                certificate: None,
                whole_after: None,
                apart_first: None,
                undecided_after: None,
                leaves: None,
            },
            statistics: Statistics::default(),
            checked: Checked::default(),
        }))
    }

    /// What the database knows of a position, for a session; none where it does not tell the next
    /// move.
    pub(crate) fn stored_knowledge(&self, position: &Position) -> Result<Option<Knowledge>, DatabaseError> {
        let Some(database) = &self.database else { return Ok(None) };
        let Some(found) = database.answer(self, position)? else { return Ok(None) };
        let next = database.next(self, position, &found.moves).map(|best| best.choice.clone());
        if next.is_none() && !found.moves.is_empty() {
            return Ok(None);
        }
        let row = |each: &ValuedMove| (each.choice.clone(), each.entry.value, each.entry.distance);
        Ok(Some(Knowledge::Exact {
            value: found.entry.value,
            plies: found.entry.distance,
            moves: found.moves.iter().map(row).collect(),
            next,
        }))
    }
}

/// The first of the moves that a player likes best.
fn chosen(moves: &[ValuedMove], mover: Player) -> Option<&ValuedMove> {
    moves.iter().reduce(|best, next| if next.entry.is_better(best.entry, mover) { next } else { best })
}
