//! Every solver keeps the memory and the time that were asked for, on every game of the library.
//!
//! Memory is what the system counts of the whole process at its peak, and may be 5 % and 16 MiB
//! more than was asked for. Time is the time of the processor, which does not depend on what else
//! the machine does: 10 % and 0.3 s more, for each thread. That the program also ends in time by
//! the clock on the wall is measured in `docs/performance.md`.
//!
//! A run is started by a process of its own, this test program again ([`measure_one`]), because a
//! process is told of all its children together.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// Asked for, in MiB. The pages of a development build alone are some 40 MiB, which is all that 24
/// would allow: no solver would begin.
const MEMORY: u64 = 32;
/// Asked for, in milliseconds.
const TIME: u64 = 200;
/// Tells [`measure_one`] what to run: the arguments, one a line.
const ARGUMENTS: &str = "ZUG_TEST_MEASURE";
/// Stands before what [`measure_one`] tells.
const MARK: &str = "measured:";

/// Games out of reach at these sizes, and the sizes.
const LARGE: [(&str, &str); 72] = [
    ("abalone", "base=5 deep=2 falls=6"),
    ("amazons", "columns=7 rows=7"),
    ("atari_go", "columns=7 rows=7"),
    ("ataxx", "n=7"),
    ("bagh_chal", "n=5 goats=20 captures=5"),
    ("brandub", ""),
    ("breakthrough", "columns=8 rows=8 deep=2"),
    ("bridg_it", "n=5"),
    ("chess", ""),
    ("chomp", "width=12 height=12"),
    ("clobber", "columns=8 rows=8"),
    ("col", "columns=8 rows=8"),
    ("connect_6", "columns=15 rows=15 k=6"),
    ("connect_four", "columns=7 rows=6"),
    ("cram", "columns=8 rows=8"),
    ("dawsons_chess", "pins=[30,30,30]"),
    ("dawsons_kayles", "pins=[30,30,30]"),
    ("dobutsu", ""),
    ("dodgem", "n=5"),
    ("domineering", "columns=9 rows=9"),
    ("dots_and_boxes", "columns=4 rows=4"),
    ("draughts", "n=8"),
    ("fanorona", "columns=9 rows=5"),
    ("fox_and_hounds", "n=8"),
    ("go", "columns=9 rows=9"),
    ("gobblet_gobblers", "sizes=3 of_each=2"),
    ("halma", "n=8 deep=4"),
    ("havannah", "base=5"),
    ("hex", "columns=7 rows=7"),
    ("hexapawn", "columns=8 rows=8"),
    ("international_draughts", "n=10 rows=4"),
    ("isolation", "columns=8 rows=8"),
    ("kalah", "pits=6 seeds=6"),
    ("kayles", "pins=[30,30,30]"),
    ("knights_walk", "n=6 whole=true"),
    ("konane", "columns=8 rows=8"),
    ("lines_of_action", "n=8"),
    ("minichess", ""),
    ("minishogi", ""),
    ("misere_tic_tac_toe", "m=6 n=6 k=5"),
    ("nim", "heaps=[63,62,61,59]"),
    ("nine_mens_morris", "squares=3 men_each=9"),
    ("notakto", "boards=4 size=4 k=4"),
    ("onitama", ""),
    ("order_and_chaos", "n=6 k=5"),
    ("oware", "pits=6 seeds=4"),
    ("pentago", "n=3 k=5"),
    ("phutball", "columns=9 rows=9"),
    ("poj3317", "n=7 start=......./......./......./......./......./......./......."),
    ("pylos", "base=4 stock=15"),
    ("quarto", "columns=4 rows=4 line=4 traits=4"),
    ("quixo", "n=5"),
    ("quoridor", "columns=9 rows=9 walls_each=10"),
    ("reverse_dots_and_boxes", "columns=4 rows=4"),
    ("reverse_triangle_dots", "side=4"),
    ("reversi", "width=8 height=8"),
    ("santorini", "columns=5 rows=5 top=3 each=2"),
    ("sim", "points=7"),
    ("slimetrail", "n=8"),
    ("snort", "columns=8 rows=8"),
    ("subset_takeaway", "n=6"),
    ("surakarta", ""),
    ("tak", ""),
    ("teeko", "n=5"),
    ("tic_tac_toe", "m=7 n=7 k=5"),
    ("tic_tac_toe_3d", ""),
    ("toads_and_frogs", "toads=12 spaces=12 frogs=12"),
    ("triangle_dots", "side=4"),
    ("twixt", "columns=8 rows=8"),
    ("ultimate_tic_tac_toe", "n=3"),
    ("vertex_geography", "columns=8 rows=8"),
    ("y", "side=7"),
];

