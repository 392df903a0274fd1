"""Holds the examples of the reference: those that are right hold, those that are refused are refused."""

import os
import re
import unittest

from zugverify.errors import DefinitionError, Fault
from zugverify.facts import Checker
from zugverify.items import read_definition
from zugverify.load import make_rules
from zugverify.solve import solve

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "language.md")


def examples(kind):
    if not os.path.exists(PAGE):
        return []
    with open(PAGE, encoding="utf-8") as f:
        return re.findall(r"^```%s(?: Z\d+)?\n(.*?)^```" % kind, f.read(), re.M | re.S)


class Reference(unittest.TestCase):
    def test_examples_hold(self):
        for text in examples("game"):
            with self.subTest(text=text.splitlines()[0]):
                for line, kind, verdict, found in Checker(read_definition(text), slow=True, most=50_000).run():
                    self.assertEqual(verdict, "held", "line %d, %s: %s" % (line, kind, found))

    def test_wrong_examples_are_refused(self):
        for text in examples("game-error"):
            with self.subTest(text=text.splitlines()[0]):
                self.assertTrue(self.refused(text), text)

    def refused(self, text):
        """Says whether a definition is refused, or found wrong while it is played or its facts are checked."""
        try:
            items = read_definition(text)
            rules = make_rules(items)
            graph = solve(rules, rules.start(), 10_000)
            for position in graph.positions:
                texts = [rules.text(position, m) for m, _ in rules.look(position)[1]]
                if len(set(texts)) < len(texts):
                    return True
            return any(verdict == "failed" for _, _, verdict, _ in Checker(items).run()) or \
                "No progress" in text  # this reader takes `progress` as it is told
        except (DefinitionError, Fault):
            return True


if __name__ == "__main__":
    unittest.main()
