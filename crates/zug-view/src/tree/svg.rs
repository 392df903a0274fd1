//! Draws a recorded search as a picture: from top to bottom while that fits a page, else from left
//! to right.
//!
//! Square nodes are MAX, round ones MIN. Colours follow the reader's light or dark setting.

use super::fold::{Folded, fold};
use super::layout;
use super::record::Fate;
use super::text::{notes, window};
use super::view::{SearchTree, ValueBound, bound, interval};
use crate::draw::wrapped;
use crate::markup::escape;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;
use zug_solve::Window;

const STYLE: &str = include_str!("html/tree.css");
/// Width of a letter of the branches and notes.
const LETTER: i64 = 7;
/// Half the height of a node.
const HALF: i64 = 13;
/// Leaves side by side while the picture is at most so wide.
const PAGE: i64 = 1200;
const MARGIN: i64 = 16;
/// A picture is at least so wide.
const NARROWEST: i64 = 620;
/// From one line of the heading to the next.
const LINE: i64 = 17;
/// Of the letters of the notes.
const SIZE: f64 = 12.0;

/// The tree as an SVG document.
pub fn draw(tree: &SearchTree, depth: Option<u32>) -> String {
    let folded = fold(tree, depth);
    let picture = picture(tree, &folded, MARGIN + 74);
    let wide = picture.width.max(NARROWEST);
    let warning = tree.warning().map_or(Vec::new(), |text| wrapped(&text, SIZE, (wide - 2 * MARGIN) as f64));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" \
         class=\"zug-tree\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>{2}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        wide,
        picture.height + LINE * warning.len().saturating_sub(1) as i64,
        escape(&format!("{}: {}", tree.title, tree.counts())),
    );
    let heading = [tree.headline(), tree.counts(), tree.legend()];
    for (line, text) in heading.iter().enumerate() {
        let class = if line == 0 { "title" } else { "note" };
        let y = MARGIN + 8 + LINE * line as i64;
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape(text));
    }
    for (line, text) in warning.iter().enumerate() {
        let y = picture.height - 8 + LINE * line as i64;
        let _ = writeln!(out, "<text class=\"note\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape(text));
    }
    out + &picture.body + "</svg>\n"
}

/// A drawing without its frame.
pub struct Picture {
    /// In pixels.
    pub width: i64,
    /// In pixels.
    pub height: i64,
    /// The elements; a node is `<g data-node="N">` with N in [`SearchTree::nodes`].
    pub body: String,
}

/// The tree with room for so much above it.
pub fn picture(tree: &SearchTree, folded: &Folded, top: i64) -> Picture {
    let places = DrawnTree::new(tree, folded, top);
    let mut body = String::new();
    places.levels(&mut body);
    for here in 1..folded.nodes.len() {
        places.branch(&mut body, here);
    }
    places.links(&mut body);
    for here in 0..folded.nodes.len() {
        places.node(&mut body, here);
    }
    Picture { width: places.size.0, height: places.size.1, body }
}

struct DrawnTree<'a> {
    tree: &'a SearchTree,
    folded: &'a Folded,
    /// Of each drawn node, its middle.
    at: Vec<(i64, i64)>,
    down: bool,
    size: (i64, i64),
    top: i64,
}

fn width(text: &str) -> i64 {
    text.width() as i64 * LETTER
}

impl<'a> DrawnTree<'a> {
    fn new(tree: &'a SearchTree, folded: &'a Folded, top: i64) -> Self {
        let children: Vec<Vec<usize>> = folded.nodes.iter().map(|drawn| drawn.children.clone()).collect();
        let mut places = DrawnTree { tree, folded, at: Vec::new(), down: true, size: (0, 0), top };
        let widths: Vec<i64> = (0..folded.nodes.len()).map(|here| places.breadth(here)).collect();
        let across = layout::place(&children, &widths);
        let right = across.iter().zip(&widths).map(|(x, width)| x + width / 2).max().unwrap_or(0);
        if right <= PAGE {
            places.downwards(&across, right);
        } else {
            let rows: Vec<i64> = (0..folded.nodes.len()).map(|here| places.rows(here)).collect();
            places.rightwards(&layout::place(&children, &rows), &rows);
        }
        places
    }

