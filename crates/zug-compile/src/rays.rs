//! Lowers walks over a board: runs, the cells that end them, and connected sets.
//!
//! A ray whose cells have increasing (or decreasing) numbers is a mask: the run along it ends at
//! the lowest (highest) bit of the ray that is not in the set. Rays that return to their cell, on
//! rings and tori, are walked cell by cell.

use super::emitter::RoutineEmitter;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{MemberRange, SetBits, Val};
use zug_lang::program::*;
use zug_machine::ir::{IrNode, Op, Reg};
use zug_machine::optimization::Optimization;

/// One word of a set's bits, where bit 0 of the first word stands for `low`.
pub(super) fn word_of(set: &Set, low: i64, word: usize) -> u64 {
    let at = |member: i64| member.wrapping_sub(low).wrapping_sub(word as i64 * 64);
    set.iter().map(at).filter(|at| (0..64).contains(at)).fold(0, |bits, at| bits | 1 << at)
}

/// The rays of a board: for each cell and direction the mask of an increasing ray, and that of a
/// decreasing one; one of them is 0.
struct Rays {
    up: Vec<u64>,
    down: Vec<u64>,
}

/// The rays as masks, if each of them is increasing or decreasing.
fn rays(steps: &Table, cells: usize, directions: usize) -> Option<Rays> {
    let mut rays = Rays { up: Vec::new(), down: Vec::new() };
    for cell in 0..cells {
        for direction in 0..directions {
            let (mut up, mut down, mut at) = (0u64, 0u64, cell);
            while let Some(Value::Element(next)) = steps.entries.get(at * directions + direction) {
                let next = *next as usize;
                let side = if next > at { &mut up } else { &mut down };
                *side |= 1 << next;
                let turned = up != 0 && down != 0;
                if turned || next == at {
                    return None;
                }
                at = next;
            }
            rays.up.push(up);
            rays.down.push(down);
        }
    }
    Some(rays)
}

/// Whether every ray of a board is increasing or decreasing in the numbers of its cells.
pub(super) fn are_rays(steps: &Table, cells: usize, directions: usize) -> bool {
    cells <= 64 && rays(steps, cells, directions).is_some()
}

/// The operands of a run: its cell, its direction, their row in the step table, and the set it runs
/// through.
struct RunWalk {
    cell: Reg,
    direction: Reg,
    row: Reg,
    through: SetBits,
    none: Option<Reg>,
    cells: usize,
    directions: usize,
}

type Three<'p> = (&'p Expr, &'p Expr, &'p Expr);

impl RoutineEmitter {
    /// The union of the rows whose bits are set in `of`, word by word.
    pub fn union_of(&mut self, name: &str, rows: &[Set], range: MemberRange, of: &[Reg]) -> Vec<Reg> {
        (0..range.words())
            .map(|word| {
                let mut joined = self.number(0);
                for (from, mask) in of.iter().enumerate() {
                    let rows = rows.iter().skip(from * 64).take(64);
                    let rows: Vec<u64> = rows.map(|row| word_of(row, range.low, word)).collect();
                    if rows.iter().any(|row| *row != 0) {
                        let table = self.table(name, rows, 0);
                        let part = self.op(Op::Union(table, *mask));
                        joined = self.or(joined, part);
                    }
                }
                joined
            })
            .collect()
    }
}

impl<'p> RoutineCompiler<'p> {
    fn walk(
        &mut self,
        scope: &mut RoutineScope<'p>,
        steps: TableId,
        (c, d, set): Three<'p>,
    ) -> Made<RunWalk> {
        let indexes = &self.input.program.tables[steps.index()].indexes;
        let size = |at: usize| match indexes.get(at) {
            Some(TableIndex::Domain(domain)) => Ok(self.input.size(*domain)),
            _ => Err(super::unexpected(c.span)),
        };
        let (cells, directions) = (size(0)?, size(1)?);
        let from = self.expr(scope, c)?;
        let way = self.expr(scope, d)?;
        let through = self.set(scope, set)?;
        let none = [self.none_flag(&from), self.none_flag(&way), through.none];
        let none = none.into_iter().fold(None, |all, one| self.emit.either(all, one));
        let index = |val: Val| if let Val::Element(reg, ..) = val { reg } else { Reg(0) };
        let (cell, direction) = (index(from), index(way));
        let mut row = self.emit.op(Op::Index(cell, directions as u64, direction));
        if let Some(flag) = none {
            let beyond = self.emit.number(u64::MAX >> 1);
            row = self.emit.select(flag, beyond, row);
        }
        Ok(RunWalk { cell, direction, row, through, none, cells, directions })
    }

