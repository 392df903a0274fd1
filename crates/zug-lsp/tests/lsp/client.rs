//! A client that sends messages and waits for answers.

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zug_lsp::Settings;

/// The address of the text that most tests speak of.
pub const URI: &str = "file:///a.game";

/// A small definition without mistakes; `$` in tests marks a place in it.
pub const GAME: &str = "// Sticks.
game \"Sticks\"
players First, Second
param most: 1..3 = 2
state { sticks: 0..5 = 5 }
// Whether n can be taken.
def fits(n: 1..3) = n <= sticks
move take(n in 1..most) when fits(n) { sticks -= n }
stuck => me loses
expect value = First wins
expect best = \"2\"
expect slow positions = 9
";

/// A client with its server.
pub struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<u8>>,
    next: i32,
    /// The newest diagnostics of each text, with the version that they are of.
    pub diagnostics: HashMap<String, (i64, Vec<Value>)>,
    /// All other notifications.
    pub notes: Vec<Notification>,
    /// The requests of the server.
    pub asked: Vec<Request>,
    /// Answers that were not waited for.
    answers: HashMap<RequestId, Result<Value, ResponseError>>,
}

impl Client {
    /// A server that nothing was said to.
    pub fn silent(settings: Settings) -> Client {
        let (here, there) = Connection::memory();
        let server = std::thread::spawn(move || zug_lsp::serve(&there, &settings));
        Client {
            connection: Some(here),
            server: Some(server),
            next: 0,
            diagnostics: HashMap::new(),
            notes: Vec::new(),
            asked: Vec::new(),
            answers: HashMap::new(),
        }
    }

    /// A server that knows what the client can do.
    pub fn with(abilities: Value, options: Value) -> Client {
        Client::limited(abilities, options, Settings { hint: Duration::from_secs(20), ..Settings::default() })
    }

    /// The same within limits.
    pub fn limited(abilities: Value, options: Value, settings: Settings) -> Client {
        let mut client = Client::silent(settings);
        let params = json!({ "processId": null, "rootUri": null, "capabilities": abilities, "initializationOptions": options });
        client.ask("initialize", params).expect("initialized");
        client.notify("initialized", json!({}));
        client
    }

    /// A server with one open text.
    pub fn open(text: &str) -> Client {
        let mut client = Client::with(json!({}), Value::Null);
        client.opened(URI, 1, text);
        client
    }

    /// Opens a text.
    pub fn opened(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "languageId": "zug", "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a text.
    pub fn changed(&mut self, version: i32, text: &str) {
        let params = json!({
            "textDocument": { "uri": URI, "version": version },
            "contentChanges": [{ "text": text }],
        });
        self.notify("textDocument/didChange", params);
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification { method: method.into(), params }.into());
    }

    fn send(&self, message: Message) {
        self.connection.as_ref().expect("connected").sender.send(message).expect("the server is there");
    }

