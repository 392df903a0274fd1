//! Every solver in every setting, compared with the graph.

use super::census::is_met;
use super::graph::{Graph, Worth};
use zug::answer::{
    Answer, Checks, Limits, LineEnd, MemoSize, Options, Prepared, SolveError, SolverKind, Technique,
    Techniques, Threads, Unfit,
};
use zug_game::SplitMix64;
use zug_lang::program::{FieldId, Value};

/// How a definition is solved.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Which solver.
    pub solver: SolverKind,
    /// What it may remember.
    pub memo: MemoSize,
    /// What it does beyond the textbook.
    pub techniques: Techniques,
    /// How many threads.
    pub threads: usize,
}

/// Sizes of the memo.
const MEMOS: [MemoSize; 5] =
    [MemoSize::Auto, MemoSize::Off, MemoSize::Bytes(1), MemoSize::Bytes(300), MemoSize::Bytes(4_000)];

/// Every set of techniques that is tried.
fn techniques() -> Vec<Techniques> {
    let one = Technique::ALL.map(|technique| Techniques::NONE.with(technique));
    let but_one = Technique::ALL.map(|technique| Techniques::ALL.without(technique));
    [Techniques::ALL, Techniques::NONE].into_iter().chain(one).chain(but_one).collect()
}

/// Every setting that fits.
pub fn settings(prepared: &Prepared<'_>) -> Vec<Setting> {
    let mut all = Vec::new();
    let kinds = |memo| -> Vec<SolverKind> { prepared.fitting(memo).map(|solver| solver.kind).collect() };
    let fitting = [kinds(MemoSize::Auto), kinds(MemoSize::Off)];
    for memo in MEMOS {
        for &solver in &fitting[usize::from(memo == MemoSize::Off)] {
            let plain = Setting { solver, memo, techniques: Techniques::ALL, threads: 1 };
            let remembers = memo != MemoSize::Off;
            match solver {
                SolverKind::AlphaBeta if remembers => {
                    all.extend(techniques().into_iter().map(|techniques| Setting { techniques, ..plain }));
                    all.push(Setting { threads: 2, ..plain });
                }
                SolverKind::Retrograde if memo != MemoSize::Auto => {}
                SolverKind::Minimax if remembers && memo != MemoSize::Auto => {}
                SolverKind::Dfpn => {
                    all.push(plain);
                    all.push(Setting { techniques: Techniques::NONE, ..plain });
                }
                _ => all.push(plain),
            }
        }
    }
    all.push(Setting {
        solver: SolverKind::Auto,
        memo: MemoSize::Auto,
        techniques: Techniques::ALL,
        threads: 1,
    });
    all
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    /// The value of a position from which no fault can be reached.
    Sound,
    /// A fault, as there is one.
    Fault,
    /// A value that does not depend on the faults that there are.
    Beside,
    /// Must-play regions do not decide it.
    Undecided,
    /// A search that remembers little looks at too much.
    TooLong,
}

/// A search with a small memo or none may look at so many positions: of a graph of some hundred
/// there are too many lines of play for that where they are long.
const LOOKED_AT: u64 = 300_000;

/// Solves a position of the graph and compares all that is answered.
pub fn compare(
    prepared: &Prepared<'_>,
    graph: &Graph,
    at: usize,
    setting: Setting,
    random: &mut SplitMix64,
) -> Result<Told, String> {
    let limits = Limits { positions: Some(LOOKED_AT), ..Limits::default() };
    let (distance, all_moves) = (random.below(4) > 0, random.below(4) > 0);
    let distance = distance && setting.solver.tells_distances();
    let sound = !graph.unsound[at] && !graph.varies[at];
    let options = Options {
        solver: setting.solver,
        memo: setting.memo,
        techniques: setting.techniques,
        threads: Threads { count: setting.threads, alone: 0 },
        distance,
        all_moves,
        checks: if random.below(if sound { 30 } else { 4 }) > 0 { Checks::NONE } else { Checks::ONE },
        ..Options::within(&limits)
    };
    let who = || {
        format!("{setting:?}, distance {distance}, all moves {all_moves}, at {:?}", graph.nodes[at].position)
    };
    let answer = match prepared.solve(&graph.nodes[at].position, &options) {
        Ok(answer) => answer,
        Err(SolveError::Unfit(Unfit::Undecided { .. })) => return Ok(Told::Undecided),
        Err(SolveError::Limit { .. }) if setting.memo != MemoSize::Auto => return Ok(Told::TooLong),
        found if is_met(graph, at, &found) => return Ok(Told::Fault),
        Err(error) => return Err(format!("{}: {error:?}", who())),
    };
    if !sound {
        let beside = beside(graph, at, &answer).and_then(|()| legal(graph, at, &answer).map(|_| ()));
        return match beside {
            Ok(()) => Ok(Told::Beside),
            Err(what) => Err(format!("{}: {what}; {answer:?}", who())),
        };
    }
    let distance = distance && !prepared.program.points;
    fits(graph, at, &answer, (distance, all_moves))
        .and_then(|()| line(prepared, graph, at, &answer))
        .map(|()| Told::Sound)
        .map_err(|what| format!("{}: {what}; {answer:?}", who()))
}

