"""What tasks do otherwise than threads: `_sync/kind.py` has the same for these."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from .._waiters import Ended
from .._wire import OutOfTime

T = TypeVar("T")

Event = asyncio.Event
sleep = asyncio.sleep


async def limited(seconds: float, work: Callable[[], Awaitable[T]]) -> T:
    """Does it, for so long at most. Raises OutOfTime."""
    try:
        return await asyncio.wait_for(work(), seconds)
    except asyncio.TimeoutError as error:
        raise OutOfTime from error


async def beside(work: Callable[[], T]) -> T:
    """Does what would hold up all tasks."""
    return await asyncio.to_thread(work)


async def for_each(items: Sequence[T], work: Callable[[T], Awaitable[None]]) -> None:
    """Does it for all of them at the same time."""
    await asyncio.gather(*(work(item) for item in items))


class Promise:
    """What a wait waits for."""

    def __init__(self) -> None:
        self._future: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()

    def resolve(self, value: Ended) -> None:
        """Keeps it."""
        if not self._future.done():
            self._future.set_result(value)

    def reject(self, error: Exception) -> None:
        """Breaks it."""
        if not self._future.done():
            self._future.set_exception(error)

    async def result(self, seconds: float) -> Ended:
        """Raises OutOfTime."""
        return await limited(seconds, lambda: self._future)


class Background:
    """Work that goes on beside."""

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._task: asyncio.Future[Any] = asyncio.ensure_future(work())

    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return not self._task.done()

    async def join(self) -> None:
        """Waits until it has ended."""
        await asyncio.wait([self._task])
