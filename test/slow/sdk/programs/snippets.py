"""Runs pieces of code that use the SDK, and prints what each of them sends."""

from __future__ import annotations

import json
import sys
from typing import Any

import httpx

import presenter_video

ANSWER: dict[str, object] = {
    "id": "vid_1",
    "script": "Hello.",
    "data": [],
    "has_more": False,
    "next_before": None,
}


def say_nothing(*_: object) -> None:
    pass


def sent_by(snippet: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    def record(request: httpx.Request) -> httpx.Response:
        sent.append(
            {
                "method": request.method,
                "path": request.url.raw_path.decode().partition("?")[0],
                "key": request.headers.get("Idempotency-Key"),
                "body": json.loads(request.content) if request.content else None,
            }
        )
        return httpx.Response(200, json=ANSWER)

    class Recorded(presenter_video.PresenterVideo):
        def __init__(self) -> None:
            http = httpx.Client(transport=httpx.MockTransport(record))
            super().__init__(http_client=http)

    code = snippet.replace("from presenter_video import PresenterVideo\n", "")
    exec(code, {"PresenterVideo": Recorded, "print": say_nothing})
    return sent


print(json.dumps([sent_by(snippet) for snippet in json.load(sys.stdin)]))
