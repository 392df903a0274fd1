"""Tests of the grammar for tree-sitter, by the runtime for Python (`tree-sitter` 0.26) and a compiler for C.

- `src` is made from `grammar.js` as it is: the hash of it is kept, and where `ZUG_TREE_SITTER_GENERATE` names the program of the
  folder `generate`, the files are made anew and compared.
- The corpus: texts with the trees that are expected, in the format of `tree-sitter test`.
- All games of the library are read without error and missing nodes, and so are all definitions in the docs, but for those in which
  Zug reports a mistake of form: there the tree has an error node too.
- The leaves of the trees are the tokens of Zug, and each has one colour; colours agree with the classes that `zug lsp` gives.
- Half-typed texts are read to the end, and the tree of a changed text is that of the text read anew.
- Lines are indented as `zug fmt` writes them.

`ZUG` names the program; without it what needs it is not run, which is then said.
"""

import ctypes
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
ROOT = FOLDER.parents[1]
sys.path.insert(0, str(ROOT / "editors"))

try:
    from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree
except ImportError:
    print("NOT RUN: editors/tree-sitter-zug: this needs Python's tree-sitter")
    sys.exit(0)

TOKEN = re.compile(
    r'(?P<comment>//[^\r\n]*)|(?P<text>"(?:\\.|[^"\\\r\n])*")|(?P<word>\w+)|(?P<mark>=>|->|\+=|-=|!=|<=|>=|\.\.|[=<>+\-*/%&(){}\[\],:.])'
)
WHOLE = {"comment", "string", "notation"}
# What a class of the server may be here. Only declarations tell kinds of names apart without knowing what was declared.
COLOURS = {
    "comment": {"comment"},
    "string": {"string"},
    "number": {"number", "constant"},
    "operator": {"keyword.operator"},
    "keyword": {"keyword", "keyword.conditional", "keyword.repeat", "boolean", "constant.builtin", "variable.builtin", "type.builtin"},
    "function": {"function.builtin", "function.call", "variable", "constant.builtin"},
    "class": {"type", "type.builtin", "variable", "function.call"},
    "type": {"type", "type.builtin", "variable", "function.call"},
    "enumMember": {"constant", "constant.builtin", "variable", "function.builtin", "variable.member"},
    "method": {"function", "variable", "function.call"},
    "property": {"variable", "variable.member"},
    "parameter": {"variable.parameter", "variable"},
    "variable": {"variable", "constant", "variable.parameter"},
}
DECLARED = {
    "class": {"type"}, "type": {"type"}, "enumMember": {"constant"}, "function": {"function"}, "method": {"function"},
    "property": {"variable.member"}, "parameter": {"variable.parameter"}, "variable": {"constant", "variable", "variable.parameter"},
}


def compiled(folder: str) -> Language:
    """The language, by the compiler for C."""
    library = Path(folder) / "zug.so"
    source = FOLDER / "src"
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, "-O1", "-shared", "-fPIC", "-I", str(source), str(source / "parser.c"), "-o", str(library)], check=True)
    function = ctypes.CDLL(str(library)).tree_sitter_zug
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return Language(capsule(function(), b"tree_sitter.Language", None))


def definitions() -> list[tuple[str, str]]:
    """All definitions in pages, each with its place."""
    found = []
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "games").glob("*.md")]):
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(r"^```game(?:-error)?\b[^\n]*\n(.*?)^```", text, re.M | re.S):
            line = text.count("\n", 0, block.start(1)) + 1
            found.append((f"{page.relative_to(ROOT)}:{line}", block[1]))
    return found


def leaves(node: Node, within: tuple[int, int] | None = None) -> list[Node]:
    """The tokens of a tree in their order; comments and texts whole, or what stands `within` one."""
    found, todo = [], [node]
    while todo:
        it = todo.pop()
        if it.type in WHOLE and (within is None or (it.start_byte, it.end_byte) != within):
            found.append(it)
        elif it.child_count:
            todo.extend(reversed(it.children))
        elif it.end_byte > it.start_byte:
            found.append(it)
    return found


def first_error(node: Node) -> Node | None:
    """The first error or missing node."""
    if node.is_error or node.is_missing:
        return node
    return next(filter(None, map(first_error, node.children)), None) if node.has_error else None


