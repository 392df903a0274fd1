//! Records a search as a tree: what was looked at with which window, what came back, what was cut
//! off and why.
//!
//! Hears the calls of a [`Tracer`] in the order in which things happen and keeps them twice, as
//! nodes (the tree) and as steps (the film). All values are totals in the words of the rules: what
//! a search tells of a position is the value to go, to which the points so far are added here.

use super::depth_limit::{AtDepth, DepthLimited};
use rustc_hash::FxHashMap;
use zug_game::{Expansion, Game, Player, Value};
use zug_solve::{Tracer, Window};

/// Who set a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setter {
    /// Nobody: the window was open there from the beginning.
    OpenNode,
    /// A move of a position: the node, and the number of its move.
    Move(usize, usize),
    /// What the memo knew of a position.
    Memo(usize),
}

/// One of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowSide {
    /// What the first player has elsewhere.
    Alpha,
    /// What the second player holds him to elsewhere.
    Beta,
}

/// Why the moves that were left are not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutReason {
    /// What the mover has here.
    pub value: Value,
    /// The bound that it meets.
    pub bound: WindowSide,
    /// What that bound is.
    pub limit: Value,
    /// Who set it.
    pub setter: Setter,
    /// How many moves that saves.
    pub skipped: usize,
}

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its moves were looked at.
    Searched,
    /// Play is over there.
    Over,
    /// Not over, but not followed: as deep as was asked for.
    Horizon,
    /// The memo answered with an interval that was found at another node.
    Remembered {
        /// At least this.
        low: Value,
        /// At most this.
        high: Value,
        /// Where it was found.
        at: Option<usize>,
    },
    /// Never looked at; drawn all the same.
    Unseen,
}

/// A position where the search came.
#[derive(Clone, Debug)]
pub struct RecordedNode<P, M> {
    /// The node above.
    pub parent: Option<usize>,
    /// The number of the move that leads here, among those of the parent.
    pub via: usize,
    /// The position.
    pub position: P,
    /// Who moves.
    pub mover: Player,
    /// What became of it.
    pub fate: Fate,
    /// The legal moves.
    pub moves: Vec<M>,
    /// Nodes below, in the order in which they were looked at, those never seen after them.
    pub children: Vec<usize>,
    /// With which window it was entered.
    pub window: Window,
    /// The window after each move that was tried.
    pub after: Vec<Window>,
    /// What the memo knew that did not answer.
    pub narrowed: Option<(Value, Value)>,
    /// What came back; of a position never looked at, only where play is over.
    pub value: Option<Value>,
    /// Why it was left early.
    pub cut: Option<CutReason>,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A position is looked at.
    Enter(usize),
    /// Play is over there, or not followed.
    Over(usize),
    /// The memo answers.
    Remembered(usize),
    /// The memo narrows the window.
    Narrowed(usize),
    /// A move of this node came back: the how-manieth one tried, and with what.
    Back(usize, usize, Value),
    /// The rest of its moves is not looked at.
    CutReason(usize),
    /// The node is left with its value.
    Leave(usize),
}

/// Trees of so many nodes are drawn with all that was cut off.
const SMALL: usize = 30;

struct OpenNode {
    node: usize,
    window: Window,
    best: Option<Value>,
    setters: [Setter; 2],
}

/// Listens to a search.
pub struct Recorder<'a, G: Game> {
    game: &'a DepthLimited<'a, G>,
    /// The tree, in the order in which it was walked.
    pub nodes: Vec<RecordedNode<AtDepth<G::Position>, G::Move>>,
    /// The film.
    pub steps: Vec<TraceEvent>,
    stack: Vec<OpenNode>,
    found: FxHashMap<<DepthLimited<'a, G> as Game>::Key, usize>,
}

impl<'a, G: Game> Recorder<'a, G> {
    /// Nothing happened yet.
    pub fn new(game: &'a DepthLimited<'a, G>) -> Self {
        Recorder {
            game,
            nodes: Vec::new(),
            steps: Vec::new(),
            stack: Vec::new(),
            found: FxHashMap::default(),
        }
    }

    fn total(&self, node: usize, value: Value) -> Value {
        match value {
            Value::MIN | Value::MAX => value,
            _ => value.saturating_add(self.game.offset(&self.nodes[node].position)),
        }
    }

    fn top(&self) -> usize {
        self.stack.last().map_or(0, |open| open.node)
    }

    /// Which move of the parent leads to the next node: in the stated order, the one after those
    /// tried.
    fn via(&self) -> usize {
        self.stack.last().map_or(0, |open| self.nodes[open.node].children.len())
    }

    fn narrow(&mut self, value: Value, number: usize) {
        let Some(open) = self.stack.last_mut() else { return };
        let mover = self.nodes[open.node].mover;
        let better = open.best.is_none_or(|best| match mover {
            Player::First => value > best,
            Player::Second => value < best,
        });
        if better {
            open.best = Some(value);
        }
        match mover {
            Player::First if better && value > open.window.alpha => {
                open.window.alpha = value;
                open.setters[0] = Setter::Move(open.node, number);
            }
            Player::Second if better && value < open.window.beta => {
                open.window.beta = value;
                open.setters[1] = Setter::Move(open.node, number);
            }
            _ => {}
        }
    }

