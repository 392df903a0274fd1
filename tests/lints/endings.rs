//! Rules about the end of play, and requests.

use super::*;

#[test]
fn an_end_behind_a_wider_one_is_hidden() {
    let wide = "end when a1 in stones[A] => A wins\n";
    let narrow = "end when a1 in stones[A] and b1 in stones[B] => B wins\n";
    only(&format!("{PUT}{STUCK}{wide}{narrow}"), "Z0903");
    silent(&format!("{PUT}{STUCK}{narrow}{wide}"));
}

#[test]
fn an_end_about_the_stones_of_the_player_to_move_comes_late() {
    only(&format!("{PUT}{STUCK}end when a1 in stones[me] => me wins"), "Z0904");
    silent(&format!("{PUT}{STUCK}end when a1 in stones[opponent] => opponent wins"));
    silent(&format!("{PUT}{STUCK}end for p in Player when a1 in stones[p] => p wins"));
}

#[test]
fn an_end_with_me_is_wide_where_only_some_moves_keep_the_turn() {
    let some = "move put(c in empty) { stones[me] += c again when c = b1 }\n";
    only(&format!("{some}{STUCK}end when count(stones[me]) = 2 => me wins"), "Z0905");
    silent(&format!("{some}{STUCK}end for p in Player when count(stones[p]) = 2 => p wins"));
    // Where the mover moves again this `end` cannot hold: it is late. Not so if something is stored
    // in between.
    let end = "end when count(stones[me]) = 2 => me wins\n";
    let again =
        |condition: &str| format!("move put(c in empty) {{ stones[me] += c again when {condition} }}\n");
    for condition in ["count(stones[me]) < 2", "count(stones[me]) != 2", "not count(stones[me]) = 2"] {
        only(&format!("{}{STUCK}{end}", again(condition)), "Z0904");
    }
    for condition in ["count(stones[me]) <= 2", "count(stones[opponent]) != 2", "count(stones[me]) != 3"] {
        only(&format!("{}{STUCK}{end}", again(condition)), "Z0905");
    }
    let stored = "move put(c in empty) { again when count(stones[me]) < 2 stones[me] += c }\n";
    only(&format!("{stored}{STUCK}{end}"), "Z0905");
}

#[test]
fn a_pass_that_asks_nothing_may_loop() {
    only(&format!("{PUT}stuck => pass"), "Z0906");
    silent(&format!("{PUT}stuck => if stuck(opponent) then draw else pass"));
    // The one who passes is the other one, and who is to move then does not pass.
    silent(&format!("{PUT}stuck => if me = A then A wins else pass"));
    silent(&format!("{PUT}stuck => if B != me then A wins else pass"));
    assert_eq!(codes(&with(&format!("{PUT}stuck => if me = A then pass else pass"))), ["Z0906", "Z0945"]);
}

#[test]
fn points_without_a_proven_end_want_an_endless_rule() {
    let lines =
        "move go(c in empty) { stones[me] = {c} }\nend when a1 in stones[B] => 2 to A\nstuck => draw\n";
    only(lines, "Z0907");
    silent(&format!("{lines}endless => draw"));
}

#[test]
fn an_end_that_no_followup_changes_cuts_it_off() {
    let head = "state { left: 0..3 = 3 stones[Player]: set of Cell }\n";
    let moves = "move take(n in 1..3) when n <= left { left -= n again with mark }\n\
        followup mark(c in empty) { stones[me] += c }\nstuck => draw\n";
    let text =
        |end: &str| with(&format!("{moves}{end}")).replace("state { stones[Player]: set of Cell }\n", head);
    // The last stone is not counted.
    let points = "end when left = 0 => count(stones[A]) - count(stones[B]) to A";
    assert_eq!(codes(&text(points)), vec!["Z0908"]);
    // Behind the followup nothing else would come out.
    assert_eq!(codes(&text("end when left = 0 => A wins")), Vec::<&str>::new());
    // The earlier rule is not asked about the last stone.
    let earlier = "end when b1 in stones[A] => draw\nend when left = 0 => A wins";
    assert_eq!(codes(&text(earlier)), vec!["Z0908"]);
    let asked = |request: &str| codes(&text(points).replace("again with mark", request));
    for request in [
        "again with mark when left > 0",
        "if left != 0 { again with mark }",
        "if left = 0 { } else { again with mark }",
    ] {
        assert_eq!(asked(request), Vec::<&str>::new(), "{request}");
    }
    for request in [
        "again with mark when left < 3",
        "if left != 1 { again with mark }",
        "if left > 0 { left -= 1 again with mark }",
    ] {
        assert_eq!(asked(request), vec!["Z0908"], "{request}");
    }
    assert_eq!(
        codes(&text("end when left = 0 and b1 in stones[A] + stones[B] => A wins")),
        Vec::<&str>::new()
    );
}

