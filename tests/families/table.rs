//! Counts how often each recogniser was reached, and how often it was nearly.

use std::collections::BTreeMap;
use std::fmt;
use zug::answer::can_compile;

/// Everything that can be recognised; the table has a row for each.
pub const ALL: [&str; 104] = [
    "ends: by one count",
    "ends: by several counts in order",
    "ends: by a sum with weights",
    "ends: members",
    "ends: elements in any entry",
    "ends: places",
    "ends: an integer",
    "ends: numbers of elements",
    "ends: values given",
    "ends: truth values",
    "ends: one value",
    "ends: the turn",
    "ends: ranks",
    "ends: a tree",
    "ends: declared",
    "progress: proved",
    "ends: unproven but it does",
    "ends: unproven and it does not",
    "endless: worth the same everywhere",
    "endless: worth different things",
    "endless: forced draw",
    "line game",
    "line game: masks",
    "line game: turns of several placements",
    "line game: turns with moves left out",
    "line game: stacks",
    "line game: conditions on what is taken",
    "line game: unequal start",
    "line game: a win read off",
    "line game: a loss read off",
    "line game: moves left out",
    "completing",
    "completing: for the difference",
    "completing: sets and again",
    "completing: sets by turns",
    "completing: in two fields",
    "sums: components",
    "sums: one component",
    "points: add up but for their bounds",
    "sums: nimbers",
    "sums: the players have different moves",
    "deletions: nimbers",
    "deletions: the players have different moves",
    "deletions: effects that depend on the position",
    "colouring: decided",
    "colouring: undecided",
    "colouring: one player can win",
    "points: add up",
    "points: in several fields",
    "points: not one each",
    "points: may shrink",
    "points: beside symmetric players",
    "points: where play may repeat",
    "points: in entries of a field",
    "points: in entries that progress reads",
    "range: no draw",
    "range: one winner at most",
    "range: near the limit",
    "symmetry",
    "symmetry: of the players",
    "symmetry: more than listed",
    "symmetry: used by the memo",
    "symmetry: positions joined",
    "symmetry: positions joined with players exchanged",
    "symmetry: interchangeable elements",
    "symmetry: beside followups",
    "symmetry: beside a loop",
    "symmetry: broken",
    "key: a number",
    "key: a number of fewer bits",
    "key: more than 64 bits",
    "key: more than 128 bits",
    "key: more than 256 bits",
    "board: more than 64 cells",
    "strong: tiers",
    "strong: retrograde",
    "retrograde: positions listed once",
    "retrograde: players exchanged",
    "database: a single pass",
    "database: depth first",
    "database: retrograde",
    "database: components",
    "leaves: auto",
    "leaves: minimax",
    "leaves: alpha-beta",
    "leaves: df-pn",
    "leaves: backward induction",
    "leaves: retrograde",
    "play: passes",
    "play: followups",
    "solver: backward induction",
    "solver: df-pn",
    "solver: df-pn without draws",
    "state: a set that is none",
    "body: a binder of negative integers",
    "body: a var",
    "play: two moves of one effect",
    "play: two requests",
    "faults: met",
    "faults: a value beside them",
    "faults: in a trial",
    "jit: compiled",
    "jit: induction",
    "jit: whole search",
];

/// How often each was reached, and how often a definition aimed at it was not recognised.
#[derive(Default)]
pub struct Table {
    /// By name: reached, near misses.
    pub rows: BTreeMap<String, [u64; 2]>,
}

impl Table {
    /// Counts a definition.
    pub fn add(&mut self, found: &[&'static str], aims: &[String]) {
        for name in found {
            assert!(ALL.contains(name), "{name} has no row");
            self.rows.entry((*name).to_string()).or_default()[0] += 1;
        }
        for aim in aims {
            assert!(ALL.contains(&aim.as_str()), "{aim} has no row");
            self.rows.entry(aim.clone()).or_default()[1] += u64::from(!found.contains(&aim.as_str()));
        }
    }

    /// Counts something that has a name of its own.
    pub fn note(&mut self, name: String) {
        self.rows.entry(name).or_default()[0] += 1;
    }

    /// What was reached less often than that; what needs a compiler only where there is one.
    pub fn below(&self, least: u64) -> Vec<&'static str> {
        let reached = |name: &str| self.rows.get(name).map_or(0, |row| row[0]);
        let asked = |name: &str| can_compile().is_ok() || !name.starts_with("jit:");
        ALL.into_iter().filter(|name| asked(name) && reached(name) < least).collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.rows.keys().map(String::as_str).filter(|name| !ALL.contains(name));
        for name in ALL.into_iter().chain(others) {
            let [reached, near] = self.rows.get(name).copied().unwrap_or_default();
            let near = if near > 0 { format!("{near:>8} near misses") } else { String::new() };
            writeln!(out, "{reached:>8}  {name:<52}{near}")?;
        }
        Ok(())
    }
}
