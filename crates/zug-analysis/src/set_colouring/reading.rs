//! Reads a formula as a condition on the elements that one player has taken, if it is one and
//! monotone.

use super::super::logic::Formula;
use super::super::node_kayles::ground::{Along, GoalAtom, GoalAtoms, ReachTerm, at};
use super::SetColouringFacts;
use super::goal::{ElementLiteral, Goal, conjunction, denied, disjunction};
use super::joining::{ReachVertex, contracted};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use zug_lang::program::*;
use zug_lang::semantics::Position;

/// Reads formulas at a position.
pub(super) struct GoalReader<'a> {
    pub fact: &'a SetColouringFacts,
    pub program: &'a Program,
    position: &'a Position,
    pub elements: usize,
    /// The free element that changes a thing, and to what for each player.
    changes: BTreeMap<usize, (usize, [Option<bool>; 2])>,
}

impl<'a> GoalReader<'a> {
    pub fn new(
        fact: &'a SetColouringFacts,
        program: &'a Program,
        position: &'a Position,
        free: &[usize],
    ) -> GoalReader<'a> {
        let mut changes: BTreeMap<usize, (usize, [Option<bool>; 2])> = BTreeMap::new();
        for (place, number) in free.iter().enumerate() {
            for (player, each) in fact.elements[*number].iter().enumerate() {
                for (thing, value) in &each.changes {
                    changes.entry(*thing).or_insert((place, [None; 2])).1[player] = Some(*value);
                }
            }
        }
        GoalReader { fact, program, position, elements: free.len(), changes }
    }

    /// The condition; none if the formula is not monotone in what this player has taken.
    pub fn read(&mut self, formula: &Formula, atoms: &GoalAtoms, player: usize) -> Option<Goal> {
        GoalReading { reader: self, atoms, player }.goal(formula, true)
    }
}

/// Reads a formula of one player.
pub(super) struct GoalReading<'r, 'a> {
    pub reader: &'r GoalReader<'a>,
    pub atoms: &'r GoalAtoms,
    pub player: usize,
}

/// The elements that a `reach` is asked about, by the `reach`.
type Targets = BTreeMap<*const ReachTerm, (Arc<ReachTerm>, BTreeSet<i64>)>;

impl GoalReading<'_, '_> {
    /// The formula, or with `holds` false its negation.
    fn goal(&self, formula: &Formula, holds: bool) -> Option<Goal> {
        match formula {
            Formula::Is(value) => Some(Goal::Is(*value == holds)),
            Formula::Not(inner) => self.goal(inner, !holds),
            Formula::And(all) => self.parts(all, holds, !holds),
            Formula::Or(any) => self.parts(any, holds, holds),
            Formula::Atom(_) => self.parts(std::slice::from_ref(formula), holds, true),
        }
    }

    /// A disjunction, or without `any` a conjunction, of the parts or of their negations. What one
    /// `reach` comes to in a disjunction, or does not come to in a conjunction, is one condition.
    fn parts(&self, parts: &[Formula], holds: bool, any: bool) -> Option<Goal> {
        let (mut goals, mut targets) = (Vec::new(), Targets::new());
        for part in parts {
            let (atom, sign) = match part {
                Formula::Atom(atom) => (Some(*atom), holds),
                Formula::Not(inner) => match **inner {
                    Formula::Atom(atom) => (Some(atom), !holds),
                    _ => (None, holds),
                },
                _ => (None, holds),
            };
            match atom.and_then(|atom| self.beyond(atom)) {
                Some(GoalAtom::Reached(term, element)) if sign == any || parts.len() == 1 => {
                    let found =
                        targets.entry(Arc::as_ptr(term)).or_insert_with(|| (term.clone(), BTreeSet::new()));
                    found.1.insert(*element);
                }
                Some(special) => goals.push(self.special(special, sign)?),
                None => match atom {
                    Some(atom) => goals.push(self.taken(atom, sign)?),
                    None => goals.push(self.goal(part, holds)?),
                },
            }
        }
        let grouped = if parts.len() == 1 { self.sign(&parts[0], holds) } else { any };
        for (term, elements) in targets.into_values() {
            goals.push(self.joined(&term, &elements, grouped)?);
        }
        Some(if any { disjunction(goals) } else { conjunction(goals) })
    }

    /// Whether a literal is asked to hold.
    fn sign(&self, part: &Formula, holds: bool) -> bool {
        if matches!(part, Formula::Not(_)) { !holds } else { holds }
    }

    /// What an atom that is no thing stands for.
    fn beyond(&self, atom: u32) -> Option<&GoalAtom> {
        self.atoms.atoms.get(atom.checked_sub(self.atoms.first)? as usize)
    }

    fn taken(&self, atom: u32, holds: bool) -> Option<Goal> {
        match self.literal(&Formula::Atom(atom))? {
            ElementLiteral::Is(value) => Some(Goal::Is(value == holds)),
            ElementLiteral::Taken(element, sign) => (sign == holds).then(|| Goal::AtLeast(1, vec![element])),
        }
    }

