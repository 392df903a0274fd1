//! A minimal automaton that accepts the codes of a tier, with counts: it ranks a code without
//! storing it.
//!
//! A code is a word of hexadecimal digits, the highest first, all words of one length. States from
//! which the same rests of words are accepted are one state. Each edge has the number of accepted
//! words that begin as its word does and go on below it, so the numbers along the way of a word add
//! up to its rank.
//!
//! Method: ranks from counts as in perfect hashing by decision diagrams (Dietzfelbinger and
//! Edelkamp, "Perfect Hashing for State Spaces in BDD Representation", 2009). It is made by
//! [`super::construction`].

use crate::damage::Damage;
use zug_solve::PositionCode;

/// Bits of a digit.
pub(super) const DIGIT: u32 = 4;
/// Values of a digit.
pub(super) const DIGITS: usize = 1 << DIGIT;
/// Codes that are ranked side by side.
const LANES: usize = 8;

/// A state: the digits that it has edges for, and its first edge. Edges hold the state that they
/// lead to, so that each digit of a word is one look into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AutomatonState {
    pub(super) first: u32,
    pub(super) mask: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AutomatonEdge {
    /// How many words the edges before this one of the same state accept.
    pub(super) before: u64,
    pub(super) to: AutomatonState,
}

/// How many words a state accepts, and of how many digits.
#[derive(Clone, Copy, Debug)]
struct Below {
    words: u64,
    digits: u32,
}

/// A set of codes with ranks. State 0 accepts the empty word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub(super) digits: u32,
    pub(super) states: Vec<AutomatonState>,
    pub(super) edges: Vec<AutomatonEdge>,
    pub(super) root: u32,
    pub(super) len: u64,
}

