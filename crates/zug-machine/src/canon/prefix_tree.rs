//! Finds the least of many images without making them all.
//!
//! Images are compared from their highest bit down, and a bit of an image is a bit of the position:
//! which one, the map says. So the maps are the leaves of a tree that divides them by the bit that
//! becomes the highest, then by the one that becomes the second, and so on. On each level the nodes
//! whose bit is 0 stay, where there are any, for every image below another one is greater.
//!
//! The tree gives the very images that are least, because
//!
//! - every image of the list is a leaf, and a level is passed over only where its bit is the same
//!   in all images;
//! - a level is there only if its bit is one bit of the position under each map: neither what
//!   becomes of a number, nor of a request, nor a bit that nothing becomes. The first bit of which
//!   that is not so ends the tree, and the images that are left are made and compared as a whole;
//! - images are compared as the maps make them: with sorted elements there is no tree.

use super::Map;
use crate::layout::Slot;
use std::collections::BTreeMap;

/// Most images of a tree.
const MOST_IMAGES: usize = 64 * SET;
/// The words of a set of nodes.
const SET: usize = 16;
/// More levels than so many rarely tell images apart that those before do not.
const MOST_LEVELS: usize = 32;

/// A bit of a position: the number of its word, and how far it is from the lowest bit.
type Place = (u8, u8);

/// The tree of the images of a list: number 0 is the position itself, the others are the maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PrefixTree {
    levels: Vec<Level>,
    /// The numbers of the images, those of a node side by side.
    images: Vec<u16>,
}

/// The nodes of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    /// The first child of each node of the level before, and behind them the number of all nodes.
    children: Vec<u16>,
    /// What becomes the bit of the level.
    sources: Vec<Place>,
    /// The first image of each node, and behind them the number of all images.
    images: Vec<u16>,
}

/// What a bit of an image comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// It is 0.
    Nothing,
    /// This bit of the position.
    Bit(Place),
    /// More than one bit.
    Number,
}

/// Nodes of one level, as bits.
type Nodes = [u64; SET];

impl PrefixTree {
    /// The tree of these maps, and of the position itself if it is an image. Only the bits of `key`
    /// are set in a position; `constant` is the same in all images.
    pub fn new(maps: &[&Map], itself: bool, key: &[u64], constant: Option<Slot>) -> Option<PrefixTree> {
        let cannot = |map: &&Map| map.requests.is_some() || map.kept.len() != key.len();
        if maps.len() >= MOST_IMAGES || maps.iter().any(cannot) {
            return None;
        }
        let words = key.len();
        let stays = Map { kept: key.to_vec(), ..Map::default() };
        let own = itself.then_some((0, &stays)).into_iter();
        let numbered = own.chain((1..).zip(maps.iter().copied()));
        let images: Vec<(u16, Vec<Source>)> =
            numbered.map(|(number, map)| (number, sources(map, key))).collect();
        let has = |word: usize, bit: usize, slot: Slot| {
            usize::from(slot.word) == word && slot.placed() >> bit & 1 == 1
        };
        let is_constant = |at: usize| constant.is_some_and(|slot| has(at / 64, at % 64, slot));
        let from_the_highest = (0..words).flat_map(|word| (0..64).rev().map(move |bit| word * 64 + bit));
        let mut nodes: Vec<Vec<usize>> = vec![(0..images.len()).collect()];
        let mut levels = Vec::new();
        for at in from_the_highest.filter(|at| !is_constant(*at)) {
            let first = images.first()?.1[at];
            if images.iter().all(|(_, sources)| sources[at] == first && first != Source::Number) {
                continue;
            }
            let Some(level) = Level::below(&mut nodes, |image| images[image].1[at]) else { break };
            levels.push(level);
            if levels.len() == MOST_LEVELS {
                break;
            }
        }
        let images = nodes.iter().flatten().map(|image| images[*image].0).collect();
        (!levels.is_empty()).then_some(PrefixTree { levels, images })
    }

