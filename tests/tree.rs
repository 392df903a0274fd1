//! The tree of a search: exactly the lecture's for the wallets, and some tree in every form for
//! every game of the library.

use std::collections::HashMap;
use zug::answer::{EngineKind, Options, Prepared};
use zug::definition::{Definition, compile};
use zug_lang::source::Sources;
use zug_solve::{Limits, TableSize};
use zug_view::json::{AnswerHead, Command, line};
use zug_view::tree::{self, Fate, RecordRequest, SearchTree, TreeMethod, ValueBound, record};

fn definition(name: &str, settings: &[&str]) -> Definition {
    let path = format!("{}/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::default();
    sources.add(name, std::fs::read_to_string(path).expect("a game of the library"));
    let settings: Vec<String> = settings.iter().map(|each| each.to_string()).collect();
    compile(&mut sources, &settings).expect("a right definition")
}

fn recorded(definition: &Definition, request: &RecordRequest) -> SearchTree {
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("a machine");
    record(&prepared, &prepared.start(), request).expect("a tree")
}

fn wallets(method: TreeMethod, memo: TableSize) -> SearchTree {
    recorded(&definition("wallets", &[]), &RecordRequest::new(method, memo))
}

#[test]
fn alpha_beta_sees_2_and_4_and_1_and_cuts_3_off() {
    for memo in [TableSize::Off, TableSize::Auto, TableSize::Bytes(0)] {
        let tree = wallets(TreeMethod::AlphaBeta, memo);
        let seen: Vec<i64> =
            tree.nodes.iter().filter(|node| node.fate == Fate::Over).filter_map(|node| node.value).collect();
        assert_eq!(seen, [2, 4, 1]);
        let unseen: Vec<_> = tree.nodes.iter().filter(|node| node.fate == Fate::Unseen).collect();
        assert_eq!(unseen.len(), 1);
        assert_eq!((unseen[0].played.as_str(), unseen[0].value), ("hand_over 3", Some(3)));
        let cuts: Vec<String> =
            tree.nodes.iter().filter_map(|node| node.cut).map(|cut| tree.reason(&cut)).collect();
        assert_eq!(cuts, ["1 <= alpha = 2, set by You with choose left at ply 0"]);
        assert_eq!((tree.value, tree.looked_at, tree.cuts), (2, 6, 1));
    }
}

#[test]
fn minimax_sees_everything_and_cuts_nothing() {
    let tree = wallets(TreeMethod::Minimax, TableSize::Off);
    assert_eq!((tree.value, tree.looked_at, tree.cuts), (2, 7, 0));
    assert!(tree.nodes.iter().all(|node| node.fate != Fate::Unseen));
}

#[test]
fn the_same_search_stands_in_the_text() {
    let text = tree::text::draw(&wallets(TreeMethod::AlphaBeta, TableSize::Off), None);
    let lines: Vec<&str> = text.lines().skip(4).collect();
    assert_eq!(
        lines,
        [
            "MAX You = 2  [alpha -inf > 2]",
            "|-- choose left  MIN Friend = 2  [beta inf > 2]",
            "|   |-- hand_over 2  = 2",
            "|   `-- hand_over 4  = 4",
            "`-- choose right  MIN Friend <= 1  [alpha 2, beta inf > 1]",
            "    |-- hand_over 1  = 1",
            "    `-- hand_over 3  (3)  CUT: 1 <= alpha = 2, set by You with choose left at ply 0",
        ]
    );
}

#[test]
fn a_position_from_the_memo_is_linked_to_where_it_was_solved() {
    let tree = recorded(
        &definition("take_from_the_ends", &[]),
        &RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto),
    );
    let mut links = 0;
    for (here, node) in tree.nodes.iter().enumerate() {
        if let Fate::Remembered { low, high, at } = node.fate {
            let at = at.expect("every hit has a source");
            assert!(at < here && tree.nodes[at].fate == Fate::Searched);
            assert!(low <= high);
            links += 1;
        }
    }
    assert!(links > 0);
}

