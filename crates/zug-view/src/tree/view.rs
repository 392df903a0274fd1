//! A recorded search in the words of its definition: what every form of output reads.

use super::record::{CutReason, Fate, Setter, TraceEvent, WindowSide};
use zug_game::{Player, Value};
use zug_lang::semantics::Position;
use zug_solve::Window;

/// How the value is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMethod {
    /// Every line of play.
    Minimax,
    /// The textbook search with cuts.
    AlphaBeta,
}

/// How a value that came back bounds the value of its position, where it is not that value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBound {
    /// The position is worth that or less.
    AtMost,
    /// The position is worth that or more.
    AtLeast,
}

impl ValueBound {
    /// Before a number among letters of a terminal: `<=2`.
    pub fn sign(self) -> &'static str {
        if self == ValueBound::AtMost { "<=" } else { ">=" }
    }

    /// Behind a number in a sentence: `2, or less`.
    pub fn words(self) -> &'static str {
        if self == ValueBound::AtMost { ", or less" } else { ", or more" }
    }
}

/// A node in words. Numbers are indexes into [`SearchTree::nodes`].
#[derive(Clone, Debug)]
pub struct NodeView {
    /// The node above.
    pub parent: Option<usize>,
    /// The number of the move that leads here.
    pub via: usize,
    /// The move that leads here, in the definition's notation; empty at the root.
    pub played: String,
    /// Who moves.
    pub mover: Player,
    /// Whether he moved before, too.
    pub extra: bool,
    /// What became of it.
    pub fate: Fate,
    /// Whether play is over there.
    pub over: bool,
    /// How many legal moves there are.
    pub legal: usize,
    /// Nodes below, in the order of the moves.
    pub children: Vec<usize>,
    /// The window it was entered with.
    pub window: Window,
    /// The window after each move that was tried.
    pub after: Vec<Window>,
    /// What the memo knew that did not answer.
    pub narrowed: Option<(Value, Value)>,
    /// What came back.
    pub value: Option<Value>,
    /// Why it was left early.
    pub cut: Option<CutReason>,
    /// The position, where that was asked for.
    pub position: Option<Position>,
    /// What it is called, where it has a name.
    pub label: Option<String>,
}

impl NodeView {
    /// Whether the search came here.
    pub fn is_seen(&self) -> bool {
        self.fate != Fate::Unseen
    }

    /// Whether what came back only bounds the value: a search that got no further than its window
    /// proves no more.
    pub fn bound(&self) -> Option<ValueBound> {
        let value = self.value.filter(|_| !self.over)?;
        match self.fate {
            Fate::Over | Fate::Horizon | Fate::Unseen => None,
            Fate::Remembered { low, high, .. } if low == high => None,
            _ if value <= self.window.alpha => Some(ValueBound::AtMost),
            _ if value >= self.window.beta => Some(ValueBound::AtLeast),
            _ => None,
        }
    }
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// Of the game.
    pub title: String,
    /// Who maximizes, and who minimizes.
    pub players: [String; 2],
    /// Whether values are points; otherwise 1, 0 and -1.
    pub points: bool,
    /// How it was searched.
    pub method: TreeMethod,
    /// Whether it remembered.
    pub memo: bool,
    /// Plies after which play was not followed; without it the value is that of the game.
    pub horizon: Option<u32>,
    /// Of the root, in the words of the rules.
    pub value: Value,
    /// The same in words.
    pub value_text: String,
    /// Positions looked at, each time counted.
    pub looked_at: u64,
    /// Nodes left early.
    pub cuts: u64,
    /// Nodes answered by the memo.
    pub hits: u64,
    /// The tree; the root is the first.
    pub nodes: Vec<NodeView>,
    /// What happened, in order.
    pub steps: Vec<TraceEvent>,
}

