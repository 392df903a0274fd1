//! Text as it may stand in pages and pictures.

use zug_lang::diagnostic::without_controls;

/// Text between tags and in attributes with double quotes. Line ends and tabs stay; what would
/// steer, and what XML does not allow, is told by its code.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in without_controls(text).chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("<a & \"b\">\n"), "&lt;a &amp; &quot;b&quot;&gt;\n");
        assert_eq!(escape("\u{1b}[1m\u{202e}\u{ffff}"), "\\u{1b}[1m\\u{202e}\\u{ffff}");
    }
}
