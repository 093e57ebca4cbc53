"""The client of the Presenter Video API: finished presenter videos from scripts."""

from . import types
from ._async.client import AsyncPresenterVideo
from ._async.list import AsyncList, AsyncPage
from ._created import CreatedVideo
from ._errors import (
    AllowanceExceededError,
    ApiError,
    ConcurrencyLimitError,
    ConnectionError,
    DailyLimitError,
    InvalidApiKeyError,
    InvalidRequestError,
    KeyRevokedError,
    NotFoundError,
    PlanRequiredError,
    PresenterError,
    RateLimitedError,
    RenderFailedError,
    ScriptTooLongError,
    ServiceUnavailableError,
    TimeoutError,
    TwinNotReadyError,
    WebhookVerificationError,
)
from ._event_stream import AccountEvent
from ._sync.client import PresenterVideo
from ._sync.list import List, Page
from ._version import VERSION
from ._webhooks import unwrap
from ._wire import Answer

__all__ = [
    "VERSION",
    "AccountEvent",
    "AllowanceExceededError",
    "Answer",
    "ApiError",
    "AsyncList",
    "AsyncPage",
    "AsyncPresenterVideo",
    "ConcurrencyLimitError",
    "ConnectionError",
    "CreatedVideo",
    "DailyLimitError",
    "InvalidApiKeyError",
    "InvalidRequestError",
    "KeyRevokedError",
    "List",
    "NotFoundError",
    "Page",
    "PlanRequiredError",
    "PresenterError",
    "PresenterVideo",
    "RateLimitedError",
    "RenderFailedError",
    "ScriptTooLongError",
    "ServiceUnavailableError",
    "TimeoutError",
    "TwinNotReadyError",
    "WebhookVerificationError",
    "types",
    "unwrap",
]
