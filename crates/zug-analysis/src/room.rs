//! Proves that no play takes a field of points out of its bounds.
//!
//! A search whose keys leave a field out does not see every value of it, so this must be proved
//! before. The proof finds a finite source for all points that the field receives, upwards or
//! downwards:
//!
//! - **boxes completed once** ([`super::box_completion()`]): one point for each box that is not
//!   complete at the start;
//! - **a count that goes one way**: members of sets, sums of other fields, everything that
//!   [`super::ends()`] counts. If each path that adds at most `g` points moves the count by at
//!   least `d`, the total is at most the greatest `g / d` times the distance that the count can
//!   move. This also bounds a field that grows and shrinks, by all that it receives and all that it
//!   loses;
//! - **another field that loses as much**: `points[me] += n  left -= n`; the total is at most what
//!   its entries hold above their least values;
//! - **a table that pays for each element of a set once** ([`super::paid_once`]): as every `v` is
//!   taken once, `points[me] += worth[v]` pays no more than the sum of the table;
//! - **a part of a table between two cursors**: `points[me] += row[left]  left += 1` pays out each
//!   number of the table once.
//!
//! A move with a `provided` is tried where it is not played. Where such a move stores to the field,
//! only another field and a part of a table are sources: they pay on every path from every
//! position, so also where a move is only tried.
//!
//! The source must be in the key. A field that is itself a candidate is no source; otherwise two
//! fields could vouch for each other.

use super::effects::{Component, components};
use super::ends::{Ends, ends};
use super::linear::{Ledger, is_never_negative, ledgers};
use super::linear_form::Linear;
use super::measures::Weights;
use super::paid_once::paid_once;
use super::path_enumeration::{Effort, changes};
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;
use zug_lang::semantics::increasing;

/// Whether no play takes an entry of this field out of its bounds. The candidates, this field among
/// them, are no sources.
pub(super) fn has_room(program: &Program, field: FieldId, candidates: &[FieldId]) -> bool {
    let fits = |sign: i64, goes: &dyn Fn(i128) -> bool| {
        room(program, field, sign).is_some_and(|room| room >= 0 && goes(room))
    };
    if is_broken(Shortcut::Room) {
        return true;
    }
    let tried = is_tried(program, field);
    match direction(program, field) {
        Some(sign) if tried => fits(sign, &|room| paid(program, field, sign, candidates, room)),
        Some(sign) => fits(sign, &|room| {
            completed(program, field, sign).is_some_and(|most| most <= room)
                || paid(program, field, sign, candidates, room)
                || paid_once(program, field, sign).is_some_and(|most| i128::from(most) <= room)
                || counted(program, field, (sign, true), candidates, room)
        }),
        None if tried => false,
        // The field rises by no more than all that it receives, and falls by no more than all that
        // it loses.
        None => [1, -1].into_iter().all(|sign| {
            fits(sign, &|room| {
                counted(program, field, (sign, false), candidates, room)
                    || paid_once(program, field, sign).is_some_and(|most| i128::from(most) <= room)
            })
        }),
    }
}

/// Whether a move with a `provided` stores to the field. Such a move is played to find out whether
/// it is legal: by `can` and `stuck(..)` also where nobody asked for it and where play is over, so
/// what bounds play does not bound what it stores.
fn is_tried(program: &Program, field: FieldId) -> bool {
    let stores =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Assign(Place::Field(to, _), ..) if *to == field);
    program.moves.iter().any(|each| each.provided.is_some() && statements(&each.body).any(stores))
}

/// 1 if no statement lowers the field, -1 if none raises it; none if there are both.
fn direction(program: &Program, field: FieldId) -> Option<i64> {
    let (mut grows, mut shrinks) = (true, true);
    for each in &program.moves {
        statements(&each.body).for_each(|stmt| {
            let StmtKind::Assign(Place::Field(to, _), store, value) = &stmt.kind else { return };
            if *to != field {
                return;
            }
            match (store, value.ty.kind) {
                (Store::Add, Kind::Int { low, high }) => {
                    grows &= low >= 0;
                    shrinks &= high <= 0;
                }
                (Store::Sub, Kind::Int { low, high }) => {
                    grows &= high <= 0;
                    shrinks &= low >= 0;
                }
                _ => (grows, shrinks) = (false, false),
            }
        });
    }
    if grows { Some(1) } else { shrinks.then_some(-1) }
}

