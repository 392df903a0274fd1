//! What the search does beyond the textbook never changes an answer: all techniques, none, each
//! alone, and all but one agree with minimax; and what is read off the rules without playing on is
//! what playing on shows.

mod common;
mod random;

use std::collections::BTreeMap;
use zug::answer::{
    Answer, Checks, Engine, EngineKind, Limits, MemoSize, Options, Prepared, SolverKind, Task, Technique,
    Techniques, with_engine,
};
use zug_analysis::Ends;
use zug_game::{Expansion, Player, StaticVerdict, Value};

/// Games with more reachable positions are left out, of the library and of the list below.
const FEW: [usize; 2] = [250, 10_000];

/// Games beside those of the library's sizes.
const SIZES: [(&str, &[&str]); 14] = [
    ("tic_tac_toe", &["m=2", "n=2", "k=2"]),
    ("tic_tac_toe", &["m=4", "n=2", "k=2"]),
    ("connect_four", &["columns=3", "rows=3", "k=3"]),
    ("connect_four", &["columns=4", "rows=2", "k=2"]),
    ("connect_four", &["columns=2", "rows=4", "k=3"]),
    ("connect_four", &["columns=5", "rows=2", "k=3"]),
    ("connect_6", &["columns=3", "k=3"]),
    ("connect_6", &["columns=4", "rows=2", "k=3"]),
    ("dots_and_boxes", &["columns=1", "rows=2"]),
    ("dots_and_boxes", &["columns=1", "rows=3"]),
    ("triangle_dots", &["side=2"]),
    ("hex", &["columns=3", "rows=3"]),
    ("kalah", &["pits=2", "seeds=2"]),
    ("domineering", &["columns=3", "rows=3"]),
];

fn compile(name: &str, settings: &[&str]) -> zug::definition::Definition {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    common::load(&folder.join(format!("{name}.game")), settings)
}

/// Every set of techniques that is tried.
fn tried() -> Vec<Techniques> {
    let one = Technique::ALL.map(|technique| Techniques::NONE.with(technique));
    let but_one = Technique::ALL.map(|technique| Techniques::ALL.without(technique));
    [Techniques::ALL, Techniques::NONE].into_iter().chain(one).chain(but_one).collect()
}

fn solve(prepared: &Prepared<'_>, solver: SolverKind, memo: MemoSize, techniques: Techniques) -> Answer {
    let limits = Limits::default();
    let options = Options {
        solver,
        memo,
        techniques,
        distance: true,
        all_moves: true,
        checks: Checks::NONE,
        ..Options::within(&limits)
    };
    prepared.solve(&prepared.start(), &options).expect("it is solved")
}

/// Every technique gives the answer of minimax; whether there was anything to compare.
fn agree(definition: &zug::definition::Definition, few: usize, name: &str) -> bool {
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    if matches!(prepared.ends, Ends::Unproven { .. }) || !with_engine(&prepared, Few(few)) {
        return false;
    }
    let right = solve(&prepared, SolverKind::Minimax, MemoSize::Auto, Techniques::ALL);
    for techniques in tried() {
        for memo in [MemoSize::Auto, MemoSize::Bytes(4_000)] {
            let found = solve(&prepared, SolverKind::AlphaBeta, memo, techniques);
            let who = format!("{name} with {techniques:?} and {memo:?}");
            assert_eq!(found.value, right.value, "the value: {who}");
            assert_eq!(found.distance, right.distance, "the distance: {who}");
            assert_eq!(found.best, right.best, "the best moves: {who}");
            assert_eq!(found.moves, right.moves, "the moves: {who}");
        }
    }
    true
}

/// Whether few positions can be reached, and none breaks a promise.
struct Few(usize);

impl Task for Few {
    type Output = bool;

    fn run<E: Engine>(self, engine: &E) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![engine.start()];
        while let Some(position) = open.pop() {
            if !seen.insert(engine.full_key(&position)) {
                continue;
            }
            let mut moves = Vec::new();
            if seen.len() > self.0 || engine.expand(&position, &mut moves).is_err() {
                return false;
            }
            for each in &moves {
                match engine.play(&position, each) {
                    Ok(step) => open.push(step.position),
                    Err(_) => return false,
                }
            }
        }
        true
    }
}

#[test]
fn every_technique_gives_the_answers_of_minimax() {
    for (name, settings) in SIZES {
        assert!(agree(&compile(name, settings), FEW[1], &format!("{name} {settings:?}")), "{name} is small");
    }
}

#[test]
fn every_technique_gives_the_answers_of_minimax_over_the_library() {
    let games = common::library();
    let compared =
        games.iter().filter(|path| agree(&common::load(path, &[]), FEW[0], &path.display().to_string()));
    let compared = compared.count();
    assert!(compared >= 10, "{compared}");
}

#[test]
fn every_technique_gives_the_answers_of_minimax_on_random_definitions() {
    let mut random = common::Random(23);
    let (mut compared, mut points) = (0, 0);
    for _ in 0..400 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::definition(&numbers);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        let agreed = agree(&definition, FEW[0], &text);
        compared += usize::from(agreed);
        points += usize::from(agreed && definition.program.points);
    }
    assert!(compared >= 20 && points >= 3, "{compared} compared, {points} with points");
}

