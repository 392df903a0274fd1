//! Changes the source at one place after the other and looks whether a test notices.
//!
//! All changes, the mutants, are compiled at once: a copy of the workspace asks at each place which
//! of them is on. `tests/mutants/run` does all steps; the folder holds the copy and all tables.

mod judge;
mod places;
mod summary;
mod switches;
mod test_runs;

use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [step, folder, rest @ ..] = &arguments[..] else {
        panic!("zug-mutants (write CRATE.. | time | judge SEED | summary), with FOLDER second");
    };
    let folder = Path::new(folder);
    match (step.as_str(), rest) {
        ("write", crates) => switches::write_copy(folder, crates),
        ("time", []) => test_runs::time_tests(folder),
        ("judge", [seed]) => judge::judge_mutants(folder, seed.parse().expect("a number")),
        ("summary", []) => summary::print_summary(folder),
        _ => panic!("no such step: {step}"),
    }
}
