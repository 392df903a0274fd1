"""Checks certificates: reads the file, then walks through the positions that its choices lead to."""

import hashlib
import re
import zlib

from .errors import DefinitionError, Fault, Usage
from .items import read_definition, read_setting
from .load import find_move, make_rules, read_text

GREATEST = 2 ** 53
MOST_LINE, MOST_HEADER, MOST_BLOCK, MOST_NUMBER = 65_536, 16 << 20, 1 << 20, 10
MOST_VALUE = 2 ** 64 - 1
_HEX = re.compile(r"[0-9a-f]{64}\Z")
_NUMBER = re.compile(r"(0|-?[1-9][0-9]*)\Z")
_CLAIM = re.compile(r"(first >= |second <= )(\S+)( within (\S+))?( after (.+))?\Z", re.S)
ROWS = ("zug", "text", "program", "set", "play", "claim", "kind", "data")


class Refused(Exception):
    """The certificate does not show what it claims."""


def whole(text):
    """Reads a number of the header."""
    if not _NUMBER.match(text) or abs(int(text)) > GREATEST:
        raise Refused("`%s` is no number of a header" % text[:40])
    return int(text)


class Claim:
    """One claim: who proves it, the threshold, the bound in plies, and the move before it."""

    def __init__(self, text):
        found = _CLAIM.match(text)
        if not found:
            raise Refused("unknown claim `%s`" % text[:80])
        self.prover = 0 if found.group(1).startswith("first") else 1
        self.threshold = whole(found.group(2))
        self.within = whole(found.group(4)) if found.group(3) else None
        if self.within is not None and self.within < 0:
            raise Refused("a play cannot be over within less than no plies")
        self.after = found.group(6)
        self.text = text

    def met(self, payoff):
        return payoff >= self.threshold if self.prover == 0 else payoff <= self.threshold

    @property
    def key(self):
        return self.prover, self.threshold, self.within is not None


class Header:
    """The lines of a certificate, in their order and number."""

    def __init__(self, data):
        self.settings, self.plays, self.claims, self.ranks = [], [], [], None
        self.text = self.program = None
        seen, at, count = 0, 0, [0] * len(ROWS)
        while True:
            end = data.find(b"\n", at, min(at + MOST_LINE + 1, MOST_HEADER))
            if end < 0:
                raise Refused("the header is cut short or a line is too long")
            try:
                line = data[at:end].decode("utf-8")
            except UnicodeDecodeError:
                raise Refused("the header is not UTF-8")
            at = end + 1
            row = self.line(line)
            if row < seen:
                raise Refused("a line of the header is out of place: `%s`" % line[:80])
            count[row] += 1
            seen = row
            if row == len(ROWS) - 1:
                break
        self.length = at
        for row, name in enumerate(ROWS):
            if name in ("set", "play"):
                continue
            if count[row] == 0 or count[row] > 1 and name != "claim":
                raise Refused("the header has %d lines `%s`" % (count[row], name))

    def line(self, line):
        """Reads one line and gives its place in the order."""
        word, _, rest = line.partition(" ")
        if word == "zug":
            if line != "zug certificate 1":
                raise Refused("another form of certificate: `%s`" % line[:80])
        elif word in ("text", "program"):
            if not _HEX.match(rest):
                raise Refused("`%s` needs 64 hexadecimal digits" % word)
            setattr(self, word, rest)
        elif word == "set" and rest:
            self.settings.append(rest)
        elif word == "play" and rest:
            self.plays.append(rest)
        elif word == "claim":
            self.claims.append(Claim(rest))
        elif line in ("order", "ranks"):
            self.ranks = line == "ranks"
            return ROWS.index("kind")
        elif line != "data":
            raise Refused("unknown line of the header: `%s`" % line[:80])
        return ROWS.index(word)


