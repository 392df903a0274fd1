"""Definitions, settings, mistakes."""

import copy
import pathlib
import pickle

import pytest
from conftest import GAMES, STICKS

import zug


def test_a_definition_tells_what_it_is(library):
    game = library("connect_four", columns=5)
    assert (game.title, game.players) == ("Connect Four", ("Yellow", "Red"))
    assert game.params == {"columns": "5", "rows": "4", "k": "4"}
    assert game.name == str(GAMES / "connect_four.game")
    assert game.settings == ["columns=5"]
    assert (game.points, game.range, game.ends, game.key_words) == (False, (-1, 1), True, 1)
    assert game.warnings == []
    assert game.text == (GAMES / "connect_four.game").read_text(encoding="utf-8")
    assert "Connect Four" in repr(game) and "columns=5" in repr(game)
    assert "<svg" in game._repr_html_() and "Connect Four" in game._repr_html_()


def test_a_path_may_be_text_or_a_path():
    assert zug.load(str(GAMES / "nim.game")) == zug.load(pathlib.Path(GAMES / "nim.game"))


@pytest.mark.parametrize(
    ("settings", "typed"),
    [
        ({"heaps": [1, 2]}, "heaps=[1, 2]"),
        ({"heaps": (3,), "misere": True}, "heaps=[3]"),
        ({"misere": False}, "misere=false"),
    ],
)
def test_settings_are_those_of_the_command_line(library, settings, typed):
    assert typed in library("nim", **settings).settings


def test_settings_may_be_sets_tables_none_and_names():
    text = """
    game "Settings"
    players A, B
    board Cell = grid(2, 2)
    param corners: set of Cell = {a1}
    param gain[Cell]: 0..9 = [0, 0, 0, 0]
    param first: Cell or none = a1
    state { at: Cell or none = none }
    move go(c in corners) when at = none { at = c }
    end when at != none => gain[at] to A
    """
    game = zug.loads(text, corners={"b2", "a1"}, gain={"b2": 7}, first=None)
    assert game.settings == ["corners={a1, b2}", "gain[b2]=7", "first=none"]
    assert game.start().value() == 7 and game.start().best() == ["b2"]


def test_known_values(library):
    assert library("tic_tac_toe").start().result() == "draw"
    assert library("poj1085").start().result() == "B wins"
    assert library("tic_tac_toe", m=4).start().distance() == 7
    picture = "O.../.OX./.XXX/XOOO"
    assert library("tic_tac_toe", m=4, n=4, k=4, start=picture).start().winner() == "X"


def test_every_mistake_of_a_definition_is_told():
    text = 'game "Mistakes"\nplayers A, B\nstate { n: 0..5 = 7 }\nmove take when m > 0 { n -= 1 }\nstuck => me lose\n'
    with pytest.raises(zug.DefinitionError) as raised:
        zug.loads(text)
    found = raised.value.diagnostics
    assert [(each.code, each.line, each.column) for each in found] == [("Z0205", 3, 19), ("Z0101", 4, 16), ("Z0036", 5, 10)]
    assert all(each.severity == "error" and each.file == "<text>" for each in found)
    assert "widen the bounds" in found[0].help
    assert found[0].labels[0].primary and found[0].labels[0].text == "this is 7"
    assert "(and 2 more)" in str(raised.value) and "move take when m > 0" in str(raised.value)
    assert str(found[1]) == "<text>:4:16: error[Z0101]: there is nothing called `m`"


def test_a_text_is_mended_by_its_fixes():
    wrong = STICKS.replace("move take", "mvoe take").replace("stuck => me loses", "stuck -> me losses // é") + "// é\n"
    for _ in range(4):
        try:
            assert zug.loads(wrong).start().value() == 1
            break
        except zug.DefinitionError as error:
            wrong = zug.fixed(wrong, error.diagnostics, likely=True)
    assert wrong == STICKS.replace("me loses", "me loses // é") + "// é\n"
    assert zug.fixed("as it is", []) == "as it is"


def test_two_mistakes_with_one_fix_are_mended_once():
    with pytest.raises(zug.DefinitionError) as raised:
        zug.loads(STICKS.replace("stuck =>", "stuck ->"))
    found = raised.value.diagnostics
    assert [fix.applicability for fix in found[0].fixes] == ["certain"]
    assert zug.fixed(STICKS.replace("stuck =>", "stuck ->"), found + found) == STICKS
    with pytest.raises(zug.ZugError) as of_a_setting:
        zug.loads(STICKS, nobody=3)
    assert zug.fixed(STICKS.replace("stuck =>", "stuck ->"), of_a_setting.value.diagnostics + found) == STICKS


