//! The slow semantics finds the move counts that the games in `games/` expect.

use std::path::PathBuf;
use zug_lang::program::{Choice, Fact, Program};
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_lang::source::FileId;

/// Counts above this are left to faster engines.
const FEW: u64 = 20_000;

/// Every game, with its name.
fn games() -> Vec<(String, Program)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files.iter().map(read).collect()
}

fn read(path: &PathBuf) -> (String, Program) {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let (game, _) = zug_lang::syntax::parse(FileId::DEFINITION, &text);
    let checked = zug_lang::check::check(&game, &[]);
    let program = checked.program.unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics));
    (name, program)
}

fn perft(name: &str, game: &Semantics, position: &Position, depth: usize) -> u64 {
    match game.expand(position) {
        Ok(Expansion::Moves(moves)) if depth > 1 => {
            let after = moves.iter().map(|choice| game.play(position, choice));
            after.map(|after| perft(name, game, &after.expect("a legal move can be played"), depth - 1)).sum()
        }
        Ok(Expansion::Moves(moves)) => moves.len() as u64,
        Ok(Expansion::Over(_)) => 0,
        Err(error) => panic!("{name}: {}", error.diagnostic(game.program()).message),
    }
}

#[test]
fn move_counts_are_the_expected_ones() {
    for (name, program) in games() {
        let game = Semantics::new(&program);
        for expect in program.expects.iter().filter(|e| !e.slow && e.with.is_empty()) {
            let Fact::Perft(counts) = &expect.fact else { continue };
            let start = match &expect.after {
                Some((moves, _)) => match game.read_moves(&game.start(), moves) {
                    Ok(line) => line.positions.last().cloned().unwrap_or_else(|| game.start()),
                    Err(error) => panic!("{name}: `{}` {:?}", error.text, error.kind),
                },
                None => game.start(),
            };
            for (depth, expected) in counts.iter().enumerate().take_while(|(_, count)| **count <= FEW) {
                assert_eq!(perft(&name, &game, &start, depth + 1), *expected, "{name}, length {}", depth + 1);
            }
        }
    }
}

#[test]
fn one_choice_is_legal_where_the_list_has_it() {
    let (mut legal, mut refused) = (0, 0);
    for (name, program) in games() {
        let game = Semantics::new(&program);
        let mut dice = zug_game::SplitMix64(5);
        // Choices of other positions, most of which are not legal here.
        let mut seen: Vec<Choice> = vec![Choice::Pass];
        let mut position = game.start();
        for _ in 0..40 {
            let Ok(moves) = game.legal(&position) else { break };
            seen.extend(moves.iter().take(20).cloned());
            for choice in seen.iter().rev().step_by(seen.len().div_ceil(60)) {
                let one = game.is_legal(&position, choice).expect("no fault in the library");
                assert_eq!(one, moves.contains(choice), "{name}: {choice:?}");
                if one { legal += 1 } else { refused += 1 }
            }
            let Some(choice) = (!moves.is_empty()).then(|| &moves[dice.below(moves.len())]) else { break };
            position = game.play(&position, choice).expect("a legal move can be played");
        }
    }
    assert!(legal > 5_000 && refused > 5_000, "{legal} {refused}");
}
