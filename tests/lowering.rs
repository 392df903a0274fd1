//! What makes machines faster changes nothing else: with all of it, with none, and with each left
//! out, interpreted and compiled, a game has the same value, found over the same positions.

mod common;

use zug::answer::{
    Checks, Engine, EngineKind, Limits, MemoSize, Options, Prepared, SolverKind, Task, with_engine,
};
use zug::definition::Definition;
use zug_analysis::Ends;
use zug_game::Expansion;
use zug_machine::optimization::{Optimization, Optimizations};

/// Games with more reachable positions are left out.
const FEW: usize = 2_000;
/// Up to so many they are searched without a memo, too.
const FEWEST: usize = 100;

/// Sizes of games of the library that are larger by default.
const SMALLER: [(&str, &[&str]); 7] = [
    ("connect_four", &["columns=3", "rows=3", "k=3"]),
    ("dots_and_boxes", &["columns=1", "rows=3"]),
    ("domineering", &["columns=3", "rows=3"]),
    ("hex", &["columns=3", "rows=2"]),
    ("kalah", &["pits=2", "seeds=2"]),
    ("cqoi2013", &["n=3", "white=b1", "black=c3"]),
    ("oware", &["pits=2", "seeds=2"]),
];

/// Games whose every sequence of a few moves is counted, whatever their size.
const COUNTED: [(&str, &[&str]); 5] = [
    ("connect_four", &["columns=5", "rows=5"]),
    ("reversi", &["width=6", "height=6"]),
    ("poj1085", &[]),
    ("amazons", &[]),
    ("hex", &["columns=9", "rows=9"]),
];

fn load(name: &str, settings: &[&str]) -> Definition {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    common::load(&folder.join(format!("{name}.game")), settings)
}

/// Every set of lowerings that is tried.
fn sets() -> Vec<Optimizations> {
    let but_one = Optimization::ALL.map(|optimization| Optimizations::ALL.without(optimization));
    [Optimizations::ALL, Optimizations::NONE].into_iter().chain(but_one).collect()
}

/// How many positions can be reached, unless there are more than [`FEW`].
struct Count;

impl Task for Count {
    type Output = Option<usize>;

    fn run<E: Engine>(self, engine: &E) -> Option<usize> {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![engine.start()];
        while let Some(position) = open.pop() {
            if !seen.insert(engine.full_key(&position)) {
                continue;
            }
            let mut moves = Vec::new();
            if let Expansion::Moves = engine.expand(&position, &mut moves).expect("no broken promise") {
                let next = |each| engine.play(&position, each).expect("no broken promise").position;
                open.extend(moves.iter().map(next));
            }
            if seen.len() > FEW {
                return None;
            }
        }
        Some(seen.len())
    }
}

/// The value and the positions, by each solver that can be asked.
fn solved(prepared: &Prepared<'_>, reachable: usize) -> Vec<(i64, u64)> {
    let limits = Limits::default();
    let mut ways = vec![(SolverKind::Auto, MemoSize::Auto)];
    if reachable <= FEWEST && !matches!(prepared.ends, Ends::Unproven { .. }) {
        ways.push((SolverKind::AlphaBeta, MemoSize::Off));
    }
    let solve = |(solver, memo)| {
        let options =
            Options { solver, memo, value_only: true, checks: Checks::NONE, ..Options::within(&limits) };
        let answer = prepared.solve(&prepared.start(), &options).expect("it is solved");
        (answer.value, answer.statistics.positions)
    };
    ways.into_iter().map(solve).collect()
}

/// Whether the game is small enough to be compared.
fn agrees(name: &str, definition: &Definition) -> bool {
    let first = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let Some(reachable) = with_engine(&first, Count) else { return false };
    let right = solved(&first, reachable);
    for optimizations in sets() {
        for engine in common::machines() {
            let prepared =
                Prepared::with_optimizations(&definition.program, engine, optimizations).expect("it fits");
            assert_eq!(solved(&prepared, reachable), right, "{name} with {optimizations:?}, {engine:?}");
        }
    }
    true
}

