"""Reads expressions, types and initial values.

A syntax tree is made of tuples: the kind, the line, then the parts. Binders are a pair of a list of (name, set, line)
and a condition or None.
"""

from .errors import DefinitionError

AGGREGATES = ("count", "sum", "union", "min", "max")
COMPARE = ("=", "!=", "<", "<=", ">", ">=", "in")
LEVEL = {"implies": 1, "or": 2, "and": 3, "..": 6, "+": 7, "-": 7, "*": 8, "/": 8, "%": 8, "&": 8}
NOT_LEVEL, COMPARE_LEVEL, SIGN_LEVEL = 4, 5, 9


class Reader:
    """Walks over the words and reads the parts that all items share."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0
        self.before_in = False  # in the value of a `let`, outside of brackets, an `in` ends the value

    # words

    @property
    def token(self):
        return self.tokens[self.at]

    @property
    def line(self):
        return self.tokens[self.at].line

    def peek(self, k=1):
        return self.tokens[min(self.at + k, len(self.tokens) - 1)]

    def fail(self, wanted):
        found = self.token.text or "the end"
        raise DefinitionError(self.line, "expected %s, found `%s`" % (wanted, found))

    def sees(self, *texts):
        """Says whether the next word is one of these, as a sign, keyword or word with a meaning at this place."""
        return self.token.kind in ("sign", "key", "name") and self.token.text in texts

    def take(self, *texts):
        """Takes the next word if it is one of these."""
        if self.sees(*texts):
            self.at += 1
            return self.tokens[self.at - 1].text
        return None

    def need(self, *texts):
        return self.take(*texts) or self.fail(" or ".join("`%s`" % t for t in texts))

    def kind(self, kind, wanted):
        if self.token.kind != kind:
            self.fail(wanted)
        self.at += 1
        return self.tokens[self.at - 1].text

    def name(self):
        return self.kind("name", "a name")

    def string(self):
        return self.kind("string", "a text in quotes")

    def attempt(self, read):
        """Reads, or goes back to where it began and gives None."""
        start = self.at
        try:
            return read()
        except DefinitionError:
            self.at = start
            return None

    def separated(self, read, close):
        """Reads things between commas up to a closing sign."""
        out = []
        if self.take(close):
            return out
        while True:
            out.append(read())
            if self.take(close):
                return out
            self.need(",")

    def listed(self, read):
        """Reads one thing or more between commas."""
        out = [read()]
        while self.take(","):
            out.append(read())
        return out

    # expressions

    def expr(self, level=0):
        return self.until_in(False, level)

    def until_in(self, before_in, level=0):
        outer, self.before_in = self.before_in, before_in
        found = self.row(level)
        self.before_in = outer
        return found

    def row(self, level=0):
        left = self.prefix(level)
        while True:
            line, word = self.line, self.token.text
            if self.token.kind not in ("sign", "key"):
                return left
            if word == "not" and self.peek().text == "in" and self.peek().kind == "key":
                word = "not in"
            if word in COMPARE or word == "not in":
                if COMPARE_LEVEL < level or self.before_in and word in ("in", "not in"):
                    return left
                left = self.comparison(left, line)
                continue
            own = LEVEL.get(word)
            if own is None or own < level:
                return left
            self.at += 1
            right = self.row(own if word == "implies" else own + 1)
            left = ("bin", line, word, left, right)

    def comparison(self, left, line):
        operators, operands = [], [left]
        while True:
            if self.before_in and (self.sees("in") or self.sees("not") and self.peek().text == "in"):
                break
            if self.token.kind == "key" and self.token.text == "not" and self.peek().text == "in":
                self.at += 2
                operators.append("not in")
            elif self.token.kind in ("sign", "key") and self.token.text in COMPARE:
                operators.append(self.token.text)
                self.at += 1
            else:
                break
            operands.append(self.row(COMPARE_LEVEL + 1))
        if len(operators) > 1:
            if not (set(operators) <= {"<", "<=", "="} or set(operators) <= {">", ">=", "="}):
                raise DefinitionError(line, "a chain of comparisons goes one way")
        return ("cmp", line, operators, operands)

    def prefix(self, level):
        line = self.line
        if self.sees("not"):
            if level > NOT_LEVEL:
                raise DefinitionError(line, "`not` cannot stand behind an operator that binds more tightly")
            self.at += 1
            return ("not", line, self.row(NOT_LEVEL))
        if self.token.kind == "sign" and self.take("-"):
            return ("neg", line, self.prefix_tight())
        return self.suffixes(self.primary())

    def prefix_tight(self):
        line = self.line
        if self.take("-"):
            return ("neg", line, self.prefix_tight())
        return self.suffixes(self.primary())

    def suffixes(self, e):
        while True:
            line = self.line
            if self.token.kind == "sign" and self.take("."):
                if self.token.kind == "number":
                    e = ("ordinal", line, e, int(self.kind("number", "a number")))
                else:
                    e = ("member", line, e, self.name())
            elif self.token.kind == "sign" and self.take("["):
                e = ("index", line, e, self.listed(self.expr))
                self.need("]")
            else:
                return e

    def primary(self):
        token, line = self.token, self.line
        if token.kind == "number":
            self.at += 1
            return ("num", line, int(token.text))
        if token.kind == "key":
            if self.take("true", "false"):
                return ("bool", line, token.text == "true")
            if self.take("none"):
                return ("none", line)
            if self.take("me", "opponent"):
                return (token.text, line)
            if self.take("if"):
                test = self.expr()
                self.need("then")
                yes = self.expr()
                self.need("else")
                return ("if", line, test, yes, self.row())
            if self.take("some", "every", "no"):
                binders = self.binders()
                self.need(":")
                return ("quant", line, token.text, binders, self.row())
            if self.take("let"):
                name = self.name()
                self.need("=")
                value = self.until_in(True)
                self.need("in")
                return ("let", line, name, value, self.row())
        if token.kind == "sign":
            if self.take("("):
                inner = self.expr()
                self.need(")")
                return inner
            if self.take("{"):
                return self.set(line)
        if token.kind == "name":
            self.at += 1
            if not (self.token.kind == "sign" and self.take("(")):
                return ("name", line, token.text)
            if token.text in AGGREGATES and self.token.kind == "name" and self.peek().text == "in":
                binders, body = self.binders(), None
                if self.take(":"):
                    body = self.expr()
                self.need(")")
                return ("agg", line, token.text, binders, body)
            return ("call", line, token.text, self.separated(self.expr, ")"))
        return self.fail("an expression")

    def set(self, line):
        if self.token.kind == "name" and self.peek().text == "in" and self.peek().kind == "key":
            binders = self.binders()
            self.need("}")
            return ("setb", line, binders)
        if self.take("}"):
            return ("set", line, [])
        first = self.expr()
        if self.take("for"):
            binders = self.binders()
            self.need("}")
            return ("setf", line, first, binders)
        rest = []
        while self.take(","):
            rest.append(self.expr())
        self.need("}")
        return ("set", line, [first] + rest)

    def binder(self):
        line, name = self.line, self.name()
        self.need("in")
        return (name, self.expr(), line)

    def binders(self):
        out = self.listed(self.binder)
        return (out, self.expr() if self.take("where") else None)

    # types and initial values

    def sum(self):
        return self.expr(LEVEL["+"])

    def type(self):
        line = self.line
        plain = self.plain_type()
        may_be_none = False
        if self.sees("or"):
            self.at += 1
            self.need("none")
            may_be_none = True
        return ("type", line, plain, may_be_none)

    def plain_type(self):
        if self.sees("set", "list") and self.peek().text == "of":
            word = self.take("set", "list")
            self.at += 1
            return (word, self.plain_type())
        if self.take("{"):
            return ("choice", self.separated(self.expr, "}"))
        low = self.sum()
        return ("range", low, self.sum()) if self.take("..") else ("one", low)

    def indexes(self):
        """Reads `[Player, c: Cell]` as a list of (index name or None, domain)."""
        if not self.take("["):
            return []

        def one():
            name = self.name()
            return (name, self.name()) if self.take(":") else (None, name)

        out = self.listed(one)
        self.need("]")
        return out

    def initial(self):
        line = self.line
        if self.take("["):
            return ("list", line, self.separated(self.initial, "]"))
        return self.expr()

    def declared(self):
        line, name = self.line, self.name()
        indexes = self.indexes()
        self.need(":")
        kind = self.type()
        return (name, line, indexes, kind, self.initial() if self.take("=") else None)
