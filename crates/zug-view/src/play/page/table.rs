//! The table inside a page: what is the same in many positions stands there once, and a position
//! tells how it differs from the one before it.
//!
//! - Pictures are lines of SVG, a line that is empty, and the lines of the position as text. A
//!   position has the lines of the position that it was first reached from, but for some
//!   replacements: how many, then for each how many lines stay, how many go, how many come, and
//!   their numbers in `lines`.
//! - Moves: for each position how many, then for each the difference of its number in `moves` to
//!   the one before it, and where it leads: 0 the next position that was not reached before, 1
//!   beyond the table, otherwise 2 more than how many positions back from the last one reached. Of
//!   those that lead beyond, `beyond` has the known values, by their numbers among them all.
//! - Values are numbers in `words`, from 1; 0 is unknown. Plies are told one too many; 0 is none.

use super::PageRequest;
use crate::draw::{MovePlace, Painter};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::VecDeque;
use zug::answer::{GraphExtent, GraphMove, GraphPosition, GraphValue};
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::Semantics;
use zug_lang::{text, wording};

/// What is said of the whole.
#[derive(Serialize)]
pub struct TableHead {
    title: String,
    players: [String; 2],
    points: bool,
    file: String,
    settings: Vec<String>,
    after: Vec<String>,
    sides: [bool; 2],
    hints: bool,
    positions: usize,
    proved: usize,
    whole: bool,
    within: u32,
}

impl TableHead {
    /// Of a program, and how far its positions were listed.
    pub fn of(program: &Program, request: &PageRequest<'_>, extent: &GraphExtent) -> TableHead {
        TableHead {
            title: program.title.clone(),
            players: program.players().map(str::to_string),
            points: program.points,
            file: request.file.to_string(),
            settings: request.settings.to_vec(),
            after: request.after.to_vec(),
            sides: request.sides,
            hints: request.hints,
            positions: extent.positions,
            proved: extent.proved,
            whole: extent.whole,
            within: extent.plies,
        }
    }
}

