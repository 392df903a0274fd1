//! A definition under settings.

use crate::position::{Node, Position};
use crate::solution::Solution;
use crate::work::Sessions;
use crate::{actions, errors, limits, objects, planes};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use zug::answer::machine;
use zug::definition::{Definition, compile};
use zug_analysis::Ends;
use zug_lang::program::Program;
use zug_lang::semantics::{self, Semantics};
use zug_lang::source::{FileId, MAX_BYTES, Sources};
use zug_machine::Machine;

/// The most settings: each is a text of its own, and texts are numbered by 16 bits.
const MOST_SETTINGS: usize = 60_000;

/// What a game and its positions share.
pub struct Loaded {
    /// The text and the settings, for messages.
    pub sources: Sources,
    /// The settings as they were typed.
    pub settings: Vec<String>,
    /// The checked definition.
    pub definition: Arc<Definition>,
    /// How its positions are bits.
    pub machine: Machine,
    /// Whoever answers questions about its positions.
    pub sessions: Sessions,
}

impl Loaded {
    pub fn program(&self) -> &Program {
        &self.definition.program
    }

    pub fn semantics(&self) -> Semantics<'_> {
        Semantics::new(self.program())
    }

    fn text(&self) -> &str {
        &self.sources.file(FileId::DEFINITION).text
    }

    /// The bits of a position.
    pub fn encode(&self, position: &semantics::Position) -> Option<Vec<u64>> {
        let asked = position.asked.as_ref().map(|asked| (asked.request.0, asked.arguments.clone()));
        self.machine.layout.encode(&position.fields, position.turn.index() as u32, asked.as_ref())
    }

    /// The position with these bits, if they are those of one.
    pub fn decode(&self, key: &[u64]) -> Option<semantics::Position> {
        let layout = &self.machine.layout;
        if key.len() != layout.words {
            return None;
        }
        let asked = layout.asked(key).map(|(request, arguments)| semantics::Asked {
            request: zug_lang::program::FollowupRequestId(request),
            arguments,
        });
        let turn = if layout.turn(key) == 0 { zug_game::Player::First } else { zug_game::Player::Second };
        let position = semantics::Position { fields: layout.fields(key), turn, asked };
        self.encode(&position).is_some_and(|again| again == key).then_some(position)
    }
}

/// A game: a definition that was read and checked, under some settings.
///
/// Make one by zug.load or zug.loads. It is immutable; games of one text under one list of settings
/// are equal.
#[pyclass(frozen, module = "zug")]
#[derive(Clone)]
pub struct Game {
    pub loaded: Arc<Loaded>,
}

#[pymethods]
impl Game {
    /// Reads and checks a definition: its text, the name that messages call it by, the settings as
    /// `--set` takes them.
    #[new]
    #[pyo3(signature = (text, name, settings))]
    fn new(py: Python<'_>, text: String, name: String, settings: Vec<String>) -> PyResult<Game> {
        if text.len() > MAX_BYTES || settings.iter().any(|setting| setting.len() > MAX_BYTES) {
            let text = format!("{name}: a text is longer than {} MiB", MAX_BYTES >> 20);
            return Err(errors::mistake(py, text));
        }
        if settings.len() > MOST_SETTINGS {
            let text = format!("there are {} settings, and {MOST_SETTINGS} is the most", settings.len());
            return Err(errors::mistake(py, text));
        }
        let mut sources = Sources::default();
        sources.add(name, text);
        let typed = settings.clone();
        let (sources, made) = py.detach(move || {
            let made = compile(&mut sources, &typed)
                .and_then(|definition| Ok((machine(&definition.program)?, definition)));
            (sources, made)
        });
        let (machine, definition) = made.map_err(|found| errors::definition(py, &sources, &found))?;
        let (definition, sessions) = (Arc::new(definition), Sessions::default());
        Ok(Game { loaded: Arc::new(Loaded { sources, settings, definition, machine, sessions }) })
    }

    /// The title of the definition.
    #[getter]
    fn title(&self) -> &str {
        &self.loaded.program().title
    }

