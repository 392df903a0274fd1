"""Plays a game that is given as a tree. A position is the row of the branches taken."""

from .errors import DefinitionError
from .expressions import Scope
from .rules import outcome_text


class TreeRules:
    """The rules of a bare tree: its moves are its branches, its leaves points for the first player."""

    points, endless_rule = True, None

    def __init__(self, compiler):
        self.title, self.players, self.compiler = compiler.title, compiler.players.names, compiler
        if compiler.turn_setting is not None:
            raise DefinitionError(1, "in a tree the first player begins")
        self.root = self.computed(compiler.one("tree")[2])

    def computed(self, node):
        """Computes the leaves, with a stack of its own."""
        root = []
        todo = [(node, root)]
        while todo:
            node, place = todo.pop()
            if node[0] == "leaf":
                x = self.compiler.number(node[2], Scope())
                if not x.fixed or x.t.opt:
                    raise DefinitionError(node[1], "a leaf is an integer")
                place.append(int(eval(x.code)))
            else:
                branches = []
                place.append(branches)
                for name, inner in node[2]:
                    holder = []
                    branches.append((name, holder))
                    todo.append((inner, holder))
        return root

    def node(self, position):
        holder = self.root
        for k in position:
            holder = holder[0][k][1]
        return holder[0]

    def start(self):
        return ()

    def to_move(self, position):
        return len(position) % 2

    def look(self, position):
        node = self.node(position)
        if isinstance(node, int):
            return node, ()
        return None, tuple((k, position + (k,)) for k in range(len(node)))

    def over(self, position):
        return self.look(position)[0]

    def text(self, position, move):
        return self.node(position)[move][0]

    def long_text(self, position, move):
        return None

    def endless(self, position):
        return 0

    def outcome_text(self, payoff):
        return outcome_text(payoff, True, self.players)
