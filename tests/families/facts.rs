//! What is told of single positions holds at each: moves, successors and payoffs; keys that leave
//! points out, canonical forms, numbers of keys, and what is read off a position without playing
//! on.

#[path = "../common/rising.rs"]
mod rising;

use super::graph::{Graph, Worth, is_better};
use std::collections::BTreeMap;
use zug::answer::{Engine, Prepared, Task, with_engine};
use zug_game::{Expansion, Player, StaticVerdict};

/// What positions showed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// Positions with a win that is read off, with a loss, with moves left out or a player who
    /// cannot win any more.
    pub verdicts: [bool; 3],
    /// Bits of the number of a key, where keys have numbers.
    pub number_bits: Option<u32>,
    /// Whether two positions have one canonical form, and whether the players are exchanged in one
    /// of them.
    pub joined: [bool; 2],
}

/// Compares every position; tells what does not fit.
pub fn hold(prepared: &Prepared<'_>, graph: &Graph) -> Result<Shown, String> {
    range(prepared, graph)?;
    rises(prepared, graph)?;
    let turns =
        zug_analysis::positional_game(prepared.program).is_some_and(|fact| !fact.placements.is_empty());
    with_engine(prepared, Hold { graph, points: prepared.program.points, turns })
}

fn range(prepared: &Prepared<'_>, graph: &Graph) -> Result<(), String> {
    let (low, high) = prepared.range;
    let drawn = zug_analysis::can_be_drawn(prepared.program);
    let payoffs = graph.nodes.iter().filter(|node| !node.fault).filter_map(|node| node.payoff);
    let wrong = payoffs.clone().find(|payoff| !(low..=high).contains(payoff) || (*payoff == 0 && !drawn));
    match wrong {
        Some(payoff) => Err(format!("{payoff} is paid; the range is {low}..{high}, draws: {drawn}")),
        None if graph.repeats && !matches!(prepared.ends, zug_analysis::Ends::Unproven { .. }) => {
            Err(format!("a position comes again: {:?}", prepared.ends))
        }
        None => Ok(()),
    }
}

/// Every move increases the sums by which play is proved to end.
fn rises(prepared: &Prepared<'_>, graph: &Graph) -> Result<(), String> {
    for node in &graph.nodes {
        let moves = node.moves.iter().filter(|(_, to)| *to < graph.positions);
        for (choice, to) in moves {
            let steps = (&node.position, &graph.nodes[*to].position);
            if let Some(why) = rising::refuted(prepared.program, &prepared.ends, choice, steps) {
                return Err(why);
            }
        }
    }
    Ok(())
}

struct Hold<'g> {
    graph: &'g Graph,
    /// Whether outcomes are points: then plies are not told.
    points: bool,
    /// Whether a turn may be several placements.
    turns: bool,
}

impl Task for Hold<'_> {
    type Output = Result<Shown, String>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let graph = self.graph;
        let positions: Vec<E::Position> =
            graph.nodes.iter().map(|node| engine.enter(&node.position)).collect();
        let mut shown = Shown::default();
        for at in 0..graph.positions {
            plays(engine, (graph, self.turns), &positions, at, &mut shown)
                .map_err(|what| format!("{what}, at {:?}", graph.nodes[at].position))?;
        }
        keys(engine, graph, &positions, self.points, &mut shown)?;
        Ok(shown)
    }
}

/// Moves, successors, gains and payoffs of one position.
fn plays<E: Engine>(
    engine: &E,
    (graph, turns): (&Graph, bool),
    positions: &[E::Position],
    at: usize,
    shown: &mut Shown,
) -> Result<(), String> {
    let (node, position) = (&graph.nodes[at], &positions[at]);
    if engine.leave(position) != node.position {
        return Err("a position does not survive its bits".into());
    }
    let endless = zug_game::Game::endless(engine, position).map(|to_go| to_go + engine.offset(position));
    if endless.ok() != node.endless {
        return Err(format!("going on for ever is worth {endless:?}, not {:?}", node.endless));
    }
    let mut moves = Vec::new();
    match engine.expand(position, &mut moves) {
        Err(_) if node.fault => return Ok(()),
        other if node.fault => return Err(format!("{other:?}, by name it is a fault")),
        Ok(Expansion::Terminal(payoff)) if Some(payoff + engine.offset(position)) == node.payoff => {
            return Ok(());
        }
        Ok(Expansion::Moves) if node.payoff.is_none() => {}
        other => return Err(format!("{other:?}, by name {:?}", node.payoff)),
    }
    let choices: Vec<_> = moves.iter().map(|play| engine.choice(play)).collect();
    if !choices.iter().eq(node.moves.iter().map(|(choice, _)| choice)) {
        return Err(format!("the legal moves are {choices:?}"));
    }
    for (play, (choice, to)) in moves.iter().zip(&node.moves) {
        let next = &positions[*to];
        let step = match engine.play(position, play) {
            Err(_) if *to == graph.positions => continue,
            Ok(_) if *to == graph.positions => return Err(format!("{choice:?} is a fault by name alone")),
            step => step.map_err(|fault| format!("{choice:?}: {fault:?}"))?,
        };
        let same = engine.full_key(&step.position) == engine.full_key(next);
        if !same || step.reward != engine.offset(next) - engine.offset(position) {
            return Err(format!(
                "{choice:?} leads to {:?}, gaining {}",
                engine.leave(&step.position),
                step.reward
            ));
        }
    }
    if engine.has_static_verdict() && node.moves.iter().all(|(_, to)| !graph.unsound[*to]) {
        let children: Vec<Worth> = node.moves.iter().map(|(_, to)| graph.worths[*to]).collect();
        let mover = turns.then(|| engine.mover(position));
        verdict(engine.static_verdict(position, &moves), &children, mover, shown)?;
    }
    Ok(())
}

