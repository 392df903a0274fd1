"""Tests single rules of the language, and the commands."""

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest

from zugverify.commands import main
from zugverify.errors import DefinitionError, Fault
from zugverify.items import read_definition, read_setting
from zugverify.load import make_rules, play_texts, texts_of
from zugverify.perft import perft
from zugverify.solve import solve

HEAD = """game "x"
players A, B
board Cell = grid(3, 3)
board Pit = ring(4)
board Dot = triangle(3)
graph Point { p-q->r, 1-2, p-1 }
range Take = 1..3
family Edge of Cell = { {c, east(c)} for c in Cell } + { {c, north(c)} for c in Cell }
family Pair of Edge = { {a1, b1}, {b1, c1} }
family Two of Take = { {x, x + 1} for x in Take }
let tab[Take] = [5, 6, 7]
let sets[Take] = [ {a1}, {b1}, {c1} ]
state { done: bool, at: Cell = a1, may: Cell or none, men: set of Cell = {a1, b2}, pit: Pit = 1, take: Take = 2,
  n: 0..9 = 5, nn: 0..9 or none, sm: set of Cell or none, drawn: set of Edge = {Edge(a1, b1)}, em: Edge or none,
  pm: Pit or none, dot: Dot = 2, pt: Point = p, flags[Cell]: bool, dm: Direction or none, two: Two = {1, 2} }
"""

TRUE = """
count(may) = none; count(em) = none; em + men = men; em & men = {}; sm + men = none; {a1, west(a1)} + men = {a1} + men
men - west(a1) = men; not em <= men; not sm <= men; not may in men; em not in drawn; not nn < 1; not may < a2
{ c in sm where true } = {}; (no c in sm: true); near(may) = {}; run(a1, dm, Cell) = {}; stop(a1, east, Cell) = none
tab[4] = none; sets[4] = {}; not flags[may]; min(nn, 3) = 3; max(nn, nn) = none; sum(c in Cell: nn) = 0
step(pit, forward, 1000000) = 1; step(a2, north, -1) = a1; Pit(5) = none; {a1, b1} in drawn; a1 + b1 = Edge(a1, b1)
drawn - Edge(a1, b1) = {}; Edge - drawn + drawn = Edge; Take - 1 = {2, 3}; 1 in Take; 4 not in Take; take + pit = 3
two = 1..2; two + {7} = {1, 2, 7}; two + 7 = {1, 2}; {1, 2} - nn = {1, 2}; count(q in Two: true) = 2; count(Take + {9}) = 4
Take + 9 = Take; { x + 1 for x in Take } != Take - 1; count(Take & { x + 1 for x in Take }) = 2; not two <= {1, 7}
Take - {9} = Take; dot in {2, 3}; 2 in Dot; near(pt) = {q, 1}; Point.1 in near(pt); Dot.2 = dot; Take.2 = 2
1 < 2 = 2; not not true; 2 * -3 = -6; false implies true implies false; -7 / 2 = -4; 7 % -2 = -1; 7 / 0 = none
{ c in {a1}, d in near(c) } = {b1, a2}; count(c in Cell: c = a1) = 1; reach(c3, drawn) = {c3}; distance(r, p) = none
a1 + none = none; men + none = men; 1..nn = none; count(x in 1..nn) = 0; step(a1, east, -1) = none; step(b1, east, 0) = b1
n & none = none; {n} & n = {n}; not Edge(a1, b1) < Edge(b1, c1); Edge(a1, b1) <= {a1, b1, c1}; a1 in Edge(a1, b1); Edge(a1, b1) & Edge(b1, c1) = {b1}
"""

