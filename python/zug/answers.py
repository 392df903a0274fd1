"""What is answered about one position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Entry(NamedTuple):
    """What a Solution has for a position.

    value: from the side of the player named first, points so far included. distance: plies to the end under best play, None in draws,
    where play does not end, and where outcomes are points.
    """

    value: int
    distance: int | None


@dataclass(frozen=True)
class Answer:
    """The exact answer about one position, as `zug solve` gives it."""

    value: int
    """From the side of the player named first: 1, 0, -1 where a game is won, drawn, lost, points otherwise."""
    result: str
    """The same in the words of the definition: "B wins"."""
    winner: str | None
    """The player whom the value favours."""
    distance: int | None
    """Plies to the end under best play, if it was asked for and there is an end."""
    best: list[str]
    """The moves that keep the value, in the order of the definition."""
    best_within: int | None
    """If `best` has only the moves that win within so many plies, and of the others nothing is known: that number."""
    line: list[str]
    """A line of best play."""
    line_end: str
    """How it ends: "terminal", "repeats" or "cut"."""
    values: dict[str, int]
    """The value of every legal move, if all_moves was asked for."""
    distances: dict[str, int | None]
    """The same for the plies to the end, the move included."""
    solver: str
    """Which solver found it."""
    why: str
    """How the value is known, and why that way is sound."""
    positions: int
    """How many positions were looked at."""
    bytes: int
    """Memory of the tables."""
    seconds: float
    """How long it took."""

    def __str__(self) -> str:
        plies = "" if self.distance is None else f" in {self.distance} {'ply' if self.distance == 1 else 'plies'}"
        best = f"; best: {', '.join(self.best)}" if self.best else ""
        return f"{self.result}{plies}{best}"
