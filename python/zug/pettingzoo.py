"""Games of Zug as environments of PettingZoo.

    import zug.pettingzoo
    env = zug.pettingzoo.env("connect_four.game", columns=5)
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:  # pragma: no cover
    raise ImportError("zug.pettingzoo needs PettingZoo: pip install pettingzoo") from error

import zug

#: Games with more moves than this are refused: masks have that length.
MAX_ACTIONS = 1 << 20


def env(path: str | os.PathLike[str] | zug.Game, *, max_length: int | None = None, render_mode: str | None = None, **settings: Any):
    """An environment for a definition: raw_env in the wrappers that PettingZoo gives its own board games."""
    made = raw_env(path, max_length=max_length, render_mode=render_mode, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """A definition as an environment of two agents, who are called as the players are.

    path: a file, or a zug.Game. settings: as zug.load takes them. max_length: moves after which play is truncated with rewards 0;
    without it, 1000 where play is not proved to end, and none elsewhere. render_mode: "ansi" (text) or "svg" (a picture as text).

    An observation is a dict: "observation", the planes of zug.boards, float32 of shape [planes, rows, columns], seen from no side;
    "action_mask", int8 of shape [actions], 1 for each legal move. Rewards come at the end: the outcome for the player named first,
    its negative for the other. infos[agent]["moves"] has the legal moves as text, in the order of their actions.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "zug_v0", "is_parallelizable": False}

    def __init__(
        self,
        path: str | os.PathLike[str] | zug.Game,
        *,
        max_length: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ):
        super().__init__()
        if isinstance(path, zug.Game) and settings:
            raise zug.ZugError("settings are given with a file; this game has its own")
        self.game = path if isinstance(path, zug.Game) else zug.load(path, **settings)
        if self.game.action_count > MAX_ACTIONS:
            raise zug.ZugError(f"{self.game.title} has {self.game.action_count} moves, and {MAX_ACTIONS} is the most")
        if render_mode not in (None, "ansi", "svg"):
            raise zug.ZugError(f"render_mode is {render_mode!r}: write \"ansi\", \"svg\" or None")
        if max_length is None and not self.game.ends:
            max_length = 1000
        self.max_length = max_length
        self.render_mode = render_mode
        shape, names = self.game.plane_names()
        count = int(self.game.action_count)
        observed = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (len(names), *shape), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.possible_agents = list(self.game.players)
        self.observation_spaces = {agent: observed for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.position = self.game.start()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None):
        """Begins anew; nothing in it is random, so a seed changes nothing. options={"moves": "a1, b2"} plays these moves first."""
        self.position = self.game.start((options or {}).get("moves"))
        self.length = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent):
        mask = np.zeros(int(self.game.action_count), np.int8)
        if agent == self.position.turn and not self.truncations.get(agent, False):
            mask[self.position.actions()] = 1
        key = np.array(self.position.key(), dtype="<u8").tobytes()
        return {"observation": self.game.planes_of(key)[0], "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.act(int(action))
        self.length += 1
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._look()
        self._accumulate_rewards()

    def render(self):
        """The position, in the form of render_mode."""
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self):
        """Nothing is open."""

    def _look(self):
        """Whose turn it is, or how play ended."""
        self.agent_selection = self.possible_agents[self.position.mover]
        if self.position.is_over:
            value = self.position.outcome
            self.rewards = dict(zip(self.possible_agents, (value, -value)))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_length is not None and self.length >= self.max_length:
            self.truncations = dict.fromkeys(self.agents, True)
        moves = dict(zip(self.position.actions(), self.position.moves()))
        for agent in self.agents:
            mine = agent == self.position.turn
            self.infos[agent] = {"moves": [text for _, text in sorted(moves.items())] if mine else []}
