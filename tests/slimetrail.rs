//! The values of Slimetrail in `docs/results.md` once more, by a program that shares nothing with
//! Zug.

use std::collections::HashMap;

/// Slimetrail with the moves of a king, where who cannot move has drawn: told for the player to
/// move, whose goal is bit `goals[0]`.
struct Trail {
    columns: i32,
    rows: i32,
    seen: HashMap<(i32, u64), i8>,
}

impl Trail {
    fn told(&mut self, at: i32, been: u64) -> i8 {
        if let Some(&told) = self.seen.get(&(at, been)) {
            return told;
        }
        let first = been.count_ones().is_multiple_of(2); // 1 means that the first player wins, whose goal is cell 0
        let (x, y) = (at % self.columns, at / self.columns);
        let told = if at == 0 {
            1
        } else if at == self.columns * self.rows - 1 {
            -1
        } else {
            let mut best = None;
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let (x, y) = (x + dx, y + dy);
                let cell = y * self.columns + x;
                if (0..self.columns).contains(&x) && (0..self.rows).contains(&y) && been >> cell & 1 == 0 {
                    let value = self.told(cell, been | 1 << at);
                    best = Some(
                        best.map_or(value, |best: i8| if first { best.max(value) } else { best.min(value) }),
                    );
                    if value == if first { 1 } else { -1 } {
                        break;
                    }
                }
            }
            best.unwrap_or(0)
        };
        self.seen.insert((at, been), told);
        told
    }

    /// A letter for every start, row by row from the first player's corner: `W` he wins, `L` he
    /// loses, `T` a draw.
    fn table(columns: i32, rows: i32) -> String {
        let mut trail = Trail { columns, rows, seen: HashMap::new() };
        let mut text = String::new();
        for at in 0..columns * rows {
            let goal = at == 0 || at == columns * rows - 1;
            text.push(if goal {
                '*'
            } else {
                ['L', 'T', 'W'][usize::try_from(trail.told(at, 0) + 1).expect("0 to 2")]
            });
            if at % columns == columns - 1 && at + 1 < columns * rows {
                text.push(' ');
            }
            trail.seen.clear();
        }
        text
    }
}

/// As D. Boll told them in 1993, but for the second start of the last row of 4 x 4: his `W` there
/// is not symmetric with his table.
#[test]
fn slimetrail_up_to_four_by_four_is_as_published() {
    assert_eq!(Trail::table(3, 3), "*WL WWW LW*");
    assert_eq!(Trail::table(4, 3), "*WWL WWWW LWW*");
    assert_eq!(Trail::table(5, 3), "*WWWL WWWWW LWWW*");
    assert_eq!(Trail::table(5, 4), "*WWWW WWWWW WWWWW WWWW*");
    assert_eq!(Trail::table(4, 4), "*WLW WWWL LWWW WLW*");
}

#[test]
#[ignore = "millions of positions"]
fn slimetrail_on_five_by_five() {
    assert_eq!(Trail::table(5, 5), "*WTWL WWWWW TWWWT WWWWW LWTW*");
}