TRUE_TOO = """
union(e in Edge: e) = {a1, b1} + Cell; count(few(drawn)) = 1; count(few(union(e in drawn: {e}))) = 1; count(few(if bare then {} else Edge(a1, b1))) = 1; count(few({{a1, b1}, {a1, c3}})) = 1; count(few({none})) = 0
(no x in {}: true); (every x in {}: false); pieces[2] = {}; pieces[1] = {a1}; bare = false; least = 3
{a1, b1} in drawn; {} not in drawn; count(Part) = 1; may = east(none); not em < east(a1); drawn != none; none = em
{{a1, b1}} = Edge(a1, b1); {{a1, b1}, {a1, c3}} <= drawn; drawn < {{a1, b1}, {b1, c1}}; not Edge(a1, b1) = {}; Edge(a1, b1) > {}
Edge(a1, b1) in {{a1, b1}, {b1, c1}}; {a1, b1} in {{b1, c1}, Edge(a1, b1)}; em not in {{a1, b1}}; count({ {a1}, {a1, b1}, Edge(a1, b1) }) = 1; count({ none, {a1, b1}, Edge(a1, b1), {} }) = 1
count(few(if bare then {} else {{a1, b1}})) = 1; count(few(let k = 1 in {{a1, b1}} + {{b1, c1}})) = 2; count({{a1, b1}} + none + drawn) = 1
a1 not in { Edge(a1, b1) for c in {} }; a1 not in union(c in {}: drawn); count(if bare then drawn else {{b1, c1}, {a1, b1}}) = 2
count(few(union(e in drawn: { e, {b1, c1} }))) = 2; count(few({ {c, east(c)} for c in Cell })) = 6; count(few({ x in {{a1, b1}} where true })) = 1
count(Pair) = 2; {{b1, c1}} in Pair; count(pairs({ { {a1, b1} } })) = 1; count({ { {a1, b1} } } + Pair({b1, c1} & Cell, {b1, c1})) = 2
count(pairs({ drawn, {Edge(b1, c1)} })) = 2; count(Pair({ {a1, b1} }) + {{b1, c1}}) = 2; { { {a1, b1} } } = Pair(Edge(a1, b1))
count(twos({ {1, 2}, 2..3 })) = 2; {{2, 1}} = two; count({ {2, 3}, two }) = 2; count({} + 1) = 1; Pair(if bare then {} else Edge(a1, b1)) != none
count({{a1, b1}} + Edge(b1, c1)) = 2; count({{b1, c1}, Edge(a1, b1)}) = 2; drawn = {{a1, b1}}; Edge(a1, b1) in {{a1, b1}}
count({a1} + Edge(b1, c1)) = 3; count(drawn + Edge(b1, c1)) = 2; count(if bare then {} else Edge(a1, b1)) = 2
union(e in drawn: e) = {a1, b1}; union(c in {a1, b1}: {{c, east(c)}}) + drawn = {{a1, b1}, {b1, c1}}; Edge(Edge(a1, b1)) = {a1, b1}
count(union(x in {}: {})) = 0; count(few({ none for c in Cell })) = 0; { x for x in {} } = {}; Edge(a1, b1) <= Cell
"""

