//! Makes one self-contained page on which a search can be stepped through: nothing is loaded from
//! anywhere.
//!
//! The page gets nodes, steps and pictures of positions as data, and lays out those nodes that are
//! unfolded. Three searches of the same position stand side by side: minimax, alpha-beta, and
//! alpha-beta with a memo. All follow play equally deep; one that looks at too many positions is
//! counted alone.

use super::count::count;
use super::json;
use super::pictures::Pictures;
use super::sentences::said;
use super::view::{SearchTree, TreeMethod};
use super::walk::{RecordRequest, record, record_to};
use crate::draw;
use crate::json::{JsonPage, PageNode, PageRecording, PageSearch, TreeCounts, line};
use crate::markup::escape;
use serde::Serialize;
use zug::answer::{Prepared, SolveError};
use zug_lang::semantics::Position;
use zug_solve::TableSize;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const TREE: &str = include_str!("html/tree.css");
const SCRIPTS: [&str; 6] = [
    include_str!("html/state.js"),
    include_str!("html/layout.js"),
    include_str!("html/tree.js"),
    include_str!("html/view.js"),
    include_str!("html/predict.js"),
    include_str!("html/page.js"),
];

/// A page remembers so many positions of a search.
const MOST: u64 = 6_000;
/// Of a search that is not remembered, so many times as many are counted.
const COUNTED: u64 = 100;

/// A search of a page.
struct ComparedSearch {
    name: &'static str,
    label: &'static str,
    /// What was recorded, or what was counted.
    found: Result<SearchTree, Option<TreeCounts>>,
}

/// The page for a position. All three searches follow play equally deep.
///
/// # Errors
/// As [`record`].
pub fn page(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &RecordRequest,
    after: &[String],
) -> Result<String, SolveError> {
    let asked = match (request.method, request.memo == TableSize::Off) {
        (TreeMethod::Minimax, _) => "minimax",
        (TreeMethod::AlphaBeta, true) => "alphabeta",
        (TreeMethod::AlphaBeta, false) => "memo",
    };
    let memo = if request.memo == TableSize::Off { TableSize::Auto } else { request.memo };
    let most = MOST.min(request.most);
    let request = RecordRequest { most, unseen: MOST as usize, positions: true, memo, ..request.clone() };
    // The search that looks at the fewest positions says how deep all three go.
    let least =
        record(prepared, position, &RecordRequest { method: TreeMethod::AlphaBeta, ..request.clone() })?;
    let depth = least.horizon;
    let other = |method| -> Result<_, SolveError> {
        let request = RecordRequest { method, memo: TableSize::Off, ..request.clone() };
        let found = record_to(prepared, position, &request, depth)?;
        let counted = RecordRequest { most: most * COUNTED, ..request };
        Ok(found.ok_or_else(|| count(prepared, position, &counted, depth)))
    };
    let compared = |name, label, found| ComparedSearch { name, label, found };
    let searches = [
        compared("minimax", "minimax", other(TreeMethod::Minimax)?),
        compared("alphabeta", "alpha-beta", other(TreeMethod::AlphaBeta)?),
        compared("memo", "alpha-beta with a memo", Ok(least)),
    ];
    let chosen = searches.iter().find(|each| each.name == asked && each.found.is_ok());
    Ok(filled(prepared, &searches, chosen.map_or("memo", |each| each.name), &request, after))
}

fn filled(
    prepared: &Prepared<'_>,
    searches: &[ComparedSearch],
    chosen: &str,
    request: &RecordRequest,
    after: &[String],
) -> String {
    let mut pictures = Pictures::new(prepared.program);
    let mut recordings = String::new();
    for each in searches {
        if let Ok(tree) = &each.found {
            recordings += &data_element(each.name, &recording(tree, &mut pictures));
        }
    }
    let Some(tree) = searches.iter().find_map(|each| each.found.as_ref().ok()) else { return String::new() };
    let data = JsonPage {
        chosen: chosen.to_string(),
        players: tree.players.clone(),
        points: tree.points,
        depth: request.depth,
        counted: request.most * COUNTED,
        searches: searches.iter().map(search).collect(),
        elements: pictures.elements,
        pictures: pictures.pictures,
    };
    let parts = [
        ("{{title}}", escape(&tree.title)),
        ("{{about}}", escape(&about(tree, after))),
        ("{{style}}", format!("{TREE}{STYLE}{}", draw::switched_style())),
        ("{{data}}", embedded(&data)),
        ("{{recordings}}", recordings),
        ("{{script}}", SCRIPTS.concat()),
    ];
    fill(PAGE, &parts)
}

/// A template with its `{{names}}` replaced; what is put in is not read again.
pub fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some(at) = rest.find("{{") {
        page += &rest[..at];
        rest = &rest[at..];
        let found = parts.iter().find(|(name, _)| rest.starts_with(name));
        let (name, text) = found.map_or(("{{", "{{"), |(name, text)| (*name, text.as_str()));
        page += text;
        rest = &rest[name.len()..];
    }
    page + rest
}

fn about(tree: &SearchTree, after: &[String]) -> String {
    let under = if after.is_empty() { String::new() } else { format!("After {}. ", after.join(", ")) };
    let warning = tree.warning().map(|text| format!(" Here {text}.")).unwrap_or_default();
    format!("{under}{}.{warning}", tree.legend())
}

/// Data as it may stand in an element: `</script>` in a name would end it.
fn embedded(data: &impl Serialize) -> String {
    line(data).trim_end().replace('<', "\\u003c")
}

fn data_element(name: &str, data: &impl Serialize) -> String {
    format!("<script type=\"application/json\" id=\"data-{name}\">{}</script>\n", embedded(data))
}

fn search(each: &ComparedSearch) -> PageSearch {
    let tree = each.found.as_ref().ok();
    PageSearch {
        name: each.name.to_string(),
        label: each.label,
        recorded: tree.is_some(),
        counts: each.found.as_ref().map_or_else(|counts| counts.clone(), |tree| Some(json::counts(tree))),
        points: tree.map(|tree| tree.value),
    }
}

fn recording(tree: &SearchTree, pictures: &mut Pictures<'_>) -> PageRecording {
    let mut node = |at: usize| PageNode {
        node: json::node(tree, at),
        picture: tree.nodes[at].position.as_ref().map(|position| pictures.of(position)),
        children: tree.nodes[at].children.clone(),
    };
    PageRecording {
        nodes: (0..tree.nodes.len()).map(&mut node).collect(),
        steps: tree.steps.iter().map(|step| (json::step(step), said(tree, step))).collect(),
    }
}
