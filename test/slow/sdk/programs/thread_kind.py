"""How the programs of the tests run threads: `task_kind.py` has the same for tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run(main: Callable[[], None]) -> None:
    """Runs a program."""
    main()


def cancelled(work: Callable[[], object]) -> object:
    """Nobody can end a thread from outside."""
    raise NotImplementedError


def together(works: Sequence[Callable[[], T]]) -> list[T]:
    """Does all of it at the same time."""
    with ThreadPoolExecutor(len(works)) as threads:
        futures = [threads.submit(work) for work in works]
    return [future.result() for future in futures]
