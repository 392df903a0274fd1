//! Searches small subtrees plainly: without the table, with moves in the order of the definition.
//!
//! Near the end of play a search with a table spends most of its time on look-ups, on canonical
//! forms and on children that it looks at for their order and never searches. The plain search
//! looks at more positions there, each in a fraction of the time, and a game may have a native one
//! ([`Game::native_search`]). Both return values of the same window, fail-soft, so either may be
//! asked for any position, and what comes back is stored alike.
//!
//! Only plies at which the table does not pay ([`super::memo_sample`]) are searched so: elsewhere
//! lines meet again and again, and what a plain search leaves out of the table is missed at other
//! positions, which no count at one ply sees. (Tried at all plies: Breakthrough 3x6 0.42 s and then
//! 1.3 s.)
//!
//! What a search did so far says for each such ply which is cheaper. Costs are counted in look-ups,
//! never timed: those of each position, of each child that a scan looked at, and of each position
//! of a plain search. One position in some at each ply is searched the other way, so that a
//! decision rests on both. A plain search that has looked at a few times as many positions as the
//! search with the table costs on average is given up, and that search does it, as it does where a
//! plain one meets a fault, an overflow or play that is too deep: it will meet it too, if it gets
//! there.

use super::per_ply::PerPly;
use super::{AlphaBetaSearch, MoveSpan, SearchNode};
use crate::limits::{Halt, within_range};
use crate::search::best::Best;
use crate::techniques::Technique;
use crate::tracer::{Tracer, Window};
use crate::utility::{DEEPEST, Payoffs, Utility};
use zug_game::breakage::{Shortcut, is_broken, threshold};
use zug_game::{Expansion, Game, NativeOutcome, NativeSearch, SearchCounts, Value};

/// The number of positions after which it is decided first.
const FIRST: u64 = if cfg!(test) { 1 << 6 } else { 1 << 10 };
/// The cost of a position of a search with a table, without its children, in look-ups. The samples
/// of forms and of the table take a position with its children together
/// ([`super::per_ply::POSITION`]).
const TABLE_POSITION: u64 = 48;
/// The cost of a child that a scan plays, expands and looks up, without its canonical form.
const SCANNED_CHILD: u64 = 32;
/// Searches of both ways that are seen at a ply before it is decided about it.
const ENOUGH: u64 = 16;
/// At a ply one position in so many is searched the other way.
const SAMPLE: u64 = 16;
/// The same where plain searches were given up more often than not.
const RARE: u64 = 256;
/// A plain search may cost so many times what a search with the table costs on average.
const DEARER: u64 = 4;
/// A plain search is tried where its cost is at most so many hundredths of the other's.
const GAIN: u64 = 75;
/// The fewest and the most positions that a plain search may look at.
const BUDGETS: (u64, u64) = (32, zug_game::PAUSE - 1);

/// The searches of one way that ended, and their cost.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    searches: u64,
    cost: u64,
}

impl Spent {
    fn add(&mut self, cost: u64) {
        self.searches += 1;
        self.cost += cost;
    }

    fn halve(&mut self) {
        self.searches /= 2;
        self.cost /= 2;
    }
}

/// What was seen of a ply.
#[derive(Clone, Copy, Debug, Default)]
struct PlainPly {
    with_table: Spent,
    /// Plain searches; of those given up, with the cost of the search that did it then.
    plain: Spent,
    given_up: u64,
    /// Searches that were asked for.
    asked: u64,
    /// Whether positions are searched plainly.
    is_plain: bool,
}

impl PlainPly {
    /// Whether the next position is searched plainly.
    #[inline(always)]
    fn next_is_plain(&mut self) -> bool {
        self.asked += 1;
        let hopeless = self.plain.searches >= ENOUGH && self.given_up * 2 > self.plain.searches;
        let other = self.asked.is_multiple_of(if hopeless && !self.is_plain { RARE } else { SAMPLE });
        self.is_plain != other && self.with_table.searches > 0
    }

    fn decide(&mut self) {
        let enough = threshold(ENOUGH, 2);
        if self.with_table.searches >= enough && self.plain.searches >= enough {
            let of = |one: Spent, other: Spent| u128::from(one.cost) * u128::from(other.searches);
            let (plain, with_table) = (of(self.plain, self.with_table), of(self.with_table, self.plain));
            self.is_plain = plain * 100 < with_table * u128::from(GAIN);
        }
        self.with_table.halve();
        self.plain.halve();
        self.given_up /= 2;
    }
}

/// What was seen of all plies.
#[derive(Clone, Debug)]
pub(super) struct PlainSubtrees {
    /// The cost of a child with its canonical form.
    child: u64,
    /// The cost of everything so far.
    cost: u64,
    plies: PerPly<PlainPly>,
    run: PlainRun,
}

