//! What a check notes for the index of names.

use crate::program::Type;
use crate::source::Span;
use std::collections::HashMap;

/// What the checker notes for the index while it works.
#[derive(Default)]
pub(super) struct Notes {
    /// The type of each local, by the span of the name where it is bound; the last round counts.
    pub(super) locals: HashMap<Span, Type>,
    /// The type of each name that stands alone, by its span.
    pub(super) names: HashMap<Span, Type>,
}
