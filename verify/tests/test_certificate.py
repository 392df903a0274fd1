"""Tests the checker of certificates with certificates of this reader's own making, whole and damaged."""

import unittest

from tests.writer import certificate, header_text, leb, numbers, pack
from zugverify.certificate import Refused, check

NIM = """game "Sticks"
players A, B
param n: 1..30 = 10
state { left: 0..n = n }
move take(k in 1..3) when k <= left { left -= k }
stuck => me loses
"""

ROUND = """game "Round and round"
players A, B
board Spot = ring(4)
state { at: Spot = 1, points: 0..1 }
move on(n in 1..2) { at = (at - 1 + n) % 4 + 1 }
move score when points = 0 and me = A { points = 1 }
endless => points to A
"""

CHASE = """game "Chase"
players A, B
board Spot = path(5)
state { at: Spot = 3, gone: bool }
move go(d in {forward, backward}) when step(at, d) != none { at = step(at, d) }
move leave when at = 5 and me = A { gone = true }
end when gone => A wins
stuck => me loses
endless => draw
"""

HURRY = """game "Hurry"
players A, B
board Spot = path(6)
state { at: Spot = 3 }
move go(d in {forward, backward}) when me = A and step(at, d) != none { at = step(at, d) }
move wait when me = B { }
end when at = 6 => A wins
stuck => me loses
endless => draw
"""

TURNING = """game "Turning"
players A, B
board Spot = ring(4)
state { at: Spot = 1 }
move on when me = A { at = forward(at) }
move stay when me = B { }
"""

ON_THE_WAY_IN = """game "On the way in"
players A, B
state { who: Player or none, at: 0..2 = 0 }
move begin when at = 0 { who = me at = 1 }
move go when at > 0 { at = 3 - at }
endless => who wins
"""

LONG = """game "A long way"
players A, B
state { left: 0..5000 = 5000 }
move take when left > 0 { left -= 1 }
stuck => me loses
"""


class Whole(unittest.TestCase):
    def shown(self, text, claims, kind="order", **more):
        return check(text.encode(), certificate(text, claims, kind, **more))[0]

    def test_value(self):
        self.assertEqual(self.shown(NIM, ["first >= 1"]), ["first >= 1", "value = A wins"])
        self.assertEqual(self.shown(NIM, ["second <= -1"], settings=["n=8"])[-1], "value = B wins")

    def test_both_sides_under_order(self):
        draw = NIM.replace("me loses", "if n % 2 = 0 then draw else me loses")
        self.assertEqual(self.shown(draw, ["first >= 0", "second <= 0"])[-1], "value = draw")

    def test_bound_only(self):
        self.assertEqual(self.shown(NIM, ["first >= 0"]), ["first >= 0"])

    def test_after_and_play(self):
        claims = ["second <= -1 after 1", "first >= 1 after 2"]
        self.assertEqual(self.shown(NIM, claims), claims)
        self.assertEqual(self.shown(NIM, ["second <= -1"], plays=["2", "3"], settings=["n=9"])[-1], "value = B wins")

    def test_ranks_where_positions_repeat(self):
        self.assertEqual(self.shown(ROUND, ["first >= 1", "second <= 1"], "ranks")[-1], "value = 1 to A")
        self.assertEqual(self.shown(CHASE, ["first >= 0", "second <= 0"], "ranks")[-1], "value = draw")
        self.assertEqual(self.shown(HURRY, ["first >= 1"], "ranks")[-1], "value = A wins")

    def test_within(self):
        for claim, good in (("first >= 1 within 5", True), ("first >= 1 within 4", False)):
            if good:
                self.assertEqual(self.shown(HURRY, [claim], "ranks"), [claim])
            else:
                with self.assertRaises(Refused):
                    self.shown(HURRY, [claim], "ranks")

    def test_crlf(self):
        text = NIM.replace("\n", "\r\n")
        self.assertEqual(check(text.encode(), certificate(NIM, ["first >= 1"]))[0][0], "first >= 1")

    def test_small_blocks(self):
        self.assertEqual(self.shown(ROUND, ["first >= 1", "second <= 1"], "ranks", block=3)[-1], "value = 1 to A")

    def test_a_draw_by_going_round_needs_no_rule(self):
        # Eight positions: a rank for each, and a choice for each of the four of A.
        row = [0, 0, 0] * 4
        for claim, holds in (("first >= 0", True), ("first >= 1", False)):
            data = certificate_of_choices(TURNING, [claim], row, "ranks")
            if holds:
                self.assertEqual(check(TURNING.encode(), data)[0], [claim])
            else:
                with self.assertRaisesRegex(Refused, "rank"):
                    check(TURNING.encode(), data)

    def test_where_endless_is_a_fault_the_rank_has_to_fall(self):
        def told(*stream):
            header = header_text(ON_THE_WAY_IN, ["first >= 1"], "ranks")
            return check(ON_THE_WAY_IN.encode(), pack(header, b"".join(map(leb, stream))))[0]
        # At the start nobody wins for ever, but play does not come back there.
        self.assertEqual(told(1, 0, 0, 0, 0)[-1], "value = A wins")
        with self.assertRaises(Refused):
            told(0, 0, 0, 0, 0)

    def test_deep_walk(self):
        self.assertEqual(self.shown(LONG, ["second <= -1"])[-1], "value = B wins")

    def test_over_at_once(self):
        self.assertEqual(self.shown(NIM, ["second <= -1"], settings=["left=0"])[-1], "value = B wins")


