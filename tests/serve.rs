//! `zug serve`, asked as a browser and as somebody else would.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server of a folder with one definition; it ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn of(folder: &Path, page: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
            .arg("serve")
            .arg(folder)
            .args(["--port", "0", "--memory", "64MiB", "--timeout", "20s", "--page"])
            .arg(page)
            .stdout(Stdio::piped())
            .spawn()
            .expect("zug starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, target: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let host =
            if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.address) };
        let length = body.len();
        let request =
            format!("{method} {target} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split_whitespace().nth(1).and_then(|status| status.parse().ok());
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        (status.expect("a status"), body.unwrap_or_default())
    }

    fn get(&self, target: &str) -> (u16, String) {
        self.ask("GET", target, "", "")
    }
}

#[test]
fn the_page_its_calls_and_one_folder_are_served() {
    let outer = tempfile::tempdir().expect("a folder");
    let (folder, page) = (outer.path().join("games"), outer.path().join("page.html"));
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(&page, "<p>the page</p>").expect("a file");
    std::fs::write(outer.path().join("secret.game"), "secret").expect("a file");
    std::fs::copy("games/tic_tac_toe.game", folder.join("mine.game")).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.game", folder.join("link.game")).expect("a link");
    let server = Server::of(&folder, &page);

    assert_eq!(server.get("/"), (200, "<p>the page</p>".to_owned()));
    assert_eq!(server.get("/files"), (200, "[\"mine.game\"]".to_owned()));
    assert!(server.get("/file?path=mine.game").1.contains("Tic-tac-toe"));
    for path in
        ["..%2Fsecret.game", "link.game", "games%2F..%2F..%2Fsecret.game", "%2Fetc%2Fpasswd", "mine.game%00"]
    {
        assert_eq!(server.get(&format!("/file?path={path}")).0, 404, "{path}");
    }
    for target in ["/../secret.game", "/secret.game", "/file/../../secret.game", "/nothing"] {
        assert_eq!(server.get(target).0, 404, "{target}");
    }

    let rate = serde_json::json!({ "call": "rate", "text": std::fs::read_to_string(folder.join("mine.game")).expect("a file") });
    let rate = rate.to_string();
    // Two windows at once.
    std::thread::scope(|threads| {
        let ask = || server.ask("POST", "/call", &format!("Origin: http://{}\r\n", server.address), &rate);
        let both = [threads.spawn(ask), threads.spawn(ask)];
        for answer in both.map(|thread| thread.join().expect("an answer")) {
            assert_eq!(answer.0, 200);
            assert!(answer.1.contains("\"words\":\"draw"), "{}", answer.1);
        }
    });

    let elsewhere = "Origin: http://elsewhere.example\r\n";
    assert_eq!(server.ask("POST", "/call", elsewhere, &rate).0, 403);
    assert_eq!(server.ask("POST", "/call", "Origin: null\r\n", &rate).0, 403);
    assert_eq!(server.ask("GET", "/files", "Host: elsewhere.example\r\n", "").0, 403);
    assert_eq!(server.ask("PUT", "/call", "", "").0, 405);
    assert_eq!(server.ask("POST", "/call", "Content-Length: 99999999\r\n", "").0, 413);
    assert_eq!(server.ask("POST", "/call", "", "nonsense").0, 200);
    assert!(server.ask("POST", "/call", "", "nonsense").1.contains("\"error\""));
}

#[test]
fn what_cannot_be_served_is_said() {
    let said = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_zug"))
            .arg("serve")
            .args(arguments)
            .output()
            .expect("zug starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, words) = said(&["games", "--page", "there/is/no/page.html"]);
    assert_eq!(code, Some(2), "{words}");
    let (code, words) = said(&["there/is/no/folder", "--page", "README.md"]);
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("there/is/no/folder"), "{words}");
}
