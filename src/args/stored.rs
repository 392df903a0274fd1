//! Which database answers.

use super::SourceArgs;
use crate::database_refusal;
use crate::failure::Failure;
use clap::Args;
use std::path::PathBuf;
use zug::answer::Prepared;
use zug::database;
use zug_lang::source::{FileId, Sources};

/// `--db`
#[derive(Clone, Debug, Args)]
pub struct DatabaseArgs {
    /// Answers from the database in this folder, which `zug build` made of the same file and
    /// settings; a search of a position that it does not hold takes the values of those that it
    /// holds
    #[arg(long, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

impl DatabaseArgs {
    /// A definition that answers from the database, if one is named.
    ///
    /// # Errors
    /// The folder holds something else.
    pub fn open<'p>(
        &self,
        prepared: Prepared<'p>,
        source: &SourceArgs,
        sources: &Sources,
    ) -> Result<Prepared<'p>, Failure> {
        let Some(folder) = &self.db else { return Ok(prepared) };
        let text = &sources.file(FileId::DEFINITION).text;
        let program = prepared.program;
        let opened = prepared.with_database(database::Source { text, settings: &source.settings }, folder);
        opened.map_err(|error| database_refusal::failure(sources, program, None, folder, error))
    }
}
