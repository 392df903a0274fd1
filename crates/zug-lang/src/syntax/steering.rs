//! Characters in texts that would steer a terminal or turn the direction of writing: a title or a
//! move is printed as it stands, on terminals and in pictures.

use super::codes;
use crate::diagnostic::{Diagnostic, without_controls};
use crate::source::Span;

/// Reports the first such character of a text literal.
pub(super) fn in_text(token: &str, at: Span) -> Option<Diagnostic> {
    let (offset, found) = token.char_indices().find(|(_, character)| steers(*character))?;
    let start = at.start + offset as u32;
    let place = Span { start, end: start + found.len_utf8() as u32, ..at };
    let message = format!("the character `{}` cannot stand in a text", found.escape_unicode());
    let report = Diagnostic::error(codes::UNKNOWN_CHARACTER, message, place, "this character");
    Some(
        report
            .help("delete it: texts are printed, and it would change how all the rest is shown")
            .likely(place, ""),
    )
}

/// Control characters but for the tab, signs that turn the direction of writing, and what no
/// picture may contain.
fn steers(character: char) -> bool {
    let masked = || without_controls(character.encode_utf8(&mut [0; 4])) != character.to_string();
    matches!(character, '\u{fffe}' | '\u{ffff}') || masked()
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::syntax::{codes, parse};

    #[test]
    fn texts_cannot_steer_a_terminal() {
        for refused in ["\u{1b}[31m", "\u{7}", "\u{9b}2J", "\u{202e}", "\u{2066}", "\u{ffff}"] {
            let text = format!("game \"T{refused}x\"\nplayers A, B\n");
            let (_, reports) = parse(FileId(0), &text);
            let of_text = reports.iter().find(|report| report.code == codes::UNKNOWN_CHARACTER);
            assert!(of_text.is_some_and(|report| report.span().start == 7), "{refused:?}: {reports:?}");
        }
        for allowed in ["\u{e9}", "\u{5d0}\u{5d1}", "\u{4e2d}", "\u{1f469}\u{200d}\u{1f680}", "\t", "<&>"] {
            let (_, reports) = parse(FileId(0), &format!("game \"T{allowed}x\"\nplayers A, B\n"));
            assert!(reports.iter().all(|report| report.code != codes::UNKNOWN_CHARACTER), "{allowed:?}");
        }
    }
}
