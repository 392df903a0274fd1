//! The machine does what the semantics does.

mod agree;
mod random;

use crate::semantics::samples;
use agree::{agree, machine};

#[test]
fn small_programs_play_alike() {
    agree(&samples::tic_tac_toe(), 30, 12);
    agree(&samples::heap(), 10, 12);
}

#[test]
fn equal_programs_make_equal_machines() {
    let print = || machine(&samples::tic_tac_toe(), None, true).to_string();
    assert_eq!(print(), print());
}
#[test]
fn show_me() {
    println!("{}", machine(&samples::tic_tac_toe(), None, true));
    println!("{}", machine(&samples::heap(), None, true));
}

#[test]
fn random_programs_play_alike() {
    let count = std::env::var("ZUG_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    for seed in 0..count {
        agree(&random::program(seed), 4, 8);
    }
}
