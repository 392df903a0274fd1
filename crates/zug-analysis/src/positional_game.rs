//! Recognizes positional games (k-in-a-row, maker-maker): the players place elements in turns, and
//! the first to own a whole line wins.
//!
//! In such a game the lines show immediate wins and forced replies, without playing on. The
//! conditions, each on the form of the program:
//!
//! - there is one move with one parameter, and its body is `F[me] += c`: a player's set only grows;
//! - the turn passes after every placement, or behind it stands an `again` that depends on the
//!   number of taken elements alone ([`turns`]). Then no condition looks at what is taken, and the
//!   `end` rule names its player, for the opponent of the mover may not be who has just moved;
//! - `c` is free: it comes from a constant set less `F` of both players;
//! - any further condition on `c` is constant, or is `e(c) not in` the free elements with a
//!   constant `e`: both players may place on the same elements, and an element that may be placed
//!   on stays so until it is taken;
//! - the only `end` rule says that a player wins if his set contains a whole line of a constant
//!   family, and being stuck is a draw;
//! - the player who begins has no whole line at the start: a rule that looks only at the previous
//!   mover would let him win by any move;
//! - no element belongs to both players at the start, and so none ever does: an element of one
//!   player is lost to the other for good, and a line with an element of the opponent is lost too.
//!
//! ```text
//! move drop(c in empty) when south(c) not in empty { discs[me] += c }
//! end for p in Player when some l in Line: l <= discs[p] => p wins
//! ```

mod turns;

use zug_lang::program::*;
use zug_lang::semantics::{World, constant};

/// The facts about a positional game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionalGame {
    /// The field with the set of elements of each player.
    pub field: FieldId,
    /// The elements that can ever be placed.
    pub elements: Set,
    /// The lines.
    pub lines: Vec<Set>,
    /// For every element of the domain, the elements that may be placed only once it is taken.
    pub opens: Vec<Set>,
    /// For every number of taken elements, how many placements are left of the turn, the next one
    /// included; empty if every turn is one placement.
    pub placements: Vec<usize>,
}

/// The facts, if the program has this form.
pub fn positional_game(program: &Program) -> Option<PositionalGame> {
    let [each] = program.moves.as_slice() else { return None };
    let ([end], Some(stuck)) = (program.ends.as_slice(), &program.stuck) else { return None };
    let plain = !each.followup && each.provided.is_none() && program.checked_progress().is_none();
    let drawn = matches!(stuck.outcome.kind, OutcomeKind::Draw);
    if !plain || !drawn || program.points || !program.requests.is_empty() {
        return None;
    }
    let [(parameter, from)] = each.parameters.as_slice() else { return None };
    let (field, again) = placed(&each.body, *parameter)?;
    let domain = domain_of(program, field)?;
    let free = Free { program, field };
    let elements = free.elements(from)?;
    let (elements, opens) = opens(&free, each, *parameter, (domain, elements))?;
    let placements =
        turns::placements(&free, &each.frame, again, program.domains.get(domain.index())?.len())?;
    let whole_turns = placements.is_empty() || !end.binders.is_empty() && opens.iter().all(Set::is_empty);
    let lines = lines(program, end, field).filter(|_| whole_turns)?;
    let [Value::Set(first), Value::Set(second)] = program.fields.get(field.index())?.initial.as_slice()
    else {
        return None;
    };
    let begins = if program.first_turn == 0 { first } else { second };
    if !first.intersection(second).is_empty() || lines.iter().any(|line| line.is_subset(begins)) {
        return None;
    }
    Some(PositionalGame { field, elements, lines, opens, placements })
}

/// The domain of the elements, if the field is one set for each player.
fn domain_of(program: &Program, field: FieldId) -> Option<DomainId> {
    let field = program.fields.get(field.index())?;
    match field.ty {
        Type { kind: Kind::Set(domain), or_none: false } if field.indexes == [PLAYER] => Some(domain),
        _ => None,
    }
}

