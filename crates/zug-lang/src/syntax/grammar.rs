//! The pest parser that is generated from `game.pest`.
//!
//! The comments of that file explain the rules. Only `syntax` uses [`Rule`].

#![allow(missing_docs, reason = "made from the grammar")]

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "game.pest"]
pub struct GameParser;
