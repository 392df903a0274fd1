//! Several processes write the database that one process writes, byte for byte, whatever becomes of
//! them on the way.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use zug::answer::{EngineKind, Limits, Prepared};
use zug::database::{ClusterMember, Content, DatabaseError, SharedBuild, Source};

/// The content of all files of a folder.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect()
}

fn command(game: &str, db: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(["build", &format!("games/{game}.game"), "--db"]).arg(db).args(more);
    command
}

fn build(game: &str, db: &Path, more: &[&str]) -> Output {
    command(game, db, more).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Games of several kinds: sizes, and what solves the tiers whose moves stay in them.
const GAMES: [(&str, &[&str]); 13] = [
    // No move stays in its tier.
    ("tic_tac_toe", &[]),
    ("connect_four", &["--set", "columns=4", "--set", "rows=4"]),
    ("bridg_it", &[]),
    ("chomp", &["--set", "width=3", "--set", "height=3"]),
    // Points.
    ("dots_and_boxes", &["--set", "columns=2", "--set", "rows=2"]),
    ("kalah", &["--set", "pits=3", "--set", "seeds=2"]),
    // Play must end.
    ("nim", &["--set", "heaps=[2,3,4]"]),
    // Positions repeat.
    ("dodgem", &[]),
    ("dodgem", &["--values"]),
    ("teeko", &["--set", "n=3"]),
    ("quixo", &["--threads", "2"]),
    ("nine_mens_morris", &["--set", "men_each=3", "--values", "--moves", "a7, d7, g7, d6"]),
    ("tic_tac_toe", &["--values", "--moves", "b2, a1"]),
];

#[test]
fn several_processes_write_the_bytes_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, (game, more)) in GAMES.iter().enumerate() {
        let path = |name: &str| folder.path().join(format!("{at}-{name}"));
        let one = build(game, &path("one"), more);
        assert!(one.status.success(), "{game}: {}", text(&one.stderr));
        for processes in ["2", "4"] {
            let several = build(game, &path(processes), &[more, &["-n", processes][..]].concat());
            assert!(several.status.success(), "{game} -n {processes}: {}", text(&several.stderr));
            assert_eq!(
                text(&several.stdout).lines().skip(2).collect::<Vec<_>>(),
                text(&one.stdout).lines().skip(2).collect::<Vec<_>>()
            );
            assert!(bytes(&path("one")) == bytes(&path(processes)), "{game} {more:?} -n {processes}");
        }
    }
}

/// Addresses of this machine that nobody listens at.
fn addresses(many: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> =
        (0..many).map(|_| TcpListener::bind("127.0.0.1:0").expect("an address")).collect();
    listeners.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect()
}

