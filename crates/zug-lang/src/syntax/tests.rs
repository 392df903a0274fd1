//! What the parser accepts, and the trees that it builds.

use super::ast::*;
use super::examples::DEFINITIONS;
use super::*;

/// Parses a text that must have no errors.
fn read(text: &str) -> Game {
    let (game, diagnostics) = parse(FileId::DEFINITION, text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    game
}

/// What is told of a text: the help of each report, or its message where it has none.
pub(super) fn helps_about(text: &str) -> Vec<String> {
    let (_, reports) = parse(FileId::DEFINITION, text);
    reports.into_iter().map(|report| report.help.unwrap_or(report.message)).collect()
}

/// The helps about a definition with a board and a field of every kind, with these lines behind.
pub(super) fn helps_beside_fields(lines: &str) -> Vec<String> {
    helps_about(&format!(
        "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ at: C = a1, s: set of C, n: 0..9, men[Player]: set of C }}\n{lines}\nstuck => draw\n"
    ))
}

#[test]
fn whole_definitions_are_read_without_complaint() {
    for (name, text) in DEFINITIONS {
        let (game, diagnostics) = parse(FileId::DEFINITION, text);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:#?}");
        assert!(game.items.iter().all(|item| !matches!(item.kind, ItemKind::Error)), "{name}");
    }
}

/// A printed tree with its spans removed.
fn without_places(game: &Game) -> String {
    let mut shape = String::new();
    let items = format!("{:?}", game.items);
    let mut rest = items.as_str();
    while let Some(at) = rest.find("Span {") {
        shape.push_str(&rest[..at]);
        rest = &rest[at + rest[at..].find('}').unwrap() + 1..];
    }
    shape + rest
}

#[test]
fn what_is_printed_reads_as_the_same_tree() {
    let forms = FORMS.iter().chain([&BODY]).map(|form| ("form", *form));
    let exprs: Vec<String> = EXPRESSIONS.iter().map(|text| format!("def x = {text}")).collect();
    let exprs = exprs.iter().map(|text| ("expression", text.as_str()));
    for (name, text) in DEFINITIONS.into_iter().chain(forms).chain(exprs) {
        let game = read(text);
        let printed = print::print(&game);
        let (again, diagnostics) = parse(FileId::DEFINITION, &printed);
        assert!(diagnostics.is_empty(), "{name}\n{printed}\n{diagnostics:#?}");
        assert_eq!(without_places(&game), without_places(&again), "{name}\n{printed}");
        assert_eq!(print::print(&again), printed, "{name}");
    }
}

const FORMS: &[&str] = &[
    "param n: 1..20 = 8",
    "param n: {4, 6, 8} = 4",
    "param heaps: list of 0..63 = [3, 4, 5]",
    "param gain[Cell]: 0..99 = [2, 7]",
    "param at: Cell = a1",
    "param b: bool = true",
    "param x: -3..n + 1",
    "param t[Player, h: Heap]: 0..9 or none = [[1, 2], [3, none]]",
    "enum Piece { man, king }",
    "range Take = 1..3",
    "board Cell = grid(3, n + 1)",
    "graph P { a1-d1-g1, 1-2, z }",
    "graph P { ground-a-小-7b }",
    "graph P { a->b-c->d, b->7, e }",
    "family Line of Cell = lines(Cell, 3)",
    "let t[c: Cell] = c.x + c.y",
    "let steps[Card]: set of Spot or none = [ {a}, b ]",
    "board Dark = { c in grid(8, 8) where (c.x + c.y) % 2 = 0 }",
    "let home[Player] = [ {a}, {b} ]",
    "def sides(t: Triangle, n: 0..3) = t",
    "def none_here() = {}",
    "state { a: bool, b: bool c: set of Cell or none }",
    "state { turn = B a: 0..9 = 3 turnip: 0..1 }",
    "state {}",
    "move pass_on { }",
    "move draw(c in S) when x as \"{c}\" { } provided y",
    "followup stop { }",
    "end when a = b => draw",
    "end when a = b => (if a then (if b then A wins else ((draw))) else (f(c)) wins)",
    "stuck => (if a then A else B) loses",
    "stuck => (a + b) * 2 to (me)",
    "stuck => (((a)) to b)",
    "end for p in Player, q in S where p != q when a => 2 * x to p",
    "stuck => if stuck(opponent) then draw else pass",
    "endless => A wins",
    "progress a, b + c",
    "tree [[2, 4], [1, -3]]",
    "tree { left: [2, 4], 7: 3, right: { a: 1, b: 2 } }",
    "show Cell { men[me] & kings: \"K\", piece = rook: \"R\", else: \".\" }",
    "start \"..X\" \".O.\"",
    "expect value = 2 to You",
    "expect B wins in 5",
    "expect draw",
    "expect slow draw in 9",
    "expect slow wins",
    "expect draw, positions = 5, perft = [1, 2]",
    "expect slow with n = 5 after \"x\": A wins in 3, best = \"a, b\", value = B loses",
    "expect with n = 5, stones[X] = {a1, b2}: value = draw",
    "expect slow with n = -5 after \"a1, b2\": positions = 12",
    "expect after \"x\": best = \"a, b\"",
    "expect perft = [1, 2, 3]",
    "expect with P = {a-b-c, b-d} after \"q\": A loses",
    "expect with P = {a->b} after \"q\": A loses",
    "expect with P = {c, a->b-d}: best = \"q\"",
    "expect with start = \"X\" \"O\", turn = B: draw",
    "allow unused, wide_end",
    "stuck => pass",
    "stuck => draw wins",
];

#[test]
fn every_form_of_every_item_is_read() {
    for form in FORMS {
        let game = read(form);
        assert_eq!(game.items.len(), 1, "{form}");
    }
}

const BODY: &str = "move m { x = 1 y += a z[1, b] -= {c} let to = c var value = 2 if a { } else if b { x = 1 } else { y = 2 }
        for x in S, y in T where x < y { in_pit[x] = 0 } repeat n { q = f(q) } again again when x
        again with jump again with jump(to, 1) or stop when can(jump(to)) x = if a then b else c if d { } }";

