//! Effect analysis: the change of counted components over a stretch of a path.
//!
//! For a set it asks of an unnamed element and of each named one: can it enter, can it leave, must
//! it? The answers bound the change of the number of members, and of the number of elements in at
//! least one entry.

use super::logic::{Formula, disjunction};
use super::satisfiability::possible;
use super::symbolic_evaluator::SymbolicEvaluator;
use super::symbolic_state::{Entries, SetFieldWrite, SetTerm, SymbolicState, Term};
use std::rc::Rc;
use std::sync::Arc;
use zug_lang::program::*;

/// Bounds of a change, both included.
pub(super) type Delta = (i64, i64);

/// A field of elements of a larger domain has no [`Component::Holding`].
const VALUES: u32 = 8;

/// A quantity that a position has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// The number of members of all entries of a set field.
    Members(FieldId),
    /// The number of elements in at least one entry of these set fields over one domain.
    Covered(Vec<FieldId>, DomainId),
    /// The sum of the places, in the order of the domain, of the members of one entry of a set
    /// field.
    Places(FieldId, Vec<u32>),
    /// The sum of all entries of an integer field.
    Sum(FieldId),
    /// The sum of the numbers, from 0, of the elements in all entries of a field over a range, ring
    /// or path.
    Ordinals(FieldId),
    /// The number of entries of a field that are not `none`.
    Given(FieldId),
    /// The number of true entries of a field.
    True(FieldId),
    /// The number of entries of a field that hold this element.
    Holding(FieldId, u32),
    /// The sum of the ranks of the elements of one entry of a field of sets or elements: for each
    /// element of the domain a number that every step of a move increases.
    Ranks(FieldId, Vec<u32>, Arc<[u32]>),
    /// Whose turn it is: 0 for the first player, 1 for the second.
    Turn,
}

impl Component {
    /// The fields that are counted.
    pub(super) fn fields(&self) -> &[FieldId] {
        match self {
            Component::Covered(fields, _) => fields,
            Component::Members(field)
            | Component::Places(field, _)
            | Component::Ranks(field, ..)
            | Component::Sum(field)
            | Component::Ordinals(field)
            | Component::Given(field)
            | Component::True(field)
            | Component::Holding(field, _) => std::slice::from_ref(field),
            Component::Turn => &[],
        }
    }
}

/// All components of a program.
pub(super) fn components(program: &Program) -> Vec<Component> {
    let mut all = Vec::new();
    for (field, id) in program.fields.iter().zip((0u32..).map(FieldId)) {
        match field.ty.kind {
            Kind::Set(_) if field.ty.or_none => {}
            Kind::Set(domain) => {
                all.push(Component::Members(id));
                if field.initial.len() > 1 {
                    all.push(Component::Covered(vec![id], domain));
                }
            }
            _ if field.ty.or_none => all.push(Component::Given(id)),
            Kind::Int { .. } => all.push(Component::Sum(id)),
            Kind::Bool => all.push(Component::True(id)),
            _ => {}
        }
    }
    all.extend(several(program));
    all.extend(places(program));
    all
}

/// [`Component::Holding`] for fields of elements, where the domain has at most [`VALUES`].
pub(super) fn holding(program: &Program) -> Vec<Component> {
    let mut all = Vec::new();
    for (field, id) in program.fields.iter().zip((0u32..).map(FieldId)) {
        let Kind::Element(domain) = field.ty.kind else { continue };
        let values = program.domains.get(domain.index()).map_or(0, Domain::len) as u32;
        if values <= VALUES {
            all.extend((0..values).map(|value| Component::Holding(id, value)));
        }
    }
    all
}

/// [`Component::Ordinals`] for fields of elements that count as integers.
pub(super) fn ordinals(program: &Program) -> Vec<Component> {
    let counts = |field: &Field| match field.ty.kind {
        Kind::Element(domain) if !field.ty.or_none => {
            program.domains.get(domain.index()).and_then(Domain::low).is_some()
        }
        _ => false,
    };
    let fields = program.fields.iter().zip((0u32..).map(FieldId));
    fields.filter(|(field, _)| counts(field)).map(|(_, id)| Component::Ordinals(id)).collect()
}

