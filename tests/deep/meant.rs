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
    ] {
        assert_eq!(shared(&steps(empty, "")), 1, "{empty}");
        assert_eq!(shared(&steps(empty, "men[opponent] -= d")), 0, "{empty}");
    }
    assert_eq!(shared(&steps("Cell - men[me]", "")), 0);
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
