"""The words of a definition."""

import re

from .errors import DefinitionError

RESERVED = frozenset(
    "game players param enum range board graph family let def state move followup end endless progress tree show start "
    "expect allow and or not implies in if then else where when for var repeat again with as some every no none true "
    "false provided me opponent".split())

_WORD = re.compile(r"""
    (?P<blank>[ \t\r\n]+ | //[^\r\n]*)
  | (?P<string>"(?:\\.|[^"\\\r\n])*")
  | (?P<number>[0-9]+(?!\w))
  | (?P<node>[0-9]\w*)
  | (?P<name>[^\W\d_]\w*)
  | (?P<sign>=>|->|<=|>=|!=|\+=|-=|\.\.|[-+*/%&<>=(){}\[\],:.])
""", re.X)

GREATEST = 2 ** 53


class Token:
    """One word: its kind (`name`, `key`, `number`, `node`, `string`, `sign`, `end`), its text and its line."""

    __slots__ = ("kind", "text", "line")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


def unquote(text, line):
    """Gives what stands between the quotes of a text."""
    out, i = [], 1
    while i < len(text) - 1:
        if text[i] == "\\":
            i += 1
            if text[i] not in '"\\':
                raise DefinitionError(line, "only a quote and a backslash may follow a backslash")
        out.append(text[i])
        i += 1
    return "".join(out)


def words(text, first_line=1):
    """Splits a definition into its words."""
    if text.startswith("\ufeff"):
        text = text[1:]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    tokens, at, line = [], 0, first_line
    while at < len(text):
        found = _WORD.match(text, at)
        if not found:
            raise DefinitionError(line, "unexpected character " + repr(text[at]))
        kind, word = found.lastgroup, found.group()
        end = found.end()
        if kind == "name":
            while end < len(text) and ("a" + text[end]).isidentifier():
                end += 1
            word = text[at:end]
        if kind == "name" and word in RESERVED:
            kind = "key"
        if kind == "string":
            word = unquote(word, line)
        if kind == "number" and int(word) > GREATEST:
            raise DefinitionError(line, "the number %s is too large" % word)
        if kind != "blank":
            tokens.append(Token(kind, word, line))
        line += found.group().count("\n")
        at = end
    tokens.append(Token("end", "", line))
    return tokens
