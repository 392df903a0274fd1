//! Tells what every position is worth: counts, tables by distance or by value, and the longest
//! wins.

use super::answer::JsonLineEnd;
use crate::json::{
    AnswerHead, CountOfPositions, JsonValue, LongestWin, SolvedBy, Strong, StrongRun, TableOfPositions,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use zug_game::Player;
use zug_lang::wording::{self, grouped};
use zug_solve::Count;

/// Every position in words, ready to be printed in any form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongView {
    /// Title of the game.
    pub title: String,
    /// The players, the one who maximizes first.
    pub players: [String; 2],
    /// Whether outcomes are points.
    pub points: bool,
    /// Moves played before the position that was asked about.
    pub after: Vec<String>,
    /// Value of that position, from the first player's side.
    pub value: i64,
    /// The value in words.
    pub value_text: String,
    /// The player whom it favours.
    pub winner: Option<String>,
    /// Plies to its end, where it is won or lost.
    pub plies: Option<u64>,
    /// A line of best play from there.
    pub line: Vec<String>,
    /// How that line ends.
    pub line_end: JsonLineEnd,
    /// How many positions can be reached.
    pub positions: u64,
    /// Those where play is over.
    pub terminal: u64,
    /// Whether points so far tell no positions apart, so that values are what is still to go.
    pub additive: bool,
    /// How many positions there are of each kind.
    pub counts: Vec<Count>,
    /// The longest win of each player.
    pub longest: [Option<LongestWinView>; 2],
    /// Bytes of the table.
    pub table: u64,
    /// Its checksum.
    pub digest: u64,
    /// In how many tiers it was solved, if in tiers.
    pub tiers: Option<u64>,
    /// How all this is known.
    pub why: String,
}

/// A longest win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWinView {
    /// Who wins.
    pub winner: String,
    /// In how many plies.
    pub plies: u64,
    /// The moves that lead to the position.
    pub after: Vec<String>,
    /// The line to the end.
    pub line: Vec<String>,
}

/// For people: the sums first, then the table.
pub fn human(view: &StrongView) -> String {
    let plies = view.plies.map(|count| format!(" in {}", wording::plies(count))).unwrap_or_default();
    let mut out = format!("{}: {}{plies}\n", view.title, view.value_text);
    let mut row = |name: &str, text: &str| super::answer::row(&mut out, name, text);
    if !view.line.is_empty() {
        row("best line", &super::answer::in_full(&view.line, view.line_end));
    }
    row("positions", &positions(view));
    if !view.points {
        sums(view, &mut row);
    }
    for longest in view.longest.iter().flatten().filter(|longest| longest.plies > 0) {
        row("longest win", &longest_win(longest));
    }
    row("because", &view.why);
    out.push('\n');
    out + &table(&view.players, view.points, view.additive, &view.counts)
}

/// Counts as a table: by value where outcomes are points, otherwise by distance. With `additive`
/// values are what is to go.
pub fn table(players: &[String; 2], points: bool, additive: bool, counts: &[Count]) -> String {
    if points { by_value(players, additive, counts) } else { by_distance(players, counts) }
}

fn positions(view: &StrongView) -> String {
    let apart = if view.additive {
        "; points so far do not tell them apart, so values are what is still to go"
    } else {
        ""
    };
    format!("{}, {} of them ended{apart}", grouped(view.positions), grouped(view.terminal))
}

/// For each outcome how many positions have it, and for whom of the two it is to move.
fn sums(view: &StrongView, row: &mut dyn FnMut(&str, &str)) {
    for (value, name) in [(1, Some(0)), (-1, Some(1)), (0, None)] {
        let all = |mover: Option<Player>| -> u64 {
            let of = |count: &&Count| {
                count.value.signum() == value && mover.is_none_or(|mover| count.mover == mover)
            };
            view.counts.iter().filter(of).map(|count| count.positions).sum()
        };
        let what = match name {
            Some(winner) => format!("{} wins", view.players[winner]),
            None => "draws".to_string(),
        };
        let [first, second] = &view.players;
        let movers = (grouped(all(Some(Player::First))), grouped(all(Some(Player::Second))));
        let text = format!(
            "{what} {}: {} with {first} to move, {} with {second}",
            grouped(all(None)),
            movers.0,
            movers.1
        );
        row(if value == 1 { "of these" } else { "" }, &text);
    }
}

