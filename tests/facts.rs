//! What is proven about the games in `games/` holds when they are played.

use std::collections::HashSet;
use std::path::PathBuf;
use zug::facts::{self, Ends};
use zug::program::Program;
use zug::semantics::{Semantics, Visit};
use zug::source::FileId;

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
    let (game, _) = zug::syntax::parse(FileId::DEFINITION, &text);
    let checked = zug::check::check(&game, &[]);
    let program = checked.program.unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics));
    (name, program)
}

/// A number that follows from a seed, and the next seed.
fn roll(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) as usize) % below.max(1)
}

#[test]
fn no_position_comes_again_where_play_is_proven_to_end() {
    for (name, program) in games() {
        if !matches!(facts::ends(&program), Ends::Proven { .. }) {
            continue;
        }
        let game = Semantics::new(&program);
        for mut seed in 0..20 {
            let mut seen = HashSet::new();
            let mut position = game.start();
            while let Ok(Visit::Moves(moves)) = game.visit(&position) {
                assert!(seen.insert(position.clone()), "{name}: {position:?}");
                match game.play(&position, &moves[roll(&mut seed, moves.len())]) {
                    Ok(next) => position = next,
                    Err(error) => panic!("{name}: {}", error.diagnostic(&program).message),
                }
            }
        }
    }
}

#[test]
fn outcomes_lie_within_their_bounds() {
    for (name, program) in games() {
        let (low, high) = facts::range(&program);
        let game = Semantics::new(&program);
        for mut seed in 0..20 {
            let mut position = game.start();
            for _ in 0..200 {
                match game.visit(&position) {
                    Ok(Visit::Moves(moves)) => {
                        let choice = &moves[roll(&mut seed, moves.len())];
                        position = game.play(&position, choice).expect("a legal move can be played");
                    }
                    Ok(Visit::Over(payoff)) => {
                        assert!((low..=high).contains(&payoff), "{name}: {payoff} in {low}..{high}");
                        assert!(payoff != 0 || facts::can_be_drawn(&program), "{name} was drawn");
                        break;
                    }
                    Err(error) => panic!("{name}: {}", error.diagnostic(&program).message),
                }
            }
        }
    }
}
