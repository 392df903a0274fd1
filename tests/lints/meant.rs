//! What reads right and means something else: known answers, stale values, repetitions, pairs.

use super::*;

/// The codes of a game of numbers on a 3 x 3 board, with these lines in it.
fn numbers(lines: &str) -> Vec<&'static str> {
    let head = "game \"Numbers\"\nplayers A, B\nboard Cell = grid(3, 3)\nfamily Line of Cell = lines(Cell, 3)\n\
        range Heap = 1..3\nstate { men[Player]: set of Cell, n: 0..12 = 12, got[Player]: -99..99 = 0, left[Heap]: 0..9 = 9 }\n\
        def empty = Cell - men[A] - men[B]\n";
    codes(&format!("{head}{lines}\nallow unused, cycles\nendless => draw\n"))
}

/// The codes of that game with this rule and moves that use everything.
fn rules(rules: &str) -> Vec<&'static str> {
    numbers(&format!("move put(c in empty) when n > 0 {{ men[me] += c n -= 1 }}\n{rules}"))
}

/// The codes of that game with this body.
fn body(body: &str) -> Vec<&'static str> {
    numbers(&format!(
        "move take(c in empty, h in Heap, k in Heap) when n > 0 and h != k and left[k] < 9 {{ n -= 1 men[me] += c {body} }}\nstuck => me loses"
    ))
}

/// The codes of that game with this guard.
fn guard(guard: &str) -> Vec<&'static str> {
    numbers(&format!(
        "move put(c in empty, h in Heap) when n > 0 and {guard} {{ men[me] += c n -= 1 left[h] -= 1 }}\nstuck => me loses"
    ))
}

const NONE: [&str; 0] = [];

#[test]
fn what_the_stuck_rule_knows_is_noticed() {
    assert_eq!(rules("stuck => if stuck(me) then A wins else pass"), ["Z0902"]);
    assert_eq!(rules("stuck => if can(put) then draw else A wins"), ["Z0902"]);
    assert_eq!(rules("stuck => if stuck(opponent) then A wins else pass"), NONE);
    let followup = "followup rest { n = 3 }\nstuck => if can(rest) then draw else A wins";
    assert_eq!(rules(followup), NONE);
    assert_eq!(rules("end when stuck(me) => A wins\nstuck => draw"), NONE);
}

#[test]
fn a_pass_to_a_player_who_cannot_move_is_noticed() {
    assert_eq!(rules("stuck => if stuck(opponent) then pass else A wins"), ["Z0906"]);
    assert_eq!(rules("stuck => if not stuck(opponent) then A wins else pass"), ["Z0906"]);
    assert_eq!(rules("stuck => if not stuck(opponent) then pass else A wins"), NONE);
    assert_eq!(rules("stuck => if stuck(opponent) and n = 0 then pass else A wins"), ["Z0906"]);
    // The other player is told something else.
    assert_eq!(rules("stuck => if stuck(opponent) and me = B then pass else A wins"), NONE);
}

#[test]
fn an_end_for_a_player_of_whom_one_half_speaks_is_noticed() {
    let line = |outcome: &str, who: &str| {
        rules(&format!(
            "end for p in Player when some l in Line: l <= men[{who}] => {outcome}\nstuck => draw"
        ))
    };
    assert_eq!(line("me wins", "p"), ["Z0943"]);
    assert_eq!(line("opponent wins", "p"), ["Z0943"]);
    assert_eq!(line("p wins", "opponent"), ["Z0943"]);
    assert_eq!(line("p wins", "p"), NONE);
    assert_eq!(line("other(p) loses", "p"), NONE);
    assert_eq!(line("draw", "p"), NONE);
    let other =
        "end for p in Player, q in {other(p)} when some l in Line: l <= men[q] => p loses\nstuck => draw";
    assert_eq!(rules(other), NONE);
    let some = "def dead = { q in Player where men[q] = {} }\nend for p in dead when n > 0 => p loses\nstuck => draw";
    assert_eq!(rules(some), NONE);
    let full = "end for p in Player when empty = {} => p wins\nstuck => draw";
    assert_eq!(rules(full), ["Z0943"]);
    let tied = "end for p in Player when p = opponent and some l in Line: l <= men[p] => opponent wins\nstuck => draw";
    assert_eq!(rules(tied), NONE);
    let both = |when: &str| {
        let done = "def done(p: Player) = some l in Line: l <= men[p]";
        rules(&format!("{done}\nend for p in Player when {when} => p wins\nstuck => draw"))
    };
    assert_eq!(both("done(p) and done(other(p))"), ["Z0943"]);
    assert_eq!(both("count(men[p]) = count(men[other(p)])"), ["Z0943"]);
    assert_eq!(both("done(p) and not done(other(p))"), NONE);
    assert_eq!(both("count(men[p]) > count(men[other(p)]) and empty = {}"), NONE);
}

