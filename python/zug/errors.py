"""Exceptions, and diagnostics as objects."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from . import _zug


@dataclass(frozen=True)
class Place:
    """A place in a text. Lines and columns count from 1, columns in characters; `start` and `end` are bytes from 0."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


@dataclass(frozen=True)
class Label:
    """What is said of a place; the primary one says what is wrong."""

    text: str
    primary: bool
    place: Place


@dataclass(frozen=True)
class Fix:
    """A text to be put in a place. `applicability` is "certain" or "likely"."""

    text: str
    applicability: str
    place: Place


@dataclass(frozen=True)
class Diagnostic:
    """One mistake, or a warning: `severity` is "error" or "warning". `zug explain CODE` has a page about each code."""

    code: str
    severity: str
    message: str
    place: Place
    labels: list[Label] = field(default_factory=list)
    help: str | None = None
    notes: list[str] = field(default_factory=list)
    fixes: list[Fix] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The file, or the setting or the moves as they were typed."""
        return self.place.file

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """The column in characters, from 1."""
        return self.place.column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}[{self.code}]: {self.message}"


class ZugError(Exception):
    """What this package refuses. The other exceptions are of this class too."""


class _WithDiagnostics(ZugError):
    def __init__(self, message: str, diagnostics: list[Diagnostic] | None = None):
        super().__init__(message)
        self.diagnostics = diagnostics or []

    def __reduce__(self):
        return type(self), (str(self), self.diagnostics)


class DefinitionError(_WithDiagnostics):
    """A definition has mistakes, or broke a promise while it was played.

    `diagnostics` is a list of Diagnostic, sorted by place, warnings included; the text shows each in its place.
    """


class SettingError(_WithDiagnostics, ValueError):
    """A setting is wrong; `diagnostics` as of DefinitionError."""


class MoveError(_WithDiagnostics, ValueError):
    """A move is not legal, or play is over; `diagnostics` as of DefinitionError."""


class LimitError(ZugError):
    """A limit was reached before the value was known; the text says which, and what was proved until then.

    `lower` and `upper` are the bounds that were proved of the value, from the side of the player named first, None where nothing
    was proved; `positions` is how many were looked at.
    """

    def __init__(self, message: str, lower: int | None = None, upper: int | None = None, positions: int = 0):
        super().__init__(message)
        self.lower = lower
        self.upper = upper
        self.positions = positions

    def __reduce__(self):
        return type(self), (str(self), self.lower, self.upper, self.positions)


class InternalError(ZugError):
    """A check of ours failed: a bug in zug. Nothing is told that could be wrong."""


def fixed(text: str, diagnostics: list[Diagnostic], /, *, likely: bool = False) -> str:
    """A text with the fixes of its diagnostics: those that are certain, and with `likely` the first likely one of each other mistake.

    Of fixes that touch the same characters the first is made, as by `zug check --fix`. Fixes of settings are not made. What is left
    is told when the text is loaded again.
    """
    found: list[Fix] = []
    for each in diagnostics:
        certain = [fix for fix in each.fixes if fix.applicability == "certain"]
        found += certain or [fix for fix in each.fixes[:1] if likely]
    places = [fix for fix in found if not fix.place.file.startswith("--set ")]
    return _zug.apply(text, [(fix.place.start, fix.place.end, fix.text) for fix in places])


def diagnostics(lines: str) -> list[Diagnostic]:
    """Diagnostics from lines of `--message-format json`."""
    return [_diagnostic(json.loads(line)) for line in lines.splitlines() if line]


def _place(found: dict) -> Place:
    return Place(**{name: found[name] for name in Place.__dataclass_fields__})


def _diagnostic(found: dict) -> Diagnostic:
    return Diagnostic(
        code=found["code"],
        severity=found["severity"],
        message=found["message"],
        place=_place(found),
        labels=[Label(each["text"], each["primary"], _place(each)) for each in found["labels"]],
        help=found["help"],
        notes=found["notes"],
        fixes=[Fix(each["text"], each["applicability"], _place(each)) for each in found["fixes"]],
    )
