"""Requests, answers, and when a request is sent again."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar, cast
from urllib.parse import quote

import httpx

from ._errors import ApiError, ConnectionError, Facts, PresenterError, TimeoutError
from ._settings import Settings, user_agent

T = TypeVar("T")

LONGEST_PAUSE = 60.0
"""Seconds. Beyond it, waiting is left to the caller."""
FIRST_PAUSE = 0.5
LARGEST_PAUSE = 8.0

CONNECT_TIMEOUT = 10.0
"""Seconds."""

PASSING = frozenset((408, 429, 502, 503, 504))
"""Answers of proxies and servers in between, whose body is not the service's."""


class OutOfTime(Exception):
    """The time is over that something was given."""


@dataclass(frozen=True)
class Request:
    """A request to the API."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    """Below the base URL."""
    query: Mapping[str, object] = field(default_factory=dict[str, object])
    body: object = None
    idempotency_key: str | None = None
    timeout: float | None = None
    """Seconds, with all retries."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What came back, and how."""

    data: T
    status: int
    headers: httpx.Headers
    request_id: str | None
    idempotency_key: str | None


def http_request(
    http: httpx.Client | httpx.AsyncClient,
    settings: Settings,
    request: Request,
    timeout: httpx.Timeout,
    headers: Mapping[str, str] | None = None,
) -> httpx.Request:
    """The request as it is sent."""
    key = request.idempotency_key
    return http.build_request(
        request.method,
        settings.base_url + request.path,
        params=_parameters(request.query),
        headers={
            "Authorization": f"Bearer {settings.api_key}",
            "User-Agent": user_agent(),
            **({} if key is None else {"Idempotency-Key": key}),
            **(headers or {}),
        },
        json=request.body,
        timeout=timeout,
    )


def within(seconds: float) -> httpx.Timeout:
    """The limits of one try: connecting has its own, because the next try may get through."""
    return httpx.Timeout(seconds, connect=min(seconds, CONNECT_TIMEOUT))


def facts_of(response: httpx.Response, idempotency_key: str | None = None) -> Facts:
    """What an answer says beside its body."""
    return Facts(
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
        idempotency_key=idempotency_key,
    )


def parsed(content: bytes) -> object:
    """None for what is not JSON."""
    try:
        return json.loads(content)
    except ValueError:
        return None


def unreachable(request: Request, error: Exception, seconds: float | None) -> ConnectionError:
    """What an error of the connection is to the caller. `seconds`: those that are over."""
    what = f"{request.method} {request.path}"
    if seconds is not None:
        return TimeoutError(f"{what} was not answered within {seconds} s.", request.idempotency_key)
    why = str(error) or type(error).__name__
    return ConnectionError(
        f"{what} could not be sent, or its answer was lost: {why}", request.idempotency_key
    )


def pause_before_retry(error: PresenterError, tries: int) -> float | None:
    """How many seconds to wait before the next try. None: there is none."""
    if isinstance(error, TimeoutError):
        return None
    if isinstance(error, ApiError):
        retry_after = error.retry_after
        if error.status == 409 or error.code == "daily_limit":
            return None
        if not error.retryable and not (error.code == "unknown" and error.status in PASSING):
            return None
        if retry_after is not None:
            return retry_after if retry_after <= LONGEST_PAUSE else None
    most = min(LARGEST_PAUSE, FIRST_PAUSE * 2.0**tries)
    return most / 2 + random.random() * most / 2


def video_path(id: str) -> str:
    """Where a video is, below the base URL."""
    return f"/videos/{part(id)}"


def batch_path(id: str) -> str:
    """Where a batch is, below the base URL."""
    return f"/batches/{part(id)}"


def part(text: str) -> str:
    """One part of a path."""
    return quote(text, safe="")


def given(options: Mapping[str, object]) -> dict[str, object]:
    """Without those that are None."""
    return {name: value for name, value in options.items() if value is not None}


def _parameters(query: Mapping[str, object]) -> dict[str, str]:
    """Lists are joined by commas; of mappings, each member is a parameter of its own:
    `metadata[order]=1042`."""
    parameters: dict[str, str] = {}
    for name, value in given(query).items():
        if isinstance(value, Mapping):
            members = cast("Mapping[str, object]", value)
            parameters.update({f"{name}[{key}]": _text(member) for key, member in members.items()})
        elif isinstance(value, Sequence) and not isinstance(value, str):
            parameters[name] = ",".join(_text(item) for item in cast("Sequence[object]", value))
        else:
            parameters[name] = _text(value)
    return parameters


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    return str(value)


def _seconds(text: str | None) -> float | None:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None
