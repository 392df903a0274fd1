//! `zug why`: why a move is legal or not, why play is over, why a rule does not hold, why a value
//! is so.

use crate::args::{EngineArg, LimitArgs, MovesFirst, SourceArgs};
use crate::failure::{Failure, LIMIT};
use crate::moves::PlayedMoves;
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prepare, search_refusal, warnings};
use clap::Args;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zug::answer::{LimitKind, LimitReached, Prepared, ProvedBounds, Session, SessionLimits, SolveError};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, RuntimeError, Semantics};
use zug_lang::source::Sources;
use zug_lang::why::{Explanation, MoveAnswer, Rule, of_end, of_move, of_rule};
use zug_lang::wording;
use zug_view::draw::plain;
use zug_view::json::{self, AnswerHead, Command};
use zug_view::why::{self, FORMS, NamedMoveValue, ValueReason, WhyQuestion};

const EXAMPLES: &str = "\
Questions:
  move MOVE           why this move is legal, or is not; `MOVE` alone does too
  end                 why play is over, or goes on
  rule NUMBER         why the end rule with this number decides, or does not; `line NUMBER`, `stuck`
  value               why the position is worth that: every move with the line that shows it
  best, best MOVE     why the best moves are best, or whether this one is

Examples:
  zug why games/tic_tac_toe.game --moves b2 move b2
  zug why games/tic_tac_toe.game --moves 'b2, a2, a1, c3' rule 1
  zug why games/hexapawn.game value";

/// `zug why`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct WhyArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// What is asked: `move b2`, `end`, `rule 1`, `value`, `best`
    #[arg(required = true, value_name = "QUESTION")]
    pub question: Vec<String>,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// Limits of the search for a value.
    #[command(flatten)]
    pub bounds: LimitArgs,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
}

/// What is said of a question.
struct Answered {
    explanation: Explanation,
    /// Whether the explanation says yes or no.
    verdict: bool,
    /// The value with all moves, and the moves that are told.
    value: Option<(ValueReason, Vec<usize>)>,
}

pub fn run(arguments: &WhyArgs) -> Result<(), Failure> {
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    if !arguments.json {
        warnings::tell(&sources, &definition);
    }
    let program = &definition.program;
    let semantics = Semantics::new(program);
    let played = super::moves::play(&mut sources, &semantics, arguments.first.text())?;
    let fault = |_: RuntimeError| super::moves::fault(&sources, &semantics, &played, &[]);
    semantics.texts(&played.position).map_err(fault)?;
    let written = arguments.question.join(" ");
    let question = why::read(&sources, &semantics, &played.position, &written).map_err(Failure::usage)?;
    let rules = |explanation: Result<Explanation, RuntimeError>| -> Result<Answered, Failure> {
        Ok(Answered { explanation: explanation.map_err(fault)?, verdict: true, value: None })
    };
    let answered = match &question {
        WhyQuestion::Move(text) => rules(
            of_written_move(&semantics, &played, text).map_err(fault)?.map(Ok).map_err(Failure::usage)?,
        )?,
        WhyQuestion::End => rules(of_end(&semantics, &played.position))?,
        WhyQuestion::Rule(rule) => rules(of_rule(&semantics, &played.position, *rule))?,
        WhyQuestion::Value => of_value(arguments, started, &sources, program, &played, None)?,
        WhyQuestion::Best(asked) => {
            of_value(arguments, started, &sources, program, &played, Some(asked.as_deref()))?
        }
    };
    output::print(&match arguments.json {
        true => in_json(arguments, &sources, program, &played, &question, &answered),
        false => in_words(&sources, &semantics, &played, &answered),
    });
    Ok(())
}

