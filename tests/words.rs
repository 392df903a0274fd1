//! One word, one meaning: no name in the source is of the project's private vocabulary
//! (`docs/glossary.md` has the field's).
//!
//! Looks at identifiers and file names in `src` and `crates`; strings and comments may say what
//! they like. Names of more than [`SENTENCE`] words are sentences (tests are called by what they
//! hold) and stay plain English.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Names of more words than this are sentences.
const SENTENCE: usize = 4;

/// Words that are no part of any name, in camel or snake case: the old word and the new one.
const PARTS: [(&str, &str); 32] = [
    ("slim", "packed"),
    ("filed", "slot"),
    ("favourite", "hash_move"),
    ("outlook", "static_verdict, or ResourceEstimate"),
    ("promise", "order_score"),
    ("promises", "order_scores"),
    ("told", "view, rendered"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("misread", "known_mistake"),
    ("strayed", "stray_keyword"),
    ("seeker", "search_driver"),
    ("gauge", "tier_function"),
    ("pilot", "sample"),
    ("probes", "estimator"),
    ("sweeps", "value_iteration"),
    ("unanswered", "SolveError"),
    ("mounted", "LoadedEngine"),
    ("chart", "SolvedTable"),
    ("charted", "SolvedEntry"),
    ("guesses", "heuristics"),
    ("lowering", "optimization"),
    ("lowerings", "optimizations"),
    ("lifted", "bit_parallel, masks"),
    ("profile1", "RowProfile"),
    ("shape2", "BoardGeometry"),
    ("sheet", "CsrChunk"),
    ("sheets", "chunks"),
    ("survey", "StateSpaceStatistics, or retrograde_census"),
    ("filling", "SubsetGame, SubsetPlay"),
    ("placing", "PositionalGame"),
];

/// Whole names that are not used, and the part of the path in which they are not; an empty one
/// stands for everywhere.
const NAMES: [(&str, &str, &str); 58] = [
    ("Visit", "", "Expansion"),
    ("Class", "", "CanonicalForm"),
    ("PlainSearch", "", "NativeSearch"),
    ("can_search", "", "has_native_search"),
    ("Everything", "", "StrongSolution"),
    ("MemoCuts", "", "TranspositionCutoffs"),
    ("Scheme", "", "PositionIndexing"),
    ("Trail", "", "MoveGraph"),
    ("Things", "", "Boxes"),
    ("Packing", "", "KeyEncoding"),
    ("Numbering", "", "CompactKey"),
    ("Numbers", "", "ProofNumbers, PositionIndex"),
    ("Closing", "", "BoxCompletion"),
    ("Flat", "", "Bytecode"),
    ("FlatMachine", "", "BytecodeMachine"),
    ("Choices", "", "MoveMask"),
    ("ShapeId", "", "FollowupRequestId"),
    ("Touched", "", "WrittenSet"),
    ("Narrow", "", "VariableWidth"),
    ("Ahead", "", "ScannedChild, DepthLimited"),
    ("Team", "", "Abdada"),
    ("Kept", "", "AlphaBetaState"),
    ("Proved", "", "DfpnState"),
    ("solve_kept", "", "resume_alphabeta"),
    ("solve_proved", "", "resume_dfpn"),
    ("in_turns", "", "dovetail"),
    ("look_ahead", "", "scan_children, depth_limited_search"),
    ("random_end", "", "playout"),
    ("has_outlook", "", "has_static_verdict"),
    ("Attract", "", "Attractor"),
    ("Listed", "solve", "SolvedPositions"),
    ("Symbols", "", "SymbolicEvaluator"),
    ("Thing", "draw", "DrawnPiece"),
    ("Slip", "", "TokenMistake"),
    ("Known", "solve", "Bounds, SolvedTiers"),
    ("Whole", "solve", "FullKeyTable, FullKey"),
    ("Scale", "solve", "Utility"),
    ("Mark", "solve", "EncodedValue"),
    ("Worth", "solve", "ValueDomain, PositionValue"),
    ("Keys", "solve", "CompressedKeys"),
    ("Plan", "solve", "EntryLayout"),
    ("Plan", "draw", "BoardPlan"),
    ("Plan", "answer", "SolverChoice"),
    ("Memo", "solve", "TranspositionTable, TableSize"),
    ("Table", "solve", "TranspositionTable, ProofTable, StrongTable"),
    ("Guess", "solve", "HeuristicValue"),
    ("Random", "solve/estimate", "SplitMix64"),
    ("gain", "solve", "reward"),
    ("gains", "solve", "rewards"),
    ("visit", "solve", "expand"),
    ("exchanged", "solve", "colour_swapped"),
    ("trail", "solve", "move_graph"),
    ("Tier", "machine", "TierUp"),
    ("When", "machine", "TierUpPolicy"),
    ("Code", "machine", "Opcode, ValueEncoding, CompiledCode"),
    ("Shape", "ground", "FollowupRequest"),
    ("Change", "facts", "Delta"),
    ("Entry", "facts", "SetFieldWrite"),
];

/// Files and folders that are not called so, each with the folder (or crate) in which it stood, and
/// what it is called.
const FILES: [(&str, &str, &str); 57] = [
    ("solve", "known", "bounds"),
    ("solve", "slim", "packed"),
    ("solve", "whole", "full_key"),
    ("solve", "ahead", "child_scan"),
    ("solve", "team", "abdada"),
    ("solve", "scale", "utility"),
    ("solve", "plain", "tableless"),
    ("solve", "sweeps", "value_iteration"),
    ("solve", "shallow", "depth_limited"),
    ("solve", "numbers", "proof_numbers, position_index"),
    ("solve", "attract", "attractor"),
    ("solve", "components", "scc"),
    ("solve", "chart", "solved_table"),
    ("solve", "listed", "solved_positions"),
    ("solve", "trail", "move_graph"),
    ("solve", "sheet", "csr_chunk"),
    ("solve", "found", "sharded_set"),
    ("solve", "tell", "census_pass"),
    ("solve", "things", "boxes"),
    ("solve", "keys", "compressed_keys"),
    ("solve", "narrow", "variable_width"),
    ("solve", "list", "enumerate"),
    ("solve", "sweep", "backward_induction"),
    ("solve", "survey", "retrograde_census"),
    ("answer", "filling", "subset_game"),
    ("answer", "gauge", "tier_function"),
    ("answer", "packing", "key_encoding"),
    ("answer", "survey", "state_space"),
    ("answer", "tell", "view"),
    ("tree", "told", "view"),
    ("tree", "ahead", "depth_limit"),
    ("symmetry", "tell", "render"),
    ("play", "tell", "commentary"),
    ("machine", "flat", "bytecode"),
    ("machine", "tier", "tier_up"),
    ("machine", "numbering", "compact_key"),
    ("machine", "lowering", "optimization"),
    ("", "no_jit", "jit_stub"),
    ("", "seeker", "search_driver"),
    ("jit", "choices", "move_mask"),
    ("jit", "needed", "liveness"),
    ("jit", "rows", "constant_data"),
    ("", "closing", "box_completion"),
    ("", "placing", "positional_game"),
    ("facts", "change", "effects"),
    ("facts", "storing", "store_effects"),
    ("facts", "ranks", "monotone_order"),
    ("facts", "terms", "symbolic_state"),
    ("facts", "symbols", "symbolic_evaluator"),
    ("facts", "paths", "path_enumeration"),
    ("ground", "lift", "bit_parallel"),
    ("ground", "lift_sets", "bit_parallel_sets"),
    ("ground", "touched", "written_set"),
    ("", "mend", "fix"),
    ("check", "advice", "suggestions"),
    ("syntax", "pieces", "resynchronize"),
    ("draw", "aside", "side_panel"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files in a folder and below it, sorted.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() && entry.file_name().is_some_and(|name| name != "target") {
            files(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
}

/// The text with blanks in the place of strings, characters and comments; lines stay.
fn code(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    let blank = |out: &mut String, from: usize, to: usize| {
        chars[from..to].iter().for_each(|c| out.push(if *c == '\n' { '\n' } else { ' ' }));
    };
    while at < chars.len() {
        let end = match chars[at] {
            '/' if chars.get(at + 1) == Some(&'/') => {
                (at..chars.len()).find(|i| chars[*i] == '\n').unwrap_or(chars.len())
            }
            '/' if chars.get(at + 1) == Some(&'*') => (at + 2..chars.len())
                .find(|i| chars[*i - 1] == '*' && chars[*i] == '/')
                .map_or(chars.len(), |i| i + 1),
            '"' => quoted(&chars, at),
            'r' if is_raw(&chars, at) => raw(&chars, at),
            '\'' if chars.get(at + 1) == Some(&'\\') => {
                (at + 3..chars.len()).find(|i| chars[*i] == '\'').map_or(chars.len(), |i| i + 1)
            }
            '\'' if chars.get(at + 2) == Some(&'\'') => at + 3,
            c => {
                out.push(c);
                at += 1;
                continue;
            }
        };
        blank(&mut out, at, end);
        at = end;
    }
    out
}

/// Where a string ends that begins here.
fn quoted(chars: &[char], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn is_raw(chars: &[char], at: usize) -> bool {
    let inside = at > 0 && (chars[at - 1].is_alphanumeric() && chars[at - 1] != 'b' || chars[at - 1] == '_');
    let behind = chars[at + 1..].iter().find(|c| **c != '#');
    !inside && behind == Some(&'"')
}

/// Where a raw string ends that begins here.
fn raw(chars: &[char], begin: usize) -> usize {
    let hashes = chars[begin + 1..].iter().take_while(|c| **c == '#').count();
    let mut at = begin + hashes + 2;
    while at < chars.len() {
        let closed =
            chars[at] == '"' && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes;
        if closed {
            return at + 1 + hashes;
        }
        at += 1;
    }
    chars.len()
}

/// The identifiers of a line.
fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| !c.is_numeric()))
}

/// The words of an identifier, small: `ToldMove` and `told_move` have two.
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut small = false;
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() && small {
            parts.push(String::new());
        }
        small = c.is_lowercase() || c.is_numeric();
        if c != '_' {
            parts.last_mut().expect("there is one").extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether a path from the root lies in a folder, or in the crate that the folder became.
fn lies_in(path: &str, folder: &str) -> bool {
    let crate_name = format!("zug-{folder}");
    folder.is_empty()
        || path.contains(&format!("/{folder}"))
        || path.split('/').any(|part| part == folder || part == crate_name)
}

/// What is to be said instead of an identifier in a file, if it is an old one.
fn instead(path: &str, identifier: &str) -> Option<&'static str> {
    let whole = NAMES.iter().find(|(old, folder, _)| *old == identifier && lies_in(path, folder));
    if let Some((_, _, new)) = whole {
        return Some(new);
    }
    let parts = parts(identifier);
    if parts.len() > SENTENCE {
        return None;
    }
    PARTS.iter().find(|(old, _)| parts.iter().any(|part| part == old)).map(|(_, new)| *new)
}

#[test]
fn names_are_of_the_fields_vocabulary() {
    let mut found = Vec::new();
    for folder in ["src", "crates"] {
        files(&root().join(folder), &mut found);
    }
    assert!(found.len() > 100, "the source is where it is looked for: {} files", found.len());
    let mut report = String::new();
    for file in &found {
        let path = file.strip_prefix(root()).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let pieces: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
        for (folder, old, new) in FILES {
            if lies_in(&path, folder) && pieces.contains(&old) {
                writeln!(report, "{path}: the file `{old}` is called `{new}`").expect("a string");
            }
        }
        let text = std::fs::read_to_string(file).expect("a source file can be read");
        for (number, line) in code(&text).lines().enumerate() {
            for identifier in identifiers(line) {
                if let Some(new) = instead(&path, identifier) {
                    writeln!(report, "{path}:{}: `{identifier}` is called `{new}`", number + 1)
                        .expect("a string");
                }
            }
        }
    }
    assert!(report.is_empty(), "words of the old vocabulary, see docs/glossary.md:\n{report}");
}

#[test]
fn an_old_word_is_found_in_camel_and_snake_case_and_in_no_string() {
    for (identifier, path) in
        [("Told", "src/tree/a.rs"), ("ToldMove", "crates/x/src/a.rs"), ("next_told", "src/a.rs")]
    {
        assert!(instead(path, identifier).is_some(), "{identifier}");
    }
    assert!(instead("crates/zug-solve/src/a.rs", "gain").is_some());
    assert!(instead("crates/zug-lang/src/a.rs", "gain").is_none());
    assert!(instead("src/a.rs", "one_mistake_is_told_once").is_none());
    assert_eq!(
        code("a(\"told\", 'x', r#\"told\"#) // told\nb").split_whitespace().collect::<String>(),
        "a(,,)b"
    );
}
