//! Makes small random definitions: programs of the language, well typed by construction.
//!
//! All choices come from a list of numbers, read once; an exhausted list chooses the first,
//! simplest alternative. So proptest shrinks a definition by shrinking numbers. Definitions may
//! still be refused by the checker (an integer that can only leave its bounds, a circular `can`) or
//! break a promise when played; both are for the tests to judge.

#![allow(dead_code, reason = "every test uses a part of it")]

mod rules;

pub use rules::rules;
use std::fmt::Write;

/// The text of a definition, of this generator and of [`rules`] by turns.
pub fn by_turns(turn: usize, numbers: &[u32]) -> String {
    if turn.is_multiple_of(2) { definition(numbers) } else { rules(numbers) }
}

/// The text of a definition.
pub fn definition(numbers: &[u32]) -> String {
    let mut maker = Maker { numbers, at: 0, locals: Vec::new(), next: 0, board: Board::default() };
    maker.definition()
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Cell,
    Int,
}

#[derive(Clone, Default)]
struct Board {
    text: &'static str,
    directions: &'static [&'static str],
    cells: &'static [&'static str],
}

struct Maker<'a> {
    numbers: &'a [u32],
    at: usize,
    locals: Vec<(String, Kind)>,
    next: usize,
    board: Board,
}

const COMPASS: &[&str] = &["north", "south", "east", "west", "northeast", "southwest"];
const SIX: &[&str] = &["east", "west", "northeast", "southwest"];
const LINE: &[&str] = &["forward", "backward"];

const BOARDS: [Board; 10] = [
    Board { text: "board Cell = grid(2, 2)", directions: COMPASS, cells: &["a1", "b2"] },
    Board { text: "board Cell = path(4)", directions: LINE, cells: &["1", "4"] },
    Board { text: "board Cell = ring(4)", directions: LINE, cells: &["1", "3"] },
    Board { text: "board Cell = grid(3, 1)", directions: COMPASS, cells: &["a1", "c1"] },
    Board { text: "board Cell = torus(2, 2)", directions: COMPASS, cells: &["a1", "b1"] },
    Board { text: "board Cell = hex(2, 2)", directions: SIX, cells: &["a2", "b1"] },
    Board { text: "board Cell = hextorus(2, 2)", directions: SIX, cells: &["a2", "b1"] },
    Board { text: "board Cell = triangle(2)", directions: SIX, cells: &["1", "3"] },
    Board { text: "graph Cell { a1-b1-b2, b2-c3 }", directions: &[], cells: &["a1", "c3"] },
    Board { text: "graph Cell { a1->b1->b2-c3->a1, b1->d4 }", directions: &[], cells: &["a1", "d4"] },
];