    /// The two masks of the ray at run time, if the board's rays are masks.
    fn ray(&mut self, steps: TableId, walk: &RunWalk) -> Option<(Reg, Reg)> {
        let table = &self.input.program.tables[steps.index()];
        let rays = if walk.cells <= 64 && self.input.does(Optimization::Rays) {
            rays(table, walk.cells, walk.directions)
        } else {
            None
        }?;
        let up = self.emit.table("up", rays.up, 0);
        let down = self.emit.table("down", rays.down, 0);
        Some((self.emit.op(Op::Table(up, walk.row)), self.emit.op(Op::Table(down, walk.row))))
    }

    /// The run: the unbroken cells of a set along a ray, without the first cell.
    pub fn run(
        &mut self,
        scope: &mut RoutineScope<'p>,
        steps: TableId,
        three: Three<'p>,
        expr: &'p Expr,
    ) -> Made<SetBits> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        let walk = self.walk(scope, steps, three)?;
        let words = match self.ray(steps, &walk) {
            Some((up, down)) => vec![self.emit.op(Op::Run(up, down, walk.through.words[0]))],
            None => self.stepwise(steps, &walk, range).0,
        };
        Ok(SetBits { words, none: None, range })
    }

    /// The cell that ends the run; the number of cells if the board ends it.
    pub fn stop(
        &mut self,
        scope: &mut RoutineScope<'p>,
        steps: TableId,
        three: Three<'p>,
        expr: &'p Expr,
    ) -> Made<Reg> {
        let Kind::Element(domain) = expr.ty.kind else { return Err(super::unexpected(expr.span)) };
        let walk = self.walk(scope, steps, three)?;
        match self.ray(steps, &walk) {
            Some((up, down)) => {
                let stop = self.emit.op(Op::Stop(up, down, walk.through.words[0]));
                // A bit behind the last cell makes `Ctz` give the number of cells where the run
                // meets the edge. With 64 cells it is shifted out, and `Ctz(0)` is 64.
                let beyond = self.emit.number(zug_machine::eval::shl(1, walk.cells as u64));
                let stop = self.emit.or(stop, beyond);
                Ok(self.emit.op(Op::Ctz(stop)))
            }
            None => {
                let range = MemberRange { low: 0, width: walk.cells, domain: Some(domain) };
                Ok(self.stepwise(steps, &walk, range).1)
            }
        }
    }

    /// Whether the cell that ends a run is in a set; none if the board has no masks for its rays.
    /// The number of the cell is not computed.
    pub fn stops_in(
        &mut self,
        scope: &mut RoutineScope<'p>,
        steps: TableId,
        three: Three<'p>,
        set: &'p Expr,
    ) -> Made<Option<Reg>> {
        let walk = self.walk(scope, steps, three)?;
        let Some((up, down)) = self.ray(steps, &walk) else { return Ok(None) };
        let stop = self.emit.op(Op::Stop(up, down, walk.through.words[0]));
        let bits = self.set(scope, set)?;
        let inside = self.emit.and(stop, bits.words[0]);
        let outside = self.emit.is_zero(inside);
        Ok(Some(self.emit.not(outside)))
    }

    /// Walks cell by cell: the cells of the run, and the cell that ends it, or the number of cells
    /// if there is none.
    fn stepwise(&mut self, steps: TableId, walk: &RunWalk, range: MemberRange) -> (Vec<Reg>, Reg) {
        let size = walk.cells as u64;
        let rows: Vec<u64> = self.input.program.tables[steps.index()]
            .entries
            .iter()
            .map(|to| if let Value::Element(to) = to { u64::from(*to) } else { size })
            .collect();
        let table = self.emit.table("step", rows, size);
        let zero = self.emit.number(0);
        let first = self.emit.op(Op::Table(table, walk.row));
        let at = self.emit.b.carried(first);
        let run: Vec<Reg> = (0..range.words()).map(|_| self.emit.b.carried(zero)).collect();
        let done = self.emit.b.carried(zero);
        let count = self.emit.number(size + 1);
        let pass = self.emit.b.open_loop();
        let here = self.emit.b.now(at);
        let mut cells: Vec<Reg> = run.iter().map(|word| self.emit.b.now(*word)).collect();
        let so_far = SetBits { words: cells.clone(), none: None, range };
        let round = self.emit.op(Op::Eq(here, walk.cell));
        let seen = self.emit.bit_of(&so_far, here);
        let round = self.emit.or(round, seen);
        let through = self.emit.bit_of(&walk.through, here);
        let on = self.emit.op(Op::AndNot(through, round));
        let beyond = self.emit.number(size);
        let stays = self.emit.select(round, beyond, here);
        let row = self.emit.op(Op::Index(here, walk.directions as u64, walk.direction));
        let next = self.emit.op(Op::Table(table, row));
        let next = self.emit.select(on, next, stays);
        self.put_in(&mut cells, &Val::Int(here, Some(zero)), range);
        for (word, (grown, before)) in run.iter().zip(cells.into_iter().zip(so_far.words)) {
            let grown = self.emit.select(on, grown, before);
            self.emit.b.set(*word, grown);
        }
        self.emit.b.set(at, next);
        let ends = self.emit.not(on);
        self.emit.b.set(done, ends);
        let body = self.emit.b.close_block();
        self.emit.b.push(IrNode::Repeat { count, pass, body, until: Some(done) });
        run.iter().chain([&at, &done]).for_each(|reg| self.emit.b.settle(*reg));
        let end = match walk.none {
            Some(flag) => self.emit.select(flag, beyond, at),
            None => at,
        };
        (run, end)
    }

    /// The cells connected to a set inside another: a flood fill.
    pub fn reach(
        &mut self,
        scope: &mut RoutineScope<'p>,
        near: TableId,
        (from, within): (&'p Expr, &'p Expr),
        expr: &'p Expr,
    ) -> Made<SetBits> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        let from = self.set(scope, from)?;
        let within = self.set(scope, within)?;
        let empty = Set::default();
        let rows = self.input.program.tables[near.index()].entries.iter();
        let rows: Vec<Set> =
            rows.map(|row| if let Value::Set(set) = row { set.clone() } else { empty.clone() }).collect();
        let words = if range.words() == 1 {
            let masks = rows.iter().map(|row| word_of(row, 0, 0)).collect();
            let table = self.emit.table("near", masks, 0);
            vec![self.emit.op(Op::Flood(table, from.words[0], within.words[0]))]
        } else {
            let start = from.words.iter().zip(&within.words).map(|(f, w)| self.emit.and(*f, *w)).collect();
            self.until_stable(start, rows.len(), |lower, reached| {
                let near = lower.emit.union_of("near", &rows, range, reached);
                near.iter().zip(&within.words).map(|(n, w)| lower.emit.and(*n, *w)).collect()
            })
        };
        Ok(SetBits { words, none: None, range })
    }

    /// The elements connected to a set by links, the members of a family.
    pub fn reach_links(
        &mut self,
        scope: &mut RoutineScope<'p>,
        family: DomainId,
        (from, links): (&'p Expr, &'p Expr),
        expr: &'p Expr,
    ) -> Made<SetBits> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        let from = self.set(scope, from)?;
        let links = self.set(scope, links)?;
        let members = self.input.members(family);
        let at: Vec<Set> = (0..range.width as i64)
            .map(|e| (0..members.len()).filter(|m| members[*m].contains(e)).map(|m| m as i64).collect())
            .collect();
        let none = self.emit.either(from.none, links.none);
        let words = self.until_stable(from.words, range.width, |lower, reached| {
            let touched = lower.emit.union_of("links", &at, links.range, reached);
            let touched: Vec<Reg> =
                touched.iter().zip(&links.words).map(|(t, l)| lower.emit.and(*t, *l)).collect();
            lower.emit.union_of("joined", members, range, &touched)
        });
        let zero = self.emit.number(0);
        let words = match none {
            Some(flag) => words.into_iter().map(|word| self.emit.select(flag, zero, word)).collect(),
            None => words,
        };
        Ok(SetBits { words, none: None, range })
    }

    /// Repeats a step from `start` until it adds nothing. `most` bounds the number of steps that
    /// add something.
    fn until_stable(
        &mut self,
        start: Vec<Reg>,
        most: usize,
        step: impl Fn(&mut Self, &[Reg]) -> Vec<Reg>,
    ) -> Vec<Reg> {
        let zero = self.emit.number(0);
        let reached: Vec<Reg> = start.into_iter().map(|word| self.emit.b.carried(word)).collect();
        let done = self.emit.b.carried(zero);
        let count = self.emit.number(most as u64 + 1);
        let pass = self.emit.b.open_loop();
        let before: Vec<Reg> = reached.iter().map(|word| self.emit.b.now(*word)).collect();
        let more = step(self, &before);
        let mut new = self.emit.number(0);
        for ((word, old), more) in reached.iter().zip(&before).zip(more) {
            let grown = self.emit.or(*old, more);
            let fresh = self.emit.op(Op::AndNot(more, *old));
            new = self.emit.or(new, fresh);
            self.emit.b.set(*word, grown);
        }
        let stable = self.emit.is_zero(new);
        self.emit.b.set(done, stable);
        let body = self.emit.b.close_block();
        self.emit.b.push(IrNode::Repeat { count, pass, body, until: Some(done) });
        reached.iter().chain([&done]).for_each(|reg| self.emit.b.settle(*reg));
        reached
    }
}
