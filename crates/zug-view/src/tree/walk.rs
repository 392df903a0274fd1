//! Runs a search with a recorder beside it, and turns what it heard into the words of the
//! definition.

use super::depth_limit::{AtDepth, DepthLimited, SPENT};
use super::record::{Fate, RecordedNode, Recorder};
use super::view::{NodeView, SearchTree, TreeMethod};
use super::watched::TreeTracer;
use zug::answer::{Engine, LimitReached, Prepared, ProvedBounds, SolveError, Task, Unfit, with_engine};
use zug_analysis::Ends;

use zug_game::Game;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;
use zug_solve::{Limits, Statistics, Stop, TableSize, trace_minimax, walk_alphabeta};

/// What is to be recorded.
#[derive(Clone, Debug)]
pub struct RecordRequest {
    /// How the value is found.
    pub method: TreeMethod,
    /// Of alpha-beta, and whether minimax remembers.
    pub memo: TableSize,
    /// How deep the tree is to be drawn; followed only so deep where the whole search is too large.
    pub depth: Option<u32>,
    /// How many positions a whole search may look at.
    pub most: u64,
    /// Whether the whole search is tried before one that follows play only so deep.
    pub whole: bool,
    /// How many positions that a cut left out are drawn at most.
    pub unseen: usize,
    /// Whether nodes keep their positions.
    pub positions: bool,
    /// Memory, time, and the flag that ends the search.
    pub limits: Limits,
}

impl RecordRequest {
    /// An ordinary one.
    pub fn new(method: TreeMethod, memo: TableSize) -> RecordRequest {
        RecordRequest {
            method,
            memo,
            depth: None,
            most: 50_000,
            whole: true,
            unseen: AHEAD as usize,
            positions: false,
            limits: Limits::default(),
        }
    }
}

/// A tree cut off at a depth has about so many positions at most.
const AHEAD: u64 = 400;

/// Records the search from a position.
///
/// Where play must end and the whole search looks at no more than [`RecordRequest::most`]
/// positions, it is the whole search. Otherwise it is one that follows play only so deep, to
/// [`RecordRequest::depth`] or as deep as stays small, and [`SearchTree::horizon`] says so: its
/// values are not those of the game.
///
/// # Errors
/// A limit, a broken promise of the definition, or a depth at which even that looks at too many
/// positions.
pub fn record(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &RecordRequest,
) -> Result<SearchTree, SolveError> {
    with_engine(prepared, Recording { prepared, position, request })
}

/// Records the search that follows play exactly so deep, or to the end: nothing where it looks at
/// more than [`RecordRequest::most`] positions.
///
/// # Errors
/// As [`record`].
pub fn record_to(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &RecordRequest,
    depth: Option<u32>,
) -> Result<Option<SearchTree>, SolveError> {
    with_engine(prepared, RecordingTo { recording: Recording { prepared, position, request }, depth })
}

struct RecordingTo<'a> {
    recording: Recording<'a>,
    depth: Option<u32>,
}

impl Task for RecordingTo<'_> {
    type Output = Result<Option<SearchTree>, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        match self.recording.walk(engine, self.depth, self.recording.request.most) {
            Ok(tree) => Ok(Some(tree)),
            Err(Stop::Fault { fault: SPENT, .. }) => Ok(None),
            Err(stop) => Err(refused(engine, stop)),
        }
    }
}

struct Recording<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    request: &'a RecordRequest,
}

impl Task for Recording<'_> {
    type Output = Result<SearchTree, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        if self.request.whole && !matches!(self.prepared.ends, Ends::Unproven { .. }) {
            match self.walk(engine, None, self.request.most) {
                Err(Stop::Fault { fault: SPENT, .. }) => {}
                walked => return walked.map_err(|stop| refused(engine, stop)),
            }
        }
        let (least, deepest) = self.request.depth.map_or((1, 8), |depth| (depth, depth));
        let mut found = None;
        for depth in least..=deepest {
            let most = if depth == least { self.request.most } else { AHEAD };
            match self.walk(engine, Some(depth), most) {
                Ok(tree) => {
                    let whole = !tree.nodes.iter().any(|node| node.fate == Fate::Horizon);
                    found = Some(tree);
                    if whole {
                        break;
                    }
                }
                Err(Stop::Fault { fault: SPENT, .. }) => break,
                Err(stop) => return Err(refused(engine, stop)),
            }
        }
        found.ok_or(SolveError::Limit {
            which: LimitReached::RecordingSize { plies: least },
            proved: ProvedBounds::NONE,
            positions: self.request.most,
        })
    }
}