impl Maker<'_> {
    fn pick(&mut self, choices: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % choices
    }

    fn definition(&mut self) -> String {
        let board = self.pick(BOARDS.len());
        self.board = BOARDS[board].clone();
        let points = self.pick(2) == 1;
        let mut out = String::from("game \"Random\"\nplayers A, B\n");
        let _ = writeln!(out, "{}", self.board.text);
        out += "family Pair of Cell = { {a, b} for a in Cell, b in near(a) }\n";
        out += "state {\n  stones[Player]: set of Cell\n  marks: set of Cell\n  at: Cell or none\n";
        out += "  n: 0..3 = 1\n  flag: bool\n  heap[Cell]: 0..2 = 1\n  drawn: set of Pair\n}\n";
        out += "def free = Cell - stones[A] - stones[B]\n";
        out += "def beside(c: Cell) = near(c) & free\n";
        let followup = self.pick(3) == 1;
        for i in 0..1 + self.pick(3) {
            let text = self.a_move(i, followup);
            out += &text;
        }
        if followup {
            out += &self.followup();
        }
        for _ in 0..self.pick(3) {
            let condition = self.boolean(2);
            let outcome = self.outcome(points);
            let _ = writeln!(out, "end when {condition} => {outcome}");
        }
        out += &match (self.pick(4), points) {
            (0, false) => "stuck => me loses\n".to_string(),
            (0, true) => "stuck => count(stones[A]) - count(stones[B]) to A\n".to_string(),
            (1, _) => "stuck => draw\n".to_string(),
            (2, false) => "stuck => if stuck(opponent) then draw else pass\n".to_string(),
            (2, true) => "stuck => if stuck(opponent) then n to B else pass\n".to_string(),
            (_, false) => "stuck => if flag then me wins else opponent wins\n".to_string(),
            (_, true) => "stuck => n to me\n".to_string(),
        };
        out += match (self.pick(4), points) {
            (1, false) => "endless => A wins\n",
            (2, false) => "endless => B wins\n",
            (1, true) => "endless => 1 to B\n",
            (2, true) => "endless => 2 to A\n",
            _ => "",
        };
        // Nobody claims that these are so; they are there to be read and written.
        out += match self.pick(3) {
            1 => "expect slow positions = 3, perft = [1, 2]\n",
            2 => "expect slow with n = 2 after \"x\": draw, best = \"x\"\n",
            _ => "",
        };
        out
    }

    fn outcome(&mut self, points: bool) -> String {
        let player = self.player();
        match (points, self.pick(4)) {
            (_, 3) => {
                let (condition, yes, no) = (self.boolean(1), self.outcome(points), self.outcome(points));
                format!("(if {condition} then ({yes}) else {no})")
            }
            (false, 0) => format!("{player} wins"),
            (false, 1) => format!("{player} loses"),
            (false, _) => "draw".to_string(),
            (true, 0) => format!("count(stones[A]) to {player}"),
            (true, 1) => format!("n to {player}"),
            (true, _) => "1 to A".to_string(),
        }
    }

    fn a_move(&mut self, number: usize, followup: bool) -> String {
        self.locals.clear();
        let set = match self.pick(3) {
            0 => "free".to_string(),
            1 => self.set(1),
            _ => "stones[me]".to_string(),
        };
        self.locals.push(("c".into(), Kind::Cell));
        let mut parameters = format!("c in {set}");
        match self.pick(5) {
            1 => {
                let set = self.set(1);
                let _ = write!(parameters, ", d in {set}");
                self.locals.push(("d".into(), Kind::Cell));
            }
            2 => {
                parameters += ", k in 1..n";
                self.locals.push(("k".into(), Kind::Int));
            }
            3 => {
                parameters += ", e in Pair - drawn";
            }
            _ => {}
        }
        let when = if self.pick(2) == 1 { format!(" when {}", self.boolean(2)) } else { String::new() };
        let mut body = String::new();
        if self.pick(3) < 2 {
            body += "  stones[me] += c\n";
        } else {
            body += &self.statement(2);
        }
        if parameters.contains("Pair") {
            body += "  drawn += e\n";
        }
        for _ in 0..self.pick(3) {
            body += &self.statement(2);
        }
        match (self.pick(4), followup) {
            (1, _) => body += &format!("  again when {}\n", self.boolean(1)),
            (2, true) => {
                let (cell, condition) = (self.cell(1), self.boolean(1));
                body += &format!("  again with more({cell}) when {condition}\n");
            }
            (3, true) => body += "  again with more\n",
            _ => {}
        }
        let provided =
            if self.pick(5) == 1 { format!("provided {}\n", self.boolean(1)) } else { String::new() };
        format!("move m{number}({parameters}){when} {{\n{body}}}\n{provided}")
    }

    fn followup(&mut self) -> String {
        self.locals = vec![("c".into(), Kind::Cell)];
        let body = self.statement(1);
        let when = self.boolean(1);
        format!("followup more(c in Cell) when {when} {{\n{body}}}\n")
    }

    fn statement(&mut self, depth: usize) -> String {
        let choices = if depth == 0 { 8 } else { 12 };
        match self.pick(choices) {
            0 => format!("  marks += {}\n", self.set(1)),
            1 => format!("  marks -= {}\n", self.set(1)),
            2 => format!("  at = {}\n", self.cell(1)),
            3 => format!("  flag = {}\n", self.boolean(1)),
            4 => format!("  n = min(3, max(0, {}))\n", self.int(1)),
            5 => format!("  stones[{}] = {}\n", self.player(), self.set(1)),
            6 => "  heap[c] = (heap[c] + 1) % 3\n".to_string(),
            7 => "  n += 1\n".to_string(),
            8 => {
                let (condition, yes, no) =
                    (self.boolean(1), self.statement(depth - 1), self.statement(depth - 1));
                format!("  if {condition} {{\n{yes}  }} else {{\n{no}  }}\n")
            }
            9 => {
                let set = self.set(1);
                let name = self.fresh();
                self.locals.push((name.clone(), Kind::Cell));
                let body = self.statement(depth - 1);
                self.locals.pop();
                format!("  for {name} in {set} {{\n{body}  }}\n")
            }
            10 => {
                let count = self.int(1);
                let body = self.statement(depth - 1);
                format!("  repeat {count} {{\n{body}  }}\n")
            }
            _ => {
                let (name, value) = (self.fresh(), self.int(1));
                self.locals.push((name.clone(), Kind::Int));
                let rest = self.statement(depth - 1);
                format!("  let {name} = {value}\n{rest}  heap[c] = min(2, max(0, {name}))\n")
            }
        }
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("x{}", self.next)
    }

    fn player(&mut self) -> &'static str {
        ["me", "opponent", "A", "B", "other(me)"][self.pick(5)]
    }

    fn local(&mut self, kind: Kind) -> Option<String> {
        let names: Vec<String> =
            self.locals.iter().filter(|(_, k)| *k == kind).map(|(name, _)| name.clone()).collect();
        if names.is_empty() { None } else { Some(names[self.pick(names.len())].clone()) }
    }

    fn direction(&mut self) -> Option<&'static str> {
        let directions = self.board.directions;
        if directions.is_empty() { None } else { Some(directions[self.pick(directions.len())]) }
    }

    /// A last argument of `near` and `reach`, or none; graphs have two directions for these alone.
    fn along(&mut self) -> String {
        let directions = if self.board.directions.is_empty() { LINE } else { self.board.directions };
        let at = self.pick(directions.len() + 1);
        directions.get(at).map_or(String::new(), |direction| format!(", {direction}"))
    }

    fn bound(&mut self, body: impl FnOnce(&mut Self) -> String) -> (String, String) {
        let name = self.fresh();
        self.locals.push((name.clone(), Kind::Cell));
        let body = body(self);
        self.locals.pop();
        (name, body)
    }

    fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.pick(4) {
                0 => format!("{} in {}", self.cell(0), self.set(0)),
                1 => format!("{} < {}", self.int(0), self.int(0)),
                2 => "flag".to_string(),
                _ => format!("at = {}", self.cell(0)),
            };
        }
        let d = depth - 1;
        match self.pick(13) {
            0 => format!("{} in {}", self.cell(d), self.set(d)),
            1 => format!("{} not in {}", self.cell(d), self.set(d)),
            2 => format!("{} <= {}", self.set(d), self.set(d)),
            3 => format!("{} != {{}}", self.set(d)),
            4 => format!("{} <= {}", self.int(d), self.int(d)),
            5 => format!("{} = {}", self.cell(d), self.cell(d)),
            6 => format!("not ({})", self.boolean(d)),
            7 => format!("({} and {})", self.boolean(d), self.boolean(d)),
            8 => format!("({} or {})", self.boolean(d), self.boolean(d)),
            9 => format!("({} implies {})", self.boolean(d), self.boolean(d)),
            10 => {
                let word = ["some", "every", "no"][self.pick(3)];
                let set = self.set(d);
                let (name, body) = self.bound(|maker| maker.boolean(d));
                format!("({word} {name} in {set}: {body})")
            }
            11 => format!("(some f in Pair: f <= {})", self.set(d)),
            _ => format!("{} != {}", self.int(d), self.int(d)),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.pick(4) {
                0 => self.pick(4).to_string(),
                1 => "n".to_string(),
                2 => self.local(Kind::Int).unwrap_or_else(|| "2".to_string()),
                _ => format!("count({})", self.set(0)),
            };
        }
        let d = depth - 1;
        match self.pick(11) {
            0 => format!("count({})", self.set(d)),
            1 => format!("({} + {})", self.int(d), self.int(d)),
            2 => format!("({} - {})", self.int(d), self.int(d)),
            3 => format!("({} * {})", self.int(d), self.int(d)),
            4 => format!("({} / {})", self.int(d), self.int(d)),
            5 => format!("({} % {})", self.int(d), self.int(d)),
            6 => format!("heap[{}]", self.cell(d)),
            7 => {
                let set = self.set(d);
                let (name, body) = self.bound(|maker| maker.boolean(d));
                format!("count({name} in {set} where {body})")
            }
            8 => {
                let word = ["sum", "min", "max"][self.pick(3)];
                let set = self.set(d);
                let (name, body) = self.bound(|maker| maker.int(d));
                format!("{word}({name} in {set}: {body})")
            }
            9 => format!("abs({})", self.int(d)),
            _ => format!("(if {} then {} else {})", self.boolean(d), self.int(d), self.int(d)),
        }
    }

    fn set(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.pick(5) {
                0 => "free".to_string(),
                1 => format!("stones[{}]", self.player()),
                2 => "marks".to_string(),
                3 => "Cell".to_string(),
                _ => format!("near({})", self.cell(0)),
            };
        }
        let d = depth - 1;
        match self.pick(12) {
            0 => format!("({} + {})", self.set(d), self.set(d)),
            1 => format!("({} - {})", self.set(d), self.set(d)),
            2 => format!("({} & {})", self.set(d), self.set(d)),
            3 => {
                let set = self.set(d);
                let (name, body) = self.bound(|maker| maker.boolean(d));
                format!("{{ {name} in {set} where {body} }}")
            }
            4 => {
                let (set, along) = (self.set(d), self.along());
                format!("near({set}{along})")
            }
            5 => {
                let (from, within, along) = (self.set(d), self.set(d), self.along());
                format!("reach({from}, {within}{along})")
            }
            6 => format!("beside({})", self.cell(d)),
            7 => format!("(if {} then {} else {})", self.boolean(d), self.set(d), self.set(d)),
            8 => {
                let set = self.set(d);
                let (name, body) = self.bound(|maker| maker.set(d));
                format!("union({name} in {set}: {body})")
            }
            9 => match self.direction() {
                Some(direction) => format!("run({}, {direction}, {})", self.cell(d), self.set(d)),
                None => format!("reach({}, drawn)", self.set(d)),
            },
            10 => match self.direction() {
                Some(direction) => format!("shift({}, {direction})", self.set(d)),
                None => "marks".to_string(),
            },
            _ => format!("({} + {})", self.set(d), self.cell(d)),
        }
    }

    fn cell(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.pick(3) {
                0 => self.local(Kind::Cell).unwrap_or_else(|| "at".to_string()),
                1 => "at".to_string(),
                _ => {
                    let at = self.pick(self.board.cells.len());
                    let name = self.board.cells[at];
                    // Rings and paths are integers: their elements are what the integers stand for.
                    if name.parse::<u32>().is_ok() { "at".to_string() } else { name.to_string() }
                }
            };
        }
        let d = depth - 1;
        match (self.pick(4), self.direction()) {
            (1, Some(direction)) => format!("step({}, {direction})", self.cell(d)),
            (2, Some(direction)) => format!("stop({}, {direction}, {})", self.cell(d), self.set(d)),
            (3, _) => format!("(if {} then {} else {})", self.boolean(d), self.cell(d), self.cell(d)),
            _ => self.cell(d),
        }
    }
}
