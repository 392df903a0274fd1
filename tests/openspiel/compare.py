#!/usr/bin/env python3
"""Compares the games of this library with OpenSpiel, where that knows them.

    pip install open_spiel
    cargo build --release
    python3 tests/openspiel/compare.py [--zug target/release/zug] [NAME ..]

For every size below it counts sequences of moves in both programs, and where the game is small also finds the value, with
a plain search over OpenSpiel's states on one side and `zug solve` on the other. It prints a table and ends with 1 if
anything differs. Where the rules of the two are known to differ, or a turn is cut into moves in another way, the entry says so.
"""

import argparse
import json
import pathlib
import subprocess
import sys

try:
    import pyspiel
except ImportError:
    sys.exit("compare.py: OpenSpiel is not installed; try: pip install open_spiel")

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Case:
    """One game in one size, in both programs.

    depth   how long the sequences are that are counted, in moves of Zug
    value   whether the value is compared too
    free    of an action's text: true if it is no move of its own in Zug
    plies   how many moves of Zug one of OpenSpiel's is
    differs why the two are known not to agree; then a difference is told and does not count
    """

    def __init__(self, name, settings, theirs, depth, value=False, free=None, plies=1, differs=None, note=""):
        self.name, self.settings, self.theirs, self.depth, self.value = name, settings, theirs, depth, value
        self.free, self.plies, self.differs, self.note = free, plies, differs, note


AMAZONS = "amazons[White]={d1,g1,a4,j4}", "amazons[Black]={a7,j7,d10,g10}"

CASES = [
    Case("tic_tac_toe", [], "tic_tac_toe", 6, value=True),
    Case("connect_four", ["columns=7", "rows=6", "k=4"], "connect_four", 6),
    Case("connect_four", ["columns=4", "rows=4", "k=4"], "connect_four(columns=4,rows=4)", 7, value=True),
    Case("connect_four", ["columns=4", "rows=4", "k=3"], "connect_four(columns=4,rows=4,x_in_row=3)", 7, value=True),
    Case("connect_four", ["columns=5", "rows=4", "k=3"], "connect_four(columns=5,rows=4,x_in_row=3)", 6),
    Case("dots_and_boxes", ["columns=1", "rows=1"], "dots_and_boxes(num_cols=1,num_rows=1,utility_margin=true)", 4, value=True),
    Case("dots_and_boxes", ["columns=2", "rows=1"], "dots_and_boxes(num_cols=2,num_rows=1,utility_margin=true)", 5, value=True),
    Case("dots_and_boxes", [], "dots_and_boxes(utility_margin=true)", 4, value=True),
    Case("dots_and_boxes", ["columns=3", "rows=3"], "dots_and_boxes(num_cols=3,num_rows=3,utility_margin=true)", 3),
    Case("nim", ["heaps=[3,4,5]"], "nim(pile_sizes=3;4;5,is_misere=false)", 5, value=True),
    Case("nim", ["heaps=[3,4,5]", "misere=true"], "nim(pile_sizes=3;4;5,is_misere=true)", 5, value=True),
    Case("nim", ["heaps=[1,3,5,7]", "misere=true"], "nim(pile_sizes=1;3;5;7,is_misere=true)", 4, value=True),
    Case("breakthrough", ["columns=8", "rows=8"], "breakthrough", 4),
    Case("breakthrough", ["columns=3", "rows=5", "deep=1"], "breakthrough(columns=3,rows=5)", 6, value=True,
         note="boards of fewer than six rows have one row of pawns on each side there"),
    Case("breakthrough", ["columns=3", "rows=6"], "breakthrough(columns=3,rows=6)", 6),
    Case("breakthrough", ["columns=2", "rows=6"], "breakthrough(columns=2,rows=6)", 7, value=True),
    Case("hex", ["columns=3", "rows=3"], "hex(num_cols=3,num_rows=3)", 6, value=True),
    Case("hex", ["columns=4", "rows=3"], "hex(num_cols=4,num_rows=3)", 5, value=True),
    Case("hex", ["columns=4", "rows=4"], "hex(num_cols=4,num_rows=4)", 5),
    Case("y", ["side=3"], "y(board_size=3)", 6, value=True),
    Case("y", ["side=4"], "y(board_size=4)", 6, value=True),
    Case("clobber", ["columns=3", "rows=3"], "clobber(columns=3,rows=3)", 6, value=True),
    Case("clobber", ["columns=4", "rows=3"], "clobber(columns=4,rows=3)", 6, value=True),
    Case("clobber", ["columns=6", "rows=5"], "clobber(columns=6,rows=5)", 3),
    Case("reversi", ["width=8", "height=8"], "othello", 6),
    Case("kalah", ["pits=6", "seeds=4", "empty_capture=false"], "mancala", 6),
    Case("oware", ["pits=6", "seeds=4"], "oware", 5),
    Case("draughts", ["n=8"], "checkers", 5),
    Case("nine_mens_morris", ["squares=3", "men_each=9", "flying=true"], "nine_mens_morris", 4),
    Case("lines_of_action", ["n=8"], "lines_of_action", 3),
    Case("pentago", ["n=3", "k=5"], "pentago", 4, plies=2, note="a turn is one action there, two moves here"),
    Case("amazons", ["columns=10", "rows=10", *AMAZONS], "amazons", 1, free=lambda text: "From" in text or "To" in text,
         note="a turn is three actions there, one move here"),
    Case("ultimate_tic_tac_toe", ["n=3"], "ultimate_tic_tac_toe", 4, free=lambda text: "Choose" in text,
         note="the choice of a small board is an action there"),
    Case("quoridor", ["columns=9", "rows=9", "walls_each=10"], "quoridor(board_size=9)", 2),
    Case("quoridor", ["columns=3", "rows=3", "walls_each=1"], "quoridor(board_size=3,wall_count=1)", 4),
]