/// Starts workers of `--workers`, each with its own arguments.
fn workers(folder: &Path, game: &str, db: &Path, more: &[&[&str]]) -> Vec<Child> {
    let hosts = folder.join("hosts");
    fs::write(&hosts, addresses(more.len()).join("\n") + "\n").expect("it is written");
    let hosts = hosts.display().to_string();
    let start = |(index, more): (usize, &&[&str])| {
        let index = index.to_string();
        let elsewhere = folder.join(format!("elsewhere-{index}"));
        let own = if index == "0" { db } else { &elsewhere };
        let mut command = command(game, own, &[&["--workers", &hosts, "--worker", &index], *more].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    more.iter().enumerate().map(start).collect()
}

/// Waits for a process, which must end soon.
fn ended(child: Child, what: &str) -> Output {
    let (mut child, begun) = (child, Instant::now());
    while child.try_wait().expect("it is there").is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("{what}: {}", text(&child.wait_with_output().expect("it ends").stderr));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("it ends")
}

#[test]
fn when_a_worker_is_killed_the_others_end_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let [once, often] = ["once", "often"].map(|name| folder.path().join(name));
    assert!(build("bridg_it", &once, &[]).status.success());
    let (mut killed, mut random) = (0, common::Random(31));
    for round in 0..12 {
        let many = 2 + 2 * (round % 2);
        let _ = fs::remove_file(often.join("lock"));
        let mut children = workers(folder.path(), "bridg_it", &often, &vec![&[][..]; many]);
        // Worker 0 has the folder when each has met each.
        let begun = Instant::now();
        while !often.join("lock").exists() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(random.below(1500) as u64));
        let victim = random.below(many);
        let is_killed = children[victim].try_wait().expect("it is there").is_none();
        let _ = children[victim].kill();
        for (worker, child) in children.into_iter().enumerate() {
            let output = ended(child, "a worker goes on without another one");
            if is_killed && worker != victim {
                let said = text(&output.stderr);
                // All may have been done by then.
                let is_done = output.status.success();
                assert!(is_done || output.status.code() == Some(3), "worker {worker}: {said}");
                assert!(
                    is_done || said.contains(&format!("worker {victim} is lost")),
                    "worker {worker} of {many}, without {victim}: {said}"
                );
                killed += usize::from(!is_done);
            }
        }
        if serde_json::from_slice::<serde_json::Value>(
            &fs::read(often.join("manifest.json")).unwrap_or_default(),
        )
        .is_ok_and(|manifest| manifest["complete"] == true)
        {
            let last = build("bridg_it", &often, &["-n", "2"]);
            assert!(last.status.success(), "{}", text(&last.stderr));
            assert!(bytes(&once) == bytes(&often));
            fs::remove_dir_all(&often).expect("it is there");
        }
    }
    assert!(killed > 0, "no worker was killed at work");
    // One process goes on with what several left.
    assert!(build("bridg_it", &often, &[]).status.success());
    assert!(bytes(&once) == bytes(&often));
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_was_started_is_killed_and_all_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let [once, often] = ["once", "often"].map(|name| folder.path().join(name));
    assert!(build("bridg_it", &once, &[]).status.success());
    let children = |parent: u32| -> Vec<String> {
        let all = fs::read_dir("/proc").expect("processes").flatten();
        let names = all.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let is_child = |name: &String| {
            let stat = fs::read_to_string(format!("/proc/{name}/stat")).unwrap_or_default();
            let behind = stat.rsplit_once(") ").map(|(_, behind)| behind.to_string());
            behind.is_some_and(|behind| behind.split(' ').nth(1) == Some(&parent.to_string()))
        };
        let mut found: Vec<u32> = names.filter(is_child).filter_map(|name| name.parse().ok()).collect();
        found.sort_unstable();
        found.iter().map(u32::to_string).collect()
    };
    let kill = |process: &str| {
        assert!(Command::new("kill").args(["-9", process]).status().expect("it runs").success());
    };
    for victim in [0, 1, 2] {
        let _ = fs::remove_file(often.join("lock"));
        let mut parent = command("bridg_it", &often, &["-n", "3"]);
        let parent = parent.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let begun = Instant::now();
        while !often.join("lock").exists() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let started = children(parent.id());
        assert_eq!(started.len(), 3);
        kill(&started[victim]);
        let output = ended(parent, "a build goes on without a worker");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert_eq!(said.matches("goes on with it").count(), 1, "{said}");
        assert!(said.contains(&format!("worker {victim} is lost")), "{said}");
    }
    // The parent is killed: the workers end, and nobody keeps the folder.
    let mut parent =
        command("bridg_it", &often, &["-n", "2"]).stdout(Stdio::null()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(200));
    parent.kill().expect("it is there");
    parent.wait().expect("it ends");
    std::thread::sleep(Duration::from_millis(500));
    let last = build("bridg_it", &often, &["-n", "2"]);
    assert!(last.status.success(), "{}", text(&last.stderr));
    assert!(bytes(&once) == bytes(&often));
}

#[cfg(unix)]
#[test]
fn an_interruption_of_the_parent_alone_is_told_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let [once, often] = ["once", "often"].map(|name| folder.path().join(name));
    assert!(build("bridg_it", &once, &[]).status.success());
    let mut parent = command("bridg_it", &often, &["-n", "2"]);
    let parent = parent.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let begun = Instant::now();
    while !often.join("lock").exists() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &parent.id().to_string()]).status();
    assert!(kill.expect("it runs").success());
    let output = ended(parent, "a build goes on after it was interrupted");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(said.matches("interrupted; what is in").count(), 1, "{said}");
    assert!(build("bridg_it", &often, &["-n", "2"]).status.success());
    assert!(bytes(&once) == bytes(&often));
}

