//! Tells what playing a definition through has shown: each finding with its moves, its position,
//! and the command that shows it again; and how much was seen.

use crate::json::{Deep, DeepCut, VERSION};
use crate::wording::limit_kind;
use zug::answer::LimitKind;
use zug::deep::{Cut, Finding, Longest, NeverKind, Report, Witness};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::replay;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Sources;
use zug_lang::wording::{self, grouped};

/// What a command line needs to come to a position again.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// The definition, as it was named.
    pub file: &'a str,
    /// The settings, as they were typed.
    pub settings: &'a [String],
}

/// A finding as a diagnostic that holds its proof.
pub fn finding(finding: &Finding, semantics: &Semantics<'_>, replay: Replay<'_>) -> Diagnostic {
    let diagnostic = finding.diagnostic.clone();
    let Some(witness) = &finding.witness else { return diagnostic };
    let diagnostic = match witness.round.as_slice() {
        [] => replay::proved(diagnostic, semantics, &witness.moves, &witness.position),
        round => {
            diagnostic.note(again(&witness.moves, round)).note(replay::drawn(semantics, &witness.position))
        }
    };
    let diagnostic = diagnostic.note(format!("to see it again: {}", replay.command(semantics, witness)));
    replay.with_way(diagnostic, semantics, &witness.moves, &witness.position)
}

/// The moves to a position, and those that lead back to it.
fn again(moves: &[String], round: &[String]) -> String {
    let round = wording::moves(round);
    if moves.is_empty() {
        return format!("these moves lead back to where play begins: {round}");
    }
    format!("after the moves: {}; these lead back to the same position: {round}", wording::moves(moves))
}

impl Replay<'_> {
    /// The command that meets the same again: `zug show` where a move breaks a promise, or comes
    /// round; `zug moves` where the position itself does.
    fn command(&self, semantics: &Semantics<'_>, witness: &Witness) -> String {
        let moves: Vec<&str> = witness.moves.iter().chain(&witness.round).map(String::as_str).collect();
        let broken = semantics.texts(&witness.position).is_err();
        self.after(if broken { "moves" } else { "show" }, &moves)
    }

    /// Adds the command that leads to the position before the move at fault, if the last move is
    /// one.
    pub fn with_way(
        &self,
        diagnostic: Diagnostic,
        semantics: &Semantics<'_>,
        moves: &[String],
        position: &Position,
    ) -> Diagnostic {
        if replay::at_fault(semantics, moves, position).is_none() {
            return diagnostic;
        }
        let before: Vec<&str> = moves[..moves.len() - 1].iter().map(String::as_str).collect();
        diagnostic.note(format!("to stand before it: {}", self.after("show", &before)))
    }

    /// A command about the position after some moves.
    pub fn after(&self, verb: &str, moves: &[&str]) -> String {
        let mut command = format!("zug {verb} {}", quoted(self.file));
        for setting in self.settings {
            command += &format!(" --set {}", quoted(setting));
        }
        let moves = moves.join(", ");
        // What begins with a minus would be taken for an option.
        let between = if moves.starts_with('-') { '=' } else { ' ' };
        if !moves.is_empty() {
            command += &format!(" --moves{between}{}", quoted(&moves));
        }
        command
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// How much was seen, as lines for people.
pub fn summary(report: &Report, sources: &Sources, file: &str) -> String {
    let mut text = format!("{file}: {}, {}\n", positions(report.positions), extent(report));
    let mut row = |name: &str, what: String| text += &format!("  {name:14}{what}\n");
    match report.longest {
        Longest::Plies(plies) => row("longest play", zug_lang::wording::plies(plies)),
        Longest::Repeats => row("longest play", "without end: positions can come again".to_string()),
        Longest::Unknown => {}
    }
    if report.open > 0 {
        let most = grouped(report.most);
        row("legal moves", format!("{:.1} on average, {most} at most", average(report)));
    }
    let unseen = unseen(report, sources);
    if !unseen.is_empty() {
        let seen = positions(report.positions);
        row("not seen", format!("in {seen}, which proves nothing: {}", unseen.join("; ")));
    }
    text
}

fn positions(count: u64) -> String {
    if count == 1 { "1 position".to_string() } else { format!("{} positions", grouped(count)) }
}

/// Whether these are all positions, and if not, how far they go.
fn extent(report: &Report) -> String {
    let why = match report.cut {
        None if report.broken => return "all but what the mistakes cut short".to_string(),
        None => return "all there are".to_string(),
        Some(Cut::Positions) => "`--positions` allows more",
        Some(Cut::Memory) => limit_kind(LimitKind::Memory),
        Some(Cut::Time) => limit_kind(LimitKind::Time),
        Some(Cut::Interrupted) => limit_kind(LimitKind::Interrupted),
    };
    let within = match report.within {
        0 => String::new(),
        1 => ", among them all that one move reaches".to_string(),
        n => format!(", among them all that {} moves reach", grouped(n)),
    };
    format!("not all{within} ({why})")
}

fn average(report: &Report) -> f64 {
    report.moves as f64 / report.open.max(1) as f64
}

/// What was not seen to happen, where that proves nothing.
fn unseen(report: &Report, sources: &Sources) -> Vec<String> {
    let rendered = report.unseen.iter().map(|never| match never.kind {
        NeverKind::Legal => format!("the move `{}` is legal", never.name),
        NeverKind::Fires => {
            format!("the `end` rule of line {} decides", sources.line_column(never.span).line)
        }
        NeverKind::Changes => format!("the field `{}` changes", never.name),
        NeverKind::Moves => format!("`{}` is to move", never.name),
        NeverKind::Acts => format!("the move `{}` changes more than whose turn it is", never.name),
        NeverKind::Follows => format!(
            "the request of line {} is followed by `{}`",
            sources.line_column(never.span).line,
            never.name
        ),
        NeverKind::Ends => "a position is over".to_owned(),
    });
    rendered.collect()
}

/// The summary of a report as one JSON object.
pub fn summary_json(report: &Report, sources: &Sources, file: &str) -> Deep {
    let (plies, repeats) = match report.longest {
        Longest::Plies(plies) => (Some(plies), Some(false)),
        Longest::Repeats => (None, Some(true)),
        Longest::Unknown => (None, None),
    };
    Deep {
        v: VERSION,
        summary: "deep",
        file: file.to_string(),
        positions: report.positions,
        complete: report.cut.is_none() && !report.broken,
        cut: report.cut.map(|cut| match cut {
            Cut::Positions => DeepCut::Positions,
            Cut::Memory => DeepCut::Memory,
            Cut::Time => DeepCut::Time,
            Cut::Interrupted => DeepCut::Interrupted,
        }),
        within: report.cut.map(|_| report.within),
        longest: plies,
        repeats,
        moves_average: (average(report) * 1000.0).round() / 1000.0,
        moves_most: report.most,
        not_seen: unseen(report, sources),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_a_quoted_word_as_it_was() {
        assert_eq!(quoted("games/a.game"), "games/a.game");
        assert_eq!(quoted("heaps=[1, 2]"), "'heaps=[1, 2]'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
