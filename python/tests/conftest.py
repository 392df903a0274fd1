"""What all tests use."""

import pathlib

import pytest

import zug

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"

STICKS = """
game "Five sticks"
players First, Second
state { sticks: 0..5 = 5 }
move take(n in 1..2) when n <= sticks { sticks -= n }
stuck => me loses
"""


@pytest.fixture(scope="session")
def library():
    """Loads a game of the library by its name."""
    loaded = {}

    def load(name, **settings):
        key = (name, repr(settings))
        if key not in loaded:
            loaded[key] = zug.load(GAMES / f"{name}.game", **settings)
        return loaded[key]

    return load
