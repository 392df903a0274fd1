//! Runs the command line.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a command says, from the root of the repository.
pub fn zug(arguments: &[&str]) -> Output {
    zug_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, "")
}

/// What a command says in a folder, where this is typed.
pub fn zug_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("zug runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("the input is taken");
    child.wait_with_output().expect("zug ends")
}

/// Its standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Its standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Its exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}
