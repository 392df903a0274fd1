//! Games that are sums of parts: recognized only where every condition holds, with the nimbers that
//! were published.

mod common;

use common::facts::{each_alone, program};
use zug::answer::{EngineKind, Limits, Method, Options, Prepared, SolverKind, SumParts};
use zug_lang::program::Program;

const SUM: &str = "game \"Sum\" players A, B board Cell = grid(4, 2)
    family Pair of Cell = { {c, d} for c in Cell, d in near(c) }
    state { free: set of Cell = Cell, shut: bool, marks[Player]: set of Cell, n: 0..9 = 0 }
    move pair(p in Pair) when p <= free { free -= p }
    move one(c in free - near(marks[opponent])) when not shut { free -= c marks[me] += c }
    move close(c in free) when not shut { shut = true }
    stuck => me loses";

#[test]
fn a_sum_is_recognized_only_where_every_condition_holds() {
    let recognized = |program: &Program| zug_analysis::node_kayles(program).is_some();
    each_alone(
        SUM,
        &recognized,
        &[
            // Play ends by being stuck alone, and that loses.
            ("stuck => me loses", "stuck => me wins"),
            ("stuck => me loses", "stuck => draw"),
            ("stuck => me loses", "stuck => A wins"),
            ("stuck => me loses", "stuck => if shut then me loses else me wins"),
            ("stuck => me loses", "stuck => pass"),
            ("stuck => me loses", "stuck => count(marks[A]) - count(marks[B]) to A"),
            ("stuck =>", "end when free = {} => A wins stuck =>"),
            ("stuck =>", "progress 8 - count(free) + if shut then 1 else 0 stuck =>"),
            ("stuck =>", "endless => draw stuck =>"),
            // The turn passes with every move.
            ("marks[me] += c }", "marks[me] += c again when c in marks[me] }"),
            ("marks[me] += c }", "marks[me] += c again with more }  followup more(d in free) { free -= d }"),
            ("stuck =>", "provided free != {} stuck =>"),
            // A move is legal exactly where some things have certain values.
            ("when p <= free", "when p & free != {}"),
            ("when p <= free", "when p <= free and count(free) > 2"),
            ("when not shut {", "when not shut or c in marks[A] {"),
            ("(c in free) when", "(c in if shut then free else Cell) when"),
            // The body changes certain things to certain values and does nothing else.
            ("free -= p }", "free -= p & marks[A] }"),
            ("free -= p }", "free -= p if shut { free = {} } }"),
            ("free -= p }", "free -= p n += 1 }"),
            ("free -= p }", "free -= p for c in marks[A] { free -= c } }"),
            // What is not legal never becomes legal.
            ("shut = true }", "shut = false }"),
            ("free -= p }", "free -= p shut = false }"),
            ("free -= p }", "free = free - p + {a1} }"),
            ("marks[me] += c }", "marks[me] += c marks[opponent] = {} }"),
            ("(c in free) when not shut {", "(c in free) when c in marks[me] and not shut {"),
            // Each move changes something that it needs.
            ("shut = true }", "marks[me] += c }"),
        ],
    );
}

/// The same rules, written otherwise.
#[test]
fn a_sum_is_recognized_however_it_is_written() {
    for (from, to) in [
        ("when p <= free", "when count(p - free) = 0"),
        ("when p <= free", "when every c in p: c in free"),
        ("when p <= free", "when no c in p: c not in free"),
        ("when p <= free", "when 0 = count({ c in p where c not in free })"),
        ("n: 0..9 = 0", "last: Cell or none"),
        ("free -= p }", "for c in p { free -= c } }"),
        ("free -= p }", "if p <= free { free = free - p } }"),
        ("near(marks[opponent])", "{ c in Cell where some d in near(c): d in marks[opponent] }"),
    ] {
        assert!(SUM.contains(from), "{from}");
        let text = SUM.replace(from, to);
        assert!(zug_analysis::node_kayles(&program(&text)).is_some(), "{text}");
    }
    let last = SUM
        .replace("n: 0..9 = 0", "last: Cell or none")
        .replace("free -= c marks", "last = c free -= c marks");
    assert!(zug_analysis::node_kayles(&program(&last)).is_some(), "{last}");
    let read = last.replace("when not shut {", "when not shut and c != last {");
    assert!(zug_analysis::node_kayles(&program(&read)).is_none(), "{read}");
}