#[test]
fn a_value_read_after_it_was_emptied_is_noticed() {
    assert_eq!(body("left[h] = 0 got[me] += left[h]"), ["Z0944"]);
    assert_eq!(body("men[opponent] = {} got[me] += count(men[opponent])"), ["Z0944"]);
    // Behind a store to n it is another entry.
    let moved = "left[n] = 0 n -= 1 got[me] += left[n]";
    assert_eq!(
        numbers(&format!("move go when n in 2..3 {{ {moved} men[me] += a1 }}\nstuck => me loses")),
        NONE
    );
    assert_eq!(body("if n > 3 { left[h] = 0 repeat left[h] { got[me] += 1 } }"), ["Z0944"]);
    assert_eq!(body("got[me] += left[h] left[h] = 0"), NONE);
    assert_eq!(body("left[h] = 0 got[me] += left[k]"), NONE);
    assert_eq!(body("left[h] = 0 left[k] += 1 got[me] += left[h]"), NONE);
    assert_eq!(body("left[h] = left[k] got[me] += left[h]"), NONE);
    let var = "var q = h left[q] = 0 q = k got[me] += left[q]";
    assert_eq!(body(var), NONE);
}

#[test]
fn an_amount_that_is_worked_out_again_is_noticed() {
    assert_eq!(body("left[h] -= left[h] / 2 left[k] += left[h] / 2"), ["Z0944"]);
    let taken = "near(c) & men[opponent]";
    assert_eq!(body(&format!("men[opponent] -= {taken} men[me] += {taken}")), ["Z0944"]);
    assert_eq!(body(&format!("men[me] += {taken} men[opponent] -= {taken}")), NONE);
    assert_eq!(body("left[h] -= n / 9 left[k] += n / 9"), NONE);
    assert_eq!(body("let half = left[h] / 2 left[h] -= half left[k] += half"), NONE);
    assert_eq!(body("left[h] -= left[h] / 2 got[me] += left[k] / 2"), NONE);
    let def = "def caught(c: Cell) = near(c) & men[opponent]\n";
    let moves = "move go(c in empty) when n > 0 { n -= 1 men[opponent] -= caught(c) men[me] += caught(c) }\nstuck => draw";
    assert_eq!(numbers(&format!("{def}{moves}")), ["Z0944"]);
    let worth = "def worth(p: Player) = got[p] / 2\nmove go when n > 0 { n -= 1 men[me] += a1 got[me] -= worth(opponent) got[opponent] += worth(opponent) }\nstuck => draw";
    assert_eq!(numbers(worth), NONE);
}

