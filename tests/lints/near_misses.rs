//! Slips of which the right text differs by a word, and right texts that look like them.

use super::*;

const NONE: [&str; 0] = [];

/// The helps and the labels of all warnings of a code.
fn told(text: &str, code: &str) -> Vec<String> {
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    let of_code = definition.warnings.into_iter().filter(|each| each.code == code);
    of_code.map(|each| format!("{} | {}", each.message, each.help.unwrap_or_default())).collect()
}

#[test]
fn a_warning_that_is_switched_off_hides_no_other_one() {
    let gates = |allow: &str| {
        format!(
            "game \"Gates\"\nplayers A, B\nboard Cell = grid(3, 1)\nlet gates = {{a1, c1}}\nstate {{ at: Cell = b1 }}\n\
             move go(c in near(at)) {{ at = c }}\nend when at = gates => A wins\nstuck => draw\n{allow}"
        )
    };
    assert_eq!(codes(&gates("")), ["Z0902"]);
    assert_eq!(codes(&gates("allow constant")), ["Z0931"]);
    assert_eq!(codes(&gates("allow constant, compared_sets")), NONE);
}

#[test]
fn a_pass_that_play_never_repeats_is_right() {
    let take = |end: &str, guard: &str| {
        codes(&format!(
            "game \"Sticks\"\nplayers A, B\nstate {{ left[Player]: 0..3 = 3, n: 0..3 = 3 }}\n\
             move take when {guard} {{ left[me] = max(0, left[me] - 1) n -= 1 }}\nend when {end}\nstuck => pass\nallow unused\n"
        ))
    };
    for end in ["left[A] = 0 and left[B] = 0 => A wins", "left[A] + left[B] = 0 => A wins"] {
        assert_eq!(take(end, "left[me] > 0"), NONE, "{end}");
    }
    assert_eq!(take("(every p in Player: left[p] = 0) => A wins", "left[me] > 0"), NONE);
    assert_eq!(take("left[A] = 0 => A wins", "left[me] > 0"), ["Z0906"]);
    assert_eq!(take("left[A] = 0 and left[B] = 0 => A wins", "n > 0"), ["Z0906"]);
}

#[test]
fn a_sum_beside_its_own_guard_is_right() {
    let ring = |guard: &str| {
        codes(&format!(
            "game \"Ring\"\nplayers A, B\nboard Spot = ring(5)\nstate {{ left[Spot]: 0..3 = 3 }}\n\
             move take(r in Spot) when left[r] > 0 and ({guard}) {{ left[r] -= 1 }}\nstuck => me loses\n"
        ))
    };
    for right in ["r + 1 > 5 or left[r + 1] > 0", "r = 5 or left[r + 1] > 0", "r < 5 and left[r + 1] > 0"] {
        assert_eq!(ring(right), NONE, "{right}");
    }
    assert_eq!(ring("left[r + 1] > 0"), ["Z0936"]);
    assert_eq!(ring("left[r] > 1 or left[r + 1] > 0"), ["Z0936"]);
}

#[test]
fn a_size_that_a_count_of_moves_fixes_may_be_compared() {
    let end = |when: &str| {
        codes(&format!(
            "game \"Lines\"\nplayers A, B\nboard Cell = grid(3, 3)\nfamily Line of Cell = lines(Cell, 3)\n\
             state {{ men[Player]: set of Cell, n: 0..9 }}\n\
             move put(c in Cell - men[A] - men[B]) {{ men[me] += c n += 1 }}\nend for p in Player when {when} => p wins\nstuck => draw\n"
        ))
    };
    assert_eq!(end("n = 6 and (some l in Line: men[p] = l)"), NONE);
    assert_eq!(end("n > 3 and (some l in Line: men[p] = l)"), ["Z0946"]);
}

#[test]
fn an_alternative_is_told_in_its_own_words() {
    let put = |guard: &str, more: &str| {
        with(&format!("{more}move put(c in empty) when {guard} {{ stones[me] += c }}\nstuck => draw"))
    };
    let alternative = told(&put("c.x > 3 or c = a1", ""), "Z0902");
    assert!(
        alternative.len() == 1 && alternative[0].ends_with("or leave this alternative out"),
        "{alternative:?}"
    );
    let alone = told(&put("c.x > 3", ""), "Z0902");
    assert!(alone.len() == 1 && alone[0].ends_with("or leave the condition out"), "{alone:?}");
    // A `let` is a switch.
    assert_eq!(codes(&put("variant = 1 or c != a1", "let variant = 2\n")), NONE);
}