/// Why a written move is legal, or is not; the inner error says that no move reads like this.
fn of_written_move(
    semantics: &Semantics<'_>,
    played: &PlayedMoves,
    text: &str,
) -> Result<Result<Explanation, String>, RuntimeError> {
    Ok(match of_move(semantics, &played.position, text)? {
        MoveAnswer::Read(explanation) => Ok(explanation),
        MoveAnswer::Unknown { near } if near.is_empty() => {
            Err(format!("no move of this definition reads `{text}`; `zug moves` lists the legal ones"))
        }
        MoveAnswer::Unknown { near } => {
            let near: Vec<String> = near.iter().map(|each| format!("`{each}`")).collect();
            Err(format!("no move of this definition reads `{text}`; did you mean {}?", near.join(", ")))
        }
    })
}

/// Why a value is so, or with `best` why these moves are best.
fn of_value(
    arguments: &WhyArgs,
    started: Instant,
    sources: &Sources,
    program: &Program,
    played: &PlayedMoves,
    best: Option<Option<&str>>,
) -> Result<Answered, Failure> {
    let semantics = Semantics::new(program);
    let prepared = prepare::prepare(program, EngineArg::Interpret, arguments.bounds.memory, sources)?;
    let limits = SessionLimits {
        memory: limits::memory(arguments.bounds.memory),
        process: limits::process(arguments.bounds.memory),
        time: arguments.bounds.timeout,
        stop: Some(limits::interruption()),
    };
    let until = arguments.bounds.timeout.and_then(|time| started.checked_add(time));
    let found = prepared.session_until(&limits, until, |session| {
        reason(session, &semantics, &played.position, best.flatten())
    });
    let found =
        found.map_err(|error| search_refusal::failure(sources, &prepared, played, error, Duration::ZERO))?;
    let reason = found.ok_or_else(|| not_known(&limits, sources, &prepared, played, started))?;
    let mover = played.position.turn;
    let all: Vec<usize> = (0..reason.moves.len()).collect();
    let (answer, holds, shown) = match best {
        None => (why::because(program, mover, &reason), true, all),
        Some(Some(asked)) if is_open(&reason, asked) => {
            let text = format!(
                "nothing is known of `{asked}` within the limits: {}; give `--timeout` and `--memory` more",
                why::because(program, mover, &reason)
            );
            return Err(Failure::Message { code: LIMIT, text });
        }
        Some(asked) => {
            let (answer, holds) = why::why_best(program, mover, &reason, asked).ok_or_else(|| {
                let asked = asked.unwrap_or_default();
                Failure::usage(format!(
                    "`{asked}` is no legal move here; `zug why FILE move {asked}` says why; {FORMS}"
                ))
            })?;
            (answer, holds, shown_beside(&reason, asked, all))
        }
    };
    let explanation = Explanation { answer, holds, reasons: Vec::new() };
    Ok(Answered { explanation, verdict: best.is_some(), value: Some((reason, shown)) })
}

/// What is known of a position. A move that is asked about and of which nothing is known is worth a
/// listing of all positions.
fn reason(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    position: &Position,
    asked: Option<&str>,
) -> Result<Option<ValueReason>, SolveError> {
    let found = why::value_reason(session, semantics, position)?;
    match (found, asked) {
        (Some(found), Some(asked)) if is_open(&found, asked) => {
            Ok(why::reason_with_every_move(session, semantics, position)?.or(Some(found)))
        }
        (found, _) => Ok(found),
    }
}

/// Whether nothing is known of the move that is asked about.
fn is_open(reason: &ValueReason, asked: &str) -> bool {
    reason.open.iter().any(|each| each.to_lowercase() == asked.to_lowercase())
}

/// Why nothing is known of a position: an interruption, or its size.
fn not_known(
    limits: &SessionLimits,
    sources: &Sources,
    prepared: &Prepared<'_>,
    played: &PlayedMoves,
    started: Instant,
) -> Failure {
    if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        let which = LimitReached::Given(LimitKind::Interrupted);
        let stop = SolveError::Limit { which, proved: ProvedBounds::NONE, positions: 0 };
        return search_refusal::failure(sources, prepared, played, stop, started.elapsed());
    }
    let text = "this position is too large to be solved within the limits, so its value is not known: \
                give `--timeout` and `--memory` more, or play on with `--moves`";
    Failure::Message { code: LIMIT, text: text.into() }
}

