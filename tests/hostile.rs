//! Definitions that are far too large, too deep or would never come to an end are refused at once,
//! in words.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const HEAD: &str = "game \"x\"\nplayers A, B\n";
const STICKS: &str = "state { n: 0..3 = 3 }\n";
const LOSE: &str = "stuck => me loses\n";

/// Runs `zug solve -`; the exit code and what was said, within half a minute.
fn solve(text: &str) -> (i32, String) {
    run(&["solve", "-", "--timeout", "5s"], text)
}

/// Runs `zug` with a text to read; the exit code and what was said.
fn run(arguments: &[&str], text: &str) -> (i32, String) {
    use std::io::{Read, Write};
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("zug runs");
    child.stdin.take().expect("an input").write_all(text.as_bytes()).expect("the input is taken");
    let mut output = child.stderr.take().expect("an output");
    let reader = std::thread::spawn(move || {
        let mut said = String::new();
        output.read_to_string(&mut said).map(|_| said)
    });
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        if let Some(status) = child.try_wait().expect("zug ends") {
            let said = reader.join().expect("read").expect("text");
            return (status.code().expect("an exit code"), said);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it has ended");
    panic!("no answer to {}", text.chars().take(300).collect::<String>());
}

fn refused(text: &str) {
    let (code, said) = solve(text);
    assert!((1..=3).contains(&code), "{code}: {said}");
    assert!(said.contains('Z'), "{said}");
}

#[test]
fn loops_that_never_come_to_an_end_are_refused() {
    for line in ["for k in 0..1000000000 { n = n }", "repeat 1000000000 { n = n }"] {
        refused(&format!("{HEAD}{STICKS}move go when n > 0 {{ {line} n -= 1 }}\n{LOSE}"));
    }
    let inner = "repeat 100000 { repeat 100000 { n = n } }";
    refused(&format!("{HEAD}{STICKS}move go when n > 0 {{ {inner} n -= 1 }}\n{LOSE}"));
}

#[test]
fn more_parameters_than_can_be_tried_are_refused() {
    let sets = "a in 1..1000, b in 1..1000, c in 1..1000, d in 1..1000";
    refused(&format!("{HEAD}{STICKS}move go({sets}) when a + b + c + d <= n {{ n -= a }}\n{LOSE}"));
    let cells = "a in Cell, b in Cell, c in Cell, d in Cell";
    let rule = format!("end for {cells} when n > 5 and a = b => draw\n");
    refused(&format!(
        "{HEAD}board Cell = grid(22, 22)\n{STICKS}move go when n > 0 {{ n -= 1 }}\n{rule}{LOSE}"
    ));
}

#[test]
fn definitions_that_unfold_without_measure_are_refused() {
    for (first, next) in [("n > 0", "and"), ("1 > 0", "or")] {
        let defs: String = (1..64).map(|i| format!("def d{i} = d{} {next} d{}\n", i - 1, i - 1)).collect();
        refused(&format!("{HEAD}{STICKS}def d0 = {first}\n{defs}move go when d63 {{ n -= 1 }}\n{LOSE}"));
    }
}

#[test]
fn boards_and_numbers_without_measure_are_refused() {
    for item in [
        "board Cell = grid(1000, 1000)",
        "board Cell = grid(9007199254740992, 9007199254740992)",
        "board Cell = triangle(3037000500)",
        "range R = 1..1000000000",
        "let s = sum(k in 0..2000000000: k)",
        "let a = 9007199254740992 * 9007199254740992",
        "let a = -9007199254740992 - 1",
        "let a = 9007199254740993",
        "let a = 99999999999999999999",
    ] {
        refused(&format!("{HEAD}{item}\n{STICKS}move go when n > 0 {{ n -= 1 }}\n{LOSE}"));
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("not ", ""), ("if n = 1 then true else ", "")] {
        let (open, close) = (open.repeat(10_000), close.repeat(10_000));
        refused(&format!("{HEAD}{STICKS}move go when {open}n > 0{close} {{ n -= 1 }}\n{LOSE}"));
    }
}

/// The formula of a choice has its condition twice, so choices within conditions double it.
#[test]
fn choices_within_choices_take_little_memory() {
    let nested = |open: &str| format!("{}n > 1{}", open.repeat(40), " then n > 2 else n > 3)".repeat(40));
    let carried: String =
        (1..40).map(|at| format!("let c{at} = if c{} then n > {at} else n < {at}\n", at - 1)).collect();
    let guard = format!("{HEAD}{STICKS}move go when {} {{ n -= 1 }}\n{LOSE}", nested("(if "));
    let body = format!(
        "{HEAD}{STICKS}move go when n > 0 {{ let c0 = n > 1\n{carried} if c39 {{ n -= 1 }} else {{ n = 0 }} }}\n{LOSE}"
    );
    for text in [guard, body] {
        for command in ["check", "info"] {
            let (code, said) = run(&[command, "-"], &text);
            assert_eq!(code, 0, "{command}: {said}");
        }
    }
}

#[test]
fn a_mistake_far_to_the_right_is_told() {
    let body = "n = n ".repeat(20_000);
    let (code, said) = solve(&format!("{HEAD}{STICKS}move go {{ {body} n -= nn }}\n{LOSE}"));
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("nn") && said.len() < 2_000, "{said}");
}

#[test]
fn the_time_limit_ends_what_never_looks_at_the_clock() {
    // A thousand million choices are tried before the first position is known, and none of them is
    // legal but one.
    let sets = "a in 1..1000, b in 1..1000, c in 1..1000";
    let text = format!("{HEAD}{STICKS}move go({sets}) when a * b * c % 999983 = n + 1 {{ n -= 1 }}\n{LOSE}");
    for command in [&["solve", "-"][..], &["perft", "-", "1"]] {
        let (code, said) = run(&[command, &["--timeout", "500ms"]].concat(), &text);
        assert_eq!(code, 3, "{said}");
        assert!(said.contains("time limit was reached"), "{said}");
    }
}
