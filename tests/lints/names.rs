//! Names that nothing uses, that hide others, that no lint has; conditions that never change.

use super::*;

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
fn an_alternative_that_never_holds_is_noticed() {
    let put = |guard: &str| format!("move put(c in empty) when {guard} {{ stones[me] += c }}\n{STUCK}");
    only(&put("c.x = 2 or stones[me] & near(c) = none"), "Z0902");
    silent(&put("c.x = 2 or stones[me] & near(c) = {}"));
    // What stands before `implies` may never hold: then nothing is asked.
    silent(&put("c.x > 2 implies c.y > 1"));
    silent(&format!("param n: 1..3 = 1\n{}", put("c.y = 2 or c.x < n")));
    // That a set is never `none` hangs on no param.
    let switched = put("not strict or c.x = 2 or stones[me] & near(c) = none");
    only(&format!("param strict: bool = true\n{switched}"), "Z0902");
}

#[test]
fn the_nearest_value_that_can_be_is_shown() {
    let help = |end: &str| {
        let text = format!(
            "game \"T\"\nplayers A, B\nstate {{ n: 1..12 = 1 }}\n\
             move go when n < 12 {{ n += 1 }}\nend when {end} => me wins\nstuck => me loses\n"
        );
        let found = common::compile(&text, &[]).unwrap().warnings;
        found.into_iter().filter_map(|each| each.help).collect::<String>()
    };
    for end in ["n = 13", "n > 12", "13 = n", "14 <= n"] {
        assert!(help(end).contains("write `n = 12` for its greatest value"), "{end}: {}", help(end));
    }
    for end in ["n = 0", "n < 1"] {
        assert!(help(end).contains("write `n = 1` for its least value"), "{end}: {}", help(end));
    }
    assert!(!help("n >= 1").contains("write `n ="), "{}", help("n >= 1"));
    for (end, field) in [("n = 13", "n: 1..13 = 1"), ("n > 12", "n: 1..13 = 1"), ("14 <= n", "n: 1..14 = 1")]
    {
        assert!(help(end).starts_with(&format!("write `{field}` if it goes so far; ")), "{}", help(end));
    }
    // Nothing takes away from it.
    assert!(!help("n < 1").contains("goes so far"), "{}", help("n < 1"));
}

#[test]
fn a_rule_is_written_as_that_of_the_other_player() {
    let help = |rules: &str| {
        let text = format!(
            "game \"T\"\nplayers A, B\nboard Cell = grid(3, 3)\nlet goal[Player] = [ c3, a1 ]\n\
             state {{ at[Player]: Cell = [ a1, c3 ] }}\nmove go(c in near(at[me]) - at[opponent]) {{ at[me] = c }}\n\
             {rules}\nstuck => me loses\nendless => draw\n"
        );
        let found = common::compile(&text, &[]).unwrap().warnings;
        found.into_iter().find(|each| each.code == OVER).and_then(|each| each.help).unwrap_or_default()
    };
    let own = "end when at[A] = goal[A] => A wins\n";
    let said = |text: &str| format!("write `{text}`, as the rule of the other player says");
    assert_eq!(
        help(&format!("{own}end when at[B] = goal[A] => B wins")),
        said("end when at[B] = goal[B] => B wins")
    );
    let both = "end when at[B] = a1 or near(at[B]) = near(goal[B]) => B wins\n";
    assert_eq!(
        help(&format!("{both}end when at[A] = a1 or near(at[A]) = near(goal[A]) => A wins")),
        "ask for more in the rule, or give the fields other first values".to_owned()
    );
    let begin = "end when near(at[A]) = near(goal[A]) => A wins\n";
    assert_eq!(
        help(&format!("{begin}end when near(at[B]) = near(goal[A]) => B wins")),
        said("end when near(at[B]) = near(goal[B]) => B wins")
    );
    assert_eq!(
        help("end when at[B] = goal[A] => B wins"),
        "ask for more in the rule, or give the fields other first values"
    );
}

#[test]
fn what_is_never_none_is_asked_for_nothing() {
    let help = |end: &str| {
        let text = format!(
            "game \"T\"\nplayers A, B\nboard Coin = path(4)\n\
             state {{ left: set of Coin = Coin  at: Coin = 1  n: 0..3 = 0  last: Coin or none }}\n\
             move take(c in left) {{ left -= c  at = c  n += 1  last = c }}\n{end}\nstuck => me loses\n"
        );
        let found = common::compile(&text, &[]).unwrap().warnings;
        found.into_iter().filter(|each| each.code == "Z0902").filter_map(|each| each.help).collect::<Vec<_>>()
    };
    let set = "`left` is a set, and a set without members is `{}`: write `left = {}`";
    assert_eq!(help("end when left = none => opponent wins"), [set]);
    assert_eq!(help("end when left != none and n = 3 => opponent wins"), [set.replace(" = ", " != ")]);
    for value in ["at", "n"] {
        let end = format!("end when none = {value} => opponent wins");
        assert!(help(&end)[0].starts_with(&format!("`{value}` is never `none`")), "{:?}", help(&end));
    }
    for sound in ["last = none", "left = {}", "step(at, forward) = none", "left - at = left"] {
        let end = format!("end when {sound} and n = 2 => opponent wins");
        assert_eq!(help(&end), Vec::<String>::new(), "{sound}");
    }
}

#[test]
fn a_name_behind_allow_is_looked_up_beside_errors_too() {
    let text = with(&format!("{PUT}{STUCK}end when foo => draw\nallow unused_names"));
    let mistakes = common::compile(&text, &[]).expect_err("`foo` is unknown");
    assert!(mistakes.contains("Z0101") && mistakes.contains("did you mean `unused`?"), "{mistakes}");
}

#[test]
fn a_parameter_may_hide_an_element() {
    only("move put(a1 in empty) { stones[me] += a1 }\nstuck => draw", "Z0910");
    silent("move put(a in empty) { stones[me] += a }\nstuck => draw");
}

#[test]
fn allow_with_an_unknown_name_is_noticed() {
    only(&format!("{PUT}{STUCK}allow unusd"), "Z0900");
}

#[test]
fn a_request_that_is_lost_is_one_mistake() {
    let told = |def: &str, body: &str| -> Vec<String> {
        let text = format!(
            "game \"T\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell }}\n\
             {def}\nmove put(c in Cell - men[A] - men[B]) {{ men[me] += c {body} }}\n\
             followup take(d in men[opponent]) {{ men[opponent] -= d }}\nstuck => me loses\nendless => draw\n"
        );
        let found = common::compile(&text, &[]).unwrap().warnings;
        found.into_iter().filter(|each| each.code == "Z0901").filter_map(|each| each.help).collect()
    };
    let said = |when: &str| {
        [format!("write `again with take when {when}` in `put`, if that is meant, or leave both out")]
    };
    assert_eq!(
        told("def full(p: Player) = { e in men[p] where near(e) <= men[p] }", ""),
        said("c in full(me)")
    );
    assert_eq!(told("def closes(c: Cell) = near(c) <= men[me]", ""), said("closes(c)"));
    assert_eq!(told("def many = count(men[me]) > 3", ""), said("many"));
    // A number is no condition, and a request that stands is not lost.
    assert_eq!(told("def many = count(men[me])", "").len(), 2);
    assert_eq!(told("def many = count(men[me]) > 3", "again with take"), ["leave it out"]);
}
