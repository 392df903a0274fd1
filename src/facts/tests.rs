//! Facts about programs made by hand.

use super::*;
use crate::program::*;
use crate::semantics::samples::*;

/// The heap, where what is taken is counted and the difference is paid to this player.
fn counting(to: Expr, first: Expr, second: Expr) -> Program {
    let mut program = heap();
    program.points = true;
    program.fields.push(a_field("points", &[0], int(0, 5), vec![Value::Int(0); 2]));
    program.moves[0].body.push(assign(1, vec![me()], Store::Add, local(0, int(1, 3))));
    let points = |who: Expr| Box::new(field(1, vec![who], int(0, 5)));
    let difference = ExprKind::Arith(Arith::Sub, points(first), points(second));
    program.stuck = stuck(OutcomeKind::Points(e(difference, int(-5, 5)), to));
    program
}

#[test]
fn points_that_are_only_summed_up_are_additive() {
    let program = counting(element(0, 0), element(0, 0), element(0, 1));
    let fields = vec![(FieldId(1), vec![1, -1])];
    assert_eq!(additive(&program), Some(Additive { fields: fields.clone() }));
    let program = counting(me(), me(), opponent());
    assert_eq!(additive(&program), Some(Additive { fields }));
    assert_eq!(range(&program), (-5, 5));
}

#[test]
fn points_whose_worth_depends_on_the_mover_are_not() {
    let program = counting(element(0, 0), me(), opponent());
    assert_eq!(additive(&program), None);
}

#[test]
fn points_that_a_guard_reads_are_not_additive() {
    let mut program = counting(element(0, 0), element(0, 0), element(0, 1));
    let points = field(1, vec![me()], int(0, 5));
    program.moves[0].when = e(ExprKind::Compare(Order::Less, Box::new(points), Box::new(num(4))), BOOL);
    assert_eq!(additive(&program), None);
}

#[test]
fn a_draw_beside_points_is_worth_nothing_and_so_another_outcome() {
    let mut program = counting(element(0, 0), element(0, 0), element(0, 1));
    program.ends.push(End {
        frame: Frame::default(),
        binders: Vec::new(),
        when: yes(),
        outcome: outcome(OutcomeKind::Draw),
        span: Default::default(),
    });
    assert_eq!(additive(&program), None);
}

#[test]
fn wins_and_a_draw_lie_between_minus_one_and_one() {
    assert_eq!(range(&tic_tac_toe()), (-1, 1));
    assert!(can_be_drawn(&tic_tac_toe()));
    assert!(!can_be_drawn(&heap()));
}
