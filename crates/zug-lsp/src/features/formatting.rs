//! The canonical form of a text.

use crate::analysis::TextAnalysis;
use gen_lsp_types::TextEdit;
use zug_lang::syntax::format;

/// The edits that bring a text into its canonical form; none where it has syntax errors.
pub fn edits(analysis: &TextAnalysis) -> Option<Vec<TextEdit>> {
    let formatted = format::format(&analysis.text).ok()?;
    let before: Vec<&str> = analysis.text.split_inclusive('\n').collect();
    let after: Vec<&str> = formatted.split_inclusive('\n').collect();
    let same = |(a, b): &(&&str, &&str)| a == b;
    let head = before.iter().zip(&after).take_while(same).count();
    let tail = before[head..].iter().rev().zip(after[head..].iter().rev()).take_while(same).count();
    let (old, new) = (&before[head..before.len() - tail], &after[head..after.len() - tail]);
    if old.is_empty() && new.is_empty() {
        return Some(Vec::new());
    }
    let start: usize = before[..head].iter().map(|line| line.len()).sum();
    let end = start + old.iter().map(|line| line.len()).sum::<usize>();
    let range = analysis.lines.between(&analysis.text, start, end);
    Some(vec![TextEdit { range, new_text: new.concat() }])
}
