//! Makes small random definitions of many forms: fields of every type over every kind of domain, moves that lead towards an end and
//! moves that undo others, followups, passes, points that only add up, rules that look alike for both players.
//!
//! Choices come from a list of numbers, as in the other generator; a definition may be refused, or break a promise in play.

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

const BOARDS: [Board; 13] = [
    ("board Cell = grid(3, 1)", &["a1", "c1"], &["east", "west"]),
    ("board Cell = grid(2, 2)", &["a1", "b2"], &["north", "west", "southeast"]),
    ("board Cell = grid(1, 1)", &["a1"], &["north"]),
    ("board Cell = torus(3, 1)", &["a1", "b1"], &["east", "west"]),
    ("board Cell = path(4)", &[], &["forward", "backward"]),
    ("board Cell = ring(3)", &[], &["forward", "backward"]),
    ("board Cell = hex(2, 2)", &["a1", "b2"], &["east", "northeast"]),
    ("board Cell = { c in grid(3, 2) where c != b1 }", &["a1", "c2"], &["east", "north", "northwest"]),
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

    // --- the position -----------------------------------------------------------------------------------------

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

    // --- moves ------------------------------------------------------------------------------------------------

    fn a_move(&mut self, number: usize, followup: usize, clock: bool, points: bool) -> String {
        self.locals.clear();
        let (mut parameters, mut guards, mut body) = (Vec::new(), Vec::new(), String::new());
        if clock {
            guards.push("clock > 0".to_string());
            body += "  clock -= 1\n";
        }
        self.motor(&mut parameters, &mut guards, &mut body);
        if self.chance(3) {
            let (name, sort) = (self.fresh(), self.any_of());
            if let Sort::One(domain) = sort {
                let set = self.set(domain, 1);
                parameters.push(format!("{name} in {set}"));
                self.locals.push((name, sort));
            }
        }
        if self.chance(3) {
            guards.push(self.boolean(1));
        }
        for _ in 0..self.pick(3) {
            body += &self.statement(1);
        }
        if points && self.pick(3) < 2 {
            body += &self.gain();
        }
        body += &self.again(followup);
        let parameters =
            if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
        let guards =
            if guards.is_empty() { String::new() } else { format!(" when {}", guards.join(" and ")) };
        let provided = if self.chance(6) { format!("provided {}\n", self.boolean(1)) } else { String::new() };
        format!("move m{number}{parameters}{guards} {{\n{body}}}\n{provided}")
    }

    fn again(&mut self, followup: usize) -> String {
        let when = if self.chance(2) { format!(" when {}", self.boolean(1)) } else { String::new() };
        match (self.pick(5), followup) {
            (1, _) => format!("  again{when}\n"),
            (2, 1..) => format!("  again with g0{when}\n"),
            (3, 1..) => format!("  again with g0({}){when}\n", self.one(Cell, 1)),
            (4, 2) => format!("  again with g1 or m0{when}\n"),
            (4, _) => format!("  again with m0{when}\n"),
            _ => String::new(),
        }
    }

    fn followup(&mut self, number: usize, followup: usize, points: bool) -> String {
        self.locals.clear();
        let set = self.set(Cell, 1);
        self.locals.push(("c".into(), Sort::One(Cell)));
        let when = if self.chance(2) { format!(" when {}", self.boolean(1)) } else { String::new() };
        let mut body = if self.chance(2) { self.statement(1) } else { String::new() };
        if points && self.chance(2) {
            body += &self.gain();
        }
        if self.chance(4) {
            body += &self.again(followup);
        }
        format!("followup g{number}(c in {set}){when} {{\n{body}}}\n")
    }

    /// What leads towards an end, if nothing else undoes it.
    fn motor(&mut self, parameters: &mut Vec<String>, guards: &mut Vec<String>, body: &mut String) {
        let at = self.pick(self.fields.len());
        let (sort, none) = (self.fields[at].sort, self.fields[at].none);
        let place = self.place(at, 0);
        match (sort, none, self.pick(4)) {
            (Sort::Set(domain), false, way) => {
                let name = self.fresh();
                let rest = if way == 0 { format!(" - {}", self.set(domain, 0)) } else { String::new() };
                let (from, sign) = match way {
                    1 => (place.clone(), "-="),
                    _ => (format!("{domain:?} - {place}{rest}"), "+="),
                };
                parameters.push(format!("{name} in {from}"));
                self.locals.push((name.clone(), Sort::One(domain)));
                *body += &format!("  {place} {sign} {name}\n");
            }
            (Sort::Bool, ..) => {
                guards.push(format!("not {place}"));
                *body += &format!("  {place} = true\n");
            }
            (Sort::Int(low, _), false, 0) => {
                guards.push(format!("{place} > {low}"));
                *body += &format!("  {place} -= 1\n");
            }
            (Sort::Int(_, high), false, _) => {
                let name = self.fresh();
                parameters.push(format!("{name} in 1..2"));
                guards.push(format!("{place} + {name} <= {high}"));
                self.locals.push((name.clone(), Sort::Int(1, 2)));
                *body += &format!("  {place} += {name}\n");
            }
            (_, true, 0) => {
                guards.push(format!("{place} != none"));
                *body += &format!("  {place} = none\n");
            }
            (sort, true, _) => {
                guards.push(format!("{place} = none"));
                let value = self.literal(sort);
                *body += &format!("  {place} = {value}\n");
            }
            (Sort::One(domain), ..) => {
                let name = self.fresh();
                parameters.push(format!("{name} in {{ y in {domain:?} where y > {place} }}"));
                *body += &format!("  {place} = {name}\n");
                self.locals.push((name, sort));
            }
        }
    }

    fn gain(&mut self) -> String {
        let who = ["me", "opponent", "A", "B"][self.pick(4)];
        let gained = match self.pick(4) {
            0 => "1".to_string(),
            1 => "-2".to_string(),
            _ => format!("min(3, max(-3, {}))", self.int(1)),
        };
        format!("  score[{who}] += {gained}\n")
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.pick(if depth == 0 { 6 } else { 9 }) {
            6 => format!("  if {} {{\n{}  }}\n", self.boolean(1), self.statement(0)),
            7 => {
                let (name, domain) = (self.fresh(), [Cell, Tag, Player][self.pick(3)]);
                let set = self.set(domain, 1);
                self.locals.push((name.clone(), Sort::One(domain)));
                let mut binders = format!("{name} in {set}");
                let two = self.chance(3);
                if two {
                    let (other, set) = (self.fresh(), self.set(Cell, 1));
                    binders += &format!(", {other} in {set}");
                    self.locals.push((other, Sort::One(Cell)));
                }
                let body =
                    self.statement(0) + &if self.chance(2) { self.statement(0) } else { String::new() };
                self.locals.truncate(self.locals.len() - 1 - usize::from(two));
                format!("  for {binders} {{\n{body}  }}\n")
            }
            8 => {
                let (name, value) = (self.fresh(), self.int(1));
                self.locals.push((name.clone(), Sort::Int(0, 3)));
                let rest = self.statement(0);
                self.locals.pop();
                format!("  let {name} = {value}\n{rest}")
            }
            _ => self.store(),
        }
    }

    /// Stores something that nearly always fits.
    fn store(&mut self) -> String {
        let at = self.pick(self.fields.len());
        let (sort, none) = (self.fields[at].sort, self.fields[at].none);
        let place = self.place(at, 1);
        if self.fields[at].name == "score" {
            return self.gain();
        }
        match (sort, none, self.pick(4)) {
            (Sort::Set(domain), false, way) => {
                let (sign, set) = (["+=", "-=", "=", "+="][way], self.set(domain, 1));
                format!("  {place} {sign} {set}\n")
            }
            (Sort::Set(domain), true, 0) => format!("  {place} = {} - {place}\n", self.set(domain, 1)),
            (Sort::Set(domain), true, _) => format!("  {place} = {}\n", self.set(domain, 1)),
            (Sort::Bool, ..) => format!("  {place} = {}\n", self.boolean(1)),
            (Sort::Int(..), true, 0) => format!("  {place} = none\n"),
            (Sort::Int(_, high), _, 1) => {
                let by = if none { format!("1 / {}", self.int(0)) } else { "1".into() };
                format!("  if {place} < {high} {{ {place} += {by} }}\n")
            }
            (Sort::Int(low, high), _, _) => format!("  {place} = min({high}, max({low}, {}))\n", self.int(1)),
            (Sort::One(domain), true, _) => format!("  {place} = {}\n", self.one(domain, 1)),
            (Sort::One(_), false, _) => {
                let same: Vec<String> =
                    self.locals.iter().filter(|(_, s)| *s == sort).map(|(n, _)| n.clone()).collect();
                let value =
                    if same.is_empty() { self.literal(sort) } else { same[self.pick(same.len())].clone() };
                format!("  {place} = {value}\n")
            }
        }
    }

    /// An entry of a field.
    fn place(&mut self, at: usize, depth: usize) -> String {
        let (name, indexes) = (self.fields[at].name.clone(), self.fields[at].indexes.clone());
        if indexes.is_empty() {
            return name;
        }
        let indexes: Vec<String> = indexes.into_iter().map(|domain| self.sure(domain, depth)).collect();
        format!("{name}[{}]", indexes.join(", "))
    }

    /// An element that is there.
    fn sure(&mut self, domain: Domain, depth: usize) -> String {
        let sort = Sort::One(domain);
        let same: Vec<String> =
            self.locals.iter().filter(|(_, s)| *s == sort).map(|(name, _)| name.clone()).collect();
        match (domain, self.pick(4)) {
            (Player, 0) => "opponent".into(),
            (Player, 1) if depth > 0 => ["A", "B"][self.pick(2)].into(),
            (Player, _) if same.is_empty() => "me".into(),
            _ if same.is_empty() => self.literal(sort),
            _ => same[self.pick(same.len())].clone(),
        }
    }

    // --- endings ----------------------------------------------------------------------------------------------

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

    /// Points in which scores only add up.
    fn outcome_of_all(&mut self) -> String {
        match self.pick(4) {
            0 => "score[me] - score[opponent] to me".into(),
            1 => "2 * score[A] - score[B] to A".into(),
            2 => "score[A] - score[B] + count(f_0[A]) to A".into(),
            _ => "score[A] - score[B] to A".into(),
        }
    }

    // --- expressions ------------------------------------------------------------------------------------------

    fn any_of(&mut self) -> Sort {
        Sort::One([Cell, Tag, Player, Step, Pair][self.pick(5)])
    }

    /// An entry of some field of this sort, or a local; nothing if there is none.
    fn read(&mut self, fits: impl Fn(Sort) -> bool) -> Option<String> {
        let fields: Vec<usize> = (0..self.fields.len())
            .filter(|at| fits(self.fields[*at].sort) && self.fields[*at].name != "score")
            .collect();
        let locals: Vec<String> =
            self.locals.iter().filter(|(_, sort)| fits(*sort)).map(|(name, _)| name.clone()).collect();
        match self.pick((fields.len() + locals.len()).max(1)) {
            at if at < locals.len() => Some(locals[at].clone()),
            at if at - locals.len() < fields.len() => Some(self.place(fields[at - locals.len()], 1)),
            _ => None,
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.pick(if depth == 0 { 5 } else { 13 }) {
            12 => self.some_named(d, |maker| maker.boolean(d)),
            0 => match self.read(|sort| sort == Sort::Bool) {
                Some(read) => read,
                None => format!("f_0[me] = {}", self.set(Cell, 0)),
            },
            1 => format!("{} {} {}", self.int(d), ["<", "<=", "=", "!=", ">"][self.pick(5)], self.int(d)),
            2 => {
                let Sort::One(domain) = self.any_of() else { return "true".into() };
                format!("{} in {}", self.one(domain, d), self.set(domain, d))
            }
            3 => format!(
                "{} {} {}",
                self.set(Cell, d),
                ["<=", "=", "!=", "<"][self.pick(4)],
                self.set(Cell, d)
            ),
            4 => {
                let Sort::One(domain) = self.any_of() else { return "true".into() };
                format!("{} {} {}", self.one(domain, d), ["=", "!="][self.pick(2)], self.one(domain, d))
            }
            5 => format!("not ({})", self.boolean(d)),
            6 => format!("({} and {})", self.boolean(d), self.boolean(d)),
            7 => format!("({} or {})", self.boolean(d), self.boolean(d)),
            8 | 9 => {
                let (word, domain) =
                    (["some", "every", "no"][self.pick(3)], [Cell, Player, Tag, Pair][self.pick(4)]);
                let set = self.set(domain, d);
                let (name, body) = self.bound(domain, |maker| maker.boolean(d));
                format!("({word} {name} in {set}: {body})")
            }
            10 => format!("{} != none", self.one(Cell, d)),
            _ => format!("{} != {{}}", self.set(Cell, d)),
        }
    }

    fn bound(&mut self, domain: Domain, body: impl FnOnce(&mut Self) -> String) -> (String, String) {
        let name = self.fresh();
        self.locals.push((name.clone(), Sort::One(domain)));
        let body = body(self);
        self.locals.pop();
        (name, body)
    }

    /// `let x = V in E`, E made while x is a local of this sort.
    fn named(&mut self, value: &str, sort: Sort, body: impl FnOnce(&mut Self) -> String) -> String {
        let name = self.fresh();
        self.locals.push((name.clone(), sort));
        let body = body(self);
        self.locals.pop();
        format!("(let {name} = ({value}) in {body})")
    }

    /// A name for a set, an integer or an element that may be none, in an expression.
    fn some_named(&mut self, depth: usize, body: impl FnOnce(&mut Self) -> String) -> String {
        match self.pick(4) {
            0 => {
                let value = self.int(depth);
                self.named(&value, Sort::Int(0, 3), body)
            }
            1 => {
                let value = self.boolean(depth);
                self.named(&value, Sort::Bool, body)
            }
            2 => {
                let value = self.one(Cell, depth);
                self.named(&value, Sort::One(Cell), body)
            }
            _ => {
                let value = self.set(Cell, depth);
                self.named(&value, Sort::Set(Cell), body)
            }
        }
    }

    fn int(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.pick(if depth == 0 { 3 } else { 11 }) {
            10 => format!("distance({}, {}, Pair)", self.one(Cell, d), self.one(Cell, d)),
            9 => self.some_named(d, |maker| maker.int(d)),
            0 => self.pick(3).to_string(),
            1 => self.read(|sort| matches!(sort, Sort::Int(..))).unwrap_or_else(|| "1".into()),
            2 => format!("count({})", self.set(Cell, 0)),
            3 => format!("({} + {})", self.int(d), self.int(d)),
            4 => format!("({} - {})", self.int(d), self.int(d)),
            5 => {
                let (word, domain) =
                    (["sum", "min", "max", "count"][self.pick(4)], [Cell, Tag, Player][self.pick(3)]);
                let set = self.set(domain, d);
                let (name, body) =
                    self.bound(domain, |maker| if word == "count" { maker.boolean(d) } else { maker.int(d) });
                format!("{word}({name} in {set}{}{body})", if word == "count" { " where " } else { ": " })
            }
            6 => format!("({} {} {})", self.int(d), ["/", "%", "*"][self.pick(3)], self.int(d)),
            7 => format!("(if {} then {} else {})", self.boolean(d), self.int(d), self.int(d)),
            _ => format!("abs({})", self.int(d)),
        }
    }

    fn set(&mut self, domain: Domain, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match (self.pick(if depth == 0 { 3 } else { 14 }), domain) {
            (12, Cell) => format!("near({}, {})", self.one(Cell, d), self.set(Pair, d)),
            (13, Cell) => match self.pick(2) {
                0 => format!("near({}, Pair)", self.set(Cell, d)),
                _ => format!("reach({}, {}, Pair)", self.set(Cell, d), self.set(Cell, d)),
            },
            (11, _) => self.some_named(d, |maker| maker.set(domain, d)),
            (0, _) => format!("{domain:?}"),
            (1 | 2, _) => {
                self.read(|sort| sort == Sort::Set(domain)).unwrap_or_else(|| format!("{domain:?}"))
            }
            (3, _) => format!("({} + {})", self.set(domain, d), self.set(domain, d)),
            (4, _) => format!("({} - {})", self.set(domain, d), self.set(domain, d)),
            (5, _) => format!("({} & {})", self.set(domain, d), self.set(domain, d)),
            (6, _) => {
                let set = self.set(domain, d);
                let (name, body) = self.bound(domain, |maker| maker.boolean(d));
                format!("{{ {name} in {set} where {body} }}")
            }
            (7, Cell) => format!("near({})", self.one(Cell, d)),
            (8, Cell) => {
                let set = self.set(Cell, d);
                let (name, body) = self.bound(Cell, |maker| maker.set(Cell, d));
                format!("union({name} in {set}: {body})")
            }
            (9, Cell) => format!("reach({}, {})", self.set(Cell, d), self.set(Cell, d)),
            (7, Pair) => {
                let (name, body) = self.bound(Pair, |maker| maker.set(Cell, d));
                format!("{{ {name} in Pair where {name} & {body} = {{}} }}")
            }
            (8, _) => {
                format!("(if {} then {} else {})", self.boolean(d), self.set(domain, d), self.set(domain, d))
            }
            (9, _) => format!("({domain:?} - {})", self.one(domain, d)),
            _ => format!("({} + {})", self.set(domain, d), self.one(domain, d)),
        }
    }

    /// An element, perhaps none.
    fn one(&mut self, domain: Domain, depth: usize) -> String {
        let sort = Sort::One(domain);
        let read = self.read(|found| found == sort);
        match (domain, self.pick(5)) {
            (Player, 0) => "me".into(),
            (Player, 1) => "opponent".into(),
            (Cell, 0 | 1) if depth > 0 && !self.steps.is_empty() => {
                let direction = self.steps[self.pick(self.steps.len())];
                format!("step({}, {direction})", self.one(Cell, 0))
            }
            (Pair, _) => read.unwrap_or_else(|| "none".into()),
            (Cell | Step, _) if self.cells.is_empty() || domain == Step => {
                read.unwrap_or_else(|| "none".into())
            }
            (_, 2) => self.literal(sort),
            _ => read.unwrap_or_else(|| self.literal(sort)),
        }
    }
}
