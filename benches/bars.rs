//! How fast Zug is beside solvers written for one game: `cargo bench --bench bars`, or with `-- dots` for some rows only.
//!
//! Each row is one search of a definition of `games/`, parsed and compiled before the clock starts. Beside it stands the same game
//! under a solver in C++, with its own search and tables, from the folder `ZUG_BASELINES`; each of its rows is run alone. `ZUG_SLOW=1`
//! adds what takes minutes. Where the algorithm is the same, the nodes must be the same; `ratio` is ours over theirs.

#[allow(dead_code, reason = "the other tables print rows of two games")]
mod table;

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use table::{Found, Measured, Row, measure};
use zug::answer::{Engine, EngineKind, Prepared, Task, with_engine};
use zug::definition::{self, Definition};
use zug::game::{Game, Value};
use zug::solve::*;
use zug::source::Sources;

/// How a definition is solved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// Every line of play.
    Minimax,
    /// Alpha-beta with an open window, moves in the stated order, nothing remembered.
    Plain,
    /// As `zug solve` does it for the value alone.
    Auto,
    /// Every position.
    Retrograde,
}

/// A search, and the same in C++: the program, the text that chooses the row, and whether it needs `SLOW=1`.
struct Bar {
    name: &'static str,
    game: &'static str,
    settings: &'static [&'static str],
    method: Method,
    other: (&'static str, &'static str),
    slow: bool,
}

