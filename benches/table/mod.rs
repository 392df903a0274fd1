//! A small timing table: CPU time, medians, rows that belong together measured in turn.

use std::time::Instant;

/// What a measured run found, and what it took.
#[derive(Clone, Copy, Default)]
pub struct Found {
    /// The value, or the sum of values.
    pub value: i64,
    /// Positions looked at.
    pub nodes: u64,
    /// What its tables took.
    pub bytes: u64,
}

/// A row: a name and what it runs. The first row of a group is what the others are compared with.
pub struct Row<'a> {
    /// What is run.
    pub name: &'static str,
    /// Runs it once, from nothing.
    pub run: Box<dyn FnMut() -> Found + 'a>,
}

impl<'a> Row<'a> {
    /// A row.
    pub fn new(name: &'static str, run: impl FnMut() -> Found + 'a) -> Row<'a> {
        Row { name, run: Box::new(run) }
    }
}

/// Runs of each row; odd, so that there is a middle one.
const RUNS: usize = 5;
/// Runs of each row where these take long; odd too.
const FEW: usize = 3;
/// Seconds of a first few runs that are long.
const LONG: f64 = 5.0;
/// The system tells processor time in steps of some milliseconds, so a quick row is run so often that it takes at least this long.
const SECONDS: f64 = 0.1;

/// Prints the head of the table.
pub fn head() {
    println!(
        "{:<20} {:<20} {:>6} {:>10} {:>10} {:>9} {:>10} {:>6}",
        "game", "what", "value", "nodes", "cpu ms", "Mnodes/s", "tables MiB", "ratio"
    );
}

/// Measures the rows of one game in turn, so that a busy machine is busy for all of them, and prints them. `ratio` is the
/// median of the ratios to the first row, run by run.
///
/// Ends the program if the rows find different values.
pub fn group(game: &str, rows: &mut [Row<'_>]) {
    let mut times = vec![Vec::new(); rows.len()];
    let mut found = vec![Found::default(); rows.len()];
    for run in 0..RUNS {
        if run == FEW && times.iter().flatten().sum::<f64>() > LONG {
            break;
        }
        for (at, row) in rows.iter_mut().enumerate() {
            let (time, last) = time_of(row);
            times[at].push(time);
            found[at] = last;
        }
    }
    for (at, row) in rows.iter().enumerate() {
        let ratios = times[at].iter().zip(&times[0]).map(|(time, first)| time / first).collect();
        let Found { value, nodes, bytes } = found[at];
        assert_eq!(value, found[0].value, "{game}: one game has one value");
        let seconds = median(times[at].clone());
        let speed = nodes as f64 / seconds / 1e6;
        let ratio = median(ratios);
        println!(
            "{game:<20} {:<20} {value:>6} {nodes:>10} {:>10.2} {speed:>9.2} {:>10.1} {ratio:>6.2}",
            row.name,
            seconds * 1e3,
            bytes as f64 / f64::from(1 << 20)
        );
    }
}

/// A row that was run several times.
#[allow(dead_code, reason = "each table prints what it needs of it")]
pub struct Measured {
    /// What the last run found.
    pub found: Found,
    /// Processor time of the middle one.
    pub seconds: f64,
}

/// Measures a row alone.
#[allow(dead_code, reason = "the other tables compare rows")]
pub fn measure(row: &mut Row<'_>) -> Measured {
    let (first, mut found) = time_of(row);
    let mut times = vec![first];
    while times.len() < RUNS && (times.len() < FEW || times.iter().sum::<f64>() < LONG) {
        let (time, last) = time_of(row);
        times.push(time);
        found = last;
    }
    Measured { found, seconds: median(times) }
}

/// Seconds of one run, and what it found.
fn time_of(row: &mut Row<'_>) -> (f64, Found) {
    let before = cpu_seconds();
    for runs in 1.. {
        let found = (row.run)();
        let time = cpu_seconds() - before;
        if time >= SECONDS {
            return (time / f64::from(runs), found);
        }
    }
    unreachable!("time goes on")
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Processor time of this thread; where the system does not tell, the clock on the wall.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(wall_seconds, |nanoseconds| nanoseconds / 1e9)
}

fn wall_seconds() -> f64 {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64()
}
