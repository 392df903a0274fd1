//! Makes small random definitions of many forms: fields of every type over every kind of domain,
//! moves that lead towards an end and moves that undo others, followups, passes, points that only
//! add up, rules that look alike for both players.
//!
//! Choices come from a list of numbers, as in the other generator; a definition may be refused, or
//! break a promise in play.

mod expressions;
mod moves;

use std::fmt::Write;

/// The text of a definition.
pub fn rules(numbers: &[u32]) -> String {
    let mut maker =
        Maker { numbers, at: 0, next: 0, locals: Vec::new(), fields: Vec::new(), cells: &[], steps: &[] };
    maker.definition()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Domain {
    Player,
    Cell,
    Tag,
    Step,
    Pair,
}

use Domain::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    Bool,
    Int(i64, i64),
    One(Domain),
    Set(Domain),
}

struct Field {
    name: String,
    indexes: Vec<Domain>,
    sort: Sort,
    none: bool,
}

struct Maker<'a> {
    numbers: &'a [u32],
    at: usize,
    next: usize,
    locals: Vec<(String, Sort)>,
    fields: Vec<Field>,
    cells: &'static [&'static str],
    steps: &'static [&'static str],
}

type Board = (&'static str, &'static [&'static str], &'static [&'static str]);

const BOARDS: [Board; 14] = [
    ("board Cell = grid(3, 1)", &["a1", "c1"], &["east", "west"]),
    ("board Cell = grid(2, 2)", &["a1", "b2"], &["north", "west", "southeast"]),
    ("board Cell = grid(1, 1)", &["a1"], &["north"]),
    ("board Cell = torus(3, 1)", &["a1", "b1"], &["east", "west"]),
    ("board Cell = path(4)", &[], &["forward", "backward"]),
    ("board Cell = ring(3)", &[], &["forward", "backward"]),
    ("board Cell = hex(2, 2)", &["a1", "b2"], &["east", "northeast"]),
    ("board Cell = { c in grid(3, 2) where c != b1 }", &["a1", "c2"], &["east", "north", "northwest"]),
    ("board Cell = hextorus(2, 3)", &["a1", "b2"], &["east", "southeast", "northwest"]),
    ("board Cell = hexagon(2)", &["b1", "b2"], &["east", "northeast"]),
    ("graph Cell { a-b-c-a, c-d }", &["a", "d"], &[]),
    ("graph Cell { a->b->c->a, d }", &["a", "d"], &[]),
    ("graph Cell { a-b, c-d }", &["a", "c"], &[]),
    ("board Cell = grid(33, 2)", &["a1", "ag2"], &["east", "north"]),
];

impl Maker<'_> {
    fn pick(&mut self, choices: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % choices
    }

    fn chance(&mut self, of: usize) -> bool {
        self.pick(of) == 1
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("x{}", self.next)
    }

    fn definition(&mut self) -> String {
        let board = if self.chance(12) { BOARDS.len() - 1 } else { self.pick(BOARDS.len() - 1) };
        let (text, cells, steps) = BOARDS[board];
        (self.cells, self.steps) = (cells, steps);
        let points = self.chance(2);
        let mut out = format!(
            "game \"Rules\"\nplayers A, B\n{text}\nenum Tag {{ {} }}\n",
            ["t1, t2", "t1", "t1, t2, t3"][self.pick(3)]
        );
        let _ = writeln!(out, "range Step = {}", ["1..2", "-1..1", "0..0"][self.pick(3)]);
        out += "family Pair of Cell = { {a, b} for a in Cell, b in near(a) }\n";
        out += &self.state(points);
        let (followup, clock) = (self.pick(3), self.pick(3) < 2);
        if clock {
            out = out.replacen("state {\n", "state {\n  clock: 0..5 = 5\n", 1);
        }
        for number in 0..1 + self.pick(3) {
            out += &self.a_move(number, followup, clock, points);
        }
        for number in 0..followup {
            out += &self.followup(number, followup, points);
        }
        self.locals.clear();
        let alike = if points && self.chance(2) { Some(self.outcome_of_all()) } else { None };
        for _ in 0..self.pick(3) {
            out += &self.an_end(points, alike.as_deref());
        }
        let outcome = alike.clone().unwrap_or_else(|| self.outcome(points, 1));
        out += &match self.pick(4) {
            0 => format!("stuck => if stuck(opponent) then {outcome} else pass\n"),
            1 if clock => format!(
                "stuck => if clock = 0 then {outcome} else if stuck(opponent) then {outcome} else pass\n"
            ),
            _ => format!("stuck => {outcome}\n"),
        };
        out += match (self.pick(5), points, &alike) {
            (1, false, _) => "endless => A wins\n",
            (2, false, _) => "endless => B loses\n",
            (1, true, None) => "endless => 1 to B\n",
            _ => "",
        };
        out
    }

    // --- the position ----------------------------------------------------------------------------

    fn state(&mut self, points: bool) -> String {
        let mut out = String::from("state {\n");
        self.add(&mut out, vec![Player], Sort::Set(Cell), false);
        for _ in 0..1 + self.pick(4) {
            let indexes = match self.pick(6) {
                0 => vec![Player],
                1 => vec![Tag],
                2 => vec![Player, Tag],
                _ => vec![],
            };
            let (sort, none) = match self.pick(12) {
                0 => (Sort::Bool, false),
                1 => (Sort::Int(-1, 2), false),
                2 => (Sort::Int(0, 2), true),
                3 => (Sort::One(Cell), true),
                4 => (Sort::One(Tag), false),
                5 => (Sort::One(Player), true),
                6 => (Sort::Set(Tag), false),
                7 => (Sort::Set(Cell), self.chance(3)),
                8 => (Sort::One(Step), true),
                9 => (Sort::Set(Pair), false),
                10 => (Sort::Set(Player), false),
                _ => (Sort::Int(0, 3), false),
            };
            self.add(&mut out, indexes, sort, none);
        }
        if points {
            self.fields.push(Field {
                name: "score".into(),
                indexes: vec![Player],
                sort: Sort::Int(-60, 60),
                none: false,
            });
            out += "  score[Player]: -60..60 = 0\n";
        }
        if self.chance(4) {
            out += "  turn = B\n";
        }
        out + "}\n"
    }

    fn add(&mut self, out: &mut String, indexes: Vec<Domain>, sort: Sort, none: bool) {
        let name = format!("f_{}", self.fields.len());
        let index = indexes.iter().map(|each| format!("{each:?}")).collect::<Vec<_>>().join(", ");
        let index = if index.is_empty() { index } else { format!("[{index}]") };
        let (ty, first) = match sort {
            Sort::Bool => ("bool".to_string(), self.literal(sort)),
            Sort::Int(low, high) => (format!("{low}..{high}"), format!("{}", low + self.pick(2) as i64)),
            Sort::One(domain) => (format!("{domain:?}"), self.literal(sort)),
            Sort::Set(domain) => (
                format!("set of {domain:?}"),
                if self.chance(3) { format!("{domain:?}") } else { "{}".into() },
            ),
        };
        let (ty, first) = match none {
            true => (ty + " or none", if self.chance(2) { first } else { "none".into() }),
            false => (ty, first),
        };
        // Both players begin alike, or the first has something more.
        let first = match (sort, &indexes[..]) {
            (Sort::Set(Cell), [Player]) if !self.cells.is_empty() && self.chance(3) => {
                format!("[ {{{}}}, {{{}}} ]", self.cells[0], self.cells[self.cells.len() - 1])
            }
            _ => first,
        };
        let _ = writeln!(out, "  {name}{index}: {ty} = {first}");
        self.fields.push(Field { name, indexes, sort, none });
    }

    /// Never `none`.
    fn literal(&mut self, sort: Sort) -> String {
        match sort {
            Sort::Bool => ["false", "true"][self.pick(2)].into(),
            Sort::Int(low, high) => (low + self.pick((high - low + 1) as usize) as i64).to_string(),
            Sort::One(Player) => ["A", "B"][self.pick(2)].into(),
            Sort::One(Tag) => "t1".into(),
            Sort::One(Cell) if !self.cells.is_empty() => self.cells[self.pick(self.cells.len())].into(),
            Sort::One(Cell) => "1".into(),
            Sort::One(Step) => "0".into(),
            Sort::One(Pair) => "none".into(),
            Sort::Set(_) => "{}".into(),
        }
    }

    // --- moves -----------------------------------------------------------------------------------

    // --- endings ---------------------------------------------------------------------------------

    fn an_end(&mut self, points: bool, alike: Option<&str>) -> String {
        self.locals.clear();
        let bound = match self.pick(4) {
            0 => Some(Player),
            1 => Some(Cell),
            _ => None,
        };
        let mut binders = String::new();
        if let Some(domain) = bound {
            binders = format!("for p in {domain:?} ");
            self.locals.push(("p".into(), Sort::One(domain)));
        }
        let condition = self.boolean(2);
        if bound != Some(Player) {
            self.locals.clear();
        }
        let outcome = match alike {
            Some(outcome) => outcome.to_string(),
            None => self.outcome(points, 1),
        };
        self.locals.clear();
        format!("end {binders}when {condition} => {outcome}\n")
    }

    fn outcome(&mut self, points: bool, depth: usize) -> String {
        let player = match self.locals.last().cloned() {
            Some((name, Sort::One(Player))) if self.chance(2) => name,
            _ => ["me", "opponent", "A", "B", "other(me)"][self.pick(5)].to_string(),
        };
        match (points, self.pick(5)) {
            (_, 4) if depth > 0 => {
                let (condition, yes, no) =
                    (self.boolean(1), self.outcome(points, 0), self.outcome(points, 0));
                format!("(if {condition} then {yes} else {no})")
            }
            (false, 0 | 3) => format!("{player} wins"),
            (false, 1) => format!("{player} loses"),
            (_, 2) => "draw".to_string(),
            (false, _) => "A wins".to_string(),
            (true, 0) => format!("score[{player}] to {player}"),
            (true, 1) => format!("{} to {player}", self.int(1)),
            (true, _) => "score[A] - score[B] to A".to_string(),
        }
    }

    // --- expressions -----------------------------------------------------------------------------
}
