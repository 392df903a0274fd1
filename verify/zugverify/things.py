"""What a name of a definition may stand for, and how it is read."""

from .errors import DefinitionError
from .types import GREATEST, X, element


class Thing:
    """Something with a name. It refuses what its kind does not allow."""

    def read(self, args, compiler, scope, line):
        raise DefinitionError(line, "`%s` cannot be read" % self.name)

    def call(self, args, compiler, scope, line):
        raise DefinitionError(line, "`%s` is not a function" % self.name)

    def indexes(self, args, compiler, scope, line):
        """Compiles the index of each dimension to a place."""
        if len(args) != len(self.doms):
            raise DefinitionError(line, "`%s` has %d indexes" % (self.name, len(self.doms)))
        return [compiler.value_of(a, element(d), scope) for a, d in zip(args, self.doms)]


def default_of(t):
    """Gives the text of what a table of this type says at `none`, and whether that is `none`."""
    if t.kind == "set":
        return "0", False
    if t.kind in ("ints", "sets"):
        return "frozenset()", False
    if t.kind == "bool":
        return "False", False
    return "None", True


class Constant(Thing):
    def __init__(self, name, x):
        self.name, self.x = name, x

    def read(self, args, compiler, scope, line):
        if self.x.t.kind == "list":
            if len(args) == 1:
                n, of = compiler.number(args[0], scope), self.x.t.of
                default, is_none = default_of(of)
                text = "list_item(%s, %s)" % (self.x.code, n.code)
                if is_none or of.opt:
                    return compiler.fold(text, of.with_opt(True), n.free)
                return compiler.fold("(%s or %s)" % (text, default), of, n.free)
            if args:
                raise DefinitionError(line, "a list has one index")
        elif args:
            raise DefinitionError(line, "`%s` has no entries" % self.name)
        return self.x


class Table(Thing):
    def __init__(self, name, values, doms, t, compiler):
        self.name, self.values, self.doms, self.t = name, values, doms, t
        self.code = compiler.constant(values)

    def read(self, args, compiler, scope, line):
        parts = self.indexes(args, compiler, scope, line)
        free = frozenset().union(*(p.free for p in parts))
        opt = any(p.t.opt for p in parts)
        default, is_none = default_of(self.t)
        t = self.t.with_opt(self.t.opt or opt and is_none)
        codes = [p.code for p in parts]
        if len(parts) == 1:
            text = "look(%s, %s, %s)" % (self.code, codes[0], default) if opt else "%s[%s]" % (self.code, codes[0])
        else:
            flat, last = compiler.flatten(self.doms, parts)
            if opt:
                text = "look2(%s, %s, %s, %d, %s)" % (self.code, flat, codes[-1], last, default)
            else:
                text = "%s[%s*%d+%s]" % (self.code, flat, last, codes[-1])
        return compiler.fold(text, t, free)