    /// About how many look-ups it takes to find the least image, where a bit is as often 0 as 1.
    /// The test of a bit takes half of one.
    pub fn cost(&self) -> usize {
        let (mut left, mut before, mut tested) = (1, 1, 0);
        for level in &self.levels {
            let children = (left * level.sources.len()).div_ceil(before);
            tested += children;
            (left, before) = (children.div_ceil(2), level.sources.len());
        }
        tested / 2
    }

    /// Calls `each` with the number of every image that none of the others is seen to be less than.
    #[inline(always)]
    pub fn each_least<const N: usize>(&self, key: &[u64; N], mut each: impl FnMut(usize)) {
        let mut left: Nodes = [0; SET];
        left[0] = 1;
        let mut images: &[u16] = &[];
        for level in &self.levels {
            left = level.least(key, &left);
            images = &level.images;
            if left.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
                break;
            }
        }
        each_one(&left, |node| {
            let Some(&[first, end]) = images.get(node..node + 2) else { return };
            let of_node = self.images.get(usize::from(first)..usize::from(end));
            of_node.into_iter().flatten().for_each(|image| each(usize::from(*image)));
        });
    }
}

impl Level {
    /// Divides the images of each node by what becomes a bit of them; none if that is not one bit
    /// for each.
    fn below(nodes: &mut Vec<Vec<usize>>, source: impl Fn(usize) -> Source) -> Option<Level> {
        let mut level = Level { children: Vec::new(), sources: Vec::new(), images: Vec::new() };
        let mut below = Vec::new();
        for node in nodes.iter() {
            level.children.push(below.len() as u16);
            let mut divided: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
            for image in node {
                let Source::Bit(place) = source(*image) else { return None };
                divided.entry(place).or_default().push(*image);
            }
            for (place, images) in divided {
                level.sources.push(place);
                below.push(images);
            }
        }
        level.children.push(below.len() as u16);
        let mut count = 0;
        level.images.push(0);
        for images in &below {
            count += images.len() as u16;
            level.images.push(count);
        }
        *nodes = below;
        Some(level)
    }

    /// The children of these nodes whose bit is 0; all if it is 1 for each.
    #[inline(always)]
    fn least<const N: usize>(&self, key: &[u64; N], nodes: &Nodes) -> Nodes {
        let mut by_bit: [Nodes; 2] = [[0; SET]; 2];
        each_one(nodes, |node| {
            let Some(&[first, end]) = self.children.get(node..node + 2) else { return };
            let sources = self.sources.get(usize::from(first)..usize::from(end)).unwrap_or_default();
            for (child, (word, shift)) in (usize::from(first)..).zip(sources) {
                let bit = key[usize::from(*word) % N] >> (shift & 63) & 1;
                // Without a branch: nobody foresees the bit.
                by_bit[bit as usize & 1][child / 64 % SET] |= 1 << (child % 64);
            }
        });
        let [zeros, ones] = by_bit;
        if zeros == [0; SET] { ones } else { zeros }
    }
}

