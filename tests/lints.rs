//! Each lint speaks where it should and is silent beside it; none speaks about a game of the
//! library.

mod common;

/// The codes of all warnings, in the order of their places.
fn codes(text: &str) -> Vec<&'static str> {
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    definition.warnings.iter().map(|warning| warning.code).collect()
}

/// A definition that no lint speaks about, with these lines in it.
fn with(lines: &str) -> String {
    let head = "game \"Lints\"\nplayers A, B\nboard Cell = grid(3, 1)\n\
        state { stones[Player]: set of Cell }\ndef empty = Cell - stones[A] - stones[B]\n";
    format!("{head}{lines}\n")
}

const PUT: &str = "move put(c in empty) { stones[me] += c }\n";
const STUCK: &str = "stuck => draw\n";

fn silent(lines: &str) {
    assert_eq!(codes(&with(lines)), Vec::<&str>::new(), "{lines}");
}

fn only(lines: &str, code: &str) {
    assert_eq!(codes(&with(lines)), vec![code], "{lines}");
}

#[test]
fn no_lint_speaks_about_the_library() {
    for path in common::library() {
        let warnings = common::load(&path, &[]).warnings;
        assert!(warnings.is_empty(), "{}: {warnings:?}", path.display());
    }
}

#[test]
fn an_unused_name_is_noticed_and_can_be_allowed() {
    only(&format!("{PUT}{STUCK}let spare = 3"), "Z0901");
    only(&format!("{PUT}{STUCK}followup never {{ }}"), "Z0901");
    only("move put(c in empty) { let d = c stones[me] += c }\nstuck => draw", "Z0901");
    silent(&format!("{PUT}{STUCK}let spare = 3\nallow unused"));
}

#[test]
fn what_a_fact_speaks_of_is_used() {
    for fact in [
        "perft = [spare]",
        "positions = spare + 1",
        "A wins in spare",
        "draw within spare",
        "nimber = spare",
        "with stones = { c in Cell where c.x = spare }: draw",
    ] {
        silent(&format!("{PUT}{STUCK}let spare = 3\nexpect {fact}"));
    }
    let set = "param spare: 0..3 = 1\nexpect with spare = 2: draw";
    only(&format!("{PUT}{STUCK}{set}"), "Z0901");
}

#[test]
fn a_field_that_is_only_stored_to_is_unused() {
    let lines =
        "state { last: Cell or none }\nmove put(c in empty) { stones[me] += c last = c }\nstuck => draw";
    let text = with(lines).replace("state { stones[Player]: set of Cell }\n", "");
    let text = text.replace("state { last", "state { stones[Player]: set of Cell last");
    assert_eq!(codes(&text), vec!["Z0901"]);
    assert_eq!(codes(&text.replace("c in empty)", "c in empty) when c != last")), Vec::<&str>::new());
}

#[test]
fn a_field_by_which_play_is_proved_to_end_is_not_called_useless() {
    let counter = "game \"T\"\nplayers A, B\nstate { n: 0..9 = 5, k: 0..20 = 20 }\n\
        move up { n = 9 - n k -= 1 }\nend when n = 3 => me wins\nstuck => draw\n";
    let help = |text: &str| {
        let found = common::compile(text, &[]).unwrap().warnings;
        assert_eq!(found.iter().map(|each| each.code).collect::<Vec<_>>(), ["Z0901"]);
        found[0].help.clone().unwrap_or_default()
    };
    assert!(help(counter).starts_with("play is proved to end by it"), "{}", help(counter));
    let idle = counter.replace("k -= 1", "k = 3");
    assert!(help(&idle).starts_with("leave it out"), "{}", help(&idle));
}

#[test]
fn a_constant_guard_is_noticed_unless_it_hangs_on_a_param() {
    only("move put(c in empty) when c.x >= 1 { stones[me] += c }\nstuck => draw", "Z0902");
    silent("move put(c in empty) when c.x >= 2 { stones[me] += c }\nstuck => draw");
    silent("param n: 1..3 = 1\nmove put(c in empty) when c.x >= n { stones[me] += c }\nstuck => draw");
}

