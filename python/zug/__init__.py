"""Write the rules of a two-player game as text and get the exact value of every position.

    >>> import zug
    >>> game = zug.loads('''
    ...     game "Five sticks"
    ...     players First, Second
    ...     state { sticks: 0..5 = 5 }
    ...     move take(n in 1..2) when n <= sticks { sticks -= n }
    ...     stuck => me loses
    ... ''')
    >>> start = game.start()
    >>> start.moves(), start.best(), start.result(), start.distance()
    (['1', '2'], ['2'], 'First wins', 3)

Values are integers from the side of the player named first: 1, 0, -1 where a game is won, drawn and lost, points otherwise.
"""

from __future__ import annotations

import os as _os
from typing import Any as _Any

from ._zug import Game, Position, Solution, __version__
from .answers import Answer, Entry
from .errors import (
    DefinitionError,
    Diagnostic,
    Fix,
    InternalError,
    Label,
    LimitError,
    MoveError,
    Place,
    SettingError,
    ZugError,
    fixed,
)
from .planes import Boards, boards
from .settings import typed as _typed

__all__ = [
    "Answer",
    "Boards",
    "DefinitionError",
    "Diagnostic",
    "Entry",
    "Fix",
    "Game",
    "InternalError",
    "Label",
    "LimitError",
    "MoveError",
    "Place",
    "Position",
    "SettingError",
    "Solution",
    "ZugError",
    "boards",
    "fixed",
    "load",
    "loads",
]


def load(path: str | _os.PathLike[str], /, **settings: _Any) -> Game:
    """Reads and checks a definition from a file.

    The settings are those of `zug solve --set`: numbers, truth values, names as text, lists, sets, and for tables a dict from
    the index. `None` is `none`.

    Raises DefinitionError for mistakes of the definition, SettingError for those of settings, and OSError for a file that cannot
    be read.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ZugError(f"{_os.fspath(path)} is not UTF-8 text: byte {error.start} is wrong; save it as UTF-8") from None
    return Game(text, str(_os.fspath(path)), _typed(settings))


def loads(text: str, /, **settings: _Any) -> Game:
    """Checks a definition that is given as text; otherwise as load."""
    return Game(text, "<text>", _typed(settings))


# Messages and pickles name them as they are imported.
for _public in map(globals().get, __all__):
    if isinstance(_public, type) and _public.__module__ != "zug":
        _public.__module__ = "zug"
