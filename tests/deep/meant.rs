//! What was meant otherwise: cells in two sets, requests that nothing follows, sizes.

use super::*;

#[test]
fn sets_that_are_taken_away_in_other_ways_are_kept_apart_too() {
    let steps = |empty: &str, more: &str| {
        format!(
            "game \"Steps\"\nplayers A, B\nboard Cell = grid(3, 1)\n\
             state {{ men[Player]: set of Cell = [{{a1}}, {{c1}}], left: 0..4 = 4 }}\n\
             def all = men[A] + men[B]\ndef empty = {empty}\n\
             move go(c in men[me], d in near(c) & empty) when left > 0 {{ left -= 1 men[me] = men[me] - c + d }}\n\
             move take(c in men[me], d in near(c) & men[opponent]) when left > 0 {{ left -= 1 men[me] = men[me] - c + d {more} }}\n\
             end when all = {{}} => draw\nstuck => me loses\nallow never_fires\n"
        )
    };
    let shared = |text: &str| {
        let report = explore(text, EngineKind::Interpret, 10_000);
        found(&report).iter().filter(|(code, _)| *code == "Z0949").count()
    };
    for empty in [
        "Cell - (men[A] + men[B])",
        "Cell - all",
        "{ c in Cell where c not in men[A] and c not in men[B] }",
        "Cell - ({} + all)",
        "Cell - union(p in Player: men[p])",
    ] {
        assert_eq!(shared(&steps(empty, "")), 1, "{empty}");
        assert_eq!(shared(&steps(empty, "men[opponent] -= d")), 0, "{empty}");
    }
    // What lands on a man of the other player shares his cell, whatever the empty cells are.
    assert_eq!(shared(&steps("Cell - men[me]", "")), 1);
}

#[test]
fn one_set_alone_that_is_taken_away_is_seen_where_both_overlap() {
    let put = |from: &str, more: &str| {
        format!(
            "game \"Put\"\nplayers A, B\nboard Cell = grid(2, 2)\nfamily Pair of Cell = lines(Cell, 2, orthogonal)\n\
             state {{ men[Player]: set of Cell, n: 0..4 = 4 }}\nmove put(c in {from}) when n > 0 {more} {{ men[me] += c n -= 1 }}\nstuck => me loses\n"
        )
    };
    let shared = |text: &str| {
        let report = explore(text, EngineKind::Interpret, 10_000);
        found(&report).iter().filter(|(code, _)| *code == "Z0949").count()
    };
    for wrong in ["Cell - men[A]", "Cell - men[me]"] {
        assert_eq!(shared(&put(wrong, "")), 1, "{wrong}");
    }
    // On one's own men, and never on those of the other player.
    assert_eq!(shared(&put("Cell - men[opponent]", "")), 0);
    assert_eq!(shared(&put("Cell - men[A] - men[B]", "")), 0);
    assert_eq!(shared(&put("Pair", "and c & men[me] = {}")), 1);
    assert_eq!(shared(&put("Pair", "and c & (men[A] + men[B]) = {}")), 0);
    // What both have is asked about: they share on purpose.
    assert_eq!(shared(&put("Cell - men[me]", "and count(men[A] & men[B]) < 3")), 0);
    assert_eq!(shared(&format!("{}allow shared_cell\n", put("Cell - men[me]", ""))), 0);
    // A choice of numbers is no place.
    assert_eq!(
        shared(
            &put("Cell - men[me]", "")
                .replace("board Cell = grid(2, 2)", "range Cell = 1..4")
                .replace("family Pair of Cell = lines(Cell, 2, orthogonal)\n", "")
        ),
        0
    );
}