#[test]
fn a_let_within_an_expression_begins_no_item_and_no_statement() {
    let game = read(
        "def f =\n  let x = 1 in\n  let y = x in y\nlet z = 3\nmove m when\nlet k = z in k > 2 { a = let b = 1 in b let c = a }",
    );
    assert_eq!(game.items.len(), 3);
    let ItemKind::Move(built) = &game.items[2].kind else { panic!("a move") };
    assert_eq!(built.body.len(), 2);
}

#[test]
fn every_form_of_statement_is_read() {
    let game = read(BODY);
    let ItemKind::Move(built) = &game.items[0].kind else { panic!("a move") };
    assert_eq!(built.body.len(), 14);
}

/// Parses an expression as the body of a `def`.
fn expr(text: &str) -> Expr {
    let game = read(&format!("def x = {text}"));
    match game.items.into_iter().next() {
        Some(Item { kind: ItemKind::Def { body, .. }, .. }) => body,
        other => panic!("{other:?}"),
    }
}

const EXPRESSIONS: &[&str] = &[
    "let x = near(c) in a1 in x",
    "1 + let x = a in x in S",
    "let x = if a in S then b else c in some y in S: y in x",
    "let x = some y in S: y < 3 in x or (let y = x in y)",
    "let x = let y = 1 in y in (x in S)",
    "let x = not (a not in b) and c in x",
    "-(let x = a in x).1",
    "1..3",
    "e.1",
    "e.x",
    "e.1..3",
    "a[1].x.2",
    "-x - -y",
    "x - 1",
    "in_pit[x] in 2..3",
    "orthogonal",
    "north(c) not in empty",
    "count(S)",
    "count(x in S where P)",
    "count(x in S)",
    "sum(x in S, y in T where P: x + y)",
    "union(m in M: m)",
    "min(a, b)",
    "min(x in S: x)",
    "{}",
    "{a, b}",
    "{x in S where P}",
    "{E for x in S, y in T where P}",
    "{{a, b} for a in D}",
    "some x in S: P",
    "a and some x in S: P",
    "every x in S, y in T where Q: x < y <= 3",
    "no x in {a}: x = b",
    "if a then b else c",
    "a or if a then b else c",
    "a = b implies not c in d",
    "can(jump(to))",
    "Cell.a1",
    "(a)",
    "not not a",
    "none = me",
    "count",
    "a < b <= c",
    "Cell(x + 1, y)",
    "f()",
    "9007199254740992",
    "a -1",
    "(a + b) * c - (d - e)",
    "-(a + b).x",
    "(if a then b else c) + 1",
    "(some x in S: P) and q",
    "not (a and b)",
    "(not a) = b",
    "(a implies b) implies c",
    "(a = b) = c",
    "(1..3).1",
    "(a..b) & c",
    "-(-x)",
    "a * (b / c)",
];

#[test]
fn all_forms_of_expressions_are_read() {
    for text in EXPRESSIONS {
        expr(text);
    }
}

