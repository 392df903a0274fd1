"""The examples of the page, of the README and of the docstrings run, and print what they say."""

import doctest
import importlib.util
import os
import pathlib
import re

import pytest
from conftest import GAMES, ROOT

import zug

PAGE = ROOT / "docs" / "python.md"
README = ROOT / "python" / "README.md"


def blocks(path):
    return re.findall(r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)


def test_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(GAMES)
    shown = blocks(PAGE)
    for library, module in (("pyspiel", "zug.openspiel"), ("pettingzoo", "zug.pettingzoo")):
        if importlib.util.find_spec(library) is None:
            shown = [block for block in shown if module not in block]
    text = "".join(shown)
    assert text.count(">>>") > 30
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=flags)
    told = []
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_the_readme(monkeypatch, capsys):
    monkeypatch.chdir(GAMES)
    for block in blocks(README):
        exec(compile(block.replace("columns=5", "columns=3").replace("4GiB", "64MiB"), str(README), "exec"), {})
    assert "draw" in capsys.readouterr().out


def test_the_docstring_of_the_package():
    assert doctest.testmod(zug).failed == 0


@pytest.mark.parametrize("kind", [zug.Game, zug.Position, zug.Solution])
def test_everything_has_a_docstring_and_a_type(kind):
    stubs = (pathlib.Path(zug.__file__).parent / "_zug.pyi").read_text(encoding="utf-8")
    section = stubs.split(f"class {kind.__name__}")[1].split("\nclass ")[0]
    for name, member in vars(kind).items():
        if not name.startswith("_"):
            assert member.__doc__, f"{kind.__name__}.{name} has no docstring"
            assert re.search(rf"def {name}\(", section), f"{kind.__name__}.{name} is not in the stubs"
    for name in re.findall(r"def ([a-z]\w*)\(", section):
        assert hasattr(kind, name), f"{kind.__name__}.{name} is in the stubs alone"


def test_the_package_has_its_types():
    folder = pathlib.Path(zug.__file__).parent
    assert sorted(set(os.listdir(folder)) & {"py.typed", "_zug.pyi"}) == ["_zug.pyi", "py.typed"]
