//! The lessons: each runs its searches and puts words around what came out.

use super::LessonPart::{self, Listing, Table, Try, Words};
use super::careless::{Careless, definition, right, smallest};
use super::questions::{best_move, choice, cut_leaf, number, value_of_root};
use crate::tree::{Fate, RecordRequest, SearchTree, TreeMethod, record};
use crate::wording::{limit, unfit};
use zug::answer::{EngineKind, Options, Prepared, SolveError, SolverKind};
use zug::definition::compile;
use zug_lang::source::Sources;
use zug_lang::wording::{grouped, value as in_words};
use zug_solve::{Limits, TableSize};

const WALLETS: &str = include_str!("games/wallets.game");
const BINARY: &str = include_str!("games/binary_tree.game");
const TIC_TAC_TOE: &str = include_str!("games/tic_tac_toe.game");
const ENDS: &str = include_str!("games/take_from_the_ends.game");
const BOXES: &str = include_str!("games/dots_and_boxes.game");
const PONG: &str = include_str!("games/pong_hau_ki.game");

type LessonParts = Result<Vec<LessonPart>, String>;

fn words(text: impl Into<String>) -> LessonPart {
    Words(text.into())
}

fn picture(tree: &SearchTree, depth: Option<u32>) -> LessonPart {
    LessonPart::Tree(Box::new(tree.clone()), depth)
}

/// A definition with settings, at the end of a line of moves, for whoever asks something of it.
fn with<R>(
    text: &str,
    settings: &[&str],
    moves: &str,
    ask: impl FnOnce(&Prepared<'_>, &zug_lang::semantics::Position) -> Result<R, String>,
) -> Result<R, String> {
    let mut sources = Sources::default();
    sources.add("lesson", text);
    let settings: Vec<String> = settings.iter().map(|setting| setting.to_string()).collect();
    let wrong = |all: Vec<zug_lang::diagnostic::Diagnostic>| {
        all.first().map_or(String::new(), |first| format!("{}: {}", first.code, first.message))
    };
    let definition = compile(&mut sources, &settings).map_err(wrong)?;
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).map_err(wrong)?;
    let semantics = zug_lang::semantics::Semantics::new(&definition.program);
    let line =
        semantics.read_moves(&semantics.start(), moves).map_err(|_| format!("no such moves: {moves}"))?;
    let position = line.positions.last().cloned().unwrap_or_else(|| semantics.start());
    ask(&prepared, &position)
}

fn search(
    text: &str,
    settings: &[&str],
    moves: &str,
    method: TreeMethod,
    memo: TableSize,
) -> Result<SearchTree, String> {
    search_to(text, settings, moves, method, memo, None)
}

fn search_to(
    text: &str,
    settings: &[&str],
    moves: &str,
    method: TreeMethod,
    memo: TableSize,
    depth: Option<u32>,
) -> Result<SearchTree, String> {
    let request = RecordRequest { depth, ..RecordRequest::new(method, memo) };
    with(text, settings, moves, |prepared, position| record(prepared, position, &request).map_err(rendered))
}

fn rendered(why: SolveError) -> String {
    match why {
        SolveError::Unfit(why) => unfit(&why),
        SolveError::Limit { which, .. } => limit(which),
        SolveError::Contradiction { what, .. } | SolveError::Database(what) => what,
        SolveError::Fault { .. } => "the game broke a promise".to_string(),
    }
}

/// Ends of play that a search looked at.
fn ends(tree: &SearchTree) -> usize {
    tree.nodes.iter().filter(|node| node.over && node.fate == Fate::Over).count()
}

pub fn minimax() -> LessonParts {
    let tree = search(WALLETS, &[], "", TreeMethod::Minimax, TableSize::Off)?;
    let values: Vec<String> = tree.nodes[0]
        .children
        .iter()
        .filter_map(|&at| tree.nodes[at].value)
        .map(|value| value.to_string())
        .collect();
    let [first, second] = &tree.players;
    let mut parts = vec![
        words(format!(
            "{first} choose one of two wallets; {second} then hands over one note out of it. {first} want much, {second} wants to \
             give little. What is the choice worth, if both play well?"
        )),
        words(
            "Draw every line of play as a tree. Where play is over, write what the rules give. Then go upwards: where MAX moves, \
             write the greatest number below; where MIN moves, the least.",
        ),
    ];
    parts.extend(value_of_root(&tree));
    parts.extend([
        picture(&tree, None),
        words(format!(
            "The branches of {first} are worth {}, the greater one is {}. That took all {} positions: minimax looks at everything.",
            values.join(" and "),
            tree.value,
            tree.looked_at
        )),
        Try("zug tree games/wallets.game --solver minimax --memo off".into()),
    ]);
    Ok(parts)
}

