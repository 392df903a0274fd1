//! The values of `docs/results.md` once more, by programs that share nothing with Zug: each is
//! written from the rules in words, knows one family of games, and looks at every move.
//!
//! `cargo test --release --test results --test slimetrail -- --include-ignored` runs them all, with
//! the values of Slimetrail in their own file; those that take long are left out otherwise.

use std::collections::HashMap;

/// A value for the player to move: positive, he wins, and the larger the sooner; 0, a draw;
/// negative, he loses.
type Told = i32;

/// What a win at once is worth; a win in n plies is `SOON - n`.
const SOON: Told = 1000;

/// A value one ply later.
fn later(value: Told) -> Told {
    value - value.signum()
}

/// Won in n plies by the player to move.
fn won_in(plies: Told) -> Told {
    SOON - plies
}

/// Lost in n plies by the player to move.
fn lost_in(plies: Told) -> Told {
    plies - SOON
}

/// Things to draw, and sets of them that bring a point when they are whole: the margin of who draws
/// first, over all sets drawn.
fn drawing(things: u32, wholes: &[u32], fewest: bool, extra: bool) -> i32 {
    let full = (1usize << things) - 1;
    let mut margin = vec![0i8; full + 1];
    for drawn in (0..full).rev() {
        let best = (0..things).filter(|thing| drawn >> thing & 1 == 0).map(|thing| {
            let next = drawn | 1 << thing;
            let closed =
                wholes.iter().filter(|&&whole| whole >> thing & 1 == 1 && whole & !(next as u32) == 0);
            let points = closed.count() as i8;
            let gain = if fewest { -points } else { points };
            if extra && points > 0 { gain + margin[next] } else { gain - margin[next] }
        });
        margin[drawn] = best.max().expect("something is left to draw");
    }
    i32::from(margin[0])
}

/// The boxes of Dots and Boxes as sets of edges: first the flat edges, then the upright ones.
fn boxes(columns: u32, rows: u32) -> (u32, Vec<u32>) {
    let flat = |x: u32, y: u32| 1 << (y * columns + x);
    let upright = |x: u32, y: u32| 1 << (columns * (rows + 1) + y * (columns + 1) + x);
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let wholes = cells.map(|(x, y)| flat(x, y) | flat(x, y + 1) | upright(x, y) | upright(x + 1, y));
    (columns * (rows + 1) + rows * (columns + 1), wholes.collect())
}

/// The unit triangles of a triangle of dots as sets of edges.
fn triangles(side: i32) -> (u32, Vec<u32>) {
    let dots: Vec<(i32, i32)> = (0..=side).flat_map(|row| (0..=row).map(move |place| (row, place))).collect();
    let joined = |a: (i32, i32), b: (i32, i32)| matches!((b.0 - a.0, b.1 - a.1), (0, 1) | (1, 0) | (1, 1));
    let mut edges = Vec::new();
    for &a in &dots {
        edges.extend(dots.iter().filter(|&&b| joined(a, b)).map(|&b| (a, b)));
    }
    let bit = |a, b| edges.iter().position(|&edge| edge == (a, b)).map(|at| 1u32 << at);
    let mut wholes = Vec::new();
    for &a in &dots {
        for &b in &dots {
            for &c in &dots {
                if let (Some(p), Some(q), Some(r)) = (bit(a, b), bit(b, c), bit(a, c)) {
                    wholes.push(p | q | r);
                }
            }
        }
    }
    (edges.len() as u32, wholes)
}

/// One board on which both put crosses and whoever makes a line of k loses.
fn crosses(size: i32, k: i32) -> Told {
    let mut lines = Vec::new();
    for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let cells: Vec<(i32, i32)> = (0..k).map(|i| (x + i * dx, y + i * dy)).collect();
            if cells.iter().all(|&(x, y)| (0..size).contains(&x) && (0..size).contains(&y)) {
                lines.push(cells.iter().fold(0u32, |set, &(x, y)| set | 1 << (y * size + x)));
            }
        }
    }
    let full = (1usize << (size * size)) - 1;
    let dead = |set: usize| lines.iter().any(|&line| line & !(set as u32) == 0);
    let mut told = vec![0i16; full + 1];
    for set in (0..=full).rev() {
        told[set] = if dead(set) {
            won_in(0) as i16 // the other has just made the line
        } else {
            let nexts =
                (0..size * size).filter(|cell| set >> cell & 1 == 0).map(|cell| told[set | 1 << cell]);
            nexts.map(|value| later(-Told::from(value)) as i16).max().expect("a full board has a line")
        };
    }
    Told::from(told[0])
}

