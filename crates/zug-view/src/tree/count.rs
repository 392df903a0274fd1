//! Counts what a search looks at without recording it, for searches that are too large to be
//! stepped through.

use super::depth_limit::DepthLimited;
use super::walk::{RecordRequest, searched};
use super::watched::{RecorderCounts, TreeTracer};
use crate::json::TreeCounts;
use zug::answer::{Engine, Prepared, Task, with_engine};
use zug_lang::semantics::Position;

/// What the search does that follows play so deep, or to the end: nothing where it looks at more
/// than [`RecordRequest::most`] positions, or a limit or a fault ends it.
pub fn count(
    prepared: &Prepared<'_>,
    position: &Position,
    request: &RecordRequest,
    depth: Option<u32>,
) -> Option<TreeCounts> {
    with_engine(prepared, CountRecorder { position, request, depth })
}

struct CountRecorder<'a> {
    position: &'a Position,
    request: &'a RecordRequest,
    depth: Option<u32>,
}

impl Task for CountRecorder<'_> {
    type Output = Option<TreeCounts>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let game = DepthLimited::new(engine, self.depth, self.request.most);
        let root = game.root(engine.enter(self.position));
        let mut seen = RecorderCounts::default();
        searched(&game, &root, self.request, &mut TreeTracer::Counts(&mut seen)).ok()?;
        Some(TreeCounts { looked_at: seen.looked_at, cuts: seen.cuts, memo_hits: seen.hits })
    }
}