#[test]
fn every_small_game_of_the_library_has_the_same_value_and_node_count() {
    let mut compared = 0;
    for path in common::library() {
        compared += usize::from(agrees(&path.display().to_string(), &common::load(&path, &[])));
    }
    for (name, settings) in SMALLER {
        assert!(agrees(name, &load(name, settings)), "{name} {settings:?} is not small");
    }
    assert!(compared >= 15, "{compared} games of the library are small");
}

#[test]
fn larger_games_have_as_many_sequences_of_moves() {
    for (name, settings) in COUNTED {
        let definition = load(name, settings);
        let count = |engine, optimizations| {
            let prepared =
                Prepared::with_optimizations(&definition.program, engine, optimizations).expect("it fits");
            prepared.perft(&prepared.start(), 2, &Limits::default()).expect("no limit is reached")
        };
        let right = count(EngineKind::Semantics, Optimizations::ALL);
        for optimizations in sets() {
            for engine in common::machines() {
                assert_eq!(count(engine, optimizations), right, "{name} with {optimizations:?}, {engine:?}");
            }
        }
    }
}

/// No test above could fail if leaving out did nothing: each changes the machine, or how it is run,
/// of some game.
#[test]
fn each_lowering_is_seen_in_the_machine_of_a_game() {
    let seen_elsewhere = [
        Optimization::Shapes,
        Optimization::LoopLimits,
        Optimization::EmitBits,
        Optimization::Unroll,
        Optimization::Bounds,
    ];
    let games: Vec<Definition> = common::library().iter().map(|path| common::load(path, &[])).collect();
    for optimization in
        Optimization::ALL.into_iter().filter(|optimization| !seen_elsewhere.contains(optimization))
    {
        let changes = |definition: &Definition| {
            let text = |optimizations| {
                let prepared =
                    Prepared::with_optimizations(&definition.program, EngineKind::Interpret, optimizations);
                prepared.expect("it fits").machine().expect("a machine").to_string()
            };
            text(Optimizations::ALL) != text(Optimizations::ALL.without(optimization))
        };
        assert!(games.iter().any(changes), "{} changes no machine", optimization.name());
    }
}

/// Loops over more integers than a word has bits end where a condition does: every form of it, on
/// either side, with factors and signs, leaves the moves what they are.
#[test]
fn loops_end_where_conditions_do() {
    let mut limited = 0;
    for guard in [
        "k <= n",
        "k < n",
        "n >= k",
        "n > k",
        "not k > n",
        "not n < k",
        "2 * k <= n",
        "k * 3 < n + 1",
        "2 * k - n <= 1",
        "n - k > 4",
        "n - 2 * k >= m",
        "k >= n",
        "k + k > n",
        "3 * k >= n - m",
        "n - k < 5",
        "-k + n <= 3",
        "k <= n and k >= m",
        "k <= n and n % 3 = k % 3",
        "k <= n or k = 70",
        "k * k <= n",
        "k < n and (n > 20 or k = 3)",
        "k - m <= n - k",
        "300 * k <= n",
        "k <= (if n > 9 then n else none)",
        "k <= n / m",
        "m * k <= n",
    ] {
        let text = format!(
            "game \"Limits\" players A, B state {{ n: 0..90 = 40, m: -3..6 = 2 }}
            move take(k in -5..80) when {guard} {{ n = (n * 7 + k + 200) % 91 m = (n + m + 10) % 10 - 3 }}
            move more(k in 1..70, j in k..k + 66) when k < n and j <= k + 1 and j > m {{ n = (n + j) % 91 }}
            stuck => me loses endless => draw"
        );
        let definition = common::compile(&text, &[]).expect(guard);
        let machine = |optimizations| {
            Prepared::with_optimizations(&definition.program, EngineKind::Interpret, optimizations)
                .expect("it fits")
        };
        let without = Optimizations::ALL.without(Optimization::LoopLimits);
        let texts = [Optimizations::ALL, without].map(|set| machine(set).machine().expect("one").to_string());
        limited += usize::from(texts[0] != texts[1]);
        assert!(common::compare_engines(&definition, 4, 30, 1) > 20, "{guard}");
    }
    assert!(limited >= 20, "{limited}");
}
