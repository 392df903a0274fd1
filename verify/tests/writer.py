"""Writes certificates from this reader's own values, so that the checker can be tested."""

import hashlib
import zlib

from zugverify.certificate import Claim
from zugverify.items import read_definition, read_setting
from zugverify.load import find_move, make_rules
from zugverify.solve import Graph


def leb(n):
    """Writes a number in LEB128."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


class Prover:
    """Chooses moves and ranks for one claim."""

    def __init__(self, graph, claim):
        self.graph, self.claim = graph, claim
        rules = graph.rules
        self.safe = set()
        if claim.within is None and rules.endless_rule is not None:
            self.safe = {v for v, p in enumerate(graph.positions)
                         if graph.payoff[v] is None and claim.met(rules.endless(p))}
        self.settle()
        self.layer = self.layers()

    def settle(self):
        """Leaves in `safe` only positions from which the prover can stay there for ever, or until an end that is met."""
        g, shrunk = self.graph, True
        while shrunk:
            shrunk = False
            for v in list(self.safe):
                fine = [w in self.safe or g.payoff[w] is not None and self.claim.met(g.payoff[w]) for w in g.after[v]]
                if not (any(fine) if g.mover[v] == self.claim.prover else all(fine)):
                    self.safe.discard(v)
                    shrunk = True

    def layers(self):
        """Counts for each position the plies within which the prover forces an end that meets the claim, or safety."""
        g = self.graph
        n = len(g.positions)
        layer, before, left = [None] * n, [[] for _ in range(n)], [len(row) for row in g.after]
        for v, row in enumerate(g.after):
            for w in row:
                before[w].append(v)
        now = [v for v in range(n) if v in self.safe or g.payoff[v] is not None and self.claim.met(g.payoff[v])]
        for v in now:
            layer[v] = 0
        depth = 0
        while now:
            depth, following = depth + 1, []
            for w in now:
                for v in before[w]:
                    left[v] -= 1
                    if layer[v] is None and (g.mover[v] == self.claim.prover or left[v] == 0):
                        layer[v] = depth
                        following.append(v)
            now = following
        return layer

    def choice(self, v):
        """Chooses a move that keeps the claim."""
        g = self.graph
        ways = [(self.layer[w], k) for k, w in enumerate(g.after[v])
                if g.value[w] is not None and self.claim.met(g.value[w]) and self.layer[w] is not None]
        return min(ways)[1]


def header_text(text, claims, kind, settings=(), plays=(), program="0" * 64):
    plain = text.replace("\r\n", "\n").encode("utf-8")
    lines = ["zug certificate 1", "text " + hashlib.sha256(plain).hexdigest(), "program " + program]
    lines += ["set " + s for s in settings] + ["play " + m for m in plays] + ["claim " + c for c in claims]
    return "\n".join(lines + [kind, "data", ""]).encode("utf-8")


def numbers(text, claims, kind, settings=(), plays=()):
    """Walks as the page says and gives the numbers of the stream."""
    rules = make_rules(read_definition(text), [read_setting(s) for s in settings])
    start = rules.start()
    for move in plays:
        start = find_move(rules, start, move, exact=True)
    out, seen = [], {}
    for line in claims:
        claim = Claim(line)
        root = start if claim.after is None else find_move(rules, start, claim.after, exact=True)
        graph = Graph(rules, root, 100_000)
        prover, known = Prover(graph, claim), seen.setdefault(claim.key, set())
        todo = [0]
        while todo:
            v = todo.pop()
            position = graph.positions[v]
            if graph.payoff[v] is not None or position in known:
                continue
            known.add(position)
            if kind == "ranks":
                out.append(prover.layer[v])
            row = graph.after[v]
            if graph.mover[v] == claim.prover:
                k = prover.choice(v)
                out.append(k)
                row = row[k:k + 1]
            todo += reversed(row)
    return out


def pack(header, stream, block=1 << 20):
    """Puts a header and a stream into the form of the file."""
    out, running = bytearray(header), hashlib.sha256(header).digest()
    for at in range(0, len(stream), block):
        part = stream[at:at + block]
        packed = zlib.compress(part)
        running = hashlib.sha256(running + packed).digest()
        out += len(packed).to_bytes(4, "little") + packed + running
    count = sum(byte < 128 for byte in stream)  # a number ends with such a byte
    return bytes(out + b"\0\0\0\0" + hashlib.sha256(running + count.to_bytes(8, "little")).digest())


def certificate(text, claims, kind="order", settings=(), plays=(), block=1 << 20):
    """Writes a certificate of a definition's text."""
    stream = b"".join(leb(n) for n in numbers(text, claims, kind, settings, plays))
    return pack(header_text(text, claims, kind, settings, plays), stream, block)
