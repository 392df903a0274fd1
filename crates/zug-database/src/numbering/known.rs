//! The numberings of a build: each is made when it is first asked for.

use super::CodeNumbering;
use super::construction::construct;
use super::facts::CodeFacts;
use super::sample::sample;
use super::shape::CodeShape;
use std::collections::BTreeMap;
use std::sync::Arc;
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// Numberings that are kept; one that is asked for again is made again, and is the same.
const KEPT: usize = 16;

/// Where so many tiers have no numbering and none has one, no other is tried.
const TRIES: usize = 4;

/// The numberings of tiers.
#[derive(Debug, Default)]
pub(crate) struct TierNumberings {
    /// Whether the sample was looked at, and what it says.
    facts: Option<Option<CodeFacts>>,
    /// Those that were asked for; none where there is none.
    known: BTreeMap<u64, Option<Arc<CodeNumbering>>>,
}

impl TierNumberings {
    /// The numbering of a tier, if the sample of the play from a position tells one.
    pub(crate) fn of_tier<G: Game, I: PositionIndexing<G>>(
        &mut self,
        (game, indexing, start): (&G, &I, &G::Position),
        shape: &CodeShape,
        tier: u64,
    ) -> Option<Arc<CodeNumbering>> {
        if shape.bits.is_empty() {
            return None;
        }
        if let Some(known) = self.known.get(&tier) {
            return known.clone();
        }
        if self.known.len() >= TRIES && self.known.values().all(Option::is_none) {
            return None;
        }
        let facts = self.facts.get_or_insert_with(|| {
            let tier_of = |code: u128| indexing.tier(&indexing.unrank(I::Code::cut(code)));
            CodeFacts::of(shape, sample(game, indexing, start), tier_of)
        });
        let made = facts.as_ref().and_then(|facts| construct(facts, tier)).map(Arc::new);
        if self.known.values().flatten().count() >= KEPT {
            self.known.retain(|_, numbering| numbering.is_none());
        }
        self.known.insert(tier, made.clone());
        made
    }
}
