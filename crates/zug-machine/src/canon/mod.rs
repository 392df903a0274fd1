//! Brings a position to the form that stands for all that are symmetric to it.
//!
//! The form is the least, as words, of all images under the listed permutations, each with interchangeable elements
//! sorted. A permutation of bits is done by tables: one for every eight bits that it moves, and one for every number that it
//! maps (Reversi on 8 x 8: 16 look-ups and an `or` each).

use crate::Machine;
use crate::eval::ones;
use crate::layout::{MAX_WORDS, Slot};

/// Tables take no more than so many words: what more there is, is left out with all that it generates.
const MOST_WORDS: usize = 1 << 21;

/// Wider numbers that are mapped get no table.
const WIDEST: u8 = 12;

/// Bits that move together, and what becomes of the number they hold.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Where the number lies.
    pub from: Slot,
    /// Where it goes.
    pub to: Slot,
    /// The number in `to` for each in `from`; all as they are where there is none.
    pub map: Option<Vec<u64>>,
}

/// What becomes of a request: for each shape, its new number, and of each argument what becomes of it.
pub type Requests = Vec<(u64, Vec<Option<Vec<u64>>>)>;

/// What a permutation does to a position.
#[derive(Clone, Debug, Default)]
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
    maps: Vec<Map>,
    sorts: Vec<Sort>,
    /// The maps at once, if that can be.
    joined: Option<Joined>,
}

/// Most words of all images of a position that are made at once.
const MOST_AT_ONCE: usize = 64;

/// What all maps make of a position: one look-up gives what becomes of some bits in all images.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Joined {
    /// How many maps there are, times the words of a position.
    words: usize,
    /// Bits that stay, image after image.
    kept: Vec<u64>,
    /// Rows of all images, one behind the other.
    chunks: Vec<Chunk>,
}

/// What a permutation does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Map {
    exchanged: bool,
    /// Bits that stay.
    kept: Vec<u64>,
    chunks: Vec<Chunk>,
    requests: Option<Asked>,
}

/// What becomes of some bits: a row of words for every number that they can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    from: Slot,
    rows: Vec<u64>,
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    shape: Slot,
    arguments: Vec<Slot>,
    shapes: Requests,
}

/// Interchangeable elements to be sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sort {
    /// Pairs of one bit each, the second so many bits above the first: which word, how many bits, and all first bits.
    Pairs(usize, u32, u64),
    /// One bit each, all in one word: which word, which bits, and for every count of them the lowest so many.
    Bits(usize, u64, Vec<u64>),
    /// Several places each.
    Columns(Vec<Vec<Slot>>),
}

impl Canon {
    /// Makes the tables of interchangeable elements (for each class the places of each element) and of what each permutation beside
    /// does, with whether it exchanges the players. A permutation that cannot be told leaves out all of them.
    pub fn new(
        classes: impl Iterator<Item = Vec<Vec<Slot>>>,
        actions: impl Iterator<Item = Option<(Action, bool)>>,
        machine: &Machine,
    ) -> Canon {
        let sorts = Sort::all(classes.map(Sort::new));
        let mut canon = Canon { maps: Vec::new(), sorts, joined: None };
        let mut size = 0;
        for action in actions {
            let map = action.and_then(|(action, exchanged)| Map::new(&action, machine, exchanged));
            let Some(map) = map else { return Canon { maps: Vec::new(), ..canon } };
            size += map.chunks.iter().map(|chunk| chunk.rows.len()).sum::<usize>();
            if size > MOST_WORDS {
                return Canon { maps: Vec::new(), ..canon };
            }
            if map.moves() {
                canon.maps.push(map);
            }
        }
        canon.joined = Joined::new(&canon.maps, machine.layout.words);
        canon
    }

    /// Whether every position is its own form.
    pub fn is_trivial(&self) -> bool {
        self.maps.is_empty() && self.sorts.is_empty()
    }

    /// The form of a position of which only the bits of the key are set, and whether the players are exchanged there.
    #[inline]
    pub fn form<const N: usize>(&self, key: [u64; N]) -> ([u64; N], bool) {
        match &self.joined {
            Some(joined) if joined.words <= 4 => return self.form_at_once::<N, 4>(joined, key),
            Some(joined) if joined.words <= 16 => return self.form_at_once::<N, 16>(joined, key),
            Some(joined) => return self.form_at_once::<N, MOST_AT_ONCE>(joined, key),
            None => {}
        }
        let mut least = (self.sorted(key), false);
        for map in &self.maps {
            least = self.lesser(least, map.apply(&key), map);
        }
        least
    }

    /// With room for so many words.
    #[inline(always)]
    fn form_at_once<const N: usize, const W: usize>(
        &self,
        joined: &Joined,
        key: [u64; N],
    ) -> ([u64; N], bool) {
        let mut images = [0; W];
        joined.apply(&key, &mut images);
        let mut least = (self.sorted(key), false);
        for (map, image) in self.maps.iter().zip(images.chunks_exact(N)) {
            if let Ok(image) = image.try_into() {
                least = self.lesser(least, image, map);
            }
        }
        least
    }

