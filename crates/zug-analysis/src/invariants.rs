//! Finds what holds at every position of entries of fields: sets that never share an element (the men of two players,
//! say), a man who always stands in a set, or never, and men who never meet.
//!
//! Takes every sentence of these forms that is so at the start, and drops those that some path of some move does not
//! keep so, until nothing is dropped: what is left holds at every position (Flanagan, Leino: Houdini, 2001).

use super::effects::{every_index, lens};
use super::logic::Formula;
use super::path_enumeration::each_path;
use super::symbolic_evaluator::SymbolicEvaluator;
use super::symbolic_state::{SetTerm, SymbolicState, Term};
use std::rc::Rc;
use zug_lang::program::*;

/// More entries than this over one domain are not compared.
const MANY: usize = 6;

/// One entry of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldEntry {
    /// The field.
    pub field: FieldId,
    /// Which entry.
    pub index: Vec<u32>,
}

/// What holds of two entries over one domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Two sets share no element.
    Apart,
    /// The element, if there is one, is in the set.
    Inside,
    /// The element is not in the set.
    Outside,
    /// Two elements are not the same.
    Differ,
}

/// A sentence about two entries that holds at every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    /// What both are over.
    pub domain: DomainId,
    /// A set, or an element.
    pub one: FieldEntry,
    /// What holds of them.
    pub relation: Relation,
    /// A set, or of elements that differ the other.
    pub two: FieldEntry,
}

/// The entries of an invariant as they are at one place of a path.
pub(super) enum Held<'p> {
    /// Two sets share no element.
    Apart(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    /// An element lies in a set, or outside.
    Lies(Term<'p>, Rc<SetTerm<'p>>, bool),
    /// Two elements are not the same.
    Differ(Term<'p>, Term<'p>),
}

/// All sentences that are so at every position, as far as that can be proven.
pub(super) fn invariants(program: &Program) -> Vec<Invariant> {
    let mut all = candidates(program);
    loop {
        let mut kept = vec![true; all.len()];
        for each in &program.moves {
            let looked = each_path(program, each, &[], Some(&all), &mut |evaluator, state| {
                for (each, kept) in all.iter().zip(&mut kept) {
                    *kept = *kept && evaluator.keeps(state, each);
                }
            });
            if looked.is_err() {
                return Vec::new();
            }
        }
        if kept.iter().all(|kept| *kept) {
            return all;
        }
        let mut kept = kept.into_iter();
        all.retain(|_| kept.next() == Some(true));
    }
}

/// The sentences that are so at the start.
fn candidates(program: &Program) -> Vec<Invariant> {
    let mut all = Vec::new();
    for domain in (0..program.domains.len() as u32).map(DomainId) {
        let few = |kind| Some(entries(program, kind)).filter(|all| all.len() <= MANY).unwrap_or_default();
        let (sets, elements) = (few(Kind::Set(domain)), few(Kind::Element(domain)));
        let slots: Vec<&(FieldEntry, Value)> = elements.iter().chain(&sets).collect();
        for (at, (one, first)) in slots.iter().enumerate() {
            for (two, second) in &slots[at + 1..] {
                let relation = relation(first, second);
                all.extend(relation.map(|relation| Invariant {
                    domain,
                    one: one.clone(),
                    relation,
                    two: two.clone(),
                }));
            }
        }
    }
    all
}

/// What holds of two values, if anything does. An element stands before a set.
fn relation(one: &Value, two: &Value) -> Option<Relation> {
    match (one, two) {
        (Value::Set(one), Value::Set(two)) => one.intersection(two).is_empty().then_some(Relation::Apart),
        (Value::Element(e), Value::Set(set)) if set.contains(i64::from(*e)) => Some(Relation::Inside),
        (Value::Element(_) | Value::None, Value::Set(_)) => Some(Relation::Outside),
        (Value::Element(one), Value::Element(two)) => (one != two).then_some(Relation::Differ),
        _ => Some(Relation::Differ),
    }
}

