//! Random moves, followups and statements.

use super::Domain::*;
use super::*;

impl Maker<'_> {
    pub(super) fn a_move(&mut self, number: usize, followup: usize, clock: bool, points: bool) -> String {
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

    pub(super) fn followup(&mut self, number: usize, followup: usize, points: bool) -> String {
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

    pub(super) fn statement(&mut self, depth: usize) -> String {
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
    pub(super) fn place(&mut self, at: usize, depth: usize) -> String {
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
}
