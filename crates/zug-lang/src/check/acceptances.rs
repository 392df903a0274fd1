//! The programs of accepted texts: constants by their values, fields by their initial values, moves
//! by their types.

use super::tests::accepted;
use crate::program::{DomainKind, Kind, Program, Value};

const HEAD: &str = "game \"G\" players X, O board Cell = grid(3, 3) graph Point { 1-2-3-1, 3-4 } range R = 2..5\n\
    enum Side { left, right } family Edge of Cell = { {a, b} for a in Cell, b in near(a) } board T = triangle(3)\n\
    board Ring = ring(4) param heaps: list of 0..9 = [3, 4, 5]\n";

fn program(items: &str) -> Program {
    accepted(&format!("{HEAD}{items}\nmove m {{ }}"))
}

/// Asserts the value of a constant, written as in a definition.
#[track_caller]
fn is(ty: &str, constant: &str, value: &str) {
    let program = program(&format!("param p: {ty} or none = {constant}"));
    let (_, text) = program.params.iter().find(|(name, _)| name == "p").expect("the param");
    assert_eq!(text, value, "{constant}");
}

#[track_caller]
fn holds(condition: &str) {
    is("0..1", &format!("if {condition} then 1 else 0"), "1");
}

#[test]
fn arithmetic_rounds_down_and_remainders_have_the_sign_of_the_divisor() {
    is("-99..99", "-7 / 2", "-4");
    is("-99..99", "-7 % 3", "2");
    is("-99..99", "7 % -3", "-2");
    is("-99..99", "2 + 3 * 4 - -1", "15");
    is("-99..99", "1 / 0", "none");
    is("-99..99", "abs(-3) + min(4, 2, 9) * max(1, 2)", "7");
    is("-99..99", "len(heaps) * heaps[2]", "12");
    is("-99..99", "heaps[4]", "none");
    is("-99..99", "sum(k in 1..4: k * k)", "30");
    is("-99..99", "min(k in 1..0: k)", "none");
}

#[test]
fn boards_have_steps_and_coordinates() {
    is("Cell", "step(a1, northeast)", "b2");
    is("Cell", "step(a1, east, 2)", "c1");
    is("Cell", "step(c1, east, -2)", "a1");
    is("Cell", "west(a1)", "none");
    is("Cell", "Cell(2, 3)", "b3");
    is("Cell", "Cell(0, 3)", "none");
    is("0..99", "c2.x * 3 + Cell.c2.y", "11");
    is("set of Cell", "near(b2)", "{b1, a2, c2, b3}");
    is("set of Cell", "if a1 = b1 then {} else a1", "{a1}");
    is("set of Cell", "union(c in {a1, b2}: if c = a1 then {} else c)", "{b2}");
    is("set of Cell", "near(a1, {east, northeast})", "{b1, b2}");
    is("set of Cell", "near({a1, c1})", "{b1, a2, c2}");
    is("set of Cell", "shift({a1, c1}, east)", "{b1}");
    is("set of Cell", "run(a1, north, Cell)", "{a2, a3}");
    is("Cell", "stop(a1, north, {a2})", "a3");
    is("set of Cell", "reach(a1, {a1, a2, c3, b3})", "{a1, a2}");
    is("0..99", "distance(a1, c3)", "4");
    is("0..99", "distance(a1, c3, compass(Cell))", "2");
    is("0..99", "count(compass(Cell)) * 10 + count(orthogonal)", "84");
    is("Direction", "opposite(north)", "south");
    is("Ring", "forward(4)", "1");
    is("set of Ring", "run(1, forward, Ring)", "{2, 3, 4}");
    is("Ring", "stop(1, forward, Ring)", "none");
    is("Ring", "step(Ring.1, backward, 6)", "3");
    is("T", "southeast(1)", "3");
    is("T", "T(2, 3)", "5");
}

#[test]
fn graphs_have_neighbours_and_their_numbers_are_names() {
    is("Point", "4", "4");
    is("set of Point", "near(Point.3)", "{1, 2, 4}");
    is("set of Point", "near(3)", "{1, 2, 4}");
    is("set of Point", "reach({1}, Point - 3)", "{1, 2}");
    is("0..9", "distance(Point.1, 4)", "2");
    holds("4 in near(Point.3)");
}