impl Automaton {
    /// How many codes it accepts.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        (self.states.len() * size_of::<AutomatonState>() + self.edges.len() * size_of::<AutomatonEdge>())
            as u64
    }

    /// The rank of a code among those accepted; none if it is not accepted.
    #[inline]
    pub(crate) fn rank<C: PositionCode>(&self, code: C) -> Option<u64> {
        let number = code.number();
        if self.digits * DIGIT < u128::BITS && number >> (self.digits * DIGIT) != 0 {
            return None;
        }
        // Most codes fit into one word, which is shifted in one step.
        if self.digits * DIGIT <= u64::BITS {
            let number = number as u64;
            return self.walk(|shift| (number >> shift) as u16);
        }
        self.walk(|shift| (number >> shift) as u16)
    }

    /// Follows the digits of a code, each the low bits of what it is shifted to.
    #[inline(always)]
    fn walk(&self, shifted: impl Fn(u32) -> u16) -> Option<u64> {
        let (mut state, mut rank) = (self.root(), 0);
        for place in (0..self.digits).rev() {
            let edge = self.edge(state, shifted(place * DIGIT) & (DIGITS as u16 - 1))?;
            rank += edge.before;
            state = edge.to;
        }
        Some(rank)
    }

    /// Appends the rank of each code, as [`Automaton::rank`] finds it. The way of a code is a chain
    /// of looks into memory, each of which waits for the one before; the ways of several codes need
    /// not wait for each other.
    pub(crate) fn ranks<C: PositionCode>(&self, codes: &[C], ranks: &mut Vec<Option<u64>>) {
        if self.digits * DIGIT > u64::BITS {
            ranks.extend(codes.iter().map(|&code| self.rank(code)));
            return;
        }
        let (groups, rest) = codes.as_chunks::<LANES>();
        for group in groups {
            ranks.extend(self.walk_together(group.map(PositionCode::number)));
        }
        ranks.extend(rest.iter().map(|&code| self.rank(code)));
    }

    /// Follows the digits of several codes side by side.
    fn walk_together(&self, numbers: [u128; LANES]) -> [Option<u64>; LANES] {
        let ones = u64::MAX >> (u64::BITS - self.digits * DIGIT);
        let mut ranks = numbers.map(|number| (number <= u128::from(ones)).then_some(0));
        let mut states = [self.root(); LANES];
        let numbers = numbers.map(|number| number as u64);
        for place in (0..self.digits).rev() {
            for lane in 0..LANES {
                let digit = (numbers[lane] >> (place * DIGIT)) as u16 & (DIGITS as u16 - 1);
                let edge = self.edge(states[lane], digit);
                ranks[lane] = ranks[lane].zip(edge).map(|(rank, edge)| rank + edge.before);
                // No edge leads on from a state without digits.
                states[lane] = edge.map_or(AutomatonState { first: 0, mask: 0 }, |edge| edge.to);
            }
        }
        ranks
    }

    fn root(&self) -> AutomatonState {
        self.states[self.root as usize]
    }

    #[inline(always)]
    fn edge(&self, AutomatonState { first, mask }: AutomatonState, digit: u16) -> Option<AutomatonEdge> {
        let bit = 1_u16 << digit;
        if mask & bit == 0 {
            return None;
        }
        Some(self.edges[first as usize + (mask & (bit - 1)).count_ones() as usize])
    }

    fn edges_of(
        &self,
        AutomatonState { first, mask }: AutomatonState,
    ) -> impl Iterator<Item = (u16, AutomatonEdge)> + '_ {
        let digits = (0..DIGITS as u16).filter(move |digit| mask >> digit & 1 == 1);
        let edges = &self.edges[first as usize..first as usize + mask.count_ones() as usize];
        digits.zip(edges.iter().copied())
    }

    /// The code with a rank.
    pub(crate) fn code<C: PositionCode>(&self, rank: u64) -> Option<C> {
        if rank >= self.len {
            return None;
        }
        let (mut state, mut left, mut prefix) = (self.root(), rank, 0_u128);
        for _ in 0..self.digits {
            let last = self.edges_of(state).take_while(|(_, edge)| edge.before <= left).last();
            let (digit, edge) = last?;
            left -= edge.before;
            prefix = prefix << DIGIT | u128::from(digit);
            state = edge.to;
        }
        Some(C::cut(prefix))
    }

    /// The codes from a rank on, in increasing order.
    pub(crate) fn from<C: PositionCode>(&self, rank: u64) -> AutomatonWords<'_, C> {
        let mut words = AutomatonWords { automaton: self, path: Vec::new(), code: std::marker::PhantomData };
        if rank >= self.len {
            return words;
        }
        let (mut state, mut left, mut prefix) = (self.root(), rank, 0_u128);
        for _ in 0..self.digits {
            let edges: Vec<(u16, AutomatonEdge)> = self.edges_of(state).collect();
            let at = edges.partition_point(|(_, edge)| edge.before <= left) - 1;
            let (digit, edge) = edges[at];
            words.path.push(AutomatonStep {
                first: state.first,
                left: state.mask & !((2_u32 << digit) - 1) as u16,
                at: at as u32,
                prefix,
            });
            left -= edge.before;
            prefix = prefix << DIGIT | u128::from(digit);
            state = edge.to;
        }
        // The last digit is given by `next`, so it is put back.
        if let Some(last) = words.path.last_mut() {
            let digit = (prefix & (DIGITS as u128 - 1)) as u16;
            last.left |= 1 << digit;
            last.at = last.at.wrapping_sub(1);
        }
        words
    }

    /// Writes the automaton as numbers of little-endian bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.digits.to_le_bytes());
        out.extend(self.root.to_le_bytes());
        out.extend((self.states.len() as u32).to_le_bytes());
        for state in &self.states {
            out.extend(state.mask.to_le_bytes());
        }
        for edge in &self.edges {
            out.extend(self.number(edge.to).to_le_bytes());
        }
    }

    /// The number of a state. First edges increase from state 1 on.
    fn number(&self, state: AutomatonState) -> u32 {
        let before = || self.states[1..].partition_point(|other| other.first < state.first);
        if state.mask == 0 { 0 } else { before() as u32 + 1 }
    }

    /// Reads what [`Automaton::write`] wrote. States come after those that their edges lead to, so
    /// counts are made again in one pass, and so is the length of the words that a state accepts.
    pub(crate) fn read(bytes: &[u8]) -> Result<Automaton, Damage> {
        let wrong = || Damage::Content("the automaton of the keys does not hold together");
        let (head, rest) = bytes.split_at_checked(12).ok_or_else(wrong)?;
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (digits, root, count) = (number(0), number(4), number(8) as usize);
        if count == 0 || root as usize >= count {
            return Err(wrong());
        }
        let (masks, targets) = rest.split_at_checked(count * 2).ok_or_else(wrong)?;
        let mut automaton =
            Automaton { digits, states: Vec::with_capacity(count), edges: Vec::new(), root, len: 0 };
        let mut targets = targets.chunks_exact(4);
        let mut below: Vec<Below> = Vec::with_capacity(count);
        for mask in masks.chunks_exact(2) {
            let mask = u16::from_le_bytes([mask[0], mask[1]]);
            let state = automaton.read_state(mask, &mut targets, &below).ok_or_else(wrong)?;
            below.push(state);
        }
        // State 0 accepts the empty word, which is no code: as the root it stands for the empty
        // set.
        automaton.len = if root == 0 { 0 } else { below[root as usize].words };
        if digits == 0
            || digits > u128::BITS / DIGIT
            || !targets.remainder().is_empty()
            || targets.next().is_some()
        {
            return Err(wrong());
        }
        if automaton.len > 0 && below[root as usize].digits != digits {
            return Err(wrong());
        }
        Ok(automaton)
    }

    /// Adds a state with this mask and the targets that come next; none if they are not all below
    /// it, or if not all words that it accepts have one length. State 0 alone accepts the empty
    /// word.
    fn read_state(
        &mut self,
        mask: u16,
        targets: &mut std::slice::ChunksExact<'_, u8>,
        below: &[Below],
    ) -> Option<Below> {
        if below.is_empty() != (mask == 0) {
            return None;
        }
        self.states.push(AutomatonState { first: self.edges.len() as u32, mask });
        let mut all = Below { words: u64::from(mask == 0), digits: 0 };
        for _ in 0..mask.count_ones() {
            let target = targets.next()?;
            let target = u32::from_le_bytes([target[0], target[1], target[2], target[3]]) as usize;
            let Below { words, digits } = *below.get(target)?;
            if all.digits > 0 && all.digits != digits + 1 {
                return None;
            }
            self.edges.push(AutomatonEdge { before: all.words, to: self.states[target] });
            all = Below { words: all.words.checked_add(words)?, digits: digits + 1 };
        }
        Some(all)
    }
}

