//! `zug play`: a game against perfect play, in the terminal.

mod hints;
mod page;
mod reading;
mod why;

use crate::args::{DatabaseArgs, EngineArg, MovesFirst, SourceArgs};
use crate::failure::Failure;
use crate::moves::PlayedMoves;
use crate::prompt::Prompt;
use crate::{board, limits, load, output, prepare, search_refusal, warnings};
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use reading::{are_numbers, chosen, sides};
use std::path::PathBuf;
use std::time::Duration;
use zug::answer::{Knowledge, Session, SessionLimits, SolveError};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Expansion, Semantics};
use zug_lang::wording;
use zug_view::draw::PictureMarks;
use zug_view::play::{Record, after_move, standing_after};
use zug_view::wording::limit;

const EXAMPLES: &str = "\
Examples:
  zug play games/tic_tac_toe.game
  zug play games/hexapawn.game --as Black --hints
  zug play games/nim.game --as none
  zug play games/hexapawn.game --format html > hexapawn.html   a page to click and play on";

/// `zug play`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Whom you play: a player's name, `first`, `second`, `both` or `none`
    #[arg(long = "as", value_name = "WHO", default_value = "first")]
    pub side: String,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// Which database answers.
    #[command(flatten)]
    pub stored: DatabaseArgs,
    /// Takes up a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub load: Option<PathBuf>,
    /// Shows what every move is worth before you choose
    #[arg(long)]
    pub hints: bool,
    /// Memory for what is known of the game [default: half of what the machine or container allows]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
    /// Where it is played: here, or on a page that needs neither server nor program
    #[arg(long, value_enum, default_value_t = PlayFormat::Terminal)]
    pub format: PlayFormat,
    /// With `--format html`: at most so many positions are in the page, those nearest to the first
    /// one
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    pub positions: u32,
    /// Time to solve each position, like 5s or 1m; where that is not enough, moves are guessed, and
    /// that is said. With `--format html`: the time for all values together where not all positions
    /// are in the page; the others are said to be unknown there
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "10s")]
    pub timeout: Duration,
}

/// A page with more positions than this would be too large for browsers.
const MOST: i64 = 2_000_000;

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlayFormat {
    /// In the terminal
    Terminal,
    /// One page to click, type and play on, with all positions and their values in it
    Html,
}

const HELP: &str = "\
  MOVE, or its number   plays it (no number in the list where moves are numbers themselves)
  moves                 lists the legal moves
  hint [N]              what every move is worth; `hint 1` tells one best move
  value                 what the position is worth
  why [MOVE]            how a move is answered, or why it is not legal; without one, your last move
  why not MOVE          the same
  undo                  takes your last move back
  board                 draws the board again
  save FILE, load FILE  writes the game down, takes it up again
  quit                  ends (Ctrl-D too)
A move called like one of these is played; write `:hint` for the command then.
";

const COMMANDS: [&str; 11] =
    ["help", "moves", "hint", "value", "why", "undo", "board", "save", "load", "quit", "exit"];

pub fn run(arguments: &PlayArgs) -> Result<(), Failure> {
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    warnings::tell(&sources, &definition);
    let program = &definition.program;
    let sides = sides(program, &arguments.side)?;
    let semantics = Semantics::new(program);
    let played = super::moves::play(&mut sources, &semantics, arguments.first.text())?;
    let mut record = Record::new(&semantics);
    for choice in &played.choices {
        record
            .play(&semantics, choice)
            .map_err(|_| super::moves::fault(&sources, &semantics, &played, &[]))?;
    }
    let settings = &arguments.source.settings;
    if let Some(path) = &arguments.load {
        record = taken_up(&semantics, settings, path).map_err(Failure::usage)?;
    }
    let engine = if arguments.format == PlayFormat::Html { EngineArg::Auto } else { EngineArg::Interpret };
    let prepared = prepare::prepare(program, engine, arguments.memory, &sources)?;
    let prepared = arguments.stored.open(prepared, &arguments.source, &sources)?;
    let limits = SessionLimits {
        memory: limits::memory(arguments.memory),
        process: limits::process(arguments.memory),
        time: Some(arguments.timeout),
        stop: None,
    };
    if arguments.format == PlayFormat::Html {
        return page::write(arguments, &sources, &prepared, &record, sides, &limits);
    }
    let ended = prepared.session(&limits, |session| {
        let table = GameContext { semantics: &semantics, settings, sides, hints: arguments.hints };
        let mut game = GameSession { table, session, record, guessed: false, hinted: false };
        game.run()
    });
    ended.map_err(|trouble| match trouble.error {
        SolveError::Limit { which, .. } => {
            Failure::Message { code: crate::failure::LIMIT, text: limit(which) }
        }
        error => search_refusal::failure(&sources, &prepared, &trouble.played, error, Duration::ZERO),
    })
}

