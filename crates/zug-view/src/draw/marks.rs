//! Turns marked moves into marks at places: the last move, the best moves, the value of every move.
//!
//! All moves to one cell share a badge, which tells the best of them. Of more arrows than
//! [`MOST_ARROWS`] only the best are drawn. A move whose value cannot be read from the board is
//! listed: so are all shapes that overlap.

use super::badges::{Badge, MoveWorth, STRONGEST};
use super::canvas::At;
use super::labels::{MoveLabel, settle};
use super::panel::PicturePlace;
use super::places::{Planned, Spot, spot};
use super::{PictureMarks, Valued};
use std::collections::{BTreeMap, BTreeSet};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;

/// More arrows than this hide each other.
const MOST_ARROWS: usize = 12;

/// A line, an arrow or an area that shows by its strength how good its move is.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// Where.
    pub place: PicturePlace,
    /// How much it stands out.
    pub level: u8,
    /// What it means.
    pub words: String,
}

/// What is marked on one board.
#[derive(Clone, Debug, Default)]
pub struct PanelMarks {
    /// The move that led here, and its words.
    pub last: Option<(PicturePlace, String)>,
    /// Arrows and lines of moves.
    pub strokes: Vec<Stroke>,
    /// Badges and where they stand.
    pub labels: Vec<(At, MoveLabel)>,
}

/// A move with what is written about it.
#[derive(Clone, Debug)]
pub struct BadgedMove {
    /// How it is written.
    pub text: String,
    /// Its badge.
    pub badge: Badge,
    choice: Choice,
    words: String,
    /// A better move is greater.
    rank: (i64, i64),
}

/// All marks of a picture.
pub struct MarkSet {
    /// Of each board.
    pub panels: Vec<PanelMarks>,
    /// Moves whose values no board shows, the best first.
    pub listed: Vec<BadgedMove>,
    /// The last move in words.
    pub last: Option<String>,
    /// Whether some badge tells the best of several moves.
    pub shared: bool,
}

/// A value in words, with the plies where they are known.
pub fn in_words(program: &Program, each: &Valued) -> String {
    let plies = each.plies.map(|plies| format!(" in {}", wording::plies(plies))).unwrap_or_default();
    format!("{}{plies}", wording::value(program, each.value))
}

impl MarkSet {
    /// Finds the place of every mark.
    pub fn of(
        semantics: &Semantics<'_>,
        panels: &[Planned],
        position: &Position,
        marks: &PictureMarks,
    ) -> MarkSet {
        let empty = vec![PanelMarks::default(); panels.len()];
        let mut seen = MarkSet { panels: empty, listed: Vec::new(), last: None, shared: false };
        if let Some((before, choice)) = &marks.last {
            let words = format!("last move: {}", semantics.text(before, choice));
            if let Some(at) = spot(semantics, panels, before, choice) {
                seen.panels[at.panel].last = Some((at.place, words.clone()));
            }
            seen.last = Some(words);
        }
        let rated = rated(semantics, position, marks);
        let spots: Vec<Option<Spot>> =
            rated.iter().map(|each| spot(semantics, panels, position, &each.choice)).collect();
        let mut seen_on_board = vec![false; rated.len()];
        for (number, planned) in panels.iter().enumerate() {
            let here = |(move_, spot): (usize, &Option<Spot>)| {
                spot.as_ref().filter(|spot| spot.panel == number).map(|spot| (move_, spot.place.clone()))
            };
            let here: Vec<(usize, PicturePlace)> = spots.iter().enumerate().filter_map(here).collect();
            seen.panel(number, planned, &rated, drawn(here, &rated), &mut seen_on_board);
        }
        let rest = rated
            .into_iter()
            .zip(seen_on_board)
            .filter(|(_, seen_on_board)| !seen_on_board)
            .map(|(each, _)| each);
        seen.listed = rest.collect();
        seen.listed.sort_by_key(|each| std::cmp::Reverse((each.badge.best, each.rank)));
        seen
    }

