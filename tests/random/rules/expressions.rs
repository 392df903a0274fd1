//! Random expressions.

use super::Domain::*;
use super::*;

impl Maker<'_> {
    /// Points in which scores only add up.
    pub(super) fn outcome_of_all(&mut self) -> String {
        match self.pick(4) {
            0 => "score[me] - score[opponent] to me".into(),
            1 => "2 * score[A] - score[B] to A".into(),
            2 => "score[A] - score[B] + count(f_0[A]) to A".into(),
            _ => "score[A] - score[B] to A".into(),
        }
    }

    pub(super) fn any_of(&mut self) -> Sort {
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

    pub(super) fn boolean(&mut self, depth: usize) -> String {
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

    pub(super) fn bound(
        &mut self,
        domain: Domain,
        body: impl FnOnce(&mut Self) -> String,
    ) -> (String, String) {
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

    pub(super) fn int(&mut self, depth: usize) -> String {
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

    pub(super) fn set(&mut self, domain: Domain, depth: usize) -> String {
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
    pub(super) fn one(&mut self, domain: Domain, depth: usize) -> String {
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
