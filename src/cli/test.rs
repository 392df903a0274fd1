//! `zug test`: checks every fact that definitions claim, and tells what was expected and what was found.

use super::args::{MessageFormat, Messages, Test};
use super::failure::{Failure, LIMIT, MISTAKE};
use super::watchdog::Watchdog;
use super::{limits, load, output, solve};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug::answer::{Limits, Prepared};
use zug::definition::Definition;
use zug::expectation::{self, Verdict};
use zug::report::{json as form, words};
use zug::source::Sources;

/// Mistakes as a line each.
const SHORT: Messages = Messages { message_format: MessageFormat::Short, max_errors: None };

/// How many facts ended how.
#[derive(Default)]
struct Tally {
    hold: u64,
    fail: u64,
    skipped: u64,
    limit: u64,
    broken: u64,
}

/// Runs the command.
pub fn run(arguments: &Test) -> Result<(), Failure> {
    let files = load::definitions(&arguments.files)?;
    let interruption = limits::interruption();
    let mut tally = Tally::default();
    for file in &files {
        one(arguments, file, &interruption, &mut tally)?;
    }
    if !arguments.json {
        output::print(&summary(files.len(), &tally));
    }
    match tally {
        Tally { fail: 1.., .. } | Tally { broken: 1.., .. } => Err(Failure::Said(MISTAKE)),
        Tally { limit: 1.., .. } => Err(Failure::Said(LIMIT)),
        _ => Ok(()),
    }
}

fn summary(files: usize, tally: &Tally) -> String {
    let mut parts = vec![format!("{} hold", words::grouped(tally.hold))];
    let more = [
        (tally.fail, "fail"),
        (tally.limit, "hit a limit"),
        (tally.skipped, "slow ones skipped (--slow)"),
        (tally.broken, "files with mistakes"),
    ];
    parts.extend(more.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
    let files = if files == 1 { "1 file".to_string() } else { format!("{files} files") };
    format!("{files}: {}\n", parts.join(", "))
}

fn one(
    arguments: &Test,
    path: &Path,
    interruption: &Arc<AtomicBool>,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let (sources, definition) = match load::load(path, &[]) {
        Ok(loaded) => loaded,
        Err(failure @ Failure::Diagnostics { .. }) => {
            tally.broken += 1;
            output::failure(failure, arguments.messages);
            return Ok(());
        }
        Err(failure) => return Err(failure),
    };
    if !arguments.json {
        output::print(&format!("{}\n", path.display()));
    }
    let mut run =
        Run { arguments, sources, definition: &definition, variants: BTreeMap::new(), interruption };
    let mut facts = Vec::new();
    for index in 0..definition.program.expects.len() {
        facts.push(run.fact(index, tally));
    }
    if arguments.json {
        let mut object = form::head("test", &path.display().to_string(), &[]);
        object.insert("facts".into(), Value::Array(facts));
        output::print(&format!("{}\n", Value::Object(object)));
    }
    Ok(())
}

struct Run<'a> {
    arguments: &'a Test,
    sources: Sources,
    definition: &'a Definition,
    /// The definition under other settings, by their text.
    variants: BTreeMap<String, Result<Definition, String>>,
    interruption: &'a Arc<AtomicBool>,
}

impl Run<'_> {
    fn fact(&mut self, index: usize, tally: &mut Tally) -> Value {
        let expect = &self.definition.program.expects[index];
        let text = self.sources.slice(expect.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let line = self.sources.line_column(expect.span).line;
        let slow = expect.slow && !self.arguments.slow;
        let begun = Instant::now();
        let verdict = if slow { None } else { Some(self.judge(index)) };
        let unbroken = "play without a fault".to_string();
        let (result, expected, found) = match &verdict {
            None => ("skipped", None, None),
            Some(Verdict::Holds) => ("holds", None, None),
            Some(Verdict::Fails { expected, found }) => ("fails", Some(expected), Some(found)),
            Some(Verdict::Broken(why)) => ("fails", Some(&unbroken), Some(&why.message)),
            Some(Verdict::Limit(what)) => ("limit", None, Some(what)),
        };
        *match result {
            "skipped" => &mut tally.skipped,
            "holds" => &mut tally.hold,
            "fails" => &mut tally.fail,
            _ => &mut tally.limit,
        } += 1;
        if !self.arguments.json {
            let seconds = begun.elapsed().as_secs_f64();
            output::print(&told(result, &text, expected, found, line, seconds));
        }
        let mut object =
            json!({ "line": line, "fact": text, "result": result, "expected": expected, "found": found });
        if let Some(Verdict::Broken(why)) = &verdict {
            object["code"] = json!(why.code);
            object["notes"] = json!(why.notes);
            if !self.arguments.json {
                output::tell(&self.sources, std::slice::from_ref(why), self.arguments.messages);
            }
        }
        object
    }

    fn judge(&mut self, index: usize) -> Verdict {
        let _watchdog = Watchdog::over(self.arguments.bounds.timeout);
        let expect = &self.definition.program.expects[index];
        if expect.with.is_empty() {
            return self.judge_in(self.definition, index);
        }
        let key: String =
            expect.with.iter().map(|each| self.sources.slice(each.span)).collect::<Vec<_>>().join(",");
        if !self.variants.contains_key(&key) {
            let made = self
                .definition
                .with(&expect.with)
                .map_err(|diagnostics| output::drawn(&self.sources, &diagnostics, SHORT, false));
            self.variants.insert(key.clone(), made);
        }
        match &self.variants[&key] {
            Ok(definition) => self.judge_in(definition, index),
            Err(mistakes) => Verdict::Fails {
                expected: "a definition in order under these settings".into(),
                found: mistakes.trim_end().to_string(),
            },
        }
    }

    fn judge_in(&self, definition: &Definition, index: usize) -> Verdict {
        let prepared = match Prepared::new(&definition.program, solve::engine_kind(self.arguments.engine)) {
            Ok(prepared) => prepared,
            Err(diagnostics) => {
                let text = output::drawn(&self.sources, &diagnostics, SHORT, false);
                return Verdict::Limit(text.trim_end().to_string());
            }
        };
        let bounds = &self.arguments.bounds;
        let limits = Limits {
            memory: bounds.memory.map_or_else(limits::default_memory, |size| size.as_u64()),
            deadline: bounds.timeout.and_then(|time| Instant::now().checked_add(time)),
            stop: Some(Arc::clone(self.interruption)),
            progress: None,
        };
        let Some(expect) = definition.program.expects.get(index) else {
            return Verdict::Limit("the settings hide this fact".into());
        };
        expectation::judge(&prepared, expect, &limits)
            .unwrap_or_else(|unanswered| Verdict::Limit(expectation::describe(&unanswered)))
    }
}

fn told(
    result: &str,
    text: &str,
    expected: Option<&String>,
    found: Option<&String>,
    line: usize,
    seconds: f64,
) -> String {
    let time = if seconds >= 1.0 { format!("  ({seconds:.1} s)") } else { String::new() };
    let head = match result {
        "holds" => "  ok    ",
        "skipped" => "  slow  ",
        "limit" => "  limit ",
        _ => "  FAILS ",
    };
    let mut out = format!("{head}{}{time}\n", text.strip_prefix("expect ").unwrap_or(text));
    if let Some(expected) = expected {
        out += &format!("        line {line} expects {expected}\n");
    }
    if let Some(found) = found {
        out += &format!("        found {}\n", found.replace('\n', "\n        "));
    }
    out
}
