//! How fast the engines are: `cargo bench --bench engines`, or with `-- perft` for some rows only.
//!
//! Each game is run by hand-written Rust, by the compiled machine and by the interpreter, all under the same search, and
//! finds the same value; `ratio` is to the hand-written game of the same group. With `ZUG_BASELINES=FOLDER` the
//! same searches by solvers in C++ are run beside them.

#[allow(unused_imports, reason = "the other games written by hand are for other benchmarks")]
#[path = "../tests/by_hand/mod.rs"]
mod by_hand;
#[path = "engines/reversi.rs"]
mod reversi;
mod table;
#[path = "engines/tic_tac_toe.rs"]
mod tic_tac_toe;

use by_hand::{ConnectFour, Pursuit, TriangleWar};
use std::hint::black_box;
use std::path::Path;
use table::{Found, Row, group};
use zug::answer::{Engine, EngineKind, Prepared, Task, can_compile, with_engine};
use zug::definition::{self, Definition};
use zug::game::Game;
use zug::solve::*;
use zug::source::Sources;

/// What is done with a game.
#[derive(Clone, Copy)]
enum Method {
    /// Move sequences of this length are counted.
    Perft(usize),
    /// Every line of play.
    Minimax,
    /// Alpha-beta with an open window, moves in the stated order, nothing remembered.
    Plain,
    /// Every position, value only.
    Retrograde,
}

/// What is measured.
struct Subject<'a, H> {
    name: &'a str,
    game: &'a str,
    settings: &'a [&'a str],
    by_hand: &'a H,
    starts: &'a [Vec<usize>],
    method: Method,
}

impl Method {
    fn run<G: Game>(self, game: &G, starts: &[G::Position]) -> Found {
        let mut sum = Found::default();
        for start in starts {
            let found = self.run_one(game, black_box(start));
            sum.value += found.value;
            sum.nodes += found.nodes;
        }
        sum
    }

    fn run_one<G: Game>(self, game: &G, start: &G::Position) -> Found {
        let limits = Limits::default();
        let question = Question::VALUE;
        let solved = match self {
            Method::Perft(depth) => {
                let counts = perft(game, start, depth, &limits).expect("no limit is in its way");
                let leaves = counts.last().copied().unwrap_or(0);
                return Found { value: leaves as i64, nodes: counts.iter().sum(), bytes: 0 };
            }
            Method::Minimax => solve_every_line(game, start, question, &limits),
            Method::Plain => {
                let options = Options { memo: Memo::Off, ..Default::default() };
                solve_alphabeta(game, start, question, &limits, options)
            }
            Method::Retrograde => solve_retrograde(game, start, question, &limits),
        };
        let solved = solved.expect("no limit is in its way");
        Found { value: solved.value, nodes: solved.statistics.positions, bytes: 0 }
    }
}

/// Where these lines of play lead.
fn positions<G: Game>(game: &G, starts: &[Vec<usize>]) -> Vec<G::Position> {
    let next = |position: G::Position, number: &usize| {
        let mut moves = Vec::new();
        game.visit(&position, &mut moves).expect("it can be looked at");
        game.play(&position, &moves[*number]).expect("it can be played").position
    };
    starts.iter().map(|line| line.iter().fold(game.start(), next)).collect()
}

struct Comparison<'a, H> {
    subject: &'a Subject<'a, H>,
    engine: &'static str,
}

impl<H: Game + Sync> Task for Comparison<'_, H> {
    type Output = ();

    fn run<E: Engine>(self, engine: &E) {
        let Subject { name, by_hand, starts, method, .. } = self.subject;
        let (hand_starts, machine_starts) = (positions(*by_hand, starts), positions(engine, starts));
        let mut rows = [
            Row::new("by hand", || method.run(*by_hand, &hand_starts)),
            Row::new(self.engine, || method.run(engine, &machine_starts)),
        ];
        group(name, &mut rows);
    }
}

fn load(game: &str, settings: &[&str]) -> Definition {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{game}.game"));
    let text = std::fs::read_to_string(&path).expect("the definition can be read");
    let mut sources = Sources::default();
    sources.add(path.display().to_string(), text);
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_string()).collect();
    definition::compile(&mut sources, &settings).expect("the definition has no mistakes")
}

fn compare<H: Game + Sync>(subject: &Subject<'_, H>) {
    let definition = load(subject.game, subject.settings);
    let compiled = can_compile().is_ok().then_some((EngineKind::Jit, "compiled"));
    for (kind, engine) in compiled.into_iter().chain([(EngineKind::Interpret, "interpreted")]) {
        let prepared = Prepared::new(&definition.program, kind).expect("it fits the machine");
        with_engine(&prepared, Comparison { subject, engine });
    }
}

/// A thousand starts of POJ 1085 with six pseudo-random edges each, as numbers among the legal moves.
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
    (0..1000).map(start).collect()
}

/// The same search in C++: the program, and the row that it prints.
type Other = (&'static str, &'static str);

/// A name, what is measured, and the same search in C++, where there is one.
type Measured = (&'static str, fn(&str), Option<Other>);

fn from_start<H: Game + Sync>(name: &str, (game, settings): (&str, &[&str]), by_hand: &H, method: Method) {
    compare(&Subject { name, game, settings, by_hand, starts: &[Vec::new()], method });
}

fn starts_of_triangle_war(name: &str) {
    let (by_hand, starts) = (&TriangleWar::new(), &six_edges()[..]);
    compare(&Subject { name, game: "poj1085", settings: &[], by_hand, starts, method: Method::Plain });
}

fn pursuit(name: &str) {
    let settings: &[&str] = &["n=20", "white=a1", "black=t20"];
    from_start(name, ("cqoi2013", settings), &Pursuit { n: 20, at: [0, 399] }, Method::Retrograde);
}

const ROWS: [Measured; 6] = [
    (
        "perft connect four",
        |name| {
            let size: &[&str] = &["columns=5", "rows=5"];
            from_start(name, ("connect_four", size), &ConnectFour::<5, 5>, Method::Perft(8));
        },
        None,
    ),
    (
        "perft reversi 6x6",
        |name| {
            let size: &[&str] = &["width=6", "height=6"];
            from_start(name, ("reversi", size), &reversi::Reversi, Method::Perft(8));
        },
        None,
    ),
    ("poj1085 1000 starts", starts_of_triangle_war, Some(("triangle_war", "plain ab, 1000"))),
    (
        "tic-tac-toe minimax",
        |name| from_start(name, ("tic_tac_toe", &[]), &tic_tac_toe::TicTacToe, Method::Minimax),
        Some(("ttt", "full minimax")),
    ),
    (
        "tic-tac-toe plain",
        |name| from_start(name, ("tic_tac_toe", &[]), &tic_tac_toe::TicTacToe, Method::Plain),
        Some(("ttt", "tictactoe plain ab")),
    ),
    ("cqoi2013 n=20", pursuit, Some(("pursuit", "retrograde"))),
];

/// Runs one row of a program in C++ and prints what it prints.
fn other(folder: &str, (program, row): Other) {
    let run = Path::new(folder).join("run.sh");
    let mut command = std::process::Command::new("sh");
    if let Err(error) = command.arg(run).arg(program).env("ONLY", row).status() {
        println!("not run: {error}");
    }
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let baselines = std::env::var("ZUG_BASELINES").ok();
    table::head();
    for (name, measure, beside) in ROWS {
        if names.is_empty() || names.iter().any(|wanted| name.contains(wanted)) {
            measure(name);
            if let (Some(folder), Some(beside)) = (&baselines, beside) {
                other(folder, beside);
            }
        }
    }
}
