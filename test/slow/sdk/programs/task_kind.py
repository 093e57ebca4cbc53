"""How the programs of the tests run tasks: `thread_kind.py` has the same for threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def run(main: Callable[[], Awaitable[None]]) -> None:
    """Runs a program."""

    async def program() -> None:
        await main()

    asyncio.run(program())


async def cancelled(work: Callable[[], Awaitable[object]]) -> object:
    """Cancels what has begun."""
    task = asyncio.ensure_future(work())
    await asyncio.sleep(0.5)
    task.cancel()
    try:
        return await task
    except asyncio.CancelledError:
        return "cancelled"


async def together(works: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Does all of it at the same time."""
    return list(await asyncio.gather(*(work() for work in works)))
