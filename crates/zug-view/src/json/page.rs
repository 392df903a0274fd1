//! What the page of `zug tree --format html` reads. No part of the published form.

use super::{Node, TreeCounts, TreeStep};
use serde::Serialize;

/// The data of a page, beside the recordings of its searches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonPage {
    /// The search that is shown first.
    pub chosen: String,
    /// Who maximizes, and who minimizes.
    pub players: [String; 2],
    /// Whether values are points; otherwise 1, 0 and -1.
    pub points: bool,
    /// How deep the tree is unfolded at first; null where only the path is.
    pub depth: Option<u32>,
    /// Positions of a search that is too large are counted up to here.
    pub counted: u64,
    /// The searches.
    pub searches: Vec<PageSearch>,
    /// Lines of SVG, each once.
    pub elements: Vec<String>,
    /// Pictures of positions.
    pub pictures: Vec<PagePicture>,
}

/// The picture of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PagePicture {
    /// Its view box.
    pub r#box: String,
    /// Numbers of [`JsonPage::elements`].
    pub parts: Vec<usize>,
    /// The position as text.
    pub text: String,
}

/// A search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageSearch {
    /// Its name in the address.
    pub name: String,
    /// How it was done.
    pub label: &'static str,
    /// Whether it can be stepped through; else it was counted alone.
    pub recorded: bool,
    /// What it did; null where that was too much to count.
    pub counts: Option<TreeCounts>,
    /// What it found; null where it was counted alone.
    pub points: Option<i64>,
}

/// A search that can be stepped through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageRecording {
    /// The tree.
    pub nodes: Vec<PageNode>,
    /// Each step, and the sentence for it.
    pub steps: Vec<(TreeStep, String)>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageNode {
    /// As in the published form.
    #[serde(flatten)]
    pub node: Node,
    /// Its position: a number of [`JsonPage::pictures`].
    pub picture: Option<usize>,
    /// Nodes below.
    pub children: Vec<usize>,
}
