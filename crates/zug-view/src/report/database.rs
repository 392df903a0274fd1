//! Tells what a database holds and what it says of a position.

use crate::json::{
    self, AnswerHead, CountOfPositions, JsonLineEnd, JsonValue, ProbedMove, TierOfDatabase, ValueOfMove,
};
use crate::report::strong;
use zug::database::{
    Built, CheckReport, Content, DatabaseAnswer, Entry, Inconsistency, KindCount, ValuedMove,
};
use zug_game::Player;
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording::{self, grouped};
use zug_solve::Count;

/// What is told of a database that was built.
#[derive(Clone, Debug)]
pub struct BuiltView<'a> {
    /// The definition.
    pub program: &'a Program,
    /// The folder.
    pub folder: String,
    /// The database.
    pub built: &'a Built,
    /// For each tier how many positions there are of each kind, and how many of them are over.
    pub tiers: Vec<(u64, Vec<KindCount>)>,
    /// Whether values are what is still to go.
    pub to_go: bool,
}

impl BuiltView<'_> {
    /// Counts of all tiers together.
    fn counts(&self) -> Vec<Count> {
        let mut all: Vec<Count> =
            self.tiers.iter().flat_map(|(_, counts)| counts.iter().map(count)).collect();
        all.sort_unstable();
        let mut sums: Vec<Count> = Vec::new();
        for next in all {
            match sums.last_mut() {
                Some(last) if Count { positions: 0, ..*last } == Count { positions: 0, ..next } => {
                    last.positions += next.positions;
                }
                _ => sums.push(next),
            }
        }
        sums
    }

    fn ended(&self) -> u64 {
        self.tiers.iter().map(|(ended, _)| ended).sum()
    }

    /// For people.
    pub fn human(&self, seconds: Option<f64>) -> String {
        let manifest = &self.built.manifest;
        let mut out = format!("{}: {}\n", self.program.title, entry(self.program, self.built.start));
        let mut row = |name: &str, text: &str| super::answer::row(&mut out, name, text);
        row("database", &self.folder);
        if !manifest.subject.moves.is_empty() {
            row("after", &manifest.subject.moves.join(", "));
        }
        let positions = manifest.positions();
        row("positions", &format!("{}, {} of them ended", grouped(positions), grouped(self.ended())));
        row("tiers", &grouped(manifest.tiers.len() as u64));
        let bits = manifest.bytes() as f64 * 8.0 / positions.max(1) as f64;
        row("on disk", &format!("{}, {bits:.2} bits a position", bytesize::ByteSize(manifest.bytes())));
        for path in &self.built.damaged {
            row("mended", &format!("{} was damaged and was made again", path.display()));
        }
        if self.built.found > 0 {
            let all = if self.built.found == manifest.tiers.len() as u64 { "all " } else { "" };
            row("found", &format!("{all}{} tiers were solved before", grouped(self.built.found)));
        }
        if let Some(seconds) = seconds {
            row("time", &format!("{seconds:.3} s"));
        }
        out.push('\n');
        let players = self.program.players().map(str::to_string);
        // Without distances a table by distance would say nothing.
        let by_value = self.program.points || manifest.subject.content == Content::Values;
        out + &strong::table(&players, by_value, self.to_go, &self.counts())
    }

    /// For programs.
    pub fn json(&self, head: AnswerHead, seconds: f64) -> json::Build {
        let manifest = &self.built.manifest;
        let tier =
            |(summary, (_, counts)): (&zug::database::TierSummary, &(u64, Vec<KindCount>))| TierOfDatabase {
                tier: summary.tier,
                positions: summary.positions,
                bytes: summary.bytes,
                blake3: summary.blake3.clone(),
                counts: counts.iter().map(|kind| self.kind(&count(kind))).collect(),
            };
        json::Build {
            head,
            database: self.folder.clone(),
            after: manifest.subject.moves.clone(),
            value: value(self.program, self.built.start.value),
            plies: self.built.start.distance,
            positions: manifest.positions(),
            terminal: self.ended(),
            to_go: self.to_go,
            bytes: manifest.bytes(),
            counts: self.counts().iter().map(|count| self.kind(count)).collect(),
            tiers: manifest.tiers.iter().zip(&self.tiers).map(tier).collect(),
            milliseconds: seconds * 1000.0,
        }
    }

    fn kind(&self, count: &Count) -> CountOfPositions {
        CountOfPositions {
            turn: self.program.players()[count.mover.index()].to_string(),
            points: count.value,
            plies: count.plies,
            positions: count.positions,
        }
    }
}

fn count(kind: &KindCount) -> Count {
    let mover = if kind.second_to_move { Player::Second } else { Player::First };
    Count { value: kind.value, plies: kind.distance, mover, positions: kind.positions }
}

