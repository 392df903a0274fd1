//! The index of a collection of definitions: for every game and size what is known, and which facts were checked.
//!
//! What an index says of a game comes from its file: the title, the values of its params, its facts, and the lines of the comment at
//! its top that begin with `Kind:` and `Known:` (each may go on over further lines). Nothing in it depends on the machine or the
//! moment, unless times are asked for.

use clap::ValueEnum;
use std::collections::BTreeMap;
use std::path::Path;
use zug_analysis::Ends;
use zug_lang::program::{Expect, Fact, Program};
use zug_lang::wording::{self, grouped};
use zug_view::json::{self, Command, FactOutcome};

/// `--report`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// Columns
    Text,
    /// Tables, with links to the files
    Markdown,
    /// One object
    Json,
}

/// The kind of games that do not name one.
const NO_KIND: &str = "Other games";

/// A fact of a definition with what became of it.
pub struct CheckedFact {
    /// Its number among the definition's facts.
    pub index: usize,
    /// Its settings as written; empty for the definition as it stands.
    pub with: String,
    /// What became of it.
    pub outcome: FactOutcome,
    /// How long that took.
    pub seconds: f64,
}

/// Everything that was checked, in the order of the files.
#[derive(Default)]
pub struct Index {
    games: Vec<IndexedGame>,
}

struct IndexedGame {
    file: String,
    title: String,
    kind: String,
    known: String,
    solver: &'static str,
    /// The game as it stands, then every setting that has facts, in the order of the text.
    sizes: Vec<Size>,
}

/// What is known of a game under some settings. What is not known is empty.
#[derive(Default)]
struct Size {
    settings: String,
    value: String,
    plies: String,
    positions: String,
    /// How many facts of each sort there are.
    sorts: BTreeMap<&'static str, usize>,
    /// Facts that are not so, or that no limit let be known.
    wrong: usize,
    /// Whether the value, or if none is claimed any fact, is checked only with `--slow`.
    slow: bool,
    has_fast: bool,
    seconds: f64,
}

impl Index {
    /// Takes in a definition, whose text is needed for its comment, with its facts.
    pub fn add(&mut self, path: &Path, text: &str, program: &Program, facts: &[CheckedFact]) {
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let params = program.params.iter().map(|(name, value)| format!("{name} = {value}"));
        let mut sizes = vec![Size { settings: params.collect::<Vec<_>>().join(", "), ..Size::default() }];
        let mut places = BTreeMap::from([("", 0)]);
        for checked in facts {
            let place = *places.entry(&checked.with).or_insert_with(|| {
                sizes.push(Size { settings: checked.with.clone(), ..Size::default() });
                sizes.len() - 1
            });
            if let Some(expect) = program.expects.get(checked.index) {
                sizes[place].take(program, expect, checked);
            }
        }
        let kind = labelled(text, "Kind:").unwrap_or_else(|| NO_KIND.to_string());
        let known = labelled(text, "Known:").unwrap_or_default();
        let solver = solver(program);
        self.games.push(IndexedGame { file, title: program.title.clone(), kind, known, solver, sizes });
    }

    /// The index in a form; with the seconds that facts took, if asked for.
    pub fn written(&self, form: Report, times: bool) -> String {
        match form {
            Report::Text => self.text(times),
            Report::Markdown => self.markdown(times),
            Report::Json => json::line(&self.json(times)),
        }
    }

    /// Kinds in the order of the alphabet, games without one last, each with its games.
    fn kinds(&self) -> BTreeMap<(bool, &str), Vec<&IndexedGame>> {
        let mut kinds: BTreeMap<_, Vec<&IndexedGame>> = BTreeMap::new();
        for game in &self.games {
            kinds.entry((game.kind == NO_KIND, game.kind.as_str())).or_default().push(game);
        }
        kinds
    }

    fn text(&self, times: bool) -> String {
        let mut rows = vec![head(times)];
        for ((_, kind), games) in self.kinds() {
            rows.push(vec![String::new()]);
            rows.push(vec![kind.to_string()]);
            for game in games {
                rows.extend(game.sizes.iter().map(|size| game.row(size, &game.title, times)));
            }
        }
        columns(&rows)
    }

    fn markdown(&self, times: bool) -> String {
        let mut out = self.introduction();
        for ((_, kind), games) in self.kinds() {
            out += &format!("\n## {kind}\n\n{}", table_head(times));
            for game in &games {
                let link = format!("[{}]({})", escaped(&game.title), game.file);
                out += &table_row(&game.row(&game.sizes[0], &link, times));
            }
            out += &games
                .iter()
                .filter(|game| !game.known.is_empty())
                .map(|game| game.paragraph())
                .collect::<String>();
        }
        out + &self.other_sizes(times)
    }

    fn introduction(&self) -> String {
        let facts: usize = self.games.iter().flat_map(|game| &game.sizes).map(Size::facts).sum();
        format!(
            "# The games\n\n{} games and {} facts about them, written by `zug test games --report markdown`, which checks \
             the facts. A value is that of the first position, from its first player's side; plies are told where the \
             winner hurries and the loser delays; positions are those that can be reached, told apart by all that the rules \
             need. What is marked *slow* is checked with `--slow` only, and a gap is what the file does not claim.\n",
            self.games.len(),
            grouped(facts as u64)
        )
    }

    fn other_sizes(&self, times: bool) -> String {
        let mut rows = String::new();
        for game in &self.games {
            let link = format!("[{}]({})", escaped(&game.title), game.file);
            rows += &game.sizes[1..]
                .iter()
                .map(|size| table_row(&game.row(size, &link, times)))
                .collect::<String>();
        }
        if rows.is_empty() {
            rows
        } else {
            format!("\n## Other sizes and variants\n\n{}{rows}", table_head(times))
        }
    }