fn taken_up(
    semantics: &Semantics<'_>,
    settings: &[String],
    path: &std::path::Path,
) -> Result<Record, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    Record::load(semantics, settings, &text).map_err(|error| format!("cannot take up {name}: {error}"))
}

/// The constants of a session.
struct GameContext<'a, 'p> {
    semantics: &'a Semantics<'p>,
    settings: &'a [String],
    sides: [bool; 2],
    hints: bool,
}

struct GameSession<'a, 'p> {
    table: GameContext<'a, 'p>,
    session: &'a mut dyn Session,
    record: Record,
    /// Whether the person was told that moves are guessed.
    guessed: bool,
    /// Whether `--hints` told what the moves of this position are worth.
    hinted: bool,
}

/// What ends a game early: why, told from a position that was played.
struct Trouble {
    error: SolveError,
    played: PlayedMoves,
}

/// The effect of a typed line.
enum InputEffect {
    /// The position has changed.
    Moved,
    /// Nothing has changed.
    Same,
    /// The person has left.
    Left,
}

/// A game of two programs ends when a position has occurred this often before.
const REPEATS: usize = 2;

impl GameSession<'_, '_> {
    fn run(&mut self) -> Result<(), Trouble> {
        let mut prompt = Prompt::new();
        if self.table.sides != [false, false] {
            output::print("`help` tells what can be typed.\n\n");
        }
        self.board();
        loop {
            let over = matches!(self.expand()?, Expansion::Over(_));
            let person = self.table.sides[self.record.position().turn.index()];
            if over || person {
                if over
                    && (self.table.sides == [false, false] || matches!(prompt, Prompt::Plain))
                    && !self.more_typed(&mut prompt)
                {
                    return Ok(());
                }
                match self.person(&mut prompt, over)? {
                    InputEffect::Moved => {
                        self.hinted = false;
                        self.board();
                    }
                    InputEffect::Same => {}
                    InputEffect::Left => return Ok(()),
                }
            } else if !self.program_moves()? {
                return Ok(());
            }
        }
    }

    /// Whether more lines may come after the end of play: on a pipe there may be some.
    fn more_typed(&self, prompt: &mut Prompt) -> bool {
        use std::io::BufRead;
        let waiting = || std::io::stdin().lock().fill_buf().is_ok_and(|rest| !rest.is_empty());
        self.table.sides != [false, false] && matches!(prompt, Prompt::Plain) && waiting()
    }

    fn expand(&self) -> Result<Expansion, Trouble> {
        self.table.semantics.expand(self.record.position()).map_err(|_| self.fault(Vec::new()))
    }

    /// What ends the game early, told from the position after so many of its moves.
    fn trouble(&self, moves: usize, error: SolveError) -> Trouble {
        let choices = self.record.choices()[..moves].to_vec();
        let texts = self.record.texts()[..moves].to_vec();
        Trouble {
            error,
            played: PlayedMoves { position: self.record.position_after(moves).clone(), choices, texts },
        }
    }

    /// A fault that these moves lead to.
    fn fault(&self, line: Vec<Choice>) -> Trouble {
        self.trouble(self.record.choices().len(), SolveError::Fault { line })
    }

