"""Reads the items of a definition, the statements of moves, outcomes, facts and settings."""

from .errors import DefinitionError
from .lexer import words
from .parser import Reader

ONCE = ("players", "stuck", "endless", "progress", "tree", "start")


class ItemReader(Reader):
    """Reads a whole definition into a list of items, each a tuple of its kind, its line and its parts."""

    def definition(self):
        items, seen = [], set()
        while self.token.kind != "end":
            word, line = self.token.text, self.line
            begins = self.token.kind == "key" or word == "stuck" and self.peek().text == "=>"
            read = getattr(self, "item_" + word, None) if begins else None
            if read is None:
                self.fail("an item")
            if word in seen and (word in ONCE or word == "game"):
                raise DefinitionError(line, "`%s` stands twice" % word)
            seen.add(word)
            self.at += 1
            items.append((word, line) + tuple(read()))
        for word in ("game", "players"):
            if word not in seen:
                raise DefinitionError(1, "`%s` is missing" % word)
        return self.one_state(items)

    def one_state(self, items):
        """Puts the fields of several `state` items together, in their order."""
        states = [item for item in items if item[0] == "state"]
        turns = [item for item in states if item[3]]
        if len(turns) > 1:
            raise DefinitionError(turns[1][1], "`turn` is given twice")
        if len(states) < 2:
            return items
        fields = [field for item in states for field in item[2]]
        whole = ("state", states[0][1], fields, turns[0][3] if turns else None)
        return [whole if item is states[0] else item for item in items if item[0] != "state" or item is states[0]]

    # title, players, constants

    def item_game(self):
        return (self.string(),)

    def item_players(self):
        return (self.listed(self.name),)

    def item_param(self):
        return (self.declared(),)

    def item_enum(self):
        name = self.name()
        self.need("{")
        return name, self.separated(self.name, "}")

    def item_range(self):
        name = self.name()
        self.need("=")
        low = self.sum()
        self.need("..")
        return name, low, self.sum()

    def item_let(self):
        name, indexes = self.name(), self.indexes()
        kind = self.type() if self.take(":") else None
        self.need("=")
        return name, indexes, kind, self.initial()

    def item_def(self):
        name, parameters = self.name(), []
        if self.take("("):
            parameters = self.separated(self.parameter, ")")
        self.need("=")
        return name, parameters, self.expr()

    def parameter(self):
        name = self.name()
        self.need(":")
        return name, self.type()

    # boards

    def item_board(self):
        name = self.name()
        self.need("=")
        if not self.take("{"):
            return name, *self.shape(), None
        cell = self.name()
        self.need("in")
        kind, sizes = self.shape()
        self.need("where")
        cut = (cell, self.expr())
        self.need("}")
        return name, kind, sizes, cut

    def shape(self):
        kind = self.name()
        self.need("(")
        return kind, self.separated(self.expr, ")")

    def item_graph(self):
        return self.name(), self.graph_body()

    def graph_body(self):
        self.need("{")
        return self.separated(self.chain, "}")

    def chain(self):
        nodes, links = [self.node()], []
        while self.sees("-", "->"):
            links.append(self.take("-", "->"))
            nodes.append(self.node())
        return nodes, links

    def node(self):
        if self.token.kind not in ("name", "number", "node"):
            self.fail("the name of a point")
        self.at += 1
        return self.tokens[self.at - 1].text

    def item_family(self):
        name = self.name()
        self.need("of")
        base = self.name()
        self.need("=")
        return name, base, self.expr()

    # the position

    def item_state(self):
        fields, turn = [], None
        self.need("{")
        while not self.take("}"):
            if fields or turn:
                self.take(",")
            if self.sees("turn") and self.peek().text == "=":
                if turn:
                    self.fail("one `turn`")
                self.at += 2
                turn = self.expr()
            else:
                fields.append(self.declared())
        return fields, turn

    # moves

    def item_move(self):
        name, parameters, guard, text, provided = self.move_name(), [], None, None, None
        if self.take("("):
            parameters = self.separated(self.binder, ")")
        if self.take("when"):
            guard = self.expr()
        text_line = self.line
        if self.take("as"):
            text_line, text = self.line, self.string()
        body = self.block()
        if self.take("provided"):
            provided = self.expr()
        return name, parameters, guard, text, body, provided, text_line

    item_followup = item_move

    def move_name(self):
        return self.name()

    def block(self):
        self.need("{")
        out = []
        while not self.take("}"):
            out.append(self.statement())
        return out

    def statement(self):
        line = self.line
        word = self.take("let", "var")
        if word:
            name = self.name()
            self.need("=")
            return (word, line, name, self.expr())
        if self.take("if"):
            return self.if_statement(line)
        if self.take("for"):
            binders = self.binders()
            return ("for", line, binders, self.block())
        if self.take("repeat"):
            times = self.expr()
            if self.sees("while"):
                self.at += 1
                test = self.expr()
                return ("repeat", line, times, [("if", line, test, self.block(), [])])
            return ("repeat", line, times, self.block())
        if self.take("again"):
            requests, test = [], None
            if self.take("with"):
                requests.append(self.request())
                while self.take("or"):
                    requests.append(self.request())
            if self.take("when"):
                test = self.expr()
            return ("again", line, requests, test)
        name, index = self.name(), []
        if self.take("["):
            index = self.listed(self.expr)
            self.need("]")
        sign = self.need("=", "+=", "-=")
        return ("store", line, name, index, sign, self.expr())

    def if_statement(self, line):
        test, yes = self.expr(), self.block()
        no = []
        if self.take("else"):
            again = self.line
            no = [self.if_statement(again)] if self.take("if") else self.block()
        return ("if", line, test, yes, no)

    def request(self):
        line, name = self.line, self.name()
        return (name, line, self.separated(self.expr, ")") if self.take("(") else [])

    # endings

    def item_end(self):
        binders = self.binders() if self.take("for") else ([], None)
        self.need("when")
        test = self.expr()
        self.need("=>")
        return binders, test, self.outcome()

    def item_stuck(self):
        self.need("=>")
        return (self.outcome(),)

    item_endless = item_stuck

    def item_progress(self):
        return (self.listed(self.expr),)

    def outcome(self):
        line = self.line
        if self.sees("if"):
            found = self.attempt(self.if_outcome)
            if found:
                return found
        if self.sees("draw", "pass") and self.peek().text not in ("wins", "loses", "to"):
            return (self.take("draw", "pass"), line)
        if self.sees("("):
            return self.attempt(self.scored) or self.bracketed()
        return self.scored()

    def bracketed(self):
        self.need("(")
        inner = self.outcome()
        self.need(")")
        return inner

    def if_outcome(self):
        line = self.line
        self.need("if")
        test = self.expr()
        self.need("then")
        yes = self.outcome()
        self.need("else")
        return ("if", line, test, yes, self.outcome())

    def scored(self):
        line = self.line
        first = self.expr()
        word = self.need("wins", "loses", "to")
        return (word, line, first, self.expr(6) if word == "to" else None)

    # trees and pictures

    def item_tree(self):
        if not self.sees("[", "{"):
            self.fail("a list of branches")
        return (self.tree_node(),)

    def tree_node(self):
        line = self.line
        if self.take("["):
            inner = self.separated(self.tree_node, "]")
            branches = [(str(k + 1), node) for k, node in enumerate(inner)]
        elif self.take("{"):
            branches = self.separated(self.tree_branch, "}")
        else:
            return ("leaf", line, self.expr())
        if not branches:
            raise DefinitionError(line, "a node of a tree has a branch")
        if len(set(name for name, _ in branches)) < len(branches):
            raise DefinitionError(line, "two branches of one node have one name")
        return ("node", line, branches)

    def tree_branch(self):
        name = self.node()
        self.need(":")
        return name, self.tree_node()

    def item_show(self):
        name = self.name()
        self.need("{")
        return name, self.separated(self.show_entry, "}")

    def show_entry(self):
        line = self.line
        what = None if self.take("else") else self.expr()
        self.need(":")
        return what, self.string(), line

    def item_start(self):
        return (self.pictures(),)

    def pictures(self):
        out = [self.string()]
        while self.token.kind == "string":
            out.append(self.string())
        return out

    # facts and settings

    def item_expect(self):
        slow = bool(self.sees("slow") and self.peek().text not in ("wins", "loses", "to") and self.take("slow"))
        settings, after, conditions = [], None, False
        if self.take("with"):
            conditions = True
            settings = self.listed(self.setting)
        if self.sees("after") and self.peek().kind == "string":
            self.at += 1
            after, conditions = self.string(), True
        if conditions:
            self.need(":")
        return slow, settings, after, self.listed(self.fact)

    def fact(self):
        line, following = self.line, self.peek().text
        if self.sees("positions") and following == "=":
            self.at += 2
            return ("positions", line, self.expr())
        if self.sees("perft") and following == "=":
            self.at += 2
            self.need("[")
            return ("perft", line, self.separated(self.expr, "]"))
        if self.sees("nimber") and following == "=":
            self.at += 2
            return ("nimber", line, self.expr())
        if self.sees("best") and following == "=":
            self.at += 2
            return ("best", line, self.string())
        if self.sees("value") and following == "=":
            self.at += 2
        value = self.outcome()
        if self.sees("within"):
            self.at += 1
            return ("within", line, value, self.sum())
        return ("value", line, value, self.sum() if self.take("in") else None)

    def setting(self):
        """Reads NAME = VALUE. The value is kept in each reading that fits: pictures, a graph, an initial value."""
        line, index = self.line, []
        name = self.take("start") or self.name()
        if self.take("["):
            index = self.listed(self.expr)
            self.need("]")
        self.need("=")
        if self.token.kind == "string":
            return (name, line, index, {"pictures": self.pictures()})
        start, readings, end = self.at, {}, None
        for key, read in (("graph", self.graph_body), ("initial", self.initial)):
            self.at = start
            found = self.attempt(read)
            if found is not None:
                readings[key] = found
                end = self.at
        if not readings:
            self.initial()
        self.at = end
        return (name, line, index, readings)

    def item_allow(self):
        return (self.listed(self.name),)


def read_definition(text):
    return ItemReader(words(text)).definition()


def read_setting(text):
    """Reads a setting as it stands behind `--set`."""
    name, sign, value = text.partition("=")
    if name.strip() == "start" and sign and not value.lstrip().startswith('"'):
        return ("start", 0, [], {"pictures": [value.strip()]})
    reader = ItemReader(words(text, 0))
    setting = reader.setting()
    if reader.token.kind != "end":
        reader.fail("the end of the setting")
    return setting