REFUSED = """
a1 in Edge; 1 < 2 > 1; true = not false; men + n = {}; n and done; men = drawn; heaps[1] = 2; step(pt, forward) = r
Edge(a1, b1).3 = none; Cell.d9 = none; at.z = 1; (if done then 1 else true) = 1; 9007199254740993 = 1; count(1) = 1
9007199254740992 + 1 = 1; can(check); stuck(me); (some x in n: true); (some at in Cell: true); drawn - {a1, b1} = {}
n & 3 = {}; take & take = {}; reach(a1, Cell, {dm}) = {}; distance(a1, b1, {dm}) = 1; 9007199254740991 * (n + 2) = 1
drawn = {a1, b1}; drawn + {a1, b1} = {}; count({{a1, b1}, {b1, c1}}) = 2; count({ {c, east(c)} for c in Cell }) = 2; union(e in drawn: e) = drawn
(if done then {} else Edge(a1, b1)) + drawn = {}; Edge(a1, b1) = a1; count(if done then a1 else Edge(a1, b1)) = 1; count({none}) = 0; none < a1
{{a1, b1}} = {{b1, c1}}; {{a1, b1}} = {}; (some x in {{a1, b1}}: true); {{a1, b1}} + men = {}; {a1} in {{a1}, {b1}}; {{a1, b1}} = none
(let k = {{a1, b1}} in k = drawn); { a1, Edge(a1, b1) } = {}; Pair(Edge(a1, b1), if done then a1 else {a1, b1}) = none; Edge.a1 = none
count(if done then {{a1, b1}} else {}) = 1; { { {a1, b1} } } = drawn; Pair({a1, b1}) = none; {Edge(a1, b1), Pair({{a1, b1}})} = {}
count({c3, {a1, b1}, Edge(a1, b1)}) = 1; count(few({a1, {a1, b1}})) = 1; count({a1, men, Edge(a1, b1)}) = 1; count(few({a1, Edge(a1, b1)})) = 1
count(twos({1, {1, 2}})) = 1; count({1, two}) = 1; count({take, {1, 2}, two}) = 1; count({{}, 1}) = 1; count(few({{}, a1, none})) = 0
count(pairs({ drawn, Edge(b1, c1) })) = 2; count({ Edge(a1, b1), drawn }) = 1; count(pairs({ Edge(a1, b1), {{b1, c1}} })) = 2
none < em; none <= drawn; men >= none; drawn > none; {a1, b1} < none; none <= {}; n < none; em >= none; 1 < 2 <= none; none <= none
"""

BODIES = """
men = a1 ;; men = {a1}
men += Edge(a1, b1) ;; men = {a1, b1, b2}
drawn += {{a1, a2}} ;; count(drawn) = 2
drawn += if done then Edge(a1, a2) else {} ;; count(drawn) = 1
drawn = let k = 1 in if n = k then {} else Edge(a1, a2) ;; drawn = {{a1, a2}}
var w = {} w += {1, 2} n = count(w) ;; n = 2
var w = a1 w = west(w) may = w ;; may = none
for c in men { men -= c } ;; men = {}
for c in men where c in men { men = {} n -= 1 } ;; n = 4
repeat n { n -= 1 } ;; n = 0
repeat nn { n -= 1 } ;; n = 5
pit = pit % 4 + 1 ;; pit = 2
nn += 1 ;; nn = none
may = east(none) ;; may = none
drawn = {{a1, b1}, {a1, c3}} ;; count(drawn) = 1
drawn += {{b1, c1}} + {{a1, b1}} ;; count(drawn) = 2
drawn -= if n = 5 then {{a1, b1}} else {} ;; drawn = {}
"""

FAULTS = """
men += may; men -= may; men += em; men -= em; men = em; men = may; at = may; n += 9; n = nn; take = 4; pit = n
flags[may] = true; n = n / 0; men += none; men -= none; var w = {1, 2} w += nn; drawn += Edge(a1, c3); drawn += a1; drawn += {a1, b1}; em = a1; var w = 3 repeat 9 { w = w * w }
"""


