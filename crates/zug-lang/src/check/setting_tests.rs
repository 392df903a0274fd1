//! Settings from outside, which are applied before anything is checked.

use super::{Checked, check};
use crate::program::{DomainKind, Program, Value};
use crate::source::Sources;
use crate::syntax;

const TEXT: &str = "game \"G\" players X, O param n: 2..5 = 3 param odd: {1, 3} = 1 param heaps: list of 0..9 = [1]\n\
    param gain[Player]: 0..9 = [2, 3] board Cell = grid(n, n) graph P { a-b } param at: Cell = a1\n\
    state { stones[Player]: set of Cell to: Cell = at total: 0..99 = len(heaps) }\n\
    show Cell { stones[X]: \"X\", stones[O]: \"O\", else: \".\" } move m { }";

fn with(settings: &[&str]) -> Checked {
    let mut sources = Sources::default();
    let file = sources.add("t.game", TEXT);
    let (game, _) = syntax::parse(file, TEXT);
    let read = |text: &&str| {
        let file = sources.clone().add("--set", *text);
        syntax::parse_setting(file, text).unwrap_or_else(|said| panic!("{text}: {said:?}"))
    };
    let settings: Vec<_> = settings.iter().map(read).collect();
    check(&game, &settings)
}

#[track_caller]
fn set(settings: &[&str]) -> Program {
    let checked = with(settings);
    checked.program.unwrap_or_else(|| panic!("{settings:?}: {:#?}", checked.diagnostics))
}

#[track_caller]
fn refused(setting: &str, code: &str) {
    let codes: Vec<&str> = with(&[setting]).diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [code], "{setting}");
}

fn begins(program: &Program, name: &str) -> String {
    let field = program.fields.iter().find(|f| f.name == name).expect("the field");
    let words = field.initial.iter().map(|v| program.show_value(v, field.ty).to_string());
    words.collect::<Vec<String>>().join(" ")
}

#[test]
fn params_are_set_before_boards_are_made() {
    assert_eq!(set(&["n=5"]).domains.iter().find(|d| d.name == "Cell").expect("the board").len(), 25);
    assert_eq!(begins(&set(&["n=5", "at=e5"]), "to"), "e5");
    assert_eq!(begins(&set(&["heaps=[1, 2, 3]"]), "total"), "3");
    assert_eq!(
        set(&["gain=[5, 6]"]).tables.iter().find(|t| t.name == "gain").expect("the table").entries[1],
        Value::Int(6)
    );
    assert_eq!(
        set(&["gain[X]=9"]).tables.iter().find(|t| t.name == "gain").expect("the table").entries[0],
        Value::Int(9)
    );
}

#[test]
fn fields_turn_graphs_and_pictures_are_set() {
    assert_eq!(begins(&set(&["stones[X]={a1, b2}"]), "stones"), "{a1, b2} {}");
    assert_eq!(set(&["turn=O"]).first_turn, 1);
    let program = set(&["P={a-b-c, d}"]);
    let graph = program.domains.iter().find(|d| d.name == "P").expect("the graph");
    assert_eq!(graph.members, ["a", "b", "c", "d"]);
    assert!(matches!(&graph.kind, DomainKind::Graph { near, .. } if near[1] == [0, 2]));
    assert_eq!(set(&["P={x}"]).domains.iter().find(|d| d.name == "P").expect("the graph").members, ["x"]);
    assert_eq!(begins(&set(&["start=..X/.O./..."]), "stones"), "{c3} {b2}");
}

#[test]
fn the_last_of_several_settings_wins() {
    assert_eq!(begins(&set(&["to=b2", "to=c3"]), "to"), "c3");
    assert_eq!(begins(&set(&["stones[X]={a1}", "stones=[{b1}, {c1}]"]), "stones"), "{b1} {c1}");
    assert_eq!(begins(&set(&["stones=[{b1}, {c1}]", "stones[X]={a1}"]), "stones"), "{a1} {c1}");
}

#[test]
fn settings_that_fit_nothing_are_refused() {
    refused("m=5", "Z0601");
    refused("Cell=5", "Z0601");
    refused("n=6", "Z0205");
    refused("n=1", "Z0205");
    refused("odd=2", "Z0205");
    refused("n=true", "Z0201");
    refused("turn=Z", "Z0101");
    refused("stones[Z]={a1}", "Z0101");
    refused("gain=[1]", "Z0208");
    refused("heaps=3", "Z0201");
    refused("P=3", "Z0602");
    refused("start=../..", "Z0604");
}

#[test]
fn what_a_setting_puts_into_a_param_counts_for_circles() {
    let links = "enum E { p, q, z }\nfamily F of E = { {p, q}, {q, z} }";
    let items = ["let k = count(reach(p, F))", "board C = path(w)", "param w: 1..9 = 2"];
    let orders = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [2, 0, 1]];
    for order in orders {
        let [a, b, c] = order.map(|at| items[at]);
        let text = format!(
            "game \"G\"\nplayers A, B\n{links}\n{a}\n{b}\n{c}\nstate {{ at: C = 1 }}\nmove m when forward(at) != none {{ at = forward(at) }}\nstuck => me loses"
        );
        let mut sources = Sources::default();
        let file = sources.add("t.game", text.as_str());
        let (game, _) = syntax::parse(file, &text);
        let file = sources.add("--set", "w=k");
        let setting = syntax::parse_setting(file, "w=k").expect("a setting");
        let checked = check(&game, &[setting]);
        assert!(checked.program.is_some(), "{text}\n{:#?}", checked.diagnostics);
    }
}