/// The field `F`, if the body is `F[me] += parameter`, and the condition of the `again` behind it.
fn placed(body: &[Stmt], parameter: LocalId) -> Option<(FieldId, Option<&Expr>)> {
    let again = match body.get(1..)? {
        [] => None,
        [Stmt { kind: StmtKind::Again(condition), .. }] => Some(condition),
        _ => return None,
    };
    let StmtKind::Assign(Place::Field(field, indexes), Store::Add, value) = &body.first()?.kind else {
        return None;
    };
    let ExprKind::Singleton(element, _) = &value.kind else { return None };
    let is_mine = matches!(indexes.as_slice(), [Expr { kind: ExprKind::Me, .. }]);
    (is_mine && is_local(element, parameter)).then_some((*field, again))
}

pub(super) fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(&expr.kind, ExprKind::Local(found) if *found == local)
}

/// Whether an expression depends on its locals alone.
pub(super) fn is_fixed(program: &Program, expr: &Expr) -> bool {
    !program.has(expr, |e| e.kind.dependency().is_position() || e.kind.dependency() == Dependency::Mover)
}

/// Whether all locals that an expression names are known or bound inside it.
fn is_closed(expr: &Expr, known: &[(LocalId, Value)]) -> bool {
    let mut bound: Vec<LocalId> = known.iter().map(|(local, _)| *local).collect();
    expr.walk().all(|expr| match &expr.kind {
        ExprKind::Local(local) => bound.contains(local),
        ExprKind::Quantified { binders, .. } => {
            bound.extend(binders.iter().map(|(local, _)| *local));
            true
        }
        _ => true,
    })
}

/// The value of an expression that depends on these locals alone; none if it depends on more.
pub(super) fn value(
    program: &Program,
    frame: &Frame,
    expr: &Expr,
    locals: &[(LocalId, Value)],
) -> Option<Value> {
    let mut values = vec![Value::None; frame.locals.len()];
    for (local, value) in locals {
        *values.get_mut(local.index())? = value.clone();
    }
    (is_closed(expr, locals) && is_fixed(program, expr))
        .then(|| constant(&World::of(program), frame, expr, &mut values))
}

/// Recognizes the set of free elements, which neither player has.
struct Free<'p> {
    program: &'p Program,
    field: FieldId,
}

impl Free<'_> {
    /// The constant set from which an expression takes both players' elements away; none if it is
    /// anything else.
    fn elements(&self, expr: &Expr) -> Option<Set> {
        let mut taken = [false; 4];
        let set = self.rest(expr, &mut taken)?;
        both(taken).then_some(set)
    }

    /// Whose sets make up a set, as [`Free::take`] notes them; none if it is anything else.
    fn owners(&self, expr: &Expr) -> Option<[bool; 4]> {
        let mut taken = [false; 4];
        self.take(expr, &mut taken).map(|()| taken)
    }

    fn rest(&self, expr: &Expr, taken: &mut [bool; 4]) -> Option<Set> {
        if let Some(Value::Set(set)) = value(self.program, &Frame::default(), expr, &[]) {
            return Some(set);
        }
        match &expr.kind {
            ExprKind::Minus(from, less) => {
                let set = self.rest(from, taken)?;
                self.take(less, taken)?;
                Some(set)
            }
            ExprKind::Call(def, arguments) if arguments.is_empty() => {
                self.rest(&self.program.defs.get(def.index())?.body, taken)
            }
            _ => None,
        }
    }

    /// Notes whose sets are taken away: the first player's, the second's, the mover's, his
    /// opponent's.
    fn take(&self, expr: &Expr, taken: &mut [bool; 4]) -> Option<()> {
        match &expr.kind {
            ExprKind::Union(one, two) => {
                self.take(one, taken)?;
                self.take(two, taken)
            }
            ExprKind::Call(def, arguments) if arguments.is_empty() => {
                self.take(&self.program.defs.get(def.index())?.body, taken)
            }
            ExprKind::Field(field, indexes) if *field == self.field => {
                taken[whose(indexes.first()?)?] = true;
                Some(())
            }
            _ => None,
        }
    }
}

/// Whether the first player's, the second's, the mover's and his opponent's elements are those of
/// both.
fn both([first, second, mine, his]: [bool; 4]) -> bool {
    (first && second) || (mine && his)
}

