//! Games that are won, drawn or lost, whose positions may repeat: every position that can be
//! reached is listed with its successors, and its worth is carried back from the ends.

use super::{Key, Kinds};
use std::collections::{HashMap, VecDeque};

/// The rules' answer about one position.
#[derive(Default)]
pub struct Look {
    pub turn: usize,
    /// What it is worth to the first player, if play is over: 1, 0 or -1.
    pub end: Option<i64>,
    pub next: Vec<Key>,
}

/// What one position is worth to the first player, and plies to the end: none for a draw and for
/// play without an end.
type Worth = (i64, Option<i64>);

struct Listing {
    looks: Vec<Look>,
    next: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
}

fn listed(start: Key, rules: &dyn Fn(Key) -> Look) -> Listing {
    let (mut keys, mut numbers) = (vec![start], HashMap::from([(start, 0u32)]));
    let mut listing = Listing { looks: Vec::new(), next: Vec::new(), before: vec![Vec::new()] };
    while listing.looks.len() < keys.len() {
        let position = listing.looks.len();
        let mut look = rules(keys[position]);
        let next = std::mem::take(&mut look.next).into_iter().map(|key| {
            *numbers.entry(key).or_insert_with(|| {
                keys.push(key);
                listing.before.push(Vec::new());
                keys.len() as u32 - 1
            })
        });
        let next: Vec<u32> = next.collect();
        next.iter().for_each(|&to| listing.before[to as usize].push(position as u32));
        listing.looks.push(look);
        listing.next.push(next);
    }
    listing
}

/// Wins and losses in the order of their plies: a move to a position that the mover wins wins, and
/// a player whose moves all lead to wins of the other loses.
fn decided(listing: &Listing) -> Vec<Option<Worth>> {
    let mut worth: Vec<Option<Worth>> = vec![None; listing.looks.len()];
    let mut left: Vec<usize> = listing.next.iter().map(Vec::len).collect();
    let mut waiting = VecDeque::new();
    for (position, look) in listing.looks.iter().enumerate() {
        if let Some(end @ (1 | -1)) = look.end {
            worth[position] = Some((end, Some(0)));
            waiting.push_back(position);
        }
    }
    while let Some(position) = waiting.pop_front() {
        let Some((value, Some(plies))) = worth[position] else { unreachable!("it is decided") };
        for &before in &listing.before[position] {
            let before = before as usize;
            left[before] -= 1;
            let wins = value == if listing.looks[before].turn == 0 { 1 } else { -1 };
            if worth[before].is_none() && (wins || left[before] == 0) {
                worth[before] = Some((value, Some(plies + 1)));
                waiting.push_back(before);
            }
        }
    }
    worth
}

/// How many positions there are of each kind. Play without an end is worth `endless`; no game that
/// is counted here has both an end that is a draw and endless play that is none.
pub fn kinds(start: Key, endless: i64, rules: &dyn Fn(Key) -> Look) -> Kinds {
    let listing = listed(start, rules);
    assert!(endless == 0 || listing.looks.iter().all(|look| look.end != Some(0)));
    let mut kinds = Kinds::new();
    for (look, worth) in listing.looks.iter().zip(decided(&listing)) {
        let (value, plies) = worth.unwrap_or((endless, None));
        *kinds.entry((look.turn, value, plies)).or_default() += 1;
    }
    kinds
}