const fn bar(
    name: &'static str,
    (game, settings): (&'static str, &'static [&'static str]),
    method: Method,
    other: (&'static str, &'static str),
) -> Bar {
    Bar { name, game, settings, method, other, slow: false }
}

const EMPTY: &[&str] = &[];

const BARS: [Bar; 11] = [
    bar("tic-tac-toe minimax", ("tic_tac_toe", EMPTY), Method::Minimax, ("ttt", "tictactoe full minimax")),
    bar("tic-tac-toe plain", ("tic_tac_toe", EMPTY), Method::Plain, ("ttt", "tictactoe plain ab")),
    bar("poj1085", ("poj1085", EMPTY), Method::Auto, ("triangle_war", "memo(mask,player,ca)")),
    Bar {
        slow: true,
        ..bar("poj1085 plain", ("poj1085", EMPTY), Method::Plain, ("triangle_war", "(-INF,INF), empty"))
    },
    bar(
        "connect four 5x5",
        ("connect_four", &["columns=5", "rows=5"]),
        Method::Auto,
        ("connect4", "5x5 ab+tt 2^24, + win-in-1 + mirror"),
    ),
    Bar {
        slow: true,
        ..bar(
            "connect four 6x5",
            ("connect_four", &["columns=6", "rows=5"]),
            Method::Auto,
            ("connect4", "6x5 ab+tt 2^24, + win-in-1 + mirror"),
        )
    },
    bar(
        "dots 3x3",
        ("dots_and_boxes", &["columns=3", "rows=3"]),
        Method::Auto,
        ("dots", "3x3 ab + bound table"),
    ),
    bar("reversi 4x4 plain", ("reversi", EMPTY), Method::Plain, ("othello", "4x4 plain ab")),
    bar("reversi 4x4", ("reversi", EMPTY), Method::Auto, ("othello", "4x4 ab + tt")),
    bar("reversi 6x4", ("reversi", &["width=6", "height=4"]), Method::Auto, ("othello", "6x4 ab + tt")),
    bar(
        "cqoi2013 n=20",
        ("cqoi2013", &["n=20", "white=a1", "black=t20"]),
        Method::Retrograde,
        ("pursuit", "pursuit_20"),
    ),
];

fn load(game: &str, settings: &[&str]) -> Definition {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{game}.game"));
    let text = std::fs::read_to_string(&path).expect("the definition can be read");
    let mut sources = Sources::default();
    sources.add(path.display().to_string(), text);
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_string()).collect();
    definition::compile(&mut sources, &settings).expect("the definition has no mistakes")
}

/// Measures one search.
struct Timed {
    method: Method,
    range: (Value, Value),
}

impl Task for Timed {
    type Output = Measured;

    fn run<E: Engine>(self, engine: &E) -> Measured {
        let start = engine.start();
        measure(&mut Row::new("", || self.method.solve(engine, black_box(&start), self.range)))
    }
}

impl Method {
    fn solve<G: Game>(self, game: &G, start: &G::Position, range: (Value, Value)) -> Found {
        let limits = Limits::default();
        let question = Question::VALUE;
        let solution = match self {
            Method::Minimax => solve_every_line(game, start, question, &limits),
            Method::Retrograde => solve_retrograde(game, start, question, &limits),
            Method::Plain => {
                let options = Options { memo: Memo::Off, ..Options::default() };
                solve_alphabeta(game, start, question, &limits, options)
            }
            Method::Auto => {
                let options = Options { range: Some(range), ..Options::default() };
                solve_alphabeta(game, start, question, &limits, options)
            }
        };
        let solution = solution.expect("no limit is in its way");
        let statistics = solution.statistics;
        Found { value: solution.value, nodes: statistics.positions, bytes: statistics.bytes }
    }
}

fn ours(bar: &Bar) -> Measured {
    let definition = load(bar.game, bar.settings);
    let engine = match zug::answer::can_compile() {
        Ok(()) => EngineKind::Jit,
        Err(_) => EngineKind::Interpret,
    };
    let prepared = Prepared::new(&definition.program, engine).expect("it fits the machine").with_symmetry();
    with_engine(&prepared, Timed { method: bar.method, range: prepared.range })
}

/// What a program in C++ tells of its row.
struct Theirs {
    nodes: String,
    seconds: f64,
    mebibytes: String,
}

/// Runs one row of a program in C++, if there is one.
fn theirs((program, row): (&str, &str)) -> Option<Theirs> {
    let folder = std::env::var("ZUG_BASELINES").ok()?;
    let run = Path::new(&folder).join("run.sh");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("baselines");
    let command = |text| {
        Command::new("sh")
            .arg(&run)
            .arg(program)
            .env("ONLY", text)
            .env("SLOW", "1")
            .env("OUT", &built)
            .output()
    };
    let told = String::from_utf8(command(row).ok()?.stdout).ok()?;
    let words: Vec<&str> = told.lines().nth(1)?.split_whitespace().collect();
    let from_end = |at: usize| words.len().checked_sub(at).map(|at| words[at]);
    Some(Theirs {
        nodes: from_end(7)?.to_string(),
        seconds: from_end(6)?.parse().ok()?,
        mebibytes: from_end(1)?.to_string(),
    })
}

fn print(bar: &Bar) {
    let (ours, theirs) = (ours(bar), theirs(bar.other));
    let Found { value, nodes, bytes } = ours.found;
    let tables = bytes as f64 / f64::from(1 << 20);
    let head = format!("{:<20} {value:>6} {nodes:>11} {:>10.3} {tables:>10.1}", bar.name, ours.seconds * 1e3);
    match theirs {
        None => println!("{head}"),
        Some(Theirs { nodes, seconds, mebibytes }) => println!(
            "{head} {nodes:>13} {:>10.3} {mebibytes:>9} {:>7.2}",
            seconds * 1e3,
            ours.seconds / seconds
        ),
    }
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let slow = std::env::var_os("ZUG_SLOW").is_some();
    println!(
        "{:<20} {:>6} {:>11} {:>10} {:>10} {:>13} {:>10} {:>9} {:>7}",
        "search", "value", "nodes", "cpu ms", "tables MiB", "C++ nodes", "cpu ms", "peak MiB", "ratio"
    );
    for bar in BARS.iter().filter(|bar| slow || !bar.slow) {
        if names.is_empty() || names.iter().any(|wanted| bar.name.contains(wanted)) {
            print(bar);
        }
    }
}