fn longest_win(longest: &LongestWinView) -> String {
    let after = if longest.after.is_empty() {
        "from here".to_string()
    } else {
        format!("after {}", longest.after.join(", "))
    };
    let (winner, plies) = (&longest.winner, wording::plies(longest.plies));
    format!("{winner} in {plies}, {after}: {}", longest.line.join(", "))
}

/// The bytes of the table, which depend on the memory and the threads there are.
pub fn table_size(view: &StrongView) -> String {
    let each = view.table as f64 / view.positions.max(1) as f64;
    format!("{}, {each:.2} bytes a position", bytesize::ByteSize(view.table))
}

/// The side of a count: by player who wins, and by whether it is the mover.
fn by_distance([first, second]: &[String; 2], counts: &[Count]) -> String {
    let mut rows: BTreeMap<Option<u64>, [u64; 4]> = BTreeMap::new();
    let mut draws = 0;
    for count in counts {
        if count.value == 0 {
            draws += count.positions;
            continue;
        }
        let plies = count.plies.map_or((1, 0), |plies| (0, plies));
        let row = rows.entry((plies.0 == 0).then_some(plies.1)).or_default();
        let winner = if count.value > 0 { Player::First } else { Player::Second };
        row[winner.index()] += count.positions;
        row[if count.mover == winner { 2 } else { 3 }] += count.positions;
    }
    let endless = rows.remove(&None);
    let head = ["plies".to_string(), format!("{first} wins"), format!("{second} wins")];
    let mut lines = vec![head.into_iter().chain(["mover wins".into(), "mover loses".into()]).collect()];
    let cells = |name: String, row: &[u64; 4]| -> Vec<String> {
        [name].into_iter().chain(row.iter().map(|count| grouped(*count))).collect()
    };
    lines.extend(rows.iter().map(|(plies, row)| cells(plies.unwrap_or(0).to_string(), row)));
    lines.extend(endless.map(|row| cells("endless".into(), &row)));
    if draws > 0 {
        lines.push(vec!["draw".into(), grouped(draws)]);
    }
    columns(&lines)
}

/// How many positions have each value.
fn by_value([first, second]: &[String; 2], additive: bool, counts: &[Count]) -> String {
    let mut rows: BTreeMap<i64, [u64; 2]> = BTreeMap::new();
    for count in counts {
        rows.entry(count.value).or_default()[count.mover.index()] += count.positions;
    }
    let what = if additive { "to go" } else { "value" };
    let head = vec![what.into(), "positions".into(), format!("{first} to move"), format!("{second} to move")];
    let mut lines = vec![head];
    for (value, [of_first, of_second]) in rows {
        let value = if value > 0 { format!("+{value}") } else { value.to_string() };
        lines.push(vec![value, grouped(of_first + of_second), grouped(of_first), grouped(of_second)]);
    }
    columns(&lines)
}

/// Cells to the right of their columns.
fn columns(lines: &[Vec<String>]) -> String {
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widest =
        |at: usize| lines.iter().filter_map(|line| line.get(at)).map(|t| width(t)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(widest).collect();
    let mut out = String::new();
    for line in lines {
        for (cell, widest) in line.iter().zip(&widths) {
            let _ = write!(out, "  {:gap$}{cell}", "", gap = widest - width(cell));
        }
        out.push('\n');
    }
    out
}

/// For programs.
pub fn json(head: AnswerHead, view: &StrongView, run: Option<StrongRun>) -> Strong {
    Strong {
        head,
        after: view.after.clone(),
        value: JsonValue { text: view.value_text.clone(), points: view.value, winner: view.winner.clone() },
        plies: view.plies,
        line: view.line.clone(),
        line_end: view.line_end,
        positions: view.positions,
        terminal: view.terminal,
        to_go: view.additive,
        counts: view.counts.iter().map(|count| one_count(view, count)).collect(),
        longest: view.longest.iter().flatten().map(one_longest).collect(),
        table: TableOfPositions {
            bytes: run.as_ref().map(|_| view.table),
            digest: format!("{:016x}", view.digest),
            tiers: view.tiers,
        },
        solver: SolvedBy { name: "strong", why: view.why.clone() },
        run,
    }
}

fn one_count(view: &StrongView, count: &Count) -> CountOfPositions {
    let turn = view.players[count.mover.index()].clone();
    CountOfPositions { turn, points: count.value, plies: count.plies, positions: count.positions }
}

fn one_longest(longest: &LongestWinView) -> LongestWin {
    let LongestWinView { winner, plies, after, line } = longest.clone();
    LongestWin { winner, plies, after, line }
}
