//! Finds invariants about pairs of entries of fields: two sets are disjoint (the men of two
//! players), an element is always in a set or never, two elements are different.
//!
//! All sentences of these forms that hold at the start are candidates. A candidate that some path
//! of some move may violate is dropped, until none is; the rest hold at every position (Flanagan
//! and Leino, "Houdini", 2001).

use super::effects::{every_index, lens};
use super::entry_relations::{FieldEntry, Invariant, Relation};
use super::logic::Formula;
use super::path_enumeration::{Effort, each_path};
use super::symbolic_evaluator::{Held, SymbolicEvaluator};
use super::symbolic_state::{SetTerm, SymbolicState, Term};
use std::rc::Rc;
use zug_lang::program::*;

/// The most entries over one domain that are compared.
const MANY: usize = 6;

/// All invariants that can be proved.
pub(super) fn invariants(program: &Program) -> Vec<Invariant> {
    let mut all = candidates(program);
    loop {
        let mut kept = vec![true; all.len()];
        for each in &program.moves {
            let looked = each_path(program, each, Effort::Invariants(&all), &mut |evaluator, state| {
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

/// The relations that hold at the start.
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

/// The relation of two values, if there is one. The first may be an element and the second a set,
/// not the reverse.
fn relation(one: &Value, two: &Value) -> Option<Relation> {
    match (one, two) {
        (Value::Set(one), Value::Set(two)) => one.intersection(two).is_empty().then_some(Relation::Apart),
        (Value::Element(e), Value::Set(set)) if set.contains(i64::from(*e)) => Some(Relation::Inside),
        (Value::Element(_) | Value::None, Value::Set(_)) => Some(Relation::Outside),
        (Value::Element(one), Value::Element(two)) => (one != two).then_some(Relation::Differ),
        _ => Some(Relation::Differ),
    }
}

/// The entries of all fields of a kind with their initial values, except sets that may be `none`.
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
    /// The key of an entry's index, and its known elements.
    fn place(slot: &FieldEntry) -> (String, Vec<Option<u32>>) {
        let keys: Vec<String> =
            slot.index.iter().map(|e| Term::known(Value::Element(*e)).key.to_string()).collect();
        (keys.join(","), slot.index.iter().copied().map(Some).collect())
    }

    /// The term of a set entry at this place of a path.
    fn slot(&self, state: &SymbolicState<'p>, slot: &FieldEntry) -> Rc<SetTerm<'p>> {
        let (key, known) = Self::place(slot);
        self.entry_at(state, slot.field, &key, &known)
    }

    /// The term of an element entry at this place of a path.
    pub(super) fn element(&self, state: &SymbolicState<'p>, slot: &FieldEntry) -> Term<'p> {
        let (key, known) = Self::place(slot);
        match self.program.fields.get(slot.field.index()) {
            Some(field) => self.value_at(state, slot.field, (&key, &known), field.ty),
            None => Term::unknown(self.fresh("element")),
        }
    }

    /// The terms of an invariant's entries at this place of a path.
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

    /// Whether two sets are disjoint at the end of a path.
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

    /// What the invariants, at the beginning of the move, say of an element.
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
