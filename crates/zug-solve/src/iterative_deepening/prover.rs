//! An and-or search for one claim within a number of plies.

use super::claim::BoundClaim;
use super::table::ClaimTable;
use crate::answer::Statistics;
use crate::limits::{Halt, Limits, audit};
use crate::watch::Watch;
use zug_game::{Expansion, Game, PAUSE, Value};

/// Below so many plies the moves are not sorted by the replies they leave.
const SORTED: u32 = 3;

/// A legal move and the position behind it.
struct ClaimedChild<G: Game> {
    mv: G::Move,
    position: G::Position,
    claim: BoundClaim,
}

/// The search.
pub(super) struct DeepeningProver<'a, G: Game> {
    game: &'a G,
    /// Bounds of every outcome.
    pub range: (Value, Value),
    statistics: Statistics,
    /// Whether a search since this was cleared ended at its horizon.
    pub at_horizon: bool,
    table: ClaimTable<G::Key>,
    watch: Watch,
    /// After a halt: the moves that lead to it, the last one first.
    path: Vec<G::Move>,
}

impl<'a, G: Game> DeepeningProver<'a, G> {
    pub fn new(game: &'a G, range: (Value, Value), limits: &Limits) -> Self {
        DeepeningProver {
            game,
            range,
            statistics: Statistics::default(),
            at_horizon: false,
            table: ClaimTable::within(limits.memory / 2),
            watch: Watch::new(limits),
            path: Vec::new(),
        }
    }

    /// The work, and the memory of the table at its largest.
    pub fn statistics(&self) -> Statistics {
        Statistics { bytes: self.table.bytes(), ..self.statistics }
    }

    /// After a halt: the moves that lead to it.
    pub fn line(&mut self) -> Vec<G::Move> {
        std::mem::take(&mut self.path).into_iter().rev().collect()
    }

