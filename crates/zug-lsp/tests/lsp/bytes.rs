//! Messages as bytes: what is no message is refused, and the conversation goes on.

use crate::client::{GAME, URI};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::thread::JoinHandle;
use zug_lsp::Settings;

/// A client that writes bytes.
struct Bytes {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<io::Result<u8>>,
}

impl Bytes {
    /// A server that was initialized and has an open text.
    fn open() -> Bytes {
        let (there, input) = io::pipe().expect("a pipe");
        let (output, back) = io::pipe().expect("a pipe");
        let server =
            std::thread::spawn(move || zug_lsp::serve_bytes(there, back, |_| {}, &Settings::default()));
        let mut client = Bytes { input, output: BufReader::new(output), server };
        let answer = client.ask(0, "initialize", &json!({ "capabilities": {} }));
        assert_eq!(answer["result"]["serverInfo"]["name"], "zug");
        let document = json!({ "uri": URI, "languageId": "zug", "version": 1, "text": GAME });
        client.tell("textDocument/didOpen", &json!({ "textDocument": document }));
        assert_eq!(client.receive()["params"]["diagnostics"], json!([]));
        client
    }

    fn send(&mut self, body: &[u8]) {
        write!(self.input, "Content-Length: {}\r\n\r\n", body.len()).expect("written");
        self.input.write_all(body).expect("written");
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string().as_bytes());
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a header");
        let length = line.trim_end().strip_prefix("Content-Length: ").expect("a length");
        let mut body = vec![0; length.parse::<usize>().expect("a number") + 2];
        self.output.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn ask(&mut self, id: i32, method: &str, params: &Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(request.to_string().as_bytes());
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// The server answers.
    fn lives(&mut self, id: i32) {
        let answer = self.ask(id, "textDocument/documentSymbol", &json!({ "textDocument": { "uri": URI } }));
        assert!(answer["result"].is_array(), "{answer}");
    }

    fn leave(mut self) -> io::Result<u8> {
        self.ask(99, "shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        self.server.join().expect("no panic")
    }
}

#[test]
fn half_an_emoji_is_read_as_the_character_for_what_is_unknown() {
    let mut client = Bytes::open();
    let text = json!(GAME.replace("Sticks\"", "HALF Sticks\"")).to_string().replace("HALF", r"\ud83d");
    let change = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":[{{"text":{text}}}]}}}}"#
    );
    client.send(change.as_bytes());
    let diagnosed = client.receive();
    assert_eq!(
        (&diagnosed["params"]["version"], &diagnosed["params"]["diagnostics"]),
        (&json!(2), &json!([]))
    );
    let picture = client.ask(1, "zug/picture", &json!({ "uri": URI }));
    assert_eq!(picture["result"]["title"], "\u{fffd} Sticks");
    assert_eq!(client.leave().expect("written"), 0);
}

#[test]
fn bodies_that_are_no_messages_are_answered_and_the_conversation_goes_on() {
    let mut client = Bytes::open();
    let deep = "[".repeat(100_000);
    let cases: [(&[u8], Value, i32); 14] = [
        (b"{", Value::Null, -32700),
        (b"", Value::Null, -32700),
        (b"\xff\xfe", Value::Null, -32700),
        (b"{\"method\": \"\xff\"}", Value::Null, -32700),
        (b"\"\\ud83d", Value::Null, -32700),
        (b"{} {}", Value::Null, -32700),
        (deep.as_bytes(), Value::Null, -32700),
        (b"[]", Value::Null, -32600),
        (b"null", Value::Null, -32600),
        (b"{}", Value::Null, -32600),
        (br#"{"id":{},"params":1}"#, Value::Null, -32600),
        (br#"{"id":7,"method":5}"#, json!(7), -32600),
        (br#"{"id":1.5,"method":"shutdown"}"#, json!(1.5), -32600),
        (br#"{"id":3000000000,"method":"shutdown"}"#, json!(3_000_000_000_u32), -32600),
    ];
    for (number, (body, id, code)) in cases.into_iter().enumerate() {
        client.send(body);
        let refused = client.receive();
        let said = String::from_utf8_lossy(body);
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&id, &json!(code)), "{said}: {refused}");
        client.lives(number as i32 + 10);
    }
    assert_eq!(client.leave().expect("written"), 0);
}

#[test]
fn wrong_answers_are_not_answered() {
    let mut client = Bytes::open();
    for body in [r#"{"id":null,"error":{"code":-32700,"message":"?"}}"#, r#"{"id":1.5,"result":null}"#] {
        client.send(body.as_bytes());
    }
    client.lives(1);
    assert_eq!(client.leave().expect("written"), 0);
}

#[test]
fn input_without_a_length_ends_the_conversation_with_1() {
    for wrong in
        ["Content-Length: many\r\n\r\n{}", "Content-Type: x\r\n\r\n{}", "Content-Length: 9\r\n\r\n{}", ""]
    {
        let mut client = Bytes::open();
        client.input.write_all(wrong.as_bytes()).expect("written");
        drop(client.input);
        assert_eq!(client.server.join().expect("no panic").expect("written"), 1, "{wrong}");
    }
}