def zug(program, command, case, *more):
    """What Zug answers, as JSON."""
    file = ROOT / "games" / (case.name + ".game")
    words = [program, command, str(file), *more, "--json"]
    for setting in case.settings:
        words += ["--set", setting]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"compare.py: {' '.join(words)}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def count(case, state, depth):
    """How many sequences of exactly so many moves there are."""
    if depth <= 0:
        return 1
    if state.is_terminal():
        return 0
    player, whole = state.current_player(), 0
    for action in state.legal_actions():
        cost = 0 if case.free and case.free(state.action_to_string(player, action)) else case.plies
        if cost == depth and not case.free:
            whole += 1
            continue
        child = state.clone()
        child.apply_action(action)
        whole += count(case, child, depth - cost)
    return whole


def value(state, memo):
    """What the first player gets in the end, by plain minimax; states with one text and one mover are taken for the same."""
    if state.is_terminal():
        return state.returns()[0]
    player = state.current_player()
    key = (str(state), player)
    if key not in memo:
        found = []
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            found.append(value(child, memo))
        memo[key] = max(found) if player == 0 else min(found)
    return memo[key]


def compare(program, case):
    """Rows of the table: what is compared, theirs, ours."""
    start = pyspiel.load_game(case.theirs).new_initial_state()
    ours = zug(program, "perft", case, str(case.depth))["perft"]
    depths = range(case.plies, case.depth + 1, case.plies)
    theirs = [count(case, start, depth) for depth in depths]
    yield "perft", theirs, [ours[depth - 1] for depth in depths]
    if case.value:
        yield "value", value(start, {}), zug(program, "solve", case)["value"]["points"]


def main():
    parser = argparse.ArgumentParser(description="Compares games with OpenSpiel.")
    parser.add_argument("--zug", default=str(ROOT / "target" / "release" / "zug"), help="the program")
    parser.add_argument("names", nargs="*", help="only these games")
    arguments = parser.parse_args()
    wrong = 0
    for case in CASES:
        if arguments.names and case.name not in arguments.names:
            continue
        title = f"{case.name} {' '.join(case.settings)}".strip()
        for what, theirs, ours in compare(arguments.zug, case):
            same = theirs == ours
            wrong += not same and case.differs is None
            verdict = "same   " if same else ("DIFFERS" if case.differs is None else "differs")
            told = f"{ours}" if same else f"here {ours}, OpenSpiel {theirs}"
            print(f"{verdict}  {what}  {title:<44}  {told}", flush=True)
        if case.differs or case.note:
            print(f"         ({case.differs or case.note})", flush=True)
    print(f"{wrong} differences" if wrong else "no differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