FAMILIES_OF_FAMILIES = (
    ("P", "{ {a1}, {b1}, {c1} }", "{a1, b1}"), ("P", "{ { {a1}, {b1} }, {b1} }", "{a1-b1, b1}"),
    ("P", "{ { {a1}, {c1} }, {b1} }", "{b1}"), ("P", "{ P(b1), { {a1}, {c1} } }", "{b1}"), ("P", "{ { {a1}, {c1} } }", "{}"),
    ("P", "{ {v, {c1}} for v in P } + P", "{a1, b1, b1-c1}"), ("P", "{ if 1 = 1 then { {a1}, {c1} } else P, P(a1) }", "{a1}"),
    ("P", "{ let k = c1 in { {a1}, {k} } }", "{}"), ("P", "{ { {a1} } + { {c1} }, { {a1} } + { {b1} } }", "{a1-b1}"),
    ("P", "{ { {c} for c in Cell } }", "{a1-b1}"), ("P", "{ {b1, {a1}}, {c1, {a1}} }", "{a1-b1}"), ("P", "{ b1, {a1} }", "{a1, b1}"),
    ("P", "{ v in { {a1}, {b1, c1} } where count(v) = 2 }", "{b1-c1}"), ("P", "{ {c, east(c)} for c in Cell }", "{b1-c1}"),
    ("P", "let d = c1 in { {d, b1} }", "{b1-c1}"), ("P", "{ v in P where v in { {a1}, {b1} } }", "{a1, b1}"),
    ("P", "{ v in { {a1}, {c1} } where true }", "{a1}"), ("P", "{ { v in P where v in { {a1}, {c1} } } }", "{a1}"),
    ("P", "{ {v, {b1}} for v in { {a1}, {c1} } }", "{a1-b1}"), ("P", "subsets({ {a1}, {b1}, {c1} }, 2)", "{a1-b1}"),
    ("Q", "{ {1, 2}, { {1}, {2} } }", "{1-2, 1-2}"), ("Q", "{ {2, 9}, { {1}, {2, 9} } }", "{}"), ("Q", "{ {2, {1}} }", "{1-2}"),
    ("Q", "{ v in { {2, 9}, {1} } where true }", "{1, 2}"))

PATTERNS = (
    ("Cell", "{ {a, b} for a in Cell, b in {west(a), east(a)} }", "{a1-b1, b1-c1}"), ("Cell", "{ {a, west(a)} for a in Cell }", "{a1-b1, b1-c1}"),
    ("Cell", "{ v in { {a1, west(a1)}, {b1} } where true }", "{a1, b1}"), ("Cell", "{ {a1, west(a1)}, {b1} }", "{b1}"),
    ("Cell", "{ {c} for c in Cell where {a1, west(a1)} = {c} }", "{a1}"), ("Cell", "{ {c} for c in Cell where count({c, west(c)}) = 1 }", "{a1}"),
    ("Cell", "{ {c} for c in Cell where some d in {c, west(c)}: d = a1 }", "{a1, b1}"),
    ("Cell", "{ if {a1, west(a1)} = {a1} then {b1} else {c1} }", "{b1}"), ("Cell", "{ if 1 = 1 then {b1, east(c1)} else {c1} }", "{}"),
    ("Cell", "subsets({a1, west(a1)}, 1)", "{a1}"), ("Cell", "{ near({a1, west(a1)}) }", "{b1}"), ("Cell", "{ P({a1, west(a1)}) }", "{a1}"),
    ("Cell", "{ P(a1, west(a1)) }", "{}"), ("Cell", "{ let k = {a1, west(a1)} in k + b1 }", "{a1-b1}"),
    ("Cell", "{ let k = a1 in {k, west(k)} }", "{}"), ("Cell", "{ {a1} + {b1, east(c1)}, {b1} & {b1, east(b1)} }", "{b1}"),
    ("Cell", "{ union(c in {a1, west(a1)}: {c, east(c)}) }", "{a1-b1}"), ("Cell", "{ union(c in {a1, c1}: {c, east(c)}) }", "{a1-b1}"),
    ("Cell", "{ c1, {a1} }", "{a1, c1}"), ("Cell", "{ {c1, {a1}} }", None), ("Cell", "{ v in { c1, {a1} } where true }", None),
    ("Cell", "{ v + w for v in { {a1}, {b1} }, w in subsets(Cell, 2) where v & w = {} }", "{a1-b1-c1}"),
    ("N", "{ {1, 9}, {2} }", "{2}"), ("N", "{ {x} for x in {1, 9} }", "{1}"), ("N", "{ {x, 9} for x in N }", "{}"),
    ("N", "{ v in { {1, 9}, {2} } where true }", "{1, 2}"), ("N", "{ {x} for x in N where {x} = {1, 9} & {1, 2} }", "{1}"),
    ("N", "{ x + {1, 9} for x in N }", "{}"), ("N", "{ 1, {2} }", "{1, 2}"), ("N", "{ v in { 1, {2} } where true }", None))


