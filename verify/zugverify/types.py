"""Types of expressions, and expressions that have been compiled to Python text."""

GREATEST = 2 ** 53


class T:
    """A type. `opt` says whether the value may be `none`; `low` and `high` bound an integer.

    Kinds: bool, int, elem (of `dom`), set (of members of `dom`, or of nothing known yet), ints (a set of integers),
    sets (a set of sets over `dom`, or of what `of` says), none, list (`of` a type).
    """

    __slots__ = ("kind", "dom", "opt", "low", "high", "of")

    def __init__(self, kind, dom=None, opt=False, low=-GREATEST, high=GREATEST, of=None):
        self.kind, self.dom, self.opt, self.low, self.high, self.of = kind, dom, opt, low, high, of

    def with_opt(self, opt):
        return self if opt == self.opt else T(self.kind, self.dom, opt, self.low, self.high, self.of)

    @property
    def is_number(self):
        """Says whether this stands for a number in arithmetic."""
        return self.kind == "int" or self.kind == "elem" and self.dom.numeric

    @property
    def is_setlike(self):
        return self.kind in ("set", "ints", "sets")

    @property
    def is_member(self):
        """Says whether this is a member of a family."""
        return self.kind == "elem" and self.dom.is_family

    @property
    def within(self):
        """Gives the type of what a set of sets holds."""
        return self.of or T("set", self.dom)

    @property
    def is_empty(self):
        """Says whether this is a set that by its type is always empty."""
        return self.kind == "set" and self.dom is None

    def told(self):
        if self.kind == "elem":
            return "a member of `%s`" % self.dom.name
        if self.kind == "set":
            return "a set of `%s`" % (self.dom.name if self.dom else "nothing")
        return {"bool": "a truth value", "int": "an integer", "ints": "a set of integers", "none": "`none`",
                "sets": "a set of sets", "list": "a list"}[self.kind]


BOOL = T("bool")
NONE = T("none", opt=True)


def integer(low=-GREATEST, high=GREATEST, opt=False):
    return T("int", None, opt, low, high)


def element(dom, opt=False):
    return T("elem", dom, opt)


def set_of(dom, opt=False):
    return T("set", dom, opt)


def sets_of(within, opt=False):
    """Gives the type of a set of sets that are of this type."""
    return T("sets", within.dom, opt, of=within)


class X:
    """A compiled expression: Python text, its type, and the names that its value depends on."""

    __slots__ = ("code", "t", "free")

    def __init__(self, code, t, free=frozenset()):
        self.code, self.t, self.free = code, t, free

    @property
    def fixed(self):
        return not self.free
