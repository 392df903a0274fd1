//! The marks of a merge that was not finished: `<<<<<<< HEAD`, `|||||||`, `=======`, `>>>>>>> b`.
//!
//! A conflict is told once, and the text is read with its first side alone.

use super::codes;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use std::ops::Range;

/// A line with a mark.
struct Mark {
    sign: char,
    line: Range<usize>,
}

/// The characters of which a mark has seven.
const SIGNS: [char; 4] = ['<', '|', '=', '>'];
const LENGTH: usize = 7;

/// The reports about the conflicts of a text, and the text with blanks in the place of the marks
/// and of all second sides; none if it has no marks.
pub(super) fn without(file: FileId, text: &str) -> Option<(String, Vec<Diagnostic>)> {
    let marks = marks(text);
    if marks.is_empty() {
        return None;
    }
    let mut rest = text.to_owned();
    let mut reports = Vec::new();
    for conflict in conflicts(&marks) {
        reports.push(report(file, text, conflict));
        for gap in left_out(conflict) {
            let blank: String = text[gap.clone()].bytes().map(blanked).collect();
            rest.replace_range(gap, &blank);
        }
    }
    Some((rest, reports))
}

/// A blank in the place of a byte; the ends of lines stay.
fn blanked(byte: u8) -> char {
    if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }
}

/// The lines that are marks.
fn marks(text: &str) -> Vec<Mark> {
    let (mut found, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        let sign = shown.chars().next().filter(|sign| SIGNS.contains(sign));
        let run = |sign: char| shown.len() - shown.trim_start_matches(sign).len();
        let alone = |sign: char| shown.len() == LENGTH || sign != '=' && shown[LENGTH..].starts_with(' ');
        if let Some(sign) = sign.filter(|sign| run(*sign) == LENGTH && alone(*sign)) {
            found.push(Mark { sign, line: start..start + shown.len() });
        }
        start += line.len();
    }
    found
}

/// The marks that belong together: a conflict begins with `<` and ends with `>`.
fn conflicts(marks: &[Mark]) -> impl Iterator<Item = &[Mark]> {
    marks.chunk_by(|before, behind| before.sign != '>' && behind.sign != '<')
}

/// What of a conflict is not read: its marks, and its second side where both stand there.
fn left_out(conflict: &[Mark]) -> Vec<Range<usize>> {
    let second = conflict.iter().find(|mark| matches!(mark.sign, '|' | '='));
    let end = conflict.last().filter(|last| last.sign == '>');
    match (second, end) {
        (Some(second), Some(end)) => {
            let before = conflict.iter().filter(|mark| mark.line.end <= second.line.start);
            let other_side = second.line.start..end.line.end;
            before.map(|mark| mark.line.clone()).chain(std::iter::once(other_side)).collect()
        }
        _ => conflict.iter().map(|mark| mark.line.clone()).collect(),
    }
}

/// The report about a conflict, or about a mark that stands alone.
fn report(file: FileId, text: &str, conflict: &[Mark]) -> Diagnostic {
    let shown = |mark: &Mark| text[mark.line.clone()].to_owned();
    let span = |mark: &Mark| Span::new(file, mark.line.start, mark.line.end);
    let first = &conflict[0];
    let named = shown(first);
    if let [only] = conflict {
        let message = format!("`{named}` is a mark of a merge that was not finished");
        let label = "a line that the merge put in";
        let help = format!("delete the line `{named}`, and keep one of the two sides that it parted");
        return Diagnostic::error(codes::UNKNOWN_ITEM, message, span(only), label)
            .help(help)
            .likely(span(only), "");
    }
    let message = "two sides of a merge stand here that was not finished";
    let report = Diagnostic::error(codes::UNKNOWN_ITEM, message, span(first), "one side begins here");
    let report = conflict[1..].iter().fold(report, |report, mark| {
        let label = match mark.sign {
            '>' => "the conflict ends here",
            '|' => "what both had before begins here",
            _ => "the other side begins here",
        };
        report.because(span(mark), label)
    });
    let marks: Vec<String> = conflict.iter().map(|mark| format!("`{}`", shown(mark))).collect();
    report.help(format!("keep one of the two sides, and delete the lines {}", listed(&marks)))
}

/// `a, b and c`
fn listed(parts: &[String]) -> String {
    match parts {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.join(""),
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    const HEAD: &str = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9 }\nmove m when n < 9 { n += 1 }\n";

    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}{lines}\n"))
    }

    #[test]
    fn one_mark_is_one_report() {
        for mark in ["<<<<<<< HEAD", "=======", ">>>>>>> new-scoring", "|||||||", "||||||| 3f2a", "<<<<<<<"] {
            let help = format!("delete the line `{mark}`, and keep one of the two sides that it parted");
            assert_eq!(helps(&format!("stuck => draw\n{mark}")), [help.as_str()]);
            assert_eq!(helps(&format!("{mark}\nstuck => draw")), [help]);
        }
    }

    #[test]
    fn a_conflict_is_one_report_and_its_second_side_is_not_read() {
        let both = "<<<<<<< HEAD\nstuck => me loses\n=======\nstuck => draw\n>>>>>>> other";
        let help =
            "keep one of the two sides, and delete the lines `<<<<<<< HEAD`, `=======` and `>>>>>>> other`";
        assert_eq!(helps(both), [help]);
        assert_eq!(helps(&format!("{both}\n{both}")), [help, help]);
        let base = both.replace("=======", "||||||| base\nstuck => pass\n=======");
        assert_eq!(helps(&base).len(), 1);
        let broken = helps(&both.replace("me loses", "me los"));
        assert!(broken.len() == 2 && broken[0] == help, "{broken:?}");
    }

    #[test]
    fn other_lines_are_no_marks() {
        let found = helps("// =======\n//<<<<<<< HEAD\nstuck => draw");
        assert_eq!(found, [""; 0]);
        let other = helps("========\nstuck => draw");
        assert!(other.iter().all(|help| !help.contains("merge")), "{other:?}");
    }
}
