use crate::syntax::tests::helps_about;

const HEAD: &str = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9 }\n";

/// What is told of an outcome of a definition.
fn ending(outcome: &str) -> Vec<String> {
    helps_about(&format!("{HEAD}move m(c in C) {{ s += c }}\nend when n = 5 => {outcome}\nstuck => draw\n"))
}

/// What is told of the body of a move.
fn body(statements: &str) -> Vec<String> {
    helps_about(&format!("{HEAD}move m(c in C) {{\n  {statements}\n}}\nstuck => draw\n"))
}

#[test]
fn what_stands_behind_an_else_without_braces_belongs_to_it() {
    let choice = |value: &str| body(&format!("s = C - {value}"));
    assert_eq!(choice("(if n = 1 { {a1} } else { s } + c)"), ["write `(if n = 1 then {a1} else s)`"]);
    let found = choice("(if n = 1 {} else s + c)");
    assert!(found.iter().all(|help| !help.contains("else s)")), "{found:?}");
}

#[test]
fn a_choice_between_outcomes_is_one_mistake() {
    let both = ["write `if n > 3 then Ann wins else draw`"];
    let forms = [
        "if n > 3 { Ann wins } else { draw }",
        "if (n > 3) { Ann wins; } else { draw; }",
        "if n > 3: Ann wins else: draw",
        "if n > 3:\n  Ann wins\nelse:\n  draw",
        "if n > 3 then { Ann wins } else { draw }",
        "n > 3 ? Ann wins : draw",
        "(n > 3) ? Ann wins : draw",
        "{ if n > 3 { Ann wins } else { draw } }",
    ];
    for form in forms {
        assert_eq!(ending(form), both, "{form}");
    }
    let three = ["write `if n > 3 then Ann wins else if n = 1 then draw else 2 to Bob`"];
    assert_eq!(ending("if n > 3 { Ann wins } else if n = 1 { draw } else { 2 to Bob }"), three);
    assert_eq!(ending("if n > 3: Ann wins elif n = 1: draw else: 2 to Bob"), three);
    assert_eq!(ending("n > 3 ? Ann wins : n = 1 ? draw : 2 to Bob"), three);
    assert_eq!(ending("if n > 3 { draw }"), ["write `end when n = 5 and n > 3 => draw`"]);
    let quantified = "if every c in s: c != a1 { Ann wins } else { draw }";
    assert_eq!(ending(quantified), ["write `if every c in s: c != a1 then Ann wins else draw`"]);
}

#[test]
fn a_rule_with_a_block_is_one_mistake() {
    let head = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9 }\nmove m { n += 1 }\nstuck => draw\n";
    let rule = |text: &str| helps_about(&format!("{head}{text}\n"));
    let help = ["write `end when n = 5 => if n > 3 then Ann wins else draw`"];
    assert_eq!(rule("end when n = 5: if n > 3: Ann wins else: draw"), help);
    assert_eq!(rule("end when n = 5 {\n  if n > 3 { Ann wins } else { draw }\n}"), help);
    assert_eq!(rule("end when n = 5 { Ann wins }"), ["write `end when n = 5 => Ann wins`"]);
    let both = ["write `end when n = 5 => Ann wins` and `end when n = 6 => draw`"];
    assert_eq!(rule("end if n = 5 { Ann wins } else if n = 6 { draw }"), both);
}

#[test]
fn a_verb_for_both_players_is_said_twice() {
    let help = ["write `if n > 3 then Ann wins else Bob wins`"];
    for form in
        ["n > 3 ? Ann : Bob wins", "if n > 3 then Ann else Bob wins", "if n > 3 then Ann wins else Bob"]
    {
        assert_eq!(ending(form), help, "{form}");
    }
    assert_eq!(ending("if n > 3 then draw else Bob wins"), [""; 0]);
    assert_eq!(ending("n > 3 ? Ann : Bob"), help);
}

