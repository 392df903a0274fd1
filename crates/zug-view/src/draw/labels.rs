//! Finds where on a board badges stand, so that none lies on another or on the head of an arrow.
//!
//! Reads what is to be said of which place; makes badges with their points. One for which there is
//! no room is handed back, to be listed.

use super::badges::Badge;
use super::canvas::At;
use super::panel::{Panel, PicturePlace, Stand};
use super::plan::{BoardPlan, CELL, CellForm};

/// What is to be said of a place; all moves to one cell have one label.
#[derive(Clone, Debug)]
pub struct MoveLabel {
    /// A cell, a line or an area.
    pub place: PicturePlace,
    /// Where the arrows to it begin.
    pub from: Vec<usize>,
    /// Its badge.
    pub badge: Badge,
    /// What it means.
    pub words: String,
}

/// From the middle of an occupied cell to the tip of an arrow to it.
pub const CLEARANCE: f64 = 14.0;

/// A rectangle: its middle, its width and its height.
#[derive(Clone, Copy, Debug)]
pub struct Area(pub At, pub (f64, f64));

impl Area {
    fn meets(&self, other: &Area) -> bool {
        let Area(at, (wide, high)) = other;
        (self.0.0 - at.0).abs() < (self.1.0 + wide) / 2.0 && (self.0.1 - at.1).abs() < (self.1.1 + high) / 2.0
    }

    /// Whether a point lies within, or no further away than that.
    pub fn holds(&self, at: At, further: f64) -> bool {
        self.meets(&Area(at, (2.0 * further, 2.0 * further)))
    }
}

/// Puts labels down in their order; those in the second list have no room.
pub fn settle(
    plan: &BoardPlan,
    panel: &Panel,
    labels: Vec<MoveLabel>,
) -> (Vec<(At, MoveLabel)>, Vec<MoveLabel>) {
    let room = Room { plan, panel };
    let (mut placed, mut dropped): (Vec<(At, MoveLabel)>, Vec<MoveLabel>) = (Vec::new(), Vec::new());
    let mut taken: Vec<Area> = Vec::new();
    for label in labels {
        let size = label.badge.size();
        let heads = room.heads(&label);
        let free = |at: &At| {
            let area = Area(*at, size);
            taken.iter().chain(&heads).all(|other| !area.meets(other))
        };
        match room.points(&label).into_iter().find(free) {
            Some(at) => {
                taken.push(Area(at, size));
                placed.push((at, label));
            }
            None => dropped.push(label),
        }
    }
    (placed, dropped)
}

struct Room<'a> {
    plan: &'a BoardPlan,
    panel: &'a Panel,
}

impl Room<'_> {
    /// Where a label may stand, the best point first.
    fn points(&self, label: &MoveLabel) -> Vec<At> {
        match &label.place {
            PicturePlace::Cell(cell) | PicturePlace::Way(_, cell) => self.in_cell(*cell, label),
            PicturePlace::Line(line) => {
                let (from, to) = self.panel.lines[*line].ends;
                let at = |part| along(self.plan.at[from], self.plan.at[to], part);
                [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78].map(at).to_vec()
            }
            PicturePlace::Note(purse, note) => {
                let at = self.plan.purses.as_ref().map(|purses| purses.note(&self.plan.at, *purse, *note));
                at.into_iter().flat_map(|(x, y)| [(x, y + 19.0), (x, y - 17.0)]).collect()
            }
            PicturePlace::Area(cells) => {
                let all: Vec<At> = cells.iter().map(|cell| self.plan.at[*cell]).collect();
                std::iter::once(middle(&all)).chain(all).collect()
            }
        }
    }

    fn in_cell(&self, cell: usize, label: &MoveLabel) -> Vec<At> {
        let at = self.plan.at[cell];
        let stand = &self.panel.stands[cell];
        let inwards = if middle(&self.plan.at).1 < at.1 { -1.0 } else { 1.0 };
        let (wide, _) = label.badge.size();
        let (side, up) = ((CELL - wide).max(0.0) / 2.0, 15.0);
        let around =
            |far: f64| [(0.0, far), (0.0, -far), (-side, far), (side, far), (-side, -far), (side, -far)];
        let mut points: Vec<At> = match (stand, self.plan.form) {
            (_, CellForm::Purse) => vec![(0.0, -30.0), (-24.0, -30.0), (24.0, -30.0)],
            (Stand::Written(_), CellForm::Node) => around(20.0).to_vec(),
            (Stand::Written(_), _) => {
                // The name of a pit stands outside of it: all places inside come first.
                let [near, far, rest @ ..] = around(21.0 * inwards);
                let [left, right, further @ ..] = rest;
                [near, left, right, far].into_iter().chain(further).collect()
            }
            (Stand::Empty | Stand::Void | Stand::Gone, form) if form != CellForm::Dot => {
                std::iter::once((0.0, 0.0)).chain(around(up)).collect()
            }
            _ => around(up + 1.0).to_vec(),
        };
        points.extend([(-22.0, 0.0), (22.0, 0.0)]);
        points.into_iter().map(|(x, y)| (at.0 + x, at.1 + y)).collect()
    }

    /// Where the arrows to an occupied cell have their heads.
    fn heads(&self, label: &MoveLabel) -> Vec<Area> {
        let PicturePlace::Cell(cell) = label.place else { return Vec::new() };
        if self.is_free(cell) {
            return Vec::new();
        }
        let to = self.plan.at[cell];
        let head = |from: &usize| {
            let (dx, dy) = towards(to, self.plan.at[*from]);
            Area((to.0 + dx * (CLEARANCE + 4.0), to.1 + dy * (CLEARANCE + 4.0)), (10.0, 10.0))
        };
        label.from.iter().map(head).collect()
    }

    fn is_free(&self, cell: usize) -> bool {
        matches!(self.panel.stands[cell], Stand::Empty | Stand::Void | Stand::Gone)
    }
}

