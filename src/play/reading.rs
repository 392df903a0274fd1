//! Reads the move that a person types, and whom he plays.

use crate::failure::Failure;
use zug_lang::program::{Choice, Program};

/// The legal move with this text, or with this number in the list, unless moves are numbers
/// themselves; letter case does not count where one move alone is meant.
pub(super) fn chosen(line: &str, legal: &[(Choice, String)]) -> Option<Choice> {
    let one_blank = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let typed = one_blank(line);
    let by_text = legal.iter().find(|(_, text)| one_blank(text) == typed);
    let at = typed.parse::<usize>().ok().filter(|_| !are_numbers(legal));
    let by_number = || legal.get(at?.checked_sub(1)?);
    let same = |text: &str| one_blank(text).to_lowercase() == typed.to_lowercase();
    let by_letters = || {
        legal
            .iter()
            .find(|(_, text)| same(text))
            .filter(|_| legal.iter().filter(|(_, text)| same(text)).count() == 1)
    };
    by_text.or_else(by_number).or_else(by_letters).map(|(choice, _)| choice.clone())
}

/// Whether moves are numbers themselves, so that none has a number in the list: a pit that is empty
/// is no number in the list of the others.
pub(super) fn are_numbers(legal: &[(Choice, String)]) -> bool {
    legal.iter().any(|(_, text)| text.parse::<usize>().is_ok())
}

/// Whether a person plays the first and the second player.
pub(super) fn sides(program: &Program, who: &str) -> Result<[bool; 2], Failure> {
    let [first, second] = program.players();
    match who {
        _ if who == first => Ok([true, false]),
        _ if who == second => Ok([false, true]),
        "first" => Ok([true, false]),
        "second" => Ok([false, true]),
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        _ => Err(Failure::usage(format!(
            "`--as {who}`: the players are {first} and {second}; or write first, second, both, none"
        ))),
    }
}