class Definition(Thing):
    """A `def`: compiled to a function when it is first used."""

    def __init__(self, name, item):
        self.name, self.item, self.state = name, item, "new"

    def prepare(self, compiler):
        if self.state == "done":
            return
        _, line, name, parameters, body = self.item
        if self.state == "open":
            raise DefinitionError(line, "`%s` is defined by itself" % name)
        self.state = "open"
        outer, compiler.asks = compiler.asks, set()
        from .expressions import Scope
        scope, names = Scope(pos=True, mover=True), {}
        self.types = []
        for p, t in parameters:
            if p in names:
                raise DefinitionError(line, "`%s` is named twice" % p)
            compiler.check_local(p, scope, line)
            kind = compiler.read_type(t)
            self.types.append(kind)
            names[p] = compiler.local(kind)
        x = compiler.infer(body, scope.plus(names))
        if x.t.kind in ("list", "sets"):
            raise DefinitionError(line, "a `def` does not give %s" % x.t.told())
        own = [v.code for v in names.values()]
        self.free, self.t, self.asks = x.free - set(own), x.t, compiler.asks
        compiler.asks = outer
        self.fixed = x if not parameters and not self.free else None
        before = [n for n in ("S", "me") if n in self.free]
        self.before = before
        self.code = compiler.function("d_", before + own, ["return " + x.code])
        self.default, self.is_none = default_of(x.t)
        strict = ["%s is None" % v for v, t in zip(own, self.types) if not t.opt and t.kind != "bool"]
        self.careful = compiler.function("d_", before + own, [
            "if %s: return %s" % (" or ".join(strict), self.default),
            "return %s(%s)" % (self.code, ", ".join(before + own))]) if strict else self.code
        self.state = "done"

    def call(self, args, compiler, scope, line):
        self.prepare(compiler)
        if len(args) != len(self.types):
            raise DefinitionError(line, "`%s` takes %d arguments" % (self.name, len(self.types)))
        if not scope.pos and "S" in self.free:
            raise DefinitionError(line, "`%s` speaks of a position, and there is none here" % self.name)
        if "me" in self.free and not scope.mover:
            raise DefinitionError(line, "`%s` speaks of `me`, and there is no player to move here" % self.name)
        compiler.asks |= self.asks
        if self.fixed:
            return self.fixed
        parts = [compiler.value_of(a, t, scope) for a, t in zip(args, self.types)]
        for p, t in zip(parts, self.types):
            if t.kind == "int" and (p.t.low < t.low > -GREATEST < p.t.low or p.t.high > t.high < GREATEST > p.t.high):
                raise DefinitionError(line, "an argument of `%s` may leave %d..%d" % (self.name, t.low, t.high))
        missing = any(p.t.opt and not t.opt for p, t in zip(parts, self.types))
        free = self.free.union(*(p.free for p in parts))
        code = self.careful if missing else self.code
        t = self.t.with_opt(self.t.opt or missing and self.is_none)
        return compiler.fold("%s(%s)" % (code, ", ".join(self.before + [p.code for p in parts])), t, free)

    def read(self, args, compiler, scope, line):
        if args:
            raise DefinitionError(line, "`%s` is no table" % self.name)
        return self.call([], compiler, scope, line)


class Field(Thing):
    """A field of the position. Its entries stand in a row from `base` on."""

    def __init__(self, name, line, doms, t, base):
        self.name, self.line, self.doms, self.t, self.base = name, line, doms, t, base
        self.count = 1
        for d in doms:
            self.count *= d.size

    def read(self, args, compiler, scope, line):
        if not scope.pos:
            raise DefinitionError(line, "`%s` is a field, and there is no position here" % self.name)
        if scope.shown and len(args) + 1 == len(self.doms) and scope.shown[0] in self.doms:
            parts = self.drawn(args, compiler, scope, line)
        else:
            parts = self.indexes(args, compiler, scope, line)
        free = frozenset(("S",)).union(*(p.free for p in parts))
        opt = any(p.t.opt for p in parts)
        default, is_none = default_of(self.t)
        t = self.t.with_opt(self.t.opt or opt and is_none)
        codes = [p.code for p in parts]
        if not parts:
            text = "S[%d]" % self.base
        elif len(parts) == 1:
            text = "field(S, %d, %s, %s)" % (self.base, codes[0], default) if opt else self.slot(codes[0])
        else:
            flat, last = compiler.flatten(self.doms, parts)
            if opt:
                text = "field2(S, %d, %s, %s, %d, %s)" % (self.base, flat, codes[-1], last, default)
            else:
                text = "S[%d+%s*%d+%s]" % (self.base, flat, last, codes[-1])
        if opt and self.t.opt and self.t.kind == "set":
            t = self.t
        return X(text, t, free)

    def drawn(self, args, compiler, scope, line):
        """Compiles the indexes of an entry in `show`, where the last one over the cells may be left out."""
        dom, cell = scope.shown
        at = max(k for k, d in enumerate(self.doms) if d is dom)
        doms = self.doms[:at] + self.doms[at + 1:]
        parts = [compiler.value_of(a, element(d), scope) for a, d in zip(args, doms)]
        return parts[:at] + [cell] + parts[at:]

    def slot(self, code):
        return "S[%d]" % (self.base + int(code)) if code.isdigit() else "S[%d+%s]" % (self.base, code)

    def place(self, args, compiler, scope, line):
        """Gives the text of the slot to which something is stored."""
        parts = self.indexes(args, compiler, scope, line)
        codes = [p.code for p in parts]
        if not parts:
            return str(self.base)
        opt = any(p.t.opt for p in parts)
        if len(parts) == 1:
            return "entry(%d, %s, %r)" % (self.base, codes[0], self.name) if opt else "%d+%s" % (self.base, codes[0])
        flat, last = compiler.flatten(self.doms, parts)
        if opt:
            return "entry2(%d, %s, %s, %d, %r)" % (self.base, flat, codes[-1], last, self.name)
        return "%d+%s*%d+%s" % (self.base, flat, last, codes[-1])
