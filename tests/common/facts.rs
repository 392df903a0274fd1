//! Facts that hold only where every condition does.

use zug_lang::program::Program;

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
