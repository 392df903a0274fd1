"""Compiles expressions to Python text."""

from .coercions import Coercions
from .domains import Domain
from .errors import Ambiguous, DefinitionError, Fault
from .functions import BUILTIN, Functions
from .types import BOOL, GREATEST, NONE, T, X, element, integer, set_of, sets_of


class Scope:
    """What an expression may speak of: local names, the fields (`pos`), `me` (`mover`). On the right of a family there may
    be sets of sets (`has_sets`); where its members are written (`family`), sets are patterns, and their numbers are
    elements of `numbers`, the range at the root of the family."""

    def __init__(self, names=None, pos=False, mover=False, shown=None, family=False, has_sets=False, numbers=None):
        self.names, self.pos, self.mover, self.shown, self.family = names or {}, pos, mover, shown, family
        self.has_sets, self.numbers = family or has_sets, numbers

    def plus(self, names):
        return Scope({**self.names, **names}, self.pos, self.mover, self.shown, self.family, self.has_sets, self.numbers)

    def plain(self):
        """Gives the same where no members of a family are written: in conditions, arguments and behind `in`."""
        if not self.family:
            return self
        return Scope(self.names, self.pos, self.mover, self.shown, False, self.has_sets, self.numbers)


def root(hint):
    """Gives the domain that is expected, at the root of a family, or None."""
    dom = hint.dom if hint is not None and hint.kind in ("elem", "set", "sets") else None
    while dom is not None and dom.is_family:
        dom = dom.base
    return dom


