//! Writes the parser of a grammar for tree-sitter: `generate FOLDER OUT` reads `FOLDER/grammar.js`
//! by Node and writes into `OUT` what `tree-sitter generate` writes into `src`.

use std::process::ExitCode;
use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The version of the tables that parsers are written in: the first that has reserved words.
const ABI: usize = 15;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(out)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: generate FOLDER OUT");
        return ExitCode::from(2);
    };
    let mut notes = Vec::new();
    let grammar = None::<String>;
    let best = OptLevel::default();
    let done =
        generate_parser_in_directory(folder, Some(out), grammar, ABI, None, None, true, best, &mut notes);
    for note in &notes {
        eprintln!("{note}");
    }
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
