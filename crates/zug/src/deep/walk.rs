//! The breadth-first walk over the positions: the first play that leads to a fault is a shortest
//! one.

use super::alike::Alike;
use super::lasso::PositionEdges;
use super::lost::{self, LostPieces};
use super::never::SeenEvents;
use super::never::{Never, NeverKind, some_for_every};
use super::{Cut, Finding, Longest, Report, Witness};
use crate::answer::clock::Instant;
use crate::answer::{Engine, Limits, Statistics};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::Duration;
use zug_analysis::lints::never_stored;
use zug_game::Expansion;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::{Choice, Program};
use zug_lang::replay;
use zug_lang::semantics::{Fault, Position, RuntimeError, Semantics, WITHOUT_PROGRESS};

/// The number of positions between two checks of the limits.
const STRIDE: usize = 256;

/// The code of `endless` being worth different things on one round.
const VARIES: &str = "Z0814";

/// So many positions are looked at under a rule that is changed.
const VARIED: usize = 20_000;

/// The time between two reports of progress.
const PACE: Duration = Duration::from_millis(200);

/// A position with the position and the move by which it was met first.
struct Met<E: Engine> {
    position: E::Position,
    from: Option<(u32, E::Move)>,
}

/// The state of a walk.
pub(super) struct DeepWalk<'a, E: Engine> {
    pub(super) engine: &'a E,
    pub(super) program: &'a Program,
    pub(super) semantics: Semantics<'a>,
    pub(super) lost: LostPieces,
    start: Position,
    /// The positions in the order in which they were met, which is the order of their depths.
    met: Vec<Met<E>>,
    /// For each position, its distance from the start in plies.
    depths: Vec<u32>,
    numbers: HashMap<E::Key, u32>,
    graph: PositionEdges,
    seen: SeenEvents,
    alike: Alike,
    findings: Vec<Finding>,
    /// The codes and places of the findings, so that each is reported once.
    rendered: BTreeSet<(&'static str, u32)>,
    /// The largest number of positions that may be met.
    room: usize,
    cut: Option<Cut>,
    /// Once the walk is cut: every position within this number of plies was met.
    within: u32,
    broken: bool,
    moves: u64,
    open: u64,
    most: u64,
}

/// Whether two positions differ in more than whose turn it is.
fn changes(here: &Position, after: &Position) -> bool {
    here.fields != after.fields || after.asked.is_some() || here.asked.is_some()
}

