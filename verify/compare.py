"""Compares this reader with the program at the same positions.

    python3 compare.py ZUG FOLDER_OR_FILE ... [--positions N] [--games N] [--seed S] [--most N] [--seconds N] [--facts]

For every `.game` file this reader plays random games. At each position met it asks `zug moves --json` for the legal
moves, their order and texts, whose turn it is and how play is over; then both count move sequences, and of games that
are small enough both tell the value. With `--facts` the same is done under the settings of every `expect with` too.
Every file gets an equal share of `--seconds`; what does not fit in it is left out, but for the first positions.
Exits with 1 where the two differ.
"""

import argparse
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from zugverify.errors import DefinitionError, Fault, Limit, Usage  # noqa: E402
from zugverify.items import read_definition, read_setting  # noqa: E402
from zugverify.load import make_rules, read_text  # noqa: E402
from zugverify.perft import perft  # noqa: E402
from zugverify.positions import random_games  # noqa: E402
from zugverify.solve import solve  # noqa: E402

SECONDS = 20  # for one answer of the program
LEAST = 3  # positions of each file, however little time there is


def ask(program, *arguments):
    """Runs the program; gives its exit code, what it printed and what it complained of."""
    done = subprocess.run((program,) + arguments, capture_output=True, text=True, timeout=SECONDS)
    return done.returncode, done.stdout, done.stderr


def too_large(code, err):
    """Says whether the program refused a definition for its size."""
    return code == 3 and "Z07" in err


class Comparison:
    """Counts what was compared and tells what differs."""

    def __init__(self, options):
        self.options, self.differences = options, 0
        self.positions = self.counts = self.values = self.games = 0

    def begin(self, share):
        """Gives the next file so many seconds."""
        self.begun, self.share = time.time(), max(share, 0.001)

    def used(self):
        """Gives how much of its share a file has used, 1 for all."""
        return (time.time() - self.begun) / self.share

    def differ(self, file, settings, what, mine, theirs):
        self.differences += 1
        print("DIFFERENT %s %s: %s\n  this reader: %s\n  the program: %s" % (file, " ".join(settings), what, mine, theirs))

    def file(self, path):
        _, text = read_text(path)
        try:
            items = read_definition(text)
            rows = [[]] + (settings_of(text) if self.options.facts else [])
            for settings in rows:
                self.settings(path, items, settings)
        except DefinitionError as error:
            # What is too large for the program ends with 3.
            code = ask(self.options.zug, "check", path)[0]
            if code not in (1, 3):
                self.differ(path, [], "refused by this reader alone", "line %d: %s" % (error.line, error.text), "taken")
        except subprocess.TimeoutExpired:
            print("no answer in time: %s" % path)
        self.games += 1

    def settings(self, path, items, settings):
        given = [a for s in settings for a in ("--set", s)]
        try:
            rules = make_rules(items, [read_setting(s) for s in settings])
        except Usage as problem:
            self.differ(path, settings, "settings", problem, "")
            return
        seed = self.options.seed
        for k, mine in enumerate(random_games(rules, self.options.games, seed, self.options.plies)):
            if k >= self.options.positions or k >= LEAST and self.used() > 0.4:
                break
            self.position(path, settings, given, mine)
        try:
            if self.used() < 0.7:
                self.count(path, settings, given, rules)
            if self.used() < 0.7:
                self.value(path, settings, given, rules)
        except subprocess.TimeoutExpired:
            print("no answer in time: %s %s" % (path, " ".join(settings)))

    def position(self, path, settings, given, mine):
        moves = ", ".join(mine["moves"])
        code, out, err = ask(self.options.zug, "moves", path, *given, "--json", "--moves", moves)
        self.positions += 1
        if too_large(code, err):
            return
        if "fault" in mine:
            if code == 0:
                self.differ(path, settings, "a fault after " + moves, mine["fault"], out)
            return
        if code:
            self.differ(path, settings, "moves after " + moves, mine, err)
            return
        theirs = json.loads(out)
        pairs = [("moves", mine["legal"], theirs["moves"]), ("over", mine["over"], theirs["over"])]
        if mine["over"]:
            pairs.append(("outcome", mine["outcome"], theirs["value"]))
        else:
            pairs.append(("turn", mine["turn"], theirs["turn"]))
        for what, a, b in pairs:
            if a != b:
                self.differ(path, settings, "%s after `%s`" % (what, moves), a, b)

    def faults(self, path, settings, what, fault, code, out):
        """Where this reader meets a fault the program has to end with one."""
        if code != 1:
            self.differ(path, settings, what, "a fault: %s" % fault, "exit code %d, %s" % (code, out.strip()))

    def count(self, path, settings, given, rules):
        depth, mine, fault = 0, [], None
        try:
            while depth < 4 and (not mine or 0 < mine[-1] * (mine[-1] / max(mine[-2:-1] + [1])) < self.options.most):
                depth += 1
                mine = perft(rules, rules.start(), depth, self.options.most)
        except Limit:
            depth -= 1
        except Fault as met:
            fault = met
        if depth:
            code, out, err = ask(self.options.zug, "perft", path, str(depth), *given, "--json")
            self.counts += 1
            if too_large(code, err) or code == 1 and not fault and self.faults_behind(rules, depth):
                return
            if fault:
                self.faults(path, settings, "perft", fault, code, out)
                return
            theirs = json.loads(out)["perft"] if code == 0 else err
            if mine[:depth] != theirs:
                self.differ(path, settings, "perft", mine[:depth], theirs)

    def faults_behind(self, rules, depth):
        """Says whether a move of the last ply is a fault: the program plays these moves too, this reader only counts them."""
        try:
            perft(rules, rules.start(), depth + 1, 100 * self.options.most)
        except Fault:
            return True
        except Limit:
            pass
        return False

    def value(self, path, settings, given, rules):
        ask_value = ("solve", path, *given, "--distance", "--format", "{value}/{plies}")
        try:
            graph = solve(rules, rules.start(), self.options.most)
        except Limit:
            return
        except Fault as fault:
            self.values += 1
            code, out, err = ask(self.options.zug, *ask_value)
            if not too_large(code, err):
                self.faults(path, settings, "value", fault, code, out)
            return
        mine = rules.outcome_text(graph.value[0])
        # A win by play that never ends has no distance.
        plies = graph.distances()[0] if not rules.points and graph.value[0] else None
        if plies is not None:
            mine += " in %d" % plies
        code, out, err = ask(self.options.zug, *ask_value)
        if too_large(code, err):
            return
        value, _, plies = out.strip().partition("/")
        theirs = err if code else value + (" in " + plies if plies and not rules.points and value != "draw" else "")
        self.values += 1
        if mine != theirs:
            self.differ(path, settings, "value", mine, theirs)


