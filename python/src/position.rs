//! Positions: moves, values, best play, pictures.

mod node;
mod questions;

use crate::game::{Game, Loaded, same};
use crate::solution::Solution;
use crate::{actions, errors, limits, objects, work};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zug::answer::{Answer, EngineKind, Options, Prepared, RatedMove, SolveError, Threads};
use zug_lang::program::Choice;
use zug_lang::semantics::Expansion;
use zug_lang::text;
use zug_lang::wording;
use zug_view::draw::{self, PictureMarks, Valued};
use zug_view::report::answer::{AnswerView, JsonLineEnd};

pub use node::Node;
use node::{Known, Moves};

/// A position of a game. It is immutable: a move makes a new one.
///
/// Positions are equal, and have one hash, if they have one key: the way that led there does not
/// count. All values are integers from the side of the player named first: 1, 0, -1 where games are
/// won, drawn and lost, points otherwise.
#[pyclass(frozen, module = "zug")]
pub struct Position {
    pub loaded: Arc<Loaded>,
    pub node: Arc<Node>,
}

impl Position {
    /// A position in which nothing is broken.
    pub fn of(py: Python<'_>, loaded: &Arc<Loaded>, node: Node) -> PyResult<Position> {
        let position = Position { loaded: Arc::clone(loaded), node: Arc::new(node) };
        position.expanded(py)?;
        Ok(position)
    }

    fn expanded(&self, py: Python<'_>) -> PyResult<&Moves> {
        if let Some(moves) = self.node.moves.get() {
            return Ok(moves);
        }
        let found = py.detach(|| {
            let semantics = self.loaded.semantics();
            match semantics.expand(&self.node.position) {
                Ok(Expansion::Over(payoff)) => Ok(Moves::Over(payoff)),
                Ok(Expansion::Moves(_)) => semantics.texts(&self.node.position).map(Moves::Legal),
                Err(error) => Err(error),
            }
        });
        match found {
            Ok(moves) => Ok(self.node.moves.get_or_init(|| moves)),
            Err(_) => Err(errors::fault(py, &self.loaded, &self.node.position, &self.node.after(), &[])),
        }
    }

    fn legal(&self, py: Python<'_>) -> PyResult<&[(Choice, String)]> {
        Ok(match self.expanded(py)? {
            Moves::Over(_) => &[],
            Moves::Legal(moves) => moves,
        })
    }

    fn text(&self, choice: &Choice) -> String {
        self.loaded.semantics().text(&self.node.position, choice)
    }

    fn texts(&self, choices: &[Choice]) -> Vec<String> {
        choices.iter().map(|choice| self.text(choice)).collect()
    }

    fn after_choice(&self, py: Python<'_>, choice: &Choice) -> PyResult<Position> {
        let after = py.detach(|| self.loaded.semantics().play(&self.node.position, choice));
        let Ok(after) = after else {
            let (position, choices) = (&self.node.position, self.node.after());
            return Err(errors::fault(py, &self.loaded, position, &choices, std::slice::from_ref(choice)));
        };
        let last = Some((Arc::clone(&self.node), choice.clone()));
        Position::of(py, &self.loaded, Node::new(&self.loaded, after, last))
    }

    /// The exception for a search that has no answer.
    pub fn refused(&self, py: Python<'_>, error: SolveError, time: Duration) -> PyErr {
        errors::solve(py, &self.loaded, (&self.node.position, &self.node.after()), error, time)
    }

    /// The picture.
    pub fn picture(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, false, false)
    }
}

fn line_end(end: JsonLineEnd) -> &'static str {
    match end {
        JsonLineEnd::Terminal => "terminal",
        JsonLineEnd::Repeats => "repeats",
        JsonLineEnd::Cut => "cut",
    }
}

#[pymethods]
impl Position {
    /// The game of this position.
    #[getter]
    fn game(&self) -> Game {
        Game { loaded: Arc::clone(&self.loaded) }
    }

