//! What the page of `zug tree --format html` reads. No part of the published form.

use super::{Node, Step, TreeCounts};
use serde::Serialize;

/// The data of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// The search that is shown first.
    pub chosen: String,
    /// The searches.
    pub searches: Vec<PageSearch>,
}

/// A search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageSearch {
    /// Its name in the address.
    pub name: String,
    /// How it was done.
    pub label: &'static str,
    /// What it did.
    pub counts: TreeCounts,
    /// What it found, in words.
    pub value: String,
    /// The same as a number.
    pub points: i64,
    /// The tree.
    pub nodes: Vec<PageNode>,
    /// Each step, and the sentence for it.
    pub steps: Vec<(Step, String)>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageNode {
    /// As in the published form.
    #[serde(flatten)]
    pub node: Node,
    /// The position, drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The node under which it is drawn.
    pub shown: Option<usize>,
    /// Nodes below.
    pub children: Vec<usize>,
}
