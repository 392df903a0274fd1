//! Compares samples of a search with the rules run by name: moves, their order, where they lead,
//! payoffs, and all that is read off a position without playing on.
//!
//! A search asks about the first positions it enters and then about one in many
//! ([`zug_game::is_audited`]), by count and never by the clock, so that every run asks the same.
//! `semantics` has the last word.

mod turns;

use super::engine::Engine;
use super::shared_search::SharedSearch;
use super::{Prepared, SolveError};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use zug_game::{AUDITED_THEN, Expansion, Game, Player, StaticVerdict, Value};
use zug_jit::runner::{Auditor, Runner};
use zug_lang::program::Choice;
use zug_lang::replay;
use zug_lang::semantics::{self, Position, Semantics};
use zug_machine::moves::PackedMove;

/// One in so many samples is also looked at two plies deep, which takes long: the first one is.
const DEEP: u64 = 16;

/// What was seen of a search.
#[derive(Debug)]
pub(super) struct Audit<'p> {
    shared: Option<&'p SharedSearch>,
    semantics: Semantics<'p>,
    /// Bounds of every outcome.
    range: (Value, Value),
    /// So many of the first positions are still to be asked about, of all searches for one answer.
    first: AtomicU64,
    compared: AtomicU64,
    /// What was wrong first.
    wrong: Mutex<Option<String>>,
}

impl<'p> Audit<'p> {
    /// One that compares so many of the first positions.
    pub(super) fn new(prepared: &'p Prepared<'p>, first: u64) -> Audit<'p> {
        Audit {
            shared: prepared.shared.as_ref(),
            semantics: Semantics::new(prepared.program),
            range: prepared.range,
            first: AtomicU64::new(first),
            compared: AtomicU64::new(0),
            wrong: Mutex::new(None),
        }
    }

    /// How many positions were compared.
    pub(super) fn compared(&self) -> u64 {
        self.compared.load(Relaxed)
    }

    /// Says more of a contradiction, where more is known.
    pub(super) fn claimed(&self, solve_error: SolveError) -> SolveError {
        match solve_error {
            SolveError::Contradiction { what, line } => {
                let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner).take();
                SolveError::Contradiction { what: wrong.unwrap_or(what), line }
            }
            other => other,
        }
    }

    fn is_wanted(&self, nth: u64) -> bool {
        let less = |left: u64| left.checked_sub(1);
        nth.is_multiple_of(AUDITED_THEN) || self.first.fetch_update(Relaxed, Relaxed, less).is_ok()
    }
}

impl<const N: usize> Auditor<N> for Audit<'_>
where
    [u64; N]: Default,
{
    fn audit(&self, runner: &Runner<'_, N>, position: &[u64; N], nth: u64) -> bool {
        if !self.is_wanted(nth) {
            return true;
        }
        let deep = self.compared.fetch_add(1, Relaxed).is_multiple_of(DEEP);
        if self.shared.is_some_and(|shared| shared.was_compared(position, deep)) {
            return true;
        }
        let here = runner.leave(position);
        let sample = AuditSample { audit: self, runner, position, here: &here };
        let Err(what) = sample.compare(deep) else {
            if let Some(shared) = self.shared {
                shared.remember_compared(position, deep);
            }
            return true;
        };
        let claimed = format!("{what}\n{}", replay::drawn(&self.semantics, &here));
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(claimed);
        false
    }
}

/// What is wrong, in words.
type Compared = Result<(), String>;

/// That two things are the same.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, by_name: &T, claimed: &T) -> Compared {
    same_after(|| what.into(), by_name, claimed)
}

/// The same, of a move whose text is made where it is needed.
fn same_after<T: PartialEq + std::fmt::Debug>(
    what: impl FnOnce() -> String,
    by_name: &T,
    claimed: &T,
) -> Compared {
    if by_name == claimed {
        return Ok(());
    }
    Err(format!("{}: by name {by_name:?}, but the search was told {claimed:?}", what()))
}

/// One position of a search.
struct AuditSample<'a, const N: usize> {
    audit: &'a Audit<'a>,
    runner: &'a Runner<'a, N>,
    position: &'a [u64; N],
    here: &'a Position,
}

