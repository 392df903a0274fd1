//! Pictures: entries of `show`.

use super::*;

fn shown(entry: &str) -> Vec<&'static str> {
    codes(&with(&format!("{PUT}{STUCK}show Cell {{ {entry}: \"a\", stones[B]: \"b\", else: \".\" }}")))
}

#[test]
fn an_entry_that_compares_a_whole_set_is_noticed() {
    for wrong in ["stones[A] != {}", "{} != stones[A]", "stones[A] = Cell", "not (stones[A] = {})"] {
        assert_eq!(shown(wrong), ["Z0941"], "{wrong}");
    }
    for right in ["stones[A]", "stones[A] & {a1, b1}", "count(stones[A]) > 2", "b1 in stones[A]"] {
        assert_eq!(shown(right), Vec::<&str>::new(), "{right}");
    }
}

#[test]
fn a_constant_condition_of_an_entry_is_noticed() {
    assert_eq!(shown("count(stones[A]) < 0"), ["Z0902"]);
    assert_eq!(shown("Cell"), Vec::<&str>::new(), "a set as it stands");
}