/// [`Component::Places`] for the entries of set fields with at most four entries.
fn places(program: &Program) -> Vec<Component> {
    let mut all = Vec::new();
    for (field, id) in program.fields.iter().zip((0u32..).map(FieldId)) {
        if matches!(field.ty.kind, Kind::Set(_)) && !field.ty.or_none && field.initial.len() <= 4 {
            let indexes = every_index(&lens(program, field));
            all.extend(indexes.into_iter().map(|index| Component::Places(id, index)));
        }
    }
    all
}

/// The size of the domain of each index of a field.
pub(super) fn lens(program: &Program, field: &Field) -> Vec<usize> {
    field.indexes.iter().map(|d| program.domains.get(d.index()).map_or(0, Domain::len)).collect()
}

/// [`Component::Covered`] for all set fields over each domain together.
fn several(program: &Program) -> Vec<Component> {
    let over = |domain: DomainId| -> Vec<FieldId> {
        let ids = program.fields.iter().zip((0u32..).map(FieldId));
        let over = ids.filter(|(f, _)| f.ty == Kind::Set(domain).always());
        over.map(|(_, id)| id).collect()
    };
    let domains = (0..program.domains.len() as u32).map(DomainId);
    let groups = domains.map(|domain| (over(domain), domain)).filter(|(fields, _)| fields.len() > 1);
    groups.map(|(fields, domain)| Component::Covered(fields, domain)).collect()
}

