"""Plays by compiled rules.

A position is a triple: the values of all slots, the player to move, and what is asked for (None or a set of moves with
their first arguments). A move is a pair: its number and its arguments; a pass has the number -1.
"""

from .errors import Fault

PASS = (-1, ())
PASSED = "both players would have to pass"  # a text instead of what is asked for: here play meets this fault


def outcome_text(payoff, points, players):
    """Tells an outcome as the language does."""
    if payoff == 0:
        return "draw"
    winner = players[0] if payoff > 0 else players[1]
    return "%d to %s" % (abs(payoff), winner) if points else "%s wins" % winner


class Rules:
    """The rules of one definition with its settings."""

    def __init__(self, compiler):
        self.compiler = compiler
        self.title, self.players, self.points = compiler.title, compiler.players.names, compiler.points
        self.moves_listed = compiler.moves
        self.plain = [m for m in self.moves_listed if not m.followup]
        self.ends, self.stuck_rule = compiler.ends, compiler.stuck_rule
        self.endless_rule, self.progress, self.may_stay = compiler.endless_rule, compiler.progress, compiler.may_stay
        compiler.space["can"], compiler.space["no_move"] = self.can, self.no_move

    def start(self):
        return tuple(self.compiler.slots), self.compiler.turn, None

    def to_move(self, position):
        return position[1]

    def over(self, position):
        """Gives the payoff if an `end` rule or `stuck` ends play here, else None."""
        return self.look(position)[0]

    def ended(self, position):
        """Gives the payoff of the first `end` rule that holds, or None."""
        slots, me, _ = position
        for rule in self.ends:
            payoff = rule(slots, me)
            if payoff is not None:
                return payoff
        return None

    def look(self, position):
        """Gives the payoff if play is over, and the steps: pairs of a move and the position that it makes."""
        if isinstance(position[2], str):
            raise Fault(position[2])
        payoff = self.ended(position)
        if payoff is not None:
            return payoff, ()
        steps = self.steps(position)
        if steps:
            return None, steps
        slots, me, _ = position
        if self.stuck_rule is None:
            raise Fault("nobody can move, and nothing says what that means")
        payoff = self.stuck_rule(slots, me)
        if payoff != "pass":
            return payoff, ()
        after = (slots, 1 - me, None)
        if self.ended(after) is None and not self.steps(after) and self.stuck_rule(slots, 1 - me) == "pass":
            after = (slots, 1 - me, PASSED)
        return None, ((PASS, after),)

    def steps(self, position):
        """Gives the legal moves, without passes, each with the position after it."""
        slots, me, asked = position
        out = []
        for move, choice in self.candidates(slots, me, asked):
            try:
                after = self.play(slots, me, move, choice)
            except Fault as fault:
                if move.provided:  # whether the move is legal cannot be told
                    raise
                after = slots, me, str(fault)
            if after is not None:
                out.append(((move.number, choice), after))
        return out

    def candidates(self, slots, me, asked):
        if asked is None:
            for move in self.plain:
                for choice in move.choices(slots, me):
                    yield move, choice
            return
        for move in self.moves_listed:
            # A move with a value that is none asks for nothing; that it is named tells positions apart all the same.
            wanted = [fix for number, fix in asked if number == move.number and fix is not None]
            if len(wanted) == 1:
                for choice in move.choices_fixed(slots, me, wanted[0]):
                    yield move, choice
            elif wanted:
                for choice in move.choices(slots, me):
                    if any(choice[:len(fix)] == fix for fix in wanted):
                        yield move, choice

    def play(self, slots, me, move, choice):
        """Gives the position after a move, or None where `provided` refuses it."""
        changed = list(slots)
        again, allowed = move.play(changed, me, choice)
        if not allowed:
            return None
        changed, following = tuple(changed), 1 - me
        if again == ():
            again, following = None, me
        elif again is not None:
            if self.any_legal(changed, me, again):
                following = me
            else:
                again = None
        if self.progress:
            self.check_progress(slots, me, move, changed, following)
        return changed, following, again

    def check_progress(self, slots, me, move, changed, following):
        """Holds a move to what `progress` says: greater after a move, not less after a followup."""
        before, after = self.progress(slots, me), self.progress(changed, following)
        if None in before + after or after < before or after == before and move.number not in self.may_stay:
            raise Fault("`%s` takes the progress from %s to %s" % (move.name, before, after))

    def any_legal(self, slots, me, asked):
        for move, choice in self.candidates(slots, me, asked):
            if not move.provided or move.play(list(slots), me, choice)[1]:
                return True
        return False

    def can(self, slots, me, number, fix):
        move = self.moves_listed[number]
        for choice in move.choices_fixed(slots, me, fix) if fix else move.choices(slots, me):
            if not move.provided or move.play(list(slots), me, choice)[1]:
                return True
        return False

    def no_move(self, slots, player):
        return player is not None and not self.any_legal(slots, player, None)

    def text(self, position, move):
        number, choice = move
        return "pass" if number < 0 else self.moves_listed[number].text(position[0], position[1], choice)

    def long_text(self, position, move):
        """Gives the text with the name of the move in front, where the name may be left out."""
        number, _ = move
        if number >= 0 and self.compiler.bare and self.moves_listed[number].item[5] is None:
            text = self.text(position, move)
            return (self.moves_listed[number].name + " " + text).rstrip()
        return None

    def endless(self, position):
        return self.endless_rule(position[0]) if self.endless_rule else 0

    def outcome_text(self, payoff):
        return outcome_text(payoff, self.points, self.players)
