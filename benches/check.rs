//! How fast definitions are read and checked: `cargo bench --bench check`.
//!
//! Every file of `games/` goes through what `zug check` does with it (read, check, lints) in one
//! thread, fifty times over; printed is the middle of five measurements of processor time, for the
//! whole folder once and for a kilobyte (1000 bytes) of text.

mod common;

use common::{cpu_seconds, median};
use std::path::Path;
use zug::definition;
use zug_lang::source::Sources;

/// How often the folder is checked in one measurement.
const TIMES: u32 = 50;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let texts = texts(&folder);
    let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let folder_seconds = median((0..5).map(|_| measured(&texts)).collect());
    println!("check: {:.1} microseconds per kB", folder_seconds * 1e6 / (bytes as f64 / 1e3));
    println!(
        "whole games/ ({} files, {} kB) in one process: {:.1} ms CPU",
        texts.len(),
        bytes / 1000,
        folder_seconds * 1e3
    );
}

fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the games").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    paths.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("readable");
    paths.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// Seconds of processor time for the folder once.
fn measured(texts: &[(String, String)]) -> f64 {
    let before = cpu_seconds();
    for _ in 0..TIMES {
        for (name, text) in texts {
            let mut sources = Sources::default();
            sources.add(name.clone(), text.clone());
            assert!(definition::compile(&mut sources, &[]).is_ok(), "{name} is in order");
        }
    }
    (cpu_seconds() - before) / f64::from(TIMES)
}
