//! A number that is not sure, as a guess and its range.

use super::AGAIN;

/// A number that is not sure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// At best.
    pub least: f64,
    /// What is expected.
    pub usual: f64,
    /// At worst.
    pub most: f64,
}

impl Between {
    /// A number that is sure.
    pub fn exactly(number: f64) -> Between {
        Between { least: number, usual: number, most: number }
    }

    /// Whether it is sure.
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }

    /// A guess that was above `least` when it was given up, and is below `cap` unless that was
    /// passed then: it stays a guess.
    pub(super) fn between(self, least: f64, cap: f64) -> Between {
        let cap = if least < cap { cap } else { f64::INFINITY };
        let guess = self.map(|log| log.min(cap).max(least));
        Between { most: guess.most.max(guess.usual + AGAIN), ..guess }
    }

    /// Each of the three.
    pub(super) fn map(self, each: impl Fn(f64) -> f64) -> Between {
        Between { least: each(self.least), usual: each(self.usual), most: each(self.most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUESS: Between = Between { least: 3.0, usual: 4.0, most: 5.0 };

    #[test]
    fn a_guess_is_kept_between_what_was_done_and_what_there_is() {
        let found = GUESS.between(3.5, 4.5);
        assert_eq!(found, Between { least: 3.5, usual: 4.0, most: 4.5 });
        assert_eq!(GUESS.between(0.0, 9.0), GUESS);
    }

    /// What was done already can be more than was thought possible.
    #[test]
    fn a_guess_never_looks_exact() {
        for least in [2.0, 4.0, 4.5, 4.6, 5.0, 7.0] {
            let found = GUESS.between(least, 4.5);
            assert!(!found.is_exact(), "{least}: {found:?}");
            assert!(found.least >= least && found.most >= found.usual + AGAIN, "{least}: {found:?}");
        }
    }
}
