//! What a page asks of Zug: a [`request`] as JSON in, an answer as JSON out.
//!
//! The page runs in a browser, where the module of `zug-wasm` answers, or is served by `zug serve`,
//! and then the program does; both give what they read to [`Playground::call`]. An answer is
//! `{"ok": ..}`, or `{"error": ".."}` with a reason for people. Moves and values are in the words
//! of the definition.

mod game;
mod play;
mod position;
mod rate;
mod request;
mod study;

use game::OpenGame;
use request::{GameSource, Request};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zug_lsp::OpenDocument;

/// What a request may use at most, whatever it asks for, and how games are kept.
#[derive(Clone, Debug)]
pub struct Host {
    /// Bytes for the tables of a search.
    pub memory: u64,
    /// Time for an answer.
    pub time: Duration,
    /// Set from outside to end a search at once.
    pub stop: Arc<AtomicBool>,
    /// Whether what was found about a game is kept for the next request. It is never given back
    /// then, so this is for a host that makes a new instance for every game, as the page does with
    /// its module.
    pub keeps: bool,
}

/// Somebody who answers, request by request.
pub struct Playground {
    host: Host,
    text: Option<OpenDocument>,
    game: Option<OpenGame>,
}

/// Whether a request searches, so that its answer may take as long as its limits let it.
pub fn is_long(request: &str) -> bool {
    serde_json::from_str::<Request>(request).is_ok_and(|request| request.is_long())
}

impl Playground {
    /// Nothing was asked yet.
    pub fn new(host: Host) -> Playground {
        Playground { host, text: None, game: None }
    }

    /// Answers a request.
    pub fn call(&mut self, request: &str) -> String {
        let read = serde_json::from_str::<Request>(request).map_err(|why| format!("not a request: {why}"));
        match read.and_then(|request| self.answer(request)) {
            Ok(answer) => json!({ "ok": answer }),
            Err(why) => json!({ "error": why }),
        }
        .to_string()
    }

    fn answer(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Check { text } => Ok(study::check(self.text(&text))),
            Request::Format { text } => {
                let formatted = self.text(&text).formatted();
                formatted.map(Value::from).ok_or_else(|| "the text has mistakes of syntax".to_owned())
            }
            Request::Fixes { text } => Ok(self.text(&text).all_fixes()),
            Request::Hover { text, line, character } => {
                Ok(self.text(&text).hover(line, character).unwrap_or_default())
            }
            Request::Complete { text, line, character } => Ok(self.text(&text).completion(line, character)),
            Request::Facts { text, expectation, budget } => {
                let allowed = budget.allowed(&self.host);
                self.text(&text).facts(expectation, &allowed)
            }
            Request::Info { source } => study::info(self.game(source)?),
            Request::Position { source, moves } => position::position(self.game(source)?, &moves),
            Request::Rate { source, moves, budget, brief } => {
                let host = self.host.clone();
                rate::rate(self.game(source)?, &moves, &budget, &host, brief)
            }
            Request::Solve { source, moves, budget } => {
                let limits = budget.limits(&self.host);
                study::solve(self.game(source)?, &moves, &limits)
            }
            Request::Tree { source, moves, budget, depth } => {
                let limits = budget.limits(&self.host);
                study::tree(self.game(source)?, &moves, &limits, depth)
            }
        }
    }

    /// A text, looked into again only where it is another one than before.
    fn text(&mut self, text: &str) -> &OpenDocument {
        let known = self.text.take().filter(|known| known.text() == text);
        self.text.insert(known.unwrap_or_else(|| OpenDocument::new(text)))
    }

    /// A game, made again only where it is another one than before.
    fn game(&mut self, source: GameSource) -> Result<&mut OpenGame, String> {
        let game = match self.game.take().filter(|known| known.source == source) {
            Some(known) => known,
            None => OpenGame::new(source)?,
        };
        Ok(self.game.insert(game))
    }
}
