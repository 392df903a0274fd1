//! Somebody who is asked again and again, as `zug play` and `zug analyze` are: what is told of each
//! position, and where best play by it leads.

use super::census::is_met;
use super::graph::Graph;
use zug::answer::{Knowledge, Prepared, Session, SessionLimits};
use zug_game::{Player, SplitMix64};

/// Asks along a line of best play, from the start or from a position that is drawn.
pub fn hold(prepared: &Prepared<'_>, graph: &Graph, random: &mut SplitMix64) -> Result<(), String> {
    let limits = SessionLimits { memory: 1 << 26, time: None, stop: None, process: None };
    let from = if random.below(2) == 0 { 0 } else { random.below(graph.positions) };
    let asked = prepared.session(&limits, |session| line(prepared, graph, from, session));
    asked.map_err(|what| format!("a session, from {:?}: {what}", graph.nodes[from].position))
}

fn line(
    prepared: &Prepared<'_>,
    graph: &Graph,
    from: usize,
    session: &mut dyn Session,
) -> Result<(), String> {
    let mut path = vec![from];
    loop {
        let at = path[path.len() - 1];
        let (node, worth) = (&graph.nodes[at], graph.worths[at]);
        let known = session.ask(&node.position);
        if graph.varies[0] {
            return Ok(());
        }
        // A fault that play cannot come to any more is none of this position.
        if graph.unsound[at] {
            return if is_met(graph, at, &known) {
                Ok(())
            } else {
                Err(format!("the fault is not met: {known:?}"))
            };
        }
        let known = known.map_err(|error| format!("{error:?}"))?;
        let Knowledge::Exact { value, plies, moves, .. } = &known else {
            return Err("a small game is guessed".into());
        };
        let counted =
            |value: i64, plies: Option<u64>| plies.filter(|_| value != 0 && !prepared.program.points);
        let right: Vec<_> =
            node.moves.iter().map(|(choice, to)| (choice.clone(), graph.worths[*to])).collect();
        let right = right.into_iter().map(|(choice, worth)| {
            (choice, worth.value, counted(worth.value, worth.plies.map(|plies| plies + 1)))
        });
        let told =
            moves.iter().map(|(choice, value, plies)| (choice.clone(), *value, counted(*value, *plies)));
        if *value != worth.value
            || counted(*value, *plies) != counted(worth.value, worth.plies)
            || !told.eq(right)
        {
            return Err(format!("{:?} is worth {worth:?}, not {known:?}", node.position));
        }
        let Some(chosen) = known.chosen(node.position.turn == Player::First) else {
            let over = node.payoff == Some(graph.worths[from].value);
            return if over { Ok(()) } else { Err(format!("best play ends with {:?}", node.payoff)) };
        };
        let to = node.moves.iter().find(|(choice, _)| choice == chosen).map(|(_, to)| *to);
        let Some(to) = to else { return Err(format!("{chosen:?} is chosen, and not legal")) };
        if graph.worths[to].value != worth.value {
            return Err(format!("{chosen:?} is chosen, and loses the value"));
        }
        if path.contains(&to) {
            let same = graph.nodes[to].endless == Some(worth.value);
            return if same { Ok(()) } else { Err("best play goes round and loses the value".into()) };
        }
        path.push(to);
    }
}
