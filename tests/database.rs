//! Databases on disk: every entry is what the rules by name say, whatever was interrupted, however
//! many threads and however little memory; what is wrong with a folder is told and loses nothing.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use zug::answer::{EngineKind, Limits, Prepared};
use zug::database::{Content, DatabaseError, OpenDatabase, Source};
use zug_lang::semantics::Semantics;
use zug_solve::{LineEnd, SolvedTable};

/// Games with more positions are left to `zug build --check`.
const FEW: u64 = 12_000;

/// Sizes at which more games are small.
const SMALLER: [(&str, &[&str]); 7] = [
    ("oware", &["pits=2", "seeds=4"]),
    ("dots_and_boxes", &["columns=2", "rows=2"]),
    ("connect_four", &["columns=4", "rows=3", "k=3"]),
    ("kalah", &["pits=2", "seeds=2"]),
    ("oware", &["pits=2", "seeds=2"]),
    ("cqoi2013", &["n=3", "white=b1", "black=c3"]),
    ("chomp", &["width=3", "height=3"]),
];

fn build(
    prepared: &Prepared<'_>,
    source: Source<'_>,
    folder: &Path,
    content: Content,
    threads: usize,
    memory: u64,
) {
    let limits = Limits { memory, ..Limits::default() };
    let built = prepared.build_database(source, folder, content, threads, &limits, &|_| ());
    built.unwrap_or_else(|error| panic!("{error}"));
}

/// The content of all files of a folder.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect()
}

/// Builds a game in several ways and compares every entry with retrograde analysis on the rules by
/// name.
fn hold(path: &Path, settings: &[&str]) -> bool {
    let definition = common::load(path, settings);
    let text = fs::read_to_string(path).expect("a file");
    let settings: Vec<String> = settings.iter().map(|setting| setting.to_string()).collect();
    let source = Source { text: &text, settings: &settings };
    let semantics = Semantics::new(&definition.program);
    let limits = Limits { positions: Some(FEW), deadline: None, ..Limits::default() };
    let Ok(table) = SolvedTable::of(&semantics, &semantics.start(), &limits, true) else { return false };
    if table.len() as u64 > FEW {
        return false;
    }
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits");
    let folder = tempfile::tempdir().expect("a folder");
    let [plain, threads, values] = ["plain", "threads", "values"].map(|name| folder.path().join(name));
    match prepared.build_database(source, &plain, Content::Distances, 1, &Limits::default(), &|_| ()) {
        Err(DatabaseError::Unfit(_)) => return false,
        built => built.unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    };
    build(&prepared, source, &threads, Content::Distances, 3, 8 << 20);
    assert_eq!(bytes(&plain), bytes(&threads), "{}: other threads, less memory", path.display());
    build(&prepared, source, &values, Content::Values, 2, 1 << 30);
    let [whole, values] =
        [&plain, &values].map(|folder| OpenDatabase::open(&prepared, source, folder).expect("it opens"));
    for n in 0..table.len() {
        let (position, expected) = (table.position(n), table.at(n));
        let distance = expected.distance.filter(|_| !definition.program.points);
        let [entry, value] = [&whole, &values]
            .map(|database| database.entry(&prepared, position).unwrap().expect("it is stored"));
        assert_eq!(
            (entry.value, entry.distance),
            (expected.value, distance),
            "{} {position:?}",
            path.display()
        );
        assert_eq!((value.value, value.distance), (expected.value, None), "{} {position:?}", path.display());
    }
    let report = prepared.check_database(source, &plain, 2, &Limits::default()).expect("it can be checked");
    assert_eq!(report.wrong, [], "{}", path.display());
    assert!(report.positions <= table.len() as u64 && report.audited > 0);
    true
}

#[test]
fn every_entry_is_what_the_rules_by_name_say() {
    let library = common::library();
    let games = library.iter().map(|path| (path.clone(), &[][..]));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let smaller = SMALLER.iter().map(|(name, settings)| (folder.join(format!("{name}.game")), *settings));
    let held = games.chain(smaller).filter(|(path, settings)| hold(path, settings)).count();
    assert!(held >= 80, "only {held} games were small enough");
}

