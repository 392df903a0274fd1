//! A page to play on: the positions of a game with their values as a table inside, so that perfect
//! play needs neither server nor compiler.
//!
//! ```text
//!   table.rs   what the page holds of the game
//!   packed.rs  that, made small
//!   about.js   tells how much that is
//!   badges.js  tells what moves are worth
//!   page.js    reads the table, and plays
//! ```
//!
//! The board that is clicked on and the curve of values are those of the playground, and so are
//! their styles.

mod packed;
mod table;

use crate::draw::STYLE;
use crate::markup::escape;
use crate::tree::html::fill;
use table::{Collector, TableHead};
use zug::answer::{Prepared, SessionLimits, SolveError};
use zug_lang::semantics::Position;

/// Of the playground too.
const SHARED: &str = include_str!("../../../../web/src/shared.css");

/// What the page is made of.
#[derive(Clone, Debug)]
pub struct PageRequest<'a> {
    /// The file of the definition, as it was named.
    pub file: &'a str,
    /// Its settings.
    pub settings: &'a [String],
    /// The moves played first.
    pub after: &'a [String],
    /// Whether a person plays the first and the second player, to begin with.
    pub sides: [bool; 2],
    /// Whether the values of all moves are shown, to begin with.
    pub hints: bool,
    /// At most so many positions are in the page.
    pub positions: usize,
    /// Memory, and the time for values where not all positions are in the page.
    pub limits: &'a SessionLimits,
}

/// The page that plays on from a position.
///
/// # Errors
/// A broken promise of the definition, or an interruption.
pub fn html(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &PageRequest<'_>,
) -> Result<String, SolveError> {
    let program = prepared.program;
    let mut collector = Collector::new(program);
    let mut each = |position| collector.add(&position);
    let extent = prepared.position_graph(position, request.positions, request.limits, &mut each)?;
    let head = TableHead::of(program, request, &extent);
    let table = packed::packed(&collector.table(head));
    let parts = [
        ("{{title}}", escape(&program.title)),
        ("{{style}}", format!("{SHARED}{}{STYLE}", include_str!("page/page.css"))),
        ("{{table}}", table),
        ("{{script}}", script()),
    ];
    Ok(fill(include_str!("page/page.html"), &parts))
}

/// The scripts of the page; those of the playground stand in functions of their own.
fn script() -> String {
    let part = |name: &str, text: &str| {
        let body = text.replace("export function", "function");
        format!("const {name} = (() => {{\n{body}\nreturn {name};\n}})();\n")
    };
    let board = part("drawBoard", include_str!("../../../../web/src/board.js"));
    let curve = part("drawCurve", include_str!("../../../../web/src/curve.js"));
    let [about, badges] = [include_str!("page/about.js"), include_str!("page/badges.js")];
    format!("\"use strict\";\n{board}{curve}{about}{badges}{}", include_str!("page/page.js"))
}