/// The plain search that is under way.
#[derive(Clone, Copy, Debug, Default)]
struct PlainRun {
    /// Positions that it may still enter.
    left: u64,
    terminal: u64,
    cutoffs: u64,
    deepest: u64,
}

impl PlainSubtrees {
    /// `form` is the number of look-ups for a canonical form.
    pub fn new(form: u64) -> PlainSubtrees {
        let (child, plies) = (form.saturating_add(SCANNED_CHILD), PerPly::new(threshold(FIRST, 32)));
        PlainSubtrees { child, cost: 0, plies, run: PlainRun::default() }
    }

    /// A position was entered; decides anew after so many, now and then.
    #[inline(always)]
    pub fn entered(&mut self, positions: u64) {
        self.cost += TABLE_POSITION;
        self.plies.entered(positions, |plies| plies.iter_mut().for_each(PlainPly::decide));
    }

    /// A scan looked at so many children.
    #[inline(always)]
    pub fn scanned(&mut self, children: usize) {
        self.cost += self.child * children as u64;
    }

    /// The positions that a plain search may look at, if the next position of a ply is searched
    /// plainly.
    #[inline(always)]
    fn budget<G: Game>(&mut self, ply: u64, game: &G) -> Option<u64> {
        let seen = self.plies.at_mut(ply);
        seen.next_is_plain().then(|| {
            let average = seen.with_table.cost / seen.with_table.searches;
            (average * DEARER / game.plain_cost().max(1)).clamp(BUDGETS.0, BUDGETS.1)
        })
    }
}