#[test]
fn what_stands_twice_is_noticed() {
    let stuck = |outcome: &str| rules(&format!("stuck => {outcome}"));
    assert_eq!(stuck("count(men[A]) - count(men[A]) to A"), ["Z0945"]);
    assert_eq!(stuck("count(men[A]) - count(men[B]) to A"), NONE);
    assert_eq!(stuck("n - 1 - 1 to A"), NONE);
    assert_eq!(stuck("if n > 2 then A wins else B loses"), ["Z0945"]);
    assert_eq!(stuck("if n > 2 then A wins else A loses"), NONE);
    assert_eq!(stuck("if n > 2 then 2 to A else 2 to A"), ["Z0945"]);
    assert_eq!(body("got[me] += if n > 3 then 2 else 2"), ["Z0945"]);
    assert_eq!(body("if n > 3 { got[me] += 2 } else { got[me] +=  2 }"), ["Z0945"]);
    assert_eq!(body("if n > 3 { got[me] += 2 } else { got[me] += 1 }"), [""; 0]);
    assert_eq!(body("got[me] += if n > 3 then 2 else 1"), NONE);
    assert_eq!(guard("c in Cell - men[A] - men[A]"), ["Z0945"]);
    assert_eq!(guard("c in near(c) - men[A] - men[B]"), NONE);
    assert_eq!(guard("got[me] = got[me]"), ["Z0945"]);
    assert_eq!(guard("got[me] = got[opponent]"), NONE);
    assert_eq!(guard("(left[h] > 0 or left[h] > 0)"), ["Z0945"]);
    let param = "param a: 1..3 = 2\nparam b: 1..3 = 2\n";
    let moves = "move go(c in empty) when n > 0 and a != b { n -= 1 men[me] += c got[me] += if n > 3 then a else b }\nstuck => draw";
    assert_eq!(numbers(&format!("{param}{moves}")), NONE);
}

#[test]
fn a_growing_set_compared_with_a_member_is_noticed() {
    let end = |when: &str| rules(&format!("end for p in Player when {when} => p wins\nstuck => draw"));
    assert_eq!(end("some l in Line: men[p] = l"), ["Z0946"]);
    assert_eq!(end("men[p] in Line"), ["Z0946"]);
    assert_eq!(end("some l in Line: l <= men[p]"), NONE);
    // Who has three men puts no more.
    let three = "move put(c in empty) when n > 0 and count(men[me]) < 3 { men[me] += c n -= 1 }\n";
    assert_eq!(
        numbers(&format!("{three}end for p in Player when men[p] in Line => p wins\nstuck => draw")),
        NONE
    );
    // The contrary is true of more members too.
    assert_eq!(end("men[p] not in Line"), NONE);
    assert_eq!(end("every l in Line: men[p] != l"), NONE);
    // Three men that move make a line exactly.
    let step =
        "move go(c in men[me], d in near(c) & empty) when n > 0 { men[me] = men[me] - c + d n -= 1 }\n";
    assert_eq!(
        numbers(&format!("{step}end for p in Player when men[p] in Line => p wins\nstuck => draw")),
        NONE
    );
}

#[test]
fn pieces_that_begin_together_and_are_kept_apart_are_noticed() {
    let game = |first: &str, empty: &str| {
        codes(&format!(
            "game \"Step\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = {first}, n: 0..9 = 9 }}\n\
             def empty = {empty}\nmove go(c in men[me], d in near(c) & empty) when n > 0 {{ men[me] = men[me] - c + d n -= 1 }}\nstuck => me loses"
        ))
    };
    assert_eq!(game("{a1, c3}", "Cell - men[A] - men[B]"), ["Z0947"]);
    assert_eq!(game("{a1, c3}", "Cell - (men[A] + men[B])"), ["Z0947"]);
    assert_eq!(game("[{a1}, {c3}]", "Cell - men[A] - men[B]"), NONE);
    assert_eq!(game("{}", "Cell - men[A] - men[B]"), NONE);
    // On one track both may stand on one cell.
    assert_eq!(game("{a1}", "Cell - men[me]"), NONE);
}

