//! The names of techniques for `--without`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zug::answer::Technique;

/// A parser for the names of techniques; clap suggests near names.
pub fn parser() -> impl TypedValueParser<Value = Technique> {
    let names = Technique::ALL
        .map(|each| PossibleValue::new(each.name()).aliases(each.old_name()).help(each.words()));
    PossibleValuesParser::new(names)
        .try_map(|name| Technique::named(&name).ok_or_else(|| format!("there is no technique `{name}`")))
}

/// The help of `--without`.
pub fn help() -> &'static str {
    "Leaves out a technique of alpha-beta with a memo; can be given several times. The answer stays the same, the search takes longer \
     (`--stats` says how much)"
}