impl Recording<'_> {
    fn walk<E: Engine>(
        &self,
        engine: &E,
        depth: Option<u32>,
        most: u64,
    ) -> Result<SearchTree, Stop<E::Move>> {
        let request = self.request;
        let game = DepthLimited::new(engine, depth, most);
        let mut recorder = Recorder::new(&game);
        let root = game.root(engine.enter(self.position));
        let (value, statistics) = searched(&game, &root, request, &mut TreeTracer::Records(&mut recorder))?;
        recorder.add_unseen(request.unseen);
        Ok(self.tell(engine, recorder, depth, value, &statistics))
    }

    fn tell<E: Engine>(
        &self,
        engine: &E,
        recorder: Recorder<'_, E>,
        depth: Option<u32>,
        value: i64,
        statistics: &Statistics,
    ) -> SearchTree {
        let program = self.prepared.program;
        let semantics = Semantics::new(program);
        let nodes = (0..recorder.nodes.len()).map(|at| self.view(engine, &semantics, &recorder.nodes, at));
        let nodes: Vec<NodeView> = nodes.collect();
        let cut_short = nodes.iter().any(|node| node.fate == Fate::Horizon);
        SearchTree {
            title: program.title.clone(),
            players: program.players().map(String::from),
            points: program.points,
            method: self.request.method,
            memo: self.request.memo != TableSize::Off,
            horizon: depth.filter(|_| cut_short),
            value,
            value_text: wording::value(program, value),
            looked_at: statistics.positions.max(nodes.iter().filter(|node| node.is_seen()).count() as u64),
            cuts: nodes.iter().filter(|node| node.cut.is_some()).count() as u64,
            hits: nodes.iter().filter(|node| matches!(node.fate, Fate::Remembered { .. })).count() as u64,
            nodes,
            steps: recorder.steps,
        }
    }

    fn view<E: Engine>(
        &self,
        engine: &E,
        semantics: &Semantics<'_>,
        nodes: &[RecordedNode<AtDepth<E::Position>, E::Move>],
        at: usize,
    ) -> NodeView {
        let node = &nodes[at];
        let above = node.parent.map(|parent| &nodes[parent]);
        let played = above.and_then(|above| {
            let play = above.moves.get(node.via)?;
            Some(semantics.text(&engine.leave(&above.position.position), &engine.choice(play)))
        });
        NodeView {
            parent: node.parent,
            via: node.via,
            played: played.unwrap_or_default(),
            mover: node.mover,
            extra: above.is_some_and(|above| above.mover == node.mover) && !node.moves.is_empty(),
            fate: node.fate,
            over: node.moves.is_empty() && node.fate != Fate::Horizon,
            legal: node.moves.len(),
            children: node.children.clone(),
            window: node.window,
            after: node.after.clone(),
            narrowed: node.narrowed,
            value: node.value,
            cut: node.cut,
            position: self.request.positions.then(|| engine.leave(&node.position.position)),
            label: None,
        }
    }
}

/// Runs the search with a listener.
pub(super) fn searched<'a, G: Game>(
    game: &DepthLimited<'a, G>,
    root: &AtDepth<G::Position>,
    request: &RecordRequest,
    tracer: &mut TreeTracer<'_, 'a, G>,
) -> Result<(i64, Statistics), Stop<G::Move>> {
    match request.method {
        TreeMethod::Minimax => {
            trace_minimax(game, root, &request.limits, request.memo != TableSize::Off, tracer)
        }
        TreeMethod::AlphaBeta => walk_alphabeta(game, root, &request.limits, request.memo, tracer),
    }
}

fn refused<E: Engine>(engine: &E, stop: Stop<E::Move>) -> SolveError {
    // What was proved is of play that may be followed a few plies deep alone.
    let limit = |which, positions| SolveError::Limit { which, proved: ProvedBounds::NONE, positions };
    match stop {
        Stop::Fault { line, .. } => {
            SolveError::Fault { line: line.iter().map(|each| engine.choice(each)).collect() }
        }
        Stop::Contradiction { what, line } => {
            let line = line.iter().map(|each| engine.choice(each)).collect();
            SolveError::Contradiction { what: what.to_string(), line }
        }
        Stop::Limit { which, statistics, .. } => limit(LimitReached::Given(which), statistics.positions),
        Stop::TooDeep { plies, .. } => limit(LimitReached::RecordingDepth, plies),
        Stop::Overflow { what, .. } => limit(LimitReached::Number { what }, 0),
        Stop::Unfit { why } => SolveError::Unfit(Unfit::Found { why }),
    }
}
