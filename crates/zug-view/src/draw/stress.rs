//! Places the points of a graph so that distances in the picture are like distances along its
//! edges.
//!
//! Method: stress majorization, one point at a time, after Gansner, Koren & North, "Graph Drawing
//! by Stress Majorization" (2004): each point goes to where the others would have it, nearer ones
//! counting more. It begins with the points on a circle in the order of the file, so the same graph
//! has the same picture always.

use zug_lang::boards::distances;

/// Rounds after which a picture of some tens of points no longer changes to the eye.
const ROUNDS: usize = 300;

/// A place for each point, neighbours about 1 apart; x to the right, y down.
pub fn place(near: &[Vec<u32>]) -> Vec<(f64, f64)> {
    let count = near.len();
    let steps: Vec<Vec<f64>> = (0..count).map(|from| wished(near, from)).collect();
    let mut at = circle(count);
    for _ in 0..ROUNDS {
        for point in 0..count {
            if let Some(better) = pulled(&at, &steps[point], point) {
                at[point] = better;
            }
        }
    }
    first_below(at)
}

/// Turned so that the first point is at the bottom: what stands on the ground is often named first.
fn first_below(at: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let count = at.len().max(1) as f64;
    let middle = (at.iter().map(|p| p.0).sum::<f64>() / count, at.iter().map(|p| p.1).sum::<f64>() / count);
    let Some(first) = at.first() else { return at };
    let (dx, dy) = (first.0 - middle.0, first.1 - middle.1);
    let far = dx.hypot(dy);
    if far < 1e-6 {
        return at;
    }
    let (sin, cos) = (dx / far, dy / far);
    at.iter()
        .map(|(x, y)| (x - middle.0, y - middle.1))
        .map(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
        .collect()
}

/// Points on a circle, neighbours 1 apart, clockwise from the top.
pub fn circle(count: usize) -> Vec<(f64, f64)> {
    let turn = std::f64::consts::TAU / count.max(1) as f64;
    let radius = if count < 2 { 0.0 } else { 0.5 / (turn / 2.0).sin() };
    let place = |i: usize| (radius * (turn * i as f64).sin(), -radius * (turn * i as f64).cos());
    (0..count).map(place).collect()
}

/// How far the others should be: parts that do not hang together, a little more than the longest
/// way.
fn wished(near: &[Vec<u32>], from: usize) -> Vec<f64> {
    let steps = distances(near, from);
    let longest = steps.iter().flatten().max().copied().unwrap_or(0);
    steps.iter().map(|steps| steps.unwrap_or(longest + 2) as f64).collect()
}

fn pulled(at: &[(f64, f64)], wished: &[f64], point: usize) -> Option<(f64, f64)> {
    let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
    for (other, &(ox, oy)) in at.iter().enumerate().filter(|(other, _)| *other != point) {
        let (dx, dy) = (at[point].0 - ox, at[point].1 - oy);
        let apart = dx.hypot(dy).max(1e-6);
        let weight = wished[other].powi(-2);
        x += weight * (ox + dx / apart * wished[other]);
        y += weight * (oy + dy / apart * wished[other]);
        total += weight;
    }
    (total > 0.0).then_some((x / total, y / total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_near_and_others_far() {
        let path = [vec![1], vec![0, 2], vec![1, 3], vec![2]];
        let at = place(&path);
        let apart = |a: usize, b: usize| (at[a].0 - at[b].0).hypot(at[a].1 - at[b].1);
        assert!((apart(0, 1) - 1.0).abs() < 0.1, "{at:?}");
        assert!((apart(0, 3) - 3.0).abs() < 0.2, "{at:?}");
    }

    #[test]
    fn a_lone_point_stands_in_the_middle() {
        assert_eq!(place(&[vec![]]), [(0.0, 0.0)]);
    }
}
