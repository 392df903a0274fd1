//! Asks everything that an analysis tells.

use zug::answer::{
    Answer, Chance, Knowledge, Limits, Options, Prepared, Session, SessionLimits, SolveError,
    StateSpaceStatistics, Unfit,
};
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, Semantics};

/// Lines of best play that are told.
const LINES: usize = 5;
/// Plies of a line that are told.
const LONGEST: usize = 60;

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// The position.
    pub position: Position,
    /// The moves that led to it, as they read.
    pub after: Vec<String>,
    /// The value and what belongs to it, or why there is none.
    pub answer: Result<Answer, SolveError>,
    /// Every legal move.
    pub moves: Vec<Rated>,
    /// A line of best play for each of the first best moves.
    pub lines: Vec<MainLine>,
    /// Where only one move keeps the value, along the first line.
    pub key_moves: Vec<KeyMove>,
    /// Positions of the first line, or of what was to become one, whose moves were not all rated
    /// when a limit ended that.
    pub unrated: usize,
    /// What can be reached, or why not all of it was looked at.
    pub state_space: Result<StateSpaceStatistics, SolveError>,
    /// What play at random comes to.
    pub chance: Chance,
}

/// A legal move with what it is worth.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The move.
    pub choice: Choice,
    /// As it reads.
    pub text: String,
    /// From the first player's side.
    pub value: i64,
    /// Plies to the end, this move included, where known.
    pub plies: Option<u64>,
}

/// A line of best play.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// The moves as they read.
    pub moves: Vec<String>,
    /// The moves.
    pub choices: Vec<Choice>,
    /// What it ends with; nothing where it repeats or was cut.
    pub end: Option<i64>,
    /// Whether its last position stood in it before.
    pub repeats: bool,
}

/// A position in which only one move keeps the value.
#[derive(Clone, Debug)]
pub struct KeyMove {
    /// Plies after the position that is analyzed.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// The player to move.
    pub player: String,
    /// The move that keeps the value.
    pub only: Choice,
    /// As it reads.
    pub text: String,
    /// How many moves there are.
    pub legal: usize,
    /// What the position is worth.
    pub value: i64,
    /// What the best of the others is worth.
    pub otherwise: i64,
}

/// Asks. `limits` are those of the solver; `room` is the memory for looking at all positions.
///
/// # Errors
/// A broken promise of the definition. That the position could not be solved is told in the
/// analysis.
pub fn gather(
    prepared: &Prepared<'_>,
    semantics: &Semantics<'_>,
    played: (&Position, &[String]),
    limits: &Limits,
    room: u64,
) -> Result<PositionAnalysis, SolveError> {
    let (position, after) = played;
    let state_space_limits = Limits { memory: room.min(limits.memory), ..limits.clone() };
    let (state_space, chance) = prepared.state_space(position, &state_space_limits)?;
    let options = Options { distance: !prepared.program.points, all_moves: true, ..Options::within(limits) };
    let answer = prepared.solve(position, &options);
    if let Err(
        fault @ (SolveError::Fault { .. }
        | SolveError::Contradiction { .. }
        | SolveError::Unfit(Unfit::EndlessVaries)),
    ) = answer
    {
        return Err(fault);
    }
    let rated = |(choice, value, plies): &(Choice, i64, Option<u64>)| Rated {
        text: semantics.text(position, choice),
        choice: choice.clone(),
        value: *value,
        plies: *plies,
    };
    let moves: Vec<Rated> =
        answer.as_ref().map_or_else(|_| Vec::new(), |answer| answer.moves.iter().map(rated).collect());
    let LineAnalysis { lines, key_moves, unrated } = match &answer {
        Ok(answer) => along(prepared, semantics, position, &answer.best, limits)?,
        Err(_) => LineAnalysis::default(),
    };
    Ok(PositionAnalysis {
        position: position.clone(),
        after: after.to_vec(),
        answer,
        moves,
        lines,
        key_moves,
        unrated,
        state_space,
        chance,
    })
}

/// What is told along lines of best play; the fields are those of [`PositionAnalysis`].
#[derive(Default)]
struct LineAnalysis {
    lines: Vec<MainLine>,
    key_moves: Vec<KeyMove>,
    unrated: usize,
}

/// Lines of best play, and where only one move keeps the value.
fn along(
    prepared: &Prepared<'_>,
    semantics: &Semantics<'_>,
    position: &Position,
    best: &[Choice],
    limits: &Limits,
) -> Result<LineAnalysis, SolveError> {
    let time = limits.deadline.map(|end| end.saturating_duration_since(zug_solve::clock::Instant::now()));
    let session =
        SessionLimits { memory: limits.memory, process: limits.process, time, stop: limits.stop.clone() };
    prepared.session_until(&session, limits.deadline, |session| {
        let mut all = LineAnalysis::default();
        for first in best_first(session, position, best)?.into_iter().take(LINES) {
            all.lines.push(line(session, semantics, position, first)?);
        }
        if let Some(line) = all.lines.first() {
            (all.key_moves, all.unrated) = key_moves(session, semantics, position, line)?;
        }
        Ok(all)
    })
}