#[test]
fn sets_that_begin_together_are_meant_to() {
    let text = "game \"Trail\"\nplayers A, B\nboard Cell = grid(3, 2)\n\
        state { men[Player]: set of Cell = [ {a1}, {a2} ], trail: set of Cell = {a1, a2} }\n\
        def empty = Cell - men[A] - men[B] - trail\n\
        move go(c in men[me], t in near(c) & empty) { men[me] = men[me] - c + t trail += t }\nstuck => me loses\n";
    assert_eq!(found(&explore(text, EngineKind::Interpret, 10_000)), vec![]);
}

#[test]
fn a_piece_on_a_cell_of_another_is_told_to_leave_as_its_field_allows() {
    let rooks = |rook: &str, take: &str| {
        format!(
            "game \"Rooks\"\nplayers White, Black\nboard Cell = grid(3, 3)\n\
             state {{ king[Player]: Cell = [ a1, c3 ], rook[Player]: {rook} = [ a2, c2 ] }}\n\
             def all = {{}} + king[White] + king[Black] + rook[White] + rook[Black]\ndef empty = Cell - all\n\
             move walk(c in near(king[me]) & empty) as \"K{{c}}\" {{ king[me] = c }}\n\
             move slide(c in near(rook[me]) & (empty + rook[opponent])) as \"R{{c}}\" {{ {take} rook[me] = c }}\n\
             stuck => draw\nallow never_ends\n"
        )
    };
    let help = |text: &str| {
        let report = explore(text, EngineKind::Interpret, 20_000);
        let shared = report.findings.iter().find(|finding| finding.diagnostic.code == "Z0949")?;
        shared.diagnostic.help.clone()
    };
    let told =
        "write `rook[White] = none` where the other comes to its cell; or allow it only on empty cells";
    assert_eq!(help(&rooks("Cell or none", "")).as_deref(), Some(told));
    assert_eq!(help(&rooks("Cell", "")).as_deref(), Some("allow it only on empty cells"));
    let taken = "if rook[opponent] = c { rook[opponent] = none }";
    assert_eq!(help(&rooks("Cell or none", taken)), None);
}

#[test]
fn a_request_that_no_move_follows_is_found() {
    let jumps = |request: &str| {
        format!(
            "game \"Chains\"\nplayers A, B\nboard Cell = grid(7, 1)\n\
             state {{ man[Cell]: Player or none = [A, B, none, B, none, none, A] }}\n\
             def over(c: Cell, d: Direction) = step(c, d, 2) != none and man[step(c, d)] = opponent and man[step(c, d, 2)] = none\n\
             move jump(c in Cell, d in {{east, west}}) when man[c] = me and over(c, d) as \"{{c}}x{{step(c, d, 2)}}\" {{\n\
               let to = step(c, d, 2) man[to] = me man[c] = none man[step(c, d)] = none {request} }}\n\
             move go(c in Cell, d in {{east, west}}) when man[c] = me and step(c, d) != none and man[step(c, d)] = none as \"{{c}}-{{step(c, d)}}\" {{\n\
               man[step(c, d)] = me man[c] = none }}\n\
             stuck => me loses\nendless => draw\n"
        )
    };
    never(&jumps("again with jump(c)"), "Z0935");
    let nothing = |request: &str| {
        assert_eq!(found(&explore(&jumps(request), EngineKind::Interpret, 100_000)), vec![], "{request}");
    };
    nothing("again with jump(to)");
    // On a larger board it may be followed.
    let sized = jumps("again with jump(c)")
        .replace("\nboard Cell = grid(7", "\nparam n: 7..9 = 7\nboard Cell = grid(n");
    assert_eq!(found(&explore(&sized, EngineKind::Interpret, 100_000)), vec![]);
    let report = explore(&jumps("again with jump(c)"), EngineKind::Interpret, 4);
    assert_eq!(found(&report), vec![]);
    assert!(report.unseen.iter().any(|unseen| unseen.kind == deep::NeverKind::Follows));
}

