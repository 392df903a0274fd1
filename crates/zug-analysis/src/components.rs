//! Recognizes disjunctive sums of impartial games: both players have the same moves, who can make
//! none loses, and each move reads and changes entries of fields that no move of another component
//! reads or changes.
//!
//! A position is then a sum of the positions of its components, and by the theorem of Sprague and
//! Grundy who moves wins exactly where the exclusive or of their nimbers is not 0. The conditions:
//!
//! - play ends by being stuck alone, which loses whoever is to move (normal play); there are no
//!   `end` rules and no points;
//! - the turn passes with every move: no `again`, no followup, no `provided`, no pass;
//! - nothing about a move depends on who makes it: no `me` and no `opponent` in its parameters, its
//!   guard, its body, or a `def` that they call; nor on `can` and `stuck`, which speak of all
//!   moves;
//! - play must end ([`super::ends()`]), which the caller sees to.
//!
//! The footprint of a move with its arguments holds every entry that its parameters, its guard or
//! its body name. An index that depends on anything else than constants and parameters stands for
//! every element, so a footprint is never too small. Moves whose footprints meet belong to one
//! component; a game of which no two components are found has one.
//!
//! Source: R. Sprague, "Über mathematische Kampfspiele" (1935); P. M. Grundy, "Mathematics and
//! games" (1939).

use super::closed::ClosedEvaluator;
use super::ends::Ends;
use std::collections::HashMap;
use std::rc::Rc;
use zug_lang::program::*;

/// The most bindings of the parameters of one move that name entries.
const BINDINGS: usize = 1 << 12;

/// An entry of a field.
pub type NumberedEntry = (FieldId, usize);

/// The entries of each component of an impartial game: at least one component, and those of a
/// component are in the order of the definition.
pub fn impartial_components(program: &Program) -> Option<Vec<Vec<NumberedEntry>>> {
    if not_impartial(program).is_some() {
        return None;
    }
    let mut joined = JoinedEntries::default();
    let footprints = Footprints { program, closed: ClosedEvaluator::new(program, 0) };
    for each in &program.moves {
        footprints.of(each)?.iter().for_each(|entries| joined.join(entries));
    }
    Some(joined.components()).filter(|components| !components.is_empty())
}

/// Why a game is not known to be impartial under normal play, in words: to be so, both players have
/// the same moves at every position, and who can make none loses. None if it is.
fn not_impartial(program: &Program) -> Option<String> {
    let loses = |me: u32| winner_when_stuck(program, me) == Some(1 - me);
    let why = match program {
        _ if program.points => "its outcome is points",
        _ if !program.ends.is_empty() => "it has an `end` rule, which may end it before a player cannot move",
        _ if !program.requests.is_empty() => "a move lets its player go on, by `again with`",
        // A `progress` that is checked in play is read at every move, and may read all components.
        _ if program.checked_progress().is_some() => "its `progress` may read all of the position",
        _ if !loses(0) || !loses(1) => "it has no rule `stuck => me loses`",
        _ => {
            let mut moves = program.moves.iter();
            return moves.find_map(|each| Some(not_for_both(program, each)?.replace("{}", &each.name)));
        }
    };
    Some(why.to_owned())
}

/// Why a game is not proved to have nimbers.
pub fn without_nimbers(program: &Program, ends: &Ends) -> String {
    not_impartial(program).unwrap_or_else(|| match ends {
        Ends::Unproven { why } => format!("it is not proved to end: {why}"),
        _ => "its moves touch too many entries, or too wide ones".to_owned(),
    })
}

/// Who wins if this player cannot move; none if that depends on the position, or is neither.
fn winner_when_stuck(program: &Program, me: u32) -> Option<u32> {
    let closed = ClosedEvaluator::new(program, me);
    let mut outcome = &program.stuck.as_ref()?.outcome;
    loop {
        match &outcome.kind {
            OutcomeKind::Wins(player) => match closed.value(player, |_| None)? {
                Value::Element(player) => return Some(player),
                _ => return None,
            },
            OutcomeKind::If(condition, yes, no) => match closed.value(condition, |_| None)? {
                Value::Bool(true) => outcome = yes,
                Value::Bool(false) => outcome = no,
                _ => return None,
            },
            OutcomeKind::Draw | OutcomeKind::Pass | OutcomeKind::Points(..) => return None,
        }
    }
}

/// Why it is not known that nothing about a move depends on who makes it and that the turn passes
/// with it, with `{}` for its name.
fn not_for_both(program: &Program, each: &Move) -> Option<&'static str> {
    let keeps =
        statements(&each.body).any(|stmt| matches!(stmt.kind, StmtKind::Again(_) | StmtKind::AgainWith(..)));
    let has = |sought: fn(&Expr) -> bool| expressions(each).any(|expr| program.has(expr, sought));
    let of_me = |expr: &Expr| matches!(expr.kind.dependency(), Dependency::Mover);
    let asks = |expr: &Expr| matches!(expr.kind.dependency(), Dependency::LegalMoves);
    match each {
        _ if has(of_me) => Some("the move `{}` speaks of who makes it"),
        _ if keeps => Some("the move `{}` has an `again`, by which its player may move once more"),
        _ if has(asks) => Some("the move `{}` asks which moves are legal"),
        _ if each.provided.is_some() => Some("the move `{}` is tried before it is legal, by `provided`"),
        _ if each.followup => Some("`{}` is a followup"),
        _ => None,
    }
}

/// The expressions of a move that decide whether it is legal and where it leads.
fn expressions(each: &Move) -> impl Iterator<Item = &Expr> {
    let sets = each.parameters.iter().map(|(_, set)| set);
    sets.chain([&each.when]).chain(statements(&each.body).flat_map(|stmt| stmt.expressions()))
}

