"""Finds exact values: minimax over all positions that can be reached, from the ends backwards where they repeat."""

from .errors import Fault, Limit


class Graph:
    """All positions reachable from one: their steps, movers, and payoffs where play is over."""

    def __init__(self, rules, start, most):
        self.rules = rules
        self.number, self.positions = {start: 0}, [start]
        self.after, self.payoff, self.mover = [], [], []
        k = 0
        while k < len(self.positions):
            position = self.positions[k]
            payoff, steps = rules.look(position)
            row = []
            for _, after in steps:
                at = self.number.get(after)
                if at is None:
                    at = self.number[after] = len(self.positions)
                    self.positions.append(after)
                    if at >= most:
                        raise Limit("more than %d positions" % most)
                row.append(at)
            self.after.append(row)
            self.payoff.append(payoff)
            self.mover.append(rules.to_move(position))
            k += 1
        self.components()
        self.solve()

    def components(self):
        """Finds the strongly connected parts, each after those it leads to (Tarjan, with a stack of its own)."""
        n = len(self.positions)
        index, low, on = [-1] * n, [0] * n, [False] * n
        stack, self.parts, count = [], [], 0
        for root in range(n):
            if index[root] >= 0:
                continue
            work = [(root, 0)]
            while work:
                v, k = work.pop()
                if k == 0:
                    index[v] = low[v] = count
                    count += 1
                    stack.append(v)
                    on[v] = True
                row = self.after[v]
                while k < len(row):
                    w = row[k]
                    k += 1
                    if index[w] < 0:
                        work.append((v, k))
                        work.append((w, 0))
                        break
                    if on[w]:
                        low[v] = min(low[v], index[w])
                else:
                    if low[v] == index[v]:
                        part = []
                        while True:
                            w = stack.pop()
                            on[w] = False
                            part.append(w)
                            if w == v:
                                break
                        self.parts.append(part)
                    if work:
                        u = work[-1][0]
                        low[u] = min(low[u], low[v])
        self.repeats = any(len(p) > 1 or p[0] in self.after[p[0]] for p in self.parts)

    def solve(self):
        self.value = [None] * len(self.positions)
        for part in self.parts:
            v = part[0]
            if len(part) == 1 and v not in self.after[v]:
                self.value[v] = self.payoff[v] if self.payoff[v] is not None else self.best(v)
            else:
                self.solve_part(part)

    def best(self, v):
        values = [self.value[w] for w in self.after[v]]
        return max(values) if self.mover[v] == 0 else min(values)

    def solve_part(self, part):
        """Values positions that lead to each other. Whoever wants more than endless play must force it."""
        endless = {self.rules.endless(self.positions[v]) for v in part}
        if len(endless) > 1:
            raise Fault("the rule `endless` reads what a cycle changes")
        still = endless.pop()
        exits = {self.value[w] for v in part for w in self.after[v] if self.value[w] is not None}
        inside = set(part)
        before = {v: [] for v in part}
        for v in part:
            for w in self.after[v]:
                if w in inside:
                    before[w].append(v)
        for player, goals in ((0, sorted((e for e in exits if e > still), reverse=True)),
                              (1, sorted(e for e in exits if e < still))):
            for goal in goals:
                self.force(part, before, player, goal)
        for v in part:
            if self.value[v] is None:
                self.value[v] = still

    def force(self, part, before, player, goal):
        """Gives the value `goal` to positions from which a player forces at least as much."""
        good = (lambda x: x is not None and x >= goal) if player == 0 else (lambda x: x is not None and x <= goal)
        left, todo = {}, []
        for v in part:
            if self.value[v] is None:
                left[v] = len(self.after[v]) - sum(1 for w in self.after[v] if good(self.value[w]))
                if left[v] < len(self.after[v]) and self.mover[v] == player or left[v] == 0:
                    todo.append(v)
        while todo:
            w = todo.pop()
            if self.value[w] is not None:
                continue
            self.value[w] = goal
            for v in before[w]:
                if self.value[v] is None:
                    left[v] -= 1
                    if self.mover[v] == player or left[v] == 0:
                        todo.append(v)

    def distances(self):
        """Gives the number of plies to the end where the winner hurries and the loser delays; None where nobody wins."""
        n = len(self.positions)
        before = [[] for _ in range(n)]
        for v, row in enumerate(self.after):
            for w in row:
                before[w].append(v)
        plies, left = [None] * n, [len(row) for row in self.after]
        layer = [v for v in range(n) if self.payoff[v] is not None and self.payoff[v] != 0]
        for v in layer:
            plies[v] = 0
        depth = 0
        while layer:
            depth += 1
            following = []
            for w in layer:
                for v in before[w]:
                    if plies[v] is not None or self.value[v] != self.value[w]:
                        continue
                    winner = 0 if self.value[v] > 0 else 1
                    left[v] -= 1
                    if self.mover[v] == winner or left[v] == 0:
                        plies[v] = depth
                        following.append(v)
            layer = following
        return plies


def solve(rules, position, most=300_000):
    return Graph(rules, position, most)