    fn levels_width(&self) -> i64 {
        let names = self.tree.players.iter().map(|name| width(name)).max().unwrap_or(0);
        names.max(28) + 24
    }

    fn downwards(&mut self, across: &[i64], right: i64) {
        let left = MARGIN + self.levels_width();
        let step = |ply: usize| self.top + 30 + 96 * ply as i64;
        self.at =
            across.iter().zip(&self.folded.nodes).map(|(x, drawn)| (x + left, step(drawn.ply))).collect();
        let deepest = self.folded.nodes.iter().map(|drawn| drawn.ply).max().unwrap_or(0);
        self.size = (right + left + MARGIN, step(deepest) + 84);
    }

    fn rightwards(&mut self, across: &[i64], rows: &[i64]) {
        self.down = false;
        let deepest = self.folded.nodes.iter().map(|drawn| drawn.ply).max().unwrap_or(0);
        // Nothing stands to the left of the root: its notes go there, away from its branches.
        let mut columns = vec![MARGIN + 30 + (self.notes_width(0) - self.box_width(0)).max(0)];
        for ply in 0..=deepest {
            let notes = self.widest(ply, |here| self.notes_width(here));
            let labels = self.widest(ply + 1, |here| width(self.played(here)));
            columns.push(columns[ply] + (labels + 76).max(notes + 26));
        }
        let bottom = across.iter().zip(rows).map(|(y, rows)| y + rows / 2).max().unwrap_or(0);
        let top = self.top + 24;
        self.at =
            across.iter().zip(&self.folded.nodes).map(|(y, drawn)| (columns[drawn.ply], y + top)).collect();
        self.size = (columns[deepest + 1], bottom + top + 30);
    }

    fn widest(&self, ply: usize, width: impl Fn(usize) -> i64) -> i64 {
        let level = (0..self.folded.nodes.len()).filter(|&here| self.folded.nodes[here].ply == ply);
        level.map(width).max().unwrap_or(0)
    }

    fn played(&self, here: usize) -> &str {
        &self.tree.nodes[self.folded.nodes[here].node].played
    }

    fn breadth(&self, here: usize) -> i64 {
        let texts = self.under(here);
        let notes = texts.iter().map(|text| width(text)).max().unwrap_or(0) * 9 / 10;
        let beside = self.box_width(here) + if self.is_inner(here) && notes > 0 { 2 * notes + 12 } else { 0 };
        beside.max(width(self.played(here))).max(notes) + 14
    }

    /// From top to bottom, notes stand beside such a node, and below others.
    fn is_inner(&self, here: usize) -> bool {
        !self.folded.nodes[here].children.is_empty()
    }

    fn box_width(&self, here: usize) -> i64 {
        (width(&self.value(here)) + 16).max(28)
    }

    fn rows(&self, here: usize) -> i64 {
        if self.under(here).is_empty() { 34 } else { 46 }
    }

    /// The room for notes below a node.
    fn notes_width(&self, here: usize) -> i64 {
        let texts = self.under(here);
        if texts.is_empty() { 0 } else { width(&texts.join("  ")) + 8 }
    }

    fn value(&self, here: usize) -> String {
        let view = &self.tree.nodes[self.folded.nodes[here].node];
        let value = view.value.map_or(String::new(), |value| value.to_string());
        match view.fate {
            Fate::Remembered { low, high, .. } if low != high => compact(low, high),
            Fate::Horizon => format!("{value}?"),
            _ => match view.bound() {
                Some(ValueBound::AtMost) => format!("\u{2264}{value}"),
                Some(ValueBound::AtLeast) => format!("\u{2265}{value}"),
                None => value,
            },
        }
    }