    /// The lesser of a form and another image.
    #[inline(always)]
    fn lesser<const N: usize>(
        &self,
        least: ([u64; N], bool),
        image: [u64; N],
        map: &Map,
    ) -> ([u64; N], bool) {
        let image = self.sorted(image);
        if image < least.0 { (image, map.exchanged) } else { least }
    }

    /// A position that is symmetric to this one for every listed permutation but the identity, and for every two neighbours
    /// of interchangeable elements; each with whether the players are exchanged there. They generate all that
    /// [`Canon::form`] takes for one.
    pub fn images<const N: usize>(&self, key: [u64; N]) -> Vec<([u64; N], bool)> {
        let mapped = self.maps.iter().map(|map| (map.apply(&key), map.exchanged));
        let exchanges = self.sorts.iter().flat_map(|sort| sort.exchanges(key)).map(|words| (words, false));
        mapped.chain(exchanges).collect()
    }

    /// Whether a form is its own image with the players exchanged: then it does not matter whether they are said to be.
    pub fn is_its_own_opposite<const N: usize>(&self, form: [u64; N]) -> bool {
        self.maps.iter().any(|map| map.exchanged && self.sorted(map.apply(&form)) == form)
    }

    #[inline]
    fn sorted<const N: usize>(&self, mut words: [u64; N]) -> [u64; N] {
        for sort in &self.sorts {
            sort.apply(&mut words);
        }
        words
    }
}

impl Joined {
    fn new(maps: &[Map], words: usize) -> Option<Joined> {
        let all = maps.len() * words;
        if maps.is_empty() || all > MOST_AT_ONCE || maps.iter().any(|map| map.requests.is_some()) {
            return None;
        }
        let mut joined = Joined { words: all, kept: Vec::with_capacity(all), chunks: Vec::new() };
        for (at, map) in maps.iter().enumerate() {
            joined.kept.extend(&map.kept);
            for chunk in &map.chunks {
                joined.add(at * words, chunk, words);
            }
        }
        Some(joined)
    }

    /// Adds a row of a map, whose images begin at this word.
    fn add(&mut self, at: usize, chunk: &Chunk, words: usize) {
        let found = self.chunks.iter().position(|each| each.from == chunk.from).unwrap_or(self.chunks.len());
        if found == self.chunks.len() {
            self.chunks.push(Chunk { from: chunk.from, rows: Vec::new() });
        }
        let rows = &mut self.chunks[found].rows;
        let count = chunk.rows.len() / words;
        rows.resize(rows.len().max(count * self.words), 0);
        for (row, added) in rows.chunks_exact_mut(self.words).zip(chunk.rows.chunks_exact(words)) {
            row[at..at + words].copy_from_slice(added);
        }
    }

    #[inline(always)]
    fn apply<const N: usize>(&self, words: &[u64; N], images: &mut [u64]) {
        let count = self.words.min(images.len());
        let images = &mut images[..count];
        for (image, kept) in images.chunks_exact_mut(N).zip(self.kept.chunks_exact(N)) {
            for at in 0..N {
                image[at] = words[at] & kept[at];
            }
        }
        for chunk in &self.chunks {
            let number = words[usize::from(chunk.from.word) % N] >> chunk.from.shift & chunk.from.mask();
            let row = number as usize * images.len();
            if let Some(row) = chunk.rows.get(row..row + images.len()) {
                for (image, bits) in images.iter_mut().zip(row) {
                    *image |= bits;
                }
            }
        }
    }
}

impl Map {
    fn new(action: &Action, machine: &Machine, exchanged: bool) -> Option<Map> {
        let words = machine.layout.words;
        let mut map = Map { exchanged, kept: vec![0; words], chunks: Vec::new(), requests: None };
        let mut moved: Vec<(Slot, Slot)> = Vec::new();
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
            self.requests = Some(Asked { shape, arguments, shapes: action.requests.clone() });
        }
        Some(())
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
    fn mapped(from: Slot, to: Slot, values: &[u64], words: usize) -> Option<Chunk> {
        let mut rows = vec![0; values.len() * words];
        for (number, value) in values.iter().enumerate() {
            to.set(rows.get_mut(number * words..(number + 1) * words)?, *value);
        }
        Some(Chunk { from, rows })
    }
}

impl Chunk {
    /// Bits of which some move.
    fn moved(from: Slot, targets: &[Option<Slot>], words: usize) -> Option<Chunk> {
        let mut rows = vec![0; words << targets.len()];
        for (number, row) in rows.chunks_exact_mut(words).enumerate() {
            let set = targets.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            set.filter_map(|(_, target)| *target).for_each(|target| target.set(row, 1));
        }
        Some(Chunk { from, rows })
    }
}