    /// The legal moves as text, in the order of the definition; none where play is over.
    pub fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.legal(py)?.iter().map(|(_, text)| text.clone()).collect())
    }

    /// The position after a move, or after several that are separated by commas.
    ///
    /// moves: text, as moves() gives it. Raises MoveError for a move that is not legal.
    pub fn play(&self, py: Python<'_>, moves: &str) -> PyResult<Position> {
        if let Some((choice, _)) = self.legal(py)?.iter().find(|(_, text)| text == moves) {
            return self.after_choice(py, choice);
        }
        let read = py.detach(|| self.loaded.semantics().read_moves(&self.node.position, moves));
        let line = read.map_err(|error| errors::moves(py, &self.loaded, moves, &error))?;
        let mut node = Arc::clone(&self.node);
        for (choice, after) in line.moves.iter().zip(line.positions) {
            node = Arc::new(Node::new(&self.loaded, after, Some((node, choice.clone()))));
        }
        let position = Position { loaded: Arc::clone(&self.loaded), node };
        position.expanded(py)?;
        Ok(position)
    }

    /// The player to move, or None where play is over.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        let player = self.loaded.program().players()[self.node.position.turn.index()];
        Ok((!self.is_over(py)?).then_some(player))
    }

    /// 0 where the player named first is to move, or would be if play were not over; 1 where the
    /// other is.
    #[getter]
    fn mover(&self) -> usize {
        self.node.position.turn.index()
    }

    /// Whether play is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(matches!(self.expanded(py)?, Moves::Over(_)))
    }

    /// What an ended game is worth to the player named first; None while play goes on. Nothing is
    /// searched.
    #[getter]
    pub fn outcome(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        Ok(match self.expanded(py)? {
            Moves::Over(value) => Some(*value),
            Moves::Legal(_) => None,
        })
    }

    /// What play without end is worth here to the player named first: by the rule `endless`, a draw
    /// without one.
    #[getter]
    fn endless(&self, py: Python<'_>) -> PyResult<i64> {
        let found = self.loaded.semantics().endless(&self.node.position);
        found.map_err(|_| errors::fault(py, &self.loaded, &self.node.position, &self.node.after(), &[]))
    }

    /// The exact value under best play of both, from the side of the player named first.
    ///
    /// The game keeps what it finds, so that the next question is quick. It takes as long as it
    /// takes; Ctrl-C ends it. Use solve() to set limits.
    fn value(&self, py: Python<'_>) -> PyResult<i64> {
        self.known(py).map(|known| known.value)
    }

    /// The value in the words of the definition: "B wins", "draw", "2 to A".
    fn result(&self, py: Python<'_>) -> PyResult<String> {
        Ok(wording::value(self.loaded.program(), self.known(py)?.value))
    }

    /// The player whom the value favours, or None.
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        Ok(wording::winner(self.loaded.program(), self.known(py)?.value))
    }

    /// Plies to the end under best play; None in draws, where play does not end, and where outcomes
    /// are points.
    fn distance(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let value = self.known(py)?.value;
        if value == 0 || self.loaded.program().points {
            return Ok(None);
        }
        if let Some(distance) = self.node.distance.get() {
            return Ok(*distance);
        }
        if self.is_over(py)? {
            return Ok(Some(0));
        }
        let distance =
            self.ask(py, |asked, _| Ok(asked.solve(|options| options.distance = true)?.distance))?;
        Ok(*self.node.distance.get_or_init(|| distance))
    }

    /// The moves that keep the value, as text, in the order of the definition; none where play is
    /// over.
    ///
    /// Of a game with too many positions to list in which a win was found by searching forward,
    /// only those that win as soon.
    fn best(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.texts(&self.known(py)?.best))
    }

    /// The value of every legal move: a dict from its text.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (choice, value, _) in self.rated(py)? {
            values.set_item(self.text(choice), value)?;
        }
        Ok(values)
    }

    /// A line of best play, as a list of texts.
    fn line(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.best_line(py)?.0.clone())
    }

    /// How that line ends: "terminal", "repeats" (it comes back to one of its positions) or "cut"
    /// (it is very long).
    fn line_end(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.best_line(py)?.1)
    }

    /// The moves that led here, as text, from the position that play began with.
    fn history(&self) -> Vec<String> {
        let (semantics, mut texts) = (self.loaded.semantics(), Vec::new());
        let mut here = self.node.last.as_ref();
        while let Some((before, choice)) = here {
            texts.push(semantics.text(&before.position, choice));
            here = before.last.as_ref();
        }
        texts.reverse();
        texts
    }

    /// What the fields hold: a dict from their names. A field with an index is a dict too, one with
    /// several is a dict from tuples.
    ///
    /// Sets are sets; elements are their names, or numbers where they count as integers; none is
    /// None.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (program, fields) = (self.loaded.program(), PyDict::new(py));
        for (field, entries) in program.fields.iter().zip(&self.node.position.fields) {
            fields.set_item(&field.name, objects::field(py, program, field, entries)?)?;
        }
        Ok(fields)
    }

    /// The position as numbers of 64 bits, as many as Game.key_words: the row of the array "keys"
    /// of a solution.
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.node.key)
    }

    /// The numbers of the legal moves, in the order of moves().
    fn actions(&self, py: Python<'_>) -> PyResult<Vec<u128>> {
        let numbered = self.legal(py)?.iter().map(|(choice, _)| self.action_of(py, choice));
        numbered.collect()
    }

    /// The position after the move with this number, if it is legal.
    fn act(&self, py: Python<'_>, action: u128) -> PyResult<Position> {
        let wanted = actions::choice(&self.loaded.machine, action);
        let legal = self.legal(py)?.iter().find(|(choice, _)| Some(choice) == wanted.as_ref());
        match legal {
            Some((choice, _)) => self.after_choice(py, choice),
            None => Err(errors::mistake(py, format!("{action} is not the number of a legal move here"))),
        }
    }

    /// The text of the move with this number, legal or not.
    fn action_text(&self, py: Python<'_>, action: u128) -> PyResult<String> {
        match actions::choice(&self.loaded.machine, action) {
            Some(choice) => Ok(self.text(&choice)),
            None => Err(errors::mistake(py, format!("no move has the number {action}"))),
        }
    }

    /// Solves this position under limits.
    ///
    /// strong: with False, a zug.Answer about this position; with True, a zug.Solution: every
    /// position that can be reached from here. memory: for tables, as "4GiB" or a number of bytes;
    /// without it, half of the machine's. threads: a number or "all", for a search; the table of a
    /// Solution is made by one thread. timeout: seconds; then LimitError says what was proved.
    /// distance: also the plies to the end. all_moves: also the value of every legal move.
    #[pyo3(signature = (strong = false, *, memory = None, threads = None, timeout = None, distance = false,
                        all_moves = false))]
    #[allow(clippy::too_many_arguments)] // They are those of Python, by name.
    pub fn solve<'py>(
        &self,
        py: Python<'py>,
        strong: bool,
        memory: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        timeout: Option<&Bound<'py, PyAny>>,
        distance: bool,
        all_moves: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (memory, timeout) = (limits::memory(memory)?, limits::timeout(timeout)?);
        let threads = limits::threads(threads)?;
        if strong {
            return Ok(Solution::of(py, self, memory, timeout)?.into_pyobject(py)?.into_any());
        }
        let (limits, stop) = limits::of(memory, timeout);
        let threads = Threads::most(threads);
        let options = Options { distance, all_moves, threads, forward: true, ..Options::within(&limits) };
        let (definition, node) = (Arc::clone(&self.loaded.definition), Arc::clone(&self.node));
        let begun = Instant::now();
        let found = work::run(py, &stop, move || {
            // `Game` has tried this definition: it fits the machine.
            let prepared = Prepared::new(&definition.program, EngineKind::Auto).map_err(|_| None)?;
            prepared.with_symmetry().solve(&node.position, &options).map_err(Some)
        })?;
        let answer = found.map_err(|error| match error {
            Some(error) => self.refused(py, error, begun.elapsed()),
            None => errors::internal(py, "a definition that was compiled once could not be compiled again"),
        })?;
        self.answer(py, &answer, begun.elapsed())
    }

    /// The position as text.
    fn __str__(&self) -> String {
        text::position::draw(self.loaded.program(), &self.loaded.semantics(), &self.node.position)
            .trim_end()
            .to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let program = self.loaded.program();
        let state = match self.expanded(py)? {
            Moves::Over(value) => format!("play is over: {}", wording::value(program, *value)),
            Moves::Legal(_) => format!("{} to move", program.players()[self.node.position.turn.index()]),
        };
        let history = self.history();
        let after =
            if history.is_empty() { String::new() } else { format!(" after {}", wording::moves(&history)) };
        Ok(format!("<zug.Position of {:?}{after}: {state}>", program.title))
    }

    /// The position as a picture: the text of an SVG file. The last move is marked.
    ///
    /// values: labels every legal move with its exact value. best: marks the moves that keep the
    /// value. Both solve the position.
    #[pyo3(signature = (*, values = false, best = false))]
    fn svg(&self, py: Python<'_>, values: bool, best: bool) -> PyResult<String> {
        let last = self.node.last.as_ref();
        let last = last.map(|(before, choice)| (before.position.clone(), choice.clone()));
        let mut marks = PictureMarks { last, ..PictureMarks::default() };
        if values {
            let valued = |(choice, value, plies): &RatedMove| {
                let plies = plies.filter(|_| !self.loaded.program().points && *value != 0);
                Valued { choice: choice.clone(), value: *value, plies }
            };
            marks.values = self.rated(py)?.iter().map(valued).collect();
        }
        if best {
            marks.best = self.known(py)?.best.clone();
        }
        Ok(py.detach(|| draw::svg(self.loaded.program(), &self.node.position, &marks)))
    }

    /// The picture, for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.picture(py)
    }

    /// The picture within HTML, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<div>{}</div>", self.picture(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.get();
            self.node.key == other.node.key && same(&self.loaded, &other.loaded)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.node.key.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let game = self.game().into_pyobject(py)?;
        let arguments = (self.key(py)?,).into_pyobject(py)?;
        Ok((game.getattr("position")?, arguments.into_any()))
    }
}