    /// Short notes at a node.
    fn under(&self, here: usize) -> Vec<String> {
        let drawn = &self.folded.nodes[here];
        let view = &self.tree.nodes[drawn.node];
        let mut notes: Vec<String> = view.label.iter().cloned().collect();
        if view.extra {
            notes.push(format!("{} again", self.tree.name(view.mover)));
        }
        if let Some(window) = window(self.tree, drawn.node) {
            notes.extend(window.split(", ").map(greek));
        }
        if let Fate::Remembered { at, .. } = view.fate {
            let far = at.filter(|&at| self.folded.place[at].is_none());
            notes.push(far.map_or("from the memo".to_string(), |at| format!("from the memo, #{at}")));
        }
        if let Some((low, high)) = view.narrowed {
            notes.push(format!("memo: {}", interval(low, high)));
        }
        if let Some(cut) = self.tree.why_unseen(drawn.node) {
            let bound = if cut.bound == super::WindowSide::Alpha { "\u{2264} α" } else { "\u{2265} β" };
            notes.push(format!("cut: {} {bound} = {}", cut.value, cut.limit));
        }
        if drawn.hidden > 0 {
            notes.push(format!("+{} below", drawn.hidden));
        }
        if drawn.uncounted > 0 {
            notes.push(format!("+{} moves cut", drawn.uncounted));
        }
        notes
    }

    /// Names the player of each level where all its positions have the same one.
    fn levels(&self, out: &mut String) {
        let deepest = self.folded.nodes.iter().map(|drawn| drawn.ply).max().unwrap_or(0);
        for ply in 0..=deepest {
            let level = self.folded.nodes.iter().enumerate().filter(|(_, drawn)| drawn.ply == ply);
            let playing: Vec<_> = level.filter(|(_, drawn)| !self.tree.nodes[drawn.node].over).collect();
            let Some(&(first, drawn)) = playing.first() else { continue };
            let mover = self.tree.nodes[drawn.node].mover;
            if playing.iter().any(|(_, drawn)| self.tree.nodes[drawn.node].mover != mover) {
                continue;
            }
            let (x, y) =
                if self.down { (MARGIN, self.at[first].1) } else { (self.at[first].0 - 14, self.top) };
            let _ = writeln!(
                out,
                "<text class=\"level\" x=\"{x}\" y=\"{}\"><tspan>{}</tspan><tspan class=\"who\" x=\"{x}\" dy=\"14\">{}</tspan></text>",
                y - 2,
                SearchTree::level(mover),
                escape(self.tree.name(mover)),
            );
        }
    }

    fn branch(&self, out: &mut String, here: usize) {
        let drawn = &self.folded.nodes[here];
        let Some(parent) = drawn.parent else { return };
        let (x, y) = self.at[here];
        let (px, py) = self.at[parent];
        let unseen = !self.tree.nodes[drawn.node].is_seen();
        let class = if unseen { "branch unseen" } else { "branch" };
        let half = self.box_width(here) / 2;
        let (path, label, anchor) = if self.down {
            let path = format!("M{px} {} L{x} {}", py + HALF, y - HALF);
            (path, (x, y - HALF - 9), "middle")
        } else {
            let start = px + self.box_width(parent) / 2;
            let bend = x - half - width(self.played(here)) - 14;
            let path =
                format!("M{start} {py} C{0} {py} {0} {y} {bend} {y} L{1} {y}", (start + bend) / 2, x - half);
            (path, (x - half - 6, y - 4), "end")
        };
        let _ = writeln!(
            out,
            "<g class=\"{class}\" data-branch=\"{}\"><path class=\"edge\" d=\"{path}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text></g>",
            drawn.node,
            label.0,
            label.1,
            escape(self.played(here)),
        );
        if self.tree.why_unseen(drawn.node).is_some() {
            self.strike(out, (px, py), (x, y), half + width(self.played(here)));
        }
    }

    /// Two strokes across a branch that is cut off, before the words that stand on it.
    fn strike(&self, out: &mut String, from: (i64, i64), to: (i64, i64), beside: i64) {
        let (x, y) = match self.down {
            true => ((from.0 + to.0) / 2, (from.1 + to.1) / 2 - 8),
            false => (to.0 - beside - 18, to.1),
        };
        let _ = writeln!(
            out,
            "<path class=\"strike\" d=\"M{} {} l10 -7 M{} {} l10 -7\"/>",
            x - 5,
            y + 2,
            x - 5,
            y + 7
        );
    }