    fn board(&self) {
        output::print(&board::drawn(self.table.semantics, &self.record, PictureMarks::default()));
    }

    fn program(&self) -> &Program {
        self.table.semantics.program()
    }

    /// The program makes a move. Returns `false` if it has none, or if play repeats and no person
    /// can end it.
    fn program_moves(&mut self) -> Result<bool, Trouble> {
        let turn = self.record.position().turn;
        let known = self.ask()?;
        let Some(choice) = known.chosen(turn == Player::First).cloned() else { return Ok(false) };
        let name = self.program().players()[turn.index()].to_string();
        let text = self.table.semantics.text(self.record.position(), &choice);
        let worth = standing_after(self.program(), &known, &choice);
        output::print(&format!("\n{name} plays {text} ({worth})\n"));
        self.play(&choice)?;
        self.board();
        if self.table.sides == [false, false] && self.record.repeated() >= REPEATS {
            output::print("play repeats, and would go on for ever\n");
            return Ok(false);
        }
        Ok(true)
    }

    /// What is known of the position.
    fn ask(&mut self) -> Result<Knowledge, Trouble> {
        self.ask_after(self.record.choices().len())
    }

    /// What is known of the position after so many moves of the game.
    fn ask_after(&mut self, moves: usize) -> Result<Knowledge, Trouble> {
        let position = self.record.position_after(moves).clone();
        let known = self.session.ask_forward(&position).map_err(|error| self.trouble(moves, error))?;
        if let Knowledge::Heuristic { depth, .. } = &known
            && !self.guessed
        {
            self.guessed = true;
            let ahead = wording::plies(u64::from(*depth));
            output::print(&format!(
                "(not solved within the time and memory given, see `--timeout` and `--memory`: moves are guessed by \
                 looking {ahead} ahead, and are not exact)\n"
            ));
        }
        Ok(known)
    }

    fn play(&mut self, choice: &Choice) -> Result<(), Trouble> {
        let semantics = self.table.semantics;
        self.record.play(semantics, choice).map_err(|_| self.fault(vec![choice.clone()]))
    }

    /// Handles one line of a person whose turn it is.
    fn person(&mut self, prompt: &mut Prompt, over: bool) -> Result<InputEffect, Trouble> {
        let legal = self.legal()?;
        if self.table.hints && !over && !std::mem::replace(&mut self.hinted, true) {
            self.value()?;
            self.hint("")?;
        }
        let name = self.program().players()[self.record.position().turn.index()].to_string();
        let sign = if over { "over> ".to_string() } else { format!("{name}> ") };
        let mut can: Vec<String> = legal.iter().map(|(_, text)| text.clone()).collect();
        can.extend(COMMANDS.map(String::from));
        let Some(line) = prompt.read(&sign, can) else { return Ok(InputEffect::Left) };
        self.typed(line.trim(), &legal)
    }

    /// The legal moves with their texts; none where play is over.
    fn legal(&self) -> Result<Vec<(Choice, String)>, Trouble> {
        self.table.semantics.texts(self.record.position()).map_err(|_| self.fault(Vec::new()))
    }

    fn typed(&mut self, line: &str, legal: &[(Choice, String)]) -> Result<InputEffect, Trouble> {
        if line.is_empty() {
            return Ok(InputEffect::Same);
        }
        if let Some(choice) = chosen(line, legal) {
            return self.person_moves(&choice);
        }
        let typed = line.strip_prefix(':').unwrap_or(line);
        let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        match &word.to_lowercase()[..] {
            "help" | "?" => output::print(HELP),
            "moves" => self.list(legal),
            "hint" => self.hint(rest.trim())?,
            "value" => self.value()?,
            "why" => self.why(rest.trim())?,
            "undo" => return Ok(self.undo()),
            "board" => self.board(),
            "save" => self.save(rest.trim()),
            "load" => return Ok(self.load(rest.trim())),
            "quit" | "exit" => return Ok(InputEffect::Left),
            _ if legal.is_empty() => output::print("play is over; `undo` takes your last move back\n"),
            _ => match self.table.semantics.read_choices(self.record.position(), line) {
                // Written with its name, where the name is left out.
                Ok(read) if read.len() == 1 => return self.person_moves(&read[0]),
                _ => self.not_a_move(line, legal),
            },
        }
        Ok(InputEffect::Same)
    }

