"""Measures the language server: every prefix of every game of the library is sent, and each answer is timed.

    python3 editors/timing.py PROGRAM [--step N] [--limit MILLISECONDS] [--minutes M] [--games NAME ...]

With `--step N` only each N-th prefix of a game is sent. For each prefix the whole text is sent, then the time until its diagnostics
come is taken, then those of hover and completion at its end. What is printed are the median, the 99th percentile and the worst of
each, by the clock, and where the system tells it the time on a processor, which hardly depends on what else the machine does.
The exit code is 1 where the server ends or answers by an error, and where an answer takes longer than `--limit`, on a processor
where that is told. After `--minutes` no further game is begun. No test of the project is timed: this is run by hand.
"""

import argparse
import sys
import time
from pathlib import Path

from client import Client, Dead, place

ROOT = Path(__file__).resolve().parents[1]


Seconds = tuple[float, float | None]


def processor(client: Client) -> float | None:
    """The seconds that the server has been on a processor."""
    try:
        tasks = list(Path(f"/proc/{client.server.pid}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except OSError:
        return None


class Watch:
    """Times one answer."""

    def __init__(self, client: Client) -> None:
        self.client, self.used, self.begun = client, processor(client), time.perf_counter()

    def until(self, when: float) -> Seconds:
        """The time until `when`, and that on a processor until now."""
        used = processor(self.client)
        return when - self.begun, None if used is None or self.used is None else used - self.used


def measure(client: Client, uri: str, version: int, text: str) -> dict[str, Seconds]:
    """The time that each answer to a text took."""
    found = {}
    watch = Watch(client)
    client.change(uri, text, version)
    found["diagnostics"] = watch.until(client.diagnosed(uri, version)[0])
    at = {"textDocument": {"uri": uri}, "position": place(text)}
    for name in ("hover", "completion"):
        watch = Watch(client)
        number = client.begin(f"textDocument/{name}", at)
        when, answer = client.wait(lambda it: it.get("id") == number and "method" not in it)
        found[name] = watch.until(when)
        if "error" in answer:
            raise Dead(f"{name} was answered by an error: {answer['error']}")
    return found


def summary(times: list[tuple[float, str]]) -> str:
    """The median, the 99th percentile and the worst of some times, in milliseconds."""
    times = sorted(times)
    at = lambda part: times[min(len(times) - 1, int(part * len(times)))][0] * 1000
    return f"median {at(0.5):.2f} ms, 99th percentile {at(0.99):.2f} ms, worst {times[-1][0] * 1000:.1f} ms ({times[-1][1]})"


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--step", type=int, default=1)
    arguments.add_argument("--limit", type=float)
    arguments.add_argument("--minutes", type=float, default=1e6)
    arguments.add_argument("--games", nargs="*", default=[])
    given = arguments.parse_args()
    games = sorted(path for path in (ROOT / "games").glob("*.game") if not given.games or path.stem in given.games)
    clock: dict[str, list[tuple[float, str]]] = {"diagnostics": [], "hover": [], "completion": []}
    busy: dict[str, list[tuple[float, str]]] = {name: [] for name in clock}
    client = Client(given.program, ["--hint-time", "0s"])
    until = time.monotonic() + given.minutes * 60
    done = 0
    for number, path in enumerate(games):
        if time.monotonic() > until:
            break
        done += 1
        text, uri = path.read_text(encoding="utf-8"), f"file:///{path.name}"
        client.open(uri, "", 1)
        client.diagnosed(uri, 1)
        # The whole text is always among them.
        for version, end in enumerate([*range(number % given.step, len(text), given.step), len(text)], 2):
            try:
                for name, (waited, used) in measure(client, uri, version, text[:end]).items():
                    clock[name].append((waited, f"{path.name}, {end} characters"))
                    if used is not None:
                        busy[name].append((used, f"{path.name}, {end} characters"))
            except Dead as why:
                print(f"{path.name}, the first {end} characters: {why}")
                return 1
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.others.clear()
    code = client.leave()
    print(f"{done} of {len(games)} games, each {given.step}. prefix")
    for name, found in clock.items():
        print(f"{name}: {len(found)} answers; by the clock {summary(found)}")
        if busy[name]:
            print(f"{name}: on a processor {summary(busy[name])}")
    judged = [each for name, found in clock.items() for each in busy[name] or found]
    slow = sorted(each for each in judged if given.limit and each[0] * 1000 > given.limit)
    if slow:
        print("\n".join(f"too slow: {seconds * 1000:.1f} ms: {place}" for seconds, place in slow[-20:]))
    return 1 if slow or code != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
