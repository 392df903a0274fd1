//! Finds entries of set fields that never share an element: the men of two players, say.
//!
//! Takes every pair that begins disjoint, and drops those that some path of some move does not keep so, until
//! nothing is dropped: what is left holds at every position (Flanagan, Leino: Houdini, 2001).

use super::change::{every_index, lens};
use super::paths::each_path;
use super::symbols::Symbols;
use super::terms::{State, Term};
use crate::program::*;

/// More entries than this over one domain are not compared.
const MANY: usize = 6;

/// One entry of a set field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// The field.
    pub field: FieldId,
    /// Which entry.
    pub index: Vec<u32>,
}

/// Two entries over one domain that share no element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disjoint {
    pub domain: DomainId,
    pub one: Slot,
    pub two: Slot,
}

/// All pairs that never share an element, as far as that can be proven.
pub(super) fn disjoint(program: &Program) -> Vec<Disjoint> {
    let mut pairs = candidates(program);
    loop {
        let mut kept = vec![true; pairs.len()];
        for each in &program.moves {
            let looked = each_path(program, each, &[], &pairs, &mut |symbols, state| {
                for (pair, kept) in pairs.iter().zip(&mut kept) {
                    *kept = *kept && symbols.keeps(state, pair);
                }
            });
            if looked.is_err() {
                return Vec::new();
            }
        }
        if kept.iter().all(|kept| *kept) {
            return pairs;
        }
        let mut kept = kept.into_iter();
        pairs.retain(|_| kept.next() == Some(true));
    }
}

/// The pairs that begin disjoint.
fn candidates(program: &Program) -> Vec<Disjoint> {
    let mut all = Vec::new();
    for domain in (0..program.domains.len() as u32).map(DomainId) {
        let slots = slots(program, domain);
        if slots.len() > MANY {
            continue;
        }
        for (at, (one, first)) in slots.iter().enumerate() {
            for (two, second) in &slots[at + 1..] {
                if first.intersection(second).is_empty() {
                    all.push(Disjoint { domain, one: one.clone(), two: two.clone() });
                }
            }
        }
    }
    all
}

/// The entries of all set fields over a domain, with what they hold at the start.
fn slots(program: &Program, domain: DomainId) -> Vec<(Slot, Set)> {
    let mut all = Vec::new();
    for (field, id) in program.fields.iter().zip((0u32..).map(FieldId)) {
        if field.ty == Kind::Set(domain).always() && field.initial.len() <= MANY {
            let indexes = every_index(&lens(program, field));
            for (index, value) in indexes.into_iter().zip(&field.initial) {
                if let Value::Set(set) = value {
                    all.push((Slot { field: id, index }, set.clone()));
                }
            }
        }
    }
    all
}

impl<'p> Symbols<'p> {
    /// What an entry is at this place of a path.
    pub fn slot(&self, state: &State<'p>, slot: &Slot) -> std::rc::Rc<super::terms::SetTerm<'p>> {
        let keys: Vec<String> =
            slot.index.iter().map(|e| Term::known(Value::Element(*e)).key.to_string()).collect();
        let known: Vec<Option<u32>> = slot.index.iter().copied().map(Some).collect();
        self.entry_at(state, slot.field, &keys.join(","), &known)
    }

    /// Whether two entries share no element at the end of a path.
    fn keeps(&self, state: &State<'p>, pair: &Disjoint) -> bool {
        let (one, two) = (self.slot(state, &pair.one), self.slot(state, &pair.two));
        let mut named = Vec::new();
        one.singles(&mut named);
        two.singles(&mut named);
        let shared = |x: &Term<'p>| self.member(x, &one).and(self.member(x, &two));
        let any = self.any_of("x", Kind::Set(pair.domain));
        let others = named.iter().map(|k| self.same(&any, k).not());
        let unnamed = others.chain([shared(&any)]).collect();
        !self.can(state, &any, pair.domain, unnamed)
            && named.iter().all(|x| !self.can(state, x, pair.domain, vec![shared(x)]))
    }
}