/// The entries of all fields of a kind, with what they hold at the start. Sets are always there.
fn entries(program: &Program, kind: Kind) -> Vec<(FieldEntry, Value)> {
    let mut all = Vec::new();
    for (field, id) in program.fields.iter().zip((0u32..).map(FieldId)) {
        let set = matches!(kind, Kind::Set(_));
        if field.ty.kind == kind && !(set && field.ty.or_none) && field.initial.len() <= MANY {
            let indexes = every_index(&lens(program, field));
            let slots = indexes.into_iter().map(|index| FieldEntry { field: id, index });
            all.extend(slots.zip(field.initial.iter().cloned()));
        }
    }
    all
}

impl<'p> SymbolicEvaluator<'p> {
    /// The key of an entry and what is known of its index.
    fn place(slot: &FieldEntry) -> (String, Vec<Option<u32>>) {
        let keys: Vec<String> =
            slot.index.iter().map(|e| Term::known(Value::Element(*e)).key.to_string()).collect();
        (keys.join(","), slot.index.iter().copied().map(Some).collect())
    }

    /// What a set is at this place of a path.
    fn slot(&self, state: &SymbolicState<'p>, slot: &FieldEntry) -> Rc<SetTerm<'p>> {
        let (key, known) = Self::place(slot);
        self.entry_at(state, slot.field, &key, &known)
    }

    /// What an element is at this place of a path.
    fn element(&self, state: &SymbolicState<'p>, slot: &FieldEntry) -> Term<'p> {
        let (key, known) = Self::place(slot);
        match self.program.fields.get(slot.field.index()) {
            Some(field) => self.value_at(state, slot.field, (&key, &known), field.ty),
            None => Term::unknown(self.fresh("element")),
        }
    }

    /// The entries that an invariant speaks of, as they are at this place of a path.
    pub fn held(&self, state: &SymbolicState<'p>, each: &Invariant) -> Held<'p> {
        match each.relation {
            Relation::Apart => Held::Apart(self.slot(state, &each.one), self.slot(state, &each.two)),
            Relation::Differ => Held::Differ(self.element(state, &each.one), self.element(state, &each.two)),
            Relation::Inside => Held::Lies(self.element(state, &each.one), self.slot(state, &each.two), true),
            Relation::Outside => {
                Held::Lies(self.element(state, &each.one), self.slot(state, &each.two), false)
            }
        }
    }

    /// Whether an invariant holds at the end of a path.
    fn keeps(&self, state: &SymbolicState<'p>, each: &Invariant) -> bool {
        match self.held(state, each) {
            Held::Apart(one, two) => self.keeps_apart(state, each.domain, (&one, &two)),
            Held::Differ(one, two) => !self.can(state, &one, each.domain, vec![self.same(&one, &two)]),
            Held::Lies(at, set, inside) => {
                let member = self.member(&at, &set);
                let broken = if inside { at.exists.clone().and(member.not()) } else { member };
                !self.can(state, &at, each.domain, vec![broken])
            }
        }
    }

    /// Whether two sets share no element at the end of a path.
    fn keeps_apart(
        &self,
        state: &SymbolicState<'p>,
        domain: DomainId,
        (one, two): (&Rc<SetTerm<'p>>, &Rc<SetTerm<'p>>),
    ) -> bool {
        let mut named = Vec::new();
        one.singles(&mut named);
        two.singles(&mut named);
        let shared = |x: &Term<'p>| self.member(x, one).and(self.member(x, two));
        let any = self.any_of("x", Kind::Set(domain));
        let others = named.iter().map(|k| self.same(&any, k).not());
        let unnamed = others.chain([shared(&any)]).collect();
        !self.can(state, &any, domain, unnamed)
            && named.iter().all(|x| !self.can(state, x, domain, vec![shared(x)]))
    }

    /// What the invariants of the position where the move begins say of an element.
    pub fn held_of(&self, x: &Term<'p>, domain: DomainId) -> Vec<Formula> {
        let here = self.held.iter().filter(|(of, _)| *of == domain);
        here.map(|(_, held)| match held {
            Held::Apart(one, two) => self.member(x, one).and(self.member(x, two)).not(),
            Held::Differ(one, two) => self.same(x, one).and(self.same(x, two)).not(),
            Held::Lies(at, set, true) => self.same(x, at).implies(self.member(x, set)),
            Held::Lies(at, set, false) => self.same(x, at).and(self.member(x, set)).not(),
        })
        .collect()
    }
}
