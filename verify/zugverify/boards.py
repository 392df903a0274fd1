"""Boards and graphs: cells with coordinates, directions and what is computed with them."""

from .domains import Domain, bits, column_name, square

GRID = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0),
        "northeast": (1, 1), "northwest": (-1, 1), "southeast": (1, -1), "southwest": (-1, -1)}
HEX = {"east": (1, 0), "west": (-1, 0), "northeast": (0, 1), "northwest": (-1, 1), "southeast": (1, -1),
       "southwest": (0, -1)}
TRIANGLE = {"east": (1, 0), "west": (-1, 0), "northeast": (0, -1), "northwest": (-1, -1), "southeast": (1, 1),
            "southwest": (0, 1)}
LINE = {"forward": (1, 0), "backward": (-1, 0)}
VECTORS = {"grid": GRID, "torus": GRID, "hex": HEX, "hextorus": HEX, "hexagon": HEX, "triangle": TRIANGLE, "ring": LINE, "path": LINE, "graph": LINE}
DIRECTIONS = tuple(GRID) + tuple(LINE)
ORTHOGONAL = ("north", "south", "east", "west")
DIAGONAL = ("northeast", "northwest", "southeast", "southwest")
OPPOSITE = {"north": "south", "east": "west", "northeast": "southwest", "northwest": "southeast",
            "forward": "backward"}
OPPOSITE.update({b: a for a, b in list(OPPOSITE.items())})


def directions_of(kind):
    return tuple(VECTORS[kind])


class Board(Domain):
    """Cells in a geometry. `directions` is the domain of all directions of the definition."""

    def __init__(self, name, kind, names, cells, directions, low=None):
        super().__init__(name, names, low)
        self.kind, self.directions = kind, directions
        self.cells = cells
        self.at = {c: k for k, c in enumerate(cells or [])}
        self.compass = sum(1 << directions.place[d] for d in VECTORS[kind])
        plain = ORTHOGONAL if kind in ("grid", "torus") else VECTORS[kind]
        self.usual = sum(1 << directions.place[d] for d in plain)
        self._near = {}

    def build_steps(self, width=0, height=0):
        """Computes for each direction where a step leads from each cell."""
        self.steps = [[None] * self.size for _ in range(self.directions.size)]
        for d, (dx, dy) in VECTORS[self.kind].items():
            row = self.steps[self.directions.place[d]]
            for k, (x, y) in enumerate(self.cells):
                x, y = x + dx, y + dy
                if self.kind in ("torus", "hextorus", "ring"):
                    x, y = (x - 1) % width + 1, (y - 1) % height + 1
                row[k] = self.at.get((x, y))

    def cell(self, x, y):
        return self.at.get((x, y))

    def step(self, c, d):
        return None if c is None or d is None else self.steps[d][c]

    def steps_on(self, c, d, count):
        if count is None or c is None or d is None:
            return None
        if count < 0:
            d, count = self.directions.opposite[d], -count
        row, seen = self.steps[d], 0
        while count and c is not None:
            c, seen = row[c], seen + 1
            count -= 1
            if seen > self.size:
                count %= seen_period(row, c)
                seen = -self.size
        return c

    def shift(self, cells, d):
        out = 0
        if cells and d is not None:
            row = self.steps[d]
            for c in bits(cells):
                if row[c] is not None:
                    out |= 1 << row[c]
        return out

    def run(self, c, d, cells):
        return self._run(c, d, cells)[0]

    def stop(self, c, d, cells):
        return self._run(c, d, cells)[1]

    def _run(self, c, d, cells):
        out = 0
        if c is None or d is None or cells is None:
            return 0, None
        row, at = self.steps[d], self.steps[d][c]
        while at is not None and at != c and cells >> at & 1:
            out |= 1 << at
            at = row[at]
        return out, (None if at == c else at)

    def near_table(self, directions):
        """Gives for each cell the set of its neighbours in a set of directions."""
        table = self._near.get(directions)
        if table is None:
            table = []
            for c in range(self.size):
                out = 0
                for d in bits(directions):
                    if self.steps[d][c] is not None:
                        out |= 1 << self.steps[d][c]
                table.append(out & ~(1 << c))
            self._near[directions] = table
        return table

    def near(self, c, directions):
        return 0 if c is None or directions is None else self.near_table(directions)[c]

    def near_all(self, cells, directions):
        out = 0
        if cells and directions is not None:
            table = self.near_table(directions)
            for c in bits(cells):
                out |= table[c]
        return out

    def reach(self, start, within, directions):
        """Floods from the cells of `start` inside `within`."""
        if not start or not within or directions is None:
            return 0
        table = self.near_table(directions)
        new = out = start & within
        while new:
            found = 0
            while new:
                low = new & -new
                found |= table[low.bit_length() - 1]
                new ^= low
            new = found & within & ~out
            out |= new
        return out

    def distance(self, a, b, directions):
        if a is None or b is None or directions is None:
            return None
        table, out, new, steps, goal = self.near_table(directions), 1 << a, 1 << a, 0, 1 << b
        while not out & goal:
            found = 0
            for c in bits(new):
                found |= table[c]
            new = found & ~out
            if not new:
                return None
            out |= new
            steps += 1
        return steps

    def lines(self, count, directions):
        """Gives all straight lines of so many different cells."""
        out = set()
        if count is None or directions is None or count < 1 or count > self.size:
            return frozenset()
        for d in bits(directions):
            row = self.steps[d]
            for c in range(self.size):
                mask, at = 0, c
                for _ in range(count):
                    if at is None or mask >> at & 1:
                        break
                    mask |= 1 << at
                    at = row[at]
                else:
                    out.add(mask)
        return frozenset(out)


