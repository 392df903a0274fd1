"""Positions: moves, values, pictures, identity."""

import pickle

import pytest
from conftest import STICKS

import zug


def test_moves_make_new_positions(library):
    start = library("tic_tac_toe").start()
    after = start.play("b2")
    assert start.moves() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert "b2" not in after.moves() and start.history() == [] and after.history() == ["b2"]
    assert (start.turn, after.turn, start.mover, after.mover) == ("X", "O", 0, 1)
    assert after.play("a2, c3").history() == ["b2", "a2", "c3"]
    assert library("tic_tac_toe").start("b2, a2, c3") == after.play("a2, c3")


def test_an_ended_game_has_an_outcome_and_no_moves(library):
    over = library("tic_tac_toe").start("b2, a2, b1, a1, b3")
    assert over.is_over and over.turn is None and over.outcome == 1
    assert over.moves() == over.best() == over.line() == [] and over.values() == {}
    assert (over.value(), over.result(), over.winner(), over.distance()) == (1, "X wins", "X", 0)
    assert "play is over: X wins" in repr(over)
    with pytest.raises(zug.MoveError, match="over"):
        over.play("c3")


def test_wrong_moves_say_what_is_legal(library):
    start = library("tic_tac_toe").start()
    with pytest.raises(zug.MoveError, match="`z9`, is not legal") as raised:
        start.play("b2, z9")
    assert raised.value.diagnostics[0].code == "Z0611"
    assert any("8 legal here" in note for note in raised.value.diagnostics[0].notes)


def test_values_best_moves_and_lines_agree(library):
    position = library("tic_tac_toe").start("b2, a2")
    assert (position.value(), position.result(), position.winner(), position.distance()) == (1, "X wins", "X", 5)
    assert position.values() == {"a1": 1, "b1": 1, "c1": 1, "c2": 0, "a3": 1, "b3": 1, "c3": 1}
    assert position.best() == [move for move, value in position.values().items() if value == 1]
    end = position.play(", ".join(position.line()))
    assert end.is_over and end.outcome == 1 and position.line_end() == "terminal"


def test_points_have_no_distance(library):
    start = library("dots_and_boxes", columns=2, rows=1).start()
    assert start.distance() is None
    assert start.value() == max(start.values().values()) or start.value() == min(start.values().values())


def test_an_answer_has_all_parts(library):
    answer = library("tic_tac_toe").start("b2, a2").solve(distance=True, all_moves=True, threads=2, memory="64MiB")
    assert (answer.value, answer.result, answer.winner, answer.distance) == (1, "X wins", "X", 5)
    assert answer.values["c2"] == 0 and answer.distances["c2"] is None and answer.distances["a1"] == 5
    assert answer.line_end == "terminal" and answer.positions > 0 and answer.seconds > 0
    assert answer.solver and answer.why and str(answer).startswith("X wins in 5 plies; best: a1")


def test_play_that_repeats(library):
    start = library("cat_and_mouse").start()
    assert start.result() == "draw" and start.line_end() == "repeats" and not start.game.ends
    won = library("dodgem").start()
    assert won.value() == 1 and won.distance() == library("dodgem").solve(distance=True).distance


def test_limits_end_a_search_and_say_so(library):
    start = library("connect_four", columns=7, rows=6).start()
    with pytest.raises(zug.LimitError, match="time limit") as raised:
        start.solve(timeout=0.2)
    assert raised.value.positions > 0 and raised.value.lower in (None, -1, 0)
    with pytest.raises(zug.LimitError, match="memory limit"):
        start.solve(strong=True, memory="16MiB")
    with pytest.raises(zug.LimitError, match="memory limit"):
        start.solve(strong=True, memory=16 << 20)


def test_limits_that_are_none(library):
    start = library("nim").start()
    for wrong in ({"memory": "much"}, {"memory": 0}, {"memory": -1}, {"memory": 1.5}, {"timeout": -1}, {"timeout": float("nan")}):
        with pytest.raises(zug.ZugError, match="write"):
            start.solve(**wrong)
    for wrong in (0, -2, "some", 5000):
        with pytest.raises(zug.ZugError, match="threads"):
            start.solve(threads=wrong)
    with pytest.raises(TypeError):
        start.solve(timeout="soon")
    assert start.solve(threads="all", timeout=60).value == 1


def test_positions_are_equal_and_hashed_by_key(library):
    start = library("tic_tac_toe").start()
    one, other = start.play("a1, b2, c3"), start.play("c3, b2, a1")
    assert one == other and hash(one) == hash(other) and one.key() == other.key()
    assert one.history() != other.history()
    assert len({one, other, start}) == 2
    assert one != start and one != "a1" and start != library("misere_tic_tac_toe").start()
    assert library("connect_four", columns=5).start() != library("connect_four").start()


def test_keys_give_positions_back(library):
    game = library("tic_tac_toe")
    position = game.start("b2, a2")
    assert game.position(position.key()) == position == game.position(list(position.key()))
    for wrong in ([], [1, 2, 3], [-1], [1 << 64], ["a"], 5, [(1 << 64) - 1]):
        with pytest.raises(zug.ZugError):
            game.position(wrong)


def test_positions_are_pickled(library):
    position = library("tic_tac_toe").start("b2, a2")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.game == position.game and again.value() == 1


def test_fields_are_values_of_python(library):
    assert library("tic_tac_toe").start("b2, a2").fields() == {"marks": {"X": {"b2"}, "O": {"a2"}}}
    assert zug.loads(STICKS).start().fields() == {"sticks": 5}
    assert library("nim").start().fields()["left" if "left" in library("nim").start().fields() else "heap"]


def test_actions_are_moves_by_number(library):
    for name in ("tic_tac_toe", "nim", "euclid", "hexapawn", "clobber"):
        game = library(name)
        position = game.start()
        for _ in range(12):
            if position.is_over:
                break
            actions = position.actions()
            assert len(set(actions)) == len(actions) and all(0 <= each < game.action_count for each in actions)
            assert [position.action_text(each) for each in actions] == position.moves()
            assert position.act(actions[-1]) == position.play(position.moves()[-1])
            position = position.act(actions[len(actions) // 2])
    start = library("tic_tac_toe").start("b2")
    with pytest.raises(zug.ZugError, match="legal"):
        start.act(start.play("a1").game.start().actions()[4])
    with pytest.raises(zug.ZugError):
        start.action_text(9)


def test_pictures(library):
    position = library("tic_tac_toe").start("b2, a2")
    assert str(position).splitlines()[1].split() == ["2", "O", "X", "."]
    assert position.svg().startswith("<svg") and position._repr_svg_() == position.svg()
    assert position.svg(values=True) != position.svg(best=True) != position.svg()
    assert "X wins" in position.svg(values=True)
    assert position.svg() in position._repr_html_()


def test_a_long_game_is_dropped_without_a_deep_stack():
    text = 'game "Long"\nplayers A, B\nstate { n: 0..40000 = 40000 }\nmove take when n > 0 { n -= 1 }\nstuck => me loses\n'
    position = zug.loads(text).start()
    for _ in range(20_000):
        position = position.play("take")
    assert position.fields() == {"n": 20_000}
    del position
