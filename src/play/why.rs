//! Tells why a move is good or bad, by the line of best play after it, and why it is not legal.

use super::reading::chosen;
use super::{GameSession, Trouble};
use crate::output;
use zug::answer::SolveError;
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position};
use zug_lang::why::{MoveAnswer, of_move};
use zug_lang::wording;
use zug_view::play::after_move;

/// The longest line that `why` prints, in plies.
const LONGEST_WHY: usize = 60;

impl GameSession<'_, '_> {
    /// Prints how play goes on after a move: a line of best play.
    pub(super) fn why(&mut self, asked: &str) -> Result<(), Trouble> {
        let asked = asked.strip_prefix("not ").map_or(asked, str::trim);
        let Some((moves, choice)) = self.asked_about(asked)? else {
            if !asked.is_empty() && self.refused(asked) {
                return Ok(());
            }
            output::print("there is no such move; write `why MOVE` for one that is legal here\n");
            return Ok(());
        };
        let known = self.ask_after(moves)?;
        let before = self.record.position_after(moves).clone();
        let rendered = after_move(self.table.semantics, &before, &known, &choice);
        let text = self.table.semantics.text(&before, &choice);
        let mut line = Vec::new();
        let found = self.best_line(before, choice, &mut line);
        let (texts, end) = found.map_err(|error| self.trouble(moves, error.behind(&line)))?;
        output::print(&format!("{text}: {rendered}\n  {}, {end}\n", texts.join(", ")));
        Ok(())
    }

    /// The texts of a move and of best play after it, as far as that is proved, and how that ends;
    /// `line` gets the moves.
    fn best_line(
        &mut self,
        before: Position,
        choice: Choice,
        line: &mut Vec<Choice>,
    ) -> Result<(Vec<String>, String), SolveError> {
        let semantics = self.table.semantics;
        let fault = |_| SolveError::Fault { line: Vec::new() };
        let (mut position, mut texts, mut next) = (before, Vec::new(), choice);
        let mut passed = Vec::new();
        loop {
            texts.push(semantics.text(&position, &next));
            line.push(next.clone());
            position = semantics.play(&position, &next).map_err(fault)?;
            if let Expansion::Over(value) = semantics.expand(&position).map_err(fault)? {
                return Ok((texts, format!("and play is over: {}", wording::value(self.program(), value))));
            }
            if passed.contains(&position) {
                return Ok((texts, "and play repeats".to_string()));
            }
            passed.push(position.clone());
            let known =
                if line.len() <= LONGEST_WHY { Some(self.session.ask_forward(&position)?) } else { None };
            let chosen = known.as_ref().and_then(|known| known.proved(position.turn == Player::First));
            let Some(chosen) = chosen else { return Ok((texts, "..".to_string())) };
            next = chosen.clone();
        }
    }

    /// The legal move that was asked about, or else the last move of the person; with the number of
    /// moves before it.
    fn asked_about(&self, asked: &str) -> Result<Option<(usize, Choice)>, Trouble> {
        if !asked.is_empty() {
            let choice = chosen(asked, &self.legal()?);
            return Ok(choice.map(|choice| (self.record.choices().len(), choice)));
        }
        Ok(self.last_of_person().map(|last| (last, self.record.choices()[last].clone())))
    }

    /// Prints why a move is not legal; returns whether some move of the definition reads like this.
    pub(super) fn refused(&self, line: &str) -> bool {
        let Ok(MoveAnswer::Read(why)) = of_move(self.table.semantics, self.record.position(), line) else {
            return false;
        };
        // What the answer says already is not said again.
        let more = why.reasons.iter().filter(|reason| !why.holds && !why.answer.ends_with(&reason.text));
        let parts: String = more.map(|reason| format!("  {}\n", reason.text)).collect();
        output::print(&format!("{}\n{parts}", why.answer));
        true
    }
}