/// The least distance of an entry from its bound in this direction at the start.
fn room(program: &Program, field: FieldId, sign: i64) -> Option<i128> {
    let field = program.fields.get(field.index())?;
    let Kind::Int { low, high } = field.ty.kind else { return None };
    let left = |value: &Value| match value {
        Value::Int(n) if sign > 0 => Some(i128::from(high) - i128::from(*n)),
        Value::Int(n) => Some(i128::from(*n) - i128::from(low)),
        _ => None,
    };
    field.initial.iter().map(left).collect::<Option<Vec<_>>>()?.into_iter().min()
}

/// The number of boxes that are not complete at the start, if the field counts completed boxes.
fn completed(program: &Program, field: FieldId, sign: i64) -> Option<i128> {
    let (points, needs) = super::completions::completions(program)?;
    let at_start = |of: FieldId| match program.fields.get(of.index())?.initial.as_slice() {
        [Value::Set(set)] => Some(set),
        _ => None,
    };
    let is_whole = |needs: &[(FieldId, Set)]| {
        needs.iter().all(|(of, set)| at_start(*of).is_some_and(|held| set.is_subset(held)))
    };
    let open = needs.iter().filter(|needs| !is_whole(needs)).count();
    (points == field && sign > 0).then_some(open as i128)
}

/// Whether a count that goes one way bounds the total. `one_way`: the field itself goes no other
/// way.
///
/// A followup that cannot come again with followups alone in between comes at most once between two
/// moves of the others, so its points are charged to the one before.
fn counted(
    program: &Program,
    field: FieldId,
    (sign, one_way): (i64, bool),
    candidates: &[FieldId],
    room: i128,
) -> bool {
    let own = |component: &Component| matches!(component, Component::Sum(of) if candidates.contains(of));
    let mut all: Vec<Component> = components(program).into_iter().filter(|each| !own(each)).collect();
    let mut tried: Vec<Weights> = (0..all.len()).flat_map(|at| [vec![(at, 1)], vec![(at, -1)]]).collect();
    if let Ends::Proven { measure, .. } = ends(program) {
        for each in measure.iter().filter(|each| each.parts.len() > 1) {
            let place = |part: &Component| all.iter().position(|known| known == part);
            let parts = each.parts.iter().map(|(weight, part)| Some((place(part)?, *weight)));
            tried.extend(parts.collect::<Option<Weights>>());
        }
    }
    let points = all.len();
    all.push(Component::Sum(field));
    let must = increasing(program);
    let (mut rows, mut extra) = (Vec::new(), 0_i128);
    for (each, must) in program.moves.iter().zip(must) {
        let Ok(paths) = changes(program, each, &all, Effort::Quick) else { return false };
        let by_type = gained(&each.body, field, sign);
        let mut most = 0;
        for row in paths {
            let (low, high) = row[points];
            let gain = if one_way {
                i128::from(if sign > 0 { high } else { low.saturating_neg() })
            } else {
                by_type
            };
            most = most.max(gain);
            rows.push((row, must, gain));
        }
        extra = if must { extra } else { extra.saturating_add(most) };
    }
    tried.iter().any(|weights| {
        let total: Option<i128> = weights.iter().map(|part| moves_by(program, &all, *part)).sum();
        let price = rows.iter().map(|(row, must, gain)| {
            let least = weights.iter().map(|(at, weight)| {
                let (low, high) = row[*at];
                i128::from(*weight) * i128::from(if *weight > 0 { low } else { high })
            });
            let gain = if *must { gain.saturating_add(extra) } else { 0 };
            match (least.sum::<i128>(), gain) {
                (..=-1, _) | (0, 1..) => None,
                (_, ..=0) => Some(0),
                // Rounded up: the points of one step of the count.
                (least, _) => Some((gain + least - 1) / least),
            }
        });
        let price = price.collect::<Option<Vec<i128>>>().map(|all| all.into_iter().max().unwrap_or(0));
        total.zip(price).and_then(|(total, price)| total.checked_mul(price)).is_some_and(|most| most <= room)
    })
}

/// The most that a body adds to a field in this direction, by the types of the values added.
fn gained(body: &[Stmt], field: FieldId, sign: i64) -> i128 {
    let each = body.iter().map(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(to, _), store, value) if *to == field => match value.ty.kind {
            Kind::Int { low, high } => {
                let up = (*store == Store::Add) == (sign > 0);
                i128::from(if up { high } else { -low }).max(0)
            }
            _ => i128::from(LIMIT),
        },
        StmtKind::If(_, yes, no) => gained(yes, field, sign).max(gained(no, field, sign)),
        // The number of passes is not known here.
        StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) if gained(body, field, sign) > 0 => {
            i128::from(LIMIT)
        }
        _ => 0,
    });
    each.fold(0, i128::saturating_add)
}