pub fn alpha_beta() -> LessonParts {
    let plain = search(WALLETS, &[], "", TreeMethod::Minimax, TableSize::Off)?;
    let tree = search(WALLETS, &[], "", TreeMethod::AlphaBeta, TableSize::Off)?;
    let (tic, moves) = (TIC_TAC_TOE, "a1, b2, c3, a3");
    let tic_plain = search(tic, &[], moves, TreeMethod::Minimax, TableSize::Off)?;
    let tic_cut = search(tic, &[], moves, TreeMethod::AlphaBeta, TableSize::Off)?;
    let mut parts = vec![words(
        "The same game, the same order of moves. This time two numbers go down the tree: alpha, what MAX has for certain \
             elsewhere, and beta, what MIN can hold him to elsewhere. Only values strictly between them still matter.",
    )];
    parts.extend(cut_leaf(&plain, &tree));
    parts.push(picture(&tree, None));
    if let Some(cut) = tree.nodes.iter().find_map(|node| node.cut) {
        parts.push(words(format!(
            "Look at the branch that is struck out: {}. MIN can already make this branch worth {} or less, and MAX has {} \
             elsewhere. Whatever stands under the rest, MAX will not come here. So nobody looks.",
            tree.reason(&cut),
            cut.value,
            cut.limit
        )));
    }
    let row = |name: &str, plain: &SearchTree, cut: &SearchTree| {
        vec![
            name.to_string(),
            grouped(plain.looked_at),
            grouped(cut.looked_at),
            grouped(cut.cuts),
            cut.value_text.clone(),
        ]
    };
    parts.push(Table(vec![
        ["game", "minimax", "alpha-beta", "cuts", "value of both"].map(String::from).to_vec(),
        row("the two wallets", &plain, &tree),
        row(&format!("tic-tac-toe after {moves}"), &tic_plain, &tic_cut),
    ]));
    parts.push(Try("zug tree games/wallets.game --memo off --format html > wallets.html".into()));
    Ok(parts)
}

/// Levels of the tree of the lesson on order.
const LEVELS: u32 = 6;