    /// A thing, or its negation, as what it says of this player's elements; none if it is more, or
    /// depends on the other's.
    pub fn literal(&self, formula: &Formula) -> Option<ElementLiteral> {
        let (thing, holds) = match formula {
            Formula::Is(value) => return Some(ElementLiteral::Is(*value)),
            Formula::Atom(atom) => (*atom, true),
            Formula::Not(inner) => match **inner {
                Formula::Atom(atom) => (atom, false),
                _ => return None,
            },
            _ => return None,
        };
        if thing >= self.atoms.first || self.reader.fact.unsure.contains(&(thing as usize)) {
            return None;
        }
        let thing = thing as usize;
        let now = self.reader.fact.holds(self.reader.position, (thing, true));
        let Some((element, changes)) = self.reader.changes.get(&thing) else {
            return Some(ElementLiteral::Is(now == holds));
        };
        let becomes = |player: usize| changes[player].unwrap_or(now);
        match (becomes(self.player) == now, becomes(1 - self.player) == now) {
            (true, true) => Some(ElementLiteral::Is(now == holds)),
            (false, true) => Some(ElementLiteral::Taken(*element, now != holds)),
            (_, false) => None,
        }
    }

    fn special(&self, atom: &GoalAtom, holds: bool) -> Option<Goal> {
        match atom {
            GoalAtom::Reached(term, element) => self.joined(term, &BTreeSet::from([*element]), holds),
            GoalAtom::AtLeast(number, parts) => self.counted(*number, parts, holds),
        }
    }

    /// Whether at least so many of these hold.
    fn counted(&self, mut number: i64, parts: &[Formula], holds: bool) -> Option<Goal> {
        let mut elements = BTreeSet::new();
        for part in parts {
            match self.literal(part)? {
                ElementLiteral::Is(value) => number -= i64::from(value),
                ElementLiteral::Taken(element, sign) => {
                    (sign == holds && elements.insert(element)).then_some(())?;
                }
            }
        }
        let number = usize::try_from(number.max(0)).ok()?;
        let counted = Goal::AtLeast(number, elements.into_iter().collect());
        Some(if holds { counted } else { denied(counted) })
    }

    /// Whether a `reach` comes to one of these, or to none of them.
    fn joined(&self, term: &ReachTerm, targets: &BTreeSet<i64>, holds: bool) -> Option<Goal> {
        let vertices = self.vertices(term)?;
        let sign = |vertex: &ReachVertex| match vertex.there {
            ElementLiteral::Is(_) => holds,
            ElementLiteral::Taken(_, sign) => sign,
        };
        if !vertices.iter().all(|vertex| sign(vertex) == holds) {
            return None;
        }
        let goal = contracted(&vertices, targets, self.reader.elements)?;
        Some(if holds { goal } else { denied(goal) })
    }
}

impl GoalReading<'_, '_> {
    /// The vertices of a `reach`, those that it may come to first; none where one of them is there
    /// by more than a literal.
    fn vertices(&self, term: &ReachTerm) -> Option<Vec<ReachVertex>> {
        match term.along {
            Along::Table(table) => self.by_table(term, table),
            Along::Links(family) => self.by_links(term, family),
        }
    }

    fn by_table(&self, term: &ReachTerm, table: TableId) -> Option<Vec<ReachVertex>> {
        let table = self.reader.program.tables.get(table.index())?;
        let vertex = |(element, near): (i64, &Value)| {
            let Value::Set(near) = near else { return None };
            let there = self.literal(&at(&term.within, element))?;
            let starts = match self.literal(&at(&term.from, element))? {
                ElementLiteral::Is(starts) => starts,
                starts if starts == there => true,
                _ => return None,
            };
            Some(ReachVertex { there, starts, after: places(near)? })
        };
        (0..).zip(&table.entries).map(vertex).collect()
    }

    /// The elements are always there, and between them links that may be.
    fn by_links(&self, term: &ReachTerm, family: DomainId) -> Option<Vec<ReachVertex>> {
        let program = self.reader.program;
        let DomainKind::Family { base, members } = &program.domains.get(family.index())?.kind else {
            return None;
        };
        let len = program.domains.get(base.index())?.len();
        let element = |element: i64| match self.literal(&at(&term.from, element))? {
            ElementLiteral::Is(starts) => {
                Some(ReachVertex { there: ElementLiteral::Is(true), starts, after: Vec::new() })
            }
            ElementLiteral::Taken(..) => None,
        };
        let mut vertices: Vec<ReachVertex> = (0..len as i64).map(element).collect::<Option<_>>()?;
        for (link, joined) in (0..).zip(members) {
            let there = self.literal(&at(&term.within, link))?;
            let (place, after) = (vertices.len(), places(joined)?);
            for each in &after {
                vertices.get_mut(*each)?.after.push(place);
            }
            vertices.push(ReachVertex { there, starts: false, after });
        }
        Some(vertices)
    }
}

fn places(set: &Set) -> Option<Vec<usize>> {
    set.iter().map(|member| usize::try_from(member).ok()).collect()
}
