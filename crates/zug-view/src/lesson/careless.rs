//! A search with a careless memo, and the smallest game in which it is wrong.
//!
//! For teaching only: it stores what came back as if it were the value, whatever the window was.
//! The games are small maps: places in order, from each of which roads lead to later ones; nothing
//! here is used to solve anything.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A place of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapPlace {
    /// Play ends there with so many points to Max.
    End(i64),
    /// Somebody (Max, if true) chooses among these later places, in this order.
    Choice(bool, Vec<usize>),
}

/// A map; play begins at the first place.
pub type LessonMap = Vec<MapPlace>;

/// The right value, by trying everything.
pub fn right(map: &LessonMap, at: usize) -> i64 {
    match &map[at] {
        MapPlace::End(value) => *value,
        MapPlace::Choice(max, roads) => {
            let values = roads.iter().map(|&road| right(map, road));
            if *max { values.max().unwrap_or(0) } else { values.min().unwrap_or(0) }
        }
    }
}

/// Alpha-beta that believes whatever it stored.
#[derive(Default)]
pub struct Careless {
    memo: BTreeMap<usize, i64>,
    /// What was stored and what was believed, in sentences.
    pub log: Vec<String>,
}

impl Careless {
    /// What it thinks of a place.
    pub fn value(&mut self, map: &LessonMap, at: usize, mut alpha: i64, mut beta: i64) -> i64 {
        let (max, roads) = match &map[at] {
            MapPlace::End(value) => return *value,
            MapPlace::Choice(max, roads) => (*max, roads),
        };
        if let Some(&value) = self.memo.get(&at) {
            self.log.push(format!(
                "{} is believed to be worth {value}; it is worth {}",
                name(at),
                right(map, at)
            ));
            return value;
        }
        let (mut best, mut cut) = (None, false);
        for (number, &road) in roads.iter().enumerate() {
            let value = self.value(map, road, alpha, beta);
            best = Some(best.map_or(value, |best: i64| if max { best.max(value) } else { best.min(value) }));
            if max {
                alpha = alpha.max(value)
            } else {
                beta = beta.min(value)
            }
            if alpha >= beta {
                let left = roads.len() - number - 1;
                self.log.push(format!("at {}: alpha = {alpha} >= beta = {beta}, {left} cut", name(at)));
                cut = true;
                break;
            }
        }
        let best = best.unwrap_or(0);
        let truth = right(map, at);
        let wrong = match (best == truth, cut) {
            (true, _) => "",
            (false, true) => ", which is only a bound",
            (false, false) => ", which is wrong",
        };
        self.log.push(format!("stored: {} = {best}{wrong}", name(at)));
        self.memo.insert(at, best);
        best
    }
}

/// The smallest map, by the number of its places, on which the careless search is wrong about the
/// first place: values 1 to 3, at most two roads from a place. Found by trying all maps in order.
pub fn smallest() -> Option<LessonMap> {
    (2..=7).find_map(|places| search(&mut Vec::new(), places))
}

fn search(map: &mut LessonMap, places: usize) -> Option<LessonMap> {
    let here = map.len();
    if here == places {
        let thought = Careless::default().value(map, 0, i64::MIN, i64::MAX);
        return (thought != right(map, 0)).then(|| map.clone());
    }
    for place in kinds(here, places) {
        map.push(place);
        let found = search(map, places);
        map.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// All that can stand at a place.
fn kinds(here: usize, places: usize) -> Vec<MapPlace> {
    let mut kinds: Vec<MapPlace> = (1..=3).filter(|_| here > 0).map(MapPlace::End).collect();
    for max in [true, false].into_iter().filter(|&max| max || here > 0) {
        for one in here + 1..places {
            kinds.push(MapPlace::Choice(max, vec![one]));
            kinds.extend((one + 1..places).map(|two| MapPlace::Choice(max, vec![one, two])));
        }
    }
    kinds
}

/// `a`, `b`, ..
pub fn name(at: usize) -> char {
    char::from(b'a' + (at % 26) as u8)
}

/// The map as a definition.
pub fn definition(map: &LessonMap) -> String {
    let names: Vec<String> = (0..map.len()).map(|at| name(at).to_string()).collect();
    let roads = map.iter().map(|place| match place {
        MapPlace::End(_) => "{}".to_string(),
        MapPlace::Choice(_, roads) => {
            format!("{{{}}}", roads.iter().map(|&road| name(road).to_string()).collect::<Vec<_>>().join(", "))
        }
    });
    let roads: Vec<String> = roads.collect();
    let of_max = (0..map.len()).filter(|&at| matches!(map[at], MapPlace::Choice(true, _)));
    let of_max: Vec<String> = of_max.map(|at| name(at).to_string()).collect();
    let mut out = format!(
        "game \"Two roads to one place\"\n\nplayers Max, Min\n\nenum Place {{ {} }}\nparam roads[Place]: set of Place = [ {} ]\nparam of_max: set of Place = {{{}}}\n\nstate {{ at: Place = a }}\n\nmove to(p in roads[at]) {{\n  at = p\n  again when (p in \
         of_max) = (me = Max)\n}}\n\n",
        names.join(", "),
        roads.join(", "),
        of_max.join(", "),
    );
    for (at, place) in map.iter().enumerate() {
        if let MapPlace::End(value) = place {
            let _ = writeln!(out, "end when at = {} => {value} to Max", name(at));
        }
    }
    out
}
