"""Checks the facts that a definition states with `expect`."""

from .errors import DefinitionError, Fault, Limit, Usage
from .expressions import Scope
from .load import make_rules, play_texts, read_choices, texts_of
from .perft import perft
from .solve import solve
from .within import bounds


def nimber(graph):
    """The nimber of the first position: the least number that no option has."""
    found = {}
    stack = [0]
    while stack:
        at = stack[-1]
        missing = [next_ for next_ in graph.after[at] if next_ not in found]
        if missing:
            stack.extend(missing)
            continue
        options = {found[next_] for next_ in graph.after[at]}
        found[at] = next(n for n in range(len(options) + 1) if n not in options)
        stack.pop()
    return found[0]


class Checker:
    """Checks one definition's facts, each within a limit of positions."""

    def __init__(self, items, slow=False, most=20_000):
        self.items, self.slow, self.most = items, slow, most

    def run(self):
        """Yields for each fact its line, its text, `held`, `failed` or `skipped`, and what was found."""
        for item in self.items:
            if item[0] != "expect":
                continue
            _, line, slow, settings, after, facts = item
            if slow and not self.slow:
                for fact in facts:
                    yield fact[1], fact[0], "skipped", "slow"
                continue
            try:
                rules = make_rules(self.items, settings)
                position = play_texts(rules, rules.start(), after or "")
            except Usage as problem:
                raise DefinitionError(line, str(problem))
            state = {}
            for fact in facts:
                try:
                    found, wanted = getattr(self, "fact_" + fact[0])(fact, rules, position, state)
                except Limit as limit:
                    yield fact[1], fact[0], "skipped", str(limit)
                    continue
                except Fault as fault:
                    yield fact[1], fact[0], "failed", str(fault)
                    continue
                yield fact[1], fact[0], "held" if found == wanted else "failed", "%s, expected %s" % (found, wanted)

    def solved(self, rules, position, state):
        if "limit" in state:
            raise state["limit"]
        if "graph" not in state:
            try:
                state["graph"] = solve(rules, position, self.most)
            except Limit as limit:
                state["limit"] = limit
                raise
        return state["graph"]

    def constant(self, rules, e):
        return int(eval(rules.compiler.number(e, Scope()).code))

    def fact_value(self, fact, rules, position, state):
        wanted = eval(rules.compiler.outcome(fact[2], Scope()).code, rules.compiler.space)
        graph = self.solved(rules, position, state)
        found, wanted = rules.outcome_text(graph.value[0]), rules.outcome_text(wanted)
        if fact[3] is not None:
            found += " in %s" % graph.distances()[0]
            wanted += " in %d" % self.constant(rules, fact[3])
        return found, wanted

    def fact_within(self, fact, rules, position, state):
        wanted = rules.outcome_text(eval(rules.compiler.outcome(fact[2], Scope()).code, rules.compiler.space))
        low, high = bounds(rules, position, self.constant(rules, fact[3]), self.most)
        return rules.outcome_text(low) if low == high else "not decided", wanted

    def fact_positions(self, fact, rules, position, state):
        wanted = self.constant(rules, fact[2])
        if wanted > self.most:
            raise Limit("more than %d positions" % self.most)
        return len(self.solved(rules, position, state).positions), wanted

    def fact_perft(self, fact, rules, position, state):
        wanted = [self.constant(rules, e) for e in fact[2]]
        depth = len(wanted)
        while depth and sum(wanted[:depth - 1]) > 4 * self.most:
            depth -= 1
        return perft(rules, position, depth, 4 * self.most), wanted[:depth]

    def fact_nimber(self, fact, rules, position, state):
        graph = self.solved(rules, position, state)
        return nimber(graph), self.constant(rules, fact[2])

    def fact_best(self, fact, rules, position, state):
        graph = self.solved(rules, position, state)
        steps = rules.look(position)[1]
        best = [t for t, w in zip(texts_of(rules, position, steps), graph.after[0]) if graph.value[w] == graph.value[0]]
        wanted = read_choices(rules, position, fact[2])
        return sorted(best), fact[2] if wanted is None else sorted(set(wanted))
