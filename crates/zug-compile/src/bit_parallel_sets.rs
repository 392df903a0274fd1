//! Masks of conditions on sets: preimages, subsets, intersections, rays.

use super::bit_parallel::{FreeLocal, Mask, RowProfile, has};
use super::emitter::RoutineEmitter;
use super::expression_utils::mentions;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{MemberRange, SetBits};
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg, TableRef};
use zug_machine::optimization::Optimization;

/// A step on a board, for each row of a profile: the distance upwards and downwards in the numbers
/// of cells (one of them is 0), and the mask of the cells that have the step.
struct SlideSteps {
    up: Vec<u64>,
    down: Vec<u64>,
    from: Vec<u64>,
}

/// The steps, if in each row all values are at the same distance from their members.
fn steps(rows: &[Vec<Value>]) -> Option<SlideSteps> {
    let mut steps = SlideSteps { up: Vec::new(), down: Vec::new(), from: Vec::new() };
    for row in rows {
        let (mut distance, mut from) = (None, 0u64);
        for (member, value) in row.iter().enumerate() {
            let Value::Element(to) = value else { continue };
            let far = i64::from(*to) - member as i64;
            if *distance.get_or_insert(far) != far {
                return None;
            }
            from |= 1 << member;
        }
        let far = distance.unwrap_or(0);
        steps.up.push(far.max(0) as u64);
        steps.down.push((-far).max(0) as u64);
        steps.from.push(from);
    }
    Some(steps)
}

impl RoutineEmitter {
    /// The mask of the `x` whose constant set meets a set.
    pub fn meeting(&mut self, sets: &[Option<Set>], range: MemberRange, bits: &SetBits) -> Vec<Reg> {
        let holders: Vec<Set> = (0..bits.range.width as i64)
            .map(|e| {
                let member = bits.range.low.wrapping_add(e);
                let at = sets.iter().enumerate().filter(|(_, set)| has(set, member));
                at.map(|(x, _)| x as i64).collect()
            })
            .collect();
        let from_zero = MemberRange { low: 0, ..range };
        self.union_of("meets", &holders, from_zero, &bits.words)
    }

    /// The mask of the cells whose step leads into a mask.
    fn shifted(&mut self, steps: &SlideSteps, index: Reg, mask: Reg) -> Reg {
        if self.b.value(index).is_none() {
            let table = self.steps_table(steps);
            return self.op(Op::Back(table, index, mask));
        }
        let mut part = |name: &str, rows: &[u64]| {
            let table = self.table(name, rows.to_vec(), 0);
            self.op(Op::Table(table, index))
        };
        let (up, down, from) = (part("up", &steps.up), part("down", &steps.down), part("from", &steps.from));
        // A step from `from` upwards leads to `from + up`, so the mask is shifted back. `from`
        // removes bits that wrapped to another row of the board.
        let back = self.op(Op::Shr(mask, up));
        let forth = self.op(Op::Shl(back, down));
        self.and(forth, from)
    }

    /// The table of steps for `Back` and `Slide`: four numbers a row (up, down, from, 0).
    fn steps_table(&mut self, steps: &SlideSteps) -> TableRef {
        let rows = steps.up.iter().zip(&steps.down).zip(&steps.from);
        let rows = rows.flat_map(|((up, down), from)| [*up, *down, *from, 0]).collect();
        self.table("steps", rows, 0)
    }

