"""Writes the queries for Helix: those of `editors/tree-sitter-zug`, with the names that the themes of Helix know."""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = HERE.parent / "tree-sitter-zug/queries"
NAMES = {
    "number": "constant.numeric",
    "boolean": "constant.builtin.boolean",
    "string.escape": "constant.character.escape",
    "keyword.conditional": "keyword.control.conditional",
    "keyword.repeat": "keyword.control.repeat",
    "variable.member": "variable.other.member",
    "function.call": "function",
    "local.definition.parameter": "local.definition.variable.parameter",
    "local.definition.var": "local.definition.variable",
    "indent.begin": "indent",
    "indent.branch": "outdent",
}
# Captures that Helix has no use for.
NONE = {"indent.end", "indent.auto"}


def translated(text: str) -> str:
    """A query with the names of Helix."""
    text = "".join(line for line in text.splitlines(keepends=True) if not re.fullmatch(r"\(comment\) @indent\.auto\n", line))
    return re.sub(r" ?@([a-z.]+)", lambda found: "" if found[1] in NONE else found[0].replace(found[1], NAMES.get(found[1], found[1])), text)


def queries() -> dict[str, str]:
    """The files by their names."""
    head = "; Made by editors/helix/make.py from editors/tree-sitter-zug/queries.\n"
    made = {name: head + translated((SHARED / name).read_text(encoding="utf-8")) for name in ("highlights.scm", "locals.scm", "indents.scm")}
    made["indents.scm"] = made["indents.scm"].replace(", in the captures of nvim-treesitter", "")
    return made


if __name__ == "__main__":
    (HERE / "queries/zug").mkdir(parents=True, exist_ok=True)
    for name, text in queries().items():
        (HERE / "queries/zug" / name).write_text(text, encoding="utf-8")
