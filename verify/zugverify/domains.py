"""Domains: their members, names and sizes.

A member is held as its place in the order of the domain, from 0. A set of members is held as a whole number whose bit k
stands for the member at place k. `none` is None.
"""

import re

_SQUARE = re.compile(r"([a-z]+)([1-9]\d*)$")


class Domain:
    """A finite row of named members. `low` is the number of the first one where the members are numbers."""

    kind = "enum"

    def __init__(self, name, names, low=None):
        self.name, self.names, self.low = name, names, low
        self.size = len(names)
        self.full = (1 << self.size) - 1
        self.place = {} if low is not None else {n: k for k, n in enumerate(names)}

    @property
    def numeric(self):
        return self.low is not None

    @property
    def is_family(self):
        return self.kind == "family"

    @property
    def named_by_numbers(self):
        """Says whether an integer written out is a member's name."""
        return self.kind in ("triangle", "graph")


def number_domain(name, low, high):
    return Domain(name, [str(k) for k in range(low, high + 1)], low)


def column_name(x):
    """Names a column: 1 is a, 26 is z, 27 is aa."""
    out = ""
    while x > 0:
        x, rest = divmod(x - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


def square(name):
    """Gives the coordinates of a square's name, or None."""
    found = _SQUARE.match(name)
    if not found:
        return None
    x = 0
    for letter in found.group(1):
        x = x * 26 + ord(letter) - ord("a") + 1
    return x, int(found.group(2))


class Family(Domain):
    """A domain whose members are sets over another domain."""

    kind = "family"

    def __init__(self, name, base, sets):
        masks = sorted({m for m in sets if m}, key=bits)
        super().__init__(name, ["-".join(base.names[k] for k in bits(m)) for m in masks])
        self.place = {}
        self.base, self.sets = base, masks
        self.of_set = {m: k for k, m in enumerate(masks)}
        self.longest = max([m.bit_count() for m in masks], default=0)

    def ordinal(self, n):
        """Gives for each member its n-th element, or None."""
        return [bits(m)[n - 1] if 0 < n <= m.bit_count() else None for m in self.sets]


def bits(mask):
    """Gives the places of a set in their order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return tuple(out)