/// Finds what moves read and change. Nothing that it evaluates depends on who moves.
struct Footprints<'p> {
    program: &'p Program,
    closed: ClosedEvaluator<'p>,
}

/// The elements that locals stand for; none for those that may stand for any.
type BoundElements = Rc<[Option<u32>]>;

impl<'p> Footprints<'p> {
    /// What a move reads and changes, for all elements of the parameters that name entries; none if
    /// there are too many.
    fn of(&self, each: &'p Move) -> Option<Vec<Vec<NumberedEntry>>> {
        let mut bindings: Vec<Vec<Option<u32>>> = vec![vec![None; each.frame.locals.len()]];
        for local in naming(each) {
            let Kind::Element(domain) = each.frame.locals[local.index()].ty.kind else { continue };
            let count = self.program.domain(domain).len() as u32;
            if bindings.len() * count as usize > BINDINGS {
                return None;
            }
            let bound = |begun: &Vec<Option<u32>>, element: u32| {
                let mut bound = begun.clone();
                bound[local.index()] = Some(element);
                bound
            };
            bindings = bindings.iter().flat_map(|begun| (0..count).map(|e| bound(begun, e))).collect();
        }
        Some(bindings.into_iter().map(|binding| self.entries(each, &binding.into())).collect())
    }

    /// Every entry that a move names where its locals stand for these elements.
    fn entries(&self, each: &'p Move, locals: &BoundElements) -> Vec<NumberedEntry> {
        let mut found = Vec::new();
        let mut open: Vec<(&Expr, BoundElements)> =
            expressions(each).map(|expr| (expr, locals.clone())).collect();
        for stmt in statements(&each.body) {
            if let StmtKind::Assign(Place::Field(field, indexes), ..) = &stmt.kind {
                self.named(*field, indexes, locals, &mut found);
            }
        }
        while let Some((expr, bound)) = open.pop() {
            match &expr.kind {
                ExprKind::Field(field, indexes) => self.named(*field, indexes, &bound, &mut found),
                ExprKind::Call(id, arguments) => {
                    let def = &self.program.defs[id.index()];
                    let given = arguments.iter().map(|argument| self.element(argument, &bound));
                    let rest = def.frame.locals.len().saturating_sub(arguments.len());
                    open.push((&def.body, given.chain(std::iter::repeat_n(None, rest)).collect()));
                }
                _ => {}
            }
            open.extend(expr.children().map(|child| (child, bound.clone())));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The element that an expression is, where that is known.
    fn element(&self, expr: &'p Expr, bound: &BoundElements) -> Option<u32> {
        let known = |local: LocalId| bound.get(local.index()).copied().flatten().map(Value::Element);
        match self.closed.value(expr, known)? {
            Value::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The entries of a field that these indexes may name.
    fn named(&self, id: FieldId, indexes: &'p [Expr], bound: &BoundElements, found: &mut Vec<NumberedEntry>) {
        let mut entries = vec![0usize];
        for (index, domain) in indexes.iter().zip(&self.program.fields[id.index()].indexes) {
            let len = self.program.domain(*domain).len();
            let range = match self.element(index, bound) {
                Some(element) => element as usize..element as usize + 1,
                None => 0..len,
            };
            entries =
                entries.iter().flat_map(|at| range.clone().map(move |element| at * len + element)).collect();
        }
        found.extend(entries.into_iter().map(|entry| (id, entry)));
    }
}

/// The parameters in what names an entry, or is handed to a `def`.
fn naming(each: &Move) -> Vec<LocalId> {
    let mut names = Vec::new();
    let mut name = |index: &Expr| {
        let locals = index.walk().filter_map(|part| match part.kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        });
        names.extend(locals);
    };
    for expr in expressions(each).flat_map(Expr::walk) {
        if let ExprKind::Field(_, all) | ExprKind::Call(_, all) = &expr.kind {
            all.iter().for_each(&mut name);
        }
    }
    for stmt in statements(&each.body) {
        if let StmtKind::Assign(Place::Field(_, indexes), ..) = &stmt.kind {
            indexes.iter().for_each(&mut name);
        }
    }
    let parameters = each.parameters.iter().map(|(local, _)| *local);
    parameters.filter(|local| names.contains(local)).collect()
}

/// Entries that are joined to components.
#[derive(Default)]
struct JoinedEntries {
    /// The number of each entry.
    numbers: HashMap<NumberedEntry, usize>,
    /// For each number one that it is joined to; itself for the first of a component.
    to: Vec<usize>,
}

impl JoinedEntries {
    fn join(&mut self, entries: &[NumberedEntry]) {
        let mut first = None;
        for entry in entries {
            let new = self.to.len();
            let number = *self.numbers.entry(*entry).or_insert(new);
            if number == new {
                self.to.push(new);
            }
            let root = self.root(number);
            let into = *first.get_or_insert(root);
            self.to[root] = into;
            first = Some(self.root(into));
        }
    }

    fn root(&mut self, mut number: usize) -> usize {
        while self.to[number] != number {
            self.to[number] = self.to[self.to[number]];
            number = self.to[number];
        }
        number
    }

    /// The entries of each component, in the order of the definition.
    fn components(mut self) -> Vec<Vec<NumberedEntry>> {
        let mut entries: Vec<(NumberedEntry, usize)> =
            std::mem::take(&mut self.numbers).into_iter().collect();
        entries.sort_unstable();
        let mut place = HashMap::new();
        let mut components: Vec<Vec<NumberedEntry>> = Vec::new();
        for (entry, number) in entries {
            let root = self.root(number);
            let at = *place.entry(root).or_insert_with(|| {
                components.push(Vec::new());
                components.len() - 1
            });
            components[at].push(entry);
        }
        components
    }
}
