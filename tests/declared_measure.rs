//! When the integers of a `progress` rule are proved to rise, and that nothing else changes then.

mod common;

use common::compile;
use zug::answer::{EngineKind, Limits, Options, Prepared, SolverKind};

/// Three heaps, with this rule, these fields, and these items beside.
fn heaps(rule: &str, fields: &str, items: &str) -> String {
    format!(
        "game \"Heaps\" players A, B range H = 1..3
         state {{ heaps[h: H]: 0..4 = h, a: set of H, b: set of H, last: H or none{fields} }}
         move take(h in H, n in 1..2) when n <= heaps[h] {{ heaps[h] -= n }}
         {items}
         progress {rule}
         stuck => me loses"
    )
}

/// Whether the rule of a definition is proved.
fn is_proven(text: &str) -> bool {
    let definition = compile(text, &[]).unwrap_or_else(|mistakes| panic!("{text}\n{mistakes}"));
    definition.program.progress.expect("a rule").is_proven
}

#[test]
fn sums_of_whole_fields_that_every_move_raises_are_proved() {
    for rule in [
        "-sum(h in H: heaps[h])",
        "0 - heaps[1] - heaps[2] - heaps[3]",
        "5 - 2 * sum(h in H: heaps[h])",
        "-(sum(h in H: heaps[h]) + sum(h in H: heaps[h]))",
        "count(a), -sum(h in H: heaps[h])",
        "count(a) - count(b), -sum(h in H: heaps[h])",
    ] {
        assert!(is_proven(&heaps(rule, "", "")), "{rule}");
    }
    let marks = "move mark(h in H - a) { a += h b = {} } move note(h in H - b) { b += h }";
    let rule = "-sum(h in H: heaps[h]), count(a), count(b)";
    assert!(is_proven(&heaps(rule, "", marks)), "{marks}");
}

#[test]
fn each_condition_is_needed() {
    let sum = "-sum(h in H: heaps[h])";
    assert!(is_proven(&heaps(sum, "", "")));
    assert!(is_proven(&heaps("-sum(h in H: heaps[h]), spare", ", spare: 0..9 = 9", "")));
    for (why, rule, fields, items) in [
        ("an entry weighs more", "-sum(h in H: heaps[h]) - heaps[1]", "", ""),
        ("a sum has a condition", "-sum(h in H where h != 1: heaps[h]) - heaps[1]", "", ""),
        ("a sum leaves an entry out", "-sum(h in {1, 2}: heaps[h])", "", ""),
        ("an integer is no such sum", "-max(h in H: heaps[h])", "", ""),
        ("an integer may be `none`", "-sum(h in H: heaps[h]), spare", ", spare: 0..9 or none = 9", ""),
        (
            "a move may leave it",
            sum,
            "",
            "move look(n in 0..1) when n <= heaps[1] { heaps[1] -= n last = 1 }",
        ),
        (
            "a move lowers it",
            sum,
            "",
            "move put when heaps[1] = 0 and last = none { heaps[1] += 1 last = 1 }",
        ),
        (
            "the second falls before the first rises",
            "count(b), count(a), -sum(h in H: heaps[h])",
            "",
            "move mark(h in H - a) { a += h b = {} }",
        ),
    ] {
        assert!(!is_proven(&heaps(rule, fields, items)), "{why}");
    }
}

#[test]
fn a_followup_may_leave_it_only_where_no_followup_asks_for_it() {
    let asked = "move hop when heaps[1] > 0 { heaps[1] -= 1 again with skip }
        followup skip { last = 1 }";
    let sum = "-sum(h in H: heaps[h])";
    assert!(is_proven(&heaps(sum, "", asked)));
    assert!(!is_proven(&heaps(sum, "", &asked.replace("last = 1 }", "last = 1 again with skip }"))));
}

#[test]
fn a_proved_rule_changes_no_answer() {
    let of = |rule: &str| {
        let text = heaps(rule, "", "");
        let definition = compile(&text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let prepared =
            Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits").with_symmetry();
        let limits = Limits::default();
        let solved = |solver| {
            let options = Options { solver, ..Options::within(&limits) };
            prepared.solve(&prepared.start(), &options).unwrap_or_else(|error| panic!("{error:?}")).value
        };
        let all = [SolverKind::Minimax, SolverKind::AlphaBeta, SolverKind::Auto].map(solved);
        assert!(all[0] == all[1] && all[0] == all[2]);
        all[0]
    };
    assert_eq!(of("-sum(h in H: heaps[h])"), of("-sum(h in H: heaps[h]) - heaps[1]"));
}

#[test]
fn what_never_changes_has_no_part_in_the_words() {
    let text = "game \"Twos\" players A, B state { a: 0..9 = 4, b: 0..30 = 12 }
        move m when a < 9 and b >= 3 { a += 1 b -= 3 } move n when a > 0 and b < 27 { a -= 1 b += 4 }
        progress 1, a - a, 7 * a + 2 * b stuck => me loses";
    let definition = compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let zug_analysis::Ends::Proven { words, .. } = zug_analysis::ends(&definition.program) else {
        panic!("it ends");
    };
    assert_eq!(words, "every move increases 7 * `a` + 2 * `b`");
}
