//! Brings a position to the form that stands for all that are symmetric to it.
//!
//! The form is the least, as words, of all images under the listed permutations, each with
//! interchangeable elements sorted. A permutation of bits is done by tables: one for every eight
//! bits that it moves, and one for every number that it maps (Reversi on 8 x 8: 16 look-ups and an
//! `or` each).

mod joined;
mod sort;

use crate::Machine;
use crate::layout::{BitField, MAX_WORDS};
use joined::{JoinedMaps, MOST_AT_ONCE};
use rustc_hash::FxHashSet;
use sort::ElementSort;

/// Tables take no more than so many words: what more there is, is left out with all that it
/// generates.
const MOST_WORDS: usize = 1 << 21;

/// Wider numbers that are mapped get no table.
const WIDEST: u8 = 12;

/// Bits that move together, and what becomes of the number they hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Where the number lies.
    pub from: BitField,
    /// Where it goes.
    pub to: BitField,
    /// The number in `to` for each in `from`; all as they are where there is none.
    pub map: Option<Vec<u64>>,
}

/// What becomes of a request: for each shape, its new number, and of each argument what becomes of
/// it.
pub type Requests = Vec<(u64, Vec<Option<Vec<u64>>>)>;

/// What a permutation does to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Action {
    /// What becomes of the fields and the turn.
    pub atoms: Vec<Atom>,
    /// What becomes of what the last move asks for.
    pub requests: Requests,
}

/// How positions are brought to one form. Without anything in it, every position is its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canon {
    /// Apart from the identity.
    maps: Vec<PermutationMap>,
    sorts: Vec<ElementSort>,
    /// The maps that a form is the least image of: for the second player to move and for the first.
    choices: [CandidateMaps; 2],
    /// The turn, if the maps that exchange the players are those that pass it on: then every form
    /// has the first player to move, and half of the maps do.
    turn: Option<BitField>,
    /// Whether a form differs from a key in the turn alone.
    by_turn: bool,
}

/// Maps among which the least image is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CandidateMaps {
    /// Whether the position itself is one of the images.
    itself: bool,
    /// Numbers among all maps.
    maps: Vec<usize>,
    /// The maps at once, if that can be.
    joined: Option<JoinedMaps>,
}

/// What a permutation does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PermutationMap {
    exchanged: bool,
    /// Bits that stay.
    kept: Vec<u64>,
    chunks: Vec<Chunk>,
    requests: Option<RequestImage>,
}

/// What becomes of some bits: a row of words for every number that they can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    from: BitField,
    rows: Vec<u64>,
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RequestImage {
    shape: BitField,
    arguments: Vec<BitField>,
    shapes: Requests,
}

impl Canon {
    /// Makes the tables of interchangeable elements (for each class the places of each element) and
    /// of what each permutation beside does, with whether it exchanges the players. A permutation
    /// that cannot be told leaves out all of them.
    pub fn new(
        classes: impl Iterator<Item = Vec<Vec<BitField>>>,
        actions: impl Iterator<Item = Option<(Action, bool)>>,
        machine: &Machine,
    ) -> Canon {
        let sorts = ElementSort::all(classes.map(ElementSort::new));
        let maps = maps(actions, machine).unwrap_or_default();
        Canon { maps, sorts, ..Canon::default() }.with_choices(machine)
    }

    /// Divides the maps by who moves in the image.
    fn with_choices(mut self, machine: &Machine) -> Canon {
        let turn = machine.layout.turn;
        let divided = self.maps.iter().any(|map| map.exchanged)
            && self.maps.iter().all(|map| map.passes_turn(turn, machine.layout.words) == Some(map.exchanged));
        self.turn = divided.then_some(turn);
        let of = |exchanged: bool| CandidateMaps {
            itself: !(divided && exchanged),
            maps: (0..self.maps.len())
                .filter(|at| !divided || self.maps[*at].exchanged == exchanged)
                .collect(),
            joined: None,
        };
        self.choices = [if divided { of(true) } else { CandidateMaps::default() }, of(false)];
        for choices in &mut self.choices {
            let maps: Vec<&PermutationMap> = choices.maps.iter().map(|at| &self.maps[*at]).collect();
            choices.joined = JoinedMaps::new(&maps, machine.layout.words);
        }
        let one = self.sorts.is_empty() && self.maps.len() == 1;
        self.by_turn = divided && one && self.maps.iter().all(|map| map.maps_alone(turn, machine));
        self
    }

