"""A client of `zug lsp` for tests: it sends messages of the Language Server Protocol and waits for their answers."""

import json
import queue
import subprocess
import threading
import time


class Dead(Exception):
    """The server has ended, or does not answer."""


class Client:
    """A conversation with the server."""

    def __init__(self, program: str, options: list[str] | None = None, abilities: dict | None = None,
                 initialization: object = None) -> None:
        """Starts `program lsp` with `options` and initializes it as a client that can do `abilities`."""
        command = [program, "lsp", *(options or [])]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages: queue.Queue = queue.Queue()
        self.others: list[dict] = []
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()
        parameters = {"processId": None, "rootUri": None, "capabilities": abilities or {}}
        if initialization is not None:
            parameters["initializationOptions"] = initialization
        self.capabilities = self.ask("initialize", parameters)["result"]["capabilities"]
        self.tell("initialized", {})

    def _read(self) -> None:
        stream = self.server.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                self.messages.put(None)
                return
            self.messages.put((time.perf_counter(), json.loads(stream.read(length))))

    def send(self, message: dict) -> None:
        """Sends a message as it is."""
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, body: bytes) -> None:
        """Sends what need not be a message."""
        try:
            self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.server.stdin.flush()
        except BrokenPipeError as why:
            raise Dead(self.last_words()) from why

    def tell(self, method: str, parameters: object) -> None:
        """Sends a notification."""
        self.send({"method": method, "params": parameters})

    def begin(self, method: str, parameters: object) -> int:
        """Sends a request; the answer is its number."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        return self.number

    def ask(self, method: str, parameters: object, seconds: float = 60) -> dict:
        """Sends a request and waits for its answer, a whole message."""
        number = self.begin(method, parameters)
        return self.wait(lambda it: it.get("id") == number and "method" not in it, seconds)[1]

    def wait(self, wanted, seconds: float = 60) -> tuple[float, dict]:
        """Waits for a message; when it was read, and itself. Others are kept in `others`."""
        until = time.monotonic() + seconds
        while True:
            try:
                got = self.messages.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Dead(f"no answer within {seconds} s") from None
            if got is None:
                raise Dead(self.last_words())
            if wanted(got[1]):
                return got
            self.others.append(got[1])

    def open(self, uri: str, text: str, version: int = 1) -> None:
        """Opens a text."""
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "zug", "version": version, "text": text}})

    def change(self, uri: str, text: str, version: int) -> None:
        """Sends the whole text anew."""
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

    def diagnosed(self, uri: str, version: int, seconds: float = 60) -> tuple[float, list[dict]]:
        """Waits for the diagnostics of a version: when they were read, and themselves."""
        def wanted(it: dict) -> bool:
            return (it.get("method") == "textDocument/publishDiagnostics" and it["params"]["uri"] == uri
                    and it["params"].get("version") == version)
        when, message = self.wait(wanted, seconds)
        return when, message["params"]["diagnostics"]

    def about(self, method: str, uri: str, **more: object) -> dict:
        """Asks something about a text."""
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def last_words(self) -> str:
        """How the server ended."""
        try:
            code = self.server.wait(5)
        except subprocess.TimeoutExpired:
            return "the server is silent"
        return f"the server ended with {code}: {self.server.stderr.read().decode(errors='replace')[-2000:]}"

    def leave(self) -> int:
        """Says goodbye; the answer is the exit code."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.server.wait(10)


def place(text: str) -> dict:
    """The position of the end of a text, in units of UTF-16."""
    line = text.count("\n")
    last = text[text.rfind("\n") + 1:]
    return {"line": line, "character": len(last.encode("utf-16-le")) // 2}
