//! `zug explain`: prints the page of a diagnostic code.

use crate::failure::Failure;
use crate::output;
use clap::Args;
use zug_lang::explain;

/// `zug explain`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  zug explain Z0101\n  zug explain 101\n  zug explain mixed_logic\n  zug explain"
)]
pub struct Explain {
    /// The code, as diagnostics show it, or the name of a lint; without it, all codes are listed
    pub code: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Explain) -> Result<(), Failure> {
    let Some(code) = &arguments.code else {
        output::print(&explain::list());
        return Ok(());
    };
    // Warnings end with the name of their lint, so it may be typed too.
    let code = zug_analysis::lints::named(code).map_or(code.as_str(), |lint| lint.code);
    match explain::page(code) {
        Ok(page) => {
            output::print(&explain::text(&page));
            Ok(())
        }
        Err(near) if near.is_empty() => {
            Err(Failure::usage(format!("no diagnostic has the code {code}; `zug explain` lists all")))
        }
        Err(near) => Err(Failure::usage(format!(
            "no diagnostic has the code {code}; did you mean {}? `zug explain` lists all",
            near.join(", ")
        ))),
    }
}