/// The distance that a weighted count can move from the start: upwards with a positive weight,
/// otherwise downwards.
fn moves_by(program: &Program, all: &[Component], (at, weight): (usize, i64)) -> Option<i128> {
    let domain = |id: &DomainId| program.domains.get(id.index()).map(|domain| domain.len() as i128);
    let field = |id: &FieldId| program.fields.get(id.index());
    let entries = |id: &FieldId, counts: &dyn Fn(&Value) -> i128| {
        field(id).map(|field| field.initial.iter().map(counts).sum::<i128>())
    };
    let up = weight > 0;
    let (now, low, high) = match all.get(at)? {
        Component::Members(id) => {
            let Kind::Set(of) = field(id)?.ty.kind else { return None };
            let members = |value: &Value| if let Value::Set(set) = value { set.len() as i128 } else { 0 };
            (entries(id, &members)?, 0, domain(&of)? * field(id)?.initial.len() as i128)
        }
        Component::Covered(fields, of) => {
            let sets = fields.iter().filter_map(field).flat_map(|field| &field.initial);
            let members = sets.filter_map(|value| if let Value::Set(set) = value { Some(set) } else { None });
            let covered: Set = members.flat_map(Set::iter).collect();
            (covered.len() as i128, 0, domain(of)?)
        }
        Component::Sum(id) => {
            let Kind::Int { low, high } = field(id)?.ty.kind else { return None };
            let count = field(id)?.initial.len() as i128;
            let number = |value: &Value| if let Value::Int(n) = value { i128::from(*n) } else { 0 };
            (entries(id, &number)?, i128::from(low) * count, i128::from(high) * count)
        }
        Component::Ordinals(id) => {
            let Kind::Element(of) = field(id)?.ty.kind else { return None };
            let number = |value: &Value| if let Value::Element(at) = value { i128::from(*at) } else { 0 };
            (entries(id, &number)?, 0, (domain(&of)? - 1) * field(id)?.initial.len() as i128)
        }
        Component::Given(id) => {
            (entries(id, &|value| i128::from(*value != Value::None))?, 0, field(id)?.initial.len() as i128)
        }
        Component::True(id) => {
            let holds = |value: &Value| i128::from(*value == Value::Bool(true));
            (entries(id, &holds)?, 0, field(id)?.initial.len() as i128)
        }
        Component::Holding(id, element) => {
            let holds = |value: &Value| i128::from(*value == Value::Element(*element));
            (entries(id, &holds)?, 0, field(id)?.initial.len() as i128)
        }
        Component::Places(..) | Component::Ranks(..) | Component::Turn => return None,
    };
    Some(i128::from(weight.abs()) * if up { high - now } else { now - low })
}

/// Whether another quantity loses what the field receives.
fn paid(program: &Program, field: FieldId, sign: i64, candidates: &[FieldId], room: i128) -> bool {
    let Some(all) = ledgers(program) else { return false };
    by_field(program, &all, (field, sign), candidates, room)
        || by_table(program, &all, (field, sign), candidates, room)
}

/// The points that the field receives in this direction, according to an account.
fn gain(ledger: &Ledger, field: FieldId, sign: i64) -> Option<Linear> {
    Some(ledger.change_of(field)?.times(sign))
}

/// Whether another field loses as much times a small factor.
fn by_field(
    program: &Program,
    all: &[Ledger],
    (field, sign): (FieldId, i64),
    candidates: &[FieldId],
    room: i128,
) -> bool {
    /// The factors that are tried.
    const PRICES: std::ops::RangeInclusive<i64> = 1..=8;
    let others = (0u32..).map(FieldId).zip(&program.fields);
    let integers = others.filter(|(id, other)| {
        !candidates.contains(id) && matches!(other.ty.kind, Kind::Int { .. }) && !other.ty.or_none
    });
    integers.map(|(id, _)| id).any(|other| {
        [1, -1].into_iter().any(|way: i64| {
            let part = (0, way);
            let Some(holds) = moves_by(program, &[Component::Sum(other)], part) else { return false };
            PRICES.into_iter().any(|price| {
                let pays = |ledger: &Ledger| {
                    let moved = ledger.change_of(other)?.times(-way * price);
                    let short = gain(ledger, field, sign)?.plus(&moved);
                    Some(ledger.is_known(&short.times(-1)))
                };
                all.iter().all(|ledger| pays(ledger) == Some(true)) && holds * i128::from(price) <= room
            })
        })
    })
}

