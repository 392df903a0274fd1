//! Tests that two forms of one expression have one value: with `let` and without, with a name of
//! nothing and with the word, and that choices within choices are checked in a few steps.

use super::tests::{accepted, errors_beside, helps_beside};
use crate::semantics::Semantics;

const HEAD: &str = "game \"G\" players A, B board C = grid(3, 1)\n\
    family P of C = { {a1}, {b1}, {a1, b1}, {b1, c1} }\n\
    let gone = {} let off = none def empty = {}\n\
    def idm(x: P or none) = x def idc(x: set of C or none) = x\n\
    allow unused, repetition, constant\n";

/// The text of the one move after `go`, that shows `shown`.
fn shown(store: &str, shown: &str) -> String {
    shown_with("", store, shown)
}

/// The same beside another declaration.
fn shown_with(declared: &str, store: &str, shown: &str) -> String {
    let text = format!(
        "{HEAD}{declared}\nstate {{ s: set of P, w: set of C, t: set of C = {{a1, b1}}, p: P = {{a1}}, q: P or none, n: 0..1 }}\n\
         move go when n = 0 {{ n = 1 {store} }} move look when n = 1 as \"{{{shown}}}\" {{ n = 0 }}\n\
         stuck => draw endless => draw"
    );
    let program = accepted(&text);
    let semantics = Semantics::new(&program);
    let line = semantics.read_moves(&semantics.start(), "go").unwrap_or_else(|_| panic!("{text}"));
    let at = line.positions.last().expect("a position");
    semantics.texts(at).expect("no fault").into_iter().map(|(_, text)| text).collect()
}

/// What a set of members holds that stores the member equal to this set of cells.
fn stored(value: &str) -> String {
    shown(&format!("s = {{{value}}}"), "s")
}

#[test]
fn what_stands_behind_a_let_has_the_value_that_it_has_alone() {
    for (alone, others) in [
        ("{a1, b1} + b1", &["(let k = 1 in {a1, b1}) + b1", "b1 + (let k = 1 in {a1, b1})"][..]),
        ("{a1, b1} + b1", &["({a1, b1} + gone) + b1", "({a1, b1} + empty) + b1", "({a1, b1} + {}) + b1"]),
        ("{a1, b1} + b1", &["{a1, b1} + (let k = gone in let j = 1 in k + b1)", "{a1, b1, off} + b1"]),
        ("{a1, b1} + b1", &["(({} - {a1}) + {a1, b1}) + b1", "(({} & {c1}) + {a1, b1}) + b1"]),
        ("a1 + {b1, none}", &["a1 + {b1, off}", "a1 + (let k = off in {b1, k})", "a1 + {b1}"]),
        ("{a1, b1} + none", &["(let k = 1 in {a1, b1}) + off", "{a1, b1} + union(k in 1..2: {})"]),
        ("{a1, b1} + {b1}", &["{a1, b1} + (let k = 1 in {b1})", "(if n = 1 then {a1, b1} else {}) + {b1}"]),
        ("{a1, b1}", &["let k = 1 in {a1, b1}", "{a1} + {b1}", "if n = 1 then {a1} + {b1} else {a1}"]),
        ("p + {b1}", &["p + (let k = 1 in {b1})", "(let k = 1 in p) + (if n = 1 then {b1} else gone)"]),
        ("{a1, b1} + p", &["(if n = 1 then {a1, b1} else t) + p", "p + (if n = 1 then {a1, b1} else t)"]),
    ] {
        for other in others {
            assert_eq!(stored(other), stored(alone), "{other}, {alone}");
        }
    }
    let asked = |value: &str| shown("", value);
    assert_eq!(asked("idm((let k = 1 in {a1}) - a1) = none"), "true");
    for choice in ["{a1} + {b1}", "if n = 1 then {a1, b1} else {a1}", "{a1, b1} - none", "{a1, b1}"] {
        assert_eq!(asked(&format!("reach(a1, if n = 0 then p else {choice})")), "{a1, b1}", "{choice}");
        let cells = format!("idc((if n = 0 then p else {choice}) + c1)");
        assert_eq!(asked(&cells), "{a1, b1, c1}", "{choice}");
        assert_eq!(asked(&format!("p in {{ if n = 1 then {{a1}} else {choice}, p }}")), "true", "{choice}");
    }
}

