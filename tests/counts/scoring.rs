//! Games of points that end: what is still to be gained from every position, by recursion. Points
//! made before are no part of a position.

use super::{Key, Kinds};
use std::collections::HashMap;

/// One way to go on: what the first player gains by it, and the position behind it.
pub struct Way {
    pub gain: i64,
    pub next: Key,
}

/// The rules' answer about one position.
#[derive(Default)]
pub struct Look {
    pub turn: usize,
    /// What the first player gains at the end, where there is no way to go on.
    pub last: i64,
    pub ways: Vec<Way>,
}

struct Search<'a> {
    rules: &'a dyn Fn(Key) -> Look,
    known: HashMap<Key, i64>,
    kinds: Kinds,
}

impl Search<'_> {
    fn value(&mut self, key: Key) -> i64 {
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let look = (self.rules)(key);
        let values: Vec<i64> = look.ways.iter().map(|way| way.gain + self.value(way.next)).collect();
        let best = if look.turn == 0 { values.into_iter().max() } else { values.into_iter().min() };
        let value = best.unwrap_or(look.last);
        *self.kinds.entry((look.turn, value, None)).or_default() += 1;
        self.known.insert(key, value);
        value
    }
}

/// How many positions there are of each kind.
pub fn kinds(start: Key, rules: &dyn Fn(Key) -> Look) -> Kinds {
    let mut search = Search { rules, known: HashMap::new(), kinds: Kinds::new() };
    search.value(start);
    search.kinds
}