/// A state on the way to the code that comes next.
#[derive(Clone, Debug)]
struct AutomatonStep {
    /// The first edge of the state.
    first: u32,
    /// The digits that are still to come.
    left: u16,
    /// The edge that was taken.
    at: u32,
    /// The digits before.
    prefix: u128,
}

/// Codes of an automaton in increasing order.
#[derive(Clone, Debug)]
pub(crate) struct AutomatonWords<'a, C> {
    automaton: &'a Automaton,
    path: Vec<AutomatonStep>,
    code: std::marker::PhantomData<fn() -> C>,
}

impl<C: PositionCode> Iterator for AutomatonWords<'_, C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        while self.path.last()?.left == 0 {
            self.path.pop();
        }
        loop {
            let depth = self.path.len() as u32;
            let step = self.path.last_mut()?;
            let digit = step.left.trailing_zeros();
            step.left &= step.left - 1;
            step.at = step.at.wrapping_add(1);
            let prefix = step.prefix << DIGIT | u128::from(digit);
            if depth == self.automaton.digits {
                return Some(C::cut(prefix));
            }
            let AutomatonState { first, mask } = self.automaton.edges[(step.first + step.at) as usize].to;
            self.path.push(AutomatonStep { first, left: mask, at: u32::MAX, prefix });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::construction::AutomatonBuilder;
    use super::*;
    use zug_game::SplitMix64;

    fn of<C: PositionCode>(bits: u32, codes: &[C]) -> Automaton {
        let mut builder = AutomatonBuilder::new(bits);
        codes.iter().for_each(|&code| builder.push(code));
        builder.end()
    }

    fn hold<C: PositionCode>(bits: u32, mut codes: Vec<C>) {
        codes.sort_unstable();
        codes.dedup();
        let automaton = of(bits, &codes);
        assert_eq!(automaton.len(), codes.len() as u64);
        for (rank, &code) in codes.iter().enumerate() {
            assert_eq!(automaton.rank(code), Some(rank as u64));
            assert_eq!(automaton.code(rank as u64), Some(code));
            let next = C::cut(code.number().wrapping_add(1));
            assert_eq!(automaton.rank(next), codes.binary_search(&next).ok().map(|at| at as u64));
        }
        let both: Vec<C> =
            codes.iter().flat_map(|&code| [code, C::cut(code.number().wrapping_mul(3))]).collect();
        let mut ranks = Vec::new();
        automaton.ranks(&both, &mut ranks);
        assert_eq!(ranks, both.iter().map(|&code| automaton.rank(code)).collect::<Vec<_>>());
        for rank in [0, 1, codes.len() / 2, codes.len().saturating_sub(1), codes.len(), codes.len() + 3] {
            let rest: Vec<C> = automaton.from(rank as u64).collect();
            assert_eq!(rest, codes.get(rank..).unwrap_or(&[]), "from {rank}");
            assert_eq!(automaton.code(rank as u64), codes.get(rank).copied());
        }
        let mut bytes = Vec::new();
        automaton.write(&mut bytes);
        assert_eq!(Automaton::read(&bytes).unwrap(), automaton);
        for forged in [[5, 0, 0], [5, 9, 1], [0, 0, 1], [99, 0, 1]] {
            let bytes: Vec<u8> =
                forged.iter().flat_map(|number: &u32| number.to_le_bytes()).chain([0; 2]).collect();
            assert!(Automaton::read(&bytes).is_err(), "{forged:?}");
        }
        for cut in [0, 5, bytes.len() / 2, bytes.len() - 1] {
            assert!(Automaton::read(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn each_code_has_its_rank_and_no_other_has_one() {
        let mut random = SplitMix64(7);
        for bits in [1, 3, 4, 5, 11, 20, 33, 64] {
            let ones = u64::MAX >> (64 - bits);
            for many in [1, 2, 17, 1000] {
                hold::<u64>(bits, (0..many).map(|_| random.word() & ones).collect());
            }
        }
        hold::<u128>(
            128,
            (0..300).map(|_| u128::from(random.word()) << 64 | u128::from(random.word())).collect(),
        );
        hold::<u64>(16, (0..=0xffff).collect());
        hold::<u128>(20, (0..300).map(|n| n * n).collect());
    }

    #[test]
    fn a_code_beyond_a_word_is_not_taken_for_its_low_bits() {
        let automaton = of::<u128>(64, &[3, 5, u128::from(u64::MAX)]);
        let mut ranks = Vec::new();
        automaton.ranks(&[3, 1 << 64 | 3, 5, 1 << 64 | 5, u64::MAX.into(), u128::MAX, 4, 0], &mut ranks);
        assert_eq!(ranks, [Some(0), None, Some(1), None, Some(2), None, None, None]);
    }

    #[test]
    fn an_empty_set_accepts_nothing() {
        let empty = of::<u64>(12, &[]);
        assert_eq!((empty.len(), empty.rank(0_u64)), (0, None));
        let mut ranks = Vec::new();
        empty.ranks(&[0_u64; 9], &mut ranks);
        assert_eq!(ranks, [None; 9]);
        assert_eq!(empty.from::<u64>(0).count(), 0);
    }

    #[test]
    fn all_words_of_one_length_need_one_state_a_digit() {
        let automaton = of::<u64>(20, &(0..1 << 20).collect::<Vec<u64>>());
        assert_eq!(automaton.states.len(), 6);
    }
}
