"""Turns the items of a definition, with settings, into compiled rules."""

import itertools
import re

from . import runtime
from .boards import VECTORS, Graph, cut_board, direction_domain, make_board
from .domains import Domain, Family, number_domain
from .errors import DefinitionError, Fault, Usage
from .expressions import Expressions, Scope, root
from .functions import BUILTIN
from .moves import Moves
from .endings import Endings
from .things import Constant, Definition, Field, Table
from .types import BOOL, GREATEST, T, X, element, integer, set_of

SIZES = {"grid": 2, "torus": 2, "hex": 2, "hextorus": 2, "hexagon": 1, "triangle": 1, "ring": 1, "path": 1}
MOST_MEMBERS = 1 << 16
MOST_BITS = 512
DOMAIN_ITEMS = ("enum", "range", "board", "graph", "family")
NAMED = DOMAIN_ITEMS + ("let", "def")
LETTERED = ("grid", "torus", "hex", "hextorus", "hexagon")
SQUARE = re.compile("[a-z]{1,2}[1-9][0-9]{0,2}")


def stores(statements):
    """Yields every statement that stores, in blocks too."""
    for s in statements:
        if s[0] == "store":
            yield s
        for part in s[2:]:
            if s[0] in ("if", "for", "repeat") and isinstance(part, list):
                yield from stores(part)


