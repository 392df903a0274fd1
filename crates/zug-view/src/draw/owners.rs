//! Finds whose a piece is, and how it is told from others.

use super::colours::{self, Ink};
use super::panel::Face;
use std::collections::BTreeSet;
use zug_game::Player;
use zug_lang::program::{Expr, ExprKind, FieldId, Kind, PLAYER, Program, Show, Value};

/// How a piece is told from others: by its colour alone where that is light for one player and dark
/// for the other, and its owner has no other pieces.
pub fn face(program: &Program, show: &Show, ink: Ink, text: &str) -> Face {
    let both = [Ink::Of(Player::First), Ink::Of(Player::Second)];
    if !both.contains(&ink) || !colours::differ_in_lightness(program) {
        return Face::Letter;
    }
    let crowned = |texts: &BTreeSet<&str>| {
        let [upper, lower] = texts.iter().copied().collect::<Vec<&str>>()[..] else { return false };
        upper != lower && upper.to_lowercase() == lower
    };
    let sets = both.map(|of| letters(program, show, of));
    let letter = |set: &BTreeSet<&str>| set.iter().all(|text| text.chars().all(char::is_alphabetic));
    if !sets.iter().all(letter) {
        Face::Letter
    } else if sets.iter().all(|set| set.len() == 1) {
        if says_whose(program, text) { Face::Plain } else { Face::Letter }
    } else if sets.iter().all(crowned) {
        if text.trim().chars().all(char::is_uppercase) { Face::Crown } else { Face::Plain }
    } else {
        Face::Letter
    }
}

/// The letters of somebody's pieces.
pub fn letters<'a>(program: &Program, show: &'a Show, of: Ink) -> BTreeSet<&'a str> {
    let own = show.entries.iter().filter(|(condition, text)| ink_of(program, condition, text) == of);
    own.map(|(_, text)| text.trim()).collect()
}

/// Whether a letter says no more than whose a piece is: a player's first letter, or one of the
/// usual marks.
fn says_whose(program: &Program, text: &str) -> bool {
    let text = text.trim();
    ["o", "x", "m", "w", "b"].iter().any(|mark| text.eq_ignore_ascii_case(mark))
        || called(program, text).is_some()
}

/// Whose the pieces of an entry are.
pub fn ink_of(program: &Program, condition: &Expr, text: &str) -> Ink {
    owner(program, condition).or_else(|| called(program, text)).unwrap_or(Ink::Neutral)
}

/// The player whose entry of a field a condition reads, or whose name the field has.
pub fn owner(program: &Program, condition: &Expr) -> Option<Ink> {
    let of = |index: &Expr| match (&index.kind, index.ty.kind) {
        (ExprKind::Const(Value::Element(p)), Kind::Element(PLAYER)) => Some(Ink::Of(player(*p as usize))),
        _ => None,
    };
    condition.walk().find_map(|expr| match &expr.kind {
        ExprKind::Field(field, indexes) => namesake(program, *field).or_else(|| indexes.iter().find_map(of)),
        _ => None,
    })
}

/// The player who is called like a field: `hounds` are those of Hounds.
fn namesake(program: &Program, field: FieldId) -> Option<Ink> {
    let name = &program.fields.get(field.index())?.name;
    let at = program.players().iter().position(|player| player.eq_ignore_ascii_case(name))?;
    Some(Ink::Of(player(at)))
}

/// The player whose first letter this is, if it is only one's.
fn called(program: &Program, text: &str) -> Option<Ink> {
    let initial = |name: &str| name.chars().next().map(|c| c.to_lowercase().to_string());
    let letter = Some(text.trim().to_lowercase());
    let [a, b] = program.players().map(|name| initial(name) == letter);
    (a != b).then_some(Ink::Of(player(usize::from(b))))
}

/// A player by his number.
pub fn player(index: usize) -> Player {
    if index == 0 { Player::First } else { Player::Second }
}