    /// Whether the form of a key is the key itself, but that the first player moves: there is one
    /// symmetry beside the identity, which exchanges the players and nothing else in a key.
    pub fn is_by_turn(&self) -> bool {
        self.by_turn
    }

    /// Whether every position is its own form.
    pub fn is_trivial(&self) -> bool {
        self.maps.is_empty() && self.sorts.is_empty()
    }

    /// Whether there are elements that can be interchanged while everything else stays.
    pub fn sorts_elements(&self) -> bool {
        !self.sorts.is_empty()
    }

    /// About how many look-ups a form takes.
    pub fn cost(&self) -> u64 {
        let chunks = |map: &PermutationMap| map.chunks.len() + map.requests.iter().count();
        let moved = |choices: &CandidateMaps| match &choices.joined {
            Some(joined) => joined.cost(),
            None => self.listed(choices).map(chunks).sum(),
        };
        let sorts: usize = self.sorts.iter().map(ElementSort::cost).sum();
        let of = |choices: &CandidateMaps| moved(choices) + (choices.maps.len() + 1) * (1 + sorts);
        self.choices.iter().map(of).max().unwrap_or(0) as u64
    }

    /// How many positions have one form at most, as a decimal logarithm.
    pub fn largest_orbit(&self) -> f64 {
        let sorted: f64 = self.sorts.iter().map(ElementSort::largest_orbit).sum();
        sorted + ((self.maps.len() + 1) as f64).log10()
    }

    /// The form of a position of which only the bits of the key are set, and whether the players
    /// are exchanged there.
    #[inline]
    pub fn form<const N: usize>(&self, key: [u64; N]) -> ([u64; N], bool) {
        let first_moves = self.turn.is_none_or(|turn| turn.get(&key) == 0);
        let choices = &self.choices[usize::from(first_moves)];
        if let Some(joined) = &choices.joined {
            return match joined.room {
                1 => self.form_at_once::<N, 1>(choices, joined, key),
                2 => self.form_at_once::<N, 2>(choices, joined, key),
                4 => self.form_at_once::<N, 4>(choices, joined, key),
                8 => self.form_at_once::<N, 8>(choices, joined, key),
                16 => self.form_at_once::<N, 16>(choices, joined, key),
                32 => self.form_at_once::<N, 32>(choices, joined, key),
                _ => self.form_at_once::<N, MOST_AT_ONCE>(choices, joined, key),
            };
        }
        let mut least = self.first_image(choices, key);
        for map in self.listed(choices) {
            least = self.lesser(least, map.apply(&key), map);
        }
        least
    }

    fn listed<'a>(&'a self, choices: &'a CandidateMaps) -> impl Iterator<Item = &'a PermutationMap> {
        choices.maps.iter().filter_map(|at| self.maps.get(*at))
    }

    /// The position itself where it is an image, or more than any image.
    #[inline(always)]
    fn first_image<const N: usize>(&self, choices: &CandidateMaps, key: [u64; N]) -> ([u64; N], bool) {
        if choices.itself { (self.sorted(key), false) } else { ([u64::MAX; N], true) }
    }

    /// With images in so many words.
    #[inline(always)]
    fn form_at_once<const N: usize, const W: usize>(
        &self,
        choices: &CandidateMaps,
        joined: &JoinedMaps,
        key: [u64; N],
    ) -> ([u64; N], bool) {
        let images = joined.apply::<N, W>(&key);
        let (mut least, itself) = self.first_image(choices, key);
        let mut place = usize::MAX;
        for (at, image) in images.as_chunks::<N>().0.iter().take(joined.words / N).enumerate() {
            let image = self.sorted(*image);
            // Without a branch: which image is the least, nobody foresees.
            let is_less = less(&image, &least);
            place = if is_less { at } else { place };
            for (word, new) in least.iter_mut().zip(image) {
                *word = if is_less { new } else { *word };
            }
        }
        let map = choices.maps.get(place).and_then(|at| self.maps.get(*at));
        (least, map.map_or(itself, |map| map.exchanged))
    }

    /// The lesser of a form and another image.
    #[inline(always)]
    fn lesser<const N: usize>(
        &self,
        least: ([u64; N], bool),
        image: [u64; N],
        map: &PermutationMap,
    ) -> ([u64; N], bool) {
        let image = self.sorted(image);
        if image < least.0 { (image, map.exchanged) } else { least }
    }

