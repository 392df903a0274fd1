//! Right games in which something is in two sets on purpose, or a request is not followed, each
//! beside the mistake that it looks like.

use super::*;

/// The messages about elements that are in two entries.
fn shared(text: &str) -> Vec<String> {
    let report = explore(text, EngineKind::Interpret, 10_000);
    let of_two = report.findings.into_iter().filter(|finding| finding.diagnostic.code == "Z0949");
    of_two.map(|finding| finding.diagnostic.message).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn what_is_said_of_two_elements_keeps_no_sets_apart() {
    let steps = |guard: &str| {
        format!(
            "game \"Members\"\nplayers A, B\nboard Cell = path(4)\n\
             state {{ man: Cell = 1, frozen: set of Cell = {{1, 3}}, blocked: set of Cell = {{4}}, n: 0..8 = 8 }}\n\
             def steps(c: Cell) = {{ d in near(c) where {guard} }}\n\
             move go(d in steps(man)) when n > 0 {{ man = d n -= 1 }}\n\
             move chill(c in blocked) when n > 0 {{ frozen += c n -= 1 }}\nstuck => me loses\nallow never_changes\n"
        )
    };
    assert_eq!(shared(&steps("c not in frozen and d not in blocked")), NONE);
    assert_eq!(
        shared(&steps("d not in frozen and d not in blocked")),
        ["`4` is in `frozen` and in `blocked` in play"]
    );
}

#[test]
fn a_union_of_some_entries_keeps_no_others_apart() {
    let go = |out: &str| {
        format!(
            "game \"Union\"\nplayers A, B\nboard Cell = path(4)\nstate {{ men[Player]: set of Cell = [ {{1}}, {{4}} ], n: 0..5 = 5 }}\n\
             move go(c in men[me], d in near(c) - {out}) when n > 0 {{ men[me] = men[me] - c + d n -= 1 }}\n\
             move leap(c in men[me], d in near(c) & men[opponent]) when n > 0 {{ men[me] = men[me] - c + d n -= 1 }}\n\
             end when count(men[A] & men[B]) > 1 => draw\nstuck => me loses\nallow never_fires, never_legal\n"
        )
    };
    for right in ["union(p in {me}: men[p])", "union(p in Player where p = me: men[p])"] {
        assert_eq!(shared(&go(right)), NONE, "{right}");
    }
    let message = ["`3` is in `men[A]` and in `men[B]` in play"];
    assert_eq!(shared(&go("union(p in Player: men[p])")), message);
    assert_eq!(shared(&go("(men[A] + men[B])")), message);
}

#[test]
fn what_each_player_has_of_his_own_is_carried_by_him_alone() {
    let cards = |start: &str, lead: &str, to: &str| {
        format!(
            "game \"Decks\"\nplayers A, B\nrange Card = 1..4\n\
             state {{ hand[Player]: set of Card = {start}, played[Player]: set of Card, used: set of Card, n: 0..4 }}\n\
             move lead(c in hand[me]) when n = 0 {{ {lead} n += 1 }}\n\
             move play(c in hand[me]) when n in 1..3 {{ hand[me] -= c {to} += c n += 1\n\
               if count(played[me]) = 2 {{ played[me] = {{}} }} if count(used) = 3 {{ used = {{}} }} }}\n\
             stuck => me loses\nallow never_changes\n"
        )
    };
    let (same, apart) = ("Card", "[ {1, 2}, {3, 4} ]");
    for to in ["played[me]", "used"] {
        let lead = format!("hand[me] -= c {to} += c");
        assert_eq!(shared(&cards(same, &lead, to)), NONE, "{to}");
        assert_eq!(shared(&cards(apart, &lead, to)), NONE, "{to}");
    }
    let of_one = ["`1` is in `hand[A]` and in `played[A]` in play"];
    assert_eq!(shared(&cards(same, "played[me] += c", "played[me]")), of_one);
    assert_eq!(shared(&cards(apart, "played[me] += c", "played[me]")), of_one);
    assert_eq!(shared(&cards(apart, "used += c", "used")), ["`1` is in `hand[A]` and in `used` in play"]);
    // There are two of each card.
    assert_eq!(shared(&cards(same, "used += c", "used")), NONE);
}

#[test]
fn sets_that_are_compared_may_have_elements_in_common() {
    let cards = |from: &str, guard: &str| {
        format!(
            "game \"Cards\"\nplayers A, B\nrange Card = 1..4\n\
             state {{ hand[Player]: set of Card = [ {{1, 3}}, {{2, 4}} ], table: set of Card, top: Card or none }}\n\
             move lead(c in {from}) when top = none{guard} {{ table += c top = c }}\n\
             move follow(c in hand[me]) when top != none {{ hand[me] -= c table += c top = none }}\n\
             move leave when count(table) > 1 {{ table = {{}} top = none }}\n\
             end for p in Player when hand[p] = {{}} => p wins\nstuck => draw\n"
        )
    };
    assert_eq!(shared(&cards("hand[me]", "")), ["`1` is in `hand[A]` and in `table` in play"]);
    assert_eq!(shared(&cards("hand[me] - table", "")), NONE);
    assert_eq!(shared(&cards("hand[me]", " and c not in table")), NONE);
    assert_eq!(shared(&cards("{ c in hand[me] where c not in table }", "")), NONE);
    assert_eq!(shared(&cards("hand[me]", " and c not in hand[opponent]")).len(), 1);
}

#[test]
fn a_man_that_marks_his_cell_is_on_a_marked_cell() {
    let trail = |body: &str, more: &str| {
        format!(
            "game \"Trail\"\nplayers A, B\nboard Cell = grid(3, 2)\nstate {{ at[Player]: Cell = [a1, c2], trail: set of Cell }}\n\
             def empty = Cell - trail - at[A] - at[B]\nmove go(c in near(at[me]) & empty) as \"{{c}}\" {{ {body} }}\n{more}stuck => me loses\nendless => draw\n"
        )
    };
    assert_eq!(shared(&trail("trail += c at[me] = c", "")), NONE);
    assert_eq!(shared(&trail("trail += at[me] at[me] = c", "")), NONE);
    let mark =
        |set: &str| format!("move mark(d in near(at[me]) & {set}) as \"mark {{d}}\" {{ trail += d }}\n");
    assert_eq!(shared(&trail("at[me] = c", &mark("empty"))), NONE);
    assert_eq!(shared(&trail("at[me] = c", &mark("(Cell - trail)"))).len(), 2);
}

#[test]
fn a_chain_that_a_small_board_has_no_room_for_is_no_mistake() {
    let chain = |request: &str| {
        format!(
            "game \"Chain\"\nplayers A, B\nboard Cell = grid(4, 1)\nstate {{ men[Player]: set of Cell = [ {{a1}}, {{b1, d1}} ] }}\n\
             def empty = Cell - men[A] - men[B]\n\
             move jump(c in men[me], d in Direction) when step(c, d) in men[opponent] and step(c, d, 2) in empty as \"{{c}}{{d}}\" {{\n\
               let to = step(c, d, 2) men[opponent] -= step(c, d) men[me] = men[me] - c + to again with {request} }}\n\
             move go(c in men[me]) when west(c) in empty as \"{{c}}\" {{ men[me] = men[me] - c + west(c) }}\nstuck => me loses\nallow never_legal\n"
        )
    };
    let codes = |request: &str| {
        let report = explore(&chain(request), EngineKind::Interpret, 10_000);
        found(&report).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    assert_eq!(codes("jump(to)"), NONE);
    assert_eq!(codes("jump(step(to, west))"), ["Z0935"]);
}
