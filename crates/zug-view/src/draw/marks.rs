//! Turns marked moves into marks at places: the last move, the best moves, the value of every move.

use super::board::pill;
use super::canvas::{Canvas, width};
use super::colours::Heat;
use super::places::{PicturePlace, Planned, Spot, spot};
use super::{Marks, Valued};
use std::collections::BTreeMap;
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;

/// A mark at a place.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Where.
    pub place: PicturePlace,
    /// How it is coloured: `last` or `best`; nothing where heat colours it.
    pub class: &'static str,
    /// Drawn inside another mark.
    pub inner: bool,
    /// How good the move is for who makes it.
    pub heat: Option<Heat>,
    /// What is written there.
    pub label: String,
    /// What it means.
    pub words: String,
}

/// A move that no board shows.
struct Elsewhere {
    text: String,
    label: String,
    heat: Option<Heat>,
    best: bool,
}

/// All marks of a picture.
pub struct MarkSet {
    placed: Vec<(usize, Mark)>,
    elsewhere: Vec<Elsewhere>,
    last: Option<String>,
    legend: Vec<String>,
}

/// A value in words, with the plies where they are known.
pub fn in_words(program: &Program, each: &Valued) -> String {
    let plies = each.plies.map(|plies| format!(" in {}", wording::plies(plies))).unwrap_or_default();
    format!("{}{plies}", wording::value(program, each.value))
}

impl MarkSet {
    /// Finds the place of every mark.
    pub fn of(semantics: &Semantics<'_>, panels: &[Planned], position: &Position, marks: &Marks) -> MarkSet {
        let mut seen = MarkSet { placed: Vec::new(), elsewhere: Vec::new(), last: None, legend: Vec::new() };
        if let Some((before, choice)) = &marks.last {
            let text = semantics.text(before, choice);
            let words = format!("last move: {text}");
            match spot(semantics, panels, before, choice) {
                Some(at) => seen.place(at, "last", words.clone()),
                None => seen.last = Some(words.clone()),
            }
            seen.last = Some(words);
        }
        seen.moves(semantics, panels, position, marks);
        seen.explain(semantics.program(), position, marks);
        seen
    }

    fn place(&mut self, at: Spot, class: &'static str, words: String) {
        let inner = self.placed.iter().any(|(panel, mark)| *panel == at.panel && mark.place == at.place);
        let mark = Mark { place: at.place, class, inner, heat: None, label: String::new(), words };
        self.placed.push((at.panel, mark));
    }

    /// Best moves and values. Moves at one place are one mark, coloured by the best of them, and are listed too.
    fn moves(&mut self, semantics: &Semantics<'_>, panels: &[Planned], position: &Position, marks: &Marks) {
        let mut at: BTreeMap<Spot, Vec<usize>> = BTreeMap::new();
        let rated = rated(semantics, position, marks);
        let mut listed = vec![true; rated.len()];
        for (number, each) in rated.iter().enumerate() {
            if let Some(spot) = spot(semantics, panels, position, &each.choice) {
                at.entry(spot).or_default().push(number);
            }
        }
        for (spot, numbers) in at {
            if numbers.len() == 1 {
                listed[numbers[0]] = false;
            }
            let words: Vec<&str> = numbers.iter().map(|number| &rated[*number].words[..]).collect();
            let hottest =
                numbers.iter().copied().reduce(|a, b| if rated[b].is_hotter(&rated[a]) { b } else { a });
            let Some(hottest) = hottest else { continue };
            let words = words.join("; ");
            if numbers.iter().any(|number| rated[*number].best) {
                self.place(spot.clone(), "best", format!("best: {words}"));
            }
            if let Some(heat) = rated[hottest].heat {
                let label = rated[hottest].label.clone();
                let mark =
                    Mark { place: spot.place, class: "", inner: false, heat: Some(heat), label, words };
                self.placed.push((spot.panel, mark));
            }
        }
        let rest = rated.into_iter().zip(listed).filter(|(_, listed)| *listed).map(|(each, _)| each);
        self.elsewhere = rest
            .map(|each| Elsewhere { text: each.text, label: each.label, heat: each.heat, best: each.best })
            .collect();
    }