/// At a1 the move that is listed first leaves the tier and loses, and the one that stays loses too.
#[test]
fn a_position_is_lost_though_its_first_move_leaves_the_tier() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("give_or_step.game");
    let text = "game \"Give or Step\"\nplayers A, B\nboard Cell = grid(3, 1)\n\
        state { at: Cell = a1  given: set of Cell }\n\
        move give { given += {at} }\nmove step(c in near(at)) { at = c }\n\
        end when given != {} => me wins\nend when at = c1 => opponent wins\n\
        stuck => me loses\nendless => draw\n";
    fs::write(&path, text).expect("a file");
    assert!(hold(&path, &[]));
}

const GAME: &str = "games/bridg_it.game";

fn zug(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_build_that_is_killed_goes_on_and_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let [once, often] = ["once", "often"].map(|name| folder.path().join(name).display().to_string());
    assert!(zug(&["build", GAME, "--db", &once]).status.success());
    let (mut killed, mut random) = (0, common::Random(30));
    for _ in 0..30 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
        let command =
            command.args(["build", GAME, "--db", &often]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(10 + random.below(690) as u64));
        if child.try_wait().expect("it is there").is_some() {
            // It came to its end, which is looked at, and another one begins.
            assert_eq!(bytes(Path::new(&once)), bytes(Path::new(&often)));
            fs::remove_dir_all(&often).expect("it is there");
            continue;
        }
        killed += 1;
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    assert!(killed > 0, "no run was killed");
    let end = zug(&["build", GAME, "--db", &often]);
    assert!(end.status.success(), "{}", text(&end.stderr));
    assert_eq!(bytes(Path::new(&once)), bytes(Path::new(&often)));
}

#[test]
fn a_limit_is_told_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("db").display().to_string();
    let stopped = zug(&["build", GAME, "--db", &db, "--timeout", "100ms"]);
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stderr).contains("goes on with it"), "{}", text(&stopped.stderr));
    let probed = zug(&["probe", &db]);
    assert_eq!(probed.status.code(), Some(2));
    assert!(text(&probed.stderr).contains("not complete"), "{}", text(&probed.stderr));
    let small = zug(&["build", "games/halma.game", "--db", &format!("{db}2"), "--memory", "1MiB"]);
    assert_eq!(small.status.code(), Some(3), "{}", text(&small.stderr));
    assert!(zug(&["build", GAME, "--db", &db]).status.success());
    assert!(zug(&["probe", &db]).status.success());
}

/// A small game, and a database of it.
fn small(folder: &Path) -> (String, String) {
    let game = folder.join("nim.game").display().to_string();
    fs::copy("games/nim.game", &game).expect("a copy");
    let db = folder.join("db").display().to_string();
    let built = zug(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    (game, db)
}

#[test]
fn a_folder_with_something_else_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = small(folder.path());
    let before = bytes(Path::new(&db));
    let refused = |arguments: &[&str], why: &str| {
        let output = zug(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    };
    refused(&["build", &game, "--db", &db], "settings");
    refused(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]", "--values"], "distances");
    refused(&["build", "games/chomp.game", "--db", &db], "another definition");
    fs::write(&game, fs::read_to_string(&game).unwrap() + "\n// more\n").unwrap();
    refused(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]"], "the text has changed");
    refused(&["build", &game, "--db", &folder.path().display().to_string()], "not empty");
    refused(&["probe", &folder.path().display().to_string()], "no database");
    refused(&["probe", "/nowhere"], "no database");
    assert_eq!(bytes(Path::new(&db)), before);
    let manifest = Path::new(&db).join("manifest.json");
    let own = fs::read_to_string(&manifest).unwrap();
    let mut other: serde_json::Value = serde_json::from_str(&own).unwrap();
    other["subject"]["sums"] = serde_json::json!(["whose turn it is"]);
    fs::write(&manifest, other.to_string()).unwrap();
    refused(&["probe", &db], "numbers tiers otherwise");
    fs::write(&manifest, own).unwrap();
    assert!(zug(&["probe", &db]).status.success());
}

#[test]
fn two_builds_do_not_work_in_one_folder_and_no_file_outside_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, db) = small(folder.path());
    let game = folder.path().join("nim.game").display().to_string();
    let lock = fs::File::create(Path::new(&db).join("lock")).unwrap();
    lock.lock().unwrap();
    let second = zug(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(text(&second.stderr).contains("another run"), "{}", text(&second.stderr));
    drop(lock);
    let third = zug(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]"]);
    assert!(third.status.success(), "{}", text(&third.stderr));
    assert!(!Path::new(&db).join("lock").exists());
    let manifest = Path::new(&db).join("manifest.json");
    let forged = fs::read_to_string(&manifest).unwrap().replace("12.tier", "../12.tier");
    fs::write(&manifest, forged).unwrap();
    let probed = zug(&["probe", &db]);
    assert_eq!(probed.status.code(), Some(2));
    assert!(text(&probed.stderr).contains("not its own"), "{}", text(&probed.stderr));
}

