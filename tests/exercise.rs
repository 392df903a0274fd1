//! Exercise worksheets: the solutions are what plain minimax and textbook alpha-beta, written here
//! once more, find; the same seed gives the same worksheet; misuse is told.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::process::{Command, Output};
use zug::answer::{EngineKind, Limits, Prepared};
use zug::definition::{Definition, compile};
use zug_game::Player;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Sources;
use zug_view::exercise::{
    ExerciseKind, NoWorksheet, SolvedExercise, Worksheet, WorksheetOrder, WorksheetSolution, html, markdown,
    worksheet,
};
use zug_view::tree::{Fate, SearchTree};

const KINDS: [ExerciseKind; 5] = [
    ExerciseKind::Values,
    ExerciseKind::Cuts,
    ExerciseKind::BestMove,
    ExerciseKind::Window,
    ExerciseKind::Memo,
];

/// Games of which every kind has exercises: boards, heaps, graphs, trees, points, extra turns, play
/// that need not end.
const GAMES: [&str; 26] = [
    "tic_tac_toe",
    "nim",
    "amazons",
    "berzerk",
    "bridg_it",
    "can_i_win",
    "chomp",
    "chopsticks",
    "clobber",
    "col",
    "connect_four",
    "cram",
    "dawsons_kayles",
    "divisor_game",
    "domineering",
    "dots_and_boxes",
    "fibonacci_nim",
    "flip_game",
    "grundys_game",
    "hackenbush",
    "hex",
    "hexapawn",
    "isolation",
    "kalah",
    "kayles",
    "konane",
];

