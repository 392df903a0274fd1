//! Facts that do not hold, as `zug check` tells them: by a short search, of a definition in which
//! nothing else is found.

use zug::definition::Definition;
use zug::expectation::Verdict;
use zug::fact_repairs::{self, FactRepair};
use zug::tried;
use zug_analysis::lints;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Expect;
use zug_lang::source::{FileId, Sources};
use zug_view::report::deep::Replay;
use zug_view::wording::mismatch;

/// The warning about all facts that do not hold, or the fault that was met.
pub fn false_facts(sources: &Sources, definition: &Definition) -> Option<Diagnostic> {
    if lints::FALSE_FACT.is_off(&definition.program) {
        return None;
    }
    let mut warning: Option<Diagnostic> = None;
    for (fact, verdict) in tried::false_facts(definition) {
        let expect = &definition.program.expects[fact];
        match verdict {
            Verdict::Holds => {}
            Verdict::Broken(why) if expect.with.is_empty() => return Some(*why),
            Verdict::Broken(why) => {
                let message = format!("under the settings of this fact {}", why.message);
                let first = lints::FALSE_FACT.warn(message, expect.span, "this cannot be judged");
                return Some(first.because(why.span(), "here").help(help(sources, expect)));
            }
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
    warning.map(|warning| with_repairs(sources, definition, warning))
}

/// The warning with the edits of one token with which all facts hold.
fn with_repairs(sources: &Sources, definition: &Definition, warning: Diagnostic) -> Diagnostic {
    let text = &sources.file(FileId::DEFINITION).text;
    let found = fact_repairs::repairs(text, definition);
    let edit = |each: &FactRepair| match each.text.as_str() {
        "" => "without this".to_owned(),
        meant => format!("with `{meant}` here"),
    };
    let all = if definition.program.expects.len() == 1 { "the fact holds" } else { "all facts hold" };
    let warning = found
        .iter()
        .fold(warning, |warning, each| warning.because(each.span, format!("tried: {} {all}", edit(each))));
    match found.as_slice() {
        [one] => warning.likely(one.span, one.text.clone()),
        _ => warning,
    }
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
