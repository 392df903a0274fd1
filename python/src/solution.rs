//! Tables of every position that can be reached.

use crate::game::{Game, Loaded, same};
use crate::position::{Node, Position};
use crate::{errors, limits, objects, work};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use zug::answer::{EngineKind, PositionTable, Prepared};
use zug_game::Player;

/// The exact value of every position that can be reached from one, that one included.
///
/// Positions are told apart by everything, points so far included, and sorted by key.
/// solution[position] is a zug.Entry with value and distance; len(solution) is the number of
/// positions; iterating gives them all.
#[pyclass(frozen, module = "zug")]
pub struct Solution {
    loaded: Arc<Loaded>,
    start: Arc<Node>,
    table: Arc<PositionTable>,
    seconds: f64,
}

impl Solution {
    /// Solves everything from a position on.
    pub fn of(
        py: Python<'_>,
        from: &Position,
        memory: Option<u64>,
        timeout: Option<Duration>,
    ) -> PyResult<Solution> {
        let (limits, stop) = limits::of(memory, timeout);
        let (definition, node) = (Arc::clone(&from.loaded.definition), Arc::clone(&from.node));
        let begun = Instant::now();
        let found = work::run(py, &stop, move || {
            // `Game` has tried this definition: it fits the machine.
            let prepared = Prepared::new(&definition.program, EngineKind::Auto).map_err(|_| None)?;
            prepared.position_table(&node.position, &limits).map_err(Some)
        })?;
        let table = found.map_err(|error| match error {
            Some(error) => from.refused(py, error, begun.elapsed()),
            None => errors::internal(py, "a definition that was compiled once could not be compiled again"),
        })?;
        let (loaded, start) = (Arc::clone(&from.loaded), Arc::clone(&from.node));
        Ok(Solution { loaded, start, table: Arc::new(table), seconds: begun.elapsed().as_secs_f64() })
    }

    /// The number of a position, or of a key.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        if let Ok(position) = position.cast::<Position>() {
            let (py, position) = (position.py(), position.get());
            if !same(&self.loaded, &position.loaded) {
                let text = "this position is of another game, or of the game under other settings";
                return Err(errors::mistake(py, text));
            }
            return Ok(self.table.find(&position.node.key));
        }
        Ok(self.table.find(&objects::words(position)?))
    }
}