def rules_of(text, *settings):
    return make_rules(read_definition(text), [read_setting(s) for s in settings])


def legal(text):
    rules = rules_of(text)
    return bool(rules.look(rules.start())[1])


def rows(text):
    return [row.strip() for line in text.strip().splitlines() for row in line.split("; ") if row.strip()]


class Expressions(unittest.TestCase):
    def test_true(self):
        for e in rows(TRUE):
            with self.subTest(e):
                self.assertTrue(legal(HEAD + "move check when %s { done = true }\nstuck => me loses" % e))

    def test_true_beside_further_names(self):
        head = HEAD + "def few(s: set of Edge) = s\ndef pairs(s: set of Pair) = s\ndef twos(s: set of Two) = s\nparam pieces: list of set of Cell = [{a1}]\nparam bare: bool\n" \
            "param least: 3..5\nfamily Part of Pit = subsets(3..4, 2)\n"
        for e in rows(TRUE_TOO):
            with self.subTest(e):
                self.assertTrue(legal(head + "move check when %s { done = true }\nstuck => me loses" % e))

    def test_a_family_that_a_cut_asks_for_is_of_the_cut_board(self):
        text = "game \"x\" players A, B board Row = { c in grid(3, 1) where let k = 3 in k > 0 and c != Row.b1 }\n" \
            "family One of Row = subsets(Row, 1) state { n: 0..1 }\n" \
            "move check when count(One) = 2 and n = 0 { n = 1 } stuck => me loses"
        self.assertTrue(legal(text))

    def members(self, base, family, shown):
        """Sees that a family over a domain has these members."""
        text = 'game "x" players A, B board Cell = grid(3, 1) range N = 1..3 family P of Cell = { {a1}, {b1}, {b1, c1} } ' \
            'family Q of N = { {1}, {2}, {1, 2} } family G of %s = %s state { n: 0..1 } ' \
            'move m when n = 0 as "{G}" { n = 1 } stuck => me loses'
        with self.subTest("%s: %s" % (base, family)):
            if shown is None:
                with self.assertRaises(DefinitionError):
                    rules_of(text % (base, family))
                return
            rules = rules_of(text % (base, family))
            self.assertEqual(texts_of(rules, rules.start(), rules.look(rules.start())[1]), [shown])

    def test_members_of_a_family_of_families(self):
        for base, family, shown in FAMILIES_OF_FAMILIES:
            self.members(base, family, shown)

    def test_patterns_are_where_members_are_written(self):
        for base, family, shown in PATTERNS:
            self.members(base, family, shown)

    def test_refused(self):
        for e in rows(REFUSED):
            with self.subTest(e), self.assertRaises(DefinitionError):
                rules_of(HEAD + "move check when %s { done = true }\nstuck => me loses" % e)

    def test_bodies(self):
        for row in BODIES.strip().splitlines():
            body, _, test = row.partition(" ;; ")
            with self.subTest(row):
                self.assertTrue(legal(HEAD + "move check { %s } provided %s\nstuck => me loses" % (body, test)))

    def test_faults(self):
        for body in rows(FAULTS):
            with self.subTest(body), self.assertRaises((Fault, DefinitionError)):
                rules = rules_of(HEAD + "move check { %s }\nstuck => me loses" % body)
                rules.look(rules.look(rules.start())[1][0][1])