class Expressions(Coercions, Functions):
    """The compiler of expressions. Names of the definition come from the class that mixes this in."""

    def fold(self, code, t, free):
        """Computes what depends on nothing at once."""
        if free:
            return X(code, t, free)
        try:
            value = eval(code, self.space)
        except Fault as fault:
            raise DefinitionError(self.line, str(fault))
        return self.known(value, t)

    def value_now(self, x):
        """Gives the value of what depends on nothing."""
        return eval(x.code, self.space)

    def known(self, value, t):
        """Makes an expression of a value."""
        if value is None:
            return X("None", t.with_opt(True))
        t = t.with_opt(False)
        if t.kind == "int":
            t = integer(value, value)
        if isinstance(value, int):
            return X("(%d)" % value if value < 0 else repr(value), t)
        return X(self.constant(value), t)

    def constant(self, value):
        """Gives a value that text cannot hold a name in the space of the compiled text."""
        name = "k%d" % len(self.space)
        self.space[name] = value
        return name

    def sets_of(self, family):
        return self.shared(("sets", family.name), family.sets)

    def of_set(self, family):
        return self.shared(("of_set", family.name), family.of_set)

    def shared(self, key, value):
        if key not in self.shares:
            self.shares[key] = self.constant(value)
        return self.shares[key]

    def local(self, t):
        """Makes a new local name of this type."""
        self.locals += 1
        name = "v%d" % self.locals
        return X(name, t, frozenset((name,)))

    # the kinds of expression

    def infer(self, e, scope, hint=None):
        self.line = e[1]
        return getattr(self, "x_" + e[0])(e, scope, hint)

    def value_of(self, e, t, scope):
        """Compiles what is stored, given to a `def`, declared or an index: each side of an `if` is made the type by itself."""
        if e[0] == "if" and t.kind in ("set", "elem"):
            return self.choice(e, scope, [self.value_of(side, t, scope) for side in e[3:5]])
        if e[0] == "let":
            return self.x_let(e, scope, t, self.value_of)
        return self.to_type(self.infer(e, scope, t), t, e[1])

    def truth(self, e, scope):
        return self.to_bool(self.infer(e, scope.plain()), e[1])

    def number(self, e, scope):
        return self.to_int(self.infer(e, scope), e[1])

    def x_num(self, e, scope, hint):
        dom = root(hint)
        if dom and dom.named_by_numbers and str(e[2]) in dom.place:
            return self.member_named(str(e[2]), e[1], hint)
        if e[2] > GREATEST:
            self.refuse(e[1], "the number %d is too large" % e[2])
        return X(str(e[2]), integer(e[2], e[2]))

    def x_bool(self, e, scope, hint):
        return X(repr(e[2]), BOOL)

    def x_none(self, e, scope, hint):
        return X("None", NONE)

    def x_me(self, e, scope, hint):
        if not scope.mover:
            self.refuse(e[1], "there is no player to move here")
        return X("me", element(self.players), frozenset(("me",)))

    def x_opponent(self, e, scope, hint):
        return X("(1-me)", element(self.players), self.x_me(e, scope, hint).free)

    def x_name(self, e, scope, hint):
        name, line = e[2], e[1]
        if name in scope.names:
            return scope.names[name]
        thing = self.thing(name, line)
        if thing is None:
            return self.member_named(name, line, hint)
        if isinstance(thing, Domain):
            return X(str(thing.full), set_of(thing))
        return thing.read([], self, scope, line)

    def member_named(self, name, line, hint):
        """Looks an element's name up in the domain expected, else in all domains."""
        dom = root(hint)
        if dom is not None and name in dom.place:
            return X(str(dom.place[name]), element(dom))
        found = self.domains_with(name)
        if len(found) == 1:
            return X(str(found[0].place[name]), element(found[0]))
        if found:
            raise Ambiguous(line, "`%s` belongs to several domains: %s" % (name, ", ".join(d.name for d in found)))
        constant = self.board_constant(name, line)
        if constant:
            return constant
        self.refuse(line, "nothing is called `%s`" % name)

    def x_call(self, e, scope, hint):
        name, line = e[2], e[1]
        if name in scope.names:
            self.refuse(line, "`%s` is not a function" % name)
        thing, scope = self.thing(name, line), scope.plain()
        if isinstance(thing, Domain):
            return self.make_member(thing, e[3], scope, line)
        if thing is not None:
            return thing.call(e[3], self, scope, line)
        if name in BUILTIN:
            return self.builtin(name, e[3], scope, hint, line)
        self.refuse(line, "nothing is called `%s`" % name)

    def x_index(self, e, scope, hint):
        target, line = e[2], e[1]
        if target[0] != "name" or target[2] in scope.names:
            self.refuse(line, "only fields and tables have entries")
        thing = self.thing(target[2], line)
        if thing is None or isinstance(thing, Domain):
            self.refuse(line, "`%s` has no entries" % target[2])
        return thing.read(e[3], self, scope.plain(), line)

    def x_if(self, e, scope, hint):
        return self.choice(e, scope, self.pair(e[3], e[4], scope, hint))

    def choice(self, e, scope, sides):
        """Compiles an `if` whose sides are compiled."""
        test = self.truth(e[2], scope)
        t = self.join(sides[0].t, sides[1].t, e[1])
        yes, no = (self.to_type(side, t, e[1]) for side in sides)
        return self.fold("(%s if %s else %s)" % (yes.code, test.code, no.code), t, test.free | yes.free | no.free)

    def x_let(self, e, scope, hint, compile_body=None):
        """The value stands in a list of one member, over which a comprehension binds the name."""
        value = self.let_value(e, scope)
        var = self.local(value.t)
        inner = scope.plus({e[2]: var})
        body = compile_body(e[4], hint, inner) if compile_body else self.infer(e[4], inner, hint)
        free = value.free | (body.free - {var.code})
        return self.fold("[%s for %s in (%s,)][0]" % (body.code, var.code, value.code), body.t, free)

    def let_value(self, e, scope):
        """Compiles what the name of a `let` stands for."""
        value = self.infer(e[3], scope.plain())
        if value.t.kind == "sets":
            self.refuse(e[1], "a `let` cannot hold a set of sets")
        self.check_local(e[2], scope, e[1], True)
        return value

    def x_not(self, e, scope, hint):
        x = self.truth(e[2], scope)
        return self.fold("(not %s)" % x.code, BOOL, x.free)

    def x_neg(self, e, scope, hint):
        x = self.number(e[2], scope)
        return self.fold(("neg(%s)" if x.t.opt else "(-%s)") % x.code, integer(-x.t.high, -x.t.low, x.t.opt), x.free)

    def x_member(self, e, scope, hint):
        target, name, line = e[2], e[3], e[1]
        if target[0] == "name" and target[2] not in scope.names:
            dom = self.thing(target[2], line)
            if isinstance(dom, Domain):
                return self.element_of(dom, name, line)
        x = self.infer(target, scope.plain())
        if name not in ("x", "y") or x.t.kind != "elem" or not getattr(x.t.dom, "cells", None) \
                or x.t.dom.kind in ("ring", "path"):
            self.refuse(line, "%s has no `.%s`" % (x.t.told(), name))
        dom = x.t.dom
        values = [c["xy".index(name)] for c in dom.cells]
        table = self.shared((name, dom.name), values)
        t = integer(min(values, default=0), max(values, default=0), x.t.opt)
        return self.fold(("look(%s, %s)" if x.t.opt else "%s[%s]") % (table, x.code), t, x.free)

    def element_of(self, dom, name, line):
        if name not in dom.place:
            self.refuse(line, "`%s` has no member `%s`" % (dom.name, name))
        return X(str(dom.place[name]), element(dom))

    def x_ordinal(self, e, scope, hint):
        target, n, line = e[2], e[3], e[1]
        if target[0] == "name" and target[2] not in scope.names:
            dom = self.thing(target[2], line)
            if isinstance(dom, Domain):
                if dom.numeric:
                    return self.to_elem(X(str(n), integer(n, n)), dom, line)
                return self.element_of(dom, str(n), line)
        x = self.infer(target, scope.plain())
        if not x.t.is_member:
            self.refuse(line, "%s has no elements by number" % x.t.told())
        family = x.t.dom
        if n < 1 or n > family.longest and family.size:
            self.refuse(line, "no member of `%s` has %d elements" % (family.name, n))
        values = family.ordinal(n)
        table = self.shared((n, family.name), values)
        opt = x.t.opt or None in values
        return self.fold(("look(%s, %s)" if x.t.opt else "%s[%s]") % (table, x.code), element(family.base, opt), x.free)

    # operators

    def pair(self, a, b, scope, hint=None):
        """Compiles two sides. A side that has a domain of its own is what is expected of the other, else the hint is."""
        left, right = self.alone(a, scope), self.alone(b, scope)
        from_left, from_right = self.own(left, scope) or hint, self.own(right, scope) or hint
        from_left, from_right = (hint if hint is not None and own is not None and own.kind == "sets" else own
                                 for own in (from_left, from_right))
        if scope.has_sets:
            # Sets of sets are members where a set of members is expected, in a pattern as a whole or not at all.
            left, right = (None if self.is_pattern(x, wanted) else x
                           for x, wanted in ((left, from_right), (right, from_left)))
        return self.again(left, a, scope, from_right), self.again(right, b, scope, from_left)

    def is_pattern(self, x, wanted):
        """Says whether a set of sets stands where a set of members is expected."""
        wanted = self.of_set_within(wanted)
        if not isinstance(x, X) or x.t.kind != "sets" or wanted is None or wanted.kind != "set" or wanted.dom is None:
            return False
        return self.reads_as(x.t, wanted.dom) or wanted.dom.is_family and self.reads_as(x.t, wanted.dom.base)

    def alone(self, e, scope):
        """Compiles an expression of which nothing is expected, or gives the error that is met."""
        try:
            return self.infer(e, scope)
        except DefinitionError as error:
            return error

    def own(self, x, scope):
        """Gives the sets over the domain that something has by itself, or None."""
        if not isinstance(x, X) or x.t.kind not in ("elem", "set", "sets") or x.t.dom is None:
            return None
        return x.t if x.t.kind == "sets" else set_of(x.t.dom)

    def again(self, x, e, scope, hint):
        """Compiles what has no domain by itself once more, if something is expected of it."""
        if hint is not None and not self.own(x, scope):
            return self.infer(e, scope, hint)
        if isinstance(x, DefinitionError):
            raise x
        return x

    def x_bin(self, e, scope, hint):
        op, line = e[2], e[1]
        if op in ("and", "or", "implies"):
            a, b = self.truth(e[3], scope), self.truth(e[4], scope)
            text = {"and": "(%s and %s)", "or": "(%s or %s)", "implies": "(not %s or %s)"}[op]
            return self.fold(text % (a.code, b.code), BOOL, a.free | b.free)
        if op == "..":
            a, b = self.number(e[3], scope), self.number(e[4], scope)
            if not (a.free | b.free) and a.code != "None" and b.t.high - a.t.low > 1 << 20:
                self.refuse(line, "too many integers")
            return self.fold("between_ends(%s, %s)" % (a.code, b.code), T("ints", opt=a.t.opt or b.t.opt), a.free | b.free)
        if op in ("*", "/", "%"):
            return self.arithmetic(op, self.number(e[3], scope), self.number(e[4], scope))
        a, b = self.pair(e[3], e[4], scope, hint)
        if (a.t.is_number or a.t.kind == "none") and (b.t.is_number or b.t.kind == "none"):
            if op != "&":
                return self.arithmetic(op, self.to_int(a, line), self.to_int(b, line))
            if a.t.is_number and b.t.is_number:
                self.refuse(line, "`&` is of sets, and neither side is one")
            t = T("ints", opt=True) if a.t.is_number or b.t.is_number else NONE
            return X("(%s, %s, None)[2]" % (a.code, b.code), t, a.free | b.free)
        for x, other in ((a, b), (b, a)):
            if x.t.kind == "none" and other.t.kind == "elem":
                return X("(%s, %s, None)[2]" % (a.code, b.code), set_of(self.set_domain(other.t), True), a.free | b.free)
        return self.set_operation(op, a, b, line)

    def arithmetic(self, op, a, b):
        opt, la, ha, lb, hb = a.t.opt or b.t.opt, a.t.low, a.t.high, b.t.low, b.t.high
        if op == "+":
            low, high, plain, careful = la + lb, ha + hb, "(%s+%s)", "add(%s, %s)"
        elif op == "-":
            low, high, plain, careful = la - hb, ha - lb, "(%s-%s)", "sub(%s, %s)"
        elif op == "*":
            ends = [x * y for x in (la, ha) for y in (lb, hb)]
            low, high, plain, careful = min(ends), max(ends), "(%s*%s)", "mul(%s, %s)"
        elif op == "/":
            most = max(abs(la), abs(ha))
            low, high, plain, careful = -most, most, "(%s//%s)", "div(%s, %s)"
        else:
            low, high, plain, careful = min(lb, 0), max(hb, 0), "(%s%%%s)", "mod(%s, %s)"
        if op in "/%":
            opt = opt or lb <= 0 <= hb
        if low < -GREATEST or high > GREATEST:
            if GREATEST not in (-la, ha, -lb, hb):
                self.refuse(self.line, "this integer may be as far from 0 as %d" % max(-low, high))
            low, high, plain = max(low, -GREATEST), min(high, GREATEST), "ck(%s)" % plain
        return self.fold((careful if opt else plain) % (a.code, b.code), integer(low, high, opt), a.free | b.free)

    def set_operation(self, op, a, b, line):
        free = a.free | b.free
        if "sets" in (a.t.kind, b.t.kind):
            t = self.meet(a.t, b.t)
            if t is None:
                self.no_sum(op, a, b, line)
            if t.kind == "sets":
                a, b = self.to_sets_like(a, t, line, True), self.to_sets_like(b, t, line, True)
                return self.frozen_operation(op, a, b, t, free)
            a, b = self.to_set(a, t.dom, line, True), self.to_set(b, t.dom, line, True)
        if "ints" in (a.t.kind, b.t.kind):
            return self.frozen_operation(op, self.to_ints(a, line, True), self.to_ints(b, line, True), T("ints"), free)
        if a.t.is_number and b.t.is_number:
            if a.t.kind == b.t.kind == "elem" and a.t.dom is b.t.dom:
                a, b = self.to_set(a, a.t.dom, line, True), self.to_set(b, a.t.dom, line, True)
            else:
                return self.set_operation(op, self.to_ints(a, line), self.to_ints(b, line), line)
        dom = self.common(a.t, b.t) or self.numbers_of_member(a.t, b.t)
        if dom is None and (a.t.is_empty and b.t.is_number or b.t.is_empty and a.t.is_number):
            return self.frozen_operation(op, self.to_ints(a, line, True), self.to_ints(b, line, True), T("ints"), free)
        if dom is None:
            if any(x.t.kind != "none" and (x.t.kind != "set" or x.t.dom is not None) for x in (a, b)):
                self.no_sum(op, a, b, line)
            # Of what is always empty nothing comes but the empty set, or `none` where a side may be that.
            codes = tuple("(%s, 0)[1]" % x.code if x.t.kind == "none" else x.code for x in (a, b))
            opt = any(x.t.kind == "set" and x.t.opt for x in (a, b))
            return self.fold("both2(%s, %s)" % codes, set_of(None, opt), free)
        a, b = self.to_set(a, dom, line, True), self.to_set(b, dom, line, True)
        if a.t.opt or b.t.opt:
            text = {"+": "union2(%s, %s)", "-": "minus2(%s, %s)", "&": "both2(%s, %s)"}[op]
        else:
            text = {"+": "(%s|%s)", "-": "(%s&~%s)", "&": "(%s&%s)"}[op]
        return self.fold(text % (a.code, b.code), set_of(dom, a.t.opt or b.t.opt), free)

    def frozen_operation(self, op, a, b, t, free):
        """Compiles what joins two sets of integers or of sets."""
        if op == "&":
            text = "minus_ints(%s, minus_ints(%s, %s))" % (a.code, a.code, b.code)
        else:
            text = {"+": "union2(%s, %s)", "-": "minus_ints(%s, %s)"}[op] % (a.code, b.code)
        return self.fold(text, t.with_opt(a.t.opt or b.t.opt), free)

    def numbers_of_member(self, a, b):
        """Gives the domain of numbers that a member of a family is over, beside a number, or None."""
        for t, other in ((a, b), (b, a)):
            if t.is_member and t.dom.base.numeric and other.is_number:
                return t.dom.base
        return None

    def no_sum(self, op, a, b, line):
        self.refuse(line, "`%s` does not join %s and %s" % (op, a.t.told(), b.t.told()))

    def x_cmp(self, e, scope, hint):
        parts = [self.compare(op, e[3][k], e[3][k + 1], scope, e[1]) for k, op in enumerate(e[2])]
        if len(parts) == 1:
            return parts[0]
        free = frozenset().union(*(p.free for p in parts))
        return self.fold("(%s)" % " and ".join(p.code for p in parts), BOOL, free)

    def compare(self, op, a, b, scope, line):
        if op in ("in", "not in"):
            x = self.membership(a, b, scope, line)
            return x if op == "in" else self.fold("(not %s)" % x.code, BOOL, x.free)
        words = "none" in (a[0], b[0])
        a, b = self.pair(a, b, scope)
        if words and op not in ("=", "!="):
            self.refuse(line, "`none` has no order")
        free = a.free | b.free
        if "list" in (a.t.kind, b.t.kind):
            self.refuse(line, "lists are not compared")
        sets = False
        if a.t.is_number and b.t.is_number:
            if a.t.dom is not b.t.dom or a.t.dom is None:
                a, b = self.to_int(a, line), self.to_int(b, line)
        elif "sets" in (a.t.kind, b.t.kind):
            t, sets = self.meet(a.t, b.t), True
            if t is None or t.kind == "sets" and not scope.has_sets:
                self.refuse(line, "%s and %s cannot be compared" % (a.t.told(), b.t.told()))
            a, b = self.to_type(a, t, line), self.to_type(b, t, line)
        elif "none" in (a.t.kind, b.t.kind) or a.t.kind == b.t.kind == "elem" and a.t.dom is b.t.dom and not (
                a.t.is_member and op not in ("=", "!=")):
            if "bool" in (a.t.kind, b.t.kind):
                self.refuse(line, "a truth value is never `none`")
        elif a.t.kind == b.t.kind == "bool":
            if op not in ("=", "!="):
                self.refuse(line, "truth values have no order")
        elif "ints" in (a.t.kind, b.t.kind):
            a, b, sets = self.to_ints(a, line), self.to_ints(b, line), True
        else:
            as_sets = op not in ("=", "!=") and (a.t.is_member or b.t.is_member)
            dom = self.common(a.t, b.t) if as_sets or a.t.is_setlike or b.t.is_setlike else None
            if dom is None and not (a.t.kind == b.t.kind == "set" and a.t.dom is b.t.dom):
                self.refuse(line, "%s and %s cannot be compared" % (a.t.told(), b.t.told()))
            if dom:
                a, b = self.to_set(a, dom, line), self.to_set(b, dom, line)
            sets = True
        if op in ("=", "!="):
            return self.fold("(%s%s%s)" % (a.code, "==" if op == "=" else "!=", b.code), BOOL, free)
        opt = a.t.opt or b.t.opt
        if op in (">", ">="):
            a, b, op = b, a, {">": "<", ">=": "<="}[op]
        if sets and a.t.kind == "set":
            if opt:
                text = "within(%s, %s)" if op == "<=" else "properly(%s, %s)"
            else:
                text = "(not %s&~%s)" if op == "<=" else "properly(%s, %s)"
        elif opt:
            text = "le(%s, %s)" if op == "<=" else "lt(%s, %s)"
        else:
            text = "(%%s%s%%s)" % op
        return self.fold(text % (a.code, b.code), BOOL, free)

    def membership(self, a, b, scope, line):
        if b[0] == "bin" and b[2] == "..":
            n = self.alone(a, scope)
            if isinstance(n, X) and n.t.is_number:
                n, low, high = self.to_int(n, line), self.number(b[3], scope), self.number(b[4], scope)
                free = n.free | low.free | high.free
                if n.t.opt or low.t.opt or high.t.opt:
                    return self.fold("between(%s, %s, %s)" % (n.code, low.code, high.code), BOOL, free)
                return self.fold("(%s<=%s<=%s)" % (low.code, n.code, high.code), BOOL, free)
        right = self.alone(b, scope)
        if not self.own(right, scope):
            right = self.again(right, b, scope, self.own(self.alone(a, scope), scope))
        t = right.t
        if t.kind == "set" and t.dom is None:
            left = self.infer(a, scope)
            return self.fold("(%s, False)[1]" % left.code, BOOL, left.free)
        if t.kind == "ints":
            left = self.to_int(self.infer(a, scope), line)
            opt = left.t.opt or t.opt
            return self.fold(("has_int(%s, %s)" % (right.code, left.code)) if opt else
                             "(%s in %s)" % (left.code, right.code), BOOL, left.free | right.free)
        if t.kind == "none":
            self.refuse(line, "`none` has no members")
        if t.kind == "sets":
            left = self.alone(a, scope)
            if isinstance(left, X) and left.t.is_member and self.reads_as(t, left.t.dom):
                right = self.to_set(right, left.t.dom, line)
                t = right.t
        if t.kind not in ("set", "elem"):
            self.refuse(line, "%s has no members" % t.told())
        dom = t.dom.base if t.is_member else t.dom
        right = self.to_set(right, dom, line)
        left = self.to_elem(self.infer(a, scope, element(dom)), dom, line)
        if left.t.opt or right.t.opt:
            return self.fold("has(%s, %s)" % (right.code, left.code), BOOL, left.free | right.free)
        return self.fold("(%s>>%s&1==1)" % (right.code, left.code), BOOL, left.free | right.free)

    # binders, sets

    def clauses(self, binders, scope, hint=None):
        """Compiles binders to the clauses of a Python comprehension: text, scope, free names, bound names. `hint` is
        what is expected of the last one's set."""
        listed, where = binders
        text, free, bound, names = "", frozenset(), set(), {}
        for name, source, line in listed:
            last = len(names) + 1 == len(listed)
            over, t, used = self.iteration(source, scope.plain(), line, hint if last else None)
            if name in names:
                self.refuse(line, "`%s` is bound twice" % name)
            self.check_local(name, scope, line)
            var = self.local(t)
            names[name] = var
            bound.add(var.code)
            free |= used
            scope = scope.plus({name: var})
            text += " for %s in %s" % (var.code, over)
        if where is not None:
            test = self.truth(where, scope)
            text += " if " + test.code
            free |= test.free
        return text, scope, free, bound

    def iteration(self, e, scope, line, hint=None):
        """Gives text to run through a set in order, the type of its members, and the free names."""
        if e[0] == "bin" and e[2] == "..":
            a, b = self.number(e[3], scope), self.number(e[4], scope)
            opt = a.t.opt or b.t.opt
            text = "span(%s, %s)" if opt else "range(%s, %s+1)"
            return text % (a.code, b.code), integer(a.t.low, max(b.t.high, a.t.low)), a.free | b.free
        x = self.of_members(self.infer(e, scope, hint), hint, line)
        if x.t.kind == "ints":
            return "sorted(%s%s)" % (x.code, " or ()" if x.t.opt else ""), integer(), x.free
        if x.t.kind == "sets" and scope.has_sets:
            return "sorted(%s%s)" % (x.code, " or ()" if x.t.opt else ""), x.t.within, x.free
        if x.t.kind == "none":
            self.refuse(line, "`none` is no set")
        if x.t.kind == "set" and x.t.dom is None:
            return "((%s, ())[1])" % x.code, NONE, x.free
        if x.t.kind not in ("set", "elem"):
            self.refuse(line, "a binder runs through a set, not %s" % x.t.told())
        dom = x.t.dom.base if x.t.is_member else x.t.dom
        x = self.to_set(x, dom, line)
        code = "bits(%s)" % x.code
        if x.fixed:
            code = self.constant(eval(code, self.space))
        return code, element(dom), x.free

    def x_quant(self, e, scope, hint):
        text, inner, free, bound = self.clauses(e[3], scope)
        body = self.truth(e[4], inner)
        word = {"some": "any(%s%s)", "every": "all(%s%s)", "no": "(not any(%s%s))"}[e[2]]
        return self.fold(word % (body.code, text), BOOL, (free | body.free) - bound)

    def x_agg(self, e, scope, hint):
        word, line = e[2], e[1]
        text, inner, free, bound = self.clauses(e[3], scope)
        if word == "count":
            if e[4] is not None:
                test = self.truth(e[4], inner)
                text, free = "%s%s%s" % (text, " and " if e[3][1] is not None else " if ", test.code), free | test.free
            return self.fold("sum(1%s)" % text, integer(0, GREATEST), free - bound)
        if e[4] is None:
            self.refuse(line, "`%s` needs a colon and what is taken" % word)
        body = self.infer(e[4], inner, hint if word == "union" else None)
        if word == "union":
            body = self.of_members(body, hint, line)
            if body.t.kind == "none" and e[4][0] != "none":
                return self.fold("collect(%s%s)" % (body.code, text), set_of(None), (free | body.free) - bound)
            if self.over_nothing(e[3], inner) and body.t.kind in ("elem", "set", "ints", "int"):
                return self.fold("collect(%s%s)" % (body.code, text), set_of(None), (free | body.free) - bound)
            if body.t.kind in ("int", "ints"):
                body = self.to_ints(body, line)
                return self.fold("unite_ints(%s%s)" % (body.code, text), T("ints"), (free | body.free) - bound)
            dom = self.set_domain(body.t)
            if dom is None and body.t.kind != "set":
                self.refuse(line, "`union` is of sets, not of %s" % body.t.told())
            body = self.to_set(body, dom, line)
            return self.fold("unite(%s%s)" % (body.code, text), set_of(dom), (free | body.free) - bound)
        body = self.to_int(body, line)
        free = (free | body.free) - bound
        if word == "sum":
            text = ("total(%s%s)" if body.t.opt else "ck(sum(%s%s))") % (body.code, text)
            return self.fold(text, integer(), free)
        text = "%s(%s%s)" % ({"min": "least", "max": "greatest"}[word], body.code, text)
        return self.fold(text, integer(body.t.low, body.t.high, True), free)

    def x_setb(self, e, scope, hint):
        last = e[2][0][-1][0]
        return self.x_setf(("setf", e[1], ("name", e[1], last), e[2]), scope, hint, hint)

    def x_setf(self, e, scope, hint, of_last=None):
        hint, line = self.of_set_within(hint), e[1]
        text, inner, free, bound = self.clauses(e[3], scope, self.of_set_within(of_last))
        want = self.inside(hint)
        body = self.infer(e[2], inner, want)
        if scope.family and scope.numbers and body.t.is_number:
            body = self.to_elem(body, scope.numbers, line)
        if scope.family:
            body = self.set_of_numbers(body, scope, line)
        if scope.family and want is not None:
            body = self.within_family(body, want, line)
        free = (free | body.free) - bound
        fits = body.t.kind != "sets" or want is not None and want.is_member and self.reads_as(body.t, want.dom.base)
        empty = self.over_nothing(e[3], inner) and body.t.kind in ("elem", "set", "ints", "int", "sets") and fits
        if empty or body.t.kind == "none" and (e[2][0] != "none" or want is not None):
            told = e[2][0] == "none" and want.kind == "elem" and not self.over_nothing(e[3], inner)
            dom = want.dom if told else None
            return self.fold("collect(%s%s)" % (body.code, text), set_of(dom), free)
        if body.t.kind == "elem":
            return self.fold("collect(%s%s)" % (body.code, text), set_of(body.t.dom), free)
        if body.t.kind == "int":
            return self.fold("collect_ints(%s%s)" % (body.code, text), T("ints"), free)
        if body.t.kind == "set" and body.t.dom is not None and scope.family:
            return self.fold("collect_ints(%s%s)" % (body.code, text), T("sets", body.t.dom), free)
        if body.t.is_setlike and not scope.family:
            return self.fold("collect_ints(%s%s)" % (body.code, text), sets_of(body.t.with_opt(False)), free)
        self.refuse(line, "a set cannot hold %s" % body.t.told())

    def over_nothing(self, binders, inner):
        """Says whether one of the binders runs through what by its type is always empty."""
        return any(inner.names[name].t.kind == "none" for name, _, _ in binders[0])

    def of_members(self, x, hint, line):
        """Makes a set of members of a set of sets where one is expected, or a set of what the members consist of."""
        if hint is None or hint.dom is None or x.t.kind not in ("sets", "ints"):
            return x
        dom = hint.dom
        if hint.kind == "sets":
            # The sets of a family are expected: these are elements, or else sets of them.
            if x.t.kind == "ints" and dom.numeric or dom.is_family and self.reads_as(x.t, dom):
                return self.to_set(x, dom, line)
            fits = x.t.kind == "sets" and x.t.within.kind in ("ints", "sets") and self.reads_as(x.t.within, dom)
            return self.to_sets_like(x, sets_of(set_of(dom)), line) if fits else x
        while x.t.kind == "sets" and hint.kind in ("set", "elem") and dom.is_family:
            if self.reads_as(x.t, dom):
                return self.to_set(x, dom, line)
            dom = dom.base
        return x

    def by_itself(self, t, want):
        """Says whether what is collected in a family keeps its own type until the members of the family are made of it."""
        if want.kind != "set" or want.dom is None:
            return not t.is_setlike
        return t.kind == "elem" and t.dom is want.dom or t.is_member and t.dom.base is want.dom

    def within_family(self, x, want, line):
        """Makes what is wanted in the braces of a family: in one of members, a set that is a member is one for itself."""
        dom = want.dom
        if want.kind == "set" and dom is not None and dom.is_family and x.t.is_setlike \
                and (x.t.is_empty or not self.reads_as(x.t, dom)) and self.reads_as(x.t, dom.base):
            return self.to_elem(x, dom, line)
        return x if self.by_itself(x.t, want) else self.to_type(x, want, line)

    def of_set_within(self, hint):
        """Gives what is expected of a set in braces; in the place of a member it holds what the members hold."""
        if hint is not None and hint.is_member:
            return set_of(hint.dom.base)
        return hint

    def inside(self, hint):
        """Gives what is expected of the members where a set is expected."""
        if hint is None:
            return None
        if hint.kind == "sets":
            return hint.within
        return element(hint.dom) if hint.kind in ("set", "elem") and hint.dom else None

    def x_set(self, e, scope, hint):
        line, hint = e[1], self.of_set_within(hint)
        within_sets = hint is not None and hint.kind == "sets"
        if not e[2]:
            return X("frozenset()", hint) if within_sets and scope.family else X("0", set_of(None))
        if self.inside(hint) is None and all(text[0] == "none" for text in e[2]):
            self.refuse(line, "nothing says of which kind this `none` is")
        parts = self.parts_within(e[2], scope, self.inside(hint))
        if not scope.family:
            numbers = root(hint) or scope.numbers
            if numbers and numbers.numeric and all(p.t.kind == "ints" for p in parts):
                parts = [self.to_set(p, numbers, line) for p in parts]
            return self.set_of_parts(parts, hint.dom if hint is not None and hint.kind == "set" else None, line)
        free = frozenset().union(*(p.free for p in parts))
        strict = e is not self.list_of_family
        if scope.numbers and any(p.t.is_number for p in parts) and all(p.t.is_number or p.t.kind == "none" for p in parts):
            return self.written(parts, scope.numbers, free, line, strict)
        parts = [self.set_of_numbers(p, scope, line) for p in parts]
        dom = hint.dom if hint is not None and hint.kind == "set" else None
        parts = self.members_within(parts, dom, line) if dom is not None else parts
        doms = [p.t.dom for p in parts if p.t.kind == "elem"]
        if not within_sets and all(p.t.kind in ("elem", "none") for p in parts) and (doms or dom) and len(set(doms)) < 2:
            return self.written(parts, doms[0] if doms else dom, free, line, True)
        if not within_sets and all(p.t.is_number or p.t.kind == "none" for p in parts):
            parts = [self.to_int(p, line) for p in parts]
            t = T("ints", opt=any(p.t.opt for p in parts))
            return self.fold("display_ints(%s)" % ", ".join(p.code for p in parts), t, free)
        if within_sets:
            parts = self.singles_within(parts, hint.within.dom, line)
            parts = [self.within_family(p, hint.within, line) for p in parts]
            return self.listed(parts, hint.dom, free, line, strict)
        bases = [p.t.dom for p in parts if p.t.kind == "set" and p.t.dom]
        if not bases:
            self.refuse(line, "these do not make up one set")
        parts = [self.to_set(p, bases[0], line) for p in parts]
        t = sets_of(set_of(bases[0])).with_opt(any(p.t.opt for p in parts))
        return self.fold("display_ints(%s)" % ", ".join(p.code for p in parts), t, free)

    def set_of_numbers(self, x, scope, line):
        """Makes elements of the root of a family of the numbers of a set that stands in its patterns."""
        numbers = x.t.kind == "ints" or x.t.kind == "set" and x.t.dom is not None and x.t.dom.numeric
        return self.to_set(x, scope.numbers, line) if scope.numbers and numbers else x

    list_of_family = None

    def listed(self, parts, dom, free, line, strict):
        """Makes a set of a family over a domain: of its elements, or of sets of them. Only the outermost braces are a list and
        no pattern; a pattern is `none` where one of its elements is."""
        if all(p.t.kind == "none" or p.t.kind == "elem" and p.t.dom is dom for p in parts):
            return self.written(parts, dom, free, line, strict)
        text = "collect_ints((%s,))" % ", ".join(self.to_set(p, dom, line).code for p in parts)
        return self.fold(text, sets_of(set_of(dom)), free)

    def set_of_parts(self, parts, dom, line):
        """Makes a set of what stands in braces outside of a family: of elements, of integers or of sets."""
        free = frozenset().union(*(p.free for p in parts))
        codes = ", ".join(p.code for p in parts)
        told = [p.t for p in parts if p.t.kind != "none"]
        doms = [t.dom for t in told if t.kind == "elem"]
        if not told and dom is None:
            return self.fold("collect((%s,))" % codes, set_of(None), free)
        if all(t.kind == "elem" for t in told) and len(set(doms)) < 2:
            return self.written(parts, doms[0] if doms else dom, free, line, False)
        if all(t.is_number for t in told):
            parts = [self.to_int(p, line) for p in parts]
            return self.fold("collect_ints((%s,))" % ", ".join(p.code for p in parts), T("ints"), free)
        sets = [t for t in told if t.is_setlike]
        families = [dom for dom in doms if dom.is_family]
        if not sets or not all(t.is_setlike or t.is_member for t in told) or len(set(doms)) > 1 or families and any(
                t.kind == "set" and t.dom is doms[0] or t.kind == "sets" and self.reads_as(t, doms[0]) for t in sets):
            self.refuse(line, "these do not make up one set")
        if families and all(self.reads_as(t, doms[0].base) for t in sets):
            return self.written([self.to_elem(p, doms[0], line) for p in parts], doms[0], free, line, False)
        within = None
        for t in sets + [t for t in told if not t.is_setlike]:
            if not t.is_setlike and within.is_empty:
                within = None
            elif within is not None:
                within = self.common_set(within, t)
            else:
                within = t
            if within is None:
                self.refuse(line, "these do not make up one set")
        within = within.with_opt(False)
        parts = [self.to_type(p, within, line) for p in parts]
        text = "frozenset(k for k in (%s,) if k is not None)" % ", ".join(p.code for p in parts)
        return self.fold(text, sets_of(within), free)

    def parts_within(self, texts, scope, want):
        """Compiles what stands in braces. Where nothing is expected, one that has a domain tells the others, a member first."""
        if want is not None:
            return [self.infer(text, scope, want) for text in texts]
        parts = [self.alone(text, scope) for text in texts]
        told = sorted((p.t for p in parts if self.own(p, scope)), key=lambda t: not t.is_member)
        want = element(told[0].dom) if told else None
        return [self.again(p, text, scope, want) for p, text in zip(parts, texts)]

    def members_within(self, parts, dom, line):
        """Makes members of the sets in the braces of a pattern that is of members of a family."""
        # Sets of sets may be members of what the members of this family are made of.
        sets = [p.t for p in parts if p.t.is_setlike]
        while dom.is_family and not all(self.reads_as(t, dom.base) for t in sets):
            dom = dom.base
        if not dom.is_family:
            return parts
        return [self.to_elem(p, dom, line) if p.t.is_setlike else p for p in self.singles_within(parts, dom, line)]

    def singles_within(self, parts, dom, line):
        """Makes the set of just it of an element beside a set, in a pattern and in the list of a family over a family."""
        if dom is None or not dom.is_family or not any(p.t.is_setlike or p.t.is_member for p in parts):
            return parts
        return [self.to_set(p, dom.base, line) if not p.t.is_setlike and p.t.kind != "none" and p.t.dom is not dom
                and self.reads_as(p.t, dom.base) else p for p in parts]

    def written(self, parts, dom, free, line, strict):
        parts = [self.to_elem(p, dom, line) for p in parts]
        opt = any(p.t.opt for p in parts)
        if opt:
            text = ("display(%s)" if strict else "gather(%s)") % ", ".join(p.code for p in parts)
            opt = strict
        else:
            text = "(%s)" % "|".join("1<<%s" % p.code for p in parts)
        return self.fold(text, set_of(dom, opt), free)