/// The best moves, that of perfect play first.
fn best_first(
    session: &mut dyn Session,
    position: &Position,
    best: &[Choice],
) -> Result<Vec<Choice>, SolveError> {
    let known = session.ask(position)?;
    let chosen = known.proved(position.turn == Player::First);
    let rest = best.iter().filter(|each| Some(*each) != chosen);
    Ok(chosen.filter(|each| best.contains(each)).into_iter().chain(rest).cloned().collect())
}

/// A fault of the position behind these moves, or of the last of them.
fn broken<E>(moves: &[Choice]) -> impl Fn(E) -> SolveError {
    |_| SolveError::Fault { line: moves.to_vec() }
}

fn line(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    start: &Position,
    first: Choice,
) -> Result<MainLine, SolveError> {
    let mut line = MainLine { moves: Vec::new(), choices: Vec::new(), end: None, repeats: false };
    let mut seen = vec![start.clone()];
    let mut next = Some(first);
    while let (Some(choice), true) = (next.take(), line.moves.len() < LONGEST) {
        let position = seen[seen.len() - 1].clone();
        line.moves.push(semantics.text(&position, &choice));
        line.choices.push(choice.clone());
        let after = semantics.play(&position, &choice).map_err(broken(&line.choices))?;
        if seen.contains(&after) {
            line.repeats = true;
            break;
        }
        if let Expansion::Over(value) = semantics.expand(&after).map_err(broken(&line.choices))? {
            line.end = Some(value);
            break;
        }
        let known = session.ask(&after).map_err(|error| error.behind(&line.choices))?;
        next = known.proved(after.turn == Player::First).cloned();
        seen.push(after);
    }
    Ok(line)
}

fn key_moves(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    start: &Position,
    line: &MainLine,
) -> Result<(Vec<KeyMove>, usize), SolveError> {
    let (mut found, mut unrated) = (Vec::new(), 0);
    let mut position = start.clone();
    for (ply, choice) in line.choices.iter().enumerate() {
        let played = &line.choices[..ply];
        let known = session.ask(&position).map_err(|error| error.behind(played))?;
        match known {
            Knowledge::Exact { value, moves, .. } => {
                found.extend(key_move(semantics, &position, ply, value, &moves));
            }
            _ => unrated += 1,
        }
        position = semantics.play(&position, choice).map_err(broken(&line.choices[..=ply]))?;
    }
    // A line that breaks off goes on at a position that nothing is known of.
    let cut = line.end.is_none() && !line.repeats && line.choices.len() < LONGEST;
    Ok((found, unrated + usize::from(cut)))
}

fn key_move(
    semantics: &Semantics<'_>,
    position: &Position,
    ply: usize,
    value: i64,
    moves: &[zug::answer::RatedMove],
) -> Option<KeyMove> {
    let mut keeping = moves.iter().filter(|each| each.1 == value);
    let (only, None) = (keeping.next()?, keeping.next()) else { return None };
    let others = moves.iter().filter(|each| each.1 != value).map(|each| each.1);
    let otherwise = if position.turn == Player::First { others.max() } else { others.min() }?;
    Some(KeyMove {
        ply,
        position: position.clone(),
        player: semantics.program().players()[position.turn.index()].to_string(),
        text: semantics.text(position, &only.0),
        only: only.0.clone(),
        legal: moves.len(),
        value,
        otherwise,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_definitions::definition;

    /// A session whose time is over.
    struct Ended;

    impl Session for Ended {
        fn ask(&mut self, _: &Position) -> Result<Knowledge, SolveError> {
            Ok(Knowledge::Heuristic { moves: Vec::new(), depth: 0 })
        }

        fn ask_forward(&mut self, position: &Position) -> Result<Knowledge, SolveError> {
            self.ask(position)
        }
    }

    #[test]
    fn what_a_limit_ended_is_not_known() {
        let definition = definition(
            "game \"G\" players A, B state { n: 0..5 = 5 } move take(k in 1..2) when k <= n { n -= k } stuck => me loses",
        );
        let semantics = Semantics::new(&definition.program);
        let start = semantics.start();
        let Ok(Expansion::Moves(legal)) = semantics.expand(&start) else { panic!("play begins") };
        let line = line(&mut Ended, &semantics, &start, legal[0].clone()).expect("no fault");
        assert_eq!((line.choices.len(), line.end, line.repeats), (1, None, false));
        let (found, unrated) = key_moves(&mut Ended, &semantics, &start, &line).expect("no fault");
        // The first position, and the one at which the line breaks off.
        assert_eq!((found.len(), unrated), (0, 2));
    }
}
