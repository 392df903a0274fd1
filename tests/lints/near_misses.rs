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
    let list = "game \"List\"\nplayers A, B\nparam order: [1..5] = [1, 2]\nstate { n: 0..9 }\n\
        move go when n < order[1] { n += 1 }\nstuck => me loses\n";
    let empty = common::compile(list, &["order=[]"]).map(|found| found.warnings).unwrap_or_default();
    assert!(empty.iter().all(|each| !each.message.contains("from 1 to 0")), "{empty:?}");
}