/// Whether a verdict fits what the moves are worth; `mover` is told where a turn may be several
/// placements.
fn verdict(
    found: StaticVerdict,
    children: &[Worth],
    mover: Option<Player>,
    shown: &mut Shown,
) -> Result<(), String> {
    let ends = |worth: &Worth, value: i64, plies: u64| worth.value == value && worth.plies == Some(plies);
    let fits = match found {
        StaticVerdict::Wins { by, payoff } => {
            shown.verdicts[0] = true;
            children.get(by).is_some_and(|worth| ends(worth, payoff, 0))
        }
        StaticVerdict::Loses { payoff } => {
            shown.verdicts[1] = true;
            children.iter().all(|worth| ends(worth, payoff, 1))
        }
        StaticVerdict::Open { relevant, can_win: [first, second] } => {
            let left_out = |place: usize| place < 64 && relevant >> place & 1 == 0;
            let lost = (0..children.len()).filter(|place| left_out(*place));
            shown.verdicts[2] |= lost.clone().count() > 0 || !first || !second;
            let loses = |place: usize| children[place].value != 0 && children[place].plies == Some(1);
            let no_better = |place: usize, mover| {
                let mut others = (0..children.len()).filter(|other| !left_out(*other));
                others.any(|other| !is_better(children[place], children[other], mover))
            };
            lost.clone().all(|place| mover.map_or_else(|| loses(place), |mover| no_better(place, mover)))
                && lost.count() < children.len()
                && children.iter().all(|worth| (first || worth.value <= 0) && (second || worth.value >= 0))
        }
    };
    if fits { Ok(()) } else { Err(format!("{found:?}, but the moves are worth {children:?}")) }
}

/// Positions with one key have one value to go, and those with one canonical form that or its
/// negative; keys have their own numbers.
fn keys<E: Engine>(
    engine: &E,
    graph: &Graph,
    positions: &[E::Position],
    points: bool,
    shown: &mut Shown,
) -> Result<(), String> {
    let to_go = |at: usize| Worth {
        value: graph.worths[at].value - engine.offset(&positions[at]),
        ..graph.worths[at]
    };
    let known_at = |at: usize| !graph.unsound[at] && !graph.varies.contains(&true);
    let counted =
        |worth: Worth| Worth { plies: worth.plies.filter(|_| worth.value != 0 && !points), ..worth };
    let bits = engine.number_bits(&positions[0]);
    shown.number_bits = bits;
    let (mut known, mut forms, mut numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let canonical: Vec<_> = positions.iter().map(|position| engine.canonical(position)).collect();
    let next = |at: usize| {
        let to = graph.nodes[at].moves.iter().map(|(_, to)| *to);
        let mut forms: Vec<_> = to.map(|to| (to < graph.positions).then(|| &canonical[to].key)).collect();
        forms.sort_unstable();
        forms
    };
    for (at, position) in positions.iter().enumerate().take(graph.positions) {
        let (key, form) = (engine.key(position), &canonical[at]);
        let other = *known.entry(key.clone()).or_insert(at);
        if graph.unsound[other] != graph.unsound[at]
            || (known_at(at) && to_go(other).value != to_go(at).value)
            || engine.mover(&positions[other]) != engine.mover(position)
        {
            return Err(format!(
                "one key, two values: {:?} and {:?}",
                graph.nodes[other].position, graph.nodes[at].position
            ));
        }
        let (first, swapped) = *forms.entry(form.key.clone()).or_insert((at, form.colour_swapped));
        let sign = if swapped == form.colour_swapped { 1 } else { -1 };
        let (one, two) = (counted(to_go(first)), counted(to_go(at)));
        let mover = |at: usize, swapped: bool| (engine.mover(&positions[at]) == Player::First) != swapped;
        if graph.unsound[first] != graph.unsound[at]
            || (known_at(at) && (one.value != sign * two.value || one.plies != two.plies))
            || mover(first, swapped) != mover(at, form.colour_swapped)
        {
            return Err(format!(
                "one form, two values: {:?} and {:?}",
                graph.nodes[first].position, graph.nodes[at].position
            ));
        }
        if first != at && next(first) != next(at) {
            return Err(format!(
                "one form, and moves to others: {:?} and {:?}",
                graph.nodes[first].position, graph.nodes[at].position
            ));
        }
        shown.joined[0] |= first != at && other == at;
        shown.joined[1] |= sign < 0;
        for key in bits.into_iter().flat_map(|_| [key.clone(), form.key.clone()]) {
            let number = engine.number(&key);
            if bits.is_some_and(|bits| bits < 64 && number >> bits != 0)
                || *numbers.entry(number).or_insert_with(|| key.clone()) != key
            {
                return Err(format!(
                    "the number {number} of {bits:?} bits of {:?}",
                    graph.nodes[at].position
                ));
            }
        }
    }
    Ok(())
}
