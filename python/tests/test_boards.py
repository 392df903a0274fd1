"""Planes for learning."""

import numpy as np
import pytest
from conftest import STICKS

import zug


def test_sets_of_cells_are_planes(library):
    game = library("tic_tac_toe")
    made = zug.boards(game, [game.start("b2, a2")])
    assert made.names == ["marks[X]", "marks[O]", "turn = O"]
    assert made.planes.dtype == np.float32 and made.planes.shape == (1, 3, 3, 3)
    assert made.planes[0, 0].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert made.planes[0, 1].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]  # rows from the south: a2 is in the middle
    assert made.planes[0, 2].tolist() == [[0] * 3] * 3
    assert made.values.tolist() == [1] and made.turn.tolist() == [0]


def test_a_whole_game_with_its_values(library):
    game = library("connect_four", columns=4, rows=3)
    solution = game.solve(strong=True)
    made = zug.boards(game, solution)
    assert made.planes.shape == (12031, 3, 3, 4) and made.values.shape == (12031,)
    discs = made.planes[:, :2].sum(axis=(1, 2, 3))
    assert (discs % 2 == made.turn).all() and (made.planes[:, 2].max(axis=(1, 2)) == made.turn).all()
    assert (made.keys == solution.arrays()["keys"]).all()
    some = made.keys[::1000]
    again = zug.boards(game, some)
    assert (again.planes == made.planes[::1000]).all() and (again.values == made.values[::1000]).all()
    assert (again.turn == made.turn[::1000]).all()
    assert len(zug.boards(game).values) == 12031
    bare = zug.boards(game, some, values=False)
    assert bare.values is None and (bare.planes == again.planes).all() and (bare.turn == again.turn).all()
    with pytest.raises(zug.ZugError, match="uint64"):
        zug.boards(game, some.astype(np.int64), values=False)


def test_planes_tell_every_position_apart(library):
    for name in ("dodgem", "hexapawn", "nim", "euclid", "cat_and_mouse", "toads_and_frogs", "poj3317", "vertex_geography", "mu_torere"):
        game = library(name)
        planes = zug.boards(game, game.solve(strong=True)).planes
        flat = planes.reshape(len(planes), -1)
        assert len(np.unique(flat, axis=0)) == len(flat), name
        assert planes.shape[1] == len(game.plane_names()[1]), name


def test_pieces_numbers_and_none():
    text = """
    game "All kinds"
    players A, B
    enum Piece { man, king }
    board Cell = grid(3, 2)
    state { on[Cell]: Piece or none, at[Player]: Cell or none, left: 0..9 = 4, maybe: 0..3 or none, done: bool, kinds: set of Piece }
    move put(c in Cell) when left > 0 and on[c] = none { on[c] = king at[me] = c left -= 1 kinds += king }
    stuck => draw
    """
    game = zug.loads(text)
    made = zug.boards(game, [game.start("c2")], values=False)
    shape, names = game.plane_names()
    assert shape == [2, 3] and made.planes.shape == (1, len(names), 2, 3)
    plane = dict(zip(names, made.planes[0].tolist()))
    corner = [[0, 0, 0], [0, 0, 1]]
    assert plane["on[Cell] = king"] == plane["at[A]"] == corner
    assert plane["on[Cell] = man"] == plane["at[B]"] == plane["done"] == plane["maybe"] == [[0] * 3] * 2
    assert plane["left"] == [[3] * 3] * 2 and plane["maybe = none"] == plane["turn = B"] == [[1] * 3] * 2
    assert plane["kinds has king"] == [[1] * 3] * 2 and plane["kinds has man"] == [[0] * 3] * 2


def test_a_game_without_a_board_has_a_row_of_numbers():
    game = zug.loads(STICKS)
    made = zug.boards(game)
    assert made.planes.shape == (10, 2) and made.names == ["sticks", "turn = Second"]
    values = {tuple(row): value for row, value in zip(made.planes.tolist(), made.values.tolist())}
    assert values[5, 0] == 1 and values[3, 0] == -1 and values[3, 1] == 1


def test_positions_of_another_game_are_refused(library):
    game, other = library("tic_tac_toe"), library("misere_tic_tac_toe")
    with pytest.raises(zug.ZugError, match="another game"):
        zug.boards(game, [other.start()])
    with pytest.raises(zug.ZugError, match="another game"):
        zug.boards(game, other.solve(strong=True))
    with pytest.raises(zug.ZugError, match="key"):
        zug.boards(game, np.array([[2**63]], dtype=np.uint64))
    assert zug.boards(game, []).planes.shape == (0, 3, 3, 3)
