//! The table inside a page of `zug play --format html`, read as the page reads it, against the
//! rules by name and plain minimax.

mod common;

use common::{library, load};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;
use zug::answer::{EngineKind, Prepared, SessionLimits};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::text;
use zug_view::draw::{self, PictureMarks};
use zug_view::play::{PageRequest, html};

/// A position as the page has it.
struct Entry {
    lines: Vec<String>,
    /// How each move reads, where it leads, and value and plies behind it.
    moves: Vec<(String, Option<usize>, Rated)>,
    rated: Rated,
    over: bool,
    turn: u64,
    next: u64,
}

/// A value and the plies to the end, where they are known.
type Rated = Option<(i64, Option<u64>)>;

/// What the page says of the whole.
struct Page {
    entries: Vec<Entry>,
    whole: bool,
    within: u64,
    proved: u64,
}

fn page(program: &Program, positions: usize) -> String {
    let prepared = Prepared::new(program, EngineKind::Auto).expect("it fits the machine");
    let limits = SessionLimits {
        memory: 256 << 20,
        time: Some(Duration::from_millis(200)),
        stop: None,
        process: None,
    };
    let request = PageRequest {
        file: "a.game",
        settings: &[],
        after: &[],
        sides: [true, false],
        hints: false,
        positions,
        limits: &limits,
    };
    html(&prepared, &prepared.start(), &request).expect("a page")
}

/// The bytes that base 64 means, by the letters' order alone.
fn bytes(text: &str) -> Vec<u8> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.chars().filter(|letter| *letter != '=') {
        bits = bits << 6 | letters.find(letter).expect("a letter of base 64") as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|each| each.as_i64().expect("a number")).collect()
}

fn read(page: &str) -> Page {
    let table = page.split("id=\"table\">").nth(1).expect("a table").split('<').next().expect("its end");
    let json = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes(table)).expect("deflated");
    let table: Value = serde_json::from_slice(&json).expect("JSON");
    let count = table["positions"].as_u64().expect("a number") as usize;
    let (edges, drawings) = (numbers(&table["edges"]), numbers(&table["drawings"]));
    let (values, distances) = (numbers(&table["values"]), numbers(&table["distances"]));
    let (turns, next) = (numbers(&table["turns"]), numbers(&table["next"]));
    let rated = |value: i64, plies: i64| -> Rated {
        let word = table["words"].get(usize::try_from(value - 1).ok()?)?;
        Some((word[0].as_i64().expect("a value"), u64::try_from(plies - 1).ok()))
    };
    let beyond: HashMap<i64, Rated> = table["beyond"]
        .as_array()
        .expect("a list")
        .iter()
        .map(numbers)
        .map(|each| (each[0], rated(each[1], each[2])))
        .collect();
    let (mut at, mut place, mut reached, mut outside) = (0, 0, 1, 0);
    let mut parents = vec![0];
    let mut pictures: Vec<Vec<i64>> = Vec::new();
    let mut entries = Vec::new();
    for n in 0..count {
        let before = if n == 0 { Vec::new() } else { pictures[parents[n]].clone() };
        let lines = replaced(&before, &drawings, &mut place);
        let text = |line: &i64| table["lines"][*line as usize].as_str().expect("a line").to_string();
        let (mut moves, mut number) = (Vec::new(), 0);
        let legal = edges[at];
        at += 1;
        for _ in 0..legal {
            number += edges[at];
            let name = table["moves"][number as usize][0].as_str().expect("a move").to_string();
            let (to, after) = match edges[at + 1] {
                0 => {
                    reached += 1;
                    parents.push(n);
                    (Some(reached - 1), None)
                }
                1 => {
                    outside += 1;
                    (None, beyond.get(&(outside - 1)).copied().flatten())
                }
                back => (Some(reached - 1 - (back - 2) as usize), None),
            };
            let after = to.map_or(after, |to| rated(values[to], distances[to]));
            moves.push((name, to, after));
            at += 2;
        }
        entries.push(Entry {
            lines: lines.iter().map(text).collect(),
            moves,
            rated: rated(values[n], distances[n]),
            over: turns[n] >= 2,
            turn: turns[n] as u64 & 1,
            next: next[n] as u64,
        });
        pictures.push(lines);
    }
    let number = |key: &str| table[key].as_u64().expect("a number");
    Page { entries, whole: table["whole"] == true, within: number("within"), proved: number("proved") }
}

fn replaced(before: &[i64], drawings: &[i64], place: &mut usize) -> Vec<i64> {
    let mut take = || {
        *place += 1;
        drawings[*place - 1]
    };
    let (mut made, mut from) = (Vec::new(), 0);
    for _ in 0..take() {
        let (stay, go, come) = (take() as usize, take() as usize, take());
        made.extend(&before[from..from + stay]);
        made.extend((0..come).map(|_| take()));
        from += stay + go;
    }
    made.extend(&before[from..]);
    made
}

