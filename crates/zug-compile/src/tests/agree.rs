//! Plays a definition by the machine and by `semantics` side by side, and asserts that they agree.

use super::super::{Additive, ground_with};
use zug_game::{Expansion, Game, Player};
use zug_jit::runner::Runner;
use zug_jit::tier_up::{TierUp, TierUpPolicy};
use zug_lang::program::{Choice, FollowupRequestId, Program};
use zug_lang::semantics::{self, Position, Semantics};
use zug_machine::Machine;
use zug_machine::layout::AskedMoves;
use zug_machine::optimization::{Optimization, Optimizations};

/// A linear congruential generator: pseudorandom numbers with a seed.
pub(super) struct Dice(pub u64);

impl Dice {
    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % count.max(1)
    }
}

/// The machine of a program; asserts that it is valid.
pub(super) fn machine(
    program: &Program,
    additive: Option<&Additive>,
    optimizations: Optimizations,
) -> Machine {
    let machine =
        ground_with(program, additive, optimizations).unwrap_or_else(|d| panic!("{}: {d:?}", program.title));
    assert_eq!(machine.validate(), Vec::<String>::new(), "{}\n{machine}", program.title);
    machine
}

/// All optimizations, none, and all but each of them.
pub(super) fn each_left_out() -> Vec<Optimizations> {
    let but_one = Optimization::ALL.map(|optimization| Optimizations::ALL.without(optimization));
    [Optimizations::ALL, Optimizations::NONE].into_iter().chain(but_one).collect()
}

/// Plays random games with each of these sets of optimizations.
pub(super) fn agree(program: &Program, sets: &[Optimizations], games: usize, plies: usize) {
    for optimizations in sets {
        let machine = machine(program, None, *optimizations);
        match machine.layout.words {
            1 => play::<1>(program, &machine, games, plies),
            2 => play::<2>(program, &machine, games, plies),
            4 => play::<4>(program, &machine, games, plies),
            _ => play::<8>(program, &machine, games, plies),
        }
    }
}

fn play<const N: usize>(program: &Program, machine: &Machine, games: usize, plies: usize)
where
    [u64; N]: Default,
{
    for when in [TierUpPolicy::Never, TierUpPolicy::AtOnce] {
        let tier_up = TierUp::new(machine, when);
        play_by(program, &Runner::<N>::new(machine, &tier_up).expect("registers enough"), games, plies);
    }
}

fn play_by<const N: usize>(program: &Program, fast: &Runner<'_, N>, games: usize, plies: usize)
where
    [u64; N]: Default,
{
    let slow = Semantics::new(program);
    let mut dice = Dice(games as u64);
    for _ in 0..games {
        let (mut words, mut position) = (fast.start(), slow.start());
        for _ in 0..plies {
            let Some(moves) = same_visit(program, fast, &slow, &words, &position) else { break };
            let steps: Vec<_> =
                moves.iter().map(|m| same_step(program, fast, &slow, (&words, &position), m)).collect();
            let Some(next) = steps.into_iter().nth(dice.below(moves.len())).flatten() else { break };
            (words, position) = next;
        }
    }
}

/// The legal moves, which must be the same in both; none where play is over.
fn same_visit<const N: usize>(
    program: &Program,
    fast: &Runner<'_, N>,
    slow: &Semantics,
    words: &[u64; N],
    position: &Position,
) -> Option<Vec<Choice>>
where
    [u64; N]: Default,
{
    let mut moves = Vec::new();
    let ours = fast.expand(words, &mut moves);
    let ours = ours.map(|expand| match expand {
        Expansion::Terminal(payoff) => semantics::Expansion::Over(payoff),
        Expansion::Moves => {
            semantics::Expansion::Moves(moves.iter().map(|m| fast.machine().choice(*m)).collect())
        }
    });
    let theirs = slow.expand(position);
    let same = match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => ours == theirs,
        (Err(_), Err(_)) => true,
        (Err(_), _) | (_, Err(_)) => asks_and_refuses(program),
    };
    assert!(
        same,
        "{}: {position:?}\nmachine {ours:?}\nsemantics {theirs:?}\n{}",
        program.title,
        fast.machine()
    );
    let endless = (fast.endless(words).ok(), slow.endless(position).ok());
    assert_eq!(endless.0, endless.1, "{}: endless at {position:?}", program.title);
    match theirs {
        Ok(semantics::Expansion::Moves(moves)) if ours.is_ok() => Some(moves),
        _ => None,
    }
}

/// Whether `can` or `stuck` may have to play a body. Then the order in which guards are tested,
/// which is free, decides whether a fault is met.
fn asks_and_refuses(program: &Program) -> bool {
    let text = format!("{program:?}");
    let refuses = program.moves.iter().any(|each| each.provided.is_some());
    refuses && (text.contains("Stuck(") || text.contains("Can("))
}

/// The position after a move, which must be the same in both; none where both fault.
fn same_step<const N: usize>(
    program: &Program,
    fast: &Runner<'_, N>,
    slow: &Semantics,
    (words, position): (&[u64; N], &Position),
    choice: &Choice,
) -> Option<([u64; N], Position)>
where
    [u64; N]: Default,
{
    let packed = fast.machine().pack(choice).expect("a legal move can be packed");
    let ours = fast.play(words, &packed);
    let theirs = slow.play(position, choice);
    let (ours, theirs) = match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(_), Err(_)) => return None,
        (Err(_), _) | (_, Err(_)) if asks_and_refuses(program) => return None,
        (ours, theirs) => {
            panic!("{}: {choice:?} at {position:?}\nmachine {ours:?}\nsemantics {theirs:?}", program.title)
        }
    };
    let layout = &fast.machine().layout;
    let asked = theirs.asked.as_ref().map(|a| -> AskedMoves { (a.request.0, a.arguments.clone()) });
    let encoded = layout.encode(&theirs.fields, theirs.turn as u32, asked.as_ref());
    let decoded = decode(fast.machine(), &ours.position);
    assert_eq!(decoded, theirs, "{}: {choice:?} at {position:?}\n{}", program.title, fast.machine());
    assert_eq!(encoded.as_deref(), Some(&ours.position[..]), "{}: {choice:?} at {position:?}", program.title);
    Some((ours.position, theirs))
}

fn decode(machine: &Machine, words: &[u64]) -> Position {
    let layout = &machine.layout;
    let asked = layout.asked(words);
    Position {
        fields: layout.fields(words),
        turn: if layout.turn(words) == 0 { Player::First } else { Player::Second },
        asked: asked
            .map(|(request, arguments)| semantics::Asked { request: FollowupRequestId(request), arguments }),
    }
}