    fn not_a_move(&self, line: &str, legal: &[(Choice, String)]) {
        if self.refused(line) {
            return;
        }
        let near = zug_lang::diagnostic::near_names(line, legal.iter().map(|(_, text)| &text[..]));
        let mean =
            if near.is_empty() { ".".to_string() } else { format!("; did you mean {}?", near.join(", ")) };
        output::print(&format!(
            "`{line}` is no legal move{mean} `moves` lists them, `help` tells the rest.\n"
        ));
    }

    fn list(&self, legal: &[(Choice, String)]) {
        let line = |(at, (_, text)): (usize, &(Choice, String))| match are_numbers(legal) {
            true => format!("  {text}\n"),
            false => format!("  {:>3}. {text}\n", at + 1),
        };
        output::print(&legal.iter().enumerate().map(line).collect::<String>());
    }

    fn person_moves(&mut self, choice: &Choice) -> Result<InputEffect, Trouble> {
        let before = self.record.position().clone();
        let known = self.ask()?;
        self.play(choice)?;
        let text = self.record.texts().last().cloned().unwrap_or_default();
        let rendered = after_move(self.table.semantics, &before, &known, choice);
        output::print(&format!("{text}: {rendered}\n"));
        Ok(InputEffect::Moved)
    }

    /// Prints the best moves with their values, so many, or all where no number is given.
    fn hint(&mut self, asked: &str) -> Result<(), Trouble> {
        let number = if asked.is_empty() { Some(usize::MAX) } else { asked.parse::<usize>().ok() };
        let Some(most) = number.filter(|most| *most > 0) else {
            output::print("write `hint`, or `hint 1` for one best move\n");
            return Ok(());
        };
        if self.legal()?.is_empty() {
            output::print("play is over: there is no move to choose\n");
            return Ok(());
        }
        let known = self.ask()?;
        if most > 1 {
            output::print(&board::hints(self.table.semantics, &self.record, &known));
        }
        output::print(&hints::rows(self.table.semantics, self.record.position(), &known, most));
        Ok(())
    }

    /// Prints the value of the position.
    fn value(&mut self) -> Result<(), Trouble> {
        let known = self.ask()?;
        output::print(&hints::evaluation(self.program(), &known));
        Ok(())
    }

    /// The index of the last move of a person.
    fn last_of_person(&self) -> Option<usize> {
        let mine = |at: &usize| self.table.sides[self.record.position_after(*at).turn.index()];
        (0..self.record.choices().len()).rev().find(mine)
    }

    fn undo(&mut self) -> InputEffect {
        let Some(last) = self.last_of_person() else {
            output::print("there is no move of yours to take back\n");
            return InputEffect::Same;
        };
        while self.record.choices().len() > last {
            self.record.undo();
        }
        InputEffect::Moved
    }

    fn save(&self, path: &str) {
        if path.is_empty() {
            return output::print("write `save FILE`\n");
        }
        let text = self.record.save(self.table.semantics, self.table.settings);
        match std::fs::write(path, text) {
            Ok(()) => output::print(&format!("written to {path}\n")),
            Err(error) => output::print(&format!("cannot write {path}: {error}\n")),
        }
    }

    fn load(&mut self, path: &str) -> InputEffect {
        if path.is_empty() {
            output::print("write `load FILE`\n");
            return InputEffect::Same;
        }
        match taken_up(self.table.semantics, self.table.settings, std::path::Path::new(path)) {
            Ok(record) => {
                self.record = record;
                InputEffect::Moved
            }
            Err(why) => {
                output::print(&format!("{why}\n"));
                InputEffect::Same
            }
        }
    }
}
