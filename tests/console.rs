//! Keeps what the README and the docs show true: every `console` block is run, and its output
//! compared.
//!
//! A block holds commands (`$ ..`, run by `sh` in a folder that holds `games/` and `examples/`)
//! with what they print on both outputs. A block `console` that begins with `$ cat > FILE <<'END'`
//! writes the file for the blocks after it; so does a block `game FILE`.
//! `ZUG_RENEW=1 cargo test --test console` writes the output that there is now into the documents.

#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: [&str; 8] = [
    "README.md",
    "docs/tutorial.md",
    "docs/cookbook.md",
    "docs/how-it-works.md",
    "docs/answers.md",
    "docs/databases.md",
    "docs/limits.md",
    "docs/results.md",
];

#[test]
fn the_documents_show_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in DOCUMENTS {
        let path = root.join(document);
        let shown = std::fs::read_to_string(&path).expect("the document can be read").replace("\r\n", "\n");
        let real = rerun(root, &shown);
        renewal::hold(&path, &real);
    }
}

/// The document with every command's output replaced by what it prints now.
fn rerun(root: &Path, document: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["games", "examples"] {
        copy(&root.join(part), &folder.path().join(part));
    }
    let mut out = String::new();
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        if let Some(file) = line.strip_prefix("```game ") {
            let text = copied(&mut lines, &mut out);
            std::fs::write(folder.path().join(file), text).expect("the file is written");
        }
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next() {
            if line == "```" {
                let _ = writeln!(out, "{line}");
                break;
            }
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let mut whole = command.to_string();
            if let Some((_, mark)) = command.split_once("<<'") {
                let mark = mark.trim_end_matches('\'');
                for more in lines.by_ref() {
                    let _ = write!(whole, "\n{more}");
                    if more == mark {
                        break;
                    }
                }
            } else {
                while whole.ends_with(['\\', '|']) {
                    let _ = write!(whole, "\n{}", lines.next().unwrap_or_default());
                }
            }
            let _ = writeln!(out, "$ {whole}");
            out.push_str(&run(folder.path(), &whole));
        }
    }
    out
}

/// The rest of a fenced block, which goes into the document as it is.
fn copied<'a>(lines: &mut impl Iterator<Item = &'a str>, out: &mut String) -> String {
    let body: String = lines.take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
    let _ = writeln!(out, "{body}```");
    body
}

fn run(folder: &Path, command: &str) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_zug"));
    let path = std::env::var("PATH").unwrap_or_default();
    let bin = program.parent().expect("the program lies in a folder").display().to_string();
    let output = Command::new("sh")
        .args(["-c", &format!("( {command}\n) 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{bin}:{path}"))
        .env("NO_COLOR", "1")
        .output()
        .expect("sh runs");
    without_times(&String::from_utf8_lossy(&output.stdout))
}

/// What was printed, without the seconds that `zug test` adds where a fact took more than one: a
/// slow machine is no difference.
fn without_times(printed: &str) -> String {
    let untimed = |line: &str| match line.rsplit_once("  (") {
        Some((before, time)) if time.trim_end().ends_with(" s)") => {
            format!("{before}{}", if line.ends_with('\n') { "\n" } else { "" })
        }
        _ => line.to_string(),
    };
    printed.split_inclusive('\n').map(untimed).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the folder can be read") {
        let entry = entry.expect("an entry");
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}
