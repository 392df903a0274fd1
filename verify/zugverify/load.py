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


def find_step(rules, position, wanted, exact=False):
    """Gives the text and the position after the move of this text, or None. Unless `exact`, blanks may differ and a name may come."""
    steps = rules.look(position)[1]
    texts = texts_of(rules, position, steps)
    for text, (_, after) in zip(texts, steps):
        if text == wanted:
            return text, after
    if exact:
        return None
    wanted = wanted.split()
    for text, (_, after) in zip(texts, steps):
        if text.split() == wanted:
            return text, after
    for text, (move, after) in zip(texts, steps):
        if (rules.long_text(position, move) or "").split() == wanted:
            return text, after
    return None


def find_move(rules, position, wanted, exact=False):
    """Gives the position after the move of this text, or None."""
    step = find_step(rules, position, wanted, exact)
    return step and step[1]


def read_choices(rules, position, text):
    """Gives the texts of moves that are all choices in one position, written between commas or blanks; None if one is not legal."""
    parts, found = split_moves(rules, position, text), []
    while parts:
        step, parts = first_step(rules, position, parts)
        if step is None:
            return None
        found.append(step[0])
    return found


def split_moves(rules, position, text):
    """Cuts a text at its commas; or, where there is no comma and the whole is no move, at its blanks."""
    parts = [m.strip() for m in text.split(",")]
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) == 1 and find_move(rules, position, parts[0]) is None:
        parts = parts[0].split()
    return parts


def first_step(rules, position, parts):
    """Gives the move that the fewest first parts spell, or None, and the other parts; a text may hold a comma itself."""
    for count in range(1, len(parts) + 1):
        step = find_step(rules, position, ",".join(parts[:count])) or find_step(rules, position, ", ".join(parts[:count]))
        if step is not None:
            return step, parts[count:]
    return None, parts


def play_texts(rules, position, text):
    """Plays moves one after the other."""
    parts, played = split_moves(rules, position, text), 0
    while parts:
        step, rest = first_step(rules, position, parts)
        if step is None:
            raise Usage("move %d, `%s`, is not legal" % (played + 1, parts[0]))
        position, parts, played = step[1], rest, played + 1
    return position