    /// The marks of moves on one board; notes which moves it tells.
    fn panel(
        &mut self,
        number: usize,
        (plan, panel): &Planned,
        rated: &[BadgedMove],
        here: Vec<(usize, PicturePlace)>,
        seen_on_board: &mut [bool],
    ) {
        let mut at: BTreeMap<PicturePlace, Vec<(usize, PicturePlace)>> = BTreeMap::new();
        for (number, place) in here {
            at.entry(target(&place)).or_default().push((number, place));
        }
        let mut groups: Vec<_> = at.into_iter().collect();
        let best =
            |group: &[(usize, PicturePlace)]| group.iter().map(|(number, _)| rated[*number].order()).max();
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(best(group)));
        let labels = groups.iter().map(|(target, group)| label(target.clone(), group, rated)).collect();
        let (placed, dropped) = settle(plan, panel, labels);
        let is_area = |place: &PicturePlace| matches!(place, PicturePlace::Area(_));
        let is_crowded = !dropped.is_empty();
        for (target, group) in &groups {
            let moves: Vec<&BadgedMove> = group.iter().map(|(number, _)| &rated[*number]).collect();
            let alike = moves.iter().all(|each| each.badge == moves[0].badge);
            self.shared |= !alike;
            let apart = group.iter().all(|(number, place)| {
                group.iter().all(|(other, elsewhere)| number == other || place != elsewhere)
            });
            let listed = is_crowded && is_area(target) || dropped.iter().any(|label| label.place == *target);
            let seen = alike && apart && !listed;
            group.iter().for_each(|(number, _)| seen_on_board[*number] = seen);
            let strokes = group
                .iter()
                .filter(|(_, place)| !matches!(place, PicturePlace::Cell(_) | PicturePlace::Note(..)));
            self.panels[number].strokes.extend(strokes.map(|(number, place)| rated[*number].stroke(place)));
        }
        self.panels[number].strokes.sort_by_key(|stroke| stroke.level);
        self.panels[number].labels = placed;
    }
}

/// The moves whose places are drawn: all but shapes that overlap, or where there are too many
/// arrows those that are no arrows, and the best.
fn drawn(here: Vec<(usize, PicturePlace)>, rated: &[BadgedMove]) -> Vec<(usize, PicturePlace)> {
    let here = without_shapes(here);
    let is_arrow = |place: &PicturePlace| matches!(place, PicturePlace::Way(..));
    if here.iter().filter(|(_, place)| is_arrow(place)).count() <= MOST_ARROWS {
        return here;
    }
    let best =
        here.iter().filter(|(_, place)| is_arrow(place)).map(|(number, _)| rated[*number].merit()).max();
    let (mut arrows, mut rest): (Vec<_>, Vec<_>) = here.into_iter().partition(|(_, place)| is_arrow(place));
    arrows.retain(|(number, _)| Some(rated[*number].merit()) == best);
    arrows.truncate(MOST_ARROWS);
    rest.extend(arrows);
    rest
}

/// The moves without those over more than two elements, if some of these have an element in common:
/// one does not see which badge is whose.
fn without_shapes(here: Vec<(usize, PicturePlace)>) -> Vec<(usize, PicturePlace)> {
    let is_shape = |place: &PicturePlace| matches!(place, PicturePlace::Area(cells) if cells.len() > 2);
    let mut taken = BTreeSet::new();
    let mut overlap = false;
    for (_, place) in here.iter().filter(|(_, place)| is_shape(place)) {
        let PicturePlace::Area(cells) = place else { continue };
        overlap |= !cells.iter().all(|cell| taken.insert(*cell));
    }
    here.into_iter().filter(|(_, place)| !overlap || !is_shape(place)).collect()
}

/// Where the badge of a move stands: an arrow's at its end.
fn target(place: &PicturePlace) -> PicturePlace {
    match place {
        PicturePlace::Way(_, to) => PicturePlace::Cell(*to),
        other => other.clone(),
    }
}

