//! Checks an answer before it is claimed: by playing what it says with the rules by name, and,
//! where the search was short, by solving again in the slowest and simplest way.

use super::results::solve_error;
use super::{Answer, Method, Options, Prepared, SolveError, SolverKind};
use std::time::Duration;
use zug_game::{AUDITED_FIRST, Player};
use zug_lang::program::{Choice, FieldId};
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::clock::Instant;
use zug_solve::{Limits, LineEnd, Solution, SolveQuestion, Stop, Termination, on_deep_stack, solve_minimax};

/// Lines are played again to so many plies.
const PLIES: usize = 1 << 12;
/// After so many moves of a line and its other moves, each further move of the line is looked up
/// alone.
const LISTED: usize = 1 << 18;
/// Moves of a sum, of which it is solved again: each set of them may be a position.
const SUM: usize = 14;
/// Games with more elements are not solved again.
const COLOURING: usize = 12;
/// Bytes for solving again.
const MEMORY: u64 = 1 << 28;

/// What is checked of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// A search of fewer positions is done again.
    pub again_below: u64,
    /// Which is given up after so many positions.
    pub again_positions: u64,
    /// And after so long.
    pub again_time: Duration,
    /// Whether samples of the search, and the claimed line and moves, are compared with the rules
    /// by name.
    pub by_name: bool,
    /// So many of the first positions of the search are compared.
    pub first: u64,
}

impl Checks {
    /// For one answer.
    pub const ONE: Checks = Checks {
        again_below: 5_000,
        again_positions: 6_000,
        again_time: Duration::from_secs(1),
        by_name: true,
        first: AUDITED_FIRST,
    };
    /// For `zug test`.
    pub const TEST: Checks = Checks { again_below: 20_000, again_positions: 20_000, ..Checks::ONE };
    /// Nothing: for those who compare answers themselves.
    pub const NONE: Checks =
        Checks { again_below: 0, again_positions: 0, again_time: Duration::ZERO, by_name: false, first: 0 };
}

/// What was checked of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions of the search that were compared with the rules by name.
    pub compared: u64,
    /// Positions looked at when everything was solved again; nothing where it was not.
    pub again: Option<u64>,
    /// Plies of the claimed line that were played again.
    pub line: u64,
}

fn contradiction(what: String) -> SolveError {
    SolveError::Contradiction { what, line: Vec::new() }
}

/// Checks an answer; fills in what was checked.
///
/// # Errors
/// What cannot be.
pub(super) fn check(
    prepared: &Prepared<'_>,
    position: &Position,
    options: &Options,
    must_end: bool,
    answer: &mut Answer,
) -> Result<(), SolveError> {
    let semantics = Semantics::new(prepared.program);
    check_claimed(prepared, &semantics, position, options, answer)?;
    answer.checked.again = again(&semantics, position, options, must_end, prepared, answer)?;
    Ok(())
}

/// Plays what is told by the rules by name: the line, and all moves of the position.
///
/// # Errors
/// What cannot be.
pub(super) fn check_claimed(
    prepared: &Prepared<'_>,
    semantics: &Semantics<'_>,
    position: &Position,
    options: &Options,
    answer: &mut Answer,
) -> Result<(), SolveError> {
    if options.checks.by_name {
        let claimed = Claimed { prepared, semantics, position, options, answer };
        let line = claimed.check().map_err(|what| contradiction(claimed.with_answer(&what)))?;
        answer.checked.line = line;
    }
    Ok(())
}

/// A value with moves and a line that end play, without the claim that other moves do not keep it.
pub(super) struct ClaimedValue<'a> {
    pub prepared: &'a Prepared<'a>,
    pub position: &'a Position,
    pub value: i64,
    pub best: &'a [Choice],
    pub line: &'a [Choice],
    /// Whether the line goes to the end.
    pub whole: bool,
}

/// Checks such a claim by playing with the rules by name: the moves are legal, and the line ends
/// play with that value.
///
/// # Errors
/// What cannot be.
pub(super) fn check_claim(claim: &ClaimedValue<'_>) -> Result<(), SolveError> {
    let semantics = Semantics::new(claim.prepared.program);
    let legal = semantics.legal(claim.position).unwrap_or_default();
    if claim.best.iter().any(|choice| !legal.contains(choice)) {
        return Err(contradiction("a best move is not legal by name".into()));
    }
    let positions = replayed(&semantics, claim.position, claim.line).map_err(contradiction)?;
    match last_of(&positions, claim.line).filter(|_| claim.whole) {
        Some(last) => ends_with(&semantics, last, claim.value).map_err(contradiction),
        None => Ok(()),
    }
}

