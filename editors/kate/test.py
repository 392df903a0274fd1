"""Tests of zug.xml by kate-syntax-highlighter: in each game of the library each token has the right style.

A theme with a colour of its own for each style makes the styles readable in the HTML that is printed.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as tree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SYNTAX = ROOT / "editors/kate/zug.xml"
STYLES = ["Normal", "Keyword", "ControlFlow", "Constant", "Variable", "BuiltIn", "Function", "DataType", "DecVal", "Operator",
          "String", "SpecialChar", "Comment", "Error", "Annotation", "Alert", "Warning", "Information"]
COLOURS = {f"#0000{number:02x}": style for number, style in enumerate(STYLES, 1)}
TOKEN = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"|\w+')
WANTED = {"comment": {"Comment"}, "text": {"String"}, "reserved": {"Keyword", "ControlFlow", "Constant", "Variable"},
          "number": {"DecVal"}}
# Lines, and parts of them with the styles that they begin with.
PLACES = [
    ("move draw(to in Cell) as \"{to}-{{\" {", {"move": "Keyword", " draw": "Function", "(to": "Operator", "as": "ControlFlow", '"': "String", "{{": "SpecialChar"}),
    ("  let to = near(value) == north", {"let": "Keyword", "near": "BuiltIn", "value": "Normal", "==": "Error", "north": "Constant"}),
    ("}", {}),
    ("board Cell = hex(3, 3)", {"board": "Keyword", "Cell": "DataType", "hex": "DataType"}),
    ("param draw: list of 0..9 = [1]", {"draw": "Normal", "list": "ControlFlow", "0": "DecVal"}),
    ("end when can(pass) => if stuck(me) then me wins else 2 to A // end",
     {"end": "Keyword", "stuck": "BuiltIn", "me": "Variable", "wins": "ControlFlow", "to A": "ControlFlow", "// end": "Comment"}),
    ("let pass = draw", {"pass": "Normal", "draw": "Normal"}),
    ("stuck => draw", {"stuck": "Keyword", "draw": "ControlFlow"}),
    ("expect slow with start = \".X\" after \"b2\": value = A wins, best = \"1\"",
     {"expect": "Keyword", "slow": "ControlFlow", "start": "ControlFlow", "after": "ControlFlow", "value": "ControlFlow", "wins": "ControlFlow", "best": "ControlFlow"}),
    ("start \"ab\"", {"start": "Keyword"}),
]


def styles(folder: str, text: str) -> list[list[str]]:
    """For each line the style of each character."""
    file = Path(folder) / "text.game"
    file.write_text(text, encoding="utf-8")
    environment = {**os.environ, "XDG_DATA_HOME": folder, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    command = ["kate-syntax-highlighter", "--syntax", "Zug", "--theme", "Zug test", str(file)]
    run = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert "Zug" not in run.stderr and "error" not in run.stderr.lower(), run.stderr
    body = run.stdout[run.stdout.index("<pre>\n") + len("<pre>\n"):run.stdout.rindex("</pre>")]
    found: list[list[str]] = [[]]
    style = ["Normal"]
    for part in re.findall(r"<[^>]*>|&[^;]*;|[^<&]", body, re.S):
        if part.startswith("<span"):
            colour = re.search(r"color:(#[0-9a-f]{6})", part)
            style.append(COLOURS[colour[1]] if colour else "Normal")
        elif part.startswith("</span"):
            style.pop()
        elif part == "\n":
            found.append([])
        elif not part.startswith("<"):
            found[-1].extend([style[-1]] * len(html.unescape(part)))
    return found


def prepare(folder: str) -> None:
    """Lays the syntax and the theme where the program looks for them."""
    data = Path(folder) / "org.kde.syntax-highlighting"
    (data / "syntax").mkdir(parents=True)
    (data / "themes").mkdir()
    (data / "syntax/zug.xml").write_bytes(SYNTAX.read_bytes())
    colours = {style: {"text-color": colour, "selected-text-color": colour} for colour, style in COLOURS.items()}
    theme = {"metadata": {"name": "Zug test", "revision": 1, "copyright": [], "license": "MIT"},
             "text-styles": colours, "editor-colors": {"BackgroundColor": "#ffffff"}, "custom-styles": {}}
    (data / "themes/zug-test.theme").write_text(json.dumps(theme))


def reserved() -> set[str]:
    """The reserved words of the grammar."""
    rule = re.search(r"\nreserved = @\{([^}]*)\}", (ROOT / "grammar/game.pest").read_text(encoding="utf-8"))
    assert rule
    return set(re.findall(r'"(\w+)"', rule[1]))


def check_library(folder: str) -> list[str]:
    """The tokens of the library that have a wrong style."""
    words, wrong = reserved(), []
    counts = dict.fromkeys(WANTED, 0)
    games = sorted((ROOT / "games").glob("*.game"))
    assert len(games) >= 80 and len(words) >= 40
    for game in games:
        text = unicodedata.normalize("NFC", game.read_text(encoding="utf-8"))
        found = styles(folder, text)
        for number, line in enumerate(text.splitlines()):
            for token in TOKEN.finditer(line):
                word, style = token[0], found[number][token.start()]
                kind = ("comment" if word.startswith("//") else "text" if word.startswith('"') else
                        "reserved" if word in words else "number" if re.fullmatch("[0-9]+", word) else None)
                if kind:
                    counts[kind] += 1
                if style == "Error" or kind and style not in WANTED[kind]:
                    wrong.append(f"{game.name}:{number + 1}:{token.start() + 1}: `{word}` has the style {style}")
    print(f"Kate: {len(games)} games; tokens of the right style: {counts}")
    return wrong


def check_places(folder: str) -> list[str]:
    """The parts of the lines of `PLACES` that have a wrong style."""
    found, wrong = styles(folder, "\n".join(line for line, _ in PLACES) + "\n"), []
    for number, (line, parts) in enumerate(PLACES):
        for part, style in parts.items():
            at = line.index(part) + len(part) - len(part.lstrip())
            if found[number][at] != style:
                wrong.append(f"{line}: `{part}` has the style {found[number][at]}, not {style}")
    print(f"Kate: {len(PLACES)} lines with words that are known at their place only")
    return wrong


def main() -> int:
    tree.parse(SYNTAX)
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        wrong = check_library(folder) + check_places(folder)
    print("\n".join(wrong[:40]), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