/// Calls `each` with the number of every bit.
#[inline(always)]
fn each_one(nodes: &Nodes, mut each: impl FnMut(usize)) {
    for (word, bits) in nodes.iter().enumerate() {
        let mut left = *bits;
        while left != 0 {
            each(word * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// What each bit of an image under a map comes from, where only the bits of `key` are set in a
/// position.
fn sources(map: &Map, key: &[u64]) -> Vec<Source> {
    let words = key.len();
    let mut all = vec![Source::Nothing; words * 64];
    for (word, kept) in map.kept.iter().enumerate() {
        for bit in (0..64).filter(|bit| kept >> bit & 1 == 1) {
            all[word * 64 + bit] = Source::Bit((word as u8, bit as u8));
        }
    }
    for chunk in &map.chunks {
        let rows: Vec<&[u64]> = chunk.rows.chunks_exact(words).collect();
        let is_moved = are_unions(&rows);
        for (number, row) in rows.iter().enumerate() {
            let from = (chunk.from.word, chunk.from.shift + number.trailing_zeros().min(63) as u8);
            for at in (0..words * 64).filter(|at| row[at / 64] >> (at % 64) & 1 == 1) {
                all[at] = match all[at] {
                    _ if !is_moved => Source::Number,
                    // The row of several bits: each has its own.
                    known if !number.is_power_of_two() => known,
                    Source::Nothing => Source::Bit(from),
                    _ => Source::Number,
                };
            }
        }
    }
    let is_set = |word: u8, bit: u8| key[usize::from(word)] >> bit & 1 == 1;
    all.into_iter()
        .map(|source| match source {
            Source::Bit((word, bit)) if !is_set(word, bit) => Source::Nothing,
            source => source,
        })
        .collect()
}

/// Whether the row of every number is the union of the rows of its bits.
fn are_unions(rows: &[&[u64]]) -> bool {
    rows.len().is_power_of_two()
        && rows.iter().enumerate().all(|(number, row)| {
            row.iter().enumerate().all(|(word, bits)| {
                let of_bits = (0..usize::BITS).filter(|bit| number >> bit & 1 == 1);
                of_bits.fold(0, |all, bit| all | rows[1 << bit][word]) == *bits
            })
        })
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Atom, Candidates, Canon, chunks};
    use super::*;

    /// All permutations of so many things.
    fn permutations(count: usize) -> Vec<Vec<usize>> {
        if count == 0 {
            return vec![Vec::new()];
        }
        let shorter = permutations(count - 1);
        let with_last = |at: usize| {
            let inserted = move |each: &Vec<usize>| [&each[..at], &[count - 1], &each[at..]].concat();
            shorter.iter().map(inserted).collect::<Vec<_>>()
        };
        (0..count).flat_map(with_last).collect()
    }

    fn slot(at: usize) -> Slot {
        Slot { word: (at / 64) as u8, shift: (at % 64) as u8, width: 1 }
    }

    /// The map of a permutation of five points on the pairs of them, a bit for each from `low` on.
    fn on_pairs(points: &[usize], low: usize, words: usize) -> Map {
        let pairs: Vec<(usize, usize)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let to = |(a, b): (usize, usize)| (points[a].max(points[b]), points[a].min(points[b]));
        let place = |pair| low + pairs.iter().position(|each| *each == pair).expect("a pair");
        let moved: Vec<(Slot, Slot)> =
            pairs.iter().map(|pair| (slot(place(*pair)), slot(place(to(*pair))))).collect();
        Map { kept: vec![0; words], chunks: chunks(&moved, words).expect("few bits"), ..Map::default() }
    }

    fn all_on_pairs(low: usize, words: usize) -> Vec<Map> {
        permutations(5).iter().skip(1).map(|points| on_pairs(points, low, words)).collect()
    }

    fn tree(maps: &[Map], key: &[u64]) -> Option<PrefixTree> {
        PrefixTree::new(&maps.iter().collect::<Vec<_>>(), true, key, None)
    }

    /// Whether the tree finds, for many positions, what the list of all images has.
    fn finds_the_least<const N: usize>(maps: Vec<Map>, key: [u64; N]) {
        let tree = tree(&maps, &key).expect("a tree");
        let choices =
            Candidates { itself: true, maps: (0..maps.len()).collect(), joined: None, tree: Some(tree) };
        let with = Canon { maps, choices: [Candidates::default(), choices], ..Canon::default() };
        let mut without = with.clone();
        without.choices[1].tree = None;
        let mut random = 1_u64;
        for _ in 0..2000 {
            let position = key.map(|mask| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 7 ^ random << 40) & mask
            });
            assert_eq!(with.form(position), without.form(position), "{position:x?}");
        }
    }

    #[test]
    fn a_tree_finds_the_least_image() {
        finds_the_least(all_on_pairs(0, 1), [0x3ff]);
        finds_the_least(all_on_pairs(20, 1), [0x3ff << 20]);
        finds_the_least(all_on_pairs(60, 2), [0xf << 60, 0x3f]);
        // Bits that stay, above and below.
        let mut maps = all_on_pairs(20, 1);
        maps.iter_mut().for_each(|map| map.kept = vec![0xff << 40 | 0xff]);
        finds_the_least(maps, [0x3ff << 20 | 0xff << 40 | 0xff]);
    }

    #[test]
    fn of_equal_images_the_first_of_the_list_counts() {
        let mut maps = all_on_pairs(0, 1);
        maps.iter_mut().enumerate().for_each(|(at, map)| map.exchanged = at % 3 == 0);
        finds_the_least(maps, [0x3ff]);
    }

    /// A number of two bits that each map takes to another one, beside the pairs.
    fn with_number(low: usize, place: u8) -> Vec<Map> {
        let mut maps = all_on_pairs(low, 1);
        for (at, map) in maps.iter_mut().enumerate() {
            let from = Slot { word: 0, shift: place, width: 2 };
            let value = |number: u64| (number + at as u64) % 4;
            let rows = (0..4).map(|number| value(number) << place).collect();
            map.chunks.push(super::super::Chunk { from, rows });
        }
        maps
    }

    #[test]
    fn a_number_that_is_mapped_ends_the_tree() {
        let key = [0x3ff << 20 | 3 << 10];
        let ended = tree(&with_number(20, 10), &key).expect("a tree");
        assert_eq!(
            Some(ended.levels.len()),
            tree(&all_on_pairs(20, 1), &[0x3ff << 20]).map(|all| all.levels.len())
        );
        finds_the_least(with_number(20, 10), key);
        assert_eq!(tree(&with_number(20, 40), &[0x3ff << 20 | 3 << 40]), None, "the number comes first");
    }

    #[test]
    fn a_bit_that_only_some_images_have_ends_the_tree() {
        let mut maps = all_on_pairs(0, 1);
        maps[7].kept = vec![1 << 40];
        assert_eq!(tree(&maps, &[1 << 40 | 0x3ff]), None);
        assert!(tree(&maps, &[0x3ff]).is_some(), "no position has it");
    }

    #[test]
    fn requests_sorts_and_long_lists_have_no_tree() {
        let maps = all_on_pairs(0, 1);
        let mut asked = maps.clone();
        let nothing = super::super::Asked { shape: slot(20), arguments: Vec::new(), shapes: Vec::new() };
        asked[3].requests = Some(nothing);
        assert_eq!(tree(&asked, &[0x3ff]), None);
        let long: Vec<Map> = maps.iter().cycle().take(MOST_IMAGES).cloned().collect();
        assert_eq!(tree(&long, &[0x3ff]), None);
        assert!(tree(&long[1..], &[0x3ff]).is_some());
        let mut machine = crate::Machine { key: vec![0x3ff], ..crate::Machine::default() };
        machine.layout.words = 1;
        let interchangeable = vec![vec![slot(0)], vec![slot(1)]];
        let actions = || permutations(5).into_iter().skip(1).map(|points| Some((action(&points), false)));
        let of = |sorted: Vec<Vec<Vec<Slot>>>| Canon::new(sorted.into_iter(), actions(), &machine);
        assert!(of(Vec::new()).choices[1].tree.is_some());
        assert!(of(vec![interchangeable]).choices[1].tree.is_none());
    }

    /// [`on_pairs`] as an action.
    fn action(points: &[usize]) -> Action {
        let map = on_pairs(points, 0, 1);
        let to = |at: usize| map.apply::<1>(&[1 << at])[0].trailing_zeros() as usize;
        let atoms = (0..10).map(|at| Atom { from: slot(at), to: slot(to(at)), map: None }).collect();
        Action { atoms, requests: Vec::new() }
    }
}
