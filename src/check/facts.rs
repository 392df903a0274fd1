//! Facts that do not hold, as `zug check` tells them: by a short search, of a definition in which
//! nothing else is found.

use zug::definition::Definition;
use zug::expectation::Verdict;
use zug::tried;
use zug_analysis::lints;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Expect;
use zug_lang::source::{FileId, Sources};
use zug_view::report::deep::Replay;
use zug_view::wording::mismatch;

/// The warning about all facts that do not hold, or the fault that was met.
pub fn false_facts(sources: &Sources, definition: &Definition) -> Option<Diagnostic> {
    let mut warning: Option<Diagnostic> = None;
    for (fact, verdict) in tried::false_facts(definition) {
        let expect = &definition.program.expects[fact];
        match verdict {
            Verdict::Holds => {}
            Verdict::Broken(why) => return Some(*why),
            Verdict::Fails(difference) => {
                let (claimed, so) = mismatch(&definition.program, &difference);
                warning = Some(match warning {
                    Some(warning) => warning.because(expect.span, format!("nor does this: {so}")),
                    None => {
                        let message = format!("a fact does not hold: {claimed} is claimed, {so} is found");
                        let first = lints::FALSE_FACT.warn(message, expect.span, "this does not hold");
                        first.help(help(sources, expect))
                    }
                });
            }
        }
    }
    warning
}

/// The command that shows play from the position of a fact.
fn help(sources: &Sources, expect: &Expect) -> String {
    let file = &sources.file(FileId::DEFINITION).name;
    let settings: Vec<String> = expect.with.iter().map(|each| sources.slice(each.span).to_owned()).collect();
    let replay = Replay { file: if file == "<stdin>" { "-" } else { file }, settings: &settings };
    let moves: Vec<&str> = expect.after.iter().map(|(moves, _)| moves.as_str()).collect();
    let command = replay.after("solve", &moves);
    format!("the fact is wrong, or a rule is: `{command}` shows how play goes by these rules")
}
