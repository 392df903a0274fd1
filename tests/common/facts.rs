//! Facts that hold only where every condition does.

use std::path::PathBuf;
use zug_lang::program::Program;

/// Every game of the library, with its name.
pub fn games() -> Vec<(String, Program)> {
    let named = |path: PathBuf| {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        (name, super::load(&path, &[]).program)
    };
    super::library().into_iter().map(named).collect()
}

/// A definition that has no mistake.
pub fn program(text: &str) -> Program {
    super::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}")).program
}

/// A definition in which a form is recognized, and changes of it of which each violates one
/// condition alone: what stands there, and what instead.
pub fn each_alone(base: &str, recognized: &dyn Fn(&Program) -> bool, changes: &[(&str, &str)]) {
    assert!(recognized(&program(base)), "{base}");
    for (from, to) in changes {
        assert!(base.contains(from), "{from}");
        let changed = base.replace(from, to);
        assert!(!recognized(&program(&changed)), "{changed}");
    }
}
