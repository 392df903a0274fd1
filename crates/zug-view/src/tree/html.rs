//! Makes one self-contained page on which a search can be stepped through: nothing is loaded from anywhere.
//!
//! The picture of each search is drawn here, once; the page only says which of its nodes the search has reached. Three
//! searches of the same position stand side by side: minimax, alpha-beta, and alpha-beta with a memo.

use super::fold::fold;
use super::record::{Fate, TraceEvent};
use super::svg::{escape, picture};
use super::view::{Method, Tree};
use super::walk::{Request, record};
use super::{json, text};
use crate::json::{Page, PageNode, PageSearch, line};
use zug::answer::{Prepared, SolveError};
use zug_lang::semantics::Position;
use zug_solve::TableSize;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const TREE: &str = include_str!("html/tree.css");
const SCRIPT: &str = include_str!("html/page.js");

/// A page remembers so many positions of a search; where that is not enough, play is followed less deep.
const MOST: u64 = 3_000;

/// The searches of a page: a name in the address, and how they are done.
const SEARCHES: [(&str, Method, TableSize); 3] = [
    ("minimax", Method::Minimax, TableSize::Off),
    ("alphabeta", Method::AlphaBeta, TableSize::Off),
    ("memo", Method::AlphaBeta, TableSize::Auto),
];

/// The page for a position. All three searches follow play equally deep.
///
/// # Errors
/// As [`record`].
pub fn page(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &Request,
    after: &[String],
) -> Result<String, SolveError> {
    let mut request = Request { most: MOST, boards: true, ..request.clone() };
    let asked = (request.method, request.memo == TableSize::Off);
    let first = record(
        prepared,
        position,
        &Request { method: Method::Minimax, memo: TableSize::Off, ..request.clone() },
    )?;
    if let Some(depth) = first.horizon {
        // A search that remembers would see further: the three are to be compared on one tree.
        (request.whole, request.depth) = (false, Some(depth));
    }
    let mut searches = Vec::new();
    for (name, method, memo) in SEARCHES {
        let memo = if memo == TableSize::Off || request.memo == TableSize::Off { memo } else { request.memo };
        let tree = match method {
            Method::Minimax => first.clone(),
            Method::AlphaBeta => record(prepared, position, &Request { method, memo, ..request.clone() })?,
        };
        searches.push((name, tree));
    }
    let chosen = match asked {
        (Method::Minimax, _) => "minimax",
        (Method::AlphaBeta, true) => "alphabeta",
        (Method::AlphaBeta, false) => "memo",
    };
    Ok(filled(&searches, chosen, request.depth, after))
}

fn filled(searches: &[(&str, Tree)], chosen: &str, depth: Option<u32>, after: &[String]) -> String {
    let tree = &searches[0].1;
    let data = searches.iter().map(|(name, tree)| search(name, tree, depth)).collect();
    let data = line(&Page { chosen: chosen.to_string(), searches: data });
    // `</script>` in a name would end the element.
    let data = data.trim_end().replace('<', "\\u003c");
    let drawings = searches.iter().map(|(name, tree)| drawing(name, tree, depth));
    let under = if after.is_empty() { String::new() } else { format!("After {}. ", after.join(", ")) };
    let about = format!(
        "{under}{}.{}",
        tree.legend(),
        tree.warning().map(|text| format!(" {text}.")).unwrap_or_default()
    );
    let parts = [
        ("{{title}}", escape(&tree.title)),
        ("{{about}}", escape(&about)),
        ("{{style}}", format!("{TREE}{STYLE}")),
        ("{{drawings}}", drawings.collect()),
        ("{{data}}", data),
        ("{{script}}", SCRIPT.to_string()),
    ];
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some(at) = rest.find("{{") {
        page += &rest[..at];
        rest = &rest[at..];
        match parts.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, text)) => {
                page += text;
                rest = &rest[name.len()..];
            }
            None => {
                page += "{{";
                rest = &rest[2..];
            }
        }
    }
    page + rest
}

fn drawing(name: &str, tree: &Tree, depth: Option<u32>) -> String {
    let folded = fold(tree, depth);
    let picture = picture(tree, &folded, 16);
    format!(
        "<svg id=\"tree-{name}\" class=\"zug-tree\" role=\"img\" aria-label=\"The tree of {}\" hidden \
         viewBox=\"0 0 {2} {3}\" data-width=\"{2}\" data-height=\"{3}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12\">\n<g class=\"scene\">\n{1}</g></svg>\n",
        escape(tree.how()),
        picture.body,
        picture.width,
        picture.height,
    )
}

