"""What the API returns, as objects."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

M = TypeVar("M", bound="Model")


@dataclass(frozen=True, kw_only=True)
class Model:
    """A thing of the API. Nothing in an answer makes it fail: a member that is missing is None, one
    of another form is kept as it came, and those that this version does not know are in `raw`."""

    raw: Mapping[str, object] = field(default_factory=dict[str, object], repr=False, compare=False)
    """All members as they came."""

    @classmethod
    def of(cls: type[M], raw: object) -> M:
        """The object of an answer's JSON."""
        known = members(raw)
        hints = _hints(cast("Any", cls))
        values = {name: _decoded(known.get(name), hint) for name, hint in hints.items()}
        return cls(**values, raw=known)


def members(value: object) -> Mapping[str, Any]:
    """Those of an object in JSON, and none of anything else."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


@cache
def _hints(model: Hashable) -> dict[str, object]:
    return {
        name: hint for name, hint in get_type_hints(cast("Any", model)).items() if name != "raw"
    }


def _decoded(value: object, hint: object) -> object:
    as_it_came = value
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        # Of the parts, at most one makes something else of it.
        return next((made for part in args if (made := _decoded(value, part)) is not value), value)
    if isinstance(value, dict) and origin is Mapping:
        return {name: _decoded(member, args[1]) for name, member in members(as_it_came).items()}
    if isinstance(value, dict) and isinstance(hint, type) and issubclass(hint, Model):
        return hint.of(cast("object", value))
    if isinstance(value, list) and origin is tuple:
        return tuple(_decoded(item, args[0]) for item in cast("list[object]", value))
    if isinstance(value, str) and hint in (datetime.datetime, datetime.date):
        return _time(value, hint)
    return as_it_came


def _time(text: str, kind: object) -> object:
    try:
        if kind is datetime.date:
            return datetime.date.fromisoformat(text)
        # Python 3.10 does not read "Z".
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return text