def settings_of(text):
    """Gives the settings of every fact of a definition, as they would stand on the command line."""
    out = []
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("expect with "):
            row = one_row(line[len("expect with "):])
            if row and row not in out:
                out.append(row)
    return out


def one_row(text):
    """Splits `a = 1, b = {2, 3}: …` into settings."""
    row, depth, part, quoted = [], 0, "", False
    for letter in text:
        quoted ^= letter == '"'
        if not quoted:
            depth += {"{": 1, "[": 1, "(": 1, "}": -1, "]": -1, ")": -1}.get(letter, 0)
            if depth == 0 and letter in ",:":
                row.append(part)
                part = ""
                if letter == ":":
                    break
                continue
        part += letter
    if " after " in (row[-1] if row else "") or not row:
        return None
    return ["%s=%s" % tuple(s.strip() for s in r.split("=", 1)) for r in row]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zug")
    parser.add_argument("files", nargs="+")
    for name, value in (("positions", 30), ("games", 6), ("seed", 1), ("plies", 60), ("most", 3000), ("seconds", 80)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--facts", action="store_true")
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)
    files = []
    for name in options.files:
        files += [os.path.join(name, f) for f in sorted(os.listdir(name))] if os.path.isdir(name) else [name]
    comparison, begun = Comparison(options), time.time()
    files = [file for file in files if file.endswith(".game")]
    for k, file in enumerate(files):
        comparison.begin((begun + options.seconds - time.time()) / (len(files) - k))
        comparison.file(file)
    print("%d definitions, %d positions, %d perft counts, %d values compared in %d seconds: %d differences" % (
        comparison.games, comparison.positions, comparison.counts, comparison.values, time.time() - begun,
        comparison.differences))
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())