#[test]
fn a_pair_of_one_thing_and_itself_is_noticed() {
    assert_eq!(guard("(some i in Heap, j in Heap: left[i] = left[j])"), ["Z0948"]);
    assert_eq!(guard("(no i in Heap, j in Heap: left[i] = left[j])"), ["Z0948"]);
    assert_eq!(guard("(every j in Heap: left[j] < left[h])"), ["Z0948"]);
    // Behind a store the parameter may be in the set no more.
    let later = "move go(c in men[A]) when n > 0 { n -= 1 men[A] -= c got[me] = 1 } provided every d in men[A]: d < c\n\
        move put(c in empty) when n > 0 { n -= 1 men[A] += c }\nstuck => draw";
    assert_eq!(numbers(later), NONE);
    assert_eq!(guard("(every j in Heap: left[j] <= left[h])"), NONE);
    assert_eq!(guard("(some j in Heap: left[j] < left[h])"), NONE);
    assert_eq!(guard("(some i in Heap, j in Heap: i != j and left[i] = left[j])"), NONE);
    assert_eq!(guard("(some i in Heap, j in Heap where i < j: left[i] = left[j])"), NONE);
    assert_eq!(guard("(some i in Heap, j in 1..2: left[i] = n + j)"), NONE);
}

#[test]
fn parts_that_exclude_each_other_are_noticed() {
    assert_eq!(guard("(c != a1 or c != c1)"), ["Z0902"]);
    assert_eq!(guard("c.x < 2 and c.x > 2"), ["Z0902"]);
    assert_eq!(guard("(n > 2 or n < 5)"), ["Z0902"]);
    assert_eq!(guard("(c = a1 or c = c1)"), NONE);
    assert_eq!(guard("(n < 2 or n > 5)"), NONE);
    assert_eq!(guard("c.x > 1 and c.y < 2"), NONE);
    let param = "param k: 0..9 = 1\n";
    let moves = "move go(c in empty) when n > 0 and (n > k or n < 5) { n -= 1 men[me] += c }\nstuck => draw";
    assert_eq!(numbers(&format!("{param}{moves}")), NONE);
}

#[test]
fn an_arm_that_an_earlier_one_takes_is_noticed() {
    assert_eq!(body("if n > 2 { got[me] += 1 } else if n > 8 { got[me] += 3 }"), ["Z0902"]);
    assert_eq!(body("if n > 8 { got[me] += 3 } else if n > 2 { got[me] += 1 }"), NONE);
    assert_eq!(rules("end when n <= 3 => me wins\nend when n <= 1 => me loses\nstuck => draw"), ["Z0903"]);
    assert_eq!(rules("end when n <= 1 => me wins\nend when n <= 3 => me loses\nstuck => draw"), NONE);
}

#[test]
fn one_outcome_for_either_player_is_noticed() {
    let end = |rule: &str| rules(&format!("{rule}\nstuck => draw"));
    assert_eq!(end("end when got[me] > 9 or got[opponent] > 9 => me wins"), ["Z0905"]);
    assert_eq!(end("end when got[me] > 9 or got[opponent] > 9 => draw"), NONE);
    assert_eq!(end("end when got[opponent] > 9 or n = 0 => opponent wins"), NONE);
}

#[test]
fn a_full_board_by_its_size_above_a_win_is_noticed() {
    let win = "end for p in Player when some l in Line: l <= men[p] => p wins\nstuck => draw";
    for draw in [
        "count(men[A] + men[B]) = 9 => draw",
        "count(men[A]) + count(men[B]) = 9 => draw",
        "empty = {} => 0 to A",
    ] {
        let points = win.replace("p wins", "1 to p").replace("draw", "0 to A");
        let below = if draw.ends_with('A') { points.as_str() } else { win };
        assert_eq!(rules(&format!("end when {draw}\n{below}")), ["Z0938"], "{draw}");
    }
    assert_eq!(rules(&format!("end when count(men[A]) = 4 => draw\n{win}")), NONE);
}

#[test]
fn a_quantifier_that_never_speaks_of_its_name_is_noticed() {
    assert_eq!(guard("(every d in near(c): c not in men[opponent])"), ["Z0914"]);
    assert_eq!(guard("count(d in near(c): c in men[me]) = 0"), ["Z0914"]);
    assert_eq!(guard("(every d in near(c): d not in men[opponent])"), NONE);
    assert_eq!(guard("(some d in near(c) where d in men[me]: n > 2)"), NONE);
    assert_eq!(guard("(men[me] = {} or some d in near(c): d in men[me] implies d.x = c.x)"), ["Z0913"]);
    assert_eq!(guard("(men[me] = {} or every d in near(c): d in men[me] implies d.x = c.x)"), NONE);
}

