//! Prints what the tables say: counts by crate and file, and the mutants that no test noticed.

use crate::judge::mutants;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The states of a row of results, as the columns of the summary.
const STATES: [&str; 5] = ["killed", "killed by time", "survived", "survived so far", "not reached"];

/// Prints the summary.
pub fn print_summary(folder: &Path) {
    let results = fs::read_to_string(folder.join("results.tsv")).unwrap_or_default();
    let mut counts: BTreeMap<String, [usize; STATES.len() + 1]> = BTreeMap::new();
    for mutant in mutants(folder) {
        for group in [mutant.krate(), mutant.file()] {
            counts.entry(group.to_string()).or_default()[STATES.len()] += 1;
        }
    }
    let mut left = Vec::new();
    for line in results.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, place, change, state, _, tests, _] = cells[..] else { continue };
        let file = place.split(':').next().unwrap_or(place);
        let krate = place.split('/').nth(1).unwrap_or(place);
        let column = STATES.iter().position(|known| *known == state).expect("a known state");
        for group in [krate, file] {
            counts.entry(group.to_string()).or_default()[column] += 1;
        }
        if !state.starts_with("killed") {
            left.push(format!("{place}\t{change}\t{state}\t{tests}"));
        }
    }
    println!("{}\tall", STATES.join("\t"));
    for (group, columns) in &counts {
        println!("{}\t{group}", columns.map(|count| count.to_string()).join("\t"));
    }
    left.sort_by_key(|row| (row.split(':').next().map(String::from), line_number(row)));
    println!("\n{}", left.join("\n"));
}

/// The line of a row's place.
fn line_number(row: &str) -> usize {
    row.split(':').nth(1).and_then(|line| line.parse().ok()).unwrap_or(0)
}
