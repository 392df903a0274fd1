//! Draws what a move is worth as a small badge that tells it three times: by its sign and number,
//! by its outline, by how much it stands out from the ground.
//!
//! ```text
//!   better than even   points up      +3
//!   even               a rectangle    =
//!   worse than even    points down    -4
//! ```
//!
//! The better a move is, the more its badge stands out: the darker on a light page, the lighter on
//! a dark one. Badges have one hue, which no player has, so that they are read the same by the
//! colour-blind and in grey print. A star before the number says that the move is a best one: on
//! cells, arrows, lines and in the list alike.

use super::canvas::{At, Canvas, width};

/// The most that a badge can stand out; the least is 0.
pub const STRONGEST: u8 = 4;
/// Of the letters on it.
const SIZE: f64 = 11.0;
/// From its upper to its lower side.
const HIGH: f64 = 15.0;
/// How far its point stands out.
const POINT: f64 = 4.0;
/// The room for a star.
const STAR: f64 = 12.0;

/// What is said of a move at its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Badge {
    /// How good it is for who makes it; `None` where that is not asked.
    pub worth: Option<MoveWorth>,
    /// Whether it keeps the value.
    pub best: bool,
    /// What is written: a sign and a number.
    pub label: String,
}

/// How good a move is for the one who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveWorth {
    /// 1 better than even, 0 even, -1 worse.
    pub sign: i8,
    /// How much it stands out, from 0 to [`STRONGEST`].
    pub level: u8,
}

impl Badge {
    /// How much it stands out.
    pub fn level(&self) -> u8 {
        self.worth.map_or(STRONGEST, |worth| worth.level.min(STRONGEST))
    }

    /// Width and height, its point included.
    pub fn size(&self) -> (f64, f64) {
        let star = if self.best { STAR } else { 0.0 };
        let text = if self.label.is_empty() { 0.0 } else { width(&self.label, SIZE) + 2.0 };
        ((star + text + 6.0).max(HIGH), HIGH + POINT)
    }

    /// Draws it around a point.
    pub fn draw(&self, canvas: &mut Canvas, at: At) {
        let (wide, _) = self.size();
        let level = self.level();
        canvas.polygon(&self.outline(at, wide), &format!("class=\"v{level}\" stroke-width=\"1\""));
        let on = ["on0", "on0", "on2", "on3", "on3"][usize::from(level)];
        let mut left = at.0 - wide / 2.0 + 3.0;
        if self.best {
            star(canvas, (left + STAR / 2.0, at.1), 6.0, &format!("class=\"{on}\""));
            left += STAR;
        }
        if !self.label.is_empty() {
            let middle = (left + at.0 + wide / 2.0 - 3.0) / 2.0;
            canvas.text(
                (middle, at.1),
                SIZE,
                "middle",
                &format!("class=\"{on}\" font-weight=\"600\""),
                &self.label,
            );
        }
    }

    /// Its corners, from the left lower one around.
    fn outline(&self, (x, y): At, wide: f64) -> Vec<At> {
        let (left, right, top, low) = (x - wide / 2.0, x + wide / 2.0, y - HIGH / 2.0, y + HIGH / 2.0);
        let sign = self.worth.map_or(0, |worth| worth.sign);
        let mut corners = vec![(left, low), (left, top)];
        if sign > 0 {
            corners.push((x, top - POINT));
        }
        corners.extend([(right, top), (right, low)]);
        if sign < 0 {
            corners.push((x, low + POINT));
        }
        corners
    }
}

/// The sign of a best move.
fn star(canvas: &mut Canvas, at: At, radius: f64, rest: &str) {
    let corner = |i: u32| {
        let far = if i.is_multiple_of(2) { radius } else { radius * 0.42 };
        let angle = (f64::from(i) * 36.0 - 90.0).to_radians();
        (at.0 + far * angle.cos(), at.1 + far * angle.sin())
    };
    canvas.polygon(&(0..10).map(corner).collect::<Vec<At>>(), rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn badge(sign: i8) -> Badge {
        Badge { worth: Some(MoveWorth { sign, level: 2 }), best: false, label: "=".into() }
    }

    #[test]
    fn a_good_move_points_up_and_a_bad_one_down() {
        let highest = |sign| badge(sign).outline((0.0, 0.0), 20.0).iter().map(|at| at.1).fold(0.0, f64::min);
        let lowest = |sign| badge(sign).outline((0.0, 0.0), 20.0).iter().map(|at| at.1).fold(0.0, f64::max);
        assert!(highest(1) < highest(0) && highest(0) == highest(-1));
        assert!(lowest(-1) > lowest(0) && lowest(0) == lowest(1));
    }
}
