"""Calls that return their data, or the answer around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from .._wire import Answer

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class AsyncCall(Generic[P, T]):
    """A call of the API: returns the data alone, or with `with_raw_response` the answer around
    it."""

    def __init__(self, call: Callable[P, Awaitable[Answer[T]]]) -> None:
        self._call = call

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return (await self._call(*args, **kwargs)).data

    async def with_raw_response(self, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        """The data with status, headers and ids."""
        return await self._call(*args, **kwargs)


class endpoint(Generic[S, P, T]):
    """A method that is an `AsyncCall`."""

    def __init__(self, method: Callable[Concatenate[S, P], Awaitable[Answer[T]]]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, owner: S, kind: Any = None) -> AsyncCall[P, T]:
        return AsyncCall(partial(self._method, owner))