fn definition(name: &str) -> Definition {
    let path = format!("{}/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::default();
    sources.add(name, std::fs::read_to_string(path).expect("a game of the library"));
    compile(&mut sources, &[]).expect("a right definition")
}

fn order(kind: ExerciseKind, count: usize, seed: u64) -> WorksheetOrder {
    WorksheetOrder { kind, count, seed, limits: Limits::default() }
}

fn made(definition: &Definition, order: &WorksheetOrder) -> Result<Worksheet, NoWorksheet> {
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("a machine");
    worksheet(&prepared, &prepared.start(), &[], order)
}

/// The letter of a node.
fn letter(tree: &SearchTree, node: usize) -> String {
    tree.nodes[node].label.clone().expect("every node has a letter")
}

fn better(mover: Player, a: i64, b: i64) -> i64 {
    if mover == Player::First { a.max(b) } else { a.min(b) }
}

/// Plain minimax over the leaves that the question gives.
fn minimax(tree: &SearchTree, node: usize) -> i64 {
    let here = &tree.nodes[node];
    here.value.unwrap_or_else(|| {
        let values = here.children.iter().map(|&child| minimax(tree, child));
        values.reduce(|a, b| better(here.mover, a, b)).expect("an inner node has children")
    })
}

/// Textbook alpha-beta over the same leaves; writes down with which window each node is entered.
fn alphabeta(
    tree: &SearchTree,
    node: usize,
    window: (i64, i64),
    entered: &mut BTreeMap<usize, (i64, i64)>,
) -> i64 {
    entered.insert(node, window);
    let here = &tree.nodes[node];
    if let Some(value) = here.value {
        return value;
    }
    let (mut alpha, mut beta) = window;
    let mut best = None;
    for &child in &here.children {
        let value = alphabeta(tree, child, (alpha, beta), entered);
        best = Some(best.map_or(value, |best| better(here.mover, best, value)));
        match here.mover {
            Player::First => alpha = alpha.max(value),
            Player::Second => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    best.expect("an inner node has children")
}

/// The tree of a question is that of the rules: every legal move, and at its leaves what the rules
/// pay.
fn hold_tree(semantics: &Semantics<'_>, tree: &SearchTree) {
    for node in &tree.nodes {
        let position = node.position.as_ref().expect("kept");
        if node.over {
            assert_eq!(semantics.outcome(position).expect("no fault"), node.value);
        } else if node.fate != Fate::Horizon {
            let legal = semantics.texts(position).expect("no fault").into_iter().map(|(_, text)| text);
            let drawn: Vec<String> =
                node.children.iter().map(|&child| tree.nodes[child].played.clone()).collect();
            assert_eq!((legal.collect::<Vec<String>>(), node.value), (drawn, None));
        }
    }
}

/// Which nodes come to a position that was searched before, in the order of the search, with where.
fn repeated(tree: &SearchTree) -> Vec<(String, String)> {
    let mut found: HashMap<(&Position, usize), usize> = HashMap::new();
    let mut out = Vec::new();
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        let here = &tree.nodes[node];
        if here.value.is_some() {
            continue;
        }
        let position = here.position.as_ref().expect("kept");
        // What is followed a few plies deep alone is another tree at another depth.
        let ply = tree.horizon.map_or(0, |_| tree.ply(node));
        match found.get(&(position, ply)) {
            Some(&at) => out.push((letter(tree, node), letter(tree, at))),
            None => {
                found.insert((position, ply), node);
                waiting.extend(here.children.iter().rev());
            }
        }
    }
    out
}

/// The value of a position by the rules alone.
fn value(semantics: &Semantics<'_>, position: &Position, seen: &mut HashMap<Position, i64>) -> i64 {
    if let Some(&value) = seen.get(position) {
        return value;
    }
    let found = semantics.outcome(position).expect("no fault").unwrap_or_else(|| {
        let legal = semantics.legal(position).expect("no fault");
        let values = legal.iter().map(|choice| {
            let next = semantics.play(position, choice).expect("legal");
            value(semantics, &next, seen)
        });
        values.reduce(|a, b| better(position.turn, a, b)).expect("a move")
    });
    seen.insert(position.clone(), found);
    found
}

fn hold(semantics: &Semantics<'_>, each: &SolvedExercise) {
    if let Some(tree) = &each.tree {
        hold_tree(semantics, tree);
    }
    match (&each.solution, &each.tree) {
        (WorksheetSolution::Values(values), Some(tree)) => {
            let inner = (0..tree.nodes.len()).filter(|&at| tree.nodes[at].value.is_none());
            let ours: Vec<(String, i64)> = inner.map(|at| (letter(tree, at), minimax(tree, at))).collect();
            assert_eq!(&ours, values);
        }
        (WorksheetSolution::Cuts(cuts), Some(tree)) => {
            let mut entered = BTreeMap::new();
            assert_eq!(alphabeta(tree, 0, (i64::MIN, i64::MAX), &mut entered), minimax(tree, 0));
            let left = (1..tree.nodes.len()).filter(|at| !entered.contains_key(at));
            let ours: BTreeSet<String> = left
                .filter(|&at| tree.nodes[at].parent.is_some_and(|parent| entered.contains_key(&parent)))
                .map(|at| letter(tree, at))
                .collect();
            assert_eq!(ours, cuts.iter().map(|cut| cut.node.clone()).collect());
        }
        (WorksheetSolution::Window { node, alpha, beta, .. }, Some(tree)) => {
            let mut entered = BTreeMap::new();
            alphabeta(tree, 0, (i64::MIN, i64::MAX), &mut entered);
            let at = (0..tree.nodes.len()).find(|&at| letter(tree, at) == *node).expect("in the tree");
            assert_eq!(entered[&at], (*alpha, *beta));
        }
        (WorksheetSolution::Memo(hits), Some(tree)) => {
            // The machine may see more positions as one than the rules do: those that differ in
            // points so far alone.
            let ours = repeated(tree);
            assert!(
                ours.iter().all(|hit| hits.contains(hit)) || hits.len() > ours.len(),
                "{ours:?} {hits:?}"
            );
        }
        (WorksheetSolution::BestMove { .. }, None) => {}
        other => panic!("a solution that does not belong to its question: {other:?}"),
    }
}

#[test]
fn every_kind_on_many_games_is_what_plain_minimax_finds() {
    for name in GAMES {
        let definition = definition(name);
        let semantics = Semantics::new(&definition.program);
        for kind in KINDS {
            let worksheet = made(&definition, &order(kind, 2, 7))
                .unwrap_or_else(|why| panic!("{name} {kind:?}: {why:?}"));
            assert_eq!(worksheet.exercises.len(), 2, "{name}");
            assert_ne!(worksheet.exercises[0].position, worksheet.exercises[1].position, "{name} {kind:?}");
            for each in &worksheet.exercises {
                hold(&semantics, each);
            }
            let (page, text) =
                (html(&definition.program, &worksheet), markdown(&definition.program, &worksheet));
            assert!(
                page.ends_with("</html>\n")
                    && !page.contains("http")
                    && page.matches("<details>").count() == 2
            );
            assert!(text.contains("## Solutions"), "{name}");
        }
    }
}

#[test]
fn best_moves_are_those_of_plain_minimax() {
    for name in
        ["tic_tac_toe", "nim", "dots_and_boxes", "hexapawn", "kayles", "take_from_the_ends", "stone_game_7"]
    {
        let definition = definition(name);
        let semantics = Semantics::new(&definition.program);
        let mut seen = HashMap::new();
        for each in &made(&definition, &order(ExerciseKind::BestMove, 4, 3)).expect("a worksheet").exercises {
            // Near the end of play the rules alone are quick enough.
            if each.difficulty.measure > 6 {
                continue;
            }
            let WorksheetSolution::BestMove { value: told, best, moves, .. } = &each.solution else {
                panic!("{name}")
            };
            let legal = semantics.legal(&each.position).expect("no fault");
            let ours: Vec<(String, i64)> = legal
                .iter()
                .map(|choice| {
                    let next = semantics.play(&each.position, choice).expect("legal");
                    (semantics.text(&each.position, choice), value(&semantics, &next, &mut seen))
                })
                .collect();
            assert_eq!(&ours, moves, "{name}");
            let whole = value(&semantics, &each.position, &mut seen);
            let keep: Vec<&String> =
                ours.iter().filter(|(_, value)| *value == whole).map(|(text, _)| text).collect();
            assert_eq!((*told, best.iter().collect::<Vec<_>>()), (whole, keep), "{name}");
            assert!(best.len() < moves.len(), "{name}: there is something to choose");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_sheet_and_another_another() {
    let definition = definition("tic_tac_toe");
    for kind in KINDS {
        let worksheets: Vec<String> = [1, 1, 2, u64::MAX]
            .into_iter()
            .map(|seed| {
                markdown(&definition.program, &made(&definition, &order(kind, 4, seed)).expect("a worksheet"))
            })
            .collect();
        assert_eq!(worksheets[0], worksheets[1], "{kind:?}");
        let exercises = |worksheet: &str| worksheet.split_once("\n## 1.").map(|(_, rest)| rest.to_string());
        let all: BTreeSet<_> = worksheets.iter().map(|worksheet| exercises(worksheet)).collect();
        assert_eq!(all.len(), 3, "{kind:?}");
    }
}

#[test]
fn no_two_exercises_of_a_sheet_are_equal_and_the_easiest_comes_first() {
    let definition = definition("nim");
    for kind in KINDS {
        let worksheet = made(&definition, &order(kind, 8, 5)).expect("a worksheet");
        let different: BTreeSet<String> = worksheet
            .exercises
            .iter()
            .map(|each| format!("{:?} {:?}", each.position, each.solution))
            .collect();
        assert_eq!(different.len(), 8);
        assert!(worksheet.exercises.is_sorted_by_key(|each| each.difficulty.measure));
    }
}

/// Positions that differ may have the same tree: then it is the same exercise.
#[test]
fn no_tree_is_asked_about_twice_in_the_same_way() {
    let worksheet = made(&definition("kalah"), &order(ExerciseKind::Window, 60, 1)).expect("a worksheet");
    let asked = |each: &SolvedExercise| {
        let tree = each.tree.as_ref().expect("a window is asked for in a tree");
        let node = |node: &zug_view::tree::NodeView| {
            format!("{:?} {} {:?} {:?}", node.parent, node.played, node.mover, node.value)
        };
        let nodes: Vec<String> = tree.nodes.iter().map(node).collect();
        let WorksheetSolution::Window { node, .. } = &each.solution else { panic!("a window was asked for") };
        format!("{node}: {}", nodes.join("; "))
    };
    let different: BTreeSet<String> = worksheet.exercises.iter().map(asked).collect();
    assert_eq!(different.len(), 60);
}

#[test]
fn few_moves_lead_to_a_position_where_play_may_go_round() {
    let definition = definition("tapatan");
    let semantics = Semantics::new(&definition.program);
    for kind in [ExerciseKind::Values, ExerciseKind::BestMove] {
        let sheet = made(&definition, &order(kind, 3, 1)).expect("a worksheet");
        for each in &sheet.exercises {
            let line = semantics.read_moves(&semantics.start(), &each.after.join(", ")).expect("legal moves");
            let visited: BTreeSet<&Position> = line.positions.iter().collect();
            assert_eq!(visited.len(), line.positions.len(), "{:?}", each.after);
            assert!(each.after.len() <= 12, "{kind:?}: {:?}", each.after);
        }
    }
}

#[test]
fn a_memo_is_asked_about_with_what_makes_two_positions_one() {
    let definition = definition("tic_tac_toe");
    let worksheet = made(&definition, &order(ExerciseKind::Memo, 1, 1)).expect("a worksheet");
    let text = markdown(&definition.program, &worksheet);
    assert!(text.contains("Positions with the same board and the same player to move"), "{text}");
    assert!(text.contains("are one; ends are not written down."), "{text}");
}

fn zug(arguments: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).current_dir(root).output().expect("zug runs")
}

#[test]
fn misuse_is_told() {
    let wallets = "games/wallets.game";
    let cases: [(&[&str], i32, &str); 8] = [
        (&["exercise", wallets], 2, "--kind"),
        (&["exercise", wallets, "--kind", "cuts", "--count", "0"], 2, "0 is not in 1..=100"),
        (&["exercise", wallets, "--kind", "riddle"], 2, "best-move"),
        (&["exercise", wallets, "--kind", "cuts"], 2, "1 exercise of the kind `cuts` found"),
        (&["exercise", wallets, "--kind", "memo"], 2, "no exercise of the kind `memo` found"),
        (&["exercise", wallets, "--kind", "memo", "--count", "1"], 2, "1 asked for; help: another --kind"),
        (&["exercise", "games/chess.game", "--kind", "cuts", "--memory", "1"], 3, "memory"),
        (&["exercise", "games/none.game", "--kind", "cuts"], 2, "none.game"),
    ];
    for (arguments, code, text) in cases {
        let output = zug(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(text), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let stopped = zug(&["exercise", "games/tic_tac_toe.game", "--kind", "values", "--timeout", "0s"]);
    assert_eq!(stopped.status.code(), Some(3));
}

#[test]
fn the_wallets_have_the_cut_of_the_lecture() {
    let output = zug(&["exercise", "games/wallets.game", "--kind", "cuts", "--count", "1"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains(
            "G (hand\\_over 3) is not looked at: 1 <= alpha = 2, set by You with choose left at ply 0."
        ),
        "{text}"
    );
}
