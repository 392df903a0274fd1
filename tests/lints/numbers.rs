//! Numbers that count from elsewhere, or lie outside of their domain.

use super::*;

/// The codes of all warnings of a game of heaps with these lines in it.
fn heaps(lines: &str) -> Vec<&'static str> {
    let head = "game \"Heaps\"\nplayers A, B\nparam heaps: list of 0..9 = [1, 2, 3]\nrange Heap = 1..3\n\
        board Cell = grid(3, 2)\nstate { left[h: Heap]: 0..9 = heaps[h], at: Cell = a1 }\n\
        move take(h in Heap, n in 1..3) when n <= left[h] { left[h] -= n at = a1 }\n\
        move away when at = b1 { at = b2 }\nstuck => me loses\n";
    codes(&format!("{head}{lines}\n"))
}

#[test]
fn a_zero_where_counting_begins_at_one_is_noticed() {
    for wrong in [
        "end when heaps[0] = 3 => me wins",
        "end when left[0] = 3 => me wins",
        "end when at = Cell(0, 1) => me wins",
        "end when at = Cell(1, 0) => me wins",
        "end when sum(i in 0..2: heaps[i]) = 5 => me wins",
        "end when sum(i in 0..len(heaps) - 1: left[i]) = 5 => me wins",
        "end when some x in 0..2: at = Cell(x, 1) => me wins",
        "range Index = 0..2\nend when sum(i in Index: heaps[i]) = 5 => me wins",
        "range Index = 0..2\nlet own[i: Index] = heaps[i]\nend when own[1] = left[1] => me wins",
    ] {
        assert_eq!(heaps(wrong), vec!["Z0912"], "{wrong}");
    }
    for right in [
        "end when heaps[1] = left[2] => me wins",
        "end when at = Cell(at.x - 1, 1) => me wins",
        "end when sum(i in 1..3: heaps[i]) = left[1] => me wins",
        "end when some x in 0..4: at = Cell(x, 1) and left[1] = x => me wins",
        "end when sum(i in 0..2: left[1] * i) = 5 => me wins",
        "range Other = 0..2\nlet worth[Other] = [1, 2, 3]\nend when worth[0] = left[1] => me wins",
        "end when sum(i in 0..2: heaps[i]) = 5 => me wins\nallow zero_index",
    ] {
        assert_eq!(heaps(right), Vec::<&str>::new(), "{right}");
    }
}

#[test]
fn a_sum_of_elements_where_a_set_stands_is_noticed() {
    let both = "c in hand, d in hand, m in men, n in men";
    for (wrong, right) in [
        ("hand -= c + d", "hand -= {c, d}"),
        ("hand += c + d", "hand += {c + d}"),
        ("hand = hand - (c + d)", "hand = hand - c - d"),
        ("men += m + n + m", "men += {m, n}"),
        ("men += m + n", "men = men - m + (6 - m)"),
        ("hand -= c + d", "for k in 1..2 { hand -= c + k }"),
    ] {
        let line = |body: &str| {
            format!("move two({both}) when c < d and m < n {{ {body} men -= m hand -= c }}\nallow unused")
        };
        assert_eq!(cards(&line(wrong)), vec!["Z0915"], "{wrong}");
        assert_eq!(cards(&line(right)), Vec::<&str>::new(), "{right}");
    }
    silent("move two(c in empty, d in near(c) & empty) { stones[me] += c + d }\nstuck => draw");
}

/// The codes of all warnings of a game with this field.
fn field(declared: &str) -> Vec<&'static str> {
    codes(&format!(
        "game \"Lead\"\nplayers A, B\nstate {{ lead{declared}, heap: 0..3 = 3 }}\n\
         move grab when heap > 0 {{ heap -= 1 }}\nend when heap = 0 and lead = 0 => draw\nstuck => me loses\n"
    ))
}