fn search(name: &str, tree: &Tree, depth: Option<u32>) -> PageSearch {
    let folded = fold(tree, depth);
    let shown = |node: usize| {
        std::iter::successors(Some(node), |&at| tree.nodes[at].parent).find(|&at| folded.place[at].is_some())
    };
    let node = |at: usize| PageNode {
        node: json::node(tree, at),
        board: tree.nodes[at].board.clone(),
        shown: shown(at),
        children: tree.nodes[at].children.clone(),
    };
    PageSearch {
        name: name.to_string(),
        label: tree.how(),
        counts: json::counts(tree),
        value: tree.value_text.clone(),
        points: tree.value,
        nodes: (0..tree.nodes.len()).map(node).collect(),
        steps: tree.steps.iter().map(|step| (json::step(step), said(tree, step))).collect(),
    }
}

/// A step in a sentence.
fn said(tree: &Tree, step: &TraceEvent) -> String {
    let at = json::at(step);
    let view = &tree.nodes[at];
    let who = tree.name(view.mover);
    let level = Tree::level(view.mover);
    let how = if view.played.is_empty() {
        "the first position".to_string()
    } else {
        format!("after {}", view.played)
    };
    let value = view.value.unwrap_or(0);
    match *step {
        TraceEvent::Enter(_) if view.over => format!("Look at the position {how}."),
        TraceEvent::Enter(_) => {
            let again = if view.extra { " again" } else { "" };
            let window = text::window(tree, at).filter(|_| tree.method == Method::AlphaBeta);
            let window = window.map(|_| {
                let (a, b) = (view.window.alpha, view.window.beta);
                format!(" alpha = {}, beta = {}.", super::bound(a), super::bound(b))
            });
            format!("Look at {how}: {who} ({level}) moves{again}.{}", window.unwrap_or_default())
        }
        TraceEvent::Over(_) if view.fate == Fate::Horizon => {
            format!("Not followed further: it counts as {value}.")
        }
        TraceEvent::Over(_) => format!("Play is over: {value}."),
        TraceEvent::Remembered(_) => match view.fate {
            Fate::Remembered { low, high, .. } => {
                format!(
                    "The memo knows this position: {}. No need to look again.",
                    super::interval(low, high)
                )
            }
            _ => String::new(),
        },
        TraceEvent::Narrowed(_) => {
            let (low, high) = view.narrowed.unwrap_or((i64::MIN, i64::MAX));
            format!("The memo knows something of this position: {}.", super::interval(low, high))
        }
        TraceEvent::Back(_, number, value) => back(tree, at, number, value),
        TraceEvent::CutReason(_) => view.cut.as_ref().map_or(String::new(), |cut| {
            let moves =
                if cut.skipped == 1 { "1 move".to_string() } else { format!("{} moves", cut.skipped) };
            format!("Cut: {}. {moves} need not be looked at.", tree.reason(cut))
        }),
        TraceEvent::Leave(_) => format!("Done with {how}: its value is {value}{}.", bounded(tree, at)),
    }
}

fn back(tree: &Tree, at: usize, number: usize, value: i64) -> String {
    let view = &tree.nodes[at];
    let before = number.checked_sub(1).map_or(view.window, |before| view.after[before]);
    let after = view.after[number];
    let moved = tree.tried(at, number);
    let news = match (before.alpha != after.alpha, before.beta != after.beta) {
        _ if tree.method == Method::Minimax => String::new(),
        (true, _) => format!(" So alpha = {}.", after.alpha),
        (_, true) => format!(" So beta = {}.", after.beta),
        _ => " That changes nothing.".to_string(),
    };
    format!("{moved} is worth {value} to {} ({}).{news}", tree.name(view.mover), Tree::level(view.mover))
}

/// Whether what came back is a bound only.
fn bounded(tree: &Tree, at: usize) -> &'static str {
    let view = &tree.nodes[at];
    match view.value {
        Some(value) if !view.over && value <= view.window.alpha => ", or less",
        Some(value) if !view.over && value >= view.window.beta => ", or more",
        _ => "",
    }
}
