"""What may stand for what: decided by types alone."""

from .errors import DefinitionError
from .runtime import ints_to_set, members, set_to_ints
from .types import BOOL, NONE, T, X, element, integer, set_of, sets_of


class Coercions:
    """Turns compiled expressions into the types that are expected. `fold` comes from the class that mixes this in."""

    def refuse(self, line, text):
        raise DefinitionError(line, text)

    def to_bool(self, x, line):
        if x.t.kind != "bool":
            self.refuse(line, "expected a truth value, found %s" % x.t.told())
        return x

    def to_int(self, x, line):
        t = x.t
        if t.kind == "int":
            return x
        if t.kind == "none":
            return X(x.code, integer(opt=True), x.free)
        if t.kind == "elem" and t.dom.numeric:
            low = t.dom.low
            kind = integer(low, low + t.dom.size - 1, t.opt)
            if low == 0 and not t.opt:
                return X(x.code, kind, x.free)
            return self.fold(("offset(%s, %d)" if t.opt else "(%s+%d)") % (x.code, low), kind, x.free)
        self.refuse(line, "expected an integer, found %s" % t.told())

    def to_elem(self, x, dom, line):
        t = x.t
        if t.kind == "elem" and t.dom is dom:
            return x
        if t.kind == "none":
            return X(x.code, element(dom, True), x.free)
        if dom.numeric and t.is_number:
            n = self.to_int(x, line)
            inside = not n.t.opt and dom.low <= n.t.low and n.t.high < dom.low + dom.size
            code = "(%s-%d)" % (n.code, dom.low) if inside else "place(%s, %d, %d)" % (n.code, dom.low, dom.size)
            return self.fold(code, element(dom, not inside), n.free)
        if dom.is_family and t.is_setlike and self.reads_as(t, dom.base):
            s = self.to_set(x, dom.base, line)
            return self.fold("%s.get(%s)" % (self.of_set(dom), s.code), element(dom, True), s.free)
        self.refuse(line, "expected a member of `%s`, found %s" % (dom.name, t.told()))

    def reads_as(self, t, dom):
        """Says whether a value of this type may stand for a set over a domain."""
        return t.kind == "none" or t.kind == "set" and t.dom in (dom, None) or t.kind == "elem" and t.dom is dom \
            or t.is_member and t.dom.base is dom or t.kind == "sets" and dom.is_family and self.reads_as(t.within, dom.base) \
            or dom.numeric and (t.kind == "ints" or t.is_number)

    def set_domain(self, t, other=NONE):
        """Gives the domain over which a value is a set, or None. A member is its set, but beside a set of members itself."""
        if t.is_member and not (other.kind == "set" and other.dom is t.dom):
            return t.dom.base
        return t.dom if t.kind in ("set", "elem") else None

    def to_set(self, x, dom, line, beside=False):
        """Makes a set over a domain. Beside `+`, `-` and `&` an element that is `none` is the empty set."""
        t = x.t
        if t.kind == "set":
            if t.dom is dom or t.dom is None:
                return X(x.code, set_of(dom, t.opt), x.free)
        if t.kind == "none":
            return X("(%s, 0)[1]" % x.code if beside else x.code, set_of(dom, not beside), x.free)
        if t.kind == "sets" and self.reads_as(t, dom):
            return self.fold("%s(%s)" % (self.constant(self.turning(t, set_of(dom))), x.code), set_of(dom, t.opt), x.free)
        if t.kind == "set" and t.dom.numeric and dom.numeric:
            return self.to_set(self.to_ints(x, line, beside), dom, line, beside)
        if t.kind == "ints" and dom.numeric:
            code = "ints_to_set(%s, %d, %d)" % (x.code, dom.low, dom.size)
            return self.fold(code, set_of(dom, t.opt), x.free)
        if dom.numeric and t.is_number:
            x = self.to_elem(x, dom, line)
            t = x.t
        if t.kind == "elem" and t.dom is dom:
            if not t.opt:
                return self.fold("(1<<%s)" % x.code, set_of(dom), x.free)
            code = "single_or_empty(%s)" if beside else "single(%s)"
            return self.fold(code % x.code, set_of(dom, not beside), x.free)
        if t.is_member and t.dom.base is dom:
            sets = self.sets_of(t.dom)
            if not t.opt:
                return self.fold("%s[%s]" % (sets, x.code), set_of(dom), x.free)
            code = "look(%s, %s, %s)" % (sets, x.code, 0 if beside else None)
            return self.fold(code, set_of(dom, not beside), x.free)
        self.refuse(line, "expected a set of `%s`, found %s" % (dom.name, t.told()))

    def to_ints(self, x, line, beside=False):
        """Makes a set of integers. Beside `+`, `-` and `&` an element that is `none` is the empty set."""
        t = x.t
        if beside and t.is_number and t.opt:
            return self.fold("collect_ints((%s,))" % self.to_int(x, line).code, T("ints"), x.free)
        if t.kind == "ints":
            return x
        if t.kind == "set" and t.dom is None:
            if not x.t.opt:
                return X("(%s, frozenset())[1]" % x.code, T("ints"), x.free)
            return self.fold("(None if %s is None else frozenset())" % x.code, T("ints", opt=True), x.free)
        if t.kind == "set" and t.dom.numeric:
            code = "set_to_ints(%s, %d)" % (x.code, t.dom.low)
            return self.fold(code, T("ints", opt=t.opt), x.free)
        if t.is_member and t.dom.base.numeric:
            return self.to_ints(self.to_set(x, t.dom.base, line, beside), line)
        if t.is_number:
            n = self.to_int(x, line)
            return self.fold("display_ints(%s)" % n.code, T("ints", opt=n.t.opt), n.free)
        if t.kind == "none":
            return X("(%s, frozenset())[1]" % x.code if beside else x.code, T("ints", opt=not beside), x.free)
        self.refuse(line, "expected a set of integers, found %s" % t.told())

    def turning(self, t, wanted):
        """Gives a function that makes values of one set type those of another."""
        if t.is_empty:
            empty = 0 if wanted.kind == "set" else frozenset()
            return lambda value: None if value is None else empty
        if t.kind == "ints" and wanted.kind == "set":
            low, size = wanted.dom.low, wanted.dom.size
            return lambda value: ints_to_set(value, low, size)
        if t.kind == "set" and wanted.kind == "ints":
            low = t.dom.low
            return lambda value: set_to_ints(value, low)
        if t.kind == "sets" and wanted.kind == "set":
            of_set, within = wanted.dom.of_set, self.turning(t.within, set_of(wanted.dom.base))
            return lambda value: members(value, of_set, within)
        if t.kind == "sets":
            within = self.turning(t.within, wanted.within)
            return lambda value: None if value is None else frozenset(map(within, value))
        return lambda value: value

    def to_sets_like(self, x, wanted, line, beside=False):
        """Makes a set of sets of the type that it has in common with another; beside `+`, `-` and `&` `none` is empty."""
        t = x.t
        if t.kind == "none":
            return X("(%s, frozenset())[1]" % x.code if beside else x.code, wanted.with_opt(not beside), x.free)
        if t.kind != "sets" and not t.is_empty:
            self.refuse(line, "expected a set of sets, found %s" % t.told())
        code = "%s(%s)" % (self.constant(self.turning(t, wanted)), x.code)
        return self.fold(code, wanted.with_opt(t.opt), x.free)

    def to_sets(self, x, dom, line):
        """Makes a set of sets over a domain."""
        t = x.t
        if t.kind == "sets" and t.within.kind == "set" and t.within.dom is dom:
            return x
        if t.kind == "sets" and dom.is_family and self.reads_as(t.within, dom.base):
            # Each of the sets is a member, and a set for itself.
            x = self.to_set(x, dom, line)
            t = x.t
        if t.kind == "sets" and self.reads_as(t.within, dom):
            return self.to_sets_like(x, sets_of(set_of(dom)), line)
        if t.kind == "set" and t.dom is None:
            return X("frozenset()", T("sets", dom))
        if t.kind == "set" and t.dom.is_family and t.dom.base is dom:
            return self.fold("frozenset(%s[k] for k in bits(%s or 0))" % (self.sets_of(t.dom), x.code), T("sets", dom), x.free)
        if self.reads_as(t, dom):
            s = self.to_set(x, dom, line)
            code = "frozenset(1 << k for k in bits(%s or 0))" % s.code if t.kind in ("set", "ints") else "frozenset((%s,))" % s.code
            return self.fold(code, T("sets", dom), s.free)
        self.refuse(line, "expected a set of sets of `%s`, found %s" % (dom.name, t.told()))

    def to_type(self, x, t, line):
        """Makes whatever type is wanted."""
        if x.t.kind == "none" and t.kind != "bool":
            return X(x.code, t.with_opt(True), x.free)
        if t.kind == "bool":
            return self.to_bool(x, line)
        if t.kind == "int":
            return self.to_int(x, line)
        if t.kind == "elem":
            return self.to_elem(x, t.dom, line)
        if t.kind == "set":
            return self.to_set(x, t.dom, line) if t.dom else x
        if t.kind == "ints":
            return self.to_ints(x, line)
        if t.kind == "sets":
            return self.to_sets_like(x, t, line)
        return x

    def join(self, a, b, line):
        """Gives the type that two branches have in common."""
        opt = a.opt or b.opt
        if a.kind == "none" or b.kind == "none":
            t = b if a.kind == "none" else a
            if t.kind == "bool":
                self.refuse(line, "a truth value is never `none`")
            return t.with_opt(True)
        if a.kind == b.kind == "bool":
            return BOOL
        if a.kind == b.kind == "elem" and a.dom is b.dom:
            return element(a.dom, opt)
        if a.is_number and b.is_number:
            low = [t.low if t.kind == "int" else t.dom.low for t in (a, b)]
            high = [t.high if t.kind == "int" else t.dom.low + t.dom.size - 1 for t in (a, b)]
            return integer(min(low), max(high), opt)
        if "sets" in (a.kind, b.kind):
            t = self.meet(a, b)
            if t is None:
                self.refuse(line, "%s and %s have no type in common" % (a.told(), b.told()))
            return t.with_opt(opt)
        dom = self.common(a, b) if a.is_setlike or b.is_setlike else None
        if dom:
            return set_of(dom, opt or any(t.is_number and t.dom is not dom for t in (a, b)))
        if "ints" in (a.kind, b.kind) or a.is_empty and b.is_number or b.is_empty and a.is_number:
            return T("ints", opt=opt)
        if a.kind == b.kind == "set" and a.dom is b.dom:
            return set_of(a.dom, opt)
        self.refuse(line, "%s and %s have no type in common" % (a.told(), b.told()))

    def meet(self, a, b):
        """Gives the type that a set of sets and something else have in common, or None. Beside a set of members, and beside
        a member, it is a set of members."""
        if a.kind != "sets":
            a, b = b, a
        if b.kind == "none" or b.is_empty:
            return a
        if b.kind == "sets":
            within = self.common_set(a.within, b.within)
            return within and sets_of(within)
        doms = [b.dom] if b.kind == "set" else [b.dom, b.dom.base] if b.is_member else []
        for dom in doms:
            if dom.is_family and self.reads_as(a, dom):
                return set_of(dom)
        return None

    def common_set(self, a, b):
        """Gives the type of sets that both can be, or None."""
        if "sets" in (a.kind, b.kind):
            return self.meet(a, b)
        if "ints" in (a.kind, b.kind):
            other = b if a.kind == "ints" else a
            fits = other.kind == "ints" or other.is_empty or other.is_number or other.kind == "set" and other.dom.numeric \
                or other.is_member and other.dom.base.numeric
            return T("ints") if fits else None
        if a.is_empty and b.is_empty:
            return set_of(None)
        dom = self.common(a, b)
        return dom and set_of(dom)

    def common(self, a, b):
        """Gives the domain over which both types can be sets, or None."""
        for t, other in ((a, b), (b, a)):
            if t.kind == "set" and t.dom is None or t.kind == "none":
                return self.set_domain(other)
        left, right = self.set_domain(a, b), self.set_domain(b, a)
        if left is right:
            return left
        for t, other in ((a, b), (b, a)):
            if t.kind == "set" and t.dom.numeric and other.is_number:
                return t.dom
        return None
