//! Shortcuts that random definitions do not show broken are found by the tests of this crate: this
//! program is run again with the shortcut broken, and the test that finds it fails.
#![cfg(debug_assertions)]

use std::process::Command;

const FOUND_BY: [(&str, &str); 3] = [
    ("carrier", "tests::set_colouring::duals_are_decided_as_they_are_played"),
    (
        "reach",
        "tests::limits::a_value_before_a_limit_is_believed_only_where_the_integers_stay_in_their_ranges",
    ),
    ("subset-turn", "tests::subset_dp::sets_and_tiers_tell_the_same_of_every_position"),
];

#[test]
fn a_broken_shortcut_is_found() {
    for (shortcut, test) in FOUND_BY {
        for (broken, verdict) in [("", "1 passed"), (shortcut, "1 failed")] {
            let mut run = Command::new(std::env::current_exe().expect("this program"));
            let run = run.args(["--exact", test]).env("ZUG_BREAK", broken).output().expect("it runs");
            let said = String::from_utf8_lossy(&run.stdout).into_owned();
            assert!(said.contains(verdict), "{shortcut}: {said}");
        }
    }
}
