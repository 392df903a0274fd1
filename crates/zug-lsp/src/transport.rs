//! Messages in and out as bytes. Input that is no message is refused, and the conversation goes on;
//! the reader of `lsp-server` would end it.

use crate::server::{Settings, serve};
use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, ErrorCode, Message, RequestId};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The output, which the answers and the refusals share.
type SharedOutput<W> = Arc<Mutex<W>>;

/// How many messages wait for the server. It sees that there are more, and looks into the last
/// text.
const WAITING: usize = 64;

/// Answers what comes in as bytes until the client says `exit` or is gone. Returns the exit code,
/// as [`serve`] does. `log` is told in a line what of the input was left out.
///
/// # Errors
/// After a proper end: the output could not be written to its end. At the beginning: no thread
/// could be started.
pub fn serve_bytes<R, W>(input: R, output: W, log: fn(&str), settings: &Settings) -> io::Result<u8>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let output = Arc::new(Mutex::new(output));
    let (to_server, receiver) = bounded(WAITING);
    let (sender, from_server) = bounded(0);
    let shared = Arc::clone(&output);
    let writer = thread::Builder::new().name("writer".into()).spawn(move || write(&from_server, &shared))?;
    let read = move || read(BufReader::new(input), &to_server, &output, log);
    let reader = thread::Builder::new().name("reader".into()).spawn(read)?;
    let connection = Connection { sender, receiver };
    let code = serve(&connection, settings);
    // The writer ends when nobody can send any more; the reader has ended, at `exit` or where input
    // does.
    drop(connection);
    let ends = [reader.join(), writer.join()];
    let written =
        ends.into_iter().try_for_each(|end| end.unwrap_or_else(|_| Err(io::Error::other("a panic"))));
    if code == 0 { written.map(|()| code) } else { Ok(code) }
}

fn write(messages: &Receiver<Message>, output: &Mutex<impl Write>) -> io::Result<()> {
    messages.iter().try_for_each(|message| message.write(&mut *locked(output)))
}

fn locked<T>(it: &Mutex<T>) -> impl std::ops::DerefMut<Target = T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands on messages until `exit` or the end of input.
fn read(
    mut input: impl BufRead,
    messages: &Sender<Message>,
    output: &SharedOutput<impl Write>,
    log: fn(&str),
) -> io::Result<()> {
    loop {
        let body = match body(&mut input) {
            Ok(Some(body)) => body,
            Ok(None) => return Ok(()),
            // Where the next message begins is not known.
            Err(why) => {
                log(&format!("the input cannot be read any further: {why}"));
                return Ok(());
            }
        };
        match message(body) {
            Ok(message) => {
                let exit = matches!(&message, Message::Notification(it) if it.method == "exit");
                if messages.send(message).is_err() || exit {
                    return Ok(());
                }
            }
            Err(refusal) => {
                log(&format!("a message is left out: {}", refusal.why));
                refusal.answer(&mut *locked(output))?;
            }
        }
    }
}

/// The bytes of the next message; none at the end of input.
fn body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = length(input)? else { return Ok(None) };
    let mut body = Vec::new();
    // The memory grows with what comes, whatever the length says.
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(io::Error::other("it ends in the middle of a message"));
    }
    Ok(Some(body))
}

/// The longest line of a header, in bytes.
const HEADER: u64 = 1 << 12;

/// The length that a header tells; none at the end of input.
fn length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let (mut length, mut begun) = (None, false);
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(HEADER).read_until(b'\n', &mut line)? == 0 && !begun {
            return Ok(None);
        }
        begun = true;
        let line = String::from_utf8_lossy(&line);
        let wrong = || io::Error::other(format!("`{}` is no header", line.trim_end().escape_debug()));
        if !line.ends_with('\n') {
            return Err(wrong());
        }
        if line.trim_end().is_empty() {
            return length.map(Some).ok_or_else(|| io::Error::other("a header has no Content-Length"));
        }
        let (name, value) = line.split_once(':').ok_or_else(wrong)?;
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| wrong())?);
        }
    }
}

/// Why a body is no message.
struct MessageRefusal {
    why: String,
    code: ErrorCode,
    /// What the answer goes to, null where that is not known; none where there must be no answer.
    id: Option<Value>,
}

impl MessageRefusal {
    fn new(code: ErrorCode, why: impl Into<String>, id: Option<Value>) -> MessageRefusal {
        MessageRefusal { why: why.into(), code, id }
    }

