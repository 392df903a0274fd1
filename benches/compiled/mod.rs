//! Measures a definition's machine beside the same game written by hand.

use super::table::{Found, Row, group};
use std::hint::black_box;
use std::path::Path;
use zug::answer::{Engine, EngineKind, Prepared, Task, with_engine};
use zug::definition::{self, Definition};
use zug::game::{Game, Value};
use zug::solve::*;
use zug::source::Sources;

/// How a value is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta with an open window, moves in the stated order, nothing remembered.
    Plain,
    /// Alpha-beta as `zug solve` runs it, with the range of outcomes that is proved of the definition.
    Memo,
    /// Retrograde analysis, with distances.
    Retrograde,
}

/// What is measured.
pub struct Subject<'a, H> {
    /// In the table.
    pub name: &'a str,
    /// The definition's file in `games/`.
    pub game: &'a str,
    /// Its settings.
    pub settings: &'a [&'a str],
    /// The same game, written by hand, with the same moves in the same order.
    pub by_hand: &'a H,
    /// Lines of play that lead to the positions to solve, each move as its number among the legal ones.
    pub starts: &'a [Vec<usize>],
    /// How they are solved, each method a group of rows.
    pub methods: &'a [Method],
}

/// Measures both games by all methods and prints the rows.
pub fn compare<H: Game + Sync>(subject: &Subject<'_, H>) {
    let definition = load(subject.game, subject.settings);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    with_engine(&prepared, Comparison { subject, range: prepared.range });
}

fn load(game: &str, settings: &[&str]) -> Definition {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{game}.game"));
    let text = std::fs::read_to_string(&path).expect("the definition can be read");
    let mut sources = Sources::default();
    sources.add(path.display().to_string(), text);
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_string()).collect();
    definition::compile(&mut sources, &settings).expect("the definition has no mistakes")
}

struct Comparison<'a, H> {
    subject: &'a Subject<'a, H>,
    range: (Value, Value),
}

impl<H: Game + Sync> Task for Comparison<'_, H> {
    type Output = ();

    fn run<E: Engine>(self, engine: &E) {
        let Subject { name, by_hand, starts, methods, .. } = self.subject;
        let (hand_starts, machine_starts) = (positions(*by_hand, starts), positions(engine, starts));
        for &method in *methods {
            let what = match method {
                Method::Plain => ["by hand, plain", "machine, plain"],
                Method::Memo => ["by hand, memo", "machine, memo"],
                Method::Retrograde => ["by hand, retrograde", "machine, retrograde"],
            };
            let mut rows = [
                Row::new(what[0], || method.solve(*by_hand, &hand_starts, self.range)),
                Row::new(what[1], || method.solve(engine, &machine_starts, self.range)),
            ];
            group(name, &mut rows);
        }
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

impl Method {
    /// Solves these positions one by one: the sum of their values, and all nodes.
    fn solve<G: Game>(self, game: &G, starts: &[G::Position], range: (Value, Value)) -> Found {
        let mut sum = Found::default();
        for start in starts {
            let found = self.solve_one(game, black_box(start), range).expect("no limit is in its way");
            sum.value += found.value;
            sum.nodes += found.statistics.positions;
            sum.bytes = sum.bytes.max(found.statistics.bytes);
        }
        sum
    }

    fn solve_one<G: Game>(
        self,
        game: &G,
        start: &G::Position,
        range: (Value, Value),
    ) -> Result<Solution<G::Move>, Stop<G::Move>> {
        let limits = Limits::default();
        let options = match self {
            Method::Plain => Options { memo: Memo::Off, range: None, techniques: Techniques::ALL },
            Method::Memo => Options { memo: Memo::Auto, range: Some(range), ..Options::default() },
            Method::Retrograde => {
                let question = Question { distance: true, ..Question::VALUE };
                return solve_retrograde(game, start, question, &limits);
            }
        };
        solve_alphabeta(game, start, Question::VALUE, &limits, options)
    }
}