#[test]
fn families_are_sets_and_elements() {
    is("0..99", "count(Edge)", "12");
    is("Edge", "Edge(b1, a1)", "a1-b1");
    is("Edge", "Edge(a1, c1)", "none");
    is("Cell", "Edge(a1, b1).2", "b1");
    is("set of Cell", "Edge(a1, b1) + c3", "{a1, b1, c3}");
    is("set of Edge", "{ e in Edge where a1 in e }", "{a1-b1, a1-a2}");
    is("set of Edge", "{ {a1, b1}, {b1, c1} }", "{a1-b1, b1-c1}");
    is("set of Edge", "Edge - { e in Edge where e != {a1, b1} }", "{a1-b1}");
    is("set of Cell", "union(e in Edge where c3 in e: e)", "{c2, b3, c3}");
    is("set of Cell", "reach(a1, { {a1, b1}, {b1, b2}, {c2, c3} } & Edge)", "{a1, b1, b2}");
    holds("Edge(a1, b1) <= {a1, b1, c1} and Edge(a1, b1) < {a1, b1, c1} and not Edge(a1, b1) < {a1, b1}");
}

#[test]
fn members_of_families_are_ordered_as_sets() {
    let text = "family F of Cell = { {b1, c1}, {a1, c1}, {a1, b1, c1}, {a1}, {c1, b1}, {} } - { {a1} } + lines(Cell, 9)";
    let program = program(text);
    let domain = program.domains.iter().find(|d| d.name == "F").expect("the family");
    assert_eq!(domain.members, ["a1-b1-c1", "a1-c1", "b1-c1"]);
    assert!(matches!(&domain.kind, DomainKind::Family { members, .. } if members.len() == 3));
}

#[test]
fn families_of_families_are_families() {
    let program = program("family Pair of Edge = { {e, f} for e in Edge, f in Edge where count(e & f) = 1 }");
    let domain = program.domains.iter().find(|d| d.name == "Pair").expect("the family");
    assert_eq!(domain.len(), 22);
}

#[test]
fn numbers_stand_for_members_and_members_for_numbers() {
    is("R", "3", "3");
    is("R", "6", "none");
    is("0..99", "R.3 + R.5", "8");
    is("set of R", "1..3", "{2, 3}");
    is("set of R", "{ r in R where r % 2 = 0 }", "{2, 4}");
    is("set of Ring", "{ 2 * k for k in 1..4 }", "{2, 4}");
    holds("R.3 = 3 and R.3 in {3, 7} and 3 in R and 6 not in R");
    holds("Ring.3 = R.3 and R.2 < R.4 < 9");
}

#[test]
fn none_is_a_value_for_equality_alone() {
    holds("west(a1) = none and west(a1) != a1 and not (west(a1) in Cell) and west(a1) not in Cell");
    holds("not (1 / 0 < 3) and not (1 / 0 >= 3) and 1 / 0 = none");
    is("set of Cell", "a1 + west(a1)", "{a1}");
    is("set of Cell", "{a1, west(a1)}", "{a1}");
    holds("{west(a1)} = {} and not ({west(a1)} & Cell != {}) and count({a1, west(a1), a1}) = 1");
    is("set of Cell", "{ west(c) for c in {a1, b1} }", "{a1}");
    holds("near(west(a1)) = {}");
    holds("not (west(a1) in Cell) and {} <= Cell");
    holds("none + a1 = none and a1 + none = none and none - a1 = none and none & a1 = none");
    holds("none + {a1} = {a1} and {a1} + none = {a1} and Cell & none = {}");
}

#[test]
fn connectives_bind_as_written() {
    holds("true or false and false");
    holds("not false implies true");
    holds("not 1 = 2");
    holds("some c in Cell: c = a1 and c.x = 1");
    holds("every c in Cell: no d in near(c): d = c");
    holds("1 < 2 <= 2 and a1 < b1 and X < O");
    holds("(if 1 = 2 then a1 else b1) = b1");
    holds("2..3 + 1 = 2..4");
}

