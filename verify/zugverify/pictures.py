"""Sets up the first position from a picture."""

from .boards import Board
from .errors import DefinitionError
from .expressions import Scope
from .things import Field
from .types import element


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

    def layout(self):
        """Gives the cells of each row of the picture, None at a place without a cell."""
        dom = self.dom
        if not isinstance(dom, Board) or dom.kind in ("ring", "path") or not dom.cells:
            return [list(range(dom.size))]
        width, height = (max(c[k] for c in dom.cells) for k in (0, 1))
        if dom.kind == "triangle":
            return [[dom.at.get((x, y)) for x in range(1, y + 1)] for y in range(1, height + 1)]
        return [[dom.at.get((x, y)) for x in range(1, width + 1)] for y in range(height, 0, -1)]

    def letters(self):
        """Gives each cell with its letter, as the picture is read."""
        layout = self.layout()
        if len(self.rows) != len(layout):
            self.refuse("the picture of `%s` has %d rows, not %d" % (self.dom.name, len(layout), len(self.rows)))
        placed = []
        for row, places in zip(self.rows, layout):
            here = [cell for cell in places if cell is not None]
            if len(row) not in (len(here), len(places)):
                self.refuse("`%s` is not %d letters wide" % (row, len(here)))
            if len(row) == len(here):
                places = here
            placed += [(cell, letter) for cell, letter in zip(places, row) if cell is not None]
        return placed

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
            for field, place, kind, _ in targets:
                if kind == "cell" and field.t.kind == "set":
                    for cell in range(self.dom.size):
                        slots[self.slot(field, place, cell)] = 0
        for cell, letter in self.letters():
            if letter not in stores:
                self.refuse("no entry of `show` has the letter `%s`" % letter)
            if letter in wrong:
                raise wrong[letter]
            for field, place, kind, value in stores[letter]:
                slot = self.slot(field, place, cell)
                if kind == "value":
                    slots[slot] = value
                elif field.t.kind == "set":
                    slots[slot] |= 1 << self.cell_as(cell, field)
                else:
                    slots[slot] = self.cell_as(cell, field)
        for field in self.compiler.fields.values():
            for k in range(field.count):
                if slots[field.base + k] is None and not field.t.opt:
                    self.refuse("`%s` must be given a first value" % field.name)

    def slot(self, field, place, cell):
        """Gives the slot of an entry; an index that is None is the cell."""
        at = 0
        for d, k in zip(field.doms, place):
            at = at * d.size + (cell if k is None else k)
        return field.base + at

    def cell_as(self, cell, field):
        """Gives a cell as a field holds it."""
        t = field.t
        if t.dom is self.dom:
            return cell
        n = self.dom.low + cell
        value, fits = (n, t.low <= n <= t.high) if t.kind == "int" else (n - t.dom.low, 0 <= n - t.dom.low < t.dom.size)
        if not fits:
            self.refuse("`%s` cannot hold %d" % (field.name, n))
        return value

    def targets(self, e):
        """Gives what an entry stores for a cell: the field, its entry, how and what."""
        if e[0] == "bin" and e[2] == "-":
            return self.targets(e[3])
        if e[0] == "bin" and e[2] in ("&", "and"):
            return self.targets(e[3]) + self.targets(e[4])
        if e[0] == "cmp":
            links = [pair for op, *pair in zip(e[2], e[3], e[3][1:]) if op == "="]
            return [target for pair in links for target in self.equal(pair, e[1])]
        found = self.field(e)
        if not found:
            return []
        field, place = found
        if field.t.kind == "bool":
            return [(field, place, "value", True)] if None in place else []
        over_cells = field.t.kind in ("set", "elem") and field.t.dom is self.dom
        numbers = self.dom.numeric and (field.t.kind == "int" or field.t.kind in ("set", "elem") and field.t.dom.numeric)
        return [(field, place, "cell", None)] if over_cells or numbers else []

    def equal(self, pair, line):
        """Gives what a comparison stores: a field over the cells becomes what it is compared with."""
        for side, other in (pair, pair[::-1]):
            field = self.field(side)
            if field and None in field[1]:
                return [(*field, "value", self.value(other, field[0], line))]
        return []

    def value(self, e, field, line):
        """Gives the value of a field that is equal to an expression."""
        written = self.compiler.infer(e, Scope(), field.t)
        if written.t.kind == "ints" and field.t.kind == "set":
            numbers = eval(written.code, self.compiler.space)
            if any(not 0 <= n - field.t.dom.low < field.t.dom.size for n in numbers):
                raise DefinitionError(line, "`%s` is never equal to this" % field.name)
        value = self.compiler.checked(written, field.t, line, field.name)
        if value is None and self.compiler.infer(e, Scope()).t.kind != "none":
            raise DefinitionError(line, "`%s` is never equal to this" % field.name)
        return value

    def field(self, e):
        """Gives the field that an expression names with the places of its indexes, None for the cell; or None."""
        name = e[2][2] if e[0] == "index" and e[2][0] == "name" else e[2] if e[0] == "name" else None
        field = self.compiler.fields.get(name)
        if not isinstance(field, Field):
            return None
        written = list(e[3]) if e[0] == "index" else []
        implied = len(field.doms)
        if len(written) + 1 == len(field.doms) and self.dom in field.doms:
            implied = max(k for k, d in enumerate(field.doms) if d is self.dom)
        elif len(written) != len(field.doms):
            return None
        place = []
        for k, d in enumerate(field.doms):
            if k == implied:
                place.append(None)
                continue
            p = self.compiler.to_elem(self.compiler.infer(written.pop(0), Scope(), element(d)), d, e[1])
            if not p.fixed or p.t.opt:
                return None
            place.append(int(p.code))
        return field, place
