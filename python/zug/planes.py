"""Positions as arrays of numbers, for learning."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ._zug import Game, Position, Solution
from .errors import ZugError


class Boards(NamedTuple):
    """n positions as planes, with their exact values as labels."""

    planes: np.ndarray
    """float32 of shape [n, planes, rows, columns], [n, planes, cells] where no board is rectangular, [n, planes] without a board."""
    values: np.ndarray | None
    """int8 of shape [n] (int64 where points do not fit): from the side of the player named first. None if not asked for."""
    turn: np.ndarray
    """uint8 of shape [n]: 0 where the player named first is to move, 1 where the other is."""
    keys: np.ndarray
    """uint64 of shape [n, words]: Game.position gives the position back."""
    names: list[str]
    """What each plane shows: "marks[X]", "at[A]", "turn = O"."""


def boards(
    game: Game,
    positions: Solution | Iterable[Position] | np.ndarray | None = None,
    *,
    values: bool = True,
    memory: str | int | None = None,
    timeout: float | None = None,
) -> Boards:
    """Positions of a game as planes, with their exact values as labels.

    positions: a Solution, a list of Positions, keys as an array of shape [n, words], or None: every position that can be reached, which
    is solved for that within `memory` and `timeout`, as Game.solve takes them.
    values: whether labels are wanted. Those of a Solution are there; Positions and keys are asked about one by one.

    A set of cells is one plane; what stands on cells is one plane for each thing; a number fills a plane; the last plane is full of
    ones where the second player is to move. Row 0 lies in the south, column 0 in the west.
    """
    if positions is None:
        positions = game.solution(memory=memory, timeout=timeout)
    labels = None
    if isinstance(positions, Solution):
        if positions.game != game:
            raise ZugError("these positions are of another game, or of the game under other settings")
        arrays = positions.arrays()
        keys = arrays["keys"]
        labels = arrays["values"] if values else None
    else:
        if isinstance(positions, np.ndarray) and (positions.dtype != np.uint64 or positions.shape[1:] != (game.key_words,)):
            found = f"{positions.dtype} of shape {list(positions.shape)}"
            raise ZugError(f"keys are uint64 of shape [n, {game.key_words}], and these are {found}")
        if isinstance(positions, np.ndarray) and not values:
            keys = positions
        else:
            every = [_position(game, each) for each in positions]
            keys = np.array([each.key() for each in every], dtype=np.uint64).reshape(len(every), game.key_words)
            labels = _smallest([each.value() for each in every]) if values else None
    planes = game.planes_of(np.ascontiguousarray(keys, dtype="<u8").tobytes())
    shape, names = game.plane_names()
    turn = planes.reshape(len(planes), len(names), math.prod(shape))[:, -1, 0].astype(np.uint8)
    return Boards(planes, labels, turn, keys, names)


def _position(game: Game, each: Any) -> Position:
    if not isinstance(each, Position):
        return game.position([int(word) for word in each])
    if each.game != game:
        raise ZugError("these positions are of another game, or of the game under other settings")
    return each


def _smallest(values: list[int]) -> np.ndarray:
    fits = all(-128 <= value <= 127 for value in values)
    return np.array(values, dtype=np.int8 if fits else np.int64)
