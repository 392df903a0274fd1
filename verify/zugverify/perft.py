"""Counts move sequences."""

from .errors import Fault, Limit


def perft(rules, position, depth, most=2_000_000):
    """Gives how many sequences of 1, 2, … moves there are. Positions that are met twice at a depth are played once."""
    layer, counts, played = {position: 1}, [], 0
    for _ in range(depth):
        following = {}
        for place, times in layer.items():
            for _, after in rules.look(place)[1]:
                if len(after) == 3 and isinstance(after[2], str):
                    raise Fault(after[2])
                following[after] = following.get(after, 0) + times
            played += 1
            if played > most:
                raise Limit("more than %d positions" % most)
        counts.append(sum(following.values()))
        layer = following
    return counts
