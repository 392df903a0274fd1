"""Tests what is always empty or always `none`, and families behind a `let`."""

import unittest

from zugverify.errors import DefinitionError
from zugverify.items import read_definition
from zugverify.load import make_rules, texts_of

HEAD = """game "x"
players A, B
board Cell = grid(3, 1)
family Part of Cell = { {a1}, {b1}, {a1, b1} }
let w = if 1 = 1 then {} else none
state { p: Part = {a1}, q: Part = {b1}, n: 0..1 }
stuck => draw
"""


def shown(items, text):
    """Gives the text of the only move, which shows a value."""
    rules = make_rules(read_definition('%s%s\nmove m when n = 0 as "{%s}" { n = 1 }' % (HEAD, items, text)), [])
    return texts_of(rules, rules.start(), rules.look(rules.start())[1])


class NothingTest(unittest.TestCase):
    def test_what_is_always_empty_may_be_none(self):
        for told, wanted in (("count(if n = 1 then w else none)", "none"), ("count(if n = 0 then w else none)", "0"),
                             ("near(a1, none + w)", "{}"), ("count((if n = 1 then w else none) + w)", "none")):
            self.assertEqual(shown("", told), [wanted], told)

    def test_a_family_behind_a_let_is_the_one_without(self):
        for behind, alone in (("let d = c1 in { d, east(d) }", "{ c1, east(c1) }"),
                              ("let k = 1 in Cell - {b1, east(c1)}", "Cell - {b1, east(c1)}"),
                              ("let d = b1 in { {a1, d} } + { d }", "{ {a1, b1} } + { b1 }")):
            found = [shown("family F of Cell = " + text, "F") for text in (behind, alone)]
            self.assertEqual(found[0], found[1], behind)

    def test_none_is_no_set_of_sets(self):
        for text in ("none", "let k = 1 in if k = 1 then none else {b1}", "if 1 = 1 then none else {b1}"):
            with self.assertRaises(DefinitionError):
                shown("family F of Cell = " + text, "F")

    def test_a_var_holds_no_set_of_sets(self):
        with self.assertRaises(DefinitionError):
            make_rules(read_definition(HEAD + "move m when n = 0 { n = 1 var v = {} v += { {a1}, {b1} } }"), [])


if __name__ == "__main__":
    unittest.main()