impl Asked {
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

impl Sort {
    /// Pairs of the same distance are sorted at once.
    fn all(each: impl Iterator<Item = Sort>) -> Vec<Sort> {
        let mut all: Vec<Sort> = Vec::new();
        for sort in each {
            let Some((word, distance, first)) = sort.pair() else {
                all.push(sort);
                continue;
            };
            let like =
                |sort: &&mut Sort| matches!(sort, Sort::Pairs(w, d, _) if (*w, *d) == (word, distance));
            match all.iter_mut().find(like) {
                Some(Sort::Pairs(_, _, firsts)) => *firsts |= first,
                _ => all.push(Sort::Pairs(word, distance, first)),
            }
        }
        all
    }

    /// The word, the distance and the first bit, if two bits are to be sorted.
    fn pair(&self) -> Option<(usize, u32, u64)> {
        match self {
            Sort::Bits(word, mask, _) if mask.count_ones() == 2 => {
                let first = mask.trailing_zeros();
                Some((*word, 63 - mask.leading_zeros() - first, 1 << first))
            }
            _ => None,
        }
    }

    fn new(columns: Vec<Vec<Slot>>) -> Sort {
        let mut mask = 0;
        let word = columns.first().and_then(|column| column.first()).map_or(0, |slot| slot.word);
        for column in &columns {
            match column[..] {
                [slot] if slot.width == 1 && slot.word == word => mask |= slot.placed(),
                _ => return Sort::Columns(columns),
            }
        }
        let mut lowest = vec![0];
        let mut rest: u64 = mask;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            lowest.push(lowest.last().copied().unwrap_or(0) | bit);
            rest ^= bit;
        }
        Sort::Bits(usize::from(word), mask, lowest)
    }

    /// The position with two neighbours exchanged, for each two.
    fn exchanges<const N: usize>(&self, key: [u64; N]) -> Vec<[u64; N]> {
        let bit = |slot: Slot| vec![slot];
        let columns: Vec<Vec<Slot>> = match self {
            Sort::Columns(columns) => columns.clone(),
            Sort::Bits(word, mask, _) => {
                let all = Slot { word: *word as u8, shift: 0, width: 64 };
                bits(all).filter(|slot| slot.placed() & mask != 0).map(bit).collect()
            }
            Sort::Pairs(word, distance, firsts) => {
                let first = bits(Slot { word: *word as u8, shift: 0, width: 64 });
                let swapped = |slot: Slot| {
                    let both = slot.placed() | slot.placed() << distance;
                    let mut words = key;
                    if let Some(word) = words.get_mut(*word)
                        && (*word & both).count_ones() == 1
                    {
                        *word ^= both;
                    }
                    words
                };
                return first.filter(|slot| slot.placed() & firsts != 0).map(swapped).collect();
            }
        };
        let exchanged = |pair: &[Vec<Slot>]| {
            let mut words = key;
            for (a, b) in pair[0].iter().zip(&pair[1]) {
                a.set(&mut words, b.get(&key));
                b.set(&mut words, a.get(&key));
            }
            words
        };
        columns.windows(2).map(exchanged).collect()
    }

    #[inline]
    fn apply<const N: usize>(&self, words: &mut [u64; N]) {
        match self {
            Sort::Pairs(word, distance, firsts) => {
                let word = &mut words[word % N];
                let above = *word >> distance & !*word & firsts;
                *word ^= above | above << distance;
            }
            Sort::Bits(word, mask, lowest) => {
                let word = &mut words[word % N];
                let count = (*word & mask).count_ones() as usize;
                *word = *word & !mask | lowest.get(count).copied().unwrap_or(0);
            }
            Sort::Columns(columns) => sort_columns(columns, words),
        }
    }
}

fn sort_columns(columns: &[Vec<Slot>], words: &mut [u64]) {
    let mut all = [0u64; 64];
    let count = columns.len().min(all.len());
    for (packed, column) in all.iter_mut().zip(columns) {
        *packed = column
            .iter()
            .fold(0, |packed, slot| crate::eval::shl(packed, slot.width.into()) | slot.get(words));
    }
    all[..count].sort_unstable();
    for (packed, column) in all.iter().zip(columns) {
        let mut packed = *packed;
        for slot in column.iter().rev() {
            slot.set(words, packed & ones(slot.width.into()));
            packed = crate::eval::shr(packed, slot.width.into());
        }
    }
}

/// The bits of a slot.
fn bits(slot: Slot) -> impl Iterator<Item = Slot> {
    (0..slot.width).map(move |at| Slot { shift: slot.shift + at, width: 1, ..slot })
}

/// Tables for bits that move: one for every eight neighbours among which one moves.
fn chunks(moved: &[(Slot, Slot)], words: usize) -> Option<Vec<Chunk>> {
    let mut to: Vec<Option<Slot>> = vec![None; 64 * MAX_WORDS];
    for (from, into) in moved {
        *to.get_mut(usize::from(from.word) * 64 + usize::from(from.shift))? = Some(*into);
    }
    let mut all = Vec::new();
    for (byte, targets) in to.chunks(8).enumerate() {
        if targets.iter().any(Option::is_some) {
            let from = Slot { word: (byte / 8) as u8, shift: (byte % 8 * 8) as u8, width: 8 };
            all.push(Chunk::moved(from, targets, words)?);
        }
    }
    Some(all)
}