class Names(unittest.TestCase):
    TEXT = "game \"x\" players A, B enum Hue { red, blue } WHAT state { n: 0..1 = 1 } " \
        "move m when n = 1 { n = 0 } stuck => me loses progress MORE"

    def refused(self, what, more="-n"):
        with self.subTest(what), self.assertRaises(DefinitionError):
            rules = rules_of(self.TEXT.replace("WHAT", what).replace("MORE", more))
            rules.look(rules.start())

    def test_names_that_hide(self):
        self.refused("def two = let red = 1 in red + 1")
        self.refused("enum More { Player }")
        self.refused("enum More { Direction }")
        self.refused("param turn: 0..2 = 1")
        self.refused("", "if me = A then -n else -n")

    def test_the_name_of_an_index_is_known_in_a_list(self):
        text = "game \"x\" players A, B range N = 1..2 let t[n: N] = [n + 1, n * 3] " \
            "state { w[n: N, m: N]: 0..9 = [[n, m], [n + m, 1]] } " \
            "move m when t[1] = 2 and t[2] = 6 and w[1, 2] = 2 and w[2, 1] = 3 { w[1, 1] = 0 } stuck => me loses"
        self.assertTrue(legal(text))


class Turns(unittest.TestCase):
    def texts(self, body, moves):
        rules = rules_of('game "x" players A, B state { n: 0..3 } ' + body)
        position = play_texts(rules, rules.start(), moves)
        return rules.to_move(position), texts_of(rules, position, rules.look(position)[1])

    def test_again_whose_condition_is_false_does_nothing(self):
        body = "move a when n < 2 { n += 1 again with b again when n = 5 } followup b { } stuck => me loses"
        self.assertEqual(self.texts(body, "a"), (0, ["b"]))

    def test_order_of_what_is_asked_for(self):
        body = "move a when n = 0 { n += 1 again with c or b } followup b { } followup c { } stuck => me loses"
        self.assertEqual(self.texts(body, "a"), (0, ["b", "c"]))

    def test_request_is_dropped(self):
        body = "move a when n = 0 { n += 1 again with b } followup b { n += 1 } provided n = 3 move c { } stuck => draw"
        self.assertEqual(self.texts(body, "a"), (1, ["c"]))

    def test_second_pass(self):
        body = "move a when n = 0 { n += 1 } stuck => pass"
        self.assertEqual(self.texts(body, "a"), (1, ["pass"]))
        with self.assertRaises(Fault):
            self.texts(body, "a, pass")

    def test_outcomes_that_differ(self):
        with self.assertRaises(Fault):
            self.texts("move a { n += 1 } end for p in Player when n = 1 => p wins", "a")


    def test_requests_of_none_ask_for_nothing(self):
        body = "let gone = 1 / 0 move a when n < 2 { n += 1 again with b(gone) or c } followup b(k in 1..2) { } " \
            "followup c { } stuck => me loses"
        self.assertEqual(self.texts(body, "a"), (0, ["c"]))
        self.assertEqual(self.texts(body.replace(" or c", ""), "a"), (1, ["a"]))