/// The positions that a line of moves goes through, with the first one; of a long line those of its
/// first [`PLIES`] moves.
fn replayed(
    semantics: &Semantics<'_>,
    position: &Position,
    line: &[Choice],
) -> Result<Vec<Position>, String> {
    let mut positions = vec![position.clone()];
    let mut listed = 0;
    for (number, choice) in line.iter().enumerate().take(PLIES) {
        let here = &positions[number];
        // The list of all moves shows the faults of the others too.
        let is_legal = match listed < LISTED {
            true => semantics.legal(here).is_ok_and(|legal| {
                listed += legal.len();
                legal.contains(choice)
            }),
            false => semantics.is_legal(here, choice).unwrap_or(false),
        };
        if !is_legal {
            return Err(format!("move {} of the line is not legal by name", number + 1));
        }
        let Ok(next) = semantics.play(here, choice) else {
            return Err(format!("move {} of the line meets a fault by name", number + 1));
        };
        positions.push(next);
    }
    Ok(positions)
}

/// The position at the end of a line, if the line was replayed to its end.
fn last_of<'p>(positions: &'p [Position], line: &[Choice]) -> Option<&'p Position> {
    positions.last().filter(|_| line.len() <= PLIES)
}

/// Whether play is over with that value.
fn ends_with(semantics: &Semantics<'_>, position: &Position, value: i64) -> Result<(), String> {
    match semantics.expand(position) {
        Ok(Expansion::Over(payoff)) if payoff == value => Ok(()),
        _ => Err("the line does not end play with the value that is told".into()),
    }
}

/// An answer, with what it is about.
struct Claimed<'a> {
    prepared: &'a Prepared<'a>,
    semantics: &'a Semantics<'a>,
    position: &'a Position,
    options: &'a Options,
    answer: &'a Answer,
}

impl Claimed<'_> {
    fn with_answer(&self, what: &str) -> String {
        format!("{what}\nthe answer: {}", in_words(self.semantics, self.position, self.answer))
    }

    /// How many plies of the line were played.
    fn check(&self) -> Result<u64, String> {
        let (answer, options) = (self.answer, self.options);
        let legal = match self.semantics.expand(self.position) {
            // Whoever asks about a position that breaks a promise hears of that.
            Err(_) => return Ok(0),
            Ok(Expansion::Moves(legal)) => legal,
            Ok(Expansion::Over(payoff)) => {
                return match answer.best.is_empty() && answer.line.is_empty() && answer.moves.is_empty() {
                    true if payoff == answer.value => Ok(0),
                    true => Err(format!("play is over, and the rules by name pay {payoff}")),
                    false => Err("play is over, and there are no moves by name".into()),
                };
            }
        };
        let best: Vec<&Choice> = legal.iter().filter(|choice| answer.best.contains(choice)).collect();
        if !best.iter().copied().eq(&answer.best) {
            return Err("a best move is not legal by name, or out of order".into());
        }
        if !options.value_only && best.is_empty() {
            return Err("there is no best move".into());
        }
        if options.all_moves {
            self.all_moves(&legal)?;
        }
        for choice in &legal {
            self.first_move(choice)?;
        }
        if options.value_only { Ok(0) } else { self.line() }
    }

    /// Whether the mover would rather have this.
    fn is_better(&self, value: i64) -> bool {
        match self.position.turn {
            Player::First => value > self.answer.value,
            Player::Second => value < self.answer.value,
        }
    }

    /// The values of all moves are those of all legal moves, none is better than the value, and
    /// those that keep it are the best.
    fn all_moves(&self, legal: &[Choice]) -> Result<(), String> {
        let answer = self.answer;
        if !legal.iter().eq(answer.moves.iter().map(|(choice, ..)| choice)) {
            return Err("the moves with values are not the legal ones by name".into());
        }
        if answer.moves.iter().any(|(_, value, _)| self.is_better(*value)) {
            return Err("a move has a better value than the position".into());
        }
        let keep = answer.moves.iter().filter(|(_, value, _)| *value == answer.value);
        let keep: Vec<&Choice> = keep.map(|(choice, ..)| choice).collect();
        let fits =
            if self.options.value_only { !keep.is_empty() } else { keep.iter().copied().eq(&answer.best) };
        if fits { Ok(()) } else { Err("the best moves are not those that keep the value".into()) }
    }

    /// A move that ends play at once is worth what it pays.
    fn first_move(&self, choice: &Choice) -> Result<(), String> {
        let answer = self.answer;
        let Ok(after) = self.semantics.play(self.position, choice) else { return Ok(()) };
        let Ok(Expansion::Over(payoff)) = self.semantics.expand(&after) else { return Ok(()) };
        let name = || self.semantics.text(self.position, choice);
        if self.is_better(payoff) {
            return Err(format!("`{}` ends play with {payoff}, which is better than the value", name()));
        }
        if !self.options.value_only && (payoff == answer.value) != answer.best.contains(choice) {
            return Err(format!("`{}` ends play with {payoff}: that does not fit the best moves", name()));
        }
        match answer.moves.iter().find(|(each, ..)| each == choice) {
            Some((_, value, plies)) if *value != payoff || plies.is_some_and(|plies| plies != 1) => {
                Err(format!("`{}` ends play with {payoff}: that is not its value", name()))
            }
            _ => Ok(()),
        }
    }

    /// The line can be played, ends as is said, and pays what is said.
    fn line(&self) -> Result<u64, String> {
        let answer = self.answer;
        let positions = replayed(self.semantics, self.position, &answer.line)?;
        let plies = positions.len() as u64 - 1;
        let Some(last) = last_of(&positions, &answer.line) else { return Ok(plies) };
        match answer.line_end {
            LineEnd::NotAsked => {}
            LineEnd::Terminal => {
                ends_with(self.semantics, last, answer.value)?;
                if answer.distance.is_some_and(|distance| distance != plies) {
                    return Err("the line is not as long as the distance that is told".into());
                }
            }
            LineEnd::Repeats(first) => {
                let again = positions.get(first).filter(|_| first + 1 < positions.len());
                if !again.is_some_and(|again| self.is_same(again, last)) {
                    return Err("the line does not come back to where it is said to".into());
                }
                if self.semantics.endless(last) != Ok(answer.value) {
                    return Err("going on for ever is not worth the value that is told".into());
                }
            }
        }
        Ok(plies)
    }

    /// Whether two positions differ at most in points so far.
    fn is_same(&self, one: &Position, other: &Position) -> bool {
        let counts = |field: FieldId, entry: usize| {
            !self.prepared.machine().is_some_and(|machine| machine.is_additive(field, entry))
        };
        let mut fields = (0..).map(FieldId).zip(one.fields.iter().zip(&other.fields));
        let alike = fields.all(|(field, (one, other))| {
            let mut entries = one.iter().zip(other).enumerate();
            entries.all(|(entry, (one, other))| one == other || !counts(field, entry))
        });
        alike && one.turn == other.turn && one.asked == other.asked
    }
}