    /// Sends a request and returns its number.
    pub fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Request { id: id.clone(), method: method.into(), params }.into());
        id
    }

    /// Waits for the answer to a request. An internal error, which a panic leads to, is a failure
    /// of the test.
    pub fn end(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        let until = Instant::now() + Duration::from_secs(120);
        loop {
            if let Some(answer) = self.answers.remove(id) {
                if let Err(error) = &answer {
                    assert_ne!(error.code, ErrorCode::InternalError as i32, "{}", error.message);
                }
                return answer;
            }
            assert!(self.receive(until), "no answer to {id}");
        }
    }

    /// Takes one message, if one comes in time.
    fn receive(&mut self, until: Instant) -> bool {
        let connection = self.connection.as_ref().expect("connected");
        let Ok(message) = connection.receiver.recv_deadline(until) else { return false };
        match message {
            Message::Response(Response { id, response_result }) => {
                assert!(self.answers.insert(id.clone(), response_result).is_none(), "two answers to {id}");
            }
            Message::Notification(it) if it.method == "textDocument/publishDiagnostics" => {
                let uri = it.params["uri"].as_str().expect("an address").to_owned();
                let version = it.params["version"].as_i64().unwrap_or(-1);
                let all = it.params["diagnostics"].as_array().expect("a list").clone();
                self.diagnostics.insert(uri, (version, all));
            }
            Message::Notification(it) => self.notes.push(it),
            Message::Request(request) => {
                let id = request.id.clone();
                self.asked.push(request);
                self.send(Response { id, response_result: Ok(Value::Null) }.into());
            }
        }
        true
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.begin(method, params);
        self.end(&id)
    }

    /// The same about the text.
    pub fn about(&mut self, method: &str) -> Value {
        let params = json!({ "textDocument": { "uri": URI } });
        self.ask(method, params).expect("an answer")
    }

    /// The parameters for a place, by the byte.
    pub fn place(text: &str, offset: usize) -> Value {
        json!({ "textDocument": { "uri": URI }, "position": position(text, offset) })
    }

    /// The same about a place in the text.
    pub fn at(&mut self, method: &str, text: &str, offset: usize) -> Value {
        self.ask(method, Client::place(text, offset)).expect("an answer")
    }

    /// Waits for the diagnostics of a version.
    pub fn diagnosed(&mut self, version: i64) -> Vec<Value> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some((_, all)) = self.diagnostics.get(URI).filter(|(known, _)| *known == version) {
                return all.clone();
            }
            assert!(self.receive(until), "no diagnostics of version {version}");
        }
    }

    /// Waits until the server asks something.
    pub fn asked(&mut self, method: &str) {
        let until = Instant::now() + Duration::from_secs(60);
        while !self.asked.iter().any(|it| it.method == method) {
            assert!(self.receive(until), "{method} was not asked");
        }
        self.asked.retain(|it| it.method != method);
    }

    /// Says goodbye as the protocol wants; the result is the exit code.
    pub fn leave(mut self) -> u8 {
        self.ask("shutdown", Value::Null).expect("an answer");
        self.exit()
    }

    /// Says `exit` alone.
    pub fn exit(mut self) -> u8 {
        self.notify("exit", Value::Null);
        self.server.take().expect("a server").join().expect("no panic")
    }

    /// Hangs up.
    pub fn vanish(mut self) -> u8 {
        self.connection = None;
        self.server.take().expect("a server").join().expect("no panic")
    }
}

/// The position of a byte, counted in UTF-16.
pub fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// The byte at a position that counts in UTF-16.
pub fn offset(text: &str, position: &Value) -> usize {
    let (line, character) =
        (position["line"].as_u64().expect("a line"), position["character"].as_u64().expect("a character"));
    let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
    let mut units = 0;
    for (at, c) in text[start..].char_indices() {
        if units >= character {
            return start + at;
        }
        units += c.len_utf16() as u64;
    }
    text.len()
}

/// The text after edits, which do not overlap.
pub fn edited(text: &str, edits: &[Value]) -> String {
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let new = edit["newText"].as_str().expect("a text");
            (offset(text, &edit["range"]["start"]), offset(text, &edit["range"]["end"]), new)
        })
        .collect();
    places.sort();
    let mut text = text.to_owned();
    for (start, end, new) in places.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

/// The text after a workspace edit.
pub fn applied(text: &str, edit: &Value) -> String {
    edited(text, edit["changes"][URI].as_array().expect("edits of the text"))
}

/// The text after a workspace edit that says of which version it is.
pub fn applied_to(text: &str, version: i32, edit: &Value) -> String {
    assert_eq!(edit["changes"], Value::Null, "{edit}");
    let changes = edit["documentChanges"].as_array().expect("changes");
    assert_eq!(changes.len(), 1, "{edit}");
    assert_eq!(changes[0]["textDocument"], json!({ "uri": URI, "version": version }));
    edited(text, changes[0]["edits"].as_array().expect("edits of the text"))
}

/// A text without its `$`, and where that stood.
pub fn marked(text: &str) -> (String, usize) {
    let at = text.find('$').expect("a mark");
    (text.replacen('$', "", 1), at)
}

/// All definitions of the library, by name.
pub fn library() -> Vec<(String, String)> {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut games: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the games")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "game"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("readable")))
        .collect();
    games.sort();
    assert!(games.len() > 70);
    games
}