impl<'a, E: Engine> DeepWalk<'a, E> {
    pub fn new(engine: &'a E, program: &'a Program) -> DeepWalk<'a, E> {
        let semantics = Semantics::new(program);
        DeepWalk {
            engine,
            program,
            start: semantics.start(),
            lost: LostPieces::new(program, &semantics),
            semantics,
            met: Vec::new(),
            depths: Vec::new(),
            numbers: HashMap::new(),
            graph: PositionEdges::default(),
            seen: SeenEvents::new(program),
            alike: Alike::new(program),
            findings: Vec::new(),
            rendered: BTreeSet::new(),
            room: 0,
            cut: None,
            within: 0,
            broken: false,
            moves: 0,
            open: 0,
            most: 0,
        }
    }

    /// Explores positions until none is left or a limit is reached.
    pub fn run(&mut self, positions: usize, limits: &Limits) {
        self.room = positions.clamp(1, u32::MAX as usize - 1);
        self.meet(self.engine.start(), None);
        let mut next_report = Instant::now() + PACE;
        while self.graph.len() < self.met.len() {
            let here = self.graph.len();
            if here.is_multiple_of(STRIDE)
                && let Some(cut) = self.limit(limits, &mut next_report)
            {
                let before = self.depths[here].saturating_sub(1);
                self.within = if self.cut.is_some() { self.within.min(before) } else { before };
                self.cut = Some(cut);
                return;
            }
            self.look(here as u32);
        }
    }

    /// The limit that is reached, if any; also reports progress.
    fn limit(&self, limits: &Limits, next_report: &mut Instant) -> Option<Cut> {
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Cut::Interrupted);
        }
        let now = Instant::now();
        if limits.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Cut::Time);
        }
        if self.bytes() > limits.memory {
            return Some(Cut::Memory);
        }
        if let Some(progress) = &limits.progress
            && now >= *next_report
        {
            *next_report = now + PACE;
            progress(&Statistics { positions: self.graph.len() as u64, ..Statistics::default() });
        }
        None
    }

    /// The approximate memory in use, in bytes.
    fn bytes(&self) -> u64 {
        let one = size_of::<Met<E>>() + 2 * size_of::<E::Key>() + 16;
        (self.met.len() * one + self.graph.bytes()) as u64
    }

    /// The number of a position; `None` if it is new and there is no room for it.
    fn meet(&mut self, position: E::Position, from: Option<(u32, E::Move)>) -> Option<u32> {
        let number = self.met.len() as u32;
        let full = self.met.len() >= self.room;
        match self.numbers.entry(self.engine.full_key(&position)) {
            Entry::Occupied(known) => return Some(*known.get()),
            Entry::Vacant(_) if full => {
                let depth = from.map_or(0, |(before, _)| self.depths[before as usize]);
                if self.cut.is_none() {
                    (self.cut, self.within) = (Some(Cut::Positions), depth);
                }
                return None;
            }
            Entry::Vacant(place) => place.insert(number),
        };
        if self.seen.wants_positions() {
            self.seen.position(&self.start, &self.engine.leave(&position));
        }
        self.depths.push(from.as_ref().map_or(0, |(before, _)| self.depths[*before as usize] + 1));
        self.met.push(Met { position, from });
        Some(number)
    }

    /// Explores one position.
    fn look(&mut self, number: u32) {
        self.graph.open();
        let position = self.met[number as usize].position.clone();
        let mut moves = Vec::new();
        match self.engine.expand(&position, &mut moves) {
            Ok(Expansion::Terminal(_)) => {
                self.seen.over();
                if self.seen.wants_ends() {
                    self.seen.ended(&self.semantics, &self.engine.leave(&position));
                }
            }
            Ok(Expansion::Moves) => self.follow(number, &position, &moves),
            Err(_) => {
                let error = self.semantics.expand(&self.engine.leave(&position)).err();
                self.broken = true;
                self.fault(error, number, None);
            }
        }
    }

    /// Plays every legal move of a position.
    fn follow(&mut self, number: u32, position: &E::Position, moves: &[E::Move]) {
        let legal: Vec<Choice> = moves.iter().map(|each| self.engine.choice(each)).collect();
        self.seen.moves(self.engine.mover(position), &legal);
        self.moves += legal.len() as u64;
        self.open += 1;
        self.most = self.most.max(legal.len() as u64);
        self.read(number, position, &legal);
        legal.iter().for_each(|choice| self.look_for_lost(number, position, choice));
        legal.iter().for_each(|choice| self.look_for_effect(position, choice));
        for each in moves {
            match self.engine.play(position, each) {
                Ok(step) => self.arrive(step.position, number, each),
                Err(_) => self.stumble(number, position, each),
            }
        }
    }

    /// Notes whether a move changes more than whose turn it is, until it did once.
    fn look_for_effect(&mut self, position: &E::Position, choice: &Choice) {
        if let Choice::Play(id, _) = choice
            && self.seen.wants_effect(*id)
        {
            let here = self.engine.leave(position);
            let after = self.semantics.advance(&here, choice);
            self.seen.effect(*id, after.is_err() || after.is_ok_and(|after| changes(&here, &after)));
        }
    }

    fn arrive(&mut self, after: E::Position, number: u32, play: &E::Move) {
        if let Some(to) = self.meet(after, Some((number, play.clone()))) {
            self.graph.edge(to);
        }
    }

    /// Reports two moves with the same text.
    fn read(&mut self, number: u32, position: &E::Position, legal: &[Choice]) {
        if legal.len() < 2 || !self.alike.suspects(&self.semantics, &self.start, legal) {
            return;
        }
        if let Err(error) = self.semantics.texts(&self.engine.leave(position)) {
            self.fault(Some(error), number, None);
        }
    }

    /// Reports a move that is a fault. If it only violates the `progress` rule, play goes on after
    /// it.
    fn stumble(&mut self, number: u32, position: &E::Position, play: &E::Move) {
        let (here, choice) = (self.engine.leave(position), self.engine.choice(play));
        let error = self.semantics.play(&here, &choice).err();
        let only_progress =
            error.as_ref().is_some_and(|error| matches!(error.fault, Fault::NoProgress { .. }));
        self.fault(error, number, Some(&choice));
        match self.semantics.advance(&here, &choice) {
            Ok(after) if only_progress => self.arrive(self.engine.enter(&after), number, play),
            _ => self.broken = true,
        }
    }

    /// Records a fault, once for each place.
    fn fault(&mut self, error: Option<RuntimeError>, number: u32, choice: Option<&Choice>) {
        let diagnostic = match error {
            Some(error) => error.diagnostic(self.program),
            None => replay::unknown(self.program),
        };
        if self.rendered.insert((diagnostic.code, diagnostic.span().start)) {
            let mut witness = self.witness(number);
            witness.moves.extend(choice.map(|choice| self.semantics.text(&witness.position, choice)));
            self.findings.push(Finding { diagnostic, witness: Some(witness) });
        }
    }

    /// Reports a move that loses a piece.
    fn look_for_lost(&mut self, number: u32, position: &E::Position, choice: &Choice) {
        if !self.lost.suspects(choice) {
            return;
        }
        let here = self.engine.leave(position);
        for span in self.lost.found(&self.semantics, &here, choice) {
            self.lost_at(number, choice, lost::warning(span));
        }
    }

    /// Adds a warning about a move at a position.
    fn lost_at(&mut self, number: u32, choice: &Choice, diagnostic: Diagnostic) {
        let mut witness = self.witness(number);
        witness.moves.push(self.semantics.text(&witness.position, choice));
        self.findings.push(Finding { diagnostic, witness: Some(witness) });
    }

    /// The first positions that were met, each with its number.
    pub(super) fn first_positions(&self) -> impl Iterator<Item = (u32, Position)> + '_ {
        let first = self.met.iter().take(VARIED).enumerate();
        first.map(|(number, met)| (number as u32, self.engine.leave(&met.position)))
    }

    /// The first of the positions that were met for which a test holds, as the moves that lead to
    /// it.
    fn first_met(&self, test: impl Fn(&Position) -> bool) -> Option<Vec<String>> {
        let (number, _) = self.first_positions().find(|(_, position)| test(position))?;
        Some(self.witness(number).moves)
    }

    /// A finding about what never happens; for an `end` rule that says `every`, what `some` would
    /// change.
    fn never(&self, never: &Never, positions: u64) -> Finding {
        let finding = never.finding(positions);
        let Some((index, varied)) = some_for_every(self.program, never) else { return finding };
        let semantics = Semantics::new(&varied);
        let Some(moves) = self.first_met(|position| semantics.ended_by(position) == Some(index)) else {
            return finding;
        };
        let after = match moves.as_slice() {
            [] => "at once".to_string(),
            moves => format!("after {}", zug_lang::wording::moves(moves)),
        };
        let help = format!("is `some` meant? With `some` for `every` the rule decides, first {after}");
        Finding { diagnostic: finding.diagnostic.help(help), ..finding }
    }

    /// A position with a shortest play that leads to it.
    pub(super) fn witness(&self, number: u32) -> Witness {
        let mut moves = Vec::new();
        let mut here = number;
        while let Some((before, play)) = &self.met[here as usize].from {
            moves.push(self.text(*before, play));
            here = *before;
        }
        moves.reverse();
        let position = self.engine.leave(&self.met[number as usize].position);
        Witness { moves, position, round: Vec::new() }
    }

    /// The text of a move at a position.
    fn text(&self, number: u32, play: &E::Move) -> String {
        let position = self.engine.leave(&self.met[number as usize].position);
        self.semantics.text(&position, &self.engine.choice(play))
    }

    /// Replaces the findings about missing progress by one cycle that such moves form, if there is
    /// one: the cycle refutes the `progress` rule.
    fn cycle(&mut self) {
        let Some(rule) = &self.program.progress else { return };
        if !self.findings.iter().any(|finding| finding.diagnostic.code == WITHOUT_PROGRESS) {
            return;
        }
        let Some(lasso) = self.graph.lasso(&self.depths) else { return };
        let mut witness = self.witness(lasso.knot);
        let mut here = lasso.knot;
        for to in lasso.round {
            witness.round.extend(self.move_between(here, to));
            here = to;
        }
        let message = "the same position comes again, but the `progress` rule says that play ends";
        let diagnostic =
            Diagnostic::error("Z0813", message, rule.span, "this does not grow all the way round")
                .help("name integers that every move makes greater, or leave the rule out");
        self.findings.retain(|finding| finding.diagnostic.code != WITHOUT_PROGRESS);
        self.findings.push(Finding { diagnostic, witness: Some(witness) });
    }

    /// Asks what play without end is worth wherever play can go round: that has to be one value.
    fn ask_endless(&mut self) {
        if self.program.endless.is_none() {
            return;
        }
        for part in self.graph.rounds() {
            let mut known: Option<(u32, i64)> = None;
            for number in part {
                let position = &self.met[number as usize].position;
                match self.engine.endless(position) {
                    Err(_) => {
                        let error = self.semantics.endless(&self.engine.leave(position)).err();
                        self.fault(error, number, None);
                    }
                    Ok(worth) => {
                        let worth = worth.saturating_add(self.engine.offset(position));
                        let one = *known.get_or_insert((number, worth));
                        self.varies(one, (number, worth));
                    }
                }
            }
        }
    }

    /// Reports that play without end is worth different things at two positions of one round.
    fn varies(&mut self, (one, worth): (u32, i64), (other, differs): (u32, i64)) {
        let Some(rule) = self.program.endless.as_ref().filter(|_| worth != differs) else { return };
        if !self.rendered.insert((VARIES, rule.span.start)) {
            return;
        }
        let mut witness = self.witness(one);
        let there = self.graph.way(one, other);
        let plies = zug_lang::wording::plies(there.len() as u64);
        let mut here = one;
        for to in there.into_iter().chain(self.graph.way(other, one)) {
            witness.round.extend(self.move_between(here, to));
            here = to;
        }
        let value = |worth| zug_lang::wording::value(self.program, worth);
        let message = "play without end is worth different things at positions of one round";
        let diagnostic = Diagnostic::error(VARIES, message, rule.span, "this changes on the way round")
            .help("let it depend only on what no move of a round changes")
            .note(format!(
                "at the position it is `{}`, and `{}` after {plies} more",
                value(worth),
                value(differs)
            ));
        self.findings.push(Finding { diagnostic, witness: Some(witness) });
    }

    /// The text of a move that leads from one position to another.
    fn move_between(&self, from: u32, to: u32) -> Option<String> {
        let here = self.engine.leave(&self.met[from as usize].position);
        let there = self.engine.leave(&self.met[to as usize].position);
        let legal = self.semantics.legal(&here).ok()?;
        let choice =
            legal.iter().find(|choice| self.semantics.advance(&here, choice).as_ref() == Ok(&there))?;
        Some(self.semantics.text(&here, choice))
    }

    /// The report of the walk.
    pub fn report(mut self) -> Report {
        self.cycle();
        self.ask_endless();
        let positions = self.graph.len() as u64;
        let complete = self.cut.is_none() && !self.broken;
        let mut never = self.seen.never(self.program);
        // Of play that was not seen as a whole it says nothing that it is not over.
        let fails = self.findings.iter().any(|finding| finding.diagnostic.severity == Severity::Error);
        if !complete || fails {
            never.retain(|never| never.kind != NeverKind::Ends);
        }
        self.findings.extend(self.shared_cells());
        let constant = never_stored(self.program).into_iter();
        self.findings.extend(constant.map(|diagnostic| Finding { diagnostic, witness: None }));
        let (certain, unseen) = if complete { (never, Vec::new()) } else { (Vec::new(), never) };
        let found: Vec<Finding> = certain.iter().map(|never| self.never(never, positions)).collect();
        self.findings.extend(found);
        Report {
            longest: if complete { self.graph.longest() } else { Longest::Unknown },
            findings: self.findings,
            positions,
            cut: self.cut,
            broken: self.broken,
            within: u64::from(self.within),
            moves: self.moves,
            open: self.open,
            most: self.most,
            never: certain,
            unseen,
        }
    }
}
