//! Teeko, Dodgem and Quixo, on square boards whose cells are counted along the rows.

use super::repeating::{self, Look};
use super::{Key, Kinds};

/// Two sets of cells and whose turn it is, in one key.
fn key(sets: [u64; 2], turn: usize) -> Key {
    sets[0] | sets[1] << 25 | (turn as u64) << 50
}

fn sets(key: Key) -> ([u64; 2], usize) {
    ([key & 0x1ff_ffff, key >> 25 & 0x1ff_ffff], (key >> 50) as usize)
}

/// The bit of a cell of an n by n board, if it is on it.
fn cell(n: i64, x: i64, y: i64) -> Option<u64> {
    let inside = (0..n).contains(&x) && (0..n).contains(&y);
    inside.then(|| 1 << (x + n * y))
}

/// Worth to the first player of a win of this one.
fn won_by(player: usize) -> i64 {
    if player == 0 { 1 } else { -1 }
}

/// The bits of a set, each alone.
fn each(set: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|bit| 1 << bit).filter(move |bit| set & bit != 0)
}

fn places(n: i64) -> impl Iterator<Item = (i64, i64)> {
    (0..n * n).map(move |cell| (cell % n, cell / n))
}

fn goals_of_teeko(n: i64, men: i64, advanced: bool) -> Vec<u64> {
    let all = |cells: &[Option<u64>]| cells.iter().try_fold(0, |set, cell| Some(set | (*cell)?));
    let mut goals = Vec::new();
    for (x, y) in places(n) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let line: Vec<Option<u64>> = (0..men).map(|i| cell(n, x + i * dx, y + i * dy)).collect();
            goals.extend(all(&line));
        }
        let sizes = if men == 4 { 1..if advanced { n } else { 2 } } else { 1..1 };
        for k in sizes {
            goals.extend(all(&[cell(n, x, y), cell(n, x + k, y), cell(n, x, y + k), cell(n, x + k, y + k)]));
        }
    }
    goals
}

pub fn teeko(n: i64, men: i64, advanced: bool) -> Kinds {
    let goals = goals_of_teeko(n, men, advanced);
    let board = (1u64 << (n * n)) - 1;
    let neighbours = |set: u64| {
        let (x, y) = (i64::from(set.trailing_zeros()) % n, i64::from(set.trailing_zeros()) / n);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        around.filter_map(|(dx, dy)| cell(n, x + dx, y + dy)).fold(0, |set, cell| set | cell)
    };
    let rules = |at: Key| {
        let (sets, turn) = sets(at);
        let winner = (0..2).find(|&player| goals.iter().any(|goal| sets[player] & goal == *goal));
        let mut look = Look { turn, end: winner.map(won_by), next: Vec::new() };
        if winner.is_some() {
            return look;
        }
        let empty = board & !sets[0] & !sets[1];
        let mut put = |mine: u64| {
            let mut after = sets;
            after[turn] = mine;
            look.next.push(key(after, 1 - turn));
        };
        if i64::from(sets[turn].count_ones()) < men {
            each(empty).for_each(|to| put(sets[turn] | to));
        } else {
            for from in each(sets[turn]) {
                each(neighbours(from) & empty).for_each(|to| put(sets[turn] ^ from | to));
            }
        }
        if look.next.is_empty() {
            look.end = Some(won_by(1 - turn));
        }
        look
    };
    repeating::kinds(0, 0, &rules)
}

/// The first player's cars go east, north and south, those of the second north, east and west.
pub fn dodgem(n: i64) -> Kinds {
    let ways = [[(1, 0), (0, 1), (0, -1)], [(0, 1), (1, 0), (-1, 0)]];
    let rules = |at: Key| {
        let (cars, turn) = sets(at);
        let winner = (0..2).find(|&player| cars[player] == 0);
        let mut look = Look { turn, end: winner.map(won_by), next: Vec::new() };
        if winner.is_some() {
            return look;
        }
        for (x, y) in places(n) {
            let from = cell(n, x, y).expect("on the board");
            if cars[turn] & from == 0 {
                continue;
            }
            for (dx, dy) in ways[turn] {
                let off = if turn == 0 { x + dx == n } else { y + dy == n };
                let to = if off { Some(0) } else { cell(n, x + dx, y + dy) };
                let Some(to) = to.filter(|to| (cars[0] | cars[1]) & to == 0) else { continue };
                let mut after = cars;
                after[turn] = cars[turn] ^ from | to;
                look.next.push(key(after, 1 - turn));
            }
        }
        if look.next.is_empty() {
            look.end = Some(won_by(1 - turn));
        }
        look
    };
    let column = (1..n).filter_map(|y| cell(n, 0, y)).sum();
    let row = (1..n).filter_map(|x| cell(n, x, 0)).sum();
    repeating::kinds(key([column, row], 0), 0, &rules)
}

/// A cube that is blank or the mover's own is taken from the border and pushed in at an end of its
/// row or column.
pub fn quixo(n: i64) -> Kinds {
    let along = |i: i64, of: i64| match of {
        of if of < n => cell(n, of, i),
        of if of < 2 * n => cell(n, i, of - n),
        of if of == 2 * n => cell(n, i, i),
        _ => cell(n, i, n - 1 - i),
    };
    let lines: Vec<u64> = (0..2 * n + 2).map(|of| (0..n).filter_map(|i| along(i, of)).sum()).collect();
    let rules = |at: Key| {
        let (marks, turn) = sets(at);
        let line = |player: usize| lines.iter().any(|line| marks[player] & line == *line);
        // A player who completes a line of the other loses, even with one of their own.
        let winner = [1 - turn, turn].into_iter().find(|&player| line(player));
        let mut look = Look { turn, end: winner.map(won_by), next: Vec::new() };
        if winner.is_some() {
            return look;
        }
        for (x, y) in places(n) {
            let from = cell(n, x, y).expect("on the board");
            let border = x == 0 || y == 0 || x == n - 1 || y == n - 1;
            if !border || marks[1 - turn] & from != 0 {
                continue;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let cells: Vec<u64> = (0..n).map_while(|i| cell(n, x + i * dx, y + i * dy)).collect();
                if cells.len() < 2 {
                    continue;
                }
                let mut after = marks.map(|set| set & !cells.iter().sum::<u64>());
                for (player, set) in after.iter_mut().enumerate() {
                    let moved = cells.windows(2).filter(|pair| marks[player] & pair[1] != 0);
                    *set |= moved.map(|pair| pair[0]).sum::<u64>();
                }
                after[turn] |= cells[cells.len() - 1];
                look.next.push(key(after, 1 - turn));
            }
        }
        look
    };
    repeating::kinds(0, 0, &rules)
}
