//! Measures the diagnostics on broken definitions, written by people's habits.
//!
//! `tests/broken/NAME.game` is a definition with mistakes, `NAME.txt` says of each:
//! `LINE | WHAT IS WRONG | WHAT TO WRITE`. `ZUG_RENEW=1 cargo test --test broken` writes the second
//! table of `docs/diagnostics-measured.md`; `ZUG_MISSES=1` with `--nocapture` prints what counts
//! against it.

use std::path::Path;
use zug_lang::check;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::same_slips;
use zug_lang::source::{FileId, Sources};
use zug_lang::syntax::{self, other_text};

/// One mistake, as the person who made it tells it.
struct Mistake {
    line: usize,
    write: String,
}

/// A report: its line, and all that it says.
struct Report {
    line: usize,
    says: String,
    has_help: bool,
}

/// What is counted.
#[derive(Default)]
struct Counts {
    files: usize,
    mistakes: usize,
    on_line: usize,
    says_it: usize,
    helps: usize,
    one_each: usize,
    several: usize,
    all_told: usize,
}

fn mistakes(text: &str) -> Vec<Mistake> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let parts = lines.map(|line| line.split(" | ").map(str::trim).collect::<Vec<_>>());
    let read = parts.map(|parts| Mistake {
        line: parts[0].parse().expect("a line number"),
        write: parts.get(2).copied().unwrap_or_default().to_string(),
    });
    read.collect()
}

/// The reports about a definition, and the number of those that a person sees: one slip is one.
fn reports(bytes: &[u8]) -> (Vec<Report>, usize) {
    let Ok(text) = String::from_utf8(bytes.to_vec()) else {
        let says = other_text::kind_of_bytes(bytes).map_or("UTF-8", |(_, help)| help).to_string();
        return (vec![Report { line: 1, says, has_help: true }], 1);
    };
    let mut sources = Sources::default();
    sources.add("x.game", text.as_str());
    let (game, mut found) = syntax::parse(FileId::DEFINITION, &text);
    found.extend(check::check(&game, &[]).diagnostics);
    let report = |report: &Diagnostic| Report {
        line: sources.line_column(report.span()).line,
        says: [report.message.as_str(), report.help.as_deref().unwrap_or_default()]
            .into_iter()
            .chain(report.labels.iter().map(|label| label.text.as_str()))
            .chain(report.fixes.iter().map(|fix| fix.text.as_str()))
            .collect::<Vec<_>>()
            .join("\n"),
        has_help: report.help.as_ref().is_some_and(|help| help.contains('`') || help.contains("delete")),
    };
    let shown = same_slips::gathered(&sources, &found).len();
    (found.iter().map(report).collect(), shown)
}

/// A text without blanks, in lower case.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<String>().to_lowercase()
}

fn count() -> Counts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|of| of == "game"));
    files.sort();
    let mut counts = Counts::default();
    for path in files {
        let (told, shown) = reports(&std::fs::read(&path).expect("a definition"));
        let mistakes = mistakes(&std::fs::read_to_string(path.with_extension("txt")).expect("its mistakes"));
        let on_line = |mistake: &Mistake| told.iter().any(|report| report.line == mistake.line);
        let says = |mistake: &&Mistake| {
            let deleted = mistake.write.starts_with("(nothing");
            told.iter().filter(|report| report.line == mistake.line).any(|report| {
                let said = plain(&report.says);
                if deleted { said.contains("delete") } else { said.contains(&plain(&mistake.write)) }
            })
        };
        let helps =
            |mistake: &&Mistake| told.iter().any(|report| report.line == mistake.line && report.has_help);
        let all = mistakes.iter().all(on_line);
        counts.files += 1;
        counts.mistakes += mistakes.len();
        counts.on_line += mistakes.iter().filter(|mistake| on_line(mistake)).count();
        counts.says_it += mistakes.iter().filter(says).count();
        counts.helps += mistakes.iter().filter(helps).count();
        let one_each = shown == mistakes.len();
        counts.one_each += usize::from(one_each);
        counts.several += usize::from(mistakes.len() > 1);
        counts.all_told += usize::from(mistakes.len() > 1 && all);
        if std::env::var_os("ZUG_MISSES").is_some() && (!all || !one_each) {
            let lines: Vec<usize> = told.iter().map(|report| report.line).collect();
            let wanted: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
            println!("{}: mistakes on {wanted:?}, reports on {lines:?}", path.display());
        }
    }
    counts
}

fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

#[test]
fn broken_definitions_are_told_as_well_as_measured() {
    let counts = count();
    assert!(counts.files >= 434, "the files are there");
    let rows = [
        ("mistakes with a report on their line", counts.on_line, counts.mistakes, 97.0),
        ("mistakes whose report says what to do, with code", counts.helps, counts.mistakes, 96.0),
        (
            "mistakes whose report says literally what the author would write",
            counts.says_it,
            counts.mistakes,
            85.0,
        ),
        ("files with exactly one report for each mistake", counts.one_each, counts.files, 94.0),
        ("files of several mistakes with all of them told in one run", counts.all_told, counts.several, 94.0),
    ];
    let mut table = String::from("| measured | of | share |\n| --- | --- | --- |\n");
    for (what, part, of, _) in rows {
        table.push_str(&format!("| {what} | {part} of {of} | {:.1} % |\n", percent(part, of)));
    }
    println!("{table}");
    if std::env::var_os("ZUG_RENEW").is_some() {
        renew(&table);
    }
    for (what, part, of, floor) in rows {
        let share = percent(part, of);
        assert!(share >= floor, "{what}: {share:.1} %, at least {floor} % before");
    }
}

fn renew(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics-measured.md");
    let old = std::fs::read_to_string(&path).expect("the document");
    let begin = old.find("| measured |").expect("the table begins");
    let end = begin + old[begin..].find("\n\n").expect("the table ends") + 1;
    std::fs::write(&path, format!("{}{table}{}", &old[..begin], &old[end..])).expect("written");
}
