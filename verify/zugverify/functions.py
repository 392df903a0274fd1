"""Compiles the functions of boards, sets and numbers that the language has by itself."""

import itertools
import math

from .boards import DIAGONAL, DIRECTIONS, ORTHOGONAL, Board, Links, reach_links
from .domains import bits
from .errors import Ambiguous
from .types import BOOL, GREATEST, T, X, element, integer, set_of

BUILTIN = frozenset(DIRECTIONS + (
    "step", "near", "shift", "run", "stop", "reach", "distance", "lines", "subsets", "opposite", "other", "abs", "len", "count",
    "min", "max", "sum", "union", "can", "stuck", "compass", "orthogonal", "diagonal"))
STEPPED = ("ring", "path")


class Functions:
    """The compiler of calls of built-in functions."""

    def builtin(self, name, args, scope, hint, line):
        if name in DIRECTIONS:
            self.arity(name, args, (1,), line)
            return self.stepped(args[0], ("name", line, name), None, scope, hint, line)
        read = getattr(self, "f_" + name, None)
        if read is None:
            self.refuse(line, "`%s` is no function" % name)
        return read(args, scope, hint, line)

    def arity(self, name, args, counts, line):
        if len(args) not in counts:
            self.refuse(line, "`%s` takes %s arguments" % (name, " or ".join(map(str, counts))))

    # boards

    def on_board(self, arg, scope, hint, line, others=(), one=False):
        """Compiles an argument that lies on a board, and says on which; `none` is a cell where it has to be `one`."""
        try:
            x = self.infer(arg, scope, hint)
        except Ambiguous:
            for other in others:
                x = self.infer(other, scope)
                if x.t.dom is not None:
                    x = self.infer(arg, scope, x.t)
                    break
            else:
                raise
        if x.t.kind in ("int", "ints") or x.t.kind == "set" and x.t.dom is None or x.t.kind == "none":
            kinds = STEPPED + (("triangle", "graph") if arg[0] in ("num", "set") else ())
            found = [d for d in self.all_domains() if isinstance(d, Board) and
                     (d.kind in kinds or x.t.kind not in ("int", "ints"))]
            wanted = hint.dom if hint is not None else None
            while wanted is not None and wanted.is_family:
                wanted = wanted.base
            found = [d for d in found if d is wanted] or found
            if len(found) != 1:
                self.refuse(line, "nothing says which board is meant")
            x = self.infer(arg, scope, element(found[0]))
            if x.t.kind == "int" or one and x.t.kind == "none":
                x = self.to_elem(x, found[0], line)
            elif x.t.kind != "elem":
                x = self.to_set(x, found[0], line)
        dom = x.t.dom
        if x.t.is_member and dom.base.kind in ("grid",) or x.t.is_member:
            dom = dom.base
            x = self.to_set(x, dom, line)
        if x.t.kind not in ("elem", "set") or not isinstance(dom, Board):
            self.refuse(line, "expected cells of a board, found %s" % x.t.told())
        return x, dom

    def board_code(self, board):
        return self.shared(("board", board.name), board)

    def steppable(self, board, name, line):
        if board.kind == "graph":
            self.refuse(line, "`%s`: many edges may lead from a point of a graph" % name)

    def direction(self, arg, scope, line):
        return self.to_elem(self.infer(arg, scope, element(self.directions)), self.directions, line)

    def direction_set(self, args, k, board, scope, line):
        """Compiles the set of directions at the end of the arguments, or gives the usual one."""
        if len(args) <= k:
            return X(str(board.usual), set_of(self.directions))
        x = self.infer(args[k], scope, set_of(self.directions))
        return self.to_set(x, self.directions, line)

    def constant_directions(self, args, k, board, scope, line):
        """The same where what they lead to is worked out before play."""
        x = self.direction_set(args, k, board, scope, line)
        if not x.fixed:
            self.refuse(line, "these directions must be constant")
        return x

    def cell_arg(self, arg, scope, hint, line, others=()):
        x, board = self.on_board(arg, scope, hint, line, others, one=True)
        if x.t.kind != "elem":
            self.refuse(line, "expected a cell, found %s" % x.t.told())
        return x, board

    def set_arg(self, arg, board, scope, line):
        return self.to_set(self.infer(arg, scope, set_of(board)), board, line)

    def f_step(self, args, scope, hint, line):
        self.arity("step", args, (2, 3), line)
        return self.stepped(args[0], args[1], args[2] if len(args) > 2 else None, scope, hint, line)

    def stepped(self, cell, way, times, scope, hint, line):
        c, board = self.cell_arg(cell, scope, hint, line)
        self.steppable(board, "step", line)
        d = self.direction(way, scope, line)
        free, t = c.free | d.free, element(board, True)
        if times is not None:
            n = self.number(times, scope)
            code = "%s.steps_on(%s, %s, %s)" % (self.board_code(board), c.code, d.code, n.code)
            return self.fold(code, t, free | n.free)
        if d.fixed and not d.t.opt:
            row = board.steps[self.value_now(d)]
            table = self.shared(("steps", board.name, d.code), row)
            opt = c.t.opt or None in row
            return self.fold(("look(%s, %s)" if c.t.opt else "%s[%s]") % (table, c.code), element(board, opt), free)
        if not c.t.opt and not d.t.opt:
            code = "%s[%s][%s]" % (self.shared(("rows", board.name), board.steps), d.code, c.code)
        else:
            code = "%s.step(%s, %s)" % (self.board_code(board), c.code, d.code)
        return self.fold(code, t, free)

    def links(self, args, k, scope):
        """Compiles links, a set of members of a family, where they stand in the place of directions; else None."""
        if len(args) <= k:
            return None
        try:
            x = self.infer(args[k], scope, set_of(self.directions) if self.directions else None)
        except Ambiguous:
            return None
        return x if x.t.kind == "set" and x.t.dom is not None and x.t.dom.is_family else None

    def constant_links(self, links, line):
        if not links.fixed:
            self.refuse(line, "these links must be constant")
        family = links.t.dom
        return self.shared(("links", family.name, links.code), Links(family, self.value_now(links))), family.base

    def f_near(self, args, scope, hint, line):
        self.arity("near", args, (1, 2), line)
        links = self.links(args, 1, scope)
        if links is not None:
            family, base = links.t.dom, links.t.dom.base
            x = self.infer(args[0], scope, element(base))
            one = x.t.is_number or x.t.kind == "none" or x.t.kind == "elem" and x.t.dom is base
            x = self.to_elem(x, base, line) if one else self.to_set(x, base, line)
            self.space["Links"] = Links
            code = "Links(%s, %s).%s(%s)" % (self.shared(("board", family.name), family), links.code,
                                             "near" if one else "near_all", x.code)
            return self.fold(code, set_of(base), x.free | links.free)
        c, board = self.on_board(args[0], scope, hint, line)
        d = self.direction_set(args, 1, board, scope, line)
        free = c.free | d.free
        if c.t.kind == "elem" and not c.t.opt and d.fixed and not d.t.opt:
            table = self.shared(("near", board.name, d.code), board.near_table(self.value_now(d)))
            return self.fold("%s[%s]" % (table, c.code), set_of(board), free)
        word = "near" if c.t.kind == "elem" else "near_all"
        return self.fold("%s.%s(%s, %s)" % (self.board_code(board), word, c.code, d.code), set_of(board), free)

    def f_shift(self, args, scope, hint, line):
        self.arity("shift", args, (2,), line)
        s, board = self.on_board(args[0], scope, hint, line)
        self.steppable(board, "shift", line)
        s, d = self.to_set(s, board, line), self.direction(args[1], scope, line)
        return self.fold("%s.shift(%s, %s)" % (self.board_code(board), s.code, d.code), set_of(board), s.free | d.free)

    def ran(self, word, args, scope, hint, line):
        self.arity(word, args, (3,), line)
        c, board = self.cell_arg(args[0], scope, hint, line, args[2:])
        self.steppable(board, word, line)
        d, s = self.direction(args[1], scope, line), self.set_arg(args[2], board, scope, line)
        code = "%s.%s(%s, %s, %s)" % (self.board_code(board), word, c.code, d.code, s.code)
        return self.fold(code, set_of(board) if word == "run" else element(board, True), c.free | d.free | s.free)

    def f_run(self, args, scope, hint, line):
        return self.ran("run", args, scope, hint, line)

    def f_stop(self, args, scope, hint, line):
        return self.ran("stop", args, scope, hint, line)

    def f_reach(self, args, scope, hint, line):
        self.arity("reach", args, (2, 3), line)
        links = self.links(args, 2, scope)
        if links is not None:
            code, base = self.constant_links(links, line)
            start, within = (self.set_arg(arg, base, scope, line) for arg in args[:2])
            return self.fold("%s.reach(%s, %s)" % (code, start.code, within.code), set_of(base), start.free | within.free)
        family = self.family_of_links(args[1], scope)
        if family is not None and len(args) == 2:
            start, links = self.set_arg(args[0], family.base, scope, line), self.infer(args[1], scope, set_of(family))
            self.space["reach_links"] = reach_links
            code = "reach_links(%s, %s, %s)" % (self.shared(("board", family.name), family), start.code, links.code)
            return self.fold(code, set_of(family.base), start.free | links.free)
        start, board = self.on_board(args[0], scope, hint, line, args[1:2])
        start = self.to_set(start, board, line)
        links = self.infer(args[1], scope, set_of(board))
        if links.t.kind == "set" and links.t.dom is not None and links.t.dom.is_family and links.t.dom.base is board:
            if len(args) > 2:
                self.refuse(line, "links have no directions")
            family = self.shared(("board", links.t.dom.name), links.t.dom)
            self.space["reach_links"] = reach_links
            code = "reach_links(%s, %s, %s)" % (family, start.code, links.code)
            return self.fold(code, set_of(board), start.free | links.free)
        links = self.to_set(links, board, line)
        d = self.constant_directions(args, 2, board, scope, line)
        code = "%s.reach(%s, %s, %s)" % (self.board_code(board), start.code, links.code, d.code)
        return self.fold(code, set_of(board), start.free | links.free | d.free)

    def family_of_links(self, arg, scope):
        """Gives the family whose members an argument holds by itself, whatever is expected, or None."""
        found = self.alone(arg, scope)
        is_links = isinstance(found, X) and found.t.kind == "set" and found.t.dom is not None and found.t.dom.is_family
        return found.t.dom if is_links else None

    def f_distance(self, args, scope, hint, line):
        self.arity("distance", args, (2, 3), line)
        links = self.links(args, 2, scope)
        if links is not None:
            code, base = self.constant_links(links, line)
            a, b = (self.to_elem(self.infer(arg, scope, element(base)), base, line) for arg in args[:2])
            return self.fold("%s.distance(%s, %s)" % (code, a.code, b.code), integer(0, base.size, True), a.free | b.free)
        a, board = self.cell_arg(args[0], scope, None, line, args[1:2])
        b = self.to_elem(self.infer(args[1], scope, element(board)), board, line)
        d = self.constant_directions(args, 2, board, scope, line)
        code = "%s.distance(%s, %s, %s)" % (self.board_code(board), a.code, b.code, d.code)
        return self.fold(code, integer(0, board.size, True), a.free | b.free | d.free)

    def f_lines(self, args, scope, hint, line):
        self.arity("lines", args, (2, 3), line)
        board = self.board_named(args[0], line)
        self.steppable(board, "lines", line)
        n = self.number(args[1], scope)
        d = self.constant_directions(args, 2, board, scope, line) if len(args) > 2 \
            else X(str(board.compass), set_of(self.directions))
        code = "%s.lines(%s, %s)" % (self.board_code(board), n.code, d.code)
        return self.fold(code, T("sets", board), n.free | d.free)

    def f_subsets(self, args, scope, hint, line):
        self.arity("subsets", args, (2,), line)
        if hint is not None and hint.kind == "sets":
            hint = hint.within
        of = self.of_members(self.infer(args[0], scope, hint), hint, line)
        sizes = self.infer(args[1], scope)
        if of.t.kind == "ints" and hint is not None and hint.dom is not None and hint.dom.numeric:
            of = self.to_set(of, hint.dom, line)
        numbers = sizes.t.kind in ("int", "ints") and not sizes.t.opt
        if of.t.kind != "set" or of.t.dom is None or not of.fixed or not sizes.fixed or not numbers:
            self.refuse(line, "`subsets` are those of a constant set, of constant sizes")
        members, sizes = bits(eval(of.code, self.space)), eval(sizes.code, self.space)
        sizes = [k for k in ((sizes,) if isinstance(sizes, int) else sizes) if k >= 0]
        self.limit(max(1, sum(math.comb(len(members), k) for k in sizes)), line)
        sets = frozenset(sum(1 << c for c in some) for k in sizes for some in itertools.combinations(members, k))
        return X(self.constant(sets), T("sets", of.t.dom))

    def board_named(self, arg, line):
        board = self.thing(arg[2], line) if arg[0] == "name" else None
        if not isinstance(board, Board):
            self.refuse(line, "expected the name of a board")
        return board

    def f_compass(self, args, scope, hint, line):
        self.arity("compass", args, (1,), line)
        return X(str(self.board_named(args[0], line).compass), set_of(self.directions))

    def board_constant(self, name, line):
        """Gives `compass`, `orthogonal` or `diagonal`, or None."""
        if name == "compass":
            kinds = {d.compass for d in self.all_domains() if isinstance(d, Board)}
            if len(kinds) != 1:
                self.refuse(line, "write `compass(…)` with the name of a board")
            return X(str(kinds.pop()), set_of(self.directions))
        if name in ("orthogonal", "diagonal"):
            wanted = ORTHOGONAL if name == "orthogonal" else DIAGONAL
            if not all(d in self.directions.place for d in wanted) or \
                    not any(d.kind in ("grid", "torus") for d in self.all_domains()):
                self.refuse(line, "`%s` belongs to grids and tori" % name)
            return X(str(sum(1 << self.directions.place[d] for d in wanted)), set_of(self.directions))
        return None

    def make_member(self, dom, args, scope, line):
        """Compiles `Cell(x, y)` and `Edge(a1, b1)`."""
        if dom.is_family:
            if not args:
                self.refuse(line, "`%s(…)` needs elements" % dom.name)
            if len(args) == 1:
                return self.to_elem(self.value_of(args[0], set_of(dom.base), scope), dom, line)
            parts = [self.value_of(a, element(dom.base), scope) for a in args]
            free = frozenset().union(*(p.free for p in parts))
            code = "%s.get(display(%s))" % (self.of_set(dom), ", ".join(p.code for p in parts))
            return self.fold(code, element(dom, True), free)
        if dom.numeric:
            self.arity(dom.name, args, (1,), line)
            return self.to_elem(self.number(args[0], scope), dom, line)
        if isinstance(dom, Board) and dom.kind != "graph":
            self.arity(dom.name, args, (2,), line)
            x, y = self.number(args[0], scope), self.number(args[1], scope)
            code = "%s.cell(%s, %s)" % (self.board_code(dom), x.code, y.code)
            return self.fold(code, element(dom, True), x.free | y.free)
        self.refuse(line, "`%s` is not a function" % dom.name)

    # others

    def f_opposite(self, args, scope, hint, line):
        self.arity("opposite", args, (1,), line)
        d = self.direction(args[0], scope, line)
        table = self.shared(("opposite",), self.directions.opposite)
        return self.fold("look(%s, %s)" % (table, d.code), element(self.directions, d.t.opt), d.free)

    def f_other(self, args, scope, hint, line):
        self.arity("other", args, (1,), line)
        p = self.to_elem(self.infer(args[0], scope, element(self.players)), self.players, line)
        return self.fold("look((1, 0), %s)" % p.code, element(self.players, p.t.opt), p.free)

    def f_abs(self, args, scope, hint, line):
        self.arity("abs", args, (1,), line)
        n = self.number(args[0], scope)
        t = integer(0, max(abs(n.t.low), abs(n.t.high)), n.t.opt)
        return self.fold("absolute(%s)" % n.code, t, n.free)

    def f_len(self, args, scope, hint, line):
        self.arity("len", args, (1,), line)
        x = self.infer(args[0], scope)
        if x.t.kind != "list":
            self.refuse(line, "`len` is of a list, not of %s" % x.t.told())
        return self.fold("len(%s)" % x.code, integer(0, GREATEST), x.free)

    def f_count(self, args, scope, hint, line):
        self.arity("count", args, (1,), line)
        x = self.infer(args[0], scope)
        if x.t.kind == "ints":
            return self.fold("size_ints(%s)" % x.code, integer(0, GREATEST, x.t.opt), x.free)
        if x.t.kind == "set" and x.t.dom is None:
            return self.fold(("(None if %s is None else 0)" if x.t.opt else "(%s, 0)[1]") % x.code,
                             integer(0, 0, x.t.opt), x.free)
        if x.t.kind not in ("set", "elem"):
            self.refuse(line, "`count` is of a set, not of %s" % x.t.told())
        dom = x.t.dom.base if x.t.is_member else x.t.dom
        x = self.to_set(x, dom, line)
        code = "size(%s)" if x.t.opt else "(%s).bit_count()"
        return self.fold(code % x.code, integer(0, dom.size, x.t.opt), x.free)

    def extreme(self, word, args, scope, line):
        if not args:
            self.refuse(line, "`%s` needs arguments" % word)
        parts = [self.number(a, scope) for a in args]
        free = frozenset().union(*(p.free for p in parts))
        opt = all(p.t.opt for p in parts)
        t = integer(min(p.t.low for p in parts), max(p.t.high for p in parts), opt)
        function = {"min": "least", "max": "greatest"}[word]
        return self.fold("%s((%s,))" % (function, ", ".join(p.code for p in parts)), t, free)

    def f_min(self, args, scope, hint, line):
        return self.extreme("min", args, scope, line)

    def f_max(self, args, scope, hint, line):
        return self.extreme("max", args, scope, line)

    def f_can(self, args, scope, hint, line):
        self.arity("can", args, (1,), line)
        if args[0][0] not in ("name", "call"):
            self.refuse(line, "`can` asks about a move")
        if not (scope.pos and scope.mover):
            self.refuse(line, "`can` needs a position")
        fix, move = self.request((args[0][2], line, args[0][3] if args[0][0] == "call" else []), scope)
        self.asks.add(move.number)
        code = "can(S, me, %d, (%s))" % (move.number, "".join(f.code + ", " for f in fix))
        return X(code, BOOL, frozenset(("S", "me")).union(*(f.free for f in fix)))

    def f_stuck(self, args, scope, hint, line):
        self.arity("stuck", args, (1,), line)
        if not scope.pos:
            self.refuse(line, "`stuck` needs a position")
        p = self.to_elem(self.infer(args[0], scope, element(self.players)), self.players, line)
        self.asks.update(m.number for m in self.moves if not m.followup)
        return X("no_move(S, %s)" % p.code, BOOL, frozenset(("S",)) | p.free)