/// Compares moves, ends, pictures and texts with the rules by name; gives the positions by number.
fn played(name: &str, program: &Program, page: &Page) -> Vec<Position> {
    let semantics = Semantics::new(program);
    let mut positions = vec![Some(semantics.start())];
    positions.resize(page.entries.len(), None);
    for (n, entry) in page.entries.iter().enumerate() {
        let here = positions[n].clone().expect("it was reached before");
        assert_eq!(entry.turn, here.turn.index() as u64, "{name} {n}");
        let outcome = semantics.outcome(&here).expect("no fault");
        assert_eq!(entry.over, outcome.is_some(), "{name} {n}");
        if n % 5 == 0 {
            shown(name, program, &here, entry);
        }
        let legal = if outcome.is_some() { Vec::new() } else { semantics.legal(&here).expect("moves") };
        assert_eq!(entry.moves.len(), legal.len(), "{name} {n}");
        for ((text, to, _), choice) in entry.moves.iter().zip(&legal) {
            assert_eq!(*text, semantics.text(&here, choice), "{name} {n}");
            let after = semantics.play(&here, choice).expect("no fault");
            match to {
                Some(to) => assert_eq!(*positions[*to].get_or_insert_with(|| after.clone()), after),
                None => assert!(!page.whole && !positions.contains(&Some(after)), "{name} {n} {text}"),
            }
        }
    }
    positions.into_iter().map(|each| each.expect("each was reached")).collect()
}

fn shown(name: &str, program: &Program, here: &Position, entry: &Entry) {
    let middle = entry.lines.iter().position(String::is_empty).expect("an empty line");
    let (picture, words) = (&entry.lines[..middle], &entry.lines[middle + 1..]);
    let semantics = Semantics::new(program);
    let drawn = text::position::draw(program, &semantics, here);
    assert_eq!(words, drawn.lines().collect::<Vec<_>>(), "{name}");
    let svg = draw::svg(program, here, &PictureMarks { bare: true, ..PictureMarks::default() });
    let body =
        svg.split_once("class=\"ground\"").and_then(|(_, rest)| rest.split_once('\n')).expect("a ground").1;
    let lines: Vec<&str> = body.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(picture[1..], lines, "{name}");
}

/// What each position is worth, computed from the moves alone: ends, then forced wins ply by ply.
fn forced(page: &Page, ends: &[Option<i64>]) -> Vec<(i64, Option<u64>)> {
    let mut known: Vec<Option<(i64, Option<u64>)>> =
        ends.iter().map(|end| end.map(|value| (value, (value != 0).then_some(0)))).collect();
    for plies in 1.. {
        let before = known.clone();
        for (n, entry) in page.entries.iter().enumerate().filter(|(n, _)| before[*n].is_none()) {
            let mine = if entry.turn == 0 { 1 } else { -1 };
            let after = || entry.moves.iter().map(|each| before[each.1.expect("whole")].map(|each| each.0));
            if after().any(|value| value.is_some_and(|value| value * mine > 0)) {
                known[n] = Some((mine, Some(plies)));
            } else if after().all(|value| value.is_some_and(|value| value * mine < 0)) {
                known[n] = Some((-mine, Some(plies)));
            }
        }
        if known == before {
            break;
        }
    }
    known.into_iter().map(|each| each.unwrap_or((0, None))).collect()
}

/// What each position is worth by plain minimax, where play cannot come back.
fn minimax(page: &Page, ends: &[Option<i64>], n: usize, known: &mut HashMap<usize, i64>) -> i64 {
    if let Some(value) = known.get(&n).copied().or(ends[n]) {
        return value;
    }
    let entry = &page.entries[n];
    let after = entry.moves.iter().map(|each| minimax(page, ends, each.1.expect("whole"), known));
    let value = if entry.turn == 0 { after.max() } else { after.min() }.expect("a move");
    known.insert(n, value);
    value
}

/// Compares every value of a page that has all positions; false where this test has no plain way to
/// compute them.
fn valued(name: &str, program: &Program, page: &Page, positions: &[Position]) -> bool {
    let text = std::fs::read_to_string(format!("games/{name}.game")).expect("the file can be read");
    let drawn_without_end = program.endless.is_none() || text.contains("\nendless => draw\n");
    let semantics = Semantics::new(program);
    let ends: Vec<Option<i64>> =
        positions.iter().map(|each| semantics.outcome(each).expect("no fault")).collect();
    assert_eq!(page.proved, positions.len() as u64, "{name}");
    if program.points || ends.iter().flatten().any(|value| value.abs() > 1) {
        if matches!(zug_analysis::ends(program), zug_analysis::Ends::Unproven { .. }) {
            return false;
        }
        let mut known = HashMap::new();
        for (n, entry) in page.entries.iter().enumerate() {
            let value = minimax(page, &ends, n, &mut known);
            assert_eq!(entry.rated.map(|each| each.0), Some(value), "{name} {n}");
        }
    } else {
        if !drawn_without_end {
            return false;
        }
        for (n, (entry, plain)) in page.entries.iter().zip(forced(page, &ends)).enumerate() {
            assert_eq!(entry.rated, Some(plain), "{name} {n}");
        }
    }
    for (n, entry) in page.entries.iter().enumerate().filter(|(_, entry)| !entry.over) {
        let (_, _, after) = &entry.moves[usize::try_from(entry.next).expect("small") - 1];
        let (before, after) = (entry.rated.expect("known"), after.expect("known"));
        assert_eq!(before.0, after.0, "{name} {n}: the best move keeps the value");
        if !program.points {
            assert_eq!(before.1, after.1.map(|plies| plies + 1), "{name} {n}: and comes nearer to the end");
        }
    }
    true
}

