//! Puts an answer into the words of the definition.

use super::{Answer, LineEnd};
use crate::game::Player;
use crate::program::{Choice, Program};
use crate::report::answer::{self, Told, ToldMove};
use crate::report::words;
use crate::semantics::{Position, Semantics};

/// Longer lines are cut when they are told.
const LONGEST_LINE: usize = 400;

impl Answer {
    /// The answer in words; `position` is where it was asked, `after` the moves that led there.
    pub fn tell(
        &self,
        program: &Program,
        semantics: &Semantics<'_>,
        position: &Position,
        after: &[Choice],
    ) -> Told {
        let over = self.best.is_empty();
        let (line, cut) = self.line(semantics, position);
        Told {
            title: program.title.clone(),
            after: texts(semantics, semantics.start(), after),
            turn: (!over)
                .then(|| program.players()[usize::from(position.turn == Player::Second)].to_string()),
            value: self.value,
            value_text: words::value(program, self.value),
            winner: words::winner(program, self.value).map(str::to_string),
            plies: self.distance,
            best: self.best.iter().map(|choice| semantics.text(position, choice)).collect(),
            legal: semantics.legal(position).map_or(0, |legal| legal.len().max(1)),
            line,
            line_end: line_end(self.line_end, cut),
            moves: self.moves.iter().map(|each| told_move(program, semantics, position, each)).collect(),
            solver: self.solver,
            why: self.why.clone(),
        }
    }

    fn line(&self, semantics: &Semantics<'_>, position: &Position) -> (Vec<String>, bool) {
        let shown = self.line.len().min(LONGEST_LINE);
        (texts(semantics, position.clone(), &self.line[..shown]), shown < self.line.len())
    }
}

fn told_move(
    program: &Program,
    semantics: &Semantics<'_>,
    position: &Position,
    (choice, value, plies): &(Choice, i64, Option<u64>),
) -> ToldMove {
    ToldMove {
        text: semantics.text(position, choice),
        value: *value,
        value_text: words::value(program, *value),
        plies: *plies,
    }
}

/// How a line ends that was cut or not.
pub(super) fn line_end(end: LineEnd, cut: bool) -> answer::LineEnd {
    match end {
        _ if cut => answer::LineEnd::Cut,
        LineEnd::Repeats(_) => answer::LineEnd::Repeats,
        _ => answer::LineEnd::Terminal,
    }
}

/// Moves in notation, each at the position before it.
pub(super) fn texts(semantics: &Semantics<'_>, mut position: Position, choices: &[Choice]) -> Vec<String> {
    let mut texts = Vec::new();
    for choice in choices {
        texts.push(semantics.text(&position, choice));
        match semantics.play(&position, choice) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    texts
}