    /// From positions that the memo knew to where they were first solved.
    fn links(&self, out: &mut String) {
        for (here, drawn) in self.folded.nodes.iter().enumerate() {
            let Fate::Remembered { at: Some(at), .. } = self.tree.nodes[drawn.node].fate else { continue };
            let Some(there) = self.folded.place[at] else { continue };
            let ((x, y), (tx, ty)) = (self.at[here], self.at[there]);
            let bend = if self.down { (x + tx) / 2 } else { x.max(tx) + 40 };
            let sag = if self.down { y.max(ty) + 46 } else { (y + ty) / 2 };
            let _ = writeln!(out, "<path class=\"link\" d=\"M{x} {y} Q{bend} {sag} {tx} {ty}\"/>");
        }
    }

    fn node(&self, out: &mut String, here: usize) {
        let drawn = &self.folded.nodes[here];
        let view = &self.tree.nodes[drawn.node];
        let (x, y) = self.at[here];
        let (width, value) = (self.box_width(here), self.value(here));
        let kind = match view.fate {
            _ if view.over => "leaf",
            Fate::Remembered { .. } => "remembered",
            Fate::Horizon => "horizon",
            _ => "inner",
        };
        let unseen = if view.is_seen() { "" } else { " unseen" };
        let round = if view.mover == zug_game::Player::Second && !view.over { HALF } else { 3 };
        let mut title: Vec<String> = view.label.iter().cloned().collect();
        title.push(if view.over { "play is over".into() } else { self.level_and_name(drawn.node) });
        let bounds = view.bound().map_or("", ValueBound::words);
        title.extend(view.value.map(|value| format!("value {value}{bounds}")));
        title.extend(notes(self.tree, drawn.node));
        let _ = write!(
            out,
            "<g class=\"node {kind}{unseen}\" data-node=\"{}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{width}\" \
             height=\"{}\" rx=\"{round}\"/><text class=\"value\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            drawn.node,
            escape(&title.join("; ")),
            x - width / 2,
            y - HALF,
            2 * HALF,
            y + 5,
            escape(&value.replace('-', "\u{2212}")),
        );
        let texts = self.under(here);
        // Nothing stands above the root: its notes go upwards, away from its branches.
        let root = drawn.parent.is_none();
        let raised = if root { 13 * texts.len() as i64 - 19 } else { 0 };
        if self.down {
            for (line, text) in texts.iter().enumerate() {
                let class = if text.starts_with("cut") { "why" } else { "note" };
                let line = 13 * line as i64;
                let (x, y, anchor) = match self.is_inner(here) {
                    true => (x + width / 2 + 6, y - 1 - raised + line, "start"),
                    false => (x, y + HALF + 13 + line, "middle"),
                };
                let text = escape(text);
                let _ = write!(
                    out,
                    "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"
                );
            }
        } else if !texts.is_empty() {
            let class = if texts.iter().any(|text| text.starts_with("cut")) { "why" } else { "note" };
            let anchor = if root { " text-anchor=\"end\"" } else { "" };
            let _ = write!(
                out,
                "<text class=\"{class}\" x=\"{}\" y=\"{}\"{anchor}>{}</text>",
                if root { x + width / 2 } else { x - width / 2 },
                y + HALF + 12,
                escape(&texts.join("  "))
            );
        }
        out.push_str("</g>\n");
    }

    fn level_and_name(&self, node: usize) -> String {
        let mover = self.tree.nodes[node].mover;
        format!("{} {}", SearchTree::level(mover), self.tree.name(mover))
    }
}

fn greek(text: &str) -> String {
    let text =
        text.replace("alpha", "α").replace("beta", "β").replace("-inf", "\u{2212}∞").replace("inf", "∞");
    text.replace(" > ", " \u{2192} ").replace('-', "\u{2212}")
}

fn compact(low: i64, high: i64) -> String {
    let open = Window { alpha: low, beta: high };
    match (open.alpha, open.beta) {
        (low, i64::MAX) => format!("\u{2265}{low}"),
        (i64::MIN, high) => format!("\u{2264}{high}"),
        (low, high) => format!("{}..{}", bound(low), bound(high)),
    }
}