/// What is expected gives no other value to what has a type without it: a `def` of an expression
/// is that expression.
#[test]
fn what_is_expected_decides_no_value() {
    for value in [
        "{a1, b1} + {}",
        "{b1} + p",
        "p - gone",
        "if n = 1 then p else {}",
        "if n = 1 then {b1} else p",
        "union(x in {p}: x)",
        "union(k in 1..2: if k = 1 then {a1} else p)",
        "{ x in p where x != c1 }",
        "near(p) + b1",
    ] {
        for (field, written, named) in [("s", format!("{{{value}}}"), "{it}"), ("q", value.to_owned(), "it")]
        {
            let here = shown(&format!("{field} = {written}"), field);
            let there = shown_with(&format!("def it = {value}"), &format!("{field} = {named}"), field);
            assert_eq!(here, there, "{field}: {value}");
        }
    }
    let compared = "s = if {{c} for c in t} != s and s != {{c} for c in t} then {{c} for c in t} - s else s";
    assert_eq!(shown(compared, "s"), "{a1, b1}");
    for value in ["{{a1, b1}, p}", "{p} + p", "{ if n = 1 then p else {} , p }", "s - {p}", "{p} & s"] {
        let here = shown(&format!("s = {value}"), "s");
        assert_eq!(here, shown_with(&format!("def it = {value}"), "s = it", "s"), "{value}");
    }
}

#[test]
fn a_cell_is_no_member_and_a_set_of_cells_no_set_of_members() {
    let helps = |value: &str| {
        let declared =
            "family P of C = { {c} for c in C } + {{a1, b1}} state { s: set of P, p: P = {a1}, n: 0..1 }";
        helps_beside(declared, &format!("move go when n = 0 {{ n = 1 {value} }}"))
    };
    for (store, help) in [
        ("p = b1", "{b1}"),
        ("s += b1", "{{b1}}"),
        ("s = {a1, b1}", "{{a1, b1}}"),
        ("s = {a1} + p", "{{a1} + p}"),
        ("s = {} + p", "{{} + p}"),
    ] {
        let found = helps(store);
        assert!(found.len() == 1 && found[0].contains(&format!("`{help}`")), "{store}: {found:?}");
    }
}

/// The members of the family F beside families of cells and of numbers.
fn members(family: &str) -> String {
    let text = format!(
        "game \"G\" players A, B board C = grid(3, 1) family G of C = {{ {{a1}}, {{b1}} }} {family}\n\
         range N = 1..3 family Q of N = {{ {{1, 2}}, {{2}}, {{2, 3}} }} allow unused, constant\n\
         state {{ n: 0..1 }} move m when n = 0 as \"{{F}}\" {{ n = 1 }} stuck => draw"
    );
    let program = accepted(&text);
    let semantics = Semantics::new(&program);
    semantics.texts(&semantics.start()).expect("no fault")[0].1.clone()
}

#[test]
fn a_family_behind_a_let_has_the_members_that_it_has_alone() {
    let members = |family: &str| members(&format!("family F of C = {family}"));
    for (alone, behind) in [
        ("{ c1, east(c1) }", "let d = c1 in { d, east(d) }"),
        ("C - {b1, east(c1)}", "let k = 1 in C - {b1, east(c1)}"),
        ("{ {a1, b1} } + { b1 }", "let d = b1 in { {a1, d} } + { d }"),
        ("{ {b1} } + {c1, none}", "{ {b1} } + (let k = 1 in {c1, none})"),
        ("if 1 = 1 then {c1, east(c1)} else {a1}", "let k = 1 in if k = 1 then {c1, east(c1)} else {a1}"),
        ("subsets({a1, b1}, 1..2)", "let all = {a1, b1} in let k = 2 in subsets(all, 1..k)"),
    ] {
        assert_eq!(members(behind), members(alone), "{behind}");
    }
}

