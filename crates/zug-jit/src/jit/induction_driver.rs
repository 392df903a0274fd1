//! Calls a compiled induction ([`super::induction`]).

use super::native::{CompiledCode, InductionStart};
use super::running_induction::RunningInduction;
use zug_game::{InductionCounts, InductionOutcome, NativeInduction, Value};
use zug_machine::Machine;
use zug_machine::ranked_key::RankedKey;

/// A compiled induction over positions of `N` words.
#[derive(Debug)]
pub(super) struct InductionDriver<const N: usize> {
    pub start: InductionStart<N>,
    pub ranks: RankedKey,
    pub _code: CompiledCode,
}

impl<const N: usize> InductionDriver<N> {
    /// Finds the value of a position, in a game with these payoffs. The machine must be the one
    /// that was compiled.
    pub fn run(
        &self,
        machine: &Machine,
        position: &[u64; N],
        request: NativeInduction<'_>,
        payoffs: (Value, Value),
    ) -> (InductionOutcome, InductionCounts) {
        let mut form = *position;
        if machine.symmetry.is_by_turn() {
            machine.layout.turn.set(&mut form, 0);
        }
        let rank = self.ranks.rank(&form);
        let mut running = RunningInduction::new(request, payoffs);
        let value = self.start.call(position, rank, &mut running);
        running.outcome(value)
    }
}
