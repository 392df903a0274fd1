//! Counts what a search looks at without recording it, for searches that are too large to be
//! stepped through.

use super::depth_limit::DepthLimited;
use super::walk::{Request, searched};
use crate::json::TreeCounts;
use zug::answer::{Engine, Prepared, Task, with_engine};
use zug_game::{Game, Value};
use zug_lang::semantics::Position;
use zug_solve::Tracer;

/// What the search does that follows play so deep, or to the end: nothing where it looks at more
/// than [`Request::most`] positions, or a limit or a fault ends it.
pub fn count(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &Request,
    depth: Option<u32>,
) -> Option<TreeCounts> {
    with_engine(prepared, Counting { position, request, depth })
}

struct Counting<'a> {
    position: &'a Position,
    request: &'a Request,
    depth: Option<u32>,
}

impl Task for Counting<'_> {
    type Output = Option<TreeCounts>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let game = DepthLimited::new(engine, self.depth, self.request.most);
        let root = game.root(engine.enter(self.position));
        let mut seen = Seen::default();
        searched(&game, &root, self.request, &mut seen).ok()?;
        Some(TreeCounts { looked_at: seen.looked_at, cuts: seen.cuts, memo_hits: seen.hits })
    }
}

/// Counts as a recorder does.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    looked_at: u64,
    cuts: u64,
    hits: u64,
}

impl<G: Game> Tracer<G> for Seen {
    fn enter(&mut self, _position: &G::Position, _window: zug_solve::Window) {
        self.looked_at += 1;
    }

    fn remembered(&mut self, _low: Value, _high: Value) {
        self.hits += 1;
    }

    fn cutoff(&mut self, skipped: usize) {
        self.cuts += u64::from(skipped > 0);
    }
}
