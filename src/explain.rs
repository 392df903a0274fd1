//! `zug explain`: prints the page of a diagnostic code.

use crate::args::Explain;
use crate::failure::Failure;
use crate::output;
use zug_lang::explain;

pub fn run(arguments: &Explain) -> Result<(), Failure> {
    let Some(code) = &arguments.code else {
        output::print(&explain::list());
        return Ok(());
    };
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
