"""Tells positions as lines of JSON, met at random or along given moves."""

import json
import random

from .errors import Fault
from .load import play_texts, texts_of


def told(rules, position, moves):
    """Gives what is told of a position."""
    out = {"moves": list(moves)}
    try:
        payoff, steps = rules.look(position)
        out["legal"] = texts_of(rules, position, steps)
        out["over"] = payoff is not None
        out["outcome"] = None if payoff is None else rules.outcome_text(payoff)
        out["turn"] = rules.players[rules.to_move(position)]
    except Fault as fault:
        out["fault"] = str(fault)
        steps = ()
    return out, steps


def random_games(rules, games, seed, plies):
    """Yields what is told of every position of some random games, each position once."""
    chance, seen = random.Random(seed), set()
    for _ in range(games):
        position, moves = rules.start(), []
        for _ in range(plies + 1):
            line, steps = told(rules, position, moves)
            if position not in seen:
                seen.add(position)
                yield line
            if not steps:
                break
            k = chance.randrange(len(steps))
            moves.append(line["legal"][k])
            position = steps[k][1]


def as_line(value):
    return json.dumps(value, ensure_ascii=False)


def replay(rules, text):
    """Tells of the position after the moves of one line of JSON, a list or an object with `moves`."""
    given = json.loads(text)
    moves = given["moves"] if isinstance(given, dict) else given
    position = rules.start()
    for move in moves:
        position = play_texts(rules, position, move + ",")
    return told(rules, position, moves)[0]
