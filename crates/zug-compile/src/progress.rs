//! Adds the test of the `progress` rule: its integers before and after a move, compared
//! lexicographically. A rule that is proved is not tested.

use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use zug_machine::ir::{Op, Reg};

impl<'p> RoutineCompiler<'p> {
    /// The integers of the `progress` rule; a fault where one is `none`.
    pub fn measures(&mut self, me: Reg) -> Made<Vec<Reg>> {
        let Some(progress) = self.input.program.checked_progress() else { return Ok(Vec::new()) };
        let mut scope = RoutineScope::new(&progress.frame, me);
        let mut measures = Vec::new();
        for measure in &progress.measures {
            let (number, none) = self.int(&mut scope, measure)?;
            if let Some(none) = none {
                self.emit.check(none);
            }
            measures.push(number);
        }
        Ok(measures)
    }

    /// Adds a fault where the integers do not increase (`strictly`), or decrease (otherwise).
    pub fn check_progress(&mut self, before: Vec<Reg>, next: Reg, strictly: bool) -> Made<()> {
        if self.input.program.checked_progress().is_none() {
            return Ok(());
        }
        let after = self.measures(next)?;
        let mut fine = self.emit.number(u64::from(!strictly));
        // From the last integer to the first: greater, or equal and the rest is fine.
        for (old, new) in before.into_iter().zip(after).rev() {
            let more = self.emit.op(Op::Less(old, new));
            let same = self.emit.op(Op::Eq(old, new));
            let rest = self.emit.and(same, fine);
            fine = self.emit.or(more, rest);
        }
        let wrong = self.emit.not(fine);
        self.emit.check(wrong);
        Ok(())
    }
}
