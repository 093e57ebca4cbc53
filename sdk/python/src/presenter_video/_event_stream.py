"""Events of a stream (WHATWG HTML, section 9.2 "Server-sent events")."""

from __future__ import annotations

import codecs
import datetime
import json
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx

from ._model import Model, members


@dataclass(frozen=True)
class StreamEvent:
    """An event as it came."""

    event: str
    id: str | None
    data: str


@dataclass(frozen=True, kw_only=True)
class AccountEvent(Model):
    """Something that happened. Ignore events that you do not know."""

    id: str | None
    """None for what is of use only now: another status, progress, a deletion."""
    event: str
    """`reset` when it is not known what was missed."""
    data: Mapping[str, Any]
    """The video or the batch, or only the `id` of what was deleted. Nothing after a `reset`."""
    sent_at: datetime.datetime | None


def account_event(event: StreamEvent) -> AccountEvent:
    """The event that was sent. Of a `reset`, there is only its name."""
    body = members(json.loads(event.data))
    return AccountEvent.of({"data": {}, **body, "event": event.event, "id": event.id})


class EventReader:
    """Puts events together from the pieces in which they come."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""

    def feed(self, piece: bytes) -> list[StreamEvent]:
        """The events that are whole with this piece."""
        self._text += self._decoder.decode(piece)
        *blocks, self._text = re.split(r"\r?\n\r?\n", self._text)
        return [event for block in blocks if (event := _event_of(block)) is not None]


def _event_of(block: str) -> StreamEvent | None:
    fields: dict[str, list[str]] = {}
    for line in re.split(r"\r?\n", block):
        name, _, value = line.partition(":")
        fields.setdefault(name, []).append(value.removeprefix(" "))
    if "data" not in fields:
        return None
    return StreamEvent(
        event=fields.get("event", ["message"])[0],
        id=fields.get("id", [None])[0],
        data="\n".join(fields["data"]),
    )


def hang_up(response: httpx.Response | None) -> None:
    """Ends a stream that somebody reads meanwhile."""
    # Over HTTP/2, the connection is also that of other requests.
    if response is None or not response.http_version.startswith("HTTP/1"):
        return
    stream = response.extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None
    if connection is not None:
        with suppress(OSError):  # It may have ended already.
            connection.shutdown(socket.SHUT_RDWR)
