"""Saving files."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from io import FileIO

import httpx

from .._errors import ApiError, ConnectionError, PresenterError, error_of
from .._wire import CONNECT_TIMEOUT, facts_of, parsed
from .api import opened
from .kind import beside, sleep

MOST_VAIN_TRIES = 5
"""Tries in a row that bring nothing."""
PAUSE = 0.5
SILENCE = 30.0
"""Seconds in which nothing comes."""


@dataclass
class _Download:
    """What is there of a file."""

    file: FileIO
    size: int = 0
    tag: str | None = None
    """Of the file that it is of."""


async def download(
    http: httpx.AsyncClient, fresh_link: Callable[[], Awaitable[str | None]], path: str
) -> None:
    """Saves a file by its signed link. After a broken connection it continues where it was, if the
    file is still the same. `fresh_link` is asked before each try: a link may have expired
    meanwhile. None when there is no file."""
    unfinished = f"{path}.part"
    with FileIO(unfinished, "w") as file:
        part = _Download(file)
        vain = 0
        while True:
            link = await fresh_link()
            if link is None:
                raise PresenterError("The video has no file yet. Wait for it first.")
            before = part.size
            fault = await _go_on(http, link, part)
            if fault is None:
                break
            vain = 0 if part.size > before else vain + 1
            if vain >= MOST_VAIN_TRIES:
                if isinstance(fault, ApiError):
                    raise fault
                message = f"The download broke off at byte {part.size}."
                raise ConnectionError(message) from fault
            await sleep(PAUSE * (vain + 1))
    os.replace(unfinished, path)


async def _go_on(http: httpx.AsyncClient, link: str, part: _Download) -> Exception | None:
    """Fetches what is missing. Returns what it broke off with."""
    headers = {"Accept-Encoding": "identity"}
    if part.size > 0 and part.tag is not None:
        headers.update({"Range": f"bytes={part.size}-", "If-Range": part.tag})
    timeout = httpx.Timeout(SILENCE, connect=CONNECT_TIMEOUT)
    request = http.build_request("GET", link, headers=headers, timeout=timeout)
    try:
        async with opened(http, request) as response:
            if not response.is_success:
                # It may have expired. Asking for another says whether there is a file at all.
                return error_of(facts_of(response), parsed(await response.aread()))
            if response.status_code != 206:
                # The whole file again: it is another one, or nothing was there.
                part.size = 0
                part.file.seek(0)
                part.file.truncate()
            part.tag = response.headers.get("etag")
            async for piece in response.aiter_bytes():
                await beside(partial(_write, part.file, piece))
                part.size += len(piece)
    except httpx.RequestError as error:
        return error
    return None


def _write(file: FileIO, piece: bytes) -> None:
    written = file.write(piece)
    while written < len(piece):
        written += file.write(piece[written:])
