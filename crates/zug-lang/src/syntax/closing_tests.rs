//! What is told of brackets, braces and quotes that are not closed: what to write, where they end.

use super::tests::helps_about;

/// What is told of a definition with this rule and this notation.
fn helps(rule: &str, notation: &str) -> Vec<String> {
    helps_about(&format!(
        "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s[Player]: set of C, n: 0..9 }}\n\
         move m(c in C){notation} {{ s[me] += c }}\n{rule}\n"
    ))
}

#[test]
fn a_bracket_closes_before_what_stands_in_no_bracket() {
    let rule = |text: &str| helps(text, "");
    let closed = |text: &str| [format!("add `)` where it ends: write `{text}`")];
    assert_eq!(
        rule("stuck => count(s[Ann] - count(s[Bob]) to Ann"),
        closed("stuck => count(s[Ann]) - count(s[Bob]) to Ann")
    );
    assert_eq!(rule("stuck => count(s[Ann] to Ann"), closed("stuck => count(s[Ann]) to Ann"));
    assert_eq!(
        rule("end when count(s[Ann] > count(s[Bob]) => draw"),
        closed("end when count(s[Ann]) > count(s[Bob]) => draw")
    );
    assert_eq!(rule("stuck => count(s[Ann] - s[Bob]) to Ann"), [""; 0]);
}

#[test]
fn a_brace_of_a_notation_encloses_a_name() {
    let notation = |text: &str| helps("stuck => draw", &format!(" as \"{text}\""));
    let open = "write `{c}` for what it is, or `c` for the word alone; a brace in the text is `{{`";
    assert_eq!(notation("+{c"), [open]);
    assert_eq!(notation("c}"), ["write `{c}` for what it is; a brace in the text is `}}`"]);
    assert_eq!(notation("{{c}}"), [""; 0]);
}

#[test]
fn a_text_that_swallows_the_next_is_closed_before_the_comma() {
    let show = |entries: &str| helps(&format!("stuck => draw\nshow C {{ {entries} }}"), "");
    assert_eq!(show("s[Ann]: \"#, else: \".\""), ["write `\"#\", else: \".\"`"]);
    assert_eq!(show("s[Ann]: \"#\", else: \".\""), [""; 0]);
}

#[test]
fn the_neighbours_are_those_of_one_cell() {
    let step = |set: &str| {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s[Player]: set of C }}\n\
             move m(c in s[me], d in {set} {{ s[me] += d }}\nstuck => draw\n"
        ))
    };
    let closed = "write `near(c) - s[Ann] - s[Bob])`";
    assert_eq!(step("near(c - s[Ann] - s[Bob])"), [closed]);
    // Neighbours of a set.
    let at_the_end = "add `)` where it ends: write `move m(c in s[me], d in near(s[me] - c))`";
    assert_eq!(step("near(s[me] - c)"), [at_the_end]);
}

#[test]
fn a_bracket_closes_before_the_target_of_the_next_store() {
    let body = |body: &str| helps(&format!("move go(c in C) {{ {body} }}\nstuck => draw"), "");
    let closed = |text: &str| [format!("add `)` where it ends: write `move go(c in C) {{ {text}`")];
    assert_eq!(body("n = max(n, 1 s[me] += c"), closed("n = max(n, 1)"));
    assert_eq!(body("n = min(n, count(s[Ann]) n = 1"), closed("n = min(n, count(s[Ann]))"));
}

#[test]
fn the_brace_of_a_body_is_missing_at_the_end_of_the_head() {
    let play = |line: &str| {
        let text = format!("move go(c in C) when n < 9\n  {line}\n  s[me] += c\n}}\nstuck => draw");
        helps(&text, "")
    };
    for line in ["n += 1", "if n > 1 { n -= 1 }", "for d in C { n = 1 }"] {
        assert_eq!(play(line), ["write `move go(c in C) when n < 9 {`"], "{line}");
    }
}