const OWNERS: &str = "game \"Owners\" players A, B board Cell = grid(4, 2)
    state { owner[Cell]: Player or none, mark[Cell]: 0..2, last: Cell or none }
    move claim(c in Cell) when owner[c] = none and no d in near(c): owner[d] = opponent { owner[c] = me last = c }
    move mark_(c in Cell) when mark[c] < 1 { mark[c] += 2 }
    stuck => me loses";

/// Owners, marks and counters are things too: of the values of an entry exactly one holds.
#[test]
fn a_sum_of_owners_is_recognized_only_where_every_condition_holds() {
    let recognized = |program: &Program| zug_analysis::node_kayles(program).is_some();
    each_alone(
        OWNERS,
        &recognized,
        &[
            // A claim takes away what it needs, and never gives it back.
            ("owner[c] = none and", "owner[c] != me and"),
            ("owner[c] = me last", "owner[c] = none last"),
            ("owner[c] = me last", "owner[c] = me owner[Cell(1, 1)] = none last"),
            ("owner[c] = me last", "owner[c] = me owner[Cell(1, 1)] = me last"),
            // What is changed does not depend on the position, where moves need it.
            ("owner[c] = me last", "owner[c] = owner[Cell(1, 1)] last"),
            ("when mark[c] < 1", "when mark[c] < 1 and c != last"),
            ("last = c }", "if last = none { owner[Cell(1, 1)] = me } last = c }"),
            // What it is changed to lies in the bounds.
            ("mark[c] < 1", "mark[c] < 2"),
            ("mark[c] += 2", "mark[c] -= 1"),
            // A guard is a conjunction of literals.
            ("mark[c] < 1 {", "mark[c] < 1 or owner[c] = none {"),
            ("mark[c] < 1 {", "some d in near(c): mark[d] < 1 and mark[c] < 1 {"),
        ],
    );
    for (from, to) in [
        ("no d in near(c): owner[d] = opponent", "every d in near(c): owner[d] = none or owner[d] = me"),
        (
            "no d in near(c): owner[d] = opponent",
            "not (some d in near(c): owner[d] != none and owner[d] != me)",
        ),
        ("owner[c] = none and", "not owner[c] in {A, B} and"),
        ("mark[c] < 1", "mark[c] <= 0"),
        ("mark[c] < 1", "mark[c] in 0..0"),
        ("mark[c] += 2", "mark[c] = 1"),
        ("last = c }", "if last = none { last = c } }"),
    ] {
        assert!(OWNERS.contains(from), "{from}");
        let text = OWNERS.replace(from, to);
        assert!(recognized(&program(&text)), "{text}");
    }
}

/// A nimber as large as its component is found in the time of its moves.
#[test]
fn a_long_chain_is_a_heap() {
    let found =
        |n: u32| nimber("poset_chomp", &[&format!("Element={{1->2->3->4->5->6->7->8, 101->{}}}", 101 + n)]);
    assert_eq!(found(1), Some(8 ^ 2));
    let text = "game \"Chains\" players A, B board Cell = grid(90, 2) state { left: set of Cell = Cell - Cell(1, 1) }
        move take(c in left) { left = left - { d in Cell where d.y = c.y and d.x >= c.x } } stuck => me loses";
    let program = program(text);
    let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits");
    assert_eq!(prepared.nimber(&prepared.start(), &Limits::default()).expect("no limit"), Some(89 ^ 90));
}

/// A formula that doubles with every pass is given up, not written out.
#[test]
fn formulas_that_grow_without_end_are_given_up() {
    for body in ["t = (t = u)", "if t { u = not u } else { t = u }"] {
        let text = format!(
            "game \"Grows\" players A, B board Cell = path(3) state {{ t: bool, u: bool, done: set of Cell }}
            move go(c in Cell - done) {{ repeat 200 {{ {body} }} done += c }} stuck => me loses"
        );
        assert_eq!(zug_analysis::node_kayles(&program(&text)), None, "{body}");
    }
}