/// Games in which lines are owned, by many rules.
fn line_games() -> Vec<String> {
    let lines = [
        "{ {c, east(c)} for c in Cell }",
        "{ {c, east(c), west(c)} for c in Cell }",
        "{ {c, north(c), northeast(c)} for c in Cell }",
        "{ {c, east(c)} for c in Cell where c.x = 1 }",
    ];
    let guards = [
        "",
        "when south(c) not in empty",
        "when west(c) not in empty",
        "when c.x + c.y > 2",
        "when c.x < 3 and south(c) not in empty",
    ];
    let ends = [
        "end for p in Player when some l in Line: l <= own[p] => p wins",
        "end when some l in Line: l <= own[opponent] => opponent wins",
    ];
    let mut all = Vec::new();
    for lines in lines {
        for guard in guards {
            for end in ends {
                all.push(format!(
                    "game \"Lines\"\nplayers P, Q\nboard Cell = grid(3, 3)\nfamily Line of Cell = {lines}\n\
                     state {{ own[Player]: set of Cell }}\ndef empty = Cell - own[P] - own[Q]\n\
                     move place(c in empty) {guard} {{ own[me] += c }}\n{end}\nstuck => draw\n"
                ));
            }
        }
    }
    all
}

#[test]
fn every_technique_gives_the_answers_of_minimax_where_lines_are_owned() {
    for text in line_games() {
        let definition = common::compile(&text, &[]).unwrap_or_else(|trouble| panic!("{text}\n{trouble}"));
        let machine = zug::answer::machine(&definition.program).expect("it fits");
        assert!(machine.positional.is_some(), "{text}");
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        with_engine(&prepared, Looks { turns: false });
    }
    for text in line_games().iter().step_by(7) {
        let definition = common::compile(text, &[]).expect("it was compiled before");
        agree(&definition, FEW[1], text);
    }
}

/// Compares what is read off every reachable position with what minimax says; tells how often
/// something was read.
struct Looks {
    /// Whether a turn may be several placements: then a move that is left out need not lose at
    /// once.
    turns: bool,
}

impl Task for Looks {
    type Output = [usize; 4];

    fn run<E: Engine>(self, engine: &E) -> [usize; 4] {
        let mut known = BTreeMap::new();
        let mut read = [0; 4];
        value(engine, &engine.start(), self.turns, &mut known, &mut read);
        read
    }
}

/// The value to go, and the plies to the end.
type Worth = (Value, u64);

/// The worth of a position by minimax: what is read off it on the way is compared.
fn value<E: Engine>(
    engine: &E,
    position: &E::Position,
    turns: bool,
    known: &mut BTreeMap<E::Key, Worth>,
    read: &mut [usize; 4],
) -> Worth {
    let key = engine.full_key(position);
    if let Some(worth) = known.get(&key) {
        return *worth;
    }
    let mut moves = Vec::new();
    let expand = engine.expand(position, &mut moves).expect("no fault");
    let worth = match expand {
        Expansion::Terminal(payoff) => (payoff, 0),
        Expansion::Moves => {
            let each: Vec<Worth> = moves
                .iter()
                .map(|play| {
                    let step = engine.play(position, play).expect("no fault");
                    let (value, plies) = self::value(engine, &step.position, turns, known, read);
                    (value + step.reward, plies + 1)
                })
                .collect();
            let mover = turns.then(|| engine.mover(position));
            compare(engine.static_verdict(position, &moves), &each, mover, read);
            let values = each.iter().map(|(value, _)| *value);
            let best = match engine.mover(position) {
                Player::First => values.max(),
                Player::Second => values.min(),
            };
            let best = best.expect("there is a move");
            (
                best,
                each.iter().filter(|(value, _)| *value == best).map(|(_, plies)| *plies).min().unwrap_or(0),
            )
        }
    };
    known.insert(key, worth);
    worth
}

/// Compares a verdict with what each move is worth; `mover` is told where a turn may be several
/// placements.
fn compare(static_verdict: StaticVerdict, each: &[Worth], mover: Option<Player>, read: &mut [usize; 4]) {
    match static_verdict {
        StaticVerdict::Wins { by, payoff } => {
            read[0] += 1;
            assert_eq!(each[by], (payoff, 1));
        }
        StaticVerdict::Loses { payoff } => {
            read[1] += 1;
            assert!(each.iter().all(|worth| *worth == (payoff, 2)), "{each:?}");
        }
        StaticVerdict::Open { relevant, can_win: [first, second] } => {
            read[2] += 1;
            let others = each.iter().enumerate().filter(|(place, _)| relevant >> place & 1 == 0);
            let lost: Vec<_> = others.map(|(_, worth)| *worth).collect();
            let worth = |place: usize| each[place].0 * if mover == Some(Player::First) { 1 } else { -1 };
            let left = (0..each.len()).filter(|place| relevant >> place & 1 == 1).map(worth).max();
            let no_better = |place: usize| Some(worth(place)) <= left;
            match mover {
                Some(_) => {
                    let mut left_out = (0..each.len()).filter(|place| relevant >> place & 1 == 0);
                    assert!(left_out.all(no_better), "{relevant:b}: {each:?}");
                }
                None => {
                    assert!(lost.iter().all(|(value, plies)| *plies == 2 && value.abs() == 1), "{each:?}")
                }
            }
            assert!(lost.len() < each.len());
            read[3] += usize::from(!first && second) + usize::from(!second && first);
            assert!(
                each.iter().all(|(value, _)| (first || *value <= 0) && (second || *value >= 0)),
                "{each:?}"
            );
        }
    }
}