/// Games that are small at every size, or of which the largest sizes are not out of reach for long.
const SMALL: [(&str, &str); 62] = [
    ("achi", ""),
    ("berzerk", ""),
    ("binary_tree", ""),
    ("black_and_white_tree", ""),
    ("can_i_win", "numbers=20 goal=150"),
    ("candy_piles", ""),
    ("cat_and_mouse", ""),
    ("cat_and_mouse_2", ""),
    ("chalkboard", ""),
    ("chopsticks", ""),
    ("coin_game", ""),
    ("cops_and_robber", ""),
    ("cqoi2013", "n=20"),
    ("divisor_game", "number=1000"),
    ("euclid", "numbers=[199,123]"),
    ("fibonacci_nim", "stones=200"),
    ("flip_game", ""),
    ("game_of_stones", ""),
    ("geography", ""),
    ("grundys_game", "stones=40"),
    ("hackenbush", ""),
    ("hare_and_hounds", ""),
    ("honeycomb_kayles", "columns=6 rows=6"),
    ("honeycomb_rows", "columns=5 rows=5"),
    ("king_and_pawn", ""),
    ("king_and_rook", "n=8"),
    ("l_game", ""),
    ("lieges_of_legendre", ""),
    ("lucky_7_battle", ""),
    ("moores_nim", ""),
    ("mu_torere", ""),
    ("permutation_game", ""),
    ("poj1085", ""),
    ("poj1704", ""),
    ("poj2484", "n=30"),
    ("pong_hau_ki", ""),
    ("poset_chomp", ""),
    ("prime_powers", ""),
    ("relay_sowing", "pits=4 seeds=3"),
    ("sdoi2009", ""),
    ("slides", "length=40 k=6"),
    ("staircase", ""),
    ("stone_game_2", ""),
    ("stone_game_3", ""),
    ("stone_game_4", "stones=1000"),
    ("stone_game_6", ""),
    ("stone_game_7", ""),
    ("stone_game_8", ""),
    ("stone_game_9", ""),
    ("subtraction", "pile=1000"),
    ("sum_game", ""),
    ("take_from_the_ends", ""),
    ("tapatan", ""),
    ("three_mens_morris", ""),
    ("tree_coloring", ""),
    ("tree_game", ""),
    ("wallets", ""),
    ("wallets_tree", ""),
    ("weighted_tic_tac_toe", ""),
    ("wild_tic_tac_toe", ""),
    ("wythoff", "piles=[60,59]"),
    ("zjoi2009", ""),
];

/// What a run took.
#[derive(Debug)]
struct Run {
    code: i32,
    mebibytes: f64,
    seconds: f64,
    said: String,
}

/// Runs the program by a process of its own.
fn measured(arguments: &[&str]) -> Run {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this)
        .args(["--exact", "measure_one", "--ignored", "--nocapture"])
        .env(ARGUMENTS, arguments.join("\n"))
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = text.split_once(MARK).unwrap_or_else(|| panic!("{arguments:?}: {text}")).1;
    let mut lines = told.trim_start().lines();
    let mut number = || lines.next().and_then(|line| line.parse::<f64>().ok()).expect("a number");
    let (code, mebibytes, seconds) = (number() as i32, number(), number());
    Run { code, mebibytes, seconds, said: lines.next().unwrap_or("").to_string() }
}

/// Not a test: what [`measured`] starts.
#[test]
#[ignore = "started by the others"]
fn measure_one() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments.lines())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let who = nix::sys::resource::UsageWho::RUSAGE_CHILDREN;
    let usage = nix::sys::resource::getrusage(who).expect("it is told");
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    let seconds = seconds(usage.user_time()) + seconds(usage.system_time());
    let said = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_string();
    let code = output.status.code().unwrap_or(-1);
    println!("\n{MARK}\n{code}\n{}\n{seconds}\n{said}", usage.max_rss() as f64 / 1024.0);
}