/// The nimber of the first position.
fn nimber(name: &str, settings: &[&str]) -> Option<u32> {
    let path = common::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    let definition = common::load(&path.expect("the game"), settings);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    prepared.nimber(&prepared.start(), &Limits::default()).expect("no limit is reached")
}

#[test]
fn rows_have_the_nimbers_that_were_published() {
    // Guy and Smith, "The G-values of various games" (1956): 0.77, 0.137 and 0.07.
    let rows: [(&str, &[u32]); 3] = [
        ("kayles", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]),
        ("dawsons_chess", &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("dawsons_kayles", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
    ];
    for (name, nimbers) in rows {
        let found =
            |pins: usize| nimber(name, &[&format!("pins=[{pins}]")]).expect("both have the same moves");
        let found: Vec<u32> = (0..nimbers.len()).map(found).collect();
        assert_eq!(found, nimbers, "{name}");
    }
    assert_eq!(nimber("kayles", &["pins=[7, 11, 4]"]), Some(2 ^ 6 ^ 1));
    assert_eq!(nimber("cram", &["columns=3", "rows=3"]), Some(0));
    assert_eq!(nimber("cram", &["columns=3", "rows=2"]), Some(1));
    assert_eq!(nimber("domineering", &[]), None, "the players have different moves");
    assert_eq!(nimber("tic_tac_toe", &[]), None);
}

/// Who asks for plies or for nothing to be remembered gets another solver; who asks for this one is
/// told why not.
#[test]
fn sums_are_not_asked_what_they_cannot_tell() {
    let program = program(SUM);
    let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits");
    let limits = Limits::default();
    let plain = Options::within(&limits);
    let solver =
        |options: &Options| prepared.solve(&prepared.start(), options).map(|answer| answer.solver).ok();
    assert_eq!(solver(&plain), Some(SolverKind::Sums));
    let answer = prepared.solve(&prepared.start(), &plain).expect("it is solved");
    assert_eq!(answer.reason.method, Method::Sums { parts: SumParts::Moves, nimbers: false });
    let distance = Options { distance: true, ..plain.clone() };
    assert_eq!(solver(&distance), Some(SolverKind::AlphaBeta));
    assert_eq!(solver(&Options { solver: SolverKind::Sums, ..distance }), None);
}

/// Where what moves leave hardly falls apart, a sample leaves the game to alpha-beta, and the
/// answer says so.
#[test]
fn what_stays_whole_is_left_to_alphabeta() {
    let text = |size: u32, hit: &str| {
        format!(
            "game \"Cells\" players A, B board Cell = grid({size}, {size}) state {{ free: set of Cell = Cell }}
            let hit[c: Cell] = {{ d in Cell where {hit} }}
            move place(c in free) {{ free -= hit[c] }} stuck => me loses"
        )
    };
    let queens = "d.x = c.x or d.y = c.y or abs(d.x - c.x) = abs(d.y - c.y)";
    for (size, hit, sums) in [(10, queens, false), (6, "d = c or abs(d.x - c.x) * abs(d.y - c.y) = 2", true)]
    {
        let program = program(&text(size, hit));
        let prepared = Prepared::new(&program, EngineKind::Auto).expect("it fits");
        let limits = Limits::default();
        let plain = Options { value_only: true, ..Options::within(&limits) };
        let solve = |options: &Options| prepared.solve(&prepared.start(), options).expect("no limit");
        let (answer, parts) = (solve(&plain), solve(&Options { solver: SolverKind::Sums, ..plain.clone() }));
        assert_eq!(answer.value, parts.value);
        assert_eq!(matches!(answer.reason.method, Method::Sums { .. }), sums, "{hit}");
        assert_eq!(answer.reason.whole_after.is_some(), !sums, "{hit}");
        assert_eq!(parts.solver, SolverKind::Sums, "who asks for sums gets them");
        assert!(matches!(parts.reason.method, Method::Sums { .. }));
    }
}