impl<const N: usize> AuditSample<'_, N>
where
    [u64; N]: Default,
{
    fn compare(&self, deep: bool) -> Compared {
        let (runner, semantics) = (self.runner, &self.audit.semantics);
        same("the position, read and written again", &runner.enter(self.here), self.position)?;
        same("whose turn it is", &self.here.turn, &runner.mover(self.position))?;
        let mut moves = Vec::new();
        let claimed = runner.expand_by_rules(self.position, &mut moves);
        let legal = match (semantics.expand(self.here), claimed) {
            (Err(_), Err(_)) => return Ok(()),
            (Err(why), Ok(_)) => {
                return Err(format!("a fault by name that the search was not told: {why:?}"));
            }
            (Ok(_), Err(_)) => return Err("the search was told of a fault that there is not by name".into()),
            (Ok(by_name), Ok(claimed)) => match self.expansion(by_name, claimed, &moves)? {
                Some(legal) => legal,
                None => return self.image(&moves, Some(claimed)).and_then(|()| self.number()),
            },
        };
        let after = self.successors(&legal, &moves)?;
        self.number()?;
        self.image(&moves, None)?;
        if deep {
            self.verdict(&after, &moves)?;
            self.points(&legal)?;
        } else {
            self.win_at_once(&after, &moves)?;
        }
        Ok(())
    }

    /// Whether play is over, with which payoff, points included; otherwise the legal moves, which
    /// are those of the search.
    fn expansion(
        &self,
        by_name: semantics::Expansion,
        claimed: Expansion,
        moves: &[PackedMove],
    ) -> Result<Option<Vec<Choice>>, String> {
        match (by_name, claimed) {
            (semantics::Expansion::Over(payoff), Expansion::Terminal(claimed)) => {
                let total = claimed.checked_add(self.runner.offset(self.position));
                same("the payoff of an ended position", &Some(payoff), &total)?;
                let (least, most) = self.audit.range;
                if payoff < least || payoff > most {
                    return Err(format!(
                        "the payoff {payoff} is not between {least} and {most}, as was proved"
                    ));
                }
                Ok(None)
            }
            (semantics::Expansion::Moves(legal), Expansion::Moves) => {
                let claimed: Vec<Choice> = moves.iter().map(|play| self.runner.choice(play)).collect();
                same("the legal moves in their order", &legal, &claimed)?;
                Ok(Some(legal))
            }
            (semantics::Expansion::Over(_), Expansion::Moves) => {
                Err("play is over by name and goes on".into())
            }
            (semantics::Expansion::Moves(_), Expansion::Terminal(_)) => {
                Err("play goes on by name and is over".into())
            }
        }
    }

    /// Where the moves lead, as whole positions, and what they gain.
    fn successors(&self, legal: &[Choice], moves: &[PackedMove]) -> Result<Vec<Option<Position>>, String> {
        let (runner, semantics) = (self.runner, &self.audit.semantics);
        let before = runner.offset(self.position);
        let one = |(choice, play): (&Choice, &PackedMove)| {
            let move_text = || semantics.text(self.here, choice);
            match (semantics.play(self.here, choice), runner.play(self.position, play)) {
                (Err(_), Err(_)) => Ok(None),
                (Ok(after), Ok(step)) => {
                    let claimed = runner.leave(&step.position);
                    same_after(|| format!("the position after `{}`", move_text()), &after, &claimed)?;
                    let gain = runner.offset(&step.position).wrapping_sub(before);
                    same_after(|| format!("the points gained by `{}`", move_text()), &gain, &step.reward)?;
                    Ok(Some(after))
                }
                (by_name, _) => {
                    let who = if by_name.is_err() { "by name alone" } else { "not by name" };
                    Err(format!("`{}` meets a fault {who}", move_text()))
                }
            }
        };
        legal.iter().zip(moves).map(one).collect()
    }

    /// The best outcome of a player.
    fn best_for(&self, mover: Player) -> Value {
        if mover == Player::First { self.audit.range.1 } else { self.audit.range.0 }
    }

    /// The payoff after a move that ends play.
    fn ended(&self, after: &Position) -> Option<Value> {
        match self.audit.semantics.expand(after) {
            Ok(semantics::Expansion::Over(payoff)) => Some(payoff),
            _ => None,
        }
    }

    /// A win that is read off the position is one.
    fn win_at_once(&self, after: &[Option<Position>], moves: &[PackedMove]) -> Compared {
        if !self.runner.has_static_verdict() {
            return Ok(());
        }
        let StaticVerdict::Wins { by, payoff } = self.runner.static_verdict(self.position, moves) else {
            return Ok(());
        };
        let Some(Some(after)) = after.get(by) else { return Err("a win is told by no move".into()) };
        same("the payoff after a move that is said to win at once", &self.ended(after), &Some(payoff))?;
        same("the payoff of a win", &self.best_for(self.here.turn), &payoff)
    }

    /// What is read off the position without playing on is so, two plies deep.
    fn verdict(&self, after: &[Option<Position>], moves: &[PackedMove]) -> Compared {
        if !self.runner.has_static_verdict() {
            return Ok(());
        }
        let mover = self.here.turn;
        let wins = |position: &Option<Position>| {
            position.as_ref().is_some_and(|position| self.ended(position) == Some(self.best_for(mover)))
        };
        match self.runner.static_verdict(self.position, moves) {
            StaticVerdict::Wins { .. } => self.win_at_once(after, moves),
            StaticVerdict::Loses { payoff } => {
                same("the payoff of a loss", &self.best_for(mover.other()), &payoff)?;
                after.iter().flatten().try_for_each(|after| self.loses(after))
            }
            StaticVerdict::Open { relevant, .. } => {
                if after.iter().any(wins) {
                    return Err("a move wins at once, and that was not read off the position".into());
                }
                if self.runner.machine().positional.as_ref().is_some_and(|lines| lines.turns.is_some()) {
                    return if relevant == u64::MAX { Ok(()) } else { self.left_out_of_turn() };
                }
                let left_out = |at: &usize| *at < 64 && relevant >> at & 1 == 0;
                let left_out = (0..after.len()).filter(left_out).filter_map(|at| after[at].as_ref());
                left_out.into_iter().try_for_each(|after| self.loses(after))
            }
        }
    }

    /// After a move that is said to lose, the other player moves and ends play at once, as is best
    /// for him.
    fn loses(&self, after: &Position) -> Compared {
        let (semantics, other) = (&self.audit.semantics, self.here.turn.other());
        let wins = |choice: &Choice| {
            let next = semantics.play(after, choice).ok();
            next.is_some_and(|next| self.ended(&next) == Some(self.best_for(other)))
        };
        match semantics.expand(after) {
            Ok(semantics::Expansion::Moves(replies)) if after.turn == other && replies.iter().any(wins) => {
                Ok(())
            }
            Err(_) => Ok(()),
            _ => Err("a move is said to lose at once and does not".into()),
        }
    }

    /// The number of the key is that of no other: the key can be read from it.
    fn number(&self) -> Compared {
        let Some(bits) = self.runner.number_bits(self.position) else { return Ok(()) };
        let key = self.runner.canonical(self.position).key;
        let number = self.runner.number(&key);
        if bits < u64::BITS && number >> bits != 0 {
            return Err(format!("the number of a key, {number}, has more than {bits} bits"));
        }
        same("the key, read from its number", &key, &self.runner.key_of_number(number))
    }

    /// The position that stands for this one in a table plays as this one does: as many moves, that
    /// lead to positions with the same canonical forms, with the players exchanged where they are.
    fn image(&self, moves: &[PackedMove], ended: Option<Expansion>) -> Compared {
        let (runner, machine) = (self.runner, self.runner.machine());
        let form = runner.canonical(self.position);
        if form.key == runner.key(self.position) && !form.colour_swapped {
            return Ok(());
        }
        let mut image = form.key;
        for ((word, from), key) in image.iter_mut().zip(self.position).zip(&machine.key) {
            *word |= from & !key;
        }
        let again = runner.canonical(&image);
        same("the canonical form of a canonical form", &form.key, &again.key)?;
        let mover = if form.colour_swapped { self.here.turn.other() } else { self.here.turn };
        same("whose turn it is in the canonical form", &mover, &runner.mover(&image))?;
        let mut images = Vec::new();
        // Points that are left out of keys are not those of the image: it may meet faults of its
        // own.
        let Ok(expansion) = runner.expand_by_rules(&image, &mut images) else { return Ok(()) };
        let sign = if form.colour_swapped { -1 } else { 1 };
        match (ended, expansion) {
            (Some(Expansion::Terminal(payoff)), Expansion::Terminal(other)) => {
                same("the payoff in the canonical form", &(payoff * sign), &other)
            }
            (None, Expansion::Moves) => {
                let here = self.forms(self.position, moves, form.colour_swapped, sign);
                let there = self.forms(&image, &images, false, 1);
                match (here, there) {
                    (Some(here), Some(there)) => {
                        same("where moves lead, of a position and of its canonical form", &here, &there)
                    }
                    _ => Ok(()),
                }
            }
            _ => Err("a position and its canonical form do not end together".into()),
        }
    }

    /// The canonical forms of all successors, sorted; nothing where a move meets a fault.
    #[allow(clippy::type_complexity)]
    fn forms(
        &self,
        position: &[u64; N],
        moves: &[PackedMove],
        swapped: bool,
        sign: Value,
    ) -> Option<Vec<([u64; N], bool, Value)>> {
        let one = |play: &PackedMove| {
            let step = self.runner.play(position, play).ok()?;
            let form = self.runner.canonical(&step.position);
            let either = self.runner.machine().symmetry.is_its_own_opposite(form.key);
            Some((form.key, !either && form.colour_swapped != swapped, step.reward * sign))
        };
        let mut forms: Vec<_> = moves.iter().map(one).collect::<Option<_>>()?;
        forms.sort_unstable();
        Some(forms)
    }

    /// Points that are left out of the key change no move: with those of the beginning the same
    /// ones are legal.
    fn points(&self, legal: &[Choice]) -> Compared {
        let (runner, machine) = (self.runner, self.runner.machine());
        if machine.additive.is_empty() {
            return Ok(());
        }
        let mut other = runner.key(self.position);
        for ((word, start), key) in other.iter_mut().zip(&machine.start).zip(&machine.key) {
            *word |= start & !key;
        }
        match self.audit.semantics.expand(&runner.leave(&other)) {
            Ok(semantics::Expansion::Moves(moves)) => {
                same("the moves with other points so far", &moves, &legal.to_vec())
            }
            Ok(semantics::Expansion::Over(_)) => Err("with other points so far play is over".into()),
            Err(_) => Ok(()),
        }
    }
}