impl Position {
    fn action_of(&self, py: Python<'_>, choice: &Choice) -> PyResult<u128> {
        let number = actions::number(&self.loaded.machine, choice);
        number.ok_or_else(|| errors::internal(py, "a legal move has no number: this is a bug in zug"))
    }

    /// An answer as an object of Python.
    fn answer<'py>(&self, py: Python<'py>, answer: &Answer, time: Duration) -> PyResult<Bound<'py, PyAny>> {
        let program = self.loaded.program();
        let view = AnswerView::new(answer, program, &self.loaded.semantics(), &self.node.position, &[]);
        let (values, distances) = (PyDict::new(py), PyDict::new(py));
        for each in &view.moves {
            values.set_item(&each.text, each.value)?;
            distances.set_item(&each.text, each.plies)?;
        }
        let named = PyDict::new(py);
        named.set_item("value", view.value)?;
        named.set_item("result", view.value_text)?;
        named.set_item("winner", view.winner)?;
        named.set_item("distance", view.plies)?;
        named.set_item("best", view.best)?;
        named.set_item("best_within", view.best_within)?;
        named.set_item("line", view.line)?;
        named.set_item("line_end", line_end(view.line_end))?;
        named.set_item("values", values)?;
        named.set_item("distances", distances)?;
        named.set_item("solver", view.solver)?;
        named.set_item("why", view.why)?;
        named.set_item("positions", answer.statistics.positions)?;
        named.set_item("bytes", answer.statistics.bytes)?;
        named.set_item("seconds", time.as_secs_f64())?;
        py.import("zug.answers")?.getattr("Answer")?.call((), Some(&named))
    }
}
