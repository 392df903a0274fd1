"""Loads a definition with settings into rules that can be played."""

from .definition import Compiler
from .errors import DefinitionError, Fault, Usage
from .items import read_definition, read_setting
from .pictures import Picture
from .rules import Rules
from .tree import TreeRules


def read_text(path):
    """Reads a file as UTF-8 and gives its bytes and its text."""
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as problem:
        raise Usage("%s: %s" % (path, problem.strerror))
    try:
        return data, data.decode("utf-8")
    except UnicodeDecodeError:
        raise Usage("%s is not UTF-8" % path)


def make_rules(items, settings=()):
    """Compiles a definition that has been read."""
    compiler = Compiler(items, settings)
    start = compiler.one("start")
    picture = start[2] if start else None
    if compiler.start_setting:
        picture = [row for part in compiler.start_setting for row in part.split("/")]
    if picture:
        Picture(compiler, picture, start[1] if start else 1).apply(compiler.slots)
        compiler.set_fields()
    for name, field in compiler.fields.items():
        for k in range(field.count):
            compiler.fits(compiler.slots[field.base + k], field.t, field.line, name)
    return TreeRules(compiler) if compiler.one("tree") else Rules(compiler)


def load(path, settings=()):
    """Loads a file. Where only the settings make it wrong, that is told as a wrong use."""
    items = read_definition(read_text(path)[1])
    if not settings:
        return make_rules(items)
    try:
        return make_rules(items, [read_setting(s) for s in settings])
    except DefinitionError as error:
        make_rules(items)
        raise Usage("settings: " + error.text)


def texts_of(rules, position, steps):
    """Gives the texts of all legal moves; two that are alike are a fault."""
    texts = [rules.text(position, move) for move, _ in steps]
    if len(set(texts)) < len(texts):
        raise Fault("two moves are written alike")
    return texts


def find_move(rules, position, wanted, exact=False):
    """Gives the position after the move of this text, or None. Unless `exact`, blanks may differ and a name may come."""
    steps = rules.look(position)[1]
    texts = texts_of(rules, position, steps)
    for text, (_, after) in zip(texts, steps):
        if text == wanted:
            return after
    if exact:
        return None
    wanted = wanted.split()
    for text, (_, after) in zip(texts, steps):
        if text.split() == wanted:
            return after
    for move, after in steps:
        if (rules.long_text(position, move) or "").split() == wanted:
            return after
    return None


def play_texts(rules, position, text):
    """Plays moves between commas; or, where there is no comma and the whole is no move, between blanks."""
    parts = [m.strip() for m in text.split(",")]
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) == 1 and find_move(rules, position, parts[0]) is None:
        parts = parts[0].split()
    played = 0
    while parts:
        for count in range(len(parts), 0, -1):  # a text may hold a comma itself
            after = find_move(rules, position, ",".join(parts[:count]))
            if after is not None:
                break
        else:
            raise Usage("move %d, `%s`, is not legal" % (played + 1, parts[0]))
        position, parts, played = after, parts[count:], played + 1
    return position
