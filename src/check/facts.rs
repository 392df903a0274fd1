//! Facts that do not hold, as `zug check` tells them: by a short search, of a definition in which
//! nothing else is found.

use super::args::CheckArgs;
use zug::definition::Definition;
use zug::expectation::Verdict;
use zug::fact_repairs::{self, FactRepair};
use zug::short_look::{FactVerdict, judged_facts};
use zug_analysis::lints;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Expect;
use zug_lang::source::{FileId, Sources};
use zug_view::report::deep::Replay;
use zug_view::wording::mismatch;

/// The warning about all facts that do not hold, or the fault that was met. Under settings of the
/// command nothing is judged: facts are about the settings of the text and their own.
pub fn false_facts(arguments: &CheckArgs, sources: &Sources, definition: &Definition) -> Option<Diagnostic> {
    let is_off = lints::FALSE_FACT.is_off(&definition.program)
        || arguments.allow.iter().any(|name| name == lints::FALSE_FACT.name);
    if is_off || !arguments.settings.is_empty() {
        return None;
    }
    let facts = judged_facts(definition);
    let mut warning: Option<Diagnostic> = None;
    for (fact, verdict) in &facts {
        let expect = &definition.program.expects[*fact];
        match verdict {
            Verdict::Holds => {}
            Verdict::Broken(why) if expect.with.is_empty() => return Some((**why).clone()),
            Verdict::Broken(why) => {
                let message = format!("under the settings of this fact {}", why.message);
                let broken = lints::FALSE_FACT.warn(message, expect.span, "this cannot be judged");
                return Some(broken.because(why.span(), "here").help(help(sources, expect)));
            }
            Verdict::Fails(difference) => {
                let (claimed, so) = mismatch(&definition.program, difference);
                warning = Some(match warning {
                    Some(warning) => warning.because(expect.span, format!("nor does this: {so} is found")),
                    None => {
                        let message = format!("a fact does not hold: {claimed} is claimed, {so} is found");
                        let first = lints::FALSE_FACT.warn(message, expect.span, "this does not hold");
                        first.help(help(sources, expect))
                    }
                });
            }
        }
    }
    warning.map(|warning| with_repairs(sources, definition, &facts, warning))
}

/// The warning with the edits of one token with which the facts hold.
fn with_repairs(
    sources: &Sources,
    definition: &Definition,
    facts: &[FactVerdict],
    warning: Diagnostic,
) -> Diagnostic {
    let text = &sources.file(FileId::DEFINITION).text;
    let found = fact_repairs::repairs(text, definition, facts);
    let hold = match (facts.len(), definition.program.expects.len()) {
        (_, 1) => "the fact holds".to_owned(),
        (judged, all) if judged == all => "all facts hold".to_owned(),
        (1, _) => "this fact holds".to_owned(),
        (judged, all) => format!("the {judged} of {all} facts hold that were judged"),
    };
    let with = |each: &FactRepair| match each.text.as_str() {
        "" => "without this".to_owned(),
        meant => format!("with `{meant}` here"),
    };
    let tried = |each: &FactRepair| format!("tried: {} {hold}", with(each));
    let warning = found.iter().fold(warning, |warning, each| warning.because(each.span, tried(each)));
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