#[test]
fn an_element_is_never_equal_to_a_set_of_several() {
    let put = |guard: &str| {
        format!(
            "let ends = {{a1, c1}}\nlet one = {{b1}}\ndef row = {{b1}}\nmove put(c in empty) when {guard} {{ stones[me] += c }}\nstuck => draw"
        )
    };
    let unused = "and count(one + row + ends) > 0";
    assert!(codes(&with(&put(&format!("c = ends {unused}")))).contains(&"Z0902"));
    assert!(codes(&with(&put(&format!("c != ends {unused}")))).contains(&"Z0902"));
    for guard in ["c = one", "c = row", "c in ends"] {
        let free = codes(&with(&put(&format!("{guard} or {guard} {unused}"))));
        assert!(!free.contains(&"Z0902"), "{guard}: {free:?}");
    }
}

#[test]
fn a_set_that_hangs_on_a_graph_may_have_one_member() {
    let text = "game \"G\"\nplayers A, B\ngraph Point { a-b-c-d }\nlet ends = { x in Point where count(near(x)) = 1 }\n\
        state { at: Point = b, n: 0..9 }\nmove go(p in near(at)) when n < 9 { at = p n += 1 }\n\
        end when at = ends => A wins\nstuck => draw\nexpect with Point = { a-b-c-d, d-b }: value = A wins";
    assert!(!codes(text).contains(&"Z0902"), "{:?}", codes(text));
}

#[test]
fn a_name_behind_allow_is_looked_up_beside_errors_too() {
    let text = with(&format!("{PUT}{STUCK}end when foo => draw\nallow unused_names"));
    let mistakes = common::compile(&text, &[]).expect_err("`foo` is unknown");
    assert!(mistakes.contains("Z0101") && mistakes.contains("did you mean `unused`?"), "{mistakes}");
}

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
    only(&format!("{PUT}stuck => if me = A then pass else pass"), "Z0906");
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
    assert_eq!(codes(&text("end when left = 0 => A wins")), vec!["Z0908"]);
    let asked =
        |request: &str| codes(&text("end when left = 0 => A wins").replace("again with mark", request));
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
fn an_intersection_beside_a_union_wants_brackets() {
    only("move put(c in empty - {a1} & {b1}) { stones[me] += c }\nstuck => draw", "Z0909");
    silent("move put(c in empty - ({a1} & {b1})) { stones[me] += c }\nstuck => draw");
}

#[test]
fn a_parameter_may_hide_an_element() {
    only("move put(a1 in empty) { stones[me] += a1 }\nstuck => draw", "Z0910");
    silent("move put(a in empty) { stones[me] += a }\nstuck => draw");
}

#[test]
fn a_family_may_be_empty() {
    let end = "end for p in Player when some l in Line: l <= stones[p] => p wins\n";
    only(&format!("{PUT}{STUCK}{end}family Line of Cell = lines(Cell, 4)"), "Z0911");
    silent(&format!("{PUT}{STUCK}{end}family Line of Cell = lines(Cell, 3)"));
}

#[test]
fn allow_with_an_unknown_name_is_noticed() {
    only(&format!("{PUT}{STUCK}allow unusd"), "Z0900");
}

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
fn an_and_before_an_or_without_brackets_is_noticed() {
    let end = |condition: &str| format!("{PUT}{STUCK}end when {condition} => draw");
    let (a, b, c) = ("a1 in stones[A]", "b1 in stones[B]", "c1 in stones[A]");
    only(&end(&format!("{a} and {b} or {c}")), "Z0913");
    only(&end(&format!("{c} and ({a} and {b} or {c})")), "Z0913");
    silent(&end(&format!("({a} and {b}) or {c}")));
    silent(&end(&format!("{a} and ({b} or {c})")));
    silent(&end(&format!("{c} or {a} and {b}")));
    silent(&end(&format!("{a} and {b} or {b} and {c}")));
}

#[test]
fn a_part_that_does_not_speak_of_the_binder_is_noticed() {
    let end = |condition: &str| format!("{PUT}{STUCK}end when {condition} => draw");
    only(&end("some c in Cell: c in stones[A] or a1 in stones[B]"), "Z0914");
    only(&end("no c in empty: c in stones[A] or a1 in stones[B]"), "Z0914");
    silent(&end("(some c in Cell: c in stones[A]) or a1 in stones[B]"));
    silent(&end("some c in Cell: (c in stones[A] or a1 in stones[B])"));
    silent(&end("some c in Cell: c in stones[A] or c in stones[B]"));
    silent(&end("every c in Cell: c in stones[A] or a1 in stones[B]"));
}

