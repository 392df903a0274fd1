"""Games of Zug as games of OpenSpiel.

    import pyspiel, zug.openspiel
    zug.openspiel.register("connect_four.game", columns=5)
    game = pyspiel.load_game("zug_connect_four")
    state = game.new_initial_state()

Every algorithm of OpenSpiel that plays two-player games with perfect information can be asked about such a game.
"""

from __future__ import annotations

import os
import re
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    raise ImportError("zug.openspiel needs OpenSpiel: pip install open_spiel") from error

import zug

#: Games that are not proved to end are cut after so many moves, and are worth then what the rule `endless` says: a draw without it.
MAX_LENGTH = 1000
#: Games with more moves than this are refused: OpenSpiel makes lists of that length.
MAX_ACTIONS = 1 << 20

_GAMES: dict[str, zug.Game] = {}


def register(
    path: str | os.PathLike[str] | zug.Game,
    short_name: str | None = None,
    *,
    max_length: int | None = None,
    **settings: Any,
) -> str:
    """Registers a definition as a game of OpenSpiel, and returns its name for pyspiel.load_game.

    path: a file, or a zug.Game. short_name: without it, "zug_" and the name of the file. settings: as zug.load takes them.
    max_length: moves after which play is cut; play that is proved to end is not cut, and the number only says how long it may be.

    Action i means the same move in all positions; observations are the planes of zug.boards.
    """
    game = path if isinstance(path, zug.Game) else zug.load(path, **settings)
    if isinstance(path, zug.Game) and settings:
        raise zug.ZugError("settings are given with a file; this game has its own")
    if short_name is None:
        stem = os.path.splitext(os.path.basename(game.name))[0]
        short_name = "zug_" + (re.sub(r"\W+", "_", stem).strip("_") or "game")
    if game.action_count > MAX_ACTIONS:
        raise zug.ZugError(f"{game.title} has {game.action_count} moves, and {MAX_ACTIONS} is the most that OpenSpiel is given")
    if _GAMES.get(short_name, game) != game:
        raise zug.ZugError(f"another game is registered as {short_name} already; give a short_name")
    if short_name not in _GAMES:
        _GAMES[short_name] = game
        pyspiel.register_game(_game_type(game, short_name), _maker(game, short_name, max_length))
    return short_name


def _game_type(game: zug.Game, short_name: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _maker(game: zug.Game, short_name: str, max_length: int | None):
    kind = _game_type(game, short_name)
    shape, names = game.plane_names()
    low, high = game.range
    most = float(max(abs(low), abs(high), 1))
    info = pyspiel.GameInfo(
        num_distinct_actions=int(game.action_count),
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=max_length or MAX_LENGTH,
    )
    cut = None if game.ends else info.max_game_length
    tensor_shape = [len(names), *shape]

    class Game(pyspiel.Game):
        """A definition of Zug."""

        def __init__(self, params=None):
            super().__init__(kind, info, params or {})
            self.zug = game

        def new_initial_state(self):
            return State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return Observer(params)

        def observation_tensor_shape(self):
            return tensor_shape

    class State(pyspiel.State):
        """A position, reached from the first one."""

        def __init__(self, of):
            super().__init__(of)
            self._position = game.start()
            self._length = 0

        @property
        def zug(self) -> zug.Position:
            """The position."""
            return self._position

        def current_player(self):
            return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self._position.mover

        def _legal_actions(self, player):
            return sorted(self._position.actions())

        def _apply_action(self, action):
            self._position = self._position.act(action)
            self._length += 1

        def _action_to_string(self, player, action):
            return self._position.action_text(action)

        def is_terminal(self):
            return self._position.is_over or (cut is not None and self._length >= cut)

        def returns(self):
            if not self.is_terminal():
                return [0.0, 0.0]
            value = self._position.outcome
            value = float(self._position.endless if value is None else value)
            return [value, -value]

        def __str__(self):
            return f"{self._position}\n{self._position.turn or 'nobody'} to move"

        def observation_tensor(self, player=None):
            return _planes(self._position).ravel().tolist()

        def observation_string(self, player=None):
            return str(self)

    class Observer:
        """The planes of zug.boards."""

        def __init__(self, params):
            if params:
                raise ValueError(f"observation parameters are not supported: {params}")
            self.tensor = np.zeros(int(np.prod(tensor_shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(tensor_shape)}

        def set_from(self, state, player):
            self.dict["observation"][:] = _planes(state.zug)

        def string_from(self, state, player):
            return str(state)

    def _planes(position: zug.Position) -> np.ndarray:
        return game.planes_of(np.array(position.key(), dtype="<u8").tobytes())[0]

    return Game
