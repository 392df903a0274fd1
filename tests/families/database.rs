//! Databases: every entry is what the position is worth, whatever the content, the memory and the
//! number of threads.

use super::graph::Graph;
use zug::answer::{Limits, LineEnd, Prepared};
use zug::database::{Content, DatabaseAnswer, DatabaseError, OpenDatabase, Source, TierMethods};
use zug_game::SplitMix64;

/// Why a definition may have no database, in the words of the error.
const UNFIT: [&str; 3] = [
    "positions have more than 128 bits: too many for the keys of a database",
    "points leave their bounds when they are counted from a later position; widen the bounds of the field",
    "points are gained on a cycle",
];

/// Builds a database and compares every entry; how tiers were solved. Where there are faults, that
/// one is met.
pub fn hold(
    prepared: &Prepared<'_>,
    graph: &Graph,
    random: &mut SplitMix64,
) -> Result<Vec<&'static str>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path().join("db");
    let source = Source { text: "", settings: &[] };
    let content = if random.below(3) == 0 { Content::Values } else { Content::Distances };
    let memory = if random.below(2) == 0 { 16 << 20 } else { 1 << 30 };
    let limits = Limits { memory, ..Limits::default() };
    let built = prepared.build_database(source, &folder, content, 1 + random.below(2), &limits, &|_| ());
    let built = match built {
        Ok(_) if !graph.is_sound() => return Err("database: the fault is not met".into()),
        Err(DatabaseError::Fault { .. }) if !graph.is_sound() => return Ok(Vec::new()),
        Err(DatabaseError::Unfit(why)) if UNFIT.contains(&why) || !graph.is_sound() => return Ok(Vec::new()),
        Ok(built) => built,
        Err(error) => return Err(format!("database: {error}")),
    };
    let database =
        OpenDatabase::open(prepared, source, &folder).map_err(|error| format!("database: {error}"))?;
    let far = random.below(graph.nodes.len());
    for (at, (node, worth)) in graph.nodes.iter().zip(&graph.worths).enumerate() {
        let entry = database.entry(prepared, &node.position).map_err(|error| format!("database: {error}"))?;
        let entry = entry.ok_or_else(|| format!("database: {:?} is missing", node.position))?;
        let has_distance = content == Content::Distances && !prepared.program.points && worth.value != 0;
        let plies = worth.plies.filter(|_| has_distance);
        if (entry.value, entry.distance) != (worth.value, plies) {
            return Err(format!("database: {entry:?}, not {worth:?}, at {:?}", node.position));
        }
        if at == 0 || at == far {
            let answer =
                database.answer(prepared, &node.position).map_err(|error| format!("database: {error}"))?;
            let answer = answer.ok_or("database: no answer where there is an entry")?;
            line(graph, at, &answer)
                .map_err(|what| format!("database: {what}, {answer:?}, at {:?}", node.position))?;
        }
    }
    let report = prepared.check_database(source, &folder, 1, &Limits::default());
    let report = report.map_err(|error| format!("database, check: {error}"))?;
    if !report.wrong.is_empty() {
        return Err(format!("database, check: {:?}", report.wrong));
    }
    Ok(ways(built.methods))
}

/// A line that is told is worth the value.
fn line(graph: &Graph, from: usize, answer: &DatabaseAnswer) -> Result<(), String> {
    let mut path = vec![from];
    for choice in &answer.line {
        let next = graph.nodes[path[path.len() - 1]].moves.iter().find(|(legal, _)| legal == choice);
        path.push(next.ok_or("a move of the line is not legal")?.1);
    }
    let last = &graph.nodes[path[path.len() - 1]];
    let fits = match answer.line_end {
        LineEnd::Terminal => last.payoff == Some(answer.entry.value),
        LineEnd::Repeats(first) => path.get(first) == path.last() && last.endless == Some(answer.entry.value),
        LineEnd::NotAsked => answer.line.is_empty(),
    };
    if fits { Ok(()) } else { Err("the line is not worth the value".into()) }
}

fn ways(methods: TierMethods) -> Vec<&'static str> {
    let TierMethods { single_pass, depth_first, retrograde, components } = methods;
    let all = [
        (single_pass, "database: a single pass"),
        (depth_first, "database: depth first"),
        (retrograde, "database: retrograde"),
        (components, "database: components"),
    ];
    all.iter().filter(|(tiers, _)| *tiers > 0).map(|(_, name)| *name).collect()
}