/// A pattern is a set that is to be a member: conditions, arguments and the sets of binders are
/// none.
#[test]
fn what_is_no_member_of_a_family_is_no_pattern() {
    for (family, found) in [
        ("family F of C = { {a, b} for a in C, b in {west(a), east(a)} }", "{a1-b1, b1-c1}"),
        ("family F of C = { {a1, west(a1)}, {b1} }", "{b1}"),
        ("family F of C = lines(C, if count({a1, west(a1)}) = 1 then 1 else 3)", "{a1, b1, c1}"),
        ("family F of C = { {c} for c in C where count({c, west(c)}) = 2 }", "{b1, c1}"),
        ("family F of C = { x in { a1, b1, west(a1) } where x != b1 }", "{a1}"),
        ("family F of C = if west(a1) in {west(a1), a1} then {a1} else {b1}", "{b1}"),
        ("family F of G = { s in { {a1}, {c1} } where true }", "{a1}"),
        ("family F of G = { G(b1), { {a1}, {c1} } }", "{b1}"),
        ("family F of Q = { {2, 9}, {2, 3} }", "{2-3}"),
        ("family F of Q = { {x, x + 1} for x in N }", "{1-2, 2-3}"),
        ("family F of G = { v in G where v = { {c1}, {b1} } }", "{b1}"),
        ("family F of C = { s in { G(a1), G(c1) } where true }", "{a1}"),
    ] {
        assert_eq!(members(family), found, "{family}");
    }
}

#[test]
fn elements_and_sets_do_not_stand_in_the_same_braces() {
    let errors = |set: &str| {
        let declared = "family P of C = { {c} for c in C } state { s: set of P, d: C = a1, done: bool }";
        errors_beside(declared, &format!("move go when not done {{ done = true s = {set} }}"))
    };
    for set in ["{d, {b1}}", "{{b1}, d}", "{d, near(d), {b1}}", "{P(d), d}"] {
        assert_eq!(errors(set).len(), 1, "{set}");
    }
    assert!(errors("{{d}, {b1}, P(c1)}").is_empty());
}

#[test]
fn what_is_asked_for_in_a_set_is_decided_by_its_type() {
    let errors = |home: &str| {
        let declared = format!("enum Piece {{ man, king }} {home} state {{ q: Piece = man, n: 0..1 }}");
        errors_beside(&declared, "move go when n = 0 and q not in home { n = 1 }").len()
    };
    let found = ["let home: set of C = {}", "let home: set of C = {a1}", "param home: set of C = {}"];
    assert_eq!(found.map(errors), [1, 1, 1]);
    assert_eq!(["let home = {}", "def home = if n = 1 then {} else none"].map(errors), [0, 0]);
}

/// A range is a set of integers, whether it is empty or not: that hangs on the value of a param.
#[test]
fn an_empty_range_is_no_set_of_cells() {
    let errors = |ends: &str, use_of: &str| {
        let declared = format!(
            "family P of C = {{ {{a1}}, {{b1}}, {{a1, b1}} }} param n: 0..3 = 0\n\
             let e = {ends} state {{ s: set of P, q: C = a1, done: bool }}"
        );
        errors_beside(&declared, &format!("move go when not done {{ done = true {use_of} }}")).len()
    };
    for ends in ["1..0", "1..n", "1..2", "{} & {1}", "{1} & {}", "{} - {1}"] {
        for use_of in ["s = {{a1, b1} + e}", "s = {(let x = 1..0 in {a1, b1} + x) + b1}", "done = q not in e"]
        {
            assert_ne!(errors(ends, use_of), 0, "{ends}: {use_of}");
        }
    }
}