    /// Draws what was never looked at below moves that were cut off: `most` positions, the shallow
    /// ones first, and only where those moves lead in a large tree.
    pub fn add_unseen(&mut self, most: usize) {
        let deep = self.nodes.len() <= SMALL;
        let cut = (0..self.nodes.len()).filter(|&at| self.nodes[at].cut.is_some());
        let mut waiting: std::collections::VecDeque<usize> = cut.collect();
        let end = self.nodes.len() + most;
        while let Some(at) = waiting.pop_front() {
            for via in self.nodes[at].children.len()..self.nodes[at].moves.len() {
                if self.nodes.len() >= end {
                    return;
                }
                if let Some(node) = self.unseen(at, via) {
                    let here = self.nodes.len();
                    self.nodes[at].children.push(here);
                    if deep {
                        waiting.push_back(here);
                    }
                    self.nodes.push(node);
                }
            }
        }
    }

    fn unseen(&self, parent: usize, via: usize) -> Option<RecordedNode<AtDepth<G::Position>, G::Move>> {
        let above = &self.nodes[parent];
        let position = self.game.play(&above.position, above.moves.get(via)?).ok()?.position;
        let (expand, moves) = self.game.glance(&position).ok()?;
        let value = match expand {
            Expansion::Terminal(value) => value.checked_add(self.game.offset(&position)),
            Expansion::Moves => None,
        };
        let moves = if self.game.is_horizon(&position) { Vec::new() } else { moves };
        Some(RecordedNode {
            parent: Some(parent),
            via,
            mover: self.game.mover(&position),
            fate: Fate::Unseen,
            position,
            moves,
            children: Vec::new(),
            window: Window::OPEN,
            after: Vec::new(),
            narrowed: None,
            value,
            cut: None,
        })
    }
}

impl<'a, G: Game> Tracer<DepthLimited<'a, G>> for Recorder<'a, G> {
    fn enter(&mut self, position: &AtDepth<G::Position>, window: Window) {
        let node = self.nodes.len();
        let (parent, via) = (self.stack.last().map(|open| open.node), self.via());
        let moves = self.game.glance(position).map(|seen| seen.1).unwrap_or_default();
        let over = moves.is_empty();
        let horizon = !over && self.game.is_horizon(position);
        let fate = if horizon {
            Fate::Horizon
        } else if over {
            Fate::Over
        } else {
            Fate::Searched
        };
        self.nodes.push(RecordedNode {
            parent,
            via,
            position: position.clone(),
            mover: self.game.mover(position),
            fate,
            moves: if horizon { Vec::new() } else { moves },
            children: Vec::new(),
            window,
            after: Vec::new(),
            narrowed: None,
            value: None,
            cut: None,
        });
        let window = Window { alpha: self.total(node, window.alpha), beta: self.total(node, window.beta) };
        self.nodes[node].window = window;
        if let Some(parent) = parent {
            self.nodes[parent].children.push(node);
        }
        let setters = self.stack.last().map_or([Setter::OpenNode; 2], |open| open.setters);
        self.stack.push(OpenNode { node, window, best: None, setters });
        self.steps.push(TraceEvent::Enter(node));
    }

    fn terminal(&mut self, _value: Value) {
        self.steps.push(TraceEvent::Over(self.top()));
    }

    fn remembered(&mut self, low: Value, high: Value) {
        let node = self.top();
        let at = self.found.get(&self.game.key(&self.nodes[node].position)).copied();
        let (low, high) = (self.total(node, low), self.total(node, high));
        self.nodes[node].fate = Fate::Remembered { low, high, at };
        self.steps.push(TraceEvent::Remembered(node));
    }

    fn narrowed(&mut self, low: Value, high: Value) {
        let node = self.top();
        let (low, high) = (self.total(node, low), self.total(node, high));
        self.nodes[node].narrowed = Some((low, high));
        if let Some(open) = self.stack.last_mut() {
            if low > open.window.alpha {
                open.window.alpha = low;
                open.setters[0] = Setter::Memo(node);
            }
            if high < open.window.beta {
                open.window.beta = high;
                open.setters[1] = Setter::Memo(node);
            }
        }
        self.steps.push(TraceEvent::Narrowed(node));
    }

    fn ascend(&mut self, value: Value) {
        let node = self.top();
        let value = self.total(node, value);
        let tried = self.nodes[node].after.len();
        self.narrow(value, tried);
        let window = self.stack.last().map_or(Window::OPEN, |open| open.window);
        self.nodes[node].after.push(window);
        self.steps.push(TraceEvent::Back(node, tried, value));
    }

    fn cutoff(&mut self, skipped: usize) {
        let Some(open) = self.stack.last() else { return };
        if skipped == 0 {
            return;
        }
        let (bound, limit, setter) = match self.nodes[open.node].mover {
            Player::First => (WindowSide::Beta, open.window.beta, open.setters[1]),
            Player::Second => (WindowSide::Alpha, open.window.alpha, open.setters[0]),
        };
        let value = open.best.unwrap_or(limit);
        let node = open.node;
        self.nodes[node].cut = Some(CutReason { value, bound, limit, setter, skipped });
        self.steps.push(TraceEvent::CutReason(node));
    }

    fn leave(&mut self, value: Value) {
        let Some(open) = self.stack.pop() else { return };
        let node = open.node;
        self.nodes[node].value = Some(self.total(node, value));
        if self.nodes[node].fate == Fate::Searched {
            self.found.insert(self.game.key(&self.nodes[node].position), node);
        }
        self.steps.push(TraceEvent::Leave(node));
    }
}
