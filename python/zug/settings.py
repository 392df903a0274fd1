"""Settings as the command line takes them, from values of Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .errors import SettingError


def typed(settings: Mapping[str, Any]) -> list[str]:
    """Each setting as text: `columns=5`, `heaps=[3, 4, 5]`, `gain[a1]=3`."""
    lines: list[str] = []
    for name, value in settings.items():
        if isinstance(value, Mapping):
            lines.extend(f"{name}[{_index(index)}]={_text(name, entry)}" for index, entry in value.items())
        else:
            lines.append(f"{name}={_text(name, value)}")
    return lines


def _index(index: Any) -> str:
    return ", ".join(map(str, index)) if isinstance(index, tuple) else str(index)


def _text(name: str, value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(_text(name, member) for member in value)) + "}"
    if isinstance(value, str):
        return value
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if isinstance(value, Iterable):
        return "[" + ", ".join(_text(name, member) for member in value) + "]"
    raise SettingError(f"{name} is {value!r}: write a number, a truth value, a name as text, a list, a set, a dict or None")
