//! The corners of shapes.

use super::canvas::At;
use super::labels::along;
use super::plan::CELL;

/// From a middle to the corners of its hexagon.
pub const CORNER: f64 = CELL / 1.732;

/// The corners of a hexagon with one on top.
pub fn hexagon((x, y): At, corner: f64) -> Vec<At> {
    (0..6)
        .map(|i| {
            let angle = (f64::from(i) * 60.0 - 90.0).to_radians();
            (x + corner * angle.cos(), y + corner * angle.sin())
        })
        .collect()
}

/// A crown.
pub fn crown((x, y): At) -> Vec<At> {
    [(-10.0, 6.0), (-11.0, -5.0), (-5.0, 0.0), (0.0, -8.0), (5.0, 0.0), (11.0, -5.0), (10.0, 6.0)]
        .iter()
        .map(|(dx, dy)| (x + dx, y + dy))
        .collect()
}

/// An arrowhead that points so many degrees away from the right.
pub fn turned((x, y): At, degrees: f64) -> Vec<At> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [(17.0, 0.0), (-12.0, 14.0), (-6.0, 0.0), (-12.0, -14.0)]
        .iter()
        .map(|(a, b)| (x + a * cos - b * sin, y + a * sin + b * cos))
        .collect()
}

/// The head of an arrow, a little beyond the middle of its line: its tip, and where its two barbs
/// end.
pub fn head(from: At, to: At) -> (At, [At; 2]) {
    const LONG: f64 = 9.0;
    const WIDE: f64 = 5.0;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / far, dy / far);
    let tip = along(from, to, 0.6);
    let barb = |side: f64| (tip.0 - LONG * ux + side * WIDE * uy, tip.1 - LONG * uy - side * WIDE * ux);
    (tip, [barb(1.0), barb(-1.0)])
}
