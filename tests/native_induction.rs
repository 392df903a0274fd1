//! The induction that a machine does by itself, compiled, gives the values and the counts of one
//! that goes position by position: from every position of random play, and where it halts.

mod common;

use std::cell::Cell;
use std::collections::HashMap;
use zug::answer::{Engine, EngineKind, Options, Prepared, SolverKind, Task, can_compile, with_engine};
use zug_game::{
    Expansion, Fault, Game, INDUCTION_PAUSE, InductionCounts, InductionOutcome, NativeInduction, Player,
    Value,
};
use zug_solve::{SolveQuestion, Statistics, solve_induction};

/// Values that fit into an array, which a test has room for.
const MOST_RANKS: u64 = 1 << 20;

/// Why the induction position by position ends without a value.
#[derive(Debug, PartialEq)]
enum Halt {
    Fault(Fault),
    /// More positions than a test has time for.
    Long,
}

/// Memoized recursion as textbooks have it.
struct Slow<'a, G: Game> {
    game: &'a G,
    outcomes: (Value, Value),
    values: HashMap<G::Key, Value>,
    counts: InductionCounts,
    most: u64,
}

impl<G: Game> Slow<'_, G> {
    fn value(&mut self, at: &G::Position, ply: u64) -> Result<Value, Halt> {
        self.counts.positions += 1;
        self.counts.deepest = self.counts.deepest.max(ply + 1);
        if self.counts.positions > self.most {
            return Err(Halt::Long);
        }
        let mut moves = Vec::new();
        let value = match self.game.expand(at, &mut moves).map_err(Halt::Fault)? {
            Expansion::Terminal(payoff) => {
                self.counts.terminal += 1;
                payoff
            }
            Expansion::Moves => self.best(at, &moves, ply)?,
        };
        let (key, across) = self.place(at);
        self.values.insert(key, across * value);
        Ok(value)
    }

    /// The key under which a position is kept, and what its value is multiplied by there.
    fn place(&self, at: &G::Position) -> (G::Key, Value) {
        if !self.game.has_forms_by_turn() {
            return (self.game.key(at), 1);
        }
        let form = self.game.canonical(at);
        (form.key, if form.colour_swapped { -1 } else { 1 })
    }

    fn best(&mut self, at: &G::Position, moves: &[G::Move], ply: u64) -> Result<Value, Halt> {
        let mut best: Option<Value> = None;
        for play in moves {
            let (mover, (low, high)) = (self.game.mover(at), self.outcomes);
            let is_best = best.is_some_and(|best| match mover {
                Player::First => best >= high,
                Player::Second => best <= low,
            });
            if is_best {
                self.counts.cutoffs += 1;
                break;
            }
            let step = self.game.play(at, play).map_err(Halt::Fault)?;
            let (key, across) = self.place(&step.position);
            let known = self.values.get(&key).map(|value| across * value);
            self.counts.hits += u64::from(known.is_some());
            let value = step.reward + known.map_or_else(|| self.value(&step.position, ply + 1), Ok)?;
            best = Some(best.map_or(value, |best| match mover {
                Player::First => best.max(value),
                Player::Second => best.min(value),
            }));
        }
        Ok(best.expect("a position that is not over has a move"))
    }
}

/// What an array holds for a value.
fn kept(value: Value) -> u32 {
    i32::try_from(value).expect("small") as u32 ^ 1 << 31
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    positions: u64,
    unable: u64,
}

/// Compares the two at positions of random play.
struct Compare {
    seed: u64,
    most: u64,
    outcomes: (Value, Value),
}

impl Task for Compare {
    type Output = Compared;

