//! Texts that are read otherwise than they look.

use super::*;

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
    only(&end("no c in empty: c in stones[A] and a1 in stones[B]"), "Z0914");
    only(&end("every c in stones[A]: c.x > 1 and a1 in stones[B]"), "Z0914");
    only(&end("every c in Cell where c != a1: c in stones[A] and a1 in stones[B]"), "Z0914");
    silent(&end("every c in {a1, b1}: c in stones[A] and c1 in stones[B]"));
    silent(&end("every i in 1..2: count(stones[A]) > i and c1 in stones[B]"));
    silent(&end("(no c in empty: c in stones[A]) and a1 in stones[B]"));
    silent(&end("some c in empty: c in stones[A] and a1 in stones[B]"));
    silent(&end("every c in Cell: c in stones[A] and a1 in stones[B]"));
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
fn a_sum_behind_else_is_noticed() {
    let points = |sum: &str| format!("{PUT}def score = {sum}\nstuck => score to A");
    let one = |p: &str| format!("if a1 in stones[{p}] then 1 else 0");
    only(&points(&format!("{} + {}", one("A"), one("B"))), "Z0913");
    silent(&points(&format!("({}) + {}", one("A"), one("B"))));
    only(&points(&format!("{} + ({})", one("A"), one("B"))), "Z0913");
    silent(&points(&format!("{} + 2", one("A"))));
    silent(&points(&format!("if a1 in stones[A] then 10 else 1 + ({})", one("B"))));
    only(&points(&format!("{} - {}", one("A"), one("B"))), "Z0913");
}