/// Runs a game; what is not within the limits is added to `wrong`. The exit code.
fn run(name: &str, sizes: &str, how: &str, wrong: &mut Vec<String>) -> i32 {
    let file = format!("{}/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let (memory, time) = (format!("{MEMORY}MiB"), format!("{TIME}ms"));
    let mut arguments: Vec<&str> = how.split(' ').collect();
    arguments.insert(1, &file);
    sizes.split_whitespace().for_each(|size| arguments.extend(["--set", size]));
    arguments.extend(["--memory", &memory, "--timeout", &time]);
    // Pages come in when threads touch them, so one run in many differs: what is not within the
    // limits is measured again, up to four times, and has to be within them then.
    let again = |run: Run, _| if is_within(&run, how) { run } else { measured(&arguments) };
    let run = (0..4).fold(measured(&arguments), again);
    if !is_within(&run, how) {
        wrong.push(format!("zug {}: {run:?}", arguments.join(" ")));
    }
    run.code
}

/// Whether a run kept the limits and was ended by the solver.
fn is_within(run: &Run, how: &str) -> bool {
    let threads = if how.ends_with("--threads 2") { 2.0 } else { 1.0 };
    let (most, longest) = (MEMORY as f64 * 1.05 + 16.0, (TIME as f64 * 1.1 / 1000.0 + 0.3) * threads);
    // The watchdog ends what takes memory without asking: no table may.
    let asked = !run.said.contains("before a table could ask");
    run.mebibytes <= most && run.seconds <= longest && matches!(run.code, 0 | 2 | 3) && asked
}

/// Runs the whole library in these ways, each game in the next of them, all games out of reach in
/// every one.
fn library(ways: &[&str]) {
    let mut wrong = Vec::new();
    for (name, sizes) in LARGE {
        for how in ways {
            let code = run(name, sizes, how, &mut wrong);
            if how.contains("--strong") && code != 3 {
                wrong.push(format!("{name}: {sizes} is not out of reach of {how}: {code}"));
            }
        }
    }
    for (at, (name, sizes)) in SMALL.iter().enumerate() {
        run(name, sizes, ways[at % ways.len()], &mut wrong);
    }
    assert!(wrong.is_empty(), "{} runs:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_whole_library_is_here() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).expect("the library");
    let files: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    let files: Vec<_> =
        files.iter().filter(|file| file.extension().is_some_and(|end| end == "game")).collect();
    let names = files.iter().filter_map(|file| file.file_stem()?.to_str());
    let listed = LARGE.iter().chain(&SMALL).map(|(name, _)| *name);
    assert_eq!(names.collect::<BTreeSet<_>>(), listed.clone().collect());
    assert_eq!(listed.count(), files.len());
}

#[test]
fn every_position_within_the_limits() {
    library(&["solve --strong", "solve --strong --threads 2"]);
}

#[test]
fn one_position_within_the_limits() {
    library(&["solve --distance", "solve --threads 2"]);
}

#[test]
fn solvers_that_are_asked_for_within_the_limits() {
    library(&["solve --solver minimax", "solve --solver retrograde", "solve --solver dfpn"]);
}

#[test]
fn estimates_and_reports_within_the_limits() {
    library(&["estimate --strong", "analyze"]);
}

#[test]
fn less_than_a_definition_takes_is_refused() {
    let file = format!("{}/games/isolation.game", env!("CARGO_MANIFEST_DIR"));
    let sizes = ["--set", "columns=8", "--set", "rows=8"];
    for how in [&["solve"][..], &["show", "--best"], &["perft", "9"]] {
        let asked = [file.as_str(), "--memory", "1MiB"];
        let run = measured(&[&how[..1], &asked, &how[1..], &sizes].concat());
        assert_eq!(run.code, 3, "{how:?}: {run:?}");
        assert!(run.said.contains("memory"), "{how:?}: {run:?}");
        assert!(run.seconds < 10.0, "{how:?}: {run:?}");
    }
}
