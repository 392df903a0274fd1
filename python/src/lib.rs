//! The Python package of Zug: definitions, positions and solved tables as objects of Python.
//!
//! ```text
//!   definitions, settings, the first position    game.rs
//!   positions: moves, values, pictures           position.rs
//!   tables of all positions, arrays of numpy     solution.rs
//!   moves as numbers, for other libraries        actions.rs
//!   positions as planes, for learning            planes.rs
//!   who solves, how a signal ends that           work.rs, limits.rs
//!   what was wrong, as exceptions                errors.rs
//!   fixes of what was wrong                      fixes.rs
//! ```
//!
//! Values and fields become objects in `objects.rs`. What needs neither speed nor Zug is written in
//! Python, in the folder `zug`.

mod actions;
mod errors;
mod fixes;
mod game;
mod limits;
mod objects;
mod planes;
mod position;
mod solution;
mod work;

use pyo3::prelude::*;

#[pymodule]
fn _zug(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(fixes::apply, module)?)?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::Positions>()?;
    Ok(())
}