/// Where an arrow ends: at its cell, or before a badge that is in its way.
pub fn tip(plan: &BoardPlan, panel: &Panel, placed: &[(At, MoveLabel)], (from, to): (usize, usize)) -> At {
    let (start, end) = (plan.at[from], plan.at[to]);
    let room = Room { plan, panel };
    let clear = if room.is_free(to) { 4.0 } else { CLEARANCE };
    let (dx, dy) = towards(end, start);
    let far = (end.0 - start.0).hypot(end.1 - start.1);
    let own: Vec<Area> = placed
        .iter()
        .filter(|(_, label)| label.place == PicturePlace::Cell(to))
        .map(|(at, label)| Area(*at, label.badge.size()))
        .collect();
    let point = |step: usize| {
        let by = clear + step as f64;
        (end.0 + dx * by, end.1 + dy * by)
    };
    let steps = (far - clear - 12.0).max(0.0) as usize;
    let free = |at: &At| own.iter().all(|area| !area.holds(*at, 2.0));
    (0..=steps).map(point).find(free).unwrap_or_else(|| point(0))
}

/// One step from a point to another.
pub fn towards(from: At, to: At) -> At {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.hypot(dy).max(1.0);
    (dx / far, dy / far)
}

/// The middle of some points.
pub fn middle(all: &[At]) -> At {
    let count = all.len().max(1) as f64;
    (all.iter().map(|at| at.0).sum::<f64>() / count, all.iter().map(|at| at.1).sum::<f64>() / count)
}

/// A point between two others.
pub fn along(from: At, to: At, part: f64) -> At {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

#[cfg(test)]
mod tests {
    use super::super::pieces::panels;
    use super::super::plan::plans;
    use super::*;
    use crate::test_definitions::{after, definition};

    #[test]
    fn a_badge_in_a_pit_leaves_its_name_free() {
        let text = r#"
game "Pits"
players A, B
board Pit = ring(6)
state { seeds[Pit]: 0..3 = 2, at: Pit = 2 }
move go(p in Pit) when seeds[p] > 0 { seeds[p] -= 1  at = p }
stuck => me loses
"#;
        let definition = definition(text);
        let program = &definition.program;
        let plan = plans(program).remove(0);
        let panel = panels(program, &after(program, ""), &plan).0.remove(0);
        for (pit, from) in [(3, 1), (4, 1), (5, 1), (0, 4), (2, 4)] {
            let badge = Badge { worth: None, best: false, label: "=".to_string() };
            let place = PicturePlace::Cell(pit);
            let label = MoveLabel { place, from: vec![from], badge, words: String::new() };
            let (placed, _) = settle(&plan, &panel, vec![label]);
            let (inwards, moved) = (middle(&plan.at).1 - plan.at[pit].1, placed[0].0.1 - plan.at[pit].1);
            assert!(inwards * moved >= 0.0, "the badge of {pit} for an arrow from {from} lies on its name");
        }
    }

    #[test]
    fn areas_meet_where_they_overlap() {
        let area = Area((0.0, 0.0), (10.0, 4.0));
        assert!(area.meets(&Area((9.0, 0.0), (10.0, 4.0))));
        assert!(!area.meets(&Area((11.0, 0.0), (10.0, 4.0))));
        assert!(!area.meets(&Area((0.0, 5.0), (10.0, 4.0))));
        assert!(area.holds((6.0, 0.0), 2.0) && !area.holds((6.0, 0.0), 0.5));
    }
}
