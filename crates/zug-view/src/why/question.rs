//! Reads questions, as `zug why` takes them: `move b2`, `end`, `rule 2`, `value`, `best b2`, and
//! what people write instead.

use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Sources;
use zug_lang::why::{Rule, rules, spelled};

/// What is asked about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyQuestion {
    /// Why this move is legal, or is not.
    Move(String),
    /// Why play is over, or goes on.
    End,
    /// Why this rule decides, or does not.
    Rule(Rule),
    /// Why the value is so.
    Value,
    /// Why this move is best, or is not; without one, why the best moves are.
    Best(Option<String>),
}

/// The forms of questions, for people.
pub const FORMS: &str =
    "ask `move MOVE`, `end`, `rule NUMBER`, `line NUMBER`, `stuck`, `value`, `best` or `best MOVE`";

/// Words that may stand around what is asked about.
const FILLERS: [&str; 36] = [
    "why", "is", "was", "are", "isn't", "did", "didn't", "does", "doesn't", "the", "this", "a", "can",
    "can't", "cannot", "i", "we", "play", "played", "not", "legal", "illegal", "allowed", "possible", "here",
    "now", "move", "end", "rule", "hold", "fire", "fired", "decide", "so", "it", "of",
];

/// Reads a question about a position.
///
/// # Errors
/// What can be asked instead.
pub fn read(
    sources: &Sources,
    semantics: &Semantics<'_>,
    position: &Position,
    written: &str,
) -> Result<WhyQuestion, String> {
    let written = written.trim().trim_end_matches('?').trim_end();
    let is_move = |text: &str| !text.is_empty() && !spelled(semantics, position, text).is_empty();
    if let Some((first, rest)) = written.split_once(char::is_whitespace)
        && first.eq_ignore_ascii_case("move")
    {
        return Ok(WhyQuestion::Move(rest.trim().to_string()));
    }
    if is_move(written) {
        return Ok(WhyQuestion::Move(written.to_string()));
    }
    let words: Vec<&str> = written.split_whitespace().collect();
    let has = |any: &[&str]| words.iter().any(|word| any.contains(&&*word.to_lowercase()));
    let left = without(&words, &FILLERS);
    if has(&["best", "good", "bad", "better"]) {
        let rest = without(&words, &[&FILLERS[..], &["best", "good", "bad", "better"]].concat());
        return Ok(WhyQuestion::Best((!rest.is_empty()).then_some(rest)));
    }
    if has(&["rule", "line", "stuck"]) {
        return rule(sources, semantics, &words, has(&["line"]), has(&["stuck"]));
    }
    if is_move(&left) {
        return Ok(WhyQuestion::Move(left));
    }
    if has(&["over", "end", "ended", "ends", "finished", "stop"]) {
        return Ok(WhyQuestion::End);
    }
    if has(&["value", "worth", "win", "wins", "won", "winning", "lose", "loses", "lost", "draw", "drawn"]) {
        return Ok(WhyQuestion::Value);
    }
    Err(format!("`{written}` is neither a move of this definition nor a question that is known: {FORMS}"))
}

/// The words that are not among some others.
fn without(words: &[&str], others: &[&str]) -> String {
    let left = words.iter().filter(|word| !others.contains(&&*word.to_lowercase()));
    left.copied().collect::<Vec<_>>().join(" ")
}

/// The rule with a number, or on a line.
fn rule(
    sources: &Sources,
    semantics: &Semantics<'_>,
    words: &[&str],
    line: bool,
    stuck: bool,
) -> Result<WhyQuestion, String> {
    let all = rules(semantics.program());
    let ends = all.iter().filter(|(rule, _)| *rule != Rule::Stuck).count();
    if stuck {
        let has = all.iter().any(|(rule, _)| *rule == Rule::Stuck);
        let none = || "this definition has no `stuck` rule".to_string();
        return has.then_some(WhyQuestion::Rule(Rule::Stuck)).ok_or_else(none);
    }
    let lines = || -> String {
        let at = |span| sources.line_column(span).line;
        let all: Vec<String> = all.iter().map(|(_, span)| at(*span).to_string()).collect();
        all.join(", ")
    };
    let number = words.iter().find_map(|word| word.parse::<usize>().ok());
    let Some(number) = number else {
        let to = if ends > 1 { format!(" to `rule {ends}`") } else { String::new() };
        return Err(format!("say which rule: `rule 1`{to}, or `line NUMBER` ({})", lines()));
    };
    if !line {
        let rule = number.checked_sub(1).filter(|index| *index < ends).map(Rule::End);
        let none = || match ends {
            0 => "this definition has no `end` rule".to_string(),
            1 => "there is one `end` rule: `rule 1`".to_string(),
            _ => format!("there are {ends} `end` rules, `rule 1` to `rule {ends}`"),
        };
        return rule.map(WhyQuestion::Rule).ok_or_else(none);
    }
    let covers = |span| {
        let first = sources.line_column(span).line;
        let last = first + sources.slice(span).trim_end().lines().count().max(1) - 1;
        (first..=last).contains(&number)
    };
    let found = all.iter().find(|(_, span)| covers(*span));
    let none = || format!("no rule about the end of play stands on line {number}; they stand on {}", lines());
    found.map(|(rule, _)| WhyQuestion::Rule(*rule)).ok_or_else(none)
}
