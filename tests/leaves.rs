//! A database of late positions serves the searches of those before them: the values stay what the
//! rules by name say, and what is not about the same definition is refused.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use zug::answer::{EngineKind, Limits, Options, Prepared, SolveError, SolverKind};
use zug::database::{Content, OpenDatabase, Source};
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::SolvedTable;

/// Small games, each with how often a line into it is drawn. Kalah ends, with points; Oware goes
/// round, with points; in the Morris games positions repeat; the last two have threats and
/// symmetries.
const GAMES: [(&str, &[&str]); 6] = [
    ("kalah", &["pits=2", "seeds=2"]),
    ("oware", &["pits=2", "seeds=2"]),
    ("three_mens_morris", &["moves=orthogonally"]),
    ("achi", &[]),
    ("connect_four", &["columns=4", "rows=3", "k=3"]),
    ("tic_tac_toe", &[]),
];

const SOLVERS: [SolverKind; 6] = [
    SolverKind::Auto,
    SolverKind::Minimax,
    SolverKind::AlphaBeta,
    SolverKind::Dfpn,
    SolverKind::Induction,
    SolverKind::Retrograde,
];

/// Plies of the line to the first position of a database.
const PLIES: usize = 3;

struct Game {
    definition: zug::definition::Definition,
    text: String,
    settings: Vec<String>,
}

impl Game {
    fn of(name: &str, settings: &[&str]) -> Game {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
        let definition = common::load(&path, settings);
        let settings = settings.iter().map(|setting| setting.to_string()).collect();
        Game { definition, text: fs::read_to_string(&path).expect("a file"), settings }
    }