#[pymethods]
impl Solution {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { loaded: Arc::clone(&self.loaded) }
    }

    /// The position from which all others are reached.
    #[getter]
    fn start(&self) -> Position {
        Position { loaded: Arc::clone(&self.loaded), node: Arc::clone(&self.start) }
    }

    /// The value of that position, from the side of the player named first.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<i64> {
        Ok(self.table.value(self.own(py, &self.start.key)?))
    }

    /// How long it took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn __len__(&self) -> usize {
        self.table.len()
    }

    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.number(position)?.is_some())
    }

    /// The entry of a position, or of a key: a zug.Entry with value and distance.
    ///
    /// Raises KeyError for a position that cannot be reached.
    fn __getitem__<'py>(&self, py: Python<'py>, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(n) = self.number(position)? else {
            return Err(PyKeyError::new_err("this position cannot be reached from the one that was solved"));
        };
        let entry = (self.table.value(n), self.table.distance(n));
        py.import("zug.answers")?.getattr("Entry")?.call1(entry)
    }

    /// The moves of a position that keep its value, as text, in the order of the definition.
    fn best(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<String>> {
        let values = self.values(py, position)?;
        let best = match position.outcome(py)? {
            Some(_) => None,
            None if position.node.position.turn == Player::First => values.iter().map(|each| each.1).max(),
            None => values.iter().map(|each| each.1).min(),
        };
        Ok(values.into_iter().filter(|(_, value)| Some(*value) == best).map(|(text, _)| text).collect())
    }

    /// Every position that can be reached, in the order of their keys.
    fn __iter__(&self) -> Positions {
        Positions {
            loaded: Arc::clone(&self.loaded),
            table: Arc::clone(&self.table),
            next: AtomicUsize::new(0),
        }
    }

    /// All positions as arrays of numpy, n entries each, sorted by key:
    ///
    /// "keys": uint64 of shape [n, words], the bits of the positions, words as Game.key_words;
    /// "values": int8 of shape [n] (int64 where points do not fit), from the side of the player
    /// named first; "plies": int32 of shape [n], plies to the end under best play, -1 in draws,
    /// where play does not end, and where outcomes are points; "turn": uint8 of shape [n], 0 where
    /// the player named first is to move, 1 where the other is; "over": bool of shape [n], whether
    /// play is over.
    ///
    /// The arrays are copies: 15 bytes for a position and 8 for each word of its key, 7 more with
    /// int64.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (table, arrays) = (&self.table, PyDict::new(py));
        let all = || 0..table.len();
        let put = |name: &str, kind: &str, shape: &[usize], fill: &(dyn Fn() -> Vec<u8> + Sync)| {
            let bytes = py.detach(fill);
            arrays.set_item(name, objects::array(py, &bytes, kind, shape)?)
        };
        let n = [table.len()];
        let keys = || table.keys().iter().flat_map(|word| word.to_le_bytes()).collect();
        put("keys", "<u8", &[table.len(), table.words()], &keys)?;
        if all().all(|n| i8::try_from(table.value(n)).is_ok()) {
            put("values", "i1", &n, &|| all().map(|n| table.value(n) as u8).collect())?;
        } else {
            put("values", "<i8", &n, &|| all().flat_map(|n| table.value(n).to_le_bytes()).collect())?;
        }
        let plies = |n| table.distance(n).and_then(|plies| i32::try_from(plies).ok()).unwrap_or(-1);
        put("plies", "<i4", &n, &|| all().flat_map(|n| plies(n).to_le_bytes()).collect())?;
        put("turn", "u1", &n, &|| all().map(|n| table.mover(n).index() as u8).collect())?;
        put("over", "?", &n, &|| all().map(|n| u8::from(table.is_over(n))).collect())?;
        Ok(arrays)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let program = self.loaded.program();
        let value = zug_lang::wording::value(program, self.value(py)?);
        let count = zug_lang::wording::grouped(self.table.len() as u64);
        let noun = if self.table.len() == 1 { "position" } else { "positions" };
        Ok(format!("<zug.Solution of {:?}: {value}, {count} {noun}>", program.title))
    }
}

impl Solution {
    /// The number of a key that must be there.
    fn own(&self, py: Python<'_>, key: &[u64]) -> PyResult<usize> {
        let missing =
            || errors::internal(py, "a position that can be reached is missing: this is a bug in zug");
        self.table.find(key).ok_or_else(missing)
    }

    /// The moves of a position with the values of where they lead.
    fn values(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<(String, i64)>> {
        if !same(&self.loaded, &position.loaded) || self.table.find(&position.node.key).is_none() {
            return Err(PyKeyError::new_err("this position cannot be reached from the one that was solved"));
        }
        let mut values = Vec::new();
        for text in position.moves(py)? {
            let after = position.play(py, &text)?;
            values.push((text, self.table.value(self.own(py, &after.node.key)?)));
        }
        Ok(values)
    }
}

/// The positions of a solution, one after the other.
#[pyclass(frozen, module = "zug")]
pub struct Positions {
    loaded: Arc<Loaded>,
    table: Arc<PositionTable>,
    next: AtomicUsize,
}

#[pymethods]
impl Positions {
    fn __iter__(this: Py<Positions>) -> Py<Positions> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Position>> {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        if n >= self.table.len() {
            return Ok(None);
        }
        let missing = || errors::internal(py, "a key of a table is no key: this is a bug in zug");
        let position = self.loaded.decode(self.table.key(n)).ok_or_else(missing)?;
        Position::of(py, &self.loaded, Node::new(&self.loaded, position, None)).map(Some)
    }
}