fn whose(player: &Expr) -> Option<usize> {
    match &player.kind {
        ExprKind::Const(Value::Element(player)) => Some(*player as usize).filter(|player| *player < 2),
        ExprKind::Me => Some(2),
        ExprKind::Other(of) if matches!(of.kind, ExprKind::Me) => Some(3),
        _ => None,
    }
}

/// The elements that can ever be placed, and for every element those that may be placed only once
/// it is taken. None if a condition has another form, or more than one reads the position.
fn opens(
    free: &Free,
    each: &Move,
    parameter: LocalId,
    (domain, mut elements): (DomainId, Set),
) -> Option<(Set, Vec<Set>)> {
    let count = free.program.domains.get(domain.index())?.len();
    let at = |expr: &Expr, element: i64| {
        let local = (parameter, Value::Element(u32::try_from(element).ok()?));
        value(free.program, &each.frame, expr, &[local])
    };
    let (fixed, others): (Vec<_>, Vec<_>) =
        conjuncts(&each.when).into_iter().partition(|condition| is_fixed(free.program, condition));
    for condition in fixed {
        elements = elements.iter().filter(|c| at(condition, *c) == Some(Value::Bool(true))).collect();
    }
    let mut opens = vec![Set::default(); count];
    let (below, free) = match others.as_slice() {
        [] => return Some((elements, opens)),
        [Expr { kind: ExprKind::Not(inside), .. }] => match &inside.kind {
            ExprKind::In(element, set) => (element, free.elements(set)?),
            _ => return None,
        },
        _ => return None,
    };
    for each in elements.iter() {
        match at(below, each)? {
            // An element that is not free by that set blocks nothing.
            Value::Element(below) if free.contains(i64::from(below)) => {
                opens.get_mut(below as usize)?.insert(each);
            }
            Value::Element(_) | Value::None => {}
            _ => return None,
        }
    }
    Some((elements, opens))
}

pub(super) fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::And(all) => all.iter().flat_map(conjuncts).collect(),
        _ => vec![expr],
    }
}

/// The lines, if the rule says that a player wins whose set contains one.
fn lines(program: &Program, end: &End, field: FieldId) -> Option<Vec<Set>> {
    let OutcomeKind::Wins(winner) = &end.outcome.kind else { return None };
    let is_owner: &dyn Fn(&Expr) -> bool = match (end.binders.as_slice(), &winner.kind) {
        ([], ExprKind::Other(of)) if matches!(of.kind, ExprKind::Me) => &|player| whose(player) == Some(3),
        ([(bound, players)], ExprKind::Local(local)) if bound == local => {
            let both = value(program, &end.frame, players, &[])?;
            if both != Value::Set([0, 1].into_iter().collect()) {
                return None;
            }
            &|player| is_local(player, *bound)
        }
        _ => return None,
    };
    let always = |expr: &Expr| matches!(expr.kind, ExprKind::Const(Value::Bool(true)));
    let mut conditions = conjuncts(&end.when);
    conditions.retain(|condition| !always(condition));
    let [condition] = conditions.as_slice() else { return None };
    let ExprKind::Quantified { quantifier: Quantifier::Some, binders, guard, body } = &condition.kind else {
        return None;
    };
    let ([(line, family)], true) = (binders.as_slice(), always(guard)) else { return None };
    let ExprKind::Subset(all, owned, false) = &body.kind else { return None };
    let is_line = matches!(&all.kind, ExprKind::MemberSet(member) if is_local(member, *line));
    let is_owned = matches!(&owned.kind, ExprKind::Field(found, indexes)
        if *found == field && indexes.len() == 1 && is_owner(&indexes[0]));
    if !is_line || !is_owned {
        return None;
    }
    members(program, &end.frame, family)
}

/// The sets of the members in a constant part of a family.
fn members(program: &Program, frame: &Frame, family: &Expr) -> Option<Vec<Set>> {
    let Kind::Set(domain) = family.ty.kind else { return None };
    let DomainKind::Family { members, .. } = &program.domains.get(domain.index())?.kind else { return None };
    let Value::Set(chosen) = value(program, frame, family, &[])? else { return None };
    chosen.iter().map(|member| members.get(usize::try_from(member).ok()?).cloned()).collect()
}
