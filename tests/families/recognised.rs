//! What was recognised in a definition, by the facts themselves.

use super::facts::Shown;
use super::graph::{Graph, Node};
use super::solvers::Told;
use std::collections::BTreeSet;
use zug::answer::{EngineKind, Limits, Options, Prepared, SolverKind, StrongSolution, SumOf};
use zug_analysis::deletion_game::LocalDeletion;
use zug_analysis::set_colouring::Unclaimed;
use zug_analysis::{Component, Ends};
use zug_compile::symmetry::Symmetry;

use zug_lang::program::{
    Expr, ExprKind, FieldId, Kind, LIMIT, Place, Program, Stmt, StmtKind, Value, statements,
};

/// All that is known of a definition that was compared.
pub struct Known<'a> {
    /// With symmetries.
    pub prepared: &'a Prepared<'a>,
    /// Its symmetries.
    pub symmetry: &'a Symmetry,
    /// All positions.
    pub graph: &'a Graph,
    /// What positions showed.
    pub shown: Shown,
    /// Every position at once.
    pub strong: &'a StrongSolution,
}

/// The names of what was recognised.
pub fn found(known: &Known<'_>) -> Vec<&'static str> {
    let mut all: Vec<(bool, &'static str)> = Vec::new();
    ends(known, &mut all);
    lines(known, &mut all);
    completing(known, &mut all);
    sums(known, &mut all);
    colouring(known, &mut all);
    points(known, &mut all);
    range(known, &mut all);
    symmetry(known, &mut all);
    keys(known, &mut all);
    written(known, &mut all);
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
}

type Rows = Vec<(bool, &'static str)>;

fn ends(known: &Known<'_>, all: &mut Rows) {
    let (program, repeats) = (known.prepared.program, known.graph.repeats);
    let measure = match &known.prepared.ends {
        Ends::Proven { measure, .. } => measure.as_slice(),
        _ => &[],
    };
    let parts = || measure.iter().flat_map(|each| &each.parts).map(|(_, part)| part);
    let declared = matches!(known.prepared.ends, Ends::Declared { .. });
    let unproven = matches!(known.prepared.ends, Ends::Unproven { .. });
    let endless = known.graph.nodes.iter().map(|node| node.endless);
    let same = endless.clone().all(|worth| worth == known.graph.nodes[0].endless);
    let forced = program.endless.is_none() && !program.points;
    all.extend([
        (measure.len() == 1 && measure[0].parts.len() == 1, "ends: by one count"),
        (measure.len() > 1, "ends: by several counts in order"),
        (measure.iter().any(|each| each.parts.len() > 1), "ends: by a sum with weights"),
        (parts().any(|part| matches!(part, Component::Members(_))), "ends: members"),
        (parts().any(|part| matches!(part, Component::Covered(..))), "ends: elements in any entry"),
        (parts().any(|part| matches!(part, Component::Places(..))), "ends: places"),
        (parts().any(|part| matches!(part, Component::Sum(_))), "ends: an integer"),
        (parts().any(|part| matches!(part, Component::Ordinals(_))), "ends: numbers of elements"),
        (parts().any(|part| matches!(part, Component::Given(_))), "ends: values given"),
        (parts().any(|part| matches!(part, Component::True(_))), "ends: truth values"),
        (parts().any(|part| matches!(part, Component::Holding(..))), "ends: one value"),
        (parts().any(|part| matches!(part, Component::Turn)), "ends: the turn"),
        (parts().any(|part| matches!(part, Component::Ranks(..))), "ends: ranks"),
        (program.tree, "ends: a tree"),
        (declared, "ends: declared"),
        (program.progress.is_some() && program.checked_progress().is_none(), "progress: proved"),
        (unproven && !repeats, "ends: unproven but it does"),
        (unproven && repeats, "ends: unproven and it does not"),
        (repeats && program.endless.is_some() && same, "endless: worth the same everywhere"),
        (repeats && !same, "endless: worth different things"),
        (repeats && forced, "endless: forced draw"),
        (repeats && forced && known.shown.joined[0], "retrograde: positions listed once"),
        (repeats && forced && known.shown.joined[1], "retrograde: players exchanged"),
    ]);
}

fn lines(known: &Known<'_>, all: &mut Rows) {
    let (program, machine) = (known.prepared.program, known.prepared.machine().expect("a machine"));
    let Some(fact) = zug_analysis::positional_game(program) else { return };
    let masks = machine.positional.is_some();
    let fewer = known.shown.number_bits.is_some_and(|bits| (bits as usize) < machine.key_bits());
    let start = &program.fields[fact.field.index()].initial;
    all.extend([
        (true, "line game"),
        (masks, "line game: masks"),
        (masks && fewer, "line game: stacks"),
        (fact.opens.iter().any(|opens| !opens.is_empty()), "line game: conditions on what is taken"),
        (start[0] != start[1], "line game: unequal start"),
        (!fact.placements.is_empty(), "line game: turns of several placements"),
        (!fact.placements.is_empty() && known.shown.verdicts[2], "line game: turns with moves left out"),
        (known.shown.verdicts[0], "line game: a win read off"),
        (known.shown.verdicts[1], "line game: a loss read off"),
        (known.shown.verdicts[2], "line game: moves left out"),
    ]);
}

fn completing(known: &Known<'_>, all: &mut Rows) {
    let Some(fact) = zug_analysis::box_completion(known.prepared.program) else { return };
    let again = fact.subset_play.as_ref().map(|play| play.again);
    all.extend([
        (true, "completing"),
        (fact.is_all, "completing: for the difference"),
        (again == Some(true), "completing: sets and again"),
        (again == Some(false), "completing: sets by turns"),
        (fact.fields.iter().any(|field| *field != fact.fields[0]), "completing: in two fields"),
    ]);
}

fn sums(known: &Known<'_>, all: &mut Rows) {
    let program = known.prepared.program;
    let components = zug_analysis::impartial_components(program).map_or(0, |components| components.len());
    all.extend([
        (components > 1 && !known.graph.repeats, "sums: components"),
        (components == 1 && !known.graph.repeats, "sums: one component"),
    ]);
    let Some(fact) = zug_analysis::node_kayles(program) else { return deletions(known, all) };
    let same = fact.is_impartial();
    all.extend([(same, "sums: nimbers"), (!same, "sums: the players have different moves")]);
}

fn deletions(known: &Known<'_>, all: &mut Rows) {
    let (prepared, limits) = (known.prepared, Limits::default());
    let Some(fact) = zug_analysis::deletion_game(prepared.program) else { return };
    let options = Options { solver: SolverKind::Sums, ..Options::within(&limits) };
    let solved = prepared.solve(&prepared.start(), &options).is_ok();
    let same = matches!(prepared.sum_of(), Some(SumOf::Parts { nimbers: true, .. }));
    let depends = |each: &LocalDeletion| each.deletes.iter().any(|(_, when)| !when.reads.is_empty());
    all.extend([
        (solved && same, "deletions: nimbers"),
        (solved && !same, "deletions: the players have different moves"),
        (solved && fact.moves.iter().any(depends), "deletions: effects that depend on the position"),
    ]);
}

fn colouring(known: &Known<'_>, all: &mut Rows) {
    let prepared = known.prepared;
    let Some(fact) = zug_analysis::set_colouring(prepared.program) else { return };
    let limits = Limits::default();
    let options = Options { solver: SolverKind::MustPlay, ..Options::within(&limits) };
    let decided = prepared.solve(&prepared.start(), &options).is_ok();
    let one = matches!(fact.unclaimed, Unclaimed::Draw) && decided;
    all.extend([
        (decided, "colouring: decided"),
        (!decided, "colouring: undecided"),
        (one, "colouring: one player can win"),
    ]);
}

fn points(known: &Known<'_>, all: &mut Rows) {
    let program = known.prepared.program;
    all.extend([(
        zug_analysis::additive_but_for_room(program).is_some(),
        "points: add up but for their bounds",
    )]);
    let Some(fact) = zug_analysis::additive(program) else { return };
    let part = |worth: &[Option<i64>]| worth.iter().any(Option::is_none);
    let shrinks = |(field, worth): &(FieldId, Vec<Option<i64>>)| {
        let entry = |at: usize| {
            let entries = &known.graph.nodes[at].position.fields[field.index()];
            let additive = entries.iter().zip(worth).filter(|(_, worth)| worth.is_some());
            additive.map(|(value, _)| value.clone()).collect::<Vec<_>>()
        };
        let less = |(from, to): (&Value, &Value)| matches!((from, to), (Value::Int(from), Value::Int(to)) if to < from);
        let edges = (0..known.graph.nodes.len())
            .flat_map(|at| known.graph.nodes[at].moves.iter().map(move |(_, to)| (at, *to)));
        edges.into_iter().any(|(from, to)| entry(from).iter().zip(&entry(to)).any(less))
    };
    all.extend([
        (true, "points: add up"),
        (fact.fields.len() > 1, "points: in several fields"),
        (
            fact.fields.iter().any(|(_, worth)| worth.iter().flatten().any(|each| each.abs() != 1)),
            "points: not one each",
        ),
        (fact.fields.iter().any(shrinks), "points: may shrink"),
        (fact.fields.iter().any(|(_, worth)| part(worth)), "points: in entries of a field"),
        (
            fact.fields.iter().any(|(_, worth)| part(worth)) && program.progress.is_some(),
            "points: in entries that progress reads",
        ),
        (known.symmetry.exchanges_players(), "points: beside symmetric players"),
        (known.graph.repeats, "points: where play may repeat"),
    ]);
}

fn range(known: &Known<'_>, all: &mut Rows) {
    let (low, high) = known.prepared.range;
    let program = known.prepared.program;
    let wide = |kind: Kind| matches!(kind, Kind::Int { low, high } if low < -LIMIT / 2 || high > LIMIT / 2);
    all.extend([
        (!zug_analysis::can_be_drawn(program), "range: no draw"),
        (low >= 0 || high <= 0, "range: one winner at most"),
        (
            low < -LIMIT / 2 || high > LIMIT / 2 || program.fields.iter().any(|field| wide(field.ty.kind)),
            "range: near the limit",
        ),
    ]);
}

fn symmetry(known: &Known<'_>, all: &mut Rows) {
    let (program, machine) = (known.prepared.program, known.prepared.machine().expect("a machine"));
    let order = known.symmetry.order;
    let some = order != Some(1);
    let loops = || {
        program
            .moves
            .iter()
            .flat_map(|each| statements(&each.body))
            .any(|stmt| matches!(stmt.kind, StmtKind::For(..)))
    };
    all.extend([
        (some, "symmetry"),
        (known.symmetry.exchanges_players(), "symmetry: of the players"),
        (order.is_none_or(|order| order > 1024), "symmetry: more than listed"),
        (!machine.symmetry.is_trivial(), "symmetry: used by the memo"),
        (machine.symmetry.sorts_elements(), "symmetry: interchangeable elements"),
        (known.shown.joined[0], "symmetry: positions joined"),
        (known.shown.joined[1], "symmetry: positions joined with players exchanged"),
        (some && !program.requests.is_empty(), "symmetry: beside followups"),
        (some && loops(), "symmetry: beside a loop"),
        (!some, "symmetry: broken"),
    ]);
}

fn keys(known: &Known<'_>, all: &mut Rows) {
    let (program, prepared) = (known.prepared.program, known.prepared);
    let machine = prepared.machine().expect("a machine");
    let bits = machine.key_bits();
    let number = known.shown.number_bits;
    let fits = |kind| prepared.fitting(zug::answer::MemoSize::Auto).any(|solver| solver.kind == kind);
    let dfpn = fits(SolverKind::Dfpn);
    let asked = known.graph.nodes.iter().any(|node| node.position.asked.is_some());
    all.extend([
        (number.is_some(), "key: a number"),
        (number.is_some_and(|number| (number as usize) < bits), "key: a number of fewer bits"),
        (bits > 64, "key: more than 64 bits"),
        (bits > 128, "key: more than 128 bits"),
        (bits > 256, "key: more than 256 bits"),
        (program.domains.iter().any(|domain| domain.len() > 64), "board: more than 64 cells"),
        (known.strong.census.tiers.is_some(), "strong: tiers"),
        (known.strong.census.tiers.is_none(), "strong: retrograde"),
        (machine.passes, "play: passes"),
        (asked, "play: followups"),
        (fits(SolverKind::Induction), "solver: backward induction"),
        (dfpn, "solver: df-pn"),
        (dfpn && !zug_analysis::can_be_drawn(program), "solver: df-pn without draws"),
    ]);
}

/// What is nobody's shortcut, and was taken for something else before.
fn written(known: &Known<'_>, all: &mut Rows) {
    let (program, nodes) = (known.prepared.program, &known.graph.nodes);
    let sets = (0..program.fields.len())
        .filter(|field| matches!(program.fields[*field].ty.kind, Kind::Set(_)))
        .any(|field| nodes.iter().any(|node| node.position.fields[field].contains(&Value::None)));
    let integers = |expr: &Expr| match &expr.kind {
        ExprKind::Quantified { binders, .. } => {
            binders.iter().any(|(_, set)| matches!(set.ty.kind, Kind::IntSet { low, .. } if low < 0))
        }
        _ => false,
    };
    let bodies = || program.moves.iter().flat_map(|each| statements(&each.body));
    let stored = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Assign(Place::Local(_), ..));
    let alike = |node: &Node| {
        let to: BTreeSet<usize> = node.moves.iter().map(|(_, to)| *to).collect();
        to.len() < node.moves.len()
    };
    all.extend([
        (sets, "state: a set that is none"),
        (
            bodies().any(|stmt| stmt.expressions().any(|expr| program.has(expr, integers))),
            "body: a binder of negative integers",
        ),
        (bodies().any(stored), "body: a var"),
        (nodes.iter().any(alike), "play: two moves of one effect"),
        (program.requests.len() > 1, "play: two requests"),
    ]);
}

/// Whether play breaks a promise, where moves are tried by `can` and `stuck` that may break one
/// too.
pub fn faulty_trials(program: &Program, graph: &Graph) -> Vec<&'static str> {
    let tries = |expr: &Expr| matches!(expr.kind, ExprKind::Can(..) | ExprKind::Stuck(_));
    let tried = program.moves.iter().any(|each| each.provided.is_some()) && program.expressions().any(tries);
    if tried && !graph.is_sound() { vec!["faults: in a trial"] } else { Vec::new() }
}

/// What became of the questions where play breaks a promise.
pub fn told(told: &[Told]) -> Vec<&'static str> {
    let rows = [(Told::Fault, "faults: met"), (Told::Beside, "faults: a value beside them")];
    rows.into_iter().filter(|(one, _)| told.contains(one)).map(|(_, name)| name).collect()
}

/// What compiling was good for.
pub fn compiled(prepared: &Prepared<'_>, engine: EngineKind) -> Vec<&'static str> {
    let [whole, induction] = zug::answer::with_engine(prepared, Natively);
    let rows = [
        (engine == EngineKind::Jit && prepared.is_compiled(), "jit: compiled"),
        (whole, "jit: whole search"),
        (induction, "jit: induction"),
    ];
    rows.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
}

/// What the machine does by itself: a search, and an induction.
struct Natively;

impl zug::answer::Task for Natively {
    type Output = [bool; 2];

    fn run<E: zug::answer::Engine>(self, engine: &E) -> [bool; 2] {
        let induces =
            engine.has_native_induction() && engine.key_ranks().is_some_and(|ranks| ranks < 1 << 24);
        [engine.has_native_search(), induces]
    }
}