#[test]
fn workers_that_build_something_else_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("db");
    let refused = |more: &[&[&str]], why: &str| {
        for child in workers(folder.path(), "nim", &db, more) {
            let output = ended(child, "a worker waits for another build");
            assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
            assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
        }
        assert!(!db.exists());
    };
    let [one, other]: [&[&str]; 2] = [&["--set", "heaps=[1,2]"], &["--set", "heaps=[2,1]"]];
    refused(&[one, other], "it builds another database: the settings or the first moves are others");
    refused(
        &[one, &["--set", "heaps=[1,2]", "--values"]],
        "values are stored with distances here and without there",
    );
    let hosts = folder.path().join("hosts");
    let usage = |lines: &str, worker: &str, why: &str| {
        fs::write(&hosts, lines).expect("it is written");
        let hosts = hosts.display().to_string();
        let output = build("nim", &db, &["--workers", &hosts, "--worker", worker]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    };
    usage("127.0.0.1:1\nhere\n", "0", "`here` is no HOST:PORT");
    usage("127.0.0.1:1\n# none\n", "0", "write from 2");
    usage("127.0.0.1:1\n127.0.0.1:2\n", "2", "has 2 lines");
}

#[test]
fn what_several_processes_cannot_build_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("db");
    let refused = build("oware", &db, &["--set", "pits=2", "--set", "seeds=2", "-n", "2"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("without `-n`"), "{}", text(&refused.stderr));
    let endless = build("hare_and_hounds", &folder.path().join("endless"), &["-n", "2"]);
    assert_eq!(endless.status.code(), Some(2), "{}", text(&endless.stderr));
    let one = build("oware", &db, &["--set", "pits=2", "--set", "seeds=2"]);
    assert!(one.status.success(), "{}", text(&one.stderr));
}

#[test]
fn a_limit_ends_all_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let [once, often] = ["once", "often"].map(|name| folder.path().join(name));
    assert!(build("bridg_it", &once, &[]).status.success());
    let stopped = build("bridg_it", &often, &["-n", "2", "--timeout", "300ms"]);
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stderr).lines().count() == 1, "{}", text(&stopped.stderr));
    let small = build("halma", &folder.path().join("small"), &["-n", "2", "--memory", "2MiB"]);
    assert_eq!(small.status.code(), Some(3), "{}", text(&small.stderr));
    assert!(build("bridg_it", &often, &["-n", "4"]).status.success());
    assert!(bytes(&once) == bytes(&often));
}

#[test]
fn a_limit_before_the_processes_have_met_is_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let leaves = format!("leaves=[{}]", vec!["1"; 1024].join(","));
    let limits = ["--set", leaves.as_str(), "-n", "2", "--memory", "2MiB"];
    let stopped = build("binary_tree", &folder.path().join("db"), &limits);
    let said = text(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(3), "{said}");
    assert!(said.contains("memory") && !said.contains("cannot start"), "{said}");
}

#[test]
fn a_fault_is_told_once_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("fault.game").display().to_string();
    let text_of = "game \"Fault\"\nplayers A, B\nstate { n: 0..3 = 0 }\nmove add(k in 1..2) { n += k }\nend when n = 3 => me wins\n";
    fs::write(&game, text_of).expect("it is written");
    let db = folder.path().join("db").display().to_string();
    let mut zug = Command::new(env!("CARGO_BIN_EXE_zug"));
    let built = zug.args(["build", &game, "--db", &db, "-n", "3"]).output().expect("it runs");
    assert_eq!(built.status.code(), Some(1), "{}", text(&built.stderr));
    assert_eq!(text(&built.stderr).matches("fault.game:4").count(), 1, "{}", text(&built.stderr));
}