class Tests:
    """All tests, and what they found."""

    def __init__(self, language: Language) -> None:
        self.language, self.parser, self.wrong = language, Parser(language), []
        self.queries = {path.stem: Query(language, path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "queries").glob("*.scm"))}
        games = sorted((ROOT / "games").glob("*.game"))
        self.games = [(path.name, path.read_text(encoding="utf-8")) for path in games]
        assert len(self.games) > 80, "the library was not found"

    def tree(self, text: str) -> Tree:
        """The tree of a text."""
        return self.parser.parse(text.encode())

    def fails(self, place: str, why: str) -> None:
        """Notes a difference."""
        self.wrong.append(f"{place}: {why}")

    def captures(self, name: str, node: Node) -> list[tuple[str, Node]]:
        """The captures of a query."""
        found = QueryCursor(self.queries[name]).captures(node)
        return [(capture, each) for capture, nodes in found.items() for each in nodes]

    def corpus(self) -> None:
        """The texts of `test/corpus`."""
        number = 0
        for path in sorted((FOLDER / "test/corpus").glob("*.txt")):
            parts = re.split(r"^=+\n(.+)\n=+\n", path.read_text(encoding="utf-8"), flags=re.M)[1:]
            for title, body in zip(parts[::2], parts[1::2], strict=True):
                text, wanted = body.split("\n---\n", 1)
                wanted = " ".join(wanted.split()).replace(" )", ")")
                found = re.sub(r"\w+: ", "", str(self.tree(text.strip("\n") + "\n").root_node))
                if found != wanted:
                    self.fails(f"{path.name}, {title}", f"the tree is\n  {found}\nnot\n  {wanted}")
                number += 1
        print(f"tree-sitter: {number} texts of the corpus have their trees")

    def library(self) -> None:
        """No error in the games, and in definitions of the docs where Zug reports no mistake of form."""
        for name, text in self.games:
            if (found := first_error(self.tree(text).root_node)) is not None:
                self.fails(f"games/{name}:{found.start_point.row + 1}:{found.start_point.column + 1}", f"{found.type} in the tree")
        blocks = definitions()
        assert len(blocks) > 300, "the definitions in the docs were not found"
        print(f"tree-sitter: {len(self.games)} games are read without error nodes")
        if "ZUG" not in os.environ or not os.environ["ZUG"]:
            print("NOT RUN: definitions in the docs, colours beside those of the server: ZUG names no program")
            return
        self.docs(blocks)
        self.server()

    def docs(self, blocks: list[tuple[str, str]]) -> None:
        """Errors stand where Zug reports mistakes of form, whose codes begin with Z00."""
        from client import Client

        client = Client(os.environ["ZUG"], ["--hint-time", "0s"])
        broken = 0
        for number, (place, text) in enumerate(blocks):
            uri = f"file:///{number}.game"
            client.open(uri, text)
            codes = {it["code"] for it in client.diagnosed(uri, 1)[1]}
            client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
            wanted = any(code.startswith("Z00") for code in codes)
            found = first_error(self.tree(text).root_node)
            broken += wanted
            if wanted != (found is not None) and not codes & NO_FORM:
                self.fails(place, f"Zug reports {sorted(codes)}; in the tree there is {'an error' if found else 'none'}")
        client.leave()
        print(f"tree-sitter: {len(blocks)} definitions in the docs: errors in the {broken} in which Zug finds mistakes of form, and in no other")

    def tokens(self) -> None:
        """Leaves are tokens, and each has one colour."""
        number = 0
        for name, text in self.games + definitions_without_errors(self):
            root = self.tree(text).root_node
            source = text.encode()
            wanted = [tuple(len(text[:end].encode()) for end in token.span()) for token in TOKEN.finditer(text)]
            found = [(leaf.start_byte, leaf.end_byte) for leaf in leaves(root)]
            for want, have in zip(wanted, found, strict=False):
                if want != have:
                    line = source.count(b"\n", 0, min(want[0], have[0])) + 1
                    self.fails(f"{name}:{line}", f"the token is {source[slice(*want)]!r}, the leaf {source[slice(*have)]!r}")
                    break
            if len(wanted) != len(found):
                self.fails(name, f"{len(wanted)} tokens, {len(found)} leaves")
            colours = self.colours(root)
            inner = [leaf for node in leaves(root) if node.type == "notation" for leaf in leaves(node, (node.start_byte, node.end_byte))]
            for leaf in leaves(root) + [leaf for leaf in inner if leaf.type not in ('"', "escape")]:
                given = colours.get((leaf.start_byte, leaf.end_byte), [])
                number += 1
                if len(given) != 1:
                    place = f"{name}:{leaf.start_point.row + 1}:{leaf.start_point.column + 1}"
                    self.fails(place, f"`{leaf.text.decode()}` ({leaf.type}) has the colours {given}")
        print(f"tree-sitter: {number} tokens are leaves, each with one colour")

    def colours(self, root: Node) -> dict[tuple[int, int], list[str]]:
        """The colours of all places."""
        found: dict[tuple[int, int], list[str]] = {}
        for capture, node in self.captures("highlights", root):
            found.setdefault((node.start_byte, node.end_byte), []).append(capture)
        return found

    def server(self) -> None:
        """Colours agree with the classes of the language server."""
        from client import Client

        client = Client(os.environ["ZUG"], ["--hint-time", "0s"], {"general": {"positionEncodings": ["utf-8"]}})
        legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
        counts: Counter = Counter()
        for name, text in self.games:
            uri, colours = f"file:///{name}", self.colours(self.tree(text).root_node)
            client.open(uri, text)
            data = client.about("semanticTokens/full", uri)["result"]["data"]
            client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
            starts = [0, *(end.end() for end in re.finditer(rb"\n", text.encode()))]
            line = column = 0
            for ahead, behind, length, kind, modifiers in zip(*[iter(data)] * 5, strict=True):
                line, column = line + ahead, behind + (0 if ahead else column)
                span = (starts[line] + column, starts[line] + column + length)
                declared, built_in = modifiers & 1, modifiers & 4
                allowed = DECLARED[legend[kind]] if declared else COLOURS[legend[kind]]
                given = colours.get(span, [])
                counts[legend[kind]] += 1
                if not set(given) & allowed or built_in and not set(given) & BUILT_IN:
                    word = text.encode()[slice(*span)].decode()
                    self.fails(f"games/{name}:{line + 1}:{column + 1}", f"`{word}` is {legend[kind]} ({modifiers}) for the server and {given} here")
        client.leave()
        print("tree-sitter: colours agree with the server's: " + ", ".join(f"{count} times {kind}" for kind, count in counts.most_common()))

    def prefixes(self) -> None:
        """Half-typed texts, and changes of a text."""
        number = 0
        for name, text in self.games:
            source = text.encode()
            for part in range(1, 21):
                end = len(source) * part // 21 + part % 3
                tree = self.parser.parse(source[:end])
                if tree.root_node.end_byte > end or "".join(map(str, self.captures("highlights", tree.root_node))) is None:
                    self.fails(name, f"the first {end} bytes are not read to their end")
                number += 1
            self.edited(name, source)
        strange = ["", "\0", '"', "{", "(" * 5000, "move m(", "小 = 𝄞", "game \"\\", "\ufeffgame \"G\"", "as \"{{{", "// \r\n\r"]
        for text in strange:
            self.tree(text)
        print(f"tree-sitter: {number} half-typed texts and {len(strange)} strange ones are read")

    def edited(self, name: str, source: bytes) -> None:
        """A line is taken out and put back: the trees are those of the texts read anew."""
        lines = source.splitlines(keepends=True)
        middle = len(lines) // 2
        start = sum(map(len, lines[:middle]))
        end = start + len(lines[middle])
        shorter = source[:start] + source[end:]
        tree = self.parser.parse(source)
        for new, old_end, new_end in ((shorter, end, start), (source, start, end)):
            rows = {start: (middle, 0), end: (middle + 1, 0)}
            tree.edit(start_byte=start, old_end_byte=old_end, new_end_byte=new_end,
                      start_point=(middle, 0), old_end_point=rows[old_end], new_end_point=rows[new_end])
            tree = self.parser.parse(new, tree)
            if new is source and str(tree.root_node) != str(self.parser.parse(new).root_node):
                self.fails(name, f"line {middle + 1} taken out and put back: the tree is another one")

    def folds(self) -> None:
        """Every body of several lines can be folded."""
        number = 0
        for name, text in self.games:
            root = self.tree(text).root_node
            folds = {(node.start_point.row, node.end_point.row) for _, node in self.captures("folds", root)}
            number += sum(last > first for first, last in folds)
            for line, words in enumerate(text.splitlines()):
                code = words.split("//")[0].rstrip()
                if code.endswith("{") and not any(first <= line < last for first, last in folds):
                    self.fails(f"games/{name}:{line + 1}", "this line opens a body that cannot be folded")
        print(f"tree-sitter: {number} folds")

    def indents(self) -> None:
        """Lines are where `zug fmt` puts them, by the rules of nvim-treesitter."""
        same = number = 0
        other = []
        for name, text in self.games:
            root = self.tree(text).root_node
            kinds: dict[int, set[str]] = {}
            for capture, node in self.captures("indents", root):
                kinds.setdefault(node.id, set()).add(capture)
            for line, words in enumerate(text.splitlines()):
                # Rows of pictures stand below each other, at the column of the first.
                if not words.strip() or words.lstrip().startswith(("//", '"')):
                    continue
                number += 1
                column = len(words) - len(words.lstrip())
                if column == self.indent(root, kinds, line, column, len(words)):
                    same += 1
                else:
                    other.append(f"games/{name}:{line + 1}")
        print(f"tree-sitter: {same} of {number} lines are indented as they stand in the library")
        if same < 0.985 * number:
            self.fails("indents.scm", f"other lines: {', '.join(other[:40])}")

    @staticmethod
    def indent(root: Node, kinds: dict[int, set[str]], line: int, column: int, length: int) -> int:
        """The column for a line."""
        node = root.descendant_for_point_range((line, column), (line, column + 1))
        found, done = 0, set()
        while node is not None:
            kind, (first, last) = kinds.get(node.id, set()), (node.start_point.row, node.end_point.row)
            if "indent.branch" in kind and first == line and line not in done:
                found -= 2
                done.add(("branch", line))
            if "indent.begin" in kind and first != last and first != line and first not in done:
                found += 2
                done.add(first)
            node = node.parent
        return max(found, 0)

    def current(self) -> None:
        """`src` is made from `grammar.js`."""
        hashed = hashlib.sha256((FOLDER / "grammar.js").read_bytes()).hexdigest()
        if (FOLDER / "src/grammar.sha256").read_text().strip() != hashed:
            self.fails("editors/tree-sitter-zug/src", "grammar.js was changed since: editors/tree-sitter-zug/make writes it anew")
        program = os.environ.get("ZUG_TREE_SITTER_GENERATE", "")
        if not program:
            print("NOT RUN: the parser was not made anew: ZUG_TREE_SITTER_GENERATE names no program; the hash of grammar.js was compared")
            return
        with tempfile.TemporaryDirectory() as out:
            subprocess.run([program, str(FOLDER), out], check=True)
            for made in sorted(path for path in Path(out).rglob("*") if path.is_file()):
                kept = FOLDER / "src" / made.relative_to(out)
                if not kept.exists() or kept.read_bytes() != made.read_bytes():
                    self.fails(str(kept.relative_to(ROOT)), "is not what grammar.js makes: editors/tree-sitter-zug/make writes it anew")
        print("tree-sitter: the parser is what grammar.js makes")

    def helix(self) -> None:
        """The settings for Helix can be read, and its queries are these with its names of captures."""
        if sys.version_info >= (3, 11):
            import tomllib

            settings = tomllib.loads((ROOT / "editors/helix/languages.toml").read_text(encoding="utf-8"))
            assert settings["language"][0]["name"] == settings["grammar"][0]["name"] == "zug"
            assert settings["language"][0]["language-servers"] == list(settings["language-server"])
        sys.path.insert(0, str(ROOT / "editors/helix"))
        import make

        for name, text in make.queries().items():
            kept = ROOT / "editors/helix/queries/zug" / name
            if not kept.exists() or kept.read_text(encoding="utf-8") != text:
                self.fails(f"editors/helix/queries/zug/{name}", "python3 editors/helix/make.py writes it anew")
            Query(self.language, text)
        print("Helix: its settings and queries are read; Helix itself was not tried")


# What the grammar reads: numbers that are too large, fractions (`2.5` reads as an element), `not` behind a comparison, three ends of a
# range, an expression that is no type, two `turn`s.
NO_FORM = {"Z0014", "Z0015", "Z0018", "Z0019", "Z0020", "Z0022"}
BUILT_IN = {"function.builtin", "constant.builtin", "type.builtin", "keyword"}


def definitions_without_errors(tests: Tests) -> list[tuple[str, str]]:
    """The definitions in the docs whose trees have no errors."""
    return [(place, text) for place, text in definitions() if first_error(tests.tree(text).root_node) is None]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(compiled(folder))
        for test in (tests.current, tests.corpus, tests.library, tests.tokens, tests.prefixes, tests.folds, tests.indents, tests.helix):
            test()
    if tests.wrong:
        print("\n".join(tests.wrong[:int(os.environ.get("ZUG_SHOWN", "60"))]))
        print(f"{len(tests.wrong)} differences")
    return 1 if tests.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