/// A part of a table, from one cursor to another, both included. A cursor is a field of one integer
/// plus a constant; none is the end of the table.
struct TableWindow {
    table: TableId,
    from: Option<(FieldId, i64)>,
    to: Option<(FieldId, i64)>,
}

/// Whether the points are the numbers of a table between two cursors that only approach each other.
fn by_table(
    program: &Program,
    all: &[Ledger],
    (field, sign): (FieldId, i64),
    candidates: &[FieldId],
    room: i128,
) -> bool {
    let tables = (0..program.tables.len() as u32).map(TableId);
    let single = |(id, other): &(FieldId, &Field)| {
        !candidates.contains(id)
            && other.indexes.is_empty()
            && matches!(other.ty, Type { kind: Kind::Int { .. }, or_none: false })
    };
    let cursors: Vec<FieldId> =
        (0u32..).map(FieldId).zip(&program.fields).filter(single).map(|(id, _)| id).collect();
    let ends: Vec<Option<(FieldId, i64)>> =
        cursors.iter().flat_map(|id| [0, 1, -1].map(|more| Some((*id, more)))).chain([None]).collect();
    tables.filter(|table| is_never_negative(program, *table)).any(|table| {
        ends.iter().any(|from| {
            ends.iter().any(|to| {
                let window = TableWindow { table, from: *from, to: *to };
                window.holds(program).is_some_and(|holds| holds <= room)
                    && all.iter().all(|ledger| {
                        gain(ledger, field, sign).is_some_and(|gain| window.pays(ledger, gain) == Some(true))
                    })
            })
        })
    })
}

impl TableWindow {
    /// The sum of the numbers between the cursors at the start.
    fn holds(&self, program: &Program) -> Option<i128> {
        let table = program.tables.get(self.table.index())?;
        let [TableIndex::Ints { low, .. }] = table.indexes.as_slice() else { return None };
        let end = |end: Option<(FieldId, i64)>, open: i64| match end {
            None => Some(open),
            Some((field, more)) => match program.fields.get(field.index())?.initial.as_slice() {
                [Value::Int(n)] => Some(*n + more),
                _ => None,
            },
        };
        let (from, to) = (end(self.from, i64::MIN)?, end(self.to, i64::MAX)?);
        let inside = table.entries.iter().zip(*low..).filter(|(_, at)| (from..=to).contains(at));
        inside.map(|(value, _)| if let Value::Int(n) = value { Some(i128::from(*n)) } else { None }).sum()
    }

    /// Whether the window loses on this path all that the field receives. The cursors may only
    /// approach each other.
    fn pays(&self, ledger: &Ledger, mut gain: Linear) -> Option<bool> {
        let step = |end: Option<(FieldId, i64)>| match end {
            None => Some(Linear::number(0)),
            Some((field, _)) => ledger.change_of(field),
        };
        let (up, down) = (step(self.from)?, step(self.to)?.times(-1));
        if !ledger.is_known(&up) || !ledger.is_known(&down) {
            return Some(false);
        }
        // If both cursors move, they may pass the same entries, so nothing counts as paid.
        let at = |(field, more): (FieldId, i64)| ledger.at_start(field).plus(&Linear::number(more));
        let one = Linear::number(1);
        let passed = match (self.from, self.to) {
            (Some(from), _) if down.is_number(0) && !up.is_number(0) => {
                let (first, last) = (at(from), at(from).plus(&up).minus(&one));
                let inside = self.to.is_none_or(|to| ledger.is_known(&at(to).minus(&last)));
                inside.then_some((first, last))
            }
            (_, Some(to)) if up.is_number(0) && !down.is_number(0) => {
                let (first, last) = (at(to).minus(&down).plus(&one), at(to));
                let inside = self.from.is_none_or(|from| ledger.is_known(&first.clone().minus(&at(from))));
                inside.then_some((first, last))
            }
            _ => None,
        };
        if let Some((first, last)) = passed {
            gain = gain.minus(&Linear::part(self.table, &first, &last));
        }
        Some(ledger.is_known(&gain.times(-1)))
    }
}
