"""Compiles moves: their choices, their bodies, their texts."""

from .errors import DefinitionError
from .expressions import Scope
from .lexer import words
from .parser import Reader
from .types import BOOL, NONE, T, X, element, integer


class Move:
    """A move or followup, as compiled so far."""

    def __init__(self, number, item):
        self.number, self.item = number, item
        self.followup, self.line, self.name = item[0] == "followup", item[1], item[2]
        self.parameters = None
        self.guard_asks, self.body_asks, self.provided_asks = set(), set(), set()


class Var:
    """A `var` of a body."""

    def __init__(self, x):
        self.x = x


class Moves:
    """The compiler of moves."""

    def declare_moves(self):
        for item in self.of_kind("move", "followup"):
            if any(m.name == item[2] for m in self.moves):
                self.refuse(item[1], "two moves are called `%s`" % item[2])
            self.moves.append(Move(len(self.moves), item))

    def move_named(self, name, line):
        for move in self.moves:
            if move.name == name:
                return move
        self.refuse(line, "no move is called `%s`" % name)

    def request(self, node, scope):
        """Compiles the first arguments of a move that is asked for or asked about."""
        name, line, args = node
        move = self.move_named(name, line)
        self.prepare_parameters(move)
        if len(args) > len(move.parameters):
            self.refuse(line, "`%s` has %d parameters" % (name, len(move.parameters)))
        return [self.value_of(a, p[1].t, scope) for a, p in zip(args, move.parameters)], move

    def prepare_parameters(self, move):
        """Compiles the sets of the parameters and the guard."""
        if move.parameters is not None:
            return
        if move.name in self.building:
            self.refuse(move.line, "whether `%s` is legal depends on itself" % move.name)
        self.building.append(move.name)
        outer, self.asks = self.asks, set()
        scope, listed = Scope(pos=True, mover=True), []
        for name, source, line in move.item[3]:
            over, t, _ = self.iteration(source, scope, line)
            self.check_local(name, scope, line)
            var = self.local(t)
            scope = scope.plus({name: var})
            listed.append((name, var, over))
        self.building.pop()
        move.parameters, move.scope = listed, scope
        move.guard_asks, self.asks = self.asks, outer

    def build_moves(self):
        for move in self.moves:
            self.prepare_parameters(move)
        followups = [m for m in self.moves if m.followup]
        self.bare = len(self.moves) == 1 and not followups
        for move in self.moves:
            self.build_choices(move)
            self.build_play(move)
            self.build_text(move)
        self.refuse_circles()

    def build_choices(self, move):
        outer, self.asks = self.asks, move.guard_asks
        guard = self.truth(move.item[4], move.scope).code if move.item[4] is not None else None
        self.asks = outer
        variables = "".join(v.code + ", " for _, v, _ in move.parameters)
        for fixed in (False, True):
            lines, pad = ["out = []"], ""
            for k, (_, var, over) in enumerate(move.parameters):
                lines.append("%sfor %s in %s:" % (pad, var.code, over))
                pad += "    "
                if fixed:
                    lines.append("%sif len(fix) > %d and fix[%d] != %s: continue" % (pad, k, k, var.code))
            if guard:
                lines.append("%sif %s:" % (pad, guard))
                pad += "    "
            lines.append("%sout.append((%s))" % (pad, variables))
            lines.append("return out")
            name = self.function("choices", ["S", "me"] + (["fix"] if fixed else []), lines)
            setattr(move, "choices_fixed" if fixed else "choices", self.space[name])

    # bodies

    def build_play(self, move):
        _, _, _, _, _, _, body, provided, _ = move.item
        self.names_of_body, self.empty_ints = {}, set()
        lines = []
        if move.parameters:
            lines.append("%s = choice" % "".join(v.code + ", " for _, v, _ in move.parameters))
        lines.append("again = None")
        outer, self.asks = self.asks, move.body_asks
        self.top_names = move.scope
        lines += self.block(body, move.scope, top=True)
        self.asks = move.provided_asks
        if provided is not None:
            test = self.truth(provided, self.top_names)
            lines.append("return again, %s" % test.code)
        else:
            lines.append("return again, True")
        self.asks = outer
        lines = [line[:-1] + "frozenset()" if line.strip() in self.empty_ints else line for line in lines]
        move.provided = provided is not None
        move.play = self.space[self.function("play", ["S", "me", "choice"], lines)]

    def block(self, statements, scope, top=False):
        lines = []
        for statement in statements:
            self.line = statement[1]
            made, scope = getattr(self, "s_" + statement[0])(statement, scope)
            lines += made
        if top:
            self.top_names = scope
        return lines or ["pass"]

    def indented(self, lines):
        return ["    " + line for line in lines]

    def s_let(self, s, scope):
        _, line, name, e = s
        self.check_local(name, scope, line, True)
        x = self.infer(e, scope)
        if x.t.kind in ("sets", "list"):
            self.refuse(line, "a `let` of a body cannot hold %s" % x.t.told())
        if x.fixed:
            return [], scope.plus({name: x})
        var = self.local(x.t)
        return ["%s = %s" % (var.code, x.code)], scope.plus({name: var})

    def s_var(self, s, scope):
        _, line, name, e = s
        self.check_local(name, scope, line, True)
        x = self.infer(e, scope)
        if x.t.kind in ("sets", "list"):
            self.refuse(line, "a `var` cannot hold %s" % x.t.told())
        var = self.local(T(x.t.kind, x.t.dom, x.t.kind != "bool"))
        self.names_of_body[var.code] = var
        return ["%s = %s" % (var.code, x.code)], scope.plus({name: var})

    def s_if(self, s, scope):
        test = self.truth(s[2], scope)
        lines = ["if %s:" % test.code] + self.indented(self.block(s[3], scope))
        if s[4]:
            lines += ["else:"] + self.indented(self.block(s[4], scope))
        return lines, scope

    def s_for(self, s, scope):
        (listed, where), inner, lines, pad = s[2], scope, [], ""
        for name, source, line in listed:
            over, t, _ = self.iteration(source, inner, line)
            self.check_local(name, inner, line)
            var = self.local(t)
            inner = inner.plus({name: var})
            lines.append("%sfor %s in %s:" % (pad, var.code, over))
            pad += "    "
        if where is not None:
            lines.append("%sif %s:" % (pad, self.truth(where, inner).code))
            pad += "    "
        return lines + [pad + line for line in self.block(s[3], inner)], scope

    def s_repeat(self, s, scope):
        times = self.number(s[2], scope)
        if len(s[3]) == 1 and s[3][0][0] == "if" and not s[3][0][4]:
            # A condition that does not hold changes nothing: the loop ends with it.
            _, _, test, inside, _ = s[3][0]
            ends = ["if not (%s): break" % self.truth(test, scope).code] + self.block(inside, scope)
            return ["for _ in range(%s or 0):" % times.code] + self.indented(ends), scope
        return ["for _ in range(%s or 0):" % times.code] + self.indented(self.block(s[3], scope)), scope

    def s_again(self, s, scope):
        _, line, requests, test = s
        made = "()"
        if requests:
            parts, seen, opt = [], set(), False
            for node in requests:
                fix, move = self.request(node, scope)
                if move.number in seen:
                    self.refuse(line, "`again with` asks for `%s` twice" % move.name)
                seen.add(move.number)
                parts.append("(%d, (%s))" % (move.number, "".join(f.code + ", " for f in fix)))
                opt |= any(f.t.opt for f in fix)
            made = "frozenset((%s,))" % ", ".join(parts)
            if opt:
                made = "frozenset((r[0], None) if None in r[1] else r for r in %s)" % made
        if test is None:
            return ["again = " + made], scope
        return ["if %s: again = %s" % (self.truth(test, scope).code, made)], scope

    def s_store(self, s, scope):
        _, line, name, index, sign, e = s
        if name in scope.names:
            var = scope.names[name]
            if var.code not in self.names_of_body or index:
                self.refuse(line, "only fields and `var`s can be stored to, not `%s`" % name)
            target, t, old = var.code, var.t, var
            self.settle(t, e, scope, var.code)
        else:
            field = self.thing(name, line)
            if name not in self.fields:
                self.refuse(line, "only fields and `var`s can be stored to, not `%s`" % name)
            target, t = "S[%s]" % field.place(index, self, scope, line), field.t
            old = field.read(index, self, scope, line)
        value = self.stored(old, t, sign, e, scope, line)
        return ["%s = %s" % (target, self.guarded(value, t, name))], scope

    def settle(self, t, e, scope, var):
        """Gives a `var` that began as `none` or `{}` the type of what is stored first."""
        if t.kind == "none" or t.kind == "set" and t.dom is None:
            found = self.infer(e, scope).t
            if found.kind == "sets":
                self.refuse(self.line, "a `var` cannot hold a set of sets")
            if t.kind == "set":
                t.dom = self.set_domain(found)
                if t.dom is None and found.kind == "ints":
                    t.kind = "ints"
                    self.empty_ints.add("%s = 0" % var)
            else:
                t.kind, t.dom = found.kind, found.dom

    def stored(self, old, t, sign, e, scope, line):
        if sign == "=":
            return self.value_of(e, t, scope)
        if t.kind == "set":
            x = self.value_of(e, t, scope)
            code = x.code if not x.t.opt else "store_some(%s, 'a set')" % x.code
            if old.t.opt:
                text = "union2(%s, %s)" if sign == "+=" else "minus2(%s, %s)"
            else:
                text = "(%s|%s)" if sign == "+=" else "(%s&~%s)"
            return X(text % (old.code, code), old.t, x.free | old.free)
        if t.kind == "ints":
            x = self.value_of(e, t, scope)
            code = x.code if not x.t.opt else "store_some(%s, 'a set')" % x.code
            text = "union2(%s, %s)" if sign == "+=" else "minus_ints(%s, %s)"
            return X(text % (old.code, code), t, x.free | old.free)
        if t.kind != "int":
            self.refuse(line, "`+=` and `-=` change integers and sets")
        number = self.arithmetic(sign[0], self.to_int(old, line), self.number(e, scope))
        return self.to_type(number, t, line)

    def guarded(self, x, t, name):
        """Gives the text that stores a value, with what has to be tested first."""
        if t.kind == "int":
            if x.t.opt or x.t.low < t.low or x.t.high > t.high:
                word = "store_int_or_none" if t.opt else "store_int"
                return "%s(%s, %d, %d, %r)" % (word, x.code, t.low, t.high, name)
        elif x.t.opt and not t.opt and t.kind != "bool":
            return "store_some(%s, %r)" % (x.code, name)
        return x.code

    # texts

    def build_text(self, move):
        template, line = move.item[5], move.item[8]
        parts = []
        if template is None:
            if not self.bare or not move.parameters:
                parts.append(repr(move.name))
            for _, var, _ in move.parameters:
                if parts:
                    parts.append(repr(" "))
                parts.append(self.shown_text(var, line))
        else:
            for piece in self.pieces(template, line):
                if isinstance(piece, str):
                    parts.append(repr(piece))
                    continue
                outer, self.asks = self.asks, set()
                x = self.infer(piece, move.scope)
                if self.asks:
                    self.refuse(line, "a notation cannot ask with `can` or `stuck`")
                self.asks = outer
                parts.append(self.shown_text(x, line))
        code = "+".join(parts) or "''"
        lines = ["return " + code]
        if move.parameters:
            lines.insert(0, "%s = choice" % "".join(v.code + ", " for _, v, _ in move.parameters))
        move.text = self.space[self.function("text", ["S", "me", "choice"], lines)]

    def pieces(self, template, line):
        out, text, at = [], "", 0
        while at < len(template):
            if template[at:at + 2] in ("{{", "}}"):
                text += template[at]
                at += 2
            elif template[at] == "{":
                depth, end = 1, at + 1
                while end < len(template) and depth:
                    depth += {"{": 1, "}": -1}.get(template[end], 0)
                    end += 1
                if depth:
                    self.refuse(line, "a brace is not closed in the notation")
                reader = Reader(words(template[at + 1:end - 1], line))
                e = reader.expr()
                if reader.token.kind != "end":
                    reader.fail("the end of the expression")
                if text:
                    out.append(text)
                out.append(e)
                text, at = "", end
            elif template[at] == "}":
                self.refuse(line, "a brace is not opened in the notation")
            else:
                text += template[at]
                at += 1
        return out + [text] if text else out

    def shown_text(self, x, line):
        """Gives the text that writes a value."""
        t = x.t
        if t.kind == "elem":
            names = self.shared(("names", t.dom.name), t.dom.names)
            return "look(%s, %s, 'none')" % (names, x.code) if t.opt else "%s[%s]" % (names, x.code)
        if t.kind == "int":
            return "('none' if %s is None else str(%s))" % (x.code, x.code) if t.opt else "str(%s)" % x.code
        if t.kind == "bool":
            return "('true' if %s else 'false')" % x.code
        if t.kind == "set" and t.dom:
            names = self.shared(("names", t.dom.name), t.dom.names)
            return "written_set(%s, %s)" % (x.code, names)
        if t.kind == "ints":
            return "written_ints(%s)" % x.code
        if t.kind == "none" or t.kind == "set":
            if t.kind == "set" and t.opt:
                return "('none' if %s is None else '{}')" % x.code
            return repr("none" if t.kind == "none" else "{}")
        self.refuse(line, "a notation cannot hold %s" % t.told())

    # circles

    def refuse_circles(self):
        """Refuses moves whose being legal depends on itself through `can` and `stuck`."""
        edges = {}
        for move in self.moves:
            asks = move.guard_asks | move.provided_asks
            if move.provided:
                asks = asks | move.body_asks
            edges[move.number] = asks
        for move in self.moves:
            seen, todo = set(), list(edges[move.number])
            while todo:
                k = todo.pop()
                if k == move.number:
                    self.refuse(move.line, "whether `%s` is legal depends on itself" % move.name)
                if k not in seen:
                    seen.add(k)
                    todo += edges[k]