class Stream:
    """The numbers of the data, read block by block as they are asked for."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        self.hash = hashlib.sha256(data[:at]).digest()
        self.block, self.place, self.ended, self.count = b"", 0, False, 0

    def next_block(self):
        """Unpacks the next block and holds it against its running hash; says whether there was one."""
        if self.ended:
            return False
        size = int.from_bytes(self.take(4), "little")
        if size == 0:
            self.ended = True
            if self.take(32) != hashlib.sha256(self.hash + self.count.to_bytes(8, "little")).digest():
                raise Refused("the hash at the end is wrong")
            if self.at != len(self.data):
                raise Refused("something follows the data")
            return False
        packed = self.take(size)
        self.hash = hashlib.sha256(self.hash + packed).digest()
        if self.take(32) != self.hash:
            raise Refused("a running hash is wrong")
        unpacker = zlib.decompressobj()
        try:
            block = unpacker.decompress(packed, MOST_BLOCK + 1)
        except zlib.error:
            raise Refused("a block is damaged")
        if not 1 <= len(block) <= MOST_BLOCK or not unpacker.eof or unpacker.unused_data:
            raise Refused("a block is damaged or of a wrong size")
        self.block, self.place = block, 0
        return True

    def take(self, size):
        part = self.data[self.at:self.at + size]
        if len(part) < size:
            raise Refused("the data are cut short")
        self.at += size
        return part

    def byte(self):
        if self.place >= len(self.block) and not self.next_block():
            raise Refused("the data end before the walk does")
        self.place += 1
        return self.block[self.place - 1]

    def number(self):
        """Reads one number in LEB128, in its shortest form."""
        out = 0
        for k in range(MOST_NUMBER):
            byte = self.byte()
            out |= (byte & 127) << 7 * k
            if byte < 128:
                if byte == 0 and k:
                    raise Refused("a number is not in its shortest form")
                if out > MOST_VALUE:
                    raise Refused("a number is too large")
                self.count += 1
                return out
        raise Refused("a number is too long")

    def finish(self):
        if self.place < len(self.block) or self.next_block():
            raise Refused("data are left over")


OPEN, LEFT = 0, 1


class Walk:
    """Walks through the positions of the claims, depth first, with a stack of its own."""

    def __init__(self, rules, stream, ranks):
        self.rules, self.stream, self.ranks = rules, stream, ranks
        self.known = {}
        self.positions = 0

    def claim(self, claim, start):
        known = self.known.setdefault(claim.key, {})
        rank, frame = self.enter(claim, known, start)
        if claim.within is not None and rank > claim.within:
            raise Refused("the claim `%s` has the rank %d" % (claim.text, rank))
        stack = [frame] if frame else []
        while stack:
            position, own, safe, following = stack[-1]
            for after in following:
                rank, frame = self.enter(claim, known, after)
                if self.ranks and (rank > own or rank == own and not safe):
                    raise Refused("a rank does not fall")
                if frame:
                    stack.append(frame)
                    break
            else:
                known[position] = (LEFT, own)
                stack.pop()

    def enter(self, claim, known, position):
        """Enters a position; gives its rank and, where it is new and not over, what to walk through next."""
        before = known.get(position)
        if before:  # it is not over, or it would not be known
            if not self.ranks and before[0] == OPEN:
                raise Refused("a position comes again")
            return before[1], None
        payoff, steps = self.rules.look(position)
        if payoff is not None:
            if not claim.met(payoff):
                raise Refused("an end is worth %d, which does not meet `%s`" % (payoff, claim.text))
            return 0, None
        self.positions += 1
        rank = self.stream.number() if self.ranks else 0
        safe = self.ranks and claim.within is None and self.met_for_ever(claim, position)
        if self.rules.to_move(position) == claim.prover:
            choice = self.stream.number()
            if choice >= len(steps):
                raise Refused("a choice is out of range")
            steps = steps[choice:choice + 1]
        known[position] = (OPEN, rank)
        return rank, (position, rank, safe, iter([after for _, after in steps]))

    def met_for_ever(self, claim, position):
        """Says whether play without end meets a claim; a position where the rule is a fault is not safe."""
        try:
            return claim.met(self.rules.endless(position))
        except Fault:
            return False


def check(definition, certificate):
    """Checks a certificate against a definition, both as bytes. Gives what is shown, as lines; or raises Refused."""
    header = Header(certificate)
    if hashlib.sha256(definition.replace(b"\r\n", b"\n")).hexdigest() != header.text:
        raise Refused("the certificate is about another text")
    if not header.ranks and any(c.within is not None for c in header.claims):
        raise Refused("a claim with `within` stands under `ranks` alone")
    try:
        settings = [read_setting(s) for s in header.settings]
        rules = make_rules(read_definition(definition.decode("utf-8")), settings)
    except (DefinitionError, Usage) as problem:
        raise Refused("settings or definition: %s" % problem)
    stream = Stream(certificate, header.length)
    walk = Walk(rules, stream, header.ranks)
    try:
        position = rules.start()
        for text in header.plays:
            position = moved(rules, position, text)
        for claim in header.claims:
            walk.claim(claim, position if claim.after is None else moved(rules, position, claim.after))
    except Fault as fault:
        raise Refused("a fault: %s" % fault)
    stream.finish()
    return told(header, rules), walk.positions


def moved(rules, position, text):
    """Plays a move by the text that its notation gives it."""
    after = find_move(rules, position, text, exact=True)
    if after is None:
        raise Refused("the move `%s` is not legal" % text)
    return after


def told(header, rules):
    """Tells the claims, and the value where they make one up."""
    lines = ["%s" % claim.text for claim in header.claims]
    plain = [c for c in header.claims if c.after is None and c.within is None]
    first = [c.threshold for c in plain if c.prover == 0]
    second = [c.threshold for c in plain if c.prover == 1]
    if not rules.points:
        first, second = first + [-1], second + [1]
    if first and second and max(first) == min(second):
        lines.append("value = " + rules.outcome_text(max(first)))
    return lines


def check_files(definition, certificate):
    """Checks the certificate of a file, prints the verdict and gives the exit code."""
    source, _ = read_text(definition)
    try:
        with open(certificate, "rb") as f:
            data = f.read()
    except OSError as problem:
        raise Usage("%s: %s" % (certificate, problem.strerror))
    try:
        read_definition(source.decode("utf-8"))
        lines, count = check(source, data)
    except Refused as reason:
        print("refused: %s" % reason)
        return 1
    for line in lines:
        print("verified: " + line)
    print("positions walked: %d" % count)
    return 0