    /// The names of both players; values are from the side of the first.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [first, second] = self.loaded.program().players();
        (first, second)
    }

    /// The params with their values, both as text.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let params = PyDict::new(py);
        for (name, value) in &self.loaded.program().params {
            params.set_item(name, value)?;
        }
        Ok(params)
    }

    /// Whether outcomes are points; otherwise 1, 0, -1: the first player wins, draw, the second
    /// wins.
    #[getter]
    fn points(&self) -> bool {
        self.loaded.program().points
    }

    /// The least and the greatest outcome that the rules can give, from the side of the first
    /// player.
    #[getter]
    fn range(&self) -> (i64, i64) {
        zug_analysis::range(self.loaded.program())
    }

    /// Whether play must end: that is proved of the rules, or their `progress` says so and is
    /// checked during play.
    #[getter]
    fn ends(&self) -> bool {
        !matches!(zug_analysis::ends(self.loaded.program()), Ends::Unproven { .. })
    }

    /// The text of the definition.
    #[getter]
    fn text(&self) -> &str {
        self.loaded.text()
    }

    /// The file of the definition, or the name that was given to it.
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.sources.file(FileId::DEFINITION).name
    }

    /// The settings as `--set` takes them: "columns=5".
    #[getter]
    fn settings(&self) -> Vec<String> {
        self.loaded.settings.clone()
    }

    /// What may be a mistake, as a list of Diagnostic.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::diagnostics(py, &self.loaded.sources, &self.loaded.definition.warnings)
    }

    /// The position in which play begins, or the one that some moves lead to from there.
    ///
    /// moves: text, moves separated by commas, as of Position.play.
    #[pyo3(signature = (moves = None))]
    fn start(&self, py: Python<'_>, moves: Option<&str>) -> PyResult<Position> {
        let position = self.loaded.semantics().start();
        let start = Position::of(py, &self.loaded, Node::new(&self.loaded, position, None))?;
        match moves {
            Some(moves) => start.play(py, moves),
            None => Ok(start),
        }
    }

    /// The position with this key, as Position.key gives it or as a row of the array "keys" has it:
    /// so many numbers.
    fn position(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Position> {
        let words = objects::words(key)?;
        let Some(position) = self.loaded.decode(&words) else {
            return Err(errors::mistake(py, format!("{words:?} is no key of a position of this game")));
        };
        Position::of(py, &self.loaded, Node::new(&self.loaded, position, None))
    }

    /// Solves the first position; with strong=True every position that can be reached from it.
    ///
    /// The arguments and what comes out are those of Position.solve.
    #[pyo3(signature = (strong = false, *, memory = None, threads = None, timeout = None, distance = false,
                        all_moves = false))]
    #[allow(clippy::too_many_arguments)] // They are those of Python, by name.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        strong: bool,
        memory: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        timeout: Option<&Bound<'py, PyAny>>,
        distance: bool,
        all_moves: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.start(py, None)?.solve(py, strong, memory, threads, timeout, distance, all_moves)
    }

    /// Solves every position that can be reached from the first one: solve(strong=True).
    #[pyo3(signature = (*, memory = None, timeout = None))]
    fn solution(
        &self,
        py: Python<'_>,
        memory: Option<&Bound<'_, PyAny>>,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let (memory, timeout) = (limits::memory(memory)?, limits::timeout(timeout)?);
        Solution::of(py, &self.start(py, None)?, memory, timeout)
    }

    /// How many moves the definition has, if every parameter takes every value: actions are
    /// numbered from 0 to one less.
    #[getter]
    fn action_count(&self) -> u128 {
        actions::count(&self.loaded.machine)
    }

    /// The shape of the planes of one position, and what each plane shows.
    fn plane_names(&self, py: Python<'_>) -> PyResult<(Vec<usize>, Vec<String>)> {
        let plan = planes::Plan::of(self.loaded.program());
        let plan = plan.map_err(|why| errors::mistake(py, why))?;
        Ok((plan.shape.clone(), plan.names()))
    }

    /// The planes of positions: an array of float32 of shape [n, planes, *shape], from their keys
    /// as bytes, eight a word.
    fn planes_of<'py>(&self, py: Python<'py>, keys: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let plan = planes::Plan::of(self.loaded.program());
        let plan = plan.map_err(|why| errors::mistake(py, why))?;
        let bytes = self.loaded.machine.layout.words * size_of::<u64>();
        let wrong = || errors::mistake(py, "a row of keys is no key of a position of this game");
        if !keys.len().is_multiple_of(bytes) {
            return Err(wrong());
        }
        let count = keys.len() / bytes;
        let filled = py.detach(|| {
            let mut filled = Vec::with_capacity(count * plan.len() * size_of::<f32>());
            for key in keys.chunks_exact(bytes) {
                let words: Vec<u64> =
                    key.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
                let position = self.loaded.decode(&words)?;
                filled.extend(plan.of_position(&position).into_iter().flat_map(f32::to_le_bytes));
            }
            Some(filled)
        });
        let shape: Vec<usize> = [count, plan.count()].into_iter().chain(plan.shape.iter().copied()).collect();
        objects::array(py, &filled.ok_or_else(wrong)?, "<f4", &shape)
    }

    /// How many words of 64 bits a key has: 1, 2, 4 or 8.
    #[getter]
    fn key_words(&self) -> usize {
        self.loaded.machine.layout.words
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.is(&other.get().loaded))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.loaded.text(), &self.loaded.settings).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let settings = self.loaded.settings.join(", ");
        let comma = if settings.is_empty() { "" } else { ", " };
        format!("<zug.Game {:?}{comma}{settings}>", self.loaded.program().title)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (self.text(), self.name(), self.settings()).into_pyobject(py)?;
        Ok((py.get_type::<Game>().into_any(), arguments))
    }

    /// The first position as a picture with the title over it, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let title = objects::escaped(&self.loaded.program().title);
        Ok(format!("<div><p><strong>{title}</strong></p>{}</div>", self.start(py, None)?.picture(py)?))
    }
}

impl Game {
    /// Whether this is the game of that definition.
    pub fn is(&self, other: &Arc<Loaded>) -> bool {
        same(&self.loaded, other)
    }
}

/// Whether two definitions have one text and one list of settings.
pub fn same(one: &Arc<Loaded>, other: &Arc<Loaded>) -> bool {
    Arc::ptr_eq(one, other) || (one.text() == other.text() && one.settings == other.settings)
}
