//! What is met within the first moves.

use super::*;

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
fn a_guard_that_says_too_little_is_met_in_play() {
    let bank = |guard: &str| {
        format!(
            "game \"Bank\"\nplayers A, B\nstate {{ bank: 0..10 = 10, purse[Player]: 0..10 }}\n\
             move draw_out(n in 1..4){guard} {{ bank -= n purse[me] += n }}\nstuck => purse[A] - purse[B] to A\n"
        )
    };
    let found = common::compile(&bank(""), &[]).unwrap().warnings;
    assert_eq!(found.iter().map(|each| each.code).collect::<Vec<_>>(), ["Z0928"]);
    assert_eq!(
        found[0].help.as_deref(),
        Some("write `when n <= bank` in the guard of `draw_out`: `move draw_out(n in 1..4) when n <= bank`")
    );
    assert_eq!(codes(&bank(" when n <= bank")), Vec::<&str>::new());
    // What a field loses twice is not told by one condition.
    let twice = bank("").replace("bank -= n", "bank -= n bank -= n");
    let found = common::compile(&twice, &[]).unwrap().warnings;
    assert_eq!(found.iter().map(|each| each.code).collect::<Vec<_>>(), ["Z0928"]);
    assert!(!found[0].help.clone().unwrap_or_default().contains("n <= bank"), "{:?}", found[0].help);
}

#[test]
fn progress_that_a_move_lowers_is_met_in_play() {
    let walk = |measure: &str| {
        format!(
            "game \"Walk\"\nplayers A, B\nboard Cell = grid(4, 4)\nstate {{ at: Cell = d4 }}\n\
             move go(d in {{west, south}}) when step(at, d) != none {{ at = step(at, d) }}\n\
             stuck => me loses\nprogress {measure}\n"
        )
    };
    let found = common::compile(&walk("at.x + at.y"), &[]).unwrap().warnings;
    assert_eq!(found.iter().map(|each| each.code).collect::<Vec<_>>(), ["Z0928"]);
    assert!(found[0].message.contains("from (8) to (7)"), "{}", found[0].message);
    assert_eq!(codes(&walk("-(at.x + at.y)")), Vec::<&str>::new());
}

#[test]
fn what_is_stored_in_place_of_a_choice_is_written_with_it() {
    let help = |body: &str| {
        let text = format!("move put(c in empty) {{ {body} }}\n{STUCK}");
        let found = common::compile(&with(&text), &[]).unwrap().warnings;
        found
            .into_iter()
            .find(|each| each.message.contains("choice"))
            .and_then(|each| each.help)
            .unwrap_or_default()
    };
    let rest = "if `c` is meant, or leave it out, or use it: each choice counts as a move of its own";
    assert_eq!(help("stones[me] = empty"), format!("write `stones[me] += c` {rest}"));
    assert_eq!(
        help("stones[me] = stones[me] - a1"),
        format!("write `stones[me] = stones[me] - a1 + c` {rest}")
    );
}

#[test]
fn the_guard_of_an_entry_is_written_with_the_move() {
    let tanks = |index: &str, guard: &str, body: &str| {
        let text = format!(
            "game \"Tanks\"\nplayers A, B\nrange Tank = 1..2\nstate {{ fuel[{index}]: 1..9 = 5, used: 0..3 }}\n\
             move burn(t in Tank, n in 1..3){guard} {{ {body} }}\nstuck => if used = 1 then draw else me loses\n"
        );
        common::compile(&text, &[]).unwrap().warnings[0].help.clone().unwrap_or_default()
    };
    let head = |condition: &str| {
        format!("in the guard of `burn`: `move burn(t in Tank, n in 1..3) when {condition}`")
    };
    assert_eq!(
        tanks("Tank", "", "fuel[t] -= n"),
        format!("write `when n <= fuel[t] - 1` {}", head("n <= fuel[t] - 1"))
    );
    assert_eq!(
        tanks("Player", " when used = 0 or used = 3", "fuel[opponent] += n fuel[me] -= 2 * n"),
        format!(
            "write `and 2 * n <= fuel[me] - 1` {}",
            head("(used = 0 or used = 3) and 2 * n <= fuel[me] - 1")
        )
    );
    // Where not every play of the move stores, the guard would forbid too much.
    assert!(!tanks("Tank", "", "if used = 0 { fuel[t] -= n }").contains("burn"));
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
    let put = "move put(c in empty, d in {c}) as \"{c}\" { stones[me] += d }";
    silent(&format!("{put}\nmove drop(c in empty) as \"{{c}}\" {{ stones[opponent] += c }}\n{STUCK}"));
}

#[test]
fn an_exchange_that_loses_a_value_is_noticed() {
    let swap = |body: &str| {
        codes(&format!(
            "game \"S\"\nplayers A, B\nboard Cell = grid(2, 1)\n\
             state {{ a: 0..4 = 4, b: 0..4 = 1, n: 0..3 = 3, at[Player]: Cell = [a1, b1], on[Cell]: 0..3 }}\n\
             move swap(c in Cell) when n > 0 and on[c] = 0 {{ n -= 1 {body} }}\n\
             stuck => if a > b and at[A] = a1 then A wins else B wins\nallow unused\n"
        ))
    };
    for wrong in ["a = b b = a", "if n > 1 { a = b b = a }", "at[me] = at[opponent] at[opponent] = at[me]"] {
        assert_eq!(swap(wrong), ["Z0942"], "{wrong}");
    }
    for right in ["let x = a a = b b = x", "a = b n = n b = 2", "a = b a = b", "on[at[me]] = n at[me] = c"] {
        assert_eq!(swap(right), Vec::<&str>::new(), "{right}");
    }
}