/// A move as it reads, the kind of its place, and the place in pixels.
type WrittenMove = (String, Option<&'static str>, Vec<(f64, f64)>);

/// The table.
#[derive(Serialize)]
pub struct PageTable {
    #[serde(flatten)]
    head: TableHead,
    words: Vec<(i64, String)>,
    lines: Vec<String>,
    moves: Vec<WrittenMove>,
    drawings: Vec<usize>,
    edges: Vec<i64>,
    values: Vec<usize>,
    distances: Vec<u64>,
    /// 1 if the second player is to move, and 2 more if play is over.
    turns: Vec<u8>,
    /// The number of the move of perfect play, from 1; 0 if none is known.
    next: Vec<usize>,
    /// Of the moves that lead beyond the table those whose values are known: the number among them,
    /// value and distance.
    beyond: Vec<(usize, usize, u64)>,
}

/// Numbers things in the order in which they are met.
struct Interner<T> {
    numbers: FxHashMap<T, usize>,
    all: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Interner<T> {
    fn new() -> Interner<T> {
        Interner { numbers: FxHashMap::default(), all: Vec::new() }
    }

    fn number(&mut self, one: T) -> usize {
        if let Some(number) = self.numbers.get(&one) {
            return *number;
        }
        self.numbers.insert(one.clone(), self.all.len());
        self.all.push(one);
        self.all.len() - 1
    }
}

/// A move as it reads, and where it is made in tenths of a pixel.
type PlacedMove = (String, Option<(&'static str, Vec<(i64, i64)>)>);

/// Makes the table, position by position.
pub struct Collector<'p> {
    program: &'p Program,
    semantics: Semantics<'p>,
    painter: Painter<'p>,
    lines: Interner<String>,
    moves: Interner<PlacedMove>,
    words: Interner<i64>,
    /// The position that each reached one was first reached from, of those that are still to come.
    before: VecDeque<usize>,
    /// The lines of the pictures from this position on.
    pictures: (usize, VecDeque<Vec<usize>>),
    reached: usize,
    listed: usize,
    drawings: Vec<usize>,
    edges: Vec<i64>,
    values: Vec<usize>,
    distances: Vec<u64>,
    turns: Vec<u8>,
    next: Vec<usize>,
    outside: usize,
    beyond: Vec<(usize, usize, u64)>,
}

impl<'p> Collector<'p> {
    /// For the positions of a program.
    pub fn new(program: &'p Program) -> Collector<'p> {
        Collector {
            program,
            semantics: Semantics::new(program),
            painter: Painter::new(program),
            lines: Interner::new(),
            moves: Interner::new(),
            words: Interner::new(),
            before: VecDeque::new(),
            pictures: (0, VecDeque::new()),
            reached: 1,
            listed: 0,
            drawings: Vec::new(),
            edges: Vec::new(),
            values: Vec::new(),
            distances: Vec::new(),
            turns: Vec::new(),
            next: Vec::new(),
            outside: 0,
            beyond: Vec::new(),
        }
    }

    /// Adds the next position.
    pub fn add(&mut self, each: &GraphPosition) {
        let choices: Vec<Choice> = each.moves.iter().map(|each| each.choice.clone()).collect();
        let drawing = self.painter.draw(&each.position, &choices);
        self.picture(each, &drawing.svg);
        self.edges.push(each.moves.len() as i64);
        let mut last = 0;
        for (to, place) in each.moves.iter().zip(&drawing.places) {
            let text = self.semantics.text(&each.position, &to.choice);
            let number = self.moves.number((text, place.as_ref().map(written))) as i64;
            let target = self.target(to);
            self.edges.extend([number - last, target]);
            last = number;
        }
        let (value, distance) = self.value(each.value);
        self.values.push(value);
        self.distances.push(distance);
        self.turns.push(each.position.turn.index() as u8 + 2 * u8::from(each.over.is_some()));
        self.next.push(each.next.map_or(0, |next| next + 1));
        self.listed += 1;
    }

    fn value(&mut self, value: Option<GraphValue>) -> (usize, u64) {
        let number = value.map_or(0, |known| self.words.number(known.value) + 1);
        (number, value.and_then(|known| known.plies).map_or(0, |plies| plies + 1))
    }

    fn target(&mut self, each: &GraphMove) -> i64 {
        match each.to {
            None => {
                let (value, distance) = self.value(each.value);
                if value > 0 {
                    self.beyond.push((self.outside, value, distance));
                }
                self.outside += 1;
                1
            }
            Some(to) if to == self.reached => {
                self.reached += 1;
                self.before.push_back(self.listed);
                0
            }
            Some(to) => (self.reached - 1 - to) as i64 + 2,
        }
    }

    /// Notes how the lines differ from those of the position before it.
    fn picture(&mut self, each: &GraphPosition, svg: &str) {
        let text = text::position::draw(self.program, &self.semantics, &each.position);
        let all = svg.lines().filter(|line| !line.is_empty()).chain([""]).chain(text.lines());
        let now: Vec<usize> = all.map(|line| self.lines.number(line.to_string())).collect();
        let before = match self.before.pop_front() {
            Some(before) => {
                let (first, pictures) = &mut self.pictures;
                pictures.drain(..before - *first);
                *first = before;
                &pictures[0][..]
            }
            None => &[],
        };
        write_replacements(&mut self.drawings, before, &now);
        self.pictures.1.push_back(now);
    }

    /// The whole table.
    pub fn table(self, head: TableHead) -> PageTable {
        let in_words = |value: i64| (value, wording::value(self.program, value));
        let placed = |(text, place): PlacedMove| match place {
            Some((kind, at)) => (text, Some(kind), at.into_iter().map(pixels).collect()),
            None => (text, None, Vec::new()),
        };
        PageTable {
            head,
            words: self.words.all.into_iter().map(in_words).collect(),
            lines: self.lines.all,
            moves: self.moves.all.into_iter().map(placed).collect(),
            drawings: self.drawings,
            edges: self.edges,
            values: self.values,
            distances: self.distances,
            turns: self.turns,
            next: self.next,
            beyond: self.beyond,
        }
    }
}

fn tenths((x, y): (f64, f64)) -> (i64, i64) {
    ((x * 10.0).round() as i64, (y * 10.0).round() as i64)
}

fn pixels((x, y): (i64, i64)) -> (f64, f64) {
    (x as f64 / 10.0, y as f64 / 10.0)
}

fn written(place: &MovePlace) -> (&'static str, Vec<(i64, i64)>) {
    match place {
        MovePlace::Cell(at) => ("cell", vec![tenths(*at)]),
        MovePlace::Way(from, to) => ("way", vec![tenths(*from), tenths(*to)]),
        MovePlace::Line(from, to) => ("line", vec![tenths(*from), tenths(*to)]),
        MovePlace::Area(cells) => ("area", cells.iter().copied().map(tenths).collect()),
    }
}

/// A run of lines that are replaced: how many stay before it, how many go, and those that come.
type Replacement<'a> = (usize, usize, &'a [usize]);

fn write_replacements(out: &mut Vec<usize>, before: &[usize], now: &[usize]) {
    let all = replacements(before, now);
    out.push(all.len());
    for (stay, go, come) in all {
        out.extend([stay, go, come.len()]);
        out.extend(come);
    }
}

/// Runs of lines that differ, where both have as many lines; otherwise all from the first to the
/// last that differs.
fn replacements<'a>(before: &[usize], now: &'a [usize]) -> Vec<Replacement<'a>> {
    if before.len() != now.len() {
        let same = |(a, b): &(&usize, &usize)| a == b;
        let head = before.iter().zip(now).take_while(same).count();
        let tails = before[head..].iter().rev().zip(now[head..].iter().rev());
        let tail = tails.take_while(same).count();
        return vec![(head, before.len() - head - tail, &now[head..now.len() - tail])];
    }
    let (mut all, mut at, mut done) = (Vec::new(), 0, 0);
    while at < now.len() {
        if before[at] == now[at] {
            at += 1;
            continue;
        }
        let run = before[at..].iter().zip(&now[at..]).take_while(|(a, b)| a != b).count();
        all.push((at - done, run, &now[at..at + run]));
        at += run;
        done = at;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::replacements;

    fn applied(before: &[usize], now: &[usize]) -> Vec<usize> {
        let (mut made, mut at) = (Vec::new(), 0);
        for (stay, go, come) in replacements(before, now) {
            made.extend(&before[at..at + stay]);
            made.extend(come);
            at += stay + go;
        }
        made.extend(&before[at..]);
        made
    }

    #[test]
    fn replacements_make_one_list_of_the_other() {
        let lists: [&[usize]; 6] = [&[], &[1, 2, 3], &[1, 4, 3], &[1, 2, 2, 3], &[3, 2, 1], &[1, 1, 1, 1]];
        for before in lists {
            for now in lists {
                assert_eq!(applied(before, now), now, "{before:?}");
            }
        }
    }
}