#[test]
fn what_happens_with_other_values_of_a_param_is_no_finding() {
    let rounds = |ty: &str, more: &str| {
        sticks(&format!(
            "{TAKE}move skip when rounds > 1 and left = 2 {more} {{ left -= 2 }}\nstuck => me loses\nallow never_changes"
        ))
        .replace("players A, B", &format!("players A, B\nparam turns: {ty} = 1"))
        .replace("= 5 }", "= 5, rounds: 0..3 = turns }")
    };
    let found_with = |text: &str| {
        let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let mut report = deep::explore(&prepared, 1000, &Limits::default());
        deep::try_other_params(&definition, &mut report, usize::MAX, &Limits::default());
        assert_eq!(report.never.len(), report.findings.len(), "{text}");
        report.findings.iter().map(|each| each.diagnostic.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(found_with(&rounds("1..3", "")), Vec::<String>::new());
    assert_eq!(found_with(&rounds("{1, 2}", "")), Vec::<String>::new());
    let in_none = "the move `skip` is never legal with turns = 1";
    assert_eq!(found_with(&rounds("1..3", "and left > rounds + 2")), [in_none]);
    assert_eq!(found_with(&rounds("1..1", "")), [in_none]);
}

#[test]
fn a_field_without_a_store_is_found_however_little_was_seen() {
    let sticks = |more: &str, body: &str, rules: &str| {
        let text = format!(
            "game \"Sticks\"\nplayers A, B\nboard Cell = path(2)\nstate {{ left: 0..5 = 5, most: 1..2 = 2 {more} }}\n\
             move take(n in 1..2) when n <= most and n <= left {{ left -= n {body} }}\nstuck => me loses\n{rules}\n"
        );
        let report = explore(&text, EngineKind::Interpret, 3);
        assert_eq!(report.cut, Some(Cut::Positions), "{text}");
        assert!(!report.unseen.iter().any(|never| never.name == "most"), "{text}");
        found(&report).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(sticks("", "", ""), ["Z0922"]);
    assert_eq!(sticks("", "most = n", ""), none);
    assert_eq!(sticks("", "if left = 0 { most = 1 }", "allow never_changes"), none);
    assert_eq!(sticks("", "", "allow never_changes"), none);
    // Facts and pictures set it.
    assert_eq!(sticks("", "", "expect with most = 1: B wins"), none);
    let drawn = "show Cell { shut: \"#\", else: \".\" }\nend when 1 in shut and left = 0 => draw";
    assert_eq!(sticks(", shut: set of Cell = {1}", "most = n", drawn), none);
}

#[test]
fn a_card_that_stays_in_the_hand_is_found_on_the_table_too() {
    let cards = |lead: &str, more: &str| {
        let text = format!(
            "game \"Cards\"\nplayers A, B\nrange Card = 1..4\n\
             state {{ hand[Player]: set of Card = [ {{1, 3}}, {{2, 4}} ], table: set of Card, top: Card or none }}\n\
             move lead(c in hand[me]) when top = none {{ {lead} top = c }}\n\
             move follow(c in hand[me]) when top != none {{ hand[me] -= c table += c top = none }}\n\
             move leave when count(table) > 1 {more} {{ table = {{}} top = none }}\n\
             end for p in Player when hand[p] = {{}} => p wins\nstuck => draw\n"
        );
        let found = explore(&text, EngineKind::Interpret, 10_000).findings;
        let shared = found.into_iter().find(|finding| finding.diagnostic.code == "Z0949")?;
        Some((shared.diagnostic.message, shared.witness.expect("a witness").moves))
    };
    let (message, moves) = cards("table += c", "").expect("it is found");
    assert_eq!(message, "`1` is in `hand[A]` and in `table` in play");
    assert_eq!(moves, ["lead 1"]);
    assert_eq!(cards("hand[me] -= c table += c", ""), None);
    assert_eq!(cards("hand[me] = hand[me] - c table += c", ""), None);
    // The definition asks what is in both.
    assert_eq!(cards("table += c", "and hand[me] & table != {1}"), None);
}