    /// Says what the labels mean.
    fn explain(&mut self, program: &Program, position: &Position, marks: &Marks) {
        self.legend.extend(self.last.take());
        let mover = program.players()[position.turn.index()];
        if !marks.values.is_empty() {
            self.legend.push(match program.points {
                true => format!("on each move: what {mover} gets by best play"),
                false if marks.values.iter().any(|each| each.plies.is_some()) => {
                    format!("W: {mover} wins, =: draw, L: {mover} loses; the number: plies to the end")
                }
                false => format!("W: {mover} wins, =: draw, L: {mover} loses"),
            });
        }
        if !marks.best.is_empty() {
            self.legend.push("outlined in green: best moves".to_string());
        }
    }

    /// The marks on one panel, the last move first.
    pub fn on(&self, panel: usize) -> Vec<&Mark> {
        self.placed.iter().filter(|(on, _)| *on == panel).map(|(_, mark)| mark).collect()
    }

    /// Moves that no board shows, as a list of labels.
    pub fn elsewhere(&self) -> Canvas {
        const WIDEST: f64 = 420.0;
        let mut canvas = Canvas::default();
        let (mut x, mut y) = (0.0, 0.0);
        for each in &self.elsewhere {
            let (name, label) = (width(&each.text, 13.0), width(&each.label, 12.0) + 10.0);
            let wide = name + 16.0 + if each.label.is_empty() { 0.0 } else { label + 6.0 };
            if x > 0.0 && x + wide > WIDEST {
                (x, y) = (0.0, y + 30.0);
            }
            canvas.rect((x + wide / 2.0, y), (wide, 24.0), 7.0, "class=\"chip\"");
            if each.best {
                let rest = "class=\"best\" fill=\"none\" stroke-width=\"2.5\"";
                canvas.rect((x + wide / 2.0, y), (wide, 24.0), 7.0, rest);
            }
            canvas.text((x + 8.0, y), 13.0, "start", "class=\"words\"", &each.text);
            if let Some(heat) = each.heat {
                pill(&mut canvas, (x + wide - 7.0 - label / 2.0, y), &heat.colour(), &each.label);
            }
            x += wide + 6.0;
        }
        canvas
    }

    /// What the marks mean, in words.
    pub fn legend(&self) -> Canvas {
        let mut canvas = Canvas::default();
        for (row, text) in self.legend.iter().enumerate() {
            canvas.text((0.0, row as f64 * 18.0), 12.0, "start", "class=\"faint\"", text);
        }
        canvas
    }
}

/// A move with what is written about it.
struct Rated {
    choice: Choice,
    text: String,
    heat: Option<Heat>,
    label: String,
    words: String,
    best: bool,
}

impl Rated {
    fn is_hotter(&self, other: &Rated) -> bool {
        self.heat.map_or(-2.0, |heat| heat.0) > other.heat.map_or(-2.0, |heat| heat.0)
    }
}

fn rated(semantics: &Semantics<'_>, position: &Position, marks: &Marks) -> Vec<Rated> {
    let sign = if position.turn == Player::First { 1 } else { -1 };
    let values = || marks.values.iter().map(|each| sign * each.value);
    let range = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let program = semantics.program();
    let with_value = marks.values.iter().map(|each| {
        let text = semantics.text(position, &each.choice);
        Rated {
            heat: Some(heat(program, sign * each.value, range)),
            label: label(program, sign * each.value, each.plies),
            words: format!("{text}: {}", in_words(program, each)),
            best: marks.best.contains(&each.choice),
            choice: each.choice.clone(),
            text,
        }
    });
    let only_best = marks.best.iter().filter(|choice| marks.values.iter().all(|v| v.choice != **choice));
    let only_best = only_best.map(|choice| {
        let text = semantics.text(position, choice);
        let words = text.clone();
        Rated { choice: choice.clone(), text, heat: None, label: String::new(), words, best: true }
    });
    with_value.chain(only_best).collect()
}

/// Points are coloured between the worst and the best move, wins and losses by what they are.
fn heat(program: &Program, mine: i64, (least, most): (i64, i64)) -> Heat {
    if !program.points || least == most {
        return Heat(mine.signum() as f64);
    }
    let width = most.saturating_sub(least) as f64;
    Heat(mine.saturating_sub(least) as f64 / width * 2.0 - 1.0)
}

fn label(program: &Program, mine: i64, plies: Option<u64>) -> String {
    if program.points {
        return if mine > 0 { format!("+{mine}") } else { mine.to_string().replace('-', "\u{2212}") };
    }
    let plies = plies.map(|plies| plies.to_string()).unwrap_or_default();
    match mine.signum() {
        1 => format!("W{plies}"),
        -1 => format!("L{plies}"),
        _ => "=".to_string(),
    }
}