    fn run<E: Engine>(self, engine: &E) -> Compared {
        let mut compared = Compared::default();
        let Some(ranks) = engine.key_ranks().filter(|ranks| *ranks <= MOST_RANKS) else { return compared };
        if !engine.has_native_induction() {
            return compared;
        }
        let mut random = common::Random(self.seed);
        for _ in 0..3 {
            let mut line = vec![engine.start()];
            loop {
                let mut moves = Vec::new();
                let Ok(Expansion::Moves) = engine.expand(&line[line.len() - 1], &mut moves) else { break };
                let play = &moves[random.below(moves.len())];
                let Ok(step) = engine.play(&line[line.len() - 1], play) else { break };
                line.push(step.position);
                if line.len() > 200 {
                    break;
                }
            }
            for at in line.iter().rev() {
                if !self.below(engine, at, ranks, &mut compared) {
                    break;
                }
            }
        }
        compared
    }
}

impl Compare {
    /// Compares at one position; false where that takes too long.
    fn below<E: Engine>(&self, engine: &E, at: &E::Position, ranks: u64, compared: &mut Compared) -> bool {
        for outcomes in [(Value::MIN, Value::MAX), self.outcomes] {
            let counts = InductionCounts::default();
            let mut slow = Slow { game: engine, outcomes, values: HashMap::new(), counts, most: self.most };
            let expected = slow.value(at, 0);
            if expected == Err(Halt::Long) {
                return false;
            }
            let before = slow.counts.positions % 7 * 100;
            let mut values = vec![0; ranks as usize];
            let (found, counts, looks) = by_itself(engine, at, &mut values, outcomes, (before, None));
            for (key, value) in &slow.values {
                let place = values[engine.key_rank(key) as usize];
                assert!(place == kept(*value) || place == 0, "{key:?} below {at:?}");
            }
            let filled = values.iter().filter(|value| **value != 0).count() as u64;
            assert_eq!(filled, counts.positions - counts.unfinished, "below {at:?}");
            match expected {
                Ok(value) => {
                    assert_eq!((found, counts), (InductionOutcome::Value(value), slow.counts), "at {at:?}");
                    assert_eq!(filled, slow.values.len() as u64);
                    let due = (before + counts.positions) / INDUCTION_PAUSE - before / INDUCTION_PAUSE;
                    assert_eq!(looks, due);
                    compared.positions += 1;
                }
                Err(_) => {
                    assert_eq!(found, InductionOutcome::Unable, "at {at:?}");
                    compared.unable += 1;
                }
            }
        }
        true
    }
}

/// The induction that the engine does by itself, what it counts, how often it looks; `stop` ends
/// it at that look, counted from 1.
fn by_itself<E: Engine>(
    engine: &E,
    at: &E::Position,
    values: &mut [u32],
    outcomes: (Value, Value),
    (before, stop): (u64, Option<u64>),
) -> (InductionOutcome, InductionCounts, u64) {
    let looks = Cell::new(0);
    let mut look = |counts: &InductionCounts| {
        looks.set(looks.get() + 1);
        assert!((before + counts.positions).is_multiple_of(INDUCTION_PAUSE), "{counts:?} after {before}");
        stop != Some(looks.get())
    };
    let request = NativeInduction { values, outcomes, before, look: &mut look, floor: 0 };
    let (found, counts) = engine.native_induction(at, request);
    (found, counts, looks.get())
}

/// Compares with symmetries and without.
fn compare(definition: &zug::definition::Definition, seed: u64, most: u64) -> [Compared; 2] {
    let prepared = || Prepared::new(&definition.program, EngineKind::Jit).expect("it fits the machine");
    let points = definition.program.points;
    let outcomes = if points { (Value::MIN, Value::MAX) } else { prepared().range };
    [prepared(), prepared().with_symmetry()].map(|each| with_engine(&each, Compare { seed, most, outcomes }))
}

/// Whether play is proved to end.
fn ends(definition: &zug::definition::Definition) -> bool {
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    !matches!(prepared.ends, zug_analysis::Ends::Unproven { .. })
}

