//! Makes the rows of a numbering: from the facts, digit by digit, one row for each state.

use super::affine::plus;
use super::facts::{COUNTED, CodeFacts, NARROW, TierFacts};
use super::{ACCEPT, CodeNumbering, DEAD, DIGIT, DIGITS, DigitRow, MOST, edge};
use rustc_hash::FxHashMap;

/// More rows would be slower than a list.
const ROWS: usize = 1 << 15;
/// States that are looked at, those among them from which no code is allowed.
const STATES: usize = 1 << 17;

/// What is kept of the digits before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    /// The number of the tier, as far as it is known.
    tier: i64,
    /// The sum that is the same for all, as far as it is known.
    sum: u64,
    /// Members of the sets that are counted.
    counts: [u16; COUNTED],
    /// What is known of the cell at work.
    value: u8,
    /// What each later cell may have, as far as cells before exclude something. Empty where nothing
    /// is excluded at all.
    may: Vec<u8>,
}

/// What a value of a cell adds.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    tier: i64,
    sum: u64,
    counts: [u16; COUNTED],
}

/// What the cells from one on may add together.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    least: i64,
    most: i64,
    counts: [u16; COUNTED],
}

struct Construction<'a> {
    facts: &'a CodeFacts,
    of_tier: TierFacts,
    tier: i64,
    /// For each value of each cell.
    shares: Vec<Vec<Share>>,
    /// For each cell and for the end.
    rests: Vec<Rest>,
    /// The cell of each bit.
    cell_of: Vec<usize>,
    with_pairs: bool,
    rows: Vec<DigitRow>,
    /// How many codes each row allows.
    allowed: Vec<u64>,
    known: FxHashMap<DigitRow, u32>,
    /// For each depth the row of each state.
    states: Vec<FxHashMap<State, u32>>,
    seen: usize,
}

/// The numbering of a tier; none where it would be large, or nothing is allowed.
pub(crate) fn construct(facts: &CodeFacts, tier: u64) -> Option<CodeNumbering> {
    let plain = Construction::new(facts, tier, false).finish();
    if facts.beside.iter().flatten().all(Vec::is_empty) {
        return plain;
    }
    // What excludes little makes a larger automaton for nothing.
    let pairs = Construction::new(facts, tier, true).finish();
    match (plain, pairs) {
        (Some(plain), Some(pairs)) => Some(if pairs.len() <= plain.len() / 2 { pairs } else { plain }),
        (plain, pairs) => pairs.or(plain),
    }
}

