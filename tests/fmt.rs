//! The canonical form: it says the same, keeps every comment, is a fixed point, and files are
//! changed only by it.

mod common;
mod random;

use proptest::prelude::*;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use zug_lang::source::FileId;
use zug_lang::syntax::format::{Unformatted, format};
use zug_lang::syntax::{self, print};

/// What a text says, and its comments.
fn told(text: &str) -> (String, Vec<String>) {
    let (game, diagnostics) = syntax::parse(FileId::DEFINITION, text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    (print::print(&game), game.comments.iter().map(|comment| comment.text.trim_end().to_string()).collect())
}

/// The canonical form, after it was seen to say the same and to be its own.
fn formatted(text: &str) -> String {
    let once = format(text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert_eq!(told(&once), told(text), "\n{text}\n{once}");
    assert_eq!(format(&once).unwrap_or_else(|why| panic!("{why:?}\n{once}")), once, "\n{text}");
    let sound = once.lines().all(|line| line.trim_end() == line && !line.contains('\t'));
    assert!(sound && !once.contains("\n\n\n") && !once.starts_with('\n'), "{once}");
    once
}

/// The same text with other blanks and line ends wherever there were some.
fn scattered(text: &str, random: &mut common::Random) -> String {
    let blanks = [" ", "   ", "\t", "\n", "\r\n  ", "\n\n\n", " \n \n"];
    let (mut out, mut in_text, mut in_comment, mut last) = (String::new(), false, false, ' ');
    for character in text.chars() {
        match character {
            '\n' if in_comment => {
                in_comment = false;
                out.push_str(blanks[3 + random.below(4)]);
            }
            ' ' | '\n' if !in_text && !in_comment => {
                if !out.ends_with([' ', '\n', '\t']) {
                    let kinds = if random.below(3) == 0 { 7 } else { 2 };
                    out.push_str(blanks[random.below(kinds)]);
                }
            }
            _ => {
                in_text ^= character == '"' && !in_comment && last != '\\';
                in_comment |= character == '/' && last == '/' && !in_text;
                out.push(character);
            }
        }
        last = character;
    }
    out
}

#[test]
fn the_library_says_the_same_in_canonical_form() {
    for path in common::library() {
        formatted(&std::fs::read_to_string(path).expect("a game"));
    }
}

#[test]
fn the_library_says_the_same_whatever_its_blanks_were() {
    let mut random = common::Random(11);
    for path in common::library() {
        let text = std::fs::read_to_string(path).expect("a game");
        for _ in 0..10 {
            formatted(&scattered(&text, &mut random));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_definitions_say_the_same(numbers in proptest::collection::vec(0..1_000_000_u32, 20..220)) {
        let text = random::definition(&numbers);
        formatted(&text);
        formatted(&scattered(&text, &mut common::Random(u64::from(numbers[0]))));
    }
}

#[test]
fn a_crowded_text_gets_its_form() {
    let crowded = "// A game.\r\n\r\n\r\ngame \"x\"\nplayers A,B\nparam n:1..9=3 // how many\n\
        param most_of_them : {1,2} = 2 // at once\nboard Cell=grid(n,n)\n\
        family Line of Cell={{c,east(c)} for c in Cell}\nstate{left:0..n=n\n  // who is where\n  \
        at[Player]:Cell or none }\nmove take(k in {1,2}) when k<=left{ let a=-1\nlet bcd = a+ -1 // less\n\n\n\
        if left>0 {left-=k} else\n{\nleft=0} }\nstuck=>me loses\nendless=>draw\nexpect with n=2:A wins in 1\n// the end";
    let form = "\
// A game.

game \"x\"
players A, B
param  n:            1..9   = 3  // how many
param  most_of_them: {1, 2} = 2  // at once
board  Cell = grid(n, n)
family Line of Cell = { {c, east(c)} for c in Cell }
state {
  left: 0..n = n
  // who is where
  at[Player]: Cell or none
}
move take(k in {1, 2}) when k <= left {
  let a   = -1
  let bcd = a + -1  // less

  if left > 0 { left -= k } else {
    left = 0
  }
}
stuck   => me loses
endless => draw
expect with n = 2: A wins in 1
// the end
";
    assert_eq!(formatted(crowded), form);
}

#[test]
fn a_body_that_does_not_fit_on_its_line_gets_lines_of_its_own() {
    let guard = "left > 0 and ".repeat(8);
    let text = format!(
        "game \"x\"\nplayers A, B\nstate {{ left: 0..3 = 3 }}\n\
        move take when {guard}left > 0 {{ left -= 1 again when left = 1 }}\nstuck => me loses\n"
    );
    let found = formatted(&text);
    assert!(found.contains("left > 0 {\n  left -= 1\n  again when left = 1\n}\n"), "{found}");
}

#[test]
fn a_text_with_a_mistake_is_refused() {
    let refused = format("game \"x\"\nplayers A, B\nmove take when { }\n");
    assert!(matches!(refused, Err(Unformatted::Mistakes(_))), "{refused:?}");
}

fn zug(folder: &Path, arguments: &[&str], input: &str) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("zug runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("the input is taken");
    child.wait_with_output().expect("zug ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

const CROWDED: &str = "game \"x\"\nplayers A,B\ntree [1,2]\n";
const FORM: &str = "game \"x\"\nplayers A, B\ntree [1, 2]\n";

#[test]
fn standard_input_goes_to_standard_output() {
    let output = zug(Path::new("."), &["fmt", "-"], CROWDED);
    assert_eq!((out(&output).as_str(), output.status.code()), (FORM, Some(0)));
}

#[test]
fn check_names_the_files_that_differ_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("crowded.game"), CROWDED).expect("a file");
    std::fs::write(folder.path().join("form.game"), FORM).expect("a file");
    let output = zug(folder.path(), &["fmt", ".", "--check"], "");
    assert_eq!((out(&output).as_str(), output.status.code()), ("./crowded.game\n", Some(1)));
    let left = std::fs::read_to_string(folder.path().join("crowded.game")).expect("a file");
    assert_eq!(left, CROWDED);
}

#[test]
fn files_are_rewritten_and_those_with_mistakes_left_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = "game \"x\"\nplayers A,B\nmove take when { }\n";
    std::fs::write(folder.path().join("a_broken.game"), broken).expect("a file");
    std::fs::write(folder.path().join("crowded.game"), CROWDED).expect("a file");
    let output = zug(folder.path(), &["fmt", ".", "--message-format", "short"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("a_broken.game:3:"), "{}", out(&output));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!((read("a_broken.game").as_str(), read("crowded.game").as_str()), (broken, FORM));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left beside them");
    assert_eq!(zug(folder.path(), &["fmt", "crowded.game", "--check"], "").status.code(), Some(0));
}

#[test]
fn a_comma_put_between_fields_clings_to_what_is_before_it() {
    let head = "game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\n";
    let text =
        format!("{head}state {{ at: Cell = Cell(1, 1) been: set of Cell }}\nmove go {{ }}\nstuck => draw\n");
    let once = formatted(&text);
    assert!(once.contains("state { at: Cell = Cell(1, 1), been: set of Cell }"), "{once}");
}