    /// A position that is symmetric to this one for every listed permutation but the identity, and
    /// for every two neighbours of interchangeable elements; each with whether the players are
    /// exchanged there. They generate all that [`Canon::form`] takes for one.
    pub fn images<const N: usize>(&self, key: [u64; N]) -> Vec<([u64; N], bool)> {
        let mapped = self.maps.iter().map(|map| (map.apply(&key), map.exchanged));
        let exchanges = self.sorts.iter().flat_map(|sort| sort.exchanges(key)).map(|words| (words, false));
        mapped.chain(exchanges).collect()
    }

    /// Whether a form is its own image with the players exchanged: then it does not matter whether
    /// they are said to be.
    pub fn is_its_own_opposite<const N: usize>(&self, form: [u64; N]) -> bool {
        self.maps.iter().any(|map| map.exchanged && self.sorted(map.apply(&form)) == form)
    }

    #[inline(always)]
    fn sorted<const N: usize>(&self, words: [u64; N]) -> [u64; N] {
        if self.sorts.is_empty() { words } else { self.each_class_sorted(words) }
    }

    #[inline(never)]
    fn each_class_sorted<const N: usize>(&self, mut words: [u64; N]) -> [u64; N] {
        for sort in &self.sorts {
            sort.apply(&mut words);
        }
        words
    }
}

/// Whether a position is less than another one, word by word.
#[inline(always)]
fn less<const N: usize>(one: &[u64; N], other: &[u64; N]) -> bool {
    match (&one[..], &other[..]) {
        ([a], [b]) => a < b,
        ([a, b], [c, d]) => (u128::from(*a) << 64 | u128::from(*b)) < (u128::from(*c) << 64 | u128::from(*d)),
        _ => one < other,
    }
}

/// The maps of all permutations; none if one cannot be told, or if their tables are too large.
/// Permutations that differ in what no position holds, directions for instance, have one map.
fn maps(
    actions: impl Iterator<Item = Option<(Action, bool)>>,
    machine: &Machine,
) -> Option<Vec<PermutationMap>> {
    let (mut maps, mut size) = (Vec::new(), 0);
    let mut seen = FxHashSet::default();
    for action in actions {
        let action = action?;
        if seen.contains(&action) {
            continue;
        }
        let map = PermutationMap::new(&action.0, machine, action.1)?;
        seen.insert(action);
        size += map.chunks.iter().map(|chunk| chunk.rows.len()).sum::<usize>();
        if size > MOST_WORDS {
            return None;
        }
        if map.moves() {
            maps.push(map);
        }
    }
    Some(maps)
}

impl PermutationMap {
    fn new(action: &Action, machine: &Machine, exchanged: bool) -> Option<PermutationMap> {
        let words = machine.layout.words;
        let mut map = PermutationMap { exchanged, kept: vec![0; words], chunks: Vec::new(), requests: None };
        let mut moved: Vec<(BitField, BitField)> = Vec::new();
        for atom in &action.atoms {
            match &atom.map {
                None if atom.from == atom.to => {
                    *map.kept.get_mut(usize::from(atom.from.word))? |= atom.from.placed();
                }
                None => moved.extend(bits(atom.from).zip(bits(atom.to))),
                Some(values) if atom.from.width <= WIDEST => {
                    map.chunks.push(Chunk::mapped(atom.from, atom.to, values, words)?);
                }
                Some(_) => return None,
            }
        }
        map.chunks.extend(chunks(&moved, words)?);
        map.requests(action, machine)?;
        Some(map)
    }

    fn requests(&mut self, action: &Action, machine: &Machine) -> Option<()> {
        let layout = &machine.layout;
        let stays = (1..)
            .zip(&action.requests)
            .all(|(number, (to, arguments))| number == *to && arguments.iter().all(Option::is_none));
        if stays {
            for slot in layout.arguments.iter().chain([&layout.request]) {
                *self.kept.get_mut(usize::from(slot.word))? |= slot.placed();
            }
        } else {
            let (shape, arguments) = (layout.request, layout.arguments.clone());
            self.requests = Some(RequestImage { shape, arguments, shapes: action.requests.clone() });
        }
        Some(())
    }