#[test]
fn an_extra_turn_is_marked() {
    let dots = definition("dots_and_boxes", &["columns=1", "rows=1"]);
    let tree = recorded(&dots, &RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Off));
    let two = definition("dots_and_boxes", &["columns=2", "rows=1"]);
    let more = recorded(&two, &RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto));
    assert!(tree.nodes.iter().all(|node| !node.extra), "the last box ends the game");
    let marked = more.nodes.iter().filter(|node| node.extra && node.is_seen());
    let same =
        |node: &&tree::NodeView| node.parent.is_some_and(|above| more.nodes[above].mover == node.mover);
    assert!(marked.clone().count() > 0 && marked.clone().all(|node| same(&node)));
}

#[test]
fn whole_searches_find_the_value_that_the_solver_finds() {
    for name in
        ["wallets", "wallets_tree", "binary_tree", "take_from_the_ends", "dots_and_boxes", "subtraction"]
    {
        let definition = definition(name, &[]);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("a machine");
        let answer =
            prepared.solve(&prepared.start(), &Options::within(&Limits::default())).expect("an answer");
        for (method, memo) in
            [(TreeMethod::Minimax, TableSize::Auto), (TreeMethod::AlphaBeta, TableSize::Auto)]
        {
            let tree = recorded(&definition, &RecordRequest::new(method, memo));
            assert_eq!((tree.horizon, tree.value), (None, answer.value), "{name}");
            assert_eq!(tree.nodes[0].value, Some(answer.value), "{name}");
        }
    }
}

/// A node with the exact value of its position.
fn valued(definition: &Definition, request: &RecordRequest) -> (SearchTree, Vec<(usize, i64)>) {
    let tree = recorded(definition, &RecordRequest { positions: true, ..request.clone() });
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("a machine");
    let mut known = HashMap::new();
    let mut exact = |at: usize| {
        let position = tree.nodes[at].position.clone().expect("positions were asked for");
        *known.entry(position.clone()).or_insert_with(|| {
            prepared.solve(&position, &Options::within(&Limits::default())).expect("an answer").value
        })
    };
    let searched = (0..tree.nodes.len()).filter(|&at| {
        let node = &tree.nodes[at];
        !node.over && matches!(node.fate, Fate::Searched | Fate::Remembered { .. })
    });
    let values = searched.map(|at| (at, exact(at))).collect();
    (tree, values)
}

#[test]
fn a_number_without_a_sign_is_the_exact_value_and_one_with_a_sign_bounds_it() {
    let dots = definition("dots_and_boxes", &["columns=2", "rows=1"]);
    let ends = definition("take_from_the_ends", &[]);
    let nim = definition("nim", &["heaps=[1,2,2]"]);
    for memo in [TableSize::Off, TableSize::Auto] {
        for definition in [&dots, &ends, &nim] {
            let (tree, values) = valued(definition, &RecordRequest::new(TreeMethod::AlphaBeta, memo));
            assert_eq!(tree.horizon, None);
            let mut bounds = 0;
            for (at, exact) in values {
                let (value, bound) = (tree.nodes[at].value.expect("it came back"), tree.nodes[at].bound());
                bounds += usize::from(bound.is_some());
                match bound {
                    None => assert_eq!(value, exact, "node {at} of {}", tree.title),
                    Some(ValueBound::AtMost) => assert!(exact <= value, "node {at} of {}", tree.title),
                    Some(ValueBound::AtLeast) => assert!(exact >= value, "node {at} of {}", tree.title),
                }
            }
            assert!(bounds > 0, "{}: no node is a bound alone", tree.title);
        }
    }
}

