"""Waiting for videos and batches."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from .._errors import ApiError, ConnectionError, PresenterError, TimeoutError
from .._event_stream import EventReader, StreamEvent, hang_up
from .._model import members
from .._waiters import Ended, Waiters, has_ended
from .._wire import (
    PASSING,
    OutOfTime,
    Request,
    batch_path,
    parsed,
    pause_before_retry,
    video_path,
)
from .api import AsyncApi
from .kind import Background, Event, Promise, for_each, sleep

FIRST_SIGN = 5.0
"""Seconds. The service answers at once: where nothing comes so long, a proxy holds it back."""
SILENCE = 20.0
"""Seconds. A comment comes every 15."""
GATHER = 0.1
"""Seconds. Calls that come one after the other are looked up together."""
VAIN_OPENINGS = 2
"""A stream that ends is opened again: so often in a row without having brought anything."""
REOPEN = 1.0
WAITS_AT_A_TIME = 10
"""A key can have 20 requests that wait; some are left to others."""
WAIT_SECONDS = 30
"""Proxies end what is silent for a minute."""
LARGEST_PAGE = 50
POLL = 5.0
BATCH_EVERY = 15.0
"""Seconds. A request cannot wait for a batch, of which an account has ten under way at most."""
EACH = 1.5
"""Seconds between requests that should have waited, but were answered at once."""
PATIENCE = 120.0
"""Seconds in which the service cannot be reached or has no place, before that is an error."""


class AsyncWaits:
    """Waits for videos and batches: all waits of one client share one stream of events. Where no
    stream comes through, a few are waited for by one request each, and more of them are looked up
    together."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api
        self._waiters = Waiters()
        self._news = Event()
        self._stream: httpx.Response | None = None
        self._failing_since: float | None = None
        self._was_done = False
        """Whether the stream was ended because nobody waited."""

    async def until(self, id: str, seconds: float, what: str) -> Ended:
        """Returns what has ended. `what` has not happened when the time is over, which raises
        TimeoutError."""
        promise = Promise()
        self._waiters.add(id, promise, lambda: Background(self._run))
        self._news.set()
        try:
            return await promise.result(seconds)
        except OutOfTime:
            message = f"{what} within {seconds:g} s. The work continues all the same."
            raise TimeoutError(message) from None
        finally:
            self._waiters.leave(id, promise)
            self._news.set()

    def end(self) -> None:
        """Ends all waits: the client is closed."""
        self._waiters.fail_all(PresenterError("The client was closed."))
        self._news.set()
        hang_up(self._stream)

    async def _run(self) -> None:
        vain = 0
        while not self._waiters.is_over():
            try:
                if vain >= VAIN_OPENINGS:
                    await self._look_again()
                    continue
                opened_at = time.monotonic()
                vain = await self._follow(vain)
                # With each opening that brings something, everything is looked at.
                pause = self._pause_after_looks() - (time.monotonic() - opened_at)
                if vain < VAIN_OPENINGS and not self._was_done:
                    await sleep(max(REOPEN, pause) if vain == 0 else REOPEN)
            except Exception as error:
                self._waiters.fail_all(error)

    async def _follow(self, vain: int) -> int:
        """Follows the stream until it ends, is silent, or nobody waits. Returns how often in a row
        that has been vain."""
        looks: Background | None = None
        heard = False
        self._was_done = False
        try:
            # No event is asked for again: whoever waits is looked at when the stream is open.
            async with self._api.events(FIRST_SIGN) as response:
                if response.status_code != 200:
                    # Where it is refused, or is not there, it will not be there the next time.
                    is_final = response.is_client_error and response.status_code not in PASSING
                    return VAIN_OPENINGS if is_final else vain + 1
                # It is looked up once more when the body begins.
                response.request.extensions["timeout"]["read"] = SILENCE
                self._stream = response
                self._waiters.see_all_again()
                looks = Background(lambda: self._look_at_unseen(response))
                reader = EventReader()
                async for piece in response.aiter_bytes():
                    heard = True
                    for event in reader.feed(piece):
                        await self._hear(event)
                    if len(self._waiters) == 0:
                        self._was_done = True
                        break
        except httpx.ReadTimeout:
            # What buffers a stream does so each time.
            return 0 if heard else VAIN_OPENINGS
        except httpx.RequestError:
            pass  # It is opened again, or given up.
        finally:
            self._stream = None
            self._news.set()
            if looks is not None:
                await looks.join()
        return 0 if heard else vain + 1

    async def _hear(self, event: StreamEvent) -> None:
        thing = members(members(parsed(event.data.encode())).get("data"))
        if event.event == "video.deleted" and str(thing.get("id")) in self._waiters:
            await self._look_at_one(str(thing.get("id")))
        else:
            self._waiters.settle(thing)

    async def _look_at_unseen(self, stream: httpx.Response) -> None:
        """While the stream is open: who comes meanwhile is looked up once, and the stream ends when
        nobody waits."""
        while True:
            self._news.clear()
            if self._stream is not stream:
                return
            try:
                await self._look_at(self._waiters.take_unseen())
            except Exception as error:
                # The stream is opened again, and all are looked at then, unless that is vain.
                self._note(error)
                break
            if len(self._waiters) == 0:
                break
            await self._news.wait()
            await sleep(GATHER)
        self._was_done = len(self._waiters) == 0
        hang_up(stream)

    async def _look_again(self) -> None:
        """Without a stream."""
        ids = self._waiters.ids()
        if len(ids) <= WAITS_AT_A_TIME:
            ends_at = time.monotonic() + EACH * len(ids)
            await for_each(ids, lambda id: self._look_at_one(id, WAIT_SECONDS))
            if len(self._waiters) > 0:
                await sleep(max(ends_at - time.monotonic(), POLL if self._failing_since else 0))
            return
        try:
            await self._look_at(ids)
        except Exception as error:
            self._note(error)
        await sleep(self._pause_after_looks())

    def _pause_after_looks(self) -> float:
        """One page of ids in five seconds at most: the key is used for other requests as well."""
        return POLL * -(-len(self._waiters) // LARGEST_PAGE)

    async def _look_at(self, ids: Sequence[str]) -> None:
        batches = [id for id in ids if _is_batch(id)]
        videos = [id for id in ids if not _is_batch(id)]
        for start in range(0, len(videos), LARGEST_PAGE):
            asked = videos[start : start + LARGEST_PAGE]
            query = {"ids": asked, "limit": len(asked)}
            answer = await self._api.call(Request("GET", "/videos", query), members)
            found = [members(item) for item in answer.data.get("data") or ()]
            for thing in found:
                self._waiters.settle(thing)
            # Deleted, or never there: the answer to one who asks for it alone says so.
            there = {thing.get("id") for thing in found}
            batches += [id for id in asked if id not in there]
        for id in batches:
            await self._look_at_one(id)
        self._failing_since = None

    async def _look_at_one(self, id: str, seconds: int = 0) -> None:
        """By a request for this one alone, whose failure is that of its waits."""
        try:
            thing = await self._ask_for(id, seconds)
        except Exception as error:
            if _passes(error):
                self._note(error)
            else:
                self._waiters.fail(id, error)
        else:
            self._failing_since = None
            self._waiters.settle(thing)

    async def _ask_for(self, id: str, seconds: int) -> Mapping[str, Any]:
        if not _is_batch(id):
            query = {"wait": seconds} if seconds > 0 else {}
            timeout = self._api.settings.timeout + seconds
            request = Request("GET", video_path(id), query, timeout=timeout)
            return (await self._api.call(request, members)).data
        batch = (await self._api.call(Request("GET", batch_path(id)), members)).data
        if seconds > 0 and not has_ended(batch):
            await sleep(BATCH_EVERY)
        return batch

    def _note(self, error: Exception) -> None:
        """Ends all waits when a look failed for good, or all looks for a while."""
        now = time.monotonic()
        self._failing_since = self._failing_since or now
        if now - self._failing_since > PATIENCE or not _passes(error):
            self._waiters.fail_all(error)
            self._failing_since = None


def _passes(error: Exception) -> bool:
    if isinstance(error, ApiError):
        return pause_before_retry(error, 0) is not None
    return isinstance(error, ConnectionError)


def _is_batch(id: str) -> bool:
    return id.startswith("bat_")
