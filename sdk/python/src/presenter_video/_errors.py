"""Everything that this package raises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._model import members
from .types import FieldProblem, Video


class PresenterError(Exception):
    """Everything that this package raises."""

    idempotency_key: str | None
    """The key of the request: send it again with the same one, and nothing is made or charged
    twice. None for requests without."""

    def __init__(self, message: str, idempotency_key: str | None = None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key

    def __reduce__(self) -> tuple[Any, ...]:
        # By its members, whatever its class is made of: queues of tasks send errors to each other.
        return _remade, (type(self), self.args, self.__dict__)


def _remade(
    error_class: type[PresenterError], args: tuple[object, ...], members: dict[str, object]
) -> PresenterError:
    error = error_class.__new__(error_class, *args)
    error.args = args
    error.__dict__.update(members)
    return error


class ConnectionError(PresenterError):
    """The service could not be reached, or the connection broke. Whether the request was carried
    out is not known."""


class TimeoutError(ConnectionError):
    """The time that the call was given is over. Whether the request was carried out is not
    known."""


@dataclass(frozen=True)
class Facts:
    """What an answer says beside its body."""

    status: int
    request_id: str | None
    retry_after: float | None
    idempotency_key: str | None


class ApiError(PresenterError):
    """The service refused the request. A code that this version does not know is an `ApiError`
    itself."""

    status: int
    code: str
    """For example `allowance_exceeded`; `unknown` for an answer that is not the service's."""
    user_message: str
    """Written for the end user: show it as it is."""
    action: str
    """What a user interface should do about it, for example `upgrade`."""
    retryable: bool
    fields: Mapping[str, FieldProblem]
    upgrade_url: str | None
    """Where the plan can be changed, when that helps."""
    doc_url: str | None
    request_id: str | None
    """Support finds the request by it."""
    retry_after: float | None
    """Seconds."""

    def __init__(self, facts: Facts, error: Mapping[str, Any]) -> None:
        message = error.get("message") or f"The service answered with HTTP {facts.status}."
        super().__init__(message, facts.idempotency_key)
        self.status = facts.status
        self.code = error.get("code", "unknown")
        self.user_message = (
            error.get("user_message") or "Something went wrong. Please try again later."
        )
        self.action = error.get("action") or "wait"
        self.retryable = error.get("retryable") is True
        self.fields = _problems(error.get("fields"))
        self.upgrade_url = error.get("upgrade_url")
        self.doc_url = error.get("doc_url")
        self.request_id = error.get("request_id") or facts.request_id
        self.retry_after = facts.retry_after


class InvalidApiKeyError(ApiError):
    """The key is missing, mistyped or unknown, or may not do this."""


class KeyRevokedError(ApiError):
    """The key was revoked, or has expired."""


class AllowanceExceededError(ApiError):
    """What remains of the allowance does not cover the script."""


class PlanRequiredError(ApiError):
    """The plan does not include it."""


class TwinNotReadyError(ApiError):
    """The twin is still being built."""


class NotFoundError(ApiError):
    """There is no such thing, or no longer."""


class InvalidRequestError(ApiError):
    """Something in the request is missing or not valid: `fields` says what."""


class ScriptTooLongError(ApiError):
    """The script is too long for one video."""


class RateLimitedError(ApiError):
    """Too many requests in a minute, also after having waited."""


class ConcurrencyLimitError(ApiError):
    """As many videos as the plan allows are being made."""


class DailyLimitError(ApiError):
    """As many videos as the plan allows were created today (UTC)."""


class ServiceUnavailableError(ApiError):
    """The service has a temporary problem, also after having waited."""


class RenderFailedError(PresenterError):
    """The video could not be made, and nothing was charged. Whether to try once more, with a new
    key, is for a person to say."""

    code = "render_failed"
    video: Video
    user_message: str
    retryable: bool
    request_id: str | None

    def __init__(self, video: Video) -> None:
        error = members(video.raw.get("error"))
        super().__init__(error.get("message") or "The video could not be made.")
        self.video = video
        self.user_message = error.get("user_message") or str(self)
        self.retryable = error.get("retryable") is True
        self.request_id = error.get("request_id")


class WebhookVerificationError(PresenterError):
    """A webhook that was not sent by the service, or not within the last five minutes."""


_BY_NAME = {error.__name__: error for error in ApiError.__subclasses__()}


def error_of(facts: Facts, body: object) -> ApiError:
    """The error of an answer, whatever form its body has."""
    error = members(members(body).get("error"))
    code = error.get("code")
    if not isinstance(code, str):
        return ApiError(facts, {})
    # invalid_api_key: InvalidApiKeyError.
    name = "".join(word.capitalize() for word in code.split("_")) + "Error"
    return _BY_NAME.get(name, ApiError)(facts, error)


def _problems(fields: object) -> Mapping[str, FieldProblem]:
    return {name: FieldProblem.of(problem) for name, problem in members(fields).items()}