    /// Whether a claim can be forced within so many plies.
    pub fn proves(&mut self, claim: BoundClaim, position: &G::Position, plies: u32) -> Result<bool, Halt> {
        self.enter(position)?;
        let mut moves = Vec::new();
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut moves)? {
            self.statistics.terminal += 1;
            return Ok(claim.holds(payoff));
        }
        if plies == 0 {
            self.at_horizon = true;
            return Ok(false);
        }
        let form = self.game.canonical(position);
        let known = self.table.get(&form, claim);
        if let Some(answer) = known.answer(plies) {
            self.statistics.memo_hits += 1;
            self.at_horizon |= !answer;
            return Ok(answer);
        }
        let (found, last) = self.search(position, &moves, claim, plies, known.mv)?;
        self.statistics.stored += 1;
        self.table.set(form, claim, plies, found, last);
        Ok(found)
    }

    /// Counts a position, and looks at the limits.
    fn enter(&mut self, position: &G::Position) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.watch.depth()?;
        self.watch.entered(self.statistics.positions)?;
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.watch.look(&self.statistics)?;
        }
        audit(self.game, position, self.statistics.positions)
    }

    /// Whether some move of the player proves the claim, or all moves of the other, and the number
    /// of the move that decided it.
    fn search(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        claim: BoundClaim,
        plies: u32,
        first: u32,
    ) -> Result<(bool, u32), Halt> {
        let mine = self.game.mover(position) == claim.by;
        let mut last = 0;
        for at in self.order(position, moves, plies, first)? {
            let child = self.child(position, moves, at, claim)?;
            last = at;
            if self.below(&child, plies)? == mine {
                return Ok((mine, last));
            }
        }
        Ok((!mine, last))
    }

    fn below(&mut self, child: &ClaimedChild<G>, plies: u32) -> Result<bool, Halt> {
        self.proves(child.claim, &child.position, plies - 1).inspect_err(|_| self.path.push(child.mv.clone()))
    }

    /// The numbers of the moves in the order of the search: the one first that decided the claim
    /// before; where the search goes deeper, then those that leave the fewest replies.
    fn order(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        plies: u32,
        first: u32,
    ) -> Result<Vec<u32>, Halt> {
        let mut order: Vec<u32> = (0..moves.len() as u32).collect();
        if plies >= SORTED {
            let replies: Vec<usize> =
                moves.iter().map(|mv| self.replies(position, mv)).collect::<Result<_, _>>()?;
            order.sort_by_key(|at| replies[*at as usize]);
        }
        if let Some(place) = order.iter().position(|at| *at == first) {
            order[..=place].rotate_right(1);
        }
        Ok(order)
    }

    /// How many moves the position behind a move has; an ended position has none.
    fn replies(&mut self, position: &G::Position, mv: &G::Move) -> Result<usize, Halt> {
        self.watch.after(1)?;
        let behind = || {
            let mut moves = Vec::new();
            let step = self.game.play(position, mv)?;
            self.game.expand(&step.position, &mut moves).map(|expansion| match expansion {
                Expansion::Moves => moves.len(),
                Expansion::Terminal(_) => 0,
            })
        };
        behind().map_err(|fault| {
            self.path.push(mv.clone());
            Halt::from(fault)
        })
    }

    fn child(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        at: u32,
        claim: BoundClaim,
    ) -> Result<ClaimedChild<G>, Halt> {
        let mv = moves[at as usize].clone();
        let step = self.game.play(position, &mv).inspect_err(|_| self.path.push(mv.clone()))?;
        Ok(ClaimedChild { mv, position: step.position, claim: claim.behind(step.reward)? })
    }

    fn children(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        claim: BoundClaim,
    ) -> Result<Vec<ClaimedChild<G>>, Halt> {
        (0..moves.len() as u32).map(|at| self.child(position, moves, at, claim)).collect()
    }

    fn legal(&mut self, position: &G::Position) -> Result<Vec<G::Move>, Halt> {
        let mut moves = Vec::new();
        match self.game.expand(position, &mut moves)? {
            Expansion::Moves => Ok(moves),
            Expansion::Terminal(_) => Ok(Vec::new()),
        }
    }

    /// The best moves and a line of a win that is proved within so many plies and not within fewer:
    /// the winner hurries, the loser delays.
    #[allow(clippy::type_complexity)]
    pub fn win(
        &mut self,
        position: &G::Position,
        claim: BoundClaim,
        plies: u32,
    ) -> Result<(Vec<G::Move>, Vec<G::Move>), Halt> {
        let (mut line, mut best): (_, Option<Vec<G::Move>>) = (Vec::new(), None);
        let (mut position, mut claim, mut plies) = (position.clone(), claim, plies);
        loop {
            let moves = self.legal(&position)?;
            let Some(rest) = plies.checked_sub(1).filter(|_| !moves.is_empty()) else { break };
            let mine = self.game.mover(&position) == claim.by;
            let mut good = Vec::new();
            for child in self.children(&position, &moves, claim)? {
                // The winner's moves win with what is left; the loser's hold out as long.
                let fits = if mine {
                    self.below(&child, plies)?
                } else {
                    rest == 0 || !self.proves(child.claim, &child.position, rest - 1)?
                };
                if fits {
                    good.push(child);
                }
                if best.is_some() && !good.is_empty() {
                    break;
                }
            }
            best.get_or_insert_with(|| good.iter().map(|child| child.mv.clone()).collect());
            let next = good.into_iter().next().ok_or(Halt::NotReached)?;
            line.push(next.mv);
            (position, claim, plies) = (next.position, next.claim, rest);
        }
        Ok((best.unwrap_or_default(), line))
    }

    /// The moves that keep a value that both claims together prove, and a line of such moves.
    #[allow(clippy::type_complexity)]
    pub fn keep(
        &mut self,
        position: &G::Position,
        claims: [BoundClaim; 2],
        plies: u32,
    ) -> Result<(Vec<G::Move>, Vec<G::Move>), Halt> {
        let (mut line, mut best): (_, Option<Vec<G::Move>>) = (Vec::new(), None);
        let (mut position, mut claims, mut plies) = (position.clone(), claims, plies);
        loop {
            let moves = self.legal(&position)?;
            let Some(rest) = plies.checked_sub(1).filter(|_| !moves.is_empty()) else { break };
            let mover = self.game.mover(&position).index();
            let mut good = Vec::new();
            for child in self.children(&position, &moves, claims[mover])? {
                if self.below(&child, plies)? {
                    good.push(child);
                }
                if best.is_some() && !good.is_empty() {
                    break;
                }
            }
            best.get_or_insert_with(|| good.iter().map(|child| child.mv.clone()).collect());
            let next = good.into_iter().next().ok_or(Halt::NotReached)?;
            let reward = claims[mover].bound - next.claim.bound;
            claims = [claims[0].behind(reward)?, claims[1].behind(reward)?];
            line.push(next.mv);
            (position, plies) = (next.position, rest);
        }
        Ok((best.unwrap_or_default(), line))
    }
}
