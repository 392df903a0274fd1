//! The lessons: each can be made in both forms, and what they teach is so.

use zug_view::lesson::careless::{Careless, MapPlace, definition, right, smallest};
use zug_view::lesson::{LESSONS, html, text};

#[test]
fn every_lesson_is_made_in_both_forms_the_same_on_every_run() {
    for lesson in &LESSONS {
        let parts = lesson.parts().unwrap_or_else(|why| panic!("{}: {why}", lesson.name));
        let again = lesson.parts().expect("made before");
        let lines = text(lesson, &parts);
        assert_eq!(lines, text(lesson, &again));
        assert!(lines.starts_with(lesson.title));
        let page = html(lesson, &parts);
        assert_eq!(page, html(lesson, &again));
        assert!(page.ends_with("</html>\n") && !page.contains("src="));
    }
}

#[test]
fn a_form_without_a_lesson_is_refused() {
    let arguments = ["lesson", "--format", "html"];
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).output().expect("zug runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("write its name"));
}

#[test]
fn the_careless_memo_is_wrong_about_the_map_that_was_found() {
    let map = smallest().expect("there is one");
    let thought = Careless::default().value(&map, 0, i64::MIN, i64::MAX);
    assert_ne!(thought, right(&map, 0));
    let ends = map.iter().filter(|place| matches!(place, MapPlace::End(_))).count();
    assert!(ends >= 2 && ends < map.len());
    assert!(definition(&map).contains("end when"));
}

#[test]
fn the_best_order_sees_as_few_leaves_as_can_be() {
    let lesson = LESSONS.iter().find(|lesson| lesson.name == "order").expect("it is there");
    let lines = text(lesson, &lesson.parts().expect("made"));
    let seen = |order: &str| -> u64 {
        let line = lines.lines().find(|line| line.contains(order)).expect("a row");
        line.split_whitespace().rev().nth(2).and_then(|count| count.parse().ok()).expect("a count")
    };
    assert_eq!(seen("the better move first  "), 15);
    assert!(seen("as it comes") > 15 && seen("the worse move first  ") > seen("as it comes"));
}
