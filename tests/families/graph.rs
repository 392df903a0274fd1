//! Every position that can be reached, by the rules by name, and what each is worth: what all else
//! is compared with.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::fault::Stored;
use zug_lang::semantics::{Expansion, Fault, Position, Semantics};

/// A position, and where its moves lead.
pub struct Node {
    /// The whole position.
    pub position: Position,
    /// The legal moves in order, each with the number of the node it leads to.
    pub moves: Vec<(Choice, usize)>,
    /// What the rules pay, where play is over.
    pub payoff: Option<i64>,
    /// What going on for ever is worth; nothing where the rule for it is a fault.
    pub endless: Option<i64>,
    /// Whether the definition breaks a promise here. Then the node has no moves, and its payoff is
    /// a bound of what is not known.
    pub fault: bool,
}

/// What a position is worth: the value, and the plies to the end where play comes to one by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// From the first player's side, points so far included.
    pub value: i64,
    /// The winner hurries and the loser delays.
    pub plies: Option<u64>,
}

/// All of them; the first is the start.
pub struct Graph {
    /// In the order in which they were found. Where a move is a fault while it is played, it leads
    /// to a node at the end, after all positions.
    pub nodes: Vec<Node>,
    /// Of each node; where a fault can be reached, the least that it can be worth.
    pub worths: Vec<Worth>,
    /// The most that each node can be worth, where a fault can be reached.
    most: Vec<i64>,
    /// Whether a fault can be reached from each node.
    pub unsound: Vec<bool>,
    /// From which nodes positions can be reached that lead to each other and at which going on for
    /// ever is worth different things.
    pub varies: Vec<bool>,
    /// Whether a position can come again.
    pub repeats: bool,
    /// How many nodes are positions.
    pub positions: usize,
}

impl Graph {
    /// Of a definition; nothing where there are more positions than `most`, or where positions can
    /// come again and the rule for going on for ever is a fault.
    pub fn new(program: &Program, most: usize) -> Option<Graph> {
        let (nodes, positions) = listed(program, most)?;
        let order = ends_first(&nodes);
        let repeats = order.len() < nodes.len();
        if repeats && nodes.iter().any(|node| node.endless.is_none()) {
            return None;
        }
        let mut graph = Graph {
            worths: Vec::new(),
            most: Vec::new(),
            unsound: Vec::new(),
            varies: Vec::new(),
            repeats,
            positions,
            nodes,
        };
        graph.unsound = graph.leads_to(graph.nodes.iter().map(|node| node.fault).collect());
        graph.varies = graph.leads_to(graph.varying());
        let (low, high) = if graph.unsound[0] { zug_analysis::range(program) } else { (0, 0) };
        let highest = graph.paying(high, &order);
        graph.most = highest.iter().map(|worth| worth.value).collect();
        graph.worths = if low == high { highest } else { graph.paying(low, &order) };
        Some(graph)
    }

    /// Whether there is no fault and no cycle of two values.
    pub fn is_sound(&self) -> bool {
        !self.unsound[0] && !self.varies[0]
    }

    /// The values between which a node lies: they are one where the value is known whatever faults
    /// are worth.
    pub fn between(&self, at: usize) -> (i64, i64) {
        (self.worths[at].value, self.most[at])
    }

    /// Whether this is a value of a node that does not depend on what faults are worth.
    pub fn is_value(&self, at: usize, value: i64) -> bool {
        self.between(at) == (value, value)
    }

    /// Whether these moves lead from a node to a fault.
    pub fn is_fault(&self, from: usize, line: &[Choice]) -> bool {
        let after = |at: usize, choice: &Choice| {
            self.nodes[at].moves.iter().find(|(legal, _)| legal == choice).map(|(_, to)| *to)
        };
        line.iter().try_fold(from, after).is_some_and(|at| self.nodes[at].fault)
    }

    /// What every node is worth where faults pay this.
    fn paying(&mut self, faults: i64, order: &[usize]) -> Vec<Worth> {
        self.nodes.iter_mut().filter(|node| node.fault).for_each(|node| node.payoff = Some(faults));
        // What is found of nodes from which a cycle of two values can be reached is not asked for.
        if self.repeats { self.by_thresholds() } else { self.by_recursion(order) }
    }