    fn stepped(&mut self, step: &StepBack, mask: Reg) -> Reg {
        self.shifted(&step.steps, step.direction, mask)
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The sets that an expression denotes for every value of the local, if they are constant.
    pub fn constant_sets(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        set: &'p Expr,
    ) -> Made<Option<RowProfile>> {
        let Some(profile) = self.profile(scope, open, set) else { return Ok(None) };
        let Ok(range) = self.input.range(set.ty.kind, set.span) else { return Ok(None) };
        let [row] = &profile.rows[..] else { return Ok(None) };
        let set = |value: &Value| if let Value::Set(set) = value { Some(set.clone()) } else { None };
        Ok(Some(RowProfile { sets: row.iter().map(set).collect(), range }))
    }

    /// The mask of the `x` that a constant function takes into a set.
    pub fn preimage(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        function: &'p Expr,
        set: impl FnOnce(&mut Self, &mut RoutineScope<'p>) -> Made<SetBits>,
    ) -> Made<Mask> {
        let Some(profile) = self.profile(scope, open, function) else { return Ok(None) };
        let Kind::Element(_) = function.ty.kind else { return Ok(None) };
        if self.input.does(Optimization::Shifts)
            && open.1.words() == 1
            && let Some(steps) = steps(&profile.rows)
        {
            let bits = set(self, scope)?;
            return Ok((bits.words.len() == 1)
                .then(|| vec![self.emit.shifted(&steps, profile.index, bits.words[0])]));
        }
        let [row] = &profile.rows[..] else { return Ok(None) };
        let bits = set(self, scope)?;
        let image = |value: &Value| match value {
            Value::Element(e) => Some([i64::from(*e)].into_iter().collect()),
            _ => None,
        };
        let images: Vec<Option<Set>> = row.iter().map(image).collect();
        Ok(Some(self.emit.meeting(&images, open.1, &bits)))
    }

    /// The mask of `T(x) <= S` or `S <= T(x)`.
    pub fn masks_subset(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Made<Mask> {
        match (mentions(a, open.0), mentions(b, open.0)) {
            (true, false) => self.rows_within(scope, open, a, b),
            (false, true) => self.rows_around(scope, open, a, b),
            _ => Ok(None),
        }
    }

    fn rows_within(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Made<Mask> {
        let Some(RowProfile { sets, range }) = self.constant_sets(scope, open, a)? else { return Ok(None) };
        if open.1.words() != 1 {
            return Ok(None);
        }
        let bits = self.set(scope, b)?;
        let none = bits.none;
        let bits = self.emit.rerange(bits, range);
        let among = sets.iter().enumerate().filter(|(_, set)| set.is_some());
        let among = among.fold(0u64, |mask, (x, _)| mask | 1 << x);
        let mut mask = self.emit.number(among);
        let empty = Set::default();
        for (i, word) in bits.words.iter().enumerate() {
            let row = |set: &Option<Set>| super::rays::word_of(set.as_ref().unwrap_or(&empty), range.low, i);
            let table = self.emit.table("rows", sets.iter().map(row).collect(), 0);
            mask = self.emit.op(Op::Subsets(table, mask, *word));
        }
        Ok(Some(self.emit.unless_flag(vec![mask], none)))
    }

    fn rows_around(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Made<Mask> {
        let Some(RowProfile { sets, range }) = self.constant_sets(scope, open, b)? else { return Ok(None) };
        let bits = self.set(scope, a)?;
        let none = bits.none;
        if bits.range.low != range.low || bits.range.width != range.width {
            return Ok(None);
        }
        let all: Set = (0..range.width as i64).map(|e| range.low.wrapping_add(e)).collect();
        let without =
            |set: &Option<Set>| Some(set.as_ref().map_or_else(|| all.clone(), |set| all.difference(set)));
        let lacking: Vec<Option<Set>> = sets.iter().map(without).collect();
        let outside = self.emit.meeting(&lacking, open.1, &bits);
        let inside = self.emit.complement(outside, open.1);
        let sets_there = sets.iter().enumerate().filter(|(_, set)| set.is_some()).map(|(x, _)| x as i64);
        let there: Set = sets_there.collect();
        let there: Vec<Reg> =
            (0..open.1.words()).map(|i| self.emit.number(super::rays::word_of(&there, 0, i))).collect();
        let mask = self.emit.combined(inside, there, true);
        Ok(Some(self.emit.unless_flag(mask, none)))
    }

    /// The mask of the `x` for which a set is not empty.
    pub fn masks_not_empty(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        set: &'p Expr,
    ) -> Made<Mask> {
        if set.ty.or_none {
            return Ok(None);
        }
        if !mentions(set, open.0) {
            let bits = self.set(scope, set)?;
            let some = self.is_not_empty(&bits);
            return Ok(Some(self.emit.all_or_nothing(some, open.1)));
        }
        if let Some(RowProfile { sets, range }) = self.constant_sets(scope, open, set)? {
            let full = self.emit.number(1);
            let words = self.emit.all_or_nothing(full, range);
            return Ok(Some(self.emit.meeting(&sets, open.1, &SetBits { words, none: None, range })));
        }
        match &set.kind {
            ExprKind::Intersect(a, b) => self.masks_meets(scope, open, a, b),
            ExprKind::Union(a, b) => {
                let Some(first) = self.masks_not_empty(scope, open, a)? else { return Ok(None) };
                let Some(second) = self.masks_not_empty(scope, open, b)? else { return Ok(None) };
                Ok(Some(self.emit.combined(first, second, false)))
            }
            ExprKind::Call(def, arguments) => {
                let Some((mut own, parameter, missing)) = self.opened(scope, open, *def, arguments)? else {
                    return Ok(None);
                };
                let body = &self.input.program.defs[def.index()].body;
                let mask = self.masks_not_empty(&mut own, (parameter, open.1), body)?;
                Ok(mask.map(|mask| self.emit.unless_flag(mask, missing)))
            }
            ExprKind::Run(_, _, _, through) if mentions(through, open.0) => Ok(None),
            ExprKind::Run(steps, c, d, through) => {
                let step = self.step_back(scope, open, *steps, [c, d])?;
                let Some(step) = step else { return Ok(None) };
                let bits = self.set(scope, through)?;
                let words = vec![self.emit.stepped(&step, bits.words[0])];
                Ok(Some(self.emit.unless_flag(words, step.none)))
            }
            ExprKind::Quantified { quantifier: Quantifier::Union, binders, guard, body } => {
                let [(local, set)] = &binders[..] else { return Ok(None) };
                if mentions(set, open.0) {
                    return Ok(None);
                }
                self.joined_over(scope, open, (*local, set), &mut |lower, scope| {
                    let Some(guard) = lower.bit_parallel_masks(scope, open, guard)? else { return Ok(None) };
                    let Some(body) = lower.masks_not_empty(scope, open, body)? else { return Ok(None) };
                    Ok(Some(lower.emit.combined(guard, body, true)))
                })
            }
            _ => Ok(None),
        }
    }

    /// The mask of `T(x) & S != {}`.
    fn masks_meets(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Made<Mask> {
        let (rows, set) = match (mentions(a, open.0), mentions(b, open.0)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return Ok(None),
        };
        let Some(RowProfile { sets, range }) = self.constant_sets(scope, open, rows)? else {
            return Ok(None);
        };
        let bits = self.set(scope, set)?;
        if bits.range.low != range.low || bits.range.width != range.width {
            return Ok(None);
        }
        Ok(Some(self.emit.meeting(&sets, open.1, &bits)))
    }

    /// The step from `x` in a direction that does not depend on `x`, on a board all of whose rays
    /// are monotone in the numbers of cells.
    fn step_back(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        table: TableId,
        [c, d]: [&'p Expr; 2],
    ) -> Made<Option<StepBack>> {
        let board = &self.input.program.tables[table.index()];
        let is_open = matches!(c.kind, ExprKind::Local(local) if local == open.0);
        let [TableIndex::Domain(cells), TableIndex::Domain(directions)] = board.indexes[..] else {
            return Ok(None);
        };
        let (cells, directions) = (self.input.size(cells), self.input.size(directions));
        let fits = is_open && !mentions(d, open.0) && cells == open.1.width && cells <= 64;
        if !fits || !self.input.does(Optimization::Rays) || !super::rays::are_rays(board, cells, directions) {
            return Ok(None);
        }
        let entry =
            |cell: usize, d: usize| board.entries.get(cell * directions + d).cloned().unwrap_or_default();
        let rows: Vec<Vec<Value>> =
            (0..directions).map(|d| (0..cells).map(|cell| entry(cell, d)).collect()).collect();
        let Some(steps) = steps(&rows) else { return Ok(None) };
        let way = self.expr(scope, d)?;
        let none = self.none_flag(&way);
        let super::value::Val::Element(direction, ..) = way else { return Ok(None) };
        Ok(Some(StepBack { steps, direction, none }))
    }

    /// The mask of `stop(x, d, S) in T`: from the cells of `T` backwards through `S`.
    pub fn masks_stop(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        (table, [c, d, through]): (TableId, [&'p Expr; 3]),
        set: &'p Expr,
    ) -> Made<Mask> {
        if mentions(through, open.0) {
            return Ok(None);
        }
        let Some(step) = self.step_back(scope, open, table, [c, d])? else { return Ok(None) };
        let through = self.set(scope, through)?;
        let target = self.set(scope, set)?;
        let steps = self.emit.steps_table(&step.steps);
        let found = self.emit.op(Op::Slide(steps, step.direction, target.words[0], through.words[0]));
        let none = self.emit.either(step.none, through.none);
        Ok(Some(self.emit.unless_flag(vec![found], none)))
    }
}

/// A step in a direction known at run time, to be applied backwards.
struct StepBack {
    steps: SlideSteps,
    direction: Reg,
    none: Option<Reg>,
}
