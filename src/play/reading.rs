//! Reads the move that a person types.

use zug_lang::program::Choice;

/// The legal move with this text, or with this number in the list; letter case does not count where
/// one move alone is meant.
pub(super) fn chosen(line: &str, legal: &[(Choice, String)]) -> Option<Choice> {
    let one_blank = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let typed = one_blank(line);
    let by_text = legal.iter().find(|(_, text)| one_blank(text) == typed);
    let by_number = || legal.get(typed.parse::<usize>().ok()?.checked_sub(1)?);
    let same = |text: &str| one_blank(text).to_lowercase() == typed.to_lowercase();
    let by_letters = || {
        legal
            .iter()
            .find(|(_, text)| same(text))
            .filter(|_| legal.iter().filter(|(_, text)| same(text)).count() == 1)
    };
    by_text.or_else(by_number).or_else(by_letters).map(|(choice, _)| choice.clone())
}
