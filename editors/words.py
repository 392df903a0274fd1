"""Checks that every editor has the words of the language, and no others.

The words are read out of `grammar/game.pest` and `crates/zug-lang/src/built_ins.rs`; nothing else lists them.
"""

import json
import re
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Lists = dict[str, set[str]]


def read(path: str) -> str:
    """The text of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def rule(grammar: str, name: str) -> str:
    """The text of a rule of the grammar, up to the next one."""
    found = re.search(rf"^{name} *= [_@$!]?\{{(.*?)^(?=\w+ *= |//|$)", grammar, re.M | re.S)
    assert found, f"grammar/game.pest has no rule {name}"
    return found[1]


def language() -> Lists:
    """The words of the language by kinds."""
    grammar, table = read("grammar/game.pest"), read("crates/zug-lang/src/built_ins.rs")
    table = table[table.index("pub static BUILT_INS"):table.index("#[cfg(test)]")]
    quoted = re.compile(r'"(\w+)"')
    reserved = set(quoted.findall(rule(grammar, "reserved")))
    # `followup` shares the rule of `move`.
    items = set(re.findall(r"^(\w+)_item *=", grammar, re.M)) | {"followup"}
    places = {word for name in re.findall(r"^(word_\w+)", grammar, re.M) for word in quoted.findall(rule(grammar, name))}
    kinds: dict[str, set[str]] = {}
    for call, name, kind in re.findall(r'^    (function|direction|row)\("(\w+)"(?:, K::(\w+))?', table, re.M):
        kinds.setdefault({"function": "Function", "direction": "Direction"}.get(call, kind), set()).add(name)
    count = re.search(r"BUILT_INS: \[BuiltIn; (\d+)\]", table)
    assert count and sum(map(len, kinds.values())) == int(count[1]), "not every built-in was found"
    assert set(kinds) == {"Function", "DirectionSet", "Direction", "Domain", "Board"}, f"a new kind of built-in: {set(kinds)}"
    assert items - {"stuck"} <= reserved
    return {
        "items": items,
        "reserved words": reserved - items,
        "words at their place": places - reserved,
        "functions": kinds["Function"],
        "directions": kinds["Direction"] | kinds["DirectionSet"],
        # `bool` is a type that the checker knows by its name.
        "domains": kinds["Domain"] | {"bool"},
        "boards": kinds["Board"],
    }


def rules(node: object) -> list[dict]:
    """All rules of a grammar of TextMate."""
    inside = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    own = [node] if isinstance(node, dict) and ("match" in node or "begin" in node) else []
    return own + [each for part in inside for each in rules(part)]


def alternatives(pattern: str) -> set[str]:
    """The words of the first list of alternatives in a pattern."""
    found = re.search(r"\((?:\?:)?(\w+(?:\|\w+)*)\)", pattern)
    return set(found[1].split("|")) if found else set(re.findall(r"^\\b(\w+)\\b", pattern))


def textmate() -> Lists:
    """The words of the grammar for Visual Studio Code, by the scopes that they get."""
    text = read("editors/vscode/syntaxes/zug.tmLanguage.json")
    repository = json.loads(text)["repository"]
    all_rules = rules(repository)

    def scoped(*scopes: str) -> set[str]:
        named = [each for each in all_rules if each.get("name", "").startswith(scopes) and "match" in each]
        return set().union(*(alternatives(each["match"]) for each in named if each["match"].startswith("\\b")))

    # Three rules name their words in captures.
    captured = {word for pattern in ("(set|list)", "(of)", "(slow)") if pattern in text for word in pattern[1:-1].split("|")}
    items = scoped("keyword.declaration.item")
    # A region ends at every item; `let`, `stuck` and `start` are looked at more closely there.
    ends = [alternatives(each["end"][each["end"].index("\\b(?:game"):]) for each in all_rules if "\\b(?:game" in each.get("end", "")]
    assert len(ends) >= 8, "TextMate: the ends of regions were not found"
    for end in ends:
        assert end == items - {"let", "stuck", "start"}, f"TextMate: regions end at {sorted(end)}"
    board = next(each["match"] for each in all_rules if "(board)" in each.get("match", ""))
    functions, directions = (alternatives(each["match"]) for each in repository["calls"]["patterns"][:2])
    assert directions == scoped("support.constant.direction"), "TextMate has two lists of directions"
    return {
        "items": items,
        "reserved words": set().union(*(alternatives(each["match"]) for each in repository["reserved"]["patterns"])),
        "words at their place": scoped("keyword.other.place") - {"start"} | captured,
        "functions": functions,
        "directions": directions,
        "domains": scoped("support.type"),
        "boards": alternatives(board[board.index("(=)") + 3:]),
    }


def by_kinds(lists: Lists, places: tuple[str, ...]) -> Lists:
    """Lists with the names that three editors share."""
    return {
        "items": lists["items"],
        "reserved words": lists["words"] | lists["constants"] | lists["players"],
        "words at their place": set().union(*(lists[each] for each in places)),
        **{each: lists[each] for each in ("functions", "directions", "domains", "boards")},
    }


def vim() -> Lists:
    """The words of the syntax for Vim and Neovim."""
    lines = re.findall(r"^let s:(\w+) = '([\w ]+)'$", read("editors/neovim/syntax/zug.vim"), re.M)
    return by_kinds({name: set(words.split()) for name, words in lines}, ("places",))


def emacs() -> Lists:
    """The words of the mode for Emacs."""
    lists = re.findall(r"\(defconst zug-(\w+)\s+'\(([^)]*)\)", read("editors/emacs/zug-mode.el"))
    return by_kinds({name: set(re.findall(r'"(\w+)"', words)) for name, words in lists}, ("places",))


def kate() -> Lists:
    """The words of the syntax for Kate."""
    root = tree.fromstring(read("editors/kate/zug.xml"))
    lists = {each.get("name", ""): {item.text or "" for item in each} for each in root.iter("list")}
    assert lists["stop"] == lists["items"] - {"let", "stuck", "start"}, "Kate: outcomes do not end at every item"
    return by_kinds(lists, ("outcomes", "facts", "types"))


def tree_sitter() -> Lists:
    """The words of the grammar and the colours for tree-sitter."""
    lists = re.findall(r"^const (\w+) = \[([^\]]*)\]", read("editors/tree-sitter-zug/grammar.js"), re.M)
    words = {name: set(re.findall(r"'(\w+)'", inside)) for name, inside in lists}
    colours = read("editors/tree-sitter-zug/queries/highlights.scm")

    def listed(pattern: str) -> set[str]:
        found = {frozenset(re.findall(r'"(\w+)"', inside)) for inside in re.findall(pattern + r"([^)]*)\)", colours)}
        assert len(found) == 1, f"tree-sitter: {len(found)} lists for {pattern}"
        return set(found.pop())

    called, directions = listed(r"#any-of\? @function\.builtin"), listed(r"#any-of\? @constant\.builtin")
    domains = listed(r"#any-of\? @type\.builtin")
    # Names that are no built-ins are told by the words that are.
    for inside in re.findall(r'#not-match\? @[\w.]+ "\^\(([\w|]+)\)\$"', colours):
        assert set(inside.split("|")) in (called, domains, directions | domains), f"tree-sitter: {inside}"
    # `compass` is a set and a function; `orthogonal` and `diagonal` are sets only.
    ways = called & directions
    return {
        "items": words["ITEMS"] | {"stuck"},
        "reserved words": words["RESERVED"],
        "words at their place": words["PLACES"] - {"stuck"},
        "functions": called - ways,
        "directions": directions,
        "domains": domains,
        # The shape of a board is a built-in, whatever its name.
        "boards": language()["boards"],
    }


def main() -> int:
    wanted, wrong = language(), []
    written = {
        "vscode/syntaxes/zug.tmLanguage.json": textmate(),
        "neovim/syntax/zug.vim": vim(),
        "emacs/zug-mode.el": emacs(),
        "kate/zug.xml": kate(),
        "tree-sitter-zug": tree_sitter(),
    }
    for place, lists in written.items():
        for kind, words in wanted.items():
            missing, more = sorted(words - lists[kind]), sorted(lists[kind] - words)
            if missing or more:
                wrong.append(f"editors/{place}, {kind}: missing {missing}, not of the language {more}")
    print("\n".join(wrong) if wrong else
          f"words: five grammars have the language's {sum(map(len, wanted.values()))} words: "
          + ", ".join(f"{len(words)} {kind}" for kind, words in wanted.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
