//! Writes moves as the definition says.

use super::eval::{Faults, Here, Scene, World};
use super::fault::{Fault, RuntimeError};
use super::game::Semantics;
use super::position::Position;
use super::quantify::bind;
use super::rules::anywhere;
use crate::program::*;

/// The text of a pass.
pub const PASS: &str = "pass";

impl Semantics<'_> {
    /// The text of a choice at a position.
    pub fn text(&self, position: &Position, choice: &Choice) -> String {
        let Choice::Play(id, arguments) = choice else { return PASS.into() };
        let Some(played) = self.program().moves.get(id.index()) else { return String::new() };
        if played.has_notation {
            return self.noted(position, played, arguments);
        }
        let arguments = self.plain(played, arguments);
        if self.nameless() && !arguments.is_empty() { arguments } else { join(&played.name, &arguments) }
    }

    /// All texts that a reader accepts for a choice; the first is the one that is printed.
    pub(crate) fn readings(&self, position: &Position, choice: &Choice) -> Vec<String> {
        let mut all = vec![self.text(position, choice)];
        if let Choice::Play(id, arguments) = choice
            && let Some(played) = self.program().moves.get(id.index())
            && !played.has_notation
            && self.nameless()
        {
            all.push(join(&played.name, &self.plain(played, arguments)));
        }
        all
    }

    /// The legal moves with their texts.
    ///
    /// # Errors
    /// A fault of the definition at this position; two moves with the same text are one.
    pub fn texts(&self, position: &Position) -> Result<Vec<(Choice, String)>, RuntimeError> {
        let legal = self.legal(position)?;
        let all: Vec<(Choice, String)> =
            legal.into_iter().map(|choice| (self.text(position, &choice), choice)).map(swap).collect();
        let mut sorted: Vec<(String, &Choice)> = all.iter().map(|(c, text)| (one_blank(text), c)).collect();
        sorted.sort();
        let twice = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0);
        if let Some([(text, _), (_, Choice::Play(id, _))]) = twice {
            let span = self.program().moves.get(id.index()).map_or(anywhere(self.program()), |m| m.span);
            return Err(RuntimeError::new(Fault::SameText(text.clone()), span));
        }
        Ok(all)
    }

    /// Whether moves are written without their name: there is only one move.
    fn nameless(&self) -> bool {
        self.program().moves.len() == 1
    }

    /// The arguments, separated by blanks.
    fn plain(&self, played: &Move, arguments: &[Value]) -> String {
        let shown = played.parameters.iter().zip(arguments).map(|((local, set), value)| {
            let ty = played.frame.locals.get(local.index()).map_or(set.ty, |local| local.ty);
            self.program().show_value(value, ty).to_string()
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    fn noted(&self, position: &Position, played: &Move, arguments: &[Value]) -> String {
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        let scene = Scene { world: World::of(self.program()), here: Some(here) };
        let mut locals = vec![Value::None; played.frame.locals.len()];
        for ((local, _), value) in played.parameters.iter().zip(arguments) {
            bind(&mut locals, *local, value.clone());
        }
        let mut text = String::new();
        for piece in &played.notation {
            match piece {
                Piece::Literal(literal) => text += literal,
                Piece::Value(expr) => {
                    let value = scene.eval(&mut locals, expr);
                    text += &self.program().show_value(&value, expr.ty).to_string();
                }
            }
        }
        text
    }

    /// Whether the text of a move may contain a blank, so that blanks cannot separate moves.
    pub(super) fn may_hold_blanks(&self) -> bool {
        self.program().moves.iter().any(|each| {
            if each.has_notation {
                return each.notation.iter().any(holds_blank);
            }
            each.parameters.len() + usize::from(!self.nameless()) > 1
        })
    }
}

fn swap<A, B>((a, b): (A, B)) -> (B, A) {
    (b, a)
}

/// The name and the arguments.
fn join(name: &str, arguments: &str) -> String {
    if arguments.is_empty() { name.into() } else { format!("{name} {arguments}") }
}

/// Whether a piece of a notation may contain a blank: sets may, names of elements and integers may
/// not.
fn holds_blank(piece: &Piece) -> bool {
    match piece {
        Piece::Literal(text) => text.contains(char::is_whitespace),
        Piece::Value(expr) => {
            !matches!(expr.ty.kind, Kind::Bool | Kind::Int { .. } | Kind::Element(_) | Kind::Nothing)
        }
    }
}

/// A text without leading and trailing blanks, and with single blanks inside.
pub fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