/// The moves that are told where one is asked about: that one, and the first that is best.
fn shown_beside(reason: &ValueReason, asked: Option<&str>, all: Vec<usize>) -> Vec<usize> {
    let Some(asked) = asked else { return all };
    let same = |each: &NamedMoveValue| each.text.to_lowercase() == asked.to_lowercase();
    let at = reason.moves.iter().position(|each| each.text == asked);
    match at.or_else(|| reason.moves.iter().position(same)) {
        Some(at) if reason.moves[at].value != reason.value => vec![at, 0],
        _ => all,
    }
}

fn in_words(
    sources: &Sources,
    semantics: &Semantics<'_>,
    played: &PlayedMoves,
    answered: &Answered,
) -> String {
    let program = semantics.program();
    let mut text = plain(semantics, &played.position);
    text += &format!("\n{}", why::explanation(sources, &answered.explanation));
    if let Some((reason, shown)) = &answered.value {
        let moves: Vec<&NamedMoveValue> = shown.iter().map(|at| &reason.moves[*at]).collect();
        let lines = why::move_lines(program, &moves);
        text += &if lines.is_empty() { String::new() } else { format!("\n{lines}") };
        text += &why::open_line(&reason.open);
    }
    text
}

fn in_json(
    arguments: &WhyArgs,
    sources: &Sources,
    program: &Program,
    played: &PlayedMoves,
    question: &WhyQuestion,
    answered: &Answered,
) -> String {
    let file = arguments.source.file.display().to_string();
    let reason = |reason: &zug_lang::why::Reason| {
        let at = sources.line_column(reason.span);
        let value = |named: &zug_lang::why::NamedValue| json::WhyValue {
            name: named.name.clone(),
            value: named.value.clone(),
        };
        json::WhyReason {
            text: reason.text.clone(),
            file: sources.file(reason.span.file).name.clone(),
            line: at.line,
            column: at.column,
            source: sources.slice(reason.span).to_string(),
            values: reason.values.iter().map(value).collect(),
        }
    };
    let (value, moves) = match &answered.value {
        None => (None, Vec::new()),
        Some((reason, shown)) => {
            let winner = wording::winner(program, reason.value).map(String::from);
            let text = wording::value(program, reason.value);
            let moves = shown.iter().map(|at| move_in_json(program, reason, &reason.moves[*at]));
            (Some(json::JsonValue { text, points: reason.value, winner }), moves.collect())
        }
    };
    let not_known = answered.value.as_ref().map(|(reason, _)| reason.open.clone()).unwrap_or_default();
    json::line(&json::Why {
        head: AnswerHead::new(Command::Why, &file, &arguments.source.settings),
        after: played.texts.clone(),
        question: shortest(question),
        answer: answered.explanation.answer.clone(),
        holds: answered.verdict.then_some(answered.explanation.holds),
        reasons: answered.explanation.reasons.iter().map(reason).collect(),
        value,
        moves,
        not_known,
    })
}

fn move_in_json(program: &Program, reason: &ValueReason, each: &NamedMoveValue) -> json::WhyMove {
    json::WhyMove {
        text: each.text.clone(),
        value: json::ValueOfMove { text: wording::value(program, each.value), points: each.value },
        best: each.value == reason.value,
        plies: each.plies,
        line: each.line.clone(),
        ended: !each.end.is_empty(),
    }
}

/// A question in its shortest form.
fn shortest(question: &WhyQuestion) -> String {
    match question {
        WhyQuestion::Move(text) => format!("move {text}"),
        WhyQuestion::End => "end".into(),
        WhyQuestion::Rule(Rule::End(index)) => format!("rule {}", index + 1),
        WhyQuestion::Rule(Rule::Stuck) => "stuck".into(),
        WhyQuestion::Value => "value".into(),
        WhyQuestion::Best(None) => "best".into(),
        WhyQuestion::Best(Some(text)) => format!("best {text}"),
    }
}
