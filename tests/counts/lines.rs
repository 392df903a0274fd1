//! Nine Men's Morris on two squares, and Hare and Hounds: points joined by lines.

use super::repeating::{self, Look};
use super::{Key, Kinds};

fn join(near: &mut [u32], one: usize, other: usize) {
    near[one] |= 1 << other;
    near[other] |= 1 << one;
}

fn points(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |point| set >> point & 1 != 0)
}

/// The lines and the mills of two squares: points 0 to 7 go round the outer one from a corner, 8 to
/// 15 round the inner one.
fn squares() -> ([u32; 16], Vec<u32>) {
    let (mut near, mut mills) = ([0; 16], Vec::new());
    for square in [0, 8] {
        for i in 0..8 {
            join(&mut near, square + i, square + (i + 1) % 8);
        }
        let corner = |i: usize| 1 << (square + i % 8);
        mills.extend([0, 2, 4, 6].map(|i| corner(i) | corner(i + 1) | corner(i + 2)));
    }
    [1, 3, 5, 7].into_iter().for_each(|middle| join(&mut near, middle, middle + 8));
    (near, mills)
}

#[derive(Clone, Copy)]
struct Position {
    men: [u32; 2],
    hand: [u32; 2],
    turn: usize,
    /// Whether the player to move has made a mill and takes a man.
    take: bool,
}

impl Position {
    fn key(self) -> Key {
        let fields =
            [self.men[0], self.men[1], self.hand[0], self.hand[1], self.turn as u32, self.take.into()];
        fields.into_iter().zip([0, 16, 32, 36, 40, 41]).map(|(field, from)| u64::from(field) << from).sum()
    }

    fn of(key: Key) -> Position {
        let field = |from: u32, bits: u32| (key >> from) as u32 & ((1 << bits) - 1);
        let (men, hand) = ([field(0, 16), field(16, 16)], [field(32, 4), field(36, 4)]);
        Position { men, hand, turn: field(40, 1) as usize, take: field(41, 1) == 1 }
    }
}

/// When a man is taken: in the move that makes the mill, or in a move of its own behind it, before
/// which there is a position.
#[derive(Clone, Copy, PartialEq)]
pub enum Taking {
    InOneMove,
    InItsOwnMove,
}

pub fn nine_mens_morris(each: u32, flying: bool, taking: Taking) -> Kinds {
    let (near, mills) = squares();
    let milled =
        |men: u32| mills.iter().filter(|mill| men & **mill == **mill).fold(0, |all, mill| all | mill);
    let taken = |position: Position| -> Vec<Key> {
        let other = 1 - position.turn;
        let loose = position.men[other] & !milled(position.men[other]);
        let after = points(if loose == 0 { position.men[other] } else { loose }).map(|point| {
            let mut after = Position { turn: other, take: false, ..position };
            after.men[other] ^= 1 << point;
            after.key()
        });
        after.collect()
    };
    let rules = |at: Key| {
        let position = Position::of(at);
        let Position { men, hand, turn, take } = position;
        let other = 1 - turn;
        let lost = (0..2).find(|&player| hand[player] == 0 && men[player].count_ones() < 3);
        let mut look =
            Look { turn, end: lost.map(|player| if player == 0 { -1 } else { 1 }), next: Vec::new() };
        if lost.is_some() {
            return look;
        }
        if take {
            look.next = taken(position);
            return look;
        }
        let empty = 0xffff & !(men[0] | men[1]);
        let mut put = |kept: u32, to: usize, hand: [u32; 2]| {
            let mut after = Position { hand, ..position };
            after.men[turn] = kept | 1 << to;
            // A mill while the other has no man on the board takes nothing.
            after.take = milled(after.men[turn]) >> to & 1 != 0 && men[other] != 0;
            after.turn = if after.take { turn } else { other };
            if after.take && taking == Taking::InOneMove {
                look.next.extend(taken(after));
            } else {
                look.next.push(after.key());
            }
        };
        if hand[turn] > 0 {
            let mut left = hand;
            left[turn] -= 1;
            points(empty).for_each(|to| put(men[turn], to, left));
        } else {
            for from in points(men[turn]) {
                let flies = flying && men[turn].count_ones() == 3;
                let reach = if flies { empty } else { near[from] & empty };
                points(reach).for_each(|to| put(men[turn] ^ 1 << from, to, hand));
            }
        }
        if look.next.is_empty() {
            look.end = Some(if turn == 0 { -1 } else { 1 });
        }
        look
    };
    let start = Position { men: [0, 0], hand: [each, each], turn: 0, take: false };
    repeating::kinds(start.key(), 0, &rules)
}

/// Eleven points: 0 in the west, three columns of three from south to north, 10 in the east.
pub fn hare_and_hounds() -> Kinds {
    let column = |point: usize| point.div_ceil(3);
    let mut near = [0; 11];
    for row in 0..3 {
        let [west, middle, east] = [1 + row, 4 + row, 7 + row];
        for (one, other) in [(0, west), (west, middle), (middle, east), (east, 10)] {
            join(&mut near, one, other);
        }
    }
    for south in [1, 4, 7] {
        join(&mut near, south, south + 1);
        join(&mut near, south + 1, south + 2);
    }
    [1, 3, 7, 9].into_iter().for_each(|corner| join(&mut near, 5, corner));
    let key =
        |hounds: u32, hare: usize, turn: usize| u64::from(hounds) | (hare as u64) << 11 | (turn as u64) << 15;
    let rules = |at: Key| {
        let (hounds, hare, turn) = (at as u32 & 0x7ff, (at >> 11 & 15) as usize, (at >> 15) as usize);
        let mut look = Look { turn, ..Look::default() };
        if points(hounds).all(|hound| column(hound) >= column(hare)) {
            look.end = Some(-1);
            return look;
        }
        if turn == 0 {
            for from in points(hounds) {
                let to = points(near[from] & !hounds & !(1 << hare)).filter(|&to| column(to) >= column(from));
                look.next.extend(to.map(|to| key(hounds ^ 1 << from | 1 << to, hare, 1)));
            }
        } else {
            look.next.extend(points(near[hare] & !hounds).map(|to| key(hounds, to, 0)));
        }
        if look.next.is_empty() {
            look.end = Some(if turn == 1 { 1 } else { -1 });
        }
        look
    };
    repeating::kinds(key(1 << 0 | 1 << 1 | 1 << 3, 10, 0), -1, &rules)
}