#[test]
fn what_is_said_of_a_list_fits_a_list() {
    let men = |first: &str| {
        format!(
            "game \"Men\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = {first}, n: 0..9 = 9 }}\n\
             move go(c in men[me], d in near(c) & (Cell - men[A] - men[B])) when n > 0 {{ men[me] = men[me] - c + d n -= 1 }}\nstuck => me loses"
        )
    };
    assert!(told(&men("{a1}"), "Z0947")[0].contains("write a list"));
    assert!(told(&men("[{a1}, {a1}]"), "Z0947")[0].ends_with("let them begin on different cells"));
    let hand = "game \"Hand\"\nplayers A, B\nrange Num = 1..5\nstate { hand[Player]: set of Num, n: 0..9 }\n\
        move draw_one(c in Num - hand[A] - hand[B]) { hand[me] += c n += 1 }\nend for p in Player when hand[p] > 7 => p wins\nstuck => draw\n";
    let sizes = told(hand, "Z0931");
    assert!(sizes.iter().all(|each| each.contains("sum(x in hand[p]: x)")) && !sizes.is_empty(), "{sizes:?}");
    let list = "game \"List\"\nplayers A, B\nparam order: list of 1..5 = [1, 2]\nstate { n: 0..9 }\n\
        move go when n < order[1] { n += 1 }\nstuck => me loses\n";
    let empty = common::compile(list, &["order=[]"]).unwrap_or_else(|mistakes| panic!("{mistakes}")).warnings;
    assert!(empty.iter().any(|each| each.message.ends_with("`order` is empty")), "{empty:?}");
}

#[test]
fn a_first_position_without_moves_is_seen_through_what_looks_everywhere() {
    let over = |text: &str| all_codes(text).contains(&OVER);
    let sticks = |first: &str| {
        format!(
            "game \"Sticks\"\nplayers A, B\nstate {{ n: 0..3 = {first} }}\nmove a when n > 0 {{ n -= 1 }}\n\
             move b when n > 1 and not can(a) {{ n -= 1 }}\nstuck => me loses\nallow never_legal\n"
        )
    };
    assert!(over(&sticks("0")) && !over(&sticks("3")));
    let wei = |alive: &str| {
        format!(
            "game \"W\"\nplayers A, B\nboard Cell = grid(3, 4)\nstate {{ men[Player]: set of Cell }}\n\
             def empty = Cell - men[A] - men[B]\ndef alive(c: Cell, p: Player) = near(reach(c, {alive})) & empty != {{}}\n\
             move put(c in empty) when alive(c, me) {{ men[me] += c }}\nstuck => me loses\n"
        )
    };
    assert!(over(&wei("men[p]")) && !over(&wei("men[p] + c")));
    let again = "game \"x\"\nplayers A, B\nstate { n: 0..3 }\nmove a when n > 0 { n -= 1 again when can(a) }\nstuck => me loses\n";
    assert!(over(again) && !over(&again.replace("0..3", "0..3 = 3")));
}

#[test]
fn a_request_for_the_cell_that_was_left_is_seen_behind_a_let() {
    let jumps = |board: &str, to: &str, request: &str| {
        codes(&format!(
            "game \"Jumps\"\nplayers A, B\nboard Cell = {board}\nstate {{ pegs: set of Cell = Cell - {{1, 2}}, n: 0..9 = 9 }}\n\
             move jump(c in pegs) when n > 0 {{ let to = {to} pegs = pegs - c - forward(c) + to n -= 1 again with {request} }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(jumps("ring(7)", "step(c, forward, 2)", "jump(c)"), ["Z0935"]);
    assert_eq!(jumps("ring(7)", "step(c, forward, 2)", "jump(to)"), NONE);
    // A step all round the ring leads back.
    assert_eq!(jumps("ring(3)", "step(c, forward, 3)", "jump(c)"), NONE);
}

#[test]
fn a_member_within_a_later_member_hides_it() {
    let rows = |first: &str, second: &str| {
        codes(&format!(
            "game \"Rows\"\nplayers A, B\nboard Cell = grid(4, 4)\nfamily Three of Cell = lines(Cell, 3)\n\
             family Four of Cell = lines(Cell, 4)\nstate {{ men[Player]: set of Cell }}\n\
             move put(c in Cell - men[A] - men[B]) {{ men[me] += c }}\n\
             end for p in Player when some l in {first}: l <= men[p] => p loses\n\
             end for p in Player when some l in {second}: l <= men[p] => p wins\nstuck => draw\n"
        ))
    };
    assert_eq!(rows("Three", "Four"), ["Z0903"]);
    assert_eq!(rows("Four", "Three"), NONE);
}

#[test]
fn a_comparison_with_what_was_just_stored_is_noticed() {
    let take = |body: &str| {
        codes(&format!(
            "game \"Take\"\nplayers A, B\nstate {{ left: 0..9 = 9, last: 0..3 }}\n\
             move take(k in 1..3) when k <= left {{ left -= k {body} }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(take("last = k again when k = last"), ["Z0902"]);
    assert_eq!(take("last = k let same = last != k if same { again }"), ["Z0902"]);
    assert_eq!(take("let same = k = last last = k again when same"), NONE);
    assert_eq!(take("last = k last = 4 - k again when k = last"), NONE);
}
