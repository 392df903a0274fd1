//! As much of HTTP as one page needs: a request with a head and a body of bounded size, one answer,
//! and the end of the connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// The longest head of a request, in bytes.
const HEAD: u64 = 16 << 10;

/// A request.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET` or another.
    pub method: String,
    /// What stands before the `?`.
    pub path: String,
    /// What stands behind it.
    pub query: String,
    /// The names in small letters.
    headers: Vec<(String, String)>,
    /// What follows the head.
    pub body: Vec<u8>,
}

/// Why a request is not answered as it wishes: the status, and words.
pub type HttpRefusal = (u16, &'static str);

impl HttpRequest {
    /// The value of a header, by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A value of the query, decoded.
    pub fn asked(&self, name: &str) -> Option<String> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(known, _)| *known == name).and_then(|(_, value)| decoded(value))
    }
}

/// Reads a request whose body has at most so many bytes.
///
/// # Errors
/// A refusal for what is no request or too long; nothing for a connection that is gone.
pub fn read(stream: impl Read, most: usize) -> Result<HttpRequest, Option<HttpRefusal>> {
    let mut reader = BufReader::new(stream);
    let mut head = (&mut reader).take(HEAD);
    let mut line = |what: &mut String| match head.read_line(what) {
        Ok(0) => Err(None),
        Ok(_) if !what.ends_with('\n') => Err(Some((431, "the head is too long"))),
        Ok(_) => Ok(()),
        Err(why) if why.kind() == io::ErrorKind::InvalidData => Err(Some((400, "this is no request"))),
        Err(_) => Err(None),
    };
    let mut first = String::new();
    line(&mut first)?;
    let mut request = begun(&first).ok_or(Some((400, "this is no request")))?;
    loop {
        let mut text = String::new();
        line(&mut text)?;
        let Some((name, value)) = text.trim_end().split_once(':') else {
            if text.trim().is_empty() { break } else { return Err(Some((400, "this is no header"))) }
        };
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    if request.header("transfer-encoding").is_some() {
        return Err(Some((411, "the length is missing")));
    }
    let length = request.header("content-length").map_or(Ok(0), str::parse::<usize>);
    let length = length.map_err(|_| Some((400, "this is no length")))?;
    if length > most {
        return Err(Some((413, "the request is too long")));
    }
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).map_err(|_| None)?;
    Ok(request)
}

/// The first line: `GET /path?query HTTP/1.1`.
fn begun(line: &str) -> Option<HttpRequest> {
    let mut words = line.split_whitespace();
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') || words.next().is_some() {
        return None;
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Some(HttpRequest {
        method: method.into(),
        path: path.into(),
        query: query.into(),
        ..HttpRequest::default()
    })
}

/// `%2F` is `/`; nothing for what is no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'%' {
            let digits = text.get(at + 1..at + 3)?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
            at += 3;
        } else {
            out.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}

/// Sends an answer. Nobody's script but the page's own runs, nothing is loaded from elsewhere, and
/// no other page frames it.
pub fn send(mut stream: &TcpStream, status: u16, kind: &str, body: &[u8]) {
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
         img-src data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'\r\n\r\n",
        words(status),
        body.len()
    );
    // A reader that is gone needs no answer.
    let _ =
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).and_then(|()| stream.flush());
}

fn words(status: u16) -> &'static str {
    match status {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        _ => "Bad Request",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read() {
        let text =
            "POST /file?path=a%2Fb%20c.game&x=1 HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\nabcd";
        let request = read(text.as_bytes(), 9).expect("a request");
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/file"));
        assert_eq!(request.asked("path").as_deref(), Some("a/b c.game"));
        assert_eq!((request.header("host"), request.body.as_slice()), (Some("here"), &b"abc"[..]));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let status = |text: &str| read(text.as_bytes(), 9).err().flatten().map(|refusal| refusal.0);
        assert_eq!(status("nonsense\r\n\r\n"), Some(400));
        assert_eq!(status("GET http://elsewhere/ HTTP/1.1\r\n\r\n"), Some(400));
        assert_eq!(status("GET / HTTP/1.1\r\nno colon\r\n\r\n"), Some(400));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n"), Some(413));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"), Some(400));
        assert_eq!(status("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), Some(411));
        assert_eq!(status(&format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000))), Some(431));
        assert_eq!(status("GET / HTTP/1.1\r\nHost: here"), Some(431));
        assert_eq!(status(""), None);
        assert_eq!(decoded("%zz"), None);
        assert_eq!(decoded("%ff"), None);
    }
}