#[test]
fn fields_begin_as_written_or_empty() {
    let program = program(
        "state { s: set of Cell i: 3..9 yes: bool e: Cell or none t[Player]: set of Cell = [ {a1}, Cell - a1 ]\n\
         u[r: R]: 0..99 = 2 * r + 1 v[Player, Side]: 0..9 = [[1, 2], [3, 4]] w[Side]: 0..9 = 7 }",
    );
    let begins = |name: &str| {
        let field = program.fields.iter().find(|f| f.name == name).expect("the field");
        let words = field.initial.iter().map(|v| program.show_value(v, field.ty).to_string());
        words.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(begins("s"), "{}");
    assert_eq!(begins("i"), "3");
    assert_eq!(begins("yes"), "false");
    assert_eq!(begins("e"), "none");
    assert_eq!(begins("t"), "{a1} {b1, c1, a2, b2, c2, a3, b3, c3}");
    assert_eq!(begins("u"), "5 7 9 11");
    assert_eq!(begins("v"), "1 2 3 4");
    assert_eq!(begins("w"), "7 7");
}

#[test]
fn a_picture_gives_the_start() {
    let program = program(
        "state { men[Player]: set of Cell kings: set of Cell king: Cell = a1 kind[Cell]: Side or none }\n\
         show Cell { king: \"!\", men[X] & kings: \"K\", men[X]: \"x\", men[O]: \"o\", kind = right: \"r\", else: \".\" }\n\
         start \"o.K\" \"r.!\" \"x..\"",
    );
    let begins = |name: &str| {
        let field = program.fields.iter().find(|f| f.name == name).expect("the field");
        field.initial.iter().map(|v| program.show_value(v, field.ty).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(begins("men"), ["{a1, c3}", "{a3}"]);
    assert_eq!(begins("kings"), ["{c3}"]);
    assert_eq!(begins("king"), ["c2"]);
    assert_eq!(begins("kind").iter().position(|kind| kind == "right"), Some(3));
}

#[test]
fn a_var_is_bounded_by_the_loops_around_what_it_adds() {
    let text = "move n { var k = 0 for c in Cell { k += 2 } var q = none q = b2 var s = {} s += a1 }";
    let program = program(text);
    let play = program.moves.iter().find(|m| m.name == "n").expect("the move");
    let ty = |name: &str| play.frame.locals.iter().find(|l| l.name == name).expect("the local").ty;
    assert_eq!(ty("k").kind, Kind::Int { low: 0, high: 18 });
    assert!(matches!(ty("q").kind, Kind::Element(_)) && ty("q").or_none);
    assert!(matches!(ty("s").kind, Kind::Set(_)));
}

#[test]
fn a_var_that_grows_by_itself_is_bounded_all_the_same() {
    let program = program("move n { var k = 1 repeat 9 { k = k * 2 } }");
    let play = program.moves.iter().find(|m| m.name == "n").expect("the move");
    assert!(matches!(play.frame.locals[0].ty.kind, Kind::Int { low, high } if low <= 1 && high >= 1 << 47));
}

#[test]
fn asked_moves_stand_in_text_order() {
    let program = program(
        "followup a(c in Cell) { } followup b { } move n(c in Cell) { again with b or a(c) when c != a1 again with m }",
    );
    let shapes: Vec<Vec<(u32, usize)>> =
        program.requests.iter().map(|s| s.moves.iter().map(|(id, n)| (id.0, *n)).collect()).collect();
    assert_eq!(shapes, [vec![(0, 1), (1, 0)], vec![(3, 0)]]);
}

#[test]
fn a_tree_is_a_token_that_walks() {
    let program = accepted("game \"T\" players A, B tree { left: [2, 4], right: 3 } expect value = 3 to A");
    assert!(program.tree && program.points);
    assert_eq!(program.moves.len(), 1);
    assert_eq!(program.fields[0].initial, [Value::Element(0)]);
    assert_eq!(
        program
            .domain(match program.fields[0].ty.kind {
                Kind::Element(domain) => domain,
                _ => panic!("the token stands on a node"),
            })
            .members,
        ["root", "left", "left-1", "left-2", "right"]
    );
}