#[test]
fn a_file_of_another_worker_is_told_as_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("db");
    assert!(build("bridg_it", &db, &[]).status.success());
    let tier = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "tier");
    let files = fs::read_dir(&db).expect("a folder").flatten().map(|entry| entry.path());
    files.filter(tier).for_each(|tier| fs::remove_file(tier).expect("it is there"));
    // Where the folder of worker 1 would be is a file.
    fs::write(db.join("worker-1"), "").expect("it is written");
    let refused = build("bridg_it", &db, &["-n", "2"]);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert_eq!((said.lines().count(), said.matches("worker 1: ").count()), (1, 1), "{said}");
    assert!(!said.contains("damaged"), "{said}");
}

/// Builds with workers that are threads of this process, saving before every tier.
fn together(
    prepared: &Prepared<'_>,
    source: Source<'_>,
    folder: &Path,
    many: usize,
    limits: &Limits,
) -> Vec<Result<bool, DatabaseError>> {
    let listeners: Vec<TcpListener> =
        (0..many).map(|_| TcpListener::bind("127.0.0.1:0").expect("an address")).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
    std::thread::scope(|scope| {
        let start = |(index, listener): (usize, TcpListener)| {
            let member = ClusterMember { index, addresses: addresses.clone(), listener, token: 7 };
            scope.spawn(move || {
                let build = SharedBuild {
                    source,
                    moves: &[],
                    folder,
                    content: Content::Distances,
                    threads: 1,
                    limits,
                    save_every: Duration::ZERO,
                    member: &member,
                };
                prepared.build_database_together(build, &|_| ()).map(|built| built.is_some())
            })
        };
        let threads: Vec<_> = listeners.into_iter().enumerate().map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn what_is_listed_is_saved_and_taken_up_again() {
    let path = Path::new("games/connect_four.game");
    let settings = ["columns=4", "rows=4"];
    let definition = common::load(path, &settings);
    let text = fs::read_to_string(path).expect("a file");
    let settings = settings.map(str::to_string);
    let source = Source { text: &text, settings: &settings };
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits");
    let folder = tempfile::tempdir().expect("a folder");
    let [one, several] = ["one", "several"].map(|name| folder.path().join(name));
    let whole = Limits::default();
    prepared.build_database(source, &one, Content::Distances, 1, &whole, &|_| ()).expect("it is built");
    let mut stopped = 0;
    for time in [50, 100, 200, 400, 100_000] {
        let limits = Limits {
            memory: 32 << 20,
            deadline: Some(Instant::now() + Duration::from_millis(time)),
            ..Limits::default()
        };
        let built = together(&prepared, source, &several, 3, &limits);
        match &built[..] {
            [Ok(true), Ok(false), Ok(false)] => break,
            _ => stopped += 1,
        }
        for error in built.iter().filter_map(|built| built.as_ref().err()) {
            assert!(matches!(error, DatabaseError::Limit(_) | DatabaseError::Lost { .. }), "{error}");
        }
    }
    assert!(stopped > 0, "no build was stopped");
    assert!(bytes(&one) == bytes(&several));
    // Keys that are missing are listed again.
    let manifest = several.join("manifest.json");
    let mut json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&manifest).expect("a manifest")).expect("it is JSON");
    let tiers = json["tiers"].as_array().expect("tiers").clone();
    let list: Vec<_> =
        tiers.iter().map(|tier| vec![tier["tier"].clone(), tier["positions"].clone()]).collect();
    let listing = serde_json::json!({ "tiers": list, "runs": [], "complete": true });
    (json["tiers"], json["complete"]) = (serde_json::json!([]), false.into());
    fs::write(&manifest, json.to_string()).expect("it is written");
    fs::write(several.join("listing.json"), listing.to_string()).expect("it is written");
    let file = tiers[3]["file"].as_str().expect("a name").to_string();
    fs::remove_file(several.join(file)).expect("it is there");
    let built = together(&prepared, source, &several, 2, &whole);
    assert!(matches!(built[..], [Ok(true), Ok(false)]), "{built:?}");
    assert!(bytes(&one) == bytes(&several));
}