fn value(program: &Program, points: i64) -> JsonValue {
    let winner = wording::winner(program, points).map(str::to_string);
    JsonValue { text: wording::value(program, points), points, winner }
}

/// An entry in words: `X wins in 3 plies`.
pub fn entry(program: &Program, entry: Entry) -> String {
    let plies = entry.distance.filter(|_| entry.value != 0);
    let plies = plies.map(|count| format!(" in {}", wording::plies(count))).unwrap_or_default();
    wording::value(program, entry.value) + &plies
}

/// What a check found, for people.
pub fn checked(program: &Program, folder: &str, report: &CheckReport, seconds: Option<f64>) -> String {
    let mut out = match report.wrong.is_empty() {
        true => format!("{folder}: every entry agrees with those of its moves\n"),
        false => format!("{folder}: entries do not agree with those of their moves\n"),
    };
    let mut row = |name: &str, text: &str| super::answer::row(&mut out, name, text);
    row("positions", &grouped(report.positions));
    if report.undecided > 0 {
        let text = "where that alone proves nothing: play that never ends, or a win without its distance";
        row("of these", &format!("{} {text}", grouped(report.undecided)));
    }
    row("by name", &format!("{} positions compared with the rules by name", grouped(report.audited)));
    for wrong in &report.wrong {
        row("wrong", &inconsistency(program, wrong));
    }
    if let Some(seconds) = seconds {
        row("time", &format!("{seconds:.3} s"));
    }
    out
}

/// An entry that does not agree, in words.
pub fn inconsistency(program: &Program, wrong: &Inconsistency) -> String {
    let (stored, expected) = (entry(program, wrong.stored), entry(program, wrong.expected));
    format!(
        "tier {}, key {:x}: stored is {stored}, and by its moves it is {expected}",
        wrong.tier, wrong.code
    )
}

/// What is told of a position.
#[derive(Clone, Debug)]
pub struct ProbeView<'a> {
    /// The definition.
    pub program: &'a Program,
    /// The position.
    pub position: &'a Position,
    /// The moves played first.
    pub after: &'a [String],
    /// What the database says.
    pub answer: &'a DatabaseAnswer,
}

impl ProbeView<'_> {
    fn texts(&self) -> Vec<String> {
        let semantics = Semantics::new(self.program);
        self.answer.moves.iter().map(|each| semantics.text(self.position, &each.choice)).collect()
    }

    fn best(&self) -> Vec<String> {
        let semantics = Semantics::new(self.program);
        self.answer.best().map(|choice| semantics.text(self.position, choice)).collect()
    }

    fn line(&self) -> Vec<String> {
        let semantics = Semantics::new(self.program);
        let mut at = self.position.clone();
        let mut texts = Vec::new();
        for choice in &self.answer.line {
            texts.push(semantics.text(&at, choice));
            let Ok(next) = semantics.play(&at, choice) else { break };
            at = next;
        }
        texts
    }

    fn line_end(&self) -> JsonLineEnd {
        super::view::line_end(self.answer.line_end, false)
    }

    /// For people.
    pub fn human(&self) -> String {
        let mut out = format!("{}: {}\n", self.program.title, entry(self.program, self.answer.entry));
        let mut row = |name: &str, text: &str| super::answer::row(&mut out, name, text);
        if !self.after.is_empty() {
            row("after", &super::answer::listed(self.after));
        }
        if self.answer.moves.is_empty() {
            row("moves", "play is over");
        } else {
            row("best moves", &super::answer::listed(&self.best()));
            row("best line", &super::answer::in_full(&self.line(), self.line_end()));
        }
        out.push('\n');
        let texts = self.texts();
        let widest = texts.iter().map(|text| unicode_width::UnicodeWidthStr::width(text.as_str())).max();
        for (each, text) in self.answer.moves.iter().zip(&texts) {
            let gap = widest.unwrap_or(0) - unicode_width::UnicodeWidthStr::width(text.as_str());
            out += &format!("  {text}{:gap$}  {}\n", "", entry(self.program, each.entry));
        }
        out
    }

    /// For programs.
    pub fn json(&self, head: AnswerHead) -> json::Probe {
        let texts = self.texts();
        let one = |(each, text): (&ValuedMove, String)| ProbedMove {
            text,
            value: ValueOfMove {
                text: wording::value(self.program, each.entry.value),
                points: each.entry.value,
            },
            plies: each.entry.distance,
        };
        json::Probe {
            head,
            after: self.after.to_vec(),
            value: value(self.program, self.answer.entry.value),
            plies: self.answer.entry.distance,
            best: self.best(),
            moves: self.answer.moves.iter().zip(texts).map(one).collect(),
            line: self.line(),
            line_end: self.line_end(),
        }
    }
}
