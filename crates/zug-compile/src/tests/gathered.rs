//! Sets that gather what each member contributes: by one operation where that is constant.

use super::{agree, each_left_out, machine, read};
use zug_machine::ir::{IrNode, Op};
use zug_machine::optimization::{Optimization, Optimizations};

/// A game in which a stone may be put onto the cells of a set.
fn game(set: &str) -> zug_lang::program::Program {
    let text = format!(
        "game \"Gathered\"
         players A, B
         board Cell = grid(3, 3)
         board Wide = grid(13, 6)
         enum Side {{ left, right }}
         state {{ mine: set of Cell  gone: set of Cell  side: Side = left  wide: set of Wide }}
         let part[c: Cell] = {{ d in Cell where d.x = c.x }}
         let next[c: Cell] = step(c, north)
         let by[s: Side, c: Cell] = if s = left then near(c) else {{ d in Cell where d.y = c.y }}
         def free = Cell - mine - gone
         def chosen(s: Side) = {set}
         move put(c in Cell) when c in free {{ mine += c  side = right }}
         move throw(c in Cell) when c in free and c in chosen(side) {{ gone += c  wide += Wide(c.x + 10, c.y) }}
         stuck => draw"
    );
    read(set, &text).expect("a right definition")
}

/// Whether the routine of a position has the operation, and how many loops it has.
fn lowered(set: &str, optimizations: Optimizations) -> (bool, usize) {
    fn count(body: &[IrNode], unions: &mut usize, loops: &mut usize) {
        for node in body {
            match node {
                IrNode::Let(_, Op::Union(..)) => *unions += 1,
                IrNode::If(_, then, otherwise) => {
                    count(then, unions, loops);
                    count(otherwise, unions, loops);
                }
                IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => {
                    *loops += 1;
                    count(body, unions, loops);
                }
                _ => {}
            }
        }
    }
    let (mut unions, mut loops) = (0, 0);
    count(&machine(&game(set), None, optimizations).expand.body, &mut unions, &mut loops);
    (unions > 0, loops)
}

/// The two loops over the moves.
const MOVES: usize = 2;

#[test]
fn what_members_contribute_is_one_operation() {
    for set in [
        "near(mine)",
        "union(c in mine: part[c])",
        "union(c in mine where c in free or c.x = 2: part[c])",
        "{ next[c] for c in mine }",
        "{ c for w in wide, c in Cell where w.x = 10 + c.x and w.y = c.y }",
    ] {
        agree(&game(set), &each_left_out(), 4, 12);
    }
    for set in [
        "near(mine)",
        "union(c in mine: part[c])",
        "union(c in mine where c in free or c.x = 2: part[c])",
        "{ next[c] for c in mine }",
    ] {
        assert_eq!(lowered(set, Optimizations::ALL), (true, MOVES), "{set}");
        let loops = lowered(set, Optimizations::ALL.without(Optimization::Masks)).1;
        assert!(loops > MOVES, "{set}: {loops}");
    }
}

#[test]
fn each_condition_of_one_operation_is_needed() {
    for (set, violated) in [
        ("union(c in mine: part[c] - gone)", "depends on the position"),
        ("union(c in mine: by[s, c])", "depends on another local"),
        ("union(c in mine: { d in Cell where (d.x = c.x) = (me = A) })", "depends on the mover"),
        ("union(c in mine, d in free: if c.x < d.x then part[c] else part[d])", "has two binders"),
        ("union(c in mine where count(near(c) & free) = 2: part[c])", "has a condition without a mask"),
    ] {
        let (has, loops) = lowered(set, Optimizations::ALL);
        assert!(loops > MOVES, "what {violated} is a loop: {set}, {has}");
        agree(&game(set), &each_left_out(), 4, 12);
    }
}
