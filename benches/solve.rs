//! How fast the solvers are: `cargo bench`, or `cargo bench -- dots` for some rows only.
//!
//! `ZUG_SLOW=1` adds what takes minutes: plain search of POJ 1085 from the empty board, 816,597,118 nodes.
//!
//! All games here are written by hand; they are the yardstick for the same games compiled from their definitions. With
//! `ZUG_BASELINES=FOLDER` the folder's `run.sh` is run too: whole solvers in another language, with search, order of moves
//! and tables of their own.

#[path = "../tests/by_hand/mod.rs"]
mod by_hand;
mod table;

use by_hand::{ConnectFour, Dots, Kalah, Pursuit, Reversi, TriangleWar};
use std::hint::black_box;
use table::{Found, Row, group, head};
use zug::game::{Game, Value};
use zug::solve::*;

const PLAIN: Options = Options { memo: Memo::Off, range: None };

fn remembering(most: Value) -> Options {
    Options { memo: Memo::Auto, range: Some((-most, most)) }
}

fn alphabeta<G: Game>(game: &G, start: &G::Position, options: Options) -> Found {
    let found = solve_alphabeta(game, black_box(start), Question::VALUE, &Limits::default(), options);
    found.map_or((i64::MIN, 0), |found| (found.value, found.statistics.positions))
}

fn retrograde<G: Game>(game: &G) -> Found {
    let question = Question { distance: true, ..Question::VALUE };
    let found = solve_retrograde(game, black_box(&game.start()), question, &Limits::default());
    found.map_or((i64::MIN, 0), |found| (found.value, found.statistics.positions))
}

/// A hundred starts of six pseudo-random edges each: wins of the first player, and nodes.
fn six_edges(game: &TriangleWar, options: Options) -> Found {
    let mut random = 12345_u64;
    let (mut wins, mut nodes) = (0, 0);
    for _ in 0..100 {
        let mut moves = Vec::new();
        while moves.len() < 6 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let edge = ((random >> 33) % 18) as u8;
            if !moves.contains(&edge) {
                moves.push(edge);
            }
        }
        let found = alphabeta(game, &game.after(&moves), options);
        wins += i64::from(found.0 > 0);
        nodes += found.1;
    }
    (wins, nodes)
}

fn with<G: Game>(game: G, options: Options) -> impl FnMut() -> Found {
    move || alphabeta(&game, &game.start(), options)
}

fn measure(wanted: &dyn Fn(&str) -> bool) {
    let rows = |name: &str, mut rows: Vec<Row<'_>>| {
        if wanted(name) {
            group(name, &mut rows);
        }
    };
    let war = TriangleWar::new();
    let plain = || six_edges(&war, PLAIN);
    rows("poj1085 100 starts", vec![Row::new("by hand, plain", plain)]);
    if std::env::var_os("ZUG_SLOW").is_some() {
        rows("poj1085 empty board", vec![Row::new("by hand, plain", with(TriangleWar::new(), PLAIN))]);
    }
    rows("poj1085", vec![Row::new("by hand, memo", with(TriangleWar::new(), remembering(1)))]);
    rows("connect four 5x5", vec![Row::new("by hand, memo", with(ConnectFour::<5, 5>, remembering(1)))]);
    rows("dots 3x3", vec![Row::new("by hand, memo", with(Dots::<3, 3>::new(), remembering(9)))]);
    rows(
        "reversi 4x4",
        vec![
            Row::new("by hand, plain", with(Reversi, PLAIN)),
            Row::new("by hand, memo", with(Reversi, remembering(16))),
        ],
    );
    rows("kalah 4,3", vec![Row::new("by hand, memo", with(Kalah::<4, 3>, remembering(24)))]);
    let pursuit = Pursuit { n: 20, at: [0, 399] };
    rows("cqoi2013 n=20", vec![Row::new("by hand, retrograde", || retrograde(&pursuit))]);
}

/// Runs the solvers in another language, where there are any.
fn baselines() {
    let Ok(folder) = std::env::var("ZUG_BASELINES") else { return };
    println!("\nbaselines of {folder}:");
    let run = std::path::Path::new(&folder).join("run.sh");
    let names = ["triangle_war", "connect4", "dots", "othello", "pursuit"];
    if let Err(error) = std::process::Command::new("sh").arg(run).args(names).status() {
        println!("not run: {error}");
    }
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    head();
    on_deep_stack(|| measure(&|name| names.is_empty() || names.iter().any(|wanted| name.contains(wanted))));
    baselines();
}