#[test]
fn what_is_read_off_a_position_is_what_playing_on_shows() {
    let mut read = [0; 4];
    let larger: [(&str, &[&str]); 2] = [("dots_and_boxes", &[]), ("tic_tac_toe", &[])];
    for (name, settings) in SIZES.into_iter().chain(larger) {
        let definition = compile(name, settings);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let positional = prepared.machine().and_then(|machine| machine.positional.as_ref());
        let turns = positional.is_some_and(|lines| lines.turns.is_some());
        let found = with_engine(&prepared, Looks { turns });
        read.iter_mut().zip(found).for_each(|(all, one)| *all += one);
    }
    assert!(read.iter().all(|count| *count > 100), "{read:?}");
}

#[test]
fn lines_and_completed_things_are_found_where_they_are() {
    let found = |name: &str| {
        let machine = zug::answer::machine(&compile(name, &[]).program).expect("it fits");
        (machine.positional.is_some(), machine.box_completion.is_some())
    };
    for lines in ["tic_tac_toe", "connect_four", "tic_tac_toe_3d", "connect_6"] {
        assert_eq!(found(lines), (true, false), "{lines}");
    }
    for closed in ["dots_and_boxes", "triangle_dots"] {
        assert_eq!(found(closed), (false, true), "{closed}");
    }
    for other in ["misere_tic_tac_toe", "wild_tic_tac_toe", "reversi", "hex", "kalah", "nim", "poj1085"] {
        assert_eq!(found(other), (false, false), "{other}");
    }
}

/// A rule that is a little different is not taken for the form that is known.
#[test]
fn a_rule_that_only_looks_alike_is_not_recognized() {
    let game = |place: &str, end: &str, stuck: &str| {
        format!(
            "game \"Lines\"\nplayers P, Q\nboard Cell = grid(3, 3)\nfamily Line of Cell = lines(Cell, 3)\n\
             state {{ own[Player]: set of Cell }}\ndef empty = Cell - own[P] - own[Q]\n{place}\n{end}\n{stuck}\n"
        )
    };
    let place = "move place(c in empty) { own[me] += c }";
    let end = "end for p in Player when some l in Line: l <= own[p] => p wins";
    let has = |text: &str| {
        let definition = common::compile(text, &[]).unwrap_or_else(|trouble| panic!("{text}\n{trouble}"));
        zug::answer::machine(&definition.program).expect("it fits").positional.is_some()
    };
    assert!(has(&game(place, end, "stuck => draw")));
    for other in [
        "move place(c in empty) when east(c) in empty { own[me] += c }",
        "move place(c in empty) when east(c) not in own[me] { own[me] += c }",
        "move place(c in empty) { own[opponent] += c }",
        "move place(c in Cell - own[P] - own[P]) { own[me] += c }",
        "move place(c in empty) { own[me] += c  again when c.x = 1 }",
        "move place(c in empty) when south(c) not in empty and west(c) not in empty { own[me] += c }",
    ] {
        assert!(!has(&game(other, end, "stuck => draw")), "{other}");
    }
    for other in [
        "end for p in Player when some l in Line: l <= own[p] => opponent wins",
        "end when some l in Line: l <= own[P] => P wins",
        "end for p in Player when some l in Line: l < own[p] => p wins",
    ] {
        assert!(!has(&game(place, other, "stuck => draw")), "{other}");
    }
    assert!(!has(&game(place, end, "stuck => P wins")));
}

/// Where the mover's own line counts only once he has moved, any move of his wins.
#[test]
fn lines_that_are_whole_at_the_start_are_seen() {
    for turn in ["P", "Q"] {
        for own in ["[{a1, b1, c1}, {a2, b2, a3, b3}]", "[{a2, b2, a3, b3}, {a1, b1, c1}]"] {
            let text = format!(
                "game \"Lines\" players P, Q board Cell = grid(3, 3) family Line of Cell = lines(Cell, 3) \
                 state {{ own[Player]: set of Cell = {own}, turn = {turn} }} def empty = Cell - own[P] - own[Q] \
                 move place(c in empty) {{ own[me] += c }} \
                 end when some l in Line: l <= own[opponent] => opponent wins \
                 stuck => draw"
            );
            let definition =
                common::compile(&text, &[]).unwrap_or_else(|trouble| panic!("{text}\n{trouble}"));
            agree(&definition, FEW[1], &text);
        }
    }
}