class Compiler(Expressions, Moves, Endings):
    """Holds all that is known of one definition while it is compiled."""

    def __init__(self, items, settings=()):
        self.items = items
        self.space = dict(runtime.NAMES)
        self.shares, self.locals, self.line, self.asks = {}, 0, 1, set()
        self.things, self.building, self.sources = {}, [], {}
        self.fields, self.slots, self.moves = {}, 0, []
        self.param_settings, self.graph_settings, self.field_settings, self.param_entries = {}, {}, [], []
        self.turn_setting = self.start_setting = None
        self.title = items[0][2]
        self.collect()
        self.take_settings(settings)
        self.build()

    def of_kind(self, *kinds):
        return [item for item in self.items if item[0] in kinds]

    def one(self, kind):
        found = self.of_kind(kind)
        return found[0] if found else None

    # names

    def collect(self):
        """Notes every name of the definition and refuses one that comes twice."""
        _, line, names = self.one("players")
        if len(names) != 2 or names[0] == names[1]:
            self.refuse(line, "a game has two players")
        self.players = Domain("Player", names)
        self.things["Player"] = self.players
        kinds = [i[3] for i in self.of_kind("board")] + ["graph"] * len(self.of_kind("graph"))
        for item in self.of_kind("board"):
            if item[3] not in SIZES:
                self.refuse(item[1], "there is no board called `%s`" % item[3])
        self.directions = direction_domain(k for k in kinds if k in VECTORS)
        self.things["Direction"] = self.directions
        for item in self.of_kind(*NAMED):
            if item[2] == "bool" and item[0] in DOMAIN_ITEMS:
                self.refuse(item[1], "`bool` is the type of truth values")
            self.declare(item[2], item, item[1])
        for item in self.of_kind("param"):
            self.declare_value(item[2][0], item, item[1])
        state = self.one("state")
        for declared in state[2] if state else []:
            self.declare_value(declared[0], ("field", declared[1], declared), declared[1])
        self.declare_moves()

    def declare_value(self, name, item, line):
        """Notes a field or param, which may not be called as the player to move is set."""
        if name == "turn":
            self.refuse(line, "no field and no param can be called `turn`")
        self.declare(name, item, line)

    def declare(self, name, item, line):
        if name in self.things or name in self.sources:
            self.refuse(line, "`%s` is named twice" % name)
        if name in BUILTIN:
            self.refuse(line, "`%s` is a name of the language" % name)
        if name in self.players.place:
            self.refuse(line, "`%s` is a player" % name)
        self.sources[name] = item

    def check_local(self, name, scope, line, hides_nothing=False):
        """Refuses a local name that is taken. Only binders and parameters may hide elements."""
        if hides_nothing and self.domains_with(name):
            self.refuse(line, "`%s` would hide an element" % name)
        if name in scope.names or name in self.sources or name in ("Player", "Direction"):
            self.refuse(line, "`%s` is named twice" % name)
        if name in BUILTIN:
            self.refuse(line, "`%s` is a name of the language" % name)

    def thing(self, name, line):
        """Gives what a name stands for, building it where it is asked for first."""
        if name in self.things:
            return self.things[name]
        item = self.sources.get(name)
        if item is None:
            return None
        if name in self.building:
            self.refuse(line, "`%s` is defined by itself" % name)
        self.building.append(name)
        outer, self.line = self.line, item[1]
        try:
            thing = getattr(self, "make_" + item[0])(item)
        finally:
            self.building.pop()
            self.line = outer
        self.things[name] = thing
        return thing

    def domain(self, name, line):
        dom = self.thing(name, line)
        if not isinstance(dom, Domain):
            self.refuse(line, "`%s` is not a domain" % name)
        return dom

    def all_domains(self):
        """Builds and gives all domains but those that are just being built."""
        for item in self.of_kind(*DOMAIN_ITEMS):
            if item[2] not in self.building:
                self.thing(item[2], item[1])
        return [d for d in self.things.values() if isinstance(d, Domain)]

    def domains_with(self, name):
        """Gives the domains that have an element of this name; others are not built for it."""
        for item in self.of_kind("enum", "graph", "board"):
            if item[2] not in self.building and self.may_have(item, name):
                self.thing(item[2], item[1])
        return [d for d in self.things.values() if isinstance(d, Domain) and name in d.place]

    def may_have(self, item, name):
        """Tells by the text whether a domain may have an element of this name."""
        if item[0] == "enum":
            return name in item[3]
        if item[0] == "graph":
            return True
        return item[3] in LETTERED and SQUARE.fullmatch(name) is not None

    # settings

    def take_settings(self, settings):
        for name, line, index, readings in settings:
            item = self.sources.get(name)
            if name == "start" and "pictures" in readings:
                self.start_setting = readings["pictures"]
            elif name == "turn" and "initial" in readings and not index:
                self.turn_setting = readings["initial"]
            elif item and item[0] == "param" and not index and "initial" in readings:
                self.param_settings[name] = readings["initial"]
                self.param_entries = [entry for entry in self.param_entries if entry[0] != name]
            elif item and item[0] == "param" and item[2][2] and "initial" in readings:
                self.param_entries.append((name, line, index, readings["initial"]))
            elif item and item[0] == "graph" and not index and "graph" in readings:
                self.graph_settings[name] = readings["graph"]
            elif item and item[0] == "field" and "initial" in readings:
                self.field_settings.append((name, line, index, readings["initial"]))
            else:
                raise Usage("nothing called `%s` can be set so" % name)

    # domains

    def limit(self, count, line):
        if count > MOST_MEMBERS:
            self.refuse(line, "too large: %d members" % count)

    def plain_number(self, e):
        x = self.number(e, Scope())
        if not x.fixed or x.t.opt:
            self.refuse(e[1], "this is no number")
        return int(eval(x.code))

    def make_enum(self, item):
        if len(set(item[3])) < len(item[3]):
            self.refuse(item[1], "a name stands twice in `%s`" % item[2])
        if not item[3]:
            self.refuse(item[1], "`%s` has no members" % item[2])
        return Domain(item[2], item[3])

    def make_range(self, item):
        low, high = self.plain_number(item[3]), self.plain_number(item[4])
        self.limit(high - low + 1, item[1])
        if high < low:
            self.refuse(item[1], "`%s` has no members" % item[2])
        return number_domain(item[2], low, high)

    def make_board(self, item):
        _, line, name, kind, args, cut = item
        if len(args) != SIZES[kind]:
            self.refuse(line, "`%s` takes %d numbers" % (kind, SIZES[kind]))
        sizes = [self.plain_number(a) for a in args]
        if min(sizes) < 1:
            self.refuse(line, "a board has at least one cell")
        n = sizes[0]
        count = {"triangle": n * (n + 1) // 2, "hexagon": 3 * n * (n - 1) + 1}.get(kind, n * (sizes + [1])[1])
        self.limit(count, line)
        board = make_board(name, kind, sizes, self.directions)
        return board if cut is None else self.cut(board, cut, line)

    def cut(self, board, cut, line):
        """Keeps the cells for which the condition holds, which may speak of all of them."""
        if board.kind in ("torus", "hextorus", "ring", "path"):
            self.refuse(line, "a %s cannot be cut" % board.kind)
        cell, test = cut
        self.check_local(cell, Scope(), line)
        before = dict(self.things)
        self.things[board.name] = board
        var = self.local(element(board))
        x = self.truth(test, Scope({cell: var}))
        if x.free - {var.code}:
            self.refuse(line, "what is cut is constant")
        holds = eval("lambda %s: %s" % (var.code, x.code), self.space)
        kept = [k for k in range(board.size) if holds(k)]
        # What was made of the whole board meanwhile is made again.
        dropped = self.things.keys() - before.keys()
        self.things = before
        self.shares = {key: value for key, value in self.shares.items() if key[1:2] and key[1] not in dropped}
        if not kept:
            self.refuse(line, "`%s` has no cells" % board.name)
        return cut_board(board, kept)

    def make_graph(self, item):
        chains = self.graph_settings.get(item[2], item[3])
        if not chains:
            self.refuse(item[1], "`%s` has no points" % item[2])
        return Graph(item[2], chains, self.directions)

    def make_family(self, item):
        _, line, name, base, e = item
        base = self.domain(base, line)
        base_root = root(element(base))
        scope = Scope(family=True, numbers=base_root if base_root.numeric else None)
        sets = self.sets_of_family(e, base, line, scope)
        self.limit(len(sets), line)
        return Family(name, base, sets)

    def sets_of_family(self, e, base, line, scope):
        """Gives the sets on the right of a family; each side of a sum or a choice is read on its own, and what stands
        behind a `let` as if it stood alone."""
        if e[0] == "bin" and e[2] in ("+", "-", "&") and not all(self.is_number(side, base, scope) for side in e[3:5]):
            a, b = (self.sets_of_family(side, base, line, scope) for side in e[3:5])
            return a | b if e[2] == "+" else a - b if e[2] == "-" else a & b
        if e[0] == "if":
            test = self.always(self.truth(e[2], scope), line)
            yes, no = (self.sets_of_family(side, base, line, scope) for side in e[3:5])
            return yes if eval(test.code, self.space) else no
        if e[0] == "let":
            value = self.always(self.let_value(e, scope), line)
            return self.sets_of_family(e[4], base, line, scope.plus({e[2]: value}))
        self.list_of_family = e
        x = self.infer(e, scope, T("sets", base))
        if x.t.kind == "none":
            self.refuse(line, "`none` is no set of sets")
        return eval(self.always(self.to_sets(x, base, line), line).code, self.space)

    def is_number(self, e, base, scope):
        """Tells whether an expression is a number: a sum of two is one, and no sum of sets."""
        try:
            return base.numeric and self.infer(e, scope, T("sets", base)).t.is_number
        except DefinitionError:
            return False

    def always(self, x, line):
        """Refuses what is not constant on the right of a family."""
        if not x.fixed:
            self.refuse(line, "a family is constant")
        return x

    # types

    def read_type(self, node, for_param=False):
        _, line, plain, opt = node
        t = self.plain_type(plain, line, for_param)
        if opt and t.kind in ("bool", "list"):
            self.refuse(line, "this type has no `none`")
        return t.with_opt(opt)

    def plain_type(self, plain, line, for_param):
        kind = plain[0]
        if kind == "set":
            inner = self.plain_type(plain[1], line, False)
            if inner.kind != "elem":
                self.refuse(line, "a set is of the members of a domain")
            return set_of(inner.dom)
        if kind == "list":
            if not for_param:
                self.refuse(line, "lists are for params only")
            return T("list", of=self.plain_type(plain[1], line, False))
        if kind == "choice":
            if not for_param:
                self.refuse(line, "integers out of a few are for params only")
            values = frozenset(self.plain_number(e) for e in plain[1])
            t = integer(min(values, default=0), max(values, default=0))
            t.of = values
            return t
        if kind == "range":
            low, high = self.plain_number(plain[1]), self.plain_number(plain[2])
            if high < low:
                self.refuse(line, "there is no integer from %d to %d" % (low, high))
            return integer(low, high)
        e = plain[1]
        if e[0] == "name" and e[2] == "bool" and self.thing("bool", line) is None:
            return BOOL
        if e[0] != "name":
            self.refuse(line, "expected a type")
        return element(self.domain(e[2], line))

    def checked(self, x, t, line, name):
        """Computes a constant of a type and refuses it if it does not fit."""
        x = self.to_type(x, t, line)
        if not x.fixed:
            self.refuse(line, "`%s` begins with a constant" % name)
        value = eval(x.code, self.space)
        return self.fits(value, t, line, name)

    def fits(self, value, t, line, name):
        if value is None:
            if not t.opt:
                self.refuse(line, "`%s` may not be `none`" % name)
        elif t.kind == "int":
            if not t.low <= value <= t.high or t.of is not None and value not in t.of:
                self.refuse(line, "%d is not within the bounds of `%s`" % (value, name))
        return value

    # constants

    def index_domains(self, indexes, line):
        doms = [self.domain(d, line) for _, d in indexes]
        count = 1
        for d in doms:
            count *= d.size
        self.limit(count // 16, line)
        return doms

    def flatten(self, doms, parts):
        """Gives the text that numbers all indexes but the last, and the size of the last domain."""
        text = parts[0].code
        for d, p in zip(doms[1:-1], parts[1:-1]):
            if any(q.t.opt for q in parts):
                text = "add(mul(%s, %d), %s)" % (text, d.size, p.code)
            else:
                text = "(%s*%d+%s)" % (text, d.size, p.code)
        return text, doms[-1].size

    def entries(self, node, doms, indexes, line, hint, name):
        """Compiles a first value into one expression, or Python function of the indexes, for each entry."""
        names = [n for n, _ in indexes if n]
        if len(set(names)) < len(names):
            self.refuse(line, "an index is named twice")
        scope = Scope()
        own = {}
        for (n, _), d in zip(indexes, doms):
            if n:
                self.check_local(n, scope, line)
                own[n] = self.local(element(d))
        scope = scope.plus(own)
        if node[0] == "list":
            found = self.flat_list(node, doms, hint, name, scope)
            all_places = itertools.product(*(range(d.size) for d in doms))
            return [(x, None if x.fixed else self.places_given(own, indexes, places)) for x, places in zip(found, all_places)]
        x = self.value_of(node, hint, scope) if hint else self.infer(node, scope)
        count = 1
        for d in doms:
            count *= d.size
        if x.fixed:
            return [(x, None)] * count
        out = []
        for places in itertools.product(*(range(d.size) for d in doms)):
            out.append((x, self.places_given(own, indexes, places)))
        return out

    def places_given(self, own, indexes, places):
        """Gives the place of each named index."""
        return {own[n].code: k for (n, _), k in zip(indexes, places) if n}

    def flat_list(self, node, doms, hint, name, scope):
        if not doms:
            self.refuse(node[1], "`%s` has no entries for a list" % name)
        if len(node[2]) != doms[0].size:
            self.refuse(node[1], "`%s` has %d members, the list %d" % (doms[0].name, doms[0].size, len(node[2])))
        out = []
        for inner in node[2]:
            if len(doms) > 1:
                if inner[0] != "list":
                    self.refuse(inner[1], "the lists of `%s` are nested" % name)
                out += self.flat_list(inner, doms[1:], hint, name, scope)
            elif inner[0] == "list":
                self.refuse(inner[1], "`%s` has no list in a list here" % name)
            else:
                out.append(self.value_of(inner, hint, scope) if hint else self.infer(inner, scope))
        return out

    def run_entry(self, x, given, line):
        if given is None:
            if not x.fixed:
                self.refuse(line, "this is not constant")
            return eval(x.code, self.space)
        if x.free - set(given):
            self.refuse(line, "this is not constant")
        own = x.code
        code = self.compiled.get(own)
        if code is None:
            code = self.compiled[own] = eval("lambda %s: %s" % (", ".join(given), own), self.space)
        try:
            return code(*given.values())
        except Fault as fault:
            raise DefinitionError(line, str(fault))

    compiled = None

    def make_let(self, item):
        _, line, name, indexes, kind, node = item
        self.compiled = {}
        t = self.read_type(kind) if kind else None
        if not indexes:
            if node[0] == "list":
                self.refuse(line, "a list needs an index: `let %s[…]`" % name)
            if t:
                return Constant(name, self.known(self.checked(self.value_of(node, t, Scope()), t, line, name), t))
            x = self.infer(node, Scope())
            if x.t.kind == "sets":
                self.refuse(line, "`%s` cannot hold a set of sets" % name)
            if not x.fixed:
                self.refuse(line, "`%s` is not constant" % name)
            return Constant(name, x)
        doms = self.index_domains(indexes, line)
        if t:
            return Table(name, self.first_values(node, doms, indexes, t, line, name), doms, t, self)
        made = self.entries(node, doms, indexes, line, None, name)
        t = made[0][0].t
        for x, _ in made[1:] if node[0] == "list" else []:
            t = self.join(t, x.t, line)
        if t.kind == "sets":
            self.refuse(line, "`%s` cannot hold sets of sets" % name)
        values = [self.run_entry(self.to_type(x, t, line), given, line) for x, given in made]
        return Table(name, values, doms, t.with_opt(t.kind != "bool" and None in values), self)

    def make_param(self, item):
        name, line, indexes, kind, node = item[2]
        t = self.read_type(kind, True)
        if name in self.param_settings:
            node = self.param_settings[name]
        if node is None and t.kind == "list":
            self.refuse(line, "the param `%s` needs a value" % name)
        if node is None:
            return self.param_without_a_value(name, line, indexes, t)
        if t.kind == "list":
            if indexes or node[0] != "list":
                self.refuse(line, "`%s` is a list: write it in square brackets" % name)
            values = tuple(self.checked(self.value_of(e, t.of, Scope()), t.of, line, name) for e in node[2])
            return Constant(name, X(self.constant(values), t))
        if not indexes:
            if node[0] == "list":
                self.refuse(line, "`%s` is no list" % name)
            value = self.checked(self.value_of(node, t, Scope()), t, line, name)
            return Constant(name, self.known(value, t))
        self.compiled = {}
        doms = self.index_domains(indexes, line)
        values = list(self.first_values(node, doms, indexes, t, line, name))
        table = Table(name, values, doms, t, self)
        if not any(entry[0] == name for entry in self.param_entries):
            return table
        table.base = 0
        for _, at, index, value in (entry for entry in self.param_entries if entry[0] == name):
            self.set_entry(values, table, index, value, at)
        return Table(name, values, doms, t, self)

    def param_without_a_value(self, name, line, indexes, t):
        """A param without a value has the one that a field begins with."""
        value = self.first_of(t, line, name)
        if not indexes:
            return Constant(name, self.known(value, t))
        doms, count = self.index_domains(indexes, line), 1
        for d in doms:
            count *= d.size
        return Table(name, [value] * count, doms, t, self)

    def first_values(self, node, doms, indexes, t, line, name):
        self.compiled = {}
        made = self.entries(node, doms, indexes, line, t, name)
        return [self.fits(self.run_entry(self.to_type(x, t, line), given, line), t, line, name) for x, given in made]

    def make_def(self, item):
        return Definition(item[2], item)

    # the position

    def make_field(self, item):
        name, line, indexes, kind, node = item[2]
        t = self.read_type(kind)
        doms = self.index_domains(indexes, line)
        field = Field(name, line, doms, t, 0)
        field.indexes_named = indexes
        self.fields[name] = field
        return field

    def first_of(self, t, line, name):
        if t.opt:
            return None
        if t.kind == "set":
            return 0
        if t.kind == "int":
            return t.low
        if t.kind == "bool":
            return False
        self.refuse(line, "`%s` must be given a first value" % name)

    def build_state(self):
        state = self.one("state")
        fields = [(d, self.thing(d[0], d[1])) for d in state[2]] if state else []
        slots, bits = [], 0
        stored = {s[2] for item in self.of_kind("move", "followup") for s in stores(item[6])}
        for declared, field in fields:
            field.base = len(slots)
            t, count = field.t, field.count
            values = 2 if t.kind == "bool" else t.high - t.low + 1 if t.kind == "int" else t.dom.size
            each = values if t.kind == "set" else (values - 1 + t.opt).bit_length()
            bits += (declared[0] in stored) * count * (each + (t.opt and t.kind == "set"))
            if bits > MOST_BITS:
                self.refuse(field.line, "a position would need more than %d bits" % MOST_BITS)
            slots += self.begin(declared, field)
        self.slots = slots
        self.declared = {declared[0]: declared for declared, _ in fields}
        self.set_fields()
        self.turn = 0
        turn = self.turn_setting or (state[3] if state else None)
        if turn:
            x = self.to_elem(self.infer(turn, Scope(), element(self.players)), self.players, turn[1])
            if not x.fixed or x.t.opt:
                self.refuse(turn[1], "`turn` names a player")
            self.turn = int(x.code)

    def begin(self, declared, field):
        name, line, indexes, _, node = declared
        for set_name, set_line, index, value in self.field_settings:
            if set_name == name and not index:
                node = value
        if node is None:
            given = {tuple(map(repr, i)) for n, _, i, _ in self.field_settings if n == name}
            if given and field.t.kind == "elem" and not field.t.opt:
                return [None] * field.count
            if field.count == 0:
                return []
            return [self.first_of(field.t, line, name)] * field.count
        return self.first_values(node, field.doms, indexes, field.t, line, name)

    def set_fields(self):
        """Stores the settings of fields and of entries in their order. They are stronger than a picture."""
        for name, line, index, node in self.field_settings:
            field = self.fields[name]
            if index:
                self.set_entry(self.slots, field, index, node, line)
            elif field.count:
                values = self.first_values(node, field.doms, self.declared[name][2], field.t, line, name)
                self.slots[field.base:field.base + field.count] = values

    def set_entry(self, slots, field, index, node, line):
        parts = field.indexes(index, self, Scope(), line)
        if any(p.t.opt or not p.fixed for p in parts):
            self.refuse(line, "`%s` has no such entry" % field.name)
        at = 0
        for d, p in zip(field.doms, parts):
            at = at * d.size + int(p.code)
        slots[field.base + at] = self.checked(self.value_of(node, field.t, Scope()), field.t, line, field.name)

    # all

    def build(self):
        for name, item in self.sources.items():
            if item[0] != "def" and item[0] != "field":
                self.thing(name, item[1])
        domains = self.all_domains()
        for name, item in self.sources.items():
            for dom in domains:
                if name in dom.place:
                    self.refuse(item[1], "`%s` is also an element of `%s`" % (name, dom.name))
        for dom in domains:
            for name in dom.place:
                if name in BUILTIN and dom is not self.directions:
                    self.refuse(1, "`%s` is a name of the language" % name)
                if name in ("Player", "Direction"):
                    self.refuse(1, "`%s` is named twice: it is a domain" % name)
        if self.one("tree"):
            for kind in ("state", "move", "followup", "end", "stuck", "endless", "progress"):
                if self.one(kind):
                    self.refuse(self.one(kind)[1], "a tree has its moves in itself")
            return
        if not self.moves:
            self.refuse(1, "the definition has no moves")
        self.build_state()
        for name, item in self.sources.items():
            if item[0] == "def":
                self.thing(name, item[1]).prepare(self)
        self.build_endings()
        self.build_moves()

    def function(self, prefix, parameters, lines):
        """Makes a Python function of its lines and gives its name."""
        name = "%s%d" % (prefix, len(self.space))
        text = "def %s(%s):\n" % (name, ", ".join(parameters)) + "".join("    %s\n" % line for line in lines)
        self.python(text)
        return name

    def python(self, text):
        try:
            exec(compile(text, "<definition>", "exec"), self.space)
        except (SyntaxError, MemoryError, RecursionError) as problem:
            if "nested" in str(problem) or not isinstance(problem, SyntaxError):
                raise DefinitionError(self.line, "nested too deeply")
            raise