    /// From which nodes one of these can be reached.
    fn leads_to(&self, mut these: Vec<bool>) -> Vec<bool> {
        loop {
            let more = |at: &usize| !these[*at] && self.nodes[*at].moves.iter().any(|(_, to)| these[*to]);
            let more: Vec<usize> = (0..self.nodes.len()).filter(more).collect();
            if more.is_empty() {
                return these;
            }
            more.into_iter().for_each(|at| these[at] = true);
        }
    }

    fn by_recursion(&self, order: &[usize]) -> Vec<Worth> {
        let mut worths = vec![Worth { value: 0, plies: None }; self.nodes.len()];
        for &at in order {
            let node = &self.nodes[at];
            let each = node.moves.iter().map(|(_, to)| worths[*to]);
            let best =
                each.reduce(|best, next| if is_better(next, best, node.position.turn) { next } else { best });
            worths[at] = match node.payoff {
                Some(value) => Worth { value, plies: Some(0) },
                None => best
                    .map(|best| Worth { plies: best.plies.map(|plies| plies + 1), ..best })
                    .expect("a move"),
            };
        }
        worths
    }

    /// For every value that occurs, and for one above them: can the first player get at least that?
    fn by_thresholds(&self) -> Vec<Worth> {
        let mut values: BTreeSet<i64> =
            self.nodes.iter().flat_map(|node| [node.payoff, node.endless]).flatten().collect();
        values.extend(values.last().map(|top| top + 1));
        let asked: Vec<_> = values.iter().map(|least| (*least, self.at_least(*least))).collect();
        let worth = |at: usize| {
            let held = asked.iter().rposition(|(_, says)| says[at].0).expect("the least value is always got");
            let value = asked[held].0;
            let (_, plies) = if value > 0 { asked[held].1[at] } else { asked[held + 1].1[at] };
            Worth { value, plies: plies.filter(|_| value != 0) }
        };
        (0..self.nodes.len()).map(worth).collect()
    }

    /// Which nodes lead to another at which going on for ever is worth something else, and back.
    fn varying(&self) -> Vec<bool> {
        if !self.repeats || self.nodes.iter().all(|node| node.endless == self.nodes[0].endless) {
            return vec![false; self.nodes.len()];
        }
        let reached: Vec<BTreeSet<usize>> =
            (0..self.nodes.len()).map(|at| self.reached(at, |_| true)).collect();
        let differs = |at: usize, to: usize| self.nodes[to].endless != self.nodes[at].endless;
        let varies = |at: usize| reached[at].iter().any(|to| differs(at, *to) && reached[*to].contains(&at));
        (0..self.nodes.len()).map(varies).collect()
    }

    /// For each position whether the first player gets so much, and in how many plies that is
    /// decided by ends alone.
    fn at_least(&self, least: i64) -> Vec<(bool, Option<u64>)> {
        let mut says: Vec<Option<(bool, Option<u64>)>> =
            self.nodes.iter().map(|node| node.payoff.map(|payoff| (payoff >= least, Some(0)))).collect();
        let (mut round, mut ended) = (1, true);
        loop {
            let mut new = self.decided(&says);
            if new.is_empty() {
                ended = false;
                new = self.going_round(&says, least);
            }
            if new.is_empty() {
                return says.into_iter().map(|says| says.expect("all are decided")).collect();
            }
            new.into_iter().for_each(|(at, yes)| says[at] = Some((yes, ended.then_some(round))));
            round += 1;
        }
    }

    fn decided(&self, says: &[Option<(bool, Option<u64>)>]) -> Vec<(usize, bool)> {
        let decide = |at: usize| {
            let node = &self.nodes[at];
            let wish = node.position.turn == Player::First;
            let is = |to: usize, yes: bool| says[to].is_some_and(|(said, _)| said == yes);
            let any = node.moves.iter().any(|(_, to)| is(*to, wish));
            let all = || node.moves.iter().all(|(_, to)| is(*to, !wish));
            if any { Some((at, wish)) } else { all().then_some((at, !wish)) }
        };
        (0..self.nodes.len()).filter(|at| says[*at].is_none()).filter_map(decide).collect()
    }

