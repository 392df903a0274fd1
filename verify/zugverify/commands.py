"""The commands of the command line and their exit codes."""

import argparse
import sys

from .errors import DefinitionError, Fault, Limit, Usage
from .facts import Checker
from .items import read_definition
from .load import load, play_texts, read_text, texts_of
from .perft import perft
from .positions import as_line, random_games, replay
from .solve import solve

OK, WRONG, USAGE, LIMIT, INTERNAL = 0, 1, 2, 3, 101
COMMANDS = ("moves", "perft", "solve", "test", "random", "replay")


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        raise Usage(message)


def parser():
    """Describes the arguments."""
    top = Arguments(prog="zugverify", description="A second reader of Zug definitions.",
                    epilog="`zugverify FILE CERTIFICATE` checks a certificate.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Arguments)
    for name in COMMANDS:
        one = commands.add_parser(name)
        one.add_argument("file")
        if name == "perft":
            one.add_argument("depth", type=int)
        one.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings")
        if name in ("moves", "perft", "solve"):
            one.add_argument("--moves", default="")
        if name in ("solve", "test"):
            one.add_argument("--most", type=int, default=300_000 if name == "solve" else 20_000)
        if name == "test":
            one.add_argument("--slow", action="store_true")
        if name == "random":
            one.add_argument("--games", type=int, default=10)
            one.add_argument("--seed", type=int, default=1)
            one.add_argument("--plies", type=int, default=200)
    return top


def show_moves(rules, position):
    payoff, steps = rules.look(position)
    if payoff is not None:
        print("over: " + rules.outcome_text(payoff))
    for text in texts_of(rules, position, steps):
        print(text)


def show_value(rules, position, most):
    graph = solve(rules, position, most)
    value = rules.outcome_text(graph.value[0])
    # A win by play that never ends has no distance.
    plies = graph.distances()[0] if not rules.points and graph.value[0] else None
    if plies is not None:
        value += " in %d" % plies
    print("value: " + value)
    print("positions: %d" % len(graph.positions))


def run_test(options):
    _, text = read_text(options.file)
    failed = 0
    for line, kind, verdict, found in Checker(read_definition(text), options.slow, options.most).run():
        print("%s:%d: %s %s%s" % (options.file, line, verdict, kind, "" if verdict == "held" else " (%s)" % found))
        failed += verdict == "failed"
    return WRONG if failed else OK


def run(arguments):
    if len(arguments) == 2 and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        from .certificate import check_files
        return check_files(*arguments)
    options = parser().parse_args(arguments)
    if options.command == "test":
        return run_test(options)
    rules = load(options.file, options.settings)
    if options.command in ("moves", "perft", "solve"):
        position = play_texts(rules, rules.start(), options.moves)
    if options.command == "moves":
        show_moves(rules, position)
    elif options.command == "perft":
        for k, n in enumerate(perft(rules, position, options.depth)):
            print(k + 1, n)
    elif options.command == "solve":
        show_value(rules, position, options.most)
    elif options.command == "random":
        for line in random_games(rules, options.games, options.seed, options.plies):
            print(as_line(line))
    else:
        for line in sys.stdin:
            if line.strip():
                print(as_line(replay(rules, line)))
    return OK


def main(arguments):
    """Runs a command and gives its exit code; nothing ends in a traceback."""
    file = arguments[1] if len(arguments) > 1 and arguments[0] in COMMANDS else arguments[0] if arguments else "zugverify"
    try:
        sys.setrecursionlimit(20_000)
        return run(arguments)
    except DefinitionError as error:
        print("%s:%d: error: %s" % (file, error.line, error.text), file=sys.stderr)
        return WRONG
    except Fault as fault:
        print("%s: error while playing: %s" % (file, fault), file=sys.stderr)
        return WRONG
    except Usage as problem:
        print("error: %s" % problem, file=sys.stderr)
        return USAGE
    except (Limit, MemoryError) as limit:
        print("limit: %s" % limit, file=sys.stderr)
        return LIMIT
    except RecursionError:
        print("%s: error: nested too deeply" % file, file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        return OK
    except Exception as error:  # a mistake of this reader, told in one line
        print("internal error: %s: %s" % (type(error).__name__, error), file=sys.stderr)
        return INTERNAL
