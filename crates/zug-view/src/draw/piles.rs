//! Pieces on each other and in one another: how they are drawn, and how they are told in words.

use super::canvas::{At, Canvas};
use super::colours::{Ink, colour};
use super::panel::{Panel, PieceStack, Sized, Stand, WALL};
use zug_game::Player;
use zug_lang::program::Program;

impl PieceStack {
    /// Whose the uppermost piece is.
    pub fn top(&self) -> Player {
        self.owners.last().copied().unwrap_or(Player::First)
    }

    /// The pieces, the lowest first, and what is written on the uppermost.
    pub fn in_words(&self, program: &Program) -> String {
        let names = self.owners.iter().map(|player| program.players()[player.index()]);
        let mark = self.mark.iter().map(|mark| mark.text.trim());
        names.chain(mark).collect::<Vec<&str>>().join(", ")
    }

    /// A disc for each piece.
    pub fn draw(&self, canvas: &mut Canvas, program: &Program, at: At) {
        let room = if self.mark.is_some() { 22.0 } else { 36.0 };
        let high = (room / self.owners.len() as f64).min(9.0);
        for (level, player) in self.owners.iter().enumerate() {
            let paint = colour(program, Ink::Of(*player));
            let rest = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\"", paint.fill, paint.edge);
            let middle = (at.0, at.1 + 16.0 - high * (level as f64 + 0.5));
            canvas.rect(middle, (34.0, high), high.min(4.0), &rest);
        }
        let above = (at.0, at.1 + 16.0 - high * self.owners.len() as f64 - 7.0);
        match &self.mark {
            // A wall is whose the uppermost piece is.
            Some(mark) if mark.text.trim() == WALL => {
                let ink = if mark.ink == Ink::Neutral { Ink::Of(self.top()) } else { mark.ink };
                let paint = colour(program, ink);
                let rest = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\"", paint.fill, paint.edge);
                canvas.rect(above, (20.0, 13.0), 2.0, &rest);
            }
            Some(mark) => {
                let rest = "class=\"words\" font-weight=\"600\"";
                canvas.text(above, 13.0, "middle", rest, mark.text.trim());
            }
            None => {}
        }
    }
}

/// Pieces in one another, the largest first, of so many sizes.
pub fn nested(canvas: &mut Canvas, program: &Program, at: At, pieces: &[Sized], sizes: usize) {
    for piece in pieces {
        let paint = colour(program, Ink::Of(piece.owner));
        let radius = 6.0 + 15.0 * piece.size as f64 / sizes as f64;
        let rest = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"", paint.fill, paint.edge);
        canvas.circle(at, radius, &rest);
    }
}

/// Pieces in one another in words, the largest first.
pub fn nested_in_words(program: &Program, pieces: &[Sized]) -> String {
    let name = |piece: &Sized| format!("{} {}", program.players()[piece.owner.index()], piece.size);
    pieces.iter().map(name).collect::<Vec<String>>().join(" over ")
}

/// The stacks of both players' pieces, each with its element: a line of a terminal shows no more
/// than who is on top.
pub fn mixed<'a>(
    panel: &'a Panel,
    names: &'a [String],
) -> impl Iterator<Item = (&'a String, &'a PieceStack)> {
    names.iter().zip(&panel.stands).filter_map(|(name, stand)| match stand {
        Stand::Stack(stack) if stack.owners.iter().any(|owner| *owner != stack.top()) => Some((name, stack)),
        _ => None,
    })
}
