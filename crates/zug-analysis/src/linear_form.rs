//! Linear forms over named quantities.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use zug_lang::program::*;

/// A linear form: a number, and named quantities with their factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    number: i128,
    terms: BTreeMap<String, LinearTerm>,
}

/// The factor of a named quantity, and bounds of the quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LinearTerm {
    times: i128,
    low: i64,
    high: i64,
}

impl Linear {
    pub fn number(number: i64) -> Linear {
        Linear { number: number.into(), terms: BTreeMap::new() }
    }

    /// The quantity of this name, with its bounds.
    pub fn named(name: String, (low, high): (i64, i64)) -> Linear {
        Linear { number: 0, terms: BTreeMap::from([(name, LinearTerm { times: 1, low, high })]) }
    }

    /// The sum of the entries of a table without negative numbers, from index `first` to `last`,
    /// both included.
    pub fn part(table: TableId, first: &Linear, last: &Linear) -> Linear {
        Linear::named(format!("part {}|{}|{}", table.0, first.name(), last.name()), (0, LIMIT))
    }

    pub fn plus(mut self, other: &Linear) -> Linear {
        self.number = self.number.saturating_add(other.number);
        for (name, term) in &other.terms {
            let own = self.terms.entry(name.clone()).or_insert(LinearTerm { times: 0, ..term.clone() });
            own.times = own.times.saturating_add(term.times);
            (own.low, own.high) = (own.low.max(term.low), own.high.min(term.high));
        }
        self.terms.retain(|_, term| term.times != 0);
        self
    }

    pub fn minus(self, other: &Linear) -> Linear {
        self.plus(&other.clone().times(-1))
    }

    pub fn times(mut self, by: i64) -> Linear {
        self.number = self.number.saturating_mul(by.into());
        self.terms.values_mut().for_each(|term| term.times = term.times.saturating_mul(by.into()));
        self.terms.retain(|_, term| term.times != 0);
        self
    }

    /// What divides the number and all factors: at least 1, but 0 if all of them are 0. It is 1
    /// where one of them is at the end of its type, and so may be none that was computed.
    pub fn divisor(&self) -> i128 {
        let factors = || self.terms.values().map(|term| term.times).chain([self.number]);
        let exact = factors().all(|factor| i128::MIN < factor && factor < i128::MAX);
        if exact { factors().map(i128::abs).fold(0, gcd) } else { 1 }
    }

    /// The form divided by what divides its number and all factors.
    pub fn divided(mut self, by: i128) -> Linear {
        self.number /= by;
        self.terms.values_mut().for_each(|term| term.times /= by);
        self
    }

    /// Whether the form is this constant.
    pub fn is_number(&self, number: i64) -> bool {
        self.terms.is_empty() && self.number == i128::from(number)
    }

    /// The value of a form without quantities.
    pub fn constant(&self) -> Option<i64> {
        i64::try_from(self.number).ok().filter(|_| self.terms.is_empty())
    }

    /// The names of its quantities.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.terms.keys().map(String::as_str)
    }

    /// The factor of the quantity of this name.
    pub fn factor(&self, name: &str) -> i128 {
        self.terms.get(name).map_or(0, |term| term.times)
    }

    /// A lower bound of the form's value.
    pub fn least(&self) -> i128 {
        let least = |term: &LinearTerm| {
            let end = if term.times > 0 { term.low } else { term.high };
            term.times.saturating_mul(end.into())
        };
        self.terms.values().map(least).fold(self.number, i128::saturating_add)
    }

    /// The name of the form; equal forms have equal names.
    pub fn name(&self) -> String {
        let mut name = self.number.to_string();
        for (of, term) in &self.terms {
            let _ = write!(name, "+{}({of})", term.times);
        }
        name
    }

    /// Whether the form is known not to be negative: by its bounds, or because one of these forms,
    /// which are not negative, is no greater.
    pub fn follows_from(&self, known: &[Linear]) -> bool {
        self.least() >= 0 || known.iter().any(|known| self.clone().minus(known).least() >= 0)
    }
}

/// The greatest common divisor.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