#[test]
fn a_turned_sign_and_an_idle_choice_are_noticed() {
    assert_eq!(body("got[me] =- 1"), ["Z0925"]);
    assert_eq!(body("got[me] = -1"), NONE);
    assert_eq!(body("got[me] -= 1"), NONE);
    let drop = |text: &str| {
        codes(&with(&format!("move put(c in empty, d in {{north, south}}) {{ {text} }}\n{STUCK}")))
    };
    assert_eq!(drop("stones[me] += c"), ["Z0901"]);
    assert_eq!(drop("stones[me] = stones[me] + c + step(c, d)"), NONE);
}

#[test]
fn a_request_for_the_cell_that_was_left_is_noticed() {
    let go = |request: &str, put: &str| {
        codes(&format!(
            "game \"Again\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = [{{a1}}, {{c3}}], n: 0..9 }}\n\
             def empty = Cell - men[A] - men[B]\n\
             move go(c in men[me], d in near(c) & empty) when n < 8 {{ men[me] = men[me] - c + {put} n += 1 again with {request} when n % 2 = 1 }}\n\
             stuck => me loses"
        ))
    };
    assert_eq!(go("go(c)", "d"), ["Z0935"]);
    assert_eq!(go("go(c)", "d men[me] = men[me] - a1"), NONE);
    assert_eq!(go("go(d)", "d"), NONE);
    assert_eq!(go("go", "d"), NONE);
}

#[test]
fn what_goes_round_no_torus_is_noticed() {
    let go = |board: &str, cell: &str| {
        codes(&format!(
            "game \"Round\"\nplayers A, B\nboard Cell = {board}\nstate {{ men[Player]: set of Cell = [{{a1}}, {{c3}}], n: 0..9 }}\n\
             move go(c in men[me]) when n < 9 and {cell} not in men[A] + men[B] {{ n += 1 men[me] = men[me] - c + {cell} }}\nstuck => draw"
        ))
    };
    assert_eq!(go("torus(3, 3)", "Cell(c.x + 1, c.y)"), ["Z0936", "Z0936"]);
    assert_eq!(go("grid(3, 3)", "Cell(c.x + 1, c.y)"), NONE);
    assert_eq!(go("torus(3, 3)", "Cell(c.x % 3 + 1, c.y)"), NONE);
    assert_eq!(go("torus(3, 3)", "east(c)"), NONE);
}

#[test]
fn a_cell_outside_of_what_is_reached_is_noticed() {
    let go = |from: &str, out: &str| {
        codes(&format!(
            "game \"Reach\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = [{{a1}}, {{c3}}], at: Cell = b2, n: 0..9 }}\n\
             def empty = Cell - men[A] - men[B]{out}\n\
             move go(c in men[me], d in reach({from}, empty)) when n < 9 {{ n += 1 men[me] = men[me] - c + d at = d }}\nstuck => draw\nallow unused"
        ))
    };
    assert_eq!(go("c", ""), ["Z0929"]);
    assert_eq!(go("at", " - at"), ["Z0929"]);
    assert_eq!(go("near(c)", ""), NONE);
    assert_eq!(go("at", ""), NONE);
}

#[test]
fn a_range_that_ends_with_a_difference_is_noticed() {
    let take = |set: &str, stored: &str| {
        codes(&format!(
            "game \"Take\"\nplayers A, B\nstate {{ n: 0..9 = 9, last: 0..3 }}\n\
             move take(k in {set}) when k <= n {{ n -= k last = {stored} }}\nstuck => me loses\nallow unused"
        ))
    };
    assert_eq!(take("1..3 - last", "k"), ["Z0915"]);
    assert_eq!(take("(1..3) - last", "k"), NONE);
    assert_eq!(take("1..3 - last", "min(3, k + 1) - 1"), NONE);
    assert_eq!(take("1..3", "k"), NONE);
}

