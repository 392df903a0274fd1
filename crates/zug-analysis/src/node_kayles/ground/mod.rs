//! Evaluates moves with known arguments while the fields are unknown: truths become formulas over
//! the things of a position, sets become a formula for each member.

mod bodies;
mod fields;
mod goals;
mod numbers;
mod truths;
mod values;

use super::super::closed::ClosedEvaluator;
use super::super::logic::{Formula, conjunction, disjunction};
use super::{GroundMove, Guard, Thing, literals};
pub(crate) use goals::{Along, GoalAtom, GoalAtoms, ReachTerm};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
pub(super) use values::NO_VALUE;
pub(crate) use values::at;
use values::{GroundValue, Members, either, elements, fits, holds_one, members_of};
use zug_lang::program::*;

/// The most expressions and members that are looked at for one player.
const WORK: u32 = 2_000_000;
/// The most things of all fields.
const THINGS: usize = 1 << 18;
/// The most parts of a formula.
const PARTS: usize = 1 << 11;

/// What a body has changed so far: the present value of things by their numbers.
type Changed = BTreeMap<u32, Formula>;

/// The state of an evaluation.
#[derive(Clone)]
struct View {
    locals: Vec<Option<GroundValue>>,
    changed: Changed,
    /// Conditions that would be faults.
    faults: Vec<Formula>,
}

impl View {
    /// Nothing is bound or changed yet.
    fn new(locals: usize) -> View {
        View { locals: vec![None; locals], changed: Changed::new(), faults: Vec::new() }
    }
}

/// A move with the things that it changes to what depends on the position.
pub(crate) struct OpenMove {
    pub each: GroundMove,
    pub open: Vec<usize>,
}

/// What is done with a move, its arguments bound, and the condition on which it is legal.
type FoundMove<'a, 'p> = dyn FnMut(View, &'p Move, Formula, Choice) -> Option<()> + 'a;

/// A move with its arguments, as formulas over the things before it.
pub(crate) struct GuardedMove {
    pub mover: u32,
    pub choice: Choice,
    /// Where it is legal.
    pub guard: Formula,
    /// The things that it may change, by their numbers, with their values after it.
    pub changes: Vec<(u32, Formula)>,
    /// Conditions that would be faults.
    pub faults: Vec<Formula>,
}

/// Evaluates the moves of one player.
pub(crate) struct Ground<'p> {
    program: &'p Program,
    me: u32,
    closed: ClosedEvaluator<'p>,
    /// Every thing by its place among those of all fields; the number of an atom is its place.
    things: Vec<Thing>,
    /// For each field the number of its first thing; none if it has none.
    first: Vec<Option<u32>>,
    work: Cell<u32>,
    /// Where goals are read: what atoms behind those of the things stand for.
    goals: Option<RefCell<GoalAtoms>>,
}