#[test]
fn a_damaged_tier_is_told_and_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, db) = small(folder.path());
    let game = folder.path().join("nim.game").display().to_string();
    let before = bytes(Path::new(&db));
    let tier =
        before.keys().filter(|name| name.ends_with(".tier")).max_by_key(|name| before[*name].len()).unwrap();
    let path = Path::new(&db).join(tier);
    for at in [3, 60, before[tier].len() / 2, before[tier].len() - 40, before[tier].len() - 1] {
        let mut bad = before[tier].clone();
        bad[at] ^= 4;
        fs::write(&path, &bad).unwrap();
        let checked = zug(&["build", "--check", &db]);
        assert_eq!(checked.status.code(), Some(2), "byte {at}");
        assert!(text(&checked.stderr).contains("damaged"), "{}", text(&checked.stderr));
        let again = zug(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]"]);
        assert!(again.status.success() && text(&again.stdout).contains("mended"), "{}", text(&again.stderr));
        assert_eq!(bytes(Path::new(&db)), before, "byte {at}");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(zug(&["build", "--check", &db]).status.code(), Some(2));
    assert!(zug(&["build", &game, "--db", &db, "--set", "heaps=[2,3,4]"]).status.success());
    assert_eq!(bytes(Path::new(&db)), before);
}

/// Builds again, and sees that the folder is what it was at first.
fn mended(folder: &Path, db: &str, before: &BTreeMap<String, Vec<u8>>, why: &str) {
    let game = folder.join("nim.game").display().to_string();
    let again = zug(&["build", &game, "--db", db, "--set", "heaps=[2,3,4]"]);
    assert!(again.status.success(), "{why}: {}", text(&again.stderr));
    assert_eq!(&bytes(Path::new(db)), before, "{why}");
    assert!(zug(&["build", "--check", db]).status.success(), "{why}");
}

#[test]
fn a_whole_file_in_the_wrong_place_is_found_and_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, db) = small(folder.path());
    let before = bytes(Path::new(&db));
    let at = |name: &str| Path::new(&db).join(name);
    let refused = |why: &str| {
        let checked = zug(&["build", "--check", &db]);
        assert_eq!(checked.status.code(), Some(2), "{why}: {}", text(&checked.stdout));
    };
    fs::copy(at("15.tier"), at("14.tier")).unwrap();
    refused("another tier");
    mended(folder.path(), &db, &before, "another tier");
    let manifest = fs::read_to_string(at("manifest.json")).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    json["tiers"].as_array_mut().unwrap().remove(3);
    fs::write(at("manifest.json"), json.to_string()).unwrap();
    refused("a manifest without a tier");
    // A database that was begun: one tier is another one, one has no columns, and all keys are
    // gone.
    let tiers = serde_json::from_str::<serde_json::Value>(&manifest).unwrap()["tiers"].clone();
    let list =
        tiers.as_array().unwrap().iter().map(|tier| vec![tier["tier"].clone(), tier["positions"].clone()]);
    let listing = serde_json::json!({ "tiers": list.collect::<Vec<_>>(), "runs": [], "complete": true });
    json["tiers"] = serde_json::json!([]);
    json["complete"] = false.into();
    fs::write(at("manifest.json"), json.to_string()).unwrap();
    fs::write(at("listing.json"), listing.to_string()).unwrap();
    fs::copy(at("16.tier"), at("17.tier")).unwrap();
    fs::remove_file(at("14.tier")).unwrap();
    mended(folder.path(), &db, &before, "a listing without keys");
    // A list that names a file outside the folder.
    fs::write(at("manifest.json"), json.to_string()).unwrap();
    fs::write(at("listing.json"), r#"{"tiers":[],"runs":[[12,"../nim.game"]],"complete":false}"#).unwrap();
    mended(folder.path(), &db, &before, "a listing that names another file");
    assert!(folder.path().join("nim.game").exists());
    // What a run left that was killed while it cleaned up.
    fs::write(at("12.keys"), "left").unwrap();
    fs::write(at("7.run"), "left").unwrap();
    mended(folder.path(), &db, &before, "keys that were left");
}

