//! One listener for both walks, so that a search of a tree is made once for each kind of machine.

use super::depth_limit::{AtDepth, DepthLimited};
use super::record::Recorder;
use zug_game::{Game, Value};
use zug_solve::{Tracer, Window};

/// What a recorder would have recorded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecorderCounts {
    pub looked_at: u64,
    pub cuts: u64,
    pub hits: u64,
}

/// What listens to a search: it is recorded, or counted alone.
pub(super) enum TreeTracer<'r, 'a, G: Game> {
    /// Every node and step.
    Records(&'r mut Recorder<'a, G>),
    /// How many of them there are.
    Counts(&'r mut RecorderCounts),
}

impl<'a, G: Game> Tracer<DepthLimited<'a, G>> for TreeTracer<'_, 'a, G> {
    fn enter(&mut self, position: &AtDepth<G::Position>, window: Window) {
        match self {
            TreeTracer::Records(recorder) => recorder.enter(position, window),
            TreeTracer::Counts(seen) => seen.looked_at += 1,
        }
    }

    fn terminal(&mut self, value: Value) {
        if let TreeTracer::Records(recorder) = self {
            recorder.terminal(value);
        }
    }

    fn remembered(&mut self, low: Value, high: Value) {
        match self {
            TreeTracer::Records(recorder) => recorder.remembered(low, high),
            TreeTracer::Counts(seen) => seen.hits += 1,
        }
    }

    fn narrowed(&mut self, low: Value, high: Value) {
        if let TreeTracer::Records(recorder) = self {
            recorder.narrowed(low, high);
        }
    }

    fn descend(&mut self, play: &G::Move, reward: Value, window: Window) {
        if let TreeTracer::Records(recorder) = self {
            recorder.descend(play, reward, window);
        }
    }

    fn ascend(&mut self, value: Value) {
        if let TreeTracer::Records(recorder) = self {
            recorder.ascend(value);
        }
    }

    fn cutoff(&mut self, skipped: usize) {
        match self {
            TreeTracer::Records(recorder) => recorder.cutoff(skipped),
            TreeTracer::Counts(seen) => seen.cuts += u64::from(skipped > 0),
        }
    }

    fn leave(&mut self, value: Value) {
        if let TreeTracer::Records(recorder) = self {
            recorder.leave(value);
        }
    }
}
