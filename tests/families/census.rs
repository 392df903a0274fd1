//! Every position at once: the counts of `--strong` are those of the graph, whatever the number of
//! threads.

use super::graph::{Graph, Worth};
use std::collections::BTreeMap;
use zug::answer::{Limits, Prepared, SolveError, StrongSolution, Unfit};
use zug_game::Player;
use zug_lang::program::{FieldId, Value};
use zug_lang::semantics::Position;

/// By value, plies to the end and mover.
type Counts = BTreeMap<(i64, Option<u64>, Player), u64>;

/// Solves and compares; what was found by one thread. Where there are faults, that they are met.
pub fn hold(
    prepared: &Prepared<'_>,
    graph: &Graph,
    threads: usize,
) -> Result<Option<StrongSolution>, String> {
    let solve = |threads| prepared.solve_strong(&prepared.start(), threads, &Limits::default());
    if !graph.is_sound() {
        let found = solve(threads);
        return match is_met(graph, 0, &found) {
            true => Ok(None),
            false => Err(format!("strong, {threads} threads: the fault is not met: {found:?}")),
        };
    }
    let found = solve(1).map_err(|error| format!("strong: {error:?}"))?;
    let right = counted(prepared, graph, found.census.whole)?;
    let census = &found.census;
    let plies = |count: &zug_solve::Count| count.plies.filter(|_| count.value != 0);
    let counts: Counts = census
        .counts
        .iter()
        .map(|count| ((count.value, plies(count), count.mover), count.positions))
        .collect();
    if counts != right || census.positions != right.values().sum::<u64>() {
        return Err(format!("strong: {counts:?}, not {right:?}"));
    }
    let start = graph.worths[0];
    if census.value != start.value
        || (!prepared.program.points
            && census.plies.filter(|_| start.value != 0) != start.plies.filter(|_| start.value != 0))
    {
        return Err(format!(
            "strong: the start is worth {start:?}, not {} in {:?}",
            census.value, census.plies
        ));
    }
    longest(prepared, &found, &right)?;
    if threads > 1 {
        let mut more = solve(threads).map_err(|error| format!("strong, {threads} threads: {error:?}"))?;
        // How much is noted of where moves lead depends on the room for each thread.
        (more.census.statistics, more.census.table) = (census.statistics, census.table);
        if more != found {
            return Err(format!("strong: {threads} threads find {more:?}, one {found:?}"));
        }
    }
    Ok(Some(found))
}

/// Whether somebody who looked at every position from one on met a fault that there is.
pub fn is_met<T>(graph: &Graph, from: usize, found: &Result<T, SolveError>) -> bool {
    match found {
        Err(SolveError::Fault { line }) => graph.is_fault(from, line),
        Err(SolveError::Unfit(Unfit::EndlessVaries)) => graph.varies[from],
        _ => false,
    }
}

/// The counts of the graph; positions that differ in points that only add up are one, unless
/// `whole`.
fn counted(prepared: &Prepared<'_>, graph: &Graph, whole: bool) -> Result<Counts, String> {
    let additive = prepared.machine().filter(|_| !whole).map_or(&[][..], |machine| &machine.additive);
    let mut known: BTreeMap<Position, Worth> = BTreeMap::new();
    for (node, worth) in graph.nodes.iter().zip(&graph.worths) {
        let (key, offset) = without(&node.position, additive);
        let plies = worth.plies.filter(|_| worth.value != 0 && !prepared.program.points);
        let to_go = Worth { value: worth.value - offset, plies };
        if *known.entry(key).or_insert(to_go) != to_go {
            return Err(format!("one key, two values: {:?}", node.position));
        }
    }
    let mut counts = Counts::new();
    for (position, worth) in known {
        *counts.entry((worth.value, worth.plies, position.turn)).or_default() += 1;
    }
    Ok(counts)
}

/// A position without the points that only add up, and what they are worth.
fn without(position: &Position, additive: &[(FieldId, Vec<Option<i64>>)]) -> (Position, i64) {
    let mut position = position.clone();
    let mut offset = 0;
    for (field, worth) in additive {
        for (value, worth) in position.fields[field.index()].iter_mut().zip(worth) {
            let Some(worth) = worth else { continue };
            let Value::Int(points) = std::mem::take(value) else { panic!("{field:?} holds no integer") };
            offset += points * worth;
        }
    }
    (position, offset)
}

/// The longest wins are as long as any.
fn longest(prepared: &Prepared<'_>, found: &StrongSolution, right: &Counts) -> Result<(), String> {
    for (winner, longest) in [1, -1].into_iter().zip(&found.census.longest) {
        let won = right.keys().filter(|(value, plies, _)| value.signum() == winner && plies.is_some());
        let most = won.filter_map(|(_, plies, _)| *plies).max().filter(|_| !prepared.program.points);
        let told = longest.as_ref().map(|longest| longest.plies);
        let fits = longest.as_ref().is_none_or(|longest| longest.line.len() as u64 == longest.plies);
        if told != most || !fits {
            return Err(format!("strong: the longest win of {winner} takes {most:?}, not {longest:?}"));
        }
    }
    Ok(())
}