impl SearchTree {
    /// `MAX` or `MIN`.
    pub fn level(mover: Player) -> &'static str {
        if mover == Player::First { "MAX" } else { "MIN" }
    }

    /// The player's name.
    pub fn name(&self, mover: Player) -> &str {
        &self.players[mover.index()]
    }

    /// How it was searched: `alpha-beta with a memo`.
    pub fn how(&self) -> &'static str {
        match (self.method, self.memo) {
            (TreeMethod::Minimax, false) => "minimax",
            (TreeMethod::Minimax, true) => "minimax with a memo",
            (TreeMethod::AlphaBeta, false) => "alpha-beta",
            (TreeMethod::AlphaBeta, true) => "alpha-beta with a memo",
        }
    }

    /// The title and the value, which only looks like that where play was not followed to its end.
    pub fn headline(&self) -> String {
        let text = match (self.horizon.is_some(), self.value_text.as_str()) {
            (true, "draw") => "looks like a draw".to_string(),
            (true, value) => format!("looks like {value}"),
            (false, value) => value.to_string(),
        };
        format!("{}: {text}", self.title)
    }

    /// What the search did, in a line.
    pub fn counts(&self) -> String {
        let n = |count: u64, one: &str, many: &str| {
            format!("{} {}", zug_lang::wording::grouped(count), if count == 1 { one } else { many })
        };
        let mut out =
            format!("{}: {}", self.how(), n(self.looked_at, "position looked at", "positions looked at"));
        if self.method == TreeMethod::AlphaBeta {
            out += &format!(", {}", n(self.cuts, "cut", "cuts"));
        }
        if self.memo {
            out += &format!(", {}", n(self.hits, "memo hit", "memo hits"));
        }
        out
    }

    /// What the numbers mean.
    pub fn legend(&self) -> String {
        let [first, second] = &self.players;
        let values = if self.points {
            format!("values are points to {first}")
        } else {
            format!("1: {first} wins, 0: draw, -1: {second} wins")
        };
        format!("MAX is {first}, MIN is {second}; {values}")
    }

    /// That the values are not those of the game, if they are not.
    pub fn warning(&self) -> Option<String> {
        self.horizon.map(|depth| {
            format!(
                "only {} are followed, and what is not over there (?) counts as it stands: these are not the values of \
                 the game",
                zug_lang::wording::plies(u64::from(depth))
            )
        })
    }

    /// Plies below the root.
    pub fn ply(&self, node: usize) -> usize {
        std::iter::successors(self.nodes[node].parent, |&at| self.nodes[at].parent).count()
    }

    /// The move that a node tried as the how-manieth.
    pub fn tried(&self, node: usize, number: usize) -> &str {
        let child = self.nodes[node].children.get(number);
        child.map_or("", |&child| &self.nodes[child].played)
    }

    /// Why a node was left early: ``1 <= alpha = 2, which You has by `choose left` (ply 0)``.
    pub fn reason(&self, cut: &CutReason) -> String {
        let (sign, bound, owner) = match cut.bound {
            WindowSide::Alpha => ("<=", "alpha", Player::First),
            WindowSide::Beta => (">=", "beta", Player::Second),
        };
        let name = self.name(owner);
        let whence = match cut.setter {
            Setter::OpenNode => String::new(),
            Setter::Memo(node) => format!(", known from the memo at ply {}", self.ply(node)),
            Setter::Move(node, number) => {
                format!(", set by {name} with {} at ply {}", self.tried(node, number), self.ply(node))
            }
        };
        format!("{} {sign} {bound} = {}{whence}", cut.value, cut.limit)
    }

    /// Why nobody looked at a node: the cut above it.
    pub fn why_unseen(&self, node: usize) -> Option<&CutReason> {
        let parent = self.nodes[node].parent.filter(|_| !self.nodes[node].is_seen())?;
        self.nodes[parent].cut.as_ref().filter(|_| self.nodes[parent].is_seen())
    }
}

/// A bound as people read it: `-inf` and `inf` where a side is open.
pub fn bound(value: Value) -> String {
    match value {
        Value::MIN => "-inf".to_string(),
        Value::MAX => "inf".to_string(),
        value => value.to_string(),
    }
}

/// An interval: `[2, 5]`, `at least 2`, `at most 5`, `2`.
pub fn interval(low: Value, high: Value) -> String {
    match (low, high) {
        (Value::MIN, Value::MAX) => "anything".to_string(),
        (low, Value::MAX) => format!("at least {low}"),
        (Value::MIN, high) => format!("at most {high}"),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} to {high}"),
    }
}