#[test]
fn a_condition_that_is_asked_at_each_turn_of_a_loop_is_noticed() {
    let go = |text: &str| body(&format!("if n > 3 {{ {text} }}"));
    assert_eq!(go("for d in men[A] where near(d) & men[A] != {} { men[A] -= d }"), ["Z0939"]);
    assert_eq!(go("for d in men[A] where near(d) & men[B] != {} { men[A] -= d }"), ["Z0939"]);
    assert_eq!(go("for d in men[A] where d.x = 1 { men[A] -= d }"), NONE);
    assert_eq!(go("for d in near(c) where d in men[A] { men[A] -= d }"), NONE);
    assert_eq!(go("let gone = { d in men[A] where near(d) & men[B] != {} } men[A] = men[A] - gone"), NONE);
}

#[test]
fn an_element_beside_a_set_written_out_is_noticed() {
    assert_eq!(guard("c != {a1, c1}"), ["Z0931"]);
    assert_eq!(guard("not (c = {a1, c1})"), ["Z0931"]);
    assert_eq!(guard("c not in {a1, c1}"), NONE);
    assert_eq!(guard("c != {a1}"), NONE);
}

#[test]
fn a_piece_that_is_read_after_its_place_was_emptied_is_noticed() {
    let go = |text: &str| {
        codes(&format!(
            "game \"Move\"\nplayers A, B\nboard Cell = grid(3, 1)\nenum Piece {{ man, king }}\n\
             state {{ piece[Cell]: Piece or none = [man, king, none], n: 0..9 }}\n\
             move go(f in Cell, t in near(f)) when n < 9 and piece[f] != none and piece[t] = none {{ n += 1 {text} }}\n\
             end when piece[a1] = man and n > 3 => A wins\nstuck => me loses"
        ))
    };
    assert_eq!(go("piece[f] = none piece[t] = piece[f]"), ["Z0944"]);
    assert_eq!(go("piece[t] = piece[f] piece[f] = none"), NONE);
}

#[test]
fn a_set_that_has_more_than_a_line_is_noticed() {
    let end = |when: &str| rules(&format!("end for p in Player when {when} => p wins\nstuck => draw"));
    assert_eq!(end("some l in Line: l < men[p]"), ["Z0946"]);
    assert_eq!(end("some l in Line: l <= men[p]"), NONE);
}

#[test]
fn points_of_the_player_to_move_for_one_player_are_noticed() {
    assert_eq!(rules("stuck => got[me] - got[opponent] to A"), ["Z0943"]);
    assert_eq!(rules("stuck => got[me] - got[opponent] to me"), NONE);
    assert_eq!(rules("stuck => got[A] - got[B] to A"), NONE);
    let best = |who: &str| {
        rules(&format!(
            "def best(p: Player) = count(men[p]) - count(near(men[{who}]))\nstuck => best(A) - best(B) to A"
        ))
    };
    assert_eq!(best("me"), ["Z0943"]);
    assert_eq!(best("p"), NONE);
}

#[test]
fn an_entry_of_a_picture_that_is_never_drawn_is_noticed() {
    let show = |entries: &str| rules(&format!("stuck => draw\nshow Cell {{ {entries}, else: \".\" }}"));
    assert_eq!(show("men[A]: \"a\", men[A] & near(a1): \"K\", men[B]: \"b\""), ["Z0941"]);
    assert_eq!(show("men[A] & near(a1): \"K\", men[A]: \"a\", men[B]: \"b\""), NONE);
}

#[test]
fn an_intersection_less_a_set_needs_no_brackets() {
    assert_eq!(guard("c in near(a1) & empty - men[A]"), NONE);
    assert_eq!(guard("c in empty - near(a1) & men[A]"), ["Z0909"]);
    assert_eq!(guard("c in near(a1) & empty + men[A]"), ["Z0909"]);
}
