"""Tables of all positions: against published counts, and against plain minimax written here."""

import numpy as np
import pytest

import zug

# Positions and values as the facts of the library say them.
COUNTS = [
    ("tic_tac_toe", {}, 5478, 0),
    ("tic_tac_toe", {"m": 4}, 111973, 1),
    ("connect_four", {"columns": 3}, 6000, 0),
    ("connect_four", {"columns": 4, "rows": 3}, 12031, 0),
    ("connect_four", {"columns": 3, "rows": 5}, 38310, 0),
]

# Games that end, some with points, extra turns and passes among them.
ENDING = ["chomp", "domineering", "hexapawn", "nim", "notakto", "toads_and_frogs", "triangle_dots", "tree_coloring", "staircase", "poj3317"]
REPEATING = ["dodgem", "cat_and_mouse", "cat_and_mouse_2", "mu_torere", "hare_and_hounds", "chopsticks", "pong_hau_ki"]


@pytest.mark.parametrize(("name", "settings", "positions", "value"), COUNTS)
def test_published_counts(library, name, settings, positions, value):
    solution = library(name, **settings).solve(strong=True)
    assert len(solution) == positions and solution.value == value
    assert solution[solution.start].value == value


def minimax(position, known):
    """Value and distance by plain minimax: of wins the quickest, of losses the slowest."""
    if position not in known:
        if position.is_over:
            known[position] = (position.outcome, 0)
        else:
            sign = 1 if position.mover == 0 else -1
            after = [minimax(position.play(move), known) for move in position.moves()]
            value = max(after, key=lambda each: sign * each[0])[0]
            plies = [each[1] for each in after if each[0] == value]
            known[position] = (value, 1 + (min(plies) if sign * value > 0 else max(plies)))
    return known[position]


@pytest.mark.parametrize("name", ENDING)
def test_every_value_is_that_of_minimax(library, name):
    game = library(name)
    solution, known = game.solve(strong=True), {}
    minimax(game.start(), known)
    assert len(solution) == len(known)
    arrays = solution.arrays()
    for number, position in enumerate(solution):
        value, plies = known[position]
        distance = None if value == 0 or game.points else plies
        assert solution[position] == (value, distance) == solution[position.key()]
        assert tuple(arrays["keys"][number].tolist()) == position.key()
        assert arrays["values"][number] == value
        assert arrays["plies"][number] == (-1 if distance is None else distance)
        assert arrays["turn"][number] == position.mover
        assert arrays["over"][number] == position.is_over


@pytest.mark.parametrize("name", REPEATING)
def test_where_play_repeats_no_better_value_can_be_had(library, name):
    """The values satisfy the equations of minimax, and a win comes nearer to its end by one ply with the best move."""
    solution = library(name).solve(strong=True)
    for position in solution:
        value, distance = solution[position]
        if position.is_over:
            assert (value, distance) == (position.outcome, 0 if value else None)
            continue
        sign = 1 if position.mover == 0 else -1
        after = [solution[position.play(move)] for move in position.moves()]
        assert value == sign * max(sign * each.value for each in after)
        if distance is not None:
            plies = [each.distance for each in after if each.value == value]
            assert distance == 1 + (min(p for p in plies if p is not None) if sign * value > 0 else max(plies))


@pytest.mark.parametrize("name", ["tic_tac_toe", "domineering", "dodgem", "triangle_dots", "poj3317"])
def test_searches_and_sessions_give_the_values_of_the_table(library, name):
    solution = library(name).solve(strong=True)
    for number, position in enumerate(solution):
        if number % 97 == 0:
            assert position.value() == solution[position].value
            assert position.distance() == solution[position].distance
            assert position.best() == solution.best(position)
            if number % (97 * 8) == 0:
                answer = position.solve(distance=True, all_moves=True)
                assert (answer.value, answer.distance) == solution[position]
                assert answer.best == position.best() and answer.values == position.values()


def test_arrays_are_sorted_and_writable(library):
    arrays = library("tic_tac_toe").solve(strong=True).arrays()
    keys = arrays["keys"]
    assert keys.dtype == np.uint64 and keys.shape == (5478, 1) and (np.diff(keys[:, 0].astype(np.int64)) > 0).all()
    kinds = {name: array.dtype for name, array in arrays.items()}
    assert kinds == {"keys": np.uint64, "values": np.int8, "plies": np.int32, "turn": np.uint8, "over": np.bool_}
    arrays["values"][0] = 5
    assert (arrays["values"][1:] <= 1).all()


def test_large_points_take_more_bytes():
    text = 'game "Rich"\nplayers A, B\nstate { gone: bool }\nmove take(n in 1..1000) when not gone { gone = true }\n'
    text = text.replace("{ gone = true }", "{ gone = true }") + "end when gone => 1000 to A\n"
    arrays = zug.loads(text).solve(strong=True).arrays()
    assert arrays["values"].dtype == np.int64 and arrays["values"].tolist() == [1000] * len(arrays["values"])


def test_a_solution_from_a_later_position(library):
    game = library("tic_tac_toe")
    later = game.start("b2, a2")
    solution = later.solve(strong=True)
    assert len(solution) < 5478 and solution.start == later and solution.value == 1
    assert game.start() not in solution and later.play("a1") in solution
    with pytest.raises(KeyError):
        solution[game.start()]
    with pytest.raises(KeyError):
        solution.best(game.start())
    with pytest.raises(zug.ZugError, match="another game"):
        solution[library("misere_tic_tac_toe").start()]
    assert "tac" in repr(solution) and solution.seconds > 0 and game.solution().value == 0