    fn prepared(&self) -> Prepared<'_> {
        Prepared::new(&self.definition.program, EngineKind::Auto).expect("it fits").with_symmetry()
    }

    fn source(&self) -> Source<'_> {
        Source { text: &self.text, settings: &self.settings }
    }

    /// A line of some random moves, in the notation of the definition.
    fn line(&self, random: &mut common::Random) -> Vec<String> {
        let semantics = Semantics::new(&self.definition.program);
        let (mut at, mut line) = (semantics.start(), Vec::new());
        while line.len() < PLIES {
            let Ok(Expansion::Moves(legal)) = semantics.expand(&at) else { break };
            let choice = &legal[random.below(legal.len())];
            line.push(semantics.text(&at, choice));
            at = semantics.play(&at, choice).expect("a legal move");
        }
        line
    }

    fn build(&self, moves: &[String], folder: &Path, content: Content) {
        let (prepared, limits) = (self.prepared(), Limits::default());
        let built = prepared.build_database_after(self.source(), moves, folder, content, 1, &limits, &|_| ());
        built.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Whether a search of a position with the database finds what it is worth; how often it took a
/// value.
fn holds(late: &Prepared<'_>, table: &SolvedTable<'_, Semantics<'_>>, at: usize, solver: SolverKind) -> u64 {
    let position = table.position(at);
    let options = Options { solver, all_moves: true, ..Options::within(&Limits::default()) };
    let answer = match late.solve(position, &options) {
        Err(SolveError::Unfit(_)) => return 0,
        answer => answer.unwrap_or_else(|error| panic!("{error:?}")),
    };
    assert_eq!(answer.value, table.at(at).value, "{solver:?} at {position:?}");
    let found = answer.moves.iter().map(|(choice, value, _)| (choice.clone(), *value));
    let expected = table.moves(position).expect("it is listed").into_iter().map(|each| (each.mv, each.value));
    assert!(found.eq(expected), "{solver:?} at {position:?}");
    answer.reason.leaves.map_or(0, |leaves| leaves.found)
}

#[test]
fn searches_before_a_database_find_what_positions_are_worth() {
    let mut random = common::Random(13);
    for (name, settings) in GAMES {
        let game = Game::of(name, settings);
        let semantics = Semantics::new(&game.definition.program);
        let table =
            SolvedTable::of(&semantics, &semantics.start(), &Limits::default(), true).expect("it is small");
        let mut taken = [0; SOLVERS.len()];
        for content in [Content::Values, Content::Distances] {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path().join("db");
            let moves = game.line(&mut random);
            game.build(&moves, &folder, content);
            let late = game.prepared().with_database(game.source(), &folder).expect("it is about this");
            let database = OpenDatabase::open(&game.prepared(), game.source(), &folder).expect("it opens");
            let early: Vec<usize> = (0..table.len())
                .filter(|n| database.entry(&late, table.position(*n)).expect("it can be read").is_none())
                .collect();
            assert!(!early.is_empty(), "{name}: the database after {moves:?} holds everything");
            let some = (0..6).map(|_| early[random.below(early.len())]);
            for at in [0].into_iter().chain(some) {
                for (solver, taken) in SOLVERS.iter().zip(&mut taken) {
                    *taken += holds(&late, &table, at, *solver);
                }
                within(&late, &table, at);
            }
        }
        let served = SOLVERS.iter().zip(taken).filter(|(_, taken)| *taken > 0).count();
        assert!(served >= 3, "{name}: only {served} solvers came to the database: {taken:?}");
    }
}

/// What is forced forward, by ends and stored positions, is what the position is worth.
fn within(late: &Prepared<'_>, table: &SolvedTable<'_, Semantics<'_>>, at: usize) {
    let (position, value) = (table.position(at), table.at(at).value);
    for plies in [1, 3, 6] {
        let found =
            late.solve_within_stored(position, plies, &Limits::default()).expect("it can be searched");
        assert!(found.value.is_none_or(|found| found == value), "within {plies}: {found:?}, not {value}");
        assert!(found.proved.lower.is_none_or(|lower| lower <= value), "within {plies}: {found:?}");
        assert!(found.proved.upper.is_none_or(|upper| upper >= value), "within {plies}: {found:?}");
        let moves = table.moves(position).expect("it is listed");
        let keeps = |choice: &Choice| moves.iter().any(|each| each.mv == *choice && each.value == value);
        assert!(found.best.iter().all(keeps), "within {plies}: {found:?}");
    }
}

#[test]
fn distances_are_searched_without_leaves() {
    let game = Game::of("tic_tac_toe", &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("db");
    game.build(&["b2".into(), "b1".into()], &folder, Content::Values);
    let late = game.prepared().with_database(game.source(), &folder).expect("it is about this");
    let semantics = Semantics::new(&game.definition.program);
    let line = semantics.read_moves(&semantics.start(), "b2").expect("it can be played");
    let position: &Position = line.positions.last().expect("a position");
    let options = Options { distance: true, all_moves: true, ..Options::within(&Limits::default()) };
    let [with, without] =
        [&late, &game.prepared()].map(|each| each.solve(position, &options).expect("solved"));
    assert_eq!(with.reason.leaves, None);
    assert_eq!((with.value, with.distance, &with.moves), (without.value, without.distance, &without.moves));
}

/// Makes of a database that is complete one that was interrupted when it had solved its last tiers,
/// so many.
fn interrupted(folder: &Path, finished: usize) {
    let path = folder.join("manifest.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let tiers = manifest["tiers"].as_array().unwrap().clone();
    let listed: Vec<_> =
        tiers.iter().map(|tier| vec![tier["tier"].clone(), tier["positions"].clone()]).collect();
    let listing = serde_json::json!({ "tiers": listed, "runs": [], "complete": true });
    fs::write(folder.join("listing.json"), listing.to_string()).unwrap();
    manifest["tiers"] = serde_json::json!([]);
    manifest["complete"] = false.into();
    fs::write(&path, manifest.to_string()).unwrap();
    for tier in &tiers[..tiers.len() - finished] {
        fs::remove_file(folder.join(tier["file"].as_str().unwrap())).unwrap();
    }
}

#[test]
fn the_finished_tiers_of_an_unfinished_database_serve() {
    let game = Game::of("tic_tac_toe", &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("db");
    game.build(&[], &folder, Content::Distances);
    interrupted(&folder, 4);
    assert!(OpenDatabase::open(&game.prepared(), game.source(), &folder).is_err(), "a probe needs all of it");
    let late = game.prepared().with_database(game.source(), &folder).expect("it is about this");
    let answer = late.solve(&late.start(), &Options::within(&Limits::default())).expect("solved");
    let leaves = answer.reason.leaves.expect("the database serves");
    assert!(answer.value == 0 && leaves.found > 0 && leaves.positions == leaves.all, "{leaves:?}");
    // A tier that is missing between them hides those before it.
    let whole = leaves.all;
    fs::remove_file(folder.join("8.tier")).unwrap();
    let less = game.prepared().with_database(game.source(), &folder).expect("it is about this");
    let leaves =
        less.solve(&less.start(), &Options::within(&Limits::default())).expect("solved").reason.leaves;
    assert!(leaves.expect("it serves").all < whole, "{leaves:?}");
    interrupted_at_once(&game, &folder);
}

/// Where no tier is finished there is nothing to take.
fn interrupted_at_once(game: &Game, folder: &Path) {
    for tier in 0..10 {
        let _ = fs::remove_file(folder.join(format!("{tier}.tier")));
    }
    let why = game.prepared().with_database(game.source(), folder).err().expect("it is refused").to_string();
    assert!(why.contains("no tier of the database is finished yet"), "{why}");
}

#[test]
fn a_search_takes_what_there_is_memory_for() {
    let game = Game::of("connect_four", &["columns=4", "rows=4"]);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("db");
    game.build(&["1".into()], &folder, Content::Values);
    let late = game.prepared().with_database(game.source(), &folder).expect("it is about this");
    let solved = |memory| {
        let options = Options::within(&Limits { memory, ..Limits::default() });
        late.solve(&late.start(), &options).expect("solved")
    };
    let (much, little) = (solved(1 << 30), solved(512 << 10));
    let [much_taken, little_taken] = [&much, &little].map(|answer| answer.reason.leaves.expect("it serves"));
    assert_eq!((much.value, &much.best), (little.value, &little.best));
    assert!(much_taken.positions == much_taken.all && little_taken.positions < little_taken.all);
}

fn damage(file: &Path) {
    let mut bytes = fs::read(file).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(file, bytes).expect("it is written");
}

#[test]
fn a_damaged_tier_is_told() {
    let game = Game::of("tic_tac_toe", &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("db");
    game.build(&["b2".into()], &folder, Content::Values);
    damage(&folder.join("3.tier"));
    let late = game.prepared().with_database(game.source(), &folder).expect("it is about this");
    let options = Options { solver: SolverKind::Minimax, ..Options::within(&Limits::default()) };
    match late.solve(&late.start(), &options) {
        Err(SolveError::Database(why)) => assert!(why.contains("3.tier is damaged"), "{why}"),
        other => panic!("{other:?}"),
    }
}

fn zug(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).output().expect("it runs")
}

fn told(arguments: &[&str]) -> String {
    let output = zug(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    // Lines are broken at blanks.
    String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn refused(arguments: &[&str], why: &str) {
    let output = zug(arguments);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(text.contains(why), "{text}");
}

/// A copy of a game in a folder, and the name of a database beside it.
fn copied(folder: &Path, game: &str) -> (String, String) {
    let file = folder.join(format!("{game}.game")).display().to_string();
    fs::copy(format!("games/{game}.game"), &file).expect("a copy");
    (file, folder.join("db").display().to_string())
}

#[test]
fn a_database_of_a_later_position_is_built_probed_checked_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "tic_tac_toe");
    let built = told(&["build", &game, "--db", &db, "--moves", "b2,b1"]);
    assert!(built.starts_with("Tic-tac-toe: X wins in 5 plies") && built.contains("after b2, b1"), "{built}");
    assert!(
        told(&["build", &game, "--db", &db, "--moves", "b2, b1"]).contains("all 8 tiers were solved before")
    );
    refused(&["build", &game, "--db", &db], "from the position after `b2, b1`");
    refused(&["build", &game, "--db", &db, "--moves", "b1, b2"], "from the position after `b2, b1`");
    assert!(told(&["build", "--check", &db]).contains("every entry agrees"));
    assert!(told(&["probe", &db]).contains("after b2, b1"), "the first position of the database");
    assert!(told(&["probe", &db, "--moves", "b2, b1, a1"]).contains("after b2, b1, a1"));
    refused(&["probe", &db, "--moves", "a1"], "does not hold this position");
    let solved = told(&["solve", &game, "--db", &db]);
    assert!(solved.contains("Tic-tac-toe: draw") && solved.contains("the database was asked"), "{solved}");
    let stored = told(&["solve", &game, "--db", &db, "--moves", "b2, b1"]);
    assert!(stored.contains("it stands in the database, which holds"), "{stored}");
    let within = told(&["solve", &game, "--db", &db, "--moves", "b2", "--within", "9"]);
    assert!(within.contains("draw") && within.contains("the database was asked"), "{within}");
    let at_once = told(&["solve", &game, "--db", &db, "--moves", "b2, b1", "--within", "1"]);
    assert!(at_once.contains("X wins") && !at_once.contains("X wins in"), "{at_once}");
    fs::write(&game, fs::read_to_string(&game).unwrap() + "\n// more\n").unwrap();
    refused(&["solve", &game, "--db", &db], "another definition");
    refused(&["solve", "games/nim.game", "--db", &db], "another definition");
    refused(&["tree", "games/nim.game", "--db", &db], "a tree draws what a search looks at");
    refused(&["estimate", "games/nim.game", "--db", &db], "an estimate tells");
}

#[test]
fn a_win_by_a_position_of_the_database_has_no_number_of_plies() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "nim");
    told(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]", "--moves", "3:3"]);
    let json = zug(&["solve", &game, "--db", &db, "--set", "heaps=[2,3,4]", "--within", "1", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    let plain = zug(&["solve", &game, "--set", "heaps=[2,3,4]", "--within", "1", "--json"]);
    let plain: serde_json::Value = serde_json::from_slice(&plain.stdout).expect("it is JSON");
    assert!(plain["value"].is_null() && json["plies"].is_null(), "{json} {plain}");
    assert_eq!(json["value"]["winner"], "First", "{json}");
}

#[test]
fn facts_are_answered_from_a_database_of_their_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "tic_tac_toe");
    told(&["build", &game, "--db", &db]);
    let tested = told(&["test", &game, "--db", &db]);
    assert!(tested.contains("(from the database)"), "{tested}");
    assert!(!told(&["test", &game]).contains("database"));
    let json = zug(&["test", &game, "--db", &db, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    let facts = json["facts"].as_array().expect("a list");
    assert!(
        facts.iter().any(|fact| fact["database"] == true)
            && facts.iter().all(|fact| fact["result"] == "holds" || fact["result"] == "skipped")
    );
    refused(&["test", "games/nim.game", "--db", &db], "no fact is about this database");
    refused(&["test", &game, "--db", &folder.path().display().to_string()], "no database");
    assert_eq!(zug(&["test", &game, "--db", &db, "--prove"]).status.code(), Some(2));
}

/// Verdicts about turns of several placements are those of the rules: a position whose value stands
/// in the database has moves all the same.
#[test]
fn turns_of_several_placements_are_read_by_the_rules_beside_leaves() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "tic_tac_toe");
    let text = "game \"Turns\"\nplayers A, B\nboard Cell = grid(4, 2)\nfamily Line of Cell = lines(Cell, 3)\n\
        state { own[Player]: set of Cell = [{a1}, {b1}] }\ndef taken = own[A] + own[B]\n\
        move place(c in Cell - taken) { own[me] += c again when count(taken) % 2 = 0 }\n\
        end for p in Player when some l in Line: l <= own[p] => p wins\nstuck => draw\n";
    fs::write(&game, text).expect("written");
    let value = told(&["solve", &game, "--format", "{value}"]);
    for (number, moves) in ["d2", "d2, a2", "c1, b2"].into_iter().enumerate() {
        let db = format!("{db}{number}");
        told(&["build", &game, "--db", &db, "--moves", moves]);
        for solver in ["auto", "minimax", "alphabeta"] {
            let found = told(&["solve", &game, "--db", &db, "--solver", solver, "--format", "{value}"]);
            assert_eq!(found, value, "{moves}, {solver}");
        }
    }
}

/// More positions than are listed before a search forward has its turn. Behind `offer` play goes
/// round for ever, which A wins.
const OFFERS: &str = "game \"Offer\"\nplayers A, B\nrange Index = 1..7\nstate { n[Index]: 0..9 = 5, won: 0..2 }\n\
    move up(i in Index) when won = 0 and n[i] < 9 { n[i] += 1 }\nmove down(i in Index) when won = 0 and n[i] > 0 { n[i] -= 1 }\n\
    move offer when won = 0 and me = A { won = 1 }\nmove round when won > 0 { won = 3 - won }\n\
    end when n[1] = 0 => B wins\nendless => A wins\n";

#[test]
fn a_win_that_rests_on_stored_positions_is_not_said_to_hold_whatever_endless_play_is_worth() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "tic_tac_toe");
    fs::write(&game, OFFERS).expect("written");
    told(&["build", &game, "--db", &db, "--moves", "offer"]);
    let solved = told(&["solve", &game, "--db", &db]);
    assert!(
        solved.contains("searching forward") && solved.contains("rests on positions of the database"),
        "{solved}"
    );
    assert!(!solved.contains("whatever play"), "{solved}");
}

#[test]
fn a_position_of_the_database_is_told_as_one_within_any_number_of_plies() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "tic_tac_toe");
    told(&["build", &game, "--db", &db]);
    let within = told(&["solve", &game, "--db", &db, "--within", "1", "--moves", "b2, b1"]);
    assert!(within.contains("it stands in the database") && !within.contains("not proved"), "{within}");
}

#[test]
fn a_test_ends_where_the_database_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = copied(folder.path(), "tic_tac_toe");
    told(&["build", &game, "--db", &db]);
    // A fact asks about a position after two moves. Only the frames that are read are checked, so
    // half of the file is damaged.
    let path = Path::new(&db).join("2.tier");
    let bytes = fs::read(&path).expect("a file");
    let half = bytes.len() / 2;
    let broken: Vec<u8> = bytes.iter().enumerate().map(|(at, byte)| byte ^ u8::from(at >= half)).collect();
    fs::write(&path, broken).expect("it is written");
    refused(&["test", &game, "--db", &db], "damaged");
}
