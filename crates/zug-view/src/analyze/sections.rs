//! Puts an analysis in words: sections of sentences and tables, without any form.

use super::gather::{MainLine, PositionAnalysis};
use crate::wording::{limit, reason, stopped, unfit};
use zug::answer::{Chance, LimitKind, LimitReached, ProvedBounds, SolveError, StateSpaceStatistics};
use zug_lang::program::Program;
use zug_lang::wording::{self, counted, grouped, plies};

/// Rows of a table that are told; the rest is counted.
const ROWS: usize = 24;

/// A part of the report.
pub struct Section {
    /// What it is about.
    pub title: &'static str,
    /// Sentences.
    pub sentences: Vec<String>,
    /// Columns.
    pub head: Vec<String>,
    /// Rows, as long as the head.
    pub rows: Vec<Vec<String>>,
    /// For each row how long its bars are, from 0 to 1; nothing where no counts are told.
    pub bars: Vec<Vec<f64>>,
}

impl Section {
    fn of(title: &'static str, sentences: Vec<String>) -> Section {
        Section { title, sentences, head: Vec::new(), rows: Vec::new(), bars: Vec::new() }
    }

    fn table(title: &'static str, head: &[&str], mut rows: Vec<Vec<String>>) -> Section {
        let hidden = rows.len().saturating_sub(ROWS);
        rows.truncate(ROWS);
        let sentences =
            if hidden > 0 { vec![format!("{hidden} more rows are left out.")] } else { Vec::new() };
        let head = head.iter().map(|name| (*name).to_string()).collect();
        Section { title, sentences, head, rows, bars: Vec::new() }
    }

    /// The same with bars for the counts of each row.
    fn with_bars(mut self, counts: impl Iterator<Item = Vec<u64>>) -> Section {
        let counts: Vec<Vec<u64>> = counts.take(self.rows.len()).collect();
        let most = counts.iter().flatten().copied().max().unwrap_or(0).max(1) as f64;
        let share = |row: &Vec<u64>| row.iter().map(|count| *count as f64 / most).collect();
        self.bars = counts.iter().map(share).collect();
        self
    }
}

/// All sections in order.
pub fn sections(program: &Program, analysis: &PositionAnalysis) -> Vec<Section> {
    let mut all = vec![value(program, analysis)];
    if !analysis.moves.is_empty() {
        all.push(moves(program, analysis));
    }
    if !analysis.lines.is_empty() {
        let rendered = analysis.lines.iter().map(|each| line(program, each));
        all.push(Section::of("Main lines", rendered.collect()));
    }
    if analysis.answer.as_ref().is_ok_and(|answer| !answer.best.is_empty()) {
        all.push(only_moves(program, analysis));
    }
    if let Ok(state_space) = &analysis.state_space {
        all.push(by_value(program, state_space));
        all.extend(by_distance(program, state_space));
        all.push(by_depth(state_space));
    }
    all.push(chance(program, &analysis.chance));
    all.push(size(&analysis.state_space));
    all
}

fn value(program: &Program, analysis: &PositionAnalysis) -> Section {
    let mut rendered = Vec::new();
    if !analysis.after.is_empty() {
        rendered.push(format!("After {}.", analysis.after.join(", ")));
    }
    match &analysis.answer {
        Ok(answer) if answer.best.is_empty() => {
            rendered.push(format!("Play is over: {}.", wording::value(program, answer.value)));
        }
        Ok(answer) => {
            let turn = program.players()[analysis.position.turn.index()];
            rendered.push(format!("{turn} to move: {}.", worth(program, answer.value, answer.distance)));
            rendered.push(format!("Known: {}.", reason(&answer.reason)));
        }
        Err(SolveError::Limit {
            which,
            proved: ProvedBounds { lower: Some(low), upper: Some(high) },
            ..
        }) if low == high => {
            let (value, limit) = (wording::value(program, *low), limit(*which));
            rendered.push(format!("Proved: {value}. What each move is worth is not known: {limit}."));
        }
        Err(SolveError::Limit { which, proved, .. }) => {
            rendered.push(format!("Not known: {}.", stopped(program, *which, *proved)));
        }
        Err(SolveError::Unfit(why)) => rendered.push(format!("Not known: {}.", unfit(why))),
        Err(SolveError::Database(why)) => rendered.push(format!("Not known: {why}.")),
        Err(SolveError::Fault { .. } | SolveError::Contradiction { .. }) => {
            rendered.push("Not known.".to_string())
        }
    }
    Section::of("Value", rendered)
}