impl<G: Game, S: Utility, T: Tracer<G>> AlphaBetaSearch<'_, G, S, T> {
    /// Searches a position that is not over, plainly or with the table. The number is that of the
    /// best move, if it is known.
    #[inline(always)]
    pub(super) fn searched_either_way(
        &mut self,
        node: SearchNode<'_, G::Position>,
        relevant: u64,
        hash_move: Option<usize>,
    ) -> Result<(Value, Option<usize>), Halt> {
        let may = S::IS_PAYOFFS && !T::WATCHES && !self.stated && self.sample.is_sampled(node.ply);
        if !may || !self.techniques.has(Technique::PlainSubtrees) {
            let best = self.searched(node, relevant, hash_move)?;
            return Ok((best.value, best.number));
        }
        let before = self.subtrees.cost;
        let budget = self.subtrees.budget(node.ply, self.game);
        let plain = match budget {
            Some(budget) => self.plain_subtree(node, budget)?,
            None => None,
        };
        let found = match plain {
            Some(value) => (value, None),
            None => {
                let best = self.searched(node, relevant, hash_move)?;
                (best.value, best.number)
            }
        };
        let cost = self.subtrees.cost - before;
        let seen = self.subtrees.plies.at_mut(node.ply);
        if budget.is_some() {
            seen.plain.add(cost);
            seen.given_up += u64::from(plain.is_none());
        } else {
            seen.with_table.add(cost);
        }
        Ok(found)
    }

    /// The value of a position by a plain search that enters fewer positions than `budget`; none if
    /// it would be more, or it cannot tell.
    fn plain_subtree(
        &mut self,
        node: SearchNode<'_, G::Position>,
        budget: u64,
    ) -> Result<Option<Value>, Halt> {
        let run = PlainRun { left: budget - 1, deepest: node.ply, ..PlainRun::default() };
        self.subtrees.run = run;
        let found = match self.game.has_native_search() {
            true => self.native_subtree(node, budget),
            false => {
                let mark = self.moves.len();
                let found = self.plain_best(node.position, node.moves, node.window, node.ply);
                self.moves.truncate(mark);
                found
            }
        };
        // A native search that is unable does not say where: one that is given up counts as its
        // whole budget, so that every engine decides alike.
        if found.is_none() {
            self.subtrees.run.left = 0;
        }
        let run = self.subtrees.run;
        // The position itself is counted where the search entered it.
        let entered = budget - 1 - run.left;
        self.subtrees.cost += self.game.plain_cost() * (entered + 1);
        self.statistics.positions += entered;
        self.statistics.plain += entered;
        let Some(value) = found else { return Ok(None) };
        let value = if is_broken(Shortcut::PlainSubtree) { value.saturating_neg() } else { value };
        within_range(value, self.payoffs)?;
        self.statistics.terminal += run.terminal;
        self.statistics.cutoffs += run.cutoffs;
        self.statistics.max_depth = self.statistics.max_depth.max(run.deepest);
        Ok(Some(value))
    }

    /// The same by the game's native search.
    fn native_subtree(&mut self, node: SearchNode<'_, G::Position>, budget: u64) -> Option<Value> {
        // The callback is called when the search enters the last position that it may not enter.
        let mut look = |_: &SearchCounts| false;
        let Window { alpha, beta } = node.window;
        let (before, floor, plies) =
            (zug_game::PAUSE - budget, self.watch.floor(), DEEPEST.saturating_sub(node.ply));
        let plain = NativeSearch { alpha, beta, prunes: true, before, look: &mut look, floor, plies };
        let run = &mut self.subtrees.run;
        match self.game.native_search(node.position, plain) {
            NativeOutcome::Value(value, counts) => {
                run.left = budget.saturating_sub(counts.positions);
                (run.terminal, run.cutoffs) = (counts.terminal, counts.cutoffs);
                run.deepest = node.ply + counts.deepest;
                Some(value)
            }
            NativeOutcome::Stopped(_) | NativeOutcome::Unable => None,
        }
    }

    /// The value of a position by a plain search, move by move; none if it enters too many, or
    /// cannot tell.
    fn plain_below(&mut self, position: &G::Position, window: Window, ply: u64) -> Option<Value> {
        let run = &mut self.subtrees.run;
        run.left = run.left.checked_sub(1)?;
        if run.left == 0 {
            return None;
        }
        run.deepest = run.deepest.max(ply);
        let first = self.moves.len();
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut self.moves).ok()? {
            within_range(payoff, self.payoffs).ok()?;
            self.subtrees.run.terminal += 1;
            return Some(payoff);
        }
        let moves = MoveSpan { first, end: self.moves.len() };
        // Where time is over, who goes on will see it too.
        let ends = self.watch.after(0).is_err() || self.watch.depth().is_err();
        if moves.count() == 0 || ply >= DEEPEST || ends {
            return None;
        }
        let value = self.plain_best(position, moves, window, ply);
        self.moves.truncate(first);
        value
    }

    /// The value of the best of these moves.
    #[inline(always)]
    fn plain_best(
        &mut self,
        position: &G::Position,
        moves: MoveSpan,
        window: Window,
        ply: u64,
    ) -> Option<Value> {
        let mut best = Best::none_yet(self.game.mover(position), window);
        for at in moves.first..moves.end {
            let step = self.game.play(position, &self.moves[at]).ok()?;
            let down = |bound| Payoffs::pass_down(step.reward, bound);
            let window = Window { alpha: down(best.window.alpha), beta: down(best.window.beta) };
            let value = self.plain_below(&step.position, window, ply + 1)?;
            best.take(at - moves.first, Payoffs::back_up(step.reward, value)?);
            if best.window.is_empty() {
                self.subtrees.run.cutoffs += u64::from(at + 1 < moves.end);
                break;
            }
        }
        Some(best.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether positions are searched plainly, after searches of both ways: their numbers and
    /// costs.
    fn decided(with_table: (u64, u64), plain: (u64, u64)) -> bool {
        let spent = |(searches, cost)| Spent { searches, cost };
        let mut seen = PlainPly { with_table: spent(with_table), plain: spent(plain), ..PlainPly::default() };
        seen.decide();
        seen.is_plain
    }

    #[test]
    fn positions_are_searched_plainly_where_that_is_clearly_cheaper() {
        assert!(decided((ENOUGH, 100 * ENOUGH), (ENOUGH, (GAIN - 1) * ENOUGH)));
        assert!(!decided((ENOUGH, 100 * ENOUGH), (ENOUGH, GAIN * ENOUGH)));
        assert!(decided((ENOUGH, 100 * ENOUGH), (2 * ENOUGH, 2 * (GAIN - 1) * ENOUGH)), "on average");
        assert!(!decided((ENOUGH - 1, 100 * ENOUGH), (ENOUGH, 0)), "too little was seen with the table");
        assert!(!decided((ENOUGH, 100 * ENOUGH), (ENOUGH - 1, 0)), "too little was seen without it");
    }

    /// How many of so many positions are searched plainly.
    fn chosen(mut seen: PlainPly, positions: u64) -> usize {
        (0..positions).filter(|_| seen.next_is_plain()).count()
    }

    #[test]
    fn a_sample_goes_the_other_way() {
        let seen = PlainPly { with_table: Spent { searches: 1, cost: 1 }, ..PlainPly::default() };
        let some = (16 * SAMPLE) as usize;
        assert_eq!(chosen(seen, 16 * SAMPLE), some / SAMPLE as usize);
        assert_eq!(chosen(PlainPly { is_plain: true, ..seen }, 16 * SAMPLE), some - some / SAMPLE as usize);
        let hopeless =
            PlainPly { plain: Spent { searches: ENOUGH, cost: 1 }, given_up: ENOUGH / 2 + 1, ..seen };
        assert_eq!(chosen(hopeless, 2 * RARE), 2, "more often given up than not");
        assert_eq!(
            chosen(PlainPly { given_up: ENOUGH / 2, ..hopeless }, 2 * RARE),
            2 * (RARE / SAMPLE) as usize
        );
        assert_eq!(
            chosen(PlainPly::default(), 16 * SAMPLE),
            0,
            "nothing tells how large a plain search may be"
        );
    }
}