impl<'a> Construction<'a> {
    fn new(facts: &'a CodeFacts, tier: u64, with_pairs: bool) -> Construction<'a> {
        let of_tier = facts.of_tier(tier);
        let shares: Vec<Vec<Share>> = facts
            .cells
            .iter()
            .enumerate()
            .map(|(at, cell)| (0..cell.values()).map(|value| share(facts, &of_tier, at, value)).collect())
            .collect();
        let mut cell_of = Vec::new();
        facts.cells.iter().enumerate().for_each(|(at, cell)| cell_of.extend(vec![at; cell.width]));
        let digits = facts.shape.bits.len().div_ceil(DIGIT as usize).max(1);
        Construction {
            rests: rests(facts, &shares),
            facts,
            of_tier,
            tier: tier as i64,
            shares,
            cell_of,
            with_pairs,
            rows: vec![[0; DIGITS]; 2],
            allowed: vec![0, 1],
            known: FxHashMap::default(),
            states: vec![FxHashMap::default(); digits],
            seen: 0,
        }
    }

    fn finish(mut self) -> Option<CodeNumbering> {
        let values = self.facts.cells.iter().zip(&self.facts.values);
        let may = values.map(|(cell, values)| if cell.width > NARROW { u8::MAX } else { *values as u8 });
        let may = if self.with_pairs { may.collect() } else { Vec::new() };
        let root = self.row(0, State { tier: self.facts.least, may, ..State::default() })?;
        let len = self.allowed[root as usize];
        let bits = self.facts.shape.bits.len() as u32;
        (root != DEAD).then(|| CodeNumbering::new(bits, self.rows, root, len))
    }

    /// The row of a state before a digit; none where there are too many.
    fn row(&mut self, depth: usize, state: State) -> Option<u32> {
        if depth == self.states.len() {
            return Some(if self.is_allowed(&state) { ACCEPT } else { DEAD });
        }
        if let Some(&row) = self.states[depth].get(&state) {
            return Some(row);
        }
        self.seen += 1;
        if self.seen > STATES || self.rows.len() > ROWS {
            return None;
        }
        let (mut row, mut before) = ([0; DIGITS], 0_u64);
        for (digit, place) in row.iter_mut().enumerate() {
            let next = self.after(depth, &state, digit);
            let to = next.map_or(Some(DEAD), |next| self.row(depth + 1, next))?;
            *place = edge(before, to);
            before += self.allowed[to as usize];
            if before >= MOST {
                return None;
            }
        }
        let number = if before == 0 { DEAD } else { self.number(row, before) };
        self.states[depth].insert(state, number);
        Some(number)
    }

    /// The number of a row with so many allowed codes.
    fn number(&mut self, row: DigitRow, allowed: u64) -> u32 {
        *self.known.entry(row).or_insert_with(|| {
            self.rows.push(row);
            self.allowed.push(allowed);
            self.rows.len() as u32 - 1
        })
    }

    /// The state after a digit; none where it is not allowed.
    fn after(&self, depth: usize, state: &State, digit: usize) -> Option<State> {
        let bits = self.cell_of.len();
        let filled = self.states.len() * DIGIT as usize - bits;
        let mut state = state.clone();
        for place in 0..DIGIT as usize {
            let bit = digit >> (DIGIT as usize - 1 - place) & 1;
            match (depth * DIGIT as usize + place).checked_sub(filled) {
                Some(at) => self.take_bit(&mut state, at, bit as u8)?,
                None if bit == 1 => return None,
                None => {}
            }
        }
        Some(state)
    }

    /// Takes a bit; none where it is not allowed.
    fn take_bit(&self, state: &mut State, at: usize, bit: u8) -> Option<()> {
        let place = self.cell_of[at];
        let cell = &self.facts.cells[place];
        state.value = state.value << 1 | bit;
        if at + 1 < cell.first + cell.width {
            return Some(());
        }
        let value = usize::from(std::mem::take(&mut state.value));
        if self.facts.values[place] >> value & 1 == 0 {
            return None;
        }
        self.take_pairs(state, place, value)?;
        let share = &self.shares[place][value];
        state.tier = state.tier.wrapping_add(share.tier);
        state.sum = plus(state.sum, share.sum);
        state
            .counts
            .iter_mut()
            .zip(share.counts)
            .for_each(|(count, more)| *count = count.saturating_add(more));
        self.may_end(state, place + 1).then_some(())
    }

    /// Takes what a cell excludes; none where a cell before excludes it, or nothing is left of a
    /// later one.
    fn take_pairs(&self, state: &mut State, place: usize, value: usize) -> Option<()> {
        let Some(may) = state.may.get_mut(place) else { return Some(()) };
        if self.facts.cells[place].width <= NARROW && *may >> value & 1 == 0 {
            return None;
        }
        *may = 0;
        for &(later, beside) in &self.facts.beside[place][value] {
            state.may[later] &= beside;
            if state.may[later] == 0 {
                return None;
            }
        }
        Some(())
    }

    /// Whether the cells from this one on may lead to what is known of the whole.
    fn may_end(&self, state: &State, from: usize) -> bool {
        let rest = &self.rests[from];
        let left = self.tier.wrapping_sub(state.tier);
        let may_count = |(at, &(_, low, high)): (usize, &(u32, u64, u64))| {
            let count = u64::from(state.counts[at]);
            count <= high && count + u64::from(rest.counts[at]) >= low
        };
        rest.least <= left && left <= rest.most && self.of_tier.counted.iter().enumerate().all(may_count)
    }

    fn is_allowed(&self, state: &State) -> bool {
        state.tier == self.tier
            && state.sum == self.of_tier.same
            && self.may_end(state, self.facts.cells.len())
    }
}

fn share(facts: &CodeFacts, of_tier: &TierFacts, at: usize, value: usize) -> Share {
    let cell = &facts.cells[at];
    let mut counts = [0; COUNTED];
    for (count, (entry, _, _)) in counts.iter_mut().zip(&of_tier.counted) {
        *count = facts.members(*entry, cell, value) as u16;
    }
    Share { tier: facts.tiers[at][value], sum: facts.share(of_tier, cell, value), counts }
}

/// What the cells from each one on may add.
fn rests(facts: &CodeFacts, shares: &[Vec<Share>]) -> Vec<Rest> {
    let mut rests = vec![Rest::default()];
    for (values, shares) in facts.values.iter().zip(shares).rev() {
        let mut rest = *rests.last().unwrap_or(&Rest::default());
        let allowed: Vec<&Share> = shares
            .iter()
            .enumerate()
            .filter(|(value, _)| values >> value & 1 == 1)
            .map(|(_, share)| share)
            .collect();
        let tiers = || allowed.iter().map(|share| share.tier);
        rest.least = rest.least.saturating_add(tiers().min().unwrap_or(0));
        rest.most = rest.most.saturating_add(tiers().max().unwrap_or(0));
        for (at, count) in rest.counts.iter_mut().enumerate() {
            *count += allowed.iter().map(|share| share.counts[at]).max().unwrap_or(0);
        }
        rests.push(rest);
    }
    rests.reverse();
    rests
}