/// One badge for all moves to a place.
fn label(place: PicturePlace, group: &[(usize, PicturePlace)], rated: &[BadgedMove]) -> MoveLabel {
    let moves: Vec<&BadgedMove> = group.iter().map(|(number, _)| &rated[*number]).collect();
    let chosen = moves.iter().max_by_key(|each| each.order());
    let mut badge =
        chosen.map_or(Badge { worth: None, best: false, label: String::new() }, |each| each.badge.clone());
    if moves.iter().any(|each| each.badge != badge) {
        badge.label.push('\u{2026}');
    }
    let from = |(_, place): &(usize, PicturePlace)| match place {
        PicturePlace::Way(from, _) => Some(*from),
        _ => None,
    };
    let words: Vec<&str> = moves.iter().map(|each| &each.words[..]).collect();
    MoveLabel { place, from: group.iter().filter_map(from).collect(), badge, words: words.join("; ") }
}

impl BadgedMove {
    /// A better move is greater, one that keeps the value the greatest.
    fn order(&self) -> (bool, (i64, i64)) {
        (self.badge.best, self.rank)
    }

    /// The same for all moves of the same value.
    fn merit(&self) -> (bool, i64) {
        (self.badge.best, self.rank.0)
    }

    fn stroke(&self, place: &PicturePlace) -> Stroke {
        Stroke { place: place.clone(), level: self.badge.level(), words: self.words.clone() }
    }
}

/// The moves with values, and those of the best that have none.
fn rated(semantics: &Semantics<'_>, position: &Position, marks: &PictureMarks) -> Vec<BadgedMove> {
    let sign = if position.turn == Player::First { 1 } else { -1 };
    let values = || marks.values.iter().map(|each| sign * each.value);
    let range = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let program = semantics.program();
    let with_value = marks.values.iter().map(|each| {
        let text = semantics.text(position, &each.choice);
        let mine = sign * each.value;
        let plies = each.plies.unwrap_or(0) as i64;
        let best = marks.best.contains(&each.choice);
        BadgedMove {
            badge: Badge {
                worth: Some(worth(program, mine, range)),
                best,
                label: written(program, mine, each.plies),
            },
            words: format!("{}{text}: {}", if best { "best: " } else { "" }, in_words(program, each)),
            rank: (mine, -mine.signum() * plies),
            choice: each.choice.clone(),
            text,
        }
    });
    let only_best = marks.best.iter().filter(|choice| marks.values.iter().all(|v| v.choice != **choice));
    let only_best = only_best.map(|choice| {
        let text = semantics.text(position, choice);
        let badge = Badge { worth: None, best: true, label: String::new() };
        BadgedMove { badge, words: format!("best: {text}"), rank: (0, 0), choice: choice.clone(), text }
    });
    with_value.chain(only_best).collect()
}

/// Points stand out between the worst and the best move, wins and losses by what they are.
fn worth(program: &Program, mine: i64, (least, most): (i64, i64)) -> MoveWorth {
    let sign = mine.signum() as i8;
    let strongest = f64::from(STRONGEST);
    let part = match program.points && least < most {
        true => mine.saturating_sub(least) as f64 / most.saturating_sub(least) as f64,
        false => f64::from(sign + 1) / 2.0,
    };
    MoveWorth { sign, level: (part * strongest).round() as u8 }
}

/// A sign and a number: points, or in games with winners the plies to the end.
fn written(program: &Program, mine: i64, plies: Option<u64>) -> String {
    let number = match program.points {
        true => mine.unsigned_abs().to_string(),
        false => plies.map(|plies| plies.to_string()).unwrap_or_default(),
    };
    match mine.signum() {
        1 => format!("+{number}"),
        -1 => format!("\u{2212}{number}"),
        _ => "=".to_string(),
    }
}