#[test]
fn a_fault_is_told_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("fault.game").display().to_string();
    let text_of = "game \"Fault\"\nplayers A, B\nstate { n: 0..3 = 0 }\nmove add(k in 1..2) { n += k }\nend when n = 3 => me wins\n";
    fs::write(&game, text_of).unwrap();
    let built = zug(&["build", &game, "--db", &folder.path().join("db").display().to_string()]);
    assert_eq!(built.status.code(), Some(1), "{}", text(&built.stderr));
    assert!(text(&built.stderr).contains("fault.game:4"), "{}", text(&built.stderr));
}

#[test]
fn a_fault_is_told_with_the_moves_that_lead_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("sticks.game").display().to_string();
    let db = folder.path().join("db").display().to_string();
    let told = |rules: &str, more: &[&str]| {
        fs::write(&game, format!("game \"Sticks\"\nplayers A, B\n{rules}\n")).unwrap();
        let _ = fs::remove_dir_all(&db);
        let built = zug(&[&["build", &game, "--db", &db], more].concat());
        assert_eq!(built.status.code(), Some(1), "{}", text(&built.stderr));
        text(&built.stderr)
    };
    let take =
        "state { left: 0..5 = 5 }\nmove take(n in 1..2) when left > 0 { left -= n }\nstuck => me loses";
    for more in [&[][..], &["--moves", "2"], &["--threads", "2"]] {
        let said = told(take, more);
        assert!(said.contains("after the moves: ") && said.contains("left = 1"), "{said}");
        let moves = said.lines().find_map(|line| line.split_once("after the moves: ")).expect("moves").1;
        let taken: i64 = moves.split(", ").map(|each| each.parse::<i64>().expect("a number")).sum();
        assert!(taken > 5, "{said}");
    }
    // Points are left out of the codes of positions.
    let points = "state { left: 0..5 = 5, won[Player]: 0..9 }\n\
        move take(n in 1..2) when left > 0 { left -= n won[me] += n }\nend when left = 0 => won[A] - won[B] to A";
    let said = told(points, &[]);
    assert!(said.contains("after the moves: ") && !said.contains("won[A] = 0, won[B] = 0"), "{said}");
    // Nobody can tell who wins.
    fs::write(&game, "game \"Nobody\"\nplayers A, B\nstate { left: 0..5 = 5 }\nmove take(n in 1..2) when n <= left { left -= n }\nend when left = 1 => A wins\n").unwrap();
    let _ = fs::remove_dir_all(&db);
    let built = zug(&["build", &game, "--db", &db]);
    assert_eq!(built.status.code(), Some(1), "{}", text(&built.stderr));
    assert!(text(&built.stderr).contains("after the moves: "), "{}", text(&built.stderr));
}

#[test]
fn an_export_has_every_position_once_with_what_a_probe_tells() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, db) = small(folder.path());
    let file = folder.path().join("table.csv").display().to_string();
    let exported = zug(&["export", &db, "--out", &file]);
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let printed = zug(&["export", &db]);
    assert_eq!(fs::read(&file).expect("it is written"), printed.stdout);
    let mut table = csv::Reader::from_reader(printed.stdout.as_slice());
    let head: Vec<String> = table.headers().expect("names").iter().map(str::to_string).collect();
    assert_eq!(head, ["turn", "left[1]", "left[2]", "left[3]", "value", "outcome", "plies"]);
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    let positions = zug(&["solve", &game, "--set", "heaps=[2,3,4]", "--strong", "--json"]);
    let positions: serde_json::Value = serde_json::from_slice(&positions.stdout).expect("it is JSON");
    assert_eq!(positions["positions"], rows.len());
    let places: std::collections::BTreeSet<Vec<&str>> =
        rows.iter().map(|row| row.iter().take(4).collect()).collect();
    assert_eq!(places.len(), rows.len(), "no position twice");
    for row in rows.iter().step_by(7) {
        let left = format!("left=[{},{},{}]", &row[1], &row[2], &row[3]);
        let turn = format!("turn={}", &row[0]);
        let solved = zug(&[
            "solve",
            &game,
            "--set",
            "heaps=[2,3,4]",
            "--set",
            &left,
            "--set",
            &turn,
            "--distance",
            "--json",
        ]);
        let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("it is JSON");
        assert_eq!(solved["value"]["points"].to_string(), row[4], "{row:?}");
        assert_eq!(solved["value"]["text"].as_str(), Some(&row[5]), "{row:?}");
        assert_eq!(solved["plies"].to_string(), row[6], "{row:?}");
    }
}

