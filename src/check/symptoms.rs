//! The warnings that all positions together show: that something never happens.

use zug_analysis::lints;

/// Their codes.
pub const OF_ALL_POSITIONS: [&str; 7] = [
    lints::NEVER_LEGAL.code,
    lints::NEVER_FIRES.code,
    lints::NEVER_CHANGES.code,
    lints::NEVER_MOVES.code,
    lints::NEVER_ACTS.code,
    lints::NEVER_ENDS.code,
    lints::OVER_AT_START.code,
];
