//! How fast the solvers and the interpreter are: `cargo bench`, or `cargo bench -- dots` for some games only.
//!
//! Each game is there twice: written by hand in Rust, and compiled from its definition in `games/`. Both run under the same search,
//! in turn, and find the same value; `ratio` is the time of the machine over the time of the hand-written game.
//!
//! `ZUG_SLOW=1` adds what takes minutes: plain search of POJ 1085 from the empty board, 816,597,118 nodes. With
//! `ZUG_BASELINES=FOLDER` the folder's `run.sh` is run too: whole solvers in another language, with search, order of moves
//! and tables of their own.

#[path = "../tests/by_hand/mod.rs"]
mod by_hand;
mod compiled;
mod table;

use by_hand::{ConnectFour, Dots, Kalah, Pursuit, Reversi, TriangleWar};
use compiled::{Method, Subject};
use zug::game::Game;

/// A hundred starts of POJ 1085 with six pseudo-random edges each, as numbers among the legal moves.
fn six_edges() -> Vec<Vec<usize>> {
    let mut random = 12345_u64;
    let mut next = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % 18
    };
    let start = |_| {
        let mut drawn: Vec<usize> = Vec::new();
        let mut numbers = Vec::new();
        while drawn.len() < 6 {
            let edge = next();
            if !drawn.contains(&edge) {
                numbers.push((0..edge).filter(|before| !drawn.contains(before)).count());
                drawn.push(edge);
            }
        }
        numbers
    };
    (0..100).map(start).collect()
}

/// The machine of a definition from `games/` beside the game written by hand.
fn from_start<H: Game + Sync>(name: &str, game: &str, settings: &[&str], by_hand: &H, methods: &[Method]) {
    compiled::compare(&Subject { name, game, settings, by_hand, starts: &[Vec::new()], methods });
}

fn triangle_war(name: &str, starts: &[Vec<usize>], method: Method) {
    let by_hand = &TriangleWar::new();
    let methods = &[method];
    compiled::compare(&Subject { name, game: "poj1085", settings: &[], by_hand, starts, methods });
}

fn reversi(name: &str) {
    from_start(name, "reversi", &[], &Reversi, &[Method::Plain, Method::Memo]);
}

fn connect_four(name: &str) {
    let settings = &["columns=5", "rows=5"];
    from_start(name, "connect_four", settings, &ConnectFour::<5, 5>, &[Method::Memo]);
}

fn dots(name: &str) {
    from_start(name, "dots_and_boxes", &["columns=3", "rows=3"], &Dots::<3, 3>::new(), &[Method::Memo]);
}

fn kalah(name: &str) {
    from_start(name, "kalah", &["pits=4", "seeds=3"], &Kalah::<4, 3>, &[Method::Memo]);
}

fn pursuit(name: &str) {
    let settings = &["n=20", "white=a1", "black=t20"];
    from_start(name, "cqoi2013", settings, &Pursuit { n: 20, at: [0, 399] }, &[Method::Retrograde]);
}

/// Measures a game under a name.
type Measure = fn(&str);

const GAMES: [(&str, Measure); 7] = [
    ("poj1085 100 starts", |name| triangle_war(name, &six_edges(), Method::Plain)),
    ("poj1085", |name| triangle_war(name, &[Vec::new()], Method::Memo)),
    ("connect four 5x5", connect_four),
    ("dots 3x3", dots),
    ("reversi 4x4", reversi),
    ("kalah 4,3", kalah),
    ("cqoi2013 n=20", pursuit),
];

const SLOW: [(&str, Measure); 1] =
    [("poj1085 empty board", |name| triangle_war(name, &[Vec::new()], Method::Plain))];

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
    let slow = if std::env::var_os("ZUG_SLOW").is_some() { &SLOW[..] } else { &[] };
    table::head();
    for (name, measure) in GAMES.iter().chain(slow) {
        if names.is_empty() || names.iter().any(|wanted| name.contains(wanted)) {
            measure(name);
        }
    }
    baselines();
}
