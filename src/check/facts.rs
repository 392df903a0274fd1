//! Facts that do not hold, as `zug check` tells them: by a short search, of a definition in which
//! nothing else is found.

use super::args::CheckArgs;
use super::symptoms::OF_ALL_POSITIONS;
use zug::definition::Definition;
use zug::expectation::{Mismatch, Verdict};
use zug::rule_repairs::{self, RuleEdit, Symptoms};
use zug::short_look::{self, FactVerdict, judged_facts};
use zug_analysis::lints;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Expect;
use zug_lang::source::{FileId, Sources, Span};
use zug_view::report::deep::Replay;
use zug_view::wording::mismatch;

/// The most edits that are shown of those with which the facts hold.
const NAMED: usize = 3;

/// The facts that a check judges. Under settings of the command none is: facts are about the
/// settings of the text and their own.
pub fn judged(arguments: &CheckArgs, definition: &Definition) -> Vec<FactVerdict> {
    if is_off(arguments, definition) { Vec::new() } else { judged_facts(definition) }
}

fn is_off(arguments: &CheckArgs, definition: &Definition) -> bool {
    let is_allowed = arguments.allow.iter().any(|name| name == lints::FALSE_FACT.name);
    lints::FALSE_FACT.is_off(&definition.program) || is_allowed || !arguments.settings.is_empty()
}

/// The warnings about facts that nothing can be judged of, since their settings are none.
pub fn refused_settings(arguments: &CheckArgs, definition: &Definition) -> Vec<Diagnostic> {
    if is_off(arguments, definition) {
        return Vec::new();
    }
    let warned = |(fact, reason): (usize, Diagnostic)| {
        let message = format!("this fact has settings that nothing can have: {}", reason.message);
        let place = definition.program.expects[fact].span;
        let warning = lints::FALSE_FACT.warn(message, place, "it cannot be judged");
        reason.labels.iter().fold(warning, |warning, label| warning.because(label.span, label.text.clone()))
    };
    short_look::refused_settings(definition).into_iter().map(warned).collect()
}

/// The warning about all facts that do not hold, or the fault that was met.
pub fn false_facts(sources: &Sources, definition: &Definition, facts: &[FactVerdict]) -> Option<Diagnostic> {
    let mut warning: Option<Diagnostic> = None;
    for (fact, verdict) in facts {
        let expect = &definition.program.expects[*fact];
        match verdict {
            Verdict::Holds => {}
            Verdict::Broken(why) if expect.with.is_empty() => return Some((**why).clone()),
            Verdict::Broken(why) => {
                let message = format!("under the settings of this fact {}", why.message);
                let broken = lints::FALSE_FACT.warn(message, expect.span, "this cannot be judged");
                return Some(broken.because(why.span(), "here").help(help(sources, expect, true)));
            }
            Verdict::Fails(difference) => {
                let (claimed, so) = mismatch(&definition.program, difference);
                let is_played = !matches!(difference, Mismatch::Moves(_));
                warning = Some(match warning {
                    Some(warning) => warning.because(expect.span, format!("nor does this: {so} is found")),
                    None => {
                        let message = match difference {
                            Mismatch::Moves(why) => {
                                format!("the moves of a fact cannot be played: {}", why.message)
                            }
                            Mismatch::Nimber { found: None, .. } => format!("a fact does not hold: {so}"),
                            _ => format!("a fact does not hold: {claimed} is claimed, {so} is found"),
                        };
                        let first = lints::FALSE_FACT.warn(message, expect.span, "this does not hold");
                        first.help(help(sources, expect, is_played))
                    }
                });
            }
        }
    }
    warning
}

/// Says at the report that play or a fact gave, or else at the first one, with which edits of the
/// rules, at accepted places, the facts hold and nothing of this is found; whether there are some.
pub fn add_repairs(
    sources: &Sources,
    definition: &Definition,
    facts: &[FactVerdict],
    (of_text, of_play): (&mut [Diagnostic], &mut [Diagnostic]),
    accepts: &dyn Fn(Span) -> bool,
) -> bool {
    let fails = facts.iter().any(|(_, verdict)| *verdict != Verdict::Holds);
    let is_of_play = |each: &Diagnostic| OF_ALL_POSITIONS.contains(&each.code);
    if !fails && of_play.is_empty() && !of_text.iter().any(is_of_play) {
        return false;
    }
    let all = || of_text.iter().chain(of_play.iter());
    let warnings: Vec<&'static str> = all().map(|each| each.code).collect();
    let places: Vec<Span> = all().flat_map(|each| &each.labels).map(|label| label.span).collect();
    let Some(warning) = of_play.first_mut().or(of_text.first_mut()) else { return false };
    let text = &sources.file(FileId::DEFINITION).text;
    let symptoms = Symptoms { facts, warnings: &warnings, places: &places };
    let mut found = rule_repairs::repairs(text, definition, &symptoms);
    found.retain(|edit| accepts(edit.span));
    let own = warning.clone();
    *warning = with_repairs(text, definition, facts, &found, own);
    !found.is_empty()
}

/// The warning with the likeliest of the edits with which it is not found.
fn with_repairs(
    text: &str,
    definition: &Definition,
    facts: &[FactVerdict],
    found: &[RuleEdit],
    warning: Diagnostic,
) -> Diagnostic {
    let hold = hold(definition, facts);
    let so = if warning.code == lints::FALSE_FACT.code { hold } else { format!("it is not so, and {hold}") };
    let named = &found[..found.len().min(NAMED)];
    let noted = |warning: Diagnostic, edit: &RuleEdit| {
        let put_in = edit.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (span, with) = match (edit.span.start == edit.span.end, put_in.as_str()) {
            (true, _) => (before(text, edit.span), format!("with `{put_in}` behind this")),
            (false, "") => (edit.span, "without this".to_owned()),
            (false, _) => (edit.span, format!("with `{put_in}` here")),
        };
        warning.because(span, format!("tried: {with} {so}"))
    };
    let warning = named.iter().fold(warning, noted);
    match (found, found.len() - named.len()) {
        ([one], _) => warning.likely(one.span, one.text.clone()),
        (_, 0) => warning,
        (_, 1) => warning.note(format!("with another edit {so} too")),
        (_, others) => warning.note(format!("with {others} other edits {so} too")),
    }
}

/// The character before a place.
fn before(text: &str, place: Span) -> Span {
    let start = text[..place.start as usize].char_indices().next_back().map_or(0, |(at, _)| at);
    Span { start: start as u32, ..place }
}

/// Which facts hold with an edit.
fn hold(definition: &Definition, facts: &[FactVerdict]) -> String {
    match (facts.len(), definition.program.expects.len()) {
        (_, 1) => "the fact holds".to_owned(),
        (judged, all) if judged == all => "all facts hold".to_owned(),
        (1, _) => "this fact holds".to_owned(),
        (judged, all) => format!("the {judged} of {all} facts hold that were judged"),
    }
}

/// The command that shows play from the position of a fact, or from the start where that cannot be
/// played.
fn help(sources: &Sources, expect: &Expect, is_played: bool) -> String {
    let file = &sources.file(FileId::DEFINITION).name;
    let settings: Vec<String> = expect.with.iter().map(|each| sources.slice(each.span).to_owned()).collect();
    let replay = Replay { file: if file == "<stdin>" { "-" } else { file }, settings: &settings };
    let moves: Vec<&str> =
        expect.after.iter().filter(|_| is_played).map(|(moves, _)| moves.as_str()).collect();
    let command = replay.after("solve", &moves);
    format!("the fact is wrong, or a rule is: `{command}` shows how play goes by these rules")
}