#[test]
fn a_definition_without_an_end_is_noticed() {
    only(PUT, "Z0927");
    silent(&format!("{PUT}end when a1 in stones[A] => A wins\nstuck => draw"));
}

/// The codes of all warnings of a game of pieces that are captured, with these lines in it.
fn captures(lines: &str) -> Vec<&'static str> {
    let head = "game \"Captures\"\nplayers A, B\nboard Cell = grid(3, 1)\n\
        state { men[Player]: set of Cell = [{a1}, {c1}], left[Player]: 0..3 = 3 }\n";
    codes(&format!("{head}{lines}\nstuck => draw\nendless => draw\n"))
}

#[test]
fn a_rule_about_the_opponent_that_a_capture_of_the_other_makes_true_is_noticed() {
    let go = "move go(c in men[me], d in near(c) - men[me]) when left[me] > 0 { men[me] = men[me] - c + d \
        men[opponent] -= d left[opponent] -= 1 }\n";
    for late in [
        "end when men[opponent] = {} => me wins",
        "def beaten = men[opponent] = {}\nend when beaten => me wins",
        "def beaten(p: Player) = count(men[p]) < 1\nend when beaten(opponent) => me wins",
        "end when left[opponent] <= 1 => me wins",
    ] {
        assert_eq!(captures(&format!("{go}{late}")), ["Z0904"], "{late}");
    }
    for right in [
        "end when men[me] = {} => opponent wins",
        "end for p in Player when men[p] = {} => other(p) wins",
        "end when a1 in men[opponent] => opponent wins",
        "end when men[opponent] = {b1} => me wins",
        // What else the rule asks may become true later.
        "end when count(men[opponent]) = 0 and a1 in men[me] => me wins",
        "end when left[me] = 0 and left[opponent] = 0 => draw",
        // Each player has a rule.
        "end when men[me] = {} => opponent wins\nend when men[opponent] = {} => me wins",
    ] {
        assert_eq!(captures(&format!("{go}{right}")), Vec::<&str>::new(), "{right}");
    }
    // A step takes nothing away, in one statement or in two.
    let step = go.replace("men[me] = men[me] - c + d", "men[me] -= c men[me] += d");
    let capture = "end when men[opponent] = {} => me wins";
    assert_eq!(captures(&format!("{step}{capture}")), ["Z0904"]);
    let quiet = step.replace("men[opponent] -= d", "");
    assert_eq!(captures(&format!("{quiet}{capture}")), Vec::<&str>::new());
    // Who takes away his own pieces has just moved.
    let own = "move off(c in men[me]) when left[me] > 0 { men[me] -= c left[me] -= 1 }\n";
    assert_eq!(captures(&format!("{own}end when men[opponent] = {{}} => opponent wins")), Vec::<&str>::new());
}

#[test]
fn a_rule_about_me_that_a_move_of_the_other_can_only_make_false_is_late() {
    let go = "move go(c in men[me], d in near(c) - men[me]) when left[me] > 0 { men[me] = men[me] - c + d \
        men[opponent] -= d left[me] -= 1 }\n";
    for late in [
        "end when a1 in men[me] => me wins",
        "end when a1 in men[me] or b1 in men[me] => opponent loses",
        "end when {a1, b1} <= men[me] => me wins",
        "end when every c in {a1, b1}: c in men[me] => me wins",
        "end when count(men[me] & {a1, c1}) > 1 => me wins",
        "end when not men[me] - {b1} = {} => me wins",
        "def home(of: set of Cell) = some c in of: c = a1\nend when home(men[me]) => me wins",
        "def home(p: Player) = a1 in men[p]\ndef all(p: Player) = home(p) and b1 in men[p]\nend when all(me) => me wins",
    ] {
        assert_eq!(captures(&format!("{go}{late}")), ["Z0904"], "{late}");
    }
    for right in [
        // What a move of the other makes true, or may.
        "end when a1 not in men[me] => opponent wins",
        "end when every c in men[me]: c = a1 => opponent wins",
        "end when count(men[me]) < 2 => me loses",
        "end when count(men[me]) = 1 => me loses",
        "end when a1 in men[me] and c1 not in men[me] => me wins",
        "end when count(men[me]) > count(men[opponent]) and a1 in men[me] => me wins",
        // Each player has a rule.
        "end when a1 in men[me] => me wins\nend when a1 in men[opponent] => opponent wins",
        "end for p in Player when a1 in men[p] => p wins",
    ] {
        assert_eq!(captures(&format!("{go}{right}")), Vec::<&str>::new(), "{right}");
    }
    // A move that may give the other something makes the rule true in time; so does another turn.
    let rule = "end when a1 in men[me] => me wins";
    for right in [go.replace("men[opponent] -= d", "men[opponent] += d"), go.replace("-= d", "= {d}")] {
        assert_eq!(captures(&format!("{right}{rule}")), Vec::<&str>::new(), "{right}");
    }
    let again = go.replace("-= d", "-= d again");
    assert_eq!(captures(&format!("{again}{rule}")), Vec::<&str>::new());
}

