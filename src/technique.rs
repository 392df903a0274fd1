//! Reads the names of techniques that `--without` leaves out.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zug::answer::Technique;

/// Takes the name of a technique; for another one clap suggests what is near.
pub fn parser() -> impl TypedValueParser<Value = Technique> {
    let names = Technique::ALL
        .map(|each| PossibleValue::new(each.name()).aliases(each.old_name()).help(each.words()));
    PossibleValuesParser::new(names)
        .try_map(|name| Technique::named(&name).ok_or_else(|| format!("there is no technique `{name}`")))
}

/// What `--help` says of them.
pub fn help() -> &'static str {
    "Leaves out a technique of alpha-beta with a memo; can be given several times. The answer stays the same, the search takes longer \
     (`--stats` says how much)"
}
