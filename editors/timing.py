"""Measures the language server: every prefix of every game of the library is sent, and each answer is timed.

    editors/timing.py PROGRAM [--step N] [--limit MILLISECONDS] [--games NAME ...]

With `--step N` only each N-th prefix of a game is sent. For each prefix the whole text is sent, then the time until its
diagnostics come is taken, then those of hover and completion at its end. The program prints the median, the 99th percentile and the
worst of each, and ends with 1 where the server ends, or where an answer takes longer than `--limit`. `tests` of the
project send such texts too, but time nothing.
"""

import argparse
import sys
import time
from pathlib import Path

from client import Client, Dead, place

ROOT = Path(__file__).resolve().parents[1]


def measure(client: Client, uri: str, version: int, text: str) -> dict[str, float]:
    """The seconds that each answer to a text took."""
    found = {}
    begun = time.perf_counter()
    client.change(uri, text, version)
    found["diagnostics"] = client.diagnosed(uri, version)[0] - begun
    at = {"textDocument": {"uri": uri}, "position": place(text)}
    for name in ("hover", "completion"):
        begun = time.perf_counter()
        number = client.begin(f"textDocument/{name}", at)
        when, answer = client.wait(lambda it: it.get("id") == number and "method" not in it)
        found[name] = when - begun
        if "error" in answer:
            raise Dead(f"{name} was answered by an error: {answer['error']}")
    return found


def summary(name: str, times: list[tuple[float, str]]) -> str:
    """One line: median, 99th percentile and worst of some times, in milliseconds."""
    times.sort()
    at = lambda part: times[min(len(times) - 1, int(part * len(times)))][0] * 1000
    return (f"{name}: {len(times)} answers, median {at(0.5):.2f} ms, 99th percentile {at(0.99):.2f} ms, "
            f"worst {times[-1][0] * 1000:.1f} ms ({times[-1][1]})")


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--step", type=int, default=1)
    arguments.add_argument("--limit", type=float)
    arguments.add_argument("--games", nargs="*", default=[])
    given = arguments.parse_args()
    games = sorted(path for path in (ROOT / "games").glob("*.game") if not given.games or path.stem in given.games)
    times: dict[str, list[tuple[float, str]]] = {"diagnostics": [], "hover": [], "completion": []}
    client = Client(given.program, ["--hint-time", "0s"])
    for number, path in enumerate(games):
        text, uri = path.read_text(encoding="utf-8"), f"file:///{path.name}"
        client.open(uri, "", 1)
        client.diagnosed(uri, 1)
        # The whole text is always among them.
        for version, end in enumerate([*range(number % given.step, len(text), given.step), len(text)], 2):
            try:
                for name, seconds in measure(client, uri, version, text[:end]).items():
                    times[name].append((seconds, f"{path.name}, {end} characters"))
            except Dead as why:
                print(f"{path.name}, the first {end} characters: {why}")
                return 1
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.others.clear()
    code = client.leave()
    for name, found in times.items():
        print(f"zug lsp: {summary(name, found)}")
    slow = [each for found in times.values() for each in found if given.limit and each[0] * 1000 > given.limit]
    if slow:
        print("\n".join(f"too slow: {seconds * 1000:.1f} ms: {place}" for seconds, place in sorted(slow)[-20:]))
    return 1 if slow or code != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
