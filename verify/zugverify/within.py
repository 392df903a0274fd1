"""Finds what can be forced within a number of plies, by minimax to a horizon behind which every value is possible."""

from .errors import Limit

LEAST, GREATEST = -(1 << 62), 1 << 62


def bounds(rules, position, plies, most):
    """Gives the least and the greatest value that a position can have, as far as so many plies prove it.

    Where outcomes are no points, a win is the greatest value that there is.
    """
    behind = (LEAST, GREATEST) if rules.points else (-1, 1)
    known = {}

    def look(at, left):
        payoff, steps = rules.look(at)
        if payoff is not None:
            return payoff, payoff
        if left == 0:
            return behind
        if (at, left) not in known:
            if len(known) >= most:
                raise Limit("more than %d positions" % most)
            choose = max if at[1] == 0 else min
            found = [look(after, left - 1) for _, after in steps]
            known[at, left] = choose(low for low, _ in found), choose(high for _, high in found)
        return known[at, left]

    return look(position, plies)
