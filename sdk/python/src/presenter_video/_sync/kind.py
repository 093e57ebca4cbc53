"""What threads do otherwise than tasks: `_async/kind.py` has the same for these."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent import futures
from functools import partial
from typing import TypeVar

from .._waiters import Ended
from .._wire import OutOfTime

T = TypeVar("T")

Event = threading.Event
sleep = time.sleep


def limited(seconds: float, work: Callable[[], T]) -> T:
    """Does it. The time is that of each step of the connection, which `work` has set."""
    return work()


def beside(work: Callable[[], T]) -> T:
    """Does it: a thread holds up no other."""
    return work()


def for_each(items: Sequence[T], work: Callable[[T], None]) -> None:
    """Does it for all of them at the same time."""
    # An executor would hold up the end of the program until all of them return.
    threads = [Background(partial(work, item)) for item in items]
    for thread in threads:
        thread.join()


class Promise:
    """What a wait waits for."""

    def __init__(self) -> None:
        self._future: futures.Future[Ended] = futures.Future()

    def resolve(self, value: Ended) -> None:
        """Keeps it."""
        if not self._future.done():
            self._future.set_result(value)

    def reject(self, error: Exception) -> None:
        """Breaks it."""
        if not self._future.done():
            self._future.set_exception(error)

    def result(self, seconds: float) -> Ended:
        """Raises OutOfTime."""
        try:
            return self._future.result(seconds)
        except futures.TimeoutError as error:
            raise OutOfTime from error


class Background:
    """Work that goes on beside. The end of the program does not wait for it."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=work, name="presenter-video", daemon=True)
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self._thread.is_alive()

    def join(self) -> None:
        """Waits until it has ended."""
        self._thread.join()
