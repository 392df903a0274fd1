//! `zug export`: writes a database as a table for other programs.

use crate::args::{EngineArg, LimitArgs, Messages};
use crate::failure::{Failure, USAGE};
use crate::watchdog::Watchdog;
use crate::{database_refusal, limits, load, output, prepare};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use zug::database::{Content, DatabaseError, Manifest, Source};
use zug_lang::source::FileId;
use zug_lang::wording::grouped;
use zug_view::report::export::TableColumns;

const EXAMPLES: &str = "\
Examples:
  zug build games/tic_tac_toe.game --db tic_tac_toe.db
  zug export tic_tac_toe.db | head -3
  zug export tic_tac_toe.db --out tic_tac_toe.csv

Exit codes: 0 written; 2 a folder without a whole database of this version, or a file that cannot be written; 3 a limit.";

/// `zug export`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    /// The folder of the database; the definition and its settings are in it
    #[arg(value_name = "DIR")]
    pub db: PathBuf,
    /// The form of the table
    #[arg(long, value_enum, default_value_t = TableFormat::Csv)]
    pub format: TableFormat,
    /// The file to write, whole or not at all, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// Forms of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Comma-separated values (RFC 4180) with a line of names
    Csv,
}

pub fn run(arguments: &ExportArgs) -> Result<(), Failure> {
    let TableFormat::Csv = arguments.format;
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    match &arguments.out {
        None => match write(arguments, &mut io::stdout()) {
            Err(Stopped::Writing(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written.map(|_| ()).map_err(|stopped| stopped.failure(Path::new("standard output"))),
        },
        Some(path) => {
            let rows = whole(path, |file| write(arguments, file)).map_err(|stopped| stopped.failure(path))?;
            output::print(&format!("{}: {} positions\n", path.display(), grouped(rows)));
            Ok(())
        }
    }
}

/// Why a table was not written.
enum Stopped {
    Writing(io::Error),
    Refused(Failure),
}

impl Stopped {
    fn failure(self, path: &Path) -> Failure {
        match self {
            Stopped::Writing(error) => {
                let text = format!("cannot write {}: {error}", path.display());
                Failure::Message { code: USAGE, text }
            }
            Stopped::Refused(failure) => failure,
        }
    }
}

/// Writes a file under another name and renames it once it is whole; otherwise nothing stays.
fn whole(path: &Path, write: impl FnOnce(&mut File) -> Result<u64, Stopped>) -> Result<u64, Stopped> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".unfinished");
    let unfinished = path.with_file_name(name);
    let done = File::create(&unfinished).map_err(Stopped::Writing).and_then(|mut file| {
        let rows = write(&mut file)?;
        file.sync_all().and_then(|()| std::fs::rename(&unfinished, path)).map_err(Stopped::Writing)?;
        Ok(rows)
    });
    if done.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    done
}

/// Writes the table. The rows behind the names.
fn write(arguments: &ExportArgs, out: &mut (impl Write + Send)) -> Result<u64, Stopped> {
    let folder = &arguments.db;
    let begun = Instant::now();
    let (sources, definition, settings) = load::from_database(folder).map_err(Stopped::Refused)?;
    let prepared = prepare::prepare(&definition.program, EngineArg::Auto, arguments.bounds.memory, &sources)
        .map_err(Stopped::Refused)?;
    let limits = limits::of(&arguments.bounds, EngineArg::Auto, begun, &limits::interruption(), None)
        .map_err(Stopped::Refused)?;
    let refused = |error| {
        Stopped::Refused(database_refusal::failure(
            &sources,
            &definition.program,
            Some(&prepared),
            folder,
            error,
        ))
    };
    let manifest = Manifest::read(folder).map_err(refused)?;
    let table = TableColumns {
        program: &definition.program,
        entries: prepared.stored_fields(),
        distances: manifest.subject.content == Content::Distances && !definition.program.points,
    };
    let mut rows = csv::Writer::from_writer(BufWriter::new(out));
    rows.write_record(table.head()).map_err(|error| Stopped::Writing(of_system(error)))?;
    let (mut count, mut unwritten) = (0, None);
    let source = Source { text: &sources.file(FileId::DEFINITION).text, settings: &settings };
    let visited = prepared.visit_database(source, folder, &limits, &mut |position, entry| {
        count += 1;
        rows.write_record(table.row(position, entry)).map_err(|error| {
            unwritten = Some(of_system(error));
            DatabaseError::Unfit("the table cannot be written")
        })
    });
    if let Some(error) = unwritten {
        return Err(Stopped::Writing(error));
    }
    visited.map_err(refused)?;
    rows.flush().map_err(Stopped::Writing)?;
    Ok(count)
}

/// What the system said.
fn of_system(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