def seen_period(row, c):
    """Gives after how many steps a walk that never leaves the board comes back to c."""
    at, count = row[c], 1
    while at != c:
        at, count = row[at], count + 1
    return count


def reach_links(family, start, links):
    """Gives all elements that links join to those of `start`, each link joining all its elements."""
    if not start or links is None:
        return 0
    sets = [family.sets[k] for k in bits(links)]
    out, grown = start, True
    while grown:
        grown, rest = False, []
        for link in sets:
            if link & out:
                if link & ~out:
                    out |= link
                    grown = True
            else:
                rest.append(link)
        sets = rest
    return out


class Links:
    """Members of a family, each of which joins all its elements."""

    def __init__(self, family, links):
        self.joined = [0] * family.base.size
        for k in bits(links or 0):
            for c in bits(family.sets[k]):
                self.joined[c] |= family.sets[k] & ~(1 << c)

    def near(self, c):
        return 0 if c is None else self.joined[c]

    def near_all(self, cells):
        out = 0
        for c in bits(cells or 0):
            out |= self.joined[c]
        return out

    def reach(self, start, within):
        out, grown = (start or 0) & (within or 0), 0
        while out != grown:
            grown, out = out, out | self.near_all(out) & within
        return out

    def distance(self, a, b):
        if a is None or b is None:
            return None
        out, steps = 1 << a, 0
        while not out >> b & 1:
            more = out | self.near_all(out)
            if more == out:
                return None
            out, steps = more, steps + 1
        return steps


def direction_domain(kinds):
    """Makes the domain of all directions that boards of these kinds have."""
    present = {d for kind in kinds for d in VECTORS[kind]}
    domain = Domain("Direction", [d for d in DIRECTIONS if d in present])
    domain.opposite = [domain.place[OPPOSITE[d]] for d in domain.names]
    return domain


def make_board(name, kind, sizes, directions):
    """Builds a board by its constructor."""
    if kind in ("ring", "path"):
        (n,) = sizes
        board = Board(name, kind, [str(k) for k in range(1, n + 1)], [(k, 1) for k in range(1, n + 1)], directions, 1)
        board.build_steps(n, 1)
        return board
    if kind == "triangle":
        (n,) = sizes
        cells = [(x, y) for y in range(1, n + 1) for x in range(1, y + 1)]
        names = [str(k + 1) for k in range(len(cells))]
    elif kind == "hexagon":
        (n,) = sizes
        rows = range(1, 2 * n)
        cells = [(x, y) for y in rows for x in rows if n < x + y < 3 * n]
        names = [column_name(x) + str(y) for x, y in cells]
    else:
        width, height = sizes
        cells = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
        names = [column_name(x) + str(y) for x, y in cells]
    board = Board(name, kind, names, cells, directions)
    board.build_steps(*(sizes if kind in ("torus", "hextorus") else ()))
    return board


def cut_board(board, kept):
    """Builds the board of those cells alone; a step to another leads nowhere."""
    names, cells = ([all[k] for k in kept] for all in (board.names, board.cells))
    cut = Board(board.name, board.kind, names, cells, board.directions)
    cut.build_steps()
    return cut


class Graph(Board):
    """A domain given by its edges. From a point many edges may lead, so there is no step."""

    def __init__(self, name, chains, directions):
        names, ahead = [], {}
        for nodes, _ in chains:
            for node in nodes:
                if node not in ahead:
                    ahead[node] = set()
                    names.append(node)
        for nodes, links in chains:
            for a, link, b in zip(nodes, links, nodes[1:]):
                if a != b:
                    ahead[a].add(b)
                    if link == "-":
                        ahead[b].add(a)
        cells = [square(n) for n in names]
        super().__init__(name, "graph", names, cells if cells and all(cells) else None, directions)
        forward, backward = (1 << directions.place[d] for d in ("forward", "backward"))
        self.usual = forward
        there = [sum(1 << self.place[b] for b in ahead[a]) for a in names]
        back = [sum(1 << k for k in range(self.size) if there[k] >> c & 1) for c in range(self.size)]
        self._near = {0: [0] * self.size, forward: there, backward: back,
                      forward | backward: [a | b for a, b in zip(there, back)]}

    def near_table(self, directions):
        both = self.compass
        return self._near[directions & both]