#[test]
fn a_field_that_begins_below_0_by_itself_is_noticed() {
    assert_eq!(field(": -5..5"), vec!["Z0916"]);
    for right in [": -5..5 = 0", ": -5..5 = -5", ": 0..5", ": -5..5 or none"] {
        assert_eq!(field(right), Vec::<&str>::new(), "{right}");
    }
    let heights = |picture: &str| {
        codes(&format!(
            "game \"Heights\"\nplayers A, B\nboard Cell = grid(2, 1)\nstate {{ h[Cell]: -1..3, n: 0..1 }}\n\
             show Cell {{ h = 2: \"2\", h = 3: \"3\", else: \".\" }}\nstart \"{picture}\"\n\
             move go when n = 0 and h[a1] > 0 {{ n = 1 }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(heights("23"), Vec::<&str>::new(), "the picture gives every entry its first value");
    assert_eq!(
        heights("2."),
        Vec::<&str>::new(),
        "what stands beside other values was written by the picture"
    );
    assert!(heights("..").contains(&"Z0916"));
}

#[test]
fn an_index_that_runs_from_0_by_its_type_is_noticed() {
    for wrong in [
        "range I = 0..len(heaps) - 1\nstate { s: set of I }\nmove mark(i in I - s) when heaps[i] = 1 { s += i }",
        "range I = 0..2\ndef odd(i: I) = heaps[i] % 2 = 1\nend when some i in I: odd(i) => me wins",
        "state { lo: 0..2 = 0 }\nmove on when heaps[lo] > 0 and lo < 2 { lo += 1 }",
        "end when some h in Heap: left[3 - h] = 9 => me wins",
        "end when heaps[-1] = 1 => me wins",
        "end when heaps[4] != 1 => me wins",
        "end when left[-1] != 1 => me wins",
    ] {
        assert_eq!(heaps(wrong), vec!["Z0912"], "{wrong}");
    }
    for right in [
        "range I = 1..len(heaps)\nstate { s: set of I }\nmove mark(i in I - s) when heaps[i] = 1 { s += i }",
        "range I = 0..3\ndef odd(i: I) = heaps[i] % 2 = 1\nend when some i in I: odd(i) => me wins",
        "state { lo: 1..3 = 1 }\nmove on when heaps[lo] > 0 and lo < 3 { lo += 1 }",
        "end when some h in Heap: left[4 - h] = 9 => me wins",
        "end when some h in Heap: left[h - 1] = 9 => me wins",
        "end when heaps[len(heaps)] = 9 => me wins",
    ] {
        assert_eq!(heaps(right), Vec::<&str>::new(), "{right}");
    }
}

#[test]
fn the_end_of_a_range_from_0_is_written_as_it_was() {
    let text = "game \"Sums\"\nplayers A, B\nparam a: list of 0..9 = [4, 1, 2]\nrange P = 0..3\n\
        let before[i: P] = sum(j in 0..i - 1: a[j])\nstate { at: P = 0 }\n\
        move on(k in 1..2) when at + k <= 3 and before[at + k] >= 0 { at = at + k }\nstuck => me loses\n";
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let [warning] = definition.warnings.as_slice() else { panic!("{:?}", definition.warnings) };
    assert_eq!((warning.code, warning.help.as_deref()), ("Z0912", Some("write `1..i`")));
}

#[test]
fn a_first_value_outside_of_its_domain_is_noticed() {
    let ring = |first: &str| {
        format!(
            "game \"R\"\nplayers A, B\nboard Pit = ring(6)\nstate {{ last: Pit or none = {first} }}\n\
             move drop(p in Pit) when last = none {{ last = p }}\nstuck => me loses\n"
        )
    };
    assert_eq!(codes(&ring("-1")), ["Z0929"]);
    assert_eq!(codes(&ring("9")), ["Z0929"]);
    assert_eq!(codes(&ring("none")), Vec::<&str>::new());
    assert_eq!(codes(&ring("6")), Vec::<&str>::new());
}

#[test]
fn a_first_value_outside_of_its_domain_is_told_beside_errors() {
    let text = |first: &str| {
        format!(
            "game \"T\"\nplayers A, B\nboard Pit = ring(6)\nstate {{ at: Pit = 1, last: Pit or none = {first} }}\n\
             move go(p in Pit) when p != foo {{ at = p last = p }}\nend when last = at => A wins\nstuck => draw\n"
        )
    };
    let beside = |text: &str| common::compile(text, &[]).expect_err("there is a mistake");
    let found = beside(&text("-1"));
    assert!(found.contains("Z0101") && found.contains("Z0929"), "{found}");
    assert!(!beside(&text("none")).contains("Z0929"));
    assert!(!beside(&format!("{}allow outside\n", text("-1"))).contains("Z0929"));
}

#[test]
fn a_number_that_a_set_leaves_out_is_noticed() {
    let take = |set: &str| {
        codes(&format!(
            "game \"Take\"\nplayers A, B\nrange Take = 1..5\nlet takes: set of Take = {set}\n\
             state {{ left: 0..20 = 9 }}\nmove take(n in takes) when n <= left {{ left -= n }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(take("{1, 3, 9}"), ["Z0929"]);
    assert_eq!(take("{1, 3, 5}"), Vec::<&str>::new());
    // With another n they are elements.
    let primes = "game \"Primes\"\nplayers A, B\nparam n: 5..30 = 6\nrange Num = 1..n\nlet primes: set of Num = {2, 3, 5, 7}\n\
        state { left: 0..20 = 9 }\nmove take(p in primes) when p <= left { left -= p }\nstuck => me loses\n";
    assert_eq!(codes(primes), Vec::<&str>::new());
    let play = |body: &str| cards(&format!("move play(k in hand, m in men) when {body}"));
    let taken = "{ hand -= k men -= m }";
    assert_eq!(play(&format!("7 in hand {taken}")), ["Z0929"]);
    assert_eq!(play(&format!("5 in hand {taken}")), Vec::<&str>::new());
    assert_eq!(play(&format!("hand + 7 != {{1}} {taken}")), ["Z0929"]);
    assert_eq!(play(&format!("hand + 5 != {{1}} {taken}")), Vec::<&str>::new());
    assert_eq!(play("k in hand { hand -= k men -= m hand += 7 }"), ["Z0929"]);
    assert_eq!(play("k in hand { hand -= k men -= m hand += {5, 6} }"), ["Z0929"]);
}

#[test]
fn a_sum_that_leaves_its_ring_is_noticed() {
    let go = |place: &str| cards(&format!("move go(k in hand, m in men) {{ hand -= k men = {{{place}}} }}"));
    for wrong in ["m + 1", "m - 1", "1 + m", "m + k", "m - k"] {
        assert_eq!(go(wrong), ["Z0936"], "{wrong}");
    }
    for right in ["forward(m)", "step(m, forward, k)", "m % 5 + 1", "6 - m", "if m = 5 then 1 else m"] {
        assert_eq!(go(right), Vec::<&str>::new(), "{right}");
    }
    let path = "game \"P\"\nplayers A, B\nboard Cell = path(5)\nstate { at: Cell = 1 }\n\
        move go() when at < 5 { at = at + 1 }\nstuck => me loses\n";
    assert_eq!(codes(path), Vec::<&str>::new(), "a path has ends");
}

#[test]
fn a_range_that_goes_down_is_noticed() {
    let put = |range: &str| {
        format!("move put(c in empty) when some n in {range}: n = c.x {{ stones[me] += c }}\n{STUCK}")
    };
    only(&put("4..2"), "Z0940");
    silent(&put("2..4"));
    silent(&put("3..3"));
}
