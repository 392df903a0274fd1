//! Compares a verdict where a turn is several placements: a line of play shows why moves were left
//! out.

use super::{AuditSample, Compared, Engine};
use zug_game::{Expansion, Game, Player, StaticVerdict};

/// A position of the machine.
type MachineWords<const N: usize> = [u64; N];

impl<const N: usize> AuditSample<'_, N>
where
    [u64; N]: Default,
{
    /// Either the mover ends play within this turn, by moves that were not left out, or the
    /// opponent does within his next turn where only moves that were left out were played.
    pub(super) fn left_out_of_turn(&self) -> Compared {
        let mover = self.here.turn;
        if self.wins_within_turn(*self.position, mover) {
            return Ok(());
        }
        let mut position = *self.position;
        while self.runner.mover(&position) == mover {
            let Some(next) = self.step(&position, |relevant, at| relevant >> at & 1 == 0) else {
                return Ok(());
            };
            position = next;
        }
        match self.wins_within_turn(position, mover.other()) {
            true => Ok(()),
            false => Err("a move is said to lose within a turn and does not".into()),
        }
    }

    /// Whether a player, to move, ends play within his turn as is best for him, by the moves that
    /// verdicts tell.
    fn wins_within_turn(&self, mut position: MachineWords<N>, player: Player) -> bool {
        while self.runner.mover(&position) == player {
            match self.step(&position, |relevant, at| relevant >> at & 1 == 1) {
                Some(next) => position = next,
                None => break,
            }
            if self.ended(&self.runner.leave(&position)) == Some(self.best_for(player)) {
                return true;
            }
        }
        false
    }

    /// The position after the first of the moves that the verdict on them is asked for; none where
    /// it says nothing.
    fn step(
        &self,
        position: &MachineWords<N>,
        is_wanted: impl Fn(u64, usize) -> bool,
    ) -> Option<MachineWords<N>> {
        let mut moves = Vec::new();
        let Ok(Expansion::Moves) = self.runner.expand_by_rules(position, &mut moves) else { return None };
        let relevant = match self.runner.static_verdict(position, &moves) {
            StaticVerdict::Wins { by, .. } => 1 << (by & 63),
            StaticVerdict::Open { relevant, .. } if relevant != u64::MAX => relevant,
            _ => return None,
        };
        let play = moves.get((0..moves.len().min(64)).find(|at| is_wanted(relevant, *at))?)?;
        self.runner.play(position, play).ok().map(|step| step.position)
    }
}