class Pictures(unittest.TestCase):
    HEAD = '''game "x" players A, B board Cell = grid(2, 1)
        state { men: set of Cell, king: Cell or none = b1, low[Cell]: bool, v[Cell]: 0..3 = 1 }
        show Cell { men: "m", king: "k", low and v = 2: "v", else: "." } start "PICTURE"
        move go when TEST { men = {} } stuck => me loses'''

    def holds(self, picture, test, *settings):
        rules = rules_of(self.HEAD.replace("PICTURE", picture).replace("TEST", test), *settings)
        return bool(rules.look(rules.start())[1])

    def test_what_a_letter_stores(self):
        self.assertTrue(self.holds("mv", "men = {a1} and king = b1 and low[b1] and not low[a1] and v[b1] = 2 and v[a1] = 1"))
        self.assertTrue(self.holds("k.", "men = {} and king = a1"))

    def test_an_entry_that_depends_on_the_position(self):
        text = '''game "x" players A, B board Cell = grid(2, 1) state { men[Player]: set of Cell = {b1} }
            show Cell { men[me]: "x", men[A]: "a", else: "." } start "PICTURE"
            move go when men[A] = {a1} and men[B] = {b1} { men[A] = {} } stuck => me loses'''
        self.assertTrue(legal(text.replace("PICTURE", "a.")))
        with self.assertRaises(DefinitionError):
            rules_of(text.replace("PICTURE", "x."))

    def drawn(self, declarations, entry, picture, test):
        text = 'game "x" players A, B %s show C { %s, else: "." } start %s move go when %s and n = 1 { n = 0 } stuck => draw'
        return legal(text % (declarations.replace("state { ", "state { n: 0..1 = 1, "), entry, picture, test))

    def test_the_last_cell_is_that_which_is_read_last(self):
        board = "board C = grid(2, 2) enum L { lo, hi } state { at: C or none, p[C, L]: L or none }"
        self.assertTrue(self.drawn(board, 'at: "k", p[lo] = hi: "m"', '"kk" "km"', "at = a1 and p[b1, lo] = hi and p[a1, lo] = none"))

    def test_rows_of_what_is_left_and_of_places_without_a_cell(self):
        board = "board C = { t in triangle(3) where t not in {1, 5} } state { at: C = 2 }"
        self.assertTrue(self.drawn(board, 'at: "k"', '"" ".." ".k"', "at = 6"))
        self.assertTrue(self.drawn(board, 'at: "k"', '"?" ".." "k?."', "at = 4"))
        graph = "graph C { b2-d2-b1 } state { s: set of C }"
        self.assertTrue(self.drawn(graph, 's: "x"', '"?.?x" "x"', "s = {b1, d2}"))
        self.assertTrue(self.drawn(graph, 's: "x"', '".x" "?x??"', "s = {b1, d2}"))

    def test_a_setting_is_stronger_than_a_picture(self):
        self.assertTrue(self.holds("k.", "king = b1 and men = {b1}", "king=b1", "start=.m"))
        self.assertTrue(self.holds("..", "v[a1] = 3 and v[b1] = 3", "v[a1]=2", "v=3"))
        self.assertTrue(self.holds("..", "v[a1] = 2 and v[b1] = 3", "v=3", "v[a1]=2"))


class Values(unittest.TestCase):
    def value(self, text, *settings):
        rules = rules_of(text, *settings)
        graph = solve(rules, rules.start())
        return rules.outcome_text(graph.value[0])

    def test_points_that_cannot_be_kept_from_play_without_end(self):
        text = """game "x" players A, B board Spot = ring(4) state { at: Spot = 1, points: 0..1 }
        move on(n in 1..2) { at = (at - 1 + n) % 4 + 1 }
        move score when points = 0 and me = A { points = 1 }
        endless => OUTCOME"""
        self.assertEqual(self.value(text.replace("OUTCOME", "points to A")), "1 to A")
        self.assertEqual(self.value(text.replace("OUTCOME", "points to B")), "draw")

    def test_a_step_from_none_is_none(self):
        text = "game \"x\"\nplayers A, B\nboard Cell = path(4)\nstate { at: Cell = 1 }\n" \
            "move m(c in near(at)) when c > at { at = c }\nend when %s => A wins\nstuck => draw\n"
        for test, value in (("step(none, backward) != none", "draw"), ("none = backward(none)", "A wins"), ("step(none, forward, 2) = none", "A wins")):
            self.assertEqual(self.value(text % test), value, test)

    def test_a_win_without_end_has_no_distance(self):
        text = "game \"x\"\nplayers A, B\nstate { who: Player or none, at: 0..2 }\n" \
            "move begin when at = 0 { who = me at = 1 }\nmove go when at > 0 { at = 3 - at }\nendless => who wins\n"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.game")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertEqual(main(["solve", path]), 0)
        self.assertEqual(out.getvalue(), "value: A wins\npositions: 3\n")

    def test_tree(self):
        rules = rules_of('game "x" players A, B tree { left: [3, 12], right: [14, 1] }')
        self.assertEqual(perft(rules, rules.start(), 3), [2, 4, 0])
        self.assertEqual(self.value('game "x" players A, B tree { left: [3, 12], right: [14, 1] }'), "3 to A")

    def test_settings(self):
        text = """game "x" players A, B param n: 1..9 = 4 state { left: 0..n = n }
        move take(k in 1..3) when k <= left { left -= k } stuck => me loses"""
        self.assertEqual(self.value(text), "B wins")
        self.assertEqual(self.value(text, "n=5"), "A wins")
        self.assertEqual(self.value(text, "turn=B"), "A wins")
        self.assertEqual(self.value(text, "left=3"), "A wins")


