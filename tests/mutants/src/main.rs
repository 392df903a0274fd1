//! Changes the source at one place after the other and looks whether a test notices.
//!
//! All changes, the mutants, are compiled at once: a copy of the workspace asks at each place which
//! of them is on. `tests/mutants/run` does all steps; the folder holds the copy and all tables.

mod places;
mod switches;

use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [step, folder, rest @ ..] = &arguments[..] else {
        panic!("zug-mutants write FOLDER CRATE..");
    };
    let folder = Path::new(folder);
    match (step.as_str(), rest) {
        ("write", crates) => switches::write_copy(folder, crates),
        _ => panic!("no such step: {step}"),
    }
}
