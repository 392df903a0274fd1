//! Any bytes as a definition: it compiles or gives mistakes, and never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug::definition;
use zug_lang::source::Sources;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut sources = Sources::default();
    sources.add("fuzz.game", text);
    if let Ok(definition) = definition::compile(&mut sources, &[]) {
        let _ = zug::answer::machine_text(&definition.program);
    }
});
