# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""Calls that return their data, or the answer around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from .._wire import Answer

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class Call(Generic[P, T]):
    """A call of the API: returns the data alone, or with `with_raw_response` the answer around
    it."""

    def __init__(self, call: Callable[P, Answer[T]]) -> None:
        self._call = call

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return (self._call(*args, **kwargs)).data

    def with_raw_response(self, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        """The data with status, headers and ids."""
        return self._call(*args, **kwargs)


class endpoint(Generic[S, P, T]):
    """A method that is an `Call`."""

    def __init__(self, method: Callable[Concatenate[S, P], Answer[T]]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, owner: S, kind: Any = None) -> Call[P, T]:
        return Call(partial(self._method, owner))