/// Dominoes, where who cannot lay one wins. Cells are bits; the first axis is that of the player to
/// move.
struct Dominoes {
    /// The dominoes of the player who begins, and of the other.
    own: [Vec<u64>; 2],
    seen: HashMap<(u64, usize), Told>,
}

impl Dominoes {
    fn upright_begins(columns: u32, rows: u32) -> Dominoes {
        let cells = || (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
        let upright =
            cells().filter(|&(_, y)| y + 1 < rows).map(|(x, y)| (1 | 1 << columns) << (y * columns + x));
        let flat = cells().filter(|&(x, _)| x + 1 < columns).map(|(x, y)| 3 << (y * columns + x));
        Dominoes { own: [upright.collect(), flat.collect()], seen: HashMap::new() }
    }

    fn told(&mut self, covered: u64, mover: usize) -> Told {
        if let Some(&told) = self.seen.get(&(covered, mover)) {
            return told;
        }
        let free: Vec<u64> = self.own[mover].iter().copied().filter(|domino| domino & covered == 0).collect();
        let nexts = free.into_iter().map(|domino| later(-self.told(covered | domino, 1 - mover)));
        let told = nexts.max().unwrap_or(won_in(0));
        self.seen.insert((covered, mover), told);
        told
    }

    /// Whether the mover wins, without asking how soon.
    fn wins(&mut self, covered: u64, mover: usize) -> bool {
        if let Some(&told) = self.seen.get(&(covered, mover)) {
            return told > 0;
        }
        let free: Vec<u64> = self.own[mover].iter().copied().filter(|domino| domino & covered == 0).collect();
        let wins = free.is_empty() || free.into_iter().any(|domino| !self.wins(covered | domino, 1 - mover));
        self.seen.insert((covered, mover), if wins { 1 } else { -1 });
        wins
    }
}

/// Toads (1) and frogs (-1) in a row, where who cannot move wins.
fn hopping(row: &[i8], mover: i8, seen: &mut HashMap<(Vec<i8>, i8), Told>) -> Told {
    if let Some(&told) = seen.get(&(row.to_vec(), mover)) {
        return told;
    }
    let at = |place: i32| usize::try_from(place).ok().and_then(|place| row.get(place)).copied();
    let mut best = None;
    for place in 0..row.len() as i32 {
        let ahead = place + i32::from(mover);
        let to = match (at(place), at(ahead), at(ahead + i32::from(mover))) {
            (Some(animal), Some(0), _) if animal == mover => ahead,
            (Some(animal), Some(other), Some(0)) if animal == mover && other == -mover => {
                ahead + i32::from(mover)
            }
            _ => continue,
        };
        let mut next = row.to_vec();
        next.swap(place as usize, to as usize);
        best = best.max(Some(later(-hopping(&next, -mover, seen))));
    }
    let told = best.unwrap_or(won_in(0));
    seen.insert((row.to_vec(), mover), told);
    told
}

fn toads_and_frogs(toads: usize, spaces: usize, frogs: usize) -> Told {
    let row = [vec![1; toads], vec![0; spaces], vec![-1; frogs]].concat();
    hopping(&row, 1, &mut HashMap::new())
}

/// Double-Move Bridg-It, told for Red: the crossings in their order, 1 a bridge of Red, 2 of Blue.
struct Bridges {
    n: i32,
    crossings: Vec<(i32, i32)>,
    seen: HashMap<Vec<u8>, Told>,
}

impl Bridges {
    fn new(n: i32) -> Bridges {
        let cells = (1..=2 * n + 1).flat_map(|y| (1..=2 * n + 1).map(move |x| (x, y)));
        let inner = cells.filter(|&(x, y)| 1 < x && x < 2 * n + 1 && 1 < y && y < 2 * n + 1);
        Bridges { n, crossings: inner.filter(|&(x, y)| (x + y) % 2 == 0).collect(), seen: HashMap::new() }
    }