#[test]
fn games_of_the_library_have_the_values_of_an_induction_position_by_position() {
    if can_compile().is_err() {
        return;
    }
    let mut names = Vec::new();
    for path in common::library() {
        let definition = common::load(&path, &[]);
        if ends(&definition) && compare(&definition, 5, 3000)[0].positions > 0 {
            names.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
        }
    }
    let wanted = ["stone_game_2", "nim", "kayles", "hexapawn", "geography"];
    assert!(wanted.iter().all(|name| names.iter().any(|found| found == name)), "{names:?}");
}

/// A game of numbers, at random: heaps of which moves take more than they give.
fn numbers(random: &mut common::Random) -> String {
    let mut pick = |of: &[&str]| of[random.below(of.len())].to_string();
    let players = pick(&["", ", got[Player]: 0..90"]);
    let points = !players.is_empty();
    let gain = |some: String| if points { some } else { String::new() };
    let gains =
        [(); 2].map(|()| gain(pick(&["", "got[me] += k", "got[opponent] += n[h] % 3", "got[A] += 1"])));
    let guards =
        [(); 2].map(|()| pick(&["true", "last != h", "flag", "n[h] % 2 = 0 or flag", "me = A", "k < 3"]));
    let bodies = [(); 2].map(|()| {
        pick(&[
            "",
            "last = h",
            "flag = not flag",
            "if flag { last = none }",
            "if k = 2 { last = h flag = k > n[h] }",
        ])
    });
    let gives = pick(&["", "n[h % 3 + 1] += k / 2", "if n[h % 3 + 1] < 3 { n[h % 3 + 1] += k / 2 }"]);
    let again = pick(&["", "again when flag and k = 1"]);
    let ends = if points {
        pick(&["stuck => got[A] - got[B] to A", "end when n[1] = 0 => n[2] to B stuck => got[A] to A"])
    } else {
        pick(&[
            "stuck => me loses",
            "stuck => draw end when n[2] = 1 => me wins",
            "stuck => if flag then A wins else me wins",
        ])
    };
    format!(
        "game \"Numbers\" players A, B range H = 1..3
        state {{ n[h: H]: 0..4 = h + 1, last: H or none, flag: bool{players} }}
        move one(h in H, k in 1..3) when k <= n[h] and ({}) {{ n[h] -= k {} {} {again} }}
        move two(h in H, k in 2..4) when k <= n[h] and ({}) {{ n[h] -= k {gives} {} {} }}
        {ends}",
        guards[0], bodies[0], gains[0], guards[1], bodies[1], gains[1]
    )
}

#[test]
fn random_games_of_numbers_have_the_values_of_an_induction_position_by_position() {
    if can_compile().is_err() {
        return;
    }
    let mut random = common::Random(23);
    let mut all = Compared::default();
    let mut compiled = 0;
    for _ in 0..150 {
        let text = numbers(&mut random);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        if !ends(&definition) {
            continue;
        }
        compiled += 1;
        for compared in compare(&definition, random.below(1000) as u64, 3000) {
            all.positions += compared.positions;
            all.unable += compared.unable;
        }
    }
    assert!(compiled > 50 && all.positions >= 1000 && all.unable > 20, "{compiled} {all:?}");
}

/// Heaps from which twice as much is taken as is given: about 10,000 positions, with points.
const TAX: &str = "game \"Tax\" players A, B range Heap = 1..3
    state { size[h: Heap]: 0..60 = 24, got[Player]: 0..200 }
    move tax(h in Heap, to in Heap, k in 1..30) when h != to and 2 * k <= size[h] {
      size[h] -= 2 * k size[to] += k got[me] += if k = 3 then 2 else 0
    }
    stuck => got[A] - got[B] to A";

/// Halts the induction in every way.
struct Halts;

impl Task for Halts {
    type Output = ();

