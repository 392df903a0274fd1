//! The form of `zug info --json`.

use super::AnswerHead;
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer of `zug info`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Info {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The title.
    pub title: String,
    /// The players; the first one maximizes.
    pub players: [String; 2],
    /// Params with their values as text.
    pub params: BTreeMap<String, String>,
    /// Domains.
    pub domains: Vec<InfoDomain>,
    /// Fields.
    pub fields: Vec<InfoField>,
    /// Bits of a position.
    pub bits: Option<usize>,
    /// Those that tell positions apart.
    pub key_bits: Option<usize>,
    /// Where each field and `turn` lie, in words.
    pub places: Option<BTreeMap<String, String>>,
    /// The names of the moves.
    pub moves: Vec<String>,
    /// Whether play must end.
    pub ends: InfoEnds,
    /// The sums that the tiers of a database are made of, in words; compared from left to right.
    pub tiers: Vec<String>,
    /// Whether positions are sums of parts, in words.
    pub sums: Option<String>,
    /// Whether the players take elements and each wins by his own alone, in words.
    pub set_colouring: Option<String>,
    /// Fields that only add up.
    pub additive: Vec<String>,
    /// Whether outcomes are points.
    pub points: bool,
    /// The symmetries of the rules.
    pub symmetry: InfoSymmetry,
}

/// A domain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InfoDomain {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// How many members it has.
    pub members: usize,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InfoField {
    /// Its name.
    pub name: String,
    /// Its type.
    pub r#type: String,
}

/// Whether play must end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InfoEnds {
    /// Whether that is proved.
    pub proved: bool,
    /// Why, or what stands in the way.
    pub why: String,
}

/// The symmetries of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InfoSymmetry {
    /// How many, as text because it may be large; null beyond 2^128.
    pub order: Option<String>,
    /// False if the search for them was given up or too large to begin.
    pub complete: bool,
    /// Whether some exchange the players.
    pub exchanges_players: bool,
    /// Lists of elements of which any two can be exchanged.
    pub interchangeable: Vec<Vec<String>>,
    /// Cycles of names.
    pub generators: Vec<String>,
}