/// A value with its plies.
pub fn worth(program: &Program, value: i64, distance: Option<u64>) -> String {
    let distance = distance.map(|count| format!(" in {}", plies(count))).unwrap_or_default();
    format!("{}{distance}", wording::value(program, value))
}

fn moves(program: &Program, analysis: &PositionAnalysis) -> Section {
    let best = |choice: &zug_lang::program::Choice| {
        analysis.answer.as_ref().is_ok_and(|answer| answer.best.contains(choice))
    };
    let row = |each: &super::Rated| {
        let keeps = if best(&each.choice) { "best" } else { "" };
        vec![each.text.clone(), worth(program, each.value, each.plies), keeps.to_string()]
    };
    let mut section = Section::table("Moves", &["move", "value", ""], Vec::new());
    section.rows = analysis.moves.iter().map(row).collect();
    section
}

/// A line with its end.
pub fn line(program: &Program, line: &MainLine) -> String {
    let moves = line.moves.join(", ");
    match (line.end, line.repeats) {
        (Some(value), _) => {
            format!("{moves} ({}: {})", plies(line.moves.len() as u64), wording::value(program, value))
        }
        (None, true) => format!("{moves} (back to a position of this line: play repeats)"),
        (None, false) => format!("{moves}, .."),
    }
}

fn only_moves(program: &Program, analysis: &PositionAnalysis) -> Section {
    let mut rows = Vec::new();
    for each in &analysis.key_moves {
        rows.push(vec![
            (each.ply + 1).to_string(),
            each.player.clone(),
            each.text.clone(),
            each.legal.to_string(),
            wording::value(program, each.value),
            wording::value(program, each.otherwise),
        ]);
    }
    let none = rows.is_empty();
    let head = ["ply", "player", "the only move", "of", "keeps", "otherwise"];
    let mut section = Section::table("Where the value changes hands", &head, rows);
    let rendered = match (none, analysis.unrated) {
        (true, 0) => {
            "Along the first main line, no player ever has several moves of which only one keeps the value."
        }
        (true, _) => {
            "Where only one of several moves of the first main line keeps the value is not known: a limit was reached before its moves were rated."
        }
        (false, 0) => "Along the first main line, where only one of several moves keeps the value:",
        (false, _) => {
            "Along the first main line, as far as its moves were rated when a limit was reached, where only one of several moves keeps the value:"
        }
    };
    section.sentences.insert(0, rendered.to_string());
    if let Ok(state_space) = &analysis.state_space {
        let all = format!(
            "Of all {} positions {} have several moves of which only one keeps the value.",
            grouped(state_space.positions),
            grouped(state_space.only_moves)
        );
        section.sentences.insert(0, all);
    }
    section
}

fn by_value(program: &Program, state_space: &StateSpaceStatistics) -> Section {
    let row = |(value, count): (&i64, &u64)| {
        vec![
            wording::value(program, *value),
            grouped(*count),
            percent(*count as f64 / state_space.positions as f64),
        ]
    };
    let rows = state_space.values.iter().rev().map(row).collect();
    let counts = state_space.values.values().rev().map(|count| vec![*count]);
    let mut section =
        Section::table("Positions by value", &["value", "positions", "share"], rows).with_bars(counts);
    section.sentences.insert(
        0,
        format!(
            "{} can be reached, this one included; in {} of them play is over.",
            counted(state_space.positions, "position"),
            grouped(state_space.terminal)
        ),
    );
    section
}

