"""Games of Zug in OpenSpiel and in PettingZoo: their own tests, and OpenSpiel's alpha-beta."""

import random
import subprocess
import sys
import warnings

import numpy as np
import pytest
from conftest import GAMES, STICKS

import zug

# Small enough for a search that remembers nothing; points, extra turns, passes and play that may repeat among them.
TEN = [
    ("nim", {"heaps": [1, 2, 3]}),
    ("tic_tac_toe", {"m": 3, "n": 2, "k": 2}),
    ("connect_four", {"columns": 3, "rows": 2, "k": 3}),
    ("hexapawn", {}),
    ("subtraction", {"pile": 12}),
    ("domineering", {"columns": 3, "rows": 3}),
    ("clobber", {"columns": 3, "rows": 2}),
    ("dots_and_boxes", {"columns": 2, "rows": 1}),
    ("triangle_dots", {}),
    ("staircase", {}),
]


@pytest.fixture
def openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import zug.openspiel

    return zug.openspiel


@pytest.fixture
def pettingzoo():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    import zug.pettingzoo

    return zug.pettingzoo


@pytest.mark.parametrize(("name", "settings"), TEN, ids=[name for name, _ in TEN])
def test_alpha_beta_of_openspiel_finds_the_value(openspiel, name, settings):
    import pyspiel
    from open_spiel.python.algorithms import minimax

    path = GAMES / f"{name}.game"
    game = pyspiel.load_game(openspiel.register(path, f"ten_{name}", **settings))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    value, _ = minimax.alpha_beta_search(game)
    assert value == zug.load(path, **settings).start().value()


def test_states_of_openspiel_are_positions(openspiel):
    import pyspiel

    game = pyspiel.load_game(openspiel.register(GAMES / "tic_tac_toe.game"))
    assert game.get_type().short_name == "zug_tic_tac_toe" and game.num_distinct_actions() == 9
    state = game.new_initial_state()
    assert state.current_player() == 0 and state.legal_actions() == list(range(9))
    state.apply_action(4)
    state.apply_action(3)
    copy = state.clone()
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == state.zug.moves()
    assert copy.zug == state.zug == zug.load(GAMES / "tic_tac_toe.game").start("b2, a2")
    tensor = np.array(state.observation_tensor(0)).reshape(3, 3, 3)
    assert (tensor == zug.boards(state.zug.game, [state.zug]).planes[0]).all()
    assert game.observation_tensor_shape() == [3, 3, 3]


def test_openspiel_is_told_when_play_repeats(openspiel):
    import pyspiel

    name = openspiel.register(GAMES / "dodgem.game", max_length=30)
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.Random(len(state.history())).choice(state.legal_actions()))
    assert len(state.history()) <= 30 and sum(state.returns()) == 0


def test_what_openspiel_is_not_given(openspiel):
    game = zug.loads(STICKS)
    assert openspiel.register(game, "sticks") == openspiel.register(game, "sticks") == "sticks"
    with pytest.raises(zug.ZugError, match="short_name"):
        openspiel.register(zug.loads(STICKS, sticks=4), "sticks")
    with pytest.raises(zug.ZugError, match="own"):
        openspiel.register(game, columns=5)


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "dots_and_boxes", "dodgem", "connect_four"])
def test_the_test_of_pettingzoo_passes(pettingzoo, name):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It says of an empty board that it is all zeros.
        api_test(pettingzoo.env(GAMES / f"{name}.game", max_length=40 if name == "dodgem" else None), num_cycles=200)


def test_an_environment_is_played_to_its_end(pettingzoo):
    env = pettingzoo.env(GAMES / "tic_tac_toe.game", render_mode="ansi")
    env.reset()
    rewards = {}
    for agent, action in zip(env.agent_iter(), [4, 3, 0, 8, 2, 1, 6, None, None]):
        observation, reward, termination, truncation, info = env.last()
        rewards[agent] = reward
        assert info["moves"] == [] or len(info["moves"]) == observation["action_mask"].sum()
        env.step(action)
    assert rewards == {"X": 1, "O": -1} or sorted(rewards.values()) == [-1, 1]
    env.reset(options={"moves": "b2"})
    assert env.agent_selection == "O" and env.observe("O")["action_mask"].sum() == 8
    assert env.observe("X")["action_mask"].sum() == 0 and "X" in env.render()


def test_an_environment_may_be_cut(pettingzoo):
    env = pettingzoo.env(GAMES / "dodgem.game", max_length=7, render_mode="svg")
    env.reset()
    steps = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            break
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        steps += 1
    assert steps <= 7 and env.render().startswith("<svg")
    with pytest.raises(zug.ZugError, match="render_mode"):
        pettingzoo.env(GAMES / "nim.game", render_mode="human")


def test_without_the_libraries_their_names_are_told():
    for module, library in (("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")):
        program = f"import sys; sys.modules[{library!r}] = None; import zug.{module}"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert "pip install" in done.stderr