/// The formulas "the element was counted before" and "it is counted now".
type BeforeAfter<'a, 'p> = dyn Fn(&Term<'p>) -> (Formula, Formula) + 'a;

impl<'p> SymbolicEvaluator<'p> {
    /// The change of a component over the current stretch; 0 for components that do not count sets.
    pub fn set_effect(&self, state: &SymbolicState<'p>, component: &Component) -> Delta {
        match component {
            Component::Members(field) => self.members_effect(state, *field),
            Component::Covered(fields, domain) => self.covered_effect(state, fields, *domain),
            Component::Places(field, index) => self.weights_effect(state, (*field, index), &i64::from),
            Component::Ranks(field, index, ranks) => {
                self.weights_effect(state, (*field, index), &|at| i64::from(ranks[at as usize]))
            }
            _ => (0, 0),
        }
    }

    /// Whether the element that a local names surely leaves (or enters) a set field without
    /// indexes between the beginning of a path and its end.
    pub(super) fn surely_moves(
        &self,
        end: &SymbolicState<'p>,
        (field, domain): (FieldId, DomainId),
        local: LocalId,
        leaves: bool,
    ) -> bool {
        let Some(x) = end.locals.get(local.index()) else { return false };
        let mut first = end.clone();
        first.sets[field.index()] = Entries::default();
        let [before, now] = [&first, end].map(|state| self.member(x, &self.entry_at(state, field, "", &[])));
        let moves = if leaves { before.and(now.not()) } else { before.not().and(now) };
        !self.can(end, x, domain, vec![moves.not()])
    }

    fn members_effect(&self, state: &SymbolicState<'p>, field: FieldId) -> Delta {
        let (Some(entries), Some(declared)) =
            (state.sets.get(field.index()), self.program.fields.get(field.index()))
        else {
            return (0, 0);
        };
        let Kind::Set(domain) = declared.ty.kind else { return (0, 0) };
        let size = self.size(domain);
        if entries.spoiled {
            let all = size.saturating_mul(declared.initial.len() as i64);
            return (-all, all);
        }
        let changes = entries.written.values().map(|entry| {
            let both = |x: &Term<'p>| (self.member(x, &entry.before), self.member(x, &entry.now));
            self.effect_of(state, &[entry], domain, &both)
        });
        changes.fold((0, 0), plus)
    }

    fn covered_effect(&self, state: &SymbolicState<'p>, fields: &[FieldId], domain: DomainId) -> Delta {
        let size = self.size(domain);
        let spoiled = fields.iter().any(|f| state.sets.get(f.index()).is_some_and(|e| e.spoiled));
        if spoiled {
            return (-size, size);
        }
        let written: Vec<&SetFieldWrite> = fields
            .iter()
            .filter_map(|f| state.sets.get(f.index()))
            .flat_map(|entries| entries.written.values())
            .collect();
        if written.is_empty() {
            return (0, 0);
        }
        let rest = self.untouched(state, fields);
        let both = |x: &Term<'p>| {
            let others = || rest.iter().map(|set| self.member(x, set));
            let before = disjunction(written.iter().map(|e| self.member(x, &e.before)).chain(others()));
            let now = disjunction(written.iter().map(|e| self.member(x, &e.now)).chain(others()));
            (before, now)
        };
        self.effect_of(state, &written, domain, &both)
    }

    /// The entries of these fields that were not written to: each by itself in small fields,
    /// otherwise one opaque set.
    fn untouched(&self, state: &SymbolicState<'p>, fields: &[FieldId]) -> Vec<Rc<SetTerm<'p>>> {
        let mut rest = Vec::new();
        for field in fields {
            let Some(declared) = self.program.fields.get(field.index()) else { continue };
            if declared.initial.len() > 8 {
                rest.push(SetTerm::opaque(self.fresh("rest")));
                continue;
            }
            for index in every_index(&lens(self.program, declared)) {
                let keys: Vec<String> =
                    index.iter().map(|e| Term::known(Value::Element(*e)).key.to_string()).collect();
                let known: Vec<Option<u32>> = index.iter().copied().map(Some).collect();
                let written = |key: &str| {
                    state.sets.get(field.index()).is_some_and(|entries| entries.written.contains_key(key))
                };
                if !written(&keys.join(",")) {
                    rest.push(self.entry_at(state, *field, &keys.join(","), &known));
                }
            }
        }
        rest
    }

    /// Whether all formulas `more` can hold of an element of a domain, together with everything
    /// known there.
    pub fn can(&self, state: &SymbolicState<'p>, x: &Term<'p>, domain: DomainId, more: Vec<Formula>) -> bool {
        let mut all = more;
        all.extend(state.facts.iter().cloned());
        all.extend(self.instances(state, x, domain));
        if self.thorough {
            let others = state.picked.iter().filter(|picked| picked.kind == Kind::Set(domain));
            all.extend(others.flat_map(|picked| self.instances(state, &picked.term, domain)));
        }
        all.extend(self.laws());
        possible(&all)
    }

    fn size(&self, domain: DomainId) -> i64 {
        self.program.domains.get(domain.index()).map_or(0, Domain::len) as i64
    }

    /// Bounds of the number of elements that entered less those that left.
    fn effect_of(
        &self,
        state: &SymbolicState<'p>,
        entries: &[&SetFieldWrite<'p>],
        domain: DomainId,
        both: &BeforeAfter<'_, 'p>,
    ) -> Delta {
        let size = self.size(domain);
        let mut named = Vec::new();
        let here = state.filled.iter().filter(|(kind, _)| *kind == Kind::Set(domain));
        let mut filled: Vec<Rc<SetTerm<'p>>> = here.map(|(_, set)| set.clone()).collect();
        for entry in entries {
            for set in [&entry.before, &entry.now] {
                set.singles(&mut named);
                set.filled(&mut filled);
            }
        }
        let question = EffectQuery { evaluator: self, state, domain, named: &named, both };
        let (can_lose, can_gain) = question.unnamed();
        // A picked element, like the cell that was chosen, may be known to move although no set
        // names it.
        let picked = state.picked.iter().filter(|picked| picked.kind == Kind::Set(domain));
        let all: Vec<&Term<'p>> = named.iter().chain(picked.map(|picked| &picked.term)).collect();
        let counts: Vec<ElementCounts> = all.iter().map(|x| question.count(x)).collect();
        let bounds = counts[..named.len()].iter().copied().fold(ElementCounts::default(), ElementCounts::and);
        let sure_loss = question.different(&all, &counts, |counts| counts.sure_loss);
        let sure_gain = question.different(&all, &counts, |counts| counts.sure_gain);
        let filled = |lost: bool| filled.iter().any(|set| question.moves_all(set, lost));
        // A non-empty set all of whose members leave (or enter) accounts for one element, but it
        // may be one of the named ones.
        let (sure_loss, sure_gain) = (
            sure_loss.max(i64::from(sure_loss == 0 && filled(true))),
            sure_gain.max(i64::from(sure_gain == 0 && filled(false))),
        );
        let losses = if can_lose { size } else { bounds.possible_loss.min(size) };
        let gains = if can_gain { size } else { bounds.possible_gain.min(size) };
        (sure_gain - losses, gains - sure_loss)
    }
}

/// Questions about one stretch of a path.
pub(super) struct EffectQuery<'a, 'p> {
    pub evaluator: &'a SymbolicEvaluator<'p>,
    pub state: &'a SymbolicState<'p>,
    pub domain: DomainId,
    pub named: &'a [Term<'p>],
    pub both: &'a BeforeAfter<'a, 'p>,
}

impl<'p> EffectQuery<'_, 'p> {
    fn can(&self, x: &Term<'p>, more: Vec<Formula>) -> bool {
        self.evaluator.can(self.state, x, self.domain, more)
    }

    /// Whether an unnamed element can leave, and whether one can enter.
    pub fn unnamed(&self) -> (bool, bool) {
        let x = self.evaluator.any_of("x", Kind::Set(self.domain));
        let others: Vec<Formula> = self.named.iter().map(|k| self.evaluator.same(&x, k).not()).collect();
        let (before, now) = (self.both)(&x);
        let lost = before.clone().and(now.clone().not());
        let gained = before.not().and(now);
        let with = |change: Formula| others.iter().cloned().chain([change]).collect();
        (self.can(&x, with(lost)), self.can(&x, with(gained)))
    }

    /// What a named element can do and must do.
    pub fn count(&self, x: &Term<'p>) -> ElementCounts {
        let (before, now) = (self.both)(x);
        let lost = before.clone().and(now.clone().not());
        let gained = before.not().and(now);
        let there = x.exists.clone();
        let can = |change: &Formula| i64::from(self.can(x, vec![there.clone(), change.clone()]));
        let sure = |change: &Formula| !self.can(x, vec![there.clone().and(change.clone()).not()]);
        ElementCounts {
            possible_loss: can(&lost),
            possible_gain: can(&gained),
            sure_loss: sure(&lost),
            sure_gain: sure(&gained),
        }
    }

    /// How many of the elements that surely move are surely different: two names may denote one
    /// element, and then it counts once.
    fn different(
        &self,
        all: &[&Term<'p>],
        counts: &[ElementCounts],
        moves: fn(&ElementCounts) -> bool,
    ) -> i64 {
        let mut found: Vec<&Term<'p>> = Vec::new();
        for (x, _) in all.iter().zip(counts).filter(|(_, counts)| moves(counts)) {
            let may_be = |y: &&Term<'p>| self.can(x, vec![self.evaluator.same(x, y)]);
            if !found.iter().any(may_be) {
                found.push(x);
            }
        }
        found.len() as i64
    }

    /// Whether every member of a set leaves (or enters). The set is known to have a member.
    fn moves_all(&self, set: &Rc<SetTerm<'p>>, lost: bool) -> bool {
        let x = self.evaluator.any_of("y", Kind::Set(self.domain));
        let inside = self.evaluator.member(&x, set);
        let (before, now) = (self.both)(&x);
        let change = if lost { before.and(now.not()) } else { before.not().and(now) };
        !self.can(&x, vec![inside, change.not()])
    }
}

/// How many named elements can leave and enter, and whether one must.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ElementCounts {
    pub possible_loss: i64,
    pub possible_gain: i64,
    pub sure_loss: bool,
    pub sure_gain: bool,
}

impl ElementCounts {
    /// Adds what another can do.
    fn and(self, other: ElementCounts) -> ElementCounts {
        ElementCounts {
            possible_loss: self.possible_loss + other.possible_loss,
            possible_gain: self.possible_gain + other.possible_gain,
            ..self
        }
    }
}

/// Every combination of indexes, the last index running fastest.
pub(super) fn every_index(lens: &[usize]) -> Vec<Vec<u32>> {
    lens.iter().fold(vec![Vec::new()], |all, len| {
        let longer = |index: Vec<u32>| {
            (0..*len as u32).map(move |e| index.iter().copied().chain([e]).collect::<Vec<u32>>())
        };
        all.into_iter().flat_map(longer).collect()
    })
}

/// The sum of two changes, one after the other.
pub(super) fn plus(a: Delta, b: Delta) -> Delta {
    (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
}

/// Bounds of either change.
pub(super) fn either(a: Delta, b: Delta) -> Delta {
    (a.0.min(b.0), a.1.max(b.1))
}