class Commands(unittest.TestCase):
    def run_main(self, text, *arguments, stdin=None):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "x.game")
            with open(file, "w", encoding="utf-8") as f:
                f.write(text)
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                if stdin is not None:
                    kept, sys.stdin = sys.stdin, io.StringIO(stdin)
                try:
                    code = main([file if a == "FILE" else a for a in arguments])
                finally:
                    if stdin is not None:
                        sys.stdin = kept
            return code, out.getvalue(), err.getvalue()

    NIM = 'game "x"\nplayers A, B\nstate { n: 0..4 = 4 }\nmove take(k in 1..3) when k <= n { n -= k }\nstuck => me loses\n'

    def test_moves_and_values(self):
        self.assertEqual(self.run_main(self.NIM, "moves", "FILE", "--moves", "3")[:2], (0, "1\n"))
        self.assertEqual(self.run_main(self.NIM, "moves", "FILE", "--moves", "3 1")[:2], (0, "over: B wins\n"))
        self.assertEqual(self.run_main(self.NIM, "perft", "FILE", "2")[:2], (0, "1 3\n2 6\n"))
        self.assertEqual(self.run_main(self.NIM, "solve", "FILE")[1], "value: B wins in 2\npositions: 8\n")

    def test_exit_codes(self):
        self.assertEqual(self.run_main(self.NIM.replace("k <=", "j <="), "moves", "FILE")[0], 1)
        self.assertEqual(self.run_main(self.NIM, "moves", "FILE", "--set", "m=3")[0], 2)
        self.assertEqual(self.run_main(self.NIM, "moves", "FILE", "--set", "n=9")[0], 2)
        self.assertEqual(self.run_main(self.NIM, "moves", "nothing.game")[0], 2)
        self.assertEqual(self.run_main(self.NIM, "solve", "FILE", "--most", "3")[0], 3)
        self.assertEqual(self.run_main(self.NIM, "fly", "FILE", "3")[0], 2)

    def test_a_win_within_some_plies_needs_no_other_move(self):
        text = ('game "x"\nplayers A, B\nstate { n: 0..3 }\nmove go when n < 2 { n += 1 }\nmove win { n = 3 }\n'
                'end when n = 3 => %s\nstuck => draw\nexpect %s within 1\n')
        self.assertEqual(self.run_main(text % ("A wins", "A wins"), "test", "FILE")[0], 0)
        self.assertEqual(self.run_main(text % ("B wins", "draw"), "test", "FILE")[0], 1)
        self.assertEqual(self.run_main(text % ("5 to A", "5 to A"), "test", "FILE")[0], 1)

    def test_replay_tells_what_random_told(self):
        code, told, _ = self.run_main(self.NIM, "random", "FILE", "--games", "5")
        again = self.run_main(self.NIM, "replay", "FILE", stdin=told)[1]
        self.assertEqual(code, 0)
        self.assertEqual(told, again)
        self.assertEqual(json.loads(told.splitlines()[0])["legal"], ["1", "2", "3"])

    def test_nesting(self):
        deep = self.NIM.replace("k <= n", "(" * 5000 + "k <= n" + ")" * 5000)
        self.assertIn(self.run_main(deep, "moves", "FILE")[0], (0, 1, 3))


if __name__ == "__main__":
    unittest.main()