#[test]
fn a_choice_in_the_only_branch_of_another_is_one_mistake() {
    let head = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9 }\nmove m { n += 1 }\nstuck => draw\n";
    let rule = |text: &str| helps_about(&format!("{head}{text}\n"));
    let whole = ["write `end when n = 5 => if n > 3 then Ann wins else draw`"];
    assert_eq!(rule("end if n = 5: if n > 3: Ann wins else: draw"), whole);
    let both = ["write `end when n = 5 and n > 3 => Ann wins`"];
    assert_eq!(rule("end if n = 5: if n > 3: Ann wins"), both);
    assert_eq!(rule("end if n = 5 { if n > 3 { Ann wins } }"), both);
}

#[test]
fn a_choice_in_the_form_of_the_language_is_left_alone() {
    let nothing: [String; 0] = [];
    assert_eq!(ending("(if n > 3 then Ann wins else (if n = 1 then draw else 2 to Bob))"), nothing);
    assert_eq!(body("s = if c in s then {a1, b1} else {c}"), nothing);
    assert_eq!(body("if c in s { s -= c } else { s += c }"), nothing);
}

/// Whether `--fix` changes the body of a move.
fn is_fixed(statements: &str) -> bool {
    let text = format!("{HEAD}move m(c in C) {{\n  {statements}\n}}\nstuck => draw\n");
    let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
    let certain =
        |fix: &crate::diagnostic::Fix| fix.applicability == crate::diagnostic::Applicability::Certain;
    reports.iter().flat_map(|report| &report.fixes).any(certain)
}

#[test]
fn a_choice_that_may_be_read_in_two_ways_is_not_mended_by_itself() {
    assert!(is_fixed("n > 2 ? n += 1 : n -= 1") && is_fixed("n = if c in s { 1 } else { 2 }"));
    assert!(!is_fixed("n > 2 ? n = 1 : n = 2 s += c"), "the last statement may stand behind");
    assert!(!is_fixed("if n = 4 then n = 1 else n += 1 s += c"));
    assert!(!is_fixed("n = if c in s { 1 } // one\n  else { 2 }"), "a comment would be lost");
    let help = body("n = if c in s { 1 } else { 2 // two\n  + 3 }");
    assert_eq!(help, ["write `if c in s then 1 else 2 + 3`"]);
}

#[test]
fn values_and_statements_are_chosen_in_their_own_ways() {
    assert_eq!(body("n = if c in s { 1 } else { 2 }"), ["write `if c in s then 1 else 2`"]);
    assert_eq!(body("n = if c in s: 1 else: 2"), ["write `if c in s then 1 else 2`"]);
    assert_eq!(body("s += if c = C::a1 then c else b1"), ["write `C.a1`, or `a1` alone"]);
    assert_eq!(body("s = if c in s { s - c } else { s + c }"), ["write `if c in s then s - c else s + c`"]);
    assert_eq!(body("s = if n > 1 { a1, b1 } else { c2 }"), ["write `if n > 1 then { a1, b1 } else { c2 }`"]);
    assert_eq!(body("n > 2 ? n += 1 : n -= 1"), ["write `if n > 2 { n += 1 } else { n -= 1 }`"]);
    assert_eq!(
        body("s += c\n  (c in s) ? n += 1 : n -= 1"),
        ["write `if c in s { n += 1 } else { n -= 1 }`"]
    );
    let behind = ["write `(if c in s then 1 else 2)`"];
    assert_eq!(body("n = if c in s { 1 } else { 2 } + 3"), behind);
    assert_eq!(body("n = if c in s { 1 } else { 2 }\n    + 3"), behind);
    let three = ["write `if c in s { n = 3 } else if n > 2 { n = 1 } else { n = 2 }`"];
    assert_eq!(body("c in s ? n = 3 : n > 2 ? n = 1 : n = 2"), three);
    assert_eq!(body("let k = c in s ? 1 : 2\n  n = k"), ["write `if c in s then 1 else 2`"]);
    assert_eq!(body("n = c in s ? 1 : 2"), ["write `if c in s then 1 else 2`"]);
}