#[test]
fn an_export_leaves_nothing_where_it_cannot_be_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, db) = small(folder.path());
    let nowhere = zug(&["export", &db, "--out", &folder.path().join("no/table.csv").display().to_string()]);
    assert_eq!(nowhere.status.code(), Some(2), "{}", text(&nowhere.stderr));
    let tier = fs::read_dir(&db).expect("a folder").flatten().map(|entry| entry.path());
    let tier = tier.filter(|path| path.extension().is_some_and(|end| end == "tier")).max().expect("a tier");
    let mut bytes = fs::read(&tier).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&tier, bytes).expect("it is written");
    let file = folder.path().join("table.csv");
    let damaged = zug(&["export", &db, "--out", &file.display().to_string()]);
    assert_eq!(damaged.status.code(), Some(2), "{}", text(&damaged.stderr));
    assert!(text(&damaged.stderr).contains("is damaged"), "{}", text(&damaged.stderr));
    let left: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("table.csv")), "{left:?}");
}

/// A move that only keeps the value may go round for ever and lose it: then no line is told, where
/// the file does not tell more.
#[test]
fn a_line_of_a_database_is_worth_the_value() {
    let draw = "game \"A draw that must be taken\"\nplayers A, B\nstate { at: 0..2 = 0, turn = B }\n\
        move round when me = B and at = 0 { at = 1 }\nmove back when me = A and at = 1 { at = 0 }\n\
        move stop when me = B and at = 0 { at = 2 }\nend when at = 2 => draw\nendless => A wins\nstuck => draw\n";
    let points = "game \"Points that must be taken\"\nplayers A, B\nstate { at: 0..2 = 0 }\n\
        move round when me = A and at = 0 { at = 1 }\nmove back when me = B and at = 1 { at = 0 }\n\
        move take when me = A and at = 0 { at = 2 }\nend when at = 2 => 3 to A\nstuck => 0 to A\n";
    let win = points.replace("3 to A", "A wins").replace("0 to A", "draw");
    let told = |text: &str, content| {
        let Ok(definition) = common::compile(text, &[]) else { panic!("{text}") };
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits");
        let (folder, source) = (tempfile::tempdir().expect("a folder"), Source { text, settings: &[] });
        let folder = folder.path().join("db");
        build(&prepared, source, &folder, content, 1, 1 << 30);
        let database = OpenDatabase::open(&prepared, source, &folder).expect("it opens");
        let answer =
            database.answer(&prepared, &prepared.start()).expect("it can be read").expect("it is stored");
        (answer.entry.value, answer.line.len(), answer.line_end)
    };
    assert_eq!(told(draw, Content::Distances), (0, 0, LineEnd::NotAsked));
    assert_eq!(
        told(&draw.replace("endless => A wins", "endless => draw"), Content::Values),
        (0, 2, LineEnd::Repeats(0))
    );
    assert_eq!(told(points, Content::Distances), (3, 0, LineEnd::NotAsked));
    assert_eq!(told(&win, Content::Distances), (1, 1, LineEnd::Terminal));
    assert_eq!(told(&win, Content::Values), (1, 0, LineEnd::NotAsked));
}

#[test]
fn a_probe_tells_value_distance_and_every_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, db) = small(folder.path());
    let solved =
        zug(&["solve", "games/nim.game", "--set", "heaps=[2,3,4]", "--all-moves", "--distance", "--json"]);
    let probed = zug(&["probe", &db, "--json"]);
    let [solved, probed] = [solved, probed]
        .map(|output| serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("it is JSON"));
    assert_eq!(solved["value"], probed["value"]);
    assert_eq!(solved["plies"], probed["plies"]);
    assert_eq!(solved["best"], probed["best"]);
    let moves = |answer: &serde_json::Value| -> Vec<(String, i64, serde_json::Value)> {
        let list = answer["moves"].as_array().expect("a list");
        let one = |each: &serde_json::Value| {
            (
                each["move"].as_str().unwrap().to_string(),
                each["value"]["points"].as_i64().unwrap(),
                each["plies"].clone(),
            )
        };
        list.iter().map(one).collect()
    };
    assert_eq!(moves(&solved), moves(&probed));
}