/// Each form is within itself as often as brackets may nest.
#[test]
fn conditions_within_conditions_are_checked_once() {
    for (form, levels) in [
        ("p = (if % then {a1} else {b1})", 64),
        ("s = {if % then {a1} else {b1}}", 64),
        ("(if b then p else (if % then {a1} else {b1})) = p", 39),
        ("p <= p <= (if % then {a1} else {b1})", 45),
        ("(if % then a1 else b1) in p", 64),
        ("(let k% = (%) in b1) in p", 39),
        ("idm((if % then {a1} else w) + p) = p", 39),
        ("idm((let k% = 1 in (if % then {a1} else w)) + p) = p", 28),
    ] {
        let within = |e: String, at: usize| form.replacen("k%", &format!("k{at}"), 1).replace('%', &e);
        let condition = (0..levels).fold("b".to_owned(), within);
        accepted(&format!(
            "{HEAD}state {{ s: set of P, w: set of C, p: P = {{a1}}, b: bool }}\n\
             move go when not b {{ b = ({condition}) }} stuck => draw"
        ));
    }
}

#[test]
fn choices_in_sets_of_sets_are_checked_once() {
    let levels = 60;
    let families: String =
        (1..levels).map(|at| format!("family F{} of F{at} = {{ {{x}} for x in F{at} }}\n", at + 1)).collect();
    let set = (0..levels).fold("{a1}".to_owned(), |e, _| format!("{{ if b then {e} else {{}} }}"));
    accepted(&format!(
        "game \"G\" players A, B board C = grid(2, 1) allow unused\nfamily F1 of C = {{ {{a1}}, {{b1}} }}\n{families}\
         state {{ s: set of F{levels}, b: bool }} move go when not b {{ b = true s = {set} }} stuck => draw"
    ));
}

#[test]
fn sets_of_sets_are_not_compared_with_each_other() {
    for condition in [
        "{ {p}, {q} } = { {q}, {p} }",
        "{ {p} } = {}",
        "{ {p} } != none",
        "{ s } = { s }",
        "{} <= { {p} }",
        "{ {p} } > {}",
        "{ {p} } & { {q} } = {}",
        "{ {x} for x in s } = { {p} }",
        "(if n = 0 then { {p} } else {}) = {}",
        "{ {Part(a1)} } = { {Part(a1)} }",
    ] {
        let found = errors_beside(
            "family Part of C = { {a1}, {b1} } state { s: set of Part, p: Part = {a1}, q: Part = {b1}, n: 0..1 }",
            &format!("move m when {condition} {{ n = 1 s += q }}"),
        );
        assert!(found.iter().any(|message| message.contains("set of sets")), "{condition}: {found:?}");
    }
}

#[test]
fn what_stands_beside_a_family_is_written_or_named() {
    for (right, same) in [
        ("C = C - b1", "C = {a1, c1}"),
        ("C = near(b1) + b1", "C = C"),
        ("C = G - one", "C = { {b1} }"),
        ("G = G - one", "G = G - G(a1)"),
        ("N = 1..2", "N = {1, 2}"),
        ("N = N - (1..2)", "N = {3}"),
        ("N = N - two", "N = {1, 3}"),
        // Two numbers have one sum, and no families are put together.
        ("N = N - (two - 1)", "N = {2, 3}"),
        ("N = two + 1", "N = {3}"),
        ("N = let j = two in j - 1", "N = {1}"),
        ("N = N - if two = 2 then two - 1 else 1", "N = {2, 3}"),
        ("N = sum(a in N: a) - 4", "N = {2}"),
        ("N = N - 1 - 1", "N = {2, 3}"),
    ] {
        let members =
            |right: &str| members(&format!("let one: G = G(a1) let two: N = 2\nfamily F of {right}"));
        assert_eq!(members(right), members(same), "{right}");
    }
}