    /// Whether a player (1 Red, from west to east over odd columns; 2 Blue, from south to north)
    /// has his way.
    fn joined(&self, built: &[u8], player: u8) -> bool {
        let (far, turned) = (2 * self.n + 1, player == 2);
        let own = |x: i32, y: i32| if turned { x % 2 == 0 && y % 2 == 1 } else { x % 2 == 1 && y % 2 == 0 };
        let along = |x: i32, y: i32| if turned { y } else { x };
        let mut todo: Vec<(i32, i32)> = (1..=far).map(|i| if turned { (i, 1) } else { (1, i) }).collect();
        todo.retain(|&(x, y)| own(x, y));
        let mut seen = todo.clone();
        while let Some((x, y)) = todo.pop() {
            if along(x, y) == far {
                return true;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let bridge = self.crossings.iter().position(|&at| at == (x + dx, y + dy));
                let dot = (x + 2 * dx, y + 2 * dy);
                if bridge.is_some_and(|at| built[at] == player) && !seen.contains(&dot) {
                    seen.push(dot);
                    todo.push(dot);
                }
            }
        }
        false
    }

    fn told(&mut self, built: &mut Vec<u8>) -> Told {
        if let Some(&told) = self.seen.get(built) {
            return told;
        }
        let number = built.iter().filter(|&&at| at != 0).count();
        let told = if self.joined(built, 1) {
            won_in(0)
        } else if self.joined(built, 2) {
            lost_in(0)
        } else {
            // Red lays the first, then Blue two, Red two, and so on.
            let mover = if number.div_ceil(2) % 2 == 0 { 1 } else { 2 };
            let mut best = None;
            for at in 0..built.len() {
                if built[at] == 0 {
                    built[at] = mover;
                    let value = later(self.told(built));
                    built[at] = 0;
                    let better = best.is_none_or(|best| if mover == 1 { value > best } else { value < best });
                    best = if better { Some(value) } else { best };
                }
            }
            best.expect("on a full board one side is joined")
        };
        self.seen.insert(built.clone(), told);
        told
    }
}

/// Reversi, where who has fewer discs wins, on a board of 4 columns: bits of the mover and of the
/// other.
struct Reversed {
    rows: i32,
    seen: HashMap<(u32, u32), (i32, i32)>,
}

impl Reversed {
    fn turned(&self, own: u32, other: u32, cell: i32) -> u32 {
        let (x, y) = (cell % 4, cell / 4);
        let mut all = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut line = 0;
            for i in 1.. {
                let (x, y) = (x + i * dx, y + i * dy);
                let bit =
                    if (0..4).contains(&x) && (0..self.rows).contains(&y) { 1u32 << (y * 4 + x) } else { 0 };
                if bit & other == 0 {
                    all |= if bit & own != 0 { line } else { 0 };
                    break;
                }
                line |= bit;
            }
        }
        all
    }

    fn moves(&self, own: u32, other: u32) -> Vec<(u32, u32)> {
        let empty = (0..4 * self.rows).filter(|cell| (own | other) >> cell & 1 == 0);
        let turned =
            empty.map(|cell| (cell, self.turned(own, other, cell))).filter(|&(_, turned)| turned != 0);
        turned.map(|(cell, turned)| (own | turned | 1 << cell, other & !turned)).collect()
    }

    /// The margin of the player to move, if it lies between the two bounds; else a bound of it on
    /// that side.
    fn margin(&mut self, own: u32, other: u32, low: i32, high: i32) -> i32 {
        let (least, most) = self.seen.get(&(own, other)).copied().unwrap_or((-99, 99));
        if least >= high || least == most {
            return least;
        }
        if most <= low {
            return most;
        }
        let moves = self.moves(own, other);
        if moves.is_empty() {
            if self.moves(other, own).is_empty() {
                return other.count_ones() as i32 - own.count_ones() as i32;
            }
            return -self.margin(other, own, -high, -low);
        }
        let mut best = -99;
        for (own, other) in moves {
            best = best.max(-self.margin(other, own, -high, -low.max(best)));
            if best >= high {
                break;
            }
        }
        let entry = self.seen.entry((own, other)).or_insert((-99, 99));
        entry.0 = if best > low { entry.0.max(best) } else { entry.0 };
        entry.1 = if best < high { entry.1.min(best) } else { entry.1 };
        best
    }
}

fn fewest_discs(rows: i32) -> i32 {
    let at = |x: i32, y: i32| 1u32 << (y * 4 + x);
    let (x, y) = (1, rows / 2 - 1);
    let black = at(x, y) | at(x + 1, y + 1);
    let white = at(x, y + 1) | at(x + 1, y);
    Reversed { rows, seen: HashMap::new() }.margin(black, white, -99, 99)
}