    /// All that is undecided, if going on is worth the same to all of it; otherwise a part that
    /// play cannot leave undecided.
    fn going_round(&self, says: &[Option<(bool, Option<u64>)>], least: i64) -> Vec<(usize, bool)> {
        let yes = |at: usize| (at, self.nodes[at].endless >= Some(least));
        let undecided: Vec<usize> = (0..self.nodes.len()).filter(|at| says[*at].is_none()).collect();
        if undecided.iter().all(|at| yes(*at).1 == yes(undecided[0]).1) {
            return undecided.into_iter().map(yes).collect();
        }
        let reached = |from: &usize| self.reached(*from, |to| says[to].is_none());
        let least = undecided.iter().map(reached).min_by_key(BTreeSet::len);
        least.into_iter().flatten().map(yes).collect()
    }

    fn reached(&self, from: usize, through: impl Fn(usize) -> bool) -> BTreeSet<usize> {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let next = self.nodes[at].moves.iter().map(|(_, to)| *to).filter(|to| through(*to));
            open.extend(next.filter(|to| seen.insert(*to)));
        }
        seen
    }
}

/// Whether the mover likes one better: the better value; of wins the quick ones, of losses the slow
/// ones.
pub fn is_better(one: Worth, than: Worth, mover: Player) -> bool {
    let side = if mover == Player::First { 1 } else { -1 };
    let (mine, his) = (i128::from(one.value) * side, i128::from(than.value) * side);
    match mine.cmp(&his) {
        std::cmp::Ordering::Equal if mine > 0 => one.plies < than.plies,
        std::cmp::Ordering::Equal if mine < 0 => one.plies > than.plies,
        order => order.is_gt(),
    }
}

/// All positions, and how many they are; after them a node for moves that are faults, if there are
/// any.
fn listed(program: &Program, most: usize) -> Option<(Vec<Node>, usize)> {
    let game = Semantics::new(program);
    let mut numbers = HashMap::from([(game.start(), 0)]);
    let mut open = vec![game.start()];
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(position) = open.get(nodes.len()).cloned() {
        let mut node = blank(&game, position);
        match game.expand(&node.position) {
            Err(_) => node.fault = true,
            Ok(Expansion::Over(payoff)) => node.payoff = Some(payoff),
            Ok(Expansion::Moves(moves)) => {
                for choice in moves {
                    let next = match game.play(&node.position, &choice) {
                        Ok(next) => next,
                        Err(error) => {
                            promised(&error.fault);
                            node.moves.push((choice, usize::MAX));
                            continue;
                        }
                    };
                    let count = numbers.len();
                    let number = *numbers.entry(next.clone()).or_insert(count);
                    if number == count {
                        open.push(next);
                    }
                    node.moves.push((choice, number));
                }
            }
        }
        nodes.push(node);
        if open.len() > most {
            return None;
        }
    }
    let positions = nodes.len();
    let mut broken = false;
    for (_, to) in nodes.iter_mut().flat_map(|node| &mut node.moves).filter(|(_, to)| *to == usize::MAX) {
        (*to, broken) = (positions, true);
    }
    if broken {
        nodes.push(Node { fault: true, ..blank(&game, game.start()) });
    }
    Some((nodes, positions))
}

/// No definition gives bounds to a `var`: that it leaves them may be told only where they are those
/// of no number that is known.
fn promised(fault: &Fault) {
    if let Fault::OutOfBounds { place: Stored::Local(name), value, low, high } = fault {
        assert!(value.unsigned_abs() > 1 << 46, "`{name}` becomes {value}, not within {low}..{high}");
    }
}

/// A node of which nothing but the position is known.
fn blank(game: &Semantics<'_>, position: Position) -> Node {
    let endless = game.endless(&position).ok();
    Node { endless, moves: Vec::new(), payoff: None, fault: false, position }
}

/// The positions from which play must end, each after all that its moves lead to.
fn ends_first(nodes: &[Node]) -> Vec<usize> {
    let mut left: Vec<usize> = nodes.iter().map(|node| node.moves.len()).collect();
    let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        node.moves.iter().for_each(|(_, to)| before.entry(*to).or_default().push(at));
    }
    let mut order: Vec<usize> = (0..nodes.len()).filter(|at| left[*at] == 0).collect();
    let mut done = 0;
    while let Some(&at) = order.get(done) {
        done += 1;
        for &from in before.get(&at).into_iter().flatten() {
            left[from] -= 1;
            if left[from] == 0 {
                order.push(from);
            }
        }
    }
    order
}
