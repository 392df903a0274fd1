//! Choices without effect, and terms without a counterpart.

use super::*;

const NONE: [&str; 0] = [];

/// The codes of a game with a set of cards, with this move in it.
fn pairs(played: &str) -> Vec<&'static str> {
    codes(&format!(
        "game \"Pairs\"\nplayers A, B\nrange Card = 1..6\nlet front[Card] = [1, 2, 1, 3, 2, 3]\n\
         state {{ left: set of Card = Card }}\nmove remove{played}\nend when (no c in left: front[c] = 3) => draw\nstuck => me loses\n"
    ))
}

#[test]
fn a_choice_of_which_only_the_guard_and_the_notation_speak_is_noticed() {
    assert_eq!(
        pairs("(c in left, d in left) when c < d and d < c + 3 as \"{c} {d}\" { left -= {c} }"),
        ["Z0901"]
    );
    assert_eq!(
        pairs("(c in left, d in left) when c < d and d < c + 3 as \"{c} {d}\" { left -= {c, d} }"),
        NONE
    );
    assert_eq!(
        pairs("(c in left, d in left) when c < d { if d > 4 { left -= {c} } else { left -= c } }"),
        NONE
    );
    // A later set speaks of it, or there is nothing to choose.
    assert_eq!(pairs("(c in left, d in {e in left where e > c}) { left -= d }"), NONE);
    assert_eq!(pairs("(c in left, d in {front[c]}) when d < 3 { left -= c }"), NONE);
    // What nothing uses is told once.
    assert_eq!(
        pairs("(c in left, d in left) as \"{c}\" { left -= c }")
            .iter()
            .filter(|code| **code == "Z0901")
            .count(),
        1
    );
}

#[test]
fn a_loop_that_does_the_same_for_each_is_noticed() {
    let go = |body: &str| {
        codes(&format!(
            "game \"Loops\"\nplayers A, B\nboard Cell = grid(3, 3)\n\
             state {{ men[Player]: set of Cell = [ {{a1}}, {{c3}} ], n: 0..9 = 9, got: 0..99 = 0 }}\n\
             move go(c in men[me], d in near(c) - men[A] - men[B]) when n > 0 {{ n -= 1 men[me] = men[me] - c + d {body} }}\n\
             end when got = 7 => draw\nstuck => draw\n"
        ))
    };
    assert_eq!(go("for e in near(d) where e in men[opponent] { men[opponent] -= c }"), ["Z0901"]);
    assert_eq!(go("for e in near(d) where e in men[opponent] { men[opponent] -= e }"), NONE);
    assert_eq!(go("for e in near(d) where e in men[opponent] { got += 1 }"), NONE);
    assert_eq!(go("for e in near(d) where e in men[opponent] { men[me] = men[me] - c }"), NONE);
    assert_eq!(go("for e in near(d) { men[opponent] -= near(men[me]) }"), NONE);
}

