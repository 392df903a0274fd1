//! The index of a collection of definitions: the facts of every game and size, and whether they
//! hold.
//!
//! The entries come from the files: the title, the params, the facts, and the lines of the first
//! comment that begin with `Kind:` and `Known:` (continued on indented lines). The index is the
//! same on every machine and at every time, unless times are asked for.

use clap::ValueEnum;
use std::collections::BTreeMap;
use std::path::Path;
use zug_analysis::Ends;
use zug_lang::program::{Expect, Fact, Program};
use zug_lang::wording::{self, grouped};
use zug_view::json::{self, Command, FactOutcome};

/// `--report`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Columns
    Text,
    /// Tables, with links to the files
    Markdown,
    /// One object
    Json,
}

/// The kind of games whose files name none.
const NO_KIND: &str = "Other games";

/// A fact of a definition with what became of it.
pub struct CheckedFact {
    /// Its index among the facts of the definition.
    pub index: usize,
    /// Its settings as text; empty if it has none.
    pub with: String,
    /// The outcome.
    pub outcome: FactOutcome,
    /// The time of the check.
    pub seconds: f64,
}

/// The index, in the order of the files.
pub struct GameIndex {
    games: Vec<GameSummary>,
    /// The name of the folder of pictures, where there is one.
    pictures: Option<String>,
}

struct GameSummary {
    file: String,
    title: String,
    kind: String,
    known: String,
    solver: &'static str,
    /// The definition without settings first, then every group of settings that has facts, in text
    /// order.
    sizes: Vec<Size>,
}

/// The known facts under some settings; unknown ones are empty.
#[derive(Default)]
struct Size {
    settings: String,
    value: String,
    plies: String,
    positions: String,
    /// The number of facts of each sort.
    sorts: BTreeMap<&'static str, usize>,
    /// The number of facts that do not hold or were not decided within the limits.
    wrong: usize,
    /// Whether the value is checked with `--slow` only.
    slow: bool,
    has_fast: bool,
    seconds: f64,
}

impl GameIndex {
    /// An empty index, with pictures from a folder if one is named.
    pub fn new(pictures: Option<&Path>) -> GameIndex {
        let name =
            |folder: &Path| folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        GameIndex { games: Vec::new(), pictures: pictures.map(name) }
    }

    /// Adds a definition with its checked facts; `text` is needed for its first comment.
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
        self.games.push(GameSummary { file, title: program.title.clone(), kind, known, solver, sizes });
    }

    /// The index in one of its forms; `times` adds the seconds of the checks.
    pub fn written(&self, form: ReportFormat, times: bool) -> String {
        match form {
            ReportFormat::Text => self.text(times),
            ReportFormat::Markdown => self.markdown(times),
            ReportFormat::Json => json::line(&self.json(times)),
        }
    }

    /// The games by kind, kinds in alphabetical order, those without a kind last.
    fn kinds(&self) -> BTreeMap<(bool, &str), Vec<&GameSummary>> {
        let mut kinds: BTreeMap<_, Vec<&GameSummary>> = BTreeMap::new();
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
            out += &format!("\n## {kind}\n\n{}{}", self.gallery(&games), table_head(times));
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

    /// The pictures of some games in rows, each a link to its definition.
    fn gallery(&self, games: &[&GameSummary]) -> String {
        const BESIDE: usize = 4;
        let Some(folder) = &self.pictures else { return String::new() };
        let picture = |game: &&GameSummary| {
            let (title, file) = (quoted(&game.title), &game.file);
            let stem = file.strip_suffix(".game").unwrap_or(file);
            format!(
                "<td align=\"center\"><a href=\"{file}\"><img src=\"{folder}/{stem}.svg\" alt=\"\" height=\"150\"><br>{title}</a></td>\n"
            )
        };
        let row = |games: &[&GameSummary]| {
            format!("<tr>\n{}</tr>\n", games.iter().map(picture).collect::<String>())
        };
        format!("<table>\n{}</table>\n\n", games.chunks(BESIDE).map(row).collect::<String>())
    }

    fn introduction(&self) -> String {
        let facts: usize = self.games.iter().flat_map(|game| &game.sizes).map(Size::facts).sum();
        let (option, shown) = match self.pictures.is_some() {
            true => (
                " --pictures games/pictures",
                " Each picture shows some moves into play, chosen by a fixed rule, and leads to the rules.",
            ),
            false => ("", ""),
        };
        format!(
            "# The games\n\n{} games and {} facts about them, written by `zug test games --report markdown{option}`, which checks \
             the facts.{shown} A value is that of the first position, from its first player's side; plies are told where the \
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

    fn json(&self, times: bool) -> json::JsonIndex {
        let games = self.games.iter().map(|game| game.json(times)).collect();
        json::JsonIndex { zug: json::VERSION, command: Command::Test, games }
    }
}

impl GameSummary {
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
            Fact::Perft(_) | Fact::Best(..) | Fact::Within(..) | Fact::Nimber(_) => {}
        }
    }

    fn facts(&self) -> usize {
        self.sorts.values().sum()
    }

    /// Whether the facts are checked fast or with `--slow`.
    fn time(&self) -> &'static str {
        match (self.facts(), self.slow || !self.has_fast) {
            (0, _) => "",
            (_, true) => "slow",
            (_, false) => "fast",
        }
    }

    /// The sorts of facts with their numbers, and the number of facts that failed or hit a limit.
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
        (Fact::Within(..), _) => "within plies",
        (Fact::Positions(_), _) => "positions",
        (Fact::Perft(_), _) => "perft",
        (Fact::Nimber(_), _) => "nimber",
        (Fact::Best(..), _) => "best moves",
    }
}

/// The default solver of a program.
fn solver(program: &Program) -> &'static str {
    match zug_analysis::ends(program) {
        Ends::Proven { .. } | Ends::Declared { .. } => "alpha-beta",
        Ends::Unproven { .. } => "retrograde",
    }
}

/// The text behind a label in the first comment of a definition, with its continuation lines, which
/// are indented.
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

/// A text with the characters of Markdown markup escaped.
fn escaped(text: &str) -> String {
    text.replace('*', "\\*").replace('_', "\\_").replace('<', "&lt;")
}

/// A text in an attribute of HTML.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// A table as text: every column is as wide as its widest cell; rows of one cell do not count.
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