class Damaged(unittest.TestCase):
    def refused(self, data, text=NIM, saying=""):
        with self.assertRaises(Refused) as caught:
            check(text.encode(), data)
        self.assertIn(saying, str(caught.exception))

    def setUp(self):
        self.good = certificate(NIM, ["first >= 1"])

    def test_another_text(self):
        self.refused(self.good, NIM + "\n", "another text")

    def test_every_byte_counts(self):
        program = self.good.index(b"program ") + 8
        for at in range(len(self.good)):
            for bit in range(8):
                broken = bytearray(self.good)
                broken[at] ^= 1 << bit
                with self.subTest(at=at, bit=bit, byte=self.good[at:at + 1], program=program):
                    self.refused(bytes(broken))

    def test_cut_short(self):
        for end in range(len(self.good)):
            self.refused(self.good[:end])

    def test_left_over(self):
        self.refused(self.good + b"\0", saying="follows")
        stream = b"".join(map(leb, numbers(NIM, ["first >= 1"], "order"))) + b"\0"
        self.refused(pack(header_text(NIM, ["first >= 1"], "order"), stream), saying="left over")

    def test_wrong_choices(self):
        right = numbers(NIM, ["first >= 1"], "order")
        header = header_text(NIM, ["first >= 1"], "order")
        for k in range(len(right)):
            for wrong in (right[k] + 1, 3, 200, 1 << 40):
                row = right[:k] + [wrong] + right[k + 1:]
                if row != right:
                    self.refused(pack(header, b"".join(map(leb, row))))
        self.refused(pack(header, b"".join(map(leb, right[:-1]))), saying="end before")

    def test_longer_form_of_a_number(self):
        right = numbers(NIM, ["first >= 1"], "order")
        stream = bytes([right[0] | 128, 0]) + b"".join(map(leb, right[1:]))
        self.refused(pack(header_text(NIM, ["first >= 1"], "order"), stream), saying="shortest")
        self.refused(pack(header_text(NIM, ["first >= 1"], "order"), b"\x80" * 10 + b"\x01"), saying="too long")
        self.refused(pack(header_text(NIM, ["first >= 1"], "order"), b"\xff" * 9 + b"\x02"), saying="too large")
        self.refused(pack(header_text(NIM, ["first >= 1"], "order"), b"\xff" * 9 + b"\x01"), saying="out of range")

    def test_the_end_covers_the_header(self):
        empty = certificate(NIM, ["second <= -1"], settings=["left=0"])
        check(NIM.encode(), empty)
        at = empty.index(b"program ") + 8
        self.refused(empty[:at] + b"1" + empty[at + 1:], saying="at the end")

    def test_false_claims(self):
        self.refused(certificate_of_choices(NIM, ["second <= -1"], [0] * 40))

    def test_order_where_positions_repeat(self):
        self.refused(certificate_of_choices(ROUND, ["first >= 1"], [1, 0, 0, 0, 0, 0]), ROUND, "again")

    def test_ranks_must_fall(self):
        right = numbers(HURRY, ["first >= 1"], "ranks")
        header = header_text(HURRY, ["first >= 1"], "ranks")
        check(HURRY.encode(), pack(header, b"".join(map(leb, right))))
        self.refused(pack(header, b"".join(map(leb, [0] + right[1:]))), HURRY, "rank")

    def test_headers(self):
        header = header_text(NIM, ["first >= 1"], "order").decode()
        stream = b"".join(map(leb, numbers(NIM, ["first >= 1"], "order")))
        check(NIM.encode(), pack(header.encode(), stream))
        lines = header.splitlines()
        damaged = [lines[:k] + lines[k + 1:] for k in range(len(lines) - 1)]
        damaged += [lines[:k] + [lines[k]] + lines[k:] for k in (0, 1, 2, 4, 5)]
        damaged += [lines[:k] + [lines[k + 1], lines[k]] + lines[k + 2:] for k in range(len(lines) - 2)]
        damaged += [lines[:4] + [extra] + lines[4:] for extra in (
            "claim first >= 01", "claim first >= -0", "claim first > 1", "claim second >= 1", "claim first >= 1 within 3",
            "claim first >= 1 within -1", "claim first >= 9007199254740993", "claim", "order", "", "note x", "set n=4",
            "claim first >= 1 after 7", "claim first >= 1 after", "claim first >= 1 ")]
        damaged += [lines[:3] + [extra] + lines[3:] for extra in ("set n=40", "set x=1", "set", "play 4", "play  1", "set n=9")]
        for rows in damaged:
            with self.subTest(rows=rows):
                self.refused(pack("\n".join(rows + [""]).encode(), stream))
        self.refused(pack(header.replace("\n", "\r\n").encode(), stream))
        self.refused(pack(header.encode()[:-5] + b"\xff\ndata\n", stream))

    def test_faults(self):
        text = NIM.replace("left -= k", "left -= k + 1")
        self.refused(certificate_of_choices(text, ["first >= 1"], [0] * 20), text, "fault")

    def test_swapped_blocks(self):
        stream = b"".join(map(leb, numbers(ROUND, ["first >= 1"], "ranks")))
        header = header_text(ROUND, ["first >= 1"], "ranks")
        whole = pack(header, stream, 2)
        first = len(header)
        size = int.from_bytes(whole[first:first + 4], "little") + 36
        second = first + size
        other = int.from_bytes(whole[second:second + 4], "little") + 36
        swapped = whole[:first] + whole[second:second + other] + whole[first:second] + whole[second + other:]
        self.refused(swapped, ROUND, "hash")


def certificate_of_choices(text, claims, row, kind="order"):
    return pack(header_text(text, claims, kind), b"".join(map(leb, row)))


if __name__ == "__main__":
    unittest.main()