/// The value, the best moves and the values of all moves, in words.
fn in_words(semantics: &Semantics<'_>, position: &Position, answer: &Answer) -> String {
    claimed_in_words(semantics, position, answer.value, answer.distance, &answer.best, &answer.moves)
        + &format!("; line [{}]; by {}", line_text(semantics, position, &answer.line), answer.solver.name())
}

fn line_text(semantics: &Semantics<'_>, position: &Position, line: &[Choice]) -> String {
    let mut here = position.clone();
    let mut texts = Vec::new();
    for choice in line.iter().take(PLIES) {
        texts.push(semantics.text(&here, choice));
        here = semantics.play(&here, choice).unwrap_or(here);
    }
    texts.join(", ")
}

fn claimed_in_words(
    semantics: &Semantics<'_>,
    position: &Position,
    value: i64,
    distance: Option<u64>,
    best: &[Choice],
    moves: &[(Choice, i64, Option<u64>)],
) -> String {
    let text = |choice: &Choice| semantics.text(position, choice);
    let best: Vec<String> = best.iter().map(text).collect();
    let plies = |plies: Option<u64>| plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    let each = |(choice, value, far): &(Choice, i64, Option<u64>)| {
        format!("{} = {value}{}", text(choice), plies(*far))
    };
    let moves: Vec<String> = moves.iter().map(each).collect();
    format!("value {value}{}; best [{}]; moves [{}]", plies(distance), best.join(", "), moves.join(", "))
}

/// The limits of a second solving: those of the first, and narrower ones of its own.
pub(super) fn limits_again(limits: &Limits, positions: u64, time: Duration) -> Limits {
    let own = Instant::now().checked_add(time);
    Limits {
        memory: limits.memory.min(MEMORY),
        deadline: own.into_iter().chain(limits.deadline).min(),
        positions: Some(positions),
        progress: None,
        ..limits.clone()
    }
}

/// Whether an answer was found by parts, of a position that has far more positions than its parts.
fn is_large_sum(prepared: &Prepared<'_>, position: &Position, answer: &Answer) -> bool {
    let many = || prepared.sum_moves(position).is_some_and(|left| left > SUM);
    matches!(answer.reason.method, Method::Sums { .. }) && many()
}