impl<'p> Ground<'p> {
    /// None where there are too many things.
    pub fn new(program: &'p Program, me: u32) -> Option<Ground<'p>> {
        let (mut things, mut first) = (Vec::new(), Vec::new());
        for (id, field) in (0u32..).map(FieldId).zip(&program.fields) {
            let start = things.len() as u32;
            let members = members_of(program, field);
            first.push(members.is_some().then_some(start));
            let more =
                members.as_ref().map_or(0, |members| members.len().saturating_mul(field.initial.len()));
            if things.len().saturating_add(more) > THINGS {
                return None;
            }
            for entry in 0..field.initial.len() {
                for member in members.iter().flatten() {
                    things.push(Thing { field: id, entry, member: *member });
                }
            }
        }
        let closed = ClosedEvaluator::new(program, me);
        Some(Ground { program, me, closed, things, first, work: Cell::new(0), goals: None })
    }

    pub fn things(&self) -> Vec<Thing> {
        self.things.clone()
    }

    /// Who wins if this player cannot move; none if that depends on the position, or is neither.
    pub fn winner_when_stuck(&self) -> Option<u32> {
        let rule = self.program.stuck.as_ref()?;
        let view = View::new(rule.frame.locals.len());
        let mut outcome = &rule.outcome;
        loop {
            outcome = match &outcome.kind {
                OutcomeKind::Wins(player) => match self.evaluate(&view, player)? {
                    GroundValue::Value(Value::Element(player)) => return Some(player),
                    _ => return None,
                },
                OutcomeKind::If(condition, yes, no) => match self.truth(&view, condition)? {
                    Formula::Is(true) => yes,
                    Formula::Is(false) => no,
                    _ => return None,
                },
                _ => return None,
            };
        }
    }

    /// All moves that may be legal, with their arguments; none if one has another form, or if there
    /// are more than `most`.
    pub fn moves(&self, most: usize) -> Option<Vec<OpenMove>> {
        let mut moves = Vec::new();
        self.each_move(&mut |view, each, guard, choice| {
            if let Guard::Where(needs) = literals(&guard, &|atom| self.alternatives(atom))? {
                moves.push(self.ground(view, each, needs, choice)?);
            }
            (moves.len() <= most).then_some(())
        })?;
        Some(moves)
    }

    /// Hands over each move that may be legal, with its arguments, by formulas, until one is
    /// refused.
    pub fn guarded_moves(&self, found: &mut dyn FnMut(GuardedMove) -> Option<()>) -> Option<()> {
        self.each_move(&mut |mut view, each, guard, choice| {
            self.run(&mut view, &each.frame, &each.body)?;
            let changes = view.changed.into_iter().filter(|(thing, after)| *after != Formula::Atom(*thing));
            let (changes, faults) = (changes.collect(), view.faults);
            found(GuardedMove { mover: self.me, choice, guard, changes, faults })
        })
    }

    /// Hands over each move with its arguments and the condition on which it is legal.
    fn each_move(&self, found: &mut FoundMove<'_, 'p>) -> Option<()> {
        for (id, each) in (0u32..).map(MoveId).zip(&self.program.moves) {
            let view = View::new(each.frame.locals.len());
            self.bind(view, (id, each), &mut Vec::new(), Formula::TRUE, found)?;
        }
        Some(())
    }

    /// Binds the next parameter to each value that it may have.
    fn bind(
        &self,
        view: View,
        (id, each): (MoveId, &'p Move),
        arguments: &mut Vec<Value>,
        guard: Formula,
        found: &mut FoundMove<'_, 'p>,
    ) -> Option<()> {
        if guard == Formula::FALSE {
            return Some(());
        }
        let Some((local, set)) = each.parameters.get(arguments.len()) else {
            let guard = guard.and(self.truth(&view, &each.when)?);
            self.weigh(&guard)?;
            return found(view, each, guard, Choice::Play(id, arguments.clone()));
        };
        for (value, member) in self.members(&view, set)? {
            let mut view = view.clone();
            view.locals[local.index()] = Some(GroundValue::Value(value.clone()));
            arguments.push(value);
            self.bind(view, (id, each), arguments, guard.clone().and(member), found)?;
            arguments.pop();
        }
        Some(())
    }

    /// A move that is legal where its needs hold; none if it may meet a fault there.
    fn ground(
        &self,
        mut view: View,
        each: &'p Move,
        needs: BTreeMap<u32, bool>,
        choice: Choice,
    ) -> Option<OpenMove> {
        self.run(&mut view, &each.frame, &each.body)?;
        let implied = self.implied(&needs);
        let there =
            |formula: Formula| implied.iter().fold(formula, |all, (atom, value)| all.given(*atom, *value));
        if view.faults.into_iter().any(|fault| there(fault) != Formula::FALSE) {
            return None;
        }
        let (mut changes, mut open) = (Vec::new(), Vec::new());
        for (thing, after) in view.changed {
            match there(after) {
                Formula::Is(value) => changes.push((thing as usize, value)),
                Formula::Atom(atom) if atom == thing => {}
                _ => open.push(thing as usize),
            }
        }
        changes.retain(|(thing, value)| implied.get(&(*thing as u32)) != Some(value));
        let needs = needs.into_iter().map(|(thing, value)| (thing as usize, value)).collect();
        Some(OpenMove { each: GroundMove { mover: self.me, choice, needs, changes }, open })
    }

    /// These literals, and those of the other values of entries that hold one.
    fn implied(&self, needs: &BTreeMap<u32, bool>) -> BTreeMap<u32, bool> {
        let mut implied = needs.clone();
        for atom in needs.iter().filter_map(|(atom, value)| value.then_some(*atom)) {
            for other in self.alternatives(atom) {
                implied.entry(other).or_insert(false);
            }
        }
        implied
    }

    /// The other values of the entry that a thing is a value of.
    fn alternatives(&self, thing: u32) -> Vec<u32> {
        let Some(Thing { field, entry, .. }) = self.things.get(thing as usize) else { return Vec::new() };
        let holds_one = self.program.fields.get(field.index()).is_some_and(|field| holds_one(field.ty));
        let Some(all) = self.things_of(*field, *entry).filter(|_| holds_one) else { return Vec::new() };
        all.map(|(other, _)| other).filter(|other| *other != thing).collect()
    }

    fn work(&self, units: usize) -> Option<()> {
        let done = self.work.get().saturating_add(u32::try_from(units).ok()?);
        self.work.set(done);
        (done <= WORK).then_some(())
    }

    /// Counts the parts of a formula as work; none where it has too many.
    fn weigh(&self, formula: &Formula) -> Option<()> {
        let size = formula.size();
        if size > PARTS { None } else { self.work(size) }
    }

    /// What is known of the value of an expression; none where that is too little to go on, or more
    /// than is looked at.
    fn evaluate(&self, view: &View, expr: &'p Expr) -> Option<GroundValue> {
        let value = self.evaluated(view, expr)?;
        match &value {
            GroundValue::Value(_) => {}
            GroundValue::Truth(formula) => self.weigh(formula)?,
            GroundValue::Set(members) | GroundValue::One(members) => {
                members.values().try_for_each(|is| self.weigh(is).ok_or(())).ok()?
            }
        }
        Some(value)
    }

    fn evaluated(&self, view: &View, expr: &'p Expr) -> Option<GroundValue> {
        self.work(1)?;
        let known = |local: LocalId| match view.locals.get(local.index())? {
            Some(GroundValue::Value(value)) => Some(value.clone()),
            _ => None,
        };
        if let Some(value) = self.closed.value(expr, known) {
            return Some(GroundValue::Value(value));
        }
        match &expr.kind {
            ExprKind::Local(local) => view.locals.get(local.index())?.clone(),
            ExprKind::Field(id, indexes) => self.field(view, *id, indexes),
            ExprKind::Call(def, arguments) => self.call(view, *def, arguments),
            ExprKind::Not(a) => Some(GroundValue::Truth(self.truth(view, a)?.not())),
            ExprKind::And(all) => Some(GroundValue::Truth(self.junction(view, all, false)?)),
            ExprKind::Or(all) => Some(GroundValue::Truth(self.junction(view, all, true)?)),
            ExprKind::If(condition, yes, no) => match self.truth(view, condition)? {
                Formula::Is(holds) => self.evaluate(view, if holds { yes } else { no }),
                condition => {
                    let (yes, no) = (self.evaluate(view, yes)?, self.evaluate(view, no)?);
                    either(&condition, yes, no)
                }
            },
            ExprKind::Equal(a, b) => self.equal(view, a, b).map(GroundValue::Truth),
            ExprKind::Compare(order, a, b) => {
                let known = |a: i64, b: i64| a != NO_VALUE && b != NO_VALUE;
                let is = |a, b| known(a, b) && if *order == Order::Less { a < b } else { a <= b };
                self.compare(view, (a, b), is)
                    .or_else(|| self.counted_goal(view, *order, (a, b)))
                    .map(GroundValue::Truth)
            }
            ExprKind::In(element, set) => self.is_member(view, element, set).map(GroundValue::Truth),
            ExprKind::Subset(a, b, false) => {
                let (a, b) = (self.set(view, a)?, self.set(view, b)?);
                let within = |(member, is): (i64, Formula)| is.implies(at(&b, member));
                Some(GroundValue::Truth(conjunction(a.into_iter().map(within))))
            }
            ExprKind::Union(a, b) => {
                let (mut a, b) = (self.set(view, a)?, self.set(view, b)?);
                for (member, is) in b {
                    let before = a.remove(&member).unwrap_or(Formula::FALSE);
                    a.insert(member, before.or(is));
                }
                Some(GroundValue::Set(a))
            }
            ExprKind::Intersect(a, b) => {
                let (a, b) = (self.set(view, a)?, self.set(view, b)?);
                let both = |(member, is): (i64, Formula)| (member, is.and(at(&b, member)));
                Some(GroundValue::Set(a.into_iter().map(both).collect()))
            }
            ExprKind::Minus(a, b) => {
                let (a, b) = (self.set(view, a)?, self.set(view, b)?);
                let rest = |(member, is): (i64, Formula)| (member, is.and(at(&b, member).not()));
                Some(GroundValue::Set(a.into_iter().map(rest).collect()))
            }
            ExprKind::Quantified {
                quantifier: quantifier @ (Quantifier::Count | Quantifier::Sum),
                binders,
                guard,
                body,
            } => self.added(view, *quantifier, binders, (guard, body)),
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                self.quantified(view, *quantifier, binders, (guard, body))
            }
            ExprKind::Count(set) => self.count(view, set),
            ExprKind::Arith(op, a, b) => self.arithmetic(view, *op, a, b),
            _ => self.reached(view, expr),
        }
    }

    fn truth(&self, view: &View, expr: &'p Expr) -> Option<Formula> {
        match self.evaluate(view, expr)? {
            GroundValue::Value(Value::Bool(value)) => Some(Formula::Is(value)),
            GroundValue::Truth(formula) => Some(formula),
            _ => None,
        }
    }

    /// The members of a set that is not `none`.
    fn set(&self, view: &View, expr: &'p Expr) -> Option<Members> {
        let members = match self.evaluate(view, expr)? {
            GroundValue::Value(Value::Set(set)) => set.iter().map(|member| (member, Formula::TRUE)).collect(),
            GroundValue::Set(members) => members,
            _ => return None,
        };
        self.work(members.len())?;
        Some(members)
    }

    /// The same as values, where `none` has no members.
    fn members(&self, view: &View, expr: &'p Expr) -> Option<Vec<(Value, Formula)>> {
        if let Some(GroundValue::Value(Value::None)) = self.evaluate(view, expr) {
            return Some(Vec::new());
        }
        let value = |member: i64| match expr.ty.kind {
            Kind::Set(_) => u32::try_from(member).ok().map(Value::Element),
            Kind::IntSet { .. } => Some(Value::Int(member)),
            _ => None,
        };
        let members = self.set(view, expr)?.into_iter().filter(|(_, is)| *is != Formula::FALSE);
        members.map(|(member, is)| Some((value(member)?, is))).collect()
    }

    fn call(&self, view: &View, def: DefId, arguments: &'p [Expr]) -> Option<GroundValue> {
        let def = self.program.defs.get(def.index())?;
        let mut locals = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&def.frame.locals) {
            let value = self.evaluate(view, argument)?;
            if value == GroundValue::Value(Value::None) && !parameter.ty.or_none {
                return Some(GroundValue::Value(def.body.ty.missing()));
            }
            if matches!(value, GroundValue::One(_)) && !fits(&value, parameter.ty) {
                return None;
            }
            locals.push(Some(value));
        }
        locals.resize(locals.len().max(def.frame.locals.len()), None);
        self.evaluate(&View { locals, changed: view.changed.clone(), faults: Vec::new() }, &def.body)
    }