#[test]
fn pages_of_the_library_say_what_rules_and_minimax_say() {
    let mut compared = Vec::new();
    for path in library() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let definition = load(&path, &[]);
        let page = read(&page(&definition.program, 300));
        let positions = played(&name, &definition.program, &page);
        if page.whole && valued(&name, &definition.program, &page, &positions) {
            compared.push(name);
        }
    }
    assert!(compared.len() >= 20, "{} games: {compared:?}", compared.len());
    assert!(["nim", "pong_hau_ki", "wallets"].iter().all(|name| compared.iter().any(|each| each == name)));
}

#[test]
fn larger_games_are_whole_too() {
    for name in ["tic_tac_toe", "dots_and_boxes", "domineering", "mu_torere"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(name).with_extension("game");
        let definition = load(&path, &[]);
        let page = read(&page(&definition.program, 6_000));
        assert!(page.whole, "{name}");
        let positions = played(name, &definition.program, &page);
        assert!(valued(name, &definition.program, &page, &positions), "{name}");
    }
}

/// A title may read like the marks of the page's template.
#[test]
fn a_title_is_never_read_as_a_part_of_the_page() {
    let rules =
        "players A, B\nstate { n: 0..3 = 3 }\nmove t(k in 1..2) when k <= n { n -= k }\nstuck => me loses\n";
    let text = format!("game \"T {{{{style}}}} {{{{script}}}} {{{{table}}}} <b>\"\n{rules}");
    let mut sources = zug_lang::source::Sources::default();
    sources.add("title", text);
    let definition = zug::definition::compile(&mut sources, &[]).expect("a right definition");
    let page = page(&definition.program, 100);
    assert!(
        page.contains("<h1>T {{style}} {{script}} {{table}} &lt;b&gt;</h1>"),
        "the title stands as it is"
    );
    assert_eq!(page.matches("\"use strict\";").count(), 1, "the script stands there once");
    assert_eq!(read(&page).entries.len(), 6);
}

/// What a page that is cut says of values is what the whole page says, by the moves that lead
/// there.
#[test]
fn a_page_that_is_cut_says_what_the_whole_one_says() {
    for (name, most) in [("tic_tac_toe", 100), ("dots_and_boxes", 77), ("hexapawn", 1), ("mu_torere", 50)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(name).with_extension("game");
        let definition = load(&path, &[]);
        let (whole, part) = (read(&page(&definition.program, 6_000)), read(&page(&definition.program, most)));
        assert!(whole.whole && !part.whole && part.entries.len() == most, "{name}");
        let positions = played(name, &definition.program, &whole);
        let numbers: HashMap<&Position, usize> = positions.iter().zip(0..).collect();
        for (here, entry) in played(name, &definition.program, &part).iter().zip(&part.entries) {
            let same = &whole.entries[numbers[here]];
            assert!(agree(entry.rated, same.rated), "{name}");
            for (one, other) in entry.moves.iter().zip(&same.moves) {
                assert!(agree(one.2, other.2), "{name} {}", one.0);
            }
        }
        assert!(part.proved > 0, "{name}: something is known");
        complete_within(name, &part, &whole);
    }
}

/// Whether the part says nothing else than the whole.
fn agree(part: Rated, whole: Rated) -> bool {
    part.is_none_or(|(value, plies)| {
        whole.is_some_and(|whole| whole.0 == value && (plies.is_none() || plies == whole.1))
    })
}

/// All positions within the plies that the page names are in it.
fn complete_within(name: &str, part: &Page, whole: &Page) {
    let within = |page: &Page| {
        let mut depths = vec![u64::MAX; page.entries.len()];
        depths[0] = 0;
        for (n, entry) in page.entries.iter().enumerate() {
            for to in entry.moves.iter().filter_map(|each| each.1) {
                depths[to] = depths[to].min(depths[n] + 1);
            }
        }
        depths.iter().filter(|depth| **depth <= part.within).count()
    };
    assert_eq!(within(part), within(whole), "{name}");
}
