"""Sets up the first position from a picture."""

from .boards import Board
from .errors import DefinitionError
from .expressions import Scope
from .things import Field


class Picture:
    """Reads a `start` in the letters of a `show`."""

    def __init__(self, compiler, rows, line):
        self.compiler, self.line = compiler, line
        shows = compiler.of_kind("show")
        if not shows:
            self.refuse("a picture needs a `show`")
        self.show = shows[0]
        self.dom = compiler.domain(self.show[2], line)
        self.rows = rows
        if not any(text == " " for _, text, _ in self.show[3]):
            self.rows = [row.replace(" ", "") for row in rows]

    def refuse(self, text):
        raise DefinitionError(self.line, text)

    def letters(self):
        """Gives the letter of each cell."""
        dom, rows = self.dom, self.rows
        if isinstance(dom, Board) and dom.kind in ("grid", "torus", "hex", "hextorus", "hexagon"):
            width, height = (max(c[k] for c in dom.cells) for k in (0, 1))
            if len(rows) != height:
                self.refuse("the picture is not %d rows high" % height)
            placed = {}
            for y in range(1, height + 1):
                row, here = rows[height - y], [x for x, at in dom.cells if at == y]
                if len(row) not in (len(here), width):
                    self.refuse("row %d of the picture is not %d letters wide" % (y, len(here)))
                placed.update(((x, y), row[k] if len(row) == len(here) else row[x - 1]) for k, x in enumerate(here))
            return [placed[cell] for cell in dom.cells]
        if isinstance(dom, Board) and dom.kind == "graph" and dom.cells:
            west, east = (f(c[0] for c in dom.cells) for f in (min, max))
            south, north = (f(c[1] for c in dom.cells) for f in (min, max))
            if len(rows) != north - south + 1 or any(len(row) != east - west + 1 for row in rows):
                self.refuse("the picture is not as large as the square around `%s`" % dom.name)
            return [rows[north - y][x - west] for x, y in dom.cells]
        if isinstance(dom, Board) and dom.kind == "triangle" and [len(r) for r in rows] != list(range(1, len(rows) + 1)):
            self.refuse("the rows of `%s` have 1, 2, … letters" % dom.name)
        joined = "".join(rows)
        if len(joined) != dom.size:
            self.refuse("the picture has %d letters, `%s` has %d members" % (len(joined), dom.name, dom.size))
        return list(joined)

    def apply(self, slots):
        entries = [(e, text) for e, text, _ in self.show[3]]
        stores, wrong = {}, {}  # of each letter; what is wrong with an entry counts where its letter is used
        for e, text in entries:
            if text in stores:
                self.refuse("two entries of `show` draw `%s`" % text)
            try:
                stores[text] = self.targets(e) if e is not None else []
            except DefinitionError as error:
                stores[text], wrong[text] = [], error
        for targets in stores.values():
            for field, at, kind, _ in targets:
                for k in range(field.count) if at is None else [at]:
                    if kind == "put":
                        slots[field.base + k] = 0
        for cell, letter in enumerate(self.letters()):
            if letter not in stores:
                self.refuse("no entry of `show` has the letter `%s`" % letter)
            if letter in wrong:
                raise wrong[letter]
            for field, at, kind, value in stores[letter]:
                if kind == "put":
                    slots[field.base + at] |= 1 << cell
                elif kind == "at":
                    slots[field.base + at] = cell
                else:
                    slots[field.base + cell] = value
        for field in self.compiler.fields.values():
            for k in range(field.count):
                if slots[field.base + k] is None and not field.t.opt:
                    self.refuse("`%s` must be given a first value" % field.name)

    def targets(self, e):
        """Gives what an entry stores for a cell: the field, its entry, how and what."""
        if e[0] == "bin" and e[2] == "-":
            return self.targets(e[3])
        if e[0] == "bin" and e[2] in ("&", "and"):
            return self.targets(e[3]) + self.targets(e[4])
        if e[0] == "cmp" and e[2] == ["="]:
            field = self.field(e[3][0])
            if field and field[0].doms == [self.dom] and field[1] is None:
                t = field[0].t
                value = self.compiler.checked(self.compiler.infer(e[3][1], Scope(), t), t, e[1], field[0].name)
                return [(field[0], None, "value", value)]
            return []
        found = self.field(e)
        if not found:
            return []
        field, at = found
        if field.t.kind == "set" and field.t.dom is self.dom and at is not None:
            return [(field, at, "put", None)]
        if field.t.kind == "elem" and field.t.dom is self.dom and at is not None:
            return [(field, at, "at", None)]
        if field.t.kind == "bool" and field.doms == [self.dom] and at is None:
            return [(field, None, "value", True)]
        return []

    def field(self, e):
        """Gives the field and the entry that an expression names, or None."""
        name = e[2][2] if e[0] == "index" and e[2][0] == "name" else e[2] if e[0] == "name" else None
        field = self.compiler.fields.get(name)
        if not isinstance(field, Field):
            return None
        if e[0] == "name":
            return field, (0 if not field.doms else None)
        parts = field.indexes(e[3], self.compiler, Scope(), e[1])
        if any(not p.fixed or p.t.opt for p in parts):
            return None
        at = 0
        for d, p in zip(field.doms, parts):
            at = at * d.size + int(p.code)
        return field, at