    fn quantified(
        &self,
        view: &View,
        quantifier: Quantifier,
        binders: &'p [(LocalId, Expr)],
        (guard, body): (&'p Expr, &'p Expr),
    ) -> Option<GroundValue> {
        let mut bindings = Vec::new();
        let mut inner = view.clone();
        self.bindings(&mut inner, binders, guard, Formula::TRUE, &mut |view, is| {
            bindings.push((self.evaluate(view, body)?, is));
            Some(())
        })?;
        let truth = |known: GroundValue| match known {
            GroundValue::Value(Value::Bool(value)) => Some(Formula::Is(value)),
            GroundValue::Truth(formula) => Some(formula),
            _ => None,
        };
        match quantifier {
            Quantifier::Some => {
                let all = bindings.into_iter().map(|(body, is)| Some(is.and(truth(body)?)));
                Some(GroundValue::Truth(disjunction(all.collect::<Option<Vec<_>>>()?)))
            }
            Quantifier::Every => {
                let all = bindings.into_iter().map(|(body, is)| Some(is.implies(truth(body)?)));
                Some(GroundValue::Truth(conjunction(all.collect::<Option<Vec<_>>>()?)))
            }
            Quantifier::Union | Quantifier::Collect => {
                let mut union: BTreeMap<i64, Vec<Formula>> = BTreeMap::new();
                for (body, is) in bindings {
                    for (member, inside) in elements(body)? {
                        union.entry(member).or_default().push(is.clone().and(inside));
                    }
                }
                Some(GroundValue::Set(
                    union.into_iter().map(|(member, any)| (member, disjunction(any))).collect(),
                ))
            }
            _ => None,
        }
    }

    /// Goes through the bindings of binders, each with the condition on which it is one.
    fn bindings(
        &self,
        view: &mut View,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        is: Formula,
        each: &mut dyn FnMut(&View, Formula) -> Option<()>,
    ) -> Option<()> {
        let Some(((local, set), rest)) = binders.split_first() else {
            let is = is.and(self.truth(view, guard)?);
            self.weigh(&is)?;
            return if is == Formula::FALSE { Some(()) } else { each(view, is) };
        };
        for (value, member) in self.members(view, set)? {
            let at = local.index();
            view.locals.resize(view.locals.len().max(at + 1), None);
            view.locals[at] = Some(GroundValue::Value(value));
            self.bindings(view, rest, guard, is.clone().and(member), each)?;
        }
        Some(())
    }
}