    fn run<E: Engine>(self, engine: &E) {
        let start = engine.start();
        let outcomes = (Value::MIN, Value::MAX);
        let empty = || vec![0; engine.key_ranks().expect("numbers") as usize];
        let mut whole = empty();
        let (found, all, looks) = by_itself(engine, &start, &mut whole, outcomes, (0, None));
        let InductionOutcome::Value(value) = found else { panic!("nothing halts it") };
        assert!(looks >= 4 && all.unfinished == 0, "{all:?}");
        let mut values = empty();
        let mut finished = 0;
        for stop in 1..4 {
            let (found, counts, looks) = by_itself(engine, &start, &mut values, outcomes, (0, Some(stop)));
            assert_eq!((found, looks), (InductionOutcome::Stopped, stop));
            assert!(counts.positions == stop * INDUCTION_PAUSE && counts.unfinished > 0);
            finished += counts.positions - counts.unfinished;
            assert!(values.iter().zip(&whole).all(|(one, other)| one == other || *one == 0));
        }
        let (found, counts, _) = by_itself(engine, &start, &mut values, outcomes, (0, None));
        assert_eq!((found, counts.positions), (InductionOutcome::Value(value), all.positions - finished));
        assert!(values == whole);
        let mut go_on = |_: &InductionCounts| true;
        let mut values = empty();
        let request =
            NativeInduction { values: &mut values, outcomes, before: 0, look: &mut go_on, floor: usize::MAX };
        let (found, counts) = engine.native_induction(&start, request);
        assert_eq!((found, counts.positions, counts.unfinished), (InductionOutcome::Unable, 1, 1));
        let request = NativeInduction { values: &mut [], outcomes, before: 0, look: &mut go_on, floor: 0 };
        let (found, counts) = engine.native_induction(&start, request);
        assert_eq!((found, counts), (InductionOutcome::Unable, InductionCounts::default()));
        let few = &mut whole.clone()[..100];
        few.fill(0);
        let found = by_itself(engine, &start, few, outcomes, (0, None)).0;
        assert_eq!(found, InductionOutcome::Unable, "no value is written elsewhere");
        let panics = || {
            let mut look = |_: &InductionCounts| panic!("who is told may panic");
            let mut values = empty();
            let request =
                NativeInduction { values: &mut values, outcomes, before: 0, look: &mut look, floor: 0 };
            engine.native_induction(&start, request)
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
    }
}

#[test]
fn an_induction_halts_where_it_should() {
    let definition = common::compile(TAX, &[]).expect("it is in order");
    if can_compile().is_ok() {
        let prepared = Prepared::new(&definition.program, EngineKind::Jit).expect("it fits");
        with_engine(&prepared, Halts);
    }
}

/// The solver asks for it, and answers and counts as it does without.
#[test]
fn the_solver_finds_the_same_by_every_engine() {
    let points = TAX.to_string();
    let gain = "got[me] += if k = 3 then 2 else 0";
    let wins = TAX.replace(gain, "").replace(", got[Player]: 0..200", "");
    let wins = wins.replace("got[A] - got[B] to A", "me loses");
    let large = points.replace(gain, "got[me] += 1000000000 * (k % 2)").replace("0..200", "0..20000000000");
    let fault = points.replace("0..60 = 24", "0..26 = 24");
    for text in [points, wins, large, fault] {
        let definition = common::compile(&text, &[]).expect("it is in order");
        let found = common::machines().into_iter().map(|engine| {
            let prepared = Prepared::new(&definition.program, engine).expect("it fits").with_symmetry();
            let limits = zug::answer::Limits::default();
            let options =
                Options { solver: SolverKind::Induction, all_moves: true, ..Options::within(&limits) };
            match prepared.solve(&prepared.start(), &options) {
                Ok(answer) => {
                    format!("{} {:?} {:?} {:?}", answer.value, answer.best, answer.moves, answer.statistics)
                }
                Err(error) => format!("{error:?}"),
            }
        });
        let found: Vec<String> = found.collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:#?}");
    }
}

/// Solves a game on the stack of a test.
struct OnThisStack;

impl Task for OnThisStack {
    type Output = zug_solve::Statistics;