/// The codes of all warnings of a game on a range with these lines in it.
fn cards(lines: &str) -> Vec<&'static str> {
    let head = "game \"Cards\"\nplayers A, B\nrange Card = 1..5\nboard Ring = ring(5)\n\
        state { hand: set of Card = Card, men: set of Ring = {1} }\nstuck => me loses\nendless => draw\n";
    codes(&format!("{head}{lines}\n"))
}

#[test]
fn a_sum_of_elements_where_a_set_stands_is_noticed() {
    let both = "c in hand, d in hand, m in men, n in men";
    for (wrong, right) in [
        ("hand -= c + d", "hand -= {c, d}"),
        ("hand += c + d", "hand += {c + d}"),
        ("hand = hand - (c + d)", "hand = hand - c - d"),
        ("men += m + n + m", "men += {m, n}"),
        ("men += m + n", "men = men - m + (m + 1)"),
        ("hand -= c + d", "for k in 1..2 { hand -= c + k }"),
    ] {
        let line =
            |body: &str| format!("move two({both}) when c < d and m < n {{ {body} men -= m hand -= c }}");
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
fn a_notation_that_is_one_text_for_every_choice_is_noticed() {
    let put =
        |notation: &str| format!("move put(c in empty) as \"{notation}\" {{ stones[me] += c }}\n{STUCK}");
    only(&put("put <c>"), "Z0917");
    only(&put("$c"), "Z0917");
    silent(&put("put {c}"));
    silent(&format!("{PUT}move rest when a1 in empty as \"rest\" {{ stones[me] += a1 }}\n{STUCK}"));
}

#[test]
fn two_extremes_that_may_be_of_nothing_are_noticed_where_they_are_compared() {
    let end = |left: &str, right: &str| format!("{PUT}{STUCK}end when {left} > {right} => draw");
    let most = |of: &str| format!("max(c in stones[{of}]: c.x)");
    only(&end(&most("A"), &most("B")), "Z0918");
    only(&end("max(c in Cell where c in stones[A]: c.x)", &most("B")), "Z0918");
    silent(&end(&most("A"), "2"));
    silent(&end(&format!("max(0, {})", most("A")), &format!("max(0, {})", most("B"))));
    silent(&end(&most("A"), "max(c in Cell: c.y)"));
}

#[test]
fn a_pattern_that_the_border_takes_away_is_noticed() {
    let lay = "move lay(t in Bent) when t <= empty { stones[me] += t }\nstuck => draw\n";
    let bent = |set: &str| format!("{lay}family Bent of Cell = {{ {{a, b}} for a in Cell, b in {set} }}");
    only(&bent("{west(a), east(a)}"), "Z0919");
    silent(&bent("near(a, {west, east})"));
    silent(&bent("{east(a)}"));
    silent(&bent("{a1, b1}"));
}

#[test]
fn a_member_that_the_border_cuts_short_is_noticed() {
    let rows = |members: &str| {
        format!(
            "{PUT}{STUCK}end for p in Player when some r in Row: r <= stones[p] => p wins\nfamily Row of Cell = {members}"
        )
    };
    only(&rows("{ { Cell(x + s, 1) for s in 0..1 } for x in 1..3 }"), "Z0930");
    silent(&rows("{ { Cell(x + s, 1) for s in 0..1 } for x in 1..2 }"));
    silent(&rows(
        "{ { Cell(x + s, 1) for s in 0..1 } for x in 1..3 where (every s in 0..1: Cell(x + s, 1) != none) }",
    ));
    let guarded = |guard: &str| {
        let text =
            with(&rows(&format!("{{ {{ Cell(x + s, 1) for s in 0..1 }} for x in 1..3 where {guard} }}")));
        common::compile(&text, &[]).unwrap().warnings[0].help.clone().unwrap_or_default()
    };
    let whole = "(every s in 0..1: Cell(x + s, 1) != none)";
    assert!(guarded("x = 2 or x > 2").contains(&format!("where (x = 2 or x > 2) and {whole}")));
    assert!(guarded("x > 1").contains(&format!("where x > 1 and {whole}")));
    only(&rows("{ { step(c, east, s) for s in 0..1 } for c in Cell }"), "Z0930");
    let listed = |cells: &str| {
        rows(&format!(
            "{{ {{ t[i + s] for s in 0..1 }} for i in 1..3 }}\nrange I = 1..3\nlet t[I]: Cell = [{cells}]"
        ))
    };
    only(&listed("a1, b1, c1"), "Z0930");
    // Entries that are `none` name no element: they do not coincide, and what they leave is short.
    let listed_or_none = |cells: &str| {
        let table = listed(cells).replace("range I = 1..3", "range I = 1..4");
        table.replace("let t[I]: Cell", "let t[I]: Cell or none")
    };
    only(&listed_or_none("a1, b1, none, none"), "Z0930");
    silent(&listed_or_none("a1, none, b1, none"));
    // Elements that coincide are not cut off.
    silent(&listed("a1, a1, a1").replace("1..3 }", "1..2 }"));
    silent(&listed("a1, a1, b1").replace("1..3 }", "1..2 }"));
    silent(&rows("{ { Cell(x + s * k, 1) for s in 0..1 } for x in 1..2, k in 0..1 }"));
    silent(&rows("{ { Cell(x * s % 3 + 1, 1) for s in 0..1 } for x in 1..3 }"));
    // What has other sizes on purpose.
    silent(&rows("{ { Cell(x, 1) for x in 1..n } for n in 1..3 }"));
    silent(&rows("{ { Cell(x + s, 1) for s in 0..1 where s < 2 } for x in 1..3 }"));
    silent(&rows("{ { Cell(x + s, 1) for s in 0..1 } for x in {1, 3} }"));
}

#[test]
fn a_comment_in_the_place_of_a_divisor_is_noticed() {
    let count = "count(stones[A])";
    let used = format!("let half = 2\nend when {count} > half => draw");
    let rule = |line: &str| format!("{PUT}{STUCK}{used}\nend when {line} => draw");
    only(&rule(&format!("1 = {count} // half\n")), "Z0925");
    only(&rule(&format!("1 = {count} //2 + 1\n")), "Z0925");
    only(&rule(&format!("3 = {count} -- half")), "Z0925");
    silent(&rule(&format!("half = {count}  // 2\n")));
    silent(&rule(&format!("half = {count} // half of them\n")));
    silent(&rule(&format!("half = {count} // the half\n")));
    silent(&rule(&format!("half = {count} - -half")));
    silent(&format!("{PUT}{STUCK}let half = 2 // (2)\nend when {count} = half => draw"));
    silent(&format!("{PUT}{STUCK}expect positions = 4 // 4\n"));
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
fn the_size_0_of_subsets_is_noticed() {
    let rows = |sizes: &str| {
        format!(
            "family Row of Cell = subsets(Cell, {sizes})\nstate {{ seen: set of Row }}\n\
             move put(r in Row) when not r in seen {{ seen += r }}\n{STUCK}"
        )
    };
    let codes = |sizes: &str| {
        codes(
            &with(&rows(sizes))
                .replace("state { stones[Player]: set of Cell }\n", "")
                .replace("def empty = Cell - stones[A] - stones[B]\n", ""),
        )
    };
    for sizes in ["0..2", "{0, 2}"] {
        assert_eq!(codes(sizes), ["Z0926"], "{sizes}");
    }
    for sizes in ["1..2", "2", "{1, 2}"] {
        assert_eq!(codes(sizes), Vec::<&str>::new(), "{sizes}");
    }
}

#[test]
fn a_definition_without_an_end_is_noticed() {
    only(PUT, "Z0927");
    silent(&format!("{PUT}end when a1 in stones[A] => A wins\nstuck => draw"));
}

#[test]
fn a_guard_that_says_too_little_is_met_in_play() {
    let bank = |guard: &str| {
        format!(
            "game \"Bank\"\nplayers A, B\nstate {{ bank: 0..10 = 10, purse[Player]: 0..10 }}\n\
             move draw_out(n in 1..4){guard} {{ bank -= n purse[me] += n }}\nstuck => purse[A] - purse[B] to A\n"
        )
    };
    let found = common::compile(&bank(""), &[]).unwrap().warnings;
    assert_eq!(found.iter().map(|each| each.code).collect::<Vec<_>>(), ["Z0928"]);
    assert_eq!(found[0].help.as_deref(), Some("write `when n <= bank` in the guard of `draw_out`"));
    assert_eq!(codes(&bank(" when n <= bank")), Vec::<&str>::new());
    // What a field loses twice is not told by one condition.
    let twice = bank("").replace("bank -= n", "bank -= n bank -= n");
    let found = common::compile(&twice, &[]).unwrap().warnings;
    assert_eq!(found.iter().map(|each| each.code).collect::<Vec<_>>(), ["Z0928"]);
    assert!(!found[0].help.clone().unwrap_or_default().contains("n <= bank"), "{:?}", found[0].help);
}

#[test]
fn a_notation_that_leaves_out_a_choice_is_met_in_play() {
    let pairs = |notation: &str| {
        format!(
            "move take(c in empty, d in near(c) & empty) as \"{notation}\" {{ stones[me] += c stones[me] += d }}\n{STUCK}"
        )
    };
    only(&pairs("{c} out"), "Z0928");
    silent(&pairs("{c} {d}"));
    silent(&pairs("{c} {d.x}"));
    // What is chosen beside it decides what is left out.
    silent(&format!("move take(c in empty, d in {{c}}) as \"{{c}} out\" {{ stones[me] += d }}\n{STUCK}"));
    // The notation of one move is not at fault where another one reads alike.
    let put = "move put(c in empty, n in 1..1) as \"{c}\" { stones[me] += c }";
    silent(&format!("{put}\nmove drop(c in empty) as \"{{c}}\" {{ stones[opponent] += c }}\n{STUCK}"));
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
        "end when count(men[opponent]) = 0 and a1 in men[me] => me wins",
        "end when left[opponent] <= 1 => me wins",
    ] {
        assert_eq!(captures(&format!("{go}{late}")), ["Z0904"], "{late}");
    }
    for right in [
        "end when men[me] = {} => opponent wins",
        "end for p in Player when men[p] = {} => other(p) wins",
        "end when a1 in men[opponent] => opponent wins",
        "end when men[opponent] = {b1} => me wins",
    ] {
        assert_eq!(captures(&format!("{go}{right}")), Vec::<&str>::new(), "{right}");
    }
    // Who takes away his own pieces has just moved.
    let own = "move off(c in men[me]) when left[me] > 0 { men[me] -= c left[me] -= 1 }\n";
    assert_eq!(captures(&format!("{own}end when men[opponent] = {{}} => opponent wins")), Vec::<&str>::new());
}

#[test]
fn a_number_or_an_element_compared_with_a_set_is_noticed() {
    let play = |condition: &str| {
        cards(&format!("move play(k in hand, m in men) when {condition} {{ hand -= k men = men - m }}"))
    };
    for wrong in
        ["hand > 2", "hand = 3", "count(men) > hand", "k != hand", "m < men", "hand >= 3", "k != 3..4"]
    {
        assert_eq!(play(wrong), ["Z0931"], "{wrong}");
    }
    for right in [
        "count(hand) > 2",
        "hand = {3}",
        "count(men) > count(hand)",
        "k in hand",
        "{m} < men",
        "m <= men",
        "hand != {k}",
        "k not in 3..4",
    ] {
        assert!(!play(right).contains(&"Z0931"), "{right}");
    }
    let put =
        |condition: &str| format!("move put(c in empty) when {condition} {{ stones[me] += c }}\n{STUCK}");
    only(&put("c != stones[opponent]"), "Z0931");
    silent(&put("{c} != stones[opponent]"));
    silent(&put("c not in stones[opponent]"));
}

#[test]
fn inclusion_between_the_sets_of_the_players_is_noticed() {
    let stuck = |condition: &str| format!("{PUT}stuck => if {condition} then A wins else B wins");
    only(&stuck("stones[A] > stones[B]"), "Z0931");
    silent(&stuck("count(stones[A]) > count(stones[B])"));
    silent(&stuck("{a1, b1} < stones[A]"));
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
fn a_family_of_single_elements_is_noticed() {
    let family = |members: &str| {
        format!(
            "{PUT}{STUCK}end for p in Player when some r in Row: r <= stones[p] => p wins\nfamily Row of Cell = {members}"
        )
    };
    only(&family("{ a1, b1, c1 }"), "Z0932");
    silent(&family("{ {a1, b1, c1} }"));
    silent(&family("{ {a1}, {b1}, {c1} }"));
    silent(&family("{ {a1, b1}, c1 }"));
}

#[test]
fn a_comparison_with_what_was_just_set_to_none_is_noticed() {
    let answer = |end: &str| {
        codes(&format!(
            "game \"Tricks\"\nplayers A, B\nrange Card = 1..3\n\
             state {{ hand[Player]: set of Card = Card, led: Card or none }}\n\
             move lead(c in hand[me]) when led = none {{ led = c hand[me] -= c }}\n\
             move answer(c in hand[me]) when led != none {{ hand[me] -= c {end} }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(answer("led = none again when c > led"), ["Z0902"]);
    assert_eq!(answer("let before = led led = none again when c > before"), Vec::<&str>::new());
    assert_eq!(answer("again when c > led led = none"), Vec::<&str>::new());
    assert_eq!(answer("led = none if c > 1 { led = c } again when c < led"), Vec::<&str>::new());
}

#[test]
fn a_second_letter_of_a_field_for_one_element_is_noticed() {
    let picture = |row: &str| {
        codes(&format!(
            "game \"King\"\nplayers A, B\nboard Cell = grid(3, 1)\nstate {{ king: Cell = a1, men: set of Cell }}\n\
             show Cell {{ king: \"K\", men: \"m\", else: \".\" }}\nstart \"{row}\"\n\
             move go(c in near(king) - men) {{ king = c men += c }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(picture("K.K"), ["Z0933"]);
    assert_eq!(picture("K.."), Vec::<&str>::new());
    assert_eq!(picture("Kmm"), Vec::<&str>::new());
}

#[test]
fn a_list_in_the_lines_of_a_board_is_noticed() {
    let gains = |list: &str| {
        codes(&format!(
            "game \"Gains\"\nplayers A, B\nboard Cell = grid(2, 2)\nlet gain[Cell] = {list}\nstate {{ at: Cell or none }}\n\
             move take(c in Cell) when at = none and c.y = 2 {{ at = c }}\nstuck => if at = none then draw else gain[at] to A\n"
        ))
    };
    assert_eq!(gains("[ 9, 1,\n 1, 1 ]"), ["Z0934"]);
    assert_eq!(gains("[ 9, 1, 1, 1 ]"), Vec::<&str>::new());
    assert_eq!(gains("[ 9, 1,\n 9, 1 ]"), Vec::<&str>::new(), "it reads the same from both sides");
    assert_eq!(gains("[ 9,\n 1, 1, 1 ]"), Vec::<&str>::new());
    assert_eq!(gains("[ 9, 1,\n 1, 1 ]\nallow upward_rows"), Vec::<&str>::new());
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
fn the_least_of_nothing_compared_with_a_number_is_noticed() {
    let put =
        |condition: &str| format!("move put(c in empty) when {condition} {{ stones[me] += c }}\n{STUCK}");
    only(&put("min(d in stones[opponent]: distance(c, d)) > 1"), "Z0918");
    only(&put("max(d in stones[opponent]: d.x) < 3"), "Z0918");
    silent(&put("min(d in stones[opponent]: distance(c, d)) < 2"));
    silent(&put("every d in stones[opponent]: distance(c, d) > 1"));
    silent(&put("stones[opponent] != {} and min(d in stones[opponent]: distance(c, d)) > 1"));
}

#[test]
fn a_sum_behind_else_is_noticed() {
    let points = |sum: &str| format!("{PUT}def score = {sum}\nstuck => score to A");
    let one = |p: &str| format!("if a1 in stones[{p}] then 1 else 0");
    only(&points(&format!("{} + {}", one("A"), one("B"))), "Z0913");
    silent(&points(&format!("({}) + {}", one("A"), one("B"))));
    only(&points(&format!("{} + ({})", one("A"), one("B"))), "Z0913");
    silent(&points(&format!("{} + 2", one("A"))));
}
