//! Rules and moves that speak of one player where the other is meant.

use super::*;

const NONE: [&str; 0] = [];

#[test]
fn what_is_chosen_from_one_hand_leaves_that_hand() {
    let tiles = |body: &str| {
        codes(&format!(
            "game \"Race\"\nplayers A, B\nrange Tile = 1..4\nstate {{ at[Player]: 0..20, tiles[Player]: set of Tile = Tile }}\n\
             move use(t in tiles[me]) when at[me] < 16 {{ at[me] += t {body} }}\nend for p in Player when at[p] > 12 => p wins\nstuck => draw\n"
        ))
    };
    assert_eq!(tiles("tiles[opponent] -= t if tiles[me] = {} { tiles[me] = Tile }"), ["Z0943"]);
    assert_eq!(tiles("tiles[me] -= t if tiles[me] = {} { tiles[me] = Tile }"), NONE);
    assert_eq!(tiles("tiles[opponent] -= t tiles[me] += t"), NONE);
}

#[test]
fn a_capture_takes_the_captured_one_away() {
    let eat = |set: &str, body: &str| -> Vec<&'static str> {
        let found = codes(&format!(
            "game \"Eat\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = [ {{a1}}, {{c3}} ], kings: set of Cell }}\n\
             move eat(c in men[me], to in {set}) as \"{{c}}x{{to}}\" {{ men[me] = men[me] - c + to {body} }}\nend for p in Player when men[p] = {{}} => p loses\nstuck => draw\n\
             progress -count(men[A]) - count(men[B])\n"
        ));
        found.into_iter().filter(|code| *code != "Z0901").collect()
    };
    let among = "near(c) & men[opponent]";
    assert_eq!(eat(among, "men[opponent] -= c"), ["Z0943"]);
    assert_eq!(eat("men[opponent] & near(c)", "kings -= c men[opponent] -= c"), ["Z0943"]);
    assert_eq!(eat("near(c, compass) & men[opponent]", "kings -= to men[opponent] -= c"), ["Z0943"]);
    assert_eq!(eat(among, "men[opponent] -= to"), NONE);
    assert_eq!(eat(among, "men[opponent] = men[opponent] - to - c"), NONE);
    assert_eq!(eat(among, "men[opponent] -= to men[opponent] -= c"), NONE);
}

#[test]
fn a_mark_that_is_asked_of_one_and_set_for_the_other_is_noticed() {
    let skip = |guard: &str, mark: &str, more: &str| {
        codes(&format!(
            "game \"Skip\"\nplayers A, B\nstate {{ left: 0..9 = 9, skipped[Player]: bool }}\n\
             move take when left > 0 {more} {{ left -= 1 }}\nmove skip when {guard} and left > 0 {{ {mark} }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(skip("not skipped[me]", "skipped[opponent] = true", ""), ["Z0943"]);
    assert_eq!(skip("not skipped[me]", "skipped[me] = true", ""), NONE);
    assert_eq!(skip("not skipped[opponent]", "skipped[opponent] = true", ""), NONE);
    // Who is stunned cannot take either.
    assert_eq!(skip("not skipped[me]", "skipped[opponent] = true", "and not skipped[me]"), NONE);
}

#[test]
fn an_outcome_of_whoever_is_to_move_is_compared_by_turn() {
    let full = |outcome: &str| codes(&with(&format!("{PUT}end when empty = {{}} => {outcome}\n{STUCK}")));
    let of = |who: &str| format!("count(near(stones[{who}]))");
    let compared = |one: &str, sign: &str, two: &str| format!("{} {sign} {}", of(one), of(two));
    assert_eq!(full(&format!("{} to me", compared("A", "-", "B"))), ["Z0943"]);
    assert_eq!(full(&format!("{} to A", compared("A", "-", "B"))), NONE);
    assert_eq!(full(&format!("if {} then me wins else draw", compared("A", ">", "B"))), ["Z0943"]);
    assert_eq!(full(&format!("if {} then A wins else draw", compared("A", ">", "B"))), NONE);
    assert_eq!(full(&format!("if {} then A wins else B wins", compared("me", ">", "opponent"))), ["Z0943"]);
    assert_eq!(
        full(&format!("if {} then me wins else opponent wins", compared("me", ">", "opponent"))),
        NONE
    );
    assert_eq!(full(&format!("if {} > 2 then A wins else B wins", of("me"))), NONE);
}

#[test]
fn a_term_of_both_players_with_one_sign_is_noticed() {
    let points = |sum: &str| {
        codes(&format!(
            "game \"Points\"\nplayers A, B\nrange Card = 1..4\n\
             state {{ hand[Player]: set of Card = Card, got[Player]: 0..40, coins[Player]: 0..9 }}\n\
             move play(c in hand[me]) {{ hand[me] -= c got[me] += c }}\n\
             move coin(c in hand[me]) as \"coin {{c}}\" {{ hand[me] -= c coins[me] += 1 }}\nstuck => {sum} to A\n"
        ))
    };
    assert_eq!(points("got[A] + coins[A] - got[B] + coins[B]"), ["Z0943"]);
    assert_eq!(points("got[A] + coins[A] - got[B] - coins[B]"), NONE);
    assert_eq!(points("got[A] + coins[A] - (got[B] + coins[B])"), NONE);
}

#[test]
fn two_rules_for_both_players_have_two_winners() {
    let race = |second: &str| {
        codes(&format!(
            "game \"Race\"\nplayers A, B\nstate {{ at[Player]: 0..11 }}\nmove go(k in 1..3) when at[me] + k <= 11 {{ at[me] += k }}\n\
             end when at[A] = 11 => A wins\nend when {second}\nstuck => draw\n"
        ))
    };
    assert_eq!(race("at[B] = 11 => A wins"), ["Z0943"]);
    assert_eq!(race("at[B] = 11 => B wins"), NONE);
    assert_eq!(race("at[B] = 10 => A wins"), NONE);
}
