"""How a client is set up."""

from __future__ import annotations

import logging
import os
import platform
from dataclasses import dataclass
from typing import Literal

import httpx

from ._errors import PresenterError
from ._version import VERSION

TIMEOUT = 60.0
MAX_RETRIES = 3

log = logging.getLogger("presenter_video")
"""Each try is a line at DEBUG, without key, signature or script."""


@dataclass(frozen=True)
class Settings:
    """Options with their defaults filled in."""

    api_key: str
    base_url: str
    timeout: float
    max_retries: int


def settings_of(
    api_key: str | None, base_url: str | None, timeout: float, max_retries: int
) -> Settings:
    """Fills in the environment. Raises PresenterError when something is missing."""
    if os.environ.get("PRESENTER_LOG") == "debug":
        _log_to_stderr()
    return Settings(
        api_key=_required(api_key, "api_key", "PRESENTER_API_KEY"),
        base_url=_address(_required(base_url, "base_url", "PRESENTER_API_URL")),
        timeout=timeout,
        max_retries=max_retries,
    )


def user_agent() -> str:
    """Names this package and what it runs on, for the logs of the service."""
    runtime = f"{platform.python_implementation().lower()}/{platform.python_version()}"
    return f"presenter-video-python/{VERSION} {runtime} httpx/{httpx.__version__}"


def _required(
    value: str | None,
    option: Literal["api_key", "base_url"],
    variable: Literal["PRESENTER_API_KEY", "PRESENTER_API_URL"],
) -> str:
    found = value or os.environ.get(variable)
    if found:
        return found
    raise PresenterError(f"Pass {option}, or set the environment variable {variable}.")


def _address(url: str) -> str:
    if not url.startswith(("https://", "http://")):
        raise PresenterError(f"The base URL begins with https://, unlike {url!r}.")
    return url.rstrip("/")


def _log_to_stderr() -> None:
    log.setLevel(logging.DEBUG)
    if not log.hasHandlers():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("presenter-video %(message)s"))
        log.addHandler(handler)