/// A move of the first position whose search ended at a bound, although it is worth less: no form
/// may print that bound as the value.
#[test]
fn every_form_marks_a_bound() {
    let definition = definition("dots_and_boxes", &[]);
    let tree = recorded(&definition, &RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto));
    let root = &tree.nodes[0];
    let bounded = |at: &&usize| tree.nodes[**at].bound() == Some(ValueBound::AtMost);
    let &at = root.children.iter().find(bounded).expect("a bound below the root");
    let (played, value) = (&tree.nodes[at].played, tree.nodes[at].value.expect("it came back"));
    let text = tree::text::draw(&tree, Some(1));
    let line = text.lines().find(|line| line.contains(&format!("-- {played} "))).expect("its line");
    assert!(line.contains(&format!("<= {value}")), "{line}");
    let svg = tree::svg::draw(&tree, Some(1));
    let element = svg.lines().find(|line| line.contains(&format!("data-node=\"{at}\""))).expect("its node");
    assert!(element.contains(&format!(">\u{2264}{value}</text>")), "{element}");
    assert!(element.contains(&format!("value {value}, or less")), "{element}");
    assert!(tree::dot::draw(&tree, Some(1)).contains(&format!("  n{at} [label=\"MIN B: <={value}")));
    assert!(tree::mermaid::draw(&tree, Some(1)).contains(&format!("  n{at}([\"MIN B: #lt;={value}")));
    let json = tree::json::object(AnswerHead::new(Command::Tree, "f", &[]), &[], &tree, Some(1));
    let node = json.nodes.iter().find(|node| node.id == at).expect("its node");
    assert_eq!(serde_json::to_value(node).expect("JSON")["bound"], "at_most");
}

#[test]
fn what_is_not_seen_to_the_end_is_not_called_the_value() {
    let request =
        RecordRequest { depth: Some(3), ..RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto) };
    let tree = recorded(&definition("pong_hau_ki", &[]), &request);
    assert_eq!(tree.horizon, Some(3));
    assert!(tree.warning().is_some());
    assert!(tree::text::draw(&tree, None).contains("looks like"));
    let json = tree::json::object(AnswerHead::new(Command::Tree, "f", &[]), &[], &tree, None);
    assert!(!json.exact);
}

#[test]
fn what_lies_deeper_than_asked_is_folded_to_its_count() {
    let tree = recorded(
        &definition("subtraction", &[]),
        &RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto),
    );
    let folded = tree::fold(&tree, Some(2));
    let drawn = folded.nodes.iter().filter(|drawn| tree.nodes[drawn.node].is_seen()).count();
    let hidden: usize = folded.nodes.iter().map(|drawn| drawn.hidden).sum();
    assert_eq!((drawn + hidden) as u64, tree.looked_at);
    assert!(hidden > 0 && folded.nodes.iter().all(|drawn| drawn.ply <= 2));
}

/// A tree in every form but the page.
fn all_forms(tree: &SearchTree) -> Vec<String> {
    let json = tree::json::object(AnswerHead::new(Command::Tree, "f", &[]), &[], tree, Some(2));
    vec![
        tree::text::draw(tree, Some(2)),
        tree::svg::draw(tree, Some(2)),
        tree::dot::draw(tree, Some(2)),
        tree::mermaid::draw(tree, Some(2)),
        line(&json),
    ]
}

#[test]
fn every_game_of_the_library_has_a_tree_in_every_form_the_same_on_every_run() {
    let folder = format!("{}/games", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the library")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    assert!(names.len() > 50);
    for name in names {
        let definition = definition(&name, &[]);
        let request = RecordRequest {
            depth: Some(1),
            most: 1500,
            ..RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto)
        };
        let tree = recorded(&definition, &request);
        let forms = all_forms(&tree);
        assert_eq!(forms, all_forms(&recorded(&definition, &request)), "{name}");
        assert!(forms[0].contains(&tree.nodes[1].played), "{name}");
        let count = forms[1].matches("data-node=").count();
        assert_eq!(count, tree::fold(&tree, Some(2)).nodes.len(), "{name}");
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("a machine");
        let page = tree::html::page(&prepared, &prepared.start(), &request, &[]).expect("a page");
        assert!(page.contains("</html>") && !page.contains("{{") && !page.contains("http"), "{name}");
    }
}