    fn json(&self, times: bool) -> json::Index {
        let games = self.games.iter().map(|game| game.json(times)).collect();
        json::Index { zug: json::VERSION, command: Command::Test, games }
    }
}

impl IndexedGame {
    fn row(&self, size: &Size, name: &str, times: bool) -> Vec<String> {
        let mut row = vec![
            name.to_string(),
            size.settings.clone(),
            size.value.clone(),
            size.plies.clone(),
            size.positions.clone(),
            self.solver.to_string(),
            size.time().to_string(),
            size.checked(),
        ];
        if times {
            row.push(format!("{:.2} s", size.seconds));
        }
        row
    }

    fn paragraph(&self) -> String {
        format!("\n**{}**: {}\n", escaped(&self.title), escaped(&self.known))
    }

    fn json(&self, times: bool) -> json::IndexedGame {
        json::IndexedGame {
            file: self.file.clone(),
            title: self.title.clone(),
            kind: self.kind.clone(),
            known: self.known.clone(),
            solver: self.solver,
            sizes: self.sizes.iter().map(|size| size.json(times)).collect(),
        }
    }
}

impl Size {
    fn take(&mut self, program: &Program, expect: &Expect, checked: &CheckedFact) {
        self.seconds += checked.seconds;
        self.wrong += usize::from(matches!(checked.outcome, FactOutcome::Fails | FactOutcome::Limit));
        let mark = if expect.slow { " *slow*" } else { "" };
        *self.sorts.entry(sort(expect)).or_default() += 1;
        self.has_fast |= !expect.slow;
        if expect.after.is_some() || matches!(checked.outcome, FactOutcome::Fails | FactOutcome::Limit) {
            return;
        }
        match &expect.fact {
            Fact::Value(value, plies) => {
                self.slow = expect.slow;
                self.value = wording::value(program, *value) + mark;
                if let Some(count) = plies {
                    self.plies = count.to_string();
                }
            }
            Fact::Positions(count) => self.positions = grouped(*count) + mark,
            Fact::Perft(_) | Fact::Best(..) => {}
        }
    }

    fn facts(&self) -> usize {
        self.sorts.values().sum()
    }

    /// Whether the facts are found at once or take `--slow`.
    fn time(&self) -> &'static str {
        match (self.facts(), self.slow || !self.has_fast) {
            (0, _) => "",
            (_, true) => "slow",
            (_, false) => "fast",
        }
    }

    /// The facts by their sort, and how many of them are not so.
    fn checked(&self) -> String {
        let mut parts: Vec<String> = self
            .sorts
            .iter()
            .map(|(sort, count)| if *count == 1 { sort.to_string() } else { format!("{sort} ({count})") })
            .collect();
        if self.wrong > 0 {
            parts.push(format!("{} NOT HELD", self.wrong));
        }
        parts.join(", ")
    }

    fn json(&self, times: bool) -> json::IndexedSize {
        let claimed = |text: &str| (!text.is_empty()).then(|| text.replace(" *slow*", ""));
        json::IndexedSize {
            settings: self.settings.clone(),
            value: claimed(&self.value),
            plies: claimed(&self.plies),
            positions: claimed(&self.positions),
            time: claimed(self.time()),
            facts: self.sorts.clone(),
            not_held: self.wrong,
            seconds: times.then_some(self.seconds),
        }
    }
}

fn sort(expect: &Expect) -> &'static str {
    match (&expect.fact, expect.after.is_some()) {
        (_, true) => "after moves",
        (Fact::Value(_, None), _) => "value",
        (Fact::Value(_, Some(_)), _) => "value and plies",
        (Fact::Positions(_), _) => "positions",
        (Fact::Perft(_), _) => "perft",
        (Fact::Best(..), _) => "best moves",
    }
}

/// The solver that is taken unless another is asked for.
fn solver(program: &Program) -> &'static str {
    match zug_analysis::ends(program) {
        Ends::Proven { .. } | Ends::Declared { .. } => "alpha-beta",
        Ends::Unproven { .. } => "retrograde",
    }
}

/// What stands after a label in the comment at the top of a definition, with the lines that go on with it: those that are indented
/// and bear no label of their own.
fn labelled(text: &str, label: &str) -> Option<String> {
    let mut lines = text.lines().map_while(|line| line.trim_start().strip_prefix("//"));
    let first = lines.find_map(|line| line.trim_start().strip_prefix(label).map(str::trim))?;
    let rest = lines.take_while(|line| line.starts_with("   "));
    let words: Vec<&str> = std::iter::once(first).chain(rest.map(str::trim)).collect();
    Some(words.join(" "))
}

fn head(times: bool) -> Vec<String> {
    let names = ["game", "size", "value", "plies", "positions", "solver", "time", "facts", "seconds"];
    names[..if times { 9 } else { 8 }].iter().map(ToString::to_string).collect()
}

fn table_head(times: bool) -> String {
    let names = head(times);
    let rule = vec!["---".to_string(); names.len()];
    table_row(&names) + &table_row(&rule)
}

fn table_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A text in which nothing is taken for markup.
fn escaped(text: &str) -> String {
    text.replace('*', "\\*").replace('_', "\\_").replace('<', "&lt;")
}

/// Rows in columns, each as wide as its widest cell but for rows of one cell.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter(|row| row.len() > 1).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        out += &(cells.join("  ").trim_end().replace(" *slow*", " slow") + "\n");
    }
    out
}