#[test]
fn what_is_chosen_from_one_and_taken_from_the_other_is_noticed() {
    let tickets = |from: &str, guard: &str, body: &str| {
        codes(&format!(
            "game \"Tickets\"\nplayers A, B\nrange T = 1..4\n\
             state {{ tickets[Player]: set of T = T, total: 0..99 }}\n\
             move play(t in {from}) when total + t <= 9{guard} {{ total += t {body} }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(tickets("tickets[opponent]", "", "tickets[me] -= t"), ["Z0943"]);
    assert_eq!(tickets("tickets[me] - 1", "", "tickets[other(me)] -= t"), ["Z0943"]);
    assert_eq!(tickets("tickets[me]", "", "tickets[me] -= t"), NONE);
    assert_eq!(tickets("tickets[opponent]", "", "tickets[me] -= t tickets[opponent] -= t"), NONE);
    assert_eq!(tickets("tickets[opponent]", "", "tickets[me] -= t tickets[opponent] = {}"), NONE);
    assert_eq!(tickets("tickets[opponent] & tickets[me]", "", "tickets[me] -= t"), NONE);
    assert_eq!(tickets("tickets[opponent]", " and t in tickets[me]", "tickets[me] -= t"), NONE);
    assert_eq!(tickets("tickets[opponent]", "", "tickets[me] += t"), NONE);
}

/// The codes of a game of points with this outcome.
fn points(outcome: &str) -> Vec<&'static str> {
    codes(&format!(
        "game \"Points\"\nplayers A, B\nparam bonus: 0..9 = 2\nparam price: 0..9 = 2\n\
         state {{ got[Player]: 0..99, more[Player]: 0..9, n: 0..4 }}\ndef worth(p: Player) = more[p] * 2\n\
         move take(t in 1..2) when n < 4 {{ got[me] += t more[me] += 1 n += 1 }}\n\
         end when n = 4 => {outcome}\nstuck => draw\nallow unused\n"
    ))
}

#[test]
fn terms_of_points_that_cancel_are_noticed() {
    assert_eq!(points("got[A] + 2 * more[A] - got[B] - 2 * more[A] to A"), ["Z0945"]);
    assert_eq!(points("got[A] - (got[B] - worth(B)) - worth(B) to A"), ["Z0945"]);
    assert_eq!(points("got[A] + 2 * more[A] - got[B] - 2 * more[B] to A"), NONE);
    // Two params are equal by chance.
    assert_eq!(points("got[A] + bonus - got[B] - price to A"), NONE);
    assert_eq!(points("got[A] + bonus * more[A] - got[B] - price * more[A] to A"), NONE);
}

#[test]
fn a_term_of_one_player_is_noticed_where_all_others_are_for_both() {
    assert_eq!(points("got[A] + more[A] - more[B] to A"), ["Z0943"]);
    assert_eq!(points("got[me] - got[opponent] - worth(opponent) to me"), ["Z0943"]);
    assert_eq!(points("got[A] + more[A] - more[other(A)] - got[B] to A"), NONE);
    assert_eq!(points("got[A] - got[B] - 5 to A"), NONE);
    assert_eq!(points("got[A] - got[B] - n to A"), NONE);
    assert_eq!(points("got[A] + more[A] - n to A"), NONE);
    assert_eq!(points("got[A] - more[B] to A"), NONE);
}

#[test]
fn two_parameters_that_may_be_one_card_are_noticed() {
    let remove = |when: &str| pairs(&format!("(c in left, d in left) when {when} {{ left -= {{c, d}} }}"));
    assert_eq!(remove("front[c] = front[d]"), ["Z0948"]);
    assert_eq!(remove("front[c] = front[d] and 3 in left"), ["Z0948"]);
    // That they may be the same is said here.
    assert_eq!(remove("c <= d and front[c] = front[d]"), NONE);
    assert_eq!(remove("front[c] = front[d] and d >= c and 3 in left"), NONE);
    assert_eq!(remove("c < d and front[c] = front[d]"), NONE);
    assert_eq!(remove("c != d and front[c] = front[d]"), NONE);
    assert_eq!(remove("c <= d and front[c] < front[d]"), NONE);
    assert_eq!(remove("c <= d"), NONE);
    assert_eq!(remove("c <= d and (front[c] = front[d] or 1 in left)"), NONE);
    let other = "(c in left, d in left - 3) when front[c] = front[d] { left -= {c, d} }";
    assert_eq!(pairs(other), NONE);
}

#[test]
fn a_cell_outside_of_one_of_two_sets_that_are_kept_apart_is_noticed() {
    let steps = |start: &str, def: &str, body: &str| {
        codes(&format!(
            "game \"Steps\"\nplayers A, B\nboard Cell = grid(3, 3)\n\
             state {{ men[Player]: set of Cell = [ {start} ], n: 0..9 = 9 }}\ndef empty = {def}\n\
             move go(c in men[me], d in near(c) & empty) when n > 0 {{ n -= 1 {body} }}\nstuck => me loses\n"
        ))
    };
    let step = "men[me] = men[me] - c + d";
    let either = "{ c in Cell where c not in men[A] or c not in men[B] }";
    // A man may go to a cell of the other player then.
    assert_eq!(steps("{a1}, {c3}", either, step), NONE);
    assert_eq!(steps("{a1}, {c3}", &either.replace(" or ", " and "), step), NONE);
    assert_eq!(steps("{a1}, {c3}", "{ c in Cell where c not in men[A] or c in men[B] }", step), NONE);
    assert_eq!(steps("{a1}, {c3}", "{ c in Cell where c in men[A] implies c not in men[B] }", step), NONE);
    // Marks may be of both players.
    assert_eq!(steps("{a1}, {c3}", either, "men[me] = men[me] + c + d"), NONE);
    assert_eq!(steps("{a1, b1}, {b1, c3}", either, step), NONE);
    // Of two constants one differs from each cell.
    assert_eq!(steps("{a1}, {c3}", "{ c in Cell where c != a1 or c != b2 }", step), ["Z0902"]);
}