    /// Whether the other player moves in an image, if that depends on nothing else; none if it
    /// does.
    fn passes_turn(&self, turn: BitField, words: usize) -> Option<bool> {
        if self.kept.get(usize::from(turn.word))? & turn.placed() != 0 {
            return Some(false);
        }
        let reads = |chunk: &&Chunk| chunk.from.word == turn.word && chunk.from.placed() & turn.placed() != 0;
        let chunk = self.chunks.iter().find(reads)?;
        let of = |row: &[u64]| turn.get(row);
        let rows = chunk.rows.chunks_exact(words);
        let stays = |passed: bool| {
            rows.clone().enumerate().all(|(number, row)| {
                let before = number as u64 >> (turn.shift - chunk.from.shift) & turn.mask();
                of(row) == if passed { 1 - before.min(1) } else { before }
            })
        };
        [false, true].into_iter().find(|passed| stays(*passed))
    }

    /// Whether nothing in a key changes but this field.
    fn maps_alone(&self, field: BitField, machine: &Machine) -> bool {
        let in_key = |slot: BitField| {
            machine.key.get(usize::from(slot.word)).is_none_or(|word| word & slot.placed() != 0)
        };
        self.requests.is_none() && self.chunks.iter().all(|chunk| chunk.from == field || !in_key(chunk.from))
    }

    /// Whether it does anything.
    fn moves(&self) -> bool {
        self.requests.is_some() || !self.chunks.is_empty()
    }

    #[inline]
    fn apply<const N: usize>(&self, words: &[u64; N]) -> [u64; N] {
        let mut image = [0; N];
        for ((word, from), kept) in image.iter_mut().zip(words).zip(&self.kept) {
            *word = from & kept;
        }
        for chunk in &self.chunks {
            let number = words[usize::from(chunk.from.word) % N] >> chunk.from.shift & chunk.from.mask();
            let row = number as usize * N;
            if let Some(row) = chunk.rows.get(row..row + N) {
                image.iter_mut().zip(row).for_each(|(word, bits)| *word |= bits);
            }
        }
        if let Some(requests) = &self.requests {
            requests.apply(words, &mut image);
        }
        image
    }
}

impl Chunk {
    /// A number that is mapped.
    fn mapped(from: BitField, to: BitField, values: &[u64], words: usize) -> Option<Chunk> {
        let mut rows = vec![0; values.len() * words];
        for (number, value) in values.iter().enumerate() {
            to.set(rows.get_mut(number * words..(number + 1) * words)?, *value);
        }
        Some(Chunk { from, rows })
    }
}

impl Chunk {
    /// Bits of which some move.
    fn moved(from: BitField, targets: &[Option<BitField>], words: usize) -> Option<Chunk> {
        let mut rows = vec![0; words << targets.len()];
        for (number, row) in rows.chunks_exact_mut(words).enumerate() {
            let set = targets.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            set.filter_map(|(_, target)| *target).for_each(|target| target.set(row, 1));
        }
        Some(Chunk { from, rows })
    }
}

impl RequestImage {
    fn apply(&self, words: &[u64], image: &mut [u64]) {
        let shape = self.shape.get(words);
        let Some((to, arguments)) = (shape as usize).checked_sub(1).and_then(|at| self.shapes.get(at)) else {
            return;
        };
        self.shape.set(image, *to);
        for (slot, map) in self.arguments.iter().zip(arguments) {
            let number = slot.get(words);
            let to = map.as_ref().and_then(|map| map.get(number as usize).copied());
            slot.set(image, to.unwrap_or(number));
        }
    }
}

/// The bits of a bit field.
fn bits(slot: BitField) -> impl Iterator<Item = BitField> {
    (0..slot.width).map(move |at| BitField { shift: slot.shift + at, width: 1, ..slot })
}

/// Tables for bits that move: one for every eight neighbours among which one moves.
fn chunks(moved: &[(BitField, BitField)], words: usize) -> Option<Vec<Chunk>> {
    let mut to: Vec<Option<BitField>> = vec![None; 64 * MAX_WORDS];
    for (from, into) in moved {
        *to.get_mut(usize::from(from.word) * 64 + usize::from(from.shift))? = Some(*into);
    }
    let mut all = Vec::new();
    for (byte, targets) in to.chunks(8).enumerate() {
        if targets.iter().any(Option::is_some) {
            let from = BitField { word: (byte / 8) as u8, shift: (byte % 8 * 8) as u8, width: 8 };
            all.push(Chunk::moved(from, targets, words)?);
        }
    }
    Some(all)
}