fn by_distance(program: &Program, state_space: &StateSpaceStatistics) -> Option<Section> {
    if program.points || state_space.distances.is_empty() {
        return None;
    }
    let row =
        |(plies, counts): (&u64, &[u64; 2])| vec![plies.to_string(), grouped(counts[0]), grouped(counts[1])];
    let [first, second] = program.players().map(|name| format!("{name} wins"));
    let rows = state_space.distances.iter().map(row).collect();
    let section = Section::table("Won positions by distance", &["plies to the end", &first, &second], rows);
    Some(section.with_bars(state_space.distances.values().map(|counts| counts.to_vec())))
}

fn by_depth(state_space: &StateSpaceStatistics) -> Section {
    let row = |(depth, count): (usize, &u64)| vec![depth.to_string(), grouped(*count)];
    let rows = state_space.depths.iter().enumerate().map(row).collect();
    Section::table("Positions by depth", &["plies from here", "positions"], rows)
        .with_bars(state_space.depths.iter().map(|count| vec![*count]))
}

fn chance(program: &Program, chance: &Chance) -> Section {
    let [first, second] = program.players();
    let how = match chance.sampled {
        None => "computed over all positions".to_string(),
        Some(games) => format!("estimated from {} games played at random", grouped(u64::from(games))),
    };
    let mut rendered = format!(
        "If both choose every move at random: {first} wins {}, draw {}, {second} wins {}",
        percent(chance.first),
        percent(chance.draw),
        percent(chance.second)
    );
    if chance.endless > 0.0 {
        rendered += &match chance.sampled {
            None => format!(", play goes on for ever {}", percent(chance.endless)),
            Some(_) => format!(", no end within 400 plies {}", percent(chance.endless)),
        };
    }
    rendered += &format!(" ({how}).");
    let mut all = vec![rendered];
    if program.points && chance.first + chance.draw + chance.second > 0.0 {
        let (mean, who) = (chance.mean.abs(), if chance.mean < 0.0 { second } else { first });
        let games = if chance.endless > 0.0 { "Of the games that end, the mean" } else { "The mean" };
        all.push(format!("{games} is {mean:.3} to {who}."));
    }
    Section::of("Play at random", all)
}

fn size(state_space: &Result<StateSpaceStatistics, SolveError>) -> Section {
    let state_space = match state_space {
        Ok(state_space) => state_space,
        Err(why) => return Section::of("Size of the solution", vec![not_listed(why)]),
    };
    let mut rendered = format!(
        "{} and {}, {} of tables.",
        counted(state_space.positions, "position"),
        counted(state_space.moves, "move"),
        bytesize::ByteSize(state_space.bytes)
    );
    if state_space.cyclic > 0 {
        rendered += &format!(" Play can come back to {} of them.", grouped(state_space.cyclic));
    }
    Section::of("Size of the solution", vec![rendered])
}

/// Why not every position was looked at.
fn not_listed(why: &SolveError) -> String {
    match why {
        SolveError::Limit { which: LimitReached::Given(LimitKind::Memory), .. } => {
            "The positions are too many to be looked at one by one in the memory given; `--memory` gives more.".to_string()
        }
        SolveError::Limit { which: LimitReached::Given(LimitKind::Time), .. } => {
            "The time was over before every position had been looked at; `--timeout` gives more.".to_string()
        }
        SolveError::Limit { which, .. } => format!("Not every position was looked at: {}.", limit(*which)),
        SolveError::Unfit(why) => format!("Not every position was looked at: {}.", unfit(why)),
        SolveError::Database(why) => format!("Not every position was looked at: {why}."),
        SolveError::Fault { .. } | SolveError::Contradiction { .. } => {
            "Not every position was looked at.".to_string()
        }
    }
}

fn percent(part: f64) -> String {
    format!("{:.2}%", part * 100.0)
}