/// Whether an answer was found by must-play regions, of a position that has far more positions than
/// these look at.
fn is_large_colouring(prepared: &Prepared<'_>, answer: &Answer) -> bool {
    answer.reason.method == Method::MustPlay
        && prepared.colouring_elements().is_some_and(|all| all > COLOURING)
}

/// Solves again where the search was short; how many positions that took, or nothing where it was
/// not done to the end.
fn again(
    semantics: &Semantics<'_>,
    position: &Position,
    options: &Options,
    must_end: bool,
    prepared: &Prepared<'_>,
    answer: &Answer,
) -> Result<Option<u64>, SolveError> {
    let checks = options.checks;
    let itself = options.solver == SolverKind::Minimax && prepared.machine().is_none();
    // A win that was found forward is told where there are more positions than can be listed again.
    let forward = matches!(answer.reason.method, Method::Forward { .. });
    if itself || forward || is_large_sum(prepared, position, answer) || is_large_colouring(prepared, answer) {
        return Ok(None);
    }
    if answer.statistics.positions >= checks.again_below {
        return Ok(None);
    }
    let limits = limits_again(&options.limits, checks.again_positions, checks.again_time);
    // The machine counts a hundred times as fast as the rules by name are played.
    let found_before = must_end && prepared.has_value_by_name(semantics, position);
    if !found_before && prepared.has_more_positions(position, &limits) {
        return Ok(None);
    }
    let question = SolveQuestion {
        best: !options.value_only,
        distance: options.distance && !prepared.program.points,
        all_moves: options.all_moves,
        line: false,
    };
    let solved = on_deep_stack(|| match must_end {
        true => prepared.minimax_by_name(semantics, position, question, &limits),
        false => solve_minimax(semantics, position, question, &limits, Termination::MayRepeat),
    });
    match solved {
        Ok(solution) => {
            compare(semantics, position, answer, &solution)?;
            Ok(Some(solution.statistics.positions))
        }
        // The search did not enter the position in which the definition breaks a promise.
        Err(stop @ Stop::Fault { .. }) => Err(solve_error(semantics, prepared.program, stop)),
        // Play was proved to end.
        Err(Stop::Unfit { why }) if must_end => {
            Err(contradiction(format!("play was proved to end, but solving again says: {why}")))
        }
        Err(_) => Ok(None),
    }
}

fn compare(
    semantics: &Semantics<'_>,
    position: &Position,
    answer: &Answer,
    solution: &Solution<Choice>,
) -> Result<(), SolveError> {
    let moves: Vec<_> =
        solution.moves.iter().map(|each| (each.mv.clone(), each.value, each.distance)).collect();
    let same = answer.value == solution.value
        && answer.distance == solution.distance
        && answer.best == solution.best
        && answer.moves == moves;
    if same {
        return Ok(());
    }
    let (value, distance) = (solution.value, solution.distance);
    let plain = claimed_in_words(semantics, position, value, distance, &solution.best, &moves);
    Err(contradiction(format!(
        "minimax on the rules by name says something else than the search\nthe search: {}\nminimax: {plain}",
        in_words(semantics, position, answer)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_lang::source::Sources;

    /// Play ends after 5,000 moves, and A wins.
    const LONG: &str = "game \"T\"\nplayers A, B\nstate { n: 0..5000 = 0 }\n\
        move go when n < 5000 { n += 1 }\nend when n = 5000 => A wins\n";

    #[test]
    fn the_end_of_a_line_is_checked_if_it_was_played_so_far() {
        let mut sources = Sources::default();
        sources.add("a.game", LONG);
        let definition = crate::definition::compile(&mut sources, &[]).expect("it is right");
        let prepared =
            Prepared::new(&definition.program, super::super::EngineKind::Interpret).expect("it fits");
        let start = prepared.start();
        let go = Semantics::new(&definition.program).legal(&start).expect("a move");
        let claimed = |from: &Position, value, plies| {
            let line = vec![go[0].clone(); plies];
            let (prepared, whole) = (&prepared, true);
            check_claim(&ClaimedValue { prepared, position: from, value, best: &go, line: &line, whole })
        };
        assert!(claimed(&start, 1, 5000).is_ok(), "a line longer than is played again");
        assert!(claimed(&start, 1, PLIES).is_err(), "a line that does not end play");
        let semantics = Semantics::new(&definition.program);
        let late = (0..4000).fold(start, |at, _| semantics.play(&at, &go[0]).expect("it can be played"));
        assert!(claimed(&late, 1, 1000).is_ok() && claimed(&late, -1, 1000).is_err());
        assert!(claimed(&late, 1, 1001).is_err(), "a move behind the end");
    }
}
