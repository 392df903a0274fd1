//! Lines with several slips and the line that is offered; offers on all broken definitions.

use super::*;
use crate::fix::{apply_all, apply_fixes};
use std::path::{Path, PathBuf};

const HEAD: &str = "game \"G\"\nplayers A, B\nparam misere: bool = false\nboard Cell = grid(3, 3)\n\
    state { men[Player]: set of Cell, at: Cell = a1, n: 0..20 = 9 }\n";

/// The lines that are offered for a line of a definition.
fn offered_for(line: &str) -> Vec<String> {
    let text = format!("{HEAD}{line}\n");
    let found = reports(&text, &[]).0;
    let offers = offers(&text, &found, &|copy| reports(copy, &[]), Work::COMMAND);
    offers.into_iter().map(|offer| offer.text).collect()
}

#[test]
fn a_line_with_several_slips_is_shown_as_a_whole() {
    for (line, whole) in [
        ("stuck => misere ? win(me) : lose(me)", "stuck => if misere then me wins else me loses"),
        (
            "move go(c: near(at)) when !men[me].has(c) { at = c }",
            "move go(c in near(at)) when c not in men[me] { at = c }",
        ),
        ("move take(k in range(1, 3)) if k <= n { n -= k }", "move take(k in 1..2) when k <= n { n -= k }"),
        (
            "move sub(k in [1, 2, 3]) when k <= n { n = n - k; }",
            "move sub(k in {1, 2, 3}) when k <= n { n = n - k }",
        ),
        (
            "def lone(c) = all(d in men[me] for d in near(c)) && c != at",
            "def lone(c: Cell) = (every d in near(c): d in men[me]) and c != at",
        ),
        (
            "move put(c of Cell) when c != at && n === 9 { men[me] += c }",
            "move put(c in Cell) when c != at and n = 9 { men[me] += c }",
        ),
    ] {
        assert_eq!(offered_for(line), [whole], "{line}");
    }
}

#[test]
fn what_one_report_says_is_not_said_twice() {
    for line in [
        "stuck => win(me)",
        "move go(c in near(at)) when n == 9 { at = c }",
        "stuck => if misere A wins else B wins",
        "stuck => draw",
    ] {
        assert_eq!(offered_for(line), [""; 0], "{line}");
    }
}

#[test]
fn what_is_a_comment_stays_one_and_nothing_becomes_one() {
    for line in
        ["move go(c in near(at)) when n == 9 && c != at { at = c } -- the heap", "let k = 9 -- the heap"]
    {
        assert_eq!(offered_for(line), [""; 0], "{line}");
    }
}

#[test]
fn of_more_reports_than_anybody_reads_no_line_is_offered() {
    let text = |lines: usize| {
        let many: String = (0..lines).map(|at| format!("def d{at} = n == 5 && n > 1 ;\n")).collect();
        format!("{HEAD}{many}")
    };
    let checked = Cell::new(0);
    let check = |copy: &str| {
        checked.set(checked.get() + 1);
        reports(copy, &[])
    };
    for (lines, most) in [(10, Work::COMMAND.copies), (200, 0)] {
        let text = text(lines);
        checked.set(0);
        offers(&text, &reports(&text, &[]).0, &check, Work::COMMAND);
        assert!(checked.get() <= most, "{lines} lines: {} copies were checked", checked.get());
    }
}

#[test]
fn nothing_is_offered_that_stands_for_a_choice_of_the_author() {
    for line in [
        // The bounds of `k` are the author's to say.
        "param k: int = 3;",
        // So is the set that `most` comes from.
        "move take(k in 1, most) when k ~= n { n -= k }",
        // Between two entries of a list, and behind `then`, no range is meant.
        "let some_of[Player] = [ n  1, 2 ]",
        "def cc(c: Cell) = if c.x = 1 then 3 4",
        // Words that mean something would be lost.
        "end when a man of A is on row 3 => A wins",
        "stuck: the player who is to move loses",
    ] {
        assert_eq!(offered_for(line), [""; 0], "{line}");
    }
}

/// The broken definitions of the project, or those of the folder that `ZUG_LINES` names: with
/// `--nocapture` each line that is offered is printed below the line as it is.
fn broken() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken");
    let folder = std::env::var_os("ZUG_LINES").map_or(own, PathBuf::from);
    let entries = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|of| of == "game")).collect();
    files.sort();
    files
}

/// Games of the library with two tokens beside each other damaged on one line: one is left out, the
/// next but one stands twice.
fn damaged() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut texts = Vec::new();
    for name in ["tapatan", "isolation", "nim", "kalah", "hex", "geography"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.game"))).expect("a game");
        let all = tokens(&text);
        for at in (0..all.len().saturating_sub(3)).step_by(29) {
            let (gone, twice) = (all[at], all[at + 2]);
            let copy = format!(
                "{}{} {}{}",
                &text[..gone.start],
                &text[gone.end..twice.end],
                twice.text(&text),
                &text[twice.end..]
            );
            texts.push(copy);
        }
    }
    texts
}

#[test]
fn an_offered_line_has_no_error_and_is_never_certain() {
    let files = broken().into_iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let (mut all, mut texts) = (0, 0);
    for text in files.chain(damaged()) {
        let found = reports(&text, &[]).0;
        let check: Check<'_> = &|copy| reports(copy, &[]);
        let shown = offered(&text, found.clone(), check, Work::COMMAND);
        assert_eq!(
            apply_fixes(FileId::DEFINITION, &text, &shown),
            apply_fixes(FileId::DEFINITION, &text, &found),
            "{text}"
        );
        texts += 1;
        let of_text = offers(&text, &found, check, Work::COMMAND);
        for unit in units::units(&text) {
            let inside = |offer: &&Offer| unit.contains(&(offer.span.start as usize));
            let lines: Vec<&Offer> = of_text.iter().filter(inside).collect();
            if lines.is_empty() {
                continue;
            }
            all += lines.len();
            for line in lines.iter().filter(|_| std::env::var_os("ZUG_LINES").is_some()) {
                println!("- {}\n+ {}", &text[line.span.start as usize..line.span.end as usize], line.text);
            }
            let fixes = lines.iter().map(|offer| Fix {
                span: offer.span,
                text: offer.text.clone(),
                applicability: Applicability::Likely,
            });
            let fixed = apply_all(FileId::DEFINITION, &text, fixes.collect()).text;
            let after = reports(&fixed, &[]).0;
            let mut moved = 0i64;
            for line in &lines {
                let start = shifted(line.span.start as usize, moved);
                moved += line.text.len() as i64 - i64::from(line.span.end - line.span.start);
                let wrong = errors(&after, &(start..start + line.text.len())).next();
                assert!(wrong.is_none(), "{}\n{wrong:?}\n{text}", line.text);
            }
        }
    }
    println!("{all} lines are offered for {texts} texts");
    assert!(all > 50 || std::env::var_os("ZUG_LINES").is_some(), "only {all} lines are offered");
}
