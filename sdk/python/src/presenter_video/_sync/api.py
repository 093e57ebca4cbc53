# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""Calls of the API."""

from __future__ import annotations

import itertools
import time
from collections.abc import Generator, Callable
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

import httpx

from .._errors import PresenterError, error_of
from .._settings import Settings, log
from .._wire import (
    CONNECT_TIMEOUT,
    Answer,
    OutOfTime,
    Request,
    facts_of,
    http_request,
    parsed,
    pause_before_retry,
    unreachable,
    within,
)
from .kind import limited, sleep

T = TypeVar("T")


class Api:
    """Sends requests of one client."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def call(self, request: Request, read: Callable[[object], T]) -> Answer[T]:
        """Sends a request until it is answered for good: again when the connection broke, and when
        the service says that the error passes. A key keeps what is sent again from being done
        twice."""
        seconds = self.settings.timeout if request.timeout is None else request.timeout
        ends_at = time.monotonic() + seconds
        for tries in itertools.count():
            try:
                return self._try(request, read, seconds, ends_at)
            except PresenterError as error:
                pause = pause_before_retry(error, tries)
                if pause is None or tries >= self.settings.max_retries:
                    raise
                # What is over before the next try is over now.
                if time.monotonic() + pause >= ends_at:
                    raise
            sleep(pause)
        raise AssertionError("The count of tries does not end.")

    def _try(
        self, request: Request, read: Callable[[object], T], seconds: float, ends_at: float
    ) -> Answer[T]:
        started_at = time.monotonic()
        left = max(ends_at - started_at, 0.001)
        sent = http_request(self.http, self.settings, request, within(left))
        try:
            response = limited(left, lambda: self.http.send(sent))
        except (httpx.RequestError, OutOfTime) as error:
            is_over = time.monotonic() >= ends_at
            raise unreachable(request, error, seconds if is_over else None) from error
        facts = facts_of(response, request.idempotency_key)
        took = 1000 * (time.monotonic() - started_at)
        log.debug(
            "%s %s %d %d ms %s",
            request.method,
            request.path,
            facts.status,
            took,
            facts.request_id or "",
        )
        body = parsed(response.content)
        if not response.is_success or body is None:
            raise error_of(facts, body)
        return Answer(
            data=read(body),
            status=facts.status,
            headers=response.headers,
            request_id=facts.request_id,
            idempotency_key=request.idempotency_key,
        )

    def events(
        self, silence: float, last_event_id: str | None = None
    ) -> AbstractContextManager[httpx.Response]:
        """Opens the stream of the account's events once, to be read as it comes. `silence`: seconds
        without a byte after which reading ends."""
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        timeout = httpx.Timeout(silence, connect=CONNECT_TIMEOUT)
        request = Request("GET", "/events")
        return opened(self.http, http_request(self.http, self.settings, request, timeout, headers))


@contextmanager
def opened(
    http: httpx.Client, request: httpx.Request
) -> Generator[httpx.Response, None]:
    """An answer whose body is still to come, closed in the end."""
    response = http.send(request, stream=True)
    try:
        yield response
    finally:
        response.close()
