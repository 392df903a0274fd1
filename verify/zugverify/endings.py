"""Compiles `end` rules, `stuck`, `endless`, `progress` and outcomes."""

from .expressions import Scope
from .types import X, element, integer


def outcome_words(o):
    """Gives the words that an outcome is made of."""
    if o[0] == "if":
        return outcome_words(o[3]) | outcome_words(o[4])
    return {o[0]}


def asked_for(statements):
    """Yields every request that stands in statements, in blocks too."""
    for s in statements:
        if s[0] == "again":
            yield from s[2]
        for part in s[2:]:
            if s[0] in ("if", "for", "repeat") and isinstance(part, list):
                yield from asked_for(part)


def comes_again(name, asked):
    """Says whether a followup can come again with followups alone in between."""
    seen, opened = set(), [name]
    while opened:
        for after in asked.get(opened.pop(), ()):
            if after not in seen:
                seen.add(after)
                opened.append(after)
    return name in seen


class Endings:
    """The compiler of endings. A payoff is told from the first player's side."""

    def build_endings(self):
        words = set()
        for item in self.of_kind("end", "stuck", "endless"):
            found = outcome_words(item[-1])
            if "pass" in found and item[0] != "stuck":
                self.refuse(item[1], "only `stuck` may say `pass`")
            words |= found
            if "to" in words and words & {"wins", "loses"}:
                self.refuse(item[1], "some outcomes are won and lost, others are points")
        self.points = "to" in words
        scope = Scope(pos=True, mover=True)
        self.ends = [self.end_rule(item, scope) for item in self.of_kind("end")]
        stuck, endless, progress = self.one("stuck"), self.one("endless"), self.one("progress")
        self.stuck_rule = self.endless_rule = None
        if stuck:
            code = self.outcome(stuck[2], scope).code
            self.stuck_rule = self.space[self.function("stuck", ["S", "me"], ["return " + code])]
        if endless:
            code = self.outcome(endless[2], Scope(pos=True)).code
            self.endless_rule = self.space[self.function("endless", ["S"], ["return " + code])]
        self.progress = None
        if progress:
            parts = [self.number(e, Scope(pos=True)).code for e in progress[2]]
            name = self.function("progress", ["S", "me"], ["return (%s,)" % ", ".join(parts)])
            self.progress = self.space[name]
        asked = {m.name: {node[0] for node in asked_for(m.item[6])} for m in self.moves if m.followup}
        self.may_stay = {m.number for m in self.moves if m.followup and not comes_again(m.name, asked)}
        shown = [item[2] for item in self.of_kind("show")]
        for item in self.of_kind("show"):
            if shown.count(item[2]) > 1:
                self.refuse(item[1], "`%s` is shown twice" % item[2])
            self.check_show(item)

    def end_rule(self, item, scope):
        _, line, binders, test, outcome = item
        lines, pad, inner = ["r = None"], "", scope
        for name, source, at in binders[0]:
            over, t, _ = self.iteration(source, inner, at)
            self.check_local(name, inner, at)
            var = self.local(t)
            inner = inner.plus({name: var})
            lines.append("%sfor %s in %s:" % (pad, var.code, over))
            pad += "    "
        for e in (binders[1], test):
            if e is not None:
                lines.append("%sif %s:" % (pad, self.truth(e, inner).code))
                pad += "    "
        lines.append("%sr = agree(r, %s)" % (pad, self.outcome(outcome, inner).code))
        lines.append("return r")
        return self.space[self.function("end", ["S", "me"], lines)]

    def outcome(self, o, scope):
        """Compiles an outcome to its payoff; `pass` is the text `pass`."""
        word, line = o[0], o[1]
        if word == "draw":
            return X("0", integer(0, 0))
        if word == "pass":
            return X("'pass'", integer())
        if word == "if":
            test = self.truth(o[2], scope)
            yes, no = self.outcome(o[3], scope), self.outcome(o[4], scope)
            return X("(%s if %s else %s)" % (yes.code, test.code, no.code), integer(), test.free | yes.free | no.free)
        if word == "to":
            points = self.number(o[2], scope)
            player = self.player(o[3], scope)
            return X("paid(%s, %s)" % (points.code, player.code), integer(), points.free | player.free)
        player = self.player(o[2], scope)
        return X(("won(%s)" if word == "wins" else "-won(%s)") % player.code, integer(-1, 1), player.free)

    def player(self, e, scope):
        return self.to_elem(self.infer(e, scope, element(self.players)), self.players, e[1])

    def check_show(self, item):
        """Compiles the entries of a picture only to refuse what is wrong in them."""
        _, line, name, entries = item
        dom = self.domain(name, line)
        cell = self.local(element(dom))
        scope = Scope(pos=True, mover=True, shown=(dom, cell))
        for e, text, at in entries:
            if e is not None:
                x = self.infer(e, scope, None)
                if x.t.kind != "bool":
                    self.to_set(x, dom, at)
