//! Databases of late positions: whatever solver searches a position before them, it finds what the
//! position is worth.

use super::graph::Graph;
use zug::answer::{EngineKind, Limits, Options, Prepared, SolveError, SolverKind, can_compile};
use zug::database::{Content, DatabaseError, Source};
use zug_game::SplitMix64;
use zug_lang::program::Choice;
use zug_lang::semantics::Semantics;

/// The solvers, each with what is told of it where it took values from the database.
const SOLVERS: [(SolverKind, &str); 6] = [
    (SolverKind::Auto, "leaves: auto"),
    (SolverKind::Minimax, "leaves: minimax"),
    (SolverKind::AlphaBeta, "leaves: alpha-beta"),
    (SolverKind::Dfpn, "leaves: df-pn"),
    (SolverKind::Induction, "leaves: backward induction"),
    (SolverKind::Retrograde, "leaves: retrograde"),
];

/// Builds the database of what a random line leads to, and compares searches of the first position
/// and of others; who took values from it.
pub fn hold(
    prepared: &Prepared<'_>,
    graph: &Graph,
    random: &mut SplitMix64,
) -> Result<Vec<&'static str>, String> {
    if !graph.is_sound() {
        return Ok(Vec::new());
    }
    let semantics = Semantics::new(prepared.program);
    let (mut at, mut moves) = (0, Vec::new());
    for _ in 0..1 + random.below(5) {
        let node = &graph.nodes[at];
        if node.moves.is_empty() {
            break;
        }
        let (choice, to) = &node.moves[random.below(node.moves.len())];
        moves.push(semantics.text(&node.position, choice));
        at = *to;
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path().join("db");
    let source = Source { text: "", settings: &[] };
    let content = if random.below(2) == 0 { Content::Values } else { Content::Distances };
    let limits = Limits::default();
    match prepared.build_database_after(source, &moves, &folder, content, 1, &limits, &|_| ()) {
        Err(DatabaseError::Unfit(_)) => return Ok(Vec::new()),
        built => built.map_err(|error| format!("leaves: {error}"))?,
    };
    let compiled = random.below(4) == 0 && can_compile().is_ok();
    let engine = if compiled { EngineKind::Jit } else { EngineKind::Auto };
    let late = Prepared::new(prepared.program, engine).map_err(|_| "leaves: it does not fit")?;
    let late = if random.below(2) == 0 { late.with_symmetry() } else { late };
    let late = late.with_database(source, &folder).map_err(|error| format!("leaves: {error}"))?;
    let mut told = Vec::new();
    let others = [0; 3].map(|_| random.below(graph.positions));
    for at in [0].into_iter().chain(others) {
        for (solver, name) in SOLVERS {
            if searched(&late, graph, at, solver)? {
                told.push(name);
            }
        }
        within(&late, graph, at, 1 + random.below(6) as u32)?;
    }
    told.sort_unstable();
    told.dedup();
    Ok(told)
}

/// Compares a search of a node; whether it took values from the database.
fn searched(late: &Prepared<'_>, graph: &Graph, at: usize, solver: SolverKind) -> Result<bool, String> {
    let node = &graph.nodes[at];
    let options = Options { solver, ..Options::within(&Limits::default()) };
    let answer = match late.solve(&node.position, &options) {
        Err(SolveError::Unfit(_)) => return Ok(false),
        found => found.map_err(|error| format!("leaves, {solver:?}: {error:?} at {:?}", node.position))?,
    };
    let value = graph.worths[at].value;
    if answer.value != value {
        return Err(format!("leaves, {solver:?}: {}, not {value}, at {:?}", answer.value, node.position));
    }
    let keep = node.moves.iter().filter(|(_, to)| graph.worths[*to].value == value);
    if !keep.map(|(choice, _)| choice).eq(&answer.best) {
        return Err(format!("leaves, {solver:?}: other best moves at {:?}", node.position));
    }
    Ok(answer.reason.leaves.is_some_and(|leaves| leaves.found > 0))
}

/// Compares what is forced within so many plies or in the database.
fn within(late: &Prepared<'_>, graph: &Graph, at: usize, plies: u32) -> Result<(), String> {
    let (node, value) = (&graph.nodes[at], graph.worths[at].value);
    let found = late.solve_within_stored(&node.position, plies, &Limits::default());
    let found = found.map_err(|error| format!("leaves, within {plies}: {error:?}"))?;
    let bounds = found.proved;
    let out =
        bounds.lower.is_some_and(|lower| lower > value) || bounds.upper.is_some_and(|upper| upper < value);
    if out || found.value.is_some_and(|found| found != value) {
        return Err(format!("leaves, within {plies}: {found:?}, not {value}, at {:?}", node.position));
    }
    let keeps = |choice: &Choice| {
        node.moves.iter().any(|(own, to)| own == choice && graph.worths[*to].value == value)
    };
    if found.best.iter().all(keeps) {
        Ok(())
    } else {
        Err(format!("leaves, within {plies}: a move loses the value"))
    }
}