def test_fixes_have_texts_and_places():
    with pytest.raises(zug.DefinitionError) as raised:
        zug.loads(STICKS.replace("stuck => me loses", "stuck => me lose"))
    fix = raised.value.diagnostics[0].fixes[0]
    assert (fix.text, fix.applicability) in [("me loses", "certain"), ("me loses", "likely"), ("loses", "certain"), ("loses", "likely")]
    assert fix.place.line == 6 and fix.place.end > fix.place.start


def test_warnings_are_told_and_do_not_refuse():
    game = zug.loads(STICKS.replace("players", "param spare: 0..3 = 1\nplayers"))
    assert [each.severity for each in game.warnings] == ["warning"]
    assert "spare" in game.warnings[0].message


def test_wrong_settings_are_an_exception_of_their_own(library):
    with pytest.raises(zug.SettingError, match="nothing called `colums`") as raised:
        library("connect_four", colums=5)
    assert raised.value.diagnostics[0].code == "Z0601"
    with pytest.raises(zug.SettingError, match="99"):
        library("connect_four", columns=99)
    with pytest.raises(ValueError, match="object"):
        library("connect_four", columns=object())
    for error in (zug.SettingError, zug.MoveError, zug.LimitError, zug.DefinitionError, zug.InternalError):
        assert issubclass(error, zug.ZugError) and error.__module__ == "zug"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError):
        zug.load(tmp_path / "nothing.game")
    wrong = tmp_path / "latin.game"
    wrong.write_bytes('game "Dödel"'.encode("latin-1"))
    with pytest.raises(zug.ZugError, match="UTF-8"):
        zug.load(wrong)
    empty = tmp_path / "empty.game"
    empty.write_text("")
    with pytest.raises(zug.DefinitionError):
        zug.load(empty)


def test_too_large_a_definition_is_refused_and_does_not_end_the_program():
    text = 'game "Huge"\nplayers A, B\nboard Cell = grid(60, 60)\nstate { m[Player]: set of Cell }\n'
    text += "move put(c in Cell, d in Cell, e in Cell) when c not in m[me] { m[me] += c }\nstuck => draw\n"
    with pytest.raises(zug.ZugError):
        zug.loads(text).start().value()


def test_a_broken_promise_is_told_with_its_moves():
    text = STICKS.replace("sticks -= n", "sticks -= 2 * n")
    game = zug.loads(text.replace("when n <= sticks", "when n <= sticks or sticks = 1"))
    with pytest.raises(zug.DefinitionError) as raised:
        game.start().value()
    assert raised.value.diagnostics[0].code.startswith("Z08")
    assert "after the moves" in str(raised.value)


def test_wrong_types_of_arguments(library):
    for wrong in (5, None, b"game"):
        with pytest.raises(TypeError):
            zug.loads(wrong)
    start = library("nim").start()
    for wrong in (1, None, ["1"]):
        with pytest.raises(TypeError):
            start.play(wrong)
    with pytest.raises(TypeError):
        iter(start)


def test_games_are_equal_hashed_and_pickled_by_text_and_settings(library):
    game = library("connect_four", columns=5)
    again = zug.load(GAMES / "connect_four.game", columns=5)
    assert game == again and hash(game) == hash(again)
    assert game != library("connect_four") and game != "connect_four"
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)


def test_exceptions_are_pickled(library):
    with pytest.raises(zug.MoveError) as raised:
        library("nim").start().play("nonsense")
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value) and again.diagnostics == raised.value.diagnostics
    limit = pickle.loads(pickle.dumps(zug.LimitError("over", -1, None, 5)))
    assert (limit.lower, limit.upper, limit.positions) == (-1, None, 5)


def test_texts_that_are_too_long_are_refused():
    with pytest.raises(zug.ZugError, match="16 MiB"):
        zug.loads("// " + " " * (17 << 20))
    with pytest.raises(zug.ZugError, match="settings"):
        zug.loads(STICKS, gain={number: 1 for number in range(70_000)})
    with pytest.raises(zug.ZugError, match="key"):
        zug.loads(STICKS).planes_of(b"12345")
