//! The two sides as processes: Zug, and the programs in C++, which are compiled here.

use super::common::cpu_seconds_of_children;
use super::rows::Size;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// What a run of ours may take by the clock, as `--timeout` gets it.
const TIMEOUT: &str = "10m";

/// The exit code of ours where time or memory did not do.
const LIMIT: i32 = 3;

/// What a process told and took.
pub struct Run {
    /// Nothing where a limit ended it.
    pub value: Option<String>,
    /// Of processor time.
    pub seconds: f64,
}

/// Runs a process to its end.
fn run(command: &mut Command) -> Result<Run, String> {
    let before = cpu_seconds_of_children();
    let ran = command.output().map_err(|error| error.to_string())?;
    let seconds = cpu_seconds_of_children() - before;
    if !ran.status.success() && ran.status.code() != Some(LIMIT) {
        return Err(format!("{}: {}", ran.status, String::from_utf8_lossy(&ran.stderr)));
    }
    let value = ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).trim().to_string());
    Ok(Run { value, seconds })
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Ours: the whole command, for the value alone.
pub fn ours(game: &str, size: &Size) -> Result<Run, String> {
    let zug = std::env::var_os("ZUG").unwrap_or_else(|| env!("CARGO_BIN_EXE_zug").into());
    let mut command = Command::new(zug);
    command.arg("solve").arg(folder("games").join(format!("{game}.game"))).args(["--format", "{value}"]);
    command.args(["--timeout", TIMEOUT]);
    for setting in &size.settings {
        command.args(["--set", setting]);
    }
    run(&mut command)
}

/// The other's: the value and, behind it, the positions it looked at, which are left out.
pub fn theirs(program: &Path, size: &Size) -> Result<Run, String> {
    let Run { value, seconds } = run(Command::new(program).args(&size.arguments))?;
    let told = value.unwrap_or_default();
    let (value, _nodes) = told.rsplit_once(' ').ok_or_else(|| format!("the program in C++ told `{told}`"))?;
    Ok(Run { value: Some(value.to_string()), seconds })
}

/// The compiler, if there is one.
pub fn compiler() -> Option<OsString> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "g++".into());
    let ran = Command::new(&compiler).arg("--version").output();
    ran.is_ok_and(|ran| ran.status.success()).then_some(compiler)
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// The program for a game, compiled anew where it or a header is younger.
pub fn compiled(compiler: &OsString, game: &str) -> Result<PathBuf, String> {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    std::fs::create_dir_all(&built).map_err(|error| error.to_string())?;
    let (peers, program) = (folder("benches/peers"), built.join(game));
    let source = peers.join(format!("{game}.cpp"));
    let headers = std::fs::read_dir(&peers).into_iter().flatten().flatten().map(|entry| entry.path());
    let headers = headers.filter(|path| path.extension().is_some_and(|end| end == "h"));
    let newest = headers.chain([source.clone()]).filter_map(|path| changed(&path)).max();
    if changed(&program) < newest {
        run(Command::new(compiler)
            .args(["-O3", "-march=native", "-std=c++17", "-o"])
            .args([&program, &source]))?;
    }
    Ok(program)
}