/// An answer where a fault can be reached: nobody who looked at every position gives one, and it
/// does not depend on the fault.
fn beside(graph: &Graph, at: usize, answer: &Answer) -> Result<(), String> {
    if matches!(answer.solver, SolverKind::Minimax | SolverKind::Retrograde) || answer.checked.again.is_some()
    {
        return Err("every position was looked at, and the fault was not met".into());
    }
    if graph.varies[at] || !graph.is_value(at, answer.value) {
        return Err(format!("without the faults the value is between {:?}", graph.between(at)));
    }
    for (choice, to) in &graph.nodes[at].moves {
        let (least, most) = graph.between(*to);
        let best = answer.best.contains(choice);
        let told = answer.moves.iter().find(|(each, ..)| each == choice);
        if told.is_some_and(|(_, value, _)| !graph.is_value(*to, *value))
            || (best && !graph.is_value(*to, answer.value))
            || (!best && (least..=most).contains(&answer.value))
        {
            return Err(format!("without the faults the value of {choice:?} is between {:?}", (least, most)));
        }
    }
    Ok(())
}

fn fits(
    graph: &Graph,
    at: usize,
    answer: &Answer,
    (distance, all_moves): (bool, bool),
) -> Result<(), String> {
    let (node, worth) = (&graph.nodes[at], graph.worths[at]);
    let plies = |worth: Worth, more: u64| {
        worth.plies.filter(|_| distance && worth.value != 0).map(|plies| plies + more)
    };
    if answer.value != worth.value {
        return Err(format!("the value is {}", worth.value));
    }
    if answer.distance != plies(worth, 0) {
        return Err(format!("the distance is {:?}", plies(worth, 0)));
    }
    let best: Vec<_> = node
        .moves
        .iter()
        .filter(|(_, to)| graph.worths[*to].value == worth.value)
        .map(|(choice, _)| choice)
        .collect();
    if !best.iter().copied().eq(&answer.best) {
        return Err(format!("the best moves are {best:?}"));
    }
    let each = |(choice, to): &(_, usize)| {
        (Clone::clone(choice), graph.worths[*to].value, plies(graph.worths[*to], 1))
    };
    let moves: Vec<_> = node.moves.iter().filter(|_| all_moves).map(each).collect();
    if answer.moves != moves {
        return Err(format!("the moves are {moves:?}"));
    }
    Ok(())
}

/// The nodes of the line, whose moves are legal.
fn legal(graph: &Graph, at: usize, answer: &Answer) -> Result<Vec<usize>, String> {
    let mut path = vec![at];
    for choice in &answer.line {
        let here = &graph.nodes[path[path.len() - 1]];
        let next = here.moves.iter().find(|(legal, _)| legal == choice).map(|(_, to)| *to);
        path.push(next.ok_or_else(|| format!("{choice:?} of the line is not legal"))?);
    }
    Ok(path)
}

/// The line is legal, ends as is said and is worth what is said.
fn line(prepared: &Prepared<'_>, graph: &Graph, at: usize, answer: &Answer) -> Result<(), String> {
    let path = legal(graph, at, answer)?;
    let last = path[path.len() - 1];
    let is_additive = |field: FieldId, entry: usize| {
        prepared.machine().is_some_and(|machine| machine.is_additive(field, entry))
    };
    let key = |at: usize| {
        let position = &graph.nodes[at].position;
        let kept = |(field, entries): (FieldId, &Vec<Value>)| {
            let kept = entries.iter().enumerate().filter(|(entry, _)| !is_additive(field, *entry));
            kept.map(|(_, value)| value.clone()).collect::<Vec<_>>()
        };
        let fields: Vec<_> = (0..).map(FieldId).zip(&position.fields).map(kept).collect();
        (fields, position.turn, position.asked.clone())
    };
    let fine = match answer.line_end {
        LineEnd::Terminal => {
            graph.nodes[last].payoff == Some(answer.value)
                && answer.distance.is_none_or(|plies| plies == answer.line.len() as u64)
        }
        LineEnd::Repeats(first) => {
            let again = path.get(first).filter(|_| first + 1 < path.len());
            again.is_some_and(|again| key(*again) == key(last))
                && graph.nodes[last].endless == Some(answer.value)
                && answer.distance.is_none()
        }
        LineEnd::NotAsked => false,
    };
    if fine { Ok(()) } else { Err("the line does not end as is said".into()) }
}