#[test]
fn not_reaches_further_than_a_comparison_and_less_far_than_and() {
    let ExprKind::Binary(BinaryOp::And, left, _, _) = expr("not a = b and c").kind else { panic!("and") };
    let ExprKind::Unary(UnaryOp::Not, inner) = left.kind else { panic!("not") };
    assert!(matches!(inner.kind, ExprKind::Compare(..)));
}

#[test]
fn implies_binds_to_the_right_and_everything_else_to_the_left() {
    let ExprKind::Binary(BinaryOp::Implies, _, right, _) = expr("a implies b implies c").kind else {
        panic!()
    };
    assert!(matches!(right.kind, ExprKind::Binary(BinaryOp::Implies, ..)));
    let ExprKind::Binary(BinaryOp::Subtract, left, _, _) = expr("a - b - c").kind else { panic!() };
    assert!(matches!(left.kind, ExprKind::Binary(BinaryOp::Subtract, ..)));
}

#[test]
fn places_end_with_the_last_token() {
    let text = "def x = a + b // why\n\n  def y = c";
    let game = read(text);
    assert_eq!(&text[game.items[0].span.start as usize..game.items[0].span.end as usize], "def x = a + b");
    assert_eq!(game.comments[0].text, "// why");
}

#[test]
fn a_notation_keeps_the_places_of_its_expressions() {
    let text = "move m(c in S) as \"é{{{ c.x }}}-{step(c, {a})}\" { }";
    let game = read(text);
    let ItemKind::Move(built) = &game.items[0].kind else { panic!("a move") };
    let pieces = &built.notation.as_ref().unwrap().pieces;
    assert_eq!(pieces.len(), 4);
    let (Piece::Literal(first), Piece::Value(value)) = (&pieces[0], &pieces[1]) else { panic!("{pieces:?}") };
    assert_eq!(first, "é{");
    assert_eq!(&text[value.span.start as usize..value.span.end as usize], "c.x");
}

#[test]
fn brackets_round_an_outcome_change_nothing() {
    let plain = read("stuck => if a then if b then A wins else draw else B loses");
    let bracketed = read("stuck => (if a then (if b then (A wins) else draw) else ((B) loses))");
    assert_eq!(print::print(&plain), print::print(&bracketed));
}

#[test]
fn an_edge_is_an_arrow_where_it_is_written_as_one() {
    let game = read("graph P { a->b-c, d }");
    let ItemKind::Graph { chains, .. } = &game.items[0].kind else { panic!("a graph") };
    assert_eq!(
        chains.iter().map(|chain| chain.arrows.clone()).collect::<Vec<_>>(),
        [vec![true, false], vec![]]
    );
}

#[test]
fn each_fact_of_an_expectation_has_its_place() {
    let text = "expect with n = 5: A wins in 3, positions = 8";
    let game = read(text);
    let ItemKind::Expect(expect) = &game.items[0].kind else { panic!("an expectation") };
    let rendered = |span: Span| &text[span.start as usize..span.end as usize];
    assert_eq!(rendered(expect.head).trim(), "expect with n = 5:");
    assert_eq!(
        expect.facts.iter().map(|(_, span)| rendered(*span)).collect::<Vec<_>>(),
        ["A wins in 3", "positions = 8"]
    );
}

#[test]
fn line_ends_and_byte_order_marks_mean_nothing() {
    let game = read("\u{feff}game \"T\"\r\nplayers 小紫, 小黑\r\n// last");
    assert_eq!(game.items.len(), 2);
}

#[test]
fn settings_are_read() {
    let setting = |text| parse_setting(FileId(1), text).unwrap_or_else(|e| panic!("{text} {e:?}"));
    for text in
        ["n=5", "n = -5", "heaps=[1,2,3]", "stones[X]={a1,b2}", "turn=O", "t=[[1],[2]]", "x=none", "g={a}"]
    {
        assert!(matches!(setting(text).value, SettingValue::Value(_)), "{text}");
    }
    assert!(
        matches!(setting("Point={a-b-c, b-d}").value, SettingValue::Graph(chains, _) if chains.len() == 2)
    );
    for text in ["start=..X/.O./...", "start = \"..X/.O./...\"", "start=\"..X\" \".O.\" \"...\""] {
        assert!(matches!(setting(text).value, SettingValue::Start(rows) if rows.len() == 3), "{text}");
    }
    for text in ["", "n", "n=", "n=5 6", "=5", "start=\"a"] {
        assert!(!parse_setting(FileId(1), text).unwrap_err().is_empty(), "{text}");
    }
}