    /// Writes the answer. `lsp-server` has no message whose id is null.
    fn answer(&self, output: &mut impl Write) -> io::Result<()> {
        let Some(id) = &self.id else { return Ok(()) };
        let error = json!({ "code": self.code as i32, "message": self.why });
        let text = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
        write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        output.flush()
    }
}

/// The message that a body is.
fn message(mut body: Vec<u8>) -> Result<Message, MessageRefusal> {
    replace_half_surrogates(&mut body);
    let value = serde_json::from_slice(&body)
        .map_err(|why| MessageRefusal::new(ErrorCode::ParseError, why.to_string(), Some(Value::Null)))?;
    refuse_shape(&value)?;
    let id = id_of(&value);
    serde_json::from_value(value)
        .map_err(|_| MessageRefusal::new(ErrorCode::InvalidRequest, "the body is no message", Some(id)))
}

/// The id under which a refusal goes back; null where the message has none.
fn id_of(message: &Value) -> Value {
    let id = message.get("id").filter(|id| id.is_number() || id.is_string());
    id.cloned().unwrap_or_default()
}

/// Refuses what `lsp-server` would take for another message, or not answer under its id.
fn refuse_shape(value: &Value) -> Result<(), MessageRefusal> {
    let refused = |why: &str, id: Option<Value>| Err(MessageRefusal::new(ErrorCode::InvalidRequest, why, id));
    let Some(message) = value.as_object() else {
        return refused("a message is an object", Some(Value::Null));
    };
    let id = message.get("id").filter(|id| !id.is_null());
    let known = |id: &Value| serde_json::from_value::<RequestId>(id.clone()).is_ok();
    let answer = message.contains_key("result") || message.contains_key("error");
    match (message.contains_key("method"), id) {
        (true, Some(id)) if !known(id) => {
            refused("an id is a text or an integer of 32 bits", Some(id_of(value)))
        }
        // An answer is not answered, or two programs would do so for ever.
        (false, id) if answer && !id.is_some_and(known) => {
            refused("it answers a request that was not sent", None)
        }
        _ => Ok(()),
    }
}

/// Writes U+FFFD for each half of a surrogate pair that stands alone as `\uD83D`: texts of
/// JavaScript may hold them, and JSON is parsed into texts that cannot.
fn replace_half_surrogates(body: &mut [u8]) {
    let mut at = 0;
    while let Some(next) = body[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        at += match (unit(body, at), unit(body, at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                body[at..at + 6].copy_from_slice(b"\\uFFFD");
                6
            }
            _ => 2,
        };
        at = at.min(body.len());
    }
}

/// The unit of UTF-16 that an escape `\u....` stands for.
fn unit(body: &[u8], at: usize) -> Option<u16> {
    let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits = str::from_utf8(digits).ok().filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str) -> String {
        let mut body = text.as_bytes().to_vec();
        replace_half_surrogates(&mut body);
        String::from_utf8(body).expect("UTF-8")
    }

    #[test]
    fn halves_are_replaced_and_pairs_are_kept() {
        for (before, after) in [
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d""#, r#""\uFFFD""#),
            (r#""\uDE00\uD83D""#, r#""\uFFFD\uFFFD""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\uFFFD\ud83d\ude00""#),
            (r#""\ud83d\n\ude00""#, r#""\uFFFD\n\uFFFD""#),
            // The backslash is escaped: no escape of a unit follows.
            (r#""\\ud83d \\\ud83d""#, r#""\\ud83d \\\uFFFD""#),
            (r#""\u+83d \u00e9 \ud83"#, r#""\u+83d \u00e9 \ud83"#),
            ("\\", "\\"),
            ("\\u", "\\u"),
        ] {
            assert_eq!(replaced(before), after, "{before}");
        }
    }

    #[test]
    fn lengths_are_read_and_wrong_headers_refused() {
        let read = |text: &str| body(&mut text.as_bytes()).map_err(|why| why.to_string());
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("Content-Length: 2\r\n\r\n{}"), Ok(Some(b"{}".to_vec())));
        assert_eq!(read("content-length:2\nContent-Type: x\n\n{}"), Ok(Some(b"{}".to_vec())));
        for (text, why) in [
            ("Content-Length: 9\r\n\r\n{}", "in the middle"),
            ("Content-Length: 18446744073709551615\r\n\r\n{}", "in the middle"),
            ("Content-Length: 18446744073709551616\r\n\r\n{}", "no header"),
            ("Content-Length: -1\r\n\r\n{}", "no header"),
            ("Content-Type: x\r\n\r\n{}", "no Content-Length"),
            ("Content-Length: 2\r\n", "no header"),
            ("{}\r\n\r\n", "no header"),
        ] {
            let refused = read(text).expect_err(text);
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
