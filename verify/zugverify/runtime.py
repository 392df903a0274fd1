"""What compiled expressions call. A value that is `none` is None; a set is a whole number, a bit for each member."""

from functools import lru_cache

from .domains import bits as plain_bits
from .errors import Fault
from .types import GREATEST

_cached_bits = lru_cache(maxsize=1 << 16)(plain_bits)


def bits(mask):
    """Gives the places of a set's members in order; of `none` none."""
    return _cached_bits(mask) if mask else ()


# numbers

def ck(n):
    """Holds an integer within the bounds of the language."""
    if n is not None and not -GREATEST <= n <= GREATEST:
        raise Fault("an integer leaves its greatest bounds: %d" % n)
    return n


def add(a, b):
    return None if a is None or b is None else ck(a + b)


def sub(a, b):
    return None if a is None or b is None else ck(a - b)


def mul(a, b):
    return None if a is None or b is None else ck(a * b)


def div(a, b):
    return None if a is None or not b else a // b


def mod(a, b):
    return None if a is None or not b else a % b


def neg(a):
    return None if a is None else -a


def absolute(a):
    return None if a is None else abs(a)


def offset(k, low):
    """Gives the number of a member from its place."""
    return None if k is None else k + low


def place(n, low, size):
    """Gives the place of the member of a number, or None."""
    return n - low if n is not None and 0 <= n - low < size else None


def total(values):
    return ck(sum(v for v in values if v is not None))


def least(values):
    return min((v for v in values if v is not None), default=None)


def greatest(values):
    return max((v for v in values if v is not None), default=None)


def span(a, b):
    """Gives the integers from a to b."""
    return range(0) if a is None or b is None else range(a, b + 1)


def between_ends(a, b):
    """Gives the set of the integers from a to b: `none` if an end is."""
    return None if a is None or b is None else frozenset(range(a, b + 1))


def between(n, a, b):
    return n is not None and a is not None and b is not None and a <= n <= b


# comparisons

def lt(a, b):
    return a is not None and b is not None and a < b


def le(a, b):
    return a is not None and b is not None and a <= b


def within(a, b):
    """Says whether the set a lies within b."""
    return a is not None and b is not None and not a & ~b


def properly(a, b):
    return a is not None and b is not None and a != b and not a & ~b


def has(mask, k):
    """Says whether the member at place k is in a set."""
    return k is not None and mask is not None and mask >> k & 1 == 1


def has_int(numbers, n):
    return n is not None and numbers is not None and n in numbers


# sets

def single(k):
    """Gives the set of just one member, or None."""
    return None if k is None else 1 << k


def single_or_empty(k):
    return 0 if k is None else 1 << k


def union2(a, b):
    return None if a is None or b is None else a | b


def minus2(a, b):
    return None if a is None or b is None else a & ~b


def both2(a, b):
    return None if a is None or b is None else a & b


def minus_ints(a, b):
    return None if a is None or b is None else a - b


def or_empty(mask):
    return 0 if mask is None else mask


def display(*places):
    """Gives the set of these elements: `none` if one is `none`. So in families and in `Edge(a, b)`."""
    out = 0
    for k in places:
        if k is None:
            return None
        out |= 1 << k
    return out


def display_ints(*numbers):
    """Gives the set of these integers: `none` if one is `none`."""
    return None if None in numbers else frozenset(numbers)


def gather(*places):
    """Gives a set of elements that is written out: what is `none` is left out."""
    return collect(places)


def collect(places):
    """Gives the set of all places that are not `none`."""
    out = 0
    for k in places:
        if k is not None:
            out |= 1 << k
    return out


def collect_ints(values):
    return frozenset(v for v in values if v is not None)


def unite(masks):
    out = 0
    for m in masks:
        if m is not None:
            out |= m
    return out


def unite_ints(sets):
    return frozenset().union(*(s for s in sets if s is not None))


def size(mask):
    return None if mask is None else mask.bit_count()


def size_ints(numbers):
    return None if numbers is None else len(numbers)


def ints_to_set(numbers, low, count):
    """Turns integers into members of a domain of numbers; those that number no member are left out."""
    if numbers is None:
        return None
    out = 0
    for n in numbers:
        if 0 <= n - low < count:
            out |= 1 << (n - low)
    return out


def members(sets, of_set, within):
    """Turns a set of sets into the members of a family that are equal to them; what is no member is left out."""
    return None if sets is None else collect(of_set.get(within(s)) for s in sets)


def set_to_ints(mask, low):
    return None if mask is None else frozenset(k + low for k in bits(mask))


def written_set(mask, names):
    """Writes a set in a notation."""
    return "none" if mask is None else "{%s}" % ", ".join(names[k] for k in bits(mask))


def written_ints(numbers):
    return "none" if numbers is None else "{%s}" % ", ".join(map(str, sorted(numbers)))


# tables and fields

def look(table, k, default=None):
    """Reads an entry; outside of the domain the default."""
    return default if k is None else table[k]


def look2(table, i, j, width, default=None):
    return default if i is None or j is None else table[i * width + j]


def field(slots, base, k, default=None):
    return default if k is None else slots[base + k]


def field2(slots, base, i, j, width, default=None):
    return default if i is None or j is None else slots[base + i * width + j]


def list_item(values, n):
    return values[n - 1] if n is not None and 1 <= n <= len(values) else None


# storing and outcomes

def store_int(n, low, high, name):
    if n is None or not low <= n <= high:
        raise Fault("`%s` cannot hold %s" % (name, "none" if n is None else n))
    return n


def store_int_or_none(n, low, high, name):
    return None if n is None else store_int(n, low, high, name)


def store_some(v, name):
    if v is None:
        raise Fault("`%s` cannot hold none" % name)
    return v


def entry(base, k, name):
    if k is None:
        raise Fault("`%s` has no such entry" % name)
    return base + k


def entry2(base, i, j, width, name):
    if i is None or j is None:
        raise Fault("`%s` has no such entry" % name)
    return base + i * width + j


def won(player):
    if player is None:
        raise Fault("an outcome names nobody")
    return 1 if player == 0 else -1


def paid(points, player):
    if player is None or points is None:
        raise Fault("an outcome is none")
    return ck(points) if player == 0 else -ck(points)


def agree(a, b):
    """Joins two outcomes that hold at once."""
    if a is not None and a != b:
        raise Fault("two outcomes hold at once")
    return b


NAMES = {k: v for k, v in globals().items() if callable(v) and not k.startswith("_") and k not in ("lru_cache", "T")}