/// Leaves of a full binary tree with each pair of branches the better one first, or last; with its
/// value.
fn ordered(leaves: &[i64], max: bool, best_first: bool) -> (Vec<i64>, i64) {
    if let [leaf] = leaves {
        return (vec![*leaf], *leaf);
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let (left, right) = (ordered(left, !max, best_first), ordered(right, !max, best_first));
    let left_is_better = if max { left.1 >= right.1 } else { left.1 <= right.1 };
    let value = if left_is_better { left.1 } else { right.1 };
    let (first, second) = if left_is_better == best_first { (left, right) } else { (right, left) };
    ([first.0, second.0].concat(), value)
}

pub fn order() -> LessonParts {
    let count = 1_i64 << LEVELS;
    // All different, and in no order that helps.
    let leaves: Vec<i64> = (0..count).map(|at| at * 37 % count).collect();
    let run = |leaves: &[i64]| {
        let list: Vec<String> = leaves.iter().map(i64::to_string).collect();
        search(BINARY, &[&format!("leaves=[{}]", list.join(","))], "", TreeMethod::AlphaBeta, TableSize::Off)
    };
    let (best, worst) = (run(&ordered(&leaves, true, true).0)?, run(&ordered(&leaves, true, false).0)?);
    let middle = run(&leaves)?;
    let row = |name: &str, tree: &SearchTree| {
        vec![name.to_string(), ends(tree).to_string(), tree.cuts.to_string(), tree.value.to_string()]
    };
    let root = f64::from(1_u32 << LEVELS).sqrt();
    Ok(vec![
        words(format!(
            "Here is one tree with {LEVELS} levels of 2 branches and {count} leaves, searched three times. Nothing differs but \
             which of two branches is looked at first."
        )),
        number(
            format!(
                "How many of the {count} leaves are seen where the better move is always looked at first?"
            ),
            &[ends(&best) as i64, ends(&middle) as i64, ends(&worst) as i64],
            ends(&best) as i64,
            "The table and the proof stand below.",
        ),
        Table(vec![
            ["order of moves", "leaves seen", "cuts", "value"].map(String::from).to_vec(),
            row("the better move first", &best),
            row("as it comes", &middle),
            row("the worse move first", &worst),
        ]),
        words(format!(
            "With b branches and d levels there are b^d = {count} leaves, and sqrt(b^d) = {root}. In the best order {} leaves are \
             seen: {root} + {root} - 1, as Knuth and Moore proved in 1975 for any full tree of even depth; nobody can prove the \
             value with fewer. With the worse move first, {} of the {count} are seen. So good order lets a search go twice as \
             deep in the same time.",
            ends(&best),
            ends(&worst)
        )),
        picture(&best, Some(4)),
        Try("zug tree games/binary_tree.game --set leaves=[8,6,4,2] --memo off".into()),
    ])
}

pub fn memo() -> LessonParts {
    let plain = search(ENDS, &[], "", TreeMethod::Minimax, TableSize::Off)?;
    let cut = search(ENDS, &[], "", TreeMethod::AlphaBeta, TableSize::Off)?;
    let memo = search(ENDS, &[], "", TreeMethod::AlphaBeta, TableSize::Auto)?;
    let row = |tree: &SearchTree| {
        vec![tree.how().to_string(), grouped(tree.looked_at), grouped(tree.hits), tree.value_text.clone()]
    };
    Ok(vec![
        words(
            "Different moves often lead to the same position: take left, then right, or right, then left. It is worth the same \
             whichever way play came there, so a search may write down what it found: that is a memo, or transposition table.",
        ),
        number(
            format!(
                "Minimax looks at {} positions here, alpha-beta at {}. At how many does alpha-beta with a memo look?",
                plain.looked_at, cut.looked_at
            ),
            &[memo.looked_at as i64, cut.looked_at as i64, plain.looked_at as i64],
            memo.looked_at as i64,
            format!("The memo answers {} times, and nothing below is looked at again.", memo.hits),
        ),
        picture(&memo, None),
        words(
            "Positions with a broken edge were not searched: the memo knew them, and the line leads to where they were \
             first solved.",
        ),
        Table(vec![
            ["search", "positions", "memo hits", "value"].map(String::from).to_vec(),
            row(&plain),
            row(&cut),
            row(&memo),
        ]),
        Try("zug tree games/take_from_the_ends.game --format html > ends.html".into()),
    ])
}

pub fn careless() -> LessonParts {
    let map = smallest().ok_or("every small map is searched rightly")?;
    let game = definition(&map);
    let mut wrong = Careless::default();
    let thought = wrong.value(&map, 0, i64::MIN, i64::MAX);
    let fixed = search(&game, &[], "", TreeMethod::AlphaBeta, TableSize::Auto)?;
    Ok(vec![
        words(
            "A cut makes what comes back a bound: at least so much, or at most so much. Who writes it down as the value is wrong \
             as soon as it is read again with another window. Here is the smallest game in which that gives a wrong answer, found \
             by trying all small maps with at most two roads from a place:",
        ),
        Listing(game),
        number(
            "What is the first place worth?",
            &[thought, right(&map, 0)],
            right(&map, 0),
            format!("The careless search says {thought}, and it is wrong."),
        ),
        words(format!(
            "The careless search says that it is worth {thought}. It is worth {}. What happens:",
            right(&map, 0)
        )),
        Listing(wrong.log.iter().enumerate().map(|(at, line)| format!("{}. {line}\n", at + 1)).collect()),
        words(
            "The mend: store an interval. A value at or below alpha is only an upper bound, one at or above beta only a lower bound, \
             and an interval is believed only where it answers for the window at hand. This is what zug does; there is no other way \
             to put something into its memo:",
        ),
        picture(&fixed, None),
        words(format!("And the answer is right: {}.", fixed.value_text)),
    ])
}

pub fn extra_turns() -> LessonParts {
    let settings = ["columns=1", "rows=2"];
    let tree = search(BOXES, &settings, "", TreeMethod::AlphaBeta, TableSize::Auto)?;
    let again = tree.nodes.iter().filter(|node| node.extra).count();
    let last = with(BOXES, &settings, "", |prepared, _| {
        let semantics = zug_lang::semantics::Semantics::new(prepared.program);
        let mut position = semantics.start();
        let mut line = Vec::new();
        while let Some(choice) = semantics.legal(&position).ok().and_then(|legal| legal.into_iter().next()) {
            if line.len() >= 3 {
                break;
            }
            line.push(semantics.text(&position, &choice));
            position = semantics.play(&position, &choice).map_err(|_| "a move cannot be played")?;
        }
        Ok(line.join(", "))
    })?;
    let close = search(BOXES, &settings, &last, TreeMethod::AlphaBeta, TableSize::Auto)?;
    let whole = search(BOXES, &settings, &last, TreeMethod::Minimax, TableSize::Off)?;
    Ok(vec![
        words(
            "In Dots and Boxes who closes a box must draw again. The levels of the tree do not alternate then: MAX may stand below \
             MAX. Programs that change the sign of values at every level go wrong here. The remedy is to change no sign: values \
             are told from the side of the first player always, MAX takes the greatest, MIN the least, and who moves is asked of \
             the position.",
        ),
        words(format!("Here the board has two boxes, and these lines are drawn: {last}.")),
        best_move(&whole),
        picture(&close, None),
        words(format!(
            "Positions where somebody moves again are marked. From the empty board the search meets {again} of them among {} and \
             finds: {}.",
            grouped(tree.looked_at),
            tree.value_text
        )),
        Try(format!("zug tree games/dots_and_boxes.game --set columns=1 --set rows=2 --moves '{last}'")),
    ])
}

pub fn cycles() -> LessonParts {
    let depths = [4, 8, 12];
    let mut rows =
        vec![["plies followed", "positions looked at", "not over at the end"].map(String::from).to_vec()];
    for depth in depths {
        let tree = search_to(PONG, &[], "", TreeMethod::Minimax, TableSize::Off, Some(depth))?;
        let open = tree.nodes.iter().filter(|node| node.fate == Fate::Horizon).count();
        rows.push(vec![depth.to_string(), grouped(tree.looked_at), grouped(open as u64)]);
    }
    let small = search_to(PONG, &[], "", TreeMethod::Minimax, TableSize::Off, Some(5))?;
    let (refusal, value, values, states) = with(PONG, &[], "", |prepared, position| {
        let mut options = Options::within(&Limits::default());
        options.solver = SolverKind::AlphaBeta;
        let refusal = prepared.solve(position, &options).err().map(rendered).unwrap_or_default();
        options.solver = SolverKind::Auto;
        let answer = prepared.solve(position, &options).map_err(rendered)?;
        let states = prepared.reachable(position, &Limits::default()).map_err(rendered)?;
        let values = [1, 0, -1].map(|value| in_words(prepared.program, value));
        Ok((refusal, in_words(prepared.program, answer.value), values, states))
    })?;
    Ok(vec![
        words(
            "In Pong Hau K'i men walk to and fro on five points, and play may come back to where it was. A search that goes down \
             to the end of every line never comes back: there are lines without an end.",
        ),
        picture(&small, None),
        Table(rows),
        words(
            "To call a position that stands on its own line a draw and to write that into a memo is no way out: what was written \
             depends on the line by which play came, and is wrong for another line (the graph-history interaction).",
        ),
        choice(
            "What is the first position worth, if both play well?",
            values.to_vec(),
            &[&value],
            "Retrograde analysis tells it: read on.",
        ),
        words(format!(
            "There are only {} positions, however many lines. So go backwards: begin with the positions that are won or lost at \
             once, give their value to those from which a player can reach or cannot escape them, and go on until nothing \
             changes. What has no value then is a position where nobody can force an end. Retrograde analysis finds here: {value}.",
            grouped(states)
        )),
        words(format!("Asked for alpha-beta in this game, zug refuses: {refusal}.")),
        Try("zug solve games/pong_hau_ki.game --solver retrograde".into()),
    ])
}
