"""Who waits for what."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

Ended = Mapping[str, Any]
"""A video or a batch that has ended, as it came."""

ENDED = frozenset(("ready", "failed", "finished", "cancelled"))


class Waiter(Protocol):
    """One that waits."""

    def resolve(self, value: Ended) -> None:
        """Ends the wait, unless it has ended."""
        ...

    def reject(self, error: Exception) -> None:
        """Ends the wait, unless it has ended."""
        ...


class Work(Protocol):
    """What goes on beside: a task or a thread."""

    def is_alive(self) -> bool:
        """Whether it has not ended."""
        ...


def has_ended(thing: Mapping[str, Any]) -> bool:
    """Whether nothing more becomes of it."""
    return thing.get("status") in ENDED


class Waiters:
    """All waits of one client, and the work that ends them. Threads may use it at the same time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_id: dict[str, list[Waiter]] = {}
        self._unseen: list[str] = []
        self._work: Work | None = None

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, id: str) -> bool:
        return id in self._by_id

    def add(self, id: str, waiter: Waiter, start: Callable[[], Work]) -> None:
        """Has one wait. Starts the work when there is none: there is none in a process that was
        forked off, whatever there was before."""
        with self._lock:
            self._by_id.setdefault(id, []).append(waiter)
            self._unseen.append(id)
            if self._work is None or not self._work.is_alive():
                self._work = start()

    def leave(self, id: str, waiter: Waiter) -> None:
        """Has one wait no longer."""
        with self._lock:
            others = [other for other in self._by_id.get(id, []) if other is not waiter]
            if others:
                self._by_id[id] = others
            else:
                self._by_id.pop(id, None)

    def is_over(self) -> bool:
        """Whether nobody waits. The work has to end then: who comes now starts another."""
        with self._lock:
            if self._by_id:
                return False
            self._work = None
            return True

    def ids(self) -> list[str]:
        """What is waited for."""
        with self._lock:
            return list(self._by_id)

    def see_all_again(self) -> None:
        """Has everything looked at: what happened meanwhile is not known."""
        with self._lock:
            self._unseen = list(self._by_id)

    def take_unseen(self) -> list[str]:
        """What nobody has looked at: it may have ended before anybody listened."""
        with self._lock:
            unseen, self._unseen = self._unseen, []
            return [id for id in dict.fromkeys(unseen) if id in self._by_id]

    def settle(self, thing: Mapping[str, Any]) -> None:
        """Ends the waits for something, if it has ended."""
        if has_ended(thing):
            for waiter in self._take(str(thing.get("id"))):
                waiter.resolve(thing)

    def fail(self, id: str, error: Exception) -> None:
        """Ends the waits for something."""
        for waiter in self._take(id):
            waiter.reject(error)

    def fail_all(self, error: Exception) -> None:
        """Ends all waits. The work has to end then."""
        with self._lock:
            waiters = [waiter for some in self._by_id.values() for waiter in some]
            self._by_id.clear()
            self._work = None
        for waiter in waiters:
            waiter.reject(error)

    def _take(self, id: str) -> list[Waiter]:
        with self._lock:
            return self._by_id.pop(id, [])
