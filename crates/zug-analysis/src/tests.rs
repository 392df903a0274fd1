//! Facts about programs built by hand.

use super::*;
use zug_lang::program::*;
use zug_lang::semantics::samples::*;

/// The heap game with a count of the objects taken; the difference is paid to the player `to`.
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
    let fields = vec![(FieldId(1), vec![Some(1), Some(-1)])];
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

/// Pawns on a 3x3 board: forward to an empty cell, or diagonally onto an opposing pawn.
fn pawns(sideways: &[i64]) -> Program {
    let names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    let step = |cell: i64, direction: i64| -> Value {
        let (x, y) = (cell % 3, cell / 3);
        let (x, y) = [(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)][direction as usize];
        let on = (0..3).contains(&x) && (0..3).contains(&y);
        if on { Value::Element((y * 3 + x) as u32) } else { Value::None }
    };
    let element_of = |d: u32| Kind::Element(DomainId(d)).always();
    let maybe = Kind::Element(DomainId(1)).or_none();
    let table =
        |name: &str, indexes: Vec<TableIndex>, ty, entries| Table { name: name.into(), indexes, ty, entries };
    let (cells, directions) = (TableIndex::Domain(DomainId(1)), TableIndex::Domain(DomainId(2)));
    let steps = (0..9).flat_map(|c| (0..4).map(move |d| step(c, d))).collect();
    let stones_ty = Kind::Set(DomainId(1)).always();
    let stones = |who: Expr| field(0, vec![who], stones_ty);
    let go = |from: Expr, way: Expr| e(ExprKind::Table(TableId(0), vec![from, way]), maybe);
    let ahead = || e(ExprKind::Table(TableId(1), vec![me()]), element_of(2));
    let cell = || local(0, element_of(1));
    let inside = |a: Expr, set: Expr| e(ExprKind::In(Box::new(a), Box::new(set)), BOOL);
    let empty =
        minus(minus(set(1, &[0, 1, 2, 3, 4, 5, 6, 7, 8]), stones(element(0, 0))), stones(element(0, 1)));
    let single = |a: Expr| e(ExprKind::Singleton(Box::new(a), true), stones_ty);
    let moved = |to: Expr| {
        let rest = minus(stones(me()), single(cell()));
        let now = e(ExprKind::Union(Box::new(rest), Box::new(single(to))), stones_ty);
        assign(0, vec![me()], Store::Set, now)
    };
    let slant = || go(go(cell(), ahead()), local(1, element_of(2)));
    let takes = assign(0, vec![opponent()], Store::Sub, single(slant()));
    let forward = inside(go(cell(), ahead()), empty);
    let onto = inside(slant(), stones(opponent()));
    let ways = set(2, sideways);
    let start = |cells: &[i64]| Value::Set(cells.iter().copied().collect());
    Program {
        domains: vec![
            players(),
            domain("Cell", DomainKind::Enum, &names),
            domain("Direction", DomainKind::Directions, &["north", "south", "east", "west"]),
        ],
        tables: vec![
            table("step", vec![cells, directions], maybe, steps),
            table(
                "ahead",
                vec![TableIndex::Domain(PLAYER)],
                element_of(2),
                vec![Value::Element(0), Value::Element(1)],
            ),
        ],
        fields: vec![a_field("pawns", &[0], stones_ty, vec![start(&[0, 1, 2]), start(&[6, 7, 8])])],
        moves: vec![
            a_move("go", vec![("c", element_of(1), stones(me()))], forward, vec![moved(go(cell(), ahead()))]),
            a_move(
                "slant",
                vec![("c", element_of(1), stones(me())), ("d", element_of(2), ways)],
                onto,
                vec![moved(slant()), takes],
            ),
        ],
        stuck: stuck(OutcomeKind::Wins(opponent())),
        ..Program::default()
    }
}

#[test]
fn pawns_that_only_go_forward_come_to_an_end() {
    let Ends::Proven { words, .. } = ends(&pawns(&[2, 3])) else { panic!("{:?}", ends(&pawns(&[2, 3]))) };
    assert_eq!(
        words,
        "every move lowers the number of members of `pawns` + the places of `pawns[O]` in the order of their \
         board, or leaves it and increases the places of `pawns[X]` in the order of their board"
    );
}

#[test]
fn pawns_that_may_go_back_prove_nothing() {
    let mut program = pawns(&[2, 3]);
    program.tables[1].entries[1] = Value::Element(0);
    program.fields[0].initial.swap(0, 1);
    assert!(matches!(ends(&program), Ends::Proven { .. }), "both go north");
    program.moves[0].when = yes();
    let free = e(
        ExprKind::Table(TableId(0), vec![local(0, Kind::Element(DomainId(1)).always()), element(2, 2)]),
        Kind::Element(DomainId(1)).or_none(),
    );
    let single = e(ExprKind::Singleton(Box::new(free), true), Kind::Set(DomainId(1)).always());
    program.moves[0].body = vec![assign(0, vec![me()], Store::Add, single)];
    assert!(matches!(ends(&program), Ends::Unproven { .. }));
}

#[test]
fn deep_expressions_are_passed_over() {
    let mut program = heap();
    let mut when =
        e(ExprKind::Compare(Order::Less, Box::new(num(0)), Box::new(field(0, vec![], int(0, 5)))), BOOL);
    for _ in 0..1_000 {
        when = e(ExprKind::Not(Box::new(when)), BOOL);
    }
    program.moves[0].when = when;
    assert!(matches!(ends(&program), Ends::Proven { .. }));
    let game = zug_lang::semantics::Semantics::new(&program);
    assert_eq!(game.legal(&game.start()).map(|moves| moves.len()), Ok(3));
}
