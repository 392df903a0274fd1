//! Turns `grammar/game.pest` into a parser.
//!
//! The rules are explained there. Nothing outside `syntax` sees a [`Rule`].

#![allow(missing_docs, reason = "made from the grammar")]

/// The parser made from the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "game.pest"]
pub struct GameParser;