/// Isolation: the cells of the mover and of the other, and the cells that are left.
fn isolation(
    columns: i32,
    rows: i32,
    at: (i32, i32),
    left: u32,
    seen: &mut HashMap<(i32, i32, u32), Told>,
) -> Told {
    if let Some(&told) = seen.get(&(at.0, at.1, left)) {
        return told;
    }
    let near = |a: i32, b: i32| {
        a != b && (a % columns - b % columns).abs() <= 1 && (a / columns - b / columns).abs() <= 1
    };
    let free = |cell: i32| left >> cell & 1 == 1;
    let mut best = None;
    for to in (0..columns * rows).filter(|&to| near(at.0, to) && free(to) && to != at.1) {
        for out in (0..columns * rows).filter(|&out| free(out) && out != to && out != at.1) {
            let value = later(-isolation(columns, rows, (at.1, to), left & !(1 << out), seen));
            best = best.max(Some(value));
        }
    }
    let told = best.unwrap_or(lost_in(0));
    seen.insert((at.0, at.1, left), told);
    told
}

#[test]
fn the_known_values_of_these_games_come_out() {
    let (edges, wholes) = boxes(2, 2);
    assert_eq!(drawing(edges, &wholes, false, true), 2);
    let (edges, wholes) = triangles(3);
    assert_eq!((edges, wholes.len()), (18, 9));
    assert_eq!(drawing(edges, &wholes, false, true), -3);
    assert_eq!(crosses(3, 3), won_in(6));
}

#[test]
fn dots_and_boxes_where_fewer_boxes_win_or_a_box_gives_no_turn() {
    for (columns, rows, fewest, plain) in [(2, 2, -2, -2), (3, 2, 2, 2)] {
        let (edges, wholes) = boxes(columns, rows);
        assert_eq!(drawing(edges, &wholes, true, true), fewest);
        assert_eq!(drawing(edges, &wholes, false, false), plain);
    }
}

#[test]
#[ignore = "every set of 24 edges, twice"]
fn dots_and_boxes_3x3_where_fewer_boxes_win_or_a_box_gives_no_turn() {
    let (edges, wholes) = boxes(3, 3);
    assert_eq!(drawing(edges, &wholes, true, true), -1);
    assert_eq!(drawing(edges, &wholes, false, false), -3);
}

#[test]
fn the_triangle_war_where_fewer_triangles_win() {
    let (edges, wholes) = triangles(3);
    assert_eq!(drawing(edges, &wholes, true, true), -1);
}

#[test]
fn notakto_on_four_by_four() {
    assert_eq!(crosses(4, 4), lost_in(13));
    assert_eq!(crosses(4, 3), won_in(10));
}

#[test]
fn misere_domineering_up_to_five_by_five() {
    assert_eq!(Dominoes::upright_begins(4, 4).told(0, 0), won_in(8));
    assert_eq!(Dominoes::upright_begins(5, 5).told(0, 0), won_in(12));
}

#[test]
#[ignore = "tens of millions of positions"]
fn misere_domineering_on_six_by_six() {
    assert!(Dominoes::upright_begins(6, 6).wins(0, 0));
}

#[test]
fn misere_toads_and_frogs_with_as_many_spaces() {
    let plies = [2, 3, 4, 5].map(|n| toads_and_frogs(n, n, n));
    assert_eq!(plies, [won_in(4), lost_in(13), won_in(38), lost_in(73)]);
}

#[test]
fn double_move_bridg_it() {
    for (n, told) in [(2, lost_in(3)), (3, won_in(9))] {
        let mut bridges = Bridges::new(n);
        let mut built = vec![0; bridges.crossings.len()];
        assert_eq!(bridges.told(&mut built), told);
    }
}

#[test]
fn reversi_four_by_four_where_fewer_discs_win() {
    assert_eq!(fewest_discs(4), 3);
}

#[test]
#[ignore = "a few million positions"]
fn reversi_four_by_six_where_fewer_discs_win() {
    assert_eq!(fewest_discs(6), 0);
}

#[test]
fn isolation_on_three_columns() {
    assert_eq!(isolation(3, 3, (1, 7), 0o777, &mut HashMap::new()), won_in(5));
}

#[test]
#[ignore = "millions of positions"]
fn isolation_on_four_by_four() {
    assert_eq!(isolation(4, 4, (1, 13), 0xffff, &mut HashMap::new()), won_in(11));
}