#[test]
fn a_request_for_what_the_move_has_just_taken_is_noticed() {
    let drop = |body: &str, from: &str| {
        format!(
            "move put(c in empty) {{ {body} }}\nfollowup block(b in {from}) as \"|{{b}}\" {{ stones[opponent] += b }}\n{STUCK}"
        )
    };
    only(&drop("stones[me] += c again with block(c)", "empty"), "Z0935");
    only(&drop("stones[me] += c again with block(c)", "Cell - stones[me]"), "Z0935");
    silent(&drop("stones[me] += c again with block", "empty"));
    silent(&drop("stones[me] += c again with block(c)", "Cell - stones[opponent]"));
    silent(&drop("stones[me] += c again with block(c) stones[me] -= c", "empty"));
}

#[test]
fn an_end_in_the_first_position_is_noticed() {
    let owned = |when: &str| {
        all_codes(&format!(
            "game \"O\"\nplayers A, B\nboard Cell = grid(3, 1)\nstate {{ owner[Cell]: Player or none }}\n\
             move put(c in Cell) when owner[c] = none {{ owner[c] = me }}\nend when {when} => opponent wins\n{STUCK}"
        ))
    };
    assert_eq!(owned("owner[a1] = owner[b1]"), [OVER]);
    assert_eq!(owned("count(c in Cell where owner[c] != none) < 1"), [OVER]);
    assert_eq!(owned("owner[a1] != none and owner[a1] = owner[b1]"), Vec::<&str>::new());
    // It holds for both players there, and they do not agree.
    let both = "game \"O\"\nplayers A, B\nboard Cell = grid(3, 1)\nstate { men[Player]: set of Cell }\n\
        let rim = { c in Cell where count(near(c)) > 2 }\nmove put(c in Cell - men[A] - men[B]) { men[me] += c }\n\
        end for p in Player when rim <= men[p] => p wins\nstuck => draw\n";
    assert_eq!(all_codes(both), [OVER]);
    assert_eq!(all_codes(&both.replace("> 2", "> 1")), Vec::<&str>::new());
    let bid = |guard: &str| {
        all_codes(&format!(
            "game \"B\"\nplayers A, B\nstate {{ bid: 1..5 or none }}\n\
             move raise(n in 1..5) when {guard} {{ bid = n }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(bid("n > bid"), [OVER]);
    assert_eq!(bid("bid = none or n > bid"), Vec::<&str>::new());
}

#[test]
fn a_draw_on_a_full_board_before_a_win_is_noticed() {
    let two = |first: &str, second: &str| format!("{PUT}end when {first}\nend when {second}\n");
    silent(&two("empty = {} => draw", "count(stones[me]) = 0 and empty != Cell => opponent wins"));
    let wins = "{a1, b1} <= stones[opponent] => opponent wins";
    let full = "def full = empty = {}\n";
    only(&two("empty = {} => draw", wins), "Z0938");
    only(&format!("{full}{}", two("full => draw", wins)), "Z0938");
    only(&two("stones[A] + stones[B] = Cell => draw", wins), "Z0938");
    silent(&two(wins, "empty = {} => draw"));
    silent(&two("empty = {} and not {a1, b1} <= stones[A] => draw", wins));
    silent(&two("empty = {} => A wins", wins));
    silent(&two("empty = {} => draw", "stones[A] = Cell => A wins"));
    silent(&two("count(empty) = 1 => draw", wins));
}

#[test]
fn a_rule_about_values_that_are_the_mover_comes_late() {
    let owned = |store: &str, when: &str| {
        codes(&format!(
            "game \"O\"\nplayers A, B\nboard Cell = grid(3, 1)\nstate {{ owner[Cell]: Player or none, n: 0..3 }}\n\
             move put(c in Cell) when owner[c] = none and n < 3 {{ owner[c] = {store} n += 1 }}\n\
             end when {when} => me wins\n{STUCK}"
        ))
    };
    for late in ["owner[a1] = me", "count(c in Cell: owner[c] = me) = 2", "me = owner[a1]"] {
        assert_eq!(owned("me", late), ["Z0904"], "{late}");
        assert_eq!(owned("opponent", late), Vec::<&str>::new(), "{late}");
    }
    for right in
        ["owner[a1] = opponent", "owner[a1] = me and owner[b1] = opponent", "owner[a1] = me and n = 3"]
    {
        assert_eq!(owned("me", right), Vec::<&str>::new(), "{right}");
    }
}