    fn run<E: Engine>(self, engine: &E) -> zug_solve::Statistics {
        let limits = zug_solve::Limits::default();
        let solved = solve_induction(engine, &engine.start(), SolveQuestion::VALUE, &limits, None);
        Statistics { bytes: 0, memo_hits: 0, ..solved.expect("no limit").statistics }
    }
}

/// Where turns are too deep for the stack, or values too large, each position is counted once all
/// the same; moves from positions that a turn left count again.
#[test]
fn turns_that_come_to_nothing_leave_the_counts_as_they_are() {
    let line = "game \"Line\" players A, B state { n: 0..60000 = 60000 } move step when n > 0 { n -= 1 } stuck => me loses";
    let two = "game \"Two\" players A, B state { n: 0..40000 = 40000, got[Player]: 0..900000 }
        move step(k in 1..2) when n >= k { n -= k got[me] += k } stuck => got[A] - got[B] to A";
    let large = "game \"Large\" players A, B range H = 1..3 state { n[h: H]: 0..40 = 40, got[Player]: 0..900000000000000 }
        move one(h in H, k in 1..2) when k <= n[h] {
          n[h] -= k if n[1] = 40 and k = 2 and n[2] = 20 { got[opponent] += 3000000000 }
          if n[1] = 40 and n[3] = 30 { got[me] += 3000000000 }
        }
        stuck => got[A] - got[B] to A";
    for text in [line, two, large] {
        let definition = common::compile(text, &[]).expect("it is in order");
        let found = common::machines().into_iter().map(|engine| {
            let prepared = Prepared::new(&definition.program, engine).expect("it fits").with_symmetry();
            with_engine(&prepared, OnThisStack)
        });
        let found: Vec<_> = found.collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{text} {found:#?}");
        assert_eq!(found[0].positions, found[0].stored);
    }
}

/// Whether forms are by turn.
struct ByTurn;

impl Task for ByTurn {
    type Output = bool;

    fn run<E: Engine>(self, engine: &E) -> bool {
        engine.has_forms_by_turn()
    }
}

/// Each condition is violated alone: the players are alike, nothing else in a key is theirs, and
/// nothing else is alike.
#[test]
fn forms_are_by_turn_only_where_nothing_else_in_a_key_changes() {
    let by_turn = |text: &str| {
        let definition = common::compile(text, &[]).expect("it is in order");
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        with_engine(&prepared.with_symmetry(), ByTurn)
    };
    let base = "game \"Row\" players A, B state { n: 0..9 = 9, m: 0..5 = 5, got[Player]: 0..90 }
        move one(k in 1..3) when k <= n { n -= k got[me] += k }
        move two when m > 0 { m -= 1 got[opponent] += m }
        stuck => got[A] - got[B] to A";
    assert!(by_turn(base));
    for (from, to) in [
        ("when m > 0", "when m > 0 and me = A"),
        ("got[me] += k", "got[me] += k if got[me] > 80 { n = 0 }"),
        ("m: 0..5 = 5", "m: 0..5 = 5, last: Player or none"),
        ("m: 0..5 = 5", "m: 0..5 = 5, left[Player]: 0..3 = 3"),
        ("got[A] - got[B] to A", "got[A] to A"),
    ] {
        let text = base.replace(from, to).replace(
            "got[opponent] += m",
            match to {
                _ if to.contains("last:") => "got[opponent] += m last = me",
                _ if to.contains("left[") => "got[opponent] += m if left[me] > 0 { left[me] -= 1 }",
                _ => "got[opponent] += m",
            },
        );
        assert_ne!(text, base);
        assert!(!by_turn(&text), "{text}");
    }
    let alike = "game \"Row\" players A, B board V = path(4) state { left: set of V = V }
        move take(v in left) { left -= v } stuck => me loses";
    assert!(!by_turn(alike), "elements are alike too");
}
